#pragma once

#include "program_row.hpp"

#include <assent/domain/programs/program_use.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::programs {

/// Whether what it does is told by reading it.
[[nodiscard]] constexpr bool reads_script(part_kind kind) noexcept {
    return kind == part_kind::sed || kind == part_kind::awk || kind == part_kind::jq ||
           kind == part_kind::sql || kind == part_kind::yq || kind == part_kind::plist ||
           kind == part_kind::make;
}

/// A kind with what is written behind it: `write*`, `text!writes*`.
struct operand_form {
    part_kind kind = part_kind::text;
    effect does = effect::reads;
    bool many = false;
    bool replaces = false;  ///< what was there is lost, whatever it was
    bool sound = false;
};

/// One option of a row, or a cluster of letters.
struct option_form {
    enum class value : unsigned char { none, needed, optional };

    std::string_view name;  ///< with its dashes
    operand_form of_value{};
    effect does = effect::reads;
    value takes = value::none;
    unsigned char more_values = 0;  ///< behind the first, in words of their own
    operand_form last_value{};      ///< of these, what the last one is; the others are text
    bool glued = false;             ///< the rest of the word is its value
    bool replaces = false;          ///< its value takes the place of the first operand
    bool sound = true;
};

/// A row, read: its options and its operands.
class row_form {
public:
    explicit row_form(const program_row& row);

    /// Null: it has none of that letter.
    [[nodiscard]] const option_form* letter(char letter) const noexcept;
    struct named {
        const option_form* option = nullptr;  ///< null: it has none of that name
        bool shortened = false;               ///< only a beginning of its name was given
    };
    /// The option of that name, or one whose long name begins so.
    /// \param name  with its dashes
    [[nodiscard]] named name(std::string_view name) const noexcept;

    [[nodiscard]] const std::vector<option_form>& options() const noexcept { return options_; }
    /// Without `<shell`, `<code` and `<commands`.
    [[nodiscard]] const std::vector<operand_form>& operands() const noexcept { return operands_; }
    /// `-o:KIND`; null: none begins like that.
    [[nodiscard]] const option_form* glued(std::string_view word) const noexcept;
    /// Options of two letters, `-e&x`: what it does where both stand.
    struct pair {
        char first;
        char second;
        effect does;
    };
    [[nodiscard]] const std::vector<pair>& pairs() const noexcept { return pairs_; }
    /// `-20` is an option.
    [[nodiscard]] bool numbers() const noexcept { return numbers_; }
    [[nodiscard]] bool takes_subcommand() const noexcept {
        return !operands_.empty() && operands_.front().kind == part_kind::subcommand;
    }
    /// Its options stand behind its subcommands, too.
    [[nodiscard]] bool options_go_on() const noexcept { return takes_subcommand() && operands_.front().many; }
    /// A subcommand that has no row may be any command.
    [[nodiscard]] bool others_run() const noexcept {
        return takes_subcommand() && (operands_.front().does & effect::evaluates) != effect::reads;
    }
    /// Without words to run, what it is fed is a text of this kind: `fed_shell`, `fed_code`; `text`: it is
    /// not.
    [[nodiscard]] part_kind fed() const noexcept { return fed_; }
    /// Whatever its words are, what it is fed may have it run others.
    [[nodiscard]] bool fed_commands() const noexcept { return fed_commands_; }
    /// What becomes of its standard input otherwise: `fed_data`, `fed_sends`; nothing: the row does not say.
    [[nodiscard]] std::optional<part_kind> input() const noexcept { return input_; }
    /// What it does where no operand stands: `none!looks`; nothing: what the row says.
    [[nodiscard]] const std::optional<effect>& without_operands() const noexcept { return none_; }

    /// What a rule with a wildcard covers besides: `covers!sends`.
    [[nodiscard]] effect covers() const noexcept { return covers_; }

    /// All that its options, or its operands, may add to what the program is for. A program or a text of a
    /// language counts as `evaluates`.
    [[nodiscard]] effect options_add() const noexcept { return options_add_; }
    [[nodiscard]] effect operands_add() const noexcept { return operands_add_; }

    /// What cannot be read in it; empty: nothing.
    [[nodiscard]] const std::string& flaw() const noexcept { return flaw_; }

private:
    void read_option(std::string_view token, option_style style);
    void read_operand(std::string_view token);

    std::vector<option_form> options_;
    std::vector<std::size_t> by_name_;  // places of those with whole names, sorted by these
    std::vector<pair> pairs_;
    std::vector<operand_form> operands_;
    std::array<std::uint8_t, 128> letters_{};  // place in options_ and one; 0: there is none
    effect options_add_ = effect::reads;
    effect operands_add_ = effect::reads;
    part_kind fed_ = part_kind::text;
    bool fed_commands_ = false;
    std::optional<part_kind> input_;
    std::optional<effect> none_;
    effect covers_ = effect::reads;
    bool numbers_ = false;
    std::size_t list_begins_ = 0;  // of those options_ that have to differ
    std::string flaw_;
};

/// Whether it is what comes in, however that is spelled: below `/dev` and `/proc` are names of what is read
/// already.
[[nodiscard]] bool names_standard_input(std::string_view file) noexcept;

/// In words, as rows have them: `fetches, writes`.
[[nodiscard]] std::string effect_words(effect does);

}  // namespace assent::programs
