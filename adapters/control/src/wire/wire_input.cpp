#include <assent/adapters/control/wire/wire_input.hpp>

#include "../json/value_builder.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace assent {
namespace {

field_view field_of(const json_member* member, std::string& scratch) {
    if (member == nullptr) return {field_view::kind::absent, {}};
    if (member->kind != json_kind::string) return {field_view::kind::other, {}};
    if (member->plain) return {field_view::kind::string, inside_quotes(member->value)};
    return {field_view::kind::string, string_text(member->value, scratch)};
}

std::optional<json_value> value_of_member(const json_member* member) {
    if (member == nullptr) return std::nullopt;
    return parse_scanned(member->value);
}

// Keys without escapes lie in the text; the others lie in the scanner that read it.
bool inside(std::string_view whole, std::string_view part) noexcept {
    return std::less_equal<>{}(whole.data(), part.data()) &&
           std::less_equal<>{}(part.data() + part.size(), whole.data() + whole.size());
}

// What one value takes in the parsed form at most, its text aside: a key-value pair with its place in the
// table, and two blocks of memory (key and text, or the table of an array or object). Measured with
// Boost.JSON 1.81; the unit test checks the sum.
constexpr std::size_t parsed_value_bytes = 128;

class kept_wire_input final : public kept_input, public std::enable_shared_from_this<kept_wire_input> {
public:
    kept_wire_input(std::string_view raw, json_members members, std::size_t values);

    [[nodiscard]] field_view field(std::string_view name, std::string& scratch) const override {
        return field_of(find(name), scratch);
    }
    [[nodiscard]] std::optional<json_value> value_of(std::string_view name) const override {
        return value_of_member(find(name));
    }
    [[nodiscard]] std::size_t size() const noexcept override { return members_.size(); }
    [[nodiscard]] std::string_view name_at(std::size_t index) const noexcept override {
        return members_[index].key;
    }
    [[nodiscard]] std::string_view raw() const noexcept override { return raw_; }
    [[nodiscard]] std::shared_ptr<const kept_input> retain() const override { return shared_from_this(); }
    [[nodiscard]] const json_object& whole() const override;
    [[nodiscard]] std::size_t size_bytes() const noexcept override { return size_bytes_; }

private:
    [[nodiscard]] const json_member* find(std::string_view name) const noexcept {
        return json_members(members_, marks_).find(name);
    }

    std::unique_ptr<char[]> bytes_;  // the text, then the keys that had to be unescaped
    std::string_view raw_;
    std::vector<json_member> members_;
    std::uint64_t marks_;
    std::size_t parsed_bytes_ = 0;
    std::size_t size_bytes_ = 0;
    mutable std::once_flag parsed_;
    mutable std::optional<detail::value_memory> memory_;
    mutable const json_object* whole_ = nullptr;  // in `memory_`, with which it goes
};

kept_wire_input::kept_wire_input(std::string_view raw, json_members members, std::size_t values)
    : members_(members.begin(), members.end()), marks_(members.marks()) {
    std::size_t total_bytes = raw.size();
    for (const json_member& member : members)
        if (!inside(raw, member.key)) total_bytes += member.key.size();

    bytes_ = std::make_unique_for_overwrite<char[]>(total_bytes);
    char* free = std::copy(raw.begin(), raw.end(), bytes_.get());
    raw_ = {bytes_.get(), raw.size()};
    const auto moved = [&](std::string_view part) {
        return raw_.substr(static_cast<std::size_t>(part.data() - raw.data()), part.size());
    };
    for (json_member& member : members_) {
        member.value = moved(member.value);
        if (inside(raw, member.key)) {
            member.key = moved(member.key);
        } else {
            char* const begin = free;
            free = std::copy(member.key.begin(), member.key.end(), begin);
            member.key = {begin, member.key.size()};
        }
    }
    const std::size_t table_bytes = members_.size() * sizeof(json_member);
    parsed_bytes_ = sizeof(json_object) + raw.size() + values * parsed_value_bytes;
    size_bytes_ = sizeof *this + total_bytes + table_bytes + parsed_bytes_;
}

const json_object& kept_wire_input::whole() const {
    std::call_once(parsed_, [this] {
        memory_.emplace(parsed_bytes_);
        const detail::value_memory::scope here(*memory_);
        json_value value = parse_scanned(raw_, detail::value_memory::storage());
        void* const room = memory_->allocate(sizeof(json_object));
        whole_ = new (room) json_object(std::move(value.as_object()));
    });
    return *whole_;
}

}  // namespace

wire_input::wire_input(std::string_view raw, json_members members, std::size_t values) noexcept
    : raw_(raw), members_(members), values_(values) {}

field_view wire_input::field(std::string_view name, std::string& scratch) const {
    return field_of(members_.find(name), scratch);
}

std::optional<json_value> wire_input::value_of(std::string_view name) const {
    return value_of_member(members_.find(name));
}

std::shared_ptr<const kept_input> wire_input::retain() const {
    return std::make_shared<const kept_wire_input>(raw_, members_, values_);
}

}  // namespace assent
