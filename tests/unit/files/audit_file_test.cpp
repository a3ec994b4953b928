#include <assent/adapters/files/audit_file.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace assent;
using namespace std::chrono_literals;

struct folder {
    folder() { BOOST_REQUIRE(::mkdtemp(path.data()) != nullptr); }
    ~folder() { std::filesystem::remove_all(path); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    std::string path = (std::filesystem::temp_directory_path() / "assent-audit-XXXXXX").string();
};

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

wall_time some_day() { return wall_time(std::chrono::milliseconds(1'700'000'000'007)); }

BOOST_AUTO_TEST_SUITE(audit_file_test)

BOOST_AUTO_TEST_CASE(each_kind_of_event_is_one_line_of_json) {
    json_object input_pattern;
    input_pattern.emplace("command", "npm *");
    const auto rule = std::make_shared<const permission_rule>(
        permission_rule::make("Bash", input_pattern, rule_behavior::allow, rule_origin::host).value());
    const verdict allowed{.decision = outcome::allow, .source = decision_source::rule, .rule = rule};
    const verdict denied{
        .decision = outcome::deny, .source = decision_source::callback, .detail = "a \"b\"\n"};
    const struct {
        audit_event event;
        std::string line;
    } table[] = {
        {{.what = audit_event::kind::decision,
          .time = some_day(),
          .request_id = "r",
          .tool_name = "Bash",
          .decided = &allowed,
          .latency = 1500us},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"decision","request_id":"r","tool":"Bash","outcome":"allow","source":"rule","reason":"allowed by rule `Bash(npm *)` (host)","rule":"Bash(npm *)","latency_us":1500})json"},
        {{.what = audit_event::kind::decision, .time = some_day(), .tool_name = "Bash", .decided = &denied},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"decision","tool":"Bash","outcome":"deny","source":"callback","reason":"a \"b\"\n","latency_us":0})json"},
        {{.what = audit_event::kind::late_answer,
          .time = some_day(),
          .request_id = "r",
          .tool_name = "Bash",
          .reason = "late"},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"late_answer","request_id":"r","tool":"Bash","reason":"late"})json"},
        {{.what = audit_event::kind::gap, .time = some_day(), .lost = 3},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"gap","lost":3})json"},
    };
    for (const auto& row : table) BOOST_TEST(to_json_line(row.event) == row.line);
}

BOOST_AUTO_TEST_CASE(a_new_file_is_for_its_owner_alone_and_an_old_one_grows) {
    const folder at;
    const auto path = at.path + "/audit";
    for (int i = 0; i < 2; ++i) {
        audit_file file{std::filesystem::path(path)};
        BOOST_TEST(!file.record({.what = audit_event::kind::gap, .time = some_day(), .lost = 1}).failed());
    }
    struct stat status {};
    BOOST_REQUIRE(::stat(path.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777) == 0600U);
    const auto line = to_json_line({.what = audit_event::kind::gap, .time = some_day(), .lost = 1}) + "\n";
    BOOST_TEST(content(path) == line + line);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_opened_is_named) {
    const auto names_it = [](const std::system_error& error) {
        return std::string(error.what()) ==
               "cannot open audit file `/nosuch/audit`: No such file or directory";
    };
    BOOST_CHECK_EXCEPTION(audit_file{std::filesystem::path("/nosuch/audit")}, std::system_error, names_it);
}

BOOST_AUTO_TEST_CASE(a_failed_write_is_reported_and_a_torn_line_stays_alone) {
    const folder at;
    const auto path = at.path + "/audit";
    const auto line = to_json_line({.what = audit_event::kind::gap, .time = some_day(), .lost = 1});
    audit_file file{std::filesystem::path(path)};
    const auto record = [&] {
        return file.record({.what = audit_event::kind::gap, .time = some_day(), .lost = 1});
    };
    rlimit before{};
    BOOST_REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto signal_before = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{line.size() + 10, before.rlim_max};  // the second line does not fit
    BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const bool first_failed = record().failed();
    const bool second_failed = record().failed();
    BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, signal_before);
    BOOST_TEST(!first_failed);
    BOOST_TEST(second_failed);
    BOOST_TEST(!record().failed());
    BOOST_TEST(content(path) == line + "\n" + line.substr(0, 9) + "\n" + line + "\n");
}

BOOST_AUTO_TEST_CASE(a_full_device_is_an_error_each_time) {
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    BOOST_REQUIRE(full >= 0);
    audit_file file(full);
    for (int i = 0; i < 2; ++i) BOOST_TEST(file.record({.what = audit_event::kind::gap}).failed());
    ::close(full);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
