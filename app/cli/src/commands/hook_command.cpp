#include "hook_command.hpp"
#include "../files/user_folders.hpp"
#include "../install/other_hooks.hpp"
#include "../options/fail_closed.hpp"
#include "../process/own_program.hpp"
#include "../serving/daemon_link.hpp"
#include "../sessions/hook_trial.hpp"
#include "../sessions/hooked_session.hpp"
#include "../sessions/session_file.hpp"
#include "../sessions/snapshot.hpp"
#include "../sessions/walled_use.hpp"
#include "command.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/app/gate/use_decision.hpp>
#include <assent/domain/decide/wall.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_fields.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

// Bytes asked of standard input at once: what a pipe holds.
constexpr std::size_t read_bytes = std::size_t{64} * 1024;

// Longest --timeout. Longer, and an agent that waits ten minutes by default would no longer hear of it.
constexpr duration most_time = max_hook_time;

duration time_limit(const std::string& text) {
    const auto limit = parse_duration(text);
    if (!limit || *limit <= duration::zero() || *limit > most_time)
        throw usage_error(fmt::format("--timeout: expected a time up to {}, such as 30s, got `{}`",
                                      duration_text(most_time), text));
    return *limit;
}

// All of standard input. What is longer than allowed is cut off behind the first byte too many.
std::string whole_input() {
    tell_who_is_awaited("the text of one hook event (JSON)");
    std::string text;
    while (text.size() <= max_hook_text_bytes) {
        const std::size_t before = text.size();
        text.resize(before + read_bytes);
        const auto bytes = ::read(STDIN_FILENO, text.data() + before, read_bytes);
        const int error = errno;
        text.resize(before + (bytes > 0 ? static_cast<std::size_t>(bytes) : 0));
        if (bytes == 0) break;
        if (bytes < 0 && error != EINTR)
            throw std::system_error(error, std::generic_category(), "cannot read standard input");
    }
    return text;
}

// What an agent, or a project, has put into the environment decides nothing: an installed hook is told all.
void require_told(const common_options& common, const hook_options& options) {
    if (options.agent.empty()) return;
    const auto require = [&](std::string_view option, const std::string& value) {
        if (value.empty())
            throw usage_error(
                fmt::format("{} is missing: with --agent nothing is taken from the environment, and `assent "
                            "install {}` writes "
                            "what has to stand here",
                            option, options.agent));
    };
    require("--home", common.home);
    require("--policy", common.policy);
    if (options.daemon != "off") require("--socket", options.socket);
}

// Behind a denial of what may run behind a wall that cannot be made.
constexpr std::string_view runs_without_wall =
    "; an `allow` rule of the policy for just this lets it run without a wall";

// Puts something on record that is no decision.
void record_here(const common_options& common, const std::string& why) {
    settings with(common);
    with.make_gate("assent hook")->record_protocol({}, why);
}

// Less than the agent's own time for its hook, after which the tool runs: what starting a program and reading
// its answer may take on a busy machine.
constexpr duration time_left_to_agent = std::chrono::seconds(5);

// The least that an agent waits by default.
duration least_time() {
    return std::ranges::min(hook_dialects(), {}, &hook_dialect::time).time - time_left_to_agent;
}

// Refuses while a decision is made, and once the time is over.
class time_keeper {
public:
    explicit time_keeper(const std::string& given)
        : given_(!given.empty()), limit_(given_ ? time_limit(given) : least_time()) {
        end_refusing_after(limit_);
    }
    // As long as this agent waits by default, where nobody has said how long.
    void agent_known(const hook_dialect& dialect) {
        if (given_) return;
        limit_ = dialect.time - time_left_to_agent;
        end_refusing_after(left());
    }
    [[nodiscard]] duration left() const {
        return std::max<duration>(limit_ - (std::chrono::steady_clock::now() - began_), shortest_);
    }

private:
    static constexpr duration shortest_ = std::chrono::milliseconds(1);
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    bool given_;
    duration limit_;
};

struct answering {
    const hook_dialect& dialect;
    bool says_allow;
    bool denies_open;  // what is left open, or would have to be asked
};

// What the agent is told; nothing: the hook has no opinion.
struct told_agent {
    std::optional<outcome> decision{};
    std::string reason{};
    std::string input{};  ///< what the tool is to run with; empty: what it was called with
};

told_agent deny(std::string_view reason, std::string_view more = {}) {
    return {outcome::deny, std::string(reason).append(more)};
}

hook_reply reply_to_hook(const hook_dialect& dialect, const told_agent& told) {
    return assent::reply_to_hook(dialect, told.decision, told.reason, told.input);
}

told_agent told_of(const answering& how, const use_answer& answer) {
    const auto& dialect = how.dialect;
    switch (answer.what) {
        case use_outcome::deny:
        case use_outcome::not_mine: return deny(answer.reason);
        case use_outcome::allow:
            if (!dialect.hears_allow || !how.says_allow) break;
            return {outcome::allow, answer.reason};
        case use_outcome::open:
            if (!how.denies_open) break;
            return deny(answer.reason, "; nobody is there to answer");
        case use_outcome::demanded:
            if (how.denies_open) return deny(answer.reason, "; nobody is there to answer");
            if (dialect.asks == hook_dialect::asking::by_word) return {outcome::ask, answer.reason};
            // To this agent a question is none, and the tool would run: an older daemon may say so.
            return deny(answer.reason, "; this hook can ask nobody");
        case use_outcome::wall: return deny(answer.reason, "; this hook cannot make the wall");
    }
    return {};
}

using use_read = boost::system::result<standard_use, invalid_use>;

// What has held in the session holds for this use. \param session  null: there is none
void hold_as_before(settings& with, const hooked_session* session) {
    if (session == nullptr) return;
    for (const auto& text : session->projects()) with.projects().hold(text);
}

// In this process. \param agent_asks  what is left open  \param session  null: there is none
use_answer decide_here(const common_options& common, const use_read& use, bool agent_asks,
                       hooked_session* session) {
    settings with(common);
    with.keep_answers();
    if (agent_asks) with.agent_asks();
    hold_as_before(with, session);
    const auto gate = with.make_gate("assent hook");
    if (!use) {
        gate->record_protocol({}, use.error().message);
        return {use_outcome::deny, use.error().message};
    }
    // What is there now holds in the session before anything is allowed by it.
    static_cast<void>(with.look_at_project(use->parts().front().call.cwd));
    if (session != nullptr)
        for (const auto& text : with.projects().texts()) session->holds(text);
    std::string scratch;
    return answer_of(*gate, check(*gate, *use, {}, scratch).decided);
}

int say(const hook_reply& reply) {
    answer_no_more_when_refusing();
    if (!reply.err.empty()) fmt::print(stderr, "assent: {}\n", display_text(reply.err));
    print(reply.out + "\n");
    return reply.status;
}

// The text may repeat a key of the peer: it must not look like more lines, or move the cursor.
std::string why_refused(const std::exception& error, const common_options& common) {
    return fmt::format("hook: {}{}", display_text(error.what()), is_pinned(common) ? doctor_says_more : "");
}

class hook_run {
public:
    hook_run(const common_options& common, const hook_options& options)
        : common_(common), options_(options), time_(options.timeout) {
        require_valid(common, options);
        if (!options.agent.empty()) agent_ = agent_of("--agent", options.agent);
        require_told(common, options);
    }

    int run() {
        const std::string text = whole_input();
        if (const auto use = use_of_trial(text)) return try_out(std::string(*use));
        hook_text_reader reader;
        const auto said = reader.read(text, agent_);
        if (!said) {
            stop_unread_session(text);
            if (!by_daemon()) record_here(common_, said.error().message);
            throw std::runtime_error(
                "standard input: " +
                (text.empty() ? "expected an agent's event, in JSON, got nothing" : said.error().message));
        }
        const hook_dialect& dialect = *said->dialect;
        time_.agent_known(dialect);
        if (dialect.hears_status) return say(reply(*said, text));
        // The agent loses what a status says.
        answer_when_refusing(reply_to_hook(dialect, deny("assent ended without a decision")).out + "\n");
        try {
            return say(reply(*said, text));
        } catch (const std::exception& error) {
            return say(reply_to_hook(dialect, deny(why_refused(error, common_))));
        }
    }

private:
    // What has run cannot be told where the text about it cannot be read: another hook may see to that. The
    // session is found by its plain id, which stands first in the texts of all agents.
    void stop_unread_session(const std::string& text) const {
        if (!agent_ || options_.state.empty()) return;
        const auto value_of = [&](std::string_view key) -> std::string {
            const auto mark = fmt::format(R"("{}":")", key);
            const auto spaced = fmt::format(R"("{}": ")", key);
            auto at = text.find(mark);
            const bool close = at != text.npos;
            if (!close) at = text.find(spaced);
            if (at == text.npos) return {};
            at += close ? mark.size() : spaced.size();
            return text.substr(at, text.find('"', at) - at);
        };
        for (const auto& each : hook_dialects()) {
            if (each.agent != *agent_ || each.when != hook_dialect::moment::after ||
                value_of(each.event_key) != each.event)
                continue;
            const session_name name{std::string(to_string(*agent_)), value_of(each.session_key)};
            session_file(sessions_folder(state_folder(common_.home, options_.state)), name)
                .stop(fmt::format(
                    "this session is stopped: the text about a use that has run cannot be read, so that "
                    "nobody can say whether it is what was judged. A person says that it goes on: assent "
                    "session resume {}",
                    display_text(name.id)));
            return;
        }
    }

    [[nodiscard]] bool by_daemon() const { return options_.daemon != "off"; }

    // Nobody but `assent doctor` begins a text like this, and an agent that reads the answer is refused.
    int try_out(const std::string& text) {
        hook_text_reader reader;
        auto said = reader.read(text, agent_);
        if (!said) throw std::runtime_error("standard input: " + said.error().message);
        said->call.walls = wall_for(*said).made;
        const auto use = standard_use::of(said->dialect->agent, said->call);
        if (!use) throw std::runtime_error(use.error().message);
        print(trial_answer(tried(*said, *use, text, nullptr)));
        return refusing_status;
    }

    // What would be decided: nobody is asked, and nothing is counted or recorded.
    [[nodiscard]] use_answer tried(const hook_text_reader::hook_use& said, const standard_use& use,
                                   const std::string& text, const hooked_session* session) const {
        common_options common = common_;
        common.audit.clear();
        common.record.clear();
        const auto here = [&] {
            settings with(common);
            with.keep_answers();
            hold_as_before(with, session);
            return trial_of(*with.make_gate("assent hook"), use);
        };
        return decided(said, text, true, here);
    }

    [[nodiscard]] hook_reply reply(hook_text_reader::hook_use said, const std::string& text) const {
        using enum hook_dialect::moment;
        const auto wall = wall_for(said);
        said.call.walls = wall.made;
        said.call.nobody_to_ask = said.dialect->asks != hook_dialect::asking::by_word;
        const auto use = standard_use::of(said.dialect->agent, said.call);
        auto session = session_of(said, use, text);
        if (said.dialect->when == after) {
            const std::string why = session ? session->has_run() : std::string();
            return reply_to_hook(*said.dialect, why.empty() ? told_agent() : deny(why));
        }
        auto told = session && !session->stopped().empty()
                        ? stopped_by(*session, said, text)
                        : told_before(said, use, text, wall.why_not, session ? &*session : nullptr);
        const bool runs = told.decision != outcome::deny && said.dialect->when == before;
        if (session && runs && !is_going_to_run(*session, said, told))
            told = stopped_by(*session, said, text);
        return reply_to_hook(*said.dialect, told);
    }

    [[nodiscard]] told_agent told_before(const hook_text_reader::hook_use& said, const use_read& use,
                                         const std::string& text, const std::string& why_no_wall,
                                         hooked_session* session) const {
        const auto answer = decided(
            said, text, false, [&] { return decide_here(common_, use, options_.on_ask != "deny", session); });
        auto told = told_for(answer, said, use, why_no_wall);
        if (answer.snapshot_first && told.decision != outcome::deny) told.reason += keep_project(said, text);
        return told;
    }

    // Whatever becomes of it, the use is decided as it is. \return what a person is told behind the reason
    [[nodiscard]] std::string keep_project(const hook_text_reader::hook_use& said,
                                           const std::string& text) const {
        const auto state = state_folder(common_.home, options_.state);
        if (state.empty() || said.session.empty()) return {};
        try {
            const session_name name{std::string(to_string(said.dialect->agent)), std::string(said.session)};
            session_file file(sessions_folder(state), name);
            const auto end =
                keep_before_change(file, {.cwd = std::string(said.call.cwd),
                                          .state = state,
                                          .home = common_.home.empty() ? known_home() : common_.home,
                                          .within = time_.left() / 2,
                                          .leaves_out = [&] { return left_out(said.call.cwd); }});
            if (end.repository.empty()) return {};
            const bool kept = !end.ref.empty();
            const auto what =
                fmt::format("{} is {} as it was before this session{} {}", display_text(end.repository),
                            kept ? "kept" : "not kept", kept ? ", as" : ":", kept ? end.ref : end.why_not);
            put_on_record(said, text, what);
            return "; " + what;
        } catch (const std::exception& error) {
            return fmt::format("; the project is not kept as it was: {}", display_text(error.what()));
        }
    }

    // Patterns of what rules deny or ask about, beside those that come with Assent.
    [[nodiscard]] std::vector<std::string> left_out(std::string_view cwd) const {
        common_options common = common_;
        common.audit.clear();
        common.record.clear();
        settings with(common);
        static_cast<void>(with.look_at_project(cwd));
        std::vector<std::string> patterns;
        for (const auto& rule : with.in_force().rules) {
            const bool against =
                rule.behavior() == rule_behavior::deny || rule.behavior() == rule_behavior::ask;
            const bool reads = rule.tool_pattern() == path_rule_tool || rule.tool_pattern() == "Read";
            if (!against || !reads || rule.origin() == rule_origin::built_in) continue;
            for (const auto& field : rule.input_pattern())
                if (const auto* const text = field.value().if_string())
                    patterns.emplace_back(std::string_view(*text));
        }
        return patterns;
    }

    [[nodiscard]] told_agent told_for(const use_answer& answer, const hook_text_reader::hook_use& said,
                                      const use_read& use, const std::string& why_no_wall) const {
        const auto stands = answer.what == use_outcome::wall && use ? wall_around(said) : std::nullopt;
        if (stands) {
            const auto why = why_other_wall(said, use->parts().front().call, *stands);
            const auto what = why.empty() ? use_outcome::allow : use_outcome::demanded;
            return told_of({*said.dialect, says_allow(said), !why.empty() && options_.on_ask == "deny"},
                           {what, answer.reason + why});
        }
        if (answer.what == use_outcome::wall && use && said.call.walls)
            return told_walled(said, use->parts().front().call, answer);
        const bool says = answer.what == use_outcome::allow && says_allow(said);
        auto told = told_of({*said.dialect, says, options_.on_ask == "deny"}, answer);
        if (answer.reason.find(in_words(wall_fit::fits)) == std::string::npos) return told;
        if (answer.reason.find(no_wall_here) != std::string::npos && !why_no_wall.empty())
            told.reason.append(": ").append(why_no_wall);
        if (told.decision == outcome::deny) told.reason.append(runs_without_wall);
        return told;
    }

    static constexpr std::string_view unknown_input = "not all of its input is known";

    // It can have the command of this use run behind a wall, and knows by which policy that is made.
    struct wall_at_hand {
        bool made = false;
        std::string why_not{};  // for people; it may be empty
    };
    [[nodiscard]] wall_at_hand wall_for(const hook_text_reader::hook_use& said) const {
        const auto& changes = said.dialect->changes;
        if (wall_around(said)) return {.made = true};
        if (auto why = why_no_walls(); !why.empty()) return {.why_not = std::move(why)};
        if (changes.tool.empty() || said.call.tool_name != changes.tool || common_.policy.empty()) return {};
        // Where the agent asks a person, whatever speaks against it becomes a question.
        if (said.dialect->asks == hook_dialect::asking::by_word) return {.made = true};
        if (!is_known_input(said.call, changes)) return {.why_not = std::string(unknown_input)};
        const auto use = standard_use::of(said.dialect->agent, said.call);
        if (!use) return {};
        auto why = why_left_alone(said, use->parts().front().call);
        const bool made = why.empty();
        return {made, std::move(why)};
    }

    // The agent asks again about a command that a hook has put there.
    [[nodiscard]] std::optional<walled_text> wall_around(const hook_text_reader::hook_use& said) const {
        if (common_.policy.empty()) return std::nullopt;
        std::string scratch;
        const auto command = said.call.input.field(hook_dialect::changed_input::field, scratch);
        return text_behind_wall(command.text, words_of_wall(said.call.cwd));
    }
    // The agent may have written it itself: its own rules are about what runs inside. Empty: they say
    // nothing.
    [[nodiscard]] std::string why_other_wall(const hook_text_reader::hook_use& said, const tool_call& call,
                                             const walled_text& stands) const {
        const auto& place = facts_of(said.dialect->agent).place;
        if (!place) return {};
        const auto text = with_command(call, hook_dialect::changed_input::field, stands.command);
        const auto input = make_input(parse_scanned(text).get_object());
        const tool_call inside{.tool_name = call.tool_name, .input = *input, .cwd = call.cwd};
        const auto own = rules_of_agent(*place, inside);
        if (!own.covering.empty()) return fmt::format("; the agent's own {} may cover it", own.covering);
        if (!own.unread.empty()) return "; of the agent's own rules: " + own.unread;
        const auto hidden = [&](const std::string& each) {
            return std::ranges::find(stands.hides, each) != stands.hides.end();
        };
        return std::ranges::all_of(own.hides, hidden)
                   ? std::string()
                   : "; this wall does not hide what the agent's own rules deny";
    }

    // Why an agent that asks nobody for a hook is not given another command in the place of this one: what
    // its own rules say of it, it compares with the other one, and another hook may put a third in its place.
    [[nodiscard]] std::string why_left_alone(const hook_text_reader::hook_use& said,
                                             const tool_call& call) const {
        const auto& dialect = *said.dialect;
        const auto& place = facts_of(dialect.agent).place;
        if (!agent_ || !is_pinned(common_) || !place)
            return "this hook is not told where the agent's rules lie";
        if (auto why = why_confined(*place); !why.empty()) return why;
        if (others_may_stand(*place, dialect.event, common_.home, said.call.cwd))
            return "another hook of the agent may change it";
        const auto own = rules_of_agent(*place, call);
        if (!own.covering.empty()) return fmt::format("the agent's own {} may cover it", own.covering);
        return own.unread.empty() ? std::string() : "of the agent's own rules: " + own.unread;
    }

    [[nodiscard]] own_rules_look rules_of_agent(const hook_place& place, const tool_call& call) const {
        return own_rules_about(place, call, common_.home, [&] {
            const policy_source source(common_.policy);
            const auto wall = source.load(source.read(), {.home = common_.home}).basis->settings().wall;
            return !wall.project_secrets && wall.read.empty() && wall.write.empty();
        });
    }

    [[nodiscard]] wall_words words_of_wall(std::string_view cwd, std::vector<std::string> hides = {}) const {
        const bool named = is_named_policy(common_.policy);
        return {own_program().string(),
                named ? common_.policy : std::filesystem::absolute(common_.policy).string(), std::string(cwd),
                std::move(hides)};
    }

    // The agent compares its own rules with the command that it runs in the end. So the change is allowed
    // only where these say nothing about the one that was asked for, and no other hook may put a third in its
    // place.
    [[nodiscard]] told_agent told_walled(const hook_text_reader::hook_use& said, const tool_call& call,
                                         const use_answer& answer) const {
        const auto& dialect = *said.dialect;
        std::string scratch;
        const auto command = call.input.field(dialect.changes.field, scratch);
        const auto& place = facts_of(dialect.agent).place;
        const auto own =
            place ? rules_of_agent(*place, call) : own_rules_look{.unread = "its rules cannot be read"};
        auto input = with_command(said.call, dialect.changes.field,
                                  behind_wall(command.text, words_of_wall(said.call.cwd, own.hides)));
        if (dialect.asks != hook_dialect::asking::by_word) {  // `wall_for` has looked
            if (dialect.changes.stands_alone && !says_allow(said)) return {{}, {}, std::move(input)};
            return {outcome::allow, answer.reason, std::move(input)};
        }
        const auto ask = [&](std::string why, std::string changed) {
            if (options_.on_ask == "deny") return deny(answer.reason, "; " + why + ", and nobody is asked");
            return told_agent{outcome::ask, answer.reason + "; " + why, std::move(changed)};
        };
        if (!own.covering.empty())
            return ask(fmt::format("the agent's own {} may cover it", own.covering), {});
        if (!is_known_input(said.call, dialect.changes))
            return ask(std::string(unknown_input), std::move(input));
        if (!own.unread.empty()) return ask("of the agent's own rules: " + own.unread, std::move(input));
        if (!says_allow(said)) return ask("this hook leaves it to the agent to allow it", std::move(input));
        return {outcome::allow, answer.reason, std::move(input)};
    }

    [[nodiscard]] static bool is_going_to_run(hooked_session& session, const hook_text_reader::hook_use& said,
                                              const told_agent& told) {
        if (told.input.empty()) return session.going_to_run(nullptr);
        const auto input = make_input(parse_scanned(told.input).get_object());
        const tool_call changed{.tool_name = said.call.tool_name, .input = *input};
        return session.going_to_run(&changed);
    }

    [[nodiscard]] told_agent stopped_by(const hooked_session& session, const hook_text_reader::hook_use& said,
                                        const std::string& text) const {
        put_on_record(said, text,
                      fmt::format("a use of {} is denied: its session is stopped", said.call.tool_name));
        return deny(session.stopped());
    }

    // Nothing: this hook is not told where the files of sessions lie, or its agent tells of no end.
    [[nodiscard]] std::optional<hooked_session> session_of(const hook_text_reader::hook_use& said,
                                                           const use_read& use,
                                                           const std::string& text) const {
        if (options_.state.empty() || !tells_of_ends(said.dialect->agent)) return std::nullopt;
        session_terms terms{.state = options_.state,
                            .record = !common_.record.empty() ? common_.record
                                      : common_.audit == "-"  ? std::string()
                                                              : common_.audit,
                            .home = common_.home};
        terms.judge = [this, &said, &use, &text](const hooked_session& session) {
            return use ? tried(said, *use, text, &session)
                       : use_answer{use_outcome::deny, use.error().message};
        };
        terms.put_on_record = [this, &said, &text](const std::string& what) {
            put_on_record(said, text, what);
        };
        return std::optional<hooked_session>(std::in_place, std::move(terms), said, use ? &*use : nullptr);
    }

    void put_on_record(const hook_text_reader::hook_use& said, const std::string& text,
                       const std::string& what) const {
        static_cast<void>(decided(
            said, text, false,
            [&] {
                record_here(common_, what);
                return use_answer();
            },
            what));
    }

    // Without being told to, an installed hook alone says so: it knows where the settings lie.
    [[nodiscard]] bool says_allow(const hook_text_reader::hook_use& said) const {
        using enum hook_dialect::allowing;
        const hook_dialect& dialect = *said.dialect;
        if (!dialect.hears_allow || options_.no_say_allow) return false;
        if (options_.say_allow || dialect.says_allow == always) return true;
        const auto& place = facts_of(dialect.agent).place;
        return dialect.says_allow == alone && agent_ && place && is_pinned(common_) &&
               !others_may_stand(*place, dialect.event, common_.home, said.call.cwd);
    }

    [[nodiscard]] use_answer decided(const hook_text_reader::hook_use& said, const std::string& text,
                                     bool trial, const std::function<use_answer()>& here,
                                     std::string_view note = {}) const {
        if (!by_daemon()) return here();
        const bool starts = options_.daemon == "auto";
        try {
            auto question = question_about(said, text, starts, trial);
            question.note = note;
            return ask_daemon(question);
        } catch (const other_daemon&) {
            // Rules and record may be the daemon's alone, unless it is started with what this hook was told.
            if (!starts) throw;
            return here();
        }
    }

    [[nodiscard]] daemon_question question_about(const hook_text_reader::hook_use& said,
                                                 const std::string& text, bool starts, bool trial) const {
        daemon_question question{.socket = daemon_path(options_.socket),
                                 .agent = said.dialect->agent,
                                 .text = text,
                                 .within = time_.left(),
                                 .start = starts ? daemon_start::when_missing : daemon_start::never,
                                 .state = state_folder(common_.home, options_.state),
                                 .pinned = is_pinned(common_),
                                 .trial = trial,
                                 .walls = said.call.walls};
        // A hook that was typed by hand asks whichever daemon there is.
        if (!starts && !question.pinned) return question;
        const policy_source source(common_.policy);
        if (question.pinned) source.require_own();
        const policy_text policy = source.read();
        if (policy.failure) std::rethrow_exception(policy.failure);
        // Found here, what is wrong with it is said to whoever reads it.
        question.before_start = [source, policy, home = common_.home] {
            static_cast<void>(source.load(policy, {.home = home}));
        };
        question.words = decision_words(common_);
        question.terms = digest_of(question.words, policy.text);
        return question;
    }

    const common_options& common_;
    const hook_options& options_;
    time_keeper time_;
    std::optional<agent_program> agent_;
};

}  // namespace

void add_hook_options(CLI::App& command, common_options& common, hook_options& options) {
    command
        .add_option("--agent", options.agent,
                    "Whose hook it is (default: found out from what the agent writes)")
        ->type_name(one_of<agent_program>())
        ->group(group::agent)
        ->check(not_empty);
    add_decision_options(command, common);
    add_home_option(command, common);
    command
        .add_option(
            "--on-ask", options.on_ask,
            "What happens to calls that rules and mode leave open; agent: it goes by its own rules. A "
            "question that has to be asked, and that this agent does not ask, is denied")
        ->type_name("agent|deny")
        ->group(group::left_open)
        ->check(not_empty)
        ->capture_default_str();
    command.option_defaults()->group(group::agent);
    command
        .add_option(
            "--daemon", options.daemon,
            "on: `assent daemon` decides, and rules, mode and record are its; auto: the same, and it is "
            "started where it does not run; off: this process decides by itself")
        ->type_name("on|auto|off")
        ->group(group::transport)
        ->check(not_empty)
        ->capture_default_str();
    command
        .add_option("--socket", options.socket,
                    "Where the daemon listens (default: assent/daemon.sock in $XDG_RUNTIME_DIR)")
        ->type_name("PATH")
        ->group(group::transport)
        ->check(not_empty);
    command
        .add_option(
            "--state", options.state,
            "Where programs of the user keep their files (default: .local/state in --home; without that "
            "$XDG_STATE_HOME, else ~/.local/state); given, what runs is compared with what was judged, by a "
            "file for each session there")
        ->type_name("FOLDER")
        ->group(group::transport)
        ->check(not_empty);
    command.add_flag("--say-allow", options.say_allow,
                     "Answer allow for what is allowed, so that the agent does not ask about it (default: in "
                     "Claude, where it is installed and no other hook stands beside it)");
    command
        .add_flag("--no-say-allow", options.no_say_allow,
                  "Leave what is allowed to the agent's own rules, which may ask about it")
        ->excludes("--say-allow");
    command
        .add_option("--timeout", options.timeout,
                    "Refuse when there is no decision within this time, up to 9m; keep it below the agent's "
                    "own time for hooks, after which the tool runs (default: 5s less than that is by itself)")
        ->type_name("TIME")
        ->check(not_empty);
}

void require_valid(const common_options& common, const hook_options& options) {
    if (!options.timeout.empty()) static_cast<void>(time_limit(options.timeout));
    if (!options.agent.empty()) static_cast<void>(agent_of("--agent", options.agent));
    if (options.on_ask != "agent" && options.on_ask != "deny")
        throw usage_error(fmt::format("--on-ask: expected agent or deny, got `{}`{}", options.on_ask,
                                      options.on_ask == "web" || options.on_ask == "terminal"
                                          ? ": that is the daemon's (`assent install claude daemon -- ...`)"
                                          : ""));
    if (options.daemon != "off" && options.daemon != "on" && options.daemon != "auto")
        throw usage_error(fmt::format("--daemon: expected on, auto or off, got `{}`", options.daemon));
    require_clean("--socket", options.socket);
    require_clean("--state", options.state);
    common_options of_hook = common;
    // A daemon that is started may be given one.
    if (options.daemon == "auto") of_hook.policy.clear();
    // One that is installed says by what it wants the daemon to decide.
    if (options.daemon != "off" && !is_pinned(common) &&
        (decides(of_hook) || !common.audit.empty() || !common.record.empty()))
        throw usage_error("--daemon: rules, mode and record are the daemon's; give them to `assent daemon`");
}

namespace {

// Decides the call on standard input. To an agent, any other status than 0 and 2 is no objection: whatever
// goes wrong is wrong usage.
int run_hook(const common_options& common, const hook_options& options) {
    try {
        return hook_run(common, options).run();
    } catch (const std::exception& error) {
        throw usage_error(why_refused(error, common));
    }
}

command_run declare_hook(CLI::App& app) {
    struct typed {
        common_options common;
        hook_options hooking;
    };
    const auto given = std::make_shared<typed>();
    add_hook_options(app, given->common, given->hooking);
    app.footer("Exit status: 0 with an answer on standard output; 2 for everything else, which refuses.");
    return [given](const command_line&) { return run_hook(given->common, given->hooking); };
}

}  // namespace

const command commands::hook{
    "hook", command_group::guard,
    "Decide one use of a tool, as a hook of an agent; see docs/agents.md and docs/doors.md", declare_hook};

}  // namespace assent::cli
