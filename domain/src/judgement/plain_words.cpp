#include "shell_words.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace assent::lenient {
namespace {

// A text of words and blanks, in which nothing else means anything to a shell: most commands.
class plain_words {
public:
    // \return false: it is no such text
    bool read(std::string_view text) {
        const char* at = text.data();
        const char* const end = at + text.size();
        while (at != end) {
            const char* const from = at;
            unsigned found = 0;
            unsigned last = 0;
            while (at != end && ((last = marks_of_bytes[static_cast<unsigned char>(*at)]) & ends_word) == 0) {
                found |= last;
                ++at;
            }
            if (at != end && (last & marks::meaning) != 0) return false;
            if (at != from) add({from, static_cast<std::size_t>(at - from)}, static_cast<text_marks>(found));
            if (at != end) ++at;
        }
        return true;
    }
    [[nodiscard]] std::span<const shell_word> get() const noexcept { return words_; }
    [[nodiscard]] const word_beginnings& begins() const noexcept { return begins_; }

private:
    static constexpr unsigned ends_word = marks::blank | marks::meaning;

    void add(std::string_view text, text_marks found) {
        auto& word = words_.emplace_back();
        word.text = text;
        word.found = found;
        word.program = find_program(text, found);
        begins_.add_text(text);
    }

    boost::container::small_vector<shell_word, 24> words_;
    word_beginnings begins_;
};

}  // namespace

void read_shell(std::string_view text, segment_visitor& visitor) {
    plain_words words;
    if (!words.read(text)) return read_whole_shell(text, visitor);
    if (!words.get().empty()) visitor.segment({words.get(), words.begins(), false, true});
}

}  // namespace assent::lenient
