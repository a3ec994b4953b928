#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <cstddef>
#include <string>

namespace assent {

/// What a call would do, in one line of words: "Write to file: src/a.c", "Execute command: npm test". Safe to
/// show.
/// \param definition  what is registered about the tool; null when it is not known
/// \param scratch     room for unescaped text
[[nodiscard]] std::string operation_of(const tool_call& call, const tool_definition* definition,
                                       std::string& scratch);

/// The path that a call is about; empty when there is none. Safe to show, one line.
[[nodiscard]] std::string path_of(const tool_call& call, const tool_definition* definition,
                                  std::string& scratch);

/// The beginning of what a call would write or run.
[[nodiscard]] preview preview_of(const tool_call& call, const tool_definition* definition,
                                 std::string& scratch, std::size_t most = max_preview_characters);

}  // namespace assent
