#include "written_rules.hpp"

#include "../files/policy_edit.hpp"
#include "../files/text_diff.hpp"
#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../options/fail_closed.hpp"
#include "../options/options.hpp"
#include "../options/typed_answers.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace assent::cli {
namespace {

std::string with_rules(const std::string& text, const std::string& name,
                       const std::vector<suggested_rule>& rules) {
    const auto draft = read_policy_draft(text, name, false, known_home());
    std::string lines;
    for (const auto& each : rules)
        lines += fmt::format("{}{}", lines.empty() ? "" : ", ", to_policy_json(each.rule));
    for (std::size_t i = 0; i < draft.rule_bytes.size(); ++i)
        if (const auto& rule = draft.read.rules[i];
            rule.behavior() == rule_behavior::allow && rule.condition() == nullptr)
            return edited(text, {{.rule = draft.rule_bytes[i], .before = lines}});
    throw usage_error(
        fmt::format("suggest: --write: {} has no allow rule for all calls to put them beside; write them "
                    "into `rules.allow` "
                    "yourself",
                    display_text(name)));
}

}  // namespace

void require_writable(const policy_source& into) {
    if (into.file().empty())
        throw usage_error(
            fmt::format("suggest: --write: expected a policy file, got `{0}`, which comes with Assent; "
                        "`assent policy print {0}` "
                        "prints one to start from",
                        into.name()));
    if (::isatty(STDIN_FILENO) == 0)
        throw usage_error("suggest: --write: expected a terminal, for a person has to say yes");
}

void write_suggested(const policy_source& into, const std::vector<suggested_rule>& rules) {
    user_file file(std::filesystem::absolute(into.file()));
    const std::string name = into.name();
    const std::string before = file.text().value_or("");
    const std::string after = with_rules(before, name, rules);
    if (const auto why = file.why_not_replace(); !why.empty())
        throw usage_error(
            fmt::format("suggest: {}: {}; nothing is written", display_text(name), display_text(why)));
    // Hooks refuse all by a policy that is not good: its examples have to come out as they did, too.
    const auto wanted = read_policy(before, name, known_home()).value().rules.size() + rules.size();
    auto made = read_policy(after, name, known_home()).value();
    if (made.rules.size() != wanted)
        throw std::runtime_error(
            "suggest: the policy would not read back as it is meant; nothing is written");
    static_cast<void>(make_ready(std::move(made), name, {}));
    print(text_diff(name, before, after));
    if (!said_yes("suggest")) return print("nothing was changed\n");
    file.replace(after);
    print(
        fmt::format("written to {}; a daemon that decides by it asks you on its page, at the next use of an "
                    "agent, before they hold\n",
                    display_text(name)));
}

}  // namespace assent::cli
