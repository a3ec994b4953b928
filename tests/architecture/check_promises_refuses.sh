#!/usr/bin/env bash
# check_promises_refuses.sh ROOT: check_promises.sh complains of a test that is not where the page says, of a promise without
# a test, and of too few promises.
set -euo pipefail

root=$1
page=$(mktemp)
trap 'rm -f "$page"' EXIT

# refused WORDS EDIT: with this edit of the page the check fails, with these words.
refused() {
    sed "$2" "$root/docs/threat-model.md" >"$page"
    if said=$(bash "$root/tests/architecture/check_promises.sh" "$root" "$page" 2>&1); then
        echo "not missed: $1" >&2
        exit 1
    fi
    grep -qF "$1" <<<"$said"
}

refused 'tests/terminal/answers_test.cpp has no test `silence_allows`' 's/`silence_denies`/`silence_allows`/'
refused 'tests/terminal/answers_test.cpp has no test `silence`' 's/`silence_denies`/`silence`/'
refused 'tests/web/tests/access.mjs has no test `keys that were typed' 's/care\.mjs/access.mjs/'
refused 'tests/npm/none.mjs has no test' 's/opencode_plugin_test\.mjs/none.mjs/'
refused 'a promise without a test: | Who does not answer has denied' '/^| Who does not answer/s/`//g'
refused 'expected at least 25' '/^| Rules are the same/,/^| Who does not answer/d; /^| No allow leaves/,/^| When the bridge/d'
