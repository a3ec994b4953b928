#include "described_files.hpp"

#include <assent/domain/rules/path_reading.hpp>

#include <boost/system/errc.hpp>

namespace assent::cli {
namespace {

constexpr std::string_view arrow = "-> ";
constexpr std::string_view nowhere = "!";

}  // namespace

bool described_files::add(std::string_view path, std::string_view what) {
    if (!path.starts_with('/')) return false;
    const auto put = [&](boost::system::result<path_entry> entry) {
        entries_.insert_or_assign(normal_path(path, {}), std::move(entry));
        return true;
    };
    if (what == "dir") return put(path_entry{path_entry::kind::directory});
    if (what == "file") return put(path_entry{path_entry::kind::other});
    if (what == "missing") return put(path_entry{});
    if (!what.starts_with(arrow) || what.size() == arrow.size()) return false;
    const auto target = what.substr(arrow.size());
    if (target == nowhere)
        return put(boost::system::errc::make_error_code(boost::system::errc::permission_denied));
    return put(path_entry{path_entry::kind::link, std::string(target)});
}

boost::system::result<std::string> described_files::resolve(std::string_view absolute_path) {
    return walk_path(absolute_path, [this](const std::string& path) -> boost::system::result<path_entry> {
        const auto known = entries_.find(path);
        if (known != entries_.end()) return known->second;
        return path_entry{path_entry::kind::directory};
    });
}

}  // namespace assent::cli
