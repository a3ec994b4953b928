#include "families.hpp"

namespace assent::programs {

// Options: make 4.3, cmake and ctest 3.25, ninja 1.11, pkgconf 1.8, gcc 12.2, clang 14, binutils 2.40,
// Go 1.22, cargo and rustc 1.80, Maven 3.8, Gradle 8.5, JDK 17, TypeScript 5.4, ESLint 8 and 9, Prettier 3,
// Black 24, Ruff 0.5, mypy 1.10, pytest 8, Jest 29, Vitest 1, Mocha 10, Alembic 1.13, Flyway 10, Liquibase 4,
// Knex 3, Prisma 5, Sequelize CLI 6. Of programs with plug-ins, those that
// load one are `load`; of those that hardly anybody uses no option is known.
std::span<const program_row> builds() noexcept {
    using enum effect;
    // clang-format off
    // What these run in turn may read orders from standard input, and builds and tests do not.
    static constexpr std::string_view cargo_build_options =
        "-p=text --package=text --workspace --all --exclude=text --lib --bin=text --bins --example=text --examples --test=text "
        "--tests --bench=text --benches --all-targets -F=text --features=text --all-features --no-default-features --doc "
        "--no-deps --open --document-private-items -r --release --profile=text -j=text --jobs=text --keep-going --no-fail-fast "
        "--no-run --target=text --timings[=text] --message-format=text --future-incompat-report --ignore-rust-version "
        "--unit-graph --build-plan --each-feature --feature-powerset --html --lcov --json --summary-only --fix!writes "
        "--allow-dirty --allow-staged --allow-no-vcs -E=text --filter-expr=text --run-ignored=text --retries=text "
        "--test-threads=text --no-capture --nocapture --status-level=text --final-status-level=text "
        "--target-dir=write --out-dir=write --artifact-dir=write --output-dir=write --output-path=write";
    static constexpr std::string_view go_build_options =
        "-a -n -p=text -race -msan -asan -cover -covermode=text -coverpkg=text -v -work -x -buildmode=text -buildvcs[=text] "
        "-compiler=text -installsuffix=text -json -linkshared -mod=text -modcacherw -tags=text -trimpath -pgo=read "
        "-bench=text -benchmem -benchtime=text -blockprofilerate=text -count=text -cpu=text -failfast -fullpath -fuzz=text "
        "-fuzztime=text -fuzzminimizetime=text -list=text -memprofilerate=text -mutexprofilefraction=text -parallel=text "
        "-run=text -short -shuffle=text -skip=text -timeout=text -vet=text -i -c -args -printf -copylocks -shadow "
        "-o=write -pkgdir=write -coverprofile=write -blockprofile=write -cpuprofile=write -memprofile=write -mutexprofile=write "
        "-trace=write -outputdir=write -func=read -html=read -exec=program -toolexec=program -vettool=program -ldflags=load "
        "-gcflags=load -asmflags=load -gccgoflags=load -overlay=load -modfile=load -C=elsewhere";
    static constexpr std::string_view rake_options =
        "-m -n -q -s -t -v -j[=text] --multitask --dry-run --quiet --silent --trace[=text] --verbose --jobs[=text]";
    static constexpr std::string_view site_options =
        "-p=text --port=text --turbo --turbopack --no-lint --prod --configuration=text --watch=text --no-watch --quiet";
    static constexpr std::string_view mkdocs_options =
        "-q --quiet -v --verbose -s --strict -c --clean -d=write --site-dir=write -f=load --config-file=load";
    static constexpr std::string_view hugo_options =
        "-D --buildDrafts -F --buildFuture --minify --gc --logLevel=text -d=write --destination=write -s=elsewhere --source=elsewhere "
        "--config=load";
    static constexpr std::string_view dotnet_ef_options =
        "-f --force --dry-run -c=text --context=text -p=read --project=read -s=read --startup-project=read --framework=text "
        "--configuration=text --runtime=text --no-build -v --verbose --no-color --prefix-output --json --connection=text";
    static constexpr std::string_view ecto_options =
        "-q --quiet -f --force --force-drop -r=text --repo=text -n=text --step=text -v=text --to=text --to-exclusive=text --all --prefix=text "
        "--pool-size=text --log-sql --log-level=text --no-compile --no-deps-check --domains=text";
    static constexpr std::string_view gradle_options =
        "-a -q --quiet -i --info -d --debug -w --warn -s --stacktrace -S --full-stacktrace -m --dry-run -t --continuous --continue "
        "-x=text --exclude-task=text --offline --parallel --no-parallel --max-workers=text --daemon --no-daemon --build-cache "
        "--no-build-cache --configuration-cache --no-configuration-cache --configure-on-demand --console=text "
        "--warning-mode=text --rerun-tasks --refresh-dependencies --profile --watch-fs --no-watch-fs --write-locks --status --stop "
        "--tests=text --rerun --all --configuration=text --dependency=text -P:text -P=text --project-prop=text --scan!sends "
        "-D:load -D=load --system-prop=load -I=load --init-script=load -b=load --build-file=load -c=load --settings-file=load "
        "-p=elsewhere --project-dir=elsewhere -g=load --gradle-user-home=load --include-build=load --project-cache-dir=write";
    static constexpr std::string_view mvn_options =
        "-am --also-make -amd --also-make-dependents -B --batch-mode -ntp --no-transfer-progress -C --strict-checksums -c "
        "--lax-checksums -cpu -e --errors -fae --fail-at-end -ff --fail-fast -fn --fail-never -llr -N --non-recursive -npr -npu "
        "-nsu --no-snapshot-updates -o --offline -P=text -P:text --activate-profiles=text -pl=text --projects=text -q --quiet "
        "-rf=text --resume-from=text -T=text -T:text --threads=text -U --update-snapshots -up -V --show-version -X --debug "
        "--color=text -DskipTests[=text] -DskipITs[=text] -Dmaven.test.skip[=text] -Dmaven.javadoc.skip[=text] -Dtest=text "
        "-Dit.test=text -DfailIfNoTests=text -Dsurefire.failIfNoSpecifiedTests=text -Dstyle.color=text -Dcheckstyle.skip[=text] "
        "-Dspotbugs.skip[=text] -Dverbose[=text] -Dincludes=text -Dexcludes=text -Dscope=text -DoutputFile=write "
        "-D:load -D=load --define=load -l=write --log-file=write -b=load --builder=load -f=elsewhere --file=elsewhere -s=load "
        "--settings=load -gs=load --global-settings=load -t=load --toolchains=load -gt=load --global-toolchains=load "
        "-emp=text!secrets -ep=text!secrets";
    static constexpr std::string_view flyway_options =
        "-X -q -n -v -url=address -user=text -password=text -schemas=text -defaultSchema=text -table=text -target=text -environment=text "
        "-locations=read -connectRetries=text -outOfOrder=text -baselineOnMigrate=text -baselineVersion=text -baselineDescription=text "
        "-validateOnMigrate=text -cleanDisabled=text -ignoreMigrationPatterns=text -mixed=text -group=text -installedBy=text -community "
        "-outputType=text -outputFile=write -workingDirectory=elsewhere -configFiles=load -jarDirs=load -driver=load -callbacks=load "
        "-resolvers=load -initSql=code";
    static constexpr program_row rows[] = {
        {"buck|buck2|please|gn|waf|xmake|premake|tup|redo|mage|doit|"
         "dagger|rspack|swc|remix|gatsby|vue|react-native|ionic|electron|tauri|"
         "storybook|typedoc|jekyll",
         runs | writes, {}, "text*"},
        // Tasks are the project's, but for those of the tools that it uses.
        {"rake", runs | writes, rake_options, "subcommand"},
        {"rake db:drop*|db:reset*|db:purge*|db:truncate_all*|db:rollback*|db:setup*|db:schema:load*|db:structure:load*|db:seed:replant*|"
         "db:migrate:reset*|db:migrate:redo*|db:migrate:down*",
         runs | destroys, rake_options, "text*"},
        {"rake release|release:*|deploy|deploy:*|*:deploy|publish|publish:*", runs | sends, rake_options, "text*"},
        {"rake *", runs | writes, rake_options, "subcommand"},
        {"rake * db:drop*|db:reset*|db:purge*|db:truncate_all*|db:rollback*|db:setup*|db:schema:load*|db:structure:load*|db:seed:replant*|"
         "db:migrate:reset*|db:migrate:redo*|db:migrate:down*",
         runs | destroys, rake_options, "text*"},
        {"rake * release|release:*|deploy|deploy:*|*:deploy|publish|publish:*", runs | sends, rake_options, "text*"},
        {"rake * *", runs | writes, rake_options, "text*"},
        {"earthly", runs | writes, "--push!sends", "text*"},
        {"cap", runs | writes, {}, "subcommand"},
        {"cap deploy|deploy:*", runs | sends, {}, "text*"},
        {"cap *", runs | writes, {}, "subcommand"},
        {"cap * deploy|deploy:*", runs | sends, {}, "text*"},
        {"cap * *", runs | writes, {}, "text*"},
        {"pants|quarto", runs | writes, {}, "subcommand"},
        {"pants publish", runs | sends, "--no-prompt --no-browser --no-render --id=text --server=address --token=text", "text*"},
        {"pants *", runs | writes, {}, "text*"},
        // What they build or publish is sent to a service.
        {"expo|eas", runs | writes, {}, "subcommand"},
        {"expo publish|publish:*|upload|upload:*|submit|update|deploy|build|build:*", runs | sends,
         "-p=text -e=text -m=text --platform=text --profile=text --message=text --branch=text --channel=text --id=text --latest --auto "
         "--auto-submit --non-interactive --json --wait --no-wait --clear-cache --environment=text --prod --local --path=read",
         "text*"},
        {"expo *:delete", runs | destroys | sends, "--non-interactive --json --id=text", "text*"},
        {"expo *", runs | writes, {}, "text*"},
        {"ant", runs | writes,
         "-version!looks -p -projecthelp -q -quiet -v -verbose -d -debug -e -emacs -k -keep-going -S -silent "
         "-D:load -f=load -file=load -buildfile=load -l=write -logfile=write -lib=load -propertyfile=load",
         "text*", option_style::words},
        {"bazel|bazelisk", runs | writes,
         "-c=text --compilation_mode=text --config=text -k --keep_going -j=text --jobs=text --test_output=text "
         "--test_filter=text --test_tag_filters=text --build_tests_only --nocache_test_results --verbose_failures "
         "--color=text --curses=text --noshow_progress",
         "text*"},
        {"scons", runs | writes, "-chiknQqsu -j=text --clean --dry-run --keep-going --silent --jobs=text -f=load -C=elsewhere", "make*"},
        {"invoke|inv", runs | writes, "-l --list -e --echo -d --debug -c=load --collection=load -r=elsewhere", "text*"},
        {"nox", runs | writes,
         "-l --list -s=text --sessions=text -k=text --keywords=text -p=text --python=text -r --reuse-existing-virtualenvs -R "
         "--no-venv --stop-on-first-error -x -f=load --noxfile=load",
         "text*"},
        {"turbo", runs | writes,
         "--filter=text --force --parallel --concurrency=text --continue --no-cache --no-daemon --output-logs=text --dry-run "
         "--affected --only --cwd=elsewhere --cache-dir=write",
         "text*"},
        {"gulp", runs | writes, "-T --tasks --silent -S --series -f=load --gulpfile=load --cwd=elsewhere --require=load", "text*"},
        {"grunt", runs | writes, "-v --verbose --force -d --debug --stack --gruntfile=load --base=elsewhere --tasks=load", "text*"},
        {"webpack", runs | writes,
         "--mode=text --env=text -w --watch --no-watch --progress --stats=text -d=text --devtool=text --json=write --color "
         "-o=write --output-path=write -c=load --config=load",
         "text*"},
        {"rollup", runs | writes,
         "-w --watch -m --sourcemap -f=text --format=text -n=text --name=text --silent -o=write --file=write -d=write --dir=write "
         "-c=load --config=load -p=load --plugin=load --configPlugin=load",
         "read*"},
        {"esbuild", runs | writes,
         "--bundle --minify --sourcemap[=text] --splitting --watch --format=text --platform=text --target=text --loader=text "
         "--log-level=text --metafile=write --outfile=write --outdir=write --tsconfig=load",
         "read*"},
        {"parcel", runs | writes, "--dist-dir=write --no-cache --no-optimize --port=text --public-url=text", "read*"},
        {"babel", runs | writes,
         "-d=write --out-dir=write -o=write --out-file=write -x=text --extensions=text -w --watch --source-maps --copy-files "
         "--presets=load --plugins=load --config-file=load",
         "read*"},
        {"next|nuxt|astro|vitepress", runs | writes,
         site_options,
         "text*"},
        {"ng", runs | writes, site_options, "subcommand"},
        {"ng deploy", runs | sends, site_options, "text*"},
        {"ng *", runs | writes, site_options, "text*"},
        {"sphinx-build", runs | writes, "-b=text -W -n -q -Q -E -a -j=text -T -v --keep-going -c=load -d=write -D=load -t=text", "read write read*"},
        {"mkdocs", runs | writes, mkdocs_options, "subcommand"},
        {"mkdocs gh-deploy", runs | sends,
         "-q --quiet -v --verbose -s --strict -c --clean --dirty -m=text --message=text -b=text --remote-branch=text -r=text "
         "--remote-name=text --force!destroys --no-history!destroys --ignore-version --shell -d=write --site-dir=write -f=load "
         "--config-file=load",
         {}},
        {"mkdocs *", runs | writes, mkdocs_options, "text*"},
        {"hugo", runs | writes, hugo_options, "subcommand"},
        {"hugo deploy", runs | sends,
         "--dryRun --force!destroys --confirm --invalidateCDN --target=text --maxDeletes=text --workers=text --logLevel=text -s=elsewhere "
         "--source=elsewhere --config=load",
         {}},
        {"hugo *", runs | writes, hugo_options, "text*"},
        // Behind `--` stands a command for all hosts.
        {"fab", runs | sends, "-l --list -H=address --hosts=address -i=read -c=load", "text* shells"},
        {"lerna", runs | writes, {}, "subcommand"},
        {"lerna exec", runs, "--scope=text --ignore=text --stream --parallel --no-bail --concurrency=text --since=text", "either"},
        // It pushes tags, too.
        {"lerna publish|version", runs | sends,
         "-y --yes --conventional-commits --no-push --no-git-tag-version --no-changelog --canary --exact --force-publish[=text] "
         "--dist-tag=text --preid=text --message=text -m=text --create-release=text --registry=address --no-private",
         "text*"},
        {"lerna *", runs | writes,
         "--scope=text --ignore=text --stream --parallel --no-bail --concurrency=text --since=text --json --all -l",
         "text*"},
        {"nx", runs | writes, {}, "subcommand"},
        {"nx exec", runs, {}, "program"},
        {"nx release", runs | sends,
         "-d --dry-run --verbose -y --yes --skip-publish --first-release --tag=text --registry=address --otp=text --access=text "
         "-p=text --projects=text -g=text --groups=text --preid=text --specifier=text",
         "text*"},
        {"nx *", runs | writes,
         "-t=text --target=text --targets=text --all --affected --projects=text -p=text --exclude=text --base=text --head=text --parallel[=text] "
         "--skip-nx-cache --configuration=text -c=text --verbose --nxBail --output-style=text --outputStyle=text",
         "text*"},
        {"tox", runs | writes,
         "-e=text -q -v -r -p[=text] --parallel[=text] -f=text -l --listenvs -c=load --conf=load -x=load --workdir=write --root=elsewhere",
         "subcommand"},
        {"tox exec", runs, "-e=text -q -v", "program"},
        {"tox *", runs | writes, "-e=text -q -v -r -p[=text] -f=text -c=load --conf=load -x=load", "text*"},
        {"vite", runs | writes,
         "--mode=text -m=text --host[=text] --port=text --open[=text] --strictPort --cors --force -l=text --logLevel=text "
         "--clearScreen -d[=text] --debug[=text] -f=text --filter=text --outDir=write --emptyOutDir --sourcemap[=text] "
         "--minify[=text] --ssr[=text] -w --watch --base=text -c=load --config=load",
         "text*"},
        // A toolchain that the project's file names is another cargo.
        {"cargo", runs,
         "-qvV --quiet --verbose --list --explain=text --color=text --locked --offline --frozen --config=load "
         "--manifest-path=elsewhere -C=elsewhere -Z=load +=text",
         "subcommand*"},
        {"cargo build|b|check|c|test|t|bench|clippy|doc|d|nextest", runs | writes, cargo_build_options, "text* <data"},
        {"cargo rustc|rustdoc|miri|llvm-cov|tarpaulin|expand|hack", runs | writes, cargo_build_options, "text*"},
        {"cargo run|r", runs | writes,
         "-p=text --package=text --bin=text --example=text -F=text --features=text --all-features --no-default-features "
         "-r --release --profile=text -j=text --jobs=text --keep-going --target=text --message-format=text "
         "--ignore-rust-version --target-dir=write",
         "script"},
        {"cargo fmt", writes, "--all -p=text --package=text --check --message-format=text", "text*"},
        {"cargo fix", runs | writes,
         "-p=text --package=text --workspace --lib --bins --tests --examples --benches --all-targets --all-features "
         "--edition --edition-idioms --broken-code --allow-dirty --allow-staged --allow-no-vcs -r --release",
         "text*"},
        {"cargo new|init", writes | scatters, "--bin --lib --name=text --edition=text --vcs=text", "write"},
        {"cargo generate-lockfile|vendor|machete", fetches | writes, "--no-delete --versioned-dirs --with-metadata", "write*"},
        {"cargo tree", fetches,
         "-p=text --package=text --workspace --exclude=text --prune=text --depth=text --prefix=text --no-dedupe -d --duplicates "
         "-e=text --edges=text -i[=text] --invert[=text] -f=text --format=text --charset=text -F=text --features=text "
         "--all-features --no-default-features --target=text --ignore-rust-version",
         "text*"},
        {"cargo metadata|pkgid|locate-project|read-manifest|verify-project|version|help|info|search", fetches,
         "--format-version=text --no-deps --filter-platform=text -F=text --features=text --all-features --no-default-features "
         "--workspace --message-format=text --limit=text --registry=text -p=text -l",
         "text*"},
        {"cargo owner", fetches,
         "-l --list -a=text!sends --add=text!sends -r=text!sends --remove=text!sends --registry=text --index=address --token=text",
         "text"},
        // `cargo NAME` of these is a program of somebody else.
        {"cargo release", runs | sends,
         "-x --execute --no-confirm --no-publish --no-push --no-tag --no-verify -p=text --package=text --workspace --exclude=text "
         "--allow-branch=text --tag-prefix=text --tag-name=text --push-remote=text --registry=text -F=text --features=text --all-features "
         "--dependent-version=text --unpublished --sign -m=text --metadata=text",
         "text*"},
        {"cargo audit", fetches, "--json --deny=text --ignore=text", "subcommand"},
        {"cargo audit bin", fetches, "--json --deny=text --ignore=text", "read*"},
        {"cargo audit fix", fetches | writes, "--dry-run", {}},
        {"cargo config|bloat|outdated|deny|geiger|udeps|show-asm|asm", fetches,
         "-p=text --package=text --release --crates -n=text --json -R --root-deps-only -w --workspace --all-targets --all-features "
         "--deny=text --ignore=text",
         "text*"},
        {"cargo add|remove|rm|update|upgrade|fetch", fetches | writes,
         "-p=text --package=text -F=text --features=text --no-default-features --default-features --optional --no-optional "
         "--rename=text --dev --build --target=text --dry-run -n --path=read --git=address --branch=text --tag=text --rev=text "
         "--registry=text --recursive --aggressive --precise=text -w --workspace",
         "text*"},
        {"cargo watch", runs | writes,
         "-c --clear -x=text --exec=text -w=name --watch=name -i=name --ignore=name -d=text --delay=text --why -s=shell --shell=shell",
         "text* either"},
        {"cargo flamegraph|instruments", runs | writes, "--bin=text --release -o=write --output=write", "text* program"},
        {"cargo with", runs, {}, "shells"},
        {"cargo install|binstall|uninstall", installs | fetches | runs,
         "--version=text --vers=text -f --force --list --root=write --path=read --git=address --branch=text --tag=text --rev=text "
         "--bin=text --bins --example=text -F=text --features=text --all-features --no-default-features --debug --profile=text "
         "-j=text --jobs=text --target=text --no-track -y --no-confirm",
         "text*"},
        {"cargo clean", deletes, "-p=text --package=text --release --profile=text --target=text --doc --dry-run -n --target-dir=delete", "text*"},
        {"cargo publish|login|logout|yank|package", sends,
         "--dry-run -n --no-verify --allow-dirty -p=text --package=text -l --list --registry=text --token=text --version=text --vers=text --undo",
         "text*"},
        // What they load is found by options: `-B`, `-specs`, plug-ins, and files with more options (`@file`). The
        // code that they read may have them read any file.
        {"gcc|g++|cc|c89|c99|c++|clang|clang++|gfortran|gdc|gccgo|icc|icx|musl-gcc|x86_64-linux-gnu-gcc|"
         "x86_64-linux-gnu-g++|aarch64-linux-gnu-gcc|arm-none-eabi-gcc|gcc-11|gcc-12|gcc-13|gcc-14|g++-11|g++-12|g++-13|g++-14|"
         "clang-14|clang-15|clang-16|clang-17|clang-18|clang++-14|cpp",
         writes,
         "--version!looks --help!looks --target-help -dumpversion!looks -dumpmachine!looks -dumpfullversion "
         "-dumpspecs!looks -print-search-dirs!looks -print-libgcc-file-name!looks -print-multi-lib!looks -print-multiarch!looks "
         "-print-multi-directory!looks -print-multi-os-directory!looks -print-sysroot!looks -print-resource-dir!looks "
         "-print-target-triple!looks -print-effective-triple!looks -print-targets!looks -print-runtime-dir!looks "
         "-print-file-name=text!looks -print-prog-name=text!looks "
         "@=load -wrapper=program -B:load -B=load -specs=load --specs=load -T=load -T:load -fplugin=load -fpass-plugin=load "
         "-fmodule-mapper=load -fuse-ld=load -Wl,:load -Wa,:load -Wp,:load -Xlinker=load -Xclang=load -Xassembler=load "
         "-Xpreprocessor=load -include=read -imacros=read -isystem=read -idirafter=read -iquote=read -iprefix=read "
         "-isysroot=read --sysroot=read "
         "-c -S -E -o=write -o:write -x=text -x:text -std=text --std=text -ansi -pipe -pthread -pedantic -pedantic-errors -v -### -P -C -CC -H "
         "-dM -dD -dI -dN -dU -undef -w -W -Wall -Wextra -W:text -Q -traditional -traditional-cpp --coverage!scatters -save-temps!scatters "
         "-D:text -D=text -U:text -U=text -I:read -I=read -L:read -L=read -l:text -l=text -J:write -J=write "
         "-M -MM -MD!scatters -MMD!scatters -MG -MP -MF=write -MF:write -MT=text -MT:text -MQ=text -MQ:text -MJ=write "
         "-O -O0 -O1 -O2 -O3 -Os -Ofast -Og -Oz -g -g0 -g1 -g2 -g3 -ggdb -ggdb2 -ggdb3 -gdwarf -gdwarf-2 -gdwarf-3 -gdwarf-4 "
         "-gdwarf-5 -gline-tables-only -gsplit-dwarf!scatters -gz -p -pg "
         "-shared -static -static-pie -static-libgcc -static-libstdc++ -shared-libgcc -rdynamic -nostdlib -nostdlib++ -nostdinc "
         "-nostdinc++ -nodefaultlibs -nostartfiles -nolibc -no-pie -pie -s -r -u=text -arch=text -framework=text -F:read "
         "-target=text --target=text -stdlib=text --param=text -emit-llvm --analyze!scatters "
         "-march=text -mtune=text -mcpu=text -mfpu=text -mfloat-abi=text -mabi=text -mcmodel=text -m32 -m64 -mx32 -mthumb -marm "
         "-msse -msse2 -msse3 -mssse3 -msse4 -msse4.1 -msse4.2 -mavx -mavx2 -mavx512f -mavx512bw -mavx512vl -mfma -mbmi -mbmi2 "
         "-maes -mpclmul -mpopcnt -mlzcnt -mf16c -mno-red-zone -mno-avx -mmacosx-version-min=text "
         "-fPIC -fpic -fPIE -fpie -fno-pic -fno-pie -fno-plt -fexceptions -fno-exceptions -frtti -fno-rtti -fopenmp -fopenmp-simd "
         "-fopenacc -flto[=text] -fno-lto -ffat-lto-objects -fuse-linker-plugin -fwhole-program -fsanitize=text -fno-sanitize=text "
         "-fsanitize-recover=text -fno-sanitize-recover[=text] -fomit-frame-pointer -fno-omit-frame-pointer "
         "-fno-optimize-sibling-calls -fstack-protector -fstack-protector-strong -fstack-protector-all -fno-stack-protector "
         "-fstack-clash-protection -fcf-protection[=text] -fvisibility=text -fvisibility-inlines-hidden -ffast-math -fno-fast-math "
         "-fno-math-errno -fno-trapping-math -fstrict-aliasing -fno-strict-aliasing -fwrapv -ftrapv -fcommon -fno-common "
         "-funroll-loops -ffunction-sections -fdata-sections -fno-builtin -ffreestanding -fhosted -fsigned-char -funsigned-char "
         "-fshort-enums -fpermissive -fms-extensions -fgnu89-inline -finline-functions -fno-inline -ftree-vectorize "
         "-fno-tree-vectorize -fvectorize -fno-semantic-interposition -fno-asynchronous-unwind-tables -fno-unwind-tables "
         "-fconcepts -fcoroutines -fmodules-ts -fanalyzer -fsyntax-only -fmax-errors=text -ferror-limit=text "
         "-fdiagnostics-color[=text] -fdiagnostics-format=text -fno-diagnostics-color -fno-diagnostics-show-caret "
         "-fcolor-diagnostics -fno-color-diagnostics -fconstexpr-depth=text -fconstexpr-ops-limit=text -ftemplate-depth=text "
         "-ftemplate-backtrace-limit=text -fdebug-prefix-map=text -ffile-prefix-map=text -fmacro-prefix-map=text "
         "-fexec-charset=text -finput-charset=text -ftime-report -fcoverage-mapping -fstack-usage!scatters "
         "-fprofile-arcs!scatters -ftest-coverage!scatters -fprofile-generate[=write]!scatters -fprofile-use[=read] "
         "-fprofile-instr-generate[=write]!scatters -fprofile-instr-use[=read]",
         "read* <commands", option_style::words},
        {"nvcc", writes,
         "--version!looks -V!looks --help!looks -c -o=write -I:read -I=read -L:read -L=read -l:text -D:text -D=text -O0 -O1 -O2 -O3 -g -G -w "
         "-std=text -arch=text -gencode=text -x=text --use_fast_math -lineinfo -shared -Xptxas=load -Xcompiler=load -Xlinker=load "
         "-ccbin=program",
         "read* <commands", option_style::words},
        {"emcc|em++", writes,
         "--version!looks -c -o=write -O0 -O1 -O2 -O3 -Os -Oz -g -I:read -D:text -std=text -s=text",
         "read* <commands", option_style::words},
        // What a variable names is run: compilers, launchers, files of the project's.
        {"cmake|ccmake", runs | writes,
         "--version!looks -version!looks --help!looks -help!looks -S=read -S:read -B=write -B:write -D=load -D:load "
         "-DCMAKE_BUILD_TYPE=text -DCMAKE_EXPORT_COMPILE_COMMANDS=text -DCMAKE_CXX_STANDARD=text -DCMAKE_C_STANDARD=text "
         "-DCMAKE_POSITION_INDEPENDENT_CODE=text -DCMAKE_VERBOSE_MAKEFILE=text -DCMAKE_UNITY_BUILD=text "
         "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=text -DCMAKE_COLOR_DIAGNOSTICS=text -DCMAKE_OSX_ARCHITECTURES=text "
         "-DCMAKE_OSX_DEPLOYMENT_TARGET=text -DCMAKE_CUDA_ARCHITECTURES=text -DCMAKE_INSTALL_PREFIX=write -DBUILD_SHARED_LIBS=text "
         "-DBUILD_TESTING=text -DBUILD_TESTS=text -DBUILD_EXAMPLES=text -DBUILD_DOCS=text -DENABLE_TESTING=text "
         "-U=text -U:text -G=text -G:text -T=load -A=text -N -L -LA -LH -LAH "
         "-Wdev -Wno-dev -Wdeprecated -Wno-deprecated -Werror=text -Wno-error=text "
         "-C=code -P=code --preset=text --fresh --log-level=text --log-context --loglevel=text --toolchain=load --install-prefix=write "
         "--graphviz=write --system-information --warn-uninitialized --warn-unused-vars --no-warn-unused-cli --check-system-vars "
         "--compile-no-warning-as-error --trace --trace-expand --trace-format=text --trace-source=text --trace-redirect=write "
         "--profiling-output=write --profiling-format=text --debug-output --debug-find --debug-trycompile --build=write "
         "--install=write --target=text -t=text -j[=text] -j:text --parallel[=text] --config=text --clean-first --use-stderr -v "
         "--verbose --prefix=write --component=text --strip --list-presets[=text] --workflow --open=write -E=program; "
         "--help-command=text!looks --help-command-list --help-commands --help-module=text!looks --help-module-list "
         "--help-policy=text!looks --help-policy-list --help-property=text!looks --help-property-list --help-variable=text!looks "
         "--help-variable-list --help-manual=text!looks --help-manual-list --help-full",
         "read*", option_style::words},
        {"ctest", runs,
         "--version!looks -version!looks --help!looks --preset=text --list-presets -C=text --build-config=text --progress -V -VV "
         "--verbose --extra-verbose --debug --output-on-failure --stop-on-failure -F -j=text -j:text --parallel=text -Q --quiet "
         "-N --show-only[=text] -L=text --label-regex=text -R=text --tests-regex=text -E=text --exclude-regex=text -LE=text "
         "--label-exclude=text -FA=text -FS=text -FC=text -I=text -U --union --rerun-failed --repeat=text --repeat-until-fail=text "
         "--max-width=text --no-label-summary --no-subproject-summary --schedule-random --timeout=text --stop-time=text "
         "--print-labels --no-tests=text --test-load=text --test-output-size-passed=text --test-output-size-failed=text "
         "--test-dir=elsewhere -O=write --output-log=write --output-junit=write -S=code -SP=code --script=code -D=code "
         "--build-and-test!loads --build-makeprogram=program --test-command=program",
         {}, option_style::words},
        {"cpack", runs | writes,
         "--version!looks --help!looks -G=text -C=text -V --verbose --debug -B=write --config=load -D=load -R=text --preset=text "
         "--list-presets",
         {}, option_style::words},
        {"dotnet", runs | writes, "--list-sdks!looks --list-runtimes!looks --info --version", "subcommand"},
        {"dotnet exec", runs, {}, "script"},
        {"dotnet run", runs,
         "-c=text --configuration=text -f=text --framework=text -r=text --runtime=text --no-build --no-restore -v=text --verbosity=text "
         "--launch-profile=text --project=read -p=read",
         "read*"},
        {"dotnet nuget", installs | fetches | runs | writes, {}, "subcommand"},
        {"dotnet nuget push", sends,
         "-s=address --source=address -k=text --api-key=text --symbol-source=address --symbol-api-key=text "
         "--skip-duplicate --no-symbols --no-service-endpoint --timeout=text --interactive --force-english-output",
         "read*"},
        {"dotnet nuget delete", destroys | sends,
         "-s=address --source=address -k=text --api-key=text --no-service-endpoint --non-interactive --interactive",
         "text*"},
        {"dotnet nuget *", installs | fetches | runs | writes,
         "-n=text --name=text -s=address --source=address -u=text --username=text -p=text --password=text --store-password-in-clear-text "
         "--valid-authentication-types=text --configfile=load --format=text -v=text --verbosity=text -l --list -c --clear!deletes",
         "text*"},
        {"dotnet user-secrets", runs | writes, {}, "subcommand"},
        {"dotnet user-secrets list", runs | secrets, "-p=read --project=read --id=text --json -v --verbose -c=text --configuration=text", {}},
        {"dotnet user-secrets clear", runs | destroys, "-p=read --project=read --id=text -v --verbose -c=text --configuration=text", {}},
        {"dotnet user-secrets *", runs | writes, "-p=read --project=read --id=text -v --verbose -c=text --configuration=text", "text*"},
        {"dotnet ef", runs | writes, {}, "subcommand"},
        {"dotnet ef database", runs | writes, {}, "subcommand"},
        {"dotnet ef database drop", runs | destroys, dotnet_ef_options, {}},
        {"dotnet ef database *", runs | writes, dotnet_ef_options, "text*"},
        {"dotnet ef *", runs | writes, dotnet_ef_options, "text*"},
        {"dotnet add|remove|restore|tool|workload|new", installs | fetches | runs | writes,
         "-v=text --verbosity=text --version=text -g --global -n=text --name=text --no-restore --locked-mode -f=text --framework=text "
         "-s=address --source=address -o=write --output=write",
         "text*"},
        {"dotnet build|test|publish|pack|clean|msbuild|format|watch|list|sln|store|vstest", runs | writes,
         "-c=text --configuration=text -f=text --framework=text -r=text --runtime=text --no-build --no-restore --no-incremental --no-dependencies "
         "-v=text --verbosity=text --nologo -o=write --output=write --self-contained --filter=text -t --list-tests --blame --collect=load "
         "-l=load --logger=load -s=load --settings=load --results-directory=write --verify-no-changes --include=name --exclude=name "
         "--outdated --vulnerable --deprecated --include-transitive",
         "read*"},
        {"dotnet *", runs | writes, {}, "script"},
        {"msbuild", runs | writes, {}, "text*"},
        {"nuget", runs | writes, {}, "subcommand", option_style::words},
        {"nuget push", sends,
         "-Source=address -ApiKey=text -SymbolSource=address -SymbolApiKey=text -NoSymbols -SkipDuplicate -NonInteractive -Timeout=text",
         "read*", option_style::words},
        {"nuget delete", destroys | sends, "-Source=address -ApiKey=text -NoPrompt -NonInteractive", "text*", option_style::words},
        {"nuget *", runs | writes, {}, "text*", option_style::words},
        {"zig|shards|idris2|purs|gprbuild", runs | writes, {}, "text*"},
        {"rebar3|gleam", runs | writes, {}, "subcommand"},
        {"rebar3 publish", runs | sends, {}, "text*"},
        {"rebar3 hex|docs", runs | writes, {}, "subcommand"},
        {"rebar3 hex publish|retire|unretire|owner|cut|organization|remove", runs | sends, {}, "text*"},
        {"rebar3 hex revert", runs | destroys | sends, {}, "text*"},
        {"rebar3 hex *", runs | writes, {}, "text*"},
        {"rebar3 *", runs | writes, {}, "text*"},
        {"dub|lein|sbt|mill|nimble|spago|elm|alire|alr", runs | writes, {}, "subcommand"},
        {"dub publish|+publish|publishSigned|+publishSigned|*/publish|*/publishSigned|*.publish|*.publishAll|sonatype*|ci-release|release|"
         "deploy",
         runs | sends, {}, "text*"},
        {"dub *", runs | writes, {}, "subcommand"},
        {"dub * publish|+publish|publishSigned|+publishSigned|*/publish|*/publishSigned|*.publish|*.publishAll|sonatype*|ci-release|release|"
         "deploy",
         runs | sends, {}, "text*"},
        {"dub * *", runs | writes, {}, "text*"},
        {"stack|cabal|opam|dune|mix", runs | writes, "--version", "subcommand"},
        {"stack exec|cmd", runs, {}, "program"},
        {"stack run", runs, "-e=code --eval=code --no-halt", "read*"},
        {"stack eval", evaluates, {}, "code*"},
        {"stack upload|publish|hex.publish|hex.retire|hex.owner|hex.organization", runs | sends,
         "--yes --dry-run --replace --revert=text --organization=text --publish -d --documentation --candidate -u=text --username=text "
         "-P=text --test-tarball --ignore-check",
         "text*"},
        {"stack ecto.drop|ecto.reset|ecto.rollback|ash.tear_down|ash.reset|ash_postgres.drop|ash_postgres.rollback|event_store.drop",
         runs | destroys, ecto_options, "text*"},
        {"stack do", runs | writes, {}, "subcommand"},
        {"stack do ecto.drop*|ecto.reset*|ecto.rollback*|ash.tear_down*|ash.reset*", runs | destroys, ecto_options, "text*"},
        {"stack do *", runs | writes, ecto_options, "text*"},
        {"stack *", runs | writes,
         "--fast --trace --cover --failed --stale --only=text --exclude=text --include=text --seed=text --max-failures=text "
         "--warnings-as-errors --force --check-formatted --dry-run -v --verbose --no-deps-check --no-compile",
         "text*"},
        {"go", reads, "-C=elsewhere", "subcommand", option_style::words},
        {"go build|test|vet", runs | writes, go_build_options, "read* <data", option_style::words},
        {"go generate|tool|telemetry", runs | writes, go_build_options, "read*", option_style::words},
        {"go run", runs,
         "-a -n -p=text -race -v -work -x -mod=text -modcacherw -tags=text -trimpath -cover -buildvcs[=text] -exec=program "
         "-toolexec=program -ldflags=load -gcflags=load -asmflags=load -gccgoflags=load -overlay=load -modfile=load -C=elsewhere",
         "script", option_style::words},
        {"go list|doc|version|help|bug", fetches,
         "-f=text -json[=text] -m -u -versions -retracted -deps -test -e -find -compiled!runs -export!runs -all -c -cmd -short "
         "-src -v -mod=text -tags=text -toolexec=program -overlay=load -modfile=load -C=elsewhere",
         "read*", option_style::words},
        {"go env", looks, "-json -changed!outside -C=elsewhere -w!loads -u!loads", "variable* none!outside <data", option_style::words},
        {"go fmt|fix", writes | scatters, "-n -x -mod=text -C=elsewhere -fix=text", "write*", option_style::words},
        {"go get|install", installs | fetches | writes,
         "-d -t -u[=text] -v -x -n -a -race -tags=text -trimpath -mod=text -tool -toolexec=program -ldflags=load -gcflags=load "
         "-gccgoflags=load -overlay=load -modfile=load -C=elsewhere",
         "text*", option_style::words},
        {"go clean", deletes, "-n -x -i -r -cache -testcache -modcache -fuzzcache -C=elsewhere", "text*", option_style::words},
        {"go mod|work", reads, {}, "subcommand", option_style::words},
        {"go mod tidy|download|init|edit|vendor|sync|use", fetches | writes,
         "-v -x -e -json -go=text -compat=text -diff -r -o=write -fmt -print -module=text -require=text -droprequire=text "
         "-replace=text -dropreplace=text -exclude=text -dropexclude=text -toolchain=text -C=elsewhere",
         "text*", option_style::words},
        {"go mod verify|why|graph", fetches, "-m -vendor -go=text -x -C=elsewhere", "text*", option_style::words},
        {"gofmt", looks | recurses, "-l!names -d!mixes -e -s -r=pattern -w!writes!here -cpuprofile=write", "read* <data", option_style::words},
        {"goimports|gofumpt|gci", reads | recurses,
         "-l -d -e -v -local=text -w!writes!here -write!writes!here -srcdir=read",
         "read* <data", option_style::words},
        {"golangci-lint", runs,
         "--version!looks --fix!writes --fast -E=text --enable=text -D=text --disable=text --enable-all --disable-all --enable-only=text "
         "--timeout=text --tests --build-tags=text --new --new-from-rev=text --new-from-patch=read --max-issues-per-linter=text "
         "--max-same-issues=text --issues-exit-code=text --out-format=built_in --color=text -v --verbose --no-config "
         "--concurrency=text -j=text --allow-parallel-runners --whole-files --path-prefix=text -c=load --config=load",
         "read*"},
        {"staticcheck|revive|govulncheck|errcheck|ineffassign|golint", runs,
         "-version!looks -checks=text -f=text -formatter=text -tags=text -tests -json -test -show=text -exclude=read -ignore=text -blank "
         "-config=load",
         "read*", option_style::words},
        // Tasks are the project's, but for those of the plug-ins that it uses.
        {"gradle|gradlew", runs | writes, gradle_options, "subcommand", option_style::words},
        {"gradle publishToMavenLocal|*:publishToMavenLocal|publish*ToMavenLocal|*:publish*ToMavenLocal",
         runs | writes, gradle_options, "text*", option_style::words},
        {"gradle publish|publish*|*:publish|*:publish*|uploadArchives|*:uploadArchives|bintrayUpload|*:bintrayUpload|artifactoryPublish|"
         "*:artifactoryPublish|closeAndRelease*|release*Staging*|appDistributionUpload*|*:appDistributionUpload*|jib|*:jib|dockerPush*|*:dockerPush*",
         runs | sends, gradle_options, "text*", option_style::words},
        {"gradle flywayClean|*:flywayClean|flywayUndo|*:flywayUndo|dropAll|*:dropAll|rollbackCount|*:rollbackCount",
         runs | destroys, gradle_options, "text*", option_style::words},
        {"gradle *", runs | writes, gradle_options, "subcommand", option_style::words},
        {"gradle * publishToMavenLocal|*:publishToMavenLocal|publish*ToMavenLocal|*:publish*ToMavenLocal",
         runs | writes, gradle_options, "text*", option_style::words},
        {"gradle * publish|publish*|*:publish|*:publish*|uploadArchives|*:uploadArchives|bintrayUpload|*:bintrayUpload|artifactoryPublish|"
         "*:artifactoryPublish|closeAndRelease*|release*Staging*|appDistributionUpload*|*:appDistributionUpload*|jib|*:jib|dockerPush*|*:dockerPush*",
         runs | sends, gradle_options, "text*", option_style::words},
        {"gradle * flywayClean|*:flywayClean|flywayUndo|*:flywayUndo|dropAll|*:dropAll|rollbackCount|*:rollbackCount",
         runs | destroys, gradle_options, "text*", option_style::words},
        {"gradle * *", runs | writes, gradle_options, "text*", option_style::words},
        // A property may name what a plug-in runs: `-Dexec.executable=`.
        {"mvn|mvnw|mvnd", runs | writes, mvn_options, "subcommand", option_style::words},
        {"mvn deploy|*:deploy|*:deploy-file|*:sign-and-deploy-file|site-deploy|site:stage-deploy|release:perform|release:prepare|*:release|"
         "*:rc-release|jib:build|*:push|scm:checkin|scm:tag|wagon:upload*|central-publishing:publish",
         runs | sends, mvn_options, "text*", option_style::words},
        {"mvn flyway:clean|*:flyway-maven-plugin:*clean|flyway:undo|liquibase:dropAll|liquibase:rollback*|*:dropAll",
         runs | destroys, mvn_options, "text*", option_style::words},
        {"mvn *", runs | writes, mvn_options, "subcommand", option_style::words},
        {"mvn * deploy|*:deploy|*:deploy-file|*:sign-and-deploy-file|site-deploy|site:stage-deploy|release:perform|release:prepare|*:release|"
         "*:rc-release|jib:build|*:push|scm:checkin|scm:tag|wagon:upload*|central-publishing:publish",
         runs | sends, mvn_options, "text*", option_style::words},
        {"mvn * flyway:clean|*:flyway-maven-plugin:*clean|flyway:undo|liquibase:dropAll|liquibase:rollback*|*:dropAll",
         runs | destroys, mvn_options, "text*", option_style::words},
        {"mvn * *", runs | writes, mvn_options, "text*", option_style::words},
        {"java", runs,
         "-version!looks --version!looks --help!looks -help!looks --list-modules!looks -showversion --show-version @=load "
         "-jar=script -cp=read -classpath=read --class-path=read -p=read --module-path=read -m=script --module=script -D:text "
         "-Xmx:text -Xms:text -Xss:text -Xmn:text -ea -da -esa -dsa -enableassertions -disableassertions --enable-preview "
         "--add-opens=text --add-modules=text --add-exports=text --add-reads=text --limit-modules=text --source=text -verbose "
         "-Xlog -Xlog:text -verbose:text -ea:text -da:text -Xdebug -Xint -Xcomp -Xmixed -server -client -X "
         "-XX:+UseG1GC -XX:+UseParallelGC -XX:+UseSerialGC -XX:+UseZGC -XX:+UseShenandoahGC -XX:+UseStringDeduplication "
         "-XX:+ExitOnOutOfMemoryError -XX:+HeapDumpOnOutOfMemoryError!scatters -XX:HeapDumpPath=write -XX:+PrintFlagsFinal "
         "-XX:+UnlockExperimentalVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+EnableDynamicAgentLoading -XX:-UsePerfData "
         "-XX:MaxRAMPercentage=text -XX:InitialRAMPercentage=text -XX:MaxMetaspaceSize=text -XX:MetaspaceSize=text "
         "-XX:MaxDirectMemorySize=text -XX:ReservedCodeCacheSize=text -XX:ActiveProcessorCount=text -XX:TieredStopAtLevel=text "
         "-XX:OnError=code -XX:OnOutOfMemoryError=code -XX:Flags=load -XX:VMOptionsFile=load -Xbootclasspath:load -Xrun:load "
         "-agentlib:load -agentpath:load -javaagent:load",
         "script", option_style::words},
        // A class path may hold annotation processors, which are run.
        {"javac", runs | writes,
         "-version!looks --version!looks --help!looks -help!looks @=load -d=write -s=write -h=write -cp=read -classpath=read "
         "--class-path=read -sourcepath=read --source-path=read -p=read --module-path=read --module-source-path=read -m=text "
         "--module=text --release=text -source=text --source=text -target=text --target=text -encoding=text -g -nowarn -parameters "
         "-deprecation -verbose -Werror -Xlint -Xlint:text -g:text -proc:text --enable-preview --add-modules=text --add-exports=text "
         "-processor=load -processorpath=load --processor-path=load -J:load -Xplugin:load -plugin=load -A:load",
         "read*", option_style::words},
        {"javap", looks,
         "-version!looks -c -p -private -public -protected -package -v -verbose -l -s -sysinfo -constants -cp=read -classpath=read "
         "--class-path=read --module=text -m=text -J:load",
         "read*", option_style::words},
        {"jar", writes,
         "t!looks x!scatters c u v 0 M f=archive m=read e=text i=write C=elsewhere -t!looks --list!looks -x!scatters "
         "--extract!scatters -c --create -u --update -f=archive --file=archive -m=read --manifest=read -e=text --main-class=text "
         "-d!looks --describe-module!looks -v --verbose -0 --no-compress -M --no-manifest -C=elsewhere -J=load",
         "read*", option_style::bare},
        // With a word it asks another machine.
        {"jps", looks, "-lmvVq", {}},
        // What stands behind the process is run by its machine; with none that is `help`.
        {"jcmd", reads, "-lh -f=code", "text text!evaluates*"},
        {"kotlinc|scalac|javadoc|jdeps|jlink|jpackage|jstack|jmap|jstat|jinfo|keytool", runs | writes,
         "-version!looks --version!looks -d=write -cp=read -classpath=read --class-path=read --module-path=read -verbose "
         "-processor=load -processorpath=load --processor-path=load -J:load -Xplugin:load -plugin=load",
         "read*", option_style::words},
        {"just", runs,
         "--version!looks -V!looks -l --list --summary -n --dry-run -q --quiet -v --verbose -u --unsorted --evaluate --dump --fmt!writes "
         "--check --unstable "
         "--yes -s=text --show=text --color=text --no-deps --dotenv-filename=load --dotenv-path=load "
         "-f=elsewhere --justfile=elsewhere -d=elsewhere --working-directory=elsewhere --shell=program --shell-arg=code --set=code "
         "--command=program -c=program --choose --chooser=shell",
         "make*"},
        // Other rules than those of the folder run other commands, and so do variables.
        {"make|gmake|remake", runs,
         "--version!looks -v!looks --help!looks -h!looks -# -bBdeikLmnpqrRsStw -O[=text] -f=elsewhere -C=elsewhere -I=load -j[=text] "
         "-l[=text] -o=text -W=text -E=code --eval=code --file=elsewhere --makefile=elsewhere --directory=elsewhere "
         "--include-dir=load --always-make --debug[=text] --environment-overrides --ignore-errors --jobs[=text] "
         "--jobserver-auth=text --keep-going --load-average[=text] --max-load[=text] --check-symlink-times --just-print --dry-run "
         "--recon --old-file=text --assume-old=text --output-sync[=text] --print-data-base --question --no-builtin-rules "
         "--no-builtin-variables --silent --quiet --no-keep-going --stop --touch --trace --print-directory --no-print-directory "
         "--what-if=text --new-file=text --assume-new=text --warn-undefined-variables --shuffle[=text]",
         "make*"},
        {"bmake|nmake", runs, "-BeiknqrsSt -f=elsewhere -C=elsewhere -I=load -j=text -m=load -D=code", "make*"},
        {"meson", runs | writes, "--version!looks", "subcommand"},
        {"meson setup|configure|compile|test|install|dist|init|introspect|rewrite|wrap|subprojects|format", runs | writes,
         "-D=load --buildtype=text --prefix=write --reconfigure --wipe --warnlevel=text --werror --default-library=text "
         "--backend=text --unity=text --native-file=load --cross-file=load -C=elsewhere -j=text --clean --ninja-args=load -v "
         "--verbose -q --quiet --list --suite=text --no-suite=text --no-rebuild --repeat=text --print-errorlogs --benchmark "
         "--timeout-multiplier=text -t=text --num-processes=text --logbase=text --maxfail=text --destdir=write --all --targets "
         "--tests --buildoptions --dependencies --installed --projectinfo -i --wrapper=program --wrap=program --gdb --gdb-path=program",
         "text*"},
        {"ninja|samu", runs,
         "--version!looks -C=elsewhere -f=elsewhere -j=text -k=text -l=text -n -v -t=text -d=text -w=text --verbose --quiet",
         "text*"},
        {"rustc", runs | writes,
         "-o=write -C=load --codegen=load -Z=load --print=text -L=read -l=text --extern=read --emit=text --crate-type=text "
         "--crate-name=text --edition=text --target=text --cfg=text --check-cfg=text --cap-lints=text -A=text -W=text -D=text "
         "-F=text -gOvV --verbose --version --test --explain=text --error-format=text --color=text --out-dir=write",
         "read*"},
        {"prettier", runs | writes,
         "--version!looks --help!looks -v!looks -h!looks --check -c --write -w -l --list-different --no-config --no-editorconfig "
         "-u --ignore-unknown --log-level=text --loglevel=text --stdin-filepath=name --tab-width=text --print-width=text --use-tabs "
         "--no-semi --single-quote --quote-props=text --jsx-single-quote --trailing-comma=text --no-bracket-spacing "
         "--bracket-same-line --arrow-parens=text --prose-wrap=text --end-of-line=text --html-whitespace-sensitivity=text "
         "--embedded-language-formatting=text --single-attribute-per-line --find-config-path=name --file-info=name --support-info "
         "--cache --cache-location=write --cache-strategy=text --with-node-modules --no-error-on-unmatched-pattern --color "
         "--no-color --config-precedence=text --ignore-path=read --config=load --plugin=load --parser=built_in",
         "read* <data"},
        {"eslint", runs | writes,
         "--version!looks -v!looks --help!looks -h!looks --no-config-lookup --no-eslintrc --env=text --ext=text --global=text "
         "--parser-options=text --rule=text --fix --fix-dry-run --fix-type=text --no-ignore --ignore-pattern=name_glob --stdin "
         "--stdin-filename=name --quiet --max-warnings=text --exit-on-fatal-error --no-warn-ignored --color --no-color "
         "--no-inline-config --report-unused-disable-directives --report-unused-disable-directives-severity=text --cache "
         "--cache-strategy=text --no-error-on-unmatched-pattern --pass-on-no-patterns --debug --env-info --print-config=read "
         "--stats --flag=text --ignore-path=read -o=write --output-file=write --cache-file=write --cache-location=write "
         "-c=load --config=load --parser=load --plugin=load --rulesdir=load --resolve-plugins-relative-to=load "
         "-f=built_in --format=built_in",
         "read* <data"},
        {"black", writes | here,
         "--version!looks --help!looks -h!looks -l=text --line-length=text -t=text --target-version=text --pyi --ipynb -SC "
         "--skip-string-normalization --skip-magic-trailing-comma --preview --unstable --check --diff --color --no-color --fast "
         "--safe --include=regex --exclude=regex --extend-exclude=regex --force-exclude=regex --stdin-filename=name -W=text "
         "--workers=text -q --quiet -v --verbose -c=text --code=text --required-version=text --config=load",
         "read* <data"},
        {"isort", runs | writes,
         "--version!looks --check --check-only -c --diff --profile=text -l=text --line-length=text -q --quiet -v --verbose --atomic "
         "--float-to-top --force-single-line --skip=name --skip-glob=name_glob --stdout --settings-path=load --settings-file=load",
         "read* <data"},
        {"ruff", writes | here,
         "--version!looks -V!looks --help!looks -h!looks -q --quiet -v --verbose -s --silent --isolated --config=load",
         "subcommand*"},
        // What these tell is the same in each project.
        {"ruff rule|config|linter|version", looks, "--all --output-format=text", "text"},
        {"ruff check|format|clean", writes | here,
         "--fix --unsafe-fixes --no-fix --fix-only --diff --check --show-files --show-settings --select=text --ignore=text "
         "--extend-select=text --extend-ignore=text --fixable=text --unfixable=text --exclude=name_glob --extend-exclude=name_glob "
         "--force-exclude --respect-gitignore --no-respect-gitignore --output-format=text -o=write --output-file=write "
         "--target-version=text --preview --no-preview --statistics -n --no-cache --cache-dir=write -e --exit-zero "
         "--exit-non-zero-on-fix --add-noqa -w --watch --stdin-filename=name --per-file-ignores=text --line-length=text --all",
         "read* <data"},
        {"rubocop|standardrb", runs | writes,
         "--version!looks -v!looks -a -A -x --autocorrect --autocorrect-all --fix-layout --parallel --no-parallel -D --display-cop-names "
         "-E --extra-details -S --display-style-guide -l --lint -L --list-target-files --only=text --except=text --fail-level=text "
         "-F --fail-fast --cache=text --no-color --color --force-exclusion -s=name --stdin=name -o=write --out=write "
         "-c=load --config=load -r=load --require=load -f=built_in --format=built_in --auto-gen-config",
         "read*"},
        {"clang-format", looks,
         "--version!looks @=load -i!writes!here -n --dry-run -dump-config!looks --dump-config!looks --Werror -Werror -Wno-error=text "
         "--Wno-error=text -qualifier-alignment=text --qualifier-alignment=text -fail-on-incomplete-format --fail-on-incomplete-format "
         "-style=built_in --style=built_in --fallback-style=text -fallback-style=text --sort-includes "
         "-output-replacements-xml --output-replacements-xml --lines=text -lines=text --offset=text --length=text --cursor=text "
         "-assume-filename=name --assume-filename=name --verbose --files=list --ferror-limit=text",
         "read* covers!writes <data", option_style::words},
        {"shfmt", looks | recurses,
         "--version!looks -l!names --list!names -w!writes!here --write!writes!here -d!mixes --diff!mixes -s --simplify "
         "-i=text --indent=text -bn --binary-next-line -ci --case-indent "
         "-sr --space-redirects -kp --keep-padding -fn --func-next-line -mn --minify -ln=text --language-dialect=text -p --posix "
         "-f!names --find!names --filename=name -filename=name",
         "read* covers!writes <data", option_style::words},
        {"biome|oxlint|dprint", runs | writes,
         "--version!looks --write --apply --unsafe --fix --changed --staged --since=text --quiet --verbose --colors=text --reporter=text "
         "--max-diagnostics=text --diagnostic-level=text --no-errors-on-unmatched --formatter-enabled=text --linter-enabled=text "
         "--config-path=load --config=load -c=load",
         "read* <data"},
        {"rustfmt|autopep8|yapf|stylelint|swiftformat|swiftlint|ktlint|google-java-format|scalafmt|ormolu|fourmolu|stylua|taplo|"
         "standard|xo|php-cs-fixer|pint|phpcbf|nixfmt|alejandra",
         runs | writes,
         "--check --fix --diff --dry-run --quiet --verbose --edition=text --plugin=load --config-path=load --rulesdir=load "
         "--parser=load --config=load --require=load --formatter=load --custom-formatter=load --custom-syntax=load",
         "read*"},
        {"buf", runs | writes, {}, "subcommand"},
        {"buf push", sends,
         "--branch=text --draft --tag=text -t=text --label=text --create --create-visibility=text --git-metadata --source-control-url=text "
         "--exclude-unnamed --error-format=text",
         "read"},
        {"buf *", runs | writes, "--check --fix --diff --quiet --verbose --config=load", "read*"},
        // It reads the scripts, and with `-x` those that they source.
        {"shellcheck", looks,
         "--version!looks -V!looks --help!looks -a --check-sourced!outside -C[=text] --color[=text] -i=text --include=text -e=text "
         "--exclude=text --extended-analysis=text -f=text --format=text --list-optional --norc --rcfile=read -o=text --enable=text "
         "-P=read --source-path=read -s=text --shell=text -S=text --severity=text -W=text --wiki-link-count=text "
         "-x!outside --external-sources!outside",
         "read* <data"},
        {"tsc|vue-tsc|svelte-check|tsd", runs | writes,
         "--version!looks -v!looks --help!looks -h!looks --all --noEmit --strict --pretty[=text] --watch -w --incremental "
         "--skipLibCheck --listFiles --listFilesOnly --listEmittedFiles --showConfig --traceResolution --diagnostics "
         "--extendedDiagnostics --explainFiles --force -f --dry -d --declaration --emitDeclarationOnly --sourceMap --inlineSourceMap "
         "--removeComments --noEmitOnError --noImplicitAny --noUnusedLocals --noUnusedParameters --noErrorTruncation --esModuleInterop "
         "--resolveJsonModule --allowJs --checkJs --isolatedModules --experimentalDecorators --downlevelIteration --preserveWatchOutput "
         "--target=text -t=text --module=text -m=text --moduleResolution=text --lib=text --jsx=text --types=text --init!writes "
         "-p=read --project=read -b --build --outDir=write --outFile=write --declarationDir=write --tsBuildInfoFile=write "
         "--generateTrace=write --generateCpuProfile=write --rootDir=read --baseUrl=read --typeRoots=read --threshold=text --output=text "
         "--tsconfig=read --plugins=load @=load",
         "read*", option_style::words},
        {"mypy", runs,
         "@=load --version!looks -V!looks --help!looks -h!looks --strict --ignore-missing-imports --follow-imports=text --no-error-summary "
         "--pretty --no-pretty --show-error-codes --hide-error-codes --show-column-numbers --show-error-context --show-traceback "
         "--no-incremental --check-untyped-defs --disallow-untyped-defs --disallow-untyped-calls --disallow-incomplete-defs "
         "--disallow-any-generics --warn-unused-ignores --warn-redundant-casts --warn-unreachable --warn-return-any "
         "--no-implicit-optional --strict-optional --namespace-packages --explicit-package-bases --python-version=text --platform=text "
         "--exclude=regex --disable-error-code=text --enable-error-code=text --config-file=load --python-executable=program "
         "--install-types!installs --non-interactive --cache-dir=write --junit-xml=write --html-report=write --txt-report=write "
         "--xml-report=write --custom-typeshed-dir=load --shadow-file=read+read -v --verbose -p=text --package=text -m=text --module=text -c=text",
         "read*"},
        {"pyright|basedpyright", runs,
         "--outputjson --stats --verbose --warnings -w --watch --level=text --dependencies --ignoreexternal --lib "
         "--skipunannotated --pythonversion=text --pythonplatform=text --threads --createstub=text!writes --verifytypes=text "
         "-p=load --project=load --pythonpath=program --typeshedpath=load --venvpath=load -v=load",
         "read* <data"},
        {"pylint", runs,
         "--disable=text -d=text --enable=text -e=text -E --errors-only --output-format=built_in -f=built_in -j=text --jobs=text -s=text --score=text "
         "-r=text --reports=text --msg-template=text --max-line-length=text --recursive=text --ignore=name --ignore-patterns=name_regex "
         "--ignore-paths=name_regex --fail-under=text --fail-on=text --exit-zero -v --verbose --list-msgs --rcfile=load --load-plugins=load "
         "--init-hook=code --output=write --py-version=text --extension-pkg-allow-list=load --unsafe-load-any-extension=load",
         "read*"},
        {"flake8|pycodestyle|pyflakes", runs,
         "--select=text --ignore=text --extend-select=text --extend-ignore=text --max-line-length=text --max-complexity=text --count "
         "--statistics --show-source -q -v --quiet --verbose --format=built_in --exclude=name_glob --extend-exclude=name_glob "
         "--filename=name_glob --per-file-ignores=text --exit-zero --disable-noqa --isolated --doctests -j=text --jobs=text "
         "--config=load --append-config=load --enable-extensions=load --output-file=write --tee --stdin-display-name=name",
         "read* <data"},
        {"clang-tidy", runs,
         "--version!looks -version!looks -checks=text --checks=text -header-filter=text --header-filter=text -p=load --quiet -quiet "
         "--warnings-as-errors=text -warnings-as-errors=text --use-color -j=text --list-checks!looks -list-checks!looks "
         "--explain-config -explain-config --dump-config!looks -dump-config!looks -fix!writes --fix!writes -fix-errors!writes "
         "--fix-errors!writes -fix-notes!writes --fix-notes!writes "
         "-export-fixes=write --export-fixes=write -load=load --load=load --config-file=load -config-file=load --config=load -config=load "
         "--extra-arg=load -extra-arg=load --extra-arg-before=load -extra-arg-before=load --vfsoverlay=load --line-filter=text --format-style=text",
         "read*", option_style::words},
        {"cppcheck", runs,
         "--version!looks --enable=text --disable=text --std=text --language=text -q --quiet -v --verbose -j=text --force -f --inconclusive "
         "--inline-suppr --suppress=text --suppressions-list=read --error-exitcode=text --template=text --xml --xml-version=text "
         "--platform=text --max-configs=text -D=text -U=text -I=read -i=name --file-list=list --project=load --addon=load "
         "--addon-python=program --library=load --rule-file=load --output-file=write --cppcheck-build-dir=write --dump!scatters",
         "read*"},
        {"yamllint", runs,
         "--version!looks -v!looks -s --strict -f=text --format=text --no-warnings --list-files -c=load --config-file=load -d=load "
         "--config-data=load",
         "read* <data"},
        {"hadolint", looks,
         "--version!looks -v!looks -V --verbose --strict-labels --disable-ignore-pragma --require-label=text --file-path-in-report=text "
         "-t=text -f=text --format=text --no-fail --no-color --ignore=text --failure-threshold=text "
         "--trusted-registry=text --error=text --warning=text --info=text --style=text -c=load --config=load",
         "read* <data"},
        {"markdownlint|markdownlint-cli2", runs | writes,
         "--version!looks --fix --json -q --quiet -s --stdin --enable=text --disable=text --dot --ignore=name -i=name "
         "-p=read --ignore-path=read -o=write --output=write -c=load --config=load -r=load --rules=load --configPointer=text",
         "read* <data"},
        {"actionlint", runs,
         "-version!looks -verbose -no-color -color -oneline -ignore=text -format=text -init-config!writes -config-file=load "
         "-shellcheck=program -pyflakes=program",
         "read*", option_style::words},
        {"codespell|typos", runs,
         "--version!looks -w --write-changes!writes -q=text --quiet-level=text -S=name_glob --skip=name_glob -L=text --ignore-words-list=text "
         "-I=read --ignore-words=read -D=read --dictionary=read --builtin=text --count --check-filenames --check-hidden -f -C=text --context=text "
         "--format=text --diff --exclude=name_glob --config=load --toml=load",
         "read* <data"},
        {"semgrep", runs,
         "--version!looks -q --quiet -v --verbose --json --config=load -c=load --output=write -o=write", "subcommand"},
        {"semgrep scan", runs | fetches, "-q --quiet -v --verbose --json --config=load -c=load --output=write -o=write", "read*"},
        {"semgrep publish|login|logout|ci", runs | sends, {}, "text*"},
        {"trivy", runs, "--version!looks -v!looks -q --quiet -c=load --config=load", "subcommand"},
        {"trivy fs|filesystem|rootfs|config|conf|sbom", runs | fetches,
         "-q --quiet --config=load -c=load --output=write -o=write", "read*"},
        {"trivy image|i", runs | fetches, "-q --quiet --config=load -c=load --output=write -o=write", "text"},
        {"trivy plugin|plugins|p|module|m", installs | fetches | runs, {}, "text!loads*"},
        {"checkov|tflint|bandit|detekt|phpstan|psalm|vale|knip|depcheck|madge|vulture|ty|"
         "include-what-you-use|errorprone|clangd",
         runs,
         "-q --quiet -v --verbose --json --config=load --config-file=load -c=load --output=write -o=write --fix!writes --plugin=load",
         "read*"},
        {"pytest|py.test", runs,
         "-qvxslh --verbose --quiet --exitfirst --showlocals --no-showlocals --verbosity=text -k=text -m=text -r=text --tb=text "
         "--maxfail=text --collect-only --co --last-failed --lf --failed-first --ff --new-first --nf --cache-show[=text] "
         "--cache-clear --last-failed-no-failures=text --lfnf=text --stepwise --sw --stepwise-skip --sw-skip --durations=text "
         "--durations-min=text --no-header --no-summary --disable-warnings --disable-pytest-warnings --full-trace --color=text "
         "--code-highlight=text --capture=text --show-capture=text --runxfail --markers --strict-markers --strict-config --strict "
         "--fixtures --funcargs --fixtures-per-test --setup-only --setup-show --setup-plan --doctest-modules --doctest-glob=name_glob "
         "--doctest-ignore-import-errors --doctest-continue-on-failure --import-mode=text --keep-duplicates --ignore=name "
         "--ignore-glob=name_glob --deselect=text --noconftest --collect-in-virtualenv --assert=text --xfail-tb --pdb --trace "
         "--log-level=text --log-cli-level=text --log-format=text --log-date-format=text --log-file-level=text --junit-prefix=text "
         "-n=text --numprocesses=text --dist=text --maxprocesses=text --timeout=text --timeout-method=text --reruns=text "
         "--reruns-delay=text -p=load -c=load --config-file=load --confcutdir=load --pyargs -o=load --override-ini=load "
         "-W=load --pythonwarnings=load --pdbcls=load --trace-config --debug=write --rootdir=elsewhere --basetemp=write "
         "--junitxml=write --junit-xml=write --log-file=write --pastebin=text!sends "
         "--cov[=text] --cov-report=text --cov-append --cov-branch --no-cov --no-cov-on-fail --cov-fail-under=text --cov-config=load "
         "--cov-context=text "
         "--benchmark-only --benchmark-skip --asyncio-mode=text --randomly-seed=text --snapshot-update!writes --html=write --self-contained-html",
         "read* <data"},
        // Options: behind `--bail` and the like a number may stand, or a file.
        {"jest", runs,
         "--all -b[=text] --bail[=text] --cache --no-cache --changedFilesWithAncestor --changedSince=text --ci --clearCache!deletes "
         "--clearMocks --collectCoverage --coverage[=text] --collectCoverageFrom=name_glob --coverageReporters=text --coverageThreshold=text "
         "--coverageProvider=text --color --colors --no-color --debug --detectOpenHandles --detectLeaks --errorOnDeprecated -e --expand "
         "-f --onlyFailures --findRelatedTests --forceExit -i --runInBand --json --lastCommit --listTests --logHeapUsage "
         "-w=text --maxWorkers=text --maxConcurrency=text --noStackTrace --notify --onlyChanged -o --passWithNoTests --randomize --seed=text "
         "--resetMocks --resetModules --restoreMocks --runTestsByPath --selectProjects=text --ignoreProjects=text --shard=text "
         "--showConfig --showSeed --silent -t=text --testNamePattern=text --testPathPattern=text --testPathPatterns=text "
         "--testPathIgnorePatterns=text --testMatch=name_glob --testRegex=name_regex --testTimeout=text -u --updateSnapshot "
         "--useStderr --verbose --watch --watchAll[=text] --no-watchman --watchman[=text] --workerThreads "
         "--outputFile=write --coverageDirectory=write --cacheDirectory=write "
         "-c=load --config=load --env=built_in --environment=built_in --filter=load --globalSetup=load --globalTeardown=load "
         "--modulePaths=load --preset=load --projects=load --reporters=built_in --resolver=load --rootDir=elsewhere --roots=load --runner=load "
         "--setupFiles=load --setupFilesAfterEnv=load --snapshotSerializers=load --testEnvironment=built_in --testResultsProcessor=load "
         "--testRunner=load --testSequencer=load --transform=load --watchPlugins=load",
         "read* <data"},
        {"vitest", runs,
         "-u --update -w --watch --no-watch --run -t=text --testNamePattern=text --coverage --coverage.enabled --coverage.reporter=text "
         "--coverage.provider=text --silent[=text] --hideSkippedTests --ui --open --changed[=text] --shard=text --sequence.shuffle "
         "--sequence.seed=text "
         "--bail=text --retry=text --passWithNoTests --allowOnly --no-allowOnly --dom --logHeapUsage --typecheck --project=text --exclude=name_glob "
         "--testTimeout=text --hookTimeout=text --teardownTimeout=text --maxWorkers=text --minWorkers=text --pool=built_in --poolOptions=load "
         "--no-file-parallelism "
         "--no-isolate --isolate --globals --color --no-color --mode=text --printConsoleTrace --expandSnapshotDiff --clearScreen "
         "--no-clearScreen --related --json[=text] "
         "--outputFile=write --coverage.reportsDirectory=write -r=elsewhere --root=elsewhere --dir=elsewhere -c=load --config=load "
         "--environment=built_in --reporter=built_in --globalSetup=load --setupFiles=load --workspace=load --api[=text] --browser[=text]",
         "read* <data"},
        {"mocha", runs,
         "-g=text --grep=text -f=text --fgrep=text -i --invert -b --bail -C --no-color -c --color --colors -t=text --timeout=text -s=text "
         "--slow=text "
         "-u=built_in --ui=built_in -R=built_in --reporter=built_in -O=load --reporter-options=load -r=load --require=load --config=load --package=load --opts=load "
         "--recursive --sort -w --watch --watch-files=name_glob --watch-ignore=name_glob --exit --no-exit --full-trace --inline-diffs "
         "--no-diff --diff -j=text --jobs=text "
         "-p --parallel --retries=text --forbid-only --forbid-pending --check-leaks --dry-run --extension=text --ignore=name "
         "--exclude=name --file=load --spec=read "
         "--fail-zero --pass-on-failing-test-suite --delay -A --async-only --allow-uncaught",
         "read* <data"},
        {"rspec", runs,
         "-bnw -f=built_in --backtrace --fail-fast[=text] --no-fail-fast --color --no-color -c -p --profile[=text] --dry-run -e=text --example=text "
         "-E=text --example-matches=text -t=text --tag=text --only-failures --next-failure --seed=text --order=text -P=name_glob "
         "--pattern=name_glob "
         "--exclude-pattern=name_glob --bisect -O=load --options=load -I=load -r=load --require=load --default-path=read -o=write "
         "--out=write --format=built_in --force-color --deprecation-out=write",
         "read*"},
        {"phpunit|pest", runs,
         "--filter=text --testsuite=text --group=text --exclude-group=text --list-tests --list-suites --list-groups "
         "--stop-on-failure --stop-on-error "
         "--testdox --colors[=text] --verbose -v --debug --no-coverage --coverage-text[=write] --coverage-html=write "
         "--coverage-clover=write --log-junit=write "
         "--random-order --order-by=text --no-progress --display-warnings --display-deprecations --parallel -p --compact --bail "
         "-c=load --configuration=load --bootstrap=load --extension=load --printer=load --loader=load -d=load --include-path=load --prepend=load",
         "read*"},
        {"playwright", runs, "--version!looks", "subcommand"},
        {"playwright test", runs,
         "--headed --debug --ui -g=text --grep=text --grep-invert=text -j=text --workers=text --project=text -x --max-failures=text "
         "--retries=text --repeat-each=text "
         "--reporter=built_in --shard=text --timeout=text --trace=text --list --last-failed --only-changed[=text] --forbid-only "
         "--fully-parallel --pass-with-no-tests --quiet "
         "-u --update-snapshots --browser=text --no-deps -c=load --config=load --output=write --tsconfig=load",
         "read*"},
        {"playwright install|install-deps|uninstall", installs | fetches | rights, "--with-deps --force --dry-run --all", "text*"},
        {"playwright *", runs | fetches | writes, "-b=text --browser=text -o=write --output=write", "text*"},
        {"cypress", runs, {}, "subcommand"},
        {"cypress run|open|verify|info|cache|version", runs,
         "-b=text --browser=text -e=text --env=text --headed --headless -q --quiet -s=read --spec=read --component --e2e --parallel "
         "--record!sends --group=text --tag=text "
         "-k=text --key=text -p=text --port=text --no-exit --no-runner-ui -r=built_in --reporter=built_in -o=load --reporter-options=load -C=load "
         "--config-file=load -c=load --config=load -P=elsewhere --project=elsewhere",
         "text*"},
        {"coverage", runs, "--version!looks", "subcommand"},
        {"coverage run", runs,
         "-m=script --module=script -a --append --branch -p --parallel-mode --source=text --include=text --omit=text --timid --rcfile=load "
         "--data-file=write --concurrency=text --context=text",
         "script"},
        {"coverage report|html|xml|json|lcov|combine|annotate", runs | writes,
         "-m --show-missing --skip-covered --skip-empty --fail-under=text --include=text --omit=text -i --ignore-errors --precision=text "
         "--sort=text --format=text -q --quiet --keep -a --append -o=write -d=write --directory=write --rcfile=load --data-file=read "
         "--title=text --pretty-print",
         "read*"},
        {"coverage erase", deletes, "--rcfile=load --data-file=delete", {}},
        {"coverage debug|help", reads, {}, "text*"},
        // They run another program.
        {"gotestsum", runs,
         "--version!looks -f=text --format=text --format-icons=text --format-hide-empty-pkg --hide-summary=text --no-color --rerun-fails[=text] "
         "--rerun-fails-max-failures=text --max-fails=text --packages=text --watch --watch-chdir --debug --junitfile=write --jsonfile=write "
         "--jsonfile-timing-events=write --rerun-fails-report=write --post-run-command=shell --raw-command=program;",
         "read*"},
        {"nyc|c8", runs,
         "--all -a --check-coverage --reporter=built_in -r=built_in --include=name_glob -n=name_glob --exclude=name_glob -x=name_glob "
         "--extension=text -e=text "
         "--silent -s --lines=text --branches=text --functions=text --statements=text --clean --no-clean --cwd=elsewhere "
         "--report-dir=write --temp-dir=write --require=load -i=load --nycrc-path=load --config=load -c=load",
         "program"},
        {"bats", runs,
         "--version!looks -c --count -f=text --filter=text --filter-tags=text -j=text --jobs=text -p --pretty -t --tap -T --timing -r "
         "--recursive -x --trace --verbose-run --print-output-on-failure --show-output-of-passing-tests --no-tempdir-cleanup -F=built_in "
         "--formatter=built_in --report-formatter=built_in -o=write --output=write",
         "read*"},
        {"cucumber|behave|robot", runs,
         "-t=text --tags=text -n=text --name=text --dry-run --no-color --no-colors --strict --fail-fast -q --quiet -v --verbose "
         "-f=built_in --format=built_in -r=load --require=load --import=load -p=load --profile=load -o=write --out=write -d=write --outputdir=write",
         "read*"},
        {"k6|locust", runs | sends,
         "-u=text --vus=text -d=text --duration=text --headless -q --quiet -e=text -o=write --out=write -c=load "
         "--config=load -f=load",
         "read*"},
        {"nosetests|unittest|ava|tap|jasmine|karma|wdio|minitest|ginkgo|hypothesis|ward|green|stestr", runs,
         "--verbose --quiet --fail-fast --match=text --seed=text --timeout=text --serial --watch "
         "--plugin=load --config=load --config-file=load --require=load --import=load --reporter=load --helper=load",
         "read*"},
        {"pkg-config|pkgconf", looks,
         "--version!looks --help!looks -version!looks --about --atleast-pkgconfig-version=text --atleast-version=text --exact-version=text "
         "--max-version=text --exists --uninstalled --no-uninstalled --print-errors --silence-errors --errors-to-stdout --short-errors "
         "--list-all --list-package-names --simulate --no-cache --ignore-conflicts --env-only --validate --verbose "
         "--maximum-traverse-depth=text --static --shared --pure --no-provides --define-prefix --dont-define-prefix "
         "--dont-relocate-paths --cflags --cflags-only-I --cflags-only-other --libs --libs-only-L --libs-only-l "
         "--libs-only-other --keep-system-cflags --keep-system-libs --modversion --print-variables --print-provides "
         "--print-requires --print-requires-private --variable=text --env=text --fragment-filter=text --path --solution "
         "--digraph --define-variable=text --prefix-variable=text --relocate=read --with-path=load --personality=load "
         "--log-file=write",
         "read*", option_style::words},
        // Other languages are made by programs, `protoc-gen-go`.
        {"protoc", writes | scatters,
         "--version!looks -I=read -I:read --proto_path=read --cpp_out=write --python_out=write --java_out=write "
         "--go_out=write!runs --js_out=write!runs "
         "--csharp_out=write --kotlin_out=write --php_out=write --ruby_out=write --rust_out=write!runs --objc_out=write --pyi_out=write "
         "--grpc_out=write!runs --grpc_python_out=write!runs --go-grpc_out=write!runs --go_opt=text --go-grpc_opt=text -o=write "
         "--descriptor_set_out=write --dependency_out=write "
         "--include_imports --include_source_info --experimental_allow_proto3_optional --fatal_warnings "
         "--descriptor_set_in=read --plugin=load @=load",
         "read*", option_style::words},
        // What they read may be code for them: macros, and files to take in.
        {"bison|flex|yacc|lex|autoconf|automake|autoreconf|aclocal|libtoolize|swig|flatc|thrift|capnp|bindgen|cbindgen",
         runs | writes,
         "--version!looks -d -v -f -i --verbose --force --install -o=write --output=write --defines[=write] --header=write --plugin=load "
         "-I=load --include=load",
         "read* <commands"},
        {"xcodegen|tuist|cocoapods|rustup-init", runs | writes,
         "-d -v -f -i --verbose --force --install -o=write --output=write --defines[=write] --header=write --plugin=load -I=load --include=load",
         "read* <commands"},
        {"libtool", runs | writes, "--version!looks --mode=text --tag=text --silent --quiet --debug -n --dry-run", "program"},
        // A linker script may name what is written.
        {"ld|as|gold|lld|mold|nasm|yasm", writes | scatters,
         "--version!looks -v -o=write -L:read -l:text -I:read -shared -static -s -r -m=text -f=text -g --gc-sections --32 --64 "
         "-plugin=load --plugin=load -dlopen=load -T=load --script=load @=load",
         "read* <commands", option_style::words},
        {"strip", writes,
         "--version!looks -sgSdxXpDUvw --strip-all --strip-debug --strip-unneeded --strip-dwo --discard-all --discard-locals --preserve-dates "
         "--only-keep-debug --verbose -F=text -I=text -O=text -K=text -N=text -R=text --keep-symbol=text --strip-symbol=text "
         "--remove-section=text -o=write @=load --plugin=load",
         "write*"},
        {"objcopy", writes,
         "--version!looks -SgpwvxX -I=text -O=text -B=text -F=text -j=text -R=text -K=text -N=text -L=text -G=text -W=text --strip-all --strip-debug "
         "--strip-unneeded --only-keep-debug --extract-symbol --only-section=text --remove-section=text --preserve-dates "
         "--add-gnu-debuglink=read --add-section=text!outside --dump-section=text!scatters --plugin=load @=load",
         "write*"},
        {"ranlib|dsymutil|install_name_tool|gcov|lcov|genhtml|gprof", writes | scatters,
         "--version!looks -o=write --output-file=write -d=read --directory=read -c --capture -q --quiet --gcov-tool=program --plugin=load "
         "--config-file=load",
         "write*"},
        // `syscmd` runs a shell.
        {"m4", runs | writes,
         "--version!looks -EPQsdl --prefix-builtins --quiet --silent --synclines -D=code -U=text -I=load -F=write -R=load -o=write "
         "--debug[=text]",
         "read* <commands"},
        {"swift", runs | writes, "--version", "subcommand"},
        {"swift build|test|run|package", runs | writes,
         "-c=text --configuration=text -v --verbose -q --quiet --filter=text --skip=text --parallel --target=text --product=text "
         "--enable-code-coverage "
         "--package-path=elsewhere --scratch-path=write --disable-sandbox!loads",
         "text*"},
        {"swift package-registry", runs | sends,
         "--scope=text --scratch-directory=write --metadata-path=read --dry-run --signing-identity=text --token=text --login=text",
         "text*"},
        {"swift *", runs, {}, "script <code"},
        {"xcodebuild", runs | writes,
         "-version!looks -showsdks!looks -list -scheme=text -target=text -configuration=text -destination=text -sdk=text -arch=text -quiet -json "
         "-showBuildSettings -showdestinations -only-testing=text -skip-testing=text -parallel-testing-enabled=text -allowProvisioningUpdates!sends "
         "-enableCodeCoverage=text -project=elsewhere -workspace=elsewhere -xcconfig=load -toolchain=load -xctestrun=load "
         "-derivedDataPath=write -resultBundlePath=write -archivePath=write -exportPath=write -exportOptionsPlist=read",
         "text*", option_style::words},
        {"simctl", runs | writes, "-j --json --set=read", "subcommand", option_style::words},
        {"simctl erase|delete|uninstall", destroys, {}, "text*", option_style::words},
        {"simctl *", runs | writes, "-o=write -O -g -xcconfig=load -workspace=read -launch=program;", "read*", option_style::words},
        {"altool", runs | writes,
         "-f=read --file=read -t=text --type=text --platform=text -u=text --username=text -p=text --password=text --apiKey=text "
         "--apiIssuer=text --asc-provider=text --primary-bundle-id=text --output-format=text --verbose --upload-app!sends "
         "--upload-package=read!sends --notarize-app!sends --validate-app!sends",
         {}, option_style::words},
        {"swiftc|xcresulttool|xctrace|instruments|agvtool", runs | writes,
         "-o=write -O -g -xcconfig=load -workspace=read -launch=program;",
         "read*", option_style::words},
        // They change the tables of the project's databases, and what stood in those is lost with some.
        {"alembic", runs | writes, "-c=load --config=load -n=text --name=text -x=text -q --quiet --raiseerr", "subcommand*"},
        {"alembic downgrade", runs | destroys, "-# --sql --tag=text", "text"},
        {"alembic *", runs | writes,
         "-# --sql --tag=text -m=text --message=text --autogenerate --head=text --splice --branch-label=text --version-path=read --rev-id=text "
         "--depends-on=text -t=text --template=text --package --purge -v --verbose -r=text --rev-range=text -i --indicate-current "
         "--resolve-dependencies --check-heads",
         "text*"},
        {"flyway", runs | writes, flyway_options, "subcommand", option_style::words},
        {"flyway clean|undo", runs | destroys, flyway_options, "text*", option_style::words},
        {"flyway *", runs | writes, flyway_options, "subcommand", option_style::words},
        {"flyway * clean|undo", runs | destroys, flyway_options, "text*", option_style::words},
        {"flyway * *", runs | writes, flyway_options, "text*", option_style::words},
        {"liquibase", runs | writes,
         "--changelog-file=read --changeLogFile=read --url=address --username=text --password=text --default-schema-name=text "
         "--defaults-file=load --defaultsFile=load --classpath=load --driver=load --search-path=read --contexts=text --context-filter=text "
         "--labels=text --label-filter=text --log-level=text --log-format=text --log-file=write --output-file=write --show-banner=text "
         "--headless=text",
         "subcommand*"},
        {"liquibase drop-all|dropAll|rollback|rollback-count|rollbackCount|rollback-to-date|rollbackToDate|rollback-one-changeset|"
         "rollback-one-update|update-testing-rollback",
         runs | destroys,
         "--tag=text --count=text --date=text --force --schemas=text --drop-dbclhistory=text --changeset-id=text --changeset-author=text "
         "--changeset-path=read --deployment-id=text --requireForce --require-force",
         "text*"},
        {"liquibase *", runs | writes, "--tag=text --count=text --date=text --schemas=text --verbose", "text*"},
        {"knex", runs | writes,
         "--knexfile=load --knexpath=load --cwd=elsewhere --client=text --connection=address --env=text --migrations-directory=read "
         "--migrations-table-name=text --debug --verbose --esm",
         "subcommand*"},
        {"knex migrate:rollback|migrate:down", runs | destroys, "--all", "text*"},
        {"knex *", runs | writes, "-x=text --stub=read --timestamp-filename-prefix --specific=text", "text*"},
        {"prisma", runs | writes, "-h --schema=read --config=load", "subcommand*"},
        {"prisma migrate", runs | writes, {}, "subcommand*"},
        {"prisma migrate reset", runs | destroys, "-f --force --skip-generate --skip-seed", {}},
        {"prisma migrate *", runs | writes,
         "-n=text --name=text --create-only --skip-generate --skip-seed --applied=text --rolled-back=text --exit-code --script -o=write "
         "--output=write --from-empty --to-empty --from-schema=read --to-schema=read --from-schema-datamodel=read "
         "--to-schema-datamodel=read --from-schema-datasource=read --to-schema-datasource=read --from-url=address --to-url=address "
         "--from-migrations=read --to-migrations=read --shadow-database-url=address --from-config-datasource --to-config-datasource",
         "text*"},
        {"prisma db", runs | writes, {}, "subcommand*"},
        {"prisma db push", runs | writes, "--force-reset!destroys --accept-data-loss!destroys --skip-generate", {}},
        {"prisma db execute", evaluates | runs, "--file=code --stdin --url=address", "<commands"},
        {"prisma db *", runs | writes, "--force --print --local-d1 --composite-type-depth=text --schemas=text", "text*"},
        {"prisma *", runs | writes,
         "--watch --generator=text --no-engine --no-hints --sql --allow-no-models --data-proxy --accelerate --check --json -p=text --port=text "
         "-b=text --browser=text --hostname=text --url=address --datasource-provider=text --generator-provider=text --preview-feature=text "
         "--output=write --with-model",
         "text*"},
        {"sequelize|sequelize-cli", runs | writes,
         "--env=text --url=address --config=load --options-path=load --migrations-path=read --seeders-path=read --models-path=read --debug "
         "--force --name=text --to=text --from=text --seed=text --attributes=text --charset=text --collate=text",
         "subcommand*"},
        {"sequelize db:drop|db:migrate:undo|db:migrate:undo:*|db:seed:undo|db:seed:undo:*", runs | destroys, {}, "text*"},
        {"sequelize *", runs | writes, {}, "text*"},
        {"configure|autogen|bootstrap", runs | writes,
         "-q --quiet -h --prefix=write --enable-shared --disable-shared --enable-static --disable-static --enable-debug --disable-debug "
         "--host=text --build=text --target=text --srcdir=elsewhere -C --config-cache -n --no-create",
         "make*"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
