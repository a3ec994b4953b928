#include "served_daemon.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace assent::test {
namespace {

std::vector<std::string> words(std::vector<std::string> options, const std::string& policy,
                               const std::string& audit) {
    options.insert(options.begin(), {"daemon", "--policy", policy, "--audit", audit});
    return options;
}

std::string policy_in(const temporary_folder& folder, std::string_view text) {
    if (text.empty()) return "standard";
    write_file(folder.file("policy.json"), text);
    return folder.file("policy.json");
}

}  // namespace

std::string claude(std::string_view command, std::string_view folder) {
    return R"({"hook_event_name":"PreToolUse","cwd":)" + boost::json::serialize(boost::json::string(folder)) +
           R"(,"tool_name":"Bash","tool_input":)" +
           boost::json::serialize(boost::json::object{{"command", command}}) + "}";
}

bool allows(const std::string& told) { return has(told, R"("permissionDecision":"allow")"); }
bool denies(const std::string& told) { return has(told, R"("permissionDecision":"deny")"); }

served_daemon::served_daemon(std::string_view text, std::vector<std::string> options)
    : policy(policy_in(folder, text)), daemon(words(std::move(options), policy, audit), around) {
    BOOST_REQUIRE(daemon.says("assent: daemon listening on "));
}

void served_daemon::write_policy(std::string_view text) const { write_file(policy, text); }

std::string served_daemon::link() {
    BOOST_REQUIRE(daemon.says("assent: approvals at "));
    return new_link();
}

std::string served_daemon::new_link() const {
    const auto found = run({"console"}, {}, around);
    BOOST_REQUIRE(found.code == 0);
    const auto at = found.out.find("http");
    return found.out.substr(at, found.out.find('\n') - at);
}

std::string served_daemon::told_of(std::string_view command, std::string_view timeout) const {
    return run({"hook", "--daemon", "on", "--say-allow", "--timeout", std::string(timeout)}, claude(command),
               around)
        .out;
}

}  // namespace assent::test
