#pragma once

#include "outbox.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assent::bench {

/// What fills an input up to its size.
enum class input_shape {
    text,    ///< one string like a source file, with an escape about every 45 bytes
    nested,  ///< a list of small objects
    looking  ///< nothing does; the command only looks
};
[[nodiscard]] const char* name_of(input_shape shape) noexcept;

/// The parts of a request and of an answer that are the same in all of them. Their sizes are all that a
/// program needs that answers without looking at what it is asked.
namespace wire {
inline constexpr std::string_view request_front = R"({"type":"control_request","request_id":")";
inline constexpr std::string_view request_middle =
    R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","input":)";
inline constexpr std::string_view suggestions =
    R"(,"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test:*"}],)"
    R"("behavior":"allow","destination":"localSettings"}],"tool_use_id":"toolu_)";
inline constexpr std::string_view request_end = "\"}}\n";
inline constexpr std::string_view answer_front =
    R"({"type":"control_response","response":{"subtype":"success","request_id":")";
inline constexpr std::string_view answer_middle = R"(","response":{"behavior":"allow","updatedInput":)";
inline constexpr std::string_view answer_end = "}}}\n";

inline constexpr std::string_view id_front = "req_";
inline constexpr std::size_t digits = 10;
inline constexpr std::size_t id_bytes = id_front.size() + digits;
}  // namespace wire

/// The id of a request: its number, in ten digits.
class request_id {
public:
    explicit request_id(std::uint64_t number) noexcept;
    [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), text_.size()}; }
    [[nodiscard]] std::string_view number() const noexcept { return text().substr(wire::id_front.size()); }
    /// \return the number of the request with this id, nothing where it is none of ours
    static std::optional<std::uint64_t> read(std::string_view id) noexcept;

private:
    std::array<char, wire::id_bytes> text_;
};

/// All requests of a run. They ask for `Bash` with a command that a rule for `npm *` covers, or that only
/// looks; each carries the number of its request, so that nobody can answer from memory.
class request_book {
public:
    /// \param input_bytes the exact size of each input; an input that cannot be that small is as small as it
    /// can be
    request_book(std::size_t input_bytes, input_shape shape);

    /// Adds the line of a request.
    void write(std::uint64_t number, outbox& out) const;
    /// Whether the text is, byte for byte, the input of that request.
    [[nodiscard]] bool is_input(std::string_view text, std::uint64_t number) const noexcept;
    [[nodiscard]] std::size_t input_bytes() const noexcept {
        return input_front_.size() + wire::digits + input_back_.size();
    }
    [[nodiscard]] std::size_t line_bytes() const noexcept;

private:
    std::string input_front_;  // up to the number
    void finish(std::string input_back);

    std::string input_back_;
    std::string front_;  // of the line, up to the id
    std::string middle_;
    std::string back_;  // from behind the number to the second id
};

}  // namespace assent::bench
