#include <assent/app/console/console_question.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace assent {
namespace {

// Unchanged lines that are shown around a change.
constexpr std::size_t context_lines = 3;
// Up to this many pairs of lines of all edits are compared; of longer texts the old is shown before the new.
constexpr std::size_t max_compared_pairs = 400 * 400;

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
void compare(const lines& before, const lines& after, std::size_t& pairs_left, std::vector<diff_line>& out) {
    const std::size_t n = before.size(), m = after.size();
    if ((n + 1) * (m + 1) > pairs_left) {
        for (const auto& each : before) add(out, diff_line::kind::removed, each);
        for (const auto& each : after) add(out, diff_line::kind::added, each);
        return;
    }
    pairs_left -= (n + 1) * (m + 1);
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

void add_change(std::string_view old_text, std::string_view new_text, std::size_t& pairs_left,
                std::vector<diff_line>& out) {
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
    compare(middle(before), middle(after), pairs_left, out);
    for (std::size_t i = before.size() - tail; i < before.size(); ++i)
        add(out, diff_line::kind::same, before[i]);
}

diff_line gap(std::size_t left_out) {
    return {diff_line::kind::gap, std::to_string(left_out) + (left_out == 1 ? " line" : " lines")};
}

// Many empty lines in a row that come or go become one that says how many.
std::vector<diff_line> with_empty_lines_counted(std::vector<diff_line> all) {
    std::vector<diff_line> out;
    for (auto line = all.begin(); line != all.end();) {
        const auto end = std::find_if(line, all.end(), [&](const diff_line& each) {
            return each.what != line->what || each.text.find_first_not_of(' ') != std::string::npos;
        });
        const auto empty = static_cast<std::size_t>(end - line);
        if (empty > max_shown_empty_lines && line->what != diff_line::kind::same) {
            std::string counted = display_lines(std::string(empty, '\n'));
            counted.pop_back();  // its line break
            out.push_back({line->what, std::move(counted)});
            line = end;
        } else {
            const auto next = std::max(end, line + 1);
            std::move(line, next, std::back_inserter(out));
            line = next;
        }
    }
    return out;
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

struct change {
    std::string before, after;
};

void collect(std::string_view before, std::string_view after, std::vector<change>& all, std::size_t& bytes) {
    bytes += before.size() + after.size();
    if (bytes <= max_diff_bytes) all.push_back({std::string(before), std::string(after)});
}

std::string_view text_of(const json_object& edit, std::string_view field) {
    const auto* const found = edit.if_contains(field);
    return found != nullptr && found->is_string() ? std::string_view(found->get_string())
                                                  : std::string_view();
}

}  // namespace

std::vector<diff_line> diff_of(const tool_input& input) {
    std::string scratch, more;
    const auto is_text = [&](std::string_view field) {
        return input.field(field, scratch).what == field_view::kind::string;
    };
    // What is written then is not what changes here.
    if (is_text("content") || is_text("new_source")) return {};
    std::vector<change> changes;
    std::size_t bytes = 0;
    if (is_text("old_string") && is_text("new_string")) {
        const std::string_view before = input.field("old_string", scratch).text;
        const std::string_view after = input.field("new_string", more).text;
        collect(before, after, changes, bytes);
    }
    const auto edits = bytes <= max_diff_bytes ? input.value_of("edits") : std::nullopt;
    if (edits && edits->is_array())
        for (const auto& each : edits->get_array())
            if (each.is_object() && bytes <= max_diff_bytes)
                collect(text_of(each.get_object(), "old_string"), text_of(each.get_object(), "new_string"),
                        changes, bytes);
    // Less than all of it would look like all of it.
    if (bytes > max_diff_bytes) return {};
    std::vector<diff_line> all;
    std::size_t pairs_left = max_compared_pairs;
    for (const auto& each : changes) add_change(each.before, each.after, pairs_left, all);
    return shortened(with_empty_lines_counted(std::move(all)));
}

}  // namespace assent
