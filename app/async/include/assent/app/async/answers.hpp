#pragma once

#include <assent/domain/decide/permission_request.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <functional>

namespace assent {

/// Makes a callback out of a function that may block, such as a prompt: it runs on `executor` (a
/// thread pool), one call per question.
///
/// An exception that leaves the function denies the call, on record as a fault. When the question
/// is over meanwhile, the function's answer is ignored.
[[nodiscard]] can_use_tool answer_on(boost::asio::any_io_executor executor,
                                     std::function<permission_result(const permission_question&)> decide);

/// Makes a callback out of a coroutine, spawned on `executor` for each question.
///
/// The question lives as long as the coroutine. When the question is over before the coroutine is
/// (withdrawn, timed out, session closed), the coroutine is cancelled. An exception denies the
/// call, on record as a fault.
[[nodiscard]] can_use_tool answer_with_coroutine(
    boost::asio::any_io_executor executor,
    std::function<boost::asio::awaitable<permission_result>(const permission_question&)> decide);

}  // namespace assent
