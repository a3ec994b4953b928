#include "authority_fields.hpp"
#include "call_fields.hpp"
#include "factors.hpp"
#include "guard_reading.hpp"
#include "protected_places.hpp"

#include <assent/domain/judgement/guard.hpp>
#include <assent/domain/rules/path_place.hpp>

#include <optional>
#include <utility>

namespace assent {
namespace {

bool is_set(const tool_call& call, std::string_view name, std::string& scratch) {
    const auto field = call.input.field(name, scratch);
    if (field.what == field_view::kind::absent) return false;
    if (field.what == field_view::kind::string) return true;
    const auto value = call.input.value_of(name);
    return !value || !value->is_bool() || value->get_bool();
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

// All that is found, in the order in which it is looked for.
class findings {
public:
    void add(factor what, std::string_view field) {
        if (!found_.why) found_.why = shared_factor(what);
        found_.fields.emplace_back(field);
    }
    [[nodiscard]] guard_finding take() { return std::move(found_); }

private:
    guard_finding found_;
};

void look_for_authority(const tool_call& call, const tool_definition* definition, std::string& scratch,
                        findings& into) {
    for (std::size_t at = 0; at < call.input.size(); ++at) {
        const auto name = call.input.name_at(at);
        if ((names_unfettering(name) && is_set(call, name, scratch)) ||
            (names_working_directory(name, definition) && leads_out_of_cwd(call, name, scratch)))
            into.add(factor::widened_authority, name);
    }
}

std::optional<factor> guarded_place(std::string_view path, bool writes) {
    if (names_process_files(path)) return factor::process_files;
    if (writes && names_protected_place(path, false)) return factor::protected_place;
    return std::nullopt;
}

std::optional<factor> guarded_path(const field_view& field, std::string_view cwd, bool writes) {
    if (field.what != field_view::kind::string)
        return writes ? std::optional(factor::place_unknown) : std::nullopt;
    if (const auto found = guarded_place(field.text, writes)) return found;
    const bool relative = !field.text.starts_with('/');
    if (writes && relative && names_protected_place(cwd, false)) return factor::protected_place;
    return std::nullopt;
}

}  // namespace

guard_finding guard(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    findings found;
    look_for_authority(call, definition, scratch, found);
    const auto look_at = [&](std::string_view name, field_kind kind, const field_view& field) {
        std::optional<factor> what;
        if (kind == field_kind::command)
            what = field.what == field_view::kind::string ? guarded_command(field.text, call.cwd)
                                                          : factor::unreadable_command;
        if (kind == field_kind::path) what = guarded_path(field, call.cwd, may_write(definition));
        // A link may lead there too.
        if (kind == field_kind::path && !what)
            if (const auto target = target_of(call, name); target.known)
                what = guarded_place(target.path, may_write(definition));
        if (what) found.add(*what, name);
        return true;
    };
    each_field(call, definition, scratch, look_at);
    return found.take();
}

}  // namespace assent
