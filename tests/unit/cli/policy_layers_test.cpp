// Policies that lie over the user's own: of the machine, and of the projects in which agents work.
#include "options/policy_layers.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace policy_layers_test {
namespace {

using namespace assent;
using namespace assent::cli;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(policy_layers_test)

// A project, with folders in it.
struct project {
    project() {
        std::string name = (fs::temp_directory_path() / "assent-layers-XXXXXX").string();
        folder = fs::canonical(::mkdtemp(name.data()));
        fs::create_directories(folder / "sub" / "deep");
    }
    ~project() { fs::remove_all(folder); }
    project(const project&) = delete;
    project& operator=(const project&) = delete;

    void write(std::string_view text, const fs::path& below = {}) const {
        const fs::path file = folder / below / project_policy_file;
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::trunc) << text;
        // Two texts of one length within one tick of the clock look the same.
        static int tick = 0;
        fs::last_write_time(file, fs::file_time_type(std::chrono::seconds(1'000'000 + ++tick)));
    }
    [[nodiscard]] std::string path(std::string_view below = {}) const {
        return below.empty() ? folder.string() : (folder / below).string();
    }

    fs::path folder;
};

std::vector<std::string> texts_of(const project_policies& of) {
    std::vector<std::string> all;
    for (const auto& rule : of.rules())
        all.push_back(fmt::format("{} {}", to_string(rule.behavior()), rule.text()));
    std::ranges::sort(all);
    return all;
}

std::string deny(std::string_view command) {
    return fmt::format(R"json({{"rules":{{"deny":["Bash({})"]}}}})json", command);
}

// What a look says.
std::string why_not(project_policies& at, const std::string& folder) {
    try {
        at.look(folder);
        return {};
    } catch (const std::exception& error) {
        return error.what();
    }
}

using names = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(the_files_of_a_folder_and_of_all_that_it_lies_in_hold_together) {
    const project at;
    at.write(deny("outer"));
    at.write(deny("inner"), "sub");
    project_policies policies({}, {});
    policies.look(at.path("sub/deep"));
    BOOST_TEST(policies.take_change());
    BOOST_TEST((texts_of(policies) == names{"deny Bash(inner)", "deny Bash(outer)"}));
    for (const auto& rule : policies.rules()) {
        BOOST_TEST((rule.origin() == rule_origin::project));
        BOOST_TEST_REQUIRE(rule.condition() != nullptr);
        BOOST_TEST(rule.condition()->folder == (rule.text() == "Bash(outer)" ? at.path() : at.path("sub")));
    }
    policies.look(at.path("sub"));
    BOOST_TEST(!policies.take_change());
}

BOOST_AUTO_TEST_CASE(a_folder_behind_a_link_is_that_to_which_it_leads) {
    const project at;
    at.write(deny("x"), "sub");
    fs::create_directory_symlink(at.folder / "sub", at.folder / "link");
    project_policies policies(
        {}, [](std::string_view path) -> std::optional<std::string> { return fs::canonical(path).string(); });
    policies.look(at.path("link"));
    BOOST_TEST(policies.take_change());
    names folders;
    for (const auto& rule : policies.rules()) folders.push_back(rule.condition()->folder);
    std::ranges::sort(folders);
    BOOST_TEST((folders == names{at.path("link"), at.path("sub")}));
}

BOOST_AUTO_TEST_CASE(what_was_read_goes_on_to_hold_when_the_file_says_less_or_is_gone) {
    const project at;
    at.write(deny("one"));
    project_policies policies({}, {});
    policies.look(at.path());
    BOOST_TEST(policies.take_change());
    at.write(deny("two"));
    policies.look(at.path());
    BOOST_TEST(policies.take_change());
    BOOST_TEST((texts_of(policies) == names{"deny Bash(one)", "deny Bash(two)"}));
    fs::remove_all(at.folder / ".assent");
    policies.look(at.path());
    BOOST_TEST(!policies.take_change());
    BOOST_TEST((texts_of(policies) == names{"deny Bash(one)", "deny Bash(two)"}));
    BOOST_TEST(policies.texts().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_person_may_let_a_file_count_as_it_is_now) {
    const project at;
    at.write(deny("one"));
    project_policies policies({}, {});
    std::function<void(bool)> answer;
    std::string asked;
    int changes = 0;
    policies.changed = [&] { ++changes; };
    policies.confirm = [&](const fs::path& file, std::string means, std::function<void(bool)> answered) {
        BOOST_TEST(file.string() == at.path(project_policy_file));
        asked = std::move(means);
        answer = std::move(answered);
        return std::make_shared<int>();
    };
    policies.look(at.path());
    BOOST_TEST(policies.take_change());
    BOOST_TEST(asked.empty());
    at.write(deny("two"));
    policies.look(at.path());
    BOOST_TEST(policies.take_change());
    BOOST_TEST(asked == fmt::format("no longer deny: Bash(one) for {}", at.path()));
    answer(false);
    BOOST_TEST(policies.rules().size() == 2U);
    BOOST_TEST(changes == 0);
    answer(true);
    BOOST_TEST((texts_of(policies) == names{"deny Bash(two)"}));
    BOOST_TEST(changes == 1);
    fs::remove_all(at.folder / ".assent");
    policies.look(at.path());
    BOOST_TEST(!policies.take_change());
    answer(true);
    BOOST_TEST(policies.rules().empty());
}

BOOST_AUTO_TEST_CASE(a_text_that_held_in_the_session_holds_though_the_file_is_gone) {
    const project at;
    project_policies policies({}, {});
    policies.hold({at.path(project_policy_file), deny("one")});
    BOOST_TEST(policies.take_change());
    policies.look(at.path());
    BOOST_TEST(!policies.take_change());
    BOOST_TEST((texts_of(policies) == names{"deny Bash(one)"}));
}

BOOST_AUTO_TEST_CASE(one_that_is_not_good_is_named_each_time_until_it_is_mended) {
    struct {
        std::string text, said;
    } const cases[]{
        {"{", "expected"},
        {R"({"mode":"allow"})", ":1: mode: unknown key"},
        {R"json({"rules":{"allow":["Bash(ls)"]}})json", ":1: rules.allow: unknown key"},
        {R"json({"rules":{"wall":["Bash(ls)"]}})json", ":1: rules.wall: unknown key"},
        {R"({"rules":{"built_in":[]}})", ":1: rules.built_in: unknown key"},
        {R"({"effects":{"sends":"deny"}})", ":1: effects: unknown key"},
        {R"({"protect_gate":false})", ":1: protect_gate: unknown key"},
        {R"({"snapshot":true})", ":1: snapshot: unknown key"},
        {R"({"limits":{"per_minute":0}})", ":1: limits: unknown key"},
        {R"({"trusted_tools":["Bash"]})", ":1: trusted_tools: unknown key"},
        {R"({"where":[{"folder":"/","deny":["Bash"]}]})", ":1: where[0].folder: unknown key"},
        {R"({"where":[{"inside":true,"deny":["Bash"]}]})", ":1: where[0].inside: unknown key"},
        {R"({"where":[{"agent":"claude","allow":["Bash"]}]})", ":1: where[0].allow: unknown key"},
        {R"({"where":[{"deny":["Bash"]}]})", "expected `agent` or `subagent`"},
        {R"({"extends":["everything"]})", "expected secrets, cloud or databases, got \"everything\""},
        {R"({"extends":"secrets"})", "extends: expected"},
        {R"({"extends":["cloud","cloud"]})", ":1: extends[1]: expected each pack once, got `cloud` again"},
        {R"json({"rules":{"deny":["Bash(ls)"]},"examples":[{"tool":"Bash","input":{"command":"ls"},"expect":"allow"}]})json",
         "Bash"},
        {R"json({"rules":{"deny":["Bash(ls"]}})json", "rules.deny[0]"},
        {"{\"rules\":{\"deny\":[\"Bash(" + std::string(max_project_policy_bytes, 'x') + ")\"]}}",
         "expected at most 32768 bytes"},
    };
    for (const auto& each : cases) BOOST_TEST_CONTEXT(each.text.substr(0, 80)) {
            const project at;
            project_policies policies({}, {});
            at.write(each.text);
            for (int again = 0; again < 2; ++again) {
                const std::string why = why_not(policies, at.path("sub"));
                BOOST_TEST(why.starts_with(at.path(project_policy_file)), why);
                BOOST_TEST(why.find(each.said) != why.npos, why);
            }
            BOOST_TEST(policies.rules().empty());
            at.write(deny("x"));
            BOOST_TEST(why_not(policies, at.path("sub")).empty());
            BOOST_TEST(policies.rules().size() == 1U);
        }
}

BOOST_AUTO_TEST_CASE(a_good_file_holds_though_another_one_on_the_way_is_not_good) {
    const project at;
    at.write("{");
    at.write(deny("x"), "sub");
    project_policies policies({}, {});
    BOOST_TEST(!why_not(policies, at.path("sub")).empty());
    BOOST_TEST(policies.take_change());
    BOOST_TEST((texts_of(policies) == names{"deny Bash(x)"}));
    fs::remove_all(at.folder / ".assent");
    BOOST_TEST(why_not(policies, at.path("sub")).empty());
    BOOST_TEST((texts_of(policies) == names{"deny Bash(x)"}));
}

BOOST_AUTO_TEST_CASE(a_text_that_says_all_that_an_older_one_says_takes_its_place) {
    const project at;
    project_policies policies({}, {});
    std::string commands;
    for (std::size_t count = 0; count < 2 * max_project_texts; ++count) {
        commands += fmt::format("{}\"Bash(x{})\"", commands.empty() ? "" : ",", count);
        at.write(fmt::format(R"json({{"rules":{{"deny":[{}]}}}})json", commands));
        BOOST_TEST(why_not(policies, at.path()).empty());
        BOOST_TEST(policies.texts().size() == 1U);
    }
    BOOST_TEST(policies.rules().size() == 2 * max_project_texts);
}

BOOST_AUTO_TEST_CASE(a_stranger_s_file_in_a_folder_that_all_may_write_is_nobody_s_project) {
    if (::geteuid() != 0) return;
    const project at;
    at.write(deny("x"));
    ::chmod(at.folder.c_str(), S_ISVTX | mode_t{0777});
    constexpr uid_t somebody = 12345;
    BOOST_REQUIRE(::chown((at.folder / ".assent").c_str(), somebody, static_cast<gid_t>(-1)) == 0);
    project_policies policies({}, {});
    policies.look(at.path("sub"));
    BOOST_TEST(policies.rules().empty());
    BOOST_REQUIRE(::chown((at.folder / ".assent").c_str(), 0, static_cast<gid_t>(-1)) == 0);
    policies.look(at.path("sub"));
    BOOST_TEST(policies.rules().size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_refused_and_as_much_as_fits_is_taken) {
    const project at;
    project_policies policies({}, {});
    fs::create_directories(at.folder / project_policy_file);
    BOOST_TEST(!why_not(policies, at.path()).empty());
    fs::remove_all(at.folder / ".assent");
    fs::create_directories(at.folder / ".assent");
    fs::create_symlink("nowhere", at.folder / project_policy_file);
    BOOST_TEST(!why_not(policies, at.path()).empty());
    fs::remove_all(at.folder / ".assent");
    std::string text = deny("x");
    text += std::string(max_project_policy_bytes - text.size(), ' ');
    at.write(text);
    BOOST_TEST(why_not(policies, at.path()).empty());
    BOOST_TEST(policies.rules().size() == 1U);
}

BOOST_AUTO_TEST_CASE(one_that_changes_again_and_again_ends_the_session) {
    const project at;
    project_policies policies({}, {});
    for (std::size_t count = 0; count < max_project_texts; ++count) {
        at.write(deny(fmt::format("x{}", count)));
        BOOST_TEST(why_not(policies, at.path()).empty());
    }
    BOOST_TEST(policies.rules().size() == max_project_texts);
    at.write(deny("one more"));
    BOOST_TEST(why_not(policies, at.path()).find("begin a new session") != std::string::npos);
    BOOST_TEST(policies.rules().size() == max_project_texts);
}

BOOST_AUTO_TEST_CASE(packs_are_rules_that_ask) {
    const project at;
    at.write(R"({"extends":["secrets","cloud","databases"]})");
    project_policies policies({}, {});
    policies.look(at.path());
    BOOST_TEST(policies.take_change());
    BOOST_TEST(policies.rules().size() > 100U);
    for (const auto& rule : policies.rules()) BOOST_TEST((rule.behavior() == rule_behavior::ask));
}

// ---- Of the machine

BOOST_AUTO_TEST_CASE(that_of_the_machine_is_roots_alone) {
    const project at;
    const fs::path file = at.folder / "policy.json";
    BOOST_TEST(!managed_policy(file, {}).has_value());
    std::ofstream(file) << R"json({"rules":{"deny":["Bash(rm *)"]}})json";
    const auto read = [&]() -> std::string {
        try {
            return fmt::format("{} rules", managed_policy(file, {})->rules.size());
        } catch (const std::exception& error) {
            return error.what();
        }
    };
    if (::geteuid() != 0) {
        BOOST_TEST(read().find("belongs not to root") != std::string::npos);
        return;
    }
    BOOST_TEST(read() == "1 rules");
    std::ofstream(at.folder / "keeps.json") << R"({"snapshot":true})";
    BOOST_TEST(managed_policy(at.folder / "keeps.json", {})->snapshot);
    for (const mode_t open : {mode_t{0646}, mode_t{0664}}) {
        ::chmod(file.c_str(), open);
        BOOST_TEST(read() == file.string() + ": others than root may write it");
    }
    ::chmod(file.c_str(), 0644);
    ::chmod(at.folder.c_str(), 0777);
    BOOST_TEST(read() == at.folder.string() + ": others than root may write it");
    ::chmod(at.folder.c_str(), 0700);
    constexpr uid_t somebody = 12345;
    BOOST_REQUIRE(::chown(file.c_str(), somebody, static_cast<gid_t>(-1)) == 0);
    BOOST_TEST(read() == file.string() + ": belongs not to root");
    BOOST_REQUIRE(::chown(file.c_str(), 0, static_cast<gid_t>(-1)) == 0);
    std::ofstream(file) << R"json({"rules":{"allow":["Bash(rm *)"]}})json";
    BOOST_TEST(read() == file.string() + ":1: rules.allow: unknown key, expected ask or deny");
    std::ofstream(file) << R"({"effects":{"sends":"deny"}})";
    BOOST_TEST(read().starts_with(file.string() + ":1: effects: unknown key"), read());
}

// ---- Together

// What a layer says of the call; nothing: it does not speak of it.
using word = std::optional<rule_behavior>;

std::string rules_json(word said) {
    return said ? fmt::format(R"json({{"rules":{{"{}":["Bash(npm *)"]}}}})json", to_string(*said)) : "{}";
}

// The strictest word that any of them says.
outcome strictest(std::initializer_list<word> all, permission_mode mode) {
    const auto says = [&](rule_behavior behavior) {
        return std::ranges::find(all, word(behavior)) != all.end();
    };
    if (says(rule_behavior::deny)) return outcome::deny;
    if (says(rule_behavior::ask)) return mode == permission_mode::dont_ask ? outcome::deny : outcome::ask;
    if (says(rule_behavior::allow) || mode == permission_mode::allow) return outcome::allow;
    return mode == permission_mode::dont_ask ? outcome::deny : outcome::ask;
}

BOOST_AUTO_TEST_CASE(of_all_layers_the_strictest_word_wins) {
    using enum rule_behavior;
    const project at;
    const auto input = make_input({{"command", "npm test"}});
    const std::string cwd = at.path();
    const tool_call call{.tool_name = "Bash", .input = *input, .cwd = cwd};
    std::size_t tried = 0;
    for (const auto mode : {permission_mode::ask, permission_mode::allow, permission_mode::dont_ask})
        for (const word managed : {word(), word(ask), word(deny)})
            for (const word project_says : {word(), word(ask), word(deny)})
                for (const word user : {word(), word(allow), word(ask), word(deny)})
                    for (const word option : {word(), word(allow), word(deny)}) {
                        at.write(rules_json(project_says));
                        project_policies projects({}, {});
                        projects.look(cwd);
                        policy_additions more;
                        more.mode = mode;
                        const auto machine =
                            read_stricter_policy(rules_json(managed), "managed", policy_layer::managed)
                                .value();
                        more.rules = machine.rules;
                        if (option)
                            more.rules.push_back(
                                parse_rule("Bash(npm *)", *option, rule_origin::command_line).value());
                        const auto ready =
                            make_ready(read_policy(rules_json(user), "user").value(), "user", more);
                        const auto rules =
                            ready.rules->apply(add_rules(projects.rules()), rule_origin::project).value();
                        const auto expected = strictest({managed, project_says, user, option}, mode);
                        std::string scratch;
                        const auto& switches = ready.basis->settings().switches;
                        const call_reading reading(call, switches);
                        const auto found = examine(reading, ready.basis->about(call.tool_name), *rules,
                                                   *ready.basis, {}, scratch);
                        const auto decided = permission_service(ready.basis).judge(call, found, {});
                        BOOST_TEST(decided.decision == expected);
                        ++tried;
                    }
    BOOST_TEST(tried == 324U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace policy_layers_test
