// Every row of the tables in docs/rules.md is tried: what the page says about a rule is what the rule does,
// and where it quotes the program, what the program says.

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rules_doc_test {
namespace {

using namespace assent;

// The page, and the rows that would make it too long.
const std::string page_paths[] = {ASSENT_TEST_DATA "/../../docs/rules.md", ASSENT_TEST_DATA "/rule_rows.md"};

// What the tables take for the working directory.
constexpr std::string_view cwd = "/home/me/project";

// As the headings of the columns that are read. The reason is for people; what the program says is compared.
constexpr std::string_view reason_head = "| rules | tool | value | decision | why |";
constexpr std::string_view says_head = "| rules | tool | value | decision | it says |";
constexpr std::string_view limit_head = "| limit | constant | default | unit |";

struct table_row {
    std::string line;
    std::string rules, tool, value, decision;
    std::optional<std::string> says{};
};

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(' ');
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

// The text of a cell, with `\|` as `|`. Where the whole cell is one code span, without the back quotes around
// it, of which there are two where the text has some itself.
std::string cell_text(std::string_view cell) {
    cell = trimmed(cell);
    if (cell.starts_with("`` ") && cell.ends_with(" ``"))
        cell = cell.substr(3, cell.size() - 6);
    else if (cell.size() >= 2 && cell.front() == '`' && cell.find('`', 1) == cell.size() - 1)
        cell = cell.substr(1, cell.size() - 2);
    std::string text;
    for (std::size_t at = 0; at < cell.size(); ++at) {
        if (cell[at] == '\\' && at + 1 < cell.size() && cell[at + 1] == '|') ++at;
        text += cell[at];
    }
    return text;
}

std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    std::size_t from = 1;  // behind the first `|`
    for (std::size_t at = from; at < line.size(); ++at) {
        if (line[at] != '|' || line[at - 1] == '\\') continue;
        cells.push_back(cell_text(line.substr(from, at - from)));
        from = at + 1;
    }
    return cells;
}

struct page_row {
    std::string line;  // such as `docs/rules.md:20`
    std::vector<std::string> cells;
};

// The rows of all tables of a page with this head.
void add_rows_below(std::string_view head, std::size_t columns, const std::string& path,
                    std::vector<page_row>& rows) {
    std::ifstream page(path);
    BOOST_REQUIRE_MESSAGE(page, "cannot read " + path);
    bool in_table = false;
    std::size_t number = 0;
    for (std::string line; std::getline(page, line);) {
        ++number;
        if (line == head) {
            in_table = true;
            std::getline(page, line);  // the rule under the head
            ++number;
            continue;
        }
        in_table = in_table && line.starts_with('|');
        if (!in_table) continue;
        rows.push_back({path.substr(path.rfind('/') + 1) + ':' + std::to_string(number), cells_of(line)});
        BOOST_REQUIRE_MESSAGE(rows.back().cells.size() == columns,
                              rows.back().line << ": expected " << columns << " cells");
    }
}

std::vector<page_row> rows_below(std::string_view head, std::size_t columns) {
    std::vector<page_row> rows;
    for (const auto& path : page_paths) add_rows_below(head, columns, path, rows);
    return rows;
}

std::vector<table_row> rows_of_page() {
    std::vector<table_row> rows;
    for (const auto head : {reason_head, says_head}) {
        for (auto& [line, cells] : rows_below(head, 5)) {
            rows.push_back(
                {line, std::move(cells[0]), std::move(cells[1]), std::move(cells[2]), std::move(cells[3])});
            if (head == says_head) rows.back().says = std::move(cells[4]);
        }
    }
    return rows;
}

// Splits at blanks, as a shell does with single quotes.
std::vector<std::string> shell_words(std::string_view text) {
    std::vector<std::string> words;
    bool quoted = false;
    bool in_word = false;
    for (const char each : text) {
        if (each == ' ' && !quoted) {
            in_word = false;
            continue;
        }
        if (!std::exchange(in_word, true)) words.emplace_back();
        if (each == '\'')
            quoted = !quoted;
        else
            words.back() += each;
    }
    return words;
}

struct configuration {
    permission_mode mode = permission_mode::ask;
    std::vector<permission_rule> rules;
    std::optional<invalid_rule> refused;
};

configuration configure(std::string_view flags) {
    configuration made;
    const auto words = shell_words(flags);
    BOOST_REQUIRE(words.size() % 2 == 0);
    for (std::size_t at = 0; at + 1 < words.size(); at += 2) {
        const std::string& flag = words[at];
        BOOST_REQUIRE_MESSAGE(flag == "--mode" || flag == "--allow" || flag == "--ask" || flag == "--deny",
                              flag);
        if (flag == "--mode") {
            made.mode = parse_word<permission_mode>(words[at + 1]).value();
            continue;
        }
        const auto behavior = flag == "--allow" ? rule_behavior::allow
                              : flag == "--ask" ? rule_behavior::ask
                                                : rule_behavior::deny;
        auto rule = parse_rule(words[at + 1], behavior, rule_origin::command_line);
        if (rule)
            made.rules.push_back(std::move(*rule));
        else
            made.refused = rule.error();
    }
    return made;
}

// The value is the main field's text, or the whole input as JSON.
json_object input_of(const table_row& row) {
    if (row.value.starts_with('{')) return parse_scanned(row.value).get_object();
    json_object input;
    if (row.value.empty() || row.value == "-") return input;
    const auto field = main_field(row.tool);
    BOOST_REQUIRE_MESSAGE(!field.empty(), row.tool << " has no main field");
    input.emplace(field, json_string(row.value));
    return input;
}

// The page's file system: everything is what it is called, but `link` leads to `/etc`, and `loop` nowhere.
std::optional<std::string> followed(std::string_view path) {
    const std::string whole = normal_path(path, cwd);
    const auto below = [&](const std::string& folder) {
        return whole == folder || whole.starts_with(folder + "/");
    };
    const std::string link = std::string(cwd) + "/link";
    if (below(link)) return "/etc" + whole.substr(link.size());
    if (below(std::string(cwd) + "/loop")) return std::nullopt;
    return whole;
}

resolved_paths followed(const json_object& input) {
    resolved_paths found;
    for (const auto& member : input)
        if (kind_of_field(member.key()) == field_kind::path && member.value().is_string())
            found.push_back({std::string(member.key()), followed(member.value().get_string())});
    return found;
}

struct told {
    std::string decision;
    std::string says;  // all that an explanation has to say
};

// As the page says it: `must ask` is an ask that `--on-ask allow` does not answer.
told decide(const table_row& row) {
    auto with = configure(row.rules);
    if (with.refused) return {"refused", with.refused->message};
    const auto rules = rule_set::make(std::move(with.rules)).value();
    const auto fields = input_of(row);
    const auto input = make_input(fields);
    const auto links = followed(fields);
    const tool_call call{.tool_name = row.tool, .input = *input, .cwd = cwd, .resolved = &links};
    policy settings = policy::bare();
    settings.mode = with.mode;
    const auto basis = judgement_basis::make(std::move(settings)).value();
    std::string scratch;
    explanation why;
    const auto found = examine(call, *rules, *basis, {}, scratch);
    auto decided = permission_service(basis).judge(call, found, time_point(), false, &why);
    const call_reading reading(call);
    put_into_words(decided, reading, found, basis->settings(), *rules);
    consider(*rules, reading, nullptr, basis->settings(), why);
    told made{std::string(to_string(decided.decision)), decided.reason()};
    if (decided.asks() && decided.must_ask) made.decision = "must ask";
    for (const auto& each : why.rules) made.says += "; " + each.why;
    return made;
}

BOOST_AUTO_TEST_SUITE(rules_doc_test)

BOOST_AUTO_TEST_CASE(every_row_of_the_page_is_true) {
    const auto rows = rows_of_page();
    BOOST_TEST(rows.size() >= 200U);
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.line << ": " << row.rules << " | " << row.tool << " | " << row.value) {
            const auto found = decide(row);
            BOOST_TEST(found.decision == row.decision);
            if (row.says)
                BOOST_TEST((!row.says->empty() && found.says.find(*row.says) != std::string::npos),
                           "`" << *row.says << "` is not what it says: " << found.says);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_page_names_every_limit_as_it_is) {
    const std::map<std::string, std::size_t> limits{
        {"max_pattern_bytes", max_pattern_bytes},
        {"max_pattern_wildcards", max_pattern_wildcards},
        {"max_rule_fields", max_rule_fields},
        {"default_max_rules", default_max_rules},
        {"max_tool_name_bytes", max_tool_name_bytes},
        {"max_command_bytes", max_command_bytes},
        {"max_run_bytes", max_run_bytes},
        {"max_shell_depth", max_shell_depth},
        {"max_wrapper_depth", max_wrapper_depth},
        {"max_shell_runs", max_shell_runs},
        {"max_path_bytes", max_path_bytes},
        {"max_host_bytes", max_host_bytes},
        {"max_explained_rules", max_explained_rules},
        {"max_named_rules", max_named_rules},
    };
    std::map<std::string, std::size_t> shown;
    for (const auto& row : rows_below(limit_head, 4)) shown.emplace(row.cells[1], std::stoul(row.cells[2]));
    BOOST_TEST((shown == limits));
}

BOOST_AUTO_TEST_CASE(the_page_shows_every_decision) {
    std::set<std::string> shown;
    for (const auto& row : rows_of_page()) shown.insert(row.decision);
    const std::set<std::string> all{"allow", "deny", "ask", "must ask", "refused"};
    BOOST_TEST(shown == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rules_doc_test
