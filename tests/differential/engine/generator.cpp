#include "generator.hpp"

#include <boost/json/serialize.hpp>

#include <initializer_list>
#include <string_view>
#include <utility>

namespace assent::differential {
namespace {

using words = std::initializer_list<std::string_view>;

std::string_view pick(dice& random, words from) { return from.begin()[random.below(from.size())]; }

// One to `most` parts, joined.
std::string joined(dice& random, words parts, words between, std::size_t most) {
    std::string text;
    for (auto count = 1 + random.below(most); count > 0; --count) {
        if (!text.empty()) text += pick(random, between);
        text += pick(random, parts);
    }
    return text;
}

std::string tool_pattern(dice& random) {
    if (random.chance(40)) return "Bash";
    return std::string(
        pick(random, {"Bash", "Bash", "bash", "B*", "?ash", "*", "*", "**", "Read", "R?ad", "*a*",
                      "mcp__a__*", "mcp__a", "mcp__*", "mcp__a__x", "*__x", "m*x", "mcp__a*", "B\\ash"}));
}

std::string tool_name(dice& random) {
    if (random.chance(50)) return "Bash";
    return std::string(pick(random, {"Bash", "Bash", "Bash", "bash", "Read", "Read", "mcp__a__x",
                                     "mcp__a__xx", "mcp__ab__x", "mcp__a__y__x", "Rash", "x"}));
}

std::string text_pattern(dice& random) {
    return joined(random, {"a", "b", "ab", "B", "*", "*", "?", "\\*", "\xC3\xA9", " "}, {""}, 5);
}

std::string text(dice& random) {
    return joined(random, {"a", "b", "ab", "B", "*", "\xC3\xA9", "\xC3", " ", "aab"}, {""}, 5);
}

std::string command_pattern_text(dice& random) {
    if (random.chance(5)) return joined(random, {"a", "b c", "'b'", "\"a b\""}, {" && ", ";", " | ", " "}, 3);
    if (random.chance(10))
        return std::string(
            pick(random, {"rm -rf *", "rm -r *", "rm -f a", "rm --force *", "rm -r -f a *", "rm a"}));
    if (random.chance(30))
        return std::string(pick(random, {"a *", "b *", "ab *", "aa *", "x.y *", "* b", "a", "b"}));
    std::string made =
        joined(random, {"a", "b", "ab", "/x/a", "-r", "a*", "?b", "c/d", "x.y", "a\\ b", "*", "\\*"},
               {" ", "  ", "\t"}, 4);
    if (random.chance(40)) made += " *";
    return made;
}

std::string simple_command(dice& random) {
    if (random.chance(10))
        return "rm " + joined(random,
                              {"-r", "-f", "-rf", "-fr", "-rvf", "--recursive", "--force", "a", "b", "--"},
                              {" "}, 4);
    if (random.chance(40))
        return std::string(pick(random, {"a", "a -r", "b", "b 'x y'", "ab -r", "aa", "x.y a b"}));
    return joined(random,
                  {"a", "a", "b", "ab", "/x/a", "A", "-r", "c/d", "a/b", "x.y", "'b'", "\"a b\"", "a\\ b",
                   "*", "aa", "-x=b"},
                  {" ", "  ", "\t"}, 4);
}

std::string command(dice& random) {
    std::string made;
    for (auto count = random.chance(60) ? 1U : 2 + random.below(3); count > 0; --count) {
        if (!made.empty()) made += pick(random, {" && ", " || ", ";", " | ", "; "});
        if (random.chance(8)) made += pick(random, {"sudo ", "env X=1 ", "timeout 5 ", "X=1 ", "nice "});
        made += simple_command(random);
    }
    if (random.chance(12))
        made += pick(random, {" $x", " $(a b)", " `b`", " >f", " 2>&1", " &", "\nb a", " 'a", " # b",
                              " {a,b}", " $(", " \xC3\xA9", "; $x a", " ~/a", " a?"});
    return made;
}

std::string path_pattern_text(dice& random, bool relative) {
    if (random.chance(3)) return "*";
    std::string made = relative ? "" : "/";
    made += joined(
        random, {"a", "a", "b", ".c", "ab", "*", "**", "a*", "?", "[ab]", "[!a]b", "*b", ".*", "d\\*", "A"},
        {"/"}, 4);
    if (random.chance(25)) made += "/**";
    if (random.chance(8)) made += "/";
    return made;
}

std::string path(dice& random) {
    std::string made = random.chance(85) ? "/" : "";
    made += joined(random, {"a", "a", "b", ".c", "ab", "a.b", "d*", "cb"}, {"/"}, 4);
    if (random.chance(15))
        made += pick(random, {"/../b", "//b", "/./b", "/", "/A", "/\xC3\xA9", "/%2e%2e/b", "\\b", "/..",
                              "/b ", "/$x"});
    if (random.chance(4))
        made = pick(random, {"~/a", "", "/", ".", "..", "../a", "//a/b", "/A/B", "/proc/self/a"});
    return made;
}

std::string url_pattern_text(dice& random) {
    const auto host =
        pick(random, {"h.x", "h.x", "*.x", "*.h.x", "a-*.x", "127.0.0.1", "H.X", "*", "[::1]", "localhost"});
    if (random.chance(40)) return std::string(host);
    std::string made(pick(random, {"https://", "https://", "http://", "HTTPS://"}));
    made += host;
    if (random.chance(10)) made += pick(random, {":8080", ":443"});
    return made.append(
        pick(random, {"", "/", "/*", "/p", "/p*", "/p/*", "*", "/p/?", "/p\\?q=*", "/P/q", "/*/q", "/p/"}));
}

std::string url(dice& random) {
    std::string made(pick(random, {"https://", "https://", "https://", "http://", "HTTPS://", "ftp://", ""}));
    made +=
        pick(random, {"h.x", "h.x", "h.x", "a.h.x", "a.b.h.x", "y.x", "a-b.x", "H.x", "h.x.", "127.0.0.1",
                      "127.1", "2130706433", "u@h.x", "[::1]", "x", "hh.x", "localhost", "0.0.0.0", "[::]"});
    if (random.chance(10)) made += pick(random, {":8080", ":443", ":80", ":"});
    return made.append(
        pick(random, {"", "/", "/p", "/p/q", "/p/q/", "/P", "/pp", "/p?q=1", "/p#q", "/../p", "/%2e/p",
                      "/..;/p", "/..%20/p", "//p", "/p/q?x=https://h.x/p", "/p q", "/%70"}));
}

json_value odd_value(dice& random) {
    switch (random.below(13)) {
        case 0: return 1;
        case 1: return 1.0;
        case 2: return 1.5;
        case 3: return -0.0;
        case 4: return 0;
        case 5: return 1e300;
        case 6: return 9007199254740993U;
        case 7: return 9007199254740992.0;
        case 8: return nullptr;
        case 9: return random.chance(50);
        case 10: return json_array{1, "a"};
        case 11:
            return json_object{{"k", random.chance(50) ? json_value(1) : json_value(1.0)}, {"l", nullptr}};
        default:
            return json_object{{"l", nullptr}, {"k", random.chance(30) ? json_value(1e300) : json_value(1)}};
    }
}

constexpr std::string_view field_names[] = {"command", "file_path", "url", "query", "n"};

std::string value_text(dice& random, std::string_view field) {
    if (field == "command") return command(random);
    if (field == "file_path") return path(random);
    if (field == "url") return url(random);
    return text(random);
}

std::string pattern_text(dice& random, std::string_view field, bool relative) {
    if (field == "command") return command_pattern_text(random);
    if (field == "file_path") return path_pattern_text(random, relative);
    if (field == "url") return url_pattern_text(random);
    return text_pattern(random);
}

resolved_paths resolve(dice& random, const json_object& input) {
    resolved_paths found;
    const auto* given = input.if_contains("file_path");
    if (given == nullptr || !given->is_string() || random.chance(10)) return found;
    const std::string same(given->get_string().data(), given->get_string().size());
    resolved_path one{"file_path", random.chance(60) && same.starts_with('/') ? same : "/" + path(random)};
    if (random.chance(20)) one.path = std::nullopt;
    if (one.path) one.path = normal_path(*one.path, "/");
    found.push_back(std::move(one));
    return found;
}

}  // namespace

permission_rule make_random_rule(dice& random) {
    constexpr rule_behavior behaviors[] = {rule_behavior::allow, rule_behavior::allow, rule_behavior::deny,
                                           rule_behavior::ask};
    constexpr rule_origin origins[] = {rule_origin::host, rule_origin::command_line, rule_origin::peer,
                                       rule_origin::answer};
    while (true) {
        const auto behavior = behaviors[random.below(4)];
        json_object fields;
        const std::size_t count = random.chance(75) ? 1 : random.below(4);
        for (std::size_t i = 0; i < count; ++i) {
            const auto name = random.chance(40) ? "command" : random.pick(field_names);
            const bool relative = behavior != rule_behavior::allow && random.chance(30);
            if (name == "n" || random.chance(3))
                fields[name] = odd_value(random);
            else
                fields[name] = pattern_text(random, name, relative);
        }
        auto made =
            permission_rule::make(tool_pattern(random), fields, behavior, origins[random.below(4)], true);
        if (made) return std::move(*made);
    }
}

random_call make_random_call(dice& random) {
    random_call made;
    made.tool_name = tool_name(random);
    json_object input;
    for (const auto name : field_names) {
        if (random.chance(name == "command" ? 20 : 40)) continue;
        if (name == "n" ? random.chance(80) : random.chance(4))
            input[name] = odd_value(random);
        else
            input[name] = value_text(random, name);
    }
    if (random.chance(60)) made.cwd = pick(random, {"/", "/a", "/a/b", "/a/b", "a", "/a/../b"});
    made.looked_at = random.chance(40);
    if (made.looked_at) made.resolved = resolve(random, input);
    made.input = make_input(std::move(input));
    made.switches.star_crosses_slash = random.chance(10);
    made.switches.allow_dotfiles = random.chance(10);
    made.switches.allow_sees_through_wrappers = random.chance(20);
    made.switches.allow_background = random.chance(10);
    if (random.chance(20)) made.switches.allow_env_names = {"X"};
    return made;
}

std::string random_call::text() const {
    std::string made = tool_name + " " + boost::json::serialize(input->whole());
    if (!cwd.empty()) made += " in " + cwd;
    for (const auto& each : resolved)
        made += ", " + each.field + " leads to " + each.path.value_or("nowhere");
    if (looked_at && resolved.empty()) made += ", resolved nothing";
    if (switches.star_crosses_slash) made += ", star_crosses_slash";
    if (switches.allow_dotfiles) made += ", allow_dotfiles";
    if (switches.allow_sees_through_wrappers) made += ", allow_sees_through_wrappers";
    if (switches.allow_background) made += ", allow_background";
    if (!switches.allow_env_names.empty()) made += ", allow_env_names X";
    return made;
}

}  // namespace assent::differential
