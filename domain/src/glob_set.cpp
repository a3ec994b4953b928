#include "rules/glob_set.hpp"

#include "code_point.hpp"

#include <assent/domain/rules/glob.hpp>

#include <algorithm>

namespace assent {
namespace {

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
