#!/usr/bin/env bash
# check_walk_refuses.sh ROOT: check_walk.sh complains of a function that is not where the page says.
set -euo pipefail

root=$1
page=$(mktemp)
trap 'rm -f "$page"' EXIT
sed 's/`examine`/`examine_elsewhere`/' "$root/docs/architecture.md" >"$page"
if bash "$root/tests/architecture/check_walk.sh" "$root" "$page"; then
    echo "a function that is nowhere was not missed" >&2
    exit 1
fi
