#include "envelope.hpp"

#include <assent/adapters/control/control_channel.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <boost/assert.hpp>

#include <functional>
#include <utility>

// The outgoing half of the channel: messages become lines.
namespace assent {
namespace {

constexpr std::string_view line_end = "\n";

// A write buffer that has grown larger than this is given back after so many sends that did not need it.
constexpr std::size_t kept_write_bytes = 65'536;
constexpr std::size_t quiet_sends_to_shrink = 64;
constexpr std::string_view opening_of_answer = R"({"type":"control_response")";

}  // namespace

// Until the dialect is known, an answer carries the members of both.
template <class Append>
written_answer control_channel::respond(Append append) {
    end_cut_line();
    const std::size_t begin = written_.text().size();
    written_.text() += opening_of_answer;
    if (decided_) {
        append(speaking());
    } else {
        append(flat_codec());
        append(nested_codec());
    }
    written_.text().append("}").append(line_end);
    return {begin, written_.text().size()};
}

written_answer control_channel::allow(std::string_view id, std::string_view input,
                                      std::span<const permission_update> updates) {
    return respond([&](const codec& in) {
        in.begin_allow(written_.text(), id);
        append_input(input);
        in.end_allow(written_.text(), updates);
    });
}

void control_channel::append_input(std::string_view input) {
    if (!goes_back_from_line(input)) {
        written_.text() += input;
        return;
    }
    written_.splice(input);
    lines_.hold();
}

// It lies in the line of the last message, and not in a copy of it; and the line can be held until it is
// sent.
bool control_channel::goes_back_from_line(std::string_view input) const noexcept {
    const std::less_equal<const char*> not_behind;
    return input.size() >= spliced_input_bytes && !sending_.spliced() && lines_.can_hold() &&
           not_behind(raw_line_.data(), input.data()) &&
           not_behind(input.data() + input.size(), raw_line_.data() + raw_line_.size());
}

void control_channel::deny(std::string_view id, std::string_view reason, bool stop_turn) {
    respond([&](const codec& in) { in.append_deny(written_.text(), id, reason, stop_turn); });
}

void control_channel::deny_instead(std::span<const written_answer> answers,
                                   std::span<const std::string_view> ids, std::string_view reason) {
    BOOST_ASSERT(answers.size() == ids.size());
    const spliced_text before = std::exchange(written_, {});
    const bool cut_line = std::exchange(cut_line_, false);  // whatever has no LF is the last line
    std::size_t copied = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        BOOST_ASSERT(answers[i].begin >= copied && answers[i].end <= before.text().size());
        written_.append(before, copied, answers[i].begin);
        deny(ids[i], reason);
        copied = answers[i].end;
    }
    written_.append(before, copied, before.text().size());
    release_line_unless_spliced();
    cut_line_ = cut_line;
}

void control_channel::guard(std::string_view id, std::optional<outcome> decision, std::string_view reason) {
    respond([&](const codec& in) { in.append_guard(written_.text(), id, decision, reason); });
}

void control_channel::success(std::string_view id, std::string_view payload) {
    respond([&](const codec& in) { in.append_success(written_.text(), id, payload); });
}

void control_channel::initialized(std::string_view id, std::string_view payload,
                                  std::span<const open_ask> open) {
    std::string questions = "[";
    for (const auto& each : open) {
        if (questions.size() > 1) questions += ',';
        append_question(questions, each.id, each.call);
    }
    questions += ']';
    respond([&](const codec& in) { in.append_initialized(written_.text(), id, payload, questions); });
}

void control_channel::mode_set(std::string_view id, permission_mode mode) {
    respond([&](const codec& in) { in.append_mode_set(written_.text(), id, mode); });
}

void control_channel::error(std::string_view id, control_error code, std::string_view why) {
    respond([&](const codec& in) { in.append_error(written_.text(), id, code, why); });
}

// The frame without its last two braces.
void control_channel::begin_request(std::string& out, std::string_view id, std::string_view subtype) {
    out += '{';
    envelope::append_string_member(out, envelope::type, envelope::control_request, true);
    envelope::append_string_member(out, envelope::request_id, id);
    envelope::append_key(out, envelope::request);
    out += '{';
    envelope::append_string_member(out, envelope::subtype, subtype, true);
}

void control_channel::append_question(std::string& out, std::string_view id, const tool_call& call) const {
    begin_request(out, id, envelope::can_use_tool);
    envelope::append_string_member(out, envelope::tool_name, call.tool_name);
    envelope::append_key(out, envelope::input);
    if (call.input.raw().empty())
        append_json(out, call.input.retain()->whole());
    else
        out += call.input.raw();
    speaking().append_call(out, call);
    out += "}}";
}

void control_channel::ask(std::string_view id, const tool_call& call) {
    end_cut_line();
    append_question(written_.text(), id, call);
    written_.text() += line_end;
}

void control_channel::request_mode(std::string_view id, permission_mode mode) {
    end_cut_line();
    begin_request(written_.text(), id, envelope::set_permission_mode);
    envelope::append_string_member(written_.text(), envelope::mode, speaking().mode_name(mode));
    written_.text().append("}}").append(line_end);
}

void control_channel::request(std::string_view id, std::string_view subtype, std::string_view members) {
    end_cut_line();
    begin_request(written_.text(), id, subtype);
    if (!members.empty()) written_.text().append(",").append(members);
    written_.text().append("}}").append(line_end);
}

void control_channel::cancel(std::string_view id) {
    end_cut_line();
    written_.text() += '{';
    envelope::append_string_member(written_.text(), envelope::type, envelope::control_cancel_request, true);
    envelope::append_string_member(written_.text(), envelope::request_id, id);
    written_.text().append("}").append(line_end);
}

void control_channel::keep_alive() {
    end_cut_line();
    written_.text() += '{';
    envelope::append_string_member(written_.text(), envelope::type, envelope::keep_alive, true);
    written_.text().append("}").append(line_end);
}

void control_channel::pass(std::string_view line) {
    end_cut_line();
    written_.text().append(line).append(line_end);
}

void control_channel::pass_unterminated(std::string_view line) {
    end_cut_line();
    written_.text().append(line);
    cut_line_ = !line.empty();
}

void control_channel::end_cut_line() {
    if (std::exchange(cut_line_, false)) written_.text() += line_end;
}

std::span<const std::string_view> control_channel::take() {
    if (in_flight_ || written_.empty()) return {};
    std::swap(sending_, written_);
    in_flight_ = true;
    sending_.gather(pieces_);
    return pieces_;
}

void control_channel::sent() noexcept {
    quiet_sends_ = sending_.text().size() > kept_write_bytes ? 0 : quiet_sends_ + 1;
    sending_.clear();
    release_line_unless_spliced();
    in_flight_ = false;
    // Strings grow by doubling, so twice as much may have been needed for a small send.
    if (quiet_sends_ < quiet_sends_to_shrink || sending_.text().capacity() <= 2 * kept_write_bytes) return;
    std::string().swap(sending_.text());
    quiet_sends_ = 0;  // the other buffer's turn comes
}

void control_channel::discard() noexcept {
    written_.clear();
    release_line_unless_spliced();
}

void control_channel::release_line_unless_spliced() noexcept {
    if (!written_.spliced() && !sending_.spliced()) lines_.release();
}

}  // namespace assent
