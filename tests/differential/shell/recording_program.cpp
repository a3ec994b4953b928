// Every program that the shells under test can find: says how it was called, and ends as its name says.
//
// A record is the number of texts that follow, the name of the file that was executed, then all arguments,
// each ended by a NUL. It leaves in one write, which a pipe keeps together. One that does not fit has the
// name only.

#include <sys/auxv.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

namespace {

constexpr int record_descriptor = 99;       // the same in shell_cell.cpp
constexpr std::size_t record_bytes = 4096;  // PIPE_BUF on Linux: longer writes may be mixed with others
constexpr int too_long_status = 3;

char record[record_bytes];
std::size_t used = 0;

bool append(const char* text) {
    const std::size_t size = std::strlen(text) + 1;
    if (size > record_bytes - used) return false;
    std::memcpy(record + used, text, size);
    used += size;
    return true;
}

const char* base_name(const char* path) {
    const char* const slash = std::strrchr(path, '/');
    return slash == nullptr ? path : slash + 1;
}

bool append_number(int number) {
    char digits[12];
    char* at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return append(at);
}

}  // namespace

int main(int count, char** arguments) {
    const auto* const file = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    const char* const name = base_name(file == nullptr ? "?" : file);
    bool fits = append_number(count + 1) && append(name);
    for (int each = 0; each < count; ++each) fits = fits && append(arguments[each]);
    if (!fits) {
        used = 0;
        append("1");
        append(name);
    }
    if (write(record_descriptor, record, used) < 0) return too_long_status;
    // Names that end in "_no" fail, so that `&&` and `||` go both ways.
    const std::size_t size = std::strlen(name);
    return size > 3 && std::strcmp(name + size - 3, "_no") == 0 ? 1 : 0;
}
