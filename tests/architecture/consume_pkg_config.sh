#!/usr/bin/env bash
# consume_pkg_config.sh PKG_CONFIG_DIR SOURCE_DIR WORK_DIR CXX [C_EXAMPLE]: one compiler command, as a Makefile would
# have it.
set -euo pipefail
pc_dir=$1 source=$2 work=$3 cxx=$4 c_example=${5-}
mkdir -p "$work"
export PKG_CONFIG_PATH=$pc_dir

# shellcheck disable=SC2046  # the flags are words
"$cxx" -std=c++20 "$source/consumer.cpp" $(pkg-config --cflags --libs assent) -o "$work/consumer"
"$work/consumer"
# shellcheck disable=SC2046
"$cxx" -std=c++20 "$source/testing.cpp" $(pkg-config --cflags --libs assent-testing) -o "$work/testing"
"$work/testing"

if [[ $c_example ]]; then
    # shellcheck disable=SC2046
    "$cxx" -x c -std=c11 "$c_example" -x none $(pkg-config --cflags --libs assent-c) -o "$work/c_gate"
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir assent-c) "$work/c_gate"
fi

# Every object file, not only those that these two programs pull in: no library may be missing from the list.
# shellcheck disable=SC2046
"$cxx" -std=c++20 "$source/testing.cpp" $(pkg-config --cflags assent-testing) \
    -Wl,--whole-archive $(pkg-config --libs assent-testing) -Wl,--no-whole-archive -o "$work/whole"
