#include "driver/request_book.hpp"

#include <assent/adapters/asio/pipe_size.hpp>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <limits.h>
#include <sys/uio.h>
#include <unistd.h>

// What no answerer can be faster than: it finds the ends of lines, looks at nothing else, and copies the
// bytes between places that it knows beforehand into an answer that is always the same. One read and one
// write for all that is there.
// `--enlarge` enlarges the pipes first, as Assent does.
namespace {

using namespace assent::bench;

constexpr std::size_t first_bytes = 256 * 1024;
// Longer answers are written from where they were read; shorter ones are copied together.
constexpr std::size_t gather_bytes = 32 * 1024;
constexpr std::size_t front_bytes = wire::request_front.size();
constexpr std::size_t input_at = front_bytes + wire::id_bytes + wire::request_middle.size();
constexpr std::size_t back_bytes = wire::suggestions.size() + wire::id_bytes + wire::request_end.size();

bool write_all(iovec* part, std::size_t count) {
    while (count > 0) {
        const auto wrote = ::writev(STDOUT_FILENO, part, static_cast<int>(count));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        auto bytes = static_cast<std::size_t>(wrote);
        for (; count > 0 && bytes >= part->iov_len; ++part, --count) bytes -= part->iov_len;
        if (count == 0) break;
        part->iov_base = static_cast<char*>(part->iov_base) + bytes;
        part->iov_len -= bytes;
    }
    return true;
}

class answers {
public:
    // `line` with its end.
    bool add(char* line, std::size_t bytes) {
        const std::string_view id(line + front_bytes, wire::id_bytes);
        text_.append(wire::answer_front).append(id).append(wire::answer_middle);
        const std::size_t input_bytes = bytes - input_at - back_bytes;
        if (input_bytes < gather_bytes) {
            text_.append(line + input_at, input_bytes).append(wire::answer_end);
            return true;
        }
        std::string end(wire::answer_end);
        iovec parts[] = {
            {text_.data(), text_.size()}, {line + input_at, input_bytes}, {end.data(), end.size()}};
        const bool written = write_all(parts, std::size(parts));
        text_.clear();
        return written;
    }
    bool flush() {
        iovec part{text_.data(), text_.size()};
        const bool written = text_.empty() || write_all(&part, 1);
        text_.clear();
        return written;
    }

private:
    std::string text_;
};

int answer_all() {
    std::vector<char> read(first_bytes);
    std::size_t held = 0;
    std::size_t scanned = 0;
    answers out;
    for (;;) {
        const auto bytes = ::read(STDIN_FILENO, read.data() + held, read.size() - held);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes <= 0) return bytes == 0 ? 0 : 1;
        held += static_cast<std::size_t>(bytes);
        std::size_t line = 0;
        while (const void* end = std::memchr(read.data() + scanned, '\n', held - scanned)) {
            const auto next = static_cast<std::size_t>(static_cast<const char*>(end) - read.data()) + 1;
            if (next - line <= input_at + back_bytes || !out.add(read.data() + line, next - line)) return 1;
            line = scanned = next;
        }
        if (!out.flush()) return 1;
        std::memmove(read.data(), read.data() + line, held - line);
        held -= line;
        scanned = held;
        if (held == read.size()) read.resize(read.size() * 2);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--enlarge")
        for (const int each : {STDIN_FILENO, STDOUT_FILENO})
            ::fcntl(each, F_SETPIPE_SZ, assent::large_pipe_bytes);
    return answer_all();
}
