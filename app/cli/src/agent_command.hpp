#pragma once

#include <string>
#include <vector>

namespace assent::cli {

/// Whether an agent that is started like this asks whoever reads its output.
[[nodiscard]] bool will_ask(const std::vector<std::string>& command);

/// Why an agent that is started here like this would not call the guard hook, as far as that is known of
/// Claude Code: an argument, a variable, a file of settings. Empty: nothing is known that speaks against it.
[[nodiscard]] std::string hook_switched_off_by(const std::vector<std::string>& command);

}  // namespace assent::cli
