#include <assent/domain/match/glob.hpp>

#include "../text/code_point.hpp"
#include "../text/word_list.hpp"
#include "glob_set.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace assent {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// Texts of at least so many bytes are searched for in a way whose time does not depend on what they hold; it
// takes longer to begin.
constexpr std::size_t long_text_bytes = 32;

bool continuation(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Where the code point that starts at `at` ends. Stray bytes count as characters of their own.
std::size_t next_code_point(std::string_view text, std::size_t at) noexcept {
    ++at;
    while (at < text.size() && continuation(text[at])) ++at;
    return at;
}

struct case_counts {
    static bool equal(std::string_view left, std::string_view right) noexcept { return left == right; }
    static std::size_t find(std::string_view text, std::string_view wanted, std::size_t from) noexcept {
        if (wanted.size() < long_text_bytes) return text.find(wanted, from);
        const void* const found =
            ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
        if (found == nullptr) return nowhere;
        return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    }
    static char32_t other_case(char32_t value) noexcept { return value; }
};

struct case_ignored {
    static bool equal(std::string_view left, std::string_view right) noexcept {
        return equal_ignoring_case(left, right);
    }
    static std::size_t find(std::string_view text, std::string_view wanted, std::size_t from) noexcept {
        const char first = lower_case(wanted.front());
        for (; text.size() - from >= wanted.size(); ++from)
            if (lower_case(text[from]) == first && equal(wanted, text.substr(from, wanted.size())))
                return from;
        return nowhere;
    }
    static char32_t other_case(char32_t value) noexcept {
        const bool letter = (value >= U'a' && value <= U'z') || (value >= U'A' && value <= U'Z');
        return letter ? value ^ 0x20U : value;
    }
};

bool both_within(char32_t one, char32_t other, char32_t first, char32_t last) noexcept {
    return one >= first && one <= last && other >= first && other <= last;
}

// Of these everybody knows what stands between them.
bool orderly(char32_t first, char32_t last) noexcept {
    return first <= last && (both_within(first, last, U'0', U'9') || both_within(first, last, U'a', U'z') ||
                             both_within(first, last, U'A', U'Z'));
}

class set_reader {
public:
    explicit set_reader(std::string_view text) noexcept : text_(text) {}

    glob_set read() {
        at_ = 1;
        if (rest().starts_with('^')) return flawed("`[^` must be written `[!`, or `[\\^` for the character");
        if (rest().starts_with('!')) {
            made_.negated = true;
            ++at_;
        }
        while (!rest().empty() && rest().front() != ']')
            if (!read_member()) return made_;
        if (rest().empty()) return flawed("`[` without `]`; for the character write `\\[`");
        if (made_.members.empty()) return flawed("an empty set; for the character write `\\]`");
        made_.length = at_ + 1;
        return made_;
    }

private:
    [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }

    glob_set flawed(std::string_view why) {
        made_.flaw = why;
        return made_;
    }

    // One character, or two with a `-` between them.
    bool read_member() {
        if (rest().front() == '[') return refuse("`[` in a set must be escaped: `\\[`");
        const char32_t first = read_character();
        if (!made_.flaw.empty()) return false;
        char32_t last = first;
        if (rest().size() > 1 && rest()[0] == '-' && rest()[1] != ']') {
            ++at_;
            if (rest().front() == '[') return refuse("`[` in a set must be escaped: `\\[`");
            last = read_character();
            if (!made_.flaw.empty()) return false;
            const bool goes_on = rest().size() > 1 && rest()[0] == '-' && rest()[1] != ']';
            if (goes_on || !orderly(first, last))
                return refuse(
                    "`-` in a set stands between two digits, two small or two capital letters; for the "
                    "character write `\\-`");
        }
        made_.members.push_back({first, last});
        return true;
    }

    char32_t read_character() {
        if (rest().front() == '\\' && rest().size() > 1) ++at_;
        const auto point = detail::first_code_point(rest());
        if (point.value == U'/') refuse("`/` in a set");
        at_ += point.length;
        return point.value;
    }

    bool refuse(std::string_view why) {
        made_.flaw = why;
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    glob_set made_;
};

}  // namespace

glob::glob(std::string_view pattern, syntax as) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        open_ended_ = pattern[i] == '*';
        if (pattern[i] == '*') {
            if (!symbols_.empty() && symbols_.back().what == symbol::kind::any_run) continue;
            symbols_.push_back({symbol::kind::any_run});
            ++wildcards_;
        } else if (pattern[i] == '?') {
            add_one({symbol::kind::any_one});
        } else if (const auto length = as == syntax::with_sets ? add_set(pattern, i) : 0; length > 0) {
            i += length - 1;
        } else {
            if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
            add_literal(pattern[i]);
        }
    }
    // Patterns are kept for long, and most are literal: they are their text.
    if (literal()) symbols_.clear();
    symbols_.shrink_to_fit();
    literals_.shrink_to_fit();
}

void glob::add_literal(char byte) {
    if (symbols_.empty() || symbols_.back().what != symbol::kind::text)
        symbols_.push_back({symbol::kind::text, static_cast<std::uint32_t>(literals_.size()), 0});
    literals_ += byte;
    ++symbols_.back().size;
}

void glob::add_one(symbol one) {
    // `*?` is `?*`, in which the walk has nothing to try again.
    const bool after_run = !symbols_.empty() && symbols_.back().what == symbol::kind::any_run;
    const bool any = one.what == symbol::kind::any_one;
    symbols_.insert(after_run && any ? symbols_.end() - 1 : symbols_.end(), one);
    ++wildcards_;
}

std::size_t glob::add_set(std::string_view pattern, std::size_t at) {
    if (pattern[at] != '[') return 0;
    const auto set = read_set(pattern.substr(at));
    if (!set.flaw.empty()) return 0;
    const auto from = static_cast<std::uint32_t>(members_.size());
    for (const auto& each : set.members) members_.push_back({each.first, each.last});
    add_one({set.negated ? symbol::kind::none_of : symbol::kind::one_of, from,
             static_cast<std::uint32_t>(set.members.size())});
    return set.length;
}

bool glob::holds(const symbol& set, char32_t value) const noexcept {
    const auto* const first = members_.data() + set.from;
    return std::any_of(first, first + set.size,
                       [&](const range& each) { return value >= each.first && value <= each.last; });
}

// Where the character that stands at `at` ends; nowhere: `one` does not stand for it.
template <class Case>
std::size_t glob::character_end(const symbol& one, std::string_view text, std::size_t at) const noexcept {
    if (at >= text.size()) return nowhere;
    const std::size_t end = next_code_point(text, at);
    if (one.what == symbol::kind::any_one) return end;
    if (text[at] == '/') return nowhere;
    const auto found = one_character(text.substr(at, end - at));
    if (one.what == symbol::kind::one_of)
        return found && (holds(one, *found) || holds(one, Case::other_case(*found))) ? end : nowhere;
    return found && holds(one, *found) && holds(one, Case::other_case(*found)) ? nowhere : end;
}

// Where the symbols up to `end`, none of which is a `*`, end when they begin at `at`; nowhere: they do not.
template <class Case>
std::size_t glob::match_at(std::size_t symbol_at, std::size_t end, std::string_view text,
                           std::size_t at) const noexcept {
    for (; symbol_at < end; ++symbol_at) {
        const symbol& each = symbols_[symbol_at];
        if (each.what != symbol::kind::text) {
            at = character_end<Case>(each, text, at);
            if (at == nowhere) return nowhere;
        } else {
            if (each.size > text.size() - at || !Case::equal(text_of(each), text.substr(at, each.size)))
                return nowhere;
            at += each.size;
        }
    }
    return at;
}

// The bytes with which a character of the set may begin.
template <class Case>
std::array<bool, 256> glob::first_bytes(const symbol& set) const noexcept {
    std::array<bool, 256> begins{};
    begins.fill(true);
    for (std::size_t value = 0; value < 0x80U; ++value) {
        const char byte = static_cast<char>(value);
        begins[value] = character_end<Case>(set, {&byte, 1}, 0) != nowhere;
    }
    return begins;
}

// The same at the first place at or behind `from`; for the last symbols, the first that ends with the text.
template <class Case>
std::size_t glob::find(std::size_t symbol_at, std::size_t end, std::string_view text,
                       std::size_t from) const noexcept {
    const symbol& first = symbols_[symbol_at];
    const bool last = end == symbols_.size();
    const bool begins_with_text = first.what == symbol::kind::text;
    std::size_t at = from;
    std::array<bool, 256> begins{};
    const bool skips = first.what == symbol::kind::one_of && text.size() - from >= long_text_bytes * 8;
    if (skips) begins = first_bytes<Case>(first);
    if (begins_with_text && last && end - symbol_at == 1) {
        if (first.size > text.size() - from) return nowhere;
        at = text.size() - first.size;
    }
    while (at < text.size()) {
        if (begins_with_text) at = Case::find(text, text_of(first), at);
        if (at == nowhere) return nowhere;
        while (skips && at < text.size() && !begins[static_cast<unsigned char>(text[at])]) ++at;
        if (at == text.size()) return nowhere;
        // A character is never entered in its middle; a text that stands there says itself where it begins.
        if (begins_with_text || at == from || !continuation(text[at])) {
            const std::size_t stop = match_at<Case>(symbol_at, end, text, at);
            if (stop != nowhere && (!last || stop == text.size())) return stop;
        }
        ++at;
    }
    return nowhere;
}

// Between two `*` the first place that fits is as good as any: what comes later has more room. So no choice
// is ever tried again.
template <class Case>
bool glob::run(std::string_view text) const noexcept {
    const auto end_from = [this](std::size_t from) {
        while (from < symbols_.size() && symbols_[from].what != symbol::kind::any_run) ++from;
        return from;
    };
    std::size_t end = end_from(0);
    std::size_t at = match_at<Case>(0, end, text, 0);
    if (end == symbols_.size()) return at == text.size();
    while (at != nowhere) {
        const std::size_t next = end + 1;
        if (next == symbols_.size()) return true;
        end = end_from(next);
        at = find<Case>(next, end, text, at);
        if (end == symbols_.size()) return at != nowhere;
    }
    return false;
}

bool glob::matches_wildcards(std::string_view text) const noexcept { return run<case_counts>(text); }

bool glob::matches_ignoring_case(std::string_view text) const noexcept {
    return literal() ? case_ignored::equal(text, literals_) : run<case_ignored>(text);
}

bool escaped(std::string_view pattern, std::size_t place) noexcept {
    std::size_t count = 0;
    while (count < place && pattern[place - count - 1] == '\\') ++count;
    return count % 2 == 1;
}

std::size_t find_unescaped(std::string_view pattern, std::string_view which, std::size_t from) noexcept {
    auto place = pattern.find_first_of(which, from);
    while (place != std::string_view::npos && escaped(pattern, place))
        place = pattern.find_first_of(which, place + 1);
    return place;
}

bool dangling_escape(std::string_view pattern) noexcept { return escaped(pattern, pattern.size()); }

std::optional<char32_t> one_character(std::string_view text) noexcept {
    if (text.empty()) return std::nullopt;
    const auto point = detail::first_code_point(text);
    if (!point.valid || point.length != text.size()) return std::nullopt;
    return point.value;
}

glob_set read_set(std::string_view text) { return set_reader(text).read(); }

std::string set_flaw(std::string_view pattern) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\') {
            ++at;
        } else if (pattern[at] == '[') {
            const auto set = read_set(pattern.substr(at));
            if (!set.flaw.empty()) return std::string(set.flaw);
            at += set.length - 1;
        }
    }
    return {};
}

}  // namespace assent
