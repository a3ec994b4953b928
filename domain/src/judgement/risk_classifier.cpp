#include "call_fields.hpp"
#include "factors.hpp"
#include "protected_places.hpp"
#include "risky_commands.hpp"

#include <assent/domain/judgement/guard.hpp>
#include <assent/domain/judgement/risk.hpp>
#include <assent/domain/rules/path_place.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>

namespace assent {
namespace {

// An assessment that only ever rises.
class rising_assessment {
public:
    explicit rising_assessment(const tool_definition* definition) {
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
    void add(factor_bits several) {
        for (std::size_t index = 0; index < several.size(); ++index)
            if (several[index]) add(static_cast<factor>(index));
    }
    // What the guard found: one of the shared factors.
    void add(const guard_finding& found) {
        for (std::size_t index = 0; found && index < factor_count; ++index)
            if (shared_factor(static_cast<factor>(index)) == found.why) add(static_cast<factor>(index));
    }

    [[nodiscard]] risk_assessment take() { return std::move(assessment_); }

private:
    risk_assessment assessment_{};
    factor_bits added_{};
};

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
    return std::all_of(head.begin(), head.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
               byte == '_' || byte == '-' || byte == ',';
    });
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

void look_at_path_pattern(const tool_call& call, std::string_view name, std::string& scratch,
                          rising_assessment& risk) {
    const auto field = call.input.field(name, scratch);
    if (field.what == field_view::kind::absent) return;
    if (field.what == field_view::kind::other) {
        const auto value = call.input.value_of(name);
        if (!value || !value->is_null()) risk.add(factor::place_unknown);
        return;
    }
    if (names_secret(field.text, false)) risk.add(factor::secret_in_path);
    if (may_lead_anywhere(field.text)) return risk.add(factor::place_unknown);
    const auto folder = folder_of_pattern(field.text);
    if (folder.empty()) return;
    if (const auto found = risk_of_place(folder, call.cwd, false)) risk.add(*found);
}

constexpr std::string_view files_to_search = "glob";

// Whether the tool looks for text: in the files that another field names.
bool searches_text(const tool_definition& definition) noexcept {
    const auto* const properties = definition.parameters.if_contains("properties");
    return properties != nullptr && properties->is_object() &&
           properties->get_object().contains(files_to_search);
}

void look_at_search(const tool_call& call, const tool_definition* definition, std::string& scratch,
                    rising_assessment& risk) {
    if (definition == nullptr || definition->kind != tool_kind::search) return;
    look_at_path_pattern(call, files_to_search, scratch, risk);
    const std::string_view main = definition->main_field;
    if (main.empty() || main == files_to_search || searches_text(*definition)) return;
    look_at_path_pattern(call, main, scratch, risk);
}

void look_at_field(field_kind kind, const field_view& field, std::string_view cwd, bool writes,
                   rising_assessment& risk) {
    const bool text = field.what == field_view::kind::string;
    if (kind == field_kind::url) risk.add(factor::network);
    if (kind == field_kind::command && text) risk.add(risks_of_command(field.text));
    if (kind == field_kind::command && !text) risk.add(factor::unreadable_command);
    if (kind != field_kind::path) return;
    if (!text) return risk.add(factor::place_unknown);
    if (names_secret(field.text, false)) risk.add(factor::secret_in_path);
    if (const auto found = risk_of_place(field.text, cwd, writes)) risk.add(*found);
}

// Where a link leads counts like a path that is written so.
void look_at_target(const path_target& target, bool writes, rising_assessment& risk) {
    if (target.unresolvable) risk.add(factor::place_unknown);
    if (!target.known) return;
    if (names_secret(target.path, false)) risk.add(factor::secret_in_path);
    // Without a working directory no absolute path has a place: what the text has said about that stands.
    if (target.cwd.empty()) return;
    if (const auto found = risk_of_place(target.path, target.cwd, writes)) risk.add(*found);
}

class standard_classifier final : public risk_classifier {
public:
    risk_assessment classify(const tool_call& call, const tool_definition* definition,
                             std::string& scratch) const override {
        try {
            return judge(call, definition, scratch);
        } catch (const std::exception&) {
            // Out of memory: what cannot be judged is not called harmless.
            return {};
        }
    }

private:
    static risk_assessment judge(const tool_call& call, const tool_definition* definition,
                                 std::string& scratch) {
        rising_assessment risk(definition);
        if (definition == nullptr) risk.add(factor::unknown_tool);
        if (runs_commands(definition))
            risk.add(factor::runs_commands,
                     definition->risk_from_policy ? definition->risk : level_of(factor::runs_commands));
        const bool only_name = definition == nullptr || definition->kind == tool_kind::other;
        if (only_name && safety_by_verb(call.tool_name) == safety_class::always_confirm)
            risk.add(factor::irreversible_verb);
        risk.add(guard(call, definition, scratch));
        const bool writes = may_write(definition);
        each_field(call, definition, scratch,
                   [&](std::string_view name, field_kind kind, const field_view& field) {
                       look_at_field(kind, field, call.cwd, writes, risk);
                       if (kind == field_kind::path) look_at_target(target_of(call, name), writes, risk);
                       return true;
                   });
        look_at_search(call, definition, scratch, risk);
        return risk.take();
    }
};

}  // namespace

std::shared_ptr<const risk_classifier> standard_risk_classifier() {
    static const auto shared = std::make_shared<const standard_classifier>();
    return shared;
}

}  // namespace assent
