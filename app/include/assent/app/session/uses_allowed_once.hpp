#pragma once

#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/hook_dialect.hpp>

#include <cstddef>
#include <list>
#include <string>
#include <string_view>

namespace assent {

/// How long after a person's answer an agent may tell of the use at its other event. It does at once.
inline constexpr duration longest_between_events = std::chrono::seconds(30);
/// So many such uses are kept; over it the oldest is forgotten, and asked about again.
inline constexpr std::size_t max_uses_allowed_once = 256;

/// What people have allowed of agents that tell of one use at two events: before it, and when they are about
/// to ask a person. At the second of them nobody is asked again.
///
/// Thread-safety: none. Sessions that share it run on one thread.
class uses_allowed_once {
public:
    /// \param use  that it is the same: of which session, which tool, and with which input
    void keep(std::string use, hook_dialect::moment told, time_point now);
    /// \return whether a person has allowed it when it was told at the other event; that is used up then
    bool take(std::string_view use, hook_dialect::moment told, time_point now);

private:
    struct allowed_use {
        std::string use;
        hook_dialect::moment told;
        time_point until;
    };
    std::list<allowed_use> kept_;  // the oldest first
};

}  // namespace assent
