#include "virtual_screen.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <vterm.h>

namespace assent::test {
namespace {

void append_character(std::string& text, std::uint32_t value) {
    const auto byte = [](std::uint32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (value < 0x80) {
        text += byte(value);
    } else if (value < 0x800) {
        text += {byte(0xc0 | value >> 6), byte(0x80 | (value & 0x3f))};
    } else if (value < 0x10000) {
        text += {byte(0xe0 | value >> 12), byte(0x80 | (value >> 6 & 0x3f)), byte(0x80 | (value & 0x3f))};
    } else {
        text += {byte(0xf0 | value >> 18), byte(0x80 | (value >> 12 & 0x3f)),
                 byte(0x80 | (value >> 6 & 0x3f)), byte(0x80 | (value & 0x3f))};
    }
}

}  // namespace

virtual_screen::virtual_screen(int columns, int rows) : columns_(columns), rows_(rows) { make(); }

virtual_screen::~virtual_screen() { vterm_free(terminal_); }

void virtual_screen::make() {
    if (terminal_ != nullptr) vterm_free(terminal_);
    terminal_ = vterm_new(rows_, columns_);
    vterm_set_utf8(terminal_, 1);
    screen_ = vterm_obtain_screen(terminal_);
    vterm_screen_reset(screen_, 1);
}

void virtual_screen::write(std::string_view bytes) {
    vterm_input_write(terminal_, bytes.data(), bytes.size());
}

// Terminals keep the line of the cursor on the screen, and what is above and below it as far as there is
// room. libvterm 0.1 crashes where lines below the cursor are lost; so it gets a new screen with what is
// left.
void virtual_screen::resize(int columns, int rows, bool rewraps) {
    VTermPos cursor{};
    vterm_state_get_cursorpos(vterm_obtain_state(terminal_), &cursor);
    std::vector<std::string> lines;
    std::size_t cursor_line = 0;
    for (int each = 0; each < rows_; ++each) {
        if (each == cursor.row) cursor_line = lines.size();
        lines.emplace_back();
        int used = 0;
        auto all = cells(each);
        while (!all.empty() && all.back().first == " ") all.pop_back();
        for (const auto& [text, width] : all) {
            if (used + width > columns) {
                if (!rewraps) break;
                lines.emplace_back();
                used = 0;
            }
            lines.back() += text;
            used += width;
        }
    }
    while (lines.size() > cursor_line + 1 && lines.back().empty()) lines.pop_back();
    const auto room = static_cast<std::size_t>(rows);
    const std::size_t first = cursor_line + 1 > room ? cursor_line + 1 - room : 0;
    columns_ = columns;
    rows_ = rows;
    make();
    std::string all;
    for (std::size_t each = first; each < std::min(lines.size(), first + room); ++each)
        all += (each == first ? "" : "\r\n") + lines[each];
    write(all + "\x1b[" + std::to_string(cursor_line - first + 1) + ";1H");
}

std::vector<std::pair<std::string, int>> virtual_screen::cells(int row) const {
    std::vector<std::pair<std::string, int>> all;
    for (int column = 0; column < columns_;) {
        VTermScreenCell cell{};
        vterm_screen_get_cell(screen_, {row, column}, &cell);
        std::string text;
        for (const auto each : cell.chars) {
            if (each == 0 || each == static_cast<std::uint32_t>(-1)) break;
            append_character(text, each);
        }
        const int width = std::max<int>(cell.width, 1);
        all.emplace_back(text.empty() ? " " : text, width);
        column += width;
    }
    return all;
}

std::string virtual_screen::row(int row) const {
    std::string text;
    for (const auto& [each, width] : cells(row)) text += each;
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string virtual_screen::text() const {
    std::string all;
    for (int each = 0; each < rows_; ++each) all += row(each) + "\n";
    all.erase(std::min(all.find_last_not_of('\n') + 2, all.size()));
    return all;
}

bool virtual_screen::has_colours() const {
    for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column) {
            VTermScreenCell cell{};
            vterm_screen_get_cell(screen_, {row, column}, &cell);
            if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) || !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)) return true;
        }
    return false;
}

}  // namespace assent::test
