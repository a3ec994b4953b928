#pragma once

#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// The text of an agent's settings, with hooks of ours put in and taken out: text in, text out. What else
/// stands there stays byte for byte.
namespace assent::cli {

/// Why nothing can be made of a text: it cannot be read strictly, or has something else where hooks stand.
struct unfit_settings : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A hook that is to stand at all events of its agent.
struct wanted_hook {
    std::vector<std::string> words;  ///< the program, and its arguments
    duration time{};                 ///< how long the agent waits for it; whole seconds
    /// The paths by which the agent may know its settings file, where it wants each hook to be trusted.
    std::vector<std::string> known_as{};
};

/// One that stands in a text.
struct found_hook {
    std::string_view event{};
    std::string command{};  ///< as a shell would take it
    std::vector<std::string>
        words{};            ///< what the agent starts: a shell and its command, or the program itself
    std::string written{};  ///< all that stands there for it: its group
    bool trusted = true;    ///< as far as this file says; only Codex wants it to
};

struct changed_settings {
    std::string text;
    std::vector<std::string> inserted{};  ///< what was put in, in order
};

/// A word as the shell takes it for one.
[[nodiscard]] std::string shell_quoted(std::string_view word);
/// The first word of a command that was put together with `shell_quoted`.
[[nodiscard]] std::string program_of(std::string_view command);

/// The words of a hook. \param options  each a word of its own
[[nodiscard]] std::vector<std::string> hook_words(std::string_view program, agent_program agent,
                                                  std::string_view time,
                                                  const std::vector<std::string>& options);
/// The same for a shell. Behind the command a program that is killed, or not there, refuses as well.
[[nodiscard]] std::string shell_command(const std::vector<std::string>& words);
/// The words alone, as a shell takes them.
[[nodiscard]] std::string shell_text(const std::vector<std::string>& words);
/// Whether a command is such a one, of whatever program and with whatever options.
[[nodiscard]] bool is_hook_command(std::string_view command, agent_program agent);
[[nodiscard]] bool are_hook_words(const std::vector<std::string>& words, agent_program agent);
/// Whether a command does nothing but start a hook of ours, of whatever program: as `shell_text` writes it,
/// or somebody by hand.
[[nodiscard]] bool starts_hook_alone(std::string_view command);

/// The hooks of ours in a text, in the order of events.
/// \throws unfit_settings
[[nodiscard]] std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text,
                                               const std::vector<std::string>& known_as = {});

/// The text with a hook at each event of the agent, behind those that are there. Precondition: `hooks_in`
/// finds none. \param text  nothing: there is no file
/// \throws unfit_settings
[[nodiscard]] changed_settings with_hooks(const hook_place& place, std::optional<std::string> text,
                                          const wanted_hook& hook);

/// The text without hooks of ours, and without what has nothing in it then.
/// \throws unfit_settings
[[nodiscard]] std::string without_hooks(const hook_place& place, std::string text);

/// What stands there is what `with_hooks` would write for this hook; in JSON the layout may be another.
[[nodiscard]] bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook);

/// Whether there is nothing in the text that an agent would read.
[[nodiscard]] bool says_nothing(const hook_place& place, std::string_view text);

/// The value at these keys, at most two, as it stands in the text; nothing where there is none.
/// \throws unfit_settings
[[nodiscard]] std::optional<std::string> value_in(const hook_place& place, std::string_view text,
                                                  const std::vector<std::string_view>& keys);

/// Where a text begins: some editors put a byte-order mark in front, which stays.
[[nodiscard]] inline std::size_t begin_of_text(std::string_view text) noexcept {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}
/// Of a text: what ends its lines.
[[nodiscard]] inline std::string_view line_end_of(std::string_view text) noexcept {
    return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

}  // namespace assent::cli
