#pragma once

#include <assent/domain/programs/effect.hpp>
#include <assent/domain/shell/shell_word.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assent::programs {

class known_program;
struct command_options;
struct program_row;

/// The kind of one word in a use of a program, as its row says. docs/programs.md has the rows.
// clang-format off
enum class part_kind : std::uint8_t {
    text, read, list, name, glob, choice, except, except_folder, regex, name_glob, name_regex, pathspec, object, lines, revision, pattern,
    write, archive, remove, image, elsewhere, address, endpoint, url, data, parameter, item, method, layout, columns, resource, socket, load,
    built_in, code, mode, variable, sets, printf, format, setting, setting_value, configuration, branch,
    refspec, field, none, go_template, sed, awk, jq, sql, yq, plist, make, script, task, program, program_to_end,
    assign, shell, shells, either, subcommand, fed_shell, fed_code, fed_commands, fed_data, fed_sends,
    covers
};
// clang-format on
/// The spelling in rows.
[[nodiscard]] constexpr auto enum_words(part_kind) noexcept {
    return word_table("text", "read", "list", "name", "glob", "choice", "except", "except_folder", "regex",
                      "name_glob", "name_regex", "pathspec", "object", "lines", "revision", "pattern",
                      "write", "archive", "delete", "image", "elsewhere", "address", "endpoint", "url",
                      "data", "parameter", "item", "method", "layout", "columns", "resource", "socket",
                      "load", "built_in", "code", "mode", "variable", "sets", "printf", "format", "setting",
                      "setting_value", "configuration", "branch", "refspec", "field", "none", "go_template",
                      "sed", "awk", "jq", "sql", "yq", "plist", "make", "script", "task", "program",
                      "program;", "assign", "shell", "shells", "either", "subcommand", "<shell", "<code",
                      "<commands", "<data", "<sends", "covers");
}

/// True for a program that is run, and for words that a shell reads.
[[nodiscard]] constexpr bool names_program(part_kind kind) noexcept {
    return kind == part_kind::program || kind == part_kind::program_to_end || kind == part_kind::shell ||
           kind == part_kind::shells || kind == part_kind::either;
}

/// A use of a program, read by its row in the catalogue.
class program_use {
public:
    struct part {
        part_kind kind;
        std::size_t word;        ///< where in the run it stands, or begins
        std::string_view text;   ///< a part of that word, where it is an option's value or named in a script
        bool of_option = false;  ///< it is one of these two
    };

    /// A use of a program that is not known.
    program_use() = default;
    /// \param run  a program and its arguments. The views of parts point into their texts
    /// \param options  null, or for the library: what is told of each word there, too
    explicit program_use(std::span<const shell_word> run, command_options* options = nullptr);

    /// False: the catalogue does not have the program.
    [[nodiscard]] bool known() const noexcept { return program_ != nullptr; }
    /// All that it may do, as far as it is understood.
    [[nodiscard]] effect does() const noexcept { return does_; }
    /// The words, by their place in the run, with which it does more than the program is for, or of which the
    /// row knows nothing: an option with its value, an operand. None: the row knows all of it.
    [[nodiscard]] std::span<const std::size_t> doubtful() const noexcept { return doubtful_; }
    /// Those of them of which the row knows nothing, or that name another program.
    [[nodiscard]] std::span<const std::size_t> unlisted() const noexcept { return unlisted_; }
    /// Its operands and the values of its options that are more than text.
    [[nodiscard]] std::span<const part> parts() const noexcept { return parts_; }
    /// An option stands among its words of which it is not known whether the next word is its value.
    [[nodiscard]] bool unclear() const noexcept { return unclear_; }

    /// The words with which it passes over files, or folders, of that name: `--exclude=.env`; empty: it
    /// has none for that.
    [[nodiscard]] std::string option_to_leave_out(std::string_view name, bool folder) const;

    // Precondition of these: the program is known.
    /// All that the options of its row, or else the operands, may do beside looking.
    [[nodiscard]] effect row_adds(bool options) const noexcept;
    /// The effects that go beyond what the program is for.
    [[nodiscard]] effect beyond() const noexcept;
    /// For the library, which alone has the catalogue: the program, what it was read by, that or its
    /// subcommand, and the row of that.
    [[nodiscard]] const known_program& program() const noexcept { return *program_; }
    [[nodiscard]] const known_program& read_by() const noexcept { return *read_by_; }
    [[nodiscard]] const program_row& row() const noexcept;
    /// The names that docs/programs.md has the row under: `sort|gsort`.
    [[nodiscard]] std::string_view row_names() const noexcept;

private:
    class reader;

    const known_program* program_ = nullptr;
    const known_program* read_by_ = nullptr;
    effect does_ = effect::reads;
    boost::container::small_vector<std::size_t, 4> doubtful_;
    boost::container::small_vector<std::size_t, 4> unlisted_;
    boost::container::small_vector<part, 8> parts_;
    bool unclear_ = false;
};

}  // namespace assent::programs
