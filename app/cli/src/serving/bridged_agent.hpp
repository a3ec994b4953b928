#pragma once

#include "../options/options.hpp"

#include <assent/app/bridge/line_bridge.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/ports/transport.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Makes the bridge between our own standard input and output, and an agent's.
using bridge_maker = std::function<std::shared_ptr<line_bridge>(std::unique_ptr<transport> upstream,
                                                                std::unique_ptr<transport> agent,
                                                                std::shared_ptr<permission_gate> gate)>;

/// Where this program runs; empty: that cannot be found out.
[[nodiscard]] std::string working_directory();

/// What the options say of every bridge.
/// \tparam Options  has the members of `line_bridge_options`
template <class Options>
void set_bounds(Options& options, const settings& with) {
    if (with.max_line_bytes != 0) options.max_line_bytes = with.max_line_bytes;
    options.max_unsent_bytes = std::max(options.max_unsent_bytes, 2 * options.max_line_bytes);
    options.link = with.link;
    options.no_peer = with.no_peer;
    options.log = with.log;
    options.cwd = working_directory();
}

/// Runs a command behind a bridge to its end. Signals that end this program go to the command; on SIGHUP the
/// policy file is read again, where there is one.
/// \param program  what people who are asked read: `assent bridge`
/// \return the command's exit status; 1 where the bridge gave up. Does not return when a signal ended the
///         command: the same signal then ends this program
int run_bridged(settings& with, const std::vector<std::string>& command, std::string_view program,
                const bridge_maker& make);

}  // namespace assent::cli
