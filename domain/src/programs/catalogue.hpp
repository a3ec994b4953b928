#pragma once

#include "program_row.hpp"
#include "row_form.hpp"

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::programs {

/// Rows that stand in one file.
struct family {
    std::string_view title;  ///< such as `Text tools`
    std::span<const program_row> rows;
};
[[nodiscard]] std::span<const family> families() noexcept;

class program_table;

/// A program, or a subcommand, with the subcommands that it has.
class known_program {
public:
    /// \param rows  its own, and those of its subcommands behind it
    explicit known_program(std::span<const program_row> rows) : rows_(rows) {}
    ~known_program();
    known_program(const known_program&) = delete;
    known_program& operator=(const known_program&) = delete;

    [[nodiscard]] const program_row& row() const noexcept { return rows_.front(); }
    /// The row, read when it is first asked for. Thread-safe.
    [[nodiscard]] const row_form& form() const {
        const auto* const read = form_.load(std::memory_order_acquire);
        return read != nullptr ? *read : read_form();
    }
    /// \param name  such as `status` of git. Null: neither it nor a pattern for it is known
    [[nodiscard]] const known_program* subcommand(std::string_view name) const;

    /// Whether `is(const known_program&)` is true of one of them.
    [[nodiscard]] bool any_subcommand(const std::function<bool(const known_program&)>& is) const;

private:
    [[nodiscard]] const row_form& read_form() const;
    [[nodiscard]] const program_table& subcommands() const;

    std::span<const program_row> rows_;
    mutable std::atomic<const row_form*> form_ = nullptr;
    mutable std::atomic<const program_table*> subcommands_ = nullptr;  // made when one is first asked for
};

/// Null: it is not in the catalogue.
/// \param word  as it stands in a command: a folder before the name, a version behind it and case do not
/// count
[[nodiscard]] const known_program* find_program(std::string_view word);

/// Whether `is(name, program)` is true of one of all programs.
[[nodiscard]] bool any_program(const std::function<bool(std::string_view, const known_program&)>& is);

/// Whether it is a builtin of shells, which may change what their later commands mean.
[[nodiscard]] bool is_builtin(const known_program& program) noexcept;

/// Whether the program, or one of its subcommands, can be used for more than it is for.
[[nodiscard]] bool can_do_more(const known_program& program);

/// Whether what is no subcommand of its own is a program. \param others  the row for those, `X *`
[[nodiscard]] bool runs_word_itself(const known_program& others);

/// Whether what is no subcommand of its own is its first operand. \param others  the row for those, `X *`
[[nodiscard]] bool takes_word_itself(const known_program& others);

/// A row's names, `docker compose ps|images`, each in full.
[[nodiscard]] std::vector<std::string> names_of(const program_row& row);

}  // namespace assent::programs
