#include <assent/domain/memory/remembered_decisions.hpp>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

namespace assent {
namespace {

// Civil times come from storage and may be anything; a span between two of them is cut to this.
constexpr auto longest_span = std::chrono::milliseconds(std::chrono::hours(24 * 365 * 100));

bool over(const remembered_decision& decision, time_point now) noexcept {
    return decision.until && now >= *decision.until;
}

// Those that are to be forgotten first are the least.
auto weight(const remembered_decision& decision, time_point now) noexcept {
    return std::tuple(!over(decision, now), !decision.approved, decision.since);
}

time_point later_by(time_point from, duration by) noexcept {
    return from > time_point::max() - by ? time_point::max() : from + by;
}

bool valid(const stored_decision& entry, std::string_view key, wall_time now) noexcept {
    if (key.empty() || key.size() > max_stored_key_bytes) return false;
    const auto expected = entry.approved ? rule_behavior::allow : rule_behavior::deny;
    if (entry.about && entry.about->behavior() != expected) return false;
    if (entry.approved && entry.decided_at > now) return false;
    // What expires before it was decided has expired by now.
    return !entry.expires_at || *entry.expires_at > now;
}

remembered_decision loaded(const stored_decision& entry, const std::string& key, moment at) {
    remembered_decision decision{.key = key,
                                 .approved = entry.approved,
                                 .by = entry.by,
                                 .scope = memory_scope::persistent,
                                 .decided_at = std::min(entry.decided_at, at.wall),
                                 .about = entry.about};
    decision.since = at.now - (at.wall - std::max(decision.decided_at, at.wall - longest_span));
    if (entry.expires_at)
        decision.until = later_by(at.now, std::min(*entry.expires_at, at.wall + longest_span) - at.wall);
    return decision;
}

}  // namespace

void remembered_decisions::remember(std::string key, bool approved, std::string by, moment at,
                                    std::optional<duration> lasts, std::optional<permission_rule> about) {
    remembered_decision decision{.key = key,
                                 .approved = approved,
                                 .by = std::move(by),
                                 .decided_at = at.wall,
                                 .since = at.now,
                                 .about = std::move(about)};
    if (lasts) decision.until = later_by(at.now, std::max(*lasts, duration::zero()));
    decisions_.insert_or_assign(std::move(key), std::move(decision));
    forget_excess(at.now);
}

const remembered_decision* remembered_decisions::find(std::span<const std::string_view> keys,
                                                      time_point now) const {
    if (decisions_.empty()) return nullptr;
    const remembered_decision* first = nullptr;
    for (const std::string_view key : keys) {
        const auto found = decisions_.find(key);
        if (found == decisions_.end() || over(found->second, now)) continue;
        if (!found->second.approved) return &found->second;
        if (!first) first = &found->second;
    }
    return first;
}

void remembered_decisions::trust(std::string key) {
    if (trusted_.size() < max_remembered) trusted_.insert(std::move(key));
}

bool remembered_decisions::trusts(std::string_view key) const noexcept { return trusted_.contains(key); }

std::vector<std::string> remembered_decisions::trusted() const { return {trusted_.begin(), trusted_.end()}; }

std::vector<remembered_decision> remembered_decisions::list(time_point now) const {
    std::vector<remembered_decision> unexpired;
    for (const auto& [key, decision] : decisions_)
        if (!over(decision, now)) unexpired.push_back(decision);
    return unexpired;
}

std::size_t remembered_decisions::count(time_point now) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(decisions_, [&](const auto& each) { return !over(each.second, now); }));
}

bool remembered_decisions::clear(std::string_view key) {
    const auto decision = decisions_.find(key);
    const auto trust = trusted_.find(key);
    const bool any = decision != decisions_.end() || trust != trusted_.end();
    if (decision != decisions_.end()) decisions_.erase(decision);
    if (trust != trusted_.end()) trusted_.erase(trust);
    return any;
}

std::size_t remembered_decisions::clear_all() {
    const std::size_t forgotten = decisions_.size() + trusted_.size();
    decisions_.clear();
    trusted_.clear();
    return forgotten;
}

std::size_t remembered_decisions::end_conversation(bool keep_denials) {
    const std::size_t forgotten = trusted_.size();
    trusted_.clear();
    return forgotten + std::erase_if(decisions_, [keep_denials](const auto& each) {
               const remembered_decision& decision = each.second;
               return decision.scope == memory_scope::session && (decision.approved || !keep_denials);
           });
}

std::vector<stored_decision> remembered_decisions::save(moment at) const {
    std::vector<stored_decision> entries;
    for (const auto& [key, decision] : decisions_) {
        if (over(decision, at.now)) continue;
        stored_decision entry{.key = key,
                              .approved = decision.approved,
                              .by = decision.by,
                              .decided_at = decision.decided_at,
                              .about = decision.about};
        if (decision.until)
            entry.expires_at =
                at.wall + std::chrono::floor<std::chrono::milliseconds>(*decision.until - at.now);
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::size_t remembered_decisions::load(std::span<const stored_decision> entries, moment at) {
    std::set<std::string> taken;
    for (const stored_decision& entry : entries) {
        const std::string key = entry.about ? entry.about->key() : entry.key;
        if (!valid(entry, key, at.wall)) continue;
        const auto here = decisions_.find(key);
        if (here != decisions_.end() && !over(here->second, at.now)) {
            if (here->second.scope == memory_scope::session) continue;
            if (taken.contains(key) && !here->second.approved && entry.approved) continue;
        }
        decisions_.insert_or_assign(key, loaded(entry, key, at));
        taken.insert(key);
    }
    forget_excess(at.now);
    return static_cast<std::size_t>(
        std::ranges::count_if(taken, [&](const std::string& key) { return decisions_.contains(key); }));
}

void remembered_decisions::forget_excess(time_point now) {
    if (decisions_.size() <= max_remembered) return;
    std::vector<decltype(decisions_)::iterator> all;
    all.reserve(decisions_.size());
    for (auto at = decisions_.begin(); at != decisions_.end(); ++at) all.push_back(at);
    const auto kept = all.end() - static_cast<std::ptrdiff_t>(max_remembered);
    std::nth_element(all.begin(), kept, all.end(), [&](const auto& one, const auto& other) {
        return weight(one->second, now) < weight(other->second, now);
    });
    std::for_each(all.begin(), kept, [&](const auto& each) { decisions_.erase(each); });
}

}  // namespace assent
