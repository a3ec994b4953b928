#include "../install/installed_hook.hpp"
#include "../options/fail_closed.hpp"
#include "../options/policy_source.hpp"
#include "command.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/lines/line_splitter.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>
#include <assent/app/gate/explanation_text.hpp>
#include <assent/app/gate/resolved_call.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace assent::cli {
namespace {

// Longest input that is shown where it is no object, in bytes.
constexpr std::size_t max_shown_input = 100;

struct check_options {
    std::string tool;
    std::string input;
    bool tool_given = false;
    std::string cwd;
    std::string agent;
    std::string subagent;
    std::string session;
    bool batch = false;
    std::size_t explain = 0;  // how often it was given
    bool json = false;
};

/// What `--batch` calls `invalid`: the rule or the call was refused.
struct refused {
    std::string why;
};

std::string describe(const json_fault& fault) {
    std::string text(to_string(fault.flaw));
    if (fault.flaw == json_flaw::duplicate_key) text += " `" + fault.key + "`";
    return fmt::format("{} at byte {}", text, fault.offset);
}

// A JSON object with its members, every key of which must be known.
class object_reader {
public:
    object_reader(std::string_view text, std::string path) : path_(std::move(path)) {
        if (const auto& fault = scanner_.scan(text, json_scanner::duplicates::everywhere))
            throw refused{path_.empty() ? describe(fault) : path_ + ": " + describe(fault)};
        if (scanner_.kind() != json_kind::object) throw refused{fmt::format("{}expected an object", at(""))};
    }

    const json_member* find(std::string_view key, json_kind kind, std::string_view kind_name, bool required) {
        const auto* member = scanner_.find(key);
        if (member == nullptr && !required) return nullptr;
        if (member == nullptr || member->kind != kind)
            throw refused{fmt::format("`{}`: expected {}, got {}", at(key), kind_name,
                                      member == nullptr ? "nothing" : "another type")};
        return member;
    }

    std::string text(std::string_view key, bool required) {
        const auto* member = find(key, json_kind::string, "a string", required);
        if (member == nullptr) return {};
        std::string scratch;
        return std::string(string_text(member->value, scratch));
    }

    template <std::size_t N>
    void only(const std::array<std::string_view, N>& known) const {
        for (const auto& member : scanner_.members()) {
            bool found = false;
            for (const auto key : known) found = found || key == member.key;
            if (!found)
                throw refused{
                    fmt::format("`{}`: unknown key, expected {}", at(member.key), fmt::join(known, ", "))};
        }
    }

private:
    [[nodiscard]] std::string at(std::string_view key) const {
        if (path_.empty() || key.empty()) return path_ + std::string(key);
        return path_ + "." + std::string(key);
    }

    std::string path_;
    json_scanner scanner_;
};

rule_set::pointer read_rules(object_reader& line) {
    const auto* list = line.find("rules", json_kind::array, "an array", false);
    if (list == nullptr) return rule_set::empty();
    std::vector<permission_rule> rules;
    const json_value parsed = parse_scanned(list->value);
    for (std::size_t i = 0; i < parsed.get_array().size(); ++i) {
        const auto path = fmt::format("rules[{}]", i);
        auto rule = valued_rule_from_flat(parsed.get_array()[i], rule_origin::host, path);
        if (!rule) throw refused{fmt::format("{}: {}", path, rule.error().message)};
        rules.push_back(std::move(*rule));
    }
    auto made = rule_set::make(std::move(rules));
    if (!made) throw refused{"rules: " + made.error().message};
    return *made;
}

// The files that the call meets; nothing: none are looked at.
std::optional<described_files> read_files(object_reader& line) {
    const auto* described = line.find("fs", json_kind::object, "an object", false);
    if (described == nullptr) return std::nullopt;
    std::optional<described_files> files(std::in_place);
    const json_value parsed = parse_scanned(described->value);
    for (const auto& member : parsed.get_object()) {
        const std::string_view path(member.key().data(), member.key().size());
        const auto* const what = member.value().if_string();
        if (what == nullptr || !files->add(path, std::string_view(what->data(), what->size())))
            throw refused{fmt::format(
                "`fs.{}`: expected an absolute path, and `-> target`, `-> !`, `dir`, `file` or `missing`",
                path)};
    }
    return files;
}

// One call, read and refused as a session would. `decide` is given what is left.
template <class Decide>
verdict judge(std::string_view tool_name, std::string_view input, std::string_view cwd, Decide decide) {
    json_scanner members;
    if (const auto& fault = members.scan(input, json_scanner::duplicates::everywhere))
        throw refused{"`call.input`: " + describe(fault)};
    if (members.kind() != json_kind::object) throw refused{"`call.input`: expected an object"};
    if (holds_nul(input)) throw refused{"`call.input`: a string holds U+0000"};
    if (members.members().size() > max_input_members)
        throw refused{fmt::format("`call.input`: more than {} members", max_input_members)};
    if (!valid_tool_name(tool_name))
        throw refused{"`call.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`"};
    const wire_input borrowed(input, members.members(), members.value_count());
    return decide(tool_call{.tool_name = tool_name, .input = borrowed, .cwd = cwd, .walls = true});
}

verdict judge_line(std::string_view text) {
    static constexpr std::array line_keys{std::string_view("rules"), std::string_view("mode"),
                                          std::string_view("call"), std::string_view("id"),
                                          std::string_view("fs")};
    static constexpr std::array call_keys{std::string_view("tool_name"), std::string_view("input"),
                                          std::string_view("cwd")};
    object_reader line(text, "");
    line.only(line_keys);
    auto rules = read_rules(line);
    // Nothing but the rules and the mode of the line decides.
    policy settings = policy::bare();
    if (line.find("mode", json_kind::string, "a string", false) != nullptr) {
        const auto name = line.text("mode", true);
        const auto known = parse_word<permission_mode>(name);
        if (!known)
            throw refused{fmt::format(
                "`mode`: expected ask, allow, deny, accept_edits, plan or dont_ask, got `{}`", name)};
        settings.mode = *known;
    }
    const auto basis = judgement_basis::make(std::move(settings)).value();
    auto registered = basis->as_registered(std::move(rules));
    if (!registered) throw refused{"rules: " + registered.error().message};
    object_reader call(line.find("call", json_kind::object, "an object", true)->value, "call");
    call.only(call_keys);
    const auto tool = call.text("tool_name", true);
    const auto* input = call.find("input", json_kind::object, "an object", true);
    auto files = read_files(line);
    return judge(tool, input->value, call.text("cwd", false), [&](const tool_call& judged) {
        std::string scratch;
        const resolved_call led(judged, basis->definition(judged.tool_name), files ? &*files : nullptr);
        const auto found =
            examine(led.reading(), basis->about(judged.tool_name), **registered, *basis, {}, scratch);
        verdict decided = permission_service(basis).judge(led.call(), found, time_point());
        put_into_words(decided, led.reading(), found, basis->settings(), **registered);
        return decided;
    });
}

std::string answer_line(std::string_view decision, std::string_view source, std::string_view reason) {
    std::string out = R"({"decision":)";
    append_json_string(out, decision);
    out += R"(,"source":)";
    append_json_string(out, source);
    out += R"(,"reason":)";
    append_json_string(out, reason);
    return out + "}\n";
}

std::string answer_to(std::string_view text) {
    try {
        const verdict decided = judge_line(text);
        return answer_line(to_string(decided.decision), to_string(decided.source), decided.reason());
    } catch (const refused& error) {
        return answer_line("invalid", to_string(decision_source::malformed), error.why);
    }
}

int check_batch(std::size_t max_line_bytes) {
    line_splitter lines(max_line_bytes);
    for (bool more = true; more;) {
        const auto space = lines.read_space();
        const auto bytes = ::read(STDIN_FILENO, space.data(), space.size());
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0) throw std::system_error(errno, std::generic_category(), "cannot read standard input");
        more = bytes > 0;
        if (more)
            lines.arrived(static_cast<std::size_t>(bytes));
        else
            lines.finish();
        for (auto line = lines.next(); line.what != line_splitter::line::kind::none; line = lines.next()) {
            if (line.what == line_splitter::line::kind::too_long)
                print(answer_line("invalid", to_string(decision_source::malformed),
                                  fmt::format("line longer than {} bytes", max_line_bytes)));
            else if (line.text.find_first_not_of(" \t\r") != std::string_view::npos)
                print(answer_to(line.text));
        }
    }
    return static_cast<int>(exit_code::ok);
}

// A name that is misspelt is one that nobody knows: it is said, and decides as before.
void tell_unknown_names(const permission_rule& rule, const settings& with) {
    for (const auto& found : lint({rule}, with.tools()).findings)
        if (found.what == lint_kind::unknown_tool)
            fmt::print(stderr, "assent: check: {}: {}\n", display_text(rule.tool_pattern()), found.why);
        else if (found.what == lint_kind::unknown_field)
            fmt::print(stderr, "assent: check: {}\n", found.why);
}

void tell_unknown_names(const tool_call& call, const settings& with) {
    json_object patterns;
    for (std::size_t i = 0; i < call.input.size(); ++i)
        if (!has_own_field(call.tool_name, call.input.name_at(i)))
            patterns.emplace(call.input.name_at(i), "*");
    // Nothing is decided by it: it has the call's names, and lint knows what to say of them.
    if (const auto named =
            permission_rule::make(call.tool_name, patterns, rule_behavior::deny, rule_origin::host))
        tell_unknown_names(*named, with);
}

// A rule of this line that denies or asks may be meant to be about commands, too, which do the same.
void tell_missed_command(const permission_rule& rule, const settings& with) {
    policy alone = policy::bare();
    alone.rules.push_back(rule);
    const auto basis = judgement_basis::make(std::move(alone));
    if (!basis) return;
    for (const auto& found : lint({rule}, with.tools(), {.tried_by = *basis}).findings)
        if (found.what == lint_kind::missed_call && found.beside)
            fmt::print(stderr, "assent: check: {}: {}; `{}` is the rule to put beside it\n",
                       display_text(found.text), found.why, display_text(found.beside->text()));
}

// What else may have been meant by a text that is no JSON object.
std::string_view other_input(std::string_view input, std::string_view field) {
    if (input.find('\'') != input.npos && input.find('"') == input.npos)
        return "; JSON has `\"` around names and texts, not `'`";
    if (input == "-") return R"x(; what standard input says: --input "$(cat)")x";
    if (input.starts_with('@')) return R"x(; what a file says: --input "$(cat in.json)")x";
    return field == "command" ? "; a command may be typed as it is: assent check git status" : "";
}

// What would be no more than "not JSON" to whoever has typed what the tool works on.
void require_object(const settings& with, const check_options& options) {
    const std::string& input = options.input;
    const auto begin = input.find_first_not_of(" \t\r\n");
    const bool braced = begin != input.npos && input[begin] == '{';
    json_scanner scanner;
    const auto& fault = scanner.scan(input, json_scanner::duplicates::everywhere);
    if (braced && (!fault || fault.flaw != json_flaw::syntax)) return;
    const auto* const tool = with.tools().find(options.tool);
    const std::string field = tool == nullptr || tool->main_field.empty() ? "field" : tool->main_field;
    const std::string_view shown = beginning_of(input, max_shown_input);
    std::string meant;
    append_json(meant, json_object{{field, braced || input.empty() ? "..." : shown}});
    throw usage_error(fmt::format("check: --input: expected a JSON object, such as {}, got `{}`{}",
                                  display_text(meant), display_text(shown), other_input(input, field)));
}

// The call that is a command in words, as options would have it.
void read_words(const command_line& line, check_options& options) {
    if (options.batch)
        throw usage_error("check: --batch reads standard input: assent check --batch < calls.json");
    if (options.tool_given) throw usage_error("check: a command in words needs no --tool and --input");
    const std::string text = typed_command(line, "check");
    if (text.empty()) return;
    json_scanner scanner;
    if (!scanner.scan(text, json_scanner::duplicates::everywhere) && scanner.kind() == json_kind::object)
        throw usage_error(
            "check: that is JSON, and no command: expected --tool and --input, or --batch, which reads such "
            "lines from standard input");
    options.tool = "Bash";
    append_json(options.input, json_object{{"command", text}});
}

// A line of `--batch` calls them otherwise.
std::string as_option(std::string why) {
    for (const auto& [member, option] :
         {std::pair("`call.input`", "--input"), {"`call.tool_name`", "--tool"}})
        if (why.starts_with(member)) return option + why.substr(std::string_view(member).size());
    return why;
}

// The agent for which a rule allows what nobody is allowed of whom it is not known who asks; empty: none.
std::string_view agent_that_may(const settings& with, permission_gate& gate, tool_call asked) {
    std::string scratch;
    std::set<std::string_view> tried{std::string_view()};
    for (const auto& rule : with.rules().all(rule_behavior::allow)) {
        asked.agent = rule->condition() == nullptr ? std::string_view() : rule->condition()->agent;
        if (tried.insert(asked.agent).second && gate.check(asked, {}, scratch).decision == outcome::allow)
            return asked.agent;
    }
    return {};
}

// The agent's hook may have been given more than is known here, and need not ask what is to be asked.
void tell_of_hooks(const std::string& policy, const verdict& decided, std::string_view agent) {
    try {
        const auto more = words_of_hooks(policy);
        const auto open = more.empty() && decided.decision == outcome::ask
                              ? unasked_by_hooks(decided.insists(), agent)
                              : std::string();
        if (!more.empty()) fmt::print(stderr, "assent: check: {}", more);
        if (!open.empty()) fmt::print(stderr, "assent: check: {}\n", open);
    } catch (const std::exception&) {
        // What was installed cannot be read: `doctor` says so.
    }
}

// \param as_hooks_do  by the policy that is found without a word, as that of installed hooks is
int check_one(settings& with, const check_options& options, bool as_hooks_do) {
    require_object(with, options);
    for (const auto behavior : strictest_first)
        for (const auto& rule : with.rules().all(behavior))
            if (rule->origin() == rule_origin::command_line) tell_unknown_names(*rule, with);
    std::error_code ignored;
    const std::string cwd =
        options.cwd.empty() ? std::filesystem::current_path(ignored).string() : options.cwd;
    with.require_project(cwd);
    std::string other_agent;
    try {
        const verdict decided = judge(options.tool, options.input, cwd, [&](tool_call judged) {
            judged.agent = options.agent;
            judged.fresh_shell =
                !options.agent.empty() && facts_of(agent_of("--agent", options.agent)).fresh_shell;
            judged.subagent = options.subagent;
            judged.session_id = options.session;
            tell_unknown_names(judged, with);
            const auto gate = with.make_gate("assent check");
            std::string scratch;
            if (options.explain == 0) {
                const verdict first = gate->check(judged, {}, scratch);
                // What is tried besides is for no record.
                if (options.agent.empty() && first.decision != outcome::allow && !with.audit)
                    other_agent = agent_that_may(with, *gate, judged);
                return first;
            }
            const explanation why = gate->explain(judged);
            const std::string policy = with.source().file().string();
            print(options.json ? explanation_json(why, options.tool) + "\n"
                               : explanation_text(why, options.tool,
                                                  {.policy = policy, .every_rule = options.explain > 1}));
            return why.decided;
        });
        if (options.explain == 0)
            print(fmt::format("{}: {}\n", to_string(decided.decision), decided.reason()));
        for (const auto behavior : {rule_behavior::deny, rule_behavior::ask})
            for (const auto& rule : with.rules().all(behavior))
                if (rule->origin() == rule_origin::command_line && !decided.denied() &&
                    options.tool == standard_words::bash && rule->tool_pattern() != options.tool)
                    tell_missed_command(*rule, with);
        if (!other_agent.empty())
            fmt::print(stderr,
                       "assent: check: `--agent {}` says who asks; a rule allows it that agent alone\n",
                       other_agent);
        if (decided.decision == outcome::ask && with.audit)
            fmt::print(stderr,
                       "assent: check: nothing was recorded: a record is of decisions, and a person has to "
                       "decide this\n");
        if (as_hooks_do) tell_of_hooks(with.source().name(), decided, options.agent);
        switch (decided.decision) {
            case outcome::allow: return static_cast<int>(exit_code::ok);
            case outcome::deny: return static_cast<int>(exit_code::deny);
            case outcome::ask: return static_cast<int>(exit_code::ask);
            case outcome::wall: return static_cast<int>(exit_code::wall);
        }
        return static_cast<int>(exit_code::failed);
    } catch (const refused& error) {
        throw usage_error("check: " + as_option(error.why));
    }
}

// Decides one call, or with `batch` each line of standard input.
int check(common_options common, const check_options& options) {
    if (options.tool_given && options.tool.empty())
        throw usage_error("check: --tool: expected the name of a tool, got nothing");
    if (!options.batch && options.tool.empty())
        throw usage_error(
            "check: expected a command, such as `assent check git status`, or --tool and --input, or "
            "--batch");
    if (!options.agent.empty()) static_cast<void>(agent_of("--agent", options.agent));
    if (options.batch && decides(common))
        throw usage_error(
            "check: with --batch the rules and the mode stand in each line, not among the options");
    if (options.batch && !(common.audit.empty() && common.record.empty()))
        throw usage_error("check: --batch keeps no audit record");
    if (options.batch) common.policy = "bare";  // each line brings its own rules and mode
    settings with(common, answers_from::nobody);
    if (options.batch)
        return check_batch(with.max_line_bytes == 0 ? default_max_line_bytes : with.max_line_bytes);
    return check_one(with, options, !decides(common));
}

command_run declare_check(CLI::App& app) {
    struct typed {
        common_options common;
        check_options checking;
    };
    const auto given = std::make_shared<typed>();
    check_options& into = given->checking;
    app.option_defaults()->group(group::call);
    auto* const tool = app.add_option("--tool", into.tool, "The tool's name")->type_name("TOOL");
    auto* const input =
        app.add_option("--input", into.input, "The tool's input, an object")->type_name("JSON");
    add_cwd_option(app, into.cwd, " (default: this one)");
    app.add_option("--agent", into.agent, "Which agent asks, for rules that are for one alone")
        ->type_name("NAME");
    app.add_option("--subagent", into.subagent, "The type of its sub-agent, for the same")->type_name("TYPE");
    app.add_option("--session", into.session, "Its session, for the same")->type_name("ID");
    auto* const batch = app.add_flag("--batch", into.batch,
                                     "Decide each line of standard input; see docs/getting-started.md");
    tool->needs(input);
    input->needs(tool);
    batch->excludes(tool)->excludes(input);
    for (const auto* const of_call : {"--cwd", "--agent", "--subagent", "--session"})
        batch->excludes(app.get_option(of_call));
    app.option_defaults()->group(group::output);
    auto* const explain =
        app.add_flag("--explain", into.explain,
                     "Say what decided, and what each step of the decision looked at; twice: with "
                     "all rules");
    explain->excludes(batch);
    app.add_flag("--json", into.json, "With --explain: as JSON")->needs(explain);
    add_decision_options(app, given->common);
    add_line_option(app, given->common);
    app.get_option("--max-line")->needs(batch);
    app.footer(
        "COMMAND is one text for the shell, or the words of one command, to which all that follows belongs. "
        "The tool is Bash. In front of a command that is not yours write --.\n\n"
        "An installed hook leaves to the agent what is `ask` because no rule allows it, unless it asks "
        "people itself; where that is so, it is said.\n\n"
        "Exit status: 0 allow, 3 deny, 4 ask, 5 allow behind a wall, 2 wrong usage; --batch: 0.");
    return [given, tool](const command_line& line) {
        given->checking.tool_given = tool->count() > 0;
        if (!line.behind.empty()) read_words(line, given->checking);
        return check(given->common, given->checking);
    };
}

}  // namespace

const command commands::check{"check", command_group::start,
                              "Decide one command, or one use of a tool, and run nothing", declare_check,
                              command::behind::options};

}  // namespace assent::cli
