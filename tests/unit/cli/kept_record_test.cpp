#include "options/kept_record.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

namespace kept_record_test {
namespace {

using namespace assent;
using namespace assent::cli;

BOOST_AUTO_TEST_SUITE(kept_record_test)

constexpr std::size_t bytes_of_one = max_kept_record_bytes / max_kept_record_files;

BOOST_AUTO_TEST_CASE(what_a_policy_does_not_say_of_a_record_is_bounded_and_without_secrets) {
    const auto kept = kept_record_policy({});
    BOOST_TEST((kept.inputs == audit_inputs::masked));
    BOOST_TEST(kept.chain);
    BOOST_TEST(kept.rotate_bytes * (kept.keep_files + 1) == max_kept_record_bytes);
    BOOST_TEST(kept.keep_days == max_kept_record_days);
}

BOOST_AUTO_TEST_CASE(a_policy_may_make_a_record_smaller_and_not_larger) {
    const struct {
        std::size_t said, kept;
    } bytes[] = {{bytes_of_one - 1, bytes_of_one - 1},
                 {bytes_of_one, bytes_of_one},
                 {bytes_of_one + 1, bytes_of_one}},
      files[] = {{max_kept_record_files - 2, max_kept_record_files - 2},
                 {max_kept_record_files - 1, max_kept_record_files - 1},
                 {max_kept_record_files, max_kept_record_files - 1}},
      days[] = {{max_kept_record_days - 1, max_kept_record_days - 1},
                {max_kept_record_days, max_kept_record_days},
                {max_kept_record_days + 1, max_kept_record_days}};
    for (const auto& row : bytes)
        BOOST_TEST(kept_record_policy({.rotate_bytes = row.said}).rotate_bytes == row.kept);
    for (const auto& row : files)
        BOOST_TEST(kept_record_policy({.keep_files = row.said}).keep_files == row.kept);
    for (const auto& row : days)
        BOOST_TEST(kept_record_policy({.keep_days = row.said}).keep_days == row.kept);
}

BOOST_AUTO_TEST_CASE(a_policy_that_says_how_inputs_are_told_is_heard) {
    for (const auto inputs :
         {audit_inputs::none, audit_inputs::digest, audit_inputs::masked, audit_inputs::full})
        BOOST_TEST((kept_record_policy({.inputs = inputs}).inputs == inputs));
}

BOOST_AUTO_TEST_CASE(where_a_record_can_be_written_is_told_before_it_is_made) {
    BOOST_TEST(why_not_writable("/tmp/no/such/folder/record") == "");
    BOOST_TEST(why_not_writable("/dev/null") == "it is no regular file");
    BOOST_TEST(why_not_writable("/tmp") == "it is no regular file");
    BOOST_TEST(why_not_writable("/dev/null/record") == "/dev/null is no folder");
}

BOOST_AUTO_TEST_CASE(a_record_that_another_program_keeps_is_told_and_one_that_is_free_stays_as_it_is) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("assent-kept-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const auto record = folder / "record";
    const int opened = ::open(record.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    BOOST_REQUIRE(opened >= 0);
    constexpr std::chrono::milliseconds no_wait{0};
    BOOST_TEST(why_not_kept(record, no_wait) == "");
    BOOST_TEST(::flock(opened, LOCK_EX) == 0);
    BOOST_TEST(why_not_kept(record, no_wait) != "");
    ::close(opened);
    BOOST_TEST(why_not_kept(record, no_wait) == "");
    BOOST_TEST(std::filesystem::file_size(record) == 0U);
    std::filesystem::remove_all(folder);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kept_record_test
