#include "../serving/page_links.hpp"
#include "commands.hpp"

#include <fmt/format.h>

namespace assent::cli {

int console_command(const console_options& options) {
    const auto pages = running_pages();
    for (const auto& each : pages) {
        fmt::print("{} (process {}): {}\n", each.program, each.process, each.link);
        if (options.open && !open_in_browser(each.link, each.process))
            throw std::runtime_error("no browser could be started with xdg-open");
    }
    if (!pages.empty()) return static_cast<int>(exit_code::ok);
    fmt::print(
        stderr,
        "assent: no page of approvals is open: start `assent serve` or `assent bridge` with --on-ask web\n");
    return static_cast<int>(exit_code::failed);
}

}  // namespace assent::cli
