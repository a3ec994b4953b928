#include "commands.hpp"
#include "fail_closed.hpp"
#include "session_threads.hpp"

#include <assent/adapters/control/hook_text.hpp>
#include <assent/app/mcp_session.hpp>
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

// The same meaning as the guard hook of a bridge has.
std::string answer_to(const verdict& decided, bool says_allow) {
    if (decided.denied() || (decided.asks() && decided.must_ask))
        return hook_answer(decided.decision, decided.reason());
    if (decided.allowed() && says_allow) return hook_answer(outcome::allow, decided.reason());
    return hook_answer(std::nullopt);
}

int decide(common_options common, const hook_options& options) {
    end_refusing_after(time_limit(options.timeout));
    const std::string text = whole_input();
    // Agents run their hooks side by side. Whoever holds the audit file has all its input already.
    common.waits_for_audit = true;
    settings with(common);
    hook_text_reader reader;
    const auto call = reader.read(text);
    const auto gate = with.make_gate("assent hook");
    if (!call) {
        gate->record_protocol({}, call.error().message);
        throw std::runtime_error("standard input: " + call.error().message);
    }
    std::string scratch;
    print(answer_to(gate->check(*call, {}, scratch), options.say_allow) + "\n");
    return static_cast<int>(exit_code::ok);
}

}  // namespace

// To an agent, any other status than 0 and 2 is no objection.
int hook(const common_options& common, const hook_options& options) {
    try {
        return decide(common, options);
    } catch (const std::exception& error) {
        // The text may repeat a key of the peer: it must not look like more lines, or move the cursor.
        throw usage_error(fmt::format("hook: {}", display_text(error.what())));
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
