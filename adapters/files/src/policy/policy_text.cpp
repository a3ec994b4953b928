#include "policy_keys.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {
namespace {

constexpr std::size_t indent_width = 4;

std::string in_quotes(std::string_view text) {
    std::string json;
    append_json_string(json, text);
    return json;
}

// The lines of one object, with commas between its members.
class object_text {
public:
    explicit object_text(std::size_t depth) : indent_(depth * indent_width, ' ') {}

    object_text& comment(std::string_view line) {
        comments_.append(indent_).append("// ").append(line).append("\n");
        return *this;
    }
    object_text& member(std::string_view key, std::string_view json) {
        if (!lines_.empty()) lines_ += ",\n";
        if (!lines_.empty() && !comments_.empty()) lines_ += "\n";
        lines_.append(comments_).append(indent_).append(in_quotes(key)).append(": ").append(json);
        comments_.clear();
        return *this;
    }
    [[nodiscard]] std::string text() const {
        if (lines_.empty()) return "{}";
        return "{\n" + lines_ + "\n" + indent_.substr(indent_width) + "}";
    }

private:
    std::string indent_;
    std::string comments_;
    std::string lines_;
};

// \param remarks  one for each element, or none at all; empty: nothing is said of it
std::string list_text(const std::vector<std::string>& elements, std::size_t depth,
                      const std::vector<std::string>& remarks = {}) {
    if (elements.empty()) return "[]";
    const std::string indent(depth * indent_width, ' ');
    std::string text = "[\n";
    for (std::size_t i = 0; i < elements.size(); ++i) {
        text.append(indent).append(elements[i]).append(i + 1 < elements.size() ? "," : "");
        if (!remarks.empty() && !remarks[i].empty()) text.append("  // ").append(display_text(remarks[i]));
        text += "\n";
    }
    return text + indent.substr(indent_width) + "]";
}

std::string line_of_names(const std::vector<std::string>& names) {
    std::string text = "[";
    for (const auto& name : names) text.append(text.size() > 1 ? ", " : "").append(in_quotes(name));
    return text + "]";
}

template <class Belongs>
std::string list_of_rules(const std::vector<permission_rule>& rules, std::size_t depth,
                          const rule_remark& remark, const Belongs& belongs) {
    std::vector<std::string> elements, remarks;
    for (const auto& rule : rules) {
        if (!belongs(rule)) continue;
        elements.push_back(to_policy_json(rule));
        remarks.push_back(remark ? remark(rule) : std::string());
    }
    return list_text(elements, depth, remarks);
}

std::string rules_text(const std::vector<permission_rule>& rules, const rule_remark& remark) {
    object_text text(2);
    const auto standard = policy::standard().rules;
    const auto is_built_in = [&](const permission_rule& rule) {
        const auto is_same = [&](const permission_rule& other) { return rule.same_as(other); };
        return std::ranges::any_of(standard, is_same);
    };
    const auto member = [&](std::string_view key, const auto& belongs) {
        text.member(key, list_of_rules(rules, 3, remark, belongs));
    };
    for (const auto behavior : detail::rule_lists)
        member(to_string(behavior), [&](const permission_rule& rule) {
            return rule.behavior() == behavior && rule.condition() == nullptr && !is_built_in(rule);
        });
    member(detail::built_in_rules_key, is_built_in);
    return text.text();
}

// What an element of `where` is for.
struct condition_text {
    void agent(std::string_view key, const std::string& value) { filled_text(key, value, {}); }
    void folder(std::string_view key, const std::string& value) { filled_text(key, value, {}); }
    void filled_text(std::string_view key, const std::string& value, std::string_view) {
        if (!value.empty()) into.member(key, in_quotes(value));
    }
    void flag(std::string_view key, bool value) {
        if (value) into.member(key, "true");
    }
    object_text& into;
};

// Conditions in the order of their first rules, with all rules of each.
std::string conditional_rules_text(const std::vector<permission_rule>& rules, const rule_remark& remark) {
    std::vector<const rule_condition*> written;
    std::vector<std::string> sets;
    for (const auto& first : rules) {
        const auto same = [&](const rule_condition* other) { return *other == *first.condition(); };
        if (first.condition() == nullptr || std::ranges::any_of(written, same)) continue;
        written.push_back(first.condition());
        object_text text(3);
        condition_text condition{text};
        detail::condition_keys(condition, *first.condition());
        for (const auto behavior : detail::rule_lists) {
            const auto belongs = [&](const permission_rule& rule) {
                return rule.behavior() == behavior && rule.condition() != nullptr && same(rule.condition());
            };
            if (std::ranges::any_of(rules, belongs))
                text.member(to_string(behavior), list_of_rules(rules, 4, remark, belongs));
        }
        sets.push_back(text.text());
    }
    return list_text(sets, 2);
}

std::string examples_text(const std::vector<policy_example>& examples) {
    std::vector<std::string> elements;
    for (const auto& example : examples) {
        std::string json = "{\"tool\": " + in_quotes(example.tool_name) + ", \"input\": ";
        append_json(json, example.input);
        const auto add = [&json](std::string_view key, const std::string& value) {
            if (!value.empty())
                json.append(", ").append(in_quotes(key)).append(": ").append(in_quotes(value));
        };
        add("cwd", example.cwd);
        add("agent", example.agent);
        add("subagent", example.subagent);
        add("session", example.session);
        json.append(", \"expect\": ").append(in_quotes(to_string(example.expected))).append("}");
        elements.push_back(std::move(json));
    }
    return list_text(elements, 2);
}

std::string number_or_null(std::optional<std::size_t> value) {
    return value ? std::to_string(*value) : "null";
}

// The limits, which are short, in one line.
struct limits_in_line {
    void limit(std::string_view key, std::optional<std::size_t> value, std::size_t) {
        member(key, number_or_null(value));
    }
    void member(std::string_view key, const std::string& value) {
        text.append(text.empty() ? "{" : ", ").append(in_quotes(key)).append(": ").append(value);
    }
    std::string text;
};

// The members of one object, in the words of the table of keys.
class key_writer {
public:
    explicit key_writer(std::size_t depth, rule_remark remark = {})
        : depth_(depth), lines_(depth), remark_(std::move(remark)) {}

    [[nodiscard]] std::string text() const { return lines_.text(); }

    void comment(std::string_view line) { lines_.comment(line); }
    void flag(std::string_view key, bool value) { lines_.member(key, value ? "true" : "false"); }
    void flag_if_set(std::string_view key, std::optional<bool> value) {
        if (value) flag(key, *value);
    }
    template <class Enum>
    void word(std::string_view key, Enum value) {
        lines_.member(key, in_quotes(to_string(value)));
    }
    template <class Enum>
    void word_if_set(std::string_view key, std::optional<Enum> value) {
        if (value) word(key, *value);
    }
    template <class Enum>
    void word_or_null(std::string_view key, std::optional<Enum> value) {
        lines_.member(key, value ? in_quotes(to_string(*value)) : "null");
    }
    void names(std::string_view key, const std::vector<std::string>& values, std::string_view) {
        std::vector<std::string> elements;
        for (const auto& value : values) elements.push_back(in_quotes(value));
        lines_.member(key, list_text(elements, depth_ + 1));
    }
    void tool_names(std::string_view key, const std::vector<std::string>& values, std::string_view expected) {
        names(key, values, expected);
    }
    void names_in_line(std::string_view key, const std::vector<std::string>& values, std::string_view) {
        lines_.member(key, line_of_names(values));
    }
    void folders(std::string_view key, const std::vector<std::string>& values) {
        lines_.member(key, line_of_names(values));
    }
    void number(std::string_view key, std::size_t value, std::size_t, std::size_t) {
        lines_.member(key, std::to_string(value));
    }
    void time(std::string_view key, duration value, duration, duration, std::string_view) {
        lines_.member(key, in_quotes(duration_text(value)));
    }
    void size(std::string_view key, std::uintmax_t value, std::uintmax_t, std::string_view) {
        lines_.member(key, in_quotes(size_text(value)));
    }
    void limit(std::string_view key, std::optional<std::size_t> value, std::size_t) {
        lines_.member(key, number_or_null(value));
    }
    void limits(std::string_view key, const rate_limits& value, over_limit on_limit) {
        limits_in_line line;
        detail::limit_keys(line, value);
        line.member("on_limit", in_quotes(to_string(on_limit)));
        lines_.member(key, line.text + "}");
    }
    void limits_if_set(std::string_view key, const std::optional<rate_limits>& value) {
        if (!value) return;
        limits_in_line line;
        detail::limit_keys(line, *value);
        lines_.member(key, line.text + "}");
    }
    template <class Table>
    void object(std::string_view key, Table table) {
        key_writer inner(depth_ + 1);
        table(inner);
        lines_.member(key, inner.text());
    }
    void tool_decision(std::string_view key, const tool_policy& of) { word_if_set(key, of.decision); }
    void tool_grant(std::string_view key, const tool_policy& of) { word_if_set(key, of.offers); }
    template <class Tools>
    void tools(std::string_view key, const Tools& values) {
        object(key, [&values](key_writer& inner) {
            for (const auto& [name, tool] : values)
                inner.object(name, [&each = tool](key_writer& of_tool) { detail::tool_keys(of_tool, each); });
        });
    }
    void packs(std::string_view) {}  // their rules stand among those that are built in
    void rules(std::string_view key, const std::vector<permission_rule>& values) {
        lines_.member(key, rules_text(values, remark_));
    }
    void conditional_rules(std::string_view key, const std::vector<permission_rule>& values) {
        lines_.member(key, conditional_rules_text(values, remark_));
    }
    void examples(std::string_view key, const std::vector<policy_example>& values) {
        lines_.member(key, examples_text(values));
    }

private:
    std::size_t depth_;
    object_text lines_;
    rule_remark remark_;
};

}  // namespace

namespace {

// Of UTF-8; a byte that begins none is one by itself.
std::size_t length_of_character(std::string_view text) {
    constexpr unsigned char two = 0xC0, three = 0xE0, four = 0xF0;
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead >= four ? 4 : lead >= three ? 3 : lead >= two ? 2 : 1;
    return length <= text.size() ? length : 1;
}
unsigned number_of_character(std::string_view character) {
    constexpr unsigned bits = 6, mask = (1U << bits) - 1;
    unsigned number = static_cast<unsigned char>(character.front()) & (0xFFU >> (character.size() + 1));
    for (const char next : character.substr(1))
        number = (number << bits) | (static_cast<unsigned char>(next) & mask);
    return number;
}

// What a terminal would obey, or nobody would see, stands there by its number, which JSON has for all.
std::string with_numbers_of_unseen(std::string_view json) {
    constexpr unsigned first_of_two = 0x10000, high = 0xD800, low = 0xDC00, bits_of_low = 10;
    std::string text;
    while (!json.empty()) {
        const auto bytes = length_of_character(json);
        const auto character = json.substr(0, bytes);
        json.remove_prefix(bytes);
        if (bytes == 1 || display_text(character) == character) {
            text += character;
            continue;
        }
        const auto number = number_of_character(character);
        if (number < first_of_two) {
            text += fmt::format("\\u{:04x}", number);
        } else {
            const auto rest = number - first_of_two;
            text += fmt::format("\\u{:04x}\\u{:04x}", high + (rest >> bits_of_low),
                                low + (rest & ((1U << bits_of_low) - 1)));
        }
    }
    return text;
}

}  // namespace

// As people write it, where that means the same.
std::string to_policy_json(const permission_rule& rule) {
    const std::string text = rule.text();
    const auto read = parse_rule(text, rule.behavior(), rule.origin(), rule.overbroad());
    if (read && read->same_as(rule.with_condition(nullptr))) return in_quotes(text);
    std::string json;
    append_flat_rule(json, rule);
    return json;
}

std::string to_policy_text(const policy& of, const rule_remark& remark) {
    key_writer keys(1, remark);
    detail::policy_keys(keys, of);
    return "// What is decided beforehand. Every key may be left out; comments may stand anywhere.\n" +
           with_numbers_of_unseen(keys.text()) + "\n";
}

}  // namespace assent
