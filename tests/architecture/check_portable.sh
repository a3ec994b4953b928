#!/usr/bin/env bash
# check_portable.sh ROOT [COMPILE_COMMANDS]: what only Linux has stands below src/linux/, and nowhere else; each file there has
# one of the same name below src/portable/. COMPILE_COMMANDS, of a portable build: it compiles those and none of the others.
set -euo pipefail
shopt -s globstar nullglob

root=$1
commands=${2:-}
failures=0

# Calls, constants and headers of Linux that macOS or some BSD does not have. Their names may stand in comments. The domain
# makes no calls, and has names of programs.
only_linux='pidfd|P_PIDFD|\b(prctl|close_range|pipe2|accept4|getrandom|ppoll|sigtimedwait|renameat2|execveat|openat2|dup3)\b'
only_linux+='|\b(epoll|inotify|eventfd|timerfd|signalfd|memfd)_?[a-z0-9]*\b|copy_file_range|closefrom_np|\bPR_[A-Z]+_'
only_linux+='|\bF_[GS]ETPIPE_SZ\b|\bSO_(PEERCRED|DOMAIN|PROTOCOL)\b|\bucred\b|\bSOCK_(CLOEXEC|NONBLOCK)\b|\bMSG_(NOSIGNAL|CMSG_CLOEXEC)\b'
only_linux+='|\bO_(PATH|TMPFILE)\b|\bSIGRT(MIN|MAX)\b|\bSYS_[a-z]|\bsyscall\(|<linux/|sys/(epoll|inotify|eventfd|prctl|signalfd|syscall|timerfd)\.h'
only_linux+='|/proc/self'

complain() {
    printf '%s\n' "$1" >&2
    failures=$((failures + 1))
}

while IFS=: read -r file number line; do
    if [[ $file == */src/linux/* ]]; then continue; fi
    if grep -qE -- "$only_linux" <<<"${line%%//*}"; then
        complain "${file#"$root"/}:$number:${line%%//*}: only Linux has this; it belongs below src/linux/"
    fi
done < <(grep -rHnE --include='*.[ch]pp' -- "$only_linux" "$root"/{ports,adapters,app} || true)

for file in "$root"/{adapters,app}/**/src/{linux,portable}/*.cpp; do
    twin=${file/\/src\/linux\///src/portable/}
    if [[ $twin == "$file" ]]; then twin=${file/\/src\/portable\///src/linux/}; fi
    if [[ ! -f $twin ]]; then complain "${file#"$root"/}: expected ${twin#"$root"/} beside it"; fi
done

if [[ -n $commands ]]; then
    # With g++, several sources are compiled as one, which includes them.
    build=$(dirname "$commands")
    compiled=$(grep -ohE '/src/(linux|portable)/[a-z_]+\.cpp' "$commands" "$build"/{adapters,app}/**/Unity/*)
    if [[ $compiled == */src/linux/* ]]; then complain "the portable build compiles files below src/linux/"; fi
    if [[ $compiled != */src/portable/* ]]; then complain "the portable build compiles no files below src/portable/"; fi
fi

# Tests that it skips are named on its page.
if [[ -f $root/docs/portability.md ]]; then
    skipped=$(perl -0777 -ne 'print "$1\n" while /BOOST_AUTO_TEST_CASE\((\w+),\s*\*(?:\w+::)*left_out_of_portable/g' \
        "$root"/tests/**/*_test.cpp | sort)
    named=$(sed -n 's/^| `\([a-z0-9_]*\)` |.*/\1/p' "$root/docs/portability.md" | sort)
    if [[ $skipped != "$named" ]]; then
        complain "docs/portability.md names other tests than those that are skipped: $(diff <(echo "$skipped") <(echo "$named") || true)"
    fi
fi

if ((failures > 0)); then
    echo "$failures finding(s)" >&2
    exit 1
fi
