#include "comparable_text.hpp"
#include "../match/url_target.hpp"
#include "../shell/shell_characters.hpp"

#include "../programs/run_finder.hpp"
#include "command_words.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>

namespace assent {
namespace {

std::size_t mixed(std::size_t sum, std::size_t part) noexcept {
    return (sum ^ part) * 0x9E3779B97F4A7C15U + (sum >> 29U);
}

std::size_t hash_of(const json_value& value) {
    if (value.is_string()) return std::hash<std::string_view>()(value.get_string());
    if (value.is_bool()) return value.get_bool() ? 2 : 1;
    if (value.is_null()) return 3;
    if (value.is_array()) {
        std::size_t sum = 4;
        for (const auto& element : value.get_array()) sum = mixed(sum, hash_of(element));
        return sum;
    }
    if (value.is_object()) {
        std::size_t sum = 5;
        for (const auto& member : value.get_object())
            sum += mixed(std::hash<std::string_view>()(member.key()), hash_of(member.value()));
        return sum;
    }
    if (value.is_int64()) return mixed(6, static_cast<std::size_t>(value.get_int64()));
    if (value.is_uint64()) return mixed(6, value.get_uint64());
    const double number = value.get_double();
    const bool whole = std::abs(number) < max_exact_number && std::trunc(number) == number;
    return whole ? mixed(6, static_cast<std::size_t>(static_cast<std::int64_t>(number)))
                 : mixed(7, std::hash<double>()(number));
}

std::size_t bytes_of(std::string_view word) noexcept { return word.size(); }
std::size_t bytes_of(const shell_runs::word& word) noexcept { return word.text.size(); }

// The most that the form of these words takes.
template <class Words>
std::size_t form_bytes(const Words& words) noexcept {
    std::size_t bytes = 0;
    for (const auto& word : words) bytes += bytes_of(word) + 1;
    return bytes;
}

// Scheme, host, port and the rest of what may be a URL, whatever it is.
struct rough_url {
    std::string_view host;
    std::string_view rest;
};

rough_url split_url(std::string_view text) noexcept {
    const auto mark = text.find(scheme_mark);
    if (mark != std::string_view::npos) text.remove_prefix(mark + scheme_mark.size());
    const auto end = std::min(text.find_first_of("/?#"), text.size());
    rough_url parts{text.substr(0, end), text.substr(end)};
    parts.host = parts.host.substr(0, parts.host.find(':'));
    if (parts.host.ends_with('.')) parts.host.remove_suffix(1);
    return parts;
}

}  // namespace

compared_as kind_of(const permission_rule::value_pattern& pattern) noexcept {
    return std::visit(
        [](const auto& each) {
            using pattern_type = std::decay_t<decltype(each)>;
            if constexpr (std::is_same_v<pattern_type, glob>) return compared_as::text;
            if constexpr (std::is_same_v<pattern_type, command_pattern>) return compared_as::command;
            if constexpr (std::is_same_v<pattern_type, path_pattern>) return compared_as::path;
            if constexpr (std::is_same_v<pattern_type, url_pattern>) return compared_as::url;
            return compared_as::value;
        },
        pattern);
}

std::string value_text(const json_value& value) {
    const std::size_t hash = hash_of(value);
    std::string text;
    for (unsigned bits = 0; bits < sizeof(hash) * 8; bits += 8)
        text += static_cast<char>(static_cast<unsigned char>(hash >> bits));
    return text;
}

bool may_be_unprovable(const json_value& value) {
    if (value.is_double()) return !(std::abs(value.get_double()) < max_exact_number);
    if (value.is_array())
        return std::any_of(value.get_array().begin(), value.get_array().end(), may_be_unprovable);
    if (value.is_object())
        return std::any_of(value.get_object().begin(), value.get_object().end(),
                           [](const auto& member) { return may_be_unprovable(member.value()); });
    return false;
}

comparable_text::comparable_text(const field_reading& field, compared_as kind, bool lenient,
                                 std::optional<std::size_t> command) {
    if (kind == compared_as::value) {
        if (field.what() != field_view::kind::other) return;
        const json_value value = field.value().value_or(nullptr);
        unsure_ = lenient && may_be_unprovable(value);
        const std::string text = value_text(value);
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        add_from(0);
        return;
    }
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
        case compared_as::url:
            if (lenient)
                read_caught_url(field.url());
            else
                read_allowed_url(field.url());
            break;
        case compared_as::value: break;
    }
}

void comparable_text::add_from(std::size_t from) {
    piece& made = pieces_.emplace_back();
    made.from = from;
    made.size = bytes_.size() - from;
}

void comparable_text::add_lower(std::string_view text) {
    const std::size_t from = bytes_.size();
    bytes_.resize(from + text.size());
    std::transform(text.begin(), text.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(from),
                   [](char byte) { return lower_case(byte); });
    add_from(from);
}

template <class Put>
void comparable_text::add_form(std::size_t most, const Put& put) {
    const std::size_t from = bytes_.size();
    bytes_.resize(from + most, boost::container::default_init);
    bytes_.resize(static_cast<std::size_t>(put(bytes_.data() + from) - bytes_.data()));
    add_from(from);
}

template <class Words>
void comparable_text::add_words(const Words& words) {
    const command_form form(false);
    add_form(form_bytes(words), [&](char* const begin) {
        char* to = begin;
        for (const std::string_view word : words) to = form.put(word, begin, to);
        return to;
    });
}

void comparable_text::add_command(std::string_view text, bool ignore_case) {
    add_form(text.size() + 1, [&](char* begin) { return command_form(ignore_case).put(text, begin, begin); });
}

void comparable_text::read_allowed_command(const field_reading& field, std::optional<std::size_t> command) {
    if (!command && !field.switches().allow_sees_through_wrappers && !field.bare().empty()) {
        one_command_ = true;
        pieces_.emplace_back().direct = field.bare().lines();
        return;
    }
    const shell_command& text = field.command();
    const std::size_t at = command.value_or(0);
    if (!command) add_command(field.text(), false);
    if (at >= text.size()) return;
    add_words(text[at]);
    // As a rule both are the same.
    if (!command && (*this)[0] == (*this)[1]) pieces_.pop_back();
    if (const auto wrapped = text.behind_wrapper(at); !wrapped.empty()) add_words(wrapped);
}

void comparable_text::add_run(std::span<const shell_runs::word> words, bool base_only) {
    const command_form form(true);
    add_form(form_bytes(words), [&](char* const begin) {
        char* to = begin;
        for (const auto& word : words) {
            const bool short_name = base_only && &word == &words.front();
            to = form.put(short_name ? detail::base_name(word.text) : word.text, begin, to);
            unsure_ = unsure_ || !word.known;
        }
        return to;
    });
}

// The text as it stands.
void comparable_text::add_caught_text(std::string_view text) {
    add_command(text, true);
    const auto begin = std::min(text.find_first_not_of(detail::blanks), text.size());
    const auto program =
        text.substr(begin, std::min(text.find_first_of(detail::blanks, begin), text.size()) - begin);
    if (program.find('/') != std::string_view::npos)
        add_command(text.substr(begin + program.size() - detail::base_name(program).size()), true);
}

// Programs are compared as they are named, and by their base names.
void comparable_text::read_caught_command(const field_reading& field) {
    const shell_runs& runs = field.runs();
    unsure_ = !runs.complete();
    // The form of a bare text is that of its run.
    if (!runs.bare()) add_caught_text(field.text());
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto words = runs[run];
        add_run(words, false);
        if (words.front().text.find('/') != std::string_view::npos) add_run(words, true);
        unsure_ = unsure_ || !runs.use(run).known() || !runs.use(run).unlisted().empty();
    }
}

void comparable_text::read_caught_path(const path_reading& path) {
    unsure_ = !path.one_spelling() || path.unresolvable();
    add_lower(path.raw());
    if (path.raw().size() > max_path_bytes || path.cwd().size() > max_path_bytes) unsure_ = true;
    if (path.normal() != path.raw()) add_lower(path.normal());
    if (!path.resolved().empty() && path.resolved() != path.raw()) add_lower(path.resolved());
}

void comparable_text::read_allowed_url(const url_reading& url) {
    if (!url.plain) return;
    for (const auto part : {url.host, url.path, url.tail})
        bytes_.insert(bytes_.end(), part.begin(), part.end());
    add_from(0);
}

const comparable_text& comparable_texts::of(std::string_view field, compared_as kind) {
    for (auto& each : first_) {
        if (!each.made) return each.made.emplace(call_->field(field), kind, lenient_, command_).text;
        if (each.made->field == field && each.made->kind == kind) return each.made->text;
    }
    if (!more_) more_.emplace();
    for (const auto& each : *more_)
        if (each.field == field && each.kind == kind) return each.text;
    return more_->emplace_back(call_->field(field), kind, lenient_, command_).text;
}

// Host and path with everything that tells how they are reached left out, and the whole text.
void comparable_text::read_caught_url(const url_reading& url) {
    unsure_ = !url.plain || !url.clean_path || url.address.is_address();
    const auto add = [this](std::string_view host, std::string_view path) {
        std::string text(host);
        if (!path.starts_with('/')) text += '/';
        add_lower(text.append(path));
    };
    const rough_url parts = split_url(url.text);
    add(parts.host, parts.rest);
    if (!url.normal_path.empty()) add(parts.host, url.normal_path);
    if (!url.plain) add(url.text, {});
}

}  // namespace assent
