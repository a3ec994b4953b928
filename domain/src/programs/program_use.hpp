#pragma once

#include "catalogue.hpp"
#include "row_form.hpp"

#include <assent/domain/shell/shell_runs.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assent::programs {

/// A use of a program, read by its row.
class program_use {
public:
    struct part {
        part_kind kind;
        std::size_t word;       ///< where in the run it stands, or begins
        std::string_view text;  ///< a part of that word, where it is an option's value
        bool of_option = false;
    };

    /// \param run  a program and its arguments. The views point into it
    explicit program_use(std::span<const shell_runs::word> run);
    /// The same, of a run whose program has been found.
    program_use(std::span<const shell_runs::word> run, const known_program& program);

    /// False: the catalogue does not have the program.
    [[nodiscard]] bool known() const noexcept { return program_ != nullptr; }
    /// What it was read by: the program, or its subcommand. Only where it is known.
    [[nodiscard]] const known_program& program() const noexcept { return *program_; }
    [[nodiscard]] const program_row& row() const noexcept { return program_->row(); }
    /// All that it may do, as far as it is understood.
    [[nodiscard]] effect does() const noexcept { return does_; }
    /// What it does that is not what the program is for.
    [[nodiscard]] effect beyond() const noexcept { return without(does_, row().does); }
    /// The words, by their place in the run, with which it does more than the program is for, or of which the
    /// row knows nothing: an option with its value, an operand. None: the row knows all of it.
    [[nodiscard]] std::span<const std::size_t> doubtful() const noexcept { return doubtful_; }
    /// Its operands and the values of its options that are more than text.
    [[nodiscard]] std::span<const part> parts() const noexcept { return parts_; }
    /// An option stands among its words of which it is not known whether the next word is its value.
    [[nodiscard]] bool unclear() const noexcept { return unclear_; }

private:
    class reader;

    const known_program* program_ = nullptr;
    effect does_ = effect::looks;
    boost::container::small_vector<std::size_t, 4> doubtful_;
    boost::container::small_vector<part, 8> parts_;
    bool unclear_ = false;
};

/// Whether the program, or one of its subcommands, can be used for more than it is for.
[[nodiscard]] bool can_do_more(const known_program& program);

/// Whether what is no subcommand of its own is a program. \param others  the row for those, `X *`
[[nodiscard]] bool runs_word_itself(const known_program& others);

}  // namespace assent::programs
