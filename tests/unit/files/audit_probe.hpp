#pragma once

#include <assent/adapters/files/audit_file.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_input.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/resource.h>

namespace assent::testing {

/// A folder that is gone with the test.
struct audit_folder {
    audit_folder() { BOOST_REQUIRE(::mkdtemp(path.data()) != nullptr); }
    ~audit_folder() { std::filesystem::remove_all(path); }
    audit_folder(const audit_folder&) = delete;
    audit_folder& operator=(const audit_folder&) = delete;
    [[nodiscard]] std::filesystem::path file(std::string_view name = "audit") const {
        return std::filesystem::path(path) / name;
    }
    std::string path = (std::filesystem::temp_directory_path() / "assent-audit-XXXXXX").string();
};

inline std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_content(const std::filesystem::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    BOOST_REQUIRE(file.flush().good());
}

/// The lines of a text, each with its end.
inline std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto size = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.emplace_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& each : lines) text += each;
    return text;
}

inline wall_time some_day() { return wall_time(std::chrono::milliseconds(1'700'000'000'007)); }

/// An event whose line has the same length for each id of one length.
inline audit_event some_event(std::string_view id) {
    return {.what = audit_event::kind::protocol, .time = some_day(), .request_id = id, .reason = "why"};
}

/// Files may not grow over a size as long as this lives: a disk that is full.
class little_room {
public:
    explicit little_room(std::size_t bytes) : signal_before_(std::signal(SIGXFSZ, SIG_IGN)) {
        BOOST_REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
        const rlimit small{bytes, before_.rlim_max};
        BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    }
    ~little_room() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_before_);
    }
    little_room(const little_room&) = delete;
    little_room& operator=(const little_room&) = delete;

private:
    rlimit before_{};
    void (*signal_before_)(int);
};

/// Bytes from a peer that are JSON of this value. Only what a record needs of it.
class bytes_input final : public tool_input {
public:
    bytes_input(std::string raw, json_object value) : raw_(std::move(raw)), value_(std::move(value)) {}
    [[nodiscard]] field_view field(std::string_view, std::string&) const override { return {}; }
    [[nodiscard]] std::optional<json_value> value_of(std::string_view) const override { return std::nullopt; }
    [[nodiscard]] std::size_t size() const noexcept override { return value_.size(); }
    [[nodiscard]] std::string_view name_at(std::size_t) const noexcept override { return {}; }
    [[nodiscard]] std::string_view raw() const noexcept override { return raw_; }
    [[nodiscard]] std::shared_ptr<const kept_input> retain() const override { return make_input(value_); }

private:
    std::string raw_;
    json_object value_;
};

}  // namespace assent::testing
