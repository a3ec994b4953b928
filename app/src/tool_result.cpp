#include <assent/adapters/control/json_text.hpp>
#include <assent/app/tool_runner.hpp>

#include <ostream>

namespace assent {

model_text to_model_text(const tool_result& result) {
    if (!result.success) return {result.error ? result.error->model_message : "The tool failed.", true};
    if (result.output.is_null()) return {};
    model_text text;
    if (result.output.is_string())
        text.content = result.output.get_string();
    else
        append_json(text.content, result.output);
    return text;
}

std::string_view to_string(tool_error_code code) noexcept {
    switch (code) {
        case tool_error_code::unknown_tool: return "unknown_tool";
        case tool_error_code::invalid_params: return "invalid_params";
        case tool_error_code::permission_denied: return "permission_denied";
        case tool_error_code::execution_error: return "execution_error";
        case tool_error_code::timed_out: return "timed_out";
        case tool_error_code::cancelled: return "cancelled";
    }
    return "?";
}

std::ostream& operator<<(std::ostream& out, tool_error_code code) { return out << to_string(code); }

}  // namespace assent
