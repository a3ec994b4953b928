#!/usr/bin/env bash
# check_portable_refuses.sh: check_portable.sh complains of what only Linux has, and of a file without its twin.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
src=$root/adapters/asio/src
mkdir -p "$src"/{linux,portable} "$root"/{ports,app}

refused() {
    if bash "$here/check_portable.sh" "$root" 2>/dev/null; then
        echo "not refused: $1" >&2
        exit 1
    fi
}

echo 'int a = accept4(0);' >"$src/linux/a.cpp"
echo 'int a = accept(0);  // not accept4' >"$src/portable/a.cpp"
bash "$here/check_portable.sh" "$root"
for line in 'int a = ::accept4(0);' '#include <sys/epoll.h>' 'int a = SOCK_CLOEXEC;' 'auto a = "/proc/self/exe";' \
    'int a = syscall(SYS_pidfd_open);'; do
    echo "$line" >"$src/b.cpp"
    refused "$line"
done
rm "$src/b.cpp"
touch "$src/portable/alone.cpp"
refused 'a file below src/portable/ alone'
