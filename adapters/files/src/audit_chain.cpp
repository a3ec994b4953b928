#include <assent/adapters/files/audit_chain.hpp>
#include <assent/adapters/files/audit_reader.hpp>

#include "chained_line.hpp"

#include <assent/adapters/files/sha256.hpp>

#include <istream>
#include <stdexcept>
#include <utility>

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

chain_walk::step chain_walk::take(std::string_view line) {
    const auto parts = split_chained(line);
    if (!parts) return broken("the line has no chain value");
    if (!stated_new_chain(*parts).empty() && value_after({}, *parts) == parts->value) {
        const bool unexpected = holds_;
        holds_ = true;
        records_ = 0;
        follow(parts->value);
        return {true, unexpected ? "a new chain begins here" : std::string_view()};
    }
    if (!holds_) return broken("it is behind a record that does not hold");
    const std::string previous(begun_ ? std::string_view(head_) : stated_previous(*parts));
    if (value_after(previous, *parts) != parts->value)
        return broken("the record does not match its chain value");
    if (!begun_) beginning_missing_ = !previous.empty();
    follow(parts->value);
    return {};
}

chain_walk::step chain_walk::cut_off() noexcept { return broken(line_cut_off); }

void chain_walk::trust(std::string_view value) { follow(value); }

chain_walk::step chain_walk::broken(std::string_view why) noexcept {
    holds_ = false;
    return {false, why};
}

void chain_walk::follow(std::string_view value) {
    head_ = value;
    begun_ = true;
    ++records_;
}

}  // namespace assent::detail

namespace assent {
namespace {

// Goes along the lines of one file or several, and notes what comes out.
class verification {
public:
    explicit verification(std::string_view expected_head) : expected_head_(expected_head) {}

    void take(const audit_reader::line& line, const std::string& file) {
        const auto step = line.whole ? walk_.take(line.text) : walk_.cut_off();
        if (!step.why.empty() && result_.holds()) {
            result_.first_broken_line = line.number;
            result_.file = file;
            result_.why = step.why;
        }
        if (step.begins) result_.new_chain = {.file = file, .line = line.number};
        if (result_.holds()) count();
    }

    audit_verification finish() && {
        result_.beginning_missing = walk_.beginning_missing();
        if (auto& anew = result_.new_chain) {
            anew->records = walk_.records();
            anew->head = walk_.head();
            anew->holds = walk_.holds();
        }
        if (result_.holds() && !expected_head_.empty() && !met_expected_head_)
            result_.why = "no record has the expected head: the end is missing, or this is another record";
        return std::move(result_);
    }

private:
    void count() {
        ++result_.records;
        result_.head = walk_.head();
        if (met_expected_head_) ++result_.after_expected_head;
        if (result_.head == expected_head_) met_expected_head_ = true;
    }

    detail::chain_walk walk_;
    audit_verification result_;
    std::string_view expected_head_;
    bool met_expected_head_ = false;
};

}  // namespace

audit_verification verify_audit(std::istream& lines, std::string_view expected_head) {
    verification found(expected_head);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number)
        found.take({line, number, !lines.eof()}, {});
    if (lines.bad() || !lines.eof()) throw std::runtime_error("cannot read the audit record");
    return std::move(found).finish();
}

audit_verification verify_audit_files(const std::filesystem::path& path, std::string_view expected_head) {
    verification found(expected_head);
    audit_reader lines(path);
    const auto take = [&](const audit_reader::line& line) {
        found.take(line, lines.several() ? lines.file().string() : std::string());
    };
    while (const auto line = lines.next()) take(*line);
    if (!lines.rest().text.empty()) take(lines.rest());
    return std::move(found).finish();
}

bool is_chain_value(std::string_view text) noexcept { return detail::is_digest(text); }

}  // namespace assent
