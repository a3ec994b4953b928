#!/usr/bin/env bash
# check_promises.sh ROOT [PAGE]: each test that docs/threat-model.md names stands in the file that its link leads to, each row
# of the table of promises names one, and there are not fewer promises than there were.
set -euo pipefail

root=$1
page=${2:-$root/docs/threat-model.md}
min_promises=25
promises=0
tests=0
failures=0
named='\[`([^`]+)`\]\(\.\./(tests/[^)]+)\)'

complain() {
    printf '%s\n' "$1" >&2
    failures=$((failures + 1))
}

# begins_in NAME FILE: a test of this name begins in the file, as the language of the file has it.
begins_in() {
    case $2 in
        *.cpp) grep -qE "^BOOST_(AUTO|DATA|FIXTURE)_TEST_CASE\($1[,)]" "$2" ;;
        *.py) grep -qE "^ *(async )?def $1\(" "$2" ;;
        *.mjs) grep -qF -e "test('$1'," -e "name: '$1'," "$2" ;;
        *) false ;;
    esac
}

while IFS= read -r link; do
    [[ $link =~ $named ]]
    tests=$((tests + 1))
    begins_in "${BASH_REMATCH[1]}" "$root/${BASH_REMATCH[2]}" 2>/dev/null ||
        complain "${BASH_REMATCH[2]} has no test \`${BASH_REMATCH[1]}\`"
done < <(grep -oE "$named" "$page")

while IFS= read -r row; do
    promises=$((promises + 1))
    [[ $row =~ $named ]] || complain "a promise without a test: $row"
done < <(sed -n '/<!-- promises -->/,/<!-- end of promises -->/p' "$page" | sed -n '/^|---/,$p' | grep '^| ')

((promises >= min_promises)) || complain "$promises promises, expected at least $min_promises"
printf 'the threat model: %d promises, %d tests named\n' "$promises" "$tests"
((failures == 0))
