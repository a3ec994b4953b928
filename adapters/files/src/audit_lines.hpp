#pragma once

#include "audit_line_writer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

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
