#include "policy_words.hpp"

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_text.hpp>
#include <assent/adapters/control/rule_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/text/display_text.hpp>

#include <span>
#include <string>
#include <vector>

namespace assent {
namespace {

constexpr std::size_t indent_width = 4;

std::string in_quotes(std::string_view text) {
    std::string json;
    append_json_string(json, text);
    return json;
}

std::string flag(bool value) { return value ? "true" : "false"; }

// The lines of one object, with commas between its members.
class object_text {
public:
    explicit object_text(std::size_t depth) : indent_(depth * indent_width, ' ') {}

    object_text& comment(std::string_view line) {
        comments_.append(indent_).append("// ").append(line).append("\n");
        return *this;
    }
    object_text& member(std::string_view key, std::string_view json) {
        if (!lines_.empty()) lines_ += ",\n";
        if (!lines_.empty() && !comments_.empty()) lines_ += "\n";
        lines_.append(comments_).append(indent_).append(in_quotes(key)).append(": ").append(json);
        comments_.clear();
        return *this;
    }
    [[nodiscard]] std::string text() const {
        if (lines_.empty()) return "{}";
        return "{\n" + lines_ + "\n" + indent_.substr(indent_width) + "}";
    }

private:
    std::string indent_;
    std::string comments_;
    std::string lines_;
};

std::string list_text(const std::vector<std::string>& elements, std::size_t depth) {
    if (elements.empty()) return "[]";
    const std::string indent(depth * indent_width, ' ');
    std::string text = "[";
    for (const auto& each : elements) text.append(text.size() > 1 ? ",\n" : "\n").append(indent).append(each);
    return text + "\n" + indent.substr(indent_width) + "]";
}

std::string line_of_names(const std::vector<std::string>& names) {
    std::string text = "[";
    for (const auto& name : names) text.append(text.size() > 1 ? ", " : "").append(in_quotes(name));
    return text + "]";
}

std::string names_text(const std::vector<std::string>& names) {
    std::vector<std::string> elements;
    for (const auto& name : names) elements.push_back(in_quotes(name));
    return list_text(elements, 2);
}

std::string rules_text(const std::vector<permission_rule>& rules) {
    object_text text(2);
    for (const auto behavior : {rule_behavior::allow, rule_behavior::ask, rule_behavior::deny}) {
        std::vector<std::string> elements;
        for (const auto& rule : rules)
            if (rule.behavior() == behavior) elements.push_back(to_policy_json(rule));
        text.member(to_string(behavior), list_text(elements, 3));
    }
    return text.text();
}

std::string limit_text(std::optional<std::size_t> limit) { return limit ? std::to_string(*limit) : "null"; }

std::string limits_text(const rate_limits& limits) {
    return "{\"per_minute\": " + limit_text(limits.per_minute) +
           ", \"per_hour\": " + limit_text(limits.per_hour) + "}";
}

std::string tool_text(const tool_policy& tool) {
    object_text text(3);
    if (tool.decision) text.member("decision", in_quotes(to_string(*tool.decision)));
    if (tool.risk) text.member("risk", in_quotes(to_string(*tool.risk)));
    if (tool.trustable) text.member("trustable", flag(*tool.trustable));
    if (tool.offers) text.member("grant", in_quotes(to_string(*tool.offers)));
    if (tool.limits) text.member("limits", limits_text(*tool.limits));
    return text.text();
}

std::string tools_text(const policy& of) {
    object_text text(2);
    for (const auto& [name, tool] : of.tools) text.member(name, tool_text(tool));
    return text.text();
}

std::string audit_text(const audit_policy& audit) {
    object_text text(2);
    text.comment("What a record says about the input: none, digest (SHA-256) or full.")
        .member("inputs", in_quotes(to_string(audit.inputs)))
        .comment("With full: fields whose values are left out.")
        .member("redact", line_of_names(audit.redact))
        .comment("Each record carries a digest over the one before and itself.")
        .member("chain", flag(audit.chain))
        .comment("A new file before this size, such as \"64MiB\"; \"0\": never.")
        .member("rotate", in_quotes(size_text(audit.rotate_bytes)))
        .comment("How many old files are kept; 0: all.")
        .member("keep", std::to_string(audit.keep_files))
        .comment("While no record can be written, calls are: deny, or go_on as usual.")
        .member("on_failure", in_quotes(to_string(audit.on_failure)))
        .comment(
            "A record is accepted when it is written, or, with accepted, when it is in a queue in memory: a")
        .comment("process that is killed loses what is there.")
        .member("durability", in_quotes(to_string(audit.durability)))
        .comment("With accepted: how many records wait at most, and what more of them do: deny or block.")
        .member("queue_records", std::to_string(audit.queue_records))
        .member("on_overflow", in_quotes(to_string(audit.on_overflow)));
    return text.text();
}

std::string examples_text(const std::vector<policy_example>& examples) {
    std::vector<std::string> elements;
    for (const auto& example : examples) {
        std::string json = "{\"tool\": " + in_quotes(example.tool_name) + ", \"input\": ";
        append_json(json, example.input);
        if (!example.cwd.empty()) json.append(", \"cwd\": ").append(in_quotes(example.cwd));
        json.append(", \"expect\": ").append(in_quotes(to_string(example.expected))).append("}");
        elements.push_back(std::move(json));
    }
    return list_text(elements, 2);
}

// What decides, in the order in which it speaks.
void add_decisions(object_text& text, const policy& of) {
    text.comment("What happens to calls that nothing below decides: ask, allow, deny, accept_edits, plan or")
        .comment("dont_ask.")
        .member("mode", in_quotes(to_string(of.mode)))
        .comment("Whether the agent may change the mode: any, any_but_allow, stricter or never.")
        .member("peer_mode", in_quotes(to_string(of.peer_may_set)))
        .comment("Most calls of all tools together; null: any number, 0: none.")
        .member("limits", limits_text(of.limits))
        .comment("Deny wins over ask, and ask over allow. A rule is \"Bash\", \"Bash(npm *)\" or an object.")
        .member("rules", rules_text(of.rules))
        .comment("Denied: tools by pattern, commands by pattern whatever the tool, and categories of tools.")
        .member("blocked_tools", names_text(of.blocked_tools))
        .member("blocked_commands", names_text(of.blocked_commands))
        .member("disabled_categories", names_text(of.disabled_categories))
        .comment("Allowed, unless something above demands a question.")
        .member("trusted_tools", names_text(of.trusted_tools))
        .comment(
            "What is different for single tools, such as \"Bash\": {\"decision\": \"ask\", \"risk\": "
            "\"high\",")
        .comment("\"trustable\": false, \"grant\": \"uses\", \"limits\": {\"per_minute\": 5}}.")
        .member("tools", tools_text(of))
        .comment("The defaults of the tools' definitions decide what nothing above has decided.")
        .member("tool_defaults", flag(of.tool_defaults))
        .comment("Tools that only look are allowed without a question.")
        .member("always_safe", flag(of.allow_always_safe))
        .comment("Calls below this risk are allowed: low, medium, high, critical; null: risk allows nothing.")
        .member("ask_from_risk", of.ask_from_risk ? in_quotes(to_string(*of.ask_from_risk)) : "null")
        .comment("Inputs have to fit the schemas of their tools.")
        .member("strict_schemas", flag(of.strict_schemas));
}

}  // namespace

// As people write it, where that means the same.
std::string to_policy_json(const permission_rule& rule) {
    const std::string text = rule.text();
    const auto read = parse_rule(text, rule.behavior(), rule.origin(), rule.overbroad());
    if (read && read->same_as(rule)) return in_quotes(text);
    std::string json;
    append_flat_rule(json, rule);
    return json;
}

std::string to_policy_text(const policy& of) {
    object_text text(1);
    add_decisions(text, of);
    object_text grants(2);
    grants.member("time", in_quotes(duration_text(of.grant_time)))
        .member("uses", std::to_string(of.grant_uses));
    object_text questions(2);
    questions.comment("How long a question waits for an answer; \"0\": for ever.")
        .member("timeout", in_quotes(duration_text(of.question_timeout)))
        .comment("Where the agent is asked to keep what is to be remembered always: session, localSettings,")
        .comment("projectSettings, userSettings or cliArg.")
        .member("always_destination", in_quotes(detail::destination_word(of.always_destination)));
    object_text compatibility(2);
    compatibility.comment("In allow mode, return suggestions to agents that store them and then stop asking.")
        .member("return_updates", flag(of.return_updates))
        .comment("Allow rules may give programs that run others free rein: \"Bash(bash *)\".")
        .member("allow_overbroad", flag(of.allow_overbroad))
        .comment("What allow rules mean beyond what is safe; each one that is on is put into the audit log.")
        .member("star_crosses_slash", flag(of.switches.star_crosses_slash))
        .member("allow_dotfiles", flag(of.switches.allow_dotfiles))
        .member("allow_sees_through_wrappers", flag(of.switches.allow_sees_through_wrappers))
        .member("allow_background", flag(of.switches.allow_background))
        .member("allow_env_names", line_of_names(of.switches.allow_env_names));
    text.comment("What a question offers: permission for a while, or for a number of uses.")
        .member("grants", grants.text())
        .member("questions", questions.text())
        .member("audit", audit_text(of.audit))
        .member("compatibility", compatibility.text())
        .comment("Calls and what this policy has to say about them: allow, deny or ask.")
        .member("examples", examples_text(of.examples));
    return "// What is decided beforehand. Every key may be left out; comments may stand anywhere.\n" +
           text.text() + "\n";
}

}  // namespace assent
