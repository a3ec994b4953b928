#pragma once

#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

/// Short ways to write what a strict reading of shell texts finds.
namespace assent {

/// Words between `<` and `>`, commands one after the other with `|` between; or the flaw and its byte.
inline std::string read(std::string_view text, const rule_switches& switches = {}) {
    const shell_command command(text, switches);
    if (const auto& flaw = command.why_not())
        return std::string(flaw->why) + " at " + std::to_string(flaw->offset);
    std::string all;
    for (std::size_t each = 0; each < command.size(); ++each) {
        if (each > 0) all += '|';
        for (const auto word : command[each]) all += "<" + std::string(word) + ">";
    }
    return all;
}

inline bool plain(std::string_view text) { return shell_command(text).plain(); }

struct command_row {
    std::string_view text;
    std::string_view expected;
};

template <class Rows>
void expect(const Rows& rows, const rule_switches& switches = {}) {
    for (const command_row& each : rows) {
        BOOST_TEST_CONTEXT('`' << each.text << '`') {
            BOOST_TEST(read(each.text, switches) == each.expected);
        }
    }
}

}  // namespace assent
