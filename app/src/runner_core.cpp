// From a call to its decision.
#include "runner_core.hpp"

#include "tool_failures.hpp"

#include <stdexcept>
#include <utility>

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
    : gate_(std::move(gate)), tools_(std::move(tools)), options_(std::move(options)) {
    if (!gate_) throw std::invalid_argument("tool_runner: expected a gate, got null");
    if (!tools_) throw std::invalid_argument("tool_runner: expected a registry, got null");
}

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

}  // namespace assent
