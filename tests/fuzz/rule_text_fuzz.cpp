// Input: one letter for the behavior and the form (see `forms`), then a rule as a person or a peer writes it.
//
// A rule that is read can be written in each form that holds it, and reads the same again; where a form
// cannot hold it, it is refused. What comes from the nested dialect goes back to it without covering more.

#include "invariant.hpp"

#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace {

using assent::permission_rule;
using assent::rule_behavior;
using assent::rule_origin;
using assent::fuzz::require;

constexpr auto origin = rule_origin::host;

void check_flat(const permission_rule& rule) {
    std::string text;
    assent::append_flat_rule(text, rule);
    const auto again = assent::parse_rule(text, rule.behavior(), origin);
    require(again.has_value(), "a rule that is written in JSON can be read", text,
            again ? std::string_view() : again.error().message);
    require(again->same_as(rule), "and is the same", text, again->text());
}

// `text()` is for people; where it is the short form, it has to be right all the same.
void check_short(const permission_rule& rule) {
    const auto again = assent::parse_rule(rule.text(), rule.behavior(), origin);
    if (rule.input_pattern().empty() && rule.text() == rule.tool_pattern())
        require(again && again->same_as(rule), "the name of a tool says everything about a bare rule",
                rule.text(), {});
}

void check_nested(const permission_rule& rule) {
    const auto nested = assent::to_nested(rule);
    if (!nested) {
        require(!nested.error().message.empty(), "a rule that is refused is refused with a reason");
        return;
    }
    const auto again = assent::from_nested(*nested, rule.behavior(), origin);
    require(again.has_value(), "what goes to the nested dialect comes back", rule.key(),
            nested->content.value_or("(none)"));
    require(again->same_as(rule), "as the same rule", rule.key(), again->key());
}

void check_from_nested(std::string_view text, rule_behavior behavior) {
    const auto nested = assent::parse_nested(text);
    if (!nested) return;
    const auto written = assent::to_text(*nested);
    const auto again = assent::parse_nested(written);
    require(again && *again == *nested, "a nested rule that is written reads the same", text, written);

    const assent::rule_folders folders{.home = "/home/a", .root = "/srv/b", .cwd = "/srv/b/c"};
    const auto rule = assent::from_nested(*nested, behavior, origin, folders);
    if (!rule) {
        require(!rule.error().message.empty(), "a rule that is refused is refused with a reason");
        return;
    }
    require(rule->behavior() == behavior && rule->origin() == origin, "a rule keeps behavior and origin");
    const bool any = !nested->content || nested->content->empty() || *nested->content == "*";
    require(rule->input_pattern().empty() == any, "a content is never left out", rule->key(), text);
    check_flat(*rule);
    check_nested(*rule);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input = assent::fuzz::as_text(data, size);
    // Behaviors of rules as people write them, then of nested ones.
    constexpr std::string_view forms = "adkADK";
    const auto form = input.empty() ? std::string_view::npos : forms.find(input[0]);
    if (form == std::string_view::npos) return 0;
    constexpr rule_behavior behaviors[] = {rule_behavior::allow, rule_behavior::deny, rule_behavior::ask};
    const auto behavior = behaviors[form % std::size(behaviors)];
    const auto text = input.substr(1);

    if (form >= std::size(behaviors)) {
        check_from_nested(text, behavior);
        return 0;
    }
    const auto rule = assent::parse_rule(text, behavior, origin);
    if (!rule) {
        require(!rule.error().message.empty(), "a rule that is refused is refused with a reason");
        return 0;
    }
    require(rule->behavior() == behavior && rule->origin() == origin, "a rule keeps behavior and origin");
    check_flat(*rule);
    check_short(*rule);
    check_nested(*rule);
    return 0;
}
