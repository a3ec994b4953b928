#include <assent/app/tool_runner.hpp>

#include "runner_core.hpp"

#include <utility>

namespace assent {

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
