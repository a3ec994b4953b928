#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::gate_test {
namespace {

BOOST_AUTO_TEST_SUITE(gate_test)

policy protecting(permission_mode mode) {
    policy settings;
    settings.mode = mode;
    settings.protect_gate = true;
    return settings;
}

verdict judged(policy settings, std::string_view tool, const json_object& members,
               std::string_view cwd = "/proj") {
    const auto input = make_input(members);
    const tool_call call{.tool_name = tool, .input = *input, .cwd = cwd};
    const auto basis = judgement_basis::make(std::move(settings)).value();
    std::string scratch;
    const auto found = examine(call, *basis->rules(), *basis, {}, scratch);
    return permission_service(basis).judge(call, found, time_point());
}

bool is_asked(std::string_view command, std::string_view cwd = "/proj") {
    const auto said = judged(protecting(permission_mode::allow), "Bash", {{"command", command}}, cwd);
    BOOST_TEST((said.allowed() || (said.asks() && said.must_ask && said.source == decision_source::gate)));
    return said.asks();
}

BOOST_AUTO_TEST_CASE(what_changes_settings_of_agents_or_files_of_ours_is_asked_in_allow_mode_too) {
    for (const auto* command : {
             "echo x > ~/.claude/settings.json",
             "echo x > $HOME/.claude/settings.json",
             "F=~/.claude/settings.json; sed -i s/a/b/ $F",
             "chmod 600 ~/.claude/settings.json",
             "mv ~/.claude ~/x",
             "mv .claude.bak .claude",
             "cp a ~/.claude/",
             "cp -r backup/.claude .",
             "tee ~/.codex/config.toml < x",
             "printf x | sudo tee /etc/claude-code/managed-settings.json",
             "jq . x | sponge ~/.claude/settings.json",
             "curl -o .gemini/settings.json http://x",
             "rsync a/ ~/.qwen/",
             "dd of=.mcp.json if=x",
             "tar xf a.tar -C ~/.claude",
             "unzip x.zip -d .claude",
             "git checkout -- .claude/settings.json",
             "git config --file ~/.claude/x a b",
             "sh -c 'rm -r .claude'",
             "cd ~/.claude && rm settings.json",
             "cd ~/.config && rm -r assent",
             "sed -i d ~/.config/assent/policy.json",
             "rm -r .assent",
             "mv .assent/policy.json x",
             "cp x /etc/assent/policy.json",
             "perl -pi -e s/a/b/ ~/.copilot/config.json",
             "python3 -c \"open('/home/u/.claude/settings.json','w')\"",
             "python3 - <<EOF\nopen('.claude/settings.json','w')\nEOF",
             "node -e 'require(\"fs\").rmSync(h+\"/.config/assent/policy.json\")'",
             "./tool .claude/settings.json",
             "ln -sf /dev/null ~/.local/state/assent/audit.jsonl",
             "rm ~/.local/state/assent/sessions/claude-1",
             "rm -r /srv/state-of-ann/assent/sessions",
             "install -m 600 a ~/.local/bin/assent",
             "find ~/.config/assent -delete",
             "unlink ~/.config/opencode/opencode.json",
             "rm ~/.config/systemd/user/assent-daemon.socket",
             "rm -rf ~",
             "rm -rf ~/.config",
             "rm -rf ~/.c*",
             "rm .cl*",
             "rm -rf .{claude,x}",
             "rm -rf \"$HOME\"",
             "rm -rf /",
             "rm -rf ~/.local",
             "mv ~/.config ~/x",
             "d=~/.claude; echo x > $d/settings.json",
             "set -- ~/.claude; rm -rf $1",
             "ls ~/.claude/settings.json | xargs rm",
             "awk -i inplace 1 ~/.claude/settings.json",
             "rm /run/user/1000/assent/daemon.sock",
             "rm -rf .git/refs/assent",
             "cd .git/refs && rm -r assent",
         })
        BOOST_TEST(is_asked(command), command);
    BOOST_TEST(is_asked("rm settings.json", "/home/u/.claude"));
}

BOOST_AUTO_TEST_CASE(what_is_too_long_or_too_deep_to_read_hides_nothing) {
    const std::string much(max_command_bytes, 'x');
    BOOST_TEST(is_asked("rm -rf ~/.claude # " + much));
    BOOST_TEST(is_asked("assent uninstall all; : " + much));
    BOOST_TEST(!is_asked("echo " + much));
    for (const std::string each : {"eval ", "env ", "sudo "}) {
        std::string deep;
        for (int times = 0; times < 40; ++times) deep += each;
        BOOST_TEST(is_asked(deep + "rm -rf ~/.claude"), each);
    }
    std::string wide;
    for (int times = 0; times < 40; ++times) wide += "cd a" + std::to_string(times) + "; ";
    BOOST_TEST(is_asked(wide + "cd ~/.claude; rm settings.json"));
    BOOST_TEST(!is_asked(wide + "rm b"));
}

BOOST_AUTO_TEST_CASE(so_is_what_stops_or_uninstalls_it) {
    for (const auto* command : {
             "assent uninstall claude",
             "/usr/local/bin/assent install claude",
             "pkill -f assent",
             "pkill -f 'ass.nt'",
             "pkill .",
             "killall -r 'ass.*'",
             "sudo killall assent",
             "kill $PID",
             "kill $(pgrep x)",
             "xargs kill < pids",
             "for p in $(pgrep a); do kill $p; done",
             "kill -9 -1",
             "kill -- -1",
             "systemctl --user stop assent-daemon",
             "systemctl --user stop 'assent*'",
             "systemctl --user stop '*'",
             "pkill -f 'foo|assent'",
             "kill -9 -1 -l 1234",
             "$(which assent) uninstall claude",
             "assent session resume 4237298f",
             "assent setup --yes",
             "assent pause 5m",
             "assent rules remove 1",
             "assent daemon",
             "assent suggest --write",
             "assent log --forget",
             "assent log --today --forget=true --agent claude r.ndjson --help",
             "$(which assent) session resume 4237298f",
             "$(which assent) log --forget",
             "systemctl --user disable --now assent-daemon.socket",
         })
        BOOST_TEST(is_asked(command), command);
}

BOOST_AUTO_TEST_CASE(what_does_neither_is_allowed_in_allow_mode) {
    for (const auto* command : {
             "cat ~/.claude/settings.json | jq .",
             "cp ~/.claude/CLAUDE.md .",
             "node ~/.claude/skills/x/y.js a b",
             "bash ~/.claude/skills/x/y.sh a b",
             "git add .claude/settings.json",
             "git commit -m 'change .claude/settings.json'",
             "echo 'see .claude/settings.json' >> README.md",
             "sed -i s/x/y/ .claude/worktrees/a/src/main.c",
             "grep -r claude . > out.txt",
             "rm -rf node_modules",
             "rm -rf ~/.cache",
             "rm -rf *",
             "make && ./run.sh",
             "python3 -c 'print(1)'",
             "./configure --prefix=$HOME",
             "kill 123",
             "kill -9 123",
             "kill %1",
             "sleep 5 & kill $!",
             "pkill node",
             "pkill -f 'node.*server'",
             "systemctl --user restart nginx",
             "systemctl --user status assent-daemon",
             "assent check --tool Bash",
             "assent log --today",
             "assent report",
             "assent doctor",
             "assent what make",
             "assent policy lint p.json",
             "assent install --print claude",
             "cp -r .claude /tmp/b",
             "kill $$",
             "pip install claude",
             "git diff refs/assent/snapshots/s",
             "git log refs/assent/snapshots/s -- src/assent",
         })
        BOOST_TEST(!is_asked(command), command);
}

BOOST_AUTO_TEST_CASE(tools_that_write_are_held_like_commands) {
    const auto allow = protecting(permission_mode::allow);
    for (const auto* path : {"/proj/.claude/settings.json", "/home/u/.claude.json", "/proj/.mcp.json",
                             "/home/u/.config/assent/policy.json", ".codex/config.toml"})
        BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(judged(allow, "Write", {{"file_path", path}, {"content", "x"}}).source ==
                       decision_source::gate);
            BOOST_TEST(judged(allow, "Read", {{"file_path", path}}).allowed());
        }
    BOOST_TEST(
        judged(allow, "Write", {{"file_path", "/proj/.claude/worktrees/a/x.c"}, {"content", "x"}}).allowed());
}

BOOST_AUTO_TEST_CASE(the_hosts_own_files_are_protected_wherever_they_lie) {
    auto settings = protecting(permission_mode::allow);
    settings.own_places = {"/srv/rules/p.json", "/home/u/gate", "~/gate"};
    const auto asked = [&](std::string_view command, std::string_view cwd = "/proj") {
        return judged(settings, "Bash", {{"command", command}}, cwd).source == decision_source::gate;
    };
    for (const auto* command :
         {"echo x > /srv/rules/p.json", "rm /srv/./rules/p.json", "cd /srv && rm rules/p.json",
          "sed -i d /srv/rules/p.json", "mv x ~/gate/record", "rm -r ~/gate", "rm -r /srv", "mv /srv/rules x",
          "rm /srv/rules/*", "cd /srv && rm -r rules", "cd .. && cd srv && rm rules/p.json",
          "for f in /srv/rules/p.json; do echo x > $f; done",
          "python3 -c 'open(\"../srv/rules/p.json\",\"w\")'"})
        BOOST_TEST(asked(command), command);
    BOOST_TEST(asked("rm p.json", "/srv/rules"));
    BOOST_TEST(asked("cd rules && echo x > p.json", "/srv"));
    BOOST_TEST(asked("cd x && rm ../rules/p.json", "/srv"));
    for (const auto* command :
         {"cat /srv/rules/p.json", "echo x > /srv/rules/q.json", "rm p.json", "rm ~/gates/x"})
        BOOST_TEST(!asked(command), command);
    BOOST_TEST(judged(settings, "Write", {{"file_path", "/srv/rules/p.json"}, {"content", "x"}}).source ==
               decision_source::gate);
    BOOST_TEST(judged(settings, "Read", {{"file_path", "/srv/rules/p.json"}}).allowed());
}

BOOST_AUTO_TEST_CASE(nothing_but_a_person_lets_it_pass) {
    auto settings = protecting(permission_mode::ask);
    for (const auto* command : {"assent uninstall claude", "assent *"})
        settings.rules.push_back(permission_rule::make("Bash", {{"command", command}}, rule_behavior::allow,
                                                       rule_origin::command_line)
                                     .value());
    const json_object stops{{"command", "assent uninstall claude"}};
    const auto said = judged(settings, "Bash", stops);
    BOOST_TEST((said.asks() && said.must_ask));
    BOOST_TEST(said.reason() ==
               "it changes or stops what decides about agents, which only a person can allow");
    settings.mode = permission_mode::dont_ask;
    BOOST_TEST(judged(settings, "Bash", stops).denied());
    settings.mode = permission_mode::allow;
    settings.protect_gate = false;
    BOOST_TEST(judged(settings, "Bash", stops).allowed());
}

BOOST_AUTO_TEST_CASE(standard_protects_it_and_bare_does_not) {
    BOOST_TEST(policy::standard().protect_gate);
    BOOST_TEST(!policy::bare().protect_gate);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::gate_test
