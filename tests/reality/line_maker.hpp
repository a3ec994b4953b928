#pragma once

#include <programs/catalogue.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// Makes command lines of the rows of the catalogue.
namespace assent::reality {

/// One use of a program, word by word.
using command_line = std::vector<std::string>;

/// A row, under one of its names.
struct named_row {
    std::vector<std::string> words;  ///< the program, and its subcommands
    const programs::program_row* row;
};

/// The rows of which some use only looks, or only edits what it names, of programs that are here.
[[nodiscard]] std::vector<named_row> rows_to_try();
/// How many programs those are, and those of which nothing is here.
struct census {
    std::vector<std::string> here;
    std::vector<std::string> missing;
};
[[nodiscard]] census programs_that_look();
/// A row that is wrong on purpose. \throws std::invalid_argument for another name
[[nodiscard]] named_row planted_row(std::string_view name);

/// A use of the row, with options and operands as it has them.
class line_maker {
public:
    explicit line_maker(std::uint64_t seed) : random_(seed) {}
    [[nodiscard]] command_line make(const named_row& from);
    /// A use for each of its options, with that one alone.
    [[nodiscard]] std::vector<command_line> each_option(const named_row& from);

private:
    void add_operands(command_line& line, const programs::row_form& form);
    void add_option(command_line& line, const programs::option_form& option, programs::option_style style);
    [[nodiscard]] std::string value(const programs::operand_form& of);
    [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }
    template <class List>
    [[nodiscard]] std::string one_of(const List& list) {
        return std::string(list[below(std::size(list))]);
    }

    std::mt19937_64 random_;
};

/// The line as a shell reads it.
[[nodiscard]] std::string quoted(const command_line& line);

}  // namespace assent::reality
