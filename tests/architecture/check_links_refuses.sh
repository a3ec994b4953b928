#!/usr/bin/env bash
# check_links_refuses.sh: check_links.sh complains of a file, a heading and a listed page that are not there.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# dead SENTENCE README-LINE: the check fails with these words.
dead() {
    printf '# A page\n\n[a page](docs/page.md)\n\n%s\n' "$2" >"$tree/README.md"
    if said=$(bash "$here/check_links.sh" "$tree" 2>&1); then
        echo "not missed: $2" >&2
        exit 1
    fi
    grep -qF "$1" <<<"$said"
}

mkdir "$tree/docs"
printf '# Changes\n' >"$tree/CHANGELOG.md"
printf '# Page\n\n## One `two` (three)\n\n## Twice\n\n## Twice\n' >"$tree/docs/page.md"
printf '[page](docs/page.md), [one](docs/page.md#one-two-three), [two](docs/page.md#twice-1)\n' >"$tree/README.md"
bash "$here/check_links.sh" "$tree"
dead 'README.md: `docs/none.md` leads nowhere' '[x](docs/none.md)'
dead 'README.md: `docs/page.md#none` leads nowhere' '[x](docs/page.md#none)'
dead 'README.md: `docs/none.png` leads nowhere' '<img src="docs/none.png">'
dead 'README.md: `#none` leads nowhere' '[x](#none)'
printf '# Other\n' >"$tree/docs/other.md"
dead 'README.md does not list docs/other.md' ''
