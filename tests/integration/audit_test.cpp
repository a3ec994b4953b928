#include "program.hpp"

#include <assent/adapters/files/audit_file.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace audit_test {
namespace {

using namespace assent;
using assent::test::file_without_room;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;

BOOST_AUTO_TEST_SUITE(audit_test)

// Adds records to a chained file, one per file when it is put aside. Returns the last chain value.
std::string record(const std::string& path, int records, std::size_t rotate_bytes = 0, std::size_t keep = 0) {
    audit_file file(path, {.chain = true, .rotate_bytes = rotate_bytes, .keep_files = keep});
    for (int i = 0; i < records; ++i)
        BOOST_REQUIRE(!file.record({.what = audit_event::kind::gap, .lost = 1}).failed());
    return file.head();
}

// Changes the line that holds the nth `"lost":1`.
void change_line(const std::string& path, int line) {
    std::string text = read_file(path);
    std::size_t at = 0;
    for (int i = 0; i < line; ++i) at = text.find("\"lost\":1", at) + 7;
    text[at] = '2';
    std::ofstream(path, std::ios::binary) << text;
}

void check_run(const std::vector<std::string>& arguments, int code, const std::string& out,
               const std::string& err = {}) {
    const auto result = run(arguments);
    BOOST_TEST(result.code == code);
    BOOST_TEST(result.out == out);
    BOOST_TEST(result.err == err);
}

BOOST_AUTO_TEST_CASE(verify_says_that_a_chain_holds_and_where_it_ends) {
    const temporary_folder at;
    const auto path = at.file("audit");
    const auto one = record(path, 1);
    check_run({"audit", "verify", path}, 0, "ok: 1 record, head " + one + "\n");
    const auto three = record(path, 2);
    check_run({"audit", "verify", path}, 0, "ok: 3 records, head " + three + "\n");
    check_run({"audit", "verify", path, "--head", three}, 0, "ok: 3 records, head " + three + "\n");
    check_run({"audit", "verify", path, "--head", one}, 0,
              "ok: 3 records, head " + three + ", 2 after the expected head\n");
    check_run({"audit", "head", path}, 0, three + " 3 records\n");
}

BOOST_AUTO_TEST_CASE(verify_names_the_line_that_was_changed) {
    const temporary_folder at;
    const auto path = at.file("audit");
    record(path, 4);
    change_line(path, 3);
    check_run({"audit", "verify", path}, 1, "line 3: the record does not match its chain value\n");
    check_run({"audit", "head", path}, 1, "line 3: the record does not match its chain value\n");
}

BOOST_AUTO_TEST_CASE(verify_misses_an_end_that_somebody_has_cut_off_when_it_knows_the_head) {
    const temporary_folder at;
    const auto path = at.file("audit");
    record(path, 2);
    const auto cut = read_file(path);
    const auto head = record(path, 1);
    std::ofstream(path, std::ios::binary) << cut;
    BOOST_TEST(run({"audit", "verify", path}).code == 0);
    check_run({"audit", "verify", path, "--head", head}, 1,
              "no record has the expected head: the end is missing, or this is another record\n");
}

BOOST_AUTO_TEST_CASE(verify_goes_through_the_files_put_aside_and_names_them) {
    const temporary_folder at;
    const auto path = at.file("audit");
    const auto head = record(path, 4, 1);
    check_run({"audit", "verify", path}, 0, "ok: 4 records, head " + head + "\n");
    change_line(path + ".2", 1);
    check_run({"audit", "verify", path}, 1, path + ".2: line 1: the record does not match its chain value\n");
}

BOOST_AUTO_TEST_CASE(verify_says_that_older_files_are_gone) {
    const temporary_folder at;
    const auto path = at.file("audit");
    const auto head = record(path, 4, 1, 2);
    check_run({"audit", "verify", path}, 0,
              "ok: 3 records, head " + head +
                  "\nnote: the first record goes on from an earlier one that is not here\n");
}

BOOST_AUTO_TEST_CASE(an_audit_file_that_is_not_chained_is_not_called_good) {
    const temporary_folder at;
    const auto path = at.file("audit");
    std::ofstream(path, std::ios::binary) << "{\"event\":\"gap\"}\n";
    check_run({"audit", "verify", path}, 1, "line 1: the line has no chain value\n");
}

BOOST_AUTO_TEST_CASE(an_empty_record_holds_and_has_no_head) {
    const temporary_folder at;
    const auto path = at.file("audit");
    std::ofstream(path).flush();
    check_run({"audit", "verify", path}, 0, "ok: 0 records\n");
    check_run({"audit", "head", path}, 1, "no record\n");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_checked_is_wrong_usage) {
    check_run({"audit", "verify", "/nosuch/audit"}, 2, "",
              "assent: audit: cannot open audit file `/nosuch/audit`: No such file or directory\n");
    check_run({"audit", "head", "/nosuch/audit"}, 2, "",
              "assent: audit: cannot open audit file `/nosuch/audit`: No such file or directory\n");
    check_run({"audit", "verify", "/nosuch/audit", "--head", "9F"}, 2, "",
              "assent: audit verify: --head: expected 64 hexadecimal digits, 0 to 9 and a to f\n");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"audit"}, {"audit", "verify"}, {"audit", "head"}})
        BOOST_TEST(run(arguments).code == 2);
}

// ---- What `serve` records

std::string requests(int count) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += R"({"type":"control_request","request_id":"r)" + std::to_string(i) +
               R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"npm test"}}})"
               "\n";
    return all;
}

std::size_t times(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

// The chain value of the last record.
std::string record_head(const std::string& path) {
    const auto text = read_file(path);
    return text.substr(text.rfind("\"chain\":\"") + 9, 64);
}

BOOST_AUTO_TEST_CASE(each_answer_has_its_record_whether_it_is_written_at_once_or_from_a_queue) {
    constexpr int count = 500;
    for (const char* durability : {"written", "accepted"}) {
        const temporary_folder at;
        const auto policy = at.file("policy.json");
        const auto path = at.file("audit");
        std::ofstream(policy) << R"({"mode": "allow", "audit": {"chain": true, "durability": ")" << durability
                              << "\"}}";
        const auto result = run({"serve", "--stdio", "--policy", policy, "--audit", path}, requests(count));
        BOOST_TEST(result.code == 0);
        BOOST_TEST(times(result.out, "\"behavior\":\"allow\"") == count);
        const auto record = read_file(path);
        BOOST_TEST(times(record, "\"event\":\"decision\"") == count);
        for (const char* id : {"\"r0\"", "\"r499\""}) BOOST_TEST(times(record, id) == 1U);
        BOOST_TEST(run({"audit", "verify", path}).code == 0);
    }
}

BOOST_AUTO_TEST_CASE(a_deleted_line_is_told_at_the_next_start_and_a_new_chain_begins) {
    for (const char* durability : {"written", "accepted"}) {
        const temporary_folder at;
        const auto policy = at.file("policy.json");
        const auto path = at.file("audit");
        std::ofstream(policy) << R"({"mode": "allow", "audit": {"chain": true, "durability": ")" << durability
                              << "\"}}";
        const std::vector<std::string> serve{"serve", "--policy",    policy, "--audit",
                                             path,    "--log-level", "error"};
        BOOST_TEST(run(serve, requests(4)).err.empty());
        std::string text = read_file(path);
        const auto second = text.find('\n') + 1;
        text.erase(second, text.find('\n', second) + 1 - second);
        std::ofstream(path, std::ios::binary) << text;

        const auto told = run(serve, requests(2));
        BOOST_TEST(told.code == 0);
        BOOST_TEST(times(told.out, "\"behavior\":\"allow\"") == 2U);
        BOOST_TEST(told.err ==
                   "assent: error: audit file `" + path +
                       "`: line 2: the record does not match its chain value; a new chain begins\n");
        const auto record = read_file(path);
        BOOST_TEST(record.starts_with(text));
        BOOST_TEST(times(record, ",\"new_chain\":\"line 2: the record does not match its chain value\"") ==
                   1U);
        BOOST_TEST(run(serve, requests(1)).err.empty());  // it was said

        const auto head = record_head(path);
        for (const char* verb : {"verify", "head"})
            check_run({"audit", verb, path}, 1,
                      "line 2: the record does not match its chain value\n"
                      "note: line 4: a new chain begins, and holds: 3 records, head " +
                          head + "\n");
        std::ofstream(path, std::ios::app) << "{}\n";
        check_run({"audit", "verify", path}, 1,
                  "line 2: the record does not match its chain value\n"
                  "note: line 4: a new chain begins, and is broken, too: 3 records, head " +
                      head + "\n");
    }
}

BOOST_AUTO_TEST_CASE(nothing_is_allowed_while_the_record_cannot_be_written) {
    const temporary_folder at;
    const auto policy = at.file("policy.json");
    std::ofstream(policy) << R"({"mode": "allow"})";
    const auto result = run({"serve", "--stdio", "--dialect", "nested", "--policy", policy, "--audit",
                             file_without_room().path()},
                            requests(100));
    BOOST_TEST(result.code == 0);
    BOOST_TEST(times(result.out, "the audit record could not be written") == 100U);
    BOOST_TEST(times(result.out, "\"behavior\":\"allow\"") == 0U);
}

BOOST_AUTO_TEST_CASE(a_limit_on_the_size_of_files_ends_no_program_and_denies) {
    const temporary_folder at;
    const auto result =
        run({"-c", "ulimit -f 1; exec \"$0\" serve --mode allow --dialect nested --audit \"$1\"",
             ASSENT_PROGRAM, at.file("audit")},
            requests(100), {.executable = "/bin/sh"});
    BOOST_TEST(result.code == 0);
    BOOST_TEST(times(result.out, "the audit record could not be written") == 100U);
    BOOST_TEST(times(result.out, "\"behavior\":\"allow\"") == 0U);
}

BOOST_AUTO_TEST_CASE(records_that_a_queue_has_accepted_and_nobody_could_write_are_told_at_the_end) {
    const temporary_folder at;
    const auto policy = at.file("policy.json");
    std::ofstream(policy) << R"({"mode": "allow", "audit": {"durability": "accepted"}})";
    const file_without_room full;
    const auto result = run({"serve", "--stdio", "--policy", policy, "--audit", full.path()}, requests(1));
    BOOST_TEST(result.code == 0);
    BOOST_TEST(times(result.out, "\"behavior\":\"allow\"") == 1U);
    BOOST_TEST(
        result.err.starts_with("assent: error: the audit file `" + full.path() + "` cannot be written: "));
    BOOST_TEST(result.err.ends_with("\nassent: error: audit records that could not be written: 1\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_test
