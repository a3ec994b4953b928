#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

// With LD_PRELOAD: counts all that a program allocates, in whichever library, and writes the count to the
// file named by ASSENT_BENCH_ALLOCATIONS when the program ends.
namespace {

std::atomic<unsigned long> count{0};

void more() noexcept { count.fetch_add(1, std::memory_order_relaxed); }

struct at_the_end {
    ~at_the_end() {
        const char* const file = std::getenv("ASSENT_BENCH_ALLOCATIONS");
        if (file == nullptr) return;
        // Without the C library's streams, which allocate.
        char digits[24];
        std::size_t at = sizeof digits;
        for (unsigned long left = count.load(); at == sizeof digits || left > 0; left /= 10)
            digits[--at] = static_cast<char>('0' + left % 10);
        const int out = ::open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (out < 0) return;
        if (::write(out, digits + at, sizeof digits - at) < 0) std::abort();
        ::close(out);
    }
} writer;

}  // namespace

#define EXPORTED __attribute__((visibility("default")))

extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

EXPORTED void* malloc(std::size_t bytes) { return more(), __libc_malloc(bytes); }
EXPORTED void* calloc(std::size_t items, std::size_t bytes) { return more(), __libc_calloc(items, bytes); }
EXPORTED void* realloc(void* memory, std::size_t bytes) { return more(), __libc_realloc(memory, bytes); }
EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return more(), __libc_memalign(alignment, bytes);
}
EXPORTED int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
    more();
    *memory = __libc_memalign(alignment, bytes);
    return *memory == nullptr ? ENOMEM : 0;
}
}
