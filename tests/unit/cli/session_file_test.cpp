#include "sessions/session_file.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <csignal>

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace session_file_test {
namespace {

using namespace assent;
using namespace assent::cli;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(session_file_test)

class folder {
public:
    folder() {
        std::string name = (fs::temp_directory_path() / "assent-session-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~folder() { fs::remove_all(path_); }
    [[nodiscard]] fs::path sessions() const { return sessions_folder(path_); }

private:
    fs::path path_;
};

told_use use(std::string id, std::string shown = "Bash `ls`") {
    return {std::move(id), "digest", {}, std::move(shown)};
}
const session_name name{"claude", "s"};

BOOST_AUTO_TEST_CASE(what_one_process_has_judged_another_one_knows) {
    const folder of;
    session_file first(of.sessions(), name);
    BOOST_TEST(first.is_new());
    BOOST_TEST(first.judged(use("1")));
    session_file second(of.sessions(), name);
    BOOST_TEST(!second.is_new());
    BOOST_TEST((second.ended(use("1"), "until").how == ran_as::judged));
    BOOST_TEST((first.ended(use("1"), "until").how == ran_as::unjudged));
    second.judged_so("until", {});
    second.stop("why");
    BOOST_TEST(!first.judged(use("2")));
    BOOST_TEST(first.state().mark == "why");
    second.stop("another");
    BOOST_TEST(session_file(of.sessions(), name).state().mark == "why");
    second.lift();
    BOOST_TEST(first.judged(use("2")));
    BOOST_TEST(first.state().lifted);
}

BOOST_AUTO_TEST_CASE(one_of_all_keeps_a_repository_and_the_others_wait_for_it_as_long_as_they_may) {
    using enum snapshot_turn;
    const folder of;
    session_file first(of.sessions(), name), second(of.sessions(), name);
    constexpr std::chrono::seconds within{100}, none{-1};
    BOOST_TEST((first.turn_to_keep("/a", within) == own));
    BOOST_TEST((second.turn_to_keep("/a", within) == others));
    BOOST_TEST((second.turn_to_keep("/b", within) == own));
    first.kept({"/a", "1", "refs/x", {}});
    second.kept({"/b", "1", {}, "why"});
    for (const auto* const repository : {"/a", "/b"})
        BOOST_TEST((second.turn_to_keep(repository, within) == over));
    BOOST_TEST((first.turn_to_keep("/c", within) == own));
    BOOST_TEST((second.turn_to_keep("/c", none) == lost));
    BOOST_TEST((first.turn_to_keep("/c", none) == over));
    const session_file read(of.sessions(), name);
    BOOST_TEST(read.state().snapshots.size() == 3U);
    BOOST_TEST(read.state().snapshots.front().ref == "refs/x");
    for (auto each = read.state().snapshots.size(); each < max_session_snapshots; ++each)
        BOOST_TEST((first.turn_to_keep("/d" + std::to_string(each), within) == own));
    BOOST_TEST((first.turn_to_keep("/one-more", within) == full));
    session_file other(of.sessions(), {"claude", "other"});
    BOOST_TEST((other.turn_to_keep("/" + std::string(max_session_snapshot_bytes, 'x'), within) == full));
}

BOOST_AUTO_TEST_CASE(what_ran_otherwise_stops_the_session_until_it_has_been_judged) {
    const folder of;
    session_file one(of.sessions(), name);
    session_file other(of.sessions(), name);
    BOOST_TEST((one.ended(use("1"), "until").how == ran_as::unjudged));
    BOOST_TEST(!other.judged(use("2")));  // whoever was to judge it may have been ended
    one.judged_so("until", {});
    BOOST_TEST(other.judged(use("2")));
    BOOST_TEST((one.ended(use("3"), "until").how == ran_as::unjudged));
    one.judged_so("until", "why");
    BOOST_TEST(session_file(of.sessions(), name).state().mark == "why");
    one.judged_so("until", {});
    BOOST_TEST(session_file(of.sessions(), name).state().mark == "why");
}

BOOST_AUTO_TEST_CASE(of_several_that_make_it_at_once_it_is_new_to_one) {
    for (int round = 0; round < 20; ++round) {
        const folder of;
        std::atomic<int> new_to = 0;
        std::vector<std::thread> threads;
        for (int each = 0; each < 8; ++each)
            threads.emplace_back([&] { new_to += session_file(of.sessions(), name).is_new() ? 1 : 0; });
        for (auto& each : threads) each.join();
        BOOST_TEST(new_to == 1);
    }
}

BOOST_AUTO_TEST_CASE(where_nothing_can_be_written_what_is_there_stays) {
    const folder of;
    session_file file(of.sessions(), name);
    BOOST_TEST(file.judged(use("1")));
    file.stop("why");
    const auto path = session_files(of.sessions()).front();
    const auto before = fs::file_size(path);
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
    BOOST_CHECK_THROW(static_cast<void>(file.ended(use("1"), "until")), std::runtime_error);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, handler);
    BOOST_TEST(fs::file_size(path) == before);
    BOOST_TEST(session_file(of.sessions(), name).state().mark == "why");
}

BOOST_AUTO_TEST_CASE(what_is_over_takes_no_room) {
    const folder of;
    session_file file(of.sessions(), name);
    const auto path = session_files(of.sessions()).front();
    const auto empty = fs::file_size(path);
    for (int i = 0; i < 100; ++i) {
        BOOST_TEST_REQUIRE(file.judged(use(std::to_string(i))));
        static_cast<void>(file.ended(use(std::to_string(i)), "until"));
    }
    BOOST_TEST(fs::file_size(path) == empty);
}

BOOST_AUTO_TEST_CASE(a_file_grows_to_its_limit_and_the_oldest_are_forgotten) {
    const folder of;
    session_file file(of.sessions(), name);
    const auto path = session_files(of.sessions()).front();
    const std::string much(1000, 'x');
    for (int i = 0; i < 300; ++i) {
        BOOST_TEST_REQUIRE(file.judged(use(std::to_string(i), much)));
        BOOST_TEST_REQUIRE(fs::file_size(path) <= max_session_bytes);
    }
    BOOST_TEST((file.ended(use("0"), "until").how == ran_as::unjudged));
    BOOST_TEST((file.ended(use("299"), "until").how == ran_as::judged));
    // One byte more than the limit is refused.
    const auto grow = [&](std::size_t bytes) {
        std::ofstream out(path, std::ios::trunc);
        std::string text = "[\"session\",\"claude\",\"s\"]\n[\"stopped\",\"";
        text.append(bytes - text.size() - 3, 'x').append("\"]\n");
        out << text;
    };
    grow(max_session_bytes);
    BOOST_TEST(!session_file(path).state().mark.empty());
    grow(max_session_bytes + 1);
    BOOST_CHECK_THROW(session_file{path}, std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_reason_is_kept_up_to_its_limit) {
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
        const folder of;
        session_file file(of.sessions(), name);
        file.stop(std::string(max_session_mark_bytes + more, 'x'));
        BOOST_TEST(session_file(of.sessions(), name).state().mark.size() == max_session_mark_bytes);
    }
}

BOOST_AUTO_TEST_CASE(a_session_that_is_over_is_forgotten_when_another_begins_unless_it_is_stopped) {
    const folder of;
    const auto aged = [&](const std::string& id, std::chrono::seconds age, bool stopped) {
        session_file file(of.sessions(), {"claude", id});
        if (stopped) file.stop("why");
        const auto path = of.sessions() / session_name{"claude", id}.key();
        fs::last_write_time(path, fs::file_time_type::clock::now() - age);
        return path;
    };
    const std::chrono::minutes minute(1);
    // Each is made before the next one forgets it: the young ones first.
    const auto young = aged("young", session_lifetime - minute, false),
               old_stopped = aged("stopped", session_lifetime + minute, true),
               old = aged("old", session_lifetime + minute, false);
    const session_file another(of.sessions(), name);
    BOOST_TEST(fs::exists(young));
    BOOST_TEST(fs::exists(old_stopped));
    BOOST_TEST(!fs::exists(old));
}

BOOST_AUTO_TEST_CASE(many_at_once_lose_nothing) {
    const folder of;
    std::vector<std::thread> threads;
    for (int each = 0; each < 8; ++each)
        threads.emplace_back([&, each] {
            for (int i = 0; i < 20; ++i) {
                session_file file(of.sessions(), name);
                static_cast<void>(file.judged(use(std::to_string(each) + "-" + std::to_string(i))));
            }
        });
    for (auto& each : threads) each.join();
    BOOST_TEST(session_file(of.sessions() / name.key()).state().uses.size() == 160U);
}

BOOST_AUTO_TEST_CASE(a_name_of_a_file_says_nothing_that_an_agent_has_written) {
    const session_name odd{"claude", "../../etc/passwd"};
    BOOST_TEST(odd.key().find('/') == std::string::npos);
    BOOST_TEST(odd.key() != name.key());
    BOOST_TEST((session_name{"codex", "s"}.key() != name.key()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace session_file_test
