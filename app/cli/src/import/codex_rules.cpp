// Codex: `prefix_rule(pattern = ["git", ["status", "log"]], decision = "allow")`, in a language in which
// anything may be computed. Only calls that say all as it stands are read.
#include "../install/hook_settings.hpp"
#include "brought_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace assent::cli {
namespace {

// Rules that one call may stand for.
constexpr std::size_t max_alternatives = 256;

constexpr std::string_view tool_of_commands = "Bash";

// A text, or a list.
struct literal {
    std::optional<std::string> text{};
    std::vector<literal> list{};
};
struct written_call {
    std::size_t line = 0;
    std::string name{};
    std::vector<std::pair<std::string, literal>> arguments{};  // one without a name has an empty one
    bool read = false;                                         // nothing else stands there
};

bool part_of_name(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_';
}

// Reads calls, a statement each. Whatever else stands there is one that is not read.
class call_reader {
public:
    explicit call_reader(std::string_view text) : text_(text) {}

    std::vector<written_call> read() {
        std::vector<written_call> all;
        while (skip_blanks(true), at_ < text_.size()) {
            const std::size_t begin = at_;
            written_call call;
            call.line = 1 + static_cast<std::size_t>(std::count(
                                text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
            call.read = (begin == 0 || text_[begin - 1] == '\n') && read_call(call);
            if (!call.read) skip_statement(begin);
            all.push_back(std::move(call));
        }
        return all;
    }

private:
    [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char byte) {
        if (peek() != byte) return false;
        ++at_;
        return true;
    }
    void skip_blanks(bool lines) {
        for (; at_ < text_.size(); ++at_) {
            const char byte = text_[at_];
            if (byte == '#')
                at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
            else if (byte != ' ' && byte != '\t' && byte != '\r' && (byte != '\n' || !lines))
                return;
        }
    }
    // The next line that is not indented begins a statement.
    void skip_statement(std::size_t begin) {
        at_ = begin;
        do at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
        while (at_ < text_.size() && std::string_view(" \t)]}").find(text_[at_]) != std::string_view::npos);
    }

    std::string read_name() {
        const std::size_t begin = at_;
        while (part_of_name(peek())) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }
    bool read_call(written_call& into) {
        into.name = read_name();
        if (into.name.empty() || !take('(')) return false;
        for (skip_blanks(true); !take(')'); skip_blanks(true)) {
            std::string name;
            if (part_of_name(peek())) {
                name = read_name();
                skip_blanks(true);
                if (!take('=')) return false;
                skip_blanks(true);
            }
            auto value = read_literal(0);
            if (!value) return false;
            into.arguments.emplace_back(std::move(name), std::move(*value));
            skip_blanks(true);
            if (!take(',') && peek() != ')') return false;
        }
        skip_blanks(false);
        return at_ == text_.size() || take('\n');
    }

    std::optional<literal> read_literal(std::size_t depth) {
        if (!take('[')) {
            auto text = read_text();
            return text ? std::optional(literal{std::move(text), {}}) : std::nullopt;
        }
        constexpr std::size_t deepest = 4;
        literal made;
        for (skip_blanks(true); depth < deepest && !take(']'); skip_blanks(true)) {
            auto element = read_literal(depth + 1);
            if (!element) return std::nullopt;
            made.list.push_back(std::move(*element));
            skip_blanks(true);
            if (!take(',') && peek() != ']') return std::nullopt;
        }
        return depth < deepest ? std::optional(std::move(made)) : std::nullopt;
    }
    // Between single quotes or double ones, on one line, with the plainest escapes.
    std::optional<std::string> read_text() {
        const char quote = peek();
        if (quote != '"' && quote != '\'') return std::nullopt;
        std::string made;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] == '\n') return std::nullopt;
            if (text_[at_] == '\\') {
                ++at_;
                if (peek() != '\\' && peek() != '"' && peek() != '\'') return std::nullopt;
            }
            made += text_[at_];
        }
        if (!take(quote)) return std::nullopt;
        return made.empty() && peek() == quote ? std::nullopt : std::optional(std::move(made));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

using import::word_of_behavior;
constexpr std::array decisions{
    word_of_behavior{.written = "allow", .behavior = rule_behavior::allow},
    word_of_behavior{.written = "prompt", .behavior = rule_behavior::ask},
    word_of_behavior{.written = "forbidden", .behavior = rule_behavior::deny},
};

// What is not known may be a denial of anything.
brought_rule unread(const written_call& call, std::string_view why) {
    return import::left_out(rule_behavior::deny, fmt::format("line {}", call.line),
                            std::string(tool_of_commands), std::string(why));
}

// Each choice of one alternative for each word; nothing: it is no pattern, or has too many.
std::optional<std::vector<std::vector<std::string>>> choices_of(const literal& pattern) {
    std::vector<std::vector<std::string>> all{{}};
    for (const auto& word : pattern.list) {
        std::vector<std::vector<std::string>> longer;
        const std::vector<literal> alone{word};
        for (const auto& begun : all) {
            for (const auto& alternative : word.text ? alone : word.list) {
                if (!alternative.text) return std::nullopt;
                longer.push_back(begun);
                longer.back().push_back(*alternative.text);
            }
        }
        if (longer.empty() || longer.size() > max_alternatives) return std::nullopt;
        all = std::move(longer);
    }
    return pattern.list.empty() ? std::nullopt : std::optional(std::move(all));
}

// Codex gives to a shell what it cannot take apart itself, and looks at that.
bool is_the_shell_of_codex(const std::vector<std::string>& words) {
    constexpr std::array<std::string_view, 3> shells{"bash", "sh", "zsh"};
    const auto name = words[0].substr(words[0].rfind('/') + 1);
    return words.size() <= 2 && std::ranges::find(shells, name) != shells.end();
}

brought_rule rule_of(rule_behavior behavior, const std::vector<std::string>& words,
                     const settings_source& source) {
    const auto text = fmt::format("{}", fmt::join(words.begin(), words.end(), " "));
    const auto blank = [](const std::string& word) {
        return word.empty() || word.find_first_of(" \t") != std::string::npos;
    };
    if (std::ranges::any_of(words, blank)) {
        auto made =
            import::left_out(behavior, text, std::string(tool_of_commands), "expected words without blanks");
        if (!blank(words[0])) made.begins = words[0];
        return made;
    }
    auto made = import::begun(behavior, text, text, source);
    if (behavior != rule_behavior::allow && is_the_shell_of_codex(words)) {
        made.rule.reset();
        made.why = "Codex starts by a shell what it cannot take apart: it covers such commands there, too";
    }
    return made;
}

void read_prefix_rule(const written_call& call, const settings_source& source, brought_rules& into) {
    constexpr std::array<std::string_view, 2> in_order{"pattern", "decision"};
    const literal* found[in_order.size()]{};
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const auto& [name, value] = call.arguments[i];
        for (std::size_t each = 0; each < in_order.size(); ++each)
            if (name == in_order[each] || (name.empty() && i == each)) found[each] = &value;
        if (name.empty() && i >= in_order.size())
            return into.rules.push_back(unread(call, "expected the names of what is behind the decision"));
    }
    const auto words = found[0] == nullptr ? std::nullopt : choices_of(*found[0]);
    const auto* const decision = found[1] == nullptr
                                     ? decisions.begin()
                                     : std::ranges::find_if(decisions, [&](const word_of_behavior& each) {
                                           return found[1]->text == each.written;
                                       });
    if (!words || decision == decisions.end())
        return into.rules.push_back(
            unread(call, fmt::format("expected a list of words, at most {} altogether, and allow, prompt or "
                                     "forbidden",
                                     max_alternatives)));
    for (const auto& each : *words) into.rules.push_back(rule_of(decision->behavior, each, source));
}

}  // namespace

brought_rules import::codex(std::string_view settings, const settings_source& source) {
    brought_rules made;
    for (const auto& call : call_reader(settings).read()) {
        if (!call.read)
            made.rules.push_back(unread(call, "expected a call in which everything stands as it is"));
        else if (call.name == "prefix_rule")
            read_prefix_rule(call, source, made);
        else if (call.name == "network_rule" || call.name == "host_executable")
            made.notes.push_back(fmt::format("line {}: {}: it is about what runs, not about a use of a tool",
                                             call.line, call.name));
        else
            made.rules.push_back(unread(call, fmt::format("what `{}` does is not known", call.name)));
    }
    return made;
}

}  // namespace assent::cli
