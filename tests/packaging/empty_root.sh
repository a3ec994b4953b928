#!/usr/bin/env bash
# empty_root.sh PROGRAM: the static program in a root with nothing but what is tried here. Says how large it is, and how
# long it takes to start.
set -euo pipefail
if ((EUID != 0)); then exec unshare -r "$0" "$@"; fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

install "$1" "$root/assent"
# An agent that asks once, and says what it was answered.
ask='{"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"npm test"},"tool_use_id":"t"}}'
cc -x c -static -o "$root/agent" - <<AGENT
#include <stdio.h>
#include <string.h>
int main(void) {
    static char line[65536];
    puts("${ask//\"/\\\"}");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin))
        if (strstr(line, "control_response")) return strstr(line, "\"allow\"") ? puts("\"allowed\"") < 0 : puts("\"denied\"") < 0;
    return 1;
}
AGENT

# What nobody writes to, and does not end either: a driver that has nothing to say.
mkfifo "$root/silence"
exec {silence}<>"$root/silence"

status=0
# expect NAME PATTERN STATUS ARG...: what the program in that root writes has a line of that pattern.
expect() {
    local name=$1 pattern=$2 code=$3 found=0 text
    shift 3
    text=$(chroot "$root" /assent "$@" 2>&1) || found=$?
    if ((found == code)) && grep -q -- "$pattern" <<<"$text"; then
        echo "ok      $name"
    else
        printf 'FAILED  %s: expected status %d and a line like %s, got status %d and:\n%s\n' "$name" "$code" "$pattern" "$found" "$text"
        status=1
    fi
}

expect "demo" 'allowed by rule `Bash(touch \*)`' 0 demo
expect "demo of every source" 'deny' 0 demo --every-source
expect "check allows" '^allow: ' 0 check --allow 'Bash(npm *)' --tool Bash --input '{"command":"npm test"}'
expect "check denies" '^deny: ' 3 check --deny 'Bash(npm *)' --tool Bash --input '{"command":"npm test"}'
expect "check finds where a path leads" '^deny: ' 3 check --deny 'Read(/agent)' --tool Read --input '{"file_path":"./agent"}' --cwd /
expect "serve" '"behavior":"allow"' 0 serve --allow 'Bash(npm *)' <<<"$ask"
expect "serve denies what nobody answers" '"behavior":"deny"' 0 serve <<<"$ask"
expect "bridge allows by rule" '^"allowed"$' 0 bridge --log-level error --guard off --allow 'Bash(npm *)' -- /agent <&"$silence"
expect "bridge denies by rule" '^"denied"$' 0 bridge --log-level error --guard off --deny 'Bash(npm *)' -- /agent <&"$silence"
# tcp NAME HOST: it answers there, on two threads.
tcp() {
    local server port answer peer
    : >"$root/said"  # what the one before has said
    chroot "$root" /assent serve --tcp "$2:0" --threads 2 --allow 'Bash(npm *)' 2>"$root/said" &
    server=$!
    until port=$(grep -oE '127\.0\.0\.1:[0-9]+' "$root/said"); do kill -0 "$server" || break; done
    exec {peer}<>"/dev/tcp/127.0.0.1/${port##*:}"
    echo "$ask" >&"$peer"
    read -r -t 100 answer <&"$peer" || answer='no answer'
    exec {peer}>&-
    kill "$server"
    wait "$server" || true
    if [[ $answer == *'"behavior":"allow"'* ]]; then echo "ok      $1"; else echo "FAILED  $1: $answer" && status=1; fi
}

tcp "serve on TCP, two threads" 127.0.0.1
expect "what" 'npm' 0 what 'npm test'
expect "policy" '"mode"' 0 policy print standard
expect "an address in numbers" 'is not a loopback address' 1 serve --tcp 192.0.2.1:0
expect "the name of a host that nothing tells of is an error" 'cannot listen on `localhost' 1 serve --tcp localhost:0
mkdir "$root/etc"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
tcp "the name of a host in /etc/hosts" localhost
echo 'hosts: nowhere' >"$root/etc/nsswitch.conf"
expect "a way to find hosts that is not there is an error" 'cannot listen on `localhost' 1 serve --tcp localhost:0

time_of() {
    local begin=$EPOCHREALTIME
    for _ in {1..100}; do "$@" >/dev/null; done
    echo "$(((${EPOCHREALTIME/./} - ${begin/./}) / 100))"
}
echo "size    $(stat -c %s "$1") bytes"
echo "start   $(time_of "$root/assent" --version) us, beside $(time_of /bin/true) us of /bin/true"
exit "$status"
