#include <assent/domain/text/display_text.hpp>
#include <assent/domain/wall/wall_plan.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assent {
namespace {

using kind = wall_mount::kind;

bool is_above_protected(const wall_plan& plan, const wall_mount& mount) {
    return mount.is == kind::write && mount.from == mount.at && mount.at.size() > plan.project.size() &&
           mount.at.starts_with(plan.project + "/");
}

// The paths of a kind, a line each.
template <class Which>
std::string lines(const wall_plan& plan, std::string_view title, const Which& which) {
    std::string text;
    for (const auto& mount : plan.mounts)
        if (which(mount)) text += fmt::format("  {}\n", display_text(mount.at));
    return text.empty() ? text : fmt::format("{}:\n{}", title, text);
}

std::string_view network_text(wall_network network) {
    switch (network) {
        case wall_network::none: return "none";
        case wall_network::loopback: return "127.0.0.1 of its own, on which nobody else is";
        case wall_network::all: return "that of this machine, without sockets in files";
    }
    return {};
}

std::string bounds_text(const wall_plan& plan) {
    std::string text;
    if (plan.processes) text += fmt::format("  {} processes at once\n", *plan.processes);
    if (plan.memory_bytes != 0)
        text += fmt::format("  {} of memory for each process\n", size_text(plan.memory_bytes));
    if (plan.seconds) text += fmt::format("  {} seconds\n", *plan.seconds);
    return text.empty() ? text : "at most:\n" + text;
}

}  // namespace

std::string wall_text(const wall_plan& plan) {
    const auto inside = [&](const wall_mount& mount) { return mount.at.starts_with(plan.project + "/"); };
    std::string text = lines(plan, "to change", [&](const wall_mount& mount) {
        return mount.is == kind::write && mount.at == mount.from && !is_above_protected(plan, mount);
    });
    text += lines(plan, "to change, and gone at the end",
                  [](const wall_mount& mount) { return mount.is == kind::memory; });
    text += lines(plan, "to change, kept for this project alone",
                  [](const wall_mount& mount) { return mount.is == kind::write && mount.at != mount.from; });
    text += lines(plan, "to read in what may be changed",
                  [&](const wall_mount& mount) { return mount.is == kind::read && inside(mount); });
    text += lines(plan, "to read", [&](const wall_mount& mount) {
        return (mount.is == kind::read || mount.is == kind::read_if_there) && !inside(mount) &&
               mount.at != wall_inside_program;
    });
    text += lines(plan, "hidden", [](const wall_mount& mount) { return mount.is == kind::hidden; });
    return text + fmt::format("network: {}\n", network_text(plan.network)) + bounds_text(plan) +
           "all else is not there: files, processes, sockets\n";
}

}  // namespace assent
