#pragma once

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
    bool timed_out = false;     ///< and was killed
};

/// A directory with nothing but the recording programs in `bin`, and room to run lines in. Removed in the
/// end.
class shell_yard {
public:
    /// \throws std::filesystem::filesystem_error or std::system_error when it cannot be made
    explicit shell_yard(std::span<const std::string_view> programs);
    ~shell_yard();
    shell_yard(const shell_yard&) = delete;
    shell_yard& operator=(const shell_yard&) = delete;

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

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

    /// Runs `line` as `shell -c line`, and waits until everything it started has ended.
    /// \param shell  absolute path
    /// \param utf8   the locale is C.UTF-8, otherwise C
    /// \throws std::system_error when the shell cannot be started
    [[nodiscard]] shell_outcome run(const std::string& shell, const std::string& line, bool utf8);

private:
    void empty_directory() const;

    std::filesystem::path directory_;
    std::string path_variable_;
};

/// How long a line may take. Some loop for ever.
inline constexpr std::chrono::milliseconds max_line_time{3000};

}  // namespace assent::differential
