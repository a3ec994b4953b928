#include "policy_source.hpp"

#include "user_folders.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/match/path_reading.hpp>

#include <fmt/format.h>
#include <boost/system/errc.hpp>

#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <utility>

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

namespace {

// The user's own policy, where there is one.
std::filesystem::path of_user() {
    const auto folder = config_folder();
    if (folder.empty()) return {};
    const auto path = folder / "assent" / "policy.json";
    std::error_code unreadable;
    // One that is there and cannot be looked at is found too: loading it says what is wrong.
    const auto status = std::filesystem::symlink_status(path, unreadable);
    return status.type() == std::filesystem::file_type::not_found ? std::filesystem::path() : path;
}

// The policy by itself: its examples speak of the file, not of what the command line adds.
void check_examples(const policy& read, const std::string& name) {
    if (read.examples.empty()) return;
    auto basis = judgement_basis::make(read);
    if (!basis) return;  // said by whoever puts it in force
    const auto failed = failed_examples(*basis, *(*basis)->rules());
    if (failed.empty()) return;
    std::string text =
        fmt::format("{}: {} of {} examples are decided otherwise", name, failed.size(), read.examples.size());
    for (const auto& each : failed) text += "; " + each.text(read);
    throw std::runtime_error(text);
}

}  // namespace

std::optional<policy> named_policy(std::string_view name) {
    if (name != "standard" && name != "bare") return std::nullopt;
    policy made = name == "standard" ? policy::standard() : policy::bare();
    made.peer_may_set = peer_mode::never;
    return made;
}

std::string absolute_path(const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::string policy_source::name() const { return file_.empty() ? preset_ : absolute_path(file_); }

bool policy_source::is_policy() const noexcept { return !file_.empty() || preset_ != "bare"; }

policy_source::policy_source(const std::string& given) {
    std::string name = given;
    if (name.empty()) {
        const char* const value = std::getenv("ASSENT_POLICY");
        name = value == nullptr ? "" : value;
        found_by_itself_ = true;
    }
    if (name.empty()) name = of_user().string();
    if (named_policy(name))
        preset_ = name;
    else if (!name.empty())
        file_ = name;
}

policy_text policy_source::read() const noexcept {
    try {
        return {file_.empty() ? std::string() : policy_file_text(file_), nullptr};
    } catch (...) {
        return {{}, std::current_exception()};
    }
}

ready_policy policy_source::load(const policy_text& found, const additions& more) const {
    if (found.failure) std::rethrow_exception(found.failure);
    policy read = *named_policy(preset_);
    std::string name = preset_;
    if (!file_.empty()) {
        name = file_.string();
        read = read_policy(found.text, file_.native()).value();
        check_examples(read, name);
    }
    if (more.mode) {
        read.mode = *more.mode;
        read.peer_may_set = peer_mode::never;  // who sets it on the command line means it
    }
    if (more.question_timeout) read.question_timeout = *more.question_timeout;

    std::vector<permission_rule> rules = std::exchange(read.rules, {});
    rules.insert(rules.end(), more.rules.begin(), more.rules.end());
    auto set = rule_set::make(std::move(rules));
    if (!set) throw std::runtime_error("rules: " + set.error().message);
    auto basis = judgement_basis::make(std::move(read));
    if (!basis) throw std::runtime_error(name + ": " + basis.error().where + ": " + basis.error().message);
    set = (*basis)->as_registered(std::move(*set));
    if (!set) throw std::runtime_error("rules: " + set.error().message);
    return {std::move(*basis), std::move(*set)};
}

}  // namespace assent::cli
