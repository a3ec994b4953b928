// The project as it was before the first change of a session, kept beside its branches.
#include "program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <filesystem>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot_test {
namespace {

using assent::test::program;
using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;
namespace json = boost::json;

constexpr const char* git_program = "/usr/bin/git";
constexpr std::string_view kept_as = " is kept as it was before this session, as refs/assent/snapshots/s-1-";
constexpr std::string_view not_kept = " is not kept as it was before this session: ";

bool has(std::string_view text, std::string_view what) { return text.find(what) != text.npos; }

bool can_take_snapshots() {
    const auto tried = run({"wall", "--", "true"}, {}, {.folder = "/usr/share"});
    if (!has(tried.err, "belongs to the system")) {
        BOOST_TEST_MESSAGE("skipped: " << tried.err);
        return false;
    }
    const bool there = ::access(git_program, X_OK) == 0;
    if (!there) BOOST_TEST_MESSAGE("skipped: there is no " << git_program);
    return there;
}

struct use {
    std::string tool;
    json::object input;
};
use command(std::string_view text) { return {"Bash", {{"command", text}}}; }
use edit(std::string_view file) { return {"Write", {{"file_path", file}, {"content", "x"}}}; }

// A person with a project, which has a file that is committed, one that is changed, one that is new, and one
// that is ignored.
class at_work {
public:
    explicit at_work(std::string_view project = "proj") : project_(folder_.file(project)) {
        fs::create_directories(project_);
        fs::create_directories(home());
        write_file(folder_.file("policy.json"),
                   R"({"snapshot":true,"always_safe":true,"effects":{"edits":"allow","changes":"allow"}})");
    }
    void begin_repository() const {
        git({"init", "-q", "-b", "main"});
        git({"config", "user.name", "Ann"});
        git({"config", "user.email", "ann@example.org"});
    }
    void with_changes() const {
        begin_repository();
        write("kept.txt", "1\n");
        write("changed.txt", "1\n");
        write(".gitignore", "ignored.txt\n");
        git({"add", "."});
        git({"commit", "-q", "-m", "first"});
        write("changed.txt", "2\n");
        write("sub/new.txt", "new\n");
        write("ignored.txt", "i\n");
    }
    void write(const std::string& file, std::string_view text) const {
        write_file(project_ + "/" + file, std::string(text));
    }
    // What git says, in the folder of the project.
    std::string git(const std::vector<std::string>& words) const {
        auto in = around();
        in.executable = git_program;
        const auto end = run(words, {}, in);
        return end.code == 0 ? end.out : "status " + std::to_string(end.code);
    }
    [[nodiscard]] std::string ref() const {
        return git({"for-each-ref", "--format=%(refname) %(objectname)", "refs/assent"});
    }
    // The name of the one of a session.
    [[nodiscard]] std::string name_of_ref(std::string_view session = "s-1") const {
        auto name =
            git({"for-each-ref", "--format=%(refname)", fmt::format("refs/assent/snapshots/{}-*", session)});
        return name.substr(0, name.find('\n'));
    }
    [[nodiscard]] std::vector<std::string> hook() const {
        return {"hook",        "--agent",           "claude",  "--home",      home(),
                "--policy",    file("policy.json"), "--state", file("state"), "--audit",
                file("audit"), "--say-allow"};
    }
    [[nodiscard]] std::string text(const use& said, std::string_view session) const {
        return json::serialize(json::object{{"session_id", session},
                                            {"hook_event_name", "PreToolUse"},
                                            {"cwd", cwd_.empty() ? project_ : cwd_},
                                            {"tool_name", said.tool},
                                            {"tool_use_id", "t"},
                                            {"tool_input", said.input}});
    }
    [[nodiscard]] std::string told(const use& said, std::vector<std::string> more = {},
                                   std::string_view session = "s-1") const {
        auto words = hook();
        words.insert(words.end(), more.begin(), more.end());
        const auto end = run(words, text(said, session), around());
        BOOST_TEST(end.code == 0, end.err);
        return end.out;
    }
    [[nodiscard]] surroundings around() const {
        return {.environment = {{"HOME", home()}}, .folder = project_};
    }
    [[nodiscard]] std::string file(std::string_view name) const { return folder_.file(name); }
    [[nodiscard]] std::string home() const { return folder_.file("home"); }
    [[nodiscard]] const std::string& project() const { return project_; }
    void works_in(std::string folder) { cwd_ = std::move(folder); }

private:
    temporary_folder folder_;
    std::string project_;
    std::string cwd_;  // empty: the project
};

BOOST_AUTO_TEST_SUITE(snapshot_test)

BOOST_AUTO_TEST_CASE(the_first_change_of_a_session_keeps_the_project_and_looks_do_not) {
    if (!can_take_snapshots()) return;
    const std::pair<use, bool> all[] = {
        {command("ls -l"), false},
        {command("git status"), false},
        {{"Read", {{"file_path", "kept.txt"}}}, false},
        {{"Grep", {{"pattern", "x"}}}, false},
        {edit("kept.txt"), true},
        {command("rm kept.txt"), true},
        {command("make"), true},               // left open
        {command("./run | sh"), true},         // asked about
        {command("echo x >~/.bashrc"), true},  // asked about
    };
    for (const auto& [said, keeps] : all) BOOST_TEST_CONTEXT(json::serialize(said.input)) {
            const at_work work;
            work.with_changes();
            const auto told = work.told(said);
            BOOST_TEST(!work.ref().empty() == keeps, told);
        }
    const at_work denied;
    denied.with_changes();
    BOOST_TEST(has(denied.told(edit("kept.txt"), {"--deny", "Write"}), "deny"));
    BOOST_TEST(denied.ref() == "");
}

BOOST_AUTO_TEST_CASE(a_snapshot_has_what_the_project_has_but_ignored_files_and_changes_nothing_else) {
    if (!can_take_snapshots()) return;
    const at_work work;
    work.with_changes();
    work.git({"add", "sub"});
    const auto status = work.git({"status", "--porcelain"}), head = work.git({"rev-parse", "HEAD"});
    const auto index = read_file(work.project() + "/.git/index");
    const auto told = work.told(edit("kept.txt"));
    BOOST_TEST(has(told, work.project() + std::string(kept_as)), told);
    BOOST_TEST(has(read_file(work.file("audit")), kept_as));
    BOOST_TEST(read_file(work.project() + "/.git/index") == index);
    BOOST_TEST(work.git({"status", "--porcelain"}) == status);
    BOOST_TEST(work.git({"rev-parse", "HEAD"}) == head);
    const auto ref = work.name_of_ref();
    BOOST_TEST(work.git({"rev-parse", ref + "^"}) == head);
    BOOST_TEST(work.git({"ls-tree", "-r", "--name-only", ref}) ==
               ".gitignore\nchanged.txt\nkept.txt\nsub/new.txt\n");
    BOOST_TEST(work.git({"show", ref + ":changed.txt"}) == "2\n");
    BOOST_TEST(work.git({"for-each-ref", "refs/heads", "--format=%(refname)"}) == "refs/heads/main\n");
    // What was lost can be got back with what is typed.
    const auto list = run({"session", "snapshots", "--state", work.file("state")}, {}, work.around()).out;
    BOOST_TEST(has(list, fmt::format("git -C {} restore --overlay --source={} -- .", work.project(), ref)),
               list);
    work.write("sub/new.txt", "lost\n");
    work.write("later.txt", "later\n");
    work.git({"add", "later.txt"});
    work.git({"restore", "--overlay", "--source=" + ref, "--", "."});
    BOOST_TEST(read_file(work.project() + "/sub/new.txt") == "new\n");
    BOOST_TEST(read_file(work.project() + "/later.txt") == "later\n");
}

BOOST_AUTO_TEST_CASE(what_nobody_may_read_is_not_to_be_found_in_git) {
    if (!can_take_snapshots()) return;
    const at_work work;
    work.begin_repository();
    work.write("config/.env", "old\n");
    work.git({"add", "-f", "."});
    work.git({"commit", "-q", "-m", "first"});
    for (const std::string file :
         {"config/.env", ".env", "id_rsa", "private/x", "asked/y", "own/z", "a b.pem"})
        work.write(file, "secret of " + file + "\n");
    work.write("seen", "s\n");
    work.write(".gitignore", "id_rsa\n.env\n");
    work.write(".assent/policy.json", R"x({"rules":{"deny":["Path(own/**)"]}})x");
    const auto told = work.told(
        edit("seen"), {"--deny", "Path(private/**)", "--ask", "Read(" + work.project() + "/asked/*)"});
    BOOST_TEST(has(told, kept_as), told);
    const auto ref = work.name_of_ref();
    BOOST_TEST(work.git({"ls-tree", "-r", "--name-only", ref}) == ".assent/policy.json\n.gitignore\nseen\n");
    // What it does not have is not put back either.
    work.git({"restore", "--overlay", "--source=" + ref, "--", "."});
    BOOST_TEST(read_file(work.project() + "/config/.env") == "secret of config/.env\n");
    BOOST_TEST(!has(work.git({"cat-file", "--batch-all-objects", "--batch"}), "secret of"));
}

BOOST_AUTO_TEST_CASE(there_is_one_of_a_session_and_repository) {
    if (!can_take_snapshots()) return;
    at_work work;
    work.with_changes();
    static_cast<void>(work.told(edit("kept.txt")));
    const auto first = work.ref();
    work.write("kept.txt", "3\n");
    const auto again = work.told(edit("kept.txt"));
    BOOST_TEST(!has(again, "this session"), again);
    BOOST_TEST(work.ref() == first);
    // Another session, and below the top.
    work.works_in(work.project() + "/sub");
    BOOST_TEST(has(work.told(edit("kept.txt"), {}, "s_2"), "refs/assent/snapshots/s2-"));
    BOOST_TEST(work.git({"show", work.name_of_ref("s2") + ":kept.txt"}) == "3\n");
    // An id of the same letters has its own.
    work.write("kept.txt", "4\n");
    BOOST_TEST(has(work.told(edit("kept.txt"), {}, "s2"), "refs/assent/snapshots/s2-"));
    BOOST_TEST(has(work.ref(), "\n"));
}

BOOST_AUTO_TEST_CASE(calls_of_one_moment_take_one_and_wait_for_it) {
    if (!can_take_snapshots()) return;
    const at_work work;
    work.with_changes();
    constexpr int calls = 4;
    std::list<program> hooks;
    for (int each = 0; each < calls; ++each) hooks.emplace_back(work.hook(), work.around());
    for (auto& each : hooks) {
        each.write(work.text(edit("kept.txt"), "s-1"));
        each.end_input();
    }
    int said = 0;
    for (auto& each : hooks) {
        const auto end = each.wait();
        BOOST_TEST(end.code == 0, end.err);
        BOOST_TEST(!work.ref().empty());
        said += has(end.out, kept_as) ? 1 : 0;
    }
    BOOST_TEST(said == 1);
}

BOOST_AUTO_TEST_CASE(programs_that_the_repository_names_do_nothing_outside) {
    if (!can_take_snapshots()) return;
    const at_work work;
    work.with_changes();
    const auto marker = work.file("home/marker");
    const auto leaves = fmt::format("sh -c 'touch {} {}/marker /tmp/marker; cat'", marker, work.project());
    for (const std::string key : {"filter.x.clean", "core.fsmonitor", "core.pager", "alias.add",
                                  "gpg.program", "core.sshCommand", "diff.external"})
        work.git({"config", key, leaves});
    work.git({"config", "commit.gpgSign", "true"});
    work.write(".gitattributes", "*.txt filter=x\n");
    work.git({"config", "core.hooksPath", work.project() + "/hooks"});
    for (const std::string hook : {"post-index-change", "reference-transaction", "pre-commit"}) {
        work.write("hooks/" + hook, "#!/bin/sh\n" + leaves + "\n");
        fs::permissions(work.project() + "/hooks/" + hook, fs::perms::owner_all);
    }
    work.git({"config", "core.worktree", work.home()});
    fs::remove(marker);
    fs::remove(work.project() + "/marker");
    const auto told = work.told(edit("kept.txt"));
    BOOST_TEST(has(told, kept_as), told);
    BOOST_TEST(!fs::exists(marker));
    BOOST_TEST(!fs::exists(work.project() + "/marker"));
    BOOST_TEST(has(work.git({"ls-tree", "--name-only", work.name_of_ref()}), "kept.txt"));
    // Without the wall they do.
    work.git({"--work-tree=" + work.project(), "add", "-A"});
    BOOST_TEST(fs::exists(marker));
}

BOOST_AUTO_TEST_CASE(where_there_is_no_repository_nothing_is_done_or_said) {
    const at_work work;
    const auto told = work.told(edit("kept.txt"));
    BOOST_TEST(has(told, "allow"), told);
    BOOST_TEST(!has(told, "this session"), told);
}

BOOST_AUTO_TEST_CASE(one_that_cannot_be_taken_is_said_once_and_the_call_goes_on) {
    struct {
        std::string_view project;
        void (*prepare)(const at_work&);
        std::string_view why;
        std::string_view session = "s-1";
    } const all[] = {
        {"home", [](const at_work&) {}, "is your home folder"},
        {"proj", [](const at_work&) {}, "the id of the session can be no name for git", "\xC3\xA4"},
        {"proj",
         [](const at_work& work) {
             fs::rename(work.project() + "/.git", work.file("elsewhere"));
             work.write(".git", "gitdir: ../elsewhere\n");
         },
         "its `.git` is a file that leads elsewhere"},
        {"proj",
         [](const at_work& work) {
             fs::remove_all(work.project() + "/.git/objects");
             fs::create_directory_symlink(work.home(), work.project() + "/.git/objects");
         },
         "is no repository"},
        {"proj",
         [](const at_work& work) {
             work.git({"config", "filter.x.clean", "exit 1; cat"});
             work.git({"config", "filter.x.required", "true"});
             work.write(".gitattributes", "*.txt filter=x\n");
         },
         "clean filter 'x' failed"},
        {"proj",
         [](const at_work& work) {
             work.git({"config", "filter.x.clean", "sleep 600"});
             work.write(".gitattributes", "*.txt filter=x\n");
         },
         "it would take longer than "},
    };
    const bool walls = can_take_snapshots();
    for (const auto& each : all) BOOST_TEST_CONTEXT(each.why) {
            const at_work work(each.project);
            if (walls) work.with_changes();
            if (walls) each.prepare(work);
            if (!walls) fs::create_directory(work.project() + "/.git");
            const auto told = work.told(edit("kept.txt"), {"--timeout", "4s"}, each.session);
            BOOST_TEST(has(told, "\"allow\""), told);
            BOOST_TEST(has(told, work.project() + std::string(not_kept)), told);
            const auto expected = walls || each.session != "s-1" ? each.why : "no wall can be made here: ";
            BOOST_TEST(has(told, expected), told);
            BOOST_TEST(has(read_file(work.file("audit")), not_kept));
            const auto again = work.told(edit("kept.txt"), {"--timeout", "4s"}, each.session);
            BOOST_TEST(has(again, "\"allow\""), again);
            BOOST_TEST(!has(again, "this session"), again);
        }
}

BOOST_AUTO_TEST_CASE(a_repository_without_commits_and_a_second_working_tree_are_kept_as_well) {
    if (!can_take_snapshots()) return;
    const at_work fresh;
    fresh.begin_repository();
    fresh.write("a.txt", "a\n");
    BOOST_TEST(has(fresh.told(edit("a.txt")), kept_as));
    BOOST_TEST(fresh.git({"show", fresh.name_of_ref() + ":a.txt"}) == "a\n");
    at_work work;
    work.with_changes();
    const auto tree = work.file("tree");
    work.git({"worktree", "add", "-q", tree});
    write_file(tree + "/there.txt", "t\n");
    work.works_in(tree);
    const auto told = work.told(edit("kept.txt"));
    BOOST_TEST(has(told, tree + std::string(kept_as)), told);
    const auto ref = work.name_of_ref();
    BOOST_TEST(work.git({"show", ref + ":there.txt"}) == "t\n");
    // Both share the refs, and each has its own.
    work.works_in(work.project());
    BOOST_TEST(has(work.told(edit("kept.txt")), work.project() + std::string(kept_as)));
    BOOST_TEST(work.git({"for-each-ref", "--format=%(refname)", "refs/assent"}).size() > ref.size() + 1);
}

BOOST_AUTO_TEST_CASE(a_command_behind_a_wall_cannot_take_one_away) {
    if (!can_take_snapshots()) return;
    const at_work work;
    work.with_changes();
    static_cast<void>(work.told(edit("kept.txt")));
    const auto before = work.ref();
    const auto tried = run({"wall", "--", "rm", "-rf", ".git/refs/assent"}, {}, work.around());
    BOOST_TEST(tried.code != 0);
    BOOST_TEST(work.ref() == before);
    // It is no plant of a command that runs meanwhile.
    fs::remove_all(work.project() + "/.git/refs/assent");
    program slow({"wall", "--", "sh", "-c", "echo began; read end"}, work.around());
    BOOST_TEST(slow.out_lines(1).front() == "began");
    static_cast<void>(work.told(edit("kept.txt"), {}, "s-2"));
    slow.write("\n");
    BOOST_TEST(slow.wait().code == 0);
    BOOST_TEST(has(work.ref(), "refs/assent/snapshots/s-2-"));
}

BOOST_AUTO_TEST_CASE(the_daemon_says_which_call_has_the_project_kept_first) {
    if (!can_take_snapshots()) return;
    const at_work work;
    work.with_changes();
    auto around = work.around();
    around.environment["XDG_RUNTIME_DIR"] = work.file("home");
    program daemon(
        {"daemon", "--policy", work.file("policy.json"), "--audit", work.file("audit"), "--on-ask", "deny"},
        around);
    BOOST_REQUIRE(daemon.says("daemon.sock"));
    const auto ask = [&](const use& said) {
        return run({"hook", "--daemon", "on", "--say-allow", "--state", work.file("state")},
                   work.text(said, "s-1"), around)
            .out;
    };
    BOOST_TEST(!has(ask(command("ls")), "this session"));
    BOOST_TEST(work.ref() == "");
    const auto told = ask(edit("kept.txt"));
    BOOST_TEST(has(told, kept_as), told);
    BOOST_TEST(has(read_file(work.file("audit")), kept_as));
}

BOOST_AUTO_TEST_CASE(doctor_says_whether_projects_are_kept) {
    const at_work work;
    BOOST_REQUIRE(
        run({"install", "claude", "--", "--policy", work.file("policy.json")}, {}, work.around()).code == 0);
    const auto said = run({"doctor", "claude"}, {}, work.around()).out;
    const auto wanted = can_take_snapshots() ? "the policy has projects kept before the first change"
                                             : "no project is kept before the first change";
    BOOST_TEST(has(said, wanted), said);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace snapshot_test
