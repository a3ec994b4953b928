#!/usr/bin/env bash
# debian_root.sh ROOT FOLDER: the packages in FOLDER, installed, used, upgraded and removed in a clean Debian. That is made in
# ROOT where it is not there yet (it needs Debian's servers); what is done here is done above it, and gone at the end.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$1 packages=$(realpath "$2")
((EUID == 0)) || { echo "debian_root.sh: expected to be root, which debootstrap and chroot need" >&2 && exit 2; }

if [[ ! -e $root ]]; then
    echo "debian_root.sh: making a clean Debian in $root" >&2
    rm -rf "$root.part"
    mkdir -p "$root.part"
    tools=man-db,bash-completion,zsh,fish
    library=g++,pkg-config,libboost1.81-dev,libboost-json1.81-dev,libboost-url1.81-dev,libfmt-dev,libssl-dev,libutf8proc-dev
    debootstrap --variant=minbase --include="$tools,$library" bookworm "$root.part" http://deb.debian.org/debian >&2
    mv "$root.part" "$root"
fi

if [[ ! ${ABOVE-} ]]; then exec env ABOVE=yes unshare -m "$0" "$@"; fi
above=$(mktemp -d)
mount -t tmpfs none "$above"
mkdir "$above/changed" "$above/work" "$above/root"
mount -t overlay overlay -o "lowerdir=$root,upperdir=$above/changed,workdir=$above/work" "$above/root"
root=$above/root
mount -t proc none "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"
cp "$packages"/*.deb "$here/in_debian.sh" "$here/completes.zsh" "$root/root"
cp -r "$here/../architecture/consumer" "$root/root"
status=0
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb bash /root/in_debian.sh || status=$?
umount "$root/proc" "$root/dev/pts" "$root/dev" "$root" "$above"
rmdir "$above"
exit "$status"
