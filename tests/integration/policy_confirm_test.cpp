// A policy file that changes while a daemon asks people.
#include "served_daemon.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

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
    BOOST_TEST(has(read_file(at.audit), "web has denied it, and the one before holds"));
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
