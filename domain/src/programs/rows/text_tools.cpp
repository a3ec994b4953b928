#include "families.hpp"

namespace assent::programs {

// Options: coreutils 9.5, grep 3.11, sed 4.9, gawk 5.2, diffutils 3.8, ripgrep 14.1, ag 2.2, jq 1.7, yq 4.44
// and 3.1 (python), less 608, bat 0.24, binutils 2.40, util-linux 2.39; letters of BSD and macOS where they
// mean no other harm.
std::span<const program_row> text_tools() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        // `-G` and `-g` are regular expressions for names. Where no number stands behind `-A`, `-B` and `-C`, the next word
        // is the pattern. The last options are kinds of files.
        {"ag", looks | recurses,
         "-f!follows --follow!follows -l!names -L!names --files-with-matches!names --files-without-matches!names "
         "-g=name_regex!names^ -0123456789aABcCDFHhinoQrRsStuUvVwz -G=regex -m=text -W=text -p=read --ackmate "
         "--after[=text] "
         "--before[=text] --context[=text] --all-text --all-types --break --case-sensitive --color --nocolor --column --count "
         "--depth=text --nobreak --file-search-regex=regex --filename --nofilename --nofollow --fixed-strings --group "
         "--nogroup --heading --noheading --hidden --ignore=text --ignore-case --ignore-dir=text --invert-match "
         "--list-file-types --literal --max-count=text --no-numbers --numbers --no-recurse --recurse --null --one-device "
         "--only-matching --parallel --passthrough --passthru --path-to-ignore=read --print-long-lines --print-all-files "
         "--search-binary --search-files --search-zip --silent --skip-vcs-ignores --smart-case --stats --stats-only "
         "--unrestricted --vimgrep --width=text --word-regexp --workers=text --affinity --noaffinity --mmap --nommap "
         "--multiline --nomultiline --debug --print0 --color-line-number=text --color-match=text --color-path=text "
         "--nopager --norecurse --pager=program "
         "--actionscript --ada --asciidoc --asm --asp --aspx --batch --bazel --bitbake --cc --clojure --coffee --cpp "
         "--crystal --csharp --cshtml --css --cython --delphi --dlang --dot --dts --ebuild --elisp --elixir --elm "
         "--erlang --fortran --fsharp --gettext --glsl --go --gradle --groovy --haml --handlebars --haskell --haxe "
         "--hh --html --idris --ini --jade --java --jinja2 --js --json --jsp --julia --kotlin --less --liquid --lisp "
         "--log --lua --m4 --make --mako --markdown --matlab --md --nim --nix --objc --objcpp --ocaml --octave --perl "
         "--php --plist --powershell --proto --ps1 --pug --puppet --python --qml --racket --rake --razor --rdoc "
         "--restructuredtext --rs --ruby --rust --salt --sass --scala --scheme --shell --smalltalk --sml --sql "
         "--stata --stylus --swift --tcl --terraform --tex --thrift --toml --ts --twig --vala --vb --velocity "
         "--verilog --vhdl --vim --vue --wsdl --xml --yaml --zephir",
         "pattern read* <data"},
        // Others than gawk pass over its options with a value, and take the next word for the script.
        {"awk|gawk|mawk|nawk|igawk|original-awk", looks,
         "-F=text -v=text -f=read!runs^ -E=read!runs^ -i=load -l=load -b -c -C -g -h -I -k -M -n -N -O -P -r -s "
         "-S -t "
         "-V --file=read!runs^ --exec=read!runs^ --include=load "
         "--load=load --characters-as-bytes --traditional --copyright --bignum --non-decimal-data --use-lc-numeric "
         "--optimize --no-optimize --posix --re-interval --sandbox --lint-old -L[=text] --lint[=text] --csv --trace "
         "-d[=write] --dump-variables[=write] -o[=write] --pretty-print[=write] -p[=write] --profile[=write] -D[=code] "
         "--debug[=code] --gen-pot -W=code",
         "awk read* <data"},
        {"base32|base64|basenc|gbase32|gbase64", looks,
         "-dDi --decode --ignore-garbage -w=text --wrap=text -b=text --break=text --base64 --base64url --base32 "
         "--base32hex "
         "--base16 --base2msbf --base2lsbf --z85 -o=write --output=write --input=read",
         "read* <data"},
        // Its settings may name a pager, which runs on a terminal.
        {"bat|batcat", reads,
         "--help!looks --version!looks -P!looks --no-pager!looks -AfnpuSsdLVh -l=text -H=text -m=text -r=text --show-all "
         "--plain --language=text --highlight-line=text "
         "--file-name=text --diff --diff-context=text --tabs=text --wrap=text --chop-long-lines --terminal-width=text "
         "--number --color=text --italic-text=text --decorations=text --force-colorization --paging=text!outside --map-syntax=text "
         "--ignored-suffix=text --theme=text --theme-light=text --theme-dark=text --list-themes --squeeze-blank "
         "--squeeze-limit=text --strip-ansi=text --style=text --line-range=text --list-languages --unbuffered --no-config "
         "--nonprintable-notation=text --binary=text --config-file --config-dir --cache-dir --diagnostic!outside "
         "--acknowledgements --set-terminal-title --pager=program",
         "read* <data"},
        {"cat|gcat", looks | passes,
         "-AbeEnTtv!mixes --show-all!mixes --number-nonblank!mixes --show-ends!mixes --number!mixes --show-tabs!mixes "
         "--show-nonprinting!mixes -sul --squeeze-blank",
         "read* <data"},
        {"tac|gtac", looks | passes, "-b!mixes -r!mixes -s=text!mixes --before!mixes --regex!mixes --separator=text!mixes",
         "read* <data"},
        {"cmp", looks,
         "-blszxvh -i=text -n=text --print-bytes --ignore-initial=text --verbose --bytes=text --quiet --silent",
         "read read text* <data"},
        {"col|colrm|rev|ul|tsort", looks, "-bfhpxw -i -l=text -t=text -0 --zero --lines=text --spaces --tabs --fine "
         "--no-backspaces --pass --indicated --terminal=text", "read* <data"},
        {"expand|unexpand|fold|gexpand|gunexpand|gfold", looks,
         "-# -aibsc -t=text -w=text --all --initial --first-only --tabs=text --bytes --spaces "
         "--characters --width=text", "read* <data"},
        {"fmt|gfmt", looks, "-# -cstunm -p[=text] -w=text -g=text -d=text -l=text --crown-margin --tagged-paragraph --split-only "
         "--uniform-spacing --prefix=text --width=text --goal=text", "read* <data"},
        {"nl|gnl", looks, "-p -b=text -d=text -f=text -h=text -i=text -l=text -n=text -s=text -v=text -w=text "
         "--body-numbering=text --section-delimiter=text --footer-numbering=text --header-numbering=text "
         "--line-increment=text --join-blank-lines=text --number-format=text --no-renumber --number-separator=text "
         "--starting-line-number=text --number-width=text", "read* <data"},
        {"pr", looks, "-# -acdFfmrtTvJ -D=text -e[=text] -h=text -i[=text] -l=text -n[=text] -N=text -o=text -s[=text] "
         "-S[=text] -w=text -W=text --pages=text --columns=text --across --show-control-chars --double-space "
         "--date-format=text --expand-tabs[=text] --form-feed --header=text --output-tabs[=text] --join-lines "
         "--length=text "
         "--merge --number-lines[=text] --first-line-number=text --indent=text --no-file-warnings --separator[=text] "
         "--sep-string[=text] --omit-header --omit-pagination --show-nonprinting --width=text --page-width=text +=text",
         "read* <data"},
        // Some take a name behind `-n`, some nothing: it is left out.
        {"column", looks,
         "-texdLJm -W=text -c=text -s=text -o=text -N=text -R=text -H=text -O=text -E=text -l=text -C=text -T=text "
         "-r=text -i=text "
         "-p=text --output-width=text --separator=text --output-separator=text --table --table-name=text "
         "--table-columns=text --table-column=text --table-columns-limit=text --table-right=text --table-hide=text "
         "--table-order=text --table-noextreme=text --table-truncate=text --table-wrap=text --table-maxout "
         "--table-header-repeat --table-noheadings --table-empty-lines --table-header-as-columns --json --fillrows "
         "--keep-empty-lines --tree=text --tree-id=text --tree-parent=text",
         "read* <data"},
        {"comm|gcomm", looks,
         "-123iz --check-order --nocheck-order --output-delimiter=text --total --zero-terminated",
         "read read <data"},
        {"csplit", writes | scatters,
         "--help!looks --version!looks -kqsz -b=text -f=write -n=text --suffix-format=text --prefix=write --keep-files "
         "--suppress-matched --digits=text "
         "--quiet --silent --elide-empty-files",
         "read text* <data"},
        {"cut|gcut", looks,
         "-nszw -b=text -c=text -d=text -f=text --bytes=text --characters=text --delimiter=text --fields=text --complement "
         "--only-delimited --output-delimiter=text --zero-terminated",
         "read* <data"},
        {"diff|gdiff|colordiff", looks,
         "-r!recurses --recursive!recurses -# -abBcdeEilnNpqsTtuwyZHvh -C=text -U=text -D=text -F=text -I=text -L=text "
         "-S=text -W=text -x=text -X=read --context[=text] --unified[=text] --ifdef=text --show-function-line=text "
         "--ignore-matching-lines=text --label=text --starting-file=text --width=text --exclude=text --exclude-from=read "
         "--normal --brief --report-identical-files --ed --rcs --side-by-side --left-column --suppress-common-lines "
         "--show-c-function --expand-tabs --initial-tab --tabsize=text --suppress-blank-empty --paginate --no-dereference "
         "--new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --from-file=read "
         "--to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change "
         "--ignore-all-space --ignore-blank-lines --text --strip-trailing-cr --speed-large-files --minimal "
         "--horizon-lines=text --color[=text] --palette=text --line-format=text --old-line-format=text "
         "--new-line-format=text --unchanged-line-format=text --old-group-format=text --new-group-format=text "
         "--unchanged-group-format=text --changed-group-format=text",
         "read* <data"},
        {"diff3", looks,
         "-AeEimTxX3a -L=text --label=text --easy-only --ed --overlap-only --merge --show-all --show-overlap --text "
         "--strip-trailing-cr --initial-tab --diff-program=program",
         "read read read <data"},
        {"diffstat", looks,
         "-# -bcEhklmqRstuvC -e=write -f=text -n=text -N=text -p=text -r=text -w=text -o=write", "read* <data"},
        {"difft|difftastic", looks,
         "--color=text --display=text --width=text --context=text --background=text --syntax-highlight=text "
         "--language=text "
         "--tab-width=text --exit-code --strip-cr=text --check-only --ignore-comments --skip-unchanged --list-languages",
         "read* <data"},
        // Its settings are git's; its pager runs on a terminal.
        {"delta", reads,
         "--help!looks --version!looks -sn --color-only --width=text --side-by-side --line-numbers --dark --light "
         "--no-gitconfig --navigate --raw "
         "--syntax-theme=text --theme=text --paging=text --keep-plus-minus-markers --diff-so-fancy --diff-highlight",
         "read* <data"},
        {"envsubst", secrets, "--help!looks --version!looks -vVh --variables", "text* <data"},
        // Of several files it prints their names before the lines.
        {"grep|egrep|fgrep|ggrep|gegrep|gfgrep", looks | passes,
         "-r!recurses --recursive!recurses -R!follows --dereference-recursive!follows -d=text!recurses "
         "--directories=text!recurses -l!names -L!names --files-with-matches!names --files-without-match!names "
         "-Z --null -c!numbers --count!numbers -obHnT!mixes --only-matching!mixes --byte-offset!mixes --with-filename!mixes --line-number!mixes "
         "--initial-tab!mixes --label=text!mixes -A=text!mixes -B=text!mixes -C=text!mixes -# "
         "--after-context=text!mixes --before-context=text!mixes --context[=text]!mixes --group-separator=text!mixes "
         "--no-group-separator -EFGPiyvwxqshuUaIzVSOp -e=pattern^ -f=read^ -m=text -D=text --regexp=pattern^ --file=read^ "
         "--max-count=text --devices=text --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case "
         "--no-ignore-case --invert-match --word-regexp --line-regexp --color[=text] --colour[=text] --quiet --silent "
         "--no-messages --no-filename --unix-byte-offsets --text --binary-files=text --exclude=except --exclude-from=read "
         "--exclude-dir=except_folder --include=glob --include-dir=name_glob --line-buffered --binary --null-data",
         "pattern read* <data"},
        // Scripts, to some of whose long options the next word is the pattern.
        {"zgrep|zegrep|zfgrep|xzgrep|xzegrep|xzfgrep", looks | passes,
         "-r!recurses --recursive!recurses -R!follows --dereference-recursive!follows -d=text!recurses "
         "--directories[=text]!recurses -l!names -L!names --files-with-matches!names --files-without-match!names "
         "-Z --null -c!numbers --count!numbers -obHnT!mixes --only-matching!mixes --byte-offset!mixes --with-filename!mixes "
         "--line-number!mixes --initial-tab!mixes --label=text!mixes -A=text!mixes -B=text!mixes -C=text!mixes -# "
         "--after-context[=text]!mixes --before-context[=text]!mixes --context[=text]!mixes "
         "--group-separator[=text]!mixes "
         "--no-group-separator -EFGPiyvwxqshuUaIzVSOp -e=pattern^ -f=read^ -m=text -D=text --regexp=pattern^ --file=read^ "
         "--max-count=text --devices[=text] --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case "
         "--no-ignore-case --invert-match --word-regexp --line-regexp --color[=text] --colour[=text] --quiet --silent "
         "--no-messages --no-filename --unix-byte-offsets --text --binary-files=text --line-buffered --binary --null-data",
         "pattern read* <data"},
        // A script which splits its options at blanks: a value may be more of them.
        {"bzgrep|bzegrep|bzfgrep", looks | passes,
         "-l!names -L!names --files-with-matches!names --files-without-match!names -c!numbers --count!numbers "
         "-obHn!mixes --only-matching!mixes --byte-offset!mixes --with-filename!mixes --line-number!mixes -# "
         "-EFGPiyvwxqshaIV --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --invert-match "
         "--word-regexp --line-regexp --quiet --silent --no-messages --no-filename --text",
         "pattern read* <data"},
        {"rgrep", looks | recurses,
         "-r!recurses --recursive!recurses -R!follows --dereference-recursive!follows -d=text!recurses "
         "--directories=text!recurses -l!names -L!names --files-with-matches!names --files-without-match!names "
         "-cobHnTZ!mixes --count!mixes --only-matching!mixes --byte-offset!mixes --with-filename!mixes --line-number!mixes "
         "--initial-tab!mixes --null!mixes --label=text!mixes -A=text!mixes -B=text!mixes -C=text!mixes -# "
         "--after-context=text!mixes --before-context=text!mixes --context[=text]!mixes --group-separator=text!mixes "
         "--no-group-separator -EFGPiyvwxqshuUaIzVSOp -e=pattern^ -f=read^ -m=text -D=text --regexp=pattern^ --file=read^ "
         "--max-count=text --devices=text --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case "
         "--no-ignore-case --invert-match --word-regexp --line-regexp --color[=text] --colour[=text] --quiet --silent "
         "--no-messages --no-filename --unix-byte-offsets --text --binary-files=text --exclude=except --exclude-from=read "
         "--exclude-dir=except_folder --include=glob --include-dir=name_glob --line-buffered --binary --null-data",
         "pattern read* <data"},
        // To some, `-M` and `-S` have no value, and that of `-T` stands in the same word.
        {"zcat|gzcat|bzcat|xzcat|lzcat|zstdcat|lz4cat", looks,
         "-r!recurses -cdfklnqtvN -S[=text] -M[=text] -T[=text] --force --quiet --verbose --stdout --keep --decompress --list --test "
         "--recursive!recurses "
         "--suffix=text --threads=text --memory=text --long[=text] --format=text --no-warn --small --fast", "read* <data"},
        {"head|ghead|tail|gtail", looks | passes,
         "-c=text!mixes --bytes=text!mixes -b=text!mixes -v!mixes --verbose!mixes -# -qzfFrdkl -n=text --lines=text "
         "--quiet "
         "--silent --zero-terminated --follow[=text] --pid=text --retry -s=text --sleep-interval=text "
         "--max-unchanged-stats=text --debug +=text",
         "read* <data"},
        {"od|god", looks,
         "-abcdfilosxBDeFhHILOXv -A=text -j=text -N=text -S=text -t=text -w[=text] --address-radix=text --endian=text "
         "--skip-bytes=text --read-bytes=text --strings[=text] --format=text --width[=text] --output-duplicates "
         "--traditional +=text",
         "read* <data"},
        {"hexdump|hd", looks,
         "-bcCdovxXB -e=text -f=read -n=text -s=text -L[=text] -A=text -j=text -N=text -S=text -t=text -w[=text] "
         "--length=text --skip=text --color[=text] --canonical --format=text --format-file=read --no-squeezing "
         "--one-byte-octal --one-byte-hex --one-byte-char --two-bytes-decimal --two-bytes-octal --two-bytes-hex",
         "read* <data"},
        {"iconv", looks,
         "-cls -f=built_in -t=built_in -o=write --from-code=built_in --to-code=built_in --output=write --list --silent --verbose "
         "--byte-subst=text --unicode-subst=text",
         "read* <data"},
        {"join|gjoin", looks,
         "-iz -a=text -e=text -j=text -o=text -t=text -v=text -1=text -2=text --ignore-case --check-order --nocheck-order "
         "--header --zero-terminated",
         "read read <data"},
        {"jq|gojq|jaq", looks,
         "-# -cnrRjaSCMsehV -f=code^ -L=load -b --compact-output --null-input --raw-output --raw-output0 --raw-input "
         "--join-output --ascii-output --sort-keys --color-output --monochrome-output --slurp --exit-status --tab "
         "--indent=text --unbuffered --stream --stream-errors --seq --from-file=code^ --library-path=load --binary --args "
         "--jsonargs --arg=text+text --argjson=text+text --slurpfile=text+read --rawfile=text+read --argfile=text+read "
         "--build-configuration --yaml-input --yaml-output",
         "jq read* <data"},
        // `-o` and `+` commands make it run others; `-k` reads keys that do.
        {"less", reads,
         "--help!looks --version!looks -# -aAcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX -b=text -h=text -j=text -p=text -P=text "
         "-t=text -x=text -y=text -z=text "
         "-T=read -D=text --search-skip-screen --auto-buffers --buffers=text --clear-screen --quit-at-eof --QUIT-AT-EOF "
         "--force --quit-if-one-screen --hilite-search --HILITE-SEARCH --ignore-case --IGNORE-CASE --jump-target=text "
         "--status-column --no-lessopen --line-numbers --LINE-NUMBERS --pattern=text --prompt=text --quiet --silent "
         "--QUIET "
         "--raw-control-chars --RAW-CONTROL-CHARS --squeeze-blank-lines --chop-long-lines --tabs=text --window=text "
         "--no-init --mouse --wordwrap --use-color --color=text --tilde --quit-on-intr --max-back-scroll=text "
         "--max-forw-scroll=text --long-prompt "
         "--LONG-PROMPT --SILENT --SEARCH-SKIP-SCREEN --underline-special --UNDERLINE-SPECIAL --hilite-unread "
         "--HILITE-UNREAD "
         "--shift=text --quotes=text --dumb --no-histdups --follow-name --rscroll=text --save-marks "
         "--status-col-width=text "
         "--line-num-width=text --wheel-lines=text --use-backslash --file-size --tag=text --tag-file=read --no-keypad "
         "--incsearch --header=text "
         "-o=write -O=write --log-file=write --LOG-FILE=write -k=load --lesskey-file=load --lesskey-src=load "
         "--lesskey-content=code +=code",
         "read* <data"},
        {"look", looks, "-adf -t=text --alternative --alphanum --ignore-case --terminate=text", "text read <data"},
        // It takes a module from `lib` here.
        {"crc32", runs, {}, "read* <data"},
        {"xxhsum|xxh32sum|xxh64sum|xxh128sum", looks,
         "-c!outside --check!outside -H[=text] -qw --quiet --status --strict --warn --tag --little-endian", "read* <data"},
        // Of a format that is named `eval` the input is code: `-f` is left out.
        {"json_pp", looks, "-json_opt=text -t=text -v -V", "<data", option_style::words},
        {"md5|md5sum|sha1|sha1sum|sha224|sha224sum|sha256|sha256sum|sha384|sha384sum|sha512|sha512sum|shasum|gmd5sum|"
         "gsha1sum|gsha224sum|gsha256sum|gsha384sum|gsha512sum|b2sum|gb2sum|b3sum|cksum|gcksum|sum",
         looks,
         "-btwzUpqrx0 -c!outside --check!outside -a=text -l=text --algorithm=text --length=text --binary --tag --text --zero "
         "--ignore-missing --quiet --status --strict --warn --untagged --raw --base64 --sysv --debug",
         "read* <data"},
        {"more|most|pg", reads,
         "-# -cdeflpsuw -n=text --lines=text --silent --logical --no-pause --print-over --clean-print --exit-on-eof "
         "--squeeze --plain +=code",
         "read* <data"},
        {"numfmt|gnumfmt", looks,
         "-z -d=text --delimiter=text --field=text --format=text --from=text --from-unit=text --grouping --header[=text] "
         "--invalid=text --padding=text --round=text --suffix=text --to=text --to-unit=text --zero-terminated --debug",
         "text* <data"},
        {"paste|gpaste", looks, "-sz -d=text --delimiters=text --serial --zero-terminated", "read* <data"},
        // `--pre` runs a program on each file, `--hostname-bin` one for links.
        {"rg|ripgrep", looks | recurses,
         "-L!follows --follow!follows --files!names^ -l!names --files-with-matches!names --files-without-match!names "
         "-c!mixes --count!mixes --count-matches!mixes --json!mixes --stats!mixes --path-separator=text!mixes "
         "--hyperlink-format=text!mixes --type-list!mixes^ "
         "-# -.0abFhHiInNoOPpqsSuUvVwxz -A=text -B=text -C=text -e=pattern^ -f=read^ -g=choice -j=text -m=text -M=text "
         "-r=text "
         "-t=text -T=text -d=text -E=text --after-context=text --before-context=text --context=text --regexp=pattern^ "
         "--file=read^ --glob=choice --iglob=choice --threads=text --max-count=text --max-columns=text --replace=text "
         "--type=text --type-not=text --max-depth=text --maxdepth=text --encoding=text --engine=text --auto-hybrid-regex "
         "--no-auto-hybrid-regex --binary --no-binary --block-buffered --no-block-buffered --byte-offset --no-byte-offset "
         "--case-sensitive --color=text --colors=text --column --no-column --context-separator=text "
         "--no-context-separator --crlf --no-crlf --debug --dfa-size-limit=text --no-encoding "
         "--field-context-separator=text --field-match-separator=text --fixed-strings --no-fixed-strings --no-follow "
         "--generate=text^ --glob-case-insensitive --no-glob-case-insensitive --heading --no-heading --hidden --no-hidden "
         "--ignore-case --ignore-file=read --ignore-file-case-insensitive --no-ignore-file-case-insensitive --include-zero "
         "--no-include-zero --invert-match --no-invert-match --no-json --line-buffered --no-line-buffered --line-number "
         "--no-line-number --line-regexp --max-columns-preview --no-max-columns-preview --max-filesize=text --mmap "
         "--no-mmap --multiline --no-multiline --multiline-dotall --no-multiline-dotall --no-config --no-ignore --ignore "
         "--no-ignore-dot --ignore-dot --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files "
         "--no-ignore-global --ignore-global --no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent "
         "--no-ignore-vcs --ignore-vcs --no-messages --messages --no-pcre2-unicode --pcre2-unicode --no-require-git "
         "--require-git --no-unicode --unicode --null --null-data --one-file-system --no-one-file-system --only-matching "
         "--passthru --passthrough --pcre2 --no-pcre2 --pcre2-version --no-pre --pretty --print0 --quiet "
         "--regex-size-limit=text --search-zip --no-search-zip --smart-case --sort=text --sortr=text --sort-files "
         "--no-sort-files --no-stats --stop-on-nonmatch --text --no-text --trace --trim --no-trim --type-add=glob "
         "--type-clear=text --unrestricted --vimgrep --with-filename --no-filename --word-regexp "
         "--pre=program --pre-glob=text --hostname-bin=program",
         "pattern read* <data"},
        {"sdiff", looks,
         "-abBdEHilstWZ -o=write -I=text -w=text --output=write --ignore-matching-lines=text --width=text "
         "--diff-program=program --left-column --suppress-common-lines --expand-tabs --tabsize=text --minimal "
         "--ignore-case "
         "--ignore-space-change --ignore-all-space --ignore-trailing-space --ignore-blank-lines --ignore-tab-expansion "
         "--text --strip-trailing-cr "
         "--speed-large-files",
         "read read <data"},
        {"sed|gsed", looks,
         "-nEruzsba -e=sed^ -f=read!runs^ -i[=write]!writes!here -I=write!writes!here -l=text!outside --quiet --silent --debug "
         "--expression=sed^ --file=read!runs^ --follow-symlinks --in-place[=write]!writes!here --line-length=text!outside "
         "--posix "
         "--regexp-extended --separate --sandbox --unbuffered --null-data --zero-terminated --binary",
         "sed read* <data"},
        {"seq|gseq", looks | numbers,
         "-# -w -f=text!mixes -s=text!mixes -t=text!mixes --format=text!mixes --separator=text!mixes --equal-width", "text* <data"},
        {"jot", looks, "-# -wrcn -f=text -s=text -t=text -b=text -p=text --format=text --separator=text --equal-width", "text* <data"},
        {"shuf|gshuf", looks | passes,
         "-erz -i=text -n=text -o=write --input-range=text --head-count=text --output=write --random-source=read --repeat "
         "--echo!mixes --zero-terminated",
         "read* <data"},
        {"sort|gsort", looks | passes,
         "-bcCdfghiMmnRrsuVzH --check[=text] -k=text -t=text -S=text -T=write -o=write --key=text --field-separator=text "
         "--buffer-size=text --temporary-directory=write --parallel=text --batch-size=text --output=write "
         "--compress-program=program --files0-from=list --ignore-leading-blanks --dictionary-order --ignore-case "
         "--general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort "
         "--random-source=read --reverse --sort=text --version-sort --debug!mixes --merge --stable --unique "
         "--zero-terminated --mergesort --qsort --heapsort --radixsort --mmap",
         "read* <data"},
        {"split|gsplit", writes | scatters,
         "--help!looks --version!looks -dexuz -# -a=text -b=text -C=text -l=text -n=text -p=text -t=text "
         "--suffix-length=text --additional-suffix=text "
         "--bytes=text --line-bytes=text --numeric-suffixes[=text] --hex-suffixes[=text] --elide-empty-files --lines=text "
         "--number=text --separator=text --unbuffered --verbose --filter=shell",
         "read write <data"},
        {"strings", looks,
         "@=load -afowdvV -# -n=text -t=text -e=text -s=text -T=text -U=text --bytes=text --radix=text --encoding=text "
         "--output-separator=text --target=text --all --data --print-file-name --include-all-whitespace --unicode=text",
         "read* <data"},
        {"tee|gtee", looks | passes | named, "-aip --append --ignore-interrupts --output-error[=text]", "write* covers!writes <data"},
        {"sponge", looks, "-a", "write covers!writes <data"},
        {"tr|gtr", looks, "-cCdstu --complement --delete --squeeze-repeats --truncate-set1", "text* <data"},
        // With two operands the second is written.
        {"uniq|guniq", looks | passes,
         "-c!mixes --count!mixes --group[=text]!mixes --all-repeated[=text]!mixes -# -dDiuz -f=text -s=text -w=text "
         "--skip-fields=text --skip-chars=text --check-chars=text --repeated --ignore-case --unique --zero-terminated "
         "+=text",
         "read write <data"},
        // How much a file has of what is an attribute of it, not its content.
        {"wc|gwc", looks,
         "-clmwL --bytes --chars --lines --words --max-line-length --files0-from=list --total=text",
         "name* none!numbers <data"},
        {"xmllint", reads,
         "-debug -shell!evaluates -xpath=text -debugent -copy -recover -huge -noent!outside -noenc -noout -path=text "
         "-load-trace -nonet -nocompact -htmlout -nowrap -valid -postvalid -dtdvalid=read -dtdvalidfpi=text -timing "
         "-output=write -o=write -repeat -insert -compress -html -xmlout -nodefdtd -push -memory -maxmem=text -nowarning "
         "-noblanks -nocdata -format -pretty=text -c14n -c14n11 -exc-c14n -nsclean -testIO -nocatalogs -auto "
         "-xinclude!outside -noxincludenode -nofixup-base-uris -loaddtd!outside -dtdattr!outside -stream -walker "
         "-pattern=text -schema=read -relaxng=read -schematron=read -sax -sax1 -oldxml10 -dropdtd -chkregister -pushsmall -encode=text -quiet",
         "read*", option_style::words},
        // With two operands the second is written; `-r` makes a binary of text.
        {"xxd", looks,
         "-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -i -include -p -ps -postscript -plain -r -revert -u -v "
         "-c=text "
         "-c:text -cols=text -g=text -g:text -groupsize=text -l=text -l:text -len=text -o=text -s=text -s:text -seek=text "
         "-n=text -name=text -R=text",
         "read write <data", option_style::words},
        // Of the two programs of that name.
        {"yq", looks,
         "-# -cnrRjaSCMehVPNvyYtx -i!writes!here -o=text -p=text -I=text -s=write --output-format=text "
         "--input-format=text --prettyPrint --no-doc --null-input --exit-status --unwrapScalar[=text] --indent=text "
         "--colors --no-colors --raw-output --raw-input --compact-output --yaml-output --yaml-roundtrip --toml-output "
         "--xml-output --sort-keys --slurp --arg=text+text --argjson=text+text --slurpfile=text+read "
         "--rawfile=text+read --args "
         "--jsonargs --tab --width=text --indentless-lists --yml-output --yml-roundtrip --front-matter=text "
         "--header-preprocess "
         "-0 --nul-output --string-interpolation --verbose --csv-auto-parse[=text] --tsv-auto-parse[=text] "
         "--csv-separator=text --tsv-separator=text --properties-separator=text --properties-array-brackets "
         "--shell-key-separator=text --xml-attribute-prefix=text --xml-content-name=text --xml-directive-name=text "
         "--xml-keep-namespace[=text] --xml-proc-inst-prefix=text --xml-raw-token[=text] --xml-skip-directives "
         "--xml-skip-proc-inst --xml-strict-mode --lua-globals --lua-unquoted --lua-prefix=text --lua-suffix=text "
         "--security-disable-env-ops --security-disable-file-ops "
         "--inplace[=text]!writes!here --in-place!writes!here --from-file=code^ --split-exp=write --split-exp-file=write",
         "yq read* <data"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
