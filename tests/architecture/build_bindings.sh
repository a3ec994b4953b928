#!/usr/bin/env bash
# build_bindings.sh LIBRARY INCLUDE EXAMPLES WORK: builds the examples in other languages, with the compilers that are there,
# and runs them.
set -euo pipefail
folder=$(dirname "$1") include=$2 examples=$3 work=$4
rm -rf -- "$work"
mkdir -p "$work"
export LD_LIBRARY_PATH=$folder

# has_to_deny LANGUAGE PROGRAM: it runs, and says that a rule denies.
has_to_deny() {
    local heard
    heard=$("$2")
    [[ $heard == '0 denied by rule'* ]] || { echo "$1: got \`$heard\`" >&2; exit 1; }
    echo "$1: $heard"
}

if command -v go >/dev/null; then
    CGO_CFLAGS=-I$include CGO_LDFLAGS=-L$folder GOCACHE=$work/cache GOFLAGS=-mod=mod go build -o "$work/go" "$examples/c_gate.go"
    has_to_deny go "$work/go"
fi
if command -v rustc >/dev/null; then
    rustc --edition 2021 -L "$folder" -o "$work/rust" "$examples/c_gate.rs"
    has_to_deny rust "$work/rust"
fi
