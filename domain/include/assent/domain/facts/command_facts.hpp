#pragma once

#include <assent/domain/programs/shell_runs.hpp>

#include <boost/container/small_vector.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <string_view>

namespace assent {

/// The action that one fact about a command states.
enum class act : unsigned char {
    // To a path.
    reads,    ///< its content is used
    lists,    ///< it is told that it is there, and its attributes
    writes,   ///< it is written or made
    removes,  ///< it is removed
    enters,   ///< what follows works there
    opens,    ///< a script, settings or a library: what comes of it is said by other facts of the run
    // To something else.
    shows,      ///< tells the value of a variable, or of what the shell puts in its place
    sets,       ///< gives a variable of the shell a value; `unknown`: one that may decide something
    surrounds,  ///< gives a program a variable: `NAME=value`
    seeks,      ///< looks for a text in the content of files
    starts,     ///< runs another program, about which there are facts of its own
    // The program as a whole, whatever its words are.
    does,      ///< one of the effects that its row tells
    consults,  ///< it runs what the settings in the folder say in which it works
    exceeds,   ///< a word has it do more than it is for, or is one of which its row knows nothing
    moves,     ///< it depends on the folder, and the line has gone to another one
    // Not known.
    unknown,     ///< a program, an option or an operand
    unreadable,  ///< the text, or a part of it, may run anything
};

/// How surely the subject of a fact is known.
enum class certainty : unsigned char {
    exactly,  ///< what the text says
    chosen,   ///< what a pattern chooses, which the shell or the program expands: a glob
    matched,  ///< the same, by a regular expression
    perhaps,  ///< the text, or a part of it behind `=` and the like, or nothing: its row does not tell
    unknown,  ///< nobody knows: what a variable or another program has in its place
};

/// One thing that a command does.
struct fact {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    act is = act::unknown;
    certainty how = certainty::exactly;
    /// For `does`, the one effect; for a path, the manner of the action, such as `recurses`.
    programs::effect effect = programs::effect::reads;
    /// For a relative path, the number of `folders` that it may be in; `home`: it is below the user's.
    std::uint16_t folders = 0;
    static constexpr std::uint16_t home = std::numeric_limits<std::uint16_t>::max();
    bool of_option = false;  ///< the value of an option
    bool opened = true;      ///< of what may be a path: it is used, if it is one
    bool any_name = false;  ///< a path that another program of the line names, of which no pattern tells more
    std::size_t run = none;      ///< which program does it; none: the line itself, such as a redirection
    std::size_t word = 0;        ///< which of its words, or of the words that are none's, says so
    std::string_view text = {};  ///< a path, a name, a word
};

[[nodiscard]] constexpr bool is_about_path(act is) noexcept { return is <= act::opens; }

/// All that a shell text does, found in one walk over what it may run: in which folders that works, what its
/// variables hold, and what each word is to its program. What is asked about a command is a fold over these.
///
/// Takes no memory for usual texts. Keeps views into the runs and the folder. One thread at a time.
class command_facts {
public:
    /// Most folders in which a command may be.
    static constexpr std::size_t max_folders = 16;

    /// \param cwd  the working directory, absolute; empty: not known
    command_facts(const shell_runs& runs, std::string_view cwd);
    command_facts(const command_facts&) = delete;
    command_facts& operator=(const command_facts&) = delete;

    /// In the order of the runs, and behind them those of the line itself.
    [[nodiscard]] std::span<const fact> all() const noexcept { return facts_; }
    [[nodiscard]] const shell_runs& runs() const noexcept { return *runs_; }
    [[nodiscard]] std::string_view cwd() const noexcept { return cwd_; }

    /// The folders in which the command may work: the first is the working directory, the others those that
    /// it enters, in their order. Absolute; empty: one that is not known.
    [[nodiscard]] std::size_t folder_count() const noexcept { return folders_.size(); }
    [[nodiscard]] std::string_view folder(std::size_t index) const noexcept { return folders_[index]; }
    /// It enters more folders than are followed.
    [[nodiscard]] bool too_many_folders() const noexcept { return too_many_folders_; }

private:
    friend class command_walk;

    const shell_runs* runs_;
    std::string_view cwd_;
    boost::container::small_vector<fact, 24> facts_;
    boost::container::small_vector<std::string_view, 4> folders_;
    bool too_many_folders_ = false;
    // Texts that facts point into and that are in no word: joined paths, values in place of variables.
    std::array<char, 512> first_texts_;  // not cleared
    std::pmr::monotonic_buffer_resource texts_{first_texts_.data(), first_texts_.size()};
};

}  // namespace assent
