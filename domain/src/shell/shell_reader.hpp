#pragma once

#include <assent/domain/shell/shell_word.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent::detail {

/// A word, as the lenient reading finds it.
struct found_word {
    shell_word is{};
    bool bare = true;      ///< nothing of it is quoted: it may be a reserved word
    bool assigns = false;  ///< it begins with `NAME=`
    bool dollar = false;   ///< it has `$'` or `$"`: for some shells that is a `$`, and quotes
    bool last = false;     ///< behind `<`: the simple command that reads it ends there
};

inline constexpr std::size_t no_command = static_cast<std::size_t>(-1);

/// What a text is to the program that is fed with it.
enum class fed_text : unsigned char {
    data,
    orders,  ///< it may be more than that
    code,    ///< a program runs it, in another language: its words count, and nothing may be put into it
    script,  ///< a shell reads it
};

/// The words between two operators, and what they read.
struct found_command {
    std::span<const found_word> words;
    bool piped = false;  ///< it reads what others before it write
    /// The number of the one command whose output it reads; none: it reads that of several, or of none.
    std::size_t feeder = no_command;
    bool here_document = false;                     ///< it reads a here-document
    std::span<const found_word> here_strings = {};  ///< what follows `<<<`
    bool reads_process = false;                     ///< `< <(...)`: it reads what that one writes
    bool surely = false;    ///< it runs in the shell itself, whatever comes of the commands before it
    bool in_body = false;   ///< the same of the shell that runs the body of the innermost loop around it
    bool in_shell = false;  ///< it may run in the shell itself: in no subshell, substitution or other text
    /// Commands of one chain run one after the other in one shell, each if all before it have succeeded. 0:
    /// it is in none.
    std::size_t chain = 0;
};

/// What stands in the place of a variable.
struct variable_value {
    std::string_view text;
    bool globs = false;  ///< one of the names of files that the text covers as a glob
};

/// Gets what is found in a shell text.
class command_sink {
public:
    virtual ~command_sink() = default;
    struct answer {
        fed_text fed = fed_text::data;    ///< what a here-document of the command is
        std::size_t number = no_command;  ///< of the command
    };
    /// \param depth  how deep the command lies in substitutions and texts
    virtual answer command(const found_command& command, std::size_t depth) = 0;
    /// A text inside the text, such as a here-document for a shell.
    virtual void text(std::string_view text, std::size_t depth) = 0;
    /// A part of the text is not surely understood: it may run anything.
    virtual void unreadable() = 0;
    /// The same, for something is opened and not closed. \param mark  that opens it, where it stands: `"`,
    ///        `$(`, `<<END`
    virtual void unclosed(std::string_view mark) = 0;
    /// A subscript or the like: what it works with is expanded as text once more.
    virtual void evaluates() = 0;
    /// Arithmetic: an expression in which names stand for what variables hold, which is expanded once more.
    virtual void calculates(std::string_view expression) = 0;
    /// A word that is none of a command's: what a redirection or a loop names.
    virtual void mentions(const found_word& word, shell_mention::role as) = 0;
    /// A word or a body that is data where it stands.
    virtual void keeps(std::string_view text) = 0;
    /// What the shell puts in the place of a variable, or of an argument of a function (`1`, `@`, `#`), where
    /// that is surely one text, and no more or less than a part of a word.
    /// \param in_quotes  double ones stand around it
    virtual std::optional<variable_value> value_of(std::string_view variable, bool in_quotes) = 0;
    /// How many commands have been found.
    [[nodiscard]] virtual std::size_t commands_found() const = 0;
    /// A number that no other chain has.
    virtual std::size_t begins_chain() = 0;
    /// What stands before an `&` goes on in the background.
    virtual void goes_on() {}
    /// The body of a loop begins.
    virtual void body_begins() = 0;
    /// The body of a loop ends. \param as_it_is  read once more, it has the same commands
    /// \return it is to be read once more, in which variables have other values
    virtual bool body_goes_on(bool as_it_is) = 0;
    /// A function is defined, whatever happens. \param body  in braces
    /// \return false: the body is to be read where it stands
    virtual bool defines(std::string_view name, std::string_view body) = 0;
    /// A place for what words point into, that stays where it is, with room for so many bytes.
    virtual std::string& keep(std::size_t bytes) = 0;
};

/// Reads a shell text leniently: all simple commands of it, those in substitutions, groups, control flow and
/// function bodies too.
///
/// It knows the grammar that sh, bash, dash, mksh, the shell of busybox and zsh have in common, and the
/// widely used parts of what only some have. Everything else is `unreadable`, whatever it may mean to whom:
/// so a form that nobody thought of is in doubt. What is in doubt is read on as well as can be, so that rules
/// see as much as possible of it.
/// \param depth  how deep the text lies in substitutions and other texts
void read_commands(std::string_view text, command_sink& sink, std::size_t depth);

/// Whether the word, at the beginning of a command and without quotes, is part of the grammar.
[[nodiscard]] bool reserved_word(std::string_view word) noexcept;

}  // namespace assent::detail
