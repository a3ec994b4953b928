#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace assent {

/// Values by a hash, in a handful of sorted arrays, each at least twice as long as the next.
///
/// Persistent: a copy shares the arrays. Adding merges the shorter ones; n additions move a value log2(n)
/// times each. Nothing is ever taken out.
///
/// Thread-safety: any thread may read, while others add to copies.
template <class Value>
class hash_runs {
public:
    void add(std::uint64_t hash, Value value) {
        std::vector<entry> entries;
        entries.push_back({hash, std::move(value)});
        while (!runs_.empty() && runs_.back()->entries.size() <= entries.size()) take_last(entries);
        runs_.push_back(std::make_shared<const run>(std::move(entries)));
    }
    /// Merges all arrays into one: what is looked for is quickly found there.
    void settle() {
        if (runs_.size() < 2) return;
        std::vector<entry> entries;
        while (!runs_.empty()) take_last(entries);
        runs_.push_back(std::make_shared<const run>(std::move(entries)));
    }

    /// Shows the values of that hash, until `visit(value)` is true. \return whether it was
    template <class Visit>
    bool any_of(std::uint64_t hash, const Visit& visit) const {
        for (const auto& sorted : runs_)
            for (auto place = sorted->first(hash);
                 place < sorted->entries.size() && sorted->entries[place].hash <= hash; ++place)
                if (sorted->entries[place].hash == hash && visit(sorted->entries[place].value)) return true;
        return false;
    }
    /// Shows all values, in no order.
    template <class Visit>
    void each(const Visit& visit) const {
        for (const auto& sorted : runs_)
            for (const auto& one : sorted->entries) visit(one.value);
    }

private:
    struct entry {
        std::uint64_t hash;
        Value value;
    };
    struct run {
        explicit run(std::vector<entry> sorted)
            : entries(std::move(sorted)),
              shift(static_cast<unsigned>(std::countl_zero(std::uint64_t{entries.size()}))),
              begins((std::size_t{1} << (64U - shift)) + 1) {
            for (const auto& one : entries) ++begins[(one.hash >> shift) + 1];
            for (std::size_t bits = 1; bits < begins.size(); ++bits) begins[bits] += begins[bits - 1];
        }
        [[nodiscard]] std::size_t first(std::uint64_t hash) const noexcept { return begins[hash >> shift]; }

        std::vector<entry> entries;
        unsigned shift;
        std::vector<std::uint32_t> begins;  // where the hashes with these first bits begin in entries
    };

    void take_last(std::vector<entry>& entries) {
        const auto& other = runs_.back()->entries;
        std::vector<entry> both;
        both.reserve(other.size() + entries.size());
        std::merge(other.begin(), other.end(), entries.begin(), entries.end(), std::back_inserter(both),
                   [](const entry& one, const entry& two) { return one.hash < two.hash; });
        entries = std::move(both);
        runs_.pop_back();
    }

    std::vector<std::shared_ptr<const run>> runs_;
};

}  // namespace assent
