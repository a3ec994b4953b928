#!/usr/bin/env bash
# install.sh CMAKE BUILD_DIR PREFIX: installs into an empty prefix, so that nothing old can be found there.
set -euo pipefail
rm -rf -- "$3"
# As behind `./dev run`: what is installed and was not built is built first. Nothing else is made of this file.
rm -f -- "$2/app/packaging/written/assent.bash"
"$1" --install "$2" --prefix "$3" >/dev/null
test -f "$3/include/assent/version.hpp"
test -f "$3/share/doc/assent/LICENSE"
[[ ! -f $2/bin/assent ]] || test -s "$3/share/bash-completion/completions/assent"
if find "$3" -name '*.so' ! -name libassent.so -o -name '*.so.*' ! -name 'libassent.so.*' -o -path '*poison*' | grep .; then
    echo "the package must hold static libraries, that for C, and none of the tests' files" >&2
    exit 1
fi
