#include "queued_event.hpp"

#include <string_view>

namespace assent::detail {
namespace {

// All texts of an event, always in this order.
template <class Event>
auto texts_of(Event& event) {
    return std::array{&event.request_id, &event.tool_name,       &event.tool_use_id, &event.agent_id,
                      &event.user_id,    &event.conversation_id, &event.message_id,  &event.reason};
}

}  // namespace

queued_event::queued_event(const audit_event& event, bool with_input) : event_(event) {
    const auto from = texts_of(event);
    std::size_t size = 0;
    for (const auto* text : from) size += text->size();
    texts_.reserve(size);
    for (std::size_t i = 0; i < from.size(); ++i) {
        texts_ += *from[i];
        ends_[i] = texts_.size();
    }
    for (auto* const text : texts_of(event_)) *text = {};
    if (event.decided != nullptr) decided_ = *event.decided;
    if (with_input && event.input != nullptr) input_ = event.input->retain();
    bytes_ = sizeof(*this) + texts_.capacity();
    if (decided_) bytes_ += decided_->detail.capacity() + decided_->by.capacity();
    if (input_) bytes_ += input_->size_bytes();
    event_.decided = nullptr;
    event_.input = nullptr;
}

audit_event queued_event::event() const {
    audit_event made = event_;
    std::size_t begin = 0;
    const auto into = texts_of(made);
    for (std::size_t i = 0; i < into.size(); ++i) {
        *into[i] = std::string_view(texts_).substr(begin, ends_[i] - begin);
        begin = ends_[i];
    }
    made.decided = decided_ ? &*decided_ : nullptr;
    made.input = input_.get();
    return made;
}

}  // namespace assent::detail
