#!/usr/bin/env bash
# A verb of `./dev` that there is not is said in two lines, with the one that was meant.
# usage: check_verbs.sh FOLDER
set -euo pipefail
cd "$1"

failed=0
# typed, meant; nothing: no verb is near
while read -r typed meant; do
    status=0
    said=$(./dev "$typed" 2>&1) || status=$?
    wanted="dev: there is no verb \`$typed\`${meant:+; did you mean \`$meant\`?}"$'\n'"./dev help lists them"
    if [[ $status != 2 || $said != "$wanted" ]]; then
        echo "./dev $typed: status $status, says: $said"
        failed=1
    fi
done <<'ROWS'
rnu run
tset test
tests test
formt format
bench- bench
buy
x*
ROWS
exit "$failed"
