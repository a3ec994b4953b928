#!/usr/bin/env bash
# check.sh FOLDER: whether the packages in FOLDER, just made of this commit, are what docs/packages.md says of them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
out=$(realpath "$1")
twin=$PWD/.build/package/twin
debian=${ASSENT_DEBIAN:-${XDG_CACHE_HOME:-$HOME/.cache}/assent-debian}
status=0

echo "==== checksums"
(cd "$out" && sha256sum --check --quiet SHA256SUMS && echo "ok      all files are as SHA256SUMS says") || status=1

echo "==== notices of what is linked into the packages for other languages"
for listed in "tar -tzf $(echo "$out"/assent-linux-x64-*.tgz)" "python3 -m zipfile -l $(echo "$out"/*.whl)"; do
    if $listed | grep '/NOTICES' >/dev/null; then
        echo "ok      ${listed##*/}"
    else
        echo "FAILED  ${listed##*/} has none"
        status=1
    fi
done

echo "==== lintian"
lintian --tag-display-limit 0 --allow-root --fail-on error "$out"/*.deb && echo "ok      no error" || status=1

echo "==== the static program in an empty root"
unpacked=$(mktemp -d)
tar -xzf "$out"/assent-*-linux-*.tar.gz -C "$unpacked" --strip-components 1
"$here/empty_root.sh" "$unpacked/bin/assent" || status=1
rm -r "$unpacked"

echo "==== in a clean Debian"
"$here/debian_root.sh" "$debian" "$out" || status=1

echo "==== made twice"
rm -rf "$twin"
git clone --quiet --no-hardlinks . "$twin"
# Elsewhere, later, in another language, and with other rights for new files.
(umask 077 && cd "$twin" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo ./dev package >&2)
for file in "$out"/*; do
    cmp "$file" "$twin/.build/package/out/${file##*/}" && echo "ok      the same bytes: ${file##*/}" || status=1
done
exit "$status"
