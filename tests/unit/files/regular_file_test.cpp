#include "audit_probe.hpp"

#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/policy_file.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace regular_file_test {
namespace {

using namespace assent;
using namespace assent::testing;

BOOST_AUTO_TEST_SUITE(regular_file_test)

void make_socket(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
    const int bound = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    BOOST_REQUIRE(::bind(bound, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    ::close(bound);
}

std::string error_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "none";
}

// Whoever waits for one of them here waits for ever.
BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_refused_by_name_and_not_waited_for) {
    using path = std::filesystem::path;
    const std::pair<std::string, std::function<void(const path&)>> kinds[] = {
        {"a FIFO", [](const path& at) { BOOST_REQUIRE(::mkfifo(at.c_str(), 0600) == 0); }},
        {"a directory", [](const path& at) { std::filesystem::create_directory(at); }},
        {"a socket", make_socket},
        {"a device", [](const path& at) { std::filesystem::create_symlink("/dev/zero", at); }},
    };
    const std::pair<std::string, std::function<void(const path&)>> uses[] = {
        {"cannot read policy file", [](const path& at) { static_cast<void>(load_policy(at)); }},
        {"cannot read policy file", [](const path& at) { static_cast<void>(policy_file_text(at)); }},
        {"cannot open audit file", [](const path& at) { audit_file{at}; }},
        {"cannot open audit file", [](const path& at) { audit_file(at, {.chain = true}); }},
        {"cannot open audit file", [](const path& at) { audit_file(at, {.rotate_bytes = 4096}); }},
        {"cannot open audit file", [](const path& at) { static_cast<void>(verify_audit_files(at)); }},
    };
    for (const auto& [kind, make] : kinds) {
        const audit_folder at;
        make(at.file());
        for (const auto& [cannot, use] : uses)
            BOOST_TEST(error_of([&, act = use] { act(at.file()); }) ==
                       cannot + " `" + at.file().string() + "`: expected a regular file, got " + kind);
    }
}

BOOST_AUTO_TEST_CASE(files_put_aside_are_opened_in_the_same_way) {
    const audit_folder at;
    const auto aside = at.file("audit.1");
    BOOST_REQUIRE(::mkfifo(aside.c_str(), 0600) == 0);
    const std::string expected = " audit file `" + aside.string() + "`: expected a regular file, got a FIFO";
    BOOST_TEST(error_of([&] { audit_file(at.file(), {.chain = true}); }) == "cannot read" + expected);
    BOOST_TEST(error_of([&] { static_cast<void>(verify_audit_files(at.file())); }) ==
               "cannot open" + expected);
}

BOOST_AUTO_TEST_CASE(a_link_to_a_regular_file_is_one) {
    const audit_folder at;
    write_content(at.file("real"), "{}");
    std::filesystem::create_symlink(at.file("real"), at.file("link"));
    BOOST_TEST(policy_file_text(at.file("link")) == "{}");
    BOOST_CHECK_NO_THROW(audit_file{at.file("link")});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace regular_file_test
