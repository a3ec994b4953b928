#pragma once

#include <assent/ports/path_resolver.hpp>

namespace assent {

/// Asks the file system of this machine, as this process sees it.
///
/// Where an agent's tools run in another container, as another user or on another machine, paths may lead
/// elsewhere for them: write a `path_resolver` that asks there.
///
/// What it does not tell, beside what may change later (see docs/security.md): links of `/proc`, such as
/// `/proc/self/cwd` and, by way of them, `/dev/stdin`, mean another file to each process and are an error;
/// hard links and bind mounts are no links to it; and where a file system takes names of different case for
/// the same, the name is returned as it was written.
///
/// Any thread. May block for as long as the file system does.
class filesystem_path_resolver final : public path_resolver {
public:
    [[nodiscard]] boost::system::result<std::string> resolve(std::string_view absolute_path) override;
    [[nodiscard]] bool has_no_links(std::string_view absolute_path, std::size_t looked_at) override;
};

}  // namespace assent
