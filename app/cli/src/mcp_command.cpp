#include "commands.hpp"
#include "stdio_run.hpp"

#include <assent/app/mcp_session.hpp>
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

mcp_options options_for(const settings& with, const std::string& cwd) {
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

}  // namespace

int mcp(settings& with, const std::string& cwd) {
    require_clean(cwd);
    std::shared_ptr<mcp_session> served;
    const auto make = [&](std::unique_ptr<transport> connection) -> std::shared_ptr<session> {
        served = std::make_shared<mcp_session>(std::move(connection),
                                               with.make_gate("assent mcp", options_for(with, cwd).cwd),
                                               options_for(with, cwd));
        return served;
    };
    return run_on_stdio(with, "assent mcp", make, [&] { return served->end_reason(); });
}

}  // namespace assent::cli
