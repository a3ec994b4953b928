#include <driver/exchange.hpp>

#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

#include <unistd.h>

using namespace assent::bench;

namespace exchange_test {
namespace {

// Two requests in flight, both asked before the first answer is read.
const workload two_requests{.input_bytes = 100, .depth = 2, .requests = 2, .warmup = 0};

std::string input_of(int number) {
    outbox line;
    const request_book requests(two_requests.input_bytes, two_requests.shape);
    requests.write(static_cast<std::uint64_t>(number), line);
    const std::string text = line.text();
    return text.substr(text.find("{\"command\""), requests.input_bytes());
}

std::string id_of(int number) { return std::string(request_id(static_cast<std::uint64_t>(number)).text()); }

std::string answer(const std::string& id, std::string_view behavior, const std::string& input) {
    return fmt::format(
        R"({{"type":"control_response","response":{{"subtype":"success","request_id":"{}","response":{{"behavior":"{}","updatedInput":{}}}}}}})"
        "\n",
        id, behavior, input);
}
std::string allow(int number) { return answer(id_of(number), "allow", input_of(number)); }

// What the driver says of an answerer that says this and leaves.
run_figures told(const std::string& answers) {
    int from[2];
    int to[2];
    BOOST_REQUIRE(::pipe(from) == 0 && ::pipe(to) == 0);
    BOOST_REQUIRE(::write(from[1], answers.data(), answers.size()) == static_cast<ssize_t>(answers.size()));
    ::close(from[1]);
    const auto figures = exchange(from[0], to[1], two_requests, watched_process(::getpid()));
    for (const int each : {from[0], to[0], to[1]}) ::close(each);
    return figures;
}

std::string with(std::string text, std::string_view what, std::string_view other) {
    return text.replace(text.find(what), what.size(), other);
}

}  // namespace
}  // namespace exchange_test

BOOST_AUTO_TEST_SUITE(exchange_test)

BOOST_AUTO_TEST_CASE(right_answers_in_any_order_are_good) {
    for (const auto& answers : {allow(0) + allow(1), allow(1) + allow(0)}) {
        const auto figures = told(answers);
        BOOST_TEST(figures.good);
        BOOST_TEST(figures.fault == "");
        BOOST_TEST(figures.requests_per_second > 0);
        BOOST_TEST(figures.round_trip_us.size() == reported_shares.size());
    }
}

BOOST_AUTO_TEST_CASE(blanks_and_the_order_of_members_do_not_matter) {
    const std::string other = fmt::format(
        R"({{ "response" : {{ "request_id" : "{}", "response" : {{ "updatedInput" : {} , "behavior" : "allow" }}, "subtype" : "success" }}, "type" : "control_response" }})"
        "\r\n",
        id_of(1), input_of(1));
    BOOST_TEST(told(allow(0) + other).good);
}

BOOST_AUTO_TEST_CASE(an_input_that_comes_before_the_id_is_compared_all_the_same) {
    const std::string front =
        R"({"type":"control_response","response":{"response":{"behavior":"allow","updatedInput":)";
    const std::string back = R"(},"subtype":"success","request_id":")" + id_of(1) + "\"}}\n";
    BOOST_TEST(told(allow(0) + front + input_of(1) + back).good);
    BOOST_TEST(!told(allow(0) + front + input_of(0) + back).good);
}

BOOST_AUTO_TEST_CASE(whatever_is_wrong_with_an_answer_is_found_and_named) {
    struct row {
        std::string_view what;
        std::string answers;
        std::string_view fault;
    };
    const std::string error = fmt::format(
        R"({{"type":"control_response","response":{{"subtype":"error","request_id":"{}","error":"no"}}}})"
        "\n",
        id_of(1));
    const row rows[] = {
        {"none", "", "2 without an answer"},
        {"one missing", allow(0), "1 without an answer"},
        {"half an answer at the end", allow(0) + allow(1).substr(0, 40), "1 without an answer"},
        {"the same one twice", allow(0) + allow(0), "1 answered again"},
        {"one that was not asked", answer(id_of(2), "allow", input_of(2)) + allow(0),
         "1 answers to what was not asked"},
        {"an id that is none", answer("req_1", "allow", input_of(1)) + allow(0),
         "1 answers to what was not asked"},
        {"a denial", allow(0) + answer(id_of(1), "deny", input_of(1)), "1 not allowed"},
        {"an error", allow(0) + error, "1 errors"},
        {"the other's input", allow(0) + answer(id_of(1), "allow", input_of(0)), "1 with a changed input"},
        {"another byte", allow(0) + with(allow(1), "npm run", "npm ran"), "1 with a changed input"},
        {"one byte more", allow(0) + with(allow(1), "\"z", "\"zz"), "1 with a changed input"},
        {"no input", allow(0) + answer(id_of(1), "allow", "{}"), "1 with a changed input"},
        {"no JSON", allow(0) + "hello\n" + allow(1), "1 malformed lines"},
        {"text after the answer", with(allow(0), "}\n", "} {\n") + allow(1), "1 malformed lines"},
    };
    for (const row& each : rows) {
        BOOST_TEST_CONTEXT(each.what) {
            const auto figures = told(each.answers);
            BOOST_TEST(!figures.good);
            BOOST_TEST(figures.fault.find(each.fault) != std::string::npos, figures.fault);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_first_wrong_line_is_shown) {
    const auto figures = told(allow(0) + "hello\n" + allow(1));
    BOOST_TEST(figures.fault == "1 malformed lines; the first: hello");
}

BOOST_AUTO_TEST_SUITE_END()
