#include "scratch_project.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace assent::reality {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

void run(const std::string& commands) {
    const auto quiet = "{ " + commands + "; } >/dev/null 2>&1";
    // NOLINTNEXTLINE: made of nothing but our own words
    if (std::system(quiet.c_str()) != 0) throw std::runtime_error("cannot fill the project: " + commands);
}

}  // namespace

scratch_project::scratch_project() {
    std::string name = (fs::temp_directory_path() / "assent-reality-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for the project");
    home_ = fs::canonical(name);
    fs::create_directories(home_ / ".tmp");
    write(folder() / "a.txt", "one\ntwo\nthree\n");
    write(folder() / "b.txt", "one\nthree\nfour\n");
    write(folder() / "numbers", "1\n2\n3\n");
    write(folder() / "table.csv", "a,b\n1,2\n");
    write(folder() / "data.json", "{\"a\": 1, \"b\": [1, 2]}\n");
    write(folder() / "src/main.c", "#include <stdio.h>\nint main(void) { return 0; }\n");
    write(folder() / "docs/notes.md", "# Notes\n\nTODO: one\n");
    const auto home = "'" + home_.string() + "'";
    run("cd '" + folder().string() + "' && export HOME=" + home +
        " && tar cf x.tar a.txt && gzip -k x.tar a.txt; git init -q -b main && git config user.name me && "
        "git config user.email me@example.com && git add . && git commit -qm one; true");
    prepare_repositories();
    run("cp -a " + home + "/proj " + home + "/.first; chmod -R a+rwX " + home);
    if (::geteuid() == 0) run("chown -R " + std::to_string(nobody) + " " + home);
    first_ = read_all();
}

scratch_project::contents scratch_project::read_all() const {
    contents files;
    for (auto entry = fs::recursive_directory_iterator(folder()); entry != fs::recursive_directory_iterator();
         ++entry) {
        if (entry->path().filename() == ".git") {
            entry.disable_recursion_pending();
            continue;
        }
        std::string text = entry->is_directory() ? "" : std::to_string(entry->hard_link_count()) + " ";
        if (entry->is_symlink())
            text += fs::read_symlink(entry->path()).string();
        else if (entry->is_regular_file())
            text += std::string(std::istreambuf_iterator<char>(std::ifstream(entry->path()).rdbuf()), {});
        files.emplace(entry->path().lexically_relative(folder()).string(), std::move(text));
    }
    return files;
}

std::vector<std::string> scratch_project::changed() const {
    std::vector<std::string> paths;
    const auto now = read_all();
    for (const auto& [path, text] : first_)
        if (const auto same = now.find(path); same == now.end() || same->second != text)
            paths.push_back(path);
    for (const auto& [path, text] : now)
        if (!first_.contains(path)) paths.push_back(path);
    return paths;
}

void scratch_project::restore() {
    const auto home = "'" + home_.string() + "/";
    run("rm -rf " + home + "proj' && cp -a " + home + ".first' " + home + "proj'");
}

// Each is a repository with a file that differs from its index, and `evil`, which its settings name.
void scratch_project::prepare_repositories() {
    struct prepared {
        std::string_view name;
        std::string_view settings;  // shell commands, in the repository
    };
    constexpr prepared all[] = {
        {"fsmonitor", "git config core.fsmonitor ./evil"},
        {"external", "git config diff.external ./evil"},
        {"driver", "git config diff.x.command ./evil; echo '* diff=x' > .gitattributes"},
        {"textconv", "git config diff.x.textconv ./evil; echo '* diff=x' > .gitattributes"},
        {"clean", "git config filter.x.clean ./evil; echo '* filter=x' > .gitattributes"},
        {"process", "git config filter.x.process ./evil; echo '* filter=x' > .git/info/attributes"},
        {"included", "printf '[core]\\nfsmonitor = ./evil\\n' > s; git config include.path ../s"},
        {"conditional",
         "printf '[core]\\nfsmonitor=./evil\\n' > s; git config includeIf.onbranch:main.path ../s"},
        {"hook", "cp evil .git/hooks/post-index-change"},
        {"hooks", "mkdir h && cp evil h/post-index-change && git config core.hooksPath h"},
        {"signature", "git config gpg.program ./evil; git config log.showSignature true"},
        {"letters", "printf '[CORE]\\n  FsMonitor = \\\\\\n./evil\\n' >> .git/config"},
        {"elsewhere", "mv .git x && echo 'gitdir: x' > .git && git config core.fsmonitor ./evil"},
        {"blank",
         "mv .git 'x ' && echo 'gitdir: x ' > .git && git --git-dir='x ' config core.fsmonitor ./evil"},
        {"inner",
         "git init -q in && cp evil a.txt in && cd in && git add . && git commit -qm x && "
         "git config core.fsmonitor ./evil && echo y > a.txt && cd .. && git add in"},
        {"worktree",
         "git config extensions.worktreeConfig true; git config --worktree core.fsmonitor ./evil"},
        {"pager",
         "git config core.pager ./evil; git config pager.log ./evil; git config pager.status ./evil"},
        {"alias", "git config alias.st '!./evil'; git config alias.logs '!./evil'"},
    };
    for (const auto& one : all) {
        const auto name = "repositories/" + std::string(one.name);
        write(folder() / name / "a.txt", "one\n");
        write(folder() / name / "evil", "#!/bin/sh\necho done >> evil-ran\ncat \"$@\" 2>/dev/null\n");
        run("cd '" + (folder() / name).string() + "' && export HOME='" + home_.string() +
            "' && git init -q -b main && git config user.name me && git config user.email me@example.com && "
            "chmod +x evil && git add . && git commit -qm one && " +
            std::string(one.settings) + "; echo two >> a.txt; rm -f evil-ran");
        repositories_.push_back(name);
    }
}

scratch_project::~scratch_project() {
    std::error_code ignored;
    fs::remove_all(home_, ignored);
}

}  // namespace assent::reality
