#pragma once

#include <assent/domain/decide/permission_request.hpp>

#include <functional>

namespace assent {

/// Makes a callback out of a plain function: question in, answer out. It runs on the thread that
/// asks, so it must be quick; for a function that waits for somebody use `answer_on`
/// (<assent/async.hpp>).
///
/// An exception that leaves the function denies the call.
[[nodiscard]] can_use_tool answer_with(std::function<permission_result(const permission_question&)> decide);

/// Answers every question with the same denial. \param reason  empty: a stock text
[[nodiscard]] can_use_tool deny_all(std::string reason = {});
/// Answers every question with "yes". Deny rules and deny mode still deny.
[[nodiscard]] can_use_tool allow_all();

}  // namespace assent
