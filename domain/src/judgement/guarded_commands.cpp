#include "guarded_commands.hpp"

#include "command_options.hpp"
#include "program_scripts.hpp"
#include "word_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent::lenient {
namespace {

using namespace std::string_view_literals;

struct guarded_program {
    std::string_view name;
    factor found;
    option_set options;
};

constexpr auto option = factor::executing_option;
constexpr auto code = factor::inline_code;
constexpr std::string_view editor_words = "-c* --cmd --cmd=* +* -s* -S* -u* -es";
// Where a compiler finds the programs it starts and what it loads, and files with more options.
constexpr option_set compiler{
    .words = "-wrapper* --wrapper -fplugin=* -fpass-plugin=* -load* -B* --prefix -specs* --specs @*"};
// `make` with other rules than those of the directory it runs in.
constexpr option_set making{
    .letters = "CEf", .valued = "IjloW", .words = "--directory --eval --file --makefile"};
constexpr std::string_view ssh_words = "-F* ~proxycommand ~localcommand ~knownhostscommand ~proxyusefdpass";

// Sorted by name. A row without options stands for every use.
constexpr std::array programs{
    guarded_program{"ag", option, {.words = "--pager"}},
    guarded_program{"ash", code, {.letters = "c", .words = "--init-file --rcfile"}},
    guarded_program{"at", option, {}},
    guarded_program{"bash", code, {.letters = "c", .words = "--init-file --rcfile"}},
    guarded_program{"bat", option, {.words = "--pager"}},
    guarded_program{"bsdtar", option, {.letters = "IF", .words = "--use-compress-program"}},
    guarded_program{"bun", code, {.words = "-e* -p* --eval --print -r* --preload"}},
    guarded_program{"c++", option, compiler},
    guarded_program{"cargo", option, {.words = "--config --manifest-path -C*"}},
    guarded_program{"cc", option, compiler},
    guarded_program{"clang", option, compiler},
    guarded_program{"clang++", option, compiler},
    guarded_program{
        "curl",
        option,
        {.letters = "oOKcDJ",
         .valued = "AbCdeEFHmPQrTuUwxXyYz",
         .words = "--output --remote-name --remote-name-all --remote-header-name --config --output-dir "
                  "--dump-header "
                  "--cookie-jar --trace --trace-ascii --stderr --libcurl --hsts --alt-svc --etag-save"}},
    guarded_program{"dash", code, {.letters = "c"}},
    guarded_program{"deno", code, {.words = "eval"}},
    guarded_program{"emacs", option, {.words = "--eval --batch --load --funcall --execute --script -l* -f*"}},
    guarded_program{"env", option, {.letters = "S", .valued = "uC", .words = "--split-string"}},
    guarded_program{"eval", code, {}},
    guarded_program{"ex", option, {}},
    guarded_program{"fd", option, {.letters = "xX", .valued = "degEtSc", .words = "--exec --exec-batch"}},
    guarded_program{"fdfind", option, {.letters = "xX", .valued = "degEtSc", .words = "--exec --exec-batch"}},
    guarded_program{
        "find", option, {.words = "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls"}},
    guarded_program{"fish", code, {.letters = "cC", .words = "--command --init-command"}},
    guarded_program{"fzf", option, {.words = "--preview --bind --listen"}},
    guarded_program{"g++", option, compiler},
    guarded_program{"gcc", option, compiler},
    guarded_program{"gdb", option, {.words = "-ex* -x* --command --eval-command -iex* -ix*"}},
    guarded_program{"gmake", option, making},
    guarded_program{
        "go", option, {.words = "-exec* --exec -toolexec* --toolexec -vettool* --vettool -C* --C*"}},
    guarded_program{"gtar", option, {.letters = "IF", .words = "--to-command"}},
    guarded_program{"hg", option, {.words = "--config"}},
    guarded_program{"java", option, {.words = "-javaagent:* -agentlib:* -agentpath:* -XX:On* @*"}},
    guarded_program{"ksh", code, {.letters = "c"}},
    guarded_program{
        "less", option, {.letters = "oOk", .words = "+* --log-file --lesskey-file --lesskey-src"}},
    guarded_program{"lua", code, {.letters = "e"}},
    guarded_program{"make", option, making},
    guarded_program{"man", option, {.letters = "PH", .valued = "CRLmMSsepr", .words = "--pager --html"}},
    guarded_program{"more", option, {.words = "+*"}},
    guarded_program{"nc", option, {.letters = "ec", .words = "--exec --sh-exec"}},
    guarded_program{"ncat", option, {.letters = "ec", .words = "--exec --sh-exec --lua-exec"}},
    guarded_program{"node", code, {.words = "-e* -p* -r* --eval --print --require --import --loader -pe"}},
    guarded_program{
        "npm",
        option,
        {.words = "--script-shell --node-options --call --globalconfig --userconfig --prefix -C*"}},
    guarded_program{"npx", option, {.words = "--script-shell --node-options --call -c --prefix -C*"}},
    guarded_program{"nvim", option, {.words = editor_words}},
    guarded_program{"openssl", option, {.words = "engine -engine --engine -provider-path --provider-path"}},
    guarded_program{"osascript", code, {.letters = "e"}},
    guarded_program{"parallel", option, {}},
    guarded_program{"perl", code, {.letters = "eEi", .valued = "mMIF"}},
    guarded_program{"php", code, {.letters = "rBRE"}},
    guarded_program{"pip", option, {.words = "--config-settings --global-option --build-option --python"}},
    guarded_program{
        "pnpm", option, {.words = "--script-shell --node-options --shell-mode --dir --prefix -C*"}},
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
    guarded_program{
        "sort", option, {.letters = "o", .valued = "kStT", .words = "--output --compress-program"}},
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
    guarded_program{
        "tcpdump", option, {.letters = "zw", .valued = "BcCGFijmMrsTVWyZE", .words = "--postrotate"}},
    guarded_program{"vi", option, {.words = editor_words}},
    guarded_program{"view", option, {.words = editor_words}},
    guarded_program{"vim", option, {.words = editor_words}},
    guarded_program{
        "wget",
        option,
        {.letters = "OiIoaePx",
         .valued = "tTwQUDRAXlBS",
         .words = "--output-document --output-file --append-output --use-askpass --input-file --execute "
                  "--config --directory-prefix --save-cookies --warc-file --metalink-file"}},
    guarded_program{"xargs", option, {}},
    guarded_program{
        "yarn", option, {.words = "--script-shell --use-yarnrc --node-options --cwd --prefix -C*"}},
    guarded_program{"zip", option, {.words = "-TT* --unzip-command"}},
    guarded_program{"zsh", code, {.letters = "c"}},
};

constexpr bool by_name(const guarded_program& left, const guarded_program& right) {
    return left.name < right.name;
}
static_assert(std::is_sorted(programs.begin(), programs.end(), by_name));

// Names of variables; those that end in `*` are beginnings.
constexpr std::array executing_variables{"BASH_ENV"sv,
                                         "BROWSER"sv,
                                         "CDPATH"sv,
                                         "DYLD_*"sv,
                                         "EDITOR"sv,
                                         "ENV"sv,
                                         "GIT_ASKPASS"sv,
                                         "GIT_CONFIG*"sv,
                                         "GIT_DIR"sv,
                                         "GIT_EDITOR"sv,
                                         "GIT_EXEC_PATH"sv,
                                         "GIT_EXTERNAL_*"sv,
                                         "GIT_PAGER"sv,
                                         "GIT_PROXY_*"sv,
                                         "GIT_SEQUENCE_*"sv,
                                         "GIT_SSH*"sv,
                                         "GIT_TEMPLATE_*"sv,
                                         "GIT_WORK_TREE"sv,
                                         "HOME"sv,
                                         "IFS"sv,
                                         "JAVA_TOOL_OPTIONS"sv,
                                         "LD_*"sv,
                                         "LESSCLOSE"sv,
                                         "LESSOPEN"sv,
                                         "MANPAGER"sv,
                                         "NODE_OPTIONS"sv,
                                         "NODE_PATH"sv,
                                         "PAGER"sv,
                                         "PATH"sv,
                                         "PERL5*"sv,
                                         "PROMPT_COMMAND"sv,
                                         "PS4"sv,
                                         "PYTHONHOME"sv,
                                         "PYTHONPATH"sv,
                                         "PYTHONSTARTUP"sv,
                                         "RSYNC_RSH"sv,
                                         "RUBYLIB"sv,
                                         "RUBYOPT"sv,
                                         "RUSTC_WRAPPER"sv,
                                         "SHELL"sv,
                                         "SSH_ASKPASS"sv,
                                         "SUDO_ASKPASS"sv,
                                         "TAR_OPTIONS"sv,
                                         "VISUAL"sv,
                                         "XDG_CONFIG_HOME"sv};

// Null: it is not in the table.
const guarded_program* row_of(std::string_view program) noexcept {
    const auto* const row =
        std::lower_bound(programs.begin(), programs.end(), guarded_program{program, option, {}}, by_name);
    return row == programs.end() || row->name != program ? nullptr : row;
}

bool is_sed(std::string_view program) noexcept { return program == "sed" || program == "gsed"; }

bool is_awk(std::string_view program) noexcept {
    return program == "awk" || program == "gawk" || program == "mawk" || program == "nawk";
}

}  // namespace

program_name::program_name(std::string_view word) noexcept {
    std::string_view name = base_name(word);
    if (name.empty() || name.size() > sizeof letters_) return;
    const auto unversioned = name.substr(0, name.find_last_not_of("0123456789.-") + 1);
    if (!unversioned.empty()) name = unversioned;
    for (const char letter : name) letters_[length_++] = lower_case(letter);
}

program_use guarded_use(std::span<const shell_word> words, std::size_t at, bool in_place) {
    const program_name name(words[at].text);
    const std::string_view program = name;
    const auto arguments = words.subspan(at + 1);
    const auto use = [](factor which, bool found) {
        return program_use{true, found ? std::optional(which) : std::nullopt};
    };
    if (program == "git") return use(option, git_runs_others(arguments));
    if (is_sed(program)) return use(option, sed_runs_or_writes(arguments));
    if (is_awk(program)) return use(option, awk_runs_or_writes(arguments));
    const auto* const row = row_of(program);
    if (row == nullptr) return {};
    if (row->options.empty()) return use(row->found, in_place);
    // The letters of `tar xzf` need no dash.
    const bool bare_letters = program.ends_with("tar") && !arguments.empty();
    // Their values are the words behind them, so that no letter is a value.
    if (bare_letters && !arguments.front().text.starts_with('-') &&
        arguments.front().text.find_first_of(row->options.letters) != std::string_view::npos)
        return use(row->found, true);
    return use(row->found, has_option(arguments, row->options));
}

bool has_guarded_uses(std::string_view word) noexcept {
    const program_name name(word);
    const std::string_view program = name;
    return program == "git" || is_sed(program) || is_awk(program) || row_of(program) != nullptr;
}

bool sets_executing_variable(std::string_view word) noexcept {
    const auto length = assigned_name_length(word);
    if (length == 0) return false;
    const auto name = word.substr(0, length);
    const auto value = word.substr(word.find('=') + 1);
    // What programs call to show text; `cat` shows it.
    if (name.ends_with("PAGER") && (value.empty() || value == "cat")) return false;
    return std::any_of(executing_variables.begin(), executing_variables.end(), [&](std::string_view each) {
        return each.ends_with('*') ? name.starts_with(each.substr(0, each.size() - 1)) : name == each;
    });
}

}  // namespace assent::lenient
