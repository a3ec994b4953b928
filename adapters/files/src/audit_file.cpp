#include <assent/adapters/files/audit_file.hpp>

#include <assent/adapters/control/json_text.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

std::string utc(wall_time time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds.time_since_epoch().count()),
                       (time - seconds).count());
}

void append(std::string& out, std::string_view key, std::string_view value) {
    out.append(",\"").append(key).append("\":");
    append_json_string(out, value);
}

}  // namespace

std::string to_json_line(const audit_event& event) {
    std::string line = "{\"time\":\"" + utc(event.time) + "\"";
    append(line, "event", to_string(event.what));
    if (event.what == audit_event::kind::gap) return line + ",\"lost\":" + std::to_string(event.lost) + "}";
    if (!event.request_id.empty()) append(line, "request_id", event.request_id);
    if (!event.tool_name.empty()) append(line, "tool", event.tool_name);
    if (event.decided != nullptr) {
        append(line, "outcome", to_string(event.decided->decision));
        append(line, "source", to_string(event.decided->source));
        append(line, "reason", event.decided->reason());
        if (event.decided->rule) append(line, "rule", event.decided->rule->text());
        line += fmt::format(",\"latency_us\":{}",
                            std::chrono::floor<std::chrono::microseconds>(event.latency).count());
    } else if (!event.reason.empty()) {
        append(line, "reason", event.reason);
    }
    return line + "}";
}

audit_file::audit_file(const std::filesystem::path& path)
    : descriptor_(
          ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, S_IRUSR | S_IWUSR)),
      owned_(true) {
    if (descriptor_ < 0)
        throw std::system_error(errno, std::generic_category(),
                                "cannot open audit file `" + path.string() + "`");
}

audit_file::audit_file(int descriptor) noexcept : descriptor_(descriptor) {}

audit_file::~audit_file() {
    if (owned_) ::close(descriptor_);
}

boost::system::error_code audit_file::record(const audit_event& event) {
    const std::string text = to_json_line(event);
    const std::lock_guard lock(mutex_);
    line_.clear();
    if (torn_) line_ += '\n';  // the torn line stays, and stays alone
    line_.append(text).append("\n");
    std::size_t written = 0;
    while (written < line_.size()) {
        const auto step = ::write(descriptor_, line_.data() + written, line_.size() - written);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0 && errno == EAGAIN) {  // shared with a terminal that somebody made non-blocking
            pollfd writable{descriptor_, POLLOUT, 0};
            ::poll(&writable, 1, -1);
            continue;
        }
        if (step < 0) {
            const int error = errno;
            torn_ = torn_ || written > 0;
            return {error, boost::system::system_category()};
        }
        written += static_cast<std::size_t>(step);
    }
    torn_ = false;
    return {};
}

}  // namespace assent
