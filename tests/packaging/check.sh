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

echo "==== notices of what is linked"
for package in "$out"/assent-linux-*.tgz "$out"/assent-*-linux-*.tar.gz "$out"/*.whl "$out"/*.deb; do
    unpacked=$(mktemp -d)
    case $package in
        *.deb) dpkg-deb -x "$package" "$unpacked" ;;
        *.whl) python3 -m zipfile -e "$package" "$unpacked" ;;
        *) tar -xzf "$package" -C "$unpacked" ;;
    esac
    if find "$unpacked" -name 'NOTICES*' -exec zcat --force {} + | grep '^==== libssl-dev: ' >/dev/null; then
        echo "ok      ${package##*/}"
    else
        echo "FAILED  ${package##*/} has none"
        status=1
    fi
    rm -r "$unpacked"
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
