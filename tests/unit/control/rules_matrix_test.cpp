// Outcomes seen on the agent itself, against what its rules come to here: ours may be stricter, never looser.
#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace assent::rules_matrix_test {
namespace {

// As in the recorded sessions; `@` stands for the working directory.
const rule_folders folders{.home = "/home/user", .root = "/settings", .cwd = "/proj/work"};

// From what runs to what does not. A rule that is refused leaves its writer with an error, and nothing runs.
enum class strictness : unsigned char { allow, ask, deny, refused };

strictness seen(std::string_view outcome) {
    if (outcome == "ALLOW") return strictness::allow;
    if (outcome == "ASK") return strictness::ask;
    BOOST_TEST_REQUIRE((outcome == "DENY" || outcome == "NONE"));
    return strictness::deny;
}

std::string_view name_of(strictness what) {
    constexpr std::string_view names[] = {"allow", "ask", "deny", "rule refused"};
    return names[static_cast<std::size_t>(what)];
}

json_object input_of(std::string_view tool, std::string text) {
    if (text.starts_with('@')) text = folders.cwd + text.substr(1);
    json_object input;
    if (tool == "Bash") input.emplace("command", text);
    if (tool == "Read" || tool == "Write") input.emplace("file_path", text);
    if (tool == "WebFetch") input.emplace("url", text);
    BOOST_TEST_REQUIRE(!input.empty(), tool);
    return input;
}

struct imported_rules {
    std::vector<permission_rule> rules;
    std::string texts;
    bool refused = false;
};

imported_rules import(const json_object& of) {
    imported_rules made;
    for (const auto behavior : {rule_behavior::allow, rule_behavior::deny, rule_behavior::ask}) {
        const auto* list = of.if_contains(to_string(behavior));
        if (list == nullptr) continue;
        for (const auto& element : list->as_array()) {
            const std::string_view text(element.as_string().data(), element.as_string().size());
            made.texts.append(made.texts.empty() ? "" : ", ")
                .append(to_string(behavior))
                .append(" ")
                .append(text);
            const auto rule = from_nested(parse_nested(text).value(), behavior, rule_origin::host, folders);
            if (rule)
                made.rules.push_back(*rule);
            else
                made.refused = true;
        }
    }
    return made;
}

strictness decide(const imported_rules& imported, std::string_view tool, const json_object& input) {
    if (imported.refused) return strictness::refused;
    policy settings = policy::bare();
    settings.rules = imported.rules;
    const auto basis = judgement_basis::make(std::move(settings)).value();
    const auto kept = make_input(input);
    const tool_call call{.tool_name = tool, .input = *kept, .cwd = folders.cwd};
    std::string scratch;
    const auto found = examine(call, *basis->rules(), *basis, {}, scratch);
    switch (permission_service(basis).judge(call, found, time_point()).decision) {
        case outcome::allow: return strictness::allow;
        case outcome::ask:
        case outcome::wall: return strictness::ask;
        case outcome::deny: break;
    }
    return strictness::deny;
}

BOOST_AUTO_TEST_SUITE(rules_matrix_test)

BOOST_AUTO_TEST_CASE(rules_of_the_agent_are_read_as_strictly_as_by_the_agent_or_more) {
    std::ifstream file(ASSENT_TEST_DATA "/rules_matrix.json", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto rows = boost::json::parse(text).as_array();
    BOOST_TEST(rows.size() == 43U);
    std::size_t same = 0;
    std::size_t stricter = 0;
    for (const auto& value : rows) {
        const auto& row = value.as_object();
        const std::string tool = boost::json::value_to<std::string>(row.at("tool"));
        const std::string argument = boost::json::value_to<std::string>(row.at("arg"));
        const auto theirs = seen(boost::json::value_to<std::string>(row.at("outcome")));
        const auto imported = import(row.at("rules").as_object());
        const auto ours = decide(imported, tool, input_of(tool, argument));
        BOOST_TEST((ours >= theirs), imported.texts << " on " << tool << " " << argument << ": there "
                                                    << name_of(theirs) << ", here " << name_of(ours));
        ++(ours == theirs ? same : stricter);
        if (ours != theirs)
            std::printf("stricter: [%s] on %s `%s`: there %s, here %s\n", imported.texts.c_str(),
                        tool.c_str(), argument.c_str(), std::string(name_of(theirs)).c_str(),
                        std::string(name_of(ours)).c_str());
    }
    std::printf("%zu rows: %zu the same, %zu stricter here\n", rows.size(), same, stricter);
    BOOST_TEST(same > stricter);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rules_matrix_test
