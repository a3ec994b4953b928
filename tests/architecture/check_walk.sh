#!/usr/bin/env bash
# check_walk.sh ROOT [PAGE]: each function that the walk of docs/architecture.md names is defined in the file beside it, and
# the walk is no longer than it may be, in all and in the domain.
set -euo pipefail

root=$1
page=${2:-$root/docs/architecture.md}
max_functions=85
max_files=28
max_domain_functions=45
max_domain_files=12
functions=0
domain_functions=0
failures=0
declare -A files domain_files

while IFS= read -r row; do
    [[ $row =~ \]\(\.\./([a-z_/.]+)\)\ \|\ (.*)\ \| ]] || continue
    file=${BASH_REMATCH[1]} names=${BASH_REMATCH[2]}
    files[$file]=1
    for name in ${names//[\`,]/}; do
        functions=$((functions + 1))
        if [[ $file == domain/* ]]; then
            domain_functions=$((domain_functions + 1))
            domain_files[$file]=1
        fi
        # A definition: the name with its parameters, and no semicolon before the brace.
        if ! perl -0777 -ne 'exit !/^(?!\s*\/\/)[^\n;]*\b'"$name"'\([^;]*?\)[^;{]*\{/m' "$root/$file"; then
            printf '%s\n' "$file does not define $name" >&2
            failures=$((failures + 1))
        fi
    done
done < <(sed -n '/<!-- walk -->/,/<!-- end of walk -->/p' "$page")

printf 'the walk: %d functions in %d files, %d in %d of them in the domain\n' \
    "$functions" "${#files[@]}" "$domain_functions" "${#domain_files[@]}"
((functions > 0 && functions <= max_functions && ${#files[@]} <= max_files && failures == 0))
((domain_functions > 0 && domain_functions <= max_domain_functions && ${#domain_files[@]} <= max_domain_files))
