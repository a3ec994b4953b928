#!/usr/bin/env bash
# What debian_root.sh runs in the clean Debian: one line for each thing that has to be true.
set -uo pipefail
cd /root || exit
status=0

# holds NAME COMMAND...
holds() {
    local name=$1 text
    shift
    if text=$("$@" 2>&1); then
        echo "ok      $name"
    else
        printf 'FAILED  %s: %s\n%s\n' "$name" "$*" "$text"
        status=1
    fi
}
# is EXPECTED COMMAND...: its last line.
is() {
    local expected=$1 text
    shift
    text=$("$@" 2>&1 | tail -n 1)
    [[ $text == "$expected" ]] || { echo "expected: $expected; got: $text" && return 1; }
}

program=$(echo assent_[0-9]*.deb)
library=$(echo libassent-dev_*.deb)
shared=$(echo libassent0_*.deb)
version=$(dpkg-deb -f "$program" Version)
arch=$(dpkg-deb -f "$program" Architecture)
pages=$(dpkg-deb -c "$program" | grep -o '[^/]*\.1\.gz$')

echo "---- $program, $library"
find / -xdev -path /root -prune -o -print | sort >before
holds "the system can be looked over" test -s before
holds "there are pages of the manual" test -n "$pages"
holds "dpkg -i" dpkg -i "$program"
holds "the program decides" is "allow: allowed by rule \`Bash(npm *)\` (an option)" \
    assent check --allow 'Bash(npm *)' --tool Bash --input '{"command":"npm test"}'
holds "the demo runs" assent demo
holds "an example policy is good" assent policy lint /usr/share/doc/assent/examples/standard.json
for page in $pages; do
    holds "man ${page%.1.gz}" bash -c 'man --warnings "$1" 2>&1 >/dev/null | grep . && exit 1; man "$1" | grep -q NAME' - "${page%.1.gz}"
done
holds "bash completes" is "bridge" bash -c '
    source /usr/share/bash-completion/bash_completion
    _completion_loader assent
    COMP_WORDS=(assent br) COMP_CWORD=1
    _assent
    echo "${COMPREPLY[@]}"'
holds "zsh completes" is "assent hook --agent cursor " timeout 60 zsh -f completes.zsh 'assent hook --agent cu'
holds "fish completes" is "bridge" fish -c 'complete -C "assent brid" | string replace -r "\t.*" ""'
for unit in socket service; do holds "a unit of systemd is there: $unit" test -s "/usr/lib/systemd/user/assent-daemon.$unit"; done

echo "---- the same as version $version.1"
dpkg-deb -R "$program" next
sed -i "s/^Version: .*/Version: $version.1/" next/DEBIAN/control
dpkg-deb --root-owner-group -b next "assent_$version.1_$arch.deb" >/dev/null
holds "upgrade" dpkg -i "assent_$version.1_$arch.deb"
holds "the new version is installed" is "$version.1" dpkg-query -W -f='${Version}\n' assent
holds "the program still runs" assent demo
holds "dpkg -r" dpkg -r assent
find / -xdev -path /root -prune -o -print | sort >after
# What keeps book of packages, manuals and completions, and what shells keep.
holds "nothing is left behind" bash -c 'diff before after | grep -vE "^[0-9,acd]+$|/var/(lib/dpkg|cache|log)|/tmp" && exit 1; test -s after'

echo "---- $shared, $library"
holds "dpkg -i" dpkg -i "$shared" "$library"
holds "a program is built with it" bash -c 'g++ -std=c++20 consumer/consumer.cpp $(pkg-config --cflags --libs assent) -o built && ./built'
holds "a program in C is built with it" bash -c '
    gcc /usr/share/doc/libassent-dev/examples/c_gate.c $(pkg-config --cflags --libs assent-c) -o gate && ./gate'
holds "dpkg -r" dpkg -r libassent-dev libassent0
exit "$status"
