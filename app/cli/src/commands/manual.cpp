#include "../options/help.hpp"
#include "../options/mistyped.hpp"
#include "command.hpp"

#include <assent/version.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace assent::cli {
namespace {

// As text of troff: nothing in it is a request, and each sign is the one that is typed.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char each : text) {
        // At the beginning of a line a `.` is a request; an empty line is a paragraph.
        if ((safe.empty() || safe.back() == '\n') && each != '\n') safe += "\\&";
        switch (each) {
            case '\\': safe += "\\e"; break;
            case '-': safe += "\\-"; break;
            case '\'': safe += "\\(aq"; break;
            case '`': safe += "\\(ga"; break;
            case '^': safe += "\\(ha"; break;
            case '~': safe += "\\(ti"; break;
            case '"': safe += "\\(dq"; break;
            default: safe += each;
        }
    }
    return safe;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", escaped(text)); }

std::string options_text(const std::vector<const CLI::Option*>& options) {
    std::string text;
    for (const auto* const option : options) {
        const std::string value = value_of(*option);
        text += fmt::format(".TP\n{}{}\n{}\n", bold(option->get_name(option->get_positional(), true)),
                            value.empty() ? "" : fmt::format(" \\fI{}\\fR", escaped(value)),
                            escaped(described(*option)));
    }
    return text;
}

std::string synopsis(const CLI::App& command) {
    std::string text = fmt::format("{} [\\fIoption\\fR ...]", bold(full_name(command)));
    if (!shown_commands(command).empty()) text += " \\fIcommand\\fR";
    for (const auto* const operand : options_in(command, "")) {
        const bool many = operand->get_expected_max() > 1;
        const auto shown = fmt::format("\\fI{}\\fR{}", operand->get_name(true), many ? " ..." : "");
        text += operand->get_required() ? " " + shown : fmt::format(" [{}]", shown);
    }
    return fmt::format("{} {}\n", text, escaped(help_of(command).rest));
}

// Operands, then the options in their groups.
std::string options_of(const CLI::App& command) {
    std::string text;
    const auto operands = options_in(command, "");
    if (!operands.empty()) text += fmt::format(".SH OPERANDS\n{}", options_text(operands));
    text += ".SH OPTIONS\n";
    for (const auto& group : groups_of(command))
        text += fmt::format(".SS {}\n{}", escaped(group), options_text(options_in(command, group)));
    return text;
}

std::string commands_text(const CLI::App& command) {
    std::string text;
    for (const auto* const below : shown_commands(command))
        text +=
            fmt::format(".TP\n{}(1)\n{}\n", bold(full_name(*below, "-")), escaped(below->get_description()));
    return text.empty() ? text : ".SH COMMANDS\n" + text;
}

std::string notes_text(const CLI::App& command) {
    const std::string notes = notes_of(command);
    return notes.empty() ? notes : fmt::format(".SH NOTES\n{}\n", escaped(notes));
}

std::string examples_of(const CLI::App& command) {
    std::string text = ".SH EXAMPLES\n";
    for (const auto& example : help_of(command).examples)
        text += fmt::format(".PP\n.nf\n{}\n.fi\n", escaped(example));
    return text;
}

std::string page(const CLI::App& command) {
    const std::string name = full_name(command, "-");
    const auto* const parent = command.get_parent();
    return fmt::format(".TH {} 1 \"\" \"assent {}\" Assent\n", escaped(name), version) +
           fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.get_description())) +
           fmt::format(".SH SYNOPSIS\n{}", synopsis(command)) + commands_text(command) + options_of(command) +
           notes_text(command) + examples_of(command) +
           (parent == nullptr ? "" : fmt::format(".SH SEE ALSO\n{}(1)\n", bold(full_name(*parent, "-"))));
}

void write_pages(const CLI::App& command, const std::filesystem::path& folder) {
    const auto path = folder / (full_name(command, "-") + ".1");
    std::ofstream file(path);
    if (!(file << page(command)).flush())
        throw std::system_error(errno, std::generic_category(),
                                fmt::format("cannot write `{}`", path.string()));
    for (const auto* const below : shown_commands(command)) write_pages(*below, folder);
}

command_run declare_manual(CLI::App& app) {
    const auto folder = std::make_shared<std::string>();
    app.add_option("FOLDER", *folder, "the folder in which the pages are to be written")
        ->required()
        ->type_name("FOLDER");
    return [folder](const command_line& line) {
        if (command_below(line.app, *folder) != nullptr)
            throw usage_error(fmt::format(
                "man: expected a folder, into which it writes pages, got `{0}`: `assent help {0}` shows one",
                *folder));
        write_pages(line.app, *folder);
        return static_cast<int>(exit_code::ok);
    };
}

// With a command behind it, it is read as `COMMAND --help`.
command_run declare_help(CLI::App& app) {
    const auto names = std::make_shared<std::vector<std::string>>();
    app.add_option("NAME", *names, "A command, such as `check` or `policy lint`");
    return [names](const command_line&) { return static_cast<int>(exit_code::ok); };
}

}  // namespace

const command commands::help{"help",       command_group::itself,    "Say what a command does and takes",
                             declare_help, command::behind::nothing, true};
const command commands::manual{"man",          command_group::itself,    "Write the pages of the manual",
                               declare_manual, command::behind::nothing, true};

}  // namespace assent::cli
