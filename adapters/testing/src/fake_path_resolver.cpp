#include <assent/adapters/testing/fake_path_resolver.hpp>

#include <boost/system/errc.hpp>

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

std::vector<std::string> fake_path_resolver::asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
}

}  // namespace assent::testing
