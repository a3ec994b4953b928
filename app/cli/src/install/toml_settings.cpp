#include "toml_settings.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/sha256.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace assent::cli::toml_settings {
namespace {

constexpr std::string_view table_of_hooks = "hooks";
constexpr std::string_view key_state = "state";
constexpr std::string_view key_digest = "trusted_hash";
constexpr std::string_view key_enabled = "enabled";
constexpr std::string_view toml_blanks = " \t";

using key_path = std::vector<std::string>;

// One line of meaning: `[a.b]`, `[[a.b]]` or `a.b = value`, with what stands behind it on its line.
struct statement {
    enum class kind : unsigned char { table, array, pair };
    kind what = kind::pair;
    key_path path;             // from the root, for pairs, too
    std::size_t own_keys = 0;  // how many of them stand in the statement itself
    std::size_t begin = 0;     // of its line
    std::size_t end = 0;       // behind its line
    std::string value{};       // as it stands there
};

// Reads as much TOML as it takes to know where each statement begins, and what its keys are.
class reader {
public:
    explicit reader(std::string_view text) : text_(text), at_(begin_of_text(text)) {}

    std::vector<statement> read() {
        std::vector<statement> all;
        key_path table;
        while (skip_to_statement()) {
            statement each;
            each.begin = line_;
            if (peek() == '[') {
                read_header(each);
                table = each.path;
            } else {
                each.path = read_keys('=');
                each.own_keys = each.path.size();
                each.path.insert(each.path.begin(), table.begin(), table.end());
                read_value(each);
            }
            end_line();
            each.end = at_;
            all.push_back(std::move(each));
        }
        return all;
    }

private:
    [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\n'; }
    [[nodiscard]] bool begins(std::string_view with) const noexcept {
        return text_.substr(std::min(at_, text_.size())).starts_with(with);
    }
    [[noreturn]] void fail() const {
        const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(line_), '\n');
        throw unfit_settings(fmt::format("not TOML that can be read here, at line {}", line + 1));
    }

    // Blank lines and comments belong to nobody.
    bool skip_to_statement() {
        while (at_ < text_.size()) {
            line_ = at_;
            skip_blanks();
            if (at_ < text_.size() && peek() != '#' && peek() != '\n' && !begins("\r\n")) return true;
            end_line();
        }
        return false;
    }
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(toml_blanks, at_), text_.size()); }
    // A comment, and the end of the line.
    void end_line() {
        skip_blanks();
        if (peek() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
        if (begins("\r\n")) ++at_;
        if (at_ < text_.size() && text_[at_] != '\n') fail();
        at_ = std::min(at_ + 1, text_.size());
    }

    void read_header(statement& into) {
        into.what = begins("[[") ? statement::kind::array : statement::kind::table;
        at_ += into.what == statement::kind::array ? 2U : 1U;
        into.path = read_keys(']');
        if (into.what == statement::kind::table) return;
        if (peek() != ']') fail();
        ++at_;
    }

    key_path read_keys(char end) {
        key_path keys;
        while (true) {
            skip_blanks();
            keys.push_back(read_key());
            skip_blanks();
            const char next = peek();
            ++at_;
            if (next == end) return keys;
            if (next != '.') fail();
        }
    }
    std::string read_key() {
        if (peek() == '"' || peek() == '\'') {
            std::string key;
            if (!decode(read_string(), key)) fail();
            return key;
        }
        const std::size_t begin = at_;
        const auto bare = [](char byte) {
            return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                   (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
        };
        while (at_ < text_.size() && bare(text_[at_])) ++at_;
        if (at_ == begin) fail();
        return std::string(text_.substr(begin, at_ - begin));
    }

    // A string with its quotes.
    std::string_view read_string() {
        const std::size_t begin = at_;
        const char quote = peek();
        const std::array<char, 3> long_quote{quote, quote, quote};
        const std::string_view three(long_quote.data(), long_quote.size());
        if (begins(three)) {
            at_ += three.size();
            while (!begins(three)) skip_byte_of_string(quote, true);
            at_ += three.size();
            // Up to two more quotes are the last of its text.
            for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        } else {
            ++at_;
            while (peek() != quote) skip_byte_of_string(quote, false);
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }
    void skip_byte_of_string(char quote, bool lines) {
        if (at_ >= text_.size() || (!lines && text_[at_] == '\n')) fail();
        at_ += quote == '"' && text_[at_] == '\\' ? 2U : 1U;
        if (at_ > text_.size()) fail();
    }

    void read_value(statement& into) {
        skip_blanks();
        const std::size_t begin = at_;
        std::size_t depth = 0;
        while (true) {
            if (at_ >= text_.size()) break;
            const char byte = text_[at_];
            if (depth == 0 && (byte == '\n' || byte == '#' || begins("\r\n"))) break;
            if (byte == '"' || byte == '\'') {
                read_string();
                continue;
            }
            if (byte == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
                continue;
            }
            if (byte == '[' || byte == '{') ++depth;
            if ((byte == ']' || byte == '}') && depth-- == 0) fail();
            ++at_;
        }
        if (depth != 0) fail();
        into.value = text_.substr(begin, at_ - begin);
        into.value.erase(into.value.find_last_not_of(toml_blanks) + 1);
        if (into.value.empty()) fail();
    }

public:
    // The text of a string of one line. \return false: it is none
    static bool decode(std::string_view raw, std::string& into);

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 0;
};

void append_utf8(std::string& out, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) { out += static_cast<char>(value); };
    if (code < 0x80) return byte(code);
    if (code < 0x800) {
        byte(0xC0U | code >> 6U);
    } else {
        if (code < 0x10000) {
            byte(0xE0U | code >> 12U);
        } else {
            byte(0xF0U | code >> 18U);
            byte(0x80U | (code >> 12U & 0x3FU));
        }
        byte(0x80U | (code >> 6U & 0x3FU));
    }
    byte(0x80U | (code & 0x3FU));
}

// What stands behind a backslash. \return how many bytes it was; 0: it is not known
std::size_t decode_escape(std::string_view rest, std::string& into) {
    constexpr std::string_view letters = "btnfr\"\\";
    constexpr std::string_view meant = "\b\t\n\f\r\"\\";
    if (rest.empty()) return 0;
    if (const auto simple = letters.find(rest.front()); simple != std::string_view::npos) {
        into += meant[simple];
        return 1;
    }
    const std::size_t digits = rest.front() == 'u' ? 4 : rest.front() == 'U' ? 8 : 0;
    std::uint32_t code = 0;
    if (digits == 0 || rest.size() <= digits) return 0;
    const auto [stop, error] = std::from_chars(rest.data() + 1, rest.data() + 1 + digits, code, 16);
    if (error != std::errc() || stop != rest.data() + 1 + digits || code > 0x10FFFF) return 0;
    append_utf8(into, code);
    return digits + 1;
}

bool reader::decode(std::string_view raw, std::string& into) {
    if (raw.size() < 2 || raw.front() != raw.back() || (raw.front() != '"' && raw.front() != '\''))
        return false;
    const bool escapes = raw.front() == '"';
    if (raw.size() > 2 && raw[1] == raw[0]) return false;  // of several lines
    raw = raw.substr(1, raw.size() - 2);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (!escapes || raw[i] != '\\') {
            into += raw[i];
            continue;
        }
        const std::size_t taken = decode_escape(raw.substr(i + 1), into);
        if (taken == 0) return false;
        i += taken;
    }
    return true;
}

std::string toml_string(std::string_view text) {
    std::string raw;
    append_json_string(raw, text);
    std::string made;
    for (const char byte : raw) {
        // To JSON that is a character like others.
        if (byte == '\x7f')
            made += "\\u007f";
        else
            made += byte;
    }
    return made;
}

// `PreToolUse` is `pre_tool_use` in keys.
std::string in_key(std::string_view event) {
    std::string made;
    for (const char byte : event) {
        const bool upper = byte >= 'A' && byte <= 'Z';
        if (upper && !made.empty()) made += '_';
        made += upper ? static_cast<char>(byte - 'A' + 'a') : byte;
    }
    return made;
}

std::string key_of(std::string_view path, std::string_view event, std::size_t group, std::size_t hook) {
    return fmt::format("{}:{}:{}:{}", path, in_key(event), group, hook);
}

bool is_path(const statement& of, std::initializer_list<std::string_view> keys) {
    return std::ranges::equal(of.path, keys);
}

// ---- Hooks and what trusts them

// One `[[hooks.EVENT.hooks]]` of ours.
struct standing {
    std::string_view event;
    std::string command;
    std::string seconds;
    std::size_t group;  // which of the event's, and which hook in it
    std::size_t hook;
    std::size_t first;  // its statements
    std::size_t last;
    bool alone;         // in its group, which says nothing else
    std::size_t begin;  // of its group
};

std::size_t end_of_table(const std::vector<statement>& all, std::size_t header) {
    std::size_t end = header + 1;
    while (end < all.size() && all[end].what == statement::kind::pair) ++end;
    return end;
}

std::string_view value_of(const std::vector<statement>& all, std::size_t header, std::string_view key) {
    for (std::size_t i = header + 1; i < end_of_table(all, header); ++i)
        if (all[i].own_keys == 1 && all[i].path.back() == key) return all[i].value;
    return {};
}

std::vector<standing> find(const hook_place& place, const std::vector<statement>& all,
                           std::string_view event) {
    std::vector<standing> found;
    std::size_t groups = 0, hooks = 0, begin = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].what != statement::kind::array) continue;
        if (is_path(all[i], {table_of_hooks, event})) {
            ++groups;
            begin = all[i].begin;
            hooks = 0;
        }
        if (!is_path(all[i], {table_of_hooks, event, table_of_hooks}) || groups == 0) continue;
        ++hooks;
        std::string command;
        if (!reader::decode(value_of(all, i, place.command_key), command) ||
            !is_hook_command(command, place.agent))
            continue;
        const std::size_t end = end_of_table(all, i);
        const bool first_of_all = i > 0 && all[i - 1].what == statement::kind::array &&
                                  is_path(all[i - 1], {table_of_hooks, event});
        const bool last_of_all =
            end == all.size() || !is_path(all[end], {table_of_hooks, event, table_of_hooks});
        found.push_back({event, std::move(command), std::string(value_of(all, i, place.time_key)), groups - 1,
                         hooks - 1, i, end, first_of_all && last_of_all, begin});
    }
    return found;
}

bool is_trusted(const std::vector<statement>& all, const standing& hook,
                const std::vector<std::string>& known_as) {
    const std::string wanted = trust_digest(hook.event, hook.command, hook.seconds);
    return std::ranges::all_of(known_as, [&](const auto& path) {
        const std::string key = key_of(path, hook.event, hook.group, hook.hook);
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::string digest;
            if (all[i].what == statement::kind::table && is_path(all[i], {table_of_hooks, key_state, key}))
                return reader::decode(value_of(all, i, key_digest), digest) && digest == wanted &&
                       value_of(all, i, key_enabled) != "false";
        }
        return false;
    });
}

// What stands in a way in which tables cannot be put behind it.
void require_tables(const std::vector<statement>& all, const hook_place& place) {
    const auto events = installed_events(place.agent);
    const auto is_ours = [&](std::string_view key) {
        return key == key_state || std::ranges::find(events, key, &hook_dialect::event) != events.end();
    };
    for (const auto& each : all) {
        if (each.path.front() != table_of_hooks || (each.path.size() > 1 && !is_ours(each.path[1]))) continue;
        // Keys with dots make tables, too, and those are closed.
        const bool closed = each.what == statement::kind::pair && each.path.size() - each.own_keys < 2;
        const bool one =
            each.what == statement::kind::table && each.path.size() == 2 && each.path[1] != key_state;
        if (closed || one)
            throw unfit_settings(fmt::format("{}: expected tables such as [[hooks.{}]]",
                                             fmt::join(each.path, "."), events.front()->event));
    }
}

// Takes statements out, and the blank line in front of them.
void erase(std::string& text, std::size_t begin, std::size_t end) {
    const auto before = std::string_view(text).substr(0, begin);
    for (const std::string_view blank : {"\r\n", "\n"}) {
        const bool stands =
            before.ends_with(blank) &&
            (before.size() == blank.size() || before.substr(0, before.size() - blank.size()).ends_with('\n'));
        if (!stands) continue;
        begin -= blank.size();
        break;
    }
    text.erase(begin, end - begin);
}

// The tables by which these digests, or this key, are trusted.
bool erase_trust(std::string& text, const std::vector<std::string>& digests, std::string_view key) {
    const auto all = reader(text).read();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& path = all[i].path;
        if (all[i].what != statement::kind::table || path.size() != 3 || path[0] != table_of_hooks ||
            path[1] != key_state)
            continue;
        std::string digest;
        const bool known = reader::decode(value_of(all, i, key_digest), digest) &&
                           std::ranges::find(digests, digest) != digests.end();
        if (!known && path[2] != key) continue;
        erase(text, all[i].begin, all[end_of_table(all, i) - 1].end);
        return true;
    }
    return false;
}

std::string tables_of_hook(const hook_place& place, std::string_view event, const wanted_hook& hook,
                           std::string_view end) {
    const std::array<std::string, 6> lines{
        fmt::format("[[hooks.{}]]", event),
        "",
        fmt::format("[[hooks.{}.hooks]]", event),
        R"(type = "command")",
        fmt::format("{} = {}", place.command_key, toml_string(shell_command(hook.words))),
        fmt::format("{} = {}", place.time_key, hook.time / place.unit)};
    std::string text;
    for (const auto& each : lines) text.append(each).append(end);
    return text;
}

}  // namespace

std::string trust_digest(std::string_view event, std::string_view command, std::string_view seconds) {
    return "sha256:" +
           detail::sha256_hex({R"({"event_name":")", in_key(event), R"(","hooks":[{"async":false,"command":)",
                               boost::json::serialize(boost::json::string(command)), R"(,"timeout":)",
                               seconds, R"(,"type":"command"}]})"});
}

bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook) {
    std::string wanted = tables_of_hook(place, found.event, hook, line_end_of(found.written));
    // The last line of a file may have no end.
    while (wanted.ends_with('\n') || wanted.ends_with('\r')) wanted.pop_back();
    std::string_view written = found.written;
    while (written.ends_with('\n') || written.ends_with('\r')) written.remove_suffix(1);
    return written == wanted;
}

std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text,
                                 const std::vector<std::string>& known_as) {
    const auto all = reader(text).read();
    std::vector<found_hook> found;
    for (const auto* const dialect : installed_events(place.agent))
        for (auto& each : find(place, all, dialect->event))
            found.push_back({dialect->event,
                             each.command,
                             {"/bin/sh", "-c", each.command},
                             std::string(text.substr(each.begin, all[each.last - 1].end - each.begin)),
                             is_trusted(all, each, known_as)});
    return found;
}

changed_settings with_hooks(const hook_place& place, std::string text, const wanted_hook& hook) {
    const auto all = reader(text).read();
    require_tables(all, place);
    const std::string end(line_end_of(text));
    std::string piece, trust;
    for (const auto* const dialect : installed_events(place.agent)) {
        const auto groups = static_cast<std::size_t>(std::ranges::count_if(all, [&](const auto& each) {
            return each.what == statement::kind::array && is_path(each, {table_of_hooks, dialect->event});
        }));
        piece.append(piece.empty() ? "" : end).append(tables_of_hook(place, dialect->event, hook, end));
        const auto digest =
            trust_digest(dialect->event, shell_command(hook.words), std::to_string(hook.time / place.unit));
        for (const auto& path : hook.known_as) {
            const std::string key = key_of(path, dialect->event, groups, 0);
            // Of a hook that is not there any more: two tables of one name would void the file.
            while (erase_trust(text, {}, key)) {
            }
            trust += fmt::format("{0}[hooks.state.{1}]{0}{2} = \"{3}\"{0}{4} = true{0}", end,
                                 toml_string(key), key_digest, digest, key_enabled);
        }
    }
    if (!text.empty()) piece.insert(0, text.ends_with('\n') ? end : end + end);
    piece += trust;
    return {text + piece, {piece}};
}

std::string without_hooks(const hook_place& place, std::string text) {
    std::vector<std::string> digests;
    for (const auto* const dialect : installed_events(place.agent)) {
        while (true) {
            const auto all = reader(text).read();
            const auto found = find(place, all, dialect->event);
            if (found.empty()) break;
            const auto& gone = found.front();
            digests.push_back(trust_digest(gone.event, gone.command, gone.seconds));
            erase(text, all[gone.first - (gone.alone ? 1 : 0)].begin, all[gone.last - 1].end);
        }
    }
    while (!digests.empty() && erase_trust(text, digests, {})) {
    }
    return text;
}

bool says_nothing(std::string_view text) { return text.empty(); }

std::optional<std::string> value_in(std::string_view text, const std::vector<std::string_view>& keys) {
    for (const auto& each : reader(text).read())
        if (each.what == statement::kind::pair && std::ranges::equal(each.path, keys)) return each.value;
    return std::nullopt;
}

const std::string* listed_table::find(std::string_view key) const noexcept {
    const auto found = std::ranges::find(pairs, key, &std::pair<std::string, std::string>::first);
    return found == pairs.end() ? nullptr : &found->second;
}

std::vector<listed_table> tables_in(std::string_view text, std::string_view name) {
    std::vector<listed_table> tables;
    for (const auto& each : reader(text).read()) {
        if (each.path.front() != name) continue;
        const auto line = static_cast<std::size_t>(
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(each.begin), '\n') + 1);
        const bool opens = each.what == statement::kind::array && each.path.size() == 1;
        if (!opens && (tables.empty() || each.path.size() == 1))
            throw unfit_settings(fmt::format("line {}: expected `[[{}]]`", line, name));
        if (opens)
            tables.push_back({line});
        else
            tables.back().pairs.emplace_back(
                fmt::format("{}", fmt::join(each.path.begin() + 1, each.path.end(), ".")), each.value);
    }
    return tables;
}

std::optional<std::string> string_in(std::string_view raw) {
    std::string text;
    return reader::decode(raw, text) ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::vector<std::string>> strings_in(std::string_view raw) {
    std::vector<std::string> texts;
    if (auto one = string_in(raw)) return std::vector{std::move(*one)};
    if (raw.size() < 2 || raw.front() != '[' || raw.back() != ']') return std::nullopt;
    constexpr std::string_view blanks = " \t\r\n";
    raw = raw.substr(1, raw.size() - 2);
    while (true) {
        raw.remove_prefix(std::min(raw.find_first_not_of(blanks), raw.size()));
        if (raw.empty()) return texts;
        std::size_t end = 1;
        while (end < raw.size() && raw[end] != raw.front())
            end += raw.front() == '"' && raw[end] == '\\' ? 2U : 1U;
        auto next = string_in(raw.substr(0, end + 1));
        if (!next) return std::nullopt;
        texts.push_back(std::move(*next));
        raw.remove_prefix(std::min(end + 1, raw.size()));
        raw.remove_prefix(std::min(raw.find_first_not_of(blanks), raw.size()));
        if (raw.starts_with(','))
            raw.remove_prefix(1);
        else if (!raw.empty())
            return std::nullopt;
    }
}

}  // namespace assent::cli::toml_settings
