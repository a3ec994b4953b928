#pragma once

#include "command_options.hpp"
#include "factors.hpp"

#include <algorithm>
#include <array>
#include <string_view>

/// The programs whose options run others or write files, as data.
namespace assent::lenient::guarded {

struct guarded_program {
    std::string_view name;
    factor found;
    option_set options;
    /// Options with which nothing runs that deny rules would not read: they write files, lead elsewhere, or
    /// hold commands that `run_finder` looks at.
    option_set readable{};

    [[nodiscard]] constexpr bool in_every_use() const noexcept { return options.empty() && readable.empty(); }
};

inline constexpr auto option = factor::executing_option;
inline constexpr auto code = factor::inline_code;
inline constexpr std::string_view editor_words = "-c* --cmd --cmd=* +* -s* -S* -u* -es";
// Where a compiler finds the programs it starts and what it loads, and files with more options.
inline constexpr option_set compiler{
    .words = "-wrapper* --wrapper -fplugin=* -fpass-plugin=* -load* -B* --prefix -specs* --specs @*"};
// `make` with other rules than those of the directory it runs in.
inline constexpr option_set making{.letters = "E", .valued = "CfIjloW", .words = "--eval"};
inline constexpr option_set making_elsewhere{
    .letters = "Cf", .valued = "EIjloW", .words = "--directory --file --makefile"};
inline constexpr std::string_view ssh_words =
    "-F* ~proxycommand ~localcommand ~knownhostscommand ~proxyusefdpass";

// Sorted by name. A row without any options stands for every use.
inline constexpr std::array programs{
    guarded_program{"ag", option, {.words = "--pager"}},
    guarded_program{"ash", code, {.letters = "c", .words = "--init-file --rcfile"}},
    guarded_program{"at", option, {}},
    guarded_program{"bash", code, {.letters = "c", .words = "--init-file --rcfile"}},
    guarded_program{"bat", option, {.words = "--pager"}},
    guarded_program{"bsdtar", option, {.letters = "IF", .words = "--use-compress-program"}},
    guarded_program{"bun", code, {.words = "-e* -p* --eval --print -r* --preload"}},
    guarded_program{"c++", option, compiler},
    guarded_program{"cargo", option, {.words = "--config"}, {.words = "--manifest-path -C*"}},
    guarded_program{"cc", option, compiler},
    guarded_program{"clang", option, compiler},
    guarded_program{"clang++", option, compiler},
    guarded_program{
        "curl",
        option,
        {},
        {.letters = "oOKcDJ",
         .valued = "AbCdeEFHmPQrTuUwxXyYz",
         .words = "--output --remote-name --remote-name-all --remote-header-name --config --output-dir "
                  "--dump-header "
                  "--cookie-jar --trace --trace-ascii --stderr --libcurl --hsts --alt-svc --etag-save"}},
    guarded_program{"dash", code, {.letters = "c"}},
    guarded_program{"deno", code, {.words = "eval"}},
    guarded_program{"emacs", option, {.words = "--eval --batch --load --funcall --execute --script -l* -f*"}},
    guarded_program{"env", option, {}, {.letters = "S", .valued = "uC", .words = "--split-string"}},
    guarded_program{"eval", code, {}},
    guarded_program{"ex", option, {}},
    guarded_program{"fd", option, {}, {.letters = "xX", .valued = "degEtSc", .words = "--exec --exec-batch"}},
    guarded_program{
        "fdfind", option, {}, {.letters = "xX", .valued = "degEtSc", .words = "--exec --exec-batch"}},
    guarded_program{
        "find", option, {}, {.words = "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls"}},
    guarded_program{"fish", code, {.letters = "cC", .words = "--command --init-command"}},
    guarded_program{"fzf", option, {.words = "--preview --bind --listen"}},
    guarded_program{"g++", option, compiler},
    guarded_program{"gcc", option, compiler},
    guarded_program{"gdb", option, {.words = "-ex* -x* --command --eval-command -iex* -ix*"}},
    guarded_program{"gmake", option, making, making_elsewhere},
    guarded_program{"go",
                    option,
                    {.words = "-exec* --exec -toolexec* --toolexec -vettool* --vettool"},
                    {.words = "-C* --C*"}},
    guarded_program{"gtar", option, {.letters = "IF", .words = "--to-command"}},
    guarded_program{"hg", option, {.words = "--config"}},
    guarded_program{"java", option, {.words = "-javaagent:* -agentlib:* -agentpath:* -XX:On* @*"}},
    guarded_program{"ksh", code, {.letters = "c"}},
    guarded_program{"less",
                    option,
                    {.letters = "k", .valued = "oO", .words = "+* --lesskey-file --lesskey-src"},
                    {.letters = "oO", .valued = "k", .words = "--log-file"}},
    guarded_program{"lua", code, {.letters = "e"}},
    guarded_program{"make", option, making, making_elsewhere},
    guarded_program{"man", option, {.letters = "PH", .valued = "CRLmMSsepr", .words = "--pager --html"}},
    guarded_program{"more", option, {.words = "+*"}},
    guarded_program{"nc", option, {.letters = "ec", .words = "--exec --sh-exec"}},
    guarded_program{"ncat", option, {.letters = "ec", .words = "--exec --sh-exec --lua-exec"}},
    guarded_program{"node", code, {.words = "-e* -p* -r* --eval --print --require --import --loader -pe"}},
    guarded_program{"npm",
                    option,
                    {.words = "--script-shell --node-options --call --globalconfig --userconfig"},
                    {.words = "--prefix -C*"}},
    guarded_program{
        "npx", option, {.words = "--script-shell --node-options"}, {.words = "--call -c --prefix -C*"}},
    guarded_program{"nvim", option, {.words = editor_words}},
    guarded_program{"openssl", option, {.words = "engine -engine --engine -provider-path --provider-path"}},
    guarded_program{"osascript", code, {.letters = "e"}},
    guarded_program{"parallel", option, {}},
    guarded_program{"perl", code, {.letters = "eEi", .valued = "mMIF"}},
    guarded_program{"php", code, {.letters = "rBRE"}},
    guarded_program{"pip", option, {.words = "--config-settings --global-option --build-option --python"}},
    guarded_program{"pnpm",
                    option,
                    {.words = "--script-shell --node-options --shell-mode"},
                    {.words = "--dir --prefix -C*"}},
    guarded_program{"pwsh", code, {.words = "-c* -e* --command"}},
    guarded_program{"pypy", code, {.letters = "c", .valued = "mWX"}},
    guarded_program{"python", code, {.letters = "c", .valued = "mWX"}},
    guarded_program{"rg", option, {.words = "--pre| --hostname-bin"}},
    guarded_program{"rsync", option, {.letters = "e", .valued = "fBMT", .words = "--rsh --rsync-path"}},
    guarded_program{"ruby", code, {.letters = "ei", .valued = "rICEF"}},
    guarded_program{"scp", option, {.letters = "S", .valued = "cFiJlPX", .words = ssh_words}},
    guarded_program{"script", code, {.letters = "c", .words = "--command"}},
    guarded_program{"sftp", option, {.letters = "SD", .valued = "BbcFiJlPRsX", .words = ssh_words}},
    guarded_program{"sh", code, {.letters = "c"}},
    guarded_program{"sort",
                    option,
                    {.words = "--compress-program"},
                    {.letters = "o", .valued = "kStT", .words = "--output"}},
    guarded_program{"split", option, {.words = "--filter"}},
    guarded_program{"ssh", option, {.words = ssh_words}},
    guarded_program{"strace", option, {.letters = "o", .words = "--output"}},
    guarded_program{"su", code, {.letters = "c", .words = "--command --session-command"}},
    guarded_program{
        "tar",
        option,
        {.letters = "IF",
         .valued = "bCfgHKLNTVX",
         .words = "--to-command --checkpoint-|action --use-compress-program --rsh-command --info-script "
                  "--new-volume-script --rmt-command"}},
    guarded_program{"tcpdump",
                    option,
                    {.letters = "z", .valued = "BcCGFijmMrsTVwWyZE", .words = "--postrotate"},
                    {.letters = "w", .valued = "BcCGFijmMrsTVWyzZE"}},
    guarded_program{"vi", option, {.words = editor_words}},
    guarded_program{"view", option, {.words = editor_words}},
    guarded_program{"vim", option, {.words = editor_words}},
    guarded_program{
        "wget",
        option,
        {.letters = "e", .valued = "aABDiIlOoPQRStTUwX", .words = "--use-askpass --execute --config"},
        {.letters = "OiIoaPx",
         .valued = "tTwQUDRAXlBSe",
         .words = "--output-document --output-file --append-output --input-file --directory-prefix "
                  "--save-cookies --warc-file --metalink-file"}},
    guarded_program{"xargs", option, {}},
    guarded_program{"yarn",
                    option,
                    {.words = "--script-shell --use-yarnrc --node-options"},
                    {.words = "--cwd --prefix -C*"}},
    guarded_program{"zip", option, {.words = "-TT* --unzip-command"}},
    guarded_program{"zsh", code, {.letters = "c"}},
};

constexpr bool by_name(const guarded_program& left, const guarded_program& right) {
    return left.name < right.name;
}
static_assert(std::is_sorted(programs.begin(), programs.end(), by_name));

}  // namespace assent::lenient::guarded
