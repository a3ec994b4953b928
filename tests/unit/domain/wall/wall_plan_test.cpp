#include <assent/domain/wall/wall_plan.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

using namespace assent;

namespace wall_plan_test {
namespace {

using kind = wall_mount::kind;

wall_ground ground_of(const std::string& project) {
    return {.home = "/home/ann",
            .folder = project,
            .project = project,
            .state = "/home/ann/.local/state/assent",
            .caches = "/home/ann/.local/state/assent/walls/shop-1",
            .nothing = "/home/ann/.local/state/assent/walls/nothing",
            .nothing_folder = "/home/ann/.local/state/assent/walls/no-folder"};
}

// What lies at a path, of what lies there on top; nothing: no mount of its own.
std::string lies_at(const wall_plan& plan, const std::string& path) {
    std::string found;
    for (const auto& mount : plan.mounts)
        if (mount.at == path) found = to_string(mount.is);
    return found;
}

std::string why_not_at(const std::string& project) {
    const auto plan = make_wall_plan({}, ground_of(project));
    return plan ? "" : plan.error().why;
}

}  // namespace
}  // namespace wall_plan_test

BOOST_AUTO_TEST_SUITE(wall_plan_test)

BOOST_AUTO_TEST_CASE(a_temporary_file_lies_on_top_of_the_empty_folder_and_only_as_the_file_that_was_seen) {
    auto ground = ground_of("/home/ann/shop");
    ground.scratch = {
        {"/tmp/x.log", "1:2", true}, {"/tmp/y.log", "1:3"}, {"/home/ann/shop/z.log", "1:4", true}};
    const auto plan = make_wall_plan({}, ground).value();
    const auto folder = std::ranges::find(plan.mounts, "/tmp", &wall_mount::at);
    const auto file = std::ranges::find(plan.mounts, "/tmp/x.log", &wall_mount::at);
    BOOST_TEST_REQUIRE((file != plan.mounts.end()));
    BOOST_TEST((folder < file));
    BOOST_TEST((file->is == kind::write));
    BOOST_TEST(file->from == "/tmp/x.log");
    BOOST_TEST(file->seen == "1:2");
    BOOST_TEST(lies_at(plan, "/tmp/y.log") == "read");
    BOOST_TEST(lies_at(plan, "/home/ann/shop/z.log") == "");
    BOOST_TEST(lies_at(make_wall_plan({}, ground_of("/home/ann/shop")).value(), "/tmp/x.log") == "");
}

BOOST_AUTO_TEST_CASE(behind_a_wall_that_is_narrowed_nothing_else_outside_can_be_changed) {
    auto ground = ground_of("/home/ann/shop");
    ground.found = {{.path = "/home/ann/shop/.git/refs/assent", .folder = true, .of_assent = true}};
    const auto whole = make_wall_plan({}, ground).value();
    BOOST_TEST(lies_at(whole, "/home/ann/shop/.git/refs/assent") == "read");
    const auto plan = only_to_change(whole, {"/home/ann/shop/.git/refs/assent"});
    BOOST_TEST(lies_at(plan, "/home/ann/shop") == "read");
    BOOST_TEST(lies_at(plan, "/home/ann/shop/.git/refs/assent") == "write");
    BOOST_TEST(std::ranges::count(plan.mounts, kind::write, &wall_mount::is) == 1);
    BOOST_TEST(plan.made.empty());
    BOOST_TEST((plan.mounts.back().is == kind::sealed));
}

BOOST_AUTO_TEST_CASE(what_is_no_project_gets_no_wall) {
    for (const std::string each :
         {"/", "/home", "/home/ann", "/tmp", "/var", "/usr/local/src", "/etc", "/run/x", "/dev/shm/x",
          "/home/ann/.config/x", "/home/ann/.local/share/x", "/home/ann/.ssh",
          "/home/ann/.local/state/assent/walls", "/srv/x/.git/hooks"})
        BOOST_TEST(!why_not_at(each).empty(), each);
    for (const std::string each : {"/home/ann/shop", "/home/ann/work/shop", "/srv/shop", "/tmp/shop",
                                   "/opt/shop", "/homes/x", "/home/ann/shop/.claude/worktrees/one"})
        BOOST_TEST(why_not_at(each).empty(), each << ": " << why_not_at(each));
}

BOOST_AUTO_TEST_CASE(a_home_of_the_system_gets_no_wall) {
    for (const std::string each : {"/", "/usr/share", "/etc", "/run/user/1"}) {
        auto ground = ground_of("/srv/shop");
        ground.home = each;
        const auto plan = make_wall_plan({}, ground);
        BOOST_TEST(!plan.has_value(), each);
    }
}

BOOST_AUTO_TEST_CASE(the_program_of_a_wall_lies_where_the_command_cannot_change_it) {
    auto ground = ground_of("/home/ann/shop");
    ground.inside = "/home/ann/shop/build/assent";
    BOOST_TEST(!make_wall_plan({}, ground).has_value());
    ground.inside = "/home/ann/shops/assent";
    BOOST_TEST(make_wall_plan({}, ground).has_value());
    BOOST_TEST(!make_wall_plan({.write = {"~/shops"}}, ground).has_value());
}

BOOST_AUTO_TEST_CASE(folders_of_programs_that_the_path_names_are_there_to_read) {
    auto ground = ground_of("/home/ann/shop");
    const std::string are_there[] = {"/home/ann/bin", "/srv/go/bin", "/home/ann/tools/sbin"};
    const std::string are_not[] = {"/home/ann/letters", "/srv", "/home/ann/.ssh/bin",
                                   "/home/ann/.local/state/assent/bin"};
    for (const auto& each : are_there) ground.programs.push_back(each);
    for (const auto& each : are_not) ground.programs.push_back(each);
    ground.programs.push_back("/home/ann/shop/bin");
    const auto plan = make_wall_plan({}, ground).value();
    for (const auto& each : are_there) BOOST_TEST(lies_at(plan, each) == "read_if_there", each);
    for (const auto& each : are_not) BOOST_TEST(lies_at(plan, each).empty(), each);
    BOOST_TEST(plan.written == std::vector<std::string>{"/home/ann/shop"});
    ground.home = "/home/ann/bin";  // a home is never there
    BOOST_TEST(lies_at(make_wall_plan({}, ground).value(), "/home/ann/bin") == "memory");
}

BOOST_AUTO_TEST_CASE(sockets_are_hidden_and_what_is_watched_among_packages_is_not) {
    auto ground = ground_of("/home/ann/shop");
    ground.found = {
        {.path = "/home/ann/shop/agent", .talks = true},
        {.path = "/home/ann/shop/node_modules/p/.vscode", .is = {.runs_later = true}, .only_new = true}};
    const auto plan = make_wall_plan({.project_secrets = true}, ground).value();
    BOOST_TEST(lies_at(plan, "/home/ann/shop/agent") == "hidden");
    BOOST_TEST(lies_at(plan, "/home/ann/shop/node_modules/p/.vscode").empty());
    BOOST_TEST(planted({}, ground.found).size() == 1U);
}

BOOST_AUTO_TEST_CASE(nothing_lies_in_a_folder_that_is_hidden) {
    auto ground = ground_of("/home/ann/shop");
    ground.found = {{.path = "/home/ann/shop/.docker", .is = {.secret = true}, .folder = true},
                    {.path = "/home/ann/shop/.docker/x", .is = {.runs_later = true}}};
    const auto plan = make_wall_plan({}, ground).value();
    BOOST_TEST(lies_at(plan, "/home/ann/shop/.docker") == "hidden");
    BOOST_TEST(lies_at(plan, "/home/ann/shop/.docker/x").empty());
}

BOOST_AUTO_TEST_CASE(what_runs_later_is_read_only_and_each_folder_above_it_cannot_be_moved) {
    auto ground = ground_of("/home/ann/shop");
    ground.found = {{.path = "/home/ann/shop/a/b/.git/hooks", .is = {.runs_later = true}, .folder = true},
                    {.path = "/home/ann/shop/.vscode", .is = {.runs_later = true}, .folder = true}};
    const auto plan = make_wall_plan({}, ground).value();
    BOOST_TEST(lies_at(plan, "/home/ann/shop/a/b/.git/hooks") == "read");
    BOOST_TEST(lies_at(plan, "/home/ann/shop/.vscode") == "read");
    for (const std::string each :
         {"/home/ann/shop", "/home/ann/shop/a", "/home/ann/shop/a/b", "/home/ann/shop/a/b/.git"})
        BOOST_TEST(lies_at(plan, each) == "write", each);
}

BOOST_AUTO_TEST_CASE(secrets_are_hidden_unless_the_policy_has_them_there) {
    auto ground = ground_of("/home/ann/shop");
    ground.found = {{.path = "/home/ann/shop/.env", .is = {.secret = true}},
                    {.path = "/home/ann/shop/l", .is = {.secret = true}, .leads_to = "/home/ann/shop/real"}};
    BOOST_TEST(lies_at(make_wall_plan({}, ground).value(), "/home/ann/shop/.env") == "hidden");
    BOOST_TEST(lies_at(make_wall_plan({}, ground).value(), "/home/ann/shop/real") == "hidden");
    BOOST_TEST(
        lies_at(make_wall_plan({.project_secrets = true}, ground).value(), "/home/ann/shop/.env").empty());
}

BOOST_AUTO_TEST_CASE(a_protected_file_with_a_second_name_makes_no_wall) {
    auto ground = ground_of("/home/ann/shop");
    ground.found = {
        {.path = "/home/ann/shop/.git/config", .is = {.runs_later = true}, .has_other_names = true}};
    BOOST_TEST(make_wall_plan({}, ground).error().why.find("hard link") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(so_many_places_are_protected_and_not_one_more) {
    auto ground = ground_of("/home/ann/shop");
    for (std::size_t each = 0; each < max_wall_places; ++each)
        ground.found.push_back({.path = "/home/ann/shop/" + std::to_string(each), .is = {.secret = true}});
    BOOST_TEST(make_wall_plan({}, ground).has_value());
    ground.found.push_back({.path = "/home/ann/shop/more", .is = {.secret = true}});
    BOOST_TEST(make_wall_plan({}, ground).error().why.find("1001") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_outside_of_the_project_may_be_changed_but_what_the_policy_names) {
    const auto changed = [](const wall_settings& settings) {
        std::string all;
        for (const auto& mount : make_wall_plan(settings, ground_of("/home/ann/shop")).value().mounts)
            if (mount.is == kind::write && mount.from == mount.at) all += mount.at + " ";
        return all;
    };
    BOOST_TEST(changed({}) == "/home/ann/shop ");
    BOOST_TEST(changed({.write = {"~/out"}}) == "/home/ann/shop /home/ann/out ");
    for (const std::string each : {"/", "~/.ssh", "~/.config/x", "/etc/x", "/home"})
        BOOST_TEST(!make_wall_plan({.write = {each}}, ground_of("/home/ann/shop")).has_value(), each);
}

BOOST_AUTO_TEST_CASE(variables_that_name_secrets_or_sockets_are_not_there) {
    auto ground = ground_of("/home/ann/shop");
    ground.environment = {"PATH=/usr/bin",    "GITHUB_TOKEN=x",
                          "SSH_AUTH_SOCK=/x", "DBUS_SESSION_BUS_ADDRESS=x",
                          "DB_PASSWORD=x",    "DATABASE_URL=pg://u:p@h",
                          "DISPLAY=:0",       "TERM=xterm",
                          "HOME=/somewhere",  "XDG_RUNTIME_DIR=/run/user/1",
                          "NODE_ENV=test",    "PIP_RETRIES=9"};
    const auto plan = make_wall_plan({}, ground).value();
    const std::vector<std::string> expected{
        "PATH=/usr/bin", "TERM=xterm",        "NODE_ENV=test",  "npm_config_fetch_retries=0",
        "PIP_RETRIES=0", "CARGO_NET_RETRY=0", "HOME=/home/ann", "PWD=/home/ann/shop",
        "TMPDIR=/tmp"};
    BOOST_TEST(plan.environment == expected, boost::test_tools::per_element());

    const auto open = make_wall_plan({.network = wall_network::all}, ground).value();
    const std::vector<std::string> with_network{"PATH=/usr/bin", "TERM=xterm",     "NODE_ENV=test",
                                                "PIP_RETRIES=9", "HOME=/home/ann", "PWD=/home/ann/shop",
                                                "TMPDIR=/tmp"};
    BOOST_TEST(open.environment == with_network, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(places_are_known_by_their_names) {
    const auto later = [](std::string_view path, bool folder) {
        return wall_place_of(path, folder).runs_later;
    };
    const auto secret = [](std::string_view path, bool folder) { return wall_place_of(path, folder).secret; };
    for (const std::string each :
         {"/p/.vscode", "/p/a/.claude", "/p/.husky", "/p/.github/workflows", "/p/.cargo", "/p/.mcp.json"})
        BOOST_TEST(later(each, true), each);
    for (const std::string each : {"/p/src", "/p/.github", "/p/.gitignore", "/p/Makefile", "/p/.github/a.md"})
        BOOST_TEST(!later(each, false), each);
    for (const std::string each :
         {"/p/.env", "/p/a/.env.local", "/p/server.key", "/p/id_rsa", "/p/credentials.json"})
        BOOST_TEST(secret(each, false), each);
    for (const std::string each : {"/p/.env.example", "/p/token.ts", "/p/README.md"})
        BOOST_TEST(!secret(each, false), each);
    // A folder of a compiler's sources.
    BOOST_TEST(!secret("/p/src/token", true));
}

BOOST_AUTO_TEST_CASE(what_was_there_before_is_not_planted) {
    const found_place hooks{.path = "/p/.git/hooks", .is = {.runs_later = true}, .folder = true};
    const found_place fresh{.path = "/p/.vscode", .is = {.runs_later = true}, .folder = true};
    found_place link = hooks;
    link.leads_to = "/p/evil";
    BOOST_TEST(planted({hooks}, {hooks}).empty());
    BOOST_TEST(planted({hooks}, {hooks, fresh}).size() == 1U);
    BOOST_TEST(planted({hooks}, {link}).size() == 1U);
    BOOST_TEST(planted({}, {{.path = "/p/.env", .is = {.secret = true}}}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
