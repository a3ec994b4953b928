#include "families.hpp"

namespace assent::programs {

// Interpreters: what a script does is the project's own matter; code among the words is read by nobody.
std::span<const program_row> interpreters() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"bun", runs,
         "-v!looks --version!looks -e=code --eval=code -p=code --print=code -r=load --preload=load "
         "--cwd=elsewhere --watch --hot "
         "--smol "
         "-b --bun "
         "--silent -c=load --config=load --env-file=load --inspect[=text] --if-present",
         "subcommand"},
        {"bun run|test|dev", runs,
         "-* --* -e=code -p=code --eval=code --print=code --preload=load -r=load --cwd=elsewhere "
         "--config=load",
         "task"},
        {"bun build", writes, "-* --* --config=load --plugin=load", "read*"},
        {"bun install|i|add|a|update|create|c|link|unlink", installs | fetches | runs | writes,
         "-* --* --config=load --cwd=elsewhere", "text*"},
        {"bun remove|rm", deletes, "-* --*", "text*"},
        {"bun x", installs | fetches, "-* --* -p=text --package=text", "program"},
        {"bun pm", reads, {}, "subcommand"},
        {"bun pm ls|bin|hash|hash-string|whoami|why|view|version", reads, "-* --*", "text*"},
        {"bun outdated|info|audit|why", fetches, "-* --*", "text*"},
        {"bun exec", evaluates, {}, "shell"},
        {"bun publish|deploy", sends, "-* --*", "text*"},
        {"deno", runs, "-V!looks --version!looks -q --quiet -L=text", "subcommand"},
        {"deno eval|repl", runs, "-* --*", "code*"},
        {"deno run|serve|test|bench|task", runs,
         "-* --* -c=load --config=load --import-map=load --preload=load", "script"},
        {"deno check|lint|info|doc|types|coverage|outdated", reads,
         "-* --* --fix!writes -o=write --output=write", "read*"},
        {"deno fmt|compile|bundle|init|cache|vendor", writes, "-* --*", "read*"},
        {"deno install|add|remove|uninstall|upgrade", installs | fetches, "-* --*", "text*"},
        {"deno deploy|publish", sends, "-* --*", "text*"},
        {"emacs|emacsclient", evaluates,
         "-* --* -l=code -f=code --eval=code --execute=code --load=code --funcall=code --script=code",
         "write*", option_style::words},
        {"ghc|ghci|runghc|runhaskell|guile|racket|sbcl|clisp|ocaml|swipl|gst|erl|escript|iex|elixir|scala|"
         "scala-cli|clojure|clj|groovy|jshell|kotlin|octave|gnuplot|maxima|gp|sage|wolframscript|csi|fsi|"
         "jbang|crystal|nim|r|tcc|expect|wish|tclsh|gforth|newlisp|janet|fennel|chez|scheme|mit-scheme|"
         "chibi-scheme|gosh|bb|lfe|ecl|ccl|raku|perl6|qjs|gjs|cjs|d8|rhino|jjs|jrunscript|picolisp|pil|"
         "hy|ptpython|coconut|slsh|evcxr|cling|yaegi",
         runs,
         "-e=code -E=code -c=code -g=code -eval=code --eval=code -x=code --load=code -load=code -r=load -i "
         "-q "
         "--quiet -s --no-save "
         "--vanilla --script=script",
         "script <code", option_style::words},
        {"matlab|scilab|scilab-cli|irb|pry", runs, "-* --* -r=code -batch=code -e=code -f=script",
         "script <code", option_style::words},
        {"execlineb", runs, "-* -c=code", "script <code"},
        {"rails|wp|drush|artisan|django-admin|flask|symfony", runs, "-* --*", "subcommand"},
        {"rails runner|r|console|c|dbconsole|db|shell|eval|tinker|php|php:eval|php:cli|sql|sql:query",
         evaluates, "-* --*", "code*"},
        {"rails ssh", sends, "-* --*", "shells <shell"},
        {"rails run", runs, "-* --*", "program"},
        {"rails *", runs | writes, "-* --*", "text*"},
        {"julia", runs,
         "-e=code -E=code -F -L=load -J=load -p=text -t=text -C=text -H=text -m=script --eval=code "
         "--print=code "
         "--load=load --project[=text] --threads=text -q --quiet -i -O* --startup-file=text --color=text",
         "script <code"},
        {"lua|luajit|luau", runs, "-iEvW -e=code -l=load -O* -j=text -b=text", "script <code"},
        // Their `-r`, `--import` and kin load a module before the script.
        {"node|nodejs", runs,
         "-v!looks --version!looks -c!looks --check!looks -is -h -e=code --eval=code -p=code -pe=code "
         "--print=code -r=load --require=load --import=load "
         "--loader=load "
         "--experimental-loader=load -C=text --conditions=text --interactive --test "
         "--test-name-pattern=text "
         "--test-only --test-reporter=load --test-concurrency=text --test-timeout=text --test-coverage-* "
         "--experimental-test-coverage --watch --watch-path=read --watch-preserve-output --env-file=load "
         "--env-file-if-exists=load --run=script --no-warnings --no-deprecation --trace-warnings "
         "--trace-deprecation "
         "--trace-uncaught --throw-deprecation --enable-source-maps --experimental-* "
         "--max-old-space-size=text "
         "--max-semi-space-size=text --stack-size=text --expose-gc --harmony* --inspect[=text] "
         "--inspect-brk[=text] --prof "
         "--cpu-prof --heap-prof --unhandled-rejections=text --preserve-symlinks --v8-options --permission "
         "--allow-fs-read=text --allow-fs-write=text",
         "script <code", option_style::words},
        {"osascript", runs, "-i -l=text -s=text -e=code", "script <code"},
        {"perl", runs,
         "-v!looks --version!looks -01234567acdlnpSstTuUVwWX -e=code -E=code -F=text -I=load -M=load -m=load "
         "-D[=text] -x[=text] "
         "-C[=text] "
         "-i[=text]!writes -f -h",
         "script <code"},
        {"php", runs,
         "-v!looks --version!looks -aehHilmnqsw -B=code -E=code -R=code -r=code -F=code -c=load -d=load "
         "-z=load -f=script -S=text "
         "-t=elsewhere --ini --rf=text --rc=text --re=text",
         "script <code"},
        {"pwsh|powershell", runs,
         "-c=code -command=code -e=code -ec=code -encodedcommand=code -enc=code --command=code -file=script "
         "-f=script -noprofile -nop -nologo -noninteractive -executionpolicy=text -ep=text",
         "script <code", option_style::words},
        {"python|pypy|ipython|bpython|micropython|jython", runs,
         "-V!looks --version!looks -bBdEhiIOPqsSuvx -c=code -m=script -W=load -X=load "
         "--check-hash-based-pycs=text",
         "script <code"},
        {"rscript", runs, "-e=code --vanilla --no-environ --verbose --default-packages=load", "script",
         option_style::words},
        {"ruby|jruby|truffleruby", runs,
         "--version!looks -0acdhlnpsSTvwWxy -e=code -E=text -I=load -r=load -C=elsewhere -F=text "
         "-i[=text]!writes --yjit "
         "--jit "
         "--disable=text "
         "--enable=text",
         "script <code"},
        // Of these a script is a file; `-c` has it as text, which is read as any other.
        {"sh|bash|dash|ash|zsh|ksh|ksh93|mksh|lksh|oksh|posh|rbash|rksh|rzsh|yash|"
         "bash-static|zsh-static|mksh-static|zsh5|ksh2020|pdksh|loksh|bosh|hush|sash|bsh",
         runs,
         "--version!looks -n!looks -abefhiklmprstuvxBCDEHPT -c=shell -o=text!runs -O=text!runs +=text!runs "
         "--command=shell --init-command=shell "
         "-C=shell "
         "--init-file=load --rcfile=load --norc --noprofile --posix --login --restricted --verbose "
         "--no-config "
         "--no-rcs",
         "script <shell"},
        {"csh|tcsh|fish|xonsh|nu|elvish|osh|ysh|rc|es|ion|murex|scsh", runs,
         "--version!looks -abefhiklmnprstuvxBCDEHPT -c=shell -o=text -O=text +=text --command=shell "
         "--init-command=shell "
         "-C=shell "
         "--init-file=load --rcfile=load --norc --noprofile --posix --login --restricted --verbose "
         "--no-config "
         "--no-rcs",
         "script <shell"},
        {"tsx|ts-node|esno|swc-node|babel-node|vite-node|coffee", runs,
         "-e=code --eval=code -p=code --print=code -r=load --require=load --import=load --loader=load "
         "-P=load "
         "--project=load "
         "--tsconfig=load -T --transpile-only --esm --watch --no-cache --no-warnings",
         "script <code"},
        {"vi|vim|nvim|view|vimdiff|nvimdiff|gvim|mvim|rvim|rview|evim", writes,
         "-RnbMmNdZAFHyeEghl -p -o -O -t=text -c=code --cmd=code -s=code -S=code -u=load -U=load -i=load "
         "-w=write -W=write "
         "-r=read -T=text --noplugin --clean --headless --startuptime=write +=code",
         "write* <commands"},
        {"kak|vis|elvis|nvi|nex|vile|xvi", writes, "-* --* -e=code -E=code -c=code -p=code +=code",
         "write* <commands"},
        // What they are told at their start runs shells.
        {"ranger|lf|vifm|broot|xplr|joshuto", reads,
         "-* --* --cmd=code -cmd=code -command=code -c=code -e=code +=code", "text*", option_style::words},
        {"nano|pico|micro|helix|hx|joe|jed|mcedit|code|subl|idea|cursor|windsurf|zed|atom|mate|gedit|"
         "kate",
         writes, "-* --* --install-extension=load", "write*"},
    };
    return rows;
}

}  // namespace assent::programs
