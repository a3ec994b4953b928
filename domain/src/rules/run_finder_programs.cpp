#include "../word_list.hpp"
#include "name_filter.hpp"
#include "run_finder.hpp"
#include "shell_characters.hpp"
#include "unread_programs.hpp"

#include <algorithm>
#include <array>

// Which programs run others, and who looks at them.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// What they make of later words is not followed.
constexpr std::array unfollowed{"bind"sv, "complete"sv, "compgen"sv,  "fc"sv,       "emulate"sv, "sched"sv,
                                "at"sv,   "batch"sv,    "zmodload"sv, "autoload"sv, "vared"sv};

// Builtins whose words are looked at, beside those that evaluate them.
constexpr std::array followed{"eval"sv,      "trap"sv, "alias"sv,  "."sv,    "source"sv, "mapfile"sv,
                              "readarray"sv, "hash"sv, "enable"sv, "jobs"sv, "set"sv};
// Programs that have a reading of their own.
constexpr std::array read_apart{"git"sv,   "tmux"sv, "pnpm"sv,   "screen"sv, "find"sv,
                                "gfind"sv, "fd"sv,   "fdfind"sv, "{"sv};
constexpr std::string_view git_program = "git";
constexpr name_filter own_names = name_filter().add(unfollowed).add(followed).add(read_apart);

}  // namespace

// False: it is in none of the tables.
bool run_finder::may_be_known(std::string_view name) noexcept {
    static const name_filter known =
        name_filter().add(own_names).add(evaluating_filter()).add(running_filter()).add(subcommand_filter());
    return known.may_hold(name) || known.may_hold(without_version(name));
}

bool run_finder::may_run_others(std::string_view name) noexcept {
    if (!may_be_known(name)) return false;
    return runs_by_itself(name) || read_in_own_way(name) || !running_subcommands(name).empty();
}

// It takes commands or texts as other words than those behind a subcommand.
bool run_finder::runs_by_itself(std::string_view name) noexcept {
    static const name_filter all =
        name_filter().add(own_names).add(evaluating_filter()).add(running_filter());
    if (!all.may_hold(name) && !all.may_hold(without_version(name))) return false;
    return (own_names.may_hold(name) && (one_of(name, followed) || one_of(name, unfollowed))) ||
           evaluates_words(name) || is_shell(name) || wrapping(name) != nullptr ||
           interpreting(name) != nullptr || runs_containers(name);
}

bool run_finder::read_in_own_way(std::string_view name) noexcept {
    return own_names.may_hold(name) && one_of(name, read_apart);
}

bool run_finder::runs_only_itself(std::string_view words, std::uint64_t beginnings, std::string_view program,
                                  std::string_view name) noexcept {
    if (shell_reader::reserved_word(program)) return false;
    if (may_run_unread(name, beginnings)) return false;
    if (!may_be_known(name)) return true;
    if (runs_by_itself(name) || (read_in_own_way(name) && name != git_program)) return false;
    return !may_name_subcommand(name, words.substr(program.size() + 1), beginnings);
}

void run_finder::look_at(run at) {
    run_words_ += at.end - at.from;
    if (into_.runs_.size() >= max_shell_runs || run_words_ > max_run_words || at.wrappers > max_wrapper_depth)
        return unreadable();
    into_.runs_.push_back({at.from, at.end - at.from});
    const auto program = word(at.from);
    if (!program.known) return unreadable();
    const program_id name(program.text);
    const bool looked_at = may_run_others(name);
    const programs::program_use use(into_[into_.runs_.size() - 1]);
    if (runs_unread(use, program.text)) unreadable();
    if (!looked_at) return look_at_parts(use, at);
    if (is_shell(name)) return look_at_shell(at);
    if (look_at_builtin(name, at)) return;
    if (one_of(name, unfollowed)) return unreadable();
    bool found = look_at_subcommands(name, at);
    if (const auto* wrapper = wrapping(name)) return look_at_wrapper(*wrapper, at);
    if (const auto* language = interpreting(name)) return look_at_interpreter(*language, at);
    if (runs_containers(name)) found = look_at_container(at) || found;
    if (!has_own_reading(name)) found ? look_at_options(use, at) : look_at_parts(use, at);
    const std::string_view plain = name;
    if (plain == "find" || plain == "gfind") return look_at_find(at);
    if (plain == "fd" || plain == "fdfind") return look_at_fd(at);
    // `repeat 3 { rm x; }`
    if (plain == "{" && at.end - at.from > 1) {
        ++at.from;
        ++at.wrappers;
        look_at(at);
    }
}

// Wrappers, shells and interpreters are looked at in their own ways, and so are git, find and fd.
bool run_finder::has_own_reading(std::string_view name) noexcept {
    return wrapping(name) != nullptr || is_shell(name) || interpreting(name) != nullptr || name == "git" ||
           name == "find" || name == "gfind" || name == "fd" || name == "fdfind";
}

// The programs and the texts for a shell that the words of a program name.
void run_finder::look_at_parts(const programs::program_use& use, const run& at) {
    look_at_options(use, at);
    for (const auto& part : use.parts()) {
        if (part.of_option) continue;
        const std::size_t from = at.from + part.word;
        if (part.kind == programs::part_kind::shell) read_word(from, at);
        if (part.kind == programs::part_kind::shells || part.kind == programs::part_kind::either)
            read_joined({}, from, at);
        if (part.kind == programs::part_kind::assign) {
            const auto name = name_length(part.text);
            assignment(part.text.substr(0, name), part.text.substr(std::min(name + 1, part.text.size())),
                       word(from).known, at.depth);
        }
        if (part.kind != programs::part_kind::program && part.kind != programs::part_kind::either) continue;
        // Behind options that are not known it may be each of the words.
        const std::size_t last = use.unclear() ? std::min(at.end, from + max_wrapper_words) : from + 1;
        if (use.unclear() && last < at.end) unreadable();
        for (std::size_t each = from; each < last; ++each) look_at_inner(each, at.end, at);
    }
}

// Those that are values of options.
void run_finder::look_at_options(const programs::program_use& use, const run& at) {
    for (const auto& part : use.parts()) {
        if (!part.of_option || !programs::names_program(part.kind)) continue;
        const std::size_t from = at.from + part.word;
        if (part.kind == programs::part_kind::program_to_end) {
            std::size_t end = from;
            while (end < at.end && word(end).text != ";" && word(end).text != "+") ++end;
            look_at_inner(from, end, at);
            continue;
        }
        read_again(at);
        if (!word(from).known) unreadable();
        text(part.text, at.depth + 1);
    }
}

void run_finder::look_at_inner(std::size_t from, std::size_t end, const run& at) {
    auto inner = at;
    inner.from = from;
    inner.end = end;
    ++inner.wrappers;
    look_at(inner);
}

}  // namespace assent::detail
