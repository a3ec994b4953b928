// Which parameter schemas are accepted, and which inputs fit them.
#include <assent/domain/call/json.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace assent::tool_schema_test {
namespace {

tool_registry with(std::string_view parameters) {
    tool_registry tools;
    tool_definition made{.name = "x"};
    made.parameters = object(parameters);
    tools.add(std::move(made)).value();
    return tools;
}

std::string refusal(json_object parameters) {
    tool_registry tools;
    tool_definition made{.name = "x"};
    made.parameters = std::move(parameters);
    const auto added = tools.add(std::move(made));
    return added ? std::string() : added.error().message;
}

// What is wrong with an input; empty: nothing.
std::string misfit(const tool_registry& tools, const json_object& input, std::string_view name = "x") {
    const auto wrong = tools.validate(name, input);
    return wrong ? wrong->message : std::string();
}

json_value nested(std::size_t levels) {
    json_value value = json_array{};
    for (std::size_t i = 1; i < levels; ++i) value = json_array({std::move(value)});
    return value;
}

BOOST_AUTO_TEST_SUITE(tool_schema_test)

BOOST_AUTO_TEST_CASE(an_input_that_does_not_fit_is_refused_in_words_without_its_content) {
    const auto tools =
        with(R"({"type":"object","required":["path","mode"],"additionalProperties":false,"properties":{
        "path":{"type":"string","minLength":1,"maxLength":3},"mode":{"enum":["r","w"]},
        "line":{"type":"integer","minimum":1,"maximum":9},"ratio":{"type":"number","exclusiveMaximum":1},
        "deep":{"type":["object","null"],"properties":{"a b":{"type":"boolean"},"c":{"const":1}}},
        "all":{"type":"array","maxItems":2,"items":{"type":"object","required":["id"]}},
        "step":{"multipleOf":2}}})");
    struct row {
        std::string_view input;
        std::string_view message;
    };
    constexpr std::array rows{
        row{R"({})", "parameters.path: expected a string, got nothing"},
        row{R"({"path":"a"})", "parameters.mode: expected a value, got nothing"},
        row{R"({"path":1,"mode":"r"})", "parameters.path: expected a string, got an integer"},
        row{R"({"path":null,"mode":"r"})", "parameters.path: expected a string, got null"},
        row{R"({"path":"","mode":"r"})", "parameters.path: expected at least 1 characters, got fewer"},
        row{R"({"path":"secret","mode":"r"})", "parameters.path: expected at most 3 characters, got more"},
        row{R"({"path":"a","mode":"secret"})",
            "parameters.mode: expected one of `r`, `w`, got another value"},
        row{R"({"path":"a","mode":"r","line":"1"})", "parameters.line: expected an integer, got a string"},
        row{R"({"path":"a","mode":"r","line":1.5})", "parameters.line: expected an integer, got a number"},
        row{R"({"path":"a","mode":"r","line":0})",
            "parameters.line: expected a number of at least 1, got another number"},
        row{R"({"path":"a","mode":"r","line":10})",
            "parameters.line: expected a number of at most 9, got another number"},
        row{R"({"path":"a","mode":"r","line":18446744073709551615})",
            "parameters.line: expected an integer, got a number"},
        row{R"({"path":"a","mode":"r","ratio":18446744073709551615})",
            "parameters.ratio: expected a number below 1, got another number"},
        row{R"({"path":"a","mode":"r","deep":1})",
            "parameters.deep: expected an object or null, got an integer"},
        row{R"({"path":"a","mode":"r","deep":{"a b":1}})",
            "parameters.deep.(an unusual name): expected a boolean, got an integer"},
        row{R"({"path":"a","mode":"r","deep":{"c":2}})",
            "parameters.deep.c: expected the value of the schema, got another value"},
        row{R"({"path":"a","mode":"r","all":[{"id":1},{}]})",
            "parameters.all[1].id: expected a value, got nothing"},
        row{R"({"path":"a","mode":"r","all":[{},{},{}]})",
            "parameters.all: expected at most 2 elements, got more"},
        row{R"({"path":"a","mode":"r","more":"secret"})",
            "parameters.more: expected no field of that name, got one"},
        row{R"({"path":"a","mode":"r","step":3})",
            "parameters: expected an input that fits the tool's schema, got one that does not"},
        row{R"({"path":"a","mode":"r","step":4.5})",
            "parameters: expected an input that fits the tool's schema, got one that does not"},
        row{R"({"path":"\u00e9\u00e9\u00e9","mode":"w","line":9,"ratio":-0.5,"deep":null,"all":[{"id":1}],"step":4})",
            ""},
    };
    for (const auto& [input, message] : rows) BOOST_TEST(misfit(tools, object(input)) == message, input);
}

BOOST_AUTO_TEST_CASE(alternatives_conditions_and_dependencies_are_enforced) {
    const auto tools = with(R"({"oneOf":[{"required":["a"]},{"required":["b"]}],"not":{"required":["n"]},
        "if":{"required":["i"]},"then":{"required":["t"]},"dependencies":{"d":["e"]},
        "anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"type":"null"}}}],
        "allOf":[{"maxProperties":3}],"propertyNames":{"maxLength":3},
        "properties":{"c":{"contains":{"const":1}},"never":false}})");
    for (const auto* good : {R"({"a":"x"})", R"({"b":1})", R"({"a":null,"i":1,"t":1})",
                             R"({"b":1,"d":1,"e":1})", R"({"b":1,"c":[0,1]})"})
        BOOST_TEST(misfit(tools, object(good)).empty(), good);
    for (const auto* bad : {"{}", R"({"a":"x","b":1})", R"({"b":1,"n":1})", R"({"b":1,"i":1})",
                            R"({"b":1,"d":1})", R"({"a":1})", R"({"b":1,"x":1,"y":1,"z":1})",
                            R"({"b":1,"long":1})", R"({"b":1,"c":[0]})", R"({"b":1,"never":1})"})
        BOOST_TEST(!misfit(tools, object(bad)).empty(), bad);
}

BOOST_AUTO_TEST_CASE(text_is_compared_to_its_end) {
    const auto tools = with(R"({"properties":{"mode":{"enum":["safe"]}},"additionalProperties":false})");
    using namespace std::string_literals;
    BOOST_TEST(misfit(tools, {{"mode", "safe"}}).empty());
    BOOST_TEST(misfit(tools, {{"mode", "safe\0 not"s}}) ==
               "parameters.mode: expected text without NUL, got one");
    BOOST_TEST(misfit(tools, {{"mode\0x"s, "safe"}}) ==
               "parameters.(an unusual name): expected text without NUL, got one");
    BOOST_TEST(misfit(tools, {{"mode", "\xff"}}) ==
               "parameters.mode: expected text in UTF-8, got other bytes");
}

BOOST_AUTO_TEST_CASE(unsigned_numbers_are_bounded_like_others) {
    const auto tools =
        with(R"({"properties":{"n":{"type":"integer","maximum":5},"f":{"type":"number","maximum":5}}})");
    BOOST_TEST(misfit(tools, {{"n", std::uint64_t{5}}, {"f", std::uint64_t{5}}}).empty());
    BOOST_TEST(!misfit(tools, {{"n", std::uint64_t{6}}}).empty());
    BOOST_TEST(!misfit(tools, {{"f", std::numeric_limits<std::uint64_t>::max()}}).empty());
    BOOST_TEST(!misfit(tools, {{"f", std::numeric_limits<double>::infinity()}}).empty());
}

BOOST_AUTO_TEST_CASE(an_input_may_be_as_deep_as_on_the_wire_and_no_deeper_schema_or_not) {
    for (const auto* parameters : {"{}", R"({"type":"object"})", R"({"properties":{"b":true}})"}) {
        const auto tools = with(parameters);
        BOOST_TEST(misfit(tools, {{"a", nested(max_input_depth - 1)}}).empty());
        BOOST_TEST(misfit(tools, {{"a", nested(max_input_depth)}}) ==
                   "parameters.a: expected less nesting, got too many levels");
    }
    BOOST_TEST(
        misfit(with("{}"), {{"a", nested(20'000)}}).starts_with("parameters.a: expected less nesting"));
}

BOOST_AUTO_TEST_CASE(a_tool_without_a_schema_takes_any_input_and_an_unknown_one_is_not_judged_here) {
    BOOST_TEST(misfit(with("{}"), object(R"({"a":[1,{"b":null}],"":""})")).empty());
    BOOST_TEST(misfit(with(R"({"required":["a"]})"), {}, "y").empty());
}

BOOST_AUTO_TEST_CASE(a_schema_that_cannot_be_enforced_is_refused) {
    struct row {
        std::string_view parameters;
        std::string_view message;
    };
    constexpr std::array rows{
        row{R"({"type":"array"})", "parameters.type: expected `object`, got something else"},
        row{R"({"type":["object","null"]})", "parameters.type: expected `object`, got something else"},
        row{R"({"properties":{"a":{"pattern":"^a"}}})",
            "parameters.properties.a.pattern: expected no regular expression, got one"},
        row{R"({"patternProperties":{"^a":{}}})",
            "parameters.patternProperties: expected no regular expression, got one"},
        row{R"({"allOf":[{"items":{"pattern":"a"}}]})",
            "parameters.allOf[0].items.pattern: expected no regular expression, got one"},
        row{R"({"$defs":{"a":{"pattern":"a"}}})",
            "parameters.$defs.a.pattern: expected no regular expression, got one"},
        row{R"({"dependencies":{"a":{"pattern":"a"}}})",
            "parameters.dependencies.a.pattern: expected no regular expression, got one"},
        row{R"({"properties":{"a":{"$ref":"#"}}})",
            "parameters.properties.a.$ref: expected no reference, got one"},
        row{R"({"$ref":"file:///etc/passwd"})", "parameters.$ref: expected no reference, got one"},
        row{R"({"items":{"uniqueItems":true}})",
            "parameters.items.uniqueItems: expected false, got something else: uniqueness is not checked"},
        row{R"({"unevaluatedProperties":false})",
            "parameters.unevaluatedProperties: expected a supported keyword, got one that is not"},
        row{R"({"properties":{"a":{"multipleOf":0}}})",
            "parameters.properties.a.multipleOf: expected a number above 0, got something else"},
        row{R"({"properties":{"a":{"multipleOf":-1}}})",
            "parameters.properties.a.multipleOf: expected a number above 0, got something else"},
        row{R"({"properties":[]})",
            "parameters.properties: expected an object of schemas, got something else"},
        row{R"({"properties":{"a":1}})",
            "parameters.properties.a: expected an object or a boolean, got something else"},
        row{R"({"anyOf":{}})", "parameters.anyOf: expected an array of schemas, got something else"},
        row{R"({"const":"a\u0000b"})", "parameters.const: expected text without NUL, got one"},
    };
    for (const auto& [parameters, message] : rows)
        BOOST_TEST(refusal(object(parameters)) == message, parameters);
    for (const auto* parameters :
         {R"({"properties":{"a":{"type":"text"}}})", R"({"required":"a"})",
          R"({"properties":{"a":{"maxLength":-1}}})", R"({"properties":{"a":{"enum":1}}})"})
        BOOST_TEST(refusal(object(parameters))
                       .starts_with("parameters: expected a JSON Schema, got something else: "),
                   parameters);
}

BOOST_AUTO_TEST_CASE(what_only_describes_and_properties_with_the_names_of_keywords_are_accepted) {
    const auto tools =
        with(R"({"$schema":"http://json-schema.org/draft-07/schema#","$id":"::","title":"t","id":"a b",
        "properties":{"pattern":{"type":"string","format":"date","description":"d","default":{"$ref":"x"}},
        "$ref":{"type":"string"},"patternProperties":{"type":"number"},"uniqueItems":{"const":true}},
        "definitions":{"pattern":{"type":"string"}},"dependencies":{"pattern":["$ref"]},"uniqueItems":false})");
    BOOST_TEST(misfit(tools, object(R"({"pattern":"not a date","$ref":"r","patternProperties":1})")).empty());
    BOOST_TEST(misfit(tools, object(R"({"pattern":1,"$ref":"r"})")) ==
               "parameters.pattern: expected a string, got an integer");
    BOOST_TEST(!misfit(tools, object(R"({"pattern":"p"})")).empty());
}

BOOST_AUTO_TEST_CASE(a_schema_may_be_as_deep_and_as_large_as_its_limits_and_no_more) {
    // Each `not` is one level, and the innermost object one more.
    const auto deep = [](std::size_t levels) {
        json_object schema;
        for (std::size_t i = 1; i < levels; ++i) schema = json_object{{"not", std::move(schema)}};
        return schema;
    };
    BOOST_TEST(refusal(deep(max_schema_depth)).empty());
    BOOST_TEST(refusal(deep(max_schema_depth + 1)) ==
               "parameters.not: expected less nesting, got too many levels");

    const auto large = [](std::size_t values) {
        json_array listed;
        for (std::size_t i = 2; i < values; ++i) listed.emplace_back(i);
        return json_object{{"const", std::move(listed)}};
    };
    BOOST_TEST(refusal(large(max_schema_values)).empty());
    BOOST_TEST(refusal(large(max_schema_values + 1)) ==
               "parameters: expected at most 10000 values, got more");
}

BOOST_AUTO_TEST_CASE(a_validator_of_the_host_has_the_last_word_and_its_failure_is_a_no) {
    tool_registry tools;
    tool_definition made{.name = "x"};
    made.parameters = object(R"({"required":["a"]})");
    int asked = 0;
    made.validator = [&](const json_object& input) -> std::optional<std::string> {
        ++asked;
        if (input.at("a") == json_value("throw")) throw std::runtime_error("secret");
        if (input.at("a") == json_value("throw an int")) throw 1;
        if (input.at("a") == json_value("bad")) return "no\nnot this";
        return std::nullopt;
    };
    tools.add(std::move(made)).value();
    BOOST_TEST(!misfit(tools, {}).empty());
    BOOST_TEST(asked == 0);
    BOOST_TEST(misfit(tools, {{"a", "good"}}).empty());
    BOOST_TEST(misfit(tools, {{"a", "bad"}}) == "parameters: no\\nnot this");
    for (const auto* bad : {"throw", "throw an int"})
        BOOST_TEST(misfit(tools, {{"a", bad}}) ==
                   "parameters: expected an input that can be checked, got one that cannot");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::tool_schema_test
