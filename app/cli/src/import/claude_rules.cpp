#include "claude_rules.hpp"

#include "../install/json_settings.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view key_permissions = "permissions";
constexpr std::string_view key_default_mode = "defaultMode";
constexpr std::string_view key_more_folders = "additionalDirectories";

constexpr std::string_view of_repository = "what a repository brings allows nothing";

struct taken_mode {
    std::string_view written;
    permission_mode mode;
};
// A mode that lets more through is chosen by hand.
constexpr taken_mode taken_modes[] = {
    {.written = "default", .mode = permission_mode::ask},
    {.written = "plan", .mode = permission_mode::plan},
    {.written = "acceptEdits", .mode = permission_mode::accept_edits},
};

// What holds in one project, for calls in its folder.
void take_for_project(permission_rule rule, const settings_source& source, brought_rule& into) {
    const rule_condition project{.folder = source.folders.root};
    if (const auto flaw = project.find_flaw())
        into.why = fmt::format("the folder of its project: expected {}", flaw->expected);
    else
        into.rule = rule.with_condition(std::make_shared<const rule_condition>(project));
}

brought_rule brought(rule_behavior behavior, std::string written, const settings_source& source) {
    brought_rule made{behavior, std::move(written)};
    const bool allows = behavior == rule_behavior::allow;
    if (allows && source.whose == settings_of_whom::repository) {
        made.why = of_repository;
        return made;
    }
    const auto read = parse_nested(made.written);
    auto rule = read ? from_nested(*read, behavior, rule_origin::host, source.folders)
                     : boost::system::result<permission_rule, invalid_rule>(read.error());
    if (!rule)
        made.why = rule.error().message;
    else if (allows && rule->unconstrained())
        made.why = "it allows everything";
    else if (allows && source.whose == settings_of_whom::local)
        take_for_project(std::move(*rule), source, made);
    else
        made.rule = std::move(*rule);
    return made;
}

void read_list(const json_object& permissions, rule_behavior behavior, const settings_source& source,
               brought_rules& into) {
    const auto* const list = permissions.if_contains(to_string(behavior));
    if (list == nullptr) return;
    const auto key = fmt::format("{}.{}", key_permissions, to_string(behavior));
    if (!list->is_array()) throw unfit_settings(fmt::format("{}: expected an array", key));
    for (const auto& each : list->get_array()) {
        if (!each.is_string()) throw unfit_settings(fmt::format("{}: expected an array of texts", key));
        into.rules.push_back(brought(behavior, std::string(std::string_view(each.get_string())), source));
    }
}

void read_mode(const json_object& permissions, const settings_source& source, brought_rules& into) {
    const auto* const mode = permissions.if_contains(key_default_mode);
    if (mode == nullptr) return;
    std::string written;
    append_json(written, *mode);
    const auto found = std::ranges::find_if(taken_modes, [&](const taken_mode& each) {
        return mode->is_string() && std::string_view(mode->get_string()) == each.written;
    });
    if (found == std::end(taken_modes) || source.whose != settings_of_whom::user)
        into.notes.push_back(
            fmt::format("{} {}: choose a mode by hand, with `mode`", key_default_mode, written));
    else
        into.mode = found->mode;
}

}  // namespace

brought_rules rules_in(std::string_view settings, const settings_source& source) {
    brought_rules made;
    const std::string text(settings);
    const auto member = json_settings::value_in(text, {key_permissions});
    if (!member) return made;
    const auto value = parse_scanned(*member);
    if (!value.is_object()) throw unfit_settings(fmt::format("{}: expected an object", key_permissions));
    const auto& permissions = value.get_object();
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow})
        read_list(permissions, behavior, source, made);
    read_mode(permissions, source, made);
    if (permissions.contains(key_more_folders))
        made.notes.push_back(
            fmt::format("{}: edits are allowed in the working directory alone", key_more_folders));
    return made;
}

}  // namespace assent::cli
