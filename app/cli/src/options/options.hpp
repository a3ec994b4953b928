#pragma once

#include "../answers/kept_answers.hpp"
#include "policy_layers.hpp"
#include "policy_source.hpp"

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/dialect.hpp>
#include <assent/app/bridge/bridge.hpp>
#include <assent/app/console/console.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/ports/audit_sink.hpp>
#include <assent/ports/clock.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Exit statuses of the program; see `assent --help`.
enum class exit_code : int {
    ok = 0,
    failed = 1,  ///< something went wrong at run time
    usage = 2,   ///< wrong usage or configuration
    deny = 3,    ///< `check`: denied
    ask = 4,     ///< `check`: would be asked
    wall = 5,    ///< `check`: would run behind a wall
};

/// Wrong usage: the text is one line for the user.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The options that all commands share, as typed.
struct common_options {
    std::string dialect = "auto";
    std::string policy;
    std::string mode;
    std::string path_case;  ///< empty: as on this system, as a rule
    std::vector<std::string> allow, ask, deny;
    std::string audit;
    std::string record;  ///< the same, kept within bounds
    std::string on_ask;  ///< empty: the command's default
    bool open_page = false;
    std::string notify;  ///< run for each question that people are asked; empty: nothing is
    std::string no_peer = "deny";
    std::string guard;  ///< empty: on where there is something to guard
    std::string ask_timeout;
    std::string max_line;
    bool keep_pipe_size = false;
    std::string log_level = "warn";
    /// What `~` in rules stands for; empty: $HOME. Given, nothing is taken from the environment, and the
    /// policy file has to be one that only this user may change.
    std::string home;
    /// The policy that holds for all who use this machine. No option says so.
    std::filesystem::path managed{managed_policy_file};
};

/// Where nothing is said, `install` says it: what a hook with `--agent` is told, its environment cannot say.
[[nodiscard]] bool is_pinned(const common_options& options) noexcept;

/// All by which is decided, each word an absolute one, in one order however it was typed: what a daemon and
/// the hooks that ask it have to agree on.
[[nodiscard]] std::vector<std::string> decision_words(const common_options& options);
/// The same, and what is in the policy file, in one word.
[[nodiscard]] std::string digest_of(const std::vector<std::string>& decision_words,
                                    std::string_view policy_text);

/// For options: a variable of a script that was not set must not mean the same as no option.
[[nodiscard]] std::string not_empty(const std::string& value);

/// Whether somebody may be there to answer what nothing decides.
enum class answers_from : unsigned char {
    nobody,
    people,    ///< in the terminal, or on a page
    asker,     ///< the same, or whoever has asked, where `--on-ask peer` says so
    upstream,  ///< the same, or whoever drives a bridged agent: the default there
};

/// The groups of options in `--help`.
namespace group {
inline constexpr auto rules = "Rules";
inline constexpr auto left_open = "What is left open";
inline constexpr auto record = "Record";
inline constexpr auto transport = "Transport";
inline constexpr auto agent = "Agent";
inline constexpr auto call = "Call";
inline constexpr auto output = "Output";
}  // namespace group

/// The type of an option, for `--help` and completions: the words that it takes, such as `on|off`. One in
/// capitals stands for what it says: FILE, FOLDER, RULE.
template <worded Enum>
[[nodiscard]] std::string one_of() {
    return fmt::format("{}", fmt::join(words_of<Enum>, "|"));
}

/// Declares them on a command.
void add_decision_options(CLI::App& command, common_options& options);
void add_session_options(CLI::App& command, common_options& options,
                         answers_from answers = answers_from::people);
/// Those of them that have nothing to do with the dialect.
void add_answer_options(CLI::App& command, common_options& options,
                        answers_from answers = answers_from::people);
/// For commands that are given lines. \param usual  the longest one, where nothing is said
void add_line_option(CLI::App& command, common_options& options, std::string_view usual = "16MiB");
/// For commands that speak through pipes.
void add_pipe_option(CLI::App& command, common_options& options);
/// Those of a bridge beside them.
void add_bridge_options(CLI::App& command, common_options& options);
void add_agent_guard_options(CLI::App& command, common_options& options);

/// `--home`, for what runs in an environment that the guarded side may change.
void add_home_option(CLI::App& command, common_options& options);

/// `--cwd`. \param more  what is said of it behind "The agent's working directory"
void add_cwd_option(CLI::App& command, std::string& cwd, std::string_view more);
/// The one file that a command reads.
void add_file_operand(CLI::App& command, std::string& file, const std::string& about);

/// `--cwd` as it was given; empty: it was not. \throws usage_error
void require_working_directory(const std::string& cwd);

/// A folder as it was given; empty: it was not.
/// \throws usage_error that names the option, when it is not an absolute path in its shortest spelling
void require_clean(std::string_view option, const std::string& path);

/// The same of what an installed hook is told, in any characters.
void require_absolute(std::string_view option, const std::filesystem::path& path);

/// \throws usage_error when no agent is called so
[[nodiscard]] agent_program agent_of(std::string_view option, const std::string& name);
/// Their names, for messages: "claude, codex or gemini".
[[nodiscard]] std::string agent_names();

/// Rules, a mode or a policy were given.
[[nodiscard]] bool decides(const common_options& options) noexcept;

/// The same, understood. Everything is checked here, before anything starts.
/// \throws usage_error that names the option
class settings {
public:
    explicit settings(const common_options& options, answers_from answers = answers_from::nobody);

    dialect_choice speaks = dialect_choice::automatic;
    std::size_t max_line_bytes = 0;  ///< 0: the command's default
    bool keep_pipe_size = false;
    log_callback log;
    /// Of what peers can cause as often as they like: so many lines a second (`max_log_lines_per_second`).
    log_callback log_of_peers;
    std::shared_ptr<const clock> time;
    std::shared_ptr<audit_sink> audit;

    /// The way to upstream, where that is asked. Null: the gate answers by itself.
    std::shared_ptr<peer_link> link;
    without_peer no_peer = without_peer::deny;
    bool guard = false;

    /// Where people are asked. Null: they are not.
    std::shared_ptr<console> desk;
    /// `--on-ask` was given.
    bool answers_asked = false;
    bool on_terminal = false;
    bool on_web = false;
    bool open_page = false;
    std::string notify;

    /// What a question is about, in one line that is safe to show, without what the policy keeps out of the
    /// audit record.
    [[nodiscard]] std::string told_of(const permission_question& asked);

    /// The gates that are made from now on ask nobody: the agent does, which is seen in the record.
    void agent_asks() { gate_.asked_elsewhere = true; }

    /// A gate of its own for one connection. \param who  asks, for people who have several \param cwd  the
    /// agent's working directory; empty: not known. Any thread; so is `reload`
    [[nodiscard]] std::shared_ptr<permission_gate> make_gate(std::string_view who, std::string cwd = {});

    /// There is a policy file, which can be read again.
    [[nodiscard]] bool reloads() const noexcept { return !source_.file().empty(); }
    [[nodiscard]] const policy_source& source() const noexcept { return source_; }
    /// Those of the policy and of the command line, as they were at the start.
    [[nodiscard]] const rule_set& rules() const noexcept { return *gate_.rules; }
    /// By what calls are decided, as it was at the start.
    [[nodiscard]] const gate_options& decides_by() const noexcept { return gate_; }
    [[nodiscard]] const tool_registry& tools() const noexcept { return gate_.basis->tools(); }
    /// Puts what is in the policy file now in force in all gates. A file that is not good changes nothing;
    /// the log says what is wrong with it. \return false: the system had no descriptor, no thread or no
    /// memory left to read it; the file may be
    ///         as good as any, and is to be tried again soon. The log says so once
    bool reload(const policy_text& found);
    /// Does that where the file is another one than before, at once: what is asked next is decided by it. One
    /// that others may change holds no more than one that is not good. \param look  even where it looks the
    /// same
    void reload_if_changed(bool look);
    /// Asks people about a policy that lets more through than the one before. Until they allow it that one
    /// stays in force, with the deny and ask rules that are new. Not set: it holds at once.
    /// \param means  what it lets through, a line each \return with it gone, nobody is asked any more
    std::function<std::shared_ptr<void>(std::string means,
                                        std::function<void(bool allowed, const std::string& by)> answered)>
        confirm_policy{};
    /// Has what people allow with "always" kept in a file, and what is in that file hold. To be said before
    /// `make_gate`, for gates of one thread.
    void keep_answers();
    /// Looks whether that file is another one than before: what is asked next is decided by it.
    void look_at_answers();
    /// Looks whether the policies of the projects in and above a folder are others than before: what is asked
    /// next is decided by them. Each gate does so before each call. Any thread.
    /// \return why nothing may be allowed there; empty: it may
    [[nodiscard]] std::string look_at_project(std::string_view folder);
    /// The same at a start, for `guard`. \throws usage_error when one of them is not good
    void require_project(std::string_view folder);
    [[nodiscard]] project_policies& projects() const noexcept { return *projects_; }
    /// Where that of the machine lies.
    [[nodiscard]] const std::filesystem::path& managed_file() const noexcept { return managed_; }
    /// All together: with the rules of all layers, options and answers.
    [[nodiscard]] policy in_force() const;

    /// Asks people about answers that were put into the file by somebody else, as about a policy. Not set:
    /// they hold at once.
    void confirm_added_answers(decltype(kept_answers::confirm) how);

    /// What is in the policy file for which the one in force stands: the same, or one that nobody has
    /// allowed.
    [[nodiscard]] std::string policy_text_answered_for();
    /// Why what is in the policy file is not what decides, and what to do, for people; empty: it decides.
    [[nodiscard]] std::string why_policy_stays();

private:
    void choose_answers(const common_options& options, answers_from answers);
    [[nodiscard]] std::string change_of_policy(std::string_view before, std::string_view after) const;
    [[nodiscard]] bool has_something_to_guard() const;
    void reload_if_managed_changed();
    void add_managed(policy_additions& more) const;
    void put_in_force(const std::string& text, ready_policy ready, const std::string& by);
    void hold_back(const std::string& text, const ready_policy& ready,
                   const std::vector<std::string>& loosened);
    void tell_gates(const std::string& change);
    void stays_because(std::string why);
    // The rules of projects, and kept answers.
    [[nodiscard]] rule_set::pointer with_others(const judgement_basis& basis, rule_set::pointer rules) const;
    // \param record  what a person has changed; empty: it is on record, or nobody has
    void others_have_changed(const std::string& record = {});
    [[nodiscard]] bool take_back(std::string_view key);
    void answered_always(const permission_question& question, std::span<const permission_update> updates,
                         permission_gate& gate, console::seat& seat);
    // What became of a rule that a person has allowed for good.
    enum class answer_end : unsigned char { kept, in_memory, dropped };
    struct kept_answer {
        answer_end ended;
        std::string said;  // for the page
    };
    [[nodiscard]] kept_answer keep_answer(const permission_question& question, const permission_rule& rule,
                                          const std::string& by);
    [[nodiscard]] std::shared_ptr<audit_sink> counting_uses(std::shared_ptr<audit_sink> next) const;

    std::filesystem::path answers_file_;     // empty: it is not known where that lies
    std::string home_;                       // what `~` stands for
    std::unique_ptr<kept_answers> answers_;  // null: none are kept
    std::unique_ptr<project_policies> projects_;
    bool guards_by_itself_ = false;     // no option says whether
    rule_set::pointer rules_in_force_;  // of the policy and the command line
    policy_source source_;
    bool pinned_ = false;
    policy_additions more_;
    gate_options gate_;
    std::mutex gates_mutex_;  // of `gate_` and `gates_`
    std::vector<std::weak_ptr<permission_gate>> gates_;
    bool starving_ = false;
    std::string in_force_;                     // of the policy file
    std::optional<std::string> held_;          // of the policy file, that nobody has allowed
    std::shared_ptr<void> asking_about_held_;  // null: nobody is asked
    std::string stays_because_;                // the one in force; empty: it is what the file says
    std::optional<std::string> looked_at_;     // of the policy file; nothing: it could not be read
    file_stamp stamp_{};                       // of the file then
    std::filesystem::path managed_;
    file_stamp managed_stamp_{};
    // The policy of the machine is not good. A lock of its own: a call may come from within another one.
    std::atomic<bool> nothing_allowed_ = false;
    std::mutex why_mutex_;
    std::string why_nothing_;
};

}  // namespace assent::cli
