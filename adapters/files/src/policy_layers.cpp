#include <assent/adapters/files/policy_layers.hpp>

#include "policy/policy_keys.hpp"

#include <assent/domain/match/glob.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace assent {
namespace {

constexpr key_row rows[] = {
    {"mode", key_join::strictest_word},
    {"peer_mode", key_join::last_word},
    {"limits.per_minute", key_join::least},
    {"limits.per_hour", key_join::least},
    {"limits.on_limit", key_join::first_word},
    {"loop", key_join::least},
    {"rules", key_join::all},
    {"where", key_join::all},
    {"blocked_tools", key_join::all},
    {"blocked_commands", key_join::all},
    {"disabled_categories", key_join::all},
    {"protect_gate", key_join::on},
    {"trusted_tools", key_join::all},
    {"tools.*.decision", key_join::strictest_word},
    {"tools.*.risk", key_join::last_word},
    {"tools.*.trustable", key_join::off},
    {"tools.*.grant", key_join::first_word},
    {"tools.*.limits.per_minute", key_join::least},
    {"tools.*.limits.per_hour", key_join::least},
    {"effects.*", key_join::strictest_word},
    {"tool_defaults", key_join::off},
    {"always_safe", key_join::off},
    {"ask_from_risk", key_join::first_or_null},
    {"wall.read", key_join::common},
    {"wall.write", key_join::common},
    {"wall.network", key_join::first_word},
    {"wall.processes", key_join::least},
    {"wall.memory", key_join::least},
    {"wall.seconds", key_join::least},
    {"wall.project_secrets", key_join::off},
    {"strict_schemas", key_join::on},
    {"grants.time", key_join::least},
    {"grants.uses", key_join::least},
    {"questions.timeout", key_join::least},
    {"questions.always_destination", key_join::first_word},
    {"audit.inputs", key_join::last_word},
    {"audit.redact", key_join::all},
    {"audit.chain", key_join::on},
    {"audit.rotate", key_join::of_the_machine},
    {"audit.keep", key_join::most},
    {"audit.keep_days", key_join::most},
    {"audit.on_failure", key_join::first_word},
    {"audit.durability", key_join::first_word},
    {"audit.queue_records", key_join::of_the_machine},
    {"audit.on_overflow", key_join::first_word},
    {"compatibility.return_updates", key_join::off},
    {"compatibility.allow_overbroad", key_join::off},
    {"compatibility.star_crosses_slash", key_join::off},
    {"compatibility.allow_dotfiles", key_join::off},
    {"compatibility.allow_sees_through_wrappers", key_join::off},
    {"compatibility.allow_background", key_join::off},
    {"compatibility.allow_env_names", key_join::common},
    {"examples", key_join::of_each_alone},
};

// How strict a word is, where their order in the file says nothing about it.
constexpr int strictness(outcome of) noexcept {
    switch (of) {
        case outcome::allow: return 0;
        case outcome::wall: return 1;
        case outcome::ask: return 2;
        case outcome::deny: return 3;
    }
    return 3;
}
constexpr int strictness(tool_default of) noexcept {
    switch (of) {
        case tool_default::allow: return 0;
        case tool_default::ask: return 1;
        case tool_default::deny: return 2;
    }
    return 2;
}
constexpr int strictness(permission_mode of) noexcept {
    switch (of) {
        case permission_mode::allow: return 0;
        case permission_mode::accept_edits: return 1;
        case permission_mode::ask: return 2;
        case permission_mode::plan: return 3;
        case permission_mode::dont_ask: return 4;
        case permission_mode::deny: return 5;
    }
    return 5;
}

template <class Value>
constexpr bool is_optional = false;
template <class Value>
constexpr bool is_optional<std::optional<Value>> = true;
template <class Value>
constexpr bool is_list = false;
template <class Value>
constexpr bool is_list<std::vector<Value>> = true;

// Whether one word is stricter than another, as a row says it; which it has to fit.
template <class Word>
bool stricter(key_join by, const Word& one, const Word& other) {
    if constexpr (std::is_same_v<Word, bool>) {
        if (by == key_join::on || by == key_join::off) return one != other && one == (by == key_join::on);
    } else if constexpr (std::is_enum_v<Word>) {
        if constexpr (requires { strictness(one); })
            if (by == key_join::strictest_word) return strictness(one) > strictness(other);
        if (by == key_join::first_word || by == key_join::first_or_null) return one < other;
        if (by == key_join::last_word) return one > other;
    } else {
        if (by == key_join::least) return one < other;
        if (by == key_join::most) return one > other;
    }
    throw std::logic_error("a row of the table of keys does not fit its key");
}

// Lists in which 0 stands for no bound, which is the largest of all.
template <class Number>
Number without_bound(const Number& number) {
    if constexpr (requires { Number::max(); })
        return number == Number::zero() ? Number::max() : number;
    else
        return number == 0 ? std::numeric_limits<Number>::max() : number;
}

template <class Value>
void join_lists(key_join by, const std::vector<Value>& managed, std::vector<Value>& own) {
    const auto is_in = [](const auto& list) {
        return [&list](const Value& each) { return std::ranges::find(list, each) != list.end(); };
    };
    std::vector<Value> joined = managed;
    if (by == key_join::all)
        std::ranges::remove_copy_if(own, std::back_inserter(joined), is_in(managed));
    else if (by == key_join::common)
        std::erase_if(joined, [&](const Value& each) { return !is_in(own)(each); });
    else
        throw std::logic_error("a row of the table of keys does not fit its key");
    own = std::move(joined);
}

// Joins what both say. \return false: the own word stays
template <class Value>
bool join_said(key_join by, const Value& managed, Value& own) {
    if constexpr (is_list<Value>) {
        join_lists(by, managed, own);
        return true;
    } else if constexpr (is_optional<Value>) {
        const bool null_is_strict = by == key_join::first_or_null;
        const bool takes = managed && own ? stricter(by, *managed, *own)
                                          : (null_is_strict ? own.has_value() : managed.has_value());
        if (takes) own = managed;
        return takes;
    } else if constexpr (std::is_same_v<Value, bool> || std::is_enum_v<Value>) {
        const bool takes = stricter(by, managed, own);
        if (takes) own = managed;
        return takes;
    } else {
        const bool takes =
            by == key_join::of_the_machine || stricter(by, without_bound(managed), without_bound(own));
        if (takes) own = managed;
        return takes;
    }
}

bool says(const policy_layer& layer, const std::string& path) {
    return !layer.said || layer.said->contains(path);
}

const key_row& row_of(std::string_view key) {
    const auto* const found = std::ranges::find(rows, key, &key_row::key);
    if (found == std::end(rows)) throw std::logic_error("no row joins the key " + std::string(key));
    return *found;
}

// Where each value of a policy is, and what joins it: one walk through the table of keys finds where those of
// the managed policy are, another one joins them to the own.
struct joining {
    const policy_layer* managed = nullptr;
    const policy_layer* own = nullptr;
    // Of values of the managed policy. Both walks meet each path with the same type, for the table is one.
    std::map<std::string, const void*> places{};
    std::set<std::string>* from = nullptr;
    std::vector<std::string>* paths = nullptr;  // where only these are wanted
    bool joins = false;
};

class joined_keys {
public:
    joined_keys(joining& with, std::string path, std::string row)
        : with_(with), path_(std::move(path)), row_(std::move(row)) {}

    void comment(std::string_view) {}
    void flag(std::string_view key, bool& into) { value(key, into); }
    void flag_if_set(std::string_view key, std::optional<bool>& into) { value(key, into); }
    template <class Enum>
    void word(std::string_view key, Enum& into) {
        value(key, into);
    }
    template <class Enum>
    void word_if_set(std::string_view key, std::optional<Enum>& into) {
        value(key, into);
    }
    template <class Enum>
    void word_or_null(std::string_view key, std::optional<Enum>& into) {
        value(key, into);
    }
    void folders(std::string_view key, std::vector<std::string>& into) { value(key, into); }
    void names(std::string_view key, std::vector<std::string>& into, std::string_view) { value(key, into); }
    void tool_names(std::string_view key, std::vector<std::string>& into, std::string_view) {
        value(key, into);
    }
    void names_in_line(std::string_view key, std::vector<std::string>& into, std::string_view) {
        value(key, into);
    }
    void number(std::string_view key, std::size_t& into, std::size_t, std::size_t) { value(key, into); }
    void limit(std::string_view key, std::optional<std::size_t>& into, std::size_t) { value(key, into); }
    void time(std::string_view key, duration& into, duration, duration, const std::string&) {
        value(key, into);
    }
    void size(std::string_view key, std::uintmax_t& into, std::uintmax_t, const std::string&) {
        value(key, into);
    }
    template <class Table>
    void object(std::string_view key, const Table& table) {
        // All effects share a row.
        joined_keys inner(with_, path_ + std::string(key) + ".",
                          key == "effects" ? "effects.*" : row_ + std::string(key) + ".");
        table(inner);
    }
    void limits(std::string_view key, rate_limits& into, over_limit& on_limit) {
        object(key, [&](auto& inner) {
            detail::limit_keys(inner, into);
            inner.word("on_limit", on_limit);
        });
    }
    void limits_if_set(std::string_view key, std::optional<rate_limits>& into) {
        // What is found in the managed policy has to stay where it is.
        if (!with_.joins && !into) return;
        rate_limits joined = into.value_or(rate_limits());
        object(key, [&](auto& inner) { detail::limit_keys(inner, with_.joins ? joined : *into); });
        if (with_.joins && joined != rate_limits()) into = joined;
    }
    void tool_decision(std::string_view key, tool_policy& into) {
        value(key, into.decision);
        if (with_.joins) into.firm = managed_value(key, into.decision);
    }
    void tool_grant(std::string_view key, tool_policy& into) { value(key, into.offers); }
    void tools(std::string_view key, std::map<std::string, tool_policy, std::less<>>& into) {
        if (with_.joins)
            for (const auto& [name, of] : with_.managed->read.tools) into[name];
        if (with_.paths != nullptr) into["*"].limits.emplace();
        for (auto& [name, of] : into) {
            joined_keys inner(with_, path_ + std::string(key) + "." + name + ".",
                              row_ + std::string(key) + ".*.");
            detail::tool_keys(inner, of);
        }
    }
    void rules(std::string_view key, std::vector<permission_rule>& into) {
        if (!with_.joins) return note(key);
        std::vector<permission_rule> joined;
        for (const auto& rule : with_.managed->read.rules)
            joined.push_back(rule.origin() == rule_origin::host ? rule.with_origin(rule_origin::managed)
                                                                : rule);
        joined.insert(joined.end(), into.begin(), into.end());
        into = std::move(joined);
    }
    void conditional_rules(std::string_view key, const std::vector<permission_rule>&) { note(key); }
    void examples(std::string_view key, std::vector<policy_example>& into) {
        if (with_.joins) into.clear();
        note(key);
    }

private:
    void note(std::string_view key) {
        if (with_.paths != nullptr) with_.paths->push_back(row_name(key));
    }
    [[nodiscard]] std::string row_name(std::string_view key) const {
        return row_.ends_with('*') ? row_ : row_ + std::string(key);
    }
    // What the managed policy says; nothing where it does not.
    template <class Value>
    [[nodiscard]] Value managed_value(std::string_view key, const Value&) const {
        const auto found = with_.places.find(path_ + std::string(key));
        return found == with_.places.end() ? Value() : *static_cast<const Value*>(found->second);
    }
    template <class Value>
    void value(std::string_view key, Value& own) {
        const std::string path = path_ + std::string(key);
        if (with_.paths != nullptr) return note(key);
        if (!with_.joins) {
            with_.places.emplace(path, &own);
            return;
        }
        const auto found = with_.places.find(path);
        if (found == with_.places.end()) return;  // of a tool that the managed policy does not name
        const auto& managed = *static_cast<const Value*>(found->second);
        const key_row& row = row_of(row_name(key));
        if (row.key == "effects.*") return;  // they follow from each other: see `join_effects`
        if (!says(*with_.managed, path)) return;
        const bool alone = !says(*with_.own, path);
        if (alone) own = managed;
        if ((alone || join_said(row.joined, managed, own)) && with_.from != nullptr) with_.from->insert(path);
    }

    joining& with_;
    std::string path_;  // of the object, with a dot behind it
    std::string row_;   // the same, as rows have it
};

// What one policy says of an effect holds for those that are of its kind, which the other may speak of.
void join_effects(const policy& managed, policy& own, std::set<std::string>* from) {
    const effect_words before = own.effects;
    for (std::size_t each = 0; each < own.effects.size(); ++each) {
        if (!managed.effects[each] && !before[each]) continue;
        const auto effect = static_cast<call_effect>(each);
        own.effects[each] = of_effects(before, only(effect));
        if (join_said(row_of("effects.*").joined, of_effects(managed.effects, only(effect)),
                      own.effects[each]) &&
            from != nullptr)
            from->insert("effects." + std::string(to_string(effect)));
    }
}

// What one of them lets pass and the other does not name in the same words.
void take_out_contradictions(policy& joined) {
    std::erase_if(joined.trusted_tools, [&](const std::string& name) {
        const auto tool = joined.tools.find(name);
        const auto blocks = [&](const std::string& pattern) {
            const glob blocked(pattern);
            return blocked.literal() && blocked.literal_text() == name;
        };
        return std::ranges::any_of(joined.blocked_tools, blocks) ||
               (tool != joined.tools.end() && tool->second.decision == tool_default::deny);
    });
    if (!joined.allow_overbroad)
        std::erase_if(joined.rules, [](const permission_rule& rule) { return rule.overbroad(); });
}

}  // namespace

std::span<const key_row> key_rows() noexcept { return rows; }

std::vector<std::string> policy_key_paths() {
    std::vector<std::string> paths;
    joining with{.paths = &paths};
    joined_keys all(with, {}, {});
    policy any;
    detail::policy_keys(all, any);
    return paths;
}

policy join_managed(const policy_layer& managed, const policy_layer& own, std::set<std::string>* from) {
    joining with{.managed = &managed, .own = &own, .from = from};
    policy above = managed.read;
    joined_keys look(with, {}, {});
    detail::policy_keys(look, above);
    with.joins = true;
    policy joined = own.read;
    joined_keys join(with, {}, {});
    detail::policy_keys(join, joined);
    join_effects(managed.read, joined, from);
    joined.firm.effects = managed.read.effects;
    take_out_contradictions(joined);
    return joined;
}

}  // namespace assent
