#include "tool_verbs.hpp"

#include "../word_list.hpp"

#include <assent/domain/judgement/risk.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view mcp_prefix = "mcp__";
constexpr std::string_view mcp_separator = "__";
// Longer than any verb that is looked for.
constexpr std::size_t max_verb_bytes = 16;

constexpr std::array irreversible_verbs{"delete"sv,    "del"sv,      "remove"sv, "drop"sv,    "trash"sv,
                                        "quit"sv,      "kill"sv,     "wipe"sv,   "destroy"sv, "format"sv,
                                        "purge"sv,     "truncate"sv, "revoke"sv, "erase"sv,   "terminate"sv,
                                        "uninstall"sv, "shutdown"sv, "rm"sv,     "clear"sv,   "reset"sv};
// Also counted where another word is glued to them: `deletefile`.
constexpr std::array irreversible_beginnings{"delete"sv, "remove"sv, "destroy"sv,  "truncate"sv,
                                             "revoke"sv, "erase"sv,  "uninstall"sv};
constexpr std::array changing_verbs{"set"sv,    "move"sv,    "copy"sv,   "save"sv,    "send"sv,   "create"sv,
                                    "add"sv,    "write"sv,   "put"sv,    "post"sv,    "update"sv, "edit"sv,
                                    "make"sv,   "open"sv,    "run"sv,    "execute"sv, "exec"sv,   "install"sv,
                                    "push"sv,   "merge"sv,   "rename"sv, "close"sv,   "insert"sv, "patch"sv,
                                    "upload"sv, "start"sv,   "stop"sv,   "restart"sv, "submit"sv, "publish"sv,
                                    "apply"sv,  "replace"sv, "import"sv, "call"sv,    "invoke"sv};
constexpr std::array looking_verbs{"list"sv,   "get"sv,  "find"sv,     "count"sv,
                                   "search"sv, "read"sv, "describe"sv, "show"sv};

bool upper(char byte) noexcept { return byte >= 'A' && byte <= 'Z'; }
bool letter(char byte) noexcept { return upper(byte) || (byte >= 'a' && byte <= 'z'); }

// Whether a new word begins at `at`: after a capital letter's end (`killAll`), and at the last capital of
// several before a small letter (`HTTPDelete`).
bool begins_word(std::string_view name, std::size_t at) noexcept {
    if (!upper(name[at])) return false;
    return !upper(name[at - 1]) || (at + 1 < name.size() && letter(name[at + 1]) && !upper(name[at + 1]));
}

// The next word of the name in lower case, cut off after `max_verb_bytes`.
class word_reader {
public:
    explicit word_reader(std::string_view name) noexcept : name_(name) {}

    bool next() noexcept {
        while (at_ < name_.size() && !letter(name_[at_])) ++at_;
        if (at_ == name_.size()) return false;
        length_ = 0;
        const std::size_t from = at_;
        while (at_ < name_.size() && letter(name_[at_]) && (at_ == from || !begins_word(name_, at_))) {
            const char byte = name_[at_++];
            if (length_ < max_verb_bytes) word_[length_++] = lower_case(byte);
        }
        return true;
    }
    [[nodiscard]] std::string_view word() const noexcept { return {word_.data(), length_}; }

private:
    std::string_view name_;
    std::size_t at_ = 0;
    std::array<char, max_verb_bytes> word_{};
    std::size_t length_ = 0;
};

// What all of them begin with.
constexpr byte_set irreversible_letters("cdefkpqrstuw");

template <std::size_t Count>
constexpr bool told_by_letter(const std::array<std::string_view, Count>& verbs) noexcept {
    return std::all_of(verbs.begin(), verbs.end(),
                       [](std::string_view verb) { return irreversible_letters.has(verb.front()); });
}
static_assert(told_by_letter(irreversible_verbs) && told_by_letter(irreversible_beginnings));

bool irreversible(std::string_view word) noexcept {
    if (!irreversible_letters.has(word.front())) return false;
    return one_of(word, irreversible_verbs) ||
           std::any_of(irreversible_beginnings.begin(), irreversible_beginnings.end(),
                       [&](std::string_view each) { return word.starts_with(each); });
}

std::string_view own_part(std::string_view tool_name) noexcept {
    if (!tool_name.starts_with(mcp_prefix)) return tool_name;
    const auto server_end = tool_name.find(mcp_separator, mcp_prefix.size());
    return server_end == std::string_view::npos ? tool_name
                                                : tool_name.substr(server_end + mcp_separator.size());
}

}  // namespace

bool irreversible_by_verb(std::string_view tool_name) noexcept {
    word_reader words(own_part(tool_name));
    while (words.next())
        if (irreversible(words.word())) return true;
    return false;
}

safety_class safety_by_verb(std::string_view tool_name) noexcept {
    bool looks = false;
    bool changes = false;
    word_reader words(own_part(tool_name));
    while (words.next()) {
        if (irreversible(words.word())) return safety_class::always_confirm;
        looks = looks || one_of(words.word(), looking_verbs);
        changes = changes || one_of(words.word(), changing_verbs);
    }
    return looks && !changes ? safety_class::always_safe : safety_class::confirm;
}

}  // namespace assent
