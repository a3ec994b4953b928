// Where agents keep their hooks: what takes one away is asked about.
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::hook_place_test {
namespace {

// Where everything is allowed that the guard does not speak against.
std::string decide(std::string_view tool, json_object input) {
    policy settings;
    for (const auto* const allowed : {"Write", "Bash"})
        settings.rules.push_back(
            permission_rule::make(allowed, {}, rule_behavior::allow, rule_origin::host).value());
    settings.rules.push_back(
        permission_rule::make("Bash", {{"command", "rm *"}}, rule_behavior::allow, rule_origin::host)
            .value());
    const auto basis = judgement_basis::make(std::move(settings), tool_registry::standard()).value();
    const auto kept = make_input(std::move(input));
    const tool_call call{.tool_name = tool, .input = *kept, .cwd = "/home/me"};
    std::string scratch;
    const auto found = examine(call, *basis->rules(), *basis, {}, scratch);
    return std::string(to_string(permission_service(basis).judge(call, found, time_point()).decision));
}

BOOST_AUTO_TEST_SUITE(hook_place_test)

BOOST_AUTO_TEST_CASE(each_place_of_hooks_is_protected) {
    for (const auto& place : hook_places()) {
        for (const auto& folder : {"/home/me/" + std::string(place.folder), std::string(place.folder)}) {
            const auto file = folder + "/" + std::string(place.file);
            BOOST_TEST_CONTEXT(file) {
                BOOST_TEST(decide("Write", {{"file_path", file}, {"content", "x"}}) == "ask");
                BOOST_TEST(decide("Bash", {{"command", "rm -f " + file}}) == "ask");
                BOOST_TEST(decide("Bash", {{"command", "echo > " + file}}) == "ask");
                BOOST_TEST(decide("Bash", {{"command", "rm -rf " + folder}}) == "ask");
            }
        }
    }
    BOOST_TEST(decide("Write", {{"file_path", "/home/me/src/a"}, {"content", "x"}}) == "allow");
    BOOST_TEST(decide("Bash", {{"command", "rm -f src/a"}}) == "allow");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::hook_place_test
