#include "page_links.hpp"

#include "../process/child_start.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/asio/socket_listener.hpp>
#include <assent/adapters/control/json/json_text.hpp>

#include <fmt/format.h>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/json/parse.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace assent::cli {
namespace {

// On Linux `open` is another program.
constexpr auto browser =
#ifdef __APPLE__
    "open \"$1\"";
#else
    "command -v xdg-open && { setsid xdg-open \"$1\" & }";
#endif

// Empty where it cannot be written.
std::string forwarding_file(const std::string& link, std::int64_t process) {
    const std::string path = fmt::format("{}/{}.html", page_folder(), process);
    ::unlink(path.c_str());
    const detail::unique_descriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!file.valid()) return {};
    const std::string text = fmt::format(
        "<!doctype html><meta charset=\"utf-8\"><title>Assent</title>"
        "<meta http-equiv=\"refresh\" content=\"0;url={0}\"><a href=\"{0}\">Approvals</a>\n",
        link);
    const bool written = ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
    return written ? path : std::string();
}

}  // namespace

bool open_in_browser(const std::string& link, std::int64_t process) {
    std::string path;
    try {
        path = forwarding_file(link, process);
    } catch (const std::exception&) {
        return false;  // the folder is not ours
    }
    if (path.empty()) return false;

    // Standard input and output carry the protocol: the browser gets neither. The shell in between is gone at
    // once, so that nobody has to wait for the browser.
    try {
        const pid_t child = start_child({.words = {"sh", "-c", browser, "sh", path}});
        int status = 0;
        return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    } catch (const std::system_error&) {
        return false;
    }
}

namespace {

namespace asio = boost::asio;
using local = asio::local::stream_protocol;

constexpr std::string_view suffix = ".page";
// One that does not answer in this time is passed over.
constexpr auto longest_wait = std::chrono::seconds(1);
// After the system had no descriptor left.
constexpr auto accept_pause = std::chrono::milliseconds(200);
constexpr std::size_t max_answer_bytes = 4096;

// The folder is of this user alone when it is looked at; whoever is at the other end may have got in by then.
bool trusted(local::socket& to) noexcept {
    try {
        return trusted_peer(unix_peer(to.native_handle()));
    } catch (const std::system_error&) {
        return false;
    }
}

}  // namespace

std::string runtime_folder() {
    const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
    return runtime != nullptr && *runtime == '/' ? std::string(runtime) + "/assent"
                                                 : fmt::format("/tmp/assent-{}", ::geteuid());
}

void make_private_folder(const std::string& folder) {
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        throw std::runtime_error(fmt::format("cannot make the folder {}", folder));
    struct stat found {};
    if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) || found.st_uid != ::geteuid() ||
        (found.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw std::runtime_error(fmt::format("{}: expected a folder of this user alone", folder));
}

std::string page_folder() {
    std::string folder = runtime_folder();
    make_private_folder(folder);
    return folder;
}

class page_links::listener : public std::enable_shared_from_this<listener> {
public:
    listener(const asio::any_io_executor& executor, web_console& page, std::string_view program)
        : path_(fmt::format("{}/{}{}", page_folder(), ::getpid(), suffix)),
          acceptor_(executor),
          pause_(executor),
          page_(page),
          program_(program) {
        ::unlink(path_.c_str());  // of a process that had our number before
        acceptor_.open(local());
        acceptor_.bind(local::endpoint(path_));
        acceptor_.listen();
    }

    void accept() {
        acceptor_.async_accept(
            [self = shared_from_this()](boost::system::error_code error, local::socket to) {
                if (self->closed_) return;
                if (!error) {
                    if (trusted(to)) self->tell(std::move(to));
                    self->accept();
                    return;
                }
                // The system has no descriptor left for it just now.
                self->pause_.expires_after(accept_pause);
                self->pause_.async_wait([self](boost::system::error_code stopped) {
                    if (!stopped && !self->closed_) self->accept();
                });
            });
    }

    void close() {
        if (closed_) return;
        closed_ = true;
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        pause_.cancel();
        ::unlink(path_.c_str());
        ::unlink(std::filesystem::path(path_).replace_extension(".html").c_str());
    }

private:
    void tell(local::socket to) {
        auto line = std::make_shared<std::string>();
        append_json(*line,
                    json_object{{"program", program_}, {"process", ::getpid()}, {"link", page_.new_link()}});
        *line += '\n';
        auto kept = std::make_shared<local::socket>(std::move(to));
        asio::async_write(*kept, asio::buffer(*line),
                          [line, kept](boost::system::error_code, std::size_t) {});
    }

    std::string path_;
    local::acceptor acceptor_;
    asio::steady_timer pause_;
    web_console& page_;
    std::string program_;
    bool closed_ = false;
};

page_links::page_links(const asio::any_io_executor& executor, web_console& page, std::string_view program)
    : listener_(std::make_shared<listener>(executor, page, program)) {
    listener_->accept();
}

page_links::~page_links() { close(); }

void page_links::close() { listener_->close(); }

std::vector<running_page> running_pages() {
    std::vector<running_page> pages;
    std::error_code none;
    if (!std::filesystem::exists(runtime_folder(), none)) return pages;
    for (const auto& entry : std::filesystem::directory_iterator(page_folder())) {
        if (entry.path().extension() != suffix) continue;
        asio::io_context context;
        local::socket from(context);
        boost::system::error_code error;
        from.connect(local::endpoint(entry.path().string()), error);
        if (error == asio::error::connection_refused) ::unlink(entry.path().c_str());
        if (error || !trusted(from)) continue;
        std::string line;
        asio::async_read_until(from, asio::dynamic_buffer(line, max_answer_bytes), '\n',
                               [&](boost::system::error_code failed, std::size_t) { error = failed; });
        if (context.run_for(longest_wait) == 0 || error) continue;
        const auto said = boost::json::parse(line, error);
        if (error || !said.is_object()) continue;
        const auto& page = said.get_object();
        if (!page.contains("link") || !page.at("link").is_string()) continue;
        pages.push_back({.program = std::string(page.at("program").as_string()),
                         .process = page.at("process").to_number<std::int64_t>(error),
                         .link = std::string(page.at("link").as_string())});
    }
    std::sort(pages.begin(), pages.end(),
              [](const auto& one, const auto& other) { return one.process < other.process; });
    return pages;
}

}  // namespace assent::cli
