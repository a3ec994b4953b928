#include "command_look.hpp"
#include "../text/word_list.hpp"

#include "../programs/catalogue.hpp"
#include "../shell/deciding_variables.hpp"
#include "protected_places.hpp"

#include <assent/domain/shell/shell_command.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace assent {
namespace {

using programs::effect;
using programs::program_use;
using word = shell_runs::word;

// Words of a program that is not in the catalogue, each of which is looked at as if it ran the rest: what
// more there are is not looked at.
constexpr std::size_t max_programs_behind_unknown = 16;

constexpr bool any(effect does) noexcept { return does != effect::reads; }

// What makes an effect risky, whether or not it is what the program is for.
struct risky_effect {
    effect does;
    factor risk;
};
constexpr risky_effect risky_effects[] = {
    {effect::deletes | effect::destroys, factor::destructive_command},
    {effect::rights, factor::privilege},
    {effect::fetches | effect::sends, factor::network},
    {effect::installs, factor::package_install},
    {effect::secrets, factor::secret_in_path},
};

// Statements that lose rows, as they stand in texts for databases.
constexpr std::string_view destroying_statements[] = {
    "drop table", "drop database", "drop schema", "drop view",
    "drop index", "drop user",     "delete from", "truncate table",
};

constexpr std::array directory_changers{std::string_view("cd"), std::string_view("chdir"),
                                        std::string_view("popd"), std::string_view("pushd")};

constexpr byte_set prose_blanks(" \t\n");

bool contains(std::string_view text, std::string_view small) noexcept {
    return std::search(text.begin(), text.end(), small.begin(), small.end(), [](char left, char right) {
               return (left == '\t' || left == '\n' ? ' ' : lower_case(left)) == right;
           }) != text.end();
}

std::string_view name_assigned_in(std::string_view text) noexcept {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) return {};
    auto name = text.substr(0, equals);
    if (name.back() == '+') name.remove_suffix(1);
    const bool usual = std::all_of(name.begin(), name.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
               byte == '_';
    });
    return usual ? name : std::string_view();
}

// What programs call to show text; `cat` shows it.
bool only_shows(std::string_view name, std::string_view assignment) noexcept {
    const auto value = assignment.substr(assignment.find('=') + 1);
    return name.ends_with("PAGER") && (value.empty() || value == "cat");
}

// Looks at everything that a command may run.
class command_reader {
public:
    command_reader(const shell_runs& runs, std::string_view cwd) noexcept : runs_(runs), cwd_(cwd) {}

    [[nodiscard]] command_look look() {
        for (const auto& each : runs_.mentioned()) look_at_word(each.is, true);
        for (std::size_t each = 0; each < runs_.size(); ++each) look_at_run(each);
        // Words that are asked about explain it.
        if (!runs_.complete() && !doubtful_ && !others_) guard(factor::unreadable_command);
        if (downloads_ && runs_text_) risk(factor::download_and_run);
        if (look_.guarded)
            look_.words.clear();
        else
            look_.guarded = doubtful_ ? doubtful_ : others_;
        return std::move(look_);
    }

private:
    void guard(factor which) {
        if (!look_.guarded) look_.guarded = which;
    }
    void doubt(std::optional<factor>& as, factor which, std::string_view in) {
        if (!as) as = which;
        look_.words.emplace_back(in);
    }
    void risk(factor which) { look_.risks.set(static_cast<std::size_t>(which)); }

    void look_at_word(const word& each, bool assigns) {
        const auto text = each.text;
        const bool prose = !runs_.bare() && std::any_of(text.begin(), text.end(),
                                                        [](char byte) { return prose_blanks.has(byte); });
        const auto named = places_in(text, each.globs || each.splits, prose);
        if (named.protected_place) guard(factor::protected_place);
        if (named.process_files) guard(factor::process_files);
        if (named.secret) risk(factor::secret_in_path);
        const auto name = assigns ? name_assigned_in(text) : std::string_view();
        if (!name.empty() && detail::decides_what_runs(name) && !only_shows(name, text))
            guard(factor::executing_variable);
        if (!prose) return;
        for (const auto statement : destroying_statements)
            if (contains(text, statement)) risk(factor::destructive_command);
    }

    void look_at_run(std::size_t index) {
        const auto run = runs_[index];
        const auto& program = run.front();
        if (!program.known || program.text.empty()) {
            risk(factor::unreadable_command);
            return guard(factor::unreadable_command);
        }
        const program_use& use = runs_.use(index);
        // Of a program that is not known, or that takes assignments, any word may be one.
        const bool may_assign = !use.known() || takes_assignments(use);
        for (const auto& each : run) look_at_word(each, may_assign);
        if (use.known())
            look_at_use(use, run);
        else
            look_behind_unknown(run.subspan(1));
        look_at_place(run);
    }

    static bool takes_assignments(const program_use& use) {
        return std::ranges::any_of(use.read_by().form().operands(),
                                   [](const programs::operand_form& operand) {
                                       return operand.kind == programs::part_kind::assign;
                                   });
    }

    void look_at_use(const program_use& use, std::span<const word> run) {
        const bool code = reads_code(use);
        for (const std::size_t each : use.doubtful())
            if (!stays_here(use, run, each))
                doubt(doubtful_, code ? factor::inline_code : factor::executing_option, run[each].text);
        note(use.does());
        runs_text_ = runs_text_ || reads_input(use);
        for (const auto& part : use.parts()) {
            const bool program = programs::names_program(part.kind);
            if (program) doubt(others_, factor::runs_others, run[part.word].text);
            if (!program && part.kind != programs::part_kind::script) continue;
            runs_text_ = runs_text_ || !run[part.word].known;
            // `python3 -m pip install x`
            if (part.of_option && part.text == run[part.word].text) {
                const program_use module(run.subspan(part.word));
                if (module.known()) note(module.does());
            }
        }
    }

    // `git -C FOLDER`, where that is the folder it works in. \param at  one of its words
    [[nodiscard]] bool stays_here(const program_use& use, std::span<const word> run, std::size_t at) const {
        return std::any_of(use.parts().begin(), use.parts().end(), [&](const program_use::part& part) {
            const auto option = part.word > 0 ? run[part.word - 1].text : std::string_view();
            return part.kind == programs::part_kind::elsewhere && part.of_option && !cwd_.empty() &&
                   run[part.word].known && run[part.word].text == cwd_ && option.size() == 2 &&
                   (at == part.word || at + 1 == part.word);
        });
    }

    // Without a script an interpreter reads what comes in.
    static bool reads_input(const program_use& use) {
        return use.read_by().form().fed() != programs::part_kind::text &&
               std::none_of(use.parts().begin(), use.parts().end(), [](const program_use::part& part) {
                   return part.kind == programs::part_kind::script && part.text != "-";
               });
    }

    // An interpreter gets code, or a text for a shell.
    static bool reads_code(const program_use& use) {
        const auto& operands = use.read_by().form().operands();
        using programs::part_kind;
        if (!any(use.row().does & effect::runs) || operands.empty() ||
            (operands.front().kind != part_kind::script && operands.front().kind != part_kind::task &&
             operands.front().kind != part_kind::code && operands.front().kind != part_kind::subcommand))
            return false;
        return any(use.beyond() & effect::evaluates) ||
               std::any_of(use.parts().begin(), use.parts().end(), [](const program_use::part& part) {
                   return part.of_option && part.kind == programs::part_kind::shell;
               });
    }

    void note(effect does) {
        for (const auto& each : risky_effects)
            if (any(does & each.does)) risk(each.risk);
        downloads_ = downloads_ || any(does & effect::fetches);
        runs_text_ = runs_text_ || any(does & effect::evaluates);
    }

    // It may run the words behind it.
    void look_behind_unknown(std::span<const word> words) {
        std::size_t programs = 0;
        for (; !words.empty() && programs < max_programs_behind_unknown; words = words.subspan(1)) {
            if (!words.front().known) continue;
            const program_use use(words);
            if (!use.known()) continue;
            if (++programs == max_programs_behind_unknown) risk(factor::too_long_to_read);
            note(without(use.does(), effect::secrets));
        }
    }

    // Behind a `cd`, a relative program is another one, and git has the settings of another folder.
    void look_at_place(std::span<const word> run) {
        const auto text = run.front().text;
        const auto name = text.substr(text.rfind('/') + 1);
        const bool relative = name.size() < text.size() && text.front() != '/';
        if (elsewhere_ && (relative || name == "git")) guard(factor::changed_directory);
        if (std::find(directory_changers.begin(), directory_changers.end(), text) == directory_changers.end())
            return;
        const bool stays = run.size() == 2 && run[1].known && !cwd_.empty() && run[1].text == cwd_;
        elsewhere_ = elsewhere_ || !stays;
    }

    const shell_runs& runs_;
    std::string_view cwd_;
    command_look look_;
    std::optional<factor> doubtful_;
    std::optional<factor> others_;
    bool elsewhere_ = false;  // in another folder
    bool downloads_ = false;
    bool runs_text_ = false;
};

command_look too_long() {
    command_look look{factor::too_long_to_read, {}};
    look.risks.set(static_cast<std::size_t>(factor::too_long_to_read));
    return look;
}

}  // namespace

command_look look_at_command(const field_reading& command, std::string_view cwd) {
    if (command.text().size() > max_command_bytes) return too_long();
    return command_reader(command.runs(), cwd).look();
}

command_look look_at_command(std::string_view command, std::string_view cwd) {
    if (command.size() > max_command_bytes) return too_long();
    return command_reader(shell_runs(command), cwd).look();
}

}  // namespace assent
