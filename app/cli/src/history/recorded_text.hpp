#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/domain/call/tool_call.hpp>

#include <string>
#include <string_view>

namespace assent::cli {

/// Somebody was asked about it.
[[nodiscard]] bool was_asked(const recorded_event& event) noexcept;

/// What was decided, and by whom: `allowed`, `asked, denied`.
[[nodiscard]] std::string_view outcome_words(const recorded_event& event) noexcept;

/// The call as it was decided. Borrows from the event, whose input has to be there.
[[nodiscard]] tool_call call_of(const recorded_event& event);

/// What a call was to do, in one line that is safe to show: "Execute command: npm test".
[[nodiscard]] std::string asked_words(const recorded_event& event);

/// A time as this machine's clock has it: `2026-11-27 14:03:12`.
/// \param format  of `strftime`
[[nodiscard]] std::string local_time(wall_time time, const char* format = "%Y-%m-%d %H:%M:%S");

/// An event in one line for people, with its end. Empty: it says nothing that people look for in a log.
[[nodiscard]] std::string line_for_people(const recorded_event& event);

}  // namespace assent::cli
