#include "input_form.hpp"

#include <assent/adapters/control/json_text.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace assent::detail {
namespace {

constexpr std::string_view redacted = "(redacted)";

void append_value(std::string& out, const json_value& value, const input_form& form) {
    if (value.is_object()) {
        append_input(out, value.get_object(), form);
    } else if (value.is_array()) {
        out += '[';
        bool first = true;
        for (const auto& each : value.get_array()) {
            if (!first) out += ',';
            first = false;
            append_value(out, each, form);
        }
        out += ']';
    } else if (value.is_double() && !std::isfinite(value.get_double())) {
        out += "null";  // a call that is denied for it is on record too
    } else {
        append_json(out, value);
    }
}

}  // namespace

void append_input(std::string& out, const json_object& input, const input_form& form) {
    std::vector<const json_object::value_type*> members;
    members.reserve(input.size());
    for (const auto& each : input) members.push_back(&each);
    if (form.sorted)
        std::sort(members.begin(), members.end(),
                  [](const auto* left, const auto* right) { return left->key() < right->key(); });

    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::string_view key = members[i]->key();
        if (i > 0) out += ',';
        append_json_string(out, key);
        out += ':';
        if (std::find(form.redact.begin(), form.redact.end(), key) != form.redact.end())
            append_json_string(out, redacted);
        else
            append_value(out, members[i]->value(), form);
    }
    out += '}';
}

}  // namespace assent::detail
