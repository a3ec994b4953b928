// What is answered with "always" on the page outlives the daemon.
#include "served_daemon.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>

namespace rules_test {
namespace {

using namespace assent::test;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(rules_test)

// A daemon that asks on the page, and a project.
struct kept_by_daemon : served_daemon {
    kept_by_daemon() : served_daemon("", {"--on-ask", "web"}) { fs::create_directories(shop); }

    [[nodiscard]] static std::string said_by_claude(const std::string& cwd, std::string_view command) {
        return boost::json::serialize(boost::json::object{{"hook_event_name", "PreToolUse"},
                                                          {"cwd", cwd},
                                                          {"tool_name", "Bash"},
                                                          {"tool_input", {{"command", command}}}});
    }
    [[nodiscard]] std::vector<std::string> hook() const { return {"hook", "--daemon", "on", "--say-allow"}; }
    [[nodiscard]] bool lets(const std::string& cwd, std::string_view command) const {
        return allows(run(hook(), said_by_claude(cwd, command), around).out);
    }
    /// A hook that decides by itself, and asks nobody.
    [[nodiscard]] bool lets_alone(const std::string& cwd, std::string_view command,
                                  const std::string& by = "standard") const {
        return allows(run({"hook", "--policy", by, "--say-allow"}, said_by_claude(cwd, command), around).out);
    }
    /// A person answers the question about a command. \return how the page says that it has ended
    std::string answered(page_client& page, const std::string& cwd, std::string_view command,
                         boost::json::object answer) const {
        program asking(hook(), around);
        asking.write(said_by_claude(cwd, command));
        asking.end_input();
        const auto asked = page.question("Execute command");
        answer["type"] = "answer";
        answer["question"] = asked.at("number");
        const auto reply = page.wish(answer);
        BOOST_TEST(reply.at("ok").as_bool(), boost::json::serialize(reply));
        const auto how = page.end_of(asked);
        BOOST_TEST(asking.wait().code == 0);
        return how;
    }
    std::string always(page_client& page, std::string_view command, std::string_view rule) const {
        return answered(page, shop, command, {{"what", "always"}, {"rule", rule}});
    }
    /// It is asked about; the person denies it.
    void is_asked(page_client& page, const std::string& cwd, std::string_view command) const {
        BOOST_TEST(answered(page, cwd, command, {{"what", "deny"}}).starts_with("denied by web"));
    }
    /// Of the kept answer that the page shows.
    static std::string key_of_kept(page_client& page) {
        while (true) {
            const auto message = page.hear("sessions");
            for (const auto& session : message.at("sessions").as_array())
                for (const auto& each : session.at("rules").as_array()) {
                    if (each.at("origin").as_string() != "stored") continue;
                    BOOST_TEST(each.at("removable").as_bool());
                    return std::string(each.at("key").as_string());
                }
        }
    }
    [[nodiscard]] finished rules(std::vector<std::string> words = {}) const {
        words.insert(words.begin(), "rules");
        return run(words, {}, around);
    }
    [[nodiscard]] std::unique_ptr<program> another_daemon() const {
        auto next = std::make_unique<program>(
            std::vector<std::string>{"daemon", "--policy", policy, "--audit", audit, "--on-ask", "web"},
            around);
        BOOST_REQUIRE(next->says("assent: daemon listening on "));
        return next;
    }
    void kill_daemon() {
        daemon.signal(SIGKILL);
        BOOST_TEST(daemon.wait().signal == SIGKILL);
    }

    std::string shop = folder.file("shop");
    std::string answers = folder.file("state/assent/answers.json");
};

constexpr auto stored = "allowed by web; the rule is stored: `assent rules` shows it";

BOOST_AUTO_TEST_CASE(it_holds_after_the_daemon_was_killed_for_that_agent_in_that_folder_alone) {
    kept_by_daemon at;
    {
        page_client page(at.link());
        BOOST_TEST(at.always(page, "make all", "Bash(make *)") == stored);
        BOOST_TEST(at.lets(at.shop, "make test"));
    }
    at.kill_daemon();
    // The file says so by itself, and nobody else may read it.
    struct stat status {};
    BOOST_TEST(::stat(at.answers.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777U) == 0600U);
    const auto kept = boost::json::parse(read_file(at.answers)).at("answers").at(0).as_object();
    BOOST_TEST(kept.at("rule").as_string() == "Bash(make *)");
    BOOST_TEST(kept.at("folder").as_string() == at.shop);
    BOOST_TEST(kept.at("agent").as_string() == "claude");
    BOOST_TEST(kept.at("by").as_string() == "web");
    BOOST_TEST(kept.at("question").as_string() == "Execute command: make all");
    // A hook that decides by itself.
    BOOST_TEST(at.lets_alone(at.shop, "make test"));
    BOOST_TEST(!at.lets_alone(at.shop + "/sub", "make test"));  // another Makefile
    BOOST_TEST(!at.lets_alone(at.folder.path(), "make test"));
    BOOST_TEST(!at.lets_alone(at.shop, "cd .. && make test"));
    BOOST_TEST(!at.lets_alone(at.shop, "make test; rm -rf x"));
    BOOST_TEST(!has(run({"hook", "--policy", "standard", "--agent", "gemini", "--home", at.folder.path()},
                        R"({"hook_event_name":"BeforeTool","cwd":")" + at.shop +
                            R"(","tool_name":"run_shell_command","tool_input":{"command":"make test"}})",
                        at.around)
                        .out,
                    R"("allow")"));
    // The next daemon.
    fs::remove(at.audit);
    const auto next = at.another_daemon();
    BOOST_TEST(at.lets(at.shop, "make again"));
    BOOST_TEST(has(read_file(at.audit), R"("source":"persistent")"), read_file(at.audit));
}

BOOST_AUTO_TEST_CASE(deny_and_ask_rules_come_before_it) {
    kept_by_daemon at;
    {
        page_client page(at.link());
        BOOST_TEST(at.always(page, "make all", "Bash(make *)") == stored);
    }
    write_file(at.folder.file("deny.json"), R"x({"rules":{"deny":["Bash(make install)"]}})x");
    BOOST_TEST(at.lets_alone(at.shop, "make all", at.folder.file("deny.json")));
    BOOST_TEST(!at.lets_alone(at.shop, "make install", at.folder.file("deny.json")));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_holds_until_the_daemon_ends_and_the_page_says_so) {
    kept_by_daemon at;
    write_file(at.folder.file("state/assent"), "no folder");
    {
        page_client page(at.link());
        const auto how = at.always(page, "cargo build", "Bash(cargo build)");
        BOOST_TEST(how.starts_with("allowed by web; the rule holds until the daemon ends: " + at.answers +
                                   " cannot be written: "),
                   how);
        BOOST_TEST(at.daemon.says("an answer cannot be kept: " + at.answers));
        BOOST_TEST(at.lets(at.shop, "cargo build"));
        // Nobody would notice that it runs another text.
        BOOST_TEST(at.always(page, "make all", "Bash(make all)")
                       .starts_with("allowed by web; for this call alone: "));
        at.is_asked(page, at.shop, "make all");
    }
    BOOST_TEST(!at.lets_alone(at.shop, "cargo build"));
}

BOOST_AUTO_TEST_CASE(what_has_changed_while_the_question_was_open_is_allowed_once) {
    kept_by_daemon at;
    const std::string script = at.shop + "/run.sh";
    write_file(script, "ls\n");
    page_client page(at.link());
    program asking(at.hook(), at.around);
    asking.write(kept_by_daemon::said_by_claude(at.shop, "bash run.sh"));
    asking.end_input();
    const auto asked = page.question("Execute command");
    write_file(script, "rm -rf x\n");
    BOOST_TEST(page.wish({{"type", "answer"},
                          {"question", asked.at("number")},
                          {"what", "always"},
                          {"rule", "Bash(bash run.sh)"}})
                   .at("ok")
                   .as_bool());
    BOOST_TEST(page.end_of(asked) ==
               "allowed by web; for this call alone: " + script + " has changed since you were asked");
    BOOST_TEST(asking.wait().code == 0);
    at.is_asked(page, at.shop, "bash run.sh");
    BOOST_TEST(at.rules().out == "no answer is kept\n");
    // What nobody can tell, neither.
    BOOST_TEST(at.always(page, "npm -w a test", "Bash(npm -w a test)") ==
               "allowed by web; for this call alone: `-w` may have it work in another folder");
    at.is_asked(page, at.shop, "npm -w a test");
}

BOOST_AUTO_TEST_CASE(one_that_somebody_else_puts_there_waits_for_a_person_and_one_that_is_taken_out_is_over) {
    kept_by_daemon at;
    page_client page(at.link());
    BOOST_TEST(at.always(page, "make all", "Bash(make all)") == stored);
    auto text = read_file(at.answers);
    auto more = boost::json::parse(text).as_object();
    auto added = more.at("answers").at(0).as_object();
    added["rule"] = "Bash(cargo build)";
    more.at("answers").as_array().push_back(added);
    write_file(at.answers, boost::json::serialize(more));
    BOOST_TEST(at.lets(at.shop, "make all"));
    const auto asked = page.question("Let answers hold");
    BOOST_TEST(asked.at("preview").as_string() ==
               "allowed from now on: Bash(cargo build) for " + at.shop + " alone, claude");
    at.is_asked(page, at.shop, "cargo build");
    BOOST_TEST(page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(at.lets(at.shop, "cargo build"));
    write_file(at.answers, R"({"answers":[]})");
    at.is_asked(page, at.shop, "make all");
}

BOOST_AUTO_TEST_CASE(a_folder_that_was_renamed_has_no_answers) {
    kept_by_daemon at;
    page_client page(at.link());
    BOOST_TEST(at.always(page, "make all", "Bash(make all)") == stored);
    BOOST_TEST(has(at.rules().out, "1. Bash(make all) for claude in " + at.shop + "\n     holds; "));
    fs::rename(at.shop, at.folder.file("store"));
    at.is_asked(page, at.folder.file("store"), "make all");
    BOOST_TEST(has(at.rules().out, "\n     folder gone; given on the page at "), at.rules().out);
    BOOST_TEST(has(at.rules({"explain", "1"}).out, "it holds nowhere: there is no such folder any more"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_broken_allows_nothing_and_is_kept_beside_the_next_answer) {
    kept_by_daemon at;
    page_client page(at.link());
    BOOST_TEST(at.always(page, "make all", "Bash(make all)") == stored);
    const auto text = read_file(at.answers);
    write_file(at.answers, text + "x");
    at.is_asked(page, at.shop, "make all");
    BOOST_TEST(at.daemon.says(at.answers + ": expected one JSON object"));
    BOOST_TEST(at.rules().code == 1);
    BOOST_TEST(has(at.rules().err, at.answers + ": expected one JSON object"));
    // Mended, it is what it was.
    write_file(at.answers, text);
    BOOST_TEST(at.lets(at.shop, "make all"));
    write_file(at.answers, text + "x");
    BOOST_TEST(at.always(page, "make more", "Bash(make more)") == stored);
    BOOST_TEST(read_file(at.answers + ".unread-1") == text + "x");
    BOOST_TEST(at.lets(at.shop, "make more"));
}

BOOST_AUTO_TEST_CASE(what_runs_another_text_than_the_person_allowed_is_asked_about_again) {
    kept_by_daemon at;
    const std::string package = at.shop + "/package.json", script = at.shop + "/run.sh";
    write_file(package, R"({"version": "1", "scripts": {"test": "jest"}})");
    write_file(script, "ls\n");
    page_client page(at.link());
    BOOST_TEST(at.always(page, "npm test", "Bash(npm test)") == stored);
    BOOST_TEST(at.always(page, "bash run.sh a", "Bash(bash run.sh *)") == stored);
    write_file(package, R"({"version": "2", "scripts": {"test": "jest"}})");
    for (const auto* const command : {"npm test", "bash run.sh b"}) {
        BOOST_TEST(at.lets(at.shop, command), command);
        BOOST_TEST(at.lets_alone(at.shop, command), command);
    }
    write_file(package, R"({"version": "2", "scripts": {"test": "rm -rf x"}})");
    write_file(script, "rm\n");
    for (const auto* const command : {"npm test", "bash run.sh b"}) {
        at.is_asked(page, at.shop, command);
        BOOST_TEST(!at.lets_alone(at.shop, command), command);
    }
    BOOST_TEST(has(at.rules().out, "1. Bash(npm test) for claude in " + at.shop +
                                       "\n     what it runs has changed; given on the page at "),
               at.rules().out);
    BOOST_TEST(has(at.rules({"explain", "1"}).out, "`scripts` of " + package + ", sha256 "));
    // Allowed anew, it is in the place of the old one.
    BOOST_TEST(at.always(page, "npm test", "Bash(npm test)") == stored);
    BOOST_TEST(at.lets(at.shop, "npm test"));
    BOOST_TEST(boost::json::parse(read_file(at.answers)).at("answers").as_array().size() == 2U);
}

BOOST_AUTO_TEST_CASE(they_are_listed_explained_and_taken_back_by_their_numbers) {
    kept_by_daemon at;
    BOOST_TEST(at.rules().out == "no answer is kept\n");
    page_client page(at.link());
    BOOST_TEST(at.always(page, "make all", "Bash(make all)") == stored);
    BOOST_TEST(at.always(page, "cargo build", "Bash(cargo build)") == stored);
    const auto list = boost::json::parse(at.rules({"--json"}).out).at("answers").as_array();
    BOOST_TEST_REQUIRE(list.size() == 2U);
    BOOST_TEST(list[1].at("number").as_int64() == 2);
    BOOST_TEST(list[1].at("rule").as_string() == "Bash(cargo build)");
    BOOST_TEST(list[1].at("state").as_string() == "holds");
    BOOST_TEST(list[1].at("last_used").is_null());
    const auto explained = at.rules({"explain", "2"}).out;
    BOOST_TEST(has(explained, "2. Bash(cargo build) for claude in " + at.shop + "\ngiven on the page at "),
               explained);
    BOOST_TEST(has(explained, "the question was: Execute command: cargo build\nnot used yet\n"), explained);
    const auto removed = at.rules({"remove", "1"});
    BOOST_TEST(removed.out == "Bash(make all) for " + at.shop +
                                  " alone, claude is taken back; it is asked about from now on\n");
    at.is_asked(page, at.shop, "make all");
    BOOST_TEST(at.lets(at.shop, "cargo build"));

    struct row {
        std::vector<std::string> words;
        int code;
        std::string_view said;
    };
    const row rows[] = {
        {{"remove", "2"},
         1,
         "rules remove: there is no answer 2: the last one is 1; `assent rules` shows them"},
        {{"explain", "0"}, 1, "rules explain: there is no answer 0"},
        {{"remove"}, 2, "rules remove: which one? `assent rules` has their numbers"},
        {{"list", "1"}, 2, "rules list: takes no N"},
        {{"remov", "1"},
         2,
         "rules: expected list, explain, remove or export, got `remov`; did you mean `remove`?"},
    };
    for (const auto& [words, code, said] : rows) BOOST_TEST_CONTEXT(said) {
            const auto end = at.rules(words);
            BOOST_TEST(end.code == code);
            BOOST_TEST(has(end.err, said), end.err);
        }
}

BOOST_AUTO_TEST_CASE(they_can_be_taken_back_on_the_page) {
    kept_by_daemon at;
    page_client page(at.link());
    BOOST_TEST(at.always(page, "make all", "Bash(make all)") == stored);
    const auto key = kept_by_daemon::key_of_kept(page);
    BOOST_TEST(page.wish({{"type", "remove_rule"}, {"session", 1}, {"key", key}}).at("ok").as_bool());
    BOOST_TEST(at.rules().out == "no answer is kept\n");
    at.is_asked(page, at.shop, "make all");
}

// Another daemon of the same user, as in another session of the desktop: it has a socket of its own, and the
// same answers.
BOOST_AUTO_TEST_CASE(two_daemons_of_one_home_lose_no_answer_and_neither_takes_over_the_others) {
    kept_by_daemon at;
    const auto first = at.around;
    auto second = first;
    second.environment["XDG_RUNTIME_DIR"] = at.folder.file("other");
    fs::create_directory(at.folder.file("other"));
    fs::permissions(at.folder.file("other"), fs::perms::owner_all);
    program other({"daemon", "--policy", at.policy, "--audit", at.folder.file("audit2"), "--on-ask", "web"},
                  second);
    BOOST_REQUIRE(other.says("assent: approvals at "));
    page_client page(at.link());
    at.around = second;
    page_client other_page(at.new_link());
    at.around = first;
    BOOST_TEST(at.always(page, "cargo build", "Bash(cargo build)") == stored);
    at.around = second;
    BOOST_TEST(at.lets(at.shop, "ls"));
    const auto asked = other_page.question("Let answers hold");
    BOOST_TEST(asked.at("preview").as_string() ==
               "allowed from now on: Bash(cargo build) for " + at.shop + ", claude");
    at.is_asked(other_page, at.shop, "cargo build");
    BOOST_TEST(at.always(other_page, "cargo test", "Bash(cargo test)") == stored);
    BOOST_TEST(boost::json::parse(read_file(at.answers)).at("answers").as_array().size() == 2U);
    at.around = first;
    at.is_asked(page, at.shop, "cargo test");
    BOOST_TEST(at.lets(at.shop, "cargo build"));
    // What is taken back is so for both.
    at.around = second;
    BOOST_TEST(at.lets(at.shop, "cargo test"));
    BOOST_TEST(at.rules({"remove", "2"}).code == 0);
    at.is_asked(other_page, at.shop, "cargo test");
    at.around = first;
    BOOST_TEST(at.rules({"remove", "1"}).code == 0);
    at.is_asked(page, at.shop, "cargo build");
}

BOOST_AUTO_TEST_CASE(on_a_full_disk_nothing_is_lost_and_the_page_says_what_holds) {
    kept_by_daemon at;
    page_client page(at.link());
    BOOST_TEST(at.always(page, "make all", "Bash(make all)") == stored);
    // Longer than the record will be.
    auto longer = boost::json::parse(read_file(at.answers)).as_object();
    longer.at("answers").at(0).as_object()["question"] = std::string(100'000, 'x');
    write_file(at.answers, boost::json::serialize(longer));
    BOOST_TEST(at.lets(at.shop, "make all"));
    const auto text = read_file(at.answers);
    const std::string cannot = at.answers + " cannot be written: File too large";
    const rlimit full{text.size(), RLIM_INFINITY};
    BOOST_REQUIRE(::prlimit(at.daemon.pid(), RLIMIT_FSIZE, &full, nullptr) == 0);
    BOOST_TEST(at.always(page, "cargo build", "Bash(cargo build)") ==
               "allowed by web; the rule holds until the daemon ends: " + cannot);
    BOOST_TEST(at.lets(at.shop, "cargo build"));
    BOOST_TEST(!at.lets_alone(at.shop, "cargo build"));
    BOOST_TEST(read_file(at.answers) == text);
    BOOST_TEST(at.lets(at.shop, "make all"));
    BOOST_TEST(at.lets_alone(at.shop, "make all"));
}

BOOST_AUTO_TEST_CASE(no_agent_changes_the_file_without_a_person) {
    const kept_by_daemon at;
    const std::string record = at.folder.file("elsewhere/assent/assent-record.ndjson");
    const std::pair<std::string, std::vector<std::string>> places[] = {
        {at.answers, {}},
        {at.folder.file("elsewhere/assent/answers.json"), {"--record", record}},
    };
    for (const auto& [file, more] : places)
        for (const auto& call : {std::vector<std::string>{"--tool", "Write", "--input",
                                                          R"({"file_path":")" + file + R"(","content":"x"})"},
                                 std::vector<std::string>{"--", "echo x > " + file},
                                 std::vector<std::string>{"--", "rm " + file}}) {
            std::vector<std::string> words{"check",        "--policy", "standard", "--mode",
                                           "accept_edits", "--allow",  "Write"};
            words.insert(words.end(), more.begin(), more.end());
            words.insert(words.end(), call.begin(), call.end());
            const auto end = run(words, {}, at.around);
            BOOST_TEST(end.code >= 3, end.out << end.err);
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rules_test
