// The record that is kept from install on, and rules in the agent's own settings.
#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <list>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace record_test {
namespace {

namespace fs = std::filesystem;
using assent::test::finished;
using assent::test::program;
using assent::test::read_file;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

mode_t mode_of(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// A user of Claude.
class claude_home {
public:
    [[nodiscard]] std::string file(std::string_view name) const { return folder_.file(name); }
    [[nodiscard]] std::string settings() const { return file(".claude/settings.json"); }
    [[nodiscard]] std::string record() const { return file(".local/state/assent/assent-record.ndjson"); }

    [[nodiscard]] finished run(const std::vector<std::string>& arguments) const {
        return assent::test::run(arguments, {}, around());
    }
    void install(std::vector<std::string> words) const {
        words.insert(words.begin(), {"install", "claude"});
        const auto done = run(words);
        BOOST_REQUIRE_MESSAGE(done.code == 0, done.err);
    }
    // What the agent starts.
    [[nodiscard]] std::vector<std::string> hook() const {
        const auto all = boost::json::parse(read_file(settings()));
        std::vector<std::string> words;
        for (const auto& word : all.at_pointer("/hooks/PreToolUse/0/hooks/0/args").as_array())
            words.emplace_back(std::string(word.as_string()));
        return words;
    }
    [[nodiscard]] finished use(const std::string& tool, const std::string& input,
                               const std::string& session = "s1") const {
        return assent::test::run(hook(), text(tool, input, session), around());
    }
    [[nodiscard]] static std::string text(const std::string& tool, const std::string& input,
                                          const std::string& session) {
        return R"({"session_id":")" + session +
               R"(","cwd":"/","hook_event_name":"PreToolUse","tool_name":")" + tool + R"(","tool_input":)" +
               input + R"(,"tool_use_id":"u1","agent_id":"sub1"})" + "\n";
    }
    [[nodiscard]] surroundings around() const {
        surroundings here;
        here.environment = {{"HOME", folder_.path()},
                            {"PATH", "/usr/bin:/bin"},
                            {"XDG_STATE_HOME", std::nullopt},
                            {"CLAUDE_CONFIG_DIR", std::nullopt}};
        return here;
    }

private:
    temporary_folder folder_;
};

std::vector<std::string> decisions_in(const std::string& record) {
    std::vector<std::string> found;
    std::istringstream lines(record);
    for (std::string line; std::getline(lines, line);)
        if (holds(line, R"("event":"decision")")) found.push_back(line);
    return found;
}

BOOST_AUTO_TEST_SUITE(record_test)

BOOST_AUTO_TEST_CASE(a_record_is_kept_from_install_on_without_secrets_and_stays) {
    const claude_home user;
    user.install({"--", "--policy", "standard", "--deny", "Bash(rm *)", "--deny", "Write"});
    BOOST_TEST(user.use("Bash", R"({"command":"API_TOKEN=s3cret rm x"})").code == 0);
    BOOST_TEST(user.use("Write", R"({"file_path":"/w/a","content":"s3cret"})").code == 0);
    BOOST_TEST(mode_of(user.record()) == 0600U);
    BOOST_TEST(mode_of(user.file(".local/state/assent")) == 0700U);
    const auto text = read_file(user.record());
    BOOST_TEST(!holds(text, "s3cret"));
    const auto lines = decisions_in(text);
    BOOST_REQUIRE(lines.size() == 2U);
    for (const std::string_view part :
         {R"("host":")", R"("os_user":")", R"("agent":"claude")", R"("session":"s1")", R"("agent_id":"sub1")",
          R"("folder":"/")", R"x("input":{"command":"API_TOKEN=(redacted) rm x"})x"})
        BOOST_TEST(holds(lines.front(), part), lines.front());
    BOOST_TEST(holds(lines.back(), R"("input":{"file_path":"/w/a"})"), lines.back());
    const auto verified = user.run({"audit", "verify", user.record()});
    BOOST_TEST(verified.code == 0, verified.out);

    BOOST_TEST(holds(user.run({"doctor", "claude"}).out,
                     "ok      " + user.record() + ": the record of what is decided\n"));
    const auto out = user.run({"uninstall", "claude"});
    BOOST_TEST(holds(out.out, "the record stays: " + user.record() + "\n"), out.out);
    BOOST_TEST(read_file(user.record()) == text);
}

BOOST_AUTO_TEST_CASE(hooks_at_the_same_time_lose_no_record) {
    const claude_home user;
    user.install({"--", "--policy", "standard"});
    std::list<program> hooks;
    constexpr int count = 12;
    for (int i = 0; i < count; ++i) hooks.emplace_back(user.hook(), user.around());
    int number = 0;
    for (auto& hook : hooks)
        hook.write(claude_home::text("Bash", R"({"command":"ls"})", "s" + std::to_string(number++)));
    for (auto& hook : hooks) BOOST_TEST(hook.wait().code == 0);
    BOOST_TEST(decisions_in(read_file(user.record())).size() == static_cast<std::size_t>(count));
    const auto verified = user.run({"audit", "verify", user.record()});
    BOOST_TEST(verified.code == 0, verified.out);
}

BOOST_AUTO_TEST_CASE(what_is_on_record_is_nothing_for_agents) {
    const claude_home user;
    user.install({"--", "--policy", "standard"});
    const std::string folder = user.file(".local/state/assent");
    for (const auto& [tool, input] : std::vector<std::pair<std::string, std::string>>{
             {"Bash", R"({"command":"cat ~/.local/state/assent/assent-record.ndjson"})"},
             {"Bash", R"({"command":"cat )" + user.record() + R"("})"},
             {"Bash", R"({"command":"tail -n 5 )" + user.record() + R"(.1"})"},
             {"Bash", R"({"command":"cat ~/.local/state/assent/*"})"},
             {"Bash", R"({"command":"cd ~/.local/state/assent && cat assent-record.ndjson"})"},
             {"Bash", R"({"command":"grep -rn x )" + folder + R"("})"},
             {"Bash", R"({"command":"cp )" + user.record() + R"( /tmp/x"})"},
             {"Read", R"({"file_path":")" + user.record() + R"("})"},
             {"Grep", R"({"pattern":"x","path":")" + folder + R"("})"},
             {"Write", R"({"file_path":")" + user.record() + R"(","content":""})"}}) {
        const auto said = user.use(tool, input).out;
        BOOST_TEST(
            (holds(said, R"("permissionDecision":"ask")") || holds(said, R"("permissionDecision":"deny")")),
            input + " " + said);
    }
}

BOOST_AUTO_TEST_CASE(who_wants_no_record_or_another_one_says_so) {
    const claude_home user;
    user.install({"--no-record", "--", "--policy", "standard"});
    BOOST_TEST(!holds(read_file(user.settings()), "--record"));
    BOOST_TEST(user.use("Bash", R"({"command":"ls"})").code == 0);
    BOOST_TEST(!fs::exists(user.record()));
    BOOST_TEST(holds(user.run({"doctor", "claude"}).out, "note    no record is kept of what is decided\n"));
    user.install({"--", "--audit", user.file("own")});
    BOOST_TEST(!holds(read_file(user.settings()), "--record"));
    user.install({"--", "--record", user.file("own")});
    BOOST_TEST(holds(read_file(user.settings()), R"("--record", ")" + user.file("own") + R"(")"));
    const auto both = user.run({"install", "claude", "--", "--record", "a", "--audit", "b"});
    BOOST_TEST(both.code == 2);
}

BOOST_AUTO_TEST_CASE(a_record_says_no_more_of_an_input_than_the_policy_lets_it) {
    const claude_home user;
    write_file(user.file("p.json"), R"({"audit":{"inputs":"digest"}})");
    user.install({"--", "--policy", user.file("p.json"), "--deny", "Bash"});
    BOOST_TEST(user.use("Bash", R"({"command":"ls"})").code == 0);
    const auto text = read_file(user.record());
    BOOST_TEST(holds(text, R"("input_sha256":)"));
    BOOST_TEST(!holds(text, R"("input":)"));
}

BOOST_AUTO_TEST_CASE(a_hook_that_cannot_write_its_record_does_as_the_policy_says) {
    for (const bool goes_on : {false, true}) {
        const claude_home user;
        write_file(user.file("p.json"), goes_on ? R"({"audit":{"on_failure":"go_on"}})" : "{}");
        user.install({"--", "--policy", user.file("p.json")});
        fs::create_directories(user.record());
        BOOST_TEST(user.use("Bash", R"({"command":"ls"})").code == (goes_on ? 0 : 2));
        const auto said = user.run({"doctor", "claude"});
        BOOST_TEST(said.code == 1);
        BOOST_TEST(holds(said.out, "FAILED  " + user.record() +
                                       ": no record can be kept there: it is no regular file\n"),
                   said.out);
    }
}

const std::vector<std::string> own_settings{
    "{}\n",
    "{\n  \"a\": 1\n}\n",
    R"({"permissions":{"deny":[]}})",
    R"x({"permissions": {"allow": ["Bash(rm *)", "Bash(x)"], "deny": ["Read(./.env)"], "ask": [ ]}})x",
    "{\n  \"permissions\": {\n    \"deny\": [\n      \"Bash(x)\",\n      \"Bash(rm *)\"\n    ]\n  }\n}\n",
    "{\r\n  \"permissions\": {\r\n    \"defaultMode\": \"plan\"\r\n  }\r\n}\r\n",
};

BOOST_AUTO_TEST_CASE(rules_are_mirrored_where_the_agent_says_the_same_and_taken_out_byte_for_byte) {
    const std::vector<std::string> rules{
        "--mirror", "--",     "--deny",      "Bash(rm *)", "--deny",
        "WebFetch", "--deny", "Read(/x/**)", "--ask",      "Bash(git push *)"};
    for (const auto& before : own_settings) {
        BOOST_TEST_CONTEXT(before) {
            const claude_home user;
            fs::create_directories(user.file(".claude"));
            write_file(user.settings(), before);
            auto words = rules;
            words.insert(words.begin(), {"install", "claude"});
            const auto done = user.run(words);
            BOOST_TEST(done.code == 0, done.err);
            BOOST_TEST(holds(done.out, "not mirrored: deny Read(/x/**): "), done.out);
            const auto all = boost::json::parse(read_file(user.settings()));
            const auto has = [&](const char* list, std::string_view rule) {
                const auto& listed = all.at("permissions").at(list).as_array();
                return std::ranges::count(listed, boost::json::value(rule)) == 1;
            };
            BOOST_TEST(has("deny", "Bash(rm *)"));
            BOOST_TEST(has("deny", "WebFetch"));
            BOOST_TEST(has("ask", "Bash(git push *)"));
            BOOST_TEST(holds(user.run({"doctor", "claude"}).out, ": rules of ours in permissions: "));
            const auto once = read_file(user.settings());
            BOOST_TEST(holds(user.run(words).out, "claude: already in "));
            BOOST_TEST(read_file(user.settings()) == once);
            BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
            BOOST_TEST(read_file(user.settings()) == before);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_agent_may_take_for_a_member_of_the_input_is_not_mirrored) {
    const claude_home user;
    const auto said =
        user.run({"install", "claude", "--mirror", "--", "--deny", "Bash(run_in_background:true)", "--deny",
                  "Bash(npm *)", "--deny", "WebFetch(domain:example.com)"});
    BOOST_TEST(holds(said.out, "not mirrored: deny Bash(run_in_background:true): "), said.out);
    BOOST_TEST(!holds(said.out, "not mirrored: deny Bash(npm"), said.out);
    const auto text = read_file(user.settings());
    BOOST_TEST(!holds(text, "\"Bash(run_in_background:true)\"\n"), text);
}

BOOST_AUTO_TEST_CASE(a_mirrored_rule_that_is_gone_is_told_and_written_anew) {
    const claude_home user;
    user.install({"--mirror", "--", "--deny", "Bash(rm *)"});
    auto text = read_file(user.settings());
    const std::string rule = "\"deny\": [\n      \"Bash(rm *)\"\n    ]";
    BOOST_REQUIRE_MESSAGE(holds(text, rule), text);
    write_file(user.settings(), text.replace(text.find(rule), rule.size(), "\"deny\": []"));
    const auto said = user.run({"doctor", "claude"});
    BOOST_TEST(said.code == 1);
    BOOST_TEST(holds(said.out, "`Bash(rm *)` is not in permissions.deny any more"), said.out);
    user.install({"--mirror", "--", "--deny", "Bash(rm *)"});
    BOOST_TEST(user.run({"doctor", "claude"}).code == 0);
    // Without the word the agent's own rules are its own again.
    user.install({"--", "--deny", "Bash(rm *)"});
    BOOST_TEST(!holds(read_file(user.settings()), "\"Bash(rm *)\"\n"));
}

BOOST_AUTO_TEST_CASE(rules_that_a_user_has_added_behind_ours_stay) {
    const claude_home user;
    user.install({"--mirror", "--", "--deny", "Bash(rm *)"});
    auto text = read_file(user.settings());
    const auto at = text.find("\"Bash(rm *)\"\n") + std::string_view("\"Bash(rm *)\"").size();
    write_file(user.settings(), text.insert(at, ", \"Bash(mine)\""));
    BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
    const auto left = read_file(user.settings());
    BOOST_TEST(holds(left, "Bash(mine)"));
    BOOST_TEST(!holds(left, "Bash(rm *)"));
    BOOST_TEST(!boost::json::parse(left).is_null());
}

BOOST_AUTO_TEST_CASE(the_doctor_says_that_standard_is_another_policy_now) {
    const claude_home user;
    user.install({"--", "--policy", "standard"});
    const auto note = "note    standard has become another policy since this was installed, or may have: ";
    BOOST_TEST(!holds(user.run({"doctor", "claude"}).out, note));
    // As a version before has written it.
    const auto record = user.file(".local/state/assent/installed.json");
    auto text = read_file(record);
    const auto key = text.find(",\"policy_sha256\":\"");
    BOOST_REQUIRE(key != text.npos);
    write_file(record, text.erase(key, std::string_view(",\"policy_sha256\":\"\"").size() + 64));
    const auto said = user.run({"doctor", "claude"});
    BOOST_TEST(said.code == 0, said.out);
    BOOST_TEST(holds(said.out, note), said.out);
    user.install({"--", "--policy", "standard"});
    BOOST_TEST(!holds(user.run({"doctor", "claude"}).out, note));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace record_test
