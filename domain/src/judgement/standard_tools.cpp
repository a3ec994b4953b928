// The tools that everybody has, as data. Their schemas name the fields that judging needs; others may be
// there.
#include <assent/domain/judgement/tool_registry.hpp>

#include <initializer_list>
#include <utility>

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
// A person has to answer: that is what the tool is for.
constexpr level asks_user{.kind = tool_kind::interact,
                          .category = "user",
                          .risk = risk_level::medium,
                          .safety = safety_class::always_confirm};

void add(tool_registry& tools, std::string_view name, const level& judged, std::string_view main_field,
         std::string_view description, fields input) {
    tool_definition definition;
    definition.name = name;
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
    tools.add(std::move(definition)).value();
}

void add_file_operations(tool_registry& tools) {
    constexpr std::string_view file = "Path of the file, from the project's root";
    add(tools, "read", reads, "path", "Returns the text of a file, or some of its lines.",
        {{"path", "string", required, file},
         {"startLine", "number", optional, "First line to return, from 1"},
         {"endLine", "number", optional, "Last line to return"}});
    add(tools, "write", edits, "path", "Creates a file, or replaces all that is in it.",
        {{"path", "string", required, file}, {"content", "string", required, "The whole new text"}});
    add(tools, "edit", edits, "path", "Replaces a piece of a file's text.",
        {{"path", "string", required, file},
         {"oldString", "string", required, "The text to be replaced, exactly as it stands"},
         {"newString", "string", required, "What stands there afterwards"},
         {"replaceAll", "boolean", optional, "Replace every occurrence, not only one"}});
    add(tools, "delete", removes, "path", "Deletes a file for good.", {{"path", "string", required, file}});
    add(tools, "glob", searches, "pattern", "Lists the files whose paths match a pattern.",
        {{"pattern", "string", required, "Such as `src/**/*.c`"},
         {"path", "string", optional, "Folder to search below"}});
    add(tools, "grep", searches, "pattern", "Finds lines of files that match a regular expression.",
        {{"pattern", "string", required, "The expression"},
         {"path", "string", optional, "File or folder to search in"},
         {"glob", "string", optional, "Only files whose paths match this"}});
    add(tools, "bash", executes, "command", "Runs a shell command in the project.",
        {{"command", "string", required, "The command line"},
         {"workingDirectory", "string", optional, "Folder to run it in", "path"},
         {"timeout", "number", optional, "Longest time to run, in milliseconds"}});
}

void add_claude_files(tool_registry& tools) {
    constexpr std::string_view file = "Absolute path of the file";
    add(tools, "Read", reads, "file_path", "Reads a file.",
        {{"file_path", "string", required, file},
         {"offset", "number", optional, "First line"},
         {"limit", "number", optional, "Number of lines"}});
    add(tools, "Write", edits, "file_path", "Writes a file.",
        {{"file_path", "string", required, file}, {"content", "string", required, "The whole new text"}});
    add(tools, "Edit", edits, "file_path", "Replaces text in a file.",
        {{"file_path", "string", required, file},
         {"old_string", "string", required, "The text to be replaced"},
         {"new_string", "string", required, "The new text"},
         {"replace_all", "boolean", optional, "Replace every occurrence"}});
    add(tools, "MultiEdit", edits, "file_path", "Replaces several texts in a file.",
        {{"file_path", "string", required, file},
         {"edits", "array", required, "The replacements, in order"}});
    add(tools, "NotebookEdit", edits, "notebook_path", "Changes a cell of a notebook.",
        {{"notebook_path", "string", required, "Absolute path of the notebook"},
         {"new_source", "string", optional, "The cell's new text"}});
    add(tools, "Glob", searches, "pattern", "Lists files whose paths match a pattern.",
        {{"pattern", "string", required, "The pattern"},
         {"path", "string", optional, "Folder to search below"}});
    add(tools, "Grep", searches, "pattern", "Searches in files.",
        {{"pattern", "string", required, "The regular expression"},
         {"path", "string", optional, "File or folder to search in"},
         {"glob", "string", optional, "Only files whose paths match this"}});
    add(tools, "LS", searches, {}, "Lists a folder.",
        {{"path", "string", required, "Absolute path of the folder"}});
}

void add_claude_shell_and_network(tool_registry& tools) {
    add(tools, "Bash", executes, "command", "Runs a shell command.",
        {{"command", "string", required, "The command line"},
         {"timeout", "number", optional, "Longest time to run, in milliseconds"},
         {"description", "string", optional, "What the command does"},
         {"run_in_background", "boolean", optional, "Do not wait for its end"}});
    add(tools, "BashOutput", reads_output, {}, "Reads what a background command has written.",
        {{"bash_id", "string", optional, "The background command"}});
    add(tools, "KillShell", stops, {}, "Ends a background command.",
        {{"shell_id", "string", optional, "The background command"}});
    add(tools, "WebFetch", fetches, "url", "Fetches a page and answers a question about it.",
        {{"url", "string", required, "The page"}, {"prompt", "string", optional, "The question"}});
    add(tools, "WebSearch", fetches, "query", "Searches the web.",
        {{"query", "string", required, "What to search for", "text"}});
    add(tools, "ListMcpResourcesTool", fetches, {}, "Lists what servers have to read.",
        {{"server", "string", optional, "Only of this server"}});
    add(tools, "ReadMcpResourceTool", fetches, {}, "Reads something that a server has.",
        {{"server", "string", required, "The server"}, {"uri", "string", required, "What to read", "text"}});
}

void add_claude_others(tool_registry& tools) {
    for (const auto& [name, main] : {std::pair("Task", "subagent_type"), std::pair("Agent", "")})
        add(tools, name, delegates, main, "Has another agent do a task.",
            {{"prompt", "string", required, "The task"},
             {"description", "string", optional, "The task in a few words"},
             {"subagent_type", "string", optional, "Which agent"}});
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
        add_claude_shell_and_network(*tools);
        add_claude_others(*tools);
        return std::shared_ptr<const tool_registry>(std::move(tools));
    }();
    return all;
}

}  // namespace assent
