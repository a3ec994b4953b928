#include <assent/domain/rules/glob.hpp>

#include <algorithm>

namespace assent {
namespace {

bool continuation(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Where the code point that starts at `at` ends. Stray bytes count as characters of their own.
std::size_t next_code_point(std::string_view text, std::size_t at) noexcept {
    ++at;
    while (at < text.size() && continuation(text[at])) ++at;
    return at;
}

char lower(char byte) noexcept {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

}  // namespace

glob::glob(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool after_run = !symbols_.empty() && symbols_.back().what == symbol::kind::any_run;
        open_ended_ = pattern[i] == '*';
        if (pattern[i] == '*') {
            if (after_run) continue;
            symbols_.push_back({symbol::kind::any_run});
            ++wildcards_;
        } else if (pattern[i] == '?') {
            // `*?` is `?*`, in which the walk has nothing to try again.
            symbols_.insert(after_run ? symbols_.end() - 1 : symbols_.end(), {symbol::kind::any_one});
            ++wildcards_;
        } else {
            if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
            add_literal(pattern[i]);
        }
    }
}

void glob::add_literal(char byte) {
    if (symbols_.empty() || symbols_.back().what != symbol::kind::text)
        symbols_.push_back({symbol::kind::text, literals_.size(), 0});
    literals_ += byte;
    ++symbols_.back().size;
}

// The classic two-pointer walk: after a mismatch only the last `*` has to take one character more,
// so no earlier choice is ever tried again.
template <class Equal>
bool glob::run(std::string_view text, Equal equal) const noexcept {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    const std::string_view literals = literals_;
    std::size_t at = 0;
    std::size_t symbol_at = 0;
    std::size_t star = none;
    std::size_t star_text = 0;
    const auto text_fits = [&](const symbol& each) {
        return each.size <= text.size() - at &&
               equal(literals.substr(each.from, each.size), text.substr(at, each.size));
    };
    while (at < text.size()) {
        const symbol* const next = symbol_at < symbols_.size() ? &symbols_[symbol_at] : nullptr;
        if (next != nullptr && next->what == symbol::kind::any_run) {
            star = symbol_at++;
            star_text = at;
        } else if (next != nullptr && next->what == symbol::kind::any_one) {
            at = next_code_point(text, at);
            ++symbol_at;
        } else if (next != nullptr && text_fits(*next)) {
            at += next->size;
            ++symbol_at;
        } else if (star != none && star + 1 == symbols_.size()) {
            return true;  // a final `*` takes whatever is left
        } else if (star != none) {
            symbol_at = star + 1;
            star_text = next_code_point(text, star_text);
            at = star_text;
        } else {
            return false;
        }
    }
    while (symbol_at < symbols_.size() && symbols_[symbol_at].what == symbol::kind::any_run) ++symbol_at;
    return symbol_at == symbols_.size();
}

bool glob::matches(std::string_view text) const noexcept {
    return run(text, [](std::string_view pattern, std::string_view found) { return pattern == found; });
}

bool glob::matches_ignoring_case(std::string_view text) const noexcept {
    return run(text, [](std::string_view pattern, std::string_view found) {
        return std::equal(pattern.begin(), pattern.end(), found.begin(), found.end(),
                          [](char left, char right) { return lower(left) == lower(right); });
    });
}

bool dangling_escape(std::string_view pattern) noexcept {
    bool escaped = false;
    for (const char byte : pattern) escaped = !escaped && byte == '\\';
    return escaped;
}

}  // namespace assent
