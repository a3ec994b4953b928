#include "../files/counted.hpp"
#include "../history/record_log.hpp"
#include "../history/record_summary.hpp"
#include "../history/record_walk.hpp"
#include "../history/replay.hpp"
#include "../history/suggestions.hpp"
#include "../history/written_rules.hpp"
#include "../options/fail_closed.hpp"
#include "../setup/transcripts.hpp"
#include "command.hpp"

#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

void add_record_operand(CLI::App& app, const std::string& name, std::string& file) {
    app.add_option(name, file, "The record (default: the one that `assent install` keeps)")
        ->type_name("FILE")
        ->check(not_empty);
}

void add_transcripts(CLI::App& app, bool& transcripts) {
    app.add_flag("--transcripts", transcripts,
                 "Claude's transcripts in the place of a record (with FILE: that one), as the agent itself "
                 "wrote them")
        ->group(group::record);
}

// What of a record is meant.
void add_choice(CLI::App& app, record_choice& choice) {
    app.option_defaults()->group(group::record);
    auto* const since =
        app.add_option("--since", choice.since, "From then on: 2h ago, or a day such as 2026-11-27")
            ->type_name("TIME|DAY")
            ->check(not_empty);
    app.add_flag("--today", choice.today, "From midnight on")->excludes(since);
    app.add_flag("--denied", choice.denied, "What was denied");
    app.add_flag("--asked", choice.asked, "What somebody was asked about");
    app.add_option("--agent", choice.agent, "What this agent wanted")->type_name("NAME")->check(not_empty);
    app.add_option("--folder", choice.folder, "What agents wanted that work in it, or below")
        ->type_name("FOLDER")
        ->check(not_empty);
}

command_run declare_log(CLI::App& app) {
    const auto given = std::make_shared<log_options>();
    add_record_operand(app, "FILE", given->file);
    add_choice(app, given->choice);
    app.option_defaults()->group(group::output);
    app.add_flag("-f,--follow", given->follow, "Go on with what is decided from now on, until Ctrl-C");
    app.add_flag("--json", given->json, "The lines of the record, as they stand there");
    app.add_flag("--forget", given->forget,
                 "Take what is chosen out of the record, once you have said yes in a terminal");
    app.footer(
        "A line has the time here, the agent, what was decided, what it wanted to do, and why. What is given "
        "together narrows: --asked --denied is what people denied. A question that is open is not on record "
        "until it is answered: the page shows it (`assent console`). What an agent asks its user itself, "
        "without a daemon, is `asked`, and the answer is not known here.");
    return [given](const command_line&) { return given->forget ? forget_log(*given) : show_log(*given); };
}

// ---- What it comes to

struct report_options {
    std::string record;
    record_choice choice;
    bool page = false;
};

int report_record(const report_options& options) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const chosen_events chosen(options.choice, now);
    record_walk record(record_path(options.record), "report");
    record_summary all;
    while (const auto entry = record.next())
        if (chosen.has(entry->event)) all.add(entry->event);
    record.finish();
    print(options.page ? report_page(all) : report_text(all));
    return static_cast<int>(exit_code::ok);
}

command_run declare_report(CLI::App& app) {
    const auto given = std::make_shared<report_options>();
    add_record_operand(app, "FILE", given->record);
    add_choice(app, given->choice);
    app.add_flag("--page", given->page, "A page of HTML with pictures, which loads nothing")
        ->group(group::output);
    app.footer("Questions an hour is the figure to look at: hours without a decision do not count.");
    return [given](const command_line&) { return report_record(*given); };
}

// ---- Decided anew

struct replay_options {
    std::string policy;
    std::string record;
    bool transcripts = false;
    bool json = false;
};

void replay_transcripts(const std::string& file, replay& all) {
    walk_transcripts(file, "replay", [&](const recorded_event& call, told_end end) {
        if (end == told_end::unknown || end == told_end::failed)
            all.leave_out_untold();
        else
            all.add(call);
    });
}

// \return 0: nothing is looser than on record, 1: something is, 2: nothing could be decided
int replay_record(const replay_options& options) {
    if (is_record(options.policy))
        throw usage_error(
            fmt::format("replay: {0} is a record, and the policy stands first: assent replay "
                        "POLICY {0}",
                        display_text(options.policy)));
    common_options common;
    common.policy = options.policy;
    const settings with(common);
    if (const policy_source usual{std::string()}; with.source().file().empty() && !usual.file().empty())
        fmt::print(stderr, "assent: replay: `{}` as it comes, without the rules of {}\n", options.policy,
                   display_text(usual.file().string()));
    const auto& by = with.decides_by();
    const ready_policy policy{by.basis, by.rules};
    replay all(policy, *by.paths, *by.repositories);
    if (options.transcripts) {
        replay_transcripts(options.record, all);
        print(options.json ? R"({"unchecked":"Claude's transcripts",)" + all.json().substr(1)
                           : std::string(by_transcripts) + all.text());
    } else {
        record_walk record(record_path(options.record), "replay");
        while (const auto entry = record.next()) all.add(entry->event);
        record.finish();
        print(options.json ? all.json() : all.text());
    }
    if (all.decided() == 0) return static_cast<int>(exit_code::usage);
    return static_cast<int>(all.looser() > 0 ? exit_code::failed : exit_code::ok);
}

command_run declare_replay(CLI::App& app) {
    const auto given = std::make_shared<replay_options>();
    app.add_option("POLICY", given->policy, "A policy file, or the name of a policy that comes with Assent")
        ->type_name(fmt::format("FILE|{}", fmt::join(policy_names(), "|")))
        ->required()
        ->check(not_empty);
    add_record_operand(app, "RECORD", given->record);
    add_transcripts(app, given->transcripts);
    app.add_flag("--json", given->json, "As one line of JSON")->group(group::output);
    app.footer(
        "What people have answered counts as asked. Links and settings of git count as they are now.\n\n"
        "Exit status: 0 nothing is looser than on record, 1 something is, 2 wrong usage, or no call of the "
        "record could be decided.");
    return [given](const command_line&) { return replay_record(*given); };
}

// ---- Rules that would have spared questions

struct suggest_options {
    std::string policy;
    std::string record;
    bool transcripts = false;
    bool rules_only = false;
    bool write = false;
};

// \param told  by transcripts: nobody was asked, as far as anybody knows
std::string suggestions_text(const suggestions& made, const rule_search& search, bool told) {
    const auto percent = [&](std::size_t spared) { return spared * 100 / search.questions(); };
    if (search.too_many())
        return fmt::format(
            "no rule: {} more than {} different calls, and one that was denied may be "
            "among those that were not looked at\n",
            told ? "there are" : "the record has", max_looked_at_calls);
    if (search.questions() == 0 && told) return "no rule: of what ran nothing would be asked about\n";
    if (search.questions() == 0)
        return "no rule: of what the record has people allow nothing would be asked about again. It knows "
               "what "
               "people answer on the page or in the terminal of Assent, not what an agent itself asks them: "
               "with `assent setup --asks daemon` the page asks\n";
    std::string text =
        told ? fmt::format("{} that ran would be asked about\n", counted(search.questions(), "call"))
             : fmt::format("{} that people answered with allow would be asked again\n",
                           counted(search.questions(), "question"));
    for (const auto& each : made.effects) {
        text += fmt::format("  \"effects\": {{{}}}: {} ({} %)\n      {}\n      such as: {}\n",
                            effects_text(each), each.spared, percent(each.spared), effects_in_words(each),
                            fmt::join(each.examples, "; "));
        for (const auto& rule : each.asked)
            text += fmt::format("    with the ask rule {}, for {}\n", display_text(rule.text()),
                                told ? "it was refused, or has failed" : "a person has refused it");
    }
    for (const auto& each : made.rules)
        text += fmt::format("  {}: {} ({} %)\n      such as: {}\n", display_text(each.rule.text()),
                            each.spared, percent(each.spared), fmt::join(each.examples, "; "));
    text += fmt::format("{}{} {} {} of these questions ({} %)\n",
                        made.effects.empty() ? "" : "with what is said of effects, ",
                        counted(made.rules.size(), "rule"), made.rules.size() == 1 ? "spares" : "spare",
                        search.spared(), percent(search.spared()));
    if (const auto unseen = search.denied_unseen(); unseen > 0 && made.size() > 0)
        text += fmt::format("denied calls without an input on record: {}; a rule may cover one of them\n",
                            unseen);
    return text;
}

// What ran counts as allowed for what is printed here, and for nothing else.
void search_transcripts(const std::string& file, rule_search& search) {
    walk_transcripts(file, "suggest", [&](recorded_event call, told_end end) {
        if (end == told_end::unknown) return;
        if (end == told_end::ran) {
            call.source = decision_source::callback;
            call.end = question_end::approved;
        }
        search.add(std::move(call));
    });
}

int suggest_rules(const suggest_options& options) {
    if (options.transcripts && options.write)
        throw usage_error(
            "suggest: --write: an agent writes its transcripts itself, so that nothing is allowed by them: a "
            "record alone can be taken for that (`assent suggest --write` without --transcripts)");
    common_options common;
    common.policy = options.policy;
    const settings with(common);
    const auto& by = with.decides_by();
    const ready_policy policy{by.basis, by.rules};
    if (options.write) require_writable(with.source());
    rule_search search(policy, *by.paths, *by.repositories,
                       {.effects = !options.rules_only, .walls = wall_available()});
    if (options.transcripts) {
        search_transcripts(options.record, search);
    } else {
        record_walk record(record_path(options.record), "suggest");
        while (auto entry = record.next()) search.add(std::move(entry->event));
        record.finish();
    }
    const auto made = search.find();
    print((options.transcripts ? std::string(by_transcripts) : std::string()) +
          suggestions_text(made, search, options.transcripts));
    if (options.write && made.size() > 0) write_suggested(with.source(), made);
    return static_cast<int>(exit_code::ok);
}

command_run declare_suggest(CLI::App& app) {
    const auto given = std::make_shared<suggest_options>();
    add_record_operand(app, "RECORD", given->record);
    add_transcripts(app, given->transcripts);
    app.add_option("--policy", given->policy,
                   "The policy that the rules are for (default: yours, as for check)")
        ->type_name(fmt::format("FILE|{}", fmt::join(policy_names(), "|")))
        ->group(group::output)
        ->check(not_empty);
    app.add_flag("--rules-only", given->rules_only, "Suggest nothing about effects of calls")
        ->group(group::output);
    app.add_flag("--write", given->write,
                 "Put them into the policy file, once you have said yes in a terminal")
        ->group(group::output);
    app.footer(
        "A rule covers the very words that people allowed, or what begins as several of them do, and nothing "
        "that "
        "was denied. There is none about what destroys, sends, escapes, shows secrets or changes what "
        "decides. Of effects of which the policy says nothing, such as edits of files of the project, it is "
        "said "
        "what would be spared if all calls passed, or ran behind a wall, that do no more.");
    return [given](const command_line&) { return suggest_rules(*given); };
}

}  // namespace

const command commands::suggest{"suggest", command_group::files,
                                "Suggest rules that would have spared questions", declare_suggest};

const command commands::replay{"replay", command_group::files,
                               "Decide the calls of a record anew, by another policy", declare_replay};

const command commands::report{"report", command_group::files,
                               "Count what was decided, and how often somebody was asked", declare_report};

const command commands::log{"log", command_group::files, "Show what was decided; see docs/history.md",
                            declare_log};

}  // namespace assent::cli
