#pragma once

#include <assent/app/console/console.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

namespace assent::cli {

/// How much of the end of a record is read for what people are shown: more than 200 lines have as a rule.
inline constexpr std::size_t max_record_tail_bytes = std::size_t{1024} * 1024;

/// The last events of a record, at most so many, the oldest first, as a console shows them. What cannot be
/// read, and lines that are damaged, are left out: nothing is decided by it.
[[nodiscard]] std::vector<console_decision> record_tail(const std::filesystem::path& record,
                                                        std::size_t most);

/// Has people see them where they are asked. \param desk  null: they are not
void show_record_tail(const std::shared_ptr<console>& desk, const std::filesystem::path& record);

}  // namespace assent::cli
