#include "run_finder.hpp"

#include <array>

// Programs that run others for files which they find.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view valued_letters_of_fd = "dtEeoScj";

constexpr std::array executing{"-exec"sv, "-execdir"sv, "-ok"sv, "-okdir"sv};

bool executes(std::string_view word) noexcept {
    return word == executing[0] || word == executing[1] || word == executing[2] || word == executing[3];
}

// Where the program begins in the word with which `fd` is told to run one: behind the word when that ends
// there; npos: it tells nothing of the kind.
std::size_t program_in(std::string_view option) noexcept {
    for (const auto name : {"--exec-batch"sv, "--exec"sv}) {
        if (option == name) return option.size();
        if (option.starts_with(name) && option[name.size()] == '=') return name.size() + 1;
    }
    if (option.size() < 2 || option[0] != '-' || option[1] == '-') return std::string_view::npos;
    const auto letter = option.find_first_of("xX");
    const auto valued = option.find_first_of(valued_letters_of_fd);
    if (letter == std::string_view::npos || valued < letter) return std::string_view::npos;
    return letter + 1 + (option.substr(letter + 1).starts_with('=') ? 1U : 0U);
}

}  // namespace

// Runs the words with the names of files in place of `{}`.
// \param attached  the first of them, when it is part of another word
// \param appends   without a `{}` among them, the names come last
void run_finder::look_at_each(std::string_view attached, std::size_t from, std::size_t end, bool appends,
                              const run& at) {
    auto inner = at;
    inner.from = into_.words_.size();
    ++inner.wrappers;
    if (!attached.empty()) into_.words_.push_back({attached});
    for (auto each = from; each < end; ++each) into_.words_.push_back(word(each));
    for (auto each = inner.from; each < into_.words_.size(); ++each) {
        auto& argument = into_.words_[each];
        if (argument.text.find('{') == std::string_view::npos) continue;
        argument.known = false;
        appends = false;
    }
    if (inner.from == into_.words_.size()) return;
    if (appends) into_.words_.push_back({"$@", false, true});
    inner.end = into_.words_.size();
    look_at(inner);
}

void run_finder::look_at_find(const run& at) {
    for (auto each = at.from + 1; each < at.end; ++each) {
        const auto option = word(each);
        if (!option.known && option.splits && !option.globs) unreadable();
        if (!executes(option.text)) continue;
        const auto first = each + 1;
        for (each = first; each < at.end && word(each).text != ";"; ++each) {
            if (word(each).text != "+" || each == first) continue;
            // Only behind `{}` it is the end.
            if (word(each - 1).text == "{}") break;
            if (!word(each - 1).known) unreadable();
        }
        look_at_each({}, first, each, false, at);
    }
}

void run_finder::look_at_fd(const run& at) {
    for (auto each = at.from + 1; each < at.end; ++each) {
        const auto option = word(each);
        if (!option.known && option.splits && !option.globs) unreadable();
        const auto program = program_in(option.text);
        if (program == std::string_view::npos) continue;
        const auto first = each + 1;
        for (each = first; each < at.end && word(each).text != ";"; ++each) {
        }
        look_at_each(option.text.substr(program), first, each, true, at);
    }
}

}  // namespace assent::detail
