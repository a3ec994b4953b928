#include "../files/user_folders.hpp"
#include "../options/fail_closed.hpp"
#include "../sessions/session_file.hpp"
#include "command.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

std::vector<session_file> stopped_sessions(const fs::path& state) {
    std::vector<session_file> stopped;
    for (const auto& path : session_files(sessions_folder(state))) {
        try {
            session_file file(path);
            if (!file.state().mark.empty()) stopped.push_back(std::move(file));
        } catch (const std::exception& error) {
            fmt::print(stderr, "assent: {}\n", display_text(error.what()));
        }
    }
    return stopped;
}

int list(const fs::path& state) {
    std::string said;
    for (const auto& file : stopped_sessions(state)) {
        const auto& [name, uses, mark, lifted] = file.state();
        said += fmt::format("{} {}\n    {}\n", name.agent, display_text(name.id), display_text(mark));
    }
    print(said.empty() ? "no session is stopped\n" : said);
    return static_cast<int>(exit_code::ok);
}

int resume(const fs::path& state, const std::string& id) {
    bool any = false;
    for (auto& file : stopped_sessions(state)) {
        if (file.state().name.id != id) continue;
        file.lift();
        any = true;
        print(fmt::format("{} {}: goes on\n", file.state().name.agent, display_text(id)));
    }
    if (!any)
        throw std::runtime_error(
            fmt::format("no session `{}` is stopped; see `assent session list`", display_text(id)));
    return static_cast<int>(exit_code::ok);
}

command_run declare_session(CLI::App& app) {
    struct typed {
        std::string what, id, state;
    };
    const auto given = std::make_shared<typed>();
    app.add_option("WHAT", given->what, "list: what was judged and what ran in each; resume: it goes on")
        ->type_name("list|resume")
        ->check(CLI::IsMember({"list", "resume"}))
        ->required();
    app.add_option("ID", given->id, "With resume: the session, as list and the reason have it")
        ->check(not_empty);
    app.add_option(
           "--state", given->state,
           "Where programs of the user keep their files (default: $XDG_STATE_HOME, else ~/.local/state)")
        ->type_name("FOLDER")
        ->group(group::transport)
        ->check(not_empty);
    return [given](const command_line&) {
        const bool resumes = given->what == "resume";
        if (resumes == given->id.empty())
            throw usage_error(resumes ? "session resume: which one? `assent session list` says"
                                      : "session list: takes no ID");
        require_clean("--state", given->state);
        const auto state = state_folder({}, given->state);
        if (state.empty()) throw usage_error("--state: expected a folder, as $HOME names none");
        return resumes ? resume(state, given->id) : list(state);
    };
}

}  // namespace

const command commands::session{
    "session", "Sessions that are stopped because something else ran than was judged; see docs/install.md",
    declare_session};

}  // namespace assent::cli
