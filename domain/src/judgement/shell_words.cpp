#include "shell_words.hpp"

#include "word_list.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>

namespace assent::lenient {
namespace {

using namespace std::string_view_literals;

constexpr byte_set separators(" \t\r\n;&|()<>");

bool blank(char byte) noexcept { return byte == ' ' || byte == '\t' || byte == '\r'; }
bool digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }
bool name_letter(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || digit(byte);
}

std::size_t end_of_substitution(std::string_view text, std::size_t at, std::size_t nesting);

// From behind the opening quote to the closing one, or the end.
std::size_t end_of_quoted(std::string_view text, std::size_t at, std::size_t nesting) {
    while (at < text.size() && text[at] != '"') {
        if (text[at] == '\\')
            at += 2;
        else if (text[at] == '$' && text.substr(at + 1).starts_with('(') && nesting < max_shell_nesting)
            at = end_of_substitution(text, at + 2, nesting + 1) + 1;
        else
            ++at;
    }
    return std::min(at, text.size());
}

// From behind `$(` to its `)`, or the end.
std::size_t end_of_substitution(std::string_view text, std::size_t at, std::size_t nesting) {
    std::size_t open = 1;
    while (at < text.size()) {
        const char byte = text[at];
        if (byte == '\\') ++at;
        if (byte == '\'') at = std::min(text.find('\'', at + 1), text.size());
        if (byte == '"') at = end_of_quoted(text, at + 1, nesting);
        if (byte == '(') ++open;
        if (byte == ')' && --open == 0) return at;
        ++at;
    }
    return text.size();
}

std::size_t end_of_backquoted(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] != '`') at += text[at] == '\\' ? 2U : 1U;
    return std::min(at, text.size());
}

bool read_nested(std::string_view text, segment_visitor& visitor, std::size_t nesting, bool certain);

// Reads one text. Every member returns false when the visitor wants no more.
class reader {
public:
    reader(std::string_view text, segment_visitor& visitor, std::size_t nesting, bool certain)
        : text_(text), visitor_(visitor), nesting_(nesting), certain_(certain) {}

    // `quote`: the kind of quotes the text begins in; 0: none.
    bool run(char quote = '\0') {
        if (quote == '\'') single_quoted();
        if (quote == '"' && !double_quoted()) return false;
        while (at_ < text_.size())
            if (!step()) return false;
        return end_segment(false);
    }

private:
    bool step();
    bool operators();
    bool redirection();
    void single_quoted(bool escapes = false);
    bool double_quoted();
    void escaped();
    bool dollar(bool in_quotes);
    bool substitution(std::size_t from, std::size_t end);
    bool comment();
    void append(char byte);
    void dequote();
    void end_word();
    bool end_segment(bool pipes);

    [[nodiscard]] char next() const noexcept { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

    std::string_view text_;
    segment_visitor& visitor_;
    std::size_t nesting_;
    bool certain_;

    std::size_t at_ = 0;
    boost::container::small_vector<shell_word, 24> words_;
    boost::container::small_vector<char, 256> dequoted_;
    bool piped_ = false;
    bool target_ = false;

    // The word being read: a part of the text, until something in it has to be left out.
    shell_word word_;
    bool in_word_ = false;
    bool dequoting_ = false;
    bool bracket_ = false;  // outside quotes
    std::size_t from_ = 0;
};

void reader::dequote() {
    if (dequoting_) return;
    // Without quotes a text is never longer, so that what has been copied never moves.
    dequoted_.reserve(text_.size());
    const std::size_t copied = in_word_ ? at_ - from_ : 0;
    const auto raw = text_.substr(in_word_ ? from_ : at_, copied);
    from_ = dequoted_.size();
    dequoted_.insert(dequoted_.end(), raw.begin(), raw.end());
    dequoting_ = true;
    in_word_ = true;
}

void reader::append(char byte) {
    if (dequoting_) {
        dequoted_.push_back(byte);
    } else if (!in_word_) {
        in_word_ = true;
        from_ = at_;
    }
}

void reader::end_word() {
    if (!in_word_) return;
    if (dequoting_)
        word_.text = std::string_view(dequoted_.data() + from_, dequoted_.size() - from_);
    else
        word_.text = text_.substr(from_, at_ - from_);
    word_.target = target_;
    word_.found = marks_of(word_.text);
    word_.program = find_program(word_.text, word_.found);
    word_.globs = word_.globs || (bracket_ && brackets_glob(word_.text, !certain_));
    words_.push_back(word_);
    word_ = {};
    in_word_ = dequoting_ = target_ = bracket_ = false;
}

bool reader::end_segment(bool pipes) {
    end_word();
    if (words_.empty()) {
        piped_ = piped_ || pipes;
        return true;
    }
    if (!visitor_.segment({words_, piped_, certain_})) return false;
    for (const auto& word : words_)
        if (word.nests && !read_nested(word.text, visitor_, nesting_ + 1, false)) return false;
    words_.clear();
    piped_ = pipes;
    return true;
}

bool reader::step() {
    const char byte = text_[at_];
    switch (byte) {
        case '\'':
            dequote();
            ++at_;
            single_quoted();
            return true;
        case '"':
            dequote();
            ++at_;
            return double_quoted();
        case '\\': escaped(); return true;
        case '$': return dollar(false);
        case '`': {
            dequote();
            const auto end = end_of_backquoted(text_, at_ + 1);
            return substitution(at_ + 1, end);
        }
        case '#':
            if (!in_word_) return comment();
            break;
        case '*':
        case '?':
        case '{': word_.globs = true; break;
        case '[': bracket_ = true; break;
        default:
            if (separators.has(byte)) return operators();
    }
    append(byte);
    ++at_;
    return true;
}

bool reader::operators() {
    const char byte = text_[at_];
    if (blank(byte)) {
        end_word();
        ++at_;
        return true;
    }
    if (byte == '<' || byte == '>' || (byte == '&' && next() == '>')) return redirection();
    const bool pipes = byte == '|' && next() != '|';
    if (!end_segment(pipes)) return false;
    // `||` and `|&` are one operator.
    at_ += byte == '|' && (next() == '|' || next() == '&') ? 2U : 1U;
    return true;
}

bool reader::redirection() {
    if (text_[at_] != '&' && next() == '(') {
        dequote();
        return substitution(at_ + 2, end_of_substitution(text_, at_ + 2, nesting_));
    }
    const bool descriptor =
        in_word_ && !dequoting_ &&
        std::all_of(text_.begin() + static_cast<long>(from_), text_.begin() + static_cast<long>(at_), digit);
    if (descriptor) {
        in_word_ = false;
        word_ = {};
    }
    end_word();
    if (text_[at_] == '&') ++at_;
    const std::size_t from = at_;
    while (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>')) ++at_;
    const bool here = text_.substr(from, at_ - from) == "<<";
    if (at_ < text_.size() && (text_[at_] == '&' || text_[at_] == '|' || (here && text_[at_] == '-'))) ++at_;
    target_ = true;
    return true;
}

// `escapes`: as in `$'...'`, where `\x66` stands for a letter and `\'` ends nothing.
void reader::single_quoted(bool escapes) {
    dequote();
    for (; at_ < text_.size() && text_[at_] != '\''; ++at_) {
        if (escapes && text_[at_] == '\\' && at_ + 1 < text_.size()) {
            word_.expands = true;
            ++at_;
        }
        if (separators.has(text_[at_])) word_.nests = true;
        append(text_[at_]);
    }
    if (at_ < text_.size()) ++at_;
}

bool reader::double_quoted() {
    dequote();
    while (at_ < text_.size() && text_[at_] != '"') {
        const char byte = text_[at_];
        if (byte == '\\' && "$`\"\\\n"sv.find(next()) != std::string_view::npos) {
            if (next() != '\n') append(next());
            at_ += 2;
        } else if (byte == '$') {
            if (!dollar(true)) return false;
        } else if (byte == '`') {
            if (!substitution(at_ + 1, end_of_backquoted(text_, at_ + 1))) return false;
        } else {
            if (separators.has(byte)) word_.nests = true;
            append(byte);
            ++at_;
        }
    }
    if (at_ < text_.size()) ++at_;
    return true;
}

void reader::escaped() {
    if (next() == '\n') {
        // The word goes on in the next line.
        if (in_word_) dequote();
        at_ += 2;
        return;
    }
    dequote();
    ++at_;
    if (at_ == text_.size()) return;
    if (separators.has(text_[at_])) word_.nests = true;
    append(text_[at_]);
    ++at_;
}

bool reader::dollar(bool in_quotes) {
    const char after = next();
    if (after == '(') {
        dequote();
        return substitution(at_ + 2, end_of_substitution(text_, at_ + 2, nesting_));
    }
    if (!in_quotes && (after == '\'' || after == '"')) {
        dequote();
        at_ += after == '"' ? 1U : 2U;
        if (after == '\'') single_quoted(true);
        return true;
    }
    append('$');
    ++at_;
    if (name_letter(after) || "{@*#?$!-"sv.find(after) != std::string_view::npos) word_.expands = true;
    if (after == '{') {
        append(after);
        ++at_;
    }
    return true;
}

bool reader::substitution(std::size_t from, std::size_t end) {
    from = std::min(from, text_.size());
    end = std::max(from, end);
    append('$');
    word_.expands = true;
    const auto inner = text_.substr(from, end - from);
    at_ = std::min(end + 1, text_.size());
    // In `case` a `)` ends nothing: where such a substitution ends is not known here.
    if (text_.find("esac", from) != std::string_view::npos && !visitor_.unreadable()) return false;
    // `$((` is arithmetic, most of the time.
    const bool certain = certain_ && !inner.starts_with('(');
    return read_nested(inner, visitor_, nesting_ + 1, certain);
}

bool reader::comment() {
    const auto end = std::min(text_.find('\n', at_), text_.size());
    const auto inner = text_.substr(at_ + 1, end - at_ - 1);
    if (!end_segment(false)) return false;
    at_ = end;
    return read_nested(inner, visitor_, nesting_ + 1, false);
}

// The bodies of here-documents are text in which a quote opens nothing, but which are not told apart from
// commands here: each line is read as if it began outside and inside of quotes.
bool read_lines(std::string_view text, segment_visitor& visitor, std::size_t nesting) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        for (const char quote : {'\0', '\'', '"'})
            if (!reader(text.substr(0, end), visitor, nesting, false).run(quote)) return false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

bool read_nested(std::string_view text, segment_visitor& visitor, std::size_t nesting, bool certain) {
    if (nesting > max_shell_nesting) return visitor.unreadable();
    if (!reader(text, visitor, nesting, certain).run()) return false;
    const bool here_documents =
        text.find('\n') != std::string_view::npos && text.find("<<") != std::string_view::npos;
    return !here_documents || read_lines(text, visitor, nesting);
}

// A text of words and blanks, in which nothing else means anything to a shell: most commands.
class plain_words {
public:
    // \return false: it is no such text
    bool read(std::string_view text) {
        const char* at = text.data();
        const char* const end = at + text.size();
        while (at != end) {
            const char* const from = at;
            unsigned found = 0;
            unsigned last = 0;
            while (at != end && ((last = marks_of_bytes[static_cast<unsigned char>(*at)]) & ends_word) == 0) {
                found |= last;
                ++at;
            }
            if (at != end && (last & marks::meaning) != 0) return false;
            if (at != from) add({from, static_cast<std::size_t>(at - from)}, static_cast<text_marks>(found));
            if (at != end) ++at;
        }
        return true;
    }
    [[nodiscard]] std::span<const shell_word> get() const noexcept { return words_; }

private:
    static constexpr unsigned ends_word = marks::blank | marks::meaning;

    void add(std::string_view text, text_marks found) {
        auto& word = words_.emplace_back();
        word.text = text;
        word.found = found;
        word.program = find_program(text, found);
    }

    boost::container::small_vector<shell_word, 24> words_;
};

}  // namespace

void read_shell(std::string_view text, segment_visitor& visitor) {
    plain_words words;
    if (!words.read(text)) return read_whole_shell(text, visitor);
    if (!words.get().empty()) visitor.segment({words.get(), false, true});
}

void read_whole_shell(std::string_view text, segment_visitor& visitor) {
    read_nested(text, visitor, 0, true);
}

}  // namespace assent::lenient
