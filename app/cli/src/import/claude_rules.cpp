#include "brought_rules.hpp"

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

// What the agent itself puts for variables when it compares commands: it asks about a command that has it.
constexpr std::string_view own_mark = "__TRACKED_VAR__";

brought_rule brought(rule_behavior behavior, std::string written, const settings_source& source) {
    if (behavior == rule_behavior::allow && written.find(own_mark) != written.npos) {
        auto tool = written.substr(0, written.find('('));
        return import::left_out(behavior, std::move(written), std::move(tool),
                                fmt::format("the agent asks about every command with {}", own_mark));
    }
    const auto read = parse_nested(written);
    if (!read) {
        auto tool = written.substr(0, written.find('('));
        return import::left_out(behavior, std::move(written), std::move(tool), read.error().message);
    }
    auto made = import::nested(behavior, std::move(written), *read, source);
    if (made.rule) made.rule = as_agent_holds(std::move(*made.rule), *read);
    return made;
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

// What lies in other folders that the agent may work in, it reads there without a question.
void read_more_folders(const json_object& permissions, const settings_source& source, brought_rules& into) {
    const auto* const folders = permissions.if_contains(key_more_folders);
    if (folders == nullptr || !folders->is_array()) return;
    for (const auto& each : folders->get_array()) {
        if (!each.is_string()) continue;
        const std::string written(std::string_view(each.get_string()));
        const bool absolute = written.starts_with('/');
        const nested_rule below{"Read",
                                (absolute ? "/" : "") + written + (written.ends_with('/') ? "**" : "/**")};
        auto rule = absolute || written.starts_with("~/")
                        ? import::nested(rule_behavior::allow, {}, below, source)
                        : import::left_out(rule_behavior::allow, {}, "Read", "expected `/` or `~/` in front");
        rule.written = fmt::format("{} {}", key_more_folders, written);
        into.rules.push_back(std::move(rule));
    }
}

}  // namespace

brought_rules import::claude(std::string_view settings, const settings_source& source) {
    brought_rules made;
    const std::string text(settings);
    const auto member = json_settings::value_in(text, {key_permissions});
    if (!member) return made;
    const auto value = parse_scanned(*member);
    if (!value.is_object()) throw unfit_settings(fmt::format("{}: expected an object", key_permissions));
    const auto& permissions = value.get_object();
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow})
        for (auto& written : texts_of(permissions, behavior))
            made.rules.push_back(brought(behavior, std::move(written), source));
    read_mode(permissions, source, made);
    read_more_folders(permissions, source, made);
    return made;
}

}  // namespace assent::cli
