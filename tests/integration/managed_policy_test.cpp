#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

// The policy of the machine, in a place of its own: nothing of this machine's /etc is seen or touched.
namespace {

using assent::test::finished;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;

BOOST_AUTO_TEST_SUITE(managed_policy_test)

constexpr const char* place_maker = "/usr/bin/bwrap";
constexpr std::string_view asking =
    R"json({"rules": {"ask": ["Bash(make *)"], "deny": ["Bash(curl *)"]}})json";

// A machine on which the test's user is root, with a policy of it.
class machine {
public:
    explicit machine(std::string_view managed) { write_file(policy(), managed); }

    [[nodiscard]] std::string policy() const { return folder_.file("managed.json"); }
    [[nodiscard]] finished run_there(const std::vector<std::string>& arguments,
                                     std::string_view input = {}) const {
        std::vector<std::string> all{"/assent"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return run_any(all, input);
    }
    [[nodiscard]] finished run_script(std::string_view script) const {
        return run_any({"/bin/sh", "-s"}, script);
    }

private:
    [[nodiscard]] finished run_any(const std::vector<std::string>& words, std::string_view input) const {
        std::vector<std::string> all{"--unshare-user", "--uid", "0",   "--gid", "0",
                                     "--ro-bind",      "/usr",  "/usr"};
        for (const auto* const place : {"/lib", "/lib64", "/bin"})
            all.insert(all.end(), {"--ro-bind-try", place, place});
        all.insert(all.end(), {"--proc", "/proc", "--dev", "/dev", "--ro-bind", ASSENT_PROGRAM, "/assent",
                               "--dir", "/etc/assent", "--bind", policy(), "/etc/assent/policy.json", "--dir",
                               "/work", "--setenv", "HOME", "/work", "--chdir", "/work"});
        all.insert(all.end(), words.begin(), words.end());
        return run(all, input,
                   {.executable = place_maker, .environment = {{"XDG_CONFIG_HOME", std::nullopt}}});
    }

    temporary_folder folder_;
};

bool can_make_places() {
    if (::access(place_maker, X_OK) != 0) {
        BOOST_TEST_MESSAGE("skipped: " << place_maker << " is not there");
        return false;
    }
    const auto tried = machine("{}").run_there({"check", "--mode", "allow", "ls"});
    if (tried.code != 0)
        BOOST_TEST_MESSAGE("skipped: " << place_maker << " can make no place: " << tried.err);
    return tried.code == 0;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

constexpr auto use_of_make =
    R"({"session_id":"s","cwd":"/work","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"make all"},"tool_use_id":"t"})";
constexpr auto question_about_curl =
    R"({"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"curl x"}}})";

const std::vector<std::string> installed{"hook",     "--agent",  "claude", "--home", "/work",
                                         "--policy", "standard", "--mode", "allow"};

BOOST_AUTO_TEST_CASE(it_stands_above_options_and_policies_in_each_way_in) {
    if (!can_make_places()) return;
    const machine with(asking);
    const auto checked = with.run_there({"check", "--mode", "allow", "make all"});
    BOOST_TEST(has(checked.out, "the policy of this machine"), checked.out << checked.err);
    BOOST_TEST(checked.code == 4);
    BOOST_TEST(with.run_there({"check", "--allow", "Bash(make *)", "make all"}).code == 4);
    BOOST_TEST(with.run_there({"check", "--policy", "project", "--allow", "Bash(curl *)", "curl x"}).code ==
               3);
    const auto hooked = with.run_there(installed, use_of_make);
    BOOST_TEST(has(hooked.out, R"("permissionDecision":"ask")"), hooked.out << hooked.err);
    const auto served =
        with.run_there({"serve", "--stdio", "--mode", "allow"}, std::string(question_about_curl) + "\n");
    BOOST_TEST(has(served.out, R"("behavior":"deny")"), served.out << served.err);
}

BOOST_AUTO_TEST_CASE(one_that_cannot_be_taken_denies_every_use_in_each_way_in) {
    if (!can_make_places()) return;
    constexpr std::string_view closed =
        "the policy of this machine, `/etc/assent/policy.json`, cannot be taken";
    const machine with(R"({"mod": "ask"})");
    const auto check = [&](std::string_view why) {
        const auto checked = with.run_there({"check", "--mode", "allow", "ls"});
        BOOST_TEST(checked.code == 3);
        BOOST_TEST(has(checked.out, closed), checked.out);
        BOOST_TEST(has(checked.out, why), checked.out);
        const auto hooked = with.run_there(installed, use_of_make);
        BOOST_TEST(has(hooked.out, R"("permissionDecision":"deny")"), hooked.out);
        BOOST_TEST(has(hooked.out, closed), hooked.out);
        const auto served =
            with.run_there({"serve", "--stdio", "--mode", "allow"}, std::string(question_about_curl) + "\n");
        BOOST_TEST(has(served.out, closed), served.out);
    };
    check("did you mean `mode`?");
    write_file(with.policy(), "{}");
    ::chmod(with.policy().c_str(), 0666);
    check("others may write");
}

constexpr std::string_view daemon_and_changes = R"sh(
umask 077
mkdir own
mkfifo said
/assent daemon --socket /work/own/socket --home /work --mode allow --policy careful 2>said &
exec 3<said
read listening <&3
use() {
    echo '{"session_id":"s","cwd":"/work","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"make all"},"tool_use_id":"t"}' |
        /assent hook --agent claude --home /work --mode allow --policy careful --daemon on --socket /work/own/socket
}
use
echo '{"rules": {"deny": ["Bash(make *)"]}}' >/etc/assent/policy.json
use
echo '{' >/etc/assent/policy.json
use
echo '{}' >/etc/assent/policy.json
use
kill $!
)sh";

BOOST_AUTO_TEST_CASE(what_root_changes_in_it_holds_in_a_daemon_from_the_next_use_on) {
    if (!can_make_places()) return;
    const auto said = machine("{}").run_script(daemon_and_changes);
    std::vector<std::string> lines;
    std::istringstream text(said.out);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    BOOST_TEST_REQUIRE(lines.size() == 4U, said.out << said.err);
    BOOST_TEST(!has(lines[0], "deny"), lines[0]);
    BOOST_TEST(has(lines[1], "denied by rule `Bash(make *)` (the policy of this machine)"), lines[1]);
    BOOST_TEST(has(lines[2], "cannot be taken"), lines[2]);
    BOOST_TEST(lines[3] == lines[0]);
}

BOOST_AUTO_TEST_CASE(what_holds_together_is_shown_with_whose_each_word_is) {
    if (!can_make_places()) return;
    const machine with(
        R"json({"always_safe": true, "mode": "dont_ask", "rules": {"deny": ["Bash(curl *)"]}})json");
    const auto shown =
        with.run_there({"policy", "show", "--effective", "--allow", "Bash(make *)", "--mode", "ask"});
    BOOST_TEST(shown.code == 0, shown.err);
    for (const std::string_view each :
         {"// the policy of this machine: /etc/assent/policy.json\n// your policy: bare\n",
          "\"mode\": \"dont_ask\",  // the policy of this machine\n",
          "\"always_safe\": true,  // the policy of this machine\n", "\"Bash(make *)\"  // an option\n",
          "\"Bash(curl *)\"  // the policy of this machine\n", "\"strict_schemas\": false,\n"})
        BOOST_TEST(has(shown.out, each), each << " in " << shown.out);
}

BOOST_AUTO_TEST_CASE(without_it_what_holds_is_yours_and_what_options_say) {
    const auto shown =
        run({"policy", "show", "--effective", "--policy", "standard", "--deny", "Bash(curl *)"});
    BOOST_TEST(shown.code == 0, shown.err);
    for (const std::string_view each :
         {"// your policy: standard\n", "\"always_safe\": true,  // your policy\n",
          "\"Bash(curl *)\"  // an option\n", "  // built in\n", "\"ruins\": \"deny\"  // your policy\n"})
        BOOST_TEST(has(shown.out, each), each << " in " << shown.out);
    BOOST_TEST(run({"policy", "show"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
