#include <assent/app/testing/harness.hpp>

#include <utility>

namespace assent::testing {
namespace {

harness_options asking(can_use_tool callback) {
    harness_options options;
    options.gate.callback = std::move(callback);
    return options;
}

}  // namespace

harness::harness(can_use_tool callback) : harness(asking(std::move(callback))) {}

harness::harness(harness_options options) : connected_peer(options.speaks, options.feeding) {
    if (options.with_gate) gate_ = std::make_shared<permission_gate>(std::move(options.gate), clock_, audit_);
    start(std::make_shared<control_session>(connection_.make_transport(), gate_, std::move(options.session)),
          [this, told = std::move(options.on_finished)](boost::system::error_code error,
                                                        std::string_view reason) {
              close_error_ = error;
              close_reason_ = reason;
              if (told) told(error, reason);
          });
}

peer_reply harness::reply_after_pump(const std::string& id) {
    pump();
    return peer_.reply(id);
}

peer_reply harness::ask(std::string_view tool_name, json_object input) {
    agent_call call;
    call.tool_name = tool_name;
    call.input = std::move(input);
    return ask(call);
}

peer_reply harness::ask(const agent_call& call) { return reply_after_pump(peer_.ask(call)); }
peer_reply harness::set_mode(permission_mode mode) { return reply_after_pump(peer_.set_mode(mode)); }
peer_reply harness::set_mode(std::string_view name) { return reply_after_pump(peer_.set_mode(name)); }
peer_reply harness::interrupt() { return reply_after_pump(peer_.interrupt()); }

void harness::cancel(std::string_view request_id) {
    peer_.cancel(request_id);
    pump();
}

void harness::line(std::string_view text) {
    peer_.line(text);
    pump();
}

}  // namespace assent::testing
