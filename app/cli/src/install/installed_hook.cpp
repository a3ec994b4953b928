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

#include <algorithm>
#include <chrono>
#include <exception>

namespace assent::cli {
namespace {

// How much longer than the hook takes the agent waits: behind its own time the tool would run.
constexpr std::chrono::seconds margin{10};

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
