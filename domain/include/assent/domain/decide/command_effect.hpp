#pragma once

#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/facts/command_facts.hpp>
#include <assent/domain/match/command_paths.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

class shell_command;

/// The settings of the git repository that git would use in a folder, as far as they are known.
struct repository_reading {
    std::string folder;  ///< absolute
    /// What in them names a program that git runs when it only reads; empty: nothing does. None: it could not
    /// be found out.
    std::optional<std::string> setting;
    /// The same of what runs, besides, when git adds, commits, switches or stashes: hooks, signing. Looked at
    /// only where a command does that.
    std::optional<std::string> when_writing{};
};
using repository_readings = std::vector<repository_reading>;

/// A host's findings about the places that a command names. Null: nobody has looked.
struct known_places {
    /// The folders in which git runs (`repository_folders`): without them nothing that git does counts as
    /// looking.
    const repository_readings* repositories = nullptr;
    const command_paths* paths = nullptr;
    /// Folders for temporary files, as `policy::scratch`.
    std::span<const std::string> scratch{};
    /// What the policy has run behind a wall, where the files in these folders that a text names are, too.
    call_effects walled{};
};

/// The effect of one program in a command, or of the command by itself, such as a redirection.
struct run_effect {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    call_effect does = call_effect::looks;
    std::size_t run = none;      ///< of the `shell_runs`; none: it is no program's
    std::string_view because{};  ///< the word that makes it so; empty: it is what the program is for
    call_effects all{};          ///< all that it does beside looking
};

/// A simple command of a text that is one of several, as far as it may pass without a rule.
struct command_part {
    call_effects does{};  ///< beside looking, with what it runs in turn
    /// False: it passes by a rule only. What it prints is run or sent by the next one, or a command before it
    /// may have changed what its words mean.
    bool may_pass = true;
};
using command_parts = boost::container::small_vector<command_part, 4>;

/// The effects of a shell text: of all that it may run, and on what.
///
/// Fails closed: what only looks is known to, in each of its programs, options, operands and redirections.
/// Paths are compared as they are written, and by where they lead as far as the facts say.
///
/// Takes no memory for up to 4 programs. Keeps views into the facts. One thread at a time.
class command_effect {
public:
    /// \param of_facts  null, or where to write down what each of the facts comes to
    explicit command_effect(const command_facts& facts, const known_places& places = {},
                            std::vector<call_effect>* of_facts = nullptr);

    [[nodiscard]] call_effect worst() const noexcept { return worst_; }
    /// All that it does beside looking.
    [[nodiscard]] const call_effects& all() const noexcept { return all_; }
    /// All that it changes are files below the working directory that its words name, and it deletes none.
    [[nodiscard]] bool confined() const noexcept { return confined_; }
    /// Each program's, in the order of the runs, and behind them those of redirections and the like that do
    /// more than look.
    [[nodiscard]] std::span<const run_effect> each() const noexcept { return each_; }

private:
    class fold;

    call_effect worst_ = call_effect::looks;
    call_effects all_{};
    bool confined_ = true;
    boost::container::small_vector<run_effect, 4> each_;
};

/// The simple commands of a text that is plain, in their order. None: it is one command, or not plain, or
/// something in it is none of its commands'.
/// \param text  the same, read strictly
/// \param paths  where they lead; null: nobody has looked
[[nodiscard]] command_parts parts_of(const command_facts& facts, const command_effect& effect,
                                     const shell_command& text, const command_paths* paths = nullptr);

/// A file that a program or a redirection in a command touches, as it is written there.
struct touched_file {
    enum class how : unsigned char { reads, writes, removes };
    how does = how::reads;
    std::size_t run = run_effect::none;
    std::string_view path;
};
/// All files that the words of a command name, as far as they are known to be ones.
[[nodiscard]] std::vector<touched_file> touched_files(const command_facts& facts);

/// The folders in which a command may run git, absolute: whose settings decide what it does. Nothing: they
/// cannot be told.
[[nodiscard]] std::vector<std::string> repository_folders(const command_facts& facts);
/// The same of one use of git. \param consults  the fact that it has settings
[[nodiscard]] std::vector<std::string> repository_folders(const command_facts& facts, const fact& consults);
/// True if git may add, commit, switch or stash there.
[[nodiscard]] bool writes_in_repositories(const command_facts& facts);

}  // namespace assent
