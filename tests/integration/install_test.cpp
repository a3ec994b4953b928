// The hook in the settings of agents: put in, put in again, and taken out, byte for byte.
#include "program.hpp"

#include <assent/domain/tools/agent_facts.hpp>

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace install_test {
namespace {

namespace fs = std::filesystem;
using assent::hook_place;
using assent::hook_places;
using assent::test::finished;
using assent::test::program;
using assent::test::read_file;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

// A user's home in which nothing of this machine is found.
class home {
public:
    [[nodiscard]] const std::string& path() const { return folder_.path(); }
    [[nodiscard]] std::string file(std::string_view name) const { return folder_.file(name); }
    [[nodiscard]] std::string settings_of(const hook_place& place) const {
        return file(std::string(place.folder) + "/" + std::string(place.file));
    }
    finished run(const std::vector<std::string>& arguments) const { return run(arguments, {}); }
    finished run(const std::vector<std::string>& arguments,
                 const std::map<std::string, std::optional<std::string>>& more) const {
        surroundings here;
        here.environment = more;
        here.environment.emplace("HOME", path());
        here.environment.emplace("PATH", "/usr/bin:/bin");
        here.environment.emplace("XDG_STATE_HOME", std::nullopt);
        here.environment.emplace("XDG_CONFIG_HOME", std::nullopt);
        here.environment.emplace("XDG_RUNTIME_DIR", runtime_.path());
        for (const auto& each : hook_places())
            if (!each.variable.empty()) here.environment.emplace(std::string(each.variable), std::nullopt);
        return assent::test::run(arguments, {}, here);
    }

    /// All that is in it: folders, links and where they lead, files with their mode and text.
    [[nodiscard]] std::map<std::string, std::string> content() const {
        std::map<std::string, std::string> all;
        for (const auto& each : fs::recursive_directory_iterator(path())) {
            struct stat status {};
            ::lstat(each.path().c_str(), &status);
            std::string text = std::to_string(status.st_mode) + ":";
            if (each.is_symlink())
                text += fs::read_symlink(each.path()).string();
            else if (each.is_regular_file())
                text += read_file(each.path().string());
            all[each.path().string()] = text;
        }
        return all;
    }

    [[nodiscard]] std::string record() const { return file(".local/state/assent/assent-record.ndjson"); }
    [[nodiscard]] std::string unit(std::string_view kind) const {
        return file(".config/systemd/user/assent-daemon." + std::string(kind));
    }
    [[nodiscard]] const std::string& runtime() const { return runtime_.path(); }

private:
    temporary_folder folder_;
    temporary_folder runtime_;
};

std::string name_of(const hook_place& place) { return std::string(to_string(place.agent)); }
bool is_toml(const hook_place& place) { return place.written == hook_place::form::tables; }
bool is_plugin(const hook_place& place) { return place.written == hook_place::form::plugin; }
std::string first_event(const hook_place& place) {
    return std::string(assent::installed_events(place.agent).front()->event);
}

// Words of a hook as they stand in the agent's settings.
std::string words_in(const hook_place& place, const std::vector<std::string>& words) {
    std::string text;
    for (const auto& each : words)
        text += (text.empty()                  ? ""
                 : place.arguments_key.empty() ? " "
                                               : ", ") +
                (place.arguments_key.empty() ? each : '"' + each + '"');
    return text;
}

std::string with_event(std::string text, const hook_place& place) {
    for (std::size_t at = 0; (at = text.find("EVENT", at)) != text.npos;)
        text.replace(at, 5, first_event(place));
    return text;
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++number;
    return number;
}

// Texts that stand in settings before; `EVENT` is the agent's first event.
const std::vector<std::string> json_texts{
    "{}",
    "{}\n",
    "{\n}\n",
    " { } ",
    R"({"a":1})",
    "{\n\t\"a\": {\"b\": [1, 2]},\n\t\"c\": \"}]{[\\\"\"\n}",
    "{\r\n    \"a\": 1\r\n}\r\n",
    R"({"hooks":{}})",
    "{\n  \"hooks\": {\n  }\n}\n",
    R"({"hooks":{"EVENT":[]},"z":true})",
    R"({"hooks":{"EVENT":[{"hooks":[{"type":"command","command":"other"}]}]}})",
    "{\n    \"hooks\": {\n        \"EVENT\": [\n            {\n                \"command\": \"other\"\n"
    "            }\n        ],\n        \"Stop\": []\n    },\n    \"z\": null\n}\n",
    R"({"hooks" : {"Stop":[{"hooks":[]}]} , "version":1})",
    R"({"\u0068ooks": {"a": []}})",
};
const std::vector<std::string> toml_texts{
    "",
    "\n",
    "model = \"x\"",
    "model = \"x\"  # why\n\n[a.'b.c']\nd = [1,\n  2] # [[hooks.EVENT]]\n",
    "text = \"\"\"\n[[hooks.EVENT]]\n\\\"\"\"\"\n[z]\n",
    "a = 1\r\n[b]\r\nc = {d = \"}\"}\r\n",
    "[[hooks.EVENT]]\nmatcher = \"Bash\"\n[[hooks.EVENT.hooks]]\ntype = \"command\"\ncommand = 'other'\n",
    "[hooks.state.\"/x:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:0\"\nenabled = true\n",
    "[hooks]\n[[hooks.Stop]]\n",
};

const std::vector<std::string> plugin_texts{""};

const std::vector<std::string>& texts_of(const hook_place& place) {
    if (is_plugin(place)) return plugin_texts;
    return is_toml(place) ? toml_texts : json_texts;
}

BOOST_AUTO_TEST_SUITE(install_test)

BOOST_AUTO_TEST_CASE(what_install_puts_in_uninstall_takes_out_byte_for_byte) {
    for (const auto& place : hook_places()) {
        for (const auto& text : texts_of(place)) {
            BOOST_TEST_CONTEXT(name_of(place) << ": " << text) {
                const home user;
                const auto file = user.settings_of(place);
                write_file(file, with_event(text, place));
                ::chmod(file.c_str(), 0640);
                const auto before = user.content();
                const auto installed = user.run({"install", name_of(place), "--", "--deny", "Bash(rm 'x')"});
                BOOST_TEST(installed.code == 0, installed.err);
                BOOST_TEST(
                    count(read_file(file), words_in(place, {"--timeout", "50s", "--home", user.path()})) ==
                    assent::installed_events(place.agent).size());
                BOOST_TEST(user.run({"doctor", name_of(place)}).code == 0);
                const auto once = user.content();
                BOOST_TEST(user.run({"install", name_of(place), "--", "--deny", "Bash(rm 'x')"}).out ==
                           name_of(place) + ": already in " + file + "\n");
                BOOST_TEST(user.content() == once);
                BOOST_TEST(user.run({"uninstall", name_of(place)}).code == 0);
                BOOST_TEST(user.content() == before);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(files_and_folders_that_were_not_there_are_gone_again) {
    for (const auto& place : hook_places()) {
        BOOST_TEST_CONTEXT(name_of(place)) {
            const home user;
            BOOST_TEST(user.run({"install", name_of(place)}).code == 0);
            BOOST_TEST(fs::is_regular_file(user.settings_of(place)));
            BOOST_TEST(user.run({"uninstall", name_of(place)}).out ==
                       name_of(place) + ": removed " + user.settings_of(place) + "\n");
            BOOST_TEST(user.content().empty());
        }
    }
}

// As a version that was told of no end has left it.
BOOST_AUTO_TEST_CASE(a_home_of_a_version_with_fewer_events_is_renewed_and_undone) {
    const home user;
    const auto file = user.file(".claude/settings.json");
    fs::create_directories(user.file(".claude"));
    const std::string before = "{\n  \"a\": 1\n}\n";
    const std::string old = R"({"hooks": [{"type": "command", "command": ")" ASSENT_PROGRAM
                            R"(", "args": ["hook", "--agent", "claude", "--timeout", "50s", "--home", ")" +
                            user.path() + R"(", "--policy", "bare"], "timeout": 60, "onFailure": "block"}]})";
    write_file(file,
               "{\n  \"a\": 1,\n  \"hooks\": {\n    \"PreToolUse\": [\n      " + old + "\n    ]\n  }\n}\n");
    const auto said = user.run({"doctor", "claude"});
    BOOST_TEST(said.code == 1);
    BOOST_TEST(
        said.out.find("no hook of ours at PostToolUse; `assent setup claude` puts it there") != said.out.npos,
        said.out);
    BOOST_TEST(user.run({"install", "claude"}).out.find("claude: changed in ") == 0U);
    BOOST_TEST(user.run({"doctor", "claude"}).code == 0);
    BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
    BOOST_TEST(read_file(file) == before);
}

BOOST_AUTO_TEST_CASE(a_folder_that_was_there_stays) {
    for (const auto& place : hook_places()) {
        BOOST_TEST_CONTEXT(name_of(place)) {
            const home user;
            fs::create_directories(user.file(place.folder));
            const auto before = user.content();
            BOOST_TEST(user.run({"install", name_of(place)}).code == 0);
            BOOST_TEST(user.run({"uninstall", name_of(place)}).code == 0);
            BOOST_TEST(user.content() == before);
        }
    }
}

BOOST_AUTO_TEST_CASE(another_command_takes_the_place_of_ours) {
    for (const auto& place : hook_places()) {
        for (const auto& text : texts_of(place)) {
            BOOST_TEST_CONTEXT(name_of(place) << ": " << text) {
                const home user;
                const auto file = user.settings_of(place);
                write_file(file, with_event(text, place));
                const auto before = user.content();
                BOOST_TEST(user.run({"install", name_of(place), "--", "--deny", "A"}).code == 0);
                const auto changed =
                    user.run({"install", name_of(place), "--timeout", "1m", "--", "--deny", "B"});
                BOOST_TEST(changed.out.find(": changed in ") != changed.out.npos, changed.out);
                BOOST_TEST(count(read_file(file), words_in(place, {"--deny", "A"})) == 0U);
                BOOST_TEST(count(read_file(file), words_in(place, {"--deny", "B"})) ==
                           assent::installed_events(place.agent).size());
                BOOST_TEST(user.run({"doctor", name_of(place)}).code == 0);
                BOOST_TEST(user.run({"uninstall", name_of(place)}).code == 0);
                BOOST_TEST(user.content() == before);
            }
        }
    }
}

// As after the file was carried to another machine, where the program lies elsewhere.
BOOST_AUTO_TEST_CASE(without_its_record_ours_are_recognised_and_nothing_else_goes) {
    for (const auto& place : hook_places()) {
        BOOST_TEST_CONTEXT(name_of(place)) {
            const home user;
            const auto file = user.settings_of(place);
            const std::string text =
                is_toml(place) ? "a = 1\n\n[[hooks.EVENT]]\n[[hooks.EVENT.hooks]]\ncommand = \"other\"\n"
                               : "{\n  \"version\": 1,\n  \"hooks\": {\n    \"EVENT\": [\n"
                                 "      {\"command\": \"other\"}\n    ]\n  }\n}\n";
            if (is_plugin(place))
                fs::create_directories(fs::path(file).parent_path());
            else
                write_file(file, with_event(text, place));
            const auto before = user.content();
            BOOST_TEST(user.run({"install", name_of(place)}).code == 0);
            fs::remove_all(user.file(".local"));
            std::string moved = read_file(file);
            for (std::size_t at = 0; (at = moved.find(ASSENT_PROGRAM, at)) != moved.npos;)
                moved.replace(at, std::string_view(ASSENT_PROGRAM).size(), "/elsewhere/assent");
            write_file(file, moved);
            const auto doctor = user.run({"doctor", name_of(place)});
            BOOST_TEST(doctor.code == 1);
            BOOST_TEST(doctor.out.find("FAILED  there is no program /elsewhere/assent") != doctor.out.npos);
            BOOST_TEST(user.run({"install", name_of(place)}).out.find(": changed in ") != std::string::npos);
            BOOST_TEST(count(read_file(file), "/elsewhere/assent") == 0U);
            fs::remove_all(user.file(".local"));
            BOOST_TEST(user.run({"uninstall", name_of(place)}).code == 0);
            BOOST_TEST(user.content() == before);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_others_have_added_since_stays) {
    const home user;
    const auto file = user.file(".claude/settings.json");
    BOOST_TEST(user.run({"install", "claude"}).code == 0);
    std::string text = read_file(file);
    text.insert(text.find("\n    ]"), ",\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"b\"}]}");
    write_file(file, text);
    BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
    BOOST_TEST(read_file(file) ==
               "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"hooks\": [{\"type\": \"command\", "
               "\"command\": \"b\"}]}\n    ]\n  }\n}\n");
}

BOOST_AUTO_TEST_CASE(a_hook_beside_others_in_a_group_is_taken_out_alone) {
    const home user;
    const auto file = user.file(".claude/settings.json");
    write_file(
        file,
        R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"a"},)"
        R"({"command":"'/x/assent' hook --agent claude --timeout 50s || exit 2"},{"command":"b"}]}]}})");
    BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
    BOOST_TEST(read_file(file) ==
               R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"a"},{"command":"b"}]}]}})");
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_strictly_stays_and_the_way_by_hand_is_shown) {
    const std::vector<std::string> json{"{",
                                        "// mine\n{}",
                                        "{\"a\": 1,}",
                                        "\xEF\xBB\xBF\xEF\xBB\xBF{}",
                                        "[]",
                                        R"({"hooks":{},"hooks":{}})",
                                        R"({"hooks":[]})",
                                        R"({"hooks":{"EVENT":{}}})"};
    const std::vector<std::string> toml{"a",
                                        "a = ",
                                        "a = [1\n",
                                        "a = \"x\n",
                                        "[a\n",
                                        "hooks = {}\n",
                                        "[hooks]\nEVENT = []\n",
                                        "[hooks]\nstate = {}\n",
                                        "hooks.state.x = 1\n",
                                        "[hooks.EVENT]\n"};
    const std::vector<std::string> plugins{"\n", "// mine", "export const Other = async () => ({});\n"};
    for (const auto& place : hook_places()) {
        for (const auto& text : is_plugin(place) ? plugins : is_toml(place) ? toml : json) {
            BOOST_TEST_CONTEXT(name_of(place) << ": " << text) {
                const home user;
                write_file(user.settings_of(place), with_event(text, place));
                const auto before = user.content();
                const auto refused = user.run({"install", name_of(place)});
                BOOST_TEST(refused.code == 1);
                BOOST_TEST(refused.out.empty());
                BOOST_TEST(refused.err.find(user.settings_of(place)) != std::string::npos);
                BOOST_TEST(refused.err.find("nothing was changed. What has to stand there:\n") !=
                           std::string::npos);
                BOOST_TEST(refused.err.find(words_in(place, {"hook", "--agent", name_of(place)})) !=
                           std::string::npos);
                BOOST_TEST(user.content() == before);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(where_settings_are_no_json_is_said_as_an_editor_shows_it) {
    const std::string comma = ": JSON has no comma behind the last, and Claude reads none either;";
    const std::string comment = ": JSON has no comments, and Claude reads none either;";
    const std::pair<std::string, std::string> table[]{
        {"{", "not JSON at line 1, column 2;"},
        {"// mine\n{}", "not JSON at line 1, column 1" + comment},
        {"{\n  \"a\": 1, /* mine */\n  \"b\": 2}", "not JSON at line 2, column 11" + comment},
        {"{\r\n  \"a\": 1,\r\n}", "not JSON at line 3, column 1" + comma},
        {"{\"a\": [1, ]}", "not JSON at line 1, column 11" + comma},
        {"{\"a\": 1 \"b\": 2}", "not JSON at line 1, column 9;"},
        {"{\"a\": 1,\n \"a\": 2}", "duplicate key at line 2, column 2;"},
    };
    for (const auto& [text, expected] : table) {
        const home user;
        write_file(user.file(".claude/settings.json"), text);
        const auto refused = user.run({"install", "claude"});
        BOOST_TEST(refused.err.find("settings.json: " + expected) != std::string::npos, refused.err);
    }
}

BOOST_AUTO_TEST_CASE(of_several_agents_all_are_done_or_none) {
    const home user;
    write_file(user.file(".gemini/settings.json"), "{ // mine\n}");
    const auto before = user.content();
    BOOST_TEST(user.run({"install", "claude", "gemini", "qwen"}).code == 1);
    BOOST_TEST(user.content() == before);
    // What goes wrong while it is done: the folder of one is a file.
    write_file(user.file(".gemini/settings.json"), "{}");
    write_file(user.file(".qwen"), "");
    const auto then = user.content();
    BOOST_TEST(user.run({"install", "claude", "codex", "gemini", "qwen"}).code == 1);
    BOOST_TEST(user.content() == then);
}

BOOST_AUTO_TEST_CASE(a_link_stays_and_the_file_behind_it_is_changed) {
    for (const auto& place : hook_places()) {
        BOOST_TEST_CONTEXT(name_of(place)) {
            const home user;
            const auto link = user.settings_of(place);
            write_file(user.file("dotfiles/real"), is_toml(place) || is_plugin(place) ? "" : "{}");
            fs::create_directories(fs::path(link).parent_path());
            fs::create_symlink(user.file("dotfiles/real"), link);
            const auto before = user.content();
            BOOST_TEST(user.run({"install", name_of(place)}).code == 0);
            BOOST_TEST(fs::is_symlink(link));
            BOOST_TEST(count(read_file(user.file("dotfiles/real")), words_in(place, {"hook", "--agent"})) >
                       0U);
            BOOST_TEST(user.run({"doctor", name_of(place)}).code == 0);
            BOOST_TEST(user.run({"uninstall", name_of(place)}).code == 0);
            BOOST_TEST(user.content() == before);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_file_of_this_user_is_refused) {
    const home user;
    const auto file = user.file(".claude/settings.json");
    const auto refused = [&](std::string_view why) {
        const auto before = user.content();
        const auto result = user.run({"install", "claude"});
        BOOST_TEST(result.code == 1);
        BOOST_TEST(result.err == "assent: " + file + ": " + std::string(why) + "\n");
        BOOST_TEST(user.content() == before);
        fs::remove_all(file);
    };
    fs::create_directories(file);
    refused("is no regular file");
    fs::create_symlink("nowhere", file);
    refused("is a link that leads nowhere");
    ::mkfifo(file.c_str(), 0600);
    refused("is no regular file");
    constexpr std::size_t max_bytes = std::size_t{4} * 1024 * 1024;
    write_file(file, std::string(max_bytes + 1, ' '));
    refused("has more than 4194304 bytes");
    // As large as may be: it is read, and what would make it larger is refused.
    write_file(file, std::string(max_bytes - 2, '\n') + "{}");
    refused("has more than 4194304 bytes");
    write_file(file, std::string(max_bytes - 4000, '\n') + "{}");
    BOOST_TEST(user.run({"install", "claude"}).code == 0);
}

BOOST_AUTO_TEST_CASE(hooks_may_ask_a_daemon_that_was_started_by_hand) {
    const home user;
    const auto done = user.run({"install", "claude", "--", "--daemon", "on", "--policy", "standard"});
    BOOST_TEST(done.code == 0, done.err);
    BOOST_TEST(read_file(user.file(".claude/settings.json")).find(R"("--policy", "standard")") !=
               std::string::npos);
    BOOST_TEST(user.run({"install", "claude", "--", "--daemon", "on", "--deny", "x("}).code == 2);
}

BOOST_AUTO_TEST_CASE(who_installs_for_a_daemon_is_told_at_once_in_which_words_they_differ) {
    const home user;
    const std::string kept = "--record " + user.file(".local/state/assent/assent-record.ndjson");
    const auto listens = user.runtime() + "/assent/daemon.sock";
    const std::vector<std::string> install{"install", "claude", "--", "--daemon", "on", "--policy"};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const auto missing = user.run(with(install, {"standard"}));
    BOOST_TEST(missing.err == "assent: daemon `" + listens +
                                  "`: nobody listens there; `assent daemon` does: each use is denied until "
                                  "`assent daemon --home " +
                                  user.path() + " --policy standard " + kept + "` runs\n");
    surroundings here;
    here.environment = {{"HOME", user.path()}, {"XDG_RUNTIME_DIR", user.runtime()}};
    const std::vector<std::string> without{"install",  "claude", "--no-record", "--",
                                           "--daemon", "on",     "--policy",    "standard"};
    const struct {
        std::vector<std::string> daemon, install;
        std::string differ;  // empty: the hook is decided for
    } table[]{
        {{},
         with(install, {"standard"}),
         "the hook alone has `" + kept + "`; start `assent daemon` anew with `" + kept +
             "`, or install the hook anew with `assent install --no-record`"},
        {{}, without, ""},
        {{"--record", user.file(".local/state/assent/assent-record.ndjson")},
         with(install, {"standard"}),
         ""},
        {{"--mode", "deny"},
         without,
         "the daemon alone has `--mode deny`; start `assent daemon` anew without `--mode deny`"},
        {{},
         with(without, {"--deny", "Bash(rm *)"}),
         "the hook alone has `--deny Bash(rm *)`; start `assent daemon` anew with `--deny Bash(rm *)`"},
        {{"--deny", "Read"},
         with(install, {"project"}),
         "the hook alone has `--policy project` `" + kept +
             "`, the daemon alone has `--policy standard` `--deny Read`; start `assent daemon` anew with "
             "`--policy project` `" +
             kept + "` and without `--policy standard` `--deny Read`"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.differ) {
            program daemon(with({"daemon", "--policy", "standard"}, row.daemon), here);
            BOOST_REQUIRE(daemon.says("assent: daemon listening on "));
            const auto done = user.run(row.install);
            BOOST_TEST(done.code == 0);
            const auto why = "the daemon decides by other words than this hook wants: " + row.differ;
            BOOST_TEST(done.err == (row.differ.empty() ? ""
                                                       : "assent: daemon `" + listens + "`: " + why +
                                                             ": until then each use is denied\n"));
            const auto doctor = user.run({"doctor", "claude"}).out;
            BOOST_TEST((row.differ.empty() || doctor.find(why) != doctor.npos), doctor);
            daemon.signal(SIGTERM);
            BOOST_TEST(daemon.wait().code == 0);
        }
}

BOOST_AUTO_TEST_CASE(with_the_daemon_its_units_are_written_and_the_hooks_ask_it) {
    const home user;
    const std::vector<std::string> install{"install",    "claude", "codex",  "daemon",
                                           "--no-start", "--",     "--deny", "Bash(git push $X 100%)",
                                           "--on-ask",   "web"};
    const auto shown = [&] {
        auto print = install;
        print.insert(print.begin() + 1, "--print");
        return user.run(print).out;
    }();
    BOOST_TEST(user.content().empty());
    const std::string starts = "ExecStart=" ASSENT_PROGRAM " daemon --home " + user.path() +
                               " --policy bare --record " + user.record() +
                               " --deny \"Bash(git push $$X 100%%)\" --on-ask web\n";
    BOOST_TEST(shown.find("--- /dev/null\n+++ " + user.unit("socket")) != shown.npos, shown);
    BOOST_TEST(shown.find("+" + starts) != shown.npos, shown);

    const auto done = user.run(install);
    BOOST_TEST(done.code == 0, done.err);
    BOOST_TEST(done.out.ends_with("daemon: installed in " + user.unit("socket") + "\ndaemon: installed in " +
                                  user.unit("service") +
                                  "\ndaemon: to be done by you: systemctl --user enable --now "
                                  "assent-daemon.socket\n"),
               done.out);
    BOOST_TEST(read_file(user.unit("service")).find(starts) != std::string::npos);
    const auto socket = read_file(user.unit("socket"));
    for (const auto* const line :
         {"ListenStream=%t/assent/daemon.sock\n", "SocketMode=0600\n", "DirectoryMode=0700\n"})
        BOOST_TEST(socket.find(line) != socket.npos);
    // A hook says by what its daemon has to decide.
    const auto codex = read_file(user.file(".codex/config.toml"));
    BOOST_TEST(codex.find(" --timeout 50s --home " + user.path() + " --socket " + user.runtime() +
                          "/assent/daemon.sock --state " + user.file(".local/state") +
                          " --policy bare --deny 'Bash(git push $X 100%)' --record " + user.record() +
                          " --daemon on || exit 2") != codex.npos,
               codex);

    const auto once = user.content();
    BOOST_TEST(user.run(install).out.find("to be done") == std::string::npos);
    BOOST_TEST(user.content() == once);
    const auto other = user.run({"install", "daemon", "--no-start", "--", "--mode", "deny"});
    BOOST_TEST(other.out == "daemon: already in " + user.unit("socket") + "\ndaemon: changed in " +
                                user.unit("service") +
                                "\ndaemon: to be done by you: systemctl --user daemon-reload && systemctl "
                                "--user try-restart assent-daemon.service\n");
    const auto out = user.run({"uninstall", "claude", "codex", "daemon"});
    BOOST_TEST(out.out.find("daemon: removed " + user.unit("service") + "\n") != out.out.npos, out.out);
    BOOST_TEST(user.content().empty());
}

// A systemd of the user, as far as `systemctl --user` shows it: writes down what it is told, and starts the
// service with the socket.
class service_manager {
public:
    explicit service_manager(std::string_view enabling = starts) {
        write_file(folder_.file("systemctl"), "#!/bin/sh\nfolder=" + folder_.path() + R"sh(
echo "$*" >>"$folder/calls"
case $* in
"--user show "*) [ ! -e "$folder/absent" ] || { echo "no bus" >&2; exit 1; } ;;
"--user is-enabled "*) exit 1 ;;
"--user enable "*)
    mkfifo "$folder/said"
)sh" + std::string(enabling) + R"sh(
    ;;
"--user stop "* | "--user try-restart "*) [ ! -s "$folder/pid" ] || kill "$(cat "$folder/pid")" ;;
esac
)sh");
        ::chmod(folder_.file("systemctl").c_str(), 0700);
    }
    ~service_manager() {
        if (fs::exists(folder_.file("pid"))) ::kill(std::stoi(read_file(folder_.file("pid"))), SIGTERM);
    }
    service_manager(const service_manager&) = delete;
    service_manager& operator=(const service_manager&) = delete;

    void go_away() const { write_file(folder_.file("absent"), ""); }
    [[nodiscard]] std::string told() const { return read_file(folder_.file("calls")); }
    [[nodiscard]] std::map<std::string, std::optional<std::string>> found_by() const {
        return {{"PATH", folder_.path() + ":/usr/bin:/bin"}};
    }

    static constexpr std::string_view starts = R"sh(
    command=$(sed -n 's/^ExecStart=//p' "$HOME/.config/systemd/user/assent-daemon.service")
    setsid sh -c "exec 3<>'$folder/said' >/dev/null 2>&3; echo \$\$ >'$folder/pid'; exec $command" </dev/null &
    read -r line <"$folder/said")sh";

private:
    temporary_folder folder_;
};

BOOST_AUTO_TEST_CASE(a_daemon_that_is_installed_runs_and_answers) {
    const home user;
    const service_manager systemd;
    const auto done =
        user.run({"install", "claude", "daemon", "--", "--policy", "standard"}, systemd.found_by());
    BOOST_TEST(done.code == 0, done.err);
    BOOST_TEST(done.out.ends_with("\ndaemon: started by systemd; answers on " + user.runtime() +
                                  "/assent/daemon.sock\n"),
               done.out);
    BOOST_TEST(systemd.told() ==
               "--user show --property=Version\n--user is-enabled assent-daemon.socket\n"
               "--user daemon-reload\n--user enable --now assent-daemon.socket\n");
    BOOST_TEST(user.run({"doctor", "claude", "daemon"}, systemd.found_by()).code == 0);
}

BOOST_AUTO_TEST_CASE(where_systemd_does_not_answer_nothing_is_written) {
    const home user;
    const service_manager systemd;
    systemd.go_away();
    const auto refused = user.run(
        {"install", "claude", "daemon", "--", "--policy", "standard", "--on-ask", "web"}, systemd.found_by());
    BOOST_TEST(refused.code == 1);
    BOOST_TEST(
        refused.err ==
        "assent: daemon: the systemd of this user does not answer: `systemctl --user show "
        "--property=Version`: no bus; nothing was changed. Without it, keep `assent daemon --record " +
            user.file(".local/state/assent/assent-record.ndjson") +
            " --policy standard --on-ask web` running, and `assent install claude -- --daemon on --policy "
            "standard`; --no-start only writes the units\n");
    // Nor is the page offered, and no policy written.
    const auto setup = user.run({"setup", "claude", "--asks", "daemon", "--yes"}, systemd.found_by());
    BOOST_TEST(setup.code == 1);
    BOOST_TEST(setup.out.empty());
    BOOST_TEST(setup.err.find("`assent install claude -- --daemon on --policy " +
                              user.file(".config/assent/policy.json") + "`\n") != std::string::npos,
               setup.err);
    BOOST_TEST(user.content().empty());
}

BOOST_AUTO_TEST_CASE(a_daemon_that_does_not_answer_is_taken_back_with_all_that_was_written) {
    const home user;
    for (const auto& [enabling, why] : std::map<std::string, std::string>{
             {":", "nobody listens there"}, {"echo 'Unit is masked.' >&2; exit 1", "Unit is masked."}}) {
        const service_manager systemd(enabling);
        const auto failed = user.run({"install", "claude", "daemon"}, systemd.found_by());
        BOOST_TEST(failed.code == 1);
        BOOST_TEST(failed.err.find(why) != std::string::npos, failed.err);
        BOOST_TEST(failed.err.find("the files are as before. `journalctl --user --unit ") !=
                   std::string::npos);
        BOOST_TEST(user.content().empty());
        BOOST_TEST(systemd.told().ends_with("--user disable --now assent-daemon.socket\n"
                                            "--user stop assent-daemon.service\n--user daemon-reload\n"),
                   systemd.told());
    }
}

// Whoever types Ctrl-C, and a machine that goes down, end it wherever it is.
BOOST_AUTO_TEST_CASE(a_signal_amid_a_change_leaves_all_as_it_was) {
    const std::vector<std::string> commands[] = {{"install", "claude", "codex", "daemon"},
                                                 {"setup", "claude", "--asks", "daemon", "--yes"}};
    for (const auto& command : commands)
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            const home user;
            write_file(user.file(".claude/settings.json"), "{\n  \"a\": 1\n}\n");
            const auto before = user.content();
            // When all files are written, and the daemon runs.
            const service_manager systemd(std::string(service_manager::starts) + "\n    kill -" +
                                          std::to_string(signal) + " $PPID");
            const auto ended = user.run(command, systemd.found_by());
            BOOST_TEST(ended.signal == signal, command.front() << " " << ended.err);
            BOOST_TEST(ended.err == "assent: stopped by a signal; the files are as before\n");
            // What the daemon has decided by then stays on record.
            fs::remove_all(user.file(".local/state/assent"));
            auto after = user.content();
            for (const auto* const folder : {".local", ".local/state"}) after.erase(user.file(folder));
            BOOST_TEST(after == before);
        }
}

BOOST_AUTO_TEST_CASE(a_signal_ends_also_what_waits_for_its_turn) {
    const home user;
    BOOST_TEST(user.run({"install", "claude"}).code == 0);
    const auto before = user.content();
    const int other = ::open(user.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    BOOST_REQUIRE(::flock(other, LOCK_EX) == 0);
    surroundings here;
    here.environment = {{"HOME", user.path()}, {"CLAUDE_CONFIG_DIR", std::nullopt}};
    program waiting({"uninstall", "claude"}, here);
    waiting.signal(SIGTERM);
    BOOST_TEST(waiting.wait().signal == SIGTERM);
    ::close(other);
    BOOST_TEST(user.content() == before);
}

BOOST_AUTO_TEST_CASE(what_a_killed_program_left_behind_is_removed_by_the_next_and_nothing_else) {
    const home user;
    BOOST_TEST(user.run({"install", "claude"}).code == 0);
    const auto in = [&](std::string_view name) { return user.file(".claude/" + std::string(name)); };
    // What is another's, or may be.
    for (const auto* const name :
         {".assent-backup", ".assent-unfinished-", ".assent-unfinished-1234567", ".assent-unfinished-README",
          ".assent-unfinished-1-abcdef", "x.assent-unfinished-123456", ".assent-unfinished-4194305-locked"})
        write_file(in(name), "{");
    const int writer = ::open(in(".assent-unfinished-4194305-locked").c_str(), O_RDWR | O_CLOEXEC);
    BOOST_REQUIRE(::flock(writer, LOCK_EX) == 0);
    fs::create_directory(in(".assent-unfinished-4194305-folder"));
    fs::create_symlink("settings.json", in(".assent-unfinished-4194305-linked"));
    fs::create_hard_link(in(".assent-backup"), in(".assent-unfinished-4194305-copied"));
    const auto before = user.content();
    for (const auto* const command : {"doctor", "install", "uninstall"}) {
        write_file(in(".assent-unfinished-4194305-aB3dE9"), "{");
        BOOST_TEST(user.run({command, "claude"}).code == 0);
        BOOST_TEST(!fs::exists(in(".assent-unfinished-4194305-aB3dE9")), command);
        if (std::string_view(command) != "uninstall") BOOST_TEST(user.content() == before, command);
    }
    // In a folder in which others may write, nobody knows whose it is.
    write_file(in(".assent-unfinished-4194305-aB3dE9"), "{");
    ::chmod(user.file(".claude").c_str(), 0770);
    static_cast<void>(user.run({"doctor", "claude"}));
    BOOST_TEST(fs::exists(in(".assent-unfinished-4194305-aB3dE9")));
    ::close(writer);
}

BOOST_AUTO_TEST_CASE(a_unit_that_its_user_has_changed_stays_as_it_is) {
    const home user;
    BOOST_TEST(user.run({"install", "daemon", "--no-start"}).code == 0);
    const std::string changed =
        read_file(user.unit("service")) + "Environment=ASSENT_POLICY=/etc/strict.json\n";
    write_file(user.unit("service"), changed);
    const auto again = user.run({"install", "daemon", "--no-start", "--", "--mode", "deny"});
    BOOST_TEST(again.code == 1);
    BOOST_TEST(again.err.find(": is another unit; nothing was changed.") != again.err.npos, again.err);
    static_cast<void>(user.run({"uninstall", "daemon"}));
    BOOST_TEST(read_file(user.unit("service")) == changed);
}

// The agent and the service manager may have none there, and would decide by another one.
BOOST_AUTO_TEST_CASE(the_policy_of_the_environment_is_named_in_what_is_written) {
    const home user;
    write_file(user.file("p.json"), R"({"mode": "deny"})");
    const std::map<std::string, std::optional<std::string>> set{{"ASSENT_POLICY", user.file("p.json")}};
    const std::string named = " --policy " + user.file("p.json");
    BOOST_TEST(user.run({"install", "daemon", "--no-start"}, set).code == 0);
    BOOST_TEST(read_file(user.unit("service")).find(" daemon --home " + user.path() + named + " --record ") !=
               std::string::npos);
    BOOST_TEST(user.run({"install", "codex"}, set).code == 0);
    BOOST_TEST(read_file(user.file(".codex/config.toml")).find(named) != std::string::npos);
    BOOST_TEST(user.run({"install", "codex", "--", "--policy", "standard"}, set).code == 0);
    BOOST_TEST(read_file(user.file(".codex/config.toml")).find(named) == std::string::npos);
    // So is one that is found without being named, and that there is none.
    BOOST_TEST(user.run({"install", "codex"}).code == 0);
    BOOST_TEST(read_file(user.file(".codex/config.toml")).find(" --policy bare") != std::string::npos);
    write_file(user.file(".config/assent/policy.json"), "{}");
    BOOST_TEST(user.run({"install", "codex"}).code == 0);
    BOOST_TEST(read_file(user.file(".codex/config.toml"))
                   .find(" --policy " + user.file(".config/assent/policy.json")) != std::string::npos);
    // And where its files lie, if that is not the usual place.
    BOOST_TEST(user.run({"install", "codex"}, {{"XDG_STATE_HOME", user.file("state")}}).code == 0);
    BOOST_TEST(read_file(user.file(".codex/config.toml")).find(" --state " + user.file("state")) !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_policy_that_others_may_write_is_not_installed) {
    const home user;
    write_file(user.file("p.json"), "{}");
    const std::vector<std::string> install{"install", "claude", "--", "--policy", user.file("p.json")};
    const struct {
        std::string path;
        mode_t mode;
    } table[] = {{user.file("p.json"), 0664}, {user.file("p.json"), 0602}, {user.path(), 0770}};
    for (const auto& [path, mode] : table) {
        struct stat before {};
        ::stat(path.c_str(), &before);
        ::chmod(path.c_str(), mode);
        const auto refused = user.run(install);
        BOOST_TEST(refused.code == 2);
        BOOST_TEST(refused.err == "assent: --policy: policy file `" + user.file("p.json") +
                                      "`: others may write `" + path + "` (`chmod go-w` ends that)\n");
        ::chmod(path.c_str(), before.st_mode & 07777U);
    }
    BOOST_TEST(user.run(install).code == 0);
}

// As many shells at once as somebody may start.
BOOST_AUTO_TEST_CASE(fifty_at_once_are_all_done) {
    const home user;
    write_file(user.file(".claude/settings.json"), "{\n  \"a\": 1\n}\n");
    const auto before = user.content();
    surroundings here;
    here.environment = {{"HOME", user.path()}, {"CLAUDE_CONFIG_DIR", std::nullopt}};
    const auto at_once = [&](const std::vector<std::vector<std::string>>& commands) {
        std::list<program> all;
        for (const auto& each : commands) all.emplace_back(each, here);
        for (auto& each : all) {
            const auto end = each.wait();
            BOOST_TEST(end.code == 0, end.err);
        }
    };
    const std::vector<std::string> agents{"claude", "codex", "gemini", "qwen", "cursor"};
    std::vector<std::vector<std::string>> installs, uninstalls;
    for (std::size_t each = 0; each < 50; ++each) {
        installs.push_back({"install", agents[each % agents.size()], "--", "--deny", "A"});
        uninstalls.push_back({"uninstall", agents[each % agents.size()]});
    }
    at_once(installs);
    for (const auto& each : agents) BOOST_TEST(user.run({"doctor", each}).code == 0, each);
    at_once(uninstalls);
    BOOST_TEST(user.content() == before);
}

BOOST_AUTO_TEST_CASE(a_unit_of_somebody_else_stays_and_ours_are_recognised_without_a_record) {
    const home user;
    write_file(user.unit("service"), "[Service]\nExecStart=/bin/true\n");
    const auto before = user.content();
    const auto refused = user.run({"install", "claude", "daemon", "--no-start"});
    BOOST_TEST(refused.code == 1);
    BOOST_TEST(
        refused.err.find("daemon: " + user.unit("service") +
                         ": is another unit; nothing was changed. What has to stand there:\n[Unit]\n") !=
            refused.err.npos,
        refused.err);
    BOOST_TEST(user.content() == before);
    BOOST_TEST(user.run({"uninstall", "daemon"}).out == "daemon: is not in " + user.unit("socket") +
                                                            "\ndaemon: is not in " + user.unit("service") +
                                                            "\n");
    BOOST_TEST(user.content() == before);
    fs::remove(user.unit("service"));
    BOOST_TEST(user.run({"install", "daemon", "--no-start"}).code == 0);
    fs::remove_all(user.file(".local"));
    BOOST_TEST(user.run({"uninstall", "daemon"}).code == 0);
    BOOST_TEST(!fs::exists(user.unit("socket")));
    BOOST_TEST(!fs::exists(user.unit("service")));
}

BOOST_AUTO_TEST_CASE(the_doctor_says_whether_the_units_are_written_and_a_daemon_answers) {
    const home user;
    const std::string listens = user.runtime() + "/assent/daemon.sock";
    const auto nothing = user.run({"doctor", "daemon"});
    BOOST_TEST(nothing.code == 1);
    BOOST_TEST(
        nothing.out ==
        "daemon: FAILED\n    FAILED  daemon `" + listens +
            "`: nobody listens there; `assent daemon` does\n    note    " + user.unit("socket") +
            ": is not written; `assent install daemon` does, where systemd is\n    note    " +
            user.unit("service") +
            ": is not written; `assent install daemon` does, where systemd is\nverdict: daemon: a use may "
            "pass by, or its hook fails; see what stands first. Next: `assent setup --asks daemon`\n");
    BOOST_TEST(user.run({"install", "claude", "--", "--daemon", "on", "--policy", "standard"}).code == 0);
    const auto alone = user.run({"doctor"});
    BOOST_TEST(alone.code == 1);
    BOOST_TEST(alone.out.starts_with("claude: FAILED\n    FAILED  " + listens +
                                     ": nobody listens there, and so each use is refused\n    ok "),
               alone.out);
    BOOST_TEST(
        alone.out.ends_with(" Next: keep `assent daemon --home " + user.path() +
                            " --policy standard --record " + user.record() + " --on-ask web` running\n"),
        alone.out);
    BOOST_TEST(user.run({"uninstall", "claude"}).code == 0);
    BOOST_TEST(user.run({"install", "daemon", "--no-start"}).code == 0);
    const auto written = user.run({"doctor"});
    BOOST_TEST(written.code == 1);
    BOOST_TEST(written.out.ends_with(" Next: `systemctl --user enable --now assent-daemon.socket`\n"),
               written.out);
    surroundings here;
    here.environment = {{"HOME", user.path()}, {"XDG_RUNTIME_DIR", user.runtime()}};
    program daemon({"daemon", "--policy", "bare", "--audit", user.file("audit")}, here);
    BOOST_REQUIRE(daemon.says("assent: daemon listening on "));
    BOOST_TEST(user.run({"doctor"}).out ==
               "daemon: ok\n    ok      " + user.unit("socket") + "\n    ok      " + user.unit("service") +
                   "\n    ok      " + listens + ": the daemon decides by `--home " + user.path() +
                   " --policy bare --audit " + user.file("audit") +
                   "`\nverdict: all is in place, and nothing that passes it by is "
                   "in use here; nothing is to be done\n");
    BOOST_TEST(read_file(user.file("audit")).empty());
    fs::remove(user.unit("socket"));
    const auto half = user.run({"doctor"});
    BOOST_TEST(half.code == 1);
    BOOST_TEST(half.out.find("FAILED  " + user.unit("socket") + ": is no unit of ours") != half.out.npos,
               half.out);
}

// Only root can give a file away.
boost::test_tools::assertion_result by_root(boost::unit_test::test_unit_id) { return ::geteuid() == 0; }
boost::test_tools::assertion_result not_by_root(boost::unit_test::test_unit_id) { return ::geteuid() != 0; }

BOOST_AUTO_TEST_CASE(nothing_of_another_user_is_written, *boost::unit_test::precondition(by_root)) {
    constexpr uid_t nobody = 65534;
    const home user;
    const auto file = user.file(".claude/settings.json");
    write_file(file, "{}");
    BOOST_TEST(::chown(file.c_str(), nobody, static_cast<gid_t>(-1)) == 0);
    auto before = user.content();
    BOOST_TEST(user.run({"install", "claude"}).err == "assent: " + file + ": belongs to another user\n");
    BOOST_TEST(user.content() == before);
    fs::remove(file);
    BOOST_TEST(::chown(user.file(".claude").c_str(), nobody, static_cast<gid_t>(-1)) == 0);
    before = user.content();
    BOOST_TEST(user.run({"install", "claude"}).err ==
               "assent: " + user.file(".claude") + ": belongs to another user\n");
    BOOST_TEST(user.content() == before);
}

BOOST_AUTO_TEST_CASE(where_nothing_can_be_written_nothing_changes,
                     *boost::unit_test::precondition(not_by_root)) {
    const home user;
    write_file(user.file(".claude/settings.json"), "{}");
    ::chmod(user.file(".claude").c_str(), 0500);
    const auto before = user.content();
    BOOST_TEST(user.run({"install", "claude"}).code == 1);
    BOOST_TEST(user.content() == before);
    ::chmod(user.file(".claude").c_str(), 0700);
}

BOOST_AUTO_TEST_CASE(print_shows_the_change_and_makes_none) {
    const home user;
    write_file(user.file(".claude/settings.json"), "{\n  \"a\": 1\n}\n");
    const auto before = user.content();
    const auto shown = user.run({"install", "claude", "codex", "--print", "--", "--deny", "Bash(rm *)"});
    BOOST_TEST(shown.code == 0);
    const std::string file = user.file(".claude/settings.json");
    BOOST_TEST(shown.out.find("--- " + file + "\n+++ " + file +
                              "\n@@ line 1 @@\n {\n-  \"a\": 1\n+  \"a\": 1,\n+  \"hooks\": {\n") == 0U,
               shown.out);
    BOOST_TEST(shown.out.find("--- /dev/null\n+++ " + user.file(".codex/config.toml")) != std::string::npos);
    BOOST_TEST(user.content() == before);
    BOOST_TEST(user.run({"install", "claude"}).code == 0);
    const auto installed = user.content();
    BOOST_TEST(user.run({"uninstall", "claude", "--print"}).out.find("-  \"a\": 1,\n") != std::string::npos);
    BOOST_TEST(user.content() == installed);
}

BOOST_AUTO_TEST_CASE(all_is_what_is_found) {
    const home user;
    BOOST_TEST(user.run({"install", "all"}).err ==
               "assent: no agent was found: neither a folder in $HOME nor a program\n");
    const auto none = user.run({"doctor"});
    BOOST_TEST(none.code == 1);
    BOOST_TEST(none.out == "no agent was found: neither a folder in $HOME nor a program\n");
    fs::create_directories(user.file(".qwen"));
    write_file(user.file("bin/gemini"), "#!/bin/sh\necho 9.8.7\n");
    ::chmod(user.file("bin/gemini").c_str(), 0700);
    const std::map<std::string, std::optional<std::string>> path{
        {"PATH", user.file("bin") + ":/usr/bin:/bin"}};
    const auto found = user.run({"install", "all"}, path);
    BOOST_TEST(found.out == "gemini: installed in " + user.file(".gemini/settings.json") +
                                " (BeforeTool, AfterTool)\nqwen: installed in " +
                                user.file(".qwen/settings.json") +
                                " (PreToolUse, PostToolUse, PermissionRequest)\n");
    const auto doctor = user.run({"doctor"}, path);
    BOOST_TEST(doctor.code == 0);
    BOOST_TEST(doctor.out.find("gemini: ok (9.8.7)\n") == 0U, doctor.out);
    BOOST_TEST(doctor.out.find("qwen: ok\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(folders_that_the_environment_names_are_taken) {
    for (const auto& place : hook_places()) {
        if (place.variable.empty()) continue;
        BOOST_TEST_CONTEXT(name_of(place)) {
            const home user;
            const std::map<std::string, std::optional<std::string>> named{
                {std::string(place.variable), user.file("named")}};
            BOOST_TEST(user.run({"install", name_of(place)}, named).code == 0);
            std::string file = user.file("named/");
            if (!place.below_variable.empty()) file.append(place.below_variable).append("/");
            BOOST_TEST(fs::is_regular_file(file.append(place.file)));
            BOOST_TEST(!fs::exists(user.file(place.folder)));
            BOOST_TEST(user.run({"doctor", name_of(place)}, named).code == 0);
            BOOST_TEST(user.run({"uninstall", name_of(place)}, named).code == 0);
            BOOST_TEST(user.content().empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_project_may_have_a_plugin_of_its_own) {
    const home user;
    surroundings project;
    project.environment = {{"HOME", user.path()},
                           {"XDG_CONFIG_HOME", user.file("unused")},
                           {"XDG_STATE_HOME", std::nullopt},
                           {"OPENCODE_PURE", std::nullopt}};
    project.folder = user.file("proj");
    fs::create_directories(project.folder);
    const auto before = user.content();
    const auto run = [&](const std::vector<std::string>& words) {
        return assent::test::run(words, {}, project);
    };
    const std::string file = user.file("proj/.opencode/plugin/assent.js");
    BOOST_TEST(run({"install", "opencode", "--project"}).out ==
               "opencode: installed in " + file + " (tool.execute.before)\n");
    BOOST_TEST(run({"doctor", "opencode", "--project"}).code == 0);
    BOOST_TEST(run({"doctor", "opencode"}).code == 1);
    BOOST_TEST(run({"uninstall", "opencode"}).out.find("is not in ") != std::string::npos);
    BOOST_TEST(fs::is_regular_file(file));
    BOOST_TEST(run({"uninstall", "opencode", "--project"}).out == "opencode: removed " + file + "\n");
    BOOST_TEST(user.content() == before);
}

BOOST_AUTO_TEST_CASE(options_of_the_hook_are_checked_before_anything_is_written) {
    const home user;
    const struct {
        std::vector<std::string> arguments;
        std::string expected;
    } table[] = {
        {{"install"},
         "install: expected claude, codex, gemini, copilot, qwen, opencode, cursor, all or daemon (see "
         "assent install --help)"},
        {{"install", "aider"},
         "expected claude, codex, gemini, copilot, qwen, opencode, cursor, daemon or all, got `aider`"},
        {{"install", "claude", "--project"}, "--project: claude takes no hooks from a project here"},
        {{"install", "claude", "--timeout", "0"},
         "--timeout: expected a time up to 9m, such as 30s, got `0`"},
        {{"install", "claude", "--timeout", "541s"},
         "--timeout: expected a time up to 9m, such as 30s, got `541s`"},
        {{"install", "claude", "--", "--bogus"}, "install: options of the hook: there is no `--bogus`"},
        {{"install", "claude", "--", "--deny", "Bash(a*b*)x"}, "--deny `Bash(a*b*)x`: "},
        {{"install", "claude", "--", "--policy", "/nosuch"},
         "--policy: cannot read policy file `/nosuch`: No such file or directory"},
        {{"install", "claude", "--", "--on-ask", "x"}, "--on-ask: expected agent or deny, got `x`"},
        {{"install", "claude", "--", "--audit", "/nosuch/audit"}, "--audit: there is no folder `/nosuch`"},
        {{"install", "claude", "--", "--timeout", "5s"},
         "install: --agent and --timeout of the hook are given by install itself"},
        {{"install", "daemon", "--", "--say-allow"},
         "install: options of the daemon: there is no `--say-allow`"},
        {{"install", "daemon", "--", "--on-ask", "terminal,web"},
         "install: --on-ask: a unit has no terminal"},
        {{"install", "claude", "--", "--mode", "deny", "--"},
         "install: one -- stands in front of the options, and no other"},
        {{"install", "claude", "--", "--help"}, "install: options of the hook: there is no `--help`"},
        {{"install", "daemon", "--", "--policy", "/nosuch"},
         "--policy: cannot read policy file `/nosuch`: No such file or directory"},
        {{"install", "claude", "daemon", "--", "--deny", "Bash(a*b*)x"}, "--deny `Bash(a*b*)x`: "},
        {{"uninstall", "claude", "--", "x"}, "uninstall takes nothing behind `--`"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.expected) {
            const auto refused = user.run(row.arguments);
            BOOST_TEST(refused.code == 2);
            BOOST_TEST(refused.err.find("assent: " + row.expected) == 0U, refused.err);
            BOOST_TEST(user.content().empty());
        }
    }
    BOOST_TEST(user.run({"install", "claude", "--timeout", "9m"}).code == 0);
    BOOST_TEST(read_file(user.file(".claude/settings.json")).find("\"timeout\": 550,") != std::string::npos);
}

// The hook runs where the agent works: a file of the same name there is somebody else's.
BOOST_AUTO_TEST_CASE(relative_paths_of_options_are_made_absolute) {
    const home user;
    write_file(user.file("here/policy.json"), "{}");
    surroundings here;
    here.environment = {
        {"HOME", user.path()}, {"CLAUDE_CONFIG_DIR", std::nullopt}, {"XDG_STATE_HOME", std::nullopt}};
    here.folder = user.file("here");
    const auto result = assent::test::run(
        {"install", "claude", "--", "--policy", "policy.json", "--audit=../audit.jsonl"}, {}, here);
    BOOST_TEST(result.code == 0, result.err);
    const auto text = read_file(user.file(".claude/settings.json"));
    BOOST_TEST(text.find(R"("--policy", ")" + user.file("here/policy.json") + R"(", "--audit=)" +
                         user.file("audit.jsonl")) != std::string::npos,
               text);
    BOOST_TEST(!fs::exists(user.file("audit.jsonl")));
}

BOOST_AUTO_TEST_CASE(the_doctor_says_what_is_wrong) {
    const struct {
        std::string agent;
        std::string file;
        std::string from;
        std::string to;
        std::string expected;
    } table[] = {
        {"claude", ".claude/settings.json", "{\n", "{\n  \"disableAllHooks\": true,\n",
         ": hooks are switched off by `disableAllHooks`"},
        {"claude", ".claude/settings.json", "{\n", "{\n  \"env\": {\"CLAUDE_CODE_SIMPLE\": \"1\"},\n",
         ": hooks are switched off by `CLAUDE_CODE_SIMPLE`"},
        {"claude", ".claude/settings.json", "\"args\": [\"hook\"", "\"args\": [\"other\"",
         "no hook of ours at PreToolUse; `assent install claude -- --deny 'Bash(rm *)'` puts it there"},
        {"qwen", ".qwen/settings.json", "|| exit 2", "|| exit 0",
         "no hook of ours at PreToolUse; `assent install qwen -- --deny 'Bash(rm *)'` puts it there"},
        {"qwen", ".qwen/settings.json", "--policy bare", "--policy /nosuch",
         "PreToolUse: gives no answer about a harmless use: status 2: assent: hook: --policy"},
        // What agents do with these was tried: the hook is not called, or not waited for.
        {"claude", ".claude/settings.json", "{\"hooks\": [", "{\"matcher\": \"Read\", \"hooks\": [",
         "the hook at PreToolUse is not as installed: it stands there in another way: {\"matcher\": "
         "\"Read\""},
        {"claude", ".claude/settings.json", "{\"type\"", "{\"async\": true, \"type\"",
         "it stands there in another way: "},
        {"claude", ".claude/settings.json", "{\"type\"", "{\"if\": \"Read(*)\", \"type\"",
         "it stands there in another way: "},
        {"claude", ".claude/settings.json", ", \"onFailure\": \"block\"", "", "is not as installed"},
        {"gemini", ".gemini/settings.json", "{\"hooks\": [{", "{\"matcher\": \"x\", \"hooks\": [{",
         "it stands there in another way: "},
        {"cursor", ".cursor/hooks.json", ", \"failClosed\": true", "", "is not as installed"},
        {"claude", ".claude/settings.json", ", \"--deny\", \"Bash(rm *)\"", "",
         "the hook at PreToolUse is not as installed: what was installed is '" ASSENT_PROGRAM
         "' hook --agent "},
        {"gemini", ".gemini/settings.json", " --deny 'Bash(rm *)'", "", "what was installed is "},
        {"gemini", ".gemini/settings.json", " --deny", " --mode allow --deny", "what was installed is "},
        {"gemini", ".gemini/settings.json", ASSENT_PROGRAM, "/tmp/assent",
         "it runs /tmp/assent, and this program is " ASSENT_PROGRAM},
        {"codex", ".codex/config.toml", "[[hooks.PreToolUse]]\n", "[[hooks.PreToolUse]]\nmatcher = \"x\"\n",
         "it stands there in another way: "},
        {"opencode", ".config/opencode/plugin/assent.js", "throw new Error(why)", "return",
         "the hook at tool.execute.before is not as installed: its text is another"},
        {"opencode", ".config/opencode/plugin/assent.js", ", \"--deny\", \"Bash(rm *)\"", "",
         "what was installed is '" ASSENT_PROGRAM "' hook --agent opencode"},
        {"opencode", ".config/opencode/plugin/assent.js", "const hook", "const other",
         "no hook of Assent is in there; `assent install opencode -- --deny 'Bash(rm *)'` puts it there"},
        {"opencode", ".config/opencode/plugin/assent.js", "\"timeout\": 60000", "\"timeout\": 1",
         "its text is another"},
        {"claude", ".local/state/assent/installed.json", "\"files\"", "\"other\"",
         "nobody remembers what was installed here"},
        {"claude", ".local/state/assent/installed.json", "\"options\"", "\"other\"",
         "an older version of Assent has written it, and with this one it would refuse everything; "
         "`assent "
         "install claude -- --policy standard` puts it there"},
        {"claude", ".claude/settings.json", " {\"hooks\"", " // mine\n {\"hooks\"",
         "not JSON at line 4, column 7: JSON has no comments, and Claude reads none either"},
        {"qwen", ".qwen/settings.json", "{\n", "{\n  \"disableAllHooks\": true,\n",
         ": hooks are switched off by `disableAllHooks`"},
        {"qwen", ".qwen/settings.json", "PermissionRequest", "Other", "no hook of ours at PermissionRequest"},
        {"gemini", ".gemini/settings.json", "{\n", "{\n  \"hooksConfig\": {\"enabled\": false},\n",
         ": hooks are switched off by `hooksConfig.enabled`"},
        {"gemini", ".gemini/settings.json", "{\n", "{\n  \"hooksConfig\": {\"disabled\": [\"assent\"]},\n",
         ": hooks are switched off by `hooksConfig.disabled`"},
        {"codex", ".codex/config.toml", "[[hooks.PreToolUse]]\n",
         "[features]\nhooks = false\n[[hooks.PreToolUse]]\n", ": hooks are switched off by `features.hooks`"},
        {"codex", ".codex/config.toml", "enabled = true", "enabled = false",
         "the hook at PreToolUse is not trusted"},
        {"codex", ".codex/config.toml", "timeout = 60", "timeout = 61",
         "the hook at PreToolUse is not trusted"},
        {"codex", ".codex/config.toml", "[[hooks.PreToolUse]]\n",
         "[[hooks.PreToolUse]]\n[[hooks.PreToolUse]]\n", "the hook at PreToolUse is not trusted"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.agent << ": " << row.expected) {
            const home user;
            BOOST_TEST(user.run({"install", row.agent, "--", "--deny", "Bash(rm *)"}).code == 0);
            BOOST_TEST(user.run({"doctor", row.agent}).code == 0);
            std::string text = read_file(user.file(row.file));
            BOOST_REQUIRE(text.find(row.from) != text.npos);
            write_file(user.file(row.file), text.replace(text.find(row.from), row.from.size(), row.to));
            const auto result = user.run({"doctor", row.agent});
            BOOST_TEST(result.code == 1);
            BOOST_TEST(result.out.find(row.agent + ": FAILED\n") == 0U, result.out);
            BOOST_TEST(result.out.find(row.expected) != result.out.npos, result.out);
            if (row.file.ends_with("installed.json")) continue;
            // Installing it again mends what is ours.
            if (user.run({"install", row.agent, "--", "--deny", "Bash(rm *)"}).code != 0) continue;
            const auto mended = user.run({"doctor", row.agent}).out;
            BOOST_TEST(mended.find("not as installed") == mended.npos, mended);
        }
    }
}

// As a version of the program leaves it that wrote the hook in another way.
BOOST_AUTO_TEST_CASE(whoever_follows_the_doctor_keeps_the_policy_and_the_rules) {
    const std::vector<std::string> table[] = {
        {},
        {"--", "--policy", "standard", "--deny", "Bash(git push *)", "--ask", "Read(/it's)"},
        {"--timeout", "20s", "--mirror", "--no-record", "--", "--deny=Bash(rm *)"},
    };
    for (const auto& options : table) BOOST_TEST_CONTEXT(options.size()) {
            const home user;
            std::vector<std::string> words{"install", "claude"};
            words.insert(words.end(), options.begin(), options.end());
            BOOST_TEST(user.run(words).code == 0);
            const auto file = user.file(".claude/settings.json");
            const auto installed = read_file(file);
            std::string older = installed;
            older.replace(older.find(", \"onFailure\": \"block\""), 22, "");
            write_file(file, older);
            const auto said = user.run({"doctor", "claude"}).out;
            const auto begin = said.find("; `assent ") + 3;
            const auto command = said.substr(begin, said.find("` puts it there", begin) - begin);
            BOOST_TEST(command.find("--home") == command.npos, command);
            BOOST_TEST((command == "assent install claude") == options.empty(), command);
            const auto followed =
                "HOME=" + user.path() + " " ASSENT_PROGRAM + command.substr(6) + " >/dev/null";
            BOOST_TEST(std::system(followed.c_str()) == 0);
            BOOST_TEST(read_file(file) == installed);
            BOOST_TEST(user.run({"doctor", "claude"}).code == 0);
        }
}

BOOST_AUTO_TEST_CASE(who_installs_without_the_options_of_before_is_told_which_are_gone) {
    const home user;
    BOOST_TEST(
        user.run({"install", "gemini", "--", "--policy", "standard", "--deny", "Bash(git push *)"}).code ==
        0);
    constexpr auto gone = "gemini: these words of the hook are gone: ";
    const auto less = user.run({"install", "gemini", "--", "--policy", "standard"}).out;
    BOOST_TEST(less.find(std::string(gone) + "--deny 'Bash(git push *)'\n") != less.npos, less);
    const auto none = user.run({"install", "gemini"}).out;
    BOOST_TEST(none.find(std::string(gone) +
                         "--policy standard; what that policy says is no longer asked\n") != none.npos,
               none);
    for (const auto& more :
         {std::vector<std::string>{"install", "gemini"}, {"install", "gemini", "--", "--deny", "X"}}) {
        const auto nothing = user.run(more).out;
        BOOST_TEST(nothing.find("gone") == nothing.npos, nothing);
    }
}

BOOST_AUTO_TEST_CASE(the_doctor_looks_at_other_settings_and_the_environment) {
    const home user;
    BOOST_TEST(user.run({"install", "copilot", "claude"}).code == 0);
    write_file(user.file(".copilot/config.json"), "{ // mine\n}");
    const auto noted = user.run({"doctor", "copilot"});
    BOOST_TEST(noted.code == 0);
    BOOST_TEST(noted.out.find("note    " + user.file(".copilot/config.json") +
                              ": cannot be read here, and may switch hooks off") != noted.out.npos,
               noted.out);
    write_file(user.file(".copilot/settings.json"), R"({"disableAllHooks":true})");
    const auto off = user.run({"doctor", "copilot"});
    BOOST_TEST(off.code == 1);
    BOOST_TEST(off.out.find(user.file(".copilot/settings.json") +
                            ": hooks are switched off by `disableAllHooks`") != off.out.npos,
               off.out);
    const auto variable = user.run({"doctor", "claude"}, {{"CLAUDE_CODE_SIMPLE", "1"}});
    BOOST_TEST(variable.code == 1);
    BOOST_TEST(variable.out.find("hooks are switched off by $CLAUDE_CODE_SIMPLE in this environment") !=
                   variable.out.npos,
               variable.out);
    write_file(user.file("proj/.claude/settings.json"), R"({"disableAllHooks":true})");
    surroundings project;
    project.environment = {{"HOME", user.path()}, {"CLAUDE_CONFIG_DIR", std::nullopt}};
    project.folder = user.file("proj");
    BOOST_TEST(assent::test::run({"doctor", "claude"}, {}, project).code == 1);
}

BOOST_AUTO_TEST_CASE(the_doctor_tries_each_event_and_says_what_is_known_to_pass_by) {
    const home user;
    BOOST_TEST(user.run({"install", "gemini", "cursor", "--", "--mode", "deny"}).code == 0);
    const auto result = user.run({"doctor", "gemini", "cursor"});
    BOOST_TEST(result.code == 0, result.out);
    for (const auto* const expected : {"ok      BeforeTool: answers about a harmless use: deny",
                                       "ok      beforeShellExecution: answers about a harmless use: deny",
                                       "note    what passes its hook by was not tried, and is not known"})
        BOOST_TEST(result.out.find(expected) != result.out.npos, result.out);
}

BOOST_AUTO_TEST_CASE(the_doctor_says_the_same_as_json) {
    const home user;
    BOOST_TEST(user.run({"install", "gemini"}).code == 0);
    const auto good = user.run({"doctor", "gemini", "--json"});
    BOOST_TEST(good.code == 0);
    BOOST_TEST(good.out.starts_with(R"([{"name":"gemini","ok":true,"findings":[{"is":"note","text":")"),
               good.out);
    const auto none = user.run({"doctor", "qwen", "--json"});
    BOOST_TEST(none.code == 1);
    BOOST_TEST(none.out.starts_with(R"([{"name":"qwen","ok":false,"findings":[{"is":"open","text":")"),
               none.out);
}

BOOST_AUTO_TEST_CASE(what_has_changed_in_the_policy_since_it_was_installed_is_noted) {
    const home user;
    write_file(user.file("p.json"), "{}");
    BOOST_TEST(user.run({"install", "claude", "--", "--policy", user.file("p.json")}).code == 0);
    BOOST_TEST(user.run({"doctor", "claude"}).out.find("has changed") == std::string::npos);
    write_file(user.file("p.json"), R"({"mode":"deny"})");
    const auto changed = user.run({"doctor", "claude"});
    BOOST_TEST(changed.code == 0);
    BOOST_TEST(
        changed.out.find("note    " + user.file("p.json") +
                         " has changed since it was installed; what it says now decides") != changed.out.npos,
        changed.out);
}

// The values are what Codex 0.169.0 says of such hooks (`hooks/list`).
BOOST_AUTO_TEST_CASE(codex_is_told_the_digest_by_which_it_trusts) {
    const home user;
    const auto file = user.file(".codex/config.toml");
    BOOST_TEST(user.run({"install", "codex"}).code == 0);
    const auto text = read_file(file);
    BOOST_TEST(text.find("[hooks.state.\"" + file + ":pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:") !=
               text.npos);
    // Behind a group that is there the key says the second.
    const home other;
    write_file(other.file(".codex/config.toml"), "[[hooks.PreToolUse]]\n");
    BOOST_TEST(other.run({"install", "codex"}).code == 0);
    const auto second = read_file(other.file(".codex/config.toml"));
    BOOST_TEST(count(second, ":pre_tool_use:1:0\"]") == 1U);
    BOOST_TEST(count(second, ":permission_request:0:0\"]") == 1U);
}

BOOST_AUTO_TEST_CASE(a_folder_behind_a_link_is_trusted_under_both_names) {
    const home user;
    fs::create_directories(user.file("real"));
    fs::create_directory_symlink(user.file("real"), user.file(".codex"));
    const auto before = user.content();
    BOOST_TEST(user.run({"install", "codex"}).code == 0);
    const auto text = read_file(user.file("real/config.toml"));
    BOOST_TEST(count(text, user.file(".codex/config.toml:pre_tool_use:0:0")) == 1U);
    BOOST_TEST(count(text, user.file("real/config.toml:pre_tool_use:0:0")) == 1U);
    BOOST_TEST(user.run({"doctor", "codex"}).code == 0);
    BOOST_TEST(user.run({"uninstall", "codex"}).code == 0);
    BOOST_TEST(user.content() == before);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace install_test
