#include <assent/domain/permission_request.hpp>

#include <utility>

namespace assent {

permission_request::permission_request(std::shared_ptr<const permission_question> question,
                                       std::weak_ptr<answer_sink> sink, std::stop_token stop) noexcept
    : question_(std::move(question)), sink_(std::move(sink)), stop_(std::move(stop)) {}

permission_request& permission_request::operator=(permission_request&& other) noexcept {
    // The handle that is overwritten is dropped: swap, and let `other` carry it to its end.
    permission_request taken(std::move(other));
    std::swap(question_, taken.question_);
    std::swap(sink_, taken.sink_);
    std::swap(stop_, taken.stop_);
    return *this;
}

permission_request::~permission_request() {
    if (!question_) return;
    if (const auto sink = sink_.lock()) sink->dropped(*question_);
}

bool permission_request::answer(permission_result result) && {
    // Taken out first: whatever happens from here on, the destructor has nothing left to drop.
    const auto question = std::move(question_);
    const auto sink = sink_.lock();
    return question && sink && sink->answer(*question, std::move(result));
}

bool permission_request::allow() && { return std::move(*this).answer(allow_result{}); }

bool permission_request::allow(json_object edited_input) && {
    return std::move(*this).answer(allow_result{.edited_input = std::move(edited_input)});
}

bool permission_request::allow_with_suggestions() && {
    if (!question_) return false;
    return std::move(*this).answer(allow_result{.updates = question_->suggestions});
}

bool permission_request::deny(std::string reason) && {
    return std::move(*this).answer(deny_result{.reason = std::move(reason)});
}

bool permission_request::deny_and_interrupt(std::string reason) && {
    return std::move(*this).answer(deny_result{.reason = std::move(reason), .interrupt = true});
}

bool permission_request::fail(std::string why) && {
    const auto question = std::move(question_);
    const auto sink = sink_.lock();
    return question && sink && sink->failed(*question, std::move(why));
}

}  // namespace assent
