#include "policy_json.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <utility>

namespace assent::detail {
namespace {

// Line breaks stay, for the line numbers; so does a lone CR, where some editors show a new line and others do
// not.
void blank(std::string& text, std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < to; ++at) {
        const bool lone_return = text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n');
        if (text[at] != '\n' && !lone_return) text[at] = ' ';
    }
}

// Behind the string that begins at `at`. One that is not closed ends with its line, where it is no JSON
// anyway.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '"') return at + 1;
        if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
    }
    return at;
}

// The key that all settings of Claude have which hold rules.
constexpr std::string_view claude_settings_key = "permissions";

constexpr bool white(char letter) noexcept { return letter == ' ' || letter == '\t' || letter == '\n'; }

// Whether a value may end with this letter, which is not white; `\0`: there is none.
constexpr bool ends_value(char letter) noexcept {
    return std::string_view("\0{[,:", 5).find(letter) == std::string_view::npos;
}

// Precondition: the comments are gone.
void blank_last_commas(std::string& text) {
    constexpr std::size_t none = std::string::npos;
    std::size_t comma = none;  // the last thing that was not white, where that is a comma behind a value
    char before = '\0';
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (white(letter)) {
            ++at;
            continue;
        }
        if (comma != none && (letter == '}' || letter == ']')) text[comma] = ' ';
        comma = letter == ',' && ends_value(before) ? at : none;
        before = letter;
        at = letter == '"' ? end_of_string(text, at) : at + 1;
    }
}

}  // namespace

bare_json without_comments(std::string_view text) {
    bare_json made{std::string(text)};
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        if (rest.front() == '"') {
            at = end_of_string(text, at);
        } else if (rest.starts_with("//")) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            blank(made.text, at, end);
            at = end;
        } else if (rest.starts_with("/*")) {
            const std::size_t close = text.find("*/", at + 2);
            if (close == std::string_view::npos) {
                made.unclosed_comment = at;
                return made;
            }
            blank(made.text, at, close + 2);
            at = close + 2;
        } else {
            if (rest.starts_with("\r\n")) made.text[at] = ' ';
            ++at;
        }
    }
    blank_last_commas(made.text);
    return made;
}

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
// Longest piece of the file in a message, in bytes.
constexpr std::size_t max_shown_bytes = 60;

std::string shown(std::string_view text) {
    const std::string safe = display_text(beginning_of(text, max_shown_bytes));
    const std::string_view begun = beginning_of(safe, max_shown_bytes);
    const bool whole = text.size() <= max_shown_bytes && begun.size() == safe.size();
    return std::string(begun).append(whole ? "" : "...");
}

std::string found(const json_place& at) {
    if (at.kind == json_kind::object) return "an object";
    if (at.kind == json_kind::array) return "a list";
    return shown(at.raw);
}

std::string member_path(const std::string& parent, std::string_view key) {
    const std::string name = valid_tool_name(key) ? std::string(key) : "\"" + shown(key) + "\"";
    return parent.empty() ? name : parent + "." + name;
}

// The elements of a list that a scan has accepted.
std::vector<std::string_view> elements_of(std::string_view list) {
    constexpr std::string_view white = " \t\n";
    std::vector<std::string_view> elements;
    std::size_t depth = 0;
    std::size_t begin = 1;
    bool in_string = false;
    for (std::size_t at = 0; at < list.size(); ++at) {
        const char letter = list[at];
        if (in_string) {
            if (letter == '\\') ++at;
            if (letter == '"') in_string = false;
            continue;
        }
        if (letter == '"') in_string = true;
        if (letter == '[' || letter == '{') ++depth;
        if (letter == ']' || letter == '}') --depth;
        if (!(letter == ',' && depth == 1) && at + 1 != list.size()) continue;
        const auto first = list.find_first_not_of(white, begin);
        if (first < at)
            elements.push_back(list.substr(first, list.find_last_not_of(white, at - 1) + 1 - first));
        begin = at + 1;
    }
    return elements;
}

}  // namespace

policy_json::policy_json(std::string_view text, std::string_view name)
    : name_(name), source_(text.substr(0, max_policy_bytes + 1)) {
    if (source_.size() > max_policy_bytes) return;
    auto bare = without_comments(source_);
    text_ = std::move(bare.text);
    unclosed_comment_ = bare.unclosed_comment;
    for (std::size_t at = 0; at < text_.size(); ++at)
        if (text_[at] == '\n') line_ends_.push_back(at);
}

// What has to be right before anything can be read.
bool policy_json::readable() {
    const std::string_view text = source_;
    if (text.size() > max_policy_bytes) {
        errors_.push_back({name_, 0, {}, "expected at most " + size_text(max_policy_bytes) + ", got more"});
    } else if (text.starts_with(byte_order_mark)) {
        add(0, {}, "expected UTF-8 without a byte order mark, got one");
    } else if (!valid_utf8(text)) {
        // A line break is never inside a character, so one line has a flaw of its own.
        std::size_t begin = 0;
        for (const std::size_t end : line_ends_) {
            if (!valid_utf8(text.substr(begin, end - begin))) break;
            begin = end + 1;
        }
        add(begin, {}, "expected UTF-8, got other bytes");
    } else if (unclosed_comment_) {
        add(*unclosed_comment_, {}, "expected `*/` after `/*`, got the end of the file");
    } else if (text_.find_first_not_of(" \t\r\n") == std::string::npos) {
        add(0, {}, "expected a JSON object, got an empty file");
    }
    return errors_.empty();
}

std::optional<json_place> policy_json::root() {
    if (!readable()) return std::nullopt;
    json_scanner scanner;
    const json_fault& fault = scanner.scan(text_, json_scanner::duplicates::outermost);
    const std::size_t begin = std::min(text_.find_first_not_of(" \t\n"), text_.size());
    const json_place all = remember({}, std::string_view(text_).substr(begin), scanner.kind());
    if (fault) {
        add({fault.flaw, fault.offset - std::min(begin, fault.offset), fault.key}, all);
        return std::nullopt;
    }
    if (all.kind == json_kind::object) return all;
    expected(all, "a JSON object");
    return std::nullopt;
}

bool policy_json::read_members(const json_place& at,
                               const std::function<void(std::string_view, const json_place&)>& read) {
    if (at.kind != json_kind::object) {
        expected(at, "an object");
        return false;
    }
    json_scanner scanner;
    if (const json_fault& fault = scanner.scan(at.raw, json_scanner::duplicates::outermost)) add(fault, at);
    for (const json_member& each : scanner.members())
        read(each.key, remember(member_path(at.path, each.key), each.value, each.kind));
    return true;
}

bool policy_json::read_object(const json_place& at, std::span<const known_key> known) {
    if (at.path.empty())
        for (const known_key& each : known) outer_keys_.emplace_back(each.name);
    return read_members(at, [&](std::string_view key, const json_place& member) {
        const auto which = std::ranges::find(known, key, &known_key::name);
        if (which == known.end()) {
            unknown_key(member, key, known);
        } else {
            which->read(member);
        }
    });
}

void policy_json::read_list(const json_place& at, const read_value& read) {
    if (at.kind != json_kind::array) return expected(at, "a list");
    const auto elements = elements_of(at.raw);
    for (std::size_t i = 0; i < elements.size(); ++i)
        read(remember(at.path + "[" + std::to_string(i) + "]", elements[i],
                      kind_of_value(elements[i].front())));
}

std::optional<bool> policy_json::flag(const json_place& at) {
    if (at.kind == json_kind::boolean) return at.raw == "true";
    expected(at, "true or false");
    return std::nullopt;
}

std::optional<std::string> policy_json::text(const json_place& at, std::string_view what) {
    if (at.kind != json_kind::string) {
        expected(at, what);
        return std::nullopt;
    }
    if (holds_nul(at.raw)) {
        wrong(at, "expected text without the character U+0000");
        return std::nullopt;
    }
    std::string scratch;
    return std::string(string_text(at.raw, scratch));
}

std::optional<std::size_t> policy_json::whole_number(const json_place& at, std::size_t least,
                                                     std::size_t most, std::string_view what) {
    std::optional<std::size_t> number;
    if (at.kind == json_kind::number) {
        const json_value parsed = parse_scanned(at.raw);
        if (parsed.is_uint64()) number = parsed.get_uint64();
        if (parsed.is_int64() && parsed.get_int64() >= 0)
            number = static_cast<std::size_t>(parsed.get_int64());
    }
    if (number && *number >= least && *number <= most) return number;
    expected(at, what);
    return std::nullopt;
}

std::optional<json_value> policy_json::value(const json_place& at) {
    json_scanner scanner;
    if (const json_fault& fault = scanner.scan(at.raw, json_scanner::duplicates::everywhere)) {
        add(fault, at);
        return std::nullopt;
    }
    return parse_scanned(at.raw);
}

std::optional<std::string> policy_json::quoted_word(const json_place& at,
                                                    std::span<const std::string_view> words) {
    return text(at, one_of_words(words));
}

void policy_json::unknown_word(const json_place& at, std::string_view word,
                               std::span<const std::string_view> words) {
    const std::string_view near = nearest_word(word, words);
    std::string message = "expected " + one_of_words(words) + ", got " + found(at);
    if (!near.empty()) message.append("; did you mean \"").append(near).append("\"?");
    wrong(at, std::move(message));
}

void policy_json::unknown_key(const json_place& at, std::string_view key, std::span<const known_key> known) {
    std::vector<std::string_view> names;
    for (const known_key& each : known) names.push_back(each.name);
    std::string meant = did_you_mean(key, names);
    if (const auto place = place_of(key); meant.empty() && !place.empty() && place != at.path)
        meant = "; did you mean `" + std::string(place) + "`?";
    if (key == claude_settings_key)
        meant = "; this is a settings file of Claude, and `assent import claude " + name_ +
                "` makes a policy of one";
    wrong(at, "unknown key" + (meant.empty() ? ", expected " + one_of_words(names) : meant));
}

std::string_view policy_json::place_of(std::string_view key) const {
    for (const std::string_view each : {"rules.allow", "rules.ask", "rules.deny"})
        if (each.ends_with(key) && each[each.size() - key.size() - 1] == '.') return each;
    const auto outer = std::ranges::find(outer_keys_, key);
    return outer == outer_keys_.end() ? std::string_view() : std::string_view(*outer);
}

void policy_json::expected(const json_place& at, std::string_view what) {
    wrong(at, std::string("expected ").append(what).append(", got ").append(found(at)));
}

void policy_json::wrong(const json_place& at, std::string message) {
    add(offset_of(at.raw.data()), at.path, std::move(message));
}

void policy_json::wrong(const std::string& where, std::string message) {
    std::string around = where;
    auto place = places_.find(around);
    while (place == places_.end() && !around.empty()) {
        const auto end = around.find_last_of(".[");
        around.resize(end == std::string::npos ? 0 : end);
        place = places_.find(around);
    }
    add(place == places_.end() ? 0 : place->second, where, std::move(message));
}

std::vector<policy_error> policy_json::take_errors() {
    std::ranges::stable_sort(errors_, {}, &policy_error::line);
    return std::exchange(errors_, {});
}

void policy_json::add(std::size_t offset, std::string where, std::string message) {
    if (errors_.size() >= max_policy_errors) return;
    errors_.push_back({name_, line_at(offset), std::move(where), std::move(message)});
}

void policy_json::add(const json_fault& fault, const json_place& in) {
    const std::size_t offset = offset_of(in.raw.data()) + fault.offset;
    if (fault.flaw == json_flaw::duplicate_key)
        return add(offset, member_path(in.path, fault.key), "expected each key once, got it again");
    if (fault.flaw != json_flaw::syntax)
        return add(offset, in.path, "expected JSON, got: " + std::string(to_string(fault.flaw)));
    if (offset >= text_.size())
        return add(offset, in.path, "expected JSON, got the end of the file too early");
    std::size_t end = offset + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    const std::string got = shown(text_.substr(offset, end - offset));
    if (text_[offset] == '\'') return add(offset, in.path, "expected `\"` instead of `'`");
    const auto last = std::string_view(text_).substr(0, offset).find_last_not_of(" \t\r\n");
    const bool behind_value = last != std::string_view::npos && ends_value(text_[last]);
    if (behind_value && text_[offset] == '"')
        return add(offset, in.path, "expected `,` in front of `" + got + "`");
    add(offset, in.path, "expected JSON, got an unexpected `" + got + "`");
}

json_place policy_json::remember(std::string path, std::string_view raw, json_kind kind) {
    places_.emplace(path, offset_of(raw.data()));
    return {std::move(path), raw, kind};
}

std::size_t policy_json::line_at(std::size_t offset) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin()) + 1;
}

std::size_t policy_json::line_of(const json_place& at) const { return line_at(offset_of(at.raw.data())); }

std::size_t policy_json::offset_of(const char* place) const noexcept {
    return static_cast<std::size_t>(place - text_.data());
}

}  // namespace assent::detail

namespace assent {

std::string without_json_comments(std::string_view text) { return detail::without_comments(text).text; }

}  // namespace assent
