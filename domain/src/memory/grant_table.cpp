#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>

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
    if (old != grants_.end()) remove(old);
    if (const auto ended = ended_.find(key); ended != ended_.end()) forget_ending(ended);

    grant fresh{.key = key, .given = terms, .by = std::move(by), .given_at = now, .uses_left = terms.uses};
    if (terms.time) {
        fresh.ends_at = now + *terms.time;
        by_end_.emplace(*fresh.ends_at, key);
    }
    grants_.emplace(std::move(key), std::move(fresh));
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
        forget_ending(found);
    }
    if (!last) return std::nullopt;
    return last->why;
}

bool grant_table::revoke(std::string_view key) {
    const auto found = grants_.find(key);
    if (found == grants_.end()) return false;
    remove(found);
    return true;
}

std::size_t grant_table::revoke_all() {
    const std::size_t count = grants_.size();
    grants_.clear();
    by_end_.clear();
    ended_.clear();
    ended_order_.clear();
    return count;
}

std::vector<grant> grant_table::list(time_point now) const {
    std::vector<grant> live;
    for (const auto& [key, given] : grants_)
        if (!over(given, now)) live.push_back(given);
    return live;
}

std::size_t grant_table::size(time_point now) const {
    const auto first_live =
        std::find_if(by_end_.begin(), by_end_.end(), [&](const auto& each) { return each.first > now; });
    return grants_.size() - static_cast<std::size_t>(std::distance(by_end_.begin(), first_live));
}

void grant_table::clean(time_point now) {
    while (!by_end_.empty() && by_end_.begin()->first <= now)
        end(grants_.find(by_end_.begin()->second), grant_expiry::time_over);
}

void grant_table::end(table::iterator at, grant_expiry why) {
    const std::string key = at->first;
    remove(at);
    const std::uint64_t number = endings_++;
    ended_[key] = {why, number};
    ended_order_.emplace(number, key);
    if (ended_.size() > max_grants) forget_ending(ended_.find(ended_order_.begin()->second));
}

void grant_table::remove(table::iterator at) {
    if (at->second.ends_at) by_end_.erase({*at->second.ends_at, at->first});
    grants_.erase(at);
}

void grant_table::forget_ending(ending_table::iterator at) {
    ended_order_.erase(at->second.number);
    ended_.erase(at);
}

}  // namespace assent
