#include "../serving/page_links.hpp"
#include "command.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>

namespace assent::cli {
namespace {

// Prints a link to each page on which a program of this user asks people.
int show_pages(bool open) {
    const auto pages = running_pages();
    for (const auto& each : pages) {
        fmt::print("{} (process {}): {}\n", each.program, each.process, each.link);
        if (open && !open_in_browser(each.link, each.process))
            throw std::runtime_error("no browser could be started with xdg-open");
    }
    if (!pages.empty()) return static_cast<int>(exit_code::ok);
    fmt::print(stderr,
               "assent: no page of approvals is open: start `assent daemon`, `serve` or `bridge` with "
               "--on-ask web\n");
    return static_cast<int>(exit_code::failed);
}

command_run declare_console(CLI::App& app) {
    const auto open = std::make_shared<bool>(false);
    app.add_flag("--open", *open, "Open them in the browser, too")->group(group::output);
    app.footer("Each link works once. The pages are those of --on-ask web.");
    return [open](const command_line&) { return show_pages(*open); };
}

}  // namespace

const command commands::console{
    "console", command_group::people,
    "Print links to the pages on which programs of yours ask; see docs/approvals.md", declare_console};

}  // namespace assent::cli
