#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/decide/wall_settings.hpp>
#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/memory/rate_limiter.hpp>
#include <assent/domain/memory/repeated_calls.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/permission_update.hpp>
#include <assent/domain/shell/rule_switches.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/tools/risk.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <boost/assert/source_location.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assent {

/// The time that a question waits for an answer by default: long enough for a person who is
/// at the keyboard, short enough that a forgotten agent stops.
inline constexpr duration default_question_timeout = std::chrono::minutes(5);
/// Smallest size at which an audit file may be put aside, in bytes: below it, each record would.
inline constexpr std::size_t least_rotate_bytes = 4096;
/// Most audit files put aside that may be kept by number; 0 keeps all.
inline constexpr std::size_t max_kept_audit_files = 1000;
/// Most days for which records may be kept by number; 0 keeps all.
inline constexpr std::size_t max_kept_audit_days = 3660;

/// The treatment of calls whose audit record could not be written.
enum class audit_failure : unsigned char {
    deny,   ///< denied, until records are accepted again
    go_on,  ///< decided as usual; the gap record tells later what is missing
};

/// When a record counts as accepted.
enum class audit_durability : unsigned char {
    written,   ///< when the sink has written it
    accepted,  ///< when it is in a queue in memory, from which it is written soon
};

/// The treatment of a call whose record does not fit into the queue.
enum class audit_overflow : unsigned char {
    deny,   ///< its record is not accepted: see `audit_failure`
    block,  ///< it waits until there is room
};

/// Records that wait in the queue at once, unless told otherwise.
inline constexpr std::size_t default_audit_queue_records = 8192;
/// Most records that a queue may be told to hold.
inline constexpr std::size_t max_audit_queue_records = 1'000'000;

/// The part of a call's input that an audit record holds.
enum class audit_inputs : unsigned char {
    none,    ///< nothing
    digest,  ///< its SHA-256
    masked,  ///< the commands, paths and addresses in it, with what looks like a secret left out
    full,    ///< everything, except the fields that are redacted
};

struct audit_policy {
    /// Nothing: `digest`, and `masked` in a record that is kept by itself.
    std::optional<audit_inputs> inputs{};
    /// Fields whose values are left out of full inputs, at any depth.
    std::vector<std::string> redact{};
    /// Each record carries a digest over the one before and itself.
    bool chain = false;
    /// The file is put aside and a new one begun when it would grow over this; 0: never. In bytes.
    std::size_t rotate_bytes = 0;
    /// The number of files put aside that are kept; the oldest is removed. 0: all.
    std::size_t keep_files = 0;
    /// The number of days for which records are kept; 0: for ever.
    std::size_t keep_days = 0;
    audit_failure on_failure = audit_failure::deny;
    audit_durability durability = audit_durability::written;
    /// With `accepted`: how many records wait at once.
    std::size_t queue_records = default_audit_queue_records;
    /// With `accepted`: what happens when more would.
    audit_overflow on_overflow = audit_overflow::deny;
    friend bool operator==(const audit_policy&, const audit_policy&) = default;
};

/// The treatment of a call over a limit.
enum class over_limit : unsigned char {
    deny,
    ask,  ///< a person is asked, whatever allows it
};

/// The policy's settings for one tool. An absent one stays as the tool's definition has it.
struct tool_policy {
    std::optional<tool_default> decision{};  ///< always allow, ask, always deny
    std::optional<risk_level> risk{};
    std::optional<bool> trustable{};
    std::optional<offered_grant> offers{};
    std::optional<rate_limits> limits{};  ///< of this tool, beside the global ones
    friend bool operator==(const tool_policy&, const tool_policy&) = default;
};

/// A call and what the policy shall say about it: checked when a policy file is loaded.
struct policy_example {
    std::string tool_name;
    json_object input{};
    std::string cwd{};
    std::string agent{};
    std::string subagent{};
    std::string session{};
    outcome expected = outcome::ask;
    friend bool operator==(const policy_example&, const policy_example&) = default;
};

/// Why a policy is not accepted. `where` is the key path, such as `tools.Bash.limits.per_minute`.
struct invalid_policy {
    std::string where;
    std::string message;  ///< what was expected and what was found
};
/// Called by `result<..., invalid_policy>::value()` when there is no value.
/// \throws std::invalid_argument with both
[[noreturn]] void throw_exception_from_error(const invalid_policy& error,
                                             const boost::source_location& where);

/// Everything a host decides beforehand, in one plain struct.
///
/// The members are listed in the order in which they speak; docs/policy-file.md says what each
/// means, by its key in a file. A default-constructed policy is `bare()`.
struct policy {
    permission_mode mode = permission_mode::ask;
    /// The modes that a peer's `set_permission_mode` may set. As it stands here, a peer may let itself
    /// do everything that no deny or ask rule stops: say `never`, as the program does, where it must not.
    peer_mode peer_may_set = peer_mode::any;

    rate_limits limits{};  ///< of all tools together; none by default
    /// The treatment of a call over one of these limits, or over one of its tool.
    over_limit on_limit = over_limit::deny;
    /// So many calls in a row may be the very same; one more is asked about. Nothing: any number.
    std::optional<std::size_t> loop{};

    std::vector<permission_rule> rules{};
    /// Allow rules may give programs that run others free rein, as `bash *` and `sudo *` do: see
    /// `permission_rule::overbroad`.
    bool allow_overbroad = false;
    rule_switches switches{};                        ///< what allow rules may mean beyond what is safe
    std::vector<std::string> blocked_tools{};        ///< tool patterns: denied
    std::vector<std::string> blocked_commands{};     ///< command patterns, for every tool: denied
    std::vector<std::string> disabled_categories{};  ///< of tool definitions: denied

    /// Asks, in every mode and whatever allows it, about calls that change or stop what decides about agents:
    /// their settings, and Assent's own files and processes. Off in code unless it is said; a policy file
    /// that says nothing has it on.
    bool protect_gate = false;
    /// With it: files and folders that are the host's own, such as its policy, record and socket, wherever
    /// they lie. Absolute, in their shortest spelling; `~/x` is one below the user's home. No key: the host
    /// knows them.
    std::vector<std::string> own_places{};

    /// Folders for temporary files, such as `/tmp`. A file that lies in one of them itself, and is one of no
    /// consequence by its ending (`names_scratch_file`), is read, copied to and edited like one below the
    /// working directory, by a command that does nothing else but that, looks and asks services. Absolute, in
    /// their shortest spelling.
    std::vector<std::string> scratch{};

    std::vector<std::string>
        trusted_tools{};  ///< tool names: allowed unless something above demands a question
    std::map<std::string, tool_policy, std::less<>> tools{};
    /// What calls with each effect are, unless something above says otherwise; nothing: the effect decides
    /// nothing, but that `edits` is as `changes` then, `services` as `network`, `runs_code` as `escapes`, and
    /// `runs_packages` as `installs` and `network` together. What runs code that stands in it, escapes, ruins
    /// or is not known is never allowed so, and what cannot be undone is not either. What `ruins` is denied
    /// like by a deny rule: nothing lets it pass.
    std::array<std::optional<outcome>, call_effect_count> effects{};
    /// The outcome of a call with all these effects: denied when one of them is, asked when one is, allowed
    /// when all of them are, behind a wall when one of them is so, asked when another machine is, too, and no
    /// network is there; otherwise nothing.
    [[nodiscard]] std::optional<outcome> of_effects(const call_effects& does) const noexcept;
    /// Those of which `effects` says `wall`.
    [[nodiscard]] call_effects walled_effects() const noexcept;
    [[nodiscard]] std::optional<outcome> of_effect(call_effect effect) const noexcept {
        const auto& said = effects[static_cast<std::size_t>(effect)];
        if (said) return said;
        if (effect == call_effect::edits) return of_effect(call_effect::changes);
        if (effect == call_effect::runs_code) return of_effect(call_effect::escapes);
        return effect == call_effect::services ? of_effect(call_effect::network) : said;
    }
    /// The defaults of the tools' definitions decide what nothing else has decided.
    bool tool_defaults = false;
    /// Tools that only look are allowed without a question.
    bool allow_always_safe = false;
    /// Calls below this risk are allowed without a question; nothing: risk allows none.
    std::optional<risk_level> ask_from_risk{};

    /// What a command that runs behind a wall may do there.
    wall_settings wall{};

    /// The project is kept as it is before the first call of an agent's session that may change files: by
    /// hosts that are told so (`use_answer::snapshot_first`).
    bool snapshot = false;

    /// Inputs have to fit the schema of their tool's definition, where there is one.
    bool strict_schemas = false;

    duration grant_time = default_grant_time;              ///< offered with a question, for grants of time
    std::size_t grant_uses = default_grant_uses;           ///< offered with a question, for grants of uses
    duration question_timeout = default_question_timeout;  ///< 0: wait for ever
    /// The place where a peer is asked to keep what is to be remembered always.
    update_destination always_destination = update_destination::local_settings;

    audit_policy audit{};

    /// In allow mode, also accept and return the suggestions of peers that store what they are
    /// sent. Off: an agent that stored them would stop asking, and the gate would be blind.
    bool return_updates = false;

    std::vector<policy_example> examples{};

    /// The first fault found in this policy; nothing: it is valid.
    [[nodiscard]] std::optional<invalid_policy> validate() const;

    /// Rules and mode decide, and nothing else: no limits, no defaults, nothing allowed by risk.
    [[nodiscard]] static policy bare() { return {}; }
    /// Tools and commands that only look are allowed, files that may hold secrets (`rules`) are always asked
    /// about, and all else is left to who asks. There are no limits: a busy minute of several agents is none
    /// to be ended.
    [[nodiscard]] static policy careful();
    /// `careful`, and an own question in every mode of the agent about what destroys, sends, escapes or
    /// shows secrets; what ruins is denied. Who makes the very same call again and again is asked about.
    [[nodiscard]] static policy standard();
    /// `standard`, and what edits below the working directory is allowed. It promises no undo.
    [[nodiscard]] static policy project();
    /// `project`, and commands that run code of the project, change files or are not known are allowed behind
    /// a wall.
    [[nodiscard]] static policy walled();

    friend bool operator==(const policy&, const policy&) = default;
};

[[nodiscard]] constexpr auto enum_words(over_limit) noexcept { return word_table("deny", "ask"); }
[[nodiscard]] constexpr auto enum_words(audit_failure) noexcept { return word_table("deny", "go_on"); }
[[nodiscard]] constexpr auto enum_words(audit_inputs) noexcept {
    return word_table("none", "digest", "masked", "full");
}
[[nodiscard]] constexpr auto enum_words(audit_durability) noexcept {
    return word_table("written", "accepted");
}
[[nodiscard]] constexpr auto enum_words(audit_overflow) noexcept { return word_table("deny", "block"); }
[[nodiscard]] constexpr auto enum_words(peer_mode) noexcept {
    return word_table("any", "any_but_allow", "stricter", "never");
}
std::ostream& operator<<(std::ostream& out, const invalid_policy& error);

}  // namespace assent
