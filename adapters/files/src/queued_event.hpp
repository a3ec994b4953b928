#pragma once

#include <assent/domain/audit_event.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

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
    std::array<std::size_t, 8> ends_{};
    std::optional<verdict> decided_;
    std::shared_ptr<const kept_input> input_;
    std::size_t bytes_ = 0;
};

}  // namespace assent::detail
