#include "text_diff.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace assent::cli {
namespace {

constexpr std::size_t shown_around = 3;
// Most lines between the first change and the last whose changes are told apart; of more, all is one change.
constexpr std::size_t max_compared_lines = 500;

struct line {
    char mark;  // as `diff -u` has it
    std::string_view text;
};

using lines = std::vector<std::string_view>;

// How many lines from here on the two have in common, for each place in both.
std::vector<std::vector<std::size_t>> common(const lines& before, const lines& after) {
    std::vector<std::vector<std::size_t>> most(before.size() + 1, std::vector<std::size_t>(after.size() + 1));
    for (std::size_t i = before.size(); i-- > 0;)
        for (std::size_t j = after.size(); j-- > 0;)
            most[i][j] =
                before[i] == after[j] ? most[i + 1][j + 1] + 1 : std::max(most[i + 1][j], most[i][j + 1]);
    return most;
}

void append_middle(std::vector<line>& into, const lines& before, const lines& after) {
    std::size_t i = 0, j = 0;
    if (before.size() <= max_compared_lines && after.size() <= max_compared_lines) {
        const auto most = common(before, after);
        while (i < before.size() && j < after.size()) {
            if (before[i] == after[j]) {
                into.push_back({' ', before[i++]});
                ++j;
            } else if (most[i + 1][j] >= most[i][j + 1]) {
                into.push_back({'-', before[i++]});
            } else {
                into.push_back({'+', after[j++]});
            }
        }
    }
    for (; i < before.size(); ++i) into.push_back({'-', before[i]});
    for (; j < after.size(); ++j) into.push_back({'+', after[j]});
}

std::vector<line> changes(const lines& before, const lines& after) {
    const auto least = std::min(before.size(), after.size());
    std::size_t first = 0, last = 0;
    while (first < least && before[first] == after[first]) ++first;
    while (last < least - first && before[before.size() - 1 - last] == after[after.size() - 1 - last]) ++last;
    std::vector<line> all;
    for (std::size_t i = 0; i < first; ++i) all.push_back({' ', before[i]});
    const auto part = [&](const lines& of) {
        return lines(of.begin() + static_cast<std::ptrdiff_t>(first),
                     of.end() - static_cast<std::ptrdiff_t>(last));
    };
    append_middle(all, part(before), part(after));
    for (std::size_t i = before.size() - last; i < before.size(); ++i) all.push_back({' ', before[i]});
    return all;
}

bool near_change(const std::vector<line>& all, std::size_t at) {
    const auto from = at - std::min(at, shown_around);
    const auto to = std::min(at + shown_around + 1, all.size());
    return std::any_of(all.begin() + static_cast<std::ptrdiff_t>(from),
                       all.begin() + static_cast<std::ptrdiff_t>(to),
                       [](const auto& each) { return each.mark != ' '; });
}

void append_line(std::string& text, const line& each) {
    std::string_view shown = each.text;
    const bool ended = shown.ends_with('\n');
    if (ended) shown.remove_suffix(1);
    if (shown.ends_with('\r')) shown.remove_suffix(1);
    text += each.mark;
    text += display_lines(shown);
    text += ended ? "\n" : "\n\\ No newline at end of file\n";
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

std::vector<std::optional<std::size_t>> kept_lines(std::string_view before, std::string_view after) {
    std::vector<std::optional<std::size_t>> kept;
    std::size_t number = 0;
    for (const auto& each : changes(lines_of(before), lines_of(after))) {
        if (each.mark == '-') kept.emplace_back();
        if (each.mark == ' ') kept.emplace_back(number);
        if (each.mark != '-') ++number;
    }
    return kept;
}

std::string text_diff(std::string_view path, const std::optional<std::string>& before,
                      const std::optional<std::string>& after) {
    if (before == after) return {};
    const auto shown = display_text(path);
    std::string text =
        fmt::format("--- {}\n+++ {}\n", before ? shown : "/dev/null", after ? shown : "/dev/null");
    const std::string none;
    const auto all = changes(lines_of(before ? *before : none), lines_of(after ? *after : none));
    std::size_t old_line = 0;
    bool shown_before = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].mark != '+') ++old_line;
        const bool shows = near_change(all, i);
        if (shows && !shown_before)
            text += fmt::format("@@ line {} @@\n", std::max<std::size_t>(old_line, 1));
        if (shows) append_line(text, all[i]);
        shown_before = shows;
    }
    return text;
}

}  // namespace assent::cli
