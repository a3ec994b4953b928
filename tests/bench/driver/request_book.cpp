#include "request_book.hpp"

#include <fmt/format.h>

#include <charconv>

namespace assent::bench {

namespace {

// Copying below costs less than another piece of a gathered write.
constexpr std::size_t refer_from_bytes = 8 * 1024;

constexpr std::string_view command_front = R"({"command":"npm run test:unit -- --grep case_)";
constexpr std::string_view command_end = "\"";
constexpr std::string_view looking_front = R"({"command":"cd src && grep -rn TODO_)";
constexpr std::string_view looking_end = " . | head -20\"";
constexpr std::string_view input_end = "}";

// The keys are sorted, and no text needs an escape in one JSON library and none in another: a library that
// writes the input anew, without blanks, writes the same bytes.
std::string filled_with_text(std::size_t bytes) {
    constexpr std::string_view before = R"(,"zcontent":")";
    constexpr std::string_view after = "\"";
    constexpr std::array<std::string_view, 4> lines = {
        R"(int main(int argc, char **argv) {\n)", R"(  printf(\"hello %d\", argc);\n)",
        R"(\tfor (int i = 0; i != argc; ++i) total += weights[i] * 31;\n)",
        R"(  return total == 0 ? 1 : 0; // done\n}\n)"};
    if (bytes < before.size() + after.size()) return {};
    std::string text(before);
    const std::size_t end = bytes - after.size();
    for (std::size_t i = 0; text.size() + lines[i % lines.size()].size() <= end; ++i)
        text += lines[i % lines.size()];
    text.append(end - text.size(), 'x');
    return text.append(after);
}

std::string filled_with_objects(std::size_t bytes) {
    constexpr std::string_view before = R"(,"zedits":[)";
    constexpr std::string_view pad_front = R"(],"zz":")";
    constexpr std::string_view pad_end = "\"";
    std::string text(before);
    for (unsigned i = 0;; ++i) {
        const std::string next =
            fmt::format(R"({}{{"id":{},"new":"value_{}","old":"value {}","on":true,"pos":[{},{},-15]}})",
                        i == 0 ? "" : ",", i, i * 7, i * 3, i, i + 80);
        if (text.size() + next.size() + pad_front.size() + pad_end.size() > bytes) break;
        text += next;
    }
    text += pad_front;
    if (text.size() + pad_end.size() > bytes) return {};
    text.append(bytes - text.size() - pad_end.size(), 'x');
    return text.append(pad_end);
}

}  // namespace

request_id::request_id(std::uint64_t number) noexcept {
    wire::id_front.copy(text_.data(), wire::id_front.size());
    for (std::size_t i = text_.size(); i-- > wire::id_front.size(); number /= 10)
        text_[i] = static_cast<char>('0' + number % 10);
}

std::optional<std::uint64_t> request_id::read(std::string_view id) noexcept {
    if (id.size() != wire::id_bytes || !id.starts_with(wire::id_front)) return std::nullopt;
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(id.data() + wire::id_front.size(), id.data() + id.size(), number);
    if (error != std::errc() || end != id.data() + id.size()) return std::nullopt;
    return number;
}

const char* name_of(input_shape shape) noexcept {
    switch (shape) {
        case input_shape::text: return "text";
        case input_shape::nested: return "nested";
        case input_shape::looking: return "looking";
    }
    return "";
}

request_book::request_book(std::size_t input_bytes, input_shape shape) : input_front_(command_front) {
    if (shape == input_shape::looking) {
        input_front_ = looking_front;
        finish(std::string(looking_end).append(input_end));
        return;
    }
    const std::size_t fixed = input_front_.size() + wire::digits + command_end.size() + input_end.size();
    const std::size_t left = input_bytes > fixed ? input_bytes - fixed : 0;
    finish(std::string(command_end)
               .append(shape == input_shape::text ? filled_with_text(left) : filled_with_objects(left))
               .append(input_end));
}

void request_book::finish(std::string input_back) {
    input_back_ = std::move(input_back);
    front_ = std::string(wire::request_front);
    middle_ = std::string(wire::request_middle) + input_front_;
    back_ = input_back_ + std::string(wire::suggestions);
}

void request_book::write(std::uint64_t number, outbox& out) const {
    const request_id id(number);
    out.append(front_);
    out.append(id.text());
    out.append(middle_);
    out.append(id.number());
    if (back_.size() < refer_from_bytes)
        out.append(back_);
    else
        out.refer(back_);
    out.append(id.text());
    out.append(wire::request_end);
}

bool request_book::is_input(std::string_view text, std::uint64_t number) const noexcept {
    return text.size() == input_bytes() && text.starts_with(input_front_) && text.ends_with(input_back_) &&
           text.substr(input_front_.size(), wire::digits) == request_id(number).number();
}

std::size_t request_book::line_bytes() const noexcept {
    return front_.size() + middle_.size() + wire::digits + back_.size() + 2 * wire::id_bytes +
           wire::request_end.size();
}

}  // namespace assent::bench
