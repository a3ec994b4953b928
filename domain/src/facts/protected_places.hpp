#pragma once

#include "../text/word_list.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// What a text names. Without regard to case.
struct named_places {
    /// A place that decides what runs later: `.git`, settings of agents and editors, start-up files of
    /// shells, keys, `/etc`.
    bool protected_place = false;
    /// A place that decides what asks about an agent, or what the agent may do: its settings, Assent's own
    /// files and program. It is protected, too.
    bool gate_place = false;
    bool process_files = false;  ///< files of running processes below `/proc`
    bool secret = false;         ///< a file that may hold secrets: `.env`, keys, credentials, tokens
};
/// \param globs  wildcards in the text are ones, as in a word of a command: `.g*` may be `.git`
/// \param prose  the text may be a sentence, in which a word such as `token` names no file
[[nodiscard]] named_places places_in(std::string_view text, bool globs = false, bool prose = false);

/// Whether packages that were installed lie in folders of that name.
[[nodiscard]] bool has_packages(std::string_view name) noexcept;

/// Whether a glob, or a word with braces, may become the name of a place that decides about agents: `.cl*`.
[[nodiscard]] bool may_name_gate(std::string_view glob);

/// Whether a path is one of these places, or lies below one. \param path  in its shortest spelling
[[nodiscard]] bool is_own_place(std::string_view path, std::span<const std::string> own_places) noexcept;

/// What a folder names in which a relative path begins.
[[nodiscard]] named_places places_in_folder(std::string_view folder);

/// Whether a glob, or a word with braces, may become the name of a file that may hold secrets: `.e*`, `id_*`.
/// `*` alone is after nothing.
/// \param hidden  its wildcards cover a leading dot, too, as those of `find -name`
[[nodiscard]] bool may_name_secret(std::string_view glob, bool hidden = false);

/// Whether a regular expression for names or paths, basic or extended, may match a file that may hold
/// secrets. It may, unless it says how the name ends, and no secret's name ends so: `\.cpp$`, `\.(ts|js)$`.
/// \param whole  it has to match all of the path, as that of `find -regex`
[[nodiscard]] bool may_choose_secret(std::string_view regex, bool whole = false);

/// Whether a component of a glob, or of a word with braces, is after a name: it may become that, and
/// something of it is written out. \param name  may begin with a `*`
[[nodiscard]] bool is_after(std::string_view glob, std::string_view name);

/// Somebody's home: `/home/ann`, `/root`. \param path  absolute and clean
[[nodiscard]] bool is_home(std::string_view path) noexcept;

/// Whether a search for that text finds keys and tokens in files.
[[nodiscard]] bool seeks_secrets(std::string_view text) noexcept;

/// Patterns for rules about paths (`Path(...)`) that cover the files which may hold secrets.
[[nodiscard]] std::vector<std::string> secret_path_patterns();

namespace detail {

/// What a byte is in a name; a bit each.
enum name_byte : unsigned char {
    ends_name = 0U,
    is_letter = 1U,    // or a digit
    is_dividing = 2U,  // `.`, `_`, `-`
    is_dot = 4U,
    is_upper = 8U,
    is_foreign = 16U,  // of another script: does not count
};
inline constexpr std::array<unsigned char, 256> name_bytes = [] {
    std::array<unsigned char, 256> table{};
    for (std::size_t value = 0; value < table.size(); ++value) {
        const char byte = static_cast<char>(value);
        const char lower = lower_case(byte);
        if ((lower >= 'a' && lower <= 'z') || digit(byte)) table[value] |= is_letter;
        if (lower != byte) table[value] |= is_upper;
        if (byte == '.' || byte == '_' || byte == '-') table[value] |= is_dividing;
        if (byte == '.') table[value] |= is_dot;
        if (value >= 0x80) table[value] |= is_foreign;
    }
    return table;
}();
[[nodiscard]] constexpr unsigned kind_of(char byte) noexcept {
    return name_bytes[static_cast<unsigned char>(byte)];
}

}  // namespace detail

/// The next run of letters, digits, `.`, `_` and `-`, in lower case, with bytes of other scripts left out.
/// One that is longer than `max_name_bytes`, and so no file's name, is cut off.
class name_run {
public:
    static constexpr std::size_t max_name_bytes = 255;

    explicit name_run(std::string_view text) noexcept : text_(text) {}
    name_run(const name_run&) = delete;
    name_run& operator=(const name_run&) = delete;
    /// \return false: there is none
    bool next() noexcept {
        std::size_t at = at_;
        while (at < text_.size() && detail::kind_of(text_[at]) == detail::ends_name) ++at;
        from_ = at;
        unsigned kinds = 0;
        for (; at < text_.size(); ++at) {
            const unsigned kind = detail::kind_of(text_[at]);
            if (kind == detail::ends_name) break;
            kinds |= kind;
        }
        at_ = at;
        kinds_ = kinds;
        if (at == from_) return false;
        name_ = text_.substr(from_, at - from_);
        if ((kinds_ & (detail::is_upper | detail::is_foreign)) != 0) rewrite();
        if (name_.size() > max_name_bytes) name_ = name_.substr(0, max_name_bytes);
        return true;
    }
    /// It holds until the next one is looked for.
    [[nodiscard]] std::string_view name() const noexcept { return name_; }
    /// Whether one of `.`, `_` and `-` stands in it.
    [[nodiscard]] bool divided() const noexcept { return (kinds_ & detail::is_dividing) != 0; }
    /// Whether one of them was a `.`.
    [[nodiscard]] bool dotted() const noexcept { return (kinds_ & detail::is_dot) != 0; }
    /// The bytes beside it; NUL at the ends of the text.
    [[nodiscard]] char before() const noexcept { return from_ > 0 ? text_[from_ - 1] : '\0'; }
    [[nodiscard]] char after() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// The text from its beginning on.
    [[nodiscard]] std::string_view text_from() const noexcept { return text_.substr(from_); }
    /// Whether a wildcard behind it may make another name of it, and none before it.
    [[nodiscard]] bool may_go_on() const noexcept;
    /// Whether it is the first component below the root, as far as can be told.
    [[nodiscard]] bool at_root() const noexcept;

private:
    void rewrite() noexcept;

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t from_ = 0;
    std::string_view name_;
    unsigned kinds_ = 0;            // of its bytes
    char letters_[max_name_bytes];  // of a name that stands in the text in another form
};

}  // namespace assent
