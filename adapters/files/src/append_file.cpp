#include "append_file.hpp"

#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent::detail {

int create_to_append(const std::filesystem::path& path) noexcept {
    return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY,
                  S_IRUSR | S_IWUSR);
}

bool lock_alone(int descriptor) noexcept { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

bool is_regular_file(int descriptor) noexcept {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

int write_all(int descriptor, std::string_view text, std::size_t& written) noexcept {
    written = 0;
    while (written < text.size()) {
        const auto step = ::write(descriptor, text.data() + written, text.size() - written);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0 && errno == EAGAIN) {  // shared with a terminal that somebody made non-blocking
            pollfd writable{descriptor, POLLOUT, 0};
            ::poll(&writable, 1, -1);
            continue;
        }
        if (step < 0) return errno;
        written += static_cast<std::size_t>(step);
    }
    return 0;
}

int write_lines(int descriptor, std::string_view lines, std::size_t& written) noexcept {
    written = 0;
    while (!lines.empty()) {
        std::size_t size = lines.size();
        if (size > PIPE_BUF) {
            const auto fits = lines.rfind('\n', PIPE_BUF - 1);
            const auto end = fits == std::string_view::npos ? lines.find('\n', PIPE_BUF) : fits;
            if (end != std::string_view::npos) size = end + 1;
        }
        std::size_t step = 0;
        const int error = write_all(descriptor, lines.substr(0, size), step);
        written += step;
        if (error != 0) return error;
        lines.remove_prefix(size);
    }
    return 0;
}

}  // namespace assent::detail
