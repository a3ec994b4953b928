// A private part of the domain: what guard and classifier look at in a command. Most words, options and texts
// are told from all that is looked for by a glance; what a glance rules out must not be there.
#include <judgement/command_options.hpp>
#include <judgement/guarded_commands.hpp>
#include <judgement/guarded_program_table.hpp>
#include <judgement/protected_places.hpp>
#include <judgement/risky_use_table.hpp>
#include <judgement/shell_words.hpp>
#include <judgement/wrapping_programs.hpp>

#include "differential/shell/dice.hpp"

#include <boost/test/unit_test.hpp>

#include <cctype>
#include <cstddef>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assent::lenient {
namespace {

constexpr std::size_t random_texts = 20'000;

// Everything that a reader is told, as text.
class telling_visitor final : public segment_visitor {
public:
    bool segment(const shell_segment& segment) override {
        told << (segment.piped ? "|" : "") << (segment.certain ? "" : "?");
        for (const auto& word : segment.words)
            told << '<' << word.text << (word.expands ? "$" : "") << (word.globs ? "*" : "")
                 << (word.nests ? "'" : "") << (word.target ? ">" : "") << int{word.found} << ','
                 << (word.program == nullptr ? "" : word.program->name) << '>';
        for (const std::size_t dashes : {0U, 1U, 2U}) told << segment.begins.behind(dashes) << ' ';
        told << segment.begins.clusters() << segment.begins.any() << '\n';
        return true;
    }
    bool unreadable() override {
        told << "!";
        return true;
    }
    std::ostringstream told;
};

std::string told_by(void (*read)(std::string_view, segment_visitor&), std::string_view text) {
    telling_visitor visitor;
    read(text, visitor);
    return visitor.told.str();
}

std::vector<std::string_view> split(std::string_view words) {
    std::vector<std::string_view> found;
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (end > 0) found.push_back(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return found;
}

std::vector<const option_set*> all_option_sets() {
    std::vector<const option_set*> all;
    for (const auto& row : guarded::programs) all.push_back(&row.options);
    for (const auto& row : risky::uses) {
        all.push_back(&row.first);
        all.push_back(&row.second);
    }
    return all;
}

// Names of programs and options, and words like them.
std::vector<std::string> vocabulary() {
    std::set<std::string> words;
    for (const auto* options : all_option_sets())
        for (const std::string_view each : split(options->words)) words.emplace(each);
    for (const auto& row : guarded::programs) words.emplace(row.name);
    for (const auto& row : risky::uses) words.emplace(row.program);
    for (const std::string_view each :
         {"-", "--", "--=x", "-=x", "--C", "-rf", "+x", "x", "./x", "a=b", "~", "src/a.c"})
        words.emplace(each);
    return {words.begin(), words.end()};
}

std::string changed(std::string word, differential::dice& random) {
    const auto at = random.below(word.size());
    switch (random.below(8)) {
        case 0: return word + "=value";
        case 1: return word.substr(0, at + 1);
        case 2: return word + "x";
        case 3: return "/usr/bin/" + word;
        case 4: word[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[at]))); return word;
        case 5: return word + "-1.2";
        case 6: word.erase(at, 1); return word.empty() ? "x" : word;
        default: return word;
    }
}

BOOST_AUTO_TEST_CASE(a_text_of_plain_words_is_read_like_any_other_text) {
    const auto words = vocabulary();
    constexpr std::string_view between[] = {" ",   " ",   " ",  " ", "  ",    "\t", "\r",
                                            " ; ", " | ", " #", "#", " 'x' ", "\n"};
    differential::dice random(1);
    std::size_t plain = 0;
    for (std::size_t round = 0; round < random_texts; ++round) {
        std::string text = random.chance(10) ? " " : "";
        for (auto count = random.below(6); count > 0; --count) {
            text += changed(words[random.below(words.size())], random);
            text += between[random.below(random.chance(50) ? 6 : std::size(between))];
        }
        const std::string whole = told_by(read_whole_shell, text);
        BOOST_TEST_CONTEXT(text) BOOST_TEST(told_by(read_shell, text) == whole);
        plain += text.find_first_of(";|#'\n*") == std::string::npos ? 1U : 0U;
    }
    BOOST_TEST(plain > random_texts / 3);
}

BOOST_AUTO_TEST_CASE(every_name_of_the_tables_is_found_however_it_is_written) {
    const auto found = [](std::string_view word) { return find_program(word, marks_of(word)); };
    const auto check = [&](std::string_view name, auto has) {
        const std::string text(name);
        std::string capital = text;
        capital.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(capital.front())));
        for (const auto& word : {text, "/usr/bin/" + text, capital, text + "-12", text + "3.11"}) {
            const bool longer = word.size() - (word.rfind('/') + 1) > max_program_bytes;
            if (longer || (!std::isalpha(static_cast<unsigned char>(text.front())) && word != text)) continue;
            BOOST_TEST_CONTEXT(word) {
                BOOST_TEST_REQUIRE(found(word) != nullptr);
                BOOST_TEST(found(word)->name == name);
                BOOST_TEST(has(*found(word)));
            }
        }
    };
    for (const auto& row : guarded::programs)
        check(row.name, [&](const auto& known) { return known.guarded == &row; });
    for (const auto& row : risky::uses)
        check(row.program, [&](const auto& known) {
            return &row >= known.uses.data() && &row < known.uses.data() + known.uses.size();
        });
    for (const auto name : risky::downloaders) check(name, std::mem_fn(&known_program::downloads));
    for (const auto name : risky::text_runners) check(name, std::mem_fn(&known_program::runs_text));
    for (const auto name : risky::text_takers) check(name, std::mem_fn(&known_program::takes_text));
    for (const auto name : wrappers) check(name, std::mem_fn(&known_program::wraps));
    for (const auto name : reserved_words) check(name, std::mem_fn(&known_program::reserved));
    BOOST_TEST_REQUIRE(found("mkfs.ext4") != nullptr);
    BOOST_TEST(found("mkfs.ext4")->name == "mkfs");
    for (const std::string_view other :
         {"", "x", "run", "gi", "gitt", "--git", "git/", "mkfsx", "MKFS", "a.c"})
        BOOST_TEST_CONTEXT(other) BOOST_TEST((found(other) == nullptr) == (other != "MKFS"));
}

BOOST_AUTO_TEST_CASE(no_option_is_ruled_out_by_the_letters_that_a_segment_begins_with) {
    const auto words = vocabulary();
    const auto sets = all_option_sets();
    differential::dice random(2);
    std::size_t options = 0;
    for (std::size_t round = 0; round < 4 * random_texts; ++round) {
        const option_set& set = *sets[random.below(sets.size())];
        const auto own = split(set.words);
        const bool from_set = !own.empty() && random.chance(50);
        std::string text =
            from_set ? std::string(own[random.below(own.size())]) : words[random.below(words.size())];
        text = changed(std::move(text), random);
        const shell_word word{.text = text};
        word_beginnings begins;
        begins.add(word);
        const bool option = has_option({&word, 1}, set);
        options += option ? 1U : 0U;
        BOOST_TEST_CONTEXT(text << " in " << set.words << " and " << set.letters) {
            if (is_one_of(text, set.words)) BOOST_TEST(option);
            if (option) BOOST_TEST(set.may_be_in(begins));
        }
    }
    BOOST_TEST(options > random_texts / 4);
    // What the shell makes of a word may be any option.
    word_beginnings expanding;
    expanding.add({.text = "x", .expands = true});
    BOOST_TEST(sets.front()->may_be_in(expanding));
}

BOOST_AUTO_TEST_CASE(names_of_secrets_are_found_whatever_stands_beside_them) {
    struct row {
        std::string_view text;
        bool secret;
        bool in_prose;
    };
    constexpr row rows[] = {
        {"token", true, false},         {"my-Token", true, false},      {"a/secrets/b", true, false},
        {"apikey_2", true, false},      {"keychain", true, false},      {"pass-word", false, false},
        {"tokenizer", false, false},    {"te\xC3\xA9st", false, false}, {"\xC3\xA9", false, false},
        {"to\xC3\xA9ken", true, false}, {".env", true, true},           {"x/.ENV.local", true, true},
        {".env.example", false, false}, {"id_rsa", true, true},         {"id_rsa.pub", false, false},
        {"server.key", true, true},     {"a.pem.sample", false, false}, {"run", false, false},
        {"src/main/a.c", false, false}, {"work", false, false},         {"credential.json", true, false},
    };
    for (const auto& [text, secret, in_prose] : rows) BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(names_secret(text, false) == secret);
            BOOST_TEST(names_secret(text, true) == in_prose);
            BOOST_TEST(names_secret(text, false, marks::all) == secret);
        }
}

}  // namespace
}  // namespace assent::lenient
