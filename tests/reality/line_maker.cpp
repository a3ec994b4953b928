#include "line_maker.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include <unistd.h>

namespace assent::reality {
namespace {

using namespace std::string_view_literals;
using programs::effect;
using programs::operand_form;
using programs::option_form;
using programs::option_style;
using programs::part_kind;
using programs::program_row;
using programs::row_form;

constexpr std::array folders{"/usr/bin/"sv, "/bin/"sv, "/usr/sbin/"sv, "/sbin/"sv};
// What a value may be, by its kind. The files are those of the scratch project.
constexpr std::array texts{"1"sv, "2"sv,   "3"sv,   "a"sv,  "x"sv,    "5"sv,
                           "0"sv, "foo"sv, "one"sv, "%s"sv, "size"sv, ","sv};
constexpr std::array files{"a.txt"sv,      "b.txt"sv,           "table.csv"sv,
                           "src/main.c"sv, "./docs/notes.md"sv, "numbers"sv};
constexpr std::array names{"a.txt"sv, "src"sv, "."sv, "docs"sv, "src/main.c"sv, "missing"sv};
constexpr std::array globs{"*.txt"sv, "*.c"sv};
constexpr std::array formats{"%h %s"sv, "%an"sv, "pid,comm"sv, "%(refname)"sv};
// Those with quotes, brackets and slashes are where two readers may part.
constexpr std::array seds{"1,2p"sv,
                          "s/one/two/g"sv,
                          "/a/d"sv,
                          "$!N"sv,
                          "y/ab/ba/"sv,
                          "2q"sv,
                          "/[]/w]/p"sv,
                          "s/[/]w x/y/"sv,
                          "s,a/w,b,w"sv,
                          "/\\//w written"sv,
                          "s/a[[:alpha:]/]/b/we"sv,
                          "\\,x,!{s/one/;w written/}"sv,
                          "s/one/\"e/"sv,
                          "/one/{;p;}"sv,
                          "a\\\nw written"sv,
                          "s/\\n/w/w written"sv,
                          "1e touch written"sv,
                          "/#/{p;e}"sv};
constexpr std::array awks{"{print $1}"sv,
                          "NR==2"sv,
                          "END{print NR}"sv,
                          "length > 3"sv,
                          "BEGIN{print 1}"sv,
                          "/[]/]\"/; BEGIN{system(\"touch written\")}; /[]/]\"/"sv,
                          "/[[:alpha:]/]/{print}"sv,
                          "/\"/{print > \"written\"}"sv,
                          "{print \"a\" > \"written\"} #\""sv,
                          "$1 ~ /x\\/\"/ {print \"y\"}"sv,
                          "{x = 4 / 2; print x \"/\"}"sv,
                          "{print $/\"/ > \"written\" /\"/}"sv,
                          "{gsub(/[/\"]/, \"\"); print}"sv,
                          "BEGIN{\"touch written\" | getline}"sv,
                          "BEGIN{print \"}\" ; a = \"/\"; print 1 >\"written\" }"sv,
                          "/a/ /\"/ {print}"sv,
                          "BEGIN{print -1 \" \" -1}"sv};
constexpr std::array jqs{"."sv,    ".a"sv,     "keys"sv,       "length"sv,
                         ".b[]"sv, ".\"a\""sv, "\"\\(.a)\""sv, "input"sv};
// What programs choose how they print by, and values that lead elsewhere.
constexpr std::array tuned{
    "TZ"sv,       "LANG"sv,        "LC_ALL"sv,   "NO_COLOR"sv,           "COLUMNS"sv, "LINES"sv,
    "CI"sv,       "LC_MESSAGES"sv, "LC_TIME"sv,  "GIT_OPTIONAL_LOCKS"sv, "PAGER"sv,   "GREP_COLORS"sv,
    "MANWIDTH"sv, "GIT_PAGER"sv,   "CLICOLOR"sv, "COLORTERM"sv};
constexpr std::array tunings{"1"sv,      "UTC"sv, "C"sv,        "../../x"sv, "/tmp/x"sv,
                             ":a.txt"sv, "cat"sv, "mt=01;31"sv, "a/b"sv,     "%n"sv};
constexpr std::array sqls{"select 1"sv, ".tables"sv, "select name from sqlite_master"sv};
constexpr std::array variables{"PATH"sv, "HOME"sv, "LANG"sv};
constexpr std::array settings{"user.name"sv, "core.bare"sv};
constexpr std::array archives{"x.tar"sv, "x.tar.gz"sv, "a.txt.gz"sv, "x.zip"sv, "libx.a"sv};

bool looks(effect does) noexcept { return (does & effect::looks) != effect::reads; }

bool some_use_looks(const program_row& row) {
    const row_form form(row);
    if (form.takes_subcommand()) return false;
    return looks(row.does) ||
           std::ranges::any_of(form.options(), [](const option_form& each) { return looks(each.does); }) ||
           std::ranges::any_of(form.operands(), [](const operand_form& each) { return looks(each.does); }) ||
           (form.without_operands() && looks(*form.without_operands()));
}

// What it writes, a word of it names.
bool some_use_edits(const program_row& row) {
    const row_form form(row);
    const auto does = without(row.does, effect::writes | effect::deletes | effect::looks);
    return !form.takes_subcommand() && (does == effect::reads || looks(does));
}

bool is_here(std::string_view program) {
    return std::ranges::any_of(folders, [&](std::string_view folder) {
        return ::access((std::string(folder) + std::string(program)).c_str(), X_OK) == 0;
    });
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        if (end > 0) words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// Those that would only wait; and sqlite3, which opens what it reads for writing, too.
constexpr std::array left_out{"yes"sv, "sleep"sv, "tail"sv, "sqlite3"sv};

template <class Visit>
void each_name(bool (*fits)(const program_row&), const Visit& visit) {
    for (const auto& family : programs::families())
        for (const auto& row : family.rows) {
            if (!fits(row)) continue;
            for (const auto& name : programs::names_of(row)) {
                auto words = split(name);
                if (std::ranges::find(left_out, std::string_view(words.front())) == left_out.end() &&
                    words.back() != "*")
                    visit(std::move(words), row);
            }
        }
}

// Rows with a mistake that has to be found.
constexpr program_row wrong_sort{"sort", effect::looks, "-rnu -o=text --output=text", "read*"};
constexpr program_row wrong_uniq{"uniq", effect::looks, "-cdu", "read read"};
constexpr program_row wrong_tag{"git tag", effect::looks, "-f", "text"};
// A file that it writes is one that it reads.
constexpr program_row wrong_xxd{"xxd", effect::looks, "-bEiu", "read read"};
// A name of another program.
constexpr program_row wrong_head{"head|split", effect::looks, "-q -c=text -n=text", "read*"};
// An option without its value: the next word is no revision.
constexpr program_row wrong_log{"git log", effect::looks, "--oneline --stat --output", "read*"};
// A pattern that is too wide.
constexpr program_row wrong_update{"git update-*", effect::looks, "-q", "text"};
// A flag that does more.
constexpr program_row wrong_sed{"sed", effect::looks, "-nEsi", "sed read*"};

struct wrong_row {
    std::string_view name;
    named_row row;
};

}  // namespace

std::vector<named_row> rows_to_try() {
    std::vector<named_row> rows;
    const auto add = [&](std::vector<std::string> words, const program_row& row) {
        if (is_here(words.front())) rows.push_back({std::move(words), &row});
    };
    each_name([](const program_row& row) { return some_use_looks(row) || some_use_edits(row); }, add);
    return rows;
}

census programs_that_look() {
    std::set<std::string> here;
    std::set<std::string> missing;
    each_name(some_use_looks, [&](const std::vector<std::string>& words, const program_row&) {
        (is_here(words.front()) ? here : missing).insert(words.front());
    });
    return {{here.begin(), here.end()}, {missing.begin(), missing.end()}};
}

named_row planted_row(std::string_view name) {
    const wrong_row all[] = {
        {"sort", {{"sort"}, &wrong_sort}},
        {"uniq", {{"uniq"}, &wrong_uniq}},
        {"git-tag", {{"git", "tag"}, &wrong_tag}},
        {"xxd", {{"xxd"}, &wrong_xxd}},
        {"head-split", {{"split"}, &wrong_head}},
        {"git-log", {{"git", "log"}, &wrong_log}},
        {"git-update", {{"git", "update-server-info"}, &wrong_update}},
        {"sed", {{"sed"}, &wrong_sed}},
    };
    for (const auto& wrong : all)
        if (wrong.name == name) return wrong.row;
    throw std::invalid_argument("no row is called \"" + std::string(name) + "\"");
}

std::vector<command_line> line_maker::each_option(const named_row& from) {
    std::vector<command_line> lines;
    const row_form form(*from.row);
    for (const auto& option : form.options()) {
        const bool letters = from.row->style != option_style::words && option.name.size() > 2 &&
                             option.name[0] == '-' && option.name[1] != '-' && option.name != "-#";
        for (std::size_t letter = 1; letter == 1 || (letters && letter < option.name.size()); ++letter) {
            auto one = option;
            const std::string name{'-', option.name[std::min(letter, option.name.size() - 1)]};
            if (letters) one.name = name;
            command_line line = from.words;
            add_option(line, one, from.row->style);
            add_operands(line, form);
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

command_line line_maker::make(const named_row& from) {
    const row_form form(*from.row);
    command_line line = from.words;
    const auto& options = form.options();
    for (auto count = options.empty() ? 0 : below(4); count > 0; --count)
        add_option(line, options[below(options.size())], from.row->style);
    add_operands(line, form);
    if (below(12) == 0) line.insert(line.begin(), {"env", one_of(tuned) + "=" + one_of(tunings)});
    return line;
}

void line_maker::add_operands(command_line& line, const row_form& form) {
    for (const auto& operand : form.operands()) {
        if (operand.kind == part_kind::program || operand.kind == part_kind::assign) break;
        for (auto count = operand.many ? below(3) : std::size_t{below(8) == 0 ? 0U : 1U}; count > 0; --count)
            line.push_back(value(operand));
    }
    // What runs another program runs one that looks.
    const auto runs = [](const operand_form& each) { return each.kind == part_kind::program; };
    if (std::ranges::any_of(form.operands(), runs)) line.insert(line.end(), {"cat", "a.txt"});
}

void line_maker::add_option(command_line& line, const option_form& option, option_style style) {
    std::string name(option.name);
    if (name == "-#") return line.push_back("-" + std::to_string(1 + below(9)));
    const bool letters = style != option_style::words && name.size() > 2 && name[0] == '-' && name[1] != '-';
    if (letters) name = {'-', name[1 + below(name.size() - 1)]};
    // As people write it who guess: one dash, or a beginning.
    const auto guess = name.starts_with("--") && name.size() > 5 ? below(16) : 2;
    if (guess == 0) name.erase(0, 1);
    if (guess == 1) name.resize(4 + below(name.size() - 4));
    using takes = option_form::value;
    if (option.takes == takes::none) return line.push_back(name);
    const bool together = name.starts_with("--") || option.takes == takes::optional;
    if (option.takes == takes::optional && below(2) == 0) return line.push_back(name);
    if (name == "+" || name == "@" || (together && !name.starts_with("--")))
        return line.push_back(name + value(option.of_value));
    if (together && below(2) == 0) return line.push_back(name + "=" + value(option.of_value));
    if (name.size() == 2 && below(4) == 0) return line.push_back(name + value(option.of_value));
    line.push_back(name);
    line.push_back(value(option.of_value));
    for (unsigned more = 0; more < option.more_values; ++more) line.push_back(value(option.last_value));
}

std::string line_maker::value(const operand_form& of) {
    switch (of.kind) {
        case part_kind::read: return one_of(files);
        case part_kind::script: return one_of(files);
        case part_kind::name:
        case part_kind::elsewhere: return one_of(names);
        case part_kind::glob: return one_of(globs);
        case part_kind::format: return one_of(formats);
        case part_kind::sed: return one_of(seds);
        case part_kind::awk: return one_of(awks);
        case part_kind::jq:
        case part_kind::yq: return one_of(jqs);
        case part_kind::sql: return one_of(sqls);
        case part_kind::variable: return one_of(variables);
        case part_kind::setting: return one_of(settings);
        case part_kind::archive: return one_of(archives);
        case part_kind::write:
        case part_kind::remove: return "written";
        case part_kind::program:
        case part_kind::program_to_end: return "cat";
        default: return one_of(texts);
    }
}

std::string quoted(const command_line& line) {
    std::string text;
    for (const auto& word : line) {
        const bool plain = !word.empty() && word.find_first_not_of(
                                                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789_./-=,+@:%") == std::string::npos;
        text.append(text.empty() ? "" : " ");
        text.append(plain ? "" : "'").append(word).append(plain ? "" : "'");
    }
    return text;
}

}  // namespace assent::reality
