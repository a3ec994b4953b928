#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assent::cli {

/// What changes from one text to another, in lines, with some unchanged ones around: like `diff -u`. Safe to
/// show. Empty: nothing does.
/// \param before, after  nothing: there is no file
[[nodiscard]] std::string text_diff(std::string_view path, const std::optional<std::string>& before,
                                    const std::optional<std::string>& after);

}  // namespace assent::cli
