#include "program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace import_test {
namespace {

using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;

// Where the settings of a rule stand.
enum class stands { of_user, of_project_alone, committed, called_local };

struct row {
    std::string written;  // in the agent's settings, as `LIST TEXT`
    std::string ours;     // the rule that becomes of it; empty: none
    stands where = stands::of_user;
};

// A home and a project with settings, and what `import` makes of them.
class bench {
public:
    bench() {
        fs::create_directories(home_.path() + "/project/.claude");
        fs::create_directories(home_.path() + "/.claude");
    }

    [[nodiscard]] std::string file(stands where) const {
        if (where == stands::of_user) return home_.file(".claude/settings.json");
        return home_.file(where == stands::committed ? "project/.claude/settings.json"
                                                     : "project/.claude/settings.local.json");
    }
    [[nodiscard]] auto imports(const std::vector<std::string>& more) const {
        std::vector<std::string> words{"import", "claude"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words, {}, surroundings{.environment = {{"HOME", home_.path()}}, .folder = home_.path()});
    }
    [[nodiscard]] std::string home() const { return home_.path(); }
    void write(stands where, const std::string& text) const { write_file(file(where), text); }
    // The rules in the policy that is printed, as `LIST TEXT`, with ` in FOLDER` where they are for one,
    // without the home's path.
    [[nodiscard]] std::vector<std::string> rules_of(const std::string& policy) const {
        write_file(home_.file("policy.json"), policy);
        const auto tried = run({"policy", "lint", home_.file("policy.json")});
        BOOST_TEST(tried.code != 2, tried.err);
        std::vector<std::string> found;
        std::string list, folder;
        for (std::size_t from = 0; from < policy.size();) {
            const auto end = policy.find('\n', from);
            const auto line = policy.substr(from, end - from);
            from = end + 1;
            for (const std::string name : {"allow", "ask", "deny", "built_in"})
                for (const std::string_view indent : {"        ", "            "})
                    if (line.starts_with(std::string(indent) + "\"" + name + "\": [")) list = name;
            const auto text = [&](std::size_t begin) {
                return line.substr(begin, line.find('"', begin) - begin);
            };
            if (line.starts_with("            \"folder\": \"")) folder = " in " + text(23);
            if (line.starts_with("            \"inside\": true")) folder += " inside";
            const std::size_t begin = folder.empty() ? 13 : 17;
            if (line == "        }," || line == "        }") folder.clear();
            if (!line.starts_with(std::string(begin - 1, ' ') + '"') || list == "built_in") continue;
            auto rule = list + " " + text(begin) + folder;
            for (auto at = rule.find(home()); at != std::string::npos; at = rule.find(home()))
                rule.replace(at, home().size(), "~");
            found.push_back(rule);
        }
        return found;
    }

private:
    temporary_folder home_;
};

BOOST_AUTO_TEST_SUITE(import_test)

BOOST_AUTO_TEST_CASE(each_rule_of_the_agent_covers_no_more_or_is_left_out) {
    const std::vector<row> rows{
        {"allow Bash(npm run test:*)", "allow Bash(npm run test *)"},
        {"allow Bash(npm test)", "allow Bash(npm test)"},
        {"allow Bash(git diff *)", "allow Bash(git diff *)"},
        {"allow Bash(*)", "allow Bash"},
        {"allow Bash(bash *)", "allow Bash(bash *)"},
        // Outside of its folders Claude asks about these all the same.
        {"allow Bash(cat:*)", "allow Bash(cat *) inside"},
        {"allow Bash(rm -rf build/*)", "allow Bash(rm -rf build/*) inside"},
        {"allow Bash(cat x/y)", "allow Bash(cat x/y)"},
        {"allow Bash(c*)", "allow Bash(c*) inside"},
        {"allow Bash(cd ../x && rm -r dist)", "allow Bash(cd ../x && rm -r dist) inside"},
        {"allow Bash(mv __TRACKED_VAR__/a b)", ""},
        {"allow Bash(sed:*)", "allow Bash(sed *)"},
        {"allow Bash(timeout 5 tee:*)", "allow Bash(timeout 5 tee *) inside"},
        {"deny Bash(cat:*)", "deny Bash(cat *)"},
        {"allow Bash(cat:*)", "allow Bash(cat *) in ~/project inside", stands::of_project_alone},
        {"allow Bash(FOO=1 npm *)", ""},
        {"allow Read(~/notes/**)", "allow Read(~/notes/**)"},
        {"allow Read(//srv/data/**)", "allow Read(/srv/data/**)"},
        {"allow Read(src/**)", ""},  // wherever it works
        {"allow Write(~/x)", ""},
        {"allow Grep(src/**)", ""},
        {"allow Skill(review)", "allow Skill(review)"},
        {"allow EnterWorktree(x)", ""},
        {"allow *", ""},
        {"allow mcp__github", "allow mcp__github__*"},
        {"allow mcp__github__get_*", "allow mcp__github__get_*"},
        {"allow WebFetch(domain:docs.rs)", "allow WebFetch(domain:docs.rs)"},
        {"allow WebSearch", "allow WebSearch"},
        {"deny Read(./.env)", "deny Path(**/.env/**)"},
        {"deny Read(.env.*)", "deny Path(**/.env.*/**)"},
        {"deny Read(~/.ssh/**)", "deny Path(~/.ssh/**)"},
        {"deny Read(secrets/)", "deny Path(**/secrets/**)"},
        {"deny Read(/secrets/**)", "deny Path(~/.claude/secrets/**)"},
        {"deny Read(/secrets/**)", "deny Path(~/project/secrets/**)", stands::of_project_alone},
        {"deny Edit(docs/**)", "deny Change(**/docs/**)"},
        {"deny Write(~/.bashrc)", "deny Change(~/.bashrc/**)"},
        {"ask MultiEdit(*.lock)", "ask Change(**/*.lock/**)"},
        {"deny Bash(* --force)", "deny Bash(* --force)"},
        {"deny Bash(**/.ssh/**)", "deny Bash(*/.ssh/*)"},
        {"deny Bash(rm -rf ~)", "deny Bash(rm -rf ~)"},
        {"allow Read(*)", ""},  // below the working directory, wherever that is
        {"deny Bash(rm -rf *)", "deny Bash(rm -rf *)"},
        {"deny Bash(curl * | sh)", ""},
        {"deny WebFetch", "deny WebFetch"},
        {"ask Bash(git push:*)", "ask Bash(git push *)"},
        // Of one project.
        {"allow Bash(npm test)", "allow Bash(npm test) in ~/project", stands::of_project_alone},
        {"allow Read(src/**)", "allow Read(~/project/src/**) in ~/project", stands::of_project_alone},
        {"allow Read(/src/**)", "allow Read(~/project/src/**) in ~/project", stands::of_project_alone},
        {"allow Read(~/notes/**)", "allow Read(~/notes/**) in ~/project", stands::of_project_alone},
        {"deny Bash(rm *)", "deny Bash(rm *)", stands::of_project_alone},
        // What a repository brings, also under the name of what is the user's.
        {"allow Read(src/**)", "", stands::called_local},
        {"allow Bash(npm test)", "", stands::committed},
        {"allow Read(src/**)", "", stands::committed},
        {"allow mcp__github", "", stands::committed},
        {"ask Bash(git push:*)", "ask Bash(git push *)", stands::committed},
        {"deny Read(./.env)", "deny Path(**/.env/**)", stands::committed},
    };
    const bench at;
    for (const auto& each : rows) {
        BOOST_TEST_CONTEXT(each.written) {
            const auto blank = each.written.find(' ');
            boost::json::object lists{{each.written.substr(0, blank), {each.written.substr(blank + 1)}}};
            at.write(each.where, boost::json::serialize(boost::json::object{{"permissions", lists}}));
            const auto made = each.where == stands::of_project_alone
                                  ? at.imports({at.file(each.where), "--mine"})
                                  : at.imports({at.file(each.where)});
            BOOST_TEST(made.code == 0);
            const auto found = at.rules_of(made.out);
            const std::vector<std::string> wanted(each.ours.empty() ? 0U : 1U, each.ours);
            BOOST_TEST(found == wanted, boost::test_tools::per_element());
            const bool said = made.err.find("left out: " + each.written + ": ") != std::string::npos;
            BOOST_TEST(said == each.ours.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(each_rule_says_where_it_comes_from_and_the_report_what_is_left_out) {
    const bench at;
    at.write(stands::of_user, R"r({"model":"x","permissions":{"defaultMode":"acceptEdits",
        "additionalDirectories":["../x","~/lib"],"allow":["Bash(npm test:*)","Bash(npm test:*)","Bash(npx:*)",
        "Odd(a\nb)"]}})r");
    const auto made = at.imports({});
    const auto file = at.file(stands::of_user);
    BOOST_TEST(made.code == 0);
    BOOST_TEST(made.out.find("            \"Bash(npm test *)\",  // " + file + ": Bash(npm test:*)\n") !=
               std::string::npos);
    BOOST_TEST(made.out.find("/lib/**)\"  // " + file + ": additionalDirectories ~/lib\n") !=
               std::string::npos);
    BOOST_TEST(made.out.find("\"allow_overbroad\": true") != std::string::npos);
    BOOST_TEST(made.out.find("\"mode\": \"accept_edits\"") != std::string::npos);
    BOOST_TEST(made.err ==
               file +
                   " (yours): 4 of 6 rules brought over\n"
                   "    wide: allow Bash(npx:*): it may run anything there; here it may run a file that is "
                   "named (`python3 tool.py`), and is asked about for code in the command, what it is fed, "
                   "and other programs\n"
                   "    left out: allow Odd(a\\nb): what a content means for this tool is not known\n"
                   "    left out: allow additionalDirectories ../x: expected `/` or `~/` in front\n"
                   "What is left out, the agent itself goes on to hold.\n");
    BOOST_TEST(at.imports({"--profile", "bare"}).out.find("\"Path(**/.ssh/**)\"") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_path_that_begins_where_nobody_knows_is_left_out) {
    const bench at;
    at.write(stands::of_user, R"r({"permissions":{"deny":["Read(/a/**)"]}})r");
    // A file that Claude reads beside that one, as it does those of the administrator.
    write_file(at.home() + "/.claude/.config.json",
               R"r({"permissions":{"deny":["Read(/b/**)","Read(c)"]}})r");
    const auto made = at.imports({});
    const std::vector<std::string> wanted{"deny Path(~/.claude/a/**)", "deny Path(**/c/**)"};
    BOOST_TEST(at.rules_of(made.out) == wanted, boost::test_tools::per_element());
    BOOST_TEST(made.err.find("left out: deny Read(/b/**): it begins in the folder of its settings file") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(modes_come_over_only_as_far_as_they_let_no_more_through) {
    const bench at;
    for (const auto& [written, ours] :
         std::vector<std::pair<std::string, std::string>>{{"default", "ask"},
                                                          {"plan", "plan"},
                                                          {"acceptEdits", "accept_edits"},
                                                          {"bypassPermissions", "ask"},
                                                          {"auto", "ask"},
                                                          {"dontAsk", "ask"},
                                                          {"x", "ask"}}) {
        BOOST_TEST_CONTEXT(written) {
            at.write(stands::of_user, R"({"permissions":{"defaultMode":")" + written + "\"}}");
            BOOST_TEST(at.imports({}).out.find("\"mode\": \"" + ours + "\"") != std::string::npos);
            at.write(stands::committed, R"({"permissions":{"defaultMode":")" + written + "\"}}");
            BOOST_TEST(at.imports({at.file(stands::committed)}).out.find("\"mode\": \"ask\"") !=
                       std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_settings_makes_no_policy_and_says_why) {
    const bench at;
    struct {
        std::string text, why;
    } const rows[] = {
        {"{", "JSON"},
        {"[]", "expected a JSON object"},
        {R"({"permissions":[]})", "permissions: expected an object"},
        {R"({"permissions":{"deny":"x"}})", "permissions.deny: expected an array"},
        {R"({"permissions":{"deny":[1]}})", "permissions.deny: expected an array of texts"},
        {R"({"permissions":{"deny":[]},"permissions":{}})", "twice"},
    };
    for (const auto& each : rows) {
        BOOST_TEST_CONTEXT(each.text) {
            at.write(stands::of_user, each.text);
            const auto made = at.imports({});
            BOOST_TEST(made.code == 2);
            BOOST_TEST(made.out == "");
            BOOST_TEST(made.err.starts_with("assent: import: " + at.file(stands::of_user) + ": "));
            BOOST_TEST_MESSAGE(made.err);
        }
    }
    fs::remove(at.file(stands::of_user));
    BOOST_TEST(at.imports({}).err ==
               "assent: import: claude has no rules below " + at.home() + "/.claude; name a file\n");
    BOOST_TEST(at.imports({at.file(stands::of_user)}).code == 2);
    BOOST_TEST(at.imports({"--mine"}).err == "assent: import: --mine: expected a file\n");
    BOOST_TEST(at.imports({"--profile", "x"}).code == 2);
    BOOST_TEST(run({"import", "nobody"}).err ==
               "assent: import: expected claude, codex, gemini, copilot, opencode or cursor, got `nobody`\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace import_test
