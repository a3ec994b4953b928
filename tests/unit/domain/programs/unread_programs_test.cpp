// Programs that an option or a script makes run others: deny rules find those, or are in doubt.
#include "unit/domain/decide/guard_samples.hpp"
#include "unit/domain/programs/shell_runs_samples.hpp"
#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/decide/permission_service.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent {
namespace {

constexpr std::string_view unread[] = {
    "awk --unknown v 'BEGIN{system(\"rm z\")}'",
    "sed '1e rm z' f",
    "sed -n '1e rm z' f",
    "sed -e p -e 's/x/rm z/e' f",
    "sed 1erm f",
    "tar --checkpoint-action='exec=rm z' -cf x y",
    "ssh -o ProxyCommand='rm z' h",
    "ssh -oproxycommand=./x h",
    "vim -c '!rm z' f",
    "vim +:!./x f",
    "vi --cmd '!rm z'",
    "ex f",
    "emacs --eval '(x)'",
    "less +!./x f",
    "gdb -ex '!rm z'",
    "rr replay -- -ex 'shell rm z'",
    "rr replay --debugger-option='-ex=shell rm z'",
    "rr replay -o '--eval-command=!rm z'",
    "make --eval='x:;rm z'",
    "make -E 'x:;rm z'",
    "cargo --config 'build.rustc-wrapper=\"./x\"' build",
    "hg --config 'alias.x=!rm z' x",
    "java -XX:OnError='rm z' X",
    "zip -T -TT ./x a b",
    "wget -e use_askpass=./x u",
    "strace -o '|rm z' ls",
    "git --exec-path=./x status",
    "git --config-env=core.pager=X log",
    "git send-email --sendmail-cmd='rm z' x",
    "git send-email --smtp-server=./x y",
    "git -C sub instaweb --httpd=./x",
    "git shell -c ./x",
    "echo 'rm z' | unshare",
    "unshare < <(echo 'rm z')",
    "su < <(echo 'rm z')",
    "sqlite3 a < <(echo '.shell rm z')",
    "curl u | fakeroot",
    "cat f | chroot /",
    "gdb <<< 'shell rm z'",
    "echo 'shell rm z' | gdb",
    "echo run | gdb --args ls",
    "lldb <<< 'platform shell rm z'",
    "rr replay <<< 'shell rm z'",
    "sqlite3 :memory: <<< '.shell rm z'",
    "echo '.shell rm z' | sqlite3 a",
    "psql <<< '\\! rm z'",
    "mysql -B d <<< '\\! rm z'",
    "sftp h <<< '!rm z'",
    "ftp <<< '!rm z'",
    "lftp h <<< '!rm z'",
    "telnet <<< '!rm z'",
    "vim f <<< ':!rm z'",
    "ls | vim -",
    "crontab <<< '* * * * * rm z'",
    "mail -s x y <<< '~!rm z'",
    "m4 <<< 'syscmd(rm z)'",
    "make -f - <<< 'a:; rm z'",
    "make -f- <<< 'a:; rm z'",
    "make -f /dev/stdin <<< 'a:; rm z'",
    "gmake --file=- <<< 'a:; rm z'",
    "awk -f - <<< 'BEGIN{system(\"rm z\")}'",
    "sed -f /dev/stdin f <<< '1e rm z'",
    "dc -e '!rm z'",
    "dc <<< '!rm z'",
    "gcc -wrapper rm,z a.c",
    "kitty @ send-text 'rm z'",
    "wezterm cli send-text 'rm z'",
    "matlab -batch 'system(\"rm z\")'",
    "irb <<< 'system(\"rm z\")'",
    "rails runner 'system(\"rm z\")'",
    "kak -e '%sh{rm z}' f",
    "nvi -c '!rm z' f",
    "vifm +'!rm z'",
    "lf -command '!rm z'",
    "ranger --cmd='shell rm z'",
    "r2 -c '!rm z' f",
    "i3-msg 'exec rm z'",
    "zellij action write-chars 'rm z'",
    "byobu send-keys 'rm z' Enter",
    "pdflatex -shell-escape f",
    "latexmk -e 'system(\"rm z\")'",
    "groff -U f",
    "gs - <<< '(%pipe%rm z) (w) file'",
    "guestfish <<< '!rm z'",
    "multilog t '!rm z'",
    "execlineb -c 'rm z'",
    "restic backup --stdin-from-command -- rm z",
    "ugrep --filter='*:rm %' y",
    "gforth <<< 's\" rm z\" system'",
    "raku -e 'shell \"rm z\"'",
    "smbclient h <<< '!rm z'",
    "ginsh <<< '!rm z'",
    "sqsh -C '\\shell rm z'",
    "mix run -e 'x'",
    "sshfs -o ssh_command='rm z' a b",
    "exiftool -if 'system(\"rm z\")' f",
    "chezmoi execute-template '{{ output \"rm\" \"z\" }}'",
    "c99 -wrapper rm,z a.c",
};

constexpr std::string_view nested[] = {
    "bash -c \"sed '1e rm z' f\"",
    "sudo -u me vim -c '!rm z' f",
    "find . -exec sed '1e rm z' {} ';'",
    "/usr/bin/VIM -c '!rm z'",
};

constexpr std::string_view read[] = {
    "coreutils rm z",
    "gotestsum --raw-command rm z",
    "libtool --mode=execute rm z",
    "lerna exec 'rm z'",
    "nx exec rm z",
    "nano --speller='rm z' f",
    "oc rsh --unknown v pod rm z",
    "docker run -h name image rm z",
    "docker run -it --rm -v a:b image rm z",
    "docker container exec -it box rm z",
    "npx -p package rm z",
    "ltrace -F conf rm z",
    "ltrace -n 2 rm z",
    "xargs -S 5 rm z",
    "tmux popup -h 5 -w 80% rm z",
    "tmux new-session -f flags rm z",
    "bwrap --ro-bind / / rm z",
    "git bisect run 'rm z'",
    "doppler run --command 'rm z'",
    "adb shell rm z",
    "bash -c 'rm z'",
    "ip -rcvbuf 4096 netns exec ns rm z",
    "bwrap --unknown v rm z",
    "tar xIf rm y",
    "tar -F rm -cf y z",
    "tar --use-comp=rm -xf y",
    "bsdtar --use-compress-program 'rm z' -xf y",
    "scp -S rm a h:",
    "sftp -D rm h",
    "rsync --rsync-path='rm z' a h:",
    "rsync -ave rm a b",
    "man -P rm ls",
    "rg --pre rm y",
    "ag --pager rm y",
    "bat --pager rm f",
    "gcc -wrapper rm a.c",
    "go test -exec rm",
    "nc -e rm h 1",
    "npm --script-shell=rm test",
    "npm --call='rm z' x",
    "yarn --script-shell rm test",
    "wget --use-askpass=rm u",
    "tcpdump -z rm",
    "sort --compress-program=rm f",
    "split --filter=rm f",
    "fzf --preview 'rm z'",
    "tar --to-command='rm z' -xf y",
    "tar --to-comm 'rm z' -xf y",
    "tar -I 'rm z' -cf x y",
    "tar -cI 'rm z' -f x y",
    "gtar -I 'rm z' -xf x",
    "rsync -e 'rm z' a b:",
    "rsync -ave 'rm z' a b:",
    "rsync --rsh='rm z' a b:",
    "split --filter='rm z' f",
    "split --filter 'rm z' f",
    "npx --call='rm z'",
    "npx -c 'rm z'",
    "npm exec --call='rm z'",
    "sort --compress-program='rm z' f",
    "bash -c 'split --filter=\"rm z\" f'",
    "unshare <<< 'rm z'",
    "linux64 <<< 'rm z'",
    "i386 <<< 'rm z'",
    "setarch -R <<< 'rm z'",
    "setarch x86_64 -R rm z",
    "setarch -R rm z",
    "chroot / <<< 'rm z'",
    "nsenter -t 1 -m <<< 'rm z'",
    "newgrp <<< 'rm z'",
    "newgrp g <<< 'rm z'",
    "fakeroot <<< 'rm z'",
    "proot <<< 'rm z'",
    "firejail <<< 'rm z'",
    "pkexec <<< 'rm z'",
    "systemd-run -S <<< 'rm z'",
    "systemd-nspawn -D x <<< 'rm z'",
    "capsh -- <<< 'rm z'",
    "lima <<< 'rm z'",
    "wsl <<< 'rm z'",
    "poetry shell <<< 'rm z'",
    "pipenv shell <<< 'rm z'",
    "toolbox enter x <<< 'rm z'",
    "distrobox-enter x -- rm z",
    "podman unshare <<< 'rm z'",
    "lxc-attach -n x <<< 'rm z'",
    "ctr run image c rm z",
    "lxc exec c rm z",
    "apptainer exec i rm z",
    "autossh h <<< 'rm z'",
    "rsh h <<< 'rm z'",
    "rsh h rm z",
    "ld.so /bin/rm z",
    "/lib/ld-2.31.so /bin/rm z",
    "/lib64/ld64.so.2 /bin/rm z",
    "cmake -E env rm z",
    "cmake -E time rm z",
    "cmake -E chdir / rm z",
    "cmake -E rm z",
    "pee 'rm z'",
    "pee cat 'rm z'",
    "mispipe ls 'rm z'",
    "concurrently ls 'rm z'",
    "hyperfine ls 'rm z'",
    "hyperfine --setup 'rm z' ls",
    "gdb --args rm z",
    "gdb -q --args rm z",
    "bash-static -c 'rm z'",
    "rc -c 'rm z'",
    "uftrace record rm z",
    "uftrace rm z",
    "wezterm start -- rm z",
    "wezterm cli spawn -- rm z",
    "sotruss /bin/rm z",
    "gdbserver :1 rm z",
    "dtach -n s rm z",
    "abduco -c s rm z",
    "mpirun -n 1 rm z",
    "mpiexec rm z",
    "run-one rm z",
    "run-one-constantly rm z",
    "xterm -e 'rm z'",
    "xterm -e rm z",
    "x-terminal-emulator -e rm z",
    "gnome-terminal -- rm z",
    "xfce4-terminal --command='rm z'",
    "foot rm z",
    "kitty rm z",
    "perf ftrace rm z",
    "perf ftrace trace rm z",
    "annotate-output rm z",
    "dcmd rm z",
    "retry -t 3 rm z",
    "setlock f rm z",
    "lckdo f rm z",
    "with-lock-ex -w f rm z",
    "lockf -t 5 f rm z",
    "wait-for-it h:1 -- rm z",
    "dockerize -wait x rm z",
    "sysprof-cli f -- rm z",
    "sysprof-cli -- rm z",
    "gpg-agent --daemon -- rm z",
    "tcpserver h 1 rm z",
    "websocketd --port=1 rm z",
    "apply 'rm %1' z",
    "bfs . -exec rm {} +",
    "coreutils --coreutils-prog=rm z",
    "samply record rm z",
    "trace-cmd record -p function rm z",
    "cset proc --exec rm z",
    "lldb-server gdbserver :1 rm z",
    "dlv exec rm",
    "zellij run -- rm z",
    "pueue add 'rm z'",
    "pueue add -- rm z",
    "sbatch --wrap='rm z'",
    "sbatch <<< 'rm z'",
    "qsub -b y rm z",
    "bsub 'rm z'",
    "pm2 start 'rm z'",
    "bear -- rm z",
    "scan-build rm z",
    "qemu-x86_64 /bin/rm z",
    "qemu-arm-static /bin/rm z",
    "wine rm z",
    "pfexec rm z",
    "run0 rm z",
    "run0 <<< 'rm z'",
    "jexec 1 rm z",
    "zlogin z rm z",
    "gksu 'rm z'",
    "su-to-root -c 'rm z'",
    "runas /user:x 'rm z'",
    "sandbox-exec -p x rm z",
    "launchctl asuser 1 rm z",
    "arch -x86_64 rm z",
    "homectl with u rm z",
    "pbuilder login <<< 'rm z'",
    "debsign -p'rm z' f",
    "dpkg --pre-invoke='rm z' -i f",
    "virt-customize --run-command 'rm z'",
    "pdsh -w h rm z",
    "pssh -h f 'rm z'",
    "clush -w h rm z",
    "et h -c 'rm z'",
    "ansible all -a 'rm z'",
    "salt '*' cmd.run 'rm z'",
    "knife ssh q 'rm z'",
    "bolt command run 'rm z' -t h",
    "tsh ssh h rm z",
    "nomad alloc exec a rm z",
    "consul lock k rm z",
    "consul exec rm z",
    "eb ssh -c 'rm z'",
    "dokku run a rm z",
    "kamal app exec 'rm z'",
    "railway ssh rm z",
    "aws ecs execute-command --command 'rm z'",
    "borg with-lock r rm z",
    "rclone ls x --password-command 'rm z'",
    "gem exec rm z",
    "rvm do rm z",
    "n exec 1 rm z",
    "cargo watch -x run -s 'rm z'",
    "cargo watch -- rm z",
    "cargo flamegraph -- rm z",
    "fab -H h -- rm z",
    "repo forall -c 'rm z'",
    "mr run rm z",
    "vcsh run r rm z",
    "cvs -e rm z",
    "ack --pager='rm z' y",
    "sk -c 'rm z'",
    "peco --exec 'rm z'",
    "cmd.exe /c 'rm z'",
    "bash.exe -c 'rm z'",
    "openvt rm z",
    "multitime rm z",
    "logsave f rm z",
    "wait4x tcp h:1 -- rm z",
    "parallel.moreutils rm -- z",
    "aws-okta exec p -- rm z",
    "teller run -- rm z",
    "gopass env x rm z",
    "pidstat -e rm z",
    "leaks --atExit -- rm z",
    "xctrace record --launch -- rm z",
    "iocage exec x rm z",
    "certbot renew --pre-hook 'rm z'",
    "openvpn --up 'rm z'",
    "unison -sshcmd 'rm z' a b",
    "rdiff-backup --remote-schema 'rm z' a b",
    "svn --editor-cmd 'rm z' commit",
    "darcs diff --diff-command='rm z'",
    "darcs trackdown 'rm z'",
};

// The guard asks about most of these, and knows of no program that they run, or all of them are read.
constexpr std::string_view harmless[] = {
    "echo $(tar xIf ./x y)",
    "f() { man -P ./x ls; }; f",
    "ls | xargs rsync --rsync-path=./x",
    "sed -i s/a/b/ f",
    "sed 's/x/y/g' f",
    "sed \"s/$a/$b/\" f",
    "sed -f x.sed f",
    "tar -xzf a.tgz",
    "tar xzf a.tgz",
    "ssh h ls",
    "rsync -av a b",
    "vim f",
    "less f",
    "less -o log f",
    "make -C sub all",
    "make -f other.mk",
    "gcc -o x x.c",
    "go -C sub test",
    "cargo -C sub build",
    "npm --prefix sub test",
    "yarn --cwd sub test",
    "npx -c 'ls'",
    "npx --call 'ls'",
    "wget -O f u",
    "wget -qO- u",
    "curl -o f u",
    "curl -K f",
    "tcpdump -w f",
    "sort -o f f",
    "sort -k2 f",
    "split -l 5 f",
    "find . -delete",
    "find . -exec ls {} ';'",
    "fd -x ls",
    "env -S 'ls -l'",
    "xargs ls",
    "git -C sub status",
    "git log --output=f",
    "git log -- shell",
    "python3 -m pytest",
    "python3 x.py -c y",
    "perl x.pl -e y",
    "node x.js -e y",
    "strace ls",
    "echo 1 | bc",
    "make -f x.mk",
    "sed -f x f",
    "cat f | less",
    "echo a | cat",
    "ls | sort",
    "unshare ls <<< x",
    "fakeroot ls <<< x",
    "sqlite3 a 'select 1'",
    "gdb --args ls",
    "cmake -E echo x",
    "chdir /",
    "xterm",
    "kitty",
    "arch",
    "cargo watch -x test",
    "ansible all -m ping",
    "rails routes",
    "ug x f",
};

rule_match caught(std::string_view text) {
    return match(make_rule(rule_behavior::deny, "Bash", R"({"command":"rm *"})"), "Bash",
                 json_object{{"command", text}});
}

BOOST_AUTO_TEST_SUITE(unread_programs_test)

BOOST_AUTO_TEST_CASE(what_is_known_to_run_a_program_that_is_not_read_may_run_anything) {
    for (const auto text : unread) BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(!shell_runs(text).complete());
            BOOST_TEST((caught(text) != rule_match::no));
        }
    for (const auto text : nested) BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(!shell_runs(text).complete());
            BOOST_TEST((caught(text) != rule_match::no));
        }
}

BOOST_AUTO_TEST_CASE(a_program_in_an_option_that_is_read_is_found) {
    for (const auto text : read) BOOST_TEST_CONTEXT(text) BOOST_TEST((caught(text) == rule_match::yes));
}

BOOST_AUTO_TEST_CASE(options_that_run_nothing_unread_leave_no_doubt) {
    for (const auto text : harmless) BOOST_TEST_CONTEXT(text << ": " << runs(text)) {
            BOOST_TEST(shell_runs(text).complete());
            BOOST_TEST((caught(text) == rule_match::no));
        }
}

// Allow mode takes the guard's risk. It does not take back what a rule denies.
BOOST_AUTO_TEST_CASE(such_a_call_is_asked_in_allow_mode_where_commands_are_denied) {
    policy settings = policy::bare();
    settings.mode = permission_mode::allow;
    const auto basis = judgement_basis::make(std::move(settings)).value();
    const auto decide = [&](std::vector<permission_rule> rules, std::string_view text) {
        const auto input = make_input({{"command", text}});
        const tool_call call{.tool_name = "Bash", .input = *input};
        const auto set = rule_set::make(std::move(rules)).value();
        std::string scratch;
        return permission_service(basis).judge(call, examine(call, *set, *basis, {}, scratch), time_point());
    };
    const auto no_rm = make_rule(rule_behavior::deny, "Bash", R"({"command":"rm *"})");
    for (const auto text : unread) BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(decide({no_rm}, text).must_ask);
            BOOST_TEST(decide({}, text).allowed());
        }
    for (const auto text : read) BOOST_TEST_CONTEXT(text) BOOST_TEST(decide({no_rm}, text).denied());
    for (const auto text : harmless) BOOST_TEST_CONTEXT(text) BOOST_TEST(decide({no_rm}, text).allowed());
    // A rule about something else is in no doubt.
    BOOST_TEST(decide({make_rule(rule_behavior::deny, "Read", R"({"file_path":"/etc/**"})")}, "vim -c x f")
                   .allowed());
}

// What stands behind a script or a module belongs to that.
BOOST_AUTO_TEST_CASE(options_of_a_script_are_none_of_its_interpreter) {
    for (const auto text :
         {"python3 script.py -c config.yaml", "python3 -u script.py -c x", "python3 -W ignore script.py -c x",
          "python3.11 -X dev script.py -c x", "python3 -- script.py -c x", "python3 -m pytest -c setup.cfg",
          "python3 -mpytest -c setup.cfg", "node script.js -e x", "perl script.pl -e x",
          "ruby script.rb -e x", "php script.php -r x", "lua script.lua -e x", "pypy script.py -c x",
          "deno run -A eval", "bash script.sh -c x", "pwsh script.ps1 -c x"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(guarded_text(text) != "inline_code");
    for (const auto text :
         {"python3 -c x", "python3 -uc x", "python3 -W ignore -c x", "python3 -X dev -c x script.py",
          "python3 -Bc x script.py", "python3 --check-hash-based-pycs never -c x", "node -e x script.js",
          "node --inspect -e x", "node -r ./a -e x", "perl -e x", "perl -w -e x script.pl", "perl -pi -e x f",
          "perl -mstrict -e x", "ruby -w -e x", "php -r x", "lua -i -e x", "deno eval x", "bun -e x",
          "bun run -e x"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(guarded_text(text) == "inline_code");
    // Where the script begins is not known.
    for (const auto text :
         {"python3 $x -c y", "python3 *.py -c y", "python3 -Q old -c x", "python3 -Zodd script.py -c x"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(guarded_text(text) != "");
}

// Only some interpreters have modules.
BOOST_AUTO_TEST_CASE(code_behind_an_option_that_is_no_module_may_run_anything) {
    for (const auto text : {"perl -mstrict -e x", "perl -m strict -e x", "ruby -mx -e x"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(!shell_runs(text).complete());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
