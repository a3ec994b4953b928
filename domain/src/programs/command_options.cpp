#include "command_options.hpp"

#include "../text/word_list.hpp"
#include "option_names.hpp"

#include <assent/domain/programs/program_use.hpp>
#include <assent/domain/programs/shell_runs.hpp>

#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace assent::programs {
namespace {

bool looks_as_option(const shell_word& word) noexcept {
    return word.text.size() > 1 && word.text.front() == '-' && word.text != "--";
}

}  // namespace

command_options::command_options(std::span<const shell_word> run)
    : roles(run.size(), role::operand), run_(run) {
    bool more = !run.empty();
    for (std::size_t wrappers = 0; more && wrappers <= max_wrapper_depth; ++wrappers) {
        const auto first = options.size();
        const auto inner = std::exchange(inner_, 0);
        base_ = std::max(base_, inner);
        unread_ = 0;
        const program_use use(run.subspan(base_), this);
        if (!use.known()) unread_ = base_ + 1;
        if (unread_ > 0) read_plainly(unread_);
        name_options(first);
        more = inner_ > base_;
    }
    if (more) read_plainly(inner_ + 1);
}

std::optional<shell_word> command_options::behind_equals(std::size_t word) const {
    const auto equals = run_[word].text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    auto value = run_[word];
    value.text.remove_prefix(equals + 1);
    return value;
}

// As it stands there, whatever it is.
void command_options::add_written(std::size_t word) {
    word += base_;
    roles[word] = role::option;
    const auto text = run_[word].text;
    options.push_back({.names = text.substr(0, text.find('=')), .word = word, .value = behind_equals(word)});
}

void command_options::add(std::string_view name, std::size_t word, std::optional<std::string_view> value,
                          std::size_t last, bool sure) {
    word += base_;
    last = std::min(last + base_, run_.size() - 1);
    option made{.names = name, .word = word, .sure = sure};
    if (value) {
        made.value = run_[word];
        made.value->text = *value;
    } else if (last > word) {
        made.value = run_[word + 1];
    }
    if (!sure) {
        // `--forc` may be another one that begins so.
        auto& written = *std::ranges::find(options, word, &option::word);
        written.listed = false;
        written.value = made.value;
    }
    options.push_back(made);
    if (roles[word] == role::operand) roles[word] = role::option;
    for (++word; word <= last; ++word) roles[word] = role::value;
}

void command_options::not_listed(std::size_t word) {
    word += base_;
    if (options.empty() || options.back().word != word) add_written(word - base_);
    options.back().listed = false;
    if (behind_equals(word) || word + 1 == run_.size() || looks_as_option(run_[word + 1])) return;
    if (run_[word + 1].text == "--") return;
    roles[word + 1] = role::either;
    options.back().value = run_[word + 1];
}

void command_options::unknown_subcommand(std::size_t word) {
    if (base_ + word >= run_.size()) return;
    roles[base_ + word] = role::no_command;
    unread_ = base_ + word + 1;
}

void command_options::runs_from(std::size_t word, bool program) {
    if (program)
        inner_ = base_ + word;
    else
        unread_ = base_ + word + 1;
}

// By no row: what begins with a dash is an option.
void command_options::read_plainly(std::size_t from) {
    for (auto word = from; word < run_.size(); ++word) {
        if (run_[word].text == "--") {
            roles[word] = role::end;
            return;
        }
        if (!looks_as_option(run_[word])) continue;
        add_written(word - base_);
        not_listed(word - base_);
    }
}

// The options from `first` on get all their names.
void command_options::name_options(std::size_t first) {
    boost::container::static_vector<std::string_view, max_named_words> operands;
    for (auto word = base_; word < run_.size() && operands.size() < max_named_words; ++word)
        if (roles[word] == role::operand || roles[word] == role::no_command)
            operands.push_back(run_[word].text);
    const bool pairs = find_option_names(operands, "=").has_value();
    for (auto word = base_ + 1; pairs && word < run_.size(); ++word)
        if (roles[word] == role::operand && behind_equals(word)) add_written(word - base_);
    for (auto each = first; each < options.size(); ++each) {
        const auto row = find_option_names(operands, options[each].names);
        if (!row) continue;
        auto named = options[each];
        named.names = row->names;
        named.short_for = !row->parts.empty();
        options[each] = named;
        if (!named.short_for) continue;
        named.short_for = false;
        each_between(row->parts, '+', [&](std::string_view part) {
            named.names = part;
            options.push_back(named);
        });
    }
}

}  // namespace assent::programs

namespace assent {

const programs::command_options& shell_runs::options(std::size_t run) const {
    options_.resize(runs_.size());
    if (!options_[run]) options_[run] = std::make_shared<const programs::command_options>((*this)[run]);
    return *options_[run];
}

}  // namespace assent
