#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/adapters/control/wire/tool_use_reader.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Inputs of so many bytes and more go back from where they were read; smaller ones are copied.
inline constexpr std::size_t spliced_input_bytes = std::size_t{8} * 1024;
/// The callback id of the hook with which Assent guards an agent.
inline constexpr const char* assent_guard_hook = "assent_guard";

/// What a channel reads. The rest are foreign lines, blank ones included, however odd they are inside. Their
/// `type`, and that of a request, still has to be beyond doubt: a line that could be one to be read is never
/// foreign.
enum class channel_reads : unsigned char {
    everything,
    questions,  ///< what an agent asks, for a bridge: can_use_tool, the guard hook, and cancels
    answers,    ///< what is said to an agent, for a bridge: control_response and initialize
};

struct channel_options {
    dialect_choice speaks = dialect_choice::automatic;
    std::size_t max_line_bytes = default_max_line_bytes;
    /// Refuse the connection when its first line is not a JSON object: whoever speaks HTTP to a
    /// socket is not an agent.
    bool first_line_must_be_object = false;
    channel_reads reads = channel_reads::everything;
    /// The callback id of a hook of ours: calls of it are read as `guard_hook_message`. Empty: there is none.
    std::string guard_hook{};
    /// The peer takes an error for a denial, also where it has called that hook: a line that is too long need
    /// not end the connection then. Agents do not.
    bool errors_deny = false;
};

/// A question that was asked and not answered yet.
struct open_ask {
    std::string_view id;
    tool_call call;
};

/// The control protocol as bytes: lines in, messages out; answers in, lines out.
///
/// No I/O, no clock, no thread. Both directions of the protocol are here, so that either side can
/// be built on it. Thread-safety: none; it belongs to one session.
class control_channel : public line_channel {
public:
    explicit control_channel(channel_options options = {});

    // Incoming.

    /// The next message; `no_message` when more bytes are needed. Blank lines are skipped.
    [[nodiscard]] control_message next();
    /// The line the last message came in: as it came, without its LF.
    [[nodiscard]] std::string_view raw_line() const noexcept { return raw_line_; }
    /// The same without a CR at the end: what was read as JSON.
    [[nodiscard]] std::string_view line_text() const noexcept { return line_text_; }
    /// False when that line was the last one and had no LF.
    [[nodiscard]] bool line_terminated() const noexcept { return line_terminated_; }

    /// The updates that a question suggests. Reads them anew each time.
    /// \param question  the last message
    /// \return or what is wrong with them
    [[nodiscard]] boost::system::result<std::vector<permission_update>, decode_error> suggestions(
        const can_use_tool_message& question) const;

    /// See `channel_options`.
    [[nodiscard]] const std::string& guard_hook() const noexcept { return options_.guard_hook; }
    /// The dialect, as far as it is known.
    [[nodiscard]] std::optional<dialect> decided() const noexcept { return decided_; }

    // Outgoing: answers.

    /// \param input  raw JSON object to run the tool with, written as it is
    /// \return its place, until the next `take`, `discard` or `deny_instead`
    written_answer allow(std::string_view id, std::string_view input,
                         std::span<const permission_update> updates = {});
    void deny(std::string_view id, std::string_view reason, bool interrupt = false);
    /// Puts a denial in the place of answers that have been written and not taken yet.
    /// \param answers  in the order in which they were written   \param ids  theirs, one for each
    void deny_instead(std::span<const written_answer> answers, std::span<const std::string_view> ids,
                      std::string_view reason);
    /// Answers the guard hook. Nothing is never the same as `allow`: the agent goes on to its own rules then.
    /// \param decision  deny, or ask: a person has to be asked; nothing: no opinion
    void guard(std::string_view id, std::optional<outcome> decision, std::string_view reason = {});
    /// \param payload  raw JSON object
    void success(std::string_view id, std::string_view payload = "{}");
    /// The answer to `initialize`, with the questions that wait for their answers again.
    void initialized(std::string_view id, std::string_view payload, std::span<const open_ask> open);
    void mode_set(std::string_view id, permission_mode mode);
    void error(std::string_view id, control_error code, std::string_view text);

    // Outgoing: requests of our own. The dialect must be decided; until it is, they are nested.

    void ask(std::string_view id, const tool_call& call);
    void request_mode(std::string_view id, permission_mode mode);
    /// Any other request. \param members  raw JSON members that follow the subtype, such as
    ///                                    `"model":"x"`; may be empty
    void request(std::string_view id, std::string_view subtype, std::string_view members = {});
    void cancel(std::string_view id);
    void keep_alive();

    /// The answer of an agent to a request that changes nothing here, as raw JSON; nothing: it is none of
    /// those.
    [[nodiscard]] std::optional<std::string> stock_answer(const other_request_message& message) const;
    /// Reads a successful answer to a question of ours.
    [[nodiscard]] boost::system::result<decoded_answer, decode_error> answer(
        const response_message& response) const;

private:
    struct request_found;
    struct request_row;
    control_message decode(std::string_view line);
    control_message decode_text(std::string_view line, bool first);
    control_message decode_frame(std::string_view line, std::string_view type, bool sound);
    [[nodiscard]] bool passed_by(std::string_view type);
    [[nodiscard]] foreign_message foreign_object();
    [[nodiscard]] foreign_message passed_frame(std::string_view type);
    control_message decode_driver_frame(std::string_view line, std::string_view type);
    control_message decode_request();
    control_message decode_can_use_tool(std::string_view id);
    control_message decode_set_mode(std::string_view id);
    control_message decode_guard_hook(std::string_view id);
    [[nodiscard]] bool calls_guard_hook();
    [[nodiscard]] std::string_view hooked_use_id();
    [[nodiscard]] bool tells_of_end();
    [[nodiscard]] control_message refused_request(refused_message refused);
    control_message decode_response();
    [[nodiscard]] std::string_view answered_id();
    control_message too_long(std::string_view prefix);

    [[nodiscard]] bool scan_request(const json_member& request);
    [[nodiscard]] refused_message refuse(std::string text,
                                         control_error code = control_error::invalid_request) const;
    [[nodiscard]] refused_message refuse(const json_fault& fault) const;
    [[nodiscard]] refused_message refuse_object(const json_fault& fault, std::string why);
    [[nodiscard]] std::string_view text(const json_member& member);
    void decide(dialect which) noexcept;
    void decide_by(std::string_view subtype) noexcept;
    [[nodiscard]] const codec& speaking() const noexcept;
    template <class Append>
    written_answer respond(Append append);
    [[nodiscard]] bool goes_back_from_line(std::string_view input) const noexcept;
    void append_question(std::string& out, std::string_view id, const tool_call& call) const;
    static void begin_request(std::string& out, std::string_view id, std::string_view subtype);

    channel_options options_;
    std::optional<dialect> decided_;
    std::string_view raw_line_;
    std::string_view line_text_;
    bool line_terminated_ = true;
    bool first_line_ = true;

    json_scanner frame_;
    // The members of the frame's `request`, in `frame_` or `request_scanner_`.
    json_members request_;
    json_scanner request_scanner_;
    json_scanner hook_;
    tool_use_reader use_;
    text_store texts_;
    mutable std::string id_text_;
};

}  // namespace assent
