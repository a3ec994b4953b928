#include "families.hpp"

namespace assent::programs {

std::span<const program_row> shell_builtins() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        {".|source", runs, {}, "script"},
        {":|true|false", looks, {}, "text*"},
        {"[|[[|test", looks, "-*", "text*", option_style::words},
        {"alias", looks, "-p", "text*"},
        {"bg|fg|jobs|disown", looks, "-lnprsah", "text*"},
        {"break|continue|exit|return|shift|logout", looks, {}, "text*"},
        {"builtin", looks, {}, "program"},
        {"cd|chdir|pushd", looks, "-LPeqn -# +=text", "text*"},
        // `-v` and `-V` only say what a name means.
        {"command", looks, "-p -v=text^ -V=text^", "program text*"},
        {"dirs|popd", looks, "-clpvn -# +=text", {}},
        {"echo", looks, "-neE -*", "text*"},
        {"eval", looks, {}, "shells"},
        {"exec", looks, "-cl -a=text", "program"},
        {"export|declare|typeset|local|readonly", looks, "-aAfFgiIlnprtux +=text", "assign text*"},
        {"getopts", looks, {}, "text*"},
        {"hash|rehash|type|where|whence", looks, "-aftpPlrdvVwsm", "text*"},
        {"kill", destroys, "-lL -s=text -n=text -q=text --signal=text --list[=text] --table -*", "text*"},
        {"let", looks, {}, "text*"},
        {"printf", looks, "-v=text", "text*"},
        {"pwd", looks, "-LP", {}},
        {"read", looks, "-ers -a=text -d=text -i=text -n=text -N=text -p=text -t=text -u=text", "text*"},
        {"set|shopt|setopt|unsetopt", secrets, "-abefhkmnptuvxBCEHPTsqo +=text", "text*"},
        {"times", looks, {}, {}},
        {"trap", looks, "-lp", "shell text*"},
        {"ulimit", looks, "-abcdefiklmnpqrstuvxHSPRT", "text*"},
        {"umask", looks, "-pS", "text*"},
        {"unalias|unset", looks, "-afnv", "text*"},
        {"wait", looks, "-fn -p=text", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
