#include <assent/domain/memory/repeated_calls.hpp>

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <functional>
#include <string_view>

namespace assent {
namespace {

std::size_t hash_of(std::string_view text) noexcept { return std::hash<std::string_view>()(text); }

std::size_t session_of(const tool_call& call) noexcept {
    std::size_t id = hash_of(call.session_id);
    boost::hash_combine(id, hash_of(call.agent_id));
    return id;
}

std::size_t number_of(const tool_call& call) {
    std::size_t number = hash_of(call.tool_name);
    boost::hash_combine(number, hash_of(call.input.raw()));
    if (!call.input.raw().empty()) return number;
    for (std::size_t at = 0; at < call.input.size(); ++at) {
        const auto name = call.input.name_at(at);
        boost::hash_combine(number, hash_of(name));
        if (const auto value = call.input.value_of(name))
            boost::hash_combine(number, std::hash<json_value>()(*value));
    }
    return number;
}

}  // namespace

bool repeated_calls::were_all(const tool_call& call, std::size_t times) const {
    const auto known = std::ranges::find(sessions_, session_of(call), &session::id);
    // Most calls are not looked at.
    return known != sessions_.end() && known->times >= times && known->last_call == number_of(call);
}

void repeated_calls::count(const tool_call& call) {
    const std::size_t id = session_of(call), number = number_of(call);
    auto known = std::ranges::find(sessions_, id, &session::id);
    if (known == sessions_.end()) {
        if (sessions_.size() == max_watched_sessions) sessions_.erase(sessions_.begin());
        known = sessions_.insert(sessions_.end(), {id, number, 0});
    }
    if (known->last_call != number) *known = {id, number, 0};
    ++known->times;
    std::rotate(known, known + 1, sessions_.end());
}

void repeated_calls::forget(const tool_call& call) noexcept {
    const auto known = std::ranges::find(sessions_, session_of(call), &session::id);
    if (known != sessions_.end()) known->times = 0;
}

}  // namespace assent
