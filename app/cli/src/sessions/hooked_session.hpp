#pragma once

#include "session_file.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/adapters/control/hooks/hook_channel.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace assent::cli {

/// How much of the end of the record is searched for a session whose file is not there, in bytes.
inline constexpr std::size_t searched_record_bytes = std::size_t{16} * 1024 * 1024;

class hooked_session;

/// What a hook has to know of a session, and can do about it.
struct session_terms {
    std::filesystem::path state;  ///< the folder of `--state`
    std::string record;           ///< the file of the record; empty: none is kept, or it is no file
    std::string home;             ///< the user's: where settings lie that may hold other hooks
    /// Judges this use; asks nobody, counts and records nothing.
    std::function<use_answer(const hooked_session&)> judge{};
    std::function<void(const std::string&)> put_on_record{};
};

/// The session in which a hook is called: what was judged before the use, and what has run.
///
/// Everything \throws std::runtime_error when the file of the session cannot be read or written.
class hooked_session {
public:
    hooked_session(session_terms terms, const hook_text_reader::hook_use& said, const standard_use* use);

    /// Why no use of this session may run; empty: none of it is stopped.
    [[nodiscard]] const std::string& stopped() const noexcept { return file_.state().mark; }
    /// The use is going to run as far as the hook has a say. \param changed  what the hook has put in its
    /// place; null: nothing \return false where it may not any more
    [[nodiscard]] bool going_to_run(const tool_call* changed);
    /// Policies of projects that have held in it, and one that holds from here on.
    [[nodiscard]] const std::vector<project_text>& projects() const noexcept {
        return file_.state().projects;
    }
    void holds(const project_text& text) { file_.holds(text); }
    /// It has run, and what it was is compared with what was judged.
    /// \return why the session is stopped because of it; empty: it is not
    [[nodiscard]] std::string has_run();

private:
    [[nodiscard]] bool known_to_record() const;
    [[nodiscard]] std::string why_stopped(const ended_use& end, const use_answer& said) const;
    [[nodiscard]] std::string how_to_go_on() const;

    session_terms terms_;
    const hook_text_reader::hook_use& said_;
    told_use use_;
    session_name name_;
    session_file file_;
};

}  // namespace assent::cli
