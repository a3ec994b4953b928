#!/usr/bin/env bash
# Proves that check_includes.sh fails: each line below, alone in a file of an otherwise empty tree, must be refused,
# and named. The last rows must be accepted.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf -- "$tree"' EXIT
status=0

# attempt refused|accepted FILE LINE [EMPTY_FILE]
attempt() {
    local expected=$1 file=$2 line=$3 beside=${4-} outcome=accepted output
    rm -rf -- "${tree:?}"/*
    mkdir -p "$tree/$(dirname "$file")"
    if [[ $beside ]]; then mkdir -p "$tree/$(dirname "$beside")" && : >"$tree/$beside"; fi
    printf '#include <string>\n%s\n' "$line" >"$tree/$file"
    output=$(bash "$here/check_includes.sh" "$tree" 2>&1) || outcome=refused
    if [[ $outcome != "$expected" ]]; then
        echo "$file: \`$line\` was $outcome, expected $expected" >&2
        status=1
    elif [[ $outcome == refused && $output != *"$file"* ]]; then
        echo "$file: \`$line\` was refused, but the message does not name the file: $output" >&2
        status=1
    fi
}

attempt refused domain/src/a.cpp '#include <iostream>'
attempt refused domain/src/a.cpp '#include <thread>'
attempt refused domain/src/a.cpp '#include <mutex>'
attempt refused domain/src/a.cpp '#include <fstream>'
attempt refused domain/src/a.cpp '#include <unistd.h>'
attempt refused domain/src/a.cpp '  #  include <sys/stat.h>'
attempt refused domain/src/a.cpp '#include <boost/asio.hpp>'
attempt refused domain/src/a.cpp '#include <boost/asio/version.hpp>'
attempt refused domain/src/a.cpp '#include <boost/beast/core/error.hpp>'
attempt refused domain/src/a.cpp '#include <assent/ports/clock.hpp>'
attempt refused domain/src/a.cpp '#include "../../ports/include/assent/ports/clock.hpp"'
attempt refused domain/src/a.cpp 'auto now = std::chrono::steady_clock::now();'
attempt refused domain/src/a.cpp 'auto now = std::chrono::system_clock::now();'
attempt refused domain/src/rules/a.cpp 'auto home = getenv("HOME");'
# A room uses those before it, and every file of the domain stands in one.
attempt refused domain/src/match/a.cpp '#include <assent/domain/rules/rule_set.hpp>'
attempt refused domain/include/assent/domain/shell/a.hpp '#include <assent/domain/decide/verdict.hpp>'
attempt refused domain/src/shell/a.cpp '#include "../programs/catalogue.hpp"'
attempt refused domain/src/a.cpp '#include <assent/domain/call/json.hpp>'
attempt refused adapters/control/src/json/a.cpp '#include "../wire/envelope.hpp"'
attempt refused adapters/control/include/assent/adapters/control/lines/a.hpp '#include <assent/adapters/control/mcp/mcp_channel.hpp>'
attempt refused app/src/gate/a.cpp '#include <assent/app/bridge/bridge.hpp>'
attempt refused app/cli/src/process/a.cpp '#include "../commands/commands.hpp"'
attempt refused domain/include/assent/domain/a.hpp '#include <fmt/format.h>'
attempt refused domain/include/assent/domain/a.hpp '#include "b.hpp"'
attempt refused ports/include/assent/ports/a.hpp '#include <assent/adapters/control/wire/dialect.hpp>'
attempt refused adapters/control/src/a.cpp '#include <assent/app/gate/permission_gate.hpp>'
attempt refused adapters/control/src/a.cpp '#include <iostream>'
attempt refused adapters/asio/src/a.cpp '#include <assent/app/gate/permission_gate.hpp>'
attempt refused adapters/files/src/a.cpp '#include <boost/asio/io_context.hpp>'
attempt refused app/src/a.cpp '#include <boost/asio/io_context.hpp>'
attempt refused app/src/a.cpp '#include <assent/async.hpp>'
attempt refused app/testing/src/a.cpp '#include <assent/adapters/asio/stdio_transport.hpp>'
attempt refused app/cli/src/a.cpp '#include <assent/testing.hpp>'
# What is not installed.
hidden=adapters/control/internal/assent/adapters/control/b.hpp
attempt refused adapters/control/include/assent/adapters/control/a.hpp '#include <assent/adapters/control/b.hpp>' "$hidden"
attempt refused app/include/assent/app/a.hpp '#include <assent/adapters/control/b.hpp>' "$hidden"
attempt accepted app/src/a.cpp '#include <assent/adapters/control/b.hpp>' "$hidden"

attempt accepted domain/src/rules/a.cpp '#include <assent/domain/call/json.hpp>'
attempt accepted domain/src/a.cpp '#include <fmt/format.h>'
attempt accepted domain/src/a.cpp '// steady_clock::now() is not for the domain'
attempt accepted adapters/asio/src/a.cpp '#include <boost/asio/io_context.hpp>'
attempt accepted app/src/a.cpp '#include <mutex>'
attempt accepted app/src/bridge/a.cpp '#include "../gate/gate_parts.hpp"'
attempt accepted app/cli/src/commands/a.cpp '#include "../process/own_program.hpp"'
exit "$status"
