#include "../process/running_file.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <array>
#include <climits>
#endif

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

const char* own_name = "";

fs::path without_links(const fs::path& path) {
    std::error_code error;
    auto real = fs::canonical(path, error);
    return error ? fs::path() : real;
}

// Where a shell would have found it.
fs::path found_in_path(const fs::path& name) {
    const char* const listed = std::getenv("PATH");
    std::string_view folders = listed == nullptr ? "" : listed;
    while (!folders.empty()) {
        const auto end = std::min(folders.find(':'), folders.size());
        const fs::path candidate = fs::path(folders.substr(0, end)) / name;
        std::error_code error;
        if (fs::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0)
            return without_links(candidate);
        folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    return {};
}

}  // namespace

void know_own_name(const char* name) noexcept {
    if (name != nullptr) own_name = name;
}

fs::path running_file() {
#ifdef __APPLE__
    std::array<char, PATH_MAX> told{};
    auto size = static_cast<std::uint32_t>(told.size());
    if (::_NSGetExecutablePath(told.data(), &size) == 0) return without_links(told.data());
#endif
    const fs::path name = own_name;
    return name.native().find('/') == std::string::npos ? found_in_path(name) : without_links(name);
}

bool loads_libraries() noexcept { return true; }

}  // namespace assent::cli
