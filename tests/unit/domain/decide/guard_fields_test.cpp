// Fields that widen what a call may do, however a tool spells them.
#include "unit/domain/decide/guard_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent::guard_fields_test {
namespace {

BOOST_AUTO_TEST_SUITE(guard_fields_test)

BOOST_AUTO_TEST_CASE(fields_that_widen_authority_are_found) {
    const struct {
        json_object input;
        std::string_view found;
    } table[] = {
        {{{"command", "npm test"}, {"dangerouslyDisableSandbox", true}}, "widened_authority"},
        {{{"command", "npm test"}, {"dangerouslyDisableSandbox", "false"}}, "widened_authority"},
        {{{"command", "npm test"}, {"dangerouslyDisableSandbox", nullptr}}, "widened_authority"},
        {{{"command", "npm test"}, {"dangerouslyDisableSandbox", 0}}, "widened_authority"},
        {{{"command", "npm test"}, {"dangerouslyDisableSandbox", false}}, ""},
        {{{"command", "npm test"}, {"cwd", "/tmp"}}, "widened_authority"},
        {{{"command", "npm test"}, {"cwd", "/project"}}, "widened_authority"},
        {{{"command", "npm test"}, {"workingDirectory", "../x"}}, "widened_authority"},
        {{{"command", "npm test"}, {"working_directory", "~"}}, "widened_authority"},
        {{{"command", "npm test"}, {"workdir", json_array{"/tmp"}}}, "widened_authority"},
        {{{"command", "npm test"}, {"cwd", nullptr}}, ""},
        {{{"command", "npm test"}, {"cwd", "/proj"}}, ""},
        {{{"command", "npm test"}, {"cwd", "/proj/src"}}, ""},
        {{{"command", "npm test"}, {"cwd", "src"}}, ""},
        {{{"command", "npm test"}, {"directory", "/tmp"}}, ""},
        {{{"command", "npm test"}, {"dir", "/tmp"}}, ""},
        {{{"command", "npm test"}, {"my_cwd", "/tmp"}}, ""},
        {{{"command", "npm test"}, {"cwds", "/tmp"}}, ""},
        {{{"command", "npm test"}, {"", "/tmp"}}, ""},
    };
    for (const auto& each : table) {
        BOOST_TEST_CONTEXT(each.input) BOOST_TEST(guarded(each.input) == each.found);
    }
    const auto shell = tool_of_kind(tool_kind::execute);
    for (const auto* name : {"cwd",
                             "CWD",
                             "Cwd",
                             "pwd",
                             "chdir",
                             "workdir",
                             "work_dir",
                             "workDir",
                             "WORKDIR",
                             "working_dir",
                             "workingDir",
                             "working-dir",
                             "working_directory",
                             "workingDirectory",
                             "WorkingDirectory",
                             "working-directory",
                             "current_dir",
                             "currentDirectory",
                             "current_working_directory",
                             "_cwd",
                             "_______c_______w_______d_______________",
                             "dir",
                             "Dir",
                             "directory",
                             "Directory",
                             "folder"})
        BOOST_TEST_CONTEXT(name) {
            BOOST_TEST(guarded({{"command", "npm test"}, {name, "/tmp"}}, &shell) == "widened_authority");
            BOOST_TEST(guarded({{"command", "npm test"}, {name, "/proj/src"}}, &shell) == "");
        }
    for (const auto* name :
         {"dangerouslyDisableSandbox", "DangerouslyDisableSandbox", "dangerously_disable_sandbox",
          "dangerously-disable-sandbox", "DANGEROUSLY_DISABLE_SANDBOX", "disable_sandbox", "disableSandbox",
          "with_escalated_permissions"})
        BOOST_TEST_CONTEXT(name) {
            BOOST_TEST(guarded({{"command", "npm test"}, {name, true}}, &shell) == "widened_authority");
            BOOST_TEST(guarded({{"command", "npm test"}, {name, false}}, &shell) == "");
        }
    for (const auto* name : {"sudo", "Sudo", "SUDO", "privileged", "elevated", "as_root", "runAsRoot"})
        BOOST_TEST_CONTEXT(name) {
            BOOST_TEST(guarded({{"command", "npm test"}, {name, true}}, &shell) == "widened_authority");
            BOOST_TEST(guarded({{"text", "hello"}, {name, true}}) == "widened_authority");
            BOOST_TEST(guarded({{"command", "npm test"}, {name, false}}, &shell) == "");
        }
    BOOST_TEST(guarded({{"directory", "/tmp"}}, &shell) == "widened_authority");
    BOOST_TEST(guarded({{"directory", "src"}}, &shell) == "");
    BOOST_TEST(guarded({{"cwd", "/proj"}}, &shell, "") == "widened_authority");
}

BOOST_AUTO_TEST_CASE(what_commands_run_with_and_as_whom_widens_authority_where_there_are_commands) {
    const auto shell = tool_of_kind(tool_kind::execute);
    const auto reader = tool_of_kind(tool_kind::read);
    for (const auto* name : {"env", "ENV", "environment", "environment_variables", "env_vars", "shell",
                             "user", "User", "username", "runAs", "run_as_user", "uid"})
        BOOST_TEST_CONTEXT(name) {
            for (const json_value& value :
                 {json_value("root"), json_value(true), json_value(0), json_value(json_array{"A=1"}),
                  json_value(json_object{{"LD_PRELOAD", "./x.so"}})})
                BOOST_TEST_CONTEXT(value) {
                    BOOST_TEST(guarded({{"command", "npm test"}, {name, value}}, &shell) ==
                               "widened_authority");
                    BOOST_TEST(guarded({{name, value}}, &shell) == "widened_authority");
                    // A tool that nobody has registered, too.
                    BOOST_TEST(guarded({{"command", "npm test"}, {name, value}}) == "widened_authority");
                    BOOST_TEST(guarded({{"cmd", "npm test"}, {name, value}}) == "widened_authority");
                    BOOST_TEST(guarded({{"text", "hello"}, {name, value}}) == "");
                    BOOST_TEST(guarded({{"file_path", "a"}, {name, value}}, &reader) == "");
                }
            for (const json_value& value : {json_value(""), json_value(nullptr), json_value(false),
                                            json_value(json_array()), json_value(json_object())})
                BOOST_TEST_CONTEXT(value) {
                    BOOST_TEST(guarded({{"command", "npm test"}, {name, value}}, &shell) == "");
                }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::guard_fields_test
