#include <assent/domain/programs/program_use.hpp>

#include "catalogue.hpp"
#include "small_languages.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace assent::programs {
namespace {

using word = shell_word;

bool all_digits(std::string_view text) noexcept {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool assigns(std::string_view text) noexcept {
    const auto equals = text.find('=');
    return equals != std::string_view::npos && equals > 0 && text.front() != '-';
}

// What begins here belongs to another program.
bool ends_options(part_kind kind) noexcept {
    return kind == part_kind::script || kind == part_kind::task || kind == part_kind::program ||
           kind == part_kind::shells || kind == part_kind::either;
}

}  // namespace

class program_use::reader {
public:
    reader(program_use& use, std::span<const word> run) noexcept : use_(use), run_(run) {}

    void read(const known_program* program) {
        go_to(*program);
        at_ = 1;
        while (form_->takes_subcommand() && read_to_subcommand()) {
            from_ = at_;
            const auto* inner = run_[at_].known ? program->subcommand(run_[at_].text) : nullptr;
            const bool other = inner == nullptr && run_[at_].known && !use_.unclear_;
            if (other) inner = program->subcommand("*");
            if (inner == nullptr) {
                doubt();
                // It may be the value of an option before it.
                if (!use_.unclear_) break;
                ++at_;
                continue;
            }
            program = inner;
            outer_ = form_->options_go_on() ? form_ : nullptr;
            go_to(*program);
            if (!other || !runs_word_itself(*program)) ++at_;
        }
        use_.does_ = use_.does_ | use_.row().does;
        if (!form_->takes_subcommand()) read_rest();
        // Which of the words is the script?
        if (use_.unclear_ && takes_script()) add(effect::evaluates);
    }

private:
    using value = option_form::value;

    void go_to(const known_program& program) {
        use_.read_by_ = &program;
        form_ = &program.form();
    }

    [[nodiscard]] bool takes_script() const {
        return std::ranges::any_of(form_->operands(), [](const operand_form& each) {
            return each.kind == part_kind::sed || each.kind == part_kind::awk || each.kind == part_kind::sql;
        });
    }

    // An option that the row does not have; the next word may be its value.
    void unknown_option() {
        use_.unclear_ = true;
        doubt();
        // It may have code for a value.
        add(form_->options_add() & effect::evaluates);
    }
    // Of the words from from_ to at_.
    void doubt() {
        for (std::size_t each = from_; each <= at_ && each < run_.size(); ++each)
            use_.doubtful_.push_back(each);
    }
    void add(effect does) {
        use_.does_ = use_.does_ | does;
        if (without(does, use_.row().does) != effect::looks) doubt();
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
        if (use_.row().style == option_style::bare && at_ < run_.size() && !is_option(run_[at_]) &&
            bare_letters())
            ++at_;
        for (; at_ < run_.size(); ++at_) {
            const word& each = run_[at_];
            if (is_option(each)) {
                option();
            } else if (each.text == "--" && each.known && use_.row().style != option_style::words) {
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
        const auto* const found = form_->name(each.text.substr(0, 1)).option;
        if (found == nullptr) return false;
        from_ = at_;
        add(found->does);
        take(found->of_value, each.text.substr(1));
        return true;
    }

    void take(const operand_form& kind, std::string_view text) {
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
            case part_kind::task: kind = part_kind::script; [[fallthrough]];
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
        if (use_.row().style == option_style::words) return named(each.text, true);
        if (each.text.starts_with("--")) return named(each.text, false);
        letters(each.text.substr(1), false);
    }

    void named(std::string_view text, bool words) {
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        auto found = find(name);
        // `-name` and `--name` are the same to many programs whose options are words.
        if (listed_in_full(found) != sure::yes && words && name.starts_with("--"))
            if (const auto single = find(name.substr(1)); listed_in_full(single) > listed_in_full(found))
                found = single;
        if (found.option == nullptr && words && form_->numbers() && all_digits(text.substr(1))) return;
        if (found.option == nullptr && (text == "--help" || text == "--version")) return;
        if (found.option == nullptr) return unknown_option();
        if (found.shortened && !other_names()) doubt();
        use(*found.option, equals == std::string_view::npos || found.option->beginning
                               ? std::nullopt
                               : std::optional(text.substr(equals + 1)));
    }

    enum class sure : unsigned char { no, begins, yes };
    static sure listed_in_full(const row_form::named& found) noexcept {
        if (found.option == nullptr) return sure::no;
        return found.option->beginning ? sure::begins : sure::yes;
    }

    // Options of the program may stand behind its subcommand, too.
    [[nodiscard]] row_form::named find(std::string_view name) const {
        const auto found = form_->name(name);
        if (outer_ == nullptr || listed_in_full(found) == sure::yes) return found;
        const auto outer = outer_->name(name);
        return listed_in_full(outer) > listed_in_full(found) ? outer : found;
    }
    [[nodiscard]] const option_form* find_letter(char letter) const {
        const auto* const found = form_->letter(letter);
        return found == nullptr && outer_ != nullptr ? outer_->letter(letter) : found;
    }
    [[nodiscard]] bool other_names() const {
        return form_->other_names() || (outer_ != nullptr && outer_->other_names());
    }
    [[nodiscard]] bool other_letters() const {
        return form_->other_letters() || (outer_ != nullptr && outer_->other_letters());
    }

    void use(const option_form& option, std::optional<std::string_view> given) {
        add(option.does);
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
        if (at_ + option.more_values >= run_.size() && option.more_values > 0) doubt();
        at_ += option.more_values;
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
        if (!bare && form_->numbers() && all_digits(cluster)) return;
        for (std::size_t each = 0; each < cluster.size(); ++each) {
            const auto* const found = find_letter(cluster[each]);
            if (found == nullptr && each == 0 && !bare) {
                const auto* const beginning = form_->name(whole).option;
                if (beginning != nullptr && beginning->name.size() > 1) return use(*beginning, std::nullopt);
            }
            if (found == nullptr && other_letters()) {
                use_.unclear_ = use_.unclear_ || each + 1 == cluster.size();
                continue;
            }
            if (found == nullptr) return unknown_option();
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
            if (form_->letter(letter) == nullptr) return false;
        const auto at = at_;
        letters(each.text, true);
        return at_ >= at;
    }

    // \return whether all words from there on belong to it
    bool operand() {
        from_ = at_;
        const auto& kinds = form_->operands();
        if (operands_ < kinds.size()) {
            auto next = kinds[operands_];
            if (next.kind == part_kind::assign) {
                if (assigns(run_[at_].text)) {
                    use_.parts_.push_back({part_kind::assign, at_, run_[at_].text});
                    return false;
                }
                if (++operands_ == kinds.size()) {
                    many_.push_back(at_);
                    return false;
                }
                next = kinds[operands_];
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

    void take_operand(const operand_form& kind) {
        const word& each = run_[at_];
        // Braces may make an option of it.
        if (!each.known && each.text.size() > 2 && each.text.front() == '{') return doubt();
        take(kind, each.text);
    }

    // Those behind the first `KIND*`.
    void finish_operands() {
        const auto& kinds = form_->operands();
        const auto count = kinds.size();
        const std::size_t behind = operands_ + 1 < count ? count - operands_ - 1 : 0;
        for (std::size_t each = 0; each < many_.size(); ++each) {
            from_ = at_ = many_[each];
            if (operands_ >= count) return doubt();
            const std::size_t left = many_.size() - each;
            take_operand(kinds[left > behind ? operands_ : count - left]);
        }
    }

    program_use& use_;
    std::span<const word> run_;
    const row_form* form_ = nullptr;
    const row_form* outer_ = nullptr;  // of the program whose subcommand it is, where its options go on
    std::size_t from_ = 0;             // where the option or operand that is read begins
    std::size_t at_ = 0;
    std::size_t operands_ = 0;
    bool replaced_ = false;
    boost::container::small_vector<std::size_t, 8> many_;
};

program_use::program_use(std::span<const word> run) {
    if (run.empty() || !run.front().known) return;
    program_ = find_program(run.front().text);
    if (program_ == nullptr) return;
    reader(*this, run).read(program_);
    std::sort(doubtful_.begin(), doubtful_.end());
    doubtful_.erase(std::unique(doubtful_.begin(), doubtful_.end()), doubtful_.end());
}

const program_row& program_use::row() const noexcept { return read_by_->row(); }

effect program_use::beyond() const noexcept { return without(does_, row().does); }

}  // namespace assent::programs
