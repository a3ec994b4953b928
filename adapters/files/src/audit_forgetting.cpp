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

constexpr std::string_view chain_in_plain = "one of its lines has a chain value, and others have none";
constexpr std::string_view why_new_chain = "lines were forgotten, as a line says";

// The chain of a record, and the one that its lines are put into without those that go. An owner who has
// lines forgotten makes no break unseen: the new one says with its first line that it is one.
class rewritten_chain {
public:
    /// \return why the old one does not hold; empty: it does
    std::string_view take(std::string_view line) {
        const auto parts = detail::split_chained(line);
        const bool ours =
            !std::exchange(begun_, true) && parts && detail::stated_new_chain(*parts) == why_new_chain;
        const auto step = before_.take(line);
        return ours ? std::string_view() : step.why;
    }
    /// A record as it stands behind those that stay. \param first  of its file
    [[nodiscard]] std::string put(std::string_view record, bool first) {
        std::string line;
        detail::append_chained(line, record, head_, first, detail::new_chain_member(why_new_chain));
        return line;
    }
    /// The record of a line, without what binds it to those before.
    static std::string unbound(const detail::chained_line& line) {
        auto record = line.record;
        if (!detail::stated_previous(line).empty())
            record = record.substr(0, record.rfind(R"(,"previous":")"));
        if (!detail::stated_new_chain(line).empty())
            record = record.substr(0, record.rfind(R"(,"new_chain":")"));
        return std::string(record) + "}";
    }

private:
    detail::chain_walk before_;
    std::string head_;
    bool begun_ = false;
};

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

    /// What is there by now. Half a line at the end stays as it is. \param chain  null: it is none
    void copy(const std::function<bool(std::string_view)>& goes, rewritten_chain* chain) {
        detail::regular_file_buffer buffer(old_);
        std::istream lines(&buffer);
        for (std::string line; std::getline(lines, line);) {
            const bool whole = !lines.eof();
            read_ += line.size() + (whole ? 1 : 0);
            const auto parts = detail::split_chained(line);
            const std::string_view why = chain == nullptr ? (parts ? chain_in_plain : "")
                                         : whole          ? chain->take(line)
                                                          : detail::line_cut_off;
            if (!why.empty()) fail(place_, fmt::format("does not hold: {}; see `assent audit verify`", why));
            if (whole && goes(line)) continue;
            torn_ = !whole;
            if (chain != nullptr) line = chain->put(rewritten_chain::unbound(*parts), is_empty_);
            append(whole ? line + '\n' : line);
        }
        if (lines.bad()) throw std::runtime_error(fmt::format("{} `{}`", cannot_read, place_.string()));
    }
    void add(const std::string& record, rewritten_chain* chain) {
        const auto line = chain == nullptr ? record : chain->put(record, is_empty_);
        append((std::exchange(torn_, false) ? "\n" : "") + line + "\n");
    }
    [[nodiscard]] bool begins_chained() const {
        detail::regular_file_buffer buffer(old_);
        std::istream lines(&buffer);
        std::string line;
        const bool chained = std::getline(lines, line) && detail::split_chained(line);
        if (::lseek(old_.descriptor(), 0, SEEK_SET) != 0)
            throw std::system_error(errno, std::generic_category(),
                                    fmt::format("{} `{}`", cannot_read, place_.string()));
        return chained;
    }

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
        is_empty_ = false;
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
    bool is_empty_ = true;  // nothing was written yet
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
    for (const auto number : detail::numbers_aside(real))
        older.push_back(std::make_unique<written_anew>(detail::name_aside(real, number)));
    rewritten_chain chain;
    auto* const chained = newest.begins_chained() ? &chain : nullptr;
    for (const auto& each : older) each->copy(goes, chained);
    newest.copy(goes, chained);
    newest.add(note(), chained);
    newest.put_in_place();
    for (const auto& each : older) each->put_in_place();
}

}  // namespace assent
