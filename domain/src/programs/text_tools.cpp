#include "families.hpp"

namespace assent::programs {

std::span<const program_row> text_tools() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"ag", looks,
         "-0acfHhilLnoQrRsSuUvVwz -A=text -B=text -C=text -G=glob -m=text -g=glob^ -p=read --ackmate "
         "--after=text "
         "--before=text --context=text --all-text --all-types --break --case-sensitive --color --nocolor "
         "--column "
         "--count --depth=text --nobreak --file-search-regex=glob --files-with-matches "
         "--files-without-matches "
         "--filename --nofilename --fixed-strings --follow --group --nogroup --hidden --ignore=text "
         "--ignore-case "
         "--ignore-dir=text --invert-match --list-file-types --literal --max-count=text --no-numbers "
         "--numbers "
         "--null "
         "--one-device --only-matching --pager=program --path-to-ignore=read --passthrough "
         "--print-long-lines "
         "--search-binary --silent --skip-vcs-ignores --smart-case --stats --stats-only --unrestricted "
         "--vimgrep "
         "--word-regexp --workers=text --word-regexp --parallel",
         "text read*"},
        {"awk|gawk|mawk|nawk|goawk|igawk|pgawk|original-awk|bioawk", looks,
         "-F=text --field-separator=text -v=text --assign=text -e=awk^ --source=awk^ -f=read!runs^ "
         "--file=read!runs^ -E=read!runs^ "
         "--exec=read!runs^ -i=load --include=load -l=load --load=load -b --characters-as-bytes -c "
         "--traditional "
         "-C "
         "--copyright -M --bignum -n --non-decimal-data -N --use-lc-numeric -O --optimize -P --posix -r "
         "--re-interval -s --no-optimize -S --sandbox -t --lint-old -L[=text] --lint[=text] -d[=write] "
         "--dump-variables[=write] -o[=write] --pretty-print[=write] -p[=write] --profile[=write] -D[=code] "
         "--debug[=code] -g --gen-pot -V -h -W=code",
         "awk read*"},
        {"base32|base64|basenc", looks,
         "-dDi --decode --ignore-garbage -w=text --wrap=text -b=text --break=text --base64 --base64url "
         "--base32 "
         "--base32hex --base16 --base2msbf --base2lsbf --z85 -o=write --output=write --input=read",
         "read*"},
        {"bat|batcat", reads,
         "-Aflnpru -A --show-all -p --plain -l=text --language=text -H=text --highlight-line=text "
         "--file-name=text "
         "--diff -d --diff-context=text --tabs=text --wrap=text -S --chop-long-lines --terminal-width=text "
         "-n "
         "--number "
         "--color=text --italic-text=text --decorations=text -f --force-colorization --paging=text -P "
         "-m=text --map-syntax=text --ignored-suffix=text --theme=text --theme-light=text --theme-dark=text "
         "--list-themes -s --squeeze-blank --squeeze-limit=text --style=text -r=text --line-range=text -L "
         "--list-languages -u --unbuffered --no-config --no-pager --nonprintable-notation=text --binary=text "
         "--pager=program --config-file --config-dir --cache-dir --diagnostic --acknowledgements -V -h",
         "read*"},
        {"cat|gcat|tac", looks,
         "-AbeEnstTuvl --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs "
         "--show-nonprinting -r --before --regex --separator=text",
         "read*"},
        {"cmp", looks,
         "-blsnzx --print-bytes -i=text --ignore-initial=text --verbose -n=text --bytes=text --quiet "
         "--silent -v "
         "-h",
         "read read text*"},
        {"col|colrm|expand|unexpand|fold|fmt|nl|pr|rev|tsort|ul", looks,
         "-# -0abBcdefhilmnprstuvwxFJTLIS --all --bytes --spaces --first-only -b=text -d=text -f=text "
         "-h=text "
         "-i=text "
         "-l=text -n=text -s=text -t=text -v=text -w=text --tabs=text --width=text --characters --split-only "
         "--tagged-paragraph --uniform-spacing --crown-margin --prefix=text --goal=text "
         "--body-numbering=text "
         "--number-format=text --number-width=text --number-separator=text --starting-line-number=text "
         "--line-increment=text --no-renumber --header-numbering=text --footer-numbering=text "
         "--join-blank-lines=text "
         "--section-delimiter=text +=text",
         "read*"},
        {"column", looks,
         "-tnexdLjWJ -c=text --output-width=text -s=text --separator=text -o=text --output-separator=text "
         "--table "
         "-N=text --table-columns=text -R=text --table-right=text -H=text --table-hide=text -O=text "
         "--table-order=text "
         "-E=text --table-noextreme=text -l=text --table-columns-limit=text -n=text --table-name=text -J "
         "--json "
         "-T=text --table-truncate=text -W=text --table-wrap=text --fillrows --keep-empty-lines "
         "--table-header-repeat "
         "--table-noheadings -r=text --tree=text -i=text --tree-id=text -p=text --tree-parent=text",
         "read*"},
        {"comm", looks,
         "-123iz --check-order --nocheck-order --output-delimiter=text --total --zero-terminated",
         "read read"},
        {"csplit", writes,
         "-kqsz -b=text --suffix-format=text -f=write --prefix=write --keep-files --suppress-matched -n=text "
         "--digits=text --quiet --silent --elide-empty-files",
         "read text*"},
        {"cut|gcut", looks,
         "-nsz -b=text --bytes=text -c=text --characters=text -d=text --delimiter=text -f=text --fields=text "
         "--complement --only-delimited --output-delimiter=text --zero-terminated -w",
         "read*"},
        {"diff|gdiff|colordiff", looks,
         "-# -abBcdeEilnNpqrsStTuwyZHv -C=text --context[=text] -U=text --unified[=text] -D=text "
         "--ifdef=text "
         "-F=text "
         "--show-function-line=text -I=text --ignore-matching-lines=text -L=text --label=text -S=text "
         "--starting-file=text "
         "-W=text --width=text -x=text --exclude=text -X=read --exclude-from=read --normal --brief "
         "--report-identical-files --ed --rcs --side-by-side --left-column --suppress-common-lines "
         "--show-c-function "
         "--expand-tabs --initial-tab --tabsize=text --suppress-blank-empty --recursive --no-dereference "
         "--new-file "
         "--unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --from-file=read "
         "--to-file=read "
         "--ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change "
         "--ignore-all-space "
         "--ignore-blank-lines --text --strip-trailing-cr --speed-large-files --minimal --horizon-lines=text "
         "--color[=text] --palette=text --line-format=text --old-line-format=text --new-line-format=text "
         "--unchanged-line-format=text --old-group-format=text --new-group-format=text "
         "--unchanged-group-format=text "
         "--changed-group-format=text -h",
         "read*"},
        {"diff3", looks,
         "-AeEimTxX3a -L=text --label=text --easy-only --ed --overlap-only --merge --show-all --show-overlap "
         "--text "
         "--strip-trailing-cr --initial-tab --diff-program=program",
         "read read read"},
        {"diffstat", looks,
         "-# -bcEfhklmpqrRstuvwC -e=write -f=text -n=text -N=text -p=text -r=text -w=text -o=write", "read*"},
        {"difft|difftastic|delta", reads,
         "--color=text --display=text --width=text --context=text --side-by-side -s --line-numbers -n --dark "
         "--light",
         "read*"},
        {"envsubst", reads, "-vVh --variables", "text*"},
        {"grep|egrep|fgrep|ggrep|zgrep|zegrep|zfgrep|bzgrep|xzgrep|rgrep", looks,
         "-# -EFGPiyvwxcLloqsbHhnTuUzaIrRZV -e=text^ --regexp=text^ -f=read^ --file=read^ -m=text "
         "--max-count=text "
         "-A=text --after-context=text -B=text --before-context=text -C=text --context[=text] -d=text "
         "--directories=text "
         "-D=text --devices=text --extended-regexp --fixed-strings --basic-regexp --perl-regexp "
         "--ignore-case "
         "--no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=text] --colour[=text] "
         "--files-without-match --files-with-matches --only-matching --quiet --silent --no-messages "
         "--byte-offset "
         "--with-filename --no-filename --label=text --line-number --initial-tab --unix-byte-offsets --null "
         "--text "
         "--binary-files=text --exclude=text --exclude-from=read --exclude-dir=text --include=glob "
         "--include-dir=text "
         "--recursive --dereference-recursive --line-buffered --binary --null-data -S -O -p",
         "text read*"},
        {"zcat|gzcat|bzcat|xzcat|zstdcat|lz4cat", looks,
         "-cdfklnqtv --force --quiet --verbose --stdout --keep --decompress", "read*"},
        {"head|ghead|tail|gtail", looks,
         "-# -qvzfFrdkl -c=text --bytes=text -n=text --lines=text --quiet --silent --verbose "
         "--zero-terminated "
         "--follow[=text] --pid=text --retry -s=text --sleep-interval=text --max-unchanged-stats=text "
         "-b=text "
         "+=text",
         "read*"},
        {"od", looks,
         "-abcdfilosxBDeFhHILOXv -A=text --address-radix=text --endian=text -j=text --skip-bytes=text "
         "-N=text "
         "--read-bytes=text -S=text --strings[=text] -t=text --format=text -w[=text] --width[=text] "
         "--output-duplicates --traditional +=text",
         "read*"},
        {"hexdump|hd", looks,
         "-bcCdovxXsB -e=text -f=read -n=text --length=text -s=text --skip=text -L[=text] --color[=text] "
         "--canonical "
         "-A=text --address-radix=text --endian=text -j=text --skip-bytes=text -N=text --read-bytes=text "
         "-S=text "
         "--strings=text -t=text --format=text -w[=text] --width[=text] --output-duplicates --traditional "
         "--no-squeezing --one-byte-octal --one-byte-char --two-bytes-hex",
         "read*"},
        {"iconv", looks,
         "-cls -f=text --from-code=text -t=text --to-code=text -o=write --output=write --list --silent "
         "--verbose "
         "--byte-subst=text --unicode-subst=text",
         "read*"},
        {"join", looks,
         "-iz -a=text -e=text -j=text -o=text -t=text -v=text -1=text -2=text --ignore-case --check-order "
         "--nocheck-order --header --zero-terminated",
         "read read"},
        {"jq|gojq|jaq", looks,
         "-# -cnrRjaSCMsehV --compact-output --null-input --raw-output --raw-output0 --raw-input "
         "--join-output "
         "--ascii-output --sort-keys --color-output --monochrome-output --slurp --exit-status --tab "
         "--indent=text "
         "--unbuffered --stream --stream-errors --seq -f=code^ --from-file=code^ -L=load --binary -b --args "
         "--jsonargs --arg=text+text --argjson=text+text --slurpfile=text+read --rawfile=text+read "
         "--build-configuration",
         "jq read*"},
        // `-o` and `+` commands make it run others; `-k` reads keys that do.
        {"less", reads,
         "-# -aAcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX --search-skip-screen --auto-buffers -b=text --buffers=text "
         "--clear-screen --quit-at-eof --QUIT-AT-EOF --force --quit-if-one-screen --hilite-search "
         "--HILITE-SEARCH "
         "-h=text -i --ignore-case --IGNORE-CASE -j=text --jump-target=text --status-column --no-lessopen "
         "--line-numbers --LINE-NUMBERS -p=text --pattern=text -P=text --prompt=text --quiet --silent "
         "--QUIET "
         "--raw-control-chars --RAW-CONTROL-CHARS --squeeze-blank-lines --chop-long-lines -t=text -x=text "
         "--tabs=text "
         "-y=text -z=text --window=text --no-init --mouse --wordwrap -o=write -O=write --log-file=write "
         "--LOG-FILE=write -k=load --lesskey-file=load --lesskey-src=load +=code",
         "read*"},
        {"look", reads, "-adf -t=text", "text read"},
        {"md5|md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|shasum|b2sum|b3sum|cksum|sum|crc32",
         looks,
         "-bctwzUpqrsx0 -a=text --algorithm=text -l=text --length=text --binary --check --tag --text --zero "
         "--ignore-missing --quiet --status --strict --warn --untagged --raw --base64 -s=text",
         "read*"},
        {"more|most|pg", reads,
         "-# -cdeflpsuw -n=text --lines=text --silent --logical --no-pause --print-over "
         "--clean-print --exit-on-eof --squeeze --plain +=code",
         "read*"},
        {"numfmt", looks,
         "-z -d=text --delimiter=text --field=text --format=text --from=text --from-unit=text --grouping "
         "--header[=text] "
         "--invalid=text --padding=text --round=text --suffix=text --to=text --to-unit=text "
         "--zero-terminated "
         "--debug",
         "text*"},
        {"paste", looks, "-sz -d=text --delimiters=text --serial --zero-terminated", "read*"},
        // `--pre` runs a program on each file, `--hostname-bin` one for links.
        {"rg|ripgrep", looks,
         "-# -.0abcFhHiIlLnNoOPpqsSuUvVwxz -A=text --after-context=text -B=text --before-context=text "
         "-C=text "
         "--context=text -e=text^ --regexp=text^ -f=read^ --file=read^ -g=glob --glob=glob --iglob=glob "
         "-j=text "
         "--threads=text -m=text --max-count=text -M=text --max-columns=text -r=text --replace=text -t=text "
         "--type=text "
         "-T=text --type-not=text -d=text --max-depth=text --maxdepth=text -E=text --encoding=text "
         "--engine=text "
         "--auto-hybrid-regex --binary --no-binary --block-buffered --no-block-buffered --byte-offset "
         "--case-sensitive "
         "--color=text --colors=text --column --no-column --context-separator=text --no-context-separator "
         "--count "
         "--count-matches --crlf --no-crlf --debug --dfa-size-limit=text --field-context-separator=text "
         "--field-match-separator=text --files^ --files-with-matches --files-without-match --fixed-strings "
         "--no-fixed-strings --follow --no-follow --generate=text --glob-case-insensitive --heading "
         "--no-heading "
         "--hidden --no-hidden --hyperlink-format=text --ignore-case --ignore-file=read "
         "--no-ignore-file-case-insensitive "
         "--ignore-file-case-insensitive --include-zero --invert-match --no-invert-match --json --no-json "
         "--line-buffered --line-number --no-line-number --line-regexp --max-columns-preview "
         "--max-filesize=text "
         "--mmap --no-mmap --multiline --no-multiline --multiline-dotall --no-config --no-ignore --ignore "
         "--no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages "
         "--no-ignore-parent --no-ignore-vcs --no-messages --messages --no-pcre2-unicode --no-require-git "
         "--no-unicode "
         "--null --null-data --one-file-system --only-matching --path-separator=text --passthru --pcre2 "
         "--no-pcre2 "
         "--pcre2-version --pre=program --pre-glob=text --no-pre --pretty --print0 --quiet "
         "--regex-size-limit=text "
         "--search-zip --no-search-zip --smart-case --sort=text --sortr=text --sort-files --stats --no-stats "
         "--stop-on-nonmatch --text "
         "--no-text --trace --trim --no-trim --type-add=glob --type-clear=text --type-list --unicode "
         "--unrestricted "
         "--vimgrep --with-filename --no-filename --word-regexp --hostname-bin=program",
         "text read*"},
        {"sdiff", looks,
         "-abBdEHilstwWZ -o=write --output=write -I=text --ignore-matching-lines=text -w=text --width=text "
         "--diff-program=program --left-column --suppress-common-lines --expand-tabs --tabsize=text "
         "--minimal "
         "--ignore-case --ignore-space-change --ignore-all-space --ignore-blank-lines --text "
         "--strip-trailing-cr",
         "read read"},
        {"sed|gsed", looks,
         "-nEruzsb --quiet --silent --debug -e=sed^ --expression=sed^ -f=read!runs^ --file=read!runs^ "
         "--follow-symlinks "
         "-i[=text]!writes --in-place[=text]!writes -l=text!outside --line-length=text --posix "
         "--regexp-extended "
         "--separate "
         "--sandbox --unbuffered --null-data --binary -a -I=text!writes",
         "sed read*"},
        {"seq|gseq|jot", looks, "-w -f=text --format=text -s=text --separator=text -t=text --equal-width -*",
         "text*"},
        {"shuf|gshuf", looks,
         "-erz -i=text --input-range=text -n=text --head-count=text -o=write --output=write "
         "--random-source=read "
         "--repeat --echo --zero-terminated",
         "read*"},
        {"sort|gsort", looks,
         "-bcCdfghiMmnRrsuVz --check[=text] -k=text --key=text -t=text --field-separator=text -S=text "
         "--buffer-size=text -T=write --temporary-directory=write --parallel=text --batch-size=text -o=write "
         "--output=write --compress-program=program --files0-from=read!outside --ignore-leading-blanks "
         "--dictionary-order "
         "--ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort "
         "--numeric-sort "
         "--random-sort --random-source=read --reverse --sort=text --version-sort --debug --merge --stable "
         "--unique "
         "--zero-terminated -H --mergesort --qsort --heapsort --radixsort --mmap",
         "read*"},
        {"split|gsplit", writes,
         "-dexuz -# -a=text --suffix-length=text --additional-suffix=text -b=text --bytes=text -C=text "
         "--line-bytes=text --numeric-suffixes[=text] --hex-suffixes[=text] --elide-empty-files "
         "--filter=shell "
         "-l=text "
         "--lines=text -n=text --number=text -t=text --separator=text --unbuffered --verbose -p=text",
         "read write"},
        {"strings", looks,
         "@=load -afowUvV -# -n=text --bytes=text -t=text --radix=text -e=text --encoding=text -s=text "
         "--output-separator=text -T=text --target=text --all --data --print-file-name "
         "--include-all-whitespace "
         "--unicode=text -U=text",
         "read*"},
        {"tee", writes, "-aip --append --ignore-interrupts --output-error[=text]", "write*"},
        {"tr|gtr", looks, "-cCdstu --complement --delete --squeeze-repeats --truncate-set1", "text*"},
        // With two operands the second is written.
        {"uniq|guniq", looks,
         "-# -cdDiuz -f=text --skip-fields=text -s=text --skip-chars=text -w=text --check-chars=text --count "
         "--repeated "
         "--all-repeated[=text] --group[=text] --ignore-case --unique --zero-terminated +=text",
         "read write"},
        {"wc|gwc", looks,
         "-clmwL --bytes --chars --lines --words --max-line-length --files0-from=read!outside --total=text",
         "read*"},
        {"xmllint", reads,
         "--debug --shell!evaluates --xpath=text --debugent --copy --recover --huge --noent --noenc --noout "
         "--path=text --load-trace "
         "--nonet --nocompact --htmlout --nowrap --valid --postvalid --dtdvalid=read --dtdvalidfpi=text "
         "--timing "
         "--output=write -o=write --repeat --insert --compress --html --xmlout --nodefdtd --push --memory "
         "--maxmem=text "
         "--nowarning --noblanks --nocdata --format --pretty=text --c14n --c14n11 --exc-c14n --nsclean "
         "--testIO "
         "--catalogs "
         "--nocatalogs --auto --xinclude --noxincludenode --nofixup-base-uris --loaddtd --dtdattr --stream "
         "--walker "
         "--pattern=text --schema=read --relaxng=read --schematron=read --sax --sax1 --oldxml10 "
         "--encode=text "
         "--quiet",
         "read*", option_style::words},
        // With two operands the second is written; `-r` makes a binary of text.
        {"xxd", looks,
         "-abCdeEiprux -c=text -cols=text -g=text -l=text -len=text -o=text -s=text -seek=text -n=text "
         "-R=text",
         "read write", option_style::words},
        {"yq", looks,
         "-# -cnrRjaSCMehVPNvy -o=text --output-format=text -p=text --input-format=text --prettyPrint "
         "--no-doc --null-input "
         "--exit-status --unwrapScalar[=text] --indent=text -I=text --colors --no-colors --raw-output "
         "--compact-output "
         "--yaml-output --yaml-roundtrip -Y -y -t -x --toml-output --xml-output --sort-keys --slurp "
         "--arg=text+text "
         "-i!writes --inplace[=text]!writes --in-place!writes --from-file=code^ -s=write --split-exp=write",
         "yq read*"},
    };
    return rows;
}

}  // namespace assent::programs
