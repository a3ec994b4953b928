#pragma once

#include <assent/domain/shell/shell_command.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <span>
#include <string_view>

/// What is known about single programs and words of the shell, for the strict reading.
namespace assent::detail {

using shell_word_list = std::span<const std::string_view>;

/// Why a word cannot stand in the place of a program in a plain text; empty: it can.
[[nodiscard]] std::string_view program_flaw(std::string_view program) noexcept;

/// Why a command of a plain text may do more than run its program with its words: builtins that evaluate
/// their words, or change what later commands mean. Empty: it does not. \param words  the program and its
/// arguments, without quotes
[[nodiscard]] std::string_view command_flaw(shell_word_list words) noexcept;

/// How many words come before the program that `timeout`, `nice`, `nohup`, `stdbuf` or `time` runs, these
/// nested too; 0: there is no such wrapper, or its options are not understood.
[[nodiscard]] std::size_t wrapper_words(shell_word_list words) noexcept;

/// A first answer to both, for a command of bare words (`split_bare_words`): true when there is nothing wrong
/// with it. False: they have to be asked.
[[nodiscard]] bool ordinary_program(std::string_view program) noexcept;

/// Reads a text for `shell_command`, from left to right, once. Each step either knows what every shell makes
/// of the next characters, or gives the reading up.
class shell_scanner {
public:
    shell_scanner(shell_command& into, std::string_view text, const rule_switches& switches) noexcept
        : into_(into), text_(text), switches_(switches) {}

    void run();

private:
    // A text of bare words needs no steps. False: it is none, and nothing has been read.
    bool bare_text();
    // Each of these returns false when the text is not plain.
    bool step();
    bool operator_at();
    bool redirection();
    bool double_quoted();
    bool single_quoted();
    bool escaped();
    bool dollar();
    bool here_text();
    bool take_here_text(std::string_view body, std::size_t behind);
    bool line_end();
    bool opens_group();
    bool closes_group();
    void leave_group() noexcept {
        if (after_group_) other_at_ = none;
        after_group_ = false;
    }
    bool input_file(std::size_t start);
    bool braces();
    bool tilde();
    bool end_word();
    bool end_command();
    bool assignment(std::string_view raw, std::string_view value);
    bool finish();
    bool refuse(std::string_view why, std::size_t offset);

    void append(char byte);
    void dequote();
    [[nodiscard]] char peek(std::size_t ahead) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool delimiter(std::size_t at) const noexcept;
    [[nodiscard]] bool program_place() const noexcept { return into_.words_.size() == first_word_; }

    shell_command& into_;
    std::string_view text_;
    const rule_switches& switches_;
    std::size_t at_ = 0;

    // The simple command being read.
    std::size_t first_word_ = 0;    // in into_.words_
    std::size_t program_at_ = 0;    // in the text
    std::size_t other_at_ = none;   // where it has a redirection or an assignment
    std::size_t joined_at_ = none;  // the operator before it, when that needs a command behind it

    // Open subshells: how many commands there were before each.
    boost::container::small_vector<std::size_t, 4> groups_;
    bool after_group_ = false;  // behind the `)` of one, before an operator

    // The word being read: a part of the text, until something in it has to be left out.
    bool in_word_ = false;
    bool dequoting_ = false;
    std::size_t from_ = 0;    // in the text
    std::size_t copied_ = 0;  // in into_.dequoted_

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

}  // namespace assent::detail
