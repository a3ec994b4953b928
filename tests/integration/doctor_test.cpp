// What `assent doctor` says of the ways of passing a hook by: nothing in a clean home, and each where it is
// in use.
#include "../portable_build.hpp"
#include "program.hpp"

#include <assent/domain/tools/agent_facts.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace doctor_test {
namespace {

namespace fs = std::filesystem;
using namespace assent;
using test::program;
using test::read_file;
using test::surroundings;
using test::temporary_folder;
using test::write_file;

// A user's home with a project in it, and an agent with its hook.
class home {
public:
    explicit home(std::string agent) : agent_(std::move(agent)) {
        around.environment = {
            {"HOME", folder_.path()}, {"PATH", "/usr/bin:/bin"}, {"XDG_RUNTIME_DIR", folder_.path()}};
        for (const auto& place : hook_places())
            if (!place.variable.empty()) around.environment[std::string(place.variable)] = std::nullopt;
        around.folder = folder_.file("project");
        fs::create_directories(around.folder);
        write_file(file("policy.json"), R"j({"rules":{"deny":["Bash(rm *)"]}})j");
        BOOST_TEST(run({"install", agent_, "--", "--policy", file("policy.json")}).code == 0);
    }

    [[nodiscard]] test::finished run(const std::vector<std::string>& words) const {
        return test::run(words, {}, around);
    }
    [[nodiscard]] std::string file(std::string_view name) const { return folder_.file(name); }
    [[nodiscard]] std::string settings() const {
        for (const auto& place : hook_places())
            if (to_string(place.agent) == agent_)
                return file(std::string(place.folder) + "/" + std::string(place.file));
        return {};
    }
    [[nodiscard]] boost::json::value doctor() const {
        return boost::json::parse(run({"doctor", agent_, "--json"}).out).at(0);
    }
    // How a way is: closed, found or open. Empty: the agent has none of this name.
    [[nodiscard]] static std::string state_in(const boost::json::value& said, std::string_view way) {
        for (const auto& each : said.at("ways").as_array())
            if (each.at("way").as_string() == way) return std::string(each.at("is").as_string());
        return {};
    }

    // The agent runs with these words, and with the variables that are set here by then. It ends with this.
    void start(const std::vector<std::string>& words) { start(agent_, words); }
    void start(const std::string& name, const std::vector<std::string>& words) {
        fs::create_directories(file("bin"));
        const std::string script = file("bin/" + name);
        write_file(script, "#!/bin/sh\nread line\n");
        fs::permissions(script, fs::perms::owner_all);
        auto its_own = around;
        its_own.executable = script;
        running_ = std::make_unique<program>(words, its_own);
    }
    [[nodiscard]] bool runs_agent() const { return running_ != nullptr; }

    surroundings around{};

private:
    temporary_folder folder_;
    std::string agent_;
    std::unique_ptr<program> running_;
};

void replace(const std::string& file, std::string_view from, std::string_view to) {
    std::string text = read_file(file);
    BOOST_REQUIRE(text.find(from) != text.npos);
    write_file(file, text.replace(text.find(from), from.size(), to));
}

// What each line of a text for people begins with.
std::vector<std::string> kinds_in(const std::string& text) {
    std::vector<std::string> kinds;
    for (std::size_t begin = 0; (begin = text.find("\n    ", begin)) != text.npos; ++begin)
        kinds.push_back(text.substr(begin + 5, text.find(' ', begin + 5) - begin - 5));
    return kinds;
}

constexpr auto other_hook = R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/opt/x"}]}]}})";

BOOST_AUTO_TEST_SUITE(doctor_test)

BOOST_AUTO_TEST_CASE(what_stops_protection_stands_first_and_the_last_line_says_what_to_do) {
    home user("claude");
    write_file(user.settings(), read_file(user.settings()).insert(1, "\"disableAllHooks\":true,"));
    write_file(user.file("policy.json"), "{\n  \"rules\": {\n    \"denny\": []\n  }\n}\n");
    const auto text = user.run({"doctor", "claude"}).out;
    const auto kinds = kinds_in(text);
    BOOST_REQUIRE(kinds.size() > 3);
    BOOST_TEST(kinds[0] == "open", text);
    BOOST_TEST(kinds[1] == "FAILED", text);
    BOOST_TEST(kinds[kinds.size() - 2] == "ok", text);
    BOOST_TEST(text.find("the policy has an error, and the hook refuses each use until it is mended: " +
                         user.file("policy.json") + ":3: rules.denny: unknown key") != text.npos,
               text);
    const auto verdict = text.substr(text.rfind("verdict: "));
    BOOST_TEST(verdict.starts_with("verdict: claude: a use may pass by, or its hook fails; see what stands "
                                   "first. Next: "),
               verdict);
    replace(user.settings(), "\"disableAllHooks\":true,", "");
    const auto held = user.run({"doctor", "claude"}).out;
    BOOST_TEST(
        held.ends_with("verdict: claude: uses are held, and something falls short; see what stands first. "
                       "Next: mend it; `assent policy lint " +
                       user.file("policy.json") + "` says when it is good\n"),
        held);
}

BOOST_AUTO_TEST_CASE(where_nothing_is_installed_it_is_said_once_with_what_does_it) {
    home user("claude");
    BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
    const auto said = user.run({"doctor", "claude"}).out;
    BOOST_TEST(
        said.find("    open    " + user.settings() +
                  ": no hook of Assent is in there; `assent setup claude` puts it there\n") != said.npos,
        said);
    BOOST_TEST(kinds_in(said).front() == "open", said);
    BOOST_TEST(said.find("no hook of ours") == said.npos, said);
}

BOOST_AUTO_TEST_CASE(the_verdict_names_each_agent_that_failed) {
    home user("claude");
    for (const auto* const other : {"gemini", "qwen", "codex"})
        BOOST_TEST(user.run({"install", other, "--", "--policy", user.file("policy.json")}).code == 0);
    for (const auto* const broken : {".gemini", ".qwen"})
        replace(user.file(std::string(broken) + "/settings.json"), "\"hooks\"", "\"other\"");
    // Its hook refuses, and nothing passes by.
    write_file(user.settings(), read_file(user.settings()).insert(1, "\"disableAllHooks\":true,"));
    write_file(user.file("policy.json"), "{");
    const auto text = user.run({"doctor", "codex", "gemini", "claude", "qwen"}).out;
    BOOST_TEST(
        text.find("\nverdict: claude, gemini, qwen: a use may pass by, or its hook fails; codex: uses are "
                  "held, and something falls short; see what stands first. Next, for claude: ") != text.npos,
        text);
}

BOOST_AUTO_TEST_CASE(a_clean_home_has_no_way_in_use_and_no_line_of_one) {
    for (const auto* const agent : all_agent_facts()) {
        if (!agent->place || agent->ways.empty()) continue;
        BOOST_TEST_CONTEXT(to_string(agent->program)) {
            const home user{std::string(to_string(agent->program))};
            const auto said = user.doctor();
            BOOST_TEST(said.at("ok").as_bool());
            BOOST_TEST(said.at("ways").as_array().size() == agent->ways.size());
            for (const auto& way : said.at("ways").as_array())
                BOOST_TEST(way.at("is").as_string() == "closed");
            for (const auto& finding : said.at("findings").as_array())
                BOOST_TEST((finding.at("is").as_string() == "ok" || finding.at("is").as_string() == "note"));
            const auto text = user.run({"doctor", std::string(to_string(agent->program))}).out;
            const auto count = std::to_string(agent->ways.size());
            BOOST_TEST(text.ends_with(
                           "    ways    " + count +
                           " closed, 0 found, 0 open; --ways lists them\n"
                           "verdict: all is in place, and nothing that passes it by is in use here; nothing "
                           "is to be done\n"),
                       text);
            const auto all = user.run({"doctor", std::string(to_string(agent->program)), "--ways"}).out;
            for (const auto& way : agent->ways)
                BOOST_TEST(all.find("    closed  " + std::string(to_string(way.way)) + ": ") != all.npos,
                           all);
        }
    }
}

// What somebody changes, the way that it is, and what the doctor says of that.
struct changed {
    std::string_view agent;
    std::string_view name;
    std::function<void(home&)> change;
    std::string_view way;
    std::string_view state;
};

void put_into_project(home& user, std::string_view file, std::string_view text) {
    write_file(user.file("project/" + std::string(file)), text);
}
auto in_project(std::string_view file, std::string_view text) {
    return [file, text](home& user) { put_into_project(user, file, text); };
}
auto started_with(std::vector<std::string> words) {
    return [words](home& user) { user.start(words); };
}

const std::vector<changed> changes{
    {"claude", "it runs with --bare", started_with({"--bare"}), "off-options", "open"},
    {"claude", "it runs with --safe-mode", started_with({"-p", "--safe-mode"}), "off-options", "open"},
    {"claude", "it runs with settings that switch hooks off",
     started_with({"--settings", R"({"disableAllHooks":true})"}), "off-switches", "open"},
    {"claude", "it runs without the settings of its user", started_with({"--setting-sources=project"}),
     "off-options", "open"},
    {"claude", "it runs with both", started_with({"--setting-sources", "user,project"}), "off-options",
     "closed"},
    {"claude", "it runs with the home folder told in another way",
     [](home& user) {
         auto before = user.around;
         user.around.environment["HOME"] = *before.environment["HOME"] + "/";
         user.start({"--bare"});
         user.around = before;
     },
     "off-options", "open"},
    {"claude", "it is told of an option", started_with({"-p", "tell me what --bare does"}), "off-options",
     "closed"},
    {"claude", "it is told an option as a text", started_with({"-p", "--", "--bare"}), "off-options",
     "closed"},
    {"claude", "another program has its name among its words",
     [](home& user) {
         user.start("git", {"clone", "--bare", "claude"});
     },
     "off-options", "closed"},
    {"gemini", "another program shows its manual",
     [](home& user) {
         user.start("man", {"gemini", "--acp"});
     },
     "off-options", "closed"},
    {"codex", "it runs with hooks disabled in one word", started_with({"exec", "--disable=hooks"}),
     "off-options", "open"},
    {"gemini", "it runs as an editor runs it", started_with({"--acp"}), "off-options", "open"},
    {"codex", "it runs with hooks switched off", started_with({"-c", "features.hooks=false"}), "off-options",
     "open"},
    {"codex", "it runs with hooks disabled", started_with({"exec", "--disable", "hooks"}), "off-options",
     "open"},
    {"codex", "it runs with something else disabled", started_with({"exec", "--disable", "x"}), "off-options",
     "closed"},
    {"opencode", "it runs without plugins", started_with({"run", "--pure"}), "off-options", "open"},
    {"qwen", "it runs with a variable that switches hooks off",
     [](home& user) {
         auto before = user.around;
         user.around.environment["QWEN_CODE_SAFE_MODE"] = "1";
         user.start({});
         user.around = before;
     },
     "off-variables", "open"},
    {"claude", "a variable switches hooks off",
     [](home& user) { user.around.environment["CLAUDE_CODE_SAFE_MODE"] = "1"; }, "off-variables", "open"},
    {"claude", "another hook of the project", in_project(".claude/settings.json", other_hook), "other-hooks",
     "open"},
    {"claude", "another hook of a folder above it",
     [](home& user) {
         put_into_project(user, ".claude/settings.local.json", other_hook);
         user.around.folder += "/below";
         fs::create_directories(user.around.folder);
     },
     "other-hooks", "open"},
    {"copilot", "another file of hooks",
     in_project(".github/hooks/x.json", R"({"version":1,"hooks":{"PreToolUse":[{"bash":"/opt/x"}]}})"),
     "other-hooks", "open"},
    {"opencode", "another plugin", in_project(".opencode/plugin/x.js", "export const X = 1;"), "other-hooks",
     "open"},
    {"gemini", "settings of the system that switch hooks off, elsewhere",
     [](home& user) {
         write_file(user.file("system.json"), R"({"hooksConfig":{"enabled":false}})");
         user.around.environment["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] = user.file("system.json");
     },
     "off-switches", "open"},
    {"gemini", "a project names other settings", in_project(".gemini/.env", "GEMINI_CLI_HOME=/x\n"),
     "other-settings", "found"},
    {"claude", "the project's own settings load a library",
     in_project(".claude/settings.local.json", R"({"env":{"LD_AUDIT":"/x"}})"), "loader-variables", "open"},
    {"claude", "its own time is shorter",
     [](home& user) { replace(user.settings(), "\"timeout\": 60", "\"timeout\": 1"); }, "changed-hook",
     "open"},
    {"claude", "another home folder is told",
     [](home& user) { replace(user.settings(), "\"--home\", \"", "\"--home\", \"/x"); }, "changed-hook",
     "open"},
    {"claude", "the settings are another file",
     [](home& user) {
         fs::rename(user.settings(), user.file("else.json"));
         write_file(user.settings(), "{}");
     },
     "changed-hook", "open"},
    {"opencode", "the plugin has another name",
     [](home& user) { fs::rename(user.settings(), user.settings() + ".off"); }, "changed-hook", "open"},
    {"codex", "the digest is another",
     [](home& user) { replace(user.settings(), "trusted_hash = \"sha256:", "trusted_hash = \"sha256:0"); },
     "untrusted-hook", "open"},
};

BOOST_AUTO_TEST_CASE(each_way_in_use_is_found_and_said_within_two_seconds) {
    for (const auto& row : changes) {
        BOOST_TEST_CONTEXT(row.agent << ": " << row.name) {
            home user{std::string(row.agent)};
            row.change(user);
            // Which programs run is not known there.
            if (test::portable_build && user.runs_agent()) continue;
            const auto began = std::chrono::steady_clock::now();
            const auto said = user.doctor();
            const auto took = std::chrono::steady_clock::now() - began;
            BOOST_TEST_MESSAGE(
                row.agent << ", " << row.name << ": " << home::state_in(said, row.way) << " in "
                          << std::chrono::duration_cast<std::chrono::milliseconds>(took).count() << " ms");
            BOOST_TEST(home::state_in(said, row.way) == row.state, said);
            BOOST_TEST(said.at("ok").as_bool() == (row.state != "open"));
            for (const auto& finding : said.at("findings").as_array())
                if (finding.at("is").as_string() == "open")
                    BOOST_TEST(std::string(finding.at("text").as_string()).find("; ") != std::string::npos);
        }
    }
}

// These refuse everything: nothing passes, and the doctor says why.
BOOST_AUTO_TEST_CASE(what_has_the_hook_refuse_everything_is_a_failure_and_no_way) {
    const struct {
        std::string_view name;
        std::function<void(home&)> change;
        std::string_view expected;
    } table[]{
        {"others may write the policy",
         [](home& user) { fs::permissions(user.file("policy.json"), fs::perms::all); }, "gives no answer"},
        {"the policy is gone", [](home& user) { fs::remove(user.file("policy.json")); }, "gives no answer"},
        {"the policy cannot be read", [](home& user) { write_file(user.file("policy.json"), "{"); },
         "gives no answer"},
        {"the settings cannot be read", [](home& user) { write_file(user.settings(), "{"); }, "not JSON"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.name) {
            home user("claude");
            row.change(user);
            const auto said = user.run({"doctor", "claude"});
            BOOST_TEST(said.code == 1);
            BOOST_TEST(said.out.find(row.expected) != said.out.npos, said.out);
        }
}

BOOST_AUTO_TEST_CASE(settings_that_cannot_be_read_leave_the_ways_unknown) {
    const home user("claude");
    write_file(user.settings(), "{");
    const auto text = user.run({"doctor", "claude"}).out;
    BOOST_TEST(text.find("    ways    0 closed, 0 found, 0 open, ") != text.npos, text);
    const auto said = user.doctor();
    for (const auto& way : said.at("ways").as_array()) BOOST_TEST(way.at("is").as_string() == "unknown");
}

BOOST_AUTO_TEST_CASE(a_record_in_which_a_hook_could_write_nothing_is_a_failure) {
    const struct {
        std::string_view name;
        std::function<void(const std::string&)> change;
        std::string_view expected;  // empty: it is good
    } table[]{
        {"it is not there", [](const std::string&) {}, ""},
        {"it is empty", [](const std::string& record) { write_file(record, ""); }, ""},
        {"it has another line", [](const std::string& record) { write_file(record, "{\"time\":\"x\"}\n"); },
         "cannot go on with the chain"},
        {"a folder has the name of the last one put aside",
         [](const std::string& record) {
             write_file(record, "");
             fs::create_directories(record + ".5");
         },
         "expected a regular file, got a directory"},
        {"others may write it",
         [](const std::string& record) {
             write_file(record, "");
             fs::permissions(record, fs::perms::all);
         },
         "others may write"},
        {"others may write its folder",
         [](const std::string& record) {
             write_file(record, "");
             fs::permissions(fs::path(record).parent_path(), fs::perms::all);
         },
         "others may write"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.name) {
            const home user("gemini");
            const auto record = user.file(".local/state/assent/assent-record.ndjson");
            row.change(record);
            if (fs::exists(record) && row.expected != "others may write")
                fs::permissions(record, fs::perms::owner_read | fs::perms::owner_write);
            const auto before = fs::exists(record) ? read_file(record) : "";
            const auto said = user.run({"doctor", "gemini"});
            BOOST_TEST(said.code == (row.expected.empty() ? 0 : 1), said.out);
            BOOST_TEST((said.out.find("no record can be kept there: ") == said.out.npos) ==
                       row.expected.empty());
            BOOST_TEST(said.out.find(row.expected) != said.out.npos, said.out);
            BOOST_TEST((fs::exists(record) ? read_file(record) : "") == before);
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace doctor_test
