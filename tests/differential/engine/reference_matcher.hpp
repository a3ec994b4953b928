#pragma once

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <boost/algorithm/string.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

/// What docs/rules.md says about a rule and a call, once more and as plainly as possible: each pattern is one
/// regular expression, and there is no index. Shell texts, paths and URLs are read as by the product.
namespace assent::differential::reference {

using std::size_t, std::string;
using text = std::string_view;
using answers = std::pair<rule_match, rule_match>;  ///< the least and the most that may be said
constexpr answers no{rule_match::no, rule_match::no}, no_or_doubt{rule_match::no, rule_match::doubt};
constexpr answers yes{rule_match::yes, rule_match::yes}, doubt_or_yes{rule_match::doubt, rule_match::yes};
constexpr answers any{rule_match::no, rule_match::yes}, doubt{rule_match::doubt, rule_match::doubt};
inline answers sure(bool covered) { return covered ? yes : no; }
inline bool matches(const string& expression, text value) {
    static std::unordered_map<string, std::regex> known;
    if (known.size() > 10'000) known.clear();
    return std::regex_match(string(value), known.try_emplace(expression, expression).first->second);
}

/// A pattern as a regular expression. \param but  what wildcards do not stand for
const std::regex no_sets(R"(()()\\?[\s\S])"), with_sets(R"(\[(!?)([^\]]+)\]|\\?[\s\S])");
inline string expression(const string& pattern, const string& but, const std::regex& part = no_sets) {
    string made;
    for (std::sregex_iterator at(pattern.begin(), pattern.end(), part), end; at != end; ++at) {
        const string one = at->str(), outside = one == "?" ? but : "/" + (*at)[2].str();
        const string literal = (boost::is_punct()(one.back()) ? "\\" : "") + string(1, one.back());
        if (one == "?" || (*at)[1].length() > 0)
            made += "[^\x80-\xBF" + outside + "][\x80-\xBF]*";
        else
            made += one == "*" ? "[^" + but + "]*" : (*at)[2].length() > 0 ? one : literal;
    }
    return made;
}
inline bool fits(const string& pattern, text value, const std::regex& part = no_sets) {
    return matches(expression(pattern, "\x01", part), value);
}
/// `*`, several in a row once, and `?`.
inline auto wildcards(const string& pattern) {
    static const std::regex one(R"(\\.|(\*+|\?))");
    const std::sregex_iterator from(pattern.begin(), pattern.end(), one);
    return std::count_if(from, {}, [](const auto& found) { return found[1].matched; });
}

inline text word(text one) { return one; }
inline text word(const string& one) { return one; }
inline text word(const shell_runs::word& one) { return one.text; }
inline bool fits_words(const string& pattern, const auto& words, bool deny) {
    static const std::regex part(R"((?:\\.|[^ \t\\])+)");
    const string any_words = "(?:[^\x01]*\x01)";
    string made, all;
    for (const auto& each : words) all.append(word(each)) += '\x01';
    for (std::sregex_iterator at(pattern.begin(), pattern.end(), part), end; at != end; ++at) {
        const string one = at->str();
        const bool first = made.empty(), last = at->suffix().length() == 0, many = one == "*";
        // A wildcard in a name stands for no folder. For deny, a program counts in each.
        const bool name = first && one.find('/') == string::npos;
        const string elsewhere = name && deny ? "|[^\x01]*/" + expression(one, "/\x01") : "";
        const bool none = deny || (last && !first && wildcards(pattern) == 1);
        if (many) made += any_words + (none ? "*" : "+");
        if (!many) made += "(?:" + expression(one, name && !deny ? "/\x01" : "\x01") + elsewhere + ")\x01";
        if (!many && last && one.ends_with('*') && !one.ends_with("\\*")) made += any_words + "*";
    }
    return matches(made, all);
}
inline bool covers_simple(const string& pattern, const shell_command& shell, size_t at) {
    return fits_words(pattern, shell[at], false) || fits_words(pattern, shell.behind_wrapper(at), false);
}
inline bool covers_each(const field_reading& field, const auto& covers) {
    size_t at = 0, size = field.what() == field_view::kind::string ? field.command().size() : 0;
    while (at < size && covers(at)) ++at;
    return at > 0 && at == size;
}
/// A command, or a pattern for one, told apart into options and operands.
struct parts {
    std::set<string> options;
    std::vector<string> operands, without_values;  ///< the second: where what may be a value is one
};
inline parts told_apart(const std::vector<string>& words) {
    parts made;
    const bool rm = !words.empty() && matches("(.*/)?rm", words[0]);
    bool ended = false, value = false;
    for (const string& one : words) {
        const bool option = !ended && one.size() > 1 && one[0] == '-' && one != "--" && &one != &words[0];
        if (option && rm && one[1] != '-') {
            for (const char letter : one.substr(1)) made.options.insert({'-', letter});
        } else if (option) {
            made.options.insert(!rm || one.size() < 3 ? one : "-" + one.substr(2, 1));
        } else if (ended || one != "--") {
            made.operands.push_back(one);
            // A value of an option of which nothing is known, maybe.
            if (!value) made.without_values.push_back(one);
        }
        ended = ended || one == "--";
        value = option && !rm && one.find('=') == string::npos;
    }
    return made;
}
/// Whether a run is what the pattern says, in other words; nothing: it has no words for which this is said.
inline answers same_act(const string& pattern, const auto& run) {
    if (pattern.find_first_of("\\'\"") != string::npos) return any;
    const auto split = [](const string& line) {
        std::vector<string> made;
        boost::split(made, line, boost::is_any_of(" \t"), boost::token_compress_on);
        std::erase(made, "");
        return made;
    };
    const auto words = split(pattern);
    const auto wild = [](const string& one) { return one.find_first_of("*?") != string::npos; };
    // Names of options with wildcards are compared as they are written, in any order: not said here.
    for (const string& one : words)
        if (one[0] == '-' && wild(one)) return any;
    std::vector<string> run_words;
    for (const auto& one : run) run_words.emplace_back(one.text);
    // What is fed to an option by a `*` is any value, and more words.
    const parts expected = told_apart(words), given = told_apart(run_words);
    if (!std::ranges::includes(given.options, expected.options)) return no_or_doubt;
    const string operands = boost::join(expected.operands, " ");
    // `a* -r`: only the last word of all is open.
    if (wild(operands) && expected.operands.back() != words.back()) return any;
    const bool all = fits_words(operands, given.operands, true);
    const bool fewer = fits_words(operands, given.without_values, true);
    const bool clear = expected.operands == expected.without_values;
    if (all && fewer && clear) return yes;
    return all || fewer ? doubt_or_yes : no_or_doubt;
}
inline answers command_answers(const string& pattern, const field_reading& field, bool deny, size_t only) {
    if ((deny || wildcards(pattern) == 0) && fits(pattern, field.text())) return yes;
    const auto covers = [&](auto at) { return covers_simple(pattern, field.command(), at); };
    if (!deny) return sure(only == string::npos ? covers_each(field, covers) : covers(only));
    bool known = pattern.find_first_of("\"'") == string::npos;  // quotes may be meant as such
    answers act = no_or_doubt;
    for (size_t run = 0; run < field.runs().size(); ++run) {
        const bool all_known = std::ranges::all_of(field.runs()[run], &shell_runs::word::known);
        if (all_known && fits_words(pattern, field.runs()[run], true)) return yes;
        // How others than `rm` take their options is not said here.
        const bool plain =
            !field.runs().use(run).known() || matches("(.*/)?rm", field.runs()[run].front().text);
        if (all_known) act = std::max(act, plain ? same_act(pattern, field.runs()[run]) : any);
        known = known && all_known;
    }
    if (act == yes || !known) return act == yes ? yes : field.runs().complete() ? any : doubt_or_yes;
    return field.runs().complete() ? act : std::max(act, doubt);
}
/// \param dots  wildcards stand for hidden components, too
inline bool fits_path(const string& pattern, text path, bool dots) {
    const string component = dots ? "(?!/)" : "(?![/.])";
    std::vector<string> parts;
    string made;
    for (const auto& part : boost::split(parts, pattern, boost::is_any_of("/"))) {
        const bool first = &part == &parts.front(), last = &part == &parts.back();
        const string begin = part.empty() || part[0] == '.' ? "" : component;
        if (part == "**") made += "(?:" + component + "[^/]+/)" + (last && !first ? "+" : "*");
        if (part != "**" && (first || !part.empty())) made += begin + expression(part, "/", with_sets) + "/";
    }
    return matches(made, string(path == "/" ? "" : path) + "/");
}
inline bool covers_path(const string& pattern, text path, bool deny, const rule_switches& switches) {
    const bool dots = deny || switches.allow_dotfiles;
    if (path.empty() || fits_path(pattern, path, dots)) return !path.empty();
    // What is below a folder means the folder, too.
    for (string folder = pattern; deny && folder.size() > 3 && folder.ends_with("/**");) {
        folder.resize(folder.size() - 3);
        if (fits(folder, path, with_sets) || fits_path(folder, path, dots)) return true;
    }
    // Where `*` may be several components, hidden ones have to be written in the rule.
    const auto literal = std::max<size_t>(pattern.find_first_of("*?[\\"), 1) - 1;
    const bool hidden = !dots && path.find("/.", literal) != text::npos;
    return (deny || switches.star_crosses_slash) && !hidden && fits(pattern, path, with_sets);
}
inline answers path_answers(string pattern, const path_reading& path, bool deny, const rule_switches& how) {
    if (deny && pattern.size() > 1 && pattern.ends_with('/')) pattern += "**";
    const auto covers = [&](const string& each, text form) { return covers_path(each, form, deny, how); };
    const bool resolved = path.resolved().empty() || covers(pattern, path.resolved());
    if (!deny) return sure(!path.unresolvable() && covers(pattern, path.clean()) && resolved);
    if (fits(pattern, path.raw(), with_sets)) return yes;
    const bool below = !pattern.starts_with('/') && path.cwd().starts_with('/');
    const string cwd = normal_path(path.cwd(), "/"), absolute = (cwd == "/" ? cwd : cwd + "/") + pattern;
    for (const text form : {path.normal(), path.resolved()}) {
        if (covers(pattern, form) || (below && covers(absolute, form))) return yes;
        if (!pattern.starts_with("**")) continue;
        if (fits_path("/" + pattern, form, true)) return yes;
        for (string folder = pattern; folder.size() > 3 && folder.ends_with("/**");) {
            folder.resize(folder.size() - 3);
            if (fits_path("/" + folder, form, true)) return yes;
        }
    }
    return path.unresolvable() || !(path.one_spelling() || path.letters_vary()) ? doubt : no_or_doubt;
}
inline bool covers_host(const string& pattern, const url_reading& url, bool deny) {
    const auto here = [](text host) { return host == "localhost" || read_host(host).is_loopback(); };
    if (deny && here(pattern) && here(url.host)) return true;
    if (url.address.is_address()) return read_host(pattern).same_address(url.address);
    const string below = pattern.starts_with("*.") ? "(?:[^.]+\\.)+" : "";
    return matches(below + expression(pattern.substr(below.empty() ? 0 : 2), "."), url.host);
}
inline answers url_answers(const string& pattern, const url_reading& url, bool deny) {
    if (!url.plain) return deny ? doubt_or_yes : no;
    static const std::regex form(R"((?:(\w+)://)?(\[.*\]|[^/:]*)(?::(\d+))?(.*))");
    std::smatch part;
    std::regex_match(pattern, part, form);
    const string scheme = boost::to_lower_copy(part[1].str()), host = boost::to_lower_copy(part[2].str());
    const string port = part[3] == (scheme == "https" ? "443" : "80") ? "" : part[3].str();
    const string rest = part[4].length() == 0 ? "/" : part[4].str();
    const bool same_path = rest.find("\\?") != string::npos || fits(rest, url.path);
    const bool same_rest = same_path && fits(rest, string(url.path).append(url.tail));
    const bool web = deny || matches("https?", url.scheme);
    const bool same = scheme.empty() ? web : scheme == url.scheme && same_rest;
    const bool same_host = covers_host(host, url, deny), same_port = scheme.empty() || port == url.port;
    if (!deny) return sure(same_host && url.address.usual && same_port && url.clean_path && same);
    // Which name stands for an address is not known.
    const bool address = read_host(host).is_address() || url.address.is_address();
    if (!same_host || !same_port) return address && same_port ? no_or_doubt : no;
    return same ? yes : any;
}

inline answers tool_answers(const string& pattern, const string& name, bool deny) {
    // `mcp__server` is all tools of the server.
    if (matches("mcp__(?:(?!__)[^*?\\\\])+", pattern) && pattern != name)
        return tool_answers(pattern + "__*", name, deny);
    const bool similar = fits(boost::to_lower_copy(pattern), boost::to_lower_copy(name));
    if (deny || !similar) return fits(pattern, name) ? yes : similar ? doubt : no;
    // For allow, no wildcard stands for a server, nor for a `__`.
    const bool server = matches(R"(mcp__(?:(?!__)[^*?\\])+__.*)", pattern);
    const bool tool = matches(R"(mcp__(?:(?!__).)+__[^_](?:(?!__).)*)", name);
    const bool apart = !name.starts_with("mcp__") || wildcards(pattern) == 0;
    return sure(fits(pattern, name) && (apart || (server && tool)));
}
inline answers field_answers(const field_reading& field, const json_value& pattern, bool deny, size_t only) {
    if (field.what() == field_view::kind::absent) return no;
    const auto equality = pattern.is_string() ? json_equality::unprovable : compare(*field.value(), pattern);
    if (equality != json_equality::unprovable) return sure(equality == json_equality::equal);
    if (!pattern.is_string() || field.what() != field_view::kind::string) return deny ? doubt : no;
    const string expected(pattern.get_string());
    if (expected == "*") return yes;
    if (field.name() == "command") return command_answers(expected, field, deny, only);
    if (field.name() == "file_path") return path_answers(expected, field.path(), deny, field.switches());
    if (field.name() == "url") return url_answers(expected, field.url(), deny);
    return sure(fits(expected, field.text()));
}
/// All parts have to match; one in doubt puts all in doubt. \param only  simple command that counts; npos:
/// all
inline answers all_answers(const permission_rule& rule, const call_reading& call, size_t only) {
    const bool deny = rule.behavior() != rule_behavior::allow;
    answers sum = tool_answers(string(rule.tool_pattern()), string(call.tool_name()), deny);
    for (const auto& [name, pattern] : rule.input_pattern()) {
        const answers part = field_answers(call.field(name), pattern, deny, only);
        sum = {std::min(sum.first, part.first), std::min(sum.second, part.second)};
    }
    return sum;
}
/// Whether allow rules cover the call, one alone or several together.
inline bool allows(const std::vector<const permission_rule*>& rules, const call_reading& call) {
    const auto some = [&](size_t only) {
        return std::ranges::any_of(rules, [&](auto* rule) { return all_answers(*rule, call, only) == yes; });
    };
    return some(string::npos) || covers_each(call.field("command"), some);
}

}  // namespace assent::differential::reference
