// `assent replay`: the calls of a record, decided anew by another policy.
#include "program.hpp"

#include <fmt/format.h>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace replay_test {
namespace {

using assent::test::finished;
using assent::test::temporary_folder;
using assent::test::write_file;
using words = std::vector<std::string>;

// A line of a record. \param input  members of the input, or of the line where there is none
std::string decided(const std::string& outcome, const std::string& source, const std::string& more) {
    return fmt::format(
        R"({{"time":"2026-11-27T10:00:00.000Z","event":"decision","tool":"Bash","agent":"claude","folder":"/",)"
        R"("outcome":"{}","source":"{}","reason":"so"{}}})"
        "\n",
        outcome, source, more);
}
std::string command(const std::string& text) { return R"(,"input":{"command":")" + text + R"("})"; }

const std::string ls_denied = decided("deny", "mode", command("ls"));
const std::string ls_allowed = decided("allow", "risk", command("ls"));
const std::string ls_asked =
    decided("deny", "callback", R"(,"asked":"undecided","end":"denied")" + command("ls"));
const std::string ls_of_person =
    decided("allow", "callback", R"(,"asked":"rule","end":"approved")" + command("ls"));
const std::string push_allowed = decided("allow", "rule", command("git push"));

class replayed {
public:
    explicit replayed(const std::string& lines) { write_file(file("record"), lines); }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] finished by(const std::string& policy, const words& more = {}) const {
        words all{"replay", policy, file("record")};
        all.insert(all.end(), more.begin(), more.end());
        return assent::test::run(all);
    }

private:
    temporary_folder folder_;
};

BOOST_AUTO_TEST_SUITE(replay_test)

BOOST_AUTO_TEST_CASE(the_status_says_whether_anything_is_looser_than_it_was) {
    struct row {
        std::string lines;
        const char* said;
        int status;
    };
    const std::vector<row> rows{
        {ls_allowed, "1 call decided anew: 1 as before, 0 looser, 0 stricter\n", 0},
        {push_allowed,
         "1 call decided anew: 0 as before, 0 looser, 1 stricter\n"
         "allow -> ask: 1\n"
         "       1  the policy asks about what sends something to another machine\n"
         "          such as: Execute command: git push\n",
         0},
        {ls_denied + ls_denied,
         "2 calls decided anew: 0 as before, 2 looser, 0 stricter\n"
         "deny -> allow: 2\n"
         "       2  it only looks\n"
         "          such as: Execute command: ls\n",
         1},
        {push_allowed + ls_asked + ls_of_person + ls_denied + ls_allowed,
         "5 calls decided anew: 1 as before, 3 looser, 1 stricter\n"
         "deny -> allow: 1\n"
         "       1  it only looks\n"
         "          such as: Execute command: ls\n"
         "ask -> allow: 2\n"
         "       2  it only looks\n"
         "          such as: Execute command: ls\n"
         "allow -> ask: 1\n"
         "       1  the policy asks about what sends something to another machine\n"
         "          such as: Execute command: git push\n",
         1},
        // A check that has checked nothing is none that was passed.
        {"", "0 calls decided anew: 0 as before, 0 looser, 0 stricter\n", 2},
    };
    for (const auto& row : rows) {
        const auto said = replayed(row.lines).by("standard");
        BOOST_TEST(said.out == row.said);
        BOOST_TEST(said.err == "");
        BOOST_TEST(said.code == row.status);
    }
}

BOOST_AUTO_TEST_CASE(what_would_run_behind_a_wall_is_looser_than_a_question) {
    const auto test =
        decided("allow", "callback", R"(,"asked":"undecided","end":"approved")" + command("npm test"));
    const auto said = replayed(test).by("walled");
    BOOST_TEST(said.out ==
               "1 call decided anew: 0 as before, 1 looser, 0 stricter\n"
               "ask -> wall: 1\n"
               "       1  the policy allows what the call does behind a wall\n"
               "          such as: Execute command: npm test\n");
    BOOST_TEST(said.code == 1);
}

BOOST_AUTO_TEST_CASE(what_is_denied_now_comes_last) {
    const replayed record(push_allowed + ls_denied);
    write_file(record.file("policy"),
               R"x({"mode":"ask","rules":{"deny":["Bash(git push *)"],"allow":["Bash(ls)"]}})x");
    const auto said = record.by(record.file("policy"));
    BOOST_TEST(said.out ==
               "2 calls decided anew: 0 as before, 1 looser, 1 stricter\n"
               "deny -> allow: 1\n"
               "       1  allowed by rule `Bash(ls)` (your policy)\n"
               "          such as: Execute command: ls\n"
               "allow -> deny: 1\n"
               "       1  denied by rule `Bash(git push *)` (your policy)\n"
               "          such as: Execute command: git push\n");
    BOOST_TEST(said.err == "");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_decided_is_counted_and_said) {
    const std::string digest = decided("deny", "mode", R"(,"input_sha256":"0")");
    const std::string nothing = decided("deny", "mode", "");
    const std::string limit = decided("deny", "rate_limit", command("ls"));
    const std::string fault = decided("deny", "fault", command("ls"));
    const std::string masked = decided("allow", "risk", command("ls (redacted)"));
    const std::string cut = decided("allow", "risk", command("ls x\u2026"));
    const auto said = replayed(digest + digest + nothing + limit + fault + ls_allowed).by("standard");
    BOOST_TEST(said.out ==
               "1 call decided anew: 1 as before, 0 looser, 0 stricter\n"
               "2 calls have only a digest, and were not decided\n"
               "1 call has no input on record, and was not decided\n"
               "2 calls met a limit or a failure, and were not decided\n");
    BOOST_TEST(said.code == 0);
    BOOST_TEST(
        replayed(masked + cut)
            .by("standard")
            .out.ends_with("2 calls are masked or cut on record: they were decided as they stand there\n"));
    for (const auto& undecided : {digest, nothing, limit, std::string("no record\n")})
        BOOST_TEST(replayed(undecided).by("standard").code == 2);
}

BOOST_AUTO_TEST_CASE(as_json_it_is_one_object) {
    const auto said = replayed(ls_denied + push_allowed).by("standard", {"--json"});
    BOOST_TEST(said.code == 1);
    const auto read = boost::json::parse(said.out);
    BOOST_TEST(read.at("decided").as_int64() == 2);
    BOOST_TEST(read.at("looser").as_int64() == 1);
    BOOST_TEST(read.at("stricter").as_int64() == 1);
    BOOST_TEST(read.at_pointer("/changes/0/before").as_string() == "deny");
    BOOST_TEST(read.at_pointer("/changes/0/now").as_string() == "allow");
    BOOST_TEST(read.at_pointer("/changes/0/example/input/command").as_string() == "ls");
    BOOST_TEST(read.at_pointer("/changes/1/now").as_string() == "ask");
}

BOOST_AUTO_TEST_CASE(a_hundred_kinds_of_change_are_told_apart) {
    const auto changes = [](std::size_t count) {
        std::string lines, rules;
        for (std::size_t i = 0; i < count; ++i) {
            const auto text = fmt::format("x{:03}", i);
            lines += decided("deny", "mode", command(text));
            rules += fmt::format(R"x({}"Bash({})")x", i == 0 ? "" : ",", text);
        }
        const replayed record(lines);
        write_file(record.file("policy"), R"({"rules":{"allow":[)" + rules + "]}}");
        return record.by(record.file("policy")).out;
    };
    BOOST_TEST(changes(100).find("for other reasons") == std::string::npos);
    BOOST_TEST(changes(102).find("       2  for other reasons\n") != std::string::npos);
}

const std::string by_transcripts =
    "by Claude's transcripts, which the agent writes itself: nobody has checked them, and of long ones the "
    "end "
    "alone is read\n";

// A use in a transcript of Claude, and what came of it. \param result  members; empty: it is not told
std::string told(const std::string& id, const std::string& text, const std::string& result) {
    auto lines = fmt::format(
        R"({{"type":"assistant","cwd":"/","timestamp":"2026-11-27T10:00:00.000Z","message":{{"content":[)"
        R"({{"type":"tool_use","id":"{}","name":"Bash","input":{{"command":"{}"}}}}]}}}})"
        "\n",
        id, text);
    if (!result.empty())
        lines += fmt::format(
            R"({{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"{}",{}}}]}}}})"
            "\n",
            id, result);
    return lines;
}
std::string failed(const std::string& text) { return R"("is_error":true,"content":")" + text + "\""; }

const std::string it_ran = R"("content":"ok")";
const std::string person_refused = failed(
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file "
    "edit, the new_string was NOT written to the file).");

BOOST_AUTO_TEST_CASE(what_a_transcript_says_of_a_call_is_what_it_was) {
    const std::string by = by_transcripts + "1 call decided anew: ";
    const std::string untold = by_transcripts +
                               "0 calls decided anew: 0 as before, 0 looser, 0 stricter\n"
                               "1 call has no result that says whether it ran, and was not decided\n";
    struct row {
        std::string lines, said;
        int status;
    };
    const std::vector<row> rows{
        {told("1", "ls", it_ran), by + "1 as before, 0 looser, 0 stricter\n", 0},
        {told("1", "ls", R"("is_error":false,"content":[{"type":"text","text":"x"}])"),
         by + "1 as before, 0 looser, 0 stricter\n", 0},
        {told("1", "ls", failed("Exit code 1")), by + "1 as before, 0 looser, 0 stricter\n", 0},
        {told("1", "git push", it_ran), by + "0 as before, 0 looser, 1 stricter\nallow -> ask: 1\n", 0},
        {told("1", "ls", person_refused), by + "0 as before, 1 looser, 0 stricter\nask -> allow: 1\n", 1},
        {told("1", "ls",
              R"("is_error":true,"content":[{"type":"text","text":"The user doesn't want to take )"
              R"(this action right now."}])"),
         by + "0 as before, 1 looser, 0 stricter\nask -> allow: 1\n", 1},
        {told("1", "ls", failed("Permission to use Bash with command ls has been denied.")),
         by + "0 as before, 1 looser, 0 stricter\ndeny -> allow: 1\n", 1},
        {told("1", "ls", failed("PreToolUse:Bash hook error: no")),
         by + "0 as before, 1 looser, 0 stricter\ndeny -> allow: 1\n", 1},
        {told("1", "ls", failed("no thanks")), untold, 2},
        {told("1", "ls", ""), untold, 2},
        // Of two words for one call the stricter counts, and a call that is told twice is one.
        {told("1", "ls", person_refused) + told("1", "ls", it_ran),
         by + "0 as before, 1 looser, 0 stricter\nask -> allow: 1\n", 1},
    };
    for (const auto& row : rows) {
        const auto said = replayed(row.lines).by("standard", {"--transcripts"});
        BOOST_TEST(said.out.starts_with(row.said), said.out);
        BOOST_TEST(said.err == "");
        BOOST_TEST(said.code == row.status);
    }
    BOOST_TEST(replayed(told("1", "ls", it_ran)).by("standard", {"--transcripts", "--json"}).out ==
               R"({"unchecked":"Claude's transcripts","decided":1,"looser":0,"stricter":0,"changes":[],)"
               R"("only_digest":0,"without_input":0,"no_policy":0,"masked":0,"untold":0})"
               "\n");
}

BOOST_AUTO_TEST_CASE(the_transcripts_are_those_of_the_user_and_no_links_are_followed) {
    const temporary_folder home;
    namespace fs = std::filesystem;
    assent::test::surroundings here;
    here.environment = {{"HOME", home.path()}, {"CLAUDE_CONFIG_DIR", std::nullopt}};
    const auto replay = [&](const words& more = {}) {
        words all{"replay", "standard", "--transcripts"};
        all.insert(all.end(), more.begin(), more.end());
        return assent::test::run(all, {}, here);
    };
    const auto none = replay();
    BOOST_TEST(none.code == 2);
    BOOST_TEST(none.err == "assent: replay: there are no transcripts of Claude in " +
                               home.file(".claude/projects") + "\n");
    fs::create_directories(home.file(".claude/projects/p/folder.jsonl"));
    fs::create_directories(home.file("elsewhere"));
    const auto one = home.file(".claude/projects/p/a.jsonl"), other = home.file("elsewhere/b.jsonl");
    // What is no JSON, and a line of more than is read, are passed over; what is behind that counts.
    write_file(one, told("0", "ls", it_ran) + "{\"a\":\"" + std::string(10'000'000, 'x') + "\"}\n\x1b{[\n" +
                        told("1", "ls", it_ran) + R"({"message":{"content":[{"type":"tool_use")");
    write_file(other, told("2", "ls", it_ran));
    fs::create_symlink(other, home.file(".claude/projects/p/link.jsonl"));
    fs::create_directory_symlink(home.file("elsewhere"), home.file(".claude/projects/q"));
    const std::string is_one = by_transcripts + "1 call decided anew: 1 as before, 0 looser, 0 stricter\n";
    BOOST_TEST(replay().out == is_one);
    BOOST_TEST(replay({other}).out == is_one);
    write_file(home.file("text"), "no JSON\n");
    for (const auto& wrong : {home.file(".claude/projects/p/link.jsonl"), home.file("elsewhere"),
                              home.file("text"), home.file("nothing")}) {
        const auto said = replay({wrong});
        BOOST_TEST(said.code == 2);
        BOOST_TEST(said.err ==
                   "assent: replay: " + wrong +
                       " is no transcript: expected a regular file with lines of JSON, and no link\n");
    }
}

BOOST_AUTO_TEST_CASE(wrong_usage_of_replay_is_said) {
    const replayed record(ls_allowed);
    BOOST_TEST(record.by("strict").err ==
               "assent: --policy: no policy is called `strict`: expected careful, standard, project, walled, "
               "bare or a file\n");
    BOOST_TEST(record.by("strict").code == 2);
    BOOST_TEST(assent::test::run({"replay", "standard", "/nosuch"}).code == 2);
    BOOST_TEST(assent::test::run({"replay"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace replay_test
