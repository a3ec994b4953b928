#include <facts/protected_places.hpp>

#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::protected_places_test {
namespace {

BOOST_AUTO_TEST_SUITE(protected_places_test)

BOOST_AUTO_TEST_CASE(names_of_secrets_are_found_whatever_stands_beside_them) {
    struct row {
        std::string_view text;
        bool secret;
        bool in_prose;
    };
    constexpr row rows[] = {
        {"token", true, false},         {"my-Token", true, false},      {"a/secrets/b", true, false},
        {"apikey_2", true, false},      {"keychain", true, false},      {"pass-word", false, false},
        {"tokenizer", false, false},    {"te\xC3\xA9st", false, false}, {"\xC3\xA9", false, false},
        {"to\xC3\xA9ken", true, false}, {".env", true, true},           {"x/.ENV.local", true, true},
        {".env.example", false, false}, {"id_rsa", true, true},         {"id_rsa.pub", false, false},
        {"server.key", true, true},     {"a.pem.sample", false, false}, {"run", false, false},
        {"src/main/a.c", false, false}, {"work", false, false},         {"credential.json", true, false},
    };
    for (const auto& [text, secret, in_prose] : rows) BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(places_in(text).secret == secret);
            BOOST_TEST(places_in(text, false, true).secret == in_prose);
        }
}

BOOST_AUTO_TEST_CASE(settings_of_agents_are_protected_wherever_they_stand) {
    for (const auto* const agent : all_agent_facts()) {
        BOOST_TEST((agent->settings.begin() != agent->settings.end()));
        for (const auto place : agent->settings) BOOST_TEST_CONTEXT(place) {
                const std::string name(place);
                for (const auto& path :
                     {name, name + "/x", "/home/me/" + name, "a/" + name + "/b", "-C" + name})
                    BOOST_TEST_CONTEXT(path) {
                        const bool option_of_two = path.starts_with("-C") && name.find('/') != name.npos;
                        BOOST_TEST(places_in(path).protected_place != option_of_two);
                    }
            }
    }
    constexpr std::string_view others[] = {
        ".github/workflows/a.yml", ".github",           "hooks/a", ".config/x", "opencode",
        "src/opencode.jsonl",      ".configs/opencode", "qwen/a"};
    for (const auto path : others) BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(!places_in(path).protected_place);
        }
}

BOOST_AUTO_TEST_CASE(a_worktree_of_claude_is_a_project_and_has_protected_places_of_its_own) {
    struct row {
        std::string_view path;
        bool is_protected;
    };
    constexpr row rows[] = {
        {".claude/worktrees/feat/src/a.ts", false},
        {"/proj/.claude/worktrees/feat/src/a.ts", false},
        {"/proj/.claude/worktrees/feat/a", false},
        {".claude/worktrees/feat/.git", true},
        {".claude/worktrees/feat/.git/config", true},
        {".claude/worktrees/feat/.claude/settings.json", true},
        {".claude/worktrees/feat/.claude/worktrees/x/a", false},
        {".claude/worktrees/feat", true},
        {".claude/worktrees/feat/", true},
        {".claude/worktrees/../settings.json", true},
        {".claude/worktrees/feat/../../settings.json", true},
        {".claude/worktrees/./settings.json", true},
        {".claude/worktrees/feat/./a", true},
        {".claude/worktrees//feat/a", true},
        {".claude/worktrees/feat/$x", true},
        {".claude/worktrees/feat/{a,../../b}", true},
        {".claude/worktrees/*/a", true},
        {".claude/worktrees", true},
        {".claude/settings.json", true},
        {".claude/worktree/feat/a", true},
        {".Claude/Worktrees/feat/a", true},
    };
    for (const auto& [path, is_protected] : rows) BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(places_in(path).protected_place == is_protected);
        }
    BOOST_TEST(!places_in_folder("/proj/.claude/worktrees/feat").protected_place);
    BOOST_TEST(!places_in_folder("/proj/.claude/worktrees/feat/").protected_place);
    BOOST_TEST(places_in_folder("/proj/.claude/worktrees").protected_place);
    BOOST_TEST(places_in_folder("/proj/.git").protected_place);
    BOOST_TEST((place_of("/proj/.claude/worktrees/feat/a", "/proj") == path_place::inside));
    BOOST_TEST((place_of(".claude/worktrees/feat/a", "/proj") == path_place::inside));
    BOOST_TEST((place_of("/proj/.claude/worktrees/feat/.a", "/proj") == path_place::inside_hidden));
    BOOST_TEST((place_of("/proj/.claude/worktrees/feat", "/proj") == path_place::inside_hidden));
    BOOST_TEST((place_of("/proj/.claude/a", "/proj") == path_place::inside_hidden));
}

BOOST_AUTO_TEST_CASE(a_regular_expression_may_choose_secrets_unless_it_says_how_names_end) {
    for (const auto* const regex :
         {"\\.cpp$", "\\.(ts|js)$", "\\.[jt]sx?$", "\\.ya?ml$", "^src/.*\\.cpp$", "(src|lib)/.*\\.h$",
          "_test\\.go$", "\\.\\(c\\|h\\)$", ".*\\.(c|h)(pp)?$", "\\.md$"})
        BOOST_TEST(!may_choose_secret(regex), regex);
    for (const auto* const regex : {"nv$",        "^.en",        ".*en.",           "",
                                    ".",          "\\.pem$",     "\\.(ts|pem)$",    "\\.env",
                                    "\\.cpp",     "a|\\.cpp$",   "\\.cpp$|b",       "\\.c.p$",
                                    "\\.[a-z]+$", "\\.e?nv$",    "\\.cpp\\$",       "secrets?\\.cpp$",
                                    "\\.x*$",     "\\.k(e|a)y$", "\\(a\\|b\\.cpp$", "\\.$",
                                    "id_rsa",     "\\\\.cpp$"})
        BOOST_TEST(may_choose_secret(regex), regex);
    BOOST_TEST(!may_choose_secret(".*\\.cpp", true));
    BOOST_TEST(may_choose_secret(".*\\.env", true));
    BOOST_TEST(may_choose_secret(".*en.", true));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::protected_places_test
