#include <assent/app/gate/ready_policy.hpp>

#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

namespace assent {
namespace {

struct policy_of_name {
    std::string_view name;
    policy (*make)();
    std::string_view about;  // for who chooses one
};
constexpr policy_of_name policies_by_name[] = {
    {"careful", policy::careful,
     "what only looks passes; secrets, files that run later, and what ruins a home or disk are asked about"},
    {"standard", policy::standard,
     "as careful; what destroys, sends, escapes is asked about in every mode; what ruins is denied"},
    {"project", policy::project,
     "as standard; edits below the working directory pass, and so does deleting a file that is named"},
    {"walled", policy::walled,
     "as project; what runs the project's code or is not known passes behind a wall, where one can be made"},
    {"bare", policy::bare, "your rules alone decide"},
};
const policy_of_name* find_named(std::string_view name) noexcept {
    const auto* const found = std::ranges::find(policies_by_name, name, &policy_of_name::name);
    return found == std::end(policies_by_name) ? nullptr : found;
}

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

rule_condition::path_lookup lookup_of(const std::shared_ptr<path_resolver>& paths) {
    if (!paths) return {};
    return [paths](std::string_view path) -> std::optional<std::string> {
        auto leads = paths->resolve(path);
        return leads ? std::optional(std::move(*leads)) : std::nullopt;
    };
}

std::optional<policy> named_policy(std::string_view name) {
    const auto* const known = find_named(name);
    if (known == nullptr) return std::nullopt;
    policy made = known->make();
    made.peer_may_set = peer_mode::never;
    return made;
}

std::vector<std::string_view> policy_names() {
    std::vector<std::string_view> all;
    for (const auto& each : policies_by_name) all.push_back(each.name);
    return all;
}

std::string_view about_policy(std::string_view name) noexcept {
    const auto* const known = find_named(name);
    return known == nullptr ? std::string_view() : known->about;
}

bool is_named_policy(std::string_view name) noexcept { return find_named(name) != nullptr; }

std::string why_no_policy(std::string_view name) {
    if (name.empty() || is_named_policy(name) || name.find_first_of("/.") != name.npos) return {};
    const auto names = policy_names();
    auto expected = names;
    expected.emplace_back("a file");
    return fmt::format("no policy is called `{}`: expected {}{}", display_text(name),
                       one_of_words(std::span<const std::string_view>(expected)), did_you_mean(name, names));
}

ready_policy make_ready(policy read, const std::string& name, const policy_additions& more) {
    place_folders(read.rules, more.home, lookup_of(more.paths));
    check_examples(read, name);
    if (more.mode) {
        read.mode = *more.mode;
        read.peer_may_set = peer_mode::never;  // a host that sets it means it
    }
    read.snapshot = read.snapshot || more.snapshot;
    read.own_places = more.own_places;
    if (more.question_timeout) read.question_timeout = *more.question_timeout;

    read.rules.insert(read.rules.end(), more.rules.begin(), more.rules.end());
    auto basis = judgement_basis::make(std::move(read));
    if (!basis) throw std::runtime_error(name + ": " + basis.error().where + ": " + basis.error().message);
    auto rules = (*basis)->rules();
    return {std::move(*basis), std::move(rules)};
}

}  // namespace assent
