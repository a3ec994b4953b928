// Calls that a reader of a deny or ask rule takes for covered.
#include "../match/glob_set.hpp"
#include "../programs/catalogue.hpp"
#include "../shell/shell_characters.hpp"
#include "missed_call.hpp"

#include <assent/domain/match/glob.hpp>
#include <assent/domain/tools/tool_fields.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace assent {
namespace {

using visitor = std::function<bool(tried_call)>;
using texts = std::vector<std::string>;
using programs::effect;

constexpr std::string_view why_more_words =
    "without a `*` at the end it is about this command alone, and not with more words behind it";
constexpr std::string_view why_other_words =
    "other words do the same, and are another command here: each needs a rule";
constexpr std::string_view why_other_command = "the same command can be run in this way, too";
constexpr std::string_view why_script =
    "a shell or interpreter runs the script, too, and is another command here: a rule for it has to name "
    "both";
constexpr std::string_view why_place =
    "the names of files in a command are compared as they are written and where they stand; a rule "
    "`Path(...)` is about the file, however a command names it";
constexpr std::string_view why_commands_read =
    "it is about tools that open files, and commands read them as well: `Path(...)` is about both";
constexpr std::string_view why_commands_write =
    "it is about tools that edit files, and commands change them as well: `Change(...)` is about both";
constexpr std::string_view why_host =
    "it is about this host, and not about those below it: a rule with `*.` in front is about these";
constexpr std::string_view why_commands_fetch =
    "it is about tools that fetch pages, and commands fetch them as well: these need rules of their own, "
    "such "
    "as `Bash(curl *)`";

// Stands where the rule has a wildcard.
constexpr std::string_view anything = "x";

// ---- commands ------------------------------------------------------------------------------------------

// Words that do the same as others. Source: the manuals of these programs.
struct same_words {
    std::string_view written;
    std::string_view also;
    std::string_view rule{};  ///< that covers it, where it is not `also` with what the rule has behind
};
constexpr same_words spellings[] = {
    {.written = "npm install", .also = "npm i"},
    {.written = "npm i", .also = "npm install"},
    {.written = "npm run", .also = "npm run-script"},
    {.written = "npm uninstall", .also = "npm remove"},
    {.written = "npm exec", .also = "npx"},
    {.written = "npx", .also = "npm exec"},
    {.written = "pnpm install", .also = "pnpm i"},
    {.written = "bun install", .also = "bun i"},
    {.written = "pip", .also = "pip3"},
    {.written = "pip3", .also = "pip"},
    {.written = "python", .also = "python3"},
    {.written = "apt", .also = "apt-get"},
    {.written = "apt-get", .also = "apt"},
    {.written = "docker compose", .also = "docker-compose"},
    {.written = "docker-compose", .also = "docker compose"},
    {.written = "docker run", .also = "docker container run"},
    {.written = "docker exec", .also = "docker container exec"},
    {.written = "docker rm", .also = "docker container rm"},
    {.written = "docker rmi", .also = "docker image rm"},
    {.written = "chmod 777", .also = "chmod a+rwx"},
    {.written = "git push --force", .also = "git push x +y", .rule = "git push * +*"},
    {.written = "git push -f", .also = "git push x +y", .rule = "git push * +*"},
    {.written = "git push --delete", .also = "git push x :y", .rule = "git push * :*"},
};

// Ways to run a command; `@` is the command.
constexpr std::string_view ways_to_run[] = {
    "cd x && @", "bash -c '@'",      "env @", "sudo @",   "timeout 5 @",
    "nohup @ &", "echo x | xargs @", "(@)",   "eval '@'",
};

// What runs a script, by the end of its name.
struct script_kind {
    std::string_view ends;
    std::string_view run_by;
};
constexpr script_kind script_kinds[] = {
    {.ends = ".sh", .run_by = "bash"},    {.ends = ".bash", .run_by = "bash"},
    {.ends = ".py", .run_by = "python3"}, {.ends = ".js", .run_by = "node"},
    {.ends = ".mjs", .run_by = "node"},   {.ends = ".rb", .run_by = "ruby"},
    {.ends = ".pl", .run_by = "perl"},
};

// The words of a pattern, as they are written.
texts words_of(std::string_view pattern) {
    texts words;
    bool inside = false;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool gap = detail::blank(pattern[at]);
        if (!gap && !inside) words.emplace_back();
        inside = !gap;
        if (gap) continue;
        words.back() += pattern[at];
        if (pattern[at] == '\\' && at + 1 < pattern.size()) words.back() += pattern[++at];
    }
    return words;
}

std::string joined(std::span<const std::string> words) {
    std::string text;
    for (const auto& word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

bool has_wildcard(std::string_view pattern) { return find_unescaped(pattern, "*?") != pattern.npos; }

// A text that the pattern covers.
std::string sample_of(std::string_view pattern) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\' && at + 1 < pattern.size())
            text += pattern[++at];
        else if (pattern[at] == '?' || (pattern[at] == '*' && !pattern.substr(0, at).ends_with('*')))
            text += anything;
        else if (pattern[at] == '*')
            continue;
        else
            text += pattern[at];
    }
    return text;
}

// A file's name, as far as a word without a folder tells.
bool names_file(std::string_view word) {
    if (has_wildcard(word) || word.find("://") != word.npos || word.starts_with('-')) return false;
    const auto letter = [](char byte) { return byte != '.' && byte != '/' && byte != '~'; };
    return (word.find('/') != word.npos || word.starts_with('.')) && std::ranges::any_of(word, letter);
}

// The program reads the files that its words name, or removes them, and does nothing else; and no option
// before the first of these has a value in a word of its own.
bool takes_files(const programs::program_row& row, std::span<const std::string> options) {
    const bool files = row.operands.starts_with("read") || row.operands.starts_with("delete");
    const bool does_more =
        programs::any(programs::without(row.does, programs::manners | effect::looks | effect::deletes));
    return files && !does_more && std::ranges::all_of(options, [&](const std::string& word) {
               return detail::is_option(word) && row.options.find(word + "=") == row.options.npos;
           });
}

// The kinds of operands in a row that do not stand for one word.
bool stands_for_many(std::string_view kind) {
    return kind.find('*') != kind.npos || kind.starts_with("program") || kind.starts_with("shells") ||
           kind.starts_with("script") || kind.starts_with("task") || kind.starts_with("subcommand");
}

// Whether a word may stand behind these, as far as the catalogue tells, and does not make it the use of
// another program: `env`, and `find . -delete`.
bool takes_more(const texts& words) {
    const auto* program = programs::find_program(words.front());
    if (program == nullptr) return true;
    std::size_t given = words.size() - 1;
    if (words.size() > 1 && !detail::is_option(words[1]))
        if (const auto* const subcommand = program->subcommand(words[1])) {
            program = subcommand;
            --given;
        }
    const auto options = std::count_if(words.begin() + 1, words.end(),
                                       [](const std::string& word) { return detail::is_option(word); });
    if (options > 0 && program->row().style == programs::option_style::words) return false;
    given -= static_cast<std::size_t>(options);
    const auto kinds = words_of(program->row().operands);
    const bool wraps = given == 0 && !kinds.empty() && std::ranges::any_of(kinds, [](const auto& kind) {
                           return kind.starts_with("program") || kind.starts_with("either");
                       });
    const auto room = std::ranges::count_if(kinds, [](const std::string& kind) {
        return !kind.starts_with('<') && !kind.starts_with("none!") && !kind.starts_with("covers!");
    });
    return !wraps && (std::ranges::any_of(kinds, stands_for_many) || given < static_cast<std::size_t>(room));
}

// A rule of the same behavior for paths. \param about  `Path` or `Change`
std::optional<permission_rule> rule_for_path(const permission_rule& like, const std::string& pattern,
                                             std::string_view about = path_rule_tool) {
    const auto made = permission_rule::make(about, {{"path", pattern}}, like.behavior(), like.origin());
    return made ? std::optional(made->with_condition(like.shared_condition())) : std::nullopt;
}

// The pattern for a file, wherever the folder is in which a command names it.
std::string file_anywhere(std::string_view file) {
    if (file.starts_with("./")) file.remove_prefix(2);
    return (file.starts_with('/') ? "" : "**/") + std::string(file);
}

// A rule about commands, and the calls that it may miss.
class command_tries {
public:
    command_tries(const permission_rule& rule, std::string_view field, std::string_view pattern,
                  const visitor& visit)
        : rule_(rule), field_(field), pattern_(pattern), visit_(visit), written_(words_of(pattern)) {
        for (const auto& word : written_) words_.push_back(sample_of(word));
        // `install*` ends the word, and more may follow.
        if (open_word())
            words_.back() = sample_of(written_.back().substr(0, written_.back().size() - 1)) + " x";
    }

    // \return whether a visit was the last one
    bool show() const {
        constexpr std::string_view more_than_words = ";&|<>()`\n\r'\"$";
        if (written_.empty() || find_unescaped(pattern_, more_than_words) != pattern_.npos) return false;
        if (has_wildcard(written_.front())) return text_inside();
        return more_words() || other_words() || script() || other_places() || other_ways();
    }

private:
    [[nodiscard]] std::optional<permission_rule> rule_for(const std::string& pattern) const {
        auto made = permission_rule::make(rule_.tool_pattern(), {{field_, pattern}}, rule_.behavior(),
                                          rule_.origin());
        return made ? std::optional(made->with_condition(rule_.shared_condition())) : std::nullopt;
    }
    [[nodiscard]] bool show(std::string command, std::string_view why,
                            std::optional<permission_rule> better = {},
                            std::optional<permission_rule> beside = {}) const {
        return visit_({std::string(rule_.tool_pattern()),
                       {{field_, std::move(command)}},
                       why,
                       std::move(better),
                       std::move(beside)});
    }

    [[nodiscard]] bool open_word() const {
        return !written_.empty() && written_.back().size() > 1 && written_.back().ends_with('*') &&
               !written_.back().ends_with("\\*");
    }

    bool more_words() const {
        const bool reaches = std::ranges::find(written_, "*") != written_.end() || open_word();
        if (reaches || !takes_more(words_)) return false;
        return show(joined(words_) + " x", why_more_words, rule_for(std::string(pattern_) + " *"));
    }

    bool other_words() const {
        for (const auto& row : spellings) {
            const auto same = words_of(row.written);
            if (same.size() > words_.size() || !std::equal(same.begin(), same.end(), words_.begin()))
                continue;
            const auto behind = [&](const texts& words) {
                const auto rest = joined(std::span(words).subspan(same.size()));
                return std::string(row.also) + (rest.empty() ? "" : " ") + rest;
            };
            const bool alone = !row.rule.empty();
            if (alone && words_.size() > same.size() && written_[same.size()] != "*") continue;
            if (show(alone ? std::string(row.also) : behind(words_), why_other_words, {},
                     rule_for(alone ? std::string(row.rule) : behind(written_))))
                return true;
        }
        return false;
    }

    bool script() const {
        const auto& file = words_.front();
        const auto kind = std::ranges::find_if(
            script_kinds, [&](const script_kind& each) { return file.ends_with(each.ends); });
        if (kind != std::end(script_kinds))
            return show(std::string(kind->run_by) + " " + joined(words_), why_script);
        return file.starts_with("./") && show("bash " + joined(words_), why_script);
    }

    // The file that the last literal word names, spelled in another way, or behind another one.
    bool other_places() const {
        auto last = written_.size() - (written_.back() == "*" ? 1U : 0U);
        const auto* const program = programs::find_program(words_.front());
        if (program == nullptr || last < 2 || !names_file(written_[--last])) return false;
        if (!takes_files(program->row(), std::span(words_).subspan(1, last - 1))) return false;
        const bool reads = !programs::any(program->row().does & effect::deletes);
        const auto better = reads ? rule_for_path(rule_, file_anywhere(written_[last])) : std::nullopt;
        const auto& file = words_[last];
        const auto before = joined(std::span(words_).first(last)) + " ";
        const bool relative = !file.starts_with('/') && !file.starts_with('~') && !file.starts_with("..");
        return (relative && show(before + "./" + file, why_place, better)) ||
               show(before + "x " + file, why_place, better);
    }

    bool other_ways() const {
        const auto command = joined(words_);
        const auto& program = words_.front();
        const auto rest = command.substr(program.size());
        if (program.find('/') == program.npos && show("/usr/bin/" + command, why_other_command)) return true;
        if (show("'" + program + "'" + rest, why_other_command) || show("\\" + command, why_other_command))
            return true;
        return std::ranges::any_of(ways_to_run, [&](std::string_view way) {
            std::string text(way);
            return show(text.replace(text.find('@'), 1, command), why_other_command);
        });
    }

    // `*rm -rf*`: the text, wherever it stands; but not `rm -r -f`.
    bool text_inside() const {
        auto text = pattern_;
        while (text.starts_with('*')) text.remove_prefix(1);
        while (text.ends_with('*') && !text.ends_with("\\*")) text.remove_suffix(1);
        auto words = words_of(text);
        if (words.size() < 2 || has_wildcard(text) || detail::blank(text.front())) return false;
        const auto letters = [](const std::string& word) {
            return word.size() == 3 && detail::is_option(word) && !detail::is_option(word.substr(1));
        };
        const auto found = std::find_if(words.begin() + 1, words.end(), letters);
        if (found == words.end()) return false;
        const auto beside = rule_for(joined(words) + " *");
        found->insert(2, " -");
        return show(joined(words) + " x", why_other_words, {}, beside);
    }

    const permission_rule& rule_;
    std::string_view field_;
    std::string_view pattern_;
    const visitor& visit_;
    texts written_;
    texts words_;
};

// ---- paths ---------------------------------------------------------------------------------------------

// A path that the pattern covers; one that begins with `**/` is in the working directory. Empty: none is
// known.
std::string sample_path(std::string_view pattern) {
    while (pattern.starts_with("**/")) pattern.remove_prefix(3);
    std::string text = sample_of(pattern);
    if (text.find_first_of("[]'\"$`\\ \t~") != text.npos) return {};
    return text.ends_with('/') ? text.append(anything) : text;
}

// `.env` is meant at any depth.
std::string at_any_depth(std::string_view pattern) {
    const bool name = pattern.find('/') == pattern.npos || pattern.find('/') + 1 == pattern.size();
    return (name ? "**/" : "") + std::string(pattern);
}

void show_paths(const permission_rule& rule, std::string_view field, std::string_view pattern, tool_kind kind,
                const visitor& visit) {
    const auto path = sample_path(pattern);
    if (path.empty()) return;
    const auto command = [&](std::string_view before, std::string_view why,
                             const std::optional<permission_rule>& beside) {
        return visit({"Bash", {{"command", std::string(before) + path}}, why, {}, beside});
    };
    const bool own = rule.tool_pattern() == path_rule_tool;
    const bool edits = kind == tool_kind::edit;
    const auto beside =
        own ? std::nullopt
            : rule_for_path(rule, at_any_depth(pattern), edits ? change_rule_tool : path_rule_tool);
    if (edits && !own) {
        for (const std::string_view changes : {"echo x > ", "tee ", "rm ", "touch "})
            if (command(changes, why_commands_write, beside)) return;
    } else {
        for (const std::string_view reads : {"cat ", "head ", "grep x "})
            if (command(reads, why_commands_read, beside)) return;
    }
    const std::string tool(own ? std::string_view("Read") : rule.tool_pattern());
    const std::string_view name = own ? std::string_view("file_path") : field;
    static_cast<void>(
        visit({tool, {{name, path}}, why_other_command}) ||
        visit({tool, {{name, (path.starts_with('/') ? "/" : "./x/../") + path}}, why_other_command}));
}

// ---- pages ---------------------------------------------------------------------------------------------

void show_pages(const permission_rule& rule, std::string_view field, std::string_view pattern,
                const visitor& visit) {
    const bool whole = pattern.find("://") != pattern.npos;
    const std::string host =
        pattern.starts_with("*.") ? "x" + std::string(pattern.substr(1)) : sample_of(pattern);
    if (host.find_first_of("[]'\"$`\\ \t?&;|<>()") != host.npos || pattern == "*") return;
    const auto url = whole ? host : "https://" + host + "/";
    const bool of_two_labels = !whole && !has_wildcard(pattern) && std::ranges::count(host, '.') == 1 &&
                               host.find_first_not_of("0123456789.") != host.npos;
    if (of_two_labels &&
        visit({std::string(rule.tool_pattern()), {{field, "https://www." + host + "/"}}, why_host}))
        return;
    static_cast<void>(visit({"Bash", {{"command", "curl " + url}}, why_commands_fetch}) ||
                      visit({"Bash", {{"command", "wget " + url}}, why_commands_fetch}));
}

}  // namespace

void each_tried_call(const permission_rule& rule, const tool_registry& tools, const visitor& visit) {
    if (rule.fields().size() != 1 || !rule.tool().literal()) return;
    const auto& field = rule.fields()[0];
    if (field.whole() == nullptr) return;
    const std::string_view pattern = rule.input_pattern().at(field.name).get_string();
    const auto* const tool = tools.find(rule.tool_pattern());
    const auto kind = tool == nullptr ? tool_kind::read : tool->kind;
    if (tool == nullptr && rule.tool_pattern() != path_rule_tool) return;
    if (std::holds_alternative<command_pattern>(field.expected))
        static_cast<void>(command_tries(rule, field.name, pattern, visit).show());
    else if (std::holds_alternative<path_pattern>(field.expected) &&
             (kind == tool_kind::read || kind == tool_kind::edit))
        show_paths(rule, field.name, pattern, kind, visit);
    else if (std::holds_alternative<url_pattern>(field.expected))
        show_pages(rule, field.name, pattern, visit);
}

}  // namespace assent
