#include "families.hpp"

namespace assent::programs {

std::span<const program_row> builds() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"ant|bazel|bazelisk|buck|buck2|pants|please|gn|scons|waf|xmake|premake|tup|redo|rake|mage|doit|"
         "invoke|nox|earthly|dagger|turbo|gulp|grunt|webpack|rollup|esbuild|parcel|rspack|"
         "swc|babel|next|nuxt|astro|remix|gatsby|ng|vue|expo|eas|react-native|ionic|cap|electron|tauri|"
         "storybook|typedoc|sphinx-build|mkdocs|hugo|jekyll|quarto",
         runs | writes, "-* --* -c=load --config=load --config-file=load", "text*"},
        {"fab", runs | sends, "-* --*", "text* shells"},
        {"tox|nx|lerna", runs | writes, "-* --* -c=load --config=load --config-file=load", "subcommand"},
        {"tox exec", runs, "-* --*", "program"},
        {"tox *", runs | writes, "-* --* -c=load --config=load --config-file=load", "text*"},
        {"vite", runs, "-* --* -c=load --config=load", "text*"},
        {"cargo", runs,
         "-qvV --quiet --verbose --list --explain=text --color=text --locked --offline --frozen "
         "--config=load "
         "--manifest-path=elsewhere -C=elsewhere -Z=load +=text",
         "subcommand"},
        {"cargo "
         "build|b|check|c|test|t|bench|run|r|clippy|doc|d|rustc|rustdoc|nextest|miri|llvm-cov|tarpaulin|"
         "expand|hack",
         runs | writes,
         "-* --* --manifest-path=elsewhere --config=load -Z=load --fix!writes --target-dir=write "
         "--out-dir=write "
         "--artifact-dir=write",
         "text*"},
        {"cargo fmt|fix|new|init|generate-lockfile|vendor|machete", writes,
         "-* --* --config=load --manifest-path=elsewhere", "text*"},
        {"cargo tree|metadata|pkgid|locate-project|read-manifest|verify-project|version|help|config|info|"
         "bloat|outdated|audit|deny|geiger|udeps|show-asm|asm|search|owner",
         fetches, "-* --* --config=load --manifest-path=elsewhere", "text*"},
        {"cargo add|remove|rm|update|upgrade|fetch", fetches | writes,
         "-* --* --config=load --manifest-path=elsewhere", "text*"},
        {"cargo watch", runs | writes, "-* --* -s=shell --shell=shell -x=text", "text* either"},
        {"cargo flamegraph|instruments", runs | writes, "-* --*", "text* program"},
        {"cargo with", runs, "-* --*", "shells"},
        {"cargo install|binstall|uninstall", installs | fetches | runs, "-* --* --config=load", "text*"},
        {"cargo clean", deletes, "-* --* --config=load --manifest-path=elsewhere --target-dir=write",
         "text*"},
        {"cargo publish|login|logout|yank|package", sends, "-* --* --config=load --manifest-path=elsewhere",
         "text*"},
        // What they load is found by options: `-B`, `-specs`, plug-ins, and files with more options
        // (`@file`).
        {"gcc|g++|cc|c89|c99|c++|clang|clang++|gfortran|gdc|gccgo|icc|icx|musl-gcc|x86_64-linux-gnu-gcc|"
         "x86_64-linux-gnu-g++|aarch64-linux-gnu-gcc|arm-none-eabi-gcc|emcc|em++|nvcc",
         writes,
         "--version!looks -dumpversion!looks -dumpmachine!looks -dumpfullversion!looks @=load --param=text "
         "-c -S -E -g* -O* -W* -w -M* -m* -f* -std=text -std* -I* -D* -U* -L* -l* "
         "-isystem=text -include=read -idirafter=text "
         "-iquote=text -imacros=read -o=write -o* -x=text -pipe -pthread -pedantic -pedantic-errors -ansi -v "
         "-### -shared "
         "-static* -rdynamic -nostdlib -nostdinc -nodefaultlibs -nostartfiles -no-pie -pie -P -C -H -s -r "
         "-traditional -save-temps "
         "-target=text --target=text --sysroot=text -isysroot=text -arch=text -framework=text -print-* "
         "--print-* "
         "-dump* -Q --coverage -fplugin*!loads -fuse-ld*!loads -fmodule-mapper*!loads "
         "-fpass-plugin*!loads -fplugin-arg*!loads "
         "-Wl,*!loads "
         "-Wa,*!loads "
         "-Wp,*!loads -wrapper=program -Xlinker=load -Xclang=load -Xassembler=load -Xpreprocessor=load "
         "-B*!loads "
         "-specs*!loads "
         "--specs*!loads -T=load",
         "read*", option_style::words},
        {"cmake|ccmake", runs | writes,
         "--version!looks -version!looks -S=read -B=write -D=text -U=text -G=text -T=load -A=text -W* -N -L* "
         "-C=code -P=code --preset=text "
         "--fresh --log-level=text "
         "--toolchain=load --install-prefix=write --graphviz=write --system-information --warn-uninitialized "
         "--trace* "
         "--build=write --install=write --target=text -t=text -j[=text] --parallel[=text] --config=text "
         "--clean-first "
         "-v --verbose --prefix=write --component=text --strip --list-presets[=text] --workflow --open=write "
         "-E=program; "
         "--help-* --debug-output -D*",
         "read*", option_style::words},
        {"ctest|cpack", runs,
         "-* --* -S=code --script=code --build-and-test!loads -D=code --build-makeprogram=program", "text*"},
        {"dotnet|msbuild|nuget", runs | writes, "-* --* --info --list-sdks --list-runtimes", "text*"},
        {"dub|rebar3|lein|sbt|mill|gleam|zig|nimble|shards|idris2|spago|elm|purs|alire|alr|gprbuild",
         runs | writes, "-* --*", "text*"},
        {"stack|cabal|opam|dune|mix", runs | writes, "-* --*", "subcommand"},
        {"stack exec|cmd", runs, "-* --*", "program"},
        {"stack run", runs, "-* --* -e=code --eval=code", "text*"},
        {"stack eval", evaluates, "-* --*", "code*"},
        {"stack *", runs | writes, "-* --*", "text*"},
        {"go", reads, "-C=elsewhere", "subcommand", option_style::words},
        {"go build|test|vet|generate|tool|telemetry", runs | writes,
         "-* -exec=program -toolexec=program -vettool=program -ldflags=load -gccgoflags=load -overlay=load "
         "-modfile=load -o=write "
         "-C=elsewhere",
         "text*", option_style::words},
        {"go run", runs,
         "-* -exec=program -toolexec=program -ldflags=load -gccgoflags=load -overlay=load -modfile=load "
         "-C=elsewhere",
         "script", option_style::words},
        {"go list|doc|version|help|bug", fetches,
         "-* -toolexec=program -overlay=load -modfile=load -C=elsewhere", "text*", option_style::words},
        {"go env", reads, "-json -changed -C=elsewhere -w!loads -u!loads", "text*", option_style::words},
        {"go fmt|fix", writes, "-* -C=elsewhere -fix=text", "text*", option_style::words},
        {"go get|install", installs | fetches | writes,
         "-* -toolexec=program -ldflags=load -gccgoflags=load -overlay=load -modfile=load -C=elsewhere",
         "text*", option_style::words},
        {"go clean", deletes, "-* -C=elsewhere", "text*", option_style::words},
        {"go mod|work", reads, {}, "subcommand", option_style::words},
        {"go mod tidy|download|init|edit|vendor|sync|use", fetches | writes, "-* -C=elsewhere", "text*",
         option_style::words},
        {"go mod verify|why|graph", fetches, "-* -C=elsewhere", "text*", option_style::words},
        {"gofmt", looks, "-l -d -e -s -r=text -w!writes -cpuprofile=write", "read*", option_style::words},
        {"goimports|gofumpt|gci", reads, "-* --* -w!writes -write!writes", "read*", option_style::words},
        {"golangci-lint|staticcheck|revive|govulncheck|errcheck|ineffassign|golint", runs,
         "-* --* --fix!writes -c=load --config=load", "text*"},
        {"gradle|gradlew|mvn|mvnw|mvnd", runs | writes,
         "-* --* -I=load --init-script=load -b=load --build-file=load -f=elsewhere --file=elsewhere "
         "-p=elsewhere "
         "--project-dir=elsewhere "
         "-c=load --settings-file=load -s=load --settings=load -gs=load -g=elsewhere --include-build=load "
         "--gradle-user-home=load "
         "-javaagent*!loads",
         "text*", option_style::words},
        {"java", runs,
         "@=load -jar=script -cp=read -classpath=read --class-path=read -p=read --module-path=read -m=script "
         "--module=script -D* -Xm* -Xs* "
         "-XX:+* -XX:-* -XX:M* -XX:On*!evaluates -javaagent*!loads -agentlib*!loads -agentpath*!loads "
         "-version!looks "
         "--version!looks -showversion --show-version -ea* -da* -enableassertions --enable-preview "
         "--add-opens=text --add-modules=text --add-exports=text --list-modules -verbose* -Xlog* -server "
         "-client "
         "--source=text -X",
         "script", option_style::words},
        {"javac", writes,
         "-version!looks --version!looks -* --* -processor=load -processorpath=load --processor-path=load "
         "-J*!loads "
         "-Xplugin*!loads -plugin=load",
         "read*", option_style::words},
        {"kotlinc|scalac|jar|javap|javadoc|jdeps|jlink|jpackage|jcmd|jstack|jmap|jps|jstat|jinfo|"
         "keytool",
         writes,
         "-* --* -processor=load -processorpath=load --processor-path=load -J*!loads -Xplugin*!loads "
         "-plugin=load",
         "read*", option_style::words},
        {"just", runs,
         "-* --* -f=elsewhere --justfile=elsewhere -d=elsewhere --working-directory=elsewhere "
         "--shell=program "
         "--shell-arg=code --set=code --command=program -c=program --dotenv-path=load --chooser=shell",
         "make*"},
        // Other rules than those of the folder run other commands, and so do variables.
        {"make|gmake|bmake|nmake|remake", runs,
         "--version!looks -v!looks -# -bBdehikLmnpqrRsStwO -f=elsewhere -C=elsewhere -I=load -j[=text] "
         "-l[=text] -o=text -W=text "
         "-E=code "
         "--eval=code "
         "--file=elsewhere --makefile=elsewhere --directory=elsewhere --include-dir=load --always-make "
         "--debug[=text] "
         "--environment-overrides --ignore-errors --jobs[=text] --jobserver-auth=text --keep-going "
         "--load-average[=text] "
         "--max-load[=text] --check-symlink-times --just-print --dry-run --recon --old-file=text "
         "--assume-old=text "
         "--output-sync[=text] --print-data-base --question --no-builtin-rules --no-builtin-variables "
         "--silent "
         "--quiet "
         "--no-keep-going --stop --touch --trace --print-directory --no-print-directory --what-if=text "
         "--new-file=text "
         "--assume-new=text --warn-undefined-variables --shuffle[=text]",
         "make*"},
        {"meson", runs | writes, {}, "subcommand"},
        {"meson setup|configure|compile|test|install|dist|init|introspect|rewrite|wrap|subprojects|format",
         runs | writes,
         "-* --* --wrapper=program --wrap=program --gdb-path=program --native-file=load --cross-file=load",
         "text*"},
        {"ninja|samu", runs,
         "-C=elsewhere -f=elsewhere -j=text -k=text -l=text -n -v -t=text -d=text -w=text --version!looks "
         "--verbose --quiet",
         "text*"},
        {"rustc", runs | writes, "-* --* -o=write -C=load --codegen=load --print=text -L=read --extern=text",
         "read*"},
        {"rustfmt|clang-format|black|ruff|isort|autopep8|yapf|prettier|biome|eslint|stylelint|dprint|shfmt|"
         "swiftformat|swiftlint|ktlint|google-java-format|scalafmt|ormolu|fourmolu|stylua|buf|taplo|oxlint|"
         "standard|xo|rubocop|standardrb|php-cs-fixer|pint|phpcbf|nixfmt|alejandra",
         runs | writes,
         "-* --* --plugin=load --config-path=load --rulesdir=load --resolve-plugins-relative-to=load "
         "--parser=load "
         "-c=load --config=load -r=load --require=load --formatter=load -f=text",
         "read*"},
        {"clang-tidy|cppcheck|clangd|include-what-you-use|shellcheck|hadolint|yamllint|"
         "markdownlint|vale|codespell|typos|mypy|pyright|basedpyright|pylint|flake8|bandit|pyflakes|"
         "pycodestyle|vulture|ty|tsc|vue-tsc|svelte-check|tsd|knip|depcheck|madge|phpstan|psalm|semgrep|"
         "trivy|"
         "actionlint|checkov|tflint|kubeconform|detekt|errorprone",
         runs,
         "-* --* -load=load -load-* --load=load --addon=load -export-fixes=write --export-fixes=write "
         "--fix!writes -fix!writes --plugin=load --rcfile=load "
         "--init-hook=code "
         "--python-executable=program --outDir=write --outFile=write -o=write --output=write -c=load "
         "--config=load "
         "--config-file=load",
         "read*", option_style::words},
        {"pytest|py.test|nosetests|unittest|jest|vitest|mocha|ava|tap|jasmine|karma|cypress|playwright|wdio|"
         "rspec|minitest|phpunit|pest|cucumber|behave|robot|bats|gotestsum|ginkgo|coverage|nyc|c8|hypothesis|"
         "locust|k6|ward|green|stestr",
         runs,
         "-* --* -p=load --plugin=load -c=load --config=load --config-file=load --confcutdir=load "
         "--rootdir=elsewhere "
         "-o=load --override-ini=load --require=load -r=load --setup-files=load --import=load "
         "--globalSetup=load "
         "--basetemp=write --junitxml=write --junit-xml=write --outputFile=write",
         "text*"},
        {"pkg-config|pkgconf", looks, "-* --* --with-path=load --log-file=write", "name*",
         option_style::words},
        {"protoc|flatc|thrift|capnp|swig|bison|flex|yacc|lex|autoconf|automake|autoreconf|aclocal|libtool|"
         "libtoolize|ld|as|gold|lld|mold|ranlib|strip|objcopy|dsymutil|install_name_tool|rustup-init|bindgen|"
         "cbindgen|cpp|gcov|lcov|genhtml|gprof|nasm|yasm|xcodegen|tuist|cocoapods",
         writes, "-* --* --plugin=load -plugin=load -dlopen=load -l* --with-path=load", "read*",
         option_style::words},
        // `syscmd` runs a shell.
        {"m4", writes, "-* --*", "read* <commands"},
        {"swift", runs | writes, {}, "subcommand"},
        {"swift build|test|run|package", runs | writes, "-* --* --package-path=elsewhere", "text*"},
        {"xcodebuild", runs | writes, "-version!looks -* --* -xcconfig=load -workspace=read", "text*",
         option_style::words},
        {"swiftc|xcresulttool|xctrace|simctl|instruments|altool|agvtool", runs | writes,
         "-* --* -xcconfig=load -workspace=read -launch=program;", "text*", option_style::words},
        {"configure|autogen|bootstrap", runs | writes, "-* --*", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
