#include "regular_file.hpp"

#include <assent/domain/text/display_text.hpp>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent::detail {
namespace {

// None of them makes a difference to a regular file, but for the last one: whoever holds a lease on it is
// told to let go, and not waited for.
constexpr int carefully = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
constexpr mode_t owner_only = S_IRUSR | S_IWUSR;

std::string_view kind_of(mode_t mode) noexcept {
    if (S_ISFIFO(mode)) return "a FIFO";
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISSOCK(mode)) return "a socket";
    return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "something else";
}

}  // namespace

regular_file::regular_file(const std::filesystem::path& path, purpose why, std::string_view cannot)
    : regular_file(std::string(cannot).append(" `").append(display_text(path.native())).append("`")) {
    struct stat found {};
    const auto expect_regular = [&] {
        if (!S_ISREG(found.st_mode))
            throw std::runtime_error(cannot_ + ": expected a regular file, got " +
                                     std::string(kind_of(found.st_mode)));
    };
    // Before it is opened: that alone may be too much. And after: it may be another one by then.
    if (::stat(path.c_str(), &found) == 0) expect_regular();
    const int how = why == purpose::read ? O_RDONLY : O_WRONLY | O_APPEND | O_CREAT;
    descriptor_ = ::open(path.c_str(), how | carefully, owner_only);
    if (descriptor_ < 0 || ::fstat(descriptor_, &found) != 0) fail();
    expect_regular();
}

regular_file::~regular_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void regular_file::fail() const { throw std::system_error(errno, std::generic_category(), cannot_); }

std::size_t regular_file::read(char* into, std::size_t size) const {
    while (true) {
        const auto count = ::read(descriptor_, into, size);
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) fail();
    }
}

std::size_t regular_file::read_at(std::uint64_t offset, char* into, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        const auto count = ::pread(descriptor_, into + done, size - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail();
        if (count == 0) break;  // it has become shorter
        done += static_cast<std::size_t>(count);
    }
    return done;
}

std::uint64_t regular_file::size() const {
    struct stat found {};
    if (::fstat(descriptor_, &found) != 0) fail();
    return static_cast<std::uint64_t>(found.st_size);
}

regular_file_buffer::int_type regular_file_buffer::underflow() {
    const std::size_t count = from_.read(bytes_.data(), bytes_.size());
    setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
    return count == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_.front());
}

}  // namespace assent::detail
