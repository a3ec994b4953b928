#include "rule_index.hpp"

#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "../tools/mcp_names.hpp"

#include <assent/domain/match/url_pattern.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace assent {
namespace {

// Most bytes of a literal that count: what a long pattern may cost.
constexpr std::size_t max_literal_bytes = 64;
// Of one in the middle of a text, which is looked for at each place of the text.
constexpr std::size_t least_inside_bytes = 4;
constexpr std::size_t max_inside_bytes = 8;
// For rules whose tool pattern has a wildcard, but for those of one server.
constexpr std::string_view any_tool = "*";

std::uint64_t mixed(std::uint64_t sum, std::uint64_t part) noexcept {
    sum = (sum ^ part) * 0x9E3779B97F4A7C15U;
    return sum ^ (sum >> 32U);
}

std::uint64_t hash_of(std::string_view text) noexcept { return name_hash()(text); }

std::uint64_t tool_hash(std::string_view name) noexcept {
    std::uint64_t sum = name.size();
    for (const char byte : name) sum = mixed(sum, static_cast<unsigned char>(lower_case(byte)));
    return sum;
}

// `mcp__server` of `mcp__server__tool`; empty: it has none.
std::string_view server_of(std::string_view tool) noexcept {
    if (!std::ranges::equal(tool.substr(0, mcp_prefix.size()), mcp_prefix, {}, lower_case)) return {};
    const auto end = tool.find(mcp_separator, mcp_prefix.size());
    return end == tool.npos ? std::string_view() : tool.substr(0, end);
}

// Whether `is(hash)` is true of one under which rules are filed that may cover the tool.
template <class Is>
bool any_tool_hash(std::string_view name, const Is& is) {
    const auto server = server_of(name);
    return is(tool_hash(name)) || (!server.empty() && is(tool_hash(server))) || is(tool_hash(any_tool));
}

std::uint64_t field_hash(std::string_view name, field_kind kind) noexcept {
    return mixed(hash_of(name), static_cast<std::uint64_t>(kind));
}

// What an equal rule has the same of.
std::uint64_t identity_hash(const permission_rule& rule) {
    return mixed(hash_of(rule.tool_pattern()), std::hash<json_object>()(rule.input_pattern()));
}

// A program that a deny or ask pattern names; empty: that is not sure.
std::string program_of(const command_pattern& pattern) {
    const auto& first = pattern.words().front();
    if (first.many || !first.one.literal()) return {};
    const std::string& name = first.one.literal_text();
    if (name.find_first_of("\"'\\ \t") != std::string::npos) return {};
    return lowered(detail::base_name(name));
}

// The words up to the first wildcard.
std::string front_of(const command_pattern& pattern) {
    std::string front;
    for (const auto& element : pattern.words()) {
        if (element.many) break;
        add_word(front, element.one.literal_front(), element.one.literal());
        if (!element.one.literal()) break;
    }
    return front;
}

}  // namespace

std::optional<rule_index::literal> rule_index::literal_of(const permission_rule::field_pattern& field) const {
    const compared_as kind = kind_of(field.expected);
    const auto file = [&](place where, std::string text) -> std::optional<literal> {
        if (text.empty()) return std::nullopt;
        const auto most = where == place::inside ? max_inside_bytes : max_literal_bytes;
        if (where == place::inside && text.size() < least_inside_bytes) return std::nullopt;
        if (where == place::back && text.size() > most) text.erase(0, text.size() - most);
        if (where != place::whole) text.resize(std::min(text.size(), most));
        const auto length = static_cast<unsigned char>(where == place::whole ? 0 : text.size());
        return literal{field.name, kind, {where, length}, std::move(text)};
    };
    if (const auto* text = std::get_if<glob>(&field.expected)) {
        if (text->literal()) return file(place::whole, text->literal_text());
        if (!text->literal_front().empty()) return file(place::front, std::string(text->literal_front()));
        if (!text->literal_back().empty()) return file(place::back, std::string(text->literal_back()));
        return text->wildcards() == 2 ? file(place::inside, text->literal_text()) : std::nullopt;
    }
    if (const auto* command = std::get_if<command_pattern>(&field.expected)) {
        if (command->whole().any_text()) return std::nullopt;
        if (lenient_) return file(place::whole, program_of(*command));
        return file(command->whole().literal() ? place::whole : place::front, front_of(*command));
    }
    if (const auto* path = std::get_if<path_pattern>(&field.expected)) {
        // A folder may be meant by what is below it, and `**/` may stand for nothing.
        auto front = path->whole().literal_front();
        if (front.ends_with('/')) front.remove_suffix(1);
        if (front.starts_with('/')) return file(place::front, lowered(front));
        const auto bare = [](std::string_view text) {
            if (text.starts_with('/')) text.remove_prefix(1);
            if (text.ends_with('/')) text.remove_suffix(1);
            return lowered(text);
        };
        const auto back = path->whole().literal_back();
        if (!back.empty() && !back.ends_with('/')) return file(place::back, bare(back));
        // `**/.ssh/**`
        const bool middle =
            path->whole().wildcards() == 2 && path->whole().literal_front().empty() && back.empty();
        return middle ? file(place::inside, bare(path->whole().literal_text())) : std::nullopt;
    }
    if (const auto* url = std::get_if<url_pattern>(&field.expected)) {
        if (url->whole().any_text()) return std::nullopt;
        const auto host = url->one_host();
        if (host.empty()) return file(place::back, lowered(url->host_end()));
        // An address has other spellings, and names that stand for it; so has this machine.
        if (lenient_ && (read_host(host).is_address() || host == "localhost")) return std::nullopt;
        return file(place::whole, lowered(host));
    }
    return std::nullopt;
}

// Of its fields, the one with the longest.
std::optional<rule_index::literal> rule_index::literal_of(const permission_rule& rule) const {
    std::optional<literal> best;
    for (const auto& field : rule.fields()) {
        auto filed = literal_of(field);
        if (filed && (!best || filed->text.size() > best->text.size())) best = std::move(filed);
    }
    return best;
}

std::string_view rule_index::tool_of(const permission_rule& rule) const {
    if (rule.tool().literal()) return rule.tool().literal_text();
    const auto server = server_of(rule.tool().literal_front());
    return server.empty() ? any_tool : server;
}

void rule_index::add(const rule_pointer& rule, std::uint64_t order) {
    std::uint64_t bucket = tool_hash(tool_of(*rule));
    const auto same_tool = [&](const rule_pointer& other) {
        return other->tool_pattern() == rule->tool_pattern();
    };
    if (!by_tool_.any_of(bucket, same_tool)) by_tool_.add(bucket, rule);
    if (const auto filed = literal_of(*rule)) bucket = bucket_of(bucket, *filed);
    by_text_.add(bucket, {order, rule});
    by_identity_.add(identity_hash(*rule), {order, rule});
    ++size_;
    if (lenient_) {
        for (const auto& field : rule->fields())
            if (const auto kind = rule->kind_in(field.name))
                by_field_.add(field_hash(field.name, *kind), rule);
        return;
    }
    const auto commands = rule->command_field();
    const bool known = std::ranges::find(command_fields_, commands) != command_fields_.end();
    if (!commands.empty() && !known) command_fields_.emplace_back(commands);
}

std::uint64_t rule_index::bucket_of(std::uint64_t tool, const literal& filed) {
    auto under = std::ranges::find_if(filings_, [&](const filing& other) {
        return other.field == filed.field && other.kind == filed.kind;
    });
    if (under == filings_.end()) under = filings_.insert(under, {std::string(filed.field), filed.kind});
    under->tools.set(tool % under->tools.size());
    auto as = std::ranges::find_if(under->forms, [&](const form& known) {
        return known.where == filed.as.where && known.length == filed.as.length;
    });
    if (as == under->forms.end()) as = under->forms.insert(as, filed.as);
    as->begins.set(static_cast<unsigned char>(filed.text.front()));
    as->ends.set(static_cast<unsigned char>(filed.text.back()));
    return bucket_of(tool, static_cast<std::size_t>(under - filings_.begin()), filed.as, filed.text);
}

std::uint64_t rule_index::bucket_of(std::uint64_t tool, std::size_t filing, const form& as,
                                    std::string_view text) noexcept {
    const auto form = (filing << 16U) + (static_cast<std::size_t>(as.where) << 8U) + as.length;
    return mixed(mixed(tool, form), hash_of(text));
}

void rule_index::settle() {
    by_text_.settle();
    by_identity_.settle();
    by_tool_.settle();
    by_field_.settle();
}

std::optional<ordered_rule> rule_index::equal_of(const permission_rule& rule) const {
    std::optional<ordered_rule> equal;
    if (size_ == 0) return equal;
    by_identity_.any_of(identity_hash(rule), [&](const ordered_rule& other) {
        if (other.rule->same_as(rule)) equal = other;
        return equal.has_value();
    });
    return equal;
}

void rule_index::look_at(std::uint64_t bucket, const candidate_visitor& look) const {
    by_text_.any_of(bucket, [&](const ordered_rule& one) {
        look(one.rule, one.order, false);
        return false;
    });
}

// The parts of a text that may be literals of that form.
template <class LookFor>
inline void rule_index::each_part(const form& as, std::string_view text, const LookFor& look_for) {
    if (text.empty() || text.size() < as.length) return;
    if (as.where != place::inside) {
        const auto part = as.part_of(text);
        if (as.may_be(part)) look_for(part);
        return;
    }
    for (std::size_t begin = 0; begin + as.length <= text.size(); ++begin)
        if (const auto part = text.substr(begin, as.length); as.may_be(part)) look_for(part);
}

void rule_index::search(const call_reading& call, compared_texts& texts,
                        const candidate_visitor& look) const {
    if (size_ == 0) return;
    bool unsure = false;
    const auto covers = [&](const rule_pointer& rule) { return rule->covers_tool(call.tool_name()); };
    any_tool_hash(call.tool_name(), [&](std::uint64_t tool) {
        if (!by_tool_.any_of(tool, covers)) return false;
        look_at(tool, look);
        for (std::size_t number = 0; number < filings_.size(); ++number) {
            const filing& under = filings_[number];
            const auto* const read = under.of_tool(tool) ? texts.find(under.field, under.kind) : nullptr;
            if (read == nullptr) continue;
            unsure = unsure || read->unsure();
            for (std::size_t piece = 0; piece < read->size(); ++piece) {
                const auto text = (*read)[piece];
                for (const form& as : under.forms)
                    each_part(as, text, [&](std::string_view part) {
                        look_at(bucket_of(tool, number, as, part), look);
                    });
            }
        }
        return false;
    });
    // What may match in doubt comes last: a rule that surely matches may have made it needless.
    if (unsure) by_identity_.each([&](const ordered_rule& one) { look(one.rule, one.order, true); });
}

rule_pointer rule_index::naming(std::string_view field, field_kind kind, const rule_filter& is) const {
    rule_pointer named;
    by_field_.any_of(field_hash(field, kind), [&](const rule_pointer& rule) {
        if (rule->kind_in(field) == kind && is(*rule)) named = rule;
        return named != nullptr;
    });
    return named;
}

bool rule_index::speaks_of(std::string_view tool_name) const {
    const auto covers = [&](const rule_pointer& rule) { return rule->covers_tool(tool_name); };
    return any_tool_hash(tool_name, [&](std::uint64_t tool) { return by_tool_.any_of(tool, covers); });
}

std::vector<ordered_rule> rule_index::all() const {
    std::vector<ordered_rule> rules;
    rules.reserve(size_);
    by_identity_.each([&](const ordered_rule& one) { rules.push_back(one); });
    std::ranges::sort(rules, [](const auto& one, const auto& other) { return one.order < other.order; });
    return rules;
}

}  // namespace assent
