#include <assent/domain/rules/call_reading.hpp>

#include <assent/domain/tools/known_fields.hpp>

#include <algorithm>

namespace assent {
namespace {

const rule_switches no_switches{};

}  // namespace

field_reading::field_reading(const tool_call& call, const rule_switches& switches, std::string_view name,
                             bool holds_code)
    : call_(&call),
      switches_(&switches),
      name_(name),
      view_(call.input.field(name, unescaped_)),
      holds_code_(holds_code) {}

field_reading::field_reading(const tool_call& call, const rule_switches& switches, std::string_view name,
                             std::string_view element)
    : call_(&call),
      switches_(&switches),
      name_(name),
      unescaped_(element),
      view_{field_view::kind::string, unescaped_} {}

const std::optional<json_value>& field_reading::value() const {
    if (!value_) value_.emplace(call_->input.value_of(name_));
    return *value_;
}

const shell_command& field_reading::command() const {
    if (command_) return *command_;
    // Its words have been found then.
    if (runs_ && runs_->bare()) return command_.emplace(text(), (*runs_)[0], *switches_);
    return command_.emplace(text(), *switches_);
}

const shell_runs& field_reading::runs() const {
    if (!runs_) runs_.emplace(text(), holds_code_);
    return *runs_;
}

const command_facts& field_reading::facts() const {
    if (!facts_) facts_.emplace(runs(), call_->cwd);
    return *facts_;
}

const path_reading& field_reading::path() const {
    if (path_) return *path_;
    static const resolved_path nowhere;
    const resolved_path* resolved = nullptr;
    if (call_->resolved != nullptr) {
        const auto found = std::ranges::find(*call_->resolved, name_, &resolved_path::field);
        resolved = found == call_->resolved->end() ? &nowhere : &*found;
    }
    return path_.emplace(text(), call_->cwd, resolved, call_->paths_ignore_case);
}

const url_reading& field_reading::url() const {
    if (!url_) url_.emplace(text());
    return *url_;
}

call_reading::call_reading(const tool_call& call) : call_reading(call, no_switches) {}

const field_reading& call_reading::field(std::string_view name) const {
    for (auto& each : first_) {
        if (!each.field) return each.field.emplace(*call_, *switches_, name, holds_code_);
        if (each.field->name() == name) return *each.field;
    }
    if (!more_) more_.emplace();
    for (const auto& each : *more_)
        if (each.name() == name) return each;
    return more_->emplace_back(*call_, *switches_, name, holds_code_);
}

std::span<const call_reading::named_field> call_reading::named_fields() const {
    for (auto index = named_.size(); index < call_->input.size(); ++index) {
        const auto name = call_->input.name_at(index);
        const auto known = known_field_of(name);
        named_.push_back({name, known.kind, known.role});
    }
    return named_;
}

}  // namespace assent
