#include <assent/adapters/control/wire/wire_input.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/control_channel.hpp>

#include <boost/json/memory_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assent::wire_input_test {
namespace {

// A text with what a wire_input needs to point into.
struct scanned_input {
    explicit scanned_input(std::string bytes) : text(std::move(bytes)) {
        BOOST_TEST_REQUIRE(!scanner.scan(text, json_scanner::duplicates::everywhere));
    }
    [[nodiscard]] wire_input input() const { return {text, scanner.members(), scanner.value_count()}; }

    std::string text;
    json_scanner scanner;
};

// What the blocks of a parsed value take from malloc: 8 bytes in front, steps of 16, 32 at least.
class counting_resource final : public boost::json::memory_resource {
public:
    std::size_t used_bytes = 0;

private:
    static std::size_t block_bytes(std::size_t bytes) {
        return std::max<std::size_t>(32, (bytes + 8 + 15) / 16 * 16);
    }
    void* do_allocate(std::size_t bytes, std::size_t) override {
        used_bytes += block_bytes(bytes);
        return ::operator new(bytes);
    }
    void do_deallocate(void* place, std::size_t bytes, std::size_t) override {
        used_bytes -= block_bytes(bytes);
        ::operator delete(place);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
        return this == &other;
    }
};

std::string field_text(const tool_input& input, std::string_view name) {
    std::string scratch;
    const field_view field = input.field(name, scratch);
    switch (field.what) {
        case field_view::kind::absent: return "absent";
        case field_view::kind::other: return "other";
        case field_view::kind::string: return "string:" + std::string(field.text);
    }
    return "?";
}

std::string repeated_list(std::string_view element, std::size_t count) {
    std::string out = "{\"a\":[";
    for (std::size_t i = 0; i < count; ++i) out.append(i == 0 ? "" : ",").append(element);
    return out + "]}";
}

std::string many_members(std::size_t count) {
    std::string out = "{";
    for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":1";
    return out + "}";
}

BOOST_AUTO_TEST_SUITE(wire_input_test)

BOOST_AUTO_TEST_CASE(fields_are_found_by_their_unescaped_name_and_read_unescaped) {
    const scanned_input bytes(
        R"({ "command":"git push","t\u0065xt":"a\n\u00e9","n":1.50,"o":{"command":"inner"},"e":"","z":null })");
    const auto kept = bytes.input().retain();
    const wire_input borrowed = bytes.input();
    for (const tool_input* input :
         {static_cast<const tool_input*>(&borrowed), static_cast<const tool_input*>(kept.get())}) {
        BOOST_TEST(field_text(*input, "command") == "string:git push");
        BOOST_TEST(field_text(*input, "text") == "string:a\n\xC3\xA9");
        BOOST_TEST(field_text(*input, "e") == "string:");
        BOOST_TEST(field_text(*input, "n") == "other");
        BOOST_TEST(field_text(*input, "o") == "other");
        BOOST_TEST(field_text(*input, "z") == "other");
        BOOST_TEST(field_text(*input, "t\\u0065xt") == "absent");
        BOOST_TEST(field_text(*input, "Command") == "absent");
        BOOST_TEST(field_text(*input, "") == "absent");
        BOOST_TEST_REQUIRE(input->size() == 6U);
        BOOST_TEST(input->name_at(0) == "command");
        BOOST_TEST(input->name_at(1) == "text");
        BOOST_TEST(input->name_at(5) == "z");
        BOOST_TEST(input->raw() == bytes.text);
    }
}

BOOST_AUTO_TEST_CASE(a_member_is_read_as_a_value) {
    const scanned_input bytes(R"({"n":1.5,"o":{"a":[1,"x"]},"s":"\u0041","z":null})");
    const wire_input input = bytes.input();
    BOOST_TEST((input.value_of("n") == json_value(1.5)));
    BOOST_TEST((input.value_of("o") == json_value{{"a", {1, "x"}}}));
    BOOST_TEST((input.value_of("s") == json_value("A")));
    BOOST_TEST((input.value_of("z") == json_value(nullptr)));
    BOOST_TEST(!input.value_of("a").has_value());
    BOOST_TEST((input.retain()->value_of("o") == input.value_of("o")));
}

BOOST_AUTO_TEST_CASE(a_kept_input_outlives_the_line_it_came_in) {
    std::shared_ptr<const kept_input> kept;
    {
        scanned_input bytes(R"( {"plain":"one","\u0065scaped":"t\u0077o","\n":[1,2]} )");
        kept = bytes.input().retain();
        std::fill(bytes.text.begin(), bytes.text.end(), '#');
        static_cast<void>(bytes.scanner.scan(R"({"\u0058\u0058\u0058\u0058\u0058\u0058\u0058":1})",
                                             json_scanner::duplicates::outermost));
    }
    BOOST_TEST(kept->raw() == R"( {"plain":"one","\u0065scaped":"t\u0077o","\n":[1,2]} )");
    BOOST_TEST(field_text(*kept, "plain") == "string:one");
    BOOST_TEST(field_text(*kept, "escaped") == "string:two");
    BOOST_TEST((kept->value_of("\n") == json_value{1, 2}));
    BOOST_TEST((kept->whole() == json_object{{"plain", "one"}, {"escaped", "two"}, {"\n", {1, 2}}}));
}

BOOST_AUTO_TEST_CASE(retaining_a_kept_input_again_copies_nothing) {
    const scanned_input bytes(R"({"a":1})");
    const auto kept = bytes.input().retain();
    BOOST_TEST(kept->retain() == kept);
}

BOOST_AUTO_TEST_CASE(an_empty_object_is_an_input) {
    const scanned_input bytes("{}");
    const auto kept = bytes.input().retain();
    BOOST_TEST(field_text(*kept, "a") == "absent");
    BOOST_TEST(kept->whole().empty());
}

BOOST_AUTO_TEST_CASE(the_whole_is_parsed_as_deep_as_the_scan_permits) {
    const std::size_t levels = max_json_depth - 1;
    const scanned_input bytes("{\"a\":" + std::string(levels, '[') + std::string(levels, ']') + "}");
    const auto kept = bytes.input().retain();
    BOOST_TEST(kept->whole().size() == 1U);
    BOOST_TEST(bytes.input().value_of("a")->is_array());
}

BOOST_AUTO_TEST_CASE(threads_share_one_parsed_whole) {
    const scanned_input bytes(many_members(1000));
    const auto kept = bytes.input().retain();
    std::vector<const json_object*> seen(4);
    std::vector<std::thread> threads;
    for (auto& place : seen) threads.emplace_back([&kept, &place] { place = &kept->whole(); });
    for (auto& thread : threads) thread.join();
    for (const json_object* place : seen) BOOST_TEST(place == seen.front());
    BOOST_TEST(seen.front()->size() == 1000U);
}

// A callback may keep what it likes of an input.
BOOST_AUTO_TEST_CASE(copies_of_the_whole_outlive_the_input) {
    json_object object;
    json_value list;
    json_string text;
    {
        const scanned_input bytes(
            R"({"list":[1,{"a":"b"}],"text":"longer than what fits into a string itself"})");
        const auto kept = bytes.input().retain();
        object = json_object(kept->whole());
        list = json_value(kept->whole().at("list"));
        text = json_string(kept->whole().at("text").get_string());
    }
    object["more"] = object.at("list");
    list.as_array().push_back(json_value(text));
    text += ", and longer still than before it was changed";
    BOOST_TEST((object.at("more") == json_value{1, {{"a", "b"}}}));
    BOOST_TEST((list == json_value{1, {{"a", "b"}}, "longer than what fits into a string itself"}));
    BOOST_TEST(std::string_view(text).ends_with("changed"));
}

BOOST_AUTO_TEST_CASE(threads_copy_from_one_parsed_whole) {
    const scanned_input bytes(many_members(200));
    const auto kept = bytes.input().retain();
    std::vector<json_object> copies(4);
    std::vector<std::thread> threads;
    for (auto& place : copies) {
        threads.emplace_back([&kept, &place] {
            for (int i = 0; i < 10; ++i) {
                place = json_object(kept->whole());
                place["own"] = i;
            }
        });
    }
    for (auto& thread : threads) thread.join();
    for (const json_object& each : copies) BOOST_TEST(each.size() == 201U);
    BOOST_TEST(kept->whole().size() == 200U);
}

// What one input is parsed into must not go with another.
BOOST_AUTO_TEST_CASE(inputs_go_in_any_order) {
    const scanned_input bytes(many_members(50));
    auto first = bytes.input().retain();
    const auto second = bytes.input().retain();
    json_object copy = first->whole();
    BOOST_TEST((second->whole() == copy));
    first.reset();
    BOOST_TEST((second->whole() == copy));
}

// The bound on kept inputs holds only if no input is larger than it says, also after it was parsed.
BOOST_AUTO_TEST_CASE(an_input_is_never_larger_than_it_says) {
    const std::string table[] = {
        "{}",
        many_members(1),
        many_members(3000),
        repeated_list("1", 3000),
        repeated_list("[]", 3000),
        repeated_list("[1]", 3000),
        repeated_list("[[[1]]]", 3000),
        repeated_list("{}", 3000),
        repeated_list("{\"\":1}", 3000),
        repeated_list("{\"\":{\"\":[1]}}", 3000),
        repeated_list("\"\"", 3000),
        repeated_list("\"a string with [brackets], {more} \\\" of them,,,\"", 3000),
        repeated_list("\"fifteen letters\"", 3000),
        R"({"content":")" + std::string(100'000, ',') + "\"}",
    };
    for (const auto& text : table) {
        BOOST_TEST_CONTEXT(text.substr(0, 60)) {
            const scanned_input bytes(text);
            const auto kept = bytes.input().retain();
            counting_resource counted;
            {
                const json_value whole = boost::json::parse(text, &counted);
                const std::size_t table_bytes = bytes.scanner.members().size() * sizeof(json_member);
                BOOST_TEST(kept->size_bytes() >= text.size() + table_bytes + counted.used_bytes);
            }
            BOOST_TEST(counted.used_bytes == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_whole_that_needs_more_than_a_megabyte_is_the_one_that_was_sent) {
    std::string text = R"({"list":[0)";
    for (int i = 1; i < 30'000; ++i)
        text += R"(,{"n":)" + std::to_string(i) + R"(,"text":"longer than inside"})";
    text += R"(],"long":")" + std::string(3 << 20, 'x') + "\"}";
    const scanned_input from(text);
    const auto kept = from.input().retain();
    const json_object copy = kept->whole();
    BOOST_TEST((kept->whole() == boost::json::parse(text).get_object()));
    BOOST_TEST((copy == kept->whole()));
}

BOOST_AUTO_TEST_CASE(an_input_is_as_large_in_any_frame) {
    const auto size_in = [](std::string_view more) {
        control_channel channel;
        const std::string line = R"({"type":"control_request","request_id":"r",)" + std::string(more) +
                                 R"("request":{"subtype":"can_use_tool","tool_name":"Bash",)" +
                                 std::string(more) + R"("input":{"command":"ls"}}})" + "\n";
        const auto space = channel.read_space();
        BOOST_TEST_REQUIRE(line.size() <= space.size());
        std::copy(line.begin(), line.end(), space.begin());
        channel.arrived(line.size());
        return std::get<can_use_tool_message>(channel.next()).call.input.retain()->size_bytes();
    };
    std::string many = R"("more":[0)";
    for (int i = 0; i < 1000; ++i) many += ",0";
    BOOST_TEST(size_in(many + "],") == size_in(""));
}

BOOST_AUTO_TEST_CASE(a_long_text_counts_about_twice_and_not_for_its_punctuation) {
    const scanned_input bytes(R"({"content":")" + std::string(1'000'000, ',') + "\"}");
    BOOST_TEST(bytes.input().retain()->size_bytes() < 2'010'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::wire_input_test
