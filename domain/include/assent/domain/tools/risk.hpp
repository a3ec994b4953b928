#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <boost/container/small_vector.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace assent {

struct tool_call;
struct tool_definition;

/// How much harm a call could do. Ordered: `low < medium < high < critical`.
enum class risk_level : unsigned char { low, medium, high, critical };

/// How freely a call may be decided without a person.
enum class safety_class : unsigned char {
    always_safe,     ///< only looks: allowed without a question, unless a rule or a list denies it
    confirm,         ///< asked, unless something stored or the policy's risk threshold allows it
    always_confirm,  ///< cannot be undone: asked, unless a mode, a grant, a remembered decision or a rule
                     ///< allows it
};

/// One thing about a call that makes it risky.
struct risk_factor {
    std::string id;                       ///< stable, for programs and records: `destructive_command`
    std::string text;                     ///< for people, one clause: "the command can delete files"
    risk_level level = risk_level::high;  ///< what it raises the risk to
};

/// Shared, so that a call that is decided without a question allocates nothing for them.
using risk_factors = boost::container::small_vector<std::shared_ptr<const risk_factor>, 4>;

/// What the classifier has to say about one call.
struct risk_assessment {
    risk_level level = risk_level::high;
    safety_class safety = safety_class::confirm;
    risk_factors factors{};
};

/// Judges how risky a call is. Replace it with your own where you know your tools better.
///
/// For implementers: `classify` is called without a lock, from any thread, several at once. It must
/// not throw; a call that cannot be judged is `high` and `confirm`. It must be deterministic: the
/// same call and definition give the same assessment.
class risk_classifier {
public:
    virtual ~risk_classifier() = default;
    /// \param definition  what is registered about the tool; null when it is not known
    /// \param scratch     room for unescaped text, reused between calls
    [[nodiscard]] virtual risk_assessment classify(const tool_call& call, const tool_definition* definition,
                                                   std::string& scratch) const = 0;
};

/// The classifier that comes with the library: tables of tool kinds, of verbs in tools' names, and of
/// what inputs show. See docs/policy-file.md for what raises a risk.
///
/// It begins with the definition's `risk` and `safety`, or `high` and `confirm` for a tool without one, and
/// only ever raises them. Where a path leads counts like this:
///
/// | place                       | tools that look            | tools that may write       |
/// |-----------------------------|----------------------------|----------------------------|
/// | inside, no hidden component | as defined                 | as defined                 |
/// | inside, hidden              | at least medium, `confirm` | at least medium, `confirm` |
/// | outside                     | at least medium, `confirm` | at least high, `confirm`   |
/// | cannot be told              | at least medium, `confirm` | at least medium, `confirm` |
///
/// A clean relative path is inside even where the call has no working directory; an absolute one cannot be
/// told then. For tools that look, `.`, a leading `./` and a trailing `/` are no reason to doubt.
[[nodiscard]] std::shared_ptr<const risk_classifier> standard_risk_classifier();

[[nodiscard]] constexpr auto enum_words(risk_level) noexcept {
    return word_table("low", "medium", "high", "critical");
}
[[nodiscard]] constexpr auto enum_words(safety_class) noexcept {
    return word_table("always_safe", "confirm", "always_confirm");
}

}  // namespace assent
