#include "audit_probe.hpp"

#include <assent/adapters/files/audit_chain.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace audit_chain_test {
namespace {

using namespace assent;
using namespace assent::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(audit_chain_test)

constexpr auto mismatch = "the record does not match its chain value";
constexpr auto unchained = "the line has no chain value";
constexpr auto cut_off = "the line is cut off";

// A chained file of this many records, as text.
std::string chained_text(std::size_t records) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true});
    for (std::size_t i = 0; i < records; ++i)
        BOOST_REQUIRE(!file.record(some_event("r" + std::to_string(i))).failed());
    return content(at.file());
}

audit_verification verify_text(const std::string& text, std::string_view expected_head = {}) {
    std::istringstream lines(text);
    return verify_audit(lines, expected_head);
}

// The chain value of a line with its end.
std::string value_of(const std::string& line) { return line.substr(line.size() - 67, 64); }

// The values are what sha256sum prints of the value before and the record without its chain member:
//   printf %s '{"time":"2023-11-14T22:13:20.007Z","event":"gap","lost":1}' | sha256sum
BOOST_AUTO_TEST_CASE(a_chain_can_be_computed_by_hand) {
    const audit_folder at;
    const audit_event gap{.what = audit_event::kind::gap, .time = some_day(), .lost = 1};
    {
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(file.head().empty());
        BOOST_TEST(!file.record(gap).failed());
        BOOST_TEST(file.head() == "c2bd2b3b612829937a8d1da69de5d8d6270d65e16398eea100a27e8815004f3d");
        BOOST_TEST(!file.record(gap).failed());
        BOOST_TEST(file.head() == "786a5eab54ca923bf432a3aaeec2cca064187d64c76d1cffd4a9486a62406f10");
    }
    const std::string record = R"({"time":"2023-11-14T22:13:20.007Z","event":"gap","lost":1)";
    BOOST_TEST(content(at.file()) ==
               record + ",\"chain\":\"c2bd2b3b612829937a8d1da69de5d8d6270d65e16398eea100a27e8815004f3d\"}\n" +
                   record +
                   ",\"chain\":\"786a5eab54ca923bf432a3aaeec2cca064187d64c76d1cffd4a9486a62406f10\"}\n");
}

BOOST_AUTO_TEST_CASE(an_untouched_chain_holds) {
    for (const std::size_t records : {0U, 1U, 2U, 7U}) {
        const auto text = chained_text(records);
        const auto found = verify_text(text);
        BOOST_TEST(found.holds());
        BOOST_TEST(found.records == records);
        BOOST_TEST(found.head == (records == 0 ? "" : value_of(lines_of(text).back())));
        BOOST_TEST(!found.beginning_missing);
    }
}

BOOST_AUTO_TEST_CASE(a_changed_byte_shows_in_its_line_wherever_it_is) {
    const std::string text = chained_text(3);
    std::size_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char to : {static_cast<char>(text[at] ^ 1), static_cast<char>(text[at] ^ 0x20),
                              static_cast<char>(text[at] ^ 0x80), '\n', '\0'}) {
            if (to == text[at]) continue;
            std::string changed = text;
            changed[at] = to;
            const auto found = verify_text(changed);
            BOOST_REQUIRE_MESSAGE(found.first_broken_line == line,
                                  "byte " << at << " of line " << line << ": " << found.why);
            BOOST_REQUIRE(found.records == line - 1);
        }
        if (text[at] == '\n') ++line;
    }
}

BOOST_AUTO_TEST_CASE(removed_moved_and_added_lines_show) {
    const auto line = lines_of(chained_text(4));
    const auto other = lines_of(chained_text(1)).front();
    const struct {
        std::string text;
        std::size_t broken;
        std::string why;
    } table[] = {
        {joined({line[1], line[2], line[3]}), 1, mismatch},
        {joined({line[0], line[2], line[3]}), 2, mismatch},
        {joined({line[0], line[1], line[3]}), 3, mismatch},
        {joined({line[1], line[0], line[2], line[3]}), 1, mismatch},
        {joined({line[0], line[1], line[3], line[2]}), 3, mismatch},
        {joined({line[0], line[0], line[1], line[2], line[3]}), 2, mismatch},
        {joined({line[0], line[1], line[2], line[3], line[3]}), 5, mismatch},
        {joined({line[0], line[1], line[2], line[3], other}), 5, mismatch},
        {joined({line[0], "\n", line[1], line[2], line[3]}), 2, unchained},
        {joined({line[0], to_json_line(some_event("x")) + "\n", line[1]}), 2, unchained},
        {joined({line[0], line[1], "\n"}), 3, unchained},
        {joined({line[0], line[1].substr(0, line[1].size() - 1)}), 2, cut_off},
        {joined({line[0], line[1].substr(0, 20)}), 2, cut_off},
        {"{}\n", 1, unchained},
        {"\n", 1, unchained},
    };
    for (const auto& row : table) {
        const auto found = verify_text(row.text);
        BOOST_TEST_CONTEXT(row.text) {
            BOOST_TEST((found.first_broken_line == row.broken));
            BOOST_TEST(found.why == row.why);
            BOOST_TEST(found.records == row.broken - 1);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_missing_end_shows_only_against_a_head_that_was_kept_elsewhere) {
    const auto line = lines_of(chained_text(4));
    const auto head = value_of(line[2]);
    const auto cut = joined({line[0], line[1]});
    BOOST_TEST(verify_text(cut).holds());
    const auto found = verify_text(cut, head);
    BOOST_TEST(!found.holds());
    BOOST_TEST(!found.first_broken_line.has_value());
    BOOST_TEST(found.why == "no record has the expected head: the end is missing, or this is another record");
    BOOST_TEST(!verify_text("", head).holds());

    BOOST_TEST(verify_text(joined({line[0], line[1], line[2]}), head).holds());
    BOOST_TEST(verify_text(joined({line[0], line[1], line[2]}), head).after_expected_head == 0U);
    BOOST_TEST(verify_text(joined(line), head).holds());
    BOOST_TEST(verify_text(joined(line), head).after_expected_head == 1U);
}

BOOST_AUTO_TEST_CASE(a_chain_goes_on_when_its_file_is_opened_again) {
    const audit_folder at;
    std::string head;
    for (int i = 0; i < 3; ++i) {
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(file.head() == head);
        BOOST_TEST(!file.record(some_event("r")).failed());
        head = file.head();
    }
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.holds());
    BOOST_TEST(found.records == 3U);
    BOOST_TEST(found.head == head);
}

BOOST_AUTO_TEST_CASE(a_chain_goes_on_after_a_record_of_any_length) {
    const audit_folder at;
    for (const std::size_t size : {10U, 65000U, 65536U, 200000U}) {
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(!file.record(some_event(std::string(size, 'x'))).failed());
    }
    BOOST_TEST(verify_audit_files(at.file()).records == 4U);
    BOOST_TEST(verify_audit_files(at.file()).holds());
}

BOOST_AUTO_TEST_CASE(what_a_killed_process_left_shows_and_nothing_else) {
    const auto line = lines_of(chained_text(3));
    const struct {
        std::string left;
        std::size_t broken;  // 0: none
    } table[] = {
        {joined({line[0], line[1], line[2].substr(0, 30)}), 3},
        {line[0].substr(0, 30), 1},
        // All there but its end: the record counts.
        {joined({line[0], line[1], line[2].substr(0, line[2].size() - 1)}), 0},
        {line[0].substr(0, line[0].size() - 1), 0},
    };
    for (const auto& row : table) {
        const audit_folder at;
        write_content(at.file(), row.left);
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(!file.record(some_event("next")).failed());
        BOOST_TEST(content(at.file()).starts_with(row.left + "\n"));
        const auto found = verify_audit_files(at.file());
        BOOST_TEST(found.first_broken_line.value_or(0) == row.broken);
        BOOST_TEST(found.holds() == (row.broken == 0));
    }
}

BOOST_AUTO_TEST_CASE(writers_of_one_file_take_turns_and_its_chain_holds) {
    for (const std::size_t rotate_bytes : {std::size_t{0}, std::size_t{1000}}) {
        const audit_folder at;
        const audit_file_options options{.chain = true, .rotate_bytes = rotate_bytes};
        audit_file first(at.file(), options);
        audit_file second(at.file(), options);
        for (int i = 0; i < 20; ++i) {
            BOOST_TEST(!first.record(some_event("r1")));
            BOOST_TEST(!second.record(some_event("r2")));
            audit_file third(at.file(), options);  // as a process of a moment does
            BOOST_TEST(!third.record(some_event("r3")));
        }
        const auto found = verify_audit_files(at.file());
        BOOST_TEST(found.why == "");
        BOOST_TEST(found.records == 60U);
    }
}

BOOST_AUTO_TEST_CASE(writers_at_the_same_time_lose_no_record) {
    const audit_folder at;
    constexpr int writers = 4, each = 50;
    std::atomic<int> refused = 0;
    std::vector<std::thread> threads;
    for (int writer = 0; writer < writers; ++writer)
        threads.emplace_back([&] {
            for (int i = 0; i < each; ++i) {
                audit_file file(at.file(), {.chain = true, .rotate_bytes = 2000, .wait = 60s});
                if (file.record(some_event("r1"))) ++refused;
            }
        });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(refused == 0);
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == static_cast<std::size_t>(writers * each));
}

BOOST_AUTO_TEST_CASE(a_writer_that_keeps_the_file_is_waited_for_so_long_and_then_nothing_is_accepted) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true, .wait = 0ms});
    BOOST_TEST(!file.record(some_event("r1")));
    const int other = ::open(at.file().c_str(), O_RDONLY | O_CLOEXEC);
    BOOST_REQUIRE(::flock(other, LOCK_EX) == 0);
    BOOST_TEST((file.record(some_event("r2")) == boost::system::errc::device_or_resource_busy));
    const auto busy = [&](const std::system_error& error) {
        return std::string(error.what()) ==
               "cannot write to audit file `" + at.file().string() +
                   "`, which another process has locked: Device or resource busy";
    };
    BOOST_CHECK_EXCEPTION(audit_file(at.file(), {.rotate_bytes = 100, .wait = 0ms}), std::system_error, busy);
    BOOST_CHECK_NO_THROW(audit_file{at.file()});  // shared without turns
    BOOST_REQUIRE(::flock(other, LOCK_UN) == 0);
    BOOST_TEST(!file.record(some_event("r3")));
    ::close(other);
}

BOOST_AUTO_TEST_CASE(a_chain_begins_only_in_a_file_of_its_own) {
    const audit_folder at;
    write_content(at.file(), to_json_line(some_event("r")) + "\n");
    const auto names_it = [&](const std::runtime_error& error) {
        return std::string(error.what()) == "cannot go on with the chain of audit file `" +
                                                at.file().string() + "`: its last line has no chain value";
    };
    BOOST_CHECK_EXCEPTION(audit_file(at.file(), {.chain = true}), std::runtime_error, names_it);
}

BOOST_AUTO_TEST_CASE(a_record_that_cannot_be_read_is_not_a_chain_that_holds) {
    const audit_folder at;
    const auto names_it = [](const std::system_error& error) {
        return std::string(error.what()) ==
               "cannot open audit file `/nosuch/audit`: No such file or directory";
    };
    BOOST_CHECK_EXCEPTION(static_cast<void>(verify_audit_files("/nosuch/audit")), std::system_error,
                          names_it);
    BOOST_CHECK_THROW(static_cast<void>(verify_audit_files(at.path)), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(records_from_several_threads_are_whole_and_chained) {
    constexpr std::size_t threads = 8;
    constexpr std::size_t each = 100;
    const audit_folder at;
    {
        audit_file file(at.file(), {.chain = true, .rotate_bytes = 20'000});
        std::vector<std::thread> writers;
        for (std::size_t i = 0; i < threads; ++i)
            writers.emplace_back([&file, i] {
                for (std::size_t n = 0; n < each; ++n)
                    if (file.record(some_event(std::to_string(i))).failed()) std::terminate();
            });
        for (auto& writer : writers) writer.join();
    }
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == threads * each);
    BOOST_TEST(std::filesystem::exists(at.file("audit.2")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_chain_test
