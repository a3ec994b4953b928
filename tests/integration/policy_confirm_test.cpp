// A policy file that changes while a daemon asks people.
#include "served_daemon.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>

namespace policy_confirm_test {
namespace {

using namespace assent::test;

BOOST_AUTO_TEST_SUITE(policy_confirm_test)

// A daemon with a policy file of its own; what is looked at is the next use of a tool.
struct with_file : served_daemon {
    explicit with_file(const std::string& text, std::vector<std::string> options = on_page)
        : served_daemon(text, std::move(options)) {}
    bool lets(std::string_view command) const { return allows(told_of(command)); }
};

constexpr auto before = R"x({"rules":{"allow":["Bash(make *)","Bash(npm *)"],"deny":["Bash(make install)"]
}
})x";

BOOST_AUTO_TEST_CASE(one_that_only_tightens_holds_from_the_next_use_on) {
    const with_file at(before);
    BOOST_TEST(at.lets("make all"));
    at.write_policy(R"x({"rules":{"allow":["Bash(make *)"],"deny":["Bash(make install)","Bash(make all)"]
}
})x");
    BOOST_TEST(!at.lets("make all"));
    BOOST_TEST(!at.lets("npm test"));
    BOOST_TEST(at.lets("make x"));
}

BOOST_AUTO_TEST_CASE(one_that_loosens_holds_when_a_person_has_confirmed_it_and_what_it_denies_at_once) {
    with_file at(before);
    page_client page(at.link());
    at.write_policy(R"x({"rules":{"allow":["Bash(make *)","Bash(ls *)"],"deny":["Bash(make all)"]
}
})x");
    BOOST_TEST(!at.lets("make install"));
    const auto asked = page.question("Take over the policy");
    BOOST_TEST(asked.at("preview").as_string() ==
               "no longer denied: Bash(make install)\nallowed from now on: Bash(ls *)");
    BOOST_TEST(!at.lets("make install"));
    BOOST_TEST(!at.lets("make all"));
    BOOST_TEST(at.lets("npm test"));
    BOOST_TEST(page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(at.lets("make install"));
    BOOST_TEST(!at.lets("make all"));
    BOOST_TEST(!at.lets("npm test"));
    const auto record = read_file(at.audit);
    BOOST_TEST(has(record, "it waits for a person, and the one before holds"), record);
    BOOST_TEST(has(record, " now, as web has confirmed"), record);
}

BOOST_AUTO_TEST_CASE(one_that_a_person_has_denied_is_asked_about_again_when_it_changes) {
    with_file at(before);
    page_client page(at.link());
    at.write_policy(R"x({"mode":"allow"})x");
    BOOST_TEST(!at.lets("make install"));
    BOOST_TEST(page.answer(page.question("Take over the policy"), "deny").at("ok").as_bool());
    BOOST_TEST(!at.lets("make install"));
    BOOST_TEST(at.lets("npm test"));
    BOOST_TEST(has(read_file(at.audit), ": denied on the page, and the one before holds"));
    at.write_policy(R"x({"rules":{"allow":["Bash"]}})x");
    BOOST_TEST(!at.lets("make install"));
    const auto asked = page.question("Take over the policy");
    // What was there before needs nobody.
    at.write_policy(before);
    BOOST_TEST(at.lets("make all"));
    BOOST_TEST(!page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(!at.lets("make install"));
}

BOOST_AUTO_TEST_CASE(where_nobody_is_asked_it_holds_from_the_next_use_on) {
    const with_file at(before, {"--on-ask", "deny"});
    BOOST_TEST(!at.lets("make install"));
    at.write_policy(R"x({"rules":{"allow":["Bash(make *)"]
}
})x");
    BOOST_TEST(at.lets("make install"));
}

BOOST_AUTO_TEST_CASE(a_hook_that_names_the_file_goes_on_being_decided_for_by_the_stricter_one) {
    with_file at(before);
    at.write_policy(R"x({"mode":"allow"})x");
    for (const auto* const how : {"on", "auto"}) {
        const auto end =
            run({"hook", "--daemon", how, "--policy", at.policy, "--audit", at.audit, "--say-allow"},
                claude("make install"), at.around);
        BOOST_TEST(!allows(end.out), end.out);
    }
}

constexpr auto still = "the daemon still decides by the policy that it has read before: ";

BOOST_AUTO_TEST_CASE(one_with_an_error_is_named_with_its_line_to_whoever_is_refused_and_by_the_doctor) {
    const with_file at(before);
    at.write_policy("{\n  \"rules\": {\n    \"denny\": []\n  }\n}\n");
    const std::string said =
        still + at.policy + ":3: rules.denny: unknown key; did you mean `deny`?; mend that";
    BOOST_TEST(has(at.told_of("make install"), said), at.told_of("make install"));
    BOOST_TEST(at.lets("make all"));
    const auto doctor = run({"doctor", "daemon"}, {}, at.around);
    BOOST_TEST(doctor.code == 1);
    BOOST_TEST(has(doctor.out, said), doctor.out);
    const auto other = run({"hook", "--agent", "claude", "--home", at.folder.path(), "--socket",
                            at.folder.file("assent/daemon.sock"), "--policy", at.policy, "--daemon", "on"},
                           claude("make all"), at.around);
    BOOST_TEST(has(other.err, said), other.err);
    at.write_policy(before);
    BOOST_TEST(!has(at.told_of("make install"), still));
    BOOST_TEST(!has(run({"doctor", "daemon"}, {}, at.around).out, still));
}

BOOST_AUTO_TEST_CASE(one_that_cannot_be_read_is_named_until_it_can_be_and_says_the_same_as_before) {
    const with_file at(before);
    std::filesystem::remove(at.policy);
    BOOST_TEST(has(at.told_of("make install"), std::string(still) + "cannot read policy file"),
               at.told_of("make install"));
    at.write_policy(before);
    BOOST_TEST(!has(at.told_of("make install"), still));
}

BOOST_AUTO_TEST_CASE(one_that_waits_for_a_person_is_named_to_whoever_is_refused_and_by_the_doctor) {
    with_file at(before);
    page_client page(at.link());
    at.write_policy(R"x({"mode":"allow"})x");
    const std::string said = still + at.policy + " lets more through than before, and waits for a person";
    BOOST_TEST(has(at.told_of("make install"), said));
    BOOST_TEST(has(run({"doctor", "daemon"}, {}, at.around).out, said));
    BOOST_TEST(page.answer(page.question("Take over the policy"), "once").at("ok").as_bool());
    BOOST_TEST(!has(run({"doctor", "daemon"}, {}, at.around).out, still));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace policy_confirm_test
