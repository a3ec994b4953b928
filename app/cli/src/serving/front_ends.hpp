#pragma once

#include "../options/options.hpp"
#include "page_links.hpp"

#include <assent/app/console/terminal_console.hpp>
#include <assent/app/console/web_console.hpp>

#include <boost/asio/io_context.hpp>

#include <memory>
#include <string_view>

namespace assent::cli {

/// Where people are asked while a command runs: what `--on-ask` names. Empty where it names nobody.
///
/// All on the one thread that runs the context. `close` has to be called for the context to run out of work.
class front_ends {
public:
    /// Opens them, and says on standard error where people find them. One that cannot be opened is told of;
    /// where there is none at all, everything that would be asked is denied.
    /// \param program  what people read as the name of who asks: `assent bridge`
    front_ends(boost::asio::io_context& context, settings& with, std::string_view program);
    ~front_ends();
    front_ends(const front_ends&) = delete;
    front_ends& operator=(const front_ends&) = delete;

    /// There is a page or a terminal on which somebody may answer.
    [[nodiscard]] bool present() const noexcept { return web_ || terminal_; }
    /// Somebody has pressed Ctrl-C.
    void interrupted();
    void close();

private:
    class nobody;
    class bell;
    void open_terminal(boost::asio::io_context& context, settings& with);
    void open_web(boost::asio::io_context& context, settings& with, std::string_view program);

    std::unique_ptr<terminal_console> terminal_;
    std::unique_ptr<web_console> web_;
    std::unique_ptr<page_links> links_;
    std::unique_ptr<nobody> nobody_;
    std::unique_ptr<bell> bell_;
};

}  // namespace assent::cli
