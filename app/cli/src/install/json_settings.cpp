#include "json_settings.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace assent::cli::json_settings {
namespace {

constexpr std::string_view key_hooks = "hooks";
constexpr std::string_view json_blanks = " \t\r\n";
constexpr std::string_view usual_indent = "  ";

// ---- Where things stand. All positions are bytes of a text that the scanner has accepted.

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(json_blanks, at), text.size());
}

std::size_t skip_string(std::string_view text, std::size_t at) {
    for (++at; text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
    return at + 1;
}

std::size_t skip_value(std::string_view text, std::size_t at) {
    if (text[at] == '"') return skip_string(text, at);
    if (text[at] != '{' && text[at] != '[')
        return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
    std::size_t depth = 0;
    do {
        if (text[at] == '"') {
            at = skip_string(text, at);
            continue;
        }
        if (text[at] == '{' || text[at] == '[') ++depth;
        if (text[at] == '}' || text[at] == ']') --depth;
        ++at;
    } while (depth > 0);
    return at;
}

// A member of an object, or an element of an array.
struct item {
    std::size_t begin;  // of its key, where it has one
    std::size_t value;
    std::size_t end;
};

struct container {
    std::size_t open;
    std::vector<item> items;
    std::size_t close;
};

container container_at(std::string_view text, std::size_t open) {
    container found{open, {}, 0};
    const bool keys = text[open] == '{';
    std::size_t at = skip_blanks(text, open + 1);
    while (text[at] != '}' && text[at] != ']') {
        item each{at, at, 0};
        if (keys) each.value = skip_blanks(text, skip_blanks(text, skip_string(text, at)) + 1);
        each.end = skip_value(text, each.value);
        found.items.push_back(each);
        at = skip_blanks(text, each.end);
        if (text[at] == ',') at = skip_blanks(text, at + 1);
    }
    found.close = at;
    return found;
}

// ---- What is known of a text

// A file without a word is as `{}`.
bool says_no_word(std::string_view text) {
    return text.find_first_not_of(json_blanks, begin_of_text(text)) == text.npos;
}

// The scanner takes no carriage return. One at the end of a line means nothing to any reader of JSON, so a
// blank may stand in its place, as in that of a byte-order mark: where things are stays the same.
std::string for_scanner(std::string_view text) {
    std::string copy(text);
    copy.replace(0, begin_of_text(text), begin_of_text(text), ' ');
    for (std::size_t at = 0; (at = copy.find("\r\n", at)) != std::string::npos;) copy[at] = ' ';
    return copy;
}

// Where the flaw stands, and what it is where that is a habit from elsewhere.
[[noreturn]] void refuse(std::string_view text, const json_fault& fault) {
    const auto before = text.substr(0, fault.offset);
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto column = before.size() - (before.rfind('\n') + 1) + 1;
    const auto last = before.find_last_not_of(json_blanks);
    const auto rest = text.substr(before.size());
    std::string_view habit;
    if (rest.starts_with("//") || rest.starts_with("/*"))
        habit = ": JSON has no comments, and Claude reads none either";
    else if (last != before.npos && before[last] == ',' && (rest.starts_with('}') || rest.starts_with(']')))
        habit = ": JSON has no comma behind the last, and Claude reads none either";
    throw unfit_settings(
        fmt::format("{} at line {}, column {}{}", to_string(fault.flaw), line, column, habit));
}

struct scanned {
    std::unique_ptr<const std::string> copy;  // the scanner points into it
    json_scanner scanner;
    std::size_t outermost = 0;
    std::optional<std::size_t> object;
    std::optional<std::size_t> array;
};

std::optional<std::size_t> position(std::string_view text, const json_member* member) {
    if (member == nullptr) return std::nullopt;
    return static_cast<std::size_t>(member->value.data() - text.data());
}

void require_kind(const json_member* member, json_kind kind, std::string_view key) {
    if (member != nullptr && member->kind != kind)
        throw unfit_settings(
            fmt::format("{}: expected an {}, got {}", key, to_string(kind), to_string(member->kind)));
}

void require_object(const json_scanner& whole) {
    if (whole.kind() != json_kind::object)
        throw unfit_settings(fmt::format("expected a JSON object, got {}", to_string(whole.kind())));
}

// \param outer, inner  keys of an object, and of an array in it
scanned scan(std::string_view text, std::string_view outer, std::string_view inner) {
    scanned found{std::make_unique<const std::string>(for_scanner(text)), {}, 0, {}, {}};
    if (says_no_word(text)) return found;
    const std::array<std::string_view, 2> path{outer, inner};
    if (const auto& fault = found.scanner.scan(*found.copy, json_scanner::duplicates::everywhere, path))
        refuse(*found.copy, fault);
    require_object(found.scanner);
    found.outermost = skip_blanks(text, begin_of_text(text));
    const auto* const object = found.scanner.find(outer);
    require_kind(object, json_kind::object, outer);
    const auto* const array = found.scanner.members(1).find(inner);
    require_kind(array, json_kind::array, fmt::format("{}.{}", outer, inner));
    found.object = position(*found.copy, object);
    found.array = position(*found.copy, array);
    return found;
}
scanned scan(std::string_view text, std::string_view event) { return scan(text, key_hooks, event); }

// Where a hook stands: in which array, and where there.
struct standing {
    std::size_t array;
    std::size_t index;
    found_hook hook;
};

// The words of a hook that an agent starts without a shell; nothing: there is no list of words.
std::optional<std::vector<std::string>> exec_words(const std::string& program, std::string_view list) {
    json_scanner scanner;
    if (scanner.scan(list, json_scanner::duplicates::everywhere)) return std::nullopt;
    std::vector<std::string> words{program};
    const auto arguments = parse_scanned(list);
    for (const auto& each : arguments.as_array()) {
        if (!each.is_string()) return std::nullopt;
        words.emplace_back(std::string_view(each.get_string()));
    }
    return words;
}

}  // namespace

std::optional<found_hook> hook_in(const hook_place& place, std::string_view raw) {
    json_scanner members;
    const std::string value = for_scanner(raw);
    if (!value.starts_with('{') || members.scan(value, json_scanner::duplicates::outermost))
        return std::nullopt;
    const auto* const command = members.find(place.command_key);
    if (command == nullptr || command->kind != json_kind::string) return std::nullopt;
    std::string scratch;
    std::string text(string_text(command->value, scratch));
    const auto* const arguments = place.arguments_key.empty() ? nullptr : members.find(place.arguments_key);
    if (arguments == nullptr) {
        if (!is_hook_command(text, place.agent)) return std::nullopt;
        return found_hook{.command = text, .words = {"/bin/sh", "-c", text}};
    }
    if (arguments->kind != json_kind::array) return std::nullopt;
    auto words = exec_words(text, arguments->value);
    if (!words || !are_hook_words(*words, place.agent)) return std::nullopt;
    return found_hook{.command = shell_text(*words), .words = std::move(*words)};
}

namespace {

// The first hook of ours in an array of them.
std::optional<standing> find_in(const hook_place& place, std::string_view text, std::size_t array) {
    const auto all = container_at(text, array);
    for (std::size_t i = 0; i < all.items.size(); ++i) {
        const auto written = text.substr(all.items[i].value, all.items[i].end - all.items[i].value);
        if (auto hook = hook_in(place, written)) {
            hook->written = written;
            return standing{array, i, std::move(*hook)};
        }
    }
    return std::nullopt;
}

// The same, where they may stand in groups. A group of one goes as a whole.
std::optional<standing> find_at_event(const hook_place& place, std::string_view text, std::size_t array) {
    if (place.written == hook_place::form::plain) return find_in(place, text, array);
    const auto groups = container_at(text, array);
    for (std::size_t i = 0; i < groups.items.size(); ++i) {
        const item& each = groups.items[i];
        json_scanner members;
        const std::string group = for_scanner(text.substr(each.value, each.end - each.value));
        if (group.front() != '{' || members.scan(group, json_scanner::duplicates::outermost)) continue;
        const auto* const hooks = members.find(key_hooks);
        if (hooks == nullptr || hooks->kind != json_kind::array) continue;
        const std::size_t inner = each.value + *position(group, hooks);
        auto found = find_in(place, text, inner);
        if (!found) continue;
        found->hook.written = text.substr(each.value, each.end - each.value);
        if (container_at(text, inner).items.size() == 1) return standing{array, i, std::move(found->hook)};
        return found;
    }
    return std::nullopt;
}

// ---- Putting in

// How the items of a container are laid out.
struct layout {
    bool lines = true;       // each on a line of its own
    std::string line_end{};  // of the text
    std::string indent{};    // of an item
    std::string outer{};     // of the line on which the container begins
    std::string unit{};      // one step of indentation
};

std::string indent_before(std::string_view text, std::size_t at) {
    const auto line = text.rfind('\n', at);
    if (at == 0 || line == std::string_view::npos || line >= at) {
        const auto end = text.find_first_not_of(" \t");
        return std::string(text.substr(0, std::min(end, at)));
    }
    const auto end = text.find_first_not_of(" \t", line + 1);
    return std::string(text.substr(line + 1, std::min(end, at) - line - 1));
}

bool on_lines(std::string_view text, const container& of) {
    return !of.items.empty() && text.substr(of.open + 1, of.items.front().begin - of.open - 1).find('\n') !=
                                    std::string_view::npos;
}

layout layout_of(std::string_view text, const container& of) {
    layout found;
    found.line_end = line_end_of(text);
    const auto outermost = container_at(text, skip_blanks(text, begin_of_text(text)));
    if (on_lines(text, outermost)) found.unit = indent_before(text, outermost.items.front().begin);
    if (found.unit.empty()) found.unit = usual_indent;
    found.outer = indent_before(text, of.open);
    found.lines = of.items.empty() || on_lines(text, of);
    found.indent = of.items.empty() || !found.lines ? found.outer + found.unit
                                                    : indent_before(text, of.items.front().begin);
    return found;
}

// Puts an item behind the last one.
void insert(changed_settings& into, const container& of, const layout& laid, const std::string& item) {
    std::string piece;
    std::size_t at = of.open + 1;
    if (of.items.empty()) {
        piece = laid.line_end + laid.indent + item;
        const auto inside = std::string_view(into.text).substr(at, of.close - at);
        if (inside.find('\n') == std::string_view::npos) piece += laid.line_end + laid.outer;
    } else {
        at = of.items.back().end;
        piece = laid.lines ? "," + laid.line_end + laid.indent + item : ", " + item;
    }
    into.text.insert(at, piece);
    into.inserted.push_back(std::move(piece));
}

// A member with a container that has one item.
std::string member(const layout& laid, std::size_t depth, std::string_view key, std::string_view brackets,
                   const std::string& item) {
    std::string step;
    for (std::size_t i = 0; i < depth; ++i) step += laid.unit;
    const std::string inner = laid.lines ? laid.line_end + laid.indent + step + laid.unit : "";
    const std::string outer = laid.lines ? laid.line_end + laid.indent + step : "";
    return fmt::format("\"{}\": {}{}{}{}{}", key, brackets[0], inner, item, outer, brackets[1]);
}

}  // namespace

std::string element(const hook_place& place, const wanted_hook& hook) {
    std::string text = fmt::format("{{{}\"{}\": ", place.before, place.command_key);
    if (place.arguments_key.empty()) {
        append_json_string(text, shell_command(hook.words));
    } else {
        append_json_string(text, hook.words.front());
        text += fmt::format(", \"{}\": [", place.arguments_key);
        for (auto word = hook.words.begin() + 1; word != hook.words.end(); ++word) {
            if (word != hook.words.begin() + 1) text += ", ";
            append_json_string(text, *word);
        }
        text += ']';
    }
    text += fmt::format(", \"{}\": {}{}}}", place.time_key, hook.time / place.unit, place.behind);
    return place.written == hook_place::form::grouped ? "{\"hooks\": [" + text + "]}" : text;
}

namespace {

// What is put in stands in an object.
void make_object(changed_settings& of) {
    if (!says_no_word(of.text)) return;
    of.inserted.push_back(fmt::format("{{}}{}", line_end_of(of.text)));
    of.text += of.inserted.back();
}

void insert_at(changed_settings& into, std::string_view outer, std::string_view inner,
               const std::string& text) {
    const auto found = scan(into.text, outer, inner);
    const auto of = container_at(into.text, found.array.value_or(found.object.value_or(found.outermost)));
    const auto laid = layout_of(into.text, of);
    if (found.array) return insert(into, of, laid, text);
    if (found.object) return insert(into, of, laid, member(laid, 0, inner, "[]", text));
    insert(into, of, laid, member(laid, 0, outer, "{}", member(laid, 1, inner, "[]", text)));
}

// ---- Taking out

void erase(std::string& text, const container& of, std::size_t index) {
    const item& gone = of.items[index];
    if (of.items.size() == 1) {
        text.erase(of.open + 1, of.close - of.open - 1);
    } else if (index > 0) {
        const std::size_t from = of.items[index - 1].end;
        text.erase(from, gone.end - from);
    } else {
        text.erase(gone.begin, of.items[1].begin - gone.begin);
    }
}

// Takes a member out whose value is an empty container.
void erase_empty(std::string& text, std::size_t outer, std::size_t value) {
    if (!container_at(text, value).items.empty()) return;
    const auto of = container_at(text, outer);
    const auto found = std::ranges::find(of.items, value, &item::value);
    erase(text, of, static_cast<std::size_t>(found - of.items.begin()));
}

bool erase_one(const hook_place& place, std::string& text, std::string_view event) {
    const auto before = scan(text, event);
    const auto found = before.array ? find_at_event(place, text, *before.array) : std::nullopt;
    if (!found) return false;
    erase(text, container_at(text, found->array), found->index);
    // What is in front of it stands where it stood.
    erase_empty(text, *before.object, *before.array);
    erase_empty(text, before.outermost, *before.object);
    return true;
}

std::string in_quotes(std::string_view text) {
    std::string quoted;
    append_json_string(quoted, text);
    return quoted;
}

}  // namespace

std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text) {
    std::vector<found_hook> all;
    for (const auto* const dialect : installed_events(place.agent)) {
        std::string rest(text);
        while (const auto at = scan(rest, dialect->event).array) {
            auto found = find_at_event(place, rest, *at);
            if (!found) break;
            erase(rest, container_at(rest, found->array), found->index);
            found->hook.event = dialect->event;
            all.push_back(std::move(found->hook));
        }
    }
    return all;
}

changed_settings with_hooks(const hook_place& place, std::string text, const wanted_hook& hook) {
    changed_settings made{std::move(text)};
    const std::string piece = element(place, hook);
    const auto events = installed_events(place.agent);
    make_object(made);
    const auto found = scan(made.text, events.front()->event);
    if (!place.version.empty() &&
        found.scanner.find(place.version.substr(1, place.version.find('"', 1) - 1)) == nullptr) {
        const auto of = container_at(made.text, found.outermost);
        insert(made, of, layout_of(made.text, of), std::string(place.version));
    }
    for (const auto* const dialect : events) insert_at(made, key_hooks, dialect->event, piece);
    return made;
}

std::string without_hooks(const hook_place& place, std::string text) {
    for (const auto* const dialect : installed_events(place.agent))
        while (erase_one(place, text, dialect->event)) {
        }
    return text;
}

bool has_text(std::string_view text, std::string_view outer, std::string_view inner, std::string_view value) {
    const auto found = scan(text, outer, inner);
    if (!found.array) return false;
    const auto quoted = in_quotes(value);
    return std::ranges::any_of(container_at(text, *found.array).items, [&](const item& each) {
        return text.substr(each.value, each.end - each.value) == quoted;
    });
}

changed_settings with_text(std::string text, std::string_view outer, std::string_view inner,
                           std::string_view value) {
    changed_settings made{std::move(text)};
    make_object(made);
    insert_at(made, outer, inner, in_quotes(value));
    return made;
}

std::string without_text(std::string text, std::string_view outer, std::string_view inner,
                         std::string_view value, std::string_view piece) {
    const auto found = scan(text, outer, inner);
    if (!found.array) return text;
    const auto all = container_at(text, *found.array);
    const auto quoted = in_quotes(value);
    for (std::size_t i = all.items.size(); i-- > 0;) {
        const item& each = all.items[i];
        if (text.compare(each.value, each.end - each.value, quoted) != 0) continue;
        const auto put_in = text.rfind(piece, each.begin);
        if (put_in != text.npos && put_in + piece.size() >= each.end) return text.erase(put_in, piece.size());
        erase(text, all, i);
        erase_empty(text, *found.object, *found.array);
        erase_empty(text, found.outermost, *found.object);
        return text;
    }
    return text;
}

bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook) {
    json_scanner scanner;
    const std::string written = for_scanner(found.written);
    // A key twice is never ours.
    if (scanner.scan(written, json_scanner::duplicates::everywhere)) return false;
    const std::string wanted = element(place, hook);
    return parse_scanned(written) == parse_scanned(wanted);
}

bool says_nothing(const hook_place& place, std::string_view text) {
    if (says_no_word(text)) return true;
    const auto found = scan(text, {});
    const auto all = container_at(text, found.outermost);
    return all.items.empty() || (all.items.size() == 1 && !place.version.empty() &&
                                 text.substr(all.items.front().begin)
                                     .starts_with(place.version.substr(0, place.version.find(':'))));
}

std::optional<std::string> value_in(std::string_view text, const std::vector<std::string_view>& keys) {
    if (says_no_word(text)) return std::nullopt;
    json_scanner scanner;
    const std::string copy = for_scanner(text);
    const std::array<std::string_view, 1> path{keys.front()};
    if (const auto& fault = scanner.scan(copy, json_scanner::duplicates::everywhere, path))
        refuse(copy, fault);
    require_object(scanner);
    const auto* const found =
        keys.size() == 1 ? scanner.find(keys.front()) : scanner.members(1).find(keys.back());
    return found == nullptr ? std::nullopt : std::optional(std::string(found->value));
}

}  // namespace assent::cli::json_settings
