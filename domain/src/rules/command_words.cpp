#include "command_words.hpp"

#include <algorithm>

namespace assent::detail {
namespace {

// Whether a component is `..`, or the shell may put that in place of a glob.
bool leads_up(std::string_view component) noexcept {
    if (component == "..") return true;
    if (component.find_first_of("*?[") == std::string_view::npos) return false;
    return component.front() == '.' || component.front() == '[';
}

bool has_parent_component(std::string_view word) noexcept {
    for (std::size_t at = 0; at <= word.size();) {
        const auto end = std::min(word.find('/', at), word.size());
        if (leads_up(word.substr(at, end - at))) return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

bool word_allowed(const glob& pattern, std::string_view word, bool program) {
    if (!pattern.matches(word)) return false;
    if (pattern.literal()) return true;
    if (pattern.literal_text().find('/') != std::string::npos) return !has_parent_component(word);
    return !program || word.find('/') == std::string_view::npos;
}

}  // namespace assent::detail
