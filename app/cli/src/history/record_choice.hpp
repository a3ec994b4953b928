#pragma once

#include <assent/adapters/files/audit_line.hpp>

#include <optional>
#include <string>

namespace assent::cli {

/// What is wanted of a record. Each wish narrows the others.
struct record_choice {
    std::string since{};  ///< as typed: a time back, or a day
    bool today = false;
    bool denied = false;
    bool asked = false;  ///< somebody was asked
    std::string agent{};
    std::string folder{};  ///< the agent works in it, or below
};

/// The same, understood.
class chosen_events {
public:
    /// \throws usage_error that names the option
    chosen_events(const record_choice& choice, wall_time now);

    [[nodiscard]] bool has(const recorded_event& event) const;
    /// The same of all that is said of calls: what became of them, too, where it is not chosen by that.
    [[nodiscard]] bool has_call_of(const recorded_event& event) const;

private:
    [[nodiscard]] bool works_there(std::string_view cwd) const;

    record_choice choice_;
    std::optional<wall_time> since_{};
};

}  // namespace assent::cli
