#pragma once

#include "../options/options.hpp"

namespace assent::cli {

/// Declares the options of `daemon`.
void add_daemon_options(CLI::App& app, common_options& common);

}  // namespace assent::cli
