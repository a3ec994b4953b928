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

// The letters with which the names above begin and end, in either case, and what may stand beside them.
constexpr byte_set first_letters("cdfpwCDFPW_-");
constexpr byte_set last_letters("drsxyDRSXY_-");

template <std::size_t Count>
constexpr bool told_by_ends(const std::array<std::string_view, Count>& names) noexcept {
    return std::all_of(names.begin(), names.end(), [](std::string_view name) {
        return first_letters.has(name.front()) && last_letters.has(name.back());
    });
}
static_assert(told_by_ends(unfettering_fields) && told_by_ends(directory_fields) &&
              told_by_ends(directories_of_commands));

bool may_be_spelled(std::string_view name) noexcept {
    return !name.empty() && first_letters.has(name.front()) && last_letters.has(name.back());
}

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

bool names_unfettering(std::string_view field) noexcept {
    return may_be_spelled(field) && is_spelled(field, unfettering_fields);
}

bool names_working_directory(std::string_view field, const tool_definition* definition) noexcept {
    return may_be_spelled(field) &&
           (is_spelled(field, directory_fields) ||
            (runs_commands(definition) && is_spelled(field, directories_of_commands)));
}

}  // namespace assent
