#pragma once

#include <assent/domain/rules/rule_switches.hpp>
#include <assent/domain/rules/shell_command.hpp>
#include <assent/domain/tool_call.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the files of the reference matcher share.
namespace assent::differential::reference {

using text = std::string_view;
using list = std::vector<std::string>;

/// What may be said of a rule and a call, bit by bit: no, doubt, yes.
using answers = unsigned;
inline constexpr answers sure_no = 1;
inline constexpr answers doubtful = 2;
inline constexpr answers sure_yes = 4;
inline constexpr answers anything = 7;
[[nodiscard]] inline answers exactly(bool covered) { return covered ? sure_yes : sure_no; }

[[nodiscard]] std::string lower(text from);
/// `*`, `?`, `\x`; with `sets` also `[ab]` and `[!ab]`.
[[nodiscard]] bool fits(text pattern, text value, bool sets = false);
[[nodiscard]] bool wild(text pattern);
/// The parts that are not empty. \param escapes  a `\` keeps what follows it in its part
[[nodiscard]] list split(text from, text at, bool escapes = false);

using fit = std::function<bool(std::size_t, text)>;  // the n-th pattern, and an item
/// A list of patterns and one of items. `many(n)`: the n-th pattern stands for that many items at least; -1:
/// for one.
[[nodiscard]] bool fit_lists(std::size_t size, const std::function<int(std::size_t)>& many,
                             std::span<const std::string> items, const fit& one, const fit& any,
                             std::size_t at = 0);
[[nodiscard]] bool has_parent(text path);

[[nodiscard]] bool covers_simple(text pattern, const shell_command& shell, std::size_t at);
[[nodiscard]] answers command_answers(text pattern, text raw, const rule_switches& switches, bool deny);
[[nodiscard]] answers path_answers(text pattern, text raw, const tool_call& call,
                                   const rule_switches& switches, bool deny);
[[nodiscard]] answers url_answers(text pattern, text raw, bool deny);

}  // namespace assent::differential::reference
