#include "answers_file.hpp"

#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/time.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr auto key_answers = "answers"sv;
constexpr auto key_rule = "rule"sv, key_folder = "folder"sv, key_agent = "agent"sv, key_by = "by"sv,
               key_user = "user"sv, key_given = "given"sv, key_question = "question"sv, key_uses = "uses"sv,
               key_last_used = "last_used"sv, key_runs = "runs"sv;
constexpr std::array answer_keys{key_rule,  key_folder,   key_agent, key_by,        key_user,
                                 key_given, key_question, key_uses,  key_last_used, key_runs};
// Of a text that is run by its name.
constexpr auto key_file = "file"sv, key_member = "member"sv, key_sha256 = "sha256"sv;
constexpr std::array text_keys{key_file, key_member, key_sha256};
constexpr std::size_t sha256_digits = 64;

constexpr const char* time_form = "%Y-%m-%dT%H:%M:%SZ";
constexpr mode_t answers_mode = S_IRUSR | S_IWUSR;
constexpr mode_t all_modes = S_IRWXU | S_IRWXG | S_IRWXO;
constexpr std::chrono::milliseconds answers_lock_look{5};
constexpr std::size_t max_found_bytes = 60;

[[noreturn]] void refuse(const fs::path& file, std::string_view field, std::string_view expected,
                         std::string_view found) {
    throw unreadable_answers(
        fmt::format("{}: {}{}expected {}, found {}; nothing that is in it holds until that is mended",
                    display_text(file.string()), field, field.empty() ? "" : ": ", expected, found));
}

std::string shown_value(const json_value* value) {
    if (value == nullptr) return "nothing";
    std::string text;
    append_json(text, *value);
    const auto beginning = beginning_of(text, max_found_bytes);
    return fmt::format("`{}{}`", display_text(beginning), beginning.size() < text.size() ? "..." : "");
}

bool is_answer_time(const std::string& text) {
    std::tm parts{};
    constexpr std::size_t bytes = std::string_view("2026-11-28T05:19:16Z").size();
    return text.size() == bytes && ::strptime(text.c_str(), time_form, &parts) == text.data() + bytes;
}

// One entry, read member by member.
class entry_reader {
public:
    entry_reader(const answers_place& place, std::size_t number, const json_value& value)
        : place_(place), where_(fmt::format("{}[{}]", key_answers, number)) {
        if (!value.is_object()) refuse(place.file, where_, "an object", shown_value(&value));
        members_ = &value.get_object();
        for (const auto& member : *members_)
            if (const std::string_view name = member.key();
                std::ranges::find(answer_keys, name) == answer_keys.end())
                refuse(place.file, field(name), "no such member",
                       fmt::format("it{}", did_you_mean(name, answer_keys)));
    }

    [[nodiscard]] stored_answer read() const {
        const auto folder = text(key_folder, "an absolute folder");
        const auto agent = text(key_agent, "an agent such as `claude`");
        auto texts = runs();
        rule_condition condition{.agent = agent, .folder = folder, .below = texts.empty()};
        if (const auto flaw = condition.find_flaw())
            refuse(place_.file, field(flaw->key), flaw->expected, shown_value(found(flaw->key)));
        if (!folder.starts_with('/'))
            refuse(place_.file, field(key_folder), "an absolute folder",
                   fmt::format("`{}`", display_text(folder)));
        if (agent.empty()) refuse(place_.file, field(key_agent), "an agent such as `claude`", "``");
        const auto rule = text(key_rule, "a rule such as `Bash(npm test)`");
        auto made = parse_rule(rule, rule_behavior::allow, rule_origin::stored, false, place_.home);
        if (!made)
            refuse(place_.file, field(key_rule), "a rule such as `Bash(npm test)`",
                   fmt::format("`{}` ({})", display_text(rule), made.error().message));
        if (made->unconstrained())
            refuse(place_.file, field(key_rule), "a rule that names a tool", "every use of every tool");
        auto placed = std::make_shared<const rule_condition>(condition.placed(place_.home, place_.look));
        return {.rule = made->with_condition(std::move(placed)),
                .runs = std::move(texts),
                .by = text(key_by, "`web` or `terminal`"),
                .user = text(key_user, "the number of a user"),
                .given = time(key_given),
                .question = text(key_question, "a text"),
                .uses = count(),
                .last_used = members_->contains(key_last_used) ? time(key_last_used) : std::string()};
    }

private:
    [[nodiscard]] std::string field(std::string_view name) const {
        return fmt::format("{}.{}", where_, display_text(name));
    }
    [[nodiscard]] const json_value* found(std::string_view name) const { return members_->if_contains(name); }
    [[nodiscard]] std::string text(std::string_view name, std::string_view expected) const {
        const auto* const value = found(name);
        if (value == nullptr || !value->is_string())
            refuse(place_.file, field(name), expected, shown_value(value));
        return std::string(value->get_string());
    }
    [[nodiscard]] std::string time(std::string_view name) const {
        constexpr auto expected = "a time such as `2026-11-28T05:19:16Z`"sv;
        auto said = text(name, expected);
        if (!is_answer_time(said)) refuse(place_.file, field(name), expected, shown_value(found(name)));
        return said;
    }
    [[nodiscard]] std::size_t count() const {
        const auto* const value = found(key_uses);
        if (value == nullptr || !value->is_int64() || value->get_int64() < 0)
            refuse(place_.file, field(key_uses), "how often it was used, 0 or more", shown_value(value));
        return static_cast<std::size_t>(value->get_int64());
    }

    [[nodiscard]] std::vector<named_text> runs() const {
        const auto* const value = found(key_runs);
        if (value == nullptr) return {};
        const auto where = field(key_runs);
        if (!value->is_array() || value->get_array().size() > max_named_texts)
            refuse(place_.file, where, fmt::format("a list of at most {} texts", max_named_texts),
                   shown_value(value));
        std::vector<named_text> texts;
        for (const auto& each : value->get_array()) {
            if (!each.is_object()) refuse(place_.file, where, "an object for each text", shown_value(&each));
            texts.push_back(text_named(each.get_object(), where));
        }
        return texts;
    }
    [[nodiscard]] named_text text_named(const json_object& members, std::string_view where) const {
        for (const auto& member : members)
            if (const std::string_view name = member.key();
                std::ranges::find(text_keys, name) == text_keys.end())
                refuse(place_.file, fmt::format("{}.{}", where, display_text(name)), "no such member", "it");
        const auto text = [&](std::string_view name, std::string_view expected, const auto& is_so) {
            const auto* const value = members.if_contains(name);
            const bool good =
                value != nullptr && value->is_string() && is_so(std::string(value->get_string()));
            if (!good) refuse(place_.file, fmt::format("{}.{}", where, name), expected, shown_value(value));
            return std::string(value->get_string());
        };
        const auto is_digest = [](const std::string& said) {
            return said.empty() || (said.size() == sha256_digits &&
                                    said.find_first_not_of("0123456789abcdef") == std::string::npos);
        };
        return {.file = text(key_file, "an absolute path",
                             [](const std::string& said) { return said.starts_with('/'); }),
                .member =
                    text(key_member, "the name of a member, or ``", [](const std::string&) { return true; }),
                .sha256 = text(key_sha256, "64 hexadecimal digits, or ``", is_digest)};
    }

    const answers_place& place_;
    std::string where_;
    const json_object* members_ = nullptr;
};

json_array kept_texts(const std::vector<named_text>& texts) {
    json_array list;
    for (const auto& each : texts)
        list.push_back(json_object{
            {key_file, each.file.native()}, {key_member, each.member}, {key_sha256, each.sha256}});
    return list;
}

std::vector<stored_answer> understand(const answers_place& place, const std::string& text) {
    json_scanner scanner;
    if (scanner.scan(text, json_scanner::duplicates::everywhere) || scanner.kind() != json_kind::object)
        refuse(place.file, {}, "one JSON object without keys that stand twice", "another text");
    const auto read = parse_scanned(text).get_object();
    for (const auto& member : read)
        if (std::string_view(member.key()) != key_answers)
            refuse(place.file, display_text(member.key()), "no such member", "it");
    const auto* const list = read.if_contains(key_answers);
    if (list == nullptr || !list->is_array())
        refuse(place.file, key_answers, "a list of answers", shown_value(list));
    if (list->get_array().size() > max_kept_answers)
        refuse(place.file, key_answers, fmt::format("at most {} answers", max_kept_answers),
               std::to_string(list->get_array().size()));
    std::vector<stored_answer> all;
    for (const auto& each : list->get_array()) all.push_back(entry_reader(place, all.size(), each).read());
    return all;
}

// False: there is none.
bool require_own_answers(const fs::path& file) {
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) return false;
        throw std::runtime_error(
            fmt::format("{}: {}", file.string(), std::generic_category().message(errno)));
    }
    if (!S_ISREG(status.st_mode))
        refuse(file, {}, "a regular file", S_ISLNK(status.st_mode) ? "a link" : "something else");
    if (status.st_uid != ::geteuid())
        refuse(file, {}, fmt::format("a file of user {}", ::geteuid()),
               fmt::format("user {}", status.st_uid));
    if ((status.st_mode & all_modes) != answers_mode)
        refuse(file, {}, "mode 0600 (`chmod 600` makes it so)",
               fmt::format("mode {:04o}", status.st_mode & all_modes));
    if (const auto why = why_not_own(file.parent_path()); !why.empty())
        refuse(file, {}, "a folder that only its user may change", why);
    return true;
}

std::string text_of(const std::vector<stored_answer>& all) {
    std::string text = fmt::format("{{\"{}\":[", key_answers);
    for (const auto& each : all) {
        const auto& condition = *each.rule.condition();
        json_object entry{{key_rule, each.rule.text()},  {key_folder, condition.folder},
                          {key_agent, condition.agent},  {key_by, each.by},
                          {key_user, each.user},         {key_given, each.given},
                          {key_question, each.question}, {key_uses, each.uses}};
        if (!each.last_used.empty()) entry[key_last_used] = each.last_used;
        if (!each.runs.empty()) entry[key_runs] = kept_texts(each.runs);
        text += &each == all.data() ? "\n" : ",\n";
        append_json(text, entry);
    }
    return text += all.empty() ? "]}\n" : "\n]}\n";
}

// The folder is locked: the file itself is another one after each change.
detail::unique_descriptor locked_folder(const fs::path& folder) {
    detail::unique_descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() < 0)
        throw std::runtime_error(
            fmt::format("{}: {}", folder.string(), std::generic_category().message(errno)));
    const auto give_up = std::chrono::steady_clock::now() + longest_answers_wait;
    while (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
        if (std::chrono::steady_clock::now() > give_up)
            throw std::runtime_error(fmt::format("another program has locked {} for {}", folder.string(),
                                                 duration_text(longest_answers_wait)));
        std::this_thread::sleep_for(answers_lock_look);
    }
    return opened;
}

}  // namespace

stored_answer with_texts_of_now(stored_answer answer) {
    rule_condition condition = *answer.rule.condition();
    answer.runs = texts_named_by(answer.rule, condition.folder);
    condition.below = answer.runs.empty();
    answer.rule = answer.rule.with_condition(std::make_shared<const rule_condition>(std::move(condition)));
    return answer;
}

bool runs_what_it_ran(const stored_answer& answer) {
    if (!answer.runs.empty()) return std::ranges::all_of(answer.runs, is_as_it_was);
    try {
        return texts_named_by(answer.rule, answer.rule.condition()->folder).empty();
    } catch (const std::exception&) {
        return false;
    }
}

fs::path answers_path(const fs::path& state) {
    return state.empty() ? state : state / "assent" / "answers.json";
}

std::vector<stored_answer> read_answers(const answers_place& place) {
    if (!require_own_answers(place.file)) return {};
    std::optional<std::string> text;
    try {
        text = user_file(place.file).text();
    } catch (const std::exception& error) {
        refuse(place.file, {}, "a text that can be read", error.what());
    }
    return text ? understand(place, *text) : std::vector<stored_answer>();
}

bool leads_to_itself(const rule_condition& where) {
    std::error_code error;
    return std::filesystem::canonical(where.folder, error) == where.folder && !error;
}

fs::path change_answers(const answers_place& place,
                        const std::function<bool(std::vector<stored_answer>&)>& change) {
    const auto folder = place.file.parent_path();
    static_cast<void>(make_folders(folder));
    const auto lock = locked_folder(folder);
    std::vector<stored_answer> all;
    bool readable = true;
    try {
        all = read_answers(place);
    } catch (const unreadable_answers&) {
        readable = false;
    }
    if (!change(all)) return {};
    const auto aside = readable ? fs::path() : set_aside(place.file);
    try {
        user_file(place.file).replace(text_of(all));
    } catch (const std::exception&) {
        std::error_code unknown;
        if (!aside.empty()) fs::rename(aside, place.file, unknown);
        throw;
    }
    return aside;
}

std::string answer_time(std::chrono::system_clock::time_point at) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(at)));
}

}  // namespace assent::cli
