#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/audit_event.hpp>
#include <assent/domain/decide/policy.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Settings of the lines of a record: what they say about inputs, and where they are written.
struct audit_line_options {
    audit_inputs inputs = audit_inputs::digest;
    /// Names of members whose values are replaced in full inputs, at any depth. Case counts.
    std::vector<std::string> redact{};
    /// Where it is written, and by which user: said in each line; empty: not.
    std::string host{};
    std::string user{};
};

/// Longest text of a masked input that a record has, in bytes; what is behind that is left out.
inline constexpr std::size_t max_recorded_text_bytes = std::size_t{16} * 1024;

/// One event as a line of JSON, without its end. docs/audit.md lists the members.
/// \throws std::runtime_error when a digest cannot be computed
[[nodiscard]] std::string to_json_line(const audit_event& event, const audit_line_options& options = {});

/// What a line of a record says. Of a masked input the texts are as they stand there.
struct recorded_event : kept_audit_event {
    std::optional<question_end> end{};  ///< of a question that the decision ended
    bool has_digest = false;            ///< of its input, which need not be there itself
};

/// Reads a line that `to_json_line` made, with its chain value or without. Members that are not known say
/// nothing. \return nothing: it is no such line, or damaged
[[nodiscard]] std::optional<recorded_event> read_json_line(std::string_view line);

/// An input as full inputs stand in a record: the values of members with these names, at any depth, are
/// replaced by `(redacted)`.
[[nodiscard]] json_object redacted_input(const json_object& input, const std::vector<std::string>& redact);

/// The SHA-256 of an input, as 64 lower-case hexadecimal digits: of the bytes as the peer wrote them, or,
/// for an input that was made in process, of its canonical form. That is compact JSON whose keys are sorted
/// by their bytes, at every depth.
/// \throws std::runtime_error when the digest cannot be computed
[[nodiscard]] std::string input_digest(const tool_input& input);

}  // namespace assent
