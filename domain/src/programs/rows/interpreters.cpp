#include "families.hpp"

namespace assent::programs {

// Interpreters: what a script does is the project's own matter; code among the words is read by nobody.
// Options: Python 3.11, Node.js 18 and 20, Perl 5.36, Ruby 3.1, PHP 8.2, Lua 5.4, bash 5.2, dash 0.5.12,
// zsh 5.9, Deno 2.0, Bun 1.1, Julia 1.9, Vim 9.0, nano 7.2.
std::span<const program_row> interpreters() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        {"bun", runs,
         "-v!looks --version!looks --revision!looks -h!looks --help!looks -e=code --eval=code -p=code --print=code -r=load "
         "--preload=load --cwd=elsewhere --watch --hot --smol -b --bun --silent -c=load --config=load --env-file=load "
         "--inspect[=text] --if-present",
         "subcommand"},
        {"bun run|dev", runs,
         "-e=code -p=code --eval=code --print=code --preload=load -r=load --cwd=elsewhere --config=load --env-file=load "
         "--silent -F=text --filter=text -b --bun --watch --hot --smol --if-present --elide-lines=text",
         "task"},
        {"bun test", runs,
         "--preload=load -r=load --cwd=elsewhere --config=load --env-file=load -t=text --test-name-pattern=text --timeout=text "
         "--rerun-each=text --only --todo --bail[=text] --coverage --coverage-reporter=text --coverage-dir=write "
         "-u!writes --update-snapshots!writes --reporter=text --reporter-outfile=write --watch --smol --silent",
         "read* <data"},
        {"bun build", runs | writes,
         "--outdir=write --outfile=write --target=text --format=text --minify --minify-syntax --minify-whitespace "
         "--minify-identifiers --splitting --sourcemap[=text] --external=text --entry-naming=text --compile --bytecode "
         "--watch --config=load --plugin=load",
         "read*"},
        {"bun install|i|add|a|update|create|c|link|unlink", installs | fetches | runs | writes,
         "-d --dev -D --optional --peer -E --exact -g --global -y --yarn -p --production --no-save --dry-run "
         "--frozen-lockfile -f --force --no-cache --silent --verbose --no-progress --no-summary --no-verify --ignore-scripts "
         "--trust --save-text-lockfile --lockfile-only --omit=text --filter=text --linker=text --backend=text "
         "--registry=address --cache-dir=write --config=load --cwd=elsewhere --latest -i --interactive",
         "text*"},
        {"bun remove|rm", deletes, "-g --global --silent --dry-run --no-save --cwd=elsewhere", "text*"},
        {"bun x", installs | fetches, "-b --bun -p=text --package=text --silent --verbose --no-install", "program"},
        {"bun pm", reads, {}, "subcommand"},
        {"bun pm ls|bin|hash|hash-string|whoami|why|view", reads, "--all -a -g", "text*"},
        {"bun pm version", runs | writes,
         "--no-git-tag-version --allow-same-version -m=text --message=text --preid=text -f --force", "text*"},
        {"bun outdated|info|audit|why", fetches, "--json --filter=text -F=text", "text*"},
        {"bun exec", evaluates, {}, "shell"},
        {"bun publish|deploy", sends, "--tag=text --access=text --dry-run", "text*"},
        {"deno", runs, "-V!looks --version!looks -h!looks --help!looks -q --quiet -L=text --log-level=text", "subcommand"},
        {"deno eval|repl", runs, "-q --quiet -p --print --ext=text", "code*"},
        {"deno run|serve|task", runs,
         "-A --allow-all --allow-net[=text] --allow-read[=text] --allow-write[=text] --allow-env[=text] --allow-run[=text] "
         "--allow-sys[=text] --allow-ffi[=text] --allow-import[=text] --deny-net[=text] --deny-read[=text] --deny-write[=text] "
         "--deny-env[=text] --deny-run[=text] --deny-sys[=text] --deny-ffi[=text] --no-prompt -q --quiet --check[=text] "
         "--no-check[=text] --watch[=text] --cached-only --no-remote --no-npm --no-lock --frozen[=text] --unstable --seed=text "
         "-r[=text]!fetches --reload[=text]!fetches --port=text --host=text --parallel --recursive --filter=text --cwd=elsewhere "
         "--env-file[=load] -c=load --config=load --import-map=load --preload=load --cert=load",
         "script"},
        {"deno test|bench", runs,
         "-A --allow-all --allow-net[=text] --allow-read[=text] --allow-write[=text] --allow-env[=text] --allow-run[=text] "
         "--allow-sys[=text] --allow-ffi[=text] --allow-import[=text] --no-prompt -q --quiet --check[=text] --no-check[=text] "
         "--watch[=text] --cached-only --no-remote --no-npm --no-lock --frozen[=text] --unstable --seed=text --filter=text "
         "-r[=text]!fetches --reload[=text]!fetches --fail-fast[=text] --parallel --no-run --doc --ignore=name --coverage[=write] "
         "--clean --reporter=text --junit-path=write --permit-no-files --trace-leaks --shuffle[=text] --json "
         "--env-file[=load] -c=load --config=load --import-map=load --preload=load --cert=load",
         "read*"},
        {"deno check|info|doc|types|outdated", fetches,
         "-q --quiet --json --all --doc --private --lint --filter=text --compatible --latest -o=write --output=write",
         "read*"},
        // Plug-ins of the project are rules, too.
        {"deno lint", runs,
         "-q --quiet --json --compact --ignore=name --rules --rules-tags=text --rules-include=text --rules-exclude=text "
         "--fix!writes -c=load --config=load",
         "read*"},
        {"deno coverage", reads, "-q --quiet --html!writes --lcov --detailed --ignore=name --include=text --exclude=text --output=write", "read*"},
        {"deno fmt", writes | here,
         "-q --quiet --check --ignore=name --ext=text --watch --line-width=text --indent-width=text --single-quote[=text] "
         "--use-tabs[=text] --no-semicolons[=text] --prose-wrap=text",
         "read*"},
        {"deno compile|bundle|init|cache|vendor", fetches | writes, "-A --allow-all -q --quiet -o=write --output=write", "read*"},
        {"deno install|add|remove|uninstall|upgrade", installs | fetches, "-q --quiet -g --global -f --force -D --dev", "text*"},
        {"deno deploy|publish", sends, "--dry-run --allow-dirty --allow-slow-types", "text*"},
        // What the user's settings and the file itself have, they run.
        {"emacs|emacsclient", evaluates,
         "-nw -q -Q --quick --no-init-file -batch --batch -t -n -c -l=code -f=code -eval=code --eval=code -e=code "
         "--execute=code --load=code --funcall=code --script=code",
         "write*", option_style::words},
        {"ghc|ghci|runghc|runhaskell|guile|racket|sbcl|clisp|ocaml|swipl|gst|erl|escript|iex|elixir|scala|"
         "scala-cli|clojure|clj|groovy|jshell|kotlin|octave|gnuplot|maxima|gp|sage|wolframscript|csi|fsi|"
         "jbang|crystal|nim|tcc|expect|wish|tclsh|gforth|newlisp|janet|fennel|chez|scheme|mit-scheme|"
         "chibi-scheme|gosh|bb|lfe|ecl|ccl|raku|perl6|qjs|gjs|cjs|d8|rhino|jjs|jrunscript|picolisp|pil|"
         "hy|ptpython|coconut|slsh|evcxr|cling|yaegi",
         runs,
         "--version!looks -version!looks -e=code -E=code -c=code -g=code -eval=code --eval=code -x=code --load=code -load=code "
         "-r=load --script=script",
         "script <code", option_style::words},
        {"r", runs,
         "--version!looks -e=code -q --quiet --no-echo --slave -s --no-save --save --no-restore --no-environ --no-site-file "
         "--no-init-file --vanilla --no-readline --interactive --args -f=load --file=load",
         "script <code", option_style::words},
        {"matlab|scilab|scilab-cli|irb|pry", runs,
         "-nodisplay -nosplash -nodesktop -nojvm -r=code -batch=code -e=code -f=load",
         "script <code", option_style::words},
        {"execlineb", runs, "-c=code", "script <code"},
        {"rails|wp|drush|artisan|django-admin|flask|symfony", runs, {}, "subcommand"},
        {"rails runner|r|console|c|dbconsole|shell|eval|tinker|php|php:eval|php:cli|sql|sql:query", evaluates, "-e=text", "code*"},
        // A database, of rails a console of it.
        {"rails db", evaluates, "-e=text --environment=text", "subcommand"},
        {"rails db drop|reset|clean|downgrade", evaluates | destroys, "-y --yes --defaults --directory=read --sql --tag=text -x=text", "text*"},
        {"rails db *", evaluates, "-e=text --environment=text", "code*"},
        {"rails db:drop*|db:reset*|db:purge*|db:truncate_all*|db:rollback*|db:setup*|db:schema:load*|db:structure:load*|db:seed:replant*|"
         "db:migrate:reset*|db:migrate:redo*|db:migrate:down*|db:wipe|migrate:fresh|migrate:refresh|migrate:reset|migrate:rollback|"
         "queue:clear|queue:flush|model:prune|flush|reset_db|"
         "sql:drop|sql-drop|sql:sync|sql-sync|site:install|site-install|si|pm:uninstall|pm-uninstall|pmu|entity:delete|edel|config:delete|"
         "config-delete|cdel|user:cancel|user-cancel|"
         "doctrine:database:drop|doctrine:schema:drop|doctrine:fixtures:load|cloud:*:delete|project:delete|environment:delete|env:delete",
         runs | destroys,
         "-v -q -y -n -f --verbose --quiet --yes --no-interaction --noinput --no-input --force --seed --drop-views --drop-types --env=text "
         "--environment=text -e=text --database=text --step=text --path=read --realpath --pretend --if-exists --connection=text "
         "--full-database --append --purge-with-truncate --group=text --em=text --account-name=text --account-pass=text --site-name=text",
         "text*"},
        {"rails destroy|d", runs | deletes, "-p --pretend -f --force -q --quiet -s --skip", "text*"},
        {"rails deploy|push|cloud:deploy|cloud:push|core:rsync|rsync|core-rsync", runs | sends, "-y --yes --no-wait --force --dir=read", "text*"},
        {"rails site|post|user|plugin|theme|option|term|comment|media|menu|widget|role|transient", runs | writes, {}, "subcommand"},
        {"rails site delete|empty|reset|uninstall", runs | destroys,
         "-y --yes --force --all --network --deactivate --skip-delete --uploads --slug=text --keep-tables --reassign=text",
         "text*"},
        {"rails site *", runs | writes, "-v --verbose -e=text --environment=text", "read*"},
        {"rails ssh", sends, {}, "shells <shell"},
        {"rails run", runs, {}, "program"},
        {"rails *", runs | writes, "-v --verbose -e=text --environment=text", "read*"},
        {"julia", runs,
         "-v!looks --version!looks -e=code -E=code -FqiO0123 -L=load -J=load -p=text -t=text -C=text -H=load -m=script --eval=code "
         "--print=code --load=load --project[=load] --threads=text --quiet --banner=text "
         "--startup-file=text --color=text --history-file=text",
         "script <code"},
        {"lua|lua5.1|lua5.2|lua5.3|lua5.4|luau", runs, "-iEW -v!looks -e=code -l=load", "script <code"},
        {"luajit", runs, "-iE -v!looks -e=code -l=load -j=load -O[=text]", "script <code"},
        // Their `-r`, `--import` and kin load a module before the script.
        {"node|nodejs", runs,
         "-v!looks --version!looks -h!looks --help!looks -c!looks --check!looks -i -is --interactive "
         "-e=code --eval=code -p=code -pe=code --print=code -r=load --require=load --import=load --loader=load "
         "--experimental-loader=load -C=text --conditions=text --input-type=text --env-file=load --env-file-if-exists=load "
         "--run=script --test --test-only --test-name-pattern=text --test-skip-pattern=text --test-concurrency=text "
         "--test-timeout=text --test-shard=text --test-force-exit --test-isolation=text --test-reporter=built_in "
         "--test-reporter-destination=write --test-coverage-include=text --test-coverage-exclude=text "
         "--test-coverage-lines=text --test-coverage-branches=text --test-coverage-functions=text "
         "--test-update-snapshots!writes --experimental-test-coverage --experimental-test-module-mocks "
         "--experimental-test-snapshots --experimental-vm-modules --experimental-wasm-modules --experimental-json-modules "
         "--experimental-specifier-resolution=text --experimental-default-type=text --experimental-import-meta-resolve "
         "--experimental-strip-types --experimental-transform-types --experimental-sqlite --experimental-websocket "
         "--experimental-permission --permission --allow-fs-read=text --allow-fs-write=text --allow-child-process "
         "--allow-worker --watch --watch-path=name --watch-preserve-output --no-warnings --no-deprecation "
         "--pending-deprecation --trace-warnings --trace-deprecation --trace-uncaught --trace-exit --trace-sync-io --trace-gc "
         "--throw-deprecation --abort-on-uncaught-exception --unhandled-rejections=text --enable-source-maps "
         "--max-old-space-size=text --max-semi-space-size=text --max-http-header-size=text --stack-size=text --expose-gc "
         "--harmony --inspect[=text] --inspect-brk[=text] --inspect-port=text --preserve-symlinks --preserve-symlinks-main "
         "--dns-result-order=text --use-openssl-ca --use-bundled-ca --title=text --v8-options!looks "
         "--prof!writes --cpu-prof!writes --heap-prof!writes --cpu-prof-dir=write --cpu-prof-name=write --heap-prof-dir=write "
         "--heap-prof-name=write --diagnostic-dir=write --report-dir=write --redirect-warnings=write",
         "script <code", option_style::words},
        {"osascript", runs, "-i -l=text -s=text -e=code", "script <code"},
        {"perl", runs,
         "-v!looks --version!looks -h!looks --help!looks -V!looks -01234567acdflnpSstTuUwWX -e=code -E=code -F[=text] -I=load -M=load "
         "-m=load -D[=text] -x[=text] -C[=text] -i[=text]!writes",
         "script <code"},
        {"php|php7.4|php8.1|php8.2|php8.3", runs,
         "-v!looks --version!looks -h!looks --help!looks -m!looks --modules!looks -l!looks --syntax-check!looks --ini!looks "
         "-aeHnqsw --no-php-ini -i!secrets --info!secrets -B=code -E=code -R=code -r=code -F=code -c=load -d=load -z=load "
         "-f=read^ -S=text!runs -t=elsewhere --rf=text!looks --rc=text!looks --re=text!looks --rz=text!looks --ri=text!looks",
         "script <code"},
        {"pwsh|powershell", runs,
         "-c=code -command=code -e=code -ec=code -encodedcommand=code -enc=code --command=code -file=script -f=script "
         "-noprofile -nop -nologo -noninteractive -executionpolicy=text -ep=text",
         "script <code", option_style::words},
        {"python|python2|python3|python2.7|python3.6|python3.7|python3.8|python3.9|python3.10|python3.11|python3.12|python3.13|"
         "python3.14|pypy|pypy3|ipython|ipython3|bpython|micropython|jython",
         runs,
         "-V!looks --version!looks -h!looks --help!looks --help-env!looks --help-xoptions!looks --help-all!looks "
         "-bBdEiIOPqsSuvx -c=code -m=script -W=load -X=load --check-hash-based-pycs=text",
         "script <code"},
        {"rscript", runs,
         "--version!looks -e=code --vanilla --no-environ --no-save --no-restore --no-init-file --verbose --default-packages=load",
         "script <code", option_style::words},
        {"ruby|jruby|truffleruby", runs,
         "--version!looks -h!looks --help!looks -v!looks -0acdlnpsSTwWy -e=code -E=text -I=load -r=load -C=elsewhere "
         "-X=elsewhere -F[=text] -x[=elsewhere] -i[=text]!writes --yjit --jit --verbose --disable=text --enable=text "
         "--encoding=text",
         "script <code"},
        // Of these a script is a file; `-c` has it as text, which is read as any other.
        {"sh|bash|dash|ash|zsh|ksh|ksh93|mksh|lksh|oksh|posh|rbash|rksh|rzsh|yash|"
         "bash-static|zsh-static|mksh-static|zsh5|ksh2020|pdksh|loksh|bosh|hush|sash|bsh",
         runs,
         "--version!looks --help!looks -n!looks -abefhiklmprstuvxBCDEHPT -c=shell -o=text!runs -O=text!runs +=text!runs "
         "--command=shell --init-command=shell --init-file=load --rcfile=load --norc --noprofile --posix --login "
         "--restricted --verbose --no-config --no-rcs",
         "script <shell"},
        {"csh|tcsh|fish|xonsh|nu|elvish|osh|ysh|rc|es|ion|murex|scsh", runs,
         "--version!looks --help!looks -abefhiklmnprstuvxBDEHPT -c=shell -o=text -O=text +=text --command=shell "
         "--init-command=shell -C=shell --init-file=load --rcfile=load --norc --noprofile --posix --login --restricted "
         "--verbose --no-config --no-rcs",
         "script <shell"},
        {"tsx|ts-node|esno|swc-node|babel-node|vite-node|coffee", runs,
         "-e=code --eval=code -p=code --print=code -r=load --require=load --import=load --loader=load -P=load --project=load "
         "--tsconfig=load -T --transpile-only --esm --watch --no-cache --no-warnings --env-file=load --test",
         "script <code"},
        // The file, and the settings of the user and of the folder, have them run what they say.
        {"vi|vim|nvim|view|vimdiff|nvimdiff|gvim|mvim|rvim|rview|evim", runs | writes,
         "--version!looks -RnbMmNdZAFHyeEghl -p -o -O -t=text -c=code --cmd=code -s=code -S=code -u=load -U=load -i=load "
         "-w=write -W=write -r=read -T=text --noplugin --clean --headless --startuptime=write +=code",
         "write* <commands"},
        {"kak|vis|elvis|nvi|nex|vile|xvi", runs | writes, "-e=code -E=code -c=code -p=code +=code", "write* <commands"},
        // What they are told at their start runs shells.
        {"ranger|lf|vifm|broot|xplr|joshuto", reads,
         "--cmd=code -cmd=code -command=code -c=code -e=code +=code",
         "read*", option_style::words},
        {"nano|rnano", runs | writes,
         "--version!looks -ABDEFGHIKLMNOPRSUVWZabcdeghijklmnpqtuvwxyz01 -T=text -Y=text -J=text -Q=text -r=text -X=text "
         "-s=program --speller=program -o=elsewhere --operatingdir=elsewhere -C=write --backupdir=write -f=load --rcfile=load "
         "--view --backup --linenumbers --nowrap --softwrap --tabsize=text --syntax=text +=text",
         "write* <commands"},
        {"code|cursor|windsurf|code-insiders|codium", runs | writes,
         "--version!looks -v!looks --list-extensions!looks --show-versions -n --new-window -r --reuse-window -w --wait "
         "-g --goto -d --diff -a --add --disable-extensions --disable-gpu "
         "--install-extension=load --uninstall-extension=text!deletes --extensions-dir=load --user-data-dir=load --profile=load",
         "write*"},
        {"pico|micro|helix|hx|joe|jed|mcedit|subl|idea|zed|atom|mate|gedit|kate", runs | writes, {}, "write*"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
