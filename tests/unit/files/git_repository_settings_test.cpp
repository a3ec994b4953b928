#include <assent/adapters/files/git_repository_settings.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace assent::git_repository_settings_test {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

// A folder of its own, which goes away with it.
struct scratch {
    scratch() = default;
    static fs::path new_folder() {
        std::string name = (fs::temp_directory_path() / "assent-XXXXXX").string();
        BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
        return fs::canonical(name);
    }
    ~scratch() {
        std::error_code ignored;
        fs::remove_all(root, ignored);
    }
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;

    void repository(const fs::path& own, std::string_view config) const {
        write(root / own / "HEAD", "ref: refs/heads/main\n");
        fs::create_directories(root / own / "objects");
        fs::create_directories(root / own / "refs");
        write(root / own / "config", config);
    }
    std::string says_when_writing(const fs::path& folder) {
        const auto found = settings.names_program((root / folder).string(), git_use::writes);
        return found ? *found : "?";
    }
    std::string says(const fs::path& folder) {
        const auto found = settings.names_program((root / folder).string(), git_use::looks);
        return found ? *found : "?";
    }

    fs::path root = new_folder();
    git_repository_settings settings{(root / "home").string()};
};

constexpr std::string_view harmless =
    "[core]\n\tbare = false\n\tfsmonitor = false\n[remote \"origin\"]\n\turl = x\n";
constexpr std::string_view harmful = "[core]\n\tfsmonitor = ./watch\n";

BOOST_AUTO_TEST_SUITE(git_repository_settings_test)

BOOST_AUTO_TEST_CASE(settings_that_name_a_program_are_found_however_they_are_written) {
    struct row {
        std::string_view config;
        std::string_view found;
    };
    constexpr std::array rows{
        row{harmless, ""},
        row{"", ""},
        row{"# [core]\n; fsmonitor = x\n", ""},
        row{harmful, "core.fsmonitor"},
        row{"[CORE]\nFsMonitor=./x", "core.fsmonitor"},
        row{"[core] fsmonitor = ./x", "core.fsmonitor"},
        row{"[a] [core] fsmonitor = ./x", "core.fsmonitor"},
        row{"[a] [core]\nfsmonitor = ./x", "core.fsmonitor"},
        row{"\xEF\xBB\xBF[core]\nfsmonitor = ./x", "core.fsmonitor"},
        row{"[core]\nfsmonitor", ""},  // git's own
        row{"[remote \"o\"]\npromisor", "remote.promisor"},
        row{"[core]\npager = cat", ""},
        row{"[core]\npager = ./x", "core.pager"},
        row{"[core]\nworktree = /", "core.worktree"},
        row{"[core]\nhooksPath = h", "core.hookspath"},
        row{"[diff \"x\"]\ntextconv = ./x", "diff.textconv"},
        row{"[diff]\nexternal = ./x", "diff.external"},
        row{"[filter \"x\"]\nclean = ./x", "filter.clean"},
        row{"[merge \"x\"]\ndriver = ./x", "merge.driver"},
        row{"[pager]\nlog = ./x", "pager.log"},
        row{"[include]\npath = x", "include.path"},
        row{"[includeIf \"gitdir:/\"]\npath = x", "includeif.path"},
        row{"[remote \"o\"]\npromisor = true", "remote.promisor"},
        row{"[remote \"o\"]\npromisor = false", ""},
        row{"[format]\npretty = %h %s", ""},
        row{"[format]\npretty = %+G? %s", "format.pretty"},
        row{"[log]\nshowSignature = true", "log.showsignature"},
        row{"[log]\nshowSignature = false", ""},
        row{"[nobody]\nknows = x", "nobody.knows"},
        row{"[core]\nnobodyKnows = x", "core.nobodyknows"},
        row{"[submodule \"x\"]\nupdate = !./x", "submodule.update"},
        row{"[submodule \"x\"]\nupdate = rebase", ""},
        row{"[alias]\nst = status \\\n-s", "st = status \\"},
        row{"[diff \"a]b\"]\ncommand = ./x", "[diff \"a]b\"]"},
    };
    for (const auto& row : rows) {
        scratch at;
        at.repository(".git", row.config);
        BOOST_TEST_CONTEXT(row.config) { BOOST_TEST(at.says("") == row.found); }
    }
}

// As git, its hosts, editors and other tools write them.
BOOST_AUTO_TEST_CASE(settings_of_usual_repositories_count_for_nothing) {
    constexpr std::array rows{
        "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = "
        "true\n"
        "\tignorecase = true\n\tprecomposeunicode = true\n",
        "[remote \"origin\"]\n\turl = git@github.com:acme/app.git\n\tfetch = "
        "+refs/heads/*:refs/remotes/origin/*\n"
        "\tgh-resolved = base\n[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n"
        "\tvscode-merge-base = origin/main\n\tgithub-pr-owner-number = acme#app#1\n\trebase = true\n",
        "[submodule]\n\tactive = .\n[submodule \"lib\"]\n\tactive = true\n\turl = "
        "https://example.com/lib.git\n",
        "[user]\n\tname = A B\n\temail = a@example.com\n[commit]\n\tgpgsign = true\n[credential]\n\thelper = "
        "store\n"
        "[http]\n\tsslVerify = false\n[http \"https://github.com/\"]\n\textraheader = AUTHORIZATION: basic "
        "x\n",
        "[lfs]\n\trepositoryformatversion = 0\n[lfs \"https://example.com/a.git/info/lfs\"]\n\taccess = "
        "basic\n",
        "[extensions]\n\tworktreeConfig = true\n[core]\n\tsparseCheckout = true\n\tsparseCheckoutCone = "
        "true\n"
        "[index]\n\tsparse = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n\tstrategy = "
        "incremental\n",
        "[alias]\n\tst = status -sb\n[merge]\n\ttool = vimdiff\n[pull]\n\trebase = true\n[push]\n\tdefault = "
        "simple\n"
        "\tautoSetupRemote = true\n[fetch]\n\tprune = true\n[rerere]\n\tenabled = true\n[color]\n\tui = "
        "auto\n"
        "[diff]\n\tcolorMoved = zebra\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n",
        "[core]\n\tautocrlf = input\n\teol = lf\n\tlongpaths = true\n\tsymlinks = false\n\tuntrackedCache = "
        "true\n"
        "\tfsmonitor = true\n\tpager = less\n[gui]\n\twmstate = normal\n[gitflow \"branch\"]\n\tmaster = "
        "main\n",
        "[svn-remote \"svn\"]\n\turl = https://example.com/svn\n\tfetch = trunk:refs/remotes/trunk\n",
    };
    for (const auto* const config : rows) {
        scratch at;
        at.repository(".git", config);
        BOOST_TEST_CONTEXT(config) { BOOST_TEST(at.says("").empty()); }
    }
}

BOOST_AUTO_TEST_CASE(a_name_of_a_folder_that_git_may_read_otherwise_is_an_error) {
    scratch at;
    at.repository("own", harmless);
    for (const auto* const text :
         {"gitdir: ../own \n", "gitdir:  ../own\n", "gitdir: ../own\nx\n", "gitdir:../own\n"}) {
        write(at.root / "tree/.git", text);
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(at.says("tree") == "?"); }
    }
    write(at.root / "tree/.git", "gitdir: ../own\r\n");
    BOOST_TEST(at.says("tree").empty());
    write(at.root / "own/commondir", ". \n");
    BOOST_TEST(at.says("tree") == "?");
}

BOOST_AUTO_TEST_CASE(the_repository_is_the_one_that_git_would_find) {
    scratch at;
    at.repository(".git", harmful);
    fs::create_directories(at.root / "src/deep");
    BOOST_TEST(at.says("src/deep") == "core.fsmonitor");
    BOOST_TEST(at.says("missing/deep").empty());
    // A folder of that name that is none.
    fs::create_directories(at.root / "src/.git");
    BOOST_TEST(at.says("src") == "core.fsmonitor");
    // Another repository inside it.
    at.repository("own/.git", harmless);
    BOOST_TEST(at.says("own").empty());
    at.repository("bare.git", harmful);
    BOOST_TEST(at.says("bare.git") == "core.fsmonitor");
    // A working tree elsewhere.
    write(at.root / "tree/.git", "gitdir: ../.git/worktrees/tree\n");
    write(at.root / ".git/worktrees/tree/HEAD", "ref: refs/heads/x\n");
    write(at.root / ".git/worktrees/tree/commondir", "../..\n");
    BOOST_TEST(at.says("tree") == "core.fsmonitor");
    // git goes up from where a link leads.
    fs::create_directories(at.root / "own/d");
    fs::create_directory_symlink(at.root / "src/deep", at.root / "own/link");
    BOOST_TEST(at.says("own/link") == "core.fsmonitor");
}

BOOST_AUTO_TEST_CASE(a_hook_and_the_settings_of_a_working_tree_count_too) {
    scratch at;
    at.repository(".git", harmless);
    BOOST_TEST(at.says("").empty());
    write(at.root / ".git/config.worktree", harmful);
    BOOST_TEST(at.says("") == "core.fsmonitor");
    fs::remove(at.root / ".git/config.worktree");
    write(at.root / ".git/hooks/post-index-change", "#!/bin/sh\n");
    BOOST_TEST(at.says("") == "hooks/post-index-change");
}

// Of one entry. \param version  2 or 4
std::string index_with(std::string_view name, unsigned mode, unsigned version) {
    const auto number = [](unsigned value) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += static_cast<char>(value >> static_cast<unsigned>(shift));
        return bytes;
    };
    std::string entry(24, '\1');
    entry += number(mode);
    entry.append(60 - entry.size(), '\1');
    entry += '\0';
    entry += static_cast<char>(name.size());
    if (version == 4) entry += '\0';
    entry += name;
    const auto end = version == 4 ? entry.size() + 1 : entry.size() / 8 * 8 + 8;
    entry.append(end - entry.size(), '\0');
    return "DIRC" + number(version) + number(1) + entry + std::string(20, '\2');
}

BOOST_AUTO_TEST_CASE(the_settings_of_repositories_in_the_index_count_and_no_others) {
    constexpr unsigned link = 0160000;
    constexpr unsigned file = 0100644;
    for (const unsigned version : {2U, 4U}) {
        scratch at;
        at.repository(".git", harmless);
        at.repository("sub/.git", harmful);
        BOOST_TEST(at.says("").empty());
        write(at.root / ".git/index", index_with("sub", link, version));
        BOOST_TEST(at.says("") == "core.fsmonitor");
        write(at.root / ".git/index", index_with("sub", file, version));
        BOOST_TEST(at.says("").empty());
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_an_error) {
    scratch at;
    at.repository(".git", harmless);
    write(at.root / ".git/index", "nothing of the kind");
    BOOST_TEST(at.says("") == "?");
    write(at.root / "odd/.git", "what is that");
    BOOST_TEST(at.says("odd") == "?");
    BOOST_TEST(!at.settings.names_program("relative", git_use::looks).has_value());
}

BOOST_AUTO_TEST_CASE(where_git_writes_hooks_and_signing_count_too) {
    scratch at;
    at.repository("p/.git", harmless);
    BOOST_TEST(at.says_when_writing("p").empty());
    write(at.root / "p/.git/hooks/pre-commit.sample", "x");
    BOOST_TEST(at.says_when_writing("p").empty());
    write(at.root / "p/.git/hooks/commit-msg", "x");
    BOOST_TEST(at.says_when_writing("p") == "hooks/commit-msg");
    BOOST_TEST(at.says("p").empty());
    fs::remove(at.root / "p/.git/hooks/commit-msg");
    for (const auto* config : {"[commit]\n\tgpgsign = true\n", "[interactive]\n\tdiffFilter = x\n"}) {
        write(at.root / "p/.git/config", config);
        BOOST_TEST(!at.says_when_writing("p").empty(), config);
        BOOST_TEST(at.says("p").empty(), config);
    }
    write(at.root / "p/.git/config", "[alias]\n\tx = !y\n[commit]\n\tgpgsign = false\n");
    BOOST_TEST(at.says_when_writing("p").empty());
}

BOOST_AUTO_TEST_CASE(a_repository_that_reaches_beyond_the_folder_is_no_place_to_write_in) {
    scratch at;
    at.repository("p/.git", harmless);
    fs::create_directories(at.root / "p/src");
    BOOST_TEST(at.says_when_writing("p").empty());
    BOOST_TEST(!at.says_when_writing("p/src").empty());
    BOOST_TEST(!at.says_when_writing("").empty());  // there is none
}

BOOST_AUTO_TEST_CASE(where_the_user_may_have_hooks_for_all_repositories_git_does_not_write_unasked) {
    scratch at;
    at.repository("p/.git", harmless);
    for (const auto* file : {"home/.gitconfig", "home/.config/git/config"}) {
        write(at.root / file, "[alias]\n\tx = \"!a\\\n b\"\n[user]\n\tname = Ann\n");
        BOOST_TEST(at.says_when_writing("p").empty());
        for (const auto* settings :
             {"[core]\n\thooksPath = .githooks\n", "[core]\n\thooksPath = /p/hooks\n",
              "[include]\n\tpath = inc\n", "[includeIf \"gitdir:~/\"]\n\tpath = inc\n"}) {
            write(at.root / file, settings);
            BOOST_TEST(!at.says_when_writing("p").empty(), settings);
            BOOST_TEST(at.says("p").empty());
        }
        fs::remove(at.root / file);
    }
    ::setenv("GIT_CONFIG_COUNT", "1", 1);
    BOOST_TEST(at.says_when_writing("p") == "GIT_CONFIG_COUNT");
    ::unsetenv("GIT_CONFIG_COUNT");
    BOOST_TEST(at.says_when_writing("p").empty());
}

// The names that count as the repository's; `?`: that cannot be told.
std::string tracked_of(scratch& at, const std::vector<std::string>& names) {
    const auto files = at.settings.files_of(at.root.string(), names);
    if (!files) return "?";
    std::string told;
    for (const auto& each : files->tracked) told += each + " ";
    return told;
}

BOOST_AUTO_TEST_CASE(files_that_the_index_has_are_told_unless_it_can_be_read_in_two_ways) {
    constexpr unsigned file = 0100644;
    scratch at;
    at.repository(".git", harmless);
    const std::vector<std::string> names{".env", "sub/.env"};
    const auto with = [&](std::string_view index) {
        write(at.root / ".git/index", index);
        return tracked_of(at, names);
    };
    BOOST_TEST(tracked_of(at, names).empty());
    for (const unsigned version : {2U, 4U}) {
        const auto index = index_with(".env", file, version);
        BOOST_TEST(with(index) == ".env ");
        BOOST_TEST(with(index_with("sub/.env", file, version)) == "sub/.env ");
        BOOST_TEST(with(index_with(".ENV", file, version)) == ".env ",
                   "git may be told that case is nothing");
        BOOST_TEST(with(index_with(".env.example", file, version)).empty());
        const auto entries = index.substr(0, index.size() - 20);
        const std::string hash(20, '\2');
        const std::string four("\0\0\0\4abcd", 8);
        BOOST_TEST(with(entries + "TREE" + four + hash) == ".env ");
        BOOST_TEST(with(entries + "link" + four + hash) == "?", "a split index");
        BOOST_TEST(with(entries + "sdir" + four + hash) == "?", "a sparse index");
        BOOST_TEST(with(entries + std::string(32, '\2')) == "?", "longer hashes");
        BOOST_TEST(with(entries) == "?");
        BOOST_TEST(with(index.substr(0, 40)) == "?");
    }
    auto other_length = index_with(".env", file, 2);
    other_length[12 + 61] = '\7';
    BOOST_TEST(with(other_length) == "?");
    BOOST_TEST(with(index_with(".env", file, 5)) == "?");
    fs::remove(at.root / ".git/index");
    fs::create_symlink("config", at.root / ".git/index");
    BOOST_TEST(tracked_of(at, names) == "?");
}

BOOST_AUTO_TEST_CASE(lines_that_ignore_are_told_of_the_folders_on_the_way) {
    scratch at;
    at.repository(".git", harmless);
    write(at.root / ".gitignore", "a\n");
    write(at.root / "sub/.gitignore", "b\n");
    write(at.root / "lib/.gitignore", "c\n");
    write(at.root / ".git/info/exclude", "d\n");
    const std::vector<std::string> names{"sub/x/.env", ".env"};
    const auto lines = [&] {
        const auto files = at.settings.files_of(at.root.string(), names);
        if (!files) return std::string("?");
        std::string told;
        for (const auto& each : files->ignoring) told += each.folder + ":" + each.lines;
        for (const auto& each : files->repositories) told += each;
        return told;
    };
    BOOST_TEST(lines() == ":d\n:a\nsub:b\n");
    at.repository("sub/.git", harmful);
    BOOST_TEST(lines() == ":d\n:a\nsub:b\nsub");
    const auto index = at.root / ".git/index";
    write(index, index_with("other", 0100644U, 2));
    BOOST_TEST(lines() == ":d\n:a\nsub:b\nsub");
    write(index, index_with("sub/x.c", 0100644U, 2));
    BOOST_TEST(lines() == ":d\n:a\nsub:b\n", "git goes into one of which it has files");
    fs::remove(index);
    write(at.root / "sub/.git/HEAD", "x\n");
    BOOST_TEST(lines() == ":d\n:a\nsub:b\n", "to git that is a folder like others");
    fs::create_hard_link(at.root / ".gitignore", at.root / "other");
    BOOST_TEST(lines() == "?", "it has another name, too");
    fs::remove(at.root / "other");
    write(at.root / "sub/.gitignore", std::string(git_repository_settings::max_ignoring_bytes, 'a'));
    BOOST_TEST(lines() != "?");
    write(at.root / "sub/.gitignore", std::string(git_repository_settings::max_ignoring_bytes + 1, 'a'));
    BOOST_TEST(lines() == "?");
    fs::remove(at.root / "sub/.gitignore");
    fs::create_symlink("../.gitignore", at.root / "sub/.gitignore");
    BOOST_TEST(lines() == "?", "git does not follow it");
    fs::remove(at.root / "sub/.gitignore");
    fs::create_directory(at.root / "sub/.gitignore");
    BOOST_TEST(lines() == "?");
}

BOOST_AUTO_TEST_CASE(the_working_tree_is_told_where_git_surely_uses_that) {
    scratch at;
    const auto tree = [&](const fs::path& folder) {
        const auto found = at.settings.working_tree((at.root / folder).string());
        return found ? *found : "?";
    };
    fs::create_directories(at.root / "p/sub/deep");
    BOOST_TEST(tree("p").empty());
    at.repository("p/.git", harmless);
    const auto root = (at.root / "p").string();
    BOOST_TEST(tree("p") == root);
    BOOST_TEST(tree("p/sub/deep") == root);
    fs::create_directory_symlink("p/sub", at.root / "link");
    BOOST_TEST(tree("link") == root);
    BOOST_TEST(tree("gone") == "?");
    BOOST_TEST(tree("p/.git") == "?", "it has none");
    write(at.root / "p/.git/config.worktree", "[core]\n\tworktree = /\n");
    BOOST_TEST(tree("p") == "?");
    fs::remove(at.root / "p/.git/config.worktree");
    write(at.root / "p/.git/config", "[core]\n\tworkTree = ..\n");
    BOOST_TEST(tree("p") == "?");
    write(at.root / "p/.git/config", harmless);
    at.repository("p/sub/.git", harmless);
    BOOST_TEST(tree("p/sub/deep") == root + "/sub");
    write(at.root / "p/sub/.git/HEAD", "x\n");
    BOOST_TEST(tree("p/sub") == "?", "git goes on to look above it");
    ::setenv("GIT_DIR", "x", 1);
    BOOST_TEST(tree("p") == "?");
    ::unsetenv("GIT_DIR");
}

BOOST_AUTO_TEST_CASE(a_working_tree_of_its_own_has_an_index_and_shares_what_is_ignored) {
    scratch at;
    const auto own = at.root / "main/.git/worktrees/w";
    at.repository("main/.git", harmless);
    write(at.root / "main/.git/info/exclude", ".env\n");
    write(own / "HEAD", "ref: refs/heads/w\n");
    write(own / "commondir", "../..\n");
    write(own / "index", index_with("a/.env", 0100644, 2));
    write(at.root / "w/.git", "gitdir: " + own.string() + "\n");
    const auto root = (at.root / "w").string();
    BOOST_TEST(at.settings.working_tree(root).value() == root);
    const std::vector<std::string> names{".env", "a/.env"};
    const auto files = at.settings.files_of(root, names).value();
    BOOST_TEST(files.tracked == std::vector<std::string>{"a/.env"}, boost::test_tools::per_element());
    BOOST_TEST(files.ignoring.at(0).lines == ".env\n");
    BOOST_TEST(!at.settings.files_of((at.root / "main").string() + "/x", names).has_value());
}

BOOST_AUTO_TEST_CASE(a_file_is_read_again_once_it_has_changed) {
    scratch at;
    at.repository(".git", harmless);
    BOOST_TEST(at.says("").empty());
    write(at.root / ".git/config", harmful);
    BOOST_TEST(at.says("") == "core.fsmonitor");
    write(at.root / ".git/config", harmless);
    BOOST_TEST(at.says("").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::git_repository_settings_test
