#include "program_use.hpp"

#include "small_languages.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace assent::programs {
namespace {

using word = shell_runs::word;

struct kind_name {
    std::string_view name;
    part_kind kind;
    effect does;
};
constexpr kind_name kind_names[] = {
    {"text", part_kind::text, effect::looks},
    {"read", part_kind::read, effect::looks},
    {"write", part_kind::write, effect::writes},
    {"delete", part_kind::remove, effect::deletes},
    {"elsewhere", part_kind::elsewhere, effect::leads},
    {"address", part_kind::address, effect::looks},
    {"load", part_kind::load, effect::loads},
    {"code", part_kind::code, effect::evaluates},
    {"mode", part_kind::mode, effect::looks},
    {"sed", part_kind::sed, effect::looks},
    {"awk", part_kind::awk, effect::looks},
    {"jq", part_kind::jq, effect::looks},
    {"sql", part_kind::sql, effect::looks},
    {"make", part_kind::make, effect::looks},
    {"script", part_kind::script, effect::looks},
    {"program", part_kind::program, effect::looks},
    {"program;", part_kind::program_to_end, effect::looks},
    {"assign", part_kind::assign, effect::looks},
    {"shell", part_kind::shell, effect::looks},
    {"shells", part_kind::shells, effect::looks},
    {"either", part_kind::either, effect::looks},
    {"subcommand", part_kind::subcommand, effect::looks},
};

struct effect_name {
    std::string_view name;
    effect does;
};
constexpr effect_name effect_names[] = {
    {"looks", effect::looks},       {"writes", effect::writes},       {"deletes", effect::deletes},
    {"destroys", effect::destroys}, {"runs", effect::runs},           {"fetches", effect::fetches},
    {"sends", effect::sends},       {"installs", effect::installs},   {"rights", effect::rights},
    {"secrets", effect::secrets},   {"evaluates", effect::evaluates}, {"loads", effect::loads},
    {"leads", effect::leads},
};

// A kind with what is written behind it: `write*`, `text!writes*`.
struct kind_token {
    part_kind kind = part_kind::text;
    effect does = effect::looks;
    bool many = false;
    bool sound = false;
};

kind_token read_kind(std::string_view token) noexcept {
    kind_token read;
    if (token.ends_with('*')) {
        read.many = true;
        token.remove_suffix(1);
    }
    const auto mark = token.find('!');
    const auto kind = std::ranges::find(kind_names, token.substr(0, mark), &kind_name::name);
    if (kind == std::end(kind_names)) return read;
    read.kind = kind->kind;
    read.does = kind->does;
    read.sound = true;
    if (mark == std::string_view::npos) return read;
    const auto name = token.substr(mark + 1);
    const auto found = std::ranges::find(effect_names, name, &effect_name::name);
    read.sound = found != std::end(effect_names);
    if (read.sound) read.does = read.does | found->does;
    return read;
}

// One option of a row, as it is written there.
struct option_token {
    std::string_view name;  ///< with its dashes
    bool beginning = false;
    bool shortened = false;  ///< only a beginning of the name was given
    enum class value : unsigned char { none, needed, optional } takes = value::none;
    kind_token of_value{};
    effect does = effect::looks;
    bool replaces = false;  ///< the first operand
    bool sound = true;
};

option_token read_option(std::string_view token) noexcept {
    option_token read;
    if (token.ends_with('^')) {
        read.replaces = true;
        token.remove_suffix(1);
    }
    // The name itself may begin with one of these marks.
    const auto end = std::min(token.find_first_of("=[!", 1), token.size());
    read.name = token.substr(0, end);
    auto rest = token.substr(end);
    if (const auto mark = rest.find('!'); mark != std::string_view::npos) {
        const auto found = std::ranges::find(effect_names, rest.substr(mark + 1), &effect_name::name);
        read.sound = found != std::end(effect_names);
        if (read.sound) read.does = found->does;
        rest = rest.substr(0, mark);
    }
    if (rest.starts_with("[=") && rest.ends_with(']')) {
        read.takes = option_token::value::optional;
        rest = rest.substr(2, rest.size() - 3);
    } else if (rest.starts_with('=')) {
        read.takes = option_token::value::needed;
        rest.remove_prefix(1);
    } else {
        read.sound = read.sound && rest.empty();
    }
    if (read.takes != option_token::value::none) {
        read.of_value = read_kind(rest);
        read.sound = read.sound && read.of_value.sound && !read.of_value.many;
    } else if (read.name.size() > 1 && read.name.ends_with('*')) {
        read.beginning = true;
        read.name.remove_suffix(1);
    }
    return read;
}

// Calls `visit(std::string_view)` for each token until it returns true. \return whether it did
template <class Visit>
bool any_token(std::string_view text, const Visit& visit) {
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        if (end > 0 && visit(text.substr(0, end))) return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

bool is_cluster(std::string_view token) noexcept {
    return token.size() > 2 && token[0] == '-' && token[1] != '-' && token[2] != '=' && token[2] != '[' &&
           token[2] != '!' && token[2] != '*' && token[2] != '^';
}

std::optional<option_token> find_letter(std::string_view options, char letter) {
    std::optional<option_token> found;
    any_token(options, [&](std::string_view token) {
        if (token.size() < 2 || token[0] != '-' || token[1] == '-' || token == "-#") return false;
        if (token.ends_with('*')) return false;  // `-W*`, and `-*` too
        const auto letters = token.substr(1, is_cluster(token) ? token.find('!') - 1 : 1);
        if (letters.find(letter) == std::string_view::npos) return false;
        found = read_option(token);
        return true;
    });
    return found;
}

// All others of the kind stand among them: `-*` or `--*`.
bool has_all(std::string_view others, std::string_view options) {
    return any_token(options, [others](std::string_view token) { return token == others; });
}

std::optional<option_token> find_name(std::string_view options, std::string_view name) {
    std::optional<option_token> found;
    any_token(options, [&](std::string_view token) {
        if (token[0] != name[0] ||
            (token.size() > 1 && name.size() > 1 && token[1] != name[1] && token[1] != '*'))
            return false;
        const auto option = read_option(token);
        if (option.name == name && !option.beginning) {
            found = option;
            return true;
        }
        // Many programs take the beginning of a long name for it.
        const bool shortened = name.starts_with("--") && !option.beginning && option.name.starts_with(name);
        const bool begins = option.beginning && name.starts_with(option.name);
        // The more is said of it, the better.
        if (shortened || (begins && (!found || found->name.size() < option.name.size()))) {
            found = option;
            found->shortened = shortened;
        }
        return false;
    });
    return found;
}

bool has_number(std::string_view options) {
    return any_token(options, [](std::string_view token) { return token == "-#"; });
}

bool all_digits(std::string_view text) noexcept {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool assigns(std::string_view text) noexcept {
    const auto equals = text.find('=');
    return equals != std::string_view::npos && equals > 0 && text.front() != '-';
}

// What it does is told by reading it.
bool reads_script(part_kind kind) noexcept {
    return kind == part_kind::sed || kind == part_kind::awk || kind == part_kind::jq ||
           kind == part_kind::sql || kind == part_kind::make;
}

// What begins here belongs to another program.
bool ends_options(part_kind kind) noexcept {
    return kind == part_kind::script || kind == part_kind::program || kind == part_kind::shells ||
           kind == part_kind::either;
}

}  // namespace

bool names_program(part_kind kind) noexcept {
    return kind == part_kind::program || kind == part_kind::program_to_end || kind == part_kind::shell ||
           kind == part_kind::shells || kind == part_kind::either;
}

class program_use::reader {
public:
    reader(program_use& use, std::span<const word> run) noexcept : use_(use), run_(run) {}

    void read() {
        const auto* program = find_program(run_.front().text);
        if (program == nullptr || !run_.front().known) return;
        use_.row_ = &program->row();
        at_ = 1;
        while (takes_subcommand() && read_to_subcommand()) {
            from_ = at_;
            const auto* const inner = run_[at_].known ? program->subcommand(run_[at_].text) : nullptr;
            if (inner == nullptr) {
                doubt();
                // It may be the value of an option before it.
                if (!use_.unclear_) break;
                ++at_;
                continue;
            }
            program = inner;
            outer_ = use_.row_;
            use_.row_ = &program->row();
            ++at_;
        }
        use_.does_ = use_.does_ | use_.row_->does;
        if (!takes_subcommand()) read_rest();
        // Which of the words is the script?
        if (use_.unclear_ && takes_script()) add(effect::evaluates);
    }

private:
    using value = option_token::value;

    [[nodiscard]] bool takes_subcommand() const noexcept {
        return use_.row_->operands.starts_with("subcommand");
    }

    [[nodiscard]] bool takes_script() const {
        return any_token(use_.row_->operands, [](std::string_view each) {
            const auto kind = read_kind(each).kind;
            return kind == part_kind::sed || kind == part_kind::awk || kind == part_kind::sql;
        });
    }

    // An option that the row does not have; the next word may be its value.
    void unknown_option() {
        use_.unclear_ = true;
        doubt();
    }
    // Of the words from from_ to at_.
    void doubt() {
        for (std::size_t each = from_; each <= at_ && each < run_.size(); ++each)
            use_.doubtful_.push_back(each);
    }
    void add(effect does) {
        use_.does_ = use_.does_ | does;
        if (without(does, use_.row_->does) != effect::looks) doubt();
    }

    // \return whether a subcommand stands at at_
    bool read_to_subcommand() {
        for (; at_ < run_.size(); ++at_) {
            if (!is_option(run_[at_])) return true;
            option();
        }
        return false;
    }

    [[nodiscard]] static bool is_option(const word& each) noexcept {
        return each.text.size() > 1 && each.text.front() == '-' && each.text != "--";
    }

    void read_rest() {
        if (use_.row_->style == option_style::bare && at_ < run_.size() && !is_option(run_[at_]) &&
            bare_letters())
            ++at_;
        for (; at_ < run_.size(); ++at_) {
            const word& each = run_[at_];
            if (is_option(each)) {
                option();
            } else if (each.text == "--" && each.known && use_.row_->style != option_style::words) {
                ++at_;
                break;
            } else if ((each.text.starts_with('+') || each.text.starts_with('@')) && odd_beginning(each)) {
                continue;
            } else if (operand()) {
                return;
            }
        }
        for (; at_ < run_.size(); ++at_)
            if (operand()) return;
        finish_operands();
    }

    // `+%s`, `@file`
    bool odd_beginning(const word& each) {
        const auto found = find_name(use_.row_->options, each.text.substr(0, 1));
        if (!found) return false;
        from_ = at_;
        add(found->does);
        take(found->of_value, each.text.substr(1));
        return true;
    }

    void take(const kind_token& kind, std::string_view text) {
        add(kind.does);
        part_of(kind.kind, at_, text);
    }

    void part_of(part_kind kind, std::size_t at, std::string_view text) {
        const bool readable = at >= run_.size() || run_[at].known;
        switch (kind) {
            case part_kind::text: return;
            case part_kind::mode:
                if (loosening_mode(text)) add(effect::rights);
                return;
            case part_kind::sed:
                if (!readable) add(unknown_script(text));
                if (sed_script_reaches_out(text)) add(effect::evaluates);
                return;
            case part_kind::awk:
                if (!readable) add(unknown_script(text));
                if (awk_program_reaches_out(text)) add(effect::evaluates);
                return;
            case part_kind::write:
                // strace takes `|program` for a file.
                if (text.starts_with('|') || text.starts_with('!')) add(effect::evaluates);
                use_.parts_.push_back({kind, at, text});
                return;
            case part_kind::jq:
                if (!readable) return add(effect::evaluates);
                add(jq_filter_does(text));
                return;
            case part_kind::sql: add(readable ? sql_does(text) : effect::evaluates); return;
            case part_kind::make:
                // A variable decides what the rules of the file run.
                if (assigns(text)) add(effect::evaluates);
                return;
            default: use_.parts_.push_back({kind, at, text});
        }
    }

    // What is put into a text that has a form of its own, `s/$a/$b/`, seldom gives it another one.
    static effect unknown_script(std::string_view text) noexcept {
        return text.empty() || text.front() == '$' || text.front() == '`' ? effect::evaluates : effect::runs;
    }

    // The option at at_, with its value.
    void option() {
        const word& each = run_[at_];
        from_ = at_;
        // Its name is what the shell makes of it.
        const auto name_end = std::min(each.text.find('='), each.text.size());
        if (!each.known && each.text.substr(0, name_end).find_first_of("$*?[{") != std::string_view::npos)
            return unknown_option();
        if (use_.row_->style == option_style::words) return named(each.text, true);
        if (each.text.starts_with("--")) return named(each.text, false);
        letters(each.text.substr(1), false);
    }

    void named(std::string_view text, bool words) {
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        auto found = find(name);
        // `-name` and `--name` are the same to many programs whose options are words.
        if ((!found || found->beginning) && words && name.starts_with("--"))
            if (const auto single = find(name.substr(1)); single && (!found || !single->beginning))
                found = single;
        if (!found && words && has_number(use_.row_->options) && all_digits(text.substr(1))) return;
        if (!found && (text == "--help" || text == "--version")) return;
        if (!found) return unknown_option();
        use(*found, equals == std::string_view::npos || found->beginning
                        ? std::nullopt
                        : std::optional(text.substr(equals + 1)));
    }

    // Options of the program that stand behind its subcommand, too.
    [[nodiscard]] std::string_view outer_options() const noexcept {
        return outer_ != nullptr && outer_->operands.ends_with('*') ? outer_->options : std::string_view();
    }
    [[nodiscard]] std::optional<option_token> find(std::string_view name) const {
        auto found = find_name(use_.row_->options, name);
        if (!found || found->beginning)
            if (const auto outer = find_name(outer_options(), name); outer && (!found || !outer->beginning))
                found = outer;
        return found;
    }
    [[nodiscard]] bool has_others(std::string_view which) const {
        return has_all(which, use_.row_->options) || has_all(which, outer_options());
    }

    void use(const option_token& option, std::optional<std::string_view> given) {
        add(option.does);
        if (option.shortened && !has_others("--*")) doubt();
        use_.unclear_ = use_.unclear_ || (option.beginning && !given && option.name.size() <= 2);
        if (option.replaces && !replaced_) {
            replaced_ = true;
            ++operands_;
        }
        if (option.takes == value::none) {
            if (given) doubt();
            return;
        }
        if (!given && option.takes == value::optional) return;
        if (!given) {
            if (++at_ >= run_.size()) return doubt();
            if (option.of_value.kind == part_kind::program_to_end) return program_to_end();
            given = run_[at_].text;
        }
        const std::size_t parts = use_.parts_.size();
        if (names_program(option.of_value.kind)) doubt();
        take(option.of_value, *given);
        for (std::size_t each = parts; each < use_.parts_.size(); ++each) use_.parts_[each].of_option = true;
        // All words behind are the script's: `python -m pytest -c x`.
        if (option.of_value.kind == part_kind::script) at_ = run_.size();
    }

    void program_to_end() {
        doubt();
        use_.parts_.push_back({part_kind::program_to_end, at_, run_[at_].text, true});
        while (at_ < run_.size() && run_[at_].text != ";" && run_[at_].text != "+") ++at_;
    }

    // `-xvf FILE`. \param bare  no dash stands before them: values are the next words, in their order
    void letters(std::string_view cluster, bool bare) {
        const auto whole = run_[at_].text;
        if (!bare && has_number(use_.row_->options) && all_digits(cluster)) return;
        for (std::size_t each = 0; each < cluster.size(); ++each) {
            auto found = find_letter(use_.row_->options, cluster[each]);
            if (!found) found = find_letter(outer_options(), cluster[each]);
            if (!found && each == 0 && !bare) {
                const auto beginning = find_name(use_.row_->options, whole);
                if (beginning && beginning->name.size() > 1) return use(*beginning, std::nullopt);
            }
            if (!found && has_others("-*")) {
                use_.unclear_ = use_.unclear_ || each + 1 == cluster.size();
                continue;
            }
            if (!found) return unknown_option();
            const bool last = each + 1 == cluster.size();
            if (found->takes == value::none || bare) {
                use(*found, std::nullopt);
                continue;
            }
            if (last) return use(*found, std::nullopt);
            return use(*found, cluster.substr(each + 1));
        }
    }

    bool bare_letters() {
        const word& each = run_[at_];
        if (!each.known) return false;
        for (const char letter : each.text)
            if (!find_letter(use_.row_->options, letter)) return false;
        const auto at = at_;
        letters(each.text, true);
        return at_ >= at;
    }

    [[nodiscard]] std::size_t token_count() const {
        std::size_t count = 0;
        any_token(use_.row_->operands, [&](std::string_view) {
            ++count;
            return false;
        });
        return count;
    }
    [[nodiscard]] kind_token token(std::size_t wanted) const {
        kind_token found;
        any_token(use_.row_->operands, [&](std::string_view each) {
            if (wanted-- != 0) return false;
            found = read_kind(each);
            return true;
        });
        return found;
    }

    // \return whether all words from there on belong to it
    bool operand() {
        from_ = at_;
        const auto count = token_count();
        if (operands_ < count) {
            auto next = token(operands_);
            if (next.kind == part_kind::assign) {
                if (assigns(run_[at_].text)) {
                    use_.parts_.push_back({part_kind::assign, at_, run_[at_].text});
                    return false;
                }
                next = token(++operands_);
            }
            if (ends_options(next.kind)) {
                // `env` shows all variables where it has no program.
                use_.does_ = without(use_.does_, effect::secrets);
                take(next, run_[at_].text);
                return true;
            }
            if (!next.many) {
                ++operands_;
                take_operand(next);
                return false;
            }
        }
        many_.push_back(at_);
        return false;
    }

    void take_operand(const kind_token& kind) {
        const word& each = run_[at_];
        // Braces may make an option of it.
        if (!each.known && each.text.size() > 2 && each.text.front() == '{') return doubt();
        take(kind, each.text);
    }

    // Those behind the first `KIND*`.
    void finish_operands() {
        const auto count = token_count();
        const std::size_t behind = operands_ + 1 < count ? count - operands_ - 1 : 0;
        for (std::size_t each = 0; each < many_.size(); ++each) {
            from_ = at_ = many_[each];
            if (operands_ >= count) return doubt();
            const std::size_t left = many_.size() - each;
            take_operand(token(left > behind ? operands_ : count - left));
        }
    }

    program_use& use_;
    std::span<const word> run_;
    const program_row* outer_ = nullptr;  // the row of the program whose subcommand it is
    std::size_t from_ = 0;                // where the option or operand that is read begins
    std::size_t at_ = 0;
    std::size_t operands_ = 0;
    bool replaced_ = false;
    boost::container::small_vector<std::size_t, 8> many_;
};

program_use::program_use(std::span<const shell_runs::word> run) {
    if (!run.empty()) reader(*this, run).read();
    std::sort(doubtful_.begin(), doubtful_.end());
    doubtful_.erase(std::unique(doubtful_.begin(), doubtful_.end()), doubtful_.end());
}

effect may_add(const program_row& row) noexcept {
    effect adds = effect::looks;
    const auto add = [&adds](effect does, const kind_token& kind) {
        adds = adds | does | kind.does;
        if (names_program(kind.kind) || reads_script(kind.kind)) adds = adds | effect::evaluates;
    };
    any_token(row.options, [&add](std::string_view token) {
        const auto option = read_option(token);
        add(option.does, option.of_value);
        return false;
    });
    any_token(row.operands, [&add](std::string_view token) {
        add(effect::looks, read_kind(token));
        return false;
    });
    return adds;
}

bool can_do_more(const known_program& program) noexcept {
    return without(may_add(program.row()), program.row().does) != effect::looks ||
           program.any_subcommand([](const known_program& each) { return can_do_more(each); });
}

std::string effect_words(effect does) {
    std::string words;
    for (const auto& each : effect_names)
        if (each.does != effect::looks && (does & each.does) == each.does)
            words.append(words.empty() ? "" : ", ").append(each.name);
    return words.empty() ? "looks" : words;
}

std::string flaw_of(const program_row& row) {
    std::string flaw;
    any_token(row.options, [&](std::string_view token) {
        const bool front = token.front() == '-' || token.front() == '+' || token.front() == '@' ||
                           row.style == option_style::words;
        if (front &&
            (is_cluster(token) && row.style != option_style::words
                 ? token.find_first_of("=[") == std::string_view::npos
                 : true) &&
            read_option(token).sound)
            return false;
        flaw = "option `" + std::string(token) + "`";
        return true;
    });
    any_token(row.operands, [&](std::string_view token) {
        if (read_kind(token).sound) return false;
        flaw = "operand `" + std::string(token) + "`";
        return true;
    });
    return flaw;
}

}  // namespace assent::programs
