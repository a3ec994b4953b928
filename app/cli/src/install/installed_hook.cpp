#include "installed_hook.hpp"

#include "../files/user_folders.hpp"
#include "../options/kept_record.hpp"
#include "../process/own_program.hpp"
#include "agent_place.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/adapters/files/sha256.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/time.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <exception>

namespace assent::cli {
namespace {

// How much longer than the hook takes the agent waits: behind its own time the tool would run.
constexpr std::chrono::seconds margin{10};

// What of a hook's words decides. Each has a value.
constexpr std::string_view deciding_options[] = {"--policy", "--mode", "--path-case",
                                                 "--allow",  "--ask",  "--deny"};

// Those words among the options of a hook, as a shell takes them, but for the policy that is given.
std::string deciding_words(const std::vector<std::string>& options, const std::string& policy) {
    std::string words;
    for (std::size_t at = 0; at < options.size(); ++at) {
        const auto sign = options[at].find('=');
        const auto option = options[at].substr(0, sign);
        if (std::ranges::find(deciding_options, option) == std::end(deciding_options)) continue;
        if (sign == std::string::npos && ++at == options.size()) break;
        const auto value = sign == std::string::npos ? options[at] : options[at].substr(sign + 1);
        if (option == "--policy" && value == policy) continue;
        words += fmt::format("{}{} {}", words.empty() ? "" : " ", option, shell_quoted(value));
    }
    return words;
}

}  // namespace

std::optional<std::string> option_value(const std::vector<std::string>& words, std::string_view option) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == option) return i + 1 < words.size() ? words[i + 1] : std::string();
        if (words[i].starts_with(option) && words[i].substr(option.size()).starts_with('='))
            return words[i].substr(option.size() + 1);
    }
    return std::nullopt;
}

std::optional<std::string> record_in(const std::vector<std::string>& options) {
    auto file = option_value(options, "--record");
    if (!file) file = option_value(options, "--audit");
    return file == "-" ? std::nullopt : file;
}

std::vector<std::string> given_options(std::span<const std::string> options) {
    const auto is_added = [](std::string_view option, const std::string& value) {
        if (option == "--policy")
            return value == policy_source({}).name() && policy_source(value).file().empty();
        if (option == "--record") return value == kept_record_path(state_folder()).string();
        return option == "--home" || option == "--state" || option == "--socket";
    };
    while (options.size() > 1 && is_added(options[0], options[1])) options = options.subspan(2);
    return {options.begin(), options.end()};
}

std::string command_to_install(const hook_place& place, const std::optional<installed_file>& record) {
    const bool of_project = place.folder.starts_with('/');
    if (!of_project && !record) return fmt::format("assent setup {}", to_string(place.agent));
    std::string command = fmt::format("assent install {}", to_string(place.agent));
    if (of_project) command += " --project";
    if (!record || record->options.empty()) return command + " -- --policy standard";
    if (record->timeout != usual_hook_time) command += " --timeout " + record->timeout;
    if (!record->mirrored.empty()) command += " --mirror";
    if (!option_value(record->options, "--record") && !option_value(record->options, "--audit"))
        command += " --no-record";
    const auto given = given_options(record->options);
    if (!given.empty()) command += " --";
    for (const auto& word : given) command += " " + shell_quoted(word);
    return command;
}

std::string words_of_hooks(const std::string& policy) {
    std::string said;
    const install_record records(install_record::purpose::look);
    for (const auto& place : chosen_agents({std::string(every_agent)}, hooks_of::user)) {
        const auto record = records.of(settings_of(*place));
        const auto words = record ? deciding_words(record->options, policy) : std::string();
        if (words.empty()) continue;
        const bool by_another = option_value(record->options, "--policy").value_or(policy) != policy;
        said +=
            fmt::format("the hook of {} decides by {}, {}\n", to_string(place->agent), display_text(words),
                        by_another ? fmt::format("and not by `{}`", display_text(policy)) : "too");
    }
    return said;
}

std::string unasked_by_hooks(bool insists, std::string_view agent) {
    std::vector<std::string_view> leave, deny;
    const install_record records(install_record::purpose::look);
    for (const auto& place : chosen_agents({std::string(every_agent)}, hooks_of::user)) {
        const auto name = to_string(place->agent);
        const auto record = records.of(settings_of(*place));
        if (!record || (!agent.empty() && agent != name)) continue;
        if (option_value(record->options, "--daemon") == "on") continue;
        const bool can_ask = std::ranges::any_of(facts_of(place->agent).hooks, [](const hook_dialect& each) {
            return each.asks == hook_dialect::asking::by_word;
        });
        if (option_value(record->options, "--on-ask") == "deny" || (insists && !can_ask))
            deny.push_back(name);
        else if (!insists)
            leave.push_back(name);
    }
    std::string said;
    const auto add = [&](const std::vector<std::string_view>& names, std::string_view what) {
        if (names.empty()) return;
        said += fmt::format("{}the hook of {} {}", said.empty() ? "" : "; ", fmt::join(names, " and "), what);
    };
    add(leave, "leaves this to the agent");
    add(deny, "denies this, for it can ask nobody");
    return said;
}

std::string digest_of_policy(const policy_source& source) {
    const auto named = named_policy(source.name());
    if (source.file().empty() && named) return detail::sha256_hex({to_policy_text(*named)});
    const auto text = source.read();
    if (text.failure) std::rethrow_exception(text.failure);
    return detail::sha256_hex({text.text});
}

wanted_hook hook_as_written(const hook_place& place, std::string_view timeout,
                            const std::vector<std::string>& options) {
    wanted_hook hook{.words = hook_words(own_program().string(), place.agent, timeout, options)};
    hook.time = std::chrono::ceil<std::chrono::seconds>(*parse_duration(timeout)) + margin;
    if (place.written == hook_place::form::tables) hook.known_as = names_of_settings(place);
    return hook;
}

bool stands_as_written(const hook_place& place, std::string_view text, const wanted_hook& hook) {
    const auto found = hooks_in(place, text, hook.known_as);
    const auto events = installed_events(place.agent);
    return std::ranges::equal(found, events, [&](const found_hook& one, const hook_dialect* dialect) {
        return one.event == dialect->event && one.trusted && is_as_written(place, one, hook);
    });
}

}  // namespace assent::cli
