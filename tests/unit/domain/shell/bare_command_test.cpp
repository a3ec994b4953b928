#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent {
namespace {

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-,@%:";

// What a bare command is, byte by byte.
struct plain_reading {
    explicit plain_reading(std::string_view text) {
        std::string word;
        const auto end_word = [&] {
            if (word.empty()) return;
            lines += word + '\n';
            word.clear();
        };
        for (const char byte : text) {
            const bool blank = byte == ' ' || byte == '\t';
            const bool of_option = byte == '=' && word.starts_with('-');
            bare = bare && (blank || of_option || letters.find(byte) != std::string_view::npos);
            if (blank)
                end_word();
            else
                word += byte;
        }
        end_word();
    }

    bool bare = true;
    std::string lines{};
};

void expect_as_byte_by_byte(const std::string& text) {
    const bare_command quick(text);
    const plain_reading plain(text);
    BOOST_TEST_CONTEXT("`" << text << "`") {
        BOOST_TEST(quick.lines() == (plain.bare ? plain.lines : std::string()));
    }
}

BOOST_AUTO_TEST_SUITE(bare_command_test)

BOOST_AUTO_TEST_CASE(each_byte_at_each_place_counts_as_it_does_alone) {
    for (const std::size_t size : {1U, 2U, 5U}) {
        for (std::size_t at = 0; at < size; ++at) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string text(size, 'a');
                text[at] = static_cast<char>(byte);
                expect_as_byte_by_byte(text);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(words_and_blanks_in_any_order_are_read_as_byte_by_byte) {
    const auto seed = std::random_device()();
    BOOST_TEST_CONTEXT("seed " << seed) {
        std::mt19937 random(seed);
        for (int round = 0; round < 20000 / ASSENT_TEST_SLOWDOWN; ++round) {
            std::string text;
            for (auto parts = random() % 12; parts > 0; --parts) {
                const auto kind = random() % 24;
                if (kind == 0) text += ' ';
                if (kind == 1) text += '\t';
                if (kind == 2) text += "-x=";
                if (kind == 3) text += "--";
                if (kind == 4) text += '=';
                for (auto size = random() % 9; size > 0; --size) text += letters[random() % letters.size()];
                if (random() % 8 != 0) text += ' ';
            }
            expect_as_byte_by_byte(text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
