#include "policy_source.hpp"

#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"

#include <assent/adapters/files/file_times.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <fmt/format.h>
#include <boost/system/errc.hpp>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include <sys/stat.h>

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
    if (name.starts_with("~/"))
        return fmt::format("there is no file `{0}`: the shell has left `~` as it is; write \"$HOME{1}\"",
                           display_text(name), display_text(name.substr(1)));
    return why_no_policy(name);
}

bool policy_source::is_policy() const noexcept { return !file_.empty() || preset_ != "bare"; }

policy_source::policy_source(const std::string& given, managed_place managed) : managed_(std::move(managed)) {
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

policy_source::stamp policy_source::stamp_now() const noexcept {
    stamp all{};
    auto next = all.begin();
    for (const auto& file : {file_, managed_.file}) {
        struct stat found {};
        if (file.empty() || ::stat(file.c_str(), &found) != 0) {
            next += all.size() / 2;
            continue;
        }
        const auto modified = detail::modified_at(found), changed = detail::changed_at(found);
        for (const std::int64_t each :
             {static_cast<std::int64_t>(found.st_dev), static_cast<std::int64_t>(found.st_ino),
              static_cast<std::int64_t>(found.st_size), std::int64_t{modified.tv_sec},
              std::int64_t{modified.tv_nsec}, std::int64_t{changed.tv_sec}, std::int64_t{changed.tv_nsec}})
            *next++ = each;
    }
    return all;
}

void policy_source::require_own() const {
    const std::string why = file_.empty() ? std::string() : why_not_own(file_);
    if (!why.empty()) throw std::runtime_error(fmt::format("policy file `{}`: {}", name(), why));
}

std::string policy_text::all() const {
    if (!has_managed()) return text;
    // No policy that is good has a zero byte in it.
    return fmt::format("{}{}{}{}{}", text, std::string_view("\0m", 2), managed.value_or(""),
                       std::string_view("\0f", 2), managed_failure);
}

// One that is there, or whose place cannot be looked at, has to be good.
void policy_source::read_managed(policy_text& into) const {
    struct stat found {};
    if (::lstat(managed_.file.c_str(), &found) != 0 && (errno == ENOENT || errno == ENOTDIR)) return;
    try {
        into.managed_failure = why_not_of(managed_.file, managed_.owner);
        if (into.managed_failure.empty()) into.managed = policy_file_text(managed_.file);
    } catch (const std::exception& error) {
        into.managed_failure = error.what();
    }
}

policy_text policy_source::read() const noexcept {
    policy_text found;
    try {
        read_managed(found);
        if (!file_.empty()) found.text = policy_file_text(file_);
    } catch (...) {
        found.failure = std::current_exception();
    }
    return found;
}

namespace {

// What every call is told while nobody knows what the managed policy says.
std::string closed_by(const std::filesystem::path& file, std::string_view why) {
    return fmt::format(
        "the policy of this machine, `{}`, cannot be taken ({}), so that every use of a tool is denied; "
        "whoever "
        "administers the machine has to mend it",
        display_text(file.string()), display_text(why));
}

policy closed(policy own, std::string why) {
    own.firm.closed = std::move(why);
    return own;
}

}  // namespace

// A policy that comes with the program says all keys, but for one that leaves all to rules and the mode.
policy_layer policy_source::own_layer(const policy_text& found, const std::string& home) const {
    if (!file_.empty()) {
        auto draft = read_policy_draft(found.text, file_.native(), false, home);
        if (!draft.errors.empty()) throw std::runtime_error(to_string(draft.errors.front()));
        return {std::move(draft.read), std::move(draft.said)};
    }
    policy_layer made{*named_policy(preset_), std::nullopt};
    if (preset_ != "bare") return made;
    made.said.emplace();
    made.read.protect_gate = true;  // as in a file that says nothing
    return made;
}

ready_policy policy_source::load(const policy_text& found, const policy_additions& more,
                                 std::set<std::string>* of_managed) const {
    if (found.failure) std::rethrow_exception(found.failure);
    const std::string home = clean_path(more.home) ? more.home : known_home();
    const std::string name = file_.empty() ? preset_ : file_.string();
    const auto made_with = [&](decltype(more.under) under) {
        policy_additions all = more;
        all.under = std::move(under);
        return make_ready(
            file_.empty() ? *named_policy(preset_) : read_policy(found.text, file_.native(), home).value(),
            name, all);
    };
    if (!found.has_managed()) return made_with({});
    std::string why = found.managed_failure;
    try {
        if (why.empty()) {
            auto draft = read_policy_draft(*found.managed, managed_.file.native(), false, home);
            if (!draft.errors.empty()) throw std::runtime_error(to_string(draft.errors.front()));
            policy_layer above{std::move(draft.read), std::move(draft.said)};
            // By itself first: what is wrong is told of the file that it is in, and its examples are tried.
            static_cast<void>(
                make_ready(above.read, managed_.file.string(), {.home = more.home, .paths = more.paths}));
            auto own = own_layer(found, home);
            if (own.said && more.mode) own.said->insert({"mode", "peer_mode"});
            if (own.said && more.question_timeout) own.said->insert("questions.timeout");
            return made_with([&](policy with_additions) {
                with_additions.protect_gate = own.read.protect_gate;
                own.read = std::move(with_additions);
                return join_managed(above, own, of_managed);
            });
        }
    } catch (const std::exception& error) {
        why = error.what();
    }
    return made_with([&](policy own) { return closed(std::move(own), closed_by(managed_.file, why)); });
}

}  // namespace assent::cli
