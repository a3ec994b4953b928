// Files that are much longer than any that means something: each is bounded, and the message says so.
#include "served_daemon.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace large_files_test {
namespace {

using namespace assent::test;
namespace fs = std::filesystem;

constexpr std::size_t ten_megabytes = 10'000'000;

struct large_home {
    large_home() {
        fs::create_directories(folder.file("home"));
        fs::create_directories(folder.file("state/assent"));
    }
    [[nodiscard]] std::string file(const std::string& name) const { return folder.file(name); }
    [[nodiscard]] finished says(const std::vector<std::string>& words, const std::string& input = {}) const {
        return run(words, input,
                   {.environment = {{"HOME", file("home")},
                                    {"XDG_CONFIG_HOME", std::nullopt},
                                    {"XDG_STATE_HOME", file("state")}},
                    .folder = folder.path()});
    }
    temporary_folder folder;
};

struct large_row {
    std::string file;
    std::string begins, ends;
    std::vector<std::string> words;
    int code;
    std::string said;  // in one line of standard error
};

BOOST_AUTO_TEST_SUITE(large_files_test)

BOOST_AUTO_TEST_CASE(a_file_of_ten_megabytes_is_refused_or_passed_over_in_one_line) {
    const large_row rows[] = {
        {"policy",
         R"({"rules":{"allow":["Bash()",
         ")\"]}}",
         {"check", "--policy", "policy", "ls"},
         2,
         "policy:1: rules.allow[0]: `input_pattern.command`: pattern longer than 4096 bytes"},
        {"policy",
         R"({"mode":")",
         "\"}",
         {"check", "--policy", "policy", "ls"},
         2,
         "policy:1: mode: expected "},
        {"policy", R"({")", "\":1}", {"policy", "test", "policy"}, 2, ": unknown key"},
        {".assent/policy.json",
         R"({"rules":{"deny":["Bash()",
         ")\"]}}",
         {"check", "--mode", "allow", "ls"},
         2,
         ".assent/policy.json: "},
        {"settings",
         R"({"permissions":{"allow":["Bash()",
         ")\"]}}",
         {"import", "claude", "--mine", "settings"},
         2,
         "settings: has more than 4194304 bytes"},
        {"home/.claude/settings.json",
         R"({"permissions":{"allow":["Bash()",
         ")\"]}}",
         {"setup", "--print"},
         1,
         "settings.json: has more than 4194304 bytes"},
        {"home/.claude/settings.json",
         R"({"permissions":{"allow":["Bash()",
         ")\"]}}",
         {"install", "claude", "--print"},
         1,
         "settings.json: has more than 4194304 bytes"},
        {"state/assent/answers.json",
         R"({"answers":[],")",
         R"(":1})",
         {"rules"},
         1,
         "has more than 4194304 bytes; nothing that is in it holds until that is mended"},
        {"record",
         "",
         "\n",
         {"log", "record"},
         2,
         "assent: log: record is no record: of 1 line none can be read"},
        {"record",
         R"({"time":"2026-11-27T10:00:00.000Z","event":"decision","tool":")",
         "\n",
         {"report", "record"},
         2,
         "record is no record: of 1 line none"},
        {"record",
         "",
         "",
         {"suggest", "--policy", "standard", "record"},
         2,
         "record is no record: of 1 line none"},
        {"record", "", "\n", {"replay", "standard", "record"}, 2, "record is no record: of 1 line none"},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.file << ": " << row.words.front() << ": " << row.said) {
            const large_home at;
            write_file(at.file(row.file), row.begins + std::string(ten_megabytes, 'x') + row.ends);
            fs::permissions(at.file(row.file), fs::perms::owner_read | fs::perms::owner_write);
            const auto end = at.says(row.words);
            BOOST_TEST(end.code == row.code);
            BOOST_TEST(has(end.err, row.said), end.err.substr(0, 1000));
            // What it names of the file is its beginning.
            BOOST_TEST(end.err.size() + end.out.size() < 3'000U);
        }
}

BOOST_AUTO_TEST_CASE(of_a_record_with_a_line_of_ten_megabytes_the_other_lines_are_read) {
    const large_home at;
    const std::string line =
        R"({"time":"2026-11-27T10:00:00.000Z","event":"decision","tool":"Bash","agent":"claude","folder":"/w",)"
        R"("outcome":"allow","source":"callback","asked":"undecided","by":"page","end":"approved",)"
        R"("input":{"command":")";
    write_file(at.file("record"), line + "npm ci\"}}\n" + line + "echo " + std::string(ten_megabytes, 'x') +
                                      "\"}}\n" + line + "npm ci\"}}\n");
    const auto log = at.says({"log", "record"});
    BOOST_TEST(log.out.size() < 1'000U);
    BOOST_TEST(std::ranges::count(log.out, '\n') == 3);
    const auto suggested = at.says({"suggest", "--rules-only", "--policy", "standard", "record"});
    BOOST_TEST(has(suggested.out, "\n  Bash(npm ci): 2 "), suggested.out.substr(0, 1'000));
    BOOST_TEST(suggested.out.size() < 1'000U);
}

BOOST_AUTO_TEST_CASE(of_a_transcript_of_ten_megabytes_the_end_is_read) {
    const large_home at;
    const std::string use = R"({"message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":")";
    const std::string end = "\"}}]}}\n";
    const auto file = at.file("home/.claude/projects/p/a.jsonl");
    write_file(
        file, use + "ls" + end + use + "echo " + std::string(ten_megabytes, 'x') + end + use + "ls -l" + end);
    BOOST_TEST(has(at.says({"setup", "--print"}).out, "The last 1 call in Claude's transcripts"));
    write_file(file, use + "ls" + end + use + "ls -l" + end);
    BOOST_TEST(has(at.says({"setup", "--print"}).out, "The last 2 calls in Claude's transcripts"));
}

BOOST_AUTO_TEST_CASE(an_answers_file_of_ten_megabytes_allows_nothing_and_the_hook_goes_on) {
    const large_home at;
    const auto file = at.file("state/assent/answers.json");
    fs::create_directories(at.file("shop"));
    const auto answers = [&](const std::string& question) {
        write_file(file, R"x({"answers":[{"rule":"Bash(cargo build)","folder":")x" + at.file("shop") +
                             R"x(","agent":"claude","by":"web","user":"0","given":"2026-11-28T05:19:16Z",)x"
                             R"x("uses":0,"question":")x" +
                             question + "\"}]}");
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    };
    const auto told = [&](std::string_view command) {
        return at
            .says({"hook", "--policy", "standard", "--daemon", "off", "--say-allow"},
                  claude(command, at.file("shop")))
            .out;
    };
    answers("");
    BOOST_TEST(allows(told("cargo build")));
    answers(std::string(ten_megabytes, 'x'));
    BOOST_TEST(!allows(told("cargo build")));
    BOOST_TEST(allows(told("ls")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace large_files_test
