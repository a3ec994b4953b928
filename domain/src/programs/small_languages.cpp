#include "small_languages.hpp"

#include "../text/word_list.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace assent::programs {
namespace {

bool letter(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

// Where a set in brackets ends that begins at `at`, behind its `]`, by the longest of all readings. npos:
// some program may end it elsewhere, or see the end of the pattern in it. \param held  what ends the pattern
// is one of the set's letters, where the set has nothing else that is odd
std::size_t end_of_set(std::string_view text, std::size_t at, char delimiter, bool held) noexcept {
    ++at;
    if (text.substr(at).starts_with('^')) ++at;
    bool odd = text.substr(at).starts_with(']');
    bool holds = false;
    if (odd) ++at;
    for (; at < text.size(); ++at) {
        const char byte = text[at];
        if (byte == ']') return holds && (odd || !held) ? std::string_view::npos : at + 1;
        holds = holds || byte == delimiter;
        odd = odd || byte == '\\' || byte == '[';
        if (byte == '\n') break;
        if (byte == '\\') {
            ++at;
            if (at == text.size() || text[at] == '\n') break;
        } else if (byte == '[') {
            // `[:alpha:]`
            auto end = text.substr(at).starts_with("[:") ? at + 2 : text.size();
            while (end < text.size() && letter(text[end])) ++end;
            if (!text.substr(end).starts_with(":]")) break;
            at = end + 1;
        }
    }
    return std::string_view::npos;
}

// A file by a name that every program takes for the same one.
bool plain_file(std::string_view path) noexcept {
    const auto odd = [](char byte) {
        return static_cast<unsigned char>(byte) < ' ' ||
               std::string_view(";{}#\\").find(byte) != std::string_view::npos;
    };
    return !path.empty() && path.back() != ' ' && std::ranges::none_of(path, odd);
}

class sed_reader {
public:
    explicit sed_reader(std::string_view script) noexcept : script_(script) {}

    script_reading read() {
        // Some join it with the next script.
        reading_.known = !script_.ends_with('\\');
        while (reading_.known) {
            skip_of(" \t\n;{}!");
            if (done()) break;
            if (!address() && !command()) reading_.known = false;
        }
        return std::move(reading_);
    }

private:
    [[nodiscard]] bool done() const noexcept { return at_ >= script_.size(); }
    [[nodiscard]] char current() const noexcept { return done() ? '\0' : script_[at_]; }
    void unclear() noexcept { reading_.known = false; }

    void skip_of(std::string_view bytes) noexcept {
        at_ = std::min(script_.find_first_not_of(bytes, at_), script_.size());
    }
    void skip_to(std::string_view bytes) noexcept {
        at_ = std::min(script_.find_first_of(bytes, at_), script_.size());
    }

    // What stands before a pattern or a text, and behind it.
    char delimiter() noexcept {
        const char byte = current();
        if (done() || byte == '\\' || byte == '\n' || static_cast<unsigned char>(byte) >= 0x80) unclear();
        at_ = std::min(at_ + 1, script_.size());
        return byte;
    }
    // A text up to the delimiter, which is left behind. A backslash makes the next byte part of the text.
    void part(char delimiter) noexcept {
        while (!done() && current() != delimiter) {
            // Only behind a backslash it is one.
            if (current() == '\n') unclear();
            at_ += current() == '\\' ? 2U : 1U;
        }
        if (done()) unclear();
        at_ = std::min(at_ + 1, script_.size());
    }
    // The same of a pattern.
    void pattern(char delimiter) noexcept {
        while (!done() && current() != delimiter) {
            const bool set = current() == '[';
            const bool joined = current() == '\n' || script_.substr(at_).starts_with("\\\n");
            const auto end =
                set ? end_of_set(script_, at_, delimiter, true) : at_ + (current() == '\\' ? 2U : 1U);
            if (joined || end == std::string_view::npos) unclear();
            at_ = std::min(end, script_.size());
        }
        if (done()) unclear();
        at_ = std::min(at_ + 1, script_.size());
    }

    // What is behind it to the end of the line is the name of a file. \return false: it may be another one
    bool file(bool writes) {
        skip_of(" \t");
        const auto path = script_.substr(at_, script_.find('\n', at_) - at_);
        at_ += path.size();
        if (path == "/dev/stdin" || path == "/dev/stdout" || path == "/dev/stderr") return true;
        reading_.files.push_back({path, writes});
        return plain_file(path);
    }

    // Where a label ends, programs differ: behind one of letters all of them agree, and a brace ends none
    // that is set.
    bool label(char command) noexcept {
        skip_of(" \t");
        const auto from = at_;
        skip_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
        if (command == ':' && at_ == from) return false;
        skip_of(command == ':' ? " \t" : " \t}");
        return done() || current() == ';' || current() == '\n';
    }

    // `3`, `$`, `1,5`, `2~3`, `/x/I` and `\,x,M`: what comes before a command.
    bool address() noexcept {
        const char first = current();
        if (std::string_view("0123456789$,~+").find(first) != std::string_view::npos) {
            ++at_;
            return true;
        }
        if (first != '/' && first != '\\') return false;
        at_ += first == '\\' ? 1U : 0U;
        pattern(delimiter());
        skip_of("IM");
        return true;
    }

    // `s/a/b/flags`. \return false when a flag runs something, or is not known
    bool substitute() {
        const char end = delimiter();
        pattern(end);
        part(end);
        for (; !done() && std::string_view("\n;}#").find(current()) == std::string_view::npos; ++at_) {
            if (current() == 'w') {
                ++at_;
                return file(true);
            }
            if (std::string_view("gpiImM0123456789 \t").find(current()) == std::string_view::npos)
                return false;
        }
        return true;
    }

    // \return false when the command runs a program, or is not known
    bool command() {
        const char name = current();
        ++at_;
        switch (name) {
            case 's': return substitute();
            case 'y': {
                const char end = delimiter();
                const auto from = at_;
                part(end);
                // To some, it holds sets.
                if (script_.substr(from, at_ - from).find('[') != std::string_view::npos) return false;
                part(end);
                return true;
            }
            case 'a':
            case 'i':
            case 'c':
                // The text goes on where a line ends in a backslash.
                while (!done() && current() != '\n') at_ += current() == '\\' ? 2U : 1U;
                return true;
            // That of BSD has no `R`.
            case 'r': return file(false);
            case 'w':
            case 'W': return file(true);
            case '#': skip_to("\n"); return true;
            case ':':
            case 'b':
            case 't':
            case 'T':
            case 'v': return label(name);
            case 'l':
            case 'L':
            case 'q':
            case 'Q': skip_of(" \t0123456789"); return true;
            default: return std::string_view("dDgGhHnNpPxzF=").find(name) != std::string_view::npos;
        }
    }

    std::string_view script_;
    std::size_t at_ = 0;
    script_reading reading_;
};

// Words of awk that run others, or show what is no file's.
constexpr std::string_view awk_words[] = {"system", "close",   "fflush",         "ENVIRON",   "PROCINFO",
                                          "SYMTAB", "FUNCTAB", "bindtextdomain", "dcgettext", "dcngettext"};
// Words behind which programs differ about what a slash is.
constexpr std::string_view awk_keywords[] = {
    "print",  "printf", "return",  "in",       "else",      "do",       "exit",   "case",    "default",
    "length", "next",   "getline", "nextfile", "break",     "continue", "delete", "if",      "while",
    "for",    "switch", "BEGIN",   "END",      "BEGINFILE", "ENDFILE",  "func",   "function"};
// Behind them comes a statement.
constexpr std::string_view awk_heads[] = {"if", "while", "for", "switch"};

template <std::size_t Count>
bool is_one_of(std::string_view text, const std::string_view (&list)[Count]) noexcept {
    return std::ranges::find(list, text) != std::end(list);
}

// Reads a program of awk as gawk, mawk, busybox and the awk of its makers all do, or gives it up. Whether a
// slash begins a pattern is told by what stands before it.
class awk_reader {
public:
    explicit awk_reader(std::string_view program) noexcept : program_(program) {}

    script_reading read() {
        while (reading_.known && at_ < program_.size())
            if (!step()) reading_.known = false;
        return std::move(reading_);
    }

private:
    // What a slash would be.
    enum class slash : unsigned char { begins_pattern, divides, unclear };

    [[nodiscard]] std::string_view rest() const noexcept { return program_.substr(at_); }
    bool token(std::size_t bytes, slash next) noexcept {
        at_ += bytes;
        next_ = next;
        return true;
    }

    // \return false: it runs something, or cannot be read
    bool step() {
        const char byte = program_[at_];
        if (letter(byte)) return word();
        if (digit(byte) || byte == '.') return number();
        switch (byte) {
            case ' ':
            case '\t': ++at_; return true;
            case '\n':
                // Behind some signs the statement goes on in the next line.
                if (!goes_on_ && depth_ == 0) prints_ = false;
                return token(1, slash::begins_pattern);
            case '"': return text();
            case '/':
                if (next_ == slash::begins_pattern) return pattern();
                // `/=` begins a pattern for some, where one ends.
                if (rest().starts_with("/=") && rest().find('/', 1) != std::string_view::npos) return false;
                return next_ == slash::divides && token(1, slash::unclear);
            case '#': at_ = std::min(program_.find('\n', at_), program_.size()); return true;
            // A continued line is a blank.
            case '\\':
                if (!rest().starts_with("\\\n") || !between_blanks()) return false;
                at_ += 2;
                return true;
            case '>':
                if (prints_ && depth_ <= print_depth_) return output();
                break;
            case '(': return opens();
            case ')': return closes();
            case ';':
            case '{':
            case '}': prints_ = false; break;
            case '+':
            case '-':
            case '|':
            case '&': {
                const bool twice = rest().size() > 1 && rest()[1] == byte;
                const bool joins = byte == '|' || byte == '&';
                if (joins && !twice) return false;
                goes_on_ = joins;
                return token(twice ? 2 : 1, joins ? slash::begins_pattern : slash::unclear);
            }
            default:
                if (std::string_view("[],!~*%^<=?:$").find(byte) == std::string_view::npos) return false;
        }
        goes_on_ = byte == ',' || byte == '?' || byte == ':';
        if (byte == ']') return token(1, slash::divides);
        const bool operand = std::string_view(";{},!~").find(byte) != std::string_view::npos;
        return token(1, operand ? slash::begins_pattern : slash::unclear);
    }

    [[nodiscard]] bool between_blanks() const noexcept {
        const auto blank = [](char byte) { return byte == ' ' || byte == '\t' || byte == '\n'; };
        return at_ == 0 || blank(program_[at_ - 1]) || at_ + 2 >= program_.size() || blank(program_[at_ + 2]);
    }

    bool word() {
        const auto from = at_;
        while (at_ < program_.size() && (letter(program_[at_]) || digit(program_[at_]))) ++at_;
        const auto name = program_.substr(from, at_ - from);
        if (is_one_of(name, awk_words)) return false;
        if (name == "print" || name == "printf") {
            prints_ = true;
            print_depth_ = depth_;
        }
        head_ = is_one_of(name, awk_heads);
        goes_on_ = false;
        next_ = is_one_of(name, awk_keywords) ? slash::unclear : slash::divides;
        return name != "getline" || input();
    }

    // Of what is glued to it, programs make different things.
    bool number() noexcept {
        const auto digits = [this] {
            const auto from = at_;
            while (at_ < program_.size() && digit(program_[at_])) ++at_;
            return at_ > from;
        };
        bool any = digits();
        if (rest().starts_with('.')) {
            ++at_;
            any = digits() || any;
        }
        if (!any) return false;
        if (rest().starts_with('e') || rest().starts_with('E')) {
            ++at_;
            if (rest().starts_with('+') || rest().starts_with('-')) ++at_;
            if (!digits()) return false;
        }
        goes_on_ = false;
        next_ = slash::divides;
        return rest().empty() || (!letter(rest().front()) && rest().front() != '.');
    }

    bool text() noexcept {
        for (++at_; at_ < program_.size() && program_[at_] != '"'; ++at_) {
            if (program_[at_] == '\\') ++at_;
            if (at_ >= program_.size() || program_[at_] == '\n') return false;
        }
        if (at_ >= program_.size()) return false;
        goes_on_ = false;
        return token(1, slash::divides);
    }

    bool pattern() noexcept {
        ++at_;
        // `/=` is a sign of its own to some.
        if (rest().starts_with('=')) return false;
        while (at_ < program_.size() && program_[at_] != '/') {
            if (program_[at_] == '[') {
                at_ = end_of_set(program_, at_, '/', false);
                if (at_ == std::string_view::npos) return false;
                continue;
            }
            if (program_[at_] == '\\') ++at_;
            if (at_ >= program_.size() || program_[at_] == '\n') return false;
            ++at_;
        }
        if (at_ >= program_.size()) return false;
        goes_on_ = false;
        // Behind a pattern, another one may begin.
        return token(1, slash::unclear);
    }

    bool opens() noexcept {
        if (depth_ == max_depth) return false;
        heads_ = heads_ << 1U | (head_ ? 1U : 0U);
        head_ = goes_on_ = false;
        ++depth_;
        return token(1, slash::begins_pattern);
    }
    bool closes() noexcept {
        if (depth_ == 0) return false;
        const bool head = (heads_ & 1U) != 0;
        heads_ >>= 1U;
        --depth_;
        goes_on_ = false;
        return token(1, head ? slash::unclear : slash::divides);
    }

    // A text by itself, to which nothing is joined. Empty: there is none, or the text is not what stands
    // there.
    std::string_view literal() noexcept {
        skip_blanks();
        const auto from = at_ + 1;
        if (!rest().starts_with('"') || !text()) return {};
        const auto path = program_.substr(from, at_ - 1 - from);
        skip_blanks();
        const bool ends =
            rest().empty() || std::string_view(");}\n").find(rest().front()) != std::string_view::npos;
        return ends && path.find('\\') == std::string_view::npos ? path : std::string_view();
    }
    void skip_blanks() noexcept { at_ = std::min(program_.find_first_not_of(" \t", at_), program_.size()); }

    bool file(std::string_view path, bool writes) {
        if (path == "/dev/stdout" || path == "/dev/stderr") return writes;
        if (path == "-" || path == "/dev/stdin") return !writes;
        // gawk connects to a host.
        if (path.starts_with("/inet") || path.starts_with("/dev/fd")) return false;
        reading_.files.push_back({path, writes});
        return plain_file(path);
    }

    // `print > "file"`
    bool output() {
        at_ += rest().starts_with(">>") ? 2U : 1U;
        return file(literal(), true);
    }
    // `getline line < "file"`
    bool input() {
        skip_blanks();
        while (at_ < program_.size() &&
               (letter(program_[at_]) || digit(program_[at_]) || program_[at_] == '$'))
            ++at_;
        skip_blanks();
        if (!rest().starts_with('<')) return false;
        ++at_;
        return file(literal(), false);
    }

    static constexpr std::size_t max_depth = 64;

    std::string_view program_;
    std::size_t at_ = 0;
    slash next_ = slash::begins_pattern;
    bool goes_on_ = false;  // the next line belongs to the same statement
    bool head_ = false;     // `if` and the like stands before
    bool prints_ = false;
    std::size_t depth_ = 0;        // of parentheses
    std::size_t print_depth_ = 0;  // in which it prints
    std::uint64_t heads_ = 0;      // for each of them whether it is that of an `if`
    script_reading reading_;
};

// Whether a word stands in it, and is no part of a longer one. \param whole  false: it may go on
bool has_word(std::string_view text, std::string_view wanted, bool whole = true) noexcept {
    for (auto at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
        const auto end = at + wanted.size();
        const bool begins = at == 0 || (!letter(text[at - 1]) && !digit(text[at - 1]) && text[at - 1] != '.');
        const bool ends = !whole || end == text.size() || (!letter(text[end]) && !digit(text[end]));
        if (begins && ends) return true;
    }
    return false;
}

// Words with which a statement begins that only shows rows.
constexpr std::string_view sql_looking[] = {"select", "explain", "show",  "describe",
                                            "desc",   "values",  "table", "with"};

// Functions that compute, of the programs that are in the catalogue; others read files, or load.
// clang-format off
constexpr std::string_view sql_functions[] = {
    "abs", "avg", "cast", "ceil", "char", "coalesce", "concat", "count", "date", "datediff", "datetime",
    "date_trunc", "dense_rank", "exists", "extract", "floor", "from_unixtime", "group_concat", "hex",
    "ifnull", "iif", "in", "instr", "json_array_length", "json_extract", "json_type", "julianday", "lag",
    "lead", "length", "like", "lower", "ltrim", "max", "min", "now", "nullif", "over", "partition",
    "pg_database_size", "pg_relation_size", "pg_size_pretty", "pg_total_relation_size", "pragma_table_info",
    "printf", "quote", "random", "rank", "replace", "round", "row_number", "rtrim", "strftime",
    "string_agg", "substr", "substring", "sum", "time", "to_char", "total", "trim", "typeof", "unixepoch",
    "upper", "using", "values", "as", "and", "or", "not", "on", "where", "from", "by", "select", "then",
    "when", "else", "between", "any", "all", "case", "union", "except", "intersect", "having", "limit"};
// clang-format on

// Words that change rows, that lose them, and that reach files or run code, wherever they stand in a
// statement.
constexpr std::string_view sql_writing[] = {"insert", "update",  "create", "merge", "analyze",
                                            "vacuum", "reindex", "grant",  "revoke"};
constexpr std::string_view sql_destroying[] = {"delete", "drop", "alter", "truncate", "replace"};
constexpr std::string_view sql_before_names[] = {"into", "table", "exists", "on", "with"};
constexpr std::string_view sql_with[] = {"with"};
constexpr std::string_view sql_into[] = {"into", "set"};
constexpr std::string_view sql_reaching[] = {"into", "outfile", "dumpfile", "copy", "call", "do", "execute",
                                             "attach", "pragma", "set", "load",
                                             // tables of files
                                             "fsdir", "lsdir", "zipfile"};

// Commands of the programs themselves, which take names and patterns of names.
constexpr std::string_view sql_shell_looking[] = {
    ".tables", ".schema",     ".indexes", ".databases", ".headers", ".mode",  ".width", ".show",
    ".help",   ".fullschema", ".header",  ".dbinfo",    ".print",   ".stats", ".timer"};

bool is_word_of(std::string_view text, std::span<const std::string_view> words) noexcept {
    return std::ranges::any_of(words,
                               [text](std::string_view one) { return equal_ignoring_case(text, one); });
}

class sql_reader {
public:
    explicit sql_reader(std::string_view text) noexcept : text_(text) {}

    effect does() noexcept {
        while (true) {
            skip_blanks();
            if (at_ >= text_.size()) return does_;
            const bool read = text_[at_] == '.' || text_[at_] == '\\' ? command() : statement();
            if (!read) return effect::evaluates;
        }
    }

private:
    void skip_blanks() noexcept { at_ = std::min(text_.find_first_not_of(" \t\n;", at_), text_.size()); }

    std::string_view word() noexcept {
        const auto from = at_;
        while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_]))) ++at_;
        return text_.substr(from, at_ - from);
    }

    // To the end of its line. psql goes on behind another backslash, and runs what stands in backquotes.
    bool command() noexcept {
        const auto line = text_.substr(at_, text_.find('\n', at_) - at_);
        at_ += line.size();
        if (line.find_first_of("|`>", 1) != std::string_view::npos ||
            line.find('\\', 1) != std::string_view::npos)
            return false;
        const auto name = line.substr(0, line.find_first_of(" \t"));
        if (name.front() == '.') return is_word_of(name, sql_shell_looking);
        const auto kind = name.substr(1);
        return kind.starts_with('d') || kind.starts_with('l') || kind == "conninfo" || kind == "x" ||
               kind == "timing" || kind == "pset" || kind == "z" || kind == "?" || kind == "h";
    }

    // \return false: it is not understood, or reaches out
    bool statement() noexcept {
        const auto first = word();
        if (!is_word_of(first, sql_looking) && !is_word_of(first, sql_writing) &&
            !is_word_of(first, sql_destroying))
            return false;
        if (!note(first)) return false;
        while (at_ < text_.size() && text_[at_] != ';') {
            const char byte = text_[at_];
            if (byte == '\'' || byte == '"' || byte == '[') {
                // A name in quotes may be a function's.
                if (!skip_text(byte) || (byte != '\'' && calls_here())) return false;
            } else if (letter(byte)) {
                if (!note(word())) return false;
            } else if (byte == '\\' || byte == '`' || byte == '$' || byte == '/' || byte < '\t' ||
                       (byte > '\n' && byte < ' ') || text_.substr(at_).starts_with("--")) {
                return false;  // other quotes and comments: programs differ about them
            } else {
                ++at_;
            }
        }
        return true;
    }

    bool note(std::string_view name) noexcept {
        const bool calls = calls_here();
        if (calls && is_word_of(name, sql_functions)) return true;
        if (is_word_of(name, sql_reaching)) {
            last_ = name;
            return inserts(name);
        }
        if (is_word_of(name, sql_writing)) does_ = does_ | effect::writes;
        if (is_word_of(name, sql_destroying)) does_ = does_ | effect::writes | effect::destroys;
        // `insert into t (a, b)` calls nothing.
        const auto before = std::exchange(last_, name);
        // Of what is made, a name stands there; a query has one behind `with` only.
        const bool named =
            is_word_of(before, sql_before_names) && (any(does_) || is_word_of(before, sql_with));
        return !calls || named;
    }

    [[nodiscard]] bool calls_here() const noexcept {
        const auto next = text_.find_first_not_of(" \t\n", at_);
        return next != std::string_view::npos && text_[next] == '(';
    }

    // `insert into` and `update t set` reach no file.
    [[nodiscard]] bool inserts(std::string_view name) const noexcept {
        return any(does_) && (is_word_of(name, sql_into));
    }

    bool skip_text(char quote) noexcept {
        const auto end = text_.find_first_of(std::string_view(quote == '['   ? "]\\"
                                                              : quote == '"' ? "\"\\"
                                                                             : "'\\"),
                                             at_ + 1);
        if (end == std::string_view::npos || text_[end] == '\\') return false;
        at_ = end + 1;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    effect does_ = effect::reads;
    std::string_view last_{};  // the word before
};

// The bits of a mode that let everybody write, and lend the owner's or the group's rights.
constexpr unsigned loosening_bits = 06002;

bool octal(std::string_view text) noexcept {
    constexpr std::size_t most = 8;
    return !text.empty() && text.size() <= most &&
           text.find_first_not_of("01234567") == std::string_view::npos;
}

bool loosens(std::string_view digits) noexcept {
    unsigned value = 0;
    for (const char byte : digits) value = value * 8 + static_cast<unsigned>(byte - '0');
    return (value & (loosening_bits | 01000U)) != 0 || value > 07777;
}

// One of those between commas: `u=rw`, `go-w`, `+x`, `=4755`, `u+x-w`.
bool clause_loosens(std::string_view clause) noexcept {
    constexpr std::string_view signs = "+-=";
    const auto who = clause.substr(0, std::min(clause.find_first_of(signs), clause.size()));
    if (who.size() == clause.size() || who.find_first_not_of("ugoa") != std::string_view::npos) return true;
    const bool others = who.empty() || who.find_first_of("oa") != std::string_view::npos;
    clause.remove_prefix(who.size());
    while (!clause.empty()) {
        const bool takes = clause.front() == '-';
        const auto end = std::min(clause.find_first_of(signs, 1), clause.size());
        const auto rights = clause.substr(1, end - 1);
        clause.remove_prefix(end);
        if (octal(rights) && who.empty()) {
            if (!takes && loosens(rights)) return true;
            continue;
        }
        if (rights.find_first_not_of("rwxXst") != std::string_view::npos &&
            (rights.size() != 1 || std::string_view("ugo").find(rights.front()) == std::string_view::npos))
            return true;
        if (takes) continue;
        // What is copied from another one may be any of them.
        const bool copies = rights.find_first_of("ugo") != std::string_view::npos;
        if (rights.find('s') != std::string_view::npos || (copies && who != "u")) return true;
        if (others && rights.find('w') != std::string_view::npos) return true;
    }
    return false;
}

// A filter without its texts, in which words mean nothing; the filter itself where it has comments, or texts
// with parts that are filters.
std::string without_texts(std::string_view filter) {
    std::string rest(filter);
    if (filter.find_first_of("#\\") != std::string_view::npos) return rest;
    bool in_text = false;
    for (char& byte : rest) {
        if (byte == '"')
            in_text = !in_text;
        else if (in_text)
            byte = ' ';
    }
    return rest;
}

// \param filter  without texts
effect words_do(std::string_view filter) noexcept {
    effect does = effect::reads;
    // Blanks may stand behind the `$`.
    if (has_word(filter, "env") || has_word(filter, "ENV")) does = does | effect::secrets;
    if (has_word(filter, "modulemeta") || has_word(filter, "include") || has_word(filter, "import"))
        does = does | effect::loads;
    return does;
}

}  // namespace

bool loosening_mode(std::string_view mode) noexcept {
    if (octal(mode)) return loosens(mode);
    return any_between(mode, ',', clause_loosens);
}

script_reading read_sed_script(std::string_view script) { return sed_reader(script).read(); }

script_reading read_awk_program(std::string_view program) { return awk_reader(program).read(); }

bool awk_program_names_operands(std::string_view program) noexcept {
    return has_word(program, "ARGV") || has_word(program, "ARGC") || has_word(program, "SYMTAB");
}

effect jq_filter_does(std::string_view filter) { return words_do(without_texts(filter)); }

effect yq_expression_does(std::string_view expression) noexcept {
    effect does = words_do(expression);
    if (has_word(expression, "strenv") || has_word(expression, "envsubst")) does = does | effect::secrets;
    if (has_word(expression, "load", false)) does = does | effect::loads;
    if (has_word(expression, "system") || has_word(expression, "eval")) does = does | effect::evaluates;
    return does;
}

effect sql_does(std::string_view text) noexcept { return sql_reader(text).does(); }

// Formats of printf.

namespace {

using namespace std::string_view_literals;

// Of what `docker inspect` tells (Engine API 1.49), and of what is in these: nothing of commands,
// environments, labels, and what a check of health has printed.
constexpr word_list members_without_secrets{"State"sv,
                                            "Status"sv,
                                            "Running"sv,
                                            "Paused"sv,
                                            "Restarting"sv,
                                            "OOMKilled"sv,
                                            "Dead"sv,
                                            "Pid"sv,
                                            "ExitCode"sv,
                                            "StartedAt"sv,
                                            "FinishedAt"sv,
                                            "Health"sv,
                                            "FailingStreak"sv,
                                            "Id"sv,
                                            "ID"sv,
                                            "Name"sv,
                                            "Created"sv,
                                            "Image"sv,
                                            "RestartCount"sv,
                                            "Platform"sv,
                                            "Driver"sv,
                                            "RepoTags"sv,
                                            "RepoDigests"sv,
                                            "Architecture"sv,
                                            "Os"sv,
                                            "Size"sv,
                                            "SizeRw"sv,
                                            "SizeRootFs"sv,
                                            "NetworkSettings"sv,
                                            "Networks"sv,
                                            "IPAddress"sv,
                                            "Gateway"sv,
                                            "MacAddress"sv,
                                            "Ports"sv,
                                            "HostIp"sv,
                                            "HostPort"sv,
                                            "Mounts"sv,
                                            "Type"sv,
                                            "Source"sv,
                                            "Destination"sv,
                                            "Mode"sv,
                                            "RW"sv};
// Some of them have others in them, which are secret, so that they are not shown whole.
constexpr word_list members_with_others{"State"sv, "Health"sv};

// `.State.Status`. \param shown  as a whole
bool has_no_secrets(std::string_view members, bool shown) noexcept {
    auto last = std::string_view();
    while (members.starts_with('.')) {
        members.remove_prefix(1);
        last = members.substr(0, members.find('.'));
        if (!members_without_secrets.has(last)) return false;
        members.remove_prefix(last.size());
    }
    return members.empty() && !last.empty() && !(shown && members_with_others.has(last));
}

// A `%` that stands there as an escape, `\\x25`, which some shells put in its place before they read it.
bool escapes_percent(std::string_view format) noexcept {
    for (auto place = format.find('\\'); place != format.npos; place = format.find('\\', place + 2)) {
        auto code = format.substr(std::min(place + 1, format.size()));
        const bool hexadecimal = !code.empty() && "xXuU"sv.find(code.front()) != code.npos;
        if (hexadecimal) code.remove_prefix(1);
        code.remove_prefix(std::min(code.find_first_not_of('0'), code.size()));
        if (code.starts_with(hexadecimal ? "25" : "45")) return true;
    }
    return false;
}

void skip(std::string_view& text, std::string_view letters) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(letters), text.size()));
}

// A width, or a precision.
void take_size(std::string_view& rest, std::string& into) {
    if (!rest.starts_with('*')) return skip(rest, "0123456789");
    into.push_back(numeric_directive);
    rest.remove_prefix(1);
}

}  // namespace

bool shows_state_alone(std::string_view go_template) noexcept {
    constexpr auto opens = "{{"sv, closes = "}}"sv;
    constexpr word_list looking_in{"range "sv, "with "sv, "if "sv};
    constexpr word_list without_members{"end"sv, "else"sv};
    auto at = go_template.find(opens);
    const bool names_some = at != go_template.npos;
    for (; at != go_template.npos; at = go_template.find(opens)) {
        go_template.remove_prefix(at + opens.size());
        const auto end = go_template.find(closes);
        if (end == go_template.npos) return false;
        auto action = go_template.substr(0, end);
        go_template.remove_prefix(end + closes.size());
        skip(action, " -");
        while (action.ends_with(' ') || action.ends_with('-')) action.remove_suffix(1);
        const auto word = action.substr(0, std::min(action.find(' ') + 1, action.size()));
        const bool looks_in = looking_in.has(word);
        if (looks_in || word == "json ") action.remove_prefix(word.size());
        if (!without_members.has(action) && !has_no_secrets(action, !looks_in)) return false;
    }
    // Without any it may be a word for a format of its own: `json`.
    return names_some;
}

std::optional<std::string> directives_of(std::string_view format) {
    std::string kinds;
    // An option, which may have another word for the format.
    if (format.starts_with('-') || escapes_percent(format)) return std::nullopt;
    bool unclear = false;
    auto rest = format;
    for (auto percent = rest.find('%'); percent != rest.npos; percent = rest.find('%')) {
        rest.remove_prefix(percent + 1);
        if (rest.starts_with('%')) {
            rest.remove_prefix(1);
            continue;
        }
        skip(rest, "-+ #0'");
        take_size(rest, kinds);
        if (rest.starts_with('.')) {
            rest.remove_prefix(1);
            take_size(rest, kinds);
        }
        skip(rest, "hlLjzt");
        const char letter = rest.empty() ? '\0' : rest.front();
        // `%2$d`
        if (letter == '$') return std::nullopt;
        const auto time = letter == '(' ? rest.find(")T") : rest.npos;
        const bool number = time != rest.npos || "diouxXeEfFgGaAc"sv.find(letter) != rest.npos;
        unclear = unclear || (!number && "sbq"sv.find(letter) == rest.npos);
        kinds.push_back(number ? numeric_directive : textual_directive);
        rest.remove_prefix(std::min<std::size_t>(time == rest.npos ? 1 : time + 2, rest.size()));
    }
    const bool numbers = kinds.find(numeric_directive) != kinds.npos;
    return unclear && numbers ? std::nullopt : std::optional(kinds);
}

}  // namespace assent::programs
