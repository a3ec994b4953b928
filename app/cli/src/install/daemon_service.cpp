#include "daemon_service.hpp"

#include "../process/limited_run.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>
#include <stdexcept>
#include <vector>

namespace assent::cli {
namespace {

// systemd answers at once, or has given up on a unit by then.
constexpr duration systemctl_limit = std::chrono::seconds(30);

}  // namespace

void run_systemctl(std::initializer_list<std::string_view> words) {
    std::vector<std::string> command{"systemctl", "--user"};
    command.insert(command.end(), words.begin(), words.end());
    const std::string shown = fmt::format("{}", fmt::join(command, " "));
    limited_end end;
    try {
        end = run_limited(command, {}, systemctl_limit);
    } catch (const std::exception& error) {
        throw std::runtime_error(fmt::format("`{}`: {}", shown, error.what()));
    }
    if (!end.in_time) throw std::runtime_error(fmt::format("`{}` does not end", shown));
    const std::string_view first_line = std::string_view(end.err).substr(0, end.err.find('\n'));
    if (end.status != 0)
        throw std::runtime_error(fmt::format(
            "`{}`: {}", shown,
            first_line.empty() ? fmt::format("status {}", end.status) : display_text(first_line)));
}

bool systemctl_succeeds(std::initializer_list<std::string_view> words, std::string* why) {
    try {
        run_systemctl(words);
        return true;
    } catch (const std::exception& error) {
        if (why != nullptr) *why = error.what();
        return false;
    }
}

}  // namespace assent::cli
