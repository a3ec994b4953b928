#include "conformance_session.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <time.h>

namespace assent::test {
namespace {

// The rules of a case; nothing when one is refused.
std::optional<std::vector<permission_rule>> compiled(const std::vector<std::string>& texts) {
    std::vector<permission_rule> rules;
    for (const auto& each : texts) {
        auto rule = valued_rule_from_flat(parse_scanned(each), rule_origin::host, "");
        if (!rule) return std::nullopt;
        rules.push_back(std::move(*rule));
    }
    return rules;
}

// The file system of a case; null: it has none.
std::shared_ptr<path_resolver> file_system(const std::string& fs) {
    if (fs.empty()) return nullptr;
    auto made = std::make_shared<testing::fake_path_resolver>();
    const auto entries = parse_scanned(fs);
    for (const auto& entry : entries.get_object()) {
        const std::string_view what(entry.value().get_string().data(), entry.value().get_string().size());
        if (what.starts_with("-> "))
            made->add_link(entry.key(), std::string(what.substr(3)));
        else
            BOOST_REQUIRE(what == "dir");  // as everything is that it has not been told of
    }
    return made;
}

// The agent of these tests does not know what it has asked: the lines are written for it.
bool allows(const testing::peer_reply& reply) {
    return reply.payload.find(R"("type":"allow")") != std::string::npos;
}

// The time that this thread has worked: what else the machine does meanwhile does not count.
std::chrono::nanoseconds time_worked() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

timed_outcome through_a_session(const conformance_case& from) {
    auto rules = compiled(from.rules);
    if (!rules) return {{"invalid", "malformed"}, {}};
    std::vector<permission_request> asked;
    testing::harness_options options;
    options.gate.policy = policy::bare();
    options.gate.rules = rule_set::make(std::move(*rules)).value();
    options.gate.paths = file_system(from.fs);
    options.gate.callback = [&](permission_request request) { asked.push_back(std::move(request)); };
    options.session.responder.cwd = from.cwd;
    options.speaks = dialect::flat;
    options.session.channel.speaks = dialect_choice::flat;
    testing::harness session(std::move(options));

    const auto line = from.raw ? *from.raw
                               : R"({"type":"control_request","request_id":"r1","request":{"subtype":)"
                                 R"("can_use_tool","tool_name":)" +
                                     from.tool_name + R"(,"input":)" + from.input + "}}";
    timed_outcome made;
    const auto start = time_worked();
    session.line(line);
    made.took = time_worked() - start;

    const auto reply = session.reply("r1");
    const auto breaches = session.audit().events(audit_event::kind::protocol).size();
    if (reply.answered && !reply.failed) {
        const auto decided = session.audit().decision("r1");
        BOOST_REQUIRE(decided.has_value());
        // What went out on the wire and what is on record are the same.
        BOOST_TEST(allows(reply) == (decided->decision == outcome::allow));
        made.found = {allows(reply) ? "allow" : "deny", std::string(to_string(decided->source))};
    } else if (!asked.empty()) {
        const auto& question = asked.front().question();
        made.found = {"ask", std::string(to_string(question.asked_because))};
        if (from.expected == "no_match")
            for (const auto& rule : session.gate().explain(question.call()).rules)
                BOOST_TEST(rule.match == rule_match::no);
    } else {
        made.found = reply.failed || breaches > 0 ? found_outcome{"invalid", "malformed"}
                                                  : found_outcome{"ignored", ""};
    }
    // No line changes the mode or the rules here.
    BOOST_TEST(session.gate().mode() == permission_mode::ask);
    BOOST_TEST(session.gate().rules()->size() == from.rules.size());
    if (from.raw && !session.finished()) {
        session.line(covered_probe);
        BOOST_TEST(allows(session.reply("covered")));
    }
    return made;
}

}  // namespace assent::test
