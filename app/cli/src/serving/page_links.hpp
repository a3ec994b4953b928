#pragma once

#include <assent/app/console/web_console.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Opens the page of a process in the browser of whoever runs this, with `xdg-open`, which is not waited for.
///
/// The arguments of programs can be seen by everybody, so the link is not among them: it stands in a file of
/// this user alone, which takes the browser there. The file is overwritten by the next one for that process,
/// and its link works once.
/// \return false when it could not be done
bool open_in_browser(const std::string& link, std::int64_t process);

/// The folder in which the programs of one user tell of their pages, and the daemon listens: in
/// $XDG_RUNTIME_DIR, or below the folder for temporary files.
[[nodiscard]] std::string runtime_folder();
/// Makes such a folder where it is missing, for this user only.
/// \throws std::runtime_error when that cannot be done, or it is somebody else's
void make_private_folder(const std::string& folder);
/// The same, once it is made.
[[nodiscard]] std::string page_folder();

/// Tells other programs of the same user how to reach a page, for as long as it lives: a program that is
/// started by another often has nobody who reads its standard error. Who connects to its socket gets one line
/// of JSON, with a link that works once.
class page_links {
public:
    /// \throws std::exception when there can be no socket
    page_links(const boost::asio::any_io_executor& executor, web_console& page, std::string_view program);
    ~page_links();
    page_links(const page_links&) = delete;
    page_links& operator=(const page_links&) = delete;
    void close();

private:
    class listener;
    std::shared_ptr<listener> listener_;
};

/// A page of a program that runs.
struct running_page {
    std::string program;
    std::int64_t process = 0;
    std::string link;  ///< works once
};
/// All pages of this user. Sockets that nobody listens on any more are removed.
[[nodiscard]] std::vector<running_page> running_pages();

}  // namespace assent::cli
