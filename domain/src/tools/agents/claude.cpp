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
     .says_allow = hook_dialect::allowing::alone, .hears_allow = true, .turn = 3},
    {.agent = claude, .event = "PostToolUse", .when = moment::after, .answers = form::block, .turn = 3},
    // Of what it calls failed: a command with another status than 0, and a file that is not there.
    {.agent = claude, .event = "PostToolUseFailure", .when = moment::after, .answers = form::block, .turn = 3},
};

constexpr hook_switch claude_off_switches[] = {
    {.keys = {"disableAllHooks"}, .value = "true"},
    {.keys = {"allowManagedHooksOnly"}, .value = "true"},
};

}  // namespace

constexpr agent_facts claude_facts{
    .program = agent_program::claude,
    .speaks_standard = true,
    .settings = {".claude", ".claude.json", ".mcp.json", "etc/claude-code"},
    .hooks = claude_hooks,
    .place = hook_place{
        .agent = claude, .program = "claude", .variable = "CLAUDE_CONFIG_DIR", .folder = ".claude", .file = "settings.json",
        .written = hook_place::form::grouped, .arguments_key = "args", .before = R"("type": "command", )", .behind = R"(, "onFailure": "block")",
        .rules_key = "permissions"},
    .off_switches = claude_off_switches,
    .off_variables = {"CLAUDE_CODE_SIMPLE"},
    .hookless_variable = "CLAUDE_CODE_SIMPLE",
    .other_settings = {".config.json", "/etc/claude-code/managed-settings.json", "/etc/claude-code/managed-settings.d/"},
    .home_settings = {".claude.json"},
    .project_settings = {".claude/settings.json", ".claude/settings.local.json"},
    .settings_have_variables = true,
    .project_variable = "CLAUDE_PROJECT_DIR",
    // It looks for the first one anywhere on its command line.
    .launch = launch_facts{
        .hookless_option = "--bare", .settings_option = "--settings", .input_option = "--input-format",
        .input_word = "stream-json", .prompt_option = "--permission-prompt-tool", .prompt_word = "stdio",
        .print_options = {"-p", "--print"}, .asks_about_itself = {"-v", "--version", "-h", "--help"}},
    .bypasses = {"settings of a project, --settings and --setting-sources can switch hooks off"},
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
