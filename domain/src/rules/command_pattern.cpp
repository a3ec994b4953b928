#include <assent/domain/rules/command_pattern.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace assent {
namespace {

bool blank(char byte) noexcept { return byte == ' ' || byte == '\t'; }

// With any of these a shell may do more than run one program with the words as they are written:
// operators, groups, substitution, quoting, comments, history, globs, home directories, assignments.
constexpr std::string_view shell_characters = ";&|<>(){}[]$`\\'\"#!*?~=";

bool plain_character(char byte) noexcept {
    return byte >= ' ' && byte <= '~' && shell_characters.find(byte) == std::string_view::npos;
}

// They separate simple commands or start others. A wildcard pattern speaks of one simple command, so one that
// holds any of these would be a rule that silently never matches.
constexpr std::string_view operators = ";&|<>()$`\n\r";

constexpr std::string_view prefix_marker = ":*";

// Programs that run what their words say. A wildcard in that place would allow every program.
constexpr std::string_view runners[] = {
    // shells and interpreters
    "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "busybox", "pwsh",
    "powershell", "python", "python2", "python3", "pypy", "pypy3", "node", "nodejs", "deno", "bun", "tsx",
    "ts-node", "perl", "ruby", "php", "lua", "luajit", "tclsh", "expect", "osascript",
    // package runners
    "npx", "pnpx", "bunx", "uvx", "pipx",
    // other users, hosts, machines and namespaces
    "sudo", "doas", "su", "runuser", "pkexec", "ssh", "docker", "podman", "nerdctl", "chroot", "unshare",
    "nsenter", "systemd-run",
    // wrappers
    "env", "xargs", "parallel", "nohup", "nice", "ionice", "time", "timeout", "stdbuf", "setsid", "taskset",
    "watch", "flock", "script", "strace", "ltrace",
    // words of the shell
    "command", "builtin", "exec", "eval", "source", ".", "trap", "coproc"};

// These take more words from elsewhere: what they run cannot be read.
constexpr std::string_view word_readers[] = {"xargs", "parallel"};

// Room for the words of ordinary commands without asking for memory.
using command_words = boost::container::small_vector<std::string_view, 32>;

command_words split_words(std::string_view command) {
    command_words words;
    for (std::size_t at = 0; at < command.size();) {
        const std::size_t from = at;
        while (at < command.size() && !blank(command[at])) ++at;
        if (at > from) words.push_back(command.substr(from, at - from));
        while (at < command.size() && blank(command[at])) ++at;
    }
    return words;
}

// Cuts a pattern at blanks that are not escaped.
std::vector<std::string_view> split_pattern(std::string_view pattern) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t from = at;
        while (at < pattern.size() && !blank(pattern[at])) at += pattern[at] == '\\' ? 2U : 1U;
        at = std::min(at, pattern.size());
        if (at > from) words.push_back(pattern.substr(from, at - from));
        while (at < pattern.size() && blank(pattern[at])) ++at;
    }
    return words;
}

std::string_view base_name(std::string_view word) noexcept {
    const auto slash = word.rfind('/');
    return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

// The first unescaped operator of the pattern, as text for a message; empty when there is none.
std::string first_operator(std::string_view pattern) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\') {
            ++at;
            continue;
        }
        if (operators.find(pattern[at]) == std::string_view::npos) continue;
        return pattern[at] == '\n' || pattern[at] == '\r' ? "a line break"
                                                          : "`" + std::string(1, pattern[at]) + "`";
    }
    return {};
}

std::string_view without_version(std::string_view program) noexcept {
    return program.substr(0, program.find_last_not_of("0123456789.") + 1);
}

bool is_runner(std::string_view program) noexcept {
    const auto same = [&](std::string_view each) {
        return each == program || each == without_version(program);
    };
    return std::any_of(std::begin(runners), std::end(runners), same);
}

// Whether this pattern of a program's name covers a runner. A lone `*` is left to the author.
bool covers_runner(std::string_view pattern) {
    const glob program(base_name(pattern));
    if (program.any_text()) return false;
    if (is_runner(program.literal_text())) return true;
    return std::any_of(std::begin(runners), std::end(runners),
                       [&](auto each) { return program.matches(each); });
}

// An option, or a number that belongs to one: what is run comes after it.
bool before_operand(std::string_view word) noexcept {
    return word.starts_with('-') || (word.front() >= '0' && word.front() <= '9');
}

// The runner that a wildcard of the pattern gives free rein; empty when there is none.
std::string free_runner(std::span<const std::string_view> words) {
    std::size_t at = 0;
    while (at < words.size() && covers_runner(words[at])) {
        const std::string_view runner = words[at];
        if (!glob(runner).literal()) return std::string(runner);
        ++at;
        while (at < words.size() && before_operand(words[at]) && glob(words[at]).literal()) ++at;
        if (at == words.size() || glob(words[at]).literal()) continue;
        // `bash ./scripts/*` says what is run; `bash *`, `bash -*` and `bash ?cript` do not.
        const char first = words[at].front();
        return first == '*' || first == '?' || before_operand(words[at]) ? std::string(runner)
                                                                         : std::string();
    }
    return {};
}

// The first character that no plain command has, as text for a message: a wildcard rule that holds it would
// silently never match. Empty when there is none.
std::string first_unprovable(std::string_view pattern) {
    const std::string text = glob(pattern).literal_text();
    const auto found = std::find_if(text.begin(), text.end(),
                                    [](char byte) { return !plain_character(byte) && !blank(byte); });
    if (found == text.end()) return {};
    return *found >= ' ' && *found <= '~' ? "`" + std::string(1, *found) + "`" : "other than printable ASCII";
}

// What is wrong with a pattern that has wildcards; empty when nothing is.
std::string wildcard_flaw(std::string_view pattern, std::span<const std::string_view> words,
                          rule_behavior behavior) {
    if (const auto found = first_operator(pattern); !found.empty())
        return "expected one simple command in a pattern with wildcards, got " + found;
    if (behavior != rule_behavior::allow) return {};
    if (const auto found = first_unprovable(pattern); !found.empty())
        return "no command with " + found + " is covered by an allow rule with wildcards";
    const auto runner = free_runner(words);
    if (runner.empty()) return {};
    return "`" + runner + "` can run any program: name what it may run before the wildcard, as in `" +
           runner + " NAME *`";
}

bool has_parent_component(std::string_view word) noexcept {
    return word == ".." || word.starts_with("../") || word.ends_with("/..") ||
           word.find("/../") != std::string_view::npos;
}

// Allow: a wildcard in a program's name does not reach into a folder, and one below a folder does not leave
// it.
bool word_allowed(const glob& pattern, std::string_view word, bool program) {
    if (!pattern.matches(word)) return false;
    if (pattern.literal()) return true;
    if (pattern.literal_text().find('/') != std::string::npos) return !has_parent_component(word);
    return !program || word.find('/') == std::string_view::npos;
}

bool all_words(std::string_view) noexcept { return true; }

// The pattern's words as elements of a sequence.
std::vector<sequence_element> elements_of(std::span<const std::string_view> words, bool only_wildcard) {
    std::vector<sequence_element> elements;
    bool open_word = false;  // `ls*`: the last word is finished, and more words may follow
    for (std::size_t i = 0; i < words.size(); ++i) {
        sequence_element element{glob(words[i]), false, 1};
        const bool last = i + 1 == words.size();
        if (element.one.any_text()) {
            element.many = true;
            // `npm *` covers `npm` too; with another wildcard the end has to be there.
            if (last && i > 0 && only_wildcard) element.at_least = 0;
        } else if (last && element.one.open_ended()) {
            open_word = true;
        }
        elements.push_back(std::move(element));
    }
    if (open_word) elements.push_back({glob(), true, 0});
    return elements;
}

}  // namespace

bool plain_command(std::string_view command) noexcept {
    if (command.size() > max_command_bytes) return false;
    return std::all_of(command.begin(), command.end(), plain_character);
}

boost::system::result<command_pattern, invalid_rule> command_pattern::make(std::string_view pattern,
                                                                           rule_behavior behavior) {
    command_pattern made;
    made.whole_ = glob(pattern);
    const auto words = split_pattern(pattern);
    if (words.empty()) return invalid_rule{"expected a pattern, got only blanks"};
    if (pattern.ends_with(prefix_marker) && made.whole_.open_ended()) {
        const std::string prefix(pattern.substr(0, pattern.size() - prefix_marker.size()));
        return invalid_rule{"`:*` has no meaning here; write `" + prefix + (prefix.empty() ? "*`" : " *`")};
    }
    if (!made.whole_.literal()) {
        if (const auto flaw = wildcard_flaw(pattern, words, behavior); !flaw.empty())
            return invalid_rule{flaw};
    }
    made.words_ = elements_of(words, made.whole_.wildcards() == 1);
    made.tail_.push_back({glob(), true, 0});
    made.tail_.insert(made.tail_.end(), made.words_.begin(), made.words_.end());
    const std::string program(base_name(words.front()));
    made.program_ = glob(program);
    made.program_in_option_ = glob("-*" + program);
    return made;
}

bool command_pattern::allows(std::string_view command) const {
    if (whole_.any_text()) return true;
    if (whole_.literal() && command == whole_.literal_text()) return true;
    if (!plain_command(command)) return false;
    const auto same = [this](const glob& pattern, std::string_view word) {
        return word_allowed(pattern, word, &pattern == &words_.front().one);
    };
    return covers(words_, split_words(command), same, all_words);
}

// Whether a word may be what the pattern's word stands for. The program may be named by another folder, by
// another case where the file system ignores it, or inside an option of the program that runs it.
bool command_pattern::may_run(const glob& pattern, std::string_view word) const {
    if (pattern.matches(word)) return true;
    if (&pattern != &tail_[1].one) return false;
    if (program_.matches_ignoring_case(base_name(word))) return true;
    return word.starts_with('-') && !word.starts_with("--") && program_in_option_.matches_ignoring_case(word);
}

rule_match command_pattern::catches(std::string_view command) const {
    if (whole_.any_text() || whole_.matches(command)) return rule_match::yes;
    if (command.size() > max_command_bytes) return rule_match::doubt;
    const auto words = split_words(command);
    // The program may be named with its folder.
    const auto same = [this](const glob& pattern, std::string_view word) {
        return pattern.matches(word) || (&pattern == &words_.front().one && pattern.matches(base_name(word)));
    };
    if (covers(words_, words, same, all_words)) return rule_match::yes;
    if (!plain_command(command)) return rule_match::doubt;
    // A program may run the rest of its words as a command (sudo, env, timeout ...): rather than to know
    // them all, every tail of the command counts as one that may run.
    const auto tail = [this](const glob& pattern, std::string_view word) { return may_run(pattern, word); };
    if (covers(tail_, words, tail, all_words)) return rule_match::doubt;
    const auto reads_words = [](std::string_view word) {
        return std::find(std::begin(word_readers), std::end(word_readers), base_name(word)) !=
               std::end(word_readers);
    };
    return std::any_of(words.begin(), words.end(), reads_words) ? rule_match::doubt : rule_match::no;
}

}  // namespace assent
