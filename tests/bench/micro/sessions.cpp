#include "micro.hpp"

#include "../driver/request_book.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/testing.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

// A request from its bytes to those of its answer: all of a session but the transport, the clock and the
// audit file.
namespace assent::bench {
namespace {

// Gives bytes, and counts those that it is given.
class counting_transport final : public transport {
public:
    struct peer {
        std::shared_ptr<handler> user;
        std::size_t sent_bytes = 0;
        bool sending = false;
    };
    explicit counting_transport(std::shared_ptr<peer> other) : peer_(std::move(other)) {}

    void start(std::shared_ptr<handler> user) override { peer_->user = std::move(user); }
    void send(std::span<const std::string_view> pieces) override {
        for (const auto& each : pieces) peer_->sent_bytes += each.size();
        peer_->sending = true;
    }
    void resume() override {}
    void end_output() override {}
    void close() noexcept override {}

private:
    std::shared_ptr<peer> peer_;
};

void feed(counting_transport::peer& peer, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto space = peer.user->read_space();
        const std::size_t some = std::min(space.size(), bytes.size());
        std::memcpy(space.data(), bytes.data(), some);
        peer.user->on_read(some);
        bytes.remove_prefix(some);
        if (std::exchange(peer.sending, false)) peer.user->on_sent();
    }
}

struct traffic {
    const char* name;
    std::size_t input_bytes;
    input_shape shape;
};
constexpr traffic kinds[] = {
    {"request and answer: 100 B", 100, input_shape::text},
    {"request and answer: 10 KiB text", 10 * 1024, input_shape::text},
    {"request and answer: 10 KiB nested", 10 * 1024, input_shape::nested},
};

void answer(benchmark::State& state, const traffic& what) {
    gate_options options;
    options.rules =
        rule_set::make({parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value()}).value();
    const auto time = std::make_shared<testing::manual_clock>();
    const auto peer = std::make_shared<counting_transport::peer>();
    const auto session = std::make_shared<control_session>(
        std::make_unique<counting_transport>(peer),
        std::make_shared<permission_gate>(std::move(options), time), session_options{});
    session->start([] {}, [](boost::system::error_code, std::string_view) {});

    outbox out;
    const request_book requests(what.input_bytes, what.shape);
    requests.write(1, out);
    const std::string line = out.text();
    for (int i = 0; i < 100; ++i) feed(*peer, line);
    if (peer->sent_bytes < 100 * requests.input_bytes()) {
        state.SkipWithError("it is not allowed");
        return;
    }
    counted_loop(state, false, [&] { feed(*peer, line); });
    state.SetBytesProcessed(static_cast<std::int64_t>(line.size()) * state.iterations());
    session->detach();
    peer->user.reset();
}

}  // namespace

void register_sessions() {
    for (const traffic& each : kinds)
        benchmark::RegisterBenchmark(each.name, [&each](benchmark::State& state) { answer(state, each); });
}

}  // namespace assent::bench
