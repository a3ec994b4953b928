#include <assent/adapters/control/json/json_text.hpp>
#include <assent/app/runner/tool_runner.hpp>

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

}  // namespace assent
