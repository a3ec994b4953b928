#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// Goes along the lines of an audit file, from the oldest one put aside (`path.1`, `path.2`, ...) to `path`,
/// and goes on with what is written, and put aside, meanwhile. Holds no more than a line and a buffer.
/// Thread-safety: none.
class audit_reader {
public:
    struct line {
        std::string_view text{};  ///< without its end; valid until the next one is read
        std::size_t number = 0;   ///< in its file, counted from 1
        bool whole = true;        ///< it has an end; false of half a line in a file that was put aside
    };

    /// \throws std::system_error, std::runtime_error when there is no such file, or it is no regular one
    explicit audit_reader(std::filesystem::path path);
    ~audit_reader();
    audit_reader(const audit_reader&) = delete;
    audit_reader& operator=(const audit_reader&) = delete;

    /// \return nothing: there is none yet
    /// \throws as the constructor, and std::runtime_error when it cannot be read
    [[nodiscard]] std::optional<line> next();
    /// Half a line that stands at the end so far; its text is empty where there is none.
    [[nodiscard]] line rest() const noexcept;

    /// The file that the last line stood in.
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
    /// There is another one beside it.
    [[nodiscard]] bool several() const noexcept { return several_; }
    /// How much there was to read at the beginning, in all files.
    [[nodiscard]] std::uintmax_t bytes() const noexcept { return bytes_; }

private:
    struct opened;
    void open(std::uint64_t number);
    [[nodiscard]] bool read_line();
    [[nodiscard]] bool go_on();

    std::filesystem::path path_;
    std::filesystem::path file_;
    std::uint64_t number_ = 0;  // behind its name; 0: there is none
    bool several_ = false;
    std::uintmax_t bytes_ = 0;
    std::unique_ptr<opened> opened_;
    std::string text_;
    std::size_t lines_ = 0;
    bool ended_ = true;  // the line in `text_`
};

}  // namespace assent
