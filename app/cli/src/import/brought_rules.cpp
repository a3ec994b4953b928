#include "brought_rules.hpp"

#include "../install/hook_settings.hpp"

#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

namespace assent::cli {
namespace {

// Who reads the rules of an agent, and in which files they stand.
struct rules_reader {
    agent_program agent;
    few_words ends;
    brought_rules (*read)(std::string_view settings, const settings_source& source);
};
constexpr rules_reader rules_readers[] = {
    {.agent = agent_program::claude, .ends = {".json"}, .read = import::claude},
    {.agent = agent_program::codex,
     .ends = {".rules", "/requirements.toml", "/cloud-config-bundle-cache.json"},
     .read = import::codex},
    {.agent = agent_program::gemini,
     .ends = {".toml", "/settings.json", "/system-defaults.json"},
     .read = import::gemini},
    {.agent = agent_program::opencode,
     .ends = {"opencode.json", "opencode.jsonc", "/config.json", ".md"},
     .read = import::opencode},
    {.agent = agent_program::copilot,
     .ends = {"/config.json", "/settings.json", "/settings.local.json"},
     .read = import::copilot},
    {.agent = agent_program::cursor,
     .ends = {"cli-config.json", "permissions.json", "cli.json"},
     .read = import::cursor},
};

// Letters that stand for others, or for nothing, in the rules of some agent.
constexpr std::string_view signs_of_patterns = "*?[]{}\\\"'`$~!";

// Most rules that one file may have.
constexpr std::size_t max_rules_of_file = 5000;

constexpr std::string_view of_repository = "what a repository brings allows nothing";

const rules_reader* reader_of(agent_program agent) noexcept {
    const auto found = std::ranges::find(rules_readers, agent, &rules_reader::agent);
    return found == std::end(rules_readers) ? nullptr : found;
}

// What holds in one project, for calls in its folder.
void hold_in(const std::filesystem::path& folder, brought_rule& each) {
    const rule_condition project{.folder = folder.string()};
    if (folder.empty())
        each.why = "nobody knows in which folder it holds";
    else if (const auto flaw = project.find_flaw())
        each.why = fmt::format("the folder of its project: expected {}", flaw->expected);
    else
        narrow(*each.rule, [&](rule_condition& to) { to.folder = project.folder; });
}

// Takes back an allow rule that counts less where it stands than one of the user's.
void hold_back(brought_rule& each, const settings_source& source) {
    if (each.behavior != rule_behavior::allow) return;
    if (source.whose == settings_of_whom::repository)
        each.why = of_repository;
    else if (each.rule && each.rule->unconstrained())
        each.why = "it allows everything";
    else if (each.rule && source.whose == settings_of_whom::local)
        hold_in(source.folders.root, each);
    if (!each.why.empty()) each.rule.reset();
}

std::string_view before_star(std::string_view text) { return text.substr(0, text.find('*')); }
bool one_begins_other(std::string_view one, std::string_view other) {
    return one.starts_with(other) || other.starts_with(one);
}
bool edits(const std::string& tool) { return tool == "Edit" || tool == "Write"; }
bool names_meet(const std::string& one, const std::string& other) {
    if (edits(one) && edits(other)) return true;  // a rule for edits is about files that are written, too
    const bool literal = one.find('*') == std::string::npos && other.find('*') == std::string::npos;
    return literal ? one == other : one_begins_other(before_star(one), before_star(other));
}

// Some call could be covered by both.
bool may_meet(const brought_rule& one, const brought_rule& other) {
    return names_meet(one.tool, other.tool) && one_begins_other(one.begins, other.begins);
}

// The standard tools that a pattern for tools is about, as far as the agent has them.
std::vector<std::string> tools_meant(agent_program agent, const brought_rule& rule) {
    if (rule.tool == "Edit") return {"Edit", "Write", "MultiEdit", "NotebookEdit"};
    std::vector<std::string> meant{};
    if (rule.tool.find('*') == std::string::npos) return {rule.tool};
    for (const auto& tools : {facts_of(agent).tools, facts_of(agent).tools_of_family})
        for (const auto& each : tools)
            if (!each.standard.empty() && names_meet(std::string(each.standard), rule.tool) &&
                std::ranges::find(meant, each.standard) == meant.end())
                meant.emplace_back(each.standard);
    return meant;
}

// A weaker rule is an exception to stronger ones that allow. Here it would be the stronger one.
class exceptions {
public:
    exceptions(agent_program agent, std::vector<brought_rule*> order)
        : agent_(agent), order_(std::move(order)) {}

    std::map<std::string, tool_default> keep() {
        for (std::size_t i = 0; i < order_.size(); ++i)
            order_[i]->behavior == rule_behavior::allow ? weaken(i) : stand(i);
        return std::move(undecided_);
    }

private:
    // Of what stands before it: one that could cover the same and fulfils this.
    template <class Fulfils>
    [[nodiscard]] const brought_rule* before(std::size_t i, Fulfils fulfils) const {
        for (std::size_t earlier = 0; earlier < i; ++earlier)
            if (may_meet(*order_[earlier], *order_[i]) && fulfils(*order_[earlier])) return order_[earlier];
        return nullptr;
    }
    void weaken(std::size_t i) {
        auto& allows = *order_[i];
        const auto* const lost = before(
            i, [](const brought_rule& each) { return each.behavior != rule_behavior::allow && !each.rule; });
        if (!allows.rule || lost == nullptr) return;
        allows.rule.reset();
        allows.why = fmt::format("`{}` is not read here, and may forbid it there", lost->written);
    }
    void stand(std::size_t i) {
        auto& stops = *order_[i];
        if (!stops.rule) return;
        const auto* const allowed = before(
            i, [](const brought_rule& each) { return each.behavior == rule_behavior::allow && each.rule; });
        if (allowed == nullptr) return;
        const bool denies = stops.behavior == rule_behavior::deny;
        if (denies && !stops.whole) {
            stops.stricter = fmt::format("also what `{}` allows there", allowed->written);
            return;
        }
        const auto tools = tools_meant(agent_, stops);
        if (tools.empty()) {  // of a server: no word for all of its tools may stand in its place
            stops.stricter = fmt::format("also what `{}` allows there", allowed->written);
            return;
        }
        for (const auto& tool : tools) {
            auto& word = undecided_.emplace(tool, tool_default::ask).first->second;
            if (denies) word = tool_default::deny;
        }
        stops.rule.reset();
        stops.stricter = fmt::format("each use of {} about which no rule says anything",
                                     stops.tool == "*" ? std::string("a tool") : stops.tool);
    }

    agent_program agent_;
    std::vector<brought_rule*> order_;
    std::map<std::string, tool_default> undecided_{};
};

}  // namespace

brought_rules rules_in(agent_program agent, std::string_view settings, const settings_source& source) {
    const auto* const reader = reader_of(agent);
    if (reader == nullptr)
        throw unfit_settings(fmt::format("rules of {} cannot be read here", to_string(agent)));
    auto made = reader->read(settings, source);
    if (made.rules.size() > max_rules_of_file)
        throw unfit_settings(
            fmt::format("expected at most {} rules, got {}", max_rules_of_file, made.rules.size()));
    for (auto& each : made.rules) {
        each.source = source.number;
        hold_back(each, source);
    }
    return made;
}

bool sees_through_wrappers(agent_program agent) noexcept { return agent == agent_program::claude; }

bool has_rules_to_read(agent_program agent) noexcept { return reader_of(agent) != nullptr; }

bool is_named_for_rules(agent_program agent, const std::filesystem::path& file) {
    const auto* const reader = reader_of(agent);
    const auto named = [&](std::string_view end) { return file.string().ends_with(end); };
    return reader != nullptr && std::ranges::any_of(reader->ends, named);
}

bool may_have_rules(agent_program agent, const std::filesystem::path& file) {
    if (!is_named_for_rules(agent, file)) return false;
    std::error_code error;
    const auto found = std::filesystem::status(file, error);
    if (found.type() == std::filesystem::file_type::not_found) return false;
    if (error) throw unfit_settings(fmt::format("{}: cannot be read", file.string()));
    return std::filesystem::is_regular_file(found);
}

brought_rules rules_in_words(agent_program agent, std::span<const std::string> words,
                             const settings_source& source) {
    if (agent != agent_program::copilot)
        throw unfit_settings(fmt::format("{} has no options that are rules; name a file", to_string(agent)));
    return import::copilot_words(words, source);
}

void narrow(permission_rule& rule, const std::function<void(rule_condition&)>& set) {
    rule_condition made = rule.condition() == nullptr ? rule_condition() : *rule.condition();
    set(made);
    rule = rule.with_condition(std::make_shared<const rule_condition>(std::move(made)));
}

std::string said_of(const brought_rule& rule) {
    const auto line = [&](std::string_view what, std::string_view why) {
        return fmt::format("    {}: {} {}: {}\n", what, to_string(rule.behavior), display_text(rule.written),
                           display_text(why));
    };
    if (!rule.stricter.empty()) return line(rule.rule ? "more" : "by default", rule.stricter);
    if (!rule.rule) return line("left out", rule.why);
    return rule.rule->overbroad() ? line("wide",
                                         "it may run anything there; here it may run a file that is named "
                                         "(`python3 tool.py`), and is asked about for code in the command, "
                                         "what it is fed, and other programs")
                                  : std::string();
}

std::map<std::string, tool_default> keep_the_law(agent_program agent, std::vector<brought_rule>& rules) {
    std::vector<brought_rule*> order;
    for (auto& each : rules) order.push_back(&each);
    std::ranges::stable_sort(order, std::greater<>(), &brought_rule::strength);
    return exceptions(agent, std::move(order)).keep();
}

namespace import {

double strength_of(rule_behavior behavior) noexcept {
    return behavior == rule_behavior::deny ? 2 : behavior == rule_behavior::ask ? 1 : 0;
}

std::vector<std::string> texts_of(const json_object& permissions, rule_behavior behavior) {
    std::vector<std::string> texts;
    const auto* const list = permissions.if_contains(to_string(behavior));
    if (list == nullptr) return texts;
    const auto key = fmt::format("permissions.{}", to_string(behavior));
    if (!list->is_array()) throw unfit_settings(fmt::format("{}: expected an array", key));
    for (const auto& each : list->get_array()) {
        if (!each.is_string()) throw unfit_settings(fmt::format("{}: expected an array of texts", key));
        texts.emplace_back(std::string_view(each.get_string()));
    }
    return texts;
}

std::string_view standard_name(agent_program agent, std::string_view own) noexcept {
    for (const auto& tools : {facts_of(agent).tools, facts_of(agent).tools_of_family})
        if (const auto found = std::ranges::find(tools, own, &own_tool::name); found != tools.end())
            return found->standard;
    return {};
}

brought_rule left_out(rule_behavior behavior, std::string written, std::string tool, std::string why) {
    return {.behavior = behavior,
            .written = std::move(written),
            .tool = std::move(tool),
            .strength = strength_of(behavior),
            .why = std::move(why)};
}

brought_rule nested(rule_behavior behavior, std::string written, const nested_rule& meant,
                    const settings_source& source) {
    auto made = left_out(behavior, std::move(written), meant.tool_name, {});
    made.whole = !meant.content || *meant.content == "*";
    if (meant.content && meant.tool_name == "Bash") {
        const std::string_view content = *meant.content;
        const auto words = content.ends_with(":*") ? content.substr(0, content.size() - 2) : content;
        made.begins = words.substr(0, words.find_first_of(signs_of_patterns));
        made.begins.erase(made.begins.find_last_not_of(' ') + 1);
    }
    // Whoever lets a program run anything there has said so, and goes on to be told of it.
    const bool overbroad = source.whose != settings_of_whom::repository;
    auto rule = from_nested(meant, behavior, rule_origin::host, source.folders, overbroad);
    if (rule)
        made.rule = std::move(*rule);
    else
        made.why = rule.error().message;
    return made;
}

brought_rule begun(rule_behavior behavior, std::string written, const std::string& words,
                   const settings_source& source) {
    if (words.find_first_of(signs_of_patterns) != std::string::npos)
        return left_out(behavior, std::move(written), "Bash", "there its signs stand for themselves");
    return nested(behavior, std::move(written), {"Bash", words + " *"}, source);
}

brought_rule fielded(rule_behavior behavior, std::string written, std::string tool, std::string_view field,
                     std::string_view pattern) {
    auto made = left_out(behavior, std::move(written), tool, {});
    made.whole = field.empty();
    json_object fields;
    if (!field.empty()) fields.emplace(field, json_string(pattern));
    auto rule = permission_rule::make(tool, fields, behavior, rule_origin::host);
    if (rule)
        made.rule = std::move(*rule);
    else
        made.why = rule.error().message;
    return made;
}

}  // namespace import
}  // namespace assent::cli
