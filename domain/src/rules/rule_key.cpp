#include <assent/domain/rules/permission_rule.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

// Rules as keys: a text for each, and for each another one.
namespace assent {
namespace {

// Below this every whole number has its own double, and is the same number as an integer.
constexpr double exact_limit = 9007199254740992.0;  // 2^53

void put(std::string& key, const json_value& value);

void put_text(std::string& key, std::string_view text) {
    key += '"';
    for (const char byte : text) {
        if (byte == '"' || byte == '\\') key += '\\';
        key += byte;
    }
    key += '"';
}

// Two numbers that are equal give the same text. One with a point is no integer.
void put_number(std::string& key, const json_value& value) {
    if (value.is_int64()) {
        key += std::to_string(value.get_int64());
    } else if (value.is_uint64()) {
        key += std::to_string(value.get_uint64());
    } else {
        const double number = value.get_double();
        const bool whole = std::abs(number) < exact_limit && std::trunc(number) == number;
        key += whole ? std::to_string(static_cast<std::int64_t>(number)) : fmt::format("{:#}", number);
    }
}

void put_object(std::string& key, const json_object& object) {
    std::vector<const json_object::value_type*> members;
    for (const auto& member : object) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](const auto* one, const auto* other) { return one->key() < other->key(); });
    key += '{';
    for (const auto* member : members) {
        if (member != members.front()) key += ',';
        put_text(key, {member->key().data(), member->key().size()});
        key += '=';
        put(key, member->value());
    }
    key += '}';
}

void put(std::string& key, const json_value& value) {
    if (value.is_null()) {
        key += "null";
    } else if (value.is_bool()) {
        key += value.get_bool() ? "true" : "false";
    } else if (value.is_string()) {
        put_text(key, {value.get_string().data(), value.get_string().size()});
    } else if (value.is_array()) {
        key += '[';
        for (const auto& element : value.get_array()) {
            put(key, element);
            key += ',';
        }
        key += ']';
    } else if (value.is_object()) {
        put_object(key, value.get_object());
    } else {
        put_number(key, value);
    }
}

}  // namespace

std::string permission_rule::key() const {
    std::string key(to_string(behavior_));
    key += ' ';
    if (plain()) return key + text();
    key += tool_text_;
    put_object(key, input_pattern_);
    return key;
}

}  // namespace assent
