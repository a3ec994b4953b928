// Why an input does not fit: in words that a model can act on, and without the input's content.
#include "schema_keywords.hpp"
#include "tool_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace assent::detail {
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
    return std::all_of(text.begin(), text.end(), [](char byte) { return byte >= ' ' && byte <= '~'; });
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
        if (!types.empty() && std::none_of(types.begin(), types.end(), fits))
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

    static std::size_t characters(const json_value& text) {
        const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
        const auto& bytes = text.get_string();
        return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), begins));
    }

    bool wrong_value(const json_object& rules, const json_value& value, const std::string& place) {
        const auto* listed = rules.if_contains("enum");
        if (listed != nullptr && listed->is_array()) {
            const auto& values = listed->get_array();
            if (std::find(values.begin(), values.end(), value) == values.end())
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
