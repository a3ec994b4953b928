#pragma once

#include <assent/ports/audit_sink.hpp>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

namespace assent {

/// The audit record as a file: one JSON object per line, appended.
///
/// Members of a decision: `time` (UTC, RFC 3339), `event`, `request_id`, `tool`, `outcome`,
/// `source`, `reason`, `rule` (where one decided), `latency_us`. The input's content is never
/// written. A record is in the kernel when `record` returns; it is not forced to disk.
///
/// Thread-safety: any thread.
class audit_file final : public audit_sink {
public:
    /// Opens the file for appending, and creates it with mode 0600 when it is not there.
    /// \throws std::system_error with the path in its text
    explicit audit_file(const std::filesystem::path& path);
    /// Writes to a descriptor that is already open, such as standard error. It is not closed.
    explicit audit_file(int descriptor) noexcept;
    ~audit_file() override;
    audit_file(const audit_file&) = delete;
    audit_file& operator=(const audit_file&) = delete;

    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;

private:
    std::mutex mutex_;
    int descriptor_ = -1;
    bool owned_ = false;
    bool torn_ = false;  // the last write stopped in the middle of a line
    std::string line_;
};

/// One event as a line of JSON, without its end.
[[nodiscard]] std::string to_json_line(const audit_event& event);

}  // namespace assent
