#include "rule_index.hpp"

#include "rule_literals.hpp"

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_set>
#include <utility>

namespace assent {
namespace {

constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();
// Ends a tool's literal in a key. No tool pattern has one.
constexpr char literal_end = '\0';
// In keys, for what has no literal; the places of literals have a letter each.
constexpr char no_literal = '*';

char letter_of(literal_place place) noexcept {
    switch (place) {
        case literal_place::whole: return '=';
        case literal_place::front: return '<';
        case literal_place::back: return '>';
        case literal_place::inside: return '~';
    }
    return no_literal;
}

template <class Number>
void put_number(std::string& key, Number number) {
    for (std::size_t byte = sizeof(Number); byte-- > 0;)
        key += static_cast<char>(static_cast<unsigned char>(number >> (byte * 8)));
}

// A literal as it stands in a key: those for the end of a text begin with their end.
void put_literal(std::string& key, const pattern_literal& literal) {
    key += letter_of(literal.place);
    if (literal.place == literal_place::back)
        key.append(literal.text.rbegin(), literal.text.rend());
    else
        key += literal.text;
}

std::string_view text_of(const std::array<char, 4>& id) noexcept { return {id.data(), id.size()}; }

// What an equal rule has the same of.
std::size_t identity_hash(const permission_rule& rule) {
    return std::hash<std::string_view>()(rule.tool_pattern()) * 31 +
           std::hash<json_object>()(rule.input_pattern());
}

// Lists that were seen in one search: a literal may be found in a text several times.
class seen_lists {
public:
    bool first_time(const void* list) {
        if (std::find(few_.begin(), few_.end(), list) != few_.end()) return false;
        if (few_.size() < few_.capacity()) {
            few_.push_back(list);
            return true;
        }
        if (!many_) many_.emplace();
        return many_->insert(list).second;
    }

private:
    boost::container::static_vector<const void*, 32> few_;
    std::optional<std::unordered_set<const void*>> many_;
};

}  // namespace

// Where a rule is, or may be.
struct rule_index::filing {
    std::size_t field = rule_group::no_field;
    const rule_group* group = nullptr;  // null: there is none yet
    std::string group_key;
    std::string key;  // behind the group's id
    bool whole = false;
};

const rule_index::rule_group* rule_index::find_group(std::string_view key, const permission_rule& rule,
                                                     std::size_t field) const {
    for (const auto* each = groups_.root().after(key).items(); each != nullptr; each = each->next.get()) {
        const rule_group& group = each->value;
        if (group.first->tool_pattern() != rule.tool_pattern()) continue;
        if (field == rule_group::no_field || group.field == rule_group::no_field) {
            if (field == group.field) return &group;
            continue;
        }
        const auto& one = group.first->fields()[group.field];
        const auto& other = rule.fields()[field];
        if (one.name == other.name && kind_of(one.expected) == kind_of(other.expected)) return &group;
    }
    return nullptr;
}

// Every place where the rule may be filed: `visit(filing&)`. These depend on the rule alone.
template <class Visit>
void rule_index::each_filing(const permission_rule& rule, const Visit& visit) const {
    std::string tool_key;
    if (const auto literals = tool_literals(rule); literals.empty())
        tool_key += no_literal;
    else
        put_literal(tool_key, literals.front());
    tool_key += literal_end;
    const auto tool_hash = std::hash<std::string_view>()(rule.tool_pattern());
    const auto make = [&](std::size_t field, std::size_t field_hash) {
        filing made;
        made.field = field;
        made.group_key = tool_key;
        put_number(made.group_key, tool_hash * 31 + field_hash);
        made.group = find_group(made.group_key, rule, field);
        return made;
    };
    bool any = false;
    for (std::size_t field = 0; field < rule.fields().size(); ++field) {
        const auto& pattern = rule.fields()[field];
        const auto literals = field_literals(rule, pattern);
        if (literals.empty()) continue;
        any = true;
        filing at = make(field, std::hash<std::string_view>()(pattern.name) +
                                    static_cast<std::size_t>(kind_of(pattern.expected)));
        for (const auto& literal : literals) {
            at.key.clear();
            put_literal(at.key, literal);
            at.whole = literal.place == literal_place::whole;
            visit(at);
        }
    }
    if (any) return;
    filing at = make(rule_group::no_field, 0);
    at.key += no_literal;
    put_number(at.key, identity_hash(rule));
    visit(at);
}

literal_trie<rule_pointer>::position rule_index::place_of(const filing& where) const {
    if (where.group == nullptr) return {};
    return rules_.root().after(text_of(where.group->id)).after(where.key);
}

void rule_index::add(const rule_pointer& rule, std::uint64_t order) {
    filing best;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    each_filing(*rule, [&](const filing& at) {
        const auto* items = place_of(at).items();
        const std::size_t count = items == nullptr ? 0 : items->count;
        const bool better = at.whole != best.whole ? at.whole : at.key.size() > best.key.size();
        if (count > fewest || (count == fewest && !better)) return;
        fewest = count;
        best = at;
    });
    group_id id;
    if (best.group != nullptr) {
        id = best.group->id;
    } else {
        std::string number;
        put_number(number, next_group_++);
        std::copy_n(number.begin(), id.size(), id.begin());
        wild_tools_ = wild_tools_ || best.group_key.front() != letter_of(literal_place::whole);
        rule_group made{rule, best.field, compared_as::value, id};
        if (rule->tool().literal()) made.tool = rule->tool().literal_text();
        if (best.field != rule_group::no_field) made.kind = kind_of(rule->fields()[best.field].expected);
        const auto* const group = groups_.add(best.group_key, std::move(made), order);
        if (few_groups_.size() < max_few_groups) few_groups_.push_back(group);
    }
    const auto* const kept = rules_.add(std::string(text_of(id)).append(best.key), rule, order);
    by_identity_.add(identity_hash(*rule), kept);
    ++size_;
    if (lenient_) {
        for (const auto& field : rule->fields())
            if (const auto kind = rule->kind_in(field.name))
                by_field_.add(field_hash(field.name, *kind), kept);
        return;
    }
    const auto commands = rule->command_field();
    const bool known =
        std::find(command_fields_.begin(), command_fields_.end(), commands) != command_fields_.end();
    if (!commands.empty() && !known) command_fields_.emplace_back(commands);
}

std::optional<ordered_rule> rule_index::equal_of(const permission_rule& rule) const {
    if (size_ == 0) return std::nullopt;
    const auto* found =
        by_identity_.find(identity_hash(rule), [&](const auto* each) { return each->value->same_as(rule); });
    if (found == nullptr) return std::nullopt;
    return ordered_rule{(*found)->order, (*found)->value};
}

// The groups whose tool pattern covers the tool.
template <class Visit>
void rule_index::each_group(std::string_view tool_name, const Visit& visit) const {
    if (next_group_ <= max_few_groups) {
        for (const auto* each : few_groups_)
            if (each->value.covers(tool_name)) visit(each->value);
        return;
    }
    boost::container::small_vector<char, max_tool_name_bytes> name(tool_name.begin(), tool_name.end());
    if (lenient_) std::transform(name.begin(), name.end(), name.begin(), lower_case);
    const auto all_of = [&](const auto& literal) {
        literal.after(literal_end)
            .each_below([] { return no_bound; },
                        [&](const auto& first) {
                            for (const auto* each = &first; each != nullptr; each = each->next.get())
                                if (each->value.covers(tool_name)) visit(each->value);
                        });
    };
    const auto at = [&](literal_place place) { return groups_.root().after(letter_of(place)); };
    all_of(at(literal_place::whole).after({name.data(), name.size()}));
    if (!wild_tools_) return;
    at(literal_place::front).each_place(name.begin(), name.end(), all_of);
    at(literal_place::back).each_place(name.rbegin(), name.rend(), all_of);
    if (const auto inside = at(literal_place::inside); !inside.nowhere())
        for (auto from = name.begin(); from != name.end(); ++from)
            inside.each_place(from, name.end(), all_of);
    all_of(groups_.root().after(no_literal));
}

// One search: what its walks along the texts have in common.
class rule_index::search_walk {
public:
    search_walk(const rule_index& index, comparable_texts& texts, candidate_sink& sink)
        : index_(index), texts_(texts), sink_(sink) {}

    void look_into(const rule_group& group) {
        const auto at = index_.rules_.root().after(text_of(group.id));
        if (group.field == rule_group::no_field) {
            all_below(at, false);
            return;
        }
        const std::string_view field = group.first->fields()[group.field].name;
        if (!texts_.counts(field, group.kind)) return;
        const comparable_text& texts = texts_.of(field, group.kind);
        for (std::size_t each = 0; each < texts.size(); ++each) along(at, texts[each]);
        if (texts.unsure()) unsure_.push_back(at);
    }
    // What may match in doubt comes last: a rule that surely matches may have made it needless.
    void finish() {
        for (const auto& at : unsure_) all_below(at, true);
    }

private:
    using trie = literal_trie<rule_pointer>;

    void along(const trie::position& at, std::string_view text) {
        const auto place = [&](literal_place which) { return at.after(letter_of(which)); };
        const auto visit = [this](const trie::item& list) { look_at(list, false); };
        if (const auto whole = place(literal_place::whole); !whole.nowhere())
            if (const auto* list = whole.after(text).items(); list != nullptr) visit(*list);
        if (const auto front = place(literal_place::front); !front.nowhere())
            front.each_beginning(text.begin(), text.end(), visit);
        if (const auto back = place(literal_place::back); !back.nowhere())
            back.each_beginning(text.rbegin(), text.rend(), visit);
        place(literal_place::inside).each_part(text, visit);
    }
    void all_below(const trie::position& at, bool unsure) {
        at.each_below([&] { return sink_.bound(unsure); },
                      [&](const trie::item& list) { look_at(list, unsure); });
    }
    void look_at(const trie::item& list, bool unsure) {
        if (!seen_.first_time(&list)) return;
        for (const auto* each = &list; each != nullptr; each = each->next.get())
            if (each->order < sink_.bound(unsure)) sink_.look(each->value, each->order);
    }

    const rule_index& index_;
    comparable_texts& texts_;
    candidate_sink& sink_;
    seen_lists seen_;
    boost::container::small_vector<trie::position, 4> unsure_;
};

void rule_index::search_rules(const call_reading& call, comparable_texts& texts, candidate_sink& sink) const {
    search_walk walk(*this, texts, sink);
    each_group(call.tool_name(), [&](const rule_group& group) { walk.look_into(group); });
    walk.finish();
}

bool rule_index::speaks_of(std::string_view tool_name) const {
    bool found = false;
    each_group(tool_name, [&](const rule_group&) { found = true; });
    return found;
}

std::vector<ordered_rule> rule_index::all() const {
    std::vector<ordered_rule> rules;
    rules.reserve(size_);
    rules_.root().each_below([] { return no_bound; },
                             [&](const auto& list) {
                                 for (const auto* each = &list; each != nullptr; each = each->next.get())
                                     rules.push_back({each->order, each->value});
                             });
    std::sort(rules.begin(), rules.end(),
              [](const auto& one, const auto& other) { return one.order < other.order; });
    return rules;
}

}  // namespace assent
