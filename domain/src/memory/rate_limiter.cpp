#include <assent/domain/memory/rate_limiter.hpp>

#include <fmt/format.h>
#include <boost/assert.hpp>

#include <algorithm>

namespace assent {
namespace {

// Room for times grows by doubling from here to the limit, and is kept from then on.
constexpr std::size_t first_capacity = 16;

bool lasts_longer(const rate_refusal& one, const rate_refusal& other) noexcept {
    if (!other.retry_after) return false;
    return !one.retry_after || *one.retry_after > *other.retry_after;
}

}  // namespace

double window_status::percent_used() const noexcept {
    if (!limit) return 0.0;
    if (*limit == 0) return 100.0;
    return 100.0 * static_cast<double>(calls) / static_cast<double>(*limit);
}

std::optional<std::size_t> window_status::remaining() const noexcept {
    if (!limit) return std::nullopt;
    return *limit - std::min(calls, *limit);
}

bool window_status::near() const noexcept { return percent_used() >= near_limit_percent; }

std::string rate_refusal::text(std::string_view tool_name) const {
    const std::string of = of_tool ? fmt::format(" of {}", tool_name) : std::string();
    const std::string_view span = hourly ? "hour" : "minute";
    if (limit == 0) return fmt::format("rate limit exceeded: 0 calls{} per {} are allowed", of, span);
    return fmt::format("rate limit exceeded: {} of {} calls{} in the last {}", calls, limit, of, span);
}

rate_limiter::window::window(duration length, std::optional<std::size_t> limit)
    : length_(length), limit_(limit) {
    if (limit_) limit_ = std::min(*limit_, max_calls_per_window);
}

bool rate_limiter::window::full(time_point now) {
    drop_old(now);
    return limit_ && calls_.size() >= *limit_;
}

std::optional<duration> rate_limiter::window::retry_after(time_point now) const {
    if (calls_.empty()) return std::nullopt;
    return calls_.front() + length_ - now;
}

void rate_limiter::window::count(time_point now) {
    if (!limit_) return;
    const bool over = full(now);
    BOOST_ASSERT(!over);
    if (over) return;
    if (calls_.full())
        calls_.set_capacity(std::min(*limit_, std::max(first_capacity, 2 * calls_.capacity())));
    calls_.push_back(now);
}

window_status rate_limiter::window::status(time_point now) {
    drop_old(now);
    return {calls_.size(), limit_};
}

void rate_limiter::window::drop_old(time_point now) {
    while (!calls_.empty() && now - calls_.front() >= length_) calls_.pop_front();
}

rate_limiter::rate_limiter(rate_limits all, const std::map<std::string, rate_limits, std::less<>>& per_tool)
    : all_(make(all)) {
    for (const auto& [tool, limits] : per_tool)
        if (limits.per_minute || limits.per_hour) per_tool_.emplace(tool, make(limits));
}

std::optional<rate_refusal> rate_limiter::refuses(std::string_view tool, time_point now) {
    const auto global = refused_by(all_, now);
    const auto found = per_tool_.find(tool);
    if (found == per_tool_.end()) return global;
    auto own = refused_by(found->second, now);
    if (!own || (global && !lasts_longer(*own, *global))) return global;
    own->of_tool = true;
    return own;
}

void rate_limiter::count(std::string_view tool, time_point now) {
    all_.minute.count(now);
    all_.hour.count(now);
    const auto found = per_tool_.find(tool);
    if (found == per_tool_.end()) return;
    found->second.minute.count(now);
    found->second.hour.count(now);
}

rate_limit_status rate_limiter::status(time_point now) {
    return {all_.minute.status(now), all_.hour.status(now)};
}

std::optional<rate_limit_status> rate_limiter::status(std::string_view tool, time_point now) {
    const auto found = per_tool_.find(tool);
    if (found == per_tool_.end()) return std::nullopt;
    return rate_limit_status{found->second.minute.status(now), found->second.hour.status(now)};
}

void rate_limiter::reset() noexcept {
    all_.minute.reset();
    all_.hour.reset();
    for (auto& [tool, own] : per_tool_) {
        own.minute.reset();
        own.hour.reset();
    }
}

rate_limiter::windows rate_limiter::make(rate_limits limits) {
    return {window(std::chrono::minutes(1), limits.per_minute),
            window(std::chrono::hours(1), limits.per_hour)};
}

std::optional<rate_refusal> rate_limiter::refused_by(windows& of, time_point now) {
    std::optional<rate_refusal> longest;
    for (window* const each : {&of.minute, &of.hour}) {
        if (!each->full(now)) continue;
        const rate_refusal refusal{.hourly = each == &of.hour,
                                   .calls = each->calls(),
                                   .limit = *each->limit(),
                                   .retry_after = each->retry_after(now)};
        if (!longest || lasts_longer(refusal, *longest)) longest = refusal;
    }
    return longest;
}

}  // namespace assent
