// The table of tools: the tools that everybody has, as data.
#include "known_tools.hpp"

#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <utility>

namespace assent {
namespace {

constexpr tool_level looking(tool_kind kind, std::string_view category) {
    return {kind, category, risk_level::low, safety_class::always_safe, tool_default::allow};
}

constexpr tool_level reads = looking(tool_kind::read, "file");
constexpr tool_level searches = looking(tool_kind::search, "file");
constexpr tool_level takes_notes = looking(tool_kind::interact, "notes");
constexpr tool_level reads_output = looking(tool_kind::read, "shell");
constexpr tool_level edits{.kind = tool_kind::edit,
                           .category = "file",
                           .risk = risk_level::medium,
                           .trustable = true,
                           .offers = offered_grant::time};
constexpr tool_level removes{
    .kind = tool_kind::remove, .category = "file", .safety = safety_class::always_confirm};
constexpr tool_level executes{.kind = tool_kind::execute, .category = "shell", .offers = offered_grant::uses};
constexpr tool_level stops{.kind = tool_kind::execute, .category = "shell"};
constexpr tool_level fetches{
    .kind = tool_kind::fetch, .category = "network", .risk = risk_level::medium, .trustable = true};
constexpr tool_level delegates{.kind = tool_kind::agent, .category = "agent", .risk = risk_level::medium};
constexpr tool_level expands{.kind = tool_kind::other, .category = "agent"};
constexpr tool_level sends{.kind = tool_kind::other, .category = "network"};
// A person has to answer: that is what the tool is for.
constexpr tool_level asks_user{.kind = tool_kind::interact,
                               .category = "user",
                               .risk = risk_level::medium,
                               .safety = safety_class::always_confirm};

// clang-format off
constexpr known_tool table_of_tools[] = {
    // The file-operation designs.
    {.names = {"read"}, .judged = reads, .main = "path", .words = "Read file",
     .about = "Returns the text of a file, or some of its lines.",
     .fields = {{.name = "path", .about = "Path of the file, from the project's root", .required = true},
                {.name = "startLine", .about = "First line to return, from 1", .type = "number"},
                {.name = "endLine", .about = "Last line to return", .type = "number"}},
     .like = {{likeness::read, "path"}}},
    {.names = {"write"}, .judged = edits, .main = "path", .words = "Write to file",
     .about = "Creates a file, or replaces all that is in it.",
     .fields = {{.name = "path", .about = "Path of the file, from the project's root", .required = true},
                {.name = "content", .about = "The whole new text", .required = true}},
     .like = {{likeness::edit, "path"}}},
    {.names = {"edit"}, .judged = edits, .main = "path", .words = "Edit file",
     .about = "Replaces a piece of a file's text.",
     .fields = {{.name = "path", .about = "Path of the file, from the project's root", .required = true},
                {.name = "oldString", .about = "The text to be replaced, exactly as it stands", .required = true},
                {.name = "newString", .about = "What stands there afterwards", .required = true},
                {.name = "replaceAll", .about = "Replace every occurrence, not only one", .type = "boolean"}},
     .like = {{likeness::edit, "path"}}},
    {.names = {"delete"}, .judged = removes, .main = "path", .words = "Delete file",
     .about = "Deletes a file for good.",
     .fields = {{.name = "path", .about = "Path of the file, from the project's root", .required = true}},
     .like = {{likeness::edit, "path"}}},
    {.names = {"glob"}, .judged = searches, .main = "pattern", .words = "Search for files matching",
     .about = "Lists the files whose paths match a pattern.",
     .fields = {{.name = "pattern", .about = "Such as `src/**/*.c`", .required = true, .kind = field_kind::glob},
                {.name = "path", .about = "Folder to search below"}},
     .like = {{likeness::read, "path"}, {likeness::read, "pattern"}}},
    {.names = {"grep"}, .judged = searches, .main = "pattern", .words = "Search for content",
     .about = "Finds lines of files that match a regular expression.",
     .fields = {{.name = "pattern", .about = "The expression", .required = true, .kind = field_kind::search},
                {.name = "path", .about = "File or folder to search in"},
                {.name = "glob", .about = "Only files whose paths match this"}},
     .like = {{likeness::read, "path"}, {likeness::read, "glob"}}},
    {.names = {"bash"}, .judged = executes, .main = "command", .words = "Execute command",
     .about = "Runs a shell command in the project.",
     .fields = {{.name = "command", .about = "The command line", .required = true},
                {.name = "workingDirectory", .about = "Folder to run it in", .kind = field_kind::path},
                {.name = "timeout", .about = "Longest time to run, in milliseconds", .type = "number"}},
     .like = {{likeness::bash, "command"}}},
    // Files, of Claude Code from here on.
    {.names = {"Read"}, .judged = reads, .main = "file_path", .words = "Read file",
     .about = "Reads a file.",
     .fields = {{.name = "file_path", .about = "Absolute path of the file", .required = true},
                {.name = "offset", .about = "First line", .type = "number"},
                {.name = "limit", .about = "Number of lines", .type = "number"}}},
    {.names = {"Write"}, .judged = edits, .main = "file_path", .words = "Write to file",
     .about = "Writes a file.",
     .fields = {{.name = "file_path", .about = "Absolute path of the file", .required = true},
                {.name = "content", .about = "The whole new text", .required = true}},
     .like = {{likeness::edit, "file_path"}}},
    {.names = {"Edit"}, .judged = edits, .main = "file_path", .words = "Edit file",
     .about = "Replaces text in a file.",
     .fields = {{.name = "file_path", .about = "Absolute path of the file", .required = true},
                {.name = "old_string", .about = "The text to be replaced", .required = true},
                {.name = "new_string", .about = "The new text", .required = true},
                {.name = "replace_all", .about = "Replace every occurrence", .type = "boolean"}},
     .like = {{likeness::edit, "file_path"}}},
    {.names = {"MultiEdit"}, .judged = edits, .main = "file_path", .words = "Edit file",
     .about = "Replaces several texts in a file.",
     .fields = {{.name = "file_path", .about = "Absolute path of the file", .required = true},
                {.name = "edits", .about = "The replacements, in order", .type = "array", .required = true}},
     .like = {{likeness::edit, "file_path"}}},
    {.names = {"NotebookEdit"}, .judged = edits, .main = "notebook_path", .words = "Edit file",
     .about = "Changes a cell of a notebook.",
     .fields = {{.name = "notebook_path", .about = "Absolute path of the notebook", .required = true},
                {.name = "new_source", .about = "The cell's new text"}},
     .like = {{likeness::edit, "notebook_path"}}},
    {.names = {"NotebookRead"}, .judged = reads, .main = "notebook_path",
     .about = "Reads a notebook.",
     .fields = {{.name = "notebook_path", .about = "Absolute path of the notebook", .required = true}},
     .like = {{likeness::read, "notebook_path"}}},
    {.names = {"Glob"}, .judged = searches, .main = "pattern", .words = "Search for files matching",
     .about = "Lists files whose paths match a pattern.",
     .fields = {{.name = "pattern", .about = "The pattern", .required = true, .kind = field_kind::glob},
                {.name = "path", .about = "Folder to search below"}},
     .like = {{likeness::read, "path"}, {likeness::read, "pattern"}}},
    {.names = {"Grep"}, .judged = searches, .main = "pattern", .words = "Search for content",
     .about = "Searches in files.",
     .fields = {{.name = "pattern", .about = "The regular expression", .required = true, .kind = field_kind::search},
                {.name = "path", .about = "File or folder to search in"},
                {.name = "glob", .about = "Only files whose paths match this"}},
     .like = {{likeness::read, "path"}, {likeness::read, "glob"}}},
    {.names = {"LS"}, .judged = searches,
     .about = "Lists a folder.",
     .fields = {{.name = "path", .about = "Absolute path of the folder", .required = true}},
     .like = {{likeness::read, "path"}}},
    {.names = {"LSP"}, .judged = reads,
     .about = "Asks a language server about a place in a file.",
     .fields = {{.name = "operation", .about = "What to ask"},
                {.name = "filePath", .about = "Absolute path of the file", .required = true}},
     .like = {{likeness::read, "filePath"}}},
    // What takes files elsewhere, or brings some.
    {.names = {"SendFile"}, .judged = sends,
     .about = "Sends files to another session.",
     .fields = {{.name = "files", .about = "Paths of the files", .type = "array", .required = true}},
     .like = {{likeness::read, "files"}}},
    {.names = {"SendUserFile"}, .judged = sends,
     .about = "Shows files to the user.",
     .fields = {{.name = "files", .about = "Paths of the files", .type = "array", .required = true}},
     .like = {{likeness::read, "files"}}},
    {.names = {"Artifact"}, .judged = sends,
     .about = "Publishes pages, and what belongs to them.",
     .fields = {{.name = "action", .about = "What to do"},
                {.name = "file_path", .about = "The file to publish"},
                {.name = "file_paths", .about = "Paths of the files", .type = "array"},
                {.name = "out_dir", .about = "Folder to save in", .kind = field_kind::path}},
     .like = {{likeness::read, "file_path"}, {likeness::read, "file_paths"}, {likeness::edit, "out_dir"}}},
    {.names = {"ArtifactCheck"}, .judged = sends,
     .about = "Publishes pages, and what belongs to them.",
     .fields = {{.name = "action", .about = "What to do"},
                {.name = "file_path", .about = "The file to publish"},
                {.name = "file_paths", .about = "Paths of the files", .type = "array"},
                {.name = "out_dir", .about = "Folder to save in", .kind = field_kind::path}},
     .like = {{likeness::read, "file_path"}, {likeness::read, "file_paths"}, {likeness::edit, "out_dir"}}},
    {.names = {"ArtifactComments"}, .judged = sends,
     .about = "Publishes pages, and what belongs to them.",
     .fields = {{.name = "action", .about = "What to do"},
                {.name = "file_path", .about = "The file to publish"},
                {.name = "file_paths", .about = "Paths of the files", .type = "array"},
                {.name = "out_dir", .about = "Folder to save in", .kind = field_kind::path}},
     .like = {{likeness::read, "file_path"}, {likeness::read, "file_paths"}, {likeness::edit, "out_dir"}}},
    {.names = {"ArtifactData"}, .judged = sends,
     .about = "Publishes pages, and what belongs to them.",
     .fields = {{.name = "action", .about = "What to do"},
                {.name = "file_path", .about = "The file to publish"},
                {.name = "file_paths", .about = "Paths of the files", .type = "array"},
                {.name = "out_dir", .about = "Folder to save in", .kind = field_kind::path}},
     .like = {{likeness::read, "file_path"}, {likeness::read, "file_paths"}, {likeness::edit, "out_dir"}}},
    {.names = {"Projects"}, .judged = sends,
     .about = "Reads and writes the documents of a project.",
     .fields = {{.name = "method", .about = "What to do", .required = true},
                {.name = "path", .about = "The document", .kind = field_kind::text},
                {.name = "local_path", .about = "The file to upload", .kind = field_kind::path}},
     .like = {{likeness::read, "local_path"}}},
    {.names = {"PublishPlugin"}, .judged = sends,
     .about = "Publishes a plugin.",
     .fields = {{.name = "path", .about = "Its folder"}},
     .like = {{likeness::read, "path"}}},
    {.names = {"DesignSync"}, .judged = sends,
     .about = "Takes files to a design project.",
     .fields = {{.name = "method", .about = "What to do"},
                {.name = "localDir", .about = "Folder of the files", .kind = field_kind::path},
                {.name = "files", .about = "Paths of the files", .type = "array"}},
     .like = {{likeness::read, "localDir"}, {likeness::read, "files"}}},
    // Shells.
    {.names = {"Bash"}, .judged = executes, .main = "command", .words = "Execute command",
     .about = "Runs a shell command.",
     .fields = {{.name = "command", .about = "The command line", .required = true},
                {.name = "timeout", .about = "Longest time to run, in milliseconds", .type = "number"},
                {.name = "description", .about = "What the command does"},
                {.name = "run_in_background", .about = "Do not wait for its end", .type = "boolean"}}},
    {.names = {"mcp__workspace__bash"}, .judged = executes, .main = "command",
     .about = "Runs a shell command.",
     .fields = {{.name = "command", .about = "The command line", .required = true}},
     .like = {{likeness::bash, "command"}}},
    {.names = {"Monitor"}, .judged = executes, .main = "command",
     .about = "Runs a shell command, or opens a WebSocket, and reports events.",
     .fields = {{.name = "command", .about = "The command line"},
                {.name = "ws", .about = "The WebSocket", .type = "object", .kind = field_kind::url},
                {.name = "description", .about = "What is watched"},
                {.name = "timeout_ms", .about = "Longest time to run, in milliseconds", .type = "number"}},
     .like = {{likeness::bash, "command"}, {likeness::part_web_fetch, "ws"}}},
    {.names = {"PowerShell"}, .judged = executes,
     .about = "Runs a command of PowerShell.",
     .fields = {{.name = "command", .about = "The command line", .required = true},
                {.name = "timeout", .about = "Longest time to run, in milliseconds", .type = "number"},
                {.name = "description", .about = "What the command does"},
                {.name = "run_in_background", .about = "Do not wait for its end", .type = "boolean"}},
     .like = {{likeness::unread_bash, "command"}}},
    {.names = {"REPL", "Eval"}, .judged = executes,
     .about = "Runs JavaScript, which can use tools.",
     .fields = {{.name = "code", .about = "The program", .required = true, .kind = field_kind::command}},
     .like = {{likeness::unread_bash, "code"}}},
    {.names = {"BashOutput", "TaskOutput"}, .judged = reads_output,
     .about = "Reads what a background command or agent has written.",
     .fields = {{.name = "bash_id", .about = "The background command"},
                {.name = "task_id", .about = "The background command or agent"}}},
    {.names = {"KillShell", "KillBash", "TaskStop"}, .judged = stops,
     .about = "Ends a background command or agent.",
     .fields = {{.name = "shell_id", .about = "The background command"},
                {.name = "task_id", .about = "The background command or agent"}}},
    // The network.
    {.names = {"WebFetch"}, .judged = fetches, .main = "url", .words = "Fetch",
     .about = "Fetches a page and answers a question about it.",
     .fields = {{.name = "url", .about = "The page", .required = true},
                {.name = "prompt", .about = "The question"}}},
    {.names = {"mcp__workspace__web_fetch"}, .judged = fetches, .main = "url",
     .about = "Fetches a page.",
     .fields = {{.name = "url", .about = "The page", .required = true}},
     .like = {{likeness::web_fetch, "url"}}},
    {.names = {"WebSearch"}, .judged = fetches, .main = "query", .words = "Search the web for",
     .about = "Searches the web.",
     .fields = {{.name = "query", .about = "What to search for", .required = true, .kind = field_kind::text}}},
    {.names = {"ListMcpResourcesTool", "ListMcpResources"}, .judged = fetches,
     .about = "Lists what servers have to read.",
     .fields = {{.name = "server", .about = "Only of this server"}}},
    {.names = {"ReadMcpResourceTool", "ReadMcpResource"}, .judged = fetches,
     .about = "Reads something that a server has.",
     .fields = {{.name = "server", .about = "The server", .required = true},
                {.name = "uri", .about = "What to read", .required = true, .kind = field_kind::text}}},
    {.names = {"ReadMcpResourceDirTool", "ReadMcpResourceDir"}, .judged = fetches,
     .about = "Lists what is in a folder that a server has.",
     .fields = {{.name = "server", .about = "The server", .required = true},
                {.name = "uri", .about = "The folder", .required = true, .kind = field_kind::text}}},
    // Agents, notes, the user.
    {.names = {"Task", "Agent"}, .judged = delegates, .main = "subagent_type",
     .about = "Has another agent do a task.",
     .fields = {{.name = "prompt", .about = "The task", .required = true},
                {.name = "description", .about = "The task in a few words"},
                {.name = "subagent_type", .about = "Which agent"}}},
    {.names = {"Workflow", "RunWorkflow"}, .judged = delegates,
     .about = "Has a script direct other agents.",
     .fields = {{.name = "script", .about = "The script"},
                {.name = "name", .about = "A script that is installed"},
                {.name = "scriptPath", .about = "A file with the script", .kind = field_kind::path}},
     .like = {{likeness::read, "scriptPath"}}},
    {.names = {"EnterWorktree"}, .judged = expands,
     .about = "Goes on in another worktree, with its settings.",
     .fields = {{.name = "name", .about = "Of a new one"},
                {.name = "path", .about = "Of one that is there"}},
     .like = {{likeness::read, "path"}}},
    {.names = {"TodoWrite"}, .judged = takes_notes,
     .about = "Replaces the agent's list of things to do.",
     .fields = {{.name = "todos", .about = "The list", .type = "array", .required = true}}},
    {.names = {"TodoRead"}, .judged = takes_notes,
     .about = "Reads the agent's list of things to do."},
    {.names = {"TaskCreate", "TaskUpdate", "TaskGet", "TaskList"}, .judged = takes_notes,
     .about = "Keeps the agent's list of things to do.",
     .fields = {{.name = "taskId", .about = "Which one"},
                {.name = "subject", .about = "What is to be done"},
                {.name = "description", .about = "The same at length"},
                {.name = "status", .about = "How far it is"}}},
    {.names = {"ToolSearch"}, .judged = takes_notes,
     .about = "Looks for tools that the agent has.",
     .fields = {{.name = "query", .about = "Words of them", .kind = field_kind::text}}},
    {.names = {"EnterPlanMode"}, .judged = asks_user,
     .about = "Asks the user whether to plan first."},
    {.names = {"ExitPlanMode"}, .judged = asks_user,
     .about = "Shows a plan to the user, to be agreed on.",
     .fields = {{.name = "plan", .about = "The plan"}}},
    {.names = {"AskUserQuestion"}, .judged = asks_user,
     .about = "Asks the user questions.",
     .fields = {{.name = "questions", .about = "The questions", .type = "array", .required = true}}},
    // Neither field is shell text, though `command` is otherwise.
    {.names = {"Skill"}, .judged = expands, .main = "skill",
     .about = "Runs a skill: instructions and scripts that are installed.",
     .fields = {{.name = "skill", .about = "Its name"},
                {.name = "command", .about = "Its name", .kind = field_kind::text}}},
    {.names = {"SlashCommand"}, .judged = expands,
     .about = "Runs a command that the user has defined.",
     .fields = {{.name = "command", .about = "The command with its arguments", .required = true, .kind = field_kind::text}}},
};
// clang-format on

struct kind_word {
    field_kind kind;
    std::string_view word;
};
constexpr kind_word kind_words[] = {
    {field_kind::command, "command"}, {field_kind::path, "path"}, {field_kind::url, "url"},
    {field_kind::text, "text"},       {field_kind::glob, "glob"}, {field_kind::search, "search"},
};

auto fields_of(const known_tool& tool) {
    return std::span(tool.fields)
        .first(static_cast<std::size_t>(
            std::ranges::find(tool.fields, std::string_view(), &tool_field::name) - std::begin(tool.fields)));
}

json_object schema_of(const known_tool& tool) {
    json_object properties;
    json_array needed;
    for (const auto& field : fields_of(tool)) {
        json_object property{{"type", field.type}, {"description", field.about}};
        if (field.kind)
            property.emplace("x-permission-kind",
                             std::ranges::find(kind_words, *field.kind, &kind_word::kind)->word);
        properties.emplace(field.name, std::move(property));
        if (field.required) needed.emplace_back(field.name);
    }
    json_object schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!needed.empty()) schema.emplace("required", std::move(needed));
    return schema;
}

using kin_list = std::vector<tool_kin>;

void add_kin(kin_list& kin, const tool_likeness& like) {
    const auto add = [&](std::string_view tool, std::string_view as, bool whole, bool unread = false) {
        kin.push_back({.tool = std::string(tool),
                       .field = std::string(like.field),
                       .as = std::string(as),
                       .whole = whole,
                       .unread = unread});
    };
    switch (like.to) {
        case likeness::bash: return add("Bash", "command", true);
        case likeness::unread_bash: return add("Bash", "command", true, true);
        case likeness::read: return add("Read", "file_path", false);
        case likeness::edit:
            for (const auto* const tool : {"Read", "Edit", "Write"}) add(tool, "file_path", false);
            return;
        case likeness::web_fetch: return add("WebFetch", "url", true);
        case likeness::part_web_fetch: return add("WebFetch", "url", false);
        case likeness::none: break;
    }
}

kin_list kin_of(const known_tool& tool, std::string_view name) {
    kin_list kin;
    for (const auto& like : tool.like) add_kin(kin, like);
    std::erase_if(kin, [&](const tool_kin& other) { return other.tool == name; });
    for (const auto other : tool.names)
        if (!other.empty() && other != name) kin.push_back({.tool = std::string(other), .whole = true});
    return kin;
}

tool_definition definition_of(const known_tool& tool) {
    tool_definition definition;
    definition.description = tool.about;
    definition.parameters = schema_of(tool);
    definition.main_field = tool.main;
    definition.kind = tool.judged.kind;
    definition.risk = tool.judged.risk;
    definition.safety = tool.judged.safety;
    definition.decision = tool.judged.decision;
    definition.permission_required = tool.judged.decision != tool_default::allow;
    definition.trustable = tool.judged.trustable;
    definition.offers = tool.judged.offers;
    definition.category = tool.judged.category;
    return definition;
}

}  // namespace

std::span<const known_tool> known_tools() noexcept { return table_of_tools; }

const known_tool* known_tool_named(std::string_view name) noexcept {
    if (name.empty()) return nullptr;
    const auto* const tool = std::ranges::find_if(table_of_tools, [&](const known_tool& row) {
        return std::ranges::find(row.names, name) != std::end(row.names);
    });
    return tool == std::end(table_of_tools) ? nullptr : tool;
}

std::string_view main_field(std::string_view tool_name) noexcept {
    if (is_path_rule_tool(tool_name)) return "path";
    const auto* const tool = known_tool_named(tool_name);
    return tool == nullptr ? std::string_view() : tool->main;
}

std::shared_ptr<const tool_registry> tool_registry::standard() {
    static const auto all = [] {
        auto registry = std::make_shared<tool_registry>();
        for (const auto& tool : table_of_tools)
            for (const auto name : tool.names) {
                if (name.empty()) continue;
                tool_definition definition = definition_of(tool);
                definition.name = name;
                definition.kin = kin_of(tool, name);
                registry->add_standard(std::move(definition));
            }
        return std::shared_ptr<const tool_registry>(std::move(registry));
    }();
    return all;
}

}  // namespace assent
