#include <assent/domain/call/permission_mode.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <iterator>
#include <sstream>
#include <string_view>

namespace assent::permission_mode_test {
namespace {

using enum permission_mode;

constexpr permission_mode all_modes[] = {ask, allow, deny, accept_edits, plan, dont_ask};

BOOST_AUTO_TEST_SUITE(permission_mode_test)

BOOST_AUTO_TEST_CASE(every_mode_is_parsed_from_its_own_name) {
    for (const auto mode : all_modes) {
        BOOST_TEST_CONTEXT(mode) {
            const auto parsed = parse_word<permission_mode>(to_string(mode));
            BOOST_REQUIRE(parsed.has_value());
            BOOST_TEST(*parsed == mode);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mode_is_printed_by_name) {
    std::ostringstream out;
    for (const auto mode : all_modes) out << mode << ' ';
    BOOST_TEST(out.str() == "ask allow deny accept_edits plan dont_ask ");
}

BOOST_AUTO_TEST_CASE(other_names_are_no_modes) {
    using namespace std::string_view_literals;
    for (const auto name : {""sv, "Ask"sv, "ALLOW"sv, " ask"sv, "ask "sv, "asks"sv, "as"sv, "ask\0"sv,
                            "default"sv, "bypassPermissions"sv, "acceptEdits"sv, "dontAsk"sv,
                            "accept-edits"sv, "Plan"sv, "dont_ask "sv, "0"sv}) {
        BOOST_TEST_CONTEXT(name) { BOOST_TEST(!parse_word<permission_mode>(name).has_value()); }
    }
}

BOOST_AUTO_TEST_CASE(a_peer_changes_the_mode_as_far_as_it_may) {
    const struct {
        permission_mode from;
        std::string_view stricter;  // in the order of all_modes: y(es), n(o), = the same mode
    } table[] = {
        {ask, "=nynyy"},           //
        {allow, "y=yyyy"},         //
        {deny, "nn=nnn"},          //
        {accept_edits, "yny=yy"},  //
        {plan, "nnyn=n"},          //
        {dont_ask, "nnynn="},
    };
    for (const auto& row : table) {
        for (std::size_t column = 0; column < std::size(all_modes); ++column) {
            const auto to = all_modes[column];
            BOOST_TEST_CONTEXT(row.from << " to " << to) {
                const bool same = row.from == to;
                BOOST_TEST(same == (row.stricter[column] == '='));
                BOOST_TEST(peer_may_change(peer_mode::any, row.from, to));
                BOOST_TEST(peer_may_change(peer_mode::any_but_allow, row.from, to) ==
                           (same || to != permission_mode::allow));
                BOOST_TEST(peer_may_change(peer_mode::stricter, row.from, to) ==
                           (row.stricter[column] != 'n'));
                BOOST_TEST(peer_may_change(peer_mode::never, row.from, to) == same);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(asking_for_the_mode_that_is_set_is_always_permitted) {
    for (const auto mode : all_modes) {
        for (const auto limit :
             {peer_mode::any, peer_mode::any_but_allow, peer_mode::stricter, peer_mode::never})
            BOOST_TEST(peer_may_change(limit, mode, mode));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_mode_test
