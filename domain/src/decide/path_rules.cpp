#include "path_rules.hpp"

#include "../facts/git_taking.hpp"
#include "../facts/protected_places.hpp"
#include "../match/glob_overlap.hpp"
#include "../match/path_target.hpp"
#include "../programs/program_row.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "call_fields.hpp"
#include "glob_rules.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/container/small_vector.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assent {
namespace {

using namespace std::string_view_literals;
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

// What is done to a path.
enum class path_touch : unsigned char { looks, may_change, changes };

// What a path is in a call.
struct path_seen {
    std::string_view text{};    // as it is written
    std::string_view folder{};  // in which a relative one is; empty: it is not known
    bool listed = false;        // no more is told than that it is there
    bool entered = false;       // what follows works there
    bool of_command = false;    // a program of the line, or the shell, uses it
    bool expanded = false;      // by the shell
    bool dots = false;          // so are names that begin with a dot
    bool settled = false;       // no other program of the line may change what is there
    bool any_name = false;      // nobody has chosen it: as in a fact
    path_touch touch = path_touch::may_change;
};

// Names that a program passes over.
struct left_out {
    std::string_view glob{};  // for the last part of a name
    bool files = false;
    bool folders = false;
};
// A folder below which a program reads all.
struct folder_seen {
    std::string folder{};  // absolute and clean; empty: it is not known
    bool follows = false;  // links, too
    // The program passes over names that none of these covers; empty: over none.
    std::vector<std::string> only{};
    // And over names that these cover.
    std::vector<left_out> but{};
    bool excepts = false;                        // more of them may be added to its words
    std::string_view glob{};                     // that chooses the folders in it; empty: it is named
    const programs::program_use* use = nullptr;  // of the program; null: a tool of the agent reads it
    git_taking taking{};                         // git takes it into a repository, instead of reading it
    const git_run* by = nullptr;                 // and by this
    bool dots = false;                           // the glob chooses names that begin with a dot, too
};

// Globs in which nothing but a `*` at an end stands for something: to all programs they mean the same.
bool is_left_out_by(std::string_view glob, std::string_view name) noexcept {
    const bool begins_open = glob.starts_with('*');
    if (begins_open) glob.remove_prefix(1);
    const bool ends_open = glob.ends_with('*');
    if (ends_open) glob.remove_suffix(1);
    if (glob.empty() || glob.find_first_of("*?[]{}\\/!, \t") != glob.npos) return false;
    if (begins_open && ends_open) return name.find(glob) != name.npos;
    if (begins_open) return name.ends_with(glob);
    return ends_open ? name.starts_with(glob) : name == glob;
}

// Whether a program passes over a path below a folder: over it, or a folder on the way.
bool is_left_out(std::string_view below, const std::vector<left_out>& globs) noexcept {
    for (std::size_t begin = 0; begin <= below.size();) {
        const auto end = std::min(below.find('/', begin), below.size());
        const auto name = below.substr(begin, end - begin);
        const auto covers = [&](const left_out& each) {
            return (end == below.size() ? each.files : each.folders) && is_left_out_by(each.glob, name);
        };
        if (std::ranges::any_of(globs, covers)) return true;
        begin = end + 1;
    }
    return false;
}

// `!.env` and `!**/.env` of rg, and of tools that search by it.
left_out taken_out_by(std::string_view glob) noexcept {
    glob.remove_prefix(1);
    constexpr std::string_view anywhere = "**/";
    if (glob.starts_with(anywhere)) glob.remove_prefix(anywhere.size());
    return {.glob = glob, .files = true, .folders = true};
}

// `:(exclude,glob)**/.env`, and `:(exclude,glob)**/secrets/**` for all in a folder.
void add_left_out_by_git(std::string_view pathspec, std::vector<left_out>& globs) {
    if (!pathspec.starts_with(programs::excluding_pathspec)) return;
    pathspec.remove_prefix(programs::excluding_pathspec.size());
    const bool folder = pathspec.ends_with(programs::all_below);
    if (folder) pathspec.remove_suffix(programs::all_below.size());
    globs.push_back({.glob = pathspec, .files = !folder, .folders = folder});
}

// What may be a path in a call; or `doubt`: something that may be any path.
class path_sink {
public:
    virtual ~path_sink() = default;
    /// A path, as a tool reads it.
    virtual void path(const path_seen&) {}
    /// Whether such a word is of use, whatever the folder.
    [[nodiscard]] virtual bool wants(std::string_view) const { return true; }
    /// A word of a command, which the program gets as it is: nobody expands or decodes it.
    virtual void word(const path_seen&) {}
    /// One of the paths that a glob covers.
    virtual void glob(const path_seen&) {}
    /// Which of the paths there are it is, is not known.
    virtual void any_path(bool /*listed*/, path_touch) {}
    /// What is done is not known.
    virtual void doubt() {}
    /// The same of what may be changed.
    virtual void doubt_of_change() { doubt(); }
    virtual void below(const folder_seen&) {}
    /// Whether that is of use.
    [[nodiscard]] virtual bool wants_below() { return false; }
    /// Relative paths may be in this folder, too, beside the working directory.
    virtual void enters(std::string_view) {}
    /// A file is opened, in a folder that is not known. \param entered  the command went there; otherwise it
    /// is the working directory
    virtual void somewhere(bool /*entered*/, path_touch) {}
    /// Whether what only may be a path is of use.
    [[nodiscard]] virtual bool guesses() const { return true; }
    /// Whether it is of use what is done to a path.
    [[nodiscard]] virtual bool wants_touch() const { return false; }
    /// A path that no word says, and that may be changed all the same: a program names it by itself, or an
    /// input that nobody knows holds it.
    virtual void change(const path_seen&) {}
};

constexpr byte_set joints("=:@,");  // between a name or a mark and a path

// To some programs the others are comments, exceptions, lists, or one with a name.
bool is_plain_choice(std::string_view glob) noexcept {
    const bool list = glob.find_first_of(" \t:") != glob.npos ||
                      (glob.find(',') != glob.npos && glob.find('{') == glob.npos);
    return !glob.empty() && glob.front() != '!' && glob.front() != '#' && !list;
}

// What a glob tells of the last part of a path, whatever stands for a `/` in it, and wherever it begins.
std::string glob_of_name(std::string_view glob) {
    if (glob.find('/') == glob.npos) return std::string(glob);
    const auto before = glob.find_last_of("/*?[]{}\\");
    return std::string("*").append(glob.substr(before + 1));
}

// Effects of programs that change no file.
constexpr auto only_reading = programs::effect::outside | programs::effect::secrets |
                              programs::effect::fetches | programs::effect::sends;

// Shows what may be paths in a command: a fold over what it does.
class paths_of_command {
public:
    // \param first_folders  in which the command may begin, other than the working directory
    paths_of_command(const command_facts& facts, std::span<const std::string> first_folders, path_sink& sink)
        : facts_(facts), first_folders_(first_folders), sink_(sink) {}

    void show() {
        for (std::size_t index = 1; index < facts_.folder_count(); ++index)
            sink_.enters(facts_.folder(index));
        for (const auto& folder : first_folders_) sink_.enters(folder);
        if (facts_.too_many_folders()) sink_.any_path(false, path_touch::may_change);
        for (const fact& noted : facts_.all()) show(noted);
        if (sink_.wants_below())
            for (const fact& noted : facts_.all())
                if (noted.is == act::consults) show_taken(noted);
        if (!sink_.wants_touch()) return;
        for (std::size_t run = 0; run < facts_.runs().size(); ++run)
            if (names_what_it_changes(run)) show_unnamed(run);
    }

    /// Whether nothing in the line may change a file.
    [[nodiscard]] bool only_looks() const {
        return std::ranges::all_of(facts_.all(), [&](const fact& noted) {
            if (noted.is == act::opens || noted.is == act::exceeds || changes(noted)) return false;
            return noted.how != certainty::unknown && noted.how != certainty::perhaps;
        });
    }

private:
    // A fact by which a file may be another one than before.
    [[nodiscard]] static bool changes(const fact& noted) {
        using programs::effect;
        const bool does = noted.is == act::does && without(noted.effect, only_reading) != effect::reads;
        return does || noted.is == act::writes || noted.is == act::removes || noted.is == act::unknown ||
               noted.is == act::unreadable;
    }
    // It changes other files than its words name: `curl -O`, `gunzip`, `git stash`. What code of the project
    // does is not looked into; and what only git keeps, or what is read, is no other file.
    [[nodiscard]] bool names_what_it_changes(std::size_t run) const {
        using programs::effect;
        const auto does = facts_.runs().use(run).does();
        const auto more = effect::deletes | effect::destroys | effect::scatters;
        if (any(does & (effect::named | effect::runs | effect::installs))) return false;
        return any(does & more) || (any(does & effect::writes) && !any(does & effect::here));
    }
    // What lies where it works, and what has the name at the end of a word, with its ending or without.
    void show_unnamed(std::size_t run) {
        const auto show = [&](std::string_view text) {
            const auto in_folder = [&](std::string_view folder) {
                sink_.change({.text = text, .folder = folder, .of_command = true});
            };
            for (std::size_t index = 0; index < facts_.folder_count(); ++index)
                in_folder(facts_.folder(index));
            for (const auto& folder : first_folders_) in_folder(folder);
        };
        show(".");
        for (const auto& word : facts_.runs()[run]) {
            const auto path = std::string_view(word.text).substr(0, word.text.find_first_of("?#"));
            const auto from = path.ends_with('/') ? path.size() : path.rfind('/') + 1;
            const auto name = path.substr(from);
            if (name.empty() || path.size() > max_path_bytes) continue;
            show(name);
            const auto dot = name.rfind('.');
            if (dot == name.npos || dot == 0) continue;
            show(path.substr(0, from + dot));
            if (from > 0) show(name.substr(0, dot));
        }
    }
    void show(const fact& noted) {
        if (noted.is == act::unreadable) return sink_.doubt();
        const bool evaluates = noted.is == act::does && noted.effect == programs::effect::evaluates &&
                               !facts_.runs().holds_code();
        if (evaluates && noted.run != fact::none && noted.how == certainty::exactly) return sink_.doubt();
        if (!is_about_path(noted.is)) return;
        show_below(noted);
        switch (noted.how) {
            case certainty::exactly: return show_path(noted, noted.text);
            case certainty::chosen: return show_glob(noted, noted.text);
            case certainty::matched: return show_matched(noted);
            case certainty::perhaps:
                if (sink_.guesses()) show_pieces(noted);
                return;
            // What works in a folder that is not known is shown as that.
            case certainty::unknown:
                if (noted.is == act::lists) return sink_.any_path(true, path_touch::looks);
                if (noted.is == act::enters) return;
                return noted.is == act::reads ? sink_.doubt() : sink_.doubt_of_change();
        }
    }
    // Git's may have a mark before it: `:/*.c`, `:(glob)*.c`; `:!*.c` takes out of what others choose.
    void show_glob(const fact& noted, std::string_view glob) {
        if (glob.starts_with(":(")) {
            const auto end = std::min(glob.find(')'), glob.size() - 1);
            if (glob.substr(0, end).find("exclude") != glob.npos) return;
            glob.remove_prefix(end + 1);
        } else if (glob.starts_with(":!") || glob.starts_with(":^")) {
            return;
        } else if (glob.starts_with(":/")) {
            glob.remove_prefix(2);
        } else if (noted.of_option && glob.starts_with('!')) {
            return;  // `rg -g '!x'`
        } else if (noted.of_option) {
            glob.remove_prefix(behind_name(glob));  // `--type-add NAME:GLOB`
        }
        each_folder(noted, glob, &path_sink::glob);
    }
    static std::size_t behind_name(std::string_view glob) noexcept {
        const auto colon = glob.find(':');
        return colon < glob.find_first_of("/*?[{") ? colon + 1 : 0;
    }
    void show_below(const fact& noted) {
        using programs::effect;
        const bool whole = any(noted.effect & (effect::recurses | effect::follows));
        if (noted.is != act::reads || !whole || noted.of_option || !sink_.wants_below()) return;
        if (noted.how != certainty::exactly && noted.how != certainty::chosen) return;
        const bool globs = noted.text.find_first_of(detail::glob_marks) != noted.text.npos;
        const auto path = globs ? folder_of_glob(noted.text) : noted.text;
        folder_seen seen{.follows = any(noted.effect & effect::follows), .only = names_chosen(noted)};
        if (globs) seen.glob = noted.text;
        if (noted.run != fact::none) seen.use = &facts_.runs().use(noted.run);
        const bool takes_exceptions = !globs && may_leave_names_out(noted);
        const auto in_folder = [&](std::string_view folder) {
            const bool known = noted.folders != fact::home && !reads_what_git_keeps(noted) &&
                               (path.starts_with('/') || folder.starts_with('/'));
            seen.folder = known ? normal_path(path.empty() ? "." : path, folder) : std::string();
            // Elsewhere git takes its exceptions for others.
            seen.excepts = takes_exceptions && is_in(seen.folder, folder);
            seen.but = seen.excepts ? names_left_out(noted.run) : std::vector<left_out>();
            sink_.below(seen);
        };
        if (noted.folders == fact::home) return in_folder({});
        for (std::size_t index = 0; index < noted.folders; ++index) in_folder(facts_.folder(index));
        for (const auto& folder : first_folders_) in_folder(folder);
    }
    // What git takes into a repository. \param consults  of the run of git
    void show_taken(const fact& consults) {
        const auto run = consults.run;
        const git_run found = git_run_of(facts_.runs(), run);
        if (found.takes == git_taking::kind::nothing) return;
        const bool settled = is_settled_for_git(run);
        folder_seen seen{.use = &facts_.runs().use(run), .by = &found};
        seen.taking = {.takes = found.takes,
                       .tree = found.tree,
                       .settled = settled,
                       .writes = writes_elsewhere(run),
                       .fills = fills_elsewhere(run)};
        const auto places = repository_folders(facts_, consults);
        if (!found.in_folder || places.empty() || leads_git_elsewhere()) return sink_.below(seen);
        const auto& use = *seen.use;
        const bool sure = settled && found.takes_paths && !use.unclear() && use.unlisted().empty() &&
                          std::ranges::all_of(facts_.runs()[run], &shell_word::known);
        for (const auto& place : places) {
            seen.taking.from = place;
            const auto show = [&](std::string_view path) {
                seen.folder = normal_path(path.empty() ? "." : path, place);
                seen.excepts = sure && seen.glob.empty() && is_in(seen.folder, place);
                seen.but =
                    seen.excepts && found.in_place_of.empty() ? names_left_out(run) : std::vector<left_out>();
                seen.taking.made = is_made_as_file(path);
                sink_.below(seen);
            };
            if (found.tree) show(".");
            for (const auto word : found.paths) show_taken_below(facts_.runs()[run][word], seen, show);
        }
    }
    // \param show  (path from the folder in which git works)
    template <class Show>
    void show_taken_below(const shell_word& word, folder_seen& seen, const Show& show) {
        seen.glob = {};
        seen.only.clear();
        if (is_plain_path(word.text)) return show(word.text);
        if (word.globs) {
            seen.glob = word.text;
            seen.dots = globs_cover_dots() || !seen.taking.settled;
        } else if (is_plain_choice(word.text) && word.text.find_first_of("[{\\") == word.text.npos) {
            // To git a `*` stands for slashes, too, and what lies below a folder comes with it.
            const auto choice = std::string("*").append(word.text);
            seen.only = {choice, choice + "/*"};
        }
        show(word.globs ? folder_of_glob(word.text) : ".");
    }
    // Whether nothing else in the line changes what git goes by, as far as words say. What others take into
    // the repository does not, and what code of the project does is not looked into.
    [[nodiscard]] bool is_settled_for_git(std::size_t run) const {
        return std::ranges::all_of(facts_.all(), [&](const fact& noted) {
            if (noted.run == run || noted.text == "/dev/null") return true;
            if (noted.run != fact::none && leaves_files_alone(facts_.runs(), noted.run)) return true;
            return !(noted.is == act::exceeds || changes(noted) ||
                     (noted.is == act::opens && noted.how != certainty::perhaps)) ||
                   leaves_git_alone(noted);
        });
    }
    // A change of files that git does not go by: `echo > a.c`, `rm -rf dist`, `npm run build`.
    [[nodiscard]] bool leaves_git_alone(const fact& noted) const {
        using programs::effect;
        const auto does = noted.run == fact::none ? effect::reads : facts_.runs().use(noted.run).does();
        const bool runs = any(does & effect::runs) && !any(does & (effect::evaluates | effect::loads));
        switch (noted.is) {
            // What goes into a folder has the name that it had: `cp a/.gitignore .`
            case act::writes:
                if (any(noted.effect & effect::links) || (brings(noted) && is_folder_alone(noted.text)))
                    return false;
                return noted.run == fact::none ? names_no_file_of_git(noted)
                                               : changes_what_it_names(noted.run);
            case act::removes: return names_no_file_of_git(noted);
            // What `source` reads is done by the shell itself.
            case act::opens: return runs && facts_.runs().use(noted.run).row_names() != ".|source";
            case act::exceeds:
                return facts_.runs().use(noted.run).unlisted().empty() && changes_what_it_names(noted.run);
            case act::does:
                if (runs || noted.effect == effect::fetches || any(does & effect::named)) return true;
                if (noted.effect != effect::writes && noted.effect != effect::deletes) return false;
                // `git switch -c x` writes what git keeps.
                if (any(does & effect::here) && !any(does & effect::scatters)) return true;
                return (!any(does & effect::scatters) || any(does & effect::here)) &&
                       changes_what_it_names(noted.run);
            default: return false;
        }
    }
    // Of `cp -r a/. .` the names are those in the folder.
    static bool is_folder_alone(std::string_view path) noexcept {
        return path.ends_with('/') || path == "." || path == ".." || path.ends_with("/.") ||
               path.ends_with("/..");
    }
    // `sed -i s/a/b/ a.c`
    [[nodiscard]] bool changes_what_it_names(std::size_t run) const {
        bool names = false;
        for (const fact& noted : facts_.all()) {
            const bool guessed = noted.how == certainty::perhaps || noted.is == act::consults;
            if (noted.run != run || !is_about_path(noted.is) || guessed) continue;
            if (!names_no_file_of_git(noted)) return false;
            names = true;
        }
        return names;
    }
    [[nodiscard]] static bool brings(const fact& noted) {
        using programs::effect;
        return any(noted.effect & (effect::recurses | effect::follows | effect::links));
    }
    // It takes files away from one place and puts them into another.
    [[nodiscard]] bool moves(std::size_t run) const {
        const auto has = [&](act is) {
            return std::ranges::any_of(facts_.all(),
                                       [&](const fact& noted) { return noted.run == run && noted.is == is; });
        };
        return run != fact::none && has(act::writes) && has(act::removes);
    }
    [[nodiscard]] static bool names_no_file_of_git(const fact& noted) {
        const auto is = [](std::string_view name, std::string_view other) {
            return equal_ignoring_case(name, other);
        };
        const bool ignores = is(detail::base_name(noted.text), ".gitignore");
        const bool inside =
            any_between(noted.text, '/', [&](std::string_view name) { return is(name, ".git"); });
        return noted.how == certainty::exactly && !ignores && !inside;
    }
    // Where one of these is a link, it may be another file.
    [[nodiscard]] bool writes_elsewhere(std::size_t run) const {
        return std::ranges::any_of(
            facts_.all(), [&](const fact& noted) { return noted.run != run && noted.is == act::writes; });
    }
    // Another part of the line may put files there that nobody sees now: in a folder that it moves or copies,
    // out of an archive.
    [[nodiscard]] bool fills_elsewhere(std::size_t run) const {
        using programs::effect;
        return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
            if (noted.run == run) return false;
            const auto does = noted.run == fact::none ? effect::reads : facts_.runs().use(noted.run).does();
            const bool scatters = any(does & effect::scatters) && !any(does & effect::here);
            const bool brings_some = noted.is == act::writes && (brings(noted) || moves(noted.run));
            return brings_some || (noted.is == act::does && scatters) || noted.is == act::unreadable;
        });
    }
    // `GIT_DIR=x git add -A`, and an input that says where its command works.
    [[nodiscard]] bool leads_git_elsewhere() const {
        const auto leads = [](const fact& noted) {
            return (noted.is == act::surrounds || noted.is == act::sets) &&
                   (noted.text.starts_with("GIT_") || noted.how == certainty::unknown);
        };
        return std::ranges::any_of(facts_.all(), leads) ||
               std::ranges::any_of(first_folders_,
                                   [&](const auto& folder) { return folder != facts_.cwd(); });
    }
    // `echo > x && git add x`: if nothing is there yet, it is a file, or an empty folder.
    [[nodiscard]] bool is_made_as_file(std::string_view path) const {
        using programs::effect;
        bool made = false;
        for (const fact& noted : facts_.all()) {
            const bool of_git = noted.run != fact::none && leaves_files_alone(facts_.runs(), noted.run);
            if (of_git || !changes(noted)) continue;
            const bool plain = noted.is == act::writes && noted.how == certainty::exactly && !brings(noted);
            const bool named = noted.is == act::does && noted.run != fact::none &&
                               any(facts_.runs().use(noted.run).does() & effect::named);
            if (!plain && !named) return false;
            made = made || (plain && noted.text == path);
        }
        return made;
    }
    // The globs by which a program passes over other names: `--include=*.c`, `-name '*.c'`. None where it
    // weighs them against others, or may have used a name before it comes to them.
    [[nodiscard]] std::vector<std::string> names_chosen(const fact& of) const {
        const auto run = of.run;
        if (run == fact::none || starts_what_reads_below(run)) return {};
        std::vector<std::string> globs;
        // `git grep x -- '*.c'`: files of that name, and all below folders of it.
        const auto& written = facts_.runs()[run][of.word];
        const bool by_itself = of.how == certainty::chosen && written.known && written.text == of.text;
        if (by_itself && is_plain_choice(of.text) && of.text.find_first_of("/[{\\") == of.text.npos)
            return {std::string(of.text), std::string(of.text) + "/*"};
        std::size_t first = std::numeric_limits<std::size_t>::max();
        std::size_t last = 0;
        for (const fact& noted : facts_.all()) {
            if (noted.run != run || noted.is != act::reads || !noted.of_option) continue;
            if (noted.how != certainty::chosen || !is_plain_choice(noted.text)) return {};
            first = std::min(first, noted.word);
            last = std::max(last, noted.word);
            globs.push_back(glob_of_name(noted.text));
        }
        const auto& words = facts_.runs()[run];
        const auto weighs = [&](const shell_word& word) {
            const auto place = static_cast<std::size_t>(&word - words.data());
            const bool excepts = word.text.starts_with("--exc") && !word.text.starts_with("--exclude-dir");
            return outweighs(word.text) || (excepts && place < first) ||
                   (place < last && (word.text == "{}" || word.text.starts_with("-print")));
        };
        if (std::ranges::any_of(words, weighs)) return {};
        return globs;
    }
    // It turns a choice round, or adds another one. And `--exclude` of grep, before `--include`, takes all
    // that it does not except.
    static bool outweighs(std::string_view word) {
        static constexpr word_list weighing{"!"sv, "-not"sv, "-o"sv, "-or"sv, ","sv};
        return weighing.has(word);
    }
    // `find -name sub -exec grep -r x {} +`: what is chosen may be folders, below which all is read.
    [[nodiscard]] bool starts_what_reads_below(std::size_t run) const {
        using programs::effect;
        static constexpr word_list starting{"-exec"sv, "-execdir"sv, "-ok"sv, "-okdir"sv};
        const auto starts = [&](const shell_word& word) { return starting.has(word.text); };
        if (std::ranges::none_of(facts_.runs()[run], starts)) return false;
        for (std::size_t other = 0; other < facts_.runs().size(); ++other)
            if (other != run && any(facts_.runs().use(other).does() & (effect::recurses | effect::follows)))
                return true;
        return false;
    }
    // `git grep --cached`: files that lie nowhere else.
    [[nodiscard]] bool reads_what_git_keeps(const fact& of) const {
        const auto keeps = [](const shell_word& word) { return word.text == "--cached"; };
        return of.run != fact::none && std::ranges::any_of(facts_.runs()[of.run], keeps);
    }
    // Whether names can be left out by words of the program, and stay so: no link leads to them, no other
    // word may take them in again, nothing in the line gives a file another name, and git takes them as
    // usual.
    [[nodiscard]] bool may_leave_names_out(const fact& of) const {
        using programs::part_kind;
        if (of.run == fact::none || any(of.effect & programs::effect::follows) || !only_looks()) return false;
        const auto& words = facts_.runs()[of.run];
        const auto& use = facts_.runs().use(of.run);
        if (use.unclear() || !use.unlisted().empty()) return false;
        const auto odd = [](const shell_word& word) { return !word.known || word.text == "{}"; };
        const auto chooses = [](const auto& part) {
            return part.kind == part_kind::glob ||
                   (part.kind == part_kind::choice && !part.text.starts_with('!'));
        };
        if (std::ranges::any_of(words, odd) || std::ranges::any_of(use.parts(), chooses)) return false;
        return !words.front().text.ends_with("git") || (words.size() > 1 && words[1].text == "grep");
    }
    static bool is_in(std::string_view path, std::string_view folder) noexcept {
        return path.starts_with(folder) && (path.size() == folder.size() || folder.ends_with('/') ||
                                            path.substr(folder.size()).starts_with('/'));
    }
    [[nodiscard]] std::vector<left_out> names_left_out(std::size_t run) const {
        using programs::part_kind;
        std::vector<left_out> globs;
        for (const auto& part : facts_.runs().use(run).parts()) {
            if (part.kind == part_kind::choice) globs.push_back(taken_out_by(part.text));
            if (part.kind == part_kind::pathspec) add_left_out_by_git(part.text, globs);
            if (part.kind == part_kind::except) globs.push_back({.glob = part.text, .files = true});
            if (part.kind == part_kind::except_folder) globs.push_back({.glob = part.text, .folders = true});
        }
        return globs;
    }
    // The text itself, and what stands in it behind `=` (an option's value), `:` (`HEAD:path`), `@` (`-d
    // @path`), and a letter of an option (`-fpath`).
    void show_pieces(const fact& noted) {
        const auto text = noted.text;
        show_path(noted, text);
        for (std::size_t place = 0; place + 1 < text.size(); ++place)
            if (joints.has(text[place])) show_path(noted, text.substr(place + 1));
        if (text.size() > 2 && text.front() == '-' && text[1] != '-') show_path(noted, text.substr(2));
    }
    void show_path(const fact& noted, std::string_view path) {
        const bool home = path.empty() && noted.folders == fact::home;  // `~`
        if (home && sink_.wants_touch() && touch_of(noted) != path_touch::looks)
            sink_.somewhere(false, touch_of(noted));
        if (path.empty() || path.size() > max_path_bytes || path == "/dev/null") return;
        const bool wanted =
            sink_.wants(path) || (sink_.wants_touch() && touch_of(noted) != path_touch::looks);
        each_folder(noted, path, wanted ? &path_sink::word : nullptr);
        // `HEAD:path`
        if (noted.how == certainty::exactly && noted.is == act::reads && noted.text.data() == path.data())
            if (const auto colon = path.find(':'); colon != path.npos)
                show_path(noted, path.substr(colon + 1));
    }
    // A regular expression that ends in plain letters is after names that do.
    void show_matched(const fact& noted) {
        const auto ending = literal_ending(noted.text);
        if (ending.empty()) return sink_.any_path(noted.is == act::lists, touch_of(noted));
        pattern_.assign("*").append(ending);
        each_folder(noted, pattern_, &path_sink::glob);
    }
    static std::string_view literal_ending(std::string_view regex) noexcept {
        if (!regex.ends_with('$')) return {};
        regex.remove_suffix(1);
        auto from = regex.size();
        while (from > 0 && (detail::name_letter(regex[from - 1]) || regex[from - 1] == '-')) --from;
        if (from < 2 || regex.substr(from - 2, 2) != "\\.") return {};
        return regex.substr(from - 1);
    }
    void each_folder(const fact& noted, std::string_view path, void (path_sink::*sees)(const path_seen&)) {
        const bool listed = noted.is == act::lists;
        const auto in_folder = [&](std::string_view folder, bool entered) {
            if (noted.opened && !folder.starts_with('/') && !path.starts_with('/'))
                sink_.somewhere(entered, touch_of(noted));
            if (sees != nullptr)
                (sink_.*sees)({.text = path,
                               .folder = folder,
                               .listed = listed,
                               .entered = noted.is == act::enters,
                               .of_command = true,
                               .expanded = is_expanded(noted),
                               .dots = noted.how == certainty::chosen && globs_cover_dots(),
                               .settled = noted.how == certainty::chosen && is_settled(noted.run),
                               .any_name = noted.any_name,
                               .touch = touch_of(noted)});
        };
        if (noted.folders == fact::home) return in_folder({}, false);
        for (std::size_t index = 0; index < noted.folders; ++index)
            in_folder(facts_.folder(index), index > 0);
        for (const auto& folder : first_folders_) in_folder(folder, true);
    }

    [[nodiscard]] path_touch touch_of(const fact& noted) const {
        const bool of_use = noted.is == act::lists || sink_.wants_touch();
        if (noted.how == certainty::perhaps || !of_use) return path_touch::may_change;
        if (noted.is == act::writes || noted.is == act::removes) return path_touch::changes;
        // What is changed in the folder is shown by itself.
        if (noted.is == act::enters && only_reads(noted.run)) return path_touch::looks;
        return noted.is == act::opens || may_change_what_it_reads(noted.run) ? path_touch::may_change
                                                                             : path_touch::looks;
    }
    // A program that changes files, which are not the very words that it is said to write: `sed -i s/a/b/ x`.
    [[nodiscard]] bool may_change_what_it_reads(std::size_t run) const {
        using programs::effect;
        if (run == fact::none) return false;
        const bool named = any(facts_.runs().use(run).does() & effect::named);
        return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
            if (noted.run != run) return false;
            if (noted.is == act::unknown || noted.is == act::exceeds) return true;
            return !named && noted.is == act::does && without(noted.effect, only_reading) != effect::reads;
        });
    }

    // All that it does is known, and changes nothing.
    [[nodiscard]] bool only_reads(std::size_t run) const {
        if (run == fact::none) return true;
        const auto& use = facts_.runs().use(run);
        using programs::effect;
        const auto changing = effect::writes | effect::deletes | effect::destroys | effect::scatters |
                              effect::named | effect::runs | effect::installs;
        return use.known() && !any(use.does() & changing);
    }

    // A word that is known is a pattern to its program alone.
    [[nodiscard]] bool is_expanded(const fact& noted) const {
        if (noted.how != certainty::chosen || noted.of_option) return false;
        return noted.run == fact::none || !facts_.runs()[noted.run][noted.word].known;
    }
    // Somewhere in the line a shell is told that a `*` stands for names that begin with a dot, too.
    [[nodiscard]] bool globs_cover_dots() const {
        constexpr std::array switches{"dotglob"sv, "globdots"sv, "glob_dots"sv, "GLOBIGNORE"sv};
        const auto told = [&](std::string_view text) {
            return std::ranges::any_of(switches,
                                       [&](std::string_view each) { return text.find(each) != text.npos; });
        };
        const auto of_run = [&](const auto& words) {
            return std::ranges::any_of(words, [&](const auto& word) { return told(word.text); });
        };
        for (std::size_t run = 0; run < facts_.runs().size(); ++run)
            if (of_run(facts_.runs()[run])) return true;
        return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
            return noted.run == fact::none && noted.is == act::sets && told(noted.text);
        });
    }
    // Whether nothing but this run, and others that only read, is in the line.
    [[nodiscard]] bool is_settled(std::size_t run) const {
        return std::ranges::none_of(facts_.all(),
                                    [&](const fact& noted) { return noted.run != run && changes(noted); });
    }

    const command_facts& facts_;
    std::span<const std::string> first_folders_;
    path_sink& sink_;
    std::string pattern_;
};

// The folders in which the input says that commands work.
std::vector<std::string> folders_said(const call_reading& reading, const tool_definition* definition,
                                      path_sink& sink) {
    const tool_call& call = reading.call();
    std::vector<std::string> folders;
    std::string scratch;
    for (const auto& named : reading.named_fields()) {
        if (!is_working_directory(named.role, definition)) continue;
        const auto field = call.input.field(named.name, scratch);
        if (field.what == field_view::kind::absent) continue;
        const bool known = field.what == field_view::kind::string && field.text.size() <= max_path_bytes;
        if (!known) sink.any_path(false, path_touch::looks);
        if (known) sink.path({.text = field.text, .folder = call.cwd, .touch = path_touch::looks});
        folders.push_back(known ? absolute(field.text, call.cwd) : std::string());
    }
    return folders;
}

// What a tool reads that searches in files: all below a folder whose names its globs choose.
void show_searched(const call_reading& reading, const tool_definition* definition, path_sink& sink) {
    bool chooses = true;
    // Tools of other agents may take a glob for something else.
    folder_seen seen{.excepts = reading.call().own_name.empty()};
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind != field_kind::glob) return;
        seen.excepts = false;
        if (field.what() == field_view::kind::string && takes_out(field.text()))
            return seen.but.push_back(taken_out_by(field.text()));
        chooses = chooses && field.what() == field_view::kind::string && is_plain_choice(field.text());
        const auto globs = without_braces(field.text());
        chooses = chooses && !globs.empty();
        for (const auto& glob : globs) seen.only.push_back(glob_of_name(glob));
    });
    if (!chooses) seen.only.clear();
    for (const auto& folder : searched_folders(reading, definition)) {
        seen.folder = folder.starts_with('/') ? normal_path(folder, {}) : std::string();
        sink.below(seen);
    }
}

// The files that a patch names: in the lines that begin so.
void show_patched(std::string_view patch, std::string_view folder, path_sink& sink) {
    constexpr std::array marks{
        "*** Add File: "sv, "*** Update File: "sv, "*** Delete File: "sv, "*** Move to: "sv, "--- "sv,
        "+++ "sv,           "rename to "sv};
    each_between(patch, '\n', [&](std::string_view line) {
        const auto mark =
            std::ranges::find_if(marks, [&](std::string_view each) { return line.starts_with(each); });
        if (mark == marks.end()) return;
        line.remove_prefix(mark->size());
        line = line.substr(0, line.find_first_of("\t\r"));
        if (line.size() > max_path_bytes) return;
        sink.change({.text = line, .folder = folder});
        if (line.starts_with("a/") || line.starts_with("b/"))
            sink.change({.text = line.substr(2), .folder = folder});
    });
}

// Deeper values are those of no tool.
constexpr int max_input_depth = 8;

// What may name a file in the input of a tool that nobody knows.
void show_texts(const json_value& value, std::string_view folder, path_sink& sink, int depth = 0) {
    if (depth > max_input_depth) return sink.any_path(false, path_touch::may_change);
    if (const auto* const object = value.if_object()) {
        for (const auto& member : *object) show_texts(member.value(), folder, sink, depth + 1);
    } else if (const auto* const list = value.if_array()) {
        for (const auto& each : *list) show_texts(each, folder, sink, depth + 1);
    } else if (const auto* const text = value.if_string()) {
        const std::string_view all(text->data(), text->size());
        if (all.find('\n') != all.npos) return show_patched(all, folder, sink);
        if (!all.empty() && all.size() <= max_path_bytes) sink.change({.text = all, .folder = folder});
    }
}

// What a tool does to the paths in its input.
path_touch touch_of(const tool_definition* definition) noexcept {
    switch (definition == nullptr ? tool_kind::other : definition->kind) {
        case tool_kind::edit:
        case tool_kind::remove: return path_touch::changes;
        case tool_kind::read:
        case tool_kind::search: return path_touch::looks;
        default: return path_touch::may_change;
    }
}

// Shows all that may be paths in a call.
void each_path(const call_reading& reading, const tool_definition* definition, path_sink& sink) {
    const tool_call& call = reading.call();
    const auto touch = touch_of(definition);
    bool globs = false;
    bool searches = false;
    auto linked = path_touch::looks;
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        globs = globs || kind == field_kind::glob;
        searches = searches || kind == field_kind::search;
        if (kind == field_kind::command) {
            if (field.what() != field_view::kind::string || field.text().size() > max_command_bytes)
                return sink.doubt();
            const auto folders = folders_said(reading, definition, sink);
            paths_of_command shown(field.facts(), folders, sink);
            shown.show();
            if (!sink.wants_touch() || !shown.only_looks()) linked = path_touch::may_change;
        } else if (kind == field_kind::path) {
            if (field.what() != field_view::kind::string) return sink.any_path(false, touch);
            if (!field.text().starts_with('/') && !call.cwd.starts_with('/')) sink.somewhere(false, touch);
            sink.path({.text = field.text(), .folder = call.cwd, .touch = touch});
            const auto target = target_of(call, field.name());
            if (target.known) sink.path({.text = target.path, .touch = touch});
        }
    });
    if (call.paths_of_commands != nullptr)
        for (const auto& link : call.paths_of_commands->links)
            if (link.leads) sink.path({.text = *link.leads, .touch = linked});
    if (globs)
        each_search_glob(reading, definition,
                         [&](std::string_view, std::string_view glob, std::string_view folder) {
                             sink.glob({.text = glob, .folder = folder, .touch = touch});
                         });
    if (searches && sink.wants_below()) show_searched(reading, definition, sink);
    if (touch == path_touch::may_change && sink.wants_touch() && !runs_commands(definition))
        for (std::size_t i = 0; i < call.input.size(); ++i)
            if (const auto value = call.input.value_of(call.input.name_at(i)))
                show_texts(*value, call.cwd, sink);
}

bool is_path_rule(const permission_rule& rule) noexcept { return is_path_rule_tool(rule.tool_pattern()); }
bool is_change_rule(const permission_rule& rule) noexcept { return rule.tool_pattern() == change_rule_tool; }

std::string_view pattern_of(const permission_rule& rule) {
    const auto* const found = rule.input_pattern().if_contains(path_field_name);
    if (found == nullptr || !found->is_string()) return "*";
    return {found->get_string().data(), found->get_string().size()};
}

// `**/x` of `**/x/**`, which covers x itself, too. Empty: it covers nothing but what it says.
std::string_view folder_of_all_below(std::string_view pattern) noexcept {
    constexpr std::string_view all_below = "/**";
    if (!pattern.ends_with(all_below)) return {};
    pattern.remove_suffix(all_below.size());
    return pattern;
}

// Whether the rule covers that path in other letters, or what is below it.
bool covers_in_other_letters(const permission_rule& rule, std::string_view path, std::string_view folder) {
    const auto pattern = pattern_of(rule);
    const auto covered = whole_pattern(pattern);
    const auto whole = whole_path(path, folder);
    const bool ends_open = covered.ends_with('*') && !covered.ends_with("\\*");
    const auto itself = folder_of_all_below(pattern);
    return glob_covers(covered, whole) || (!ends_open && glob_covers(covered + "/*", whole)) ||
           (!itself.empty() && glob_covers(whole_pattern(itself), whole));
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
    /// \param rule_tool  `Path` or `Change`   \param named_in  the call that names the path
    path_use(std::string_view rule_tool, std::string_view path, std::string_view folder,
             const call_reading& named_in)
        : input_(joined(path, folder)),
          call_{.tool_name = rule_tool,
                .input = input_,
                .cwd = folder,
                .paths_ignore_case = named_in.call().paths_ignore_case},
          reading_(call_, named_in) {}
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

bool is_persons_path_rule(const permission_rule& rule) noexcept {
    return is_path_rule(rule) && rule.origin() != rule_origin::built_in;
}

// Of such a folder is read what lies in it.
bool has_names_below(const std::vector<std::string>& names, const std::string& folder) {
    return std::ranges::any_of(names,
                               [begin = folder + "/"](const auto& each) { return each.starts_with(begin); });
}

// Null: it is not known. A link that a glob has chosen leads below another folder.
const folder_below* known_below(const tool_call& call, const folder_seen& seen) {
    if (call.paths_of_commands == nullptr) return nullptr;
    const auto& links = call.paths_of_commands->links;
    const bool linked = std::ranges::find(links, seen.glob, &command_path::text) != links.end();
    if (!seen.glob.empty() && linked) return nullptr;
    const auto& known = call.paths_of_commands->below;
    const auto below = std::ranges::find_if(known, [&](const folder_below& folder) {
        return folder.folder == seen.folder && folder.follows == seen.follows && folder.taking == seen.taking;
    });
    return below == known.end() || !below->names ? nullptr : &*below;
}

// From which the names are paths.
std::string_view place_of(const folder_below& below) noexcept {
    return below.tree.empty() ? below.folder : below.tree;
}

// Whether the shell puts it, or a folder on the way to it, in the place of a glob, as far as that is known.
bool may_be_chosen(const tool_call& call, const folder_seen& seen, std::string_view path) {
    if (seen.glob.empty() || seen.dots || seen.taking.takes == git_taking::kind::nothing) return true;
    const auto& known = call.paths_of_commands->globs;
    const auto choice = std::ranges::find(known, whole_path(seen.glob, seen.taking.from), &glob_choice::glob);
    // Where it chooses nothing, git gets it as a pattern, and expands it; so it does with such a name.
    const auto odd = [](const std::string& each) { return !is_plain_path(each.substr(each.rfind('/') + 1)); };
    if (choice == known.end() || choice->paths.empty() || std::ranges::any_of(choice->paths, odd))
        return true;
    return std::ranges::any_of(choice->paths, [&](const std::string& each) {
        return path.starts_with(each) &&
               (path.size() == each.size() || path.substr(each.size()).starts_with('/'));
    });
}

// What lies below a folder, as absolute paths. Nothing: it is not known.
std::optional<std::vector<std::string>> paths_below(const tool_call& call, const folder_seen& seen) {
    const auto* const below = known_below(call, seen);
    if (below == nullptr) return std::nullopt;
    const auto covered = [&](const std::string& name) {
        const auto covers = [&](const std::string& glob) {
            return glob_covers(whole_pattern(glob), whole_path(name, {}));
        };
        return seen.only.empty() || std::ranges::any_of(seen.only, covers);
    };
    const auto place = place_of(*below);
    // Git leaves out names below the folder where it works.
    const auto& but = place == seen.folder ? seen.but : std::vector<left_out>();
    std::vector<std::string> paths;
    for (const auto& name : *below->names) {
        if (!covered(name) || is_left_out(name, but)) continue;
        if (is_left_out(name + "/", but) && has_names_below(*below->names, name)) continue;
        if (!may_be_chosen(call, seen, whole_path(name, place))) continue;
        paths.push_back(whole_path(name, place));
        if (below->leads != place) paths.push_back(whole_path(name, below->leads));
    }
    return paths;
}

// Whether it may cover something below a folder; empty: below any.
bool may_cover_below(const permission_rule& rule, std::string_view folder) {
    const auto pattern = pattern_of(rule);
    if (folder.empty() || !pattern.starts_with('/')) return true;
    const auto begin = pattern.substr(0, pattern.find_first_of("*?[{\\"));
    const auto inside = whole_path({}, folder);
    const auto size = std::min(begin.size(), inside.size());
    return equal_ignoring_case(begin.substr(0, size), std::string_view(inside).substr(0, size));
}

// Whether what it covers lies below this path: it goes, too, with a folder that is removed or replaced.
bool lies_below(const permission_rule& rule, std::string_view path) {
    const auto pattern = pattern_of(rule);
    const auto begin = pattern.substr(0, pattern.find_first_of("*?[{\\"));
    return pattern.starts_with('/') && begin.starts_with(path) && begin.substr(path.size()).size() > 1;
}

// Whether it may cover one of the paths that a glob chooses: of a person's rule, one of those that are there,
// as far as that is known.
bool may_cover_choice(const permission_rule& rule, const tool_call& call, const path_seen& seen) {
    if (!is_persons_path_rule(rule) || !seen.of_command)
        return may_cover(pattern_of(rule), seen.text, seen.folder);
    const auto glob = whole_path(seen.text, seen.folder);
    if (seen.expanded && !seen.dots && call.paths_of_commands != nullptr && seen.settled) {
        const auto& known = call.paths_of_commands->globs;
        const auto choice = std::ranges::find(known, glob, &glob_choice::glob);
        if (choice != known.end())
            return std::ranges::any_of(choice->paths, [&](const std::string& path) {
                return covers_in_other_letters(rule, path, {});
            });
    }
    if (!seen.expanded) {
        // To programs that expand it, a `*` stands for dots and slashes, too.
        const auto name = name_below_any(pattern_of(rule));
        const auto last = seen.text.substr(seen.text.rfind('/') + 1);
        return may_cover(pattern_of(rule), seen.text, seen.folder) ||
               (!name.empty() && !pattern_of(rule).ends_with("/**") && globs_overlap(name, last, true, true));
    }
    const auto overlaps = [&](const std::string& covered) {
        return globs_overlap(covered, glob, true, seen.dots);
    };
    const auto covered = whole_pattern(pattern_of(rule));
    const auto itself = folder_of_all_below(pattern_of(rule));
    return overlaps(covered) || overlaps(covered + "/*") ||
           (!itself.empty() && overlaps(whole_pattern(itself)));
}

// A built-in pack asks about what is read, not about names that are told.
bool is_built_in_ask(const permission_rule& rule) noexcept {
    return rule.origin() == rule_origin::built_in && rule.behavior() == rule_behavior::ask;
}

// What lies below a folder is read as a whole, and not changed.
bool is_rule_below(const permission_rule& rule) {
    return is_persons_path_rule(rule) && !is_change_rule(rule);
}

// `/home/ann/.ssh`, `/root/.ssh`: of a home, a wall has no file of such a name.
bool names_in_home(std::string_view path) noexcept {
    const auto home = path.substr(0, std::min(path.rfind('/'), path.size()));
    return is_home(home) && home.find_first_of("*?[{") == home.npos;
}

// A rule for files or folders of one name, which a wall hides wherever they are: `Path(**/.env/**)`,
// `Path(/home/ann/.ssh/**)`.
bool is_about_hidden(const permission_rule& rule) {
    if (!is_rule_below(rule)) return false;
    const auto pattern = pattern_of(rule);
    const auto itself = folder_of_all_below(pattern);
    const auto covered = itself.empty() ? pattern : itself;
    const auto name = names_in_home(covered) ? detail::base_name(covered) : name_below_any(covered);
    return !name.empty() && name.find_first_of("*?[{!\\/") == name.npos && places_in(name).secret &&
           places_in(name, false, true).secret;
}

// It prints names, numbers and hashes alone, and chooses them by no content: `git diff --name-only`.
bool prints_no_content(std::span<const shell_word> run, const programs::program_use& use) {
    using programs::effect;
    static constexpr word_list harmless{
        "--name-only"sv, "--cached"sv, "--staged"sv, "--others"sv, "--modified"sv,
        "-z"sv,          "-o"sv,       "-m"sv,       "--"sv,       "--exclude-standard"sv};
    const auto does = use.does();
    const bool names = any(does & effect::looks) &&
                       any(does & (effect::names | effect::numbers | effect::hashes)) &&
                       !any(does & effect::mixes);
    return names &&
           std::ranges::all_of(run,
                               [](const shell_word& word) {
                                   return word.known &&
                                          (!word.text.starts_with('-') || harmless.has(word.text));
                               }) &&
           std::ranges::none_of(use.parts(), [](const programs::program_use::part& part) {
               return part.kind == programs::part_kind::pattern;
           });
}

// A wall hides no file from git, which has what was committed, and none of installed packages.
bool is_hidden_from(const call_reading& call, const tool_definition* definition) {
    const auto is_packages = [](std::string_view folder) {
        bool any = false;
        each_between(folder, '/', [&](std::string_view name) { any = any || has_packages(name); });
        return any;
    };
    if (is_packages(call.call().cwd)) return false;
    bool hidden = true;
    each_command(call, definition, [&](const field_reading& field) {
        const auto& runs = field.facts().runs();
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const auto& program = runs[run].front();
            const bool git = program.text.find("git") != program.text.npos;
            hidden = hidden && program.known && (!git || prints_no_content(runs[run], runs.use(run)));
        }
        hidden = hidden && runs.complete();
    });
    return hidden;
}

class rule_finder final : public path_sink {
public:
    /// \param below  what programs read below folders counts, too
    rule_finder(rule_findings& found, const rule_set& rules, const call_reading& call,
                const tool_definition* definition, bool below)
        : found_(found),
          rules_(rules),
          call_(call),
          covers_folders_(rules.may_cover_path(call.call().cwd)),
          below_(below),
          hides_(call.hides_secrets() && is_hidden_from(call, definition)) {}

    void path(const path_seen& seen) override {
        found_.add(found_for(path_rule_tool, seen));
        add_changes(seen, false);
    }
    [[nodiscard]] bool wants(std::string_view text) const override {
        return covers_folders_ || rules_.may_cover_path(text);
    }
    void word(const path_seen& seen) override {
        auto more = found_for(path_rule_tool, seen);
        const bool doubtful = add_changes(seen, true) || more.deny_doubt || more.ask_doubt;
        more.deny_doubt = more.ask_doubt = nullptr;
        found_.add(more);
        // What is left are other spellings, of which only the case of letters may mean the same.
        if (doubtful)
            doubt_where([&](const permission_rule& rule) {
                return counts(rule, seen) && covers_in_other_letters(rule, seen.text, seen.folder);
            });
    }
    void glob(const path_seen& seen) override {
        if (seen.text.find_first_of(detail::glob_marks) == seen.text.npos) return path(seen);
        // Which names are there is no secret, as long as nothing else in the line may take them up.
        if (seen.listed && seen.settled && seen.touch == path_touch::looks) return;
        // Nobody has chosen a secret, and a wall hides each.
        const bool hidden = seen.any_name && call_.hides_secrets();
        doubt_where([&](const permission_rule& rule) {
            return counts(rule, seen) && !(hidden && is_built_in_ask(rule)) &&
                   may_cover_choice(rule, call_.call(), seen);
        });
    }
    // Whether a program reads what lies there is up to its settings, too.
    bool wants_below() override { return below_ && rules_.has_path_rules_of_people(); }
    void below(const folder_seen& seen) override {
        if (!below_) return;
        const auto paths = paths_below(call_.call(), seen);
        if (!paths)
            return doubt_where([&](const permission_rule& rule) {
                const bool anywhere = seen.taking.tree;
                return is_rule_below(rule) &&
                       may_cover_below(rule, anywhere ? std::string_view() : seen.folder);
            });
        for (const auto& path : *paths)
            if (rules_.may_cover_path(path))
                doubt_where([&](const permission_rule& rule) {
                    return is_rule_below(rule) && covers_in_other_letters(rule, path, {});
                });
    }
    void any_path(bool listed, path_touch touch) override {
        doubt_where(
            [=](const permission_rule& rule) { return counts(rule, {.listed = listed, .touch = touch}); },
            touch != path_touch::looks);
    }
    void doubt() override { doubt_all(false); }
    void doubt_of_change() override { doubt_all(true); }
    void doubt_all(bool changes) {
        doubt_where([](const permission_rule& rule) { return is_path_rule(rule) && !is_built_in_ask(rule); },
                    changes);
        if (found_.ask || found_.ask_doubt || found_.ask_unknown) return;
        found_.ask_unknown =
            rules_.naming(rule_behavior::ask, call_, path_field_name, field_kind::path, is_path_rule);
    }
    void somewhere(bool entered, path_touch touch) override {
        doubt_where([=](const permission_rule& rule) {
            return counts(rule, {.touch = touch}) &&
                   (entered ? names_folder(rule) : is_absolute_path_rule(rule));
        });
    }
    void enters(std::string_view folder) override {
        // The working directory, of which it mostly is a part, has been looked at.
        const auto cwd = call_.call().cwd;
        const bool below = folder.size() <= max_overlap_bytes && folder.starts_with(cwd) &&
                           folder.substr(cwd.size()).starts_with('/');
        covers_folders_ = covers_folders_ || rules_.may_cover_path(folder.substr(below ? cwd.size() : 0));
    }

    bool wants_touch() const override { return rules_.has_rules_for_changes(); }
    void change(const path_seen& seen) override {
        if (seen.text == ".") return take_along(seen);
        static_cast<void>(add_changes(seen, false));
    }

private:
    // What rules for changes say of a path.
    // \param word  other spellings of it are looked at by themselves   \return there may be some
    bool add_changes(const path_seen& seen, bool word) {
        if (seen.touch == path_touch::looks || !rules_.has_rules_for_changes()) return false;
        auto changes = found_for(change_rule_tool, seen);
        const bool doubtful = changes.deny_doubt || changes.ask_doubt;
        if (word) changes.deny_doubt = changes.ask_doubt = nullptr;
        if (seen.touch == path_touch::may_change) {
            if (changes.deny) changes.deny_doubt = std::exchange(changes.deny, nullptr);
            if (changes.ask) changes.ask_doubt = std::exchange(changes.ask, nullptr);
        }
        found_.add(changes);
        take_along(seen);
        return doubtful;
    }
    // What lies below a path that is changed may go with it, or be put there: `rm -rf x`, `cp a x`.
    void take_along(const path_seen& seen) {
        auto whole = normal_path(seen.text, seen.folder);
        if (!whole.ends_with('/')) whole.push_back('/');
        doubt_where(
            [&](const permission_rule& rule) { return is_change_rule(rule) && lies_below(rule, whole); });
    }
    static bool counts(const permission_rule& rule, const path_seen& seen) {
        if (is_change_rule(rule)) return seen.touch != path_touch::looks;
        return is_path_rule(rule) && !(seen.listed && is_built_in_ask(rule));
    }
    rule_findings found_for(std::string_view rule_tool, const path_seen& seen) {
        const path_use use(rule_tool, seen.text, seen.folder, call_);
        const rule_filter for_paths = [&](const permission_rule& rule) { return counts(rule, seen); };
        rule_findings more;
        rules_.match_deny_and_ask(use.reading(), &for_paths, more);
        return more;
    }
    // \param changes  it may be changed, which holds of what is not there to be hidden
    void doubt_where(const rule_filter& is, bool changes = false) {
        const rule_filter seen = [&](const permission_rule& rule) {
            return is(rule) && !is_about_hidden(rule);
        };
        rules_.add_doubt(found_, call_, path_field_name, field_kind::path, hides_ && !changes ? seen : is);
    }

    rule_findings& found_;
    const rule_set& rules_;
    const call_reading& call_;
    bool covers_folders_;  // a rule may, one of those in which the command works
    bool below_;
    bool hides_;  // the call is looked at as one behind a wall
};

// The files and folders that deny rules of people are about, among those that programs read whole.
class denied_below final : public path_sink {
public:
    denied_below(const rule_set& rules, const call_reading& call) : call_(call) {
        for (const auto& rule : rules.all(rule_behavior::deny))
            if (is_rule_below(*rule)) rules_.push_back(rule);
    }

    [[nodiscard]] bool wants(std::string_view) const override { return false; }
    [[nodiscard]] bool guesses() const override { return false; }
    bool wants_below() override { return true; }
    void below(const folder_seen& seen) override {
        const auto paths = paths_below(call_.call(), seen);
        known_ = known_ && paths;
        if (!paths) return;
        for (const auto& path : *paths)
            for (const auto& rule : rules_)
                if (covers_in_other_letters(*rule, path, {})) note(*rule, path, seen);
    }

    [[nodiscard]] read_besides found() const {
        read_besides made{.names = names_, .several = about_.size() > 1, .taken = by_ != nullptr};
        if (!known_ || !can_ || ways_.empty()) return made;
        made.without =
            fmt::format("{}`{}{}`{}", of_tool_ ? "the glob " : "", before_, fmt::join(ways_, " "), in_place_);
        return made;
    }

private:
    static constexpr std::size_t most = 8;

    // The outermost that it covers: a folder takes what is in it along.
    void note(const permission_rule& rule, std::string_view path, const folder_seen& seen) {
        const auto& below = *known_below(call_.call(), seen);
        const auto place = place_of(below);
        for (auto end = path.find('/', place.size() + 1);; end = path.find('/', end + 1)) {
            const auto whole = path.substr(0, end);
            if (!covers_in_other_letters(rule, whole, {})) continue;
            const bool folder = end != path.npos;
            // Of a folder is read what lies in it.
            if (!folder && has_names_below(*below.names, std::string(whole.substr(
                                                             std::min(place.size() + 1, whole.size())))))
                return;
            if (std::ranges::find(about_, &rule) == about_.end()) about_.push_back(&rule);
            // Whether that is the same file is for a person to say.
            const path_use exactly(rule.tool_pattern(), whole, call_.call().cwd, call_);
            can_ = can_ && rule.match(exactly.reading()) == rule_match::yes && path.starts_with(place) &&
                   place == seen.folder;
            return add(whole.substr(whole.rfind('/') + 1), folder, seen);
        }
    }
    void add(std::string_view name, bool folder, const folder_seen& seen) {
        const auto letter = [](char byte) { return detail::name_letter(byte) || byte == '.' || byte == '-'; };
        const auto way = std::ranges::all_of(name, letter) ? way_past(name, folder, seen) : std::string();
        if (std::ranges::find(ways_, way) == ways_.end()) ways_.push_back(way);
        if (std::ranges::find(names_, name) == names_.end()) names_.emplace_back(name);
        // Tools of agents that search take one glob, and of several programs nobody knows which one is meant.
        const bool one = use_ == nullptr || use_ == seen.use;
        use_ = seen.use;
        can_ = can_ && seen.excepts && one && !way.empty() && ways_.size() <= (of_tool_ ? 1 : most);
    }
    std::string way_past(std::string_view name, bool folder, const folder_seen& seen) {
        if (seen.by != nullptr) {
            by_ = seen.use;
            before_ = seen.by->before_paths;
            if (!seen.by->in_place_of.empty())
                in_place_ = fmt::format(" in the place of `{}`", seen.by->in_place_of);
            return programs::pathspec_to_leave_out(name, folder);
        }
        if (seen.use != nullptr) return seen.use->option_to_leave_out(name, folder);
        of_tool_ = true;
        return std::string("!").append(name);
    }

    const call_reading& call_;
    std::vector<rule_pointer> rules_{};
    std::vector<const permission_rule*> about_{};
    std::vector<std::string> ways_{};
    std::vector<std::string> names_{};
    const programs::program_use* use_ = nullptr;
    const programs::program_use* by_ = nullptr;  // that takes into a repository what it is about
    std::string_view before_{};
    std::string in_place_{};
    bool known_ = true;
    bool can_ = true;
    bool of_tool_ = false;
};

class shown_paths final : public path_sink {
public:
    using visitor = std::function<void(named_place as, std::string_view text, std::string_view path)>;
    explicit shown_paths(const visitor& show) : show_(show) {}

    void path(const path_seen& seen) override { word(seen); }
    void word(const path_seen& seen) override {
        if (seen.text == "." || seen.text == "-") return;
        show(seen.entered ? named_place::folder : named_place::path, seen);
    }
    void glob(const path_seen& seen) override {
        if (const auto written = folder_of_glob(seen.text); !written.empty()) word({written, seen.folder});
        if (!seen.expanded || !(seen.text.starts_with('/') || seen.folder.starts_with('/'))) return;
        show_(named_place::glob, seen.text, whole_path(seen.text, seen.folder));
    }
    // The names that are told are of what lies in the folders, which are shown by themselves.
    void any_path(bool listed, path_touch) override { complete_ = complete_ && listed; }
    void somewhere(bool, path_touch) override { complete_ = false; }

    [[nodiscard]] bool guesses() const override { return false; }

    [[nodiscard]] bool complete() const noexcept { return complete_; }

private:
    void show(named_place as, const path_seen& seen) {
        if (seen.text.size() > max_path_bytes) return any_path(false, seen.touch);
        if (seen.text.starts_with('/')) return show_(as, seen.text, seen.text);
        if (seen.folder.starts_with('/')) show_(as, seen.text, path_.join(seen.folder, seen.text));
    }

    const visitor& show_;
    joined_path path_;
    bool complete_ = true;
};

class shown_folders final : public path_sink {
public:
    using visitor = std::function<void(folder_below asked)>;
    explicit shown_folders(const visitor& show) : show_(show) {}

    [[nodiscard]] bool wants(std::string_view) const override { return false; }
    bool wants_below() override { return true; }
    void below(const folder_seen& seen) override {
        if (!seen.folder.empty())
            show_({.folder = seen.folder, .follows = seen.follows, .taking = seen.taking});
    }
    [[nodiscard]] bool guesses() const override { return false; }

private:
    const visitor& show_;
};

}  // namespace

void add_path_rules(rule_findings& found, const rule_set& rules, const call_reading& call,
                    const tool_definition* definition) {
    if (!rules.has_path_rules()) return;
    rule_finder finder(found, rules, call, definition, true);
    each_path(call, definition, finder);
}

read_besides find_read_besides(const rule_set& rules, const call_reading& call,
                               const tool_definition* definition) {
    rule_findings others;
    rule_finder finder(others, rules, call, definition, false);
    each_path(call, definition, finder);
    if (others.deny || others.deny_doubt) return {};
    denied_below below(rules, call);
    each_path(call, definition, below);
    return below.found();
}

bool may_cover_path(const permission_rule& rule, std::string_view path, std::string_view folder, bool globs,
                    const call_reading& named_in) {
    if (!is_path_rule(rule) || path.size() > max_path_bytes) return false;
    if (globs && may_cover(pattern_of(rule), path, folder)) return true;
    return rule.match(path_use(rule.tool_pattern(), path, folder, named_in).reading()) != rule_match::no;
}

glob_lookup::glob_lookup(std::string_view glob)
    : folder_(folder_of_glob(glob)), names_(glob.substr(folder_.size())) {
    for (auto slashes = names_.find("//"); slashes != names_.npos; slashes = names_.find("//"))
        names_.erase(slashes, 1);
    if (names_.ends_with('/')) names_.pop_back();
    // To some shells `**` is what `*` is, and links are followed; to others none.
    std::string folders = names_;
    for (auto stars = folders.find("**"); stars != folders.npos; stars = folders.find("**"))
        folders.erase(stars, 1);
    for (auto slash = folders.find('/'); slash != folders.npos; slash = folders.find('/', slash + 1))
        folders_.push_back(folders.substr(0, slash));
    const bool deep = folders.size() != names_.size();
    depth_ = deep ? std::numeric_limits<std::size_t>::max() : folders_.size() + 1;
    if (folder_.size() > 1) folder_.remove_suffix(1);
}
bool glob_lookup::chooses(std::string_view name) const { return glob_chooses(names_, name); }
bool glob_lookup::goes_through(std::string_view name) const {
    return std::ranges::any_of(folders_, [&](std::string_view glob) { return glob_chooses(glob, name); });
}

bool each_path_in_commands(const call_reading& reading, const tool_definition* definition,
                           const shown_paths::visitor& show) {
    const tool_call& call = reading.call();
    if (!call.cwd.starts_with('/')) return false;
    shown_paths shown(show);
    each_command(reading, definition, [&](const field_reading& field) {
        paths_of_command(field.facts(), folders_said(reading, definition, shown), shown).show();
    });
    return shown.complete();
}

bool may_have_names_as_options(const fact& noted) noexcept {
    return noted.is == act::unknown && noted.how == certainty::chosen;
}

bool are_names_of_glob(const fact& noted) noexcept {
    return noted.text.find_first_of("${%") == noted.text.npos;
}

bool takes_names_apart(const call_reading& reading, const tool_definition* definition) {
    bool takes = false;
    each_command(reading, definition, [&](const field_reading& field) {
        takes = takes || std::ranges::any_of(field.facts().all(), [](const fact& noted) {
                    return may_have_names_as_options(noted) && !are_names_of_glob(noted);
                });
    });
    return takes;
}

std::vector<std::string> names_of_persons_rules(const rule_set& rules, const folder_below& below,
                                                const std::vector<std::string>& names) {
    const auto covers = [&](const std::string& path) {
        const auto one = [&](const auto& rule) {
            return is_rule_below(*rule) && covers_in_other_letters(*rule, path, {});
        };
        return rules.may_cover_path(path) && (std::ranges::any_of(rules.all(rule_behavior::deny), one) ||
                                              std::ranges::any_of(rules.all(rule_behavior::ask), one));
    };
    std::vector<std::string> found;
    for (const auto& name : names)
        if ((covers(whole_path(name, place_of(below))) || covers(whole_path(name, below.leads))) &&
            !has_names_below(names, name))
            found.push_back(name);
    return found;
}

void each_folder_read_whole(const call_reading& reading, const tool_definition* definition,
                            const shown_folders::visitor& show) {
    shown_folders shown(show);
    each_path(reading, definition, shown);
}

}  // namespace assent
