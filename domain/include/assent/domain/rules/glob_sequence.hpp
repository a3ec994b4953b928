#pragma once

#include <assent/domain/rules/glob.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace assent {

/// How many items of a list (words of a command, components of a path) one element of a pattern
/// may stand for.
struct sequence_element {
    glob one;                  ///< compared with an item, when exactly one is meant
    bool many = false;         ///< stands for several items, whatever they are
    std::size_t at_least = 1;  ///< when `many`
};

/// True when the elements, in order, cover all items.
///
/// Iterative, at most elements x items comparisons: like `glob`, one level up.
/// \param same  (const glob&, item) -> bool: whether a single element covers a single item
/// \param wild  (item) -> bool: whether a `many` element may stand for this item
template <class Same, class Wild>
[[nodiscard]] bool covers(std::span<const sequence_element> elements, std::span<const std::string_view> items,
                          Same same, Wild wild) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t item = 0;
    std::size_t element = 0;
    std::size_t many = none;
    std::size_t many_item = 0;  // the first item after those that `many` stands for
    // Lets the last `many` element take one more item; false when it cannot.
    const auto widen = [&] {
        if (many == none || many_item >= items.size() || !wild(items[many_item])) return false;
        item = ++many_item;
        element = many + 1;
        return true;
    };
    while (true) {
        if (element < elements.size() && elements[element].many) {
            many = element++;
            many_item = item;
            bool enough = true;
            for (std::size_t taken = 0; taken < elements[many].at_least && enough; ++taken) enough = widen();
            if (!enough) return false;
        } else if (element < elements.size() && item < items.size() &&
                   same(elements[element].one, items[item])) {
            ++element;
            ++item;
        } else if (element == elements.size() && item == items.size()) {
            return true;
        } else if (!widen()) {
            return false;
        }
    }
}

}  // namespace assent
