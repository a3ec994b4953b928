#include "families.hpp"

namespace assent::programs {

// Of a program whose options all are as harmless as itself, `-* --*` says so.
std::span<const program_row> core_utilities() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"7z|7za|7zr|7zz", writes, {}, "subcommand"},
        {"7z l|t|i|h", looks, "-so -slt -sccUTF-8 -r -r- -bb* -ba -y", "read", option_style::words},
        {"7z a|u|x|e|rn|b", writes, "-*", "write*"},
        {"7z d", deletes, "-*", "write*"},
        {"ar", writes,
         "@=load -t!looks -p!looks -d!deletes -m!writes -q!writes -r!writes -s!writes -x!writes -M!evaluates "
         "-abcDfilNoOPSTuUvV --* --plugin=load",
         "archive* text*", option_style::bare},
        // With a program it runs that for another machine.
        {"arch", looks, "-32 -64 -x86_64 -i386 -arm64 -arm64e -c -arch=text -d=text -e=text", "program",
         option_style::words},
        {"hostid|id|groups|logname|nproc|uname|whoami|tty|gnproc|guname", looks, "-* --*", "text*"},
        {"users", reads, "--*", "read*"},
        {"basename|dirname|pathchk|gbasename|gdirname", looks,
         "-az -s=text --multiple --suffix=text --zero -p -P --portability", "text*"},
        // Its language knows no files and no programs.
        {"bc", looks,
         "-hilsqvw -e=text --expression=text -f=read --file=read -s --standard --mathlib --quiet --warn",
         "read*"},
        // Its language runs a shell where `!` stands in it.
        {"dc", reads, "-hV -e=code --expression=code -f=load --file=load", "load* <commands"},
        {"units", reads,
         "-ilwsqVhc -e=text --expression=text --mathlib --interactive --standard --quiet --warn "
         "-f=load --file=load",
         "load*"},
        // With `-c`, all of them print.
        {"bzip2|gzip|xz|zstd|lzma|pigz", writes,
         "--rm!deletes --patch-from=read -c!looks --stdout!looks --to-stdout!looks -* --* -o=write "
         "--output=write --files[=read]!outside "
         "--files0[=read]!outside --filelist=read!outside --trace=write --output-dir-flat=write "
         "--output-dir-mirror=write",
         "archive*"},
        {"lz4|lzop|brotli|compress|pbzip2", writes, "-* --*", "write*"},
        {"bunzip2|gunzip|unxz|unzstd|unlzma", writes,
         "--rm!deletes --patch-from=read -c!looks --stdout!looks --to-stdout!looks -* --* -o=write "
         "--output=write --files[=read]!outside "
         "--files0[=read]!outside --filelist=read!outside --trace=write",
         "archive*"},
        {"unpigz|uncompress|unlz4", writes, "-* --*", "write*"},
        {"cal|ncal", looks, "-* --*", "text*"},
        {"gcal", reads, "-* --*", "text*"},
        {"chmod|gchmod", writes,
         "-cfvRHLP --changes --silent --quiet --verbose --no-preserve-root!destroys --preserve-root "
         "--reference=read "
         "--recursive -r -w -x -X -*",
         "mode write*"},
        {"chown|chgrp|gchown", rights, "-cfvhRHLP --* --no-preserve-root!destroys", "text write*"},
        {"cp|gcp", writes,
         "-abdfiHlLnPpRrsuvxTZ -S=text --suffix=text -t=write --target-directory=write --archive "
         "--attributes-only "
         "--backup[=text] --copy-contents --force --interactive --link --dereference --no-clobber "
         "--no-dereference "
         "--preserve[=text] --no-preserve=text --parents --recursive --reflink[=text] --remove-destination "
         "--sparse=text "
         "--strip-trailing-slashes --symbolic-link --no-target-directory --update[=text] --verbose "
         "--one-file-system "
         "--debug -c -X",
         "read* write"},
        // Other actions are kinds of writing (`-o`, `-p`) or start `rsh`.
        {"cpio", writes, "-* --* --rsh-command=program", "write*"},
        {"date|gdate", looks,
         "-uIRn -j^ -d=text --date=text -f=read --file=read -r=name --reference=name -v=text --utc "
         "--universal -I[=text] --iso-8601[=text] --rfc-3339=text --rfc-email --debug -s=text!rights "
         "--set=text!rights +=text",
         "text!rights text*"},
        {"dd|gdd", destroys, {}, "text*"},
        {"df|gdf", looks,
         "-aBhHiklmPTv -b -g -n -t=text -x=text --all --block-size=text --human-readable --si --inodes "
         "--local "
         "--no-sync --output[=text] --portability --print-type --total --type=text --exclude-type=text",
         "text*"},
        {"du|gdu", looks,
         "-0abcDhHklLmPsSxgnAr -B=text -d=text -t=text -X=read -I=text --null --all --apparent-size "
         "--block-size=text --bytes --total --dereference-args --dereference --no-dereference "
         "--max-depth=text "
         "--human-readable --inodes --si --separate-dirs --summarize --threshold=text --time[=text] "
         "--time-style=text --exclude-from=read --exclude=text --one-file-system --count-links "
         "--files0-from=read!outside",
         "name*"},
        {"dust|duf|ncdu", reads, "-* --* -o=write -f=read --exclude=text --output[=text]", "read*"},
        {"ed|red|ex", evaluates, "-* --*", "write"},
        {"expr|factor|gexpr|gfactor", looks, {}, "text*"},
        {"yes|clear|tput", looks, "-x -V -T=text -S", "text*"},
        {"reset|stty|tset|tabs", reads, "-* --*", "text*"},
        {"fd|fdfind", looks,
         "-HIuspilgFaL01hV -d=text --max-depth=text --min-depth=text --exact-depth=text -t=text --type=text "
         "-e=text "
         "--extension=text -E=text --exclude=text -S=text --size=text --changed-within=text "
         "--changed-before=text "
         "-o=text --owner=text -c=text --color=text -j=text --threads=text -C=read --base-directory=read "
         "--and=text "
         "--hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-global-ignore-file "
         "--unrestricted "
         "--case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --relative-path "
         "--list-details "
         "--follow --full-path --print0 --prune --max-results=text --quiet --show-errors "
         "--strip-cwd-prefix[=text] "
         "--path-separator=text --search-path=read --one-file-system --ignore-file=read --batch-size=text "
         "--format=text "
         "-x=program; --exec=program; -X=program; --exec-batch=program;",
         "text read*"},
        {"file", looks,
         "-bcdEhiIkLlNnprsSvzZ0 -m=read --magic-file=read -e=text --exclude=text --exclude-quiet=text "
         "-f=read "
         "--files-from=read -F=text --separator=text -P=text --parameter=text --brief --checking-printout "
         "--extension "
         "--mime --mime-type --mime-encoding --apple --keep-going --list --dereference --no-dereference "
         "--no-buffer "
         "--no-pad --preserve-date --print0 --raw --special-files --no-sandbox --uncompress "
         "--uncompress-noreport -C!writes "
         "--compile!writes",
         "name*"},
        {"find|gfind", looks,
         "-H -L -P -D=text -O* -amin=text -anewer=read -atime=text -cmin=text -cnewer=read -ctime=text "
         "-daystart "
         "-depth -d "
         "-empty -executable -false -follow -fstype=text -gid=text -group=text -ignore_readdir_race "
         "-ilname=text "
         "-iname=text "
         "-inum=text -ipath=text -iregex=text -iwholename=text -links=text -lname=text -ls -maxdepth=text "
         "-mindepth=text "
         "-mmin=text -mount -mtime=text -name=text -newer=read -newer* "
         "-nogroup -noignore_readdir_race -noleaf -nouser -nowarn -path=read "
         "-perm=text -print -print0 -printf=text -prune -quit -readable -regex=text -regextype=text "
         "-samefile=read "
         "-size=text -true -type=text -uid=text -used=text -user=text -warn -wholename=text -writable -xdev "
         "-xtype=text "
         "-a -and -o -or -not -E -s -x -X -f=read -files0-from=read!outside -context=text -flags=text "
         "-Bmin=text "
         "-Btime=text "
         "-delete!deletes -exec=program; -execdir=program; -ok=program; -okdir=program; -fls=write "
         "-fprint=write "
         "-fprint0=write -fprintf=write",
         "name*", option_style::words},
        {"free|uptime", looks, "-* --*", {}},
        {"w|who|last|lastlog|lastb|finger|pinky", reads, "-* --*", "text*"},
        {"fzf|sk", reads,
         "-* --* --preview=shell --bind=shell --listen=code --become=shell -c=shell --cmd=shell", "text*"},
        {"peco", reads, "-* --* --exec=shell", "text*"},
        {"ack|ack-grep|ugrep|ug|rga|ripgrep-all|pt", reads,
         "-* --* --pager=shell --filter=code --view=program --pre=program --rga-adapters=load", "text*"},
        {"getconf|locale", looks, "-akcmv --all-locales --charmaps --category-name --keyword-name --verbose",
         "text*"},
        {"localedef", writes, "-* --*", "text*"},
        {"getent", reads, "-* --*", "text*"},
        {"getopt", reads, "-* --*", "text*"},
        {"hostname", looks,
         "-Is --all-ip-addresses --short "
         // These ask the resolver.
         "-aAdfiy!fetches --alias!fetches --all-fqdns!fetches --domain!fetches --fqdn!fetches "
         "--ip-address!fetches --long!fetches --nis!fetches --yp!fetches "
         "-F=read!rights --file=read!rights -b!rights --boot!rights",
         "text!rights"},
        {"domainname", reads, "-aAdfiIsy", "text!rights"},
        {"install|ginstall", writes, "-* --* --strip-program=program", "read* write"},
        {"ln|gln", writes, "-* --*", "read* write"},
        {"locate|mlocate|plocate|mdfind", reads, "-* --*", "text*"},
        {"whereis", looks, "-bmsulg -f", "text*"},
        {"whatis|apropos", looks,
         "-dvrweal -s=text -m=text --debug --verbose --regex --wildcard --exact --long --and", "text*"},
        {"ls|gls|dir|vdir", looks,
         "-1aAbBcCdDeFfgGhHiklLmnNoOpPqQrRsStTuUvWxXZ@% -I=text -w=text --all --almost-all --author --escape "
         "--block-size=text --ignore-backups --color[=text] --directory --dired --classify[=text] "
         "--file-type "
         "--format=text --full-time --group-directories-first --no-group --human-readable --si "
         "--dereference-command-line --dereference-command-line-symlink-to-dir --hide=text "
         "--hyperlink[=text] "
         "--indicator-style=text --inode --ignore=text --kibibytes --dereference --numeric-uid-gid --literal "
         "--hide-control-chars --show-control-chars --quote-name --quoting-style=text --reverse --recursive "
         "--size --sort=text --time=text --time-style=text --tabsize=text --width=text --context --zero",
         "name*"},
        {"exa|eza|lsd|lsattr", looks, "-* --*", "name*"},
        // A pager and a browser are programs.
        {"man", looks,
         "-afkwWdDVhKiI7 -S=text -s=text --sections=text -L=text --locale=text -m=text -E=text -e=text "
         "-R=text "
         "--encoding=text --all --apropos --whatis --where --path --regex --wildcard --names-only "
         "--ignore-case --match-case --no-subpages --global-apropos -M=load -P=program --pager=program "
         "-H[=program] --html[=program] -C=load --config-file=load",
         "read*"},
        {"mkdir|gmkdir", writes, "-pvZ -m=text --mode=text --parents --verbose --context[=text]", "write*"},
        {"mkfifo|mknod", writes, "-Z -m=text --mode=text", "write text*"},
        {"mktemp|gmktemp|tempfile", writes,
         "-dqu -p[=write] --directory --dry-run --quiet --suffix=text --tmpdir[=write] -t=text", "write"},
        {"mv|gmv", writes,
         "-bfinuvT -S=text --suffix=text -t=write --target-directory=write --backup[=text] --force "
         "--interactive "
         "--no-clobber --strip-trailing-slashes --no-target-directory --update[=text] --verbose --exchange "
         "--no-copy --debug",
         "write* write"},
        {"open|xdg-open|gio|wslview", runs, "-* --*", "text*"},
        {"patch|gpatch", writes, "-* --* -o=write --output=write -r=write -D=text", "write* read*"},
        {"pbpaste|xclip|xsel|wl-paste", reads, "-* --*", "text*"},
        {"pbcopy|wl-copy", writes, "-* --*", "text*"},
        {"printenv", secrets, "-0 --null", "variable!looks*"},
        {"readlink|realpath|greadlink|grealpath", looks,
         "-efmnqsvzLP --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet "
         "--silent --verbose --zero --logical --physical --relative-to=name --relative-base=name --strip "
         "--no-symlinks",
         "name*"},
        {"rename|prename|file-rename", evaluates, "-* --*", "code write*"},
        {"rm|grm", deletes,
         "-dfiIrRvPWx --dir --force --interactive[=text] --one-file-system --preserve-root[=text] "
         "--recursive "
         "--verbose "
         "--no-preserve-root!destroys",
         "delete*"},
        {"rmdir|grmdir|unlink|trash|trash-put", deletes, "-pv --ignore-fail-on-non-empty --parents --verbose",
         "delete*"},
        {"shred|gshred|srm|wipe", destroys, "-* --*", "delete*"},
        {"sleep|gsleep|usleep", looks, {}, "text*"},
        {"stat|gstat|statx", looks,
         "-LftFnqrsxl -c=text -f --dereference --file-system --cached=text --format=text --printf=text "
         "--terse",
         "name*"},
        {"sync", reads, "-df --data --file-system", "read*"},
        {"tar|gtar|bsdtar", writes,
         "-t!looks -O!looks -A!writes -c!writes -d -r!writes -u!writes -xGknpPsSUvwWzjJaZhlMmiBo "
         "-b=text -C=archive -f=archive -g=write -K=text -N=text -T=read!outside -X=read -V=text -H=text "
         "-L=text "
         "-F=shell "
         "-I=shell "
         "--append!writes --auto-compress --atime-preserve[=text] --bzip2 --catenate!writes "
         "--concatenate!writes "
         "--checkpoint[=text] "
         "--check-device --compare --create!writes --delete!deletes --dereference --diff --directory=archive "
         "--exclude=text "
         "--exclude-from=read --exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches "
         "--exclude-ignore=text "
         "--exclude-tag=text --extract --file=archive --files-from=read!outside --force-local "
         "--format=text "
         "--full-time "
         "--get "
         "--group=text --gzip --hard-dereference --ignore-failed-read --ignore-zeros "
         "--incremental --interactive --keep-newer-files --keep-old-files --label=text --level=text "
         "--list!looks "
         "--listed-incremental=write --lzip --lzma --lzop --mode=text --mtime=text --multi-volume "
         "--newer=text "
         "--newer-mtime=text --no-acls --no-anchored --no-auto-compress --no-ignore-case --no-overwrite-dir "
         "--no-recursion "
         "--no-same-owner --no-same-permissions --no-selinux --no-unquote --no-wildcards --no-xattrs --null "
         "--numeric-owner --occurrence[=text] --old-archive --one-file-system --one-top-level[=write] "
         "--overwrite "
         "--overwrite-dir --owner=text --posix --preserve-permissions --quoting-style=text --recursion "
         "--recursive-unlink!deletes --remove-files!deletes --same-order --same-owner --same-permissions "
         "--show-defaults "
         "--show-omitted-dirs --show-transformed-names --skip-old-files --sort=text --sparse "
         "--starting-file=text "
         "--strip-components=text --suffix=text --tape-length=text --to-stdout!looks --totals[=text] "
         "--transform=sed "
         "--xform=sed "
         "--unlink-first --update!writes --utc --verbose[=text] --verify --warning=text --wildcards "
         "--xattrs --xz --zstd "
         "--use-compress-program=shell --to-command=shell --rsh-command=program --rmt-command=program "
         "--info-script=shell --new-volume-script=shell --checkpoint-action=code",
         "archive*", option_style::bare},
        {"touch|gtouch", writes,
         "-acfhm -d=text --date=text -r=read --reference=read -t=text -A=text --time=text --no-create "
         "--no-dereference",
         "write*"},
        {"tree", looks,
         "-adflxqNQpugshDFAScnirtvUXJjC -L=text -P=text -I=text -H=text -T=text -o=write --noreport "
         "--charset=text "
         "--filelimit=text --filesfirst --dirsfirst --sort[=text] --gitignore --gitfile=read --ignore-case "
         "--matchdirs "
         "--metafirst --prune --info --infofile=read --inodes --device --si --du --timefmt=text "
         "--nolinks --hintro=read --houtro=read --hyperlink --compress=text",
         "name*"},
        {"truncate|gtruncate|fallocate", destroys, "-* --*", "write*"},
        {"sw_vers",
         looks,
         "-productName -productVersion -buildVersion --productName --productVersion --buildVersion",
         {},
         option_style::words},
        {"system_profiler", reads, "-* --*", "text*"},
        {"unzip", writes,
         "-l!looks -t!looks -z!looks -p!looks -c!looks -Z!looks -T!writes -aBbCDIjLMnoOqSUuVWX "
         "-d=write -x=text -P=text -O=text -I=text",
         "read text*"},
        {"zipinfo", looks, "-12hlmMstTvzCWx -C -O=text -I=text", "read text*"},
        {"unrar|funzip", writes, "-*", "read text*"},
        // `-T` tests with a program that `-TT` or `--unzip-command` names.
        {"zip", writes,
         "-# -AcDdEeFfghijJklLmnNoOPqrRsStuUvVwWXyYzZ@0 --* -T!evaluates --unzip-command=shell -b=write",
         "write*"},
        {"zdiff|zcmp|xzdiff|bzdiff", looks, "-abBciqrsuwy -U=text --brief --unified[=text] --ignore-case",
         "read*"},
        {"zless|zmore|bzless|bzmore|xzless|xzmore", reads, "-*", "read*"},
        {"cloc|tokei|scc|sloccount", reads,
         "-* --* --out=write --report-file=write -o=write --output=write --diff-alignment=write "
         "--extract-with=shell --config=load --include-content=write",
         "read*"},
        {"mediainfo|ffprobe", reads, "-*", "read*"},
        {"pandoc", reads,
         "-* --* -o=write --output=write -F=program --filter=program -L=code --lua-filter=code "
         "--pdf-engine=program "
         "-d=load --defaults=load --data-dir=load --template=load --extract-media=write --log=write",
         "read*"},
        {"tldr|cheat", reads, "-* --*", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
