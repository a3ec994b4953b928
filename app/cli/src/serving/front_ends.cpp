#include "front_ends.hpp"

#include "notifier.hpp"
#include "page_links.hpp"

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include <cstdint>
#include <cstdio>
#include <system_error>

#include <unistd.h>

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

// Tells people of each question, once, by a command of theirs.
class front_ends::bell {
public:
    bell(boost::asio::io_context& context, settings& with, web_console* page)
        : ringing_(std::make_shared<ringing>(with, page, context)) {
        watching_ = with.desk->watch([&context, weak = std::weak_ptr(ringing_)] {
            boost::asio::post(context, [weak] {
                if (const auto locked = weak.lock()) locked->ring();
            });
        });
    }
    ~bell() { ringing_->notify.close(); }
    bell(const bell&) = delete;
    bell& operator=(const bell&) = delete;

private:
    struct ringing {
        ringing(settings& settings, web_console* web, boost::asio::io_context& context)
            : with(settings), page(web), notify(context.get_executor(), settings.notify, settings.log) {}

        void ring() {
            for (const auto& each : with.desk->open()) {
                if (each->number <= last) continue;
                last = each->number;
                notify.notify({{"ASSENT_QUESTION", std::to_string(each->number)},
                               {"ASSENT_TOOL", each->tool},
                               {"ASSENT_RISK", std::string(to_string(each->asked->risk))},
                               {"ASSENT_TEXT", with.told_of(*each->asked)},
                               {"ASSENT_LINK", page == nullptr ? std::string() : page->new_link()}});
            }
        }

        settings& with;
        web_console* page;  // null: people are not asked on a page
        notifier notify;
        std::uint64_t last = 0;  // the question of which people were told last
    };

    std::shared_ptr<ringing> ringing_;
    std::shared_ptr<void> watching_;
};

front_ends::front_ends(boost::asio::io_context& context, settings& with, std::string_view program) {
    if (!with.desk) return;
    if (with.on_web) open_web(context, with, program);
    if (with.on_terminal) open_terminal(context, with);
    if (!web_ && !terminal_)
        nobody_ = std::make_unique<nobody>(context, with.desk);
    else if (!with.notify.empty())
        bell_ = std::make_unique<bell>(context, with, web_.get());
}

front_ends::~front_ends() { close(); }

void front_ends::open_web(boost::asio::io_context& context, settings& with, std::string_view program) {
    web_console_options options;
    options.program = program;
    options.policy = with.source().name();
    options.log = with.log;
    try {
        web_ = std::make_unique<web_console>(context.get_executor(), with.desk, std::move(options));
    } catch (const std::exception& error) {
        with.log({log_level::error, fmt::format("nobody can be asked on a page: {}", error.what())});
        return;
    }
    try {
        links_ = std::make_unique<page_links>(context.get_executor(), *web_, program);
    } catch (const std::exception& error) {
        with.log(
            {log_level::warn, fmt::format("`assent console` will not find this page: {}", error.what())});
    }
    const std::string link = web_->new_link();
    // Always said: it is how people find the page.
    fmt::print(stderr, "assent: approvals at {}\n", link);
    if (with.open_page && !open_in_browser(link, ::getpid()))
        with.log({log_level::warn, "no browser could be started with xdg-open"});
}

void front_ends::open_terminal(boost::asio::io_context& context, settings& with) {
    terminal_console_options options;
    options.prompt = terminal_options_from_environment();
    options.deny_when_lost = !web_;
    options.log = with.log;
    try {
        terminal_ = std::make_unique<terminal_console>(context.get_executor(), with.desk, std::move(options));
    } catch (const std::exception& error) {
        with.log(
            {log_level::error, fmt::format("nobody can be asked in the terminal{}: {}",
                                           web_ ? "" : ", so what nothing decides is denied", error.what())});
    }
}

void front_ends::interrupted() {
    if (terminal_) terminal_->interrupted();
}

void front_ends::close() {
    bell_.reset();
    if (terminal_) terminal_->close();
    if (links_) links_->close();
    if (web_) web_->close();
    nobody_.reset();
}

}  // namespace assent::cli
