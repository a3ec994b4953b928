#include <assent/domain/decide/reason_text.hpp>

#include "../facts/protected_places.hpp"
#include "../programs/catalogue.hpp"
#include "../rules/kin_rules.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/display_beginning.hpp"
#include "../tools/factors.hpp"
#include "call_fields.hpp"
#include "call_look.hpp"
#include "path_rules.hpp"

#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace assent {
namespace {

using programs::any;
using programs::effect;
using programs::program_use;

// More are told by "...".
constexpr std::size_t max_named = 4;
constexpr std::size_t max_clauses = 3;
constexpr std::size_t max_told = 16;     // clauses about a command as a whole
constexpr std::size_t max_matched = 16;  // programs of a command that are held against a rule one by one
constexpr std::size_t max_matched_bytes = 512;  // of the words of each
constexpr std::size_t max_seen = 256;           // facts of a kind that are looked at one by one
constexpr std::size_t max_words_of_program = 4;
constexpr std::size_t max_name_characters = 60;
constexpr std::size_t max_command_characters = 120;  // of one among several

// What is said of an act; `{}` is what it is done to. Of a path: of one that is sure, and behind "may".
struct act_saying {
    act is;
    std::string_view sure;
    std::string_view perhaps{};
};
constexpr act_saying words_of_acts[] = {
    {act::reads, "reads {}", "may read {}"},
    {act::lists, "lists {}", "may list {}"},
    {act::writes, "writes {}", "may write {}"},
    {act::removes, "deletes {}", "may delete {}"},
    {act::enters, "goes to {}", "may go to {}"},
    {act::opens, "takes orders from {}", "may take orders from {}"},
    {act::shows, "shows what {} holds"},
    {act::sets, "sets {}, which may decide what runs"},
    {act::surrounds, "gives {} to a program, which may decide what that does"},
    {act::seeks, "looks for {}, which finds what is secret"},
    {act::starts, "runs {}"},
    {act::consults, "may run what the settings of its repository name"},
    {act::exceeds, "has {} do more than it is for"},
    {act::moves, "works by the settings of another folder"},
    {act::unknown, "does something unknown with {}"},
    {act::unreadable, "has a part that cannot be read, and may run anything"},
};

// What is said of the effects of a program, from harmful to harmless.
struct effect_saying {
    effect does;
    std::string_view words;
};
constexpr effect_saying words_of_effects[] = {
    {effect::rights, "acts with other rights, or changes them"},
    {effect::evaluates, "runs code that stands in the command"},
    {effect::loads, "loads settings or code that decide what it does"},
    {effect::destroys, "can lose work or data for good"},
    {effect::sends, "sends data to another machine"},
    {effect::secrets, "shows what is secret"},
    {effect::fetches, "reads from the network"},
    {effect::installs, "installs software"},
    {effect::runs, "runs code of the project"},
    {effect::deletes, "deletes files or the like"},
    {effect::writes, "changes files or settings"},
    {effect::outside, "looks at more than the files of this folder"},
};

constexpr std::string_view words_of_fed = "runs what it is fed, which nobody has seen";

constexpr const act_saying& saying_of(act is) {
    return *std::ranges::find(words_of_acts, is, &act_saying::is);
}

constexpr std::string_view saying_of(effect does) {
    return std::ranges::find(words_of_effects, does, &effect_saying::does)->words;
}

std::string as_code(std::string_view text) {
    const auto shown = detail::display_beginning(text, max_name_characters);
    return std::string("`").append(shown.text).append(shown.cut ? "...`" : "`");
}

std::string as_shown(std::string_view text) {
    auto shown = detail::display_beginning(text, max_command_characters);
    return shown.cut ? std::move(shown.text) + "..." : std::move(shown.text);
}

std::string joined(std::span<const shell_word> words) {
    std::string text;
    for (const auto& word : words) text.append(text.empty() ? "" : " ").append(word.text);
    return text;
}

std::string spelled(std::span<const shell_word> run) {
    std::string text;
    for (const auto& word : run)
        // What stands for the words of another program.
        text.append(text.empty() ? "" : " ")
            .append(word.text == detail::substitution_mark ? "..." : word.text);
    return text;
}

std::string shown_words(std::span<const shell_word> run) {
    std::string text = spelled(run.subspan(0, std::min(run.size(), max_words_of_program)));
    if (run.size() > max_words_of_program) text += " ...";
    return as_code(text);
}

// Who does what to what: "`-i`", "changes", "f", "".
struct said_clause {
    std::string subject;
    std::string before;
    std::vector<std::string> objects{};
    std::string behind{};

    [[nodiscard]] std::string text() const {
        std::string words = subject + " " + before;
        for (std::size_t index = 0; index < std::min(objects.size(), max_named); ++index)
            words.append(index == 0 ? "" : ", ").append(objects[index]);
        if (objects.size() > max_named) words += ", ...";
        return words + behind;
    }
};

said_clause filled(std::string subject, std::string_view words, std::string object,
                   std::string_view behind = {}) {
    const auto gap = words.find("{}");
    said_clause filled{std::move(subject), std::string(words.substr(0, gap))};
    if (gap != words.npos) {
        filled.objects.push_back(std::move(object));
        filled.behind = words.substr(gap + 2);
    }
    filled.behind += behind;
    return filled;
}

// Clauses, each once, and those that say the same of several things as one.
class clause_list {
public:
    void add(said_clause more) {
        for (said_clause& known : clauses_) {
            if (known.subject != more.subject || known.before != more.before || known.behind != more.behind)
                continue;
            for (auto& object : more.objects)
                if (known.objects.size() <= max_named &&
                    std::ranges::find(known.objects, object) == known.objects.end())
                    known.objects.push_back(std::move(object));
            return;
        }
        if (clauses_.size() <= max_told) clauses_.push_back(std::move(more));
    }
    [[nodiscard]] bool empty() const noexcept { return clauses_.empty(); }
    [[nodiscard]] std::string first() const { return empty() ? std::string() : clauses_.front().text(); }
    [[nodiscard]] std::string text(std::size_t most) const {
        std::string text;
        for (std::size_t index = 0; index < std::min(clauses_.size(), most); ++index)
            text.append(index == 0 ? "" : "; ").append(clauses_[index].text());
        if (clauses_.size() > most) text += "; ...";
        return text;
    }

private:
    std::vector<said_clause> clauses_;
};

constexpr std::string_view outside_words = ", outside of the working directory";

// What is to be said of a place. \param touched  it is written or removed
std::string_view words_of_place(std::string_view path, std::string_view cwd, bool globs, bool touched) {
    const auto named = places_in(path, globs);
    if (!touched && (named.secret || (globs && may_name_secret(path)))) return ", which may hold secrets";
    if (named.process_files) return ", where running programs can be changed";
    if (touched && named.gate_place) return ", which decides about agents";
    if (touched && named.protected_place) return ", which decides what runs later";
    if (path.find("://") != path.npos) return ", from the network";
    const bool outside =
        path.starts_with('~') || path == ".." || path.starts_with("../") ||
        place_of(path, cwd.empty() && !path.starts_with('/') ? "/" : cwd) == path_place::outside;
    return outside ? outside_words : std::string_view();
}

std::string words_of_path(std::string_view path, std::string_view cwd, bool deletes) {
    if (path == "~" || path == "~/") return "your home folder";
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    if (path == "/") return deletes ? "everything on this machine" : "the root folder";
    if (path == "." || (!path.empty() && path == cwd)) return "the working directory";
    return as_code(path);
}

// Puts into words what the facts about one command say.
class words_of_command {
public:
    words_of_command(const command_facts& facts, const known_places& places)
        : facts_(facts), runs_(facts.runs()), effect_(facts, places, &effects_) {
        for (const fact& noted : facts.all())
            if (is_about_path(noted.is) && noted.is != act::opens && effect_of(noted) != call_effect::looks)
                paths_.emplace_back(noted.run, noted.word);
        std::ranges::sort(paths_);
    }

    [[nodiscard]] std::span<const fact> facts() const noexcept { return facts_.all(); }
    [[nodiscard]] call_effect effect_of(const fact& noted) const {
        return effects_[static_cast<std::size_t>(&noted - facts_.all().data())];
    }
    // Of a program, or of all that the line does by itself.
    [[nodiscard]] call_effect effect_of(std::size_t run) const {
        auto worst = call_effect::looks;
        for (const run_effect& each : effect_.each())
            if (each.run == run) worst = std::max(worst, each.does);
        return worst;
    }
    // They stand together.
    [[nodiscard]] std::span<const fact> of_run(std::size_t run) const {
        const auto all = facts_.all();
        const auto begin = std::ranges::lower_bound(all, run, {}, &fact::run);
        const auto end = std::ranges::upper_bound(all, run, {}, &fact::run);
        return all.subspan(static_cast<std::size_t>(begin - all.begin()),
                           static_cast<std::size_t>(end - begin));
    }
    [[nodiscard]] const shell_runs& runs() const noexcept { return runs_; }
    [[nodiscard]] call_effect worst_effect() const noexcept { return effect_.worst(); }

    // \param named  of several programs: it is said which one it is
    [[nodiscard]] said_clause of(const fact& noted, bool named) const {
        if (is_about_path(noted.is)) return of_path(noted, subject_of(noted, named));
        switch (noted.is) {
            case act::does: return of_effect(noted, named);
            case act::exceeds: return of_excess(noted, named);
            case act::unknown: return of_unknown(noted, named);
            case act::unreadable: return of_unreadable(noted);
            case act::consults:
            case act::moves: return filled(shown_words(runs_[noted.run]), saying_of(noted.is).sure, {});
            default: break;
        }
        return filled(doer(noted.run, named), saying_of(noted.is).sure, as_code(object_of(noted)));
    }

    // Whether it belongs to what is told of a command as a whole.
    [[nodiscard]] bool tells(const fact& noted) const {
        if (is_about_path(noted.is)) return noted.is != act::opens && noted.is != act::enters;
        if (effect_of(noted) == call_effect::looks) return false;
        if (noted.is == act::unreadable && noted.run == fact::none)
            return leaves_open() || !knows_what_is_unknown();
        if (noted.is != act::does) return !is_path_too(noted);
        // Which files, is told of them; and of a word that is not known, that it is not.
        const auto touches = noted.effect == effect::writes    ? act::writes
                             : noted.effect == effect::deletes ? act::removes
                                                               : act::does;
        const auto touched = [&](const fact& other) { return other.is == touches; };
        if (touches != act::does && std::ranges::any_of(of_run(noted.run), touched)) return false;
        const bool code = noted.effect == effect::runs && evaluates(noted.run);
        return noted.run == fact::none || (!is_unlisted(noted) && !code);
    }
    [[nodiscard]] bool evaluates(std::size_t run) const {
        return std::ranges::any_of(of_run(run), [](const fact& noted) {
            return noted.is == act::does && noted.effect == effect::evaluates;
        });
    }
    // A word that nobody knows is told of as a path.
    [[nodiscard]] bool is_path_too(const fact& noted) const {
        return noted.is == act::unknown && noted.word > 0 &&
               std::ranges::binary_search(paths_, std::pair(noted.run, noted.word));
    }
    [[nodiscard]] bool knows_what_is_unknown() const {
        return std::ranges::any_of(facts_.all(), [](const fact& noted) {
            const bool unknown = noted.is == act::unknown || noted.is == act::unreadable ||
                                 (noted.is == act::does && noted.effect == effect::evaluates);
            return noted.run != fact::none && unknown;
        });
    }

    // The fact of a run, or of none, that says most of why it is not allowed; null: it only looks.
    [[nodiscard]] const fact* worst(std::size_t run) const {
        const fact* worst = nullptr;
        auto worst_rank = 0;
        for (const fact& noted : of_run(run)) {
            if (effect_of(noted) == call_effect::looks || is_path_too(noted)) continue;
            if (const auto rank = rank_of(noted); rank > worst_rank) {
                worst = &noted;
                worst_rank = rank;
            }
        }
        return worst;
    }
    // What these runs do that is more than looking, the worst of each.
    void add_worst(clause_list& to, std::size_t from, std::size_t end, bool named) const {
        for (auto run = from; run < end; ++run)
            if (const fact* noted = worst(run)) to.add(of(*noted, named));
    }
    // Why the line cannot be read, where that is what it does not close.
    [[nodiscard]] bool leaves_open() const noexcept { return !runs_.unclosed().text.empty(); }
    [[nodiscard]] said_clause of_unclosed() const {
        const auto& [mark, character] = runs_.unclosed();
        const bool quote = mark.ends_with('"') || mark.ends_with('\'');
        const bool document = mark.starts_with("<<");
        const std::string_view kind = document ? "here-document " : quote ? "quote " : "";
        const auto shown = mark == "`" ? std::string("backquote") : as_shown(mark);
        const auto place = character == 0 ? " in a text that it runs"
                                          : " that opens at character " + std::to_string(character);
        return {std::string("the ").append(kind).append(shown).append(place),
                document ? "has no line that ends it" : "is not closed"};
    }
    // The value of an option that is told of already.
    [[nodiscard]] bool is_value(const fact& noted) const {
        const auto* const use = use_of(noted);
        if (use == nullptr || noted.word < 2) return false;
        const auto& doubtful = use->doubtful();
        if (std::ranges::find(doubtful, noted.word - 1) == doubtful.end()) return false;
        return std::ranges::any_of(use->parts(), [&](const program_use::part& part) {
            return part.of_option && part.word == noted.word && part.text.size() == noted.text.size();
        });
    }
    [[nodiscard]] std::string doer(std::size_t run, bool named) const {
        return named && run != fact::none ? shown_words(runs_[run]) : "it";
    }

private:
    // Of two that come to the same, a path says more. Settings that nobody has looked at say least.
    [[nodiscard]] int rank_of(const fact& noted) const {
        if (noted.is == act::consults) return 1;
        return 2 * static_cast<int>(effect_of(noted)) + (is_about_path(noted.is) ? 1 : 0);
    }

    [[nodiscard]] const program_use* use_of(const fact& noted) const {
        if (noted.run == fact::none || !runs_.use(noted.run).known()) return nullptr;
        return &runs_.use(noted.run);
    }
    // The option, or another word, that has a program do more than it is for, if that is it.
    [[nodiscard]] std::string subject_of(const fact& noted, bool named) const {
        const auto* const use = use_of(noted);
        const auto what = noted.is == act::writes    ? effect::writes
                          : noted.is == act::removes ? effect::deletes
                                                     : effect::reads;
        if (use != nullptr && !use->doubtful().empty() && any(use->beyond() & what))
            return as_code(runs_[noted.run][use->doubtful().front()].text);
        return doer(noted.run, named);
    }

    [[nodiscard]] said_clause of_path(const fact& noted, std::string subject) const {
        const bool sure = noted.how != certainty::perhaps && noted.how != certainty::unknown;
        const auto& words = saying_of(noted.is);
        const bool touched = noted.is == act::writes || noted.is == act::removes;
        const bool globs = noted.how == certainty::chosen;
        const std::string path = (noted.folders == fact::home ? "~/" : "") + std::string(noted.text);
        std::string object = words_of_path(path, facts_.cwd(), noted.is == act::removes);
        if (noted.how == certainty::unknown)
            object = noted.text == detail::substitution_mark || noted.text == "{}"
                         ? "what another program names"
                         : "what " + object + " names";
        if (noted.how == certainty::matched) object = "what " + object + " matches";
        if (globs) object = noted.any_name ? "what another program names" : "what " + object + " stands for";
        if (noted.is == act::writes && any(noted.effect & effect::scatters))
            return filled(std::move(subject), "writes the files that {} holds", std::move(object));
        auto behind = noted.how == certainty::unknown ? std::string_view()
                                                      : words_of_place(path, facts_.cwd(), globs, touched);
        if (object == "your home folder" || path == "/") behind = {};
        const auto does = effect_of(noted);
        if (behind.empty() && sure && (does == call_effect::looks_outside || does == call_effect::escapes))
            behind = any(noted.effect & effect::follows)           ? ", and follows links there"
                     : path == "/" || object == "your home folder" ? ""
                                                                   : ", which may lead elsewhere";
        return filled(std::move(subject), sure ? words.sure : words.perhaps, std::move(object), behind);
    }

    [[nodiscard]] said_clause of_effect(const fact& noted, bool named) const {
        if (noted.run == fact::none) return filled("a calculation", "may run what a variable holds", {});
        if (noted.effect == effect::evaluates)
            return filled(doer(noted.run, named), saying_of(noted.effect), {});
        if (is_by_word(noted)) return of_word(noted, noted.effect, named);
        // What it runs is what it is fed, which need not be of the project.
        if (noted.effect == effect::runs && is_fed_orders(runs_.use(noted.run)))
            return filled(shown_words(runs_[noted.run]), words_of_fed, {});
        return filled(shown_words(runs_[noted.run]), words_of_use(noted), {});
    }
    // The worst two of the effects of a program that it has whatever its options are.
    [[nodiscard]] std::string words_of_use(const fact& noted) const {
        std::string text;
        std::size_t told = 0;
        for (const fact& other : of_run(noted.run)) {
            const bool such =
                other.is == act::does && other.how != certainty::perhaps && other.effect != effect::evaluates;
            if (!such || is_by_word(other)) continue;
            if (++told > 2) break;
            text.append(told == 1 ? "" : " and ").append(saying_of(other.effect));
        }
        return told == 0 ? std::string(saying_of(noted.effect)) : text;
    }
    [[nodiscard]] bool is_by_word(const fact& noted) const {
        const auto* const use = use_of(noted);
        return noted.word > 0 && use != nullptr && any(use->beyond() & noted.effect);
    }
    // What an option, or another word, has its program do: to the files that it names, if that is known.
    [[nodiscard]] said_clause of_word(const fact& noted, effect does, bool named) const {
        const auto& text = runs_[noted.run][noted.word].text;
        // `git checkout .`: the path alone does nothing.
        const bool option = text.starts_with('-') || text.starts_with('+');
        auto word = option ? as_code(text) : shown_words(runs_[noted.run]);
        if (named && option) word += " of " + as_code(runs_[noted.run].front().text);
        if (does == effect::writes || does == effect::deletes)
            for (const act touches : {does == effect::writes ? act::writes : act::removes, act::reads})
                for (const fact& other : of_run(noted.run))
                    if (other.is == touches && other.how == certainty::exactly &&
                        (touches != act::reads || !other.of_option))
                        return filled(word, does == effect::writes ? "changes {}" : "deletes {}",
                                      words_of_path(other.text, facts_.cwd(), does == effect::deletes));
        return filled(word, saying_of(does), {});
    }

    // What a word has its program do that is more than it is for.
    [[nodiscard]] said_clause of_excess(const fact& noted, bool named) const {
        const auto* const use = use_of(noted);
        if (use == nullptr) return filled("it", saying_of(act::exceeds).sure, as_code(noted.text));
        if (is_unlisted(noted)) return of_unlisted(noted);
        for (const auto& row : words_of_effects) {
            if (!any(use->beyond() & row.does)) continue;
            if (row.does == effect::evaluates) return filled(doer(noted.run, named), row.words, {});
            return of_word(noted, row.does, named);
        }
        // It is what a subcommand is for.
        const fact* does = nullptr;
        for (const fact& other : of_run(noted.run))
            if (other.is == act::does && other.how != certainty::perhaps &&
                (does == nullptr || effect_of(other) > effect_of(*does)))
                does = &other;
        if (does != nullptr) return of_effect(*does, named);
        return filled(as_code(noted.text), "has {} do more than it is for",
                      as_code(runs_[noted.run].front().text));
    }

    [[nodiscard]] bool is_unlisted(const fact& noted) const {
        const auto* const use = use_of(noted);
        return use != nullptr && noted.word > 0 &&
               std::ranges::find(use->unlisted(), noted.word) != use->unlisted().end();
    }
    // `--pre x`, `--pre=x`
    [[nodiscard]] static std::string_view option_of(const program_use::part& part,
                                                    std::span<const shell_word> run) {
        const auto word = run[part.word].text;
        return part.text.size() == word.size() ? run[part.word - 1].text
                                               : word.substr(0, std::min(word.find('='), word.size()));
    }
    [[nodiscard]] said_clause of_unlisted(const fact& noted) const {
        // `find -exec rm`
        for (const auto& part : runs_.use(noted.run).parts())
            if (part.of_option && programs::names_program(part.kind) &&
                (part.word == noted.word || part.word == noted.word + 1))
                return filled(as_code(option_of(part, runs_[noted.run])), "runs {}", as_code(part.text));
        return filled("nothing", "is known about {}",
                      as_code(noted.text) + " of " + as_code(runs_[noted.run].front().text));
    }
    [[nodiscard]] said_clause of_unknown(const fact& noted, bool named) const {
        if (noted.run == fact::none) return filled("what", "{} is cannot be told", as_code(noted.text));
        if (noted.word == 0) return filled("nothing", "is known about the program {}", as_code(noted.text));
        if (!runs_[noted.run][noted.word].known) {
            const auto word = as_code(runs_[noted.run][noted.word].text);
            return filled(doer(noted.run, named), "gets {}, and nobody knows what that stands for", word);
        }
        return of_unlisted(noted);
    }
    [[nodiscard]] said_clause of_unreadable(const fact& noted) const {
        if (noted.run == fact::none) {
            if (leaves_open()) return of_unclosed();
            for (auto run = runs_.size(); run > 0; --run)
                if (is_fed_orders(runs_.use(run - 1)))
                    return filled(shown_words(runs_[run - 1]), words_of_fed, {});
            return filled("it", saying_of(act::unreadable).sure, {});
        }
        if (noted.word > 0) return filled("it", "is too long to be read", {});
        if (noted.text.find(detail::substitution_mark) != noted.text.npos)
            return filled("which program", "it runs cannot be told", {});
        return filled("which program", "{} is cannot be told", as_code(noted.text));
    }

    // An interpreter without a script.
    [[nodiscard]] static bool is_fed_orders(const program_use& use) {
        using programs::part_kind;
        if (!use.known()) return false;
        const auto fed = use.read_by().form().fed();
        if (fed != part_kind::fed_shell && fed != part_kind::fed_code && fed != part_kind::fed_commands)
            return false;
        return std::ranges::none_of(use.parts(), [](const program_use::part& part) {
            return part.kind == part_kind::shell || (part.kind == part_kind::script && part.text != "-");
        });
    }
    // The variable, where it is about one; otherwise the word.
    [[nodiscard]] static std::string_view object_of(const fact& noted) {
        const auto text = noted.text;
        if (noted.is == act::sets || noted.is == act::surrounds) {
            const auto name = text.substr(0, detail::name_length(text));
            return name.empty() ? text : name;
        }
        if (noted.is != act::shows) return text;
        const auto dollar = text.find('$');
        if (dollar == text.npos) return text;
        const auto length = detail::name_length(text.substr(dollar + 1));
        return length == 0 ? text : text.substr(dollar, length + 1);
    }

    const command_facts& facts_;
    const shell_runs& runs_;
    std::vector<call_effect> effects_;                        // of each fact
    std::vector<std::pair<std::size_t, std::size_t>> paths_;  // run and word of what is more than looked at
    command_effect effect_;
};

}  // namespace

std::vector<touched_file> touched_files(const command_facts& facts) {
    using how = touched_file::how;
    std::vector<touched_file> files;
    for (const fact& noted : facts.all()) {
        if (noted.how == certainty::perhaps || noted.how == certainty::unknown) continue;
        const bool reads = noted.is == act::reads || noted.is == act::lists ||
                           (noted.is == act::opens && noted.how == certainty::exactly);
        if (!reads && noted.is != act::writes && noted.is != act::removes) continue;
        files.push_back({reads                     ? how::reads
                         : noted.is == act::writes ? how::writes
                                                   : how::removes,
                         noted.run == fact::none ? run_effect::none : noted.run, noted.text});
    }
    return files;
}

std::string text_of(const command_facts& facts, const known_places& places) {
    const words_of_command words(facts, places);
    clause_list clauses;
    bool touches = false;
    for (const fact& noted : facts.all()) {
        if (noted.how == certainty::perhaps) continue;
        const bool writes = noted.effect == effect::writes || noted.effect == effect::deletes;
        touches = touches || noted.is == act::writes || noted.is == act::removes ||
                  (noted.is == act::does && writes);
        if (words.tells(noted)) clauses.add(words.of(noted, false));
    }
    std::string text = clauses.text(std::string::npos);
    if (text.empty()) return words.worst_effect() == call_effect::looks ? "it only looks" : text;
    if (!touches && words.worst_effect() <= call_effect::runs) text += "; writes nothing that is known";
    return text;
}

namespace {

known_places places_of(const tool_call& call) { return {call.repositories, call.paths_of_commands}; }

}  // namespace

std::string what_commands_do(const call_reading& reading, const tool_definition* definition) {
    std::string text;
    each_command(reading, definition, [&](const field_reading& field) {
        text.append(text.empty() ? "" : "; ").append(text_of(field.facts(), places_of(reading.call())));
    });
    return text;
}

// The commands of a call.

namespace {

told_command told_of(const words_of_command& words, std::size_t run) {
    told_command told{.effect = words.effect_of(run)};
    told.text = run == fact::none ? "the line by itself" : as_shown(spelled(words.runs()[run]));
    const fact* const worst = words.worst(run);
    if (worst == nullptr) {
        told.does = "it only looks";
        return told;
    }
    said_clause clause = words.of(*worst, false);
    // Its words stand there already.
    if (run != fact::none && clause.subject == shown_words(words.runs()[run])) clause.subject = "it";
    told.does = clause.text();
    return told;
}

void add_commands(const words_of_command& words, std::vector<told_command>& to) {
    const auto add = [&](std::size_t run) {
        auto told = told_of(words, run);
        const auto known = std::ranges::find(to, told.text, &told_command::text);
        if (known == to.end())
            to.push_back(std::move(told));
        else if (known->effect < told.effect)
            *known = std::move(told);
    };
    for (std::size_t run = 0; run < words.runs().size(); ++run) add(run);
    if (words.effect_of(fact::none) != call_effect::looks) add(fact::none);
}

}  // namespace

std::vector<told_command> commands_of_call(const call_reading& reading, const tool_definition* definition) {
    std::vector<told_command> told;
    each_command(reading, definition, [&](const field_reading& field) {
        add_commands(words_of_command(field.facts(), places_of(reading.call())), told);
    });
    if (told.size() < 2) return {};
    std::ranges::stable_sort(told, std::ranges::greater(), &told_command::effect);
    if (told.size() <= max_told_commands) return told;
    const auto left_out = told.size() - max_told_commands;
    told[max_told_commands].text =
        std::to_string(left_out) + (left_out == 1 ? " more command" : " more commands");
    told[max_told_commands].does = left_out == 1 ? "" : "none of them does worse";
    told.resize(max_told_commands + 1);
    return told;
}

// The parts of a call.

namespace {

// One of the simple commands of a text that are judged apart.
struct standing_part {
    std::size_t command = 0;
    std::size_t run = 0;  // the first of it, and the one behind it
    std::size_t end = 0;
    rule_pointer rule{};  // that covers it
    bool looks = false;
    passage passes = passage::none;  // by the policy, for what it does
    [[nodiscard]] bool open() const noexcept { return rule == nullptr && passes == passage::none; }
};

struct standing_parts {
    const field_reading* field = nullptr;
    std::vector<standing_part> parts{};
};

// The allow rule that covers one command of a text; null: none does.
rule_pointer rule_of_command(const call_reading& call, const tool_definition* definition,
                             const rule_set& rules, const field_reading& field, std::size_t command) {
    const shell_command& text = field.command();
    passing_commands others{.field = field.name()};
    for (std::size_t index = 0; index < text.size(); ++index)
        others.pass.push_back(index == command ? passage::none : passage::open);
    const rule_filter sound = [&](const permission_rule& rule) {
        return misread_field(rule, call, definition).empty();
    };
    rule_findings covering;
    rules.match_allow(call, &sound, others, covering);
    if (covering.allow == nullptr) return nullptr;
    const auto covers = [&](const rule_pointer& rule) {
        return rule->match(call) == rule_match::yes || rule->covers_command(text, command);
    };
    if (covers(covering.allow)) return covering.allow;
    const auto rule = std::ranges::find_if(covering.allow_too, covers);
    return rule == covering.allow_too.end() ? nullptr : *rule;
}

std::vector<standing_part> parts_of_field(const call_reading& call, const tool_definition* definition,
                                          const policy& settings, const rule_set& rules,
                                          const field_reading& field) {
    const auto& runs = field.runs();
    if (runs.bare()) return {};
    const command_effect effect(field.facts(), places_of(call.call()));
    const auto parts = parts_of(field.facts(), effect, field.command());
    if (parts.empty()) return {};
    const auto tool = settings.tools.find(call.tool_name());
    const auto passing = passing_by_policy(parts, field.name(),
                                           tool == settings.tools.end() ? nullptr : &tool->second, settings);
    std::vector<standing_part> standing(parts.size());
    std::size_t command = 0;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        if (runs.wrapped(run)) continue;
        standing[command].run = run;
        if (command > 0) standing[command - 1].end = run;
        ++command;
    }
    standing.back().end = runs.size();
    for (command = 0; command < parts.size(); ++command) {
        standing[command].command = command;
        standing[command].looks = parts[command].does.none();
        standing[command].passes = passing.pass[command];
        standing[command].rule = rule_of_command(call, definition, rules, field, command);
    }
    return standing;
}

standing_parts standing_of(const call_reading& call, const tool_definition* definition,
                           const policy& settings, const rule_set& rules) {
    standing_parts standing;
    each_command(call, definition, [&](const field_reading& field) {
        if (standing.parts.empty())
            standing = {&field, parts_of_field(call, definition, settings, rules, field)};
    });
    return standing;
}

}  // namespace

std::vector<explained_part> parts_of_call(const call_reading& call, const tool_definition* definition,
                                          const policy& settings, const rule_set& rules) {
    const auto standing = standing_of(call, definition, settings, rules);
    if (standing.parts.empty()) return {};
    const words_of_command words(standing.field->facts(), places_of(call.call()));
    std::vector<explained_part> parts;
    for (const auto& part : standing.parts) {
        explained_part explained{.rule = part.rule};
        explained.command = joined(words.runs()[part.run]);
        if (!part.open() && part.rule == nullptr)
            explained.standing = part.looks                     ? part_standing::looks
                                 : part.passes == passage::wall ? part_standing::walled
                                                                : part_standing::allowed;
        else if (part.rule != nullptr)
            explained.standing = part_standing::covered;
        clause_list clauses;
        words.add_worst(clauses, part.run, part.end, false);
        explained.does = clauses.text(max_clauses);
        parts.push_back(std::move(explained));
    }
    return parts;
}

// Why a call is not allowed.

namespace {

// Where the guard has found something.
struct guarded_act {
    factor found;
    act in;
};
constexpr guarded_act guarded_acts[] = {
    {factor::executing_option, act::exceeds}, {factor::inline_code, act::exceeds},
    {factor::executing_variable, act::sets},  {factor::executing_variable, act::surrounds},
    {factor::changed_directory, act::moves},  {factor::runs_others, act::starts},
    {factor::removes_outside, act::removes},  {factor::unreadable_command, act::unreadable},
};

// What is said of a tool that runs no command: with a path in its input, and without.
struct tool_saying {
    tool_kind kind;
    std::string_view with_path;
    std::string_view alone;
};
constexpr tool_saying words_of_tools[] = {
    {tool_kind::read, "reads {}", "reads"},
    {tool_kind::search, "searches {}", "searches"},
    {tool_kind::edit, "changes {}", "changes files"},
    {tool_kind::remove, "deletes {}", "deletes files"},
    {tool_kind::execute, "gets {}", "runs commands or stops them"},
    {tool_kind::fetch, "reads {}", "reads from the network"},
    {tool_kind::agent, "starts another agent for {}", "starts another agent"},
    {tool_kind::interact, "shows you {}", "wants something of you"},
    {tool_kind::other, "gets {}", ""},
};

class reason_words {
public:
    reason_words(const call_reading& call, const call_findings& found, const policy& settings,
                 const rule_set& rules)
        : call_(call), found_(found), settings_(settings), rules_(rules) {}

    // Of a call that no rule allows.
    [[nodiscard]] std::string undecided() {
        const auto standing = standing_of(call_, found_.definition, settings_, rules_);
        each_command(call_, found_.definition, [&](const field_reading& field) {
            const words_of_command words(field.facts(), places_of(call_.call()));
            if (words.leaves_open()) clauses_.add(words.of_unclosed());
            if (&field != standing.field || standing.parts.empty()) return add_all(words);
            std::optional<std::size_t> first;  // part that nothing allows, or else that takes a wall
            const auto add_those = [&](const auto& counts) {
                for (const auto& part : standing.parts) {
                    if (!counts(part)) continue;
                    words.add_worst(clauses_, part.run, part.end, true);
                    if (!first) first = part.run;
                }
            };
            add_those([](const standing_part& part) { return part.open(); });
            if (!first) add_those([](const standing_part& part) { return part.passes == passage::wall; });
            if (clauses_.empty() && first)
                clauses_.add(filled(shown_words(words.runs()[*first]), "only looks", {}));
        });
        if (clauses_.empty()) add_tool();
        return clauses_.text(max_clauses);
    }

    [[nodiscard]] std::string guarded() {
        const auto& why = found_.guarded.why;
        if (why == shared_factor(factor::widened_authority))
            return as_code(found_.guarded.fields.front()) + " asks for more authority than other calls have";
        each_command(call_, found_.definition, [&](const field_reading& field) {
            const words_of_command words(field.facts(), places_of(call_.call()));
            if (words.leaves_open()) clauses_.add(words.of_unclosed());
            // What only may be a path is told of where nothing else is.
            for (const bool perhaps : {false, true})
                if (!perhaps || clauses_.empty()) add_guarded(words, perhaps);
        });
        if (clauses_.empty()) add_fields();
        return clauses_.text(max_clauses);
    }

    // Whether a command has several programs.
    [[nodiscard]] bool of_several() const {
        bool several = false;
        each_command(call_, found_.definition,
                     [&](const field_reading& field) { several = several || field.runs().size() > 1; });
        return several;
    }

    // Of a call that a deny or ask rule covers, or may.
    [[nodiscard]] std::string covered(const permission_rule& rule) {
        each_command(call_, found_.definition, [&](const field_reading& field) {
            const words_of_command words(field.facts(), places_of(call_.call()));
            const bool named = words.runs().size() > 1;
            const auto add_first = [&](const auto& is_such) {
                const auto such = std::ranges::find_if(words.facts(), is_such);
                if (clauses_.empty() && such != words.facts().end()) clauses_.add(words.of(*such, named));
            };
            add_first([&](const fact& noted) { return covers(rule, noted, field.facts()); });
            if (named && clauses_.empty()) add_covered_run(rule, field, words);
            add_first(is_open);
            if (clauses_.empty()) add_all(words);
        });
        if (clauses_.empty()) add_fields();
        if (clauses_.empty()) add_tool();
        return clauses_.first();
    }

private:
    // What the program does that the rule covers by itself: of one that runs another one, that one.
    void add_covered_run(const permission_rule& rule, const field_reading& field,
                         const words_of_command& words) {
        const auto& runs = words.runs();
        std::optional<std::size_t> covered;
        std::string text;  // of that
        auto best = rule_match::no;
        for (std::size_t run = 0; run < std::min(runs.size(), max_matched); ++run) {
            auto words_of_run = joined(runs[run]);
            if (words_of_run.size() > max_matched_bytes) continue;
            const auto alone = make_input({{field.name(), as_written(runs[run])}});
            const tool_call part{.tool_name = call_.tool_name(), .input = *alone, .cwd = call_.call().cwd};
            const auto match = rule.match(call_reading(part, call_));
            if (match == rule_match::no || match < best) continue;
            if (match == best && text.find(words_of_run) == text.npos) continue;
            best = match;
            covered = run;
            text = std::move(words_of_run);
        }
        if (!covered) return;
        words.add_worst(clauses_, *covered, *covered + 1, true);
        if (clauses_.empty()) clauses_.add(filled(shown_words(runs[*covered]), "only looks", {}));
    }
    // Words of a shell, with quotes where it puts nothing else there.
    static std::string as_written(std::span<const shell_word> words) {
        std::string text;
        for (const auto& word : words) {
            if (!text.empty()) text += ' ';
            if (!word.known) {
                text += word.text;
                continue;
            }
            text += '\'';
            for (const char byte : word.text)
                text += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
            text += '\'';
        }
        return text;
    }
    void add_guarded(const words_of_command& words, bool perhaps) {
        std::size_t seen = 0;
        for (const fact& noted : words.facts()) {
            if ((noted.how == certainty::perhaps) != perhaps || !is_guarded(noted, words)) continue;
            if (noted.run == fact::none && !clauses_.empty()) continue;
            if (++seen > max_seen) return;
            clauses_.add(words.of(noted, words.runs().size() > 1));
        }
    }
    void add_all(const words_of_command& words) {
        const auto& runs = words.runs();
        words.add_worst(clauses_, 0, runs.size(), runs.size() > 1);
        for (const fact& noted : words.facts())
            // What cannot be read is named where it is a program.
            if (noted.run == fact::none && words.effect_of(noted) != call_effect::looks &&
                (noted.is != act::unreadable || clauses_.empty()))
                clauses_.add(words.of(noted, false));
        if (clauses_.empty() && runs.size() > 0) clauses_.add(filled(shown_words(runs[0]), "only looks", {}));
    }

    [[nodiscard]] bool is_guarded(const fact& noted, const words_of_command& words) const {
        const auto& why = found_.guarded.why;
        if (is_about_path(noted.is)) {
            const bool globs = noted.how != certainty::exactly && noted.how != certainty::perhaps;
            const auto named = places_in(noted.text, globs);
            if (why == shared_factor(factor::protected_place) && named.protected_place) return true;
            if (why == shared_factor(factor::process_files) && named.process_files) return true;
        }
        const bool such = std::ranges::any_of(guarded_acts, [&](const guarded_act& row) {
            return row.in == noted.is && why == shared_factor(row.found);
        });
        if (!such || found_.guarded.words.empty()) return such;
        if (noted.is == act::exceeds && words.is_value(noted)) return false;
        const auto guarded = std::span(found_.guarded.words)
                                 .first(std::min(found_.guarded.words.size(), max_clauses * max_named));
        return noted.run != fact::none &&
               std::ranges::find(guarded, words.runs()[noted.run][noted.word].text) != guarded.end();
    }

    [[nodiscard]] bool covers(const permission_rule& rule, const fact& noted,
                              const command_facts& facts) const {
        if (!is_about_path(noted.is) || noted.how == certainty::unknown || noted.how == certainty::matched)
            return false;
        return may_cover_path(rule, noted.text, facts.cwd(), noted.how == certainty::chosen, call_);
    }
    // It may be anything that is done there.
    [[nodiscard]] static bool is_open(const fact& noted) {
        if (noted.how == certainty::unknown) return is_about_path(noted.is) && noted.is != act::opens;
        return noted.is == act::unreadable || (noted.is == act::unknown && noted.word == 0) ||
               (noted.is == act::does && noted.effect == effect::evaluates);
    }

    // What the fields of a tool that runs no command say.
    void add_fields() {
        const auto* const definition = found_.definition;
        const auto kind_of_tool = definition == nullptr ? tool_kind::other : definition->kind;
        const auto words = std::ranges::find(words_of_tools, kind_of_tool, &tool_saying::kind);
        const auto doer = kind_of_tool == tool_kind::other ? as_code(call_.tool_name()) : std::string("it");
        const bool removes = kind_of_tool == tool_kind::remove;
        const bool touches = removes || kind_of_tool == tool_kind::edit || kind_of_tool == tool_kind::other;
        const auto cwd = call_.call().cwd;
        each_field(call_, definition, [&](field_kind kind, const field_reading& field) {
            if (kind == field_kind::command || field.what() != field_view::kind::string) return;
            const auto text = field.text();
            if (kind == field_kind::url)
                clauses_.add(filled("it", "reads {}", as_code(text), ", from the network"));
            else if (kind == field_kind::path)
                clauses_.add(filled(doer, words->with_path, words_of_path(text, cwd, removes),
                                    words_of_field(field, touches)));
            else
                clauses_.add(filled("it", "looks for {}", as_code(text),
                                    kind == field_kind::glob && !takes_out(text)
                                        ? words_of_place(text, cwd, true, false)
                                        : ""));
        });
    }
    // What is to be said of a path, or of where that leads.
    [[nodiscard]] std::string words_of_field(const field_reading& field, bool touched) const {
        const tool_call& call = call_.call();
        const auto behind = words_of_place(field.text(), call.cwd, false, touched);
        if (!behind.empty()) return std::string(behind);
        if (!field.text().starts_with('/') && !call.cwd.starts_with('/'))
            return ", and nobody said in which folder the agent works";
        const auto target = target_of(call, field.name());
        if (target.unresolvable) return ", and where that leads cannot be told";
        if (!target.known || place_of(target.path, target.cwd) != path_place::outside) return {};
        return ", which leads to " + as_code(target.path);
    }
    void add_tool() {
        const auto* const definition = found_.definition;
        const auto kind = definition == nullptr ? tool_kind::other : definition->kind;
        if (kind != tool_kind::other && kind != tool_kind::execute) add_fields();
        if (!clauses_.empty()) return;
        const auto tool = as_code(call_.tool_name());
        if (definition == nullptr) return clauses_.add(filled("nothing", "is known about the tool {}", tool));
        if (kind == tool_kind::other)
            return clauses_.add(filled("what", "{} does depends on more than this call", tool));
        if (const auto& main = definition->main_field;
            kind == tool_kind::execute && !main.empty() && !call_.call().input.value_of(main))
            return clauses_.add(filled("its input", "has no {}", as_code(main),
                                       ", so what " + tool + " does cannot be told"));
        clauses_.add(filled(tool, std::ranges::find(words_of_tools, kind, &tool_saying::kind)->alone, {}));
    }

    const call_reading& call_;
    const call_findings& found_;
    const policy& settings_;
    const rule_set& rules_;
    clause_list clauses_;
};

// The deny or ask rule by which a call is asked about.
const permission_rule* asking_rule(const call_findings& found) {
    for (const auto* const rule :
         {&found.rules.deny_doubt, &found.blocked_doubt, &found.rules.ask, &found.rules.ask_doubt})
        if (*rule != nullptr) return rule->get();
    return nullptr;
}

}  // namespace

void put_into_words(verdict& decided, const call_reading& call, const call_findings& found,
                    const policy& settings, const rule_set& rules) {
    const bool refused =
        decided.denied() && decided.source == decision_source::mode && !decided.detail.empty();
    const bool by_rule = decided.denied() && decided.rule != nullptr && decided.detail.empty();
    const bool by_effect = decided.source == decision_source::effect && !decided.allowed();
    if (!decided.asks() && !refused && !by_rule && !by_effect) return;
    reason_words words(call, found, settings, rules);
    if (by_rule) {
        // Of one program by itself the rule says enough.
        if (words.of_several()) decided.concern = words.covered(*decided.rule);
    } else if (refused) {
        const auto* const rule = asking_rule(found);
        decided.concern = rule != nullptr                       ? words.covered(*rule)
                          : found.guarded && !found.exact_allow ? words.guarded()
                          : found.rules.ask_unknown             ? words.covered(*found.rules.ask_unknown)
                                                                : words.undecided();
    } else if (decided.rule != nullptr) {
        decided.concern = words.covered(*decided.rule);
    } else if (decided.source == decision_source::guard) {
        decided.concern = words.guarded();
    } else if (by_effect || decided.source == decision_source::undecided ||
               decided.source == decision_source::gate) {
        decided.concern = words.undecided();
    }
}

}  // namespace assent
