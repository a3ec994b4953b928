#pragma once

#include "page_client.hpp"
#include "program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace assent::test {

/// What Claude tells its hook about a command.
[[nodiscard]] std::string claude(std::string_view command, std::string_view folder = "/proj");
/// What a hook has said of it.
[[nodiscard]] bool allows(const std::string& told);
[[nodiscard]] bool denies(const std::string& told);

[[nodiscard]] inline bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// People are asked on the page, and whoever does not answer soon has denied.
inline const std::vector<std::string> on_page{"--on-ask", "web", "--ask-timeout", "200ms"};

/// A daemon with a runtime folder, a policy and a record of its own.
struct served_daemon {
    /// \param text     of its policy file; empty: the policy is `standard`
    /// \param options  of `assent daemon` beside that
    served_daemon(std::string_view text, std::vector<std::string> options);

    void write_policy(std::string_view text) const;
    /// A link to its page, which works once.
    [[nodiscard]] std::string link();
    /// The same of whatever daemon `around` leads to, which has a page by now.
    [[nodiscard]] std::string new_link() const;
    /// What Claude is told about a command by a hook that says what is allowed.
    [[nodiscard]] std::string told_of(std::string_view command, std::string_view timeout = "55s") const;

    temporary_folder folder;
    surroundings around{
        .environment = {{"XDG_RUNTIME_DIR", folder.path()}, {"XDG_STATE_HOME", folder.file("state")}}};
    std::string audit = folder.file("audit");
    std::string policy;  ///< its file, or the name
    program daemon;
};

}  // namespace assent::test
