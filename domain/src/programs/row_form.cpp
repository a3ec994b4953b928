#include "row_form.hpp"

#include "../text/word_list.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace assent::programs {
namespace {

// What a part of that kind adds to what the program does.
effect effect_of(part_kind kind) noexcept {
    switch (kind) {
        case part_kind::write:
        case part_kind::setting_value: return effect::writes;
        case part_kind::remove: return effect::deletes;
        case part_kind::list: return effect::outside;
        case part_kind::elsewhere: return effect::leads;
        case part_kind::load: return effect::loads;
        case part_kind::code: return effect::evaluates;
        default: return effect::reads;
    }
}

struct effect_name {
    std::string_view name;
    effect does;
};
constexpr effect_name effect_names[] = {
    {"reads", effect::reads},         {"writes", effect::writes},       {"deletes", effect::deletes},
    {"destroys", effect::destroys},   {"runs", effect::runs},           {"fetches", effect::fetches},
    {"sends", effect::sends},         {"installs", effect::installs},   {"rights", effect::rights},
    {"secrets", effect::secrets},     {"evaluates", effect::evaluates}, {"loads", effect::loads},
    {"leads", effect::leads},         {"looks", effect::looks},         {"outside", effect::outside},
    {"recurses", effect::recurses},   {"follows", effect::follows},     {"scatters", effect::scatters},
    {"names", effect::names},         {"passes", effect::passes},       {"mixes", effect::mixes},
    {"links", effect::links},         {"settings", effect::settings},   {"keeps", effect::keeps},
    {"answers", effect::answers},     {"numbers", effect::numbers},     {"hashes", effect::hashes},
    {"here", effect::here},           {"named", effect::named},         {"served", effect::served},
    {"on_demand", effect::on_demand},
};

// `!looks!outside`; nothing: a name of none.
std::optional<effect> read_effects(std::string_view marks) noexcept {
    auto does = effect::reads;
    while (!marks.empty()) {
        marks.remove_prefix(1);
        const auto end = std::min(marks.find('!'), marks.size());
        const auto named = std::ranges::find(effect_names, marks.substr(0, end), &effect_name::name);
        if (named == std::end(effect_names)) return std::nullopt;
        does = does | named->does;
        marks.remove_prefix(end);
    }
    return does;
}

constexpr std::string_view replacing = "replace";  // a `write`

std::optional<part_kind> kind_named(std::string_view name) noexcept {
    return name == replacing ? part_kind::write : parse_word<part_kind>(name);
}

operand_form read_kind(std::string_view token) noexcept {
    operand_form read;
    if (token.ends_with('*')) {
        read.many = true;
        token.remove_suffix(1);
    }
    const auto mark = token.find('!');
    const auto kind = kind_named(token.substr(0, mark));
    if (!kind) return read;
    read.kind = *kind;
    read.does = effect_of(*kind);
    read.replaces = token.substr(0, mark) == replacing;
    const auto more = read_effects(token.substr(std::min(mark, token.size())));
    read.sound = more.has_value();
    read.does = read.does | more.value_or(effect::reads);
    return read;
}

option_form option_of(std::string_view token) noexcept {
    option_form read;
    if (token.ends_with('^')) {
        read.replaces = true;
        token.remove_suffix(1);
    }
    // The name itself may begin with one of these marks.
    auto end = std::min(token.find_first_of("=[!:", 1), token.size());
    // So may what is no kind: `-XX:+UseG1GC`.
    if (token.substr(end).starts_with(':') &&
        !kind_named(token.substr(end + 1, token.find('!', end) - end - 1)))
        end = std::min(token.find_first_of("=[!", end), token.size());
    read.name = token.substr(0, end);
    auto rest = token.substr(end);
    if (const auto mark = rest.find('!'); mark != std::string_view::npos) {
        const auto more = read_effects(rest.substr(mark));
        read.sound = more.has_value();
        read.does = more.value_or(effect::reads);
        rest = rest.substr(0, mark);
    }
    if (rest.starts_with("[=") && rest.ends_with(']')) {
        read.takes = option_form::value::optional;
        rest = rest.substr(2, rest.size() - 3);
    } else if (rest.starts_with('=') || rest.starts_with(':')) {
        read.glued = rest.front() == ':';
        read.takes = option_form::value::needed;
        rest.remove_prefix(1);
        for (auto plus = rest.find('+'); plus != std::string_view::npos; plus = rest.find('+', plus + 1)) {
            ++read.more_values;
            read.last_value = read_kind(rest.substr(plus + 1, rest.find('+', plus + 1) - plus - 1));
            read.sound = read.sound && read.last_value.sound;
        }
        rest = rest.substr(0, rest.find('+'));
    } else {
        read.sound = read.sound && rest.empty();
    }
    if (read.takes != option_form::value::none) {
        read.of_value = read_kind(rest);
        read.sound = read.sound && read.of_value.sound;
    }
    return read;
}

// Letters behind one dash, such as `-abc`.
bool is_cluster(std::string_view token) noexcept {
    return token.size() > 2 && token[0] == '-' && token[1] != '-' && token[2] != '=' && token[2] != '[' &&
           token[2] != '!' && token[2] != '*' && token[2] != '^';
}

effect adds(effect does, const operand_form& form) noexcept {
    const bool runs = names_program(form.kind) || reads_script(form.kind) || form.kind == part_kind::task;
    return does | form.does | (runs ? effect::evaluates : effect::reads);
}

}  // namespace

row_form::row_form(const program_row& row) {
    each_between(row.options, ' ', [&](std::string_view token) {
        if (!token.empty()) read_option(token, row.style);
    });
    each_between(row.operands, ' ', [&](std::string_view token) {
        if (!token.empty()) read_operand(token);
    });
    for (std::size_t place = 0; place < options_.size(); ++place)
        if (!options_[place].glued) by_name_.push_back(place);
    std::ranges::stable_sort(by_name_, {}, [&](std::size_t place) { return options_[place].name; });
}

void row_form::read_option(std::string_view token, option_style style) {
    if (token == "|") {
        list_begins_ = options_.size();
        return;
    }
    numbers_ = numbers_ || token == "-#";
    const auto option = option_of(token);
    if (option.name.size() == 4 && option.name[2] == '&') {
        pairs_.push_back({option.name[1], option.name[3], option.does});
        if (!option.sound) flaw_ = "option `" + std::string(token) + "`";
        return;
    }
    options_add_ = options_add_ | adds(option.does, option.of_value);
    const bool cluster = is_cluster(token);
    const bool begins = token.front() == '-' || token.front() == '+' || token.front() == '@';
    const bool words = style == option_style::words;
    const bool bare_letter = style == option_style::bare && option.name.size() == 1;
    if (!option.sound || (!begins && !words && !bare_letter) ||
        (cluster && !words && option.takes != option_form::value::none))
        flaw_ = "option `" + std::string(token) + "`";
    const auto stands = [&](const option_form& before) {
        return before.name == option.name && before.glued == option.glued;
    };
    if (std::any_of(options_.begin() + static_cast<std::ptrdiff_t>(list_begins_), options_.end(), stands))
        flaw_ = "option `" + std::string(token) + "` once more";
    options_.push_back(option);
    const bool letters = token.size() > 1 && token[0] == '-' && token[1] != '-' && token != "-#" &&
                         !option.glued && options_.size() < 256;
    if (!letters) return;
    for (const char each : cluster ? option.name.substr(1) : option.name.substr(1, 1)) {
        auto& place = letters_[static_cast<unsigned char>(each) % letters_.size()];
        if (place > list_begins_ && !words && flaw_.empty())
            flaw_ = "letter `" + std::string(1, each) + "` once more";
        place = place == 0 ? static_cast<std::uint8_t>(options_.size()) : place;
    }
}

void row_form::read_operand(std::string_view token) {
    const auto operand = read_kind(token);
    if (!operand.sound) flaw_ = "operand `" + std::string(token) + "`";
    if (operand.kind == part_kind::fed_shell || operand.kind == part_kind::fed_code) {
        fed_ = operand.kind;
        return;
    }
    if (operand.kind == part_kind::fed_commands) {
        fed_commands_ = true;
        return;
    }
    if (operand.kind == part_kind::fed_data || operand.kind == part_kind::fed_sends) {
        input_ = operand.kind;
        return;
    }
    if (operand.kind == part_kind::covers) {
        covers_ = operand.does;
        return;
    }
    if (operand.kind == part_kind::none) {
        none_ = operand.does;
        return;
    }
    operands_add_ = operands_add_ | adds(effect::reads, operand);
    operands_.push_back(operand);
}

const option_form* row_form::letter(char letter) const noexcept {
    if (static_cast<unsigned char>(letter) >= letters_.size()) return nullptr;
    const auto place = letters_[static_cast<unsigned char>(letter)];
    return place == 0 ? nullptr : &options_[place - 1U];
}

row_form::named row_form::name(std::string_view name) const noexcept {
    const auto name_at = [&](std::size_t place) { return options_[place].name; };
    auto next = std::ranges::lower_bound(by_name_, name, {}, name_at);
    if (next != by_name_.end() && name_at(*next) == name) return {&options_[*next], false};
    // Many programs take the beginning of a long name for it.
    std::optional<std::size_t> begun;
    for (; name.starts_with("--") && next != by_name_.end() && name_at(*next).starts_with(name); ++next)
        begun = std::max(begun.value_or(0), *next);
    return begun ? named{&options_[*begun], true} : named{};
}

const option_form* row_form::glued(std::string_view word) const noexcept {
    const option_form* longest = nullptr;
    for (const auto& option : options_)
        if (option.glued && word.starts_with(option.name) && word.size() > option.name.size() &&
            (longest == nullptr || longest->name.size() < option.name.size()))
            longest = &option;
    return longest;
}

bool names_standard_input(std::string_view file) noexcept {
    if (file == "-") return true;
    const bool special =
        file.find("dev/") != std::string_view::npos || file.find("proc/") != std::string_view::npos;
    const bool leads_up = file.find("..") != std::string_view::npos;
    const auto first = std::min(file.find_first_not_of("/."), file.size());
    return special && (leads_up || (file.starts_with('/') && (file.substr(first).starts_with("dev/") ||
                                                              file.substr(first).starts_with("proc/"))));
}

std::string effect_words(effect does) {
    std::string words;
    for (const auto& each : effect_names)
        if (each.does != effect::reads && (does & each.does) == each.does)
            words.append(words.empty() ? "" : ", ").append(each.name);
    return words.empty() ? "reads" : words;
}

}  // namespace assent::programs
