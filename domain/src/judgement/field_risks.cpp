#include "field_risks.hpp"

#include "protected_places.hpp"

#include <assent/domain/rules/path_place.hpp>

#include <algorithm>
#include <optional>

namespace assent {
namespace {

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
                          factor_list& risks) {
    const auto field = call.input.field(name, scratch);
    if (field.what == field_view::kind::absent) return;
    if (field.what == field_view::kind::other) {
        const auto value = call.input.value_of(name);
        if (!value || !value->is_null()) risks.add(factor::place_unknown);
        return;
    }
    if (places_in(field.text).secret) risks.add(factor::secret_in_path);
    if (may_lead_anywhere(field.text)) return risks.add(factor::place_unknown);
    const auto folder = folder_of_pattern(field.text);
    if (folder.empty()) return;
    if (const auto found = risk_of_place(folder, call.cwd, false)) risks.add(*found);
}

constexpr std::string_view files_to_search = "glob";

// Whether the tool looks for text: in the files that another field names.
bool searches_text(const tool_definition& definition) noexcept {
    const auto* const properties = definition.parameters.if_contains("properties");
    return properties != nullptr && properties->is_object() &&
           properties->get_object().contains(files_to_search);
}

// Where a link leads counts like a path that is written so.
void look_at_target(const path_target& target, bool writes, factor_list& risks) {
    if (target.unresolvable) risks.add(factor::place_unknown);
    if (!target.known) return;
    if (places_in(target.path).secret) risks.add(factor::secret_in_path);
    // Without a working directory no absolute path has a place: what the text has said about that stands.
    if (target.cwd.empty()) return;
    if (const auto found = risk_of_place(target.path, target.cwd, writes)) risks.add(*found);
}

}  // namespace

void look_at_path(const field_reading& field, const path_target& target, std::string_view cwd, bool writes,
                  factor_list& risks) {
    if (field.what() != field_view::kind::string) {
        risks.add(factor::place_unknown);
    } else {
        if (places_in(field.text()).secret) risks.add(factor::secret_in_path);
        if (const auto found = risk_of_place(field.text(), cwd, writes)) risks.add(*found);
    }
    look_at_target(target, writes, risks);
}

void look_at_search(const tool_call& call, const tool_definition* definition, std::string& scratch,
                    factor_list& risks) {
    if (definition == nullptr || definition->kind != tool_kind::search) return;
    look_at_path_pattern(call, files_to_search, scratch, risks);
    const std::string_view main = definition->main_field;
    if (main.empty() || main == files_to_search || searches_text(*definition)) return;
    look_at_path_pattern(call, main, scratch, risks);
}

}  // namespace assent
