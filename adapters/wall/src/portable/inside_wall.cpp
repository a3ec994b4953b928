#include <assent/adapters/wall/bubblewrap.hpp>

namespace assent {

int run_inside_wall(const std::vector<std::string>&) { return static_cast<int>(wall_status::no_wall); }

}  // namespace assent
