#include "install_record.hpp"

#include "../files/user_folders.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>

#include <exception>
#include <stdexcept>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* key_files = "files";
constexpr const char* key_inserted = "inserted";
constexpr const char* key_made = "made";
constexpr const char* key_folders = "folders";

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

}  // namespace

install_record::install_record() : file_(record_path()) {
    if (file_.text()) understand(*file_.text());
}

void install_record::understand(std::string_view text) {
    json_scanner scanner;
    if (scanner.scan(text, json_scanner::duplicates::everywhere)) return;
    try {
        const auto read = parse_scanned(text).as_object();
        folders_ = texts_of<fs::path>(read.at(key_folders));
        for (const auto& [path, said] : read.at(key_files).as_object()) {
            const auto& each = said.as_object();
            files_[std::string(path)] = {texts_of<std::string>(each.at(key_inserted)),
                                         each.at(key_made).as_bool(),
                                         texts_of<fs::path>(each.at(key_folders))};
        }
    } catch (const std::exception&) {
        files_.clear();
        folders_.clear();
    }
}

std::string install_record::text() const {
    json_object files;
    for (const auto& [path, each] : files_)
        files[path] = json_object{{key_inserted, array_of(each.inserted)},
                                  {key_made, each.made},
                                  {key_folders, array_of(each.folders)}};
    std::string made;
    append_json(made, json_object{{key_folders, array_of(folders_)}, {key_files, std::move(files)}});
    return made + '\n';
}

std::optional<installed_file> install_record::of(const fs::path& file) const {
    const auto found = files_.find(file.string());
    return found == files_.end() ? std::nullopt : std::optional(found->second);
}

void install_record::set(const fs::path& file, const std::optional<installed_file>& installed) {
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
