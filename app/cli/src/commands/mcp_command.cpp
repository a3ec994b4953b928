#include "../serving/session_threads.hpp"
#include "command.hpp"

#include <assent/app/session/mcp_session.hpp>
#include <assent/version.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

// An input goes back as text inside a text: what is escaped there is escaped twice. U+0080 grows most, from
// two bytes to seven.
constexpr std::size_t answer_growth = 4;

mcp_options mcp_options_for(const settings& with, const std::string& cwd) {
    mcp_options options;
    options.channel.server_version = version;
    if (with.max_line_bytes != 0) options.channel.max_line_bytes = with.max_line_bytes;
    options.max_unsent_bytes =
        std::max(options.max_unsent_bytes, answer_growth * options.channel.max_line_bytes);
    options.log = with.log;
    std::error_code ignored;  // without a directory, relative paths are simply not resolved
    options.cwd = cwd.empty() ? std::filesystem::current_path(ignored).string() : cwd;
    return options;
}

// Serves the tool that agents ask for permission, until the input ends, or SIGINT or SIGTERM comes.
// \param cwd  the agent's working directory; empty: this one
int serve_mcp(settings& with, const std::string& cwd) {
    require_working_directory(cwd);
    with.require_project(mcp_options_for(with, cwd).cwd);
    std::shared_ptr<mcp_session> served;
    const auto make = [&](std::unique_ptr<transport> connection) -> std::shared_ptr<session> {
        served = std::make_shared<mcp_session>(std::move(connection),
                                               with.make_gate("assent mcp", mcp_options_for(with, cwd).cwd),
                                               mcp_options_for(with, cwd));
        return served;
    };
    return run_on_stdio(with, "assent mcp", make, [&] { return served->end_reason(); });
}

command_run declare_mcp(CLI::App& app) {
    struct typed {
        common_options common;
        std::string cwd;
    };
    const auto given = std::make_shared<typed>();
    add_decision_options(app, given->common);
    add_answer_options(app, given->common);
    add_line_option(app, given->common);
    add_pipe_option(app, given->common);
    add_cwd_option(app, given->cwd, ", an absolute path (default: this one)");
    app.footer(
        "The tool is named approve: with the server named assent, an agent's option is "
        "--permission-prompt-tool mcp__assent__approve");
    return [given](const command_line&) {
        settings with(given->common, answers_from::people);
        return serve_mcp(with, given->cwd);
    };
}

}  // namespace

const command commands::mcp{"mcp", command_group::guard,
                            "Answer an agent's --permission-prompt-tool, as an MCP server; see docs/doors.md",
                            declare_mcp};

}  // namespace assent::cli
