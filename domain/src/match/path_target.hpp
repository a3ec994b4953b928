#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/path_reading.hpp>

#include <algorithm>
#include <string_view>

namespace assent {

/// Where the path in a field leads, seen from where the working directory leads.
struct path_target {
    bool known = false;         ///< false: nobody has looked, or it could not be found out
    bool unresolvable = false;  ///< somebody has looked, without success
    std::string_view path{};
    std::string_view cwd{};
};

[[nodiscard]] inline path_target target_of(const tool_call& call, std::string_view name) {
    if (call.resolved == nullptr) return {};
    const auto found = std::ranges::find(*call.resolved, name, &resolved_path::field);
    if (found == call.resolved->end() || !found->path) return {.unresolvable = true};
    return {
        .known = true, .path = *found->path, .cwd = call.resolved_cwd.empty() ? call.cwd : call.resolved_cwd};
}

}  // namespace assent
