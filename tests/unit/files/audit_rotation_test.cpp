#include "audit_probe.hpp"

#include <assent/adapters/files/audit_chain.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>

namespace audit_rotation_test {
namespace {

using namespace assent;
using namespace assent::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(audit_rotation_test)

const std::size_t line_bytes = to_json_line(some_event("r0")).size() + 1;
// The same with its chain member, and with the previous value, which the first line of a file states.
const std::size_t chained_bytes = line_bytes + 75;
const std::size_t first_bytes = chained_bytes + 78;

bool record(audit_file& file, std::string_view id = "r0") { return !file.record(some_event(id)).failed(); }

// The names in the folder, in order.
std::vector<std::string> names(const audit_folder& at) {
    std::vector<std::string> found;
    for (const auto& each : std::filesystem::directory_iterator(at.path))
        found.push_back(each.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

void check_names(const audit_folder& at, const std::vector<std::string>& expected) {
    const auto found = names(at);
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_file_is_put_aside_before_the_line_that_would_make_it_too_large) {
    const struct {
        std::size_t rotate_bytes;
        bool chain;
        std::size_t aside;  // after three records
    } table[] = {
        {0, false, 0},
        {3 * line_bytes, false, 0},
        {3 * line_bytes - 1, false, 1},
        {2 * line_bytes, false, 1},
        {2 * line_bytes - 1, false, 2},
        {1, false, 2},
        {3 * chained_bytes, true, 0},
        {3 * chained_bytes - 1, true, 1},
        {2 * chained_bytes, true, 1},
        {2 * chained_bytes - 1, true, 2},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.rotate_bytes << (row.chain ? " chained" : "")) {
            const audit_folder at;
            audit_file file(at.file(), {.chain = row.chain, .rotate_bytes = row.rotate_bytes});
            for (int i = 0; i < 3; ++i) BOOST_TEST(record(file));
            BOOST_TEST(names(at).size() == row.aside + 1);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_size_counts_on_when_the_file_is_opened_again) {
    const audit_folder at;
    for (int i = 0; i < 3; ++i) {
        audit_file file(at.file(), {.rotate_bytes = 2 * line_bytes});
        BOOST_TEST(record(file));
    }
    check_names(at, {"audit", "audit.1"});
    BOOST_TEST(content(at.file("audit.1")).size() == 2 * line_bytes);
}

BOOST_AUTO_TEST_CASE(no_record_is_lost_and_each_file_is_for_its_owner_alone) {
    const audit_folder at;
    audit_file file(at.file(), {.rotate_bytes = line_bytes});
    std::string all;
    for (const auto* id : {"r1", "r2", "r3"}) {
        BOOST_TEST(record(file, id));
        all += to_json_line(some_event(id)) + "\n";
    }
    BOOST_TEST(content(at.file("audit.1")) + content(at.file("audit.2")) + content(at.file()) == all);
    for (const auto& name : names(at)) {
        struct stat status {};
        BOOST_REQUIRE(::stat(at.file(name).c_str(), &status) == 0);
        BOOST_TEST((status.st_mode & 0777) == 0600U);
    }
}

BOOST_AUTO_TEST_CASE(a_chain_goes_on_across_files) {
    const audit_folder at;
    {
        audit_file file(at.file(), {.chain = true, .rotate_bytes = first_bytes});
        for (int i = 0; i < 4; ++i) BOOST_TEST(record(file));
    }
    check_names(at, {"audit", "audit.1", "audit.2", "audit.3"});
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 4U);
    BOOST_TEST(!found.beginning_missing);
    const auto head = verify_audit_files(at.file("audit.2")).head;
    BOOST_TEST(verify_audit_files(at.file(), head).after_expected_head == 2U);
}

BOOST_AUTO_TEST_CASE(a_changed_byte_in_any_file_shows_in_its_file_and_line) {
    const audit_folder at;
    {
        audit_file file(at.file(), {.chain = true, .rotate_bytes = first_bytes + chained_bytes});
        for (int i = 0; i < 7; ++i) BOOST_TEST(record(file));
    }
    check_names(at, {"audit", "audit.1", "audit.2", "audit.3"});
    std::filesystem::remove(at.file("audit.1"));  // so that the first link is taken as given
    for (const auto& name : names(at)) {
        const std::string text = content(at.file(name));
        std::size_t line = 1;
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::string changed = text;
            changed[i] = static_cast<char>(changed[i] ^ 1);
            write_content(at.file(name), changed);
            const auto found = verify_audit_files(at.file());
            BOOST_REQUIRE_MESSAGE(found.first_broken_line == line, name << " byte " << i);
            BOOST_REQUIRE(found.file == at.file(name).string());
            if (text[i] == '\n') ++line;
        }
        write_content(at.file(name), text);
    }
    BOOST_TEST(verify_audit_files(at.file()).holds());
}

BOOST_AUTO_TEST_CASE(a_missing_or_swapped_file_shows) {
    const auto make = [](const audit_folder& at) {
        audit_file file(at.file(), {.chain = true, .rotate_bytes = first_bytes});
        for (int i = 0; i < 4; ++i) BOOST_TEST(record(file));
    };
    const audit_folder gone;
    make(gone);
    std::filesystem::remove(gone.file("audit.2"));
    const auto found = verify_audit_files(gone.file());
    BOOST_TEST(found.file == gone.file("audit.3").string());
    BOOST_TEST((found.first_broken_line == 1U));

    const audit_folder swapped;
    make(swapped);
    std::filesystem::rename(swapped.file("audit.2"), swapped.file("x"));
    std::filesystem::rename(swapped.file("audit.3"), swapped.file("audit.2"));
    std::filesystem::rename(swapped.file("x"), swapped.file("audit.3"));
    BOOST_TEST(verify_audit_files(swapped.file()).file == swapped.file("audit.2").string());
}

BOOST_AUTO_TEST_CASE(the_oldest_files_go_and_what_is_left_says_that_it_is_not_the_beginning) {
    const struct {
        std::size_t keep;
        std::vector<std::string> left;
    } table[] = {
        {0, {"audit", "audit.1", "audit.2", "audit.3"}},
        {1, {"audit", "audit.3"}},
        {2, {"audit", "audit.2", "audit.3"}},
        {3, {"audit", "audit.1", "audit.2", "audit.3"}},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT("keep " << row.keep) {
            const audit_folder at;
            audit_file file(at.file(), {.chain = true, .rotate_bytes = first_bytes, .keep_files = row.keep});
            for (int i = 0; i < 4; ++i) BOOST_TEST(record(file));
            check_names(at, row.left);
            const auto found = verify_audit_files(at.file());
            BOOST_TEST(found.holds());
            BOOST_TEST(found.records == row.left.size());
            BOOST_TEST(found.beginning_missing == (row.left.size() < 4));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_of_another_name_is_never_touched) {
    const audit_folder at;
    const std::vector<std::string> others{"audit.",   "audit.0123", "audit.0",
                                          "audit.1x", "audit.old",  "audit.9999999999999999999",
                                          "audit2.1", "xaudit.1"};
    for (const auto& name : others) write_content(at.file(name), "mine");
    write_content(at.file("audit.7"), "");
    audit_file file(at.file(), {.rotate_bytes = 1, .keep_files = 1});
    for (int i = 0; i < 3; ++i) BOOST_TEST(record(file));
    for (const auto& name : others) BOOST_TEST(content(at.file(name)) == "mine", name);
    BOOST_TEST(!std::filesystem::exists(at.file("audit.7")));
    BOOST_TEST(std::filesystem::exists(at.file("audit.9")));
}

// The number behind the highest that is counted would be given again and again, over what has it.
BOOST_AUTO_TEST_CASE(no_file_put_aside_takes_the_place_of_another_behind_the_highest_number) {
    const audit_folder at;
    write_content(at.file("audit.999999999999999998"), "mine");
    audit_file file(at.file(), {.rotate_bytes = 1});
    BOOST_TEST(record(file, "r1"));
    BOOST_TEST(record(file, "r2"));
    const auto last = content(at.file("audit.999999999999999999"));
    BOOST_TEST(last.find("\"r1\"") != std::string::npos);
    BOOST_TEST(!record(file, "r3"));
    BOOST_TEST(!std::filesystem::exists(at.file("audit.1000000000000000000")));
    BOOST_TEST(content(at.file("audit.999999999999999999")) == last);
    std::filesystem::remove(at.file("audit.999999999999999998"));
    std::filesystem::remove(at.file("audit.999999999999999999"));
    BOOST_TEST(record(file, "r4"));
    BOOST_TEST(content(at.file("audit.1")).find("\"r2\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_is_refused_while_its_file_cannot_be_put_aside) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true, .rotate_bytes = first_bytes});
    BOOST_TEST(record(file, "r1"));
    rlimit before{};
    BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit none{0, before.rlim_max};  // nothing can be opened
    BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    const bool first = record(file, "r2");
    const bool second = record(file, "r3");
    BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    BOOST_TEST(!first);
    BOOST_TEST(!second);
    BOOST_TEST(record(file, "r4"));
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 2U);
}

BOOST_AUTO_TEST_CASE(what_somebody_else_has_put_there_stays_and_shows) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true, .rotate_bytes = 2 * first_bytes});
    BOOST_TEST(record(file, "r1"));
    std::filesystem::rename(at.file(), at.file("audit.1"));
    write_content(at.file(), "mine");
    BOOST_TEST(record(file, "r2"));
    BOOST_TEST(content(at.file()).starts_with("mine\n"));
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(!found.holds());
    BOOST_REQUIRE(found.new_chain.has_value());
    BOOST_TEST(found.new_chain->holds);
}

BOOST_AUTO_TEST_CASE(records_are_kept_for_so_many_days) {
    const struct {
        std::size_t keep_days;
        std::vector<std::chrono::seconds> at;  // of each record
        std::vector<std::string> names;
    } table[] = {
        {0, {0s, 24h * 400}, {"audit"}},
        {30, {0s, 24h * 3 - 1s}, {"audit"}},
        {30, {0s, 24h * 3}, {"audit", "audit.1"}},
        {30, {0s, 24h * 3, 24h * 27}, {"audit", "audit.1", "audit.2"}},
        {30, {0s, 24h * 3, 24h * 27 + 1s, 24h * 31}, {"audit", "audit.2", "audit.3"}},
        {30, {0s, 24h * 3, 24h * 6, 24h * 365}, {"audit", "audit.1", "audit.2", "audit.3"}},  // a wrong clock
        {30, {24h * 3, 0s}, {"audit"}},  // a clock that was set back
        {1, {0s, 24h - 1s}, {"audit"}},
        {1, {0s, 24h, 48h}, {"audit", "audit.2"}},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.keep_days << " days, " << row.at.back().count() << " s") {
            const audit_folder at;
            for (const bool opened_anew : {false, true}) {
                std::filesystem::remove_all(at.path);
                std::filesystem::create_directory(at.path);
                const audit_file_options options{.chain = true, .keep_days = row.keep_days};
                auto file = std::make_unique<audit_file>(at.file(), options);
                for (const auto time : row.at) {
                    if (opened_anew) file = std::make_unique<audit_file>(at.file(), options);
                    auto event = some_event("r0");
                    event.time += time;
                    BOOST_TEST(!file->record(event));
                }
                check_names(at, row.names);
                BOOST_TEST(verify_audit_files(at.file()).holds());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_chain_goes_on_from_the_newest_file_put_aside) {
    const audit_folder at;
    {
        audit_file file(at.file(), {.chain = true});
        for (int i = 0; i < 3; ++i) BOOST_TEST(record(file));
    }
    std::filesystem::rename(at.file(), at.file("audit.12"));  // as when the process ends before the new file
    BOOST_TEST(verify_audit_files(at.file()).records == 3U);
    {
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(record(file));
    }
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.why == "");
    BOOST_TEST(found.records == 4U);
}

BOOST_AUTO_TEST_CASE(a_file_in_the_current_folder_can_be_put_aside) {
    const audit_folder at;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(at.path);
    audit_file file("audit", {.rotate_bytes = 1});
    BOOST_TEST(record(file));
    std::filesystem::current_path(before);  // the file stays where it is
    BOOST_TEST(record(file));
    check_names(at, {"audit", "audit.1"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_rotation_test
