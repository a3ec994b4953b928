#!/usr/bin/env bash
# package.sh FOLDER: packages of what the preset `static` has built, into FOLDER. What is in them comes from the commit and
# the installed packages alone: made twice, they are the same, byte for byte.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
umask 022
export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

built=$PWD/.build/static
work=$PWD/.build/package/work
out=$work/out
version=$("$built/bin/assent" --version)
version=${version#assent }
arch=$(dpkg --print-architecture)
maintainer=${ASSENT_MAINTAINER:-Assent contributors <contributors@assent.invalid>}

# What is linked: from which package, under which licence, whether that wants its notice beside a program; how the usual
# program and libassent.so link it, and whether users of the static libraries need it too.
linked=(
    "libboost1.81-dev|BSL-1.0|-|STATIC_LINK|STATIC_LINK|DEPENDS_ON"
    "libboost-json1.81-dev|BSL-1.0|-|STATIC_LINK|STATIC_LINK|DEPENDS_ON"
    "libboost-url1.81-dev|BSL-1.0|-|STATIC_LINK|STATIC_LINK|DEPENDS_ON"
    "libfmt-dev|MIT|notice|STATIC_LINK|STATIC_LINK|DEPENDS_ON"
    "libssl-dev|Apache-2.0|notice|STATIC_LINK|STATIC_LINK|DEPENDS_ON"
    "libutf8proc-dev|MIT AND Unicode-DFS-2015|notice|DYNAMIC_LINK|-|DEPENDS_ON"
    "libseccomp-dev|LGPL-2.1-only|notice|STATIC_LINK|-|-"
    "libvalijson-dev|BSD-2-Clause|notice|STATIC_LINK|STATIC_LINK|STATIC_LINK"
    "libcli11-dev|BSD-3-Clause|notice|STATIC_LINK|-|-"
    "libstdc++-12-dev|GPL-3.0-or-later WITH GCC-exception-3.1|-|STATIC_LINK|DYNAMIC_LINK|-"
    "libgcc-12-dev|GPL-3.0-or-later WITH GCC-exception-3.1|-|STATIC_LINK|DYNAMIC_LINK|-"
    "libc6-dev|LGPL-2.1-or-later|notice|DYNAMIC_LINK|DYNAMIC_LINK|-"
)

# ---- Parts ----------------------------------------------------------------------------------------------------

# fresh NAME: an empty folder.
fresh() {
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1"
    echo "$work/$1"
}

# What those ask whose code is in the program.
notices() {
    local package licence notice
    for row in "${linked[@]}"; do
        IFS='|' read -r package licence notice _ <<<"$row"
        [[ $notice == notice ]] || continue
        printf '==== %s: %s\n\n' "$package" "$licence"
        cat "/usr/share/doc/$package/copyright"
        echo
    done
}

tar_gz() { tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar -C "$1" -cf - "$2" | gzip -9n; }

# needed_by ROOT PROGRAM: the packages of the shared libraries that it loads.
needed_by() {
    local folder
    folder=$(fresh shlibdeps)
    mkdir -p "$1/DEBIAN" "$folder/debian"
    printf 'Source: assent\n\nPackage: assent\nArchitecture: any\n' >"$folder/debian/control"
    (cd "$folder" && dpkg-shlibdeps -O "$1/$2") | sed 's/^shlibs:Depends=//'
}

# As Debian counts them, whatever a folder takes in this file system.
kibibytes() { find "$1" -printf '%y %s\n' | awk '{ sum += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print sum }'; }

# deb ROOT NAME <CONTROL: a Debian package of what is below ROOT.
deb() {
    local root=$1 name=$2 doc=$1/usr/share/doc/$2
    mkdir -p "$doc" "$root/DEBIAN"
    sed "s/^Copyright (c)/& $(date -d "@$SOURCE_DATE_EPOCH" +%Y)/" LICENSE >"$doc/copyright"
    gzip -9n >"$doc/changelog.gz" <<CHANGES
assent ($version) unstable; urgency=medium

  * What is new is in CHANGELOG.md of the source.

 -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")
CHANGES
    {
        printf 'Package: %s\nVersion: %s\nArchitecture: %s\n' "$name" "$version" "$arch"
        printf 'Maintainer: %s\nInstalled-Size: %s\n' "$maintainer" "$(kibibytes "$root/usr")"
        cat
    } >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    # dpkg-deb itself makes only later times the same.
    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$root" "$out/${name}_${version}_$arch.deb" >/dev/null
}

# ---- Packages -------------------------------------------------------------------------------------------------

program_deb() {
    local root depends
    root=$(fresh program)
    DESTDIR=$root cmake --install "$built" --component program >/dev/null
    install -s "$built/bin/shared/assent" "$root/usr/bin/assent"
    gzip -9n "$root"/usr/share/man/man1/*.1
    notices | gzip -9n >"$root/usr/share/doc/assent/NOTICES.gz"
    depends=$(needed_by "$root" usr/bin/assent)
    deb "$root" assent <<CONTROL
Depends: $depends
Recommends: bubblewrap
Section: utils
Priority: optional
Description: decides whether an AI agent may use a tool
 Answers the permission questions of AI agents by rules, limits and people: as
 a hook of an agent, as a bridge before it, or as a server. Everything that
 goes wrong denies.
CONTROL
}

shared_library_deb() {
    local root file depends
    root=$(fresh shared)
    DESTDIR=$root cmake --install "$built" --component library --strip >/dev/null
    file=$(cd "$root" && find usr -type f -name 'libassent.so.*')
    depends=$(needed_by "$root" "$file")
    mkdir -p "$root/usr/share/doc/libassent0"
    notices | gzip -9n >"$root/usr/share/doc/libassent0/NOTICES.gz"
    echo "libassent 0 libassent0 (>= $version)" >"$root/DEBIAN/shlibs"
    echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
    deb "$root" libassent0 <<CONTROL
Depends: $depends
Section: libs
Priority: optional
Description: permission decisions for AI agents - shared library
 What decides whether an agent may use a tool, behind a header of plain C: for
 programs in C, and in languages that load such libraries.
CONTROL
}

library_deb() {
    local root package depends="libassent0 (= $version)"
    root=$(fresh library)
    DESTDIR=$root cmake --install "$built" --component development >/dev/null
    rm -r "$root/usr/share/doc"
    install -D -m 644 -t "$root/usr/share/doc/libassent-dev/examples" docs/examples/*.c*
    notices | gzip -9n >"$root/usr/share/doc/libassent-dev/NOTICES.gz"
    for row in "${linked[@]}"; do
        IFS='|' read -r package _ _ _ _ library <<<"$row"
        if [[ $library == DEPENDS_ON ]]; then depends+=", $package"; fi
    done
    deb "$root" libassent-dev <<CONTROL
Depends: $depends
Section: libdevel
Priority: optional
Description: permission decisions for AI agents - library
 Headers and static libraries of Assent, for programs that decide themselves
 whether an agent may use a tool, and the header for C; with files for CMake
 and pkg-config.
CONTROL
}

static_archive() {
    local name folder
    name=assent-$version-linux-$(uname -m)
    folder=$(fresh static)
    cmake --install "$built" --component program --strip --prefix "$folder/$name" >/dev/null
    # They name the program of a system's package; `assent install daemon` writes those for this one.
    rm -r "$folder/${name:?}/lib"
    install -m 644 -t "$folder/$name" LICENSE
    notices >"$folder/$name/NOTICES"
    tar_gz "$folder" "$name" >"$out/$name.tar.gz"
}

# Both are made by scripts of their own, of the static program.
for_other_languages() {
    local folder
    folder=$(echo "$work"/static/*)
    node app/npm/pack.mjs "$folder/bin/assent" "$out" "$version" "$folder/NOTICES" >/dev/null
    python3 app/python/build_wheel.py "$folder/bin/assent" "$out" "$version" "$folder/NOTICES" >/dev/null
}

source_archive() { git -c tar.umask=0022 archive --format=tar --prefix="assent-$version/" HEAD | gzip -9n >"$out/assent-$version.tar.gz"; }

# ---- What is in them ------------------------------------------------------------------------------------------

# linked_json: what is linked, as installed here.
linked_json() {
    local package licence program shared library
    for row in "${linked[@]}"; do
        IFS='|' read -r package licence _ program shared library <<<"$row"
        jq -n --arg name "$package" --arg licence "$licence" --arg arch "$arch" \
            --arg program "$program" --arg shared "$shared" --arg library "$library" \
            --arg version "$(dpkg-query -W -f='${Version}' "$package")" '{
                how: {program: $program, shared: $shared, library: $library},
                name: $name, SPDXID: "SPDXRef-\($name | gsub("[^A-Za-z0-9.-]"; "-"))", versionInfo: $version,
                supplier: "Organization: Debian", downloadLocation: "NOASSERTION", filesAnalyzed: false,
                licenseConcluded: $licence, licenseDeclared: $licence, copyrightText: "NOASSERTION",
                externalRefs: [{referenceCategory: "PACKAGE-MANAGER", referenceType: "purl",
                    referenceLocator: "pkg:deb/debian/\($name | @uri)@\($version | @uri)?arch=\($arch)"}]}'
    done | jq -s .
}

# made_json FILE...: our own licence is declared; what is linked into a file has others, which its relationships lead to.
made_json() {
    local file
    for file in "$@"; do
        jq -n --arg file "${file##*/}" --arg version "$version" --arg sum "$(sha256sum "$file" | cut -d' ' -f1)" '{
            name: $file, SPDXID: "SPDXRef-\($file | gsub("[^A-Za-z0-9.-]"; "-"))", versionInfo: $version, packageFileName: $file,
            downloadLocation: "NOASSERTION", filesAnalyzed: false, checksums: [{algorithm: "SHA256", checksumValue: $sum}],
            licenseConcluded: "NOASSERTION", licenseDeclared: "MIT", copyrightText: "Copyright (c) Assent contributors"}'
    done | jq -s .
}

# sbom FILE...: an SPDX document of these files and of what is linked into them.
sbom() {
    jq -n --argjson made "$(made_json "$@")" --argjson linked "$(linked_json)" --arg name "assent-$version" \
        --arg commit "$(git rev-parse HEAD)" --arg now "$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" '
        def relation($from; $how; $to): {spdxElementId: $from.SPDXID, relationshipType: $how, relatedSpdxElement: $to.SPDXID};
        {
            spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: $name,
            documentNamespace: "https://spdx.org/spdxdocs/\($name)-\($commit)",
            creationInfo: {created: $now, creators: ["Tool: dev package"]},
            packages: ($made + ($linked | map(del(.how)))),
            relationships: [
                ($made[] | relation({SPDXID: "SPDXRef-DOCUMENT"}; "DESCRIBES"; .)),
                ($made[] as $from | $linked[] as $to |
                    ($from.name |
                        if startswith("libassent-dev") then $to.how.library
                        elif startswith("libassent0") then $to.how.shared
                        elif contains("linux") then "STATIC_LINK"
                        elif endswith(".deb") then $to.how.program
                        else "-" end) as $how |
                    select($how != "-") | relation($from; $how; $to))
            ]
        }'
}

fresh out >/dev/null
program_deb
shared_library_deb
library_deb
static_archive
for_other_languages
source_archive
sbom "$out"/* >"$work/sbom"
mv "$work/sbom" "$out/assent-$version.spdx.json"
(cd "$out" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
mkdir -p "$1"
cp "$out"/* "$1"
cat "$out/SHA256SUMS"
