#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Text to be sent, with pieces between it that are sent from where they lie.
///
/// Whoever splices a piece in sees to it that its bytes stay as they are until the text is cleared.
/// Thread-safety: none.
class spliced_text {
public:
    /// The text without the pieces: append to it.
    [[nodiscard]] std::string& text() noexcept { return text_; }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    /// What is appended to the text from now on comes behind these bytes.
    void splice(std::string_view bytes);
    /// Pieces are there.
    [[nodiscard]] bool spliced() const noexcept { return !pieces_.empty(); }

    /// Appends a part of another text, with the pieces between its first and its last byte.
    /// \param begin, end  places in the other's `text()`
    void append(const spliced_text& other, std::size_t begin, std::size_t end);

    /// All of it in order, none of it empty. Valid until anything is changed.
    void gather(std::vector<std::string_view>& into) const;

    [[nodiscard]] bool empty() const noexcept { return bytes() == 0; }
    /// How much is to be sent.
    [[nodiscard]] std::size_t bytes() const noexcept { return text_.size() + spliced_bytes_; }
    /// Its memory is kept.
    void clear() noexcept;

private:
    struct piece {
        std::size_t at;  // in `text_`
        std::string_view bytes;
    };
    std::string text_;
    std::vector<piece> pieces_;  // in the order of their places
    std::size_t spliced_bytes_ = 0;
};

}  // namespace assent
