#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <unistd.h>

namespace paths_test {
namespace {

namespace fs = std::filesystem;
using assent::test::run;
using assent::test::write_file;

// A project with a link that leads out of it.
class linked_project {
public:
    linked_project() {
        BOOST_REQUIRE(::mkdtemp(made_.data()) != nullptr);
        root = fs::canonical(made_).string();
        fs::create_directory(root + "/proj");
        fs::create_directory(root + "/outside");
        fs::create_directory_symlink("../outside", root + "/proj/link");
        fs::create_symlink("loop", root + "/proj/loop");
    }
    ~linked_project() {
        std::error_code ignored;
        fs::remove_all(root, ignored);
    }
    linked_project(const linked_project&) = delete;
    linked_project& operator=(const linked_project&) = delete;

    std::string root;

private:
    std::string made_ = (fs::temp_directory_path() / "assent-links-XXXXXX").string();
};

BOOST_AUTO_TEST_SUITE(paths_test)

BOOST_AUTO_TEST_CASE(the_program_follows_links) {
    const linked_project at;
    const auto check = [&](const std::string& option, const std::string& rule, const std::string& path) {
        return run({"check", option, "Edit(" + rule + ")", "--cwd", at.root + "/proj", "--tool", "Edit",
                    "--input", R"({"file_path":")" + path + R"("})"})
            .code;
    };
    constexpr int allow = 0, deny = 3, ask = 4;
    BOOST_TEST(check("--allow", at.root + "/proj/**", "new.c") == allow);
    BOOST_TEST(check("--allow", at.root + "/proj/**", "link/new.c") == ask);
    BOOST_TEST(check("--allow", at.root + "/proj/**", "loop") == ask);
    BOOST_TEST(check("--deny", at.root + "/outside/**", at.root + "/proj/link/x") == deny);
    BOOST_TEST(check("--deny", at.root + "/proj/link/**", at.root + "/proj/link/x") == deny);
}

// A project whose links lead to the files that decide about its agent.
class project_with_links_to_the_gate {
public:
    project_with_links_to_the_gate() {
        write_file(policy_, R"({"mode": "allow", "protect_gate": true})");
        write_file(guarded_, R"-({"mode": "ask", "rules": {"allow": ["Bash(cp *)", "Bash(tee *)"]}})-");
        write_file(home_ + "/.local/state/assent/answers.json", "{}");
        write_file(project_ + "/x", "x");
        write_file(project_ + "/answers.json", "x");
        fs::create_directory(project_ + "/d");
        fs::create_directories(project_ + "/.git/hooks");
        const std::map<std::string, std::string> links{
            {"answers", home_ + "/.local/state/assent/answers.json"},
            {"state", home_ + "/.local/state/assent"},
            {"again", "state"},
            {"rules", policy_},
            {"settings", home_ + "/.config"},
            {"d/policy.json", policy_},
            {"agent", home_ + "/.claude"},
            {"hooks", ".git/hooks"},
        };
        for (const auto& [name, to] : links) fs::create_symlink(to, project_ + "/" + name);
    }

    [[nodiscard]] std::string all_allowed(const std::string& command) const {
        return check(policy_, command);
    }
    [[nodiscard]] std::string copies_allowed(const std::string& command) const {
        return check(guarded_, command);
    }

private:
    [[nodiscard]] std::string check(const std::string& policy, const std::string& command) const {
        const auto said = run({"check", "--policy", policy, "--cwd", project_, command}, {},
                              {.environment = {{"HOME", home_}, {"XDG_CONFIG_HOME", home_ + "/.config"}}})
                              .out;
        return said.substr(0, said.find(':'));
    }

    assent::test::temporary_folder folder_;
    std::string home_ = folder_.file("home");
    std::string project_ = folder_.file("project");
    std::string policy_ = home_ + "/.config/assent/policy.json";
    std::string guarded_ = folder_.file("guarded.json");
};

BOOST_AUTO_TEST_CASE(no_link_is_a_way_to_what_decides_about_agents) {
    const project_with_links_to_the_gate at;
    for (const auto* const command : {
             "cp x answers",
             "echo a | tee -a answers",
             "echo hi >> rules",
             "mv x state/answers.json",
             "mv again/answers.json x",
             "ln -f x answers",
             "cd state && cp ../x answers.json",
             "cd again; tee answers.json < /dev/null",
             "pushd state && touch answers.json",
             "(cd state && rm answers.json)",
             "bash -c 'cd state && cp x answers.json'",
             "env -C state cp x answers.json",
             "git -C state checkout answers.json",
             "sed -i s/a/b/ rules",
             "rsync x state/",
             "rsync -a d/ settings",
             "chmod 000 rules",
             "chmod -R 000 settings",
             "chown nobody rules",
             "tar -C state -xf a.tar",
             "unzip -d state a.zip",
             "cp answers.json state",
             "cp -t state answers.json",
             "install -m 600 x rules",
             "cp x d/policy.json",
             "cp policy.json d",
             "rm -r state/",
             "truncate -s 0 rules",
             "dd if=x of=answers",
             "cp x answer*",
             "ls rule* | xargs rm",
             "find again/ -name 'a*' -exec rm {} +",
             "find state/ -delete",
             "F=answers; cp x $F",
             "for f in answers; do cp x $f; done",
             "curl -o answers http://localhost/",
             "sort -o rules x",
             "exec 3> answers",
             "cp x agent/settings.json",
             "ln rules mine",
             "cp -l rules mine",
             "ln ~/.config/assent/policy.json mine",
             "cp -al ~/.config mine",
             "mount --bind d ~/.config/assent",
             "mount --bind settings d",
             "ln -s ~/.config z; cp x z/assent/policy.json",
             "ln -s settings z && cp x z/assent/policy.json",
             "cp -P rules z; echo > z",
             "cp -a settings z; echo > z/assent/policy.json",
             "tar xf a.tar -C ~/.config",
             "unzip -d ~/.config a.zip",
         })
        BOOST_TEST(at.all_allowed(command) == "ask", command);
    for (const auto* const command :
         {"cp x y", "cat answers", "ls state", "cp answers y", "ln -s ../x y", "cp -r d e", "chmod -R u+w d",
          "rm -rf d", "grep x state/*", "cp x y; cp x z", "tar xf a.tar -C d", "ln -s ../d z; cp x z/y",
          "cp -a d e; echo > e/x"})
        BOOST_TEST(at.all_allowed(command) == "allow", command);
}

BOOST_AUTO_TEST_CASE(no_link_is_a_way_to_what_decides_what_runs_later) {
    const project_with_links_to_the_gate at;
    for (const auto* const command :
         {"cp x hooks/pre-commit", "cp x hooks", "tee hooks/pre-commit", "cd hooks && cp ../x pre-commit"})
        BOOST_TEST(at.copies_allowed(command) == "ask", command);
    BOOST_TEST(at.copies_allowed("cp x y") == "allow");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace paths_test
