#include "shell_reader.hpp"

#include "arithmetic.hpp"
#include "shell_characters.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// How many times a text is looked through for the ends of arithmetic, so that reading does not cost the
// square of its length.
constexpr std::size_t max_scans = 16;

// It repeats any command of the grammar, in zsh; others know a program of that name at most.
constexpr std::string_view loop_of_zsh = "repeat";

// The inner parenthesis that ends `((`, when another follows it.
std::size_t end_of_arithmetic(std::string_view text, std::size_t at) noexcept {
    std::size_t open = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '\\') ++at;
        if (at < text.size() && text[at] == '(') ++open;
        if (at < text.size() && text[at] == ')' && open-- == 0) break;
    }
    const bool arithmetic = at + 1 < text.size() && text[at + 1] == ')';
    return arithmetic ? at : std::string_view::npos;
}

// Of zsh, which ends a group with a `}` anywhere in a command, and begins one behind some words.
bool lone_brace(const found_word& word) noexcept {
    return word.bare && (word.is.text == "{" || word.is.text == "}");
}

// zsh assigns to numbers, and to names in all letters of the world: `1=x rm y`.
bool assigns_elsewhere(std::string_view word) noexcept {
    const auto letters = [](char byte) {
        return name_letter(byte) || static_cast<unsigned char>(byte) >= 0x80;
    };
    const auto end = std::ranges::find_if_not(word, letters);
    const auto rest = word.substr(static_cast<std::size_t>(end - word.begin()));
    return rest.size() < word.size() &&
           (rest.starts_with('=') || rest.starts_with("+=") || rest.starts_with('['));
}

bool declares(std::string_view program) noexcept {
    return program == "declare" || program == "typeset" || program == "local" || program == "export" ||
           program == "readonly";
}

// Finds where a part of a text ends.
class no_sink final : public command_sink {
public:
    answer command(const found_command&, std::size_t) override { return {}; }
    void text(std::string_view, std::size_t) override {}
    void unreadable() override { readable = false; }
    void unclosed(std::string_view) override { readable = false; }
    void evaluates() override {}
    void calculates(std::string_view) override {}
    void mentions(const found_word&, shell_mention::role) override {}
    void keeps(std::string_view) override {}
    std::optional<variable_value> value_of(std::string_view, bool) override { return std::nullopt; }
    [[nodiscard]] std::size_t commands_found() const override { return 0; }
    std::size_t begins_chain() override { return 0; }
    void body_begins() override {}
    bool body_goes_on(bool) override { return false; }
    bool defines(std::string_view, std::string_view) override { return false; }
    std::string& keep(std::size_t) override { return *texts.emplace_back(std::make_unique<std::string>()); }

    bool readable = true;
    std::vector<std::unique_ptr<std::string>> texts{};
};

constexpr byte_set separators(" \t\n;&|()<>");
// Dropped by some, the end of a line or a mark of their own for others.
constexpr byte_set controls(
    "\0\1\2\3\4\5\6\7\x8\xB\xC\xD\xE\xF\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19"
    "\x1A\x1B\x1C\x1D\x1E\x1F\x7F"sv);
constexpr std::string_view special_parameters = "@*#?$!-";

bool ends_word(char byte) noexcept { return separators.has(byte); }

bool assigns_variable(std::string_view raw) {
    if (raw.find('=') == raw.npos) return false;
    if (const auto joint = raw.find("\\\n"); joint != std::string_view::npos) {
        // The shell sees the lines as one.
        std::string joined(raw);
        for (auto at = joint; at != std::string::npos; at = joined.find("\\\n", at)) joined.erase(at, 2);
        return assigns_variable(joined);
    }
    const auto rest = raw.substr(name_length(raw));
    if (rest.size() == raw.size()) return false;
    if (rest.starts_with('=') || rest.starts_with("+=")) return true;
    return rest.starts_with('[') &&
           (rest.find("]=") != std::string_view::npos || rest.find("]+=") != std::string_view::npos);
}

// `{a,b}` or `{1..3}`.
bool expands_braces(std::string_view text) noexcept {
    const auto open = text.find('{');
    if (open == std::string_view::npos) return false;
    const auto inner = text.substr(open, text.rfind('}') - open);
    return inner.size() < text.size() - open &&
           (inner.find(',') != std::string_view::npos || inner.find("..") != std::string_view::npos);
}

// Whether quotes alone keep what follows a name from being a part of it: `x"y"`. The word is made without
// them.
bool ends_at_quotes(std::string_view text) noexcept {
    const auto behind = text.substr(name_length(text));
    const auto next = behind.find_first_not_of("'\"\\$");
    return behind.size() < text.size() && next != 0 && next != behind.npos && name_letter(behind[next]);
}

// What stands between the braces of `${...}`: a name behind another name, a subscript, or where a part of the
// value begins.
bool parameter_evaluates(std::string_view inner) noexcept {
    if (inner.starts_with('!')) return true;
    if (inner.starts_with('#')) inner.remove_prefix(1);
    inner.remove_prefix(std::min(std::max<std::size_t>(name_length(inner), 1), inner.size()));
    inner.remove_prefix(std::min(inner.find_first_not_of("0123456789"), inner.size()));
    if (inner.starts_with('[')) {
        const auto end = std::min(inner.find(']'), inner.size());
        if (calculates_with_names(inner.substr(0, end))) return true;
        inner.remove_prefix(std::min(end + 1, inner.size()));
    }
    const bool part =
        inner.size() > 1 && inner[0] == ':' && "-=+?"sv.find(inner[1]) == std::string_view::npos;
    return part && calculates_with_names(inner);
}

// What may stand between the braces of `${...}`, in all shells that know the form: a parameter, alone, with a
// subscript, or with one of the usual operators behind it. Others have forms that run or evaluate something.
bool known_parameter(std::string_view inner) noexcept {
    const bool length = inner.size() > 1 && inner.front() == '#';
    const bool indirect = inner.size() > 1 && inner.front() == '!';
    if (length || indirect) inner.remove_prefix(1);
    const auto digits = std::min(inner.find_first_not_of("0123456789"), inner.size());
    const bool special = !inner.empty() && special_parameters.find(inner.front()) != std::string_view::npos;
    const auto bytes = std::max({name_length(inner), digits, std::size_t{special ? 1U : 0U}});
    if (bytes == 0) return false;
    inner.remove_prefix(bytes);
    if (inner.starts_with('[')) {
        const auto end = inner.find(']');
        if (end == std::string_view::npos) return false;
        const auto subscript = inner.substr(1, end - 1);
        const auto usual = [](char byte) {
            return name_letter(byte) || "@*$+-"sv.find(byte) != std::string_view::npos;
        };
        if (!std::ranges::all_of(subscript, usual)) return false;
        inner.remove_prefix(end + 1);
    }
    if (inner.empty() || (indirect && (inner == "@" || inner == "*"))) return true;
    return !length && ":-=+?#%/^,"sv.find(inner.front()) != std::string_view::npos;
}

// Whether a `$` before it is a letter by itself in all shells: `a$`, `"^a$|b$"`.
bool leaves_dollar(char after, char behind, bool in_quotes) noexcept {
    if (blank(after) || after == '\n') return true;
    if (in_quotes && after == '\\') return behind != '\n';
    return (in_quotes ? "\"'|)/.,;%&<>}"sv : ";|&)/.,%"sv).find(after) != std::string_view::npos;
}

// zsh puts the path of a program in place of `=name`.
bool path_of_program(std::string_view raw) noexcept {
    return raw.size() > 1 && raw.front() == '=' && raw.find_first_not_of('=') != std::string_view::npos;
}

void append_utf8(boost::container::small_vector_base<char>& to, char32_t value) {
    const auto tail = [](char32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
    if (value < 0x80) {
        to.push_back(static_cast<char>(value));
    } else if (value < 0x800) {
        to.push_back(static_cast<char>(0xC0U | (value >> 6U)));
        to.push_back(tail(value));
    } else if (value < 0x10000) {
        to.push_back(static_cast<char>(0xE0U | (value >> 12U)));
        to.push_back(tail(value >> 6U));
        to.push_back(tail(value));
    } else {
        to.push_back(static_cast<char>(0xF0U | ((value >> 18U) & 0x07U)));
        to.push_back(tail(value >> 12U));
        to.push_back(tail(value >> 6U));
        to.push_back(tail(value));
    }
}

// The value of a digit in that base; 99: it is none.
unsigned digit_value(char byte, unsigned base) noexcept {
    constexpr unsigned none = 99;
    const auto value = hex_digit(byte).value_or(none);
    return value < base ? value : none;
}

// `2` in `2>x`, `{fd}` in `{fd}>x`.
bool names_descriptor(const found_word& word) noexcept {
    const auto text = word.is.text;
    if (!word.bare || text.empty()) return false;
    if (digit(text.front())) return is_digits(text);
    return text.size() > 2 && text.front() == '{' && text.back() == '}' &&
           name_length(text.substr(1)) == text.size() - 2;
}

// `<1-5>`: zsh takes it for a pattern.
bool numbers_between_brackets(std::string_view text) noexcept {
    constexpr std::string_view digits = "0123456789";
    if (!text.starts_with('<')) return false;
    const auto dash = text.find_first_not_of(digits, 1);
    if (dash == std::string_view::npos || text[dash] != '-') return false;
    const auto end = text.find_first_not_of(digits, dash + 1);
    return end != std::string_view::npos && text[end] == '>';
}

class shell_reader {
public:
    shell_reader(std::string_view text, command_sink& sink, std::size_t depth) noexcept
        : text_(text), sink_(sink), depth_(depth) {}

    static bool reserved_word(std::string_view word) noexcept {
        return keyword::find(word) != nullptr || word == loop_of_zsh;
    }

    // Reads it as commands.
    void commands() {
        if (depth_ > max_shell_depth) return sink_.unreadable();
        if (controls.any_in(text_)) sink_.unreadable();
        list('\0');
    }

    // Reads it as text in which only expansions count, as between double quotes.
    void expansions() {
        if (depth_ > max_shell_depth) return sink_.unreadable();
        while (!at_end()) {
            switch (peek()) {
                case '\\': at_ += 2; break;
                case '$': dollar(true); break;
                case '`': backquoted(true); break;
                default: ++at_;
            }
        }
    }

private:
    // What a list of commands is in the middle of.
    enum class frame : unsigned char {
        parenthesis,
        brace,
        condition,       // of `if` and `elif`
        consequence,     // behind `then`
        alternative,     // behind `else`
        loop_condition,  // of `while` and `until`
        loop_head,       // from `for` to `do`
        loop_body,
        case_pattern,
        case_body
    };
    // What the next word is, other than one of a command.
    enum class place : unsigned char {
        command,
        case_subject,
        case_in,
        loop_name,
        loop_in,
        loop_words,
        function_name,
        function_body
    };
    // A word of the grammar, where a command begins.
    struct keyword {
        enum class effect : unsigned char { none, opens, turns, closes };

        std::string_view word;
        effect does = effect::none;
        unsigned within = 0;            // one of these frames has to be open: a bit each. 0: any, or none
        frame to = frame::parenthesis;  // that it opens, or turns the open one into
        place next = place::command;
        bool everywhere = true;  // it is one in all shells

        template <class... Frames>
        static constexpr unsigned in(Frames... frames) noexcept {
            return ((1U << static_cast<unsigned>(frames)) | ...);
        }
        static const keyword* find(std::string_view word) noexcept {
            using enum effect;
            using enum frame;
            static constexpr std::array all{
                keyword{"if", opens, 0, condition},
                keyword{"then", turns, in(condition), consequence},
                keyword{"elif", turns, in(consequence), condition},
                keyword{"else", turns, in(consequence), alternative},
                keyword{"fi", closes, in(consequence, alternative)},
                keyword{"while", opens, 0, loop_condition},
                keyword{"until", opens, 0, loop_condition},
                keyword{"for", opens, 0, loop_head, place::loop_name},
                keyword{"select", opens, 0, loop_head, place::loop_name, false},
                keyword{"foreach", opens, 0, loop_head, place::loop_name, false},
                keyword{"do", turns, in(loop_condition, loop_head), loop_body},
                keyword{"done", closes, in(loop_body)},
                keyword{"case", none, 0, {}, place::case_subject},
                keyword{"esac", closes, in(case_body)},
                keyword{"{", opens, 0, brace},
                keyword{"}", closes, in(brace)},
                keyword{"function", none, 0, {}, place::function_name},
                keyword{"!"},
                keyword{"time"},
                keyword{"coproc", none, 0, {}, place::command, false},
                keyword{"always", none, 0, {}, place::command, false},
            };
            static constexpr auto lengths = lengths_of(all, &keyword::word);
            if (!lengths.may_have(word)) return nullptr;
            const auto* const found = std::ranges::find(all, word, &keyword::word);
            return found == all.end() ? nullptr : found;
        }
    };

    struct segment {
        boost::container::small_vector<found_word, 12> words{};
        boost::container::small_vector<found_word, 1> here_strings{};
        boost::container::small_vector<std::size_t, 1> splits{};  // words with which a new command may begin
        std::size_t first_document = 0;                           // in documents_
        place next = place::command;
        std::size_t chain = 0;
        bool chained = false;  // behind `&&`
        std::size_t feeder = no_command;
        bool piped = false;
        bool reads_process = false;
        bool timed = false;
        bool test = false;      // behind `[[`
        bool fails = false;     // and where that is a program at most, no command behind `&&` in it runs
        bool negated = false;   // behind `!`
        bool ended = false;     // behind the end of a compound command, which takes redirections only
        bool program = false;   // a word that is no assignment is among them
        bool nested = false;    // in a group, a loop or the like
        bool subshell = false;  // and one of these is a subshell
        bool in_body = false;   // and that is the body of a loop
        bool joined = false;    // behind `&&`, `||`, `|` or the head of a function
        bool apart = false;     // before `|` or `&`, or with a redirection
    };
    struct here_document {
        std::string_view mark;  // that opens it, with the delimiter
        std::string_view delimiter;
        bool strips_tabs = false;
        bool literal = false;
        fed_text as = fed_text::data;
    };
    using frames = boost::container::small_vector<frame, 8>;

    // \return false: the text has ended before what closes the list
    bool list(char closing) {
        segment now;
        now.first_document = documents_.size();
        now.chain = sink_.begins_chain();
        frames open;
        while (!at_end())
            if (!list_step(now, open, closing)) return true;
        end_command(now, false);
        if (next_document_ < documents_.size()) sink_.unclosed(documents_[next_document_].mark);
        if (!open.empty()) sink_.unreadable();
        return closing == '\0';
    }

    bool list_step(segment& now, frames& open, char closing) {
        now.nested = !open.empty();
        now.subshell = std::ranges::find(open, frame::parenthesis) != open.end();
        now.in_body = now.nested && open.back() == frame::loop_body;
        if (!open.empty() && open.back() == frame::case_pattern) {
            case_pattern(now, open);
            return true;
        }
        while (blank(peek())) ++at_;
        if (at_end()) return true;
        const char byte = peek();
        const bool regex =
            now.test && !now.words.empty() && now.words.back().bare && now.words.back().is.text == "=~";
        if (regex && byte == '(') {
            push(now, open, word(true));
            return true;
        }
        switch (byte) {
            case '\n': newline(now); return true;
            case '#': skip_comment(); return true;
            case ';':
            case '|': separator(now, open); return true;
            case '(': parenthesis(now, open); return true;
            case ')': return closing_parenthesis(now, open, closing);
            case '&':
                if (peek(1) == '>')
                    redirection(now);
                else
                    separator(now, open);
                return true;
            case '<':
            case '>':
                if (peek(1) != '(') {
                    redirection(now);
                    return true;
                }
                break;
            case '\\':
                if (peek(1) == '\n') {
                    continued_line();
                    return true;
                }
                break;
            default: break;
        }
        const auto found = word(regex);
        if (!descriptor(now, found)) push(now, open, found);
        return true;
    }

    // Between two words. Elsewhere it may join an operator, an expansion or a name.
    void continued_line() {
        const char before = at_ == 0 ? '\n' : text_[at_ - 1];
        at_ += 2;
        const bool between = blank(before) || before == '\n' || blank(peek()) || name_letter(peek());
        if (!between) sink_.unreadable();
    }

    // In a substitution, some shells count what stands in it.
    void skip_comment() {
        const auto end = std::min(text_.find('\n', at_), text_.size());
        const auto counted = text_.substr(at_, end - at_).find_first_of("'\"`()");
        if (substitutions_ > 0 && counted != std::string_view::npos) sink_.unreadable();
        at_ = end;
    }

    void newline(segment& now) {
        ++at_;
        if (now.next == place::function_body) now.next = place::command;
        const bool goes_on = now.words.empty() && now.chained;
        now.fails = now.fails && goes_on;
        if (now.next != place::case_in) end_command(now, false);
        if (!goes_on) now.chain = sink_.begins_chain();
        bodies();
    }

    void separator(segment& now, frames& open) {
        const char byte = peek();
        const char after = peek(1);
        const bool pipes = byte == '|' && after != '|';
        now.apart = now.apart || pipes || (byte == '&' && after != '&');
        if (byte == '&' && after != '&') sink_.goes_on();
        end_command(now, pipes);
        now.joined = byte == '|' || (byte == '&' && after == '&');
        now.chained = byte == '&' && after == '&';
        now.fails = now.fails && now.chained;
        // `a && b | c && d` is one chain.
        if (!now.chained && !pipes) now.chain = sink_.begins_chain();
        if (byte == ';' && (after == ';' || after == '&')) {
            at_ += after == ';' && peek(2) == '&' ? 3U : 2U;
            if (!open.empty() && open.back() == frame::case_body) open.back() = frame::case_pattern;
            return;
        }
        // `||`, `|&` and `&&` are one operator.
        // An operator of zsh.
        if (byte == '&' && after == '!') sink_.unreadable();
        at_ += (byte == '|' && (after == '|' || after == '&')) || (byte == '&' && after == '&') ? 2U : 1U;
    }

    void parenthesis(segment& now, frames& open) {
        now.chain = sink_.begins_chain();
        const bool glued = at_ > 0 && " \t\n;&|()"sv.find(text_[at_ - 1]) == std::string_view::npos;
        if (glued && begins_array(now)) {
            now.words.back().is.known = false;
            return array();
        }
        if (function_head(now)) return;
        const bool loop = now.next == place::loop_name && peek(1) == '(';
        const bool begins = now.next == place::command || now.next == place::function_body || loop;
        if (begins && now.words.empty() && !now.ended && !glued) {
            if (peek(1) == '(' && arithmetic(2, true)) {
                now.next = place::command;
                now.ended = true;
                return;
            }
            if (loop) sink_.unreadable();
            now.next = place::command;
        } else {
            // Patterns, lists and functions without a name of zsh, or a mistake.
            sink_.unreadable();
            end_command(now, false);
        }
        open.push_back(frame::parenthesis);
        ++at_;
    }

    // `NAME=(`, by itself or behind `declare`.
    bool begins_array(const segment& now) const noexcept {
        if (now.words.empty() || !now.words.back().assigns || last_word_end_ != at_) return false;
        const auto name = now.words.back().is.text;
        const auto assigns = name.substr(name_length(name));
        return (assigns == "=" || assigns == "+=") && (!now.program || declares(now.words.front().is.text));
    }

    // `NAME()`. \return whether it has been read
    bool function_head(segment& now) {
        std::size_t inside = at_ + 1;
        while (inside < text_.size() && blank(text_[inside])) ++inside;
        if (inside >= text_.size() || text_[inside] != ')' || now.words.size() > 1) return false;
        const bool named = now.words.empty()
                               ? now.next == place::function_body
                               : now.words.front().bare && now.words.front().is.known && now.program;
        if (!named || now.ended) sink_.unreadable();
        at_ = inside + 1;
        if (function_body(now)) {
            now.words.clear();
            now.program = false;
            now.ended = true;
            return true;
        }
        sink_.mentions(now.words.empty() ? found_word() : now.words.front(), shell_mention::role::function);
        now.words.clear();
        now.program = false;
        now.joined = true;  // in zsh, one command is a body, too
        now.next = place::command;
        return true;
    }

    // The body of `NAME()`, in braces. \return it has been taken as it is, to be read where the function is
    // called
    bool function_body(const segment& now) {
        const bool surely = depth_ == 0 && substitutions_ == 0 && !now.nested && !now.joined && !now.piped &&
                            !now.timed && !now.ended && now.words.size() == 1 &&
                            now.first_document == documents_.size();
        const auto from = std::min(text_.find_first_not_of(" \t\n", at_), text_.size());
        if (!surely || text_.substr(from, 1) != "{") return false;
        no_sink ignored;
        shell_reader reader(text_.substr(from), ignored, depth_);
        const auto size = reader.end_of_group();
        if (!ignored.readable || size == no_place) return false;
        const auto behind = text_.find_first_not_of(blanks, from + size);
        if (behind != text_.npos && text_[behind] != ';' && text_[behind] != '\n') return false;
        if (!sink_.defines(now.words.front().is.text, text_.substr(from, size))) return false;
        at_ = from + size;
        return true;
    }

    // Of the group in braces with which the text begins; `no_place`: it has no end.
    std::size_t end_of_group() {
        segment now;
        frames open;
        do {
            if (at_end() || !list_step(now, open, '\0')) return no_place;
        } while (!open.empty());
        return next_document_ == documents_.size() ? at_ : no_place;
    }

    bool closing_parenthesis(segment& now, frames& open, char closing) {
        end_command(now, false);
        now.chain = sink_.begins_chain();
        ++at_;
        const bool inner = !open.empty() && open.back() != frame::parenthesis;
        while (!open.empty() && open.back() != frame::parenthesis) open.pop_back();
        if (inner || (open.empty() && closing != ')')) sink_.unreadable();
        if (open.empty()) return closing != ')';
        open.pop_back();
        now.ended = true;
        return true;
    }

    // From `in` or `;;` to the `)` behind the pattern, or `esac`.
    void case_pattern(segment& now, frames& open) {
        const char byte = peek();
        if (byte == '#') return skip_comment();
        if (byte == '\\' && peek(1) == '\n') return continued_line();
        if (byte == '<' || byte == '>' || byte == ';' || byte == '&') sink_.unreadable();
        if (blank(byte) || "(|<>;&\n)"sv.find(byte) != std::string_view::npos) {
            ++at_;
            if (byte == '\n') bodies();
            // bash 3.2 takes it for the end of a substitution.
            if (byte == ')' && substitutions_ > 0) sink_.unreadable();
            if (byte == ')') open.back() = frame::case_body;
            now.chain = sink_.begins_chain();
            return;
        }
        const auto found = word();
        if (!found.bare || found.is.text != "esac") return;
        open.pop_back();
        now.ended = true;
    }

    void push(segment& now, frames& open, const found_word& word) {
        if (now.next != place::command) return other_word(now, open, word);
        if (now.words.empty()) {
            const bool timed = now.timed;
            if (reserved(now, open, word)) {
                // Where `time` is a program, this is one of its words.
                if (timed) sink_.unreadable();
                return;
            }
            // Behind the end of a compound command, or between the head of a loop and `do`.
            if (now.ended || (!open.empty() && open.back() == frame::loop_head)) sink_.unreadable();
            if (now.timed && word.is.text.starts_with('-')) {
                // A program of that name takes more options.
                now.words.push_back({{"time"}});
                now.timed = false;
                now.program = true;
            }
            if (now.test && continues_test(now, word)) {
                now.words.push_back({{"[["}});
                now.program = true;
            }
            if (!now.test && word.bare && word.is.text == "[[") {
                now.test = true;
                now.fails = !now.joined && !now.negated;
            }
        } else if (lone_brace(word)) {
            sink_.unreadable();
        }
        if (!now.program && !word.assigns) program(now, word);
        now.words.push_back(word);
        if (now.test && word.bare && word.is.text == "]]") {
            end_command(now, false);
            now.test = false;
            now.ended = true;
        }
    }

    void program(segment& now, const found_word& word) {
        now.program = true;
        const auto name = word.is.text;
        // To zsh, `{a}` is a group.
        const bool group = name.size() > 1 && name.front() == '{';
        if (group || name == loop_of_zsh || assigns_elsewhere(name)) sink_.unreadable();
    }

    // \return whether the word is none of a command
    bool reserved(segment& now, frames& open, const found_word& word) {
        const auto* const key = word.bare ? keyword::find(word.is.text) : nullptr;
        if (key == nullptr) return false;
        now.negated = now.negated || key->word == "!";
        now.chain = key->word == "!" ? 0 : sink_.begins_chain();
        const bool fits =
            key->within == 0 || (!open.empty() && (key->within & keyword::in(open.back())) != 0);
        const bool goes_on = key->does == keyword::effect::turns;
        if (!fits || !key->everywhere || (now.ended && !goes_on && key->does != keyword::effect::closes))
            sink_.unreadable();
        if (fits && key->within == keyword::in(frame::loop_body) && body_goes_on()) return true;
        if (key->to == frame::loop_condition) sink_.mentions(word, shell_mention::role::loop_begins);
        if (key->to == frame::loop_body) sink_.mentions(word, shell_mention::role::loop_body);
        if (key->within == keyword::in(frame::loop_body))
            sink_.mentions(word, shell_mention::role::loop_ends);
        if (key->does == keyword::effect::opens) open.push_back(key->to);
        if (fits && goes_on) open.back() = key->to;
        if (fits && key->to == frame::loop_body) {
            bodies_at_.push_back(at_);
            sink_.body_begins();
        }
        if (fits && key->does == keyword::effect::closes) open.pop_back();
        now.ended = key->does == keyword::effect::closes;
        now.timed = now.timed || key->word == "time";
        now.next = key->next;
        return true;
    }

    // Behind `done`. \return its loop is read once more
    bool body_goes_on() {
        if (bodies_at_.empty()) return false;
        if (sink_.body_goes_on(next_document_ == documents_.size())) {
            at_ = bodies_at_.back();
            return true;
        }
        bodies_at_.pop_back();
        return false;
    }

    // What stands behind `&&` or `||` in `[[ ... ]]`: `-f x`, `$a = b`, `a = b`. Where `[[` is a program at
    // most, it fails.
    static bool continues_test(const segment& now, const found_word& word) noexcept {
        if (now.fails && now.chained) return true;
        const bool literal = word.bare && word.is.known;
        if (literal) return now.joined && word.is.text.size() == 2 && word.is.text.front() == '-';
        return now.chained;
    }

    static shell_mention::role role_of_word(place next) noexcept {
        if (next == place::loop_name) return shell_mention::role::loop_name;
        if (next == place::function_name) return shell_mention::role::function;
        return next == place::loop_words ? shell_mention::role::loop_item : shell_mention::role::other;
    }

    void other_word(segment& now, frames& open, const found_word& word) {
        const auto is = [&word](std::string_view text) { return word.bare && word.is.text == text; };
        sink_.mentions(word, role_of_word(now.next));
        const bool name = word.bare && word.is.known && !lone_brace(word);
        switch (now.next) {
            case place::case_subject: now.next = place::case_in; break;
            case place::case_in:
                if (!is("in")) return sink_.unreadable();
                open.push_back(frame::case_pattern);
                now.next = place::command;
                break;
            case place::loop_name:
                if (!name || name_length(word.is.text) != word.is.text.size()) sink_.unreadable();
                now.next = place::loop_in;
                break;
            case place::loop_in:
                now.next = is("in") ? place::loop_words : place::command;
                if (is("in")) break;
                if (!is("do")) sink_.unreadable();
                return push(now, open, word);
            case place::loop_words:
                if (lone_brace(word)) sink_.unreadable();
                break;
            case place::function_name:
                if (!name) sink_.unreadable();
                now.next = name ? place::function_body : place::command;
                break;
            case place::function_body:
                if (!is("{")) sink_.unreadable();
                now.next = place::command;
                return push(now, open, word);
            case place::command: break;
        }
    }

    void end_command(segment& now, bool pipes) {
        const bool whole =
            now.next == place::command || now.next == place::loop_in || now.next == place::loop_words;
        if (!whole) sink_.unreadable();
        if (now.timed && now.words.empty()) {
            now.words.push_back({{"time"}});
            now.timed = false;
        }
        if (now.words.empty()) {
            now.piped = now.piped || pipes;
            if (pipes) now.feeder = no_command;
        } else {
            const auto told = tell(now, pipes);
            tell_splits(now);
            if (now.timed) {
                // Where it is no reserved word, it is a program.
                now.words.insert(now.words.begin(), found_word{{"time"}});
                for (auto& split : now.splits) ++split;
                tell(now, pipes);
                tell_splits(now);
            }
            for (auto each = now.first_document; each < documents_.size(); ++each)
                documents_[each].as = std::max(documents_[each].as, told.fed);
            now.piped = pipes;
            now.feeder = pipes ? told.number : no_command;
            now.joined = now.chained = now.negated = false;
        }
        now.words.clear();
        now.here_strings.clear();
        now.splits.clear();
        now.first_document = documents_.size();
        now.next = place::command;
        now.timed = now.ended = now.program = now.reads_process = now.apart = false;
    }

    command_sink::answer tell(const segment& now, bool pipes) {
        const bool alone = depth_ == 0 && substitutions_ == 0 && !now.joined && !now.apart && !now.piped;
        const bool surely = alone && !now.nested;
        return sink_.command({.words = now.words,
                              .piped = now.piped,
                              .feeder = now.feeder,
                              .here_document = now.first_document < documents_.size(),
                              .here_strings = now.here_strings,
                              .reads_process = now.reads_process,
                              .surely = surely,
                              .in_body = alone && now.in_body,
                              .in_shell = depth_ == 0 && substitutions_ == 0 && !now.subshell,
                              .chain = pipes || now.piped ? 0 : now.chain},
                             depth_);
    }

    // Where each split ends a command, and the next word begins another one.
    void tell_splits(const segment& now) {
        const std::span<const found_word> words = now.words;
        std::size_t from = 0;
        for (const auto split : now.splits) {
            if (split > from) sink_.command({words.subspan(from, split - from)}, depth_);
            from = split;
        }
        if (from > 0 && from < words.size()) sink_.command({words.subspan(from)}, depth_);
    }

    // The elements of `NAME=(...)`. To bash, what is glued to its end belongs to the same word.
    void array() {
        ++at_;
        while (!at_end()) {
            const char byte = peek();
            if (byte == '#') {
                skip_comment();
            } else if (byte == '\\' && peek(1) == '\n') {
                continued_line();
            } else if (blank(byte) || byte == '\n') {
                ++at_;
                if (byte == '\n') bodies();
            } else if (byte == ')') {
                ++at_;
                if (!at_end() && " \t\n;&|)"sv.find(peek()) == std::string_view::npos) sink_.unreadable();
                return;
            } else if (";|&("sv.find(byte) != std::string_view::npos ||
                       ((byte == '<' || byte == '>') && peek(1) != '(')) {
                ++at_;
                sink_.unreadable();
            } else {
                // `[subscript]=value`
                if (byte == '[') sink_.evaluates();
                const auto element = word();
                if (keeps_substitution(element.is.text)) sink_.unreadable();
                sink_.mentions(element, shell_mention::role::element);
            }
        }
        sink_.unreadable();
    }

    // `((...))`, which some shells take for a subshell in a subshell.
    bool arithmetic(std::size_t skip, bool commands_too) {
        const std::size_t from = at_ + skip;
        if (scanned_ > max_scans * text_.size()) {
            sink_.unreadable();
            return false;
        }
        const auto end = end_of_arithmetic(text_, from);
        scanned_ += std::min(end, text_.size()) - from;
        if (end == std::string_view::npos) {
            // It may end where a parenthesis was taken for its own, and is none.
            if (text_.find_first_of("'\"", from) != std::string_view::npos) sink_.unreadable();
            return false;
        }
        const auto inner = text_.substr(from, end - from);
        if (calculates_with_names(inner)) sink_.calculates(inner);
        // A quoted parenthesis may have been counted, or a line goes on in the next one; as commands, it may
        // have comments.
        if (inner.find_first_of(commands_too ? "'\"\\#" : "'\"\\") != std::string_view::npos)
            sink_.unreadable();
        shell_reader reader(inner, sink_, depth_ + 1);
        if (commands_too)
            reader.commands();
        else
            reader.expansions();
        at_ = end + 2;
        return true;
    }

    // How a word is read.

    // \param regex  it is one: what is grouped in it by parentheses belongs to it
    found_word word(bool regex = false) {
        // Most words have letters alone, which all stand for themselves.
        const auto end_of_letters = skip_letters(at_);
        if (!regex && end_of_letters > at_ && word_ends(end_of_letters)) {
            const auto from = std::exchange(at_, end_of_letters);
            last_word_end_ = at_;
            return {{text_.substr(from, at_ - from)}};
        }
        word_state own;
        word_state* const outer = std::exchange(word_, &own);
        word_->from = at_;
        std::size_t groups = 0;
        while (!at_end()) {
            const char byte = peek();
            const bool groups_on = regex && (byte == '(' || (groups > 0 && (byte == ')' || byte == '|')));
            if (groups_on) {
                groups += byte == '(' ? 1U : 0U;
                groups -= byte == ')' ? 1U : 0U;
                take(1);
                continue;
            }
            if (word_ends(at_)) break;
            if (const auto end = skip_letters(at_); end > at_)
                take(end - at_);
            else
                word_part();
        }
        if (groups > 0) sink_.unreadable();
        finish_word();
        word_ = outer;
        last_word_end_ = at_;
        return own.made;
    }

    [[nodiscard]] std::size_t skip_letters(std::size_t from) const noexcept {
        while (from < text_.size() && program_letter(text_[from])) ++from;
        return from;
    }
    // A substitution of a process is a part of it.
    [[nodiscard]] bool word_ends(std::size_t at) const noexcept {
        if (at >= text_.size()) return true;
        const char byte = text_[at];
        return ends_word(byte) && !((byte == '<' || byte == '>') && text_.substr(at + 1).starts_with('('));
    }

    void word_part() {
        const char byte = peek();
        switch (byte) {
            case '\'': return single_quoted();
            case '"': return double_quoted();
            case '\\': return escaped();
            case '$': return dollar(false);
            case '`': return backquoted(false);
            case '<':
            case '>': {
                // bash leaves an empty one out.
                const auto first = text_.find_first_not_of(" \t\n", at_ + 2);
                const bool runs =
                    first != std::string_view::npos && ")#\\"sv.find(text_[first]) == std::string_view::npos;
                const bool begins = at_ == word_->from;
                substitution(2, runs);
                word_->made.is.pipe = begins && (at_end() || ends_word(peek()));
                return;
            }
            case '*':
            case '?': word_->globs = true; break;
            case '[': word_->brackets = true; break;
            case '{': word_->braces = true; break;
            case '~':
                if (at_ == word_->from || text_[at_ - 1] == '=' || text_[at_ - 1] == ':')
                    word_->made.is.known = false;
                break;
            default: break;
        }
        take(1);
    }

    void finish_word() {
        const auto raw = text_.substr(word_->from, at_ - word_->from);
        auto& is = word_->made.is;
        is.text = raw;
        if (word_->copying) {
            // What has been copied stays where it is.
            const auto bytes = word_->letters.size();
            if (copies_ == nullptr || copies_->capacity() - copies_->size() < bytes)
                copies_ = &sink_.keep(std::max(text_.size(), bytes));
            const auto from = copies_->size();
            copies_->append(word_->letters.data(), word_->letters.size());
            is.text = std::string_view(*copies_).substr(from);
        }
        word_->made.assigns = assigns_variable(raw);
        if (word_->made.assigns && raw.substr(name_length(raw)).starts_with('[')) sink_.evaluates();
        if (word_->copying || !is.known || is.text.ends_with('$')) sink_.keeps(is.text);
        if (path_of_program(raw)) is.known = false;
        const bool written = is.known;
        const bool expands = word_->braces && expands_braces(is.text);
        if (expands) {
            is.braces = is.known && word_->made.bare && !word_->made.assigns;
            is.known = false;
            is.splits = true;
        }
        const bool brackets = word_->brackets && is.text.find(']') != std::string_view::npos;
        if (word_->names_file) {
            is.globs = is.known && is.text.find_first_of("[]{}\\") == is.text.npos;
            is.known = false;
        }
        if (!word_->globs && !brackets) return;
        is.splits = true;
        if (word_->names_file) return;
        is.globs = written && (!expands || is.braces) &&
                   (!word_->brackets || (word_->made.bare && has_plain_sets(is.text)));
        is.known = false;
    }

    // Goes on by so many bytes, which are part of the word.
    void take(std::size_t bytes) {
        const auto taken = text_.substr(at_, bytes);
        if (word_->copying) word_->letters.insert(word_->letters.end(), taken.begin(), taken.end());
        at_ += taken.size();
    }

    // From here on the word is not what stands in the text.
    void copy() {
        if (word_->copying) return;
        word_->copying = true;
        const auto raw = text_.substr(word_->from, at_ - word_->from);
        word_->letters.assign(raw.begin(), raw.end());
    }

    // A substitution has been read.
    void replaced(bool splits) {
        word_->letters.insert(word_->letters.end(), substitution_mark.begin(), substitution_mark.end());
        word_->made.is.known = false;
        word_->made.is.splits = word_->made.is.splits || splits;
    }

    void single_quoted() {
        copy();
        word_->made.bare = false;
        const auto mark = text_.substr(at_++, 1);
        const auto end = std::min(text_.find('\'', at_), text_.size());
        if (end == text_.size()) sink_.unclosed(mark);
        take(end - at_);
        if (!at_end()) ++at_;
    }

    void double_quoted() {
        copy();
        word_->made.bare = false;
        const auto mark = text_.substr(at_++, 1);
        while (!at_end() && peek() != '"') {
            const char byte = peek();
            if (byte == '\\' && "$`\"\\\n"sv.find(peek(1)) != std::string_view::npos &&
                at_ + 1 < text_.size()) {
                const char before = text_[at_ - 1];
                ++at_;
                if (peek() == '\n') {
                    ++at_;
                    // Elsewhere it may join an expansion.
                    const bool between = blank(before) || before == '\n' || blank(peek()) || peek() == '\n';
                    if (!between) sink_.unreadable();
                } else {
                    take(1);
                }
            } else if (byte == '$') {
                dollar(true);
            } else if (byte == '`') {
                backquoted(true);
            } else {
                take(1);
            }
        }
        if (at_end()) return sink_.unclosed(mark);
        ++at_;
    }

    void escaped() {
        if (at_ + 1 == text_.size()) {
            // A letter to some, nothing to others.
            sink_.unreadable();
            return take(1);
        }
        copy();
        const char before = at_ > word_->from ? text_[at_ - 1] : '\0';
        ++at_;
        if (peek() == '\n') {
            // Where the word goes on in the next line, it may join an expansion or an operator. To zsh, `ls}`
            // is one command there and no mistake.
            ++at_;
            const bool goes_on = !at_end() && !blank(peek()) && peek() != '\n';
            if (goes_on || !(program_letter(before) || before == '\'' || before == '"')) sink_.unreadable();
            return;
        }
        word_->made.bare = false;
        take(1);
    }

    void dollar(bool in_quotes) {
        const char after = peek(1);
        if (after == '(') {
            if (peek(2) == '(') {
                if (calculated()) return;
                copy();
                if (arithmetic(3, false)) {
                    word_->made.is.number = true;
                    return replaced(false);
                }
            }
            return substitution(2, in_quotes);
        }
        if (after == '{') return braced(in_quotes);
        if (after == '\'' && !in_quotes) return ansi_quoted();
        if (after == '"' && !in_quotes) {
            copy();
            word_->made.dollar = true;
            ++at_;
            return;
        }
        if (name_letter(after) || (after != '\0' && special_parameters.find(after) != std::string_view::npos))
            return parameter(in_quotes);
        const bool last = at_ + 1 == text_.size();
        if (!last && !leaves_dollar(after, peek(2), in_quotes)) {
            // Arithmetic of old, forms of zsh, lines that are joined.
            word_->made.is.known = false;
            sink_.unreadable();
        }
        take(1);
    }

    // `$x`, `${x}`, `$1`, where what it holds is known. \param end  what has to stand behind the name
    bool valued(std::size_t skip, std::string_view end, bool in_quotes) {
        const auto rest = text_.substr(std::min(at_ + skip, text_.size()));
        const bool argument =
            !rest.empty() && (digit(rest.front()) || "@*#"sv.find(rest.front()) != rest.npos);
        const auto name = rest.substr(0, argument ? 1 : name_length(rest));
        const auto behind = rest.substr(name.size());
        // zsh has subscripts and modifiers, `$x:h`, arguments with two digits, and lengths, `$#x`.
        const bool odd = end.empty() && !behind.empty() &&
                         ("[:"sv.find(behind.front()) != behind.npos ||
                          (argument && (name == "#" ? name_letter(behind.front()) : digit(behind.front()))));
        if (name.empty() || !behind.starts_with(end) || odd) return false;
        const auto value = sink_.value_of(name, in_quotes);
        if (!value) return false;
        copy();
        word_->made.bare = false;
        word_->names_file = word_->names_file || value->globs;
        word_->letters.insert(word_->letters.end(), value->text.begin(), value->text.end());
        at_ += skip + name.size() + end.size();
        return true;
    }

    // `$((2 * 20))`, where all of it is known.
    bool calculated() {
        const auto from = at_ + 3;
        if (scanned_ > max_scans * text_.size()) return false;
        const auto end = end_of_arithmetic(text_, from);
        scanned_ += std::min(end, text_.size()) - from;
        if (end == no_place) return false;
        const auto number =
            value_of_arithmetic(text_.substr(from, end - from), [this](std::string_view name) {
                const auto value = sink_.value_of(name, false);
                return value ? value->text : std::string_view();
            });
        if (!number) return false;
        copy();
        word_->made.bare = false;
        const auto digits = std::to_string(*number);
        word_->letters.insert(word_->letters.end(), digits.begin(), digits.end());
        at_ = end + 2;
        return true;
    }

    void parameter(bool in_quotes) {
        if (valued(1, {}, in_quotes)) return;
        const char first = peek(1);
        const auto name = text_.substr(at_ + 1, name_length(text_.substr(at_ + 1)));
        if (ends_at_quotes(text_.substr(at_ + 1))) {
            copy();
            for (const auto part : {"${"sv, name, "}"sv})
                word_->letters.insert(word_->letters.end(), part.begin(), part.end());
            at_ += 1 + name.size();
        } else {
            take(1);
            take(std::max<std::size_t>(name.size(), 1));
        }
        word_->made.is.known = false;
        word_->made.is.splits = word_->made.is.splits || !in_quotes || first == '@';
        // A subscript, in some shells.
        if (peek() == '[') sink_.evaluates();
    }

    // `${...}`
    void braced(bool in_quotes) {
        if (valued(2, "}", in_quotes)) return;
        if (depth_ >= max_shell_depth) {
            sink_.unreadable();
            at_ = text_.size();
            return;
        }
        ++depth_;
        const std::size_t from = at_;
        take(2);
        bool quoted = false;
        while (!at_end() && (quoted || peek() != '}')) {
            switch (peek()) {
                case '\\':
                    if (peek(1) == '\n') sink_.unreadable();
                    take(2);
                    break;
                case '$':
                    if (peek(1) == '\'' || peek(1) == '"') sink_.unreadable();
                    dollar(true);
                    break;
                case '`': backquoted(true); break;
                case '<':
                case '>':
                    if (!in_quotes && !quoted && peek(1) == '(')
                        substitution(2, true);
                    else
                        take(1);
                    break;
                case '\'':
                    // Between double quotes, shells do not agree on whether it quotes.
                    if (in_quotes || quoted)
                        sink_.unreadable();
                    else
                        take(std::min(text_.find('\'', at_ + 1), text_.size() - 1) - at_);
                    take(1);
                    break;
                case '{':
                    // Nor on which brace it is that ends it.
                    sink_.unreadable();
                    take(1);
                    break;
                case '"':
                    if (in_quotes) sink_.unreadable();
                    quoted = !quoted;
                    [[fallthrough]];
                default: take(1);
            }
        }
        const auto raw = text_.substr(from, at_ - from);
        if (at_end()) sink_.unclosed(raw.substr(0, 2));
        if (!known_parameter(raw.substr(2))) sink_.unreadable();
        if (parameter_evaluates(raw.substr(2))) sink_.evaluates();
        take(1);
        word_->made.is.known = false;
        word_->made.is.splits =
            word_->made.is.splits || !in_quotes || raw.find('@') != std::string_view::npos;
        --depth_;
    }

    void backquoted(bool in_quotes) {
        copy();
        const auto mark = text_.substr(at_++, 1);
        std::size_t end = at_;
        while (end < text_.size() && text_[end] != '`') end += text_[end] == '\\' ? 2U : 1U;
        if (end >= text_.size()) {
            sink_.unclosed(mark);
            end = text_.size();
        }
        auto inner = text_.substr(at_, end - at_);
        if (inner.find('\\') != std::string_view::npos) {
            auto& unescaped = sink_.keep(inner.size());
            for (std::size_t at = 0; at < inner.size(); ++at) {
                const char after = at + 1 < inner.size() ? inner[at + 1] : '\0';
                const bool escapes =
                    after == '$' || after == '`' || after == '\\' || (in_quotes && after == '"');
                if (inner[at] == '\\' && escapes) ++at;
                unescaped.push_back(inner[at]);
            }
            inner = unescaped;
        }
        const auto first_run = sink_.commands_found();
        shell_reader reader(inner, sink_, depth_ + 1);
        reader.substitutions_ = 1;
        reader.commands();
        at_ = std::min(end + 1, text_.size());
        replaced(!in_quotes);
        ran(first_run, reader.fed_ > 0, reader.led_ > 0);
    }

    // What stands in the substitution that has been read.
    void ran(std::size_t first_run, bool fed, bool led) {
        auto& is = word_->made.is;
        is.first_run = static_cast<std::uint32_t>(first_run);
        is.end_of_runs = static_cast<std::uint32_t>(sink_.commands_found());
        is.fed = fed;
        is.led = led;
    }

    // `$(...)`, `<(...)`
    void substitution(std::size_t skip, bool in_quotes) {
        copy();
        const auto mark = text_.substr(at_, skip);
        at_ += skip;
        replaced(!in_quotes);
        if (depth_ >= max_shell_depth) {
            // Where it ends is not known without reading it.
            sink_.unreadable();
            at_ = text_.size();
            return;
        }
        ++depth_;
        const bool document_waits = next_document_ < documents_.size();
        const auto first_run = sink_.commands_found();
        const auto fed = fed_;
        const auto led = led_;
        ++substitutions_;
        if (!list(')')) sink_.unclosed(mark);
        --substitutions_;
        ran(first_run, fed_ > fed, led_ > led);
        // Shells do not agree on where the body of such a here-document is.
        if (document_waits || next_document_ < documents_.size()) sink_.unreadable();
        --depth_;
    }

    // `$'...'`, in which `\x72` stands for a letter.

    void ansi_quoted() {
        copy();
        word_->made.bare = false;
        word_->made.dollar = true;
        const auto mark = text_.substr(at_, 2);
        at_ += 2;
        while (!at_end() && peek() != '\'') {
            if (peek() == '\\')
                ansi_escape();
            else
                take(1);
        }
        if (at_end()) return sink_.unclosed(mark);
        ++at_;
    }

    void ansi_escape() {
        constexpr std::string_view names = "abeEfnrtv";
        constexpr std::string_view values = "\a\b\x1B\x1B\f\n\r\t\v";
        const char kind = peek(1);
        at_ += 2;
        const auto number = [this](unsigned base, std::size_t most) {
            char32_t value = 0;
            for (std::size_t count = 0; count < most && digit_value(peek(), base) < base; ++count, ++at_)
                value = value * base + digit_value(peek(), base);
            return value;
        };
        char32_t value = 0;
        if (const auto found = names.find(kind); found != std::string_view::npos) {
            value = static_cast<unsigned char>(values[found]);
        } else if (kind == 'x') {
            value = number(16, 2);
        } else if (digit_value(kind, 8) < 8) {
            --at_;
            value = number(8, 3) & 0xFFU;
        } else if (kind == 'u' || kind == 'U') {
            const char32_t letter = number(16, kind == 'u' ? 4 : 8);
            if (letter == 0) return sink_.unreadable();
            append_utf8(word_->letters, letter);
            return;
        } else {
            // `\c` makes a control character. Where `\'` ends the quotes, the rest is another text.
            if (kind == 'c' || kind == '\'' || kind == '\0') sink_.unreadable();
            value = static_cast<unsigned char>(kind);
            at_ = std::min(at_, text_.size());
        }
        // Bash drops what follows a NUL.
        if (value == 0) return sink_.unreadable();
        word_->letters.push_back(static_cast<char>(value));
    }

    // Redirections and the bodies of here-documents.

    // \return false when nothing follows the operator that it could be directed to
    bool redirection_operator(here_document& document, bool& here_string) {
        const char direction = peek();
        ++at_;
        if (direction == '<' && peek() == '<') {
            ++at_;
            here_string = peek() == '<';
            document.strips_tabs = peek() == '-';
            if (here_string || document.strips_tabs) ++at_;
        } else if (peek() == '&' || peek() == '>' || (direction == '>' && peek() == '|')) {
            ++at_;
        }
        // zsh takes `>!` for an operator.
        if (direction == '>' && peek() == '!') sink_.unreadable();
        while (blank(peek())) ++at_;
        const bool process = (peek() == '<' || peek() == '>') && peek(1) == '(';
        return process || (!at_end() && "\n;&|()<>"sv.find(peek()) == std::string_view::npos);
    }

    // \return whether the word that has just been read belongs to the redirection behind it
    bool descriptor(const segment& now, const found_word& word) {
        if (!names_descriptor(word)) return false;
        if (peek() != '<' && peek() != '>') {
            // zsh looks for the redirection behind blanks, too.
            const auto next = std::min(text_.find_first_not_of(" \t", at_), text_.size());
            const bool redirects = next < text_.size() && (text_[next] == '<' || text_[next] == '>');
            if (redirects && !digit(word.is.text.front())) sink_.unreadable();
            return false;
        }
        // Some shells take a number of several digits for an argument, and zsh takes a brace for a group.
        const bool number = digit(word.is.text.front());
        if (number ? word.is.text.size() > 1 : !now.program) sink_.unreadable();
        // bash sets that variable.
        if (!number) sink_.evaluates();
        return true;
    }

    // Whether a simple command has no more words from here on.
    [[nodiscard]] bool ends_here(const segment& now) const noexcept {
        if (now.ended || !now.program || !now.splits.empty()) return false;
        constexpr auto silent = "2>/dev/null"sv;
        const auto behind_blanks = [](std::string_view text) {
            return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
        };
        auto rest = behind_blanks(text_.substr(at_));
        if (rest.starts_with(silent)) rest = behind_blanks(rest.substr(silent.size()));
        return rest.empty() || (";|&)\n"sv.find(rest.front()) != rest.npos && !rest.starts_with("&>"));
    }

    void redirection(segment& now) {
        // In the head of a loop or function: where `select` and `function` are programs, a command begins
        // behind it.
        if (now.next != place::command) sink_.unreadable();
        now.apart = true;
        if (peek() == '&') {
            // Some shells know `&>`; others put what is before it into the background. To mksh, a number
            // glued to it is its descriptor.
            if (last_word_end_ == at_ && !now.words.empty() && names_descriptor(now.words.back()))
                sink_.unreadable();
            now.splits.push_back(now.words.size());
            ++at_;
        }
        if (numbers_between_brackets(text_.substr(at_))) sink_.unreadable();
        const bool document_follows = text_.substr(at_).starts_with("<<");
        here_document document;
        bool here_string = false;
        const auto operator_at = at_;
        const char direction = peek();
        const bool both = peek(1) == '>';  // `<>`
        if (!redirection_operator(document, here_string)) return sink_.unreadable();
        const bool duplicates = text_.substr(operator_at, 2).ends_with('&');
        if (peek() == '-' && duplicates) {
            // `>&-` is whole to some: what follows is another word, or a comment. To others it goes on.
            ++at_;
            ++led_;
            if (!at_end() && " \t\n;&|)"sv.find(peek()) == std::string_view::npos) sink_.unreadable();
            return;
        }
        now.reads_process = now.reads_process || (direction == '<' && peek() == '<');
        auto target = word();
        const bool feeds = direction == '<';
        target.last = feeds && ends_here(now);
        if (feeds) ++fed_;
        if (duplicates || (feeds ? both : target.is.text != "/dev/null")) ++led_;
        // It is none of the command's words: a redirection behind it names no descriptor with it.
        last_word_end_ = no_place;
        // bash expands the target of `>&` once more.
        if (duplicates && keeps_substitution(target.is.text)) sink_.unreadable();
        using role = shell_mention::role;
        const auto file = direction == '<' && !both ? role::input : role::output;
        if (!here_string && !document_follows) sink_.mentions(target, duplicates ? role::descriptor : file);
        if (here_string) {
            now.here_strings.push_back(target);
            sink_.mentions(target, role::here);
        } else if (document_follows) {
            document.mark = text_.substr(operator_at, at_ - operator_at);
            document.delimiter = target.is.text;
            document.literal = !target.bare;
            // What of it is compared with the lines is not the same in all shells.
            const auto delimiter = target.is.text;
            if (!target.is.known || target.dollar || delimiter.empty() ||
                delimiter.find_first_of("$`\n") != std::string_view::npos)
                sink_.unreadable();
            sink_.mentions(target, role::here);
            documents_.push_back(document);
        }
    }

    void bodies() {
        for (; next_document_ < documents_.size(); ++next_document_) {
            const auto document = documents_[next_document_];
            const std::size_t from = at_;
            std::size_t line = at_;
            bool ended = false;
            while (!ended && line < text_.size()) {
                const auto end = std::min(text_.find('\n', line), text_.size());
                auto content = text_.substr(line, end - line);
                if (document.strips_tabs)
                    content.remove_prefix(std::min(content.find_first_not_of('\t'), content.size()));
                ended = content == document.delimiter;
                at_ = std::min(end + 1, text_.size());
                if (!ended) line = end + 1;
            }
            auto text = text_.substr(std::min(from, text_.size()));
            text = text.substr(0, std::min(line - from, text.size()));
            // Some shells join such lines before they look for the delimiter.
            const bool joined = !document.literal && text.find("\\\n") != std::string_view::npos;
            const bool counted =
                substitutions_ > 0 && !closes_all(text, text_.substr(std::min(at_, text_.size())));
            if (!ended) sink_.unclosed(document.mark);
            if (joined || counted) sink_.unreadable();
            body(document, text);
        }
    }

    void body(const here_document& document, std::string_view text) {
        const bool code = document.as == fed_text::code;
        if (code || document.as == fed_text::orders) sink_.mentions({{text}}, shell_mention::role::orders);
        if (code && !document.literal && text.find_first_of("$`\\") != text.npos) sink_.unreadable();
        if (document.as != fed_text::script) {
            // What is escaped is kept.
            if (document.literal || text.find('\\') != std::string_view::npos) sink_.keeps(text);
            if (document.literal) return;
            if (text.find('$') != text.npos) sink_.mentions({{text, false}}, shell_mention::role::here);
            shell_reader(text, sink_, depth_ + 1).expansions();
            return;
        }
        if (document.literal) return sink_.text(text, depth_ + 1);
        // What the shell puts in may be any text.
        if (text.find_first_of("$`\\") != std::string_view::npos) {
            shell_reader(text, sink_, depth_ + 1).expansions();
            sink_.unreadable();
        }
        sink_.text(text, depth_ + 1);
    }

    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }

    // The word that is being read: a part of the text, until something in it has to be left out.
    struct word_state {
        found_word made{};
        std::size_t from = 0;
        bool copying = false;
        bool globs = false;
        bool brackets = false;
        bool braces = false;
        bool names_file = false;                             // what stands in it for a variable
        boost::container::small_vector<char, 64> letters{};  // when copying
    };

    std::string_view text_;
    command_sink& sink_;
    std::size_t depth_;
    std::size_t at_ = 0;
    static constexpr std::size_t no_place = static_cast<std::size_t>(-1);
    std::size_t last_word_end_ = no_place;
    word_state outside_;  // of any word
    word_state* word_ = &outside_;
    std::string* copies_ = nullptr;
    std::size_t scanned_ = 0;                                   // bytes, in search of the ends of arithmetic
    boost::container::small_vector<std::size_t, 4> bodies_at_;  // of open loops
    boost::container::small_vector<here_document, 1> documents_;
    std::size_t next_document_ = 0;  // whose body has not been read
    std::size_t substitutions_ = 0;  // that are open
    std::size_t fed_ = 0;            // redirections from elsewhere
    std::size_t led_ = 0;            // others, but to nowhere
};

}  // namespace

bool reserved_word(std::string_view word) noexcept { return shell_reader::reserved_word(word); }

void read_commands(std::string_view text, command_sink& sink, std::size_t depth) {
    shell_reader(text, sink, depth).commands();
}

}  // namespace assent::detail
