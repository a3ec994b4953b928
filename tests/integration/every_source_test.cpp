#include "program.hpp"

#include <assent/domain/decide/verdict.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace every_source_test {
namespace {

using namespace assent;
using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;

// A session of all sources, with its audit file.
struct recorded_session {
    recorded_session()
        : audit(folder.file("audit.jsonl")), shown(run({"demo", "--every-source", "--audit", audit})) {}
    temporary_folder folder;
    std::string audit;
    finished shown;
};

std::string without_blanks(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

// What stands in a column of the table, by the place of its heading.
std::set<std::string> column(const std::string& table, std::string_view heading, std::size_t width) {
    const std::size_t at = table.find(heading);
    std::set<std::string> found;
    for (std::size_t from = 0, end = 0; (end = table.find('\n', from)) != std::string::npos; from = end + 1) {
        if (end == from) break;  // below the table
        found.insert(without_blanks(table.substr(from, end - from).substr(at, width)));
    }
    return found;
}

BOOST_AUTO_TEST_SUITE(every_source_test)

BOOST_AUTO_TEST_CASE(the_demo_of_every_source_lets_each_of_them_speak) {
    const recorded_session session;
    BOOST_TEST(session.shown.code == 0);
    BOOST_TEST(session.shown.err.empty());
    auto seen = column(session.shown.out, "decided by", 14);
    seen.merge(column(session.shown.out, "asked for", 12));
    for (std::size_t i = 0; i < decision_source_count; ++i) {
        const std::string name(to_string(static_cast<decision_source>(i)));
        BOOST_TEST_CONTEXT(name) { BOOST_TEST(seen.contains(name)); }
    }
    BOOST_TEST(session.shown.out.ends_with("\n25 of 25 sources of decisions have spoken\n"));
    const auto verified = run({"audit", "verify", session.audit});
    BOOST_TEST(verified.code == 0);
    BOOST_TEST(verified.out.starts_with("ok: "));
    BOOST_TEST(run({"demo", "--every-source"}).out == session.shown.out);
}

BOOST_AUTO_TEST_CASE(one_changed_byte_anywhere_in_the_record_of_the_session_is_found_in_its_line) {
    const recorded_session session;
    const std::string good = read_file(session.audit);
    std::size_t line = 0;
    for (std::size_t from = 0, end = 0; (end = good.find('\n', from)) != std::string::npos; from = end + 1) {
        const std::string named = "line " + std::to_string(++line) + ": ";
        for (const std::size_t at : {from, from + (end - from) / 2, end - 1, end}) {
            BOOST_TEST_CONTEXT(named << "byte " << at - from) {
                std::string changed = good;
                changed[at] = static_cast<char>(changed[at] ^ 1);
                write_file(session.audit, changed);
                const auto result = run({"audit", "verify", session.audit});
                BOOST_TEST(result.code == 1);
                BOOST_TEST(result.out.starts_with(named));
            }
        }
    }
    BOOST_TEST(line >= decision_source_count - 4);  // some sources are only what a question was asked for
    write_file(session.audit, good);
    BOOST_TEST(run({"audit", "verify", session.audit}).code == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace every_source_test
