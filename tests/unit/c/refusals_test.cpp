// Whatever a caller does wrong denies.
#include "c_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace assent::test::refusals_test {
namespace {

constexpr std::size_t most_call_bytes = std::size_t{16} * 1024 * 1024;

// In this mode whatever can be read is allowed.
gate_pointer open_gate() {
    auto with = options();
    with.mode = "allow";
    return open(with);
}

BOOST_AUTO_TEST_CASE(a_verdict_that_nobody_has_written_denies) {
    const assent_verdict empty{};
    BOOST_TEST(empty.outcome == ASSENT_DENY);
}

BOOST_AUTO_TEST_CASE(null_arguments_deny) {
    const auto gate = open_gate();
    struct row {
        assent_gate* gate;
        const char* call;
        std::size_t bytes;
        const char* reason;
    };
    const std::array rows{row{nullptr, "{}", 2, "gate: expected a gate, got NULL"},
                          row{gate.get(), nullptr, 0, "call: expected a text, got NULL"},
                          row{gate.get(), nullptr, 100, "call: expected a text, got NULL"},
                          row{nullptr, nullptr, 0, "gate: expected a gate, got NULL"}};
    for (const auto& row : rows)
        for (const auto function : {assent_decide, assent_explain}) {
            const verdict_pointer verdict(function(row.gate, row.call, row.bytes));
            BOOST_TEST(verdict->outcome == ASSENT_DENY);
            BOOST_TEST(verdict->status == ASSENT_INVALID_ARGUMENT);
            BOOST_TEST(text(verdict->reason) == row.reason);
            BOOST_TEST(text(verdict->json) ==
                       R"({"behavior":"deny","message":")" + std::string(row.reason) + "\"}");
        }
    assent_gate_free(nullptr);
    assent_verdict_free(nullptr);
    BOOST_TEST(assent_answer_set_reason(nullptr, "x", 1) == ASSENT_INVALID_ARGUMENT);
    BOOST_TEST(assent_answer_set_input(nullptr, "{}", 2) == ASSENT_INVALID_ARGUMENT);
}

BOOST_AUTO_TEST_CASE(a_text_that_is_no_call_denies_and_the_reason_names_what_is_wrong) {
    using namespace std::string_literals;
    const std::array rows{
        std::pair{""s, "not JSON at byte 0"s},
        std::pair{"{"s, "not JSON at byte 1"s},
        std::pair{"\xff\xfe\0\x01"s, "not JSON at byte 0"s},
        std::pair{"[]"s, "expected a JSON object, got array"s},
        std::pair{"{}"s, "`tool_name`: expected string, got nothing"s},
        std::pair{R"({"tool_name":7,"input":{}})"s, "`tool_name`: expected string, got number"s},
        std::pair{R"({"tool_name":"a b","input":{}})"s,
                  "`tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`"s},
        std::pair{R"({"tool_name":"Bash"})"s, "`input`: expected object, got nothing"s},
        std::pair{R"({"tool_name":"Bash","input":[]})"s, "`input`: expected object, got array"s},
        std::pair{R"({"tool_name":"Bash","input":{"command":"ls","command":"rm a"}})"s,
                  "duplicate key `command` at byte 44"s},
        std::pair{R"({"tool_name":"Bash","input":{},"tool_n\u0061me":"Read"})"s,
                  "duplicate key `tool_name` at byte 31"s},
        std::pair{R"({"tool_name":"Bash","input":{"command":"ls\u0000 rm"}})"s,
                  "`input`: a string holds U+0000"s},
        std::pair{R"({"tool_name":"Bash","input":{"command":"\ud800"}})"s, "lone surrogate at byte 40"s},
        std::pair{R"({"tool_name":"Bash","input":{},"tool_use_id":1})"s,
                  "`tool_use_id`: expected string, got number"s},
        std::pair{R"({"tool_name":"Bash","input":{},"blocked_path":[]})"s,
                  "`blocked_path`: expected string, got array"s},
        std::pair{R"({"tool_name":"Bash","input":{},"requires_user_interaction":"no"})"s,
                  "`requires_user_interaction`: expected boolean, got string"s},
        std::pair{"{\"a\x1b[2J\":1,\"a\x1b[2J\":2}"s, "not JSON at byte 3"s},
        std::pair{R"({"tool_name":"Bash","input":)"s + std::string(64, '[') + std::string(64, ']') + "}",
                  "nested too deep at byte 91"s},
    };
    const auto gate = open_gate();
    for (const auto& [call, why] : rows) {
        const auto verdict = decide(gate, call);
        BOOST_TEST(verdict->status == ASSENT_INVALID_CALL);
        BOOST_TEST(said(*verdict) == "deny malformed: " + why);
    }
}

// How a process ends that was forked and does this: 0 where it holds.
template <class Holds>
int end_of_fork(Holds holds) {
    const auto child = ::fork();
    if (child == 0) ::_exit(holds() ? 0 : 1);
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

BOOST_AUTO_TEST_CASE(a_gate_of_the_process_that_this_one_was_forked_from_denies_and_is_left_alone) {
    auto with = options();
    with.policy_text = R"({"mode":"allow","audit":{"durability":"accepted"}})";
    const auto file = std::filesystem::temp_directory_path() / ("assent_fork_" + std::to_string(::getpid()));
    const std::string path = file.string();
    with.audit = path.c_str();
    auto gate = open(with);
    const std::string call = bash("ls");
    BOOST_TEST(decide(gate, call)->outcome == ASSENT_ALLOW);
    BOOST_TEST(end_of_fork([&] {
                   const auto verdict = decide(gate, call);
                   const bool denied = verdict->outcome == ASSENT_DENY && verdict->status == ASSENT_FAILED;
                   gate.reset();
                   return denied && said(open_gate(), call).starts_with("allow");
               }) == 0);
    BOOST_TEST(decide(gate, call)->outcome == ASSENT_ALLOW);
    gate.reset();
    std::ifstream in(file);
    const std::string lines{std::istreambuf_iterator<char>(in), {}};
    BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 2);
    std::filesystem::remove(file);
}

BOOST_AUTO_TEST_CASE(a_person_that_the_agent_demands_is_demanded_in_every_mode) {
    const std::string call =
        R"({"tool_name":"Read","input":{"file_path":"/a"},"requires_user_interaction":true})";
    BOOST_TEST(decide(open_gate(), call)->outcome == ASSENT_ASK);
}

BOOST_AUTO_TEST_CASE(a_call_may_have_16_MiB_and_no_byte_more) {
    const auto gate = open_gate();
    std::string call = bash("ls");
    call.resize(most_call_bytes, ' ');
    BOOST_TEST(decide(gate, call)->outcome == ASSENT_ALLOW);
    call += ' ';
    const auto verdict = decide(gate, call);
    BOOST_TEST(verdict->status == ASSENT_INVALID_CALL);
    BOOST_TEST(said(*verdict) == "deny malformed: more than 16777216 bytes");
}

// ---- Options

struct opened {
    gate_pointer gate;
    assent_error error;
};
opened open_anyway(const assent_options* with) {
    opened made;
    std::memset(&made.error, 'x', sizeof made.error);
    made.gate.reset(assent_gate_open(with, &made.error));
    return made;
}

BOOST_AUTO_TEST_CASE(options_that_are_wrong_make_no_gate_and_the_error_names_them) {
    struct row {
        assent_options with;
        assent_status status;
        const char* message;
    };
    const auto set = [](auto member, const auto& value) {
        auto made = options();
        made.*member = value;
        return made;
    };
    const rule_list no_rule{"Bash("};
    const rule_list free_rein{"Bash(sudo *)"};
    auto two = options();
    two.policy = "standard";
    two.policy_text = "{}";
    const std::array rows{
        row{set(&assent_options::mode, "of the day"), ASSENT_INVALID_ARGUMENT,
            "mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got `of the day`"},
        row{set(&assent_options::cwd, "work"), ASSENT_INVALID_ARGUMENT,
            "cwd: expected an absolute path without `.`, `..` and doubled `/`, got `work`"},
        row{set(&assent_options::cwd, ""), ASSENT_INVALID_ARGUMENT,
            "cwd: expected an absolute path without `.`, `..` and doubled `/`, got ``"},
        row{set(&assent_options::cwd, "\xff\n"), ASSENT_INVALID_ARGUMENT, "got `\\xff\\n`"},
        row{two, ASSENT_INVALID_ARGUMENT, "policy_text: expected NULL beside a policy"},
        row{set(&assent_options::policy, "/nowhere/policy.json"), ASSENT_INVALID_POLICY,
            "cannot read policy file `/nowhere/policy.json`: No such file or directory"},
        row{set(&assent_options::policy, ""), ASSENT_INVALID_POLICY,
            "cannot read policy file ``: No such file or directory"},
        row{set(&assent_options::policy_text, "{\"mode\":\n7}"), ASSENT_INVALID_POLICY,
            "policy_text:2: mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got 7"},
        row{set(&assent_options::policy_text,
                R"({"examples":[{"tool":"Bash","input":{"command":"ls"},"expect":"allow"}]})"),
            ASSENT_INVALID_POLICY, "policy_text: 1 of 1 examples are decided otherwise"},
        row{set(&assent_options::deny, no_rule), ASSENT_INVALID_POLICY, "deny `Bash(`: "},
        row{set(&assent_options::allow, free_rein), ASSENT_INVALID_POLICY, "allow `Bash(sudo *)`: "},
        row{set(&assent_options::audit, "/nowhere/audit"), ASSENT_NO_RECORD, "/nowhere/audit"},
        row{set(&assent_options::audit, "/dev/full"), ASSENT_NO_RECORD,
            "expected a regular file, got a device"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.message) {
            const auto made = open_anyway(&row.with);
            BOOST_TEST(!made.gate);
            BOOST_TEST(made.error.status == row.status);
            BOOST_TEST(std::string(made.error.message).find(row.message) != std::string::npos,
                       made.error.message);
            // Nobody has to be told.
            BOOST_TEST(assent_gate_open(&row.with, nullptr) == nullptr);
        }
}

BOOST_AUTO_TEST_CASE(a_message_that_is_too_long_is_cut_between_two_letters) {
    for (const std::size_t letters : {100U, 600U, 601U}) {
        std::string mode;
        for (std::size_t i = 0; i < letters; ++i) mode += "\u00e4";
        mode.insert(0, letters % 2, 'x');
        auto with = options();
        with.mode = mode.c_str();
        const auto made = open_anyway(&with);
        const std::string message = made.error.message;
        BOOST_TEST(message.size() < std::size_t{ASSENT_MESSAGE_BYTES});
        const std::string begin = "mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got `";
        BOOST_TEST(
            (message == begin + mode + "`" ||
             (letters >= 600 && message.size() >= ASSENT_MESSAGE_BYTES - 2 && message.ends_with("\u00e4"))),
            message);
    }
}

BOOST_AUTO_TEST_CASE(options_of_older_and_newer_callers_are_told_by_their_size) {
    BOOST_TEST(!open_anyway(nullptr).gate);
    struct newer {
        assent_options known;
        unsigned char more[4096];
    };
    constexpr std::size_t known = sizeof(assent_options);
    struct row {
        std::size_t size;
        std::size_t set;  // the byte that is not 0; 0: none is
        const char* message;
    };
    const std::string range = "options.size: expected " + std::to_string(known) + " to 4096 bytes, got ";
    const std::array rows{
        row{known, 0, ""},
        row{known + 8, 0, ""},
        row{4096, 0, ""},
        row{known + 8, known, "options: one is set that this library does not know"},
        row{known + 8, known + 7, "options: one is set that this library does not know"},
        row{known, known, ""},  // not part of what the caller has passed
        row{0, 0, range.c_str()},
        row{known - 1, 0, range.c_str()},
        row{4097, 0, range.c_str()},
        row{static_cast<std::size_t>(-1), 0, range.c_str()},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT("size " << row.size << ", set " << row.set) {
            newer with{};
            with.known.size = row.size;
            with.known.mode = "allow";
            if (row.set != 0) with.more[row.set - known] = 1;
            const auto made = open_anyway(&with.known);
            BOOST_TEST((made.gate != nullptr) == std::string(row.message).empty());
            BOOST_TEST(made.error.status == (made.gate ? ASSENT_OK : ASSENT_INVALID_ARGUMENT));
            BOOST_TEST(std::string(made.error.message).starts_with(row.message), made.error.message);
        }
}

}  // namespace
}  // namespace assent::test::refusals_test
