#include "text_reader.hpp"

#include "json_string.hpp"

#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/assert.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>
#include <system_error>

namespace assent::detail {
namespace {

constexpr std::size_t kept_unescaped_bytes = 65'536;
// What an ordinary request needs: each connection keeps them.
constexpr std::size_t first_entries = 16;

// By length first: most keys differ there already. The order does not matter, only that it is one.
bool before(const key_table::entry& left, const key_table::entry& right) noexcept {
    if (left.key.size() != right.key.size()) return left.key.size() < right.key.size();
    const int order = left.key.compare(right.key);
    return order != 0 ? order < 0 : left.at < right.at;
}

}  // namespace

// The repeated key that is first in the text. Sorts the keys.
const key_table::entry* key_table::first_repeated(std::span<key_table::entry> keys) {
    if (std::ssize(keys) <= few_keys) return nullptr;  // `add` has seen to it
    std::sort(keys.begin(), keys.end(), before);
    const key_table::entry* first = nullptr;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].key != keys[i - 1].key) continue;
        if (first == nullptr || keys[i].at < first->at) first = &keys[i];
    }
    return first;
}

// Whether the last key was there before. Among many keys that is only looked for at the end of their object.
const key_table::entry* key_table::find_repeated() const noexcept {
    const entry* const newest = next_ - 1;
    if (next_ - innermost_.first > few_keys) return nullptr;
    const bool repeated = std::any_of<const entry*>(
        innermost_.first, newest, [&](const entry& other) { return other.key == newest->key; });
    return repeated ? newest : nullptr;
}

const key_table::entry* key_table::close_all() {
    const entry* earliest = nullptr;
    while (open_count_ > 0) {
        const entry* const repeated = first_repeated({innermost_.first, next_});
        if (repeated != nullptr && (earliest == nullptr || repeated->at < earliest->at)) earliest = repeated;
        next_ = innermost_.first;
        innermost_ = around_[--open_count_];
    }
    return earliest;
}

void key_table::clear() noexcept {
    if (entries_.size() > kept_entries) std::vector<entry>().swap(entries_);
    next_ = entries_.data();
    room_end_ = next_ + entries_.size();
    innermost_ = {next_, 0};
    known_begin_ = known_end_ = expected_end_ = next_;
    open_count_ = 0;
}

void key_table::grow() {
    std::vector<entry> larger(std::max(2 * entries_.size(), first_entries));
    std::copy(entries_.begin(), entries_.end(), larger.begin());
    const auto moved = [&](entry*& place) { place = larger.data() + (place - entries_.data()); };
    for (object& each : std::span(around_).first(open_count_)) moved(each.first);
    for (entry** const place : {&innermost_.first, &next_, &known_begin_, &known_end_, &expected_end_})
        moved(*place);
    entries_.swap(larger);
    room_end_ = entries_.data() + entries_.size();
}

void unescaped_keys::clear(std::size_t text_bytes) noexcept {
    if (capacity_bytes_ > kept_unescaped_bytes) {
        bytes_.reset();
        capacity_bytes_ = 0;
    }
    used_bytes_ = 0;
    text_bytes_ = text_bytes;
}

std::string_view unescaped_keys::add(std::string_view body) {
    if (capacity_bytes_ < text_bytes_) {
        BOOST_ASSERT(used_bytes_ == 0);
        bytes_ = std::make_unique_for_overwrite<char[]>(text_bytes_);
        capacity_bytes_ = text_bytes_;
    }
    BOOST_ASSERT(capacity_bytes_ - used_bytes_ >= body.size());
    char* const begin = bytes_.get() + used_bytes_;
    const std::size_t size = unescape(body, begin);
    used_bytes_ += size;
    return {begin, size};
}

namespace {

bool digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

const char* skip_digits(const char* at, const char* end) noexcept {
    while (at != end && digit(*at)) ++at;
    return at;
}

bool finite_for_boost(std::string_view number) {
    boost::system::error_code refused;  // exponents of ten digits and more
    const boost::json::value value = boost::json::parse(boost::json::string_view(number), refused);
    return !refused && (!value.is_double() || std::isfinite(value.get_double()));
}

// Followed by white space, as if more text came after it.
bool finite_for_boost_inside_text(std::string_view number) {
    if (number.size() >= boost_lookahead_bytes) return true;  // read the same way alone
    std::array<char, 2 * boost_lookahead_bytes> padded{};
    padded.fill(' ');
    std::copy(number.begin(), number.end(), padded.begin());
    return finite_for_boost({padded.data(), padded.size()});
}

// True when correct rounding makes it infinite. `from_chars` calls a number that is too small out of range
// as well.
bool overflows(std::string_view number) {
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc::result_out_of_range) return false;
    const boost::json::value rough = boost::json::parse(boost::json::string_view(number));
    return !rough.is_double() || std::abs(rough.get_double()) > 1;
}

// Asks those who will read the number, because they do not all round correctly: Boost.JSON makes infinity of
// some numbers just below the limit, and not-a-number of `0e400`.
bool finite_for_all(std::string_view number) {
    return finite_for_boost(number) && finite_for_boost_inside_text(number) && !overflows(number);
}

// Below both of these a number is less than 10^300, whatever its digits are.
constexpr std::ptrdiff_t surely_finite_length = 200;
constexpr std::ptrdiff_t surely_finite_exponent_digits = 2;

}  // namespace

number_token read_number(const char* at, const char* end) {
    const char* const begin = at;
    if (at != end && *at == '-') ++at;
    if (at == end || !digit(*at)) return {at};
    at = *at == '0' ? at + 1 : skip_digits(at, end);
    if (at != end && *at == '.') {
        const char* const fraction = at + 1;
        at = skip_digits(fraction, end);
        if (at == fraction) return {at};
    }
    std::ptrdiff_t exponent_digits = 0;
    if (at != end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at != end && (*at == '+' || *at == '-')) ++at;
        const char* const exponent = at;
        at = skip_digits(exponent, end);
        if (at == exponent) return {at};
        exponent_digits = at - exponent;
    }
    if (at - begin < surely_finite_length && exponent_digits <= surely_finite_exponent_digits)
        return {at, true};
    const std::string_view number(begin, static_cast<std::size_t>(at - begin));
    return {at, true, finite_for_all(number)};
}

}  // namespace assent::detail

namespace assent {

class json_scanner::machine final : public detail::text_reader {};

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

std::size_t json_scanner::value_count(std::size_t level) const noexcept {
    return machine_ ? machine_->value_count(level) : 0;
}

bool json_scanner::holds_nul() const noexcept { return machine_ && machine_->holds_nul(); }

json_members json_scanner::members(std::size_t level) const noexcept {
    return machine_ ? machine_->members(level) : json_members();
}

const json_member* json_scanner::find(std::string_view key) const noexcept { return members().find(key); }

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

}  // namespace assent

namespace assent::detail {
namespace {

// A quote, 16 bytes, a quote, a colon, and the first byte of a value.
constexpr std::ptrdiff_t wide_bytes = 20;

bool is_container(char first) noexcept { return first == '{' || first == '['; }
char closing_bracket(bool of_object) noexcept { return of_object ? '}' : ']'; }

// A carriage return is not among them.
bool is_space(char letter) noexcept { return letter == ' ' || letter == '\n' || letter == '\t'; }

}  // namespace

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
    wide_end_ = end_ - begin_ < wide_bytes ? begin_ : end_ - wide_bytes + 1;
    watched_depth_ = where == duplicates::everywhere ? max_json_depth : 1;
    path_ = path;
    depth_ = 0;
    deeper_.clear();
    for (auto& level : levels_) {
        clear_or_give_back(level.members);
        level.marks = json_members::any_marks;
        level.commas_and_brackets = 0;
    }
    levels_found_ = 0;
    keys_.clear();
    unescaped_.clear(text.size());
    kind_ = json_kind::null;
    commas_and_brackets_ = 0;
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
    bool plain = false;
    const char* const end = kind == json_kind::object  ? read_object(at, 0)
                            : kind == json_kind::array ? skip_container(at)
                                                       : skip_scalar(at, plain);
    if (end != nullptr) kind_ = kind;
    return end;
}

// An object whose members are wanted: the outermost, or one that the path leads to.
const char* text_reader::read_object(const char* at, std::size_t level) {
    levels_found_ = level + 1;
    levels_[level].commas_and_brackets = commas_and_brackets_;  // before it, until it is left
    at = skip_space(enter(at, true));
    if (at == end_) return fail_at(at);
    if (*at == '}') return leave_level(at, level);
    while (true) {
        at = read_member(at, level);
        if (at == nullptr) return nullptr;
        if (at == end_ || *at != ',') at = skip_space(at);
        if (at == end_) return fail_at(at);
        if (*at == '}') return leave_level(at, level);
        if (*at != ',') return fail_at(at);
        ++commas_and_brackets_;
        ++at;
    }
}

[[gnu::always_inline]] inline const char* text_reader::read_member(const char* at, std::size_t level) {
    std::string_view key;
    const char* const begin = skip_key(at, &key);
    if (begin == nullptr) return nullptr;
    const json_kind kind = kind_of_value(*begin);
    bool plain = false;
    if (kind == json_kind::object && leads_on(key, level))
        at = read_object(begin, level + 1);
    else if (is_container(*begin))
        at = skip_container(begin);
    else
        at = skip_scalar(begin, plain);
    if (at == nullptr) return nullptr;
    levels_[level].members.push_back({key, {begin, static_cast<std::size_t>(at - begin)}, kind, plain});
    return at;
}

const char* text_reader::leave_level(const char* at, std::size_t level) {
    if (watches_keys()) levels_[level].marks = keys_.marks();
    levels_[level].commas_and_brackets = commas_and_brackets_ - levels_[level].commas_and_brackets;
    return leave(at, true);
}

bool text_reader::leads_on(std::string_view key, std::size_t level) const noexcept {
    return levels_found_ == level + 1 && level < path_.size() && key == path_[level];
}

// An object or array of which nothing is wanted, with everything in it.
const char* text_reader::skip_container(const char* at) {
    const std::size_t depth_before = depth_;
    while (true) {  // at an opening bracket
        bool in_object = *at == '{';
        at = skip_space(enter(at, in_object));
        if (at == end_) return fail_at(at);
        bool more = *at != closing_bracket(in_object);
        while (true) {  // at a member, an element, or the closing bracket
            if (more) {
                at = in_object ? skip_key(at, nullptr) : skip_space(at);
                if (at == nullptr) return nullptr;
                if (!in_object && at == end_) return fail_at(at);
                if (is_container(*at)) break;
                bool plain = false;
                at = skip_scalar(at, plain);
                if (at == nullptr) return nullptr;
            } else {
                at = leave(at, in_object);
                if (at == nullptr || depth_ == depth_before) return at;
                in_object = inside_object();
            }
            if (at == end_ || *at != ',') at = skip_space(at);
            if (at == end_) return fail_at(at);
            more = *at == ',';
            if (more) {
                ++commas_and_brackets_;
                ++at;
            } else if (*at != closing_bracket(in_object)) {
                return fail_at(at);
            }
        }
    }
}

// A string, number or word. In the order of how often they come.
// \param plain  becomes true where it is a string that surely has no escape
[[gnu::always_inline]] inline const char* text_reader::skip_scalar(const char* at, bool& plain) {
    const char first = *at;
    if (first == '"') return skip_string(at, plain);
    if (first <= '9') return skip_number(at);
    if (first == 't') return skip_literal(at, "true");
    if (first == 'f') return skip_literal(at, "false");
    if (first == 'n') return skip_literal(at, "null");
    return fail_at(at);
}

// White space, the key, the colon, and white space again.
// \param key  where the key goes; null when it is not wanted
[[gnu::always_inline]] inline const char* text_reader::skip_key(const char* at, std::string_view* key) {
    if (at >= wide_end_) return skip_odd_key(at, key);
    if (key == nullptr)
        if (const char* const behind = keys_.add_expected(at); behind != nullptr)
            return *behind > ' ' ? behind : skip_odd_space(behind);
    if (*at != '"') return skip_odd_key(at, key);
    const char* const quote = skip_16_plain(at + 1);
    const bool odd = std::memcmp(quote, "\":", 2) != 0 || quote[2] <= ' ';
    if (odd) return skip_odd_key(at, key);
    const std::string_view found(at + 1, static_cast<std::size_t>(quote - at - 1));
    if (key != nullptr) *key = found;
    return is_new({found, at, found.size() + 3}) ? quote + 2 : nullptr;
}

const char* text_reader::skip_odd_key(const char* at, std::string_view* key) {
    at = skip_space(at);
    if (at == end_ || *at != '"') return fail_at(at);
    bool plain = false;
    const char* behind = skip_long_string(at + 1, plain);
    if (behind == nullptr) return nullptr;
    std::string_view found(at + 1, static_cast<std::size_t>(behind - at - 2));
    if (watches_keys() && !plain && found.find('\\') != found.npos) found = unescaped_.add(found);
    if (!is_new({found, at, key_table::odd_token})) return nullptr;
    if (key != nullptr) *key = found;
    behind = skip_space(behind);
    if (behind == end_ || *behind != ':') return fail_at(behind);
    return skip_odd_space(behind + 1);
}

// White space with something behind it.
const char* text_reader::skip_odd_space(const char* at) {
    at = skip_space(at);
    return at != end_ ? at : fail_at(at);
}

// False after a repeated key.
[[gnu::always_inline]] inline bool text_reader::is_new(const key_table::entry& key) {
    if (!watches_keys()) return true;
    const auto* const repeated = keys_.add(key);
    return repeated == nullptr || fail(*repeated) != nullptr;
}

// A key or a value. A carriage return inside is a control character like others, not a line end.
[[gnu::always_inline]] inline const char* text_reader::skip_string(const char* at, bool& plain) {
    if (at >= wide_end_) return skip_long_string(at + 1, plain);
    const char* const stop = skip_16_plain(at + 1);
    if (*stop != '"') return skip_long_string(stop, plain);
    plain = true;
    return stop + 1;
}

// What is left of a string; all is plain before.
const char* text_reader::skip_long_string(const char* at, bool& plain) {
    const char* stop = skip_plain(at, end_);
    plain = stop != end_ && *stop == '"';
    if (plain) return stop + 1;
    stop = skip_simple(stop, end_);
    return stop != end_ && *stop == '"' ? stop + 1 : skip_odd_string(stop);
}

// What is left of a string; there are simple escapes at most before.
const char* text_reader::skip_odd_string(const char* at) {
    string_marks marks;
    const char* const quote = find_closing_quote(at, end_, marks);
    if (marks.soft_flaw != json_flaw::none) note(marks.soft_flaw, marks.soft_flaw_at);
    if (quote == nullptr) return fail(json_flaw::syntax, marks.stopped_at);
    nul_ = nul_ || marks.nul;
    return quote + 1;
}

[[gnu::always_inline]] inline const char* text_reader::skip_number(const char* at) {
    const char* const behind = at < wide_end_ ? skip_small_integer(at) : nullptr;
    return behind != nullptr ? behind : skip_odd_number(at);
}

const char* text_reader::skip_odd_number(const char* at) {
    const number_token number = read_number(at, end_);
    if (!number.valid) return fail_at(number.end);
    if (!number.finite) note(json_flaw::number_out_of_range, at);
    return number.end;
}

template <std::size_t Size>
[[gnu::always_inline]] inline const char* text_reader::skip_literal(const char* at,
                                                                    const char (&word)[Size]) {
    constexpr std::ptrdiff_t length = Size - 1;
    if (end_ - at >= length && std::memcmp(at, word, length) == 0) return at + length;
    const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
    return fail_at(at + (std::mismatch(rest.begin(), rest.end(), word, word + length).first - rest.begin()));
}

// Most places have none, and most other bytes are larger.
inline const char* text_reader::skip_space(const char* at) const noexcept {
    while (at != end_ && *at <= ' ' && is_space(*at)) ++at;
    return at;
}

// The bracket that begins a container.
[[gnu::always_inline]] inline const char* text_reader::enter(const char* at, bool object) {
    if (depth_ < max_json_depth) {
        around_[depth_] = object;
    } else {
        deeper_.push_back(object ? 1 : 0);
        note(json_flaw::too_deep, at);
    }
    ++depth_;
    ++commas_and_brackets_;
    if (object && watches_keys()) keys_.open_object();
    if (object && !watches_keys()) keys_.expect_nothing();
    return at + 1;
}

// The bracket that ends it.
[[gnu::always_inline]] inline const char* text_reader::leave(const char* at, bool object) {
    if (object && watches_keys())
        if (const auto* const repeated = keys_.close_object()) return fail(*repeated);
    if (depth_ > max_json_depth) deeper_.pop_back();
    --depth_;
    return at + 1;
}

const char* text_reader::fail_at(const char* at) {
    const bool carriage_return = at != end_ && *at == '\r';
    return fail(carriage_return ? json_flaw::carriage_return : json_flaw::syntax, at);
}

const char* text_reader::fail(json_flaw flaw, const char* at) {
    fault_.flaw = flaw;
    fault_.offset = static_cast<std::size_t>(at - begin_);
    return nullptr;
}

const char* text_reader::fail(const key_table::entry& repeated) {
    fault_.key = repeated.key;
    return fail(json_flaw::duplicate_key, repeated.at);
}

// A repeated key among many is only looked for at the end of its object, so one may lie before the flaw that
// ended the scan.
void text_reader::end_at_first_fatal_flaw() {
    const auto* const repeated = keys_.close_all();
    if (repeated != nullptr && repeated->at < begin_ + fault_.offset) static_cast<void>(fail(*repeated));
    const char* const flaw_at = begin_ + fault_.offset;
    auto& members = levels_.front().members;
    while (!members.empty() && members.back().value.data() >= flaw_at) members.pop_back();
    for (auto& inner : std::span(levels_).subspan(1)) inner.members.clear();
}

void text_reader::note(json_flaw flaw, const char* at) noexcept {
    if (fault_.flaw != json_flaw::none) return;
    fault_.flaw = flaw;
    fault_.offset = static_cast<std::size_t>(at - begin_);
}

}  // namespace assent::detail
