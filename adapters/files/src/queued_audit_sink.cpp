#include <assent/adapters/files/queued_audit_sink.hpp>

#include "called_sink.hpp"

#include <assent/domain/decide/audit_event.hpp>
#include <assent/domain/text/needed.hpp>

#include <boost/system/errc.hpp>

#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace assent::detail {

/// A copy of an event that can be handed on as an event again.
class queued_event {
public:
    /// \param with_input  what reads it later needs the input, too: it is copied
    queued_event(const audit_event& event, bool with_input);

    /// The event. Valid as long as this is where it is.
    [[nodiscard]] audit_event event() const;
    [[nodiscard]] wall_time time() const noexcept { return event_.time; }
    /// About what it takes in memory.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    audit_event event_;  // without views and pointers
    std::string texts_;  // one behind the other
    std::array<std::size_t, 12> ends_{};
    std::optional<verdict> decided_;
    std::shared_ptr<const kept_input> input_;
    std::size_t bytes_ = 0;
};

namespace {

// All texts of an event, always in this order.
template <class Event>
auto texts_of(Event& event) {
    return std::array{&event.request_id, &event.tool_name,       &event.own_name,   &event.tool_use_id,
                      &event.agent_id,   &event.agent,           &event.session_id, &event.cwd,
                      &event.user_id,    &event.conversation_id, &event.message_id, &event.reason};
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

namespace assent {
namespace {

namespace errc = boost::system::errc;

audit_queue_options required(const audit_queue_options& options) {
    if (options.max_records == 0)
        throw std::invalid_argument("queued_audit_sink: expected room for at least 1 record, got 0");
    if (options.max_bytes == 0)
        throw std::invalid_argument("queued_audit_sink: expected room for at least 1 byte, got 0");
    return options;
}

std::size_t bytes_of(const std::vector<detail::queued_event>& events) noexcept {
    std::size_t sum = 0;
    for (const auto& each : events) sum += each.bytes();
    return sum;
}

}  // namespace

audit_queue_options audit_queue_options_of(const audit_policy& policy) {
    return {.max_records = policy.queue_records,
            .on_overflow = policy.on_overflow,
            .inputs = policy.inputs != audit_inputs::none};
}

// Whatever goes into the queue, and out of it, cannot fail half way.
static_assert(std::is_nothrow_move_constructible_v<detail::queued_event>);

class queued_audit_sink::queue_batch final : public audit_batch {
public:
    explicit queue_batch(queued_audit_sink& sink) noexcept : sink_(sink) {}

    boost::system::error_code record(const audit_event& event) override {
        try {
            if (!error_) events_.emplace_back(event, sink_.options_.inputs);
        } catch (const std::bad_alloc&) {
            error_ = make_error_code(errc::not_enough_memory);
        }
        return error_;
    }

    boost::system::error_code commit() override {
        auto error = error_;
        if (!error && !events_.empty()) error = sink_.put(events_);
        error_ = {};
        events_.clear();
        return error;
    }

private:
    queued_audit_sink& sink_;
    events events_;
    boost::system::error_code error_;
};

queued_audit_sink::queued_audit_sink(std::shared_ptr<audit_sink> sink, const audit_queue_options& options)
    : sink_(needed(std::move(sink), "queued_audit_sink", "a sink")),
      options_(required(options)),
      out_(detail::batch_of(*sink_)),
      thread_([this] { run(); }) {}

queued_audit_sink::~queued_audit_sink() {
    const std::size_t lost = close();
    if (lost == 0 || !options_.on_lost) return;
    try {
        options_.on_lost(lost);
    } catch (...) {
        // There is nobody left to tell.
    }
}

boost::system::error_code queued_audit_sink::record(const audit_event& event) {
    queue_batch alone(*this);
    if (const auto error = alone.record(event)) return error;
    return alone.commit();
}

std::unique_ptr<audit_batch> queued_audit_sink::batch() { return std::make_unique<queue_batch>(*this); }

boost::system::error_code queued_audit_sink::put(events& added) {
    const std::size_t bytes = bytes_of(added);
    const bool waits = options_.on_overflow == audit_overflow::block;
    std::unique_lock lock(mutex_);
    while (true) {
        if (closed_) return make_error_code(errc::operation_canceled);
        if (lost_ > 0 && waiting_records_ == 0) return put_through(lock, added);
        if (lost_ == 0 && has_room(added.size(), bytes)) break;
        if (!waits) return lost_ > 0 ? failure_ : make_error_code(errc::no_buffer_space);
        room_.wait(lock);
    }
    try {
        queue_.insert(queue_.end(), std::make_move_iterator(added.begin()),
                      std::make_move_iterator(added.end()));
    } catch (const std::bad_alloc&) {
        return make_error_code(errc::not_enough_memory);
    }
    waiting_records_ += added.size();
    waiting_bytes_ += bytes;
    work_.notify_one();
    return {};
}

// Records were lost: nothing is accepted any more before it is written.
boost::system::error_code queued_audit_sink::put_through(std::unique_lock<std::mutex>& lock,
                                                         const events& added) {
    lock.unlock();
    boost::system::error_code error;
    {
        const std::lock_guard writing(sink_mutex_);
        error = tell_gap();
        if (!error) error = pass_on(added);
    }
    room_.notify_all();
    return error;
}

bool queued_audit_sink::has_room(std::size_t records, std::size_t bytes) const noexcept {
    if (waiting_records_ == 0) return true;
    return waiting_records_ + records <= options_.max_records && waiting_bytes_ + bytes <= options_.max_bytes;
}

void queued_audit_sink::note_lost(const events& lost) noexcept {
    lost_ += lost.size();
    lost_at_ = lost.back().time();
}

void queued_audit_sink::run() noexcept {
    events taken;
    while (true) {
        {
            std::unique_lock lock(mutex_);
            work_.wait(lock, [this] { return closed_ || !queue_.empty(); });
            if (queue_.empty()) return;
            taken.swap(queue_);
        }
        boost::system::error_code error;
        {
            const std::lock_guard writing(sink_mutex_);
            error = tell_gap();
            if (!error) error = pass_on(taken);
        }
        const std::size_t bytes = bytes_of(taken);
        {
            const std::lock_guard lock(mutex_);
            waiting_records_ -= taken.size();
            waiting_bytes_ -= bytes;
            if (error) {
                note_lost(taken);
                failure_ = error;
            }
        }
        taken.clear();
        room_.notify_all();
    }
}

boost::system::error_code queued_audit_sink::pass_on(const events& each) noexcept {
    boost::system::error_code first;
    for (const auto& one : each)
        if (!first) first = detail::told([&] { return out_->record(one.event()); });
    // Also after an error: it empties the batch.
    const auto error = detail::told([&] { return out_->commit(); });
    return first ? first : error;
}

// Says how many accepted records are missing, as soon as it can be said.
boost::system::error_code queued_audit_sink::tell_gap() noexcept {
    std::size_t lost = 0;
    audit_event gap{.what = audit_event::kind::gap};
    {
        const std::lock_guard lock(mutex_);
        lost = gap.lost = lost_;
        gap.time = lost_at_;
    }
    if (lost == 0) return {};
    if (const auto error = detail::told([&] { return sink_->record(gap); })) return error;
    const std::lock_guard lock(mutex_);
    lost_ -= lost;
    return {};
}

std::size_t queued_audit_sink::close() noexcept {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    work_.notify_one();
    room_.notify_all();
    if (thread_.joinable()) thread_.join();
    const std::lock_guard writing(sink_mutex_);
    static_cast<void>(tell_gap());
    const std::lock_guard lock(mutex_);
    return lost_;
}

}  // namespace assent
