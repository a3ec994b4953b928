#include <assent/domain/programs/git_settings.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent::programs::git_settings_test {
namespace {

BOOST_AUTO_TEST_SUITE(git_settings_test)

BOOST_AUTO_TEST_CASE(only_what_is_known_to_run_nothing_runs_nothing) {
    using enum setting_reach;
    struct {
        std::string_view name;
        std::string_view value;
        setting_reach reach;
    } const rows[]{
        {"user.name", "x", nowhere},
        {"User.Name", "x", nowhere},
        {"core.quotePath", "false", nowhere},
        {"color.ui", "always", nowhere},
        {"diff.algorithm", "histogram", nowhere},
        {"branch.a.b.remote", "origin", nowhere},
        {"branch.main.mergeOptions", "-s ours", beyond_looking},
        {"remote.origin.url", "git@example.com:a/b.git", nowhere},
        {"remote.origin.url", "ext::sh -c x", beyond_looking},
        {"remote.origin.promisor", "false", nowhere},
        {"remote.origin.promisor", "true", anywhere},
        {"core.fsmonitor", "true", nowhere},
        {"core.fsmonitor", "./watch", anywhere},
        {"core.pager", "cat", nowhere},
        {"core.pager", "./x", anywhere},
        {"core.hooksPath", "x", anywhere},
        {"core.sshCommand", "x", anywhere},
        {"pager.log", "false", nowhere},
        {"pager.log", "./x", anywhere},
        {"pretty.x", "%h %s", nowhere},
        {"pretty.x", "%G?", anywhere},
        {"alias.x", "!y", beyond_looking},
        {"credential.helper", "store", beyond_looking},
        {"man.x.cmd", "y", beyond_looking},
        {"filter.x.clean", "y", anywhere},
        {"include.path", "x", anywhere},
        {"user", "x", anywhere},
        {"nobody.knows", "x", anywhere},
        {"core.pager", any_setting_value, anywhere},
        {"core.fsmonitor", any_setting_value, anywhere},
        {"pretty.x", any_setting_value, anywhere},
        {"submodule.x.update", any_setting_value, anywhere},
        {"user.name", any_setting_value, nowhere},
    };
    for (const auto& [name, value, reach] : rows)
        BOOST_TEST((reach_of_git_setting(name, value) == reach), name << '=' << value);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs::git_settings_test
