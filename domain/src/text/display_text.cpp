#include <assent/domain/text/display_text.hpp>

#include "code_point.hpp"
#include "display_beginning.hpp"
#include "word_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>
#include <vector>

namespace assent {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

// Writes one text, character by character, the ones that may not be shown as escapes.
class escaper {
public:
    escaper(bool keep_lines, std::size_t most_characters)
        : keep_lines_(keep_lines), blanks_(keep_lines ? " \t" : " "), left_(most_characters) {}

    preview write(std::string_view text) && {
        out_.reserve(std::min(text.size(), left_));
        bool line_begins = true;
        while (!text.empty() && left_ > 0) {
            std::size_t bytes = keep_lines_ && line_begins ? write_empty_lines(text) : 0;
            if (bytes == 0) bytes = write_blanks(text);
            if (bytes == 0) bytes = write_character(text);
            line_begins = text[bytes - 1] == '\n';
            text.remove_prefix(bytes);
        }
        return {std::move(out_), !text.empty()};
    }

private:
    // These return how many bytes of the text they have written; 0: they are not for what it begins with.

    std::size_t write_empty_lines(std::string_view text) {
        std::size_t lines = 0;
        std::size_t bytes = 0;
        for (auto end = text.find_first_not_of(blanks_); end != std::string_view::npos && text[end] == '\n';
             end = text.find_first_not_of(blanks_, bytes)) {
            ++lines;
            bytes = end + 1;
        }
        if (lines <= max_shown_empty_lines) return 0;
        fmt::format_to(std::back_inserter(out_), "[{} empty lines]\n", lines);
        spend(max_shown_empty_lines);
        marks_ = max_combining_marks;
        return bytes;
    }

    std::size_t write_blanks(std::string_view text) {
        const std::size_t blanks = std::min(text.find_first_not_of(blanks_), text.size());
        if (blanks == 0) return 0;
        if (blanks > max_shown_blanks) {
            fmt::format_to(std::back_inserter(out_), "[{} blanks]", blanks);
            spend(max_shown_blanks);
            marks_ = max_combining_marks;
            return blanks;
        }
        const std::string_view shown = text.substr(0, left_).substr(0, blanks);
        out_ += shown;
        spend(shown.size());
        marks_ = shown.back() == ' ' ? 0 : max_combining_marks;
        return shown.size();
    }

    std::size_t write_character(std::string_view text) {
        const detail::code_point next = detail::first_code_point(text);
        const std::string_view bytes = text.substr(0, next.length);
        const bool showable = next.valid && !detail::unshowable(next.value);
        const bool mark = detail::combining(next.value);
        if (showable && !mark) {
            out_ += bytes;
            marks_ = 0;
        } else if (showable && marks_ < max_combining_marks) {
            out_ += bytes;
            ++marks_;
        } else {
            escape(next, bytes);
            marks_ = max_combining_marks;
        }
        spend(1);
        return next.length;
    }

    void escape(const detail::code_point& next, std::string_view bytes) {
        if (bytes == "\n")
            out_ += keep_lines_ ? "\n" : "\\n";
        else if (bytes == "\t")
            out_ += "\\t";
        else if (next.length == 1)
            fmt::format_to(std::back_inserter(out_), "\\x{:02x}", static_cast<unsigned>(next.value));
        else
            fmt::format_to(std::back_inserter(out_), "\\u{{{:x}}}", static_cast<unsigned>(next.value));
    }

    void spend(std::size_t characters) { left_ -= std::min(left_, characters); }

    const bool keep_lines_;
    const std::string_view blanks_;  // those that are written as they are
    std::size_t left_;               // characters that may still be written
    std::string out_;
    // Marks on the last character. At first, and behind an escape, there is none that they could belong to.
    std::size_t marks_ = max_combining_marks;
};

// Takes a number from the beginning of a text.
template <class Number>
std::optional<Number> take_number(std::string_view& text) noexcept {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

struct unit {
    std::string_view name;
    duration length;
};

constexpr std::array units{unit{"h", std::chrono::hours(1)}, unit{"m", std::chrono::minutes(1)},
                           unit{"s", std::chrono::seconds(1)}, unit{"ms", std::chrono::milliseconds(1)}};

struct size_unit {
    std::string_view name;
    std::size_t bytes;
};

// The largest first. `B` is read, and not written.
constexpr std::array size_units{size_unit{"GiB", std::size_t{1} << 30U},
                                size_unit{"MiB", std::size_t{1} << 20U},
                                size_unit{"KiB", std::size_t{1} << 10U}, size_unit{"", 1}, size_unit{"B", 1}};

}  // namespace

std::string display_text(std::string_view text) { return escaper(false, unlimited).write(text).text; }

std::string display_lines(std::string_view text) { return escaper(true, unlimited).write(text).text; }

preview detail::display_beginning(std::string_view text, std::size_t most) {
    return escaper(false, most).write(text);
}

preview detail::display_beginning_lines(std::string_view text, std::size_t most) {
    return escaper(true, most).write(text);
}

std::string detail::quoted_beginning(std::string_view text) {
    constexpr std::size_t most = 60;
    const auto shown = beginning_of(text, most);
    return fmt::format("`{}{}`", shown, shown.size() < text.size() ? "…" : "");
}

std::string_view beginning_of(std::string_view text, std::size_t most_bytes) noexcept {
    if (text.size() <= most_bytes) return text;
    while (most_bytes > 0 && (static_cast<unsigned char>(text[most_bytes]) & 0xC0U) == 0x80U) --most_bytes;
    return text.substr(0, most_bytes);
}

std::string one_of_words(std::span<const std::string_view> words) {
    std::string text;
    for (const auto& word : words)
        text.append(text.empty() ? "" : &word == &words.back() ? " or " : ", ").append(word);
    return text;
}

std::optional<duration> parse_duration(std::string_view text) noexcept {
    if (text == "0") return duration::zero();
    const bool negative = text.starts_with('-');
    const auto number = take_number<std::int64_t>(text);
    const auto scale = std::ranges::find(units, text, &unit::name);
    if (!number || negative || scale == units.end() || *number > duration::max() / scale->length)
        return std::nullopt;
    return *number * scale->length;
}

std::string duration_text(duration value) {
    const auto exact = std::chrono::duration_cast<std::chrono::milliseconds>(value);
    if (exact == exact.zero()) return "0";
    const auto largest = std::ranges::find_if(
        units, [&](const unit& each) { return exact % each.length == duration::zero(); });
    return fmt::format("{}{}", exact / largest->length, largest->name);
}

std::string about(duration value) {
    using namespace std::chrono;
    if (value <= duration::zero()) return "0s";
    const auto all_seconds = ceil<seconds>(value);
    if (all_seconds < hours(1)) {
        const auto whole = floor<minutes>(all_seconds);
        const auto rest = (all_seconds - whole).count();
        if (whole == minutes::zero()) return fmt::format("{}s", rest);
        return rest == 0 ? fmt::format("{}m", whole.count()) : fmt::format("{}m {}s", whole.count(), rest);
    }
    const auto all_minutes = ceil<minutes>(all_seconds);
    const auto whole = floor<hours>(all_minutes);
    const auto rest = (all_minutes - whole).count();
    return rest == 0 ? fmt::format("{}h", whole.count()) : fmt::format("{}h {}m", whole.count(), rest);
}

std::optional<std::size_t> parse_size(std::string_view text) noexcept {
    const auto number = take_number<std::size_t>(text);
    const auto scale = std::ranges::find(size_units, text, &size_unit::name);
    if (!number || scale == size_units.end() || *number > unlimited / scale->bytes) return std::nullopt;
    return *number * scale->bytes;
}

std::string size_text(std::size_t bytes) {
    for (const size_unit& unit : size_units)
        if (bytes != 0 && bytes % unit.bytes == 0)
            return std::to_string(bytes / unit.bytes).append(unit.name);
    return "0";
}

std::size_t letters_between(std::string_view left, std::string_view right) {
    constexpr std::size_t too_many = max_misspelling + 1;
    if (left.size() >= right.size() + too_many || right.size() >= left.size() + too_many) return too_many;
    std::vector<std::size_t> before(right.size() + 1);
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::vector<std::size_t> next(right.size() + 1, i + 1);
        for (std::size_t j = 0; j < right.size(); ++j) {
            next[j + 1] = std::min({row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1});
            const bool swapped = i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j];
            if (swapped) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
        }
        before = std::exchange(row, std::move(next));
    }
    return std::min(row.back(), too_many);
}

// `claude-code` goes on behind `claude`.
static bool goes_on(std::string_view word, std::string_view known) {
    return !known.empty() && word.starts_with(known) && word.size() > known.size() &&
           std::string_view("-_. ").find(word[known.size()]) != std::string_view::npos;
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
    const auto same =
        std::ranges::find_if(known, [&](std::string_view each) { return equal_ignoring_case(word, each); });
    if (same != known.end()) return *same;
    std::string_view nearest;
    std::size_t least = max_misspelling + 1;
    for (const std::string_view each : known) {
        const std::size_t letters = letters_between(word, each);
        if (letters >= least || 2 * letters >= std::max(word.size(), each.size())) continue;
        least = letters;
        nearest = each;
    }
    if (!nearest.empty()) return nearest;
    const auto begins =
        std::ranges::find_if(known, [&](std::string_view each) { return goes_on(word, each); });
    return begins == known.end() ? std::string_view() : *begins;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const std::string_view near = nearest_word(word, known);
    return near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near);
}

}  // namespace assent
