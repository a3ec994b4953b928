#include "codex_approvals.hpp"

#include "codex_words.hpp"
#include "object_members.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/frame_rewriting.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace assent {
namespace {

using namespace codex_words;

// Keys may stand in quotes in a path.
std::string_view bare_key(std::string_view part) {
    constexpr std::string_view around = " \t\"'";
    const auto first = part.find_first_not_of(around);
    if (first == std::string_view::npos) return {};
    return part.substr(first, part.find_last_not_of(around) + 1 - first);
}

// What it has to be, as JSON; empty: it is no such setting.
std::string_view value_for(std::string_view key) {
    const auto* const found = std::ranges::find(asking_settings, key, &asking_setting::key);
    return found == asking_settings.end() ? std::string_view() : found->value;
}

// Structs are read from arrays, too: in the order of their members, which have no names there.
bool has_unnamed(std::string_view edits) {
    return edits.starts_with('[') && std::ranges::any_of(elements_of(edits), [](std::string_view element) {
               return !element.starts_with('{');
           });
}

}  // namespace

bool codex_approvals::look_at_setting(std::string_view key, std::string_view value) {
    for (std::string_view rest = key; !rest.empty();) {
        const auto dot = rest.find('.');
        const auto part = bare_key(rest.substr(0, dot));
        const auto wanted = value_for(part);
        const bool last = dot == std::string_view::npos;
        if (part == key_answering_hooks) {
            flaw_ = "`PermissionRequest`: hooks that answer what the client would be asked";
            return true;
        }
        if (!wanted.empty() && !last) {
            flaw_ = "a part of a setting that says when Codex asks";
            return true;
        }
        if (!wanted.empty()) {
            if (value == wanted) return true;
            edits_.replace(value, std::string(wanted));
            replaced_ = true;
            return true;
        }
        rest = last ? std::string_view() : rest.substr(dot + 1);
    }
    return false;
}

void codex_approvals::look_into_object(std::string_view object) {
    json_scanner scanner;
    if (fatal(scanner.scan(object, json_scanner::duplicates::outermost).flaw)) {
        flaw_ = "an object that can be read in two ways";
        return;
    }
    const auto* const path = scanner.find(key_path_in_config);
    std::string scratch;
    const std::string leads(envelope::is_string(path) ? string_text(path->value, scratch)
                                                      : std::string_view());
    // A key with an escape of its own is one that we would not know.
    if (leads.find('\\') != std::string::npos) flaw_ = "`keyPath` with an escape";
    for (const auto& member : scanner.members()) {
        if (member.key == key_edits && has_unnamed(member.value)) flaw_ = "`edits`: expected objects";
        if (member.key == key_config_value && look_at_setting(leads, member.value)) continue;
        if (!look_at_setting(member.key, member.value)) look_at(member.value);
    }
}

void codex_approvals::look_at(std::string_view value) {
    if (value.starts_with('{')) return look_into_object(value);
    if (!value.starts_with('[')) return;
    for (const auto element : elements_of(value)) look_at(element);
}

}  // namespace assent
