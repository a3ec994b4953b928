#include "unit/domain/decide/guard_samples.hpp"
#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>
#include <string_view>

namespace assent::guard_test {
namespace {

BOOST_AUTO_TEST_SUITE(guard_test)

BOOST_AUTO_TEST_CASE(ordinary_commands_cost_no_question) {
    for (const auto* command : {
             "npm test",
             "npm",
             "npm ci && npm test",
             "npm run build -- --env=prod",
             "npm run x 'a; b | c'",
             "npm test '$(touch pwned)'",
             "npm test \\$HOME",
             "npm run x 'it'\\''s fine'",
             "git status",
             "git log --oneline main",
             "git commit -m \"fix: cd into dir\"",
             "git commit -m 'look at this, e.g. git and sed'",
             "git add -A && git commit -m \"$(cat <<'EOF'\nfix: `it` is done (really)\n\nEOF\n)\"",
             "git push -u origin main",
             "git diff --text",
             "git config --get user.name",
             "git -P log -c",
             "git clone https://example.com/a.git",
             "ls -la",
             "ls *.ts",
             "ls .github .gitignore",
             "cargo build",
             "grep -rn foo src",
             "grep '.*foo' src/a.c",
             "grep -rn git .",
             "cd src && grep -rn git .",
             "find . -name '*.c'",
             "find . \\( -name a -o -name b \\) -print 2>/dev/null",
             "tar xzf a.tgz",
             "tar -cf Images.tar src",
             "sed -n 1,5p f",
             "sed 's/a/b/g; /x/d' whatever.txt",
             "sed -e 's/eww/wee/' -e '$d' e",
             "awk '{ if ($1 > 5) print $2 }' f",
             "awk -F: '/a|b/ {print $1}' f",
             "sort -u a.txt",
             "sort -k2,2 -t, a.txt",
             "rg pattern src",
             "rg --pretty x",
             "touch a.txt",
             "mkdir -p src/gitter",
             "cat README.md",
             "cat src/etc/hosts lib/proc/x",
             "curl -sS -XPOST -d o http://localhost",
             "man ls",
             "python3 app.py",
             "make -j4 all",
             "PAGER=cat FOO=1 npm test",
             "sudo -u me npm test",
             "timeout 5s npm test",
             "[ -f a ] && echo yes",
             "if test -f a; then echo yes; fi",
             "echo \"$HOME is home\" $((2*3))",
             "npm test # it's fine",
             "jq '.[] | select(.x)' f",
             "jq '.[0] | .a' f",
             "jq '.[1:3] | length' f",
             "git stash show stash@{0}",
             "cd /proj && git status",
             "git -C /proj log -5",
             "sed 2>/dev/null s/a/b/ f",
             ">$LOG npm test",
             "echo hi > out.txt",
         })
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "");
}

BOOST_AUTO_TEST_CASE(options_that_run_programs_or_write_files_are_found) {
    for (const auto* command : {
             "find . -exec touch pwned ;",
             "find . -delete",
             "find . -execdir x {} +",
             "find . -ok x \\;",
             "find . -okdir x \\;",
             "find . -fprint f",
             "find . -fprint0 f",
             "find . -fprintf f x",
             "find . -fls f",
             "fd x -x rm",
             "fd --exec rm",
             "git -c core.pager=./x log",
             "git -ccore.pager=./x log",
             "git -C /tmp/evil status",
             "git --exec-path=/tmp log",
             "git --git-dir=/tmp/x log",
             "git --work-tree /tmp status",
             "git --config-env=a=b log",
             "git diff --output=x",
             "git diff --outp=x",
             "git diff --outp x",
             "git clone --upload-pack=./x y",
             "git clone -u ./x y",
             "git clone -c a=b y",
             "git push --receive-pack ./x",
             "git archive --exec=./x y",
             "git archive -o f HEAD",
             "git fetch --upload-p ./x",
             "git grep -O./x y",
             "git grep --open-files-in-pager=./x y",
             "git diff --ext-diff",
             "git diff --textconv",
             "git difftool -x ./x",
             "git rebase -x ./x main",
             "git rebase --exec ./x",
             "git config core.pager ./x",
             "git config --add alias.x '!y'",
             "rg --pre ./x y",
             "rg --pre=./x y",
             "rg --hostname-bin ./x y",
             "sort --compress-program=./x y",
             "sort --comp ./x y",
             "sort -o f y",
             "sort -uo f y",
             "sort --outp=x y",
             "sed -i s/a/b/ f",
             "sed -ni.bak p f",
             "sed --in-place s/a/b/ f",
             "sed --in-p s/a/b/ f",
             "sed -f x.sed f",
             "sed 's/a/touch pwned/e' x",
             "sed 's/a/b/gw f' x",
             "sed -n '1e touch x' f",
             "sed e f",
             "sed '/a/,$ w out' f",
             "sed 'p;W f' x",
             "sed -e p -e 'w f' x",
             "sed -ne 'w f' x",
             "sed --expression='e x' f",
             "sed -n \"$SCRIPT\" f",
             "tar --to-command=./x -xf y",
             "tar --checkpoint-action=exec=./x -cf y z",
             "tar -I ./x -xf y",
             "tar xIf ./x y",
             "tar --use-comp=./x -xf y",
             "tar --rsh-command=./x -xf h:y",
             "tar --info-script ./x -cf y",
             "tar -F ./x -cf y",
             "tar --new-volume-script ./x -cf y",
             "awk 'BEGIN { system(\"x\") }'",
             "awk 'BEGIN { system (\"x\") }'",
             "awk '{ \"x\" | getline }'",
             "awk '{ print > \"f\" }' x",
             "awk '{ print | \"sh\" }' x",
             "gawk '@load \"filefuncs\"' x",
             "awk -f x.awk y",
             "ssh -o ProxyCommand=./x h",
             "ssh -oproxycommand=./x h",
             "rsync -e ./x a b",
             "rsync -ave ./x a b",
             "rsync --rsh=./x a b",
             "zip -T -TT ./x a b",
             "zip --unzip-command ./x a",
             "man -P ./x ls",
             "man --pager=./x ls",
             "man -H./x ls",
             "less +!x f",
             "more +!x f",
             "vim -c ':!x' f",
             "vim --cmd ':!x' f",
             "vi +:!x f",
             "env -S 'x y'",
             "env --split-string='x y'",
             "curl -o f u",
             "curl -sSLo f u",
             "curl -O u",
             "curl --output f u",
             "curl -K f",
             "curl --config f",
             "wget --use-askpass=./x u",
             "make --eval='x:;y'",
             "npm --script-shell=./x test",
             "yarn --script-shell ./x test",
             "pip install --config-settings=a=b x",
         })
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "executing_option");
}

// Which program it is is for allow rules to name; what that one does is looked at by itself.
BOOST_AUTO_TEST_CASE(a_command_that_only_runs_another_program_says_so) {
    for (const auto* command :
         {"timeout 5 make", "nice make", "xargs touch", "ls | xargs -n1 touch", "git bisect run ./x",
          "git submodule foreach ./x", "npm exec x", "uv run x", "flock f make"}) {
        const auto input = make_input({{"command", command}});
        std::string scratch;
        const auto found = guard({.tool_name = "Bash", .input = *input, .cwd = sample_cwd}, nullptr, scratch);
        BOOST_TEST_CONTEXT(command) {
            BOOST_TEST_REQUIRE(static_cast<bool>(found));
            BOOST_TEST(found.why->id == "runs_others");
            BOOST_TEST(found.only_runs_others);
        }
    }
    BOOST_TEST(guarded_text("timeout 5 sort -o f g") == "executing_option");
}

BOOST_AUTO_TEST_CASE(code_in_the_command_itself_is_found) {
    for (const auto* command : {"bash -c 'touch pwned'", "sh -c 'touch pwned'", "bash -lc x", "zsh -c x",
                                "python3 -c 'open(\"pwned\",\"w\")'", "python3.11 -c x", "python -Ic x",
                                "node -e x", "node --eval=x", "perl -ne x", "ruby -e x", "php -r x"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "inline_code");
}

BOOST_AUTO_TEST_CASE(tools_that_write_are_guarded_and_tools_that_read_are_not) {
    const json_object settings{{"file_path", "/proj/.git/config"}};
    for (const auto kind : {tool_kind::edit, tool_kind::remove, tool_kind::execute, tool_kind::other}) {
        const auto definition = tool_of_kind(kind);
        BOOST_TEST_CONTEXT(to_string(kind)) BOOST_TEST(guarded(settings, &definition) == "protected_place");
    }
    BOOST_TEST(guarded(settings) == "protected_place");
    for (const auto kind :
         {tool_kind::read, tool_kind::search, tool_kind::fetch, tool_kind::agent, tool_kind::interact}) {
        const auto definition = tool_of_kind(kind);
        BOOST_TEST_CONTEXT(to_string(kind)) {
            BOOST_TEST(guarded(settings, &definition) == "");
            BOOST_TEST(guarded({{"file_path", "/proc/self/environ"}}, &definition) == "process_files");
        }
    }
    BOOST_TEST(guarded({{"file_path", "/proj/src/a.c"}}) == "");
    BOOST_TEST(guarded({{"file_path", "config"}}, nullptr, "/proj/.git") == "protected_place");
    BOOST_TEST(guarded({{"file_path", json_array{"a", ".git/config"}}}) == "protected_place");
    BOOST_TEST(guarded({{"file_path", json_array{"a", "b"}}}) == "");
    for (const auto& unclear : {json_array{}, json_array{7}, json_array{"a", json_array{"b"}}})
        BOOST_TEST(guarded({{"file_path", unclear}}) == "place_unknown");
    BOOST_TEST(guarded({{"path", nullptr}}) == "");
}

BOOST_AUTO_TEST_CASE(commands_are_found_in_every_field_that_holds_one) {
    for (const auto* name : {"command", "cmd", "script"}) {
        BOOST_TEST_CONTEXT(name) {
            BOOST_TEST(guarded({{name, "find . -delete"}}) == "executing_option");
            BOOST_TEST(guarded({{name, json_array{"find", "-delete"}}}) == "unreadable_command");
            BOOST_TEST(guarded({{name, nullptr}}) == "");
        }
    }
    BOOST_TEST(guarded({{"line", "find . -delete"}}) == "");
    auto shell = tool_of_kind(tool_kind::execute);
    shell.main_field = "line";
    BOOST_TEST(guarded({{"line", "find . -delete"}}, &shell) == "executing_option");
    auto declared = tool_of_kind(tool_kind::other);
    declared.field_kinds = {{"line", field_kind::command}, {"script", field_kind::text}};
    BOOST_TEST(guarded({{"line", "find . -delete"}}, &declared) == "executing_option");
    BOOST_TEST(guarded({{"script", "find . -delete"}}, &declared) == "");
}

BOOST_AUTO_TEST_CASE(a_command_over_ten_thousand_bytes_is_found_and_one_at_the_limit_is_read) {
    const std::string whole = "echo " + std::string(max_command_bytes - 5, 'a');
    BOOST_TEST(guarded_text(whole) == "");
    BOOST_TEST(guarded_text(whole + "a") == "too_long_to_read");
}

// Whether one of the case's rules is refused where rules are made.
bool refused(const json_object& line) {
    const auto* several = line.if_contains("rules");
    for (const auto& each : several != nullptr ? several->as_array() : json_array{line.at("rule")}) {
        const auto& rule = each.as_object();
        if (!flaw(rule_behavior::allow, rule.at("tool_pattern").as_string(),
                  rule.at("input_pattern").as_object())
                 .empty())
            return true;
    }
    return false;
}

BOOST_AUTO_TEST_CASE(what_rules_alone_cannot_stop_is_refused_as_a_rule_or_found) {
    std::ifstream file(ASSENT_TEST_DATA "/cases.jsonl");
    const auto reader = tool_of_kind(tool_kind::read);
    int seen = 0;
    for (std::string text; std::getline(file, text);) {
        const auto line = text.empty() ? json_object() : object(text);
        const auto* layer = line.if_contains("layer");
        if (layer == nullptr || *layer != "risk_or_lint") continue;
        ++seen;
        const auto& input = line.at("input").as_object();
        const auto* definition = line.at("tool_name") == "Read" ? &reader : nullptr;
        BOOST_TEST_CONTEXT(text) BOOST_TEST((refused(line) || !guarded(input, definition, "").empty()));
    }
    BOOST_TEST(seen > 10);
}

BOOST_AUTO_TEST_CASE(commands_that_a_rule_may_allow_are_not_found) {
    std::ifstream file(ASSENT_TEST_DATA "/cases.jsonl");
    int seen = 0;
    for (std::string text; std::getline(file, text);) {
        const auto line = text.empty() ? json_object() : object(text);
        if (line.empty() || line.at("expected") != "match" || !line.at("input").is_object()) continue;
        const auto* command = line.at("input").as_object().if_contains("command");
        if (command == nullptr || !command->is_string()) continue;
        ++seen;
        // A rule without wildcards names what the guard finds.
        const auto* const pattern = line.at("rule").as_object().if_contains("input_pattern");
        const auto* const named = pattern == nullptr ? nullptr : pattern->as_object().if_contains("command");
        if (named != nullptr && named->get_string().find_first_of("*?") == json_string::npos) continue;
        BOOST_TEST_CONTEXT(text) BOOST_TEST(guarded_text(command->get_string()) == "");
    }
    BOOST_TEST(seen > 10);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::guard_test
