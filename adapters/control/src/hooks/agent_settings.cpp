#include <assent/adapters/control/hooks/agent_settings.hpp>

#include "../wire/envelope.hpp"

#include <assent/adapters/control/json/json_scan.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace assent {
namespace {

constexpr std::string_view key_variables = "env";
constexpr std::array<std::string_view, 5> words_for_off{"", "0", "false", "no", "off"};

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view space_bytes = " \t\r\n\v\f";

enum class reading : unsigned char { none, object, in_doubt };

// Looks at the members of a text that may be an object.
reading enter(json_scanner& scanner, std::string_view text) {
    const json_flaw flaw = scanner.scan(text, json_scanner::duplicates::outermost).flaw;
    if (flaw == json_flaw::syntax) return reading::none;
    if (fatal(flaw)) return reading::in_doubt;
    return scanner.kind() == json_kind::object ? reading::object : reading::none;
}

// An object with a key twice counts as what it mentions.
bool mentions(std::string_view text) { return text.find(hookless_variable) != std::string_view::npos; }

bool variables_switch(std::string_view variables) {
    json_scanner members;
    const reading read = enter(members, variables);
    if (read != reading::object) return read == reading::in_doubt && mentions(variables);
    const auto* value = members.find(hookless_variable);
    if (value == nullptr || value->kind == json_kind::null) return false;
    text_store texts;
    return switched_on(envelope::is_string(value) ? envelope::text_of(*value, texts) : value->value);
}

}  // namespace

bool switched_on(std::string_view value) {
    const auto from = value.find_first_not_of(space_bytes);
    std::string word(from == std::string_view::npos
                         ? std::string_view()
                         : value.substr(from, value.find_last_not_of(space_bytes) + 1 - from));
    std::transform(word.begin(), word.end(), word.begin(), [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
    });
    return std::find(words_for_off.begin(), words_for_off.end(), word) == words_for_off.end();
}

bool settings_switch_hooks_off(std::string_view settings) {
    if (settings.starts_with(byte_order_mark)) settings.remove_prefix(byte_order_mark.size());
    json_scanner members;
    const reading read = enter(members, settings);
    if (read != reading::object) return read == reading::in_doubt && mentions(settings);
    const auto* variables = members.find(key_variables);
    return variables != nullptr && variables_switch(variables->value);
}

bool request_switches_hooks_off(std::string_view frame) {
    json_scanner members, request;
    if (enter(members, frame) != reading::object) return false;
    const auto* asked = members.find(envelope::request);
    if (asked == nullptr || enter(request, asked->value) != reading::object) return false;
    const auto all = request.members();
    return std::any_of(all.begin(), all.end(), [](const json_member& member) {
        return settings_switch_hooks_off(member.value) || variables_switch(member.value);
    });
}

}  // namespace assent
