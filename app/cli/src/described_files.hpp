#pragma once

#include <assent/domain/rules/path_walk.hpp>
#include <assent/ports/path_resolver.hpp>

#include <map>
#include <string>
#include <string_view>

namespace assent::cli {

/// The files that a line of `check --batch` describes, in place of real ones. What it does not speak of is a
/// folder, which leads to itself.
class described_files final : public path_resolver {
public:
    /// \param path  absolute
    /// \param what  `-> /target` (or relative to the link's folder), `dir`, `file`, `missing`, or `-> !`,
    /// behind
    ///              which nothing can be resolved
    /// \return false when it is none of these
    [[nodiscard]] bool add(std::string_view path, std::string_view what);

    [[nodiscard]] boost::system::result<std::string> resolve(std::string_view absolute_path) override;

private:
    std::map<std::string, boost::system::result<path_entry>, std::less<>> entries_;
};

}  // namespace assent::cli
