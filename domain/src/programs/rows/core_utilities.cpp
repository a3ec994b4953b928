#include "families.hpp"

namespace assent::programs {

// Options: coreutils 9.5, findutils 4.9, tar 1.35, file 5.44, diffutils 3.8, patch 2.7.6, fd 10.1, tree 2.1,
// Info-ZIP 3.0, p7zip 16.02, xz 5.4, zstd 1.5.5, gzip 1.12; letters of BSD and macOS where they mean no other
// harm.
std::span<const program_row> core_utilities() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        // Its patterns are its own; `@list` names a file of names. `-spf` takes names in archives as they are: it is left
        // out.
        {"7z|7za|7zr|7zz", writes, {}, "subcommand"},
        {"7z l|t|i|h", looks,
         "-so -slt -scc:text -scs:text -scrc:text -r -r- -r0 -ba -bb:text -bd -bs:text -bt -y -p:text -t:text"
         " @=list",
         "glob text* <data", option_style::words},
        {"7z x|e", writes | scatters | links,
         "-o:write -w:write -so -si -slp -scc:text -scs:text -r -r- -r0 -ba -bb:text -bd -bs:text -bt -y -p:text -t:text "
         "-ao:text -aoa -aos -aot -aou -an @=list",
         "glob text* <data", option_style::words},
        {"7z a|u", writes | recurses,
         "-w:write -so -si:text -r -r- -r0 -ba -bb:text -bd -bs:text -bt -y -p:text -t:text -m:text -v:text -scc:text "
         "-scs:text -ssc -ssw -stl -snh -snl -mhe -x:text -sdel!destroys @=list",
         "write glob* <data", option_style::words},
        {"7z b", looks, "-mmt:text -md:text", "text* <data", option_style::words},
        {"7z d", deletes, "-r -r- -y -p:text -t:text -bb:text -bd", "write text* <data", option_style::words},
        {"7z rn", writes, "-r -r- -y -p:text -t:text -bb:text -bd", "write text* <data", option_style::words},
        {"ar", writes,
         "@=load -t!looks -p!looks -d!deletes -m!writes -q!writes -r!writes -s!writes -x!writes!scatters -M!evaluates "
         "-abcDfilNoOPSTuUvV --plugin=load --target=text --output=write --thin",
         "archive read* <data", option_style::bare},
        // With a program it runs that for another machine; `-e` sets a variable of it.
        {"arch", looks, "-32 -64 -x86_64 -i386 -arm64 -arm64e -c -arch=text -d=text -e=text!loads", "program",
         option_style::words},
        {"id", looks, "-aAFgGMnpPruzZ --context --group --groups --name --real --user --zero", "text* <data"},
        {"uname|guname", looks,
         "-abiKUmnoprsv --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor "
         "--hardware-platform --operating-system",
         "<data"},
        // With `-t` it keeps the time of the last one in a file.
        {"uuidgen", looks,
         "-rmshx -n=text -N=text -C=text --random --md5 --sha1 --hex --namespace=text --name=text --count=text", "<data"},
        {"nproc|gnproc", looks | numbers, "--all --ignore=text", "<data"},
        {"hostid|groups|logname|whoami|tty", looks, "-s --silent --quiet", "text* <data"},
        {"users", looks, {}, "read* <data"},
        {"who", looks,
         "-abdHlmpqrstTuw --all --boot --dead --heading --login --process --count --runlevel --short --time --mesg "
         "--message --writable --users --lookup!fetches",
         "read* <data"},
        {"basename|dirname|pathchk|gbasename|gdirname", looks,
         "-az -s=text --multiple --suffix=text --zero -p -P --portability", "text* <data"},
        // Its language knows no files and no programs.
        {"bc", looks,
         "-hilsqvw -e=text --expression=text -f=read --file=read --standard --mathlib --quiet --warn --interactive",
         "read* <data"},
        // Its language runs a shell where `!` stands in it.
        {"dc", reads, "-hV -e=code --expression=code -f=load --file=load", "load* <commands"},
        {"units", reads,
         "-ilwsqVhctv1 -e -o=text -d=text --digits=text --terse --exponential --output-format=text --mathlib --interactive "
         "--standard --quiet --warn --one-line --strict --verbose -f=load --file=load",
         "text* <data"},
        // With `-c`, and without a file, all of them print; what `-l` and `-t` say, some of them take back for the last of
        // `-d` and `-z`.
        // `--files` has a file of names.
        {"bzip2", writes, "--help!looks --version!looks -c!looks -t -dfkqsvzLV123456789 --stdout!looks --test --decompress --compress --force "
         "--keep --quiet --verbose --small --fast --best --repetitive-fast --repetitive-best",
         "archive* none!looks <data"},
        {"gzip|pigz", writes,
         "--help!looks --version!looks -c!looks -l!looks -t!looks --stdout!looks --to-stdout!looks --list!looks "
         "--test!looks -r!recurses -dfkmMnNqRvVi123456789 "
         "-S=text -b=text -p=text --suffix=text --decompress --uncompress --force --keep --name --no-name --no-time "
         "--quiet "
         "--verbose --recursive!recurses --synchronous --rsyncable --fast --best --processes=text --blocksize=text "
         "--independent --iterations=text --zip --zlib",
         "archive* none!looks <data"},
        {"xz|lzma", writes,
         "--help!looks --version!looks -c!looks -l -t --stdout!looks --to-stdout!looks --list --test "
         "-dzfkeqQvhHV0123456789 "
         "-T=text -F=text -C=text -S=text -M=text --compress --decompress --uncompress --keep --force --no-warn --quiet "
         "--verbose --extreme --fast --best --threads=text --format=text --check=text --suffix=text --memlimit=text "
         "--memlimit-compress=text --memlimit-decompress=text --no-adjust --no-sparse --single-stream --ignore-check "
         "--block-size=text --block-list=text --flush-timeout=text --robot --info-memory --lzma1[=text] --lzma2[=text] "
         "--files[=read]!outside!writes --files0[=read]!outside!writes",
         "archive* none!looks <data"},
        // The numbers behind `-T`, `-M`, `-B` and `-i` stand in the same word: the next one is a file.
        {"zstd|zstdmt", writes,
         "--help!looks --version!looks -c!looks -l -t -b -e --stdout!looks --list --test -# -r!recurses -dzfkqvhHVC "
         "-TMBiKG0123456789 -D=read -o=write --compress --decompress --force --keep --quiet --verbose --ultra --fast[=text] "
         "--adaptive "
         "--adapt[=text] --long[=text] --threads=text --single-thread --rsyncable --format=text --check --no-check "
         "--sparse "
         "--no-sparse --progress --no-progress --no-dictID --content-size --no-content-size --exclude-compressed "
         "--memory=text --size-hint=text --stream-size=text --target-compressed-block-size=text --auto-threads=text "
         "--row-match-finder --no-row-match-finder --literals --compress-literals --no-compress-literals --pass-through "
         "--no-pass-through --asyncio --no-asyncio --rm!deletes --patch-from=read --filelist=list!writes --trace=write "
         "--output-dir-flat=write --output-dir-mirror=write",
         "archive* none!looks <data"},
        // The same of `-B` and `-i`.
        {"lz4|unlz4", writes,
         "--help!looks --version!looks -c!looks -t --stdout!looks --test --list -r!recurses -dzfklmqvVhH0123456789 "
         "-B[=text] -D=read -i[=text] --compress --decompress "
         "--force --keep --quiet --verbose --multiple --no-frame-crc --content-size --no-content-size --sparse --no-sparse "
         "--favor-decSpeed --fast[=text] --best --no-crc --rm!deletes",
         "archive archive* none!looks <data"},
        {"lzop", writes,
         "--help!looks --version!looks -c!looks -t -l --stdout!looks --test --list -dxfkqvFnNC123456789 -U!deletes "
         "-p[=write] "
         "-o=write -S=text --path[=write] --output=write --suffix=text --decompress --extract --force --keep --quiet "
         "--verbose --name --no-name --fast --best --delete!deletes --unlink!deletes",
         "archive* <data"},
        {"brotli", writes,
         "--help!looks --version!looks -c!looks -t --stdout!looks --test -dfknvhVZ0123456789 -j!deletes -o=write "
         "-q=text -w=text -S=text "
         "-D=read --output=write --quality=text --lgwin=text --large_window=text --suffix=text --dictionary=read --best "
         "--decompress --force --keep --no-copy-stat --squash --verbose --rm!deletes",
         "archive* none!looks <data"},
        {"compress|uncompress", writes, "-c!looks -dfvrkV -b=text", "archive* <data"},
        {"pbzip2", writes, "--help!looks --version!looks -c!looks -t -dfkqvzLVh123456789 --stdout!looks --test --decompress --compress --force "
         "--keep --quiet --verbose", "archive* <data"},
        {"bunzip2|unxz|unlzma", writes,
         "--help!looks --version!looks -c!looks -t -l --stdout!looks --to-stdout!looks --test --list -dfknNqsvV -S=text "
         "--suffix=text --force --keep --name --no-name --quiet --verbose --recursive!recurses "
         "--files[=read]!outside!writes --files0[=read]!outside!writes",
         "archive* none!looks <data"},
        {"gunzip|unpigz", writes,
         "--help!looks --version!looks -c!looks -t!looks -l!looks --stdout!looks --to-stdout!looks --test!looks "
         "--list!looks -r!recurses -dfknNqsvV -S=text "
         "--suffix=text --force --keep --name --no-name --quiet --verbose --recursive!recurses",
         "archive* none!looks <data"},
        {"unzstd", writes,
         "--help!looks --version!looks -c!looks -t -l --stdout!looks --test --list -dfkqrv -o=write -D=read --force "
         "--keep --quiet "
         "--verbose --rm!deletes --patch-from=read --filelist=list!writes --output-dir-flat=write "
         "--output-dir-mirror=write --long[=text] --memory=text",
         "archive* none!looks <data"},
        {"cal|ncal", looks, "-0139bCehjJMNOopSwyY -A=text -B=text -d=text -H=text -m=text -n=text -s=text --one --three "
         "--twelve --sunday --monday --julian --year --week[=text] --color[=text]", "text* <data"},
        {"gcal", reads, {}, "text* <data"},
        {"chmod|gchmod", writes | named,
         "--help!looks --version!looks -cfvHLPh -R!recurses -r -w -x -X --changes --silent --quiet --verbose --recursive!recurses "
         "--no-preserve-root!destroys "
         "--preserve-root --reference=read --dereference --no-dereference",
         "mode write* <data"},
        {"chown|chgrp|gchown", rights,
         "--help!looks --version!looks -cfvhnHLPx -R!recurses --changes --silent --quiet --verbose --dereference --no-dereference "
         "--from=text --recursive!recurses "
         "--preserve-root --reference=read --no-preserve-root!destroys",
         "text write* <data"},
        {"cp|gcp", writes | named,
         "--help!looks --version!looks -a!recurses -r!recurses -R!recurses -L!follows -H!follows -l!links -s!links "
         "-bcdfinNpPuvxTXZ -S=text -t=write "
         "--archive!recurses --recursive!recurses --dereference!follows --link!links --symbolic-link!links "
         "--target-directory=write --suffix=text --attributes-only --backup[=text] --copy-contents --debug --force "
         "--interactive --keep-directory-symlink --no-clobber --no-dereference --no-preserve=text --no-target-directory "
         "--one-file-system --parents --preserve[=text] --reflink[=text] --remove-destination --sparse=text "
         "--strip-trailing-slashes --update[=text] --verbose --context[=text]",
         "read* write <data"},
        // As `-i` it writes what the archive names, as `-p` what it is fed the names of.
        {"cpio", writes | scatters | links,
         "--help!looks --version!looks -o!outside -t!looks -i -p -0aABcdfklLmnrSsuvV -H=text -C=text -E=read!outside "
         "-D=elsewhere -F=archive -I=read "
         "-M=text -O=write -R=text --create!outside --list!looks --extract --pass-through --null --append --file=archive "
         "--format=text --make-directories --no-absolute-filenames --preserve-modification-time --quiet --verbose --dot "
         "--unconditional --owner=text --pattern-file=read!outside --rsh-command=program",
         "text* write"},
        {"date|gdate", looks,
         "-uRn -j^ -d=text -f=read -r=name -v=text -z=text -I[=text] --date=text --file=read --reference=name --utc "
         "--universal --uct --iso-8601[=text] --rfc-3339=text --rfc-email --rfc-822 --rfc-2822 --resolution --debug "
         "-s=text!rights --set=text!rights +%s!numbers +=text",
         "text!rights text* <data"},
        {"dd|gdd", looks,
         "if=read of=write!destroys!deletes bs=text cbs=text ibs=text obs=text count=text skip=text seek=text iseek=text "
         "oseek=text "
         "conv=text status=text iflag=text oflag=text files=text",
         "<data", option_style::words},
        {"df|gdf", looks,
         "-ahHiklmPTvbgnIY -B=text -t=text -x=text --all --block-size=text --human-readable --si --inodes --local "
         "--no-sync "
         "--sync --output[=text] --portability --print-type --total --type=text --exclude-type=text",
         "name* <data"},
        {"du|gdu", looks | recurses,
         "-L!follows --dereference!follows -0abcDhHklmPsSxgnAr -B=text -d=text -t=text -X=read -I=text --null --all "
         "--apparent-size --block-size=text --bytes --total --dereference-args --no-dereference --max-depth=text "
         "--human-readable --inodes --si --separate-dirs --summarize --threshold=text --time[=text] --time-style=text "
         "--exclude-from=read --exclude=text --one-file-system --count-links --files0-from=list",
         "name* <data"},
        {"dust", looks | recurses,
         "-bcDFfijpPrRsx -d=text -n=text -e=text -v=text -o=text -w=text -X=text -z=text --depth=text "
         "--number-of-lines=text --full-paths --ignore-directory=text --limit-filesystem --apparent-size --reverse "
         "--no-colors --no-percent-bars --ignore_hidden --file_types --filecount --skip-total --output-format=text "
         "--min-size=text --filter=text --invert-filter=text --only-dir --only-file",
         "name* <data"},
        {"duf", looks, "-all -hide=text -hide-fs=text -hide-mp=text -inodes -json -only=text -only-fs=text -only-mp=text "
         "-output=text -sort=text -style=text -theme=text -width=text -warnings", "name* <data", option_style::words},
        {"ncdu", reads, "--help!looks --version!looks -0 -1 -2 -q -r -x -e -o=write -f=read -X=read --exclude=text --exclude-from=read", "read* <data"},
        {"ed|red", evaluates, "--help!looks --version!looks -GEilrsv -p=text --quiet --silent --prompt=text --loose-exit-status --restricted --verbose",
         "write <commands"},
        {"ex", evaluates, {}, "write <commands"},
        {"expr|factor|gexpr|gfactor", looks, {}, "text* <data"},
        {"yes|clear|tput", looks, "-x -V -T=text -S", "text* <data"},
        {"reset|stty|tset|tabs", reads, "-a -g --all --save -F=name --file=name", "text*"},
        // Its pattern is a regular expression, or a glob with `-g`.
        {"fd|fdfind", looks | recurses | names,
         "-L!follows --follow!follows -l!mixes --list-details!mixes --format=text!mixes --path-separator=text!mixes "
         "-HIuspigFa01hVq -d=text -t=text -e=text -E=text -S=text -o=text -c=text -j=text -C=name!mixes --max-depth=text "
         "--min-depth=text --exact-depth=text --maxdepth=text --type=text --extension=text --exclude=text --size=text "
         "--changed-within=text --changed-before=text --changed-after=text --newer=text --older=text --owner=text "
         "--color=text --threads=text --base-directory=name!mixes --and=name_regex --hidden --no-hidden --no-ignore "
         "--ignore "
         "--no-ignore-vcs --ignore-vcs --no-require-git --require-git --no-ignore-parent --no-global-ignore-file "
         "--unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --relative-path "
         "--no-follow --full-path --print0 --prune --max-results=text --quiet --show-errors --strip-cwd-prefix[=text] "
         "--search-path=name --one-file-system --mount --xdev --ignore-file=read --batch-size=text --hyperlink[=text] "
         "-x=program; --exec=program; -X=program; --exec-batch=program;",
         "name_regex name* <data"},
        // Where a pattern is named, it tells no more than kinds.
        {"file", looks,
         "-bcdEhiIkLlNnprsSvzZ0 -m=load -e=text -f=list -F=text -P=text --magic-file=load --exclude=text "
         "--exclude-quiet=text --files-from=list --separator=text --parameter=text --brief --checking-printout "
         "--debug --extension --mime --mime-type --mime-encoding --apple --keep-going --list --dereference "
         "--no-dereference --no-buffer --no-pad --preserve-date --print0 --raw --special-files --no-sandbox --uncompress "
         "--uncompress-noreport -C!writes --compile!writes",
         "name* <data"},
        {"find|gfind", looks | recurses | names,
         "-L!follows -follow!follows -ls!mixes -printf=text!mixes -H -P -D=text -O0 -O1 -O2 -O3 -a -and -o -or -not -E "
         "-s -x "
         "-X -f=name -amin=text -anewer=name -atime=text -cmin=text -cnewer=name -ctime=text -mmin=text -mtime=text "
         "-newer=name -neweraa=name -neweram=name -newerac=name -newerat=text -newerca=name -newercm=name "
         "-newercc=name -newerct=text -newerma=name -newermm=name -newermc=name -newermt=text -newerBB=name -newerBt=text "
         "-Bmin=text -Btime=text -Bnewer=name -daystart -depth -d -empty -executable -readable -writable -true -false "
         "-fstype=text -gid=text -group=text -uid=text -user=text -nogroup -nouser -ignore_readdir_race "
         "-noignore_readdir_race -inum=text -links=text -maxdepth=text -mindepth=text -mount -xdev -noleaf -nowarn -warn "
         "-name=name_glob -iname=name_glob -path=name_glob -ipath=name_glob -wholename=name_glob -iwholename=name_glob "
         "-lname=text -ilname=text -regex=name_regex -iregex=name_regex -regextype=text -perm=text -flags=text "
         "-print -print0 -prune -quit -samefile=name -size=text -sparse -type=text -xtype=text -used=text -context=text "
         "-files0-from=list "
         "-delete!destroys -exec=program; -execdir=program; -ok=program; -okdir=program; "
         "-fls=write!mixes -fprint=write -fprint0=write -fprintf=write+text!mixes",
         "name* <data", option_style::words},
        {"free", looks, "-bkmghlotvwL -c=text -s=text --bytes --kilo --mega --giga --tera --peta --kibi --mebi --gibi --tebi "
         "--pebi --human --si --lohi --line --total --committed --wide --count=text --seconds=text", "<data"},
        {"uptime", looks, "-psV --pretty --since", "<data"},
        // It asks the machine behind `@`.
        {"finger", fetches, "-lmsp", "address*"},
        {"w|last|lastlog|lastb|pinky", reads,
         "-abdhHilmoqrsTuwxFRS -t=text -n=text -p=text --all --boot --dead --heading --ips --login --lookup --process "
         "--count --runlevel --short --time --mesg --message --writable --users --no-header --from --old-style "
         "--ip-addr --no-current --dns --fullnames --fulltimes --hostlast --ip --limit=text --nohostname "
         "--present=text --since=text --until=text --system --time-format=text --user=text --before=text -f=read --file=read",
         "text* <data"},
        // What it previews and binds are shell commands. Without input it goes through the folders.
        {"fzf|sk", looks | recurses | passes,
         "-xeim01hs -q=text -f=text -d=text -n=text -p=text -t=text --extended --no-extended --exact --ignore-case "
         "--no-ignore-case --smart-case --literal --no-literal --regex --scheme=text --algo=text --delimiter=text "
         "--nth=text "
         "--with-nth=text --accept-nth=text --sort --no-sort --tail=text --track --tac --no-tac --disabled --phony "
         "--tiebreak=text --multi[=text] --no-multi --no-mouse --cycle --wrap --wrap-sign=text --no-multi-line "
         "--keep-right "
         "--scroll-off=text --hscroll --no-hscroll --hscroll-off=text --filepath-word --jump-labels=text --gap[=text] "
         "--gap-line[=text] --height=text --no-height --min-height=text --layout=text --reverse --no-reverse "
         "--border[=text] --no-border --border-label=text --border-label-pos[=text] --margin=text --padding=text "
         "--info=text "
         "--inline-info --no-info --separator=text --no-separator --scrollbar[=text] --no-scrollbar --prompt=text "
         "--pointer=text --marker=text --marker-multi-line=text --header=text --header-lines=text --header-first "
         "--header-border[=text] --header-label=text --header-label-pos=text --footer=text --input-border[=text] "
         "--input-label=text --input-label-pos=text --list-border[=text] --list-label=text --list-label-pos=text "
         "--ellipsis=text --ansi --no-ansi --tabstop=text --color=text --no-color --highlight-line --no-bold --bold "
         "--black "
         "--no-unicode --unicode --style=text --ghost=text --filter=text --query=text --select-1 --exit-0 --print-query "
         "--print0 --read0 --expect=text --sync --walker=text --walker-root=name --walker-skip=text --history-size=text "
         "--preview-window=text --preview-label=text --preview-label-pos=text --preview-border[=text] --no-preview "
         "--bash --zsh --fish --man "
         "--history=write --preview=shell --bind=shell --info-command=shell --with-shell=shell --listen=code "
         "--listen-unsafe=code --become=shell -c=shell --cmd=shell",
         "<data"},
        {"peco", reads, "--query=text --prompt=text --layout=text --select-1 --rcfile=load --exec=shell", "read <data"},
        // A file of options may stand in the folder; it cannot name programs. Where no number stands behind `-A`, `-B`
        // and `-C`, the next word is the pattern.
        {"ack|ack-grep", reads | recurses,
         "--help!looks --version!looks -f!names^ -g=name_regex!names^ -l!names -L!names -ivwcQhHosk1 -n -A[=text] -B[=text] "
         "-C[=text] -m=text -t=text -T=text "
         "--files-with-matches!names --files-without-matches!names --ignore-case --smart-case --count --word-regexp "
         "--literal --invert-match --type=text --with-filename --no-filename --color --nocolor --group --nogroup "
         "--after-context[=text] --before-context[=text] --context[=text] --max-count=text --match=pattern^ --ignore-dir=text "
         "--ignore-file=text --no-recurse --follow!follows --nopager --noenv --pager=shell --filter --view=program",
         "pattern read* <data"},
        {"ugrep|ug", reads | recurses,
         "-l!names -L!names -R!follows --dereference-recursive!follows --files-with-matches!names -# "
         "-abchHijknosTUuvwxyzEFGPrZ "
         "-A=text -B=text -C=text -m=text -t=text -e=pattern^ --regexp=pattern^ -f=read^ --file=read^ -g=glob --glob=glob "
         "--include=glob --exclude=text --ignore-case --count --line-number --word-regexp --fixed-strings --no-config "
         "--color=text --pager=shell --filter=code --view=program",
         "pattern read* <data"},
        {"rga|ripgrep-all|pt", reads | recurses,
         "-l!names -inwvcFS -A=text -B=text -C=text -e=pattern^ --ignore-case --files-with-matches!names --pre=program "
         "--rga-adapters=load",
         "pattern read* <data"},
        {"getconf|locale", looks, "-akcmv --all-locales --charmaps --category-name --keyword-name --verbose", "text* <data"},
        {"localedef", writes, "-f=read -i=read -cv --charmap=read --inputfile=read --force --list-archive!looks", "write"},
        // Of hosts it asks the network.
        {"getent", reads, "-i -s=text --service=text --no-idn --no-addrconfig", "text* <data"},
        {"getopt", looks, "-quT -a -l=text -n=text -o=text -s=text --alternative --longoptions=text --name=text "
         "--options=text --quiet --quiet-output --shell=text --test --unquoted", "text* <data"},
        {"hostname", looks,
         "-Is --all-ip-addresses --short "
         // These ask the resolver.
         "-aAdfiy!fetches --alias!fetches --all-fqdns!fetches --domain!fetches --fqdn!fetches --ip-address!fetches "
         "--long!fetches --nis!fetches --yp!fetches "
         "-F=read!rights --file=read!rights -b!rights --boot!rights",
         "text!rights <data"},
        {"domainname", reads, "-aAdfiIsy", "text!rights <data"},
        {"install|ginstall", writes,
         "--help!looks --version!looks -bcCdDpsTvZ -g=text!rights -o=text!rights -m=mode -S=text -t=write "
         "--backup[=text] --compare --directory "
         "--group=text!rights --owner=text!rights --mode=mode --preserve-timestamps --preserve-context --strip "
         "--strip-program=program --suffix=text --target-directory=write --no-target-directory --verbose --debug "
         "--context[=text]",
         "write* replace <data"},
        {"ln|gln", writes | links,
         "--help!looks --version!looks -bdFfhiLnPrsTvw -S=text -t=write --backup[=text] --directory --force "
         "--interactive --logical --no-dereference "
         "--no-target-directory --physical --relative --suffix=text --symbolic --target-directory=write --verbose",
         "read* replace <data"},
        {"locate|mlocate|plocate", reads,
         "--help!looks --version!looks -0bceHiLNpPqwS -l=text -n=text -d=read -r=text --basename --count --existing "
         "--ignore-case --limit=text --null "
         "--regex --regexp=text --wholename --database=read",
         "text* <data"},
        {"mdfind", reads, "-0 -live -count -name=text -onlyin=name -literal -interpret", "text* <data", option_style::words},
        {"whereis", looks, "-bmsulg -f -B=name -M=name -S=name", "text* <data"},
        {"whatis|apropos", looks, "-dvrweal -s=text -m=text -L=text --locale=text --debug --verbose --regex --wildcard --exact --long --and "
         "--sections=text --systems=text", "text* <data"},
        // With other columns, or several names on a line, it prints no names alone; `-a` tells of `..`. To that of BSD
        // `-I` and `-w` have no value.
        {"ls|gls|dir|vdir", looks | names,
         "-R!recurses!mixes --recursive!recurses!mixes -L!follows!mixes --dereference!follows!mixes -aCfFgGilmnopqbsxZDHNQT%@!mixes -1AcBdehkOPrStuUvWX "
         "-I[=text] -w[=text] --all!mixes --almost-all --author --escape --block-size=text --ignore-backups --color[=text] --directory --dired "
         "--classify[=text]!mixes --file-type!mixes --format=text!mixes --full-time!mixes --group-directories-first "
         "--no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir "
         "--hide=text --hyperlink[=text]!mixes --indicator-style=text!mixes --inode!mixes --ignore=text --kibibytes "
         "--numeric-uid-gid!mixes --literal --hide-control-chars --show-control-chars --quote-name!mixes "
         "--quoting-style=text!mixes --reverse --size!mixes --sort=text --time=text --time-style=text --tabsize=text "
         "--width=text --context!mixes --zero",
         "name* <data"},
        {"exa|eza", looks,
         "-R!recurses -T!recurses --recurse!recurses --tree!recurses -1aAbBdDFfgGhHilmnNoOrSuUxXZ@ -L=text -s=text -t=text "
         "-w=text -I=text --all --almost-all --long --oneline --grid --across --classify[=text] --color[=text] "
         "--colour[=text] --color-scale[=text] --colour-scale[=text] --color-scale-mode=text --colour-scale-mode=text "
         "--icons[=text] --no-icons --git --git-ignore --no-git --git-repos "
         "--git-repos-no-status --group-directories-first --group-directories-last --header --binary --bytes --group "
         "--smart-group --inode --links --blocks --blocksize --modified --changed --accessed --created --time=text "
         "--time-style=text --no-permissions --no-filesize --no-user --no-time --octal-permissions --total-size --numeric "
         "--sort=text --reverse --level=text --only-dirs --only-files --list-dirs --hyperlink --extended --context "
         "--ignore-glob=text --width=text --no-quotes --mounts --absolute[=text] --dereference --follow-symlinks!follows",
         "name* <data"},
        {"lsd", looks,
         "-R!recurses --recursive!recurses --tree!recurses -1aAdFghiIlLNrStUvXZG --depth=text --all --almost-all --long "
         "--oneline --classify --color=text --icon=text --icon-theme=text --human-readable --directory-only "
         "--permission=text "
         "--size=text --total-size --date=text --timesort --sizesort --extensionsort --gitsort --versionsort --sort=text "
         "--group-dirs=text --blocks=text --git --inode --no-symlink --reverse --header --hyperlink=text --literal "
         "--ignore-glob=text --ignore-config --classic",
         "name* <data"},
        {"lsattr", looks, "-R!recurses -aVdlvp", "name* <data"},
        // A pager and a browser are programs. With a slash a page is a file, which may name others, as in `.so FILE`.
        {"man", looks,
         "-afkwWdDVhKiI7tZ -S=text -s=text -L=text -m=text -E=text -e=text -r=text -R=text --sections=text --locale=text "
         "--systems=text --extension=text --encoding=text --recode=text --prompt=text --all --apropos --whatis --where "
         "--path --location --where-cat --regex --wildcard --names-only --ignore-case --match-case --no-subpages "
         "--global-apropos --local-file!outside -l!outside --warnings[=text] --no-hyphenation --no-justification --default --debug "
         "--ascii -M=load --manpath=load -P=program --pager=program -H[=program] --html[=program] -C=load "
         "--config-file=load -T[=text] --troff-device[=text]",
         "built_in*"},
        {"mkdir|gmkdir", writes | named, "--help!looks --version!looks -pvZ -m=mode --mode=mode --parents --verbose --context[=text]", "write* <data"},
        {"mkfifo", writes, "--help!looks --version!looks -Z -m=mode --mode=mode --context[=text]", "write* <data"},
        // A device is another name for all that it holds.
        {"mknod", rights, "--help!looks --version!looks -Z -m=mode --mode=mode --context[=text]", "write text* <data"},
        {"mktemp|gmktemp|tempfile", writes,
         "--help!looks --version!looks -dqu -p[=write] -t --directory --dry-run --quiet --suffix=text --tmpdir[=write]", "write <data"},
        {"mv|gmv", writes | recurses | named,
         "--help!looks --version!looks -bfihnuvTZ -S=text -t=write --target-directory=write --suffix=text "
         "--backup[=text] --force --interactive "
         "--no-clobber --strip-trailing-slashes --no-target-directory --update[=text] --verbose --exchange --no-copy "
         "--debug --context",
         "write* replace <data"},
        // Its words may be URIs, `file:` too, which are not read here.
        {"gio", reads, "--version!looks", "subcommand"},
        {"gio version|help", looks, {}, "text*"},
        {"gio open|launch", runs, {}, "read*"},
        {"gio trash|remove", destroys, "-f --force --empty --list --restore", "text*"},
        {"open|xdg-open|wslview", runs, "-negtRFWjh -a=text -b=text -s=text", "read*"},
        {"patch|gpatch", writes | scatters | links,
         "--help!looks -bcEflnNRstTuZ -e!evaluates -p=text -F=text -i=read -d=elsewhere -o=write -r=write -B=write "
         "-Y=write -z=text -D=text -V=text "
         "-x=text --backup --context --ed!evaluates --remove-empty-files --force --forward --fuzz=text "
         "--ignore-whitespace --normal --reverse --silent --quiet --batch --dry-run!looks --strip=text --input=read "
         "--directory=elsewhere --output=write --reject-file=write --reject-format=text --read-only=text "
         "--backup-if-mismatch --no-backup-if-mismatch --prefix=write --basename-prefix=write --suffix=text --ifdef=text "
         "--merge[=text] --set-time --set-utc --unified --version-control=text --verbose --binary --posix "
         "--quoting-style=text --follow-symlinks",
         "write read <data"},
        {"pbpaste|wl-paste", reads, "-lnp -t=text --list-types --no-newline --primary --type=text",
         "<data"},
        {"xclip|xsel", reads, "-i!writes -o -b -p -s -selection=text -in!writes -out -rmlastnl --clipboard --primary "
         "--secondary --output --input!writes --append!writes --clear!deletes", "read* <data", option_style::words},
        {"pbcopy|wl-copy", writes, "-onpc -t=text --primary --paste-once --trim-newline --clear --type=text",
         "text* <data"},
        {"printenv", secrets, "-0 --null", "variable!looks* <data"},
        {"readlink|realpath|greadlink|grealpath", looks,
         "-efmnqsvzLPE --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent "
         "--verbose --zero --logical --physical --relative-to=name --relative-base=name --strip --no-symlinks",
         "name* <data"},
        {"rename|prename|file-rename", evaluates, "-vnf0 -e=code --verbose --no-act --nono --force --null", "code write*"},
        {"rm|grm", deletes | named,
         "--help!looks --version!looks -r!recurses -R!recurses --recursive!recurses -dfiIvPWx --dir --force "
         "--interactive[=text] --one-file-system "
         "--preserve-root[=text] --verbose --no-preserve-root!destroys",
         "delete* <data"},
        {"rmdir|grmdir|unlink", deletes | named, "--help!looks --version!looks -pv --ignore-fail-on-non-empty --parents --verbose", "delete* <data"},
        {"trash|trash-put", deletes, "-dfirRvF --directory --force --interactive --recursive --verbose", "delete* <data"},
        {"shred|gshred|srm|wipe", destroys | deletes,
         "--help!looks --version!looks -fuvxzrRiqc -n=text -s=text --force --iterations=text --size=text "
         "--remove[=text] --verbose --exact --zero "
         "--random-source=read",
         "delete* <data"},
        {"sleep|gsleep|usleep", looks, {}, "text* <data"},
        // To that of BSD a format may stand behind `-f` and `-t`.
        {"stat|gstat|statx", looks,
         "-LFnqrsxl -f[=text] -t[=text] -c=text --dereference --file-system --cached=text --format=text --printf=text --terse",
         "name* <data"},
        {"sync", reads, "--help!looks --version!looks -df --data --file-system", "name* <data"},
        // `-P` takes names in archives as they are, `../x` too: it is left out.
        {"tar|gtar|bsdtar", writes,
         "--help!looks --version!looks -t!looks -O!looks -d!looks -x!scatters!links -c!writes!recurses!named -r!writes!recurses!named "
         "-u!writes!recurses!named -A!writes "
         "-GknpsSUvwWzjJaZmiBloR @=list -h!follows -b=text -C=archive -f=archive -g=write -K=text -N=text -T=list "
         "-X=read -V=text -H=text -F=shell -I=shell "
         "--list!looks --to-stdout!looks --compare!looks --diff!looks --extract!scatters!links --get!scatters!links "
         "--create!writes!recurses!named --append!writes!recurses!named --update!writes!recurses!named --catenate!writes "
         "--concatenate!writes --delete!deletes "
         "--file=archive --directory=archive --files-from=list --exclude=text --exclude-from=read --exclude-vcs "
         "--exclude-vcs-ignores --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under "
         "--exclude-ignore=text --exclude-ignore-recursive=text --exclude-tag=text --exclude-tag-all=text "
         "--exclude-tag-under=text --auto-compress --no-auto-compress --bzip2 --gzip --gunzip --ungzip --lzip --lzma "
         "--lzop "
         "--xz --zstd --compress --uncompress --atime-preserve[=text] --checkpoint[=text] --check-device "
         "--no-check-device --clamp-mtime --dereference!follows --hard-dereference --delay-directory-restore "
         "--no-delay-directory-restore --acls --no-acls --selinux --no-selinux --xattrs --no-xattrs --xattrs-include=text "
         "--xattrs-exclude=text --anchored --no-anchored --ignore-case --no-ignore-case --wildcards --no-wildcards "
         "--wildcards-match-slash --no-wildcards-match-slash --force-local --format=text --full-time --group=text "
         "--group-map=read --owner=text --owner-map=read --numeric-owner --ignore-failed-read --ignore-zeros --incremental "
         "--listed-incremental=write --interactive --confirmation --keep-newer-files --keep-old-files "
         "--keep-directory-symlink --label=text --level=text --mode=text --mtime=text --newer=text "
         "--newer-mtime=text --after-date=text --no-ignore-command-error --no-null --null --no-overwrite-dir "
         "--overwrite-dir --overwrite --no-quote-chars=text --quote-chars=text --quoting-style=text --no-recursion "
         "--recursion --no-same-owner --same-owner --no-same-permissions --same-permissions --preserve-permissions "
         "--same-order --preserve-order --no-seek --seek --no-unquote --unquote --no-verbatim-files-from "
         "--verbatim-files-from --occurrence[=text] --old-archive --portability --posix --pax-option=text "
         "--one-file-system --one-top-level[=write] --recursive-unlink!deletes --remove-files!destroys --record-size=text "
         "--read-full-records --blocking-factor=text --restrict --show-defaults --show-omitted-dirs "
         "--show-snapshot-field-ranges "
         "--show-stored-names --show-transformed-names --skip-old-files --sort=text --sparse --sparse-version=text "
         "--hole-detection=text --starting-file=text --strip-components=text --suffix=text --backup[=text] "
         "--totals[=text] --touch --transform=sed --xform=sed --unlink-first --utc --verbose[=text] "
         "--verify --warning=text --block-number --check-links --test-label!looks "
         "--use-compress-program=shell --to-command=shell --rsh-command=program --rmt-command=program --info-script=shell "
         "--new-volume-script=shell --checkpoint-action=code",
         "archive* covers!links <data", option_style::bare},
        {"touch|gtouch", writes | named,
         "--help!looks --version!looks -acfhm -d=text --date=text -r=name --reference=name -t=text -A=text --time=text --no-create --no-dereference",
         "write* <data"},
        {"tree", looks | recurses,
         "-l!follows -adfxqNQpugshDFACSinrtvcUXJ -L=text -P=name_glob -I=text -H=text -T=text -o=write -R!writes "
         "--noreport "
         "--charset=text --filelimit=text --filesfirst --dirsfirst --sort[=text] --gitignore --gitfile=read --ignore-case "
         "--matchdirs --metafirst --prune --info --infofile=read --inodes --device --si --du --timefmt=text --nolinks "
         "--hintro=read --houtro=read --fromfile!outside --fflinks --opt-toggle",
         "name* <data", option_style::behind},
        {"truncate|gtruncate", destroys, "--help!looks --version!looks -co -s=text -r=name --size=text --reference=name --no-create --io-blocks",
         "write* <data"},
        {"fallocate", destroys, "--help!looks --version!looks -cdinpvxz -l=text -o=text --length=text --offset=text --keep-size --verbose", "write <data"},
        {"sw_vers",
         looks,
         "-productName -productVersion -productVersionExtra -buildVersion",
         "<data",
         option_style::words},
        {"system_profiler", reads, "-json -xml -listDataTypes -detailLevel=text -timeout=text -usage", "text* <data",
         option_style::words},
        // `-:` lets names in the archive lead up: it is left out.
        {"unzip", writes | scatters | links,
         "-l!looks -t!looks -z!looks -p!looks -c!looks -Z!looks -12aBbCDfFjLMnoqsUuvVWX -d=write -x=text -P=text "
         "-O=text -I=text",
         "read glob* <data"},
        {"zipinfo", looks, "-12hlmMstTvzCWx -O=text -I=text", "read name_glob* <data"},
        {"funzip", looks, "-p=text", "read <data"},
        {"unrar", writes, {}, "subcommand"},
        {"unrar l|lb|lt|t|v|p", looks, "-c- -idq -inul -p- -v -y", "read glob* <data", option_style::words},
        {"unrar x|e", writes | scatters | links, "-ad -c- -ep -f -idq -inul -kb -o+ -o- -or -p- -r -u -y", "read write* <data",
         option_style::words},
        // `-T` tests with a program that `-TT` or `--unzip-command` names; `-P` has the password.
        {"zip", writes,
         "--help!looks --version!looks -r!follows -R!follows --recurse-paths!follows --recurse-patterns!follows "
         "-m!destroys -d!deletes --move!destroys "
         "--delete!deletes -# -ADcefgjkloquvXyFz -O=write --output-file=write --out=write -b=write --temp-path=write "
         "-i=glob -x=text -P=text -n=text -s=text -t=text -Z=text --include=glob --exclude=text --password=text "
         "--suffixes=text --split-size=text --compression-method=text --adjust-sfx --no-dir-entries --encrypt --freshen "
         "--grow --junk-paths --quiet --update --verbose --no-extra --symlinks --filesync --fix --fixfix "
         "--difference-archive "
         "--copy-entries -@!outside --names-stdin!outside -T!evaluates --test!evaluates --unzip-command=shell "
         "--logfile-path=write",
         "write read* <data"},
        {"zdiff|zcmp|xzdiff", looks, "-abBciqrsuwy --brief --unified[=text] --ignore-case", "read* <data"},
        // A script which splits its options at blanks: a value may be more of them.
        {"bzdiff|bzcmp", reads, "-abBciqrsuwy --brief --ignore-case", "read* <data"},
        {"zless|zmore|bzless|bzmore|xzless|xzmore", reads, "-# -eFinNqRSX", "read* <data"},
        {"cloc", looks | recurses,
         "-by-file -by-file-by-lang -by-percent=text -quiet -q -csv -json -yaml -md -xml -hide-rate "
         "-exclude-dir=text -exclude-ext=text -exclude-lang=text -include-ext=text -include-lang=text -fullpath "
         "-match-d=text "
         "-not-match-d=text -match-f=text -not-match-f=text -skip-uniqueness -sum-one -progress-rate=text "
         "-max-file-size=text "
         "-follow-links!follows -exclude-list-file=read -list-file=list -out=write -report-file=write "
         "-ignored=write "
         "-counted=write -found=write -categorized=write -unique=write -diff-alignment=write -extract-with=shell "
         "-config=load "
         "-read-lang-def=load -force-lang-def=load -write-lang-def=write -sql=write -strip-comments=text!writes",
         "read* <data", option_style::words},
        {"tokei", looks | recurses,
         "-fChlVv -c=text -e=text -i=read -n=text -o=text -s=text -r=text -t=text --columns=text --exclude=text --files "
         "--hidden --input=read --languages --no-ignore --no-ignore-dot --no-ignore-parent --no-ignore-vcs "
         "--num-format=text "
         "--output=text --sort=text --rsort=text --streaming=text --types=text --verbose --compact",
         "read* <data"},
        {"scc", looks | recurses,
         "-dpvwzcal -f=text -i=text -M=text -n=text -o=write -s=text -x=text --by-file --ci --cocomo-project-type=text "
         "--exclude-dir=text --exclude-ext=text --format=text --format-multi=write --include-ext=text --no-cocomo "
         "--no-complexity --no-duplicates --no-gitignore --no-ignore --no-size --not-match=text --output=write --sort=text "
         "--wide --verbose --languages",
         "read* <data"},
        {"sloccount", reads, "--details --wide --filecount --duplicates", "read* <data"},
        // `--Inform=file://…` is a file of formats.
        {"mediainfo", looks,
         "-fh --Full --Help --Output=built_in --Inform=built_in --Language=built_in --LogFile=write --Version",
         "read* <data"},
        {"exiftool", looks | recurses,
         "-a -b -c=text -d=text -D -E -e -f -F -g -G -G0 -G1 -G3 -h -H -j -json -l -L -m -n -q -r -s -S -s1 -s2 -s3 -t "
         "-T -u "
         "-U -v -v0 -v1 -v2 -x=text -X -z -args -csv -ext=text -fast -fast2 -lang[=text] -list -listx -listf -listg -listw "
         "-listr -listd -ver -all -common -sort -struct -validate -Make -Model -DateTimeOriginal -CreateDate "
         "-ModifyDate -FileModifyDate -ImageSize -ImageWidth "
         "-ImageHeight -FileType -FileSize -MIMEType -Orientation -GPSLatitude -GPSLongitude -GPSPosition -Title "
         "-Author -Creator -Producer -PageCount -Comment -Description -Copyright -Software "
         "-Duration -Rotation -ISO -LensModel -ColorSpace -BitDepth -if=code -config=load -p=code -execute!evaluates "
         "-stay_open=code -@=code -o=write -w=write -W=write -srcfile=list",
         "read* <data", option_style::words},
        {"ffprobe", reads,
         "-v=text -loglevel=text -hide_banner -of=text -print_format=text -output_format=text -select_streams=text "
         "-show_format -show_streams -show_entries=text -show_chapters -show_error -show_frames -show_packets -pretty "
         "-unit "
         "-prefix -sexagesimal -count_frames -count_packets -i=read -version -formats -codecs -o=write -report!writes",
         "read <data", option_style::words},
        // With a dot or a slash a format is a program in Lua.
        {"pandoc", reads | outside,
         "--help!looks --version!looks -f=built_in -t=built_in -r=built_in -w=built_in --from=built_in --read=built_in "
         "--to=built_in --write=built_in -s "
         "-N -p -i --standalone --toc --table-of-contents --toc-depth=text --number-sections --number-offset=text "
         "--wrap=text "
         "--columns=text --tab-stop=text --eol=text --dpi=text --ascii --sandbox --quiet --verbose --preserve-tabs "
         "--strip-comments --no-highlight --highlight-style=built_in --markdown-headings=text --reference-links "
         "--reference-location=text --top-level-division=text --shift-heading-level-by=text --section-divs --incremental "
         "--slide-level=text --id-prefix=text --title-prefix=text --list-input-formats --list-output-formats "
         "--list-extensions[=text] --list-highlight-languages --list-highlight-styles -M=text --metadata=text "
         "-V=text --variable=text --variable-json=text --metadata-file=read --file-scope --track-changes=text "
         "--trace --fail-if-warnings[=text] "
         "-c=read --css=read -H=read -B=read -A=read --include-in-header=read --include-before-body=read "
         "--include-after-body=read --reference-doc=read --bibliography=read --csl=read -C --citeproc "
         "--resource-path=read --self-contained!fetches --embed-resources[=text]!fetches "
         "-o=write --output=write --extract-media=write --log=write "
         "-F=program --filter=program -L=code --lua-filter=code --pdf-engine=program --pdf-engine-opt=code -d=load "
         "--defaults=load --data-dir=load --template=load --syntax-definition=load --abbreviations=read",
         "read*"},
        {"tldr", fetches, "--help!looks -clmrVv -L=text -p=text -s=text -u!fetches --list --platform=text --language=text --update!fetches "
         "--raw --color --version --list-all", "text* <data"},
        {"cheat", reads, "--help!looks --version!looks -acdlnT -p=text -s=text -t=text --all --list --path=text --search=text --tag=text", "text* <data"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
