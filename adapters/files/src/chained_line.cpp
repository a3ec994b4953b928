#include "chained_line.hpp"

#include "sha256.hpp"

namespace assent::detail {
namespace {

constexpr std::string_view chain_key = ",\"chain\":\"";
constexpr std::string_view previous_key = ",\"previous\":\"";
constexpr std::string_view new_chain_key = ",\"new_chain\":\"";

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

// Inside of a text, quotes are escaped: the key is only found as a key, and a member of an input ends in more
// than its own quote.
std::string_view stated_new_chain(const chained_line& line) noexcept {
    const auto begin = line.record.rfind(new_chain_key);
    if (begin == std::string_view::npos || !line.record.ends_with('"')) return {};
    auto why = line.record.substr(begin + new_chain_key.size());
    if (why.empty()) return {};
    why.remove_suffix(1);
    return why.find_first_of("\"\\") == std::string_view::npos ? why : std::string_view();
}

std::string new_chain_member(std::string_view why) {
    return std::string(new_chain_key).append(why).append("\"");
}

void append_chained(std::string& out, std::string_view record, std::string& head, bool first,
                    std::string_view new_chain) {
    const std::size_t start = out.size();
    out += record.substr(0, record.size() - 1);  // without the last brace
    if (head.empty())
        out += new_chain;
    else if (first)
        out.append(previous_key).append(head).append("\"");
    const std::size_t size = out.size();
    out += chain_key;
    const auto digits = out.size();
    append_sha256_hex(out, {head, std::string_view(out).substr(start, size - start), "}"});
    head.assign(out, digits, digest_digits);
    out += "\"}";
}

}  // namespace assent::detail
