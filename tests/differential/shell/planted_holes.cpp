#include "planted_holes.hpp"

#include <cstddef>
#include <regex>

namespace assent::differential {
namespace {

std::string replace_all(std::string_view line, const char* pattern, const char* replacement) {
    return std::regex_replace(std::string(line), std::regex(pattern), replacement);
}

// `"$\⏎(alpha)"`: a `$` and a line's continuation are left out, and nothing is expanded.
std::string without_continued_dollar(std::string_view line) { return replace_all(line, "\\$\\\\\n", ""); }

// `a=()#; alpha`: a comment begins behind the parenthesis.
std::string with_comment_behind_array(std::string_view line) {
    return replace_all(line, "(\\w=\\([^()\n]*\\))#[^\n]*", "$1");
}

// `function f g { alpha; }`: one with several names is not looked into.
std::string without_body_of_many_names(std::string_view line) {
    return replace_all(line, "function +\\w+ +\\w+ *\\{[^{}]*\\}", ":");
}

constexpr planted_hole holes[] = {
    {"continued-dollar", without_continued_dollar},
    {"comment-behind-array", with_comment_behind_array},
    {"function-of-many-names", without_body_of_many_names},
};

}  // namespace

std::span<const planted_hole> planted_holes() { return holes; }

}  // namespace assent::differential
