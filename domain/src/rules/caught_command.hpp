#pragma once

#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/rule_match.hpp>
#include <assent/domain/programs/shell_runs.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// What a deny or ask rule is after: the pattern of a command, read as the command itself would be.
///
/// Immutable; any thread may use it.
class caught_command {
public:
    /// \param text  the whole pattern
    /// \param wordings  its words; more than one list where it can be read in several ways
    caught_command(const glob& text, const std::vector<std::vector<std::string>>& wordings);

    /// Whether anything that a text may run is covered.
    [[nodiscard]] rule_match catches(const shell_runs& runs) const;

    /// An option that the command has to have.
    struct option {
        std::vector<glob> names;  ///< which mean the same
        std::optional<glob> value{};
    };
    /// A pattern, told apart into options and operands.
    struct reading {
        std::vector<option> options{};
        std::vector<sequence_element> operands{};
        bool sure = true;           ///< it is known of each word which of these it is
        bool ends_options = false;  ///< `--` stands among its operands
    };
    struct wording {
        std::vector<sequence_element> words{};  ///< as written
        std::vector<reading> readings{};
    };

private:
    // Whether the pattern covers the words of a command as one text, in which a `*` stands for blanks, too:
    // so other agents read such a pattern, and so its author may have meant it.
    [[nodiscard]] bool is_text_of(std::span<const shell_word> run) const;

    std::vector<wording> wordings_;
    std::optional<glob> text_{};  // none where its words say the same
};

/// Shows every word that a pattern may take for the program of a command which a text may run.
/// \param visit  `known`: false where the shell puts something else there
void each_named_program(const shell_runs& runs,
                        const std::function<void(std::string_view name, bool known)>& visit);

}  // namespace assent::detail
