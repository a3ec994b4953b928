#pragma once

#include <cstddef>
#include <string_view>

namespace assent {

/// Whether the text names a place that decides what runs later: `.git`, settings of agents and editors,
/// start-up files of shells, keys, `/etc`. Without regard to case. \param globs  wildcards in the text are
/// ones, as in a word of a command: `.g*` may be `.git`
[[nodiscard]] bool names_protected_place(std::string_view text, bool globs) noexcept;

/// Whether the text names files of running processes below `/proc`.
[[nodiscard]] bool names_process_files(std::string_view text) noexcept;

/// Whether the text names a file that may hold secrets: `.env`, keys, credentials, tokens.
/// \param prose  the text may be a sentence, in which a word such as `token` names no file
[[nodiscard]] bool names_secret(std::string_view text, bool prose) noexcept;

/// The next run of letters, digits, `.`, `_` and `-`, in lower case, with bytes of other scripts left out.
/// One that is longer than `max_name_bytes`, and so no file's name, is cut off.
class name_run {
public:
    static constexpr std::size_t max_name_bytes = 255;

    explicit name_run(std::string_view text) noexcept : text_(text) {}
    /// \return false: there is none
    bool next() noexcept;
    [[nodiscard]] std::string_view name() const noexcept { return {letters_, length_}; }
    /// The bytes beside it; NUL at the ends of the text.
    [[nodiscard]] char before() const noexcept { return from_ > 0 ? text_[from_ - 1] : '\0'; }
    [[nodiscard]] char after() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// Whether it is the first component below the root, as far as can be told.
    [[nodiscard]] bool at_root() const noexcept;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t from_ = 0;
    char letters_[max_name_bytes];  // what is behind `length_` is never read
    std::size_t length_ = 0;
};

}  // namespace assent
