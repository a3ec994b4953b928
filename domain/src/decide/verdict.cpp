#include <assent/domain/decide/verdict.hpp>

namespace assent {
namespace {

void append_rule(std::string& out, const permission_rule& rule) {
    rule.append_named(out);
    out.append(" (").append(in_words(rule.origin())).append(")");
}

// Each covers some of the commands of one shell text, and all of them together all.
void append_shared_reason(std::string& out, const verdict& decided) {
    out += decided.walled() ? "allowed behind a wall by rules " : "allowed by rules ";
    append_rule(out, *decided.rule);
    std::size_t named = 1;
    for (const auto& each : decided.rules_too) {
        if (++named > max_named_rules) continue;
        out += ", ";
        append_rule(out, *each);
    }
    if (named > max_named_rules)
        out.append(" and ").append(std::to_string(named - max_named_rules)).append(" more");
}

std::string_view verb_of(rule_behavior behavior) {
    switch (behavior) {
        case rule_behavior::allow: return "allowed by rule ";
        case rule_behavior::deny: return "denied by rule ";
        case rule_behavior::ask: return "an answer is demanded by rule ";
        case rule_behavior::wall: return "allowed behind a wall by rule ";
    }
    return "decided by rule ";
}

void append_rule_reason(std::string& out, const verdict& decided) {
    if (!decided.rules_too.empty()) return append_shared_reason(out, decided);
    const auto& rule = *decided.rule;
    if (decided.doubt)
        out.append(to_string(rule.behavior())).append(" rule ");
    else
        out += verb_of(rule.behavior());
    append_rule(out, rule);
    if (decided.doubt) out += " may cover this call";
}

// A verdict that depends on more than these has it in its detail.
std::string_view mode_reason(outcome decision) {
    switch (decision) {
        case outcome::allow: return "allowed by permission mode `allow`";
        case outcome::deny: return "denied by permission mode `deny`";
        case outcome::ask: return "asked by permission mode `ask`";
        case outcome::wall: break;
    }
    return "decided by the permission mode";
}

std::string_view stored_reason(const verdict& decided) {
    return decided.allowed() ? "allowed as decided before" : "denied as decided before";
}

std::string_view stock_reason(const verdict& decided) {
    switch (decided.source) {
        case decision_source::malformed: return "the call is not well formed";
        case decision_source::rate_limit: return "too many calls";
        case decision_source::mode: return mode_reason(decided.decision);
        case decision_source::rule: return "a rule decided";
        case decision_source::blocked_list: return "blocked by the policy";
        case decision_source::peer: return "the agent demands that a person answers";
        case decision_source::guard: return "the call does more than its name says";
        case decision_source::gate:
            return "it changes or stops what decides about agents, which only a person can allow";
        case decision_source::grant: return "allowed by a grant";
        case decision_source::remembered:
        case decision_source::persistent: return stored_reason(decided);
        case decision_source::trust: return "the tool is trusted for this session";
        case decision_source::trusted_tool: return "the policy trusts this tool";
        case decision_source::tool_override:
        case decision_source::tool_default:
            return decided.allowed() ? "the tool is always allowed" : "the tool is always denied";
        case decision_source::effect:
            if (decided.walled()) return "the policy allows what the call does behind a wall";
            return decided.allowed() ? "the policy allows what the call does"
                                     : "the policy denies what the call does";
        case decision_source::risk: return "the risk is below what is asked about";
        case decision_source::pause: return "a person has paused the questions";
        case decision_source::undecided: return "no rule allows it";
        case decision_source::callback:
            return decided.allowed() ? "allowed by the user" : "denied by the user";
        case decision_source::timeout: return "nobody answered in time";
        case decision_source::cancelled: return "the question was withdrawn";
        case decision_source::closed: return "the session ended before an answer came";
        case decision_source::limit: return "too many questions are open";
        case decision_source::fault: return "the permission check failed";
    }
    return "the permission check failed";
}

// Behind what a call does: the rule that covers that.
void append_rule_behind(std::string& out, const verdict& decided) {
    const auto& rule = *decided.rule;
    out.append(" (").append(to_string(rule.behavior())).append(" rule ");
    rule.append_named(out);
    out.append(", ").append(in_words(rule.origin()));
    out += decided.doubt ? ", may cover it)" : ")";
}

}  // namespace

void verdict::append_cause(std::string& out) const {
    if (rule && detail.empty()) return append_rule_reason(out, *this);
    if (detail.empty())
        out += stock_reason(*this);
    else
        out += detail;
}

void verdict::append_reason(std::string& out) const {
    if (concern.empty()) return append_cause(out);
    out += concern;
    if (rule && detail.empty()) return append_rule_behind(out, *this);
    out += "; ";
    // What was found is said already.
    if (source == decision_source::guard)
        out += "no rule allows just that";
    else if (source == decision_source::gate && concern.find("which decides about agents") != concern.npos)
        out += "only a person can allow that";
    else
        append_cause(out);
}

std::string verdict::cause() const {
    std::string text;
    append_cause(text);
    return text;
}

std::string verdict::reason() const {
    std::string text;
    append_reason(text);
    return text;
}

bool verdict::was_remembered() const noexcept {
    if (asks()) return false;
    return source == decision_source::remembered || source == decision_source::trust ||
           (source == decision_source::persistent && !rule);
}

question_end end_of(const verdict& settled) noexcept {
    if (settled.allowed()) return question_end::approved;
    switch (settled.source) {
        case decision_source::timeout: return question_end::timed_out;
        case decision_source::cancelled:
        case decision_source::closed: return question_end::cancelled;
        default: return question_end::denied;
    }
}

}  // namespace assent
