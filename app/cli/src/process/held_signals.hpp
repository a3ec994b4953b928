#pragma once

namespace assent::cli {

/// As long as one lives, Ctrl-C and its like end the program only where nothing is left half done: what
/// changes several files asks in between whether it is to stop, and undoes what it did.
///
/// SIGINT, SIGTERM and SIGHUP are remembered, and end the program as ever when the outermost one goes. Those
/// that whoever started the program has it ignore stay ignored. One thread alone makes them.
class held_signals {
public:
    held_signals();
    ~held_signals();
    held_signals(const held_signals&) = delete;
    held_signals& operator=(const held_signals&) = delete;

    /// \throws std::runtime_error when a signal has come; once, so that what is undone is not stopped, too
    static void require_none();
};

}  // namespace assent::cli
