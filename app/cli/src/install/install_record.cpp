#include "install_record.hpp"

#include "../files/user_folders.hpp"
#include "../process/held_signals.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* key_files = "files";
constexpr const char* key_inserted = "inserted";
constexpr const char* key_made = "made";
constexpr const char* key_folders = "folders";
constexpr const char* key_timeout = "timeout";
constexpr const char* key_options = "options";
constexpr const char* key_policy = "policy_sha256";
constexpr const char* key_mirrored = "mirrored";

constexpr std::chrono::milliseconds record_lock_look{10};

fs::path record_path() {
    const auto folder = state_folder();
    if (folder.empty()) throw std::runtime_error("$HOME: expected an absolute path");
    return folder / "assent" / "installed.json";
}

template <class Text>
json_array array_of(const std::vector<Text>& texts) {
    json_array made;
    for (const auto& each : texts) {
        if constexpr (std::is_same_v<Text, fs::path>)
            made.emplace_back(each.string());
        else
            made.emplace_back(each);
    }
    return made;
}

template <class Text>
std::vector<Text> texts_of(const json_value& value) {
    std::vector<Text> made;
    for (const auto& each : value.as_array()) made.emplace_back(std::string(each.as_string()));
    return made;
}

// The home folder is there before anything is made, and stays: no file is needed that others would see. Where
// its file system knows no locks, a file that has changed meanwhile is what tells of another program.
std::shared_ptr<const int> locked_home() {
    const fs::path home = home_of_user();
    const int opened = ::open(home.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return nullptr;
    std::shared_ptr<const int> lock(new int(opened), [](const int* number) {
        ::close(*number);
        delete number;
    });
    const auto give_up = std::chrono::steady_clock::now() + longest_install_wait;
    while (::flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (std::chrono::steady_clock::now() > give_up)
            throw std::runtime_error(fmt::format("another program has locked {} for {}", home.string(),
                                                 duration_text(longest_install_wait)));
        held_signals::require_none();
        std::this_thread::sleep_for(record_lock_look);
    }
    return lock;
}

std::string text_in(const json_object& of, const char* key) {
    const auto* const found = of.if_contains(key);
    return found == nullptr ? std::string() : std::string(found->as_string());
}

std::vector<mirrored_rule> mirrored_in(const json_object& of) {
    std::vector<mirrored_rule> rules;
    const auto* const found = of.if_contains(key_mirrored);
    if (found == nullptr) return rules;
    for (const auto& each : found->as_array()) {
        const auto texts = texts_of<std::string>(each);
        rules.push_back({texts.at(0), texts.at(1), texts.at(2)});
    }
    return rules;
}

}  // namespace

install_record::install_record(purpose why)
    : lock_(why == purpose::change ? locked_home() : nullptr), file_(record_path()) {
    if (file_.text()) understand(*file_.text());
}

void install_record::understand(std::string_view text) {
    const auto damaged = [this](std::string_view why) {
        damage_ = fmt::format("{}: {}; what was installed before is not known",
                              display_text(file_.path().string()), why);
    };
    json_scanner scanner;
    if (const auto& fault = scanner.scan(text, json_scanner::duplicates::everywhere))
        return damaged(fmt::format("{} at byte {}", to_string(fault.flaw), fault.offset));
    try {
        const auto read = parse_scanned(text).as_object();
        folders_ = texts_of<fs::path>(read.at(key_folders));
        for (const auto& [path, said] : read.at(key_files).as_object()) {
            const auto& each = said.as_object();
            files_[std::string(path)] = {texts_of<std::string>(each.at(key_inserted)),
                                         each.at(key_made).as_bool(),
                                         texts_of<fs::path>(each.at(key_folders)),
                                         text_in(each, key_timeout),
                                         each.contains(key_options)
                                             ? texts_of<std::string>(each.at(key_options))
                                             : std::vector<std::string>(),
                                         text_in(each, key_policy),
                                         mirrored_in(each)};
        }
    } catch (const std::exception&) {
        files_.clear();
        folders_.clear();
        damaged("expected what `assent install` writes there");
    }
}

void install_record::put_damaged_aside() {
    if (damage_.empty() || !aside_.empty()) return;
    aside_ = cli::set_aside(file_.path());
    file_ = user_file(file_.path());
}

std::string install_record::text() const {
    json_object files;
    for (const auto& [path, each] : files_) {
        json_object file{{key_inserted, array_of(each.inserted)},
                         {key_made, each.made},
                         {key_folders, array_of(each.folders)}};
        if (!each.options.empty()) {
            file[key_timeout] = each.timeout;
            file[key_options] = array_of(each.options);
        }
        if (!each.policy_digest.empty()) file[key_policy] = each.policy_digest;
        if (!each.mirrored.empty()) {
            json_array rules;
            for (const auto& rule : each.mirrored)
                rules.push_back(json_array{rule.list, rule.text, rule.inserted});
            file[key_mirrored] = std::move(rules);
        }
        files[path] = std::move(file);
    }
    std::string made;
    append_json(made, json_object{{key_folders, array_of(folders_)}, {key_files, std::move(files)}});
    return made + '\n';
}

std::optional<installed_file> install_record::of(const fs::path& file) const {
    const auto found = files_.find(file.string());
    return found == files_.end() ? std::nullopt : std::optional(found->second);
}

void install_record::set(const fs::path& file, const std::optional<installed_file>& installed) {
    put_damaged_aside();
    if (installed)
        files_[file.string()] = *installed;
    else
        files_.erase(file.string());
    if (files_.empty()) {
        file_.replace(std::nullopt);
        remove_empty(std::exchange(folders_, {}));
        return;
    }
    auto made = make_folders(file_.path().parent_path());
    folders_.insert(folders_.end(), made.begin(), made.end());
    try {
        file_.replace(text());
    } catch (const std::exception&) {
        remove_empty(made);
        throw;
    }
}

}  // namespace assent::cli
