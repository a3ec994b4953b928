#include "options.hpp"

#include "units.hpp"

#include <assent/adapters/asio/system_clock.hpp>
#include <assent/adapters/control/rule_text.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/app/answers.hpp>

#include <fmt/format.h>

#include <system_error>

#include <unistd.h>

namespace assent::cli {
namespace {

// Below this no request would fit; above it one line could take all memory.
constexpr std::size_t least_line_bytes = 1024;
constexpr std::size_t most_line_bytes = std::size_t{1024} * 1024 * 1024;

template <class Parsed>
auto require(std::string_view option, std::string_view text, Parsed parsed, std::string_view expected) {
    if (!parsed) throw usage_error(fmt::format("{}: expected {}, got `{}`", option, expected, text));
    return *parsed;
}

void add_rules(std::vector<permission_rule>& rules, const std::vector<std::string>& texts,
               rule_behavior behavior) {
    for (const auto& text : texts) {
        auto rule = parse_rule(text, behavior, rule_origin::command_line);
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
    return answer_with([allow](const permission_question& question) -> permission_result {
        if (allow && !question.once_only) return allow_result{};
        return deny_result{.reason = question.why + "; nobody is there to ask"};
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

log_callback log_to_stderr(log_level threshold) {
    return [threshold](log_level level, std::string_view text) {
        if (level > threshold) return;
        const std::string line = fmt::format("assent: {}: {}\n", to_string(level), printable(text));
        [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, line.data(), line.size());
    };
}

}  // namespace

void add_decision_options(CLI::App& command, common_options& options) {
    command.add_option("--mode", options.mode,
                       "ask, allow or deny (default ask). Given, the agent may not change it");
    repeatable(command, "--allow", options.allow, "Allow what this rule covers; repeatable");
    repeatable(command, "--ask", options.ask, "Demand an answer for what this rule covers; repeatable");
    repeatable(command, "--deny", options.deny,
               "Deny what this rule covers; repeatable. Deny wins over ask, ask over allow");
    command.add_option("--audit", options.audit, "Append one JSON line per decision to FILE; - is stderr");
    command.add_option("--log-level", options.log_level, "error, warn, info or debug, on stderr")
        ->capture_default_str();
}

void add_session_options(CLI::App& command, common_options& options) {
    command.add_option("--dialect", options.dialect, "auto, flat or nested")->capture_default_str();
    command
        .add_option("--on-ask", options.on_ask,
                    "What happens to calls that rules and mode leave open: deny or allow")
        ->capture_default_str();
    command
        .add_option("--ask-timeout", options.ask_timeout,
                    "How long a question may stay open: 5m, 30s; 0 is for ever")
        ->capture_default_str();
    command.add_option("--max-line", options.max_line,
                       "Longest line: 16MiB, 512KiB (default 16MiB; bridge 64MiB)");
}

bool decides(const common_options& options) noexcept {
    return !options.mode.empty() || !options.allow.empty() || !options.ask.empty() || !options.deny.empty();
}

settings::settings(const common_options& options) : time(std::make_shared<system_clock>()) {
    speaks =
        require("--dialect", options.dialect, parse_dialect_choice(options.dialect), "auto, flat or nested");
    const auto level = require("--log-level", options.log_level, parse_log_level(options.log_level),
                               "error, warn, info or debug");
    log = log_to_stderr(level);
    if (!options.mode.empty()) {
        gate.mode =
            require("--mode", options.mode, parse_permission_mode(options.mode), "ask, allow or deny");
        gate.peer_may_set = peer_mode::never;  // who sets it on the command line means it
    }
    std::vector<permission_rule> rules;
    add_rules(rules, options.allow, rule_behavior::allow);
    add_rules(rules, options.ask, rule_behavior::ask);
    add_rules(rules, options.deny, rule_behavior::deny);
    auto made = rule_set::make(std::move(rules));
    if (!made) throw usage_error("rules: " + made.error().message);
    gate.rules = std::move(*made);
    if (options.on_ask != "deny" && options.on_ask != "allow")
        throw usage_error(fmt::format("--on-ask: expected deny or allow, got `{}`", options.on_ask));
    gate.callback = answer_for_nobody(options.on_ask == "allow");
    gate.question_timeout = require("--ask-timeout", options.ask_timeout, parse_duration(options.ask_timeout),
                                    "a time such as 30s, 5m or 0");
    if (!options.max_line.empty()) {
        max_line_bytes = require("--max-line", options.max_line, parse_size(options.max_line),
                                 "a size such as 512KiB or 16MiB");
        if (max_line_bytes < least_line_bytes || max_line_bytes > most_line_bytes)
            throw usage_error(fmt::format("--max-line: expected 1KiB to 1GiB, got `{}`", options.max_line));
    }
    try {
        if (options.audit == "-")
            audit = std::make_shared<audit_file>(STDERR_FILENO);
        else if (!options.audit.empty())
            audit = std::make_shared<audit_file>(std::filesystem::path(options.audit));
    } catch (const std::system_error& error) {
        throw usage_error(fmt::format("--audit: {}", error.what()));
    }
}

std::shared_ptr<permission_gate> settings::make_gate() const {
    return std::make_shared<permission_gate>(gate, time, audit);
}

}  // namespace assent::cli
