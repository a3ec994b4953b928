#include <assent/adapters/wall/wall_turn.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <stdlib.h>

namespace assent::wall_turn_test {
namespace {

using namespace std::chrono_literals;
using roots = std::vector<std::string>;

// Assent's own folder, which is gone with the test.
class kept_folder {
public:
    kept_folder() { BOOST_REQUIRE(::mkdtemp(path_.data()) != nullptr); }
    ~kept_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    kept_folder(const kept_folder&) = delete;
    kept_folder& operator=(const kept_folder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_ = "/tmp/assent-turns-XXXXXX";
};

BOOST_AUTO_TEST_SUITE(wall_turn_test)

BOOST_AUTO_TEST_CASE(of_walls_around_one_folder_or_one_below_it_there_is_one_at_a_time) {
    const kept_folder kept;
    roots waited;
    const auto waits = [&](const std::string& root) { waited.push_back(root); };
    std::optional<wall_turn> first;
    first.emplace(kept.path(), roots{"/srv/shop", "/srv/data"}, waits, 0ms);
    const wall_turn beside(kept.path(), roots{"/srv/shop2", "/home/ann/shop"}, waits, 0ms);
    BOOST_TEST(waited.empty());
    for (const auto& overlapping :
         {roots{"/srv/shop"}, roots{"/srv/shop/api"}, roots{"/home"}, roots{"/x", "/srv/data"}})
        BOOST_CHECK_THROW(wall_turn(kept.path(), overlapping, waits, 0ms), std::runtime_error);
    BOOST_TEST(waited == (roots{"/srv/shop", "/srv/shop", "/home/ann/shop", "/srv/data"}),
               boost::test_tools::per_element());
    first.reset();
    BOOST_CHECK_NO_THROW(wall_turn(kept.path(), roots{"/srv/shop"}, waits, 0ms));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::wall_turn_test
