#include "tool_schema.hpp"

#include "schema_keywords.hpp"

#include <assent/domain/call/json.hpp>
#include <assent/domain/text/display_text.hpp>

// Without it valijson ends the process where it would throw. Defined here, so that no build can forget it.
#define VALIJSON_USE_EXCEPTIONS 1
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <exception>
#include <utility>

namespace assent::detail {

struct tool_schema::compiled {
    json_value source;  // the enforced part
    valijson::Schema rules;
};

boost::system::result<tool_schema, invalid_tool> tool_schema::compile(const json_object& parameters) {
    auto enforced = enforced_schema(parameters);
    if (!enforced) return enforced.error();
    const auto made = std::make_shared<compiled>();
    made->source = std::move(*enforced);
    try {
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::BoostJsonAdapter(made->source), made->rules);
    } catch (const std::exception& error) {
        return invalid_tool{"parameters: expected a JSON Schema, got something else: " +
                            display_text(error.what())};
    }
    return tool_schema(made);
}

std::optional<invalid_tool> tool_schema::check(const json_object& input) const {
    for (const auto& member : input) {
        auto flaw = find_flaw(std::string_view(member.key()));
        if (flaw == value_flaw::none) flaw = find_flaw(member.value(), max_input_depth - 1);
        if (flaw != value_flaw::none)
            return invalid_tool{member_of("parameters", member.key()) + ": " + std::string(to_string(flaw))};
    }
    json_value whole(input);
    make_numbers_comparable(whole);
    try {
        // Without a list for results it stops at the first error: the list would grow with the input.
        valijson::Validator validator(valijson::Validator::kStrongTypes);
        if (validator.validate(compiled_->rules, valijson::adapters::BoostJsonAdapter(whole), nullptr))
            return std::nullopt;
    } catch (const std::exception&) {
        return invalid_tool{"parameters: expected an input that can be checked, got one that cannot"};
    }
    return explain_misfit(compiled_->source, whole);
}

}  // namespace assent::detail
