#pragma once

#include <assent/domain/decide/policy.hpp>
#include <assent/domain/text/display_text.hpp>

#include <array>
#include <string>
#include <string_view>

/// The keys of a policy file: their order, what is said of them, and what they hold. `policy_reader` and
/// `policy_text` go through this one table, so a new key is a line here and a member of `policy`. Rules and
/// examples, which are lists of their own kind, they know by themselves.
///
/// `Keys` reads or writes the members of one object; `Policy` is `policy`, constant for the one that writes.
namespace assent::detail {

/// The lists of rules, in the order of a file.
inline constexpr std::array rule_lists{rule_behavior::allow, rule_behavior::wall, rule_behavior::ask,
                                       rule_behavior::deny};
/// Of the rules of `policy::standard`, among those of a file.
inline constexpr std::string_view built_in_rules_key = "built_in";

/// What names who asks, in an element of `where`.
template <class Keys, class Condition>
void asker_keys(Keys& keys, Condition& of) {
    keys.agent("agent", of.agent);
    keys.filled_text("subagent", of.subagent, "the type of a sub-agent, such as \"Explore\"");
}

/// What names the calls that an element of `where` is for.
template <class Keys, class Condition>
void condition_keys(Keys& keys, Condition& of) {
    asker_keys(keys, of);
    keys.folder("folder", of.folder);
    keys.filled_text("session", of.session, "the id of a session");
    keys.flag("inside", of.inside);
}

inline std::string number_up_to(std::size_t least, std::size_t most) {
    return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

template <class Keys, class Limits>
void limit_keys(Keys& keys, Limits& of) {
    keys.limit("per_minute", of.per_minute, 0);
    keys.limit("per_hour", of.per_hour, 0);
}

template <class Keys, class Tool>
void tool_keys(Keys& keys, Tool& of) {
    keys.tool_decision("decision", of);
    keys.word_if_set("risk", of.risk);
    keys.flag_if_set("trustable", of.trustable);
    keys.tool_grant("grant", of);
    keys.limits_if_set("limits", of.limits);
}

template <class Keys, class Policy>
void grant_keys(Keys& keys, Policy& of) {
    keys.time("time", of.grant_time, duration(1), max_grant_time,
              "a time above 0 and at most " + duration_text(max_grant_time) + ", such as \"5m\"");
    keys.number("uses", of.grant_uses, 1, max_grant_uses);
}

template <class Keys, class Policy>
void question_keys(Keys& keys, Policy& of) {
    keys.comment("How long a question waits for an answer; \"0\": for ever.");
    keys.time("timeout", of.question_timeout, duration::zero(), duration::max(),
              "a time such as \"5m\", or \"0\" to wait for ever");
    keys.comment("Where the agent is asked to keep what is to be remembered always: session, localSettings,");
    keys.comment("projectSettings, userSettings or cliArg.");
    keys.word("always_destination", of.always_destination);
}

template <class Keys, class Audit>
void audit_keys(Keys& keys, Audit& of) {
    keys.comment("What a record says about the input: none, digest (SHA-256), masked (commands, paths and");
    keys.comment("addresses, without secrets) or full; null: digest, and masked in the record of `install`.");
    keys.word_or_null("inputs", of.inputs);
    keys.comment("With full: fields whose values are left out.");
    keys.names_in_line("redact", of.redact, "the name of a field");
    keys.comment("Each record carries a digest over the one before and itself.");
    keys.flag("chain", of.chain);
    keys.comment("A new file before this size, such as \"64MiB\"; \"0\": never.");
    keys.size("rotate", of.rotate_bytes, least_rotate_bytes,
              "\"0\" or a size from \"" + size_text(least_rotate_bytes) + "\", such as \"64MiB\"");
    keys.comment("How many old files are kept; 0: all.");
    keys.number("keep", of.keep_files, 0, max_kept_audit_files);
    keys.comment("How many days records are kept; 0: for ever.");
    keys.number("keep_days", of.keep_days, 0, max_kept_audit_days);
    keys.comment("While no record can be written, calls are: deny, or go_on as usual.");
    keys.word("on_failure", of.on_failure);
    keys.comment(
        "A record is accepted when it is written, or, with accepted, when it is in a queue in memory: a");
    keys.comment("process that is killed loses what is there.");
    keys.word("durability", of.durability);
    keys.comment("With accepted: how many records wait at most, and what more of them do: deny or block.");
    keys.number("queue_records", of.queue_records, 1, max_audit_queue_records);
    keys.word("on_overflow", of.on_overflow);
}

template <class Keys, class Policy>
void compatibility_keys(Keys& keys, Policy& of) {
    keys.comment("In allow mode, return suggestions to agents that store them and then stop asking.");
    keys.flag("return_updates", of.return_updates);
    keys.comment("Allow rules may give programs that run others free rein: \"Bash(bash *)\".");
    keys.flag("allow_overbroad", of.allow_overbroad);
    keys.comment("What allow rules mean beyond what is safe; each one that is on is put into the audit log.");
    keys.flag("star_crosses_slash", of.switches.star_crosses_slash);
    keys.flag("allow_dotfiles", of.switches.allow_dotfiles);
    keys.flag("allow_sees_through_wrappers", of.switches.allow_sees_through_wrappers);
    keys.flag("allow_background", of.switches.allow_background);
    keys.names_in_line("allow_env_names", of.switches.allow_env_names, "the name of a variable");
}

template <class Keys, class Effects>
void effect_keys(Keys& keys, Effects& of) {
    for (std::size_t each = 0; each < of.size(); ++each)
        keys.word_if_set(to_string(static_cast<call_effect>(each)), of[each]);
}

template <class Keys, class Wall>
void wall_keys(Keys& keys, Wall& of) {
    keys.comment("Folders and files to read, and folders to change, beside the project: \"~/data\".");
    keys.folders("read", of.read);
    keys.folders("write", of.write);
    keys.comment("none, loopback (of its own) or all (that of this machine).");
    keys.word("network", of.network);
    keys.comment("Most processes at once, memory of each (\"0\": any), and seconds until it is ended.");
    keys.limit("processes", of.processes, 1);
    keys.size("memory", of.memory_bytes, least_wall_memory,
              "\"0\" or a size from \"" + size_text(least_wall_memory) + "\", such as \"2GiB\"");
    keys.limit("seconds", of.seconds, 1);
    keys.comment("Whether files of the project that may hold secrets, such as .env, can be read.");
    keys.flag("project_secrets", of.project_secrets);
}

/// What decides comes in the order in which it speaks.
template <class Keys, class Policy>
void policy_keys(Keys& keys, Policy& of) {
    keys.comment("What happens to calls that nothing below decides: ask, allow, deny, accept_edits, plan or");
    keys.comment("dont_ask.");
    keys.word("mode", of.mode);
    keys.comment("Whether the agent may change the mode: any, any_but_allow, stricter or never.");
    keys.word("peer_mode", of.peer_may_set);
    keys.comment("Most calls of all tools together; null: any number, 0: none.");
    keys.comment("on_limit: what becomes of a call over a limit, also over one of its tool: deny or ask.");
    keys.limits("limits", of.limits, of.on_limit);
    keys.comment("So many calls in a row may be the very same; one more is asked about. null: any number.");
    keys.limit("loop", of.loop, 1);
    keys.packs("extends");
    keys.comment(
        "Deny wins over ask, ask over wall (allowed, but behind a wall alone), and that over allow.");
    keys.comment("A rule is \"Bash\", \"Bash(npm *)\" or an object.");
    keys.comment(
        "What is built in, about secrets, may be taken out, line by line; your own go to the others.");
    keys.rules("rules", of.rules);
    keys.comment(
        "Rules for some calls alone: {\"folder\": \"~/work/shop\", \"allow\": [\"Bash(npm test)\"]}. Beside");
    keys.comment(
        "folder also agent, subagent (its type), session and inside: true (all paths of the call lie in");
    keys.comment("its working directory); what is named has to hold together.");
    keys.conditional_rules("where", of.rules);
    keys.comment("Denied: tools by pattern, commands by pattern whatever the tool, and categories of tools.");
    keys.tool_names("blocked_tools", of.blocked_tools, "a tool pattern such as \"mcp__db__*\"");
    keys.names("blocked_commands", of.blocked_commands, "a command pattern such as \"rm *\"");
    keys.names("disabled_categories", of.disabled_categories, "the name of a category");
    keys.comment("Asked in every mode: what changes settings of agents or Assent's own files, or stops it.");
    keys.flag("protect_gate", of.protect_gate);
    keys.comment("Allowed, unless something above demands a question.");
    keys.tool_names("trusted_tools", of.trusted_tools, "a tool name");
    keys.comment(
        "What is different for single tools, such as \"Bash\": {\"decision\": \"ask\", \"risk\": \"high\",");
    keys.comment("\"trustable\": false, \"grant\": \"uses\", \"limits\": {\"per_minute\": 5}}.");
    keys.tools("tools", of.tools);
    keys.comment("What calls are by what they do: allow, wall, ask or deny. An effect is looks,");
    keys.comment(
        "looks_outside, edits, changes, runs, installs, runs_packages, services, network, secret, sends,");
    keys.comment("destroys, runs_code, escapes, ruins or unknown.");
    keys.object("effects", [&of](auto& inner) { effect_keys(inner, of.effects); });
    keys.comment(
        "Folders for temporary files: x.log, x.txt, x.bak and the like in one of them count like files");
    keys.comment("of the project, where a command only reads, copies, edits or runs behind a wall.");
    keys.folders("scratch", of.scratch);
    keys.comment("The defaults of the tools' definitions decide what nothing above has decided.");
    keys.flag("tool_defaults", of.tool_defaults);
    keys.comment("Tools and commands that only look are allowed without a question.");
    keys.flag("always_safe", of.allow_always_safe);
    keys.comment(
        "Calls below this risk are allowed: low, medium, high, critical; null: risk allows nothing.");
    keys.word_or_null("ask_from_risk", of.ask_from_risk);
    keys.comment("What commands may do that run behind a wall (assent wall).");
    keys.object("wall", [&of](auto& inner) { wall_keys(inner, of.wall); });
    keys.comment(
        "Before the first change of a session, a commit of the project is kept beside its branches.");
    keys.flag("snapshot", of.snapshot);
    keys.comment("Inputs have to fit the schemas of their tools.");
    keys.flag("strict_schemas", of.strict_schemas);
    keys.comment("What a question offers: permission for a while, or for a number of uses.");
    keys.object("grants", [&of](auto& inner) { grant_keys(inner, of); });
    keys.object("questions", [&of](auto& inner) { question_keys(inner, of); });
    keys.object("audit", [&of](auto& inner) { audit_keys(inner, of.audit); });
    keys.object("compatibility", [&of](auto& inner) { compatibility_keys(inner, of); });
    keys.comment("Calls and what this policy has to say about them: allow, deny or ask.");
    keys.examples("examples", of.examples);
}

/// Those of a policy that can only make others stricter.
template <class Keys, class Policy>
void stricter_keys(Keys& keys, Policy& of) {
    keys.packs("extends");
    keys.rules("rules", of.rules);
    keys.conditional_rules("where", of.rules);
    keys.examples("examples", of.examples);
}

}  // namespace assent::detail
