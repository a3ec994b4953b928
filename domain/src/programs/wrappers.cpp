#include "families.hpp"

namespace assent::programs {

// Programs that run the program that stands behind their options. What that one does is looked at by itself.
std::span<const program_row> wrappers() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {"-|noglob|nocorrect|gnohup|nohup|catchsegv|chronic|ccache|sccache|distcc|eatmydata|"
         "dbus-launch|dbus-run-session|distrobox-host-exec|proxychains|proxychains4|"
         "torsocks|torify|tsocks|ld.so|ld-linux|ld-linux.so|ld-linux-x86-64.so|ld-linux-aarch64.so|ld-linux-"
         "armhf."
         "so|ld-musl-x86_64.so|ld-musl-aarch64.so|unbuffer|primusrun|optirun|prime-run|"
         "gamemoderun|"
         "mangohud|winpty|coproc|sotruss|latrace|run-one|run-this-one|run-one-constantly|"
         "run-one-until-success|run-one-until-failure|keep-one-running|"
         "annotate-output|dcmd|pgrphack|s6-softlimit|s6-setsid|runalarm|runstat|runlock|cronlock|lockrun|"
         "solo|retry|catatonit|with-contenv|summon|nocache|with-readline|rlfe|ledit|autoexpect|icecc|cde|"
         "cage|weston|vglrun|fex|fexinterpreter|box64|box86|rosetta|cygstart|nq|tsp|task-spooler|ts|"
         "hugectl|ftrace|mtrace|xtrace|operf|ocount|memusage|flamegraph|compiledb|intercept-build|wine|"
         "wine64|mono|xjobs|envconsul|xinit|startx|gtk-launch|"
         "aoss|multitime|grc|openvt|msgfilter|gtester",
         reads, "-* --*", "program"},
        // Without a program they start a shell.
        {"lima|linux32|linux64|uname26|i386|i686|x86_64|mips|mips32|mips64|ppc|ppc32|ppc64|s390|s390x|sparc|"
         "sparc64|parisc|parisc64|armv7l|aarch64|fakeroot-tcp|fakeroot-sysv|fakeroot-ng",
         reads, "-* --*", "program <shell"},
        {"bear|scan-build", runs, "-* --* -o=write --output=write --config=load --force-preload", "program"},
        // The machine's programs, run as another one's.
        {"qemu-x86_64|qemu-i386|qemu-arm|qemu-armeb|qemu-aarch64|qemu-riscv64|qemu-ppc64le|qemu-s390x|"
         "qemu-mips|qemu-mipsel|qemu-x86_64-static|qemu-i386-static|qemu-arm-static|qemu-aarch64-static|"
         "qemu-riscv64-static|qemu-ppc64le-static|qemu-s390x-static",
         reads, "-* --*", "program"},
        {"envuidgid|setlock|lckdo|with-lock-ex|s6-envdir|s6-setlock|s6-envuidgid|hwloc-bind|likwid-pin|"
         "likwid-perfctr|lockf|envchain|dotlockfile|cgrun|wait-for-it|wait-for-it.sh|wait-for|logsave|"
         "dockerize|sysprof-cli|chruby-exec|gamescope|gpg-agent|systemd-socket-activate|empty",
         reads, "-* --*", "text* program"},
        {"wait4x", fetches, "-* --*", "text* text program"},
        {"pexec", reads, "-* --*", "text* either"},
        {"inotify-hookable", reads, "-* --* -c=shell --on-modify-command=shell", "text*"},
        {"tcpserver|tcpsvd|udpsvd", sends, "-* --*", "text text program"},
        {"websocketd|ttyd|gotty|wetty|shell2http", sends, "-* --*", "text* either"},
        {"multilog|s6-log", writes, "-*", "code*"},
        {"apply|xapply|dvtm|mtm", reads, "-* --*", "shell*"},
        {"ppss", reads, "-* --* -c=shell", "text*"},
        {"bfs", reads, "-* --* -exec=program; -execdir=program; -ok=program; -okdir=program; -delete!deletes",
         "name*", option_style::words},
        {"coreutils|gcoreutils", reads, "--coreutils-prog=program --coreutils-prog-shebang=program", "text*"},
        {"samply|reprozip|apitrace", reads, "-* --*", "subcommand"},
        {"samply record|trace", writes, "-* --*", "program"},
        {"samply *", reads, "-* --*", "text*"},
        {"trace-cmd", rights, "-* --*", "subcommand"},
        {"trace-cmd record|start|profile|set", rights, "-* --* -p=text -e=text -o=write", "program"},
        {"trace-cmd *", rights, "-* --*", "text*"},
        {"cset", rights, "-* --*", "subcommand"},
        {"cset proc|p|shield|sh", rights, "-* --*", "text* program"},
        {"cset *", rights, "-* --*", "text*"},
        {"lldb-server", runs, "-* --*", "subcommand"},
        {"lldb-server gdbserver|g", runs, "-* --*", "text* program"},
        {"lldb-server *", runs, "-* --*", "text*"},
        {"dlv", runs, "-* --*", "subcommand"},
        {"dlv exec", runs, "-* --* --init=load", "program"},
        {"dlv *", runs, "-* --* --init=load", "text*"},
        {"zellij", reads, "-* --*", "subcommand"},
        {"zellij run|r", reads, "-* --*", "program"},
        {"zellij action|ac", evaluates, "-* --*", "code*"},
        {"zellij *", reads, "-* --*", "text*"},
        {"pueue", runs, "-* --*", "subcommand"},
        {"pueue add", runs, "-* --*", "either"},
        {"pueue *", runs, "-* --*", "text*"},
        {"sbatch", runs, "-* --* --wrap=shell", "text* <shell"},
        {"qsub", runs, "-* --*", "text* program <shell"},
        {"bsub|condor_run", runs, "-* --*", "either <shell"},
        {"pm2|forever", runs, "-* --*", "subcommand"},
        {"pm2 start", runs, "-* --* --interpreter=program -c=shell", "either"},
        {"pm2 *", runs, "-* --*", "text*"},
        {"dtach|abduco", reads, "-* --* -p!evaluates", "text program"},
        // What stands behind a `:` is another program of theirs.
        {"mpirun|mpiexec|mpiexec.hydra|orterun|prterun|srun|salloc|aprun|jsrun", reads, "-* --*", "program"},
        {"gdbserver", reads, "-* --* --wrapper=program", "text* program"},
        {"arch-chroot|chroot|schroot|envdir|faketime|datefudge|gosu|su-exec|setuidgid|gchroot", rights,
         "-* --*", "text program <shell"},
        {"bwrap", rights,
         "-* --* --args=load --bind=text+text --bind-try=text+text --dev-bind=text+text "
         "--dev-bind-try=text+text --ro-bind=text+text --ro-bind-try=text+text --bind-fd=text+text "
         "--ro-bind-fd=text+text --bind-data=text+text --ro-bind-data=text+text --file=text+text "
         "--symlink=text+text --setenv=text+text --chmod=text+text --overlay=text+text+text --tmpfs=text "
         "--proc=text --dev=text --dir=text --chdir=text --unsetenv=text --uid=text --gid=text "
         "--hostname=text "
         "--lock-file=text --remount-ro=text --cap-add=text --cap-drop=text --seccomp=text --perms=text "
         "--size=text --mqueue=text --overlay-src=text --tmp-overlay=text --ro-overlay=text --sync-fd=text",
         "program"},
        {"busybox|toybox", reads, "--list --list-full --install!writes", "program"},
        {"caffeinate", reads, "-dimsu -t=text -w=text", "program"},
        // What stands behind `--` are the words of a shell.
        {"capsh", rights, "--print --decode=text --supports=text --*", "code* <shell"},
        {"rlwrap|heaptrack|prlimit|daemonize|daemon", reads, "-* --* -o=write --output=write", "program"},
        {"cpulimit|choom|numactl|uclampset|schedtool|runcon|setpriv|softlimit|"
         "start-stop-daemon|systemd-inhibit|systemd-cat|flatpak-spawn|xvfb-run|valgrind|sshpass|dumb-init|"
         "tini|"
         "dotenv|env-cmd|cgexec|runit|chpst|s6-setuidgid|ts-node-dev",
         reads, "-* --* --output=write --log-file=write --property=load --exec=shell", "program"},
        {"systemd-nspawn|firejail|proot|nsenter|unshare|aa-exec|pkexec|systemd-run", reads,
         "-* --* --property=load", "program <shell"},
        // Some take the words behind `-e` for a program, some the next one for a text.
        {"xterm|uxterm|lxterm|x-terminal-emulator|gnome-terminal|mate-terminal|xfce4-terminal|lxterminal|"
         "qterminal|konsole|terminology|terminator|tilix|tilda|guake|yakuake|alacritty|ghostty|foot|"
         "footclient|rxvt|urxvt|urxvtc|mrxvt|aterm|eterm|st|stterm|cool-retro-term|hyper|ptyxis|kgx|xst|"
         "mlterm|sakura|termite|zutty|rio|contour|black-box|deepin-terminal",
         reads, "-* --* --command=shell --execute=shell --tab-command=shell", "either"},
        {"kitty", reads, "-* --*", "subcommand"},
        {"kitty @|+|+runpy|+launch|+open|+kitten|+edit|+edit-in-kitty", evaluates, "-* --*", "code*"},
        {"kitty *", reads, "-* --*", "either"},
        {"kitten", evaluates, "-* --*", "code*"},
        {"wezterm", reads, "-* --*", "subcommand"},
        {"wezterm start", reads, "-* --*", "program"},
        {"wezterm connect", reads, "-* --*", "text* program"},
        {"wezterm ssh", reads, "-* --*", "address shells"},
        {"wezterm cli", reads, "-* --*", "subcommand"},
        {"wezterm cli spawn|split-pane", reads, "-* --*", "program"},
        {"wezterm cli send-text", evaluates, "-* --*", "code*"},
        {"wezterm *", reads, "-* --*", "program"},
        {"uftrace", reads, {}, "subcommand"},
        {"uftrace record|live", writes, "-* --*", "program"},
        {"uftrace report|replay|dump|graph|info|tui|recv", reads, "-* --*", "text*"},
        {"uftrace script", evaluates, "-* --*", "code*"},
        {"uftrace *", writes, "-* --*", "program"},
        // Each word is a command.
        {"concurrently|hyperfine|npm-run-all|run-p|run-s|wireit|pee|mispipe", reads,
         "-* --* -s=shell --setup=shell -p=shell --prepare=shell -c=shell --cleanup=shell", "shell*"},
        {"cross-env", reads, "-* --*", "assign program"},
        {"cross-env-shell", reads, "-* --*", "assign shells"},
        {"dzdo|pbrun|pfexec|sudo-rs|run0|calife|userv|super|ssu|really|seunshare|sandbox|su-to-root|newrole|"
         "zlogin|jexec",
         rights, "-* --* -c=shell", "text* program <shell"},
        {"gksu|gksudo|kdesu|kdesudo|beesu|lxsudo|lxqt-sudo|ktsuss|sux|runas", rights, "-* --* -c=shell",
         "text* either"},
        {"cmd", runs, {}, "text* either <shell"},
        {"sandbox-exec", reads, "-f=text -n=text -p=text -D=text", "program"},
        {"doas", rights, "-Lns -a=text -C=load -u=text", "assign program <shell"},
        {"entr", reads, "-acdnprsxz", "either"},
        // It sets variables for the program, and shows all of them where there is none.
        {"env|genv", secrets | looks,
         "-iv0 -u=text --unset=text -C=elsewhere --chdir=elsewhere -S=shell --split-string=shell "
         "--ignore-environment --null "
         "--debug --block-signal[=text] --default-signal[=text] --ignore-signal[=text] "
         "--list-signal-handling "
         "-a=text "
         "--argv0=text",
         "assign program"},
        {"fakeroot|fakechroot|pseudo", reads, "-uv -l=load -s=write -i=read -f=program -b=text --",
         "program <shell"},
        {"flock", writes,
         "-suxneoFv -w=text -E=text -c=shell --shared --exclusive --unlock --nonblock --nb --wait=text "
         "--timeout=text "
         "--conflict-exit-code=text --close --no-fork --verbose --command=shell",
         "write program"},
        {"ifne|sponge|vipe|zrun", reads, "-n -a", "program"},
        {"ionice", looks,
         "-t -c=text -n=text -p=text!writes -P=text!writes -u=text!writes --class=text --classdata=text "
         "--pid=text!writes --ignore",
         "program"},
        {"nice|gnice", looks, "-# -n=text --adjustment=text", "program"},
        {"nodemon", reads, "-* --* -x=shell --exec=shell -w=text --watch=text -e=text --ext=text", "task"},
        {"parallel|parallel.moreutils|sem|rush|xe", reads,
         "-* --* -a=read --arg-file=read -j=text --jobs=text -I=text -n=text -N=text", "either"},
        {"perf", reads, {}, "subcommand"},
        {"perf stat|record|trace", writes, "-* --*", "program"},
        {"perf mem|c2c|lock|sched|kmem", writes, "-* --*", "text program"},
        {"perf report|annotate|diff|list|top|evlist|buildid-list|version|script", reads,
         "-* --* -s=code --script=code --objdump=program", "text*"},
        {"perf ftrace", writes, "-* --*", "subcommand"},
        {"perf ftrace trace|latency|profile", writes, "-* --*", "program"},
        {"perf ftrace *", writes, "-* --*", "program"},
        {"perf kvm|timechart|kwork|iostat", writes, "-* --*", "text* program"},
        {"repeat", reads, "-* --*", "text program"},
        {"setarch", reads, "-* --*", "text* program <shell"},
        {"rr", reads, {}, "subcommand"},
        {"rr record", writes, "-* --*", "program"},
        {"rr ps|pack|dump|ls|sources|traceinfo|explicit-sources|filter|rerun|buildid|cpufeatures|help", reads,
         "-* --*", "text*"},
        // What its debugger is told, behind `--` too, is code.
        {"rr replay", reads,
         "-* --* -d=program --debugger=program -x=load --gdb-x=load -o=code --debugger-option=code",
         "code* <commands"},
        // Another word is what it records.
        {"rr *", writes, "-* --*", "program"},
        {"runuser", rights,
         "-flmPp --* -u=text -g=text -G=text -w=text -s=program -c=shell --command=shell "
         "--session-command=shell",
         "program <shell"},
        // `-X stuff` types into a shell.
        {"screen", reads,
         "-d -D -m -r=text -R=text -x=text -a -A -i -l -L -O -q -v -w -U -wipe -ls -list -dm* -e=text "
         "-h=text -p=text -t=text -T=text -S=text "
         "-s=program -c=load -X!evaluates",
         "program", option_style::words},
        {"script", writes,
         "-aefqVt -E=text -B=write -I=write -O=write -o=text -T=write -m=text -c=shell --command=shell "
         "--append --flush --quiet --return --force --log-in=write --log-out=write --log-io=write",
         "write text* <shell"},
        {"setsid", looks, "-cfw --ctty --fork --wait", "program"},
        {"sg", rights, "-c=shell", "text shell <shell"},
        {"ssh-agent", reads, "-cDdks -a=write -E=text -O=text -t=text -P=load", "program"},
        {"stdbuf|gstdbuf", looks, "-i=text -o=text -e=text --input=text --output=text --error=text",
         "program"},
        {"ltrace", reads,
         "-CfhiLrStTVb -a=text -A=text -D=text -e=text -F=load -l=text -n=text -o=write -p=text -s=text "
         "-u=text "
         "-w=text -x=text --output=write --library=text",
         "program"},
        {"strace", reads,
         "-AcCdfFhikqrtTvVwxyZzDL -a=text -b=text -e=text -E=text -I=text -O=text -o=write -p=text "
         "-P=text "
         "-s=text -S=text -u=text -U=text -X=text --output=write --trace=text --follow-forks --summary-only "
         "--summary "
         "--attach=text --string-limit=text --quiet[=text] --decode-fds[=text] --absolute-timestamps[=text] "
         "--syscall-times[=text]",
         "program"},
        {"su", rights,
         "-flmPp -c=shell -g=text -G=text -s=program -w=text --command=shell --session-command=shell --login "
         "--shell=program --preserve-environment",
         "text* <shell"},
        {"sudo", rights,
         "-ABbEeHiKklnPSsVv -a=text -C=text -c=text -D=elsewhere -g=text -h=text -p=text -R=elsewhere "
         "-r=text "
         "-T=text -t=text "
         "-U=text -u=text --user=text --group=text --preserve-env[=text] --set-home --login --shell "
         "--non-interactive "
         "--stdin --validate --list --background --askpass --chdir=elsewhere --chroot=elsewhere --host=text "
         "--prompt=text",
         "assign either <shell"},
        {"taskset|chrt", reads, "-* --* -p=text --pid=text -T=text -P=text -D=text", "text program"},
        {"time|gtime", looks,
         "-apqvVl -f=text --format=text -o=write --output=write --append --portability --quiet --verbose",
         "program"},
        {"timeout|gtimeout", looks,
         "-fpv -k=text -s=text --kill-after=text --signal=text --foreground --preserve-status --verbose",
         "text program"},
        {"watch", reads,
         "-bcdeghprtvwxC -n=text -q=text --beep --color --no-color --differences[=text] --errexit --chgexit "
         "--interval=text "
         "--precise --no-title --no-wrap --exec --equexit=text --no-rerun",
         "either"},
        {"watchexec|watchman-make|reflex|chokidar|onchange", reads,
         "-* --* -w=text --watch=text -e=text --exts=text -c=shell", "either"},
        {"wsl", reads, "-* --*", "either <shell"},
        {"xargs|gxargs", looks,
         "-0rtx -o!outside -p!outside -S=text -a=read --arg-file=read -d=text --delimiter=text -E=text "
         "-e[=text] --eof[=text] "
         "-I=text "
         "-i[=text] "
         "--replace[=text] -J=text -L=text -l[=text] --max-lines[=text] -n=text --max-args=text -P=text "
         "--max-procs=text "
         "-R=text -s=text --max-chars=text --null --open-tty!outside --interactive!outside --no-run-if-empty "
         "--verbose "
         "--exit "
         "--show-limits --process-slot-var=text!outside",
         "program"},
    };
    return rows;
}

}  // namespace assent::programs
