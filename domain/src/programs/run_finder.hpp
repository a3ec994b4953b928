#pragma once

#include "../shell/shell_reader.hpp"
#include "wrapper_reading.hpp"

#include <assent/domain/programs/shell_runs.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assent::detail {

/// Words that are looked at in search of the program that another one runs; more are unusual.
inline constexpr std::size_t max_wrapper_words = 64;
/// Most words of a loop whose body is read once for each of them; the variable of another has no known value.
inline constexpr std::size_t max_loop_values = 16;
/// Most times that bodies of loops and functions of one text are read again.
inline constexpr std::size_t max_bodies_read = 64;

/// The program that a word names, without folder, in lower case. Empty when it is longer than any that is
/// looked for.
class program_id {
public:
    explicit program_id(std::string_view word) noexcept;
    [[nodiscard]] operator std::string_view() const noexcept { return {letters_, length_}; }

private:
    char letters_[20] = {};
    std::size_t length_ = 0;
};

/// Whether a word assigns or names a variable whose value is expanded once more by whoever uses it.
[[nodiscard]] bool names_expanded_variable(std::string_view word) noexcept;

/// Puts into `shell_runs` what a text may run: the commands that `read_commands` finds, and the programs and
/// texts that those run in turn.
class run_finder final : public command_sink {
public:
    explicit run_finder(shell_runs& into) noexcept : into_(into) {}

    void read(std::string_view text);

    answer command(const found_command& command, std::size_t depth) override;
    void text(std::string_view text, std::size_t depth) override;
    void unreadable() override { into_.complete_ = false; }
    void evaluates() override { into_.evaluates_ = true; }
    void calculates(std::string_view expression) override;
    void mentions(const found_word& word, shell_mention::role as) override;
    void keeps(std::string_view text) override;
    std::string& keep(std::size_t bytes) override;
    std::optional<variable_value> value_of(std::string_view variable, bool in_quotes) override;
    [[nodiscard]] std::size_t commands_found() const override { return into_.runs_.size(); }
    std::size_t begins_chain() override { return ++chains_; }
    void body_begins() override;
    bool body_goes_on(bool as_it_is) override;
    bool defines(std::string_view name, std::string_view body) override;

private:
    // A program and its arguments.
    struct run {
        std::size_t from;  // in into_.words_
        std::size_t end;
        std::size_t depth;            // of the text it stands in
        std::size_t wrappers;         // around it
        const found_command* source;  // the command it is a part of
        fed_text* fed;                // what the here-document of that is
    };
    // The ways in which a wrapper's words can be read.
    struct wrapper_walk;

    template <class Take>
    void expand(const shell_word& written, const Take& take);
    bool add_program(const shell_word& written);
    void assignment(std::string_view name, std::string_view value, bool known, std::size_t depth);
    // What each kind of program runs.
    void look_at(run at);
    void look_at_known(const programs::program_use& use, std::string_view name, const run& at);
    void look_at_options(const programs::program_use& use, bool wraps, const run& at);
    void look_at_inner(std::size_t from, std::size_t end, const run& at);
    void look_at_wrapper(const wrapper_reading& wrapper, std::string_view name, programs::part_kind fed_as,
                         run at);
    void look_at_wrapped(const wrapper_reading& wrapper, std::string_view name, const run& at,
                         std::size_t program);
    [[nodiscard]] bool is_replaced(std::string_view text, const run& at, std::size_t program) const noexcept;
    bool look_for_text(const wrapper_reading& wrapper, std::string_view name, const run& at);
    void look_at_shell(const run& at);
    void look_at_interpreter(const programs::program_use& use, const run& at);
    void look_at_find(const run& at);
    void look_at_fd(const run& at);
    void look_at_each(std::string_view attached, std::size_t from, std::size_t end, bool appends,
                      const run& at);
    bool look_at_builtin(std::string_view name, const run& at);
    void look_at_aliases(const run& at);
    std::size_t look_at_parallel(const run& at);
    void read_callback(std::size_t each, const run& at);
    // What they run depends on their subcommand.
    void look_at_subcommands(const programs::known_program& program, std::string_view name, const run& at);
    template <class Found>
    void each_subcommand(const run& at, Found found);
    void look_at_git(const programs::program_use& use, const run& at);
    void git_setting(std::string_view name, std::string_view value, bool known, const run& at);
    void look_at_tmux(const run& at);

    // Whether later words, or what variables hold, are evaluated as text.
    void look_for_substitutions(const run& at);
    void look_at_names(bool declares, const run& at);
    void look_at_test(const run& at);
    void look_at_format(const run& at);
    void forget_kept(std::string_view text);
    void note_assignments(const found_command& command);
    [[nodiscard]] bool is_number(std::string_view variable) const noexcept;
    void note_value(const found_word& assignment, bool surely);
    [[nodiscard]] bool values_hold(std::string_view text) const;
    [[nodiscard]] bool is_set_elsewhere(std::string_view variable, std::string_view text) const;
    [[nodiscard]] bool may_set_otherwise(std::string_view variable, std::string_view text) const;
    void forget_defined();
    // Functions of the text.
    bool call(const run& at);
    void read_uncalled();
    [[nodiscard]] std::optional<variable_value> argument(std::string_view name, bool in_quotes);
    [[nodiscard]] bool sets_variables(std::size_t from, std::size_t end) const;
    [[nodiscard]] bool runs_kept_text() const noexcept;

    void read_again(const run& at);
    void read_word(std::size_t word, const run& at);
    void read_value(const shell_runs::word& option, std::size_t from, const run& at);
    void read_joined(std::string_view first, std::size_t from, const run& at);
    void standard_input(const run& at);
    [[nodiscard]] bool fed(const run& at) const noexcept;
    void note_orders(const programs::program_use& use, const run& at);

    // A copy: the words move when others are added.
    [[nodiscard]] shell_runs::word word(std::size_t at) const noexcept { return into_.words_[at]; }
    [[nodiscard]] bool any_unknown(std::size_t from, std::size_t end) const noexcept;

    shell_runs& into_;
    std::size_t read_bytes_ = 0;  // of texts inside the text
    std::size_t run_words_ = 0;

    // Text with a substitution that is nothing but data where it stands, and who would evaluate it.
    bool keeps_dollar_ = false;       // at the end of a word
    bool keeps_parenthesis_ = false;  // at the beginning of one
    boost::container::small_vector<std::string_view, 2> kept_;

    // Variables with which the text calculates.
    struct loop {
        std::string_view name;  // empty: of another kind
        bool items = false;     // it is set to some
        bool numbers = true;    // all of them are
        // What its words are, and which of them it is; none: they are not known.
        boost::container::small_vector<variable_value, 4> values{};
        std::size_t value = 0;
        bool inside = false;  // its body
        bool used = false;    // what it is has been put in its place
    };
    using names = boost::container::small_vector<std::string_view, 2>;
    names numbers_;                                  // set to numbers so far, whatever happens
    names others_;                                   // set to anything else, at any time
    names calculated_;                               // that were numbers where they are used
    bool counts_ = false;                            // with numbers that programs print
    boost::container::small_vector<loop, 2> loops_;  // that are open
    // Variables that are set once, to a plain text.
    struct valued {
        std::string_view name;
        std::string_view value;
        bool words = false;  // it is a program with some of its words
        bool used = false;
    };
    boost::container::small_vector<valued, 2> values_;
    names changed_;                // set in any other way
    names looped_;                 // of loops
    names followed_;               // of loops, whose values have been put in their place
    bool follows_ = true;          // what they hold
    bool lost_ = false;            // they cannot be followed
    std::size_t inner_texts_ = 0;  // that are open: other shells, with other variables
    std::size_t bodies_read_ = 0;
    std::size_t chains_ = 0;

    struct function {
        std::string_view name;
        std::string_view body;
        bool called = false;
        bool open = false;  // it is being read
    };
    boost::container::small_vector<function, 2> functions_;
    // What the function that is being read is called with: words, the first of which is its name.
    struct arguments {
        std::size_t from;
        std::size_t size;
    };
    std::optional<arguments> arguments_;
    bool argued_ = false;  // they have been put in their places
};

}  // namespace assent::detail
