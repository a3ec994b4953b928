#include <assent/adapters/control/json_scan.hpp>

#include "json_keys.hpp"
#include "json_number.hpp"
#include "json_string.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace assent {

// Reads one text from front to back. The functions `read_*`, `open`, `close` and `complete` return false
// after a fatal flaw, which ends the scan.
class json_scanner::machine {
public:
    const json_fault& scan(std::string_view text, duplicates where);

    [[nodiscard]] json_kind kind() const noexcept { return kind_; }
    [[nodiscard]] std::span<const json_member> members() const noexcept { return members_; }

private:
    void reset(std::string_view text, duplicates where);
    [[nodiscard]] bool read_document();
    [[nodiscard]] bool read_value();
    [[nodiscard]] bool read_next();
    [[nodiscard]] bool read_key();
    [[nodiscard]] bool read_number();
    [[nodiscard]] bool read_literal(std::string_view word, json_kind kind);
    [[nodiscard]] bool read_string(bool& escaped);
    [[nodiscard]] bool open(json_kind kind);
    [[nodiscard]] bool close();
    [[nodiscard]] bool complete(json_kind kind);

    [[nodiscard]] bool watches_keys() const noexcept;
    [[nodiscard]] bool add_key(const char* begin, bool escaped);

    [[nodiscard]] bool fail_here();
    [[nodiscard]] bool fail(json_flaw flaw, std::size_t offset);
    [[nodiscard]] bool fail(const detail::key_table::entry& repeated);
    void end_at_first_fatal_flaw();
    void note(json_flaw flaw, const char* at) noexcept;

    void skip_space() noexcept;
    [[nodiscard]] bool at(char expected) const noexcept { return at_ != end_ && *at_ == expected; }
    [[nodiscard]] std::size_t offset_of(const char* place) const noexcept;

    const char* begin_ = nullptr;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    duplicates where_ = duplicates::outermost;

    std::vector<json_kind> open_;  // the containers around `at_`, outermost first; one byte each
    bool just_opened_ = false;     // the innermost has nothing in it yet

    detail::key_table keys_;
    detail::unescaped_keys unescaped_;

    // The member of the outermost object that is being read.
    std::string_view member_key_;
    const char* member_value_ = nullptr;

    std::vector<json_member> members_;
    json_kind kind_ = json_kind::null;
    json_fault fault_;
};

const json_fault& json_scanner::machine::scan(std::string_view text, duplicates where) {
    reset(text, where);
    if (!read_document()) end_at_first_fatal_flaw();
    return fault_;
}

void json_scanner::machine::reset(std::string_view text, duplicates where) {
    begin_ = at_ = text.data();
    end_ = begin_ + text.size();
    where_ = where;
    just_opened_ = false;
    detail::clear_or_give_back(open_);
    detail::clear_or_give_back(members_);
    keys_.clear();
    unescaped_.clear(text.size());
    kind_ = json_kind::null;
    std::exchange(fault_, {});  // gives back the memory of a long key as well
}

bool json_scanner::machine::read_document() {
    if (!read_value()) return false;
    while (!open_.empty())
        if (!read_next()) return false;
    skip_space();
    return at_ == end_ || fail_here();
}

bool json_scanner::machine::read_value() {
    skip_space();
    if (at_ == end_) return fail_here();
    if (open_.size() == 1) member_value_ = at_;
    switch (*at_) {
        case '"': {
            bool escaped = false;
            return read_string(escaped) && complete(json_kind::string);
        }
        case '{': return open(json_kind::object);
        case '[': return open(json_kind::array);
        case 't': return read_literal("true", json_kind::boolean);
        case 'f': return read_literal("false", json_kind::boolean);
        case 'n': return read_literal("null", json_kind::null);
        default: return read_number();
    }
}

// Inside a container, behind its opening bracket or behind one of its values.
bool json_scanner::machine::read_next() {
    const bool in_object = open_.back() == json_kind::object;
    skip_space();
    if (at(in_object ? '}' : ']')) return close();
    if (!just_opened_) {
        if (!at(',')) return fail_here();
        ++at_;
    }
    just_opened_ = false;
    return (!in_object || read_key()) && read_value();
}

bool json_scanner::machine::read_key() {
    skip_space();
    if (!at('"')) return fail_here();
    const char* const begin = at_;
    bool escaped = false;
    if (!read_string(escaped)) return false;
    if (watches_keys() && !add_key(begin, escaped)) return false;
    skip_space();
    if (!at(':')) return fail_here();
    ++at_;
    return true;
}

bool json_scanner::machine::read_number() {
    const char* const begin = at_;
    const detail::number_token number = detail::read_number(at_, end_);
    at_ = number.end;
    if (!number.valid) return fail_here();
    if (!number.finite) note(json_flaw::number_out_of_range, begin);
    return complete(json_kind::number);
}

bool json_scanner::machine::read_literal(std::string_view word, json_kind kind) {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    const auto [in_rest, in_word] = std::mismatch(rest.begin(), rest.end(), word.begin(), word.end());
    at_ += in_rest - rest.begin();
    return in_word == word.end() ? complete(kind) : fail_here();
}

// A key or a value. A carriage return inside is a control character like others, not a line end.
bool json_scanner::machine::read_string(bool& escaped) {
    const char* const stop = detail::skip_plain(at_ + 1, end_);
    if (stop != end_ && *stop == '"') {
        escaped = false;
        at_ = stop + 1;
        return true;
    }
    detail::string_marks marks;
    const char* const quote = detail::find_closing_quote(at_ + 1, end_, marks);
    if (marks.soft_flaw != json_flaw::none) note(marks.soft_flaw, marks.soft_flaw_at);
    if (quote == nullptr) return fail(json_flaw::syntax, offset_of(marks.stopped_at));
    escaped = marks.escaped;
    at_ = quote + 1;
    return true;
}

bool json_scanner::machine::open(json_kind kind) {
    if (open_.empty()) kind_ = kind;
    if (open_.size() == max_json_depth) note(json_flaw::too_deep, at_);
    open_.push_back(kind);
    if (kind == json_kind::object && watches_keys()) keys_.open_object();
    just_opened_ = true;
    ++at_;
    return true;
}

bool json_scanner::machine::close() {
    const json_kind kind = open_.back();
    if (kind == json_kind::object && watches_keys()) {
        if (const auto* const repeated = keys_.close_object()) return fail(*repeated);
    }
    open_.pop_back();
    just_opened_ = false;
    ++at_;
    return complete(kind);
}

// `at_` is behind a value.
bool json_scanner::machine::complete(json_kind kind) {
    if (open_.empty()) kind_ = kind;
    if (open_.size() != 1 || kind_ != json_kind::object) return true;
    members_.push_back({member_key_, {member_value_, static_cast<std::size_t>(at_ - member_value_)}, kind});
    return true;
}

bool json_scanner::machine::watches_keys() const noexcept {
    return open_.size() == 1 || (where_ == duplicates::everywhere && open_.size() <= max_json_depth);
}

bool json_scanner::machine::add_key(const char* begin, bool escaped) {
    const std::string_view body(begin + 1, static_cast<std::size_t>(at_ - begin - 2));
    const std::string_view key = escaped ? unescaped_.add(body) : body;
    if (open_.size() == 1) member_key_ = key;
    const auto* const repeated = keys_.add(key, offset_of(begin));
    return repeated == nullptr || fail(*repeated);
}

bool json_scanner::machine::fail_here() {
    return fail(at('\r') ? json_flaw::carriage_return : json_flaw::syntax, offset_of(at_));
}

bool json_scanner::machine::fail(json_flaw flaw, std::size_t offset) {
    fault_.flaw = flaw;
    fault_.offset = offset;
    return false;
}

bool json_scanner::machine::fail(const detail::key_table::entry& repeated) {
    fault_.key = repeated.key;
    return fail(json_flaw::duplicate_key, repeated.offset);
}

// A repeated key among many is only looked for at the end of its object, so one may lie before the flaw that
// ended the scan.
void json_scanner::machine::end_at_first_fatal_flaw() {
    const auto* const repeated = keys_.close_all();
    if (repeated != nullptr && repeated->offset < fault_.offset) static_cast<void>(fail(*repeated));
    const char* const flaw_at = begin_ + fault_.offset;
    while (!members_.empty() && members_.back().value.data() >= flaw_at) members_.pop_back();
}

void json_scanner::machine::note(json_flaw flaw, const char* place) noexcept {
    if (fault_.flaw != json_flaw::none) return;
    fault_.flaw = flaw;
    fault_.offset = offset_of(place);
}

void json_scanner::machine::skip_space() noexcept {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t')) ++at_;
}

std::size_t json_scanner::machine::offset_of(const char* place) const noexcept {
    return static_cast<std::size_t>(place - begin_);
}

// The machine is made for the first text: most connections never need all of their scanners.
json_scanner::json_scanner() = default;
json_scanner::~json_scanner() = default;
json_scanner::json_scanner(json_scanner&&) noexcept = default;
json_scanner& json_scanner::operator=(json_scanner&&) noexcept = default;

const json_fault& json_scanner::scan(std::string_view text, duplicates where) {
    if (!machine_) machine_ = std::make_unique<machine>();
    return machine_->scan(text, where);
}

json_kind json_scanner::kind() const noexcept { return machine_ ? machine_->kind() : json_kind::null; }

std::span<const json_member> json_scanner::members() const noexcept {
    return machine_ ? machine_->members() : std::span<const json_member>();
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
