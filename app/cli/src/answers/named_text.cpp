#include "named_text.hpp"

#include "../files/file_stamp.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/sha256.hpp>
#include <assent/domain/facts/command_facts.hpp>
#include <assent/domain/programs/program_use.hpp>
#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;
using programs::effect;
using programs::part_kind;

// Where a program finds what the name of a task stands for. Sources: npm-run(1), node(1), make(1) of GNU,
// just(1), taskfile.dev, rake(1), composer-run-script(1), deno-task(1).
struct task_file {
    std::string_view program;
    std::string_view file;
    std::string_view member{};
    bool above = true;  // where it is not in the folder, it is looked for above
};
constexpr std::array task_files{
    task_file{.program = "npm", .file = "package.json", .member = "scripts"},
    task_file{.program = "node", .file = "package.json", .member = "scripts"},
    task_file{.program = "yarn", .file = "package.json", .member = "scripts"},
    task_file{.program = "bun", .file = "package.json", .member = "scripts"},
    task_file{.program = "pnpm", .file = "package.json", .member = "scripts"},
    task_file{.program = "pnpm", .file = "package.json5"},
    task_file{.program = "pnpm", .file = "package.yaml"},
    task_file{.program = "make", .file = "GNUmakefile", .above = false},
    task_file{.program = "make", .file = "makefile", .above = false},
    task_file{.program = "make", .file = "Makefile", .above = false},
    task_file{.program = "gmake", .file = "GNUmakefile", .above = false},
    task_file{.program = "gmake", .file = "makefile", .above = false},
    task_file{.program = "gmake", .file = "Makefile", .above = false},
    task_file{.program = "just", .file = "justfile"},
    task_file{.program = "just", .file = "Justfile"},
    task_file{.program = "just", .file = ".justfile"},
    task_file{.program = "task", .file = "Taskfile.yml"},
    task_file{.program = "task", .file = "taskfile.yml"},
    task_file{.program = "task", .file = "Taskfile.yaml"},
    task_file{.program = "task", .file = "taskfile.yaml"},
    task_file{.program = "task", .file = "Taskfile.dist.yml"},
    task_file{.program = "task", .file = "taskfile.dist.yml"},
    task_file{.program = "task", .file = "Taskfile.dist.yaml"},
    task_file{.program = "task", .file = "taskfile.dist.yaml"},
    task_file{.program = "rake", .file = "Rakefile"},
    task_file{.program = "rake", .file = "rakefile"},
    task_file{.program = "rake", .file = "Rakefile.rb"},
    task_file{.program = "rake", .file = "rakefile.rb"},
    task_file{.program = "composer", .file = "composer.json", .member = "scripts"},
    task_file{.program = "deno", .file = "deno.json"},
    task_file{.program = "deno", .file = "deno.jsonc"},
    task_file{.program = "deno", .file = "package.json", .member = "scripts"},
};
// Options of theirs that name no other place.
constexpr std::array task_options{"-s"sv, "--silent"sv,     "--if-present"sv,  "-q"sv, "--quiet"sv, "-k"sv,
                                  "-B"sv, "--keep-going"sv, "--always-make"sv, "-n"sv, "--run"sv};
constexpr std::array words_for_other_folders{"workspace"sv, "workspaces"sv};

// Files are told the time of the last tick of the system's clock: 10 ms where that is slow.
constexpr std::chrono::milliseconds longest_tick{10};

std::chrono::nanoseconds at_time(const file_stamp& stamp, std::size_t seconds) {
    return std::chrono::seconds(stamp[seconds]) + std::chrono::nanoseconds(stamp[seconds + 1]);
}

constexpr std::array system_folders{"/usr/"sv, "/bin/"sv, "/sbin/"sv};

[[noreturn]] void cannot_tell(std::string_view why) { throw std::runtime_error(std::string(why)); }

bool is_task_option(std::string_view word) {
    const bool jobs = word.starts_with("-j") && word.find_first_not_of("0123456789", 2) == word.npos;
    return jobs || std::ranges::find(task_options, word) != task_options.end();
}

std::string base_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

// Nothing: there is no such file. \throws std::runtime_error where it is none, or cannot be read whole
std::optional<std::string> text_at(const fs::path& file) {
    const auto named = display_text(file.native());
    // Whoever opens a pipe waits for its other end.
    const detail::unique_descriptor opened(
        ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (opened.get() < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
    struct stat status {};
    if (opened.get() < 0 || ::fstat(opened.get(), &status) != 0)
        cannot_tell(fmt::format("{}: {}", named, std::generic_category().message(errno)));
    if (!S_ISREG(status.st_mode)) cannot_tell(named + " is no file");
    std::string text(max_named_text_bytes + 1, '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const auto count = ::read(opened.get(), text.data() + size, text.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) cannot_tell(fmt::format("{}: {}", named, std::generic_category().message(errno)));
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    if (size > max_named_text_bytes)
        cannot_tell(fmt::format("{} is longer than {}", named, size_text(max_named_text_bytes)));
    text.resize(size);
    return text;
}

bool is_regular_text(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error);
}

class texts_of_command {
public:
    texts_of_command(const std::string& command, const std::string& folder)
        : runs_(command), facts_(runs_, folder), folder_(folder) {}

    [[nodiscard]] std::vector<named_text> find() {
        for (std::size_t run = 0; run < runs_.size(); ++run) add_run(run);
        add_what_is_read();
        const bool moves = std::ranges::find(facts_.all(), act::enters, &fact::is) != facts_.all().end();
        if (!found_.empty() && moves) cannot_tell("it works in another folder");
        return std::move(found_);
    }

private:
    [[nodiscard]] static bool runs_code(const programs::program_use& use) {
        return use.known() && (use.does() & (effect::runs | effect::evaluates)) != effect::reads;
    }
    void add_run(std::size_t run) {
        const std::string_view program = runs_[run].front().text;
        const auto& use = runs_.use(run);
        const bool of_system = std::ranges::any_of(
            system_folders, [&](std::string_view each) { return program.starts_with(each); });
        if (program.find('/') != program.npos && !of_system) add(program);
        bool has_tasks = false;
        // `corepack npm test`, too; to a program that is known, `make` among its words is none.
        const auto words = runs_[run].first(use.known() ? 1 : runs_[run].size());
        for (const auto& word : words) has_tasks = add_tasks(base_name(word.text), run) || has_tasks;
        for (const auto& part : use.parts())
            if (part.kind == part_kind::script) add_script(part, run, has_tasks);
    }

    void add_script(const programs::program_use::part& part, std::size_t run, bool has_tasks) {
        const bool is_path = part.text.find_first_of("./") != part.text.npos;
        if (has_tasks && !is_path) return;
        const auto option = part.word > 0 ? runs_[run][part.word - 1].text : std::string_view();
        if (part.of_option && option == "-m") return add_module(part.text);
        // `mise run test`
        const bool is_task =
            !is_path && std::ranges::any_of(runs_[run].subspan(1, part.word - 1),
                                            [](const auto& word) { return !word.text.starts_with('-'); });
        if (part.of_option || is_task)
            cannot_tell(fmt::format("nobody can tell where `{}` lies", display_text(part.text)));
        if (!is_regular_text(path_of(part.text)))
            cannot_tell(fmt::format("there is no file {}", display_text(path_of(part.text).native())));
        add(part.text);
    }
    // `python3 -m a.b`, which is here or installed.
    void add_module(std::string_view name) {
        std::string path(name);
        std::ranges::replace(path, '.', '/');
        for (const auto* const end : {".py", "/__init__.py", "/__main__.py"}) add(path + end);
        if (const auto top = path.substr(0, path.find('/')); top != path) add(top + ".py");
    }

    // \return it is a program that finds tasks by their names
    bool add_tasks(const std::string& program, std::size_t run) {
        const auto is_of = [&](const task_file& each) { return each.program == program; };
        if (std::ranges::none_of(task_files, is_of)) return false;
        // `node x.js` has none.
        const auto has = [&](std::string_view text) {
            return std::ranges::find(runs_[run], text, &shell_word::text) != runs_[run].end();
        };
        if (program == "node" && !has("--run")) return false;
        require_no_other_place(run);
        bool above = false, any = false;
        fs::path folder = folder_;
        do {
            for (const auto& each : task_files) {
                if (!is_of(each)) continue;
                above = each.above;
                any = any || is_regular_text(folder / each.file);
                add((folder / each.file).native(), std::string(each.member));
            }
            folder = folder.has_relative_path() ? folder.parent_path() : fs::path();
        } while (above && !any && !folder.empty());
        if (above && !any) cannot_tell(fmt::format("nobody can tell where {} finds its tasks", program));
        return true;
    }
    void require_no_other_place(std::size_t run) const {
        for (const auto& word : runs_[run].subspan(1)) {
            if (word.text == "--") return;
            const bool elsewhere =
                (word.text.starts_with('-') && !is_task_option(word.text)) ||
                std::ranges::find(words_for_other_folders, word.text) != words_for_other_folders.end();
            if (elsewhere)
                cannot_tell(fmt::format("`{}` may have it work in another folder", display_text(word.text)));
        }
    }

    // `bats x.bats`, `sh < x.sh`
    void add_what_is_read() {
        bool any_runs = false;
        for (std::size_t run = 0; run < runs_.size(); ++run)
            any_runs = any_runs || !runs_.use(run).known() || runs_code(runs_.use(run));
        for (const fact& noted : facts_.all()) {
            if (noted.is != act::reads || noted.how != certainty::exactly || noted.folders == fact::home)
                continue;
            const bool of_line = noted.run == fact::none;
            if (of_line ? !any_runs : !runs_code(runs_.use(noted.run))) continue;
            if (is_regular_text(path_of(noted.text))) add(noted.text);
        }
    }

    // With the links and `..` that are in it: where these lead is the system's to say.
    [[nodiscard]] fs::path path_of(std::string_view path) const { return fs::path(folder_) / path; }
    void add(std::string_view path, std::string member = {}) {
        named_text text{.file = path_of(path), .member = std::move(member)};
        if (std::ranges::find(found_, text) != found_.end()) return;
        if (found_.size() == max_named_texts)
            cannot_tell(fmt::format("its command runs more than {} texts by their names", max_named_texts));
        found_.push_back(std::move(text));
    }

    shell_runs runs_;
    command_facts facts_;
    std::string folder_;
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
    auto content = text_at(text.file);
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

bool changed_since(const named_text& text, std::chrono::system_clock::time_point at) noexcept {
    const auto stamp = stamp_now(text.file, stamp_of::target);
    const auto last = std::max(at_time(stamp, stamp_modified), at_time(stamp, stamp_changed));
    return last + longest_tick > at.time_since_epoch();
}

}  // namespace assent::cli
