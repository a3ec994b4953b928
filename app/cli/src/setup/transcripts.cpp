#include "transcripts.hpp"

#include "../files/counted.hpp"
#include "../history/judged_alone.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

struct told_call {
    std::string tool, cwd;
    json_object input;
};

// The newest first. Links are not followed.
std::vector<fs::path> transcripts_in(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    std::error_code error;
    for (fs::directory_iterator project(folder, error), end; !error && project != end;
         project.increment(error)) {
        if (!project->is_directory(error) || project->is_symlink(error)) continue;
        std::error_code inside;
        for (fs::directory_iterator file(project->path(), inside); !inside && file != end;
             file.increment(inside))
            if (file->path().extension() == ".jsonl" &&
                file->symlink_status(inside).type() == fs::file_type::regular)
                found.emplace_back(file->last_write_time(inside), file->path());
    }
    std::ranges::sort(found, std::ranges::greater(), &std::pair<fs::file_time_type, fs::path>::first);
    if (found.size() > max_read_transcripts) found.resize(max_read_transcripts);
    std::vector<fs::path> files;
    for (auto& each : found) files.push_back(std::move(each.second));
    return files;
}

std::string text_in(const json_object& members, std::string_view key) {
    const auto* const found = members.if_contains(key);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

// \return nothing for what is none, or cannot be read
void add_calls_of(std::string_view line, std::vector<told_call>& into) {
    json_scanner scanner;
    if (scanner.scan(line, json_scanner::duplicates::everywhere) || scanner.kind() != json_kind::object)
        return;
    const auto read = parse_scanned(line);
    const auto& members = read.get_object();
    const auto* const message = members.if_contains("message");
    const auto* const content =
        message != nullptr && message->is_object() ? message->get_object().if_contains("content") : nullptr;
    if (content == nullptr || !content->is_array()) return;
    for (const auto& each : content->get_array()) {
        if (!each.is_object() || text_in(each.get_object(), "type") != "tool_use") continue;
        const auto* const input = each.get_object().if_contains("input");
        const auto tool = text_in(each.get_object(), "name");
        if (valid_tool_name(tool) && input != nullptr && input->is_object())
            into.push_back({tool, text_in(members, "cwd"), input->get_object()});
    }
}

std::vector<told_call> calls_in(const fs::path& file) {
    std::vector<told_call> calls;
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::streamoff>(stream.tellg());
    if (!stream || size < 0) return calls;
    const auto most = static_cast<std::streamoff>(max_transcript_bytes);
    const auto from = std::max<std::streamoff>(0, size - most);
    std::string text(static_cast<std::size_t>(size - from), '\0');
    stream.seekg(from);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, stream.gcount())));
    // A line of which the beginning is missing is none.
    std::size_t begin = from == 0 ? 0 : std::min(text.find('\n'), text.size());
    for (; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        if (end > begin) add_calls_of(std::string_view(text).substr(begin, end - begin), calls);
        begin = end + 1;
    }
    return calls;
}

enum class becomes : unsigned char { runs, open, asked, denied };

becomes decide(const ready_policy& by, const told_call& told, path_resolver& paths,
               repository_settings& repositories) {
    const auto input = make_input(told.input);
    const auto use = standard_use::of(
        agent_program::claude, {.tool_name = told.tool, .input = *input, .cwd = told.cwd, .agent = "claude"});
    if (!use) return becomes::denied;
    becomes sum = becomes::runs;
    for (const auto& part : use->parts()) {
        const auto decided = judged_alone(by, part.call, paths, repositories).decided;
        sum = std::max(sum, decided.denied()    ? becomes::denied
                            : decided.allowed() ? becomes::runs
                            : decided.insists() ? becomes::asked
                                                : becomes::open);
    }
    return sum;
}

std::string named(const told_call& call) {
    const auto command = text_in(call.input, "command");
    const auto file = text_in(call.input, "file_path");
    constexpr std::size_t most = 60;
    const std::string text = display_text(command.empty() ? file : command);
    return fmt::format("{} {}", display_text(call.tool), beginning_of(text, most));
}

}  // namespace

std::string measured(const fs::path& folder, const ready_policy& own, const ready_policy& now, bool alone) {
    std::vector<told_call> calls;
    for (const auto& file : transcripts_in(folder)) {
        auto more = calls_in(file);
        // The last ones of each.
        for (auto each = more.rbegin(); each != more.rend() && calls.size() < max_measured_calls; ++each)
            calls.push_back(std::move(*each));
        if (calls.size() == max_measured_calls) break;
    }
    if (calls.empty()) return {};
    filesystem_path_resolver paths;
    git_repository_settings repositories;
    std::size_t covered = 0, counts[4] = {};
    std::string denied;
    std::vector<std::string> newly_asked, asked;
    for (const auto& each : calls) {
        const bool ran = decide(own, each, paths, repositories) == becomes::runs;
        if (ran) ++covered;
        const auto what = decide(now, each, paths, repositories);
        ++counts[static_cast<std::size_t>(what)];
        if (what == becomes::denied) denied += fmt::format("    denied: {}\n", named(each));
        if (what == becomes::asked) (ran ? newly_asked : asked).push_back(named(each));
    }
    const auto of = [&](becomes what) { return counts[static_cast<std::size_t>(what)]; };
    std::string list;
    for (auto& each : newly_asked) each = fmt::format("    asked, and not before: {}\n", each);
    for (const auto& each : asked) newly_asked.push_back(fmt::format("    asked: {}\n", each));
    for (std::size_t i = 0; i < newly_asked.size() && i < max_listed_questions; ++i) list += newly_asked[i];
    if (newly_asked.size() > max_listed_questions)
        list += fmt::format("    and {} more\n", newly_asked.size() - max_listed_questions);
    return fmt::format(
        "The last {} in Claude's transcripts, as this would decide them:\n"
        "  {:>5} {}; your rules in Claude alone allow {}, and Claude passes some by itself\n"
        "  {:>5} left to Claude, which decides as it does now\n"
        "  {:>5} asked about\n{}"
        "  {:>5} denied\n{}",
        counted(calls.size(), "call"), of(becomes::runs),
        alone ? "run without a question"
              : "allowed, and left to Claude for the other hook: no question is spared",
        covered, of(becomes::open), of(becomes::asked), list, of(becomes::denied), denied);
}

}  // namespace assent::cli
