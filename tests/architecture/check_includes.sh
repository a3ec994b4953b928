#!/usr/bin/env bash
# check_includes.sh ROOT: what each layer may include, and which words it must not contain.
#
# The include roots and the poison header stop most of this at compile time. They cannot stop the standard library
# (<iostream>, <thread>) or the system's headers, and the poison misses a few headers of Asio. An allow-list does not
# have to know what is forbidden.
set -euo pipefail
shopt -s globstar nullglob

root=$1
failures=0

# Values and algorithms: no I/O, no thread, no locale, no randomness. <chrono> is for durations; clocks are below.
pure_std='algorithm|array|bit|bitset|cassert|cctype|charconv|chrono|climits|cmath|compare|concepts|cstddef|cstdint'
pure_std+='|cstdlib|cstring|deque|exception|functional|initializer_list|iosfwd|iterator|limits|list|map|memory'
pure_std+='|memory_resource|new|numbers|numeric|optional|ostream|queue|ranges|set|source_location|span|sstream'
pure_std+='|stack|stdexcept|stop_token|string|string_view|system_error|tuple|type_traits|typeindex|typeinfo'
pure_std+='|unordered_map|unordered_set|utility|variant|vector|version'
thread_std='atomic|barrier|condition_variable|future|latch|mutex|semaphore|shared_mutex|thread'
file_std='cerrno|cstdio|ctime|filesystem|fstream|iomanip|ios|istream|streambuf'
posix='dirent\.h|fcntl\.h|limits\.h|poll\.h|signal\.h|spawn\.h|stdlib\.h|sys/[a-z_]+\.h|time\.h|unistd\.h'

pure_boost='boost/(assert|json|url|unordered/[a-z_]+|circular_buffer|static_assert|utility/string_view)\.hpp'
pure_boost+='|boost/(assert|container|container_hash|core|json|smart_ptr|system|url|variant2)/[a-z_/0-9]+\.hpp'
# In .cpp files only: what an embedder's compiler must not need to see.
private_pure='fmt/(core|format|compile|ranges)\.h|valijson/[a-z_/0-9]+\.hpp'
simd='emmintrin\.h|immintrin\.h|tmmintrin\.h|x86intrin\.h'

# A clock, the environment, or the process: asked for by name, whatever header brought it in.
impure_words='(system|steady|high_resolution|utc|file)_clock::|\b(getenv|secure_getenv|clock_gettime|gettimeofday)\b'
impure_words+='|std::(time|clock|rand|srand|exit|abort|quick_exit|system|cout|cerr|clog|cin|this_thread)\b'

complain() {
    printf '%s\n' "$1" >&2
    failures=$((failures + 1))
}

include_line='^[[:space:]]*#[[:space:]]*include'

# include_not_in ALLOWED FILE...: the lines of these files that include something else, as FILE:NUMBER:LINE.
include_not_in() {
    local allowed=$1
    shift
    if (($# == 0)); then return; fi
    grep -HnE "$include_line\b" "$@" | grep -vE "^[^:]*:[0-9]+:${include_line#^}[[:space:]]*<($allowed)>" || true
}

# The rooms of a layer, in their order: each may use those before it, and none after it.
declare -A rooms=(
    [domain]='text call shell programs match tools facts rules memory decide lint wall'
    [adapters/control]='json lines wire hooks json_rpc mcp'
    [app]='gate runner session bridge'
    [app/cli]='process files answers options history install import setup sessions serving demo commands'
)

# of_earlier_room LAYER FILE INCLUDED: FILE, below src/ of LAYER, may include INCLUDED, as it is written there.
of_earlier_room() {
    local room=${2%%/*} included=$3 each
    if [[ $included != *..* ]]; then return 0; fi
    if [[ $2 == */* && $included =~ ^\.\./[a-z_]+\.hpp$ ]]; then return 0; fi
    if [[ ! $included =~ ^\.\./([a-z_]+)/[a-z_]+\.hpp$ ]]; then return 1; fi
    for each in ${rooms[$1]-}; do
        if [[ $each == "$room" ]]; then return 1; fi
        if [[ $each == "${BASH_REMATCH[1]}" ]]; then return 0; fi
    done
    return 1
}

# layer DIRECTORY PUBLIC PRIVATE: every `#include <x>` below DIRECTORY/include and DIRECTORY/internal must match
# PUBLIC, below DIRECTORY/src PUBLIC or PRIVATE. `#include "x"` is for a layer's own private headers, in src/ only.
layer() {
    local dir=$1 public=$2 private=$3 file number line
    while IFS=: read -r file number line; do
        if [[ $line =~ $include_line[[:space:]]*\<([^>]+)\> ]]; then
            complain "${file#"$root"/}:$number: <${BASH_REMATCH[1]}> is not on the list of what $dir may include"
        elif [[ $line =~ \"(.*)\" && $file == "$root/$dir"/src/* ]]; then
            of_earlier_room "$dir" "${file#"$root/$dir"/src/}" "${BASH_REMATCH[1]}" ||
                complain "${file#"$root"/}:$number: a relative include must not leave its directory, but for an earlier room"
        else
            complain "${file#"$root"/}:$number: write #include <...>, so that the include root decides"
        fi
    done < <(
        include_not_in "$public" "$root/$dir"/{include,internal}/**/*.{hpp,cpp}
        include_not_in "$public|$private" "$root/$dir"/src/**/*.{hpp,cpp}
    )
}

# words DIRECTORY PATTERN WHY: PATTERN must not occur in code below DIRECTORY. Comments may name what they forbid.
words() {
    local dir=$1 pattern=$2 why=$3 file number line
    local files=("$root/$dir"/{include,internal,src}/**/*.{hpp,cpp})
    if ((${#files[@]} == 0)); then return; fi
    while IFS=: read -r file number line; do
        if grep -qE -- "$pattern" <<<"${line%%//*}"; then complain "${file#"$root"/}:$number:${line%%//*}: $why"; fi
    done < <(grep -HnE -- "$pattern" "${files[@]}" || true)
}

# in_order LAYER: no file in a room includes a public header of a later one.
in_order() {
    local layer=$1 file room line number later
    for file in "$root/$layer"/{include/assent/$layer,internal/assent/$layer,src}/**/*.{hpp,cpp}; do
        room=${file#"$root/$layer"/}
        room=${room#include/assent/"$layer"/} room=${room#internal/assent/"$layer"/} room=${room#src/} room=${room%%/*}
        later=" ${rooms[$layer]} "
        # A file beside the rooms may use none of them.
        later=${later#*" $room "}
        while IFS=: read -r number line; do
            [[ $line =~ assent/$layer/([a-z_]+)/ && " $later" == *" ${BASH_REMATCH[1]} "* ]] &&
                complain "${file#"$root"/}:$number: $room comes before ${BASH_REMATCH[1]}"
        done < <(grep -nE "$include_line[[:space:]]*<assent/$layer/" "$file" || true)
    done
    return 0
}

own() { printf 'assent/(%s)' "$1"; }
any_domain='domain/[a-z_/0-9]+\.hpp'
any_ports='ports/[a-z_/0-9]+\.hpp'
any_control='adapters/control/[a-z_/0-9]+\.hpp'
any_asio='boost/(asio|beast)/[a-z_/0-9]+\.hpp'

pure="$pure_std|$pure_boost"
# <atomic>: a row of the catalogue is read once, by whichever thread asks first.
layer domain "$pure|$(own "$any_domain")" "$private_pure|atomic"
for each in domain adapters/control app; do in_order "$each"; done
layer ports "$pure|$(own "$any_domain|$any_ports")" 'none'
# <mutex> for std::call_once: an input that was kept is parsed once, by whichever thread asks first.
layer adapters/control "$pure|$(own "$any_domain|$any_ports|$any_control")" "$private_pure|$simd|mutex"
layer adapters/testing \
    "$pure|$thread_std|$(own "$any_domain|$any_ports|$any_control|adapters/testing/[a-z_/0-9]+\.hpp")" "$private_pure"
layer adapters/files \
    "$pure|$thread_std|$file_std|$(own "$any_domain|$any_ports|adapters/files/[a-z_/0-9]+\.hpp")" \
    "$private_pure|fmt/chrono\.h|openssl/sha\.h|$posix|$(own "$any_control")"
layer adapters/wall \
    "$pure|$thread_std|$file_std|sys/types\.h|$(own "$any_domain|$any_ports|adapters/wall/[a-z_/0-9]+\.hpp")" \
    "$private_pure|$posix|linux/[a-z_]+\.h|sched\.h|seccomp\.h|csignal|cerrno|$(own 'adapters/files/[a-z_/0-9]+\.hpp')"
layer adapters/asio \
    "$pure|$thread_std|$file_std|sys/types\.h|$any_asio|$(own "$any_domain|$any_ports|adapters/asio/[a-z_/0-9]+\.hpp")" \
    "$private_pure|$posix|netinet/[a-z]+\.h|arpa/inet\.h|netdb\.h|bsd/unistd\.h|pthread\.h|csignal|cerrno|termios\.h|linux/[a-z_]+\.h"
layer app \
    "$pure|$thread_std|$(own "$any_domain|$any_ports|$any_control|app/[a-z_/0-9]+\.hpp|assent\.hpp|version\.hpp")" \
    "$private_pure"
testing_own="$any_domain|$any_ports|$any_control|adapters/testing/[a-z_/0-9]+\.hpp|app/[a-z_/0-9]+\.hpp"
testing_own+='|assent\.hpp|testing\.hpp|version\.hpp'
layer app/testing "$pure|$thread_std|$(own "$testing_own")" "$private_pure"
async_own="$any_domain|$any_ports|$any_control|adapters/asio/[a-z_/0-9]+\.hpp|app/[a-z_/0-9]+\.hpp"
async_own+='|adapters/files/system_clock\.hpp|assent\.hpp|async\.hpp|version\.hpp'
layer app/async "$pure|coroutine|$thread_std|$any_asio|$(own "$async_own")" "$private_pure|cerrno|csignal"

layer app/console "$pure|$thread_std|$any_asio|$(own "$async_own")" \
    "$private_pure|fmt/chrono\.h|cerrno|csignal|cstdio|utf8proc\.h|$posix|termios\.h"

# All of ours that a decision needs, behind a header that has none of it.
layer app/c "$pure|$thread_std|$(own 'c\.h')" \
    "$private_pure|filesystem|unistd\.h|$(own "$async_own|adapters/files/[a-z_/0-9]+\.hpp")"

# What is not installed must not be missed by what is.
for file in "$root"/{domain,ports,adapters/*,app,app/*}/internal/**/*.hpp; do
    internal=${file#*/internal/}
    while IFS=: read -r user number line; do
        complain "${user#"$root"/}:$number: <$internal> is not installed"
    done < <(grep -rnF --include='*.hpp' "#include <$internal>" "$root"/{domain,ports,adapters/*,app,app/*}/include \
        2>/dev/null || true)
done

for dir in domain ports adapters/control; do
    words "$dir" "$impure_words" "this layer is told the time and does no I/O"
done
words app 'steady_clock::|system_clock::|std::(cout|cerr|clog|cin)\b' "time comes from the clock port, text goes to ports"

# The program is where everything is wired, in rooms, too.
while IFS=: read -r file number line; do
    [[ $line =~ \"(.*)\" ]] && ! of_earlier_room app/cli "${file#"$root"/app/cli/src/}" "${BASH_REMATCH[1]}" &&
        complain "${file#"$root"/}:$number: a relative include must not leave its directory, but for an earlier room"
done < <(include_not_in '.*' "$root"/app/cli/src/**/*.{hpp,cpp})

# It must not ship on fakes.
for file in "$root"/app/cli/src/**/*.{hpp,cpp}; do
    if grep -nE '#[[:space:]]*include[[:space:]]*<assent/(testing\.hpp|adapters/testing/|app/testing/)' "$file" >&2; then
        complain "${file#"$root"/}: the program must not use the test library"
    fi
done

if ((failures > 0)); then
    echo "$failures finding(s)" >&2
    exit 1
fi
