#include "call_look.hpp"

#include "call_fields.hpp"
#include "command_look.hpp"
#include "factors.hpp"
#include "field_guard.hpp"
#include "field_risks.hpp"
#include "kin_rules.hpp"
#include "tool_verbs.hpp"

#include <algorithm>
#include <cstddef>

namespace assent {
namespace {

// An assessment that only ever rises.
class rising_assessment {
public:
    rising_assessment(risk_assessment& assessment, const tool_definition* definition)
        : assessment_(assessment) {
        assessment_.level = definition != nullptr ? definition->risk : risk_level::high;
        assessment_.safety = definition != nullptr ? definition->safety : safety_class::confirm;
    }

    void add(factor which) { add(which, level_of(which)); }
    void add(factor which, risk_level level) {
        const auto index = static_cast<std::size_t>(which);
        if (added_[index]) return;
        added_.set(index);
        assessment_.level = std::max(assessment_.level, level);
        assessment_.safety = std::max(assessment_.safety, safety_of(which));
        assessment_.factors.push_back(shared_factor(which));
    }

private:
    risk_assessment& assessment_;
    factor_bits added_{};
};

// What is risky about the tool itself.
void look_at_tool(const tool_call& call, const tool_definition* definition, rising_assessment& risk) {
    if (definition == nullptr) risk.add(factor::unknown_tool);
    if (runs_commands(definition))
        risk.add(factor::runs_commands,
                 definition->risk_from_policy ? definition->risk : level_of(factor::runs_commands));
    const bool only_name = definition == nullptr || definition->kind == tool_kind::other;
    if (only_name && irreversible_by_verb(call.tool_name)) risk.add(factor::irreversible_verb);
}

// What is found in the fields of one call.
struct field_look {
    explicit field_look(guard_finding& into) noexcept : guarded(into) {}

    guard_findings guarded;
    factor_list risks;
};

void look_at_field(const tool_call& call, const tool_definition* definition, field_kind kind,
                   const field_reading& field, field_look& found) {
    const auto name = field.name();
    const bool writes = may_write(definition);
    std::optional<factor> guarded;
    if (kind == field_kind::url) found.risks.add(factor::network);
    if (kind == field_kind::command && field.what() == field_view::kind::string) {
        const command_look look = look_at_command(field, call.cwd);
        found.risks.add(look.risks);
        if (look.guarded) found.guarded.add(*look.guarded, name, look.words);
        if (holds_unread_text(definition, name)) guarded = factor::unreadable_command;
    } else if (kind == field_kind::command) {
        guarded = factor::unreadable_command;
        found.risks.add(factor::unreadable_command);
    } else if (kind == field_kind::path) {
        const path_target target = target_of(call, name);
        guarded = guarded_path(field, target, call.cwd, writes);
        look_at_path(field, target, call.cwd, writes, found.risks);
    }
    if (guarded) found.guarded.add(*guarded, name);
}

}  // namespace

void look_at(const call_reading& reading, const tool_definition* definition, std::string& scratch,
             guard_finding& guarded, risk_assessment& assessment) {
    const tool_call& call = reading.call();
    field_look found(guarded);
    look_for_authority(reading, definition, scratch, found.guarded);
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        look_at_field(call, definition, kind, field, found);
        return true;
    });
    look_at_search(call, definition, scratch, found.risks);

    rising_assessment risk(assessment, definition);
    look_at_tool(call, definition, risk);
    if (const auto first = found.guarded.first(); first && *first != factor::runs_others) risk.add(*first);
    for (const factor each : found.risks) risk.add(each);
}

call_look look_at(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    call_look made;
    look_at(call_reading(call), definition, scratch, made.guarded, made.risk);
    return made;
}

}  // namespace assent
