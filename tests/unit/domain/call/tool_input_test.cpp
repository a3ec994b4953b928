#include <assent/domain/call/tool_input.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <ostream>
#include <string>

namespace assent {

static std::ostream& operator<<(std::ostream& out, field_view::kind kind) {
    switch (kind) {
        case field_view::kind::absent: return out << "absent";
        case field_view::kind::string: return out << "string";
        case field_view::kind::other: return out << "other";
    }
    return out << "?";
}

namespace tool_input_test {
namespace {

std::shared_ptr<const kept_input> sample() {
    return make_input({{"command", "ls -la"},
                       {"empty", ""},
                       {"count", 3},
                       {"list", json_array{"a"}},
                       {"inner", json_object{{"command", "rm"}}},
                       {"none", nullptr}});
}

BOOST_AUTO_TEST_SUITE(tool_input_test)

BOOST_AUTO_TEST_CASE(a_member_is_seen_as_what_it_is) {
    const auto input = sample();
    std::string scratch;
    const struct {
        std::string_view name;
        field_view::kind kind;
        std::string_view text;
    } table[] = {
        {"command", field_view::kind::string, "ls -la"},
        {"empty", field_view::kind::string, ""},
        {"count", field_view::kind::other, ""},
        {"list", field_view::kind::other, ""},
        {"inner", field_view::kind::other, ""},
        {"none", field_view::kind::other, ""},
        {"Command", field_view::kind::absent, ""},
        {"command ", field_view::kind::absent, ""},
        {"", field_view::kind::absent, ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            const auto found = input->field(row.name, scratch);
            BOOST_TEST(found.what == row.kind);
            BOOST_TEST(found.text == row.text);
            BOOST_TEST(input->value_of(row.name).has_value() == (row.kind != field_view::kind::absent));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_member_can_be_had_as_a_value) {
    const auto input = sample();
    BOOST_TEST((input->value_of("count") == json_value(3)));
    BOOST_TEST((input->value_of("none") == json_value(nullptr)));
}

BOOST_AUTO_TEST_CASE(an_input_made_in_process_has_no_bytes_of_a_peer) { BOOST_TEST(sample()->raw().empty()); }

BOOST_AUTO_TEST_CASE(a_retained_input_outlives_the_one_it_was_made_from) {
    auto input = sample();
    const auto kept = input->retain();
    input.reset();
    BOOST_TEST((kept->whole().at("command") == json_value("ls -la")));
    BOOST_TEST(kept->whole().size() == 6U);
}

BOOST_AUTO_TEST_CASE(a_large_input_counts_as_large_wherever_the_bytes_are) {
    const std::string large(10'000, 'x');
    const std::size_t small = make_input({{"a", "b"}})->size_bytes();
    BOOST_TEST(small > 0U);
    BOOST_TEST(make_input({{"a", large}})->size_bytes() >= large.size() + small - 1);
    BOOST_TEST(make_input({{large, 1}})->size_bytes() >= large.size());
    BOOST_TEST(make_input({{"a", json_array{json_object{{"b", large}}}}})->size_bytes() >= large.size());
    BOOST_TEST(make_input({{"a", json_array(1000, json_value(1))}})->size_bytes() >=
               1000 * sizeof(json_value));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tool_input_test
}  // namespace assent
