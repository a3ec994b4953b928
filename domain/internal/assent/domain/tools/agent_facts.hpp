#pragma once

#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/domain/tools/hook_dialect.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// What is known of each agent: a file each in `tools/agents`, data only. Where nothing else is said it was
/// tried with the real one, at the version in docs/agents.md and docs/acp.md.
namespace assent {

/// The words of a row: as many as are not empty.
struct few_words {
    std::string_view all[8]{};

    [[nodiscard]] constexpr const std::string_view* begin() const noexcept { return all; }
    [[nodiscard]] constexpr const std::string_view* end() const noexcept {
        return std::ranges::find(all, std::string_view());
    }
    [[nodiscard]] constexpr bool has(std::string_view word) const noexcept {
        return std::ranges::find(*this, word) != end();
    }
};

/// A field of an agent's tool, and what the standard tool calls it.
struct own_field {
    std::string_view standard{};
    std::string_view own[4]{};  ///< its names, of which an input has one; none: the same
    bool needed = false;        ///< without it a use of the tool is not understood
    bool derived = false;       ///< the standard field is made from this text, and is not the text
};

/// A tool of an agent, and the standard tool that it is. Fields that are not named are called as there.
/// Source: what the agent tells its model of its tools, and its hooks of their use.
struct own_tool {
    std::string_view name{};
    std::string_view standard{};
    own_field fields[4]{};
    bool patch = false;         ///< it is none: its text is a patch of files
    bool may_be_patch = false;  ///< the same where it has a text, and names no file
};

/// Where an agent keeps the hooks of its user, and how one is written there. At which events: `hooks`.
struct hook_place {
    /// How a hook stands in the file.
    enum class form : unsigned char {
        grouped,  ///< JSON: in a group, `hooks.EVENT[].hooks[]`
        plain,    ///< JSON: `hooks.EVENT[]`
        tables,   ///< TOML: `[[hooks.EVENT]]` with `[[hooks.EVENT.hooks]]`
        plugin,   ///< a program that the agent loads, of which all is ours: it has it as JSON
    };

    agent_program agent;
    std::string_view program;           ///< what it is called in PATH
    std::string_view variable{};        ///< where it is set, it names the folder; empty: none does
    std::string_view below_variable{};  ///< where the folder is below what it names; empty: it is that
    std::string_view folder;            ///< below the user's home otherwise
    std::string_view project_folder{};  ///< the same below that of a project; empty: not for one alone
    std::string_view file;              ///< below the folder
    form written;
    std::string_view command_key = "command";
    /// Where it is not empty, the program alone is the command, and its arguments are a list of this key: no
    /// shell is in between, which a variable of a project could turn into another program.
    std::string_view arguments_key{};
    std::string_view time_key = "timeout";
    duration unit = std::chrono::seconds(1);  ///< what one of its time is
    std::string_view before{};  ///< other members of a hook, as JSON: before the command, with a comma behind
    std::string_view behind{};  ///< and behind all, with a comma before
    std::string_view
        rules_key{};             ///< of the agent's own rules: an object with lists; empty: it has none there
    std::string_view version{};  ///< an outermost member that the file has to have, as JSON; empty: none
};

/// A value in an agent's settings under which it calls no hooks, or none of ours.
struct hook_switch {
    few_words keys;  ///< of the object, where it is in one, and its own
    std::string_view value;
    bool in_list = false;  ///< the value is a list that has this
};

/// A file that stands for more than is in it.
struct unread_file {
    std::string_view end{};   ///< of its path
    std::string_view text{};  ///< it does where this is in it; empty: wherever it is there
};

/// How an agent is started, as far as that decides whether it calls the hook that a bridge gives it.
struct launch_facts {
    std::string_view hookless_option{};  ///< wherever it stands, no hooks are called
    std::string_view settings_option{};  ///< more settings: a file, or their text
    std::string_view sources_option{};   ///< which settings it reads, and the word for those of its user
    std::string_view sources_word{};
    std::string_view input_option{};  ///< what it reads, and the word with which a bridge can speak to it
    std::string_view input_word{};
    std::string_view prompt_option{};  ///< who is asked, and the word for whoever reads its output
    std::string_view prompt_word{};
    few_words print_options{};      ///< with one of them it works at once
    few_words asks_about_itself{};  ///< with one of them it says something of itself, and ends
};

/// Variables with which something else stands in the place of a hook, or of what it reads.
struct hook_variables {
    few_words of_loaders;  ///< loaded into every program that is not static, before it does anything
    few_words of_shells;   ///< run by the shell that starts a hook, or instead of it
    few_words of_gate;     ///< where Assent looks; an installed hook does not
};
inline constexpr hook_variables variables_of_hooks{
    .of_loaders = {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH"},
    .of_shells = {"PATH", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS"},
    .of_gate = {"ASSENT_POLICY", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"},
};

/// The ways in which a use of a tool could pass a hook by.
enum class passing : unsigned char {
    gate_variables,
    shell_variables,
    loader_variables,
    other_settings,
    off_switches,
    off_variables,
    off_options,
    changed_hook,
    untrusted_hook,
    failing_hook,
    slow_hook,
    other_hooks,
    typed_text,
    gate_uses,
    false_daemon,
    lost_record,
};
constexpr auto enum_words(passing) noexcept {
    return word_table("gate-variables", "shell-variables", "loader-variables", "other-settings",
                      "off-switches", "off-variables", "off-options", "changed-hook", "untrusted-hook",
                      "failing-hook", "slow-hook", "other-hooks", "typed-text", "gate-uses", "false-daemon",
                      "lost-record");
}

/// What is done in each of them, and what holds it in the agents in which it is held.
struct passing_kind {
    passing way;
    std::string_view what;
    std::string_view held_by;
};
inline constexpr passing_kind passing_kinds[] = {
    {.way = passing::gate_variables,
     .what = "variables say where Assent has its policy, its socket and its files",
     .held_by = "the hook reads none of them"},
    {.way = passing::shell_variables,
     .what = "variables by which a shell runs something else before the hook, or instead",
     .held_by = "the hook is started without a shell, or without these variables"},
    {.way = passing::loader_variables,
     .what = "variables that put other code into the hook before it decides",
     .held_by = "the hook is started without these variables, or loads no libraries"},
    {.way = passing::other_settings,
     .what = "variables that have the agent read other settings",
     .held_by = "the agent does not take them from a project"},
    {.way = passing::off_switches, .what = "settings that switch hooks off", .held_by = "none does"},
    {.way = passing::off_variables, .what = "variables that switch hooks off", .held_by = "none does"},
    {.way = passing::off_options,
     .what = "options of the agent that switch hooks off",
     .held_by = "none does"},
    {.way = passing::changed_hook,
     .what = "another hook in the settings than the one that was installed: a rule less, for fewer tools",
     .held_by = "no tool may write there without a person"},
    {.way = passing::untrusted_hook,
     .what = "a hook that the agent does not trust",
     .held_by = "its digest is written with it"},
    {.way = passing::failing_hook,
     .what = "the program is missing, is killed, or may write nothing",
     .held_by = "the agent is told to refuse then"},
    {.way = passing::slow_hook,
     .what = "the hook does not answer in the agent's own time",
     .held_by = "the hook refuses before that time is over"},
    {.way = passing::other_hooks,
     .what = "another hook says yes, or changes the input that was judged",
     .held_by = "a denial is stronger, and the agent takes no other input from it"},
    {.way = passing::typed_text,
     .what = "text that is typed into a command that runs already",
     .held_by = "a shell or interpreter that reads commands is judged as if it ran any"},
    {.way = passing::gate_uses,
     .what = "tools that change settings, policy or program, or end the daemon",
     .held_by = "a person is asked in every mode, and no policy of a hook that runs is taken back"},
    {.way = passing::false_daemon,
     .what = "another program in the daemon's place",
     .held_by = "only the same program is believed, and only with the same policy"},
    {.way = passing::lost_record,
     .what = "the record is removed",
     .held_by = "a person is asked before a tool does it, and what cannot be recorded is denied"},
};

/// `closed_by` of what `assent install` mends: whoever says it adds the options that were given.
inline constexpr std::string_view by_installing_anew = "`assent install` writes it anew";

/// One of them, as the agent leaves it.
struct passing_way {
    passing way;
    std::string_view closed_by{};  ///< nothing holds it where it is in use, but this would; empty: it is held
};

/// What differs between the agents that speak ACP, beside their tools.
struct acp_facts {
    std::string_view name;  ///< what it calls itself in the version that docs/acp.md names: `agentInfo.name`
    few_words other_names{};  ///< its former names, and those of other packages: they have the same modes
    /// The mode in which it asks most; empty: its modes have nothing to do with asking.
    std::string_view asking_mode{};
    /// Another in which it asks for whatever changes something; empty: there is none.
    std::string_view other_mode{};
    /// Modes in which it does not ask, for agents that are not known. These may mean something else by words
    /// such as `agent` and `auto`, so they are none of these.
    few_words modes_without_questions{};
    /// What it does without asking in the modes in which it asks, too: for whoever starts it.
    std::string_view unasked;
    /// The same where a hook asks for what deny and ask rules cover; empty: no hook is given to it.
    std::string_view unasked_behind_hook{};
    /// What has it ask: a variable, and its value. No other program reads it.
    std::string_view asking_variable{};
    std::string_view asking_value{};
    /// A variable and a flag with which it does not ask, and tells of that nowhere. No other program knows
    /// them.
    std::string_view trusting_variable{};
    std::string_view trusting_flag{};

    [[nodiscard]] constexpr bool asks_in(std::string_view mode) const noexcept {
        return asking_mode.empty() || mode == asking_mode || (!mode.empty() && mode == other_mode);
    }
    [[nodiscard]] constexpr bool is_called(std::string_view own_name) const noexcept {
        return own_name == name || other_names.has(own_name);
    }
};

/// Everything that is known of one agent.
struct agent_facts {
    agent_program program;
    std::span<const own_tool> tools{};
    std::span<const own_tool> tools_of_family{};  ///< what it has in common with agents of the same origin
    /// Its names are the standard ones. What others have beside these may run what it calls a command.
    bool speaks_standard = false;
    bool fresh_shell =
        false;  ///< each command begins in a shell of its own; of the last one, the folder is kept
    bool patches_in_commands = false;  ///< it makes the changes of a patch that stands in a command itself
    std::string_view mcp_begins{};     ///< how it begins the names of tools of MCP servers, beside `mcp__`
    /// The tool for which it takes another file where a relative path leads to none. It takes an `@` from the
    /// front of any path, too. Source: Gemini's resolveDefensiveToolPath and correctPath. Empty: it does
    /// neither.
    std::string_view guesses_paths{};
    /// Files and folders that decide what the agent does or runs: a name, wherever it stands, or the two last
    /// names of a path. In small letters.
    few_words settings{};
    std::span<const hook_dialect> hooks{};
    /// The member of what its hooks are given that says the type of the sub-agent which uses the tool. Empty:
    /// they are never told.
    std::string_view subagent_key{};
    std::optional<hook_place> place{};  ///< nothing: it has none
    std::span<const hook_switch> off_switches{};
    few_words off_variables{};             ///< variables that do the same
    std::string_view hookless_variable{};  ///< that of them which settings may set, in `env`; empty: none
    /// Where such values stand beside the file of its hooks: below its folder, or anywhere (with `/` at the
    /// end all files of a folder); in the user's home where no variable names its folder; and below the
    /// folder in which it works.
    few_words other_settings{};
    few_words home_settings{};
    few_words project_settings{};
    /// Settings of other agents, in whose form it reads hooks there: in a repository, and not in the user's
    /// home.
    few_words repository_settings{};
    bool settings_have_comments = false;  ///< lines that begin with `//` say nothing to it
    /// Its own rules, where they stand in other files than those: below its folder, or anywhere; and below
    /// that of a project.
    few_words rules{};
    few_words home_rules{};  ///< below the user's home, whatever a variable says
    few_words project_rules{};
    /// Files of those that may bring rules or hooks which nobody here reads.
    std::span<const unread_file> unread_files{};
    /// Files with variables for all that it starts, a line each, in the folder in which it works and in those
    /// above it; its settings have them in `env`, where `settings_have_variables`.
    few_words variable_files{};
    bool settings_have_variables = false;
    /// In the environment of a hook, the folder whose settings it reads: the text's `cwd` may have left that.
    /// Empty: none says it.
    std::string_view project_variable{};
    bool hooks_begin_in_project = false;  ///< it starts a hook in that folder
    std::optional<launch_facts> launch{};
    /// The ways in which a use could pass the hook by. Empty: it was not tried.
    std::span<const passing_way> ways{};
    few_words off_options{};  ///< with one of them on its command line, each a word or two, it calls no hooks
    few_words settings_variables{};  ///< with one of them it reads other settings
    few_words rule_options{};        ///< with one of them it has rules that stand in no file
    /// It runs commands in a sandbox of its own, in which no wall can be made, unless one of these is on its
    /// command line, each a word or two. Empty: it does not.
    few_words unconfined_options{};
    std::optional<acp_facts> acp{};  ///< nothing: it was not tried with that protocol
};

extern const agent_facts claude_facts;
extern const agent_facts codex_facts;
extern const agent_facts gemini_facts;
extern const agent_facts copilot_facts;
extern const agent_facts qwen_facts;
extern const agent_facts opencode_facts;
extern const agent_facts cursor_facts;

[[nodiscard]] std::span<const agent_facts* const> all_agent_facts() noexcept;
[[nodiscard]] const agent_facts& facts_of(agent_program agent) noexcept;

/// Of all agents that have such hooks.
[[nodiscard]] std::span<const hook_place> hook_places();
/// It runs a hook after a use of a tool, too, which says what ran.
[[nodiscard]] bool tells_of_ends(agent_program agent);
/// The events at which a hook of this agent sees every use of a tool, each once; and what became of it.
[[nodiscard]] std::vector<const hook_dialect*> installed_events(agent_program agent);

}  // namespace assent
