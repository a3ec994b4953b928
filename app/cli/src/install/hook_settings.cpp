#include "hook_settings.hpp"

#include "json_settings.hpp"
#include "plugin_settings.hpp"
#include "toml_settings.hpp"

#include <fmt/format.h>

#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view refusing_end = " || exit 2";
constexpr std::string_view quoted_quote = R"('\'')";

constexpr std::string_view plain_shell_bytes =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";

std::string always_quoted(std::string_view word) {
    std::string made = "'";
    for (const char byte : word) {
        if (byte == '\'')
            made += quoted_quote;
        else
            made += byte;
    }
    return made + '\'';
}

std::string begin_of_hook(agent_program agent) {
    return fmt::format(" hook --agent {} --timeout ", to_string(agent));
}

bool is_tables(const hook_place& place) { return place.written == hook_place::form::tables; }
bool is_plugin(const hook_place& place) { return place.written == hook_place::form::plugin; }

// Where the first word ends.
std::size_t end_of_word(std::string_view command) {
    bool quoted = false;
    std::size_t i = 0;
    for (; i < command.size() && (quoted || command[i] != ' '); ++i) {
        if (command[i] == '\'') quoted = !quoted;
        if (!quoted && command[i] == '\\') ++i;
    }
    return std::min(i, command.size());
}

}  // namespace

std::string shell_quoted(std::string_view word) {
    const bool plain = !word.empty() && word.find_first_not_of(plain_shell_bytes) == std::string_view::npos;
    return plain ? std::string(word) : always_quoted(word);
}

std::string program_of(std::string_view command) {
    std::string word;
    bool in_quotes = false;
    const auto first = command.substr(0, end_of_word(command));
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] == '\'') {
            in_quotes = !in_quotes;
            continue;
        }
        if (!in_quotes && first[i] == '\\' && i + 1 < first.size()) ++i;
        word += first[i];
    }
    return word;
}

std::vector<std::string> hook_words(std::string_view program, agent_program agent, std::string_view time,
                                    const std::vector<std::string>& options) {
    std::vector<std::string> words{std::string(program),          "hook",      "--agent",
                                   std::string(to_string(agent)), "--timeout", std::string(time)};
    words.insert(words.end(), options.begin(), options.end());
    return words;
}

std::string shell_text(const std::vector<std::string>& words) {
    std::string made = always_quoted(words.front());
    for (auto word = words.begin() + 1; word != words.end(); ++word)
        made.append(" ").append(shell_quoted(*word));
    return made;
}

std::string shell_command(const std::vector<std::string>& words) {
    return shell_text(words).append(refusing_end);
}

bool is_hook_command(std::string_view command, agent_program agent) {
    return command.ends_with(refusing_end) &&
           command.substr(end_of_word(command)).starts_with(begin_of_hook(agent));
}

bool are_hook_words(const std::vector<std::string>& words, agent_program agent) {
    const auto wanted = hook_words({}, agent, {}, {});
    return words.size() >= wanted.size() &&
           std::equal(wanted.begin() + 1, wanted.end() - 1, words.begin() + 1);
}

bool starts_hook_alone(std::string_view command) {
    command.remove_prefix(end_of_word(command));
    if (!command.starts_with(" hook ")) return false;
    bool quoted = false;
    for (const char byte : command)
        if (byte == '\'')
            quoted = !quoted;
        else if (!quoted && byte != ' ' && plain_shell_bytes.find(byte) == plain_shell_bytes.npos)
            return false;
    return !quoted;
}

std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text,
                                 const std::vector<std::string>& known_as) {
    if (is_plugin(place)) return plugin_settings::hooks_in(place, text);
    return is_tables(place) ? toml_settings::hooks_in(place, text, known_as)
                            : json_settings::hooks_in(place, text);
}

changed_settings with_hooks(const hook_place& place, std::optional<std::string> text,
                            const wanted_hook& hook) {
    if (is_plugin(place)) return plugin_settings::with_hooks(place, text.value_or(""), hook);
    return is_tables(place) ? toml_settings::with_hooks(place, std::move(text).value_or(""), hook)
                            : json_settings::with_hooks(place, std::move(text).value_or("{}\n"), hook);
}

std::string without_hooks(const hook_place& place, std::string text) {
    if (is_plugin(place)) return plugin_settings::without_hooks(place, std::move(text));
    return is_tables(place) ? toml_settings::without_hooks(place, std::move(text))
                            : json_settings::without_hooks(place, std::move(text));
}

bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook) {
    if (is_plugin(place)) return plugin_settings::is_as_written(place, found, hook);
    return is_tables(place) ? toml_settings::is_as_written(place, found, hook)
                            : json_settings::is_as_written(place, found, hook);
}

bool says_nothing(const hook_place& place, std::string_view text) {
    if (is_plugin(place)) return text.empty();
    return is_tables(place) ? toml_settings::says_nothing(text) : json_settings::says_nothing(place, text);
}

std::optional<std::string> value_in(const hook_place& place, std::string_view text,
                                    const std::vector<std::string_view>& keys) {
    if (is_plugin(place)) return std::nullopt;
    return is_tables(place) ? toml_settings::value_in(text, keys) : json_settings::value_in(text, keys);
}

}  // namespace assent::cli
