// The tools that everybody has, as data. Their schemas name the fields that judging needs; others may be
// there.
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace assent {
namespace {

enum class presence : unsigned char { required, optional };
using enum presence;

struct field {
    std::string_view name;
    std::string_view type;
    presence needed;
    std::string_view description;
    std::string_view kind{};  // of its text, where its name does not say it
};
using fields = std::initializer_list<field>;

json_object schema_of(fields all) {
    json_object properties;
    json_array needed;
    for (const field& each : all) {
        json_object property{{"type", each.type}, {"description", each.description}};
        if (!each.kind.empty()) property.emplace("x-permission-kind", each.kind);
        properties.emplace(each.name, std::move(property));
        if (each.needed == required) needed.emplace_back(each.name);
    }
    json_object schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!needed.empty()) schema.emplace("required", std::move(needed));
    return schema;
}

// How the calls of a tool are judged when nothing else decides.
struct level {
    tool_kind kind = tool_kind::other;
    std::string_view category{};
    risk_level risk = risk_level::high;
    safety_class safety = safety_class::confirm;
    tool_default decision = tool_default::ask;
    bool trustable = false;
    offered_grant offers = offered_grant::none;
};

constexpr level looking(tool_kind kind, std::string_view category) {
    return {kind, category, risk_level::low, safety_class::always_safe, tool_default::allow};
}

constexpr level reads = looking(tool_kind::read, "file");
constexpr level searches = looking(tool_kind::search, "file");
constexpr level takes_notes = looking(tool_kind::interact, "notes");
constexpr level reads_output = looking(tool_kind::read, "shell");
constexpr level edits{.kind = tool_kind::edit,
                      .category = "file",
                      .risk = risk_level::medium,
                      .trustable = true,
                      .offers = offered_grant::time};
constexpr level removes{
    .kind = tool_kind::remove, .category = "file", .safety = safety_class::always_confirm};
constexpr level executes{.kind = tool_kind::execute, .category = "shell", .offers = offered_grant::uses};
constexpr level stops{.kind = tool_kind::execute, .category = "shell"};
constexpr level fetches{
    .kind = tool_kind::fetch, .category = "network", .risk = risk_level::medium, .trustable = true};
constexpr level delegates{.kind = tool_kind::agent, .category = "agent", .risk = risk_level::medium};
constexpr level expands{.kind = tool_kind::other, .category = "agent"};
constexpr level sends{.kind = tool_kind::other, .category = "network"};
// A person has to answer: that is what the tool is for.
constexpr level asks_user{.kind = tool_kind::interact,
                          .category = "user",
                          .risk = risk_level::medium,
                          .safety = safety_class::always_confirm};

using kin_list = std::vector<tool_kin>;

// What is in the field is run as `Bash` runs its command.
kin_list runs_like_bash(std::string_view field) {
    return {{.tool = "Bash", .field = std::string(field), .as = "command", .whole = true}};
}
// The same in another language.
kin_list runs_unread_text(std::string_view field) {
    auto kin = runs_like_bash(field);
    kin.front().unread = true;
    return kin;
}
kin_list looks_like_read(std::string_view field) {
    return {{.tool = "Read", .field = std::string(field), .as = "file_path"}};
}
// What changes a file also shows it: what was there is compared, and told where it differs.
kin_list changes_like_edit(std::string_view field) {
    kin_list kin = looks_like_read(field);
    for (const auto* const tool : {"Edit", "Write"})
        kin.push_back({.tool = tool, .field = std::string(field), .as = "file_path"});
    return kin;
}
kin_list fetches_like_web_fetch(std::string_view field, bool whole) {
    return {{.tool = "WebFetch", .field = std::string(field), .as = "url", .whole = whole}};
}
kin_list both(kin_list one, const kin_list& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

// A tool's name, and the names that it has beside that: rules of each hold for all.
struct names {
    names(const char* only) : all{only} {}
    names(std::initializer_list<std::string_view> every) : all(every) {}
    std::vector<std::string_view> all;
};

kin_list kin_of(std::string_view name, const names& named, kin_list kin) {
    kin.erase(std::remove_if(kin.begin(), kin.end(), [&](const tool_kin& each) { return each.tool == name; }),
              kin.end());
    for (const auto other : named.all)
        if (other != name) kin.push_back({.tool = std::string(other), .whole = true});
    return kin;
}

void add(tool_registry& tools, const names& named, const level& judged, std::string_view main_field,
         std::string_view description, fields input, const kin_list& kin = {}) {
    tool_definition definition;
    definition.description = description;
    definition.parameters = schema_of(input);
    definition.main_field = main_field;
    definition.kind = judged.kind;
    definition.risk = judged.risk;
    definition.safety = judged.safety;
    definition.decision = judged.decision;
    definition.permission_required = judged.decision != tool_default::allow;
    definition.trustable = judged.trustable;
    definition.offers = judged.offers;
    definition.category = judged.category;
    for (const auto name : named.all) {
        definition.name = name;
        definition.kin = kin_of(name, named, kin);
        tools.add(definition).value();
    }
}

void add_file_operations(tool_registry& tools) {
    constexpr std::string_view file = "Path of the file, from the project's root";
    add(tools, "read", reads, "path", "Returns the text of a file, or some of its lines.",
        {{"path", "string", required, file},
         {"startLine", "number", optional, "First line to return, from 1"},
         {"endLine", "number", optional, "Last line to return"}},
        looks_like_read("path"));
    add(tools, "write", edits, "path", "Creates a file, or replaces all that is in it.",
        {{"path", "string", required, file}, {"content", "string", required, "The whole new text"}},
        changes_like_edit("path"));
    add(tools, "edit", edits, "path", "Replaces a piece of a file's text.",
        {{"path", "string", required, file},
         {"oldString", "string", required, "The text to be replaced, exactly as it stands"},
         {"newString", "string", required, "What stands there afterwards"},
         {"replaceAll", "boolean", optional, "Replace every occurrence, not only one"}},
        changes_like_edit("path"));
    add(tools, "delete", removes, "path", "Deletes a file for good.", {{"path", "string", required, file}},
        changes_like_edit("path"));
    add(tools, "glob", searches, "pattern", "Lists the files whose paths match a pattern.",
        {{"pattern", "string", required, "Such as `src/**/*.c`"},
         {"path", "string", optional, "Folder to search below"}},
        looks_like_read("path"));
    add(tools, "grep", searches, "pattern", "Finds lines of files that match a regular expression.",
        {{"pattern", "string", required, "The expression"},
         {"path", "string", optional, "File or folder to search in"},
         {"glob", "string", optional, "Only files whose paths match this"}},
        looks_like_read("path"));
    add(tools, "bash", executes, "command", "Runs a shell command in the project.",
        {{"command", "string", required, "The command line"},
         {"workingDirectory", "string", optional, "Folder to run it in", "path"},
         {"timeout", "number", optional, "Longest time to run, in milliseconds"}},
        runs_like_bash("command"));
}

void add_claude_files(tool_registry& tools) {
    constexpr std::string_view file = "Absolute path of the file";
    add(tools, "Read", reads, "file_path", "Reads a file.",
        {{"file_path", "string", required, file},
         {"offset", "number", optional, "First line"},
         {"limit", "number", optional, "Number of lines"}});
    add(tools, "Write", edits, "file_path", "Writes a file.",
        {{"file_path", "string", required, file}, {"content", "string", required, "The whole new text"}},
        changes_like_edit("file_path"));
    add(tools, "Edit", edits, "file_path", "Replaces text in a file.",
        {{"file_path", "string", required, file},
         {"old_string", "string", required, "The text to be replaced"},
         {"new_string", "string", required, "The new text"},
         {"replace_all", "boolean", optional, "Replace every occurrence"}},
        changes_like_edit("file_path"));
    add(tools, "MultiEdit", edits, "file_path", "Replaces several texts in a file.",
        {{"file_path", "string", required, file}, {"edits", "array", required, "The replacements, in order"}},
        changes_like_edit("file_path"));
    add(tools, "NotebookEdit", edits, "notebook_path", "Changes a cell of a notebook.",
        {{"notebook_path", "string", required, "Absolute path of the notebook"},
         {"new_source", "string", optional, "The cell's new text"}},
        changes_like_edit("notebook_path"));
    add(tools, "NotebookRead", reads, "notebook_path", "Reads a notebook.",
        {{"notebook_path", "string", required, "Absolute path of the notebook"}},
        looks_like_read("notebook_path"));
    add(tools, "Glob", searches, "pattern", "Lists files whose paths match a pattern.",
        {{"pattern", "string", required, "The pattern"},
         {"path", "string", optional, "Folder to search below"}},
        looks_like_read("path"));
    add(tools, "Grep", searches, "pattern", "Searches in files.",
        {{"pattern", "string", required, "The regular expression"},
         {"path", "string", optional, "File or folder to search in"},
         {"glob", "string", optional, "Only files whose paths match this"}},
        looks_like_read("path"));
    add(tools, "LS", searches, {}, "Lists a folder.",
        {{"path", "string", required, "Absolute path of the folder"}}, looks_like_read("path"));
    add(tools, "LSP", reads, {}, "Asks a language server about a place in a file.",
        {{"operation", "string", optional, "What to ask"}, {"filePath", "string", required, file, "path"}},
        looks_like_read("filePath"));
}

// Tools that take files elsewhere, or bring some.
void add_claude_transfers(tool_registry& tools) {
    constexpr std::string_view files = "Paths of the files";
    add(tools, "SendFile", sends, {}, "Sends files to another session.",
        {{"files", "array", required, files}}, looks_like_read("files"));
    add(tools, "SendUserFile", sends, {}, "Shows files to the user.", {{"files", "array", required, files}},
        looks_like_read("files"));
    for (const auto* const name : {"Artifact", "ArtifactCheck", "ArtifactComments", "ArtifactData"})
        add(tools, name, sends, {}, "Publishes pages, and what belongs to them.",
            {{"action", "string", optional, "What to do"},
             {"file_path", "string", optional, "The file to publish"},
             {"file_paths", "array", optional, files},
             {"out_dir", "string", optional, "Folder to save in", "path"}},
            both(both(looks_like_read("file_path"), looks_like_read("file_paths")),
                 changes_like_edit("out_dir")));
    add(tools, "Projects", sends, {}, "Reads and writes the documents of a project.",
        {{"method", "string", required, "What to do"},
         {"path", "string", optional, "The document", "text"},
         {"local_path", "string", optional, "The file to upload", "path"}},
        looks_like_read("local_path"));
    add(tools, "PublishPlugin", sends, {}, "Publishes a plugin.",
        {{"path", "string", optional, "Its folder"}}, looks_like_read("path"));
    add(tools, "DesignSync", sends, {}, "Takes files to a design project.",
        {{"method", "string", optional, "What to do"},
         {"localDir", "string", optional, "Folder of the files", "path"},
         {"files", "array", optional, files}},
        both(looks_like_read("localDir"), looks_like_read("files")));
}

void add_claude_shells(tool_registry& tools) {
    add(tools, "Bash", executes, "command", "Runs a shell command.",
        {{"command", "string", required, "The command line"},
         {"timeout", "number", optional, "Longest time to run, in milliseconds"},
         {"description", "string", optional, "What the command does"},
         {"run_in_background", "boolean", optional, "Do not wait for its end"}});
    add(tools, "mcp__workspace__bash", executes, "command", "Runs a shell command.",
        {{"command", "string", required, "The command line"}}, runs_like_bash("command"));
    add(tools, "Monitor", executes, "command",
        "Runs a shell command, or opens a WebSocket, and reports events.",
        {{"command", "string", optional, "The command line"},
         {"ws", "object", optional, "The WebSocket"},
         {"description", "string", optional, "What is watched"},
         {"timeout_ms", "number", optional, "Longest time to run, in milliseconds"}},
        both(runs_like_bash("command"), fetches_like_web_fetch("ws", false)));
    add(tools, "PowerShell", executes, {}, "Runs a command of PowerShell.",
        {{"command", "string", required, "The command line"},
         {"timeout", "number", optional, "Longest time to run, in milliseconds"},
         {"description", "string", optional, "What the command does"},
         {"run_in_background", "boolean", optional, "Do not wait for its end"}},
        runs_unread_text("command"));
    add(tools, {"REPL", "Eval"}, executes, {}, "Runs JavaScript, which can use tools.",
        {{"code", "string", required, "The program", "command"}}, runs_unread_text("code"));
    add(tools, "BashOutput", reads_output, {}, "Reads what a background command has written.",
        {{"bash_id", "string", optional, "The background command"}});
    add(tools, {"KillShell", "KillBash", "TaskStop"}, stops, {}, "Ends a background command or agent.",
        {{"shell_id", "string", optional, "The background command"},
         {"task_id", "string", optional, "The background command or agent"}});
}

void add_claude_network(tool_registry& tools) {
    add(tools, "WebFetch", fetches, "url", "Fetches a page and answers a question about it.",
        {{"url", "string", required, "The page"}, {"prompt", "string", optional, "The question"}});
    add(tools, "mcp__workspace__web_fetch", fetches, "url", "Fetches a page.",
        {{"url", "string", required, "The page"}}, fetches_like_web_fetch("url", true));
    add(tools, "WebSearch", fetches, "query", "Searches the web.",
        {{"query", "string", required, "What to search for", "text"}});
    add(tools, {"ListMcpResourcesTool", "ListMcpResources"}, fetches, {}, "Lists what servers have to read.",
        {{"server", "string", optional, "Only of this server"}});
    add(tools, {"ReadMcpResourceTool", "ReadMcpResource"}, fetches, {}, "Reads something that a server has.",
        {{"server", "string", required, "The server"}, {"uri", "string", required, "What to read", "text"}});
    add(tools, {"ReadMcpResourceDirTool", "ReadMcpResourceDir"}, fetches, {},
        "Lists what is in a folder that a server has.",
        {{"server", "string", required, "The server"}, {"uri", "string", required, "The folder", "text"}});
}

void add_claude_others(tool_registry& tools) {
    add(tools, {"Task", "Agent"}, delegates, "subagent_type", "Has another agent do a task.",
        {{"prompt", "string", required, "The task"},
         {"description", "string", optional, "The task in a few words"},
         {"subagent_type", "string", optional, "Which agent"}});
    add(tools, {"Workflow", "RunWorkflow"}, delegates, {}, "Has a script direct other agents.",
        {{"script", "string", optional, "The script"},
         {"name", "string", optional, "A script that is installed"},
         {"scriptPath", "string", optional, "A file with the script", "path"}},
        looks_like_read("scriptPath"));
    add(tools, "EnterWorktree", expands, {}, "Goes on in another worktree, with its settings.",
        {{"name", "string", optional, "Of a new one"}, {"path", "string", optional, "Of one that is there"}},
        looks_like_read("path"));
    add(tools, "TodoWrite", takes_notes, {}, "Replaces the agent's list of things to do.",
        {{"todos", "array", required, "The list"}});
    add(tools, "TodoRead", takes_notes, {}, "Reads the agent's list of things to do.", {});
    add(tools, "ExitPlanMode", asks_user, {}, "Shows a plan to the user, to be agreed on.",
        {{"plan", "string", optional, "The plan"}});
    add(tools, "AskUserQuestion", asks_user, {}, "Asks the user questions.",
        {{"questions", "array", required, "The questions"}});
    // Neither field is shell text, though `command` is otherwise.
    add(tools, "Skill", expands, {}, "Runs a skill: instructions and scripts that are installed.",
        {{"skill", "string", optional, "Its name"}, {"command", "string", optional, "Its name", "text"}});
    add(tools, "SlashCommand", expands, {}, "Runs a command that the user has defined.",
        {{"command", "string", required, "The command with its arguments", "text"}});
}

}  // namespace

std::shared_ptr<const tool_registry> tool_registry::standard() {
    static const auto all = [] {
        auto tools = std::make_shared<tool_registry>();
        add_file_operations(*tools);
        add_claude_files(*tools);
        add_claude_transfers(*tools);
        add_claude_shells(*tools);
        add_claude_network(*tools);
        add_claude_others(*tools);
        return std::shared_ptr<const tool_registry>(std::move(tools));
    }();
    return all;
}

}  // namespace assent
