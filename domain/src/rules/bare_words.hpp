#pragma once

#include "shell_characters.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace assent::detail {

/// Splits a shell text at its blanks, when nothing else in it means anything to any shell: all of it is
/// ASCII letters and digits, `_./+-,@%:`, `=` in words that begin with `-`, and blanks. Most commands are
/// like that, and need no scanner. What the first word names is for the caller to look at: it may be
/// reserved. \param take  (begin, bytes): gets the words, which are parts of the text \return false: it is no
/// such text. Some of its words may have been taken
template <class Take>
[[nodiscard]] bool split_bare_words(std::string_view text, const Take& take) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (blank(*at)) {
            ++at;
            continue;
        }
        const char* const from = at;
        while (at != end && program_letter(*at)) ++at;
        if (at != end && *at == '=' && *from == '-')
            while (at != end && (*at == '=' || program_letter(*at))) ++at;
        if (at != end && !blank(*at)) return false;
        take(from, static_cast<std::size_t>(at - from));
    }
    return true;
}

}  // namespace assent::detail
