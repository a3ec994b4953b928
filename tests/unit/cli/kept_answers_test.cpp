// What people have allowed with "always", in its file.
#include "answers/kept_answers.hpp"
#include "answers/answers_listing.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/test/unit_test.hpp>

#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kept_answers_test {
namespace {

using namespace assent;
using namespace assent::cli;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(kept_answers_test)

// A folder of states, and what was said on the way.
struct own_state {
    own_state() {
        std::string name = (fs::temp_directory_path() / "assent-answers-XXXXXX").string();
        folder = ::mkdtemp(name.data());
        place.file = folder / "state" / "answers.json";
    }
    ~own_state() { fs::remove_all(folder); }
    own_state(const own_state&) = delete;
    own_state& operator=(const own_state&) = delete;

    [[nodiscard]] kept_answers open() {
        return kept_answers(place, [this](const log_entry& entry) { said.emplace_back(entry.message); });
    }
    [[nodiscard]] std::string text() const {
        std::ifstream file(place.file);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(std::string_view what, mode_t mode = S_IRUSR | S_IWUSR) const {
        fs::create_directories(place.file.parent_path());
        std::ofstream(place.file, std::ios::trunc) << what;
        ::chmod(place.file.c_str(), mode);
    }

    fs::path folder;
    answers_place place{};
    std::vector<std::string> said{};
};

permission_rule bound(std::string_view text, std::string folder = "/usr") {
    auto rule = parse_rule(text, rule_behavior::allow, rule_origin::stored);
    BOOST_REQUIRE(rule);
    return rule->with_condition(std::make_shared<const rule_condition>(
        rule_condition{.agent = "claude", .folder = std::move(folder)}));
}
stored_answer answer(std::string_view text, std::string folder = "/usr") {
    return {.rule = bound(text, std::move(folder)),
            .by = "web",
            .user = "7",
            .given = "2026-11-28T05:19:16Z",
            .question = "Execute command: " + std::string(text)};
}

constexpr std::string_view entry =
    R"x({"rule":"Bash(mix)","folder":"/usr","agent":"claude","by":"web","user":"7",)x"
    R"("given":"2026-11-28T05:19:16Z","question":"","uses":0})";
std::string file_of(std::string_view entries) { return R"({"answers":[)" + std::string(entries) + "]}"; }
std::string changed(std::string_view what, std::string_view by) {
    std::string text(entry);
    return file_of(text.replace(text.find(what), what.size(), by));
}

BOOST_AUTO_TEST_CASE(what_one_process_keeps_the_next_one_has_and_nobody_else_may_read) {
    own_state at;
    {
        auto first = at.open();
        BOOST_TEST(first.keep(answer("Bash(cargo test)")) == "");
        BOOST_TEST(first.keep(answer("Bash(mix *)", "/etc")) == "");
        first.used(bound("Bash(cargo test)"));
        first.used(bound("Bash(cargo test)"));
    }
    const auto rules = at.open().rules();
    BOOST_TEST_REQUIRE(rules.size() == 2U);
    BOOST_TEST((rules[0] == bound("Bash(cargo test)")));
    BOOST_TEST((rules[0].origin() == rule_origin::stored));
    BOOST_TEST(rules[1].full_text() == "Bash(mix *) for /etc, claude");
    const auto all = read_answers(at.place);
    BOOST_TEST(all[0].uses == 2U);
    BOOST_TEST(!all[0].last_used.empty());
    BOOST_TEST(all[1].uses == 0U);
    struct stat status {};
    BOOST_TEST(::stat(at.place.file.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777U) == 0600U);
    BOOST_TEST(at.said.empty());
}

BOOST_AUTO_TEST_CASE(several_that_keep_answers_at_once_lose_none) {
    own_state at;
    constexpr int each = 20;
    const auto keep_some = [&](const std::string& name) {
        kept_answers own(at.place, [](const log_entry&) {});
        for (int i = 0; i < each; ++i)
            BOOST_TEST(own.keep(answer("Bash(" + name + std::to_string(i) + ")")) == "");
    };
    std::thread other([&] { keep_some("one"); });
    keep_some("two");
    other.join();
    BOOST_TEST(read_answers(at.place).size() == 2U * each);
}

BOOST_AUTO_TEST_CASE(
    what_others_put_there_holds_when_a_person_has_confirmed_it_and_what_they_take_out_no_more) {
    own_state at;
    auto kept = at.open();
    std::string means;
    kept_answers::on_confirmed say;
    kept.confirm = [&](std::string text, kept_answers::on_confirmed answered) {
        means = std::move(text);
        say = std::move(answered);
        return std::make_shared<int>();
    };
    BOOST_TEST(kept.keep(answer("Bash(own)")) == "");
    at.write(file_of(entry));
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
    BOOST_TEST(means == "allowed from now on: Bash(mix) for /usr, claude");
    say(true, "web");
    BOOST_TEST_REQUIRE(kept.rules().size() == 1U);
    BOOST_TEST((kept.rules()[0] == bound("Bash(mix)")));
    // Counting, or another question in it, loosens nothing.
    means.clear();
    at.write(changed(R"("uses":0)", R"("uses":12)"));
    BOOST_TEST(kept.look());
    BOOST_TEST(means.empty());
    at.write(file_of(""));
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
    // What is denied does not stay there for the next one.
    at.write(file_of(entry));
    BOOST_TEST(kept.look());
    say(false, "web");
    BOOST_TEST(kept.rules().empty());
    BOOST_TEST(read_answers(at.place).empty());
}

BOOST_AUTO_TEST_CASE(one_that_is_taken_back_holds_no_more_in_any_process) {
    own_state at;
    auto one = at.open(), other = at.open();
    BOOST_TEST(one.keep(answer("Bash(a)")) == "");
    BOOST_TEST(one.keep(answer("Bash(b)")) == "");
    BOOST_TEST(other.look());
    BOOST_TEST(other.rules().size() == 2U);
    BOOST_TEST(one.remove({bound("Bash(a)").key()}).any);
    BOOST_TEST(!one.remove({bound("Bash(a)").key()}).any);
    BOOST_TEST(one.rules().size() == 1U);
    BOOST_TEST(other.look());
    BOOST_TEST(other.rules().size() == 1U);
}

// No file may grow beyond this, as on a disk that is as good as full.
class full_disk {
public:
    explicit full_disk(std::size_t room) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit little{room, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &little);
    }
    ~full_disk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    full_disk(const full_disk&) = delete;
    full_disk& operator=(const full_disk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

std::vector<std::string> files_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& each : fs::directory_iterator(folder)) names.push_back(each.path().filename().string());
    std::ranges::sort(names);
    return names;
}

BOOST_AUTO_TEST_CASE(on_a_full_disk_nothing_is_lost_and_it_says_so) {
    for (const std::size_t room : {0U, 1U, 14U}) BOOST_TEST_CONTEXT("room for " << room << " bytes") {
            own_state at;
            auto kept = at.open();
            BOOST_TEST(kept.keep(answer("Bash(a)")) == "");
            const auto before = at.text();
            {
                const full_disk full(room);
                const auto cannot = at.place.file.string() + " cannot be written: File too large";
                BOOST_TEST(kept.keep(answer("Bash(b)")) == cannot);
                BOOST_TEST(kept.remove({bound("Bash(a)").key()}).why_not_written == cannot);
                kept.used(bound("Bash(a)"));
                kept.write_uses();
            }
            BOOST_TEST(at.text() == before);
            BOOST_TEST(files_in(at.place.file.parent_path()) == std::vector<std::string>{"answers.json"},
                       boost::test_tools::per_element());
            // What a person has taken back does not hold here, whatever the file says.
            BOOST_TEST(kept.rules().empty());
            BOOST_TEST(at.open().rules().size() == 1U);
            kept.write_uses();
            BOOST_TEST(read_answers(at.place)[0].uses == 1U);
        }
}

BOOST_AUTO_TEST_CASE(on_a_full_disk_a_file_that_cannot_be_read_stays_where_it_is) {
    own_state at;
    at.write("{\"answers\":[7]}");
    auto kept = at.open();
    {
        const full_disk full(0);
        BOOST_TEST(kept.keep(answer("Bash(b)")) ==
                   at.place.file.string() + " cannot be written: File too large");
    }
    BOOST_TEST(at.text() == "{\"answers\":[7]}");
    BOOST_TEST(files_in(at.place.file.parent_path()) == std::vector<std::string>{"answers.json"},
               boost::test_tools::per_element());
}

// Has a process of its own keep an answer, and kills it after so many of its calls of the kernel.
struct kill_of_keeper {
    int calls = 0;          // that it had made
    bool was_told = false;  // that the answer is kept
};
kill_of_keeper kill_while_it_keeps(const answers_place& place, const stored_answer& added, int calls) {
    int ends[2]{};
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t keeper = ::fork();
    if (keeper == 0) {
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        ::raise(SIGSTOP);
        kept_answers kept(place, [](const log_entry&) {});
        const bool told = kept.keep(added).empty() && ::write(ends[1], "k", 1) == 1;
        ::_exit(told ? 0 : 1);
    }
    ::close(ends[1]);
    ::waitpid(keeper, nullptr, 0);
    ::ptrace(PTRACE_SETOPTIONS, keeper, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    kill_of_keeper made;
    // One that is traced stops where a call begins, and where it ends.
    for (int status = 0; made.calls < 2 * calls; ++made.calls)
        if (::ptrace(PTRACE_SYSCALL, keeper, nullptr, 0) != 0 || ::waitpid(keeper, &status, 0) != keeper ||
            !WIFSTOPPED(status))
            break;
    made.calls /= 2;
    if (::kill(keeper, SIGKILL) == 0) ::waitpid(keeper, nullptr, 0);
    char said = 0;
    made.was_told = ::read(ends[0], &said, 1) == 1;
    ::close(ends[0]);
    return made;
}

BOOST_AUTO_TEST_CASE(whenever_a_process_is_killed_that_keeps_an_answer_those_of_before_are_there) {
    constexpr int any_number = 1'000'000;
    for (const bool readable : {true, false}) BOOST_TEST_CONTEXT("the file can be read: " << readable) {
            int all = any_number;
            std::size_t untold = 0;
            for (int calls = any_number; calls >= 0; calls = calls == any_number ? all : calls - 1) {
                own_state at;
                at.write(readable ? file_of(entry) : "{\"answers\":[7]}");
                const auto end = kill_while_it_keeps(at.place, answer("Bash(new)"), calls);
                if (calls == any_number) {
                    BOOST_TEST_REQUIRE(end.was_told);
                    BOOST_TEST_REQUIRE(end.calls > 20);
                    all = end.calls;
                }
                untold += end.was_told ? 0 : 1;
                BOOST_TEST_CONTEXT("killed after " << end.calls << " calls") {
                    // What could not be read is somewhere, too.
                    std::string texts;
                    for (const auto& name : files_in(at.place.file.parent_path())) {
                        std::ifstream file(at.place.file.parent_path() / name);
                        texts.append(std::istreambuf_iterator<char>(file), {});
                    }
                    if (!readable) BOOST_TEST(texts.find("[7]") != std::string::npos);
                    auto next = at.open();
                    const auto rules = next.rules();
                    const auto has = [&](std::string_view rule) {
                        return std::ranges::find(rules, bound(rule)) != rules.end();
                    };
                    BOOST_TEST(has("Bash(mix)") == readable);
                    BOOST_TEST((has("Bash(new)") || !end.was_told));
                    // The next one is kept as ever, and takes away what was half written.
                    BOOST_TEST(next.keep(answer("Bash(next)")) == "");
                    for (const auto& name : files_in(at.place.file.parent_path()))
                        BOOST_TEST(name.starts_with("answers.json"), name);
                }
            }
            BOOST_TEST(untold > 10U);
        }
}

BOOST_AUTO_TEST_CASE(no_more_than_the_most_are_kept) {
    own_state at;
    std::string entries;
    for (std::size_t i = 1; i < max_kept_answers; ++i) {
        std::string each(entry);
        entries += each.replace(each.find("mix"), 3, "a" + std::to_string(i)) + ",";
    }
    at.write(file_of(entries + std::string(entry)));
    auto full = at.open();
    BOOST_TEST(full.rules().size() == max_kept_answers);
    BOOST_TEST(full.keep(answer("Bash(more)")).find("has 1000 answers") != std::string::npos);
    // One that is there may be given again.
    BOOST_TEST(full.keep(answer("Bash(mix)")) == "");
    std::string more(entry);
    at.write(file_of(entries + std::string(entry) + "," + more.replace(more.find("mix"), 3, "more")));
    BOOST_TEST(at.open().rules().empty());
    BOOST_TEST_REQUIRE(!at.said.empty());
    BOOST_TEST(at.said.back().find("answers: expected at most 1000 answers, found 1001") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_allows_nothing_says_why_and_is_kept) {
    struct row {
        std::string text;
        std::string said;
        mode_t mode = S_IRUSR | S_IWUSR;
    };
    const row rows[] = {
        {"", "expected one JSON object without keys that stand twice, found another text"},
        {R"({"answers":[)", "expected one JSON object without keys that stand twice, found another text"},
        {R"({"answers":[],"answers":[]})", "expected one JSON object without keys that stand twice"},
        {"[]", "expected one JSON object without keys that stand twice, found another text"},
        {R"({"answers":{}})", "answers: expected a list of answers, found `{}`"},
        {R"({"answers":[],"version":2})", "version: expected no such member, found it"},
        {file_of("7"), "answers[0]: expected an object, found `7`"},
        {changed(R"("rule":)", R"("rul":)"), "answers[0].rul: expected no such member, found it"},
        {changed(R"x("Bash(mix)")x", R"x("Bash(")x"),
         "answers[0].rule: expected a rule such as `Bash(npm test)`"},
        {changed(R"x("Bash(mix)")x", R"("*")"), "answers[0].rule: expected a rule that names a tool"},
        {changed(R"x("Bash(mix)")x", R"x("Bash(bash *)")x"), "answers[0].rule: expected a rule such as"},
        {changed(R"("/usr")", R"("usr")"), "answers[0].folder: expected "},
        {changed(R"("folder":"/usr",)", ""), "answers[0].folder: expected an absolute folder, found nothing"},
        {changed(R"("claude")", R"("clod")"), "answers[0].agent: expected "},
        {changed(R"("claude")", R"("")"), "answers[0].agent: expected an agent such as `claude`, found ``"},
        {changed(R"("uses":0)", R"("uses":-1)"),
         "answers[0].uses: expected how often it was used, 0 or more, found `-1`"},
        {changed("05:19:16Z", "yesterday"),
         "answers[0].given: expected a time such as `2026-11-28T05:19:16Z`"},
        {changed(R"("uses":0)", R"("uses":0,"runs":{})"),
         "answers[0].runs: expected a list of at most 64 texts"},
        {changed(R"("uses":0)", R"("uses":0,"runs":[7])"),
         "answers[0].runs: expected an object for each text, found `7`"},
        {changed(R"("uses":0)", R"("uses":0,"runs":[{"file":"a","member":"","sha256":""}])"),
         "answers[0].runs.file: expected an absolute path, found `\"a\"`"},
        {changed(R"("uses":0)", R"("uses":0,"runs":[{"file":"/a","sha256":""}])"),
         "answers[0].runs.member: expected the name of a member, or ``, found nothing"},
        {changed(R"("uses":0)", R"("uses":0,"runs":[{"file":"/a","member":"","sha256":"ab"}])"),
         "answers[0].runs.sha256: expected 64 hexadecimal digits, or ``"},
        {changed(R"("uses":0)", R"("uses":0,"runs":[{"file":"/a","member":"","sha256":"","mode":1}])"),
         "answers[0].runs.mode: expected no such member, found it"},
        {file_of(entry), "expected mode 0600 (`chmod 600` makes it so), found mode 0620", 0620},
        {file_of(entry), "expected mode 0600 (`chmod 600` makes it so), found mode 0644", 0644},
    };
    for (const auto& [text, said, mode] : rows) BOOST_TEST_CONTEXT(text << " " << said) {
            own_state at;
            at.write(text, mode);
            {
                auto kept = at.open();
                BOOST_TEST(kept.rules().empty());
                BOOST_TEST_REQUIRE(at.said.size() == 1U);
                BOOST_TEST(at.said[0].starts_with(at.place.file.string() + ": "), at.said[0]);
                BOOST_TEST(at.said[0].find(said) != std::string::npos, at.said[0]);
                BOOST_TEST(!kept.look());  // and it is said once
                // Counting is no reason to move it.
                kept.used(bound("Bash(mix)"));
                kept.write_uses();
                BOOST_TEST(at.text() == text);
                BOOST_TEST(kept.keep(answer("Bash(new)")) == "");
                BOOST_TEST(kept.rules().size() == 1U);
            }
            std::ifstream aside(at.place.file.string() + ".unread-1");
            BOOST_TEST(std::string(std::istreambuf_iterator<char>(aside), {}) == text);
            BOOST_TEST(at.open().rules().size() == 1U);
        }
}

BOOST_AUTO_TEST_CASE(a_link_in_its_place_is_not_followed) {
    own_state at;
    at.write(file_of(entry));
    fs::rename(at.place.file, at.folder / "elsewhere");
    fs::create_symlink(at.folder / "elsewhere", at.place.file);
    BOOST_TEST(at.open().rules().empty());
    BOOST_TEST(at.said[0].find("expected a regular file, found a link") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_list_for_people_says_whether_each_holds) {
    own_state at;
    auto kept = at.open();
    BOOST_TEST(kept.keep(answer("Bash(a)", at.folder.string())) == "");
    BOOST_TEST(kept.keep(answer("Bash(b)", "/no/such")) == "");
    const auto all = read_answers(at.place);
    BOOST_TEST(answers_text(all) ==
               "1. Bash(a) for claude in " + at.folder.string() +
                   "\n     holds; given on the page at 2026-11-28 05:19:16 UTC; not used yet\n"
                   "2. Bash(b) for claude in /no/such\n"
                   "     folder gone; given on the page at 2026-11-28 05:19:16 UTC; not used "
                   "yet\n");
    BOOST_TEST(answers_text({}) == "no answer is kept\n");
}

// A person has seen the folder's name, and not where a link leads.
BOOST_AUTO_TEST_CASE(an_answer_for_a_folder_that_is_a_link_or_has_become_one_holds_nowhere) {
    own_state at;
    const fs::path real = at.folder / "shop", link = at.folder / "link";
    fs::create_directory(real);
    fs::create_directory_symlink("/usr", link);
    auto kept = at.open();
    BOOST_TEST(kept.keep(answer("Bash(a)", link.string())) == "");
    BOOST_TEST(kept.rules().empty());
    BOOST_TEST(kept.keep(answer("Bash(b)", real.string())) == "");
    BOOST_TEST(kept.rules().size() == 1U);
    fs::remove(real);
    fs::create_directory_symlink("/usr", real);
    BOOST_TEST(kept.rules().empty());
    BOOST_TEST(at.open().rules().empty());
    const auto listed = answers_text(read_answers(at.place));
    BOOST_TEST(listed.find("folder is a link; given on the page") != std::string::npos, listed);
}

// A project with what answers run by name.
struct own_project : own_state {
    own_project() {
        file("package.json", R"({"version":"1","scripts":{"test":"jest"}})");
        file("run.sh", "ls\n");
        file("Makefile", "all:\n\techo\n");
        file("justfile", "build:\n");
        file("x.js", "");
        fs::create_directories(folder / "sub");
        fs::create_directories(folder / "tools");
        file("tools/gen.py", "");
    }
    void file(const std::string& name, std::string_view text) const {
        std::ofstream(folder / name, std::ios::trunc) << text;
    }
    [[nodiscard]] std::vector<std::string> named_by(std::string_view rule) const {
        std::vector<std::string> names;
        for (const auto& each : texts_named_by(bound(rule), folder.string()))
            names.push_back(each.file.string().substr(folder.string().size() + 1) +
                            (each.member.empty() ? "" : ":" + each.member));
        return names;
    }
};

BOOST_AUTO_TEST_CASE(what_an_answer_runs_by_name_is_found_in_its_command) {
    const own_project at;
    using names = std::vector<std::string>;
    const names makefiles{"GNUmakefile", "makefile", "Makefile"};
    const struct {
        std::string_view rule;
        names named;
    } rows[] = {
        {"Bash(npm test)", {"package.json:scripts"}},
        {"Bash(npm run build *)", {"package.json:scripts"}},
        {"Bash(npm run test*)", {"package.json:scripts"}},
        {"Bash(yarn lint)", {"package.json:scripts"}},
        {"Bash(timeout 5 npm test)", {"package.json:scripts"}},
        {"Bash(CI=1 pnpm test)", {"package.json:scripts", "package.json5", "package.yaml"}},
        {"Bash(/usr/bin/npm test)", {"package.json:scripts"}},
        {"Bash(make all)", makefiles},
        {"Bash(make *)", makefiles},
        {"Bash(make -j4 -k all)", makefiles},
        {"Bash(npm test -- --watch)", {"package.json:scripts"}},
        {"Bash(corepack npm test)", {"package.json:scripts"}},
        {"Bash(node --run test)", {"package.json:scripts"}},
        {"Bash(just build)", {"justfile", "Justfile", ".justfile"}},
        {"Bash(./run.sh)", {"./run.sh"}},
        {"Bash(./run.sh *)", {"./run.sh"}},
        {"Bash(./ls)", {"./ls"}},
        {"Bash(bash run.sh -x)", {"run.sh"}},
        {"Bash(sh ./run.sh *)", {"./run.sh"}},
        {"Bash(bash < run.sh)", {"run.sh"}},
        {"Bash(bats run.sh)", {"run.sh"}},
        {"Bash(python3 tools/gen.py *)", {"tools/gen.py"}},
        {"Bash(python3 -m pytest)", {"pytest.py", "pytest/__init__.py", "pytest/__main__.py"}},
        {"Bash(sub/../run.sh)", {"sub/../run.sh"}},
        {"Bash(node x.js)", {"x.js"}},
        {"Bash(npm test && ./run.sh)", {"package.json:scripts", "./run.sh"}},
        {"Bash(bash -c './run.sh')", {"./run.sh"}},
        {"Bash(cargo test)", {}},
        {"Bash(git status)", {}},
        {"Bash(git commit -m make)", {}},
        {"Edit", {}},
    };
    for (const auto& [rule, named] : rows) {
        const auto found = at.named_by(rule);
        BOOST_TEST((found == named), rule << ": " << fmt::format("{}", fmt::join(found, " ")));
    }
}

BOOST_AUTO_TEST_CASE(where_nobody_can_tell_what_a_command_runs_its_answer_is_for_once) {
    const own_project at;
    at.file("test", "decoy");
    fs::create_directory_symlink("sub", at.folder / "dir.sh");
    const struct {
        std::string_view rule, why;
    } rows[] = {
        {"Bash(cd sub && npm test)", "it works in another folder"},
        {"Bash(pushd sub; make)", "it works in another folder"},
        {"Bash(npm -w sub test)", "`-w` may have it work in another folder"},
        {"Bash(npm --prefix=sub test)", "`--prefix=sub` may have it work in another folder"},
        {"Bash(yarn workspace a test)", "`workspace` may have it work in another folder"},
        {"Bash(make -C sub)", "`-C` may have it work in another folder"},
        {"Bash(make -f other.mk)", "`-f` may have it work in another folder"},
        {"Bash(mise run test)", "nobody can tell where `test` lies"},
        {"Bash(bash missing.sh)", "there is no file "},
        {"Bash(bash dir.sh)", "there is no file "},
        {"Bash(rake test)", "nobody can tell where rake finds its tasks"},
        {"Bash(task build)", "nobody can tell where task finds its tasks"},
    };
    for (const auto& [rule, why] : rows) {
        std::string said = "nothing";
        try {
            static_cast<void>(at.named_by(rule));
        } catch (const std::exception& error) {
            said = error.what();
        }
        BOOST_TEST(said.starts_with(why), rule << ": " << said);
    }
}

BOOST_AUTO_TEST_CASE(tasks_that_are_found_above_the_folder_are_those_of_above) {
    own_project at;
    const auto sub = (at.folder / "sub").string();
    auto kept = at.open();
    BOOST_TEST(kept.keep(with_texts_of_now(answer("Bash(npm test)", sub))) == "");
    BOOST_TEST(kept.rules().size() == 1U);
    at.file("package.json", R"({"scripts":{"test":"rm -rf x"}})");
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
    at.file("package.json", R"({"version":"1","scripts":{"test":"jest"}})");
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().size() == 1U);
    // A nearer one comes first.
    at.file("sub/package.json", R"({"scripts":{"test":"rm -rf x"}})");
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
}

BOOST_AUTO_TEST_CASE(an_answer_holds_as_long_as_what_it_runs_is_what_it_was) {
    own_project at;
    auto kept = at.open();
    const auto folder = at.folder.string();
    for (const auto* const rule :
         {"Bash(npm test)", "Bash(./run.sh *)", "Bash(make all)", "Bash(cargo test)"})
        BOOST_TEST(kept.keep(with_texts_of_now(answer(rule, folder))) == "");
    const auto hold = [&](kept_answers& in) {
        static_cast<void>(in.look());
        std::string text;
        for (const auto& rule : in.rules()) text += rule.text() + " ";
        return text;
    };
    const auto both = [&] {
        auto other = at.open();
        const auto text = hold(kept);
        BOOST_TEST(hold(other) == text);
        return text;
    };
    BOOST_TEST(both() == "Bash(npm test) Bash(./run.sh *) Bash(make all) Bash(cargo test) ");
    // What else is in that file does not count.
    at.file("package.json", R"({"version":"2","scripts":{"test":"jest"}})");
    BOOST_TEST(both() == "Bash(npm test) Bash(./run.sh *) Bash(make all) Bash(cargo test) ");
    // Of the same length, within the same moment.
    at.file("run.sh", "rm\n");
    BOOST_TEST(both() == "Bash(npm test) Bash(make all) Bash(cargo test) ");
    at.file("run.sh", "ls\n");
    BOOST_TEST(both() == "Bash(npm test) Bash(./run.sh *) Bash(make all) Bash(cargo test) ");
    at.file("package.json", R"({"version":"2","scripts":{"test":"jest","pretest":"rm -rf x"}})");
    BOOST_TEST(both() == "Bash(./run.sh *) Bash(make all) Bash(cargo test) ");
    // One that comes before it.
    at.file("GNUmakefile", "all:\n\trm x\n");
    BOOST_TEST(both() == "Bash(./run.sh *) Bash(cargo test) ");
    fs::remove(at.folder / "run.sh");
    BOOST_TEST(both() == "Bash(cargo test) ");
    fs::create_directory(at.folder / "run.sh");
    BOOST_TEST(both() == "Bash(cargo test) ");
    const auto listed = answers_text(read_answers(at.place));
    BOOST_TEST(listed.find("what it runs has changed; given on the page") != std::string::npos, listed);
    const auto explained = explained_answer(read_answers(at.place)[0], 1);
    BOOST_TEST(
        explained.find("it runs `scripts` of " + folder + "/package.json, sha256 ") != std::string::npos,
        explained);
    BOOST_TEST(explained.find("...: it has changed since\nit does not hold: ") != std::string::npos,
               explained);
    // The person is asked, and says so again.
    BOOST_TEST(kept.keep(with_texts_of_now(answer("Bash(npm test)", folder))) == "");
    BOOST_TEST(both() == "Bash(cargo test) Bash(npm test) ");
}

BOOST_AUTO_TEST_CASE(a_script_behind_a_link_is_what_the_link_leads_to) {
    own_project at;
    at.file("other.sh", "rm -rf x\n");
    fs::create_symlink("run.sh", at.folder / "link.sh");
    auto kept = at.open();
    BOOST_TEST(kept.keep(with_texts_of_now(answer("Bash(./link.sh)", at.folder.string()))) == "");
    BOOST_TEST(kept.rules().size() == 1U);
    fs::remove(at.folder / "link.sh");
    fs::create_symlink("other.sh", at.folder / "link.sh");
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
}

BOOST_AUTO_TEST_CASE(where_names_stand_for_texts_an_answer_is_for_its_folder_alone) {
    own_project at;
    auto kept = at.open();
    BOOST_TEST(kept.keep(with_texts_of_now(answer("Bash(npm test)", at.folder.string()))) == "");
    BOOST_TEST(kept.keep(with_texts_of_now(answer("Bash(cargo test)", at.folder.string()))) == "");
    const auto rules = kept.rules();
    BOOST_TEST_REQUIRE(rules.size() == 2U);
    BOOST_TEST(rules[0].full_text() == "Bash(npm test) for " + at.folder.string() + " alone, claude");
    BOOST_TEST(rules[1].full_text() == "Bash(cargo test) for " + at.folder.string() + ", claude");
    const auto covers = [&](const permission_rule& rule, std::string_view command, const std::string& cwd) {
        const auto input = make_input({{"command", command}});
        const tool_call call{.tool_name = "Bash", .input = *input, .cwd = cwd, .agent = "claude"};
        return rule.match(call_reading(call)) == rule_match::yes;
    };
    const auto shop = at.folder.string(), sub = shop + "/sub";
    BOOST_TEST(covers(rules[0], "npm test", shop));
    BOOST_TEST(!covers(rules[0], "npm test", sub));
    BOOST_TEST(!covers(rules[0], "cd sub && npm test", shop));
    BOOST_TEST(!covers(rules[0], "npm test", at.folder.parent_path().string()));
    BOOST_TEST(covers(rules[1], "cargo test", sub));
}

BOOST_AUTO_TEST_CASE(what_is_too_long_or_no_file_or_too_much_cannot_be_kept) {
    own_project at;
    const auto why_not = [&](const std::string& command) -> std::string {
        try {
            static_cast<void>(with_texts_of_now(answer("Bash(" + command + ")", at.folder.string())));
        } catch (const std::exception& error) {
            return error.what();
        }
        return {};
    };
    at.file("big.sh", std::string(max_named_text_bytes + 1, 'x'));
    BOOST_TEST(why_not("./big.sh") == at.folder.string() + "/./big.sh is longer than 1MiB");
    at.file("big.sh", std::string(max_named_text_bytes, 'x'));
    BOOST_TEST(why_not("./big.sh") == "");
    BOOST_TEST(::mkfifo((at.folder / "pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
    BOOST_TEST(why_not("./pipe") == at.folder.string() + "/./pipe is no file");
    std::string many = "./s1";
    for (std::size_t i = 2; i <= max_named_texts; ++i) many += fmt::format(" && ./s{}", i);
    BOOST_TEST(why_not(many) == "");
    BOOST_TEST(why_not(many + " && ./other") == "its command runs more than 64 texts by their names");
}

BOOST_AUTO_TEST_CASE(what_has_changed_since_the_question_is_known) {
    own_project at;
    const auto text = texts_named_by(bound("Bash(./run.sh)"), at.folder.string()).at(0);
    const auto now = std::chrono::system_clock::now();
    using std::chrono::hours;
    BOOST_TEST(!changed_since(text, now + hours(1)));
    BOOST_TEST(changed_since(text, now - hours(1)));
    fs::last_write_time(at.folder / "run.sh", fs::file_time_type::clock::now() - hours(48));
    BOOST_TEST(changed_since(text, now - hours(1)));  // somebody has set it back
    BOOST_TEST(!changed_since({.file = at.folder / "no"}, now));
}

BOOST_AUTO_TEST_CASE(an_answer_that_does_not_say_what_it_runs_holds_only_where_it_runs_nothing_by_name) {
    own_project at;
    auto kept = at.open();
    BOOST_TEST(kept.keep(answer("Bash(npm test)", at.folder.string())) == "");
    BOOST_TEST(kept.keep(answer("Bash(cargo test)", at.folder.string())) == "");
    BOOST_TEST_REQUIRE(kept.rules().size() == 1U);
    BOOST_TEST(kept.rules()[0].text() == "Bash(cargo test)");
}

BOOST_AUTO_TEST_CASE(whoever_writes_another_digest_into_the_file_is_not_believed) {
    own_project at;
    auto kept = at.open();
    std::string means;
    kept.confirm = [&](std::string text, const kept_answers::on_confirmed&) {
        means = std::move(text);
        return std::make_shared<int>();
    };
    BOOST_TEST(kept.keep(with_texts_of_now(answer("Bash(./run.sh)", at.folder.string()))) == "");
    const auto before = read_answers(at.place)[0].runs[0].sha256;
    at.file("run.sh", "rm -rf x\n");
    auto text = at.text();
    text.replace(text.find(before), before.size(),
                 texts_named_by(bound("Bash(./run.sh)"), at.folder.string())[0].sha256);
    at.write(text);
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
    BOOST_TEST(means.starts_with("allowed from now on: Bash(./run.sh) for "), means);
    // Taken out, it would hold for whatever is there.
    const auto runs = text.find(R"(,"runs":)");
    at.write(text.erase(runs, text.find(']', runs) + 1 - runs));
    BOOST_TEST(kept.look());
    BOOST_TEST(kept.rules().empty());
}

BOOST_AUTO_TEST_CASE(what_a_person_denies_is_taken_out_at_once_however_many_they_are) {
    own_state at;
    auto kept = at.open();
    std::function<void(bool, const std::string&)> answered;
    std::size_t questions = 0;
    kept.confirm = [&](const std::string&, const kept_answers::on_confirmed& how) {
        ++questions;
        answered = how;
        return std::make_shared<int>(0);
    };
    at.write("{\"answers\":[]}");
    static_cast<void>(kept.look());
    change_answers(at.place, [&](std::vector<stored_answer>& all) {
        for (std::size_t i = 0; i < max_kept_answers; ++i) all.push_back(answer(fmt::format("Bash(a{})", i)));
        return true;
    });
    BOOST_TEST(kept.look());
    BOOST_TEST(questions == 1U);
    answered(false, "page");
    BOOST_TEST(questions == 1U);
    BOOST_TEST(read_answers(at.place).empty());
    BOOST_TEST(kept.rules().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kept_answers_test
