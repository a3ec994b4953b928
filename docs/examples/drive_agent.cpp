// Starts an agent CLI, gives it one task, and answers its questions. Exits as the CLI does.
//
//     drive_agent "list the files" claude -p --output-format stream-json --verbose
//         --input-format stream-json --permission-prompt-tool stdio
#include <assent/async.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/json.hpp>

#include <csignal>
#include <iostream>

using namespace assent;

// What the gate's rules leave open. All text of a question is safe to print.
permission_result decide(const permission_question& question) {
    const bool fine = question.risk < risk_level::critical;
    std::cout << "asked: " << question.operation << " (" << question.risk
              << " risk): " << (fine ? "yes" : "no") << std::endl;
    if (fine) return allow_result{};
    return deny_result{.reason = "too risky without a person"};
}

// Prints what the agent says. \return whether its run is over
bool show(std::string_view line) {
    boost::system::error_code not_json;
    const boost::json::value frame = boost::json::parse(line, not_json);
    if (not_json || !frame.is_object() || !frame.get_object().contains("type")) return false;
    if (frame.at("type") == "assistant")
        for (const auto& block : frame.at("message").at("content").as_array())
            if (block.at("type") == "text")
                std::cout << "agent: " << display_text(block.at("text").as_string()) << '\n';
    return frame.at("type") == "result";
}

int drive(std::string_view prompt, const child_command& command) {
    boost::asio::io_context io(1);
    const auto time = std::make_shared<system_clock>();
    gate_options gate;
    gate.rules = rule_set::make({parse_rule("Bash(touch *)", rule_behavior::allow, rule_origin::host).value(),
                                 parse_rule("Bash(rm *)", rule_behavior::deny, rule_origin::host).value()})
                     .value();
    gate.callback = answer_with(decide);

    session_options options;
    options.channel.speaks = dialect_choice::nested;
    options.channel.guard_hook = "guard";  // look at what the agent's own rules allow, too
    options.responder.time = time;
    std::shared_ptr<control_session> session;
    options.responder.on_foreign = [&](std::string_view line) {
        if (show(line)) session->end_output();  // there is no other task
    };

    child_process agent(io.get_executor(), command);
    session = std::make_shared<control_session>(agent.take_pipes(),
                                                std::make_shared<permission_gate>(gate, time), options);
    async_session driver(io.get_executor(), session, time);
    bool guarded = true;
    driver.async_run([&](boost::system::error_code error) {
        if (error || !guarded) agent.stop();  // else it is done, and ends by itself
    });
    session->initialize([&](const request_outcome& answer) {
        guarded = answer.succeeded();
        if (!guarded) session->finish();
    });
    session->write_frame({{"type", "user"}, {"message", {{"role", "user"}, {"content", prompt}}}});
    boost::asio::signal_set ending(io, SIGINT, SIGTERM);
    ending.async_wait([&](auto, int) { agent.stop(); });  // we do not leave it behind
    agent.async_wait([&](auto) { ending.cancel(); });
    io.run();
    return agent.status().value().shell_code();
}

int main(int argc, char** argv) try {
    if (argc < 3) return std::cerr << "usage: drive_agent PROMPT PROGRAM [ARGUMENT...]\n", 2;
    std::signal(SIGPIPE, SIG_IGN);  // the agent may be gone before we have said everything
    return drive(argv[1],
                 {.program = argv[2], .arguments = {argv + 3, argv + argc}, .killed_with_parent = true});
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
