#include "schema_keywords.hpp"

#include <assent/domain/json_soundness.hpp>

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

struct keyword {
    std::string_view name;
    holds what;
};
constexpr std::array keywords{
    keyword{"type", holds::value},
    keyword{"enum", holds::value},
    keyword{"const", holds::value},
    keyword{"required", holds::value},
    keyword{"minimum", holds::value},
    keyword{"maximum", holds::value},
    keyword{"exclusiveMinimum", holds::value},
    keyword{"exclusiveMaximum", holds::value},
    keyword{"minLength", holds::value},
    keyword{"maxLength", holds::value},
    keyword{"minItems", holds::value},
    keyword{"maxItems", holds::value},
    keyword{"minProperties", holds::value},
    keyword{"maxProperties", holds::value},
    keyword{"multipleOf", holds::divisor},
    keyword{"properties", holds::named},
    keyword{"definitions", holds::named},
    keyword{"$defs", holds::named},
    keyword{"dependencies", holds::dependencies},
    keyword{"items", holds::any_schemas},
    keyword{"additionalItems", holds::schema},
    keyword{"additionalProperties", holds::schema},
    keyword{"propertyNames", holds::schema},
    keyword{"contains", holds::schema},
    keyword{"not", holds::schema},
    keyword{"if", holds::schema},
    keyword{"then", holds::schema},
    keyword{"else", holds::schema},
    keyword{"allOf", holds::schemas},
    keyword{"anyOf", holds::schemas},
    keyword{"oneOf", holds::schemas},
    keyword{"pattern", holds::regex},
    keyword{"patternProperties", holds::regex},
    keyword{"$ref", holds::reference},
    keyword{"$dynamicRef", holds::reference},
    keyword{"$recursiveRef", holds::reference},
    keyword{"uniqueItems", holds::uniqueness},
    keyword{"prefixItems", holds::unsupported},
    keyword{"unevaluatedItems", holds::unsupported},
    keyword{"unevaluatedProperties", holds::unsupported},
    keyword{"dependentRequired", holds::unsupported},
    keyword{"dependentSchemas", holds::unsupported},
    keyword{"minContains", holds::unsupported},
    keyword{"maxContains", holds::unsupported},
    keyword{"divisibleBy", holds::unsupported},
    keyword{"disallow", holds::unsupported},
    keyword{"extends", holds::unsupported},
};

holds look_up(std::string_view name) noexcept {
    const auto* found = std::find_if(keywords.begin(), keywords.end(),
                                     [&](const keyword& each) { return each.name == name; });
    return found == keywords.end() ? holds::text : found->what;
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
        !name.empty() && name.size() <= max_shown_name && std::all_of(name.begin(), name.end(), shown_as_is);
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

}  // namespace assent::detail
