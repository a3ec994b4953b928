#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::detail {

/// A file that is open, and a regular one.
///
/// Whatever else may stand at a path is refused, and nothing is waited for: a FIFO lets whoever opens or
/// reads it wait for somebody else, and to open a device may do something. Thread-safety: none.
class regular_file {
public:
    enum class purpose : unsigned char {
        read,
        append,  ///< created for its owner alone where it is not there
    };

    /// \param cannot  begins the text of exceptions: `cannot open audit file`. The path follows
    /// \throws std::system_error when it cannot be opened, std::runtime_error when it is no regular file
    regular_file(const std::filesystem::path& path, purpose why, std::string_view cannot);
    ~regular_file();
    regular_file(const regular_file&) = delete;
    regular_file& operator=(const regular_file&) = delete;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// The descriptor is the caller's from now on.
    [[nodiscard]] int release() noexcept { return std::exchange(descriptor_, -1); }

    /// Reads what comes next, at most `size` bytes. \return how many were; 0 at the end
    /// \throws std::system_error
    std::size_t read(char* into, std::size_t size) const;
    /// Reads all that is at `offset`, or what is there of it.
    /// \throws std::system_error
    std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) const;
    /// \throws std::system_error
    [[nodiscard]] std::uint64_t size() const;

private:
    explicit regular_file(std::string cannot) : cannot_(std::move(cannot)) {}
    [[noreturn]] void fail() const;

    std::string cannot_;  // with the path
    int descriptor_ = -1;
};

/// Such a file, read as a stream.
class regular_file_buffer final : public std::streambuf {
public:
    explicit regular_file_buffer(const regular_file& from) : from_(from), bytes_(buffer_bytes) {}

protected:
    int_type underflow() override;

private:
    static constexpr std::size_t buffer_bytes = std::size_t{64} * 1024;

    const regular_file& from_;
    std::vector<char> bytes_;
};

}  // namespace assent::detail
