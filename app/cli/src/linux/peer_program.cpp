#include "../process/peer_program.hpp"

#include <assent/adapters/files/sha256.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace assent::cli {
namespace {

constexpr const char* own_file = "/proc/self/exe";

std::string content_of(const std::string& file) {
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

// The file itself, or after an upgrade another one with the same bytes.
bool same_program(const std::string& file) {
    struct stat other {};
    struct stat own {};
    if (::stat(file.c_str(), &other) != 0 || ::stat(own_file, &own) != 0) return false;
    if (other.st_dev == own.st_dev && other.st_ino == own.st_ino) return true;
    return other.st_size == own.st_size &&
           detail::sha256_hex({content_of(file)}) == detail::sha256_hex({content_of(own_file)});
}

// The second word: what a process of this program was started to do.
std::string command_of(const std::string& folder) {
    const std::string words = content_of(folder + "/cmdline");
    const auto begin = words.find('\0');
    if (begin == std::string::npos) return {};
    return words.substr(begin + 1, words.find('\0', begin + 1) - begin - 1);
}

}  // namespace

peer_program::peer_program(int socket) noexcept : socket_(socket) {
    const int on = 1;
    static_cast<void>(::setsockopt(socket_, SOL_SOCKET, SO_PASSCRED, &on, sizeof on));
}

ssize_t peer_program::read(char* into, std::size_t size) noexcept {
    iovec bytes{into, size};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred))];
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const auto count = ::recvmsg(socket_, &message, MSG_CMSG_CLOEXEC);
    for (const cmsghdr* each = CMSG_FIRSTHDR(&message); count > 0 && each != nullptr;
         each = CMSG_NXTHDR(&message, const_cast<cmsghdr*>(each))) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_CREDENTIALS) continue;
        const auto* const writer = reinterpret_cast<const ucred*>(CMSG_DATA(each));
        several_ = several_ || (process_ != 0 && process_ != writer->pid);
        process_ = writer->pid;
    }
    return count;
}

std::string peer_program::why_another(std::string_view command) const {
    if (process_ <= 0 || several_) return "who answers there cannot be told";
    const std::string folder = fmt::format("/proc/{}", process_);
    if (!same_program(folder + "/exe") || command_of(folder) != command)
        return fmt::format("process {} answers there, which is no `assent {}` of this very program", process_,
                           command);
    return {};
}

described_process describe_process(pid_t process) {
    described_process made{fmt::format("process {}", process), {}};
    std::error_code unknown;
    made.folder = std::filesystem::read_symlink(fmt::format("/proc/{}/cwd", process), unknown).string();
    std::string names;
    pid_t each = process;
    for (std::size_t named = 0; each > 1 && named < max_named_processes; ++named) {
        // `4711 (name) S 4242 ...`; the name may have anything in it.
        const std::string stat = content_of(fmt::format("/proc/{}/stat", each));
        const auto begin = stat.find('(');
        const auto end = stat.rfind(')');
        if (begin == stat.npos || end == stat.npos || end < begin || stat.size() < end + 4) break;
        names = display_text(stat.substr(begin + 1, end - begin - 1)) + (names.empty() ? "" : " > ") + names;
        each = static_cast<pid_t>(std::strtol(stat.c_str() + end + 4, nullptr, 10));
    }
    if (!names.empty()) made.words += ": " + names;
    return made;
}

}  // namespace assent::cli
