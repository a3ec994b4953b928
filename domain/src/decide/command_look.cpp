#include "command_look.hpp"

#include "../facts/protected_places.hpp"
#include "../match/glob_overlap.hpp"
#include "../programs/catalogue.hpp"
#include "../shell/deciding_variables.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory_resource>
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
    {effect::fetches, factor::network},
    {effect::sends, factor::sends},
    {effect::installs, factor::package_install},
    {effect::secrets, factor::secret_in_path},
};

// What programs call to show text; `cat` shows it.
bool only_shows(std::string_view name, std::string_view assignment) noexcept {
    const auto value = assignment.substr(std::min(assignment.find('=') + 1, assignment.size()));
    return name.ends_with("PAGER") && (value.empty() || value == "cat");
}

// Where the links of a command lead.
class link_ends {
public:
    explicit link_ends(const command_paths* led) noexcept {
        if (led != nullptr) links_ = led->links;
    }
    template <class Visitor>
    void each(std::string_view named, const Visitor& visit) const {
        for (const auto& link : links_)
            if (link.leads && link.text == named) visit(std::string_view(*link.leads));
    }
    template <class Predicate>
    [[nodiscard]] bool any(std::string_view named, const Predicate& is_so) const {
        bool found = false;
        each(named, [&](std::string_view end) { found = found || is_so(end); });
        return found;
    }

private:
    std::span<const command_path> links_{};
};

// Folds what a command does into what the guard and the classifier have to say.
class command_fold {
public:
    command_fold(const command_facts& facts, const command_effect* effect, const command_paths* led) noexcept
        : facts_(facts), runs_(facts.runs()), effect_(effect), links_(led) {}

    [[nodiscard]] command_look look() {
        for (const fact& noted : facts_.all()) look_at(noted);
        for (std::size_t run = 0; run < runs_.size(); ++run) look_at_input(runs_.use(run));
        // Words that are asked about explain it.
        if (!runs_.complete() && !doubtful_ && !others_) guard(factor::unreadable_command);
        look_.unread = !runs_.complete() || unread_;
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
        const bool protects = named.protected_place || links_.any(noted.text, [](std::string_view end) {
            return places_in(end).protected_place;
        });
        if (protects && !only_tells_names(noted)) guard(factor::protected_place);
        look_.protected_place = look_.protected_place || (protects && may_change(noted));
        if (named.process_files) guard(factor::process_files);
        if (named.secret) risk(factor::secret_in_path);
        if (noted.is == act::removes && !surely_below(noted))
            doubt(doubtful_, factor::removes_outside, runs_[noted.run][noted.word].text);
    }
    // Of git, what it adds is read alone.
    [[nodiscard]] bool may_change(const fact& noted) const {
        if (noted.is == act::writes || noted.is == act::removes) return true;
        if (noted.run == fact::none || noted.of_option || noted.how != certainty::exactly) return false;
        const auto does = runs_.use(noted.run).does();
        return any(does & (effect::writes | effect::deletes | effect::destroys)) &&
               !any(runs_.use(noted.run).program().row().does & effect::settings);
    }
    // `find .git -delete` does more.
    [[nodiscard]] bool only_tells_names(const fact& noted) const {
        return noted.is == act::lists && noted.run != fact::none &&
               !any(runs_.use(noted.run).does() & (effect::deletes | effect::destroys));
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
        unread_ = true;
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
    link_ends links_;
    command_look look_;
    std::optional<factor> doubtful_;
    std::optional<factor> others_;
    bool downloads_ = false;
    bool runs_text_ = false;
    bool unread_ = false;  // something in it
};

// What ends, or turns off, what its words name: by the name of a process, of a service, of a process's
// number.
constexpr word_list ends_by_name{"pkill"sv, "killall"sv, "skill"sv, "killall5"sv};
constexpr word_list ends_services{"systemctl"sv, "service"sv, "launchctl"sv, "loginctl"sv};
constexpr word_list looks_at_services{"status"sv,     "show"sv,      "cat"sv,
                                      "list-units"sv, "is-active"sv, "print"sv};
// Commands of ours that change nothing.
constexpr word_list own_looks{"check"sv,      "what"sv,   "audit"sv,     "doctor"sv, "help"sv,
                              "demo"sv,       "log"sv,    "report"sv,    "hook"sv,   "policy"sv,
                              "completion"sv, "--help"sv, "--version"sv, "manual"sv, "wall"sv};
// But with this one the record is changed.
constexpr std::string_view own_forgetting = "--forget";
constexpr std::string_view own_name = "assent";
constexpr std::string_view own_unit = "assent-daemon.service";
// What the command line of a process of ours may begin with.
constexpr std::string_view own_command_line =
    "assent daemon serve bridge hook mcp acp codex --policy standard";

bool names_us(std::string_view word) {
    return word.find(own_name) != word.npos || (word.find('*') != word.npos && glob_covers(word, own_unit));
}

// A pattern for processes: each run of letters in it would stand in our command line.
bool may_match_one(std::string_view pattern) {
    while (!pattern.empty()) {
        const auto size = static_cast<std::size_t>(std::ranges::find_if_not(pattern, detail::name_letter) -
                                                   pattern.begin());
        if (own_command_line.find(pattern.substr(0, size)) == own_command_line.npos) return false;
        pattern.remove_prefix(std::min(size + 1, pattern.size()));
    }
    return true;
}
bool may_match_us(std::string_view pattern) { return any_between(pattern, '|', may_match_one); }

// Whether a text speaks of what decides about agents, whatever it is.
bool names_gate(std::string_view text, std::span<const std::string> own_places) {
    return places_in(text).gate_place || std::ranges::any_of(own_places, [&](std::string_view place) {
               return text.find(detail::base_name(place)) != text.npos;
           });
}
// The same of a text that is not read, or not all of it.
bool unread_names_gate(std::string_view text, std::span<const std::string> own_places) {
    return text.find(own_name) != text.npos || names_gate(text, own_places);
}

// Whether a command changes or stops what decides about agents.
class gate_fold {
public:
    gate_fold(const field_reading& command, const command_effect* effect, const command_paths* led,
              std::span<const std::string> own_places)
        : command_(command),
          facts_(command.facts()),
          runs_(facts_.runs()),
          effect_(effect),
          own_places_(own_places),
          links_(led) {
        for (std::size_t index = 0; index < facts_.folder_count(); ++index) enter(facts_.folder(index));
        if (led != nullptr) enter(led->cwd);
        for (const fact& noted : facts_.all()) {
            if (noted.is != act::enters) continue;
            enter(spelt(noted));
            links_.each(noted.text, [this](std::string_view folder) { enter(folder); });
        }
        several_write_ = several_write();
    }

    [[nodiscard]] bool touches() const {
        if (folders_.size() > command_facts::max_folders && unread_names_gate(command_.text(), own_places_))
            return true;
        bool somewhere = false;  // something is changed, and nobody knows what
        for (const fact& noted : facts_.all()) {
            if (!is_about_path(noted.is)) continue;
            const bool changed = changes(noted);
            if ((changed && (at_gate(noted) || leads_to_gate(noted.text, takes_away(noted)))) ||
                brings(noted) || copies_link(noted))
                return true;
            somewhere = somewhere || (changed && noted.how == certainty::unknown);
        }
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            const bool open = is_open(run);
            if (stops(runs_[run]) || (open && code_names_gate(run)) ||
                (somewhere && (any_word_names_gate(run) || any_leads_to_gate(run))) ||
                (!runs_.complete() && hides_gate(run)))
                return true;
            somewhere = somewhere || open;
        }
        return somewhere && names_gate_beside();
    }

private:
    using words = std::span<const shell_word>;

    void enter(std::string_view folder) {
        const bool known = folder.empty() || std::ranges::find(folders_, folder) != folders_.end();
        if (!known && folders_.size() <= command_facts::max_folders) folders_.push_back(folder);
    }

    [[nodiscard]] bool names(std::string_view text) const { return names_gate(text, own_places_); }

    [[nodiscard]] bool changes(const fact& noted) const {
        if (noted.is == act::writes || noted.is == act::removes) return true;
        if (noted.run == fact::none || !runs_.use(noted.run).known()) return false;
        // `git checkout FILE`, `git config --file FILE`, `sed -i`, `perl -pi -e`, `awk -i inplace`; `ln FILE
        // x`: what is written to x then is written to FILE; `mount --bind x FOLDER`
        const auto& use = runs_.use(noted.run);
        return any(use.does() & (effect::deletes | effect::destroys | effect::links | effect::rights)) ||
               (noted.of_option && any(use.does() & effect::writes)) ||
               (any(use.beyond() & (effect::writes | effect::evaluates | effect::loads)) &&
                !names_what_it_writes(noted.run));
    }
    [[nodiscard]] bool names_what_it_writes(std::size_t run) const {
        return std::ranges::any_of(
            facts_.all(), [run](const fact& noted) { return noted.run == run && noted.is == act::writes; });
    }
    // `mv` takes a folder away with all that is in it; `chmod -R` reaches all of that, so does whoever works
    // behind a link to it, and an archive may hold any of it.
    [[nodiscard]] bool takes_away(const fact& noted) const {
        if (noted.is == act::removes || any(noted.effect & effect::recurses)) return true;
        if (noted.is == act::writes && any(noted.effect & effect::scatters)) return true;
        return noted.run != fact::none &&
               (any(runs_.use(noted.run).does() & (effect::links | effect::rights)) ||
                detail::base_name(runs_[noted.run].front().text) == "mv");
    }
    // `cp -P LINK x; echo > x`: what is copied is the link.
    [[nodiscard]] bool copies_link(const fact& noted) const {
        if (noted.is != act::reads || noted.run == fact::none || !several_write_) return false;
        return any(runs_.use(noted.run).does() & effect::writes) &&
               links_.any(noted.text, [this](std::string_view end) { return is_gate(end, true); });
    }
    [[nodiscard]] bool several_write() const {
        std::size_t first = runs_.size();  // none has written yet
        bool any_writes = false, others = false;
        for (const fact& noted : facts_.all()) {
            if (noted.is != act::writes) continue;
            others = others || (any_writes && noted.run != first);
            if (!any_writes) first = noted.run;
            any_writes = true;
        }
        return others;
    }

    // Texts one behind the other. No memory is taken for usual ones.
    [[nodiscard]] std::string_view joined(std::initializer_list<std::string_view> parts) const {
        std::size_t size = 0;
        for (const auto part : parts) size += part.size();
        char* const begin = static_cast<char*>(texts_.allocate(size + 1, 1));
        char* end = begin;
        for (const auto part : parts) end = std::copy(part.begin(), part.end(), end);
        return {begin, size};
    }
    [[nodiscard]] std::string_view shortest(std::string_view path) const {
        char* const begin = static_cast<char*>(texts_.allocate(path.size() + 1, 1));
        return {begin, put_normal_path(path, {}, begin)};
    }

    // A path with the user's home as `~`.
    [[nodiscard]] std::string_view spelt(const fact& noted) const {
        if (noted.folders == fact::home) return joined({"~/", noted.text});
        for (const std::string_view home : {"$HOME"sv, "${HOME}"sv})
            if (noted.text.starts_with(home) &&
                (noted.text.size() == home.size() || noted.text[home.size()] == '/'))
                return joined({"~", noted.text.substr(home.size())});
        return noted.text;
    }

    [[nodiscard]] bool at_gate(const fact& noted) const {
        const auto path = spelt(noted);
        const bool away = takes_away(noted);
        if (may_name_gate(path) || is_gate(path, away)) return true;
        if (path.starts_with('/') || path.starts_with('~')) return false;
        return std::ranges::any_of(folders_, [&](std::string_view folder) {
            return is_gate(joined({folder, "/", path}), away);
        });
    }
    [[nodiscard]] bool leads_to_gate(std::string_view named, bool away) const {
        return links_.any(named, [&](std::string_view end) { return is_gate(end, away); });
    }
    // \param away  with all that lies below it
    [[nodiscard]] bool is_gate(std::string_view path, bool away) const {
        if (places_in(path).gate_place) return true;
        if (!away && own_places_.empty()) return false;
        const auto place = shortest(path);
        if (is_own_place(place, own_places_)) return true;
        if (path.find('*') != path.npos &&
            std::ranges::any_of(own_places_, [&](std::string_view own) { return globs_overlap(path, own); }))
            return true;
        return away && holds_gate(place);
    }
    [[nodiscard]] bool holds_gate(std::string_view folder) const {
        if (folder == "/" || folder == "~" || detail::base_name(folder) == ".local") return true;
        const auto below = [&](std::string_view own) {
            return own.size() > folder.size() && own.starts_with(folder) && own[folder.size()] == '/';
        };
        return places_in(joined({folder, "/", own_name})).gate_place ||
               std::ranges::any_of(own_places_, below);
    }

    // `cp -r other/.claude .`: it will be called so there, too.
    [[nodiscard]] bool brings(const fact& noted) const {
        if (noted.is != act::reads || noted.run == fact::none) return false;
        const auto takes_name = [&](const fact& other) {
            return other.is == act::writes && other.run == noted.run &&
                   (other.text.ends_with('.') || other.text.ends_with('/'));
        };
        return std::ranges::any_of(facts_.all(), takes_name) &&
               places_in(detail::base_name(noted.text)).gate_place;
    }

    // Nobody knows what it does with its words.
    [[nodiscard]] bool is_open(std::size_t run) const {
        const auto does = effect_ == nullptr ? call_effect::unknown : effect_->each()[run].does;
        const auto& use = runs_.use(run);
        const bool open = !use.known() || any(use.does() & (effect::evaluates | effect::runs)) ||
                          does == call_effect::unknown;
        return does != call_effect::looks && open;
    }

    [[nodiscard]] bool any_word_names_gate(std::size_t run) const {
        return std::ranges::any_of(runs_[run].subspan(1),
                                   [this](const shell_word& word) { return names(word.text); });
    }
    // A path that a run names, or may.
    [[nodiscard]] bool any_leads_to_gate(std::size_t run) const {
        return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
            return noted.run == run && leads_to_gate(noted.text, takes_away(noted));
        });
    }
    // In code, in a word that its row does not know; of an unknown program, in any.
    [[nodiscard]] bool code_names_gate(std::size_t run) const {
        const auto& use = runs_.use(run);
        if (!use.known() || !use.unlisted().empty())
            return any_word_names_gate(run) || any_leads_to_gate(run);
        const auto in_word = [&](std::size_t word) { return names(runs_[run][word].text); };
        return std::ranges::any_of(use.doubtful(), in_word) ||
               std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
                   return part.kind == part_kind::code && in_word(part.word);
               });
    }

    // Where not all is read: in a word that is no script's name.
    [[nodiscard]] bool hides_gate(std::size_t run) const {
        const auto is_opened = [&](std::size_t word) {
            return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
                return noted.run == run && noted.word == word && noted.how == certainty::exactly &&
                       (noted.is == act::opens || noted.is == act::reads);
            });
        };
        bool is_us = false;
        for (std::size_t word = 1; word < runs_[run].size(); ++word) {
            const auto text = runs_[run][word].text;
            if (names(text) && !is_opened(word)) return true;
            if (is_us && (text == "uninstall" || text == "install" || text == "session")) return true;
            is_us = is_us || detail::base_name(text) == own_name;
        }
        return false;
    }

    // What a variable holds, and what is fed.
    [[nodiscard]] bool names_gate_beside() const {
        using role = shell_mention::role;
        return std::ranges::any_of(runs_.mentioned(), [this](const shell_mention& mention) {
            const bool counts = mention.as == role::assignment || mention.as == role::surrounding ||
                                mention.as == role::element || mention.as == role::here ||
                                mention.as == role::orders || mention.as == role::loop_item;
            return counts && (names(mention.is.text) || leads_to_gate(mention.is.text, false));
        });
    }

    [[nodiscard]] static bool stops(words run) {
        const auto program = detail::base_name(run.front().text);
        const auto any_word = [&](const auto& says) {
            return std::ranges::any_of(run.subspan(1), [&](const shell_word& each) { return says(each); });
        };
        const auto is_word = [&](std::string_view text) {
            return any_word([text](const shell_word& each) { return each.text == text; });
        };
        const bool forgets =
            any_word([](const shell_word& each) { return each.text.starts_with(own_forgetting); });
        const bool is_us =
            program == own_name ||
            (!run.front().known && (is_word("uninstall") || (is_word("session") && is_word("resume")) ||
                                    (is_word("log") && forgets)));
        if (is_us)
            return forgets || (run.size() > 1 && !own_looks.has(run[1].text) && !is_word("--help") &&
                               !is_word("--print"));
        if (program == "kill") return kills_unknown(run.subspan(1));
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
            if (!each.known && each.text != "$!" && each.text != "$$") return true;
            if (!option && each.text == "-1") return true;
            first = false;
        }
        return false;
    }

    const field_reading& command_;
    const command_facts& facts_;
    const shell_runs& runs_;
    const command_effect* effect_;
    std::span<const std::string> own_places_;
    link_ends links_;
    bool several_write_ = false;
    std::array<char, 2048> first_texts_;  // not cleared
    mutable std::pmr::monotonic_buffer_resource texts_{first_texts_.data(), first_texts_.size()};
    boost::container::small_vector<std::string_view, 4>
        folders_;  // in which it may work, one more than are told
};

command_look too_long() {
    command_look look{.guarded = factor::too_long_to_read};
    look.risks.set(static_cast<std::size_t>(factor::too_long_to_read));
    return look;
}

}  // namespace

command_look look_at_command(const field_reading& command, const command_effect* effect,
                             const command_paths* led, std::span<const std::string> own_places) {
    if (command.text().size() > max_command_bytes) {
        command_look look = too_long();
        look.changes_gate = unread_names_gate(command.text(), own_places);
        return look;
    }
    command_look look = command_fold(command.facts(), effect, led).look();
    look.changes_gate = gate_fold(command, effect, led, own_places).touches();
    return look;
}

command_look look_at_command(std::string_view command) {
    if (command.size() > max_command_bytes) return too_long();
    const shell_runs runs(command);
    const command_facts facts(runs, {});
    return command_fold(facts, nullptr, nullptr).look();
}

}  // namespace assent
