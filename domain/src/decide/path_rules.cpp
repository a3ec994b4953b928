#include "path_rules.hpp"

#include "../match/glob_overlap.hpp"
#include "../match/path_target.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "call_fields.hpp"
#include "glob_rules.hpp"
#include "line_values.hpp"
#include "protected_places.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
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

// A path made of a folder and what is below it.
class joined_path {
public:
    joined_path() noexcept {}  // not cleared: it is thousands of bytes
    // \param folder, below  of no more than `max_path_bytes`   \return valid until the next one
    std::string_view join(std::string_view folder, std::string_view below) noexcept {
        char* end = std::copy(folder.begin(), folder.end(), text_.data());
        if (!folder.ends_with('/')) *end++ = '/';
        end = std::copy(below.begin(), below.end(), end);
        return {text_.data(), static_cast<std::size_t>(end - text_.data())};
    }

private:
    std::array<char, 2 * max_path_bytes + 1> text_;
};

// The folders in which a command may be by then.
class folder_list {
public:
    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
    /// Absolute; empty: it is not known.
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept {
        const std::size_t from = index == 0 ? 0 : ends_[index - 1];
        return {names_.data() + from, ends_[index] - from};
    }
    void add(std::string_view name) {
        names_.insert(names_.end(), name.begin(), name.end());
        ends_.push_back(names_.size());
    }

private:
    boost::container::small_vector<char, 256> names_;  // one behind the other
    boost::container::small_vector<std::size_t, 4> ends_;
};

// What may be a path in a call: a text, as it is written; or `doubt`: something that may be any path.
class path_sink {
public:
    virtual ~path_sink() = default;
    virtual void path(std::string_view text, std::string_view folder) = 0;
    /// Whether such a word is of use, whatever the folder.
    [[nodiscard]] virtual bool wants(std::string_view) const { return true; }
    /// A word of a command, which the program gets as it is: nobody expands or decodes it.
    virtual void word(std::string_view text, std::string_view folder) = 0;
    /// One of the paths that a glob covers.
    virtual void glob(std::string_view text, std::string_view folder) = 0;
    virtual void doubt() = 0;
    /// Relative paths may be in this folder from here on. \param below  what of it was not entered before
    virtual void enters(std::string_view below) { static_cast<void>(below); }
    /// A file is opened, in a folder that is not known. \param entered  the command went there; otherwise it
    /// is the working directory
    virtual void somewhere(bool entered) = 0;
    /// There are more than can be shown.
    virtual void too_many() { doubt(); }
    /// Whether what only may be a path, and doubts, are of use.
    [[nodiscard]] virtual bool guesses() const { return true; }
};

// Most folders in which a command may be.
constexpr std::size_t max_folders = 16;

constexpr byte_set joints("=:@,");  // between a name or a mark and a path

bool opens_files(part_kind kind) noexcept {
    switch (kind) {
        case part_kind::read:
        case part_kind::name:
        case part_kind::pathspec:
        case part_kind::object:
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
    paths_of_command(const shell_runs& runs, const tool_call& call, const tool_definition* definition,
                     path_sink& sink)
        : runs_(runs),
          cwd_(call.cwd),
          facts_{call.repositories, call.paths_of_commands},
          values_(runs, goes_anywhere(runs) ? std::string_view() : call.cwd),
          sink_(sink) {
        add_folder(cwd_, cwd_);
        if (goes_in_no_order(runs)) add_folder({}, {});
        show_where_it_runs(call, definition);
    }

    void show() {
        if (!runs_.complete()) sink_.doubt();
        for (std::size_t run = 0; run < runs_.size(); ++run) show_run(run);
        for (const auto& each : runs_.mentioned())
            if (names_something(each.as)) show_word(each.is, opens(each.as), run_effect::none);
        // Of what only looks it is known where each word comes from.
        if (unknown_ && sink_.guesses() && command_effect(runs_, cwd_, facts_).worst() != call_effect::looks)
            sink_.doubt();
    }

private:
    // What the input says about that.
    void show_where_it_runs(const tool_call& call, const tool_definition* definition) {
        std::string scratch;
        for (std::size_t at = 0; at < call.input.size(); ++at) {
            const auto name = call.input.name_at(at);
            if (!is_working_directory(role_of(name), definition)) continue;
            const auto field = call.input.field(name, scratch);
            if (field.what == field_view::kind::absent) continue;
            if (field.what != field_view::kind::string) {
                add_folder({}, {});
                sink_.doubt();
                continue;
            }
            sink_.path(field.text, cwd_);
            add_folders(field.text);
        }
    }

    static bool opens(shell_mention::role as) noexcept {
        return as == shell_mention::role::input || as == shell_mention::role::output;
    }
    static bool names_something(shell_mention::role as) noexcept {
        return as != shell_mention::role::loop_begins && as != shell_mention::role::loop_ends;
    }

    void show_run(std::size_t run) {
        const auto words = runs_[run];
        const program_use& use = runs_.use(run);
        const bool understood = use.known() && use.doubtful().empty();
        if ((use.does() & programs::effect::evaluates) != programs::effect::reads) sink_.doubt();
        const bool prints = words.front().text == "echo" || words.front().text == "printf";
        for (const auto& part : use.parts())
            if (part.kind == part_kind::elsewhere) go_to(words[part.word], part.text, run);
        // The name of a program is no path unless it says where that is.
        const bool named = words.front().known && words.front().text.find('/') == std::string_view::npos;
        for (std::size_t each = named ? 1 : 0; each < words.size(); ++each)
            show_word(words[each], !prints && (!understood || opens_file(use, each)), run);
        for (const auto& part : use.parts())
            if (part.of_option && opens_files(part.kind)) show_part(words[part.word], part.text, run);
        if (moves(words.front().text)) go_to(words, run);
        // Where each file is.
        if (std::ranges::find(words, "-execdir"sv, &word::text) != words.end()) add_folder({}, {});
    }

    // The value of an option, which stands in one word with it.
    void show_part(const word& in, std::string_view text, std::size_t run) {
        word value = in;
        value.text = text;
        show_word(value, true, run);
    }

    // From here on the command may be there, or still where it was.
    void go_to(std::span<const word> words, std::size_t run) {
        const auto folder = words.back().text;
        const bool home_or_back = words.size() == 1 || folder.starts_with('-') || folder.starts_with('+');
        if (home_or_back) return add_folder({}, {});
        go_to(words.back(), folder, run);
    }
    void go_to(const word& in, std::string_view folder, std::size_t run) {
        if (in.known) return add_folders(folder);
        bool globs = false;
        const auto add = [&](std::string_view value, bool as_glob) {
            globs = globs || as_glob;
            if (!value.empty()) add_folders(value);
        };
        if (!values_.each(in, folder, run, add) || globs) add_folder({}, {});
    }
    void add_folders(std::string_view below) {
        if (below.starts_with('/')) return add_folder(below, below);
        const auto before = folders_.size();
        for (std::size_t each = 0; each < before; ++each) {
            const auto above = folders_[each];
            if (below.size() > max_path_bytes) return sink_.too_many();
            add_folder(above.starts_with('/') ? joined_.join(above, below) : std::string_view(), below);
        }
    }
    void add_folder(std::string_view name, std::string_view below) {
        if (name.size() > max_path_bytes) name = {};
        for (std::size_t each = 0; each < folders_.size(); ++each)
            if (folders_[each] == name) return;
        if (folders_.size() == max_folders) return sink_.too_many();
        folders_.add(name);
        sink_.enters(below);
    }

    static bool opens_file(const program_use& use, std::size_t at) {
        return std::ranges::any_of(use.parts(), [at](const program_use::part& part) {
            return part.word == at && opens_files(part.kind);
        });
    }

    // \param opens  what it names is opened
    void show_word(const word& each, bool opens, std::size_t run) {
        if (each.pipe) return;
        if (each.known) return show_text(each.text, opens);
        if (each.globs || each.text.find('$') == each.text.npos) return show_glob(each.text, opens);
        const bool valued = values_.each(each, each.text, run, [&](std::string_view value, bool globs) {
            if (globs)
                show_glob(value, opens);
            else
                show_text(value, opens);
        });
        unknown_ = unknown_ || (!valued && opens);
    }

    // The text itself, and what stands in it behind `=` (an option's value), `:` (`HEAD:path`), `@` (`-d
    // @path`), and a letter of an option (`-fpath`).
    void show_text(std::string_view text, bool opens) {
        // Who looks up what is opened gets the values of options from `show_part`.
        if (!opens && text.starts_with('-') && !sink_.guesses()) return;
        show_path(text, opens);
        for (std::size_t at = 0; at + 1 < text.size(); ++at)
            if (joints.has(text[at])) show_path(text.substr(at + 1), opens);
        if (text.size() > 2 && text.front() == '-' && text[1] != '-') show_path(text.substr(2), opens);
    }
    void show_path(std::string_view path, bool opens) {
        if (path.empty() || path.size() > max_path_bytes) return;
        if (path == "/dev/null") return;
        const bool wanted = sink_.wants(path);
        each_folder(path, opens, [&](std::string_view folder) {
            if (wanted) sink_.word(path, folder);
        });
    }
    void show_glob(std::string_view text, bool opens) {
        each_folder(text, opens, [&](std::string_view folder) { sink_.glob(text, folder); });
    }
    template <class Show>
    void each_folder(std::string_view path, bool opens, const Show& show) {
        for (std::size_t each = 0; each < folders_.size(); ++each) {
            const auto folder = folders_[each];
            if (opens && !folder.starts_with('/') && !path.starts_with('/')) sink_.somewhere(each > 0);
            show(folder);
        }
    }

    const shell_runs& runs_;
    std::string_view cwd_;
    command_facts facts_;
    line_values values_;
    path_sink& sink_;
    bool unknown_ = false;  // what is opened in some place
    folder_list folders_;
    joined_path joined_;
};

// Shows all that may be paths in a call.
void each_path(const call_reading& reading, const tool_definition* definition, path_sink& sink) {
    const tool_call& call = reading.call();
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::command) {
            if (field.what() == field_view::kind::string && field.text().size() <= max_command_bytes)
                paths_of_command(field.runs(), call, definition, sink).show();
            else
                sink.doubt();
        } else if (kind == field_kind::path) {
            if (field.what() != field_view::kind::string) {
                sink.doubt();
                return true;
            }
            if (!field.text().starts_with('/') && !call.cwd.starts_with('/')) sink.somewhere(false);
            sink.path(field.text(), call.cwd);
            const auto target = target_of(call, field.name());
            if (target.known) sink.path(target.path, {});
        }
        return true;
    });
    if (call.paths_of_commands != nullptr)
        for (const auto& each : call.paths_of_commands->links)
            if (each.leads) sink.path(*each.leads, {});
    each_search_glob(
        reading, definition,
        [&](std::string_view, std::string_view glob, std::string_view folder) { sink.glob(glob, folder); });
}

bool is_path_rule(const permission_rule& rule) noexcept { return rule.tool_pattern() == path_rule_tool; }

std::string_view pattern_of(const permission_rule& rule) {
    const auto* const found = rule.input_pattern().if_contains(path_field_name);
    if (found == nullptr || !found->is_string()) return "*";
    return {found->get_string().data(), found->get_string().size()};
}

// Whether the rule covers that path in other letters, or what is below it.
bool covers_in_other_letters(const permission_rule& rule, std::string_view path, std::string_view folder) {
    const auto covered = whole_pattern(pattern_of(rule));
    const auto whole = whole_path(path, folder);
    return glob_covers(covered, whole) || glob_covers(covered + "/*", whole);
}

// Whether it may cover a relative path below a working directory that is not known; that is taken for none of
// the folders which rules for paths below any are after.
bool is_absolute_path_rule(const permission_rule& rule) {
    return is_path_rule(rule) && pattern_of(rule).starts_with('/');
}

// Whether it depends on the folder of a path whether the rule covers it.
bool names_folder(const permission_rule& rule) {
    if (!is_path_rule(rule)) return false;
    const auto pattern = pattern_of(rule);
    return pattern.ends_with("/**") || name_below_any(pattern).empty();
}

// One path as such rules see it: a use of a tool that does nothing but touch it.
class path_use {
public:
    /// \param named_in  the call that names the path
    path_use(std::string_view path, std::string_view folder, const call_reading& named_in)
        : input_(joined(path, folder)),
          call_{.tool_name = path_rule_tool,
                .input = input_,
                .cwd = folder,
                .paths_ignore_case = named_in.call().paths_ignore_case},
          reading_(call_, named_in.switches()) {}
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
    rule_finder(rule_findings& found, const rule_set& rules, const call_reading& call)
        : found_(found), rules_(rules), call_(call) {}

    void path(std::string_view text, std::string_view folder) override {
        const auto more = found_for(text, folder);
        add(more.deny, more.deny_doubt, found_.deny, found_.deny_doubt);
        add(more.ask, more.ask_doubt, found_.ask, found_.ask_doubt);
    }
    [[nodiscard]] bool wants(std::string_view text) const override {
        return covers_folders_ || rules_.may_cover_path(text);
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
        doubt_where([&](const permission_rule& rule) {
            return is_path_rule(rule) && may_cover(pattern_of(rule), text, folder);
        });
    }
    void doubt() override { doubt_where(is_path_rule); }
    void somewhere(bool entered) override {
        if (entered)
            doubt_where(names_folder);
        else
            doubt_where(is_absolute_path_rule);
    }
    void enters(std::string_view below) override {
        covers_folders_ = covers_folders_ || rules_.may_cover_path(below);
    }

private:
    static void add(const rule_pointer& sure, const rule_pointer& doubt, rule_pointer& sure_so_far,
                    rule_pointer& doubt_so_far) {
        if (!sure_so_far) sure_so_far = sure;
        if (sure_so_far) doubt_so_far = nullptr;
        if (!sure_so_far && !doubt_so_far) doubt_so_far = doubt;
    }
    rule_findings found_for(std::string_view text, std::string_view folder) {
        const path_use use(text, folder, call_);
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
    const call_reading& call_;
    bool covers_folders_ = false;  // a rule may, one of those that the command enters
};

class match_finder final : public path_sink {
public:
    match_finder(const permission_rule& rule, const call_reading& call) : rule_(rule), call_(call) {}

    void path(std::string_view text, std::string_view folder) override { raise(match_of(text, folder)); }
    void word(std::string_view text, std::string_view folder) override {
        const auto match = match_of(text, folder);
        if (match != rule_match::doubt || covers_in_other_letters(rule_, text, folder)) raise(match);
    }
    void glob(std::string_view text, std::string_view folder) override {
        if (text.find_first_of(detail::glob_marks) == text.npos) return path(text, folder);
        if (may_cover(pattern_of(rule_), text, folder)) raise(rule_match::doubt);
    }
    void doubt() override { raise(rule_match::doubt); }
    void somewhere(bool entered) override {
        if (entered ? names_folder(rule_) : is_absolute_path_rule(rule_)) raise(rule_match::doubt);
    }

    [[nodiscard]] rule_match match() const noexcept { return match_; }

private:
    [[nodiscard]] rule_match match_of(std::string_view text, std::string_view folder) const {
        const path_use use(text, folder, call_);
        return rule_.match(use.reading());
    }
    void raise(rule_match to) noexcept {
        if (match_ != rule_match::yes && to != rule_match::no) match_ = to;
    }

    const permission_rule& rule_;
    const call_reading& call_;
    rule_match match_ = rule_match::no;
};

}  // namespace

void add_path_rules(rule_findings& found, const rule_set& rules, const call_reading& call,
                    const tool_definition* definition) {
    if (!rules.has_path_rules()) return;
    rule_finder finder(found, rules, call);
    each_path(call, definition, finder);
}

rule_match match_as_path_rule(const permission_rule& rule, const call_reading& call,
                              const tool_definition* definition) {
    if (rule.behavior() == rule_behavior::allow || !is_path_rule(rule)) return rule_match::no;
    match_finder finder(rule, call);
    each_path(call, definition, finder);
    return finder.match();
}

namespace {

class shown_paths final : public path_sink {
public:
    using visitor = std::function<void(std::string_view text, std::string_view path)>;
    explicit shown_paths(const visitor& show) : show_(show) {}

    void path(std::string_view text, std::string_view folder) override { word(text, folder); }
    void word(std::string_view text, std::string_view folder) override {
        if (text == "." || text == "-") return;
        if (text.size() > max_path_bytes) return too_many();
        if (text.starts_with('/')) return show_(text, text);
        if (folder.starts_with('/')) show_(text, path_.join(folder, text));
    }
    // Its names may be links, too: that is not seen.
    void glob(std::string_view text, std::string_view folder) override {
        const auto written = folder_of_glob(text);
        if (written.size() > max_path_bytes) return too_many();
        if (!written.empty()) word(written, folder);
    }
    void doubt() override {}
    void somewhere(bool) override { too_many(); }
    void too_many() override { complete_ = false; }

    [[nodiscard]] bool guesses() const override { return false; }

    [[nodiscard]] bool complete() const noexcept { return complete_; }

private:
    const visitor& show_;
    joined_path path_;
    bool complete_ = true;
};

}  // namespace

bool each_path_in_commands(const call_reading& reading, const tool_definition* definition,
                           const shown_paths::visitor& show) {
    const tool_call& call = reading.call();
    if (!call.cwd.starts_with('/')) return false;
    shown_paths shown(show);
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::command && field.what() == field_view::kind::string &&
            field.text().size() <= max_command_bytes)
            paths_of_command(field.runs(), call, definition, shown).show();
        return true;
    });
    return shown.complete();
}

}  // namespace assent
