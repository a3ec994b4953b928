#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Compares what `json_scanner` says of a text with Boost.JSON:
/// - a text without flaws is parsed by Boost.JSON, every member reads alike from the bytes and from the
/// parsed
///   form, at each level that a scan can lead to, and no number in it is infinite;
/// - a text with a fatal flaw is refused by Boost.JSON, or has a duplicate key or a lone CR;
/// - a text with only a soft flaw has that flaw, and is JSON when it is taken out.
namespace assent::differential {

namespace json = boost::json;

// ---- Boost.JSON's view of a text, by events

// Notes what the scanner refuses and Boost.JSON takes.
struct observer {
    static constexpr std::size_t max_object_size = std::size_t(-1);
    static constexpr std::size_t max_array_size = std::size_t(-1);
    static constexpr std::size_t max_key_size = std::size_t(-1);
    static constexpr std::size_t max_string_size = std::size_t(-1);
    using error = json::error_code;

    std::vector<std::set<std::string>> keys{};  // of the open containers; empty for arrays
    std::string key{};
    bool outermost_duplicate = false;
    bool any_duplicate = false;
    bool infinite = false;
    std::size_t deepest = 0;

    bool open() {
        keys.emplace_back();
        deepest = std::max(deepest, keys.size());
        return true;
    }
    bool close() {
        keys.pop_back();
        return true;
    }
    bool add_key() {
        // INVARIANT as in the scanner: below the depth limit nobody looks.
        if (!keys.back().insert(std::exchange(key, {})).second && keys.size() <= max_json_depth) {
            any_duplicate = true;
            if (keys.size() == 1) outermost_duplicate = true;
        }
        return true;
    }

    bool on_document_begin(error&) { return true; }
    bool on_document_end(error&) { return true; }
    bool on_array_begin(error&) { return open(); }
    bool on_array_end(std::size_t, error&) { return close(); }
    bool on_object_begin(error&) { return open(); }
    bool on_object_end(std::size_t, error&) { return close(); }
    bool on_string_part(json::string_view, std::size_t, error&) { return true; }
    bool on_string(json::string_view, std::size_t, error&) { return true; }
    bool on_key_part(json::string_view part, std::size_t, error&) {
        key += part;
        return true;
    }
    bool on_key(json::string_view part, std::size_t, error&) {
        key += part;
        return add_key();
    }
    bool on_number_part(json::string_view, error&) { return true; }
    bool on_int64(std::int64_t, json::string_view, error&) { return true; }
    bool on_uint64(std::uint64_t, json::string_view, error&) { return true; }
    bool on_double(double number, json::string_view, error&) {
        if (!std::isfinite(number)) infinite = true;
        return true;
    }
    bool on_bool(bool, error&) { return true; }
    bool on_null(error&) { return true; }
    bool on_comment_part(json::string_view, error&) { return true; }
    bool on_comment(json::string_view, error&) { return true; }
};

struct observed {
    bool accepted = false;
    json::error_code refusal{};
    observer notes{};
};

inline observed observe(const std::string& text, bool any_bytes = false) {
    json::parse_options options;
    options.max_depth = 100'000;
    options.allow_invalid_utf8 = any_bytes;
    json::basic_parser<observer> parser(options);
    observed result;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), result.refusal);
    result.accepted = !result.refusal && used == text.size();
    result.notes = parser.handler();
    return result;
}

inline bool carriage_return_outside_of_strings(const std::string& text) {
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') in_string = !in_string;
        if (in_string && text[i] == '\\')
            ++i;
        else if (!in_string && text[i] == '\r')
            return true;
    }
    return false;
}

// The `\uXXXX` at `at` as a number; 0 when there is none.
inline unsigned long unit_at(const std::string& text, std::size_t at) {
    const std::string digits = at + 6 <= text.size() ? text.substr(at + 2, 4) : std::string{};
    const bool unit = digits.size() == 4 && text[at] == '\\' && text[at + 1] == 'u' &&
                      digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos;
    return unit ? std::strtoul(digits.c_str(), nullptr, 16) : 0;
}

// The text with every half of a surrogate pair replaced as the scanner does it.
inline std::string without_lone_surrogates(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') continue;
        const bool leads = unit_at(text, i) >= 0xD800 && unit_at(text, i) <= 0xDBFF;
        const bool ends = unit_at(text, i) >= 0xDC00 && unit_at(text, i) <= 0xDFFF;
        const bool pair = leads && unit_at(text, i + 6) >= 0xDC00 && unit_at(text, i + 6) <= 0xDFFF;
        if (pair)
            i += 6;
        else if (leads || ends)
            text.replace(i + 2, 4, "fffd");
        ++i;
    }
    return text;
}

// ---- Comparing

/// Returns what is wrong; empty when nothing is.
class json_judge {
public:
    std::string operator()(const std::string& text) {
        for (const auto where : {json_scanner::duplicates::outermost, json_scanner::duplicates::everywhere}) {
            const json_fault& fault = scanner_.scan(text, where);
            std::string wrong = fault ? flawed(text, fault, where) : sound(text, where);
            if (!wrong.empty()) return wrong + " (scan: " + std::string(to_string(fault.flaw)) + ")";
        }
        return {};
    }

    std::size_t sound_count = 0;
    std::size_t fatal_count = 0;
    std::size_t soft_count = 0;

private:
    static bool duplicate(const observer& notes, json_scanner::duplicates where) {
        return where == json_scanner::duplicates::everywhere ? notes.any_duplicate
                                                             : notes.outermost_duplicate;
    }

    std::string sound(const std::string& text, json_scanner::duplicates where) {
        ++sound_count;
        const observed seen = observe(text);
        if (!seen.accepted) return "Boost.JSON refuses it: " + seen.refusal.message();
        if (duplicate(seen.notes, where)) return "a key is there twice";
        if (seen.notes.infinite) return "a number is not finite";
        if (seen.notes.deepest > max_json_depth) return "too deep";
        if (carriage_return_outside_of_strings(text)) return "there is a lone CR";
        const json_value whole = parse_scanned(text);
        const json_value by_boost = parsed_by_boost(text);
        if (whole != by_boost || json::serialize(whole) != json::serialize(by_boost))
            return "Boost.JSON makes another value of it";
        if (scanner_.value_count() < count_values(whole)) return "there are more values";
        if (!finite(whole)) return "a parsed number is not finite";
        std::string written;
        append_json(written, whole);
        if (json_scanner again; again.scan(written, where) && !seen.notes.any_duplicate)
            return "what was written is not sound: " + written;
        if (!whole.is_object()) return {};
        if (auto wrong = members_alike(text, scanner_.members(), whole.get_object()); !wrong.empty())
            return wrong;
        return where == json_scanner::duplicates::everywhere ? levels_alike(text, whole.get_object())
                                                             : std::string{};
    }

    // As `parse_scanned` does it for what it does not read itself.
    static json_value parsed_by_boost(const std::string& text) {
        json::parse_options options;
        options.max_depth = max_json_depth;
        return json::parse(text + std::string(64, ' '), {}, options);
    }

    static std::size_t count_values(const json_value& value) {
        std::size_t count = 1;
        if (value.is_array())
            for (const auto& element : value.get_array()) count += count_values(element);
        if (value.is_object())
            for (const auto& member : value.get_object()) count += count_values(member.value());
        return count;
    }

    // The members of objects inside, found in the same pass as those of the outermost.
    std::string levels_alike(const std::string& text, const json_object& whole) {
        for (const auto& outer : whole) {
            if (!outer.value().is_object()) continue;
            const json_object& inside = outer.value().get_object();
            std::array<std::string_view, json_scanner::max_path_keys> path{std::string_view(outer.key()), {}};
            for (const auto& inner : inside)
                if (inner.value().is_object()) path[1] = inner.key();
            json_scanner led;
            if (led.scan(text, json_scanner::duplicates::everywhere, path)) return "a path makes it unsound";
            const auto* const member = led.find(path[0]);
            if (member == nullptr) return "the path's first object is not there";
            if (auto wrong = members_alike(member->value, led.members(1), inside); !wrong.empty())
                return "level 1: " + wrong;
            if (!counted(led.value_count(1), member->value, inside)) return "level 1 has other values";
            const auto* const last = inside.if_contains(path[1]);
            if (last == nullptr || !last->is_object()) {
                if (!led.members(2).empty()) return "level 2 where there is none";
                continue;
            }
            const auto* const second = led.members(1).find(path[1]);
            if (auto wrong = members_alike(second->value, led.members(2), last->get_object()); !wrong.empty())
                return "level 2: " + wrong;
            if (!counted(led.value_count(2), second->value, last->get_object()))
                return "level 2 has other values";
        }
        return {};
    }

    // Each value but the outermost takes a byte at least.
    static bool counted(std::size_t count, std::string_view text, const json_object& whole) {
        std::size_t values = 1;
        for (const auto& member : whole) values += count_values(member.value());
        return values <= count && count <= text.size();
    }

    std::string members_alike(std::string_view text, json_members members, const json_object& whole) {
        const wire_input borrowed(text, members, text.size());
        const auto kept = borrowed.retain();
        if (kept->whole() != whole) return "the kept whole differs";
        if (members.size() != whole.size()) return "not as many members";
        for (const auto& member : whole) {
            for (const tool_input* input :
                 {static_cast<const tool_input*>(&borrowed), static_cast<const tool_input*>(kept.get())}) {
                if (input->value_of(member.key()) != member.value())
                    return "value of " + std::string(member.key()) + " differs";
                const field_view field = input->field(member.key(), scratch_);
                const auto kind =
                    member.value().is_string() ? field_view::kind::string : field_view::kind::other;
                if (field.what != kind) return "field " + std::string(member.key()) + " is of another kind";
                if (member.value().is_string() && field.text != std::string_view(member.value().get_string()))
                    return "text of " + std::string(member.key()) + " differs";
            }
        }
        return {};
    }

    std::string flawed(const std::string& text, const json_fault& fault, json_scanner::duplicates where) {
        ++(fatal(fault.flaw) ? fatal_count : soft_count);
        const observed seen = observe(text);
        switch (fault.flaw) {
            case json_flaw::none: return "no flaw";
            case json_flaw::syntax: return seen.accepted ? "Boost.JSON takes it" : "";
            case json_flaw::carriage_return:
                return carriage_return_outside_of_strings(text) && text[fault.offset] == '\r'
                           ? ""
                           : "there is no lone CR";
            case json_flaw::duplicate_key:
                return repeats_a_key(text, fault, where) ? "" : "no key is there twice";
            case json_flaw::invalid_utf8: return valid_utf8(text) ? "it is UTF-8" : only_softly_flawed(text);
            case json_flaw::lone_surrogate:
                return seen.accepted ? "Boost.JSON takes it" : only_softly_flawed(text);
            case json_flaw::number_out_of_range:
                return seen.accepted && !seen.notes.infinite && !overflows(text, fault.offset)
                           ? "all numbers are finite"
                           : only_softly_flawed(text);
            case json_flaw::too_deep:
                return seen.accepted && seen.notes.deepest <= max_json_depth ? "not too deep"
                                                                             : only_softly_flawed(text);
        }
        return "an unknown flaw";
    }

    static bool repeats_a_key(const std::string& text, const json_fault& fault,
                              json_scanner::duplicates where) {
        std::size_t quote = fault.offset + 1;
        while (text[quote] != '"') quote += text[quote] == '\\' ? 2U : 1U;
        const observed seen = observe(without_lone_surrogates(text.substr(0, quote + 1)), true);
        // Boost.JSON does not read on behind an exponent of ten digits.
        return duplicate(seen.notes, where) || seen.refusal == json::error::exponent_overflow;
    }

    static bool overflows(const std::string& text, std::size_t offset) {
        return std::isinf(std::strtod(text.c_str() + offset, nullptr));
    }

    static std::string only_softly_flawed(const std::string& text) {
        if (carriage_return_outside_of_strings(text)) return "there is a lone CR";
        const observed seen = observe(without_lone_surrogates(text), true);
        const bool fine = seen.accepted || seen.refusal == json::error::exponent_overflow;
        return fine ? "" : "it is not JSON: " + seen.refusal.message();
    }

    static bool finite(const json_value& value) {
        if (value.is_double()) return std::isfinite(value.get_double());
        if (value.is_array()) return std::ranges::all_of(value.get_array(), finite);
        if (!value.is_object()) return true;
        return std::ranges::all_of(value.get_object(),
                                   [](const auto& member) { return finite(member.value()); });
    }

    json_scanner scanner_;
    std::string scratch_;
};

}  // namespace assent::differential
