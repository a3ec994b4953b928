// What `assent policy test --junit` writes, whatever stands in a policy.
#include "files/junit_text.hpp"

#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace junit_text_test {
namespace {

using assent::cli::junit_text;

BOOST_AUTO_TEST_SUITE(junit_text_test)

BOOST_AUTO_TEST_CASE(each_case_stands_in_its_suite_with_what_is_wrong) {
    BOOST_TEST(
        junit_text("policy.json", {{"examples[0]: Bash", 4},
                                   {"examples[1]: Read", 5, "expected ask, got deny", "a\n\n  b\n"}}) ==
        R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="policy.json" tests="2" failures="1" errors="0" skipped="0" time="0">
<testcase classname="policy.json" name="examples[0]: Bash" file="policy.json" line="4" time="0"/>
<testcase classname="policy.json" name="examples[1]: Read" file="policy.json" line="5" time="0"><failure message="expected ask, got deny">a

  b
</failure></testcase>
</testsuite>
</testsuites>
)");
}

BOOST_AUTO_TEST_CASE(no_text_ends_what_it_stands_in_or_holds_what_xml_forbids) {
    using namespace std::string_view_literals;
    const struct {
        std::string_view text;
        std::string_view line;
        std::string_view lines;  // where it may have several
    } table[] = {
        {"a<b>&\"c\" 'd'", "a&lt;b&gt;&amp;&quot;c&quot; 'd'", "a&lt;b&gt;&amp;&quot;c&quot; 'd'"},
        {"]]></failure>", "]]&gt;&lt;/failure&gt;", "]]&gt;&lt;/failure&gt;"},
        {"&#0;", "&amp;#0;", "&amp;#0;"},
        {"a\nb\tc", R"(a\nb\tc)", "a\nb\tc"},
        {"\0\x1b[1m\x7f\r"sv, R"(\x00\x1b[1m\x7f\x0d)", R"(\x00\x1b[1m\x7f\x0d)"},
        {"\ufffe\uffff", R"(\u{fffe}\u{ffff})", R"(\u{fffe}\u{ffff})"},
        {"\xff\xed\xa0\x80", R"(\xff\xed\xa0\x80)", R"(\xff\xed\xa0\x80)"},
        {"äß 漢字 😀", "äß 漢字 😀", "äß 漢字 😀"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.line) {
            const std::string text(row.text);
            BOOST_TEST(junit_text(text, {{text, 1, text, text}}) ==
                       fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="{0}" tests="1" failures="1" errors="0" skipped="0" time="0">
<testcase classname="{0}" name="{0}" file="{0}" line="1" time="0"><failure message="{0}">{1}</failure></testcase>
</testsuite>
</testsuites>
)",
                                   row.line, row.lines));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace junit_text_test
