#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <ostream>
#include <string>

namespace assent::json_scan_lists_test {
namespace {

struct scanned {
    json_flaw flaw = json_flaw::none;
    std::size_t offset = 0;
    bool operator==(const scanned&) const = default;
};

std::ostream& operator<<(std::ostream& out, const scanned& value) {
    return out << to_string(value.flaw) << " at " << value.offset;
}

scanned scan(const std::string& text) {
    json_scanner scanner;
    const json_fault& fault = scanner.scan(text, json_scanner::duplicates::everywhere);
    return {fault.flaw, fault.offset};
}

constexpr scanned sound{};

BOOST_AUTO_TEST_SUITE(json_scan_lists_test)

// The scanner compares the keys of a list's elements with those of the element before.
BOOST_AUTO_TEST_CASE(a_duplicate_in_a_list_of_objects_that_are_alike_is_found) {
    const std::string before = R"([{"a":1,"b":2,"c":3},{"a":1,"b":2,"c":3},)";
    for (const std::string last :
         {R"({"a":1,"a":2})", R"({"a":1,"b":2,"a":3})", R"({"a":1,"b":2,"c":3,"b":4})", R"({"b":1,"b":2})",
          R"({"a":1,"c":2,"c":3})", R"({"c":1,"b":2,"c":3})", R"({"a":1,"b":{"a":1,"b":2},"b":3})",
          R"({"a":1,"b":[{"b":1,"c":2}],"b":3})", R"({"a":1,"\u0061":2})", R"({"a":1,"b" :2,"\u0062":3})"}) {
        BOOST_TEST_CONTEXT(last) {
            const std::string text = before + last + "          ]";
            BOOST_TEST((scan(text).flaw == json_flaw::duplicate_key));
            BOOST_TEST(scan(text).offset == text.rfind('"', text.rfind(':') - 2));
        }
    }
}

BOOST_AUTO_TEST_CASE(objects_of_a_list_may_have_other_keys_than_those_before) {
    for (
        const std::string text :
        {R"([{"a":1,"b":2},{"b":1,"a":2},{"b":1},{"a":1,"b":2,"c":3},{},{"c":1,"a":2,"b":3}               ])",
         R"([{"b":1,"a":2},{"a":1},{"a":1,"b":2},{"a":1,"c":2},{"a":1,"b":2,"c":3,"d":4}                  ])",
         R"([{"a":{"x":1,"y":2},"b":{"x":1}},{"a":{"b":1,"y":2},"b":{"y":1}},{"x":{"x":1},"y":{"b":1}}     ])",
         R"([{"a\"b":1,"c":2},{"a\"b":1,"c":2},{"a\\":1,"c":2}, {"a\"b" : 1, "c" : 2}                     ])",
         R"([{"a":1,"a_key_of_many_letters":2,"c":3},{"a":1,"a_key_of_many_letters":2,"c":3}             ])"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(scan(text) == sound); }
    }
}

BOOST_AUTO_TEST_CASE(a_list_of_objects_that_are_alike_may_end_anywhere) {
    const std::string text = R"([{"a":1,"b":[{"c":2}]},{"a":1,"b":[{"c":2}]},{"a": 1,"b": [{"c":22}]}])";
    for (std::size_t size = 0; size < text.size(); ++size)
        BOOST_TEST(scan(text.substr(0, size)) == (scanned{json_flaw::syntax, size}));
    for (std::size_t size = 0; size < text.size(); ++size)
        BOOST_TEST((scan(text.substr(0, size) + std::string(30, ' ')).flaw == json_flaw::syntax));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_scan_lists_test
