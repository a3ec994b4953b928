#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace what_test {
namespace {

using assent::test::run;
namespace fs = std::filesystem;

// A project with a link out of it, and a repository whose settings name a program.
struct project {
    project() {
        std::string name = (fs::temp_directory_path() / "assent-what-XXXXXX").string();
        BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
        folder = fs::canonical(name);
        fs::create_directories(folder / "sub/.git/objects");
        fs::create_directories(folder / "sub/.git/refs");
        std::ofstream(folder / "sub/.git/HEAD") << "ref: refs/heads/main\n";
        std::ofstream(folder / "sub/.git/config") << "[core]\n\tfsmonitor = ./watch\n";
        fs::create_symlink("/etc", folder / "link");
    }
    ~project() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    project(const project&) = delete;
    project& operator=(const project&) = delete;

    [[nodiscard]] std::string says(const std::string& command) const {
        const auto result = run({"what", command, "--cwd", folder.string()});
        BOOST_TEST(result.code == 0);
        BOOST_TEST(result.err.empty());
        return result.out;
    }

    fs::path folder;
};

BOOST_AUTO_TEST_SUITE(what_test)

BOOST_AUTO_TEST_CASE(it_says_what_each_program_does_and_by_which_row) {
    const project at;
    BOOST_TEST(at.says("cd sub && grep -rn TODO . | head -5 > out.txt") ==
               "edits: it reads the working directory; it writes `out.txt`\n"
               "  looks         cd sub (row `cd|pushd`)\n"
               "  looks         grep -rn TODO . (row `grep|egrep|fgrep|ggrep|gegrep|gfgrep`)\n"
               "      reads .\n"
               "  looks         head -5 (row `head|ghead|tail|gtail`)\n"
               "  edits         by itself, for `out.txt`\n"
               "  redirections\n"
               "      writes out.txt\n");
    BOOST_TEST(at.says("npm test")
                   .starts_with("runs: `npm test` runs code of the project; writes nothing that is known\n"));
    BOOST_TEST(at.says("nobody-knows-it x").find("(no row of the catalogue)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(it_looks_at_the_file_system_as_a_session_does) {
    const project at;
    BOOST_TEST(at.says("cat link/hostname").starts_with("looks"));
    BOOST_TEST(at.says("cat link/passwd").starts_with("looks_outside"));
    BOOST_TEST(at.says("git status").starts_with("looks"));
    BOOST_TEST(at.says("git -C sub status").find("for `core.fsmonitor`") != std::string::npos);
    BOOST_TEST(at.says("cd sub && git status").starts_with("runs"));
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_said) {
    BOOST_TEST(run({"what"}).code == 2);
    BOOST_TEST(run({"what", std::string(10'001, 'x')}).err ==
               "assent: what: the command: expected at most 10000 bytes, got 10001\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace what_test
