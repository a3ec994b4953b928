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

using namespace std::string_view_literals;
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

// What ends, or turns off, what its words name: by the name of a process, of a service, of a process's
// number.
constexpr word_list ends_by_name{"pkill"sv, "killall"sv, "skill"sv, "killall5"sv};
constexpr word_list ends_services{"systemctl"sv, "service"sv, "launchctl"sv, "loginctl"sv};
constexpr word_list looks_at_services{"status"sv,     "show"sv,      "cat"sv,
                                      "list-units"sv, "is-active"sv, "print"sv};
// Commands of ours that change nothing.
constexpr word_list own_looks{"check"sv, "what"sv, "audit"sv,  "doctor"sv,    "help"sv,
                              "demo"sv,  "hook"sv, "--help"sv, "--version"sv, "manual"sv};
constexpr std::string_view own_name = "assent";
// What the command line of a process of ours may begin with.
constexpr std::string_view own_command_line =
    "assent daemon serve bridge hook mcp acp codex --policy standard";

bool names_us(std::string_view word) { return word.find(own_name) != word.npos; }

// A pattern for processes: each run of letters in it would stand in our command line.
bool may_match_us(std::string_view pattern) {
    while (!pattern.empty()) {
        const auto size = static_cast<std::size_t>(std::ranges::find_if_not(pattern, detail::name_letter) -
                                                   pattern.begin());
        if (own_command_line.find(pattern.substr(0, size)) == own_command_line.npos) return false;
        pattern.remove_prefix(std::min(size + 1, pattern.size()));
    }
    return true;
}

// Whether a command changes or stops what decides about agents.
class gate_fold {
public:
    gate_fold(const command_facts& facts, const command_effect* effect,
              std::span<const std::string> own_places) noexcept
        : facts_(facts), runs_(facts.runs()), effect_(effect), own_places_(own_places) {}

    [[nodiscard]] bool touches() const {
        for (const fact& noted : facts_.all())
            if (is_about_path(noted.is) && ((changes(noted) && at_gate(noted)) || brings(noted))) return true;
        bool any_open = false;
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            const bool open = is_open(run);
            if (stops(runs_[run]) || (open && names_gate(run))) return true;
            any_open = any_open || open;
        }
        return any_open && names_gate_beside();
    }

private:
    using words = std::span<const shell_word>;

    [[nodiscard]] bool changes(const fact& noted) const {
        if (noted.is == act::writes || noted.is == act::removes) return true;
        if (noted.run == fact::none || !runs_.use(noted.run).known()) return false;
        // `git checkout FILE`, `git config --file FILE`, `sed -i`, `perl -pi -e`
        const auto& use = runs_.use(noted.run);
        return any(use.does() & (effect::deletes | effect::destroys)) ||
               (noted.of_option && any(use.does() & effect::writes)) ||
               any(use.beyond() & (effect::writes | effect::evaluates));
    }

    [[nodiscard]] bool at_gate(const fact& noted) const {
        if (noted.is == act::removes && noted.folders == fact::home && noted.text.empty()) return true;
        if (noted.folders == fact::home) return at_gate("~/" + std::string(noted.text), noted.is);
        if (at_gate(noted.text, noted.is)) return true;
        if (noted.text.starts_with('/')) return false;
        return in_folder(facts_.cwd(), noted) || std::ranges::any_of(facts_.all(), [&](const fact& entered) {
                   return entered.is == act::enters && in_folder(entered.text, noted);
               });
    }
    [[nodiscard]] bool in_folder(std::string_view folder, const fact& noted) const {
        return !folder.empty() && at_gate(std::string(folder).append("/").append(noted.text), noted.is);
    }
    [[nodiscard]] bool at_gate(std::string_view path, act does) const {
        if (places_in(path).gate_place || may_name_gate(path)) return true;
        if (is_own_place(normal_path(path, {}), own_places_)) return true;
        // With the folder in which it lies.
        return does == act::removes && places_in(std::string(path).append("/").append(own_name)).gate_place;
    }

    // `cp -r other/.claude .`: it will be called so there, too.
    [[nodiscard]] bool brings(const fact& noted) const {
        const auto name = detail::base_name(noted.text);
        return noted.is == act::reads && noted.run != fact::none && places_in(name).gate_place &&
               std::ranges::any_of(facts_.all(), [&](const fact& other) {
                   return other.is == act::writes && other.run == noted.run;
               });
    }

    // Nobody knows what it does with its words.
    [[nodiscard]] bool is_open(std::size_t run) const {
        const auto does = effect_ == nullptr ? call_effect::unknown : effect_->each()[run].does;
        const auto& use = runs_.use(run);
        const bool open = !use.known() || any(use.does() & (effect::evaluates | effect::runs)) ||
                          does == call_effect::unknown;
        return does != call_effect::looks && open;
    }

    // In code, in a word that its row does not know; of an unknown program, in any.
    [[nodiscard]] bool names_gate(std::size_t run) const {
        const auto& use = runs_.use(run);
        const auto names = [&](std::size_t word) { return places_in(runs_[run][word].text).gate_place; };
        if (use.known())
            return std::ranges::any_of(use.doubtful(), names) ||
                   std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
                       return part.kind == part_kind::code && names(part.word);
                   });
        for (std::size_t word = 1; word < runs_[run].size(); ++word)
            if (names(word)) return true;
        return false;
    }

    // What a variable holds, and what is fed.
    [[nodiscard]] bool names_gate_beside() const {
        using role = shell_mention::role;
        return std::ranges::any_of(runs_.mentioned(), [](const shell_mention& mention) {
            const bool counts = mention.as == role::assignment || mention.as == role::surrounding ||
                                mention.as == role::element || mention.as == role::here ||
                                mention.as == role::orders || mention.as == role::loop_item;
            return counts && places_in(mention.is.text).gate_place;
        });
    }

    [[nodiscard]] static bool stops(words run) {
        const auto program = detail::base_name(run.front().text);
        if (program == own_name) return run.size() > 1 && !own_looks.has(run[1].text);
        if (program == "kill") return kills_unknown(run.subspan(1));
        const auto any_word = [&](const auto& says) {
            return std::ranges::any_of(run.subspan(1), [&](const shell_word& each) { return says(each); });
        };
        if (ends_by_name.has(program))
            return any_word([](const shell_word& each) {
                return !each.text.starts_with('-') && (!each.known || may_match_us(each.text));
            });
        return ends_services.has(program) &&
               any_word([](const shell_word& each) { return names_us(each.text); }) &&
               !any_word([](const shell_word& each) { return looks_at_services.has(each.text); });
    }

    // Which process, nobody knows; or all. Jobs are the shell's own.
    [[nodiscard]] static bool kills_unknown(words operands) {
        bool first = true;
        for (const auto& each : operands) {
            const bool option = first && each.text.starts_with('-') && each.known;
            if (!each.known && each.text != "$!") return true;
            if (!option && each.text == "-1") return true;
            first = false;
        }
        return false;
    }

    const command_facts& facts_;
    const shell_runs& runs_;
    const command_effect* effect_;
    std::span<const std::string> own_places_;
};

command_look too_long() {
    command_look look{.guarded = factor::too_long_to_read};
    look.risks.set(static_cast<std::size_t>(factor::too_long_to_read));
    return look;
}

}  // namespace

command_look look_at_command(const field_reading& command, const command_effect* effect,
                             std::span<const std::string> own_places) {
    if (command.text().size() > max_command_bytes) return too_long();
    command_look look = command_fold(command.facts(), effect).look();
    look.changes_gate = gate_fold(command.facts(), effect, own_places).touches();
    return look;
}

command_look look_at_command(std::string_view command) {
    if (command.size() > max_command_bytes) return too_long();
    const shell_runs runs(command);
    const command_facts facts(runs, {});
    return command_fold(facts, nullptr).look();
}

}  // namespace assent
