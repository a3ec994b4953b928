#include "../display_beginning.hpp"
#include "call_look.hpp"

#include <assent/domain/judgement/guard.hpp>
#include <assent/domain/judgement/risk.hpp>

#include <algorithm>

namespace assent {
namespace {

constexpr std::size_t max_words_shown = 4;
constexpr std::size_t max_characters_shown = 80;

}  // namespace

guard_finding guard(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    return look_at(call, definition, scratch).guarded;
}

std::string text_of(const guard_finding& found) {
    std::string text = found.why->text;
    for (std::size_t each = 0; each < std::min(found.words.size(), max_words_shown); ++each)
        text.append(each == 0 ? ": `" : ", `")
            .append(detail::display_beginning(found.words[each], max_characters_shown).text)
            .append("`");
    if (found.words.size() > max_words_shown) text += ", ...";
    return text;
}

}  // namespace assent
