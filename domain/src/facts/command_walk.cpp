#include <assent/domain/facts/command_facts.hpp>

#include "../programs/catalogue.hpp"
#include "../programs/command_options.hpp"
#include "../programs/substitution.hpp"
#include "../shell/deciding_variables.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/secret_names.hpp"
#include "../text/word_list.hpp"
#include "line_values.hpp"

#include <assent/domain/match/path_reading.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace assent {

using namespace std::string_view_literals;
using programs::effect;
using programs::part_kind;
using programs::program_use;

namespace {

constexpr word_list system_program_folders{"/bin/"sv, "/usr/bin/"sv, "/sbin/"sv, "/usr/sbin/"sv,
                                           "/usr/libexec/"sv};

// Variables of the shell and of every session, which tell nothing that matters.
// clang-format off
constexpr word_list told_variables{
    "PWD"sv, "OLDPWD"sv, "HOME"sv, "PATH"sv, "USER"sv, "LOGNAME"sv, "SHELL"sv, "LANG"sv, "TERM"sv, "HOSTNAME"sv,
    "OSTYPE"sv, "UID"sv, "EUID"sv, "RANDOM"sv, "SECONDS"sv, "LINENO"sv, "COLUMNS"sv, "LINES"sv, "SHLVL"sv, "PPID"sv,
    "BASH_VERSION"sv, "ZSH_VERSION"sv, "MACHTYPE"sv, "HOSTTYPE"sv, "VIRTUAL_ENV"sv, "GOPATH"sv, "GOROOT"sv,
    "GOMODCACHE"sv, "GOCACHE"sv, "GOBIN"sv, "GOFLAGS"sv, "GOVERSION"sv, "GOTOOLCHAIN"sv, "GOTOOLDIR"sv, "GOMOD"sv,
    "GOWORK"sv, "GOOS"sv, "GOARCH"sv, "GOHOSTOS"sv, "GOHOSTARCH"sv, "GO111MODULE"sv, "CGO_ENABLED"sv,
    "JAVA_HOME"sv, "NVM_DIR"sv, "CI"sv, "NODE_ENV"sv, "EDITOR"sv, "TMPDIR"sv, "TZ"sv, "CONDA_PREFIX"sv,
    "CONDA_DEFAULT_ENV"sv, "ANDROID_HOME"sv, "CARGO_HOME"sv, "DISPLAY"sv, "REPLY"sv, "PIPESTATUS"sv};
// Lower-case names that are no mere names to zsh.
constexpr word_list variables_of_zsh{
    "path"sv, "fpath"sv, "cdpath"sv, "manpath"sv, "mailpath"sv, "module_path"sv, "argv"sv, "fignore"sv, "prompt"sv,
    "psvar"sv, "watch"sv, "histchars"sv, "aliases"sv, "functions"sv, "commands"sv, "options"sv, "status"sv,
    "signals"sv, "zle_highlight"sv, "nameddirs"sv, "galiases"sv, "saliases"sv};
// They set the variables that their words name.
constexpr word_list naming_builtins{
    "read"sv, "export"sv, "declare"sv, "typeset"sv, "local"sv, "readonly"sv, "unset"sv};
// clang-format on

// Statements that lose rows, as they stand in texts for databases.
constexpr std::array destroying_statements{"drop table"sv,  "drop database"sv, "drop schema"sv,
                                           "drop view"sv,   "drop index"sv,    "drop user"sv,
                                           "delete from"sv, "truncate table"sv};

// Words of a program that is not in the catalogue, each of which is looked at as if it ran the rest: what
// more there are is not looked at.
constexpr std::size_t max_programs_behind_unknown = 16;

constexpr std::string_view glob_characters = "*?[";
constexpr byte_set glob_openers("*?[{");

bool contains(std::string_view text, std::string_view small) noexcept {
    return std::search(text.begin(), text.end(), small.begin(), small.end(), [](char left, char right) {
               return (left == '\t' || left == '\n' ? ' ' : lower_case(left)) == right;
           }) != text.end();
}

// Another program may have such a name.
bool is_system_program(std::string_view program) noexcept {
    if (program.find('/') == program.npos) return true;
    return std::ranges::any_of(system_program_folders, [&](std::string_view folder) {
        return program.starts_with(folder) && program.find('/', folder.size()) == program.npos;
    });
}

// Other programs have such names in other letters, or with a number.
bool names_exactly(const program_use& use, std::string_view program) {
    const auto name = detail::base_name(program);
    auto names = use.program().row().names;
    // Most are written as the row has them first.
    if (names.starts_with(name) && (names.size() == name.size() || names[name.size()] == '|')) return true;
    if (std::ranges::none_of(name, [](char byte) { return byte == lower_case(byte); })) return false;
    names = names.substr(0, names.find(' '));
    return any_between(names, '|', [&](std::string_view one) { return equal_ignoring_case(one, name); });
}

// A variable that decides nothing.
bool is_mere_name(std::string_view name) {
    return !name.empty() && !detail::decides_what_runs(name) && !variables_of_zsh.has(name) &&
           !told_variables.has(name);
}

// What an operand or the value of an option of this kind has done to the path that it is.
struct path_act {
    part_kind kind;
    act is;
    certainty how;
};
constexpr path_act path_acts[] = {
    {part_kind::read, act::reads, certainty::exactly},
    {part_kind::list, act::reads, certainty::unknown},
    {part_kind::object, act::reads, certainty::exactly},
    {part_kind::pathspec, act::reads, certainty::exactly},
    {part_kind::glob, act::reads, certainty::chosen},
    {part_kind::choice, act::reads, certainty::chosen},
    {part_kind::regex, act::reads, certainty::matched},
    {part_kind::name, act::lists, certainty::exactly},
    {part_kind::name_glob, act::lists, certainty::chosen},
    {part_kind::name_regex, act::lists, certainty::matched},
    {part_kind::write, act::writes, certainty::exactly},
    {part_kind::archive, act::writes, certainty::exactly},
    {part_kind::remove, act::removes, certainty::exactly},
    {part_kind::elsewhere, act::enters, certainty::exactly},
    {part_kind::load, act::opens, certainty::exactly},
    {part_kind::script, act::opens, certainty::exactly},
};

const path_act* path_act_of(part_kind kind) noexcept {
    const auto* const row = std::ranges::find(path_acts, kind, &path_act::kind);
    return row == std::end(path_acts) ? nullptr : row;
}

constexpr effect all_effects[] = {effect::rights, effect::evaluates, effect::loads,   effect::destroys,
                                  effect::sends,  effect::secrets,   effect::fetches, effect::installs,
                                  effect::runs,   effect::deletes,   effect::writes,  effect::outside};

}  // namespace

/// Walks over the runs of a text, and notes what each does.
class command_walk {
    using word = shell_word;
    using role = shell_mention::role;

public:
    explicit command_walk(command_facts& into)
        : into_(into),
          runs_(*into.runs_),
          cwd_(into.cwd_),
          values_(runs_, goes_anywhere(runs_) ? std::string_view() : cwd_) {}

    void walk() {
        add_folder(cwd_);
        in_order_ = !goes_in_no_order(runs_);
        if (!in_order_) add_folder({});
        for (run_ = 0; run_ < runs_.size(); ++run_) look_at_run();
        run_ = fact::none;
        for (std::size_t index = 0; index < runs_.mentioned().size(); ++index)
            look_at_mention(runs_.mentioned()[index], index);
        if (!runs_.complete()) add({.is = act::unreadable});
        if (runs_.evaluates()) add({.is = act::does, .effect = effect::evaluates});
    }

private:
    fact& add(fact noted) {
        noted.run = run_;
        return into_.facts_.emplace_back(noted);
    }
    void add(act is, std::size_t index, std::string_view text, certainty how = certainty::exactly) {
        add({.is = is, .how = how, .word = index, .text = text});
    }
    void add_effect(effect does, std::size_t index, certainty how = certainty::exactly) {
        const auto text = index == 0 ? std::string_view() : runs_[run_][index].text;
        add({.is = act::does, .how = how, .effect = does, .word = index, .text = text});
    }

    // Folders.

    // \param name  stays
    void add_folder(std::string_view name) {
        if (name.size() > max_path_bytes) name = {};
        if (std::ranges::find(into_.folders_, name) != into_.folders_.end()) return;
        if (into_.folder_count() == command_facts::max_folders)
            into_.too_many_folders_ = true;
        else
            into_.folders_.push_back(name);
    }
    // From here on the command may be there, or still where it was.
    void go_below(std::string_view below) {
        if (below.starts_with('/')) return add_folder(keep(below));
        const auto before = into_.folder_count();
        for (std::size_t index = 0; index < before; ++index) {
            const auto above = into_.folder(index);
            if (!above.starts_with('/') || below.size() > max_path_bytes) {
                add_folder({});
                continue;
            }
            boost::container::small_vector<char, 512> joined(above.begin(), above.end());
            if (!above.ends_with('/')) joined.push_back('/');
            joined.insert(joined.end(), below.begin(), below.end());
            add_folder(keep({joined.data(), joined.size()}));
        }
    }
    void go_to(const word& in, std::string_view folder) {
        if (in.known) return go_below(folder);
        bool globs = false;
        const bool all = values_.each(in, folder, run_, [&](std::string_view value, bool as_glob) {
            globs = globs || as_glob;
            if (!value.empty()) go_below(value);
        });
        if (!all || globs) add_folder({});
    }

    // Paths.

    void add_path(fact noted) {
        noted.folders = static_cast<std::uint16_t>(into_.folder_count());
        add(noted);
    }
    char* room_for(std::size_t bytes) { return static_cast<char*>(into_.texts_.allocate(bytes, 1)); }
    std::string_view keep(std::string_view text) {
        auto* const kept = room_for(text.size());
        std::ranges::copy(text, kept);
        return {kept, text.size()};
    }
    // A word, or a part of it, that is a path. \param noted  what is done to it, by which word
    void add_path_in(const word& in, fact noted) {
        if (in.pipe || (noted.text == "/dev/null" && noted.is != act::removes)) return;
        if (noted.how != certainty::exactly || in.known) return add_path(noted);
        if (in.globs) {
            // Where nothing is chosen, it is the name itself: `[slug]`.
            if (noted.text.find('[') != noted.text.npos) add_path(noted);
            noted.how = certainty::chosen;
            return add_path(noted);
        }
        if (noted.text == "~" || noted.text.starts_with("~/")) return add_below_home(noted);
        const bool braces =
            noted.text.find_first_of("$~") == noted.text.npos && !noted.text.starts_with('=') &&
            noted.text.find_first_of(glob_characters) == noted.text.npos && !noted.text.starts_with('{');
        if (braces) {
            noted.how = certainty::chosen;
            return add_path(noted);
        }
        const bool resolved = values_.each(in, noted.text, run_, [&](std::string_view value, bool globs) {
            fact valued = noted;
            valued.text = keep(value);
            valued.how = globs ? certainty::chosen : certainty::exactly;
            add_path(valued);
            if (value.starts_with('-')) add(act::unknown, noted.word, valued.text);
        });
        if (resolved) return;
        noted.how = certainty::unknown;
        add_path(noted);
    }
    void add_below_home(fact noted) {
        noted.text.remove_prefix(std::min<std::size_t>(2, noted.text.size()));
        noted.folders = fact::home;
        add(noted);
    }
    // It may be a path, be it a part of it. \param opens  what is not known of it counts, too
    void add_perhaps(const word& in, std::size_t index, bool opens) {
        if (in.pipe) return;
        fact noted{
            .is = act::opens, .how = certainty::perhaps, .opened = opens, .word = index, .text = in.text};
        if (!in.known && (in.globs || in.text.find('$') == in.text.npos)) noted.how = certainty::chosen;
        if (in.known || noted.how == certainty::chosen) return add_path(noted);
        const bool resolved = values_.each(in, in.text, run_, [&](std::string_view value, bool globs) {
            fact valued = noted;
            valued.text = keep(value);
            if (globs) valued.how = certainty::chosen;
            add_path(valued);
        });
        noted.how = certainty::unknown;
        if (!resolved && opens) add_path(noted);
    }

    // What stands in a text for its variables.

    // Whether it tells nothing that matters, and sets none.
    [[nodiscard]] bool told(std::string_view text) const {
        for (auto dollar = text.find('$'); dollar != text.npos; dollar = text.find('$', dollar + 1))
            if (!told_variable(text.substr(dollar + 1))) return false;
        return true;
    }
    [[nodiscard]] bool told_variable(std::string_view rest) const {
        const bool braced = rest.starts_with('{');
        if (braced) rest.remove_prefix(1);
        if (braced && rest.starts_with('#') && rest.size() > 1 && rest[1] != '}') rest.remove_prefix(1);
        const auto name = rest.substr(0, detail::name_length(rest));
        // Before the line sets it, or where that does not happen, it is the surroundings'.
        const bool secret = names_secret(name) || names_address(name);
        if (!name.empty() && name != "_" && !told_variables.has(name) && (secret || !values_.sets(name)))
            return false;
        if (!braced) return true;
        rest.remove_prefix(name.empty() ? std::min<std::size_t>(1, rest.size()) : name.size());
        if (rest.starts_with('[')) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
        // What cuts a part off, or stands for nothing; others assign, or are evaluated.
        return rest.starts_with('}') || rest.starts_with(":-") ||
               (!rest.empty() && "%#/^,-"sv.find(rest.front()) != rest.npos);
    }
    void show(std::string_view text, std::size_t index) {
        if (!told(text)) add(act::shows, index, text);
    }
    // A glob shows names, wherever they are. \param is  what is done with the files that have them
    void show_names(const word& in, std::size_t index, act is = act::lists) {
        bool braced = false;  // in `${x[1]}`
        bool globs = false;
        for (std::size_t place = 0; place < in.text.size(); ++place) {
            const auto rest = in.text.substr(place);
            braced = rest.starts_with("${") || (braced && rest.front() != '}');
            if (rest.starts_with("$?"))
                ++place;
            else
                globs = globs || (!braced && glob_characters.find(rest.front()) != glob_characters.npos);
        }
        const bool of_value = in.splits && values_.may_glob(in.text);
        if (!globs && !of_value) return;
        if (of_value)
            return static_cast<void>(
                add({.is = act::does, .effect = effect::outside, .word = index, .text = in.text}));
        if (in.text.find('$') == in.text.npos)
            return add_path({.is = is, .how = certainty::chosen, .word = index, .text = in.text});
        // `"$f $n"`, where the first is `src/*.c`.
        const bool quoted = !in.splits && in.text.find("${") == in.text.npos;
        for (auto rest = in.text; !rest.empty();) {
            const auto end = quoted ? rest.find(' ') : rest.npos;
            const auto piece = rest.substr(0, end);
            rest.remove_prefix(std::min(piece.size() + 1, rest.size()));
            if (piece == "$?" || piece.find_first_of(glob_characters) == piece.npos) continue;
            if (piece.find('$') == piece.npos)
                add_path({.is = is, .how = certainty::chosen, .word = index, .text = piece});
            else
                add({.is = act::does, .effect = effect::outside, .word = index, .text = in.text});
        }
    }

    // Words that are no program's.

    void look_at_mention(const shell_mention& mention, std::size_t index) {
        const auto& in = mention.is;
        switch (mention.as) {
            case role::surrounding:
                if (splits_lines(mention)) return;
                add(act::surrounds, index, in.text, in.known ? certainty::exactly : certainty::unknown);
                return add_perhaps(in, index, false);
            case role::assignment:
                set(in.text.substr(0, detail::name_length(in.text)), in.text, index);
                if (!in.known) show(in.text, index);
                return add_perhaps(in, index, false);
            case role::loop_name: return set(in.text, in.text, index);
            case role::element: show(in.text, index); return add_perhaps(in, index, false);
            case role::loop_item:
                show_names(in, index);
                show(in.text, index);
                return add_perhaps(in, index, false);
            case role::here: return show(in.text, index);
            case role::orders: return add_words_of_text(in.text, index);
            case role::input: {
                const bool counted = mention.of_next && counts(mention.runs_before);
                return add_input(in,
                                 {.is = counted ? act::lists : act::reads, .word = index, .text = in.text});
            }
            case role::output: return add_output(in, index);
            case role::descriptor:
                if (in.known && (in.text == "-" || in.text.find_first_not_of("0123456789") == in.text.npos))
                    return;
                add(act::unknown, index, in.text);
                // `>& x` writes it, to some shells.
                return add_output(in, index);
            // What `case` looks at is compared.
            case role::other: return show(in.text, index);
            case role::loop_begins:
            case role::loop_body:
            case role::loop_ends:
            case role::function: break;
        }
    }
    // `IFS= read x`: how it takes its lines apart.
    [[nodiscard]] bool splits_lines(const shell_mention& mention) const {
        return mention.is.known && mention.is.text.starts_with("IFS=") &&
               mention.runs_before < runs_.size() && runs_[mention.runs_before].front().text == "read";
    }
    // Each word of a text that its program may read in its own way: `.so FILE`, `image="FILE"`.
    void add_words_of_text(std::string_view text, std::size_t index) {
        constexpr std::string_view marks = " \t\n\"'`()[]{}<>;|,";
        constexpr std::size_t most = 256;
        for (std::size_t count = 0; !text.empty(); ++count) {
            const auto end = std::min(text.find_first_of(marks), text.size());
            if (count == most) return static_cast<void>(add({.is = act::unreadable, .word = index}));
            if (end > 0) add_perhaps({.text = text.substr(0, end)}, index, true);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    // \param name  empty: it is not known
    void set(std::string_view name, std::string_view text, std::size_t index) {
        add(act::sets, index, text, is_mere_name(name) ? certainty::exactly : certainty::unknown);
    }
    void add_input(const word& in, const fact& noted) {
        if (const auto source = source_of_names(in)) return add_brought(noted, *source);
        add_path_in(in, noted);
    }
    // `wc -l <x`: how much there is of what it is fed is an attribute of that.
    [[nodiscard]] bool counts(std::size_t run) const {
        if (run >= runs_.size() || runs_.calls(run) || runs_.wrapped(run)) return false;
        const auto& use = runs_.use(run);
        const auto program = runs_[run].front().text;
        return any(use.does() & effect::numbers) && only_looks(use) && use.parts().empty() &&
               is_system_program(program) && names_exactly(use, program);
    }
    static bool only_looks(const program_use& use) {
        return use.known() && use.unlisted().empty() && use.doubtful().empty() &&
               any(use.does() & effect::looks) &&
               !any(without(use.does(), effect::looks | programs::manners)) &&
               !any(use.does() & effect::outside);
    }
    void add_output(const word& in, std::size_t index) {
        if (in.text == "/dev/stderr" || in.text == "/dev/stdout") return;
        add_path_in(in, {.is = act::writes, .word = index, .text = in.text});
    }

    // Of one program.

    void look_at_run() {
        const auto words = runs_[run_];
        const program_use& use = runs_.use(run_);
        const auto& program = words.front();
        if (!program.known || program.text.empty()) {
            add(act::unreadable, 0, program.text);
            return guess(words);
        }
        if (runs_.calls(run_)) return look_at_call(words);
        // The name of a program is no path unless it says where that is.
        const bool path = program.text.find('/') != program.text.npos;
        const bool known =
            use.known() && (!path || is_system_program(program.text)) && names_exactly(use, program.text);
        if (!known) add(act::unknown, 0, program.text);
        if (!known && programs::delivers(program.text)) add_effect(effect::sends, 0);
        if (path) add_perhaps(program, 0, false);
        look_at_place(use, path && !program.text.starts_with('/'));
        if (moves(program.text)) {
            for (const std::size_t index : use.unlisted()) add(act::exceeds, index, words[index].text);
            return go(words);
        }
        if (use.known())
            look_at_use(use, words, known);
        else
            look_behind_unknown(words);
        // Where each file is.
        if (std::ranges::find(words, "-execdir"sv, &shell_word::text) != words.end()) {
            folders_searched_ = into_.folder_count();
            add_folder({});
        }
    }

    // What a function of the text is given: what it does with that is said by the facts of its body.
    void look_at_call(std::span<const word> words) {
        for (std::size_t index = 1; index < words.size(); ++index) {
            if (words[index].known) continue;
            show(words[index].text, index);
            show_names(words[index], index);
        }
    }

    // All words of a program of which too little is known.
    void guess(std::span<const word> words) {
        for (std::size_t index = 1; index < words.size(); ++index) add_perhaps(words[index], index, true);
    }

    // Behind a `cd`, a relative program is another one, and git has the settings of another folder.
    // \param relative  it is named by where it lies from here
    void look_at_place(const program_use& use, bool relative) {
        const auto program = runs_[run_].front().text;
        const bool consults = use.known() && any(use.program().row().does & effect::settings);
        if (elsewhere_ && (relative || consults)) add(act::moves, 0, program);
        if (consults && !tells_version()) add_path({.is = act::consults, .text = program});
    }
    // `git --version` looks for no repository.
    [[nodiscard]] bool tells_version() const {
        return runs_[run_].size() == 2 && runs_[run_][1].text == "--version";
    }

    void go(std::span<const word> words) {
        elsewhere_ =
            elsewhere_ || words.size() != 2 || !words[1].known || cwd_.empty() || words[1].text != cwd_;
        if (goes_back(words)) return;
        const auto& folder = words.back();
        // Home, back, by a number, and with options.
        const bool plain =
            words.size() == 2 && !folder.text.empty() && "-+"sv.find(folder.text.front()) == "-+"sv.npos;
        if (!plain) {
            add_effect(effect::outside, words.size() - 1);
            guess(words);
        }
        const auto surely = plain ? folder_behind(folder) : std::string_view();
        if (words.size() == 1 || folder.text.starts_with('-') || folder.text.starts_with('+'))
            return add_folder({});
        const bool leads_up = !surely.empty() && folder.text.find("..") != folder.text.npos;
        add_path_in(folder,
                    {.is = act::enters, .word = words.size() - 1, .text = leads_up ? surely : folder.text});
        if (surely.empty()) return go_to(folder, folder.text);
        add_folder(surely);
    }
    // Where a chain of commands surely is then, which begins in the working directory; empty: it is not
    // known.
    std::string_view folder_behind(const word& folder) {
        const auto chain = runs_.wrapped(run_) ? 0 : runs_.chain(run_);
        const auto here = chain == 0               ? std::string_view()
                          : chain == surely_.chain ? surely_.folder
                          : !gone_ && in_order_    ? cwd_
                                                   : std::string_view();
        gone_ = true;
        surely_ = {};
        if (runs_[run_].front().text == "pushd") ++pushed_;
        if (here.empty() || !folder.known || folder.text.starts_with('~')) return {};
        auto* const kept = room_for(here.size() + 1 + folder.text.size());
        surely_ = {chain, {kept, put_normal_path(folder.text, here, kept)}, here};
        return surely_.folder;
    }
    // `cd -`, `popd`, to a folder in which it has surely been.
    bool goes_back(std::span<const word> words) {
        const bool pops = words.front().text == "popd";
        const bool back = words.size() == 2 && words[1].known && words[1].text == "-";
        if (pops && words.size() == 1 && pushed_ > 0 && in_order_) {
            --pushed_;
            surely_ = {};
            return true;
        }
        if (!back || pops || surely_.before.empty() || surely_.chain != runs_.chain(run_)) {
            if (pops || back) surely_ = {};
            return false;
        }
        std::swap(surely_.folder, surely_.before);
        return true;
    }

    void look_at_use(const program_use& use, std::span<const word> words, bool known) {
        look_at_named_task(use, words);
        for (const auto& part : use.parts())
            if (part.kind == part_kind::elsewhere && !names_here(part, words))
                go_to(words[part.word], part.text);
        const bool understood = known && use.unlisted().empty() && !use.unclear();
        const bool text = runs_text(use, words);
        add_effects(use, text);
        if (!text) add_unlisted(use, words);
        for (const std::size_t index : use.doubtful())
            if (!stays_here(use, words, index)) add(act::exceeds, index, words[index].text);
        if (!text)
            for (const auto& part : use.parts()) look_at_part(part, words[part.word], use);
        if (!text) look_below_here(use);
        for (const auto& part : use.parts()) look_at_started(part);
        look_at_words(use, words, understood, text);
        if (naming_builtins.has(words.front().text)) look_at_names(words);
    }

    void add_effects(const program_use& use, bool text) {
        const auto does = without(use.does(), effect::leads);
        const auto by = use.doubtful().empty() ? std::size_t{0} : use.doubtful().front();
        // Installing fetches, and runs scripts.
        const bool installs = any(does & effect::installs);
        bool more = false;
        for (const effect each : all_effects) {
            const bool part = installs && (each == effect::fetches || each == effect::runs);
            if (!any(does & each)) continue;
            more = more || !part;
            add_effect(each, by, text || part ? certainty::perhaps : certainty::exactly);
        }
        if (!more && !any(does & effect::looks)) add_effect(effect::outside, 0);
        // `echo HEAD:.env | git cat-file --batch`: what comes in names what it reads.
        if (runs_.piped(run_) && any(without(does, use.row().does) & effect::outside))
            add_path({.is = act::reads, .how = certainty::unknown, .word = by, .text = runs_[run_][by].text});
    }

    void add_unlisted(const program_use& use, std::span<const word> words) {
        const bool prints = this->prints(words);
        for (const std::size_t index : use.unlisted())
            if (!(prints && index > 1 && !words[index].known) && !(index == 1 && prints_dashes(words)) &&
                !runs_another(use, index))
                add(act::unknown, index, words[index].text);
    }

    static bool prints(std::span<const word> words) noexcept {
        return words.front().text == "echo" || words.front().text == "printf";
    }
    // `echo "--- $x ---"` has no option that begins so.
    static bool prints_dashes(std::span<const word> words) {
        return words.front().text == "echo" && words[1].text.starts_with("--");
    }
    // `find -exec`: what it runs is looked at as a run of its own.
    static bool runs_another(const program_use& use, std::size_t index) {
        return std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
            return part.kind == part_kind::program_to_end && part.of_option &&
                   (index == part.word || index + 1 == part.word);
        });
    }
    // `bash -c 'ls'`: what stands there is looked at as runs of its own.
    static bool runs_text(const program_use& use, std::span<const word> words) {
        if (words.size() < 3 || !std::ranges::all_of(words, &word::known)) return false;
        const bool pipes = words.size() == 5 && words[1].text == "-o" && words[2].text == "pipefail";
        const auto option = words[words.size() - 2].text;
        const bool takes_text = option == "-c" || option == "-lc";
        return (words.size() == 3 || pipes) && takes_text && use.row().does == effect::runs &&
               use.read_by().form().fed() == part_kind::fed_shell && use.parts().size() == 1 &&
               use.parts().front().kind == part_kind::shell && use.parts().front().of_option;
    }
    // `git -C FOLDER`, `git --git-dir=FOLDER/.git`, where that is the folder it works in, or its repository.
    [[nodiscard]] bool names_here(const program_use::part& part, std::span<const word> words) const {
        if (part.kind != part_kind::elsewhere || !part.of_option || cwd_.empty() || !words[part.word].known)
            return false;
        const auto option = part.text.size() < words[part.word].text.size() ? words[part.word].text
                                                                            : words[part.word - 1].text;
        if (part.text == cwd_) return option == "-C" || option.starts_with("--work-tree");
        const auto repository = part.text.substr(std::min(cwd_.size(), part.text.size()));
        return option.starts_with("--git-dir") && part.text.starts_with(cwd_) && repository == "/.git" &&
               !elsewhere_;
    }
    // \param index  one of the words
    [[nodiscard]] bool stays_here(const program_use& use, std::span<const word> words,
                                  std::size_t index) const {
        return std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
            const bool whole = part.text.size() == words[part.word].text.size();
            return names_here(part, words) && (index == part.word || (whole && index + 1 == part.word));
        });
    }

    // \param names  with `|` between them
    static bool is_one_of(std::string_view names, std::string_view name) {
        for (auto at = names.find(name); at != names.npos; at = names.find(name, at + 1)) {
            const auto end = at + name.size();
            if ((at == 0 || names[at - 1] == '|') && (end == names.size() || names[end] == '|')) return true;
        }
        return false;
    }
    // `npm run deploy`: what it runs is named behind its subcommand.
    void look_at_named_task(const program_use& use, std::span<const word> words) {
        const auto& row = use.row();
        if (!any(row.does & effect::runs) || !row.operands.starts_with("text ")) return;
        const auto subcommand = row.names.substr(row.names.rfind(' ') + 1);
        const auto is_it = [&](const word& each) { return is_one_of(subcommand, each.text); };
        const auto behind = std::ranges::find_if(words, is_it);
        const auto task = std::find_if(behind, words.end(), [&](const word& each) {
            return !is_it(each) && !each.text.starts_with('-');
        });
        if (task != words.end() && programs::delivers(task->text)) add_effect(effect::sends, 0);
    }

    void look_at_part(const program_use::part& part, const word& in, const program_use& use) {
        if (part.kind == part_kind::assign)
            return add(act::surrounds, part.word, in.text,
                       in.known ? certainty::exactly : certainty::unknown);
        if (part.kind == part_kind::variable) {
            if (!in.known || !told_variables.has(part.text)) add(act::shows, part.word, part.text);
            return;
        }
        if (part.kind == part_kind::pattern) return add(act::seeks, part.word, part.text);
        const bool task = part.kind == part_kind::make || part.kind == part_kind::script;
        if (task && !any(use.does() & effect::looks) && programs::delivers(part.text))
            add_effect(effect::sends, 0);
        const auto* const row = path_act_of(part.kind);
        if (row == nullptr) return;
        fact noted{.is = row->is,
                   .how = row->how,
                   .of_option = part.of_option,
                   .word = part.word,
                   .text = part.text};
        // So do programs that look for names in an archive.
        const bool archived = part.kind == part_kind::archive && !part.of_option &&
                              part.text.find_first_of(glob_characters) != part.text.npos;
        if (is_pathspec_glob(part) || archived) noted.how = certainty::chosen;
        const bool looks = any(use.does() & effect::looks);
        // `host:file`
        if (part.kind == part_kind::archive && part.text.find(':') != part.text.npos)
            add_effect(effect::fetches, part.word);
        if (looks && any(use.row().does & effect::sends) && part.text.find(':') != part.text.npos)
            add_effect(effect::sends, part.word);
        if (looks && (part.kind == part_kind::archive || part.kind == part_kind::script))
            noted.is = act::reads;
        // An option has it tell what it would do.
        const bool tells = looks && !any(use.row().does & effect::looks) && !part.of_option;
        if (tells && (noted.is == act::writes || noted.is == act::removes)) noted.is = act::reads;
        if (part.kind == part_kind::pathspec && in.known && noted.is == act::reads) {
            const auto place = pathspec_place(noted.text);
            if (!place) return;
            if (place->size() != noted.text.size()) noted.how = certainty::chosen;
            noted.text = *place;
        }
        if (noted.is == act::enters) return look_at_folder(part, noted, in);
        noted.effect = use.does() & (effect::recurses | effect::follows | effect::scatters | effect::links |
                                     effect::answers);
        if (part.kind == part_kind::archive) {
            if (part.text == "-" && !any(noted.effect & effect::scatters) && !names_folder(part)) return;
            // What is put into it is another operand.
            if (part.of_option) noted.effect = use.does() & (effect::scatters | effect::links);
            // `tar cf x.tar src`: what is put into the archive, where it is not made smaller or removed.
            if (!part.of_option && any(use.does() & effect::recurses)) {
                fact packed = noted;
                packed.is = act::reads;
                const bool stays = any(use.does() & effect::named) && !any(use.does() & effect::destroys);
                if (stays)
                    noted = packed;
                else
                    add_path_in(in, packed);
            }
        }
        const bool names_come = noted.is == act::reads || noted.is == act::lists;
        // `bash <(curl u)`
        if (in.pipe && part.kind == part_kind::script)
            return add(act::opens, part.word, part.text, certainty::unknown);
        if (const auto source = names_come && !part.of_option ? source_of_names(in) : std::nullopt) {
            if (noted.is == act::reads) look_where_named(noted, *source);
            // What is searched is not shown whole.
            return has_part(use, part_kind::pattern) ? void() : add_brought(noted, *source);
        }
        if (noted.is == act::lists && names_go_on() && !is_negated(runs_[run_], part)) noted.is = act::reads;
        if (const auto folder = folder_of_link(use, part); in.known && !folder.empty())
            noted.text = keep(below(folder, part.text));
        add_path_in(in, noted);
    }
    // `../b` in `sub/a/` is `sub/b`.
    static std::string below(std::string_view folder, std::string_view path) {
        constexpr auto up = "../"sv;
        while (path.starts_with(up) && folder.size() > 1) {
            const auto above = folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
            const auto name = folder.substr(above.size(), folder.size() - above.size() - 1);
            if (name.empty() || name == "." || name == "..") break;
            path.remove_prefix(up.size());
            folder = above;
        }
        return std::string(folder).append(path);
    }
    // `ln -s ../a sub/b`: where a link leads counts from the folder in which it lies. Empty: this is no such
    // path, or counts from the working directory.
    [[nodiscard]] std::string_view folder_of_link(const program_use& use,
                                                  const program_use::part& part) const {
        const auto& parts = use.parts();
        const bool makes = use.row().names.starts_with("ln|") && parts.size() == 2 && &part == parts.data();
        if (!makes || part.of_option || parts[1].of_option || part.text.starts_with('/')) return {};
        const auto words = runs_[run_];
        const auto is_option = [](std::string_view text, char letter, std::string_view name) {
            const bool letters = text.starts_with('-') && !text.starts_with("--");
            return letters ? text.find(letter) != text.npos : text.size() > 2 && name.starts_with(text);
        };
        const auto has = [&](char letter, std::string_view name) {
            return std::ranges::any_of(words.subspan(1, part.word - 1),
                                       [&](const word& each) { return is_option(each.text, letter, name); });
        };
        if (!has('s', "--symbolic") || has('r', "--relative") || has('S', "--suffix")) return {};
        const auto& link = parts[1];
        return words[link.word].known ? link.text.substr(0, link.text.rfind('/') + 1) : std::string_view();
    }
    // `tar -C - -cf x.tar y`; otherwise `-` is standard input or output.
    [[nodiscard]] bool names_folder(const program_use::part& part) const {
        const auto words = runs_[run_];
        const auto option = words[part.word].text == part.text ? part.word - 1 : part.word;
        return part.of_option && (words[option].text.find('C') != std::string_view::npos ||
                                  words[option].text.starts_with("--d"));
    }
    // Without an operand, what reads whole folders reads the one it works in; but lines that it is fed, if it
    // looks for a text in them.
    void look_below_here(const program_use& use) {
        const auto manner = use.does() & (effect::recurses | effect::follows);
        const auto names_place = [](const program_use::part& part) {
            if (part.kind == part_kind::pathspec && !pathspec_place(part.text)) return false;
            return !part.of_option && path_act_of(part.kind) != nullptr;
        };
        if (!any(manner) || std::ranges::any_of(use.parts(), names_place)) return;
        if (runs_.piped(run_) && has_part(use, part_kind::pattern)) return;
        const bool lists = use.row().operands.starts_with("name") && !names_go_on();
        add_path({.is = lists ? act::lists : act::reads, .effect = manner, .text = "."});
    }
    // Git expands it, however it is quoted.
    static bool is_pathspec_glob(const program_use::part& part) {
        return part.kind == part_kind::pathspec && part.text.find_first_of(glob_characters) != part.text.npos;
    }
    // A pathspec of git without its magic, where that only tells how it is compared. Nothing: it is left out.
    static std::optional<std::string_view> pathspec_place(std::string_view text) {
        if (text.starts_with(":!") || text.starts_with(":^")) return std::nullopt;
        const auto end = text.find(')');
        if (!text.starts_with(":(") || end == text.npos) return text;
        constexpr word_list comparing{"icase"sv, "glob"sv, "literal"sv};
        bool plain = true;
        bool excludes = false;
        for (auto words = text.substr(2, end - 2); !words.empty();) {
            const auto word_end = std::min(words.find(','), words.size());
            const auto magic = words.substr(0, word_end);
            excludes = excludes || magic == "exclude";
            plain = plain && (magic == "exclude" || comparing.has(magic));
            words.remove_prefix(std::min(word_end + 1, words.size()));
        }
        if (!plain) return text;
        if (excludes) return std::nullopt;
        return text.substr(end + 1);
    }
    // `git -C sub`: other folders than those, and other ways to go there, have settings of their own.
    void look_at_folder(const program_use::part& part, fact noted, const word& in) {
        const auto words = runs_[run_];
        const bool goes = noted.word > 0 && words[noted.word - 1].text == "-C" && in.known;
        if (!goes && names_here(part, words)) return;
        add_path_in(in, noted);
        if (!goes) add(act::unknown, noted.word, noted.text);
    }
    void look_at_started(const program_use::part& part) {
        const bool program = programs::names_program(part.kind);
        const auto& in = runs_[run_][part.word];
        if (program) add(act::starts, part.word, in.text, in.known ? certainty::exactly : certainty::unknown);
        // `python3 -m pip install x`
        if ((!program && part.kind != part_kind::script) || !part.of_option || part.text != in.text) return;
        const program_use module(runs_[run_].subspan(part.word));
        if (module.known()) add_perhaps_effects(module.does(), part.word);
    }
    void add_perhaps_effects(effect does, std::size_t index) {
        for (const effect each : all_effects)
            if (any(does & each)) add_effect(each, index, certainty::perhaps);
    }

    // All words of a use, as words.
    void look_at_words(const program_use& use, std::span<const word> words, bool understood, bool text) {
        const bool prints = this->prints(words);
        const bool options_add = any(without(use.row_adds(true), effect::outside));
        const bool operands_add = any(use.row_adds(false));
        const bool looks = any(use.does() & effect::looks) && use.doubtful().empty();
        for (std::size_t index = 1; index < words.size(); ++index) {
            const word& in = words[index];
            if (!in.known && !text)
                look_at_unknown(index, options_add && !(prints && index > 1), operands_add, prints);
            look_for_statements(in, index);
            // What is plain text to a program that only looks is no path; of others the rows are not so sure.
            const bool is_text =
                prints || (understood && (looks || detail::is_prose(in.text) || is_option(in)));
            // Of a use that is not understood, what is an operand is not sure either.
            if (!text && !is_text && (!understood || !is_part(use, index)))
                add_perhaps(in, index, !understood);
        }
    }
    static bool is_option(const word& in) noexcept { return in.text.size() > 1 && in.text.front() == '-'; }
    static bool is_part(const program_use& use, std::size_t index) {
        return std::ranges::any_of(use.parts(),
                                   [&](const program_use::part& part) { return part.word == index; });
    }
    static bool has_part(const program_use& use, part_kind kind) {
        return std::ranges::find(use.parts(), kind, &program_use::part::kind) != use.parts().end();
    }
    static bool is_path_part(const program_use& use, std::size_t index) {
        return std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
            return part.word == index && part.kind != part_kind::pattern;
        });
    }
    void look_for_statements(const word& in, std::size_t index) {
        if (runs_.bare() || !detail::is_prose(in.text)) return;
        for (const auto statement : destroying_statements)
            if (contains(in.text, statement)) return add_effect(effect::destroys, index, certainty::perhaps);
    }

    // A word of which not all is known: what it may become besides what it stands for.
    // \param options_add, operands_add  another option, or operand, may do more
    void look_at_unknown(std::size_t index, bool options_add, bool operands_add, bool prints) {
        const word& in = runs_[run_][index];
        if (in.pipe) return;
        const bool any_front =
            may_have_any_front(in) && !stands_behind_options(index) && !is_taken_by_find(index);
        if (const auto source = source_of_names(in)) {
            // What `find` itself gives to the programs that it runs begins with no dash.
            // Others may be taken apart at a blank, behind which an option stands: `src/x -o y`.
            const bool folders = begin_with_folders(*source);
            const bool as_options =
                options_add && *source != wrapper_with_names() && !(folders && stays_whole(in));
            const bool as_operands = operands_add && !stays_path(index);
            // Each of the names is there to be seen.
            if (as_options && folders && !as_operands)
                add_path({.is = act::unknown, .how = certainty::chosen, .word = index, .text = in.text});
            else if (as_options || as_operands)
                add(act::unknown, index, in.text);
            return;
        }
        const bool shifts = in.splits && operands_add && !stays_path(index);
        const bool as_option = any_front && options_add && !becomes_no_option(in);
        // Each name that a glob chooses is there to be seen.
        const bool by_glob = !shifts && in.globs && in.text.find_first_of("${%") == in.text.npos;
        if (as_option && by_glob)
            add_path({.is = act::unknown, .how = certainty::chosen, .word = index, .text = in.text});
        else if (as_option || shifts)
            add(act::unknown, index, in.text);
        if (is_path_part(runs_.use(run_), index)) return;
        if (!asks_whether_empty(index)) show(in.text, index);
        // `grep *.env x`: of several, all but the first are files.
        show_names(in, index, prints ? act::lists : act::reads);
        // Without quotes it may become several, which are anything.
        const bool number = in.text == "$?" || in.text == "$#" || in.text == "$$" || in.text == "$!" ||
                            (is_test(runs_[run_].front().text) && stands_for_numbers(in));
        if (!in.splits || in.globs || prints || number) return;
        if (!becomes_no_option(in)) add(act::unknown, index, in.text);
    }
    // Whether it may become another option than it says: `--author=$USER` has its name.
    static bool may_have_any_front(const word& in) noexcept {
        if (in.text.empty() || in.text.front() == '$' || glob_openers.has(in.text.front())) return true;
        const auto equals = in.text.find('=');
        const bool named =
            in.text.starts_with("--") && !in.splits && equals < in.text.find_first_of("$`*?[{~\\");
        return in.text.front() == '-' && !named;
    }
    // Behind `--` it is none.
    [[nodiscard]] bool stands_behind_options(std::size_t index) const {
        const auto words = runs_[run_].first(index);
        if (std::ranges::find(words, "--"sv, &word::text) == words.end()) return false;
        const auto& roles = runs_.options(run_).roles;
        const auto end = std::ranges::find(roles, programs::command_options::role::end);
        return end != roles.end() && end - roles.begin() < static_cast<std::ptrdiff_t>(index);
    }
    // `find -name "$x"` takes the next word, whatever that is.
    [[nodiscard]] bool is_taken_by_find(std::size_t index) const {
        using options = programs::command_options;
        const auto& use = runs_.use(run_);
        const auto words = runs_[run_];
        const bool finds = use.row().style == programs::option_style::words && use.unlisted().empty() &&
                           any(use.row().does & effect::recurses) && any(use.row().does & effect::names);
        if (!finds || words[index].splits || !words[index - 1].known) return false;
        const auto& roles = runs_.options(run_).roles;
        return roles[index] == options::role::value && roles[index - 1] == options::role::option;
    }
    // Whether each text that it may become is known, and none is an option.
    [[nodiscard]] bool becomes_no_option(const word& in) const {
        bool option = false;
        const bool whole = values_.each(in, in.text, run_, [&option](std::string_view value, bool globs) {
            option = option || value.starts_with('-') ||
                     (globs && (value.empty() || glob_openers.has(value.front())));
        });
        return whole && !option;
    }

    [[nodiscard]] bool stands_for_numbers(const word& in) const {
        bool others = false;
        const bool whole = values_.each(in, in.text, run_, [&others](std::string_view value, bool) {
            const auto digits = value.substr(value.starts_with('-') ? 1 : 0);
            others = others || !is_digits(digits);
        });
        return whole && !others;
    }
    // `[ -n "$x" ]`
    [[nodiscard]] bool asks_whether_empty(std::size_t index) const {
        const auto option = runs_[run_][index - 1].text;
        return is_test(runs_[run_].front().text) && (option == "-n" || option == "-z");
    }
    // Whether it, and each word that it may become, are paths that are read: nothing but such comes behind
    // it.
    [[nodiscard]] bool stays_path(std::size_t index) const {
        const auto& use = runs_.use(run_);
        const auto& operands = use.read_by().form().operands();
        return std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
            return part.word == index && !part.of_option && part.kind == part_kind::read &&
                   !operands.empty() && operands.back().kind == part_kind::read && operands.back().many &&
                   operands.back().does == effect::reads &&
                   std::ranges::count(operands, part_kind::read, &programs::operand_form::kind) == 1;
        });
    }

    // `read x`, `export x`: plain names of variables.
    void look_at_names(std::span<const word> words) {
        const bool shows = words.front().text != "read" && words.front().text != "unset";
        for (std::size_t index = 1; index < words.size(); ++index) {
            const word& in = words[index];
            if (in.known && in.text == "-r") continue;
            const auto length = detail::name_length(in.text);
            const auto name = in.text.substr(0, length);
            const bool whole = length == in.text.size() || in.text[length] == '=';
            // It may be shown, by its name alone.
            if (shows && in.known && whole && length == in.text.size() && !values_.sets(in.text))
                add(act::shows, index, in.text);
            // A program gets it.
            if (words.front().text == "export")
                add(act::surrounds, index, in.text, in.known ? certainty::exactly : certainty::unknown);
            set(in.known && whole ? name : std::string_view(), in.text, index);
        }
    }

    // It may run the words behind it.
    void look_behind_unknown(std::span<const word> words) {
        for (std::size_t index = 1; index < words.size(); ++index) {
            const auto& in = words[index];
            add_perhaps(in, index, true);
            look_for_statements(in, index);
            const auto equals = in.text.find('=');
            if (equals != in.text.npos && equals > 0 && detail::name_length(in.text) > 0)
                add(act::surrounds, index, in.text, certainty::perhaps);
        }
        std::size_t programs = 0;
        for (std::size_t index = 1; index < words.size() && programs < max_programs_behind_unknown; ++index) {
            if (!words[index].known) continue;
            const program_use use(words.subspan(index));
            if (!use.known()) continue;
            if (++programs == max_programs_behind_unknown) add(act::unreadable, index, words[index].text);
            add_perhaps_effects(without(use.does(), effect::secrets), index);
        }
    }

    // Names that come from another program.

    // The run that prints the names of files which a word stands for: of ones below the working directory,
    // and not of chosen ones that may be secret. Nothing: it stands for something else, too.
    [[nodiscard]] std::optional<std::size_t> source_of_names(const word& in) const {
        if (in.known || in.globs || in.pipe) return std::nullopt;
        if (in.text == detail::substitution_mark && in.end_of_runs > in.first_run) return source_in(in);
        if (run_ != fact::none && runs_.wrapped(run_)) return source_around(in.text);
        const auto value = values_.source_of(in.text);
        if (!value) return std::nullopt;
        return value->word != nullptr
                   ? source_in(*value->word)
                   : names_from(runs_.feeder(value->read), runs_.size(), body_of_loop(value->read));
    }
    // `find -exec cat {} +`, `find | xargs cat`: of the program that runs this one.
    [[nodiscard]] std::optional<std::size_t> source_around(std::string_view text) const {
        const auto wrapper = wrapper_with_names();
        const bool replaced = text == detail::substitution_mark || text == "{}";
        if (wrapper == run_) return std::nullopt;
        if (!runs_input(wrapper))
            return replaced && brings_names(wrapper) ? std::optional(wrapper) : std::nullopt;
        if ((!replaced && text != "%") || cuts_names(wrapper) || runs_.use(wrapper).parts().size() > 1)
            return std::nullopt;
        auto first = wrapper;
        while (first > 0 && runs_.wrapped(first)) --first;
        return names_from(runs_.feeder(first), first);
    }
    // `$(git ls-files)`, which has no other commands than those of one pipeline.
    [[nodiscard]] std::optional<std::size_t> source_in(const word& in) const {
        const auto last = programs::end_of_pipeline(runs_, in);
        return in.text.ends_with(detail::substitution_mark) && last != shell_runs::none
                   ? names_from(last, last)
                   : std::nullopt;
    }
    // The run itself, where all that it prints are names that it finds or is fed. \param user  of them
    // \param inner  mentions of what the loop does that reads them
    [[nodiscard]] std::optional<std::size_t> names_from(std::size_t run, std::size_t user,
                                                        std::span<const shell_mention> inner = {}) const {
        const auto last = run;
        for (; run != shell_runs::none; run = runs_.feeder(run)) {
            // `find -exec echo {} +`
            const bool prints_for_it = run + 1 < runs_.size() && runs_.wrapped(run + 1);
            if (prints_for_it && (!brings_names(run + 1) || lists_folders(run + 1))) return std::nullopt;
            // `xargs grep -l x`: some of those that it is fed.
            if (prints_for_it && prints_some_of_input(run)) continue;
            if (brings_names(run))
                return runs_.piped(run) || fed_otherwise(run, user, inner) ? std::nullopt
                                                                           : std::optional(last);
            if (!lets_lines_through(run)) return std::nullopt;
        }
        return std::nullopt;
    }
    // Whether a name that is brought becomes one word, whatever letters it has: a line end is one, too.
    [[nodiscard]] bool stays_whole(const word& in) const {
        const auto wrapper = wrapper_with_names();
        if (wrapper == run_) return !in.splits && !is_cut_apart(in.text);
        return !runs_input(wrapper) || ends_at_zero_bytes(runs_[wrapper]);
    }
    // `xargs -0 sort`: among its own options, which stand in front of the program.
    static bool ends_at_zero_bytes(std::span<const word> wrapper) {
        for (const word& each : wrapper.subspan(std::min<std::size_t>(1, wrapper.size()))) {
            const auto text = each.text;
            if (text == "--null" || text == "-0" || text == "-0r" || text == "-r0") return true;
            // Another option may take the next word: `-E -0`.
            const bool counts = text.size() > 2 && text.substr(0, 1) == "-" &&
                                text.find_first_not_of("0123456789", 2) == text.npos;
            if (!counts && text != "-r" && text != "-t") return false;
        }
        return false;
    }
    // By `read`, at the ends of lines, and by `for`, at blanks.
    [[nodiscard]] bool is_cut_apart(std::string_view text) const {
        const auto value = values_.source_of(text);
        return value && (value->word == nullptr || value->word->text == detail::substitution_mark);
    }
    // What is in a folder, under names that do not say which: `ls src`.
    [[nodiscard]] bool lists_folders(std::size_t run) const {
        const auto& use = runs_.use(run);
        return use.known() && any(use.row().does & effect::names) && use.row().operands.starts_with("name");
    }
    [[nodiscard]] bool prints_some_of_input(std::size_t run) const {
        const auto more = run + 2 < runs_.size() && runs_.wrapped(run + 2);
        const auto& use = runs_.use(run + 1);
        const auto fed_by_it = [](const program_use::part& part) {
            return part.kind == part_kind::pattern ||
                   (part.text == detail::substitution_mark && !part.of_option);
        };
        return runs_input(run) && !more && runs_.use(run).parts().size() == 1 && !cuts_names(run) &&
               runs_.use(run).unlisted().empty() && has_part(use, part_kind::pattern) &&
               std::ranges::all_of(use.parts(), fed_by_it) &&
               !any(use.does() & (effect::recurses | effect::follows));
    }
    // `rg -l x src`: each name begins with the folder in which it is found, which is no option.
    [[nodiscard]] bool begin_with_folders(std::size_t source) const {
        // What another program prints for it may be what is in a folder: `find -exec ls {} +`.
        const auto prints_others = [&](std::size_t run) {
            return run + 1 < runs_.size() && runs_.wrapped(run + 1) && !prints_some_of_input(run);
        };
        for (; runs_.feeder(source) != shell_runs::none; source = runs_.feeder(source))
            if (prints_others(source)) return false;
        if (prints_others(source)) return false;
        const auto& use = runs_.use(source);
        bool named = false;
        for (const auto& part : use.parts()) {
            if (part.of_option || (part.kind != part_kind::read && part.kind != part_kind::name)) continue;
            named = runs_[source][part.word].known && !part.text.starts_with('-');
            if (!named) return false;
        }
        return named && any(use.does() & (effect::recurses | effect::follows));
    }
    // Files below the working directory, which the program that names them chooses by patterns; without one
    // it may name any.
    void add_brought(fact noted, std::size_t source) {
        bool chosen = false;
        const auto wrapper = wrapper_with_names();
        const bool by_find = wrapper != run_ && !runs_input(wrapper);
        // Without a pattern it may be one that begins with a dot, too.
        const auto add_choice = [&](std::string_view pattern, certainty how) {
            noted.any_name = pattern.empty();
            noted.text = noted.any_name ? ".*" : pattern;
            // Of what only counts it does not matter which they are.
            if (noted.is == act::lists && noted.text == ".*") return;
            noted.how = how;
            chosen = true;
            add_path(noted);
            // Below which of them a name lies, the folder in which its program runs does not tell.
            if (by_find && folders_searched_ > 0)
                into_.facts_.back().folders = static_cast<std::uint16_t>(folders_searched_);
        };
        auto bringer = source;
        for (auto run = source; run != shell_runs::none; run = runs_.feeder(run)) {
            add_choices_of(run, add_choice);
            bringer = run;
        }
        // What is found by its content is all read by who finds it.
        const bool found_by_content = has_part(runs_.use(bringer), part_kind::pattern);
        if (!chosen && !found_by_content) add_choice({}, certainty::chosen);
    }
    // `ls sub | xargs cat`: anything below the folders that are listed, or the files that are named, may be
    // read. Who looks below folders by itself has said so.
    void look_where_named(fact noted, std::size_t source) {
        while (runs_.feeder(source) != shell_runs::none) source = runs_.feeder(source);
        const auto& use = runs_.use(source);
        if (any(use.does() & (effect::recurses | effect::follows))) return;
        const bool reads_below = any(noted.effect & (effect::recurses | effect::follows));
        noted.effect = noted.effect | effect::recurses;
        const auto reader = std::exchange(run_, source);
        const bool git = use.known() && any(use.program().row().does & effect::settings);
        bool names_place = false;
        for (const auto& part : use.parts()) {
            const auto* const row = path_act_of(part.kind);
            if (row == nullptr || part.of_option) continue;
            names_place = true;
            noted.word = part.word;
            noted.text = part.text;
            const auto& in = runs_[source][part.word];
            const bool by_git = git && part.text.find_first_of(glob_characters) != part.text.npos;
            // What the shell or a program like find chooses is shown where it is named.
            if ((in.globs || row->how != certainty::exactly) && !reads_below) continue;
            noted.how = in.globs || by_git ? certainty::chosen : row->how;
            add_path_in(in, noted);
        }
        if (!names_place) add_path({.is = act::reads, .effect = noted.effect, .text = "."});
        run_ = reader;
    }
    template <class Add>
    void add_choices_of(std::size_t run, const Add& add_choice) const {
        const auto& use = runs_.use(run);
        if (!use.known()) return;
        const auto words = runs_[run];
        const bool rejects = std::ranges::find(words, "-v"sv, &word::text) != words.end();
        boost::container::small_vector<std::size_t, 4> patterns;  // words
        bool endings = false;
        bool whole = false;  // an operand without one
        bool all = false;
        const bool one_by_one = use.row().style == programs::option_style::words;
        const bool by_content = has_part(use, part_kind::pattern);
        const bool git = use.known() && any(use.program().row().does & effect::settings);
        for (const auto& part : use.parts()) {
            const auto* const row = path_act_of(part.kind);
            // `:!*.c` takes out of what others choose.
            if (git && !pathspec_place(part.text)) continue;
            const bool of_names = any(use.does() & effect::passes) && !any(use.does() & effect::names);
            if (part.kind == part_kind::pattern && of_names && !rejects) {
                add_choice(part.text, certainty::matched);
            } else if (row != nullptr && row->how != certainty::exactly) {
                if (is_left_out(words, part)) {
                    // To `find` one more condition, to others one more choice.
                    all = all || !(one_by_one || is_negated(words, part) || by_content);
                    continue;
                }
                patterns.push_back(part.word);
                add_choice(part.text, row->how);
            } else if (row != nullptr && !part.of_option && !any(use.does() & effect::recurses)) {
                const auto ending = ending_chosen(use, part, words);
                whole = whole || ending.empty();
                endings = endings || !ending.empty();
                if (!ending.empty()) add_choice(ending, certainty::chosen);
            }
        }
        // `git ls-files '*.c' src`
        if ((endings && whole) || all) add_choice({}, certainty::chosen);
        if (one_by_one && !patterns.empty() && brings_others(words, patterns))
            add_choice({}, certainty::chosen);
    }
    // `! -name a`, `--glob '!a'`
    static bool is_negated(std::span<const word> words, const program_use::part& part) {
        const auto before = part.word > 1 ? words[part.word - 2].text : std::string_view();
        return before == "!" || before == "-not" || part.text.starts_with('!');
    }
    // Those, and what covers any name: `-name '*'`, `-path 'src/*'`.
    static bool is_left_out(std::span<const word> words, const program_use::part& part) {
        const auto mark = part.text.find_last_of(glob_characters);
        const bool below = mark != part.text.npos && part.text.find('/') != part.text.npos &&
                           part.text.find('.', mark) == part.text.npos;
        return is_negated(words, part) || below || part.text.find_first_not_of("*?") == part.text.npos;
    }
    // Whether `find` has an alternative without a pattern, `-name a -o -type f`, leaves out a group, or does
    // something before it comes to one.
    static bool brings_others(std::span<const word> words, std::span<const std::size_t> patterns) {
        constexpr word_list joints{"-o"sv, "-or"sv, ","sv};
        bool chooses = false;
        bool alternatives = false;
        const auto last = patterns.back();
        for (std::size_t index = 1; index < words.size(); ++index) {
            const auto text = words[index].text;
            const bool acts = text.starts_with("-print") || text.starts_with("-exec") ||
                              text.starts_with("-ok") || text == "-ls";
            if (acts && index < last) return true;
            const bool joint = joints.has(text);
            const bool leaves_out = text == "!" || text == "-not";
            if (joint && !chooses) return true;
            if (leaves_out && index + 1 < words.size() && words[index + 1].text == "(") return true;
            alternatives = alternatives || joint;
            chooses = !joint && (chooses || std::ranges::find(patterns, index) != patterns.end());
        }
        return alternatives && !chooses;
    }
    // `*.c` of `src/*.c`, where that chooses among names of files: below those that it finds may be any. Git
    // expands a pattern, too, and all names below it.
    static std::string_view ending_chosen(const program_use& use, const program_use::part& part,
                                          std::span<const word> words) {
        const bool git = use.known() && any(use.program().row().does & effect::settings);
        const auto star = part.text.find_last_of("*?[]{}");
        const bool chooses = words[part.word].globs || git;
        if (!chooses || star == part.text.npos || part.text[star] != '*' ||
            part.text.find('.', star) == part.text.npos || part.text.find('/', star) != part.text.npos)
            return {};
        return part.text.substr(star);
    }
    // The run around this one whose words tell which names come; the run itself: there is none.
    [[nodiscard]] std::size_t wrapper_with_names() const {
        // Behind the last run stands what redirections of a group or loop name.
        if (run_ >= runs_.size()) return run_;
        for (auto run = run_; run > 0 && runs_.wrapped(run); --run)
            if (any(runs_.use(run - 1).does() & effect::names) || runs_input(run - 1)) return run - 1;
        return run_;
    }
    [[nodiscard]] std::string_view name_of(std::size_t run) const {
        return detail::base_name(runs_[run].front().text);
    }
    // It runs another program with what it is fed.
    [[nodiscard]] bool runs_input(std::size_t run) const { return name_of(run).ends_with("xargs"); }
    // `xargs -d.` makes `/etc` of `./etc`.
    [[nodiscard]] bool cuts_names(std::size_t run) const {
        const auto words = runs_[run];
        const auto& parts = runs_.use(run).parts();
        const auto own = parts.empty() ? words.size() : std::min(parts.back().word, words.size());
        for (std::size_t index = 1; index < own; ++index) {
            const auto text = words[index].text;
            const bool letters = text.starts_with('-') && !text.starts_with("--");
            const bool option = text.starts_with("--delim") || (letters && text.find('d') != text.npos);
            const bool lines = text == "-d" && index + 1 < own && words[index + 1].text == "\\n";
            if (option && !lines && text != "-d\\n") return true;
        }
        return false;
    }
    // Whether a redirection may have a run behind the first, up to the last, read something else than what is
    // piped into it. \param inner  mentions that do not count
    [[nodiscard]] bool fed_otherwise(std::size_t first, std::size_t last,
                                     std::span<const shell_mention> inner) const {
        return std::ranges::any_of(runs_.mentioned(), [&](const shell_mention& mention) {
            const bool feeds =
                mention.as == role::input || mention.as == role::here || mention.as == role::descriptor;
            const bool counts = &mention < inner.data() || &mention >= inner.data() + inner.size();
            return feeds && counts && mention.runs_before > first && mention.runs_before <= last;
        });
    }
    // What is mentioned between `do` and `done` of the loop whose condition runs this; empty: there is none.
    [[nodiscard]] std::span<const shell_mention> body_of_loop(std::size_t condition) const {
        const std::span mentions = runs_.mentioned();
        boost::container::small_vector<std::size_t, 4> bodies;  // of the open loops; 0: not of this one
        for (std::size_t index = 0; index < mentions.size(); ++index) {
            const auto& mention = mentions[index];
            const bool reads_here = mention.as == role::loop_begins && mention.runs_before <= condition;
            if (mention.as == role::loop_begins || mention.as == role::loop_name)
                bodies.push_back(reads_here ? 0 : mentions.size());
            if (bodies.empty()) continue;
            auto& body = bodies.back();
            if (mention.as == role::loop_body && mention.runs_before > condition && body == 0) body = index;
            if (mention.as != role::loop_ends) continue;
            if (body > 0 && body < mentions.size()) return mentions.subspan(body, index - body);
            bodies.pop_back();
        }
        return {};
    }
    [[nodiscard]] bool brings_names(std::size_t run) const {
        const auto& use = runs_.use(run);
        if (!prints_only(run, effect::names)) return false;
        return std::ranges::all_of(use.unlisted(),
                                   [&](std::size_t index) { return runs_another(use, index); });
    }
    // Of what it is fed, and of nothing that its operands name.
    [[nodiscard]] bool lets_lines_through(std::size_t run) const {
        const auto& use = runs_.use(run);
        const auto reads_file = [](const program_use::part& part) {
            return part.kind == part_kind::read && !part.of_option && part.text != "-";
        };
        return prints_only(run, effect::passes) && use.unlisted().empty() &&
               !any(use.does() & (effect::recurses | effect::follows)) &&
               std::ranges::none_of(use.parts(), reads_file);
    }
    // Names of files, or lines that it is fed, as they are, and nothing else.
    [[nodiscard]] bool prints_only(std::size_t run, effect such) const {
        const auto& use = runs_.use(run);
        return use.known() && any(use.does() & such) && !any(use.does() & (effect::mixes | effect::numbers));
    }
    // Whether the names that the run prints are used by others: `| xargs`, `-exec`, `$(...)`.
    [[nodiscard]] bool names_go_on() const {
        if (is_test(runs_[run_].front().text)) return false;
        if (substitutes()) return true;
        // What tells no more of them than that they are there changes nothing.
        const auto uses = [&](std::size_t run) {
            for (auto next = run + 1; next < runs_.size() && runs_.wrapped(next); ++next)
                if (!only_lists(next)) return true;
            return false;
        };
        const auto wraps = [&](std::size_t run) { return run + 1 < runs_.size() && runs_.wrapped(run + 1); };
        if (uses(run_)) return true;
        // What it feeds, and what that feeds in turn.
        boost::container::small_vector<bool, 8> fed(runs_.size());
        for (auto next = run_ + 1; next < runs_.size(); ++next) {
            const auto feeder = runs_.feeder(next);
            fed[next] = runs_.piped(next) && (feeder == shell_runs::none || feeder == run_ || fed[feeder]);
            if (fed[next] && (wraps(next) ? uses(next) : runs_input(next))) return true;
        }
        return false;
    }
    // Of the names that it is given: `wc -l`, `basename`.
    [[nodiscard]] bool only_lists(std::size_t run) const {
        const auto& use = runs_.use(run);
        const auto program = runs_[run].front().text;
        return only_looks(use) && !any(use.does() & (effect::recurses | effect::follows)) &&
               !runs_.calls(run) && is_system_program(program) && names_exactly(use, program) &&
               std::ranges::all_of(use.parts(), [](const program_use::part& part) {
                   return part.kind == part_kind::name && !part.of_option;
               });
    }
    [[nodiscard]] bool substitutes() const {
        const auto is_substitution = [](const word& in) {
            return !in.known && !in.pipe && in.text.find(detail::substitution_mark) != in.text.npos;
        };
        for (std::size_t run = 0; run < runs_.size(); ++run)
            if (!runs_.wrapped(run) && std::ranges::any_of(runs_[run], is_substitution)) return true;
        return std::ranges::any_of(runs_.mentioned(), is_substitution, &shell_mention::is);
    }

    command_facts& into_;
    const shell_runs& runs_;
    std::string_view cwd_;
    line_values values_;
    std::size_t run_ = 0;               // that is looked at
    bool elsewhere_ = false;            // in another folder
    std::size_t folders_searched_ = 0;  // before a program runs in each of those that it finds
    bool in_order_ = true;              // the line goes to its folders as they stand
    bool gone_ = false;                 // it has gone to one
    std::size_t pushed_ = 0;            // folders, to which `popd` goes back
    // Where the last chain that goes anywhere is then.
    struct {
        std::size_t chain = 0;
        std::string_view folder;
        std::string_view before;
    } surely_;
};

command_facts::command_facts(const shell_runs& runs, std::string_view cwd) : runs_(&runs), cwd_(cwd) {
    command_walk(*this).walk();
}

}  // namespace assent
