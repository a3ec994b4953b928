#include "terminal_text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <span>

namespace assent::detail {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD

struct code_point {
    utf8proc_int32_t value = -1;  // negative: not UTF-8
    std::size_t bytes = 1;
};

code_point first_code_point(std::string_view text) noexcept {
    code_point found;
    const auto* const begin = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto bytes = utf8proc_iterate(begin, static_cast<utf8proc_ssize_t>(text.size()), &found.value);
    found.bytes = bytes > 0 ? static_cast<std::size_t>(bytes) : 1;
    if (bytes <= 0) found.value = -1;
    return found;
}

bool control(utf8proc_int32_t value) noexcept { return value < 0x20 || (value >= 0x7f && value < 0xa0); }

std::size_t cells_of(utf8proc_int32_t value) noexcept {
    if (control(value)) return 1;
    // Marks that take room count as none in utf8proc, but terminals give them a cell.
    if (utf8proc_category(value) == UTF8PROC_CATEGORY_MC) return 1;
    return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(value)));
}

std::string_view sgr(ink look, palette shown) noexcept {
    if (shown == palette::none) return {};
    const bool colours = shown == palette::colours;
    switch (look) {
        case ink::plain: return {};
        case ink::strong: return "\x1b[1m";
        case ink::faint: return "\x1b[2m";
        case ink::low: return colours ? "\x1b[32m" : std::string_view();
        case ink::medium: return colours ? "\x1b[33m" : std::string_view();
        case ink::high: return colours ? "\x1b[1;31m" : "\x1b[1m";
        case ink::critical: return colours ? "\x1b[1;7;31m" : "\x1b[1;7m";
        case ink::added: return colours ? "\x1b[32m" : std::string_view();
        case ink::removed: return colours ? "\x1b[31m" : std::string_view();
        case ink::cursor: return "\x1b[7m";
    }
    return {};
}

// One cluster on its way to a line.
struct cell {
    std::string_view bytes;
    std::size_t cells = 0;
    ink look = ink::plain;

    [[nodiscard]] bool blank() const { return bytes == " "; }
    [[nodiscard]] bool line_break() const { return bytes == "\n"; }
};

void add_cells(const stretch& from, std::size_t most, std::vector<cell>& to) {
    for (std::string_view rest = from.text; !rest.empty() && to.size() < most;) {
        const cluster next = first_cluster(rest);
        const code_point point = first_code_point(rest);
        rest.remove_prefix(next.bytes.size());
        if (next.bytes == "\n") {
            to.push_back({next.bytes, 0, from.look});
        } else if (next.bytes == "\t") {
            for (std::size_t i = 0; i < tab_cells; ++i) to.push_back({" ", 1, from.look});
        } else if (control(point.value) || next.cells == 0) {
            // Not UTF-8, or nothing that could be seen: texts that are safe to show have neither.
            to.push_back({replacement, 1, from.look});
        } else {
            to.push_back({next.bytes, next.cells, from.look});
        }
    }
}

// Not many more cells than `most`, however long the text is.
std::vector<cell> cells_in(const paragraph& text, std::size_t most) {
    std::vector<cell> cells;
    for (const auto& each : text.text) add_cells(each, most, cells);
    return cells;
}

std::string written(std::span<const cell> cells, std::size_t indent, palette shown) {
    std::string line(indent, ' ');
    std::string_view now;
    for (const auto& each : cells) {
        const auto wanted = sgr(each.look, shown);
        if (wanted != now) {
            if (!now.empty()) line += "\x1b[0m";
            line += wanted;
            now = wanted;
        }
        line += each.bytes;
    }
    if (!now.empty()) line += "\x1b[0m";
    return line;
}

// How many cells make the next line, and how many are passed over behind it.
struct line_end {
    std::size_t shown = 0;
    std::size_t taken = 0;
};

line_end end_of_line(std::span<const cell> cells, std::size_t room, bool words) {
    std::size_t used = 0;
    std::size_t blank = 0;  // where the last word ended; 0: nowhere
    for (std::size_t at = 0; at < cells.size(); ++at) {
        if (cells[at].line_break()) return {at, at + 1};
        if (used + cells[at].cells > room) {
            if (words && cells[at].blank()) return {at, at + 1};
            if (words && blank != 0) return {blank, blank + 1};
            return {std::max<std::size_t>(at, 1), std::max<std::size_t>(at, 1)};
        }
        if (cells[at].blank()) blank = at;
        used += cells[at].cells;
    }
    return {cells.size(), cells.size()};
}

}  // namespace

cluster first_cluster(std::string_view text) noexcept {
    const code_point first = first_code_point(text);
    if (first.value < 0 || control(first.value)) return {text.substr(0, first.bytes), 1};
    std::size_t bytes = first.bytes;
    std::size_t cells = cells_of(first.value);
    utf8proc_int32_t state = 0;
    utf8proc_int32_t before = first.value;
    while (bytes < text.size()) {
        const code_point next = first_code_point(text.substr(bytes));
        if (next.value < 0 || utf8proc_grapheme_break_stateful(before, next.value, &state)) break;
        const std::size_t more = cells_of(next.value);
        if (more != 0 && cells + more > max_cluster_cells) break;
        bytes += next.bytes;
        cells += more;
        before = next.value;
    }
    return {text.substr(0, bytes), cells};
}

std::size_t last_cluster(std::string_view text) noexcept {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        begin = at;
        at += first_cluster(text.substr(at)).bytes.size();
    }
    return begin;
}

bool lay_out(const paragraph& text, std::size_t columns, palette shown, std::vector<std::string>& lines,
             std::size_t most) {
    if (lines.size() >= most) return false;
    columns = std::max(columns, min_layout_columns);
    // A cell is at least one column or a line break, so this is more than the lines can hold.
    const auto cells = cells_in(text, (columns + 1) * (most - lines.size()) + 1);
    // An indent that leaves hardly any room is none.
    const std::size_t indent = text.indent * 2 <= columns ? text.indent : 0;
    std::span<const cell> rest = cells;
    std::size_t before = 0;
    do {
        const auto end = end_of_line(rest, columns - before, text.words);
        lines.push_back(written(rest.first(end.shown), before, shown));
        rest = rest.subspan(end.taken);
        before = indent;
    } while (!rest.empty() && lines.size() < most);
    return rest.empty();
}

std::string one_line(const paragraph& text, std::size_t columns, palette shown) {
    columns = std::max(columns, min_layout_columns);
    auto cells = cells_in(text, columns + 1);
    const auto whole = end_of_line(cells, columns, false);
    if (whole.shown == cells.size()) return written(cells, 0, shown);
    const auto cut = end_of_line(cells, columns - 1, false);
    cells.resize(cut.shown);
    cells.push_back({ellipsis, 1, ink::plain});
    return written(cells, 0, shown);
}

}  // namespace assent::detail
