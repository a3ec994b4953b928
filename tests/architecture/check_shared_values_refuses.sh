#!/usr/bin/env bash
# check_shared_values_refuses.sh ROOT: check_shared_values.sh complains of a value that is another one in one place.
set -euo pipefail
root=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -r --parents "$root"/app/{npm/assent,python/assent,console/{page,include},include} "$root"/adapters/control/include \
    "$root"/domain/include "$tree"
for change in 's/_TRIAL = 60/_TRIAL = 61/ app/python/assent/_trial.py' 's/low: /lower: / app/console/page/dom.js' \
    's/restartsAtOnce/restarts/ app/npm/assent/lib/server.js'; do
    file=$tree$root/${change##* }
    cp "$file" "$tree/kept"
    sed -i "${change% *}" "$file"
    if bash "$root/tests/architecture/check_shared_values.sh" "$tree$root"; then
        echo "not missed: $change" >&2
        exit 1
    fi
    cp "$tree/kept" "$file"
done
bash "$root/tests/architecture/check_shared_values.sh" "$tree$root"
