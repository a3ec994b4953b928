#pragma once

#include "comparable_text.hpp"
#include "literal_trie.hpp"

#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// Most literals of one field's pattern that are looked at: what a long pattern may cost when it is added.
inline constexpr std::size_t max_field_literals = 8;
/// Longest literal a rule is filed under, in bytes. Of a longer one, this much is used.
inline constexpr std::size_t max_literal_bytes = 512;

/// Where in a text a literal has to stand for a pattern to cover that text.
enum class literal_place : unsigned char {
    whole,   ///< it is the text
    front,   ///< the text begins with it
    back,    ///< the text ends with it
    inside,  ///< it is somewhere in the text
};

/// Literal text that a pattern cannot do without: a comparable text that does not hold it is not covered, or
/// what is compared cannot be compared for sure.
struct pattern_literal {
    literal_place place;
    std::string text;
};
using pattern_literals = boost::container::small_vector<pattern_literal, 4>;

/// What a tool name has to hold for the rule's tool pattern. For deny and ask rules in lower case.
[[nodiscard]] pattern_literals tool_literals(const permission_rule& rule);

/// What the field's `comparable_text` has to hold for a pattern of this rule; none: nothing in particular.
[[nodiscard]] pattern_literals field_literals(const permission_rule& rule,
                                              const permission_rule::field_pattern& field);

/// Rules with the order in which they were added.
struct ordered_rule {
    std::uint64_t order;
    rule_pointer rule;
};

/// Who looks at what `rule_index` finds. Rules come in no fixed order, and each at most once.
class candidate_sink {
public:
    /// Rules of this order or a higher one need not be shown any more.
    /// \param unsure  asked for rules that match in doubt at most
    [[nodiscard]] virtual std::uint64_t bound(bool unsure) const = 0;
    virtual void look(const rule_pointer& rule, std::uint64_t order) = 0;

protected:
    ~candidate_sink() = default;
};

/// The rules of one behavior, filed so that those which may match a call are found without looking at the
/// others.
///
/// A rule is filed once: under its tool pattern, the field, and the literal of all its patterns under which
/// the fewest rules are at that time. Rules without a literal are looked at for each call of their tool.
///
/// Copying takes no time; adding to a copy takes as long as adding to a small index (`literal_trie`). Any
/// thread may search while others add to copies.
class rule_index {
public:
    explicit rule_index(rule_behavior behavior) noexcept : lenient_(behavior != rule_behavior::allow) {}

    /// Adds a rule that is not there yet.
    void add(const rule_pointer& rule, std::uint64_t order);
    /// The equal rule that is there (`permission_rule::same_as`).
    [[nodiscard]] std::optional<ordered_rule> equal_of(const permission_rule& rule) const;

    /// Shows every rule that may match, and for an allow rule: that may do so alone. With texts of one simple
    /// command, those which may cover that.
    /// \param texts  of the same call; one search leaves in it what the next one needs
    void search(const call_reading& call, comparable_texts& texts, candidate_sink& sink) const {
        if (size_ > 0) search_rules(call, texts, sink);
    }

    /// Allow rules only: the fields of whose commands some rule may cover single ones
    /// (`permission_rule::command_field`).
    [[nodiscard]] const std::vector<std::string>& command_fields() const noexcept { return command_fields_; }
    /// Deny and ask rules only: a rule of which `is(rule)` is true; null: there is none. Looks at those that
    /// have a pattern of this kind for this field, and hardly at others.
    template <class Is>
    [[nodiscard]] rule_pointer naming(std::string_view field, field_kind kind, const Is& is) const {
        const auto* found =
            by_field_.find(field_hash(field, kind), [&](const auto* each) { return is(*each->value); });
        return found == nullptr ? rule_pointer() : (*found)->value;
    }
    /// Whether a rule covers this tool.
    [[nodiscard]] bool speaks_of(std::string_view tool_name) const;
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// All of them, in order.
    [[nodiscard]] std::vector<ordered_rule> all() const;

private:
    using group_id = std::array<char, 4>;
    // Up to so many groups are looked at one by one.
    static constexpr std::size_t max_few_groups = 4;

    /// Rules with the same tool pattern that are filed under the same field.
    struct rule_group {
        static constexpr std::size_t no_field = static_cast<std::size_t>(-1);

        rule_pointer first;            // its tool pattern and the field's name are those of all
        std::size_t field = no_field;  // in `first`
        compared_as kind = compared_as::value;
        group_id id{};            // under which its rules are in rules_
        std::string_view tool{};  // of the tool pattern, when that is no more than a name

        [[nodiscard]] bool covers(std::string_view name) const {
            if (!tool.empty() && (tool.size() != name.size() || !same_letter(tool.front(), name.front())))
                return false;
            return tool == name || first->covers_tool(name);
        }
        // As far as case does not count.
        [[nodiscard]] static bool same_letter(char one, char other) noexcept {
            return ((one ^ other) & ~('a' ^ 'A')) == 0;
        }
    };
    struct filing;
    class search_walk;

    static std::uint64_t field_hash(std::string_view name, field_kind kind) noexcept {
        return std::hash<std::string_view>()(name) + static_cast<std::uint64_t>(kind);
    }

    void search_rules(const call_reading& call, comparable_texts& texts, candidate_sink& sink) const;

    template <class Visit>
    void each_group(std::string_view tool_name, const Visit& visit) const;
    template <class Visit>
    void each_filing(const permission_rule& rule, const Visit& visit) const;
    [[nodiscard]] const rule_group* find_group(std::string_view key, const permission_rule& rule,
                                               std::size_t field) const;
    [[nodiscard]] literal_trie<rule_pointer>::position place_of(const filing& where) const;

    bool lenient_;             // deny and ask
    bool wild_tools_ = false;  // some tool pattern has a wildcard
    std::uint32_t next_group_ = 0;
    std::size_t size_ = 0;
    std::vector<std::string> command_fields_;  // few: they are known by their names
    literal_trie<rule_group> groups_;
    // Of groups_, as long as there are so few; then it is not looked at any more.
    boost::container::static_vector<const literal_trie<rule_group>::item*, max_few_groups> few_groups_;
    literal_trie<rule_pointer> rules_;
    hash_runs<const literal_trie<rule_pointer>::item*> by_identity_;  // of what rules_ keeps
    hash_runs<const literal_trie<rule_pointer>::item*> by_field_;     // the same; allow rules are not there
};

}  // namespace assent
