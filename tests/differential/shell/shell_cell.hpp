#pragma once

#include "shells.hpp"

#include <sys/types.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::differential {

/// A program that a shell has really run.
struct seen_run {
    std::string file;                    ///< name of the file that was executed
    std::vector<std::string> arguments;  ///< with argv[0]; empty when they were too long to tell
    friend bool operator==(const seen_run&, const seen_run&) = default;
};

/// What came of one line.
struct shell_outcome {
    std::vector<seen_run> runs;
    bool syntax_error = false;  ///< the shell complained about the text
    bool cut_off = false;       ///< it took too long, or called too many programs, and was killed
};

/// A directory with nothing but the recording programs in `bin`, what starts shells, and room to run lines
/// in. Removed in the end.
class shell_yard {
public:
    /// \throws std::filesystem::filesystem_error or std::system_error when it cannot be made
    explicit shell_yard(std::span<const std::string_view> programs);
    ~shell_yard();
    shell_yard(const shell_yard&) = delete;
    shell_yard& operator=(const shell_yard&) = delete;

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    /// Where programs are, and nothing else.
    [[nodiscard]] std::filesystem::path programs() const { return root_ / "bin"; }
    [[nodiscard]] std::filesystem::path starter() const { return root_ / "shell_starter.so"; }

private:
    std::filesystem::path root_;
};

/// Where the lines of one worker run: an empty directory, no network, no privileges, bounded time, memory,
/// processes and file sizes.
///
/// Changes the whole process for good (directory, user, network, limits): one in each process.
class shell_cell {
public:
    /// \param number  of the worker: its directory's name
    /// \throws std::system_error when the process cannot be confined
    shell_cell(const shell_yard& yard, std::size_t number);

    /// Has the shell run `line`, and waits until everything it started has ended.
    /// \param utf8   the locale is C.UTF-8, otherwise C
    /// \throws std::system_error when the shell cannot be started
    [[nodiscard]] shell_outcome run(const shell& runner, const std::string& line, bool utf8);

private:
    // A shell that starts itself for each line: see started/shell_starter.cpp.
    class started_shell {
    public:
        started_shell() = default;
        ~started_shell();
        started_shell(const started_shell&) = delete;
        started_shell& operator=(const started_shell&) = delete;

        [[nodiscard]] bool running() const noexcept { return requests_ >= 0; }
        void start(const shell& runner, const shell_yard& yard);
        /// \return the process that runs it
        [[nodiscard]] pid_t run(std::string_view line, bool utf8, int errors, int records);
        void wait_for_end();

    private:
        [[nodiscard]] pid_t answer() const;
        int requests_ = -1;
    };
    void empty_directory() const;

    const shell_yard& yard_;
    std::filesystem::path directory_;
    std::array<started_shell, shell_count> shells_;
};

/// How long a line may take. Some loop for ever.
inline constexpr std::chrono::milliseconds max_line_time{3000};

}  // namespace assent::differential
