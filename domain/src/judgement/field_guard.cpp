#include "field_guard.hpp"

#include "authority_fields.hpp"
#include "call_fields.hpp"
#include "protected_places.hpp"

#include <assent/domain/rules/path_place.hpp>

#include <cstddef>

namespace assent {
namespace {

bool is_set(const tool_call& call, std::string_view name, std::string& scratch) {
    const auto field = call.input.field(name, scratch);
    if (field.what == field_view::kind::absent) return false;
    if (field.what == field_view::kind::string) return true;
    const auto value = call.input.value_of(name);
    return !value || !value->is_bool() || value->get_bool();
}

// An empty one leaves everything as it is.
bool gives_something(const tool_call& call, std::string_view name, std::string& scratch) {
    const auto field = call.input.field(name, scratch);
    if (field.what == field_view::kind::string) return !field.text.empty();
    const auto value = call.input.value_of(name);
    if (!value || value->is_null()) return false;
    if (value->is_bool()) return value->get_bool();
    if (value->is_object()) return !value->get_object().empty();
    return !value->is_array() || !value->get_array().empty();
}

bool holds_command(const call_reading& reading, const tool_definition* definition) {
    if (runs_commands(definition)) return true;
    bool found = false;
    each_field(reading, definition, [&](field_kind kind, const field_reading&) {
        found = found || kind == field_kind::command;
        return !found;
    });
    return found;
}

bool inside(std::string_view path, std::string_view cwd) {
    const auto place = place_of(path, cwd);
    return place == path_place::inside || place == path_place::inside_hidden;
}

// By its text, or by a link in it; one of which that cannot be found out may do so.
bool leads_out_of_cwd(const tool_call& call, std::string_view name, std::string& scratch) {
    const auto field = call.input.field(name, scratch);
    if (field.what == field_view::kind::absent) return false;
    if (field.what == field_view::kind::string) {
        if (!inside(field.text, call.cwd)) return true;
        const auto target = target_of(call, name);
        return target.unresolvable || (target.known && !inside(target.path, target.cwd));
    }
    const auto value = call.input.value_of(name);
    return !value || !value->is_null();
}

std::optional<factor> guarded_place(std::string_view path, bool writes) {
    const auto named = places_in(path);
    if (named.process_files) return factor::process_files;
    if (writes && named.protected_place) return factor::protected_place;
    return std::nullopt;
}

std::optional<factor> guarded_text(const field_reading& field, std::string_view cwd, bool writes) {
    if (field.what() != field_view::kind::string)
        return writes ? std::optional(factor::place_unknown) : std::nullopt;
    if (const auto found = guarded_place(field.text(), writes)) return found;
    const bool relative = !field.text().starts_with('/');
    if (writes && relative && places_in(cwd).protected_place) return factor::protected_place;
    return std::nullopt;
}

// The names of most fields that are known say what they are.
bool surely_no_authority(std::string_view name) noexcept {
    return known_field_at(name) != known_fields.size() && name != "directory";
}

}  // namespace

void guard_findings::add(factor what, std::string_view field) { add(what, field, {}); }

void guard_findings::add(factor what, std::string_view field, std::span<const std::string> words) {
    const bool first = !first_;
    if (!first_ || *first_ == factor::runs_others) first_ = what;
    found_.why = shared_factor(*first_);
    found_.fields.emplace_back(field);
    found_.only_runs_others = first && what == factor::runs_others;
    // Words say all of it where nothing else was found.
    if (first)
        found_.words.assign(words.begin(), words.end());
    else
        found_.words.clear();
}

void look_for_authority(const call_reading& reading, const tool_definition* definition, std::string& scratch,
                        guard_findings& into) {
    const tool_call& call = reading.call();
    for (std::size_t at = 0; at < call.input.size(); ++at) {
        const auto name = call.input.name_at(at);
        if (surely_no_authority(name)) continue;
        if ((names_unfettering(name) && is_set(call, name, scratch)) ||
            (names_working_directory(name, definition) && leads_out_of_cwd(call, name, scratch)) ||
            (names_surroundings(name) && gives_something(call, name, scratch) &&
             holds_command(reading, definition)))
            into.add(factor::widened_authority, name);
    }
}

std::optional<factor> guarded_path(const field_reading& field, const path_target& target,
                                   std::string_view cwd, bool writes) {
    auto found = guarded_text(field, cwd, writes);
    // A link may lead there too.
    if (!found && target.known) found = guarded_place(target.path, writes);
    return found;
}

}  // namespace assent
