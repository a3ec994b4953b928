#include <assent/domain/programs/program_use.hpp>
#include <programs/catalogue.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

namespace assent::programs::catalogue_test {
namespace {

const std::string page_path = ASSENT_TEST_DATA "/../../docs/programs.md";

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

const program_row* row_of(std::string_view name) {
    const known_program* found = nullptr;
    while (true) {
        const auto word = name.substr(0, name.find(' '));
        if (found != nullptr && !found->row().operands.starts_with("subcommand")) return nullptr;
        found = found == nullptr ? find_program(word) : found->subcommand(word);
        if (found == nullptr || word.size() == name.size()) break;
        name.remove_prefix(word.size() + 1);
    }
    return found == nullptr ? nullptr : &found->row();
}

BOOST_AUTO_TEST_SUITE(catalogue_test)

BOOST_AUTO_TEST_CASE(every_row_can_be_read) {
    for (const auto& each : families())
        for (const auto& row : each.rows) BOOST_TEST(row_form(row).flaw() == "", row.names);
}

// What is written once more would silently be one of both.
BOOST_AUTO_TEST_CASE(an_option_that_stands_twice_in_a_row_is_a_flaw) {
    constexpr struct {
        std::string_view options;
        std::string_view flaw;
        option_style style = option_style::letters;
    } rows[] = {
        {"-abc -d=text", ""},
        {"-abc -b=text", "letter `b` once more"},
        {"-aba", "letter `a` once more"},
        {"-b[=text] -b=text", "option `-b=text` once more"},
        {"--long --long=text", "option `--long=text` once more"},
        {"-o=write -o:write -on", "", option_style::words},
        {"-o=write -o=read", "option `-o=read` once more", option_style::words},
        {"-a a", "", option_style::bare},
        {"-a -e&a!looks", ""},
        {"-a=text --long | -ab --long=text", ""},
        {"-a | -b -b", "option `-b` once more"},
    };
    for (const auto& row : rows)
        BOOST_TEST(row_form(program_row{"x", effect::reads, row.options, {}, row.style}).flaw() == row.flaw,
                   row.options);
}

// A name stands in one row only, and what is said of a subcommand belongs to a program that takes some.
BOOST_AUTO_TEST_CASE(every_name_leads_to_its_row) {
    for (const auto& each : families())
        for (const auto& row : each.rows)
            for (const auto& name : names_of(row)) BOOST_TEST(row_of(name) == &row, name);
}

BOOST_AUTO_TEST_CASE(a_program_is_found_whatever_stands_around_its_name) {
    for (const auto* const word : {"sort", "/usr/bin/sort", "SORT", "./sort"})
        BOOST_TEST(find_program(word) == find_program("sort"), word);
    BOOST_TEST(find_program("python3.11") == find_program("python"));
    BOOST_TEST(find_program("gcc-12") == find_program("gcc"));
    for (const auto* const word : {"", "/", "sortx", "a-name-that-is-longer-than-any-program-has-it"})
        BOOST_TEST(find_program(word) == nullptr, word);
}

// The page of the documentation: what each program is for.
std::string page() {
    std::string text = read_file(page_path);
    text.resize(std::min(text.find("\n## "), text.size()));
    for (const auto& each : families()) {
        text += "\n## " + std::string(each.title) + "\n\n| for | programs |\n|---|---|\n";
        std::map<std::string, std::string> programs;
        for (const auto& row : each.rows) {
            if (row.names.find(' ') != std::string_view::npos) continue;
            auto& names = programs[effect_words(row.does)];
            for (const auto& name : names_of(row)) names += (names.empty() ? "`" : ", `") + name + '`';
        }
        for (const auto& [does, names] : programs) text += "| " + does + " | " + names + " |\n";
    }
    return text;
}

BOOST_AUTO_TEST_CASE(the_page_of_programs_says_what_the_rows_say) {
    const auto expected = page();
    if (std::getenv("ASSENT_RENEW_PAGES") != nullptr) std::ofstream(page_path) << expected;
    BOOST_TEST((read_file(page_path) == expected),
               "docs/programs.md is not what the rows say: ASSENT_RENEW_PAGES=1 writes it anew");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs::catalogue_test
