#include <assent/domain/rules/command_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent::command_catch_evasion_test {
namespace {

using enum rule_match;

rule_match catches(std::string_view command) {
    return command_pattern::make("rm *", rule_behavior::deny).value().catches(command, shell_runs(command));
}

template <std::size_t Count>
void expect(const std::string_view (&commands)[Count], rule_match expected) {
    for (const auto command : commands)
        BOOST_TEST_CONTEXT('`' << command << '`') BOOST_TEST(catches(command) == expected);
}

BOOST_AUTO_TEST_SUITE(command_catch_evasion_test)

BOOST_AUTO_TEST_CASE(text_that_arithmetic_or_a_trace_may_expand_again_is_never_excluded) {
    constexpr std::string_view commands[] = {
        "set -- 'a[$(rm y)]'; echo $(($1))",
        "set -- 'a[`rm y`]'; echo $((1+$1))",
        "read x <<< 'a[$(rm y)]'; (( x ))",
        "for x in 'a[$(rm y)]'; do echo $((x)); done",
        "f() { echo $(( $1 )); }; f 'a[$(rm y)]'",
        "f() { echo $(( $1 )); }; f a[\\$\\(rm\\ y\\)]",
        "f() { (( $1 )); }; f $'a[\\x24(rm y)]'",
        "read x <<< 'a[$(rm y)]'; [[ $x -eq 0 ]]",
        "read x <<< 'a[$(rm y)]'; [[ a = a && x -gt 0 ]]",
        "read x <<< 'a[$(rm y)]'; [ $x -eq 0 ]",
        "read x <<< 'a[$(rm y)]'; let y=x",
        "read x <<< 'a[$(rm y)]'; for ((i=x; i<3; i++)); do :; done",
        "f() { local -i n=$1; }; f 'a[$(rm y)]'",
        "declare -i n; for n in 'a[$(rm y)]'; do :; done",
        "f() { a[$1]=2; }; f 'a[$(rm y)]'",
        "f() { a=([$1]=2); }; f 'a[$(rm y)]'",
        "f() { unset \"$1\"; }; f 'a[$(rm y)]'",
        "set -- 'a[$(rm y)]'; echo ${v:$1}",
        "set -- 'a[$(rm y)]'; echo ${@:$1}",
        "set -- 'a[$(rm y)]'; echo ${v[$1]}",
        "set -- 'a[$(rm y)]'; echo ${#v[$1]}",
        "set -- 'a[$(rm y)]'; echo ${!1}",
        "set -- 'a[$(rm y)]'; declare -n r=$1; echo $r",
        "set -- 'a[$(rm y)]'; printf %d \"$1\"",
        "set -- 'a[$(rm y)]'; exit $1",
        "set -- 'a[$' '(rm y)]'; echo $(( $1$2 ))",
        "x=$(printf 'a[\\x24(rm y)]'); echo $((x))",
        "x=$(printf 'a[\\044(rm y)]'); echo $((x))",
        "x=$(printf 'a[\\140rm y\\140]'); echo $((x))",
        ": \"a[\\$(rm y)]\"; echo $(($_))",
        "while read x; do echo $((x)); done <<E\na[\\$(rm y)]\nE",
        "while read x; do echo $((x)); done <<'E'\na[$(rm y)]\nE",
        "bash -c 'set -- \"a[\\$(rm y)]\"; echo $(($1))'",
        "bash -c 'echo $(($0))' 'a[$(rm y)]'",
        "read PS4 <<< '$(rm y)'; set -x; true",
        "read PS4 <<< '$(rm y)'; set -o xtrace; true",
        "for PS4 in '$(rm y)'; do bash -xc true; done",
        "for BASH_ENV in '$(rm y)'; do export BASH_ENV; bash -c :; done",
    };
    expect(commands, doubt);
}

BOOST_AUTO_TEST_CASE(arithmetic_and_kept_text_alone_are_not_in_doubt) {
    constexpr std::string_view commands[] = {
        "n=$(wc -l < f); echo $((n+1))",
        "for i in 1 2 3; do echo $((i*2)); done",
        "for ((i=0; i<3; i++)); do echo \"$i\"; done",
        "x=abc; echo ${x:1:2} ${x:-$y} ${x[0]} ${x[@]}",
        "if [ \"$(grep -c 'foo$' f)\" -gt 3 ]; then echo big; fi",
        "[[ $x -eq 0 ]] && echo 'a $b'",
        "awk '{print $1}' f; echo $((2+x))",
        "echo '$(rm y)'; echo 'a `rm y`'",
        "git commit -m 'use `rm`'; echo $((1 + 2))",
        "git commit -m 'use `rm`'; echo ${x:0:3}",
        "git commit -m 'use `rm`'; set -e",
        "[ $# -gt 0 ] && git commit -m 'use `rm`'",
        "[ $? -eq 0 ] && [ \"$1\" = x ] && git commit -m 'use `rm`'",
        "bash -c 'for ((i=0; i<3; i++)); do x=$(date); done'",
        "eval 'x=$(date); echo $((x))'",
        "bash <<'E'\nx=$(date)\necho $((x))\nE",
        "cat <<'E'\n`rm x`\nE",
    };
    expect(commands, no);
}

BOOST_AUTO_TEST_CASE(runners_of_projects_and_packages_are_looked_through) {
    constexpr std::string_view commands[] = {
        "npm exec -- rm x",
        "npm exec rm x",
        "npm x -- rm x",
        "npm --prefix y exec rm x",
        "npm exec -c 'rm x'",
        "npm exec --call='rm x'",
        "npm explore pkg -- rm x",
        "pnpm exec rm x",
        "pnpm -r exec rm x",
        "pnpm dlx rm x",
        "yarn exec rm x",
        "yarn dlx rm x",
        "yarn workspace a exec rm x",
        "bun run rm x",
        "bun x rm x",
        "bundle exec rm x",
        "mise exec -- rm x",
        "mise x -- rm x",
        "mise exec node@20 -- rm x",
        "uv run rm x",
        "uv run --with a rm x",
        "uv tool run rm x",
        "poetry run rm x",
        "pipenv run rm x",
        "hatch run rm x",
        "pdm run rm x",
        "conda run -n a rm x",
        "rustup run stable rm x",
        "opam exec -- rm x",
        "direnv exec . rm x",
        "devbox run rm x",
        "devbox run 'ls; rm x'",
        "nix-shell --run 'rm x'",
        "nix-shell -p git --command 'rm x'",
        "nix develop -c rm x",
        "nix shell nixpkgs#git --command rm x",
        "aws-vault exec me -- rm x",
        "cross-env A=1 rm x",
        "/usr/bin/npm exec rm x",
        "sudo npm exec rm x",
        "npm exec -- npm exec -- rm x",
        // Options whose value, or absence of one, hides the program.
        "docker run image -c 'rm x'",
        "docker run image -lc 'rm x'",
        "gcloud compute ssh host -- rm x",
        "pixi run 'rm x'",
        "pixi exec rm x",
        "pnpm exec --shell-mode 'rm x'",
        "pnpm exec -c ls ';rm x'",
        "pnpm exec -p rm x",
        "bunx -w rm x",
        "rr rm x",
        "rr -n rm x",
        "strace -A rm x",
        "choom -o rm x",
        "/lib/ld-linux.so.2 rm x",
    };
    expect(commands, yes);
}

BOOST_AUTO_TEST_CASE(what_pnpm_does_not_know_as_its_own_is_a_program) {
    const auto caught = [](std::string_view command) {
        return command_pattern::make("curl *", rule_behavior::deny)
            .value()
            .catches(command, shell_runs(command));
    };
    BOOST_TEST(caught("pnpm curl x") == yes);
    BOOST_TEST(caught("pnpm -r curl x") == yes);
    BOOST_TEST(caught("pnpm --filter a curl x") == yes);
    BOOST_TEST(caught("pnpm add curl x") == no);
    BOOST_TEST(caught("pnpm run curl x") == no);
}

BOOST_AUTO_TEST_CASE(terminals_agents_and_containers_are_looked_through) {
    constexpr std::string_view commands[] = {
        "tmux new-session -d 'rm x'",
        "tmux new -d -s w 'ls; rm x'",
        "tmux neww rm x",
        "tmux split-window -h 'rm x'",
        "tmux respawn-pane -k 'rm x'",
        "tmux run-shell 'rm x'",
        "tmux -L w new -d 'rm x'",
        "screen -dm rm x",
        "screen -dmS w rm x",
        "ssh-agent rm x",
        "docker exec c rm x",
        "docker compose exec web rm x",
        "podman exec -it c rm x",
        "kubectl exec pod -- rm x",
        "kubectl -n a exec pod -c b -- sh -c 'rm x'",
        "script -Olog.cast -c 'rm x'",
        "su -gstaffce -c 'rm x'",
        "su -c ls -c 'rm x'",
        "zsh --emulate sh -c 'rm x'",
        "tmux -c 'rm x'",
    };
    expect(commands, yes);
    constexpr std::string_view doubtful[] = {
        "tmux send-keys -t w 'rm x' Enter",
        "tmux send 'rm x' Enter",
        "tmux ls \\; run 'rm x'",
        "tmux display -p '#(rm x)'",
        "tmux new-s -d 'rm x'",
        "screen -S w -X stuff 'rm x'",
        "npm $x rm y",
    };
    expect(doubtful, doubt);
}

BOOST_AUTO_TEST_CASE(what_git_runs_is_looked_into) {
    constexpr std::string_view commands[] = {
        "git submodule foreach 'rm x'",
        "git submodule foreach --recursive rm x",
        "git -C y submodule foreach 'rm x'",
        "git bisect run rm x",
        "git bisect run sh -c 'rm x'",
        "git -c alias.x='!rm x' x",
        "git -c ALIAS.x='!rm x' x",
        "git -c Core.Pager='rm x' log",
        "git -c core.pager='rm x' log",
        "git -c core.sshCommand='rm x' fetch",
        "git clone -c core.fsmonitor='rm x' y",
        "git config alias.x '!rm x'",
        "git config --global core.editor 'rm x'",
        "git rebase --exec 'rm x' main",
        "git rebase --exec='rm x' main",
        "git rebase -x 'rm x' main",
        "git rebase -i -x'rm x' main",
        "git difftool -x 'rm x'",
        "git grep -O'rm x' y",
        "git fetch --upload-pack='rm x' y",
        "git filter-branch --tree-filter 'rm x' HEAD",
        "git clone ext::'rm x'",
        "GIT_EXTERNAL_DIFF='rm x' git diff",
    };
    expect(commands, yes);
    BOOST_TEST((command_pattern::make("git push *", rule_behavior::deny)
                    .value()
                    .catches("git -c Alias.x='push -f' x", shell_runs("git -c Alias.x='push -f' x")) == yes));
    constexpr std::string_view doubtful[] = {"git -c alias.x=\"$y\" x", "git -c \"$y\" x", "git \"$x\" y"};
    expect(doubtful, doubt);
}

BOOST_AUTO_TEST_CASE(programs_for_found_files_and_lines_are_looked_into) {
    constexpr std::string_view commands[] = {
        "find . -exec env -u + rm {} \\;",
        "find . -exec chmod 6 {} + -exec rm {} +",
        "fd -xrm",
        "fd -x rm",
        "fd --exec=rm",
        "fd --exec-batch rm",
        "fd -HIx rm",
        "fd -HIxrm",
        "fd -e x -X rm",
        "fd x -x ls \\; -x rm",
    };
    expect(commands, yes);
    constexpr std::string_view doubtful[] = {
        "xargs -I% sh -c %",
        "xargs -I XX XX",
        "xargs -I XX sh -c 'XX'",
        "xargs -iXX XX",
        "xargs --replace=XX XX",
        "xargs -J XX sh -c XX",
        "xargs -I \"$x\" sh -c y",
        "parallel sh -c {} :::: f",
        "parallel sh -c :::: f",
        "parallel -I XX sh -c XX :::: f",
        "fd -x sh -c",
    };
    expect(doubtful, doubt);
}

BOOST_AUTO_TEST_CASE(what_only_some_shells_run_is_never_excluded) {
    constexpr std::string_view commands[] = {
        "if [[ 1 = 1 ]] { rm x }", "if [[ 1 = 1 ]] rm x",  "if [[ 1 = 1 && 2 = 2 ]] { rm x }",
        "repeat 3 { rm x; }",      "sleep 1 &| rm x",      "sleep 1 &! rm x",
        "if (( 1 )) { rm x }",     "for ((;;)) { rm x; }",
    };
    expect(commands, yes);
    constexpr std::string_view doubtful[] = {"a[1 + 1]=2 rm x", "a[1 + 1]+=2 rm x", "sleep 1 &!rm x"};
    expect(doubtful, doubt);
}

BOOST_AUTO_TEST_CASE(ordinary_uses_of_these_programs_cost_no_question) {
    constexpr std::string_view commands[] = {
        "npm test",
        "npm run build -- --rm",
        "npm exec -- eslint rm",
        "npm exec eslint -- rm.js",
        "npm install rm",
        "pnpm rm x",
        "pnpm lint rm",
        "pnpm --filter \"$x\" test",
        "yarn add rm",
        "bundle exec rake rm",
        "uv run pytest rm",
        "uv pip install rm",
        "poetry add rm",
        "tmux ls",
        "tmux kill-session -t rm",
        "tmux -L rm ls",
        "tmux new-session -d -s rm",
        "screen -ls",
        "screen -r rm",
        "git rm x",
        "git -C \"$d\" status",
        "git clean -fdx rm",
        "git log --grep run",
        "git -c user.name=rm log",
        "git -c user.name=\"$x\" commit -m 'rm x'",
        "git -c color.ui=always log",
        "git config user.name 'rm x'",
        "git commit -m '!rm x'",
        "git checkout -b run rm",
        "xargs -I% echo % rm",
        "parallel echo ::: a b",
        "parallel gzip {} ::: a b",
        "fd -e rm",
        "fd -Exm rm",
        "fd rm -x echo",
        "find . -name rm -exec ls {} +",
        "[[ -f rm ]] || ls",
        "[[ a = rm && b = c ]] | cat",
        "zsh --version rm",
        "docker rm x",
        "kubectl get pods",
    };
    expect(commands, no);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::command_catch_evasion_test
