#include "terminal_line_editor.hpp"

#include <assent/domain/display_text.hpp>

#include <algorithm>

namespace assent::detail {
namespace {

using kind = terminal_key::kind;

// The longest text that stands for one byte: `\x1b`.
constexpr std::size_t max_escape_bytes = 4;

bool control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first >= 0x7f;  // from 0x80 on: not UTF-8
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

// Line breaks of a paste are dropped, a tab is a blank, and other control characters are no text.
std::string without_controls(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const auto next = first_cluster(text).bytes;
        if (next == "\t")
            kept += ' ';
        else if (!control(next))
            kept += next;
        text.remove_prefix(next.size());
    }
    return kept;
}

std::size_t cluster_before(std::string_view text, std::size_t at) {
    return at == 0 ? 0 : last_cluster(text.substr(0, at));
}

std::size_t cluster_behind(std::string_view text, std::size_t at) {
    return at == text.size() ? at : at + first_cluster(text.substr(at)).bytes.size();
}

}  // namespace

terminal_line_editor::terminal_line_editor(std::string_view text, std::size_t max_bytes)
    : max_bytes_(max_bytes) {
    replace(text);
}

void terminal_line_editor::replace(std::string_view text) {
    text_ = without_controls(text);
    cursor_ = text_.size();
}

bool terminal_line_editor::insert(std::string_view text) {
    const std::string clean = without_controls(text);
    if (clean.size() > max_bytes_ - std::min(max_bytes_, text_.size())) return false;
    text_.insert(cursor_, clean);
    cursor_ += clean.size();
    return true;
}

bool terminal_line_editor::take(const terminal_key& key) {
    switch (key.what) {
        case kind::text:
        case kind::paste: return insert(key.text);
        case kind::backspace: {
            const std::size_t from = cluster_before(text_, cursor_);
            text_.erase(from, cursor_ - from);
            cursor_ = from;
            return true;
        }
        case kind::del: text_.erase(cursor_, cluster_behind(text_, cursor_) - cursor_); return true;
        case kind::left: cursor_ = cluster_before(text_, cursor_); return true;
        case kind::right: cursor_ = cluster_behind(text_, cursor_); return true;
        case kind::home: cursor_ = 0; return true;
        case kind::end: cursor_ = text_.size(); return true;
        case kind::clear_line:
            text_.erase(0, cursor_);
            cursor_ = 0;
            return true;
        default: return false;
    }
}

void terminal_line_editor::show(std::string_view label, std::size_t columns, palette shown,
                                std::vector<std::string>& lines) const {
    const std::string_view all = text_;
    const std::string_view behind = all.substr(cursor_);
    const std::size_t under = behind.empty() ? 0 : first_cluster(behind).bytes.size();
    paragraph line{
        .text = {{ink::strong, std::string(label)}, {ink::plain, display_text(all.substr(0, cursor_))}},
        .words = false};
    const std::size_t everything = label.size() + text_.size() * max_escape_bytes + columns;
    std::vector<std::string> before;
    // The line that the cursor is on is the last one as long as nothing stands behind it.
    line.text.push_back({ink::cursor, behind.empty() ? " " : display_text(behind.substr(0, under))});
    lay_out(line, columns, shown, before, everything);
    line.text.push_back({ink::plain, display_text(behind.substr(under))});
    std::vector<std::string> found;
    lay_out(line, columns, shown, found, everything);
    const std::size_t last = std::min(found.size(), std::max(before.size() + 1, max_editor_lines));
    const std::size_t first = last - std::min(last, max_editor_lines);
    lines.insert(lines.end(), found.begin() + static_cast<std::ptrdiff_t>(first),
                 found.begin() + static_cast<std::ptrdiff_t>(last));
}

std::string terminal_line_editor::plain(std::string_view label) const {
    return std::string(label) + display_text(text_);
}

}  // namespace assent::detail
