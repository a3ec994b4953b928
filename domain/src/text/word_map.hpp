#pragma once

#include "word_list.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <initializer_list>
#include <string_view>
#include <utility>

namespace assent {

/// What each of some words is. For words that are mostly none of them.
template <class Value>
class word_map {
public:
    word_map() = default;
    /// \param words  those that are the same, with blanks between them
    word_map(std::initializer_list<std::pair<std::string_view, Value>> all) {
        for (const auto& [words, is] : all)
            each_between(words, ' ', [&, value = is](std::string_view word) { (*this)[word] = value; });
    }
    /// \param word  not empty, and a view of something that stays
    Value& operator[](std::string_view word) {
        lengths_.add(word);
        return values_[word];
    }
    /// `Value()`: it is none of them.
    [[nodiscard]] Value of(std::string_view word) const noexcept {
        return lengths_.may_have(word) ? find(word) : Value();
    }

private:
    [[nodiscard]] Value find(std::string_view word) const noexcept {
        const auto found = values_.find(word);
        return found == values_.end() ? Value() : found->second;
    }

    boost::unordered_flat_map<std::string_view, Value, name_hash> values_;
    word_lengths lengths_;
};

}  // namespace assent
