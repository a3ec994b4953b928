#include "process/work_aside.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace work_aside_test {
namespace {

namespace asio = boost::asio;
using assent::cli::work_aside;

BOOST_AUTO_TEST_SUITE(work_aside_test)

// Work that goes on until it is let go, as the reading of a file that does not answer.
class held_work {
public:
    [[nodiscard]] std::function<void()> work() {
        // The last one who holds it is the thread, at its end.
        auto last = std::shared_ptr<void>(nullptr, [all = all_](void*) { all->over.set_value(); });
        return [all = all_, last = std::move(last)] {
            all->began.set_value(std::this_thread::get_id());
            all->released.get_future().wait();
        };
    }
    std::thread::id began() { return all_->began.get_future().get(); }
    void release() { all_->released.set_value(); }
    void wait_for_end() { all_->over.get_future().wait(); }

private:
    struct moments {
        std::promise<std::thread::id> began;
        std::promise<void> released;
        std::promise<void> over;
    };
    std::shared_ptr<moments> all_ = std::make_shared<moments>();
};

BOOST_AUTO_TEST_CASE(others_have_their_turn_while_work_waits) {
    held_work held;
    asio::io_context context;
    work_aside aside(context.get_executor());
    bool done = false;
    aside.start(held.work(), [&] { done = true; });
    BOOST_TEST((held.began() != std::this_thread::get_id()));
    bool had_a_turn = false;
    asio::post(context, [&] { had_a_turn = true; });
    context.run();
    BOOST_TEST(had_a_turn);
    BOOST_TEST(!done);
    BOOST_TEST(aside.busy());

    held.release();
    context.restart();
    const auto until_done = asio::make_work_guard(context);
    while (!done) context.run_one();
    BOOST_TEST(!aside.busy());
    held.wait_for_end();
}

BOOST_AUTO_TEST_CASE(what_was_done_is_told_on_the_executor_and_more_can_be_started_then) {
    asio::io_context context;
    const auto until_done = asio::make_work_guard(context);
    work_aside aside(context.get_executor());
    int done = 0;
    for (int round = 1; round <= 3; ++round) {
        std::thread::id where;
        aside.start([] {},
                    [&] {
                        BOOST_TEST(!aside.busy());
                        where = std::this_thread::get_id();
                        ++done;
                    });
        while (done < round) context.run_one();
        BOOST_TEST((where == std::this_thread::get_id()));
    }
}

BOOST_AUTO_TEST_CASE(work_that_was_abandoned_may_end_when_everything_is_gone) {
    held_work held;
    bool done = false;
    {
        asio::io_context context;
        work_aside aside(context.get_executor());
        aside.start(held.work(), [&] { done = true; });
        static_cast<void>(held.began());
    }
    held.release();
    held.wait_for_end();
    BOOST_TEST(!done);
}

BOOST_AUTO_TEST_CASE(what_is_done_but_was_not_told_yet_is_abandoned_too) {
    held_work held;
    asio::io_context context;
    work_aside aside(context.get_executor());
    bool done = false;
    aside.start(held.work(), [&] { done = true; });
    held.release();
    held.wait_for_end();
    aside.abandon();
    BOOST_TEST(!aside.busy());
    context.run();
    BOOST_TEST(!done);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace work_aside_test
