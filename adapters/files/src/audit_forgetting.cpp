#include <assent/adapters/files/audit_forgetting.hpp>

#include "audit_tail.hpp"
#include "chained_line.hpp"
#include "regular_file.hpp"

#include <assent/adapters/files/audit_file.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <istream>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace assent {
namespace {

namespace fs = std::filesystem;
using detail::regular_file;

constexpr std::string_view cannot_read = "cannot read audit file";
constexpr std::chrono::milliseconds lock_retry{1};

[[noreturn]] void fail(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("`{}` {}", path.string(), why));
}

// A file of the record as it is to be, until it is in its place. One that does not get there is removed.
class written_anew {
public:
    explicit written_anew(fs::path place)
        : place_(std::move(place)), old_(place_, regular_file::purpose::read, cannot_read), beside_(place_) {
        struct stat status {};
        if (::fstat(old_.descriptor(), &status) != 0 || status.st_uid != ::geteuid())
            fail(place_, "belongs to somebody else");
        if (status.st_nlink != 1) fail(place_, "has other names, which would go on to be what it was");
        beside_ += fmt::format(".unfinished-{}", ::getpid());
        new_ = detail::create_to_append(beside_);
        if (new_ < 0 || ::fchmod(new_, status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)) != 0)
            throw std::system_error(errno, std::generic_category(),
                                    fmt::format("cannot write `{}`", beside_.string()));
    }
    ~written_anew() {
        if (new_ < 0) return;
        ::close(new_);
        if (!beside_.empty()) ::unlink(beside_.c_str());
    }
    written_anew(const written_anew&) = delete;
    written_anew& operator=(const written_anew&) = delete;

    [[nodiscard]] const regular_file& old() const noexcept { return old_; }

    /// What is there by now. Half a line at the end stays as it is.
    void copy(const std::function<bool(std::string_view)>& goes) {
        detail::regular_file_buffer buffer(old_);
        std::istream lines(&buffer);
        for (std::string line; std::getline(lines, line);) {
            const bool whole = !lines.eof();
            read_ += line.size() + (whole ? 1 : 0);
            if (whole && detail::split_chained(line))
                fail(place_, "is a chain, in which a gap would be a lie: keep it, or delete it whole");
            if (whole && goes(line)) continue;
            if (whole) line += '\n';
            torn_ = !whole;
            append(line);
        }
        if (lines.bad()) throw std::runtime_error(fmt::format("{} `{}`", cannot_read, place_.string()));
    }
    void add(const std::string& line) { append((std::exchange(torn_, false) ? "\n" : "") + line + "\n"); }

    void put_in_place() {
        if (::fsync(new_) != 0 || std::rename(beside_.c_str(), place_.c_str()) != 0)
            throw std::system_error(errno, std::generic_category(),
                                    fmt::format("cannot write `{}`", place_.string()));
        beside_.clear();
        // By a writer that takes no turns, while this one was written.
        const auto size = old_.size();
        if (size <= read_) return;
        std::string more(static_cast<std::size_t>(size - read_), '\0');
        more.resize(old_.read_at(read_, more.data(), more.size()));
        append(more);
    }

private:
    void append(std::string_view text) {
        std::size_t written = 0;
        if (const int error = detail::write_all(new_, text, written); error != 0)
            throw std::system_error(error, std::generic_category(),
                                    fmt::format("cannot write `{}`", place_.string()));
    }

    fs::path place_;
    regular_file old_;
    fs::path beside_;  // empty: it is in its place
    int new_ = -1;
    std::uint64_t read_ = 0;
    bool torn_ = false;
};

// As its writers do. The lock ends with the descriptor.
void take_turn(const fs::path& path, const regular_file& file) {
    const auto give_up = std::chrono::steady_clock::now() + longest_audit_wait;
    while (!detail::lock_alone(file.descriptor())) {
        if (errno != EWOULDBLOCK)
            throw std::system_error(errno, std::generic_category(),
                                    fmt::format("cannot lock `{}`", path.string()));
        if (std::chrono::steady_clock::now() > give_up) fail(path, "is kept by another process");
        std::this_thread::sleep_for(lock_retry);
    }
    if (!detail::leads_to(path, file.descriptor())) fail(path, "was replaced meanwhile: try again");
}

}  // namespace

void forget_lines(const fs::path& path, const std::function<bool(std::string_view)>& goes,
                  const std::function<std::string()>& note) {
    const auto real = fs::canonical(path);
    written_anew newest(real);
    take_turn(real, newest.old());
    std::vector<std::unique_ptr<written_anew>> older;
    for (const auto number : detail::numbers_aside(real)) {
        older.push_back(std::make_unique<written_anew>(detail::name_aside(real, number)));
        older.back()->copy(goes);
    }
    newest.copy(goes);
    newest.add(note());
    newest.put_in_place();
    for (const auto& each : older) each->put_in_place();
}

}  // namespace assent
