#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/app/gate/permission_gate.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>

#include <unistd.h>

// What becomes of an agent's day where the agent has rules of its own: two lists of uses, written by two
// readers before the policies were.
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

void count(counts& into, const verdict& said) {
    ++(said.allowed() ? into.passes : said.denied() ? into.denied : said.insists() ? into.asked : into.left);
}

day day_of(const char* list, policy settings) {
    const project at;
    gate_options options;
    options.policy = std::move(settings);
    options.paths = std::make_shared<filesystem_path_resolver>();
    options.repositories = std::make_shared<git_repository_settings>();
    const permission_gate gate(options, std::make_shared<testing::manual_clock>());
    day made;
    std::ifstream lines(fs::path(ASSENT_TEST_DATA) / "day" / list);
    for (std::string line; std::getline(lines, line);) {
        const auto use = boost::json::parse(at.placed(line)).as_object();
        const auto* const tool = use.if_contains("tool");
        json_object members;
        if (tool != nullptr)
            members = use.at("input").as_object();
        else
            members["command"] = use.at("command");
        const auto input = make_input(members);
        const auto cwd = at.folder().string();
        const tool_call call{.tool_name = tool != nullptr ? std::string_view(tool->as_string()) : "Bash",
                             .input = *input,
                             .cwd = cwd};
        count(use.contains("want") ? made.harmful : made.harmless, gate.explain(call).decided);
    }
    return made;
}

BOOST_AUTO_TEST_SUITE(day_test)

struct row {
    const char* list;
    counts careful, standard, project;  // of what is harmless
};
constexpr row rows[] = {
    {"uses.jsonl", {78, 82, 6, 0}, {78, 82, 6, 0}, {104, 56, 6, 0}},
    {"fresh_uses.jsonl", {70, 121, 18, 0}, {70, 116, 23, 0}, {102, 84, 23, 0}},
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
