#include "audit_probe.hpp"

#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/audit_forgetting.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace audit_damage_test {
namespace {

using namespace assent;
using namespace assent::testing;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(audit_damage_test)

bool record(audit_file& file, std::string_view id) { return !file.record(some_event(id)).failed(); }

bool holds(const fs::path& path, std::string_view id) {
    return content(path).find("\"" + std::string(id) + "\"") != std::string::npos;
}

// What somebody does to a file that is written; afterwards a record can be written at once, or not yet.
struct damage {
    std::string_view what;
    std::function<void(const fs::path&)> done;
    bool can_go_on = true;
};

const damage all_damage[] = {
    {"it is removed", [](const fs::path& path) { fs::remove(path); }},
    {"it is renamed", [](const fs::path& path) { fs::rename(path, path.string() + ".old"); }},
    {"it is emptied", [](const fs::path& path) { fs::resize_file(path, 0); }},
    {"its end is cut off", [](const fs::path& path) { fs::resize_file(path, fs::file_size(path) - 3); }},
    {"its first line is left alone",
     [](const fs::path& path) { fs::resize_file(path, lines_of(content(path)).front().size()); }},
    {"an empty one is put in its place",
     [](const fs::path& path) {
         fs::remove(path);
         write_content(path, "");
     }},
    {"a copy is put in its place",
     [](const fs::path& path) {
         fs::copy_file(path, path.string() + ".copy");
         fs::rename(path.string() + ".copy", path);
     }},
    {"a link to nothing is put in its place",
     [](const fs::path& path) {
         fs::remove(path);
         fs::create_symlink("/dev/null", path);
     },
     false},
    {"a folder is put in its place",
     [](const fs::path& path) {
         fs::remove(path);
         fs::create_directory(path);
     },
     false},
    {"a pipe is put in its place",
     [](const fs::path& path) {
         fs::remove(path);
         BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
     },
     false},
    {"its folder is renamed",
     [](const fs::path& path) { fs::rename(path.parent_path(), path.parent_path().string() + ".old"); },
     false},
    {"its folder is removed", [](const fs::path& path) { fs::remove_all(path.parent_path()); }, false},
};

BOOST_AUTO_TEST_CASE(nothing_is_accepted_that_went_into_a_file_which_nobody_finds_any_more) {
    for (const bool chain : {false, true})
        for (const auto& each : all_damage) BOOST_TEST_CONTEXT(each.what << (chain ? ", chained" : "")) {
                const audit_folder at;
                const fs::path folder = at.file("records");
                fs::create_directory(folder);
                const fs::path path = folder / "audit";
                std::vector<std::string> told;
                audit_file file(path, {.chain = chain,
                                       .on_damage = [&](std::string_view what) { told.emplace_back(what); }});
                BOOST_TEST(record(file, "r1"));
                BOOST_TEST(record(file, "r2"));
                each.done(path);
                BOOST_TEST(!record(file, "r3"));
                BOOST_TEST(record(file, "r4") == each.can_go_on);
                BOOST_TEST(record(file, "r5") == each.can_go_on);
                BOOST_TEST((fs::is_regular_file(path) && holds(path, "r4")) == each.can_go_on);
                BOOST_TEST(told.size() == (each.can_go_on ? 2U : 1U));
                BOOST_TEST(told.front().starts_with("the audit file `" + path.string() + "` was "));
                fs::remove_all(folder.string() + ".old");
            }
}

BOOST_AUTO_TEST_CASE(it_goes_on_as_soon_as_a_file_can_be_there_again) {
    const audit_folder at;
    const fs::path path = at.file();
    std::vector<std::string> told;
    audit_file file(path, {.on_damage = [&](std::string_view what) { told.emplace_back(what); }});
    BOOST_TEST(record(file, "r1"));
    fs::remove(path);
    fs::create_directory(path);
    BOOST_TEST(!record(file, "r2"));
    BOOST_TEST(!record(file, "r3"));
    fs::remove(path);
    BOOST_TEST(!record(file, "r4"));
    BOOST_TEST(record(file, "r5"));
    BOOST_TEST(holds(path, "r5"));
    BOOST_TEST(told.size() == 2U);
    BOOST_TEST(told.back() == "the audit file `" + path.string() + "` is written again");
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_told_of_once_and_goes_on_where_it_was_moved_away) {
    for (const bool chain : {false, true}) BOOST_TEST_CONTEXT((chain ? "chained" : "plain")) {
            const audit_folder at;
            const fs::path path = at.file();
            std::vector<std::string> told;
            audit_file file(
                path, {.chain = chain, .on_damage = [&](std::string_view what) { told.emplace_back(what); }});
            BOOST_TEST(record(file, "r1"));
            std::vector<bool> accepted;
            {
                const little_room full(fs::file_size(path) + 10);
                for (const auto id : {"r2", "r3"}) accepted.push_back(record(file, id));
                fs::rename(path, path.string() + ".old");
                accepted.push_back(record(file, "r4"));
            }
            for (const auto id : {"r5", "r6"}) accepted.push_back(record(file, id));
            BOOST_TEST(accepted == std::vector({false, false, false, true, true}),
                       boost::test_tools::per_element());
            BOOST_TEST((holds(path, "r5") && holds(path, "r6")));
            BOOST_TEST(told == std::vector({"the audit file `" + path.string() +
                                                "` cannot be written: File too large",
                                            "the audit file `" + path.string() + "` is written again"}),
                       boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_CASE(a_chain_that_goes_on_in_a_file_that_was_shortened_says_so) {
    const audit_folder at;
    const fs::path path = at.file();
    audit_file file(path, {.chain = true});
    for (const auto id : {"r1", "r2", "r3"}) BOOST_TEST(record(file, id));
    const auto lines = lines_of(content(path));
    fs::resize_file(path, lines[0].size() + lines[1].size());
    BOOST_TEST(!record(file, "r4"));
    BOOST_TEST(record(file, "r5"));
    std::ifstream written(path, std::ios::binary);
    const auto found = verify_audit(written);
    BOOST_TEST(!found.holds());
    BOOST_REQUIRE(found.new_chain.has_value());
    BOOST_TEST(found.new_chain->holds);
    BOOST_TEST(found.new_chain->records == 1U);
}

BOOST_AUTO_TEST_CASE(what_others_write_into_a_shared_file_is_no_damage) {
    const audit_folder at;
    const fs::path path = at.file();
    audit_file one(path);
    audit_file other(path);
    for (const auto id : {"r1", "r2", "r3"}) {
        BOOST_TEST(record(one, id));
        BOOST_TEST(record(other, id));
    }
    fs::remove(path);
    BOOST_TEST(!record(one, "r4"));
    BOOST_TEST(!record(other, "r4"));
    BOOST_TEST(record(one, "r5"));
    BOOST_TEST(record(other, "r6"));
    BOOST_TEST((holds(path, "r5") && holds(path, "r6")));
}

BOOST_AUTO_TEST_CASE(what_is_added_while_lines_are_forgotten_stays_and_its_writer_goes_on_in_the_new_file) {
    for (const bool takes_turns : {false, true}) BOOST_TEST_CONTEXT(takes_turns) {
            const audit_folder folder;
            const auto path = folder.file();
            audit_file_options options;
            options.rotate_bytes = takes_turns ? 1'000'000 : 0;
            options.wait = std::chrono::milliseconds(1);
            audit_file writer(path, options);
            for (const auto* const id : {"r1", "r2", "r3"}) BOOST_TEST(record(writer, id));
            bool added = false;
            forget_lines(
                path, [](std::string_view line) { return line.find("\"r2\"") != line.npos; },
                [&] {
                    added = record(writer, "r4");
                    return std::string(R"({"note":1})");
                });
            // Whoever takes turns waits, and is refused: its call is denied.
            BOOST_TEST(added == !takes_turns);
            BOOST_TEST(!holds(path, "r2"));
            BOOST_TEST((holds(path, "r1") && holds(path, "r3")));
            BOOST_TEST(holds(path, "r4") == added);
            BOOST_TEST(content(path).find("{\"note\":1}\n") != std::string::npos);
            BOOST_TEST(!record(writer, "r5"));
            BOOST_TEST(record(writer, "r6"));
            BOOST_TEST((!holds(path, "r5") && holds(path, "r6")));
            BOOST_TEST(((fs::status(path).permissions() & fs::perms::all) ==
                        (fs::perms::owner_read | fs::perms::owner_write)));
        }
}

void forget(const fs::path& path, std::string_view what) {
    forget_lines(
        path, [&](std::string_view line) { return line.find(what) != line.npos; },
        [] { return std::string(R"({"note":1})"); });
}

BOOST_AUTO_TEST_CASE(a_chain_without_forgotten_lines_says_that_it_is_a_new_one_and_goes_on) {
    for (const bool aside : {false, true}) BOOST_TEST_CONTEXT((aside ? "in two files" : "in one file")) {
            const audit_folder folder;
            const auto path = folder.file();
            audit_file_options options;
            options.chain = true;
            {
                audit_file writer(path, options);
                for (const auto* const id : {"r1", "r2", "r3"}) BOOST_TEST(record(writer, id));
            }
            if (aside) {
                fs::rename(path, path.string() + ".1");
                audit_file writer(path, options);
                for (const auto* const id : {"r4", "r5"}) BOOST_TEST(record(writer, id));
            }
            BOOST_TEST_REQUIRE(verify_audit_files(path).holds());
            const auto head = verify_audit_files(path).head;
            // The first of a file, too, whose line says what was before it; and a second time.
            for (const auto* const what : {"\"r2\"", "\"r1\"", "\"r4\""}) {
                forget(path, what);
                const auto found = verify_audit_files(path);
                BOOST_TEST(found.why == "a new chain begins here");
                BOOST_REQUIRE(found.new_chain.has_value());
                BOOST_TEST(found.new_chain->holds);
            }
            BOOST_TEST(!verify_audit_files(path, head).holds());
            audit_file writer(path, options);
            BOOST_TEST(!writer.chain_break().has_value());
            BOOST_TEST(record(writer, "r6"));
            const auto found = verify_audit_files(path);
            BOOST_TEST(found.new_chain->holds);
            // Three notes, and what was not forgotten.
            BOOST_TEST(found.new_chain->records == (aside ? 6U : 5U));
        }
}

BOOST_AUTO_TEST_CASE(of_a_chain_that_does_not_hold_nothing_is_forgotten_and_nothing_is_left_beside_it) {
    const audit_folder folder;
    const auto path = folder.file();
    audit_file_options options;
    options.chain = true;
    {
        audit_file writer(path, options);
        for (const auto* const id : {"r1", "r2", "r3"}) BOOST_TEST(record(writer, id));
    }
    const auto whole = content(path);
    const auto second = whole.find('\n') + 1;
    const auto third = whole.find('\n', second) + 1;
    for (const auto& broken :
         {whole.substr(0, second) + whole.substr(third), whole.substr(0, whole.size() - 9), whole + "{}\n",
          whole.substr(second) + whole}) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << broken;
        BOOST_CHECK_THROW(forget(path, "r1"), std::runtime_error);
        BOOST_TEST(content(path) == broken);
        BOOST_TEST(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_damage_test
