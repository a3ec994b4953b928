// What ran is compared with what was judged, by the hooks of a session.
#include "program.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/domain/call/json.hpp>

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ran_test {
namespace {

using assent::agent_program;
using assent::hook_dialect;
using assent::json_object;
using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;
using moment = hook_dialect::moment;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(ran_test)

bool has(std::string_view text, std::string_view what) { return text.find(what) != text.npos; }

struct use {
    std::string tool;
    json_object input;
    std::string id{};  // empty: the agent gives none
    std::string session = "s";
    std::string parent{};  // of a sub-agent of Copilot
};

use command(std::string text, std::string id = "t") {
    return {"Bash", {{"command", std::move(text)}}, std::move(id)};
}

// A user whose hooks keep sessions.
class at_work {
public:
    explicit at_work(agent_program agent = agent_program::claude, bool records = true)
        : agent_(agent), records_(records) {
        fs::create_directories(folder_.file("home"));
    }
    finished told(moment when, const use& said) const {
        const auto row = std::ranges::find_if(assent::hook_dialects(), [&](const hook_dialect& each) {
            return each.agent == agent_ && each.when == when && !each.seen_by_others;
        });
        json_object text{{"session_id", said.session},
                         {"cwd", "/p"},
                         {"tool_name", said.tool},
                         {"tool_input", said.input}};
        text["hook_event_name"] = row->event;
        if (!said.id.empty()) text["tool_use_id"] = said.id;
        if (!said.parent.empty()) text["parent_agent_id"] = said.parent;
        std::vector<std::string> words{"hook",
                                       "--agent",
                                       std::string(to_string(agent_)),
                                       "--home",
                                       folder_.file("home"),
                                       "--state",
                                       state(),
                                       "--policy",
                                       "standard",
                                       "--deny",
                                       "Bash(rm *)",
                                       "--ask",
                                       "Bash(touch *)"};
        if (records_) words.insert(words.end(), {"--audit", record()});
        return run(words, boost::json::serialize(text));
    }
    finished before(const use& said) const { return told(moment::before, said); }
    finished after(const use& said) const { return told(moment::after, said); }
    // Whether another use of the session is denied.
    [[nodiscard]] bool stopped(std::string session = "s") const {
        const auto said = before({"Bash", {{"command", "pwd"}}, "later", std::move(session)});
        return has(said.out, "deny") && has(said.out, "this session is stopped");
    }
    [[nodiscard]] std::string state() const { return folder_.file("state"); }
    [[nodiscard]] std::string sessions() const { return state() + "/assent/sessions"; }
    [[nodiscard]] std::string record() const { return folder_.file("record"); }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] std::string only_file() const {
        std::vector<std::string> files;
        for (const auto& each : fs::directory_iterator(sessions())) files.push_back(each.path().string());
        BOOST_REQUIRE(files.size() == 1U);
        return files.front();
    }

private:
    agent_program agent_;
    bool records_;
    temporary_folder folder_;
};

use edit(std::string path, std::string text) {
    return {
        "Edit", {{"file_path", std::move(path)}, {"old_string", "a"}, {"new_string", std::move(text)}}, "t"};
}
use written(std::string path, std::string text) {
    return {"Write", {{"file_path", std::move(path)}, {"content", std::move(text)}}, "t"};
}
use answered(json_object more) {
    json_object input{{"questions", assent::json_array{"Q?"}}};
    for (const auto& [key, value] : more) input[key] = value;
    return {"AskUserQuestion", input, "t"};
}

// What ran instead of what was judged, and what becomes of the session.
enum class becomes { nothing, recorded, stopped };
struct shape {
    std::string_view what;
    use judged, ran;
    becomes then;
};

const std::vector<shape>& shapes() {
    static const std::vector<shape> all{
        {"what was judged", command("echo hello"), command("echo hello"), becomes::nothing},
        {"another command, by another hook's allow and updatedInput", command("echo hello"),
         command("rm -rf build"), becomes::stopped},
        {"another command that would be asked", command("echo hello"), command("touch x"), becomes::stopped},
        {"another command that nothing decides about", command("echo hello"), command("make"),
         becomes::stopped},
        {"another command that is allowed", command("echo hello"), command("ls"), becomes::recorded},
        {"another file", written("/p/a", "x"), written("/home/u/.bashrc", "x"), becomes::stopped},
        {"another text of the same file", written("/p/a", "x"), written("/p/a", "y"), becomes::recorded},
        {"the same by another tool for edits", edit("/p/a", "x"), written("/p/a", "y"), becomes::recorded},
        {"keys in another order, and a number written in another way",
         {"Bash", {{"command", "touch x"}, {"timeout", 5000}}, "t"},
         {"Bash", {{"timeout", 5000.0}, {"command", "touch x"}}, "t"},
         becomes::nothing},
        {"a use that was never judged", command("echo hello", "t"), command("rm -rf build", "other"),
         becomes::stopped},
        {"one that was never judged, and is allowed", command("echo hello", "t"), command("ls", "other"),
         becomes::recorded},
        {"a command in the place of an edit", edit("/p/a", "x"), command("rm -rf build"), becomes::stopped},
        {"a question, with its answer", answered({}), answered({{"answers", json_object{{"Q?", "a"}}}}),
         becomes::recorded},
    };
    return all;
}

BOOST_AUTO_TEST_CASE(what_ran_instead_of_what_was_judged_stops_the_session_or_is_recorded) {
    for (const auto& row : shapes()) BOOST_TEST_CONTEXT(row.what) {
            const at_work user;
            BOOST_TEST(!has(user.before(row.judged).out, "\"deny\""));
            const auto said = user.after(row.ran);
            BOOST_TEST(said.code == 0);
            BOOST_TEST(has(said.out, R"({"decision":"block","reason":"this session is stopped: )") ==
                       (row.then == becomes::stopped));
            BOOST_TEST(user.stopped() == (row.then == becomes::stopped));
            const auto record = read_file(user.record());
            BOOST_TEST((has(record, "changed by another") || has(record, "was not judged before it ran")) ==
                       (row.then != becomes::nothing));
            BOOST_TEST(!user.stopped("another session"));
        }
}

BOOST_AUTO_TEST_CASE(each_agent_that_tells_of_ends_is_held_to_what_was_judged) {
    using enum agent_program;
    for (const auto agent : {claude, codex, gemini, copilot, qwen}) BOOST_TEST_CONTEXT(to_string(agent)) {
            // Gemini and Copilot give no ids.
            const bool ids = agent != gemini && agent != copilot;
            const std::string tool = agent == gemini || agent == qwen ? "run_shell_command" : "Bash";
            const auto some = [&](std::string text, std::string id) {
                return use{tool, {{"command", std::move(text)}}, ids ? std::move(id) : std::string()};
            };
            const at_work user(agent);
            BOOST_TEST(!has(user.before(some("echo a", "1")).out, "deny"));
            // The same at the same time, and another.
            BOOST_TEST(!has(user.before(some("echo a", "2")).out, "deny"));
            BOOST_TEST(!has(user.before(some("echo b", "3")).out, "deny"));
            BOOST_TEST(user.after(some("echo b", "3")).out == "{}\n");
            BOOST_TEST(user.after(some("echo a", "2")).out == "{}\n");
            BOOST_TEST(user.after(some("echo a", "1")).out == "{}\n");
            BOOST_TEST(!has(read_file(user.record()), "not judged"));
            // One whose end is not told is no fault.
            BOOST_TEST(!has(user.before(some("echo c", "4")).out, "deny"));
            BOOST_TEST(!has(user.before(some("echo d", "5")).out, "deny"));
            const auto told = user.after(some("rm -rf build", "5")).out;
            BOOST_TEST(has(told, "which would have been denied"), told);
            BOOST_TEST(has(user.before(some("pwd", "6")).out, "this session is stopped"));
        }
}

BOOST_AUTO_TEST_CASE(the_real_agents_tell_of_ends_in_these_words) {
    std::string lines = read_file(ASSENT_TEST_DATA "/agents/after_hooks.ndjson");
    std::size_t seen = 0;
    for (std::size_t end; (end = lines.find('\n')) != lines.npos; lines.erase(0, end + 1)) {
        const auto row = boost::json::parse(lines.substr(0, end));
        const std::string agent(row.at("agent").as_string());
        BOOST_TEST_CONTEXT(agent) {
            const temporary_folder folder;
            fs::create_directories(folder.file("home"));
            const auto said = run({"hook", "--agent", agent, "--home", folder.file("home"), "--state",
                                   folder.file("state"), "--policy", "standard", "--deny", "Bash(echo *)"},
                                  boost::json::serialize(row.at("stdin")));
            // Nobody has seen the session before: what ran began before the hook was there.
            BOOST_TEST(said.code == 0, said.err);
            BOOST_TEST(said.out == "{}\n");
            BOOST_TEST(fs::exists(folder.file("state/assent/sessions")));
            ++seen;
        }
    }
    BOOST_TEST(seen == 5U);
}

BOOST_AUTO_TEST_CASE(a_sub_agent_is_stopped_with_its_session) {
    const at_work copilot(agent_program::copilot);
    const use child{"Bash", {{"command", "echo a"}}, {}, "child", "s"};
    use ran = child;
    ran.input["command"] = "rm -rf build";
    BOOST_TEST(!has(copilot.before(child).out, "deny"));
    BOOST_TEST(has(copilot.after(ran).out, "this session is stopped"));
    BOOST_TEST(copilot.stopped());
}

BOOST_AUTO_TEST_CASE(the_reason_says_what_was_judged_what_ran_which_other_hook_there_is_and_how_to_go_on) {
    const at_work user;
    fs::create_directories(user.file("home/.claude"));
    write_file(
        user.file("home/.claude/settings.json"),
        R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/change.sh"}]}]}})");
    static_cast<void>(user.before(command("echo hello")));
    const auto said = user.after(command("rm -rf build")).out;
    for (const std::string& part : {std::string("Assent judged Bash `echo hello`, and what ran was Bash `rm "
                                                "-rf build`, which would have been denied"),
                                    "`/opt/change.sh` in " + user.file("home/.claude/settings.json"),
                                    std::string("assent session resume s")})
        BOOST_TEST(has(said, part), said);
}

BOOST_AUTO_TEST_CASE(a_person_sees_what_is_stopped_and_lets_it_go_on_with_a_record) {
    const at_work user;
    const auto session = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "session");
        words.insert(words.end(), {"--state", user.state()});
        return run(words);
    };
    BOOST_TEST(session({"list"}).out == "no session is stopped\n");
    static_cast<void>(user.before(command("echo hello")));
    static_cast<void>(user.after(command("rm -rf build")));
    const auto listed = session({"list"}).out;
    BOOST_TEST(
        has(listed,
            "claude s\n    this session is stopped: Assent judged Bash `echo hello`, and what ran was"),
        listed);
    BOOST_TEST(session({"resume", "other"}).code == 1);
    BOOST_TEST(session({"resume"}).code == 2);
    BOOST_TEST(user.stopped());
    BOOST_TEST(session({"resume", "s"}).out == "claude s: goes on\n");
    BOOST_TEST(!user.stopped());
    BOOST_TEST(!user.stopped());
    const auto record = read_file(user.record());
    BOOST_TEST(has(record, "a person has lifted the stop of the session"));
    BOOST_TEST(record.find("lifted") == record.rfind("lifted"));
    BOOST_TEST(session({"resume", "s"}).code == 1);
}

BOOST_AUTO_TEST_CASE(a_session_that_the_record_knows_and_whose_file_is_gone_is_stopped) {
    const at_work user;
    static_cast<void>(user.before(command("echo hello")));
    fs::remove_all(user.sessions());
    BOOST_TEST(user.stopped());
    // Another is not, and neither is one without a record.
    BOOST_TEST(!user.stopped("new"));
    const at_work unrecorded(agent_program::claude, false);
    static_cast<void>(unrecorded.before(command("echo hello")));
    fs::remove_all(unrecorded.sessions());
    BOOST_TEST(!unrecorded.stopped());
    // Nor one whose beginning is only in what another record says.
    const at_work named;
    static_cast<void>(named.before(command("echo hello")));
    fs::remove_all(named.sessions());
    std::string other = read_file(named.record());
    const std::string protocol = R"("event":"protocol")";
    for (std::size_t at = 0; (at = other.find(protocol, at)) != other.npos;)
        other.replace(at, protocol.size(), R"("event":"decision")");
    write_file(named.record(), other);
    BOOST_TEST(!named.stopped());
    // Nor one that began so long ago that its file may have been forgotten.
    const at_work old;
    static_cast<void>(old.before(command("echo hello")));
    fs::remove_all(old.sessions());
    std::string record = read_file(old.record());
    for (std::size_t at = 0; (at = record.find("{\"time\":\"20", at)) != record.npos; at += 10)
        record.replace(at + 9, 4, "2001");
    write_file(old.record(), record);
    BOOST_TEST(!old.stopped());
}

BOOST_AUTO_TEST_CASE(a_use_that_began_before_the_hook_was_installed_is_no_fault) {
    const at_work user;
    BOOST_TEST(user.after(command("rm -rf build")).out == "{}\n");
    BOOST_TEST(!user.stopped());
}

BOOST_AUTO_TEST_CASE(a_file_of_a_session_that_cannot_be_trusted_is_a_denial) {
    const auto refused = [](const at_work& user, std::string_view why) {
        const auto said = user.before(command("pwd"));
        BOOST_TEST(said.code == 2);
        BOOST_TEST(has(said.err, why), said.err);
    };
    const auto begun = [](const at_work& user) {
        static_cast<void>(user.before(command("pwd")));
        return user.only_file();
    };
    {
        const at_work user;
        const auto file = begun(user);
        struct stat status {};
        BOOST_TEST(::stat(file.c_str(), &status) == 0);
        BOOST_TEST((status.st_mode & 0777) == 0600U);
        BOOST_TEST(::stat(user.sessions().c_str(), &status) == 0);
        BOOST_TEST((status.st_mode & 0777) == 0700U);
        fs::permissions(file, fs::perms::group_write, fs::perm_options::add);
        refused(user, "others may write it (`chmod go-w ");
    }
    {
        const at_work user;
        static_cast<void>(begun(user));
        fs::permissions(user.sessions(), fs::perms::others_write, fs::perm_options::add);
        refused(user, "others may write it");
    }
    const std::string_view texts[] = {"", "[\"session\",\"claude\",\"s\"]\n[\"use\"", "x\n",
                                      "[\"session\",\"claude\",\"s\"]\n[\"new\"]\n"};
    for (const auto text : texts) BOOST_TEST_CONTEXT(text) {
            const at_work user;
            write_file(begun(user), std::string(text));
            if (text.empty())
                BOOST_TEST(user.before(command("pwd")).code == 0);
            else
                refused(user, "has a line ");
        }
    {
        const at_work user;
        const auto file = begun(user);
        fs::remove(file);
        BOOST_TEST(::mkfifo(file.c_str(), 0600) == 0);
        refused(user, "is no regular file");
    }
    {
        const at_work user;
        fs::create_directories(user.state() + "/assent");
        write_file(user.sessions(), "");
        refused(user, user.sessions());
    }
}

BOOST_AUTO_TEST_CASE(without_a_folder_for_them_and_without_the_other_event_a_hook_works_alone) {
    const temporary_folder folder;
    const std::string text =
        R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})";
    for (int i = 0; i < 3; ++i)
        BOOST_TEST(
            run({"hook", "--agent", "claude", "--home", folder.file("home"), "--policy", "standard"}, text)
                .out == "{}\n");
    BOOST_TEST(!fs::exists(folder.file("home")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace ran_test
