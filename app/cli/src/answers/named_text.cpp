#include "named_text.hpp"

#include "../files/user_file.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/sha256.hpp>
#include <assent/domain/facts/command_facts.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/programs/program_use.hpp>
#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

// Where a program finds what a name stands for, in the folder where it works. Sources: npm-run(1), make(1) of
// GNU, just(1), taskfile.dev, rake(1).
struct task_file {
    std::string_view program;
    std::string_view file;
    std::string_view member{};
};
constexpr std::array task_files{
    task_file{.program = "npm", .file = "package.json", .member = "scripts"},
    task_file{.program = "pnpm", .file = "package.json", .member = "scripts"},
    task_file{.program = "yarn", .file = "package.json", .member = "scripts"},
    task_file{.program = "bun", .file = "package.json", .member = "scripts"},
    task_file{.program = "make", .file = "GNUmakefile"},
    task_file{.program = "make", .file = "makefile"},
    task_file{.program = "make", .file = "Makefile"},
    task_file{.program = "gmake", .file = "GNUmakefile"},
    task_file{.program = "gmake", .file = "makefile"},
    task_file{.program = "gmake", .file = "Makefile"},
    task_file{.program = "just", .file = "justfile"},
    task_file{.program = "just", .file = "Justfile"},
    task_file{.program = "just", .file = ".justfile"},
    task_file{.program = "task", .file = "Taskfile.yml"},
    task_file{.program = "task", .file = "Taskfile.yaml"},
    task_file{.program = "rake", .file = "Rakefile"},
    task_file{.program = "rake", .file = "rakefile"},
};

class texts_of_command {
public:
    texts_of_command(const std::string& command, const std::string& folder)
        : runs_(command), facts_(runs_, folder) {}

    [[nodiscard]] std::vector<named_text> find() {
        for (std::size_t run = 0; run < runs_.size(); ++run) add_run(run);
        return std::move(found_);
    }

private:
    void add_run(std::size_t run) {
        const std::string_view program = runs_[run].front().text;
        const auto& use = runs_.use(run);
        // `./make` is no `make`, but `/usr/bin/make` is.
        const bool of_project = !program.starts_with('/') || program.starts_with(facts_.cwd());
        if (program.find('/') != program.npos && (!use.known() || of_project)) add_script(program);
        for (const auto& part : use.parts())
            if (part.kind == programs::part_kind::script) add_script(part.text);
        const auto name = program.substr(program.rfind('/') + 1);
        for (const auto& each : task_files)
            if (each.program == name) add(each.file, std::string(each.member));
    }
    void add_script(std::string_view path) { add(path, {}); }
    // In each folder in which the command may work.
    void add(std::string_view path, const std::string& member) {
        for (std::size_t index = 0; index < facts_.folder_count(); ++index) {
            named_text text{.file = normal_path(path, facts_.folder(index)), .member = member};
            if (!text.file.is_absolute() || std::ranges::find(found_, text) != found_.end()) continue;
            if (found_.size() == max_named_texts)
                throw std::runtime_error(
                    fmt::format("its command runs more than {} texts by their names", max_named_texts));
            found_.push_back(std::move(text));
        }
    }

    shell_runs runs_;
    command_facts facts_;
    std::vector<named_text> found_;
};

// The text that counts: of a file that is no JSON, or has no such member, all of it.
std::string part_of(std::string text, const std::string& member) {
    json_scanner scanner;
    if (member.empty() || scanner.scan(text, json_scanner::duplicates::everywhere) ||
        scanner.kind() != json_kind::object)
        return text;
    const auto read = parse_scanned(text);
    const auto* const found = read.get_object().if_contains(member);
    if (found == nullptr) return {};
    std::string part;
    append_json(part, *found);
    return part;
}

// Empty: there is no such file.
std::string digest_now(const named_text& text) {
    auto content = user_file(text.file).text();
    return content ? detail::sha256_hex({part_of(std::move(*content), text.member)}) : std::string();
}

}  // namespace

std::vector<named_text> texts_named_by(const permission_rule& rule, const std::string& folder) {
    std::vector<named_text> all;
    for (const auto& field : rule.fields()) {
        const auto* const pattern = std::get_if<command_pattern>(&field.expected);
        if (pattern == nullptr) continue;
        const auto& whole = pattern->whole();
        const auto command = whole.literal() ? whole.literal_text() : pattern->literal_words();
        for (auto& text : texts_of_command(command, folder).find()) all.push_back(std::move(text));
    }
    for (auto& each : all) each.sha256 = digest_now(each);
    return all;
}

bool is_as_it_was(const named_text& text) noexcept {
    try {
        return digest_now(text) == text.sha256;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace assent::cli
