#pragma once

#include <assent/domain/decide/permission_request.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace assent {
namespace detail {

[[nodiscard]] can_use_tool answer_with(std::function<permission_result(const permission_question&)> decide);

}  // namespace detail

/// Makes a callback out of a plain function: question in, answer out. It runs on the thread that
/// asks, so it must be quick; for a function that waits for somebody use `answer_on`
/// (<assent/async.hpp>).
///
/// An exception that leaves the function denies the call.
template <class Decide>
[[nodiscard]] can_use_tool answer_with(Decide decide) {
    constexpr bool answers = std::is_invocable_r_v<permission_result, Decide&, const permission_question&>;
    static_assert(answers,
                  "answer_with: expected a function that takes `const permission_question&` and returns a "
                  "permission_result: allow_result or deny_result");
    static_assert(std::is_copy_constructible_v<Decide>,
                  "answer_with: expected a function that can be copied; keep what cannot be in a shared_ptr");
    if constexpr (answers && std::is_copy_constructible_v<Decide>)
        return detail::answer_with(std::move(decide));
    else
        return {};
}

/// Answers every question with the same denial. \param reason  empty: a stock text
[[nodiscard]] can_use_tool deny_all(std::string reason = {});
/// Answers every question with "yes". Deny rules and deny mode still deny.
[[nodiscard]] can_use_tool allow_all();

}  // namespace assent
