#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace say_allow_test {
namespace {

using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(say_allow_test)

// A user, and a project in which Claude works, in `sub`.
class at_work {
public:
    at_work() { fs::create_directories(cwd()); }

    void write(const std::string& file, std::string_view text) const {
        const auto path = fs::path(folder_.file(file));
        fs::create_directories(path.parent_path());
        write_file(path.string(), std::string(text));
    }
    void install() const {
        BOOST_REQUIRE(run({"install", "claude", "--", "--policy", "standard"}, {}, around()).code == 0);
    }
    // What the hook answers about a command, as it would be installed.
    [[nodiscard]] std::string says(std::string_view command, std::vector<std::string> more = {}) const {
        return says_in(cwd(), command, std::move(more));
    }
    [[nodiscard]] std::string says_in(const std::string& cwd, std::string_view command,
                                      std::vector<std::string> more = {}, bool knows_project = true) const {
        std::vector<std::string> words{"hook", "--agent", "claude", "--home", home(), "--policy", "standard"};
        words.insert(words.end(), more.begin(), more.end());
        const auto out =
            run(words,
                R"({"hook_event_name":"PreToolUse","cwd":")" + cwd +
                    R"(","tool_name":"Bash","tool_input":{"command":")" + std::string(command) + "\"}}",
                around(knows_project))
                .out;
        for (const std::string word : {"allow", "ask", "deny"})
            if (out.find("\"permissionDecision\":\"" + word + '"') != out.npos) return word;
        return out;
    }

private:
    [[nodiscard]] std::string home() const { return folder_.file("home"); }
    [[nodiscard]] std::string cwd() const { return folder_.file("proj/sub"); }
    [[nodiscard]] assent::test::surroundings around(bool knows_project = true) const {
        assent::test::surroundings made{
            .environment = {{"HOME", home()}, {"CLAUDE_CONFIG_DIR", std::nullopt}}};
        if (knows_project)
            made.environment["CLAUDE_PROJECT_DIR"] = folder_.file("proj");
        else
            made.environment["CLAUDE_PROJECT_DIR"] = std::nullopt;
        return made;
    }

    temporary_folder folder_;
};

const std::string no_opinion = "{}\n";
constexpr std::string_view another =
    R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./change.sh"}]}]}})";

BOOST_AUTO_TEST_CASE(an_installed_hook_of_claude_says_allow_for_what_is_allowed) {
    const at_work user;
    user.install();
    BOOST_TEST(user.says("ls") == "allow");
    BOOST_TEST(user.says("make") == no_opinion);
    BOOST_TEST(user.says("make", {"--allow", "Bash(make)"}) == "allow");
    BOOST_TEST(user.says("ls", {"--ask", "Bash(ls)"}) == "ask");
    BOOST_TEST(user.says("ls", {"--no-say-allow"}) == no_opinion);
    BOOST_TEST(user.says("ls", {"--no-say-allow", "--say-allow"}).empty());
}

BOOST_AUTO_TEST_CASE(it_says_none_where_another_hook_may_change_the_input_behind_it) {
    const struct {
        std::string_view file, text;
        bool says;
    } table[] = {
        {"home/.claude/settings.json", another, false},
        {"proj/.claude/settings.json", another, false},
        {"proj/.claude/settings.local.json", another, false},
        {"proj/sub/.claude/settings.json", another, false},
        {"proj/.claude/settings.json", "not JSON", false},
        {"proj/.claude/settings.json", R"({"hooks":[]})", false},
        {"home/.claude/settings.json", R"({"enabledPlugins":{"a@b":true}})", false},
        {"home/.claude/settings.json", R"({"enabledPlugins":{"a@b":false}})", true},
        {"proj/.claude/settings.json", R"({"hooks":{"PreToolUse":[]}})", true},
        {"proj/.claude/settings.json", R"({"hooks":{"Stop":[{"hooks":[]}]}})", true},
        {"proj/.claude/settings.json", R"x({"permissions":{"allow":["Bash(ls)"]}})x", true},
        {"other/.claude/settings.json", another, true},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.file << " " << row.text) {
            const at_work user;
            user.write(std::string(row.file), row.text);
            user.install();
            BOOST_TEST(user.says("ls") == (row.says ? "allow" : no_opinion));
            BOOST_TEST(user.says("ls", {"--say-allow"}) == "allow");
        }
}

BOOST_AUTO_TEST_CASE(a_folder_outside_of_the_project_hides_no_hook_of_it) {
    const at_work user;
    user.install();
    BOOST_TEST(user.says_in("/", "pwd") == "allow");
    BOOST_TEST(user.says_in("/", "pwd", {}, false) == no_opinion);
    user.write("proj/.claude/settings.json", another);
    BOOST_TEST(user.says_in("/", "pwd") == no_opinion);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace say_allow_test
