#include <assent/domain/shell/shell_command.hpp>

#include "../text/word_list.hpp"
#include "../text/word_map.hpp"
#include "deciding_variables.hpp"
#include "shell_characters.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;
using shell_word_list = std::span<const std::string_view>;

// What a command that begins with a name is to the shells.
enum class shell_name : unsigned char { other, reserved, evaluates, evaluates_arguments, calculates, prints };

shell_name shell_name_of(std::string_view program) {
    static const word_map<shell_name> known{
        // of POSIX, bash, ksh and zsh
        {"if then else elif fi for while until do done case esac in select repeat foreach end time function",
         shell_name::reserved},
        {"coproc ! { } [[ ]] noglob nocorrect namespace", shell_name::reserved},
        // builtins that run their words, or a file
        {"eval . source exec command builtin trap fc r emulate sched bind complete compgen compopt",
         shell_name::evaluates},
        // what a name means
        {"alias unalias hash rehash enable disable unfunction functions autoload zmodload",
         shell_name::evaluates},
        // how the shell reads
        {"set unset shopt setopt unsetopt", shell_name::evaluates},
        // variables, whose subscripts and numbers are evaluated
        {"export declare typeset local readonly nameref integer float read readarray mapfile getopts let",
         shell_name::evaluates},
        {"vared print zparseopts", shell_name::evaluates},
        // with arguments, they assign variables or run commands
        {"wait jobs", shell_name::evaluates_arguments},
        // their arguments are names or numbers, which some shells evaluate
        {"test [ exit logout return break continue shift ulimit", shell_name::calculates},
        {"printf", shell_name::prints},
    };
    return known.of(program);
}

constexpr std::string_view glob_characters = "*?[";
constexpr std::string_view expanded = "$`";

bool unusual_front(char byte) noexcept { return byte == '-' || byte == '%' || byte == '+'; }

bool has_any(std::string_view word, std::string_view characters) noexcept {
    return word.find_first_of(characters) != std::string_view::npos;
}

// `%n` stores a number in the variable that is named by an argument.
bool stores_count(std::string_view format) noexcept {
    for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
        const auto end = format.find_first_not_of("-+ #0'123456789.*hjlLqtz$", at + 1);
        if (end == std::string_view::npos) return false;
        if (format[end] == 'n') return true;
        at = end;
    }
    return false;
}

// `printf -v NAME` and `%n` set variables; in some shells, numbers are evaluated.
std::string_view printf_flaw(shell_word_list arguments) noexcept {
    constexpr std::string_view why = "`printf` may set a variable there";
    if (arguments.empty()) return {};
    const bool dashes = arguments.front() == "--";
    if (!dashes && arguments.front().starts_with('-')) return why;
    const auto format = dashes && arguments.size() > 1 ? arguments[1] : arguments.front();
    // A glob may stand for a file with such a name.
    if (has_any(format, glob_characters) || stores_count(format)) return why;
    const bool evaluated =
        std::ranges::any_of(arguments, [](std::string_view each) { return has_any(each, expanded); });
    return evaluated ? why : std::string_view();
}

bool decimal(std::string_view text) noexcept {
    const auto dot = text.find('.');
    const auto digits = [](std::string_view part) { return std::ranges::all_of(part, digit); };
    const auto whole = text.substr(0, dot);
    if (whole.empty() || !digits(whole)) return false;
    return dot == std::string_view::npos || digits(text.substr(dot + 1));
}

// As `timeout` takes it: `5`, `1.5m`.
bool duration(std::string_view word) noexcept {
    if (!word.empty() && "smhd"sv.find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    return decimal(word);
}

bool whole_number(std::string_view word) noexcept {
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    return is_digits(word);
}

bool signal_name(std::string_view word) noexcept {
    return !word.empty() && std::ranges::all_of(word, name_letter);
}

// As `stdbuf` takes it: `L`, or a size such as `0` or `4K`.
bool buffer_mode(std::string_view word) noexcept {
    if (word == "L") return true;
    const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
    return digits > 0 && (digits == word.size() || (digits + 1 == word.size() &&
                                                    "kKMG"sv.find(word.back()) != std::string_view::npos));
}

// An option of a wrapper: its short and long name, and what its value is like.
struct wrapper_option {
    std::string_view brief;
    std::string_view name;
    bool (*value)(std::string_view) noexcept;  // nullptr: it has none
};

struct wrapper {
    std::string_view program;
    std::span<const wrapper_option> options;
    bool (*operand)(std::string_view) noexcept;  // comes before the program; nullptr: nothing does
};

constexpr wrapper_option timeout_options[] = {{"-s", "--signal", signal_name},
                                              {"-k", "--kill-after", duration},
                                              {"-v", "--verbose", nullptr},
                                              {{}, "--foreground", nullptr},
                                              {{}, "--preserve-status", nullptr}};
constexpr wrapper_option nice_options[] = {{"-n", "--adjustment", whole_number}};
constexpr wrapper_option stdbuf_options[] = {
    {"-i", "--input", buffer_mode}, {"-o", "--output", buffer_mode}, {"-e", "--error", buffer_mode}};
constexpr wrapper_option time_options[] = {{"-p", {}, nullptr}};
constexpr wrapper wrappers[] = {{"timeout", timeout_options, duration},
                                {"nice", nice_options, nullptr},
                                {"nohup", {}, nullptr},
                                {"stdbuf", stdbuf_options, nullptr},
                                {"time", time_options, nullptr}};

// How many words the option at the beginning takes; 0: it is not understood.
std::size_t option_words(const wrapper_option& option, shell_word_list words) noexcept {
    const auto word = words.front();
    if (option.value == nullptr) return word == option.brief || word == option.name ? 1 : 0;
    if (word == option.brief || word == option.name)
        return words.size() > 1 && option.value(words[1]) ? 2 : 0;
    if (!option.brief.empty() && word.starts_with(option.brief))
        return option.value(word.substr(option.brief.size())) ? 1 : 0;
    const auto equals = word.find('=');
    return word.substr(0, equals) == option.name && equals != std::string_view::npos &&
                   option.value(word.substr(equals + 1))
               ? 1
               : 0;
}

// The words of one wrapper; 0: not understood.
std::size_t words_of(const wrapper& each, shell_word_list words) noexcept {
    std::size_t at = 1;
    while (at < words.size() && words[at].starts_with('-')) {
        std::size_t taken = 0;
        for (const auto& option : each.options)
            if (taken == 0) taken = option_words(option, words.subspan(at));
        if (taken == 0) return 0;
        at += taken;
    }
    if (each.operand != nullptr) {
        if (at >= words.size() || !each.operand(words[at])) return 0;
        ++at;
    }
    return at < words.size() ? at : 0;
}

// Why a word cannot stand in the place of a program in a plain text; empty: it can.
std::string_view program_flaw(std::string_view program) noexcept {
    if (program.empty()) return "it has an empty word in the place of a program";
    if (program == "[") return {};
    const auto name = shell_name_of(program);
    if (name == shell_name::reserved) return "it has a reserved word of the shell";
    if (name == shell_name::evaluates) return "it has a command of the shell that evaluates its words";
    const bool usual = std::ranges::all_of(program, [](char byte) { return program_letter(byte); });
    if (!usual && has_any(program, glob_characters)) return "it has a glob in the place of a program";
    if (!usual || unusual_front(program.front()))
        return "it has an unusual character in the name of a program";
    return {};
}

// Why a command of a plain text may do more than run its program with its words: builtins that evaluate
// their words, or change what later commands mean. Empty: it does not. \param words  the program and its
// arguments, without quotes
std::string_view command_flaw(shell_word_list words) noexcept {
    const auto program = words.front();
    const auto name = shell_name_of(program);
    const auto arguments = words.subspan(1);
    if (name == shell_name::evaluates_arguments && !arguments.empty())
        return "it has a command of the shell that evaluates its words";
    if (name == shell_name::prints) return printf_flaw(arguments);
    if (name != shell_name::calculates) return {};
    const bool odd = std::ranges::any_of(arguments, [](std::string_view each) {
        return has_any(each, expanded) || has_any(each, glob_characters);
    });
    return odd ? "it has a command of the shell that evaluates such words" : std::string_view();
}

// How many words come before the program that `timeout`, `nice`, `nohup`, `stdbuf` or `time` runs, these
// nested too; 0: there is no such wrapper, or its options are not understood.
std::size_t wrapper_words(shell_word_list words) noexcept {
    std::size_t skipped = 0;
    while (true) {
        const auto rest = words.subspan(skipped);
        const auto* found = std::ranges::find(wrappers, rest.front(), &wrapper::program);
        if (found == std::end(wrappers)) return skipped;
        const auto taken = words_of(*found, rest);
        if (taken == 0) return skipped;
        const auto behind = rest.subspan(taken);
        const bool nested = behind.front() == "time";
        if ((!nested && !program_flaw(behind.front()).empty()) || !command_flaw(behind).empty()) return 0;
        skipped += taken;
    }
}

using namespace std::string_view_literals;
using shell_word_list = std::span<const std::string_view>;

constexpr std::string_view substitution = "it has a substitution";
constexpr std::string_view expansion = "it has an expansion";
constexpr std::string_view redirected =
    "it has a redirection other than of standard descriptors or `/dev/null`";
constexpr std::string_view background = "it puts a command into the background";
constexpr std::string_view empty_command = "it has an operator without a command on each side";
constexpr std::string_view open_quote = "it has a quote that is not closed";
constexpr std::string_view null_device = "/dev/null";

bool standard_descriptor(char byte) noexcept { return byte >= '0' && byte <= '2'; }

}  // namespace

// Reads a text for `shell_command`, from left to right, once. Each step either knows what every shell makes
// of the next characters, or gives the reading up.
class shell_scanner {
public:
    shell_scanner(shell_command& into, std::string_view text, const rule_switches& switches) noexcept
        : into_(into), text_(text), switches_(switches) {}

    // \param split  its words have been found already: it is bare
    void run(bool split) {
        if (text_.size() > max_command_bytes) {
            refuse("it is too long to read", max_command_bytes);
            return;
        }
        if (bare_text(split)) return;
        // Lines end in a line feed, and nothing else.
        for (std::size_t from = 0; from < text_.size();) {
            const auto end = std::min(text_.find('\n', from), text_.size());
            if (const auto odd = first_odd_character(text_.substr(from, end - from))) {
                refuse(odd->why, from + odd->offset);
                return;
            }
            from = end + 1;
        }
        while (at_ < text_.size())
            if (!step()) return;
        finish();
    }

private:
    // Each step returns false when the text is not plain.

    bool bare_text(bool split) {
        auto& words = into_.words_;
        const auto take = [&](const char* word, std::size_t bytes) { words.emplace_back(word, bytes); };
        const bool bare = split || split_bare_words(text_, take);
        if (!bare || words.empty() || !program_flaw(words.front()).empty()) {
            words.clear();
            return false;
        }
        program_at_ = static_cast<std::size_t>(words.front().data() - text_.data());
        into_.bare_ = end_command();
        return true;
    }

    bool refuse(std::string_view why, std::size_t offset) {
        into_.flaw_ = shell_command::flaw{why, offset};
        into_.words_.clear();
        into_.commands_.clear();
        return false;
    }

    bool step() {
        const char byte = text_[at_];
        switch (byte) {
            case ' ':
            case '\t':
                if (in_word_ && !end_word()) return false;
                ++at_;
                return true;
            case '\n': return line_end();
            case ';':
            case '|':
            case '&': return operator_at();
            case '<':
            case '>': return redirection();
            case '\'': return single_quoted();
            case '"': return double_quoted();
            case '\\': return escaped();
            case '$': return dollar();
            case '`': return refuse(substitution, at_);
            case '(': return opens_group();
            case ')': return closes_group();
            case '{': return braces();
            case '}': return refuse("it has braces", at_);
            case '~':
                if (!tilde()) return false;
                break;
            case '#':
                // Behind a command, interactive shells of one kind take it for words.
                if (!in_word_ && !program_place()) return refuse("it has a comment behind a command", at_);
                if (!in_word_) {
                    at_ = std::min(text_.find('\n', at_), text_.size());
                    return true;
                }
                break;
            case '=':
                // zsh puts the path of a program in place of `=name`.
                if (!in_word_ && at_ + 1 < text_.size() && !blank(peek(1)))
                    return refuse("it has a word that begins with `=`", at_);
                break;
            default: break;
        }
        append(byte);
        ++at_;
        return true;
    }

    void append(char byte) {
        if (dequoting_) {
            into_.dequoted_.push_back(byte);
        } else if (!in_word_) {
            in_word_ = true;
            from_ = at_;
        }
    }

    // From here on the word is not what stands in the text.
    void dequote() {
        if (dequoting_) return;
        // Without quotes a text is never longer, so that what has been copied never moves.
        into_.dequoted_.reserve(text_.size());
        copied_ = into_.dequoted_.size();
        if (in_word_) into_.dequoted_.append(text_.substr(from_, at_ - from_));
        if (!in_word_) from_ = at_;
        in_word_ = dequoting_ = true;
    }

    bool single_quoted() {
        const auto end = text_.find('\'', at_ + 1);
        if (end == std::string_view::npos) return refuse(open_quote, at_);
        dequote();
        into_.dequoted_.append(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return true;
    }

    bool double_quoted() {
        const std::size_t opened = at_;
        dequote();
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            const char byte = text_[at_];
            if (byte == '$' && peek(1) == '?') {
                into_.dequoted_.push_back(byte);
                continue;
            }
            if (byte == '$' && peek(1) == '(') {
                if (!here_text()) return false;
                continue;
            }
            if (byte == '$') return refuse(expansion, at_);
            if (byte == '`') return refuse(substitution, at_);
            const char after = peek(1);
            if (byte == '\\' && after == '\n') return refuse("it has a line break", at_);
            if (byte == '\\' && (after == '"' || after == '\\' || after == '$' || after == '`')) ++at_;
            into_.dequoted_.push_back(text_[at_]);
        }
        if (at_ == text_.size()) return refuse(open_quote, opened);
        ++at_;
        return true;
    }

    // The status of the command before it is a number; everything else is not known.
    bool dollar() {
        if (peek(1) != '?' || (program_place() && !in_word_))
            return refuse(peek(1) == '(' ? substitution : expansion, at_);
        append('$');
        ++at_;
        append('?');
        ++at_;
        return true;
    }

    // `$(cat <<'EOF'`, lines, `EOF` and `)`: a text, as people write it into the message of a commit.
    bool here_text() {
        constexpr std::string_view head = "$(cat <<";
        const auto rest = text_.substr(at_);
        const char quote = rest.size() > head.size() ? rest[head.size()] : '\0';
        if (!rest.starts_with(head) || (quote != '\'' && quote != '"')) return refuse(substitution, at_);
        const auto mark_end = rest.find(quote, head.size() + 1);
        if (mark_end == rest.npos) return refuse(substitution, at_);
        const auto mark = rest.substr(head.size() + 1, mark_end - head.size() - 1);
        const bool usual = !mark.empty() && name_length(mark) == mark.size();
        if (!usual || !rest.substr(mark_end + 1).starts_with('\n')) return refuse(substitution, at_);
        const auto from = mark_end + 2;
        for (auto line = from; line < rest.size();) {
            const auto end = rest.find('\n', line);
            if (end == rest.npos) break;
            if (rest.substr(line, end - line) == mark)
                return take_here_text(rest.substr(from, line - from), end + 1);
            line = end + 1;
        }
        return refuse(open_quote, at_);
    }

    // \param body  the lines   \param behind  where the text goes on behind its mark, seen from `at_`
    bool take_here_text(std::string_view body, std::size_t behind) {
        const auto close = std::min(text_.find_first_not_of(" \t\n", at_ + behind), text_.size());
        if (close == text_.size() || text_[close] != ')' || !closes_all(body, text_.substr(close)))
            return refuse(substitution, at_);
        // The shell drops the ends of lines behind it.
        while (body.ends_with('\n')) body.remove_suffix(1);
        into_.dequoted_.append(body);
        at_ = close;
        return true;
    }

    bool line_end() {
        if (in_word_ && !end_word()) return false;
        ++at_;
        // An empty line, or one that an operator ends.
        if (program_place() && (other_at_ == none || after_group_)) {
            leave_group();
            return true;
        }
        if (program_place()) return refuse("it has a command without a program", other_at_);
        if (!end_command()) return false;
        joined_at_ = none;
        return true;
    }

    // `(` where a command begins: what is in it goes back to the folder it began in.
    bool opens_group() {
        const bool begins = program_place() && !in_word_ && other_at_ == none && !after_group_;
        // `((` calculates in some shells, and `f (` and `()` define functions.
        if (!begins || peek(1) == '(' || peek(1) == ')')
            return refuse("it has a subshell or a function", at_);
        groups_.push_back(into_.commands_.size());
        joined_at_ = none;
        ++at_;
        return true;
    }

    bool closes_group() {
        if (in_word_ && !end_word()) return false;
        if (groups_.empty() || (program_place() && joined_at_ != none))
            return refuse("it has a subshell or a function", at_);
        if (program_place() && other_at_ != none && !after_group_)
            return refuse("it has a command without a program", other_at_);
        if (!program_place() && !end_command()) return false;
        leave_group();
        // Around one command it is there for nothing, and so for something else.
        if (groups_.back() + 2 > into_.commands_.size())
            return refuse("it has a subshell or a function", at_);
        groups_.pop_back();
        joined_at_ = none;
        after_group_ = true;
        ++at_;
        return true;
    }

    bool escaped() {
        if (at_ + 1 == text_.size()) return refuse("it ends in a backslash", at_);
        if (text_[at_ + 1] == '\n') {
            // Between two words the line goes on; within one, shells differ about what is joined.
            // What goes on with no option looks like another command.
            const auto next = std::min(text_.find_first_not_of(" \t", at_ + 2), text_.size() - 1);
            if (in_word_ || (at_ > 0 && !blank(text_[at_ - 1])) || text_[next] != '-')
                return refuse("it has a line break", at_);
            at_ += 2;
            return true;
        }
        dequote();
        into_.dequoted_.push_back(text_[at_ + 1]);
        at_ += 2;
        return true;
    }

    // `stash@{0}` and `{}` mean nothing to sh, bash and zsh: braces around letters without `,` and `..`, in
    // an argument.
    bool braces() {
        const auto end = std::min(text_.find('}', at_), text_.size());
        const auto inner = text_.substr(at_ + 1, end - std::min(at_ + 1, end));
        const bool letters = std::ranges::all_of(inner, [](char byte) {
            return name_letter(byte) || "./+-@%:"sv.find(byte) != std::string_view::npos;
        });
        // To zsh a name is a descriptor, even with blanks before the redirection.
        const bool name = !inner.empty() && name_length(inner) == inner.size();
        const auto behind = name ? std::min(text_.find_first_not_of(" \t", end + 1), text_.size()) : end + 1;
        const bool redirects = behind < text_.size() && (text_[behind] == '<' || text_[behind] == '>');
        const bool expands = inner.find("..") != std::string_view::npos;
        if (end == text_.size() || program_place() || !letters || expands || redirects)
            return refuse("it has braces", at_);
        while (at_ <= end) {
            append(text_[at_]);
            ++at_;
        }
        return true;
    }

    // At the beginning of a word; bash looks behind the `=` and `:` of an assignment, too.
    bool tilde() {
        if (!in_word_) return refuse("it has a home directory", at_);
        const char before = text_[at_ - 1];
        const bool assigns = text_.substr(from_, at_ - from_).find('=') != std::string_view::npos;
        if (assigns && (before == '=' || before == ':')) return refuse("it has a home directory", at_);
        return true;
    }

    bool operator_at() {
        if (in_word_ && !end_word()) return false;
        const std::size_t start = at_;
        const char byte = text_[at_];
        const char after = peek(1);
        bool needs_command = true;
        if (byte == '|') {
            // Shells that do not know it run the lines before it.
            if (after == '&' && text_.substr(0, at_).find('\n') != std::string_view::npos)
                return refuse("it has `|&` behind a line break", at_);
            at_ += after == '|' || after == '&' ? 2U : 1U;
        } else if (byte == '&' && after == '&') {
            at_ += 2;
        } else {
            if (byte == '&' && after == '>') return refuse(redirected, start);
            if (byte == '&' && !switches_.allow_background) return refuse(background, start);
            needs_command = false;
            ++at_;
        }
        if (program_place() && !after_group_) return refuse(empty_command, start);
        if (!program_place() && !end_command()) return false;
        leave_group();
        joined_at_ = needs_command ? start : none;
        return true;
    }

    bool delimiter(std::size_t at) const noexcept {
        if (at >= text_.size()) return true;
        const char byte = text_[at];
        return blank(byte) || byte == ';' || byte == '&' || byte == '|' || byte == '\n' || byte == ')';
    }

    bool redirection() {
        std::size_t start = at_;
        if (in_word_) {
            const auto raw = text_.substr(from_, at_ - from_);
            const bool number = std::ranges::all_of(raw, digit);
            // Shells do not agree on what `22>` and `'2'>` are.
            if (dequoting_ || (number && raw.size() > 1)) return refuse(redirected, from_);
            if (number) {
                start = from_;
                in_word_ = false;
            } else if (!end_word()) {
                return false;
            }
        }
        other_at_ = start;
        const char direction = text_[at_];
        if (peek(1) == '(') return refuse(substitution, at_);
        if (peek(1) == '&') {
            if (!standard_descriptor(peek(2)) || !delimiter(at_ + 3)) return refuse(redirected, start);
            at_ += 3;
            return true;
        }
        ++at_;
        if (direction == '>' && peek(0) == '>') ++at_;
        while (blank(peek(0))) ++at_;
        if (text_.substr(at_).starts_with(null_device) && delimiter(at_ + null_device.size())) {
            at_ += null_device.size();
            return true;
        }
        if (direction != '<') return refuse(redirected, start);
        return input_file(start);
    }

    // `< data.json`: what the program gets to read, as if it were one of its words. bash opens connections
    // for names below `/dev`.
    bool input_file(std::size_t start) {
        const auto from = at_;
        while (at_ < text_.size() && (program_letter(text_[at_]) || text_[at_] == '/')) ++at_;
        const auto path = text_.substr(from, at_ - from);
        if (path.empty() || path.front() == '-' || path.find("dev/") != path.npos || !delimiter(at_))
            return refuse(redirected, start);
        return true;
    }

    // \param value  without quotes
    bool assignment(std::string_view raw, std::string_view value) {
        const auto name = raw.substr(0, name_length(raw));
        const auto& names = switches_.allow_env_names;
        const bool allowed = raw[name.size()] == '=' &&
                             (only_tunes(name, value) ||
                              (!decides_what_runs(name) && std::ranges::find(names, name) != names.end()));
        if (!allowed) return refuse("it sets a variable", from_);
        other_at_ = from_;
        in_word_ = dequoting_ = false;
        return true;
    }

    bool end_word() {
        if (after_group_) return refuse("it has words behind a subshell", from_);
        const auto raw = text_.substr(from_, at_ - from_);
        const auto word = dequoting_ ? std::string_view(into_.dequoted_).substr(copied_) : raw;
        if (program_place()) {
            const auto after_name = raw.substr(name_length(raw));
            const bool assigns =
                after_name.size() < raw.size() &&
                (after_name.starts_with('=') || after_name.starts_with("+=") || after_name.starts_with('['));
            if (assigns) return assignment(raw, word.substr(std::min(word.find('='), word.size() - 1) + 1));
            const bool wrapper = switches_.allow_sees_through_wrappers && word == "time";
            if (const auto why = program_flaw(word); !why.empty() && !wrapper) return refuse(why, from_);
            program_at_ = from_;
        }
        into_.words_.push_back(word);
        in_word_ = dequoting_ = false;
        return true;
    }

    bool end_command() {
        const auto words = std::span<const std::string_view>(into_.words_).subspan(first_word_);
        if (const auto why = command_flaw(words); !why.empty()) return refuse(why, program_at_);
        const auto wrapper = switches_.allow_sees_through_wrappers ? wrapper_words(words) : 0;
        if (wrapper == 0 && words.front() == "time") return refuse(program_flaw("time"), program_at_);
        into_.commands_.push_back({first_word_, words.size(), wrapper});
        first_word_ = into_.words_.size();
        other_at_ = none;
        return true;
    }

    bool finish() {
        if (in_word_ && !end_word()) return false;
        if (!groups_.empty()) return refuse("it has a subshell or a function", text_.size());
        if (!program_place()) return end_command();
        if (after_group_) return true;
        if (other_at_ != none) return refuse("it has a command without a program", other_at_);
        return joined_at_ == none || refuse(empty_command, joined_at_);
    }

    void leave_group() noexcept {
        if (after_group_) other_at_ = none;
        after_group_ = false;
    }
    [[nodiscard]] char peek(std::size_t ahead) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool program_place() const noexcept { return into_.words_.size() == first_word_; }

    shell_command& into_;
    std::string_view text_;
    const rule_switches& switches_;
    std::size_t at_ = 0;

    // The simple command being read.
    std::size_t first_word_ = 0;    // in into_.words_
    std::size_t program_at_ = 0;    // in the text
    std::size_t other_at_ = none;   // where it has a redirection or an assignment
    std::size_t joined_at_ = none;  // the operator before it, when that needs a command behind it

    // Open subshells: how many commands there were before each.
    boost::container::small_vector<std::size_t, 4> groups_;
    bool after_group_ = false;  // behind the `)` of one, before an operator

    // The word being read: a part of the text, until something in it has to be left out.
    bool in_word_ = false;
    bool dequoting_ = false;
    std::size_t from_ = 0;    // in the text
    std::size_t copied_ = 0;  // in into_.dequoted_

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

}  // namespace assent::detail

namespace assent {

shell_command::shell_command(std::string_view text, const rule_switches& switches) {
    detail::shell_scanner(*this, text, switches).run(false);
}

shell_command::shell_command(std::string_view text, std::span<const shell_word> bare_words,
                             const rule_switches& switches) {
    for (const auto& word : bare_words) words_.push_back(word.text);
    detail::shell_scanner(*this, text, switches).run(true);
}

}  // namespace assent
