#include "walled_world.hpp"

#include <assent/adapters/wall/plant_watch.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace assent;
using namespace assent::walls;

namespace escape_test {
namespace {

namespace fs = std::filesystem;
using kind = wall_mount::kind;
using opening = void (*)(wall_plan& plan, const walled_world& world);

void drop(wall_plan& plan, const fs::path& at, kind is) {
    const auto count = std::erase_if(
        plan.mounts, [&](const wall_mount& mount) { return mount.at == at.string() && mount.is == is; });
    BOOST_TEST_REQUIRE(count == 1, "there is a mount at " << at);
}
// In the place of what lies there.
void show(wall_plan& plan, const fs::path& at) {
    const auto found = std::ranges::find(plan.mounts, at.string(), &wall_mount::at);
    const wall_mount shown{.is = kind::write, .at = at.string(), .from = at.string()};
    if (found != plan.mounts.end())
        *found = shown;
    else
        plan.mounts.insert(plan.mounts.end() - 1, shown);
}
void refuse_no(wall_plan& plan, std::string_view call) {
    std::erase_if(plan.refused_calls, [&](const std::string& each) { return each.starts_with(call); });
}

// Of the protections one each.
const opening home = [](wall_plan& plan, const walled_world& world) { show(plan, world.home); };
const opening other = [](wall_plan& plan, const walled_world& world) {
    show(plan, world.home / "work/other");
};
const opening tmp = [](wall_plan& plan, const walled_world&) { show(plan, "/tmp"); };
const opening var_tmp = [](wall_plan& plan, const walled_world&) { show(plan, "/var/tmp"); };
const opening shm = [](wall_plan& plan, const walled_world&) { show(plan, "/dev/shm"); };
const opening usr = [](wall_plan& plan, const walled_world&) { show(plan, "/usr"); };
const opening etc = [](wall_plan& plan, const walled_world&) { show(plan, "/etc"); };
const opening state = [](wall_plan& plan, const walled_world& world) { show(plan, world.base / "state"); };
const opening proc = [](wall_plan& plan, const walled_world&) { drop(plan, "/proc", kind::sealed); };
const opening env = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".env", kind::hidden);
};
const opening deep_env = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "config/.env", kind::hidden);
};
const opening server_key = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "server.key", kind::hidden);
};
const opening shadow = [](wall_plan& plan, const walled_world&) { drop(plan, "/etc/shadow", kind::hidden); };
const opening git_hooks = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".git/hooks", kind::read);
};
const opening git_config = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".git/config", kind::read);
};
const opening git_folder = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".git", kind::write);
};
const opening sub_folder = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "sub", kind::write);
};
const opening sub_git = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "sub/.git", kind::write);
};
const opening sub_hooks = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "sub/.git/hooks", kind::read);
};
const opening deep_folder = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "deep/er", kind::write);
};
const opening own_hooks = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".githooks", kind::read);
};
const opening envrc = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".envrc", kind::hidden);
};
const opening vscode = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".vscode", kind::read);
};
const opening claude = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".claude", kind::read);
};
const opening workflows = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".github/workflows", kind::read);
};
const opening github_folder = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / ".github", kind::write);
};
const opening hook_target = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "src/hook.sh", kind::read);
};
const opening included = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "src/git.inc", kind::read);
};
const opening pipe = [](wall_plan& plan, const walled_world& world) {
    drop(plan, world.project / "run/pipe", kind::hidden);
};
const opening owner_rights = [](wall_plan& plan, const walled_world&) {
    plan.refuses_rights_of_owner = false;
};
const opening tool = [](wall_plan& plan, const walled_world& world) {
    show(plan, world.home / ".local/bin");
};
const opening gitconfig = [](wall_plan& plan, const walled_world& world) {
    show(plan, world.home / ".gitconfig");
};
const opening npm = [](wall_plan& plan, const walled_world& world) { show(plan, world.home / ".npm"); };
const opening registry = [](wall_plan& plan, const walled_world& world) {
    show(plan, world.home / ".cargo/registry");
};
const opening nothing = [](wall_plan&, const walled_world&) {};  // it is the comparison that is off
const opening processes = [](wall_plan& plan, const walled_world&) { plan.closed.processes = false; };
const opening memory = [](wall_plan& plan, const walled_world&) { plan.closed.memory = false; };
const opening streams = [](wall_plan& plan, const walled_world&) { plan.closed.streams = false; };
const opening users = [](wall_plan& plan, const walled_world&) { plan.closed.users = false; };
const opening network = [](wall_plan& plan, const walled_world&) { plan.network = wall_network::all; };
const opening sockets = [](wall_plan& plan, const walled_world&) { plan.refuses_other_sockets = false; };
const opening namespaces = [](wall_plan& plan, const walled_world&) { plan.refuses_namespaces = false; };
const opening secrets_of_variables = [](wall_plan& plan, const walled_world&) {
    plan.environment.emplace_back("API_TOKEN=GOT-OUT");
};
const opening agent_of_variables = [](wall_plan& plan, const walled_world&) {
    plan.environment.emplace_back("SSH_AUTH_SOCK=GOT-OUT");
};
const opening keyctl = [](wall_plan& plan, const walled_world&) { refuse_no(plan, "keyctl"); };
const opening add_key = [](wall_plan& plan, const walled_world&) { refuse_no(plan, "add_key"); };
const opening rings = [](wall_plan& plan, const walled_world&) { refuse_no(plan, "io_uring"); };
const opening faults = [](wall_plan& plan, const walled_world&) { refuse_no(plan, "userfaultfd"); };
const opening counters = [](wall_plan& plan, const walled_world&) { refuse_no(plan, "perf_event_open"); };
const opening handles = [](wall_plan& plan, const walled_world&) { refuse_no(plan, "name_to_handle_at"); };
const opening no_bound_of_processes = [](wall_plan& plan, const walled_world&) { plan.processes.reset(); };
const opening no_bound_of_memory = [](wall_plan& plan, const walled_world&) { plan.memory_bytes = 0; };
const opening no_bound_of_time = [](wall_plan& plan, const walled_world&) { plan.seconds.reset(); };

enum class who : unsigned char { anybody, root, user };

struct escape {
    std::string_view name;
    std::string script;
    const opening& open;
    std::string changed{};  // below the base: it got out where GOT-OUT is in there; else where that was said
    bool compares = true;   // in the control, too
    who by = who::anybody;
    wall_settings settings{};
};

const escape escapes[] = {
    // files of the user
    {"a file of the home", "cat ~/notes.txt", home},
    {"a key", "cat ~/.ssh/id_ed25519", home},
    {"keys of a cloud", "cat ~/.aws/credentials", home},
    {"a file by a link", "ln -s ~/notes.txt l; cat l", home},
    {"a file by a link of a folder", "ln -s ../.. l; cat l/notes.txt", home},
    {"a file from the folder up", "cat ../../notes.txt", home},
    {"a file by /proc/self/cwd", "cat /proc/self/cwd/../../notes.txt", home},
    {"a file by /proc/self/root", "cat /proc/self/root$HOME/notes.txt", home},
    {"a file by a hard link", "ln ~/notes.txt ~/n && cat ~/n", home},
    {"a file copied by tar", "tar cf - -C ~ notes.txt", home},
    {"another project", "cat ../other/file.txt", other},
    {"writing another project", "echo GOT-OUT >>../other/file2.txt", other, "home/work/other/file2.txt"},
    {"a start-up file", "echo GOT-OUT >>~/.bashrc", home, "home/.bashrc"},
    {"a new start-up file", "echo GOT-OUT >~/.profile", home, "home/.profile"},
    {"a program in PATH", "mkdir -p ~/bin; echo GOT-OUT >~/bin/git", home, "home/bin/git"},
    {"a program that is there", "echo GOT-OUT >~/.local/bin/tool", tool, "home/.local/bin/tool"},
    {"settings of git", "git config --global alias.x GOT-OUT; echo GOT-OUT >>~/.gitconfig", gitconfig,
     "home/.gitconfig"},
    {"settings of cargo", "mkdir -p ~/.cargo; echo GOT-OUT >~/.cargo/config.toml", home,
     "home/.cargo/config.toml"},
    {"settings of npm", "echo GOT-OUT >~/.npmrc", home, "home/.npmrc"},
    {"what the session starts", "mkdir -p ~/.config/autostart; echo GOT-OUT >~/.config/autostart/x.desktop",
     home, "home/.config/autostart/x.desktop"},
    {"a unit of systemd", "mkdir -p ~/.config/systemd/user; echo GOT-OUT >~/.config/systemd/user/x.service",
     home, "home/.config/systemd/user/x.service"},
    {"the policy", "mkdir -p ~/.config/assent; echo GOT-OUT >~/.config/assent/policy.json", home,
     "home/.config/assent/policy.json"},
    {"a cache of npm", "echo GOT-OUT >~/.npm/kept", npm, "home/.npm/kept"},
    {"a registry of cargo", "echo GOT-OUT >~/.cargo/registry/kept", registry, "home/.cargo/registry/kept"},
    {"what Assent keeps", "echo GOT-OUT >$BASE/state/x", state, "state/x"},
    {"a file in /tmp", "echo GOT-OUT >$BASE/x", tmp, "x"},
    {"a file in /var/tmp", "cat /var/tmp/$NAME", var_tmp},
    {"a file in /dev/shm", "cat /dev/shm/$NAME", shm},
    {"a program of the system",
     "echo GOT-OUT >/usr/local/bin/assent-wall-try; cat /usr/local/bin/assent-wall-try", usr, "", true,
     who::root},
    {"settings of the system", "echo GOT-OUT >/etc/assent-wall-try; cat /etc/assent-wall-try", etc, "", true,
     who::root},
    {"passwords of the system", "grep -q root /etc/shadow && echo GOT-OUT", shadow, "", true, who::root},
    // secrets of the project
    {"a secret of the project", "cat .env", env},
    {"a secret below", "cat config/.env", deep_env},
    {"a secret by a link", "ln -s .env l; cat l", env},
    {"a secret by a hard link", "ln .env x; cat x", env},
    {"a secret by another name", "mv .env x; cat x", env},
    {"a secret in a folder of another name", "mv config c; cat c/.env", deep_env},
    {"a secret with other rights", "chmod 644 .env; cat .env", env},
    {"a secret by a copy", "cp -r . /tmp/c; cat /tmp/c/.env", env},
    {"a secret by git", "git add -f .env && git show :.env", env},
    {"a key of the project", "cat server.key", server_key},
    // what runs later
    {"a hook", "echo GOT-OUT >.git/hooks/post-commit", git_hooks, "home/work/shop/.git/hooks/post-commit"},
    {"a hook by install", "install -m 755 /dev/stdin .git/hooks/post-merge <<X\nGOT-OUT\nX\n", git_hooks,
     "home/work/shop/.git/hooks/post-merge"},
    {"a setting of git", "git config core.fsmonitor GOT-OUT", git_config, "home/work/shop/.git/config"},
    {"a setting of git, written", "echo GOT-OUT >>.git/config", git_config, "home/work/shop/.git/config"},
    {"a setting of git in another file", "cp .git/config c; echo GOT-OUT >>c; mv c .git/config", git_config,
     "home/work/shop/.git/config"},
    {"the folder of git moved away", "mv .git g; mkdir -p .git/hooks; echo GOT-OUT >.git/hooks/post-commit",
     git_folder, "home/work/shop/.git/hooks/post-commit"},
    {"a repository below moved away",
     "mv sub s; mkdir -p sub/.git/hooks; echo GOT-OUT >sub/.git/hooks/post-commit", sub_folder,
     "home/work/shop/sub/.git/hooks/post-commit"},
    {"the folder of git below moved away",
     "mv sub/.git sub/g; mkdir -p sub/.git/hooks; echo GOT-OUT >sub/.git/hooks/x", sub_git,
     "home/work/shop/sub/.git/hooks/x"},
    {"a hook below", "echo GOT-OUT >sub/.git/hooks/post-commit", sub_hooks,
     "home/work/shop/sub/.git/hooks/post-commit"},
    {"a folder between moved away",
     "mv deep/er deep/x; mkdir -p deep/er/repo/.git/hooks; echo GOT-OUT >deep/er/repo/.git/hooks/x",
     deep_folder, "home/work/shop/deep/er/repo/.git/hooks/x"},
    {"a hook in the folder that settings name", "echo GOT-OUT >.githooks/pre-commit", own_hooks,
     "home/work/shop/.githooks/pre-commit"},
    {"settings of a shell", "echo GOT-OUT >.envrc", envrc, "home/work/shop/.envrc"},
    {"settings of an editor", "echo GOT-OUT >.vscode/settings.json", vscode,
     "home/work/shop/.vscode/settings.json"},
    {"tasks of an editor", "echo GOT-OUT >.vscode/tasks.json", vscode, "home/work/shop/.vscode/tasks.json"},
    {"settings of an agent", "echo GOT-OUT >.claude/settings.json", claude,
     "home/work/shop/.claude/settings.json"},
    {"a workflow", "echo GOT-OUT >.github/workflows/x.yml", workflows,
     "home/work/shop/.github/workflows/x.yml"},
    {"the folder of workflows moved away",
     "mv .github g; mkdir -p .github/workflows; echo GOT-OUT >.github/workflows/ci.yml", github_folder,
     "home/work/shop/.github/workflows/ci.yml"},
    {"a new repository with a hook", "git init -q n; echo GOT-OUT >n/.git/hooks/post-commit", nothing,
     "home/work/shop/n/.git/hooks/post-commit", false},
    {"a new repository with a program", "git init -q n; git -C n config core.fsmonitor GOT-OUT", nothing,
     "home/work/shop/n/.git/config", false},
    {"a new repository with a command of its own", "git init -q n; git -C n config alias.st '!GOT-OUT'",
     nothing, "home/work/shop/n/.git/config", false},
    {"a new repository with a helper", "git init -q n; git -C n config credential.helper GOT-OUT", nothing,
     "home/work/shop/n/.git/config", false},
    {"settings of a new repository with a second name",
     "git init -q n; echo '#GOT-OUT' >>n/.git/config; ln n/.git/config plain", nothing,
     "home/work/shop/n/.git/config", false},
    {"other settings of a repository", "mkdir e; echo GOT-OUT >.git/commondir", nothing,
     "home/work/shop/.git/commondir", false},
    {"settings of a working tree", "echo GOT-OUT >.git/config.worktree", nothing,
     "home/work/shop/.git/config.worktree", false},
    {"a bare repository", "git init -q --bare b; git -C b config core.fsmonitor GOT-OUT", nothing,
     "home/work/shop/b/config", false},
    {"a repository of a submodule",
     "mkdir -p .git/modules; git init -q --bare .git/modules/m; echo GOT-OUT >.git/modules/m/hooks/x",
     nothing, "home/work/shop/.git/modules/m/hooks/x", false},
    {"a repository among packages",
     "mkdir -p node_modules; git init -q node_modules/p; echo GOT-OUT >node_modules/p/.git/hooks/x", nothing,
     "home/work/shop/node_modules/p/.git/hooks/x", false},
    {"a repository in a folder that is closed", "git init -q n/m; echo GOT-OUT >n/m/.git/hooks/x; chmod 0 n",
     nothing, "home/work/shop/n/m/.git/hooks/x", false},
    {"new settings of an editor", "mkdir src/.vscode; echo GOT-OUT >src/.vscode/tasks.json", nothing,
     "home/work/shop/src/.vscode/tasks.json", false},
    {"new settings of an agent", "echo GOT-OUT >.mcp.json", nothing, "home/work/shop/.mcp.json", false},
    {"new settings of an agent by a link", "mkdir e; echo GOT-OUT >e/settings.json; ln -s e .gemini", nothing,
     "home/work/shop/.gemini/settings.json", false},
    {"new hooks of husky", "mkdir .husky; echo GOT-OUT >.husky/pre-commit", nothing,
     "home/work/shop/.husky/pre-commit", false},
    {"new settings of cargo", "mkdir .cargo; echo GOT-OUT >.cargo/config.toml", nothing,
     "home/work/shop/.cargo/config.toml", false},
    {"a hook in what looks like a repository",
     "mkdir -p t/objects t/refs; touch t/HEAD; echo GOT-OUT >t/.envrc", nothing, "home/work/shop/t/.envrc",
     false},
    {"settings in a folder of secrets that is new",
     "mkdir -p .docker/.vscode; echo GOT-OUT >.docker/.vscode/x", nothing, "home/work/shop/.docker/.vscode/x",
     false},
    {"a repository in the data of another",
     "git init -q .git/objects/n; echo GOT-OUT >.git/objects/n/.git/hooks/x", nothing,
     "home/work/shop/.git/objects/n/.git/hooks/x", false},
    {"settings of an editor among packages",
     "mkdir -p node_modules/p/.vscode; echo GOT-OUT >node_modules/p/.vscode/x", nothing,
     "home/work/shop/node_modules/p/.vscode/x", false},
    {"a hook beside a link that leads to itself",
     "git init -q n; ln -s x.sample n/.git/hooks/x.sample; echo GOT-OUT >n/.git/hooks/x", nothing,
     "home/work/shop/n/.git/hooks/x", false},
    {"a hook in a folder in which nothing may be written",
     "mkdir -p n/.husky; echo GOT-OUT >n/.husky/x; chmod 500 n", nothing, "home/work/shop/n/.husky/x", false},
    {"settings of a container", "echo GOT-OUT >.devcontainer.json", nothing,
     "home/work/shop/.devcontainer.json", false},
    {"a workspace", "echo GOT-OUT >x.code-workspace", nothing, "home/work/shop/x.code-workspace", false},
    {"the file that a hook leads to", "echo GOT-OUT >>src/hook.sh", hook_target,
     "home/work/shop/src/hook.sh"},
    {"settings that those of git include", "echo GOT-OUT >>src/git.inc", included,
     "home/work/shop/src/git.inc"},
    {"a pipe with a name", "[ -p run/pipe ] && echo GOT-OUT", pipe},
    {"a file that runs as its owner", "touch x; chmod u+s x; [ -u x ] && echo GOT-OUT", owner_rights},
    {"a file that runs as its group", "/run/assent owned x", owner_rights},
    // processes
    {"a signal to another", "kill -KILL $VICTIM", processes, "victim"},
    {"words of another", "cat /proc/$VICTIM/cmdline", processes},
    {"a process that stays", "(exec 2>/dev/null; sleep 1; echo GOT-OUT) & :", processes},
    {"a process that stays in a session of its own", "setsid sh -c 'sleep 1; echo GOT-OUT' & :", processes},
    // what was open
    {"a file that was open", "cat <&9", streams},
    {"a folder that was open", "/run/assent below_descriptor notes.txt", streams},
    {"a folder that was open, by /proc", "cat /proc/self/fd/8/notes.txt", streams},
    // memory
    {"shared memory", "/run/assent shared $NUMBER", memory},
    {"semaphores", "/run/assent semaphores $NUMBER", memory},
    // sockets
    {"a service of the machine", "/run/assent tcp $PORT", network},
    {"a service of the machine by IPv6", "/run/assent tcp6 $PORT6", network},
    {"a socket in the home", "/run/assent unix ~/.docker.sock", home},
    {"a socket in /tmp", "/run/assent unix $BASE/agent.1", tmp},
    {"a socket without a file",
     "/run/assent abstract $NAME",
     sockets,
     "",
     true,
     who::anybody,
     {.network = wall_network::all}},
    {"a socket of another machine", "/run/assent vsock", sockets},
    {"a network where there is to be none",
     "exec 3<>/dev/null; /run/assent tcp $PORT",
     network,
     "",
     true,
     who::anybody,
     {.network = wall_network::none}},
    // variables
    {"a secret in a variable", "echo $API_TOKEN", secrets_of_variables},
    {"an agent for keys in a variable", "echo $SSH_AUTH_SOCK", agent_of_variables},
    // the kernel
    {"users of its own", "/run/assent users", namespaces},
    {"users of its own, cloned", "/run/assent clone", namespaces},
    {"users of its own, cloned another way", "/run/assent clone3", namespaces},
    {"keys of the kernel", "/run/assent keyring", keyctl},
    {"a key for the kernel", "/run/assent key", add_key},
    {"rings past the filter", "/run/assent rings", rings},
    {"faults of memory", "/run/assent faults", faults},
    {"counters", "/run/assent counters", counters},
    {"handles of files", "/run/assent handle /usr", handles},
    {"a device", "/run/assent device d", users, "", true, who::root},
    {"settings of the kernel", "/run/assent writable /proc/sys/kernel/core_pattern", proc, "", true,
     who::root},
    // bounds
    {"more processes", "/run/assent many 100", no_bound_of_processes, "", true, who::user, {.processes = 50}},
    {"more memory",
     "/run/assent big 300",
     no_bound_of_memory,
     "",
     true,
     who::anybody,
     {.memory_bytes = 100'000'000}},
    {"more time", "sleep 3; echo GOT-OUT", no_bound_of_time, "", true, who::anybody, {.seconds = 1}},
};

bool has_got_out(const fs::path& file) {
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    return text.find("GOT-OUT") != text.npos;
}

// What is open when a wall is asked for, by mistake of whoever asks.
struct left_open {
    explicit left_open(const walled_world& world) {
        const int file = ::open((world.home / "notes.txt").c_str(), O_RDONLY);
        const int folder = ::open(world.home.c_str(), O_RDONLY | O_DIRECTORY);
        const int far_folder = ::fcntl(folder, F_DUPFD, 100);
        const int far_file = ::fcntl(file, F_DUPFD, 100);
        ::dup2(far_folder, 8);
        ::dup2(far_file, 9);
        for (const int each : {far_folder, far_file}) ::close(each);
        for (const int each : {folder, file})
            if (each != 8 && each != 9) ::close(each);
    }
    ~left_open() {
        ::close(8);
        ::close(9);
    }
};

bool gets_out(const escape& tried, bool control) {
    walled_world world;
    std::ofstream("/var/tmp/" + world.base.filename().string()) << "GOT-OUT\n";
    world.settings = tried.settings;
    auto plan = world.plan();
    if (control) tried.open(plan, world);
    const left_open open(world);
    const auto ran = world.run(plan, tried.script, !control || tried.compares);
    BOOST_TEST(ran.end.began, tried.name << ": " << ran.end.why);
    for (const auto* const each : {"/usr/local/bin/assent-wall-try", "/etc/assent-wall-try"})
        if (::geteuid() == 0) fs::remove(each);
    fs::remove("/var/tmp/" + world.base.filename().string());
    std::error_code not_there;
    fs::permissions(world.project / "n", fs::perms::owner_all, fs::perm_options::add, not_there);
    if (tried.changed == "victim") return !world.victim_lives();
    return tried.changed.empty() ? ran.out.find("GOT-OUT") != ran.out.npos
                                 : has_got_out(world.base / tried.changed);
}

}  // namespace
}  // namespace escape_test

BOOST_AUTO_TEST_SUITE(escape_test)

// Without this nothing here says anything.
BOOST_AUTO_TEST_CASE(this_machine_can_make_walls) {
    BOOST_REQUIRE_MESSAGE(wall_available(), why_no_walls());
    walled_world world;
    const auto ran = world.run(world.plan(), "echo inside; exit 7");
    BOOST_TEST(ran.end.began);
    BOOST_TEST(ran.end.status == 7);
    BOOST_TEST(ran.out == "inside\n");
}

BOOST_AUTO_TEST_CASE(what_a_command_has_planted_goes_where_the_wall_is_killed) {
    walled_world world;
    const auto plan = world.plan();
    const auto hook = world.project / "n/.git/hooks/post-commit";
    const pid_t waller = ::fork();
    if (waller == 0) {
        plant_watch watch(world.settings, world.ground(), plan.written);
        bubblewrap wall;
        (void)wall.run(plan, {"/bin/sh", "-c",
                              "git init -q n; echo GOT-OUT >n/.git/hooks/post-commit; exec sleep 1000"});
        ::_exit(0);
    }
    const auto until = [](const auto& holds) {
        for (int each = 0; each < 1000 && !holds(); ++each) ::poll(nullptr, 0, 20);
        return holds();
    };
    BOOST_TEST(until([&] { return has_got_out(hook); }));
    ::kill(waller, SIGKILL);
    ::waitpid(waller, nullptr, 0);
    BOOST_TEST(until([&] { return !fs::exists(hook); }));
}

BOOST_AUTO_TEST_CASE(nothing_gets_out_and_each_try_does_where_its_one_protection_is_off) {
    int held = 0;
    const char* const only = std::getenv("ASSENT_WALL_TRY");  // one of them, by name
    for (const auto& each : escapes) {
        const bool is_root = ::geteuid() == 0;
        if (each.by == who::root && !is_root) continue;
        if (each.by == who::user && is_root) continue;
        if (only != nullptr && each.name != only) continue;
        const bool out = gets_out(each, false);
        const bool control = gets_out(each, true);
        BOOST_TEST(!out, "it gets out: " << each.name);
        BOOST_TEST(control, "its control does not get out, so it says nothing: " << each.name);
        held += !out && control ? 1 : 0;
    }
    BOOST_TEST_MESSAGE(held << " of " << std::size(escapes)
                            << " tries are held, with a control that gets out");
    BOOST_TEST((only != nullptr || held >= 80));
}

BOOST_AUTO_TEST_SUITE_END()
