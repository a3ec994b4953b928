#pragma once

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/testing.hpp>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// `allow Bash(npm *)`: a behavior, a blank, and a rule as people write it.
inline permission_rule rule(std::string_view text, rule_origin origin = rule_origin::host) {
    const auto blank = text.find(' ');
    const auto word = text.substr(0, blank);
    auto behavior = rule_behavior::allow;
    if (word == "deny") behavior = rule_behavior::deny;
    if (word == "ask") behavior = rule_behavior::ask;
    return parse_rule(text.substr(blank + 1), behavior, origin).value();
}

inline rule_set::pointer rules(std::initializer_list<std::string_view> texts) {
    std::vector<permission_rule> made;
    for (const auto text : texts) made.push_back(rule(text));
    return rule_set::make(std::move(made)).value();
}

inline json_object command(std::string_view text) { return {{"command", text}}; }

/// Names no program, wherever it is asked about.
class harmless_repositories final : public repository_settings {
public:
    boost::system::result<std::string> names_program(std::string_view, git_use) override {
        return std::string();
    }
};

/// A callback that keeps every handle, for a test to answer when it likes.
struct handle_box {
    std::vector<permission_request> handles;

    [[nodiscard]] permission_request take(std::size_t at = 0) {
        permission_request taken = std::move(handles.at(at));
        handles.erase(handles.begin() + static_cast<std::ptrdiff_t>(at));
        return taken;
    }
};

inline can_use_tool keep_in(const std::shared_ptr<handle_box>& box) {
    return [box](permission_request request) { box->handles.push_back(std::move(request)); };
}

/// How a question ended, as `on_settled` heard it.
struct ending {
    int times = 0;
    settlement how;
    std::shared_ptr<const permission_question> question;
    question_id id = question_id::none;

    [[nodiscard]] bool open() const { return times == 0; }
};

/// A gate with its clock, its audit sink, and the handles its callback has kept.
struct gate_probe {
    explicit gate_probe(gate_options options = {}) {
        if (!options.callback) options.callback = keep_in(box);
        gate = std::make_unique<permission_gate>(std::move(options), time, sink);
    }

    verdict check(std::string_view tool, const json_object& input, std::string_view id = "r") const {
        return gate->check({.tool_name = tool, .input = *make_input(input)}, id, scratch);
    }
    std::shared_ptr<ending> ask(const tool_call& call, std::string_view id = "r") const {
        auto end = std::make_shared<ending>();
        const auto settled = [end](const std::shared_ptr<const permission_question>& question,
                                   settlement how) {
            ++end->times;
            end->question = question;
            end->how = std::move(how);
        };
        end->id = gate->ask(call, id, settled);
        return end;
    }
    std::shared_ptr<ending> ask(std::string_view tool, const json_object& input,
                                std::string_view id = "r") const {
        return ask(tool_call{.tool_name = tool, .input = *make_input(input)}, id);
    }

    std::shared_ptr<testing::manual_clock> time = std::make_shared<testing::manual_clock>();
    std::shared_ptr<testing::recording_audit_sink> sink = std::make_shared<testing::recording_audit_sink>();
    std::shared_ptr<handle_box> box = std::make_shared<handle_box>();
    std::unique_ptr<permission_gate> gate;
    mutable std::string scratch;
};

}  // namespace assent
