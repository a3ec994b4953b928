#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// What changes from one text to another, in lines, with some unchanged ones around: like `diff -u`. Safe to
/// show. Empty: nothing does.
/// \param before, after  nothing: there is no file
[[nodiscard]] std::string text_diff(std::string_view path, const std::optional<std::string>& before,
                                    const std::optional<std::string>& after);

/// The lines of a text, with what ends them.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);
/// For each line of a text the number of the one that it still is in another text; nothing: it is gone.
[[nodiscard]] std::vector<std::optional<std::size_t>> kept_lines(std::string_view before,
                                                                 std::string_view after);

}  // namespace assent::cli
