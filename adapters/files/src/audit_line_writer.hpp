#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_input.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Calls `use` with the whole input. One that is kept is not copied again.
template <class Use>
void with_whole(const tool_input& input, const Use& use) {
    if (const auto* kept = dynamic_cast<const kept_input*>(&input))
        use(kept->whole());
    else
        use(input.retain()->whole());
}

/// Appends what `input_digest` returns.
/// \throws std::runtime_error when the digest cannot be computed
void append_input_digest(std::string& out, const tool_input& input);

/// How an input is written.
struct input_form {
    bool sorted = false;                    ///< members by the bytes of their names, at every depth
    std::span<const std::string> redact{};  ///< names of members whose values are replaced
};

/// Appends an input as compact JSON.
void append_input(std::string& out, const json_object& input, const input_form& form);

/// How each line begins, `{"time":"2023-11-14T22:13:20.007Z","event":"`. Its second is made anew only where
/// it is another one than before. Years from 0 to 9999, which is all that RFC 3339 knows.
class line_beginning {
public:
    [[nodiscard]] std::string_view of(wall_time time) noexcept;

private:
    std::string text_ = R"({"time":"0000-00-00T00:00:00.000Z","event":")";
    std::chrono::sys_seconds second_{};
    bool made_ = false;
};

/// How much of a line `time_of_line` reads, in bytes.
inline constexpr std::size_t line_time_bytes = 28;
/// The second that a line begins with; nothing where it begins in another way.
[[nodiscard]] std::optional<std::chrono::sys_seconds> time_of_line(std::string_view line) noexcept;

/// What lines say about a decision by one rule, made once for each of those that come again and again.
class rule_decisions {
public:
    /// The members from `outcome` to `factors`.
    /// \param decided  by a rule alone, with a reason that is made from the rule, and without a question
    [[nodiscard]] std::string_view of(const verdict& decided, std::string& scratch);

private:
    // All that the text depends on. What it points to is kept, so that an address means nothing else
    // meanwhile.
    struct entry {
        std::shared_ptr<const permission_rule> rule{};
        outcome decision{};
        decision_source source{};
        bool doubt = false;
        risk_level risk{};
        risk_factors factors{};
        std::string text{};

        [[nodiscard]] bool is_about(const verdict& decided) const noexcept;
    };
    static constexpr std::size_t slots = 16;  // a power of two
    std::array<entry, slots> entries_{};
};

/// Writes lines one after the other. Once it has written some, it takes no more memory, but for full inputs
/// and inputs that were made in process. One thread at a time.
class audit_line_writer {
public:
    /// Appends the line of an event, without its end.
    /// \throws std::bad_alloc, std::runtime_error when a digest cannot be computed
    void append(std::string& out, const audit_event& event, const audit_line_options& options);

private:
    void append_verdict(std::string& out, const audit_event& event);

    line_beginning beginning_;
    rule_decisions by_rule_;
    std::string scratch_;
};

/// Room that lines keep when they are written; what is more is given back. In bytes.
inline constexpr std::size_t kept_line_bytes = std::size_t{256} * 1024;

/// Lines on their way into a file, in memory that is used again.
class audit_lines {
public:
    /// Adds the line of an event, with its end. After an exception it is as before.
    /// \throws std::bad_alloc, std::runtime_error when a digest cannot be computed
    void add(const audit_event& event, const audit_line_options& options);
    void clear() noexcept;

    /// All lines, one after the other.
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
    /// One line without its end.
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept;
    /// They have grown so large that their room is not worth keeping.
    [[nodiscard]] bool oversized() const noexcept { return text_.capacity() > kept_line_bytes; }

private:
    std::string text_;
    std::vector<std::size_t> ends_;  // of each line, behind its end
    audit_line_writer writer_;
};

}  // namespace assent::detail
