#include "unit/domain/decide/guard_samples.hpp"

#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent::path_targets_test {
namespace {

// A call about `/proj/link`, which leads somewhere.
struct link_call {
    explicit link_call(std::optional<std::string> leads_to) : found{{"file_path", std::move(leads_to)}} {}

    [[nodiscard]] tool_call call(std::string_view tool = "tool") const {
        return {
            .tool_name = tool, .input = *input, .cwd = sample_cwd, .resolved = &found, .resolved_cwd = cwd};
    }

    std::shared_ptr<const kept_input> input = make_input({{"file_path", "/proj/link"}});
    resolved_paths found;
    std::string cwd{sample_cwd};
};

std::string guarded_link(std::optional<std::string> leads_to, tool_kind kind) {
    const link_call at(std::move(leads_to));
    const auto tool = tool_of_kind(kind);
    std::string scratch;
    const auto found = guard(at.call(), &tool, scratch);
    return found ? found.why->id : std::string();
}

std::string risks_of_link(const link_call& at, tool_kind kind) {
    const auto tool = tool_of_kind(kind);
    std::string scratch;
    return ids_of(standard_risk_classifier()->classify(at.call(), &tool, scratch));
}

BOOST_AUTO_TEST_SUITE(path_targets_test)

BOOST_AUTO_TEST_CASE(a_link_into_a_protected_place_is_guarded_like_the_place) {
    for (const auto* place : {"/proj/.git/hooks/pre-commit", "/home/u/.ssh/authorized_keys", "/etc/passwd",
                              "/home/u/.bashrc", "/home/u/.claude/settings.json"}) {
        BOOST_TEST_CONTEXT(place) {
            BOOST_TEST(guarded_link(place, tool_kind::edit) == "protected_place");
            BOOST_TEST(guarded_link(place, tool_kind::read) == "");
        }
    }
    BOOST_TEST(guarded_link("/proc/1/environ", tool_kind::read) == "process_files");
    BOOST_TEST(guarded_link("/proj/src/a.c", tool_kind::edit) == "");
    BOOST_TEST(guarded_link({}, tool_kind::edit) == "");
}

BOOST_AUTO_TEST_CASE(where_a_link_leads_makes_a_call_as_risky_as_the_place) {
    BOOST_TEST(risks_of_link(link_call("/proj/src/a.c"), tool_kind::read) == " ");
    BOOST_TEST(risks_of_link(link_call("/srv/x"), tool_kind::read) == " reads_outside ");
    BOOST_TEST(risks_of_link(link_call("/srv/x"), tool_kind::edit) == " writes_outside ");
    BOOST_TEST(risks_of_link(link_call("/proj/.x/y"), tool_kind::read) == " hidden_path ");
    BOOST_TEST(risks_of_link(link_call("/proj/key.pem"), tool_kind::read) == " secret_in_path ");
    BOOST_TEST(risks_of_link(link_call(std::nullopt), tool_kind::read) == " place_unknown ");
}

BOOST_AUTO_TEST_CASE(a_working_directory_behind_a_link_is_no_reason_for_doubt) {
    link_call at("/data/proj/a.c");
    at.cwd = "/data/proj";
    BOOST_TEST(risks_of_link(at, tool_kind::edit) == " ");
    at.cwd.clear();
    BOOST_TEST(risks_of_link(at, tool_kind::edit) == " writes_outside ");
}

BOOST_AUTO_TEST_CASE(an_edit_is_in_place_only_where_the_path_leads_inside) {
    const auto basis = judgement_basis::make(policy::bare()).value();
    const auto in_place = [&](std::optional<std::string> leads_to) {
        const link_call at(std::move(leads_to));
        std::string scratch;
        return examine(at.call("Edit"), *rule_set::empty(), *basis, {}, scratch).edit_in_place;
    };
    BOOST_TEST(in_place("/proj/src/a.c"));
    BOOST_TEST(!in_place("/srv/a.c"));
    BOOST_TEST(!in_place("/proj/.git/config"));
    BOOST_TEST(!in_place(std::nullopt));
}

BOOST_AUTO_TEST_CASE(paths_are_found_by_name_and_by_registration) {
    auto tool = tool_of_kind(tool_kind::edit);
    tool.main_field = "target";
    tool.field_kinds = {{"log", field_kind::path}, {"path", field_kind::text}};
    const auto input = make_input({{"file_path", "/a/../b"},
                                   {"path", "x"},
                                   {"directory", 7},
                                   {"target", "y"},
                                   {"log", "~/z"},
                                   {"other", "/w"}});
    const auto listed = [&](std::string_view cwd, const tool_definition* definition) {
        std::string text;
        const tool_call call{.tool_name = "tool", .input = *input, .cwd = cwd};
        for (const auto& each : path_fields(call_reading(call), definition))
            text += std::string(each.name) + "=" + each.path + " ";
        return text;
    };
    BOOST_TEST(listed("/cwd", &tool) == "file_path=/a/../b path=/cwd/x target=/cwd/y log=/cwd/~/z ");
    BOOST_TEST(listed("/cwd", nullptr) == "file_path=/a/../b path=/cwd/x ");
    BOOST_TEST(listed("", &tool) == "file_path=/a/../b path= target= log= ");
    BOOST_TEST(listed("cwd", nullptr) == "file_path=/a/../b path= ");
}

BOOST_AUTO_TEST_CASE(a_working_directory_is_guarded_by_where_it_leads) {
    const struct {
        std::string_view field, cwd_leads_to;
        std::optional<std::string> leads_to;
        std::string_view found;
    } table[] = {
        {"workingDirectory", "/proj", "/proj/sub", ""},
        {"workingDirectory", "/proj", "/proj/.hidden", ""},
        {"workingDirectory", "/proj", "/proj", ""},
        {"workingDirectory", "/data/p", "/data/p/sub", ""},
        {"workingDirectory", "/proj", "/srv/foreign", "widened_authority"},
        {"workingDirectory", "/proj", "/project", "widened_authority"},
        {"workingDirectory", "/data/p", "/proj/sub", "widened_authority"},
        {"workingDirectory", "/proj", {}, "widened_authority"},
        {"CWD", "/proj", "/srv/foreign", "widened_authority"},
        {"dir", "/proj", "/srv/foreign", "widened_authority"},
        {"notes", "/proj", "/srv/foreign", ""},
    };
    const auto tool = tool_of_kind(tool_kind::execute);
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.field << " -> " << row.leads_to.value_or("nowhere")) {
            const auto input = make_input({{"command", "git status"}, {row.field, "/proj/sub"}});
            const resolved_paths found{{std::string(row.field), row.leads_to}};
            tool_call call{.tool_name = "tool", .input = *input, .cwd = sample_cwd};
            std::string scratch;
            BOOST_TEST(!guard(call, &tool, scratch));
            call.resolved = &found;
            call.resolved_cwd = row.cwd_leads_to;
            const auto guarded = guard(call, &tool, scratch);
            BOOST_TEST((guarded ? guarded.why->id : std::string()) == row.found);
        }
}

BOOST_AUTO_TEST_CASE(where_a_tool_works_is_among_the_paths_to_look_at) {
    const auto input = make_input({{"CWD", "a"}, {"working_directory", "/b"}, {"dir", "c"}, {"cwd", 1}});
    const auto listed = [&](const tool_definition* definition) {
        std::string text;
        const tool_call call{.tool_name = "tool", .input = *input, .cwd = "/w"};
        for (const auto& each : path_fields(call_reading(call), definition))
            text += std::string(each.name) + "=" + each.path + " ";
        return text;
    };
    const auto shell = tool_of_kind(tool_kind::execute);
    BOOST_TEST(listed(nullptr) == "CWD=/w/a working_directory=/b ");
    BOOST_TEST(listed(&shell) == "CWD=/w/a working_directory=/b dir=/w/c ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_targets_test
