#include "chained_line.hpp"

#include "sha256.hpp"

namespace assent::detail {
namespace {

constexpr std::string_view chain_key = ",\"chain\":\"";
constexpr std::string_view previous_key = ",\"previous\":\"";

// The digest in `text` behind `key` and before `end`, which end the text; else empty.
std::string_view digest_at_end(std::string_view text, std::string_view key, std::string_view end) noexcept {
    const std::size_t size = key.size() + digest_digits + end.size();
    if (text.size() < size || !text.ends_with(end)) return {};
    const auto member = text.substr(text.size() - size);
    if (!member.starts_with(key)) return {};
    const auto digest = member.substr(key.size(), digest_digits);
    return is_digest(digest) ? digest : std::string_view();
}

}  // namespace

std::optional<chained_line> split_chained(std::string_view line) noexcept {
    constexpr std::string_view end = "\"}";
    const auto value = digest_at_end(line, chain_key, end);
    if (value.empty()) return std::nullopt;
    line.remove_suffix(chain_key.size() + digest_digits + end.size());
    return chained_line{line, value};
}

std::string value_after(std::string_view previous, const chained_line& line) {
    return sha256_hex({previous, line.record, "}"});
}

std::string_view stated_previous(const chained_line& line) noexcept {
    return digest_at_end(line.record, previous_key, "\"");
}

std::string chain(std::string& line, std::string_view previous, bool state_it) {
    line.pop_back();  // the last brace
    if (state_it) line.append(previous_key).append(previous).append("\"");
    std::string value = value_after(previous, {line, {}});
    line.append(chain_key).append(value).append("\"}");
    return value;
}

}  // namespace assent::detail
