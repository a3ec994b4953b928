// Input: a pattern, LF, a text.
//
// A glob covers what the definition says, worked out here by trying everything; ignoring case it covers at
// least that; and a text with its specials escaped covers itself and nothing else.

#include "invariant.hpp"

#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/rule_match.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

using assent::fuzz::require;

// Above it, the table of all pairs takes too long.
constexpr std::size_t max_table_bytes = 256;

// Bytes of the character that begins with `lead`; 0: none does.
std::size_t character_bytes(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    if (byte < 0x80) return 1;
    return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
}

// Made of whole characters: otherwise `?` has no meaning that could be compared.
bool whole_characters(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = at + character_bytes(text[at]);
        if (end == at || end > text.size()) return false;
        while (++at < end)
            if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) return false;
    }
    return true;
}

// covered[t]: the pattern from some place on covers the text from t on. The pattern is read from its end.
bool covers_by_definition(std::string_view pattern, std::string_view text) {
    struct item {
        char byte;
        bool wild;
    };
    std::vector<item> items;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool escape = pattern[at] == '\\' && at + 1 < pattern.size();
        if (escape) ++at;
        items.push_back({pattern[at], !escape && (pattern[at] == '*' || pattern[at] == '?')});
    }
    std::vector<bool> covered(text.size() + 1, false);
    covered[text.size()] = true;
    for (auto each = items.rbegin(); each != items.rend(); ++each) {
        std::vector<bool> now(text.size() + 1, false);
        for (std::size_t at = text.size() + 1; at-- > 0;) {
            const bool more = at < text.size();
            if (each->wild && each->byte == '*')
                now[at] = covered[at] || (more && now[at + 1]);
            else if (each->wild)
                now[at] = more && character_bytes(text[at]) > 0 && covered[at + character_bytes(text[at])];
            else
                now[at] = more && text[at] == each->byte && covered[at + 1];
        }
        covered = std::move(now);
    }
    return covered[0];
}

std::string escaped(std::string_view text) {
    std::string pattern;
    for (const char byte : text) {
        if (byte == '*' || byte == '?' || byte == '\\') pattern += '\\';
        pattern += byte;
    }
    return pattern;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = assent::fuzz::as_text(data, size);
    const auto pattern = assent::fuzz::take_line(text);

    const assent::glob compiled(pattern);
    const bool covers = compiled.matches(text);
    require(!covers || compiled.matches_ignoring_case(text), "what a glob covers, it covers ignoring case");
    require(!compiled.literal() || covers == (compiled.literal_text() == text),
            "a literal glob covers its text only");
    if (pattern.size() + text.size() <= max_table_bytes && whole_characters(pattern) &&
        whole_characters(text))
        require(covers == covers_by_definition(pattern, text), "a glob covers what the definition says");

    const assent::glob literal(escaped(text));
    require(literal.literal() && literal.literal_text() == text, "an escaped text is a literal pattern");
    require(literal.matches(text), "an escaped text covers itself");
    require(literal.matches(pattern) == (pattern == text), "an escaped text covers nothing else");
    return 0;
}
