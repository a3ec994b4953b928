#include "commands.hpp"
#include "fail_closed.hpp"
#include "session_threads.hpp"

#include <assent/adapters/control/agent_hook.hpp>
#include <assent/app/mcp_session.hpp>
#include <assent/app/use_decision.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/version.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

// Bytes asked of standard input at once: what a pipe holds.
constexpr std::size_t read_bytes = std::size_t{64} * 1024;

// Longest --timeout. Longer, and an agent that waits ten minutes by default would no longer hear of it.
constexpr duration most_time = std::chrono::minutes(9);

duration time_limit(const std::string& text) {
    const auto limit = parse_duration(text);
    if (!limit || *limit <= duration::zero() || *limit > most_time)
        throw usage_error(fmt::format("--timeout: expected a time up to {}, such as 30s, got `{}`",
                                      duration_text(most_time), text));
    return *limit;
}

// All of standard input. What is longer than allowed is cut off behind the first byte too many.
std::string whole_input() {
    std::string text;
    while (text.size() <= max_hook_text_bytes) {
        const std::size_t before = text.size();
        text.resize(before + read_bytes);
        const auto bytes = ::read(STDIN_FILENO, text.data() + before, read_bytes);
        const int error = errno;
        text.resize(before + (bytes > 0 ? static_cast<std::size_t>(bytes) : 0));
        if (bytes == 0) break;
        if (bytes < 0 && error != EINTR)
            throw std::system_error(error, std::generic_category(), "cannot read standard input");
    }
    return text;
}

// Puts on record that a text could not be read.
void record_refused(common_options common, const std::string& why) {
    common.waits_for_audit = true;
    settings with(common);
    with.make_gate("assent hook")->record_protocol({}, why);
}

// Less than the agent's own time for its hook, after which the tool runs: what starting a program and reading
// its answer may take on a busy machine.
constexpr duration time_left_to_agent = std::chrono::seconds(5);

// The least that an agent waits by default.
duration least_time() {
    return std::ranges::min(hook_dialects(), {}, &hook_dialect::time).time - time_left_to_agent;
}

// Refuses while a decision is made, and once the time is over.
class time_keeper {
public:
    explicit time_keeper(const std::string& given)
        : given_(given.empty() ? std::nullopt : std::optional(time_limit(given))) {
        end_refusing_after(given_.value_or(least_time()));
    }
    // As long as this agent waits by default, where nobody has said how long.
    void agent_known(const hook_dialect& dialect) const {
        if (given_) return;
        const auto gone = std::chrono::steady_clock::now() - began_;
        end_refusing_after(std::max<duration>(dialect.time - time_left_to_agent - gone, shortest_));
    }

private:
    static constexpr duration shortest_ = std::chrono::milliseconds(1);
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::optional<duration> given_;
};

struct answering {
    const hook_dialect& dialect;
    bool says_allow;
    bool denies_open;  // what is left open, or would have to be asked
};

hook_reply deny(const hook_dialect& dialect, std::string_view reason, std::string_view more = {}) {
    return reply_to_hook(dialect, outcome::deny, std::string(reason).append(more));
}

hook_reply reply_to(const answering& how, const verdict& decided) {
    const auto& dialect = how.dialect;
    if (decided.denied()) return deny(dialect, decided.reason());
    if (decided.allowed()) {
        const bool says = dialect.hears_allow && (dialect.says_allow || how.says_allow);
        return reply_to_hook(dialect, says ? std::optional(outcome::allow) : std::nullopt, decided.reason());
    }
    if (how.denies_open) return deny(dialect, decided.reason(), "; nobody is there to answer");
    if (decided.must_ask && dialect.asks == hook_dialect::asking::by_word)
        return reply_to_hook(dialect, outcome::ask, decided.reason());
    // To this agent a question is none, and the tool would run.
    if (decided.must_ask && dialect.asks == hook_dialect::asking::never)
        return deny(dialect, decided.reason(), "; this hook can ask nobody");
    return reply_to_hook(dialect, std::nullopt);
}

hook_reply decide(common_options common, const hook_options& options,
                  const hook_text_reader::hook_use& said) {
    const auto use = standard_use::of(said.dialect->agent, said.call);
    // Agents run their hooks side by side. Whoever holds the audit file has all its input already.
    common.waits_for_audit = true;
    settings with(common);
    const auto gate = with.make_gate("assent hook");
    if (!use) {
        gate->record_protocol({}, use.error().message);
        return deny(*said.dialect, use.error().message);
    }
    std::string scratch;
    const auto found = check(*gate, *use, {}, scratch);
    return reply_to({*said.dialect, options.say_allow, options.on_ask == "deny"}, found.decided);
}

int say(const hook_reply& reply) {
    answer_no_more_when_refusing();
    if (!reply.err.empty()) fmt::print(stderr, "assent: {}\n", display_text(reply.err));
    print(reply.out + "\n");
    return reply.status;
}

// The text may repeat a key of the peer: it must not look like more lines, or move the cursor.
std::string why_refused(const std::exception& error) {
    return fmt::format("hook: {}", display_text(error.what()));
}

int decide(const common_options& common, const hook_options& options) {
    const time_keeper time(options.timeout);
    const auto agent =
        options.agent.empty() ? std::nullopt : std::optional(agent_of("--agent", options.agent));
    if (options.on_ask != "agent" && options.on_ask != "deny")
        throw usage_error(fmt::format("--on-ask: expected agent or deny, got `{}`", options.on_ask));
    const std::string text = whole_input();
    hook_text_reader reader;
    const auto said = reader.read(text, agent);
    if (!said) {
        record_refused(common, said.error().message);
        throw std::runtime_error("standard input: " + said.error().message);
    }
    const hook_dialect& dialect = *said->dialect;
    time.agent_known(dialect);
    if (dialect.hears_status) return say(decide(common, options, *said));
    // The agent loses what a status says.
    answer_when_refusing(deny(dialect, "assent ended without a decision").out + "\n");
    try {
        return say(decide(common, options, *said));
    } catch (const std::exception& error) {
        return say(deny(dialect, why_refused(error)));
    }
}

}  // namespace

// To an agent, any other status than 0 and 2 is no objection.
int hook(const common_options& common, const hook_options& options) {
    try {
        return decide(common, options);
    } catch (const std::exception& error) {
        throw usage_error(why_refused(error));
    }
}

namespace {

// An input goes back as text inside a text: what is escaped there is escaped twice. U+0080 grows most, from
// two bytes to seven.
constexpr std::size_t answer_growth = 4;

mcp_options options_for(const settings& with, const std::string& cwd) {
    mcp_options options;
    options.channel.server_version = version;
    if (with.max_line_bytes != 0) options.channel.max_line_bytes = with.max_line_bytes;
    options.max_unsent_bytes =
        std::max(options.max_unsent_bytes, answer_growth * options.channel.max_line_bytes);
    options.log = with.log;
    std::error_code ignored;  // without a directory, relative paths are simply not resolved
    options.cwd = cwd.empty() ? std::filesystem::current_path(ignored).string() : cwd;
    return options;
}

}  // namespace

int mcp(settings& with, const std::string& cwd) {
    require_clean(cwd);
    std::shared_ptr<mcp_session> served;
    const auto make = [&](std::unique_ptr<transport> connection) -> std::shared_ptr<session> {
        served = std::make_shared<mcp_session>(std::move(connection),
                                               with.make_gate("assent mcp", options_for(with, cwd).cwd),
                                               options_for(with, cwd));
        return served;
    };
    return run_on_stdio(with, "assent mcp", make, [&] { return served->end_reason(); });
}

}  // namespace assent::cli
