#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/guard.hpp>
#include <assent/domain/tools/risk.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <string>
#include <string_view>

/// Short ways to have calls guarded and classified in tests.
namespace assent {

inline constexpr std::string_view sample_cwd = "/proj";

inline tool_definition tool_of_kind(tool_kind kind, risk_level risk = risk_level::low,
                                    safety_class safety = safety_class::always_safe) {
    tool_definition made{.name = "tool"};
    made.kind = kind;
    made.risk = risk;
    made.safety = safety;
    return made;
}

/// The id of what the guard finds; empty when it finds nothing.
inline std::string guarded(const json_object& input, const tool_definition* definition = nullptr,
                           std::string_view cwd = sample_cwd, std::string_view tool = "Bash") {
    const auto kept = make_input(input);
    std::string scratch;
    const auto found = guard({.tool_name = tool, .input = *kept, .cwd = cwd}, definition, scratch);
    return found && !found.only_runs_others ? found.why->id : std::string();
}

inline std::string guarded_text(std::string_view command) { return guarded({{"command", command}}); }

inline risk_assessment classified(const json_object& input, const tool_definition* definition = nullptr,
                                  std::string_view cwd = sample_cwd, std::string_view tool = "tool") {
    const auto kept = make_input(input);
    std::string scratch;
    return standard_risk_classifier()->classify({.tool_name = tool, .input = *kept, .cwd = cwd}, definition,
                                                scratch);
}

/// The ids of an assessment's factors, each between blanks.
inline std::string ids_of(const risk_assessment& assessment) {
    std::string ids = " ";
    for (const auto& each : assessment.factors) ids += each->id + " ";
    return ids;
}

inline bool has_factor(const risk_assessment& found, std::string_view id) {
    return ids_of(found).find(" " + std::string(id) + " ") != std::string::npos;
}

inline risk_assessment of_command(std::string_view command) {
    const auto shell = tool_of_kind(tool_kind::execute);
    return classified({{"command", command}}, &shell);
}

}  // namespace assent
