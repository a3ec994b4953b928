#include "json_number.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace assent::detail {
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
