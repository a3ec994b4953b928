#!/usr/bin/env bash
# Proves that check_wire_keys.sh fails where it should, and only there.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf -- "$tree"' EXIT
mkdir -p "$tree/adapters/control/src/wire" "$tree/app/src/gate" "$tree/app/src/session"

echo 'put("updatedInput", raw);  write("{\"behavior\":\"allow\"}");' >"$tree/adapters/control/src/wire/nested_codec.cpp"
echo '/// `"behavior"` is written by the codecs' >"$tree/app/src/session/permission_responder.cpp"
bash "$here/check_wire_keys.sh" "$tree"

echo 'suggestions = "permission_suggestions";' >"$tree/adapters/control/src/wire/envelope.hpp"
bash "$here/check_wire_keys.sh" "$tree"

for line in 'find("toolName")' 'write("{\"behavior\":\"deny\"}")' 'R"({"tool_pattern":"*"})"'; do
    echo "$line" >"$tree/app/src/gate/permission_gate.cpp"
    if bash "$here/check_wire_keys.sh" "$tree" 2>/dev/null; then
        echo "\`$line\` outside the codecs was accepted" >&2
        exit 1
    fi
    rm "$tree/app/src/gate/permission_gate.cpp"
done

echo 'behavior = "behavior";' >"$tree/adapters/control/src/wire/envelope.hpp"
if bash "$here/check_wire_keys.sh" "$tree" 2>/dev/null; then
    echo "a key of one dialect was accepted among those of both" >&2
    exit 1
fi
