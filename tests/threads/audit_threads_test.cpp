// Batches and queues of one audit sink, used by several threads at once: run under ThreadSanitizer.
#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/queued_audit_sink.hpp>
#include <assent/app/gate/check_batch.hpp>
#include <assent/testing.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace assent::audit_threads_test {
namespace {

using testing::manual_clock;
using testing::recording_audit_sink;

constexpr std::size_t writers = 3;
constexpr int batches = 300;
constexpr int in_a_batch = 5;

struct folder {
    folder() { BOOST_REQUIRE(::mkdtemp(path.data()) != nullptr); }
    ~folder() { std::filesystem::remove_all(path); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    std::string path = (std::filesystem::temp_directory_path() / "assent-threads-XXXXXX").string();
};

// Runs `work(number)` on several threads at once.
template <class Work>
void on_threads(const Work& work) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < writers; ++i) threads.emplace_back([&work, i] { work(i); });
    for (auto& each : threads) each.join();
}

audit_event event_of(std::string_view id) {
    return {.what = audit_event::kind::protocol, .request_id = id, .reason = "why"};
}

BOOST_AUTO_TEST_CASE(batches_of_several_threads_make_one_chain_across_files) {
    const folder at;
    const auto path = std::filesystem::path(at.path) / "audit";
    std::atomic<bool> wrong{false};
    {
        audit_file file(path, {.chain = true, .rotate_bytes = 100'000});
        on_threads([&](std::size_t) {
            const auto batch = file.batch();
            for (int i = 0; i < batches; ++i) {
                for (int n = 0; n < in_a_batch; ++n) wrong = batch->record(event_of("r")).failed() || wrong;
                wrong = batch->commit().failed() || wrong;
                wrong = file.record(event_of("r")).failed() || wrong;
            }
        });
    }
    BOOST_TEST(!wrong);
    const auto found = verify_audit_files(path);
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == writers * batches * (in_a_batch + 1));
    BOOST_TEST(std::filesystem::exists(path.string() + ".1"));
}

// Fails now and then, as a disk that is full for a while, and counts what it has taken.
class moody_sink final : public audit_sink {
public:
    boost::system::error_code record(const audit_event& event) override {
        const std::lock_guard lock(mutex_);
        if (++calls_ % 50 > 40 && !calm_) return make_error_code(boost::system::errc::no_space_on_device);
        if (event.what == audit_event::kind::gap)
            lost_ += event.lost;
        else
            ++taken_[std::string(event.request_id)];
        return {};
    }
    void calm_down() {
        const std::lock_guard lock(mutex_);
        calm_ = true;
    }
    [[nodiscard]] std::size_t taken() const {
        std::size_t sum = 0;
        for (const auto& each : taken_) sum += each.second;
        return sum;
    }
    [[nodiscard]] std::size_t lost() const { return lost_; }

private:
    std::mutex mutex_;
    std::size_t calls_ = 0;
    bool calm_ = false;
    std::size_t lost_ = 0;
    std::map<std::string, std::size_t> taken_;
};

BOOST_AUTO_TEST_CASE(each_record_that_a_queue_accepts_is_written_or_counted_as_lost) {
    for (const audit_overflow on_overflow : {audit_overflow::deny, audit_overflow::block}) {
        const auto sink = std::make_shared<moody_sink>();
        std::atomic<std::size_t> accepted{0};
        std::atomic<std::size_t> refused{0};
        std::size_t left = 0;
        {
            queued_audit_sink queue(sink, {.max_records = 20, .on_overflow = on_overflow});
            on_threads([&](std::size_t) {
                const auto batch = queue.batch();
                for (int i = 0; i < batches; ++i) {
                    for (int n = 0; n < in_a_batch; ++n) static_cast<void>(batch->record(event_of("r")));
                    (batch->commit() ? refused : accepted) += in_a_batch;
                    (queue.record(event_of("r")) ? refused : accepted) += 1;
                }
            });
            sink->calm_down();
            left = queue.close();
        }
        BOOST_TEST(left == 0U);
        // What was refused in the middle may be there, too: nobody counts on it.
        BOOST_TEST(sink->taken() + sink->lost() >= accepted);
        BOOST_TEST(sink->taken() <= accepted + refused);
        BOOST_TEST(accepted > 0U);
    }
}

BOOST_AUTO_TEST_CASE(a_queue_may_be_closed_while_others_wait_for_room) {
    for (int round = 0; round < 200; ++round) {
        const auto sink = std::make_shared<recording_audit_sink>();
        queued_audit_sink queue(sink, {.max_records = 1, .on_overflow = audit_overflow::block});
        std::atomic<std::size_t> accepted{0};
        std::thread closes([&] { queue.close(); });
        on_threads([&](std::size_t) {
            for (int i = 0; i < 10; ++i)
                if (!queue.record(event_of("r"))) ++accepted;
        });
        closes.join();
        BOOST_TEST(sink->events().size() == accepted);
    }
}

BOOST_AUTO_TEST_CASE(checks_in_batches_of_several_threads_are_all_on_record_or_all_counted) {
    const auto sink = std::make_shared<recording_audit_sink>();
    permission_gate gate({.policy = {.mode = permission_mode::allow}}, std::make_shared<manual_clock>(),
                         sink);
    std::atomic<std::size_t> held{0};
    std::atomic<std::size_t> failed{0};
    std::atomic<std::size_t> running{writers};
    std::thread spoils([&] {
        while (running > 0) {
            sink->fail_nth(3);
            std::this_thread::yield();
        }
        sink->work_again();
    });
    on_threads([&](std::size_t) {
        check_batch batch = gate.batch();
        const auto input = make_input({});
        std::string scratch;
        for (int i = 0; i < batches; ++i) {
            for (int n = 0; n < in_a_batch; ++n)
                batch.check({.tool_name = "Bash", .input = *input}, "r", scratch);
            (batch.commit() ? held : failed) += in_a_batch;
        }
        --running;
    });
    spoils.join();
    std::string scratch;
    gate.check({.tool_name = "Bash", .input = *make_input({})}, "last", scratch);  // tells what is missing
    std::size_t told = 0;
    for (const auto& gap : sink->events(audit_event::kind::gap)) told += gap.lost;
    BOOST_TEST(sink->events(audit_event::kind::decision).size() == held + 1);
    BOOST_TEST(told == failed);
}

}  // namespace
}  // namespace assent::audit_threads_test
