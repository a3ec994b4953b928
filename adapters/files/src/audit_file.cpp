#include <assent/adapters/files/audit_file.hpp>

#include "append_file.hpp"
#include "audit_tail.hpp"
#include "chained_line.hpp"
#include "files_aside.hpp"

#include <boost/system/errc.hpp>

#include <cerrno>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

int open_or_throw(const std::filesystem::path& path) {
    const int descriptor = detail::open_to_append(path);
    if (descriptor < 0)
        throw std::system_error(errno, std::generic_category(),
                                "cannot open audit file `" + path.string() + "`");
    return descriptor;
}

// Whoever may only append to a shared file cannot see how it ends.
bool is_torn(const std::filesystem::path& path) {
    return ::access(path.c_str(), R_OK) == 0 && detail::read_tail(path).torn;
}

}  // namespace

audit_file_options audit_file_options_of(const audit_policy& policy) {
    return {.inputs = policy.inputs,
            .redact = policy.redact,
            .chain = policy.chain,
            .rotate_bytes = policy.rotate_bytes,
            .keep_files = policy.keep_files};
}

audit_file::audit_file(const std::filesystem::path& path, const audit_file_options& options)
    : audit_file(open_or_throw(path), {.inputs = options.inputs, .redact = options.redact}) {
    owned_ = true;
    path_ = std::filesystem::absolute(path);
    chained_ = options.chain;
    rotate_bytes_ = options.rotate_bytes;
    keep_files_ = options.keep_files;
    if (chained_ || rotate_bytes_ > 0)
        become_only_writer(path);
    else if (std::filesystem::is_regular_file(path_))
        torn_ = is_torn(path_);
}

audit_file::audit_file(int descriptor, audit_line_options options) noexcept
    : lines_(std::move(options)), descriptor_(descriptor) {}

audit_file::~audit_file() {
    if (owned_) ::close(descriptor_);
}

void audit_file::become_only_writer(const std::filesystem::path& shown) {
    const std::string name = "audit file `" + shown.string() + "`";
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
        throw std::system_error(std::make_error_code(std::errc::invalid_argument),
                                name + " is not a regular file: it can be neither chained nor put aside");
    // Between opening and locking, the one who had the lock may have put the file aside.
    if (!detail::lock_alone(descriptor_) || !detail::leads_to(path_, descriptor_))
        throw std::system_error(
            std::make_error_code(std::errc::device_or_resource_busy),
            name + " has a writer already; one that is chained or put aside has only one");
    only_writer_ = true;
    if (::fstat(descriptor_, &status) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot read " + name);
    size_bytes_ = static_cast<std::size_t>(status.st_size);
    const auto tail = detail::read_tail(path_);
    if (chained_) head_ = detail::head_to_follow(path_, tail);
    if (!tail.torn) return;
    pending_ = "\n";
    if (const auto error = write_out()) throw std::system_error(error, "cannot write to " + name);
}

boost::system::error_code audit_file::record(const audit_event& event) {
    try {
        std::string line = to_json_line(event, lines_);
        const std::lock_guard lock(mutex_);
        return append(std::move(line));
    } catch (const std::bad_alloc&) {
        return make_error_code(boost::system::errc::not_enough_memory);
    } catch (const std::exception&) {  // no digest, or a folder that cannot be read
        return make_error_code(boost::system::errc::io_error);
    }
}

std::string audit_file::head() const {
    const std::lock_guard lock(mutex_);
    return head_;
}

boost::system::error_code audit_file::append(std::string line) {
    const std::size_t bytes = line.size() + (chained_ ? detail::chain_member_bytes : 0) + (torn_ ? 2 : 1);
    if (rotate_bytes_ > 0 && size_bytes_ > 0 && size_bytes_ + bytes > rotate_bytes_)
        if (const auto error = begin_new_file()) return error;
    const bool goes_on_elsewhere = size_bytes_ == 0 && !head_.empty();
    std::string value = chained_ ? detail::chain(line, head_, goes_on_elsewhere) : std::string();
    pending_.clear();
    if (torn_) pending_ += '\n';  // the torn line stays, and stays alone
    pending_.append(line).append("\n");
    if (const auto error = write_out()) return error;
    head_ = std::move(value);
    return {};
}

boost::system::error_code audit_file::begin_new_file() {
    if (const auto error = detail::put_aside(path_, descriptor_)) return error;
    // Not when somebody else has put a file there meanwhile: it would have two writers.
    const int next = detail::create_to_append(path_);
    if (next < 0) return {errno, boost::system::system_category()};
    if (!detail::lock_alone(next)) {
        const int error = errno;
        ::close(next);
        return {error, boost::system::system_category()};
    }
    ::close(descriptor_);
    descriptor_ = next;
    size_bytes_ = 0;
    torn_ = false;
    if (keep_files_ > 0) detail::remove_oldest(path_, keep_files_);
    return {};
}

boost::system::error_code audit_file::write_out() {
    std::size_t written = 0;
    const int error = detail::write_all(descriptor_, pending_, written);
    size_bytes_ += written;
    if (error == 0) {
        torn_ = false;
        return {};
    }
    if (written > 0) take_back(written);
    return {error, boost::system::system_category()};
}

// A line that is cut off would break the chain for good, and its record was refused anyway. In a shared file
// it stays: others may have written behind it.
void audit_file::take_back(std::size_t written) noexcept {
    if (only_writer_ && ::ftruncate(descriptor_, static_cast<off_t>(size_bytes_ - written)) == 0)
        size_bytes_ -= written;
    else
        torn_ = true;
}

}  // namespace assent
