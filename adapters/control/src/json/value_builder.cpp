#include "value_builder.hpp"

#include "json_string.hpp"
#include "text_reader.hpp"

#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/assert.hpp>
#include <boost/json/memory_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_stack.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace assent::detail {
namespace {

thread_local value_memory* building_in = nullptr;

class building_resource final : public boost::json::memory_resource {
    void* do_allocate(std::size_t bytes, [[maybe_unused]] std::size_t alignment) override {
        BOOST_ASSERT(alignment <= value_memory::alignment_bytes);
        return building_in != nullptr ? building_in->allocate(bytes) : ::operator new(bytes);
    }
    void do_deallocate(void* place, std::size_t /*bytes*/, std::size_t /*alignment*/) override {
        if (building_in == nullptr) ::operator delete(place);
    }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace

boost::json::storage_ptr value_memory::storage() noexcept {
    // Never destroyed: somebody's copy may outlive everything else.
    static auto* const resource = new building_resource;
    return boost::json::storage_ptr(resource);
}

value_memory::scope::scope(value_memory& memory) noexcept : before_(std::exchange(building_in, &memory)) {}
value_memory::scope::~scope() { building_in = before_; }

void* value_memory::allocate(std::size_t bytes) {
    const std::size_t taken = (bytes + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
    if (taken > free_bytes_) {
        free_bytes_ = std::max(std::min(block_bytes_, max_block_bytes), taken);
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(free_bytes_));
        free_ = blocks_.back().get();
    }
    free_bytes_ -= taken;
    return std::exchange(free_, free_ + taken);
}

namespace {

bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

// The functions that take a place in the text return the place behind what they have read; null where it is
// no JSON.
class value_builder {
public:
    explicit value_builder(std::string_view text) noexcept
        : begin_(text.data()), end_(text.data() + text.size()) {}

    std::optional<json_value> build(boost::json::storage_ptr storage) {
        values_.reset(std::move(storage));
        if (!build_all()) return std::nullopt;
        return values_.release();
    }

private:
    struct container {
        bool object;
        std::size_t size;  // how many values it has had
    };

    [[nodiscard]] bool build_all();
    [[nodiscard]] char closing_bracket() const noexcept { return around_[depth_ - 1].object ? '}' : ']'; }
    [[nodiscard]] const char* close(const char* at);
    [[nodiscard]] const char* begin_item(const char* at);
    [[nodiscard]] const char* push_scalar(const char* at);
    [[nodiscard]] const char* push_number(const char* at);
    [[nodiscard]] const char* push_odd_number(const char* at);
    [[nodiscard]] const char* read_string(const char* at, std::string_view& text);
    [[nodiscard]] const char* read_long_string(const char* body, const char* at, std::string_view& text);
    [[nodiscard]] bool comes(const char* at, std::string_view word) const noexcept {
        return static_cast<std::size_t>(end_ - at) >= word.size() &&
               std::memcmp(at, word.data(), word.size()) == 0;
    }
    [[nodiscard]] const char* skip_space(const char* at) const noexcept {
        while (at != end_ && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) ++at;
        return at;
    }

    const char* begin_;
    const char* end_;
    std::array<unsigned char, 4096> room_for_values_;
    boost::json::value_stack values_{{}, room_for_values_.data(), room_for_values_.size()};
    std::array<container, max_json_depth> around_;
    std::size_t depth_ = 0;
    std::unique_ptr<char[]> unescaped_;  // room for as many bytes as the text has
};

bool value_builder::build_all() {
    const char* at = skip_space(begin_);
    while (true) {  // at a value
        if (at == nullptr || at == end_) return false;
        if (*at == '{' || *at == '[') {
            if (depth_ == max_json_depth) return false;
            around_[depth_++] = {*at == '{', 0};
            at = skip_space(at + 1);
            if (at == end_) return false;
            if (*at != closing_bracket()) {
                at = begin_item(at);
                continue;
            }
            at = close(at);
        } else {
            at = push_scalar(at);
            if (at == nullptr) return false;
        }
        while (true) {  // behind a value
            at = skip_space(at);
            if (depth_ == 0) return at == end_;
            ++around_[depth_ - 1].size;
            if (at == end_) return false;
            if (*at == ',') break;
            if (*at != closing_bracket()) return false;
            at = close(at);
        }
        at = begin_item(skip_space(at + 1));
    }
}

// The bracket that ends a container.
const char* value_builder::close(const char* at) {
    const container ended = around_[--depth_];
    if (ended.object)
        values_.push_object(ended.size);
    else
        values_.push_array(ended.size);
    return at + 1;
}

// A member's key and colon, and nothing of an element.
const char* value_builder::begin_item(const char* at) {
    if (!around_[depth_ - 1].object) return at;
    if (at == end_ || *at != '"') return nullptr;
    std::string_view key;
    at = read_string(at, key);
    if (at == nullptr) return nullptr;
    values_.push_key(key);
    at = skip_space(at);
    return at != end_ && *at == ':' ? skip_space(at + 1) : nullptr;
}

const char* value_builder::push_scalar(const char* at) {
    if (*at == '"') {
        std::string_view text;
        at = read_string(at, text);
        if (at != nullptr) values_.push_string(text);
        return at;
    }
    if (*at <= '9') return push_number(at);
    if (comes(at, "true")) return values_.push_bool(true), at + 4;
    if (comes(at, "false")) return values_.push_bool(false), at + 5;
    if (comes(at, "null")) return values_.push_null(), at + 4;
    return nullptr;
}

const char* value_builder::push_number(const char* at) {
    constexpr std::ptrdiff_t surely_int64_digits = 18;
    const char* const digits = *at == '-' ? at + 1 : at;
    const char* stop = digits;
    std::int64_t number = 0;
    for (; stop != end_ && is_digit(*stop) && stop - digits < surely_int64_digits; ++stop)
        number = 10 * number + (*stop - '0');
    const bool goes_on = stop != end_ && (is_digit(*stop) || *stop == '.' || *stop == 'e' || *stop == 'E');
    const bool leading_zero = stop - digits > 1 && *digits == '0';
    if (stop == digits || goes_on || leading_zero) return push_odd_number(at);
    values_.push_int64(digits == at ? number : -number);
    return stop;
}

// With white space behind it, as `parse_scanned` has it.
const char* value_builder::push_odd_number(const char* at) {
    const number_token token = read_number(at, end_);
    if (!token.valid) return nullptr;
    std::string padded;
    padded.append(at, token.end).append(boost_lookahead_bytes, ' ');
    boost::system::error_code refused;
    const json_value number = boost::json::parse(padded, refused);
    if (refused) return nullptr;
    if (number.is_int64())
        values_.push_int64(number.get_int64());
    else if (number.is_uint64())
        values_.push_uint64(number.get_uint64());
    else
        values_.push_double(number.get_double());
    return token.end;
}

// \param text  what the string stands for; valid until the next is read
const char* value_builder::read_string(const char* at, std::string_view& text) {
    const char* const body = at + 1;
    const char* const stop = end_ - body > 16 ? skip_16_plain(body) : body;
    if (stop == end_ || *stop != '"') return read_long_string(body, stop, text);
    text = {body, static_cast<std::size_t>(stop - body)};
    return stop + 1;
}

// \param at  up to there, it is plain
const char* value_builder::read_long_string(const char* body, const char* at, std::string_view& text) {
    string_marks marks;
    const char* const quote = find_closing_quote(at, end_, marks);
    if (quote == nullptr || marks.soft_flaw != json_flaw::none) return nullptr;
    text = {body, static_cast<std::size_t>(quote - body)};
    if (text.find('\\') == text.npos) return quote + 1;
    if (!unescaped_)
        unescaped_ = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(end_ - begin_));
    text = {unescaped_.get(), unescape(text, unescaped_.get())};
    return quote + 1;
}

}  // namespace

std::optional<json_value> build_value(std::string_view text, boost::json::storage_ptr storage) {
    return value_builder(text).build(std::move(storage));
}

}  // namespace assent::detail
