#include "schema_keywords.hpp"

#include "../text/code_point.hpp"
#include "../text/word_map.hpp"
#include "tool_schema.hpp"

#include <assent/domain/call/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace assent::detail {
namespace {

using schema_result = boost::system::result<json_value, invalid_tool>;

constexpr std::string_view root = "parameters";
constexpr std::size_t max_shown_name = 64;

// What stands behind a keyword.
enum class holds : unsigned char {
    text,          // nothing that is enforced
    value,         // something that is no schema
    schema,        // an object or a boolean
    schemas,       // an array of them
    any_schemas,   // one or an array of them
    named,         // an object of them
    dependencies,  // an object of schemas and arrays of names
    divisor,       // a number above 0
    regex,         // a regular expression
    reference,     // another schema, by name
    uniqueness,    // a boolean
    unsupported,
};

holds look_up(std::string_view name) {
    static const word_map<holds> keywords{
        {"type enum const required minimum maximum exclusiveMinimum exclusiveMaximum", holds::value},
        {"minLength maxLength minItems maxItems minProperties maxProperties", holds::value},
        {"additionalItems additionalProperties propertyNames contains not if then else", holds::schema},
        {"allOf anyOf oneOf", holds::schemas},
        {"items", holds::any_schemas},
        {"properties definitions $defs", holds::named},
        {"dependencies", holds::dependencies},
        {"multipleOf", holds::divisor},
        {"pattern patternProperties", holds::regex},
        {"$ref $dynamicRef $recursiveRef", holds::reference},
        {"uniqueItems", holds::uniqueness},
        {"prefixItems unevaluatedItems unevaluatedProperties dependentRequired", holds::unsupported},
        {"dependentSchemas minContains maxContains divisibleBy disallow extends", holds::unsupported},
    };
    return keywords.of(name);
}

invalid_tool at(const std::string& place, std::string_view what) {
    return {place + ": " + std::string(what)};
}

schema_result read_schema(const json_value& schema, const std::string& place);

schema_result read_list(const json_value& list, const std::string& place) {
    if (!list.is_array()) return at(place, "expected an array of schemas, got something else");
    json_array read;
    for (const auto& each : list.get_array()) {
        auto part = read_schema(each, place + "[" + std::to_string(read.size()) + "]");
        if (!part) return part;
        read.push_back(std::move(*part));
    }
    return json_value(std::move(read));
}

schema_result read_named(const json_value& named, const std::string& place, bool names_too) {
    if (!named.is_object()) return at(place, "expected an object of schemas, got something else");
    json_object read;
    for (const auto& member : named.get_object()) {
        schema_result part = member.value();
        if (!names_too || !member.value().is_array())
            part = read_schema(member.value(), member_of(place, member.key()));
        if (!part) return part;
        read.emplace(member.key(), std::move(*part));
    }
    return json_value(std::move(read));
}

schema_result read_divisor(const json_value& value, const std::string& place) {
    if (!value.is_number() || !(value.to_number<double>() > 0))
        return at(place, "expected a number above 0, got something else");
    return json_value(value.to_number<double>());
}

schema_result read_keyword(holds what, const json_value& value, const std::string& place) {
    switch (what) {
        case holds::text:
        case holds::value: return value;
        case holds::schema: return read_schema(value, place);
        case holds::schemas: return read_list(value, place);
        case holds::any_schemas:
            return value.is_array() ? read_list(value, place) : read_schema(value, place);
        case holds::named: return read_named(value, place, false);
        case holds::dependencies: return read_named(value, place, true);
        case holds::divisor: return read_divisor(value, place);
        case holds::regex: return at(place, "expected no regular expression, got one");
        case holds::reference: return at(place, "expected no reference, got one");
        case holds::uniqueness:
            if (value == json_value(false)) return value;
            return at(place, "expected false, got something else: uniqueness is not checked");
        case holds::unsupported: return at(place, "expected a supported keyword, got one that is not");
    }
    return at(place, "expected a supported keyword, got one that is not");
}

schema_result read_schema(const json_value& schema, const std::string& place) {
    if (schema.is_bool()) return schema;
    if (!schema.is_object()) return at(place, "expected an object or a boolean, got something else");
    json_object read;
    for (const auto& member : schema.get_object()) {
        const holds what = look_up(member.key());
        auto part = read_keyword(what, member.value(), member_of(place, member.key()));
        if (!part) return part;
        if (what != holds::text) read.emplace(member.key(), std::move(*part));
    }
    return json_value(std::move(read));
}

std::size_t count_values(const json_value& value) {
    std::size_t sum = 1;
    if (value.is_array())
        for (const auto& element : value.get_array()) sum += count_values(element);
    if (value.is_object())
        for (const auto& member : value.get_object()) sum += count_values(member.value());
    return sum;
}

bool shown_as_is(char byte) noexcept {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '-' || byte == '$';
}

}  // namespace

// Names of fields come from models and servers too: what does not look like a name is not shown.
std::string member_of(std::string_view place, std::string_view name) {
    const bool shown =
        !name.empty() && name.size() <= max_shown_name && std::ranges::all_of(name, shown_as_is);
    return std::string(place) + "." + (shown ? std::string(name) : "(an unusual name)");
}

void make_numbers_comparable(json_value& value) {
    if (value.is_uint64()) {
        const std::uint64_t number = value.get_uint64();
        if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            value = static_cast<std::int64_t>(number);
        else
            value = static_cast<double>(number);
    }
    if (value.is_array())
        for (auto& element : value.get_array()) make_numbers_comparable(element);
    if (value.is_object())
        for (auto& member : value.get_object()) make_numbers_comparable(member.value());
}

schema_result enforced_schema(const json_object& parameters) {
    const std::string place(root);
    for (const auto& member : parameters) {
        // Checked member by member, so that nothing deep is copied before its depth is known.
        const auto flaw = find_flaw(member.value(), max_schema_depth - 1);
        if (flaw != value_flaw::none) return at(member_of(root, member.key()), to_string(flaw));
        if (find_flaw(std::string_view(member.key())) != value_flaw::none)
            return at(place, to_string(find_flaw(std::string_view(member.key()))));
    }
    json_value whole(parameters);
    if (count_values(whole) > max_schema_values)
        return at(place, "expected at most " + std::to_string(max_schema_values) + " values, got more");
    if (const auto* type = parameters.if_contains("type"); type != nullptr && *type != json_value("object"))
        return at(member_of(root, "type"), "expected `object`, got something else");
    make_numbers_comparable(whole);
    return read_schema(whole, place);
}

namespace {

constexpr std::size_t max_listed_values = 16;
constexpr std::size_t max_listed_bytes = 200;

struct type_words {
    std::string_view type;
    std::string_view words;
};
constexpr std::array all_types{
    type_words{"string", "a string"},   type_words{"number", "a number"}, type_words{"integer", "an integer"},
    type_words{"boolean", "a boolean"}, type_words{"array", "an array"},  type_words{"object", "an object"},
    type_words{"null", "null"},
};

std::string_view words_for(std::string_view type) noexcept {
    for (const auto& each : all_types)
        if (each.type == type) return each.words;
    return "another type";
}

std::string_view type_of(const json_value& value) noexcept {
    if (value.is_string()) return "string";
    if (value.is_int64()) return "integer";
    if (value.is_number()) return "number";
    if (value.is_bool()) return "boolean";
    if (value.is_array()) return "array";
    if (value.is_object()) return "object";
    return "null";
}

bool is_of(std::string_view type, const json_value& value) noexcept {
    return type == type_of(value) || type == "any" || (type == "number" && value.is_number());
}

// The types that a schema allows; empty: any.
std::vector<std::string_view> types_of(const json_object& schema) {
    std::vector<std::string_view> types;
    const auto* type = schema.if_contains("type");
    if (type == nullptr) return types;
    if (type->is_string()) types.emplace_back(type->get_string());
    if (type->is_array())
        for (const auto& each : type->get_array())
            if (each.is_string()) types.emplace_back(each.get_string());
    return types;
}

std::string expected_type(const json_value* schema) {
    std::string text;
    if (schema != nullptr && schema->is_object())
        for (const auto type : types_of(schema->get_object()))
            text += (text.empty() ? "" : " or ") + std::string(words_for(type));
    return text.empty() ? "a value" : text;
}

bool listable(const json_value& value) {
    if (!value.is_string()) return false;
    const auto& text = value.get_string();
    return std::ranges::all_of(text, [](char byte) { return byte >= ' ' && byte <= '~'; });
}

std::string expected_value(const json_array& values) {
    std::string text;
    for (const auto& each : values) {
        if (!listable(each)) return "one of the values that the schema lists";
        text += (text.empty() ? "`" : ", `") + std::string(each.get_string()) + "`";
    }
    if (values.size() > max_listed_values || text.size() > max_listed_bytes)
        return fmt::format("one of the {} values that the schema lists", values.size());
    return "one of " + text;
}

// The first misfit in a value; `found` gets its text.
class search {
public:
    bool look(const json_value& schema, const json_value& value, const std::string& place) {
        if (schema.is_bool()) return !schema.get_bool() && misfit(place, "no value", "one");
        const auto& rules = schema.get_object();
        const auto types = types_of(rules);
        const auto fits = [&](std::string_view type) { return is_of(type, value); };
        if (!types.empty() && std::ranges::none_of(types, fits))
            return misfit(place, expected_type(&schema), words_for(type_of(value)));
        if (wrong_value(rules, value, place)) return true;
        if (value.is_number()) return wrong_number(rules, value, place);
        if (value.is_string()) return wrong_size(rules, {"Length", "characters"}, characters(value), place);
        if (value.is_array()) return wrong_array(rules, value.get_array(), place);
        return value.is_object() && wrong_object(rules, value.get_object(), place);
    }

    invalid_tool found;

private:
    struct size_words {
        std::string_view keyword;
        std::string_view unit;
    };

    bool misfit(const std::string& place, std::string_view expected, std::string_view got) {
        found.message = fmt::format("{}: expected {}, got {}", place, expected, got);
        return true;
    }

    static std::size_t characters(const json_value& text) { return detail::characters_in(text.get_string()); }

    bool wrong_value(const json_object& rules, const json_value& value, const std::string& place) {
        const auto* listed = rules.if_contains("enum");
        if (listed != nullptr && listed->is_array()) {
            const auto& values = listed->get_array();
            if (std::ranges::find(values, value) == values.end())
                return misfit(place, expected_value(values), "another value");
        }
        const auto* only = rules.if_contains("const");
        return only != nullptr && *only != value && misfit(place, "the value of the schema", "another value");
    }

    bool wrong_number(const json_object& rules, const json_value& value, const std::string& place) {
        const auto number = value.to_number<double>();
        const auto bound = [&](const char* name, std::string_view words, auto&& within) {
            const auto* limit = rules.if_contains(name);
            if (limit == nullptr || !limit->is_number()) return false;
            const auto to = limit->to_number<double>();
            return !within(number, to) &&
                   misfit(place, fmt::format("a number {} {}", words, to), "another number");
        };
        return bound("minimum", "of at least", [](double a, double b) { return a >= b; }) ||
               bound("maximum", "of at most", [](double a, double b) { return a <= b; }) ||
               bound("exclusiveMinimum", "above", [](double a, double b) { return a > b; }) ||
               bound("exclusiveMaximum", "below", [](double a, double b) { return a < b; });
    }

    bool wrong_size(const json_object& rules, size_words words, std::size_t size, const std::string& place) {
        const auto bound = [&](std::string_view prefix) {
            const auto* limit = rules.if_contains(fmt::format("{}{}", prefix, words.keyword));
            return limit != nullptr && limit->is_int64() ? std::optional(limit->get_int64()) : std::nullopt;
        };
        if (const auto least = bound("min"); least && std::cmp_less(size, *least))
            return misfit(place, fmt::format("at least {} {}", *least, words.unit), "fewer");
        if (const auto most = bound("max"); most && std::cmp_greater(size, *most))
            return misfit(place, fmt::format("at most {} {}", *most, words.unit), "more");
        return false;
    }

    bool wrong_array(const json_object& rules, const json_array& values, const std::string& place) {
        if (wrong_size(rules, {"Items", "elements"}, values.size(), place)) return true;
        const auto* items = rules.if_contains("items");
        if (items == nullptr || items->is_array()) return false;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (look(*items, values[i], fmt::format("{}[{}]", place, i))) return true;
        return false;
    }

    bool wrong_object(const json_object& rules, const json_object& value, const std::string& place) {
        const auto* properties = rules.if_contains("properties");
        const json_object none;
        const auto& known = properties != nullptr ? properties->get_object() : none;
        if (missing(rules, known, value, place)) return true;
        const auto* others = rules.if_contains("additionalProperties");
        for (const auto& member : value) {
            const auto* schema = known.if_contains(member.key());
            const auto inside = member_of(place, member.key());
            if (schema == nullptr && others != nullptr && *others == json_value(false))
                return misfit(inside, "no field of that name", "one");
            if (schema == nullptr) schema = others;
            if (schema != nullptr && look(*schema, member.value(), inside)) return true;
        }
        return wrong_size(rules, {"Properties", "fields"}, value.size(), place);
    }

    bool missing(const json_object& rules, const json_object& known, const json_object& value,
                 const std::string& place) {
        const auto* required = rules.if_contains("required");
        if (required == nullptr || !required->is_array()) return false;
        for (const auto& name : required->get_array())
            if (name.is_string() && !value.contains(name.get_string()))
                return misfit(member_of(place, name.get_string()),
                              expected_type(known.if_contains(name.get_string())), "nothing");
        return false;
    }
};

}  // namespace

invalid_tool explain_misfit(const json_value& schema, const json_value& input) {
    search first;
    if (first.look(schema, input, "parameters")) return std::move(first.found);
    return {"parameters: expected an input that fits the tool's schema, got one that does not"};
}

}  // namespace assent::detail
