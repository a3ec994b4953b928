#include "commands.hpp"
#include "fail_closed.hpp"
#include "output.hpp"

#include <assent/adapters/control/hook_text.hpp>
#include <assent/domain/display_text.hpp>
#include <assent/domain/duration_text.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

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

}  // namespace assent::cli
