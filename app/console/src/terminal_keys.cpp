#include "terminal_keys.hpp"

#include <assent/domain/text/display_text.hpp>

#include <utf8proc.h>
#include <algorithm>
#include <array>
#include <utility>

namespace assent::detail {
namespace {

using kind = terminal_key::kind;

constexpr char escape = '\x1b';
constexpr std::string_view paste_begin = "\x1b[200~";
constexpr std::string_view paste_end = "\x1b[201~";

struct named_sequence {
    std::string_view tail;  // behind the escape
    kind what;
};

// What xterm, the Linux console and their relatives send. With modifiers they send others: no keys of ours.
constexpr std::array<named_sequence, 19> sequences{{
    {"[A", kind::up},    {"OA", kind::up},       {"[B", kind::down},       {"OB", kind::down},
    {"[C", kind::right}, {"OC", kind::right},    {"[D", kind::left},       {"OD", kind::left},
    {"[H", kind::home},  {"OH", kind::home},     {"[1~", kind::home},      {"[7~", kind::home},
    {"[F", kind::end},   {"OF", kind::end},      {"[4~", kind::end},       {"[8~", kind::end},
    {"[3~", kind::del},  {"[5~", kind::page_up}, {"[6~", kind::page_down},
}};

kind key_of(std::string_view tail) {
    const auto* const found = std::find_if(sequences.begin(), sequences.end(),
                                           [&](const named_sequence& each) { return each.tail == tail; });
    return found == sequences.end() ? kind::other : found->what;
}

kind key_of_control(char byte) {
    switch (byte) {
        case '\r':
        case '\n': return kind::enter;
        case '\t': return kind::tab;
        case '\x7f':
        case '\b': return kind::backspace;
        case '\x15': return kind::clear_line;
        case '\x01': return kind::home;
        case '\x05': return kind::end;
        default: return kind::other;
    }
}

bool control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == '\x7f'; }

// Bytes of a sequence that begins with the escape byte; 0: it goes on. ECMA-48: CSI, parameters from 0x30,
// intermediates from 0x20, one final byte from 0x40.
std::size_t sequence_length(std::string_view text) {
    if (text.size() < 2) return 0;
    if (text[1] == 'O') return text.size() < 3 ? 0 : 3;
    if (text[1] != '[') return 2;
    for (std::size_t at = 2; at < text.size(); ++at) {
        if (text[at] >= 0x40 && text[at] <= 0x7e) return at + 1;
        if (control(text[at]) || at >= max_sequence_bytes) return at;  // broken off
    }
    return 0;
}

// How many bytes a character has that begins with this one; 0: none does.
std::size_t character_length(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte < 0x80) return 1;
    if (byte >= 0xc2 && byte < 0xe0) return 2;
    if (byte >= 0xe0 && byte < 0xf0) return 3;
    return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

bool valid_character(std::string_view text) {
    utf8proc_int32_t value = -1;
    const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                        static_cast<utf8proc_ssize_t>(text.size()), &value);
    // C1 controls are no text either.
    return bytes == static_cast<utf8proc_ssize_t>(text.size()) && !(value >= 0x80 && value < 0xa0);
}

}  // namespace

void terminal_keys::read(std::string_view bytes, time_point now, std::vector<terminal_key>& keys) {
    last_ = now;
    pending_ += bytes;
    while (!pending_.empty() && take_one(keys)) {
    }
}

// Takes one key from the beginning of what is pending. \return false when it is not complete
bool terminal_keys::take_one(std::vector<terminal_key>& keys) {
    if (pasting_) return take_paste(keys);
    if (pending_.front() == escape) return take_sequence(keys);
    if (control(pending_.front())) {
        keys.push_back({key_of_control(pending_.front())});
        pending_.erase(0, 1);
        return true;
    }
    return take_character(keys);
}

bool terminal_keys::take_sequence(std::vector<terminal_key>& keys) {
    // Escape twice: the first was the key.
    if (pending_.size() >= 2 && pending_[1] == escape) {
        keys.push_back({kind::escape});
        pending_.erase(0, 1);
        return true;
    }
    const std::size_t length = sequence_length(pending_);
    if (length == 0) return false;
    const std::string sequence = pending_.substr(0, length);
    pending_.erase(0, length);
    if (sequence == paste_begin)
        pasting_ = true;
    else
        keys.push_back({key_of(std::string_view(sequence).substr(1))});
    return true;
}

bool terminal_keys::take_character(std::vector<terminal_key>& keys) {
    const std::size_t length = character_length(pending_.front());
    if (length > pending_.size()) return false;
    if (length == 0 || !valid_character(std::string_view(pending_).substr(0, length))) {
        pending_.erase(0, 1);
        return true;
    }
    keys.push_back({kind::text, pending_.substr(0, length)});
    pending_.erase(0, length);
    return true;
}

bool terminal_keys::take_paste(std::vector<terminal_key>& keys) {
    const auto end = pending_.find(paste_end);
    // The end may have begun: its bytes stay until the rest has come.
    const std::size_t kept = end == std::string::npos ? std::min(pending_.size(), paste_end.size() - 1) : 0;
    const std::size_t length = end == std::string::npos ? pending_.size() - kept : end;
    pasted_.append(pending_, 0, std::min(length, max_paste_bytes - pasted_.size()));
    pending_.erase(0, length);
    if (end == std::string::npos) return false;
    pending_.erase(0, paste_end.size());
    pasting_ = false;
    keys.push_back({kind::paste, std::exchange(pasted_, {})});
    return true;
}

void terminal_keys::tick(time_point now, std::vector<terminal_key>& keys) {
    const auto deadline = next_deadline();
    if (!deadline || now < *deadline) return;
    if (pasting_)
        keys.push_back({kind::paste, pasted_ + pending_});
    else if (pending_.size() == 1 && pending_.front() == escape)
        keys.push_back({kind::escape});
    reset();
}

std::optional<time_point> terminal_keys::next_deadline() const noexcept {
    if (pasting_) return last_ + paste_patience;
    if (!pending_.empty()) return last_ + escape_wait;
    return std::nullopt;
}

void terminal_keys::reset() {
    pending_.clear();
    pasted_.clear();
    pasting_ = false;
}

namespace {

using kind = terminal_key::kind;

// The longest text that stands for one byte: `\x1b`.
constexpr std::size_t max_escape_bytes = 4;

bool control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first >= 0x7f;  // from 0x80 on: not UTF-8
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

// Line breaks of a paste are dropped, a tab is a blank, and other control characters are no text.
std::string without_controls(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const auto next = first_cluster(text).bytes;
        if (next == "\t")
            kept += ' ';
        else if (!control(next))
            kept += next;
        text.remove_prefix(next.size());
    }
    return kept;
}

std::size_t cluster_before(std::string_view text, std::size_t at) {
    return at == 0 ? 0 : last_cluster(text.substr(0, at));
}

std::size_t cluster_behind(std::string_view text, std::size_t at) {
    return at == text.size() ? at : at + first_cluster(text.substr(at)).bytes.size();
}

}  // namespace

terminal_line_editor::terminal_line_editor(std::string_view text, std::size_t max_bytes)
    : max_bytes_(max_bytes) {
    replace(text);
}

void terminal_line_editor::replace(std::string_view text) {
    text_ = without_controls(text);
    cursor_ = text_.size();
}

bool terminal_line_editor::insert(std::string_view text) {
    const std::string clean = without_controls(text);
    if (clean.size() > max_bytes_ - std::min(max_bytes_, text_.size())) return false;
    text_.insert(cursor_, clean);
    cursor_ += clean.size();
    return true;
}

bool terminal_line_editor::take(const terminal_key& key) {
    switch (key.what) {
        case kind::text:
        case kind::paste: return insert(key.text);
        case kind::backspace: {
            const std::size_t from = cluster_before(text_, cursor_);
            text_.erase(from, cursor_ - from);
            cursor_ = from;
            return true;
        }
        case kind::del: text_.erase(cursor_, cluster_behind(text_, cursor_) - cursor_); return true;
        case kind::left: cursor_ = cluster_before(text_, cursor_); return true;
        case kind::right: cursor_ = cluster_behind(text_, cursor_); return true;
        case kind::home: cursor_ = 0; return true;
        case kind::end: cursor_ = text_.size(); return true;
        case kind::clear_line:
            text_.erase(0, cursor_);
            cursor_ = 0;
            return true;
        default: return false;
    }
}

void terminal_line_editor::show(std::string_view label, std::size_t columns, palette shown,
                                std::vector<std::string>& lines) const {
    const std::string_view all = text_;
    const std::string_view behind = all.substr(cursor_);
    const std::size_t under = behind.empty() ? 0 : first_cluster(behind).bytes.size();
    paragraph line{
        .text = {{ink::strong, std::string(label)}, {ink::plain, display_text(all.substr(0, cursor_))}},
        .words = false};
    const std::size_t everything = label.size() + text_.size() * max_escape_bytes + columns;
    std::vector<std::string> before;
    // The line that the cursor is on is the last one as long as nothing stands behind it.
    line.text.push_back({ink::cursor, behind.empty() ? " " : display_text(behind.substr(0, under))});
    lay_out(line, columns, shown, before, everything);
    line.text.push_back({ink::plain, display_text(behind.substr(under))});
    std::vector<std::string> found;
    lay_out(line, columns, shown, found, everything);
    const std::size_t last = std::min(found.size(), std::max(before.size() + 1, max_editor_lines));
    const std::size_t first = last - std::min(last, max_editor_lines);
    lines.insert(lines.end(), found.begin() + static_cast<std::ptrdiff_t>(first),
                 found.begin() + static_cast<std::ptrdiff_t>(last));
}

std::string terminal_line_editor::plain(std::string_view label) const {
    return std::string(label) + display_text(text_);
}

}  // namespace assent::detail
