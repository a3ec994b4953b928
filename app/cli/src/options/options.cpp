#include "options.hpp"

#include "../answers/answers_listing.hpp"
#include "../files/user_folders.hpp"
#include "kept_record.hpp"
#include "log_limit.hpp"

#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/files/queued_audit_sink.hpp>
#include <assent/adapters/files/sha256.hpp>
#include <assent/adapters/files/system_clock.hpp>
#include <assent/app/gate/answers.hpp>
#include <assent/domain/lint/policy_change.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/match/working_directory.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace assent::cli {
using namespace std::string_view_literals;

namespace {

// Below this no request would fit; above it one line could take all memory.
constexpr std::size_t least_line_bytes = 1024;
constexpr std::size_t most_line_bytes = std::size_t{1024} * 1024 * 1024;

// How much of the end of the kept record is checked when it is opened, which each hook does: some lines.
constexpr std::size_t record_verify_bytes = std::size_t{8} * 1024;

template <class Parsed>
auto require(std::string_view option, std::string_view text, Parsed parsed, std::string_view expected,
             std::span<const std::string_view> known = {}) {
    if (!parsed)
        throw usage_error(fmt::format("{}: expected {}, got `{}`{}", option, expected, display_text(text),
                                      did_you_mean(text, known)));
    return *parsed;
}

template <worded Enum>
Enum require_word(std::string_view option, std::string_view text) {
    return require(option, text, parse_word<Enum>(text), one_of_words(words_of<Enum>), words_of<Enum>);
}

// An agent's word for it is known, and not taken: not each means the same there.
permission_mode mode_of(std::string_view text) {
    const auto elsewhere = nested_codec().mode(text);
    if (elsewhere && !parse_word<permission_mode>(text))
        throw usage_error(fmt::format("--mode: expected {}, got `{}`; did you mean `{}`?",
                                      one_of_words(words_of<permission_mode>), text, to_string(*elsewhere)));
    return require_word<permission_mode>("--mode", text);
}

// Nothing is wrong with what was to be done: the system has nothing left to do it with.
bool may_pass(const std::error_code& error) {
    return error == std::errc::too_many_files_open || error == std::errc::too_many_files_open_in_system ||
           error == std::errc::not_enough_memory || error == std::errc::resource_unavailable_try_again;
}

constexpr std::array answers_by_name{"deny"sv, "allow"sv, "terminal"sv, "web"sv, "terminal,web"sv};

std::string home_folder(const common_options& options) {
    if (!options.home.empty()) return options.home;
    const char* const home = std::getenv("HOME");
    return home == nullptr ? std::string() : std::string(home);
}

void add_rules(std::vector<permission_rule>& rules, const std::vector<std::string>& texts,
               rule_behavior behavior, std::string_view home) {
    for (const auto& text : texts) {
        auto rule = parse_rule(text, behavior, rule_origin::command_line, false, home);
        if (!rule)
            throw usage_error(fmt::format("--{} `{}`: {}", to_string(behavior), text, rule.error().message));
        rules.push_back(std::move(*rule));
    }
}

// Each use takes one value: what follows it is never part of it.
void repeatable(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                const std::string& help) {
    command.add_option(name, values, help)->allow_extra_args(false)->type_name("RULE");
}

// Nobody is there to ask, so every open question gets the same answer. A question that a rule or
// the agent wants a person to look at is not one that a flag may wave through.
can_use_tool answer_for_nobody(bool allow) {
    constexpr std::string_view by = "--on-ask";  // for the record: no person has answered
    return answer_with([allow, by](const permission_question& question) -> permission_result {
        if (allow && !question.once_only) return allow_result{.by = std::string(by)};
        return deny_result{.reason = question.cause + "; nobody is there to ask",
                           .by = std::string(by),
                           .concern = question.concern};
    });
}

// Peers may have a say in the text: it must not look like more lines, or move the cursor.
std::string printable(std::string_view text) {
    std::string safe;
    for (const char byte : text) {
        if (byte >= ' ' && byte <= '~')
            safe += byte;
        else
            safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
    return safe;
}

// Whoever has cut or changed the record shall not find that nobody has noticed.
void tell_break(const audit_file& file, const log_callback& log) {
    if (const auto& broken = file.chain_break())
        log({log_level::error, fmt::format("audit file `{}`: line {}: {}; a new chain begins",
                                           broken->file.string(), broken->line, broken->why)});
}

audit_file_options file_options_of(const audit_policy& policy, const log_callback& log) {
    auto options = audit_file_options_of(policy);
    options.on_damage = [log](std::string_view what) { log({log_level::error, std::string(what)}); };
    return options;
}

// The file itself, or standard error.
std::shared_ptr<audit_sink> open_written(std::string_view option, const std::string& where,
                                         const audit_file_options& options, const log_callback& log) {
    try {
        if (where == "-")
            return std::make_shared<audit_file>(STDERR_FILENO,
                                                audit_line_options{options.inputs, options.redact});
        auto file = std::make_shared<audit_file>(std::filesystem::path(where), options);
        tell_break(*file, log);
        return file;
    } catch (const std::runtime_error& error) {
        throw usage_error(fmt::format("{}: {}", option, error.what()));
    }
}

std::shared_ptr<audit_sink> queued(std::shared_ptr<audit_sink> written, const audit_policy& policy,
                                   const log_callback& log) {
    if (policy.durability == audit_durability::written) return written;
    auto queue = audit_queue_options_of(policy);
    queue.on_lost = [log](std::size_t lost) {
        if (log) log({log_level::error, fmt::format("audit records that could not be written: {}", lost)});
    };
    return std::make_shared<queued_audit_sink>(std::move(written), queue);
}

std::shared_ptr<audit_sink> open_audit(const std::string& where, const audit_policy& policy,
                                       const log_callback& log) {
    if (where.empty()) return nullptr;
    if (where == "-" && (policy.chain || policy.rotate_bytes > 0))
        log({log_level::warn, "the audit record on standard error has no chain and is not rotated"});
    return queued(open_written("--audit", where, file_options_of(policy, log), log), policy, log);
}

// A policy that goes on without a record does so without this one, too.
std::shared_ptr<audit_sink> open_record(const std::string& where, const audit_policy& said,
                                        const log_callback& log) {
    const audit_policy policy = kept_record_policy(said);
    auto options = file_options_of(policy, log);
    options.verify_bytes = record_verify_bytes;
    options.host = name_of_host();
    options.user = number_of_user();
    make_record_folder(where);
    try {
        return queued(open_written("--record", where, options, log), policy, log);
    } catch (const usage_error& error) {
        if (policy.on_failure == audit_failure::deny) throw;
        log({log_level::error, error.what()});
        return nullptr;
    }
}

log_callback log_to_stderr(log_level threshold) {
    return [threshold](const log_entry& entry) {
        if (entry.level > threshold) return;
        const std::string line =
            fmt::format("assent: {}: {}\n", to_string(entry.level), printable(to_text(entry)));
        [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, line.data(), line.size());
    };
}

// Says at the end, too, what it has left out.
struct limited_log {
    explicit limited_log(log_callback to) : log(std::move(to)) {}
    limited_log(const limited_log&) = delete;
    limited_log& operator=(const limited_log&) = delete;
    ~limited_log() { tell(limit.left_out()); }
    void tell(std::size_t left_out) const {
        if (left_out > 0)
            log({log_level::warn, fmt::format("lines about peers that were left out: {}", left_out)});
    }
    log_callback log;
    std::mutex mutex{};
    log_limit limit{};
};

// Who wants to see all, at `debug`, sees all.
log_callback limited(log_callback log, log_level threshold) {
    if (threshold == log_level::debug) return log;
    const auto to = std::make_shared<limited_log>(std::move(log));
    return [to, threshold](const log_entry& entry) {
        if (entry.level > threshold) return;
        const time_point now(std::chrono::steady_clock::now().time_since_epoch());
        const std::lock_guard lock(to->mutex);
        const auto left_out = to->limit.left_out_before(now);
        if (!left_out) return;
        to->tell(*left_out);
        to->log(entry);
    };
}

}  // namespace

std::string not_empty(const std::string& value) {
    return value.empty() ? "expected a value, got nothing" : "";
}

void add_decision_options(CLI::App& command, common_options& options) {
    command.option_defaults()->group(group::rules);
    command
        .add_option("--mode", options.mode,
                    "What happens to calls that no deny or ask rule stops (default: the policy's, else ask). "
                    "The agent "
                    "may change it only where a policy file says so, and not when it is given here")
        ->type_name(one_of<permission_mode>())
        ->check(not_empty);
    command
        .add_option(
            "--policy", options.policy,
            "A policy file, or the name of a policy: standard lets pass what only looks, `assent policy` has "
            "the others (default: $ASSENT_POLICY, else assent/policy.json in the user's "
            "configuration, else bare)")
        ->type_name(fmt::format("{}|FILE", fmt::join(policy_names(), "|")))
        ->check(not_empty);
    command
        .add_option("--path-case", options.path_case,
                    fmt::format("Whether the case of letters counts in paths of files (default: {})",
                                to_string(usual_path_case)))
        ->type_name(one_of<path_case>())
        ->check(not_empty);
    repeatable(command, "--allow", options.allow, "Allow what this rule covers; repeatable");
    repeatable(command, "--ask", options.ask, "Demand an answer for what this rule covers; repeatable");
    repeatable(command, "--deny", options.deny,
               "Deny what this rule covers; repeatable. Deny wins over ask, ask over allow");
    command.option_defaults()->group(group::record);
    command.add_option("--audit", options.audit, "Append one JSON line per decision to FILE; - is stderr")
        ->type_name("FILE|-")
        ->check(not_empty);
    command
        .add_option("--record", options.record,
                    fmt::format("The same, kept within {} and {} days, without secrets; `assent install` "
                                "writes it. See docs/audit.md",
                                size_text(max_kept_record_bytes), max_kept_record_days))
        ->type_name("FILE")
        ->check(not_empty)
        ->excludes("--audit");
    command.add_option("--log-level", options.log_level, "How much is said on stderr")
        ->type_name(one_of<log_level>())
        ->capture_default_str();
}

void add_session_options(CLI::App& command, common_options& options, answers_from answers) {
    command.option_defaults()->group(group::transport);
    command.add_option("--dialect", options.dialect, "The shape of the protocol; auto: found out")
        ->type_name(one_of<dialect_choice>())
        ->capture_default_str();
    add_answer_options(command, options, answers);
    add_line_option(command, options, answers == answers_from::upstream ? "64MiB" : "16MiB");
}

void add_answer_options(CLI::App& command, common_options& options, answers_from answers) {
    const bool by_default = answers == answers_from::upstream;
    const bool may_ask_peer = by_default || answers == answers_from::asker;
    command.option_defaults()->group(group::left_open);
    command
        .add_option(
            "--on-ask", options.on_ask,
            fmt::format("What happens to calls that rules and mode leave open (default: {})",
                        by_default     ? "peer: whoever drives the agent is asked"
                        : may_ask_peer ? "deny; with --stdio also peer: whoever has asked is asked back"
                                       : "deny"))
        ->type_name(fmt::format("{}deny|allow|terminal|web|terminal,web", may_ask_peer ? "peer|" : ""))
        ->check(not_empty);
    command.add_flag("--open", options.open_page, "With --on-ask web: open the page in the browser");
    command
        .add_option(
            "--notify", options.notify,
            "With --on-ask terminal or web: run this shell command for each question, with $ASSENT_TOOL, "
            "$ASSENT_RISK, $ASSENT_TEXT, $ASSENT_LINK and $ASSENT_QUESTION; see docs/approvals.md")
        ->type_name("COMMAND")
        ->check(not_empty);
    command
        .add_option(
            "--ask-timeout", options.ask_timeout,
            "How long a question may stay open: 5m, 30s; 0 is for ever (default: the policy's, else 5m)")
        ->type_name("TIME");
}

void add_line_option(CLI::App& command, common_options& options, std::string_view usual) {
    command
        .add_option("--max-line", options.max_line,
                    fmt::format("Longest line: 16MiB, 512KiB (default: {})", usual))
        ->type_name("SIZE")
        ->group(group::transport);
}

void add_pipe_option(CLI::App& command, common_options& options) {
    command.option_defaults()->group(group::transport);
    command.add_flag("--keep-pipe-size", options.keep_pipe_size,
                     "Leave pipes as large as they are (default: 256 KiB, where the system lets them grow)");
}

namespace {

void add_no_peer_option(CLI::App& command, common_options& options) {
    command.option_defaults()->group(group::left_open);
    command
        .add_option("--no-peer", options.no_peer,
                    "What happens to such calls where the driver has ended its output, or is gone")
        ->type_name("deny|allow")
        ->capture_default_str();
}

void add_guard_option(CLI::App& command, common_options& options, const std::string& help) {
    command.option_defaults()->group(group::rules);
    command.add_option("--guard", options.guard, help)->type_name("on|off")->check(not_empty);
}

}  // namespace

void add_agent_guard_options(CLI::App& command, common_options& options) {
    add_no_peer_option(command, options);
    add_guard_option(command, options,
                     "Keep the agent in a mode in which it asks, and take `always` out of its questions "
                     "(default: on)");
}

void add_bridge_options(CLI::App& command, common_options& options) {
    add_no_peer_option(command, options);
    add_guard_option(command, options,
                     "A hook in the agent, so that deny and ask rules hold for calls that it would not ask "
                     "about (default: on where the policy can deny or demand an answer)");
}

void add_home_option(CLI::App& command, common_options& options) {
    command
        .add_option("--home", options.home,
                    "The user's home: what ~ in rules stands for (default: $HOME). Nothing is read from the "
                    "environment then; `assent install` writes it")
        ->type_name("FOLDER")
        ->group(group::rules)
        ->check(not_empty);
}

void add_cwd_option(CLI::App& command, std::string& cwd, std::string_view more) {
    command.add_option("--cwd", cwd, fmt::format("The agent's working directory{}", more))
        ->type_name("FOLDER")
        ->group(group::call);
}

void add_file_operand(CLI::App& command, std::string& file, const std::string& about) {
    command.add_option("FILE", file, about)->required()->type_name("FILE");
}

void require_clean(std::string_view option, const std::string& path) {
    if (!path.empty() && !clean_path(path))
        throw usage_error(fmt::format(
            "{}: expected an absolute path without `.`, `..` and doubled `/`, got `{}`", option, path));
}

void require_working_directory(const std::string& cwd) {
    if (cwd.empty()) return;
    if (const auto why = why_no_working_directory(cwd); !why.empty()) throw usage_error("--cwd: " + why);
}

void require_absolute(std::string_view option, const std::filesystem::path& path) {
    if (!path.empty() && !(path.is_absolute() && path.has_filename() && path.lexically_normal() == path))
        throw usage_error(fmt::format("{}: expected an absolute path in its shortest spelling, got `{}`",
                                      option, path.string()));
}

std::string agent_names() { return one_of_words(words_of<agent_program>); }

agent_program agent_of(std::string_view option, const std::string& name) {
    return require_word<agent_program>(option, name);
}

bool decides(const common_options& options) noexcept {
    return !options.mode.empty() || !options.path_case.empty() || !options.policy.empty() ||
           !options.allow.empty() || !options.ask.empty() || !options.deny.empty();
}

bool is_pinned(const common_options& options) noexcept { return !options.home.empty(); }

std::vector<std::string> decision_words(const common_options& options) {
    std::vector<std::string> words;
    const auto add = [&](std::string_view option, const std::string& value) {
        if (!value.empty()) words.insert(words.end(), {std::string(option), value});
    };
    add("--home", home_folder(options));
    add("--policy", policy_source(options.policy).name());
    add("--mode", options.mode);
    add("--path-case", options.path_case);
    for (const auto& each : options.allow) add("--allow", each);
    for (const auto& each : options.ask) add("--ask", each);
    for (const auto& each : options.deny) add("--deny", each);
    // The same from wherever it is written to.
    const bool is_file = !options.audit.empty() && options.audit != "-";
    add("--audit", is_file ? absolute_path(options.audit) : options.audit);
    add("--record", options.record.empty() ? options.record : absolute_path(options.record));
    return words;
}

std::string digest_of(const std::vector<std::string>& decision_words, std::string_view policy_text) {
    // No word has a zero byte in it.
    return detail::sha256_hex(
        {fmt::format("{}", fmt::join(decision_words, std::string_view("\0", 1))), "\0\0"sv, policy_text});
}

std::string settings::change_of_policy(std::string_view before, std::string_view after) const {
    return fmt::format("the policy `{}` has changed: SHA-256 {} is {} now", source_.name(),
                       detail::sha256_hex({before}), detail::sha256_hex({after}));
}

namespace {

std::filesystem::path answers_of(const common_options& options) {
    auto state = state_of_kept_record(options.record);
    return answers_path(state.empty() ? state_folder(options.home) : state);
}

// What decides here, and what is put on record, wherever it lies.
std::vector<std::string> own_places(const common_options& options, const policy_source& source,
                                    const std::string& home) {
    std::vector<std::string> places;
    const auto add = [&](const std::filesystem::path& file) {
        if (file.empty()) return;
        const std::string place = absolute_path(file);
        places.push_back(place);
        std::error_code ignored;
        const auto real = std::filesystem::weakly_canonical(file, ignored).string();
        if (!ignored && real != place) places.push_back(real);
        if (!home.empty() && place.starts_with(home + "/")) places.push_back("~" + place.substr(home.size()));
    };
    add(source.file());
    if (options.audit != "-") add(options.audit);
    add(options.record);
    add(answers_of(options));
    return places;
}

bool is_of_machine(const permission_rule& rule) { return rule.origin() == rule_origin::managed; }

std::string without_machines_policy(const std::exception& error) {
    return fmt::format("{}; nothing is allowed without the policy of this machine", error.what());
}

}  // namespace

settings::settings(const common_options& options, answers_from answers)
    : time(std::make_shared<system_clock>()), source_(options.policy) {
    speaks = require_word<dialect_choice>("--dialect", options.dialect);
    const auto threshold = require_word<log_level>("--log-level", options.log_level);
    log = log_to_stderr(threshold);
    log_of_peers = limited(log, threshold);
    if (!options.mode.empty()) more_.mode = mode_of(options.mode);
    const std::string home = home_folder(options);
    add_rules(more_.rules, options.allow, rule_behavior::allow, home);
    add_rules(more_.rules, options.ask, rule_behavior::ask, home);
    add_rules(more_.rules, options.deny, rule_behavior::deny, home);
    more_.own_places = own_places(options, source_, home);
    more_.home = home_ = home;
    answers_file_ = answers_of(options);
    choose_answers(options, answers);
    gate_.log = log_of_peers;
    keep_pipe_size = options.keep_pipe_size;
    if (!options.ask_timeout.empty())
        more_.question_timeout = require("--ask-timeout", options.ask_timeout,
                                         parse_duration(options.ask_timeout), "a time such as 30s, 5m or 0");
    if (!options.max_line.empty()) {
        max_line_bytes = require("--max-line", options.max_line, parse_size(options.max_line),
                                 "a size such as 512KiB or 16MiB");
        if (max_line_bytes < least_line_bytes || max_line_bytes > most_line_bytes)
            throw usage_error(fmt::format("--max-line: expected 1KiB to 1GiB, got `{}`", options.max_line));
    }
    gate_.paths = std::make_shared<filesystem_path_resolver>(
        options.path_case.empty() ? usual_path_case
                                  : require_word<path_case>("--path-case", options.path_case));
    more_.paths = gate_.paths;
    gate_.repositories = std::make_shared<git_repository_settings>(options.home);
    pinned_ = is_pinned(options);
    if (pinned_) {
        require_absolute("--home", options.home);
        require_absolute("--policy", source_.file());
    }
    projects_ = std::make_unique<project_policies>(home, lookup_of(gate_.paths));
    projects_->changed = [this] { others_have_changed("a policy of a project counts as it is now"); };
    managed_ = options.managed;
    managed_stamp_ = cli::stamp_now(managed_, stamp_of::target);
    try {
        add_managed(more_);
    } catch (const std::exception& error) {
        throw usage_error(without_machines_policy(error));
    }
    try {
        if (pinned_) source_.require_own();
        stamp_ = source_.stamp_now();
        const policy_text found = source_.read();
        ready_policy ready = source_.load(found, more_);
        looked_at_ = in_force_ = found.text;
        gate_.basis = std::move(ready.basis);
        gate_.rules = rules_in_force_ = std::move(ready.rules);
    } catch (const std::exception& error) {
        // Whoever did not give the option is not told about it.
        const std::string why = source_.why_no_file();
        throw usage_error(fmt::format("{}: {}", source_.found_in(), why.empty() ? error.what() : why));
    }
    if (!options.guard.empty() && options.guard != "on" && options.guard != "off")
        throw usage_error(fmt::format("--guard: expected on or off, got `{}`", options.guard));
    guards_by_itself_ = options.guard.empty();
    guard = guards_by_itself_ ? has_something_to_guard() : options.guard == "on";
    if (source_.found_by_itself() && reloads()) log({log_level::info, "policy: " + source_.file().string()});
    const audit_policy& wanted = gate_.basis->settings().audit;
    audit = options.record.empty() ? open_audit(options.audit, wanted, log)
                                   : open_record(options.record, wanted, log);
}

void settings::choose_answers(const common_options& options, answers_from answers) {
    const bool by_default = answers == answers_from::upstream;
    const bool may_ask_peer = by_default || answers == answers_from::asker;
    const std::string on_ask = options.on_ask.empty() ? (by_default ? "peer" : "deny") : options.on_ask;
    const bool people =
        on_ask == "terminal" || on_ask == "web" || on_ask == "terminal,web" || on_ask == "web,terminal";
    if (on_ask != "deny" && on_ask != "allow" && !people && !(may_ask_peer && on_ask == "peer"))
        throw usage_error(fmt::format(
            "--on-ask: expected {}deny, allow, terminal, web or terminal,web, got `{}`{}",
            may_ask_peer ? "peer, " : "", display_text(on_ask), did_you_mean(on_ask, answers_by_name)));
    if (options.no_peer != "deny" && options.no_peer != "allow")
        throw usage_error(fmt::format("--no-peer: expected deny or allow, got `{}`", options.no_peer));
    no_peer = options.no_peer == "allow" ? without_peer::allow : without_peer::deny;
    answers_asked = !options.on_ask.empty();
    on_terminal = people && on_ask.find("terminal") != std::string::npos;
    on_web = people && on_ask.find("web") != std::string::npos;
    open_page = options.open_page;
    if (open_page && !on_web) throw usage_error("--open: expected --on-ask web");
    notify = options.notify;
    if (!notify.empty() && !people) throw usage_error("--notify: expected --on-ask terminal or web");
    if (people && answers != answers_from::nobody) {
        desk = console::make(time, {}, home_folder(options));
        return;
    }
    if (on_ask != "peer") {
        gate_.callback = answer_for_nobody(on_ask == "allow");
        return;
    }
    link = std::make_shared<peer_link>();
    gate_.callback = link->callback();
    // Whoever drives the agent has as much time as without us, unless a policy says otherwise.
    if (source_.file().empty()) more_.question_timeout = duration::zero();
}

// Anything that may deny, or demand an answer. Without a policy these are rules and the mode alone; with one
// there are limits, tools and schemas, too, and a file may say something else when it is read again.
bool settings::has_something_to_guard() const {
    const auto rules_of = [&](rule_behavior behavior) { return gate_.rules->size(behavior) != 0; };
    const permission_mode mode = gate_.basis->settings().mode;
    return source_.is_policy() || !projects_->rules().empty() || rules_of(rule_behavior::deny) ||
           rules_of(rule_behavior::ask) || (mode != permission_mode::ask && mode != permission_mode::allow);
}

std::shared_ptr<permission_gate> settings::make_gate(std::string_view who, std::string cwd) {
    // A policy that comes now is for this gate, too.
    const std::lock_guard lock(gates_mutex_);
    gate_options options = gate_;
    std::shared_ptr<audit_sink> record = audit;
    const auto seat = desk ? desk->open_session(who, std::move(cwd)) : nullptr;
    if (seat) {
        options.callback = seat->callback();
        record = seat->audit(audit);
    }
    const auto itself = std::make_shared<std::weak_ptr<permission_gate>>();
    options.rules = with_others(*options.basis, rules_in_force_);
    options.before_call = [this](const tool_call& call) { return look_at_project(call.cwd); };
    if (answers_) record = counting_uses(std::move(record));
    if (answers_ && seat) {
        seat->keeps_answers([this](std::string_view key) { return take_back(key); }, lookup_of(gate_.paths));
        options.on_updates = [this, itself, at = std::weak_ptr(seat)](const auto& question, auto updates) {
            const auto gate = itself->lock();
            const auto shown = at.lock();
            if (gate && shown) answered_always(question, updates, *gate, *shown);
        };
    }
    auto made = std::make_shared<permission_gate>(std::move(options), time, std::move(record));
    *itself = made;
    if (seat) seat->attach(made);
    std::erase_if(gates_, [](const auto& each) { return each.expired(); });
    gates_.push_back(made);
    return made;
}

// ---- Answers that are kept

void settings::keep_answers() {
    if (answers_file_.empty()) return;
    answers_ = std::make_unique<kept_answers>(
        answers_place{.file = answers_file_, .home = home_, .look = lookup_of(gate_.paths)}, log);
    answers_->changed = [this] { others_have_changed(); };
}

void settings::confirm_added_answers(decltype(kept_answers::confirm) how) {
    if (answers_) answers_->confirm = std::move(how);
}

// Rules that do not fit the tools that are registered cover nothing.
rule_set::pointer settings::with_others(const judgement_basis& basis, rule_set::pointer rules) const {
    const auto add = [&](const std::vector<permission_rule>& more, rule_origin origin) {
        std::vector<permission_rule> fit;
        for (const auto& rule : more)
            if (auto made = basis.as_registered(rule)) fit.push_back(std::move(*made));
        if (fit.empty()) return;
        auto all = rules->apply(add_rules(std::move(fit)), origin);
        if (all)
            rules = std::move(*all);
        else
            log({log_level::error,
                 fmt::format("rules of {} do not hold: {}", in_words(origin), all.error().message)});
    };
    add(projects_->rules(), rule_origin::project);
    if (answers_) add(answers_->rules(), rule_origin::stored);
    return rules;
}

std::string settings::look_at_project(std::string_view folder) {
    std::string why;
    if (nothing_allowed_) {
        const std::lock_guard lock(why_mutex_);
        why = why_nothing_;
    }
    if (!why.empty() || folder.empty()) return why;
    try {
        projects_->look(folder);
    } catch (const std::exception& error) {
        why = fmt::format("{}; nothing is allowed here until that is mended", error.what());
    }
    if (projects_->take_change()) others_have_changed();
    return why;
}

void settings::require_project(std::string_view folder) {
    if (const auto why = look_at_project(folder); !why.empty()) throw usage_error(why);
    if (guards_by_itself_) guard = has_something_to_guard();
}

policy settings::in_force() const {
    policy all = gate_.basis->settings();
    all.rules.clear();
    const auto rules = with_others(*gate_.basis, rules_in_force_);
    for (const auto behavior : strictest_first)
        for (const auto& rule : rules->all(behavior)) all.rules.push_back(*rule);
    return all;
}

void settings::others_have_changed(const std::string& record) {
    std::vector<std::shared_ptr<permission_gate>> all;
    rule_set::pointer rules;
    {
        const std::lock_guard lock(gates_mutex_);
        rules = with_others(*gate_.basis, rules_in_force_);
        for (const auto& each : gates_)
            if (auto gate = each.lock()) all.push_back(std::move(gate));
    }
    // What they answer then may bring the next call.
    for (const auto& gate : all) {
        if (!record.empty()) gate->record_change(record);
        if (auto next = gate->rules()->onto(*rules)) gate->set_rules(std::move(*next));
    }
}

void settings::look_at_answers() {
    if (answers_ && answers_->look()) others_have_changed();
}

bool settings::take_back(std::string_view key) {
    if (!answers_->remove({std::string(key)}).any) return false;
    others_have_changed(fmt::format("the kept answer `{}` is taken back", key));
    return true;
}

void settings::answered_always(const permission_question& question,
                               std::span<const permission_update> updates, permission_gate& gate,
                               console::seat& seat) {
    const auto by = seat.answered_by(question);
    for (const auto& update : updates) {
        if (by.empty() || update.what != permission_update::kind::add_rules) continue;
        for (const auto& rule : update.rules) {
            const auto* const calls = rule.condition();
            if (calls == nullptr || !calls->session.empty() || !leads_to_itself(*calls)) continue;
            const auto how = keep_answer(question, rule, by);
            seat.add_to_end(question, how.said);
            // Where it is kept, it holds as it is kept.
            if (how.ended != answer_end::in_memory) gate.remove_rule(rule.key());
            if (how.ended == answer_end::kept)
                others_have_changed(fmt::format("the answer `{}`, by {}, is kept in {}", rule.full_text(), by,
                                                answers_->file().string()));
        }
    }
}

settings::kept_answer settings::keep_answer(const permission_question& question, const permission_rule& rule,
                                            const std::string& by) {
    const auto for_once = [](std::string_view why) {
        return kept_answer{answer_end::dropped, fmt::format("for this call alone: {}", why)};
    };
    const auto asked = told_of(question);
    stored_answer answer{.rule = rule.with_origin(rule_origin::stored),
                         .by = by,
                         .user = number_of_user(),
                         .given = answer_time(std::chrono::system_clock::now()),
                         .question = std::string(beginning_of(asked, max_kept_question_bytes))};
    try {
        answer = with_texts_of_now(std::move(answer));
    } catch (const std::exception& error) {
        return for_once(error.what());
    }
    // What the person has seen is what was there when they were asked.
    const auto asked_at = std::chrono::system_clock::now() - (time->now() - question.asked_at);
    for (const auto& text : answer.runs)
        if (changed_since(text, std::chrono::time_point_cast<std::chrono::system_clock::duration>(asked_at)))
            return for_once(
                fmt::format("{} has changed since you were asked", display_text(text.file.native())));
    const auto why = answers_->keep(answer);
    if (why.empty()) return {answer_end::kept, "the rule is stored: `assent rules` shows it"};
    log({log_level::error, fmt::format("an answer cannot be kept: {}", why)});
    if (!answer.runs.empty()) return for_once(why);
    return {answer_end::in_memory, fmt::format("the rule holds until the daemon ends: {}", why)};
}

std::shared_ptr<audit_sink> settings::counting_uses(std::shared_ptr<audit_sink> next) const {
    class counting final : public audit_sink {
    public:
        counting(std::shared_ptr<audit_sink> next, kept_answers& answers)
            : next_(std::move(next)), answers_(answers) {}
        boost::system::error_code record(const audit_event& event) override {
            if (next_)
                if (const auto error = next_->record(event)) return error;
            const auto count = [this](const auto& rule) {
                if (rule && rule->origin() == rule_origin::stored) answers_.used(*rule);
            };
            if (event.decided == nullptr || !event.decided->runs()) return {};
            count(event.decided->rule);
            std::ranges::for_each(event.decided->rules_too, count);
            return {};
        }

    private:
        std::shared_ptr<audit_sink> next_;
        kept_answers& answers_;
    };
    return std::make_shared<counting>(std::move(next), *answers_);
}

std::string settings::told_of(const permission_question& asked) {
    std::shared_ptr<const judgement_basis> basis;
    {
        const std::lock_guard lock(gates_mutex_);
        basis = gate_.basis;
    }
    const auto& redact = basis->settings().audit.redact;
    if (redact.empty() || !asked.input) return asked.operation;
    const auto shown = make_input(redacted_input(asked.input->whole(), redact));
    std::string scratch;
    return operation_of(asked.call_with(*shown), basis->definition(asked.tool_name), scratch);
}

std::string settings::policy_text_answered_for() {
    const std::lock_guard lock(gates_mutex_);
    return held_.value_or(in_force_);
}

void settings::add_managed(policy_additions& more) const {
    auto managed = managed_policy(managed_, home_);
    more.snapshot = managed && managed->snapshot;
    if (!managed) return;
    place_folders(managed->rules, home_, lookup_of(gate_.paths));
    more.rules.insert(more.rules.end(), managed->rules.begin(), managed->rules.end());
}

// Root has changed it: nobody is asked.
void settings::reload_if_managed_changed() {
    const auto now = cli::stamp_now(managed_, stamp_of::target);
    if (now == managed_stamp_ && !nothing_allowed_) return;
    try {
        auto more = more_;
        std::erase_if(more.rules, is_of_machine);
        add_managed(more);
        ready_policy ready = source_.load({in_force_, nullptr}, more);
        more_ = std::move(more);
        managed_stamp_ = now;
        looked_at_.reset();  // what waits for a person is looked at again
        stamp_ = {};
        const std::lock_guard lock(gates_mutex_);
        put_in_force(std::string(in_force_), std::move(ready), {});
        tell_gates(fmt::format("the policy of this machine, {}, has changed", managed_.string()));
        nothing_allowed_ = false;
    } catch (const std::exception& error) {
        const std::lock_guard lock(why_mutex_);
        why_nothing_ = without_machines_policy(error);
        nothing_allowed_ = true;
    }
}

void settings::reload_if_changed(bool look) {
    reload_if_managed_changed();
    if (!reloads()) return;
    const auto now = source_.stamp_now();
    if (!look && now == stamp_) return;
    stamp_ = now;
    policy_text found = source_.read();
    if (!found.failure && found.text == looked_at_) return;
    try {
        source_.require_own();
    } catch (...) {
        found.failure = std::current_exception();
    }
    static_cast<void>(reload(found));
}

bool settings::reload(const policy_text& found) {
    reload_if_managed_changed();
    try {
        if (pinned_) source_.require_own();
        looked_at_ = found.failure ? std::nullopt : std::optional(found.text);
        ready_policy ready = source_.load(found, more_);
        const std::lock_guard lock(gates_mutex_);
        std::vector<std::string> loosened;
        if (confirm_policy && found.text != in_force_)
            loosened =
                loosened_by(gate_.basis->settings(), *gate_.rules, ready.basis->settings(), *ready.rules);
        if (loosened.empty())
            put_in_force(found.text, std::move(ready), {});
        else
            hold_back(found.text, ready, loosened);
    } catch (const std::system_error& error) {
        const bool again = may_pass(error.code());
        stays_because(error.what());
        if (!again || !std::exchange(starving_, true))
            log({log_level::error,
                 fmt::format("the policy stays as it was{}: {}", again ? " for now" : "", error.what())});
        if (!again) starving_ = false;
        return !again;
    } catch (const std::exception& error) {
        starving_ = false;
        stays_because(
            fmt::format("{}; mend that, and it holds from the next use of a tool on", error.what()));
        log({log_level::error, fmt::format("the policy stays as it was: {}", error.what())});
        return true;
    }
    starving_ = false;
    return true;
}

void settings::stays_because(std::string why) {
    const std::lock_guard lock(gates_mutex_);
    stays_because_ = std::move(why);
}

std::string settings::why_policy_stays() {
    const std::lock_guard lock(gates_mutex_);
    if (stays_because_.empty()) return {};
    return fmt::format("the daemon still decides by the policy that it has read before: {}", stays_because_);
}

void settings::tell_gates(const std::string& change) {
    for (const auto& each : gates_)
        if (const auto gate = each.lock()) gate->record_policy_change(change);
}

void settings::put_in_force(const std::string& text, ready_policy ready, const std::string& by) {
    const std::string before = std::exchange(in_force_, text);
    held_.reset();
    asking_about_held_.reset();
    stays_because_.clear();
    const std::string changed =
        before == text ? std::string()
                       : change_of_policy(before, text) + (by.empty() ? "" : ", as " + by + " has confirmed");
    for (const auto& each : gates_) {
        const auto gate = each.lock();
        if (gate && !gate->set_policy(ready.basis, with_others(*ready.basis, ready.rules)))
            log({log_level::error, "the policy of one connection stays as it was: too many rules"});
        else if (gate && !changed.empty())
            gate->record_policy_change(changed);
    }
    gate_.basis = std::move(ready.basis);
    gate_.rules = rules_in_force_ = std::move(ready.rules);
    log({log_level::info, "policy read again: " + source_.file().string()});
}

void settings::hold_back(const std::string& text, const ready_policy& ready,
                         const std::vector<std::string>& loosened) {
    stays_because_ = fmt::format(
        "{} lets more through than before, and waits for a person to confirm it on the page or in the "
        "terminal "
        "of the daemon; what it denies or asks about anew holds already",
        source_.name());
    if (asking_about_held_ && held_ == text) return;
    held_ = text;
    const auto stricter = tightened_by(*gate_.rules, *ready.rules);
    if (stricter) rules_in_force_ = *stricter;
    for (const auto& each : gates_)
        if (const auto gate = each.lock();
            gate && (!stricter || !gate->set_policy(gate_.basis, with_others(*gate_.basis, rules_in_force_))))
            log({log_level::error, "new deny and ask rules of the policy do not hold yet: too many rules"});
    const std::string what = fmt::format("the policy `{}` lets more through than before (SHA-256 {})",
                                         source_.name(), detail::sha256_hex({text}));
    tell_gates(what +
               ": it waits for a person, and the one before holds, with the deny and ask rules that are new");
    log({log_level::warn, what + ": confirm it on the page or in the terminal of the daemon"});
    asking_about_held_ =
        confirm_policy(fmt::format("{}", fmt::join(loosened, "\n")),
                       [this, text, ready, what](bool allowed, const std::string& by) {
                           const std::lock_guard lock(gates_mutex_);
                           if (held_ != text) return;
                           if (allowed) return put_in_force(text, ready, by);
                           asking_about_held_.reset();
                           stays_because_ = fmt::format(
                               "{} lets more through than before, and was denied {}; change it, and it is "
                               "asked about again",
                               source_.name(), where_given(by));
                           tell_gates(what + ": denied " + where_given(by) + ", and the one before holds");
                       });
}

}  // namespace assent::cli
