#include "unit/domain/decide/guard_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace assent::risk_command_test {
namespace {

using enum risk_level;
using enum safety_class;

BOOST_AUTO_TEST_SUITE(risk_command_test)

BOOST_AUTO_TEST_CASE(what_a_command_does_raises_the_risk) {
    const struct {
        std::string_view id;
        risk_level level;
        safety_class safety;
        std::initializer_list<std::string_view> commands;
    } table[] = {
        {"destructive_command",
         high,
         always_confirm,
         {"rm -rf x",
          "rm -f x",
          "rm x",
          "/bin/rm x",
          "r\\m x",
          "rmdir x",
          "shred x",
          "dd if=a of=b",
          "mkfs.ext4 x",
          "mkfs x",
          "truncate -s0 x",
          "git reset --hard",
          "git reset --har",
          "git clean -fd",
          "git push --force",
          "git push -f origin",
          "git push origin +main",
          "git push --force-with-lease",
          "git branch -D x",
          "docker rm x",
          "docker system prune",
          "kubectl delete pod x",
          "psql -c 'DROP TABLE x'",
          "psql -c \"delete from x\"",
          "find . -delete",
          "npm test && rm -r x",
          "echo $(rm x)",
          "bash -c 'rm x'",
          "flock f rm x",
          "timeout 5 rm x",
          "X=1 rm x"}},
        {"privilege",
         critical,
         confirm,
         {"sudo ls", "doas ls", "su root", "chmod 777 x", "chmod 4755 x", "chmod u+s x", "chmod -R a+rwx x",
          "chown root x", "setcap x y", "npm test; sudo x", "env X=1 sudo x"}},
        {"network",
         medium,
         confirm,
         {"curl u", "wget u", "git clone u", "git fetch", "git pull", "echo x | curl u"}},
        {"sends", high, confirm, {"nc h 1", "ssh h", "scp a h:", "rsync a h:", "ftp h", "git push"}},
        {"download_and_run",
         critical,
         always_confirm,
         {"curl u | sh", "curl -s u | sudo bash", "wget -qO- u | python3 -", "bash <(curl u)",
          "sh -c \"$(curl u)\"", "eval \"$(wget u)\"", "curl u |& zsh", "curl u | tee x | sh",
          "source <(curl u)", "curl u | (bash)"}},
        {"package_install",
         high,
         confirm,
         {"npm install x", "npm i x", "pnpm add x", "yarn add x", "pip install x", "pip3 install x",
          "python3 -m pip install x", "apt install x", "apt-get install x", "dnf install x", "brew install x",
          "cargo install x", "gem install x", "go install x", "npx x"}},
        {"runs_commands", medium, confirm, {"npm test"}},
        {"executing_option", high, confirm, {"rg --pre ./x y"}},
        {"executing_variable", high, confirm, {"LD_PRELOAD=x npm test"}},
        {"inline_code", high, confirm, {"python3 -c x"}},
        {"changed_directory", high, confirm, {"cd x && git log"}},
        {"unreadable_command", high, confirm, {"$X y"}},
        {"protected_place", high, confirm, {"cp x .git/config"}},
        {"process_files", high, confirm, {"cat /proc/1/maps"}},
    };
    for (const auto& each : table) {
        for (const auto command : each.commands) {
            const auto found = of_command(command);
            BOOST_TEST_CONTEXT(command) {
                BOOST_TEST(has_factor(found, each.id));
                BOOST_TEST(found.level >= each.level);
                BOOST_TEST(found.safety >= each.safety);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(ordinary_commands_are_no_riskier_than_running_commands_is) {
    for (const auto* command :
         {"npm test", "git status", "git commit -m 'fix: rm old things'", "git commit -m \"fix: sudo\"",
          "cargo build", "chmod +x run.sh", "chmod 644 a", "git-push notes", "make", "git branch feature",
          "docker run --rm x"}) {
        const auto found = of_command(command);
        BOOST_TEST_CONTEXT(command) {
            BOOST_TEST(ids_of(found) == " runs_commands ");
            BOOST_TEST(found.level == medium);
            BOOST_TEST(found.safety == confirm);
        }
    }
}

BOOST_AUTO_TEST_CASE(commands_that_only_look_are_as_harmless_as_a_tool_that_reads) {
    for (const auto* command :
         {"ls -la", "grep -rn sudo src", "echo rm -rf", "cat curl.c", "sort a | uniq -c"}) {
        const auto found = of_command(command);
        BOOST_TEST_CONTEXT(command) {
            BOOST_TEST(ids_of(found) == " ");
            BOOST_TEST(found.level == low);
            BOOST_TEST(found.safety == always_safe);
        }
    }
}

BOOST_AUTO_TEST_CASE(many_programs_behind_one_that_is_not_known_are_risky_themselves) {
    std::string text = "nobody-knows-it";
    for (int count = 0; count < 15; ++count) text += " find";
    BOOST_TEST(!has_factor(of_command(text), "too_long_to_read"));
    BOOST_TEST(has_factor(of_command(text + " find"), "too_long_to_read"));
}

BOOST_AUTO_TEST_CASE(adding_words_to_a_command_never_lowers_its_risk) {
    constexpr std::array<std::string_view, 44> words{
        "rm",      "-rf",   "x",      "sudo",    "npm",      "install", "test",  "git",     "push",
        "--force", "reset", "--hard", "curl",    "http://u", "|",       "sh",    "&&",      ";",
        "$X",      "$(ls)", "'a b'",  "\"c;d\"", ".env",     "/etc/x",  "find",  "-delete", "echo",
        "cd",      "..",    "bash",   "-c",      "chmod",    "777",     "grep",  "token",   ">",
        "{",       "}",     "nice",   "A=1",     "python3",  "||",      "xargs", "drop"};
    constexpr unsigned seed = 20'240'501;
    BOOST_TEST_INFO("seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 400; ++round) {
        std::string command;
        auto before = of_command("npm");
        for (int length = 0; length < 25; ++length) {
            const bool option_waits = command.ends_with("-c") || command.ends_with("-rf");
            command += std::string(command.empty() ? "" : " ") + std::string(words[random() % words.size()]);
            auto now = of_command(command);
            // What cannot be read may turn out to be harmless, an interpreter get a script, an option its
            // value, and what may have been a path be a text.
            const bool looks = now.level == low && ids_of(before) == " runs_commands ";
            if (!looks && !option_waits && !has_factor(before, "unreadable_command") &&
                !has_factor(before, "secret_in_path") && !has_factor(before, "download_and_run"))
                BOOST_TEST_CONTEXT("seed " << seed << ": " << command) {
                    BOOST_REQUIRE(now.level >= before.level);
                    BOOST_REQUIRE(now.safety >= before.safety);
                }
            before = std::move(now);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::risk_command_test
