#include "audit_probe.hpp"
#include "times.hpp"

#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/audit_file.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace audit_file_test {
namespace {

using namespace assent;
using namespace assent::testing;

BOOST_AUTO_TEST_SUITE(audit_file_test)

BOOST_AUTO_TEST_CASE(a_new_file_is_for_its_owner_alone_and_an_old_one_grows) {
    const audit_folder at;
    const auto path = at.file();
    for (int i = 0; i < 2; ++i) {
        audit_file file(path);
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

// Records three events; the second does not fit. Tells which were accepted.
std::vector<bool> record_with_little_room(audit_file& file, std::size_t room_bytes) {
    std::vector<bool> accepted;
    {
        const little_room small(room_bytes);
        for (const auto* id : {"r1", "r2"}) accepted.push_back(!file.record(some_event(id)).failed());
    }
    accepted.push_back(!file.record(some_event("r3")).failed());
    return accepted;
}

BOOST_AUTO_TEST_CASE(a_failed_write_is_reported_and_a_torn_line_stays_alone) {
    const audit_folder at;
    audit_file file(at.file());
    const auto first = to_json_line(some_event("r1"));
    BOOST_TEST((record_with_little_room(file, first.size() + 10) == std::vector<bool>{true, false, true}));
    BOOST_TEST(content(at.file()) == first + "\n" + to_json_line(some_event("r2")).substr(0, 9) + "\n" +
                                         to_json_line(some_event("r3")) + "\n");
}

BOOST_AUTO_TEST_CASE(a_full_disk_does_not_break_the_chain) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true});
    const auto bytes = to_json_line(some_event("r1")).size() + 100;
    BOOST_TEST((record_with_little_room(file, bytes) == std::vector<bool>{true, false, true}));
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 2U);
    BOOST_TEST(found.head == file.head());
}

BOOST_AUTO_TEST_CASE(a_line_that_an_earlier_process_left_torn_stays_alone) {
    for (const bool chain : {false, true}) {
        const audit_folder at;
        write_content(at.file(), "{\"time");
        audit_file file(at.file(), {.chain = chain});
        BOOST_TEST(!file.record(some_event("r")).failed());
        BOOST_TEST(content(at.file()).starts_with("{\"time\n{\"time\":\"2023"));
    }
}

BOOST_AUTO_TEST_CASE(a_record_is_in_its_file_when_record_returns, *boost::unit_test::label("times")) {
    using clock = std::chrono::steady_clock;
    const audit_folder at;
    audit_file file(at.file(), {.chain = true});
    const verdict decided{.decision = outcome::allow, .source = decision_source::mode};
    const auto input = make_input({{"command", std::string(1000, 'x')}});
    const auto before = clock::now();
    BOOST_TEST(!file.record({.request_id = "r", .input = input.get(), .decided = &decided}).failed());
    const auto took = clock::now() - before;
    BOOST_TEST(content(at.file()).find("\"request_id\":\"r\"") != std::string::npos);
    test::report_time("a record", took, std::chrono::milliseconds(100));
}

BOOST_AUTO_TEST_CASE(a_file_and_a_descriptor_write_what_their_options_say) {
    const audit_folder at;
    const auto input = make_input({{"command", "ls"}, {"token", "s3cret"}});
    audit_policy policy;
    policy.inputs = audit_inputs::full;
    policy.redact = {"token"};
    const auto expected = R"json("input":{"command":"ls","token":"(redacted)"})json";
    audit_file file(at.file(), audit_file_options_of(policy));
    BOOST_TEST(!file.record({.input = input.get()}).failed());
    BOOST_TEST(content(at.file()).find(expected) != std::string::npos);

    const int descriptor = ::open(at.file("other").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    BOOST_REQUIRE(descriptor >= 0);
    audit_file other(descriptor, {.inputs = *policy.inputs, .redact = policy.redact});
    BOOST_TEST(!other.record({.input = input.get()}).failed());
    BOOST_TEST(content(at.file("other")) == content(at.file()));
    ::close(descriptor);
}

BOOST_AUTO_TEST_CASE(a_policy_says_how_its_file_is_kept) {
    audit_policy policy;
    policy.inputs = audit_inputs::none;
    policy.redact = {"a", "b"};
    policy.chain = true;
    policy.rotate_bytes = 1000;
    policy.keep_files = 3;
    policy.keep_days = 4;
    const auto options = audit_file_options_of(policy);
    BOOST_TEST((options.inputs == audit_inputs::none));
    BOOST_TEST(options.redact == policy.redact, boost::test_tools::per_element());
    BOOST_TEST(options.chain);
    BOOST_TEST(options.rotate_bytes == 1000U);
    BOOST_TEST(options.keep_files == 3U);
    BOOST_TEST(options.keep_days == 4U);
    BOOST_TEST((audit_file_options_of({}).inputs == audit_inputs::digest));
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
}  // namespace audit_file_test
