#include "../process/resident_bytes.hpp"

#include <unistd.h>
#include <fstream>

namespace assent::cli {

std::size_t resident_bytes() {
    std::ifstream pages("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    if (!(pages >> all >> resident)) return 0;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace assent::cli
