#include "command_words.hpp"
#include "run_finder.hpp"
#include "shell_characters.hpp"

#include <cstdint>

// Programs that run the words behind their options.
namespace assent::detail {
namespace {

using form = wrapping_program::form;

// The option's name may be cut short.
bool names_text(std::string_view option, std::string_view other) noexcept {
    const auto name = option.substr(0, option.find('='));
    if (name.size() < 3) return false;
    return other.starts_with(name) || std::string_view("--command").starts_with(name) ||
           std::string_view("--session-command").starts_with(name) ||
           std::string_view("--split-string").starts_with(name);
}

// Where the letter stands among the letters of an option; what follows a valued one is its value.
std::size_t letter_in(std::string_view option, char letter, std::string_view valued) noexcept {
    if (option[1] == '-') return std::string_view::npos;
    for (std::size_t at = 1; at < option.size(); ++at) {
        if (option[at] == letter) return at;
        if (valued.find(option[at]) != std::string_view::npos) break;
    }
    return std::string_view::npos;
}

bool has_letter(std::string_view option, std::string_view letters) noexcept {
    return is_option(option) && option[1] != '-' && option.find_first_of(letters) != std::string_view::npos;
}

}  // namespace

// Where an option may or may not take the next word, both are followed.
struct run_finder::wrapper_walk {
    struct place {
        std::size_t word;
        std::size_t operands;
    };

    // Each place is looked at once.
    void go_to(std::size_t word, std::size_t operands) {
        if (word >= max_wrapper_words) {
            too_long = true;
            return;
        }
        const std::uint64_t bit = std::uint64_t{1} << word;
        if ((seen[operands] & bit) != 0) return;
        seen[operands] |= bit;
        places[count++] = {word, operands};
    }

    std::uint64_t seen[2] = {};
    place places[2 * max_wrapper_words] = {};
    std::size_t count = 0;
    bool too_long = false;
};

void run_finder::look_at_wrapper(const wrapping_program& wrapper, run at) {
    if (wrapper.name == "command" && at.end - at.from > 1 && has_letter(word(at.from + 1).text, "vV")) return;
    // The shell of busybox looks for a program of the name that it is told to give.
    if (wrapper.name == "exec" && at.end - at.from > 1 && has_letter(word(at.from + 1).text, "a"))
        unreadable();
    if (wrapper.name == "parallel") at.end = look_at_parallel(at);
    const bool texts = wrapper.text_letter != '\0' || !wrapper.text_name.empty();
    bool found = texts && look_for_text(wrapper, at);
    const std::size_t size = at.end - at.from;
    wrapper_walk walk;
    if (wrapper.runs != form::none && size > 1) walk.go_to(1, wrapper.operands);
    if (wrapper.name.empty()) {
        // A subcommand: the program comes behind dashes at the latest.
        std::size_t dashes = 1;
        while (dashes < size && word(at.from + dashes).text != "--") ++dashes;
        if (dashes + 1 < size) walk.go_to(dashes + 1, 0);
    }
    while (walk.count > 0) {
        const auto [place, operands] = walk.places[--walk.count];
        if (place >= size) continue;
        const auto each = word(at.from + place);
        if (is_option(each.text)) {
            const auto reach = reach_of(each.text, wrapper.letters);
            if (reach != option_reach::two) walk.go_to(place + 1, operands);
            if (reach != option_reach::word) walk.go_to(place + 2, operands);
            continue;
        }
        const auto name = name_length(each.text);
        const bool assigns = name > 0 && each.text.substr(name).starts_with('=');
        // `env a-b=1 rm`: whatever has a `=` in it is no program to some wrappers.
        if (!assigns && each.text.find('=') != std::string_view::npos) walk.go_to(place + 1, operands);
        if (each.text == "-" || assigns) {
            if (assigns)
                assignment(each.text.substr(0, name), each.text.substr(name + 1), each.known, at.depth);
            walk.go_to(place + 1, operands);
            continue;
        }
        // It may become options, or nothing.
        if (each.splits) walk.go_to(place + 1, operands);
        if (operands > 0) {
            walk.go_to(place + 1, operands - 1);
            continue;
        }
        found = true;
        look_at_wrapped(wrapper, at, at.from + place);
    }
    if (walk.too_long) unreadable();
    if (!found && wrapper.shell && fed(at)) standard_input(at);
}

// `xargs -I% sh -c %`: whether a word holds what is replaced.
bool run_finder::is_replaced(std::string_view text, const run& at, std::size_t program) const noexcept {
    if (text.find('{') != std::string_view::npos) return true;
    for (auto each = at.from + 1; each < program; ++each) {
        const auto option = word(each);
        if (!is_option(option.text)) continue;
        const auto equals = option.text.find('=');
        const bool named = option.text.starts_with("--r") && equals != std::string_view::npos;
        const auto letter = option.text[1] == '-' ? std::string_view::npos : option.text.find_first_of("IiJ");
        if (!named && letter == std::string_view::npos) continue;
        const auto attached = option.text.substr((named ? equals : letter) + 1);
        const auto next = word(each + 1);
        if (!option.known || (attached.empty() && !next.known)) return true;
        const auto mark = attached.empty() ? next.text : attached;
        if (mark.empty() || text.find(mark) != std::string_view::npos) return true;
    }
    return false;
}

void run_finder::look_at_wrapped(const wrapping_program& wrapper, const run& at, std::size_t program) {
    auto inner = at;
    inner.from = program;
    ++inner.wrappers;
    if (wrapper.name.ends_with("xargs") || wrapper.name == "parallel") {
        // More words come from what it reads, in place of some or at the end.
        inner.from = into_.words_.size();
        for (auto each = program; each < at.end; ++each) {
            auto argument = word(each);
            if (is_replaced(argument.text, at, program)) argument.known = false;
            into_.words_.push_back(argument);
        }
        into_.words_.push_back({"$@", false, true});
        inner.end = into_.words_.size();
    }
    bool shell = wrapper.runs == form::shell;
    if (wrapper.runs == form::either) {
        shell = wrapper.name != "sudo";
        for (auto each = at.from + 1; each < program; ++each)
            shell = shell || has_letter(word(each).text, "si");
    }
    if (wrapper.runs != form::shell) look_at(inner);
    // What `parallel` puts in is quoted.
    if (shell) read_joined({}, program, at);
}

// The value of an option is a shell text.
// \return whether there is one
bool run_finder::look_for_text(const wrapping_program& wrapper, const run& at) {
    const char letter = wrapper.text_letter;
    bool found = false;
    for (auto each = at.from + 1; each < at.end; ++each) {
        const auto option = word(each);
        if (!option.known && option.splits) unreadable();
        if (!is_option(option.text)) continue;
        const bool named = names_text(option.text, wrapper.text_name);
        const auto letter_at = letter_in(option.text, letter, wrapper.letters.valued);
        if (!named && letter_at == std::string_view::npos) continue;
        found = true;
        if (!option.known) unreadable();
        const auto value_at = named ? option.text.find('=') : letter_at;
        const auto attached =
            value_at == std::string_view::npos ? std::string_view() : option.text.substr(value_at + 1);
        // What `env -S` splits is followed by the other words.
        if (letter == 'S')
            read_joined(attached, each + 1, at);
        else if (!attached.empty())
            text(attached, at.depth + 1);
        else
            read_word(each + 1, at);
    }
    return found;
}

// `docker run -it image npm test`: which word is the program is not looked up, so that each may be.
// \return whether it runs one
bool run_finder::look_at_container(const run& at) {
    auto next = at.from + 1;
    while (next < at.end && word(next).text != "run" && word(next).text != "exec") ++next;
    std::size_t programs = 0;
    while (++next < at.end) {
        if (is_option(word(next).text)) continue;
        if (++programs > max_wrapper_depth) {
            unreadable();
            break;
        }
        auto inner = at;
        inner.from = next;
        ++inner.wrappers;
        look_at(inner);
    }
    return programs > 0;
}

// `parallel echo ::: a b`; without a command, each word behind `:::` or each line that it reads is one.
// \return where the command ends
std::size_t run_finder::look_at_parallel(const run& at) {
    std::size_t next = at.from + 1;
    while (next < at.end && !word(next).text.starts_with(":::")) ++next;
    const auto end = next;
    if (next == at.from + 1 || next == at.end) unreadable();
    for (; next < at.end; ++next) read_word(next, at);
    return end;
}

}  // namespace assent::detail
