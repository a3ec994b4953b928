#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace assent::detail {

/// How an audit file ends.
struct audit_tail {
    bool torn = false;  ///< the last line does not end
    bool empty = true;  ///< there is no line that a chain could go on from
    /// The chain value that the next record goes on from. Nothing: the last line has none.
    std::optional<std::string> head{};
};

/// Reads the end of a file, however large it is.
/// \throws std::system_error when it cannot be opened, std::runtime_error when it cannot be read
[[nodiscard]] audit_tail read_tail(const std::filesystem::path& file);

/// The chain value that the next record in `path` goes on from: that of the last record in it or, when it
/// holds none, in the newest file put aside. Empty: a chain begins.
/// \throws std::runtime_error when the last line has no chain value, and as `read_tail`
[[nodiscard]] std::string head_to_follow(const std::filesystem::path& path, const audit_tail& tail);

}  // namespace assent::detail
