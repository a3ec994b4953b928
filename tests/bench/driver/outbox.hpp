#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::bench {

/// Bytes on their way to the answerer. Short texts are copied into one buffer; long ones are only referred
/// to, so that a request of 1 MiB costs the driver nothing but the system call.
class outbox {
public:
    /// Copies the text.
    void append(std::string_view text);
    /// Refers to the text, which stays as it is until it has been written.
    void refer(std::string_view text);

    /// Writes as much as the descriptor takes at once. \return whether everything has been written
    /// \throws std::system_error
    bool write_to(int descriptor);

    /// All that is not written yet.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool empty() const noexcept { return at_ == pieces_.size(); }

private:
    struct piece {
        const char* text;  // null: it is in copied_
        std::size_t from;  // there
        std::size_t size;
    };

    // What is not written of a piece.
    [[nodiscard]] std::string_view rest_of(std::size_t piece) const noexcept;
    void advance(std::size_t bytes);
    void forget_written();

    std::string copied_;
    std::vector<piece> pieces_;
    std::size_t at_ = 0;      // the first piece that is not written
    std::size_t offset_ = 0;  // in that piece
};

}  // namespace assent::bench
