#include "families.hpp"

namespace assent::programs {

std::span<const program_row> shell_builtins() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {".|source", runs, {}, "script"},
        {":|true|false", looks, {}, "text*"},
        {"[|[[|test", looks, "-*", "name*", option_style::words},
        {"alias", reads, "-p", "text*"},
        {"jobs", looks, "-lnprs", "text*"},
        {"bg|fg|disown", reads, "-lnprsah", "text*"},
        {"break|continue|exit|return|shift|logout", looks, {}, "text*"},
        {"builtin", looks, {}, "program"},
        {"cd|pushd", looks, "-LPeqn -# +=text", "text*"},
        // To `cmake -E` the words behind the folder are a program.
        {"chdir", looks, "-LPeqn -# +=text", "text program"},
        // `-v` and `-V` only say what a name means.
        {"command", looks, "-p -v=text^ -V=text^", "program text*"},
        {"dirs|popd", reads, "-clpvn -# +=text", {}},
        {"echo", looks, "-neE -*", "text*"},
        {"eval", reads, {}, "shells"},
        {"exec", reads, "-cl -a=text", "program"},
        {"export|declare|typeset|local|readonly", looks, "-aAfFgiIlnrtu -x!outside -p +=text",
         "assign text* none!secrets"},
        {"getopts", reads, {}, "text*"},
        {"hash|rehash", reads, "-aftpPlrdvVwsm", "text*"},
        {"type|where|whence|which", looks,
         "-afspvw --all --skip-alias --skip-functions --skip-dot --skip-tilde", "text*"},
        {"kill", destroys, "-lL -s=text -n=text -q=text --signal=text --list[=text] --table -*",
         "text* none!looks"},
        {"let", reads, {}, "text*"},
        {"printf", looks, "-v=text", "text*"},
        {"pwd", looks, "-LP", {}},
        {"read", looks, "-ers -a=text -d=text -i=text -n=text -N=text -p=text -t=text -u=text", "text*"},
        {"set", secrets, "-befhmnuvxBCEHPT!looks -o=text -akpt +=text", "text*"},
        {"shopt|setopt|unsetopt", secrets, "-psuqo", "text*"},
        {"times", looks, {}, {}},
        {"trap", reads, "-lp", "shell text*"},
        {"ulimit", looks, "-abcdefiklmnpqrstuvxHSPRT", "text*"},
        {"umask", looks, "-pS", "text*"},
        {"unalias|unset", reads, "-afnv", "text*"},
        {"wait", looks, "-fn -p=text!outside", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
