#include "shell_reader.hpp"

#include "name_filter.hpp"
#include "shell_characters.hpp"

#include <algorithm>
#include <array>

// Commands and what joins them. Words and redirections are in files of their own.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// How many times a text is looked through for the ends of arithmetic, so that reading does not cost the
// square of its length.
constexpr std::size_t max_scans = 16;

// After these comes a command.
constexpr std::array before_command{"if"sv, "then"sv, "else"sv, "elif"sv, "while"sv, "until"sv, "do"sv,
                                    "!"sv,  "{"sv,    "}"sv,    "fi"sv,   "done"sv,  "always"sv};

// They change what the words behind them are.
constexpr std::array before_words{"case"sv,     "for"sv,  "select"sv, "foreach"sv,
                                  "function"sv, "time"sv, "coproc"sv, "esac"sv};

constexpr name_filter reserved_words = name_filter().add(before_command).add(before_words);

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

}  // namespace

bool shell_reader::reserved_word(std::string_view word) noexcept {
    return reserved_words.may_hold(word) &&
           (std::find(before_command.begin(), before_command.end(), word) != before_command.end() ||
            std::find(before_words.begin(), before_words.end(), word) != before_words.end());
}

void shell_reader::commands() {
    if (depth_ > max_shell_depth) return sink_.unreadable();
    // Dropped, or the end of a line, by some.
    if (text_.find_first_of("\0\r"sv) != std::string_view::npos) sink_.unreadable();
    list('\0');
}

void shell_reader::list(char closing) {
    segment now;
    now.first_document = documents_.size();
    frames open;
    while (!at_end())
        if (!list_step(now, open, closing)) return;
    end_command(now, false);
    if (closing != '\0' || !open.empty() || next_document_ < documents_.size()) sink_.unreadable();
}

bool shell_reader::list_step(segment& now, frames& open, char closing) {
    if (!open.empty() && open.back() == frame::case_pattern) {
        case_pattern(open);
        return true;
    }
    const char byte = peek();
    switch (byte) {
        case ' ':
        case '\t': ++at_; return true;
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
                at_ += 2;
                return true;
            }
            break;
        default: break;
    }
    push(now, open, word());
    return true;
}

void shell_reader::skip_comment() noexcept { at_ = std::min(text_.find('\n', at_), text_.size()); }

void shell_reader::newline(segment& now) {
    ++at_;
    if (now.next != place::case_in) end_command(now, false);
    bodies();
}

void shell_reader::separator(segment& now, frames& open) {
    const char byte = peek();
    const char after = peek(1);
    const bool pipes = byte == '|' && after != '|';
    end_command(now, pipes);
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

void shell_reader::parenthesis(segment& now, frames& open) {
    const bool glued = !now.words.empty() && last_word_end_ == at_;
    if (glued && now.words.back().assigns && now.words.back().is.text.ends_with('=')) return array();
    std::size_t inside = at_ + 1;
    while (inside < text_.size() && blank(text_[inside])) ++inside;
    if (inside < text_.size() && text_[inside] == ')' && now.words.size() <= 1) {
        // The head of a function.
        now.words.clear();
        at_ = inside + 1;
        return;
    }
    const bool loop = now.next == place::loop_name && peek(1) == '(';
    if (now.words.empty() && (now.next == place::command || loop)) {
        if (peek(1) == '(' && arithmetic(2, true)) {
            now.next = place::command;
            return;
        }
    } else {
        // Patterns, lists of zsh, or a mistake.
        sink_.unreadable();
        end_command(now, false);
    }
    open.push_back(frame::parenthesis);
    ++at_;
}

bool shell_reader::closing_parenthesis(segment& now, frames& open, char closing) {
    end_command(now, false);
    ++at_;
    if (open.empty() && closing == ')') return false;
    if (open.empty() || open.back() != frame::parenthesis) sink_.unreadable();
    if (!open.empty()) open.pop_back();
    return true;
}

// From `in` or `;;` to the `)` behind the pattern, or `esac`.
void shell_reader::case_pattern(frames& open) {
    const char byte = peek();
    if (byte == '#') return skip_comment();
    if (byte == '<' || byte == '>' || byte == ';' || byte == '&') sink_.unreadable();
    if (blank(byte) || "(|<>;&\n)"sv.find(byte) != std::string_view::npos) {
        ++at_;
        if (byte == '\n') bodies();
        if (byte == ')') open.back() = frame::case_body;
        return;
    }
    const auto found = word();
    if (found.bare && found.is.text == "esac") open.pop_back();
}

void shell_reader::push(segment& now, frames& open, const found_word& word) {
    if (now.next != place::command) return other_word(now, open, word);
    if (now.named && now.words.size() == 1 && word.bare && word.is.text == "{") {
        now.words.clear();
        return;
    }
    if (now.words.empty()) {
        const bool timed = now.timed;
        if (reserved(now, open, word)) {
            // Where `time` is a program, this is one of its words.
            if (timed) sink_.unreadable();
            return;
        }
        if (now.timed && word.is.text.starts_with('-')) {
            // A program of that name takes more options.
            now.words.push_back({{"time"}});
            now.timed = false;
        }
        now.test = now.test || (word.bare && word.is.text == "[[");
    }
    now.words.push_back(word);
    if (now.test && word.bare && word.is.text == "]]") {
        // In some shells a command may follow, as in `if [[ a ]] { b }`.
        end_command(now, false);
        now.test = false;
    }
}

// \return whether the word is none of a command
bool shell_reader::reserved(segment& now, frames& open, const found_word& word) {
    const auto text = word.is.text;
    if (!word.bare || !reserved_word(text)) return false;
    if (text == "case") {
        now.next = place::case_subject;
    } else if (text == "for" || text == "select" || text == "foreach") {
        now.next = place::loop_name;
    } else if (text == "function") {
        now.next = place::function_name;
    } else if (text == "time") {
        now.timed = true;
    } else if (text == "coproc") {
        now.named = true;
    } else if (text == "esac") {
        if (!open.empty() && open.back() == frame::case_body) open.pop_back();
    }
    return true;
}

void shell_reader::other_word(segment& now, frames& open, const found_word& word) {
    const auto is = [&word](std::string_view text) { return word.bare && word.is.text == text; };
    switch (now.next) {
        case place::case_subject: now.next = place::case_in; break;
        case place::case_in:
            if (is("in")) {
                open.push_back(frame::case_pattern);
                now.next = place::command;
            }
            break;
        case place::loop_name: now.next = place::loop_in; break;
        case place::loop_in: now.next = is("do") || is("{") ? place::command : place::loop_words; break;
        case place::function_name: now.next = place::command; break;
        case place::loop_words:
        case place::command: break;
    }
}

void shell_reader::end_command(segment& now, bool pipes) {
    if (now.timed && now.words.empty()) {
        now.words.push_back({{"time"}});
        now.timed = false;
    }
    if (now.words.empty()) {
        now.piped = now.piped || pipes;
    } else {
        const bool script = tell(now);
        tell_splits(now);
        if (now.timed) {
            // Where it is no reserved word, it is a program.
            now.words.insert(now.words.begin(), found_word{{"time"}});
            for (auto& split : now.splits) ++split;
            tell(now);
            tell_splits(now);
        }
        for (auto each = now.first_document; each < documents_.size(); ++each)
            documents_[each].script = documents_[each].script || script;
        now.piped = pipes;
    }
    now.words.clear();
    now.here_strings.clear();
    now.splits.clear();
    now.first_document = documents_.size();
    now.next = place::command;
    now.timed = now.named = false;
}

bool shell_reader::tell(const segment& now) {
    const bool documents = now.first_document < documents_.size();
    return sink_.command({now.words, now.piped, documents, now.here_strings}, depth_);
}

// Where each split ends a command, and the next word begins another one.
void shell_reader::tell_splits(const segment& now) {
    const std::span<const found_word> words = now.words;
    std::size_t from = 0;
    for (const auto split : now.splits) {
        if (split > from) sink_.command({words.subspan(from, split - from)}, depth_);
        from = split;
    }
    if (from > 0 && from < words.size()) sink_.command({words.subspan(from)}, depth_);
}

// The elements of `NAME=(...)`.
void shell_reader::array() {
    ++at_;
    while (!at_end()) {
        const char byte = peek();
        if (byte == '#') {
            skip_comment();
        } else if (blank(byte) || byte == '\n') {
            ++at_;
            if (byte == '\n') bodies();
        } else if (byte == ')') {
            ++at_;
            return;
        } else if (";|&("sv.find(byte) != std::string_view::npos ||
                   ((byte == '<' || byte == '>') && peek(1) != '(')) {
            ++at_;
            sink_.unreadable();
        } else {
            // `[subscript]=value`
            if (byte == '[') sink_.evaluates();
            if (keeps_substitution(word().is.text)) sink_.unreadable();
        }
    }
    sink_.unreadable();
}

// `((...))`, which some shells take for a subshell in a subshell.
bool shell_reader::arithmetic(std::size_t skip, bool commands_too) {
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
    if (calculates_with_names(inner)) sink_.evaluates();
    // A quoted parenthesis may have been counted.
    if (inner.find_first_of("'\"") != std::string_view::npos) sink_.unreadable();
    shell_reader reader(inner, sink_, depth_ + 1);
    if (commands_too)
        reader.commands();
    else
        reader.expansions();
    at_ = end + 2;
    return true;
}

}  // namespace assent::detail
