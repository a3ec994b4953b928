#pragma once

#include <assent/domain/tools/agent_facts.hpp>

namespace assent {

/// What Gemini CLI and Qwen Code, which began as a copy of it, have in common.
// clang-format off
inline constexpr own_tool gemini_family_tools[] = {
    {.name = "run_shell_command", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"dir_path", "directory"}}}},
    {.name = "read_file", .standard = "Read",
     .fields = {{.standard = "file_path", .own = {"file_path", "absolute_path", "path"}, .needed = true}}},
    {.name = "read_many_files", .standard = "Read",
     .fields = {{.standard = "file_path", .own = {"paths", "include"}, .needed = true, .derived = true}}},
    {.name = "write_file", .standard = "Write",
     .fields = {{.standard = "file_path", .own = {"file_path", "path"}, .needed = true},
                {.standard = "content"}}},
    {.name = "replace", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"file_path", "path"}, .needed = true}}},
    {.name = "edit", .standard = "Edit", .fields = {{.standard = "file_path", .needed = true}}},
    {.name = "notebook_edit", .standard = "NotebookEdit", .fields = {{.standard = "notebook_path", .needed = true}}},
    {.name = "list_directory", .standard = "LS",
     .fields = {{.standard = "path", .own = {"path", "dir_path"}, .needed = true}}},
    {.name = "glob", .standard = "Glob",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "dir_path"}}}},
    {.name = "grep_search", .standard = "Grep",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "dir_path"}},
                {.standard = "glob", .own = {"glob", "include_pattern", "include"}}}},
    {.name = "search_file_content", .standard = "Grep",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "dir_path"}},
                {.standard = "glob", .own = {"glob", "include"}}}},
    {.name = "exit_plan_mode", .standard = "ExitPlanMode"},
};
// They start a hook with these in its environment, whatever a project says.
inline constexpr std::string_view gemini_family_hook =
    R"("type": "command", "name": "assent", "env": {"LD_PRELOAD": "", "LD_LIBRARY_PATH": "", "LD_AUDIT": "", )"
    R"("DYLD_INSERT_LIBRARIES": "", "DYLD_LIBRARY_PATH": "", "BASH_ENV": "", "ENV": "", "SHELLOPTS": "", "BASHOPTS": ""}, )";
// clang-format on

}  // namespace assent
