#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// A chain that was begun anew, behind lines that do not hold.
struct audit_new_chain {
    /// With several files, the one that it begins in. Else empty.
    std::string file{};
    /// The line of its first record, counted from 1.
    std::size_t line = 0;
    /// Its records that hold: all, or those before the first that does not.
    std::size_t records = 0;
    /// The chain value of the last record that holds.
    std::string head{};
    /// All its records do.
    bool holds = false;
};

/// The result of checking the chain of a record. docs/audit.md says what a chain is, and what it
/// does not protect against.
struct audit_verification {
    /// The records that hold: all, or those before the first that does not.
    std::size_t records = 0;
    /// Counted from 1, in `file`. Nothing: each line holds.
    std::optional<std::size_t> first_broken_line{};
    /// With several files, the one that the broken line is in. Else empty.
    std::string file{};
    /// Why the record does not hold, in one line without content. Empty: it holds.
    std::string why{};
    /// The chain value of the last record that holds. Empty: there is none.
    std::string head{};
    /// The first record goes on from one that is not here, and states that one's value: files before it
    /// were removed. What was in them cannot be checked.
    bool beginning_missing = false;
    /// How many records came after the one with the expected head, where one was given.
    std::size_t after_expected_head = 0;
    /// Where a line is broken: the last chain that was begun anew behind it, if there is one.
    std::optional<audit_new_chain> new_chain{};

    [[nodiscard]] bool holds() const noexcept { return why.empty(); }
};

/// Checks the chain of one file.
/// \param expected_head  the chain value of a record that has to be there, as it was kept elsewhere: without
///                       it nobody can see that the end is missing. Empty: none
/// \throws std::runtime_error when it cannot be read
[[nodiscard]] audit_verification verify_audit(std::istream& lines, std::string_view expected_head = {});

/// Checks the chain of an audit file, from the oldest one put aside (`path.1`, `path.2`, ...) to `path`.
/// \throws std::system_error, std::runtime_error when there is no such file, it cannot be read, or one of
///         them is no regular file
[[nodiscard]] audit_verification verify_audit_files(const std::filesystem::path& path,
                                                    std::string_view expected_head = {});

/// 64 lower-case hexadecimal digits: what a chain value, and so an expected head, looks like.
[[nodiscard]] bool is_chain_value(std::string_view text) noexcept;

}  // namespace assent
