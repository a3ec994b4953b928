#include "differential/shell/dice.hpp"

// A private part of the domain: who is asked whether a command runs nothing but its program.

#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/match/url_pattern.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

// Ordinary commands and paths are read by short cuts. What is read that way has to be what the long way
// reads. A `;` behind a command, and a `/.` before a path, make them take the long way, and mean nothing.
namespace assent::bare_text_test {
namespace {

constexpr std::size_t random_texts = 20'000;

constexpr std::string_view names[] = {
    "npm",    "test", "make",    "-C",     "/srv/p1",  "install", "sudo",   "-u",      "root", "env",
    "time",   "-p",   "timeout", "5",      "bash",     "-c",      "-lc",    "eval",    "trap", "git",
    "push",   "find", ".",       "-exec",  "-delete",  "awk",     "gawk",   "python3", "-m",   "xargs",
    "tmux",   "run",  "docker",  "set",    "-x",       "-k",      "PS4",    "printf",  "-v",   "%n",
    "-eq",    "if",   "then",    "do",     "case",     "in",      "for",    "while",   "esac", "coproc",
    "export", "X",    "--x=y",   "-Da=b",  "a=b",      "X=1",     "=ls",    "-=",      "-",    "+x",
    "%1",     "..",   ":",       "@",      "x,y",      "a:b",     "alias",  "mapfile", "-C",   "command",
    "wait",   "jobs", "exit",    "noglob", "function", "builtin", "source", "repeat",  "nice", "nohup",
    "NPM",    "Bash", "/bin/sh", "read",   "fd",       "ssh",     "host",   "s",       "-s",   "--",
};

std::string random_text(differential::dice& random) {
    std::string text = random.chance(10) ? " " : "";
    for (auto count = 1 + random.below(5); count > 0; --count) {
        text += names[random.below(std::size(names))];
        text += random.chance(85) ? " " : random.chance(50) ? "\t" : "  ";
    }
    return text;
}

std::string reading_of(const shell_command& text) {
    std::string shown =
        text.plain() ? ""
                     : std::string(text.why_not()->why) + " at " + std::to_string(text.why_not()->offset);
    for (std::size_t command = 0; command < text.size(); ++command) {
        for (const auto word : text[command]) shown.append("<").append(word).append(">");
        shown += " behind " + std::to_string(text.behind_wrapper(command).size()) + ";";
    }
    return shown;
}

std::string reading_of(const shell_runs& runs) {
    std::string shown = runs.complete() ? "complete: " : "incomplete: ";
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (const auto& word : runs[run])
            shown.append(word.known ? "<" : word.splits ? "?*<" : "?<").append(word.text).append(">");
        shown += ";";
    }
    return shown;
}

std::string reading_of(const path_reading& path) {
    std::string shown(path.clean());
    return shown.append(" normal ")
        .append(path.normal())
        .append(path.one_spelling() ? " one" : "")
        .append(path.letters_vary() ? " letters" : "");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bare_texts)

BOOST_AUTO_TEST_CASE(a_command_of_bare_words_is_read_as_the_scanner_and_the_lenient_reader_would) {
    const auto seed = std::random_device()();
    BOOST_TEST_MESSAGE("seed " << seed);
    differential::dice random(seed);
    rule_switches wrappers;
    wrappers.allow_sees_through_wrappers = true;
    std::size_t bare = 0;
    for (std::size_t i = 0; i < random_texts; ++i) {
        const std::string text = random_text(random);
        const std::string slow = text + ";";
        for (const auto& switches : {rule_switches(), wrappers}) {
            const shell_command quick(text, switches);
            BOOST_TEST_CONTEXT(text << ", seed " << seed)
            BOOST_TEST(reading_of(quick) == reading_of(shell_command(slow, switches)));
            if (quick.bare()) ++bare;
        }
        const shell_runs quick(text);
        BOOST_TEST_CONTEXT(text << ", seed " << seed)
        BOOST_TEST(reading_of(quick) == reading_of(shell_runs(slow)));
    }
    BOOST_TEST(bare > random_texts / 10);
}

BOOST_AUTO_TEST_CASE(a_plain_url_has_the_parts_that_a_parser_finds) {
    constexpr std::string_view pieces[] = {"docs",  ".",         "example", ".com", "-", "1",   "127.0.0.1",
                                           "/",     "//",        "..",      "/.",   "?", "q=1", "&",
                                           "#f",    ":80",       ":",       "%2e",  "~", "_",   "@",
                                           "[::1]", "localhost", "a",       "Z",    ";", "!",   "\\"};
    const auto seed = std::random_device()();
    differential::dice random(seed);
    std::size_t plain = 0;
    for (std::size_t i = 0; i < random_texts; ++i) {
        std::string rest = random.chance(70) ? "docs.example.com" : "";
        for (auto count = random.below(5); count > 0; --count)
            rest += pieces[random.below(std::size(pieces))];
        const std::string scheme = random.chance(50) ? "https" : "http";
        const std::string text = scheme + "://" + rest;
        // A scheme in capitals goes to the parser.
        const std::string parsed = (scheme == "https" ? "HTTPS://" : "HTTP://") + rest;
        const url_reading quick(text);
        const url_reading slow(parsed);
        BOOST_TEST_CONTEXT(text << ", seed " << seed) {
            BOOST_TEST(quick.plain == slow.plain);
            BOOST_TEST(quick.flaw == slow.flaw);
            BOOST_TEST(quick.clean_path == slow.clean_path);
            BOOST_TEST(quick.scheme == slow.scheme);
            BOOST_TEST(quick.host == slow.host);
            BOOST_TEST(quick.port == slow.port);
            BOOST_TEST(quick.path == slow.path);
            BOOST_TEST(quick.tail == slow.tail);
            BOOST_TEST(quick.normal_path == slow.normal_path);
        }
        plain += quick.plain ? 1U : 0U;
    }
    BOOST_TEST(plain > random_texts / 10);
}

BOOST_AUTO_TEST_CASE(a_bare_path_lies_where_its_components_say) {
    struct row {
        std::string_view path;
        std::string_view cwd;
        path_place place;
    };
    constexpr row rows[] = {
        {"/work", "/work", path_place::inside},
        {"/work/a.c", "/work", path_place::inside},
        {"/work/a/b..c", "/work", path_place::inside},
        {"/work/.a", "/work", path_place::inside_hidden},
        {"/work/a/.b/c", "/work", path_place::inside_hidden},
        {"/work/..a/c", "/work", path_place::inside_hidden},
        {"/.h/work/a", "/.h/work", path_place::inside},
        {"/workshop/a", "/work", path_place::outside},
        {"/wor", "/work", path_place::outside},
        {"/etc/passwd", "/work", path_place::outside},
        {"/work/../etc", "/work", path_place::unknown},
        {"/work/.../x", "/work", path_place::inside_hidden},
        {"/work/", "/work", path_place::unknown},
        {"/work//a", "/work", path_place::unknown},
        {"/work/a", "/work/", path_place::unknown},
        {"/work/a", "", path_place::unknown},
        {"/a", "/", path_place::inside},
        {"/work/a b", "/work", path_place::inside},
        {"/work/$x", "/work", path_place::unknown},
        {"/work/~a", "/work", path_place::unknown},
        {"/work/%41", "/work", path_place::unknown},
    };
    for (const auto& [path, cwd, place] : rows)
        BOOST_TEST_CONTEXT(path << " in " << cwd) BOOST_TEST((place_of(path, cwd) == place));
}

BOOST_AUTO_TEST_CASE(only_words_that_mean_nothing_else_to_any_shell_are_bare) {
    for (const auto* text :
         {"npm test", "  make\t-C /srv/p1 all ", "gcc -DX=1 a.c", "tar -xf a.tgz a,b:c@d+e%f"}) {
        BOOST_TEST(shell_command(text).bare(), text);
        BOOST_TEST(shell_runs(text).bare(), text);
    }
    for (const auto* text :
         {"",      " ",     "npm 'test'", "npm \"test\"", "npm te\\st", "npm test;",  "a | b", "a $b",
          "a `b`", "a *",   "a ?",        "a [b",         "a {b",       "a }",        "a #b",  "a ~",
          "a !b",  "a ^b",  "a <b",       "a >b",         "a &",        "a (b",       "a\nb",  "a\rb",
          "X=1 a", "a X=1", "a =b",       "if a",         "time a",     "a \xC3\xA9", "a \x7F"}) {
        BOOST_TEST(!shell_command(text).bare(), text);
        BOOST_TEST(!shell_runs(text).bare(), text);
    }
    const std::string longest(max_command_bytes, 'a');
    BOOST_TEST(shell_command(longest).bare());
    BOOST_TEST(shell_runs(longest).bare());
    BOOST_TEST(!shell_command(longest + "a").bare());
    BOOST_TEST(!shell_runs(longest + "a").bare());
    // Words of the shell and of programs that run others are told as ever.
    BOOST_TEST(!shell_command("eval a").bare());
    BOOST_TEST(shell_runs("sudo rm x").size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_bare_path_is_read_as_any_other_would_be) {
    const auto seed = std::random_device()();
    BOOST_TEST_MESSAGE("seed " << seed);
    differential::dice random(seed);
    constexpr std::string_view parts[] = {"a", "B",  "9",  "_",  "-",   "+",        ",",    "=", "@",
                                          ".", "..", "/",  "/a", "/.a", "/proc",    "/dev", "~", "%2e",
                                          "%", "$",  "\\", " ",  ":",   "\xC3\xA9", "\n",   "*"};
    std::size_t clean = 0;
    for (std::size_t i = 0; i < random_texts; ++i) {
        std::string path = "/a";
        if (random.chance(50)) path = random.chance(50) ? "/proc" : "/.";
        for (auto count = random.below(6); count > 0; --count)
            path += random.chance(70) ? parts[random.below(14)] : parts[random.below(std::size(parts))];
        const std::string slow = "/." + path;
        const path_reading quick(path, {});
        BOOST_TEST_CONTEXT(path << ", seed " << seed)
        BOOST_TEST(reading_of(quick) == reading_of(path_reading(slow, {})));
        if (!quick.clean().empty()) ++clean;
    }
    BOOST_TEST(clean > random_texts / 10);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assent::bare_text_test
