// Claude Code: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;
using form = hook_dialect::form;
using asking = hook_dialect::asking;
using moment = hook_dialect::moment;

constexpr hook_dialect claude_hooks[] = {
    {.agent = claude, .event = "PreToolUse", .asks = asking::by_word,
     .says_allow = hook_dialect::allowing::alone, .hears_allow = true,
     .changes = {.tool = "Bash", .key = "updatedInput",
                 .beside = {{"description"}, {"timeout"}, {"run_in_background"}, {"dangerouslyDisableSandbox"}}},
     .turn = 3},
    {.agent = claude, .event = "PostToolUse", .when = moment::after, .answers = form::block, .turn = 3},
    // Of what it calls failed: a command with another status than 0, and a file that is not there.
    {.agent = claude, .event = "PostToolUseFailure", .when = moment::after, .answers = form::block, .turn = 3},
};

constexpr hook_switch claude_off_switches[] = {
    {.keys = {"disableAllHooks"}, .value = "true"},
    {.keys = {"allowManagedHooksOnly"}, .value = "true"},
};

constexpr passing_way claude_ways[] = {
    {.way = passing::gate_variables},
    {.way = passing::gate_uses},
    {.way = passing::false_daemon},
    {.way = passing::lost_record},
    {.way = passing::failing_hook},
    {.way = passing::changed_hook, .closed_by = by_installing_anew},
    {.way = passing::shell_variables},
    {.way = passing::loader_variables, .closed_by = "take it out, or install with the static program"},
    {.way = passing::other_settings},
    {.way = passing::slow_hook},
    {.way = passing::off_switches, .closed_by = "take it out; managed settings of the system can forbid it"},
    {.way = passing::off_variables, .closed_by = "start it without that variable"},
    {.way = passing::off_options, .closed_by = "start it without that option"},
    {.way = passing::other_hooks,
     .closed_by = "take it out, or put `assent bridge --guard on` in front of Claude"},
};

}  // namespace

constexpr agent_facts claude_facts{
    .program = agent_program::claude,
    .speaks_standard = true,
    .fresh_shell = true,  // seen with 2.1.328
    .settings = {".claude", ".claude.json", ".mcp.json", "etc/claude-code"},
    .hooks = claude_hooks,
    .subagent_key = "agent_type",
    .place = hook_place{
        .agent = claude, .program = "claude", .variable = "CLAUDE_CONFIG_DIR", .folder = ".claude", .file = "settings.json",
        .written = hook_place::form::grouped, .arguments_key = "args", .before = R"("type": "command", )", .behind = R"(, "onFailure": "block")",
        .rules_key = "permissions"},
    .off_switches = claude_off_switches,
    .off_variables = {"CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"},
    .hookless_variable = "CLAUDE_CODE_SIMPLE",
    .other_settings = {".config.json", "remote-settings.json", "/etc/claude-code/managed-settings.json", "/etc/claude-code/managed-settings.d/"},
    .home_settings = {".claude.json"},
    .project_settings = {".claude/settings.json", ".claude/settings.local.json"},
    .settings_have_variables = true,
    .project_variable = "CLAUDE_PROJECT_DIR",
    // It looks for the first one anywhere on its command line.
    .launch = launch_facts{
        .hookless_option = "--bare", .settings_option = "--settings", .sources_option = "--setting-sources", .sources_word = "user",
        .input_option = "--input-format",
        .input_word = "stream-json", .prompt_option = "--permission-prompt-tool", .prompt_word = "stdio",
        .print_options = {"-p", "--print"}, .asks_about_itself = {"-v", "--version", "-h", "--help"}},
    .ways = claude_ways,
    .off_options = {"--bare", "--safe-mode"},
    .settings_variables = {"CLAUDE_CONFIG_DIR", "CLAUDE_CODE_MANAGED_SETTINGS_PATH"},
    .rule_options = {"--disallowedTools", "--disallowed-tools", "--agents", "--plugin-dir"},
    .acp = acp_facts{
        .name = "@agentclientprotocol/claude-agent-acp",
        .other_names = {"@zed-industries/claude-agent-acp", "@zed-industries/claude-code-acp", "claude-agent-acp",
                        "claude-code-acp"},
        .asking_mode = "default", .other_mode = "plan",
        .modes_without_questions = {"bypassPermissions", "acceptEdits"},
        .unasked = "Claude does not ask about what its own settings allow, nor about reading files and harmless commands",
        .unasked_behind_hook = "Claude does not ask about what its own settings allow, nor about reading files and "
                               "harmless commands, unless a deny or ask rule covers it"},
};

}  // namespace assent
