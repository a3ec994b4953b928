#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>

#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using assent::test::run;

// A project with a link that leads out of it.
class linked_project {
public:
    linked_project() {
        BOOST_REQUIRE(::mkdtemp(made_.data()) != nullptr);
        root = fs::canonical(made_).string();
        fs::create_directory(root + "/proj");
        fs::create_directory(root + "/outside");
        fs::create_directory_symlink("../outside", root + "/proj/link");
        fs::create_symlink("loop", root + "/proj/loop");
    }
    ~linked_project() {
        std::error_code ignored;
        fs::remove_all(root, ignored);
    }
    linked_project(const linked_project&) = delete;
    linked_project& operator=(const linked_project&) = delete;

    std::string root;

private:
    std::string made_ = (fs::temp_directory_path() / "assent-links-XXXXXX").string();
};

BOOST_AUTO_TEST_SUITE(paths_test)

BOOST_AUTO_TEST_CASE(the_program_follows_links) {
    const linked_project at;
    const auto check = [&](const std::string& option, const std::string& rule, const std::string& path) {
        return run({"check", option, "Edit(" + rule + ")", "--cwd", at.root + "/proj", "--tool", "Edit",
                    "--input", R"({"file_path":")" + path + R"("})"})
            .code;
    };
    constexpr int allow = 0, deny = 3, ask = 4;
    BOOST_TEST(check("--allow", at.root + "/proj/**", "new.c") == allow);
    BOOST_TEST(check("--allow", at.root + "/proj/**", "link/new.c") == ask);
    BOOST_TEST(check("--allow", at.root + "/proj/**", "loop") == ask);
    BOOST_TEST(check("--deny", at.root + "/outside/**", at.root + "/proj/link/x") == deny);
    BOOST_TEST(check("--deny", at.root + "/proj/link/**", at.root + "/proj/link/x") == deny);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
