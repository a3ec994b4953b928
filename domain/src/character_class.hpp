#pragma once

namespace assent::detail {

/// True for what moves a cursor, hides or reorders text, looks like a blank or like nothing, or has no agreed
/// shape: controls, all spaces but U+0020, invisible characters, direction marks, variation selectors, tags,
/// private use and noncharacters.
[[nodiscard]] bool unshowable(char32_t value) noexcept;

/// True for what takes no place of its own but is drawn onto the character before it.
[[nodiscard]] bool combining(char32_t value) noexcept;

}  // namespace assent::detail
