#include "session_file.hpp"

#include "../files/user_file.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/sha256.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// What stands first in a line: an array of texts.
constexpr std::string_view word_session = "session";  // of which agent, and its id
constexpr std::string_view word_use = "use";          // id, what it is, what stays, for people
constexpr std::string_view begin_of_use = R"(["use",)";
constexpr std::string_view word_mark = "stopped";  // why
constexpr std::string_view word_lifted = "lifted";
constexpr std::string_view word_project = "project";    // file, its text
constexpr std::string_view word_snapshot = "snapshot";  // repository, when, ref, why there is none

// So much of a digest tells sessions apart.
constexpr std::size_t key_digits = 32;
constexpr std::chrono::milliseconds lock_look{5};

[[noreturn]] void fail(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("{}: {}", path.string(), why));
}
[[noreturn]] void fail(const fs::path& path, int error) {
    fail(path, std::generic_category().message(error));
}

std::string line_of(std::initializer_list<std::string_view> words) {
    std::string line = "[";
    for (const auto word : words) {
        if (line.size() > 1) line += ',';
        append_json_string(line, word);
    }
    return line += "]\n";
}

std::string line_of(const session_name& name) { return line_of({word_session, name.agent, name.id}); }
std::string line_of(const told_use& use) { return line_of({word_use, use.id, use.is, use.stays, use.shown}); }

std::string line_of(const project_text& of) { return line_of({word_project, of.file.native(), of.text}); }

std::string line_of(const session_snapshot& of) {
    return line_of({word_snapshot, of.repository, of.began, of.ref, of.why_not});
}

// The last word about each repository counts.
void take_over(std::vector<session_snapshot>& all, session_snapshot last) {
    const auto known = std::ranges::find(all, last.repository, &session_snapshot::repository);
    if (known == all.end())
        all.push_back(std::move(last));
    else
        *known = std::move(last);
}

std::vector<std::string> words_of(const fs::path& path, std::string_view line) {
    json_scanner scanner;
    std::vector<std::string> words;
    if (scanner.scan(line, json_scanner::duplicates::everywhere) || scanner.kind() != json_kind::array)
        fail(path, "has a line that is none of ours");
    const auto read = parse_scanned(line);
    for (const auto& word : read.get_array()) {
        if (!word.is_string()) fail(path, "has a line that is none of ours");
        words.emplace_back(std::string_view(word.get_string()));
    }
    return words;
}

// Whoever else may write here decides what ran.
void require_own(const fs::path& path, int descriptor, mode_t kind) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) fail(path, errno);
    if ((status.st_mode & S_IFMT) != kind)
        fail(path, kind == S_IFDIR ? "is no folder" : "is no regular file");
    if (status.st_uid != ::geteuid()) fail(path, "belongs to another user");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        fail(path, fmt::format("others may write it (`chmod go-w {}` ends that)", path.string()));
}

bool is_over(const fs::path& file) {
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    const auto lifetime = std::chrono::duration_cast<std::chrono::seconds>(session_lifetime).count();
    if (status.st_mtime > now - lifetime) return false;
    try {
        return session_file(file).state().mark.empty();
    } catch (const std::runtime_error&) {
        return false;  // nobody knows whether it is stopped
    }
}

void make_sessions_folder(const fs::path& folder) {
    static_cast<void>(make_folders(folder));
    if (const auto why = why_not_own(folder); !why.empty()) throw std::runtime_error(why);
    for (const auto& file : session_files(folder))
        if (is_over(file)) ::unlink(file.c_str());
}

}  // namespace

std::string session_name::key() const {
    // No agent is called so that the two could be divided in another way.
    return agent + "-" + detail::sha256_hex({id}).substr(0, key_digits);
}

fs::path sessions_folder(const fs::path& state) { return state / "assent" / "sessions"; }

std::vector<fs::path> session_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error))
        files.push_back(each->path());
    std::ranges::sort(files);
    return files;
}

// Nobody else changes the file while it lives; what is in it is known then.
class session_file::lock {
public:
    explicit lock(session_file& of, wanted what = wanted::all) : of_(of) {
        const auto give_up = std::chrono::steady_clock::now() + longest_session_wait;
        while (::flock(of.file_.get(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK && errno != EINTR) fail(of.path_, errno);
            if (std::chrono::steady_clock::now() > give_up)
                fail(of.path_, fmt::format("another program has locked it for {}",
                                           duration_text(longest_session_wait)));
            std::this_thread::sleep_for(lock_look);
        }
        try {
            of.read(what);
        } catch (const std::exception&) {
            ::flock(of.file_.get(), LOCK_UN);
            throw;
        }
    }
    ~lock() { ::flock(of_.file_.get(), LOCK_UN); }
    lock(const lock&) = delete;
    lock& operator=(const lock&) = delete;

private:
    session_file& of_;
};

session_file::session_file(const fs::path& folder, const session_name& name) : path_(folder / name.key()) {
    constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
    constexpr int as_file = O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC;
    detail::unique_descriptor opened(::open(folder.c_str(), as_folder));
    if (opened.get() < 0 && errno == ENOENT) {
        make_sessions_folder(folder);
        opened = detail::unique_descriptor(::open(folder.c_str(), as_folder));
    }
    if (opened.get() < 0) fail(folder, errno);
    require_own(folder, opened.get(), S_IFDIR);
    const std::string key = path_.filename().string();
    const auto open = [&](int how) {
        return detail::unique_descriptor(
            ::openat(opened.get(), key.c_str(), as_file | how, S_IRUSR | S_IWUSR));
    };
    file_ = open(0);
    if (file_.get() < 0 && errno == ENOENT) {
        make_sessions_folder(folder);
        file_ = open(O_CREAT);
    }
    if (file_.get() < 0) fail(path_, errno);
    require_own(path_, file_.get(), S_IFREG);
    const lock held(*this, wanted::whether_stopped);
    // Of several that make it at once, the first one says whose it is, and to it alone it is new.
    is_new_ = bytes_ == 0;
    if (is_new_) append(line_of(name));
    state_.name = name;
}

session_file::session_file(const fs::path& file) : path_(file) {
    file_ = detail::unique_descriptor(
        ::open(file.c_str(), O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
    if (file_.get() < 0) fail(path_, errno);
    require_own(path_, file_.get(), S_IFREG);
    const lock held(*this);
}

void session_file::read(wanted what) {
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) fail(path_, errno);
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > max_session_bytes) fail(path_, fmt::format("has more than {} bytes", max_session_bytes));
    std::string text(size, '\0');
    for (std::size_t have = 0; have < size;) {
        const auto count = ::pread(file_.get(), text.data() + have, size - have, static_cast<off_t>(have));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(path_, count < 0 ? std::generic_category().message(errno) : "became shorter");
        have += static_cast<std::size_t>(count);
    }
    understand(text, what);
    bytes_ = size;
}

void session_file::understand(std::string_view text, wanted what) {
    session_state found;
    found.name = state_.name;
    uses_ = 0;
    if (!text.empty() && !text.ends_with('\n')) fail(path_, "has a line without its end");
    for (bool first = true; !text.empty(); first = false) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        const bool under_way = !first && line.starts_with(begin_of_use);
        uses_ += under_way ? 1 : 0;
        if (under_way && what == wanted::whether_stopped) continue;
        auto words = words_of(path_, line);
        const auto is = [&](std::string_view word, std::size_t count) {
            return words.size() == count && words.front() == word;
        };
        if (first != is(word_session, 3)) fail(path_, "has a line that is none of ours");
        if (first)
            found.name = {words[1], words[2]};
        else if (is(word_use, 5))
            found.uses.judged({words[1], words[2], words[3], words[4]});
        else if (is(word_mark, 2))
            found.mark = std::move(words[1]);
        else if (is(word_lifted, 1))
            found.lifted = true;
        else if (is(word_project, 3))
            found.projects.push_back({words[1], words[2]});
        else if (is(word_snapshot, 5))
            take_over(found.snapshots, {words[1], words[2], words[3], words[4]});
        else
            fail(path_, "has a line that is none of ours");
    }
    state_ = std::move(found);
}

// Whole or not at all.
void session_file::append(const std::string& line) {
    try {
        write_at(bytes_, line);
    } catch (const std::exception&) {
        static_cast<void>(!::ftruncate(file_.get(), static_cast<off_t>(bytes_)));
        throw;
    }
    bytes_ += line.size();
}

void session_file::write_at(std::size_t place, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const auto count =
            ::pwrite(file_.get(), text.data() + done, text.size() - done, static_cast<off_t>(place + done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(path_, count < 0 ? errno : ENOSPC);
        done += static_cast<std::size_t>(count);
    }
}

// Over what is there, which takes no more room than it had; it is cut off behind that. Who is ended in the
// middle leaves what cannot be read, and that denies.
void session_file::write_anew() {
    std::string text = line_of(state_.name);
    if (!state_.mark.empty()) text += line_of({word_mark, state_.mark});
    if (state_.lifted) text += line_of({word_lifted});
    for (const auto& project : state_.projects) text += line_of(project);
    for (const auto& snapshot : state_.snapshots) text += line_of(snapshot);
    std::vector<std::string> uses;
    state_.uses.each([&](const told_use& use) { uses.push_back(line_of(use)); });
    // The oldest are forgotten where all would leave no room for more.
    std::size_t bytes = text.size(), first = uses.size();
    while (first > 0 && bytes + uses[first - 1].size() <= max_session_bytes / 2)
        bytes += uses[--first].size();
    for (; first < uses.size(); ++first) text += uses[first];
    write_at(0, text);
    if (::ftruncate(file_.get(), static_cast<off_t>(text.size())) != 0) fail(path_, errno);
    bytes_ = text.size();
}

bool session_file::judged(const told_use& use) {
    const lock held(*this, wanted::whether_stopped);
    if (!state_.mark.empty()) return false;
    const std::string line = line_of(use);
    if (uses_ < max_pending_uses && bytes_ + line.size() <= max_session_bytes) {
        append(line);
        return true;
    }
    read(wanted::all);
    state_.uses.judged(use);
    write_anew();
    return true;
}

ended_use session_file::ended(const told_use& ran, std::string_view until_judged) {
    const lock held(*this);
    const std::size_t before = state_.uses.size();
    ended_use end = state_.uses.ended(ran);
    const bool stops = end.how != ran_as::judged && state_.mark.empty();
    if (stops) state_.mark = beginning_of(until_judged, max_session_mark_bytes);
    if (stops || state_.uses.size() != before) write_anew();
    return end;
}

void session_file::judged_so(std::string_view until_judged, std::string_view why) {
    const lock held(*this);
    if (state_.mark != beginning_of(until_judged, max_session_mark_bytes))
        return;  // another one says what it was
    state_.mark = beginning_of(why, max_session_mark_bytes);
    write_anew();
}

void session_file::stop(std::string_view why) {
    const lock held(*this);
    if (!state_.mark.empty()) return;  // the first one says what it was
    state_.mark = beginning_of(why, max_session_mark_bytes);
    const std::string line = line_of({word_mark, state_.mark});
    if (bytes_ + line.size() > max_session_bytes)
        write_anew();
    else
        append(line);
}

void session_file::holds(const project_text& text) {
    const std::string line = line_of(text);
    const auto is_it = [&](const project_text& each) { return line_of(each) == line; };
    if (std::ranges::any_of(state_.projects, is_it)) return;
    const lock held(*this);
    if (std::ranges::any_of(state_.projects, is_it)) return;
    std::size_t bytes = line.size();
    for (const auto& each : state_.projects) bytes += line_of(each).size();
    if (bytes > max_session_bytes / 2)
        fail(path_,
             fmt::format("has no room for one more text of {}: begin a new session", text.file.string()));
    state_.projects.push_back(text);
    if (bytes_ + line.size() > max_session_bytes)
        write_anew();
    else
        append(line);
}

void session_file::note(const session_snapshot& snapshot) {
    const std::string line = line_of(snapshot);
    take_over(state_.snapshots, snapshot);
    if (bytes_ + line.size() <= max_session_bytes) return append(line);
    read(wanted::all);
    take_over(state_.snapshots, snapshot);
    write_anew();
}

snapshot_turn session_file::turn_to_keep(const std::string& repository, std::chrono::seconds within) {
    using enum snapshot_turn;
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    session_snapshot mine{.repository = repository, .began = std::to_string(now)};
    const lock held(*this, wanted::whether_stopped);
    const auto known = std::ranges::find(state_.snapshots, repository, &session_snapshot::repository);
    if (known == state_.snapshots.end()) {
        if (state_.snapshots.size() >= max_session_snapshots) return full;
        if (line_of(mine).size() > max_session_snapshot_bytes) return full;
        note(mine);
        return own;
    }
    if (!known->ref.empty() || !known->why_not.empty()) return over;
    const auto last = parse_size(known->began).value_or(0) + static_cast<std::size_t>(within.count());
    if (static_cast<std::size_t>(now) <= last) return others;
    mine.why_not = "whoever was at it has not ended";
    note(mine);
    return lost;
}

void session_file::kept(const session_snapshot& snapshot) {
    const lock held(*this, wanted::whether_stopped);
    note(snapshot);
}

void session_file::lift() {
    const lock held(*this);
    state_.mark.clear();
    state_.lifted = true;
    write_anew();
}

void session_file::lifting_recorded() {
    const lock held(*this);
    state_.lifted = false;
    write_anew();
}

}  // namespace assent::cli
