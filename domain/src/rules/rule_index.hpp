#pragma once

#include "compared_text.hpp"
#include "hash_runs.hpp"

#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Rules with the order in which they were added.
struct ordered_rule {
    std::uint64_t order;
    rule_pointer rule;
};

/// Looks at what `rule_index` finds. Rules come in no fixed order, and some more than once.
/// \param unsure  it matches in doubt at most
using candidate_visitor = std::function<void(const rule_pointer& rule, std::uint64_t order, bool unsure)>;

/// The rules of one behavior, filed so that few are looked at which do not match.
///
/// A rule is filed once: under its tool, a field, and literal text of its pattern for that field: the program
/// of a command, the beginning or the end of a path or a text, the host of a URL. Where that is not sure it
/// is filed under its tool alone. What is found is a rule to try, no more: `permission_rule::match` says
/// whether it matches.
///
/// Copying takes no time; adding to a copy takes as long as adding to a small index (`hash_runs`). Any thread
/// may search while others add to copies.
class rule_index {
public:
    explicit rule_index(rule_behavior behavior) noexcept : lenient_(!has_to_prove(behavior)) {}

    /// Adds a rule that is not there yet.
    void add(const rule_pointer& rule, std::uint64_t order);
    /// Makes searches quick after many additions; takes as long as adding some of them.
    void settle();
    /// The equal rule that is there (`permission_rule::same_as`).
    [[nodiscard]] std::optional<ordered_rule> equal_of(const permission_rule& rule) const;

    /// Shows every rule that may match, and for an allow rule: that may do so alone. With texts of one simple
    /// command, those which may cover that.
    /// \param texts  of the same call; one search leaves in it what the next one needs
    void search(const call_reading& call, compared_texts& texts, const candidate_visitor& look) const;

    /// Allow rules only: the fields of whose commands some rule may cover single ones
    /// (`permission_rule::command_field`).
    [[nodiscard]] const std::vector<std::string>& command_fields() const noexcept { return command_fields_; }
    /// Deny and ask rules only: a rule of which `is(rule)` is true; null: there is none. Looks at those that
    /// have a pattern of this kind for this field, and hardly at others.
    [[nodiscard]] rule_pointer naming(std::string_view field, field_kind kind, const rule_filter& is) const;
    /// Whether a rule covers this tool.
    [[nodiscard]] bool speaks_of(std::string_view tool_name) const;
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// All of them, in order.
    [[nodiscard]] std::vector<ordered_rule> all() const;

private:
    enum class place : unsigned char { whole, front, back, inside };
    /// Where literals stand in a text, and how long they are, in bytes; 0: as long as the text.
    struct form {
        place where;
        unsigned char length;
        std::bitset<256> begins{};  // with which bytes
        std::bitset<256> ends{};

        [[nodiscard]] bool may_be(std::string_view text) const noexcept {
            return begins[static_cast<unsigned char>(text.front())] &&
                   ends[static_cast<unsigned char>(text.back())];
        }
        /// What of a text, which is no shorter, stands where such literals do; not for `inside`.
        [[nodiscard]] std::string_view part_of(std::string_view text) const noexcept {
            if (where == place::front) return {text.data(), length};
            return where == place::back ? text.substr(text.size() - length) : text;
        }
    };
    /// The forms of literals under which rules are filed for one field.
    struct filing {
        std::string field;
        compared_as kind;
        std::bitset<64> tools{};  // of which, by their hashes: most fields are of few tools
        std::vector<form> forms{};

        [[nodiscard]] bool of_tool(std::uint64_t tool) const { return tools[tool % tools.size()]; }
    };
    struct literal {
        std::string_view field;
        compared_as kind;
        form as;
        std::string text;
    };

    [[nodiscard]] std::optional<literal> literal_of(const permission_rule& rule) const;
    [[nodiscard]] std::optional<literal> literal_of(const permission_rule::field_pattern& field) const;
    [[nodiscard]] std::string_view tool_of(const permission_rule& rule) const;
    [[nodiscard]] std::uint64_t bucket_of(std::uint64_t tool, const literal& filed);
    [[nodiscard]] static std::uint64_t bucket_of(std::uint64_t tool, std::size_t filing, const form& as,
                                                 std::string_view text) noexcept;
    template <class LookFor>
    static void each_part(const form& as, std::string_view text, const LookFor& look_for);
    void look_at(std::uint64_t bucket, const candidate_visitor& look) const;

    bool lenient_;  // deny and ask
    std::size_t size_ = 0;
    std::vector<std::string> command_fields_;  // few: they are known by their names
    std::vector<filing> filings_;              // few, too
    hash_runs<ordered_rule> by_text_;
    hash_runs<ordered_rule> by_identity_;
    hash_runs<rule_pointer> by_tool_;   // one for each tool pattern
    hash_runs<rule_pointer> by_field_;  // allow rules are not there
};

}  // namespace assent
