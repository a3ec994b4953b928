#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// A compiled pattern of literal characters, `*` (any run of characters), `?` (one character) and, where they
/// are asked for, sets: `[ab]` (one of these), `[!ab]` (one other than these; neither ever is a `/`).
///
/// Anchored: it covers the whole text or nothing. Case counts. A character is a UTF-8 code point.
/// `\` makes the next character literal. Matching is iterative and takes no memory. Its time is bounded
/// by pattern length x text length; literal text behind a `*` is searched for in blocks.
///
/// Immutable; any thread may use it.
class glob {
public:
    enum class syntax : unsigned char {
        plain,      ///< `*` and `?`; `[` is a character like others
        with_sets,  ///< sets too
    };

    glob() = default;

    /// Compiles `pattern`. The pattern has been checked before (see `permission_rule::make` and `set_flaw`);
    /// a dangling `\` at the end counts as a literal backslash here, and a `[` that begins no set as itself.
    explicit glob(std::string_view pattern, syntax as = syntax::plain);

    [[nodiscard]] bool matches(std::string_view text) const noexcept {
        return literal() ? text == literals_ : matches_wildcards(text);
    }
    /// The same with ASCII letters compared without case.
    [[nodiscard]] bool matches_ignoring_case(std::string_view text) const noexcept;

    /// No wildcard: it covers exactly one text, `literal_text()`.
    [[nodiscard]] bool literal() const noexcept { return wildcards_ == 0; }
    /// The pattern is a single `*`.
    [[nodiscard]] bool any_text() const noexcept {
        return wildcards_ == 1 && literals_.empty() && symbols_[0].what == symbol::kind::any_run;
    }
    /// It has at least one character that is not a wildcard.
    [[nodiscard]] bool has_literal() const noexcept { return !literals_.empty(); }
    /// Wildcards, with neighbouring `*` counted once, and a set as one.
    [[nodiscard]] std::size_t wildcards() const noexcept { return wildcards_; }
    /// The literal characters, in order, without escapes.
    [[nodiscard]] const std::string& literal_text() const noexcept { return literals_; }
    /// The literal characters before the first wildcard: every text that it covers begins with them.
    [[nodiscard]] std::string_view literal_front() const noexcept {
        if (literal()) return literals_;
        if (symbols_.front().what != symbol::kind::text) return {};
        return text_of(symbols_.front());
    }
    /// The literal characters behind the last wildcard: every text that it covers ends in them.
    [[nodiscard]] std::string_view literal_back() const noexcept {
        if (literal()) return literals_;
        if (symbols_.back().what != symbol::kind::text) return {};
        return text_of(symbols_.back());
    }
    /// Its first character is the literal `byte`.
    [[nodiscard]] bool begins_with(char byte) const noexcept { return literal_front().starts_with(byte); }
    /// It ends in `*`.
    [[nodiscard]] bool open_ended() const noexcept { return open_ended_; }

private:
    struct symbol {
        enum class kind : unsigned char { text, any_one, any_run, one_of, none_of };
        kind what;
        std::uint32_t from = 0;  // for `text`: where it is in literals_; for sets: in members_
        std::uint32_t size = 0;
    };
    struct range {
        char32_t first;
        char32_t last;
    };

    void add_literal(char byte);
    void add_one(symbol one);
    // The set that begins at `at`; 0: none does. \return its length
    std::size_t add_set(std::string_view pattern, std::size_t at);

    [[nodiscard]] std::string_view text_of(const symbol& each) const noexcept {
        return std::string_view(literals_).substr(each.from, each.size);
    }
    [[nodiscard]] bool holds(const symbol& set, char32_t value) const noexcept;
    template <class Case>
    [[nodiscard]] std::size_t character_end(const symbol& one, std::string_view text,
                                            std::size_t at) const noexcept;
    template <class Case>
    [[nodiscard]] std::size_t match_at(std::size_t symbol, std::size_t end, std::string_view text,
                                       std::size_t at) const noexcept;
    template <class Case>
    [[nodiscard]] std::array<bool, 256> first_bytes(const symbol& set) const noexcept;
    template <class Case>
    [[nodiscard]] std::size_t find(std::size_t symbol, std::size_t end, std::string_view text,
                                   std::size_t from) const noexcept;
    template <class Case>
    [[nodiscard]] bool run(std::string_view text) const noexcept;
    [[nodiscard]] bool matches_wildcards(std::string_view text) const noexcept;

    std::vector<symbol> symbols_;  // no two texts are neighbours; none where all is literal
    std::vector<range> members_;   // of sets
    std::string literals_;
    std::uint32_t wildcards_ = 0;
    bool open_ended_ = false;
};

/// True when `pattern` ends in a `\` that escapes nothing.
[[nodiscard]] bool dangling_escape(std::string_view pattern) noexcept;

/// The fault of the sets in a pattern; empty: none. A set is refused that other programs read in more than
/// one way: `[]`, `[^a]`, `[[a]`, and ranges other than of digits, of small or of capital letters.
[[nodiscard]] std::string set_flaw(std::string_view pattern);

/// The number of items of a list (words of a command, components of a path) that one element of a pattern
/// may stand for.
struct sequence_element {
    glob one;                  ///< compared with an item, when exactly one is meant
    bool many = false;         ///< stands for several items, whatever they are
    std::size_t at_least = 1;  ///< when `many`
};

/// True when the elements, in order, cover all items.
///
/// Iterative, at most elements x items comparisons: like `glob`, one level up.
/// \param same  (const glob&, item) -> bool: whether a single element covers a single item
/// \param wild  (item) -> bool: whether a `many` element may stand for this item
template <class Same, class Wild>
[[nodiscard]] bool covers(std::span<const sequence_element> elements, std::span<const std::string_view> items,
                          Same same, Wild wild) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t item = 0;
    std::size_t element = 0;
    std::size_t many = none;
    std::size_t many_item = 0;  // the first item after those that `many` stands for
    // Lets the last `many` element take one more item; false when it cannot.
    const auto widen = [&] {
        if (many == none || many_item >= items.size() || !wild(items[many_item])) return false;
        item = ++many_item;
        element = many + 1;
        return true;
    };
    while (true) {
        if (element < elements.size() && elements[element].many) {
            many = element++;
            many_item = item;
            bool enough = true;
            for (std::size_t taken = 0; taken < elements[many].at_least && enough; ++taken) enough = widen();
            if (!enough) return false;
        } else if (element < elements.size() && item < items.size() &&
                   same(elements[element].one, items[item])) {
            ++element;
            ++item;
        } else if (element == elements.size() && item == items.size()) {
            return true;
        } else if (!widen()) {
            return false;
        }
    }
}

}  // namespace assent
