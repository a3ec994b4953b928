#include <assent/adapters/control/json_scan.hpp>

#include "json_keys.hpp"
#include "json_number.hpp"
#include "json_string.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace assent {
namespace {

// Reads one text from front to back. The functions that take a place in the text return the place behind what
// they have read; null after a fatal flaw, which ends the scan. The place is handed on and not kept here, so
// that it stays in a register. What runs for each key and value is inlined by force: a tenth fewer
// instructions.
class text_reader {
public:
    using duplicates = json_scanner::duplicates;

    const json_fault& scan(std::string_view text, duplicates where, std::span<const std::string_view> path);

    [[nodiscard]] json_kind kind() const noexcept { return kind_; }
    [[nodiscard]] bool holds_nul() const noexcept { return nul_; }
    [[nodiscard]] std::span<const json_member> members(std::size_t level) const noexcept {
        return levels_[level];
    }

private:
    void reset(std::string_view text, duplicates where, std::span<const std::string_view> path);
    [[nodiscard]] bool read_document();
    [[nodiscard]] const char* read_outermost(const char* at);
    [[nodiscard]] const char* read_object(const char* at, std::size_t level);
    [[nodiscard]] const char* read_member(const char* at, std::size_t level);
    [[nodiscard]] const char* skip_container(const char* at);
    [[nodiscard]] const char* skip_scalar(const char* at);
    [[nodiscard]] const char* skip_key(const char* at, std::string_view& key);
    [[nodiscard]] const char* skip_number(const char* at);
    [[nodiscard]] const char* skip_odd_string(const char* at, bool& escaped);
    template <std::size_t Size>
    [[nodiscard]] const char* skip_literal(const char* at, const char (&word)[Size]);

    /// A key or a value. A carriage return inside is a control character like others, not a line end.
    [[nodiscard, gnu::always_inline]] const char* skip_string(const char* at, bool& escaped) {
        const char* const stop = detail::skip_plain(at + 1, end_);
        return stop != end_ && *stop == '"' ? stop + 1 : skip_odd_string(at, escaped);
    }
    [[nodiscard]] static bool is_space(char letter) noexcept {
        return letter == ' ' || letter == '\n' || letter == '\t';
    }
    // Most places have none, and most other bytes are larger.
    [[nodiscard]] const char* skip_space(const char* at) const noexcept {
        while (at != end_ && *at <= ' ' && is_space(*at)) ++at;
        return at;
    }

    void enter(const char* at, bool object);
    [[nodiscard]] bool leave(bool object);
    [[nodiscard]] bool watches_keys() const noexcept { return depth_ <= watched_depth_; }

    [[nodiscard]] const char* fail_at(const char* at);
    [[nodiscard]] const char* fail(json_flaw flaw, std::size_t offset);
    [[nodiscard]] const char* fail(const detail::key_table::entry& repeated);
    void end_at_first_fatal_flaw();
    void note(json_flaw flaw, const char* at) noexcept;
    [[nodiscard]] std::size_t offset_of(const char* place) const noexcept {
        return static_cast<std::size_t>(place - begin_);
    }

    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    std::size_t watched_depth_ = 0;  // down to here, repeated keys are looked for
    std::span<const std::string_view> path_;

    std::size_t depth_ = 0;     // how many containers are around the place
    std::vector<char> around_;  // the brackets that `skip_container` is inside of
    detail::key_table keys_;
    detail::unescaped_keys unescaped_;

    // Of the outermost object, and of those that the path leads to.
    std::array<std::vector<json_member>, json_scanner::max_path_keys + 1> levels_;
    std::size_t levels_found_ = 0;

    json_kind kind_ = json_kind::null;
    bool nul_ = false;
    json_fault fault_;
};

json_kind kind_of_value(char first) noexcept {
    switch (first) {
        case '"': return json_kind::string;
        case '{': return json_kind::object;
        case '[': return json_kind::array;
        case 't':
        case 'f': return json_kind::boolean;
        case 'n': return json_kind::null;
        default: return json_kind::number;
    }
}

const json_fault& text_reader::scan(std::string_view text, duplicates where,
                                    std::span<const std::string_view> path) {
    reset(text, where, path);
    if (!read_document()) end_at_first_fatal_flaw();
    return fault_;
}

void text_reader::reset(std::string_view text, duplicates where, std::span<const std::string_view> path) {
    BOOST_ASSERT(path.size() <= json_scanner::max_path_keys);
    begin_ = text.data();
    end_ = begin_ + text.size();
    watched_depth_ = where == duplicates::everywhere ? max_json_depth : 1;
    path_ = path;
    depth_ = 0;
    around_.clear();
    for (auto& members : levels_) detail::clear_or_give_back(members);
    levels_found_ = 0;
    keys_.clear();
    unescaped_.clear(text.size());
    kind_ = json_kind::null;
    nul_ = false;
    if (fault_) fault_ = {};  // gives back the memory of a long key as well
}

bool text_reader::read_document() {
    const char* at = skip_space(begin_);
    if (at == end_) return fail_at(at) != nullptr;
    at = read_outermost(at);
    if (at == nullptr) return false;
    at = skip_space(at);
    return at == end_ || fail_at(at) != nullptr;
}

const char* text_reader::read_outermost(const char* at) {
    const json_kind kind = kind_of_value(*at);
    if (kind == json_kind::object || kind == json_kind::array) kind_ = kind;
    const char* const end = kind == json_kind::object  ? read_object(at, 0)
                            : kind == json_kind::array ? skip_container(at)
                                                       : skip_scalar(at);
    if (end != nullptr) kind_ = kind;
    return end;
}

// An object whose members are wanted: the outermost, or one that the path leads to.
const char* text_reader::read_object(const char* at, std::size_t level) {
    enter(at, true);
    levels_found_ = level + 1;
    at = skip_space(at + 1);
    if (at == end_) return fail_at(at);
    if (*at == '}') return leave(true) ? at + 1 : nullptr;
    while (true) {
        at = read_member(at, level);
        if (at == nullptr) return nullptr;
        at = skip_space(at);
        if (at == end_) return fail_at(at);
        if (*at == '}') return leave(true) ? at + 1 : nullptr;
        if (*at != ',') return fail_at(at);
        at = skip_space(at + 1);
    }
}

const char* text_reader::read_member(const char* at, std::size_t level) {
    std::string_view key;
    at = skip_key(at, key);
    if (at == nullptr) return nullptr;
    at = skip_space(at);
    if (at == end_) return fail_at(at);
    const char* const begin = at;
    const json_kind kind = kind_of_value(*at);
    const bool leads_on = levels_found_ == level + 1 && level < path_.size() && key == path_[level];
    if (kind == json_kind::object && leads_on)
        at = read_object(at, level + 1);
    else if (kind == json_kind::object || kind == json_kind::array)
        at = skip_container(at);
    else
        at = skip_scalar(at);
    if (at == nullptr) return nullptr;
    levels_[level].push_back({key, {begin, static_cast<std::size_t>(at - begin)}, kind});
    return at;
}

// An object or array of which nothing is wanted, with everything in it.
const char* text_reader::skip_container(const char* at) {
    const std::size_t depth_before = depth_;
    bool in_object = false;
    bool behind_value = false;
    while (true) {
        if (!behind_value) {  // at the opening bracket
            in_object = *at == '{';
            around_.push_back(*at);
            enter(at, in_object);
            at = skip_space(at + 1);
        } else {
            at = skip_space(at);
        }
        if (at == end_) return fail_at(at);
        if (*at == (in_object ? '}' : ']')) {
            if (!leave(in_object)) return nullptr;
            around_.pop_back();
            ++at;
            if (depth_ == depth_before) return at;
            in_object = around_.back() == '{';
            behind_value = true;
            continue;
        }
        if (behind_value) {
            if (*at != ',') return fail_at(at);
            at = skip_space(at + 1);
        }
        if (in_object) {
            std::string_view key;
            at = skip_key(at, key);
            if (at == nullptr) return nullptr;
            at = skip_space(at);
        }
        if (at == end_) return fail_at(at);
        behind_value = *at != '{' && *at != '[';
        if (!behind_value) continue;
        at = skip_scalar(at);
        if (at == nullptr) return nullptr;
    }
}

// A string, number or word.
[[gnu::always_inline]] inline const char* text_reader::skip_scalar(const char* at) {
    switch (*at) {
        case '"': {
            bool escaped = false;
            return skip_string(at, escaped);
        }
        case 't': return skip_literal(at, "true");
        case 'f': return skip_literal(at, "false");
        case 'n': return skip_literal(at, "null");
        default: return skip_number(at);
    }
}

// The key, and the colon behind it.
[[gnu::always_inline]] inline const char* text_reader::skip_key(const char* at, std::string_view& key) {
    if (at == end_ || *at != '"') return fail_at(at);
    bool escaped = false;
    const char* behind = skip_string(at, escaped);
    if (behind == nullptr) return nullptr;
    key = {at + 1, static_cast<std::size_t>(behind - at - 2)};
    if (watches_keys()) {
        if (escaped) key = unescaped_.add(key);
        if (const auto* const repeated = keys_.add(key, offset_of(at))) return fail(*repeated);
    }
    if (behind != end_ && *behind == ':') return behind + 1;
    behind = skip_space(behind);
    return behind != end_ && *behind == ':' ? behind + 1 : fail_at(behind);
}

[[gnu::always_inline]] inline const char* text_reader::skip_number(const char* at) {
    if (const char* const behind = detail::skip_small_integer(at, end_); behind != nullptr) return behind;
    const detail::number_token number = detail::read_number(at, end_);
    if (!number.valid) return fail_at(number.end);
    if (!number.finite) note(json_flaw::number_out_of_range, at);
    return number.end;
}

template <std::size_t Size>
const char* text_reader::skip_literal(const char* at, const char (&word)[Size]) {
    constexpr std::ptrdiff_t length = Size - 1;
    if (end_ - at >= length && std::memcmp(at, word, length) == 0) return at + length;
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    return fail_at(at + (std::mismatch(rest.begin(), rest.end(), word, word + length).first - rest.begin()));
}

const char* text_reader::skip_odd_string(const char* at, bool& escaped) {
    detail::string_marks marks;
    const char* const quote = detail::find_closing_quote(at + 1, end_, marks);
    if (marks.soft_flaw != json_flaw::none) note(marks.soft_flaw, marks.soft_flaw_at);
    if (quote == nullptr) return fail(json_flaw::syntax, offset_of(marks.stopped_at));
    nul_ = nul_ || marks.nul;
    escaped = marks.escaped;
    return quote + 1;
}

// A container begins.
inline void text_reader::enter(const char* at, bool object) {
    if (depth_++ == max_json_depth) note(json_flaw::too_deep, at);
    if (object && watches_keys()) keys_.open_object();
}

inline bool text_reader::leave(bool object) {
    if (object && watches_keys())
        if (const auto* const repeated = keys_.close_object()) return fail(*repeated) != nullptr;
    --depth_;
    return true;
}

const char* text_reader::fail_at(const char* at) {
    const bool carriage_return = at != end_ && *at == '\r';
    return fail(carriage_return ? json_flaw::carriage_return : json_flaw::syntax, offset_of(at));
}

const char* text_reader::fail(json_flaw flaw, std::size_t offset) {
    fault_.flaw = flaw;
    fault_.offset = offset;
    return nullptr;
}

const char* text_reader::fail(const detail::key_table::entry& repeated) {
    fault_.key = repeated.key;
    return fail(json_flaw::duplicate_key, repeated.offset);
}

// A repeated key among many is only looked for at the end of its object, so one may lie before the flaw that
// ended the scan.
void text_reader::end_at_first_fatal_flaw() {
    const auto* const repeated = keys_.close_all();
    if (repeated != nullptr && repeated->offset < fault_.offset) static_cast<void>(fail(*repeated));
    const char* const flaw_at = begin_ + fault_.offset;
    auto& members = levels_.front();
    while (!members.empty() && members.back().value.data() >= flaw_at) members.pop_back();
    for (auto& inner : std::span(levels_).subspan(1)) inner.clear();
}

void text_reader::note(json_flaw flaw, const char* place) noexcept {
    if (fault_.flaw != json_flaw::none) return;
    fault_.flaw = flaw;
    fault_.offset = offset_of(place);
}

}  // namespace

class json_scanner::machine final : public text_reader {};

// The machine is made for the first text: most connections never need all of their scanners.
json_scanner::json_scanner() = default;
json_scanner::~json_scanner() = default;
json_scanner::json_scanner(json_scanner&&) noexcept = default;
json_scanner& json_scanner::operator=(json_scanner&&) noexcept = default;

const json_fault& json_scanner::scan(std::string_view text, duplicates where,
                                     std::span<const std::string_view> path) {
    if (!machine_) machine_ = std::make_unique<machine>();
    return machine_->scan(text, where, path);
}

json_kind json_scanner::kind() const noexcept { return machine_ ? machine_->kind() : json_kind::null; }

bool json_scanner::holds_nul() const noexcept { return machine_ && machine_->holds_nul(); }

std::span<const json_member> json_scanner::members(std::size_t level) const noexcept {
    return machine_ ? machine_->members(level) : std::span<const json_member>();
}

const json_member* json_scanner::find(std::string_view key) const noexcept {
    const auto all = members();
    const auto found = std::ranges::find(all, key, &json_member::key);
    return found == all.end() ? nullptr : &*found;
}

bool fatal(json_flaw flaw) noexcept {
    switch (flaw) {
        case json_flaw::syntax:
        case json_flaw::carriage_return:
        case json_flaw::duplicate_key: return true;
        case json_flaw::none:
        case json_flaw::invalid_utf8:
        case json_flaw::lone_surrogate:
        case json_flaw::number_out_of_range:
        case json_flaw::too_deep: return false;
    }
    return true;
}

std::string_view to_string(json_flaw flaw) noexcept {
    switch (flaw) {
        case json_flaw::none: return "no flaw";
        case json_flaw::syntax: return "not JSON";
        case json_flaw::carriage_return: return "carriage return outside a string";
        case json_flaw::duplicate_key: return "duplicate key";
        case json_flaw::invalid_utf8: return "invalid UTF-8";
        case json_flaw::lone_surrogate: return "lone surrogate";
        case json_flaw::number_out_of_range: return "number out of range";
        case json_flaw::too_deep: return "nested too deep";
    }
    return "?";
}

}  // namespace assent
