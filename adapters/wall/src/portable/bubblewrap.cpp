#include <assent/adapters/wall/bubblewrap.hpp>

namespace assent {

std::string why_no_walls() { return "this build of Assent has no walls: they need Linux"; }

std::string bubblewrap::why_not() { return why_no_walls(); }

confined_end bubblewrap::run(const wall_plan&, const std::vector<std::string>&) {
    return {.status = static_cast<int>(wall_status::no_wall), .began = false, .why = why_no_walls()};
}

}  // namespace assent
