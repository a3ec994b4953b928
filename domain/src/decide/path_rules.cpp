#include "path_rules.hpp"

#include "../match/glob_overlap.hpp"
#include "../match/path_target.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "call_fields.hpp"
#include "line_values.hpp"
#include "protected_places.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

namespace assent {
namespace {

using namespace std::string_view_literals;
using programs::part_kind;
using programs::program_use;
using word = shell_word;

constexpr std::string_view path_field_name = "path";

// The input of a use of the tool that such rules speak of.
class path_input final : public tool_input {
public:
    explicit path_input(std::string_view path) noexcept : path_(path) {}
    field_view field(std::string_view name, std::string&) const override {
        if (name != path_field_name) return {field_view::kind::absent, {}};
        return {field_view::kind::string, path_};
    }
    std::optional<json_value> value_of(std::string_view name) const override {
        if (name != path_field_name) return std::nullopt;
        return json_value(path_);
    }
    std::size_t size() const noexcept override { return 1; }
    std::string_view name_at(std::size_t) const noexcept override { return path_field_name; }
    std::string_view raw() const noexcept override { return {}; }
    std::shared_ptr<const kept_input> retain() const override {
        return make_input({{path_field_name, json_value(path_)}});
    }

private:
    std::string_view path_;
};

// What may be a path in a call: a text, as it is written; or `doubt`: something that may be any path.
class path_sink {
public:
    virtual ~path_sink() = default;
    virtual void path(std::string_view text, std::string_view folder) = 0;
    /// A word of a command, which the program gets as it is: nobody expands or decodes it.
    virtual void word(std::string_view text, std::string_view folder) = 0;
    /// One of the paths that a glob covers.
    virtual void glob(std::string_view text, std::string_view folder) = 0;
    virtual void doubt() = 0;
};

constexpr byte_set joints("=:@,");  // between a name or a mark and a path

bool opens_files(part_kind kind) noexcept {
    switch (kind) {
        case part_kind::read:
        case part_kind::name:
        case part_kind::write:
        case part_kind::archive:
        case part_kind::remove:
        case part_kind::elsewhere:
        case part_kind::load:
        case part_kind::script: return true;
        default: return false;
    }
}

// Shows what may be paths in a command.
class paths_of_command {
public:
    paths_of_command(const shell_runs& runs, const tool_call& call, path_sink& sink)
        : runs_(runs),
          cwd_(call.cwd),
          facts_{call.repositories, call.paths_of_commands},
          values_(runs, call.cwd),
          sink_(sink) {
        folders_.push_back(cwd_);
    }

    void show() {
        if (!runs_.complete()) sink_.doubt();
        for (std::size_t run = 0; run < runs_.size(); ++run) show_run(run);
        for (const auto& each : runs_.mentioned()) show_word(each.is, opens(each.as));
        // Of what only looks it is known where each word comes from.
        if (unknown_ && command_effect(runs_, cwd_, facts_).worst() != call_effect::looks) sink_.doubt();
    }

private:
    static bool opens(shell_mention::role as) noexcept {
        return as == shell_mention::role::input || as == shell_mention::role::output;
    }

    void show_run(std::size_t run) {
        const auto words = runs_[run];
        const program_use& use = runs_.use(run);
        const bool understood = use.known() && use.doubtful().empty();
        if ((use.does() & programs::effect::evaluates) != programs::effect::reads) sink_.doubt();
        const bool prints = words.front().text == "echo" || words.front().text == "printf";
        for (std::size_t each = 0; each < words.size(); ++each)
            show_word(words[each], !prints && (!understood || opens_file(use, each)));
        const bool moves = words.front().text == "cd" || words.front().text == "pushd";
        if (moves && words.size() == 2 && words[1].known) folders_.push_back(words[1].text);
    }

    static bool opens_file(const program_use& use, std::size_t at) {
        return std::ranges::any_of(use.parts(), [at](const program_use::part& part) {
            return part.word == at && opens_files(part.kind);
        });
    }

    // \param opens  what it becomes is opened, if it is not known
    void show_word(const word& each, bool opens) {
        if (each.pipe) return;
        if (each.known) return show_text(each.text);
        if (each.globs || each.text.find('$') == each.text.npos) return show_glob(each.text);
        const bool valued = values_.each(each, each.text, [&](std::string_view value, bool globs) {
            if (globs)
                show_glob(value);
            else
                show_text(value);
        });
        unknown_ = unknown_ || (!valued && opens);
    }

    // The text itself, and what stands in it behind `=` (an option's value), `:` (`HEAD:path`), `@` (`-d
    // @path`), and a letter of an option (`-fpath`).
    void show_text(std::string_view text) {
        show_path(text);
        for (std::size_t at = 0; at + 1 < text.size(); ++at)
            if (joints.has(text[at])) show_path(text.substr(at + 1));
        if (text.size() > 2 && text.front() == '-' && text[1] != '-') show_path(text.substr(2));
    }
    void show_path(std::string_view path) {
        if (path.empty() || path.size() > max_path_bytes) return;
        if (path == "/dev/null") return;
        for (const auto folder : folders_) sink_.word(path, folder);
    }
    void show_glob(std::string_view text) {
        for (const auto folder : folders_) sink_.glob(text, folder);
    }

    const shell_runs& runs_;
    std::string_view cwd_;
    command_facts facts_;
    line_values values_;
    path_sink& sink_;
    bool unknown_ = false;                                         // what is opened in some place
    boost::container::small_vector<std::string_view, 4> folders_;  // in which it may be by then
};

// Shows all that may be paths in a call.
void each_path(const call_reading& reading, const tool_definition* definition, path_sink& sink) {
    const tool_call& call = reading.call();
    std::string scratch;
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::command) {
            if (field.what() == field_view::kind::string && field.text().size() <= max_command_bytes)
                paths_of_command(field.runs(), call, sink).show();
            else
                sink.doubt();
        } else if (kind == field_kind::path) {
            if (field.what() != field_view::kind::string) {
                sink.doubt();
                return true;
            }
            sink.path(field.text(), call.cwd);
            const auto target = target_of(call, field.name());
            if (target.known) sink.path(target.path, {});
        }
        return true;
    });
    if (call.paths_of_commands != nullptr)
        for (const auto& each : call.paths_of_commands->links)
            if (each.leads) sink.path(*each.leads, {});
    // Patterns of tools that search.
    if (definition == nullptr || definition->kind != tool_kind::search) return;
    for (const std::string_view name : {std::string_view("glob"), std::string_view(definition->main_field)}) {
        const auto field = call.input.field(name, scratch);
        if (field.what == field_view::kind::string) sink.glob(field.text, call.cwd);
    }
}

bool is_path_rule(const permission_rule& rule) noexcept { return rule.tool_pattern() == path_rule_tool; }

// Where a relative path lies below no known folder, such a rule may cover it.
bool is_absolute_path_rule(const permission_rule& rule) noexcept {
    if (!is_path_rule(rule)) return false;
    const auto* const found = rule.input_pattern().if_contains(path_field_name);
    return found == nullptr || !found->is_string() || std::string_view(found->get_string()).starts_with('/');
}

std::string_view pattern_of(const permission_rule& rule) {
    const auto* const found = rule.input_pattern().if_contains(path_field_name);
    if (found == nullptr || !found->is_string()) return "*";
    return {found->get_string().data(), found->get_string().size()};
}

// The pattern as a glob that covers whole paths.
std::string whole_pattern(std::string_view pattern) {
    std::string whole(pattern.starts_with('/') ? "" : pattern.starts_with("**/") ? "*" : "*/");
    return whole.append(pattern.starts_with("**/") ? pattern.substr(2) : pattern);
}

std::string whole_path(std::string_view path, std::string_view folder) {
    while (path.starts_with("./")) path.remove_prefix(2);
    std::string whole(path.starts_with('/') ? std::string_view() : folder);
    if (!path.starts_with('/')) whole += '/';
    return whole.append(path);
}

// Whether the rule covers that path in other letters, or what is below it.
bool covers_in_other_letters(const permission_rule& rule, std::string_view path, std::string_view folder) {
    const auto covered = whole_pattern(pattern_of(rule));
    const auto whole = whole_path(path, folder);
    return glob_covers(covered, whole) || glob_covers(covered + "/*", whole);
}

// `**/NAME`, `**/NAME/**`: the name; empty: the pattern is another one.
std::string_view name_below_any(std::string_view pattern) noexcept {
    if (!pattern.starts_with("**/")) return {};
    pattern.remove_prefix(3);
    if (pattern.ends_with("/**")) pattern.remove_suffix(3);
    return pattern.find('/') == pattern.npos ? pattern : std::string_view();
}

// Whether the rule may cover one of the paths that a glob covers, or what is below it. Of a name below any
// folder it counts what the glob is after: `*` and `part*` are after nothing of the kind.
bool may_cover(const permission_rule& rule, std::string_view glob, std::string_view folder) {
    const auto pattern = pattern_of(rule);
    if (const auto name = name_below_any(pattern); !name.empty()) return is_after(glob, name);
    const auto covered = whole_pattern(pattern);
    const auto paths = whole_path(glob, folder);
    return globs_overlap(covered, paths, true) || globs_overlap(covered + "/*", paths, true);
}

// One path as such rules see it: a use of a tool that does nothing but touch it.
class path_use {
public:
    path_use(std::string_view path, std::string_view folder, const rule_switches& switches)
        : input_(joined(path, folder)),
          call_{.tool_name = path_rule_tool, .input = input_, .cwd = folder},
          reading_(call_, switches) {}
    path_use(const path_use&) = delete;
    path_use& operator=(const path_use&) = delete;

    [[nodiscard]] const call_reading& reading() const noexcept { return reading_; }

private:
    std::string_view joined(std::string_view path, std::string_view folder) {
        while (path.starts_with("./")) path.remove_prefix(2);
        if (path.starts_with('/')) return path;
        // Below which folder does not matter to rules for paths below any.
        const std::string_view above = folder.starts_with('/') ? folder : std::string_view("/-");
        text_.assign(above.begin(), above.end());
        text_.push_back('/');
        text_.insert(text_.end(), path.begin(), path.end());
        return {text_.data(), text_.size()};
    }

    boost::container::small_vector<char, 512> text_;
    path_input input_;
    tool_call call_;
    call_reading reading_;
};

class rule_finder final : public path_sink {
public:
    rule_finder(rule_findings& found, const rule_set& rules, const rule_switches& switches)
        : found_(found), rules_(rules), switches_(switches) {}

    void path(std::string_view text, std::string_view folder) override {
        const auto more = found_for(text, folder);
        add(more.deny, more.deny_doubt, found_.deny, found_.deny_doubt);
        add(more.ask, more.ask_doubt, found_.ask, found_.ask_doubt);
    }
    void word(std::string_view text, std::string_view folder) override {
        const auto more = found_for(text, folder);
        add(more.deny, nullptr, found_.deny, found_.deny_doubt);
        add(more.ask, nullptr, found_.ask, found_.ask_doubt);
        // What is left are other spellings, of which only the case of letters may mean the same.
        if (more.deny_doubt || more.ask_doubt)
            doubt_where([&](const permission_rule& rule) {
                return is_path_rule(rule) && covers_in_other_letters(rule, text, folder);
            });
    }
    void glob(std::string_view text, std::string_view folder) override {
        if (text.find_first_of(detail::glob_marks) == text.npos) return path(text, folder);
        doubt_where(
            [&](const permission_rule& rule) { return is_path_rule(rule) && may_cover(rule, text, folder); });
    }
    void doubt() override { doubt_where(is_path_rule); }

private:
    static void add(const rule_pointer& sure, const rule_pointer& doubt, rule_pointer& sure_so_far,
                    rule_pointer& doubt_so_far) {
        if (!sure_so_far) sure_so_far = sure;
        if (sure_so_far) doubt_so_far = nullptr;
        if (!sure_so_far && !doubt_so_far) doubt_so_far = doubt;
    }
    rule_findings found_for(std::string_view text, std::string_view folder) {
        if (!text.starts_with('/') && !folder.starts_with('/')) doubt_where(is_absolute_path_rule);
        const path_use use(text, folder, switches_);
        const rule_filter for_paths = is_path_rule;
        rule_findings more;
        rules_.match_deny_and_ask(use.reading(), &for_paths, more);
        return more;
    }
    void doubt_where(const rule_filter& is) {
        const auto of = [&](rule_behavior behavior) {
            return rules_.naming(behavior, path_field_name, field_kind::path, is);
        };
        if (!found_.deny && !found_.deny_doubt) found_.deny_doubt = of(rule_behavior::deny);
        if (!found_.ask && !found_.ask_doubt) found_.ask_doubt = of(rule_behavior::ask);
    }

    rule_findings& found_;
    const rule_set& rules_;
    const rule_switches& switches_;
};

class match_finder final : public path_sink {
public:
    match_finder(const permission_rule& rule, const rule_switches& switches)
        : rule_(rule), switches_(switches) {}

    void path(std::string_view text, std::string_view folder) override { raise(match_of(text, folder)); }
    void word(std::string_view text, std::string_view folder) override {
        const auto match = match_of(text, folder);
        if (match != rule_match::doubt || covers_in_other_letters(rule_, text, folder)) raise(match);
    }
    void glob(std::string_view text, std::string_view folder) override {
        if (text.find_first_of(detail::glob_marks) == text.npos) return path(text, folder);
        if (may_cover(rule_, text, folder)) raise(rule_match::doubt);
    }
    void doubt() override { raise(rule_match::doubt); }

    [[nodiscard]] rule_match match() const noexcept { return match_; }

private:
    [[nodiscard]] rule_match match_of(std::string_view text, std::string_view folder) const {
        const path_use use(text, folder, switches_);
        const bool anywhere =
            !text.starts_with('/') && !folder.starts_with('/') && is_absolute_path_rule(rule_);
        const auto match = rule_.match(use.reading());
        return match == rule_match::no && anywhere ? rule_match::doubt : match;
    }
    void raise(rule_match to) noexcept {
        if (match_ != rule_match::yes && to != rule_match::no) match_ = to;
    }

    const permission_rule& rule_;
    const rule_switches& switches_;
    rule_match match_ = rule_match::no;
};

}  // namespace

void add_path_rules(rule_findings& found, const rule_set& rules, const call_reading& call,
                    const tool_definition* definition) {
    if (!rules.speaks_of(rule_behavior::deny, path_rule_tool) &&
        !rules.speaks_of(rule_behavior::ask, path_rule_tool))
        return;
    rule_finder finder(found, rules, call.switches());
    each_path(call, definition, finder);
}

rule_match match_as_path_rule(const permission_rule& rule, const call_reading& call,
                              const tool_definition* definition) {
    if (rule.behavior() == rule_behavior::allow || !is_path_rule(rule)) return rule_match::no;
    match_finder finder(rule, call.switches());
    each_path(call, definition, finder);
    return finder.match();
}

namespace {

// Most words of a command that are looked up; with more, they cannot be told.
constexpr std::size_t max_looked_up = 256;

class text_list final : public path_sink {
public:
    explicit text_list(std::string_view cwd) : cwd_(cwd) {}

    void path(std::string_view text, std::string_view folder) override { word(text, folder); }
    void word(std::string_view text, std::string_view folder) override {
        if (text.size() < 2 || found.size() >= max_looked_up) return;
        std::string place =
            text.starts_with('/') ? std::string(text) : std::string(folder) + "/" + std::string(text);
        if (!place.starts_with('/')) place = cwd_ + "/" + place;
        const auto same = [&](const command_word& each) { return each.text == text && each.path == place; };
        if (std::ranges::none_of(found, same)) found.push_back({std::string(text), std::move(place)});
    }
    void glob(std::string_view, std::string_view) override {}
    void doubt() override {}

    std::vector<command_word> found{};

private:
    std::string cwd_;
};

}  // namespace

std::vector<command_word> paths_in_commands(const tool_call& call, const tool_definition* definition) {
    text_list list(call.cwd);
    if (!call.cwd.starts_with('/')) return {};
    const call_reading reading(call);
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::command && field.what() == field_view::kind::string &&
            field.text().size() <= max_command_bytes)
            paths_of_command(field.runs(), call, list).show();
        return true;
    });
    return std::move(list.found);
}

}  // namespace assent
