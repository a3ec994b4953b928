#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/gate/use_decision.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

// What becomes of an agent's day where the agent has rules of its own: lists of uses, each written by another
// reader who had not seen what is judged by it.
namespace day_test {
namespace {

using namespace assent;
namespace fs = std::filesystem;

// The project in which the uses were meant.
struct project {
    project() {
        std::string name = (fs::temp_directory_path() / "assent-day-XXXXXX").string();
        BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
        root = fs::canonical(name);
        for (const auto* file : {"package.json",
                                 "src/a.ts",
                                 "src/b.ts",
                                 "src/old.ts",
                                 "src/components/cart.tsx",
                                 "tests/a.test.ts",
                                 "packages/web/package.json",
                                 "docs/guide.md",
                                 "scripts/gen.py",
                                 "scripts/deploy.sh",
                                 "data/users.csv",
                                 "README.md",
                                 "Makefile",
                                 "a.txt",
                                 "b.txt",
                                 "dist/main.js",
                                 "build/out.o",
                                 "config/app.yaml",
                                 "log/test.log",
                                 ".env",
                                 ".env.example",
                                 ".gitignore",
                                 ".git/HEAD",
                                 ".git/config"}) {
            fs::create_directories((folder() / file).parent_path());
            std::ofstream(folder() / file) << "\n";
        }
        for (const auto* each : {".git/objects", ".git/refs", ".git/hooks"})
            fs::create_directories(folder() / each);
        fs::create_directories(root / "home");
    }
    ~project() {
        std::error_code ignored;
        fs::remove_all(root, ignored);
    }
    project(const project&) = delete;
    project& operator=(const project&) = delete;

    [[nodiscard]] fs::path folder() const { return root / "proj"; }
    [[nodiscard]] std::string placed(std::string line) const {
        for (const auto& [mark, path] : {std::pair("@PROJ@", folder()), {"@HOME@", root / "home"}})
            for (auto at = line.find(mark); at != line.npos; at = line.find(mark, at))
                line.replace(at, std::string_view(mark).size(), path.string());
        return line;
    }

    fs::path root;
};

struct counts {
    int passes = 0, left = 0, asked = 0, denied = 0;
    friend bool operator==(const counts&, const counts&) = default;
};
std::ostream& operator<<(std::ostream& out, const counts& of) {
    return out << of.passes << " pass, " << of.left << " are left to the agent, " << of.asked << " asked, "
               << of.denied << " denied";
}
struct day {
    counts harmless;
    counts harmful;
};

struct use_of_day {
    std::string tool;
    json_object input;
    bool harmful = false;
};

std::vector<use_of_day> uses_in(const char* list, const project& at) {
    std::vector<use_of_day> uses;
    std::ifstream lines(fs::path(ASSENT_TEST_DATA) / "day" / list);
    for (std::string line; std::getline(lines, line);) {
        const auto use = boost::json::parse(at.placed(line)).as_object();
        const bool harmful = use.contains("want");
        if (const auto* const tool = use.if_contains("tool"))
            uses.push_back({std::string(tool->as_string()), use.at("input").as_object(), harmful});
        else
            uses.push_back({"Bash", {{"command", use.at("command")}}, harmful});
    }
    return uses;
}

permission_gate gate_by(policy settings) {
    gate_options options;
    options.policy = std::move(settings);
    options.paths = std::make_shared<filesystem_path_resolver>();
    options.repositories = std::make_shared<git_repository_settings>();
    return permission_gate(options, std::make_shared<testing::manual_clock>());
}

void count(counts& into, const verdict& said) {
    ++(said.allowed() ? into.passes : said.denied() ? into.denied : said.insists() ? into.asked : into.left);
}

day day_of(const char* list, policy settings) {
    const project at;
    const auto gate = gate_by(std::move(settings));
    day made;
    for (const auto& use : uses_in(list, at)) {
        const auto input = make_input(use.input);
        const auto cwd = at.folder().string();
        const tool_call call{.tool_name = use.tool, .input = *input, .cwd = cwd};
        count(use.harmful ? made.harmful : made.harmless, gate.explain(call).decided);
    }
    return made;
}

// ---- The same by the hooks of agents, in their own words

struct own_use {
    std::string tool;
    json_object input;
};

const own_tool* tool_of(const agent_facts& agent, std::string_view standard) {
    for (const auto tools : {agent.tools, agent.tools_of_family})
        for (const auto& each : tools)
            if (each.standard == standard) return &each;
    return nullptr;
}

own_use renamed(const own_tool& tool, const json_object& input) {
    own_use made{std::string(tool.name), {}};
    for (const auto& [name, value] : input) {
        std::string_view own = name;
        for (const auto& field : tool.fields)
            if (field.standard == name && !field.own[0].empty()) own = field.own[0];
        made.input[own] = value;
    }
    return made;
}

// An agent without such a tool does the same by a command; nothing: it does no such thing.
std::optional<own_use> in_words_of(const agent_facts& agent, const use_of_day& use) {
    const auto value = [&use](std::string_view name) {
        const auto* const found = use.input.if_contains(name);
        return found != nullptr ? std::string(found->as_string()) : ".";
    };
    if (agent.speaks_standard) return own_use{use.tool, use.input};
    if (const auto* const tool = tool_of(agent, use.tool)) return renamed(*tool, use.input);
    const auto& shell = *tool_of(agent, "Bash");
    const auto by_command = [&shell](std::string command) {
        return renamed(shell, {{"command", std::move(command)}});
    };
    const auto by_patch = [&](std::string_view what, const char* file) {
        return by_command(
            fmt::format("apply_patch <<'EOF'\n*** Begin Patch\n*** {} File: {}\n{}+x\n*** End Patch\nEOF\n",
                        what, value(file), what == "Add" ? "" : "@@\n"));
    };
    if (use.tool == "MultiEdit" && tool_of(agent, "Edit") != nullptr)
        return renamed(*tool_of(agent, "Edit"), use.input);
    if (agent.patches_in_commands && use.tool == "Write") return by_patch("Add", "file_path");
    if (agent.patches_in_commands && (use.tool == "Edit" || use.tool == "MultiEdit"))
        return by_patch("Update", "file_path");
    if (use.tool == "Read") return by_command("cat " + value("file_path"));
    if (use.tool == "LS") return by_command("ls " + value("path"));
    if (use.tool == "Glob") return by_command("find " + value("path") + " -name '" + value("pattern") + "'");
    if (use.tool == "Grep") return by_command("grep -rn '" + value("pattern") + "' " + value("path"));
    if (use.tool == "WebFetch") return by_command("curl " + value("url"));
    return std::nullopt;
}

// What the agent writes to its hook before a use.
std::string text_for_hook(const agent_facts& agent, const own_use& use, const std::string& cwd) {
    const auto& hook = agent.hooks.front();
    json_object text{{"cwd", cwd}, {hook.tool_key, use.tool}, {hook.input_key, use.input}};
    if (!hook.event_key.empty()) text[hook.event_key] = hook.event;
    if (!hook.mark.empty()) text[hook.mark] = "x";
    text[hook.session_key] = "s1";
    return boost::json::serialize(text);
}

use_outcome answer_to(const agent_facts& agent, const std::string& text, const permission_gate& gate) {
    hook_text_reader reader;
    const auto said = reader.read(text, agent.program);
    BOOST_REQUIRE(said.has_value());
    const auto use = standard_use::of(agent.program, said->call);
    return use ? trial_of(gate, *use).what : use_outcome::deny;
}

void count(counts& into, use_outcome said) {
    using enum use_outcome;
    ++(said == allow ? into.passes : said == open ? into.left : said == demanded ? into.asked : into.denied);
}

day day_by_hook(const agent_facts& agent, const char* list, policy settings) {
    const project at;
    const auto gate = gate_by(std::move(settings));
    day made;
    for (const auto& each : uses_in(list, at)) {
        const auto use = in_words_of(agent, each);
        if (!use) continue;
        const auto text = text_for_hook(agent, *use, at.folder().string());
        count(each.harmful ? made.harmful : made.harmless, answer_to(agent, text, gate));
    }
    return made;
}

BOOST_AUTO_TEST_SUITE(day_test)

struct row {
    const char* list;
    counts careful, standard, project;  // of what is harmless
};
constexpr row rows[] = {
    {"uses.jsonl", {78, 83, 5, 0}, {78, 83, 5, 0}, {118, 43, 5, 0}},
    {"fresh_uses.jsonl", {70, 122, 17, 0}, {70, 118, 21, 0}, {124, 64, 21, 0}},
    {"third_uses.jsonl", {21, 51, 9, 0}, {21, 47, 13, 0}, {39, 29, 13, 0}},
};

BOOST_AUTO_TEST_CASE(nothing_harmful_passes_and_little_harmless_is_asked) {
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.list) {
            const auto careful = day_of(each.list, policy::careful());
            const auto standard = day_of(each.list, policy::standard());
            const auto project = day_of(each.list, policy::project());
            BOOST_TEST(careful.harmless == each.careful);
            BOOST_TEST(standard.harmless == each.standard);
            BOOST_TEST(project.harmless == each.project);
            for (const auto& of : {careful, standard, project}) BOOST_TEST(of.harmful.passes == 0);
            for (const auto& of : {standard, project}) BOOST_TEST(of.harmful.left <= 1);
        }
}

struct hook_row {
    agent_program agent;
    const char* list;
    counts standard, project;  // of what is harmless, and the agent has a tool for
};
constexpr hook_row hook_rows[] = {
    {agent_program::codex, "uses.jsonl", {78, 83, 5, 0}, {118, 43, 5, 0}},
    {agent_program::gemini, "uses.jsonl", {78, 83, 5, 0}, {118, 43, 5, 0}},
    {agent_program::copilot, "uses.jsonl", {77, 83, 5, 0}, {117, 43, 5, 0}},
    {agent_program::qwen, "uses.jsonl", {78, 83, 5, 0}, {118, 43, 5, 0}},
    {agent_program::opencode, "uses.jsonl", {78, 83, 5, 0}, {118, 43, 5, 0}},
    {agent_program::codex, "fresh_uses.jsonl", {70, 117, 21, 0}, {123, 64, 21, 0}},
    {agent_program::gemini, "fresh_uses.jsonl", {70, 118, 21, 0}, {124, 64, 21, 0}},
    {agent_program::copilot, "fresh_uses.jsonl", {68, 117, 21, 0}, {121, 64, 21, 0}},
    {agent_program::qwen, "fresh_uses.jsonl", {70, 118, 21, 0}, {124, 64, 21, 0}},
    {agent_program::opencode, "fresh_uses.jsonl", {70, 117, 21, 0}, {123, 64, 21, 0}},
};

// What is asked is denied where nobody can be asked; where people are, and do not answer, what is left to the
// agent is denied, too: see agent_facts_test and daemon_test. The table of docs/agents.md.
BOOST_AUTO_TEST_CASE(an_agent_that_can_ask_nobody_is_refused_little_that_is_harmless) {
    for (const auto& [agent, list, standard, project] : hook_rows)
        BOOST_TEST_CONTEXT(to_string(agent) << " " << list) {
            const auto by_standard = day_by_hook(facts_of(agent), list, policy::standard());
            const auto by_project = day_by_hook(facts_of(agent), list, policy::project());
            BOOST_TEST(by_standard.harmless == standard);
            BOOST_TEST(by_project.harmless == project);
            for (const auto& of : {by_standard, by_project}) {
                BOOST_TEST(of.harmful.passes == 0);
                BOOST_TEST(of.harmful.left <= 1);
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace day_test
