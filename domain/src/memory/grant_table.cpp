#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace assent {
namespace {

bool over(const grant& given, time_point now) noexcept {
    return given.ends_at ? now >= *given.ends_at : given.uses_left.value_or(0) == 0;
}

}  // namespace

std::optional<std::string> grant_terms::flaw() const {
    if (time && uses) return "grant: expected a time or a number of uses, found both";
    if (time && *time <= duration::zero())
        return fmt::format("grant time: expected more than 0, found {}", duration_text(*time));
    if (time && *time > max_grant_time)
        return fmt::format("grant time: expected at most {}, found {}", about(max_grant_time), about(*time));
    if (time) return std::nullopt;
    if (!uses) return "grant: expected a time or a number of uses, found neither";
    if (*uses == 0) return "grant uses: expected more than 0, found 0";
    if (*uses > max_grant_uses)
        return fmt::format("grant uses: expected at most {}, found {}", max_grant_uses, *uses);
    return std::nullopt;
}

std::optional<duration> grant::time_left(time_point now) const noexcept {
    if (!ends_at) return std::nullopt;
    return std::max(*ends_at - now, duration::zero());
}

std::string grant::remaining_text(time_point now) const {
    if (const auto left = time_left(now)) return fmt::format("{} left", about(*left));
    return fmt::format("{} of {} uses left", uses_left.value_or(0), given.uses.value_or(0));
}

bool grant_table::give(std::string key, grant_terms terms, time_point now, std::string by) {
    if (terms.flaw()) return false;
    clean(now);
    const auto old = grants_.find(key);
    if (old == grants_.end() && grants_.size() >= max_grants) return false;
    ended_.erase(key);
    grant fresh{.key = key, .given = terms, .by = std::move(by), .given_at = now, .uses_left = terms.uses};
    if (terms.time) fresh.ends_at = now + *terms.time;
    grants_.insert_or_assign(std::move(key), std::move(fresh));
    return true;
}

const grant* grant_table::find(std::span<const std::string_view> keys, time_point now) const {
    if (grants_.empty()) return nullptr;
    for (const std::string_view key : keys) {
        const auto found = grants_.find(key);
        if (found != grants_.end() && !over(found->second, now)) return &found->second;
    }
    return nullptr;
}

std::optional<grant> grant_table::take(std::span<const std::string_view> keys, time_point now) {
    clean(now);
    const grant* const live = find(keys, now);
    if (!live) return std::nullopt;
    const auto at = grants_.find(live->key);
    if (!at->second.uses_left) return at->second;
    --*at->second.uses_left;
    grant taken = at->second;
    if (over(taken, now)) end(at, grant_expiry::uses_exhausted);
    return taken;
}

std::optional<grant_expiry> grant_table::tell_expiry(std::span<const std::string_view> keys, time_point now) {
    clean(now);
    std::optional<ending> last;
    for (const std::string_view key : keys) {
        const auto found = ended_.find(key);
        if (found == ended_.end()) continue;
        if (!last || found->second.number > last->number) last = found->second;
        ended_.erase(found);
    }
    if (!last) return std::nullopt;
    return last->why;
}

bool grant_table::revoke(std::string_view key) {
    const auto found = grants_.find(key);
    if (found == grants_.end()) return false;
    grants_.erase(found);
    return true;
}

std::size_t grant_table::revoke_all() {
    const std::size_t count = grants_.size();
    grants_.clear();
    ended_.clear();
    return count;
}

std::vector<grant> grant_table::list(time_point now) const {
    std::vector<grant> live;
    for (const auto& [key, given] : grants_)
        if (!over(given, now)) live.push_back(given);
    return live;
}

std::size_t grant_table::size(time_point now) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(grants_, [&](const auto& each) { return !over(each.second, now); }));
}

void grant_table::clean(time_point now) {
    for (auto at = grants_.begin(); at != grants_.end();) {
        const auto next = std::next(at);
        if (over(at->second, now)) end(at, grant_expiry::time_over);
        at = next;
    }
}

void grant_table::end(table::iterator at, grant_expiry why) {
    ended_[at->first] = {why, endings_++};
    grants_.erase(at);
    if (ended_.size() <= max_grants) return;
    ended_.erase(std::ranges::min_element(ended_, {}, [](const auto& each) { return each.second.number; }));
}

}  // namespace assent
