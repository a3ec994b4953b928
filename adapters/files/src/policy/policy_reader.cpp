#include "policy_reader.hpp"

#include "policy_keys.hpp"

#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/policy_packs.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace assent::detail {
namespace {

// What `decision` says about a tool: `ask-time` and `ask-iterations` say what its questions offer, too.
struct said_decision {
    tool_default decision = tool_default::ask;
    std::optional<offered_grant> offers{};
};

std::optional<said_decision> parse_decision(std::string_view word) {
    if (const auto decision = parse_tool_default(word)) return said_decision{*decision};
    const auto ask = to_string(tool_default::ask);
    if (parse_tool_default(word.substr(0, ask.size())) != tool_default::ask) return std::nullopt;
    const auto offers = parse_offered_grant(word);
    if (!offers || *offers == offered_grant::none) return std::nullopt;
    return said_decision{tool_default::ask, offers};
}

constexpr std::array decisions{std::string_view("allow"), std::string_view("ask"), std::string_view("deny"),
                               std::string_view("ask-time"), std::string_view("ask-iterations")};

}  // namespace

// What one object of the file may hold: how each key is read, in the words of the table of keys.
class policy_reader::keys {
public:
    explicit keys(policy_reader& owner) : owner_(owner), json_(owner.json_) {}

    /// \return false: it is no object
    bool read(const json_place& at) { return json_.read_object(at, known_); }

    void comment(std::string_view) {}
    void flag(std::string_view key, bool& into) {
        add(key, [this, &into](const json_place& at) { put(json_.flag(at), into); });
    }
    void flag_if_set(std::string_view key, std::optional<bool>& into) {
        add(key, [this, &into](const json_place& at) { put(json_.flag(at), into); });
    }
    template <class Enum>
    void word(std::string_view key, Enum& into) {
        add(key, [this, &into](const json_place& at) { put(json_.word<Enum>(at), into); });
    }
    template <class Enum>
    void word_if_set(std::string_view key, std::optional<Enum>& into) {
        add(key, [this, &into](const json_place& at) { put(json_.word<Enum>(at), into); });
    }
    template <class Enum>
    void word_or_null(std::string_view key, std::optional<Enum>& into) {
        add(key, [this, &into](const json_place& at) {
            if (at.kind != json_kind::null) put(json_.word<Enum>(at), into);
        });
    }
    void text(std::string_view key, std::string& into, std::string_view expected) {
        add(key, [this, &into, expected](const json_place& at) { put(json_.text(at, expected), into); });
    }
    void filled_text(std::string_view key, std::string& into, std::string_view expected) {
        add(key, [this, &into, expected](const json_place& at) {
            put(json_.text(at, expected), into);
            if (at.kind == json_kind::string && into.empty()) json_.expected(at, expected);
        });
    }
    void folder(std::string_view key, std::string& into) {
        add(key, [this, &into](const json_place& at) { put(read_folder(at), into); });
    }
    void folders(std::string_view key, std::vector<std::string>& into) {
        add(key, [this, &into](const json_place& at) {
            json_.read_list(at, [&](const json_place& each) {
                if (auto folder = read_folder(each)) into.push_back(std::move(*folder));
            });
        });
    }
    void agent(std::string_view key, std::string& into) {
        add(key, [this, &into](const json_place& at) {
            if (const auto named = json_.word<agent_program>(at)) into = to_string(*named);
        });
    }
    void names(std::string_view key, std::vector<std::string>& into, std::string_view expected) {
        add(key, [this, &into, expected](const json_place& at) {
            json_.read_list(at, [&](const json_place& each) {
                if (auto name = json_.text(each, expected)) into.push_back(std::move(*name));
            });
        });
    }
    void tool_names(std::string_view key, std::vector<std::string>& into, std::string_view expected) {
        add(key, [this, &into, expected, blocked = key == "blocked_tools"](const json_place& at) {
            json_.read_list(at, [&](const json_place& each) {
                auto name = json_.text(each, expected);
                if (!name) return;
                owner_.named_tools_.push_back({*name, owner_.place_of(each), blocked});
                into.push_back(std::move(*name));
            });
        });
    }
    void names_in_line(std::string_view key, std::vector<std::string>& into, std::string_view expected) {
        names(key, into, expected);
    }
    void number(std::string_view key, std::size_t& into, std::size_t least, std::size_t most) {
        add(key, [this, &into, least, most](const json_place& at) {
            put(json_.whole_number(at, least, most, number_up_to(least, most)), into);
        });
    }
    void limit(std::string_view key, std::optional<std::size_t>& into, std::size_t least) {
        add(key, [this, &into, least](const json_place& at) {
            constexpr std::size_t most = max_calls_per_window;
            static_assert(most == max_loop_calls);
            if (at.kind != json_kind::null)
                put(json_.whole_number(at, least, most, number_up_to(least, most) + " or null"), into);
        });
    }
    void time(std::string_view key, duration& into, duration least, duration most, std::string expected) {
        add(key, [this, &into, least, most, expected = std::move(expected)](const json_place& at) {
            const auto text = json_.text(at, expected);
            if (!text) return;
            const auto time = parse_duration(*text);
            if (!time || *time < least || *time > most) return json_.expected(at, expected);
            into = *time;
        });
    }
    void size(std::string_view key, std::uintmax_t& into, std::uintmax_t least, std::string expected) {
        add(key, [this, &into, least, expected = std::move(expected)](const json_place& at) {
            const auto text = json_.text(at, expected);
            if (!text) return;
            const auto bytes = parse_size(*text);
            if (!bytes || (*bytes != 0 && *bytes < least)) return json_.expected(at, expected);
            into = *bytes;
        });
    }
    template <class Table>
    void object(std::string_view key, Table table) {
        add(key, [this, table = std::move(table)](const json_place& at) {
            keys inner(owner_);
            table(inner);
            inner.read(at);
        });
    }
    void limits(std::string_view key, rate_limits& into, over_limit& on_limit) {
        object(key, [&into, &on_limit](keys& inner) {
            limit_keys(inner, into);
            inner.word("on_limit", on_limit);
        });
    }
    void limits_if_set(std::string_view key, std::optional<rate_limits>& into) {
        object(key, [&into](keys& inner) { limit_keys(inner, into.emplace()); });
    }
    void tool_decision(std::string_view key, tool_policy& into) {
        add(key, [this, &into](const json_place& at) {
            const auto said = json_.word(at, decisions, &parse_decision);
            if (!said) return;
            into.decision = said->decision;
            offered_ = said->offers;
            agree(into);
        });
    }
    void tool_grant(std::string_view key, tool_policy& into) {
        add(key, [this, &into](const json_place& at) {
            put(json_.word(at, words_of<offered_grant>, &parse_offered_grant), into.offers);
            grant_ = at;
            agree(into);
        });
    }
    void tools(std::string_view key, std::map<std::string, tool_policy, std::less<>>& into) {
        add(key, [this, &into](const json_place& at) {
            json_.read_members(at, [&](std::string_view name, const json_place& in) {
                if (!valid_tool_name(name))
                    return json_.wrong(
                        in, "expected a tool name of 1 to 128 letters, digits, `_`, `.` and `-` as the key");
                owner_.named_tools_.push_back({std::string(name), owner_.place_of(in)});
                keys inner(owner_);
                tool_keys(inner, into[std::string(name)]);
                inner.read(in);
            });
        });
    }
    void packs(std::string_view key) {
        add(key, [this](const json_place& at) { owner_.read_packs(at); });
    }
    // Read last: what they may be is said elsewhere in the file.
    void rules(std::string_view key, const std::vector<permission_rule>&) {
        add(key, [this](const json_place& at) { owner_.rules_at_ = at; });
    }
    void rules_of(rule_behavior behavior) {
        add(to_string(behavior),
            [this, behavior](const json_place& at) { owner_.read_rules_of(at, behavior); });
    }
    void conditional_rules(std::string_view key, const std::vector<permission_rule>&) {
        add(key, [this](const json_place& at) { owner_.where_at_ = at; });
    }
    void examples(std::string_view key, const std::vector<policy_example>&) {
        add(key, [this](const json_place& at) {
            json_.read_list(at, [this](const json_place& each) { owner_.read_example(each); });
        });
    }
    void add(std::string_view key, policy_json::read_value read) {
        known_.push_back({key, [this, read = std::move(read)](const json_place& at) {
                              owner_.members_.emplace(at.path, json_.bytes_of(at));
                              read(at);
                          }});
    }

    template <class Value>
    static void put(std::optional<Value> read, auto& into) {
        if (read) into = std::move(*read);
    }

private:
    std::optional<std::string> read_folder(const json_place& at) {
        constexpr std::string_view expected = "an absolute folder, or one that begins with `~/`";
        auto text = json_.text(at, expected);
        if (!text) return std::nullopt;
        const auto flaw = rule_condition{.folder = *text}.find_flaw();
        if (!flaw && !text->empty()) return text;
        json_.expected(at, flaw ? flaw->expected : expected);
        return std::nullopt;
    }
    // Both may say what a tool's questions offer.
    void agree(tool_policy& into) {
        if (!offered_) return;
        if (grant_ && into.offers && *into.offers != *offered_)
            json_.expected(*grant_,
                           "\"" + std::string(to_string(*offered_)) + "\", as in the decision beside it");
        into.offers = offered_;
    }

    policy_reader& owner_;
    policy_json& json_;
    std::vector<policy_json::known_key> known_;
    std::optional<offered_grant> offered_;  // by the decision
    std::optional<json_place> grant_;
};

std::vector<policy_error> policy_reader::read() {
    made_.peer_may_set = peer_mode::never;
    if (const auto root = json_.root()) {
        keys all(*this);
        whose_ ? stricter_keys(all, made_) : policy_keys(all, made_);
        if (whose_ == policy_layer::managed) all.flag("snapshot", made_.snapshot);
        all.read(*root);
    }
    if (rules_at_) {
        keys behaviors(*this);
        for (const auto behavior : read_behaviors()) behaviors.rules_of(behavior);
        if (!whose_)
            behaviors.add(built_in_rules_key, [this](const json_place& list) { read_built_in_rules(list); });
        behaviors.read(*rules_at_);
    }
    if (where_at_)
        json_.read_list(*where_at_, [this](const json_place& set) { read_conditional_rules(set); });
    if (json_.good()) {
        const bool said = made_.allow_overbroad;
        made_.allow_overbroad = said || allow_overbroad_;
        if (const auto invalid = made_.validate()) json_.wrong(invalid->where, invalid->message);
        made_.allow_overbroad = said;
    }
    return json_.take_errors();
}

void policy_reader::read_rules_of(const json_place& at, rule_behavior behavior) {
    const bool overbroad = made_.allow_overbroad || allow_overbroad_;
    json_.read_list(at, [&](const json_place& each) {
        const auto add = [&](boost::system::result<permission_rule, invalid_rule> rule) {
            if (rule) {
                made_.rules.push_back(condition_ ? rule->with_condition(condition_) : std::move(*rule));
                remember_rule(each);
            } else {
                json_.wrong(each, display_text(rule.error().message));
            }
        };
        if (each.kind == json_kind::object) {
            if (const auto value = json_.value(each))
                add(rule_from_flat(*value, behavior, origin(), {}, overbroad));
        } else if (const auto text = json_.text(each, "a rule: a string or an object")) {
            add(parse_rule(*text, behavior, origin(), overbroad, home_));
        }
    });
}

// The rules for some calls alone: what names these is read first.
void policy_reader::read_conditional_rules(const json_place& set) {
    rule_condition condition;
    std::vector<std::pair<rule_behavior, json_place>> lists;
    keys of_set(*this);
    const bool by_asker = whose_ == policy_layer::project;  // the folder is the project's
    by_asker ? asker_keys(of_set, condition) : condition_keys(of_set, condition);
    for (const auto behavior : read_behaviors())
        of_set.add(to_string(behavior),
                   [&lists, behavior](const json_place& at) { lists.emplace_back(behavior, at); });
    const bool had_errors = !json_.good();
    if (!of_set.read(set)) return;
    if (condition == rule_condition() && (had_errors || json_.good()))
        json_.wrong(set,
                    std::string("expected `agent`") +
                        (by_asker ? " or `subagent`" : ", `subagent`, `folder`, `session` or `inside`") +
                        ", which say for which calls the rules are, got none; rules for all go to `rules`");
    condition_ = std::make_shared<const rule_condition>(std::move(condition));
    for (const auto& [behavior, list] : lists) read_rules_of(list, behavior);
    condition_ = nullptr;
}

// What a file calls built in has to be so, word by word: it counts less than what a person wrote.
void policy_reader::read_built_in_rules(const json_place& list) {
    std::map<std::string, permission_rule> built_in;
    for (const auto& pack : policy_packs())
        for (const auto& rule : pack.rules()) built_in.emplace(rule.text(), rule);
    json_.read_list(list, [&](const json_place& element) {
        const auto text = json_.text(element, "a rule that is built in, as a string");
        if (!text) return;
        const auto rule = built_in.find(*text);
        if (rule == built_in.end())
            return json_.wrong(element, "`" + display_text(*text) +
                                            "` is not built in: expected a rule that `assent policy print "
                                            "standard` has there, or one of a pack; others go to `allow`, "
                                            "`ask` or `deny`");
        made_.rules.push_back(rule->second);
        remember_rule(element);
    });
}

void policy_reader::read_packs(const json_place& list) {
    std::vector<std::string_view> names;
    for (const auto& pack : policy_packs()) names.push_back(pack.name);
    const std::string expected = one_of_words(std::span<const std::string_view>(names));
    std::set<std::string_view> known;
    json_.read_list(list, [&](const json_place& element) {
        const auto text = json_.text(element, expected);
        if (!text) return;
        const auto pack = std::ranges::find(policy_packs(), std::string_view(*text), &policy_pack::name);
        if (pack == policy_packs().end()) return json_.expected(element, expected);
        if (!known.insert(pack->name).second)
            return json_.wrong(element, "expected each pack once, got `" + *text + "` again");
        for (auto& rule : pack->rules()) {
            made_.rules.push_back(std::move(rule));
            remember_rule(element);
        }
    });
}

std::span<const rule_behavior> policy_reader::read_behaviors() const noexcept {
    static constexpr std::array stricter{rule_behavior::ask, rule_behavior::deny};
    if (whose_) return stricter;
    return rule_lists;
}

rule_origin policy_reader::origin() const noexcept {
    if (!whose_) return rule_origin::host;
    return *whose_ == policy_layer::managed ? rule_origin::managed : rule_origin::project;
}

void policy_reader::read_example(const json_place& at) {
    policy_example example;
    bool has_tool = false;
    bool has_expect = false;
    keys example_keys(*this);
    example_keys.add("tool", [&](const json_place& in) {
        has_tool = true;
        keys::put(json_.text(in, "a tool name"), example.tool_name);
    });
    example_keys.add("input", [&](const json_place& in) {
        if (in.kind != json_kind::object) return json_.expected(in, "an object");
        if (auto value = json_.value(in)) example.input = std::move(value->get_object());
    });
    example_keys.text("cwd", example.cwd, "a folder");
    example_keys.agent("agent", example.agent);
    example_keys.text("subagent", example.subagent, "the type of a sub-agent");
    example_keys.text("session", example.session, "the id of a session");
    example_keys.add("expect", [&](const json_place& in) {
        has_expect = true;
        keys::put(json_.word<outcome>(in), example.expected);
    });
    if (!example_keys.read(at)) return;
    if (!has_tool) json_.wrong(at, "expected the key `tool`, which is missing");
    if (!has_expect) json_.wrong(at, "expected the key `expect`, which is missing");
    made_.examples.push_back(std::move(example));
    example_places_.push_back(place_of(at));
}

}  // namespace assent::detail
