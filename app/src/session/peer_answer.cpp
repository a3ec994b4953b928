#include "peer_answer.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <string_view>
#include <variant>

namespace assent {
namespace {

// For the record: a program has answered, and who has told it to is not known.
constexpr std::string_view answered_by = "peer";

}  // namespace

permission_result peer_answer(decoded_answer answer, const permission_question& question) {
    auto* const yes = std::get_if<allow_result>(&answer.result);
    if (yes != nullptr && !answer.input.empty() && answer.input != question.input->raw()) {
        json_object input = parse_scanned(answer.input).get_object();
        if (input != question.input->whole()) yes->edited_input = std::move(input);
    }
    std::visit([](auto& result) { result.by = answered_by; }, answer.result);
    return std::move(answer.result);
}

}  // namespace assent
