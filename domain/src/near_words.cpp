#include <assent/domain/near_words.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace assent {

std::size_t letters_between(std::string_view left, std::string_view right) {
    constexpr std::size_t too_many = max_misspelling + 1;
    if (left.size() >= right.size() + too_many || right.size() >= left.size() + too_many) return too_many;
    std::vector<std::size_t> before(right.size() + 1);
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::vector<std::size_t> next(right.size() + 1, i + 1);
        for (std::size_t j = 0; j < right.size(); ++j) {
            next[j + 1] = std::min({row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1});
            const bool swapped = i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j];
            if (swapped) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
        }
        before = std::exchange(row, std::move(next));
    }
    return std::min(row.back(), too_many);
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
    std::string_view nearest;
    std::size_t least = max_misspelling + 1;
    for (const std::string_view each : known) {
        const std::size_t letters = letters_between(word, each);
        if (letters >= least || 2 * letters > std::max(word.size(), each.size())) continue;
        least = letters;
        nearest = each;
    }
    return nearest;
}

}  // namespace assent
