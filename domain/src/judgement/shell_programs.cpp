#include "shell_words.hpp"

#include <algorithm>

namespace assent::lenient {
namespace {

bool digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }
bool name_letter(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || digit(byte);
}

bool reserved(const shell_word& word) noexcept {
    return word.program != nullptr && word.program->reserved && word.text == word.program->name;
}

}  // namespace

bool brackets_glob(std::string_view word, bool data) noexcept {
    constexpr std::string_view digits_only = "0123456789:-";
    for (auto at = word.find('['); at != std::string_view::npos; at = word.find('[', at + 1)) {
        auto first = at + 1;
        if (first < word.size() && (word[first] == '!' || word[first] == '^')) ++first;
        // There, `]` is one of the characters.
        const auto end = word.find(']', first + 1);
        if (end == std::string_view::npos) continue;
        const auto inner = word.substr(at + 1, end - at - 1);
        if (!data || inner.find_first_not_of(digits_only) != std::string_view::npos) return true;
    }
    return false;
}

std::string_view base_name(std::string_view word) noexcept {
    const auto slash = word.rfind('/');
    return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

std::size_t assigned_name_length(std::string_view word) noexcept {
    const auto* end = std::find_if_not(word.begin(), word.end(), name_letter);
    const auto length = static_cast<std::size_t>(end - word.begin());
    const auto rest = word.substr(length);
    if (length == 0 || digit(word.front())) return 0;
    return rest.starts_with('=') || rest.starts_with("+=") ? length : 0;
}

bool is_wrapper(const shell_word& word) noexcept {
    return word.program != nullptr && word.program->wraps && base_name(word.text) == word.program->name;
}

std::size_t next_program(std::span<const shell_word> words, std::size_t from, bool behind_wrapper) {
    const auto skipped = [&](const shell_word& word) {
        const bool assigns = (word.found & marks::equals) != 0 && assigned_name_length(word.text) > 0;
        if (word.target || assigns || reserved(word)) return true;
        return behind_wrapper && !word.text.empty() && (word.text.front() == '-' || digit(word.text.front()));
    };
    while (from < words.size() && skipped(words[from])) ++from;
    return from;
}

}  // namespace assent::lenient
