#include "glob_overlap.hpp"

#include "../text/word_list.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace assent {
namespace {

// A glob, step by step.
struct glob_step {
    enum class kind : unsigned char {
        letter,
        any_letter,
        any_name,  // any letters but `/`, and none that begin with a dot
        any,       // any letters
        folders,   // any letters up to a `/`, or nothing
    };
    kind is = kind::letter;
    char letter = '\0';
};
using glob_steps = boost::container::small_vector<glob_step, 256>;

// Behind a set in brackets: `[!]a]`, `[[:alpha:]_]`. \return where it ends; the end of the text: it has none
std::size_t behind_set(std::string_view text, std::size_t open) noexcept {
    auto place = open + 1;
    if (place < text.size() && (text[place] == '!' || text[place] == '^')) ++place;
    if (place < text.size() && text[place] == ']') ++place;
    for (; place < text.size() && text[place] != ']'; ++place) {
        if (text[place] != '[' || place + 1 == text.size()) continue;
        const char mark = text[place + 1];
        if (mark != ':' && mark != '=' && mark != '.') continue;
        const std::array closing{mark, ']'};
        const auto end = text.find(std::string_view(closing.data(), closing.size()), place + 2);
        if (end != text.npos) place = end + 1;
    }
    return std::min(place + 1, text.size());
}

// Behind words in braces, in which others may stand.
std::size_t behind_braces(std::string_view text, std::size_t open) noexcept {
    std::size_t depth = 0;
    for (auto place = open; place < text.size(); ++place) {
        if (text[place] == '{') ++depth;
        if (text[place] == '}' && --depth == 0) return place + 1;
    }
    return text.size();
}

void add_steps(glob_steps& steps, std::string_view text, glob_step::kind star) {
    using kind = glob_step::kind;
    for (std::size_t at = 0; at < text.size();) {
        const char byte = text[at];
        if (text.substr(at, 2) == "**") {
            // To some shells that is what `*` is, to others all that lies below, and no folder at all.
            const bool folders = text.substr(at, 3) == "**/" && (at == 0 || text[at - 1] == '/');
            steps.push_back({folders ? kind::folders : kind::any});
            at += folders ? 2 : 1;
        } else if (byte == '*') {
            steps.push_back({star});
        } else if (byte == '$') {
            steps.push_back({kind::any});
            return;
        } else if (byte == '?') {
            steps.push_back({kind::any_letter});
        } else if (byte == '[' || byte == '{') {
            steps.push_back({byte == '[' ? kind::any_letter : kind::any});
            at = byte == '[' ? behind_set(text, at) : behind_braces(text, at);
            continue;
        } else {
            if (byte == '\\' && at + 1 < text.size()) ++at;
            steps.push_back({kind::letter, lower_case(text[at])});
        }
        ++at;
    }
}

bool is_many(const glob_step& step) noexcept { return step.is >= glob_step::kind::any_name; }

// Whether `many` may stand for what `steps` have there.
bool may_take(const glob_step& many, const glob_steps& steps, std::size_t at) noexcept {
    const auto& step = steps[at];
    if (many.is >= glob_step::kind::any || step.is != glob_step::kind::letter) return true;
    const bool hidden = step.letter == '.' && (at == 0 || steps[at - 1].letter == '/');
    return step.letter != '/' && !hidden;
}

// Whether what it stands for may end there.
bool may_end(const glob_step& many, const glob_steps& steps, std::size_t at) noexcept {
    return many.is != glob_step::kind::folders || at == 0 || steps[at - 1].letter == '/' ||
           steps[at - 1].is != glob_step::kind::letter;
}

// Each stands for one letter, and the two for different ones.
bool differ(const glob_step& one, const glob_step& other) noexcept {
    return one.letter != other.letter && one.letter != '\0' && other.letter != '\0';
}

// Letter by letter from both sides, as far as each step stands for one, and then row by row from the ends:
// whether what is left of both covers a common text.
bool overlap(glob_steps& one, glob_steps& other) {
    const auto letters = [](const glob_step& left, const glob_step& right) {
        return !is_many(left) && !is_many(right);
    };
    for (std::size_t at = 0; at < std::min(one.size(), other.size()) && letters(one[at], other[at]); ++at)
        if (differ(one[at], other[at])) return false;
    while (!one.empty() && !other.empty() && letters(one.back(), other.back())) {
        if (differ(one.back(), other.back())) return false;
        one.pop_back();
        other.pop_back();
    }
    boost::container::small_vector<char, 256> cells(2 * (other.size() + 1), 0);
    char* next = cells.data();
    char* row = next + other.size() + 1;
    for (std::size_t left = one.size() + 1; left-- > 0;) {
        for (std::size_t right = other.size() + 1; right-- > 0;) {
            const bool ends = left == one.size();
            const bool other_ends = right == other.size();
            bool can = ends && other_ends;
            if (!ends && is_many(one[left]))
                can = can || (next[right] != 0 && may_end(one[left], other, right)) ||
                      (!other_ends && may_take(one[left], other, right) && row[right + 1]);
            if (!other_ends && is_many(other[right]))
                can = can || (row[right + 1] && may_end(other[right], one, left)) ||
                      (!ends && may_take(other[right], one, left) && next[right]);
            if (!can && !ends && !other_ends && !is_many(one[left]) && !is_many(other[right]))
                can = !differ(one[left], other[right]) && next[right + 1];
            row[right] = can ? 1 : 0;
        }
        std::swap(row, next);
    }
    return next[0] != 0;
}

}  // namespace

bool globs_overlap(std::string_view one, std::string_view other, bool crosses, bool other_crosses) {
    if (one.size() > max_overlap_bytes || other.size() > max_overlap_bytes) return true;
    glob_steps steps;
    glob_steps others;
    add_steps(steps, one, crosses ? glob_step::kind::any : glob_step::kind::any_name);
    add_steps(others, other, other_crosses ? glob_step::kind::any : glob_step::kind::any_name);
    return overlap(steps, others);
}

std::vector<std::string> without_braces(std::string_view glob) {
    constexpr std::size_t most = 64;
    std::vector<std::string> globs{std::string()};
    while (true) {
        const auto open = std::min(glob.find('{'), glob.size());
        for (auto& one : globs) one.append(glob.substr(0, open));
        if (open == glob.size()) return globs;
        const auto close = glob.find('}', open);
        if (close == glob.npos || glob.find('{', open + 1) < close) return {};
        std::vector<std::string> longer;
        for (auto words = glob.substr(open + 1, close - open - 1);; words.remove_prefix(1)) {
            const auto end = std::min(words.find(','), words.size());
            for (const auto& one : globs) longer.push_back(one + std::string(words.substr(0, end)));
            if (longer.size() > most) return {};
            words.remove_prefix(end);
            if (words.empty()) break;
        }
        globs = std::move(longer);
        glob.remove_prefix(close + 1);
    }
}

bool glob_covers(std::string_view glob, std::string_view text) {
    if (glob.size() > max_overlap_bytes || text.size() > max_overlap_bytes) return true;
    glob_steps steps;
    add_steps(steps, glob, glob_step::kind::any);
    std::size_t step = 0;
    std::size_t place = 0;
    std::optional<std::size_t> many;  // the last one that stands for any letters
    std::size_t many_end = 0;         // of what it has taken
    while (place < text.size()) {
        const bool more = step < steps.size();
        const bool takes_any = more && (steps[step].letter == '\0' || text[place] == '\0');
        if (more && is_many(steps[step])) {
            many = step++;
            many_end = place;
        } else if (takes_any || (more && steps[step].letter == lower_case(text[place]))) {
            ++step;
            ++place;
        } else if (many) {
            step = *many + 1;
            place = ++many_end;
        } else {
            return false;
        }
    }
    return std::all_of(steps.begin() + static_cast<std::ptrdiff_t>(step), steps.end(), is_many);
}

bool glob_chooses(std::string_view glob, std::string_view path) {
    if (glob.size() > max_overlap_bytes || path.size() > max_overlap_bytes) return true;
    glob_steps steps;
    glob_steps letters;
    add_steps(steps, glob, glob_step::kind::any_name);
    for (const char byte : path) letters.push_back({glob_step::kind::letter, lower_case(byte)});
    return overlap(steps, letters);
}

std::string_view folder_of_glob(std::string_view glob) noexcept {
    const auto written = glob.substr(0, glob.find_first_of("*?[{"));
    return written.substr(0, written.rfind('/') + 1);
}

}  // namespace assent
