#include "../demo/demo_session.hpp"
#include "../demo/every_source.hpp"
#include "command.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/system_clock.hpp>
#include <assent/app/gate/answers.hpp>
#include <assent/app/session/permission_responder.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

struct demo_rule {
    rule_behavior behavior;
    std::string_view text;
};

constexpr std::array demo_rules{
    demo_rule{rule_behavior::allow, "Bash(touch *)"},
    demo_rule{rule_behavior::allow, "Read(/proj/project/*)"},
    demo_rule{rule_behavior::allow, "Write(/proj/project/**)"},
    demo_rule{rule_behavior::allow, "mcp__calc__*"},
    demo_rule{rule_behavior::allow, "WebFetch(domain:b.example.org)"},
    demo_rule{rule_behavior::ask, "Bash(cat *)"},
    demo_rule{rule_behavior::deny, "WebFetch(domain:*.bad.example.com)"},
};

// The decisions as the record has them.
class decisions final : public audit_sink {
public:
    struct row {
        std::string outcome, source, reason;
    };
    boost::system::error_code record(const audit_event& event) override {
        if (event.decided != nullptr)
            rows.push_back({std::string(to_string(event.decided->decision)),
                            std::string(to_string(event.decided->source)), event.decided->reason()});
        return {};
    }
    std::vector<row> rows;
};

// As reasons show it, and not too much of it.
std::string shown(std::string_view text, std::size_t most) {
    std::string safe = display_text(text);
    if (safe.size() <= most) return safe;
    return std::string(beginning_of(safe, most - 2)) + "..";
}

std::string subject(const tool_call& call) {
    std::string scratch;
    const auto field = main_field(call.tool_name);
    const auto value = call.input.field(field, scratch);
    return shown(value.what == field_view::kind::string ? value.text : call.input.raw(), 30);
}

// Plays a recorded session of a real agent and shows what was decided.
int play_recorded() {
    std::vector<permission_rule> compiled;
    fmt::print("A real agent's session, recorded; decided with these rules, and nobody there to ask:\n\n");
    for (const auto& each : demo_rules) {
        fmt::print("    --{:5} '{}'\n", to_string(each.behavior), each.text);
        compiled.push_back(parse_rule(each.text, each.behavior, rule_origin::command_line).value());
    }
    const auto record = std::make_shared<decisions>();
    gate_options options;
    options.rules = rule_set::make(std::move(compiled)).value();
    options.callback =
        answer_with([](const permission_question& question) { return deny_result{.reason = question.why}; });
    const auto gate =
        std::make_shared<permission_gate>(std::move(options), std::make_shared<system_clock>(), record);

    control_channel channel;
    permission_responder responder(gate, channel);
    std::string_view rest = demo_session();
    std::vector<std::pair<std::string, std::string>> asked;
    while (!rest.empty()) {
        const auto space = channel.read_space();
        const auto bytes = std::min(space.size(), rest.size());
        std::copy_n(rest.begin(), bytes, space.begin());
        channel.arrived(bytes);
        rest.remove_prefix(bytes);
        while (true) {
            const control_message message = channel.next();
            if (std::holds_alternative<no_message>(message)) break;
            if (const auto* question = std::get_if<can_use_tool_message>(&message))
                asked.emplace_back(question->call.tool_name, subject(question->call));
            responder.on(message);
            responder.deliver();
        }
    }

    fmt::print("\n{:3} {:16} {:30} {:6} {:10} {}\n", "#", "tool", "what", "", "decided by", "reason");
    for (std::size_t i = 0; i < asked.size() && i < record->rows.size(); ++i) {
        const auto& row = record->rows[i];
        fmt::print("{:<3} {:16} {:30} {:6} {:10} {}\n", i + 1, shown(asked[i].first, 16), asked[i].second,
                   row.outcome, row.source, row.reason);
    }
    return asked.size() == record->rows.size() ? static_cast<int>(exit_code::ok)
                                               : static_cast<int>(exit_code::failed);
}

command_run declare_demo(CLI::App& app) {
    struct typed {
        bool every_source = false;
        std::string audit;
    };
    const auto given = std::make_shared<typed>();
    auto* const every = app.add_flag("--every-source", given->every_source,
                                     "Instead: a session in which each source of decisions speaks")
                            ->group(group::output);
    app.add_option("--audit", given->audit, "With --every-source: its audit file, with a chain")
        ->type_name("FILE")
        ->group(group::record)
        ->needs(every);
    return [given](const command_line&) {
        return given->every_source ? play_every_source(given->audit) : play_recorded();
    };
}

}  // namespace

const command commands::demo{"demo", command_group::start,
                             "A recorded agent session, decided before your eyes", declare_demo};

}  // namespace assent::cli
