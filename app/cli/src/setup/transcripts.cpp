#include "transcripts.hpp"

#include "../files/counted.hpp"
#include "../history/judged_alone.hpp"
#include "../install/agent_place.hpp"
#include "../options/options.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

struct told_call {
    std::string id, tool, cwd, session;
    wall_time time{};
    json_object input;
    told_end end = told_end::unknown;
};
// By their ids, where they are in the list.
using places_of_calls = std::map<std::string, std::size_t, std::less<>>;

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

wall_time time_in(const std::string& text) {
    std::tm parts{};
    if (::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts) == nullptr) return {};
    return wall_time(std::chrono::seconds(::timegm(&parts)));
}

// The words of Claude Code 2.1 with which a result says what became of a call.
told_end told_end_in(const json_object& result) {
    const auto* const failed = result.if_contains("is_error");
    if (failed == nullptr || !failed->is_bool() || !failed->get_bool()) return told_end::ran;
    auto text = text_in(result, "content");
    const auto* const parts = result.if_contains("content");
    if (parts != nullptr && parts->is_array())
        for (const auto& each : parts->get_array())
            if (each.is_object()) text += text_in(each.get_object(), "text");
    const auto begins = [&](std::string_view words) { return text.starts_with(words); };
    if (begins("The user doesn't want to ")) return told_end::refused;
    const bool forbidden = (begins("Permission to use ") && text.ends_with("has been denied.")) ||
                           (begins("PreToolUse:") && text.find(" hook error: ") != text.npos) ||
                           text.find("denied by your permission settings") != text.npos;
    if (forbidden) return told_end::forbidden;
    return begins("Exit code ") ? told_end::ran : told_end::failed;
}

void add_use(const json_object& use, const json_object& line, std::vector<told_call>& into,
             places_of_calls& known) {
    const auto* const input = use.if_contains("input");
    auto tool = text_in(use, "name");
    auto id = text_in(use, "id");
    if (!valid_tool_name(tool) || input == nullptr || !input->is_object()) return;
    if (!id.empty() && !known.emplace(id, into.size()).second) return;  // told before
    into.push_back({std::move(id), std::move(tool), text_in(line, "cwd"), text_in(line, "sessionId"),
                    time_in(text_in(line, "timestamp")), input->get_object()});
}

// \return false for what is none, or cannot be read
bool add_calls_of(std::string_view text, std::vector<told_call>& into, places_of_calls& known) {
    json_scanner scanner;
    if (scanner.scan(text, json_scanner::duplicates::everywhere) || scanner.kind() != json_kind::object)
        return false;
    const auto read = parse_scanned(text);
    const auto& line = read.get_object();
    const auto* const message = line.if_contains("message");
    const auto* const content =
        message != nullptr && message->is_object() ? message->get_object().if_contains("content") : nullptr;
    if (content == nullptr || !content->is_array()) return true;
    for (const auto& each : content->get_array()) {
        if (!each.is_object()) continue;
        const auto& part = each.get_object();
        const auto type = text_in(part, "type");
        if (type == "tool_use") add_use(part, line, into, known);
        if (type != "tool_result") continue;
        const auto about = known.find(text_in(part, "tool_use_id"));
        if (about == known.end()) continue;
        auto& end = into[about->second].end;
        end = std::max(end, told_end_in(part));
    }
    return true;
}

// The end of a file, where that is a regular one: no link, and nothing that would be waited for.
std::optional<std::string> end_of_transcript(const fs::path& file, bool& whole) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
    if (descriptor < 0) return std::nullopt;
    struct stat status {};
    std::optional<std::string> text;
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        const auto from = std::max<off_t>(0, status.st_size - static_cast<off_t>(max_transcript_bytes));
        whole = from == 0;
        text.emplace(static_cast<std::size_t>(status.st_size - from), '\0');
        std::size_t size = 0;
        for (ssize_t more = 1; more > 0 && size < text->size(); size += static_cast<std::size_t>(more))
            more = std::max<ssize_t>(0, ::pread(descriptor, text->data() + size, text->size() - size,
                                                from + static_cast<off_t>(size)));
        text->resize(size);
    }
    ::close(descriptor);
    return text;
}

// \return nothing: the file is no transcript
std::optional<std::vector<told_call>> calls_in(const fs::path& file) {
    bool whole = true;
    const auto text = end_of_transcript(file, whole);
    if (!text) return std::nullopt;
    std::vector<told_call> calls;
    places_of_calls known;
    bool any = text->empty();
    // A line of which the beginning is missing is none.
    std::size_t begin = whole ? 0 : std::min(text->find('\n'), text->size());
    for (; begin < text->size();) {
        const auto end = std::min(text->find('\n', begin), text->size());
        if (end > begin)
            any = add_calls_of(std::string_view(*text).substr(begin, end - begin), calls, known) || any;
        begin = end + 1;
    }
    if (!any) return std::nullopt;
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

// As a record would have it: one for each call of a standard tool that it is.
void tell_call(const told_call& told, const std::function<void(recorded_event, told_end)>& take) {
    const auto input = make_input(told.input);
    const auto use = standard_use::of(
        agent_program::claude, {.tool_name = told.tool, .input = *input, .cwd = told.cwd, .agent = "claude"});
    if (!use) return;
    for (const auto& part : use->parts()) {
        if (part.only_against) continue;
        recorded_event event;
        event.time = told.time;
        event.tool_name = part.call.tool_name;
        event.own_name = part.call.own_name;
        event.agent = "claude";
        event.session_id = told.session;
        event.cwd = part.call.cwd;
        event.decision = told.end == told_end::ran ? outcome::allow : outcome::deny;
        event.source = told.end == told_end::refused ? decision_source::callback : decision_source::rule;
        if (told.end == told_end::refused) event.end = question_end::denied;
        event.input = part.call.input.retain();
        take(std::move(event), told.end);
    }
}

std::vector<fs::path> meant_transcripts(const std::string& file, std::string_view command) {
    if (!file.empty()) return {file};
    const auto folder = folder_of(*chosen_agents({"claude"}, hooks_of::user).front()) / "projects";
    auto files = transcripts_in(folder);
    if (files.empty())
        throw usage_error(fmt::format("{}: there are no transcripts of Claude in {}", command,
                                      display_text(folder.string())));
    return files;
}

}  // namespace

void walk_transcripts(const std::string& file, std::string_view command,
                      const std::function<void(recorded_event call, told_end end)>& take) {
    const auto files = meant_transcripts(file, command);
    // A session that goes on elsewhere is told there, too: of several words for one call the strictest
    // counts.
    std::map<std::string, told_end, std::less<>> ends;
    for (const auto& each : files) {
        const auto calls = calls_in(each).value_or(std::vector<told_call>());
        for (const auto& call : calls) {
            auto& end = ends.emplace(call.id, call.end).first->second;
            end = std::max(end, call.end);
        }
    }
    std::set<std::string, std::less<>> told;
    for (const auto& each : files) {
        auto calls = calls_in(each);
        if (!calls && !file.empty())
            throw usage_error(
                fmt::format("{}: {} is no transcript: expected a regular file with lines of "
                            "JSON, and no link",
                            command, display_text(file)));
        if (!calls) continue;
        for (auto& call : *calls) {
            if (!call.id.empty() && !told.insert(call.id).second) continue;
            if (!call.id.empty()) call.end = std::max(call.end, ends.at(call.id));
            tell_call(call, take);
        }
    }
}

std::string measured(const fs::path& folder, const ready_policy& own, const ready_policy& now, bool alone) {
    std::vector<told_call> calls;
    for (const auto& file : transcripts_in(folder)) {
        auto more = calls_in(file).value_or(std::vector<told_call>());
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
