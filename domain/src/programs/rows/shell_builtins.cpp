#include "families.hpp"

namespace assent::programs {

// Options: bash 5.2 and zsh 5.9.
std::span<const program_row> shell_builtins() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        {".|source", runs, {}, "script"},
        {":|true|false", looks, {}, "text* <data"},
        // What stands behind no test of a file is a string. `-a` has two meanings, and the name behind `-v` may be
        // evaluated: they are left out.
        {"[|[[|test", looks | answers,
         "-b=name -c=name -d=name -e=name -f=name -g=name -h=name -k=name -p=name -r=name -s=name -t=text -u=name -w=name "
         "-x=name -G=name -L=name -N=name -O=name -S=name -n=text -z=text -o -ef=name -nt=name -ot=name -eq=text -ne=text "
         "-lt=text -le=text -gt=text -ge=text",
         "text* <data", option_style::words},
        {"alias", reads, "-p", "text*"},
        {"jobs", looks, "-lnprs", "text* <data"},
        {"bg|fg|disown", reads, "-lnprsah", "text*"},
        {"break|continue|exit|return|shift|logout", looks, {}, "text* <data"},
        {"builtin", looks, {}, "program"},
        {"cd|pushd", looks, "-LPeqn -# +=text", "text* <data"},
        // To `cmake -E` the words behind the folder are a program.
        {"chdir", looks, "-LPeqn -# +=text", "text program"},
        // `-v` and `-V` only say what a name means.
        {"command", looks, "-p -v=text^ -V=text^", "program text*"},
        {"dirs|popd", reads, "-clpvn -# +=text", "<data"},
        {"echo", looks, "-neE", "text* <data", option_style::few},
        {"eval", reads, {}, "shells"},
        {"exec", reads, "-cl -a=text", "program"},
        {"export|declare|typeset|local|readonly", looks, "-aAfFgiIlnrtu -x!outside -p +=text",
         "assign sets* none!secrets <data"},
        {"getopts", reads, {}, "text sets text* <data"},
        {"hash|rehash", reads, "-dflLmrtv -p=load", "text*"},
        {"type|where|whence|which", looks,
         "-afspvwtPmcS --all --skip-alias --skip-functions --skip-dot --skip-tilde --read-alias --tty-only --show-dot "
         "--show-tilde",
         "text* <data"},
        // `-9` and `-KILL` name a signal, but in `kill -9 -1 -l` the second is all processes.
        {"kill", destroys,
         "-l -L -# -s=text -n=text -q=text --queue=text --signal=text --list[=text] --table -HUP -INT -QUIT -KILL -TERM "
         "-USR1 -USR2 -STOP "
         "-CONT -SIGHUP -SIGINT -SIGQUIT -SIGKILL -SIGTERM -SIGUSR1 -SIGUSR2 -SIGSTOP -SIGCONT",
         "text* <data", option_style::words},
        {"let", reads, {}, "text*"},
        // `-v` sets a variable, and so does `%n`.
        {"printf|gprintf", looks, "-# -v=sets!evaluates", "printf text* <data"},
        {"pwd", looks, "-LP --logical --physical", "<data"},
        {"read", looks, "-ers -a=sets -d=text -i=text -n=text -N=text -p=text -t=text -u=text", "sets* <data"},
        {"set", secrets, "-befhmnuvxBCEHPT!looks -o=text!looks -akpt +=text", "text* <data"},
        {"shopt|setopt|unsetopt", secrets, "-psuqo", "text* <data"},
        {"times", looks, {}, "<data"},
        {"trap", reads, "-lp", "shell text*"},
        {"ulimit", looks, "-abcdefiklmnpqrstuvxHSPRT", "text* <data"},
        {"umask", looks, "-pS", "text!writes <data"},
        {"unalias|unset", reads, "-afnv", "sets*"},
        {"wait", looks, "-fn -p=sets!outside", "text* <data"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
