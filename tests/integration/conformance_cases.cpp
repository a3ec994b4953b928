#include "conformance_cases.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>

#include <cstddef>
#include <fstream>
#include <stdexcept>

namespace assent::test {
namespace {

std::string member(const json_scanner& from, std::string_view key) {
    const auto* found = from.find(key);
    return found == nullptr ? std::string() : std::string(found->value);
}

std::string text(std::string_view json) {
    return json.empty() ? std::string() : std::string(parse_scanned(json).get_string());
}

// A text that would be long to write down: prefix, what is repeated and how often, suffix.
std::string repeated(const json_object& recipe) {
    const auto part = [&](std::string_view key) {
        const auto* found = recipe.if_contains(key);
        return found == nullptr ? std::string() : std::string(found->get_string());
    };
    std::string made = part("prefix");
    const auto repeat = part("repeat");
    for (auto count = recipe.at("count").to_number<std::size_t>(); count > 0; --count) made += repeat;
    return made + part("suffix");
}

json_value written_out(const json_value& value) {
    if (const auto* list = value.if_array()) {
        json_array made;
        for (const auto& each : *list) made.push_back(written_out(each));
        return made;
    }
    const auto* object = value.if_object();
    if (object == nullptr) return value;
    if (const auto* recipe = object->if_contains("$gen")) return json_string(repeated(recipe->as_object()));
    json_object made;
    for (const auto& each : *object) made[each.key()] = written_out(each.value());
    return made;
}

std::string written_out(const std::string& json) {
    if (json.find(R"("$gen")") == std::string::npos) return json;
    std::string made;
    append_json(made, written_out(parse_scanned(json)));
    return made;
}

std::string from_base64(std::string_view text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0;
    int bits = 0;
    for (const char each : text) {
        if (each == '=') break;
        const auto value = digits.find(each);
        if (value == std::string_view::npos) throw std::runtime_error("not base64");
        held = (held << 6U) | static_cast<unsigned>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>((held >> static_cast<unsigned>(bits)) & 0xffU);
    }
    return bytes;
}

void read_raw(const json_scanner& line, conformance_case& made) {
    if (line.find("raw_line_b64") != nullptr) {
        made.raw = from_base64(text(member(line, "raw_line_b64")));
    } else if (line.find("raw_gen") != nullptr) {
        made.raw = repeated(parse_scanned(member(line, "raw_gen")).as_object());
        // Longer than any line may be. One that is JSON is a line; the other is bytes without an end.
        made.raw_is_a_line = made.raw->starts_with('{');
    } else if (line.find("raw_line") != nullptr) {
        made.raw = text(member(line, "raw_line"));
    }
}

std::vector<std::string> rules_of(const json_scanner& line) {
    const auto* several = line.find("rules");
    if (several == nullptr) return {member(line, "rule")};
    std::vector<std::string> rules;
    const auto list = parse_scanned(several->value);
    for (const auto& each : list.get_array()) append_json(rules.emplace_back(), each);
    return rules;
}

// Those that are not empty.
std::vector<std::string> lines_of(const std::string& file) {
    std::ifstream from(ASSENT_TEST_DATA "/" + file);
    if (!from) throw std::runtime_error("cannot read " + file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(from, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

conformance_case read_case(const std::string& text_of_line) {
    json_scanner line;
    if (line.scan(text_of_line, json_scanner::duplicates::everywhere))
        throw std::runtime_error("not JSON: " + text_of_line);
    conformance_case made;
    made.id = text(member(line, "id"));
    made.group = text(member(line, "class"));
    made.why = text(member(line, "why"));
    made.expected = text(member(line, "expected"));
    made.rules = rules_of(line);
    made.tool_name = written_out(member(line, "tool_name"));
    made.input = written_out(member(line, "input"));
    made.fs = member(line, "fs");
    if (const auto context = member(line, "context"); !context.empty()) {
        const json_value about_the_call = parse_scanned(context);
        made.cwd = std::string(about_the_call.at("cwd").as_string());
    }
    if (const auto budget = member(line, "budget_ms"); !budget.empty()) made.budget_ms = std::stol(budget);
    read_raw(line, made);
    return made;
}

}  // namespace

bool conformance_case::met_by(const found_outcome& found) const {
    if (expected == "match") return found.decision == "allow" && found.source == "rule";
    // No rule has a say, not even in doubt. The guard asks before any allow rule is looked at.
    if (expected == "no_match")
        return found.decision == "ask" && (found.source == "undecided" || found.source == "guard");
    if (expected == "must_not_allow")
        return found.decision == "ask" || found.decision == "deny" || found.decision == "invalid";
    if (expected == "deny") return found.decision == "deny" && found.source == "rule";
    return expected == "invalid" && found.decision == "invalid";
}

std::vector<conformance_case> conformance_cases(const std::string& file) {
    std::vector<conformance_case> all;
    for (const auto& line : lines_of(file)) all.push_back(read_case(line));
    return all;
}

std::set<std::string> open_cases(const std::string& file) {
    const auto lines = lines_of(file);
    return {lines.begin(), lines.end()};
}

}  // namespace assent::test
