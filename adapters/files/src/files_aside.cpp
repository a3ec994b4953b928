#include "files_aside.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/stat.h>

namespace assent::detail {
namespace {

constexpr std::size_t most_digits = 18;  // far more files than there can be, and no overflow

// `7` but not `07`, `+7` or `7x`. 0: not a number that we give.
std::uint64_t number_of(std::string_view text) noexcept {
    std::uint64_t number = 0;
    if (text.size() > most_digits) return 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end && !text.starts_with('0') ? number : 0;
}

}  // namespace

std::vector<std::uint64_t> numbers_aside(const std::filesystem::path& path) {
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const std::string start = path.filename().string() + ".";
    std::vector<std::uint64_t> found;
    if (!std::filesystem::is_directory(folder)) return found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(start)) continue;
        const auto number = number_of(std::string_view(name).substr(start.size()));
        if (number != 0) found.push_back(number);
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::filesystem::path name_aside(const std::filesystem::path& path, std::uint64_t number) {
    auto named = path;
    return named += "." + std::to_string(number);
}

bool leads_to(const std::filesystem::path& path, int descriptor) noexcept {
    struct stat named {};
    struct stat open {};
    return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &open) == 0 &&
           named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

boost::system::error_code put_aside(const std::filesystem::path& path, int descriptor) {
    if (!leads_to(path, descriptor)) return {};
    const auto taken = numbers_aside(path);
    const auto name = name_aside(path, taken.empty() ? 1 : taken.back() + 1);
    if (std::rename(path.c_str(), name.c_str()) != 0) return {errno, boost::system::system_category()};
    return {};
}

void remove_oldest(const std::filesystem::path& path, std::size_t keep) {
    const auto numbers = numbers_aside(path);
    for (std::size_t i = 0; i + keep < numbers.size(); ++i) {
        std::error_code stays;
        std::filesystem::remove(name_aside(path, numbers[i]), stays);
    }
}

}  // namespace assent::detail
