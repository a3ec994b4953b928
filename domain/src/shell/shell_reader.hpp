#pragma once

#include <assent/domain/shell/shell_word.hpp>

#include <boost/container/small_vector.hpp>

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
};

inline constexpr std::size_t no_command = static_cast<std::size_t>(-1);

/// What a text is to the program that is fed with it.
enum class fed_text : unsigned char {
    data,
    orders,  ///< it may be more than that
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
    bool surely = false;  ///< it runs in the shell itself, whatever comes of the commands before it
    /// Commands of one chain run one after the other in one shell, each if all before it have succeeded. 0:
    /// it is in none.
    std::size_t chain = 0;
};

/// What stands in the place of a variable.
struct variable_value {
    std::string_view text;
    bool globs = false;  ///< one of the names of files that the text covers as a glob
};

/// Gets what a `shell_reader` finds.
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
class shell_reader {
public:
    shell_reader(std::string_view text, command_sink& sink, std::size_t depth) noexcept
        : text_(text), sink_(sink), depth_(depth) {}

    /// Whether the word, at the beginning of a command and without quotes, is part of the grammar.
    [[nodiscard]] static bool reserved_word(std::string_view word) noexcept;

    /// Reads it as commands.
    void commands();
    /// Reads it as text in which only expansions count, as between double quotes.
    void expansions();

private:
    // What a list of commands is in the middle of.
    enum class frame : unsigned char {
        parenthesis,
        brace,
        condition,       // of `if` and `elif`
        consequence,     // behind `then`
        alternative,     // behind `else`
        loop_condition,  // of `while` and `until`
        loop_head,       // from `for` to `do`
        loop_body,
        case_pattern,
        case_body
    };
    // What the next word is, other than one of a command.
    enum class place : unsigned char {
        command,
        case_subject,
        case_in,
        loop_name,
        loop_in,
        loop_words,
        function_name,
        function_body
    };
    struct keyword;

    struct segment {
        boost::container::small_vector<found_word, 12> words{};
        boost::container::small_vector<found_word, 1> here_strings{};
        boost::container::small_vector<std::size_t, 1> splits{};  // words with which a new command may begin
        std::size_t first_document = 0;                           // in documents_
        place next = place::command;
        std::size_t chain = 0;
        bool chained = false;  // behind `&&`
        std::size_t feeder = no_command;
        bool piped = false;
        bool reads_process = false;
        bool timed = false;
        bool test = false;     // behind `[[`
        bool ended = false;    // behind the end of a compound command, which takes redirections only
        bool program = false;  // a word that is no assignment is among them
        bool nested = false;   // in a group, a loop or the like
        bool joined = false;   // behind `&&`, `||`, `|` or the head of a function
        bool apart = false;    // before `|` or `&`, or with a redirection
    };
    struct here_document {
        std::string_view delimiter;
        bool strips_tabs = false;
        bool literal = false;
        fed_text as = fed_text::data;
    };
    using frames = boost::container::small_vector<frame, 8>;

    void list(char closing);
    bool list_step(segment& now, frames& open, char closing);
    void newline(segment& now);
    void separator(segment& now, frames& open);
    void parenthesis(segment& now, frames& open);
    bool closing_parenthesis(segment& now, frames& open, char closing);
    void case_pattern(segment& now, frames& open);
    [[nodiscard]] bool begins_array(const segment& now) const noexcept;
    bool function_head(segment& now);
    bool function_body(const segment& now);
    [[nodiscard]] std::size_t end_of_group();
    void push(segment& now, frames& open, const found_word& word);
    bool reserved(segment& now, frames& open, const found_word& word);
    bool body_goes_on();
    [[nodiscard]] static bool continues_test(const segment& now, const found_word& word) noexcept;
    void program(segment& now, const found_word& word);
    [[nodiscard]] static shell_mention::role role_of_word(place next) noexcept;
    void other_word(segment& now, frames& open, const found_word& word);
    void end_command(segment& now, bool pipes);
    command_sink::answer tell(const segment& now, bool pipes);
    void tell_splits(const segment& now);
    void continued_line();
    bool descriptor(const segment& now, const found_word& word);
    void redirection(segment& now);
    bool redirection_operator(here_document& document, bool& here_string);
    void array();
    bool arithmetic(std::size_t skip, bool commands_too);
    void bodies();
    void body(const here_document& document, std::string_view text);
    void skip_comment();

    // Of one word.
    found_word word(bool regex = false);
    void word_part();
    void finish_word();
    void single_quoted();
    void double_quoted();
    void escaped();
    void dollar(bool in_quotes);
    void parameter(bool in_quotes);
    bool valued(std::size_t skip, std::string_view end, bool in_quotes);
    bool calculated();
    void braced(bool in_quotes);
    void ansi_quoted();
    void ansi_escape();
    void backquoted(bool in_quotes);
    void substitution(std::size_t skip, bool in_quotes);
    void replaced(bool splits);
    void take(std::size_t bytes);
    void copy();

    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }

    // The word that is being read: a part of the text, until something in it has to be left out.
    struct word_state {
        found_word made{};
        std::size_t from = 0;
        bool copying = false;
        bool globs = false;
        bool brackets = false;
        bool braces = false;
        bool names_file = false;                             // what stands in it for a variable
        boost::container::small_vector<char, 64> letters{};  // when copying
    };

    std::string_view text_;
    command_sink& sink_;
    std::size_t depth_;
    std::size_t at_ = 0;
    static constexpr std::size_t no_place = static_cast<std::size_t>(-1);
    std::size_t last_word_end_ = no_place;
    word_state outside_;  // of any word
    word_state* word_ = &outside_;
    std::string* copies_ = nullptr;
    std::size_t scanned_ = 0;                                   // bytes, in search of the ends of arithmetic
    boost::container::small_vector<std::size_t, 4> bodies_at_;  // of open loops
    boost::container::small_vector<here_document, 1> documents_;
    std::size_t next_document_ = 0;  // whose body has not been read
    std::size_t substitutions_ = 0;  // that are open
};

}  // namespace assent::detail
