#include <assent/domain/match/path_walk.hpp>

#include <assent/domain/match/path_reading.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>

namespace assent {
namespace {

namespace errc = boost::system::errc;

boost::system::error_code failure(errc::errc_t what) { return errc::make_error_code(what); }

class walker {
public:
    walker(std::string_view path, const path_lookup& look) : todo_(path), look_(look) {}

    boost::system::result<std::string> walk() {
        while (next_component()) {
            if (component_ == ".") continue;
            const auto error = component_ == ".." ? up() : down();
            if (error) return error;
        }
        return done_.empty() ? "/" : done_;
    }

private:
    bool next_component() {
        while (at_ < todo_.size() && todo_[at_] == '/') ++at_;
        const auto from = at_;
        while (at_ < todo_.size() && todo_[at_] != '/') ++at_;
        component_ = std::string_view(todo_).substr(from, at_ - from);
        return !component_.empty();
    }

    boost::system::error_code up() {
        // What is missing may still become a link.
        if (missing_) return failure(errc::no_such_file_or_directory);
        done_.erase(std::min(done_.rfind('/'), done_.size()));
        return {};
    }

    boost::system::error_code down() {
        const auto before = done_.size();
        done_.append("/").append(component_);
        path_entry entry;
        if (!missing_) {
            auto found = look_(done_);
            if (!found) return found.error();
            entry = std::move(*found);
        }
        if (entry.what == path_entry::kind::link) {
            done_.resize(before);
            return follow(entry.target);
        }
        missing_ = entry.what == path_entry::kind::missing;
        // Also for a `/` at the end: only a folder is meant by it.
        if (entry.what == path_entry::kind::other && at_ < todo_.size())
            return failure(errc::not_a_directory);
        return {};
    }

    boost::system::error_code follow(const std::string& target) {
        if (++links_ > max_path_links) return failure(errc::too_many_symbolic_link_levels);
        if (target.empty()) return failure(errc::no_such_file_or_directory);
        if (target.starts_with('/')) done_.clear();
        todo_.replace(0, at_, target);
        at_ = 0;
        return {};
    }

    std::string done_;    // a folder without links; empty: the root
    std::string todo_;    // what comes below it
    std::size_t at_ = 0;  // so far of that
    std::string_view component_{};
    const path_lookup& look_;
    std::size_t links_ = 0;
    bool missing_ = false;
};

}  // namespace

boost::system::result<std::string> walk_path(std::string_view absolute_path, const path_lookup& look) {
    if (!absolute_path.starts_with('/') || absolute_path.find('\0') != std::string_view::npos)
        return failure(errc::invalid_argument);
    if (absolute_path.size() > max_path_bytes) return failure(errc::filename_too_long);
    return walker(absolute_path, look).walk();
}

}  // namespace assent
