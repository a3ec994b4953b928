#include <assent/domain/decide/policy.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <sstream>
#include <string>

namespace assent::policy_test {
namespace {

using namespace std::chrono_literals;

std::string flaw_of(const policy& of) {
    const auto found = of.validate();
    if (!found) return "valid";
    std::ostringstream out;
    out << *found;
    return out.str();
}

struct policy_row {
    std::string expected;
    std::function<void(policy&)> change;
};

void check(const std::vector<policy_row>& rows) {
    for (const auto& row : rows) {
        policy changed;
        row.change(changed);
        BOOST_TEST_CONTEXT(row.expected) BOOST_TEST(flaw_of(changed) == row.expected);
    }
}

BOOST_AUTO_TEST_SUITE(policy_test)

BOOST_AUTO_TEST_CASE(a_policy_without_changes_decides_nothing_beforehand) {
    const policy plain;
    BOOST_TEST(flaw_of(plain) == "valid");
    BOOST_TEST(flaw_of(policy::bare()) == "valid");
    BOOST_TEST((plain.mode == permission_mode::ask));
    BOOST_TEST(!plain.limits.per_minute.has_value());
    BOOST_TEST(!plain.limits.per_hour.has_value());
    BOOST_TEST(!plain.tool_defaults);
    BOOST_TEST(!plain.allow_always_safe);
    BOOST_TEST(!plain.ask_from_risk.has_value());
    BOOST_TEST(!plain.return_updates);
}

BOOST_AUTO_TEST_CASE(the_standard_policy_lets_tools_decide_and_limits_no_calls) {
    const policy standard = policy::standard();
    BOOST_TEST(flaw_of(standard) == "valid");
    BOOST_TEST((standard.mode == permission_mode::ask));
    BOOST_TEST((standard.peer_may_set == peer_mode::never));
    BOOST_TEST((standard.limits == rate_limits{}));
    BOOST_TEST(standard.tool_defaults);
    BOOST_TEST(standard.allow_always_safe);
    BOOST_TEST(!standard.ask_from_risk.has_value());
    BOOST_TEST((standard.question_timeout == 5min));
    BOOST_TEST(standard.audit.chain);
    BOOST_TEST((standard.audit.on_failure == audit_failure::deny));
    BOOST_TEST((standard.audit.durability == audit_durability::written));
}

BOOST_AUTO_TEST_CASE(each_limit_is_kept_and_the_value_beside_it_is_named) {
    check({
        {"valid",
         [](policy& of) {
             of.limits = {max_calls_per_window, max_calls_per_window};
         }},
        {"valid",
         [](policy& of) {
             of.limits = {0, 0};
         }},
        {"limits.per_minute: expected at most 100000 calls, got 100001",
         [](policy& of) { of.limits.per_minute = max_calls_per_window + 1; }},
        {"limits.per_hour: expected at most 100000 calls, got 100001",
         [](policy& of) { of.limits.per_hour = max_calls_per_window + 1; }},
        {"valid",
         [](policy& of) {
             of.tools["Bash"].limits = rate_limits{1, max_calls_per_window};
         }},
        {"tools.Bash.limits.per_hour: expected at most 100000 calls, got 100001",
         [](policy& of) {
             of.tools["Bash"].limits = rate_limits{1, max_calls_per_window + 1};
         }},
        {"valid",
         [](policy& of) {
             of.audit.durability = audit_durability::accepted;
             of.audit.queue_records = 1;
             of.audit.on_overflow = audit_overflow::block;
         }},
        {"valid",
         [](policy& of) {
             of.audit.durability = audit_durability::accepted;
             of.audit.queue_records = max_audit_queue_records;
         }},
        {"valid", [](policy& of) { of.audit.rotate_bytes = least_rotate_bytes; }},
        {"audit.rotate: expected 0 or at least 4096 bytes, got 4095",
         [](policy& of) { of.audit.rotate_bytes = least_rotate_bytes - 1; }},
        {"valid",
         [](policy& of) {
             of.audit.rotate_bytes = least_rotate_bytes;
             of.audit.keep_files = max_kept_audit_files;
         }},
        {"audit.keep: expected at most 1000 files, got 1001",
         [](policy& of) {
             of.audit.rotate_bytes = least_rotate_bytes;
             of.audit.keep_files = max_kept_audit_files + 1;
         }},
        {"valid", [](policy& of) { of.audit.keep_days = max_kept_audit_days; }},
        {"audit.keep_days: expected at most 3660 days, got 3661",
         [](policy& of) { of.audit.keep_days = max_kept_audit_days + 1; }},
        {"valid", [](policy& of) { of.question_timeout = 0ns; }},
        {"questions.timeout: expected a time, or 0 to wait for ever, got one below 0",
         [](policy& of) { of.question_timeout = -1ns; }},
        {"valid", [](policy& of) { of.trusted_tools = {std::string(128, 'x')}; }},
        {"trusted_tools[0]: expected a tool name: 1 to 128 letters, digits, `_`, `.` and `-`, got `" +
             std::string(129, 'x') + "`",
         [](policy& of) { of.trusted_tools = {std::string(129, 'x')}; }},
    });
}

BOOST_AUTO_TEST_CASE(grants_that_no_question_could_offer_are_refused) {
    const struct {
        std::string where;
        std::function<void(policy&)> change;
    } rows[] = {
        {"", [](policy& of) { of.grant_time = max_grant_time; }},
        {"grants.time", [](policy& of) { of.grant_time = max_grant_time + 1ns; }},
        {"", [](policy& of) { of.grant_time = 1ns; }},
        {"grants.time", [](policy& of) { of.grant_time = 0ns; }},
        {"", [](policy& of) { of.grant_uses = max_grant_uses; }},
        {"grants.uses", [](policy& of) { of.grant_uses = max_grant_uses + 1; }},
        {"", [](policy& of) { of.grant_uses = 1; }},
        {"grants.uses", [](policy& of) { of.grant_uses = 0; }},
    };
    for (const auto& row : rows) {
        policy changed;
        row.change(changed);
        const auto found = changed.validate();
        BOOST_TEST((found ? found->where : "") == row.where);
        if (found) BOOST_TEST(!found->message.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_that_could_never_match_is_an_error_and_no_silence) {
    check({
        {"valid",
         [](policy& of) {
             of.blocked_tools = {"Bash", "mcp__*", "?"};
         }},
        {"blocked_tools[1]: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `Ba\\nsh`",
         [](policy& of) {
             of.blocked_tools = {"A", "Ba\nsh"};
         }},
        {"blocked_tools[0]: expected a pattern, got an empty string",
         [](policy& of) { of.blocked_tools = {""}; }},
        {"valid",
         [](policy& of) {
             of.blocked_commands = {"rm *", "*curl*", "sudo *"};
         }},
        {"blocked_commands[2]: expected one simple command in a pattern with wildcards, got `;`",
         [](policy& of) {
             of.blocked_commands = {"rm *", "ls", "a *; b"};
         }},
        {"blocked_commands[0]: pattern longer than 4096 bytes",
         [](policy& of) { of.blocked_commands = {std::string(4097, 'x')}; }},
        {"valid", [](policy& of) { of.disabled_categories = {"network"}; }},
        {"disabled_categories[1]: expected the name of a category, got an empty string",
         [](policy& of) {
             of.disabled_categories = {"network", ""};
         }},
    });
}

BOOST_AUTO_TEST_CASE(names_that_no_tool_can_have_are_refused) {
    const std::string expected = "expected a tool name: 1 to 128 letters, digits, `_`, `.` and `-`, got ";
    check({
        {"trusted_tools[0]: " + expected + "`mcp__*`", [](policy& of) { of.trusted_tools = {"mcp__*"}; }},
        {"tools: " + expected + "`a\\x1bb`",
         [](policy& of) {
             of.tools
                 ["a\x1b"
                  "b"] = {};
         }},
        {"examples[1].tool: " + expected + "``",
         [](policy& of) {
             of.examples = {{.tool_name = "Bash"}, {}};
         }},
    });
}

BOOST_AUTO_TEST_CASE(a_policy_that_contradicts_itself_is_refused) {
    check({
        {"trusted_tools[1]: expected a tool that is not in blocked_tools, got `Bash`",
         [](policy& of) {
             of.trusted_tools = {"Read", "Bash"};
             of.blocked_tools = {"mcp__*", "Bash"};
         }},
        {"valid",  // the blocked ones are an exception
         [](policy& of) {
             of.trusted_tools = {"mcp__db__query"};
             of.blocked_tools = {"mcp__db__*query"};
         }},
        {"tools.Bash.decision: expected allow or ask for a tool in trusted_tools, got deny",
         [](policy& of) {
             of.trusted_tools = {"Bash"};
             of.tools["Bash"].decision = tool_default::deny;
         }},
        {"valid",
         [](policy& of) {
             of.trusted_tools = {"Bash"};
             of.tools["Bash"].decision = tool_default::ask;
             of.tools["Read"].decision = tool_default::deny;
         }},
        {"audit.redact: expected none unless audit.inputs is full, got 1 with audit.inputs null",
         [](policy& of) { of.audit.redact = {"content"}; }},
        {"audit.redact[1]: expected the name of a field, got an empty string",
         [](policy& of) {
             of.audit.inputs = audit_inputs::full;
             of.audit.redact = {"content", ""};
         }},
        {"audit.queue_records: expected 8192 unless audit.durability is accepted, got 9",
         [](policy& of) { of.audit.queue_records = 9; }},
        {"audit.on_overflow: expected deny unless audit.durability is accepted, got block",
         [](policy& of) { of.audit.on_overflow = audit_overflow::block; }},
        {"audit.queue_records: expected 1 to 1000000 records, got 0",
         [](policy& of) { of.audit.queue_records = 0; }},
        {"audit.queue_records: expected 1 to 1000000 records, got 1000001",
         [](policy& of) {
             of.audit.durability = audit_durability::accepted;
             of.audit.queue_records = max_audit_queue_records + 1;
         }},
        {"audit.keep: expected 0 unless audit.rotate is set, got 5",
         [](policy& of) { of.audit.keep_files = 5; }},
    });
}

template <class Value>
void check_words(std::initializer_list<Value> values, std::optional<Value> (*parse)(std::string_view)) {
    for (const Value value : values) {
        BOOST_TEST((parse(to_string(value)) == value), to_string(value));
        BOOST_TEST(!parse(std::string(to_string(value)) + " ").has_value());
    }
    BOOST_TEST(!parse("").has_value());
    BOOST_TEST(!parse("?").has_value());
}

BOOST_AUTO_TEST_CASE(every_word_is_read_as_it_is_written) {
    check_words<peer_mode>({peer_mode::any, peer_mode::stricter, peer_mode::never}, &parse_word<peer_mode>);
    check_words<audit_inputs>(
        {audit_inputs::none, audit_inputs::digest, audit_inputs::masked, audit_inputs::full},
        &parse_word<audit_inputs>);
    check_words<audit_failure>({audit_failure::deny, audit_failure::go_on}, &parse_word<audit_failure>);
    check_words<audit_durability>({audit_durability::written, audit_durability::accepted},
                                  &parse_word<audit_durability>);
    check_words<audit_overflow>({audit_overflow::deny, audit_overflow::block}, &parse_word<audit_overflow>);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::policy_test
