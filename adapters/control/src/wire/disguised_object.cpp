#include "disguised_object.hpp"

#include "envelope.hpp"

#include <algorithm>
#include <array>

namespace assent {
namespace {

// What is left behind control characters and what Unicode calls white space.
std::string_view after_odd_space(std::string_view line) noexcept {
    static constexpr std::array<std::string_view, 11> wide{
        "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
        "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF", "\xE2\x80\x8B", "\xE1\xA0\x8E"};
    while (!line.empty()) {
        const auto known =
            std::find_if(wide.begin(), wide.end(), [&](auto each) { return line.starts_with(each); });
        const bool en_quad_to_hair = line.size() > 2 && line.starts_with("\xE2\x80") &&
                                     static_cast<unsigned char>(line[2]) >= 0x80 &&
                                     static_cast<unsigned char>(line[2]) <= 0x8A;
        if (static_cast<unsigned char>(line.front()) <= ' ' || line.front() == '\x7F')
            line.remove_prefix(1);
        else if (known != wide.end())
            line.remove_prefix(known->size());
        else if (en_quad_to_hair)
            line.remove_prefix(3);
        else
            break;
    }
    return line;
}

// Whether a reader that ends lines elsewhere too, as Python's `splitlines` does, would find an object.
bool object_behind_line_end(std::string_view line) noexcept {
    static constexpr std::array<std::string_view, 8> line_ends{
        "\v", "\f", "\x1C", "\x1D", "\x1E", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    for (const auto line_end : line_ends) {
        std::string_view rest = line;
        for (auto at = rest.find(line_end); at != std::string_view::npos; at = rest.find(line_end)) {
            rest = after_odd_space(rest.substr(at));
            if (rest.starts_with('{')) return true;
        }
    }
    return false;
}

}  // namespace

disguised_object find_disguised_object(std::string_view line) noexcept {
    // A reader that splits lines at CR would find another frame behind it.
    if (line.find('\r') != std::string_view::npos) return {.what = "a line with a carriage return inside"};
    if (const auto object = after_odd_space(line); object.starts_with('{'))
        return {.what = line.starts_with(envelope::byte_order_mark)
                            ? envelope::marked_line
                            : std::string_view("an object behind white space that is not JSON's"),
                .object = object};
    if (object_behind_line_end(line)) return {.what = "an object behind a line end that is not LF"};
    return {};
}

}  // namespace assent
