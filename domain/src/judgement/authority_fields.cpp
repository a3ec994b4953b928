#include "authority_fields.hpp"

#include "../word_list.hpp"
#include "call_fields.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Names of fields, in small letters and without `_` and `-`: tools spell them in many ways.
constexpr std::array unfettering_fields{"asroot"sv,         "dangerouslydisablesandbox"sv,
                                        "disablesandbox"sv, "elevated"sv,
                                        "privileged"sv,     "runasroot"sv,
                                        "sudo"sv,           "withescalatedpermissions"sv};
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
// As whom, by what and with which variables commands run; data like others for other tools.
constexpr std::array surroundings_of_commands{"env"sv,     "environment"sv, "environmentvariables"sv,
                                              "envvars"sv, "runas"sv,       "runasuser"sv,
                                              "shell"sv,   "uid"sv,         "user"sv,
                                              "username"sv};

// The letters with which the names above begin and end, in either case, and what may stand beside them.
constexpr byte_set first_letters("acdefprsuwACDEFPRSUW_-");
constexpr byte_set last_letters("delorstvxyDELORSTVXY_-");
constexpr std::size_t longest_name = 32;  // of them; none is longer

template <std::size_t Count>
constexpr bool are_told(const std::array<std::string_view, Count>& names) noexcept {
    return std::all_of(names.begin(), names.end(), [](std::string_view name) {
        return first_letters.has(name.front()) && last_letters.has(name.back()) &&
               name.size() <= longest_name;
    });
}
static_assert(are_told(unfettering_fields) && are_told(directory_fields) &&
              are_told(directories_of_commands) && are_told(surroundings_of_commands));

bool may_be_spelled(std::string_view name) noexcept {
    return !name.empty() && first_letters.has(name.front()) && last_letters.has(name.back());
}

// A name as it stands in the lists, however it is spelled; empty: it is in none of them.
class plain_spelling {
public:
    explicit plain_spelling(std::string_view name) noexcept {
        for (const char byte : name) {
            if (byte == '_' || byte == '-') continue;
            if (length_ == letters_.size()) {
                length_ = 0;
                return;
            }
            letters_[length_++] = lower_case(byte);
        }
    }
    template <std::size_t Count>
    [[nodiscard]] bool is_one_of(const std::array<std::string_view, Count>& list) const noexcept {
        const std::string_view plain(letters_.data(), length_);
        return std::any_of(list.begin(), list.end(), [&](std::string_view each) { return each == plain; });
    }

private:
    std::array<char, longest_name> letters_{};
    std::size_t length_ = 0;
};

}  // namespace

bool names_unfettering(std::string_view field) noexcept {
    return may_be_spelled(field) && plain_spelling(field).is_one_of(unfettering_fields);
}

bool names_surroundings(std::string_view field) noexcept {
    return may_be_spelled(field) && plain_spelling(field).is_one_of(surroundings_of_commands);
}

bool names_working_directory(std::string_view field, const tool_definition* definition) noexcept {
    if (!may_be_spelled(field)) return false;
    const plain_spelling plain(field);
    return plain.is_one_of(directory_fields) ||
           (runs_commands(definition) && plain.is_one_of(directories_of_commands));
}

}  // namespace assent
