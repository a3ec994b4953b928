#include "families.hpp"

namespace assent::programs {

// Installing software runs its scripts.
// Options: apt 2.6, dpkg 1.21, rpm 4.18, pacman 6.0, apk 2.12, dnf 4.14, pip 24, npm 10, pnpm 9, yarn 1.22
// and 4, uv 0.4, pipx 1.4, poetry 1.8, conda 24, gem 3.3, bundler 2.3, composer 2.5, Homebrew 4.3, nix 2.18.
std::span<const program_row> packages() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        {"apt|apt-get|aptitude|nala", reads,
         "--version!looks -v!looks --help!looks -h!looks -yqVufm -s!looks --yes --assume-yes --assume-no --quiet --simulate!looks "
         "--dry-run!looks --just-print!looks --recon!looks --no-act!looks --no-install-recommends --install-suggests "
         "--no-install-suggests --fix-broken --fix-missing "
         "--ignore-missing --verbose-versions --show-progress --no-show-upgraded -t=text --target-release=text "
         "--default-release=text -a=text --host-architecture=text -c=load --config-file=load -o=code --option=code",
         "subcommand*"},
        {"apt list|search|show|showpkg|policy|depends|rdepends|why|why-not|versions|help|moo", looks,
         "--installed --upgradable --upgradeable --all-versions -a --manual-installed -n --names-only --full -i --important "
         "--recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances --no-pre-depends "
         "--with-source=read -q",
         "text*"},
        // The list of changes comes from the network.
        {"apt changelog|check", fetches, {}, "text!fetches* none!fetches"},
        // What only tells of these with `-s` does not tell of others.
        {"apt update|build-dep|source|satisfy|add", installs | rights | fetches,
         "-d --download-only --no-download --print-uris --allow-insecure-repositories --allow-releaseinfo-change --only-source "
         "--diff-only --dsc-only --tar-only --compile -b --build --error-on=text --allow-unauthenticated --purge --no-remove "
         "--auto-remove --autoremove --allow-downgrades --allow-remove-essential --allow-change-held-packages --force-yes",
         "text!fetches* none!fetches"},
        {"apt install|reinstall|upgrade|dist-upgrade|full-upgrade|safe-upgrade", installs | rights,
         "-d --download-only --no-download --ignore-hold --with-new-pkgs --no-upgrade --only-upgrade --allow-downgrades "
         "--allow-remove-essential --allow-change-held-packages --force-yes --print-uris --purge --reinstall --no-remove "
         "--auto-remove --autoremove --allow-unauthenticated --allow-insecure-repositories --allow-releaseinfo-change "
         "--mark-auto --only-source --diff-only --dsc-only --tar-only --compile -b --build --error-on=text",
         "text*"},
        {"apt download", fetches | writes, "--print-uris", "text!fetches* none!fetches"},
        {"apt remove|purge|autoremove|autopurge", destroys,
         "--purge --auto-remove --autoremove --allow-remove-essential --allow-change-held-packages",
         "text*"},
        {"apt clean|autoclean|hold|unhold|edit-sources|mark", destroys, {}, "text!destroys* none!destroys"},
        {"apt-cache", reads, "-o=code --option=code -c=load --config-file=load", "subcommand*"},
        {"apt-cache policy|show|showpkg|showsrc|search|depends|rdepends|madison|pkgnames|stats|unmet|dump|dumpavail", looks,
         "-qifangh --quiet --important --full --all-versions --names-only --all-names --recurse --installed --implicit "
         "--no-pre-depends --no-depends --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances "
         "--with-source=read -p=write --pkg-cache=write -s=write --src-cache=write",
         "text*"},
        {"apt-cache *", reads, {}, "text*"},
        {"dpkg-query", looks,
         "-lWsLp --list --show --status --listfiles -S=text --search=text --print-avail --control-list --control-show -c --control-path "
         "--load-avail --no-pager -f=text --showformat=text --admindir=elsewhere --root=elsewhere",
         "name*"},
        // What a package says of itself may be a link in it, to any file.
        {"dpkg-deb", writes | scatters,
         "--version!looks --help!looks -I --info -c!looks --contents!looks -f --field -W --show "
         "--showformat=text --fsys-tarfile!looks --ctrl-tarfile!looks -bDv --build -x --extract -X --vextract -R --raw-extract -e "
         "--control -z=text -S=text -Z=text --nocheck --root-owner-group --verbose --debug --deb-format=text "
         "--uniform-compression --no-uniform-compression",
         "read*"},
        {"dpkg-architecture", reads, "-l --list -L --list-known -q=text --query=text -c=program --command=shell", "text*"},
        {"apt-file|apt-listchanges|debsums|rpmquery|repoquery|pkgfile|pacgraph|equery|xbps-query|pkg_info", reads,
         "-o=code --option=code -c=load",
         "text*"},
        {"apt-mark", rights, "-yq --yes -c=load --config-file=load -o=code --option=code", "subcommand*"},
        {"apt-mark showmanual|showauto|showhold|showheld|showinstall|showremove|showpurge", looks, {}, "text*"},
        {"apt-mark auto|manual|minimize-manual|hold|unhold|install|remove|deinstall|purge|markauto|unmarkauto", rights, "-f=write --file=write", "text*"},
        {"apt-key|add-apt-repository|apt-config|debconf-set-selections|dpkg-reconfigure", rights, "-y --yes -q", "text*"},
        {"apk|dnf|yum|microdnf|zypper|tdnf|pkg|port|opkg", reads,
         "--version!looks -yqvn --yes --assumeyes --quiet --verbose -c=load --config=load --setopt=code",
         "subcommand*"},
        {"apk info", reads,
         "-aedhLPRrsStvw --all --description --depends --installed --license --rdepends --size --provides --webpage --contents",
         "text*"},
        {"apk list|search|provides|repolist|repoinfo|check-update|version|se|if|lr|lu|pa|"
         "what-provides|query|which|contents|installed|outdated|policy|stats|audit|grouplist|repoquery",
         reads,
         "-a -I -u --installed --available --upgradable --all --enabled --disabled --showduplicates --exact --description -d -e "
         "-i -s --details --requires --provides --whatprovides=text --whatrequires=text --list -l",
         "text*"},
        {"apk group|groups", reads, {}, "subcommand"},
        {"apk group list|info|summary", reads, "-v --installed --available --hidden --ids", "text*"},
        {"apk group install|upgrade|update|mark", installs | rights, {}, "text*"},
        {"apk group remove", destroys, {}, "text*"},
        {"apk history", reads, {}, "subcommand"},
        {"apk history list|info|userinstalled", reads, {}, "text*"},
        {"apk history undo|redo|rollback|replay", installs | rights | destroys, {}, "text*"},
        {"apk install|reinstall|add|upgrade|update|dist-upgrade|full-upgrade|localinstall|in|up|dup|downgrade|"
         "groupinstall|refresh|ref|ar|addrepo|makecache|fix|swap|distro-sync|config-manager|copr|module",
         installs | rights,
         "--no-cache -U -t=text --virtual=text --nogpgcheck --no-gpg-checks --allowerasing --skip-broken --best --nobest "
         "--no-recommends --enablerepo=text --disablerepo=text --refresh -l --auto-agree-with-licenses --non-interactive",
         "text*"},
        {"apk remove|erase|del|delete|autoremove|rm|clean|uninstall|rr|removerepo|cache", destroys, "--all --purge", "text*"},
        {"asdf|mise|rtx|fnm|volta|pyenv|rbenv|nodenv|goenv|jenv|tfenv|sdk", reads, "--rcfile=load", "subcommand"},
        {"asdf list|ls|current|which|where|version|versions|whence|info|show|help|ls-remote|list-all|"
         "doctor|search|check|component|target|toolchain|outdated|env-info|root|prefix|c|l|ls-all|v",
         fetches, "--bare --json -l --list", "text*"},
        {"asdf plugins", fetches, "-cu --core --urls --user --all", "subcommand"},
        {"asdf plugins list|ls|ls-remote", fetches, "-cu --core --urls --user --all", "text*"},
        {"asdf plugins install|i|add|a|link|ln|update|up|upgrade", installs | fetches | runs, "-afvy --all --force --verbose --yes", "text*"},
        {"asdf plugins uninstall|remove|rm", deletes, "-ap --all --purge", "text*"},
        {"asdf install|i|add|update|upgrade|use|global|local|shell|default|override|create|pin|set|self|"
         "plugin|reshim|rehash|latest|init|u|in|link|fetch|env|alias|activate|deactivate|sync|pull",
         installs | fetches | runs, "-s --skip-existing -v --verbose -f --force -y --yes -g --global", "text*"},
        {"asdf uninstall|remove|rm|prune|clean|purge|unset|unlink", deletes, "-f --force", "text*"},
        {"asdf exec|x", reads, "-c=shell --command=shell", "program"},
        {"asdf run", runs, {}, "task"},
        {"guix", installs | fetches | runs, {}, "subcommand"},
        {"guix shell|environment", reads, "--pure --container -C -f=load -l=load --load=load --file=load", "program <shell"},
        {"guix gc", deletes, "-C[=text] --collect-garbage[=text] -F=text --free-space=text -d[=text]!destroys --delete-generations[=text]!destroys -D --delete", "text*"},
        {"guix *", installs | fetches | runs, {}, "text*"},
        {"n|rvm", reads, {}, "subcommand"},
        {"n exec|run", reads, {}, "text program"},
        {"n do", reads, {}, "program"},
        {"n implode", destroys, "--force", {}},
        {"n remove|rm|uninstall|prune|cleanup", deletes, "--force --gems", "text*"},
        {"n *", installs | fetches | runs, {}, "text*"},
        {"nvm|rustup", reads, {}, "subcommand"},
        // What a word asks for stands in a script of sed.
        {"nvm list|ls|current", looks, "--no-colors --no-alias", {}},
        {"nvm which|version|ls-remote|show|help|check|doc", fetches, "--no-colors --no-alias --lts -v --verbose", "text*"},
        {"nvm install|use|default|update|self|component|target|toolchain|override|set|alias|reinstall-packages", installs | fetches | runs,
         "--lts[=text] --latest-npm --default --silent --toolchain=text --profile=text -c=text --component=text -t=text --target=text "
         "--no-self-update --force --path=load",
         "text*"},
        {"nvm uninstall|unalias|unload", deletes, {}, "text*"},
        {"nvm run|exec", reads, {}, "text program"},
        {"conda|mamba|micromamba", reads, "--version!looks -V!looks --help!looks -h!looks", "subcommand"},
        {"conda list", looks,
         "-n=text --name=text -p=elsewhere --prefix=elsewhere --json -cferqv --canonical --full-name --export --revisions --reverse "
         "--no-pip --size --fields=text --show-channel-urls --quiet --verbose",
         "text"},
        {"conda search|info|config|doctor|tree", fetches,
         "-n=text --name=text -p=elsewhere --prefix=elsewhere --json -e --envs --explicit --export -f --full-name --revisions -r "
         "-c=address --channel=address --override-channels --show --show-sources --get=text --all -a -v -q --quiet",
         "text*"},
        {"conda env", fetches, {}, "subcommand"},
        {"conda env list", reads, "--json", {}},
        {"conda env remove", destroys,
         "-n=text --name=text -p=delete --prefix=delete -q --quiet -v --verbose -y --yes --json --dry-run -d", "text*"},
        {"conda env create|update|config", installs | fetches | runs,
         "-n=text --name=text -p=write --prefix=write -f=read --file=read --force --prune -q --quiet -y --yes --json --dry-run -d",
         "text*"},
        {"conda env export", reads,
         "-n=text --name=text -p=elsewhere --prefix=elsewhere --no-builds --from-history --json -f=write --file=write",
         {}},
        {"conda install|update|upgrade|create|init|activate|deactivate|add|build|shell|global", installs | fetches | runs,
         "-n=text --name=text -p=write --prefix=write -c=address --channel=address --override-channels -f=read --file=read -y --yes "
         "-q --quiet -v --verbose --all --no-deps --only-deps --freeze-installed --update-all --clone=text --offline --dry-run -d "
         "--json --stack --strict-channel-priority",
         "text*"},
        {"conda remove|uninstall|clean", deletes,
         "-n=text --name=text -p=delete --prefix=delete --all!destroys -a --force -y --yes -q --quiet --tarballs --packages --dry-run -d",
         "text*"},
        {"conda run", reads,
         "-n=text --name=text -p=elsewhere --prefix=elsewhere --no-capture-output --live-stream -e=text",
         "program"},
        {"pixi", reads, "--version!looks -V!looks -vq --verbose --quiet", "subcommand*"},
        {"pixi list|ls|search|info|tree|auth|completion", fetches, "--json -e=text --environment=text --platform=text --extended", "text*"},
        {"pixi install|i|add|a|update|upgrade|init|lock|project|workspace|task|global|shell-hook|build|config|self-update",
         installs | fetches | runs,
         "-e=text --environment=text -f=text --feature=text --pypi --platform=text --frozen --locked --manifest-path=elsewhere",
         "text*"},
        {"pixi remove|rm|clean", deletes, "-f=text --feature=text --pypi", "text*"},
        // A single word is taken apart as a shell does.
        {"pixi run|r", runs,
         "-e=text --environment=text --manifest-path=elsewhere --frozen --locked --no-install",
         "either"},
        {"pixi exec|x", installs | fetches,
         "-s=text --spec=text -w=text --with=text -c=address --channel=address",
         "program"},
        {"pixi shell", runs, "-e=text --environment=text --frozen --locked --manifest-path=elsewhere", "text* <shell"},
        {"brew|linuxbrew", reads,
         "--version!looks -v!looks --help!looks -h!looks --prefix!looks --cellar!looks --caskroom!looks --repository!looks "
         "-q --quiet -d --debug --verbose",
         "subcommand*"},
        // A path is code: a formula, or a cask.
        {"brew list|ls|leaves|--prefix|--cellar|--repository|help|commands", looks,
         "--formula --formulae --cask --casks --full-name --versions --multiple --pinned -1 -l -r -t --installed-on-request "
         "--installed-as-dependency --include-aliases",
         "built_in*"},
        // It opens a browser.
        {"brew home|homepage", fetches, "--formula --cask", "text*"},
        {"brew search", fetches,
         "--formula --formulae --cask --casks --desc --eval-all --macports --fink --open --closed --pull-request --fedora --debian --ubuntu",
         "text*"},
        {"brew info|abv|deps|uses|config|doctor|outdated|log|cat|desc|options|missing|formulae|casks|shellenv|"
         "analytics|which-formula",
         fetches,
         "--formula --formulae --cask --casks --json[=text] --installed --all --eval-all --tree --graph --dot --annotate "
         "--include-build --include-optional --include-test --skip-recommended --recursive --topological --direct --1 --union "
         "--full-name --for-each --missing --hide=text --greedy --greedy-latest --fetch-HEAD --github --analytics --days=text "
         "--category=text --desc -s --search --name --description -p --patch --stat --oneline -1 --max-count=text --compact "
         "--command=text --list-checks --audit-debug --macports --fink --open --closed --pull-request --fedora --debian --ubuntu",
         "built_in*"},
        {"brew install|reinstall|upgrade|update|tap|link|unlink|services|bundle|fetch|pin|unpin|create|edit|"
         "postinstall|extract|migrate|untap",
         installs | fetches | runs,
         "--formula --cask -f --force -n --dry-run --HEAD -s --build-from-source --force-bottle --ignore-dependencies "
         "--only-dependencies --overwrite --greedy --no-quarantine --adopt --skip-cask-deps --zap --global --file=load --no-lock --all --describe -i",
         "text*"},
        {"brew uninstall|remove|rm|cleanup|autoremove", deletes,
         "--formula --cask -f --force -n --dry-run --zap!destroys --ignore-dependencies -s --prune=text",
         "text*"},
        // The Gemfile is code.
        {"bundle|bundler", runs, "--no-color -V --verbose", "subcommand"},
        {"bundle list|show|info|check|outdated|platform|licenses|env|version|doctor|viz", runs,
         "--name-only --paths --only-group=text --without-group=text --path --dry-run --strict --parseable --porcelain --groups "
         "--group=text --major --minor --patch --pre --local --only-explicit --gemfile=load",
         "text*"},
        {"bundle install|update|add|lock|cache|package|config|init|binstubs|pristine|remove|inject|gem", installs | fetches | runs,
         "--quiet --jobs=text -j=text --retry=text --local --no-cache --redownload --force --frozen --deployment --all --group=text "
         "-g=text --version=text -v=text --source=address -s=address --skip-install --strict --conservative --major --minor --patch "
         "--bundler[=text] --with=text --without=text --path=write --gemfile=load --standalone[=text] --binstubs[=write] --global --delete",
         "text*"},
        {"bundle clean", deletes, "--dry-run --force", {}},
        {"bundle exec|e", runs, "--keep-file-descriptors --gemfile=load", "program"},
        {"npx", installs | fetches | on_demand,
         "--version!looks -v!looks --help!looks -h!looks -yq -p=text --package=text -c=shell --call=shell --yes --no --no-install "
         "--quiet --silent --shell=program --script-shell=program --node-options=load -n=load --prefix=elsewhere -C=elsewhere "
         "--userconfig=load --globalconfig=load -w=text --workspace=text --workspaces --ignore-existing --prefer-online "
         "--prefer-offline --offline --registry=address --loglevel=text --python=program --cache=write",
         "program"},
        {"uvx", installs | fetches | on_demand,
         "--version!looks -V!looks --help!looks -h!looks -q --quiet -v --verbose --from=text --with=text -w=text "
         "--with-requirements=read --with-editable=read -p=program --python=program --no-cache -n --refresh -U --upgrade --isolated "
         "--offline --index-url=address "
         "--index=address --default-index=address --prerelease=text --directory=elsewhere --project=elsewhere --config-file=load "
         "--env-file=load",
         "program"},
        {"bunx|pnpx", installs | fetches | on_demand,
         "-c=shell --call=shell --shell-mode=shell -p=text --package=text --silent --quiet --bun --verbose --no-install --parallel",
         "program"},
        {"direnv", runs | writes, {}, "subcommand"},
        {"direnv exec", reads, {}, "elsewhere program"},
        {"direnv *", runs | writes, {}, "read*"},
        {"devenv|devbox|flox", runs | writes, {}, "subcommand"},
        {"devenv shell|run|activate", reads, "-c=shell --command=shell", "either <shell"},
        {"devenv *", runs | writes, {}, "text*"},
        {"pipx", reads, "--version!looks --help!looks -h!looks", "subcommand"},
        {"pipx list|environment", reads, "--json --short --include-injected --global --value=text -V=text", {}},
        {"pipx run", installs | fetches | on_demand,
         "--spec=text --no-cache --pypackages --verbose -v -q --quiet --python=program --pip-args=load --index-url=address -i=address --path!runs",
         "program"},
        {"pipx install|inject|upgrade|upgrade-all|reinstall|reinstall-all|ensurepath", installs | fetches,
         "-f --force --include-deps --include-apps --suffix=text --python=program --pip-args=load -i=address --index-url=address "
         "-e --editable --system-site-packages --global -v --verbose -q --quiet --include-injected",
         "text*"},
        {"pipx uninstall|uninstall-all|uninject", deletes, "-v --verbose --global", "text*"},
        // Its plug-ins are the project's.
        {"composer", reads,
         "-qn --no-interaction --quiet -v --verbose -d=elsewhere --working-dir=elsewhere --no-plugins "
         "--no-scripts --no-cache --no-ansi --ansi --profile",
         "subcommand*"},
        {"composer licenses|validate|why|depends|check-platform-reqs|suggests|about", runs,
         "-A --locked -t --tree -r --recursive --strict -f=text --format=text --no-dev --no-check-all --no-check-lock --no-check-publish "
         "--no-check-version --with-dependencies --lock --all --by-package --by-suggestion --list",
         "text*"},
        {"composer show|info|outdated|status|why-not|prohibits|search|diagnose|audit|fund|browse|home",
         fetches,
         "-i --installed --all --locked -p --platform -a --available -s --self -N --name-only -P --path -t --tree -l --latest "
         "-o --outdated -m --minor-only -M --major-only -D --direct --strict -f=text --format=text --no-dev --dev -r --recursive "
         "--no-check-all --no-check-lock --no-check-publish --with-dependencies --abandoned=text --ignore=text",
         "text*"},
        {"composer install|i|require|r|update|u|upgrade|create-project|dump-autoload|dumpautoload|global|init|"
         "bump|reinstall|archive|config|self-update",
         installs | fetches | runs,
         "--dev --no-dev --prefer-dist --prefer-source --dry-run --no-progress --no-update --no-install --no-autoloader "
         "--ignore-platform-reqs --ignore-platform-req=text -o --optimize-autoloader --optimize -a --classmap-authoritative "
         "--apcu -w --with-dependencies -W --with-all-dependencies --with=text --lock --prefer-stable --prefer-lowest --sort-packages -g --global",
         "text*"},
        {"composer run-script|run|test", runs, "--dev --no-dev -l --list --timeout=text", "script"},
        {"composer exec", runs, "-l --list", "program"},
        {"composer remove|rm|clear-cache|clearcache|cc", deletes, "--dev --no-update --no-install --unused -W -w --gc", "text*"},
        {"dpkg", reads,
         "-l!looks --list!looks -L!looks --listfiles!looks -s!looks --status!looks -S=text!looks --search=text!looks -p!looks "
         "--print-avail!looks -I --info -c!looks --contents!looks -f --field -C!looks --audit!looks "
         "-V!looks --verify!looks --get-selections!looks --print-architecture!looks --print-foreign-architectures!looks "
         "--compare-versions!looks --validate-pkgname!looks --version!looks --help!looks --force-help!looks --no-pager "
         "-i!installs --install!installs --unpack!installs --configure!installs -a --pending "
         "-r!deletes --remove!deletes -P!destroys --purge!destroys -G -E -B -O -R "
         "--recursive --no-act --dry-run --simulate --no-triggers --log=write -x!scatters --extract!scatters "
         "--admindir=elsewhere --root=elsewhere --instdir=elsewhere "
         "--pre-invoke=shell --post-invoke=shell --status-logger=shell",
         "name*"},
        // `-q` is behind all that only looks.
        {"rpm", installs,
         "-q!looks --query!looks --version!looks -adfgilpRsVcxH --all --file --group --info --list --requires --provides --changelog "
         "--scripts --configfiles --docfiles --last --whatprovides --whatrequires --verify --queryformat=format --qf=format -v --test "
         "-e!deletes --erase!deletes --eval=code -E=code --define=code -D=code --pipe=shell --rcfile=load --macros=load --load=load "
         "--root=elsewhere -r=elsewhere",
         "name*"},
        {"pacman", installs,
         "-Q!looks --query!looks --version!looks -acdegiklmnoqtu -p!outside -s -R!deletes --remove!deletes -S -y -U --noconfirm --needed "
         "--config=load --hookdir=load",
         "text*"},
        {"winget|choco|scoop", installs, "--version!looks -v!looks", "subcommand"},
        {"winget list|search|show|info|find|outdated|status|which|help", fetches,
         "-e --exact -q=text --query=text --id=text --name=text -s=text --source=text -l --local-only --limit-output -r --upgrade-available",
         "text*"},
        {"winget install|add|upgrade|update|import|reset|bucket|pin|source", installs | fetches,
         "-e --exact -h --silent --id=text -v=text --version=text -s=text --source=text -y --yes --force -g --global --all -r "
         "--accept-package-agreements --accept-source-agreements --scope=text",
         "text*"},
        {"winget uninstall|remove|rm", destroys,
         "-e --exact -h --silent --id=text -v=text --version=text -s=text --source=text -y --yes --force -p --purge -g --global -x "
         "--remove-dependencies --all-versions",
         "text*"},
        {"winget push", sends, "-s=address --source=address -k=text --api-key=text --force", "read"},
        {"winget *", installs | runs, {}, "text*"},
        {"yay|paru|emerge|makepkg|installer|alien", reads,
         "--list --listfiles --status --search --print-avail --info --contents --version",
         "read*"},
        {"gem", reads, "--version!looks -v!looks --help!looks -h!looks", "subcommand"},
        {"gem list|info", looks,
         "-aldieI --no-versions --all --local --details --installed --exact --prerelease --quiet --no-details --no-installed "
         "-r!fetches --remote!fetches -b!fetches --both!fetches -v=text --version=text",
         "text*"},
        {"gem environment|env", looks, {}, "text*"},
        {"gem help", looks, {}, "text*"},
        {"gem which", looks, "-ag --all --gems-first --no-all --no-gems-first", "name*"},
        {"gem contents", looks, "-al --all --lib-only --prefix --no-prefix --show-install-dir -v=text --version=text -s=load --spec-dir=load", "text*"},
        {"gem specification", reads,
         "-a --all --lib-only --prefix --no-prefix -v=text --version=text --yaml --ruby --marshal -l --local",
         "text*"},
        {"gem search|dependency|outdated|query|server|stale|check", fetches,
         "-ldea --local --remote -r --details --exact --all --prerelease --versions -v=text --version=text -q --quiet",
         "text*"},
        {"gem sources", fetches,
         "-l --list -a=address!writes --add=address!writes -r=address!writes --remove=address!writes -c!writes --clear-all!writes "
         "-u!writes --update!writes -q --quiet",
         {}},
        {"gem install|i|update|fetch|build|cert|unpack|pristine|rdoc|open|setup|lock|generate_index", installs | fetches | runs,
         "-v=text --version=text -N --no-document --document=text -f --force --user-install --no-user-install --conservative "
         "--prerelease --pre -q --quiet -V --verbose --system --all -l --local -r --remote -s=address --source=address --clear-sources "
         "-i=write --install-dir=write -n=write --bindir=write -o=write --output=write --platform=text -g[=load] --file[=load] --ignore-dependencies",
         "text*"},
        {"gem exec", installs | fetches, "-v=text --version=text -g=text --gem=text --conservative", "program"},
        {"gem uninstall|cleanup", deletes,
         "-a --all -x --executables -I --ignore-dependencies -v=text --version=text --force -n -d --dry-run -q --quiet",
         "text*"},
        {"gem yank", destroys | sends, "-k=text --key=text --host=address -v=text --version=text --platform=text --otp=text", "text"},
        {"gem push|signin|signout|owner", sends,
         "-k=text --key=text --host=address -v=text --version=text -a=text --add=text -r=text --remove=text --otp=text", "text*"},
        {"nix", runs,
         "--version!looks --extra-experimental-features=text --experimental-features=text --option=load -L -v --verbose "
         "--offline --refresh --accept-flake-config!loads",
         "subcommand*"},
        {"nix shell|develop", runs | installs,
         "-c=program; --command=program; --run=shell --expr=code --file=load -f=load --override-input=load --inputs-from=load -i "
         "--ignore-environment",
         "text* <shell"},
        {"nix run", runs | installs,
         "--expr=code --file=load -f=load --override-input=load --inputs-from=load",
         "text!evaluates program"},
        {"nix copy", runs | sends | fetches, "--to=address --from=address --all --no-check-sigs -s --substitute-on-destination", "text*"},
        {"nix store", runs | writes, {}, "subcommand*"},
        {"nix store gc|delete", deletes, "--dry-run --max=text --ignore-liveness", "text*"},
        {"nix store *", runs | writes, "--json --dry-run --repair", "text*"},
        {"nix profile", runs | writes, {}, "subcommand*"},
        {"nix profile wipe-history", destroys, "--dry-run --older-than=text --profile=write", {}},
        {"nix profile *", runs | writes, "--json --dry-run --all --profile=write --expr=code --impure!loads", "text*"},
        {"nix build|eval|flake|search|why-depends|path-info|log|show-derivation|registry|repl|"
         "hash|doctor|fmt|bundle|derivation|config|print-dev-env",
         runs | writes,
         "--json --no-link --print-out-paths --dry-run --rebuild --keep-going --raw -o=write --out-link=write --expr=code --impure!loads",
         "text*"},
        {"nix-collect-garbage", deletes, "-d!destroys --delete-old!destroys --delete-older-than=text!destroys --dry-run --max-freed=text --quiet -v", {}},
        {"nix-build|nix-env|nix-store|nix-channel|nix-instantiate|nix-prefetch-url", runs | installs,
         "--gc!deletes --delete!deletes --delete-generations!destroys -A=text --attr=text -o=write --out-link=write --no-out-link -q --query -d --delete-old -E=code --expr=code --eval!evaluates --option=load",
         "text*"},
        {"nix-shell", runs,
         "--pure --run=shell --command=shell -p=text -E=code --expr=code --packages=text -i=program",
         "text* <shell"},
        // A script shell, node's options and another settings file decide what scripts run.
        {"npm", reads,
         "--version!looks -v!looks --help!looks -h!looks -aglfpqsdDEOPSB --all --global --long --parseable --json --unicode --link "
         "--force --quiet --silent --verbose --dry-run --yes -y --no --color --no-color --depth=text --omit=text --include=text "
         "--only=text --production --dev --save --no-save --save-dev --save-prod --save-optional --save-peer --save-exact "
         "--save-bundle --legacy-peer-deps --strict-peer-deps --engine-strict --prefer-offline --prefer-online --prefer-dedupe "
         "--offline --audit --no-audit --audit-level=text --fund --no-fund --progress --no-progress --no-optional "
         "--no-update-notifier --update-notifier --timing --ignore-scripts --foreground-scripts --if-present --bin-links "
         "--no-bin-links --package-lock --no-package-lock --package-lock-only --no-shrinkwrap --install-strategy=text "
         "--install-links --before=text --cpu=text --os=text --libc=text -w=text --workspace=text --workspaces "
         "--include-workspace-root --loglevel=text --tag=text --access=text --provenance --otp=text --scope=text --preid=text "
         "--git-tag-version --no-git-tag-version --allow-same-version -m=text --message=text --fetch-retries=text "
         "--fetch-timeout=text --maxsockets=text --searchlimit=text --expect-result-count=text --expect-results --sbom-format=text "
         "--registry=address --proxy=address --https-proxy=address --prefix=elsewhere -C=elsewhere --script-shell=program "
         "--node-options=load --userconfig=load --globalconfig=load --logs-dir=write --cache=write --pack-destination=write "
         "--shell=program --editor=program --git=program --viewer=program --browser=program --node-gyp=program --python=program "
         "--init-module=load --cafile=load --call=shell -c=shell",
         "subcommand*"},
        {"npm ls|list|la|ll|why|explain|prefix|root|bin|query", looks, {}, "text*"},
        {"npm help|docs|home|bugs|issues|repo|doctor|fund|sbom|completion|diff|stars|help-search", fetches, {}, "text*"},
        // They ask the registry alone, which no file names that an agent may change unasked.
        {"npm outdated|search|s|se|find|ping|whoami", fetches | served, {}, "text*"},
        {"npm view|info|show|v", fetches | served, {}, "address text*"},
        {"npm audit", fetches, {}, "subcommand*"},
        {"npm audit signatures", fetches, {}, {}},
        {"npm audit fix", installs | fetches | runs | writes, {}, {}},
        {"npm config|c|get", reads, {}, "subcommand*"},
        {"npm config list|ls", reads, "--location=text -L=text", "text*"},
        {"npm config get", reads, "--location=text -L=text", "subcommand*"},
        // None of these holds a secret.
        {"npm config get registry|cache|prefix|globalconfig|userconfig|node-version|npm-version|user-agent|init-module|save-exact|"
         "save-prefix|engine-strict|legacy-peer-deps|strict-peer-deps|fund|audit|loglevel|package-lock|ignore-scripts|"
         "script-shell|shell|editor|tag|strict-ssl|workspaces|install-strategy|prefer-offline|offline|lockfile-version|color|"
         "progress|omit|include|os|cpu|libc|save|global",
         looks, {}, {}},
        {"npm config get *", reads, {}, "text*"},
        {"npm config set|s|delete|rm|edit|fix", writes, "--location=text -L=text", "text!loads*"},
        {"npm pkg", reads, {}, "subcommand*"},
        {"npm pkg get", looks, {}, "text*"},
        {"npm pkg set|delete|fix", writes, {}, "text!loads*"},
        {"npm install|i|in|ins|inst|add|isntall|ci|clean-install|ic|install-clean|update|up|upgrade|udpate|"
         "dedupe|ddp|rebuild|rb|link|ln|install-test|it|cit|install-ci-test|create|init|innit|prune|"
         "shrinkwrap|cache|pack|edit|approve-scripts",
         installs | fetches | runs, {}, "text*"},
        {"npm version", runs | writes, {}, "text* none!looks"},
        // Words behind its name, and behind `--`, are the script's.
        {"npm run|run-script|rum|urn", runs, {}, "text read* none!looks"},
        {"npm test|t|tst", runs, {}, "read* <data"},
        // It may be a shell for some language.
        {"npm start|stop|restart", runs, {}, "read*"},
        {"npm exec|x", installs | fetches, "-p=text --package=text", "program <shell"},
        {"npm explore", runs, {}, "text program <shell"},
        {"npm uninstall|un|remove|rm|r|unlink", deletes, {}, "text*"},
        {"npm unpublish", destroys | sends, {}, "text*"},
        {"npm publish|deprecate|login|adduser|logout|owner|author|team|access|org|token|profile|"
         "hook|dist-tag|dist-tags|star|unstar|set|trust",
         sends, {}, "text*"},
        {"pip|pip3|pip2|pip3.8|pip3.9|pip3.10|pip3.11|pip3.12|pip3.13", reads,
         "-V!looks --version!looks --help!looks -h!looks -qv --quiet --verbose --python=program --isolated --require-virtualenv "
         "--no-input --proxy=address!outside --retries=text --timeout=text --exists-action=text --trusted-host=address!outside "
         "--cert=read!outside --client-cert=read!outside --keyring-provider=text!outside --debug --log=write --log-file=write --local-log=write --cache-dir=write "
         "--disable-pip-version-check --no-color --no-cache-dir --no-python-version-warning --use-feature=text --use-deprecated=text",
         "subcommand*"},
        {"pip list|freeze|inspect", looks,
         "-o!fetches!served --outdated!fetches!served -u!fetches!served --uptodate!fetches!served -e --editable -l --local --user --pre --all --format=text "
         "--not-required --exclude-editable --include-editable --exclude=text -f --files --no-index -i=address!outside --index-url=address!outside "
         "--extra-index-url=address!outside --path=elsewhere -r=read --requirement=read",
         "text*"},
        // Of these, `--local` is short for `--local-log`, which is written.
        {"pip show|check", looks, "-f --files", "text*"},
        {"pip hash", looks, "-a=text --algorithm=text", "read*"},
        {"pip help|completion", looks, "--bash --zsh --fish --powershell", "text*"},
        {"pip debug", looks, "--platform=text --python-version=text --implementation=text --abi=text", {}},
        {"pip search|index", fetches | served,
         "--pre --platform=text --python-version=text --implementation=text --abi=text --no-index --json -i=address!outside "
         "--index-url=address!outside --extra-index-url=address!outside -f=address!outside --find-links=address!outside --ignore-requires-python --no-binary=text "
         "--only-binary=text",
         "text*"},
        {"pip config", reads, {}, "subcommand*"},
        {"pip config list|get|debug", reads, "--global --user --site", "text*"},
        {"pip config set|unset|edit", writes, "--global --user --site --editor=program", "text!loads*"},
        {"pip cache", deletes, {}, "subcommand*"},
        {"pip cache list|dir|info", looks, "--format=text", "text*"},
        {"pip cache remove|purge", deletes, {}, "text*"},
        {"pip install|download|wheel|lock", installs | fetches | runs,
         "-r=read --requirement=read -c=read --constraint=read --no-deps --pre -e=read --editable=read --dry-run -t=write "
         "--target=write --platform=text --python-version=text --implementation=text --abi=text --user --root=write --prefix=write "
         "--src=write -U --upgrade --upgrade-strategy=text --force-reinstall -I --ignore-installed --ignore-requires-python "
         "--no-build-isolation --use-pep517 --no-use-pep517 --check-build-dependencies --break-system-packages --compile --no-compile "
         "--no-warn-script-location --no-warn-conflicts --no-binary=text --only-binary=text --prefer-binary --require-hashes "
         "--progress-bar=text --root-user-action=text --report=write --no-clean -i=address --index-url=address "
         "--extra-index-url=address --no-index -f=address --find-links=address -d=write --dest=write -w=write --wheel-dir=write "
         "--no-verify -C=code --config-settings=code --global-option=code --build-option=code --install-option=code",
         "text*"},
        {"pip uninstall", deletes, "-y --yes -r=read --requirement=read --break-system-packages --root-user-action=text", "text*"},
        {"pip-compile|pip-sync|pipdeptree|pip-audit|uv-pip", fetches | writes,
         "--version!looks -r=read -q --quiet -v --verbose -U --upgrade --generate-hashes --dry-run -n -o=write --output-file=write --json",
         "read*"},
        {"pipenv|poetry|pdm|rye|flit", reads,
         "-C=elsewhere -P=elsewhere --directory=elsewhere --project=elsewhere -p=elsewhere -nqvh "
         "--no-interaction --quiet --verbose --no-ansi --no-plugins --no-cache -e=text --env=text",
         "subcommand*"},
        {"pipenv show|list|check|graph|info|search|about|status|dep|outdated|--venv|--where", fetches,
         "-t --tree -l --latest -o --outdated -T --top-level --all -a --only=text --with=text --without=text --lock --json --json-tree "
         "--bare --reverse --full-path --path --executable -s --short --strict --no-dev --why --fields=text --graph --csv --format=text",
         "text*"},
        {"pipenv version", fetches, "-s --short --dry-run", "text!writes*"},
        {"pipenv env", fetches, {}, "subcommand*"},
        {"pipenv env list|info", fetches, "--full-path --path --executable", {}},
        {"pipenv env remove", deletes, "--all", "text*"},
        {"pipenv config", writes, "--list --local --unset --migrate", "text*"},
        {"pipenv install|add|update|upgrade|lock|sync|init|new|build|create|self|use|fetch|pin|python|cache|"
         "export|test|fmt|lint",
         installs | fetches | runs,
         "-d --dev -D -G=text --group=text --optional -E=text --extras=text --all-extras --only=text --with=text --without=text --no-root "
         "--only-root --sync --dry-run --no-dev --no-update --no-lock --lock --deploy --ignore-pipfile --system --skip-lock --clear --pre "
         "-r=read --requirements=read --editable --python=program --source=text --allow-prereleases --all-groups --prod "
         "--production --no-self --no-isolation --no-editable --check --frozen-lockfile -f=text --format=text -o=write --output=write "
         "--without-hashes --name=text --src --compile --no-hashes",
         "text*"},
        {"pipenv remove|uninstall|clean|prune", deletes, "-d --dev -D -G=text --group=text --dry-run --all --all-dev --lock --skip-lock", "text*"},
        {"pipenv publish", sends,
         "--build --dry-run -r=text --repository=text -u=text --username=text -p=text --password=text --skip-existing",
         "text*"},
        {"pipenv run|shell", runs, {}, "program <shell"},
        {"hatch", reads, "-e=text --env=text -qv --quiet --verbose", "subcommand*"},
        {"hatch run|shell", runs, {}, "program <shell"},
        {"hatch env", reads, {}, "subcommand"},
        {"hatch env run", reads, "-e=text --env=text -i=text -x=text", "program"},
        {"hatch env prune|remove", runs | deletes, "-i=text -x=text", "text*"},
        {"hatch env *", runs | writes, "--json --ascii -i --internal --force-ascii", "text*"},
        {"hatch build|version|new|test|fmt|clean|config|dep|project|python|status|self", installs | fetches | runs,
         "-t=text --target=text -c --clean -a --all --check --cover --parallel -p --randomize --show -l --linter -f --formatter",
         "text*"},
        {"hatch publish", sends, "-r=text --repo=text -u=text --user=text -y --yes", "text*"},
        {"pnpm|yarn", runs,
         "-rwsDEPh --recursive --silent -F=text --filter=text --filter-prod=text --workspace-root --parallel --stream --if-present "
         "--aggregate-output --sequential --no-bail --workspace-concurrency=text --reporter=text --loglevel=text --color --no-color "
         "-C=elsewhere --dir=elsewhere --cwd=elsewhere --prefix=elsewhere --script-shell=program --node-options=load "
         "--shell-mode!evaluates -c!evaluates --use-yarnrc=load --config=load --offline --frozen-lockfile --ignore-scripts --json --verbose",
         "subcommand*"},
        {"pnpm ls|list|la|ll|why|outdated|view|info|show|licenses|root|bin|config-list|help|doctor|"
         "search|versions|audit|completion|explain",
         fetches,
         "-gRA --global --long --depth=text --prod --dev -d --parseable --json --compatible --no-optional --only-projects --lockfile-only "
         "--all --recursive --name-only --severity=text --level=text --audit-level=text --groups=text --environment=text --pattern=text "
         "--fields=text -f=text --no-deprecated --format=text --sort-by=text --fix!writes",
         "text*"},
        {"pnpm store", fetches, {}, "subcommand*"},
        {"pnpm store path|status", fetches, {}, {}},
        {"pnpm store add", installs | fetches, {}, "text*"},
        {"pnpm store prune", deletes, "--force", {}},
        // That of yarn is the program `env`.
        {"pnpm env", fetches | secrets, {}, "subcommand*"},
        {"pnpm env list|ls", fetches, "-g --global --remote", "text"},
        {"pnpm env use|add", installs | fetches, "-g --global", "text*"},
        {"pnpm env remove|rm", deletes, "-g --global", "text*"},
        {"pnpm config|c", reads, {}, "subcommand*"},
        {"pnpm config list|get|ls", reads, "--json --location=text -g --global --verbose", "text*"},
        {"pnpm config set|delete|unset", writes, "--json --location=text -g --global -H --home", "text!loads*"},
        {"pnpm install|i|add|ci|update|up|upgrade|import|rebuild|link|dedupe|fetch|init|create|patch|"
         "patch-commit|pack|set|plugin|version|setup|prune|self-update|cache|constraints|"
         "install-test|it|deploy",
         installs | fetches | runs,
         "-gdOLWifTy --global --dev --save-dev --prod --save-prod --save-optional --save-peer --save-exact --exact --peer "
         "--optional --tilde --caret --latest --interactive --workspace --ignore-workspace-root-check --no-frozen-lockfile "
         "--prefer-frozen-lockfile --pure-lockfile --no-lockfile --lockfile-only --fix-lockfile --immutable --immutable-cache "
         "--check-cache --inline-builds --mode=text --prefer-offline --non-interactive --network-timeout=text --network-concurrency=text "
         "--ignore-engines --ignore-optional --ignore-platform --no-optional --shamefully-hoist --strict-peer-dependencies "
         "--no-strict-peer-dependencies --node-linker=text --force --no-progress --production[=text] --check-files --flat --har!writes "
         "--focus --pattern=text --scope=text --new-version=text --major --minor --patch --no-git-tag-version --dry-run --yes "
         "--registry=address --store-dir=write --modules-folder=write --cache-folder=write --pack-destination=write --out=write --filename=write",
         "text*"},
        {"pnpm workspace", runs, {}, "text task"},
        {"pnpm workspaces", runs, {}, "subcommand"},
        {"pnpm workspaces foreach", runs,
         "-ApivRWt --all --parallel --interlaced --verbose --recursive --worktree --topological --topological-dev --no-private "
         "--from=text --include=text --exclude=text -j=text --jobs=text --since[=text]",
         "program"},
        {"pnpm workspaces focus|list|info", fetches, "--json -v --verbose --since[=text] -R --recursive --all --production", "text*"},
        {"pnpm run|run-script|start|stop|restart|node|dev|build|lint", runs,
         "--script-shell=program --node-options=load --shell-mode!evaluates -c!evaluates --dir=elsewhere --cwd=elsewhere -C=elsewhere",
         "script"},
        {"pnpm test|t|tst", runs,
         "--script-shell=program --node-options=load --shell-mode!evaluates -c!evaluates --dir=elsewhere --cwd=elsewhere -C=elsewhere",
         "script <data"},
        {"pnpm exec|dlx", installs | fetches | on_demand,
         "-rqc --quiet --package=text --shell-mode --silent --recursive --parallel --workspace-concurrency=text",
         "either"},
        {"pnpm remove|rm|uninstall|un|unlink|clean|autoclean", deletes,
         "-gDOA --global --all --save-dev --save-prod --save-optional --mode=text",
         "text*"},
        {"pnpm npm", fetches, {}, "subcommand*"},
        {"pnpm npm publish|tag|login|logout", sends,
         "--tag=text --access=text --otp=text --tolerate-republish --provenance -s=text --scope=text --publish --always-auth -n --dry-run", "text*"},
        {"pnpm npm info|audit|whoami", fetches,
         "-f=text --fields=text -A --all -R --recursive --environment=text --severity=text --no-deprecations --exclude=text --ignore=text "
         "-s=text --scope=text --publish",
         "text*"},
        {"pnpm unpublish", destroys | sends, "--force --dry-run --otp=text --registry=address", "text*"},
        {"pnpm publish|login|logout|owner|tag", sends,
         "--tag=text --access=text --dry-run --no-git-checks --otp=text --registry=address --new-version=text",
         "text*"},
        // Another word is a script, or a program.
        {"pnpm *", runs, {}, "program"},
        {"snap", reads, "--version!looks", "subcommand"},
        {"snap remove", destroys | rights, "--purge --terminate --no-wait --revision=text", "text*"},
        {"snap install|refresh", installs | rights,
         "--classic --channel=text --edge --beta --stable --candidate --devmode --dangerous --purge --list",
         "text*"},
        {"snap list|version", looks, "--all --color=text --unicode=text", "text*"},
        {"snap info|find|changes|connections|services|logs|known|warnings", reads, "--verbose -n=text --all --color=text", "text*"},
        {"uv", reads,
         "--version!looks -V!looks --help!looks -h!looks -qvn --quiet --verbose --offline --no-cache --directory=elsewhere "
         "--project=elsewhere --config-file=load --no-config --color=text --python-preference=text --native-tls --no-progress "
         "--cache-dir=write --allow-insecure-host=address",
         "subcommand*"},
        {"uv cache", fetches, {}, "subcommand*"},
        {"uv cache dir", looks, {}, {}},
        {"uv cache size", reads, "-H --human", {}},
        {"uv cache clean|prune", deletes, "--force --ci", "text*"},
        {"uv python", fetches, {}, "subcommand*"},
        {"uv python dir", looks, "--bin", {}},
        {"uv python list|find", fetches,
         "--all-versions --all-platforms --all-arches --only-installed --only-downloads --show-urls --output-format=text --system "
         "--no-project --script=read --show-version --resolve-links",
         "text*"},
        {"uv python install|upgrade|pin|update-shell", installs | fetches,
         "-fr -U --force --reinstall --upgrade --default --bin --no-bin --global --rm --resolved --no-project --mirror=address "
         "--pypy-mirror=address -i=write --install-dir=write",
         "text*"},
        {"uv python uninstall", deletes, "--all -i=write --install-dir=write", "text*"},
        {"uv self", fetches, {}, "subcommand*"},
        {"uv self version", looks, "--short --output-format=text", {}},
        {"uv self update", installs | fetches, "--dry-run", "text"},
        {"uv auth", fetches, {}, "subcommand*"},
        {"uv auth dir", reads, {}, "address"},
        {"uv auth token", secrets, "-u=text --username=text", "address"},
        {"uv auth login|logout", fetches | writes | sends,
         "-u=text --username=text --password=text -t=text --token=text", "address <sends"},
        {"uv version", fetches,
         "--package=text --frozen --locked --short --output-format=text --dry-run -p=program --python=program --bump=text!writes!installs",
         "text!writes!installs"},
        {"uv tree|help", fetches,
         "--depth=text --prune=text --package=text --no-dedupe --invert --outdated --universal --frozen --locked --short "
         "--output-format=text --only-installed --all-versions --dry-run -p=program --python=program --group=text --extra=text --no-dev",
         "text*"},
        {"uv pip", reads, {}, "subcommand*"},
        {"uv pip list|show|freeze|check|tree", fetches,
         "-e --editable --exclude-editable --exclude=text --format=text --outdated --strict --system --depth=text --prune=text "
         "--package=text --no-dedupe --invert --show-version-specifiers -f --files -p=program --python=program",
         "text*"},
        {"uv pip install|sync|compile|download", installs | fetches | runs,
         "-r=read --requirement=read --requirements=read -c=read --constraint=read -e=read --editable=read --no-deps --pre -U --upgrade "
         "-P=text --upgrade-package=text --reinstall --system --break-system-packages --target=write --prefix=write --dry-run "
         "--generate-hashes --universal --python-version=text --python-platform=text --extra=text --all-extras --no-build-isolation "
         "--no-binary=text --only-binary=text --require-hashes --index-url=address -i=address --extra-index-url=address --index=address "
         "--find-links=address -f=address --no-index -o=write --output-file=write -p=program --python=program -C=code "
         "--config-setting=code --config-settings=code",
         "text*"},
        {"uv pip uninstall", deletes, "-r=read --requirements=read --system -y --dry-run -p=program --python=program", "text*"},
        {"uv tool", reads, {}, "subcommand*"},
        {"uv tool dir", looks, "--bin", {}},
        {"uv tool list", reads, "--show-paths --show-version-specifiers --show-with --bin", {}},
        {"uv tool install|upgrade|update-shell|sync", installs | fetches | runs,
         "--all --force --with=text --with-requirements=read --with-editable=read -e --editable --from=text -U --upgrade --reinstall "
         "-p=program --python=program --index=address --index-url=address",
         "text*"},
        {"uv tool uninstall", deletes, "--all", "text*"},
        {"uv tool run", installs | fetches,
         "--from=text --with=text -w=text --with-requirements=read --with-editable=read -p=program --python=program --isolated --no-cache "
         "--refresh -U --upgrade --index=address --index-url=address --env-file=load",
         "program"},
        {"uv add|sync|lock|init|venv|build|export|format", installs | fetches | runs,
         "--dev --group=text --no-group=text --only-group=text --all-groups --optional=text --extra=text --all-extras --no-extra=text "
         "--no-dev --only-dev --frozen --locked --check --dry-run -U --upgrade -P=text --upgrade-package=text --reinstall --inexact "
         "--exact --active --no-sync --no-install-project --no-editable --editable --raw --bounds=text --package=text --all-packages "
         "--name=text --app --lib --bare --no-readme --vcs=text --seed --system-site-packages --prompt=text --clear --sdist --wheel "
         "--format=text --no-hashes --no-header --no-annotate --no-emit-project --diff -r=read --requirements=read --script=read "
         "--branch=text --tag=text --rev=text --index=address --index-url=address --extra-index-url=address --default-index=address "
         "-o=write --output-file=write "
         "--out-dir=write -p=program --python=program -C=code --config-setting=code",
         "text*"},
        {"uv remove", deletes, "--dev --group=text --optional=text --frozen --no-sync --package=text --script=read", "text*"},
        {"uv publish", sends,
         "--index=text --publish-url=address -u=text --username=text -p=text --password=text -t=text --token=text --dry-run",
         "read*"},
        {"uv run", installs | fetches | on_demand,
         "-qv --with=text --extra=text --no-extra=text --group=text --no-group=text --only-group=text --all-extras --all-groups --no-dev "
         "--only-dev --dev --frozen --locked --no-sync --isolated --active --exact --no-project --no-editable --package=text --all-packages "
         "-p=program --python=program --env-file=load --no-env-file --with-requirements=read --with-editable=read -m=script --module=script "
         "-s=script --script=script --gui-script=script --offline --no-cache -n --directory=elsewhere --project=elsewhere --quiet --verbose "
         "--refresh --upgrade -U --reinstall --index=address --index-url=address",
         "program"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
