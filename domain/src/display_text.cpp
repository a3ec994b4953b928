#include <assent/domain/display_text.hpp>

#include "character_class.hpp"
#include "code_point.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace assent {
namespace {

// Writes one text, character by character, the ones that may not be shown as escapes.
class escaper {
public:
    explicit escaper(bool keep_lines) : keep_lines_(keep_lines) {}

    std::string write(std::string_view text) && {
        out_.reserve(text.size());
        while (!text.empty()) {
            const detail::code_point next = detail::first_code_point(text);
            write(next, text.substr(0, next.length));
            text.remove_prefix(next.length);
        }
        return std::move(out_);
    }

private:
    void write(const detail::code_point& next, std::string_view bytes) {
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
    }

    void escape(const detail::code_point& next, std::string_view bytes) {
        const bool line_end_or_tab = bytes == "\n" || bytes == "\t";
        if (line_end_or_tab && keep_lines_)
            out_ += bytes;
        else if (line_end_or_tab)
            out_ += bytes == "\n" ? "\\n" : "\\t";
        else if (next.length == 1)
            fmt::format_to(std::back_inserter(out_), "\\x{:02x}", static_cast<unsigned>(next.value));
        else
            fmt::format_to(std::back_inserter(out_), "\\u{{{:x}}}", static_cast<unsigned>(next.value));
    }

    const bool keep_lines_;
    std::string out_;
    // Marks on the last character. At first, and behind an escape, there is none that they could belong to.
    std::size_t marks_ = max_combining_marks;
};

}  // namespace

std::string display_text(std::string_view text) { return escaper(false).write(text); }

std::string display_lines(std::string_view text) { return escaper(true).write(text); }

}  // namespace assent
