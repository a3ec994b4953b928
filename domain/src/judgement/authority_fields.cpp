#include "authority_fields.hpp"

#include "call_fields.hpp"
#include "word_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Names of fields, in small letters and without `_` and `-`: tools spell them in many ways.
constexpr std::array unfettering_fields{"dangerouslydisablesandbox"sv, "disablesandbox"sv,
                                        "withescalatedpermissions"sv};
constexpr std::array directory_fields{"cwd"sv,
                                      "pwd"sv,
                                      "chdir"sv,
                                      "workdir"sv,
                                      "workingdir"sv,
                                      "workingdirectory"sv,
                                      "currentdir"sv,
                                      "currentdirectory"sv,
                                      "currentworkingdirectory"sv};
// Where a tool that runs commands runs them; paths like others for other tools.
constexpr std::array directories_of_commands{"dir"sv, "directory"sv, "folder"sv};

// Whether the name is one of these, however it is spelled.
template <std::size_t Count>
bool is_spelled(std::string_view name, const std::array<std::string_view, Count>& list) noexcept {
    const auto same = [name](std::string_view expected) {
        std::size_t at = 0;
        for (const char byte : name) {
            if (byte == '_' || byte == '-') continue;
            if (at == expected.size() || lower_case(byte) != expected[at]) return false;
            ++at;
        }
        return at == expected.size();
    };
    return std::any_of(list.begin(), list.end(), same);
}

}  // namespace

bool names_unfettering(std::string_view field) noexcept { return is_spelled(field, unfettering_fields); }

bool names_working_directory(std::string_view field, const tool_definition* definition) noexcept {
    return is_spelled(field, directory_fields) ||
           (runs_commands(definition) && is_spelled(field, directories_of_commands));
}

}  // namespace assent
