#include <assent/domain/decide/policy_examples.hpp>

#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <fmt/format.h>

#include <utility>

namespace assent {

std::string failed_example::text(const policy& of) const {
    const policy_example& example = of.examples.at(index);
    return fmt::format("examples[{}]: {}: expected {}, got {}: {}", index, example.tool_name,
                       to_string(example.expected), to_string(why.decided.decision), why.decided.reason());
}

tool_call call_of(const policy_example& example, const tool_input& input) {
    return {.tool_name = example.tool_name,
            .input = input,
            .cwd = example.cwd,
            .subagent = example.subagent,
            .session_id = example.session,
            .agent = example.agent,
            .walls = true};
}

explanation explain_example(const policy_example& example, const judgement_basis::pointer& basis,
                            const rule_set& rules) {
    const auto input = make_input(example.input);
    const tool_call call = call_of(example, *input);
    explanation made;
    std::string scratch;
    const call_reading reading(call, basis->settings().switches);
    consider(rules, reading, basis->definition(call.tool_name), basis->settings(), made);
    const auto found = examine(reading, basis->about(call.tool_name), rules, *basis, {}, scratch);
    static_cast<void>(permission_service(basis).judge(call, found, time_point(), false, &made));
    put_into_words(made.decided, reading, found, basis->settings(), rules);
    return made;
}

std::vector<failed_example> failed_examples(const judgement_basis::pointer& basis, const rule_set& rules) {
    std::vector<failed_example> failed;
    const auto& examples = basis->settings().examples;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        auto made = explain_example(examples[i], basis, rules);
        if (made.decided.decision != examples[i].expected) failed.push_back({i, std::move(made)});
    }
    return failed;
}

}  // namespace assent
