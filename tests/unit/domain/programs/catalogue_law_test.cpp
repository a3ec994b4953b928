// What a row does not name is not known: tried with options that no program has, in each row of the
// catalogue.
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <programs/catalogue.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::programs::catalogue_law_test {
namespace {

// A use of the row, with operands as it names them.
struct row_use {
    std::string before;          // the programs whose subcommand it is
    std::string name;            // the last word of its name
    std::string options;         // those with which it looks only
    std::string operands;        // the first of each kind
    bool others_behind = false;  // what stands behind them belongs to what it runs
};

std::string_view word_of_kind(part_kind kind) {
    switch (kind) {
        case part_kind::sed: return "p";
        case part_kind::awk: return "{print}";
        case part_kind::jq:
        case part_kind::yq: return ".a";
        case part_kind::sql: return "'select 1'";
        case part_kind::assign: return "A=1";
        case part_kind::url:
        case part_kind::address: return "https://example.com";
        case part_kind::method: return "GET";
        case part_kind::setting: return "user.name";
        case part_kind::branch: return "main";
        case part_kind::glob: return "'*.c'";
        default: return "x";
    }
}

row_use use_of(const program_row& row) {
    const row_form form(row);
    row_use use;
    auto words = names_of(row).front();
    if (const auto star = words.find('*'); star != words.npos) words.replace(star, 1, "zz");
    const auto blank = words.rfind(' ');
    use.before = blank == words.npos ? "" : words.substr(0, blank + 1);
    use.name = blank == words.npos ? words : words.substr(blank + 1);
    for (const auto& option : form.options())
        if (option.does == effect::looks && option.takes == option_form::value::none && use.options.empty())
            use.options = " " + std::string(option.name);
    for (const auto& operand : form.operands()) {
        if (operand.kind == part_kind::subcommand) break;
        use.others_behind = names_program(operand.kind) || operand.kind == part_kind::script ||
                            operand.kind == part_kind::task;
        use.operands.append(" ").append(names_program(operand.kind) ? "ls" : word_of_kind(operand.kind));
        if (use.others_behind) break;
    }
    return use;
}

// Whether the row, or that of a program whose subcommand it is, may have it.
bool names_letter(const std::vector<const row_form*>& rows, char letter) {
    const std::string bare(1, letter);
    return std::ranges::any_of(rows, [&](const row_form* form) {
        return form->letter(letter) != nullptr || form->name(bare).option != nullptr ||
               form->glued("-" + bare + bare) != nullptr;
    });
}

// The rows by which the words are read, the last one first.
std::vector<const row_form*> forms_of(std::string_view words) {
    std::vector<const row_form*> forms;
    const known_program* program = nullptr;
    while (!words.empty()) {
        const auto word = words.substr(0, words.find(' '));
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        program = program == nullptr ? find_program(word) : program->subcommand(word);
        if (program == nullptr) break;
        forms.insert(forms.begin(), &program->form());
    }
    return forms;
}

// Options that it does not name: a long one, one with one dash, a letter that it does not have, alone, with
// others, and with a value.
std::vector<std::string> options_without_name(const program_row& row, const row_use& use) {
    const auto forms = forms_of(use.before + use.name);
    std::vector<std::string> options{"--zzz", "--zzz=/x"};
    if (row.style == option_style::words) {
        if (forms.front()->glued("-zzz") == nullptr) options.insert(options.end(), {"-zzz", "-zzz=/x"});
        return options;
    }
    constexpr std::string_view letters = "zZyYqQjJkKwWxXbBdDgGhHmMoOuUaAcCeEfFiIlLnNpPrRsStTvV";
    const auto free =
        std::ranges::find_if(letters, [&](char letter) { return !names_letter(forms, letter); });
    if (free == letters.end()) return options;
    const std::string letter(1, *free);
    options.insert(options.end(), {"-" + letter, "-" + letter + letter + letter, "-" + letter + "/x"});
    const auto known = std::ranges::find_if(letters, [&](char known_letter) {
        const auto* const option = forms.front()->letter(known_letter);
        return option != nullptr && option->takes == option_form::value::none;
    });
    if (known != letters.end()) options.push_back("-" + std::string(1, *known) + letter);
    return options;
}

std::vector<std::string> lines_of(const row_use& use, const std::string& option) {
    std::vector<std::string> lines{
        use.before + use.name + " " + option + use.operands,
        use.before + use.name + use.options + " " + option + " x",
    };
    if (!use.others_behind) lines.push_back(use.before + use.name + use.operands + " " + option);
    return lines;
}

repository_readings clean_repositories() { return {{"/proj", std::string()}}; }

bool only_looks(std::string_view line) {
    const shell_runs runs(line);
    const command_facts facts(runs, "/proj");
    const auto repositories = clean_repositories();
    return command_effect(facts, {.repositories = &repositories}).worst() == call_effect::looks;
}

// Decides by a policy and a rule.
class judge {
public:
    judge(policy settings, permission_mode mode) {
        settings.mode = mode;
        settings.limits = {};
        basis_ = judgement_basis::make(std::move(settings)).value();
    }
    bool allows(std::string_view line, const rule_set& rules) {
        const auto input = make_input({{"command", line}});
        const auto repositories = clean_repositories();
        const tool_call call{
            .tool_name = "Bash", .input = *input, .cwd = "/proj", .repositories = &repositories};
        return permission_service(basis_)
            .judge(call, examine(call, rules, *basis_, {}, scratch_), time_point())
            .allowed();
    }

private:
    judgement_basis::pointer basis_;
    std::string scratch_;
};

// `Bash(NAME *)`; none for programs that run any other: such a rule is refused.
rule_set::pointer wildcard_rule(const row_use& use) {
    const auto words = use.before + use.name;
    const auto program = words.substr(0, words.find(' '));
    auto rule =
        permission_rule::make("Bash", {{"command", program + " *"}}, rule_behavior::allow, rule_origin::host);
    return rule ? rule_set::make({std::move(*rule)}).value() : nullptr;
}

BOOST_AUTO_TEST_SUITE(catalogue_law_test)

// What a person's `Bash(NAME *)` covers is what the row knows. The guard asks about all else of a program
// that the catalogue has, in every policy: only a rule that names the very words allows it.
BOOST_AUTO_TEST_CASE(an_option_that_no_row_names_never_looks_is_covered_by_no_wildcard_and_is_no_edit) {
    std::size_t rows = 0;
    std::size_t of_subcommands = 0;
    std::size_t options = 0;
    std::size_t lines = 0;
    std::size_t looking = 0;
    judge by_standard(policy::standard(), permission_mode::ask);
    judge by_edits(policy::standard(), permission_mode::accept_edits);
    judge by_rule(policy::bare(), permission_mode::ask);
    const auto no_rules = rule_set::make({}).value();
    for (const auto& family : families())
        for (const auto& row : family.rows) {
            // `echo --- x`: of these, a word with another letter is a text.
            if (row.style == option_style::few) continue;
            const auto use = use_of(row);
            const auto name = use.before + use.name;
            const auto covered = wildcard_rule(use);
            ++rows;
            if (!use.before.empty()) ++of_subcommands;
            if (only_looks(name + use.operands)) ++looking;
            for (const auto& option : options_without_name(row, use)) {
                ++options;
                for (const auto& line : lines_of(use, option)) BOOST_TEST_CONTEXT(line) {
                        ++lines;
                        BOOST_TEST(!only_looks(line));
                        BOOST_TEST(!by_standard.allows(line, *no_rules));
                        BOOST_TEST(!by_edits.allows(line, *no_rules));
                        BOOST_TEST((covered == nullptr || !by_rule.allows(line, *covered)));
                    }
            }
        }
    BOOST_TEST_MESSAGE(rows << " rows, " << of_subcommands << " of them of subcommands; " << looking
                            << " look without an option, " << options << " options that they do not name, "
                            << lines << " lines");
    BOOST_TEST(looking > 200);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs::catalogue_law_test
