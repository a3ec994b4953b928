#include "policy_source.hpp"

#include "mistyped.hpp"

#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <fmt/format.h>
#include <boost/system/errc.hpp>

#include <cstdlib>
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

// Forms in which people write settings elsewhere. One that is there and not read would be lost without a
// word.
constexpr std::string_view other_forms[] = {".yaml", ".yml", ".toml", ".jsonc", ".json5"};

void require_no_other_form(std::filesystem::path policy) {
    std::error_code ignored;
    for (const auto form : other_forms)
        if (policy.replace_extension(form); std::filesystem::exists(policy, ignored))
            throw std::runtime_error(
                fmt::format("{}: a policy is JSON, in policy.json", display_text(policy.string())));
}

// The user's own policy, where there is one.
std::filesystem::path of_user() {
    const auto path = usual_policy_path();
    if (path.empty()) return {};
    std::error_code unreadable;
    // One that is there and cannot be looked at is found too: loading it says what is wrong.
    const auto status = std::filesystem::symlink_status(path, unreadable);
    if (status.type() != std::filesystem::file_type::not_found) return path;
    require_no_other_form(path);
    return {};
}

}  // namespace

std::filesystem::path usual_policy_path() {
    const auto folder = config_folder();
    return folder.empty() ? folder : folder / "assent" / "policy.json";
}

std::string absolute_path(const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::string policy_source::name() const { return file_.empty() ? preset_ : absolute_path(file_); }

std::string policy_source::why_no_file() const {
    const std::string& name = file_.native();
    std::error_code ignored;
    if (file_.empty() || std::filesystem::exists(file_, ignored)) return {};
    if (name.find("://") != name.npos)
        return fmt::format("expected a file of this machine, got `{}`", display_text(name));
    if (const auto why = why_not_expanded(name); !why.empty())
        return fmt::format("there is no file `{}`: {}", display_text(name), why);
    return why_no_policy(name);
}

bool policy_source::is_policy() const noexcept { return !file_.empty() || preset_ != "bare"; }

policy_source::policy_source(const std::string& given) {
    std::string name = given;
    if (name.empty()) {
        const char* const value = std::getenv("ASSENT_POLICY");
        name = value == nullptr ? "" : value;
        found_by_itself_ = true;
        found_in_ = name.empty() ? "policy" : "ASSENT_POLICY";
    }
    if (name.empty()) name = of_user().string();
    if (is_named_policy(name))
        preset_ = name;
    else if (!name.empty())
        file_ = name;
}

file_stamp policy_source::stamp_now() const noexcept { return cli::stamp_now(file_, stamp_of::target); }

void policy_source::require_own() const {
    const std::string why = file_.empty() ? std::string() : why_not_own(file_);
    if (!why.empty()) throw std::runtime_error(fmt::format("policy file `{}`: {}", name(), why));
}

policy_text policy_source::read() const noexcept {
    try {
        return {file_.empty() ? std::string() : policy_file_text(file_), nullptr};
    } catch (...) {
        return {{}, std::current_exception()};
    }
}

ready_policy policy_source::load(const policy_text& found, const policy_additions& more) const {
    if (found.failure) std::rethrow_exception(found.failure);
    if (file_.empty()) return make_ready(*named_policy(preset_), preset_, more);
    const std::string home = clean_path(more.home) ? more.home : known_home();
    return make_ready(read_policy(found.text, file_.native(), home).value(), file_.string(), more);
}

}  // namespace assent::cli
