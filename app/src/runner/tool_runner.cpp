#include <assent/app/runner/tool_runner.hpp>

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assent::detail {

/// The results of runs that have no output, in words.

/// \param available  names of the tools that there are
[[nodiscard]] tool_result unknown_tool(std::string_view tool, const std::vector<std::string>& available);
/// \param flaw  what is wrong, as the registry says it
[[nodiscard]] tool_result invalid_params(std::string_view tool, std::string_view flaw);
/// The user has edited the input into one that does not fit: not the model's mistake.
[[nodiscard]] tool_result invalid_edit(std::string_view tool, std::string_view flaw);
[[nodiscard]] tool_result not_allowed(std::string_view tool, const verdict& decided);
/// \param text  the tool's own words, untrusted
[[nodiscard]] tool_result failed(std::string_view tool, std::string_view text);
/// \param decided  what the gate said before; nothing: it was not asked
[[nodiscard]] tool_result cancelled(std::string_view tool, std::optional<verdict> decided);

}  // namespace assent::detail

namespace assent {

/// What the runner shares with its open runs.
///
/// INVARIANT: an executor is called in `execute` only, and `execute` only with a verdict that allows.
/// INVARIANT: nothing foreign runs under `mutex_`: no executor, no `done`, no stop callback, no gate.
class tool_runner::core final : public std::enable_shared_from_this<core> {
public:
    core(std::shared_ptr<permission_gate> gate, std::shared_ptr<const tool_registry> tools,
         tool_runner_options options);

    void add_executor(std::string_view tool, tool_executor executor);
    run_id run(std::string_view tool, json_value arguments, execution_context context, on_done done);
    bool cancel(run_id run, decision_source why);
    std::size_t cancel_all(decision_source why);
    std::size_t open_runs() const;

private:
    using executor_pointer = std::shared_ptr<const tool_executor>;
    using input_pointer = std::shared_ptr<const kept_input>;

    struct open_run {
        std::string tool;
        execution_context context;
        std::string request_id;
        executor_pointer executor;
        std::stop_source stop;
        // Under the lock.
        on_done done;
        question_id question = question_id::none;
        bool cancelled = false;
    };
    using run_pointer = std::shared_ptr<open_run>;
    struct task;

    run_pointer open(std::string_view tool, execution_context context, on_done done);
    executor_pointer executor_of(std::string_view tool) const;
    std::vector<std::string> runnable() const;

    void begin(const run_pointer& run, json_value arguments);
    void decide(const run_pointer& run, const input_pointer& input);
    void ask(const run_pointer& run, const tool_call& call, const input_pointer& input);
    void settled(const run_pointer& run, input_pointer input, settlement outcome);
    void start(const run_pointer& run, input_pointer input, verdict decided);
    void execute(const run_pointer& run, const input_pointer& input, verdict decided);
    tool_result call_executor(const open_run& run, const json_object& input) const;
    void record(const open_run& run, const tool_input& input, const tool_result& result, duration took);
    void finish(const run_pointer& run, tool_result result);
    bool is_cancelled(const open_run& run) const;
    time_point now() const { return options_.time ? options_.time->now() : time_point(); }

    const std::shared_ptr<permission_gate> gate_;
    const std::shared_ptr<const tool_registry> tools_;
    const tool_runner_options options_;

    mutable std::mutex mutex_;
    std::map<std::string, executor_pointer, std::less<>> executors_;
    std::unordered_map<run_id, run_pointer> open_;
    std::uint64_t last_id_ = 0;
};

}  // namespace assent

namespace assent::detail {
namespace {

constexpr std::size_t max_listed_tools = 64;

tool_result failure(tool_error_code code, std::string message, std::string model_message,
                    bool recoverable = true) {
    return {.error = tool_error{code, std::move(message), std::move(model_message), recoverable}};
}

// Names of tools come from the model.
std::string shown(std::string_view tool) {
    return valid_tool_name(tool) ? fmt::format("`{}`", tool) : "a tool whose name is not valid";
}

std::string_view first_characters(std::string_view text, std::size_t most) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (begins && most-- == 0) break;
    }
    return text.substr(0, at);
}

// A tool's own words. Escaping makes text longer, so it is cut before and after.
std::string own_words(std::string_view text) {
    const auto beginning =
        first_characters(text.substr(0, 4 * max_tool_error_characters), max_tool_error_characters);
    const std::string safe = display_text(beginning);
    std::string cut(first_characters(safe, max_tool_error_characters));
    if (cut.size() < safe.size() || beginning.size() < text.size()) cut += "...";
    return cut;
}

std::string when_again(const verdict& decided) {
    if (!decided.rate_limited()) return "Go on without it, or ask the user how to proceed.";
    if (!decided.retry_after) return "It cannot be used again.";
    return fmt::format("Try again in {}.", about(*decided.retry_after));
}

}  // namespace

tool_result unknown_tool(std::string_view tool, const std::vector<std::string>& available) {
    std::string names;
    const auto listed = std::min(available.size(), max_listed_tools);
    for (std::size_t i = 0; i < listed; ++i) names += (i == 0 ? "" : ", ") + available[i];
    if (listed < available.size()) names += fmt::format(" and {} more", available.size() - listed);
    if (names.empty()) names = "none";
    return failure(tool_error_code::unknown_tool, fmt::format("{} cannot be run here", shown(tool)),
                   fmt::format("There is no tool {} here. The tools are: {}.", shown(tool), names));
}

tool_result invalid_params(std::string_view tool, std::string_view flaw) {
    return failure(tool_error_code::invalid_params,
                   fmt::format("the input of {} is not valid: {}", shown(tool), flaw),
                   fmt::format("The input of {} is not valid: {}. Call it again with an input that is.",
                               shown(tool), flaw));
}

tool_result invalid_edit(std::string_view tool, std::string_view flaw) {
    return failure(
        tool_error_code::invalid_params,
        fmt::format("the edited input of {} is not valid: {}", shown(tool), flaw),
        fmt::format("The user allowed {} with another input, but that input is not valid: {}. The tool has "
                    "not run. Ask the user how to proceed.",
                    shown(tool), flaw));
}

tool_result not_allowed(std::string_view tool, const verdict& decided) {
    const std::string reason = decided.reason();
    tool_result result;
    switch (end_of(decided)) {
        case question_end::timed_out:
            result = failure(
                tool_error_code::timed_out, fmt::format("{} has not run: {}", shown(tool), reason),
                fmt::format("Nobody answered in time whether {} may run, so it has not. Go on without it, "
                            "or ask the user before trying again.",
                            shown(tool)));
            break;
        case question_end::cancelled:
            result = cancelled(tool, {});
            result.error->message = fmt::format("{} has not run: {}", shown(tool), reason);
            break;
        case question_end::approved:
        case question_end::denied:
            result = failure(tool_error_code::permission_denied,
                             fmt::format("{} may not run: {}", shown(tool), reason),
                             fmt::format("Permission to run {} was denied: {}. It has not run. {}",
                                         shown(tool), reason, when_again(decided)));
            break;
    }
    result.decided = decided;
    return result;
}

tool_result failed(std::string_view tool, std::string_view text) {
    const std::string words = text.empty() ? std::string("it did not say why") : own_words(text);
    return failure(
        tool_error_code::execution_error, fmt::format("{} failed: {}", shown(tool), words),
        fmt::format("{} ran and failed: {}. Correct the call, or try another way.", shown(tool), words));
}

tool_result cancelled(std::string_view tool, std::optional<verdict> decided) {
    auto result =
        failure(tool_error_code::cancelled, fmt::format("{} was cancelled", shown(tool)),
                fmt::format("The call of {} was cancelled. Do not repeat it unless the user asks for it.",
                            shown(tool)),
                false);
    result.decided = std::move(decided);
    return result;
}

}  // namespace assent::detail

namespace assent {
namespace {

std::string_view type_of(const json_value& value) noexcept {
    if (value.is_array()) return "an array";
    if (value.is_string()) return "a string";
    if (value.is_bool()) return "a boolean";
    return "a number";
}

}  // namespace

tool_runner::core::core(std::shared_ptr<permission_gate> gate, std::shared_ptr<const tool_registry> tools,
                        tool_runner_options options)
    : gate_(needed(std::move(gate), "tool_runner", "a gate")),
      tools_(needed(std::move(tools), "tool_runner", "a registry")),
      options_(std::move(options)) {}

void tool_runner::core::add_executor(std::string_view tool, tool_executor executor) {
    if (tools_->find(tool) == nullptr)
        throw std::invalid_argument("add_executor: expected a registered tool, got another name");
    if (!executor) throw std::invalid_argument("add_executor: expected something to run, got nothing");
    auto shared = std::make_shared<const tool_executor>(std::move(executor));
    const std::lock_guard lock(mutex_);
    if (!executors_.emplace(std::string(tool), std::move(shared)).second)
        throw std::invalid_argument("add_executor: expected a tool without an executor, got one that has it");
}

tool_runner::core::executor_pointer tool_runner::core::executor_of(std::string_view tool) const {
    const std::lock_guard lock(mutex_);
    const auto found = executors_.find(tool);
    return found == executors_.end() ? nullptr : found->second;
}

std::vector<std::string> tool_runner::core::runnable() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const auto& [name, executor] : executors_) names.push_back(name);
    return names;
}

tool_runner::core::run_pointer tool_runner::core::open(std::string_view tool, execution_context context,
                                                       on_done done) {
    auto run = std::make_shared<open_run>();
    run->tool = tool;
    run->context = std::move(context);
    run->executor = executor_of(tool);
    run->done = std::move(done);
    const std::lock_guard lock(mutex_);
    run->context.run = run_id{++last_id_};
    run->request_id = "run-" + std::to_string(last_id_);
    open_.emplace(run->context.run, run);
    return run;
}

run_id tool_runner::core::run(std::string_view tool, json_value arguments, execution_context context,
                              on_done done) {
    const auto run = open(tool, std::move(context), std::move(done));
    begin(run, std::move(arguments));
    return run->context.run;
}

void tool_runner::core::begin(const run_pointer& run, json_value arguments) {
    if (!run->executor) return finish(run, detail::unknown_tool(run->tool, runnable()));
    if (arguments.is_null()) arguments = json_object{};
    if (!arguments.is_object()) {
        const auto flaw = "parameters: expected an object, got " + std::string(type_of(arguments));
        return finish(run, detail::invalid_params(run->tool, flaw));
    }
    if (const auto wrong = tools_->validate(run->tool, arguments.get_object()))
        return finish(run, detail::invalid_params(run->tool, wrong->message));
    try {
        decide(run, make_input(std::move(arguments.get_object())));
    } catch (...) {
        // A check that cannot be made allows nothing. Where the run has ended already, this has no effect.
        finish(run, detail::not_allowed(run->tool, {}));
    }
}

void tool_runner::core::decide(const run_pointer& run, const input_pointer& input) {
    const tool_call call{.tool_name = run->tool,
                         .input = *input,
                         .cwd = run->context.project_root,
                         .tool_use_id = run->context.tool_use_id,
                         .agent_id = run->context.agent_id};
    std::string scratch;
    verdict decided = gate_->check(call, run->request_id, scratch);
    if (is_cancelled(*run)) return finish(run, detail::cancelled(run->tool, std::move(decided)));
    if (decided.asks()) return ask(run, call, input);
    if (!decided.allowed()) return finish(run, detail::not_allowed(run->tool, decided));
    start(run, input, std::move(decided));
}

void tool_runner::core::ask(const run_pointer& run, const tool_call& call, const input_pointer& input) {
    const auto answered = [self = shared_from_this(), run, input](const auto&, settlement outcome) {
        try {
            self->settled(run, input, std::move(outcome));
        } catch (...) {
            self->finish(run, detail::not_allowed(run->tool, {}));
        }
    };
    const question_id id = gate_->ask(call, run->request_id, answered);
    bool withdrawn = false;
    {
        const std::lock_guard lock(mutex_);
        run->question = id;
        withdrawn = run->cancelled;
    }
    // It was cancelled before the question could be named.
    if (withdrawn) gate_->cancel(id, decision_source::cancelled);
}

void tool_runner::core::settled(const run_pointer& run, input_pointer input, settlement outcome) {
    if (!outcome.decided.allowed()) {
        auto result = detail::not_allowed(run->tool, outcome.decided);
        result.interrupt = outcome.interrupt;
        if (outcome.interrupt) result.error->recoverable = false;
        return finish(run, std::move(result));
    }
    if (outcome.edited_input) {
        if (const auto wrong = tools_->validate(run->tool, *outcome.edited_input)) {
            auto result = detail::invalid_edit(run->tool, wrong->message);
            result.decided = std::move(outcome.decided);
            return finish(run, std::move(result));
        }
        input = make_input(std::move(*outcome.edited_input));
    }
    start(run, std::move(input), std::move(outcome.decided));
}

bool tool_runner::core::cancel(run_id id, decision_source why) {
    run_pointer run;
    question_id question = question_id::none;
    {
        const std::lock_guard lock(mutex_);
        const auto found = open_.find(id);
        if (found == open_.end()) return false;
        run = found->second;
        run->cancelled = true;
        question = run->question;
    }
    run->stop.request_stop();
    if (question != question_id::none) gate_->cancel(question, why);
    return true;
}

std::size_t tool_runner::core::cancel_all(decision_source why) {
    std::vector<run_id> runs;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, run] : open_) runs.push_back(id);
    }
    std::size_t count = 0;
    for (const run_id id : runs)
        if (cancel(id, why)) ++count;
    return count;
}

std::size_t tool_runner::core::open_runs() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

// What is handed to `run_on`. Destroyed without being called, it ends its run.
struct tool_runner::core::task {
    std::shared_ptr<core> runner;
    run_pointer run;
    input_pointer input;
    verdict decided;
    std::atomic<bool> called{false};

    task(std::shared_ptr<core> owner, run_pointer what, input_pointer with, verdict because)
        : runner(std::move(owner)),
          run(std::move(what)),
          input(std::move(with)),
          decided(std::move(because)) {}
    task(const task&) = delete;
    task& operator=(const task&) = delete;
    ~task() { runner->finish(run, detail::cancelled(run->tool, decided)); }

    // A second call does nothing: what was allowed once runs once.
    void operator()() {
        if (!called.exchange(true)) runner->execute(run, input, decided);
    }
};

void tool_runner::core::start(const run_pointer& run, input_pointer input, verdict decided) {
    const auto work = std::make_shared<task>(shared_from_this(), run, std::move(input), std::move(decided));
    if (!options_.run_on) return (*work)();
    try {
        options_.run_on([work] { (*work)(); });
    } catch (...) {
        // It was not taken: the task ends the run when it is destroyed.
    }
}

void tool_runner::core::execute(const run_pointer& run, const input_pointer& input, verdict decided) {
    if (!decided.allowed()) return finish(run, detail::not_allowed(run->tool, decided));
    if (is_cancelled(*run)) return finish(run, detail::cancelled(run->tool, std::move(decided)));
    const time_point began = now();
    tool_result result = call_executor(*run, input->whole());
    result.decided = std::move(decided);
    record(*run, *input, result, now() - began);
    finish(run, std::move(result));
}

tool_result tool_runner::core::call_executor(const open_run& run, const json_object& input) const {
    try {
        json_value output = (*run.executor)(input, run.context, run.stop.get_token());
        if (!within_depth(output, max_output_depth) || !all_finite(output))
            return detail::failed(run.tool, "what it returned cannot be written as JSON");
        return {.success = true, .output = std::move(output)};
    } catch (const std::exception& error) {
        if (run.stop.stop_requested()) return detail::cancelled(run.tool, {});
        return detail::failed(run.tool, error.what());
    } catch (...) {
        if (run.stop.stop_requested()) return detail::cancelled(run.tool, {});
        return detail::failed(run.tool, {});
    }
}

void tool_runner::core::record(const open_run& run, const tool_input& input, const tool_result& result,
                               duration took) {
    const std::string_view reason =
        result.error ? std::string_view(result.error->message) : std::string_view();
    // Where the record is not accepted the gate denies what comes next; this call has run.
    gate_->record_execution({.request_id = run.request_id,
                             .tool_name = run.tool,
                             .tool_use_id = run.context.tool_use_id,
                             .agent_id = run.context.agent_id,
                             .user_id = run.context.user_id,
                             .conversation_id = run.context.conversation_id,
                             .message_id = run.context.message_id,
                             .input = &input,
                             .latency = took,
                             .reason = reason,
                             .succeeded = result.success});
}

void tool_runner::core::finish(const run_pointer& run, tool_result result) {
    on_done done;
    {
        const std::lock_guard lock(mutex_);
        if (open_.erase(run->context.run) == 0) return;
        done = std::move(run->done);
    }
    if (!done) return;
    try {
        done(std::move(result));
    } catch (...) {
        // The run is over, whatever its owner makes of that.
    }
}

bool tool_runner::core::is_cancelled(const open_run& run) const {
    const std::lock_guard lock(mutex_);
    return run.cancelled;
}

// Whatever calls foreign code holds the core meanwhile: that code may destroy the runner.

tool_runner::tool_runner(std::shared_ptr<permission_gate> gate, std::shared_ptr<const tool_registry> tools,
                         tool_runner_options options)
    : core_(std::make_shared<core>(std::move(gate), std::move(tools), std::move(options))) {}

tool_runner::~tool_runner() { core_->cancel_all(decision_source::closed); }

void tool_runner::add_executor(std::string_view tool, tool_executor executor) {
    core_->add_executor(tool, std::move(executor));
}

run_id tool_runner::run(std::string_view tool, json_value arguments, execution_context context,
                        on_done done) {
    const auto keep = core_;
    return keep->run(tool, std::move(arguments), std::move(context), std::move(done));
}

bool tool_runner::cancel(run_id run) {
    return std::shared_ptr(core_)->cancel(run, decision_source::cancelled);
}
std::size_t tool_runner::cancel_all() {
    return std::shared_ptr(core_)->cancel_all(decision_source::cancelled);
}
std::size_t tool_runner::open_runs() const { return core_->open_runs(); }

}  // namespace assent
