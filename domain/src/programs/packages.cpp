#include "families.hpp"

namespace assent::programs {

// Installing software runs its scripts.
std::span<const program_row> packages() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"apt|apt-get|aptitude|nala", reads,
         "--version!looks -yqVsu --yes --assume-yes --quiet --no-install-recommends --simulate -c=load "
         "--config-file=load "
         "-o=code --option=code -t=text",
         "subcommand*"},
        {"apt list|search|show|showpkg|policy|depends|rdepends|why|why-not|versions|help|moo", looks,
         "-* --* -o=code --option=code -c=load --config-file=load", "text*"},
        {"apt changelog|check", reads, "-* --* -o=code --option=code -c=load --config-file=load", "text*"},
        {"apt install|reinstall|upgrade|dist-upgrade|full-upgrade|safe-upgrade|update|build-dep|source|"
         "satisfy|add",
         installs | rights, "-* --* -o=code --option=code -c=load --config-file=load", "text*"},
        {"apt download", fetches | writes, "-* --* -o=code --option=code -c=load", "text*"},
        {"apt remove|purge|autoremove|autopurge|clean|autoclean|hold|unhold|edit-sources|mark", destroys,
         "-* --* -o=code --option=code -c=load", "text*"},
        {"apt-cache", reads, "-* --* -o=code --option=code -c=load --config-file=load", "subcommand"},
        {"apt-cache policy|show|showpkg|search|depends|rdepends|madison|pkgnames|stats|unmet", looks,
         "-* --* -o=code --option=code -c=load --config-file=load -p=write --pkg-cache=write -s=write "
         "--src-cache=write",
         "text*"},
        {"apt-cache *", reads, "-* --* -o=code --option=code -c=load", "text*"},
        {"dpkg-query", looks, "-* --* --admindir=elsewhere --root=elsewhere", "text*"},
        {"dpkg-architecture", reads, "-* --* -c=program --command=shell", "text*"},
        {"apt-file|apt-listchanges|debsums|rpmquery|repoquery|pkgfile|"
         "pacgraph|equery|xbps-query|pkg_info",
         reads, "-* --* -o=code --option=code -c=load", "text*"},
        {"apt-mark|apt-key|add-apt-repository|apt-config|debconf-set-selections|dpkg-reconfigure", rights,
         "-* --*", "text*"},
        {"apk|dnf|yum|microdnf|zypper|tdnf|pkg|port|opkg", reads,
         "-yqvnl --yes --assumeyes --quiet --verbose --installed -c=load --config=load --setopt=code",
         "subcommand*"},
        {"apk info", reads,
         "-aedhLPRrsStvw --all --description --depends --installed --license --rdepends --size --provides "
         "--webpage",
         "text*"},
        {"apk list|search|provides|repolist|repoinfo|check-update|history|version|se|if|lr|lu|pa|"
         "what-provides|query|which|contents|installed|outdated|policy|stats|audit|group|grouplist|repoquery",
         reads, "-* --* --setopt=code", "text*"},
        {"apk "
         "install|reinstall|add|upgrade|update|dist-upgrade|full-upgrade|localinstall|in|up|dup|downgrade|"
         "groupinstall|refresh|ref|ar|addrepo|makecache|fix|swap|distro-sync|config-manager|copr|module",
         installs | rights, "-* --* --setopt=code", "text*"},
        {"apk remove|erase|del|delete|autoremove|rm|clean|uninstall|rr|removerepo|cache", destroys,
         "-* --* --setopt=code", "text*"},
        {"asdf|mise|rtx|fnm|volta|pyenv|rbenv|nodenv|goenv|jenv|tfenv|sdk", reads, "-* --* --rcfile=load",
         "subcommand"},
        {"asdf list|ls|current|which|where|version|versions|whence|info|show|help|ls-remote|list-all|plugins|"
         "doctor|search|check|component|target|toolchain|outdated|env-info|root|prefix|c|l|ls-all|v",
         fetches, "-* --*", "text*"},
        {"asdf install|i|add|update|upgrade|use|global|local|shell|default|override|create|pin|set|self|"
         "plugin|reshim|rehash|latest|init|u|in|link|fetch|env|alias|activate|deactivate|sync|pull",
         installs | fetches | runs, "-* --*", "text*"},
        {"asdf uninstall|remove|rm|prune|clean|purge|unset|unlink", deletes, "-* --*", "text*"},
        {"asdf exec|x", reads, "-* --* -c=shell --command=shell", "program"},
        {"asdf run", runs, "-* --*", "task"},
        {"guix", installs | fetches | runs, "-* --*", "subcommand"},
        {"guix shell|environment", reads, "-* --* -f=load -l=load --load=load --file=load", "program <shell"},
        {"guix *", installs | fetches | runs, "-* --*", "text*"},
        {"n|rvm", reads, "-* --*", "subcommand"},
        {"n exec|run", reads, "-* --*", "text program"},
        {"n do", reads, "-* --*", "program"},
        {"n *", installs | fetches | runs, "-* --*", "text*"},
        {"nvm|rustup", reads, "-* --*", "subcommand"},
        {"nvm list|ls|current|which|version|ls-remote|show|help|check|doc", fetches, "-* --*", "text*"},
        {"nvm "
         "install|use|default|update|self|component|target|toolchain|override|set|alias|reinstall-packages",
         installs | fetches | runs, "-* --*", "text*"},
        {"nvm uninstall|unalias|unload", deletes, "-* --*", "text*"},
        {"nvm run|exec", reads, "-* --*", "text program"},
        {"conda|mamba|micromamba", reads, {}, "subcommand"},
        {"conda list|search|info|config|env|doctor|tree", fetches, "-* --*", "text*"},
        {"conda install|update|upgrade|create|init|activate|deactivate|add|build|shell|global",
         installs | fetches | runs, "-* --*", "text*"},
        {"conda remove|uninstall|clean", deletes, "-* --*", "text*"},
        {"conda run", reads,
         "-n=text --name=text -p=elsewhere --prefix=elsewhere --no-capture-output --live-stream -e=text",
         "program"},
        {"pixi", reads, "-vq --verbose --quiet", "subcommand*"},
        {"pixi list|ls|search|info|tree|auth|completion", fetches, "-* --*", "text*"},
        {"pixi "
         "install|i|add|a|update|upgrade|init|lock|project|workspace|task|global|shell-hook|build|config|"
         "self-update",
         installs | fetches | runs, "-* --*", "text*"},
        {"pixi remove|rm|clean", deletes, "-* --*", "text*"},
        // A single word is taken apart as a shell does.
        {"pixi run|r", runs,
         "-e=text --environment=text --manifest-path=elsewhere --frozen --locked --no-install", "either"},
        {"pixi exec|x", installs | fetches,
         "-s=text --spec=text -w=text --with=text -c=address --channel=address", "program"},
        {"pixi shell", runs, "-* --*", "text* <shell"},
        {"brew|linuxbrew", reads,
         "--version!looks --prefix!looks --cellar!looks --repository!looks -v!looks -* --*", "subcommand"},
        {"brew list|ls|leaves|--prefix|--cellar|--repository", looks, "-* --*", "text*"},
        {"brew info|search|deps|uses|config|doctor|outdated|home|log|cat|desc|options|missing|"
         "formulae|casks|commands|shellenv|analytics|which-formula",
         fetches, "-* --*", "text*"},
        {"brew install|reinstall|upgrade|update|tap|link|unlink|services|bundle|fetch|pin|unpin|create|edit|"
         "postinstall|extract|migrate|untap",
         installs | fetches | runs, "-* --*", "text*"},
        {"brew uninstall|remove|rm|cleanup|autoremove", deletes, "-* --*", "text*"},
        {"bundle|bundler", runs, "-* --*", "subcommand"},
        {"bundle list|show|info|check|outdated|platform|licenses|env|version|doctor|viz", reads, "-* --*",
         "text*"},
        {"bundle install|update|add|lock|cache|package|config|init|binstubs|pristine|remove|inject|gem",
         installs | fetches | runs, "-* --*", "text*"},
        {"bundle clean", deletes, "-* --*", "text*"},
        {"bundle exec|e", reads, "--keep-file-descriptors", "program"},
        {"npx|uvx", installs | fetches,
         "-yq -p=text --package=text --from=text --with=text -c=shell --call=shell --yes --no --no-install "
         "--quiet --bun --verbose "
         "--shell=program --script-shell=program --node-options=load -n=load --prefix=elsewhere -C=elsewhere "
         "--userconfig=load "
         "--globalconfig=load -w=text --workspace=text --workspaces --ignore-existing --prefer-online "
         "--python=program --spec=text "
         "--no-cache --refresh --isolated --index-url=address --index=address --offline",
         "program"},
        {"bunx|pnpx", installs | fetches,
         "-c=shell --call=shell --shell-mode=shell --package=text --silent --quiet --bun --verbose "
         "--no-install --parallel",
         "program"},
        {"direnv", runs | writes, "-* --*", "subcommand"},
        {"direnv exec", reads, "-* --*", "elsewhere program"},
        {"direnv *", runs | writes, "-* --*", "text*"},
        {"devenv|devbox|flox", runs | writes, "-* --*", "subcommand"},
        {"devenv shell|run|activate", reads, "-* --* -c=shell --command=shell", "either <shell"},
        {"devenv *", runs | writes, "-* --*", "text*"},
        {"pipx", reads, {}, "subcommand"},
        {"pipx list|environment", reads, "-* --*", "text*"},
        {"pipx run", installs | fetches, "--spec=text --no-cache --pypackages --verbose --python=program",
         "program"},
        {"pipx install|inject|upgrade|upgrade-all|reinstall|reinstall-all|ensurepath", installs | fetches,
         "-* --*", "text*"},
        {"pipx uninstall|uninstall-all|uninject", deletes, "-* --*", "text*"},
        {"composer", reads,
         "-qvn --no-interaction --quiet --verbose -d=elsewhere --working-dir=elsewhere --no-plugins "
         "--no-scripts",
         "subcommand*"},
        {"composer show|info|outdated|licenses|validate|status|why|depends|why-not|prohibits|search|diagnose|"
         "check-platform-reqs|audit|fund|browse|home|suggests|about",
         fetches, "-* --*", "text*"},
        {"composer "
         "install|i|require|r|update|u|upgrade|create-project|dump-autoload|dumpautoload|global|init|"
         "bump|reinstall|archive|config|self-update",
         installs | fetches | runs, "-* --*", "text*"},
        {"composer run-script|run|test", runs, "-* --*", "script"},
        {"composer exec", runs, "-* --*", "program"},
        {"composer remove|rm|clear-cache|clearcache|cc", deletes, "-* --*", "text*"},
        {"dpkg", reads,
         "-l!looks --list!looks -L!looks --listfiles!looks -s!looks --status!looks -S!looks --search!looks "
         "-p!looks --print-avail!looks -I!looks --info!looks -c!looks --contents!looks -C!looks "
         "--audit!looks "
         "-V!looks --verify!looks --get-selections!looks --print-architecture!looks "
         "--print-foreign-architectures!looks --compare-versions!looks --version!looks "
         "--pre-invoke=shell --post-invoke=shell --status-logger=shell",
         "name*"},
        // `-q` is behind all that only looks.
        {"rpm", installs,
         "-q!looks --query!looks --version!looks -adfgilpRsVcxH --all --file --group --info --list "
         "--requires "
         "--provides --changelog --scripts --configfiles --docfiles --last --whatprovides --whatrequires "
         "--verify --queryformat=format --qf=format -v --test -e!deletes --erase!deletes --eval=code -E=code "
         "--define=code -D=code --pipe=shell --rcfile=load --macros=load --load=load --root=elsewhere "
         "-r=elsewhere",
         "name*"},
        {"pacman", installs,
         "-Q!looks --query!looks --version!looks -acdegiklmnoqtu -p!outside -s -R!deletes --remove!deletes "
         "--config=load --hookdir=load",
         "text*"},
        {"yay|paru|emerge|makepkg|installer|dpkg-deb|alien|winget|choco|scoop", reads,
         "-lLsSpIWCqQVcbaeiRdfKg --list --listfiles --status --search --print-avail --info --contents "
         "--print-architecture "
         "--print-foreign-architectures --get-selections --verify --audit --compare-versions --query --all "
         "--requires --provides "
         "--changelog --scripts --queryformat=text --qf=text",
         "text*"},
        {"gem", reads, "-* --*", "subcommand"},
        {"gem list", looks,
         "-aldieI --no-versions --all --local --details --installed --exact --prerelease --quiet "
         "-r!fetches --remote!fetches -b!fetches --both!fetches -v=text --version=text",
         "text*"},
        {"gem environment|env", looks, {}, "text*"},
        {"gem search|info|which|contents|dependency|outdated|specification|help|query|"
         "sources|server|stale|check",
         fetches, "-* --*", "text*"},
        {"gem install|i|update|fetch|build|cert|unpack|pristine|rdoc|open|setup|lock|generate_index",
         installs | fetches | runs, "-* --*", "text*"},
        {"gem exec", installs | fetches, "-* --*", "program"},
        {"gem uninstall|cleanup", deletes, "-* --*", "text*"},
        {"gem push|yank|signin|signout|owner", sends, "-* --*", "text*"},
        {"nix", runs,
         "--extra-experimental-features=text --experimental-features=text --option=load -L -v --verbose "
         "--offline --refresh --accept-flake-config!loads",
         "subcommand*"},
        {"nix shell|develop", runs | installs,
         "-* --* -c=program; --command=program; --run=shell --expr=code --file=load -f=load "
         "--override-input=load "
         "--inputs-from=load",
         "text* <shell"},
        {"nix run", runs | installs,
         "-* --* --expr=code --file=load -f=load --override-input=load --inputs-from=load",
         "text!evaluates program"},
        {"nix build|eval|flake|search|why-depends|path-info|log|show-derivation|store|profile|registry|repl|"
         "hash|doctor|fmt|bundle|copy|derivation|config|print-dev-env",
         runs | writes, "-* --* --expr=code --impure!loads", "text*"},
        {"nix-build|nix-env|nix-store|nix-channel|nix-collect-garbage|nix-instantiate|nix-prefetch-url",
         runs | installs, "-* --* -E=code --expr=code --eval!evaluates --option=load", "text*"},
        {"nix-shell", runs,
         "-* --* --run=shell --command=shell -p=text -E=code --expr=code --packages=text -i=program",
         "text* <shell"},
        // A script shell, node's options and another settings file decide what scripts run.
        {"npm", reads,
         "--version!looks -v!looks -* --* -w=text --workspace=text --loglevel=text --registry=address "
         "--omit=text --include=text "
         "--depth=text --tag=text "
         "--otp=text --prefix=elsewhere -C=elsewhere --script-shell=program --node-options=load "
         "--userconfig=load "
         "--globalconfig=load --logs-dir=write --scope=text --cache=write --shell=program --editor=program "
         "--git=program --viewer=program "
         "--browser=program --node-gyp=program --python=program --init-module=load "
         "--call=shell -c=shell",
         "subcommand*"},
        {"npm ls|list|la|ll|why|explain|prefix|root|bin|query", looks, {}, "text*"},
        {"npm "
         "view|info|show|v|outdated|search|s|se|find|help|docs|home|bugs|issues|"
         "repo|ping|doctor|fund|whoami|audit|sbom|completion|diff|stars|help-search",
         fetches,
         {},
         "text*"},
        {"npm config|c|get", reads, {}, "subcommand*"},
        {"npm config list|ls|get", reads, {}, "text*"},
        {"npm config set|s|delete|rm|edit|fix", writes, {}, "text!loads*"},
        {"npm pkg", reads, {}, "subcommand*"},
        {"npm pkg get", looks, {}, "text*"},
        {"npm pkg set|delete|fix", writes, {}, "text!loads*"},
        {"npm install|i|in|ins|inst|add|isntall|ci|clean-install|ic|install-clean|update|up|upgrade|udpate|"
         "dedupe|ddp|rebuild|rb|link|ln|install-test|it|cit|install-ci-test|create|init|innit|prune|"
         "shrinkwrap|cache|version|pack|edit|approve-scripts",
         installs | fetches | runs,
         {},
         "text*"},
        {"npm run|run-script|rum|urn|test|t|tst|start|stop|restart", runs, {}, "text*"},
        {"npm exec|x", installs | fetches, "-p=text --package=text", "program <shell"},
        {"npm explore", runs, {}, "text program <shell"},
        {"npm uninstall|un|remove|rm|r|unlink", deletes, {}, "text*"},
        {"npm publish|unpublish|deprecate|login|adduser|logout|owner|author|team|access|org|token|profile|"
         "hook|dist-tag|dist-tags|star|unstar|set|trust",
         sends,
         {},
         "text*"},
        {"pip|uv-pip|pip-compile|pip-sync|pipdeptree|pip-audit", reads,
         "-V!looks --version!looks -qvh --quiet --verbose --python=program --isolated --require-virtualenv "
         "--no-input --proxy=address "
         "--log=write --cache-dir=write "
         "--disable-pip-version-check --no-color --no-cache-dir",
         "subcommand*"},
        {"pip list|show|freeze|check", looks,
         "-* --* -o!fetches --outdated!fetches -u!fetches --uptodate!fetches --python=program "
         "--path=elsewhere --log=write --log-file=write --local-log=write "
         "-r=read --requirement=read",
         "text*"},
        {"pip search|index|inspect|help|debug|hash|config-list|completion", fetches,
         "-* --* --python=program", "text*"},
        {"pip config", reads, {}, "subcommand*"},
        {"pip config list|get|debug", reads, "-* --*", "text*"},
        {"pip config set|unset|edit", writes, "-* --*", "text!loads*"},
        {"pip cache", deletes, "-* --*", "text*"},
        {"pip install|download|wheel|lock", installs | fetches | runs,
         "-* --* --config-settings=code --global-option=code --build-option=code --install-option=code "
         "--python=program",
         "text*"},
        {"pip uninstall", deletes, "-* --*", "text*"},
        {"pipenv|poetry|pdm|rye|flit", reads,
         "-C=elsewhere -P=elsewhere --directory=elsewhere --project=elsewhere -p=elsewhere "
         "-nqvh --no-interaction --quiet --verbose -e=text --env=text",
         "subcommand*"},
        {"pipenv "
         "show|list|check|graph|info|search|version|about|env|config|status|dep|outdated|--venv|--where",
         fetches, "-* --*", "text*"},
        {"pipenv install|add|update|upgrade|lock|sync|init|new|build|create|self|use|fetch|pin|python|cache|"
         "export|test|fmt|lint",
         installs | fetches | runs, "-* --*", "text*"},
        {"pipenv remove|uninstall|clean|prune", deletes, "-* --*", "text*"},
        {"pipenv publish", sends, "-* --*", "text*"},
        {"pipenv run|shell", reads, {}, "program <shell"},
        {"hatch", reads, "-e=text --env=text -qv --quiet --verbose", "subcommand*"},
        {"hatch run|shell", reads, {}, "program <shell"},
        {"hatch env", reads, {}, "subcommand"},
        {"hatch env run", reads, "-* --*", "program"},
        {"hatch env *", runs | writes, "-* --*", "text*"},
        {"hatch build|version|new|test|fmt|clean|config|dep|project|python|status|self",
         installs | fetches | runs, "-* --*", "text*"},
        {"hatch publish", sends, "-* --*", "text*"},
        {"pnpm|yarn", runs,
         "-rwsDEPh --recursive --silent -F=text --filter=text --workspace-root --parallel --stream "
         "--if-present "
         "--aggregate-output -C=elsewhere --dir=elsewhere --cwd=elsewhere --prefix=elsewhere "
         "--script-shell=program --node-options=load "
         "--shell-mode!evaluates -c!evaluates --use-yarnrc=load --config=load --offline --frozen-lockfile "
         "--ignore-scripts --json --verbose",
         "subcommand*"},
        {"pnpm ls|list|la|ll|why|outdated|view|info|show|licenses|root|bin|store|config-list|env|help|doctor|"
         "search|versions|audit|completion|explain|npm",
         fetches, "-* --* --script-shell=program --node-options=load", "text*"},
        {"pnpm config|c", reads, {}, "subcommand*"},
        {"pnpm config list|get|ls", reads, "-* --*", "text*"},
        {"pnpm config set|delete|unset", writes, "-* --*", "text!loads*"},
        {"pnpm install|i|add|ci|update|up|upgrade|import|rebuild|link|dedupe|fetch|init|create|patch|"
         "patch-commit|pack|set|plugin|version|setup|prune|self-update|cache|constraints|"
         "install-test|it|deploy",
         installs | fetches | runs,
         "-* --* --script-shell=program --node-options=load --dir=elsewhere --cwd=elsewhere -C=elsewhere",
         "text*"},
        {"pnpm workspace", runs, {}, "text task"},
        {"pnpm workspaces", runs, {}, "subcommand"},
        {"pnpm workspaces foreach", runs, "-* --*", "program"},
        {"pnpm workspaces focus|list|info", fetches, "-* --*", "text*"},
        {"pnpm run|run-script|test|t|tst|start|stop|restart|node|dev|build|lint", runs,
         "-* --* --script-shell=program --node-options=load --shell-mode!evaluates -c!evaluates "
         "--dir=elsewhere "
         "--cwd=elsewhere -C=elsewhere",
         "script"},
        {"pnpm exec|dlx", installs | fetches,
         "-rqc --quiet --package=text --shell-mode --silent --recursive --parallel "
         "--workspace-concurrency=text",
         "either"},
        {"pnpm remove|rm|uninstall|un|unlink|clean|autoclean", deletes, "-* --*", "text*"},
        {"pnpm publish|login|logout|owner|tag|unpublish", sends, "-* --*", "text*"},
        // Another word is a script, or a program.
        {"pnpm *", runs, "-* --*", "program"},
        {"snap", reads, {}, "subcommand"},
        {"snap install|refresh|remove", installs | rights, "-* --*", "text*"},
        {"snap list|version", looks, "-* --*", "text*"},
        {"snap info|find|changes|connections|services|logs|known|warnings", reads, "-* --*", "text*"},
        {"uv", reads,
         "-qvn --quiet --verbose --offline --no-cache --directory=elsewhere --project=elsewhere "
         "--config-file=load --no-config --color=text "
         "--python-preference=text --native-tls --no-progress",
         "subcommand*"},
        {"uv tree|version|help|python|self|cache|auth", fetches, "-* --*", "text*"},
        {"uv pip", reads, {}, "subcommand*"},
        {"uv pip list|show|freeze|check|tree", fetches, "-* --*", "text*"},
        {"uv pip install|sync|compile|download", installs | fetches | runs, "-* --* --config-settings=code",
         "text*"},
        {"uv pip uninstall", deletes, "-* --*", "text*"},
        {"uv tool", reads, {}, "subcommand*"},
        {"uv tool list|dir", reads, "-* --*", "text*"},
        {"uv tool install|upgrade|update-shell|sync", installs | fetches | runs, "-* --*", "text*"},
        {"uv tool uninstall", deletes, "-* --*", "text*"},
        {"uv tool run", installs | fetches,
         "--from=text --with=text -p=text --python=text --isolated --no-cache --refresh", "program"},
        {"uv add|sync|lock|init|venv|build|export|format", installs | fetches | runs, "-* --*", "text*"},
        {"uv remove", deletes, "-* --*", "text*"},
        {"uv publish", sends, "-* --*", "text*"},
        {"uv run", fetches,
         "-qv --with=text --extra=text --group=text --no-group=text --only-group=text --all-extras --no-dev "
         "--dev --frozen --locked --no-sync "
         "--isolated --active --exact --no-project --package=text -p=text --python=text --env-file=load "
         "--with-requirements=read "
         "--with-editable=read -m=script --module=script -s=script --script=script --offline --no-cache "
         "--directory=elsewhere "
         "--project=elsewhere --quiet --verbose --refresh --upgrade",
         "program"},
    };
    return rows;
}

}  // namespace assent::programs
