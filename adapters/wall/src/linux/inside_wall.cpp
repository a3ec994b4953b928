#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/adapters/wall/wall_ground.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

#include <sys/resource.h>
#include <unistd.h>

namespace assent {
namespace {

int fail_inside(wall_status status, std::string_view what, int error) {
    fmt::print(stderr, "assent: wall: {}: {}\n", display_text(what), std::generic_category().message(error));
    return static_cast<int>(status);
}

bool read_number(std::string_view text, rlim_t& into) {
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, into);
    return read.ec == std::errc() && read.ptr == end;
}

// \return false: the system does not let it be set
bool bound(__rlimit_resource what, rlim_t most) {
    if (most == 0) return true;
    const rlimit both{.rlim_cur = most, .rlim_max = most};
    return ::setrlimit(what, &both) == 0;
}

// `DEVICE:FILE:PATH`: there, and nothing that was put in its place since it was looked at.
bool is_as_seen(std::string_view word) {
    const auto path = word.find(':', word.find(':') + 1);
    return path != word.npos && file_seen_at(std::string(word.substr(path + 1))) == word.substr(0, path);
}

// As whoever began the wall had them, and those of bwrap as a program has them that is begun.
void take_up_signals(std::string_view ignored) {
    for (int each = 1; each < NSIG; ++each) {
        if (each == SIGKILL || each == SIGSTOP) continue;
        struct sigaction now {};
        if (::sigaction(each, nullptr, &now) != 0 || now.sa_handler != SIG_IGN) continue;
        std::signal(each, SIG_DFL);
    }
    while (!ignored.empty()) {
        int number = 0;
        const auto read = std::from_chars(ignored.data(), ignored.data() + ignored.size(), number);
        if (read.ec != std::errc()) break;
        std::signal(number, SIG_IGN);
        ignored.remove_prefix(static_cast<std::size_t>(read.ptr - ignored.data()));
        if (ignored.starts_with(',')) ignored.remove_prefix(1);
    }
}

}  // namespace

// Words: signals that stay ignored, most processes, most bytes of memory, what has to lie where and how many
// of those, the command.
int run_inside_wall(const std::vector<std::string>& words) {
    rlim_t processes = 0;
    rlim_t bytes = 0;
    rlim_t seen = 0;
    constexpr std::size_t of_its_own = 4;
    if (words.size() <= of_its_own || !read_number(words[1], processes) || !read_number(words[2], bytes) ||
        !read_number(words[3], seen) || seen >= words.size() - of_its_own)
        return fail_inside(wall_status::no_wall, "its beginning", EINVAL);
    const auto first_word = of_its_own + seen;
    for (auto each = of_its_own; each < first_word; ++each)
        if (!is_as_seen(words[each])) {
            fmt::print(stderr,
                       "assent: wall: {} was changed while the wall was made; nothing ran, try again\n",
                       display_text(words[each]));
            return static_cast<int>(wall_status::no_wall);
        }
    take_up_signals(words[0]);
    if (!bound(RLIMIT_NPROC, processes) || !bound(RLIMIT_DATA, bytes))
        return fail_inside(wall_status::no_wall, "its bounds", errno);
    std::vector<char*> all;
    for (auto each = first_word; each < words.size(); ++each)
        all.push_back(const_cast<char*>(words[each].c_str()));
    all.push_back(nullptr);
    ::execvp(all.front(), all.data());
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    return fail_inside(missing ? wall_status::not_found : wall_status::cannot_run, words[first_word], errno);
}

}  // namespace assent
