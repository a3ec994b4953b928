#include "wrapper_reading.hpp"

#include "../text/word_list.hpp"

#include <algorithm>

namespace assent::detail {
namespace {

using programs::option_form;
using programs::part_kind;

wrapper_reading::form form_of(part_kind kind) noexcept {
    using form = wrapper_reading::form;
    switch (kind) {
        case part_kind::program:
        case part_kind::task: return form::words;
        case part_kind::shell:
        case part_kind::shells: return form::shell;
        case part_kind::either: return form::either;
        default: return form::nothing;
    }
}

bool has_text(const option_form& option) noexcept {
    return option.takes != option_form::value::none && option.of_value.kind == part_kind::shell;
}

}  // namespace

wrapper_reading::wrapper_reading(const programs::known_program& program, const programs::known_program* outer)
    : form_(&program.form()), outer_(outer), words_(program.row().style == programs::option_style::words) {
    if (outer != nullptr && outer->form().options_go_on()) outer_form_ = &outer->form();
    for (const auto& operand : form_->operands()) {
        runs_ = form_of(operand.kind);
        runs_each_ = runs_ == form::shell && operand.many;
        if (runs_ != form::nothing) break;
        optional_operands_ = optional_operands_ || operand.many;
        if (operand.kind != part_kind::assign && operands_ < max_wrapper_operands) ++operands_;
    }
}

template <class Is>
bool wrapper_reading::any_option(const Is& is) const {
    return std::ranges::any_of(form_->options(), is) ||
           (outer_form_ != nullptr && std::ranges::any_of(outer_form_->options(), is));
}

bool wrapper_reading::has_text_options() const { return any_option(has_text); }

const option_form* wrapper_reading::letter(char letter) const noexcept {
    const auto* const found = form_->letter(letter);
    return found == nullptr && outer_form_ != nullptr ? outer_form_->letter(letter) : found;
}

option_reach wrapper_reading::reach_of(std::string_view option) const noexcept {
    using value = option_form::value;
    constexpr option_reach alone{1, 1};
    constexpr option_reach unclear{1, 2};
    if (option.size() < 2 || option == "--" || option.find('=') != std::string_view::npos) return alone;
    if (option[1] == '-' || words_) {
        const auto* const found = form_->name(option).option;
        if (found != nullptr && found->more_values > 0) return {1, 2U + found->more_values};
        if (option[1] == '-' || found == nullptr || found->takes == value::optional) return unclear;
        return found->takes == value::none ? alone : option_reach{2, 2};
    }
    for (std::size_t place = 1; place < option.size(); ++place) {
        const auto* const found = letter(option[place]);
        if (found == nullptr) {
            if (digit(option[place])) continue;
            return unclear;
        }
        if (found->takes == value::optional) return alone;
        if (found->takes != value::needed) continue;
        // What `-E"$(x)"` prints may be nothing.
        if (place + 1 < option.size()) return option[place + 1] == '$' ? unclear : alone;
        return {2, 2};
    }
    return alone;
}

std::size_t wrapper_reading::text_in(std::string_view option) const noexcept {
    if (option.size() < 2 || option.front() != '-') return std::string_view::npos;
    if (option[1] == '-' || words_) {
        const auto name = option.substr(0, option.find('='));
        const bool named = name.size() > 2 && any_option([name](const option_form& each) {
                               return has_text(each) && each.name.size() > 2 && each.name.starts_with(name);
                           });
        return named ? std::min(name.size() + 1, option.size()) : std::string_view::npos;
    }
    for (std::size_t place = 1; place < option.size(); ++place) {
        const auto* const found = letter(option[place]);
        if (found == nullptr) continue;
        if (has_text(*found)) return place + 1;
        if (found->takes != option_form::value::none) break;
    }
    return std::string_view::npos;
}

}  // namespace assent::detail
