#include "small_languages.hpp"
#include "../text/word_list.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace assent::programs {
namespace {

bool letter(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

class sed_reader {
public:
    explicit sed_reader(std::string_view script) noexcept : script_(script) {}

    [[nodiscard]] bool reads_files() const noexcept { return reads_files_; }

    bool reaches_out() noexcept {
        // Some join it with the next script.
        if (script_.ends_with('\\')) return true;
        while (true) {
            skip_of(" \t\n;{}!");
            if (done()) return unclear_;
            if (address()) continue;
            if (!command()) return true;
        }
    }

private:
    [[nodiscard]] bool done() const noexcept { return at_ >= script_.size(); }
    [[nodiscard]] char current() const noexcept { return done() ? '\0' : script_[at_]; }

    void skip_of(std::string_view bytes) noexcept {
        at_ = std::min(script_.find_first_not_of(bytes, at_), script_.size());
    }
    void skip_to(std::string_view bytes) noexcept {
        at_ = std::min(script_.find_first_of(bytes, at_), script_.size());
    }

    // A text up to the delimiter, which is left behind. A backslash makes the next byte part of the text.
    void part(char delimiter) noexcept {
        while (!done() && current() != delimiter) at_ += current() == '\\' ? 2U : 1U;
        at_ = std::min(at_ + 1, script_.size());
    }

    // The same of a pattern: between brackets the delimiter is a letter.
    void pattern(char delimiter) noexcept {
        while (!done() && current() != delimiter) {
            if (current() == '[') {
                brackets();
            } else {
                at_ += current() == '\\' ? 2U : 1U;
            }
        }
        at_ = std::min(at_ + 1, script_.size());
    }
    void brackets() noexcept {
        ++at_;
        if (current() == '^') ++at_;
        if (current() == ']') ++at_;
        while (!done() && current() != ']') {
            // Whether it is one by itself there, programs differ.
            if (current() == '\\') unclear_ = true;
            const bool named = script_.substr(at_).starts_with("[:") ||
                               script_.substr(at_).starts_with("[.") || script_.substr(at_).starts_with("[=");
            if (named) {
                const auto mark = script_[at_ + 1];
                at_ += 2;
                while (!done() && !(current() == mark && script_.substr(at_ + 1).starts_with(']'))) ++at_;
                ++at_;
            }
            ++at_;
        }
        at_ = std::min(at_ + 1, script_.size());
    }

    bool address() noexcept;
    bool command() noexcept;
    bool substitute() noexcept;

    std::string_view script_;
    std::size_t at_ = 0;
    bool reads_files_ = false;
    bool unclear_ = false;
};

// `3`, `$`, `1,5`, `2~3`, `/x/I` and `\,x,M`: what comes before a command.
bool sed_reader::address() noexcept {
    const char first = current();
    if (std::string_view("0123456789$,~+").find(first) != std::string_view::npos) {
        ++at_;
        return true;
    }
    if (first != '/' && first != '\\') return false;
    at_ += first == '\\' ? 1U : 0U;
    const char delimiter = current();
    at_ = std::min(at_ + 1, script_.size());
    pattern(delimiter);
    skip_of("IM");
    return true;
}

// `s/a/b/flags`. \return false when a flag runs or writes
bool sed_reader::substitute() noexcept {
    const char delimiter = current();
    if (done()) return false;
    ++at_;
    pattern(delimiter);
    part(delimiter);
    for (; !done() && std::string_view("\n;}#").find(current()) == std::string_view::npos; ++at_)
        if (std::string_view("gpiImM0123456789 \t").find(current()) == std::string_view::npos) return false;
    return true;
}

// \return false when the command runs a program, writes a file, or is not known
bool sed_reader::command() noexcept {
    const char what = current();
    ++at_;
    switch (what) {
        case 's': return substitute();
        case 'y': {
            const char delimiter = current();
            at_ = std::min(at_ + 1, script_.size());
            part(delimiter);
            part(delimiter);
            return true;
        }
        case 'a':
        case 'i':
        case 'c':
            // The text goes on where a line ends in a backslash.
            while (!done() && current() != '\n') at_ += current() == '\\' ? 2U : 1U;
            return true;
        case 'r':
        case 'R': reads_files_ = true; [[fallthrough]];
        case '#': skip_to("\n"); return true;
        case ':':
        case 'b':
        case 't':
        case 'T':
        case 'v':
            // Where a label ends, programs differ: behind one of letters all of them agree.
            skip_of(" \t");
            skip_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
            skip_of(" \t");
            return done() || std::string_view("\n;}").find(current()) != std::string_view::npos;
        case 'l':
        case 'L':
        case 'q':
        case 'Q': skip_of(" \t0123456789"); return true;
        default: return std::string_view("dDgGhHnNpPxzF=").find(what) != std::string_view::npos;
    }
}

// Words of awk that reach out, wherever they stand.
constexpr std::string_view awk_words[] = {"system", "getline", "close", "fflush", "ENVIRON", "PROCINFO"};

// Reads a program of awk for signs outside of texts and patterns. Where a slash begins a pattern is told by
// what stands before it, as awk itself does.
class awk_reader {
public:
    explicit awk_reader(std::string_view program) noexcept : program_(program) {}

    bool reaches_out() noexcept {
        while (at_ < program_.size())
            if (!step()) return true;
        return false;
    }

private:
    // \return false: it reaches out, or cannot be read
    bool step() noexcept {
        const char byte = program_[at_];
        if (letter(byte)) return word();
        if (digit(byte)) {
            last_ = byte;
            while (at_ < program_.size() &&
                   (letter(program_[at_]) || digit(program_[at_]) || program_[at_] == '.'))
                ++at_;
            value_ = true;
            return true;
        }
        switch (byte) {
            case '"':
                value_ = true;
                last_ = '"';
                return skip_text('"');
            case '/':
                // Behind `)` it begins a pattern where a statement may follow, as in `if (x) /y/`.
                if (value_ && last_ == ')' && program_.find('/', at_ + 1) != std::string_view::npos)
                    return false;
                if (value_) break;
                // Behind `++` and `--` it divides, or begins a pattern.
                if (last_ == '+' || last_ == '-') return false;
                value_ = true;
                return skip_text('/');
            case '#': at_ = std::min(program_.find('\n', at_), program_.size()); return true;
            case '@':
            case '\\':
                // A continued line is a blank; anything else is none of awk's.
                if (!program_.substr(at_).starts_with("\\\n")) return false;
                at_ += 2;
                return true;
            case '|':
                if (!program_.substr(at_).starts_with("||")) return false;
                ++at_;
                break;
            case '>':
                if (prints_ && open_ == 0) return false;
                break;
            case '(': ++open_; break;
            case ')':
                if (open_ > 0) --open_;
                break;
            // The statement goes on in the next line.
            case '\n':
                if (last_ == ',' || last_ == '&' || last_ == '|' || last_ == '?' || last_ == ':') break;
                [[fallthrough]];
            case ';':
            case '{':
            case '}': prints_ = false; break;
            default: break;
        }
        if (byte != ' ' && byte != '\t' && byte != '\n') last_ = byte;
        if (byte != ' ' && byte != '\t') value_ = byte == ')' || byte == ']' || byte == '$';
        ++at_;
        return true;
    }

    bool word() noexcept {
        const auto from = at_;
        while (at_ < program_.size() && (letter(program_[at_]) || digit(program_[at_]))) ++at_;
        const auto text = program_.substr(from, at_ - from);
        last_ = 'a';
        if (std::find(std::begin(awk_words), std::end(awk_words), text) != std::end(awk_words)) return false;
        const bool print = text == "print" || text == "printf";
        if (print) {
            prints_ = true;
            open_ = 0;
        }
        value_ = !print && text != "return" && text != "in" && text != "else" && text != "do" &&
                 text != "exit" && text != "case";
        return true;
    }

    bool skip_text(char end) noexcept {
        bool in_brackets = false;
        for (++at_; at_ < program_.size(); ++at_) {
            const char byte = program_[at_];
            if (byte == '\n') return false;
            if (byte == '\\') {
                ++at_;
            } else if (byte == end) {
                // A slash between brackets ends the pattern for some, and not for others.
                if (in_brackets) return false;
                ++at_;
                return true;
            } else if (end == '/' && (byte == '[' || byte == ']')) {
                in_brackets = byte == '[';
            }
        }
        return false;
    }

    std::string_view program_;
    std::size_t at_ = 0;
    std::size_t open_ = 0;  // parentheses, in what is printed
    bool value_ = false;    // a value stands before: a slash divides it
    bool prints_ = false;
    char last_ = '\0';  // but blanks
};

// Whether a word stands in it, and is no part of a longer one.
bool has_word(std::string_view text, std::string_view wanted) noexcept {
    for (auto at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
        const auto end = at + wanted.size();
        const bool begins = at == 0 || (!letter(text[at - 1]) && !digit(text[at - 1]) && text[at - 1] != '.');
        const bool ends = end == text.size() || (!letter(text[end]) && !digit(text[end]));
        if (begins && ends) return true;
    }
    return false;
}

bool has_word_beginning(std::string_view text, std::string_view wanted) noexcept {
    for (auto at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1))
        if (at == 0 || (!letter(text[at - 1]) && !digit(text[at - 1]) && text[at - 1] != '.')) return true;
    return false;
}

// Words with which a statement begins that only shows rows.
constexpr std::string_view sql_looking[] = {"select", "explain", "show",  "describe",
                                            "desc",   "values",  "table", "with"};

// Functions that compute, of the programs that are in the catalogue; others read files, or load.
constexpr std::string_view sql_functions[] = {
    "abs",
    "avg",
    "cast",
    "ceil",
    "char",
    "coalesce",
    "concat",
    "count",
    "date",
    "datediff",
    "datetime",
    "date_trunc",
    "dense_rank",
    "exists",
    "extract",
    "floor",
    "from_unixtime",
    "group_concat",
    "hex",
    "ifnull",
    "iif",
    "in",
    "instr",
    "json_array_length",
    "json_extract",
    "json_type",
    "julianday",
    "lag",
    "lead",
    "length",
    "like",
    "lower",
    "ltrim",
    "max",
    "min",
    "now",
    "nullif",
    "over",
    "partition",
    "pg_database_size",
    "pg_relation_size",
    "pg_size_pretty",
    "pg_total_relation_size",
    "pragma_table_info",
    "printf",
    "quote",
    "random",
    "rank",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "strftime",
    "string_agg",
    "substr",
    "substring",
    "sum",
    "time",
    "to_char",
    "total",
    "trim",
    "typeof",
    "unixepoch",
    "upper",
    "using",
    "values",
    "as",
    "and",
    "or",
    "not",
    "on",
    "where",
    "from",
    "by",
    "select",
    "then",
    "when",
    "else",
    "between",
    "any",
    "all",
    "case",
    "union",
    "except",
    "intersect",
    "having",
    "limit",
};

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
    return std::any_of(words.begin(), words.end(), [text](std::string_view each) {
        return std::equal(text.begin(), text.end(), each.begin(), each.end(),
                          [](char left, char right) { return lower_case(left) == right; });
    });
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
    static bool any(effect does) noexcept { return does != effect::reads; }

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

}  // namespace

bool loosening_mode(std::string_view mode) noexcept {
    if (mode.size() >= 3 && mode.find_first_not_of("01234567") == std::string_view::npos) {
        const bool lends = mode.substr(0, mode.size() - 3).find_first_not_of('0') != std::string_view::npos;
        return lends || std::string_view("2367").find(mode.back()) != std::string_view::npos;
    }
    const auto sign = mode.find_first_of("+=");
    if (sign == std::string_view::npos || mode.find_first_not_of("ugoa+-=,rwxXst") != std::string_view::npos)
        return false;
    if (mode.find('s', sign) != std::string_view::npos) return true;
    const bool others = mode.substr(0, sign).find_first_of("oa") != std::string_view::npos;
    return others && mode.find('w', sign) != std::string_view::npos;
}

bool sed_script_reaches_out(std::string_view script) noexcept { return sed_reader(script).reaches_out(); }

bool sed_script_reads_files(std::string_view script) noexcept {
    sed_reader reader(script);
    return reader.reaches_out() || reader.reads_files();
}

bool awk_program_reaches_out(std::string_view program) noexcept { return awk_reader(program).reaches_out(); }

bool awk_program_names_operands(std::string_view program) noexcept {
    return has_word(program, "ARGV") || has_word(program, "ARGC") || has_word(program, "SYMTAB");
}

effect jq_filter_does(std::string_view filter) noexcept {
    effect does = effect::reads;
    // Blanks may stand behind the `$`.
    if (has_word(filter, "env") || has_word(filter, "ENV")) does = does | effect::secrets;
    if (has_word(filter, "modulemeta")) does = does | effect::loads;
    if (has_word(filter, "include") || has_word(filter, "import")) does = does | effect::loads;
    return does;
}

effect yq_expression_does(std::string_view expression) noexcept {
    effect does = jq_filter_does(expression);
    if (has_word(expression, "strenv") || has_word(expression, "envsubst")) does = does | effect::secrets;
    if (has_word_beginning(expression, "load")) does = does | effect::loads;
    if (has_word(expression, "system") || has_word(expression, "eval")) does = does | effect::evaluates;
    return does;
}

effect sql_does(std::string_view text) noexcept { return sql_reader(text).does(); }

}  // namespace assent::programs
