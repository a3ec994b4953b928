#pragma once

#include <cstdint>
#include <string>

namespace assent::cli {

/// Opens the page of a process in the browser of whoever runs this, with `xdg-open`, which is not waited for.
///
/// The arguments of programs can be seen by everybody, so the link is not among them: it stands in a file of
/// this user alone, which takes the browser there. The file is overwritten by the next one for that process,
/// and its link works once.
/// \return false when it could not be done
bool open_in_browser(const std::string& link, std::int64_t process);

}  // namespace assent::cli
