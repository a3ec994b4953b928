#include <assent/domain/tools/tool_definition.hpp>

#include "../text/word_list.hpp"

#include <algorithm>
#include <array>

namespace assent {
namespace {

template <class Value>
struct named_value {
    std::string_view name;  // in lower case, with `_`
    Value value;
};

constexpr std::array defaults{
    named_value<tool_default>{"allow", tool_default::allow},
    named_value<tool_default>{"always", tool_default::allow},
    named_value<tool_default>{"always_allow", tool_default::allow},
    named_value<tool_default>{"ask", tool_default::ask},
    named_value<tool_default>{"prompt", tool_default::ask},
    named_value<tool_default>{"deny", tool_default::deny},
    named_value<tool_default>{"never", tool_default::deny},
    named_value<tool_default>{"always_deny", tool_default::deny},
};

constexpr std::array offers{
    named_value<offered_grant>{"none", offered_grant::none},
    named_value<offered_grant>{"time", offered_grant::time},
    named_value<offered_grant>{"ask_time", offered_grant::time},
    named_value<offered_grant>{"uses", offered_grant::uses},
    named_value<offered_grant>{"ask_uses", offered_grant::uses},
    named_value<offered_grant>{"ask_iterations", offered_grant::uses},
};

bool same_letter(char given, char expected) noexcept {
    return (given == '-' ? '_' : lower_case(given)) == expected;
}

template <class Table>
auto parse(const Table& table, std::string_view name) noexcept -> std::optional<decltype(table[0].value)> {
    for (const auto& row : table)
        if (std::equal(name.begin(), name.end(), row.name.begin(), row.name.end(), same_letter))
            return row.value;
    return std::nullopt;
}

}  // namespace

std::string tool_definition::decision_key() const {
    if (application.empty() || command.empty()) return name;
    return application + ":" + command;
}

std::optional<tool_default> parse_tool_default(std::string_view name) noexcept {
    return parse(defaults, name);
}
std::optional<offered_grant> parse_offered_grant(std::string_view name) noexcept {
    return parse(offers, name);
}

}  // namespace assent
