#include <assent/adapters/testing/checked_transport.hpp>

#include <assent/domain/text/needed.hpp>

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace assent::testing {

// What was called so far. Both directions tell it of their calls, on one thread at a time.
class checked_transport::contract {
public:
    explicit contract(report to) : report_(std::move(to)) {}

    // A call of the user, while it lasts.
    class inside {
    public:
        inside(std::shared_ptr<contract> of, std::string_view name) : of_(std::move(of)) {
            of_->enter(name);
            ++of_->calls_;
            const bool anytime = name == "start" || name == "close";
            if (!of_->started_ && !anytime) of_->breach(name, "start was not called");
        }
        ~inside() {
            --of_->calls_;
            of_->leave();
        }
        inside(const inside&) = delete;
        inside& operator=(const inside&) = delete;

    private:
        std::shared_ptr<contract> of_;
    };
    // A call of the transport, while it lasts: its user may call from inside.
    class telling {
    public:
        telling(std::shared_ptr<contract> of, std::string_view name)
            : of_(std::move(of)), calls_(std::exchange(of_->calls_, 0)) {
            of_->enter(name);
            if (of_->closed_)
                of_->breach(name, "nothing may come after on_closed");
            else if (of_->closing_ && name != "on_closed")
                of_->breach(name, "nothing but on_closed may come after close");
            const bool outside = name == "on_read" || name == "on_sent" || name == "on_closed";
            if (calls_ > 0 && outside) of_->breach(name, "it came from inside a call of the user");
        }
        ~telling() {
            of_->calls_ = calls_;
            of_->leave();
        }
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;

    private:
        std::shared_ptr<contract> of_;
        std::size_t calls_;
    };

    void starts() {
        if (std::exchange(started_, true)) breach("start", "it was called before");
    }
    void sends() {
        // What is sent after `close` is dropped.
        if (std::exchange(sending_, true) && !closing_) breach("send", "the one before is still in flight");
    }
    void begins_to_close() { closing_ = true; }
    void resumes() { paused_ = false; }
    void gives(std::size_t bytes) {
        if (ended_) breach("read_space", "nothing may be read after on_end");
        if (space_) breach("read_space", "the space before was neither filled nor given back");
        if (paused_) breach("read_space", "the space before was empty, and resume was not called");
        if (bytes > 0) space_ = bytes;
        paused_ = bytes == 0;
    }
    void read(std::size_t bytes) {
        const auto space = std::exchange(space_, std::nullopt);
        if (!space) return breach("on_read", "no space was asked for");
        if (bytes == 0) breach("on_read", "at least one byte was expected");
        if (bytes > *space) breach("on_read", "there was less space");
    }
    void nothing() {
        if (!std::exchange(space_, std::nullopt)) breach("on_nothing", "no space was asked for");
    }
    void ends() {
        if (std::exchange(ended_, true)) breach("on_end", "it came before");
    }
    void sent() {
        if (!std::exchange(sending_, false)) breach("on_sent", "no send is in flight");
    }
    void closes() { closed_ = true; }

private:
    void breach(std::string_view call, std::string_view why) {
        report_(std::string(call).append(": ").append(why));
    }
    void enter(std::string_view name) {
        auto other = std::thread::id();
        const auto own = std::this_thread::get_id();
        if (!thread_.compare_exchange_strong(other, own) && other != own)
            breach(name, "another call runs on another thread");
        else
            ++depth_;
    }
    void leave() {
        if (thread_.load() == std::this_thread::get_id() && --depth_ == 0) thread_ = std::thread::id();
    }

    report report_;
    std::atomic<std::thread::id> thread_{};  // of the calls that run
    std::size_t depth_ = 0;                  // how many of them are inside one another
    std::size_t calls_ = 0;                  // of the user, that run now
    std::optional<std::size_t> space_{};     // that was given, and is not filled yet
    bool paused_ = false;                    // there was no space, until `resume`
    bool started_ = false;
    bool sending_ = false;
    bool closing_ = false;
    bool ended_ = false;
    bool closed_ = false;
};

class checked_transport::checked_handler final : public transport::handler {
public:
    checked_handler(std::shared_ptr<contract> told, std::shared_ptr<handler> user)
        : told_(std::move(told)), user_(std::move(user)) {}

    std::span<char> read_space() override {
        const contract::telling now(told_, "read_space");
        const auto space = user_->read_space();
        told_->gives(space.size());
        return space;
    }
    void on_nothing() override {
        const contract::telling now(told_, "on_nothing");
        told_->nothing();
        user_->on_nothing();
    }
    void on_read(std::size_t bytes) override {
        const contract::telling now(told_, "on_read");
        told_->read(bytes);
        user_->on_read(bytes);
    }
    void on_end() override {
        const contract::telling now(told_, "on_end");
        told_->ends();
        user_->on_end();
    }
    void on_sent() override {
        const contract::telling now(told_, "on_sent");
        told_->sent();
        user_->on_sent();
    }
    void on_closed(boost::system::error_code error) override {
        const contract::telling now(told_, "on_closed");
        told_->closes();
        user_->on_closed(error);
    }

private:
    std::shared_ptr<contract> told_;
    std::shared_ptr<handler> user_;
};

checked_transport::checked_transport(std::unique_ptr<transport> yours, report to)
    : contract_(std::make_shared<contract>(needed(std::move(to), "checked_transport", "a report"))),
      yours_(needed(std::move(yours), "checked_transport", "a transport")) {}

checked_transport::~checked_transport() = default;

void checked_transport::start(std::shared_ptr<handler> user) {
    const contract::inside now(contract_, "start");
    contract_->starts();
    yours_->start(std::make_shared<checked_handler>(contract_, std::move(user)));
}

void checked_transport::send(std::span<const std::string_view> pieces) {
    const contract::inside now(contract_, "send");
    contract_->sends();
    yours_->send(pieces);
}

void checked_transport::resume() {
    const contract::inside now(contract_, "resume");
    contract_->resumes();
    yours_->resume();
}

void checked_transport::end_output() {
    const contract::inside now(contract_, "end_output");
    yours_->end_output();
}

void checked_transport::close() noexcept {
    const contract::inside now(contract_, "close");
    contract_->begins_to_close();
    yours_->close();
}

}  // namespace assent::testing
