#include <assent/app/testing/requester_harness.hpp>

#include <utility>

namespace assent::testing {

requester_harness::requester_harness(requester_harness_options options)
    : connected_peer(options.speaks, options.feeding) {
    options.gate.callback = link_->callback();
    gate_ = std::make_shared<permission_gate>(std::move(options.gate), clock_, audit_);
    if (!options.requester.time) options.requester.time = clock_;
    if (options.speaks == dialect::flat) options.session.channel.speaks = dialect_choice::flat;
    start(std::make_shared<control_session>(connection_.make_transport(), gate_, link_,
                                            std::move(options.requester), std::move(options.session)),
          {});
}

std::shared_ptr<const requester_harness::use> requester_harness::ask(std::string_view tool_name,
                                                                     json_object input) {
    agent_call call;
    call.tool_name = tool_name;
    call.input = std::move(input);
    return ask(call);
}

std::shared_ptr<const requester_harness::use> requester_harness::ask(const agent_call& wanted) {
    auto result = std::make_shared<use>();
    const auto input = make_input(wanted.input);
    const tool_call call{.tool_name = wanted.tool_name,
                         .input = *input,
                         .tool_use_id = wanted.tool_use_id,
                         .agent_id = wanted.agent_id,
                         .blocked_path = wanted.blocked_path,
                         .title = wanted.title,
                         .description = wanted.description,
                         .ask_reason = wanted.ask_reason,
                         .needs_human = wanted.needs_human,
                         .suggestions = wanted.suggestions};
    std::string scratch;
    result->decided = gate_->check(call, {}, scratch);
    result->over = !result->decided.asks();
    if (!result->over)
        gate_->ask(call, {}, [result](const std::shared_ptr<const permission_question>&, settlement outcome) {
            result->over = true;
            result->decided = outcome.decided;
            result->outcome = std::move(outcome);
        });
    pump();
    return result;
}

}  // namespace assent::testing
