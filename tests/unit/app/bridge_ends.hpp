#pragma once

#include "gate_probe.hpp"

#include <assent/testing.hpp>

#include <memory>
#include <optional>
#include <string>

namespace assent {

using testing::fake_connection;
using testing::feed_style;

/// A bridge between two fake connections. Whoever derives from it makes gate and bridge.
template <class Bridge>
struct bridge_ends {
    bridge_ends() = default;
    ~bridge_ends() { made->detach(); }
    bridge_ends(const bridge_ends&) = delete;
    bridge_ends& operator=(const bridge_ends&) = delete;

    void say(const std::string& lines) {
        upstream.feed(lines, style);
        pump();
    }
    void ask(const std::string& lines) {
        agent.feed(lines, style);
        pump();
    }
    void pump() {
        made->mail_arrived();
        for (bool any = true; any;) {
            any = upstream.pump();
            any = agent.pump() || any;
            made->mail_arrived();
        }
    }

    feed_style style = feed_style::whole;
    std::shared_ptr<testing::manual_clock> clock = std::make_shared<testing::manual_clock>();
    std::shared_ptr<testing::recording_audit_sink> audit = std::make_shared<testing::recording_audit_sink>();
    fake_connection upstream;
    fake_connection agent;
    std::shared_ptr<permission_gate> gate;
    std::optional<std::string> reason;  ///< why it ended, where that is listened to
    std::shared_ptr<Bridge> made;
};

}  // namespace assent
