#!/usr/bin/env bash
# check_refused.sh FILE PATTERN GOOD_HEADER COMPILER DIR:DIR...: with these include directories the compiler must
# refuse FILE, saying PATTERN, and accept GOOD_HEADER.
set -euo pipefail
file=$1 pattern=$2 good=$3 compiler=$4
IFS=: read -ra dirs <<<"$5"
compile=("$compiler" -std=c++20 -fsyntax-only -Wfatal-errors "${dirs[@]/#/-I}")

if ! printf '#include <%s>\n' "$good" | "${compile[@]}" -x c++ -; then
    echo "with this include path not even <$good> compiles, so the refusal below would prove nothing" >&2
    exit 1
fi
if output=$("${compile[@]}" "$file" 2>&1); then
    echo "$file compiles, but must not" >&2
    exit 1
fi
if ! grep -Eq -- "$pattern" <<<"$output"; then
    printf '%s\n' "$file is refused, but not for the expected reason ($pattern):" "$output" >&2
    exit 1
fi
