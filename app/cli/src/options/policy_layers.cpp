#include "policy_layers.hpp"

#include "../files/user_file.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <exception>
#include <ranges>
#include <set>
#include <stdexcept>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// Who may write the file, or put another one in its place, decides.
void require_of_root(const fs::path& file) {
    for (const auto& path : {file, fs::canonical(file)})
        for (fs::path each = path; each.has_relative_path(); each = each.parent_path()) {
            struct stat status {};
            if (::lstat(each.c_str(), &status) != 0)
                throw std::runtime_error(fmt::format("{}: cannot be looked at", each.string()));
            if (status.st_uid != 0)
                throw std::runtime_error(fmt::format("{}: belongs not to root", each.string()));
            const bool sticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
            const bool open = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
            if (open && !sticky && !S_ISLNK(status.st_mode))
                throw std::runtime_error(fmt::format("{}: others than root may write it", each.string()));
        }
}

// Anybody may put a file into a folder such as /tmp: whoever works below has nothing to do with it.
bool is_of_stranger(const fs::path& file) {
    struct stat folder {
    }, status{};
    if (::stat(file.parent_path().parent_path().c_str(), &folder) != 0) return false;
    if ((folder.st_mode & S_ISVTX) == 0 || (folder.st_mode & S_IWOTH) == 0) return false;
    if (::lstat(file.parent_path().c_str(), &status) != 0) return false;
    return status.st_uid != 0 && status.st_uid != ::geteuid();
}

// What cannot be looked at may be there.
bool is_there(const std::string& file) {
    struct stat status {};
    return ::lstat(file.c_str(), &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

// Examples speak of what the file says by itself.
void require_examples(const policy& read, const fs::path& file) {
    if (read.examples.empty()) return;
    const auto basis = judgement_basis::make(read);
    if (!basis) return;
    for (const auto& each : failed_examples(*basis, *(*basis)->rules()))
        throw std::runtime_error(fmt::format("{}: {}", display_text(file.string()), each.text(read)));
}

}  // namespace

std::optional<policy> managed_policy(const fs::path& file, const std::string& home) {
    if (!is_there(file)) return std::nullopt;
    require_of_root(file);
    policy read =
        read_stricter_policy(policy_file_text(file), file.string(), policy_layer::managed, home).value();
    require_examples(read, file);
    return read;
}

void project_policies::look(std::string_view folder) {
    const std::lock_guard lock(mutex_);
    look_around(folder);
    const auto leads = lookup_ ? lookup_(folder) : std::nullopt;
    if (leads && *leads != folder) look_around(*leads);
}

// What is good holds, though another one is not.
void project_policies::look_around(std::string_view folder) {
    if (!folder.starts_with('/')) return;
    // One spelling for each file.
    std::string place(folder);
    const auto both_slashes = [](char left, char right) { return left == '/' && right == '/'; };
    place.erase(std::unique(place.begin(), place.end(), both_slashes), place.end());
    if (place.ends_with('/')) place.pop_back();
    std::exception_ptr first;
    while (true) {
        const auto size = place.size();
        try {
            look_at(place.append("/").append(project_policy_file));
        } catch (const std::exception&) {
            if (!first) first = std::current_exception();
        }
        if (size == 0) break;
        place.resize(place.rfind('/', size - 1));
    }
    if (first) std::rethrow_exception(first);
}

// A file that is not good is read again each time.
void project_policies::look_at(const std::string& file) {
    const auto known = seen_.find(file);
    const bool there = is_there(file) && !is_of_stranger(file);
    if (known == seen_.end() && !there) return;
    const auto now = stamp_now(file, stamp_of::target);
    if (known != seen_.end() && known->second.stamp == now) return;
    std::optional<std::string> text;
    if (there) text = policy_file_text(file);
    if (text) take({file, *text}, false);
    auto& seen = seen_[file];
    seen.stamp = now;
    if (known != seen_.end() && seen.text == text) return;
    seen.text = std::move(text);
    ask_about_less(file, seen);
}

void project_policies::hold(const project_text& text) {
    const std::lock_guard lock(mutex_);
    take(text, true);
}

bool project_policies::take_change() {
    const std::lock_guard lock(mutex_);
    return std::exchange(change_, false);
}

std::vector<permission_rule> project_policies::rules() const {
    const std::lock_guard lock(mutex_);
    std::set<std::string> known;
    std::vector<permission_rule> all;
    for (const auto& text : texts_)
        for (const auto& rule : text.rules)
            if (known.insert(rule.key()).second) all.push_back(rule);
    return all;
}

std::vector<project_text> project_policies::texts() const {
    const std::lock_guard lock(mutex_);
    std::vector<project_text> all;
    for (const auto& text : texts_) all.push_back(text.is);
    return all;
}

namespace {

std::set<std::string> keys_of(const std::vector<permission_rule>& rules) {
    std::set<std::string> keys;
    for (const auto& rule : rules) keys.insert(rule.key());
    return keys;
}

}  // namespace

// A text that says all that an older one says takes its place.
void project_policies::take(const project_text& text, bool held_before) {
    if (std::ranges::find(texts_, text, &held_text::is) != texts_.end()) return;
    held_text taken{text, rules_of(text)};
    const auto keys = keys_of(taken.rules);
    const auto is_in_it = [&](const permission_rule& rule) { return keys.contains(rule.key()); };
    const auto is_less = [&](const held_text& each) {
        return each.is.file == text.file && std::ranges::all_of(each.rules, is_in_it);
    };
    const auto of_file = [&](const held_text& each) { return each.is.file == text.file && !is_less(each); };
    const auto more = static_cast<std::size_t>(std::ranges::count_if(texts_, of_file));
    if (!held_before && (more >= max_project_texts || texts_.size() >= max_texts_of_projects))
        throw std::runtime_error(
            fmt::format("{}: what was read of it, and of other projects' policies, are more texts than can "
                        "hold: begin a new "
                        "session, or restart the daemon",
                        display_text(text.file.string())));
    std::erase_if(texts_, is_less);
    texts_.push_back(std::move(taken));
    change_ = true;
}

std::vector<permission_rule> project_policies::rules_of(const project_text& of) const {
    const std::string name = of.file.string();
    if (of.text.size() > max_project_policy_bytes)
        throw std::runtime_error(fmt::format("{}: expected at most {} bytes, got {}", display_text(name),
                                             max_project_policy_bytes, of.text.size()));
    const policy read = read_stricter_policy(of.text, name, policy_layer::project, home_).value();
    require_examples(read, of.file);
    const std::string folder = of.file.parent_path().parent_path().string();
    std::vector<permission_rule> rules;
    for (const auto& rule : read.rules) {
        rule_condition condition = rule.condition() != nullptr ? *rule.condition() : rule_condition();
        condition.folder = folder;
        rules.push_back(
            rule.with_condition(std::make_shared<const rule_condition>(condition.placed(home_, lookup_))));
    }
    return rules;
}

// What the file has said and does not say any more.
void project_policies::ask_about_less(const std::string& file, seen_file& seen) {
    seen.asking.reset();
    if (!confirm) return;
    std::set<std::string> said_now;
    if (seen.text) said_now = keys_of(rules_of({file, *seen.text}));
    std::set<std::string> less;
    for (const auto& text : texts_) {
        if (text.is.file != file) continue;
        for (const auto& rule : text.rules)
            if (!said_now.contains(rule.key()))
                less.insert(fmt::format("no longer {}: {}", to_string(rule.behavior()),
                                        display_text(rule.full_text())));
    }
    if (less.empty()) return;
    seen.asking = confirm(file, fmt::format("{}", fmt::join(less, "\n")),
                          [this, file](bool allowed) { answered(file, allowed); });
}

void project_policies::answered(const std::string& file, bool allowed) {
    {
        const std::lock_guard lock(mutex_);
        const auto& now = seen_[file].text;
        if (!allowed) return;
        std::erase_if(texts_,
                      [&](const held_text& each) { return each.is.file == file && each.is.text != now; });
    }
    if (changed) changed();
}

}  // namespace assent::cli
