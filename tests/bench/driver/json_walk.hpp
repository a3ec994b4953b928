#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace assent::bench {

/// Just enough of a JSON reader to walk through an answer: finds members by their keys and skips values. It
/// knows where each value ends, and checks no more than that: what matters of an answer is compared with what
/// is expected.
class json_walk {
public:
    explicit json_walk(std::string_view text) noexcept : at_(text.data()), end_(at_ + text.size()) {}

    /// Whether something else was found than was asked for.
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    /// Whether nothing but blanks is left.
    [[nodiscard]] bool finished() noexcept {
        blanks();
        return at_ == end_;
    }
    /// The character at which the next value begins, 0 at the end.
    [[nodiscard]] char next() noexcept {
        blanks();
        return at_ == end_ ? '\0' : *at_;
    }
    /// What is left, from the next value on.
    [[nodiscard]] std::string_view rest() noexcept {
        blanks();
        return {at_, static_cast<std::size_t>(end_ - at_)};
    }
    /// Goes on behind that many bytes of rest().
    void advance(std::size_t bytes) noexcept { at_ += bytes; }

    /// Walks through an object. \param on_member is called with each key and has to consume the value
    template <class OnMember>
    void object(OnMember on_member) {
        if (!take('{')) return fail();
        if (take('}')) return;
        do {
            const std::string_view key = string();
            if (failed_ || !take(':')) return fail();
            on_member(key);
            if (failed_) return;
        } while (take(','));
        if (!take('}')) fail();
    }

    /// \return a string without its quotes, its escapes as they are
    std::string_view string() noexcept {
        if (!take('"')) return fail(), std::string_view();
        const char* const from = at_;
        for (; at_ < end_; ++at_) {
            if (*at_ == '"') return {from, static_cast<std::size_t>(at_++ - from)};
            if (*at_ == '\\' && ++at_ == end_) break;
        }
        return fail(), std::string_view();
    }

    /// \return the bytes of a value, whatever it is
    std::string_view value() noexcept {
        blanks();
        const char* const from = at_;
        if (at_ == end_) return fail(), std::string_view();
        if (*at_ == '"')
            string();
        else if (*at_ == '{' || *at_ == '[')
            nested();
        else
            while (at_ < end_ && std::strchr(",]} \t\r\n", *at_) == nullptr) ++at_;
        return {from, static_cast<std::size_t>(at_ - from)};
    }

private:
    void blanks() noexcept {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
    }
    bool take(char what) noexcept {
        blanks();
        if (at_ == end_ || *at_ != what) return false;
        ++at_;
        return true;
    }
    void nested() noexcept {
        std::size_t depth = 0;
        while (at_ < end_) {
            if (*at_ == '"') {
                string();
                if (failed_) return;
                continue;
            }
            const char each = *at_++;
            if (each == '{' || each == '[') ++depth;
            if ((each == '}' || each == ']') && --depth == 0) return;
        }
        fail();
    }
    void fail() noexcept { failed_ = true; }

    const char* at_;
    const char* end_;
    bool failed_ = false;
};

}  // namespace assent::bench
