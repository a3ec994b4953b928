#include "every_source.hpp"

#include "../options/options.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/fan_out_audit_sink.hpp>
#include <assent/adapters/files/memory_audit_sink.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/permission_gate.hpp>

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A session in which each source of decisions speaks at least once.
namespace assent::cli {
namespace {

// The policy of the session, as a file would have it.
constexpr std::string_view sample_policy = R"json({
    "mode": "ask",
    "rules": {"allow": ["Bash(npm *)", "Bash(find *)"], "ask": ["Bash(npm publish)"], "deny": ["Bash(rm *)"]},
    "limits": {"per_minute": 100},
    "blocked_tools": ["KillShell"],
    "trusted_tools": ["mcp__calc__add"],
    "tools": {
        "mcp__db__drop": {"decision": "never"},
        "WebSearch": {"limits": {"per_minute": 1}},
        "mcp__notes__list": {"risk": "low"}
    },
    "effects": {"secret": "deny"},
    "tool_defaults": true,
    "ask_from_risk": "medium",
    "questions": {"timeout": "5m"},
    "audit": {"chain": true}
})json";

// Time passes when the session says so.
class demo_clock final : public clock {
public:
    [[nodiscard]] time_point now() const noexcept override { return now_; }
    [[nodiscard]] wall_time wall() const noexcept override {
        using std::chrono::floor;
        return start_ + floor<std::chrono::milliseconds>(now_.time_since_epoch());
    }
    void pass(duration time) { now_ += time; }

private:
    time_point now_{};
    wall_time start_{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
};

class session_of_all {
public:
    explicit session_of_all(const std::string& audit_path)
        : time_(std::make_shared<demo_clock>()), memory_(std::make_shared<memory_audit_sink>()) {
        basis_ = judgement_basis::make(read_policy(sample_policy, "policy").value()).value();
        std::vector<std::shared_ptr<audit_sink>> sinks{memory_};
        if (!audit_path.empty())
            sinks.push_back(
                std::make_shared<audit_file>(audit_path, audit_file_options_of(basis_->settings().audit)));
        audit_ = std::make_shared<fan_out_audit_sink>(std::move(sinks));
        gate_ = make_gate({});
    }

    std::vector<kept_audit_event> run() {
        decided_beforehand();
        decided_from_memory();
        decided_by_answers();
        ended_without_an_answer();
        return memory_->events();
    }

private:
    std::unique_ptr<permission_gate> make_gate(gate_limits limits) {
        gate_options options;
        options.basis = basis_;
        options.limits = limits;
        options.callback = [this](permission_request request) { answer_(std::move(request)); };
        return std::make_unique<permission_gate>(std::move(options), time_, audit_);
    }

    // One use of a tool, by whichever way it is decided.
    question_id use(std::string_view tool, json_object input, bool needs_human = false) {
        const auto kept = make_input(std::move(input));
        const tool_call call{.tool_name = tool, .input = *kept, .cwd = "/proj", .needs_human = needs_human};
        std::string scratch;
        if (!gate_->check(call, {}, scratch).asks()) return question_id::none;
        return gate_->ask(call, {}, {});
    }
    question_id bash(std::string_view command) { return use("Bash", {{"command", command}}); }

    void answer_with(permission_result answer) {
        answer_ = [answer](permission_request request) { std::move(request).answer(answer); };
    }
    void keep_open() {
        answer_ = [this](permission_request request) { open_.push_back(std::move(request)); };
    }

    void decided_beforehand() {
        answer_with(deny_result{.reason = "not now"});
        use("not a tool", {});                       // malformed
        bash("rm -rf build");                        // rule
        use("KillShell", {{"shell_id", "1"}});       // blocked_list
        use("mcp__calc__add", {{"a", 1}});           // trusted_tool
        use("mcp__db__drop", {{"table", "t"}});      // tool_override
        use("Read", {{"file_path", "/proj/.env"}});  // effect
        use("Read", {{"file_path", "/proj/a.c"}});   // tool_default
        use("mcp__notes__list", {});                 // risk
        gate_->set_mode(permission_mode::deny);
        bash("npm test");  // mode
        gate_->set_mode(permission_mode::ask);
        answer_with(allow_result{});
        use("WebSearch", {{"query", "asio"}});
        use("WebSearch", {{"query", "asio again"}});  // rate_limit
    }

    void decided_from_memory() {
        answer_with(allow_result{.keep = remember::session});
        use("Task", {{"prompt", "look"}});        // callback
        use("Task", {{"prompt", "look again"}});  // remembered
        answer_with(allow_result{.trust = true});
        use("Write", {{"file_path", "/proj/a.c"}, {"content", ""}});
        use("Write", {{"file_path", "/proj/b.c"}, {"content", ""}});  // trust
        answer_with(allow_result{.grant = grant_terms::for_uses(1)});
        bash("make");
        bash("make check");  // grant
        const stored_decision stored{"mcp__mail__send", false, "user", time_->wall(), {}};
        gate_->load_decisions({&stored, 1});
        use("mcp__mail__send", {});  // persistent
        gate_->pause(std::chrono::minutes(1));
        bash("go build");  // pause
        gate_->end_pause();
    }

    void decided_by_answers() {
        answer_with(deny_result{.reason = "not today"});
        bash("find . -delete");           // asked because of the guard
        bash("assent uninstall claude");  // asked because of the gate
        bash("npm publish");              // asked because of a rule
        use("mcp__form__ask", {}, true);  // asked because the peer says so
        answer_ = [](permission_request) { throw std::runtime_error("the form is broken"); };
        bash("make install");  // fault
    }

    void ended_without_an_answer() {
        keep_open();
        bash("make a");
        time_->pass(std::chrono::minutes(5));
        gate_->tick();                                              // timeout
        gate_->cancel(bash("make b"), decision_source::cancelled);  // cancelled
        gate_ = make_gate({.max_open_questions = 1});
        bash("make c");
        bash("make d");  // limit
        gate_.reset();   // closed
    }

    std::shared_ptr<demo_clock> time_;
    std::shared_ptr<memory_audit_sink> memory_;
    judgement_basis::pointer basis_;
    std::shared_ptr<audit_sink> audit_;
    can_use_tool answer_;
    std::vector<permission_request> open_;
    std::unique_ptr<permission_gate> gate_;
};

}  // namespace

int play_every_source(const std::string& audit_path) {
    fmt::print("{:3} {:16} {:6} {:14} {:12} {}\n", "#", "tool", "", "decided by", "asked for", "reason");
    std::set<decision_source> seen;
    std::size_t number = 0;
    for (const auto& each : session_of_all(audit_path).run()) {
        if (each.what != audit_event::kind::decision) continue;
        seen.insert(each.source);
        if (each.asked_because) seen.insert(*each.asked_because);
        fmt::print("{:<3} {:16} {:6} {:14} {:12} {}\n", ++number, each.tool_name, to_string(each.decision),
                   to_string(each.source), each.asked_because ? to_string(*each.asked_because) : "",
                   each.reason);
    }
    fmt::print("\n{} of {} sources of decisions have spoken\n", seen.size(), decision_source_count);
    return static_cast<int>(seen.size() == decision_source_count ? exit_code::ok : exit_code::failed);
}

}  // namespace assent::cli
