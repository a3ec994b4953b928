#include <assent/app/console/console_question.hpp>
#include <assent/domain/display_text.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace assent {
namespace {

// Unchanged lines that are shown around a change.
constexpr std::size_t context_lines = 3;
// Up to this many lines on each side are compared one by one; of longer texts the old is shown before the
// new.
constexpr std::size_t max_compared_lines = 400;

using lines = std::vector<std::string_view>;

lines lines_of(std::string_view text) {
    lines all;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        all.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return all;
}

void add(std::vector<diff_line>& out, diff_line::kind what, std::string_view text) {
    out.push_back({what, display_text(text)});
}

// The middle of two texts whose beginnings and ends are taken off: by the longest common subsequence.
void compare(const lines& before, const lines& after, std::vector<diff_line>& out) {
    const std::size_t n = before.size(), m = after.size();
    if (n > max_compared_lines || m > max_compared_lines) {
        for (const auto& each : before) add(out, diff_line::kind::removed, each);
        for (const auto& each : after) add(out, diff_line::kind::added, each);
        return;
    }
    // common[i * (m + 1) + j]: how many lines before[i...] and after[j...] share.
    std::vector<std::size_t> common((n + 1) * (m + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return common[i * (m + 1) + j]; };
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            at(i, j) = before[i] == after[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    std::size_t i = 0, j = 0;
    while (i < n || j < m) {
        if (i < n && j < m && before[i] == after[j]) {
            add(out, diff_line::kind::same, before[i]);
            ++i;
            ++j;
        } else if (i < n && (j == m || at(i + 1, j) >= at(i, j + 1))) {
            add(out, diff_line::kind::removed, before[i++]);
        } else {
            add(out, diff_line::kind::added, after[j++]);
        }
    }
}

void add_change(std::string_view old_text, std::string_view new_text, std::vector<diff_line>& out) {
    lines before = lines_of(old_text), after = lines_of(new_text);
    const auto unequal = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto head = static_cast<std::size_t>(unequal.first - before.begin());
    std::size_t tail = 0;
    while (tail < std::min(before.size(), after.size()) - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    for (std::size_t i = 0; i < head; ++i) add(out, diff_line::kind::same, before[i]);
    const auto middle = [&](const lines& all) {
        return lines(all.begin() + static_cast<std::ptrdiff_t>(head),
                     all.end() - static_cast<std::ptrdiff_t>(tail));
    };
    compare(middle(before), middle(after), out);
    for (std::size_t i = before.size() - tail; i < before.size(); ++i)
        add(out, diff_line::kind::same, before[i]);
}

diff_line gap(std::size_t left_out) {
    return {diff_line::kind::gap, std::to_string(left_out) + (left_out == 1 ? " line" : " lines")};
}

// Leaves out what did not change and is not near a change, and what is too much.
std::vector<diff_line> shortened(std::vector<diff_line> all) {
    std::vector<bool> kept(all.size(), false);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].what == diff_line::kind::same) continue;
        const std::size_t first = i < context_lines ? 0 : i - context_lines;
        for (std::size_t j = first; j < std::min(all.size(), i + context_lines + 1); ++j) kept[j] = true;
    }
    std::vector<diff_line> out;
    for (std::size_t i = 0; i < all.size();) {
        if (out.size() == max_diff_lines) {
            out.push_back(gap(all.size() - i));
            break;
        }
        if (kept[i]) {
            out.push_back(std::move(all[i++]));
            continue;
        }
        const std::size_t from = i;
        while (i < all.size() && !kept[i]) ++i;
        out.push_back(gap(i - from));
    }
    return out;
}

std::string text_of(const tool_input& input, std::string_view field) {
    std::string scratch;
    return std::string(input.field(field, scratch).text);
}

std::string text_of(const json_object& edit, std::string_view field) {
    const auto* const found = edit.if_contains(field);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

}  // namespace

std::vector<diff_line> diff_of(const tool_input& input) {
    std::vector<diff_line> all;
    std::string scratch;
    if (input.field("old_string", scratch).what == field_view::kind::string &&
        input.field("new_string", scratch).what == field_view::kind::string)
        add_change(text_of(input, "old_string"), text_of(input, "new_string"), all);
    const auto edits = input.value_of("edits");
    if (edits && edits->is_array())
        for (const auto& each : edits->get_array())
            if (each.is_object())
                add_change(text_of(each.get_object(), "old_string"), text_of(each.get_object(), "new_string"),
                           all);
    return shortened(std::move(all));
}

}  // namespace assent
