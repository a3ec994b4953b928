#include "kin_rules.hpp"

#include <assent/domain/tool_call.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace assent {
namespace {

enum class text_of_field : unsigned char { shown, hidden };

// An input with one field under another name.
class renamed_input final : public tool_input {
public:
    renamed_input(const tool_input& input, const tool_kin& kin, text_of_field text) noexcept
        : input_(input), kin_(kin), text_(text) {}

    field_view field(std::string_view name, std::string& scratch) const override {
        auto found = input_.field(given(name), scratch);
        const bool hidden = text_ == text_of_field::hidden && renamed(name);
        if (hidden && found.what != field_view::kind::absent) found = {field_view::kind::other, {}};
        return found;
    }
    std::optional<json_value> value_of(std::string_view name) const override {
        return input_.value_of(given(name));
    }
    std::size_t size() const noexcept override { return input_.size(); }
    std::string_view name_at(std::size_t index) const noexcept override {
        const auto name = input_.name_at(index);
        return !kin_.field.empty() && name == kin_.field ? std::string_view(kin_.as) : name;
    }
    std::string_view raw() const noexcept override { return input_.raw(); }
    std::shared_ptr<const kept_input> retain() const override {
        json_object members;
        for (std::size_t at = 0; at < size(); ++at)
            if (auto value = value_of(name_at(at))) members.emplace(name_at(at), std::move(*value));
        return make_input(std::move(members));
    }

private:
    [[nodiscard]] bool renamed(std::string_view name) const noexcept {
        return !kin_.field.empty() && name == kin_.as;
    }
    [[nodiscard]] std::string_view given(std::string_view name) const noexcept {
        return renamed(name) ? std::string_view(kin_.field) : name;
    }

    const tool_input& input_;
    const tool_kin& kin_;
    text_of_field text_;
};

resolved_paths renamed_paths(const resolved_paths& paths, const tool_kin& kin) {
    resolved_paths made = paths;
    for (auto& each : made)
        if (!kin.field.empty() && each.field == kin.field) each.field = kin.as;
    return made;
}

// The same use, as another tool would make it.
class use_of_kin {
public:
    use_of_kin(const call_reading& call, const tool_kin& kin, std::string_view tool, text_of_field text)
        : input_(call.call().input, kin, text),
          paths_(call.call().resolved == nullptr ? resolved_paths()
                                                 : renamed_paths(*call.call().resolved, kin)),
          call_{.tool_name = tool,
                .input = input_,
                .cwd = call.call().cwd,
                .resolved = call.call().resolved == nullptr ? nullptr : &paths_,
                .resolved_cwd = call.call().resolved_cwd},
          reading_(call_, call.switches()) {}
    use_of_kin(const use_of_kin&) = delete;
    use_of_kin& operator=(const use_of_kin&) = delete;

    [[nodiscard]] const call_reading& reading() const noexcept { return reading_; }

private:
    renamed_input input_;
    resolved_paths paths_;
    tool_call call_;
    call_reading reading_;
};

// Calls `visit(const tool_kin&, const call_reading&)` for each way in which a call is a use of other tools.
template <class Visit>
void each_use(const call_reading& call, const tool_definition* definition, const Visit& visit) {
    if (definition == nullptr) return;
    std::string scratch;
    for (const auto& kin : definition->kin) {
        const bool about_nothing = !kin.field.empty() && call.call().input.field(kin.field, scratch).what ==
                                                             field_view::kind::absent;
        if (about_nothing && !kin.whole) continue;
        visit(kin, use_of_kin(call, kin, kin.tool, text_of_field::shown).reading());
        if (!kin.unread) continue;
        for (const std::string_view tool : {std::string_view(kin.tool), call.tool_name()})
            visit(kin, use_of_kin(call, kin, tool, text_of_field::hidden).reading());
    }
}

bool counts(const permission_rule& rule, const tool_kin& kin) {
    if (kin.whole) return true;
    const auto fields = rule.fields();
    return std::any_of(fields.begin(), fields.end(), [&](const auto& each) { return each.name == kin.as; });
}

void add(const rule_pointer& sure, const rule_pointer& doubt, rule_pointer& sure_so_far,
         rule_pointer& doubt_so_far) {
    if (!sure_so_far && sure) doubt_so_far = nullptr;
    if (!sure_so_far) sure_so_far = sure;
    if (!sure_so_far && !doubt_so_far) doubt_so_far = doubt;
}

}  // namespace

void add_rules_of_kin(rule_findings& found, const rule_set& rules, const call_reading& call,
                      const tool_definition* definition) {
    if (definition == nullptr || definition->kin.empty()) return;
    if (rules.size(rule_behavior::deny) + rules.size(rule_behavior::ask) == 0) return;
    each_use(call, definition, [&](const tool_kin& kin, const call_reading& use) {
        const rule_filter of_kin = [&](const permission_rule& rule) { return counts(rule, kin); };
        rule_findings more;
        rules.match_deny_and_ask(use, &of_kin, more);
        add(more.deny, more.deny_doubt, found.deny, found.deny_doubt);
        add(more.ask, more.ask_doubt, found.ask, found.ask_doubt);
    });
}

rule_match match_as_kin(const permission_rule& rule, const call_reading& call,
                        const tool_definition* definition) {
    auto sum = rule_match::no;
    if (rule.behavior() == rule_behavior::allow) return sum;
    each_use(call, definition, [&](const tool_kin& kin, const call_reading& use) {
        if (sum != rule_match::yes && counts(rule, kin))
            if (const auto match = rule.match(use); match != rule_match::no) sum = match;
    });
    return sum;
}

bool holds_unread_text(const tool_definition* definition, std::string_view field) noexcept {
    return definition != nullptr &&
           std::any_of(definition->kin.begin(), definition->kin.end(),
                       [&](const tool_kin& kin) { return kin.unread && kin.field == field; });
}

}  // namespace assent
