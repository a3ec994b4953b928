#pragma once

#include "../options/options.hpp"

#include <string>

namespace assent::cli {

struct hook_options {
    std::string agent{};  ///< empty: found out from the text
    bool say_allow = false;
    bool no_say_allow = false;
    std::string on_ask = "agent";
    std::string timeout{};  ///< empty: what the agent waits, less 5 s
    std::string daemon = "off";
    std::string socket{};  ///< of the daemon; empty: where it listens by itself
    std::string state{};   ///< where files of the user's programs lie; empty: as the environment says
};

/// Declares the options of `hook`.
void add_hook_options(CLI::App& app, common_options& common, hook_options& options);
/// \throws usage_error when they are not as they have to be
void require_valid(const common_options& common, const hook_options& options);

}  // namespace assent::cli
