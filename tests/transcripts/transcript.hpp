#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/control_channel.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    BOOST_TEST_REQUIRE(in.good(), "cannot read " << path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// One frame of a captured conversation.
struct trace_frame {
    bool from_agent = false;
    std::string bytes;  ///< with its LF
    // As far as it is a control frame:
    std::string type{};
    std::string subtype{};
    std::string id{};
    std::string input{};  ///< of a can_use_tool request, raw
};

inline std::string string_of(const json_scanner& members, std::string_view key) {
    const auto* member = members.find(key);
    if (member == nullptr || member->kind != json_kind::string) return {};
    std::string scratch;
    return std::string(string_text(member->value, scratch));
}

inline trace_frame frame_of(std::string_view line, bool from_agent) {
    trace_frame frame{.from_agent = from_agent, .bytes = std::string(line)};
    json_scanner members;
    if (members.scan(line, json_scanner::duplicates::outermost)) return frame;
    frame.type = string_of(members, "type");
    frame.id = string_of(members, "request_id");
    const auto* request = members.find("request");
    if (frame.type != "control_request" || request == nullptr) return frame;
    json_scanner inner;
    inner.scan(request->value, json_scanner::duplicates::outermost);
    frame.subtype = string_of(inner, "subtype");
    if (const auto* input = inner.find("input"); input != nullptr) frame.input = input->value;
    return frame;
}

/// The frames of a captured conversation; what happened to the processes is left out.
inline std::vector<trace_frame> read_trace(const std::filesystem::path& path) {
    std::vector<trace_frame> frames;
    const std::string text = read_file(path);
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        json_scanner members;
        const auto line = std::string_view(text).substr(at, end - at);
        BOOST_TEST_REQUIRE(!members.scan(line, json_scanner::duplicates::outermost));
        const bool from_agent = string_of(members, "dir") == "cli->sdk";
        if (const auto* frame = members.find("line")) {
            frames.push_back(frame_of(frame->value, from_agent));
            frames.back().bytes += '\n';
        } else if (members.find("raw") != nullptr) {
            frames.push_back(frame_of(string_of(members, "raw"), from_agent));
            if (!frames.back().bytes.ends_with('\n')) frames.back().bytes += '\n';
        }
        at = end + 1;
    }
    return frames;
}

inline std::vector<std::filesystem::path> all_traces() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ASSENT_TEST_DATA "/traces"))
        if (entry.path().extension() == ".ndjson") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    BOOST_TEST_REQUIRE(found.size() > 40U);
    return found;
}

/// What a session has answered, as an agent of the nested dialect reads it.
struct read_answers {
    struct one {
        bool success = false;
        bool allow = false;
        bool deny = false;
        std::string input{};
        std::string reason{};
        std::string error{};
        std::string error_code{};
    };
    std::multimap<std::string, one> by_id;
    std::size_t other_lines = 0;

    [[nodiscard]] bool any_allow() const {
        return std::any_of(by_id.begin(), by_id.end(), [](const auto& each) { return each.second.allow; });
    }
};

inline read_answers read_nested_answers(std::string_view bytes) {
    read_answers answers;
    control_channel channel({.speaks = dialect_choice::nested});
    while (!bytes.empty()) {
        const auto space = channel.read_space();
        const auto count = std::min(space.size(), bytes.size());
        std::copy_n(bytes.begin(), count, space.begin());
        channel.arrived(count);
        bytes.remove_prefix(count);
        while (true) {
            const control_message message = channel.next();
            if (std::holds_alternative<no_message>(message)) break;
            const auto* response = std::get_if<response_message>(&message);
            if (response == nullptr || response->shape != dialect::nested) {
                ++answers.other_lines;
                continue;
            }
            read_answers::one read{
                .success = response->success, .error = response->error, .error_code = response->error_code};
            if (response->success) {
                if (const auto answer = channel.answer(*response)) {
                    const auto* no = std::get_if<deny_result>(&answer->result);
                    read.deny = no != nullptr;
                    read.allow = no == nullptr;
                    read.input = answer->input;
                    if (no != nullptr) read.reason = no->reason;
                }
            }
            answers.by_id.emplace(response->request_id, std::move(read));
        }
    }
    return answers;
}

}  // namespace assent
