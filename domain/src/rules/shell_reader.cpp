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
    const auto end = std::find_if_not(word.begin(), word.end(), letters);
    const auto rest = word.substr(static_cast<std::size_t>(end - word.begin()));
    return rest.size() < word.size() &&
           (rest.starts_with('=') || rest.starts_with("+=") || rest.starts_with('['));
}

bool declares(std::string_view program) noexcept {
    return program == "declare" || program == "typeset" || program == "local" || program == "export" ||
           program == "readonly";
}

}  // namespace

// A word of the grammar, where a command begins.
struct shell_reader::keyword {
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
    static const keyword* find(std::string_view word) noexcept;
};

const shell_reader::keyword* shell_reader::keyword::find(std::string_view word) noexcept {
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
    static constexpr name_filter filter = name_filter().add(all, &keyword::word);
    if (!filter.may_hold(word)) return nullptr;
    const auto* const found =
        std::find_if(all.begin(), all.end(), [&](const keyword& key) { return key.word == word; });
    return found == all.end() ? nullptr : found;
}

bool shell_reader::reserved_word(std::string_view word) noexcept {
    return keyword::find(word) != nullptr || word == loop_of_zsh;
}

void shell_reader::commands() {
    if (depth_ > max_shell_depth) return sink_.unreadable();
    // Dropped by some, the end of a line or a mark of their own for others.
    const auto controls = [](unsigned char byte) {
        return (byte < ' ' && byte != '\t' && byte != '\n') || byte == 0x7F;
    };
    if (std::any_of(text_.begin(), text_.end(), controls)) sink_.unreadable();
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
        case_pattern(now, open);
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
                continued_line();
                return true;
            }
            break;
        default: break;
    }
    const auto found = word();
    if (!descriptor(now, found)) push(now, open, found);
    return true;
}

// Between two words. Elsewhere it may join an operator, an expansion or a name.
void shell_reader::continued_line() {
    const char before = at_ == 0 ? '\n' : text_[at_ - 1];
    at_ += 2;
    const bool between = blank(before) || before == '\n' || blank(peek()) || name_letter(peek());
    if (!between) sink_.unreadable();
}

void shell_reader::skip_comment() noexcept { at_ = std::min(text_.find('\n', at_), text_.size()); }

void shell_reader::newline(segment& now) {
    ++at_;
    if (now.next == place::function_body) now.next = place::command;
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
    const bool glued = at_ > 0 && " \t\n;&|()"sv.find(text_[at_ - 1]) == std::string_view::npos;
    if (glued && begins_array(now)) return array();
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
bool shell_reader::begins_array(const segment& now) const noexcept {
    if (now.words.empty() || !now.words.back().assigns || last_word_end_ != at_) return false;
    const auto name = now.words.back().is.text;
    const auto assigns = name.substr(name_length(name));
    return (assigns == "=" || assigns == "+=") && (!now.program || declares(now.words.front().is.text));
}

// `NAME()`. \return whether it has been read
bool shell_reader::function_head(segment& now) {
    std::size_t inside = at_ + 1;
    while (inside < text_.size() && blank(text_[inside])) ++inside;
    if (inside >= text_.size() || text_[inside] != ')' || now.words.size() > 1) return false;
    const bool named = now.words.empty()
                           ? now.next == place::function_body
                           : now.words.front().bare && now.words.front().is.known && now.program;
    if (!named || now.ended) sink_.unreadable();
    now.words.clear();
    now.program = false;
    now.next = place::command;
    at_ = inside + 1;
    return true;
}

bool shell_reader::closing_parenthesis(segment& now, frames& open, char closing) {
    end_command(now, false);
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
void shell_reader::case_pattern(segment& now, frames& open) {
    const char byte = peek();
    if (byte == '#') return skip_comment();
    if (byte == '\\' && peek(1) == '\n') return continued_line();
    if (byte == '<' || byte == '>' || byte == ';' || byte == '&') sink_.unreadable();
    if (blank(byte) || "(|<>;&\n)"sv.find(byte) != std::string_view::npos) {
        ++at_;
        if (byte == '\n') bodies();
        if (byte == ')') open.back() = frame::case_body;
        return;
    }
    const auto found = word();
    if (!found.bare || found.is.text != "esac") return;
    open.pop_back();
    now.ended = true;
}

void shell_reader::push(segment& now, frames& open, const found_word& word) {
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
        now.test = now.test || (word.bare && word.is.text == "[[");
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

void shell_reader::program(segment& now, const found_word& word) {
    now.program = true;
    const auto name = word.is.text;
    // To zsh, `{a}` is a group.
    const bool group = name.size() > 1 && name.front() == '{';
    if (group || name == loop_of_zsh || assigns_elsewhere(name)) sink_.unreadable();
}

// \return whether the word is none of a command
bool shell_reader::reserved(segment& now, frames& open, const found_word& word) {
    const auto* const key = word.bare ? keyword::find(word.is.text) : nullptr;
    if (key == nullptr) return false;
    const bool fits = key->within == 0 || (!open.empty() && (key->within & keyword::in(open.back())) != 0);
    const bool goes_on = key->does == keyword::effect::turns;
    if (!fits || !key->everywhere || (now.ended && !goes_on && key->does != keyword::effect::closes))
        sink_.unreadable();
    if (key->does == keyword::effect::opens) open.push_back(key->to);
    if (fits && goes_on) open.back() = key->to;
    if (fits && key->does == keyword::effect::closes) open.pop_back();
    now.ended = key->does == keyword::effect::closes;
    now.timed = now.timed || key->word == "time";
    now.next = key->next;
    return true;
}

void shell_reader::other_word(segment& now, frames& open, const found_word& word) {
    const auto is = [&word](std::string_view text) { return word.bare && word.is.text == text; };
    sink_.mentions(word);
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

void shell_reader::end_command(segment& now, bool pipes) {
    const bool whole =
        now.next == place::command || now.next == place::loop_in || now.next == place::loop_words;
    if (!whole) sink_.unreadable();
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
    now.timed = now.ended = now.program = false;
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

// The elements of `NAME=(...)`. To bash, what is glued to its end belongs to the same word.
void shell_reader::array() {
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
    // A quoted parenthesis may have been counted, or a line goes on in the next one; as commands, it may have
    // comments.
    if (inner.find_first_of(commands_too ? "'\"\\#" : "'\"\\") != std::string_view::npos) sink_.unreadable();
    shell_reader reader(inner, sink_, depth_ + 1);
    if (commands_too)
        reader.commands();
    else
        reader.expansions();
    at_ = end + 2;
    return true;
}

}  // namespace assent::detail
