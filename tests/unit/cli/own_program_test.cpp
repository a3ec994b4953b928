#include "process/own_program.hpp"

#include "portable_build.hpp"

#include <boost/test/unit_test.hpp>

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace own_program_test {
namespace {

namespace fs = std::filesystem;
using assent::cli::know_own_name;
using assent::cli::own_program;

// What `main` was given.
const char* name_of_tests() { return boost::unit_test::framework::master_test_suite().argv[0]; }

struct place {
    place() {
        std::string name = "/tmp/assent-test-XXXXXX";
        folder = ::mkdtemp(name.data());
    }
    ~place() { fs::remove_all(folder); }
    place(const place&) = delete;
    place& operator=(const place&) = delete;

    void put(const std::string& name) const { std::ofstream(folder / name) << "x"; }
    // What the system says of a running program.
    [[nodiscard]] fs::path link_to(const std::string& target) const {
        fs::create_symlink(folder / target, folder / "exe");
        return folder / "exe";
    }

    fs::path folder;
};

std::string failure(const fs::path& link) {
    try {
        return "found " + own_program(link).string();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

BOOST_AUTO_TEST_SUITE(own_program_test)

BOOST_AUTO_TEST_CASE(it_is_the_file_that_runs) {
    const place there;
    there.put("assent");
    BOOST_TEST(own_program(there.link_to("assent")) == there.folder / "assent");
    know_own_name(name_of_tests());
    BOOST_TEST(own_program() == fs::canonical("/proc/self/exe"));
}

BOOST_AUTO_TEST_CASE(where_the_system_does_not_tell_it_is_found_by_the_name_by_which_it_was_started,
                     *boost::unit_test::precondition([](auto) -> boost::test_tools::assertion_result {
                         return assent::test::portable_build;
                     })) {
    const place there;
    there.put("assent");
    fs::permissions(there.folder / "assent", fs::perms::owner_all);
    there.put("no_program");
    fs::permissions(there.folder / "no_program", fs::perms::owner_read);
    fs::create_symlink("assent", there.folder / "link");
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", ("/none::" + there.folder.string()).c_str(), 1);
    const struct {
        std::string name;
        fs::path found;
    } table[] = {
        {"assent", there.folder / "assent"},
        {"link", there.folder / "assent"},
        {(there.folder / "link").string(), there.folder / "assent"},
        {"no_program", {}},
        {"none", {}},
        {(there.folder / "none").string(), {}},
        {"", {}},
    };
    for (const auto& row : table) {
        know_own_name(row.name.c_str());
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(assent::cli::running_file() == row.found);
    }
    ::setenv("PATH", before.c_str(), 1);
    know_own_name(name_of_tests());
}

BOOST_AUTO_TEST_CASE(after_an_upgrade_it_is_what_has_taken_its_place) {
    const place there;
    there.put("assent");
    BOOST_TEST(own_program(there.link_to("assent (deleted)")) == there.folder / "assent");
}

BOOST_AUTO_TEST_CASE(a_file_may_really_be_called_so) {
    const place there;
    there.put("assent");
    there.put("assent (deleted)");
    BOOST_TEST(own_program(there.link_to("assent (deleted)")) == there.folder / "assent (deleted)");
}

BOOST_AUTO_TEST_CASE(where_nothing_is_there_any_more_that_is_said) {
    const place there;
    const auto link = there.link_to("assent (deleted)");
    BOOST_TEST(failure(link) == "this program is not at `" + (there.folder / "assent").string() +
                                    "` any more: it was removed while it runs");
    BOOST_TEST(failure(there.folder / "none").starts_with("where this program lies cannot be found out: "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace own_program_test
