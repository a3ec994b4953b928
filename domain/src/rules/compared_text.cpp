#include "compared_text.hpp"

#include "../match/url_target.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "caught_command.hpp"

#include <algorithm>

namespace assent {
namespace {

// The host of what may be a URL, whatever it is.
std::string_view rough_host(std::string_view text) noexcept {
    const auto mark = text.find(scheme_mark);
    if (mark != std::string_view::npos) text.remove_prefix(mark + scheme_mark.size());
    text = text.substr(0, text.find_first_of("/?#:"));
    if (text.ends_with('.')) text.remove_suffix(1);
    return text;
}

std::string_view first_word(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(detail::blanks), text.size()));
    return text.substr(0, text.find_first_of(detail::blanks));
}

}  // namespace

compared_text::compared_text(const field_reading& field, compared_as kind, bool lenient,
                             std::optional<std::size_t> command) {
    if (field.what() != field_view::kind::string) {
        unsure_ = lenient && field.what() == field_view::kind::other;
        return;
    }
    switch (kind) {
        case compared_as::text: pieces_.push_back({field.text()}); break;
        case compared_as::command:
            if (lenient)
                read_caught_command(field);
            else
                read_allowed_command(field, command);
            break;
        case compared_as::path:
            if (lenient)
                read_caught_path(field.path());
            else if (!field.path().clean().empty())
                add_lower(field.path().clean());
            break;
        case compared_as::url: read_url(field.url(), lenient); break;
        case compared_as::value: break;
    }
}

void compared_text::add_from(std::size_t from) {
    piece& made = pieces_.emplace_back();
    made.from = from;
    made.size = bytes_.size() - from;
}

void compared_text::add_lower(std::string_view text) {
    const std::size_t from = bytes_.size();
    bytes_.resize(from + text.size(), boost::container::default_init);
    std::ranges::transform(text, bytes_.begin() + static_cast<std::ptrdiff_t>(from),
                           [](char byte) { return lower_case(byte); });
    add_from(from);
}

void compared_text::leave_out_again() {
    const std::size_t last = size() - 1;
    for (std::size_t earlier = 0; earlier < last; ++earlier)
        if ((*this)[earlier] == (*this)[last]) return pieces_.pop_back();
}

void compared_text::add_words(std::span<const std::string_view> words) {
    const std::size_t from = bytes_.size();
    for (const auto word : words) add_word(bytes_, word);
    add_from(from);
}

void compared_text::read_allowed_command(const field_reading& field, std::optional<std::size_t> command) {
    const shell_command& text = field.command();
    one_command_ = !command && text.bare();
    if (const auto whole = field.text(); !command) add_words({&whole, 1});
    const std::size_t place = command.value_or(0);
    if (place >= text.size()) return;
    // A bare text is its words.
    if (!one_command_) add_words(text[place]);
    if (const auto wrapped = text.behind_wrapper(place); !wrapped.empty()) add_words(wrapped);
}

void compared_text::read_caught_command(const field_reading& field) {
    const shell_runs& runs = field.runs();
    // Names of programs stand anywhere in code.
    unsure_ = !runs.complete() || runs.holds_code();
    if (!runs.bare()) add_lower(detail::base_name(first_word(field.text())));
    detail::each_named_program(runs, [this](std::string_view name, bool known) {
        add_lower(detail::base_name(name));
        leave_out_again();
        unsure_ = unsure_ || !known;
    });
}

void compared_text::read_caught_path(const path_reading& path) {
    unsure_ = !path.one_spelling() || path.unresolvable();
    add_lower(path.raw());
    if (path.raw().size() > max_path_bytes || path.cwd().size() > max_path_bytes) unsure_ = true;
    if (path.normal() != path.raw()) add_lower(path.normal());
    if (!path.resolved().empty() && path.resolved() != path.raw()) add_lower(path.resolved());
}

void compared_text::read_url(const url_reading& url, bool lenient) {
    unsure_ = lenient && (!url.plain || !url.clean_path || url.address.is_address());
    if (url.plain) return pieces_.push_back({url.host});
    if (!lenient) return;
    add_lower(rough_host(url.text));
    add_lower(url.text);
}

const compared_text* compared_texts::find(std::string_view field, compared_as kind) {
    const auto is_it = [&](const entry& made) { return made.kind == kind && made.field == field; };
    slot* free = nullptr;
    for (auto& first : first_) {
        if (first.made && is_it(*first.made)) return &first.made->text;
        if (!first.made && free == nullptr) free = &first;
    }
    if (more_)
        for (const auto& other : *more_)
            if (is_it(other)) return &other.text;
    const bool of_other = command_ && kind == compared_as::command && field != command_field_;
    const field_reading& reading = call_->field(field);
    if (of_other || reading.what() == field_view::kind::absent) return nullptr;
    if (free != nullptr) return &free->made.emplace(reading, kind, lenient_, command_).text;
    if (!more_) more_.emplace();
    return &more_->emplace_back(reading, kind, lenient_, command_).text;
}

}  // namespace assent
