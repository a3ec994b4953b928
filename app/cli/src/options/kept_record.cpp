#include "kept_record.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <string>
#include <system_error>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// 0 is no bound.
std::size_t stricter(std::size_t said, std::size_t bound) {
    return said == 0 ? bound : std::min(said, bound);
}

}  // namespace

fs::path kept_record_path(const fs::path& state) { return state / "assent" / "assent-record.ndjson"; }

fs::path state_of_kept_record(const std::string& record) {
    if (record.empty()) return {};
    const auto file = fs::absolute(record).lexically_normal();
    auto state = file.parent_path().parent_path();
    return kept_record_path(state) == file ? state : fs::path();
}

audit_policy kept_record_policy(audit_policy said) {
    if (!said.inputs) said.inputs = audit_inputs::masked;
    said.chain = true;
    said.rotate_bytes = stricter(said.rotate_bytes, max_kept_record_bytes / max_kept_record_files);
    said.keep_files = stricter(said.keep_files, max_kept_record_files - 1);
    said.keep_days = stricter(said.keep_days, max_kept_record_days);
    return said;
}

std::string why_not_writable(const fs::path& record) {
    std::error_code error;
    fs::path place = record;
    while (!fs::exists(fs::symlink_status(place, error)) && place.has_relative_path())
        place = place.parent_path();
    if (place == record && !fs::is_regular_file(place, error)) return "it is no regular file";
    const bool folder = place != record;
    if (folder && !fs::is_directory(place, error)) return fmt::format("{} is no folder", place.string());
    if (::access(place.c_str(), folder ? W_OK | X_OK : W_OK) == 0) return {};
    return fmt::format("{}: {}", place.string(), std::generic_category().message(errno));
}

std::string why_not_kept(const fs::path& record, std::chrono::milliseconds wait) {
    if (auto why = why_not_writable(record); !why.empty()) return why;
    for (const auto& place : {record, record.parent_path()}) {
        struct stat status {};
        if (::stat(place.c_str(), &status) != 0) return {};  // it is made with the next line
        const bool sticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
        if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && !sticky)
            return fmt::format("others may write `{}` (`chmod go-w` ends that)", place.string());
    }
    try {
        auto options = audit_file_options_of(kept_record_policy({}));
        options.wait = wait;
        const audit_file opened(record, options);
        return {};
    } catch (const std::exception& error) {
        return error.what();
    }
}

void make_record_folder(const fs::path& record) {
    const auto folder = record.parent_path();
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);
    ::mkdir(folder.c_str(), S_IRWXU);  // where that fails, opening the file says why
}

std::string name_of_host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

std::string number_of_user() { return std::to_string(::getuid()); }

}  // namespace assent::cli
