#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Whether there is a path that two globs of a shell both cover, without regard to case. `?` and a set in
/// brackets stand for any letter, words in braces and what begins with `$` for any letters.
///
/// Each may have up to `max_overlap_bytes`; of longer ones it cannot be excluded.
/// \param crosses  a `*` of the first one covers `/` and leading dots, too
/// \param other_crosses  so does one of the other
[[nodiscard]] bool globs_overlap(std::string_view one, std::string_view other, bool crosses = false,
                                 bool other_crosses = false);
/// `a.{c,h}` is `a.c` and `a.h`: each of them. Empty: there are braces within braces, ones that do not close,
/// or too many words.
[[nodiscard]] std::vector<std::string> without_braces(std::string_view glob);
/// Whether the first one covers a text, in the same way.
[[nodiscard]] bool glob_covers(std::string_view glob, std::string_view text);

/// Whether a shell may put this path in the place of the glob: a `*` stands for no `/`, and for no dot at the
/// front of a name.
[[nodiscard]] bool glob_chooses(std::string_view glob, std::string_view path);

inline constexpr std::size_t max_overlap_bytes = 1024;

/// The folder whose names a glob, or a word with braces, is after, as far as it is written out: `src/` of
/// `src/*.c`. Empty: it begins at once.
[[nodiscard]] std::string_view folder_of_glob(std::string_view glob) noexcept;

}  // namespace assent
