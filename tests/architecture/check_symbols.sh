#!/usr/bin/env bash
# check_symbols.sh NM ASIO_LIBRARY LIBRARY...: no LIBRARY may define or use anything of Asio.
# ASIO_LIBRARY (may be empty) must: it proves that the pattern finds what it looks for.
set -euo pipefail
nm=$1 positive=$2
shift 2

asio_symbols() { "$nm" -C "$1" 2>/dev/null | grep -m 5 'boost::asio' || true; }

if [[ -n $positive && -z $(asio_symbols "$positive") ]]; then
    echo "no Asio symbol in $positive: this check finds nothing any more" >&2
    exit 1
fi
status=0
for library in "$@"; do
    found=$(asio_symbols "$library")
    if [[ -n $found ]]; then
        printf '%s\n' "$library knows Asio:" "$found" >&2
        status=1
    fi
done
exit "$status"
