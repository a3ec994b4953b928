// `assent suggest`: rules that would have spared questions.
#include "program.hpp"

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace suggest_test {
namespace {

using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
using words = std::vector<std::string>;

// A use of a tool that somebody was asked about. \param input  members of JSON
std::string asked_about(bool allowed, const std::string& input, const std::string& tool = "Bash",
                        const std::string& more = "") {
    return fmt::format(
        R"({{"time":"2026-11-27T10:00:00.000Z","event":"decision","tool":"{}","agent":"claude","folder":"/w",)"
        R"("outcome":"{}","source":"callback","asked":"undecided","by":"page","end":"{}"{},"input":{{{}}}}})"
        "\n",
        tool, allowed ? "allow" : "deny", allowed ? "approved" : "denied", more, input);
}
std::string allowed(const std::string& command) {
    return asked_about(true, R"("command":")" + command + "\"");
}
std::string refused(const std::string& command) {
    return asked_about(false, R"("command":")" + command + "\"");
}
std::string twice(const std::string& line) { return line + line; }

class questions {
public:
    explicit questions(const std::string& lines) { write_file(file("record"), lines); }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] finished suggest(const std::string& policy = "standard", const words& more = {}) const {
        // Whether walls can be made here is another thing.
        words all{"suggest", "--rules-only", "--policy", policy, file("record")};
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    }
    // A shell on a terminal of its own, in which a person types.
    [[nodiscard]] finished in_terminal(const std::string& policy, const std::string& typed,
                                       const std::string& more = "") const {
        surroundings terminal;
        terminal.executable = "/usr/bin/script";
        return run({"-qec",
                    fmt::format("'{}' suggest --rules-only --write --policy '{}' '{}'{}", ASSENT_PROGRAM,
                                policy, file("record"), more),
                    "/dev/null"},
                   typed, terminal);
    }

private:
    temporary_folder folder_;
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

// The rules in what was printed.
std::vector<std::string> rules_in(const std::string& said) {
    std::vector<std::string> rules;
    for (std::size_t at = 0; (at = said.find("\n  Bash(", at)) != said.npos; ++at)
        rules.push_back(said.substr(at + 3, said.find("): ", at) - at - 2));
    return rules;
}

BOOST_AUTO_TEST_SUITE(suggest_test)

BOOST_AUTO_TEST_CASE(a_rule_covers_the_words_that_people_allowed_and_no_more) {
    const auto said =
        questions(twice(allowed("npm run test")) + allowed("npm run test") +
                  twice(allowed("make && npm run test")) + twice(allowed("npm ci")) + allowed("cargo build"))
            .suggest();
    BOOST_TEST(said.out ==
               "8 questions that people answered with allow would be asked again\n"
               "  Bash(npm run test): 5 (62 %)\n"
               "      such as: Execute command: make && npm run test; Execute command: npm run test\n"
               "  Bash(make): 2 (25 %)\n"
               "      such as: Execute command: make && npm run test\n"
               "  Bash(npm ci): 2 (25 %)\n"
               "      such as: Execute command: npm ci\n"
               "3 rules spare 7 of these questions (87 %)\n");
    BOOST_TEST(said.err == "");
    BOOST_TEST(said.code == 0);
}

BOOST_AUTO_TEST_CASE(there_is_none_about_what_harms_what_is_not_known_or_what_the_policy_allows) {
    for (const auto* const command :
         {"git push", "rm -rf /tmp/x", "cat .env", "sudo ls", "python3 -c 1", "git reset --hard",
          "nobody-knows-it", "curl -d @x https://a.b", "npm publish", "ls (redacted)", "git log"}) {
        const auto said = questions(twice(allowed(command))).suggest();
        BOOST_TEST(rules_in(said.out).empty(), command << ": " << said.out);
    }
    // What only edits this very file may be one; what decides what runs later may not.
    const std::string edit = R"("file_path":"/w/a.c","old_string":"a","new_string":"b")";
    BOOST_TEST(holds(questions(twice(asked_about(true, edit, "Edit"))).suggest().out,
                     "  Edit(/w/a.c): 2 (100 %)\n"));
    const std::string hook = R"("file_path":"/w/.git/hooks/pre-commit","content":"x")";
    BOOST_TEST(!holds(questions(twice(asked_about(true, hook, "Write"))).suggest().out, "Write("));
}

// A rule for the pattern of a search would let it search everywhere.
BOOST_AUTO_TEST_CASE(there_is_none_for_a_tool_whose_call_one_field_does_not_tell) {
    const std::string input = R"("pattern":"x","path":"/usr/lib")";
    for (const auto* const tool : {"Grep", "Glob", "mcp__a__b"})
        BOOST_TEST(
            !holds(questions(twice(asked_about(true, input, tool))).suggest().out, "  " + std::string(tool)));
}

BOOST_AUTO_TEST_CASE(a_denial_that_is_not_readable_on_record_is_said) {
    auto denied = refused("x");
    denied.replace(denied.find(R"("input":)"), std::string::npos, "\"input_sha256\":\"0\"}\n");
    BOOST_TEST(holds(questions(twice(allowed("npm ci")) + denied).suggest().out,
                     "\ndenied calls without an input on record: 1; a rule may cover one of them\n"));
}

BOOST_AUTO_TEST_CASE(what_was_denied_anywhere_in_the_record_is_in_no_rule) {
    const auto by_rule = [](std::string line) {
        line.replace(line.find("callback"), 8, "rule");
        return line.replace(line.find(R"(,"end":"denied")"), 15, "");
    };
    for (const auto& denied : {refused("npm run test"), by_rule(refused("npm run test"))})
        BOOST_TEST(rules_in(questions(twice(allowed("npm run test")) + denied).suggest().out).empty());
    // Both together would be allowed by the rules for each.
    const auto together =
        questions(twice(allowed("npm ci")) + twice(allowed("npm test")) + refused("npm ci && npm test"))
            .suggest();
    BOOST_TEST(rules_in(together.out).size() == 1U, together.out);
    // So they would by one rule, and one that is in the policy already.
    const questions has_one(twice(allowed("npm test")) + refused("make && npm test"));
    write_file(has_one.file("policy.json"), R"x({"rules": {"allow": ["Bash(make)"]}})x");
    BOOST_TEST(rules_in(has_one.suggest(has_one.file("policy.json")).out).empty());
    // That nobody answered is no refusal.
    std::string unanswered = refused("npm ci");
    unanswered.replace(unanswered.find(R"("end":"denied")"), 14, R"("end":"timed_out")");
    BOOST_TEST(rules_in(questions(twice(allowed("npm ci")) + unanswered).suggest().out).size() == 1U);
}

BOOST_AUTO_TEST_CASE(only_what_a_person_allowed_as_it_was_counts) {
    for (const auto* const more : {R"(,"edited":true)", R"(,"remembered":true)"}) {
        const auto line = asked_about(true, R"("command":"npm ci")", "Bash", more);
        const bool counts = holds(more, "remembered");
        BOOST_TEST(rules_in(questions(twice(line)).suggest().out).empty() == !counts, more);
    }
    std::string paused = allowed("npm ci");
    paused.replace(paused.find("callback"), 8, "pause");
    BOOST_TEST(rules_in(questions(twice(paused)).suggest().out).empty());
}

BOOST_AUTO_TEST_CASE(a_rule_has_spared_two_questions_and_there_are_twelve) {
    BOOST_TEST(rules_in(questions(allowed("npm ci")).suggest().out).empty());
    BOOST_TEST(rules_in(questions(twice(allowed("npm ci"))).suggest().out).size() == 1U);
    std::string lines;
    for (int i = 0; i < 12; ++i) lines += twice(allowed(fmt::format("make t{:02}", i)));
    BOOST_TEST(rules_in(questions(lines).suggest().out).size() == 12U);
    BOOST_TEST(rules_in(questions(lines + twice(allowed("make u"))).suggest().out).size() == 12U);
}

BOOST_AUTO_TEST_CASE(of_more_calls_than_are_looked_at_nothing_is_suggested) {
    std::string lines = twice(allowed("npm ci"));
    const auto look = [](int i) {
        return asked_about(false, fmt::format(R"("file_path":"/x/{}")", i), "Read");
    };
    for (int i = 0; i < 10'000; ++i) lines += look(i);
    BOOST_TEST(rules_in(questions(lines).suggest().out).size() == 1U);
    BOOST_TEST(
        questions(lines + look(10'000)).suggest().out ==
        "no rule: the record has more than 10000 different calls, and one that was denied may be among those "
        "that were not looked at\n");
}

BOOST_AUTO_TEST_CASE(no_suggested_rule_allows_a_call_that_a_person_refused) {
    constexpr const char* parts[] = {
        "npm test", "npm run build",   "make",         "make all", "cargo test",
        "npm ci",   "git commit -m x", "mkdir /tmp/a", "ls",       "curl https://a.b"};
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        std::mt19937 random(seed);
        const auto any = [&](std::size_t count) { return random() % count; };
        std::string lines;
        std::set<std::string> no;
        for (int i = 0; i < 60; ++i) {
            std::string command = parts[any(std::size(parts))];
            while (any(3) == 0)
                command += std::string(any(2) == 0 ? " && " : "; ") + parts[any(std::size(parts))];
            const bool yes = any(4) != 0;
            lines += yes ? allowed(command) : refused(command);
            if (!yes) no.insert(command);
        }
        const questions record(lines);
        words check{"check", "--policy", "standard", "--cwd", "/w", "--agent", "claude"};
        const auto alone = check;
        for (const auto& rule : rules_in(record.suggest().out)) check.insert(check.end(), {"--allow", rule});
        for (const auto& command : no) {
            auto with_rules = check, without = alone;
            with_rules.push_back(command);
            without.push_back(command);
            BOOST_TEST((run(with_rules).code != 0 || run(without).code == 0),
                       "seed " << seed << ": " << command);
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_are_written_once_a_person_at_a_terminal_says_so) {
    const questions record(twice(allowed("npm ci")));
    const std::string policy = record.file("policy.json");
    const std::string before =
        "{\n    // mine\n    \"rules\": {\n        \"allow\": [\n            \"Bash(make)\"\n        ]\n    "
        "}\n}\n";
    write_file(policy, before);
    const auto refused_here = record.suggest(policy, {"--write"});
    BOOST_TEST(refused_here.code == 2);
    BOOST_TEST(refused_here.err ==
               "assent: suggest: --write: expected a terminal, for a person has to say yes\n");
    const auto no = record.in_terminal(policy, "no\n");
    BOOST_TEST(holds(no.out, "nothing was changed"), no.out);
    BOOST_TEST(read_file(policy) == before);
    const auto yes = record.in_terminal(policy, "yes\n");
    BOOST_TEST(yes.code == 0, yes.out);
    BOOST_TEST(holds(yes.out, "written to " + policy), yes.out);
    BOOST_TEST(read_file(policy) ==
               "{\n    // mine\n    \"rules\": {\n        \"allow\": [\n            \"Bash(npm ci)\",\n"
               "            \"Bash(make)\"\n        ]\n    }\n}\n");
    BOOST_TEST(holds(record.suggest(policy).out,
                     "no rule: of what the record has people allow nothing would be asked"));
}

BOOST_AUTO_TEST_CASE(rules_are_put_where_the_policy_has_room_for_them) {
    const questions record(twice(allowed("npm ci")));
    const std::string policy = record.file("policy.json");
    const std::string rule = "\"Bash(npm ci)\"";
    const std::pair<std::string, std::string> rows[] = {
        {"{}", R"({"rules": {"allow": [)" + rule + "]}}"},
        {R"({"rules":{}})", R"({"rules":{"allow": [)" + rule + "]}}"},
        {R"({"rules":{"allow":[ ],}})", R"({"rules":{"allow":[)" + rule + " ],}}"},
        {R"x({"where":[{"agent":"codex","allow":["Bash(ls)"]}]})x",
         R"x({"rules": {"allow": ["Bash(npm ci)"]}, "where":[{"agent":"codex","allow":["Bash(ls)"]}]})x"},
        {"// {\n{\n  \"mode\": \"ask\" // as ever\n}\n",
         "// {\n{\n  \"rules\": {\"allow\": [" + rule + "]},\n  \"mode\": \"ask\" // as ever\n}\n"},
    };
    for (const auto& [before, after] : rows) {
        write_file(policy, before);
        const auto said = record.in_terminal(policy, "yes\n");
        BOOST_TEST(read_file(policy) == after, said.out);
    }
}

std::string ten_edits() {
    std::string lines;
    for (int i = 0; i < 10; ++i)
        lines += asked_about(true, fmt::format(R"("file_path":"/w/{}.c","content":"x")", i), "Write");
    return lines;
}

BOOST_AUTO_TEST_CASE(of_effects_of_which_the_policy_says_nothing_it_is_said_what_they_would_spare) {
    const questions record(ten_edits() +
                           asked_about(false, R"("file_path":"/w/no.c","content":"x")", "Write"));
    const words all{"suggest", "--policy", "standard", record.file("record")};
    BOOST_TEST(run(all).out ==
               "10 questions that people answered with allow would be asked again\n"
               "  \"effects\": {\"edits\": \"allow\"}: 10 (100 %)\n"
               "      what edits files of the project runs without a question\n"
               "      such as: Write to file: /w/0.c; Write to file: /w/1.c\n"
               "    with the ask rule Write(/w/no.c), for a person has refused it\n"
               "with what is said of effects, 0 rules spare 10 of these questions (100 %)\n");
    // Nine would not be worth it, and what the policy says of an effect is left as it is.
    const std::string nine = ten_edits();
    const questions few(nine.substr(nine.find('\n') + 1));
    BOOST_TEST(!holds(run({"suggest", "--policy", "standard", few.file("record")}).out, "effects"));
    write_file(record.file("policy.json"), R"({"effects": {"edits": "ask"}})");
    BOOST_TEST(!holds(run({"suggest", "--policy", record.file("policy.json"), record.file("record")}).out,
                      "\"effects\""));
}

// A use in a transcript of Claude. \param more  of the line, the use and its result
std::string told(const std::string& command, const std::string& result, const std::string& more = "") {
    static int number = 0;
    return fmt::format(
        R"({{"cwd":"/w"{2},"message":{{"content":[{{"type":"tool_use","id":"t{3}"{2},"name":"Bash","input":{{"command":"{0}"}}}}]}}}})"
        "\n"
        R"({{"message":{{"content":[{{"type":"tool_result","tool_use_id":"t{3}"{2},{1}}}]}}}})"
        "\n",
        command, result, more, ++number);
}
const std::string it_ran = R"("content":"ok")";
const std::string refused_there =
    R"("is_error":true,"content":"The user doesn't want to proceed with this tool use.")";

BOOST_AUTO_TEST_CASE(what_ran_by_a_transcript_is_suggested_and_marked_but_what_was_refused_is_not) {
    const auto suggested = [](const std::string& lines) {
        return questions(lines).suggest("standard", {"--transcripts"}).out;
    };
    const auto ran = told("npm ci", it_ran) + told("npm ci", it_ran);
    const std::string said =
        "by Claude's transcripts, which the agent writes itself: nobody has checked them, and of long ones "
        "the end "
        "alone is read\n"
        "2 calls that ran would be asked about\n"
        "  Bash(npm ci): 2 (100 %)\n"
        "      such as: Execute command: npm ci\n"
        "1 rule spares 2 of these questions (100 %)\n";
    BOOST_TEST(suggested(ran) == said);
    for (const auto& against :
         {told("npm ci", refused_there), told("npm ci && make", R"("is_error":true,"content":"no thanks")"),
          told("npm ci",
               R"("is_error":true,"content":"Permission to use Bash with command npm ci has been denied.")")})
        BOOST_TEST(rules_in(suggested(ran + against)).empty() == !holds(against, "make"), against);
    BOOST_TEST(rules_in(suggested(ran + told("make", it_ran) + told("make", it_ran) +
                                  told("npm ci && make", R"("is_error":true,"content":"no thanks")")))
                   .size() == 1U);
    // What it says of approvals says nothing: nothing runs by that, and what was refused stays so.
    const std::string approved =
        R"(,"decision":"approved","permissionDecision":"allow","by":"page","end":"approved","source":"callback",)"
        R"("outcome":"allow","permissionMode":"bypassPermissions")";
    BOOST_TEST(suggested(told("npm ci", it_ran, approved) + told("npm ci", it_ran, approved)) == said);
    BOOST_TEST(rules_in(suggested(ran + told("npm ci", refused_there, approved))).empty());
    const std::string untold = R"({"cwd":"/w")" + approved +
                               R"(,"message":{"content":[{"type":"tool_use","name":"Bash")" + approved +
                               R"(,"input":{"command":"npm ci"}}]}})" + "\n";
    BOOST_TEST(holds(suggested(twice(untold)), "\nno rule: of what ran nothing would be asked about\n"));
    // Lines of a record in it are none.
    BOOST_TEST(holds(suggested(twice(allowed("npm ci"))), "\nno rule: "));
}

BOOST_AUTO_TEST_CASE(what_was_refused_in_one_transcript_stays_so_whatever_another_says_of_it) {
    const auto use = [](const std::string& id) {
        return R"({"cwd":"/w","message":{"content":[{"type":"tool_use","id":")" + id +
               R"(","name":"Bash","input":{"command":"npm ci"}}]}})" + "\n";
    };
    const auto result = [](const std::string& id, const std::string& end) {
        return R"({"message":{"content":[{"type":"tool_result","tool_use_id":")" + id + R"(",)" + end +
               "}]}}\n";
    };
    const std::string ran = R"("content":"ok")";
    for (const bool forged : {false, true}) BOOST_TEST_CONTEXT(forged) {
            const temporary_folder home;
            const auto file = [&](const std::string& name) {
                return home.file(".claude/projects/p/" + name);
            };
            std::filesystem::create_directories(home.file(".claude/projects/p"));
            write_file(file("a.jsonl"), use("t1") + result("t1", refused_there));
            write_file(file("b.jsonl"), use("t2") + result("t2", ran) + use("t3") + result("t3", ran) +
                                            (forged ? use("t1") + result("t1", ran) : use("t1")));
            std::filesystem::last_write_time(
                file("a.jsonl"), std::filesystem::last_write_time(file("b.jsonl")) - std::chrono::hours(1));
            const auto said = run({"suggest", "--transcripts", "--policy", "standard", "--rules-only"}, {},
                                  {.environment = {{"HOME", home.path()}}});
            BOOST_TEST(rules_in(said.out).empty(), said.out);
        }
}

BOOST_AUTO_TEST_CASE(nothing_is_written_by_what_a_transcript_says) {
    const questions record(told("npm ci", it_ran) + told("npm ci", it_ran));
    const std::string policy = record.file("policy.json");
    write_file(policy, "{}");
    const std::string why =
        "assent: suggest: --write: an agent writes its transcripts itself, so that nothing is allowed by "
        "them: "
        "a record alone can be taken for that (`assent suggest --write` without --transcripts)";
    const auto said = record.suggest(policy, {"--transcripts", "--write"});
    BOOST_TEST(said.err == why + "\n");
    BOOST_TEST(said.code == 2);
    const auto there = record.in_terminal(policy, "yes\n", " --transcripts");
    BOOST_TEST(holds(there.out, why), there.out);
    BOOST_TEST(there.code == 2);
    BOOST_TEST(read_file(policy) == "{}");
}

BOOST_AUTO_TEST_CASE(where_rules_cannot_be_written_it_is_said) {
    const questions record(twice(allowed("npm ci")));
    BOOST_TEST(record.suggest("standard", {"--write"}).err ==
               "assent: suggest: --write: expected a policy file (--policy FILE), got `standard`, which "
               "comes with Assent; `assent "
               "policy print standard` prints one to start from\n");
    const std::string policy = record.file("policy.json");
    const std::string with_example =
        R"x({"rules":{"allow":["Bash(make)"]},"examples":[{"tool":"Bash","input":{"command":"npm ci"},"expect":"ask"}]})x";
    write_file(policy, with_example);
    BOOST_TEST(holds(record.in_terminal(policy, "yes\n").out, "1 of 1 examples are decided otherwise"));
    BOOST_TEST(read_file(policy) == with_example);
    BOOST_TEST(run({"suggest", "/nosuch"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace suggest_test
