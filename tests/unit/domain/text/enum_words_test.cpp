// Words of enums: written, read back, and complete.
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace assent::enum_words_test {
namespace {

BOOST_AUTO_TEST_SUITE(enum_words_test)

BOOST_AUTO_TEST_CASE(each_value_is_read_back_from_its_word) {
    for (const auto value : {outcome::allow, outcome::deny, outcome::ask})
        BOOST_TEST((parse_word<outcome>(to_string(value)) == value));
    std::ostringstream out;
    out << outcome::deny;
    BOOST_TEST(out.str() == "deny");
}

BOOST_AUTO_TEST_CASE(what_is_no_word_is_no_value) {
    for (const auto* word : {"", "Allow", "allow ", "allo", "?"})
        BOOST_TEST(!parse_word<outcome>(word).has_value(), word);
    BOOST_TEST(to_string(static_cast<outcome>(words_of<outcome>.size())) == "?");
}

// That each value has a word is told by these when an enum's words are first used.
static_assert(detail::is_enumerator<outcome::wall>());
static_assert(!detail::is_enumerator<static_cast<outcome>(4)>());

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::enum_words_test
