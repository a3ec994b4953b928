#!/usr/bin/env bash
# check_wire_keys.sh ROOT: the keys of the wire are written in the codecs, and nowhere else in the library.
# A key in a second place is a second truth about the protocol. The program is not searched: its own command line and
# batch lines happen to use some of the same words.
set -euo pipefail
root=$1

keys='updatedInput|updatedPermissions|behavior|permission_suggestions|tool_pattern|input_pattern|toolName|ruleContent'
dirs=()
for dir in domain ports adapters/control adapters/files adapters/asio app/include app/src app/async; do
    if [[ -d $root/$dir ]]; then dirs+=("$root/$dir"); fi
done
((${#dirs[@]} > 0)) || exit 0

# The one key of these that both dialects spell alike may stand where they keep what they share; agents have two in their
# hooks, and what is printed for people happens to use one of the words.
# A key in quotes, also with the quotes escaped inside a longer string; not in a comment.
if found=$(grep -rnE --include='*.cpp' --include='*.hpp' "\"($keys)\\\\?\"" "${dirs[@]}" |
    grep -vE '/adapters/control/src/wire/(flat|nested)_codec[a-z_]*\.(cpp|hpp):' |
    grep -vE '/adapters/control/src/wire/envelope\.(cpp|hpp):.*"permission_suggestions"' |
    grep -vE '/adapters/control/src/json_rpc/acp_words\.hpp:.*"toolName"' |
    grep -vE '/domain/src/tools/agents/[a-z]+\.cpp:.*(_key = "toolName"|\.key = "updatedInput")' |
    grep -vE '/app/src/gate/explanation_text\.cpp:.*made\["behavior"\]' |
    grep -vE ':[0-9]+:[[:space:]]*(//|\*)'); then
    printf '%s\n' "wire keys outside the codecs:" "$found" >&2
    exit 1
fi
