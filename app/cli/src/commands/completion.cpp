#include "../install/agent_place.hpp"
#include "../options/fail_closed.hpp"
#include "../options/help.hpp"
#include "../options/mistyped.hpp"
#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace assent::cli {
namespace {

// What may stand where a command line ends.
struct completions {
    // What the shell adds.
    enum class also : unsigned char { nothing, files, folders, programs };

    also add = also::nothing;
    std::vector<std::pair<std::string, std::string>> words;  // each with what it means
};

[[nodiscard]] constexpr auto enum_words(completions::also) noexcept {
    return word_table("nothing", "files", "folders", "programs");
}

// Each asks the program in PATH, and not one that is named in the line: nobody has started that yet.
constexpr std::string_view bash_script = R"(# bash: what completes a command line of assent
_assent() {
    local current=${COMP_WORDS[COMP_CWORD]} kind= lines
    mapfile -t lines < <(assent completion words -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)
    [[ $current != '=' ]] || current=
    COMPREPLY=("${lines[@]:1}")
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
    case ${lines[0]} in
        files) kind=-f ;;
        folders) kind=-d ;;
        programs) kind=-c ;;
        *) return ;;
    esac
    [[ $kind == -c ]] || compopt -o filenames
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$kind" -- "$current")
}
complete -F _assent assent
)";

constexpr std::string_view zsh_script = R"(#compdef assent
# zsh: what completes a command line of assent
_assent() {
    local -a lines described
    lines=("${(@f)$(assent completion words -- "${(@Q)words[1,CURRENT]}" 2>/dev/null)}")
    described=("${(@)${(@)lines[2,-1]//:/\\:}/$'\t'/:}")
    (( $#described )) && _describe -V assent described
    case $lines[1] in
        files) _files ;;
        folders) _files -/ ;;
        programs) _command_names -e ;;
    esac
}
if [[ $funcstack[1] == _assent ]]; then _assent "$@"; else compdef _assent assent; fi
)";

constexpr std::string_view fish_script = R"(# fish: what completes a command line of assent
function __assent_completions
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (assent completion words -- $typed "$current" 2>/dev/null)
    set -l also $lines[1]
    set -e lines[1]
    string join -- \n $lines
    switch "$also"
        case files
            __fish_complete_path "$current"
        case folders
            __fish_complete_directories "$current"
        case programs
            __fish_complete_command
    end
end
complete -c assent -f -a '(__assent_completions)'
)";

// Words in capitals stand for something else.
bool is_kind(std::string_view word) {
    return std::ranges::all_of(word, [](char each) { return (each >= 'A' && each <= 'Z') || each == ':'; });
}

// Reads a command line up to where it ends.
class line_reader {
public:
    explicit line_reader(const CLI::App& app) : app_(app), command_(&app) {}

    // A word that is typed to its end.
    void read(const std::string& word) {
        if (passed_on_) {
            ++operands_;
        } else if (word == "--") {
            read_dashes();
        } else if (open_ != nullptr) {
            if (word != "=") open_ = nullptr;  // bash takes it for a word
        } else if (word.starts_with("-")) {
            open_ = word.find('=') == word.npos ? option_with_value(*command_, word) : nullptr;
        } else if (const auto* const below = command_below(*command_, word)) {
            command_ = below;
        } else {
            daemon_ = daemon_ || word == the_daemon;
            passed_on_ = takes_words(*command_) && !is_whole_text(word);
            ++operands_;
        }
    }

    // The last one.
    [[nodiscard]] completions complete(const std::string& begun) const {
        if (passed_on_) return {operands_ == 0 ? completions::also::programs : completions::also::files, {}};
        if (open_ != nullptr) return values(*open_, begun == "=" ? "" : begun);
        const auto equals = begun.find('=');
        const auto* const option = option_with_value(*command_, begun);
        if (option != nullptr && equals != std::string::npos)
            return values(*option, begun.substr(equals + 1), begun.substr(0, equals + 1));
        if (begun.starts_with("-")) return options(begun);
        completions found = operand(begun);
        for (const auto* const below : shown_commands(*command_))
            if (below->get_name().starts_with(begun))
                found.words.emplace_back(below->get_name(), below->get_description());
        const bool nothing = found.words.empty() && found.add == completions::also::nothing;
        return nothing && begun.empty() ? options(begun) : found;
    }

private:
    // Behind them is the command of a bridge, or what the hook or the daemon is to be given.
    void read_dashes() {
        const bool installs = command_->get_name() == "install";
        if (installs) command_ = command_below(app_, daemon_ ? the_daemon : "hook");
        open_ = nullptr;
        operands_ = 0;
        passed_on_ = !installs;
    }

    // `before` stands in the same word.
    [[nodiscard]] static completions values(const CLI::Option& option, std::string_view begun,
                                            std::string_view before = {}) {
        completions found;
        for (const auto& word : CLI::detail::split(option.get_type_name(), '|')) {
            if (word == "FILE")
                found.add = completions::also::files;
            else if (word == "FOLDER")
                found.add = completions::also::folders;
            else if (word == "COMMAND")
                found.add = completions::also::programs;
            else if (!is_kind(word) && word.starts_with(begun))
                found.words.emplace_back(fmt::format("{}{}", before, word), "");
        }
        return found;
    }

    [[nodiscard]] completions operand(std::string_view begun) const {
        if (takes_words(*command_)) return {completions::also::programs, {}};
        const auto operands = options_in(*command_, "");
        if (operands.empty()) return {};
        const auto* const last = operands.back();
        if (operands_ < operands.size()) return values(*operands[operands_], begun);
        return last->get_expected_max() > 1 ? values(*last, begun) : completions{};
    }

    [[nodiscard]] completions options(std::string_view begun) const {
        completions found;
        for (const auto* const option : command_->get_options())
            for (const auto& name : option->get_lnames())
                if (auto typed = "--" + name; typed.starts_with(begun))
                    found.words.emplace_back(std::move(typed), described(*option));
        return found;
    }

    const CLI::App& app_;
    const CLI::App* command_;
    const CLI::Option* open_ = nullptr;  // waits for its value
    std::size_t operands_ = 0;
    bool daemon_ = false;     // is one of them
    bool passed_on_ = false;  // what stands here is not ours to read
};

// \param typed  the words of the command line, `assent` first; the last one is begun, or empty
completions complete(const CLI::App& app, const std::vector<std::string>& typed) {
    line_reader line(app);
    for (std::size_t place = 1; place + 1 < typed.size(); ++place) line.read(typed[place]);
    return line.complete(typed.size() < 2 ? std::string() : typed.back());
}

// `words`: prints what completes the words; else the script that has a shell ask for them.
int complete_or_script(const CLI::App& app, const std::string& shell, const std::vector<std::string>& typed) {
    if (shell == "bash") {
        print(bash_script);
    } else if (shell == "zsh") {
        print(zsh_script);
    } else if (shell == "fish") {
        print(fish_script);
    } else if (shell == "words") {
        const auto found = complete(app, typed);
        std::string lines = fmt::format("{}\n", to_string(found.add));
        for (const auto& [word, meaning] : found.words)
            lines += meaning.empty() ? word + "\n" : fmt::format("{}\t{}\n", word, meaning);
        print(lines);
    } else {
        throw usage_error(fmt::format("completion: expected bash, zsh or fish, got `{}`", shell));
    }
    return static_cast<int>(exit_code::ok);
}

command_run declare_completion(CLI::App& app) {
    const auto shell = std::make_shared<std::string>();
    app.add_option("SHELL", *shell, "The shell that is to load it")->required()->type_name("bash|zsh|fish");
    app.footer("The shell loads it with: source <(assent completion bash)");
    return [shell](const command_line& line) { return complete_or_script(line.app, *shell, line.behind); };
}

}  // namespace

const command commands::completion{
    "completion",       command_group::itself,    "Print what makes a shell complete command lines of assent",
    declare_completion, command::behind::options, true};

}  // namespace assent::cli
