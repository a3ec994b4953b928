#include <assent/adapters/control/wire/nested_rule.hpp>

#include "rule_marks.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/rule_condition.hpp>
#include <assent/domain/tools/tool_fields.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Words that begin something else than a simple command.
constexpr std::array reserved{"if"sv,    "then"sv,   "else"sv,     "elif"sv, "fi"sv,    "for"sv,
                              "while"sv, "until"sv,  "do"sv,       "done"sv, "case"sv,  "esac"sv,
                              "in"sv,    "select"sv, "function"sv, "time"sv, "coproc"sv};

// A character that no shell and no pattern gives a meaning of its own.
bool plain_in_words(char byte) noexcept {
    return byte > ' ' && byte <= '~' && ";&|<>(){}[]$`\\'\"#!*?~"sv.find(byte) == std::string_view::npos;
}

// The same, and a `~`: a rule that denies compares it as it stands, as the agent does.
bool plain_for(rule_behavior behavior, char byte) noexcept {
    return plain_in_words(byte) || (byte == '~' && !has_to_prove(behavior));
}

// The text is words between single blanks, which every shell takes as they stand, and the first of which is
// the program. Then the agent, which compares texts, and this library, which compares words, see the same.
bool plain_words(std::string_view text, rule_behavior behavior = rule_behavior::allow) noexcept {
    if (text.empty() || text.front() == ' ' || text.back() == ' ' ||
        text.find("  ") != std::string_view::npos)
        return false;
    const auto program = text.substr(0, text.find(' '));
    if (program.find('=') != std::string_view::npos ||
        std::find(reserved.begin(), reserved.end(), program) != reserved.end())
        return false;
    return std::all_of(text.begin(), text.end(),
                       [&](char byte) { return byte == ' ' || plain_for(behavior, byte); });
}

// How a rule of the nested dialect becomes one of ours.

using text_or_flaw = boost::system::result<std::string, invalid_rule>;

constexpr std::string_view mcp_prefix = "mcp__";
constexpr std::string_view mcp_separator = "__";

invalid_rule refused(std::string_view why) { return {std::string(why)}; }
text_or_flaw pattern_text(std::string text) { return {boost::system::in_place_value, std::move(text)}; }

// `X *`, which covers `X` and `X` with more words.
text_or_flaw words_and_more(std::string_view words, rule_behavior behavior) {
    if (!plain_words(words, behavior))
        return refused("before `:*` or ` *`: expected plain words, with one blank between two");
    return pattern_text(std::string(words).append(words_end));
}

text_or_flaw exact_command(std::string_view content, rule_behavior behavior) {
    // With a wildcard elsewhere `\*` is a star; alone, it may as well be a `\` and a star.
    if (content.find('*') != std::string_view::npos)
        return refused("a literal `*` has more than one reading there");
    if (!has_to_prove(behavior) && !plain_words(content, behavior))
        return refused(
            "expected plain words: such a text is compared there as it stands, and here by its words");
    return pattern_text(escape_pattern(content, field_kind::command));
}

// Stars there stand for any text, blanks included; here they stand for words, or for a part of one, and to a
// rule that denies for any text, too.
text_or_flaw command_with_stars(std::string_view content, rule_behavior behavior) {
    const bool denies = !has_to_prove(behavior);
    std::string pattern;
    for (const char byte : content)
        if (byte != '*' || !denies || !pattern.ends_with('*')) pattern.push_back(byte);
    std::string without(pattern);
    std::erase(without, '*');
    const bool plain = std::all_of(without.begin(), without.end(),
                                   [&](char byte) { return byte == ' ' || plain_for(behavior, byte); });
    if (!plain || content.find("  ") != std::string_view::npos ||
        pattern.find("**") != std::string_view::npos || content.front() == ' ' || content.back() == ' ')
        return refused("expected plain words and single `*`, with one blank between two words");
    if (!denies && !plain_words(content.substr(0, content.find('*'))) &&
        !plain_words(content.substr(0, content.find(' '))))
        return refused("expected the name of a program before the first `*`");
    if (denies && pattern.substr(0, pattern.find(' ')).find('=') != std::string::npos)
        return refused("expected the name of a program in front");
    return pattern_text(std::move(pattern));
}

text_or_flaw command(std::string_view content, rule_behavior behavior) {
    if (content.size() > prefix_end.size() && content.ends_with(prefix_end))
        return words_and_more(content.substr(0, content.size() - prefix_end.size()), behavior);
    if (content.size() > words_end.size() && content.ends_with(words_end) &&
        content.find('*') == content.size() - 1)
        return words_and_more(content.substr(0, content.size() - words_end.size()), behavior);
    bool escaped = false;
    bool star = false;
    for (const char byte : content) {
        star = star || (byte == '*' && !escaped);
        escaped = byte == '\\' && !escaped;
    }
    return star ? command_with_stars(content, behavior) : exact_command(content, behavior);
}

// Every component has a name, and `**` stands alone.
bool good_components(std::string_view path) {
    while (true) {
        const auto slash = path.find('/');
        const auto component = path.substr(0, slash);
        if (component.empty() || component == "." || component == "..") return false;
        if (component != "**" && component.find("**") != std::string_view::npos) return false;
        if (slash == std::string_view::npos) return true;
        path.remove_prefix(slash + 1);
    }
}

text_or_flaw below(std::string_view folder, std::string_view what, std::string_view rest) {
    if (folder.empty()) return refused("it begins in " + std::string(what) + ", which is not known here");
    if (!clean_path(folder))
        return refused("expected an absolute and clean path of " + std::string(what) + ", got `" +
                       std::string(folder) + "`");
    return pattern_text(escape_pattern(folder, field_kind::path) + (folder == "/" ? "" : "/") +
                        std::string(rest));
}

text_or_flaw path(std::string_view content, const rule_folders& folders) {
    const bool simple = std::all_of(content.begin(), content.end(), [](char byte) {
        return byte >= ' ' && byte <= '~' && byte != '\\' && byte != '[' && byte != ']';
    });
    if (!simple || content.starts_with('!') || content.starts_with('#') || content.starts_with(' ') ||
        content.ends_with(' ') || content.ends_with(prefix_end))
        return refused("expected a path of printable ASCII without `\\`, `[`, `]` and outer blanks");
    std::string_view rest = content;
    const bool folder = rest.ends_with('/');
    if (folder) rest.remove_suffix(1);
    const auto finish = [&](std::string_view prefix, std::string_view base,
                            std::string_view what) -> text_or_flaw {
        rest.remove_prefix(std::min(prefix.size(), rest.size()));
        if (!good_components(rest)) return refused("expected a path without empty, `.` and `..` components");
        // Without a `/` inside, a relative name is looked for at any depth.
        const bool anywhere = (prefix.empty() || prefix == "./") && rest.find('/') == std::string_view::npos;
        std::string pattern = anywhere && rest != "**" ? "**/" : "";
        pattern.append(rest).append(folder ? "/**" : "");
        return below(base, what, pattern);
    };
    if (rest.starts_with("//")) return finish("//", "/", "the root");
    if (rest.starts_with("~/")) return finish("~/", folders.home, "the home folder");
    if (rest.starts_with('~')) return refused("expected `~/` for the home folder");
    if (rest.starts_with('/')) return finish("/", folders.root, "the folder of its settings file");
    if (rest.starts_with("./")) return finish("./", folders.cwd, "the working directory");
    return finish("", folders.cwd, "the working directory");
}

// What a path in a rule of that tool that denies is about; empty: not known. Of the tools that edit, the
// agent consults the rules of `Edit` alone; who wrote the others meant the same.
std::string_view rule_tool_for(std::string_view tool) noexcept {
    constexpr std::array editing{"Edit"sv, "Write"sv, "MultiEdit"sv, "NotebookEdit"sv};
    if (tool == "Read") return path_rule_tool;
    return std::ranges::find(editing, tool) == editing.end() ? std::string_view() : change_rule_tool;
}

// Denying to read or edit a file stops other tools there, and commands that do it: that is a rule for the
// path. One that begins in the working directory holds in every folder, for that directory changes.
boost::system::result<permission_rule, invalid_rule> rule_for_path(std::string_view about,
                                                                   std::string_view content,
                                                                   rule_behavior behavior, rule_origin origin,
                                                                   rule_folders folders) {
    folders.cwd = "/";
    const bool from_anywhere = !content.starts_with('/') && !content.starts_with('~');
    auto pattern = path(content, folders);
    if (!pattern) return pattern.error();
    const std::string anywhere = "/**";
    if (from_anywhere && !pattern->starts_with(anywhere)) pattern->insert(0, anywhere);
    if (!pattern->ends_with("/**")) pattern->append("/**");
    if (from_anywhere && *pattern != anywhere) pattern->erase(0, 1);  // `**/.env/**`
    json_object fields;
    fields.emplace("path", json_string(*pattern));
    return permission_rule::make(about, fields, behavior, origin);
}

text_or_flaw domain(std::string_view content) {
    if (!content.starts_with(domain_mark)) return refused("expected `domain:` and a host");
    const auto host = content.substr(domain_mark.size());
    const auto fixed = host.starts_with("*.") ? host.substr(2) : host;
    if (host.empty() || fixed.find_first_of("*?\\/:") != std::string_view::npos)
        return refused("expected a host, or `*.` and a host, behind `domain:`");
    return pattern_text(std::string(host));
}

text_or_flaw exact_text(std::string_view content) {
    if (content.find('*') != std::string_view::npos)
        return refused("a `*` is no wildcard there for this tool, and has no other meaning that is known");
    return pattern_text(escape_pattern(content, field_kind::text));
}

// A skill, whatever it is given; with `:*` or ` *`, each whose name begins so. One that is denied is by
// `/name`, too.
text_or_flaw skill(std::string_view content, rule_behavior behavior) {
    const bool begins = content.ends_with(prefix_end) || content.ends_with(words_end);
    if (begins) content.remove_suffix(prefix_end.size());
    if (content.empty() || content.find('*') != std::string_view::npos)
        return refused("expected the name of a skill, and behind it `:*` or nothing");
    std::string pattern(has_to_prove(behavior) ? "" : "*");
    pattern.append(escape_pattern(content, field_kind::text)).append(begins ? "*" : "");
    return pattern_text(std::move(pattern));
}

// The tools for which it is known there what a content means.
constexpr std::array<std::string_view, 7> tools_with_content{"Skill",    "Bash",      "Read", "Edit",
                                                             "WebFetch", "WebSearch", "Task"};

text_or_flaw pattern_of(std::string_view tool, std::string_view content, rule_behavior behavior,
                        const rule_folders& folders) {
    if (std::ranges::find(tools_with_content, tool) == tools_with_content.end())
        return refused("what a content means for this tool is not known");
    if (tool == "Skill") return skill(content, behavior);
    switch (kind_of_field(main_field(tool))) {
        case field_kind::command: return command(content, behavior);
        case field_kind::path: return path(content, folders);
        case field_kind::url: return domain(content);
        case field_kind::glob:
        case field_kind::search:
        case field_kind::text: break;
    }
    return exact_text(content);
}

// A tool name with wildcards is understood there behind a literal `mcp__server__` only, and as `*` in rules
// that deny.
bool known_wildcard(std::string_view tool, rule_behavior behavior) {
    const auto server_end = tool.find(mcp_separator, std::min(mcp_prefix.size(), tool.size()));
    const auto wildcard = tool.find('*');
    const bool of_server = tool.starts_with(mcp_prefix) && server_end != std::string_view::npos &&
                           server_end > mcp_prefix.size() && wildcard >= server_end + mcp_separator.size();
    return of_server || (tool == "*" && !has_to_prove(behavior));
}

boost::system::result<permission_rule, invalid_rule> whole_tool(const std::string& tool,
                                                                rule_behavior behavior, rule_origin origin) {
    if (tool.find_first_of("?\\") != std::string::npos) return refused("expected the name of a tool");
    const bool wildcard = tool.find('*') != std::string::npos;
    // `mcp__server` means every tool of that server.
    const bool server = !wildcard && tool.starts_with(mcp_prefix) && tool.size() > mcp_prefix.size() &&
                        tool.find(mcp_separator, mcp_prefix.size()) == std::string::npos;
    auto made = permission_rule::make(server ? tool + "__*" : tool, {}, behavior, origin);
    // One that covers everything has to be seen, to be refused by whoever must not take it.
    if (wildcard && made && !made->unconstrained() && !known_wildcard(tool, behavior))
        return refused("a `*` in a tool's name is understood there behind `mcp__server__` only");
    return made;
}

}  // namespace

boost::system::result<permission_rule, invalid_rule> from_nested(const nested_rule& rule,
                                                                 rule_behavior behavior, rule_origin origin,
                                                                 const rule_folders& folders,
                                                                 bool allow_overbroad) {
    const auto about_paths = rule_tool_for(rule.tool_name);
    // Of paths, `*` allows those below the working directory alone.
    const bool star = rule.content == "*" && (!has_to_prove(behavior) || about_paths.empty());
    const bool any_host = rule.tool_name == "WebFetch" && rule.content == "domain:*";
    const bool any_content = !rule.content || rule.content->empty() || star || any_host;
    if (any_content) return whole_tool(rule.tool_name, behavior, origin);
    if (!has_to_prove(behavior) && !about_paths.empty())
        return rule_for_path(about_paths, *rule.content, behavior, origin, folders);
    const auto pattern = pattern_of(rule.tool_name, *rule.content, behavior, folders);
    if (!pattern) return pattern.error();
    json_object fields;
    fields.emplace(main_field(rule.tool_name), json_string(*pattern));
    return permission_rule::make(rule.tool_name, fields, behavior, origin, allow_overbroad);
}

// What the agent holds of an allow rule for commands, whatever the rule says.

namespace {

// Programs about which a rule with a wildcard says nothing outside of the folders that the agent works in:
// there it asks all the same. Seen with Claude Code 2.1.328, which looked at 63 programs.
constexpr std::string_view kept_inside[] = {
    "base64",    "cat",  "cd",     "cmp",     "column", "cp",  "cut",   "diff",  "file", "find",  "head",
    "jq",        "ls",   "md5sum", "mkdir",   "mv",     "nl",  "od",    "paste", "rm",   "rmdir", "sha1sum",
    "sha256sum", "sort", "stat",   "strings", "tail",   "tee", "touch", "uniq",  "wc"};
// Behind these it sees the program that they run.
constexpr std::string_view seen_through[] = {"env", "nice", "nohup", "stdbuf", "time", "timeout"};

// One command that goes to a folder and does more there: the agent asks about what that writes.
bool goes_and_does(std::string_view content) {
    return (content.starts_with("cd ") || content.starts_with("cd\t") || content.starts_with("pushd ")) &&
           content.find_first_of("&;|\n") != content.npos;
}

// It may allow more than one command, and one of such a program.
bool may_reach_outside(std::string_view content) {
    content.remove_prefix(std::min(content.find_first_not_of(" \t"), content.size()));
    if (goes_and_does(content)) return true;
    if (content == "*" || content.find('*') == content.npos) return false;
    const auto program = content.substr(0, std::min(content.find_first_of(" :*"), content.size()));
    const bool open = content.substr(program.size()).starts_with('*');
    const auto covered = [&](std::string_view name) {
        return name == program || (open && name.starts_with(program));
    };
    return std::ranges::any_of(kept_inside, covered) || std::ranges::any_of(seen_through, covered);
}

}  // namespace

permission_rule as_agent_holds(permission_rule rule, const nested_rule& written) {
    if (rule.behavior() != rule_behavior::allow || written.tool_name != "Bash" || !written.content ||
        !may_reach_outside(*written.content))
        return rule;
    rule_condition made = rule.condition() == nullptr ? rule_condition() : *rule.condition();
    made.inside = true;
    return rule.with_condition(std::make_shared<const rule_condition>(std::move(made)));
}

// How a rule of ours is written for the nested dialect, and the text form of that dialect.

namespace {

invalid_rule cannot_say(std::string_view why) {
    return {"the nested dialect cannot say it: " + std::string(why)};
}

// The text of the one field that it constrains, where that is the tool's main field.
std::optional<std::string_view> main_pattern(const permission_rule& rule) {
    const auto field = main_field(rule.tool_pattern());
    if (rule.input_pattern().size() != 1 || field.empty()) return std::nullopt;
    const auto& [name, value] = *rule.input_pattern().begin();
    if (name != field || !value.is_string()) return std::nullopt;
    return std::string_view(value.get_string().data(), value.get_string().size());
}

// A path there also covers what is below it, and files whose names begin with a dot; an Edit rule also covers
// other tools. That leaves single files, for reading.
std::optional<std::string> path_content(std::string_view tool, const glob& pattern) {
    if (tool != "Read" || !pattern.literal() || !pattern.begins_with('/')) return std::nullopt;
    return "/" + pattern.literal_text();
}

std::optional<std::string> content_of(std::string_view tool, std::string_view text) {
    const glob pattern(text);
    switch (kind_of_field(main_field(tool))) {
        case field_kind::command:
            // Contents of other tools are not known to mean the same there.
            if (tool != "Bash") return std::nullopt;
            if (pattern.literal()) return pattern.literal_text();
            // A star that is not at the end reaches further there.
            return text.find('*') + 1 == text.size() ? std::optional<std::string>(text) : std::nullopt;
        case field_kind::path: return path_content(tool, pattern);
        case field_kind::url:
            if (text == "*" || text.find("://") != std::string_view::npos) return std::nullopt;
            return std::string(domain_mark).append(text);
        case field_kind::glob:
        case field_kind::search:
        case field_kind::text: break;
    }
    return pattern.literal() ? std::optional(pattern.literal_text()) : std::nullopt;
}

bool escaped_for_text(char byte) noexcept { return byte == '(' || byte == ')' || byte == '\\'; }

}  // namespace

boost::system::result<nested_rule, invalid_rule> to_nested(const permission_rule& rule) {
    nested_rule made{std::string(rule.tool_pattern())};
    if (rule.unconstrained()) return cannot_say("it covers every tool");
    if (!rule.input_pattern().empty()) {
        const auto pattern = main_pattern(rule);
        if (!pattern) return cannot_say("it has room for one text about the tool's main field");
        made.content = content_of(made.tool_name, *pattern);
        if (!made.content || made.content->empty())
            return cannot_say("the nearest form covers something else there");
    }
    const auto back = from_nested(made, rule.behavior(), rule.origin());
    if (!back) return cannot_say(back.error().message);
    if (!back->same_as(rule) && !as_agent_holds(*back, made).same_as(rule))
        return cannot_say("the nearest form covers something else there");
    return made;
}

boost::system::result<nested_rule, invalid_rule> parse_nested(std::string_view text) {
    if (!valid_utf8(text)) return invalid_rule{"expected UTF-8"};
    const auto open = text.find('(');
    if (open == std::string_view::npos) {
        if (text.empty() || text.find(')') != std::string_view::npos)
            return invalid_rule{"expected `Tool` or `Tool(content)`"};
        return nested_rule{std::string(text)};
    }
    if (open == 0 || !text.ends_with(')') ||
        text.substr(0, open).find_first_of(")\\") != std::string_view::npos)
        return invalid_rule{"expected `Tool` or `Tool(content)`"};
    std::string content;
    const auto inside = text.substr(open + 1, text.size() - open - 2);
    for (std::size_t at = 0; at < inside.size(); ++at) {
        const bool escape = inside[at] == '\\' && at + 1 < inside.size() && escaped_for_text(inside[at + 1]);
        // The `)` at the end belongs to the content.
        if (inside[at] == '\\' && at + 1 == inside.size())
            return invalid_rule{"expected a `)` at the end that is not escaped"};
        if (escape) ++at;
        content += inside[at];
    }
    nested_rule made{std::string(text.substr(0, open))};
    if (!content.empty()) made.content = std::move(content);
    return made;
}

std::string to_text(const nested_rule& rule) {
    if (!rule.content) return rule.tool_name;
    std::string text = rule.tool_name + "(";
    for (const char byte : *rule.content) {
        if (escaped_for_text(byte)) text += '\\';
        text += byte;
    }
    return text + ")";
}

}  // namespace assent
