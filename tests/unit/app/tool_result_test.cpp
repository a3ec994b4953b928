#include <assent/app/runner/tool_runner.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace assent::tool_result_test {
namespace {

BOOST_AUTO_TEST_SUITE(tool_result_test)

BOOST_AUTO_TEST_CASE(the_model_gets_text_as_it_is_and_everything_else_as_json) {
    struct row {
        json_value output;
        std::string_view content;
    };
    const row rows[]{
        {"two\nlines", "two\nlines"},
        {nullptr, ""},
        {7, "7"},
        {json_array{1, "a\n"}, R"([1,"a\n"])"},
        {json_object{}, "{}"},
        {json_object{{"a", json_array{true, nullptr}}}, R"({"a":[true,null]})"},
    };
    for (const auto& [output, content] : rows) {
        const auto text = to_model_text({.success = true, .output = output});
        BOOST_TEST(text.content == content);
        BOOST_TEST(!text.is_error);
    }
}

BOOST_AUTO_TEST_CASE(the_model_gets_the_text_that_is_meant_for_it_when_a_call_fails) {
    tool_result result;
    result.output = "left over";
    result.error = tool_error{tool_error_code::timed_out, "for people", "for the model"};
    const auto text = to_model_text(result);
    BOOST_TEST(text.content == "for the model");
    BOOST_TEST(text.is_error);
    BOOST_TEST(to_model_text({}).is_error);
    BOOST_TEST(!to_model_text({}).content.empty());
}

BOOST_AUTO_TEST_CASE(an_error_code_is_printed_by_name) {
    using enum tool_error_code;
    std::ostringstream out;
    for (const auto code :
         {unknown_tool, invalid_params, permission_denied, execution_error, timed_out, cancelled})
        out << code << ' ';
    BOOST_TEST(out.str() ==
               "unknown_tool invalid_params permission_denied execution_error timed_out cancelled ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::tool_result_test
