// What people see of a record after a restart: its last events, whatever else stands there.
#include "history/record_tail.hpp"

#include <assent/adapters/files/audit_line.hpp>
#include <assent/domain/decide/verdict.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace record_tail_test {
namespace {

using namespace assent;
using namespace assent::cli;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(record_tail_test)

class record {
public:
    ~record() { fs::remove(path); }
    void write(const std::string& text) const { std::ofstream(path, std::ios::app) << text; }

    const fs::path path =
        fs::temp_directory_path() / ("assent-record-tail-" + std::to_string(::getpid()) + ".jsonl");
};

std::string line(const std::string& reason) {
    return to_json_line({.what = audit_event::kind::change, .reason = reason}) + "\n";
}

BOOST_AUTO_TEST_CASE(the_last_events_are_read_the_oldest_first_and_what_is_damaged_is_left_out) {
    const record file;
    for (int each = 0; each < 5; ++each) file.write(line(std::to_string(each)));
    file.write("no line of a record\n{\"half\":");
    const auto last = record_tail(file.path, 3);
    BOOST_TEST_REQUIRE(last.size() == 3U);
    for (std::size_t each = 0; each < 3; ++each)
        BOOST_TEST(last[each].event.reason == std::to_string(each + 2));
    BOOST_TEST(record_tail(file.path, 9).size() == 5U);
}

BOOST_AUTO_TEST_CASE(of_a_long_record_no_more_is_read_than_its_end) {
    const record file;
    file.write(line("first"));
    file.write(std::string(max_record_tail_bytes, 'x') + "\n" + line("last"));
    const auto last = record_tail(file.path, 200);
    BOOST_TEST_REQUIRE(last.size() == 1U);
    BOOST_TEST(last[0].event.reason == "last");
}

BOOST_AUTO_TEST_CASE(without_a_record_nothing_is_shown) {
    for (const auto& path : {fs::path(), fs::path("/nowhere/log.jsonl"), fs::temp_directory_path()})
        BOOST_TEST(record_tail(path, 200).empty(), path);
    show_record_tail(nullptr, "/nowhere/log.jsonl");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace record_tail_test
