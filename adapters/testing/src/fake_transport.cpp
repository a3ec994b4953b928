#include <assent/adapters/testing/fake_transport.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace assent::testing {

// What the transport and the test's end of it share. Events are never delivered while another one is: what a
// handler starts while it is being called is done when it has returned.
class fake_connection::wire {
public:
    void start(std::shared_ptr<transport::handler> user);
    void send(std::span<const std::string_view> pieces);
    void resume() noexcept { paused = false; }  // the reading itself is left to `pump`
    void end_output() noexcept { output_ended = true; }
    void close() noexcept { closed = true; }

    void feed(std::string_view bytes, std::size_t most_at_once);
    bool deliver();
    bool pump();

    std::shared_ptr<transport::handler> user;
    std::string sent;
    std::size_t taken = 0;
    std::vector<std::string> sends;
    std::optional<boost::system::error_code> broken;
    std::size_t failing_send = 0;  // counted down; 0: none
    boost::system::error_code send_error;
    bool started = false;
    bool paused = false;
    bool held = false;
    bool input_ended = false;
    bool output_ended = false;
    bool closed = false;
    bool finished = false;

    [[nodiscard]] std::size_t waiting_bytes() const noexcept;

private:
    struct chunk {
        std::string bytes;
        std::size_t most_at_once;
        std::size_t taken = 0;
    };

    template <class Step>
    bool run(Step step);
    bool step();
    bool complete_send();
    bool read();
    bool has_space();
    bool finish();

    std::deque<chunk> input_;
    std::span<char> space_;  // for the next read
    bool end_told_ = false;
    bool running_ = false;
    bool in_flight_ = false;
    std::vector<std::string_view> pieces_;  // as the user gave them
    std::string copied_;                    // what they held then
};

void fake_connection::wire::start(std::shared_ptr<transport::handler> handler) {
    if (started) throw std::logic_error("fake_transport: started twice");
    started = true;
    user = std::move(handler);
}

void fake_connection::wire::send(std::span<const std::string_view> pieces) {
    if (!started) throw std::logic_error("fake_transport: send before start");
    if (in_flight_) throw std::logic_error("fake_transport: send while one is in flight");
    if (output_ended) throw std::logic_error("fake_transport: send after end_output");
    if (finished) throw std::logic_error("fake_transport: send after on_closed");
    in_flight_ = true;
    pieces_.assign(pieces.begin(), pieces.end());
    copied_.clear();
    for (const std::string_view piece : pieces_) copied_ += piece;
    if (failing_send > 0 && --failing_send == 0) broken = send_error;
}

void fake_connection::wire::feed(std::string_view bytes, std::size_t most_at_once) {
    if (bytes.empty()) return;
    if (input_ended) throw std::logic_error("fake_connection: fed after end");
    input_.push_back({std::string(bytes), most_at_once});
}

std::size_t fake_connection::wire::waiting_bytes() const noexcept {
    std::size_t sum = 0;
    for (const chunk& each : input_) sum += each.bytes.size() - each.taken;
    return sum;
}

template <class Step>
bool fake_connection::wire::run(Step step) {
    if (running_ || !user) return false;
    // The user stays alive while it is being called, whatever it lets go of.
    const auto kept = user;
    running_ = true;
    bool any = false;
    try {
        while (step()) any = true;
    } catch (...) {
        running_ = false;
        throw;
    }
    running_ = false;
    return any;
}

// Input only: a send is completed in `pump`.
bool fake_connection::wire::deliver() {
    return run([this] { return read(); });
}

bool fake_connection::wire::pump() {
    return run([this] { return step(); });
}

bool fake_connection::wire::step() {
    if (finished) return false;
    return complete_send() || read() || finish();
}

bool fake_connection::wire::complete_send() {
    if (!in_flight_ || held || closed || broken) return false;
    std::string now;
    for (const std::string_view piece : pieces_) now += piece;
    if (now != copied_) throw std::logic_error("fake_transport: a piece was changed before on_sent");
    in_flight_ = false;
    sent += copied_;
    sends.push_back(std::move(copied_));
    user->on_sent();
    return true;
}

bool fake_connection::wire::read() {
    if (closed || broken || end_told_ || !has_space()) return false;
    if (input_.empty() && !input_ended) return false;
    const auto space = std::exchange(space_, {});
    if (input_.empty()) {
        end_told_ = true;
        user->on_end();
        return true;
    }
    chunk& first = input_.front();
    const std::size_t left = first.bytes.size() - first.taken;
    const std::size_t bytes = std::min({left, first.most_at_once, space.size()});
    std::copy_n(first.bytes.data() + first.taken, bytes, space.data());
    first.taken += bytes;
    if (bytes == left) input_.pop_front();
    user->on_read(bytes);
    return true;
}

// Like a real transport, it asks ahead: the room lies ready when the bytes come.
bool fake_connection::wire::has_space() {
    if (space_.empty() && !paused) {
        space_ = user->read_space();
        paused = space_.empty();
    }
    return !space_.empty();
}

bool fake_connection::wire::finish() {
    const bool both_ended = end_told_ && output_ended && !in_flight_;
    if (!closed && !broken && !both_ended) return false;
    finished = true;
    in_flight_ = false;
    const auto last = std::exchange(user, nullptr);
    last->on_closed(broken.value_or(boost::system::error_code()));
    return true;
}

class fake_connection::fake_transport final : public transport {
public:
    explicit fake_transport(std::shared_ptr<wire> shared) : wire_(std::move(shared)) {}
    ~fake_transport() override { wire_->close(); }
    fake_transport(const fake_transport&) = delete;
    fake_transport& operator=(const fake_transport&) = delete;

    void start(std::shared_ptr<handler> user) override { wire_->start(std::move(user)); }
    void send(std::span<const std::string_view> pieces) override { wire_->send(pieces); }
    void resume() override { wire_->resume(); }
    void end_output() override { wire_->end_output(); }
    void close() noexcept override { wire_->close(); }

private:
    std::shared_ptr<wire> wire_;
};

fake_connection::fake_connection() : wire_(std::make_shared<wire>()) {}
// The user owns the transport, which shares the wire, which keeps the user: the ring is cut here.
fake_connection::~fake_connection() { const auto last = std::exchange(wire_->user, nullptr); }

std::unique_ptr<transport> fake_connection::make_transport() {
    return std::make_unique<fake_transport>(wire_);
}

void fake_connection::feed(std::string_view bytes, feed_style style) {
    wire_->feed(bytes, style == feed_style::whole ? std::numeric_limits<std::size_t>::max() : 1);
    wire_->deliver();
}

void fake_connection::feed_split(std::string_view bytes, std::size_t first_bytes) {
    const std::size_t cut = std::min(first_bytes, bytes.size());
    feed(bytes.substr(0, cut));
    feed(bytes.substr(cut));
}

void fake_connection::end() {
    wire_->input_ended = true;
    wire_->deliver();
}

void fake_connection::break_with(boost::system::error_code error) { wire_->broken = error; }

bool fake_connection::pump() { return wire_->pump(); }
void fake_connection::hold_sends(bool held) noexcept { wire_->held = held; }

void fake_connection::fail_send(std::size_t nth, boost::system::error_code error) {
    wire_->failing_send = nth;
    wire_->send_error = error;
}

const std::string& fake_connection::sent() const noexcept { return wire_->sent; }

std::string fake_connection::take_sent() {
    std::string fresh = wire_->sent.substr(wire_->taken);
    wire_->taken = wire_->sent.size();
    return fresh;
}

const std::vector<std::string>& fake_connection::sends() const noexcept { return wire_->sends; }
bool fake_connection::started() const noexcept { return wire_->started; }
bool fake_connection::paused() const noexcept { return wire_->paused; }
std::size_t fake_connection::waiting_bytes() const noexcept { return wire_->waiting_bytes(); }
bool fake_connection::output_ended() const noexcept { return wire_->output_ended; }
bool fake_connection::closed() const noexcept { return wire_->closed; }
bool fake_connection::finished() const noexcept { return wire_->finished; }

}  // namespace assent::testing
