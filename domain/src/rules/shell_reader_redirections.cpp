#include "shell_characters.hpp"
#include "shell_reader.hpp"

#include <algorithm>

// Redirections and the bodies of here-documents.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// `2` in `2>x`, `{fd}` in `{fd}>x`.
bool names_descriptor(const found_word& word) noexcept {
    const auto text = word.is.text;
    if (!word.bare || text.empty()) return false;
    if (std::all_of(text.begin(), text.end(), digit)) return true;
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

}  // namespace

// \return false when nothing follows the operator that it could be directed to
bool shell_reader::redirection_operator(here_document& document, bool& here_string) {
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
bool shell_reader::descriptor(const segment& now, const found_word& word) {
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
    return true;
}

void shell_reader::redirection(segment& now) {
    // In the head of a loop or function: where `select` and `function` are programs, a command begins behind
    // it.
    if (now.next != place::command) sink_.unreadable();
    if (peek() == '&') {
        // Some shells know `&>`; others put what is before it into the background. To mksh, a number glued to
        // it is its descriptor.
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
    if (!redirection_operator(document, here_string)) return sink_.unreadable();
    const bool duplicates = text_.substr(operator_at, 2).ends_with('&');
    if (peek() == '-' && duplicates) {
        // `>&-` is whole to some: what follows is another word, or a comment. To others it goes on.
        ++at_;
        if (!at_end() && " \t\n;&|)"sv.find(peek()) == std::string_view::npos) sink_.unreadable();
        return;
    }
    const auto target = word();
    // It is none of the command's words: a redirection behind it names no descriptor with it.
    last_word_end_ = no_place;
    // bash expands the target of `>&` once more.
    if (duplicates && keeps_substitution(target.is.text)) sink_.unreadable();
    if (!here_string && !document_follows) sink_.mentions(target);
    if (here_string) {
        now.here_strings.push_back(target);
    } else if (document_follows) {
        document.delimiter = target.is.text;
        document.literal = !target.bare;
        // What of it is compared with the lines is not the same in all shells.
        const auto delimiter = target.is.text;
        if (!target.is.known || target.dollar || delimiter.empty() ||
            delimiter.find_first_of("$`\n") != std::string_view::npos)
            sink_.unreadable();
        documents_.push_back(document);
    }
}

void shell_reader::bodies() {
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
        if (!ended || joined) sink_.unreadable();
        body(document, text);
    }
}

void shell_reader::body(const here_document& document, std::string_view text) {
    if (!document.script) {
        // What is escaped is kept.
        if (document.literal || text.find('\\') != std::string_view::npos) sink_.keeps(text);
        if (!document.literal) shell_reader(text, sink_, depth_ + 1).expansions();
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

}  // namespace assent::detail
