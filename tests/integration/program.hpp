#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace assent::test {

/// What a finished program left behind.
struct finished {
    int code = -1;    ///< exit status; -1 when a signal ended it
    int signal = 0;   ///< that signal
    std::string out;  ///< standard output
    std::string err;  ///< standard error
};

/// Where a program runs.
struct surroundings {
    std::string executable = ASSENT_PROGRAM;
    /// Variables that are set, or unset when there is no value. The others are the test's own; but HOME and
    /// XDG_CONFIG_HOME are an empty folder, and XDG_STATE_HOME and ASSENT_POLICY are unset: no test sees the
    /// machine's policy.
    std::map<std::string, std::optional<std::string>> environment{};
    std::string folder{};  ///< the working directory; empty: the test's own
};

/// A program that runs, with its three streams in our hands. Everything has a deadline: a program
/// that hangs is killed, and the test fails.
class program {
public:
    /// Starts it with these arguments, and no signal ignored.
    explicit program(const std::vector<std::string>& arguments, const surroundings& around = {});
    ~program();
    program(const program&) = delete;
    program& operator=(const program&) = delete;

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    void write(std::string_view text);
    void end_input();
    /// Closes its three streams, as the end of a process closes them that had them.
    void abandon();
    void signal(int number) const;
    /// Waits until standard output (or error) holds `count` lines in all, and returns them.
    std::vector<std::string> out_lines(std::size_t count);
    std::vector<std::string> err_lines(std::size_t count);
    /// Waits until a line of standard error holds this text. False: the program ended without one.
    bool says(std::string_view text);
    /// Waits for the end. Input is ended first, unless it is to stay open until then.
    finished wait(bool keep_input = false);
    /// Waits for the end without reading anything any more. Nothing of what it writes is kept.
    finished wait_unread();

private:
    void read_some(int timeout_ms);
    finished reaped(int flags);
    std::vector<std::string> lines(std::string& text, std::size_t count);

    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::string out_text_;
    std::string err_text_;
};

/// Runs the program to its end with this input.
[[nodiscard]] finished run(const std::vector<std::string>& arguments, std::string_view input = {},
                           const surroundings& in = {});

/// The same with standard input held open until the program ends by itself.
[[nodiscard]] finished run_with_open_input(const std::vector<std::string>& arguments);

/// A folder that is gone with the test.
class temporary_folder {
public:
    temporary_folder();
    ~temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

private:
    std::string path_;
};

/// A regular file into which nothing can be written, as on a full disk.
class file_without_room {
public:
    file_without_room();
    ~file_without_room();
    file_without_room(const file_without_room&) = delete;
    file_without_room& operator=(const file_without_room&) = delete;
    [[nodiscard]] std::string path() const;

private:
    int descriptor_ = -1;
};

[[nodiscard]] std::string read_file(const std::string& path);
/// Writes the whole file, and the folders that it stands in.
void write_file(const std::string& path, std::string_view text);

}  // namespace assent::test
