#include <assent/domain/permission_mode.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <string_view>

namespace assent {
namespace {

constexpr permission_mode all_modes[] = {permission_mode::ask, permission_mode::allow, permission_mode::deny};

BOOST_AUTO_TEST_SUITE(permission_mode_test)

BOOST_AUTO_TEST_CASE(every_mode_is_parsed_from_its_own_name) {
    for (const auto mode : all_modes) {
        BOOST_TEST_CONTEXT(mode) {
            const auto parsed = parse_permission_mode(to_string(mode));
            BOOST_REQUIRE(parsed.has_value());
            BOOST_TEST(*parsed == mode);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mode_is_printed_by_name) {
    std::ostringstream out;
    out << permission_mode::ask << ' ' << permission_mode::allow << ' ' << permission_mode::deny;
    BOOST_TEST(out.str() == "ask allow deny");
}

BOOST_AUTO_TEST_CASE(other_names_are_no_modes) {
    using namespace std::string_view_literals;
    for (const auto name : {""sv, "Ask"sv, "ALLOW"sv, " ask"sv, "ask "sv, "asks"sv, "as"sv, "ask\0"sv,
                            "default"sv, "bypassPermissions"sv, "acceptEdits"sv, "0"sv}) {
        BOOST_TEST_CONTEXT(name) { BOOST_TEST(!parse_permission_mode(name).has_value()); }
    }
}

BOOST_AUTO_TEST_CASE(a_peer_changes_the_mode_as_far_as_it_may) {
    using enum permission_mode;
    const struct {
        permission_mode from;
        permission_mode to;
        bool stricter;
    } table[] = {
        {ask, allow, false}, {ask, deny, true},  {allow, ask, true},
        {allow, deny, true}, {deny, ask, false}, {deny, allow, false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.from << " to " << row.to) {
            BOOST_TEST(peer_may_change(peer_mode::any, row.from, row.to));
            BOOST_TEST(peer_may_change(peer_mode::stricter, row.from, row.to) == row.stricter);
            BOOST_TEST(!peer_may_change(peer_mode::never, row.from, row.to));
        }
    }
}

BOOST_AUTO_TEST_CASE(asking_for_the_mode_that_is_set_is_always_permitted) {
    for (const auto mode : all_modes) {
        for (const auto limit : {peer_mode::any, peer_mode::stricter, peer_mode::never})
            BOOST_TEST(peer_may_change(limit, mode, mode));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
