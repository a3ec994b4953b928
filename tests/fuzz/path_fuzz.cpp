// Input: a pattern, LF, a path, LF, a working directory, LF, where the path leads (empty: nobody has looked).
//
// A path that an allow rule covers is clean and stays clean when it is read again; the same pattern in a deny
// rule catches it, however it is spelled; and a literal pattern allows nothing but itself.

#include "invariant.hpp"

#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace {

using assent::path_pattern;
using assent::path_reading;
using assent::rule_behavior;
using assent::rule_match;
using assent::fuzz::require;

std::string escaped(std::string_view text) {
    std::string pattern;
    for (const char byte : text) {
        if (std::string_view("*?\\[]").find(byte) != std::string_view::npos) pattern += '\\';
        pattern += byte;
    }
    return pattern;
}

bool odd_byte(char byte) { return byte == '\\' || byte == '\x7f' || static_cast<unsigned char>(byte) < 0x20; }

void check_reading(const path_reading& path) {
    const std::string clean(path.clean());
    require(clean.empty() != path.flaw().empty(), "a path is clean, or has a flaw");
    if (!clean.empty()) {
        require(clean.front() == '/' && (clean + "/").find("//", 1) == std::string::npos &&
                    (clean + "/").find("/../") == std::string::npos &&
                    (clean + "/").find("/./") == std::string::npos,
                "a clean path is absolute, and every component a name", path.raw(), clean);
        require(std::ranges::none_of(clean, odd_byte), "a clean path has no odd characters", path.raw(),
                clean);
        require(path_reading(clean, {}).clean() == clean, "a clean path stays as it is", path.raw(), clean);
    }
    const std::string normal(path.normal());
    require(assent::normal_path(normal, {}) == normal, "what is normal stays as it is", normal,
            assent::normal_path(normal, {}));
}

// Rules are checked before their patterns are compiled.
bool good(std::string_view pattern) {
    assent::json_object fields;
    fields.emplace("file_path", pattern);
    return assent::permission_rule::make("Read", fields, rule_behavior::deny, assent::rule_origin::host)
        .has_value();
}

void check_pattern(std::string_view pattern, const path_reading& path) {
    const auto allow = path_pattern::make(pattern, rule_behavior::allow);
    if (!allow) return;
    const auto deny = path_pattern::make(pattern, rule_behavior::deny);
    require(deny.has_value(), "what is good in an allow rule is good in a deny rule");
    const assent::rule_switches wide{.star_crosses_slash = true, .allow_dotfiles = true};
    // A lone `*` covers whatever it is.
    const bool allowed = allow->allows(path) && !allow->whole().any_text();
    require(!allowed || !path.clean().empty(), "an allow rule covers clean paths only");
    require(!allowed || !path.unresolvable(), "an allow rule covers no path that leads nobody knows where");
    require(!allowed || deny->catches(path) == rule_match::yes, "a path that is allowed is caught", pattern,
            path.raw());
    require(!allowed || allow->allows(path, wide), "switches make allow rules wider only", pattern,
            path.raw());
}

// Another spelling of the same file is at least doubtful.
void check_spellings(std::string_view pattern, std::string_view clean) {
    const auto deny = path_pattern::make(pattern, rule_behavior::deny);
    if (!deny || clean.empty() || deny->catches(path_reading(clean, {})) != rule_match::yes) return;
    for (const std::string& spelling :
         {"/." + std::string(clean), "/" + std::string(clean), "/x/.." + std::string(clean)})
        require(deny->catches(path_reading(spelling, {})) != rule_match::no,
                "another spelling is caught, too", pattern, spelling);
}

void check_literal(std::string_view clean, std::string_view other) {
    if (clean.empty()) return;
    const auto only = path_pattern::make(escaped(clean), rule_behavior::allow);
    if (!only) return;
    require(only->allows(path_reading(clean, {})), "a literal pattern covers itself", clean, {});
    const path_reading read(other, {});
    require(!only->allows(read) || read.clean() == clean, "a literal pattern covers nothing else", clean,
            other);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest = assent::fuzz::as_text(data, size);
    const auto pattern = assent::fuzz::take_line(rest);
    const auto text = assent::fuzz::take_line(rest);
    const auto cwd = assent::fuzz::take_line(rest);
    const auto leads_to = assent::fuzz::take_line(rest);
    assent::resolved_path resolved{"file_path", std::nullopt};
    if (leads_to != "?") resolved.path = leads_to;

    const path_reading path(text, cwd, leads_to.empty() ? nullptr : &resolved);
    check_reading(path);
    if (good(pattern)) {
        check_pattern(pattern, path);
        check_spellings(pattern, path.clean());
    }
    check_literal(path.clean(), leads_to);
    check_literal(path.clean(), cwd);
    return 0;
}
