#pragma once

#include "virtual_screen.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>
#include <termios.h>

namespace assent::test {

/// Where a program is started.
struct terminal_surroundings {
    int columns = 80;
    int rows = 24;
    /// Set, or unset where there is no value. TERM is xterm-256color and NO_COLOR unset, unless said here;
    /// HOME and XDG_CONFIG_HOME are a folder without a policy, and ASSENT_POLICY is unset.
    std::map<std::string, std::optional<std::string>> environment{};
    /// Without: a session that has no terminal.
    bool has_terminal = true;
    /// As `nohup` starts it.
    bool ignores_hangup = false;
};

/// How a program ended, or that it was stopped.
struct program_state {
    int code = -1;    ///< exit status
    int signal = 0;   ///< that ended it
    int stopped = 0;  ///< by this signal; it still runs
};

/// The program `assent` as the foreground job of a terminal of its own, its streams being pipes: as an agent
/// would have started it from a shell. Everything has a deadline, and nothing sleeps: tests wait for what
/// they want to see.
class terminal_program {
public:
    explicit terminal_program(const std::vector<std::string>& arguments,
                              const terminal_surroundings& in = {});
    ~terminal_program();
    terminal_program(const terminal_program&) = delete;
    terminal_program& operator=(const terminal_program&) = delete;

    // ---- The person

    void type(std::string_view bytes);
    /// While a question is shown; waits until that is drawn anew. \param rewraps  a terminal that breaks
    /// lines anew which do not fit any more; others cut them
    void resize(int columns, int rows, bool rewraps = false);
    /// Waits until the screen has this text in one line. \return false: it never did
    [[nodiscard]] bool sees(std::string_view text);
    /// Waits until the screen has it exactly once.
    [[nodiscard]] bool sees_once(std::string_view text);
    /// Waits until it has not any more.
    [[nodiscard]] bool sees_no(std::string_view text);
    /// Waits until nothing is in the middle of being drawn, which ends with wrapping switched on.
    [[nodiscard]] bool drawn();
    /// Waits until the screen has this, and nothing else.
    [[nodiscard]] bool shows(std::string_view all);
    /// Waits until the terminal marks no pasted text any more.
    [[nodiscard]] bool marks_no_paste();
    /// Waits until the screen says that keys count.
    [[nodiscard]] bool may_answer();
    [[nodiscard]] std::string screen() const { return screen_.text(); }
    [[nodiscard]] std::string row(int row) const { return screen_.row(row); }
    [[nodiscard]] std::vector<std::pair<std::string, int>> cells(int row) const { return screen_.cells(row); }
    [[nodiscard]] bool sees_colours() const { return screen_.has_colours(); }
    /// Everything that was written to the terminal.
    [[nodiscard]] const std::string& written() const noexcept { return written_; }

    /// Somebody else writes to the terminal.
    void print(std::string_view text);

    // ---- The agent

    void say(std::string_view line);
    /// The next line that the program has written to standard output; empty: none came.
    [[nodiscard]] std::string hear();
    /// The program has written nothing that was not heard yet.
    [[nodiscard]] bool silent();
    void end_input();

    // ---- The shell

    [[nodiscard]] pid_t pid() const noexcept { return program_; }
    [[nodiscard]] termios mode() const;
    /// Waits until the terminal has this mode.
    [[nodiscard]] bool has_mode(const termios& wanted);
    /// The job is in the foreground, or not.
    void put(bool in_foreground);
    /// Waits until the program has ended or was stopped.
    program_state wait();
    /// The terminal is gone, as when its window is closed.
    void hang_up();
    [[nodiscard]] std::string errors() const { return errors_; }

private:
    [[noreturn]] void be_shell(const std::vector<std::string>& arguments, const terminal_surroundings& in);
    [[nodiscard]] bool is_drawn() const;
    void read_some(std::chrono::milliseconds patience);
    template <class Condition>
    bool until(Condition met);

    pid_t shell_ = -1;
    pid_t program_ = -1;
    int master_ = -1;
    int slave_ = -1;
    int in_[2]{-1, -1};
    int out_[2]{-1, -1};
    int err_[2]{-1, -1};
    int states_[2]{-1, -1};    // the shell tells
    int commands_[2]{-1, -1};  // the shell is told
    std::string written_;
    std::string output_;
    std::string errors_;
    std::string told_;
    virtual_screen screen_;
};

/// The modes of a terminal that a program may have changed.
[[nodiscard]] bool same_mode(const termios& one, const termios& other);

}  // namespace assent::test
