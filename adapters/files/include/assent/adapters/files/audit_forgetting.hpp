#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace assent {

/// Takes lines out of a record and of its older files. Each file is written anew beside its place, and put
/// there whole: the newest first, with a line that says what is missing from now on.
///
/// Other writers are waited for as when a record is written. What one of them that takes no turns has added
/// meanwhile is kept; the first call of one that goes on writing to the old file is refused, as where a
/// record is replaced.
///
/// The lines of a chain that holds are put into a new one, whose first record says so: `verify_audit` tells
/// of it for as long as that record is there. One that does not hold is left as it is.
///
/// \param goes  of each whole line, without its end, from the oldest on
/// \param note  the line that is added, without its end; asked for when all lines were seen
/// \throws std::runtime_error, std::system_error when its chain does not hold, it has other names or another
///         owner, is kept by a writer, or cannot be written. Where the newest file is not in its place,
///         nothing was changed
void forget_lines(const std::filesystem::path& path, const std::function<bool(std::string_view line)>& goes,
                  const std::function<std::string()>& note);

}  // namespace assent
