#include <assent/domain/rules/command_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>
#include <vector>

namespace assent::one_act_test {
namespace {

rule_match catches(std::string_view pattern, std::string_view command) {
    return command_pattern::make(pattern, rule_behavior::deny).value().catches(command, shell_runs(command));
}

// A rule that people copy, twelve ways to write what it is about, and what it is not about.
struct copied_rule {
    std::string_view pattern;
    std::vector<std::string_view> covered;
    std::vector<std::string_view> others;
};

const std::vector<copied_rule> copied_rules{
    {"rm -rf *",
     {"rm -rf x", "rm -fr x", "rm -r -f x", "rm x -rf", "rm -rvf x", "rm --recursive --force x",
      "rm -R --force x", "rm --recurs --for x", "/bin/rm x -f -r", "sudo rm -fr x", "rm -fr -- x",
      "rm \"$x\" -r x"},
     {"rm -r x", "rm x", "rm -f x", "rm -- -rf"}},
    {"git push --force *",
     {"git push --force", "git push origin main --force", "git push -f", "git push -uf origin main",
      "git -C x push --force", "git push --forc origin main", "git push origin -f main",
      "git --no-pager push -f", "git push --tags --force", "git -c a.b=c push --force x",
      "git push \"$x\" main", "env A=1 git push -qf"},
     {"git push", "git push --force-with-lease", "git pull --force", "git push origin main"}},
    {"git push -f *",
     {"git push -f", "git push --force origin", "git push origin main -f", "git push -uf x", "git push -fu x",
      "git push -n -f", "git push --force", "git push origin --force", "git -C x push -f", "git push --forc",
      "git push -vf", "git -P push -f"},
     {"git push", "git push --follow-tags", "git push origin f", "git fetch -f"}},
    {"git push * --force *",
     {"git push --force", "git push origin --force", "git push origin main --force",
      "git push --force origin main", "git push origin --force main", "git push -f origin",
      "git push origin main -f", "git -C x push --force", "git push origin --forc", "git push -uf origin",
      "git push --no-verify --force", "git push -q origin --force"},
     {"git push", "git push origin main", "git push --force-with-lease origin", "git fetch origin --force"}},
    {"git reset --hard *",
     {"git reset --hard", "git reset HEAD~1 --hard", "git reset --hard HEAD~1", "git reset --har",
      "git -C x reset --hard", "git reset -q --hard", "git reset --hard -q", "git reset -q HEAD~1 --hard",
      "git --no-pager reset --hard", "sudo git reset --hard", "git reset $x",
      "git -c a.b=c reset HEAD --hard"},
     {"git reset", "git reset HEAD~1", "git reset --soft HEAD~1", "git checkout --hard"}},
    {"git clean -fd *",
     {"git clean -fd", "git clean -df", "git clean -fdx", "git clean -xdf", "git clean -f -d",
      "git clean -d --force", "git clean -dxf src", "git clean src -fd", "git -C x clean -fd",
      "git clean -d -f -- src", "git clean -qdf", "git clean --force -d"},
     {"git clean -n", "git clean -f", "git clean -dn", "git commit -fd"}},
    {"git checkout -- *",
     {"git checkout -- .", "git checkout -- a b", "git checkout -f -- a", "git checkout -q -- .",
      "git -C x checkout -- a", "git --no-pager checkout -- a", "git checkout --theirs -- a",
      "git checkout -- -f", "sudo git checkout -- a", "git checkout -- \"$x\"", "git checkout --",
      "git -c a.b=c checkout -- a"},
     {"git checkout main", "git checkout -b x", "git checkout", "git commit -- a"}},
    {"git branch -D *",
     {"git branch -D x", "git branch x -D", "git branch -d -f x", "git branch -df x", "git branch -fd x",
      "git branch --delete --force x", "git branch -d --force x", "git branch -rD x", "git branch -D -r x",
      "git -C x branch -D y", "git branch --delet --force x", "git branch -qD x"},
     {"git branch", "git branch -d x", "git branch -a", "git branch D"}},
    {"chmod -R 777 *",
     {"chmod -R 777 x", "chmod 777 -R x", "chmod 777 x -R", "chmod --recursive 777 x", "chmod -R 0777 x",
      "chmod 0777 x -R", "chmod -vR 777 x", "chmod -Rv 777 x", "chmod -R -- 777 x", "chmod --recurs 777 x",
      "sudo chmod -R 777 /", "chmod -R 00777 x y"},
     {"chmod 777 x", "chmod -R 755 x", "chmod -R u+x 777", "chown -R 777 x"}},
    {"chmod 777 *",
     {"chmod 777 x", "chmod -R 777 x", "chmod 0777 x", "chmod -v 777 x", "chmod 777 x y", "chmod 777 -R x",
      "chmod -- 777 x", "/bin/chmod 777 x", "sudo chmod 777 x", "chmod --verbose 777 x", "chmod \"$m\" x",
      "chmod -f 777 x"},
     {"chmod 755 x", "chmod 644 777", "chmod +x x", "chown 777 x"}},
    {"curl -X DELETE *",
     {"curl -X DELETE u", "curl -XDELETE u", "curl --request DELETE u", "curl --request=DELETE u",
      "curl u -X DELETE", "curl -sX DELETE u", "curl -sXDELETE u", "curl -s u --request DELETE",
      "curl -H a -X DELETE u", "curl -X \"$m\" u", "curl --reques DELETE u", "curl -X 'DELETE' -o x u"},
     {"curl u", "curl -X GET u", "curl -XGET u", "curl u/DELETE"}},
    {"docker rm -f *",
     {"docker rm -f x", "docker rm x -f", "docker rm --force x", "docker rm -vf x", "docker rm -fv x",
      "docker rm -v -f x", "docker rm x --force", "podman ps; docker rm -f x", "docker --context c rm -f x",
      "sudo docker rm -f x", "docker rm --forc x", "docker rm --force=true x"},
     {"docker rm x", "docker ps -f x", "docker rm -v x", "docker run f"}},
    {"kubectl delete *",
     {"kubectl delete pod x", "kubectl -n a delete pod x", "kubectl --namespace a delete pod x",
      "kubectl delete -f x", "kubectl --context=c delete ns x", "kubectl delete",
      "kubectl --kubeconfig f delete x", "kubectl -na delete pod x", "sudo kubectl delete x",
      "kubectl --zzz delete x", "kubectl --zzz a delete x", "kubectl $x"},
     {"kubectl get pods", "kubectl -n delete get pods", "kubectl describe pod delete",
      "kubectl get -n delete x"}},
    {"npm publish *",
     {"npm publish", "npm publish x", "npm --access public publish", "npm publish --tag x",
      "npm -w a publish", "npm --workspace a publish", "npm --zzz publish", "npm --zzz=a publish",
      "sudo npm publish", "npm --prefix x publish", "npm --tag=x publish .", "npm $x"},
     {"npm install", "npm run publish", "npm install publish", "npm test"}},
    {"terraform apply -auto-approve *",
     {"terraform apply -auto-approve", "terraform apply --auto-approve", "terraform apply plan -auto-approve",
      "terraform -chdir=x apply -auto-approve", "terraform apply -auto-approve=true",
      "terraform apply -var a=b -auto-approve", "terraform apply -auto-approve plan",
      "terraform apply -input=false -auto-approve", "terraform apply -no-color --auto-approve",
      "sudo terraform apply -auto-approve", "terraform apply $x",
      "terraform apply -lock=false -auto-approve x"},
     {"terraform apply", "terraform plan -out=x", "terraform apply plan", "terraform show"}},
    {"sudo *",
     {"sudo", "sudo ls", "sudo -u x ls", "/usr/bin/sudo ls", "ls; sudo ls", "env sudo ls", "sudo -n true",
      "sudo -i", "bash -c 'sudo ls'", "SUDO ls", "echo $(sudo ls)", "xargs sudo ls"},
     {"ls sudo", "echo sudo", "man sudo", "grep sudo x"}},
    {"dd if=*",
     {"dd if=x", "dd if=x of=y", "dd of=y if=x", "dd bs=1M if=x of=y", "dd of=y bs=1M if=x",
      "sudo dd if=x of=y", "/bin/dd if=x", "dd if=/dev/zero of=/dev/sda", "dd count=1 if=x",
      "dd of=\"$y\" if=x", "dd $x", "gnice; dd if=x"},
     {"dd of=x", "dd bs=1M", "dd", "ls if=x"}},
    {"sed -i *",
     {"sed -i s/a/b/ x", "sed -i.bak s/a/b/ x", "sed --in-place s/a/b/ x", "sed --in-place=.bak s/a/b/ x",
      "sed -n -i p x", "sed -ni p x", "sed -e s/a/b/ -i x", "sed s/a/b/ -i x", "sed s/a/b/ x -i",
      "sed -Ei s/a/b/ x", "sed --in-plac s/a/b/ x", "sed -E -i.bak -e p x"},
     {"sed s/a/b/ x", "sed -n p x", "sed -e i x", "sed -E s/i/j/ x"}},
    {"git commit --no-verify *",
     {"git commit --no-verify", "git commit -n", "git commit -m x --no-verify", "git commit -nm x",
      "git commit -anm x", "git commit -am x -n", "git commit --no-verif -m x", "git commit -m x -n",
      "git -C x commit -n", "git commit --amend --no-verify", "git commit -m --no-verify -n",
      "git commit -an"},
     {"git commit -m x", "git commit -m -n", "git commit -m --no-verify", "git push --no-verify"}},
};

BOOST_AUTO_TEST_SUITE(one_act_test)

BOOST_AUTO_TEST_CASE(a_deny_rule_covers_an_act_however_it_is_written) {
    for (const auto& rule : copied_rules) {
        BOOST_TEST(rule.covered.size() >= 12U);
        for (const auto command : rule.covered)
            BOOST_TEST_CONTEXT('`' << rule.pattern << "` and `" << command << '`')
        BOOST_TEST(catches(rule.pattern, command) != rule_match::no);
        for (const auto command : rule.others)
            BOOST_TEST_CONTEXT('`' << rule.pattern << "` and `" << command << '`')
        BOOST_TEST(catches(rule.pattern, command) == rule_match::no);
    }
}

BOOST_AUTO_TEST_CASE(it_is_sure_where_both_surely_mean_the_same) {
    const struct {
        std::string_view pattern;
        std::string_view command;
        rule_match expected;
    } table[] = {
        {"rm -rf *", "rm -fr x", rule_match::yes},
        {"rm -rf *", "rm x --force --recursive", rule_match::yes},
        {"rm -rf *", "rm --recurs --force x", rule_match::doubt},
        {"rm -rf *", "sudo rm x -fr", rule_match::yes},
        {"sudo rm -rf *", "sudo rm -fr x", rule_match::yes},
        {"rm -rf /", "rm -r -f /", rule_match::yes},
        {"rm -rf /", "rm -r -f / x", rule_match::no},
        {"rm -rf /", "rm -rf x", rule_match::no},
        {"rm -rf", "rm -rf x", rule_match::no},
        {"rm -rf /tmp/*", "rm -fr /tmp/x", rule_match::yes},
        {"rm -rf /tmp/*", "rm -fr /usr/x", rule_match::no},
        {"git push origin main", "git push -u origin main", rule_match::yes},
        {"git push origin main", "git push origin next", rule_match::no},
        {"git * push *", "git push", rule_match::yes},
        {"git * push *", "git -C x push y", rule_match::yes},
        {"git add -A*", "git add -Av", rule_match::yes},
        {"git add -A*", "git add --all", rule_match::yes},
        {"git push * +*", "git push origin +main", rule_match::yes},
        {"git push * +*", "git push origin main", rule_match::no},
        {"curl -X *", "curl u", rule_match::no},
        {"curl -X *", "curl u -XPOST", rule_match::yes},
        {"unheard -rf *", "unheard -rf x", rule_match::yes},
        {"unheard -rf *", "unheard x -rf", rule_match::yes},
        {"unheard -rf *", "unheard -fr x", rule_match::doubt},
        {"unheard -rf *", "unheard -r x", rule_match::no},
        {"unheard --force *", "unheard --forc x", rule_match::doubt},
        {"unheard -X DELETE *", "unheard -XDELETE x", rule_match::doubt},
        {"unheard -X DELETE *", "unheard -X GET x", rule_match::no},
        {"unheard push *", "unheard -C x push", rule_match::doubt},
        {"git push *", "git unheard", rule_match::doubt},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`')
    BOOST_TEST(catches(row.pattern, row.command) == row.expected);
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_known_may_run_the_command_among_its_words) {
    for (const auto command :
         {"fghack rm z", "dialog2 --prgbox 'rm z'", "yad2 --button='x:rm z'", "jobflow2 -exec rm z",
          "./run.sh rm z", "unheard 'ls;rm z'", "unheard \"'rm z'\"", "unheard 'ls|rm z'", "unheard -- rm z",
          "unheard --x=rm z", "unheard RM z", "unheard /bin/rm z"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(catches("rm *", command) == rule_match::doubt);
    for (const auto command : {"fghack ls z", "unheard 'form x'", "unheard 'rmdir z'", "unheard $x",
                               "unheard a.rm", "echo rm z", "unheard rm-rf"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(catches("rm *", command) == rule_match::no);
    BOOST_TEST(catches("git push *", "unheard git pull") == rule_match::no);
    BOOST_TEST(catches("git push --force *", "unheard 'git push x -f'") == rule_match::doubt);
    BOOST_TEST(catches("git push --force *", "unheard 'git push x'") == rule_match::no);
}

BOOST_AUTO_TEST_CASE(an_allow_rule_covers_no_other_spelling) {
    for (const auto& rule : copied_rules) {
        const auto pattern = command_pattern::make(rule.pattern, rule_behavior::allow, true).value();
        // The words as they stand, with one or more for each `*`, or none for one at the end that is alone.
        for (const auto& commands : {rule.covered, rule.others})
            for (const auto command : commands) {
                const shell_command text(command);
                if (text.size() != 1) continue;
                std::vector<sequence_element> elements(pattern.words().begin(), pattern.words().end());
                const auto same = [&](const glob& one, std::string_view word) { return one.matches(word); };
                const bool in_order = covers(std::span<const sequence_element>(elements), text[0], same,
                                             [](std::string_view) { return true; });
                BOOST_TEST_CONTEXT('`' << rule.pattern << "` and `" << command << '`')
                BOOST_TEST(pattern.covers(text[0]) == in_order);
            }
    }
    const auto allows = [](std::string_view pattern, std::string_view command) {
        return command_pattern::make(pattern, rule_behavior::allow).value().covers(shell_command(command)[0]);
    };
    BOOST_TEST(allows("rm -rf *", "rm -rf x"));
    BOOST_TEST(!allows("rm -rf *", "rm -fr x"));
    BOOST_TEST(!allows("rm -rf *", "rm x -rf"));
    BOOST_TEST(!allows("git push origin main", "git push -u origin main"));
    BOOST_TEST(!allows("git * push *", "git push"));
    BOOST_TEST(!allows("git * push *", "git -C x push"));
    BOOST_TEST(!allows("chmod 777 *", "chmod 0777 x"));
    BOOST_TEST(!allows("curl -X DELETE *", "curl -XDELETE x"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::one_act_test
