#pragma once

#include <string>

namespace assent::cli {

/// Opens a page in the browser of whoever runs this, with `xdg-open`, which is not waited for.
/// \return false when it could not be started
bool open_in_browser(const std::string& link);

}  // namespace assent::cli
