#include <assent/app/async/answers.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace assent {
namespace {

using blocking_answer = std::function<permission_result(const permission_question&)>;
using coroutine_answer = std::function<boost::asio::awaitable<permission_result>(const permission_question&)>;

std::string describe(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& known) {
        return std::string("the permission callback failed: ") + known.what();
    } catch (...) {
        return "the permission callback failed";
    }
}

void decide_now(permission_request& request, const blocking_answer& decide) {
    std::optional<permission_result> result;
    std::string fault;
    try {
        result = decide(request.question());
    } catch (...) {
        fault = describe(std::current_exception());
    }
    if (result)
        std::move(request).answer(std::move(*result));
    else
        std::move(request).fail(std::move(fault));
}

// What one coroutine needs while it runs. The signal is used on the strand only.
struct running {
    explicit running(permission_request asked) : request(std::move(asked)) {}
    permission_request request;
    boost::asio::cancellation_signal cancel;
};

boost::asio::awaitable<permission_result> begin(std::shared_ptr<running> state, coroutine_answer decide) {
    co_return co_await decide(state->request.question());
}

}  // namespace

can_use_tool answer_on(boost::asio::any_io_executor executor, blocking_answer decide) {
    return [executor = std::move(executor), decide = std::move(decide)](permission_request request) {
        // Shared, because a posted function may have to be copyable.
        const auto shared = std::make_shared<permission_request>(std::move(request));
        boost::asio::post(executor, [shared, decide] { decide_now(*shared, decide); });
    };
}

can_use_tool answer_with_coroutine(boost::asio::any_io_executor executor, coroutine_answer decide) {
    return [executor = std::move(executor), decide = std::move(decide)](permission_request request) {
        const auto strand = boost::asio::make_strand(executor);
        const auto stop = request.stop();
        const auto state = std::make_shared<running>(std::move(request));
        const auto on_stop = std::make_shared<std::optional<std::stop_callback<std::function<void()>>>>();
        on_stop->emplace(stop, [strand, weak = std::weak_ptr(state)] {
            boost::asio::post(strand, [weak] {
                if (const auto still = weak.lock()) still->cancel.emit(boost::asio::cancellation_type::all);
            });
        });
        boost::asio::co_spawn(strand, begin(state, decide),
                              boost::asio::bind_cancellation_slot(
                                  state->cancel.slot(), [state, on_stop](const std::exception_ptr& error,
                                                                         permission_result result) {
                                      on_stop->reset();
                                      if (error)
                                          std::move(state->request).fail(describe(error));
                                      else
                                          std::move(state->request).answer(std::move(result));
                                  }));
    };
}

}  // namespace assent
