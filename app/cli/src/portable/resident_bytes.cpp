#include "../process/resident_bytes.hpp"

namespace assent::cli {

std::size_t resident_bytes() { return 0; }

}  // namespace assent::cli
