#include "patch_text.hpp"

#include "../text/word_list.hpp"

#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <algorithm>
#include <array>

namespace assent {
namespace {

using namespace std::string_view_literals;

constexpr std::array patch_programs{"apply_patch"sv, "applypatch"sv};
constexpr std::string_view adds_file = "*** Add File:";
constexpr std::string_view updates_file = "*** Update File:";
constexpr std::string_view removes_file = "*** Delete File:";
constexpr std::string_view moves_to = "*** Move to:";
constexpr std::string_view any_mark = "*** ";

constexpr std::string_view patch_blanks = " \t";
constexpr std::string_view delimiter_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr byte_set plain_in_folder("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%");

// What Rust's `trim` takes away, in which the agent's reader is written. Source: Unicode, White_Space.
// clang-format off
constexpr std::array white_space{
    " "sv, "\t"sv, "\r"sv, "\n"sv, "\v"sv, "\f"sv, "\xC2\x85"sv, "\xC2\xA0"sv, "\xE1\x9A\x80"sv,
    "\xE2\x80\x80"sv, "\xE2\x80\x81"sv, "\xE2\x80\x82"sv, "\xE2\x80\x83"sv, "\xE2\x80\x84"sv,
    "\xE2\x80\x85"sv, "\xE2\x80\x86"sv, "\xE2\x80\x87"sv, "\xE2\x80\x88"sv, "\xE2\x80\x89"sv,
    "\xE2\x80\x8A"sv, "\xE2\x80\xA8"sv, "\xE2\x80\xA9"sv, "\xE2\x80\xAF"sv, "\xE2\x81\x9F"sv,
    "\xE3\x80\x80"sv};
// clang-format on

std::string_view trimmed(std::string_view text) noexcept {
    const auto begins = [&](std::string_view space) { return text.starts_with(space); };
    const auto ends = [&](std::string_view space) { return text.ends_with(space); };
    for (auto space = std::ranges::find_if(white_space, begins); space != white_space.end();
         space = std::ranges::find_if(white_space, begins))
        text.remove_prefix(space->size());
    for (auto space = std::ranges::find_if(white_space, ends); space != white_space.end();
         space = std::ranges::find_if(white_space, ends))
        text.remove_suffix(space->size());
    return text;
}

std::string_view take_line(std::string_view& text) noexcept {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

bool take(std::string_view& text, std::string_view what) noexcept {
    if (!text.starts_with(what)) return false;
    text.remove_prefix(what.size());
    return true;
}

void skip(std::string_view& text, std::string_view any_of) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(any_of), text.size()));
}

// A line of a change: what begins with `-` goes, with `+` comes, and the others stay.
void add_line(patched_file& file, std::string_view line) {
    if (line.empty() || line.starts_with("@@")) return;
    const char mark = line.front();
    const auto text = line.substr(1);
    if (mark != '+' && mark != '-' && mark != ' ') return;
    if (mark != '+' && file.does != patched_file::how::adds) file.before.append(text).push_back('\n');
    if (mark != '-') file.after.append(text).push_back('\n');
}

std::optional<patched_file> begins_file(std::string_view mark) {
    using enum patched_file::how;
    if (take(mark, adds_file)) return patched_file{.does = adds, .path = trimmed(mark)};
    if (take(mark, updates_file)) return patched_file{.does = updates, .path = trimmed(mark)};
    if (take(mark, removes_file)) return patched_file{.does = removes, .path = trimmed(mark)};
    return std::nullopt;
}

// A word that means nothing but itself, perhaps in quotes. Nothing: it is another one.
std::optional<std::string_view> take_folder(std::string_view& text) noexcept {
    skip(text, patch_blanks);
    const char quote = text.empty() ? '\0' : text.front();
    const bool quoted = quote == '\'' || quote == '"';
    const auto end = quoted ? text.find(quote, 1) : std::min(text.find_first_of(" \t\n"), text.size());
    if (end == text.npos) return std::nullopt;
    const auto folder = text.substr(quoted ? 1 : 0, quoted ? end - 1 : end);
    const auto plain = [quoted](char byte) { return plain_in_folder.has(byte) || (quoted && byte == ' '); };
    if (folder.empty() || folder.front() == '-' || !std::ranges::all_of(folder, plain)) return std::nullopt;
    text.remove_prefix(quoted ? end + 1 : end);
    return folder;
}

}  // namespace

std::vector<patched_file> files_of_patch(std::string_view patch) {
    std::vector<patched_file> files;
    while (!patch.empty()) {
        const auto line = take_line(patch);
        auto mark = trimmed(line);
        if (auto file = begins_file(mark))
            files.push_back(std::move(*file));
        else if (take(mark, moves_to)) {
            // One that moves no file, or a second time, is a file all the same.
            if (files.empty() || !files.back().moved_to.empty()) files.emplace_back().path = trimmed(mark);
            files.back().moved_to = trimmed(mark);
        } else if (!files.empty() && !mark.starts_with(any_mark)) {
            add_line(files.back(), line);
        }
    }
    return files;
}

std::optional<patch_command> read_patch_command(std::string_view command) {
    patch_command read;
    auto rest = command;
    skip(rest, " \t\n");
    if (take(rest, "cd ")) {
        const auto folder = take_folder(rest);
        if (!folder) return std::nullopt;
        read.folder = *folder;
        skip(rest, patch_blanks);
        if (!take(rest, "&&")) return std::nullopt;
        skip(rest, patch_blanks);
    }
    if (std::ranges::none_of(patch_programs, [&](std::string_view name) { return take(rest, name); }))
        return std::nullopt;
    skip(rest, patch_blanks);
    if (!take(rest, "<<")) return std::nullopt;
    skip(rest, patch_blanks);
    const char quote = rest.empty() ? '\0' : rest.front();
    const bool quoted = quote == '\'' || quote == '"';
    if (quoted) rest.remove_prefix(1);
    const auto delimiter = rest.substr(0, rest.find_first_not_of(delimiter_letters));
    rest.remove_prefix(delimiter.size());
    if (delimiter.empty() || (quoted && !take(rest, {&quote, 1}))) return std::nullopt;
    if (!trimmed(take_line(rest)).empty()) return std::nullopt;
    const char* const from = rest.data();
    while (!rest.empty()) {
        const auto line = take_line(rest);
        if (line != delimiter) continue;
        if (!trimmed(rest).empty()) return std::nullopt;
        read.patch = {from, static_cast<std::size_t>(line.data() - from)};
        // Without quotes around the delimiter these are the shell's.
        if (!quoted && read.patch.find_first_of("$`\\") != read.patch.npos) return std::nullopt;
        return read;
    }
    return std::nullopt;
}

std::string_view why_patch_is_unread(std::string_view command) {
    const bool named = std::ranges::any_of(
        patch_programs, [&](std::string_view name) { return command.find(name) != command.npos; });
    constexpr std::string_view not_all_read = "it names `apply_patch`, and not all that it runs can be read";
    if (command.size() > max_command_bytes) return named ? not_all_read : std::string_view();
    const shell_runs runs(command);
    if (!runs.complete() && named) return not_all_read;
    for (std::size_t run = 0; run < runs.size(); ++run)
        for (const auto& each : runs[run]) {
            const auto name = each.text.substr(each.text.rfind('/') + 1);
            if (!one_of(name, patch_programs)) continue;
            if (&each == &runs[run].front())
                return "it runs `apply_patch` in another way than as a patch, which is `apply_patch "
                       "<<'EOF'`, alone "
                       "or behind `cd DIR &&`, without comments";
            // Any word may be the program that another one runs, of which nothing is known.
            if (!runs.use(run).known() && !files_of_patch(command).empty())
                return "it may run `apply_patch` by a program of which nothing is known";
        }
    return {};
}

bool diff_creates_file(std::string_view diff) noexcept {
    while (!diff.empty()) {
        const auto line = take_line(diff);
        if (line.starts_with("@@")) return false;
        if (line == "--- /dev/null" || line == "--- a/dev/null") return true;
    }
    return false;
}

}  // namespace assent
