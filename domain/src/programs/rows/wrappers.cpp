#include "families.hpp"

namespace assent::programs {

// Programs that run the program that stands behind their options. What that one does is looked at by itself,
// and it gets what they read from standard input.
// Options: coreutils 9.1, util-linux 2.38, findutils 4.9, procps 4.0, time 1.9, strace 6.1, ltrace 0.7.3,
// sudo 1.9.13, GNU parallel 20221122, valgrind 3.19. Of those that hardly anybody uses no option is known.
std::span<const program_row> wrappers() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        {"-|noglob|nocorrect|catchsegv|chronic|ccache|sccache|distcc|eatmydata|"
         "dbus-launch|dbus-run-session|distrobox-host-exec|proxychains|proxychains4|torsocks|torify|tsocks|"
         "ld.so|ld-linux|ld-linux.so|ld-linux-x86-64.so|ld-linux-aarch64.so|ld-linux-armhf.so|ld-musl-x86_64.so|ld-musl-aarch64.so|"
         "unbuffer|primusrun|optirun|prime-run|gamemoderun|mangohud|winpty|coproc|sotruss|latrace|"
         "run-one|run-this-one|run-one-constantly|run-one-until-success|run-one-until-failure|keep-one-running|"
         "annotate-output|dcmd|pgrphack|s6-softlimit|s6-setsid|runalarm|runstat|runlock|cronlock|lockrun|"
         "solo|retry|catatonit|with-contenv|summon|nocache|with-readline|rlfe|ledit|autoexpect|icecc|cde|"
         "cage|weston|vglrun|fex|fexinterpreter|box64|box86|rosetta|cygstart|nq|tsp|task-spooler|ts|"
         "hugectl|ftrace|mtrace|xtrace|operf|ocount|memusage|flamegraph|compiledb|intercept-build|wine|"
         "wine64|mono|xjobs|envconsul|xinit|startx|gtk-launch|aoss|multitime|grc|openvt|msgfilter|gtester",
         reads, {}, "program"},
        // Without a program they start a shell.
        {"lima|linux32|linux64|uname26|i386|i686|x86_64|mips|mips32|mips64|ppc|ppc32|ppc64|s390|s390x|sparc|"
         "sparc64|parisc|parisc64|armv7l|aarch64|fakeroot-tcp|fakeroot-sysv|fakeroot-ng",
         reads, {}, "program <shell"},
        {"bear|scan-build", runs,
         "-o=write --output=write --append -v --verbose --status-bugs",
         "program"},
        // The machine's programs, run as another one's.
        {"qemu-x86_64|qemu-i386|qemu-arm|qemu-armeb|qemu-aarch64|qemu-riscv64|qemu-ppc64le|qemu-s390x|"
         "qemu-mips|qemu-mipsel|qemu-x86_64-static|qemu-i386-static|qemu-arm-static|qemu-aarch64-static|"
         "qemu-riscv64-static|qemu-ppc64le-static|qemu-s390x-static",
         reads, {}, "program"},
        {"envuidgid|setlock|lckdo|with-lock-ex|s6-envdir|s6-setlock|s6-envuidgid|hwloc-bind|likwid-pin|"
         "likwid-perfctr|lockf|envchain|dotlockfile|cgrun|wait-for-it|wait-for-it.sh|wait-for|logsave|"
         "dockerize|sysprof-cli|chruby-exec|gamescope|gpg-agent|systemd-socket-activate|empty",
         reads, {}, "text* program"},
        {"wait4x", fetches, {}, "text* text program"},
        {"pexec", reads, {}, "text* either"},
        {"inotify-hookable", reads, "-c=shell --on-modify-command=shell", "text*"},
        {"tcpserver|tcpsvd|udpsvd", sends, {}, "text text program"},
        {"websocketd|ttyd|gotty|wetty|shell2http", sends, {}, "text* either"},
        {"multilog|s6-log", writes, {}, "code*"},
        {"apply|xapply|dvtm|mtm", reads, {}, "shell*"},
        {"ppss", reads, "-c=shell", "text*"},
        {"bfs", reads,
         "-exec=program; -execdir=program; -ok=program; -okdir=program; -delete!deletes",
         "name*", option_style::words},
        // The first word of one is the name of a utility, unless an option names it.
        {"coreutils|gcoreutils", reads, "--coreutils-prog=program --coreutils-prog-shebang=program", "program"},
        {"samply|reprozip|apitrace", reads, {}, "subcommand"},
        {"samply record|trace", writes, "-o=write --output=write", "program"},
        {"samply *", reads, {}, "read*"},
        {"trace-cmd", rights, {}, "subcommand"},
        {"trace-cmd record|start|profile|set", rights, "-p=text -e=text -o=write", "program"},
        {"trace-cmd *", rights, {}, "read*"},
        {"cset", rights, {}, "subcommand"},
        {"cset proc|p|shield|sh", rights, {}, "text* program"},
        {"cset *", rights, {}, "text*"},
        {"lldb-server", runs, {}, "subcommand"},
        {"lldb-server gdbserver|g", runs, {}, "text* program"},
        {"lldb-server *", runs, {}, "read*"},
        {"dlv", runs, {}, "subcommand"},
        {"dlv exec", runs, "--headless --log --listen=text --init=load --output=write", "program"},
        {"dlv *", runs, "--headless --log --listen=text --init=load --output=write", "read* <commands"},
        {"zellij", reads, {}, "subcommand"},
        {"zellij run|r", reads, {}, "program"},
        {"zellij action|ac", evaluates, {}, "code*"},
        {"zellij *", reads, {}, "text*"},
        {"pueue", runs, {}, "subcommand"},
        {"pueue add", runs, {}, "either"},
        {"pueue *", runs, {}, "text*"},
        {"sbatch", runs, "--wrap=shell", "read* <shell"},
        {"qsub", runs, {}, "text* program <shell"},
        {"bsub|condor_run", runs, {}, "either <shell"},
        {"pm2|forever", runs, {}, "subcommand"},
        {"pm2 start", runs, "--name=text --watch --no-daemon --interpreter=program -c=shell", "either"},
        {"pm2 *", runs, {}, "text*"},
        {"dtach|abduco", reads, "-p!evaluates", "text program"},
        // What stands behind a `:` is another program of theirs.
        {"mpirun|mpiexec|mpiexec.hydra|orterun|prterun", reads,
         "-n=text -np=text --n=text --np=text -oversubscribe --oversubscribe --allow-run-as-root",
         "program", option_style::words},
        {"srun|salloc|aprun|jsrun", reads, "-n=text -N=text --ntasks=text --nodes=text", "program"},
        {"gdbserver", reads, "--wrapper=program", "text* program"},
        {"arch-chroot|chroot|schroot|envdir|faketime|datefudge|gosu|su-exec|setuidgid|gchroot", rights, {}, "text program <shell"},
        // What stands behind its options is judged; what they say of the wall decides nothing.
        {"assent", looks, {}, "subcommand"},
        // Without `--audit` and `--record`, which write.
        {"assent check", looks,
         "--tool=text --input=text --cwd=read --agent=text --subagent=text --session=text --batch --explain --json "
         "--mode=text --policy=read --path-case=text --allow=text --ask=text --deny=text --max-line=text --log-level=text",
         "text* <data"},
        {"assent what", looks, "--cwd=read", "text*"},
        {"assent help|completion", looks, {}, "text*"},
        {"assent policy", looks, {}, "subcommand"},
        {"assent policy print", looks, {}, "text"},
        {"assent policy lint|test", looks, "--all --strict --json --require-coverage", "read"},
        {"assent policy show", reads,
         "--cwd=read --mode=text --policy=read --path-case=text --allow=text --ask=text --deny=text --log-level=text", {}},
        // It runs the hooks that are installed, and asks agents for their version.
        {"assent doctor", reads, "--json --ways", "text*"},
        {"assent report", reads, "--since=text --today --denied --asked --agent=text --folder=name --page", "read"},
        // What other sessions wanted to do is as secret as the record itself.
        {"assent log", secrets, "--since=text --today --denied --asked --agent=text --folder=name -f --follow --json", "read"},
        {"assent install|uninstall|setup|pause|session|rules|daemon", rights, "--yes --print --json", "text*"},
        {"assent wall", looks, "--policy=read --dry --json", "program"},
        {"bwrap", rights,
         "--args=load --bind=write+text --bind-try=write+text --dev-bind=write+text --dev-bind-try=write+text "
         "--ro-bind=read+text --ro-bind-try=read+text --bind-fd=text+text --ro-bind-fd=text+text "
         "--bind-data=text+text --ro-bind-data=text+text --file=text+text --symlink=text+text --setenv=text+text "
         "--chmod=text+text --overlay=write+write+text --overlay-src=read --tmp-overlay=text --ro-overlay=text "
         "--tmpfs=text --proc=text --dev=text --dir=text --chdir=elsewhere --unsetenv=text --uid=text --gid=text "
         "--hostname=text --lock-file=read --remount-ro=text --cap-add=text --cap-drop=text --seccomp=text "
         "--perms=text --size=text --mqueue=text --sync-fd=text "
         "--unshare-all --share-net --unshare-user --unshare-user-try --unshare-ipc --unshare-pid --unshare-net "
         "--unshare-uts --unshare-cgroup --unshare-cgroup-try --clearenv --new-session --die-with-parent --as-pid-1",
         "program"},
        {"busybox|toybox", reads, "--list!looks --list-full!looks --install!writes", "program"},
        {"caffeinate", reads, "-dimsu -t=text -w=text", "program"},
        // What stands behind `--` are the words of a shell.
        {"capsh", rights, "--print --decode=text --supports=text", "code* <shell"},
        {"rlwrap|heaptrack|prlimit|daemonize|daemon", reads, "-o=write --output=write", "program"},
        {"cpulimit|choom|uclampset|schedtool|runcon|setpriv|softlimit|start-stop-daemon|"
         "systemd-inhibit|systemd-cat|flatpak-spawn|xvfb-run|sshpass|dumb-init|tini|"
         "dotenv|env-cmd|cgexec|runit|chpst|s6-setuidgid|ts-node-dev",
         reads, {}, "program"},
        {"numactl", reads, "-H!looks --hardware!looks -s!looks --show!looks", "program"},
        {"valgrind", reads,
         "-qsv --quiet --verbose --tool=text --leak-check=text --show-leak-kinds=text --track-origins=text "
         "--error-exitcode=text --num-callers=text --trace-children=text --track-fds=text --time-stamp=text "
         "--gen-suppressions=text --undef-value-errors=text --errors-for-leak-kinds=text --child-silent-after-fork=text "
         "--suppressions=read --log-file=write --xml=text --xml-file=write --massif-out-file=write --callgrind-out-file=write",
         "program"},
        {"systemd-nspawn|firejail|proot|nsenter|unshare|aa-exec|pkexec|systemd-run", reads, {}, "program <shell"},
        // Some take the words behind `-e` for a program, some the next one for a text.
        {"xterm|uxterm|lxterm|x-terminal-emulator|gnome-terminal|mate-terminal|xfce4-terminal|lxterminal|"
         "qterminal|konsole|terminology|terminator|tilix|tilda|guake|yakuake|alacritty|ghostty|foot|"
         "footclient|rxvt|urxvt|urxvtc|mrxvt|aterm|eterm|st|stterm|cool-retro-term|hyper|ptyxis|kgx|xst|"
         "mlterm|sakura|termite|zutty|rio|contour|black-box|deepin-terminal",
         reads, "--command=shell --execute=shell --tab-command=shell", "either"},
        {"kitty", reads, {}, "subcommand"},
        {"kitty @|+|+runpy|+launch|+open|+kitten|+edit|+edit-in-kitty", evaluates, {}, "code*"},
        {"kitty *", reads, {}, "either"},
        {"kitten", evaluates, {}, "code*"},
        {"wezterm", reads, {}, "subcommand"},
        {"wezterm start", reads, {}, "program"},
        {"wezterm connect", reads, {}, "text* program"},
        {"wezterm ssh", reads, {}, "address shells"},
        {"wezterm cli", reads, {}, "subcommand"},
        {"wezterm cli spawn|split-pane", reads, {}, "program"},
        {"wezterm cli send-text", evaluates, {}, "code*"},
        {"wezterm *", reads, {}, "program"},
        {"uftrace", reads, {}, "subcommand"},
        {"uftrace record|live", writes, {}, "program"},
        {"uftrace report|replay|dump|graph|info|tui|recv", reads, {}, "read*"},
        {"uftrace script", evaluates, {}, "code*"},
        {"uftrace *", writes, {}, "program"},
        // Each word is a command.
        {"hyperfine", reads,
         "-w=text --warmup=text -m=text --min-runs=text -M=text --max-runs=text -r=text --runs=text -i --ignore-failure "
         "-s=shell --setup=shell -p=shell --prepare=shell -c=shell --cleanup=shell -N --show-output --style=text "
         "-n=text --command-name=text --export-json=write --export-markdown=write --export-csv=write",
         "shell*"},
        {"concurrently", reads,
         "-k --kill-others --kill-others-on-fail -n=text --names=text -c=text --prefix-colors=text -p=text --prefix=text "
         "-r --raw -s=text --success=text -g --group -m=text --max-processes=text",
         "shell*"},
        {"npm-run-all|run-p|run-s|wireit|pee|mispipe", reads, {}, "shell*"},
        {"cross-env", reads, {}, "assign program"},
        {"cross-env-shell", reads, {}, "assign shells"},
        {"dzdo|pbrun|pfexec|sudo-rs|run0|calife|userv|super|ssu|really|seunshare|sandbox|su-to-root|newrole|"
         "zlogin|jexec",
         rights, "-c=shell", "text* program <shell"},
        {"gksu|gksudo|kdesu|kdesudo|beesu|lxsudo|lxqt-sudo|ktsuss|sux|runas", rights, "-c=shell", "text* either"},
        {"cmd", runs, {}, "text* either <shell"},
        {"sandbox-exec", reads, "-f=read -n=text -p=text -D=text", "program"},
        {"doas", rights, "-Lns -a=text -C=load -u=text", "assign program <shell"},
        {"entr", reads, "-acdnprsxz", "either"},
        // It sets variables for the program, and shows all of them where there is none.
        {"env|genv", secrets | looks,
         "--help!looks --version!looks -iv0 -u=text --unset=text -C=elsewhere --chdir=elsewhere -S=shell --split-string=shell "
         "--ignore-environment --null --debug --block-signal[=text] --default-signal[=text] --ignore-signal[=text] "
         "--list-signal-handling -a=text --argv0=text",
         "assign program"},
        {"fakeroot|fakechroot|pseudo", reads,
         "-uv -l=load -s=write!evaluates -i=read -f=program -b=text --",
         "program <shell"},
        {"flock", writes,
         "--help!looks --version!looks -suxneoFv -w=text -E=text -c=shell --shared --exclusive --unlock --nonblock --nb "
         "--wait=text --timeout=text --conflict-exit-code=text --close --no-fork --verbose --command=shell",
         "write program"},
        {"ifne|vipe|zrun", reads, "-n -a", "program"},
        {"ionice", looks,
         "-t -c=text -n=text -p=text!writes -P=text!writes -u=text!writes --class=text --classdata=text --ignore "
         "--pid=text!writes --pgid=text!writes --uid=text!writes",
         "program"},
        {"nice|gnice", looks, "-# -n=text --adjustment=text", "program"},
        // Its output goes into `nohup.out` where it has no other place, and it runs on.
        {"nohup|gnohup", reads, "--help!looks --version!looks", "program"},
        {"nodemon", reads,
         "-x=shell --exec=shell -w=name --watch=name -e=text --ext=text -i=name --ignore=name -q --quiet -V --verbose "
         "--delay=text -L --legacy-watch",
         "task"},
        {"parallel|sem", reads,
         "-0 --null -a=read --arg-file=read -C=text --colsep=text -d=text --delimiter=text --delay=text --dry-run --bar "
         "--eta --progress --halt=text -I=text -j=text --jobs=text -k --keep-order -L=text -m -n=text -N=text -q "
         "--quote -r --no-run-if-empty --results=write --joblog=write --retries=text --shuf -t --verbose --tag --timeout=text "
         "-u --ungroup --will-cite -X",
         "either"},
        {"parallel.moreutils|rush|xe", reads, "-j=text", "either"},
        {"perf", reads, "--version!looks", "subcommand"},
        {"perf stat", writes,
         "-a -A -d -v -x=text -e=text -r=text -C=text -p=text -I=text -o=write --event=text --repeat=text --output=write",
         "program"},
        {"perf record|trace", writes,
         "-a -g -v -q -F=text -e=text -c=text -C=text -p=text -o=write --event=text --freq=text --call-graph=text --output=write",
         "program"},
        {"perf mem|c2c|lock|sched|kmem", writes, {}, "text program"},
        {"perf report|annotate|diff|list|top|evlist|buildid-list|version|script", reads,
         "-i=read --input=read --stdio -n -g -v -F=text --sort=text --percent-limit=text --no-children "
         "-s=code --script=code --objdump=program",
         "text*"},
        {"perf ftrace", writes, {}, "subcommand"},
        {"perf ftrace trace|latency|profile", writes, {}, "program"},
        {"perf ftrace *", writes, {}, "program"},
        {"perf kvm|timechart|kwork|iostat", writes, {}, "text* program"},
        {"repeat", reads, {}, "text program"},
        {"setarch", reads, {}, "text* program <shell"},
        {"rr", reads, {}, "subcommand"},
        {"rr record", writes, "-n -w -h -i=text -o=write --output-trace-dir=write --chaos", "program"},
        {"rr ps|pack|dump|ls|sources|traceinfo|explicit-sources|filter|rerun|buildid|cpufeatures|help", reads, {}, "read*"},
        // What its debugger is told, behind `--` too, is code.
        {"rr replay", reads,
         "-a --autopilot -d=program --debugger=program -x=load --gdb-x=load -o=code --debugger-option=code",
         "code* <commands"},
        // Another word is what it records.
        {"rr *", writes, {}, "program"},
        {"runuser", rights,
         "-flmPp -u=text -g=text -G=text -w=text -s=program --user=text --group=text --supp-group=text "
         "--whitelist-environment=text --shell=program --login --fast --pty --preserve-environment "
         "-c=shell --command=shell --session-command=shell",
         "program <shell"},
        // `-X stuff` types into a shell.
        {"screen", reads,
         "-ls -list -d -D -m -r=text -R=text -x=text -a -A -i -l -L -O -q -v -w -U -wipe -dm -dmS=text -e=text "
         "-h=text -p=text -t=text -T=text -S=text -Logfile=write -s=program -c=load -X!evaluates",
         "program", option_style::words},
        {"script", writes,
         "--help!looks --version!looks -aefqV -t[=write] --timing[=write] -E=text --echo=text -B=write -I=write -O=write "
         "-o=text --output-limit=text -T=write --log-timing=write -m=text --logging-format=text -c=shell --command=shell "
         "--append --flush --quiet --return --force --log-in=write --log-out=write --log-io=write",
         "write text* <shell"},
        {"setsid", looks, "-cfw --ctty --fork --wait", "program"},
        {"sg", rights, "-c=shell", "text shell <shell"},
        {"ssh-agent", reads, "-cDdks -a=write -E=text -O=text -t=text -P=load", "program"},
        {"stdbuf|gstdbuf", looks, "-i=text -o=text -e=text --input=text --output=text --error=text", "program"},
        {"ltrace", reads,
         "-CfhiLrStTVb -a=text -A=text -D=text -e=text -F=load -l=text -n=text -o=write -p=text -s=text -u=text -w=text "
         "-x=text --output=write --library=text",
         "program"},
        // `-E` sets a variable of the program.
        {"strace", reads,
         "--version!looks -AcCdDfFhiknqrtTvVwxyYzZ -a=text -b=text -e=text -E=text!loads -I=text -O=text -o=write -p=text "
         "-P=text -s=text -S=text -u=text -U=text -X=text --attach=text --columns=text --output=write --env=text!loads "
         "--trace=text --trace-path=text --follow-forks --output-separately --output-append-mode --summary-only --summary "
         "--summary-sort-by=text --summary-columns=text --summary-wall-clock --string-limit=text --quiet[=text] "
         "--decode-fds[=text] --absolute-timestamps[=text] --relative-timestamps[=text] --syscall-times[=text] --stack-traces "
         "--successful-only --failed-only --no-abbrev --strings-in-hex[=text] --signal=text --status=text --seccomp-bpf",
         "program"},
        {"su", rights,
         "-flmPp -c=shell -g=text -G=text -s=program -w=text --command=shell --session-command=shell --login --fast --pty "
         "--group=text --supp-group=text --whitelist-environment=text --shell=program --preserve-environment",
         "text* <shell"},
        {"sudo", rights,
         "-ABbEeHiKklnNPSsVv -a=text -C=text -c=text -D=elsewhere -g=text -h=text -p=text -R=elsewhere -r=text -T=text "
         "-t=text -U=text -u=text --user=text --group=text --other-user=text --preserve-env[=text] --preserve-groups "
         "--set-home --login --shell --non-interactive --no-update --stdin --validate --list --background --askpass --bell "
         "--edit --reset-timestamp --remove-timestamp --close-from=text --command-timeout=text --role=text --type=text "
         "--chdir=elsewhere --chroot=elsewhere --host=text --prompt=text",
         "assign either <shell"},
        {"taskset", looks, "-c --cpu-list -p!writes --pid!writes -a!writes --all-tasks!writes", "text program"},
        {"chrt", reads,
         "-abdfimoprRv --other --fifo --rr --batch --idle --deadline --reset-on-fork --all-tasks --max --pid --verbose "
         "-T=text -P=text -D=text --sched-runtime=text --sched-period=text --sched-deadline=text",
         "text program"},
        {"time|gtime", looks,
         "-apqvVl -f=text --format=text -o=write --output=write --append --portability --quiet --verbose",
         "program"},
        {"timeout|gtimeout", looks,
         "-fpv -k=text -s=text --kill-after=text --signal=text --foreground --preserve-status --verbose",
         "text program"},
        {"watch", reads,
         "--version!looks -bcegprtvwxC -d[=text] -n=text -q=text --beep --color --no-color --differences[=text] --errexit "
         "--chgexit --interval=text --precise --no-title --no-wrap --exec --equexit=text --no-rerun",
         "either"},
        {"watchexec|watchman-make|reflex|chokidar|onchange", reads,
         "-w=name --watch=name -e=text --exts=text -c=shell",
         "either"},
        {"wsl", reads, {}, "either <shell"},
        {"xargs|gxargs", looks,
         "-0rtx -o!outside -p!outside -S=text -a=read --arg-file=read -d=text --delimiter=text -E=text -e[=text] --eof[=text] "
         "-I=text -i[=text] --replace[=text] -J=text -L=text -l[=text] --max-lines[=text] -n=text --max-args=text -P=text "
         "--max-procs=text -R=text -s=text --max-chars=text --null --open-tty!outside --interactive!outside "
         "--no-run-if-empty --verbose --exit --show-limits --process-slot-var=text!outside",
         "program"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
