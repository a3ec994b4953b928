#pragma once

#include "../options/policy_source.hpp"
#include "hook_settings.hpp"
#include "install_record.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The hook as `assent install` writes it now: for whoever writes it, and whoever looks whether it still
/// stands.
namespace assent::cli {

/// `--timeout` of `assent install` where nobody says another.
inline constexpr std::string_view usual_hook_time = "50s";

/// The value of an option among words, as one word or two; nothing: it is not there.
[[nodiscard]] std::optional<std::string> option_value(const std::vector<std::string>& words,
                                                      std::string_view option);
/// The file in which a hook with these options keeps a record; nothing: in none.
[[nodiscard]] std::optional<std::string> record_in(const std::vector<std::string>& options);

/// Of the options of a hook those that somebody gave: without what `assent install` puts in front of them,
/// where it would do so now.
[[nodiscard]] std::vector<std::string> given_options(std::span<const std::string> options);
/// How that is installed again, as a shell takes it.
/// \param record  nothing, or without options: it is not known by which, and a word stands in their place
[[nodiscard]] std::string command_to_install(const hook_place& place,
                                             const std::optional<installed_file>& record);

/// What the user's installed hooks decide by, beside a policy or in its place, a line for each agent: "the
/// hook of claude decides by --deny 'Bash(rm *)', too". Empty: by nothing else. \param policy  its
/// `policy_source::name` \throws std::runtime_error  as `install_record`
[[nodiscard]] std::string words_of_hooks(const std::string& policy);
/// What becomes of a question in the user's installed hooks, where they do not ask it: "the hook of claude
/// leaves this to the agent". Empty: they ask, or there are none.
/// \param insists  on a person \param agent  the one that is meant; empty: any
/// \throws std::runtime_error  as `install_record`
[[nodiscard]] std::string unasked_by_hooks(bool insists, std::string_view agent);

/// SHA-256 of what a policy says: of the file, or of one that comes with the program as it prints it.
/// \throws what reading the file does
[[nodiscard]] std::string digest_of_policy(const policy_source& source);

/// \param timeout  of the hook; the agent is told to wait longer
/// \param options  behind it, each a word of its own
/// \throws std::runtime_error when this program is not where it was
[[nodiscard]] wanted_hook hook_as_written(const hook_place& place, std::string_view timeout,
                                          const std::vector<std::string>& options);

/// Whether exactly that stands at all events of the agent, and nothing else of ours.
[[nodiscard]] bool stands_as_written(const hook_place& place, std::string_view text, const wanted_hook& hook);

}  // namespace assent::cli
