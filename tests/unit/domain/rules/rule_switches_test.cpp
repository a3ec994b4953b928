#include <assent/domain/shell/rule_switches.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent::rule_switches_test {
namespace {

BOOST_AUTO_TEST_SUITE(rule_switches_test)

BOOST_AUTO_TEST_CASE(the_switches_that_are_on_are_named) {
    BOOST_TEST(to_string(rule_switches()) == "");
    BOOST_TEST(rule_switches().all_off());
    BOOST_TEST(to_string(rule_switches{.allow_dotfiles = true}) == "allow_dotfiles");
    const rule_switches all{.star_crosses_slash = true,
                            .allow_dotfiles = true,
                            .allow_sees_through_wrappers = true,
                            .allow_background = true,
                            .allow_env_names = {"CI", "TERM"}};
    BOOST_TEST(!all.all_off());
    BOOST_TEST(to_string(all) ==
               "star_crosses_slash, allow_dotfiles, allow_sees_through_wrappers, allow_background, "
               "allow_env_names CI TERM");
}

BOOST_AUTO_TEST_CASE(a_variable_that_makes_programs_run_others_may_not_be_named) {
    for (const std::string_view name :
         {"CI", "_", "a9", "PATHS", "TERM", "TZ", "LANG", "LC_ALL", "FORCE_COLOR", "NO_COLOR", "DEBUG",
          "RUST_LOG", "RUST_BACKTRACE", "NODE_ENV", "GOOS", "GOARCH", "PYTHONUNBUFFERED", "DEBIAN_FRONTEND",
          "DATABASE_URL"})
        BOOST_TEST_CONTEXT(name) BOOST_TEST(env_name_flaw(name) == "");
    for (const std::string_view name : {"PATH",
                                        "IFS",
                                        "ENV",
                                        "BASH_ENV",
                                        "PS4",
                                        "SHELLOPTS",
                                        "BASHOPTS",
                                        "CDPATH",
                                        "LD_PRELOAD",
                                        "LD_",
                                        "DYLD_INSERT_LIBRARIES",
                                        "BASH_FUNC_x",
                                        "GCONV_PATH",
                                        "PYTEST_ADDOPTS",
                                        "PYTEST_PLUGINS",
                                        "PYTHONPATH",
                                        "PYTHONSTARTUP",
                                        "PYTHONWARNINGS",
                                        "PYTHONBREAKPOINT",
                                        "PIP_INDEX_URL",
                                        "UV_INDEX_URL",
                                        "RIPGREP_CONFIG_PATH",
                                        "CMAKE_C_COMPILER_LAUNCHER",
                                        "CMAKE_CXX_COMPILER_LAUNCHER",
                                        "CMAKE_TOOLCHAIN_FILE",
                                        "CCACHE_PREFIX",
                                        "CC",
                                        "CXX",
                                        "LD",
                                        "CFLAGS",
                                        "CXXFLAGS",
                                        "LDFLAGS",
                                        "MAKEFLAGS",
                                        "GNUMAKEFLAGS",
                                        "MAKEFILES",
                                        "PHPRC",
                                        "PHP_INI_SCAN_DIR",
                                        "GOFLAGS",
                                        "GOCACHEPROG",
                                        "GOTOOLCHAIN",
                                        "CGO_CFLAGS",
                                        "RUSTC_WRAPPER",
                                        "RUSTC_WORKSPACE_WRAPPER",
                                        "RUSTFLAGS",
                                        "RUSTDOCFLAGS",
                                        "CARGO_BUILD_RUSTC",
                                        "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
                                        "npm_config_script_shell",
                                        "NPM_CONFIG_REGISTRY",
                                        "Npm_Config_prefix",
                                        "YARN_RC_FILENAME",
                                        "GIT_SSH_COMMAND",
                                        "GIT_DIR",
                                        "GIT_CONFIG_COUNT",
                                        "GIT_EXTERNAL_DIFF",
                                        "NODE_OPTIONS",
                                        "NODE_PATH",
                                        "node_env",
                                        "JAVA_TOOL_OPTIONS",
                                        "_JAVA_OPTIONS",
                                        "JDK_JAVA_OPTIONS",
                                        "MAVEN_OPTS",
                                        "SBT_OPTS",
                                        "GRADLE_USER_HOME",
                                        "JAVA_HOME",
                                        "CLASSPATH",
                                        "LESSOPEN",
                                        "LESS",
                                        "PAGER",
                                        "MANPAGER",
                                        "EDITOR",
                                        "VISUAL",
                                        "HGEDITOR",
                                        "BROWSER",
                                        "SHELL",
                                        "HOME",
                                        "XDG_CONFIG_HOME",
                                        "SSH_ASKPASS",
                                        "SVN_SSH",
                                        "RSYNC_RSH",
                                        "PERL5OPT",
                                        "PERL5LIB",
                                        "RUBYOPT",
                                        "BUNDLE_GEMFILE",
                                        "LUA_INIT",
                                        "VIMINIT",
                                        "EXINIT",
                                        "PROMPT_COMMAND",
                                        "READNULLCMD",
                                        "JEMALLOC_PRELOAD",
                                        "DOTNET_STARTUP_HOOKS",
                                        "CORECLR_PROFILER",
                                        "ERL_FLAGS",
                                        "R_PROFILE_USER",
                                        "OPENSSL_CONF",
                                        "AWS_PROFILE",
                                        "DOCKER_HOST",
                                        "KUBECONFIG",
                                        "TERMINFO",
                                        "TAR_OPTIONS",
                                        "GREP_OPTIONS",
                                        "GTK_MODULES",
                                        "QT_PLUGIN_PATH",
                                        "http_proxy",
                                        "HTTPS_PROXY",
                                        "GLIBC_TUNABLES"})
        BOOST_TEST_CONTEXT(name)
    BOOST_TEST(env_name_flaw(name).starts_with("expected a variable that makes"));
    for (const std::string_view name : {"", "9x", "a-b", "a=b", "a b", "\xC3\xA9", "x\n"})
        BOOST_TEST_CONTEXT(name)
    BOOST_TEST(env_name_flaw(name).starts_with("expected the name of a variable"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_switches_test
