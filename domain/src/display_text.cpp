#include <assent/domain/display_text.hpp>

#include "character_class.hpp"
#include "code_point.hpp"
#include "display_beginning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

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

}  // namespace

std::string display_text(std::string_view text) { return escaper(false, unlimited).write(text).text; }

std::string display_lines(std::string_view text) { return escaper(true, unlimited).write(text).text; }

preview detail::display_beginning(std::string_view text, std::size_t most) {
    return escaper(false, most).write(text);
}

preview detail::display_beginning_lines(std::string_view text, std::size_t most) {
    return escaper(true, most).write(text);
}

}  // namespace assent
