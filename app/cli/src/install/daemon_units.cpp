#include "daemon_units.hpp"

#include "../files/user_folders.hpp"
#include "agent_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace assent::cli {
namespace {

constexpr std::string_view program_mark = "@assent_program@";
constexpr std::string_view options_mark = "@assent_options@";

constexpr std::string_view plain_unit_bytes =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+,-./:=@_";

// A word of a command as systemd takes it for one. Source: systemd.service(5), "Command lines".
std::string unit_word(std::string_view word, bool has_variables) {
    if (!word.empty() && word.find_first_not_of(plain_unit_bytes) == word.npos) return std::string(word);
    std::string made = "\"";
    for (const char byte : word) {
        if (byte == '%' || (byte == '$' && has_variables)) made += byte;
        if (byte == '"' || byte == '\\') made += '\\';
        if (static_cast<unsigned char>(byte) < ' ')
            made += fmt::format("\\x{:02x}", byte);
        else
            made += byte;
    }
    return made + '"';
}

void put_in(std::string& text, std::string_view mark, std::string_view value) {
    const auto at = text.find(mark);
    if (at != text.npos) text.replace(at, mark.size(), value);
}

std::string without_command(std::string_view unit) {
    const auto begin = std::min(unit.find("\nExecStart="), unit.size());
    const auto end = std::min(unit.find('\n', begin + 1), unit.size());
    return std::string(unit.substr(0, begin)).append(unit.substr(end));
}

}  // namespace

bool daemon_unit::is_ours(std::string_view other) const {
    return without_command(other) == without_command(text);
}

bool daemon_unit::stands() const {
    const auto there = text_of_settings(path);
    return there && is_ours(*there);
}

std::vector<daemon_unit> daemon_units(std::string_view program, const std::vector<std::string>& options) {
    const auto folder = config_folder() / "systemd" / "user";
    if (!folder.is_absolute()) throw std::runtime_error("$HOME: expected an absolute path");
    std::string words;
    for (const auto& each : options) words.append(" ").append(unit_word(each, true));
    const auto unit = [&](std::string_view name, std::string_view as) {
        daemon_unit made{folder / name, std::string(as)};
        put_in(made.text, options_mark, words);
        put_in(made.text, program_mark, unit_word(program, false));
        return made;
    };
    return {unit("assent-daemon.socket", socket_unit_template()),
            unit("assent-daemon.service", service_unit_template())};
}

}  // namespace assent::cli
