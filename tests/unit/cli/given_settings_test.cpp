#include "process/given_settings.hpp"

#include "process/running_programs.hpp"

#include <assent/domain/tools/agent_facts.hpp>

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

// Settings that an agent was given by an option, which it read when it began.
namespace assent::cli::given_settings_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::system_clock;

struct folder {
    folder() { BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr); }
    ~folder() { fs::remove_all(name); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    std::string name = (fs::canonical(fs::temp_directory_path()) / "assent-given-XXXXXX").string();
};

given_settings read_by(const std::string& file, system_clock::time_point began, std::string_view cwd) {
    const running_program program{
        .number = "1", .words = {"claude", "--settings", file}, .environment = {}, .began = began};
    const auto all = settings_by_option(claude_facts, std::span(&program, 1), cwd);
    BOOST_REQUIRE(all.size() == 1U);
    return all.front();
}

BOOST_AUTO_TEST_SUITE(given_settings_test)

BOOST_AUTO_TEST_CASE(a_file_that_may_have_changed_since_the_agent_began_is_not_known) {
    const folder place;
    const auto file = place.name + "/s.json";
    std::ofstream(file) << "{}";
    const auto now = system_clock::now();
    BOOST_TEST(read_by(file, now + hours(1), "/w").text == "{}");
    BOOST_TEST(read_by(file, now + hours(1), "/w").unread.empty());
    BOOST_TEST(read_by(file, now - hours(1), "/w").unread == "it may have changed since the agent began");
    BOOST_TEST(read_by(file, now + hours(1), place.name).unread == "it lies where the agent works");
    fs::create_symlink(file, place.name + "/link.json");
    BOOST_TEST(read_by(place.name + "/link.json", now + hours(1), "/w").unread ==
               "expected a file, to which no link leads");
    BOOST_TEST(read_by("s.json", now + hours(1), "/w").unread == "expected an absolute path");
    BOOST_TEST(read_by(R"({"x":1})", now - hours(1), "/w").text == R"({"x":1})");
}

BOOST_AUTO_TEST_CASE(what_is_written_within_the_first_moments_of_an_agent_is_what_it_reads) {
    const folder place;
    const auto file = place.name + "/s.json";
    std::ofstream(file) << "{}";
    struct stat found {};
    BOOST_REQUIRE(::stat(file.c_str(), &found) == 0);
    const auto since =
        std::chrono::seconds(found.st_ctim.tv_sec) + std::chrono::nanoseconds(found.st_ctim.tv_nsec);
    const system_clock::time_point changed(std::chrono::duration_cast<system_clock::duration>(since));
    BOOST_TEST(read_by(file, changed - std::chrono::milliseconds(49), "/w").unread.empty());
    BOOST_TEST(!read_by(file, changed - std::chrono::milliseconds(51), "/w").unread.empty());
    fs::create_directory_symlink(place.name, place.name + "-link");
    BOOST_TEST(read_by(file, changed, place.name + "-link").unread == "it lies where the agent works");
    fs::remove(place.name + "-link");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::cli::given_settings_test
