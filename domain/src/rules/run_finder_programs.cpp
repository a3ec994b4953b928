#include "name_filter.hpp"
#include "run_finder.hpp"
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
constexpr std::string_view awk_ending = "awk";
constexpr std::string_view git_program = "git";
constexpr name_filter own_names = name_filter().add(unfollowed).add(followed).add(read_apart);

template <std::size_t Count>
bool one_of(std::string_view word, const std::array<std::string_view, Count>& list) noexcept {
    return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

// False: it is in none of the tables.
bool run_finder::may_be_known(std::string_view name) noexcept {
    static const name_filter known =
        name_filter().add(own_names).add(evaluating_filter()).add(running_filter()).add(subcommand_filter());
    return known.may_hold(name) || known.may_hold(without_version(name)) || name.ends_with(awk_ending);
}

bool run_finder::may_run_others(std::string_view name) noexcept {
    if (!may_be_known(name)) return false;
    return runs_by_itself(name) || read_in_own_way(name) || !running_subcommands(name).empty();
}

// It takes commands or texts as other words than those behind a subcommand.
bool run_finder::runs_by_itself(std::string_view name) noexcept {
    static const name_filter all =
        name_filter().add(own_names).add(evaluating_filter()).add(running_filter());
    if (!all.may_hold(name) && !all.may_hold(without_version(name)) && !name.ends_with(awk_ending))
        return false;
    return (own_names.may_hold(name) && (one_of(name, followed) || one_of(name, unfollowed))) ||
           evaluates_words(name) || is_shell(name) || wrapping(name) != nullptr ||
           interpreting(name) != nullptr || runs_containers(name) || name.ends_with(awk_ending);
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
    if (runs_unread(into_[into_.runs_.size() - 1], looked_at)) unreadable();
    if (!looked_at) return;
    if (is_shell(name)) return look_at_shell(at);
    if (look_at_builtin(name, at)) return;
    if (one_of(name, unfollowed)) return unreadable();
    look_at_subcommands(name, at);
    if (const auto* wrapper = wrapping(name)) return look_at_wrapper(*wrapper, at);
    if (const auto* language = interpreting(name)) return look_at_interpreter(*language, at);
    if (runs_containers(name)) return look_at_container(at);
    const std::string_view plain = name;
    if (plain == "find" || plain == "gfind") return look_at_find(at);
    if (plain == "fd" || plain == "fdfind") return look_at_fd(at);
    if (plain.ends_with(awk_ending)) look_at_awk(at);
    // `repeat 3 { rm x; }`
    if (plain == "{" && at.end - at.from > 1) {
        ++at.from;
        ++at.wrappers;
        look_at(at);
    }
}

}  // namespace assent::detail
