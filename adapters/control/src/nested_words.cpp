#include "nested_words.hpp"

#include <algorithm>
#include <array>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// Words that begin something else than a simple command.
constexpr std::array reserved{"if"sv,    "then"sv,   "else"sv,     "elif"sv, "fi"sv,    "for"sv,
                              "while"sv, "until"sv,  "do"sv,       "done"sv, "case"sv,  "esac"sv,
                              "in"sv,    "select"sv, "function"sv, "time"sv, "coproc"sv};

}  // namespace

bool plain_in_words(char byte) noexcept {
    return byte > ' ' && byte <= '~' && ";&|<>(){}[]$`\\'\"#!*?~"sv.find(byte) == std::string_view::npos;
}

bool plain_words(std::string_view text) noexcept {
    if (text.empty() || text.front() == ' ' || text.back() == ' ' ||
        text.find("  ") != std::string_view::npos)
        return false;
    const auto program = text.substr(0, text.find(' '));
    if (program.find('=') != std::string_view::npos ||
        std::find(reserved.begin(), reserved.end(), program) != reserved.end())
        return false;
    return std::all_of(text.begin(), text.end(),
                       [](char byte) { return byte == ' ' || plain_in_words(byte); });
}

}  // namespace assent::detail
