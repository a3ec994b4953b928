#include "allocations.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/app/session/control_session.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>

// A session that answers by rule takes no memory once its buffers have their size: requests of up to 4 KiB,
// one at a time and many in one read, allowed and denied, with a record of each. The exit status is 1 when
// one does.
namespace assent::bench {
namespace {

constexpr std::size_t rounds = 200;

// The agent's end: what is sent is counted and forgotten.
class counting_transport final : public transport {
public:
    void start(std::shared_ptr<handler> user) override { user_ = std::move(user); }
    void send(std::span<const std::string_view> pieces) override {
        for (const auto piece : pieces)
            lines_ += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
        sent_ = true;
    }
    void resume() override {}
    void end_output() override {}
    void close() noexcept override {}

    // \return how many lines came back
    std::size_t ask(std::string_view bytes) {
        lines_ = 0;
        while (!bytes.empty()) {
            const auto space = user_->read_space();
            const std::size_t count = std::min(space.size(), bytes.size());
            std::copy_n(bytes.data(), count, space.data());
            bytes.remove_prefix(count);
            user_->on_read(count);
            while (std::exchange(sent_, false)) user_->on_sent();
        }
        return lines_;
    }

private:
    std::shared_ptr<handler> user_;
    std::size_t lines_ = 0;
    bool sent_ = false;
};

struct row {
    const char* name;
    std::string_view command;
    std::size_t line_bytes;
    std::size_t together;
};

constexpr row rows[] = {
    {"allowed, 512 bytes", "npm test", 512, 1},
    {"allowed, 512 bytes, 64 in one read", "npm test", 512, 64},
    {"allowed, 4 KiB", "npm test", 4096, 1},
    {"allowed, 4 KiB, 16 in one read", "npm test", 4096, 16},
    {"denied, 512 bytes", "rm -rf build", 512, 1},
    {"only looks, 512 bytes", "cd share && grep -rn TODO . | head -20", 512, 1},
};

// With the members that the official agent sends, suggestions among them.
std::string request(const row& what, std::size_t number) {
    std::string line = R"({"type":"control_request","request_id":"request_)" + std::to_string(number) +
                       R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":")";
    line.append(what.command).append(R"(","description":")");
    const std::string rest =
        R"("},"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test:*"}],)"
        R"("behavior":"allow","destination":"localSettings"}],"tool_use_id":"toolu_01"}})";
    if (line.size() + rest.size() + 1 < what.line_bytes)
        line.append(what.line_bytes - line.size() - rest.size() - 1, 'x');
    return line + rest + "\n";
}

std::shared_ptr<permission_gate> make_gate(int record) {
    gate_options options;
    options.rules =
        rule_set::make({parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value(),
                        parse_rule("Bash(rm *)", rule_behavior::deny, rule_origin::host).value()})
            .value();
    options.policy.allow_always_safe = true;
    options.paths = std::make_shared<filesystem_path_resolver>();
    audit_line_options how;
    how.inputs = audit_inputs::none;
    return std::make_shared<permission_gate>(std::move(options), std::make_shared<testing::manual_clock>(),
                                             std::make_shared<audit_file>(record, how));
}

bool measure(const row& what, int nowhere) {
    auto connection = std::make_unique<counting_transport>();
    counting_transport& agent = *connection;
    session_options options;
    options.responder.cwd = "/usr";
    options.channel.guard_hook = assent_guard_hook;  // as `assent serve` has it
    const auto session =
        std::make_shared<control_session>(std::move(connection), make_gate(nowhere), std::move(options));
    session->start({}, {});
    std::string bytes;
    for (std::size_t i = 0; i < what.together; ++i) bytes += request(what, i);

    for (std::size_t i = 0; i < rounds; ++i)
        if (agent.ask(bytes) != what.together) return false;
    const std::size_t before = allocations();
    for (std::size_t i = 0; i < rounds; ++i)
        if (agent.ask(bytes) != what.together) return false;
    const std::size_t made = allocations() - before;
    std::printf("%-36s %zu allocations in %zu requests\n", what.name, made, rounds * what.together);
    session->detach();
    return made == 0;
}

}  // namespace
}  // namespace assent::bench

int main() {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool good = nowhere >= 0;
    for (const auto& each : assent::bench::rows) good = assent::bench::measure(each, nowhere) && good;
    return good ? 0 : 1;
}
