// opencode: `permission` in its settings, tool by tool and pattern by pattern. The last one that covers a use
// counts. A `*` there stands for any text, also for `/` and blanks.
#include "../install/json_settings.hpp"
#include "brought_rules.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view key_permission = "permission";
// The older name of an agent is a mode.
constexpr std::array<std::string_view, 2> keys_agents{"agent", "mode"};
constexpr std::string_view any = "*";

// It asks about folders outside of the project that these name, whatever allows the command. Source: 1.18.33.
constexpr std::array<std::string_view, 12> looked_through{"cd", "chdir", "popd",  "pushd", "rm",    "cp",
                                                          "mv", "mkdir", "touch", "chmod", "chown", "cat"};
constexpr std::string_view asks_about_folders =
    "there it asks about folders outside of the project all the same";

struct own_permission {
    std::string_view key;
    std::string_view tool;
    std::string_view field;
    enum class kind : unsigned char { command, path, address, text } about;
};
using kind = own_permission::kind;
constexpr own_permission permissions[] = {
    {.key = "bash", .tool = "Bash", .field = "command", .about = kind::command},
    {.key = "edit", .tool = "Edit", .field = "file_path", .about = kind::path},
    {.key = "read", .tool = "Read", .field = "file_path", .about = kind::path},
    {.key = "list", .tool = "LS", .field = "path", .about = kind::path},
    {.key = "webfetch", .tool = "WebFetch", .field = "url", .about = kind::address},
    {.key = "glob", .tool = "Glob", .field = "pattern", .about = kind::text},
    {.key = "grep", .tool = "Grep", .field = "pattern", .about = kind::text},
    {.key = "websearch", .tool = "WebSearch", .field = "query", .about = kind::text},
    {.key = "task", .tool = "Task", .field = "subagent_type", .about = kind::text},
    {.key = "skill", .tool = "Skill", .field = "skill", .about = kind::text},
    {.key = "todowrite", .tool = "TodoWrite", .field = {}, .about = kind::text},
    {.key = "todoread", .tool = "TodoRead", .field = {}, .about = kind::text},
};
// What is no tool: it is asked beside one.
constexpr std::array<std::string_view, 5> no_tools{"external_directory", "doom_loop", "question",
                                                   "plan_enter", "plan_exit"};

// One component of a path there, in which a `*` may stand for several.
std::optional<std::string> component_of_path(std::string_view part, bool last, bool allows) {
    if (part.empty() || part == "." || part == "..") return std::nullopt;
    if (part.find_first_not_of('*') == std::string_view::npos)
        return std::string(last || !allows ? "**" : any);
    std::string inside(part);
    const bool begins = inside.starts_with('*'), ends = inside.ends_with('*');
    while (inside.starts_with('*')) inside.erase(0, 1);
    while (inside.ends_with('*')) inside.pop_back();
    if (inside.find_first_of(allows ? "[]{}\\" : "[]{}\\*?") != std::string::npos) return std::nullopt;
    return fmt::format("{}{}{}{}", begins ? "**/*" : "", inside, ends ? "*" : "",
                       ends && !allows ? "/**" : "");
}

class permission_reader {
public:
    permission_reader(const settings_source& source, brought_rules& into) : source_(source), into_(into) {}

    void read(const json_value& value, std::string agent) {
        agent_ = std::move(agent);
        if (value.is_string()) return read_one(any, any, value);
        if (!value.is_object())
            throw unfit_settings(fmt::format("{}: expected an object or a text", key_permission));
        for (const auto& [key, said] : value.get_object()) {
            if (!said.is_object()) {
                read_one(key, any, said);
                continue;
            }
            for (const auto& [pattern, decision] : said.get_object()) read_one(key, pattern, decision);
        }
    }

private:
    void add(brought_rule rule) {
        constexpr double rules_of_a_file = 1e6;
        rule.strength = static_cast<double>(source_.number) * rules_of_a_file + ++count_;
        const bool merged = source_.number > 0 && rule.behavior == rule_behavior::allow;
        if (merged) rule.why = "opencode merges its files, and what counts more there is not known";
        if (!agent_.empty()) {
            rule.why = "it holds for one agent of opencode";
            rule.strength = std::numeric_limits<double>::infinity();
        }
        if (!rule.why.empty()) rule.rule.reset();
        into_.rules.push_back(std::move(rule));
    }
    void read_one(std::string_view key, std::string_view pattern, const json_value& decision) {
        std::string word;
        append_json(word, decision);
        constexpr std::array known{rule_behavior::deny, rule_behavior::ask, rule_behavior::allow};
        const auto found = std::ranges::find_if(known, [&](rule_behavior each) {
            return decision.is_string() && std::string_view(decision.get_string()) == to_string(each);
        });
        if (found == known.end())
            throw unfit_settings(
                fmt::format("{}.{}: expected allow, ask or deny, got {}", key_permission, key, word));
        behavior_ = *found;
        written_ = agent_.empty() ? std::string(key) : fmt::format("{}.{}", agent_, key);
        const bool whole = pattern.find_first_not_of('*') == std::string_view::npos && !pattern.empty();
        if (!whole) written_ += fmt::format(" {}", pattern);
        read_pattern(key, whole ? std::string_view() : pattern, whole);
    }
    void read_pattern(std::string_view key, std::string_view pattern, bool whole) {
        const auto own = std::ranges::find(permissions, key, &own_permission::key);
        if (own != std::end(permissions)) return whole ? read_whole(*own) : read_partly(*own, pattern);
        if (std::ranges::find(no_tools, key) != no_tools.end())
            return leave_out(key, "it is asked beside a use of a tool, and is none");
        if (!whole) return leave_out(key, "what a pattern means for this tool is not known");
        const bool wild = key.find_first_of("*?\\") != std::string_view::npos;
        const bool some_own = std::ranges::any_of(permissions, [&](const own_permission& each) {
            return each.key.starts_with(key.substr(0, key.find_first_of("*?\\")));
        });
        if (wild && key != any && (some_own || behavior_ == rule_behavior::allow))
            return leave_out(any, "which tools are meant is not known");
        add(import::fielded(behavior_, written_, std::string(key)));
    }
    void leave_out(std::string_view tool, std::string_view why) {
        add(import::left_out(behavior_, written_, std::string(tool), std::string(why)));
    }

    [[nodiscard]] bool allows() const { return behavior_ == rule_behavior::allow; }
    void read_whole(const own_permission& own) {
        if (!allows() || (own.about != kind::command && own.about != kind::path && own.tool != "Glob" &&
                          own.tool != "Grep"))
            return add(import::fielded(behavior_, written_, std::string(own.tool)));
        if (own.tool == "Edit" && !source_.folders.root.empty()) return read_path(own, "**");
        leave_out(own.tool, asks_about_folders);
    }
    void read_partly(const own_permission& own, std::string_view pattern) {
        switch (own.about) {
            case kind::command: return read_command(pattern);
            case kind::path: return read_path(own, pattern);
            case kind::address: return read_address(own, pattern);
            case kind::text: break;
        }
        if (pattern.find('\\') != std::string_view::npos ||
            (allows() && (own.tool == "Glob" || own.tool == "Grep")))
            return leave_out(own.tool, allows() ? asks_about_folders : "expected a pattern without `\\`");
        add(import::fielded(behavior_, written_, std::string(own.tool), own.field, pattern));
    }
    void read_command(std::string_view pattern) {
        if (pattern.ends_with(":*"))
            return add([&] {
                auto made =
                    import::left_out(behavior_, written_, "Bash", "`:*` means something else in a policy");
                made.begins = pattern.substr(0, pattern.find('*'));
                return made;
            }());
        auto made = import::nested(behavior_, written_, {"Bash", std::string(pattern)}, source_);
        if (allows() && names_folders(pattern, made.begins)) {
            made.rule.reset();
            made.why = asks_about_folders;
        }
        add(std::move(made));
    }
    // It may cover a command that opencode looks through, with a path that is not of the project.
    static bool names_folders(std::string_view pattern, std::string_view begins) {
        const bool fixed = pattern.find('*') == std::string_view::npos &&
                           pattern.find("..") == std::string_view::npos &&
                           pattern.find(" /") == std::string_view::npos &&
                           pattern.find_first_of("~$\"'\\") == std::string_view::npos;
        const auto program = begins.substr(0, begins.find(' '));
        const bool ends_in_program =
            program.size() == begins.size() && pattern.substr(program.size()).starts_with('*');
        return !fixed && std::ranges::any_of(looked_through, [&](std::string_view each) {
            return each == program || (ends_in_program && each.starts_with(program));
        });
    }
    void read_path(const own_permission& own, std::string_view pattern) {
        std::string begin = allows() ? source_.folders.root : std::string();
        std::string rest(pattern);
        for (const std::string_view home : {"~/", "$HOME/"})
            if (rest.starts_with(home)) {
                rest.erase(0, home.size());
                begin = source_.folders.home;
            }
        const bool absolute = rest.starts_with('/');
        if (absolute) rest.erase(0, 1);
        if (allows() && (begin.empty() || absolute || begin == source_.folders.home))
            return leave_out(own.tool, "it begins in the folder of a project");
        std::string made = begin.empty() ? (absolute ? "" : "**") : escape_pattern(begin, field_kind::path);
        for (std::size_t from = 0; from <= rest.size();) {
            const auto slash = std::min(rest.find('/', from), rest.size());
            const auto part = component_of_path(std::string_view(rest).substr(from, slash - from),
                                                slash == rest.size(), allows());
            if (!part) return leave_out(own.tool, "a `*` or a sign inside a name reaches further there");
            made.append("/").append(*part);
            from = slash + 1;
        }
        constexpr std::string_view twice = "**/**";
        for (auto at = made.find(twice); at != std::string::npos; at = made.find(twice)) made.erase(at, 3);
        add(import::fielded(behavior_, written_, std::string(own.tool), own.field, made));
        if (own.tool != "Edit" || !allows()) return;
        add(import::fielded(behavior_, written_, "Write", own.field, made));
    }
    // The host has to be there in full.
    void read_address(const own_permission& own, std::string_view pattern) {
        const auto scheme = pattern.find("://");
        const auto slash = scheme == std::string_view::npos ? scheme : pattern.find('/', scheme + 3);
        const auto host = pattern.substr(0, std::min(slash, pattern.size()));
        const bool http = pattern.starts_with("http://") || pattern.starts_with("https://");
        if (!http || slash == std::string_view::npos || host.find_first_of("*?\\@") != std::string_view::npos)
            return leave_out(own.tool, "expected `https://`, a host, `/`, and a pattern for what follows");
        add(import::fielded(behavior_, written_, std::string(own.tool), own.field, pattern));
    }

    const settings_source& source_;
    brought_rules& into_;
    std::string agent_{};
    rule_behavior behavior_ = rule_behavior::deny;
    std::string written_{};
    double count_ = 0;
};

}  // namespace

brought_rules import::opencode(std::string_view settings, const settings_source& source) {
    brought_rules made;
    if (source.file.extension() == ".md") {  // an agent of the user's own
        if (settings.find(key_permission) != settings.npos)
            made.rules.push_back(left_out(rule_behavior::deny, source.file.filename().string(),
                                          std::string(any), "it holds for one agent of opencode"));
        return made;
    }
    const std::string text = without_json_comments(settings);
    permission_reader reader(source, made);
    if (const auto member = json_settings::value_in(text, {key_permission}))
        reader.read(parse_scanned(*member), {});
    for (const auto key : keys_agents) {
        const auto agents = json_settings::value_in(text, {key});
        const auto read = agents ? parse_scanned(*agents) : json_value();
        if (!read.is_object()) continue;
        for (const auto& [name, agent] : read.get_object())
            if (const auto* const own =
                    agent.is_object() ? agent.get_object().if_contains(key_permission) : nullptr)
                reader.read(*own, fmt::format("{}.{}", key, std::string_view(name)));
    }
    if (json_settings::value_in(text, {"tools"}))
        made.notes.emplace_back("tools: the agent does not have those tools then");
    return made;
}

}  // namespace assent::cli
