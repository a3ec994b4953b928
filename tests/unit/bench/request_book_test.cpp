#include <driver/request_book.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

#include <fcntl.h>
#include <unistd.h>

using namespace assent::bench;

namespace request_book_test {
namespace {

// All that an outbox writes into a pipe that is read a little at a time.
std::string drained(outbox& out, std::size_t at_once) {
    int ends[2];
    BOOST_REQUIRE(::pipe2(ends, O_NONBLOCK) == 0);
    std::string all;
    std::string some(at_once, '\0');
    for (bool written = false; !written;) {
        written = out.write_to(ends[1]);
        for (ssize_t bytes = 0; (bytes = ::read(ends[0], some.data(), some.size())) > 0;) {
            all.append(some, 0, static_cast<std::size_t>(bytes));
            if (!written) break;
        }
    }
    ::close(ends[0]);
    ::close(ends[1]);
    return all;
}

std::string line_of(const request_book& requests, std::uint64_t number) {
    outbox out;
    requests.write(number, out);
    return out.text();
}

}  // namespace
}  // namespace request_book_test

BOOST_AUTO_TEST_SUITE(request_book_test)

BOOST_AUTO_TEST_CASE(inputs_have_exactly_the_size_that_was_asked_for) {
    for (const auto shape : {input_shape::text, input_shape::nested})
        for (const std::size_t bytes :
             {std::size_t{100}, std::size_t{1000}, std::size_t{10240}, std::size_t{1} << 20}) {
            const request_book requests(bytes, shape);
            BOOST_TEST(requests.input_bytes() == bytes);
            const std::string line = line_of(requests, 7);
            BOOST_TEST(line.size() == requests.line_bytes());
            const auto whole = boost::json::parse(line);
            const auto& request = whole.at("request");
            BOOST_TEST(whole.at("request_id") == "req_0000000007");
            BOOST_TEST(request.at("input").at("command") == "npm run test:unit -- --grep case_0000000007");
            BOOST_TEST(request.at("tool_use_id") == "toolu_req_0000000007");
            const auto at = line.find("{\"command\"");
            BOOST_TEST(requests.is_input(std::string_view(line).substr(at, bytes), 7));
            BOOST_TEST(!requests.is_input(std::string_view(line).substr(at, bytes), 8));
            BOOST_TEST(!requests.is_input(std::string_view(line).substr(at, bytes - 1), 7));
        }
}

BOOST_AUTO_TEST_CASE(an_input_that_cannot_be_that_small_is_as_small_as_it_can_be) {
    const request_book requests(1, input_shape::text);
    BOOST_TEST(boost::json::parse(line_of(requests, 0)).at("request").at("input").as_object().size() == 1);
}

BOOST_AUTO_TEST_CASE(no_two_requests_are_the_same) {
    const request_book requests(100, input_shape::text);
    std::set<std::string> inputs;
    for (std::uint64_t i = 0; i < 1000; ++i)
        inputs.insert(std::string(
            boost::json::parse(line_of(requests, i)).at("request").at("input").at("command").as_string()));
    BOOST_TEST(inputs.size() == 1000);
}

BOOST_AUTO_TEST_CASE(an_id_is_read_back_and_nothing_else_is_one) {
    BOOST_TEST(request_id::read(request_id(1234567890).text()).value() == 1234567890u);
    for (const char* each :
         {"", "req_", "req_1", "req_00000000001", "req_000000000x", "rex_0000000001", "req_-000000001"})
        BOOST_TEST(!request_id::read(each), each);
}

BOOST_AUTO_TEST_CASE(bytes_leave_in_order_however_few_the_other_side_takes) {
    const std::string large(300'000, 'L');
    std::string expected;
    outbox out;
    for (int i = 0; i < 20; ++i) {
        const std::string small = "line " + std::to_string(i) + '\n';
        out.append(small);
        out.append(std::string(70'000, static_cast<char>('a' + i)));
        out.refer(large);
        out.append(small);
        expected += small + std::string(70'000, static_cast<char>('a' + i)) + large + small;
    }
    BOOST_TEST((drained(out, 1000) == expected));
    BOOST_TEST(out.empty());
}

BOOST_AUTO_TEST_SUITE_END()
