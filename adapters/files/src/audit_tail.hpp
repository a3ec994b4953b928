#pragma once

#include "regular_file.hpp"

#include <assent/adapters/files/audit_file.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace assent::detail {

/// True when there is a last line, and it does not end.
[[nodiscard]] bool is_torn(const regular_file& file);

/// How a chained record ends.
struct chain_end {
    /// The chain value that the next record goes on from. Empty: a chain begins.
    std::string head{};
    /// Where the end does not hold: the next record begins a new chain.
    std::optional<audit_break> broken{};
    /// The member with which that record says so; else empty.
    std::string new_chain{};
};

/// Reads the end of the record in `path`, and in the newest file put aside where the end goes back as far,
/// and checks its chain. \param verify_bytes  how much of it, at least; the last whole line in any case
/// \throws std::runtime_error when the file is none that is chained, and where it cannot be read
[[nodiscard]] chain_end read_chain_end(const std::filesystem::path& path, std::size_t verify_bytes);

}  // namespace assent::detail
