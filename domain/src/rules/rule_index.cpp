#include "rule_index.hpp"
#include "../shell/shell_characters.hpp"

#include "../match/url_target.hpp"
#include "command_words.hpp"
#include "comparable_text.hpp"

#include <assent/domain/match/url_pattern.hpp>

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assent {
namespace {

constexpr std::string_view quotes = "\"'";

/// Takes a pattern apart: literal runs, and the gaps between them, where anything may stand.
class run_collector {
public:
    void put(char byte) {
        if (!running_) runs_.push_back({{}, !gap_seen_});
        running_ = true;
        runs_.back().text += byte;
    }
    void gap() noexcept {
        running_ = false;
        gap_seen_ = true;
    }
    /// Takes the last byte back when it is this one.
    void take_back(char byte) {
        if (!ends_with(byte)) return;
        runs_.back().text.pop_back();
        if (!runs_.back().text.empty()) return;
        runs_.pop_back();
        running_ = false;
    }
    [[nodiscard]] bool running() const noexcept { return running_; }
    [[nodiscard]] bool ends_with(char byte) const noexcept {
        return running_ && runs_.back().text.back() == byte;
    }

    /// \param front, back  whether the pattern is anchored there
    [[nodiscard]] pattern_literals finish(bool front, bool back) {
        pattern_literals found;
        for (auto& each : runs_) {
            const bool first = front && each.at_begin;
            const bool last = back && running_ && &each == &runs_.back();
            auto place = first ? literal_place::front : literal_place::inside;
            if (last) place = first ? literal_place::whole : literal_place::back;
            found.push_back({place, std::move(each.text)});
        }
        return found;
    }

private:
    struct run {
        std::string text;
        bool at_begin;
    };
    std::vector<run> runs_;
    bool running_ = false;
    bool gap_seen_ = false;
};

// The pattern byte by byte: `literal(byte)`, or `wildcard()`.
template <class Literal, class Wildcard>
void take_apart(std::string_view pattern, Literal literal, Wildcard wildcard) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '*' || pattern[at] == '?') {
            wildcard();
            continue;
        }
        if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
        literal(pattern[at]);
    }
}

pattern_literals text_literals(std::string_view pattern, bool ignore_case) {
    run_collector runs;
    take_apart(
        pattern, [&](char byte) { runs.put(ignore_case ? lower_case(byte) : byte); }, [&] { runs.gap(); });
    return runs.finish(true, true);
}

// `**` and the slashes beside it may stand for nothing; sets of characters reach from the
// first to the last.
pattern_literals path_literals(std::string_view pattern, bool lenient) {
    // In lower case, for deny and allow: on some file systems case does not count.
    run_collector runs;
    const bool below_any = lenient && !pattern.starts_with('/');
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool component = at == 0 || pattern[at - 1] == '/';
        const auto rest = pattern.substr(at);
        if (component && (rest == "**" || rest.starts_with("**/"))) {
            runs.take_back('/');
            runs.gap();
            at += 2;
        } else if (pattern[at] == '*' || pattern[at] == '?') {
            runs.gap();
        } else if (pattern[at] == '[') {
            runs.gap();
            const auto last = pattern.rfind(']');
            at = last != std::string_view::npos && last > at ? last : pattern.size();
        } else {
            if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
            runs.put(lower_case(pattern[at]));
        }
    }
    if (lenient && pattern.ends_with('/')) {
        // The folder and all below it.
        runs.take_back('/');
        runs.gap();
    }
    return runs.finish(!below_any, true);
}

std::vector<std::string_view> words_of(std::string_view pattern) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t from = at;
        while (at < pattern.size() && detail::blanks.find(pattern[at]) == std::string_view::npos)
            at += pattern[at] == '\\' ? 2U : 1U;
        at = std::min(at, pattern.size());
        if (at > from) words.push_back(pattern.substr(from, at - from));
        while (at < pattern.size() && detail::blanks.find(pattern[at]) != std::string_view::npos) ++at;
    }
    return words;
}

// Takes a word of a command into the runs, in the form that `command_form` gives to commands. A word that
// ends in a gap has no end: more words may follow.
void put_word(run_collector& runs, std::string_view word, bool ignore_case) {
    const auto end_word = [&] {
        if (runs.running() && !runs.ends_with('\n')) runs.put('\n');
    };
    take_apart(
        word,
        [&](char byte) {
            const char form = command_form(ignore_case).of(byte);
            if (form == '\n')
                end_word();
            else if (form != left_out)
                runs.put(form);
        },
        [&] { runs.gap(); });
    end_word();
}

// Allow: all words in a row.
pattern_literals allowed_command_literals(std::string_view pattern) {
    run_collector runs;
    for (const auto word : words_of(pattern)) put_word(runs, word, false);
    return runs.finish(true, true);
}

// Deny: the program, which is compared by its base name too, and then each word for itself, since options of
// the program may stand between them.
pattern_literals caught_command_literals(std::string_view pattern) {
    pattern_literals found;
    const auto words = words_of(pattern);
    for (const auto word : words) {
        run_collector runs;
        const bool program = word.data() == words.front().data();
        std::string_view part = word;
        // Its other words may be written otherwise.
        if (!program) break;
        {
            const bool literal = word.find_first_of("*?\\") == std::string_view::npos;
            if (word.find_first_of(quotes) != std::string_view::npos) continue;
            if (!literal &&
                (word.find('/') != std::string_view::npos || word.find('\\') != std::string_view::npos))
                continue;
            part = detail::base_name(word);
        }
        put_word(runs, part, true);
        for (auto& each : runs.finish(program, false)) found.push_back(std::move(each));
    }
    return found;
}

// The path of a URL pattern up to its first wildcard; at least `/`.
std::string path_front(std::string_view pattern, bool lenient) {
    const auto mark = pattern.find(scheme_mark);
    if (mark == std::string_view::npos) return "/";
    const auto path = std::min(pattern.find('/', mark + scheme_mark.size()), pattern.size());
    std::string front;
    for (std::size_t at = path; at < pattern.size(); ++at) {
        if (pattern[at] == '*' || pattern[at] == '?') break;
        if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
        // Query and fragment of a call need not be those of the pattern for a doubt.
        if (lenient && (pattern[at] == '?' || pattern[at] == '#')) break;
        front += lenient ? lower_case(pattern[at]) : pattern[at];
    }
    if (lenient)
        while (front.ends_with('/')) front.pop_back();
    return front.empty() && !lenient ? "/" : front;
}

bool has_port(std::string_view pattern) noexcept {
    const auto mark = pattern.find(scheme_mark);
    if (mark == std::string_view::npos) return false;
    const auto from = mark + scheme_mark.size();
    return pattern.substr(from, std::min(pattern.find('/', from), pattern.size()) - from).find(':') !=
           std::string_view::npos;
}

pattern_literals url_literals(const url_pattern& compiled, std::string_view pattern, bool lenient) {
    if (compiled.whole().any_text()) return {};
    const auto host = compiled.one_host();
    const auto end = compiled.host_end();
    const std::string path = path_front(pattern, lenient);
    if (host.empty() && end.empty()) return {};
    if (host.empty()) {
        // Of a text that is no plain URL, a wildcard in the host may take more than the host.
        if (lenient && has_port(pattern)) return {{literal_place::inside, std::string(end)}};
        return {{literal_place::inside, std::string(end) + path}};
    }
    // An address has other spellings, and names that stand for it; so has this machine.
    const bool many_names = read_host(host).is_address() || (lenient && host == "localhost");
    if (!many_names) return {{literal_place::front, std::string(host) + path}};
    return lenient ? pattern_literals() : pattern_literals{{literal_place::inside, path}};
}

// A part of a literal that is too long has to stand there, too.
void shorten(pattern_literal& literal) {
    if (literal.text.size() <= max_literal_bytes) return;
    if (literal.place == literal_place::back)
        literal.text.erase(0, literal.text.size() - max_literal_bytes);
    else
        literal.text.resize(max_literal_bytes);
    if (literal.place == literal_place::whole) literal.place = literal_place::front;
}

// The most telling ones: those that stand in one place only, then the longest.
pattern_literals best_of(pattern_literals literals) {
    const auto last =
        std::remove_if(literals.begin(), literals.end(), [](const auto& each) { return each.text.empty(); });
    literals.erase(last, literals.end());
    for (auto& each : literals) shorten(each);
    std::stable_sort(literals.begin(), literals.end(), [](const auto& one, const auto& other) {
        const bool anchored = one.place != literal_place::inside;
        const bool other_anchored = other.place != literal_place::inside;
        if (anchored != other_anchored) return anchored;
        return one.text.size() > other.text.size();
    });
    if (literals.size() > max_field_literals) literals.resize(max_field_literals);
    return literals;
}

}  // namespace

pattern_literals tool_literals(const permission_rule& rule) {
    return best_of(text_literals(rule.tool_pattern(), rule.behavior() != rule_behavior::allow));
}

pattern_literals field_literals(const permission_rule& rule, const permission_rule::field_pattern& field) {
    const bool lenient = rule.behavior() != rule_behavior::allow;
    const compared_as kind = kind_of(field.expected);
    if (kind == compared_as::value) {
        const json_value& value = std::get<json_value>(field.expected);
        if (lenient && may_be_unprovable(value)) return {};
        return {{literal_place::whole, value_text(value)}};
    }
    const json_string& text = rule.input_pattern().at(field.name).get_string();
    const std::string_view pattern(text.data(), text.size());
    if (pattern == "*") return {};
    switch (kind) {
        case compared_as::text: return best_of(text_literals(pattern, false));
        case compared_as::command:
            return best_of(lenient ? caught_command_literals(pattern) : allowed_command_literals(pattern));
        case compared_as::path: return best_of(path_literals(pattern, lenient));
        case compared_as::url:
            return best_of(url_literals(std::get<url_pattern>(field.expected), pattern, lenient));
        case compared_as::value: break;
    }
    return {};
}

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
