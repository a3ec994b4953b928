#pragma once

#include <assent/domain/match/path_walk.hpp>
#include <assent/ports/path_resolver.hpp>

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace assent::testing {

/// A file system of links, made up by a test. What it has not been told of is a folder, which leads to
/// itself.
///
/// Any thread.
class fake_path_resolver final : public path_resolver {
public:
    /// \param path    absolute and clean, as all paths here
    /// \param target  absolute, or relative to the link's folder
    void add_link(std::string path, std::string target);
    void add_file(std::string path);
    /// Nothing is there yet.
    void add_missing(std::string path);
    /// Whatever leads there or further cannot be resolved, as for want of permission.
    void add_failure(std::string path);
    /// What lies below a folder; below one of which nothing is told it is not known.
    void set_names_below(std::string folder, std::vector<std::string> names);
    /// Names that differ in case only are one. Before anybody asks.
    void ignore_case() noexcept { ignores_case_ = true; }

    [[nodiscard]] boost::system::result<std::string> resolve(std::string_view absolute_path) override;
    [[nodiscard]] bool has_no_links(std::string_view absolute_path, std::size_t looked_at) override;
    [[nodiscard]] boost::system::result<std::vector<std::string>> names_below(
        std::string_view absolute_folder, bool follows, const below_limits& limits) override;
    [[nodiscard]] bool ignores_case() const noexcept override { return ignores_case_; }

    /// All that it was asked for, in order.
    [[nodiscard]] std::vector<std::string> asked() const;

private:
    void put(std::string path, boost::system::result<path_entry> entry);

    mutable std::mutex mutex_;
    std::map<std::string, boost::system::result<path_entry>, std::less<>> entries_;
    std::map<std::string, std::vector<std::string>, std::less<>> below_;
    std::vector<std::string> asked_;
    bool ignores_case_ = false;
};

}  // namespace assent::testing
