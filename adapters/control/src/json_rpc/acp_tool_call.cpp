#include "acp_tool_call.hpp"

#include "acp_words.hpp"
#include "object_members.hpp"
#include "shell_line.hpp"

#include <assent/adapters/control/wire/frame_rewriting.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/known_fields.hpp>
#include <assent/domain/tools/standard_words.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace assent {
namespace {

using namespace acp_words;

using namespace standard_words;

// Gemini's tool that runs commands, as its calls begin.
constexpr std::string_view gemini_shell = "run_shell_command";
constexpr std::string_view behind_gemini_tool = "__";
constexpr std::string_view gemini_cwd_begins = "[current working directory ";
constexpr std::string_view gemini_folder = "dir_path";
constexpr std::string_view gemini_folder_begins = "[in ";

// What a tool is called whose name and kind say nothing.
constexpr std::string_view unknown_tool_begins = "acp_";
constexpr std::string_view kind_other = "other";

// Where agents put the folder of a command: codex-acp and opencode, opencode, Gemini and Qwen, Cursor.
constexpr std::array<std::string_view, 5> folder_members{key_cwd, "workdir", "directory", "dir_path",
                                                         "working_directory"};
// What the model says about what it wants to do. It decides nothing.
constexpr std::array<std::string_view, 4> words_of_model{"description", "intention", key_title, "reason"};
// What else may stand beside a command without a meaning of its own. Rights that a command asks for
// (codex-acp's network approvals have `url`) do.
constexpr std::array<std::string_view, 4> command_members{key_command, key_commands, "is_background",
                                                          "timeout"};
// What else may stand beside an address.
constexpr std::array<std::string_view, 4> fetch_members{key_url, "prompt", "format", "timeout"};
// What else may stand beside the path of a file: what is in it.
constexpr std::array<std::string_view, 14> text_members{
    "content", "contents", "file_text", "old_string", "new_string", "oldString",  "newString",
    "old_str", "new_str",  "oldText",   "newText",    "diff",       "replaceAll", "replace_all"};
// What is read of a call.
constexpr std::array<std::string_view, 10> members_of_call{
    key_update_kind, key_tool_call_id, key_name,    key_kind,      key_title,
    key_status,      key_raw_input,    key_content, key_locations, key_meta};
// How the calls begin in which codex-acp has a server of tools ask a person something.
constexpr std::string_view elicitation_begins = "elicitation";
// Codex's tool that asks for more rights for a whole turn, and where it says which.
constexpr std::string_view codex_rights_tool = "request_permissions";
constexpr std::string_view codex_rights = "permissions";
// A call of a tool of a server, as codex-acp tells of it.
constexpr std::string_view codex_server = "server";
constexpr std::string_view codex_tool = "tool";
constexpr std::string_view codex_arguments = "arguments";
constexpr std::string_view mcp_begins = "mcp__";
constexpr std::string_view mcp_between = "__";

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

const json_value* find(const json_object& object, std::string_view key) { return object.if_contains(key); }

std::string text_in(const json_object& object, std::string_view key) {
    const auto* const value = find(object, key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

const json_object* object_in(const json_object& object, std::string_view key) {
    const auto* const value = find(object, key);
    return value == nullptr ? nullptr : value->if_object();
}

const json_array* array_in(const json_object& object, std::string_view key) {
    const auto* const value = find(object, key);
    return value == nullptr ? nullptr : value->if_array();
}

// `_meta.claudeCode.toolName` of Claude's adapter, `_meta.toolName` of Qwen.
std::string name_in(const json_object& members) {
    if (auto name = text_in(members, key_name); !name.empty()) return name;
    const auto* const meta = object_in(members, key_meta);
    if (meta == nullptr) return {};
    const auto* const claude = object_in(*meta, key_meta_claude);
    return text_in(claude == nullptr ? *meta : *claude, key_meta_tool);
}

std::optional<std::vector<std::string>> words_in(const json_value& value) {
    const auto* const array = value.if_array();
    if (array == nullptr || array->empty()) return std::nullopt;
    std::vector<std::string> words;
    for (const auto& each : *array) {
        if (!each.is_string()) return std::nullopt;
        words.emplace_back(each.get_string());
    }
    return words;
}

// A command line, as text or as words.
std::optional<std::string> command_in(const json_object& input) {
    const auto* const value = find(input, key_command);
    if (value == nullptr) return std::nullopt;
    if (value->is_string())
        return value->get_string().empty() ? std::nullopt : std::optional(std::string(value->get_string()));
    const auto words = words_in(*value);
    if (!words) return std::nullopt;
    const auto text = text_for_shell(*words);
    return text ? *text : shell_line_of(*words);
}

// Copilot names the parts of a line beside it. A part that is not in the line would run unseen.
bool commands_agree(const json_object& input, const std::string& command) {
    const auto* const parts = find(input, key_commands);
    if (parts == nullptr) return true;
    const auto words = words_in(*parts);
    return words && std::ranges::all_of(*words, [&](const std::string& each) {
               return command.find(each) != std::string::npos;
           });
}

bool only_known_beside_command(const json_object& input) {
    return std::ranges::all_of(input, [](const auto& member) {
        return is_one_of(folder_members, member.key()) || is_one_of(command_members, member.key()) ||
               is_one_of(words_of_model, member.key());
    });
}

bool holds_text(const json_value& value) {
    if (value.is_string()) return !value.get_string().empty();
    if (const auto* const list = value.if_array()) return std::ranges::any_of(*list, holds_text);
    const auto* const object = value.if_object();
    return object != nullptr && !object->empty();
}

bool names_file(std::string_view member) { return role_of(member) == field_role::file; }

// Whatever else is a text may be the path of one more file.
bool only_known_beside_file(const json_object& input) {
    return std::ranges::all_of(input, [](const auto& member) {
        const bool known = names_file(member.key()) || is_one_of(text_members, member.key()) ||
                           is_one_of(words_of_model, member.key());
        return known ? !member.value().is_structured() : !holds_text(member.value());
    });
}

bool only_known_beside_address(const json_object& input) {
    return std::ranges::all_of(input, [](const auto& member) {
        return is_one_of(fetch_members, member.key()) || is_one_of(words_of_model, member.key());
    });
}

// \return false: two folders, or one that is no text
bool read_folder(const json_object& input, std::string& folder) {
    std::string found;
    for (const auto name : folder_members) {
        const auto* const value = find(input, name);
        if (value == nullptr || value->is_null()) continue;
        auto said = text_in(input, name);
        if (!value->is_string() || (!found.empty() && !said.empty() && said != found)) return false;
        if (!said.empty()) found = std::move(said);
    }
    if (!found.empty()) folder = std::move(found);
    return true;
}

std::string joined(std::string_view folder, std::string_view path) {
    if (path.empty()) return std::string(folder);
    if (path.starts_with('/') || folder.empty()) return std::string(path);
    return std::string(folder).append(folder.ends_with('/') ? "" : "/").append(path);
}

// Everything that an agent has said of one call.
struct said_call {
    std::string_view kind;
    const json_object& input;
    const json_array& content;
    const json_array& locations;
    std::optional<agent_program> agent{};
    std::string_view folder{};  // of a command; empty: that of the session

    [[nodiscard]] std::vector<std::string> paths() const {
        std::vector<std::string> found;
        const auto add = [&](std::string path) {
            if (!path.empty() && std::ranges::find(found, path) == found.end())
                found.push_back(std::move(path));
        };
        for (const auto& member : input)
            if (names_file(member.key())) add(text_in(input, member.key()));
        for (const auto& each : content)
            if (const auto* const part = each.if_object();
                part != nullptr && text_in(*part, key_type) == type_diff)
                add(text_in(*part, key_path));
        for (const auto& each : locations)
            if (const auto* const place = each.if_object()) add(text_in(*place, key_path));
        return found;
    }
    [[nodiscard]] bool has_place(std::string_view path) const {
        return std::ranges::any_of(locations, [&](const json_value& each) {
            const auto* const place = each.if_object();
            return place != nullptr && text_in(*place, key_path) == path;
        });
    }
    // The change of a file as it is told of; null: it is not.
    [[nodiscard]] const json_object* change_of(std::string_view path) const {
        for (const auto& each : content)
            if (const auto* const part = each.if_object();
                part != nullptr && text_in(*part, key_type) == type_diff && text_in(*part, key_path) == path)
                return part;
        return nullptr;
    }
};

json_object with_file(std::string_view path) { return {{field_file, path}}; }

void add_delete(agent_use& use, const std::string& path) {
    use.add(std::string(delete_tool), json_object{{field_path, path}});
}

// Codex's adapter tells of a move as of a place that has no diff and a diff that has no place. Where there is
// one of each, they are one file.
bool moves_one_file(const said_call& said) {
    const auto paths = said.paths();
    const auto lacks_diff = [&](const auto& path) { return said.change_of(path) == nullptr; };
    const auto lacks_place = [&](const auto& path) { return !said.has_place(path); };
    return std::ranges::count_if(paths, lacks_diff) == 1 && std::ranges::count_if(paths, lacks_place) == 1;
}

// Codex's adapter has a diff of each file that it asks about. It sends none where it cannot parse the change,
// and never the place that a move leads to: what has no diff may be gone then, and what has no place may be
// new. \return false: that file is an edit as of any other agent
bool add_odd_change_of_codex(agent_use& use, const said_call& said, const std::string& path) {
    if (said.agent != agent_program::codex) return false;
    const auto* const change = said.change_of(path);
    if (change != nullptr && said.has_place(path)) return false;
    use.needs_human = use.needs_human || !moves_one_file(said);
    if (change == nullptr) {
        use.add(std::string(edit_tool), with_file(path));
        add_delete(use, path);
        return true;
    }
    json_object input = with_file(path);
    const std::string before = text_in(*change, key_old_text), after = text_in(*change, key_new_text);
    // Of a file that is moved as it is, no text is told.
    if (!before.empty() || !after.empty()) input[field_content] = after;
    use.add(std::string(write_tool), std::move(input));
    return true;
}

void add_edit(agent_use& use, const said_call& said, const std::string& path) {
    if (add_odd_change_of_codex(use, said, path)) return;
    const auto* const change = said.change_of(path);
    if (change == nullptr) return use.add(std::string(edit_tool), with_file(path));
    const auto* const after = find(*change, key_new_text);
    const auto* const meta = object_in(*change, key_meta);
    // Adapters tell of a file that goes away as of one that gets empty.
    const bool deletes = meta != nullptr && text_in(*meta, key_kind) == kind_delete;
    if (deletes || after == nullptr || !after->is_string()) return add_delete(use, path);
    json_object input = with_file(path);
    const std::string before = text_in(*change, key_old_text);
    if (said.agent == agent_program::codex && !before.empty() && after->get_string().empty())
        add_delete(use, path);
    if (before.empty()) {
        input[field_content] = *after;
        return use.add(std::string(write_tool), std::move(input));
    }
    input[field_old] = before;
    input[field_new] = *after;
    use.add(std::string(edit_tool), std::move(input));
}

bool does_something(std::string_view kind) {
    return kind == kind_execute || kind == kind_edit || kind == kind_read || kind == kind_delete ||
           kind == kind_move || kind == kind_fetch;
}

bool add_paths(agent_use& use, const said_call& said) {
    if (!does_something(said.kind)) return false;
    const auto paths = said.paths();
    // What is moved, and where it goes.
    use.needs_human = use.needs_human || !only_known_beside_file(said.input) ||
                      (said.kind == kind_move && paths.size() < 2);
    for (const auto& path : paths) {
        if (said.kind == kind_edit) add_edit(use, said, path);
        if (said.kind == kind_read) use.add(std::string(read_tool), with_file(path));
        if (said.kind == kind_delete || said.kind == kind_move) add_delete(use, path);
        if (said.kind == kind_move) use.add(std::string(write_tool), with_file(path));
    }
    return !paths.empty();
}

// Codex makes the changes of a patch itself, and its paths begin at the folder of the command: that one is
// not looked at where patches are read.
bool may_patch_elsewhere(const said_call& said, std::string_view command) {
    return said.agent == agent_program::codex && !said.folder.empty() &&
           command.find("patch") != std::string_view::npos;
}

bool add_command(agent_use& use, const said_call& said) {
    if (const auto url = text_in(said.input, key_url); !url.empty())
        use.add(std::string(fetch_tool), json_object{{key_url, url}});
    const auto command = command_in(said.input);
    if (!command) return false;
    json_object input{{key_command, *command}};
    if (!said.folder.empty()) input[key_cwd] = said.folder;
    use.add(std::string(bash), std::move(input));
    use.needs_human = use.needs_human || !commands_agree(said.input, *command) ||
                      !only_known_beside_command(said.input) || may_patch_elsewhere(said, *command);
    return true;
}

// By its kind and by what is there. \return false where that is not understood
bool add_by_kind(agent_use& use, const said_call& said) {
    if (said.kind == kind_execute) return add_command(use, said);
    if (said.kind == kind_fetch) {
        const auto url = text_in(said.input, key_url);
        if (!url.empty()) use.add(std::string(fetch_tool), json_object{{key_url, url}});
        use.needs_human = use.needs_human || !only_known_beside_address(said.input);
        return !url.empty();
    }
    return add_paths(use, said);
}

// Where a command of Gemini runs.
struct gemini_place {
    std::string folder{};    // empty: that of the session
    bool elsewhere = false;  // it is not known where
    bool understood = true;
};

// `[in DIR] (the model's words)`. A second bracket may belong to either.
gemini_place place_in_text(std::string_view text, std::string_view cwd) {
    if (!text.starts_with('[')) return {};
    if (text.starts_with(gemini_cwd_begins))
        return {.elsewhere = !text.starts_with(std::string(gemini_cwd_begins).append(cwd).append("]"))};
    const auto end = text.find(']');
    if (!text.starts_with(gemini_folder_begins) || end == std::string_view::npos ||
        end == gemini_folder_begins.size() || text.find(']', end + 1) != std::string_view::npos)
        return {.understood = false};
    return {.folder =
                std::string(text.substr(gemini_folder_begins.size(), end - gemini_folder_begins.size()))};
}

// Gemini says where a command runs in a text only, with the model's own words behind it.
gemini_place place_of_gemini(const json_array& content, std::string_view cwd) {
    gemini_place found;
    for (const auto& each : content) {
        const auto* const part = each.if_object();
        const auto* const inner = part == nullptr ? nullptr : object_in(*part, key_content);
        if (inner == nullptr) continue;
        auto place = place_in_text(text_in(*inner, key_text), cwd);
        found.elsewhere = found.elsewhere || place.elsewhere;
        found.understood = found.understood && place.understood &&
                           (found.folder.empty() || place.folder.empty() || found.folder == place.folder);
        if (!place.folder.empty()) found.folder = std::move(place.folder);
    }
    return found;
}

// The standard tool that deny and ask rules are to look at where it is not known what would be done.
std::string tool_of_kind(std::string_view kind) {
    if (kind == kind_execute) return std::string(bash);
    if (kind == kind_edit || kind == kind_move) return std::string(edit_tool);
    if (kind == kind_read) return std::string(read_tool);
    if (kind == kind_delete) return std::string(delete_tool);
    if (kind == kind_fetch) return std::string(fetch_tool);
    const std::string named = std::string(unknown_tool_begins).append(kind.empty() ? kind_other : kind);
    return valid_tool_name(named) ? named : std::string(unknown_tool_begins).append(kind_other);
}

// Paths that are told of beside what the tool is called with: all of them are changed.
void add_other_paths(agent_use& use, const said_call& said) {
    if (said.kind != kind_edit) return;
    for (const auto& path : said.paths()) {
        const bool called_with = std::ranges::any_of(said.input, [&](const auto& member) {
            return member.value().is_string() && member.value().get_string() == path;
        });
        if (!called_with) add_edit(use, said, path);
    }
}

// Whether a tool is a standard one by another name. What else it is called says nothing to rules.
bool known_tool(agent_program agent, const std::string& name, const json_object& input) {
    const auto kept = make_input(input);
    const auto use = standard_use::of(agent, {.tool_name = name, .input = *kept});
    const auto tools = tool_registry::standard();
    return use && std::ranges::all_of(use->parts(), [&](const standard_use::part& each) {
               return tools->find(each.call.tool_name) != nullptr;
           });
}

// Claude's names are the standard ones. An agent that takes patches in commands has no names that mean
// something else.
agent_program words_of_standard_calls(std::optional<agent_program> agent) {
    return agent && facts_of(*agent).patches_in_commands ? *agent : agent_program::claude;
}

boost::system::result<std::shared_ptr<const agent_use>, invalid_use> closed(agent_use use,
                                                                            agent_program agent) {
    auto made = std::make_shared<agent_use>(std::move(use));
    if (auto done = made->close(agent); !done) return done.error();
    return std::shared_ptr<const agent_use>(std::move(made));
}

// A tool of a server that Codex calls. Nothing: it is none, or could be of another server by its name.
std::optional<std::string> tool_of_codex_server(const json_object& input) {
    const auto server = text_in(input, codex_server), tool = text_in(input, codex_tool);
    const auto* const arguments = find(input, codex_arguments);
    const bool nothing_else = std::ranges::all_of(input, [](const auto& member) {
        return member.key() == codex_server || member.key() == codex_tool || member.key() == codex_arguments;
    });
    if (!nothing_else || server.empty() || tool.empty() || server.ends_with('_') || tool.starts_with('_') ||
        server.find(mcp_between) != std::string::npos ||
        (arguments != nullptr && !arguments->is_object() && !arguments->is_null()))
        return std::nullopt;
    auto name = std::string(mcp_begins).append(server).append(mcp_between).append(tool);
    return valid_tool_name(name) ? std::optional(std::move(name)) : std::nullopt;
}

bool asks_for_rights(std::optional<agent_program> agent, const std::string& name, const json_object& input) {
    return agent == agent_program::codex &&
           (name == codex_rights_tool || find(input, codex_rights) != nullptr);
}

}  // namespace

void acp_tool_call::add(const json_object& members) {
    if (auto name = name_in(members); !name.empty()) name_ = std::move(name);
    if (auto kind = text_in(members, key_kind); !kind.empty()) kind_ = std::move(kind);
    if (auto title = text_in(members, key_title); !title.empty()) title_ = std::move(title);
    if (!std::exchange(told_, true) && text_in(members, key_update_kind) == update_call &&
        kind_ == kind_other)
        first_title_ = text_in(members, key_title);
    if (const auto* const meta = object_in(members, key_meta); meta != nullptr) {
        const auto* const of_server = find(*meta, key_meta_of_server);
        is_of_server_ = is_of_server_ || (of_server != nullptr && *of_server == json_value(true));
    }
    if (const auto* const input = object_in(members, key_raw_input); input != nullptr && !input->empty()) {
        if (input_) {
            const auto before = command_in(*input_), now = command_in(*input);
            disagrees_ = disagrees_ || (before && now && *before != *now);
        }
        odd_folder_ = !read_folder(*input, said_folder_) || odd_folder_;
        input_ = *input;
    } else if (input != nullptr && !input_) {
        input_.emplace();
    }
    if (const auto* const content = array_in(members, key_content); content != nullptr && !content->empty())
        content_ = *content;
    if (const auto* const places = array_in(members, key_locations); places != nullptr && !places->empty())
        locations_ = *places;
}

boost::system::result<std::shared_ptr<const agent_use>, invalid_use> acp_tool_call::use(
    std::optional<agent_program> agent, std::string_view id, std::string_view session,
    std::string_view cwd) const {
    if (unreadable_) return invalid_use{"what was told of this call before cannot be read"};
    agent_use use;
    use.asked_by = agent;
    use.session = session;
    use.cwd = cwd;
    use.use_id = id;
    use.title = title_;
    use.needs_human =
        disagrees_ || (odd_folder_ && kind_ == kind_execute) || id.starts_with(elicitation_begins);
    json_object input = input_.value_or(json_object());
    std::string name = name_;
    use.needs_human = use.needs_human || asks_for_rights(agent, name, input);
    if (agent == agent_program::codex && is_of_server_)
        if (const auto tool = tool_of_codex_server(input)) {
            const auto* const arguments = object_in(input, codex_arguments);
            use.add(*tool, arguments == nullptr ? json_object() : *arguments);
            return closed(std::move(use), agent_program::codex);
        }
    // opencode's first word of a call is the name of its tool; what follows may be the model's.
    if (agent == agent_program::opencode && name.empty() && kind_ == kind_other) {
        name = first_title_;
        use.needs_human = use.needs_human || input.empty();
    }
    if (agent == agent_program::gemini) {
        // Names of tools of servers may hold the mark, too.
        const auto end = id.rfind(behind_gemini_tool);
        if (end != std::string_view::npos) name = id.substr(0, end);
        if (name == gemini_shell && !title_.empty()) {
            input = json_object{{key_command, title_}};
            const auto place = place_of_gemini(content_, cwd);
            if (!place.folder.empty()) input[gemini_folder] = place.folder;
            if (place.elsewhere) use.cwd.clear();
            use.needs_human = use.needs_human || !place.understood;
        }
    }
    if (!valid_tool_name(name)) name.clear();
    // That of the session needs not be said again.
    const std::string folder = joined(cwd, said_folder_) == cwd ? std::string() : said_folder_;
    const said_call said{kind_, input, content_, locations_, agent, folder};
    if (!name.empty() && !input.empty()) {
        const auto words_of = agent.value_or(agent_program::claude);
        use.add(name, input);
        std::string said_here;
        static_cast<void>(read_folder(input, said_here));
        // Where it was to run was told of before, and is not said any more.
        use.needs_human = use.needs_human || (kind_ == kind_execute && said_here.empty() && !folder.empty());
        if (known_tool(words_of, name, input))
            add_other_paths(use, said);
        else if (does_something(kind_))
            use.needs_human = !add_by_kind(use, said) || use.needs_human;
        return closed(std::move(use), words_of);
    }
    if (!add_by_kind(use, said)) {
        // A tool without arguments may be called with none; but it has to say so.
        const bool named = !name.empty() && tool_of_kind(kind_).starts_with(unknown_tool_begins);
        use.needs_human = use.needs_human || !named || !input_;
        use.add(named ? name : tool_of_kind(kind_), std::move(input));
        return closed(std::move(use), named ? agent.value_or(agent_program::claude) : agent_program::claude);
    }
    return closed(std::move(use), words_of_standard_calls(agent));
}

// Of a tool of a server they may be what it works on.
void mend_words_of_call(line_edits& edits, std::string_view call, std::optional<agent_program> agent) {
    drop_unread(edits, call, [](std::string_view key) { return is_one_of(members_of_call, key); });
    const object_members members(call);
    if (does_something(members.text(key_kind))) {
        const object_members input(members.raw(key_raw_input));
        for (const auto key : words_of_model) mend_words(edits, input.raw(key));
    }
    if (agent == agent_program::gemini) return;  // says here what it does
    const auto title = members.raw(key_title);
    if (!title.empty() && !title.starts_with('"')) edits.replace(title, "null");
    mend_words(edits, title);
    const auto content = members.raw(key_content);
    if (!content.starts_with('[')) return;
    for (const auto part : elements_of(content))
        if (object_members(part).text(key_type) != type_diff) edits.replace(part, "null");
}

std::size_t acp_tool_call::memory() const {
    return sizeof *this + name_.size() + kind_.size() + title_.size() + first_title_.size() +
           said_folder_.size() + (input_ ? memory_bytes(json_value(*input_)) : 0) +
           memory_bytes(json_value(content_)) + memory_bytes(json_value(locations_));
}

namespace {

// What runs, read as words and as a text: clients do either. One word alone is a text. Nothing: it does not
// say what runs.
bool add_run(agent_use& use, const json_object& params) {
    const std::string program = text_in(params, key_command);
    if (program.empty()) return false;
    std::vector<std::string> words{program};
    std::string text = program;
    if (const auto* const args = find(params, key_args); args != nullptr && !args->is_null()) {
        const auto* const list = args->if_array();
        if (list == nullptr) return false;
        for (const auto& each : *list) {
            if (!each.is_string()) return false;
            words.emplace_back(each.get_string());
            text.append(" ").append(each.get_string());
        }
    }
    std::string variables;
    if (const auto* const list = array_in(params, key_env))
        for (const auto& each : *list)
            if (const auto* const variable = each.if_object())
                variables +=
                    text_in(*variable, key_name) + "=" + shell_line_of({text_in(*variable, key_value)}) + " ";
    const auto shell_text = words.size() == 1 ? std::optional(program) : text_for_shell(words);
    const std::string line = variables + (shell_text ? *shell_text : shell_line_of(words));
    use.add(std::string(bash), json_object{{key_command, line}});
    if (!shell_text && variables + text != line) use.add(std::string(bash), json_object{{key_command, text}});
    return true;
}

}  // namespace

std::shared_ptr<const agent_use> acp_client_act(std::string_view method, const json_object& params,
                                                std::optional<agent_program> agent, std::string_view session,
                                                std::string_view cwd, std::string& why) {
    agent_use use;
    use.asked_by = agent;
    use.session = session;
    use.cwd = joined(cwd, text_in(params, key_cwd));
    bool understood = true;
    if (method == method_run) {
        understood = add_run(use, params);
    } else {
        const std::string path = text_in(params, key_path);
        understood = !path.empty();
        json_object input = with_file(path);
        if (method == method_write) input[field_content] = text_in(params, key_content);
        use.add(std::string(method == method_write ? write_tool : read_tool), std::move(input));
    }
    if (!understood) {
        why = "`params`: expected what is to be run, read or written";
        return nullptr;
    }
    auto made = closed(std::move(use), agent_program::claude);
    if (made) return *made;
    why = made.error().message;
    return nullptr;
}

}  // namespace assent
