#include "command_look.hpp"

#include "../programs/catalogue.hpp"
#include "../shell/deciding_variables.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "protected_places.hpp"

#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace assent {
namespace {

using programs::effect;
using programs::part_kind;
using programs::program_use;

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

// What programs call to show text; `cat` shows it.
bool only_shows(std::string_view name, std::string_view assignment) noexcept {
    const auto value = assignment.substr(std::min(assignment.find('=') + 1, assignment.size()));
    return name.ends_with("PAGER") && (value.empty() || value == "cat");
}

// Folds what a command does into what the guard and the classifier have to say.
class command_fold {
public:
    command_fold(const command_facts& facts, const command_effect* effect) noexcept
        : facts_(facts), runs_(facts.runs()), effect_(effect) {}

    [[nodiscard]] command_look look() {
        for (const fact& noted : facts_.all()) look_at(noted);
        for (std::size_t run = 0; run < runs_.size(); ++run) look_at_input(runs_.use(run));
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

    void look_at(const fact& noted) {
        if (is_about_path(noted.is)) return look_at_path(noted);
        if ((noted.is == act::exceeds || noted.is == act::starts) && only_looks(noted.run)) return;
        switch (noted.is) {
            case act::does: return look_at_effect(noted);
            case act::sets:
            case act::surrounds: return look_at_variable(noted.text);
            case act::exceeds:
                return doubt(
                    doubtful_,
                    reads_code(runs_.use(noted.run)) ? factor::inline_code : factor::executing_option,
                    noted.text);
            case act::starts:
                runs_text_ = runs_text_ || noted.how == certainty::unknown;
                return doubt(others_, factor::runs_others, noted.text);
            case act::moves: return guard(factor::changed_directory);
            case act::unreadable: return look_at_unreadable(noted);
            default: return;
        }
    }

    // So does what it runs in turn.
    [[nodiscard]] bool only_looks(std::size_t run) const {
        if (effect_ == nullptr) return false;
        do {
            if (effect_->each()[run].does != call_effect::looks || runs_text(runs_.use(run))) return false;
        } while (++run < runs_.size() && runs_.wrapped(run));
        return true;
    }

    // `bash -c 'x'`: what stands there is not the program's.
    [[nodiscard]] static bool runs_text(const program_use& use) {
        return std::ranges::any_of(use.parts(), [](const program_use::part& part) {
            return part.kind == part_kind::shell || part.kind == part_kind::shells;
        });
    }

    void look_at_effect(const fact& noted) {
        for (const auto& row : risky_effects)
            if (any(noted.effect & row.does)) risk(row.risk);
        downloads_ = downloads_ || any(noted.effect & effect::fetches);
        runs_text_ = runs_text_ || any(noted.effect & effect::evaluates);
    }

    void look_at_path(const fact& noted) {
        runs_text_ = runs_text_ || (noted.is == act::opens && noted.how == certainty::unknown);
        const bool prose = !runs_.bare() && detail::is_prose(noted.text);
        const bool globs = noted.how != certainty::exactly && noted.how != certainty::perhaps;
        const auto named = places_in(noted.text, globs, prose);
        if (named.protected_place) guard(factor::protected_place);
        if (named.process_files) guard(factor::process_files);
        if (named.secret) risk(factor::secret_in_path);
        if (noted.is == act::removes && !surely_below(noted))
            doubt(doubtful_, factor::removes_outside, runs_[noted.run][noted.word].text);
    }
    // Below the working directory, and not all of it. Words that a pattern chooses are.
    [[nodiscard]] bool surely_below(const fact& noted) const {
        if (noted.how == certainty::unknown || noted.folders == fact::home) return false;
        if (noted.how == certainty::exactly && noted.text.find_first_not_of("./") == std::string_view::npos)
            return false;
        // A relative path lies below the working directory, whichever that is.
        const bool relative = !noted.text.starts_with('/');
        const auto place =
            place_of(noted.text, relative && facts_.cwd().empty() ? std::string_view("/") : facts_.cwd());
        return place == path_place::inside || place == path_place::inside_hidden;
    }

    void look_at_variable(std::string_view text) {
        const auto name = text.substr(0, detail::name_length(text));
        if (!name.empty() && detail::decides_what_runs(name) && !only_shows(name, text))
            guard(factor::executing_variable);
    }

    void look_at_unreadable(const fact& noted) {
        if (noted.run == fact::none) return;
        if (noted.word > 0) return risk(factor::too_long_to_read);
        risk(factor::unreadable_command);
        guard(factor::unreadable_command);
    }

    // Without a script an interpreter reads what comes in.
    void look_at_input(const program_use& use) {
        if (!use.known() || use.read_by().form().fed() == part_kind::text) return;
        const bool script = std::ranges::any_of(use.parts(), [](const program_use::part& part) {
            return part.kind == part_kind::script && part.text != "-";
        });
        runs_text_ = runs_text_ || !script;
    }

    // An interpreter gets code, or a text for a shell.
    static bool reads_code(const program_use& use) {
        const auto& operands = use.read_by().form().operands();
        if (!any(use.row().does & effect::runs) || operands.empty() ||
            (operands.front().kind != part_kind::script && operands.front().kind != part_kind::task &&
             operands.front().kind != part_kind::code && operands.front().kind != part_kind::subcommand))
            return false;
        return any(use.beyond() & effect::evaluates) ||
               std::ranges::any_of(use.parts(), [](const program_use::part& part) {
                   return part.of_option && part.kind == part_kind::shell;
               });
    }

    const command_facts& facts_;
    const shell_runs& runs_;
    const command_effect* effect_;
    command_look look_;
    std::optional<factor> doubtful_;
    std::optional<factor> others_;
    bool downloads_ = false;
    bool runs_text_ = false;
};

command_look too_long() {
    command_look look{factor::too_long_to_read, {}};
    look.risks.set(static_cast<std::size_t>(factor::too_long_to_read));
    return look;
}

}  // namespace

command_look look_at_command(const field_reading& command, const command_effect* effect) {
    if (command.text().size() > max_command_bytes) return too_long();
    return command_fold(command.facts(), effect).look();
}

command_look look_at_command(std::string_view command) {
    if (command.size() > max_command_bytes) return too_long();
    const shell_runs runs(command);
    const command_facts facts(runs, {});
    return command_fold(facts, nullptr).look();
}

}  // namespace assent
