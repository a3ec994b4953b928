#pragma once

#include <algorithm>
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
/// times each. Nothing is ever taken out. Takes little more memory than the values and their hashes.
///
/// Thread-safety: any thread may read, while others add to copies.
template <class Value>
class hash_runs {
public:
    void add(std::uint64_t hash, Value value) {
        run made;
        made.push_back({hash, std::move(value)});
        while (!runs_.empty() && runs_.back()->size() <= made.size()) {
            run both;
            both.reserve(runs_.back()->size() + made.size());
            std::merge(runs_.back()->begin(), runs_.back()->end(), made.begin(), made.end(),
                       std::back_inserter(both),
                       [](const entry& one, const entry& other) { return one.hash < other.hash; });
            made = std::move(both);
            runs_.pop_back();
        }
        runs_.push_back(std::make_shared<const run>(std::move(made)));
    }

    /// A value of that hash of which `is(value)` is true; null: there is none.
    template <class Is>
    [[nodiscard]] const Value* find(std::uint64_t hash, const Is& is) const {
        for (const auto& each : runs_) {
            auto at =
                std::lower_bound(each->begin(), each->end(), hash,
                                 [](const entry& one, std::uint64_t wanted) { return one.hash < wanted; });
            for (; at != each->end() && at->hash == hash; ++at)
                if (is(at->value)) return &at->value;
        }
        return nullptr;
    }

private:
    struct entry {
        std::uint64_t hash;
        Value value;
    };
    using run = std::vector<entry>;
    std::vector<std::shared_ptr<const run>> runs_;
};

}  // namespace assent
