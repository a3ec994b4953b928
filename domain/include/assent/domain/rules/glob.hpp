#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// A compiled pattern of literal characters, `*` (any run of characters) and `?` (one character).
///
/// Anchored: it covers the whole text or nothing. Case counts. A character is a UTF-8 code point.
/// `\` makes the next character literal. Matching is iterative and takes no memory. Its time is bounded
/// by pattern length x text length, where literal text is compared in blocks.
///
/// Immutable; any thread may use it.
class glob {
public:
    glob() = default;

    /// Compiles `pattern`. The pattern has been checked before (see `permission_rule::make`); a
    /// dangling `\` at the end counts as a literal backslash here.
    explicit glob(std::string_view pattern);

    [[nodiscard]] bool matches(std::string_view text) const noexcept;
    /// The same with ASCII letters compared without case.
    [[nodiscard]] bool matches_ignoring_case(std::string_view text) const noexcept;

    /// No wildcard: it covers exactly one text, `literal_text()`.
    [[nodiscard]] bool literal() const noexcept { return wildcards_ == 0; }
    /// The pattern is a single `*`.
    [[nodiscard]] bool any_text() const noexcept {
        return symbols_.size() == 1 && symbols_[0].what == symbol::kind::any_run;
    }
    /// It has at least one character that is not a wildcard.
    [[nodiscard]] bool has_literal() const noexcept { return wildcards_ < symbols_.size(); }
    /// Wildcards, with neighbouring `*` counted once.
    [[nodiscard]] std::size_t wildcards() const noexcept { return wildcards_; }
    /// The literal characters, in order, without escapes.
    [[nodiscard]] const std::string& literal_text() const noexcept { return literals_; }
    /// Its first character is the literal `byte`.
    [[nodiscard]] bool begins_with(char byte) const noexcept {
        return !symbols_.empty() && symbols_[0].what == symbol::kind::text && literals_[0] == byte;
    }
    /// It ends in `*`.
    [[nodiscard]] bool open_ended() const noexcept { return open_ended_; }

private:
    struct symbol {
        enum class kind : unsigned char { text, any_one, any_run };
        kind what;
        std::size_t from = 0;  // for `text`: where it is in literals_
        std::size_t size = 0;
    };
    void add_literal(char byte);
    template <class Equal>
    [[nodiscard]] bool run(std::string_view text, Equal equal) const noexcept;

    std::vector<symbol> symbols_;  // no two texts are neighbours
    std::string literals_;
    std::size_t wildcards_ = 0;
    bool open_ended_ = false;
};

/// True when `pattern` ends in a `\` that escapes nothing.
[[nodiscard]] bool dangling_escape(std::string_view pattern) noexcept;

}  // namespace assent
