#include "walled_world.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::walls {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

std::string read_all(int file) {
    std::string text;
    std::array<char, 4096> bytes{};
    for (ssize_t count = 0; (count = ::read(file, bytes.data(), bytes.size())) > 0;)
        text.append(bytes.data(), static_cast<std::size_t>(count));
    return text;
}

// The standard streams as a command of an agent has them, until this goes.
class streams_of_command {
public:
    explicit streams_of_command(int out) {
        const int none = ::open("/dev/null", O_RDONLY);
        for (const int each : {0, 1})
            saved_[static_cast<std::size_t>(each)] = ::fcntl(each, F_DUPFD_CLOEXEC, 200);
        ::dup2(none, 0);
        ::dup2(out, 1);
        ::close(none);
    }
    ~streams_of_command() {
        for (const int each : {0, 1}) {
            ::dup2(saved_[static_cast<std::size_t>(each)], each);
            ::close(saved_[static_cast<std::size_t>(each)]);
        }
    }

private:
    std::array<int, 2> saved_{};
};

}  // namespace

walled_world::walled_world() {
    std::string name = "/tmp/assent-wall-XXXXXX";
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    base = name;
    home = base / "home";
    project = home / "work/shop";
    make_files();
    make_services();
}

void walled_world::make_files() const {
    for (const char* const each : {"notes.txt", ".ssh/id_ed25519", "work/other/file.txt", ".aws/credentials",
                                   "work/shop/.env", "work/shop/config/.env", "work/shop/server.key"})
        write_file(home / each, "GOT-OUT\n");
    for (const char* const each :
         {".bashrc", ".gitconfig", ".local/bin/tool", ".npm/kept", ".cargo/registry/kept", "work/shop/.envrc",
          "work/shop/.vscode/settings.json", "work/shop/src/a.txt", "work/shop/.github/workflows/ci.yml",
          "work/shop/.githooks/pre-commit", "work/shop/.claude/settings.json"})
        write_file(home / each, "\n");
    for (const char* const each : {"shop", "shop/sub", "shop/deep/er/repo"}) {
        const auto repository = (home / "work" / each).string();
        BOOST_REQUIRE(std::system(("git init -q " + repository).c_str()) == 0);
    }
    std::ofstream(project / ".git/config", std::ios::app) << "[core]\n\thooksPath = .githooks\n"
                                                          << "[include]\n\tpath = ../src/git.inc\n";
    write_file(project / "src/git.inc", "\n");
    write_file(project / "src/hook.sh", "\n");
    fs::create_symlink("../src/hook.sh", project / ".githooks/post-merge");
    fs::create_directories(project / "run");
    BOOST_REQUIRE(::mkfifo((project / "run/pipe").c_str(), 0600) == 0);
}

int walled_world::listen_on(int family, const void* address, unsigned size) {
    // Out of the way of the numbers that tries expect something else at, whatever was open before.
    constexpr int first_number = 100;
    const int made = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int file = ::fcntl(made, F_DUPFD_CLOEXEC, first_number);
    ::close(made);
    const auto* const place = static_cast<const sockaddr*>(address);
    BOOST_REQUIRE(file >= 0);
    BOOST_REQUIRE(::bind(file, place, size) == 0);
    BOOST_REQUIRE(::listen(file, 8) == 0);
    open_.push_back(file);
    return file;
}

void walled_world::make_services() {
    sockaddr_in to{
        .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t size = sizeof to;
    ::getsockname(listen_on(AF_INET, &to, sizeof to), reinterpret_cast<sockaddr*>(&to), &size);
    variables_.push_back("PORT=" + std::to_string(ntohs(to.sin_port)));
    sockaddr_in6 to6{};
    to6.sin6_family = AF_INET6;
    to6.sin6_addr = in6addr_loopback;
    size = sizeof to6;
    ::getsockname(listen_on(AF_INET6, &to6, sizeof to6), reinterpret_cast<sockaddr*>(&to6), &size);
    variables_.push_back("PORT6=" + std::to_string(ntohs(to6.sin6_port)));
    for (const auto& path : {home / ".docker.sock", base / "agent.1"}) {
        sockaddr_un at{};
        at.sun_family = AF_UNIX;
        std::strncpy(at.sun_path, path.c_str(), sizeof at.sun_path - 1);
        listen_on(AF_UNIX, &at, sizeof at);
    }
    const auto name = base.filename().string();
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::strncpy(at.sun_path + 1, name.c_str(), sizeof at.sun_path - 2);
    listen_on(AF_UNIX, &at, static_cast<unsigned>(offsetof(sockaddr_un, sun_path) + 1 + name.size()));
    variables_.push_back("NAME=" + name);
    const int number = ::getpid() + 4'000'000;
    shared_ = ::shmget(number, 1, IPC_CREAT | 0600);
    semaphores_ = ::semget(number, 1, IPC_CREAT | 0600);
    variables_.push_back("NUMBER=" + std::to_string(number));
    write_file("/dev/shm/" + name, "GOT-OUT\n");
    victim_ = ::fork();
    if (victim_ == 0) {
        ::execle("/bin/sleep", "GOT-OUT", "1000", nullptr, std::array<char*, 1>{nullptr}.data());
        ::_exit(1);
    }
    variables_.push_back("VICTIM=" + std::to_string(victim_));
    variables_.push_back("BASE=" + base.string());
}

walled_world::~walled_world() {
    for (const int each : open_) ::close(each);
    ::kill(victim_, SIGKILL);
    ::waitpid(victim_, nullptr, 0);
    ::shmctl(shared_, IPC_RMID, nullptr);
    ::semctl(semaphores_, 0, IPC_RMID);
    fs::remove("/dev/shm/" + base.filename().string());
    const auto text = "chmod -R u+rwx " + base.string() + "; rm -rf " + base.string();
    BOOST_CHECK(std::system(text.c_str()) == 0);
}

bool walled_world::victim_lives() const {
    siginfo_t ended{};
    return ::waitid(P_PID, static_cast<id_t>(victim_), &ended, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == 0;
}

wall_plan walled_world::plan() {
    ground_ = find_ground({.home = home.string(),
                           .folder = project.string(),
                           .state = (base / "state").string(),
                           .inside = ASSENT_WALL_TRIES,
                           .environment = {"PATH=/usr/bin:/bin", "API_TOKEN=GOT-OUT", "SSH_AUTH_SOCK=GOT-OUT",
                                           "LANG=C.UTF-8"}});
    ground_.found = find_places(settings, ground_);
    ground_.scratch = find_scratch(scratch, true);
    auto made = make_wall_plan(settings, ground_);
    BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().why);
    make_own_places(*made, ground_);
    note_seen(*made);
    for (const auto& each : variables_) made->environment.push_back(each);
    return *made;
}

walled_world::ran walled_world::run(const wall_plan& plan, const std::string& script, bool compares) {
    int ends[2]{};
    BOOST_REQUIRE(::pipe(ends) == 0);
    ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    ran result;
    {
        const streams_of_command streams(ends[1]);
        ::close(ends[1]);
        bubblewrap wall;
        result.end = wall.run(plan, {"/bin/sh", "-c", script});
    }
    result.out = read_all(ends[0]);
    ::close(ends[0]);
    if (compares) result.moved = put_aside(find_planted(settings, ground_), ground_, plan.written);
    return result;
}

}  // namespace assent::walls
