#pragma once

#include "catalogue.hpp"

#include <cstddef>
#include <string_view>

namespace assent::detail {

/// Most words that come before the program which a wrapper runs.
inline constexpr std::size_t max_wrapper_operands = 3;

/// How many words an option takes, itself and its values; where that is not clear, both bounds differ.
struct option_reach {
    std::size_t least = 1;
    std::size_t most = 1;
};

/// A program of the catalogue that runs the words behind its options, read such that none of them is missed:
/// long options count as unclear, and so do letters that its row does not have.
class wrapper_reading {
public:
    enum class form : unsigned char {
        nothing,  ///< runs none of its words
        words,    ///< runs them as they are
        shell,    ///< a shell reads them, joined by blanks
        either,   ///< the one or the other, as its options say
    };

    /// \param outer  the program whose subcommand it is; null: there is none
    wrapper_reading(const programs::known_program& program, const programs::known_program* outer);

    [[nodiscard]] form runs() const noexcept { return runs_; }
    /// Words that come before the program.
    [[nodiscard]] std::size_t operands() const noexcept { return operands_; }
    /// Any number of words may come before it, and none.
    [[nodiscard]] bool optional_operands() const noexcept { return optional_operands_; }
    /// Each word is a text of its own.
    [[nodiscard]] bool runs_each() const noexcept { return runs_each_; }
    [[nodiscard]] bool subcommand() const noexcept { return outer_ != nullptr; }
    /// Some options have a text for a shell as their value.
    [[nodiscard]] bool has_text_options() const;

    /// \param option  begins with a dash
    [[nodiscard]] option_reach reach_of(std::string_view option) const noexcept;
    /// Where the value begins of an option that has a text for a shell: at its end, when that is the next
    /// word; npos: it has none. Long names may be cut short.
    [[nodiscard]] std::size_t text_in(std::string_view option) const noexcept;

private:
    [[nodiscard]] const programs::option_form* letter(char letter) const noexcept;
    template <class Is>
    [[nodiscard]] bool any_option(const Is& is) const;

    const programs::row_form* form_;
    const programs::row_form* outer_form_ = nullptr;
    const programs::known_program* outer_;
    bool words_;  // options are whole words
    form runs_ = form::nothing;
    std::size_t operands_ = 0;
    bool optional_operands_ = false;
    bool runs_each_ = false;
};

}  // namespace assent::detail
