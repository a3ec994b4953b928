#include <assent/adapters/files/audit_file.hpp>

#include "audit_line_writer.hpp"
#include "audit_tail.hpp"
#include "chained_line.hpp"
#include "regular_file.hpp"

#include <fmt/format.h>
#include <boost/system/errc.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace assent::detail {

int create_to_append(const std::filesystem::path& path) noexcept {
    return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY,
                  S_IRUSR | S_IWUSR);
}

bool lock_alone(int descriptor) noexcept { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

bool is_regular_file(int descriptor) noexcept {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

int write_all(int descriptor, std::string_view text, std::size_t& written) noexcept {
    written = 0;
    while (written < text.size()) {
        const auto step = ::write(descriptor, text.data() + written, text.size() - written);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0 && errno == EAGAIN) {  // shared with a terminal that somebody made non-blocking
            pollfd writable{descriptor, POLLOUT, 0};
            ::poll(&writable, 1, -1);
            continue;
        }
        if (step < 0) return errno;
        written += static_cast<std::size_t>(step);
    }
    return 0;
}

int write_lines(int descriptor, std::string_view lines, std::size_t& written) noexcept {
    written = 0;
    while (!lines.empty()) {
        std::size_t size = lines.size();
        if (size > PIPE_BUF) {
            const auto fits = lines.rfind('\n', PIPE_BUF - 1);
            const auto end = fits == std::string_view::npos ? lines.find('\n', PIPE_BUF) : fits;
            if (end != std::string_view::npos) size = end + 1;
        }
        std::size_t step = 0;
        const int error = write_all(descriptor, lines.substr(0, size), step);
        written += step;
        if (error != 0) return error;
        lines.remove_prefix(size);
    }
    return 0;
}

namespace {

constexpr std::size_t most_digits = 18;  // far more files than there can be, and no overflow
constexpr std::uint64_t highest_number = 999'999'999'999'999'999;

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
    const auto number = taken.empty() ? 1 : taken.back() + 1;
    // It would not be counted, and the next file would take its place.
    if (number > highest_number) return make_error_code(boost::system::errc::value_too_large);
    const auto name = name_aside(path, number);
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

namespace {

// What is read of a file of which only the last line is wanted, and of a large one at once.
constexpr std::size_t block_bytes = std::size_t{64} * 1024;

// The last bytes of a file: all of it, or a line that may have lost its beginning and whole ones behind it.
struct file_end {
    std::string text{};
    std::uint64_t offset = 0;  // where they begin
};

// \param least_bytes  read at least, and two whole lines
file_end read_end(const regular_file& file, std::size_t least_bytes) {
    constexpr std::ptrdiff_t least_line_ends = 3;  // the first may be that of a line without its beginning
    file_end end{.offset = file.size()};
    std::size_t wanted = least_bytes == 0 ? block_bytes : least_bytes;
    std::ptrdiff_t line_ends = 0;
    while (end.offset > 0 && (end.text.size() < least_bytes || line_ends < least_line_ends)) {
        std::string before(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, end.offset)), '\0');
        end.offset -= before.size();
        before.resize(file.read_at(end.offset, before.data(), before.size()));
        line_ends += std::count(before.begin(), before.end(), '\n');
        end.text.insert(0, before);
        wanted = std::max(block_bytes, end.text.size());  // so that a long line is not copied over and over
    }
    return end;
}

// The number of the line that holds this byte, counted from 1.
std::size_t line_at(const regular_file& file, std::uint64_t offset) {
    std::string block(block_bytes, '\0');
    std::size_t line = 1;
    for (std::uint64_t begin = 0; begin < offset; begin += block.size()) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), offset - begin));
        const auto count = static_cast<std::ptrdiff_t>(file.read_at(begin, block.data(), size));
        line += static_cast<std::size_t>(std::count(block.begin(), block.begin() + count, '\n'));
    }
    return line;
}

// Goes along the ends of files, the older one first.
class end_walk {
public:
    /// \param aside  the file's number where it was put aside; 0: it is the one that goes on
    void follow(const std::filesystem::path& name, std::uint64_t aside, const regular_file& file,
                const file_end& end) {
        if (!end.text.empty()) last_file_ = name;
        bool cut = end.offset > 0;  // the first line has no beginning
        bool known = !cut;          // it is known what the line has to follow
        std::string_view left = end.text;
        while (!left.empty()) {
            const auto size = std::min(left.find('\n'), left.size());
            const bool whole = size < left.size();
            const auto line = left.substr(0, size);
            const auto parts = split_chained(line);
            whole_lines_ = whole_lines_ || whole;
            chained_ = chained_ || parts;
            if (!known && parts)
                walk_.trust(parts->value);
            else if (!cut)
                note(take(line, whole, aside), name, aside,
                     [&] { return line_at(file, end.offset + (end.text.size() - left.size())); });
            known = known || parts || !cut;
            cut = false;
            left.remove_prefix(size + (whole ? 1 : 0));
        }
    }

    chain_end finish() && {
        if (whole_lines_ && !chained_)
            throw std::runtime_error("cannot go on with the chain of audit file `" + last_file_.string() +
                                     "`: its last line has no chain value");
        if (!found_.broken) found_.head = walk_.head();
        return std::move(found_);
    }

private:
    // A record of which only the line's end is missing counts, where that can still be written.
    chain_walk::step take(std::string_view line, bool whole, std::uint64_t aside) {
        if (!whole && aside != 0) return walk_.cut_off();
        const auto step = walk_.take(line);
        return whole || step.begins || step.why.empty() ? step : walk_.cut_off();
    }

    template <class LineNumber>
    void note(const chain_walk::step& step, const std::filesystem::path& name, std::uint64_t aside,
              const LineNumber& line_number) {
        if (step.begins) {
            found_ = {};
        } else if (!step.why.empty() && !found_.broken) {
            found_.broken = {.file = name, .line = line_number(), .why = std::string(step.why)};
            const std::string file = aside == 0 ? "" : "file " + std::to_string(aside) + ", ";
            found_.new_chain = new_chain_member(file + "line " + std::to_string(found_.broken->line) + ": " +
                                                found_.broken->why);
        }
    }

    chain_walk walk_;
    chain_end found_;
    std::filesystem::path last_file_;
    bool whole_lines_ = false;
    bool chained_ = false;  // one of them is
};

}  // namespace

std::optional<std::chrono::sys_seconds> first_time_in(const std::filesystem::path& path) {
    std::array<char, line_time_bytes> beginning{};
    try {
        const regular_file file(path, regular_file::purpose::read, "cannot read audit file");
        return time_of_line({beginning.data(), file.read_at(0, beginning.data(), beginning.size())});
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::optional<std::chrono::sys_seconds> last_time_in(const std::filesystem::path& path) {
    try {
        const regular_file file(path, regular_file::purpose::read, "cannot read audit file");
        const auto end = read_end(file, 0);
        std::string_view lines = end.text;
        if (lines.ends_with('\n')) lines.remove_suffix(1);
        return time_of_line(lines.substr(lines.rfind('\n') + 1));  // npos + 1: there is one line
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

bool is_torn(const regular_file& file) {
    const std::uint64_t size = file.size();
    char last = '\n';
    return size > 0 && file.read_at(size - 1, &last, 1) == 1 && last != '\n';
}

chain_end read_chain_end(const std::filesystem::path& path, std::size_t verify_bytes) {
    constexpr std::string_view cannot = "cannot read audit file";
    const regular_file file(path, regular_file::purpose::read, cannot);
    const file_end end = read_end(file, verify_bytes);
    end_walk walk;
    const auto aside = end.offset == 0 ? numbers_aside(path) : std::vector<std::uint64_t>();
    if (!aside.empty()) {
        const auto newest = name_aside(path, aside.back());
        const regular_file older(newest, regular_file::purpose::read, cannot);
        walk.follow(newest, aside.back(), older,
                    read_end(older, verify_bytes - std::min(verify_bytes, end.text.size())));
    }
    walk.follow(path, 0, file, end);
    return std::move(walk).finish();
}

}  // namespace assent::detail

namespace assent {
namespace {

// What is told of a file that is where it was and takes nothing, as on a full disk.
constexpr std::string_view not_written = "cannot be written";

// Buffers kept for batches to come: as many as are likely to be written at once.
constexpr std::size_t most_spares = 4;

// How often it is looked whether another writer has done.
constexpr std::chrono::milliseconds turn_retry{1};

int open_or_throw(const std::filesystem::path& path) {
    using detail::regular_file;
    return regular_file(path, regular_file::purpose::append, "cannot open audit file").release();
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
    return {.inputs = policy.inputs.value_or(audit_inputs::digest),
            .redact = policy.redact,
            .chain = policy.chain,
            .rotate_bytes = policy.rotate_bytes,
            .keep_files = policy.keep_files,
            .keep_days = policy.keep_days};
}

audit_file::audit_file(const std::filesystem::path& path, const audit_file_options& options)
    : audit_file(
          open_or_throw(path),
          {.inputs = options.inputs, .redact = options.redact, .host = options.host, .user = options.user}) {
    owned_ = true;
    path_ = std::filesystem::absolute(path);
    chained_ = options.chain;
    rotate_bytes_ = options.rotate_bytes;
    keep_files_ = options.keep_files;
    keep_days_ = std::chrono::days(options.keep_days);
    on_damage_ = options.on_damage;
    verify_bytes_ = options.verify_bytes;
    wait_ = options.wait;
    takes_turns_ = chained_ || rotate_bytes_ > 0 || keep_days_.count() > 0;
    if (takes_turns_)
        begin_as_one_of_several(path);
    else
        torn_ = ends_torn();
}

audit_file::audit_file(int descriptor, audit_line_options options) noexcept
    : lines_(std::move(options)), descriptor_(descriptor), regular_(detail::is_regular_file(descriptor)) {}

audit_file::~audit_file() {
    if (owned_) ::close(descriptor_);
}

class audit_file::turn {
public:
    explicit turn(audit_file& file) : file_(file) {
        if (!file.takes_turns_) return;
        try {
            error_ = file.take_turn();
        } catch (...) {
            end();
            throw;
        }
    }
    ~turn() {
        if (file_.takes_turns_) end();
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    [[nodiscard]] const boost::system::error_code& error() const noexcept { return error_; }

private:
    void end() const noexcept { ::flock(file_.descriptor_, LOCK_UN); }

    audit_file& file_;
    boost::system::error_code error_;
};

void audit_file::begin_as_one_of_several(const std::filesystem::path& shown) {
    const turn mine(*this);
    if (mine.error())
        throw std::system_error(mine.error(),
                                "cannot write to audit file `" + shown.string() + "`" +
                                    (mine.error() == boost::system::errc::device_or_resource_busy
                                         ? ", which another process has locked"
                                         : ""));
    if (!torn_) return;
    if (const auto error = write_out("\n"))
        throw std::system_error(error, "cannot write to audit file `" + shown.string() + "`");
}

// Waits until no other writer has the file, and knows then what is in it.
// \param anew  whatever was known of it before
// \throws std::exception where what others have written cannot be gone on from
boost::system::error_code audit_file::take_turn(bool anew) {
    const auto give_up = std::chrono::steady_clock::now() + wait_;
    while (true) {
        if (detail::lock_alone(descriptor_)) {
            if (detail::leads_to(path_, descriptor_) || !was_put_aside()) break;
            ::close(std::exchange(descriptor_, open_or_throw(path_)));
            anew = true;
            continue;
        }
        if (errno != EWOULDBLOCK) return {errno, boost::system::system_category()};
        if (std::chrono::steady_clock::now() > give_up)
            return make_error_code(boost::system::errc::device_or_resource_busy);
        std::this_thread::sleep_for(turn_retry);
    }
    catch_up(anew || !known_);
    return {};
}

// By another writer, and not by somebody who has removed or replaced it.
bool audit_file::was_put_aside() const {
    const auto numbers = detail::numbers_aside(path_);
    return std::ranges::any_of(numbers, [this](std::uint64_t number) {
        return detail::leads_to(detail::name_aside(path_, number), descriptor_);
    });
}

// What others have written is checked, as much of it as when a file is opened.
void audit_file::catch_up(bool anew) {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot read audit file");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (!anew && size <= size_bytes_) return;
    if (chained_) {
        auto end =
            detail::read_chain_end(path_, anew ? verify_bytes_ : std::min(verify_bytes_, size - size_bytes_));
        head_ = std::move(end.head);
        new_chain_ = std::move(end.new_chain);
        if (!known_) break_ = std::move(end.broken);
    }
    size_bytes_ = size;
    torn_ = ends_torn();
    if (keep_days_.count() > 0 && (anew || !began_)) began_ = detail::first_time_in(path_);
    known_ = true;
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
    std::string_view before;
    std::string_view after;
    boost::system::error_code error;
    {
        const std::lock_guard lock(mutex_);
        before = damaged_;
        error = append_locked(lines);
        after = damaged_;
    }
    if (before != after && on_damage_)
        on_damage_(fmt::format("the audit file `{}` {}{}", path_.string(),
                               after.empty() ? "is written again" : after,
                               after == not_written ? ": " + error.message() : std::string()));
    return error;
}

boost::system::error_code audit_file::append_locked(const detail::audit_lines& lines) {
    try {
        const turn mine(*this);
        auto error = mine.error();
        if (error) return error;
        if (!takes_turns_ && !torn_)
            error = write_out(lines.text());
        else
            error = append_each(lines);
        if (pending_.capacity() > detail::kept_line_bytes) pending_ = {};
        if (path_.empty()) return error;
        damaged_ = error ? not_written : damage();
        if (error || damaged_.empty()) return error;
        open_again();
    } catch (...) {
        if (damaged_.empty()) damaged_ = not_written;
        return error_of_exception();
    }
    return make_error_code(boost::system::errc::io_error);
}

// What somebody else has done to the file since it was written last. Records that went into one that nobody
// finds any more are as good as none.
std::string_view audit_file::damage() noexcept {
    struct stat open {};
    if (!detail::leads_to(path_, descriptor_)) return "was removed, or another one is in its place";
    if (::fstat(descriptor_, &open) != 0) return "cannot be looked at";
    const auto size = static_cast<std::size_t>(open.st_size);
    if (size < size_bytes_) return "was shortened";
    if (!takes_turns_) size_bytes_ = size;
    return {};
}

// Goes on in the file that is behind the name now. \throws where that cannot be: it is tried again
void audit_file::open_again() {
    if (!detail::leads_to(path_, descriptor_)) {
        detail::regular_file next(path_, detail::regular_file::purpose::append, "cannot open audit file");
        ::close(std::exchange(descriptor_, next.release()));
    }
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return;
    size_bytes_ = static_cast<std::size_t>(status.st_size);
    torn_ = ends_torn();
    if (!chained_ || size_bytes_ == 0) return;
    // What is there may be less than was written, and whole all the same.
    head_.clear();
    new_chain_ = detail::new_chain_member("somebody else has changed the file while it was written");
}

// Whoever may only append cannot see it.
bool audit_file::ends_torn() const {
    return ::access(path_.c_str(), R_OK) == 0 &&
           detail::is_torn(
               detail::regular_file(path_, detail::regular_file::purpose::read, "cannot read audit file"));
}

// What is written together stays together, in one file, as long as one can hold it.
boost::system::error_code audit_file::append_each(const detail::audit_lines& lines) {
    const std::size_t more = chained_ ? detail::chain_member_bytes : 0;
    pending_.clear();
    pending_head_ = head_;
    const std::size_t whole = lines.text().size() + lines.size() * more + new_chain_bytes();
    if ((goes_over(whole) && whole <= rotate_bytes_) || is_old(lines[0]))
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
    const bool first = size_bytes_ == 0;
    const auto error = write_out(pending_);
    if (!error && first) began_ = detail::time_of_line(pending_);
    pending_.clear();
    if (!error) head_ = pending_head_;
    return error;
}

// The part of the days that one file holds.
constexpr std::chrono::days part_of(std::chrono::days all) {
    return std::max(all / 10, std::chrono::days(1));
}

// The file has been begun so long before this record that it is put aside.
bool audit_file::is_old(std::string_view line) const noexcept {
    const auto now = detail::time_of_line(line);
    return keep_days_.count() > 0 && size_bytes_ > 0 && began_ && now &&
           *now - *began_ >= part_of(keep_days_);
}

boost::system::error_code audit_file::begin_new_file() {
    const bool ours = detail::leads_to(path_, descriptor_);
    if (const auto error = detail::put_aside(path_, descriptor_)) return error;
    int next = detail::create_to_append(path_);
    // A writer that began in this moment has made it. Not when somebody else has put a file there before.
    const bool made_by_another = next < 0 && errno == EEXIST && ours;
    if (made_by_another) next = open_or_throw(path_);
    if (next < 0) return {errno, boost::system::system_category()};
    const bool locked = detail::lock_alone(next);
    // Between the two another writer may have had it, and be done.
    struct stat status {};
    const bool untouched =
        ::fstat(next, &status) == 0 && status.st_size == 0 && detail::leads_to(path_, next);
    ::close(std::exchange(descriptor_, next));
    size_bytes_ = 0;
    torn_ = false;
    began_.reset();
    if (made_by_another || !locked || !untouched)
        if (const auto error = take_turn(true)) return error;
    pending_head_ = head_;
    if (keep_files_ > 0) detail::remove_oldest(path_, keep_files_);
    if (keep_days_.count() > 0) remove_old();
    return {};
}

// Files put aside whose first record is so old that they would be too old before the next one is put aside.
// The newest record put aside says what time it is: one writer whose clock is wrong removes nothing.
void audit_file::remove_old() const {
    const auto numbers = detail::numbers_aside(path_);
    if (numbers.empty()) return;
    const auto now = detail::last_time_in(detail::name_aside(path_, numbers.back()));
    if (!now) return;
    const auto time = *now - (keep_days_ - part_of(keep_days_));
    for (const auto number : numbers) {
        const auto name = detail::name_aside(path_, number);
        const auto began = detail::first_time_in(name);
        if (!began || *began >= time) return;
        std::error_code stays;
        std::filesystem::remove(name, stays);
    }
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
    // Somebody may have moved it away because the disk is full.
    if (!path_.empty() && !detail::leads_to(path_, descriptor_)) open_again();
    return {error, boost::system::system_category()};
}

// A line that is cut off would break the chain for good, and its record was refused anyway. In a shared file
// it stays: others may have written behind it.
void audit_file::take_back(std::size_t written) noexcept {
    if (takes_turns_ && ::ftruncate(descriptor_, static_cast<off_t>(size_bytes_ - written)) == 0)
        size_bytes_ -= written;
    else
        torn_ = true;
}

}  // namespace assent
