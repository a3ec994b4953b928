#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/adapters/control/wire/dialect.hpp>
#include <assent/domain/decide/permission_result.hpp>
#include <assent/domain/decide/verdict.hpp>

#include <boost/system/result.hpp>

#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// The fault of a frame: the code to answer with, and a text with the member's path, what
/// was expected and what was found.
struct decode_error {
    control_error code = control_error::invalid_request;
    std::string message;
};

/// An answer to a permission question, as the asking side reads it.
struct decoded_answer {
    permission_result result;
    /// The input to run with, raw; empty when the answer carries none: the original then.
    std::string_view input;
    /// The fault of the list of updates: an agent then applies none of them, and the answer stands.
    /// Empty: nothing is.
    std::string updates_flaw{};
};

/// Where texts go that had to be unescaped: addresses stay valid until it is cleared. Most lines have none,
/// and most connections wait: an empty one takes no memory.
using text_store = std::list<std::string>;

/// One dialect: the shapes in which the frames of the protocol are written.
///
/// Stateless. The `append_` functions write the members of a frame that follow its `type`, so that
/// an answer can carry the shapes of two dialects at once.
class codec {
public:
    virtual ~codec() = default;
    [[nodiscard]] virtual dialect which() const noexcept = 0;

    // Reading what an agent asks.

    /// True when a can_use_tool request has members that only this dialect sends.
    [[nodiscard]] virtual bool claims_call(json_members request) const noexcept = 0;
    /// True when a suggestion has the shape of this dialect.
    [[nodiscard]] virtual bool claims_suggestion(const json_object& suggestion) const noexcept = 0;
    /// Reads the members of a can_use_tool request that this dialect adds to tool, input and suggestions.
    /// \param path  where the members stand, for messages; empty: they are the whole text's
    /// \return what is wrong with them; nothing when nothing is
    [[nodiscard]] virtual std::optional<decode_error> read_call(json_members members, std::string_view path,
                                                                tool_call& call, text_store& texts) const = 0;
    /// Reads the suggestions of a request.
    [[nodiscard]] virtual boost::system::result<std::vector<permission_update>, decode_error> suggestions(
        const json_array& value) const = 0;
    /// The mode of that name in this dialect.
    [[nodiscard]] virtual std::optional<permission_mode> mode(std::string_view name) const noexcept = 0;
    /// True when that name says exactly what the mode is here; false for one that is only near it.
    [[nodiscard]] virtual bool exact_mode(std::string_view name) const noexcept = 0;
    /// The names of all modes, for messages.
    [[nodiscard]] virtual std::string_view mode_names() const noexcept = 0;

    // Writing answers.

    /// An allow, up to the input, which is raw JSON and comes between this and `end_allow`.
    virtual void begin_allow(std::string& out, std::string_view id) const = 0;
    virtual void end_allow(std::string& out, std::span<const permission_update> updates) const = 0;
    virtual void append_deny(std::string& out, std::string_view id, std::string_view reason,
                             bool interrupt) const = 0;
    /// Answers the guard hook: see `control_channel::guard`.
    virtual void append_guard(std::string& out, std::string_view id, std::optional<outcome> decision,
                              std::string_view reason) const = 0;
    /// \param payload  raw JSON object
    virtual void append_success(std::string& out, std::string_view id, std::string_view payload) const = 0;
    /// The same for an answer to `initialize` that repeats open questions. \param questions  raw JSON array
    virtual void append_initialized(std::string& out, std::string_view id, std::string_view payload,
                                    std::string_view questions) const = 0;
    virtual void append_mode_set(std::string& out, std::string_view id, permission_mode mode) const = 0;
    virtual void append_error(std::string& out, std::string_view id, control_error code,
                              std::string_view text) const = 0;

    // The asking side: writing questions, reading answers.

    /// The answer of an agent to a request that changes nothing in Assent: `set_model` and its like. Nothing:
    /// it is none of these. \param request  the members of the `request` object
    [[nodiscard]] virtual std::optional<std::string> stock_answer(std::string_view subtype,
                                                                  json_members request) const = 0;

    /// The members of a can_use_tool request after `tool_name` and `input`.
    virtual void append_call(std::string& out, const tool_call& call) const = 0;
    [[nodiscard]] virtual std::string_view mode_name(permission_mode mode) const noexcept = 0;
    /// Reads a response in this dialect's shape; nothing when it is not in this shape.
    /// \param frame  the outermost members of the line
    [[nodiscard]] virtual std::optional<response_message> response(json_members frame,
                                                                   text_store& texts) const = 0;
    /// The id of the request that a response in this dialect's shape answers, where the rest of it may not be
    /// read; empty: there is none. \param frame  the outermost members of the line
    [[nodiscard]] virtual std::string_view answered_id(json_members frame, text_store& texts) const = 0;
    /// Reads the payload of a successful answer to can_use_tool.
    [[nodiscard]] virtual boost::system::result<decoded_answer, decode_error> answer(
        std::string_view payload) const = 0;
};

[[nodiscard]] const codec& flat_codec() noexcept;
[[nodiscard]] const codec& nested_codec() noexcept;
[[nodiscard]] const codec& codec_for(dialect which) noexcept;

/// The dialect that the shape of a suggestion list gives away; nothing when it could be either.
[[nodiscard]] std::optional<dialect> dialect_of_suggestions(const json_array& suggestions) noexcept;

/// A rule in the shape of the flat dialect, `{"tool_pattern":"Bash","input_pattern":{...}}`, which is
/// also how configuration writes a rule in JSON.
/// \param path             where it stands, for messages
/// \param allow_overbroad  see `permission_rule::make`
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> rule_from_flat(
    const json_value& value, rule_behavior behavior, rule_origin origin, std::string_view path,
    bool allow_overbroad = false);
/// Writes a rule in that shape: `rule_from_flat` reads back one that is the same.
void append_flat_rule(std::string& out, const permission_rule& rule);
/// A rule with its behavior in it: `{"tool_pattern":...,"input_pattern":...,"value":"always_allow"}`.
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> valued_rule_from_flat(
    const json_value& value, rule_origin origin, std::string_view path);
/// `always_allow`, `always_deny` or `always_ask`.
[[nodiscard]] std::optional<rule_behavior> behavior_from_flat(const json_value& value) noexcept;

}  // namespace assent
