#include "call_fields.hpp"

#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "../tools/mcp_names.hpp"

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/tools/risk.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Longer than any verb that is looked for.
constexpr std::size_t max_verb_bytes = 16;

constexpr std::array irreversible_verbs{"delete"sv,    "del"sv,      "remove"sv, "drop"sv,    "trash"sv,
                                        "quit"sv,      "kill"sv,     "wipe"sv,   "destroy"sv, "format"sv,
                                        "purge"sv,     "truncate"sv, "revoke"sv, "erase"sv,   "terminate"sv,
                                        "uninstall"sv, "shutdown"sv, "rm"sv,     "clear"sv,   "reset"sv};
// Also counted where another word is glued to them: `deletefile`.
constexpr std::array irreversible_beginnings{"delete"sv, "remove"sv, "destroy"sv,  "truncate"sv,
                                             "revoke"sv, "erase"sv,  "uninstall"sv};
bool upper(char byte) noexcept { return byte >= 'A' && byte <= 'Z'; }
bool letter(char byte) noexcept { return upper(byte) || (byte >= 'a' && byte <= 'z'); }

// Whether a new word begins at `at`: after a capital letter's end (`killAll`), and at the last capital of
// several before a small letter (`HTTPDelete`).
bool begins_word(std::string_view name, std::size_t at) noexcept {
    if (!upper(name[at])) return false;
    return !upper(name[at - 1]) || (at + 1 < name.size() && letter(name[at + 1]) && !upper(name[at + 1]));
}

// The next word of the name in lower case, cut off after `max_verb_bytes`.
class word_reader {
public:
    explicit word_reader(std::string_view name) noexcept : name_(name) {}

    bool next() noexcept {
        while (at_ < name_.size() && !letter(name_[at_])) ++at_;
        if (at_ == name_.size()) return false;
        length_ = 0;
        const std::size_t from = at_;
        while (at_ < name_.size() && letter(name_[at_]) && (at_ == from || !begins_word(name_, at_))) {
            const char byte = name_[at_++];
            if (length_ < max_verb_bytes) word_[length_++] = lower_case(byte);
        }
        return true;
    }
    [[nodiscard]] std::string_view word() const noexcept { return {word_.data(), length_}; }

private:
    std::string_view name_;
    std::size_t at_ = 0;
    std::array<char, max_verb_bytes> word_{};
    std::size_t length_ = 0;
};

bool irreversible(std::string_view word) noexcept {
    return one_of(word, irreversible_verbs) ||
           std::ranges::any_of(irreversible_beginnings,
                               [&](std::string_view each) { return word.starts_with(each); });
}

std::string_view own_part(std::string_view tool_name) noexcept {
    if (!tool_name.starts_with(mcp_prefix)) return tool_name;
    const auto server_end = tool_name.find(mcp_separator, mcp_prefix.size());
    return server_end == std::string_view::npos ? tool_name
                                                : tool_name.substr(server_end + mcp_separator.size());
}

// By name also where something else is registered: rules are compiled by the names of fields. Where a tool
// works may lie behind a link, too.
bool may_be_path(const call_reading::named_field& field, const tool_definition* definition) {
    return field.kind == field_kind::path || is_working_directory(field.role, definition) ||
           kind_of(field, definition) == field_kind::path;
}

// Whether the input says where its command runs, and that is not the agent's working directory.
bool runs_elsewhere(const call_reading& reading, const tool_definition* definition) {
    const tool_call& call = reading.call();
    std::string scratch;
    for (const auto& named : reading.named_fields()) {
        if (!is_working_directory(named.role, definition)) continue;
        const auto field = call.input.field(named.name, scratch);
        const bool here = field.what == field_view::kind::absent ||
                          (field.what == field_view::kind::string && field.text == call.cwd);
        if (!here) return true;
    }
    return false;
}

// Some tools take several globs in one text.
constexpr std::string_view between_globs = " \t,";

// Calls `show(glob)` for each element of a text that is a list of globs: `*.{c,h}, *.md`.
template <class Show>
void each_listed(std::string_view list, const Show& show) {
    std::size_t begin = 0;
    std::size_t braces = 0;  // that are open
    for (std::size_t place = 0; place <= list.size(); ++place) {
        const bool ends = place == list.size();
        if (!ends && list[place] == '{') ++braces;
        if (!ends && list[place] == '}' && braces > 0) --braces;
        if (!ends && (braces > 0 || between_globs.find(list[place]) == between_globs.npos)) continue;
        if (place > begin && place - begin < list.size()) show(list.substr(begin, place - begin));
        begin = place + 1;
    }
}

}  // namespace

bool is_working_directory(field_role role, const tool_definition* definition) noexcept {
    return role == field_role::working_directory ||
           (role == field_role::directory_of_commands && runs_commands(definition));
}

bool irreversible_by_verb(std::string_view tool_name) noexcept {
    word_reader words(own_part(tool_name));
    while (words.next())
        if (irreversible(words.word())) return true;
    return false;
}

std::vector<std::string> searched_folders(const call_reading& reading, const tool_definition* definition) {
    const tool_call& call = reading.call();
    std::vector<std::string> folders;
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind != field_kind::path || field.what() != field_view::kind::string) return;
        folders.push_back(absolute(field.text(), call.cwd));
        if (const auto target = target_of(call, field.name()); target.known)
            folders.emplace_back(target.path);
    });
    if (folders.empty()) folders.emplace_back(call.cwd);
    return folders;
}

bool takes_out(std::string_view glob) noexcept {
    if (!glob.starts_with('!')) return false;
    glob.remove_prefix(1);
    constexpr std::string_view anywhere = "**/";
    if (glob.starts_with(anywhere)) glob.remove_prefix(anywhere.size());
    return std::ranges::all_of(glob, [](char byte) {
        return detail::name_letter(byte) || byte == '.' || byte == '-' || byte == '*';
    });
}

void each_search_glob(
    const call_reading& reading, const tool_definition* definition,
    const std::function<void(std::string_view field, std::string_view glob, std::string_view folder)>& show) {
    // Elements of lists are gone behind the visit.
    boost::container::small_vector<std::pair<std::string_view, std::string>, 2> globs;
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::glob && field.what() == field_view::kind::string)
            globs.emplace_back(field.name(), field.text());
    });
    // Most calls have none.
    if (globs.empty()) return;
    const auto folders = searched_folders(reading, definition);
    const auto show_in_folders = [&](std::string_view name, std::string_view glob) {
        for (const auto& folder : folders) show(name, glob, folder);
    };
    for (const auto& [name, list] : globs) {
        if (takes_out(list)) continue;
        show_in_folders(name, list);
        each_listed(list, [&, field = name](std::string_view glob) { show_in_folders(field, glob); });
    }
}

std::vector<path_field> path_fields(const call_reading& reading, const tool_definition* definition) {
    const tool_call& call = reading.call();
    std::vector<path_field> found;
    std::string scratch;
    const auto look_at = [&](std::string_view name) {
        const auto seen = [&](const path_field& each) { return each.name == name; };
        if (std::ranges::any_of(found, seen)) return;
        const auto field = call.input.field(name, scratch);
        if (field.what == field_view::kind::string) found.push_back({name, absolute(field.text, call.cwd)});
    };
    for (const auto& named : reading.named_fields())
        if (found.size() < max_known_fields && may_be_path(named, definition)) look_at(named.name);
    return found;
}

// Elsewhere git has other settings: nothing is found out about them.
std::vector<repository_place> repository_folders(const call_reading& reading,
                                                 const tool_definition* definition) {
    std::vector<repository_place> found;
    // Below a working directory that is not known, none can be told.
    if (!reading.call().cwd.starts_with('/')) return found;
    each_command(reading, definition, [&](const field_reading& field) {
        if (field.text().find("git") == std::string_view::npos || runs_elsewhere(reading, definition)) return;
        const bool written = writes_in_repositories(field.facts());
        for (auto& folder : repository_folders(field.facts())) {
            const auto known = std::ranges::find(found, folder, &repository_place::folder);
            if (known == found.end())
                found.push_back({std::move(folder), written});
            else
                known->written = known->written || written;
        }
    });
    return found;
}

}  // namespace assent
