// A policy of the machine above that of a user: the strictest word of both holds.
#include "files/user_file.hpp"
#include "history/judged_alone.hpp"
#include "options/policy_source.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/files/policy_layers.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// A folder for both policies, and a project.
class two_layers {
public:
    two_layers() {
        std::string made = (fs::temp_directory_path() / "assent-layers-XXXXXX").string();
        if (::mkdtemp(made.data()) == nullptr) throw std::runtime_error("no folder");
        folder_ = made;
        fs::create_directory(folder_ / "project");
    }
    ~two_layers() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    two_layers(const two_layers&) = delete;
    two_layers& operator=(const two_layers&) = delete;

    [[nodiscard]] fs::path managed() const { return folder_ / "managed.json"; }
    [[nodiscard]] fs::path own() const { return folder_ / "own.json"; }
    static void write(const fs::path& file, std::string_view text) { std::ofstream(file) << text; }

    [[nodiscard]] policy_source source(std::string_view policy = {}) const {
        return policy_source(policy.empty() ? own().string() : std::string(policy), {managed(), ::geteuid()});
    }
    [[nodiscard]] ready_policy load(std::string_view policy = {}, policy_additions more = {}) const {
        const auto from = source(policy);
        return from.load(from.read(), more);
    }
    [[nodiscard]] verdict decide(const ready_policy& by, std::string_view tool, std::string_view text) const {
        const std::string cwd = (folder_ / "project").string();
        const char* const field = tool == "Bash" ? "command" : (tool == "WebFetch" ? "url" : "file_path");
        const auto input = make_input(json_object{{field, text}});
        tool_call call{.tool_name = tool, .input = *input, .cwd = cwd};
        call.walls = true;
        filesystem_path_resolver paths(usual_path_case);
        git_repository_settings repositories("");
        return judged_alone(by, call, paths, repositories).decided;
    }

private:
    fs::path folder_;
};

policy_additions with_rule(std::string_view text, rule_behavior behavior) {
    return {.rules = {parse_rule(text, behavior, rule_origin::command_line).value()}};
}

BOOST_AUTO_TEST_SUITE(policy_layers_test)

BOOST_AUTO_TEST_CASE(each_key_of_a_policy_file_has_one_row_that_says_how_two_values_are_joined) {
    const auto paths = policy_key_paths();
    std::set<std::string> known(paths.begin(), paths.end());
    std::set<std::string> rows;
    for (const auto& row : key_rows())
        BOOST_TEST(rows.insert(std::string(row.key)).second, row.key << " has two rows");
    BOOST_TEST(rows == known, boost::test_tools::per_element());
}

struct row {
    std::string_view managed;  // empty: there is none
    std::string_view own;
    std::string_view tool;
    std::string_view text;
    outcome expected;
};

constexpr std::string_view none{};
constexpr std::string_view m_deny = R"json({"rules": {"deny": ["Bash(make *)"]}})json";
constexpr std::string_view m_ask = R"json({"rules": {"ask": ["Bash(make *)"]}})json";
constexpr std::string_view m_allow = R"json({"rules": {"allow": ["Bash(make *)"]}})json";
constexpr std::string_view u_allow = R"json({"rules": {"allow": ["Bash(make *)"]}})json";
constexpr std::string_view u_ask = R"json({"rules": {"ask": ["Bash(make *)"]}})json";
constexpr std::string_view u_deny = R"json({"rules": {"deny": ["Bash(make *)"]}})json";
constexpr std::string_view empty = "{}";
constexpr auto allow = outcome::allow, ask = outcome::ask, deny = outcome::deny, wall = outcome::wall;

constexpr row table[] = {
    // Rules: what neither asks about nor denies is allowed where one of them allows it.
    {none, u_allow, "Bash", "make all", allow},
    {none, u_deny, "Bash", "make all", deny},
    {empty, empty, "Bash", "make all", ask},
    {empty, u_allow, "Bash", "make all", allow},
    {empty, u_ask, "Bash", "make all", ask},
    {empty, u_deny, "Bash", "make all", deny},
    {m_allow, empty, "Bash", "make all", allow},
    {m_allow, u_allow, "Bash", "make all", allow},
    {m_allow, u_ask, "Bash", "make all", ask},
    {m_allow, u_deny, "Bash", "make all", deny},
    {m_ask, empty, "Bash", "make all", ask},
    {m_ask, u_allow, "Bash", "make all", ask},
    {m_ask, u_ask, "Bash", "make all", ask},
    {m_ask, u_deny, "Bash", "make all", deny},
    {m_deny, empty, "Bash", "make all", deny},
    {m_deny, u_allow, "Bash", "make all", deny},
    {m_deny, u_ask, "Bash", "make all", deny},
    {m_deny, u_deny, "Bash", "make all", deny},
    {m_ask, R"json({"mode": "allow"})json", "Bash", "make all", ask},
    {m_deny, R"json({"mode": "allow"})json", "Bash", "make all", deny},
    {R"json({"rules": {"wall": ["Bash(make *)"]}})json", u_allow, "Bash", "make all", wall},
    {R"json({"where": [{"inside": true, "ask": ["Bash(cat *)"]}]})json", R"json({"always_safe": true})json",
     "Bash", "cat x", ask},
    {R"json({"rules": {"deny": ["Path(**/keys/**)"]}})json", R"json({"rules": {"allow": ["Read"]}})json",
     "Read", "keys/a", deny},
    // The mode.
    {R"json({"mode": "deny"})json", R"json({"mode": "allow"})json", "Bash", "ls", deny},
    {R"json({"mode": "dont_ask"})json", R"json({"mode": "allow"})json", "Bash", "make", deny},
    {R"json({"mode": "ask"})json", R"json({"mode": "allow"})json", "Bash", "make", ask},
    {R"json({"mode": "allow"})json", R"json({"mode": "ask"})json", "Bash", "make", ask},
    {R"json({"mode": "allow"})json", R"json({"mode": "deny"})json", "Bash", "make", deny},
    {R"json({"mode": "allow"})json", empty, "Bash", "make", allow},
    {empty, R"json({"mode": "allow"})json", "Bash", "make", allow},
    // What calls do. The user's own allow passes no word of the managed policy.
    {R"json({"effects": {"network": "ask"}})json", R"json({"effects": {"network": "allow"}})json", "WebFetch",
     "https://a.example/", ask},
    {R"json({"effects": {"network": "ask"}})json", R"json({"rules": {"allow": ["WebFetch"]}})json",
     "WebFetch", "https://a.example/", ask},
    {R"json({"effects": {"network": "ask"}})json", R"json({"trusted_tools": ["WebFetch"]})json", "WebFetch",
     "https://a.example/", ask},
    {R"json({"effects": {"network": "ask"}})json", R"json({"mode": "allow"})json", "WebFetch",
     "https://a.example/", ask},
    {R"json({"effects": {"network": "deny"}})json", R"json({"rules": {"allow": ["WebFetch"]}})json",
     "WebFetch", "https://a.example/", deny},
    {R"json({"effects": {"network": "deny"}})json",
     R"json({"tools": {"WebFetch": {"decision": "allow"}}})json", "WebFetch", "https://a.example/", deny},
    {R"json({"effects": {"network": "allow"}})json", R"json({"effects": {"network": "deny"}})json",
     "WebFetch", "https://a.example/", deny},
    {R"json({"effects": {"network": "allow"}})json", empty, "WebFetch", "https://a.example/", allow},
    {R"json({"effects": {"network": "ask"}, "rules": {"allow": ["WebFetch"]}})json", empty, "WebFetch",
     "https://a.example/", allow},
    {R"json({"effects": {"changes": "ask"}})json", R"json({"effects": {"edits": "allow"}})json", "Bash",
     "mkdir a", ask},
    {R"json({"effects": {"edits": "allow"}})json", R"json({"effects": {"changes": "ask"}})json", "Bash",
     "mkdir a", ask},
    {R"json({"effects": {"edits": "allow"}})json", R"json({"effects": {"changes": "deny"}})json", "Bash",
     "mkdir a", deny},
    {R"json({"effects": {"runs": "wall"}})json", R"json({"effects": {"runs": "allow"}})json", "Bash", "make",
     wall},
    {R"json({"effects": {"runs": "wall"}})json", R"json({"rules": {"allow": ["Bash(make)"]}})json", "Bash",
     "make", wall},
    {R"json({"effects": {"runs": "allow"}})json", R"json({"effects": {"runs": "wall"}})json", "Bash", "make",
     wall},
    // Tools.
    {R"json({"tools": {"Read": {"decision": "ask"}}})json", R"json({"rules": {"allow": ["Read"]}})json",
     "Read", "a", ask},
    {R"json({"tools": {"Read": {"decision": "deny"}}})json", R"json({"rules": {"allow": ["Read"]}})json",
     "Read", "a", deny},
    {R"json({"tools": {"Read": {"decision": "deny"}}})json", R"json({"trusted_tools": ["Read"]})json", "Read",
     "a", deny},
    {R"json({"tools": {"Read": {"decision": "ask"}}})json",
     R"json({"tools": {"Read": {"decision": "allow"}}})json", "Read", "a", ask},
    {R"json({"tools": {"Read": {"decision": "allow"}}})json",
     R"json({"tools": {"Read": {"decision": "ask"}}})json", "Read", "a", ask},
    {R"json({"tools": {"Read": {"decision": "allow"}}})json",
     R"json({"tools": {"Read": {"decision": "deny"}}})json", "Read", "a", deny},
    {R"json({"tools": {"Read": {"decision": "allow"}}})json", empty, "Read", "a", allow},
    {R"json({"tools": {"Read": {"risk": "high"}}})json",
     R"json({"tools": {"Read": {"decision": "allow"}}})json", "Read", "a", allow},
    {R"json({"blocked_tools": ["Read"]})json", R"json({"trusted_tools": ["Read"]})json", "Read", "a", deny},
    {R"json({"trusted_tools": ["Read"]})json", R"json({"blocked_tools": ["Read"]})json", "Read", "a", deny},
    {R"json({"blocked_commands": ["make *"]})json", u_allow, "Bash", "make all", deny},
    {R"json({"disabled_categories": ["network"]})json", R"json({"rules": {"allow": ["WebFetch"]}})json",
     "WebFetch", "https://a.example/", deny},
    // What lets pass by itself.
    {R"json({"always_safe": false})json", R"json({"always_safe": true})json", "Bash", "ls", ask},
    {R"json({"always_safe": true})json", R"json({"always_safe": false})json", "Bash", "ls", ask},
    {R"json({"always_safe": true})json", empty, "Bash", "ls", allow},
    {empty, R"json({"always_safe": true})json", "Bash", "ls", allow},
    {R"json({"ask_from_risk": null})json", R"json({"ask_from_risk": "critical"})json", "Bash", "ls", ask},
    {R"json({"compatibility": {"allow_overbroad": false}})json",
     R"json({"compatibility": {"allow_overbroad": true}, "rules": {"allow": ["Bash(bash *)"]}})json", "Bash",
     "bash x", ask},
};

BOOST_AUTO_TEST_CASE(of_two_policies_the_strictest_word_holds) {
    static_assert(std::size(table) >= 60);
    const two_layers layers;
    for (const auto& each : table) {
        fs::remove(layers.managed());
        if (!each.managed.empty()) two_layers::write(layers.managed(), each.managed);
        two_layers::write(layers.own(), each.own);
        const auto decided = layers.decide(layers.load(), each.tool, each.text);
        BOOST_TEST(to_string(decided.decision) == to_string(each.expected),
                   "managed " << each.managed << ", own " << each.own << ": " << each.text << ": "
                              << to_string(decided.decision) << ": " << decided.reason());
    }
}

BOOST_AUTO_TEST_CASE(options_and_policies_that_come_with_the_program_are_under_it_too) {
    const two_layers layers;
    two_layers::write(layers.managed(), m_ask);
    two_layers::write(layers.own(), empty);
    const auto by_option = layers.load({}, with_rule("Bash(make *)", rule_behavior::allow));
    BOOST_TEST((layers.decide(by_option, "Bash", "make all").decision == ask));
    BOOST_TEST(
        (layers.decide(layers.load({}, {.mode = permission_mode::allow}), "Bash", "make all").decision ==
         ask));
    two_layers::write(layers.managed(), R"json({"mode": "deny"})json");
    BOOST_TEST(
        (layers.decide(layers.load({}, {.mode = permission_mode::allow}), "Bash", "ls").decision == deny));
    two_layers::write(layers.managed(), R"json({"rules": {"allow": ["Bash(make *)"]}})json");
    for (const auto* const name : {"bare", "careful", "standard", "project"})
        BOOST_TEST((layers.decide(layers.load(name), "Bash", "make all").decision == allow), name);
    two_layers::write(layers.managed(), R"json({"always_safe": true, "mode": "allow"})json");
    BOOST_TEST((layers.decide(layers.load("bare"), "Bash", "ls").decision == allow));
    BOOST_TEST((layers.decide(layers.load("standard"), "Bash", "make all").decision == ask));
}

BOOST_AUTO_TEST_CASE(what_is_asked_or_denied_by_it_says_so) {
    const two_layers layers;
    two_layers::write(layers.own(), u_allow);
    two_layers::write(layers.managed(), m_ask);
    BOOST_TEST(layers.decide(layers.load(), "Bash", "make all").reason().find("the policy of this machine") !=
               std::string::npos);
    two_layers::write(layers.managed(), R"json({"effects": {"network": "deny"}})json");
    BOOST_TEST(layers.decide(layers.load(), "WebFetch", "https://a.example/")
                   .reason()
                   .find("the policy of this machine denies what") != std::string::npos);
}

struct bad_policy {
    std::string_view text;
    std::string_view why;
};

BOOST_AUTO_TEST_CASE(a_managed_policy_that_cannot_be_taken_denies_every_use_with_one_message) {
    const two_layers layers;
    two_layers::write(layers.own(), R"json({"mode": "allow"})json");
    const auto check = [&](std::string_view why) {
        const auto by = layers.load();
        for (const auto* const command : {"ls", "make all", "rm -rf x"}) {
            const auto decided = layers.decide(by, "Bash", command);
            BOOST_TEST((decided.decision == deny), why);
            BOOST_TEST(decided.reason().find("the policy of this machine") != std::string::npos,
                       decided.reason());
            BOOST_TEST(decided.reason().find(why) != std::string::npos, decided.reason());
        }
    };
    constexpr bad_policy bad[] = {
        {"", "expected a JSON object"},
        {"{", "JSON"},
        {R"json({"mod": "ask"})json", "did you mean `mode`?"},
        {R"json({"mode": 1})json", "expected ask"},
        {R"json({"examples": [{"tool": "Read", "expect": "allow"}]})json", "examples are decided otherwise"},
    };
    for (const auto& each : bad) {
        two_layers::write(layers.managed(), each.text);
        check(each.why);
    }
    two_layers::write(layers.managed(), empty);
    for (const mode_t mode : {mode_t{0666}, mode_t{0664}}) {
        ::chmod(layers.managed().c_str(), mode);
        check("others may write");
    }
    fs::remove(layers.managed());
    fs::create_directory(layers.managed());
    check("expected a regular file, got a directory");
    fs::remove(layers.managed());
    std::ofstream(layers.managed()) << std::string(max_policy_bytes + 1, ' ');
    check("expected at most 16MiB");
    fs::remove(layers.managed());
    fs::create_symlink("nowhere", layers.managed());
    check("cannot read");
}

BOOST_AUTO_TEST_CASE(a_managed_policy_of_another_user_than_root_is_not_taken) {
    if (::geteuid() == 0) {
        BOOST_TEST_MESSAGE("skipped: the test's files belong to root");
        return;
    }
    const two_layers layers;
    two_layers::write(layers.managed(), empty);
    two_layers::write(layers.own(), R"json({"mode": "allow"})json");
    const policy_source of_root(layers.own().string(), {layers.managed(), 0});
    const auto decided = layers.decide(of_root.load(of_root.read(), {}), "Bash", "ls");
    BOOST_TEST(decided.reason().find("belongs to another user than root") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_it_the_text_is_what_it_was_and_with_it_each_change_is_seen) {
    const two_layers layers;
    two_layers::write(layers.own(), u_allow);
    std::set<std::string> seen;
    BOOST_TEST(layers.source().read().all() == u_allow);
    seen.insert(layers.source().read().all());
    for (const auto text : {empty, m_ask, m_deny, std::string_view("{")}) {
        two_layers::write(layers.managed(), text);
        BOOST_TEST(seen.insert(layers.source().read().all()).second, text);
    }
    ::chmod(layers.managed().c_str(), 0666);
    BOOST_TEST(seen.insert(layers.source().read().all()).second);
}

BOOST_AUTO_TEST_CASE(no_variable_names_another_managed_policy) {
    BOOST_TEST(policy_source("bare").managed_file().string() == "/etc/assent/policy.json");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::cli
