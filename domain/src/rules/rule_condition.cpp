#include <assent/domain/rules/rule_condition.hpp>

#include "../shell/deciding_variables.hpp"
#include "../text/word_list.hpp"

#include <assent/domain/match/command_paths.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/domain/tools/known_fields.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <span>

namespace assent {
namespace {

constexpr std::string_view below_home = "~/";

bool has_other_letters(std::string_view text) {
    return std::ranges::any_of(text, [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
}

// Whether a path in its shortest spelling is the folder, or lies below it.
rule_match within(std::string_view path, std::string_view folder, bool ignores_case) {
    if (folder == "/") return rule_match::yes;
    const auto front = path.substr(0, folder.size());
    const bool ends = path.size() == front.size() || path[front.size()] == '/';
    if (ends && front == folder) return rule_match::yes;
    if (ends && equal_ignoring_case(front, folder)) return ignores_case ? rule_match::yes : rule_match::doubt;
    // Letters outside ASCII are written in several ways.
    return has_other_letters(folder) && has_other_letters(path) ? rule_match::doubt : rule_match::no;
}

// All have to agree, or it is in doubt.
class agreement {
public:
    void add(rule_match one) noexcept {
        sum_ = !any_ || sum_ == one ? one : rule_match::doubt;
        any_ = true;
    }
    [[nodiscard]] rule_match sum() const noexcept { return sum_; }

private:
    rule_match sum_ = rule_match::doubt;  // of nothing
    bool any_ = false;
};

// A folder in which something works.
struct used_folder {
    std::string_view path;   // empty: not known
    bool looked = false;     // somebody has looked where it leads
    std::string_view leads;  // there; empty: that could not be found out
};

// Compares the folders in which a call works with the one of a condition.
class folder_check {
public:
    folder_check(const rule_condition& condition, const call_reading& call)
        : condition_(condition), call_(call), cwd_(folder_of_call()) {}

    [[nodiscard]] rule_match holds() {
        places_.add(stands(cwd_));
        bool runs_commands = false;
        for (const auto& named : call_.named_fields())
            runs_commands = runs_commands || named.kind == field_kind::command;
        for (const auto& named : call_.named_fields()) {
            if (named.role == field_role::working_directory ||
                (named.role == field_role::directory_of_commands && runs_commands))
                add_working_directory(call_.field(named));
            else if (named.kind == field_kind::command &&
                     call_.field(named).what() == field_view::kind::string)
                add_command(call_.field(named).facts());
        }
        return places_.sum();
    }

private:
    using path_text = boost::container::small_vector<char, 256>;

    [[nodiscard]] used_folder folder_of_call() const {
        const tool_call& call = call_.call();
        return {call.cwd, call.resolved != nullptr, call.resolved_cwd};
    }

    // Whether a path is the folder, or one below it that counts.
    [[nodiscard]] rule_match fits(std::string_view path, std::string_view folder) const {
        const auto lies = within(path, folder, call_.call().paths_ignore_case);
        return lies != rule_match::no && !condition_.below && path.size() != folder.size() ? rule_match::no
                                                                                           : lies;
    }
    [[nodiscard]] rule_match within_either(std::string_view path) const {
        const auto one = fits(path, condition_.place);
        if (one == rule_match::yes || condition_.leads.empty()) return one;
        return std::max(one, fits(path, condition_.leads));
    }

    [[nodiscard]] rule_match stands(const used_folder& used) const {
        if (condition_.place.empty() || !used.path.starts_with('/') || used.path.size() > max_path_bytes)
            return rule_match::doubt;
        path_text normal(used.path.size() + 1, boost::container::default_init);
        const auto named = within_either({normal.data(), put_normal_path(used.path, {}, normal.data())});
        if (!used.looked) return path_reading(used.path, {}).clean().empty() ? rule_match::doubt : named;
        if (used.leads.empty()) return rule_match::doubt;
        const auto real = fits(used.leads, condition_.leads.empty() ? condition_.place : condition_.leads);
        if (real == rule_match::yes || (real == rule_match::no && named == rule_match::no)) return real;
        return rule_match::doubt;
    }

    void add_working_directory(const field_reading& field) {
        if (field.what() == field_view::kind::absent) return;
        if (field.what() != field_view::kind::string) return places_.add(rule_match::doubt);
        const auto& path = field.path();
        const bool looked = call_.call().resolved != nullptr;
        if (!looked && path.clean().empty()) return places_.add(rule_match::doubt);
        places_.add(stands({path.normal(), looked, path.resolved()}));
    }

    void add_command(const command_facts& facts) {
        const auto* const paths = call_.call().paths_of_commands;
        if (facts.too_many_folders() || (paths != nullptr && !paths->complete))
            return places_.add(rule_match::doubt);
        for (std::size_t index = 1; index < facts.folder_count(); ++index)
            if (facts.folder(index).empty()) places_.add(rule_match::doubt);
        // What runs before may make the folder another one, or take the shell to one that nobody knows.
        bool changed = false;
        for (const fact& noted : facts.all()) {
            if (noted.is == act::enters) changed ? places_.add(rule_match::doubt) : add_entered(facts, noted);
            changed = changed || may_change_folders(noted);
            if (facts.runs().size() > 1 && (noted.is == act::unknown || noted.is == act::unreadable))
                places_.add(rule_match::doubt);
            const bool variable = noted.is == act::sets || noted.is == act::surrounds;
            if (variable && detail::says_where_to_work(noted.text)) places_.add(rule_match::doubt);
        }
    }

    static bool may_change_folders(const fact& noted) noexcept {
        return noted.is == act::writes || noted.is == act::removes ||
               (noted.is == act::does && noted.effect != programs::effect::reads) ||
               noted.is == act::unknown || noted.is == act::unreadable;
    }

    void add_entered(const command_facts& facts, const fact& noted) {
        if (noted.how != certainty::exactly) return places_.add(rule_match::doubt);
        if (noted.folders == fact::home) return places_.add(below_the_home(noted.text));
        if (noted.text.starts_with('/')) return add_entered(noted.text, {});
        for (std::size_t index = 0; index < noted.folders; ++index)
            add_entered(noted.text, facts.folder(index));
    }

    void add_entered(std::string_view text, std::string_view from) {
        if (!text.starts_with('/') && !from.starts_with('/')) return places_.add(rule_match::doubt);
        // `set -P` has the shell go up from where a link leads.
        if (const auto up = text.find("/.."); up != text.npos && !text.substr(0, up).ends_with(".."))
            return places_.add(rule_match::doubt);
        if (text.size() + from.size() > max_path_bytes) return places_.add(rule_match::doubt);
        path_text joined(text.size() + from.size() + 2, boost::container::default_init);
        const std::string_view path(joined.data(), put_normal_path(text, from, joined.data()));
        bool leads_elsewhere = false;
        if (const auto* const paths = call_.call().paths_of_commands; paths != nullptr) {
            const auto& missing = paths->missing_folders;
            if (std::ranges::find(missing, text) != missing.end()) return places_.add(rule_match::doubt);
        }
        if (const auto* const paths = call_.call().paths_of_commands; paths != nullptr)
            for (const auto& link : paths->links) {
                if (link.text != text) continue;
                leads_elsewhere = true;
                places_.add(stands({path, true, link.leads ? std::string_view(*link.leads) : ""}));
            }
        if (leads_elsewhere) return;
        // Below a working directory that leads elsewhere it is as that is.
        const bool moved = cwd_.looked && cwd_.leads != cwd_.path && !text.starts_with('/');
        if (!moved) return places_.add(stands({path, cwd_.looked, path}));
        const bool below = within(path, cwd_.path, false) == rule_match::yes;
        places_.add(below && condition_.below && stands(cwd_) == rule_match::yes ? rule_match::yes
                                                                                 : rule_match::doubt);
    }

    // The condition's folder is known by `~`, too.
    [[nodiscard]] rule_match below_the_home(std::string_view text) const {
        const std::string_view folder = condition_.folder;
        if (!folder.starts_with(below_home) || text.find("..") != text.npos || !condition_.leads.empty())
            return rule_match::doubt;
        return fits(text, folder.substr(below_home.size()));
    }

    const rule_condition& condition_;
    const call_reading& call_;
    used_folder cwd_;
    agreement places_;
};

// Whether all that a call names lies in its working directory.
class inside_check {
public:
    explicit inside_check(const call_reading& call) : call_(call), cwd_(call.call().cwd) {}

    [[nodiscard]] rule_match holds() {
        if (!clean_path(cwd_)) return rule_match::doubt;
        for (const auto& named : call_.named_fields()) {
            const auto& field = call_.field(named);
            if (field.what() == field_view::kind::absent) continue;
            const bool text = field.what() == field_view::kind::string;
            if (named.kind == field_kind::command && text)
                add_command(field.facts());
            else if (named.kind == field_kind::command || named.kind == field_kind::glob)
                add(rule_match::doubt);
            else if (named.kind == field_kind::path)
                add(text ? lies(field.path().normal(), {}) : rule_match::doubt, field.path().resolved());
        }
        return sum_;
    }

private:
    void add(rule_match one) noexcept { sum_ = std::min(sum_, one); }
    void add(rule_match one, std::string_view leads) {
        add(one);
        if (!leads.empty()) add_led(leads);
    }
    // Where a link leads, below where the working directory does.
    void add_led(std::string_view leads) {
        const auto* const paths = call_.call().paths_of_commands;
        std::string_view real = call_.call().resolved_cwd;
        if (real.empty() && paths != nullptr) real = paths->cwd;
        add(within(leads, real.empty() ? cwd_ : real, call_.call().paths_ignore_case));
    }

    [[nodiscard]] rule_match lies(std::string_view path, std::string_view folder) const {
        if (path == "/dev/null") return rule_match::yes;
        if (path.size() + folder.size() > max_path_bytes) return rule_match::doubt;
        const auto whole = normal_path(path, folder.empty() ? cwd_ : folder);
        return within(whole, cwd_, call_.call().paths_ignore_case);
    }

    void add_command(const command_facts& facts) {
        const auto* const paths = call_.call().paths_of_commands;
        if (facts.too_many_folders() || (paths != nullptr && !paths->complete)) add(rule_match::doubt);
        for (std::size_t index = 1; index < facts.folder_count(); ++index)
            add(facts.folder(index).empty() ? rule_match::doubt : lies(facts.folder(index), {}));
        // Behind a change of folder, nobody who reads the line sees at once what is changed.
        const bool goes = std::ranges::find(facts.all(), act::enters, &fact::is) != facts.all().end();
        for (const fact& noted : facts.all()) {
            if (goes && (noted.is == act::writes || noted.is == act::removes)) add(rule_match::doubt);
            const bool variable = noted.is == act::sets || noted.is == act::surrounds;
            if (noted.is == act::unreadable || (variable && detail::says_where_to_work(noted.text)))
                add(rule_match::doubt);
            if (is_about_path(noted.is)) add_path(facts, noted);
        }
        for (std::size_t run = 0; run < facts.runs().size(); ++run) {
            // Below its folders, links may lead anywhere.
            if ((facts.runs().use(run).does() & programs::effect::follows) != programs::effect::reads)
                add(rule_match::doubt);
            for (const auto& word : facts.runs()[run]) add_word(word.text);
        }
        if (paths == nullptr) return;
        for (const auto& link : paths->links) link.leads ? add_led(*link.leads) : add(rule_match::doubt);
    }

    // What may be a path in any word, whatever it is to its program: `file:///etc`, `--suffix=/x`, `../x`.
    void add_word(std::string_view word) {
        constexpr std::string_view of_names =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/*?]}";
        for (auto slash = word.find('/'); slash != word.npos; slash = word.find('/', slash + 1)) {
            const auto before = word.substr(0, slash);
            if (before.empty() || of_names.find(before.back()) == of_names.npos) {
                const bool address = before == "http:" || before == "https:";
                if (!address && lies(word.substr(slash), {}) != rule_match::yes) add(rule_match::doubt);
                if (address) return;
            }
        }
        for (auto up = word.find(".."); up != word.npos; up = word.find("..", up + 1)) {
            const bool component = up + 2 == word.size() || word[up + 2] == '/';
            const bool begins =
                up == 0 || of_names.find(word[up - 1]) == of_names.npos || word[up - 1] == '/';
            if (component && begins && lies(word, {}) != rule_match::yes) add(rule_match::doubt);
        }
    }

    void add_path(const command_facts& facts, const fact& noted) {
        if (noted.folders == fact::home) return add(rule_match::no);
        switch (noted.how) {
            case certainty::exactly: break;
            // Whatever stands for the pattern lies in the folder in front, unless it goes up.
            case certainty::chosen:
                if (noted.text.find("..") != noted.text.npos || noted.text.find('{') != noted.text.npos)
                    return add(rule_match::doubt);
                break;
            // The text, or what stands in it behind a sign.
            case certainty::perhaps:
                if (noted.text.find_first_of("=:@~") != noted.text.npos ||
                    (noted.text.starts_with('-') && noted.text.find('/') != noted.text.npos))
                    return add(rule_match::doubt);
                break;
            case certainty::matched:
            case certainty::unknown: return add(rule_match::doubt);
        }
        if (noted.text.starts_with('/')) return add(lies(noted.text, {}));
        for (std::size_t index = 0; index < noted.folders; ++index) {
            const auto folder = facts.folder(index);
            add(folder.starts_with('/') ? lies(noted.text, folder) : rule_match::doubt);
        }
    }

    const call_reading& call_;
    std::string_view cwd_;
    rule_match sum_ = rule_match::yes;
};

rule_match is_word(std::string_view said, std::string_view wanted) {
    if (said == wanted) return rule_match::yes;
    return equal_ignoring_case(said, wanted) ? rule_match::doubt : rule_match::no;
}

rule_match of_agent(const tool_call& call, std::string_view agent) {
    return call.agent.empty() ? rule_match::doubt : is_word(call.agent, agent);
}

// An agent that tells the type of its sub-agents, and names none here, asks itself.
rule_match of_subagent(const tool_call& call, std::string_view subagent) {
    if (!call.subagent.empty()) return is_word(call.subagent, subagent);
    const bool itself = call.agent_id.empty() && call.tells_subagent;
    return itself ? rule_match::no : rule_match::doubt;
}

rule_match of_session(const tool_call& call, std::string_view session) {
    if (call.session_id.empty()) return rule_match::doubt;
    return call.session_id == session ? rule_match::yes : rule_match::no;
}

}  // namespace

std::optional<rule_condition::flaw> rule_condition::find_flaw() const {
    if (!agent.empty() && !parse_word<agent_program>(agent))
        return flaw{"agent",
                    "the name of an agent, such as `claude`" + did_you_mean(agent, words_of<agent_program>)};
    const std::string_view path = folder;
    if (path.empty()) return std::nullopt;
    const bool of_home = path.starts_with(below_home);
    const std::string absolute = of_home ? "/home/" + folder.substr(below_home.size()) : folder;
    if (!path.starts_with('/') && !of_home)
        return flaw{"folder", "an absolute folder, or one that begins with `~/`"};
    if (of_home && path.size() == below_home.size()) return flaw{"folder", "a folder behind `~/`"};
    if (absolute == "/") return std::nullopt;
    const path_reading reading(absolute, {});
    if (reading.clean() != absolute)
        return flaw{"folder", reading.clean().empty()
                                  ? "a folder of one spelling; " + std::string(reading.flaw())
                                  : "a folder in its shortest spelling"};
    return std::nullopt;
}

rule_condition rule_condition::placed(std::string_view home, const path_lookup& look) const {
    rule_condition made = *this;
    made.place = folder;
    made.leads.clear();
    if (folder.starts_with(below_home))
        made.place = clean_path(home) && home != "/" ? std::string(home) + folder.substr(1) : std::string();
    if (made.place.empty() || !look) return made;
    // Where it cannot be found out nobody knows what lies in it.
    const auto target = look(made.place);
    if (!target) made.place.clear();
    if (target && *target != made.place) made.leads = *target;
    return made;
}

rule_match rule_condition::holds(const call_reading& part) const {
    const call_reading& asked = part.whole();
    const tool_call& call = asked.call();
    rule_match sum = rule_match::yes;
    const auto need = [&sum](rule_match one) { sum = std::min(sum, one); };
    if (!agent.empty()) need(of_agent(call, agent));
    if (!session.empty() && sum != rule_match::no) need(of_session(call, session));
    if (!subagent.empty() && sum != rule_match::no) need(of_subagent(call, subagent));
    if (!folder.empty() && sum != rule_match::no) need(folder_check(*this, asked).holds());
    if (inside && sum != rule_match::no) need(inside_check(asked).holds());
    return sum;
}

void rule_condition::append_text(std::string& out) const {
    std::string_view between = " for ";
    const auto add = [&](std::string_view before, const std::string& said) {
        if (said.empty()) return;
        out.append(between).append(before).append(display_text(said));
        between = ", ";
    };
    add("", below || folder.empty() ? folder : folder + " alone");
    add("", agent);
    add("sub-agent ", subagent);
    add("session ", session);
    if (inside) add("", "paths in the working directory");
}

std::string rule_condition::key() const {
    std::string key;
    for (const auto* const each : {&agent, &subagent, &folder, &session})
        key.append(std::to_string(each->size())).append(":").append(*each);
    return key.append(inside ? "i" : "").append(below ? "" : "x");
}

}  // namespace assent
