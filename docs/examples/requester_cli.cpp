// An agent CLI that the official SDKs can start in the place of their own: it asks them before it uses a
// tool.
//
// A script in the user's message stands for the model, and tools only say what they would do:
//     SCRIPT:{"turns":[[{"text":"hello"},{"tool":"Bash","input":{"command":"ls"}}],[{"text":"done"}]]}
// Each inner array is one answer of the model. Its blocks: {"text"}, {"tool","input","id"?}, {"delay_ms"}.
#include <assent/async.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <csignal>
#include <deque>
#include <filesystem>
#include <iostream>

namespace asio = boost::asio;
namespace json = boost::json;
using namespace assent;

namespace {

constexpr auto quietly = asio::as_tuple(asio::use_awaitable);  // a wait that is cancelled is no error

std::string new_id() { return to_string(boost::uuids::random_generator()()); }

// What the user says is a text, or a list of blocks.
std::string text_of(const json::value& content) {
    if (content.is_string()) return std::string(content.get_string());
    std::string text;
    for (const auto& block : content.as_array())
        if (const auto* part = block.as_object().if_contains("text")) text.append(part->as_string());
    return text;
}

json::array turns_of(std::string_view prompt) {
    constexpr std::string_view mark = "SCRIPT:";
    const auto at = prompt.find(mark);
    if (at == std::string_view::npos) return {json::array{json::object{{"text", "done"}}}};
    json::parser parser;
    parser.write_some(prompt.substr(at + mark.size()));
    return parser.release().at("turns").as_array();
}

// What matters here of the flags that the SDKs give.
struct launch {
    permission_mode mode = permission_mode::ask;
    bool may_bypass = false;
};

struct tool_use {
    std::string id, name;
    json::object input;
    std::optional<settlement> outcome{};  // there when it is decided
};

class agent {
public:
    explicit agent(const launch& how) {
        gate_options options;
        options.policy.mode = how.mode;
        options.policy.peer_may_set = how.may_bypass ? peer_mode::any : peer_mode::any_but_allow;
        options.callback = link_->callback();  // what rules and mode leave open is for the SDK to answer
        options.on_updates = [](const permission_question&, std::span<const permission_update> updates) {
            for (const auto& each : updates)  // here the settings are written that `each.destination` names
                std::cerr << each.what << " came with an answer\n";
        };
        gate_ = std::make_shared<permission_gate>(std::move(options), time_);

        requester_options requester;
        requester.on_foreign = [this](std::string_view line) { hear(line); };
        requester.on_interrupt = [this] { stop(); };
        requester.on_end = [this] { end(); };
        requester.on_mode = [this](permission_mode) { say_status(); };
        session_options wire;
        wire.channel.speaks = dialect_choice::nested;
        session_ = std::make_shared<control_session>(make_stdio_transport(io_.get_executor()), gate_, link_,
                                                     std::move(requester), std::move(wire));
    }

    // \return the exit status
    int run() {
        async_session driver(io_.get_executor(), session_, time_);
        driver.async_run([this](boost::system::error_code) { stop(), end(); });
        asio::co_spawn(io_, serve(), [](std::exception_ptr fault) {
            if (fault) std::rethrow_exception(fault);
        });
        io_.run();
        return failed_ ? 1 : 0;
    }

private:
    // Every line but control frames, which the library has served.
    void hear(std::string_view line) {
        try {
            const json::value frame = json::parse(line);
            if (frame.at("type") == "user") prompts_.push_back(text_of(frame.at("message").at("content")));
        } catch (const std::exception& error) {
            std::cerr << "a line is ignored: " << error.what() << '\n';
        }
        news_.cancel();
    }

    void stop() {
        stopped_ = true;
        pause_.cancel();
    }

    void end() {
        input_over_ = true;
        news_.cancel();
    }

    asio::awaitable<void> serve() {
        while (true) {
            while (prompts_.empty() && !input_over_) co_await news_.async_wait(quietly);
            if (prompts_.empty()) break;
            const std::string prompt = std::move(prompts_.front());
            prompts_.pop_front();
            co_await answer(prompt);
        }
        session_->finish();  // otherwise the output stays open
    }

    asio::awaitable<void> answer(const std::string& prompt) {
        stopped_ = false;
        denials_.clear();
        last_text_.clear();
        std::string fault;
        std::size_t turns = 0;
        say_init();
        try {
            const json::array script = turns_of(prompt);
            for (; turns < script.size() && !stopped_; ++turns) co_await turn(script[turns].as_array());
        } catch (const std::exception& error) {
            fault = std::string("the script is not valid: ") + error.what();
        }
        if (stopped_) fault = "interrupted";
        say_result(turns, fault);
    }

    // All tools of a turn are asked about at once; their results go back in order.
    asio::awaitable<void> turn(const json::array& blocks) {
        std::vector<std::shared_ptr<tool_use>> uses;
        for (const auto& block : blocks) {
            if (stopped_) break;
            if (const auto* delay = block.as_object().if_contains("delay_ms")) {
                pause_.expires_after(std::chrono::milliseconds(delay->to_number<int>()));
                co_await pause_.async_wait(quietly);
            } else if (const auto* text = block.as_object().if_contains("text")) {
                last_text_ = std::string(text->as_string());
                say_message("assistant", {{"type", "text"}, {"text", last_text_}});
            } else {
                uses.push_back(begin(block.as_object()));
            }
        }
        for (const auto& use : uses) {
            while (!use->outcome) co_await news_.async_wait(quietly);
            end(*use);
        }
    }

    std::shared_ptr<tool_use> begin(const json::object& block) {
        const auto* id = block.if_contains("id");
        const auto* input = block.if_contains("input");
        const auto use = std::make_shared<tool_use>(
            tool_use{.id = id != nullptr ? std::string(id->as_string()) : "toolu_" + new_id(),
                     .name = std::string(block.at("tool").as_string()),
                     .input = input != nullptr ? input->as_object() : json::object()});
        say_message("assistant",
                    {{"type", "tool_use"}, {"id", use->id}, {"name", use->name}, {"input", use->input}});
        ask(use);
        return use;
    }

    // The only way to a tool.
    void ask(const std::shared_ptr<tool_use>& use) {
        const auto input = make_input(use->input);
        tool_call call{.tool_name = use->name, .input = *input, .cwd = cwd_, .tool_use_id = use->id};
        call.needs_human = use->name == "AskUserQuestion";
        std::vector<permission_update> offers;  // "always allow this"
        if (auto rule = rule_for_call(*tool_registry::standard(), call))
            offers.push_back(add_rules({std::move(*rule)}, update_destination::local_settings));
        call.suggestions = offers;
        gate_->ask(call, {}, [this, use](const auto&, settlement outcome) {
            if (outcome.interrupt) stop();
            use->outcome = std::move(outcome);
            news_.cancel();
        });
    }

    void end(const tool_use& use) {
        const verdict& decided = use.outcome->decided;
        const bool runs = decided.allowed() && !stopped_;
        std::string text = decided.allowed() ? "interrupted" : decided.reason();
        if (runs)  // here the tool does its work: with this input, and no other
            text = "ran: " + json::serialize(use.outcome->edited_input.value_or(use.input));
        if (!decided.allowed())
            denials_.push_back({{"tool_name", use.name}, {"tool_use_id", use.id}, {"tool_input", use.input}});
        say_message(
            "user",
            {{"type", "tool_result"}, {"tool_use_id", use.id}, {"content", text}, {"is_error", !runs}});
    }

    // ---- What the SDK hears beside the questions

    void say(json::object frame) {
        frame["session_id"] = id_;
        frame["uuid"] = new_id();
        session_->write_frame(frame);
    }

    std::string_view mode_name() const { return nested_codec().mode_name(gate_->mode()); }

    void say_init() {
        say({{"type", "system"},
             {"subtype", "init"},
             {"permissionMode", mode_name()},
             {"cwd", cwd_},
             {"model", "script"},
             {"tools", json::array{"Bash"}},
             {"mcp_servers", json::array()}});
    }

    void say_status() {
        say({{"type", "system"},
             {"subtype", "status"},
             {"status", nullptr},
             {"permissionMode", mode_name()}});
    }

    void say_message(std::string_view role, json::object block) {
        json::object message{{"role", role}, {"content", json::array{std::move(block)}}};
        if (role == "assistant") message["model"] = "script";
        say({{"type", role}, {"message", std::move(message)}, {"parent_tool_use_id", nullptr}});
    }

    // Every run ends with a result: an SDK waits for it.
    void say_result(std::size_t turns, const std::string& fault) {
        failed_ = !fault.empty();
        json::object frame{{"type", "result"},
                           {"subtype", failed_ ? "error_during_execution" : "success"},
                           {"is_error", failed_},
                           {"num_turns", turns},
                           {"duration_ms", 0},
                           {"duration_api_ms", 0},
                           {"permission_denials", denials_}};
        if (failed_)
            frame["errors"] = json::array{fault};
        else
            frame["result"] = last_text_;
        say(std::move(frame));
    }

    asio::io_context io_{1};
    std::shared_ptr<system_clock> time_ = std::make_shared<system_clock>();
    std::shared_ptr<peer_link> link_ = std::make_shared<peer_link>();
    std::shared_ptr<permission_gate> gate_;
    std::shared_ptr<control_session> session_;
    asio::steady_timer news_{io_, std::chrono::steady_clock::time_point::max()};  // cancelled: look again
    asio::steady_timer pause_{io_};
    std::string id_ = new_id();
    std::string cwd_ = std::filesystem::current_path().string();
    std::deque<std::string> prompts_;
    json::array denials_;
    std::string last_text_;
    bool stopped_ = false, input_over_ = false, failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
    launch how;
    for (int i = 1; i < argc; ++i) {
        const std::string_view flag = argv[i];
        if (flag == "-v") return std::cout << "2.1.0 (example)\n", 0;  // the Python SDK wants 2.0.0 or later
        if (flag == "--allow-dangerously-skip-permissions") how.may_bypass = true;
        if (!flag.starts_with("--permission-mode")) continue;
        const bool separate = flag == "--permission-mode" && i + 1 < argc;
        const auto mode = nested_codec().mode(separate ? argv[i + 1] : flag.substr(flag.find('=') + 1));
        if (!mode)
            return std::cerr << "--permission-mode: expected one of " << nested_codec().mode_names(), 1;
        how.mode = *mode;
    }
    std::signal(SIGPIPE, SIG_IGN);
    return agent(how).run();
}
