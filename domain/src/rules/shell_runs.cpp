#include <assent/domain/rules/shell_runs.hpp>

#include "run_finder.hpp"

namespace assent {

shell_runs::shell_runs(std::string_view text) { detail::run_finder(*this).read(text); }

shell_runs::~shell_runs() = default;

}  // namespace assent
