// The local page: who gets in, what is refused before anything is read, and that answers travel both ways.
#include "console_probe.hpp"
#include "unit/app/gate_probe.hpp"

#include <assent/app/console/web_console.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <thread>

namespace assent::web_console_test {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using tcp = asio::ip::tcp;

// A page that is served on a thread of its own, while the test is its browser.
struct served_page {
    explicit served_page(web_console_options options = {})
        : page(std::make_unique<web_console>(context.get_executor(), probe.desk, std::move(options))),
          runner([this] { context.run(); }) {}
    ~served_page() {
        page->close();
        work.reset();
        runner.join();
    }
    served_page(const served_page&) = delete;
    served_page& operator=(const served_page&) = delete;

    [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(page->port()); }
    [[nodiscard]] tcp::socket connect() {
        tcp::socket made(client);
        made.connect({asio::ip::address_v4::loopback(), page->port()});
        return made;
    }
    // What comes until the connection is closed.
    std::string send(std::string_view request) {
        tcp::socket to = connect();
        boost::system::error_code ignored;
        asio::write(to, asio::buffer(request), ignored);
        std::string all;
        asio::read(to, asio::dynamic_buffer(all), ignored);
        return all;
    }
    std::string get(std::string_view target, std::string_view fields = {}) {
        return send("GET " + std::string(target) + " HTTP/1.1\r\nHost: " + host() + "\r\n" +
                    std::string(fields) + "\r\n");
    }
    [[nodiscard]] std::string new_target() const {
        const std::string link = page->new_link();
        return link.substr(link.find("/?"));
    }
    std::string cookie() {
        const std::string answer = get(new_target());
        const auto key_at = answer.find("content=\"") + 9;
        key = answer.substr(key_at, answer.find('"', key_at) - key_at);
        const auto at = answer.find("Set-Cookie: ") + 12;
        return "Cookie: " + answer.substr(at, answer.find(';', at) - at) + "\r\n";
    }

    console_probe probe;
    asio::io_context context;
    asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
    asio::io_context client;
    std::unique_ptr<web_console> page;
    std::string key;  // that came with the last cookie
    std::thread runner;
};

std::string status_of(const std::string& answer) {
    return answer.size() < 12 ? "closed" : answer.substr(9, 3);
}

BOOST_AUTO_TEST_CASE(a_link_works_once_and_its_cookie_opens_the_page) {
    served_page served;
    const std::string target = served.new_target();
    const std::string welcome = served.get(target);
    BOOST_TEST(status_of(welcome) == "200");
    BOOST_TEST(welcome.find("; HttpOnly; SameSite=Strict") != std::string::npos);
    BOOST_TEST(status_of(served.get(target)) == "401");
    const std::string cookie = served.cookie();
    BOOST_TEST(status_of(served.get("/", cookie)) == "200");
    BOOST_TEST(status_of(served.get("/console.js", cookie)) == "200");
    BOOST_TEST(status_of(served.get("/nothing", cookie)) == "404");
    BOOST_TEST(status_of(served.get("/../etc/passwd", cookie)) == "404");
}

BOOST_AUTO_TEST_CASE(only_the_last_sixteen_unused_links_work) {
    served_page served;
    std::vector<std::string> targets;
    for (int i = 0; i < 17; ++i) targets.push_back(served.new_target());
    BOOST_TEST(status_of(served.get(targets[0])) == "401");
    BOOST_TEST(status_of(served.get(targets[1])) == "200");
    BOOST_TEST(status_of(served.get(targets[16])) == "200");
}

BOOST_AUTO_TEST_CASE(whoever_has_no_cookie_calls_us_by_another_name_or_comes_from_elsewhere_gets_nothing) {
    served_page served;
    const std::string cookie = served.cookie();
    const std::string host = served.host();
    struct row {
        std::string_view what;
        std::string request;
        std::string_view status;
    };
    const std::string upgrade =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const auto get = [&](std::string_view target, const std::string& fields) {
        return "GET " + std::string(target) + " HTTP/1.1\r\n" + fields + "\r\n";
    };
    const std::vector<row> all{
        {"no cookie", get("/", "Host: " + host + "\r\n"), "401"},
        {"a file without a cookie", get("/console.js", "Host: " + host + "\r\n"), "401"},
        {"a wrong token", get("/?token=00", "Host: " + host + "\r\n"), "401"},
        {"an empty token", get("/?token=", "Host: " + host + "\r\n"), "401"},
        {"a wrong cookie", get("/", "Host: " + host + "\r\nCookie: assent_" + host.substr(10) + "=00\r\n"),
         "401"},
        {"another host", get("/", "Host: evil.example\r\n" + cookie), "403"},
        {"localhost", get("/", "Host: localhost:" + host.substr(10) + "\r\n" + cookie), "403"},
        {"no port", get("/", "Host: 127.0.0.1\r\n" + cookie), "403"},
        {"no host", get("/", cookie), "403"},
        {"two hosts", get("/", "Host: " + host + "\r\nHost: " + host + "\r\n" + cookie), "403"},
        {"another host with a good token", get(served.new_target(), "Host: evil.example\r\n"), "403"},
        {"another site", get("/", "Host: " + host + "\r\nOrigin: http://evil.example\r\n" + cookie), "403"},
        {"no site at all", get("/", "Host: " + host + "\r\nOrigin: null\r\n" + cookie), "403"},
        {"a socket from another site",
         get("/socket", "Host: " + host + "\r\nOrigin: http://evil.example\r\n" + upgrade + cookie), "403"},
        {"a socket from nowhere", get("/socket", "Host: " + host + "\r\n" + upgrade + cookie), "403"},
        {"a socket without a cookie",
         get("/socket", "Host: " + host + "\r\nOrigin: http://" + host + "\r\n" + upgrade), "401"},
        {"another method", "POST / HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\n" + cookie + "\r\n",
         "405"},
        {"a body", "GET / HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 1\r\n" + cookie + "\r\nx", "413"},
        {"no HTTP", "hello\r\n\r\n", "400"},
    };
    for (const auto& each : all) {
        BOOST_TEST_CONTEXT(each.what) {
            const std::string answer = served.send(each.request);
            BOOST_TEST(status_of(answer) == each.status);
            BOOST_TEST(answer.find("Set-Cookie") == std::string::npos);
            BOOST_TEST(answer.find("Access-Control") == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_head_of_the_longest_length_is_read_and_one_that_is_longer_by_an_eighth_is_not) {
    served_page served;
    const std::string cookie = served.cookie();
    const std::string start = "GET / HTTP/1.1\r\nHost: " + served.host() + "\r\n" + cookie + "X: ";
    const auto of_length = [&](std::size_t bytes) {
        return start + std::string(bytes - start.size() - 4, 'x') + "\r\n\r\n";
    };
    BOOST_TEST(status_of(served.send(of_length(8 * 1024))) == "200");
    BOOST_TEST(status_of(served.send(of_length(9 * 1024))) == "431");
}

BOOST_AUTO_TEST_CASE(a_connection_that_sends_no_request_is_closed_after_its_time) {
    web_console_options options;
    options.request_timeout = std::chrono::milliseconds(50);
    served_page served(std::move(options));
    BOOST_TEST(status_of(served.send("GET / HTTP/1.1\r\n")) == "closed");
}

BOOST_AUTO_TEST_CASE(of_too_many_connections_that_say_nothing_the_oldest_makes_room) {
    web_console_options options;
    options.max_connections = 2;
    served_page served(std::move(options));
    tcp::socket one = served.connect();
    const tcp::socket two = served.connect();
    BOOST_TEST(status_of(served.get("/")) == "401");
    std::string nothing;
    boost::system::error_code closed;
    asio::read(one, asio::dynamic_buffer(nothing), closed);
    BOOST_TEST((closed == asio::error::eof || closed == asio::error::connection_reset));
}

// A page's own connection.
struct open_page {
    explicit open_page(served_page& served, bool enters = true) : stream(served.connect()) {
        const std::string cookie = served.cookie();
        const std::string host = served.host();
        stream.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
            request.set("Origin", "http://" + host);
            request.set("Cookie", cookie.substr(8, cookie.size() - 10));
        }));
        stream.handshake(host, "/socket");
        if (enters) say(R"({"type":"enter","key":")" + served.key + R"("})");
    }

    json_object hear() {
        boost::beast::flat_buffer buffer;
        stream.read(buffer);
        return boost::json::parse(boost::beast::buffers_to_string(buffer.data())).as_object();
    }
    // The next message of this kind.
    json_object hear(std::string_view type) {
        while (true) {
            json_object message = hear();
            if (message.at("type").as_string() == type) return message;
        }
    }
    void say(std::string_view text) { stream.write(asio::buffer(text)); }

    websocket::stream<tcp::socket> stream;
};

BOOST_AUTO_TEST_CASE(two_pages_show_a_question_one_answers_and_the_other_sees_it_go) {
    served_page served;
    const auto agent = served.probe.open("agent 1");
    open_page one(served), two(served);
    const auto number = served.probe.ask(*agent, "Bash", bash("npm test"));
    const auto shown = one.hear("question").at("question").as_object();
    BOOST_TEST(shown.at("number").to_number<std::uint64_t>() == number);
    BOOST_TEST(shown.at("operation").as_string() == "Execute command: npm test");
    BOOST_TEST(shown.at("rule").as_string() == "Bash(npm test)");
    two.hear("question");
    one.say(R"~({"type":"answer","id":7,"question":1,"what":"always","rule":"Bash(make)"})~");
    const auto refused = one.hear("reply");
    BOOST_TEST(!refused.at("ok").as_bool());
    BOOST_TEST(!refused.at("why").as_string().empty());
    one.say(R"~({"type":"answer","id":8,"question":1,"what":"for_uses","uses":3,"rule":"Bash(npm *)"})~");
    const auto taken = one.hear("reply");
    BOOST_TEST(taken.at("id").to_number<int>() == 8);
    BOOST_TEST(taken.at("ok").as_bool());
    const auto gone = two.hear("gone");
    BOOST_TEST(gone.at("number").to_number<std::uint64_t>() == number);
    BOOST_TEST(gone.at("how").as_string() == "allowed by web");
    while (true) {
        const auto sessions = two.hear("sessions").at("sessions").as_array();
        if (sessions.at(0).at("grants").as_array().empty()) continue;
        BOOST_TEST(sessions.at(0).at("grants").at(0).at("uses_left").to_number<int>() == 3);
        break;
    }
}

BOOST_AUTO_TEST_CASE(a_page_that_comes_later_sees_what_is_open_and_was_decided) {
    served_page served;
    const auto agent = served.probe.open();
    served.probe.desk->answer(served.probe.ask(*agent, "Bash", bash("ls")),
                              {.what = console_answer::kind::deny});
    served.probe.ask(*agent, "Bash", bash("make"));
    open_page page(served);
    BOOST_TEST(page.hear().at("type").as_string() == "hello");
    BOOST_TEST(page.hear("question").at("question").at("preview").as_string() == "make");
    BOOST_TEST(page.hear("decisions").at("decisions").at(0).at("outcome").as_string() == "deny");
    page.say(R"({"type":"explain","id":1,"decision":1})");
    const auto why = page.hear("reply");
    BOOST_TEST(why.at("steps").as_array().size() == decision_step_count);
}

BOOST_AUTO_TEST_CASE(a_page_is_told_what_a_call_does_and_who_asks) {
    struct {
        std::string_view command, effect, tone;
        bool plain;
    } const cases[]{
        {"make", "runs", "plain", true},
        {"npm ci", "installs", "plain", true},
        {"cat .env", "secret", "care", false},
        {"git push", "sends", "care", false},
        {"rm -rf build", "destroys", "loss", false},
        {"sudo ls", "escapes", "care", false},
        {"rm -rf ~", "ruins", "loss", false},
        {"never-heard-of", "unknown", "care", false},
    };
    for (const auto& each : cases) BOOST_TEST_CONTEXT(each.command) {
            served_page served;
            const auto agent = served.probe.open();
            BOOST_REQUIRE(served.probe.ask(*agent, "Bash", bash(each.command)) != 0);
            open_page page(served);
            const auto shown = page.hear("question").at("question").as_object();
            BOOST_TEST(shown.at("effect").at("name").as_string() == each.effect);
            BOOST_TEST(shown.at("effect").at("tone").as_string() == each.tone);
            BOOST_TEST(shown.at("plain").as_bool() == each.plain);
            BOOST_TEST(shown.at("confirm").as_bool());
            BOOST_TEST(shown.at("who").as_string() == "agent");
            BOOST_TEST(shown.at("headline").as_string() == "Execute command");
        }
}

BOOST_AUTO_TEST_CASE(a_page_says_which_agent_asks_in_which_session_where_one_gate_has_several) {
    served_page served;
    const auto shared = served.probe.open("assent daemon");
    const auto input = make_input(bash("make"));
    tool_call call{.tool_name = "Bash", .input = *input, .cwd = "/home/ann/shop"};
    call.agent = call.title = "claude";
    call.session_id = "3f2a91c0-5b7e-4c1d-9e55-0a4c8a2b6f10";
    shared->gate->ask(call, "r", [](const auto&, settlement) {});
    open_page page(served);
    const auto shown = page.hear("question").at("question").as_object();
    BOOST_TEST(shown.at("who").as_string() == "claude");
    BOOST_TEST(shown.at("session_id").as_string() == "3f2a91c0");
    BOOST_TEST(shown.at("cwd").as_string() == "/home/ann/shop");
    BOOST_TEST(shown.at("title").as_string().empty());
}

BOOST_AUTO_TEST_CASE(a_page_counts_what_was_decided_and_asked_about) {
    served_page served;
    const auto agent = served.probe.open("agent", {.rules = rules({"allow Bash(ls)"})});
    served.probe.ask(*agent, "Bash", bash("ls"));
    const auto question = served.probe.ask(*agent, "Bash", bash("make"));
    served.probe.desk->answer(question, {.what = console_answer::kind::deny, .by = "web"});
    open_page page(served);
    const auto tally = page.hear("decisions").at("tally").as_object();
    BOOST_TEST(tally.at("allowed").to_number<int>() == 1);
    BOOST_TEST(tally.at("denied").to_number<int>() == 1);
    BOOST_TEST(tally.at("asked").to_number<int>() == 1);
}

BOOST_AUTO_TEST_CASE(a_page_shows_a_pause_and_ends_it) {
    served_page served;
    const auto agent = served.probe.open();
    BOOST_REQUIRE(agent->gate->pause(std::chrono::minutes(30), "ann"));
    open_page page(served);
    const auto pause = [&] { return page.hear("sessions").at("sessions").at(0).at("pause"); };
    const auto shown = pause().as_object();
    const auto until = served.probe.time->now() + std::chrono::minutes(30);
    BOOST_TEST(shown.at("until").to_number<std::int64_t>() ==
               std::chrono::duration_cast<std::chrono::milliseconds>(until.time_since_epoch()).count());
    BOOST_TEST(shown.at("by").as_string() == "ann");
    page.say(R"({"type":"end_pause","id":1,"session":1})");
    BOOST_TEST(page.hear("reply").at("ok").as_bool());
    BOOST_TEST(!agent->gate->paused());
    BOOST_TEST(pause().is_null());
    page.say(R"({"type":"end_pause","id":2,"session":1})");
    BOOST_TEST(!page.hear("reply").at("ok").as_bool());
}

BOOST_AUTO_TEST_CASE(a_page_shows_what_is_to_be_confirmed) {
    served_page served;
    open_page page(served);
    std::string heard;
    const auto asking = served.probe.desk->confirm(
        {.what = "Pause", .means = "one\ntwo", .asked_by = "process 7"},
        [&](bool allowed, const std::string& by) { heard = (allowed ? "yes by " : "no by ") + by; });
    const auto shown = page.hear("question").at("question").as_object();
    BOOST_TEST(shown.at("operation").as_string() == "Pause");
    BOOST_TEST(shown.at("preview").as_string() == "one\ntwo");
    BOOST_TEST(shown.at("who").as_string() == "process 7");
    BOOST_TEST(shown.at("once_only").as_bool());
    BOOST_TEST(!shown.at("plain").as_bool());
    BOOST_TEST(shown.at("effect").is_null());
    page.say(R"({"type":"answer","id":1,"question":1,"what":"once"})");
    BOOST_TEST(page.hear("reply").at("ok").as_bool());
    BOOST_TEST(heard == "yes by web");
}

BOOST_AUTO_TEST_CASE(a_page_that_has_a_cookie_and_no_key_is_told_nothing) {
    for (const std::string_view first :
         {R"({"type":"enter","key":""})", R"({"type":"enter"})",
          R"({"type":"set_mode","id":1,"session":1,"mode":"allow"})",
          R"({"type":"enter","key":"0000000000000000000000000000000000000000000000000000000000000000"})"}) {
        served_page served;
        const auto agent = served.probe.open();
        open_page page(served, false);
        page.say(first);
        BOOST_CHECK_THROW(page.hear(), boost::system::system_error);
        BOOST_TEST((agent->gate->mode() == permission_mode::ask));
    }
}

BOOST_AUTO_TEST_CASE(a_page_that_shows_no_key_is_closed_after_its_time) {
    web_console_options options;
    options.request_timeout = std::chrono::milliseconds(50);
    served_page served(std::move(options));
    open_page page(served, false);
    BOOST_CHECK_THROW(page.hear(), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(what_is_no_wish_of_a_page_ends_its_connection) {
    for (const std::string_view nonsense :
         {"hello", "[]", "{}", R"({"type":"launch"})", R"({"type":"answer","type":"x"})"}) {
        served_page served;
        open_page page(served);
        page.say(nonsense);
        BOOST_CHECK_THROW(page.hear("reply"), boost::system::system_error);
    }
}

BOOST_AUTO_TEST_CASE(a_wish_of_just_the_longest_length_is_read_and_a_longer_one_is_not) {
    web_console_options options;
    options.max_message_bytes = 4096;
    served_page served(std::move(options));
    std::string wish = R"({"type":"set_mode","id":1,"session":0,"mode":"ask"})";
    wish.resize(4096, ' ');
    open_page page(served);
    page.say(wish);
    BOOST_TEST(page.hear("reply").at("gone").as_bool());
    page.say(wish + " ");
    BOOST_CHECK_THROW(page.hear("reply"), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(one_page_too_many_is_closed) {
    web_console_options options;
    options.max_connections = 2;
    served_page served(std::move(options));
    open_page one(served), two(served);
    one.hear("hello");
    two.hear("hello");
    BOOST_CHECK_THROW(open_page three(served), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(closing_the_server_ends_the_pages) {
    served_page served;
    open_page page(served);
    page.hear("hello");
    served.page->close();
    BOOST_CHECK_THROW(page.hear("never"), boost::system::system_error);
}

}  // namespace
}  // namespace assent::web_console_test
