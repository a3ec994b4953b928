#include "git_taking.hpp"

#include "../programs/command_options.hpp"
#include "../programs/program_row.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <assent/domain/facts/git_files.hpp>
#include <assent/domain/match/glob.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>

// Sources: git-add(1), git-commit(1), git-stash(1), gitignore(5), tried with git 2.39.5.
namespace assent {
namespace {

using namespace std::string_view_literals;
using programs::part_kind;
using taking = git_taking::kind;

// The words of one use of git, as far as it matters what it takes.
class taking_words {
public:
    taking_words(const shell_runs& runs, std::size_t run, std::string_view valued)
        : words_(runs[run]), use_(runs.use(run)), roles_(runs.options(run)), valued_(valued) {}

    /// `-A`, also in `-vA`; `--all`, also `--al`.
    [[nodiscard]] bool has(char letter, std::string_view name) const {
        for (std::size_t index = 1; index < words_.size(); ++index) {
            if (role_of(index) != role::option && role_of(index) != role::either) continue;
            const auto text = words_[index].text;
            if (text.starts_with("--")) {
                const auto given = text.substr(0, text.find('='));
                constexpr std::size_t shortest = 3;
                if (given.size() > shortest && name.starts_with(given)) return true;
            } else if (text.starts_with('-')) {
                const auto letters =
                    text.substr(1, std::min(text.find_first_of(valued_, 1), text.size()) - 1);
                if (letters.find(letter) != letters.npos) return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool sure() const {
        for (std::size_t index = 1; index < words_.size(); ++index)
            if (!words_[index].known && role_of(index) != role::value) return false;
        return use_.unlisted().empty() && !use_.unclear();
    }
    /// An option has it only tell what it would do.
    [[nodiscard]] bool only_tells() const {
        using programs::effect;
        return any(use_.does() & effect::looks) && !any(use_.does() & effect::writes) && sure();
    }
    /// Below these it takes all; of the whole tree, where there are only such that it leaves out, where
    /// nobody knows what one is, or they are in a file.
    void add_paths(git_run& to) const {
        to.tree = has('\0', "--pathspec-from-file");
        to.takes_paths = to.takes_paths && !to.tree;
        for (const auto& part : use_.parts()) {
            if (part.kind != part_kind::pathspec || part.of_option) continue;
            const auto& word = words_[part.word];
            if (part.text.starts_with(":!") || part.text.starts_with(":^") || excludes(part.text)) continue;
            const bool chosen = word.globs && word.text.find_first_of("${`") == word.text.npos;
            if (part.text.starts_with(':') || (!word.known && !chosen)) to.tree = true;
            to.paths.push_back(part.word);
        }
        if (to.paths.empty()) to.tree = true;
        if (to.tree) to.paths.clear();
    }
    [[nodiscard]] bool names_paths() const {
        return has('\0', "--pathspec-from-file") || std::ranges::any_of(use_.parts(), [](const auto& part) {
                   return part.kind == part_kind::pathspec && !part.of_option;
               });
    }
    [[nodiscard]] bool names(std::string_view word) const {
        return std::ranges::find(words_, word, &shell_word::text) != words_.end();
    }

private:
    using role = programs::command_options::role;

    [[nodiscard]] role role_of(std::size_t index) const {
        return index < roles_.roles.size() ? roles_.roles[index] : role::either;
    }
    static bool excludes(std::string_view text) {
        return text.starts_with(":(") && text.substr(0, text.find(')')).find("exclude") != text.npos;
    }

    std::span<const shell_word> words_;
    const programs::program_use& use_;
    const programs::command_options& roles_;
    std::string_view valued_;
};

git_run added(const taking_words& words) {
    git_run run{.takes = taking::unignored, .takes_paths = true};
    const bool of_tracked = words.has('u', "--update") || words.has('\0', "--renormalize");
    const bool of_all = words.has('A', "--all") || words.has('\0', "--no-ignore-removal");
    const bool asks =
        words.has('p', "--patch") || words.has('i', "--interactive") || words.has('e', "--edit");
    const bool any = words.names_paths() || of_tracked || of_all || asks || !words.sure();
    if (!any || words.only_tells()) return {};
    if (of_tracked && !of_all)
        run.takes = taking::tracked;
    else if (words.has('f', "--force") || !words.sure())
        run.takes = taking::all;
    words.add_paths(run);
    return run;
}

git_run committed(const taking_words& words) {
    const bool all = words.has('a', "--all");
    const bool asks = words.has('p', "--patch") || words.has('\0', "--interactive");
    if (!all && !asks && !words.names_paths() && words.sure()) return {};
    git_run run{.takes = taking::tracked, .takes_paths = !asks};
    if (all) run.in_place_of = "-a";
    words.add_paths(run);
    return run;
}

git_run stashed(const taking_words& words) {
    git_run run{.takes = taking::tracked, .takes_paths = true};
    if (words.has('a', "--all") || !words.sure())
        run.takes = taking::all;
    else if (words.has('u', "--include-untracked"))
        run.takes = taking::unignored;
    words.add_paths(run);
    return run;
}
git_run stashed_at_once(const taking_words& words) {
    auto run = stashed(words);
    run.before_paths = "push ";
    return run;
}
git_run saved(const taking_words& words) {
    auto run = stashed(words);
    run.takes_paths = false;
    return run;
}
git_run created(const taking_words& words) { return words.names("create") ? saved(words) : git_run(); }

struct taking_row {
    std::string_view names;   // of the row in the catalogue
    std::string_view valued;  // letters that take what stands behind them
    git_run (*read)(const taking_words& words);
};

constexpr std::string_view adding = "git add|stage";
constexpr std::string_view committing = "git commit";
constexpr taking_row taking_rows[] = {
    {.names = adding, .valued = "", .read = added},
    {.names = committing, .valued = "FmcCtSu", .read = committed},
    {.names = "git stash", .valued = "m", .read = stashed_at_once},
    {.names = "git stash push", .valued = "m", .read = stashed},
    {.names = "git stash save", .valued = "m", .read = saved},
    {.names = "git stash create|branch", .valued = "", .read = created},
};

// Before the subcommand stand no options but harmless ones, and `-C`.
bool stays_in_folder(std::span<const shell_word> words) {
    static constexpr word_list harmless{"--no-pager"sv, "-P"sv, "--no-optional-locks"sv};
    for (std::size_t index = 1; index < words.size(); ++index) {
        const auto text = words[index].text;
        if (!words[index].known) return false;
        if (!text.starts_with('-')) return true;
        if (text == "-C")
            ++index;
        else if (!harmless.has(text))
            return false;
    }
    return false;
}

// Another program gives it words that stand nowhere: `xargs`, `find -exec`.
bool is_given_names(const shell_runs& runs, std::size_t run) {
    for (; run > 0 && runs.wrapped(run); --run) {
        const auto name = detail::base_name(runs[run - 1].front().text);
        if (name.ends_with("xargs") || name == "parallel" ||
            any(runs.use(run - 1).does() & programs::effect::names))
            return true;
    }
    return false;
}

const taking_row* row_of(const shell_runs& runs, std::size_t run) {
    const auto& use = runs.use(run);
    if (!use.known()) return nullptr;
    const auto* const row = std::ranges::find(taking_rows, use.row_names(), &taking_row::names);
    return row == std::end(taking_rows) ? nullptr : row;
}

// One line of `.gitignore`.
class ignore_line {
public:
    explicit ignore_line(std::string_view line) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.starts_with('#')) return;
        says_ = true;
        brings_back_ = line.starts_with('!');
        if (brings_back_) line.remove_prefix(1);
        const auto odd = [](char byte) { return static_cast<unsigned char>(byte) < ' ' || byte == '\x7F'; };
        readable_ = !line.ends_with(' ') && line.find_first_of("\\?[]") == line.npos &&
                    std::ranges::none_of(line, odd);
        folders_alone_ = line.ends_with('/');
        if (folders_alone_) line.remove_suffix(1);
        anchored_ = line.find('/') != line.npos;
        constexpr std::string_view anywhere = "**/";
        if (line.starts_with(anywhere)) {
            line.remove_prefix(anywhere.size());
            anchored_ = false;
            readable_ = readable_ && line.find('/') == line.npos;
        } else if (line.starts_with('/')) {
            line.remove_prefix(1);
        }
        readable_ = readable_ && !line.empty() && !line.starts_with('/') && !line.ends_with('/') &&
                    line.find("//") == line.npos && line.find("**") == line.npos;
        if (readable_) add_names(line);
    }
    [[nodiscard]] bool brings_back() const noexcept { return brings_back_; }
    /// Of one that brings something back: it may cover that.
    [[nodiscard]] bool covers(std::string_view name) const {
        if (!says_ || !readable_) return says_ && brings_back_;
        for (auto end = name.find('/');; end = name.find('/', end + 1)) {
            const bool folder = end != name.npos;
            if ((folder || brings_back_ || !folders_alone_) && covers_itself(name.substr(0, end)))
                return true;
            if (!folder) return false;
        }
    }

private:
    void add_names(std::string_view pattern) {
        for (std::size_t begin = 0; begin <= pattern.size();) {
            const auto end = std::min(pattern.find('/', begin), pattern.size());
            names_.emplace_back(pattern.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    [[nodiscard]] bool covers_itself(std::string_view path) const {
        if (!anchored_) return covers_one(names_.back(), path.substr(path.rfind('/') + 1));
        for (std::size_t index = 0; index < names_.size(); ++index) {
            const auto end = path.find('/');
            if ((end == path.npos) != (index + 1 == names_.size())) return false;
            if (!covers_one(names_[index], path.substr(0, end))) return false;
            if (end != path.npos) path.remove_prefix(end + 1);
        }
        return true;
    }
    // Git may be told that case does not count.
    [[nodiscard]] bool covers_one(const glob& one, std::string_view name) const {
        return brings_back_ ? one.matches_ignoring_case(name) : one.matches(name);
    }

    bool says_ = false;
    bool readable_ = false;  // in one way
    bool brings_back_ = false;
    bool folders_alone_ = false;
    bool anchored_ = false;
    std::vector<glob> names_{};
};

bool lies_in(std::string_view name, std::string_view folder) noexcept {
    return folder.empty() || (name.starts_with(folder) && name.substr(folder.size()).starts_with('/') &&
                              !folder.ends_with('/'));
}

bool is_ignored(const git_files& files, std::string_view name) {
    bool ignored = false;
    for (const auto& [folder, lines] : files.ignoring) {
        if (!lies_in(name, folder)) continue;
        const auto below = folder.empty() ? name : name.substr(folder.size() + 1);
        std::string_view rest = lines;
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
        while (!rest.empty()) {
            const auto end = std::min(rest.find('\n'), rest.size());
            const ignore_line line(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (!line.covers(below)) continue;
            if (line.brings_back()) return false;
            ignored = true;
        }
    }
    return ignored;
}

}  // namespace

git_run git_run_of(const shell_runs& runs, std::size_t run) {
    const auto* const row = row_of(runs, run);
    if (row == nullptr) return {};
    auto found = row->read(taking_words(runs, run, row->valued));
    found.in_folder = stays_in_folder(runs[run]);
    if (is_given_names(runs, run)) {
        if (found.takes == taking::nothing && row->names == adding) found.takes = taking::unignored;
        found.takes_paths = false;
        found.tree = true;
        found.paths.clear();
    }
    return found;
}

bool leaves_files_alone(const shell_runs& runs, std::size_t run) {
    const auto* const row = row_of(runs, run);
    if (row != nullptr) return row->names == adding || row->names == committing;
    return runs.use(run).known() && runs.use(run).row_names() == "git push";
}

bool is_plain_path(std::string_view word) noexcept {
    return !word.starts_with(':') && word.find_first_of("*?[]\\") == word.npos;
}

bool may_be_taken(const git_files& files, std::string_view name, std::string_view folder,
                  git_taking::kind takes) {
    if (std::ranges::find(files.tracked, name) != files.tracked.end()) return true;
    if (takes == taking::tracked || takes == taking::nothing) return false;
    const auto inside = [&](const std::string& inner) {
        return lies_in(inner, folder) && lies_in(name, inner);
    };
    if (std::ranges::any_of(files.repositories, inside)) return false;
    return takes == taking::all || !is_ignored(files, name);
}

}  // namespace assent
