#!/usr/bin/env bash
# check_exports.sh NM READELF LIBRARY HEADER: the library exports what the header declares, each with a version, and
# nothing else; its soname has the number of the header; and it brings no Boost to whoever links it.
set -euo pipefail
nm=$1 readelf=$2 library=$3 header=$4

declared=$(sed -n '/^ASSENT_API/s/.*\(assent_[a-z_]*\)(.*/\1@@ASSENT_0/p' "$header" | sort)
exported=$("$nm" -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" { print $3 }' | sort)
if [[ -z $declared || $declared != "$exported" ]]; then
    echo "declared in the header (<), and exported (>):" >&2
    diff <(echo "$declared") <(echo "$exported") >&2 || true
    exit 1
fi

abi=$(sed -n 's/^#define ASSENT_ABI_VERSION \([0-9]*\)$/\1/p' "$header")
dynamic=$("$readelf" -d "$library")
if ! grep -qF "Library soname: [libassent.so.$abi]" <<<"$dynamic"; then
    echo "expected the soname libassent.so.$abi, got: $(grep SONAME <<<"$dynamic")" >&2
    exit 1
fi
if grep NEEDED <<<"$dynamic" | grep boost >&2; then exit 1; fi
