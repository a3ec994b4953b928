#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/ports/repository_settings.hpp>

#include <string>

namespace assent {

struct tool_definition;

/// A call together with what the file system says about it, found out on construction, in the time that this
/// takes: where the paths of its input lead, and what git's settings say where its command runs git. The gate
/// makes one for each look at a call; so do hosts that judge calls without a gate.
class resolved_call {
public:
    /// \param call        borrowed, with all that it borrows
    /// \param definition  what is registered about the tool; null: nothing
    /// \param paths       null: the call stays as it is, with what its host may have found out. A resolver
    /// that
    ///                    throws has not found out anything
    /// \param repositories  the same
    resolved_call(const tool_call& call, const tool_definition* definition, path_resolver* paths,
                  repository_settings* repositories = nullptr);
    resolved_call(const resolved_call&) = delete;
    resolved_call& operator=(const resolved_call&) = delete;

    /// Valid as long as this and what it borrows.
    [[nodiscard]] const tool_call& call() const noexcept { return call_; }

private:
    tool_call call_;
    void look_at_repositories(const tool_definition* definition, repository_settings& settings);

    resolved_paths found_;
    void look_at_commands(const tool_definition* definition, path_resolver& paths);

    repository_readings repositories_;
    command_paths commands_;
    std::string cwd_;
};

}  // namespace assent
