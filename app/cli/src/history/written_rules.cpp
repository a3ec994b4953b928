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

std::string list_of(const std::vector<permission_rule>& rules) {
    std::string lines;
    for (const auto& each : rules)
        lines += fmt::format("{}{}", lines.empty() ? "" : ", ", to_policy_json(each));
    return lines;
}

// Comments, order and blanks stay.
std::string with_all(std::string text, const std::string& name, const suggestions& wanted) {
    const auto put = [&](std::string_view path, const std::string& values, bool list) {
        if (!values.empty())
            text = with_values(text, read_policy_draft(text, name, false, known_home()), path, values, list);
    };
    std::vector<permission_rule> allowed;
    for (const auto& each : wanted.rules) allowed.push_back(each.rule);
    put("rules.allow", list_of(allowed), true);
    for (const auto& each : wanted.effects) {
        put("rules.ask", list_of(each.asked), true);
        put("effects", effects_text(each), false);
    }
    return text;
}

}  // namespace

void require_writable(const policy_source& into) {
    if (into.file().empty())
        throw usage_error(
            fmt::format("suggest: --write: expected a policy file (--policy FILE), got `{0}`, which comes "
                        "with Assent; `assent policy print {0}` prints one to start from",
                        into.name()));
    if (::isatty(STDIN_FILENO) == 0)
        throw usage_error("suggest: --write: expected a terminal, for a person has to say yes");
}

void write_suggested(const policy_source& into, const suggestions& wanted) {
    user_file file(std::filesystem::absolute(into.file()));
    const std::string name = into.name();
    const std::string before = file.text().value_or("");
    const std::string after = with_all(before, name, wanted);
    if (const auto why = file.why_not_replace(); !why.empty())
        throw usage_error(
            fmt::format("suggest: {}: {}; nothing is written", display_text(name), display_text(why)));
    // Hooks refuse all by a policy that is not good: its examples have to come out as they did, too.
    const auto meant = with_suggestions(read_policy(before, name, known_home()).value(), wanted);
    auto made = read_policy(after, name, known_home()).value();
    if (made.rules.size() != meant.rules.size() || made.effects != meant.effects)
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
