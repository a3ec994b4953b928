#include <assent/domain/decide/command_effect.hpp>

#include "../text/display_beginning.hpp"
#include "call_fields.hpp"

#include <algorithm>
#include <array>

namespace assent {
namespace {

// More are told by "...".
constexpr std::size_t max_named = 4;
constexpr std::size_t max_name_characters = 60;

// What is said of the programs of an effect.
constexpr std::array sayings{
    std::string_view(""),  // looks
    std::string_view("looks elsewhere with"),
    std::string_view("changes something with"),
    std::string_view("runs"),
    std::string_view("installs with"),
    std::string_view("asks the network with"),
    std::string_view("shows what is secret with"),
    std::string_view("sends with"),
    std::string_view("destroys with"),
    std::string_view("escapes with"),
    std::string_view("does what is not known with"),
};
static_assert(sayings.size() == call_effect_count);

class sentence {
public:
    // The names, each once, behind what is said of them.
    void add(std::string_view saying, const std::vector<std::string>& names, bool quoted) {
        if (names.empty()) return;
        text_.append(text_.empty() ? "" : "; ").append(saying);
        for (std::size_t each = 0; each < std::min(names.size(), max_named); ++each)
            text_.append(each == 0 ? " " : ", ")
                .append(quoted ? "`" : "")
                .append(detail::display_beginning(names[each], max_name_characters).text)
                .append(quoted ? "`" : "");
        if (names.size() > max_named) text_ += ", ...";
    }
    void add(std::string_view clause) { text_.append(text_.empty() ? "" : "; ").append(clause); }
    [[nodiscard]] std::string text() && { return std::move(text_); }

private:
    std::string text_;
};

void add_once(std::vector<std::string>& to, std::string text) {
    if (!text.empty() && std::ranges::find(to, text) == to.end()) to.push_back(std::move(text));
}

std::string shown_words(std::span<const shell_word> run) {
    std::string text;
    for (const auto& each : run.subspan(0, std::min<std::size_t>(run.size(), 3)))
        text.append(text.empty() ? "" : " ").append(each.text);
    return text;
}

}  // namespace

std::vector<touched_file> touched_files(const command_facts& facts) {
    using how = touched_file::how;
    std::vector<touched_file> files;
    for (const fact& noted : facts.all()) {
        if (noted.how == certainty::perhaps || noted.how == certainty::unknown) continue;
        const auto run = noted.run == fact::none ? run_effect::none : noted.run;
        switch (noted.is) {
            case act::reads:
            case act::lists: files.push_back({how::reads, run, noted.text}); break;
            case act::opens:
                if (noted.how == certainty::exactly) files.push_back({how::reads, run, noted.text});
                break;
            case act::writes: files.push_back({how::writes, run, noted.text}); break;
            case act::removes: files.push_back({how::removes, run, noted.text}); break;
            default: break;
        }
    }
    return files;
}

std::string text_of(const command_effect& effect, const command_facts& facts) {
    const auto& runs = facts.runs();
    sentence made;
    const auto files = touched_files(facts);
    const auto add_files = [&](std::string_view saying, touched_file::how does) {
        std::vector<std::string> paths;
        for (const auto& each : files)
            if (each.does == does) add_once(paths, std::string(each.path));
        made.add(saying, paths, false);
        return !paths.empty();
    };
    add_files("reads", touched_file::how::reads);
    for (std::size_t worse = 1; worse < call_effect_count; ++worse) {
        std::vector<std::string> programs;
        for (const auto& each : effect.each()) {
            if (each.does != static_cast<call_effect>(worse)) continue;
            const bool written = each.run == run_effect::none && each.does == call_effect::changes;
            if (!written)
                add_once(programs, each.run == run_effect::none ? std::string(each.because)
                                                                : shown_words(runs[each.run]));
        }
        made.add(sayings[worse], programs, true);
    }
    const bool writes = add_files("writes", touched_file::how::writes);
    const bool removes = add_files("removes", touched_file::how::removes);
    if (!runs.complete()) made.add("cannot be read whole");
    if (!writes && !removes && effect.worst() <= call_effect::runs) made.add("writes nothing that is known");
    return std::move(made).text();
}

std::string what_commands_do(const call_reading& reading, const tool_definition* definition) {
    std::string text;
    const tool_call& call = reading.call();
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind != field_kind::command || field.what() != field_view::kind::string ||
            field.text().size() > max_command_bytes)
            return true;
        const command_effect effect(field.facts(), {call.repositories, call.paths_of_commands});
        text.append(text.empty() ? "" : "; ").append(text_of(effect, field.facts()));
        return true;
    });
    return text;
}

}  // namespace assent
