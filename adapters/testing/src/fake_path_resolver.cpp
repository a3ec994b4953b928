#include <assent/adapters/testing/fake_path_resolver.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>
#include <utility>

namespace assent::testing {
namespace {

boost::system::error_code no_permission() {
    return boost::system::errc::make_error_code(boost::system::errc::permission_denied);
}

}  // namespace

void fake_path_resolver::put(std::string path, boost::system::result<path_entry> entry) {
    const std::lock_guard lock(mutex_);
    entries_.insert_or_assign(std::move(path), std::move(entry));
}

void fake_path_resolver::add_link(std::string path, std::string target) {
    put(std::move(path), path_entry{path_entry::kind::link, std::move(target)});
}

void fake_path_resolver::add_file(std::string path) {
    put(std::move(path), path_entry{path_entry::kind::other});
}

void fake_path_resolver::add_missing(std::string path) { put(std::move(path), path_entry{}); }

void fake_path_resolver::add_failure(std::string path) { put(std::move(path), no_permission()); }

boost::system::result<std::string> fake_path_resolver::resolve(std::string_view absolute_path) {
    const std::lock_guard lock(mutex_);
    asked_.emplace_back(absolute_path);
    return walk_path(absolute_path, [this](const std::string& path) -> boost::system::result<path_entry> {
        const auto known = entries_.find(path);
        if (known != entries_.end()) return known->second;
        return path_entry{path_entry::kind::directory};
    });
}

bool fake_path_resolver::has_no_links(std::string_view absolute_path, std::size_t looked_at) {
    const std::lock_guard lock(mutex_);
    for (std::size_t end = looked_at; end < absolute_path.size();) {
        end = std::min(absolute_path.find('/', end + 1), absolute_path.size());
        const auto known = entries_.find(absolute_path.substr(0, end));
        if (known == entries_.end()) continue;
        if (!known->second || known->second->what != path_entry::kind::directory) return false;
    }
    return absolute_path.find("/..") == absolute_path.npos;
}

void fake_path_resolver::set_names_below(std::string folder, std::vector<std::string> names) {
    const std::lock_guard lock(mutex_);
    below_.insert_or_assign(std::move(folder), std::move(names));
}

boost::system::result<std::vector<std::string>> fake_path_resolver::names_below(
    std::string_view absolute_folder, bool follows, const below_limits& limits) {
    const std::lock_guard lock(mutex_);
    const auto known = below_.find(absolute_folder);
    if (known == below_.end())
        return boost::system::errc::make_error_code(boost::system::errc::function_not_supported);
    // There may be some.
    if (follows)
        return boost::system::errc::make_error_code(boost::system::errc::too_many_symbolic_link_levels);
    if (known->second.size() > limits.entries)
        return boost::system::errc::make_error_code(boost::system::errc::value_too_large);
    std::vector<std::string> names;
    std::ranges::copy_if(known->second, std::back_inserter(names), [&](const std::string& name) {
        return static_cast<std::size_t>(std::ranges::count(name, '/')) < limits.depth;
    });
    return names;
}

std::vector<std::string> fake_path_resolver::asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
}

}  // namespace assent::testing
