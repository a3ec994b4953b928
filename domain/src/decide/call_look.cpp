#include "call_look.hpp"

#include "../facts/protected_places.hpp"
#include "../rules/kin_rules.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/display_beginning.hpp"
#include "../tools/factors.hpp"
#include "call_fields.hpp"
#include "command_look.hpp"

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/guard.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/tools/risk.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <span>

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
    each_field(reading, definition,
               [&](field_kind kind, const field_reading&) { found = found || kind == field_kind::command; });
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
    if (writes && relative && places_in_folder(cwd).protected_place) return factor::protected_place;
    return std::nullopt;
}

// All that the guard finds, in the order in which it is looked for.
class guard_findings {
public:
    explicit guard_findings(guard_finding& into) noexcept : found_(into) {}

    // \param words  of a command, in which alone it was found
    void add(factor what, std::string_view field, std::span<const std::string> words = {}) {
        const bool first = !first_;
        if (!first_ || *first_ == factor::runs_others) first_ = what;
        found_.why = shared_factor(*first_);
        found_.fields.emplace_back(field);
        found_.only_runs_others = first && what == factor::runs_others;
        found_.words.clear();
        // Words say all of it where nothing else was found.
        if (first) found_.words.assign(words.begin(), words.end());
    }
    void add_unread() { found_.unread = true; }
    // What was found first.
    [[nodiscard]] std::optional<factor> first() const noexcept { return first_; }

private:
    guard_finding& found_;
    std::optional<factor> first_;
};

// Looks at all fields that widen authority.
void look_for_authority(const call_reading& reading, const tool_definition* definition, std::string& scratch,
                        guard_findings& into) {
    const tool_call& call = reading.call();
    for (const auto& named : reading.named_fields()) {
        if ((named.role == field_role::unfetters && is_set(call, named.name, scratch)) ||
            (is_working_directory(named.role, definition) && leads_out_of_cwd(call, named.name, scratch)) ||
            (named.role == field_role::surroundings && gives_something(call, named.name, scratch) &&
             holds_command(reading, definition)))
            into.add(factor::widened_authority, named.name);
    }
}

// What the guard finds in a path, or where that leads.
std::optional<factor> guarded_path(const field_reading& field, const path_target& target,
                                   std::string_view cwd, bool writes) {
    auto found = guarded_text(field, cwd, writes);
    // A link may lead there too.
    if (!found && target.known) found = guarded_place(target.path, writes);
    return found;
}

// By its text, or by a link in it.
bool leads_to_gate(const field_reading& field, const path_target& target, std::string_view cwd,
                   std::span<const std::string> own_places) {
    if (target.known && (places_in(target.path).gate_place || is_own_place(target.path, own_places)))
        return true;
    if (field.what() != field_view::kind::string) return false;
    if (!own_places.empty() && is_own_place(normal_path(field.text(), cwd), own_places)) return true;
    const bool relative = !field.text().starts_with('/');
    return places_in(field.text()).gate_place || (relative && places_in_folder(cwd).gate_place);
}

// Factors in the order in which they were found.
using factor_list = boost::container::small_vector<factor, 8>;

// For tools that look, a path that ends in `/` or begins with `./` is as good as one that does not.
std::string_view tidied(std::string_view path) noexcept {
    if (path == "." || path == "./") return {};
    if (path.starts_with("./")) path.remove_prefix(2);
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return path;
}

std::optional<factor> risk_of_place(std::string_view path, std::string_view cwd, bool writes) {
    if (!writes) {
        path = tidied(path);
        if (path.empty()) return std::nullopt;
    }
    // A relative path lies below the working directory, whichever that is.
    const bool relative = !path.starts_with('/');
    switch (place_of(path, relative && cwd.empty() ? std::string_view("/") : cwd)) {
        case path_place::inside: return std::nullopt;
        case path_place::inside_hidden: return factor::hidden_path;
        case path_place::outside: return writes ? factor::writes_outside : factor::reads_outside;
        case path_place::unknown: break;
    }
    return factor::place_unknown;
}

// Whether the text before the first `/` is one list of plain names, as in `{src,tests}/**`.
bool lists_plain_names(std::string_view head) noexcept {
    if (!head.starts_with('{') || !head.ends_with('}')) return false;
    head = head.substr(1, head.size() - 2);
    return std::ranges::all_of(
        head, [](char byte) { return detail::name_letter(byte) || byte == '-' || byte == ','; });
}

// Whether a search pattern may lead up, or to the root, in a way that its beginning does not show:
// `{/etc,x}/*`.
bool may_lead_anywhere(std::string_view pattern) noexcept {
    name_run run(pattern);
    while (run.next()) {
        if (run.name() == "..") return true;
        // `src/{.,x}./*`
        const bool beside_choice =
            std::string_view("{}()[]|,\\").find(run.before()) != std::string_view::npos;
        if (run.name() == "." && beside_choice) return true;
    }
    const auto slash = pattern.find('/');
    if (slash == std::string_view::npos) return false;
    const auto head = pattern.substr(0, slash);
    return head.find_first_of("{[(\\$") != std::string_view::npos && !lists_plain_names(head);
}

// The folder in which a search pattern such as `/etc/*.conf` begins to look; empty: where the tool is told
// to.
std::string_view folder_of_pattern(std::string_view pattern) noexcept {
    if (!pattern.starts_with('/') && !pattern.starts_with('~')) return {};
    const auto fixed = pattern.substr(0, pattern.find_first_of("*?[{("));
    const auto slash = fixed.rfind('/');
    return slash == std::string_view::npos || slash == 0 ? fixed.substr(0, 1) : fixed.substr(0, slash);
}

void look_at_path_pattern(const field_reading& field, std::string_view cwd, factor_list& risks) {
    if (field.what() != field_view::kind::string) return risks.push_back(factor::place_unknown);
    if (places_in(field.text()).secret) risks.push_back(factor::secret_in_path);
    if (may_lead_anywhere(field.text())) return risks.push_back(factor::place_unknown);
    const auto folder = folder_of_pattern(field.text());
    if (folder.empty()) return;
    if (const auto found = risk_of_place(folder, cwd, false)) risks.push_back(*found);
}

// Where a link leads counts like a path that is written so.
void look_at_target(const path_target& target, bool writes, factor_list& risks) {
    if (target.unresolvable) risks.push_back(factor::place_unknown);
    if (!target.known) return;
    if (places_in(target.path).secret) risks.push_back(factor::secret_in_path);
    // Without a working directory no absolute path has a place: what the text has said about that stands.
    if (target.cwd.empty()) return;
    if (const auto found = risk_of_place(target.path, target.cwd, writes)) risks.push_back(*found);
}

// What makes a path in a field risky, and where that leads.
void look_at_path(const field_reading& field, const path_target& target, std::string_view cwd, bool writes,
                  factor_list& risks) {
    if (field.what() != field_view::kind::string) {
        risks.push_back(factor::place_unknown);
    } else {
        if (places_in(field.text()).secret) risks.push_back(factor::secret_in_path);
        if (const auto found = risk_of_place(field.text(), cwd, writes)) risks.push_back(*found);
    }
    look_at_target(target, writes, risks);
}

// An assessment that only ever rises.
class rising_assessment {
public:
    rising_assessment(risk_assessment& assessment, const tool_definition* definition)
        : assessment_(assessment) {
        assessment_.level = definition != nullptr ? definition->risk : risk_level::high;
        assessment_.safety = definition != nullptr ? definition->safety : safety_class::confirm;
    }
    /// Of a command that only looks, whatever else the tool can run.
    void only_looks(bool risk_from_policy) noexcept {
        if (!risk_from_policy) assessment_.level = risk_level::low;
        if (assessment_.safety == safety_class::confirm) assessment_.safety = safety_class::always_safe;
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
void look_at_tool(const tool_call& call, const tool_definition* definition, bool only_looks,
                  rising_assessment& risk) {
    if (definition == nullptr) risk.add(factor::unknown_tool);
    if (runs_commands(definition) && only_looks)
        risk.only_looks(definition->risk_from_policy);
    else if (runs_commands(definition))
        risk.add(factor::runs_commands,
                 definition->risk_from_policy ? definition->risk : level_of(factor::runs_commands));
    const bool only_name = definition == nullptr || definition->kind == tool_kind::other;
    if (only_name && irreversible_by_verb(call.tool_name)) risk.add(factor::irreversible_verb);
}

// What is found in the fields of one call.
struct field_look {
    field_look(guard_finding& into, const named_folders& named) noexcept : folders(named), guarded(into) {}

    named_folders folders;

    guard_findings guarded;
    factor_list risks;
    std::optional<call_effect> commands{};  // the worst of them
    call_effects effects{};                 // all of them
    command_parts parts{};
    std::string_view parts_field{};
    bool changes_gate = false;
    bool protected_place = false;
    bool in_walled_scratch = false;
    bool confined = true;  // the commands change no more than files below the working directory
};

// Without the wall around what else it does, it does more.
bool needs_wall(const field_reading& field, const tool_call& call, const command_effect& effect,
                const named_folders& folders) {
    if (folders.scratch.empty()) return false;
    const bool names = std::ranges::any_of(field.facts().all(), [&](const fact& noted) {
        return names_scratch_file(noted.text, folders.scratch, call.cwd);
    });
    if (!names || (effect.all() & folders.walled).none()) return false;
    const command_effect without(field.facts(),
                                 known_places{call.repositories, call.paths_of_commands, folders.scratch});
    return without.all() != effect.all();
}

// \return what the command does
call_effect look_at_command_field(const field_reading& field, const tool_call& call, field_look& found) {
    std::optional<command_effect> effect;
    if (field.text().size() <= max_command_bytes) {
        effect.emplace(field.facts(), known_places{call.repositories, call.paths_of_commands,
                                                   found.folders.scratch, found.folders.walled});
        found.in_walled_scratch = found.in_walled_scratch || needs_wall(field, call, *effect, found.folders);
        found.confined = found.confined && effect->confined();
        found.effects |= effect->all();
        if (effect->worst() == call_effect::looks) return effect->worst();
        if (found.parts.empty() && !field.runs().bare()) {
            found.parts = parts_of(field.facts(), *effect, field.command(), call.paths_of_commands);
            found.parts_field = field.name();
        }
    }
    const auto does = effect ? effect->worst() : call_effect::unknown;
    if (effect) found.commands = std::max(found.commands.value_or(call_effect::looks), does);
    const command_look look =
        look_at_command(field, effect ? &*effect : nullptr, call.paths_of_commands, found.folders.own);
    for (std::size_t index = 0; look.risks.any() && index < look.risks.size(); ++index)
        if (look.risks[index]) found.risks.push_back(static_cast<factor>(index));
    if (look.guarded) found.guarded.add(*look.guarded, field.name(), look.words);
    if (look.unread || !effect) found.guarded.add_unread();
    found.changes_gate = found.changes_gate || look.changes_gate;
    found.protected_place = found.protected_place || look.protected_place;
    return does;
}

void look_at_field(const tool_call& call, const tool_definition* definition, field_kind kind,
                   const field_reading& field, field_look& found) {
    const auto name = field.name();
    const bool writes = may_write(definition);
    std::optional<factor> guarded;
    const bool looks_for_secret = kind == field_kind::search &&
                                  (field.what() != field_view::kind::string || seeks_secrets(field.text()));
    if (kind == field_kind::url) {
        found.risks.push_back(factor::network);
        found.effects.set(static_cast<std::size_t>(call_effect::network));
    }
    if (kind == field_kind::glob && !takes_out(field.text()))
        look_at_path_pattern(field, call.cwd, found.risks);
    if (looks_for_secret) found.risks.push_back(factor::secret_in_path);
    if (kind == field_kind::command) {
        const bool is_text = field.what() == field_view::kind::string;
        const bool unread = !is_text || holds_unread_text(definition, name);
        const auto does = is_text ? look_at_command_field(field, call, found) : call_effect::unknown;
        found.commands =
            std::max(found.commands.value_or(call_effect::looks), unread ? call_effect::unknown : does);
        if (unread || does == call_effect::unknown)
            found.effects.set(static_cast<std::size_t>(call_effect::unknown));
        if (unread) guarded = factor::unreadable_command;
        if (unread) found.guarded.add_unread();
        if (!is_text) found.risks.push_back(factor::unreadable_command);
    } else if (kind == field_kind::path) {
        const path_target target = target_of(call, name);
        guarded = guarded_path(field, target, call.cwd, writes);
        found.changes_gate =
            found.changes_gate || (writes && leads_to_gate(field, target, call.cwd, found.folders.own));
        look_at_path(field, target, call.cwd, writes, found.risks);
    }
    if (guarded) found.guarded.add(*guarded, name);
    found.protected_place = found.protected_place || guarded == factor::protected_place;
}

// Whether a tool that edits does so below the working directory, in no hidden folder.
bool edit_in_place(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    if (definition == nullptr || definition->kind != tool_kind::edit || definition->main_field.empty())
        return false;
    const field_view path = call.input.field(definition->main_field, scratch);
    if (path.what != field_view::kind::string || place_of(path.text, call.cwd) != path_place::inside)
        return false;
    const auto target = target_of(call, definition->main_field);
    return !target.unresolvable && (!target.known || place_of(target.path, target.cwd) == path_place::inside);
}

// Whether a tool edits a file in a folder for temporary files.
bool is_in_scratch(const tool_call& call, const tool_definition* definition,
                   std::span<const std::string> folders, std::string& scratch) {
    if (folders.empty() || definition == nullptr || definition->kind != tool_kind::edit ||
        definition->main_field.empty())
        return false;
    const field_view path = call.input.field(definition->main_field, scratch);
    if (path.what != field_view::kind::string || !names_scratch_file(path.text, folders, call.cwd))
        return false;
    const auto target = target_of(call, definition->main_field);
    return !target.unresolvable && (!target.known || names_scratch_file(target.path, folders, target.cwd));
}

// Where a tool works, as far as that decides what it does.
struct place_of_work {
    bool in_place = false;    // below the working directory, in no hidden folder
    bool in_scratch = false;  // in a folder for temporary files
};

// What a tool does that runs no command, by its kind and what its input names.
call_effect effect_of_kind(tool_kind kind, const field_look& found, place_of_work at) {
    const auto has = [&](factor which) { return std::ranges::find(found.risks, which) != found.risks.end(); };
    switch (kind) {
        case tool_kind::read:
        case tool_kind::search:
            if (has(factor::secret_in_path)) return call_effect::secret;
            if (found.guarded.first()) return call_effect::unknown;
            return has(factor::reads_outside) || has(factor::place_unknown) ? call_effect::looks_outside
                                                                            : call_effect::looks;
        case tool_kind::edit:
            return found.guarded.first() || (has(factor::writes_outside) && !at.in_scratch) ||
                           has(factor::place_unknown)
                       ? call_effect::escapes
                   : at.in_place || at.in_scratch ? call_effect::edits
                                                  : call_effect::changes;
        case tool_kind::remove: return call_effect::destroys;
        case tool_kind::fetch: return call_effect::network;
        case tool_kind::interact: return call_effect::looks;
        case tool_kind::agent:
        case tool_kind::execute:
        case tool_kind::other: break;
    }
    return call_effect::unknown;
}

call_effects effects_of(const tool_definition* definition, const field_look& found, place_of_work at) {
    call_effects all = found.effects;
    const auto kind = definition == nullptr ? tool_kind::other : definition->kind;
    const auto add = [&](call_effect each) { all.set(static_cast<std::size_t>(each)); };
    if (found.commands && all.none()) add(*found.commands);
    // A tool that edits may have a command beside.
    if (!found.commands || kind != tool_kind::execute) add(effect_of_kind(kind, found, at));
    return all;
}

class standard_classifier final : public risk_classifier {
public:
    risk_assessment classify(const tool_call& call, const tool_definition* definition,
                             std::string& scratch) const override {
        try {
            return look_at(call, definition, scratch).risk;
        } catch (const std::exception&) {
            // Out of memory: what cannot be judged is not called harmless.
            return {};
        }
    }
};

}  // namespace

call_does look_at(const call_reading& reading, const tool_definition* definition,
                  const named_folders& folders, std::string& scratch, guard_finding& guarded,
                  risk_assessment& assessment) {
    const tool_call& call = reading.call();
    field_look found(guarded, folders);
    look_for_authority(reading, definition, scratch, found.guarded);
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        look_at_field(call, definition, kind, field, found);
    });

    rising_assessment risk(assessment, definition);
    look_at_tool(call, definition, found.commands == call_effect::looks, risk);
    if (const auto first = found.guarded.first(); first && *first != factor::runs_others) risk.add(*first);
    for (const factor each : found.risks) risk.add(each);
    const bool unguarded = !found.guarded.first();
    const bool in_place = edit_in_place(call, definition, scratch);
    const bool in_scratch = is_in_scratch(call, definition, folders.scratch, scratch);
    const bool command_edits = unguarded && found.commands == call_effect::edits && found.confined;
    return {.effects = effects_of(definition, found, {in_place, in_scratch}),
            .changes_gate = found.changes_gate,
            .protected_place = found.protected_place || found.changes_gate,
            .in_walled_scratch = found.in_walled_scratch,
            .edits_in_place = in_place || command_edits,
            .parts = std::move(found.parts),
            .parts_field = found.parts_field};
}

call_look look_at(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    call_look made;
    look_at(call_reading(call), definition, {}, scratch, made.guarded, made.risk);
    return made;
}

guard_finding guard(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    return look_at(call, definition, scratch).guarded;
}

std::string text_of(const guard_finding& found) {
    constexpr std::size_t max_words_shown = 4;
    constexpr std::size_t max_characters_shown = 80;
    std::string text = found.why->text;
    for (std::size_t each = 0; each < std::min(found.words.size(), max_words_shown); ++each)
        text.append(each == 0 ? ": `" : ", `")
            .append(detail::display_beginning(found.words[each], max_characters_shown).text)
            .append("`");
    if (found.words.size() > max_words_shown) text += ", ...";
    return text;
}

std::shared_ptr<const risk_classifier> standard_risk_classifier() {
    static const auto shared = std::make_shared<const standard_classifier>();
    return shared;
}

}  // namespace assent
