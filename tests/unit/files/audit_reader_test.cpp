// Reading a record: its lines, and what they say.
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/audit_line.hpp>
#include <assent/adapters/files/audit_reader.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace audit_reader_test {
namespace {

using namespace assent;
namespace fs = std::filesystem;

class record_folder {
public:
    record_folder() {
        std::string name = (fs::temp_directory_path() / "assent-reader-XXXXXX").string();
        BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~record_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    record_folder(const record_folder&) = delete;
    record_folder& operator=(const record_folder&) = delete;

    [[nodiscard]] fs::path record() const { return path_ / "audit"; }
    void add(const std::string& text, const std::string& name = "audit") const {
        std::ofstream(path_ / name, std::ios::binary | std::ios::app) << text;
    }
    void put_aside(const std::string& name) const { fs::rename(record(), path_ / name); }

private:
    fs::path path_;
};

// "audit.1:2 text", and a `~` behind half a line.
std::vector<std::string> read_by_now(audit_reader& reader) {
    std::vector<std::string> all;
    while (const auto line = reader.next())
        all.push_back(reader.file().filename().string() + ":" + std::to_string(line->number) + " " +
                      std::string(line->text) + (line->whole ? "" : "~"));
    return all;
}

using texts = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(audit_reader_test)

BOOST_AUTO_TEST_CASE(the_files_are_read_from_the_oldest_to_the_newest) {
    const record_folder at;
    at.add("a\nb\n", "audit.2");
    at.add("c\n", "audit.10");
    at.add("d\n");
    audit_reader reader(at.record());
    const texts expected{"audit.2:1 a", "audit.2:2 b", "audit.10:1 c", "audit:1 d"};
    BOOST_TEST(read_by_now(reader) == expected, boost::test_tools::per_element());
    BOOST_TEST(reader.several());
}

BOOST_AUTO_TEST_CASE(what_is_written_meanwhile_comes_next_and_half_a_line_waits_for_its_end) {
    const record_folder at;
    at.add("a\nb");
    audit_reader reader(at.record());
    BOOST_TEST(read_by_now(reader) == texts{"audit:1 a"}, boost::test_tools::per_element());
    BOOST_TEST(reader.rest().text == "b");
    at.add("c");
    BOOST_TEST(read_by_now(reader).empty());
    at.add("\nd\n");
    const texts expected{"audit:2 bc", "audit:3 d"};
    BOOST_TEST(read_by_now(reader) == expected, boost::test_tools::per_element());
    BOOST_TEST(reader.rest().text.empty());
    BOOST_TEST(!reader.several());
}

BOOST_AUTO_TEST_CASE(it_goes_on_in_the_files_that_come_after_the_one_that_was_put_aside) {
    const record_folder at;
    at.add("a\n");
    audit_reader reader(at.record());
    BOOST_TEST(read_by_now(reader) == texts{"audit:1 a"}, boost::test_tools::per_element());
    at.add("b\nhalf");
    at.put_aside("audit.1");
    BOOST_TEST(read_by_now(reader).size() == 2U);  // the next one is not there yet
    at.add("c\n", "audit.2");
    at.add("d\n");
    const texts expected{"audit.2:1 c", "audit:1 d"};
    BOOST_TEST(read_by_now(reader) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_record_that_is_not_there_is_none) {
    const record_folder at;
    BOOST_CHECK_THROW(audit_reader reader(at.record()), std::exception);
    fs::create_directory(at.record());
    BOOST_CHECK_THROW(audit_reader reader(at.record()), std::exception);
}

BOOST_AUTO_TEST_CASE(what_was_written_of_a_decision_is_read_back) {
    const auto input = make_input({{"command", "npm \"x\"\n"}, {"file_path", "/a"}});
    verdict decided;
    decided.decision = outcome::allow;
    decided.source = decision_source::callback;
    decided.risk = risk_level::medium;
    decided.by = "page";
    const audit_event event{.what = audit_event::kind::decision,
                            .time = wall_time(std::chrono::milliseconds(1'700'000'000'007)),
                            .request_id = "r",
                            .tool_name = "Bash",
                            .own_name = "shell",
                            .tool_use_id = "u",
                            .agent_id = "sub",
                            .agent = "codex",
                            .session_id = "s",
                            .cwd = "/w \"q\"",
                            .input = input.get(),
                            .decided = &decided,
                            .asked_because = decision_source::effect,
                            .edited = true};
    const auto read = read_json_line(to_json_line(event, {.inputs = audit_inputs::full}));
    BOOST_REQUIRE(read);
    const auto kept = kept_copy(event);
    BOOST_TEST(read->time.time_since_epoch().count() == 1'700'000'000'007);
    BOOST_TEST(read->request_id == kept.request_id);
    BOOST_TEST(read->tool_name == kept.tool_name);
    BOOST_TEST(read->own_name == kept.own_name);
    BOOST_TEST(read->tool_use_id == kept.tool_use_id);
    BOOST_TEST(read->agent_id == kept.agent_id);
    BOOST_TEST(read->agent == kept.agent);
    BOOST_TEST(read->session_id == kept.session_id);
    BOOST_TEST(read->cwd == kept.cwd);
    BOOST_TEST(read->reason == kept.reason);
    BOOST_TEST(read->by == "page");
    BOOST_TEST(read->edited);
    BOOST_TEST((read->decision == outcome::allow && read->source == decision_source::callback));
    BOOST_TEST((read->risk == risk_level::medium && read->end == question_end::approved));
    BOOST_TEST((read->asked_because == decision_source::effect));
    BOOST_TEST(read->has_digest);
    BOOST_REQUIRE(read->input);
    BOOST_TEST((read->input->whole() == input->whole()));
}

BOOST_AUTO_TEST_CASE(a_line_that_no_record_has_says_nothing) {
    const std::string good =
        R"({"time":"2023-11-14T22:13:20.007Z","event":"decision","tool":"Bash","outcome":"deny","source":"rule"})";
    BOOST_TEST(read_json_line(good).has_value());
    const auto with = [&](const std::string& old, const std::string& now) {
        std::string text = good;
        return text.replace(text.find(old), old.size(), now);
    };
    BOOST_TEST(read_json_line(with("\"Bash\"", "\"Bash\",\"later\":[1]")).has_value());
    for (const std::string& damaged :
         {std::string(), std::string("{}"), good.substr(0, good.size() - 1), good.substr(1),
          with("2023-11", "2023-13"), with(".007Z", ".0Z"), with("\"decision\"", "\"other\""),
          with("\"decision\"", "7"), with("\"deny\"", "\"denied\""), with("\"rule\"", "\"rules\""),
          with(",\"outcome\":\"deny\"", ""), with("\"Bash\"", "[]"),
          with("\"Bash\"", "\"Bash\",\"tool\":\"Read\"")})
        BOOST_TEST(!read_json_line(damaged).has_value(), damaged);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_reader_test
