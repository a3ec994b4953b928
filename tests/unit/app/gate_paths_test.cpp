// Where paths lead: found out before each look at a call, outside the lock, and never taken for granted.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assent::gate_paths_test {
namespace {

permission_rule path_rule(rule_behavior behavior, std::string_view tool, std::string_view pattern) {
    return permission_rule::make(tool, {{"file_path", pattern}}, behavior, rule_origin::host).value();
}

rule_set::pointer only(permission_rule one) { return rule_set::make({std::move(one)}).value(); }

// What a gate says about a command in `/proj`.
verdict check_command(const gate_probe& probe, std::string_view command) {
    const auto kept = make_input({{"command", command}});
    return probe.gate->check({.tool_name = "Bash", .input = *kept, .cwd = "/proj"}, "r", probe.scratch);
}

const auto allow_reading = path_rule(rule_behavior::allow, "Read", "/proj/**");
const auto allow_editing = path_rule(rule_behavior::allow, "Edit", "/proj/**");
const auto deny_etc = path_rule(rule_behavior::deny, "*", "/etc/**");

gate_options with(std::shared_ptr<path_resolver> paths, permission_rule rule) {
    gate_options options{.rules = only(std::move(rule))};
    options.paths = std::move(paths);
    return options;
}

json_object file(std::string_view path) { return {{"file_path", path}}; }

verdict check_in(const gate_probe& probe, std::string_view cwd, const json_object& input) {
    const auto kept = make_input(input);
    return probe.gate->check({.tool_name = "Read", .input = *kept, .cwd = cwd}, "r", probe.scratch);
}

// Calls back before it answers.
class calling_resolver final : public path_resolver {
public:
    explicit calling_resolver(std::function<std::string()> answer) : answer_(std::move(answer)) {}
    boost::system::result<std::string> resolve(std::string_view) override { return answer_(); }

private:
    std::function<std::string()> answer_;
};

// Links lie below the folders alone that are told of here.
class linked_folders final : public path_resolver {
public:
    testing::fake_path_resolver paths;
    std::vector<std::string> linked;

    boost::system::result<std::string> resolve(std::string_view path) override { return paths.resolve(path); }
    bool has_no_links(std::string_view path, std::size_t looked_at) override {
        return paths.has_no_links(path, looked_at);
    }
    boost::system::result<std::vector<std::string>> names_below(std::string_view folder, bool follows,
                                                                const below_limits& limits) override {
        const bool links = follows && std::ranges::find(linked, folder) != linked.end();
        return paths.names_below(folder, links, limits);
    }
};

// Has folders, and none of them is called `missing`.
class missing_folder final : public path_resolver {
public:
    boost::system::result<std::string> resolve(std::string_view path) override { return std::string(path); }
    boost::system::result<std::vector<std::string>> names_below(std::string_view folder, bool,
                                                                const below_limits&) override {
        if (folder.ends_with("/missing"))
            return boost::system::errc::make_error_code(boost::system::errc::no_such_file_or_directory);
        return std::vector<std::string>();
    }
};

// One repository, whose working tree is `/proj`.
class one_repository final : public repository_settings {
public:
    git_files files;
    std::size_t asked = 0;

    boost::system::result<std::string> names_program(std::string_view, git_use) override {
        return std::string();
    }
    boost::system::result<std::string> working_tree(std::string_view folder) override {
        ++asked;
        return std::string(folder.starts_with("/proj") ? "/proj" : "");
    }
    boost::system::result<git_files> files_of(std::string_view, std::span<const std::string> names) override {
        if (unread) return boost::system::errc::make_error_code(boost::system::errc::file_too_large);
        auto of_names = files;
        std::erase_if(of_names.tracked,
                      [&](const std::string& each) { return std::ranges::find(names, each) == names.end(); });
        return of_names;
    }
    bool unread = false;  // `.gitignore` is a link, or the index is split
};

BOOST_AUTO_TEST_SUITE(gate_paths_test)

BOOST_AUTO_TEST_CASE(a_link_out_of_what_is_allowed_is_asked) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/link", "/srv");
    paths->add_link("/proj/near", "src");
    paths->add_failure("/proj/closed");
    const gate_probe probe(with(paths, allow_reading));
    BOOST_TEST(probe.check("Read", file("/proj/a")).allowed());
    BOOST_TEST(probe.check("Read", file("/proj/near/a")).allowed());
    BOOST_TEST(probe.check("Read", file("/proj/link/a")).asks());
    BOOST_TEST(probe.check("Read", file("/proj/closed/a")).asks());
    const gate_probe blind(with(nullptr, allow_reading));
    BOOST_TEST(blind.check("Read", file("/proj/link/a")).allowed(), "nobody looks at links here");
}

BOOST_AUTO_TEST_CASE(a_link_in_the_folder_into_which_something_is_copied_is_followed) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/w/config", "/proj/.git/config");
    paths->add_link("/proj/w/x", "/srv/x");
    gate_options options;
    options.policy = policy::project();
    options.paths = paths;
    const gate_probe probe(std::move(options));
    const auto of = [&](std::string_view command) {
        const auto kept = make_input({{"command", command}});
        return probe.gate->check({.tool_name = "Bash", .input = *kept, .cwd = "/proj"}, "r", probe.scratch);
    };
    for (const auto* command : {"cp a b", "cp a w", "mv a w/b", "touch w/y", "cp -r src lib"})
        BOOST_TEST(of(command).allowed(), command);
    for (const auto* command : {"cp config w", "cp x w", "cp -t w x", "mv x w", "cp a b x w", "touch w/x"})
        BOOST_TEST(of(command).asks(), command);
}

BOOST_AUTO_TEST_CASE(where_the_resolver_ignores_case_rules_do_and_protected_places_are_protected) {
    const auto ignoring = std::make_shared<testing::fake_path_resolver>();
    ignoring->ignore_case();
    const auto counting = std::make_shared<testing::fake_path_resolver>();
    const auto deny_everywhere = path_rule(rule_behavior::deny, "Read", "/proj/secret/**");
    const struct {
        std::string_view path;
        permission_rule rule;
        outcome counted;
        outcome ignored;
    } table[] = {
        {"/PROJ/a", allow_reading, outcome::ask, outcome::allow},
        {"/proj/a", allow_reading, outcome::allow, outcome::allow},
        {"/PROJ/Secret/a", deny_everywhere, outcome::ask, outcome::deny},
        {"/proj/secret/a", deny_everywhere, outcome::deny, outcome::deny},
        {"/proj/secrets", deny_everywhere, outcome::ask, outcome::ask},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.path) {
            BOOST_TEST(
                (gate_probe(with(counting, row.rule)).check("Read", file(row.path)).decision == row.counted));
            BOOST_TEST(
                (gate_probe(with(ignoring, row.rule)).check("Read", file(row.path)).decision == row.ignored));
        }
    }
    // In either way, and whatever wildcards cover.
    for (const auto& paths : {counting, ignoring}) {
        const gate_probe probe(with(paths, allow_editing));
        for (const auto* const path :
             {"/proj/.git/config", "/proj/.GIT/config", "/proj/.Claude/settings.json"})
            BOOST_TEST_CONTEXT(path) BOOST_TEST(probe.check("Edit", file(path)).asks());
    }
}

BOOST_AUTO_TEST_CASE(where_the_resolver_ignores_case_rules_for_paths_in_commands_do) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    const auto deny_env = rule("deny Path(**/.env)");
    const json_object reads{{"command", "cat /proj/.ENV"}};
    BOOST_TEST(gate_probe(with(paths, deny_env)).check("Bash", reads).asks());
    const auto ignoring = std::make_shared<testing::fake_path_resolver>();
    ignoring->ignore_case();
    BOOST_TEST(gate_probe(with(ignoring, deny_env)).check("Bash", reads).denied());
}

BOOST_AUTO_TEST_CASE(a_link_into_what_is_denied_is_denied_and_one_that_leads_nowhere_is_asked) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/link", "/etc");
    paths->add_failure("/proj/closed");
    gate_options options = with(paths, deny_etc);
    options.policy.mode = permission_mode::allow;
    const gate_probe probe(std::move(options));
    BOOST_TEST(probe.check("Read", file("/proj/a")).allowed());
    BOOST_TEST(probe.check("Read", file("/proj/link/passwd")).denied());
    BOOST_TEST(probe.check("Read", file("/proj/closed")).asks());
}

BOOST_AUTO_TEST_CASE(a_relative_path_is_looked_up_below_the_working_directory) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/link", "/srv");
    const gate_probe probe(with(paths, allow_reading));
    BOOST_TEST(check_in(probe, "/proj", file("a")).allowed());
    BOOST_TEST(check_in(probe, "/proj", file("link/a")).asks());
    BOOST_TEST(check_in(probe, "", file("a")).asks());
    BOOST_TEST(check_in(probe, "", json_object{{"file_path", 7}}).asks());
    BOOST_TEST((paths->asked() == std::vector<std::string>{"/proj/a", "/proj", "/proj/link/a", "/proj"}));
}

BOOST_AUTO_TEST_CASE(a_resolver_that_throws_has_found_nothing_out) {
    const auto paths = std::make_shared<calling_resolver>(
        []() -> std::string { throw std::runtime_error("no file system"); });
    const gate_probe probe(with(paths, allow_reading));
    BOOST_TEST(probe.check("Read", file("/proj/a")).asks());
    const auto relative = std::make_shared<calling_resolver>([] { return std::string("proj/a"); });
    const gate_probe other(with(relative, allow_reading));
    BOOST_TEST(other.check("Read", file("/proj/a")).asks(), "an answer that is no absolute path is none");
}

BOOST_AUTO_TEST_CASE(a_resolver_may_use_the_gate_for_it_runs_outside_the_lock) {
    std::unique_ptr<gate_probe> probe;
    const auto paths = std::make_shared<calling_resolver>([&] {
        probe->gate->set_mode(permission_mode::allow);
        return std::string("/proj/a");
    });
    probe = std::make_unique<gate_probe>(with(paths, allow_reading));
    BOOST_TEST(probe->check("Edit", file("/srv/a")).allowed(), "the mode is the one that it has set");
}

BOOST_AUTO_TEST_CASE(an_answer_is_held_to_where_the_path_leads_by_then) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    const gate_probe probe(with(paths, deny_etc));
    const auto unchanged = probe.ask("Edit", file("/proj/a"));
    const auto changed = probe.ask("Edit", file("/proj/b"));
    const auto edited = probe.ask("Edit", file("/proj/c"));
    paths->add_link("/proj/b", "/etc/passwd");
    paths->add_link("/proj/d", "/etc/passwd");
    probe.box->take().answer(allow_result{});
    probe.box->take().answer(allow_result{});
    probe.box->take().answer(allow_result{.edited_input = file("/proj/d")});
    BOOST_TEST(unchanged->how.decided.allowed());
    BOOST_TEST(changed->how.decided.denied());
    BOOST_TEST(edited->how.decided.denied());
}

BOOST_AUTO_TEST_CASE(an_open_question_is_judged_again_by_where_its_path_leads_by_then) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    const gate_probe probe(with(paths, allow_reading));
    const auto asked = probe.ask("Edit", file("/proj/a"));
    const auto linked = probe.ask("Edit", file("/proj/b"));
    paths->add_link("/proj/b", "/srv/b");
    probe.gate->set_rules(only(allow_editing));
    BOOST_TEST(!asked->open());
    BOOST_TEST(asked->how.decided.allowed());
    BOOST_TEST(linked->open(), "what was clean when it was asked leads elsewhere now");
}

BOOST_AUTO_TEST_CASE(what_a_hook_was_told_does_not_hold_when_the_path_leads_elsewhere_since) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    const gate_probe probe(with(paths, allow_reading));
    const auto input = make_input(file("/proj/a"));
    const auto check = [&](bool from_hook) {
        return probe.gate->check(
            {.tool_name = "Read", .input = *input, .tool_use_id = "toolu_1", .from_hook = from_hook}, "r",
            probe.scratch);
    };
    BOOST_TEST(check(true).allowed());
    paths->add_link("/proj/a", "/etc/passwd");
    BOOST_TEST(check(false).asks());
}

BOOST_AUTO_TEST_CASE(explaining_looks_where_paths_lead_too) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/link", "/srv");
    const gate_probe probe(with(paths, allow_reading));
    const auto input = make_input(file("/proj/link/a"));
    const auto why = probe.gate->explain({.tool_name = "Read", .input = *input});
    BOOST_TEST(why.decided.asks());
    BOOST_REQUIRE(why.rules.size() == 1U);
    BOOST_TEST(why.rules[0].match == rule_match::no);
}

BOOST_AUTO_TEST_CASE(a_link_into_a_protected_place_is_guarded) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/link", "/proj/.git/hooks");
    gate_options options = with(paths, path_rule(rule_behavior::allow, "Edit", "*"));
    const gate_probe probe(std::move(options));
    BOOST_TEST(probe.check("Edit", file("/proj/src/a")).allowed());
    const auto guarded = probe.check("Edit", file("/proj/link/pre-commit"));
    BOOST_TEST(guarded.asks());
    BOOST_TEST((guarded.source == decision_source::guard));
}

BOOST_AUTO_TEST_CASE(edits_are_accepted_only_where_the_path_leads_inside) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/link", "/srv/x");
    paths->add_link("/home/u/proj", "/data/proj");
    gate_options options;
    options.policy.mode = permission_mode::accept_edits;
    options.paths = paths;
    const gate_probe probe(std::move(options));
    const auto edit = [&](std::string_view cwd, std::string_view path) {
        const auto input = make_input(file(path));
        return probe.gate->check({.tool_name = "Edit", .input = *input, .cwd = cwd}, "r", probe.scratch);
    };
    BOOST_TEST(edit("/proj", "src/a.c").allowed());
    BOOST_TEST(edit("/proj", "link").asks());
    BOOST_TEST(edit("/home/u/proj", "a.c").allowed(), "the working directory itself stands behind a link");
}

// A host that has looked by itself, and has given the gate no resolver.
BOOST_AUTO_TEST_CASE(what_a_host_has_found_out_is_kept_with_the_question) {
    const gate_probe probe(with(nullptr, allow_reading));
    const auto input = make_input(file("/proj/a"));
    const resolved_paths found{{"file_path", "/srv/a"}};
    const auto asked = probe.ask({.tool_name = "Edit", .input = *input, .resolved = &found});
    probe.gate->set_rules(only(allow_editing));
    BOOST_TEST(asked->open());
    BOOST_REQUIRE(probe.box->handles.size() == 1U);
    probe.gate->set_rules(only(path_rule(rule_behavior::deny, "Edit", "/srv/**")));
    BOOST_TEST(!asked->open());
    BOOST_TEST(asked->how.decided.denied());
}

BOOST_AUTO_TEST_CASE(a_command_changes_only_files_of_the_project_where_no_link_leads_out) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/out", "/srv");
    paths->add_link("/proj/near", "src");
    paths->add_link("/proj/hook", ".git/hooks/pre-commit");
    gate_options options;
    options.policy.mode = permission_mode::accept_edits;
    options.paths = paths;
    const gate_probe probe(std::move(options));
    const auto check = [&](std::string_view command) { return check_command(probe, command); };
    for (const auto* command : {"touch a", "touch near/a", "cp a b"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check(command).allowed());
    for (const auto* command :
         {"touch out/a", "cp a out/b", "touch out", "touch hook", "cd near && touch ../out/a"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check(command).asks());
}

BOOST_AUTO_TEST_CASE(a_command_only_looks_where_its_words_lead_into_the_project) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/out", "/srv");
    paths->add_link("/proj/near", "src");
    paths->add_link("/proj/sub/out2", "/srv");
    paths->add_failure("/proj/closed");
    gate_options options;
    options.policy.allow_always_safe = true;
    options.paths = paths;
    const gate_probe probe(std::move(options));
    const auto check = [&](std::string_view command) { return check_command(probe, command); };
    paths->add_link("/proj/k", "/srv");
    paths->add_link("/proj/hook", ".git/hooks/pre-commit");
    for (const auto* command : {"cat a", "cat near/a", "cd sub && cat a | head",
                                "for d in sub x; do cat $d/a; done", "cat near/*.c", "f=a; cat $f"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check(command).allowed());
    for (const auto* command :
         {"cat out", "cat out/a", "cat k", "cat out/*", "head -n 3 < out", "cat closed", "grep -vfout x",
          "cd sub && cat out2", "env -C sub cat out2", "for d in sub; do cd $d; cat out2; done",
          "for i in 1 2; do cat out2; cd sub; done", "for f in out; do cat $f; done",
          "cat $f/etc/passwd; f=src", "(f=src); cat $f/etc/passwd", "LC_ALL=src cat $LC_ALL/etc/passwd",
          "for f in a; do ls; done; cat $f/etc/passwd"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check(command).asks());

    const auto kept = make_input({{"command", "cat a"}});
    const auto in_folder = [&](std::string_view cwd) {
        return probe.gate->check({.tool_name = "Bash", .input = *kept, .cwd = cwd}, "r", probe.scratch);
    };
    BOOST_TEST(in_folder("/proj").allowed());
    BOOST_TEST(in_folder("/proj/near").allowed());
    BOOST_TEST(in_folder("").asks(), "nobody can tell where it leads");
    BOOST_TEST(in_folder("/" + std::string(max_path_bytes, 'a')).asks());

    const std::string longest(max_path_bytes - 1, 'a');
    BOOST_TEST(
        check("cat " + std::string(max_path_bytes - std::string_view("/proj/").size(), 'a')).allowed());
    BOOST_TEST(check("cat a" + longest + "/*").asks());

    std::string most = "cat";
    for (std::size_t count = 0; count < max_looked_up_paths; ++count) most += " ff";
    BOOST_TEST(check(most).allowed());
    BOOST_TEST(check(most + " ff").asks());
}

BOOST_AUTO_TEST_CASE(what_a_glob_chooses_is_looked_up) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->add_link("/proj/out", "/etc");
    paths->add_link("/proj/key.txt", "/srv/key");
    paths->add_link("/proj/near.c", "src/a.c");
    paths->set_names_below("/proj",
                           {"out", "src", "key.txt", "near.c", ".out", "a.md", "src/a.c", "src/b.h"});
    gate_options options;
    options.policy.allow_always_safe = true;
    options.paths = paths;
    const gate_probe probe(std::move(options));
    for (const auto* command : {"cat *.c", "cat *.md", "cat s*/*.c", "cat s*/a.c", "cat s*//a.c", "ls s*/",
                                "ls *.none", "cat other/*.c", "for f in *.md; do cat $f; done"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check_command(probe, command).allowed());
    for (const auto* command : {"cat o*/passwd", "cat *.txt", "cat k*", "cat */passwd", "cat ?ut/passwd",
                                "ls o*/", "cat d*/passwd", "for f in *.txt; do cat $f; done", "cat ./*.txt",
                                "cat o*//passwd", "wc -l *", "cat **/passwd", "head [k]ey.txt", "cat < k*"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check_command(probe, command).asks());
}

BOOST_AUTO_TEST_CASE(a_name_that_may_be_an_option_is_looked_for) {
    const auto seen = std::make_shared<linked_folders>();
    seen->linked = {"/proj", "/proj/linked"};
    auto* const paths = &seen->paths;
    paths->add_link("/proj/link", "/srv");
    paths->set_names_below("/proj", {"a.md", "-ox.txt", "b.json", "src", "src/a.ts", "odd", "odd/a -ox.ts",
                                     "sub", "sub/-ox.md", "q", "q/it's.ts", "link"});
    paths->set_names_below("/proj/src", {"a.ts", "b"});
    paths->set_names_below("/proj/sub", {"-ox.md"});
    paths->set_names_below("/proj/odd", {"a -ox.ts"});
    paths->set_names_below("/proj/q", {"it's.ts"});
    paths->set_names_below("/proj/nl", {"a\n-ox.ts"});
    paths->set_names_below("/proj/linked", {"key.ts"});
    paths->add_link("/proj/linked/key.ts", "../.env");
    gate_options options;
    options.policy.allow_always_safe = true;
    options.paths = seen;
    const gate_probe probe(std::move(options));
    for (const auto* command :
         {"sort *.md", "jq . *.json", "sort *.none", "cd src && sort *.ts", "sort s*/*.ts",
          "find src -name '*.ts' | xargs sed -n 1,5p", "find src -name '*.ts' | xargs -I{} sed -n 1p {}",
          "for f in $(find src -name '*.ts'); do sort \"$f\"; done", "sort -- *.txt"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check_command(probe, command).allowed());
    for (const auto* command : {"sort *.txt",
                                "sort ?ox.txt",
                                "sort [-]ox.txt",
                                "cd sub && sort *.md",
                                "(cd sub; sort *.md)",
                                "sort {-ox,y}*.none",
                                "touch x && sort *.md",
                                "sort *.md > x",
                                "sort $x*.md",
                                "sort -o *.md",
                                "cd gone && sort *.md",
                                "sort l*/*.md",
                                "find . -name '*.ts' | xargs sed -n 1p",
                                "find odd -name '*.ts' | xargs sed -n 1p",
                                "find odd -name '*.ts' | xargs -n10 sed -n 1p",
                                "find odd -name '*.ts' | xargs sort -k10",
                                "find odd -name '*.ts' | xargs -E -0 sort",
                                "find src -name '*.ts' -exec ls {} + | xargs sort",
                                "sort $(find src -name '*.ts' -exec ls {} +)",
                                "sort **/*.ts",
                                "sort */",
                                "for f in */; do sort \"$f\"; done",
                                "find q -name '*.ts' | xargs sed -n 1p",
                                "find nl -name '*.ts' | xargs -I{} sed -n 1p {}",
                                "find src odd -name '*.ts' | xargs sed -n 1p",
                                "find unseen -name '*.ts' | xargs sed -n 1p",
                                "find linked -name '*.ts' | xargs sed -n 1p",
                                "find /srv -name '*.ts' | xargs sed -n 1p",
                                "find src -name '*.ts' | xargs sed -n '1w x'",
                                "ls src | xargs sort",
                                "for f in $(find odd -name '*.ts'); do sort \"$f\"; done",
                                "touch x; find src -name '*.ts' | xargs sed -n 1p"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check_command(probe, command).asks());
}

BOOST_AUTO_TEST_CASE(a_persons_rule_is_held_against_what_a_glob_chooses) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->set_names_below("/proj", {"api", "api/appsettings.json", "web", "web/a.json", ".env", "a.txt"});
    paths->set_names_below("/proj/api", {"appsettings.json"});
    paths->set_names_below("/proj/web", {"a.json"});
    const auto rules =
        rule_set::make({rule("allow Bash"), rule("deny Path(**/*appsettings*)"), rule("deny Path(**/.env)")});
    gate_options options{.rules = rules.value()};
    options.paths = paths;
    const gate_probe probe(std::move(options));
    for (const auto* command : {"cat web/*.json", "cat *", "cat w*/*.json"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check_command(probe, command).allowed());
    for (const auto* command :
         {"cat api/*.json", "cat */*.json", "cat unseen/*.json", "cat .*", "make x && cat web/*.json"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(!check_command(probe, command).allowed());
}

BOOST_AUTO_TEST_CASE(a_search_that_can_leave_out_what_is_denied_is_told_how_and_nobody_is_asked) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->set_names_below("/proj", {".env", "a.ts", "keys", "keys/k", "src", "src/a.ts"});
    paths->set_names_below("/proj/src", {"a.ts"});
    const auto rules = rule_set::make({rule("deny Path(**/.env/**)"), rule("deny Path(**/keys/**)")});
    gate_options options{.rules = rules.value()};
    options.policy.allow_always_safe = true;
    options.paths = paths;
    const gate_probe probe(std::move(options));
    struct row {
        std::string_view command;
        std::string_view without;  // empty: a person is asked
    };
    for (const auto& row : {
             row{"grep -rn x .", "`--exclude=.env --exclude-dir=keys`"},
             row{"grep -rn x . | head -3", "`--exclude=.env --exclude-dir=keys`"},
             row{"rg x", "`-g '!.env' -g '!keys'`"},
             row{"git grep x", "`':(exclude,glob)**/.env' ':(exclude,glob)**/keys/**'`"},
             row{"grep -R x .", ""},
             row{"grep -rn x *", ""},
             row{"grep -rn x .; rg x", ""},
             row{"rg -g '*' x", ""},
             row{"make; grep -rn x .", ""},
             row{"grep -rn x . && cat $X", ""},
             row{"ag x", ""},
         })
        BOOST_TEST_CONTEXT(row.command) {
            const auto said = check_command(probe, row.command);
            BOOST_TEST(said.asks() == row.without.empty());
            BOOST_TEST(!said.allowed());
            const std::string reason =
                "it may also read `.env`, `keys` (deny rule `Path(**/.env/**)`, your "
                "policy, and others); with " +
                std::string(row.without) + " it does not";
            BOOST_TEST((row.without.empty() || said.reason() == reason), said.reason());
        }
    for (const auto* command :
         {"grep -rn x src", "grep -rn --exclude=.env --exclude-dir=keys x .", "rg -g '!.env' -g '!keys' x"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(check_command(probe, command).allowed());
    const auto searched = [&](const json_object& input) {
        const auto kept = make_input(input);
        return probe.gate->check({.tool_name = "Grep", .input = *kept, .cwd = "/proj"}, "r", probe.scratch);
    };
    BOOST_TEST(searched({{"pattern", "x"}}).asks());  // one glob leaves out one of them
    paths->set_names_below("/proj", {".env", "a.ts", "src", "src/a.ts"});
    BOOST_TEST(
        searched({{"pattern", "x"}}).reason() ==
        "it may also read `.env` (deny rule `Path(**/.env/**)`, your policy); with the glob `!.env` it "
        "does not");
    BOOST_TEST(searched({{"pattern", "x"}, {"glob", "!.env"}}).allowed());
    BOOST_TEST(!searched({{"pattern", "x"}, {"glob", "!.ENV"}}).allowed());
    BOOST_TEST(!searched({{"pattern", "x"}, {"glob", "!.env,.env"}}).allowed());
    BOOST_TEST(!searched({{"pattern", "x"}, {"glob", "!(a)"}}).allowed());
}

// Each row was tried with git 2.39.5: where that takes a `.env`, nothing is allowed.
BOOST_AUTO_TEST_CASE(what_git_would_take_into_the_repository_is_held_against_rules_for_paths) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->set_names_below("/proj", {".env", "a.ts", "sub", "sub/.env", "sub/b.ts", "lib", "lib/c.ts"});
    paths->set_names_below("/proj/sub", {".env", "b.ts"});
    paths->set_names_below("/proj/lib", {"c.ts"});
    for (const auto* file : {"/proj/a.ts", "/proj/n", "/proj/b", "/proj/c", "/proj/d", "/proj/e"})
        paths->set_names_below(file, {});
    enum class says { allow, deny, ask };
    using enum says;
    struct row {
        std::string_view command;
        says said;
        std::string_view ignored{};  // in `.gitignore`
        std::string_view below{};    // in `sub/.gitignore`
        std::string_view tracked{};
        std::string_view inner{};  // a repository of its own
    };
    for (const auto& row : {
             row{.command = "git add -A", .said = deny},
             row{.command = "git add --all", .said = deny},
             row{.command = "git add .", .said = deny},
             row{.command = "git stage .", .said = deny},
             row{.command = "git add -Av", .said = deny},
             row{.command = "git add sub", .said = deny},
             row{.command = "git add ./sub/", .said = deny},
             row{.command = "git add lib", .said = allow},
             row{.command = "git add a.ts n b c d e", .said = allow},
             row{.command = "git add ':/'", .said = deny},
             row{.command = "git add 's*'", .said = deny},
             row{.command = "git add '*.ts'", .said = allow},
             row{.command = "git add", .said = allow},
             row{.command = "git add -n .", .said = allow},
             row{.command = "git add -A; git add -n .", .said = deny},
             row{.command = "git add -A -- ':(exclude,glob)**/.env'", .said = allow},
             row{.command = "git add . ':(exclude,glob)**/.env'", .said = allow},
             row{.command = "git add -A ':!.env.example'", .said = deny},
             row{.command = "git add -A ':(exclude,glob)**/.environment'", .said = deny},
             row{.command = "git --literal-pathspecs add -A ':(exclude,glob)**/.env'", .said = ask},
             row{.command = "git add --pathspec-from-file=a.ts", .said = ask},
             row{.command = "git stash -u", .said = deny},
             row{.command = "git stash --include-untracked", .said = deny},
             row{.command = "git stash push -u", .said = deny},
             row{.command = "git stash -ku", .said = deny},
             row{.command = "git stash push -u ':(exclude,glob)**/.env'", .said = allow},
             row{.command = "git stash save -u", .said = ask},
             row{.command = "git stash", .said = allow},
             row{.command = "git stash -m u", .said = allow},
             row{.command = "git stash list", .said = allow},
             row{.command = "git stash", .said = deny, .tracked = ".env"},
             row{.command = "git stash create", .said = ask, .tracked = ".env"},
             row{.command = "git stash push -- a.ts", .said = allow, .tracked = ".env"},
             row{.command = "git add -u", .said = allow},
             row{.command = "git add -u", .said = deny, .tracked = "sub/.env"},
             row{.command = "git add -u", .said = deny, .ignored = ".env", .tracked = "sub/.env"},
             row{.command = "git add --renormalize .", .said = deny, .ignored = ".env", .tracked = ".env"},
             row{.command = "git commit -m x", .said = allow, .tracked = ".env"},
             row{.command = "git commit -am x", .said = allow},
             row{.command = "git commit -am x", .said = deny, .tracked = ".env"},
             row{.command = "git commit -m x --all", .said = deny, .tracked = ".env"},
             row{.command = "git commit -mfast", .said = allow, .tracked = ".env"},
             row{.command = "git commit -m x lib", .said = allow, .tracked = ".env"},
             row{.command = "git commit -m x .", .said = deny, .tracked = ".env"},
             row{.command = "git commit -m x ':(exclude,glob)**/.env'", .said = allow, .tracked = ".env"},
             row{.command = "git commit -pm x", .said = ask, .tracked = ".env"},
             row{.command = "git add -A", .said = allow, .ignored = ".env"},
             row{.command = "git add .", .said = allow, .ignored = ".env"},
             row{.command = "git stash -u", .said = allow, .ignored = ".env"},
             row{.command = "git add -A && git commit -m x", .said = allow, .ignored = ".env"},
             row{.command = "git status && git add -A 2>/dev/null", .said = allow, .ignored = ".env"},
             row{.command = "git add -f .", .said = deny, .ignored = ".env"},
             row{.command = "git add . -f", .said = deny, .ignored = ".env"},
             row{.command = "git add -Af", .said = deny, .ignored = ".env"},
             row{.command = "git stash -a", .said = deny, .ignored = ".env"},
             row{.command = "git add -A", .said = deny, .ignored = ".env", .tracked = ".env"},
             row{.command = "git add -A", .said = deny, .ignored = "/.env"},
             row{.command = "git add -A", .said = allow, .ignored = "/.env", .below = ".env"},
             row{.command = "git add sub", .said = allow, .ignored = "/.env", .below = ".env"},
             row{.command = "git add -A", .said = allow, .ignored = "/.env\nsub/"},
             row{.command = "git add -A", .said = allow, .ignored = "/.env\n/sub"},
             row{.command = "git add -A", .said = deny, .ignored = "/.env\nsub/", .tracked = "sub/.env"},
             row{.command = "git add -A", .said = allow, .ignored = "# x\n\n.e*\r\n"},
             row{.command = "git add -A", .said = allow, .ignored = "**/.env"},
             row{.command = "git add -A", .said = allow, .ignored = "*"},
             row{.command = "git add -A", .said = deny, .ignored = ".env/"},
             row{.command = "git add -A", .said = deny, .ignored = ".ENV"},
             row{.command = "git add -A", .said = deny, .ignored = "#.env"},
             row{.command = "git add -A", .said = deny, .ignored = ".env "},
             row{.command = "git add -A", .said = deny, .ignored = ".env\t"},
             row{.command = "git add -A", .said = deny, .ignored = "\\.env"},
             row{.command = "git add -A", .said = deny, .ignored = "[.]env"},
             row{.command = "git add -A", .said = deny, .ignored = ".en?"},
             row{.command = "git add -A", .said = deny, .ignored = "/*/.env"},
             row{.command = "git add -A", .said = deny, .ignored = ".env\n!.env"},
             row{.command = "git add -A", .said = deny, .ignored = ".env", .below = "!.env"},
             row{.command = "git add -A", .said = deny, .ignored = ".env\n!*"},
             row{.command = "git add -A", .said = deny, .ignored = ".env\n!.ENV"},
             row{.command = "git add -A", .said = deny, .ignored = ".env\n!.e[n]v"},
             row{.command = "git add -A", .said = deny, .ignored = "sub\n/.env\n!sub/"},
             row{.command = "git add -A", .said = deny, .ignored = "\xEF\xBB\xBF!.env\n.env"},
             row{.command = "git add -A", .said = allow, .ignored = ".env*\n!.env.example"},
             row{.command = "git add -A", .said = allow, .ignored = "/.env", .inner = "sub"},
             row{.command = "git add sub", .said = deny, .ignored = "/.env", .inner = "sub"},
             row{.command = "git add -A",
             .said = deny,
             .ignored = "/.env",
             .tracked = "sub/.env",
             .inner = "sub"},
             row{.command = "echo > .gitignore; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "rm .gitignore && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "touch sub/.gitignore; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "echo > .GITIGNORE; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "echo '!.env' >> .git/info/exclude; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "mv x .gitignore && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "mv sub other && git add -A", .said = deny, .ignored = ".env"},
             row{.command = "mv sub lib/ && git add lib", .said = ask},
             row{.command = "cp lib/.gitignore . && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "cp -r lib/. . && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "tar xf ../x.tar && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "cp -r sub other && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git rm -q a.ts && git add -A", .said = allow, .ignored = ".env"},
             row{.command = "sed -i d .gitignore && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "sed -i d $F && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "rm * ; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git rm -r --cached . && git add -A", .said = allow, .ignored = ".env"},
             row{.command = "git rm -r --cached . && git add -A",
             .said = deny,
             .ignored = ".env",
             .tracked = ".env"},
             row{.command = "git checkout x && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git switch x && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git stash pop && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git mv x .gitignore && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git switch -qc x && echo > n && git add n && git commit -m x",
             .said = allow,
             .ignored = ".env"},
             row{.command = "tar xf x.tar && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "frobnicate; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "python3 -c 'x()'; git add -A", .said = ask, .ignored = ".env"},
             row{.command = ". ./x && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "ln -s .gitignore l; echo > l; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "make; git add -A", .said = allow, .ignored = ".env"},
             row{.command = "make; git add -A", .said = deny},
             row{.command = "npm run build && git add -A && git commit -m x",
             .said = allow,
             .ignored = ".env"},
             row{.command = "echo > a.c && git add -A && git commit -m x", .said = allow, .ignored = ".env"},
             row{.command = "rm -rf dist; mkdir -p dist && touch a.c && git add .",
             .said = allow,
             .ignored = ".env"},
             row{.command = "git add -A > log", .said = allow, .ignored = ".env"},
             row{.command = "git -C sub add -A", .said = ask, .ignored = ".env"},
             row{.command = "git -C sub add .", .said = deny},
             row{.command = "cd sub && git add .", .said = deny},
             row{.command = "cd sub && git add -A", .said = ask, .ignored = ".env"},
             row{.command = "cd gone && git add .", .said = ask, .ignored = ".env"},
             row{.command = "GIT_DIR=x git add -A", .said = ask, .ignored = ".env"},
             row{.command = "git --git-dir=x add -A", .said = ask, .ignored = ".env"},
             row{.command = "git --work-tree=x add -A", .said = ask, .ignored = ".env"},
             row{.command = "git -c core.worktree=x add -A", .said = ask, .ignored = ".env"},
             row{.command = "export GIT_DIR=x; git add -A", .said = ask, .ignored = ".env"},
             row{.command = "for d in sub; do git add $d; done", .said = deny},
             row{.command = "ls | xargs git add", .said = ask},
             row{.command = "echo > n && git add n", .said = allow},
             row{.command = "git add gone", .said = ask},
             row{.command = "touch n && git add n", .said = allow},
             row{.command = "touch sub; git add sub", .said = deny},
             row{.command = "git add -A && git push", .said = allow, .ignored = ".env"},
             row{.command = "git add -A && git commit -m \"$(date)\"", .said = allow, .ignored = ".env"},
         })
        BOOST_TEST_CONTEXT(row.command << " " << row.ignored << " " << row.below << " " << row.tracked) {
            const auto repository = std::make_shared<one_repository>();
            repository->files.ignoring = {{"", std::string(row.ignored)}, {"sub", std::string(row.below)}};
            if (!row.tracked.empty()) repository->files.tracked.emplace_back(row.tracked);
            if (!row.inner.empty()) repository->files.repositories.emplace_back(row.inner);
            gate_options options{.rules = rules({"allow Bash", "deny Path(**/.env)"})};
            options.paths = paths;
            options.repositories = repository;
            const auto said = check_command(gate_probe(std::move(options)), row.command);
            const auto how = said.allowed() ? allow : said.asks() ? ask : deny;
            BOOST_TEST((how == row.said), said.reason());
        }
}

BOOST_AUTO_TEST_CASE(what_git_would_take_is_denied_with_the_way_out_and_no_rule_means_no_look) {
    const auto paths = std::make_shared<testing::fake_path_resolver>();
    paths->set_names_below("/proj", {".env", "keys", "keys/k"});
    const auto repository = std::make_shared<one_repository>();
    repository->files.tracked = {".env"};
    const auto said = [&](std::string_view command, std::initializer_list<std::string_view> by) {
        gate_options options{.rules = rules(by)};
        options.paths = paths;
        options.repositories = repository;
        return check_command(gate_probe(std::move(options)), command);
    };
    const auto reason = [&](std::string_view command) {
        return said(command, {"allow Bash", "deny Path(**/.env)"}).reason();
    };
    // What is written through a link may be what git goes by.
    repository->files = {.ignoring = {{"", ".env"}}};
    BOOST_TEST(said("echo > l; git add -A", {"allow Bash", "deny Path(**/.env)"}).allowed());
    paths->add_link("/proj/l", "/proj/.gitignore");
    BOOST_TEST(!said("echo > l; git add -A", {"allow Bash", "deny Path(**/.env)"}).allowed());
    repository->files = {.tracked = {".env"}};
    const std::string taken = "it may also take `.env` (deny rule `Path(**/.env)`, your policy); with ";
    BOOST_TEST(reason("git add -A") == taken + "`':(exclude,glob)**/.env'` it does not");
    BOOST_TEST(reason("git stash -u") == taken + "`push ':(exclude,glob)**/.env'` it does not");
    BOOST_TEST(reason("git commit -am x") ==
               taken + "`':(exclude,glob)**/.env'` in the place of `-a` it does not");
    BOOST_TEST(said("git add -A", {"allow Bash", "deny Path(**/keys/**)"}).reason() ==
               "it may also take `keys` (deny rule `Path(**/keys/**)`, your policy); with "
               "`':(exclude,glob)**/keys/**'` it does not");
    BOOST_TEST(
        said("git add -A ':(exclude,glob)**/keys/**'", {"allow Bash", "deny Path(**/keys/**)"}).allowed());
    BOOST_TEST(said("git add -A", {"allow Bash", "ask Path(**/.env)"}).asks());
    const auto kept = make_input({{"command", "git add -A"}, {"cwd", "sub"}});
    gate_options elsewhere{.rules = rules({"allow Bash", "deny Path(**/.env)"})};
    elsewhere.paths = paths;
    elsewhere.repositories = repository;
    const gate_probe probe(std::move(elsewhere));
    BOOST_TEST(
        probe.gate->check({.tool_name = "Bash", .input = *kept, .cwd = "/proj"}, "r", probe.scratch).asks());
    repository->files = {.ignoring = {{"", ".env"}}};
    BOOST_TEST(said("git add -A", {"allow Bash", "ask Path(**/.env)"}).allowed());
    repository->unread = true;
    BOOST_TEST(reason("git add -A") == taken + "`':(exclude,glob)**/.env'` it does not");
    repository->asked = 0;
    BOOST_TEST(said("git add -A", {"allow Bash", "deny Read(/etc/**)"}).allowed());
    BOOST_TEST(repository->asked == 0U);
}

BOOST_AUTO_TEST_CASE(parts_do_not_add_up_behind_a_folder_that_is_not_there) {
    const auto paths = std::make_shared<missing_folder>();
    gate_options options{.rules = only(rule("allow Bash(npm test)"))};
    options.policy.allow_always_safe = true;
    options.paths = paths;
    const gate_probe probe(std::move(options));
    BOOST_TEST(check_command(probe, "cd sub && npm test").allowed());
    BOOST_TEST(check_command(probe, "cd missing && npm test").asks());
    BOOST_TEST(check_command(probe, "cd sub && cd missing && npm test").asks());
}

BOOST_AUTO_TEST_CASE(git_in_a_folder_that_the_input_names_is_not_taken_for_git_here) {
    gate_options options;
    options.policy = policy::standard();
    options.repositories = std::make_shared<harmless_repositories>();
    const gate_probe probe(std::move(options));
    const auto of = [&](std::string_view tool, const json_object& input) {
        const auto kept = make_input(input);
        return probe.gate->check({.tool_name = tool, .input = *kept, .cwd = "/proj"}, "r", probe.scratch);
    };
    BOOST_TEST(of("Bash", {{"command", "git status"}}).allowed());
    BOOST_TEST(of("Bash", {{"command", "git status"}, {"cwd", "/proj"}}).allowed());
    BOOST_TEST(of("Bash", {{"command", "git status"}, {"cwd", "sub"}}).asks());
    BOOST_TEST(of("bash", {{"command", "git status"}, {"workingDirectory", "sub"}}).asks());
    BOOST_TEST(of("Bash", {{"command", "ls"}, {"cwd", "sub"}}).allowed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::gate_paths_test
