#include <assent/app/session/control_session.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/frame_rewriting.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace assent {

control_session::control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                                 session_options options)
    : line_session(std::move(connection), options.pause_bytes, options.max_unsent_bytes),
      channel_(std::move(options.channel)),
      role_(std::make_unique<permission_responder>(std::move(gate), channel_, std::move(options.responder))) {
}

control_session::control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                                 std::shared_ptr<peer_link> link, requester_options requester,
                                 session_options options)
    : line_session(std::move(connection), options.pause_bytes, options.max_unsent_bytes),
      channel_(std::move(options.channel)),
      role_(std::make_unique<permission_requester>(std::move(gate), std::move(link), channel_,
                                                   std::move(requester))) {}

control_session::~control_session() = default;

std::string control_session::request(std::string_view subtype, std::string_view payload, on_outcome done,
                                     duration timeout) {
    auto id = role_->requests().send(subtype, payload, timeout, std::move(done));
    flush();
    note_deadline();
    return id;
}

std::string control_session::initialize(on_outcome done, std::string_view payload, duration timeout) {
    if (channel_.guard_hook().empty()) return request(initialize_subtype, payload, std::move(done), timeout);
    const auto object = one_line_object(payload.empty() ? "{}" : payload);
    const auto guarded =
        object ? payload_with_guard_hook(*object, channel_.guard_hook(), guard_hears::uses) : std::nullopt;
    if (guarded) return request(initialize_subtype, *guarded, std::move(done), timeout);
    if (done) done({.what = request_outcome::kind::invalid});
    return {};
}

bool control_session::withdraw(std::string_view id) {
    const bool was_open = role_->requests().withdraw(id);
    flush();
    return was_open;
}

void control_session::write_line(std::string_view line) {
    channel_.pass(line);
    flush();
}

void control_session::write_frame(const json_object& frame) {
    for (const auto& member : frame)
        if (!all_finite(member.value()))
            throw std::invalid_argument("write_frame: `" + std::string(member.key()) +
                                        "`: expected finite numbers, got one that is not");
    std::string line;
    append_json(line, frame);
    write_line(line);
}

}  // namespace assent
