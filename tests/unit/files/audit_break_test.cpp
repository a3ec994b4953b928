#include "audit_probe.hpp"

#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/audit_file.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// What becomes of a chained record whose end does not hold when it is opened again.
namespace audit_break_test {
namespace {

using namespace assent;
using namespace assent::testing;

BOOST_AUTO_TEST_SUITE(audit_break_test)

using lines = std::vector<std::string>;

constexpr std::string_view mismatch = "the record does not match its chain value";
constexpr std::string_view unchained = "the line has no chain value";
constexpr std::string_view cut_off = "the line is cut off";

// The last bytes of a chained line, with its end: `,"chain":"`, 64 digits, `"}` and the line break.
constexpr std::size_t chain_bytes = 77;

bool record(audit_file& file, std::string_view id = "r0") { return !file.record(some_event(id)).failed(); }

// A chained record of this many lines, all of one length.
lines chained_lines(std::size_t count) {
    const audit_folder at;
    audit_file file(at.file(), {.chain = true});
    for (std::size_t i = 0; i < count; ++i) BOOST_REQUIRE(record(file));
    return lines_of(content(at.file()));
}

// What the first record of a new chain says.
std::string said(std::string_view why) { return ",\"new_chain\":\"" + std::string(why) + "\",\"chain\":\""; }

// The chain of `at`, which was broken at this line, goes on from a record that says so.
void check_begun_anew(const audit_folder& at, const audit_file& file, std::size_t line, std::string_view why,
                      std::string_view later) {
    const auto written = lines_of(content(at.file()));
    BOOST_TEST(written.back().find(said("line " + std::to_string(line) + ": " + std::string(why))) !=
               std::string::npos);
    const auto found = verify_audit_files(at.file());
    BOOST_TEST((found.first_broken_line == line));
    BOOST_TEST(found.why == later);
    BOOST_TEST(found.records == line - 1);
    BOOST_REQUIRE(found.new_chain.has_value());
    BOOST_TEST(found.new_chain->line == written.size());
    BOOST_TEST(found.new_chain->records == 1U);
    BOOST_TEST(found.new_chain->head == file.head());
    BOOST_TEST(found.new_chain->holds);
}

BOOST_AUTO_TEST_CASE(a_record_that_does_not_hold_is_told_and_a_new_chain_begins_behind_it) {
    const auto line = chained_lines(5);
    std::string changed = line[2];
    changed[changed.find("why")] = 'W';
    const struct {
        const char* what;
        std::string left;
        std::size_t broken;
        std::string_view why;
        std::string_view later = why;  // the line has an end by then
    } table[] = {
        {"a deleted line", joined({line[0], line[1], line[3], line[4]}), 3, mismatch},
        {"the first line deleted", joined({line[1], line[2], line[3], line[4]}), 1, mismatch},
        {"a changed line", joined({line[0], line[1], changed, line[3], line[4]}), 3, mismatch},
        {"the last line changed", joined({line[0], line[1], changed}), 3, mismatch},
        {"lines in another order", joined({line[0], line[2], line[1], line[3]}), 2, mismatch},
        {"a line twice", joined({line[0], line[1], line[1]}), 3, mismatch},
        {"two broken places", joined({line[0], line[2], "x\n", line[4]}), 2, mismatch},
        {"a line of somebody else", joined({line[0], "{}\n"}), 2, unchained},
        {"an empty line", joined({line[0], line[1], "\n"}), 3, unchained},
        {"a chain value cut off", joined({line[0], line[1].substr(0, 40) + "\n", line[2]}), 2, unchained},
        {"a line cut off", joined({line[0], line[1], line[2].substr(0, 40)}), 3, cut_off, unchained},
        {"nothing but the beginning of a line", line[0].substr(0, 40), 1, cut_off, unchained},
        {"a deleted line before one without an end",
         joined({line[0], line[2], line[3].substr(0, line[3].size() - 1)}), 2, mismatch},
        {"a whole line that does not follow, without an end",
         joined({line[0], line[2].substr(0, line[2].size() - 1)}), 2, cut_off, mismatch},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) {
            const audit_folder at;
            write_content(at.file(), row.left);
            {
                audit_file file(at.file(), {.chain = true});
                BOOST_REQUIRE(file.chain_break().has_value());
                BOOST_TEST(file.chain_break()->file == at.file());
                BOOST_TEST(file.chain_break()->line == row.broken);
                BOOST_TEST(file.chain_break()->why == row.why);
                BOOST_TEST(file.head().empty());
                BOOST_TEST(record(file));
                BOOST_TEST(content(at.file()).starts_with(row.left));
                check_begun_anew(at, file, row.broken, row.why, row.later);
            }
            audit_file again(at.file(), {.chain = true});
            BOOST_TEST(!again.chain_break().has_value());
            BOOST_TEST(record(again));
            const auto found = verify_audit_files(at.file());
            BOOST_TEST((found.first_broken_line == row.broken));
            BOOST_TEST(found.new_chain->records == 2U);
            BOOST_TEST(found.new_chain->holds);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_record_that_holds_goes_on_without_a_word) {
    const auto line = chained_lines(5);
    const std::string cut = joined({line[0], line[1], line[2].substr(0, line[2].size() - 1)});
    for (const auto& left : {std::string(), line[0], joined(line), joined({line[0], line[1]}), cut}) {
        const audit_folder at;
        write_content(at.file(), left);
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(!file.chain_break().has_value());
        BOOST_TEST(record(file));
        BOOST_TEST(content(at.file()).find("new_chain") == std::string::npos);
        BOOST_TEST(verify_audit_files(at.file()).holds());
    }
}

BOOST_AUTO_TEST_CASE(a_break_behind_a_new_chain_begins_another_one) {
    const audit_folder at;
    const auto line = chained_lines(3);
    write_content(at.file(), joined({line[0], line[2]}));
    for (std::size_t expected : {2U, 4U}) {
        audit_file file(at.file(), {.chain = true});
        BOOST_REQUIRE(file.chain_break().has_value());
        BOOST_TEST(file.chain_break()->line == expected);
        BOOST_TEST(record(file));
        if (expected == 2) write_content(at.file(), content(at.file()) + "x\n");
    }
    const auto found = verify_audit_files(at.file());
    BOOST_TEST((found.first_broken_line == 2U));
    BOOST_TEST(found.new_chain->line == 5U);
    BOOST_TEST(found.new_chain->holds);
    write_content(at.file(), content(at.file()) + "x\n");
    BOOST_TEST(!verify_audit_files(at.file()).new_chain->holds);
}

BOOST_AUTO_TEST_CASE(a_chain_that_begins_anew_is_no_chain_that_holds_even_where_nothing_is_broken) {
    const audit_folder at;
    const auto line = chained_lines(3);
    write_content(at.file(), joined({line[0], line[2]}));
    {
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(record(file));
    }
    const auto anew = lines_of(content(at.file())).back();
    for (const auto& left : {anew, line[0] + anew}) {
        write_content(at.file(), left);
        const auto found = verify_audit_files(at.file());
        BOOST_TEST((found.first_broken_line == lines_of(left).size()));
        BOOST_TEST(found.why == "a new chain begins here");
        BOOST_TEST(found.new_chain->holds);
    }
}

BOOST_AUTO_TEST_CASE(nobody_who_is_on_record_can_begin_a_new_chain) {
    const audit_folder at;
    audit_file file(at.file(), {.inputs = audit_inputs::full, .chain = true});
    const auto input = make_input({{"x", "\",\"new_chain\":\"x"}, {"new_chain", "x"}});
    BOOST_TEST(!file.record({.time = some_day(), .request_id = "r", .input = input.get()}).failed());
    BOOST_TEST(record(file, "\",\"new_chain\":\"x"));
    BOOST_TEST(!file.record({.time = some_day(), .reason = "\",\"new_chain\":\"x"}).failed());
    const auto found = verify_audit_files(at.file());
    BOOST_TEST(found.holds());
    BOOST_TEST(found.records == 3U);
}

// How many of the last bytes are looked at: the record behind the deleted one, and the chain value before it.
BOOST_AUTO_TEST_CASE(a_deleted_line_is_seen_in_the_end_that_is_checked_and_not_before_it) {
    const struct {
        std::size_t count;
        std::string id;
        std::size_t behind;  // lines behind the deleted one
        std::size_t verify_bytes;
    } table[] = {
        {20, "r0", 1, 0},
        {20, "r0", 3, 0},
        {2, std::string(100'000, 'x'), 1, 1000},  // the last line in any case
        {600, std::string(1000, 'x'), 0, default_verify_bytes},
    };
    for (const auto& row : table) {
        lines left;
        {
            const audit_folder at;
            audit_file file(at.file(), {.chain = true});
            for (std::size_t i = 0; i < row.count + 1; ++i) BOOST_REQUIRE(record(file, row.id));
            left = lines_of(content(at.file()));
        }
        const std::size_t line_bytes = left[1].size();
        const auto seen = [&](std::size_t behind, std::size_t verify_bytes) {
            lines after = left;
            after.erase(after.end() - static_cast<std::ptrdiff_t>(behind) - 1);
            const audit_folder at;
            write_content(at.file(), joined(after));
            audit_file file(at.file(), {.chain = true, .verify_bytes = verify_bytes});
            if (file.chain_break()) BOOST_TEST(file.chain_break()->line == row.count + 1 - behind);
            return file.chain_break().has_value();
        };
        if (row.verify_bytes == 0) {
            const std::size_t enough = row.behind * line_bytes + chain_bytes;
            BOOST_TEST(seen(row.behind, enough));
            // The last one is looked at in any case.
            BOOST_TEST(seen(row.behind, enough - 1) == (row.behind == 1));
        } else if (row.behind != 0) {
            BOOST_TEST(seen(row.behind, row.verify_bytes));
        } else {
            const std::size_t most = (row.verify_bytes - chain_bytes) / line_bytes;
            BOOST_TEST(seen(most, row.verify_bytes));
            BOOST_TEST(!seen(most + 1, row.verify_bytes));
        }
    }
}

// ---- Files put aside

// Three files, `audit.1`, `audit.2` and `audit`, of two lines each.
void make_three(const audit_folder& at) {
    for (const char* name : {"audit.1", "audit.2", "audit"}) {
        audit_file file(at.file(), {.chain = true});
        for (int i = 0; i < 2; ++i) BOOST_REQUIRE(record(file));
        std::filesystem::rename(at.file(), at.file(name));
    }
}

void drop_line(const std::filesystem::path& path, std::size_t index) {
    auto left = lines_of(content(path));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(index));
    write_content(path, joined(left));
}

BOOST_AUTO_TEST_CASE(the_newest_file_put_aside_belongs_to_the_end) {
    const struct {
        const char* what;
        std::function<void(const audit_folder&)> damage;
        const char* broken;  // empty: it holds
        std::size_t line;
        std::string_view why;
        std::string said;
    } table[] = {
        {"untouched", [](const auto&) {}, "", 0, {}, {}},
        {"the last line of the older file is gone", [](const auto& at) { drop_line(at.file("audit.2"), 1); },
         "audit", 1, mismatch, "line 1: the record does not match its chain value"},
        {"the first line of the older file is gone", [](const auto& at) { drop_line(at.file("audit.2"), 0); },
         "audit.2", 1, mismatch, "file 2, line 1: the record does not match its chain value"},
        {"the older file is cut off",
         [](const auto& at) {
             const auto text = content(at.file("audit.2"));
             write_content(at.file("audit.2"), text.substr(0, text.size() - 1));
         },
         "audit.2", 2, cut_off, "file 2, line 2: the line is cut off"},
        {"the older file is gone", [](const auto& at) { std::filesystem::remove(at.file("audit.2")); },
         "audit", 1, mismatch, "line 1: the record does not match its chain value"},
        {"all older files are gone",
         [](const auto& at) {
             std::filesystem::remove(at.file("audit.1"));
             std::filesystem::remove(at.file("audit.2"));
         },
         "",
         0,
         {},
         {}},
        {"the file is gone, and the older one is broken",
         [](const auto& at) {
             std::filesystem::remove(at.file());
             drop_line(at.file("audit.2"), 0);
         },
         "audit.2", 1, mismatch, "file 2, line 1: the record does not match its chain value"},
        {"the file is empty", [](const auto& at) { write_content(at.file(), {}); }, "", 0, {}, {}},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) {
            const audit_folder at;
            make_three(at);
            row.damage(at);
            {
                audit_file file(at.file(), {.chain = true});
                const bool whole = *row.broken == '\0';
                BOOST_TEST(file.chain_break().has_value() == !whole);
                if (!whole) {
                    BOOST_TEST(file.chain_break()->file == at.file(row.broken));
                    BOOST_TEST(file.chain_break()->line == row.line);
                    BOOST_TEST(file.chain_break()->why == row.why);
                }
                BOOST_TEST(record(file));
                const auto found = verify_audit_files(at.file());
                BOOST_TEST(found.holds() == whole);
                BOOST_TEST(found.new_chain.has_value() == !whole);
                if (!whole) {
                    BOOST_TEST(found.file == at.file(row.broken).string());
                    BOOST_TEST(found.new_chain->file == at.file().string());
                    BOOST_TEST(content(at.file()).find(said(row.said)) != std::string::npos);
                }
            }
            BOOST_TEST(!audit_file(at.file(), {.chain = true}).chain_break().has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(the_end_goes_back_into_the_file_put_aside_as_far_as_it_is_checked) {
    const audit_folder at;
    auto older = chained_lines(5);
    write_content(at.file("audit.1"), joined(older));
    {
        audit_file file(at.file(), {.chain = true});
        BOOST_TEST(record(file));
    }
    older.front() = "x\n";
    write_content(at.file("audit.1"), joined(older));
    const std::size_t both = content(at.file()).size() + joined(older).size();
    const auto seen = [&](std::size_t verify_bytes) {
        return audit_file(at.file(), {.chain = true, .verify_bytes = verify_bytes}).chain_break().has_value();
    };
    BOOST_TEST(seen(both));
    BOOST_TEST(!seen(both - 1));
}

BOOST_AUTO_TEST_CASE(what_a_new_chain_says_of_itself_counts_for_the_size_of_the_file) {
    const auto line = chained_lines(3);
    const std::string left = joined({line[0], line[2]});
    const std::size_t anew = line[0].size() + said("line 2: " + std::string(mismatch)).size() -
                             std::string(",\"chain\":\"").size();
    for (const bool fits : {true, false}) {
        const audit_folder at;
        write_content(at.file(), left);
        audit_file file(at.file(), {.chain = true, .rotate_bytes = left.size() + anew - (fits ? 0 : 1)});
        BOOST_TEST(record(file));
        BOOST_TEST(std::filesystem::exists(at.file("audit.1")) == !fits);
        BOOST_TEST(content(at.file()).size() == (fits ? left.size() : 0) + anew);
        BOOST_TEST(content(at.file()).find("previous") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_new_chain_begins_with_the_first_record_that_could_be_written) {
    const audit_folder at;
    const auto line = chained_lines(3);
    const std::string left = joined({line[0], line[2]});
    write_content(at.file(), left);
    audit_file file(at.file(), {.chain = true});
    {
        const little_room full(left.size() + 10);
        BOOST_TEST(!record(file));
    }
    BOOST_TEST(content(at.file()) == left);
    BOOST_TEST(record(file));
    check_begun_anew(at, file, 2, mismatch, mismatch);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_break_test
