#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/ports/repository_settings.hpp>

#include <cstddef>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

namespace assent {

class rule_set;
struct tool_definition;

/// Most paths in the commands of one call that are looked up. Of a call with more, none is known to lead
/// where it says: such a command does not count as one that only looks.
inline constexpr std::size_t max_looked_up_paths = 512;
/// Most words of commands that are looked at in each other's folders; of more, the first ones are.
inline constexpr std::size_t max_paired_paths = 32;

/// Most folders below which it is looked for one call. What lies below further ones is not known.
inline constexpr std::size_t max_looked_below = 4;

/// A call together with what the file system says about it, found out on construction, in the time that this
/// takes: where the paths of its input lead, and what git's settings say where its command runs git. The gate
/// makes one for each look at a call; so do hosts that judge calls without a gate.
class resolved_call {
public:
    /// \param call        borrowed, with all that it borrows
    /// \param definition  what is registered about the tool, borrowed; null: nothing
    /// \param paths       null: the call stays as it is, with what its host may have found out. A resolver
    ///                    that throws has not found out anything
    /// \param repositories  the same
    /// \param switches    of the policy that judges it; null: none is on
    /// \param rules       that judge it: where a person's may be about what lies below a folder that is read
    ///                    whole, it is looked there. Null: it is not
    /// \param folder      where the working directory leads is wanted, whatever the rules ask for
    resolved_call(const tool_call& call, const tool_definition* definition, path_resolver* paths,
                  repository_settings* repositories = nullptr, const rule_switches* switches = nullptr,
                  const rule_set* rules = nullptr, bool folder = false);
    resolved_call(const resolved_call&) = delete;
    resolved_call& operator=(const resolved_call&) = delete;

    /// Valid as long as this and what it borrows.
    [[nodiscard]] const tool_call& call() const noexcept { return call_; }
    /// The same, as rules see it: what was read for looking up is read once. With the switches that were
    /// given.
    [[nodiscard]] const call_reading& reading() const noexcept { return reading_; }

private:
    void look_at_repositories(const tool_definition* definition, repository_settings& settings);
    void look_at_commands(const tool_definition* definition, path_resolver& paths);
    struct named_word {
        std::pmr::string text;  // as it stands there
        std::pmr::string path;  // absolute
    };
    void look_into_folders(std::span<const named_word> words, path_resolver& paths);
    void look_at_glob(std::string_view text, std::string_view path, path_resolver& paths);
    void look_for_folder(std::string_view text, std::string_view path, bool leads_there,
                         path_resolver& paths);
    void look_below(const tool_definition* definition, path_resolver& paths,
                    repository_settings* repositories, const rule_set& rules);
    bool look_at_taken(folder_below& below, path_resolver& paths, repository_settings* repositories,
                       const rule_set& rules);
    bool look_up(std::string_view text, std::string_view path, std::string_view plain, path_resolver& paths);

    tool_call call_;
    call_reading reading_;
    resolved_paths found_;
    std::string cwd_;
    repository_readings repositories_;
    command_paths commands_;
};

}  // namespace assent
