#pragma once

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/json_rpc/agent_protocol.hpp>
#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A protocol that is told lines, and what they mean in short.
namespace assent {

/// One line of a recorded session.
struct recorded_line {
    bool of_agent = false;
    std::string text;
};

inline std::vector<recorded_line> recording(const std::string& name) {
    std::ifstream file(std::string(ASSENT_TEST_DATA) + "/agents/" + name + ".ndjson");
    BOOST_REQUIRE_MESSAGE(file, name);
    std::vector<recorded_line> lines;
    for (std::string line; std::getline(file, line);) {
        const auto entry = boost::json::parse(line);
        lines.push_back({entry.at("dir") == "agent->client", boost::json::serialize(entry.at("line"))});
    }
    return lines;
}

/// Each call on a line: its tool, what it works on, and where.
inline std::string describe(const agent_use& use) {
    std::string all;
    for (const auto& part : use.calls().parts()) {
        if (!all.empty()) all += '\n';
        all.append(part.call.tool_name).append(" ");
        append_json(all, part.call.input.retain()->whole());
        if (!part.call.cwd.empty()) all.append(" in ").append(part.call.cwd);
        if (part.only_against) all += " only_against";
        if (part.call.needs_human) all += " needs_human";
    }
    return all;
}

class protocol_probe {
public:
    explicit protocol_probe(std::unique_ptr<agent_protocol> protocol) : protocol_(std::move(protocol)) {}

    line_meaning agent(std::string_view line) { return said(line, true); }
    line_meaning client(std::string_view line) { return said(line, false); }
    /// The question in a line, in short; or what else it is.
    std::string asked(std::string_view line) {
        const auto meaning = agent(line);
        if (!meaning.question) return "no question";
        return meaning.question->use ? describe(*meaning.question->use) : "denied: " + meaning.question->flaw;
    }
    /// The first question of a recorded session.
    agent_question question_of(const std::string& name) {
        for (const auto& each : recording(name)) {
            auto meaning = said(each.text, each.of_agent);
            if (meaning.question) return std::move(*meaning.question);
        }
        BOOST_FAIL("no question in " + name);
        return {};
    }
    agent_protocol& operator*() { return *protocol_; }
    agent_protocol* operator->() { return protocol_.get(); }

private:
    line_meaning said(std::string_view line, bool of_agent) {
        json_rpc_channel channel;
        const std::string text = std::string(line) + "\n";
        std::string_view rest = text;
        while (!rest.empty()) {
            const auto space = channel.read_space();
            const auto count = std::min(space.size(), rest.size());
            std::copy_n(rest.data(), count, space.data());
            channel.arrived(count);
            rest.remove_prefix(count);
        }
        const auto message = channel.next();
        BOOST_REQUIRE(message.what != json_rpc_message::kind::refused);
        return of_agent ? protocol_->agent_said(message, channel.line_text())
                        : protocol_->client_said(message, channel.line_text());
    }

    std::unique_ptr<agent_protocol> protocol_;
};

}  // namespace assent
