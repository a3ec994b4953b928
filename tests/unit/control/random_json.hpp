#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace assent::testing {

/// Makes JSON texts at random, rich in what readers disagree about, and damages them.
class random_json {
public:
    explicit random_json(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool chance(std::size_t one_in) { return below(one_in) == 0; }

    /// A text that is JSON, but for flaws that are put in on purpose.
    std::string text() {
        out_.clear();
        if (chance(50)) return deep_text();
        space();
        if (chance(8))
            value(0);
        else
            object(0);
        space();
        return out_;
    }

    /// Changes some bytes.
    void damage(std::string& text) {
        for (std::size_t left = 1 + below(3); left > 0 && !text.empty(); --left) {
            const std::size_t at = below(text.size());
            switch (below(6)) {
                case 0: text.erase(at, 1 + below(3)); break;
                case 1: text.insert(at, pick(fragments)); break;
                case 2: text[at] = static_cast<char>(below(256)); break;
                case 3: text.insert(at, text.substr(below(text.size()), below(12))); break;
                case 4: text[at] = pick(fragments).front(); break;
                default: text.resize(at); break;
            }
        }
    }

private:
    template <std::size_t Size>
    const std::string& pick(const std::array<std::string, Size>& list) {
        return list[below(Size)];
    }

    std::string deep_text() {
        const std::size_t levels = 55 + below(20);
        std::string closing;
        for (std::size_t i = 0; i < levels; ++i) {
            const bool array = chance(2);
            out_ += array ? "[" : "{\"a\":";
            closing += array ? ']' : '}';
        }
        value(100);
        std::reverse(closing.begin(), closing.end());
        return out_ + closing;
    }

    void space() {
        while (chance(8)) out_ += chance(60) ? '\r' : " \t\n"[below(3)];
    }

    void value(std::size_t depth) {
        const std::size_t choices = depth < 5 ? 10 : 7;
        switch (below(choices)) {
            case 0:
            case 1:
            case 2: string(); break;
            case 3: number(); break;
            case 4: out_ += pick(numbers); break;
            case 5: out_ += "true"; break;
            case 6: out_ += chance(2) ? "false" : "null"; break;
            case 7: array(depth); break;
            default: object(depth); break;
        }
    }

    void array(std::size_t depth) {
        out_ += '[';
        std::string element;
        for (std::size_t i = 0, size = below(4); i < size; ++i) {
            if (i > 0) out_ += ',';
            space();
            const std::size_t begin = out_.size();
            if (i > 0 && chance(2)) {
                // Lists mostly have elements that are alike.
                if (chance(4)) damage(element);
                out_ += element;
            } else {
                value(depth + 1);
            }
            element = out_.substr(begin);
            space();
        }
        out_ += ']';
    }

    void object(std::size_t depth) {
        out_ += '{';
        const std::size_t size = chance(30) ? 14 + below(8) : below(5);
        for (std::size_t i = 0; i < size; ++i) {
            if (i > 0) out_ += ',';
            space();
            if (chance(4)) {
                out_ += pick(keys);
            } else {
                out_ +=
                    "\"k" + std::to_string(chance(60) ? below(size) : i) + (chance(10) ? "\\u0041\"" : "\"");
            }
            space();
            out_ += ':';
            space();
            value(depth + 1);
            space();
        }
        out_ += '}';
    }

    void string() {
        out_ += '"';
        const std::size_t size = chance(200) ? 4000 + below(200) : below(6);
        if (chance(20)) out_.append(below(40), 'x');
        if (size >= 4000) out_.append(4080, 'y');  // near the buffer in which Boost.JSON unescapes
        for (std::size_t i = 0; i < size % 4000; ++i) out_ += pick(pieces);
        out_ += '"';
    }

    void number() {
        if (chance(3)) out_ += '-';
        digits(1 + below(chance(4) ? 22 : 4), true);
        if (chance(2)) {
            out_ += '.';
            digits(1 + below(chance(4) ? 22 : 4), false);
        }
        if (chance(3)) {
            out_ += chance(2) ? 'e' : 'E';
            if (chance(2)) out_ += chance(2) ? '-' : '+';
            digits(1 + below(chance(9) ? 12 : 3), false);
        }
    }

    void digits(std::size_t count, bool leading) {
        for (std::size_t i = 0; i < count; ++i) {
            const bool no_zero = leading && i == 0 && count > 1;
            out_ += static_cast<char>('0' + (no_zero ? 1 + below(9) : below(10)));
        }
    }

    // clang-format off
    inline static const std::array<std::string, 12> keys{
        R"("a")", R"("b")", R"("\u0061")", R"("")", R"("\n")", R"("a\/b")", R"("a/b")", R"("\ud83d\ude00")",
        "\"\xF0\x9F\x98\x80\"", "\"\xC3\xA9\"", R"("\u00e9")", R"("a b")"};
    inline static const std::array<std::string, 22> pieces{
        "a", "word ", "{", "}", "[", "]", ",", ":", R"(\")", R"(\\)", R"(\n)", R"(\/)", R"(\u0041)",
        R"(\u20aC)", R"(\ud83d\ude00)", "\xC3\xA9", "\xE2\x80\xA8", "\xF0\x9F\x98\x80", "0", "\x7F",
        R"(\u0000)", R"(\b\f\r\t)"};
    inline static const std::array<std::string, 12> numbers{
        "0", "-0", "1e308", "1.7976931348623157e308", "1e999", "0e400", "1e-400", "18446744073709551615",
        "18446744073709551616", "-9223372036854775809", "9885394.5185644826", "1e99999999999"};
    inline static const std::array<std::string, 36> fragments{
        "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "1e999", "\\u", "\\ud800", "\\udc00",
        "\\x", "\r", "\n", "\t", " ", std::string(1, '\0'), "\xFF", "\xC3", "\xED\xA0\x80", "\xF0\x9F",
        "true", "nul", "/", "/**/", "'", "\"a\":1,", "\"\\u0061\":1,", "\xEF\xBB\xBF", "+", "\\ud83d\\ude00"};

    // clang-format on

    std::mt19937_64 random_;
    std::string out_;
};

}  // namespace assent::testing
