#include <assent/app/gate/ready_policy.hpp>

#include <assent/domain/decide/policy_examples.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace assent {
namespace {

// The policy by itself: its examples speak of the file, not of what is added to it.
void check_examples(const policy& read, const std::string& name) {
    if (read.examples.empty()) return;
    auto basis = judgement_basis::make(read);
    if (!basis) return;  // said by whoever puts it in force
    const auto failed = failed_examples(*basis, *(*basis)->rules());
    if (failed.empty()) return;
    std::string text =
        fmt::format("{}: {} of {} examples are decided otherwise", name, failed.size(), read.examples.size());
    for (const auto& each : failed) text += "; " + each.text(read);
    throw std::runtime_error(text);
}

}  // namespace

bool is_named_policy(std::string_view name) noexcept { return name == "standard" || name == "bare"; }

std::optional<policy> named_policy(std::string_view name) {
    if (!is_named_policy(name)) return std::nullopt;
    policy made = name == "standard" ? policy::standard() : policy::bare();
    made.peer_may_set = peer_mode::never;
    return made;
}

ready_policy make_ready(policy read, const std::string& name, const policy_additions& more) {
    check_examples(read, name);
    if (more.mode) {
        read.mode = *more.mode;
        read.peer_may_set = peer_mode::never;  // a host that sets it means it
    }
    read.own_places = more.own_places;
    if (more.question_timeout) read.question_timeout = *more.question_timeout;

    std::vector<permission_rule> rules = std::exchange(read.rules, {});
    rules.insert(rules.end(), more.rules.begin(), more.rules.end());
    auto set = rule_set::make(std::move(rules));
    if (!set) throw std::runtime_error("rules: " + set.error().message);
    auto basis = judgement_basis::make(std::move(read));
    if (!basis) throw std::runtime_error(name + ": " + basis.error().where + ": " + basis.error().message);
    set = (*basis)->as_registered(std::move(*set));
    if (!set) throw std::runtime_error("rules: " + set.error().message);
    return {std::move(*basis), std::move(*set)};
}

}  // namespace assent
