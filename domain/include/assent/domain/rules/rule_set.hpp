#pragma once

#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/permission_update.hpp>

#include <boost/container/small_vector.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace assent {

class call_reading;
class compared_texts;

using rule_pointer = std::shared_ptr<const permission_rule>;
/// Chooses rules: true for those that are meant.
using rule_filter = std::function<bool(const permission_rule&)>;

/// Most rules in one set.
inline constexpr std::size_t default_max_rules = 1'000'000;

/// The rules that match one call: of each behavior, the matching one that was added first.
struct rule_findings {
    rule_pointer deny{};
    rule_pointer deny_doubt{};  ///< could not be excluded; only where no deny rule surely matches
    rule_pointer ask{};
    rule_pointer ask_doubt{};  ///< could not be excluded; only where no ask rule surely matches
    /// A built-in rule for paths could not be excluded, as it is not known what is done at all; only where no
    /// other ask rule matches. An ordinary question, which who names the call exactly may answer.
    rule_pointer ask_unknown{};
    rule_pointer allow{};  ///< or a wall rule, which comes first
    /// Where no allow rule covers a shell text alone, those that cover the simple commands which `allow`, the
    /// rule of the first one, does not cover. Each once, in the order of the commands.
    boost::container::small_vector<rule_pointer, 2> allow_too{};
    /// It is covered behind a wall only: one of these is a wall rule, or a command passes so.
    bool wall = false;
    bool wall_for_some = false;  ///< a wall rule covers some of the commands, and nothing covers others

    /// Takes over the deny and ask rules that others found, where there is none as sure yet.
    void add(const rule_findings& more);
};

/// How a simple command passes without a rule.
enum class passage : unsigned char { none, wall, open };

/// Simple commands of a shell text that pass without a rule, where rules cover the others.
struct passing_commands {
    std::string_view field;                             ///< that holds the text
    boost::container::small_vector<passage, 8> pass{};  ///< of each, in their order; none: no command does

    [[nodiscard]] passage of(std::string_view in, std::size_t command) const noexcept {
        return in == field && command < pass.size() ? pass[command] : passage::none;
    }
};

/// An immutable set of rules. Changing it makes a new one; whoever matches keeps the one it has.
///
/// Rules are indexed by tool, field and the literal text in their patterns: what a call costs depends on the
/// rules that hold text of that call, hardly on how many others there are. A new set shares the index with
/// the one it was made from, so that adding to a large one is cheap.
///
/// Equal rules (same patterns and behavior) count once, with the origin that lasts longer: a rule of the host
/// stays the host's, whoever repeats it. But nobody's word is lost: a rule that an answer and the host
/// brought stays the answer's where the host takes its own back. Thread-safety: any thread.
class rule_set {
public:
    using pointer = std::shared_ptr<const rule_set>;

    /// A set of the given rules.
    /// \return `invalid_rule` when there are more than `max_rules`
    [[nodiscard]] static boost::system::result<pointer, invalid_rule> make(
        std::vector<permission_rule> rules, std::size_t max_rules = default_max_rules);
    [[nodiscard]] static pointer empty();

    /// All rules that matter for a call. A shell text is allowed when each of its simple commands is covered
    /// by some allow rule, or passes without one; at least one has to be covered.
    [[nodiscard]] rule_findings match(const call_reading& call, const passing_commands& passing = {}) const;

    /// The deny and ask rules of `match`, where others than those of which `counts` is true do not count.
    /// \param counts  null: all do   \param found  its `deny`, `ask` and their doubts are set
    void match_deny_and_ask(const call_reading& call, const rule_filter* counts, rule_findings& found) const;

    /// The allow and wall rules of `match`, where others than those of which `counts` is true do not count.
    /// \param counts  null: all do   \param found  its `allow`, `allow_too` and `wall` are set
    void match_allow(const call_reading& call, const rule_filter* counts, const passing_commands& passing,
                     rule_findings& found) const;

    /// A rule that may be for the call and of which `is` is true; null: there is none. Looks at the rules
    /// that have a pattern of this kind for this field, and hardly at others. \param behavior  deny or ask
    [[nodiscard]] rule_pointer naming(rule_behavior behavior, const call_reading& call,
                                      std::string_view field, field_kind kind, const rule_filter& is) const;

    /// Puts such a rule among the doubts of what found neither a deny rule nor a doubt yet; the same for ask.
    void add_doubt(rule_findings& found, const call_reading& call, std::string_view field, field_kind kind,
                   const rule_filter& is) const;

    /// It matters where the working directory of a call leads.
    [[nodiscard]] bool asks_for_folders() const noexcept;
    /// False: there are no deny and ask rules for paths.
    [[nodiscard]] bool has_path_rules() const noexcept;
    /// False: all of them are built-in ones.
    [[nodiscard]] bool has_path_rules_of_people() const noexcept;
    /// False: none of them is about changes alone (`Change(...)`).
    [[nodiscard]] bool has_rules_for_changes() const noexcept;
    /// False: no deny or ask rule for paths (`Path(...)`) covers a path because of this part of it, which is
    /// made of whole components. Quick, and true now and then where none does.
    [[nodiscard]] bool may_cover_path(std::string_view part) const noexcept;

    /// Shows the rules of a behavior that match a call, each alone, in no fixed order.
    /// \param visit  false: no more
    void each_match(rule_behavior behavior, const call_reading& call,
                    const std::function<bool(const rule_pointer&, rule_match)>& visit) const;

    /// This set with one update applied: added, replaced or removed rules.
    ///
    /// Only rules of origin `peer` and `answer` are ever replaced or removed; the host's stay. An update of
    /// origin `peer`, which nobody has looked at, takes out rules of that origin only. `replace_rules`
    /// replaces all such rules of the update's behavior.
    /// \param origin  the origin the new rules get
    /// \return the new set, equal to this one when nothing changed; or why it cannot be
    [[nodiscard]] boost::system::result<pointer, invalid_rule> apply(const permission_update& update,
                                                                     rule_origin origin) const;

    /// The rules of `base`, and those of this set that came from peers and answers.
    /// \return or `invalid_rule` when that is more than `base` may hold
    [[nodiscard]] boost::system::result<pointer, invalid_rule> onto(const rule_set& base) const;

    /// The first rule of this set, other than an allow rule, that `other` does not have from its host; null:
    /// it has all of them.
    [[nodiscard]] rule_pointer strict_rule_missing_in(const rule_set& other) const;

    /// This set without the allow rules that only a peer has suggested. Its deny and ask rules stay.
    [[nodiscard]] pointer without_suggested_allows() const;

    /// True if a rule of this behavior covers (deny, ask: may cover) some call of this tool.
    [[nodiscard]] bool speaks_of(rule_behavior behavior, std::string_view tool_name) const;
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] std::size_t size(rule_behavior behavior) const noexcept;
    /// Rules of origin `peer`, those that somebody else has said too among them.
    [[nodiscard]] std::size_t suggested() const noexcept;
    /// Bytes that rules of origin `peer` and `answer` count for (`permission_rule::memory_bytes`).
    [[nodiscard]] std::size_t loose_bytes() const noexcept;
    /// Most rules that it, and the sets made from it, may hold.
    [[nodiscard]] std::size_t max_size() const noexcept { return max_rules_; }
    /// All rules of a behavior, in the order in which they were added. Takes time and memory for each.
    [[nodiscard]] std::vector<rule_pointer> all(rule_behavior behavior) const;

private:
    struct layers;
    explicit rule_set(std::size_t max_rules);
    // These two are for sets in the making.
    void put(const std::vector<rule_pointer>& rules);
    void take_out(const std::vector<rule_pointer>& rules, rule_origin origin);
    void share_commands(const call_reading& call, const rule_filter* counts, const passing_commands& passing,
                        compared_texts& whole, rule_findings& found) const;

    // Never null, and changed by nobody but the function that has made this set.
    std::shared_ptr<layers> layers_;
    std::size_t max_rules_;
};

}  // namespace assent
