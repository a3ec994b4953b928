// Every program that the shells under test can find: says how it was called, and ends as its name says.
//
// A record is the number of texts that follow, the name of the file that was executed, then all arguments,
// each ended by a NUL. It leaves in one write, which a pipe keeps together. One that does not fit has the
// name only.
//
// It is most of what is started, so it has no library, whose own start takes longer than all this.

#include <linux/auxvec.h>
#include <sys/syscall.h>

#include <cstddef>

namespace {

constexpr int record_descriptor = 99;       // the same in shell_starter.cpp
constexpr std::size_t record_bytes = 4096;  // PIPE_BUF on Linux: longer writes may be mixed with others
constexpr int too_long_status = 3;

char record[record_bytes];
std::size_t used = 0;

#if defined(__x86_64__)
long call_system(long number, long first, long second, long third) {
    long result = 0;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"(first), "S"(second), "d"(third)
                 : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
long call_system(long number, long first, long second, long third) {
    register long result asm("x0") = first;
    register long x1 asm("x1") = second;
    register long x2 asm("x2") = third;
    register long x8 asm("x8") = number;
    asm volatile("svc 0" : "+r"(result) : "r"(x1), "r"(x2), "r"(x8) : "memory");
    return result;
}
#else
#error "how does a program call this system?"
#endif

bool append(const char* text) {
    do {
        if (used == record_bytes) return false;
        record[used++] = *text;
    } while (*text++ != '\0');
    return true;
}

const char* base_name(const char* path) {
    const char* name = path;
    for (; *path != '\0'; ++path)
        if (*path == '/') name = path + 1;
    return name;
}

bool append_number(long number) {
    char digits[24];
    char* first = digits + sizeof digits - 1;
    *first = '\0';
    do {
        *--first = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return append(first);
}

// Names that end in "_no" fail, so that `&&` and `||` go both ways.
bool fails(const char* name) {
    const char* end = name;
    while (*end != '\0') ++end;
    return end - name > 3 && end[-3] == '_' && end[-2] == 'n' && end[-1] == 'o';
}

// The path that was executed: what is in argv[0] is anything.
const char* executed_file(const unsigned long* auxiliary) {
    for (; auxiliary[0] != AT_NULL; auxiliary += 2)
        if (auxiliary[0] == AT_EXECFN) return reinterpret_cast<const char*>(auxiliary[1]);
    return "?";
}

int run(long count, const char* const* arguments, const unsigned long* auxiliary) {
    const char* const name = base_name(executed_file(auxiliary));
    bool fits = append_number(count + 1) && append(name);
    for (long each = 0; each < count; ++each) fits = fits && append(arguments[each]);
    if (!fits) {
        used = 0;
        append("1");
        append(name);
    }
    const long written =
        call_system(SYS_write, record_descriptor, reinterpret_cast<long>(record), static_cast<long>(used));
    if (written < 0) return too_long_status;
    return fails(name) ? 1 : 0;
}

}  // namespace

// What the system leaves on the stack: the count, the arguments, NULL, the environment, NULL, and more.
extern "C" [[noreturn]] void run_from_stack(const long* stack) {
    const auto* const arguments = reinterpret_cast<const char* const*>(stack + 1);
    const char* const* behind = arguments + *stack + 1;
    while (*behind != nullptr) ++behind;
    const int status = run(*stack, arguments, reinterpret_cast<const unsigned long*>(behind + 1));
    while (true) call_system(SYS_exit_group, status, 0, 0);
}

#if defined(__x86_64__)
asm(".globl _start\n_start:\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call run_from_stack\n");
#elif defined(__aarch64__)
asm(".globl _start\n_start:\n  mov x0, sp\n  bl run_from_stack\n");
#endif
