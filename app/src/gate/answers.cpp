#include <assent/app/gate/answers.hpp>

#include <utility>

namespace assent {

can_use_tool detail::answer_with(std::function<permission_result(const permission_question&)> decide) {
    return [decide = std::move(decide)](permission_request request) {
        auto result = decide(request.question());
        std::move(request).answer(std::move(result));
    };
}

can_use_tool deny_all(std::string reason) {
    return answer_with(
        [reason = std::move(reason)](const permission_question&) { return deny_result{.reason = reason}; });
}

can_use_tool allow_all() {
    return answer_with([](const permission_question&) { return allow_result{}; });
}

}  // namespace assent
