#pragma once

#include <assent/domain/shell/shell_word.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace assent::programs {

/// The words of a command, told apart by the rows of the catalogue: options with their values, and operands.
/// Those of a program that another one runs are read by its own row.
///
/// Keeps views into the words, and into the tables.
struct command_options {
    enum class role : unsigned char {
        operand,
        option,
        value,       ///< of the option before it
        either,      ///< an operand, or the value of an option of which nothing is known
        end,         ///< `--`, which ends the options
        no_command,  ///< an operand where a subcommand was expected: an alias for any words, maybe
    };
    struct option {
        std::string_view names;  ///< all that mean the same: `-f|--force`
        std::size_t word;        ///< where it stands
        std::optional<shell_word> value{};
        bool sure = true;    ///< false: it may be another one, of which only the beginning was given
        bool listed = true;  ///< false: the row does not have it; it may be several letters, or a beginning
        bool short_for = false;  ///< it means the same as others, which follow
    };

    /// \param run  a program and its arguments; empty: there is nothing to tell
    explicit command_options(std::span<const shell_word> run);

    boost::container::small_vector<role, 16> roles;  ///< of each word
    boost::container::small_vector<option, 8> options;

private:
    friend class program_use;

    // For the reader of program_use, which reads the words from `base_` on.
    void add_written(std::size_t word);
    void add(std::string_view name, std::size_t word, std::optional<std::string_view> value, std::size_t last,
             bool sure);
    void not_listed(std::size_t word);
    void ends(std::size_t word) { roles[base_ + word] = role::end; }
    void unknown_subcommand(std::size_t word);
    void runs_from(std::size_t word, bool program);

    [[nodiscard]] std::optional<shell_word> behind_equals(std::size_t word) const;
    void read_plainly(std::size_t from);
    void name_options(std::size_t first);

    std::span<const shell_word> run_;
    std::size_t base_ = 0;
    std::size_t unread_ = 0;  // from this word on the row says nothing; 0: it says all
    std::size_t inner_ = 0;   // the program that is run; 0: none is
};

}  // namespace assent::programs
