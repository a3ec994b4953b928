#!/usr/bin/env bash
# build_c_example.sh LIBRARY INCLUDE EXAMPLE DOC WORK SANITIZERS COMPILER...: builds the example as the document says,
# with each compiler that is there, also for AddressSanitizer, and compares what it prints with the document. The header
# is C99 and C++11, too. SANITIZERS is the option that the library was built with, or none.
set -euo pipefail
library=$1 include=$2 example=$3 doc=$4 work=$5 sanitizers=$6
shift 6
rm -rf -- "$work"
mkdir -p "$work"

sed -n '/^\$ \.\/c_gate$/,/^```$/{/^\$ /d;/^```$/d;p}' "$doc" >"$work/expected"
[[ -s $work/expected ]] || { echo "no output of the example in $doc" >&2; exit 1; }

# A sanitizer that the library was built with is clang's, and has to be in the program, too, as programs in C++ have it.
variants=("" "-fsanitize=address,undefined") for_library=()
if [[ $sanitizers != none ]]; then variants=("$sanitizers") for_library=(-fsanitize-link-c++-runtime -lstdc++); fi
warnings=(-Wall -Wextra -Wpedantic -Werror)

built=0
for compiler in "$@"; do
    command -v "$compiler" >/dev/null || continue
    if [[ $sanitizers != none && $compiler != clang* ]]; then continue; fi
    "$compiler" -std=c99 "${warnings[@]}" -fsyntax-only -I "$include" -x c "$include/assent/c.h"
    "$compiler" -std=c++11 "${warnings[@]}" -fsyntax-only -I "$include" -x c++ "$include/assent/c.h"
    for variant in "${variants[@]}"; do
        program=$work/c_gate-$built
        "$compiler" -std=c11 "${warnings[@]}" -g ${variant:+"$variant"} "${for_library[@]}" -I "$include" "$example" "$library" \
            -Wl,-rpath,"$(dirname "$library")" -o "$program"
        "$program" >"$program.out"
        diff "$work/expected" "$program.out"
        built=$((built + 1))
        echo "$compiler${variant:+ $variant}: ok"
    done
done
((built > 0)) || { echo "none of these compilers is there: $*" >&2; exit 1; }
