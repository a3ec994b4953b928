#include <assent/app/resolved_call.hpp>

#include <assent/domain/decide/path_fields.hpp>

#include <optional>
#include <utility>

namespace assent {
namespace {

std::optional<std::string> resolve(path_resolver& paths, std::string_view path) {
    if (!path.starts_with('/')) return std::nullopt;
    try {
        auto found = paths.resolve(path);
        if (found && found->starts_with('/')) return std::move(*found);
    } catch (...) {
        // What could not be found out is covered by no allow rule.
    }
    return std::nullopt;
}

}  // namespace

resolved_call::resolved_call(const tool_call& call, const tool_definition* definition, path_resolver* paths)
    : call_(call) {
    if (paths == nullptr) return;
    for (const auto& each : path_fields(call, definition))
        found_.push_back({std::string(each.name), resolve(*paths, each.path)});
    if (!found_.empty()) cwd_ = resolve(*paths, call.cwd).value_or(std::string());
    call_.resolved = &found_;
    call_.resolved_cwd = cwd_;
}

}  // namespace assent
