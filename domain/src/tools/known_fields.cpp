// The table of fields: what each holds, and what it is for.
#include <assent/domain/tools/known_fields.hpp>

#include "../text/word_map.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

// clang-format off
constexpr auto known_fields = [] {
    using enum field_kind;
    using enum field_role;
    return std::to_array<known_field>({
        {.name = "command",  .kind = command},
        {.name = "commands", .kind = command},
        {.name = "cmd",      .kind = command},
        {.name = "script",   .kind = command},
        {.name = "argv",     .kind = command},

        {.name = "filepath",     .kind = path, .role = file},
        {.name = "path",         .kind = path, .role = file},
        {.name = "filename",     .kind = path, .role = file},
        {.name = "abspath",      .kind = path, .role = file},
        {.name = "absolutepath", .kind = path, .role = file},
        {.name = "notebookpath", .kind = path, .role = file},
        {.name = "filepaths",    .kind = path},
        {.name = "paths",        .kind = path},
        {.name = "files",        .kind = path},
        {.name = "root",         .kind = path},
        {.name = "directory",    .kind = path, .role = directory_of_commands},

        {.name = "url",  .kind = url},
        {.name = "glob", .kind = glob},

        {.name = "cwd",                     .role = working_directory},
        {.name = "pwd",                     .role = working_directory},
        {.name = "chdir",                   .role = working_directory},
        {.name = "workdir",                 .role = working_directory},
        {.name = "workingdir",              .role = working_directory},
        {.name = "workingdirectory",        .role = working_directory},
        {.name = "currentdir",              .role = working_directory},
        {.name = "currentdirectory",        .role = working_directory},
        {.name = "currentworkingdirectory", .role = working_directory},
        // Paths like others for tools that run no commands.
        {.name = "dir",    .role = directory_of_commands},
        {.name = "folder", .role = directory_of_commands},

        {.name = "asroot",                    .role = unfetters},
        {.name = "dangerouslydisablesandbox", .role = unfetters},
        {.name = "disablesandbox",            .role = unfetters},
        {.name = "elevated",                  .role = unfetters},
        {.name = "privileged",                .role = unfetters},
        {.name = "runasroot",                 .role = unfetters},
        {.name = "sudo",                      .role = unfetters},
        {.name = "withescalatedpermissions",  .role = unfetters},
        // Data like others for tools that run no commands.
        {.name = "env",                  .role = surroundings},
        {.name = "environment",          .role = surroundings},
        {.name = "environmentvariables", .role = surroundings},
        {.name = "envvars",              .role = surroundings},
        {.name = "runas",                .role = surroundings},
        {.name = "runasuser",            .role = surroundings},
        {.name = "shell",                .role = surroundings},
        {.name = "uid",                  .role = surroundings},
        {.name = "user",                 .role = surroundings},
        {.name = "username",             .role = surroundings},
    });
}();
// clang-format on

// The longest is shorter.
constexpr std::size_t longest_name = 32;
static_assert(std::ranges::all_of(known_fields,
                                  [](const known_field& row) { return row.name.size() < longest_name; }));

constexpr char left_out = '_';
// What bytes of names of fields become.
constexpr std::array<char, 256> plain_letters = [] {
    auto table = lower_case_bytes;
    table['_'] = table['-'] = left_out;
    return table;
}();

}  // namespace

std::span<const known_field> all_known_fields() noexcept { return known_fields; }

known_field known_field_of(std::string_view name) noexcept {
    static const auto by_name = [] {
        word_map<known_field> all;
        for (const auto& row : known_fields) all[row.name] = row;
        return all;
    }();
    std::array<char, longest_name> letters;
    std::size_t length = 0;
    for (const char byte : name) {
        if (length == letters.size()) return {};
        letters[length] = plain_letters[static_cast<unsigned char>(byte)];
        if (letters[length] != left_out) ++length;
    }
    return by_name.of({letters.data(), length});
}

field_kind kind_of_field(std::string_view name) noexcept { return known_field_of(name).kind; }

}  // namespace assent
