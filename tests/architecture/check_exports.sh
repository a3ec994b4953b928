#!/usr/bin/env bash
# check_exports.sh READELF LIBRARY HEADER: the library exports what the header declares, each with a version, and
# nothing else; its soname has the number of the header; and it brings no Boost to whoever links it.
set -euo pipefail
readelf=$1 library=$2 header=$3

declared=$(sed -n '/^ASSENT_API/s/.*\(assent_[a-z_]*\)(.*/\1@@ASSENT_0/p' "$header" | sort)
exported=$("$readelf" --dyn-syms -W "$library" | awk '$5 ~ /^(GLOBAL|WEAK|UNIQUE)$/ && $7 !~ /^(UND|ABS)$/ { print $8 }' | sort)
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
