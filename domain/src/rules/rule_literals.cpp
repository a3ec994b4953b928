#include "rule_literals.hpp"
#include "url_target.hpp"

#include "command_words.hpp"
#include "comparable_text.hpp"

#include <assent/domain/rules/url_host.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace assent {
namespace {

constexpr std::string_view blanks = " \t";
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
            runs.put(lenient ? lower_case(pattern[at]) : pattern[at]);
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
        while (at < pattern.size() && blanks.find(pattern[at]) == std::string_view::npos)
            at += pattern[at] == '\\' ? 2U : 1U;
        at = std::min(at, pattern.size());
        if (at > from) words.push_back(pattern.substr(from, at - from));
        while (at < pattern.size() && blanks.find(pattern[at]) != std::string_view::npos) ++at;
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
            std::string form;
            command_form(ignore_case).put(byte, form);
            if (blanks.find(byte) != std::string_view::npos || byte == '\n')
                end_word();
            else if (!form.empty())
                runs.put(form.front());
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
        if (program) {
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

}  // namespace assent
