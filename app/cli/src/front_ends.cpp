#include "front_ends.hpp"

#include "browser.hpp"

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include <cstdio>
#include <system_error>

namespace assent::cli {

// Answers for people who cannot be reached.
class front_ends::nobody {
public:
    nobody(boost::asio::io_context& context, std::shared_ptr<console> desk) : desk_(std::move(desk)) {
        watching_ = desk_->watch([&context, weak = std::weak_ptr(desk_)] {
            boost::asio::post(context, [weak] {
                if (const auto locked = weak.lock()) deny_all(*locked);
            });
        });
    }

private:
    static void deny_all(console& desk) {
        for (const auto& each : desk.open())
            desk.answer(each->number, {.what = console_answer::kind::deny,
                                       .feedback = "nobody can be asked: there is no terminal",
                                       .by = "nobody"});
    }

    std::shared_ptr<console> desk_;
    std::shared_ptr<void> watching_;
};

front_ends::front_ends(boost::asio::io_context& context, settings& with, std::string_view program) {
    if (!with.desk) return;
    if (with.on_web) open_web(context, with, program);
    if (!web_) nobody_ = std::make_unique<nobody>(context, with.desk);
}

front_ends::~front_ends() { close(); }

void front_ends::open_web(boost::asio::io_context& context, settings& with, std::string_view program) {
    web_console_options options;
    options.program = program;
    options.log = with.log;
    web_ = std::make_unique<web_console>(context.get_executor(), with.desk, std::move(options));
    const std::string link = web_->new_link();
    // Always said: it is how people find the page.
    fmt::print(stderr, "assent: approvals at {}\n", link);
    if (with.open_page && !open_in_browser(web_->new_link()))
        with.log({log_level::warn, "no browser could be started: xdg-open is missing"});
}

void front_ends::interrupted() {}

void front_ends::close() {
    if (web_) web_->close();
    nobody_.reset();
}

}  // namespace assent::cli
