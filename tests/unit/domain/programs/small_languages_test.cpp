#include <assent/domain/programs/program_use.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <programs/small_languages.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace assent::programs::small_languages_test {
namespace {

// `doubt`, or the files: `<a >b`, where it writes b.
std::string told(const script_reading& reading) {
    if (!reading.known) return "doubt";
    std::string files;
    for (const auto& file : reading.files)
        files.append(files.empty() ? "" : " ").append(file.writes ? ">" : "<").append(file.path);
    return files;
}

struct script {
    std::string_view text;
    std::string_view told;
};

BOOST_AUTO_TEST_SUITE(small_languages_test)

BOOST_AUTO_TEST_CASE(a_script_of_sed_is_known_where_all_programs_read_it_alike) {
    constexpr script rows[] = {
        {"s/a/b/g", ""},
        {"1,5p", ""},
        {"$d", ""},
        {"/x/,/y/{s|a|b|;p}", ""},
        {":a;N;$!ba;s/\\n/ /g", ""},
        {"/a/!d", ""},
        {"5q", ""},
        {"s/[^/]*$//", ""},
        {"s/[[:space:]]*$//", ""},
        {"s/[ \\t]*$//", ""},
        {"s/[]abc]/x/", ""},
        {"s/a/b\\\nc/", ""},
        {"y/abc/xyz/", ""},
        {"# a comment\np", ""},
        {"a text", ""},
        {"/x/{p;b}", ""},
        {"/x/{s/a/b/;t};p", ""},
        {"a\\\nw f", ""},
        {"1!G;h;$!d", ""},
        // files
        {"r .env", "<.env"},
        {"r.env", "<.env"},
        {"R x", "doubt"},
        {"/x/{r a\n}", "<a"},
        {"w f", ">f"},
        {"W f", ">f"},
        {"s/a/b/w f", ">f"},
        {"s/a/b/gw a b", ">a b"},
        {"\\,x,w f", ">f"},
        {"s/[/]/x/;w f", ">f"},
        {"w a\nr b", ">a <b"},
        {"w /dev/stdout", ""},
        // programs, and what may be one
        {"1e rm x", "doubt"},
        {"s/a/b/e", "doubt"},
        {":a e rm x", "doubt"},
        {":x;tx e rm x", "doubt"},
        {"v 4.2 w f", "doubt"},
        {":}i\\1;w f", "doubt"},
        {"b}i\\1;w f", "doubt"},
        {"y/[/!a\\\n/;w f", "doubt"},
        {"a\\", "doubt"},
        {"w", "doubt"},
        {"r f ", "doubt"},
        {"/x/{r f}", "doubt"},
        {"r a;b", "doubt"},
        {"s/a/b", "doubt"},
        {"s/a/b\nc/", "doubt"},
        {"s/[]/]/x/", "doubt"},
        {"s/[\\]/]/x/", "doubt"},
        {"s/[[:alpha:]/]/x/", "doubt"},
        {"s\xC3\xA9"
         "a\xC3\xA9"
         "b\xC3\xA9",
         "doubt"},
        {"s\\a\\b\\", "doubt"},
    };
    for (const auto& [text, expected] : rows) BOOST_TEST(told(read_sed_script(text)) == expected, text);
}

BOOST_AUTO_TEST_CASE(a_program_of_awk_is_known_where_all_programs_read_it_alike) {
    constexpr script rows[] = {
        {"{print $1}", ""},
        {"/foo/ {print $2}", ""},
        {"$3 > 5", ""},
        {"NR>5 && /x[abc]/", ""},
        {"/a|b/ {n++} END {print n}", ""},
        {"{s+=$1} END {print s/NR}", ""},
        {"{a[$1]++} END {for (k in a) print k, a[k]/2}", ""},
        {"!seen[$0]++", ""},
        {"{print ($1 > 5)}", ""},
        {"{print \"a > b | c\"}", ""},
        {"{gsub(/[^\"]*/, \"\"); print}", ""},
        {"{gsub(/[\\/]/, \"_\"); print}", ""},
        {"/\"version\":/ {print $4}", ""},
        {"/[[:alpha:]]/", ""},
        {"{print ($1+$2)/2, $3/4}", ""},
        {"{split($0, a, \"/\"); print a[1]}", ""},
        {"/^class /{c=$0} NR==5{print c; exit}", ""},
        {"BEGIN {FS = \":\"} {printf \"%s\\n\", $1}", ""},
        {"{print $1 > \"/dev/stderr\"}", ""},
        {"{x /= 2; print x}", ""},
        {"# it's a comment\n{print}", ""},
        {"{print $1, \\\n $2}", ""},
        {"function f(x) { return x/2 } {print f($1)}", ""},
        // files
        {"{print > \"f\"}", ">f"},
        {"{printf \"%s\", $1 >> \"f\"}", ">f"},
        {"{print \"};\" > \"f\"}", ">f"},
        {"{print(\"a\")(\"b\") > \"f\"}", ">f"},
        {"{for(;;print 1 > \"f\") x++}", ">f"},
        {"{while ((getline l < \".env\") > 0) print l}", "<.env"},
        {"{getline x < \"a\"; print x > \"b\"}", "<a >b"},
        // What is a pattern is not the same for all.
        {"/[]/]\"/; BEGIN{system(\"x\")}; /[]/]\"/", "doubt"},
        {"/[^]/]\"/; BEGIN{system(\"x\")}; /[^]/]\"/", "doubt"},
        {"/[[:alpha:]/]\"/", "doubt"},
        {"/[/]/", "doubt"},
        {"{x=$/\"/; y=$/\"/}", "doubt"},
        {"/a/ /b/", "doubt"},
        {"{print x++ /2/ 1}", "doubt"},
        {"{print length /2/ 1}", "doubt"},
        {"{if (1) /a/; print}", "doubt"},
        {"/[\"a\"]/a/=printf ]\"/;{system(\"x\")};/[\"a\"]/a/=printf ]\"/", "doubt"},
        {"/=a/", "doubt"},
        {"/unclosed", "doubt"},
        {"{print \"unclosed}", "doubt"},
        // programs, and what may be one
        {"{print $1 \";\" > \"f\" x}", "doubt"},
        {"{print > f}", "doubt"},
        {"{print > \"a\\x62\"}", "doubt"},
        {"{print > \"/inet/tcp/0/h/80\"}", "doubt"},
        {"{print \"x\\n}\" | \"sh\"}", "doubt"},
        {"BEGIN {system(\"x\")}", "doubt"},
        {"BEGIN {x=1system(\"x\")}", "doubt"},
        {"{\"x\" | getline}", "doubt"},
        {"{ getline }", "doubt"},
        {"{getline l < f}", "doubt"},
        {"BEGIN{f=\"sys\" \"tem\"; @f(\"x\")}", "doubt"},
        {"@include \"x\"", "doubt"},
        {"{print ENVIRON[\"x\"]}", "doubt"},
        {"{print SYMTAB[\"ENVIRON\"][\"x\"]}", "doubt"},
    };
    for (const auto& [text, expected] : rows) BOOST_TEST(told(read_awk_program(text)) == expected, text);
}

BOOST_AUTO_TEST_CASE(files_that_a_script_names_are_parts_of_its_word) {
    constexpr script rows[] = {
        {"sed 'r .env' a.txt", "<.env <a.txt"},    {"sed -e 'r.env' a.txt", "<.env <a.txt"},
        {"sed -n 's/a/b/w f' a.txt", ">f <a.txt"}, {"awk '{getline x < \"b\"; print > \"c\"}' a", "<b >c <a"},
        {"sed -n 1,5p a.txt", "<a.txt"},           {"awk '{print > \"/dev/null\"}' a", "<a"},
    };
    for (const auto& [command, expected] : rows) {
        const shell_runs runs(command);
        std::string parts;
        for (const auto& part : runs.use(0).parts()) {
            if (part.kind != part_kind::read && part.kind != part_kind::write) continue;
            parts.append(parts.empty() ? "" : " ")
                .append(part.kind == part_kind::write ? ">" : "<")
                .append(part.text);
        }
        std::string_view wanted = expected;
        // Options come first, and operands last.
        BOOST_TEST(parts == wanted, command << ": " << parts);
        const bool writes = (runs.use(0).does() & effect::writes) != effect::reads;
        BOOST_TEST(writes == (wanted.find('>') != wanted.npos), command);
    }
}

BOOST_AUTO_TEST_CASE(a_mode_that_lets_everybody_write_or_lends_rights_is_told) {
    for (const auto* const mode :
         {"+x",  "u+x", "644",  "755",   "0644",      "00755",         "775",         "700",   "go-w", "a-w",
          "u-s", "-x",  "a+rx", "ug+rw", "u=rw,go=r", "u=rwx,g=rx,o=", "u=rwX,go=rX", "u+x-w", "+t",   "u=g"})
        BOOST_TEST(!loosening_mode(mode), mode);
    for (const auto* const mode :
         {"777", "0777", "666", "7",    "2755", "4755", "1777", "=4755", "+222", "u+x,o+w",
          "o=u", "a=u",  "g=u", "=rwx", "+w",   "+s",   "u+s",  "g+s",   "a+w",  "u+x-w+s",
          "",    ",",    "u",   "x",    "$m",   "u+q",  "999",  "u+ug"})
        BOOST_TEST(loosening_mode(mode), mode);
}

BOOST_AUTO_TEST_CASE(a_filter_of_jq_that_shows_the_environment_says_so) {
    for (const auto* const filter : {".a.env | .b", ".[\"env\"]", "select(.name == \"import\")",
                                     "input_filename", ".a | @sh", "$__loc__", ".import", "[inputs]"})
        BOOST_TEST((jq_filter_does(filter) == effect::reads), filter);
    for (const auto* const filter :
         {"env.TOKEN", "$ENV.TOKEN", "$ ENV", "\"\\(env)\"", "# \"\nenv", "\"a\", env, \"b\""})
        BOOST_TEST((jq_filter_does(filter) == effect::secrets), filter);
    for (const auto* const filter : {"include \"m\"; f", "import \"m\" as m; m::f", "\"m\" | modulemeta"})
        BOOST_TEST((jq_filter_does(filter) == effect::loads), filter);
}

BOOST_AUTO_TEST_CASE(a_template_shows_no_secrets_where_each_member_that_it_names_has_none) {
    for (const auto* const shown : {
             "{{.State.Status}}",
             "{{ .State.Health.Status }} {{- .Name -}}",
             "{{json .NetworkSettings.Networks}}",
             "{{range .Mounts}}{{.Source}}:{{.Destination}} {{end}}",
             "{{if .State.Running}}up{{else}}down{{end}}",
             "{{with .State.Health}}{{.Status}}{{end}}",
         })
        BOOST_TEST(shows_state_alone(shown), shown);
    for (const auto* const hidden : {
             "",
             "json",
             "table {{.Config.Env}}",
             "{{.}}",
             "{{.State}}",
             "{{json .State.Health}}",
             "{{.State.Health.Log}}",
             "{{.Config.Env}}",
             "{{.Args}}",
             "{{.State.Status}}{{.Path}}",
             "{{range .Config.Env}}{{println .}}{{end}}",
             "{{range .Mounts}}{{.}}{{end}}",
             "{{range $k, $v := .Mounts}}{{$v}}{{end}}",
             "{{index .Config.Labels \"x\"}}",
             "{{with .State}}{{$.Config.Env}}{{end}}",
             "{{.State.Status | printf \"%s\" .Config}}",
             "{{.State..Status}}",
             "{{.State.Status.}}",
             "{{.State.Status",
             "{{else if .Config}}{{end}}",
             "{{template \"x\"}}",
         })
        BOOST_TEST(!shows_state_alone(hidden), hidden);
}

BOOST_AUTO_TEST_CASE(directives_of_printf_are_told_in_the_order_of_their_operands) {
    constexpr std::pair<std::string_view, std::string_view> formats[] = {
        {"", ""},
        {"a b\\n", ""},
        {"100%% of\\n", ""},
        {"%s\\t%d\\n", "sd"},
        {"%-20s %5d", "sd"},
        {"%*s|", "ds"},
        {"%-*.*f", "ddd"},
        {"%05.2f %x", "dd"},
        {"%lu %hhd", "dd"},
        {"%b %q %s", "sss"},
        {"%(%F)T %s", "ds"},
        {"%c", "d"},
        {"100%\\n", "s"},
        {"%y", "s"},
        {"50% done", "d"},
        {"%'d", "d"},
    };
    for (const auto& [format, kinds] : formats)
        BOOST_TEST(directives_of(format).value_or("?") == kinds, format);
    for (const auto* const format :
         {"%1$d", "%2$s", "\\x25d", "\\45d", "\\0045d", "\\u0025d", "%y %d", "-v", "--"})
        BOOST_TEST(!directives_of(format), format);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs::small_languages_test
