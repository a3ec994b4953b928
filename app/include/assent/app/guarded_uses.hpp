#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>

namespace assent {

/// Uses of tools that are known at once, at most; over it the oldest is forgotten. More are never under way.
inline constexpr std::size_t max_guarded_uses = 65536;

/// The uses of tools about which an agent has called the guard hook.
///
/// Thread-safety: none.
class guarded_uses {
public:
    /// \param use  its id. One that is empty, or longer than `max_request_id_bytes`, is not kept
    void called(std::string_view use);
    [[nodiscard]] bool known(const std::string& use) const { return known_.contains(use); }

private:
    std::unordered_set<std::string> known_;
    std::deque<const std::string*> in_order_;  // of `known_`
};

}  // namespace assent
