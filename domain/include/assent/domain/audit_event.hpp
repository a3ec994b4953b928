#pragma once

#include <assent/domain/time.hpp>
#include <assent/domain/verdict.hpp>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace assent {

/// One line of the record: a decision, or something that must not pass unseen.
///
/// It never holds the input's content. The views are valid during the call that carries them; a
/// sink that keeps events copies them (`kept_audit_event`).
struct audit_event {
    enum class kind : unsigned char {
        decision,     ///< a call was allowed or denied
        late_answer,  ///< an answer came after the question was over; ignored
        protocol,     ///< the peer broke the protocol; `reason` says how
        gap,          ///< the sink failed before: `lost` records are missing here
    };

    kind what = kind::decision;
    wall_time time{};
    std::string_view request_id{};
    std::string_view tool_name{};
    /// Decisions only from here on.
    const verdict* decided = nullptr;
    /// From the moment the call was seen to the decision.
    duration latency{};
    std::string_view reason{};  ///< for late_answer and protocol
    std::size_t lost = 0;       ///< for gap
};

[[nodiscard]] std::string_view to_string(audit_event::kind kind) noexcept;
std::ostream& operator<<(std::ostream& out, audit_event::kind kind);

}  // namespace assent
