#include "own_program.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// What Linux puts behind the path of a file that was removed, or has got another in its place.
constexpr std::string_view gone = " (deleted)";

}  // namespace

fs::path own_program(const fs::path& running) {
    std::error_code error;
    const bool link = fs::is_symlink(running, error);
    std::string path = (link ? fs::read_symlink(running, error) : running).string();
    if (error)
        throw std::runtime_error(
            fmt::format("where this program lies cannot be found out: {}", error.message()));
    // A file may really be called so.
    if (path.ends_with(gone) && !fs::exists(path, error)) path.resize(path.size() - gone.size());
    if (!fs::is_regular_file(path, error))
        throw std::runtime_error(fmt::format(
            "this program is not at `{}` any more: it was removed while it runs", display_text(path)));
    return path;
}

}  // namespace assent::cli
