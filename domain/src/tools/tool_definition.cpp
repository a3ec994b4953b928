#include <assent/domain/tools/tool_definition.hpp>

#include <algorithm>
#include <array>
#include <ostream>

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

constexpr std::array kinds{
    named_value<tool_kind>{"other", tool_kind::other},
    named_value<tool_kind>{"read", tool_kind::read},
    named_value<tool_kind>{"search", tool_kind::search},
    named_value<tool_kind>{"edit", tool_kind::edit},
    named_value<tool_kind>{"remove", tool_kind::remove},
    named_value<tool_kind>{"execute", tool_kind::execute},
    named_value<tool_kind>{"fetch", tool_kind::fetch},
    named_value<tool_kind>{"agent", tool_kind::agent},
    named_value<tool_kind>{"interact", tool_kind::interact},
};

bool same_letter(char given, char expected) noexcept {
    if (given == '-') given = '_';
    if (given >= 'A' && given <= 'Z') given = static_cast<char>(given - 'A' + 'a');
    return given == expected;
}

template <class Table>
auto parse(const Table& table, std::string_view name) noexcept -> std::optional<decltype(table[0].value)> {
    for (const auto& row : table)
        if (std::equal(name.begin(), name.end(), row.name.begin(), row.name.end(), same_letter))
            return row.value;
    return std::nullopt;
}

// The first name of a value is the one it is written with.
template <class Table, class Value>
std::string_view name_of(const Table& table, Value value) noexcept {
    for (const auto& row : table)
        if (row.value == value) return row.name;
    return "?";
}

}  // namespace

std::string tool_definition::decision_key() const {
    if (application.empty() || command.empty()) return name;
    return application + ":" + command;
}

std::string_view to_string(tool_default decision) noexcept { return name_of(defaults, decision); }
std::string_view to_string(offered_grant grant) noexcept { return name_of(offers, grant); }
std::string_view to_string(tool_kind kind) noexcept { return name_of(kinds, kind); }

std::optional<tool_default> parse_tool_default(std::string_view name) noexcept {
    return parse(defaults, name);
}
std::optional<offered_grant> parse_offered_grant(std::string_view name) noexcept {
    return parse(offers, name);
}
std::optional<tool_kind> parse_tool_kind(std::string_view name) noexcept { return parse(kinds, name); }

std::ostream& operator<<(std::ostream& out, tool_default decision) { return out << to_string(decision); }
std::ostream& operator<<(std::ostream& out, offered_grant grant) { return out << to_string(grant); }
std::ostream& operator<<(std::ostream& out, tool_kind kind) { return out << to_string(kind); }

}  // namespace assent
