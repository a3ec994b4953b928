#include <assent/adapters/files/audit_file.hpp>

#include "append_file.hpp"
#include "audit_lines.hpp"
#include "audit_tail.hpp"
#include "chained_line.hpp"
#include "files_aside.hpp"
#include "regular_file.hpp"

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

// Buffers kept for batches to come: as many as are likely to be written at once.
constexpr std::size_t most_spares = 4;

int open_or_throw(const std::filesystem::path& path) {
    using detail::regular_file;
    return regular_file(path, regular_file::purpose::append, "cannot open audit file").release();
}

bool is_torn(const std::filesystem::path& path) {
    using detail::regular_file;
    return detail::is_torn(regular_file(path, regular_file::purpose::read, "cannot read audit file"));
}

// What a sink answers with to an exception that is on its way.
boost::system::error_code error_of_exception() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return make_error_code(boost::system::errc::not_enough_memory);
    } catch (...) {  // no digest, or a folder that cannot be read
        return make_error_code(boost::system::errc::io_error);
    }
}

}  // namespace

// Lines wait in a buffer of the file's: a session that is idle keeps none.
class audit_file::line_batch final : public audit_batch {
public:
    explicit line_batch(audit_file& file) noexcept : file_(file) {}
    ~line_batch() override { file_.give_back(std::move(lines_)); }
    line_batch(const line_batch&) = delete;
    line_batch& operator=(const line_batch&) = delete;

    boost::system::error_code record(const audit_event& event) override {
        try {
            if (!lines_) lines_ = file_.spare_lines();
            lines_->add(event, file_.lines_);
        } catch (...) {
            error_ = error_of_exception();
        }
        return error_;
    }

    boost::system::error_code commit() override {
        auto error = error_;
        if (!error && lines_) error = file_.append(*lines_);
        error_ = {};
        file_.give_back(std::move(lines_));
        return error;
    }

private:
    audit_file& file_;
    lines_pointer lines_;
    boost::system::error_code error_;
};

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
        become_only_writer(path, options.verify_bytes);
    else if (::access(path_.c_str(), R_OK) == 0)  // whoever may only append cannot see how it ends
        torn_ = is_torn(path_);
}

audit_file::audit_file(int descriptor, audit_line_options options) noexcept
    : lines_(std::move(options)), descriptor_(descriptor), regular_(detail::is_regular_file(descriptor)) {}

audit_file::~audit_file() {
    if (owned_) ::close(descriptor_);
}

void audit_file::become_only_writer(const std::filesystem::path& shown, std::size_t verify_bytes) {
    const std::string name = "audit file `" + shown.string() + "`";
    // Between opening and locking, the one who had the lock may have put the file aside.
    if (!detail::lock_alone(descriptor_) || !detail::leads_to(path_, descriptor_))
        throw std::system_error(
            std::make_error_code(std::errc::device_or_resource_busy),
            name + " has a writer already; one that is chained or put aside has only one");
    only_writer_ = true;
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot read " + name);
    size_bytes_ = static_cast<std::size_t>(status.st_size);
    if (chained_) {
        auto end = detail::read_chain_end(path_, verify_bytes);
        head_ = std::move(end.head);
        break_ = std::move(end.broken);
        new_chain_ = std::move(end.new_chain);
    }
    if (!is_torn(path_)) return;
    if (const auto error = write_out("\n")) throw std::system_error(error, "cannot write to " + name);
}

boost::system::error_code audit_file::record(const audit_event& event) {
    line_batch alone(*this);
    if (const auto error = alone.record(event)) return error;
    return alone.commit();
}

std::unique_ptr<audit_batch> audit_file::batch() { return std::make_unique<line_batch>(*this); }

audit_file::lines_pointer audit_file::spare_lines() {
    const std::lock_guard lock(spares_mutex_);
    if (spares_.empty()) return std::make_unique<detail::audit_lines>();
    auto taken = std::move(spares_.back());
    spares_.pop_back();
    return taken;
}

void audit_file::give_back(lines_pointer lines) noexcept {
    if (!lines || lines->oversized()) return;
    lines->clear();
    try {
        const std::lock_guard lock(spares_mutex_);
        if (spares_.size() < most_spares) spares_.push_back(std::move(lines));
    } catch (...) {
        // Then it is not kept.
    }
}

std::string audit_file::head() const {
    const std::lock_guard lock(mutex_);
    return head_;
}

boost::system::error_code audit_file::append(const detail::audit_lines& lines) {
    try {
        const std::lock_guard lock(mutex_);
        if (!chained_ && rotate_bytes_ == 0 && !torn_) return write_out(lines.text());
        const auto error = append_each(lines);
        if (pending_.capacity() > detail::kept_line_bytes) pending_ = {};
        return error;
    } catch (...) {
        return error_of_exception();
    }
}

// What is written together stays together, in one file, as long as one can hold it.
boost::system::error_code audit_file::append_each(const detail::audit_lines& lines) {
    const std::size_t more = chained_ ? detail::chain_member_bytes : 0;
    pending_.clear();
    pending_head_ = head_;
    const std::size_t whole = lines.text().size() + lines.size() * more + new_chain_bytes();
    if (goes_over(whole) && whole <= rotate_bytes_)
        if (const auto error = begin_new_file()) return error;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (goes_over(line.size() + more + new_chain_bytes() + (torn_ ? 2 : 1))) {
            if (const auto error = write_pending()) return error;
            if (const auto error = begin_new_file()) return error;
        }
        const bool first = size_bytes_ == 0 && pending_.empty();
        if (torn_ && pending_.empty()) pending_ += '\n';  // the torn line stays, and stays alone
        if (chained_)
            detail::append_chained(pending_, line, pending_head_, first, new_chain_);
        else
            pending_ += line;
        pending_ += '\n';
    }
    return write_pending();
}

// The file is put aside before these bytes; one that is empty never is.
bool audit_file::goes_over(std::size_t bytes) const noexcept {
    const std::size_t before = size_bytes_ + pending_.size();
    return rotate_bytes_ > 0 && before > 0 && before + bytes > rotate_bytes_;
}

// What the next record has to say about a new chain.
std::size_t audit_file::new_chain_bytes() const noexcept {
    return pending_head_.empty() ? new_chain_.size() : 0;
}

boost::system::error_code audit_file::write_pending() {
    if (pending_.empty()) return {};
    const auto error = write_out(pending_);
    pending_.clear();
    if (!error) head_ = pending_head_;
    return error;
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

boost::system::error_code audit_file::write_out(std::string_view lines) {
    std::size_t written = 0;
    const int error = regular_ ? detail::write_all(descriptor_, lines, written)
                               : detail::write_lines(descriptor_, lines, written);
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
