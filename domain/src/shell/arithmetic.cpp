#include "arithmetic.hpp"

#include "shell_characters.hpp"

#include <algorithm>
#include <cstddef>

namespace assent::detail {
namespace {

// Most digits of a number that is calculated with.
constexpr std::size_t max_digits = 9;
constexpr std::int64_t max_number = 999'999'999;
constexpr std::size_t max_depth = 16;

using maybe_number = std::optional<std::int64_t>;

// To some shells, `010` is eight.
maybe_number number_in(std::string_view digits) noexcept {
    if (digits.empty() || digits.size() > max_digits || (digits.size() > 1 && digits.front() == '0'))
        return {};
    std::int64_t value = 0;
    for (const char byte : digits) {
        if (!digit(byte)) return {};
        value = value * 10 + (byte - '0');
    }
    return value;
}

class calculator {
public:
    calculator(std::string_view expression, const std::function<std::string_view(std::string_view)>& value_of)
        : rest_(expression), value_of_(value_of) {}

    maybe_number value() {
        const auto value = sum();
        return rest_.empty() ? value : std::nullopt;
    }

private:
    // The sign that comes next, if it is one of those; otherwise 0.
    char sign_of(std::string_view signs) noexcept {
        skip_blanks();
        if (rest_.empty() || signs.find(rest_.front()) == signs.npos) return '\0';
        const char sign = rest_.front();
        rest_.remove_prefix(1);
        return sign;
    }
    void skip_blanks() noexcept {
        while (!rest_.empty() && blank(rest_.front())) rest_.remove_prefix(1);
    }

    maybe_number sum() {
        auto value = product();
        while (const char sign = value ? sign_of("+-") : '\0') value = calculated(*value, sign, product());
        return value;
    }
    maybe_number product() {
        auto value = term();
        while (const char sign = value ? sign_of("*/%") : '\0') value = calculated(*value, sign, term());
        return value;
    }
    static maybe_number calculated(std::int64_t left, char sign, maybe_number right) noexcept {
        if (!right || ((sign == '/' || sign == '%') && *right == 0)) return {};
        const auto value = sign == '+'   ? left + *right
                           : sign == '-' ? left - *right
                           : sign == '*' ? left * *right
                           : sign == '/' ? left / *right
                                         : left % *right;
        return value > max_number || value < -max_number ? maybe_number() : value;
    }
    maybe_number term() {
        if (sign_of("(") != '\0') {
            if (++depth_ > max_depth) return {};
            const auto value = sum();
            --depth_;
            return sign_of(")") != '\0' ? value : std::nullopt;
        }
        const bool dollar = sign_of("$") != '\0';
        const bool braced = dollar && rest_.starts_with('{');
        if (braced) rest_.remove_prefix(1);
        const auto length = name_length(rest_);
        const auto name = rest_.substr(0, length > 0 ? length : digits());
        rest_.remove_prefix(name.size());
        if (braced && sign_of("}") == '\0') return {};
        // `$10` is the tenth argument to some.
        if (dollar && length == 0 && name.size() != 1) return {};
        return number_in(length > 0 || dollar ? value_of_(name) : name);
    }
    [[nodiscard]] std::size_t digits() const noexcept {
        return std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    }

    std::string_view rest_;
    const std::function<std::string_view(std::string_view)>& value_of_;
    std::size_t depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> value_of_arithmetic(
    std::string_view expression, const std::function<std::string_view(std::string_view name)>& value_of) {
    return calculator(expression, value_of).value();
}

}  // namespace assent::detail
