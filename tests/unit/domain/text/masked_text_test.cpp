#include <assent/domain/text/masked_text.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent {
namespace {

BOOST_AUTO_TEST_SUITE(masked_text_test)

BOOST_AUTO_TEST_CASE(what_looks_like_a_secret_is_left_out) {
    const struct {
        std::string_view text;
        std::string_view masked;
    } table[] = {
        {"API_TOKEN=s3cret make", "API_TOKEN=(redacted) make"},
        {"export DB_PASSWORD='a b' && ls", "export DB_PASSWORD='(redacted)' && ls"},
        {"login --password s3cret --name ann", "login --password (redacted) --name ann"},
        {"login --password=s3cret", "login --password=(redacted)"},
        {"login --password \"s3 cret\"", "login --password \"(redacted)\""},
        {"curl -H 'Authorization: Bearer s3cret' https://x.example/",
         "curl -H 'Authorization: (redacted)' https://x.example/"},
        {"curl -H \"X-Api-Key: s3cret\" x", "curl -H \"X-Api-Key: (redacted)\" x"},
        {"curl -H 'Cookie: id=s3cret; b=2' x", "curl -H 'Cookie: (redacted)' x"},
        {"curl -u ann:s3cret https://x.example/", "curl -u ann:(redacted) https://x.example/"},
        {"curl --user ann https://x.example/", "curl --user ann https://x.example/"},
        {"git clone https://ann:s3cret@x.example/r.git", "git clone https://(redacted)@x.example/r.git"},
        {"curl 'https://x.example/a?access_token=s3cret&b=2'",
         "curl 'https://x.example/a?access_token=(redacted)&b=2'"},
        {R"x(curl -d '{"token": "s3cret", "a": 1}' x)x", R"x(curl -d '{"token": "(redacted)", "a": 1}' x)x"},
        {R"x(curl -d "{\"token\":\"s3cret\"}" x)x", R"x(curl -d "{\"token\":\"(redacted)\"}" x)x"},
        {"password: s3cret\nname: ann", "password: (redacted)\nname: ann"},
        {"git push https://x.example ghp_0123456789abcdefghij", "git push https://x.example (redacted)"},
        {"echo sk-ant-0123456789abcdefghij > f", "echo (redacted) > f"},
        {"aws --id AKIA0123456789ABCDEF", "aws --id (redacted)"},
        {"f x=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "f x=(redacted)"},
        {"sshpass -p s3cret ssh x", "sshpass -p (redacted) ssh x"},
        {"redis-cli -a s3cret ping", "redis-cli -a (redacted) ping"},
        {"mysql -u root -ps3cret db", "mysql -u root -p(redacted) db"},
        {"cat <<'E'\n-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nE",
         "cat <<'E'\n(redacted)\nE"},
        {"echo '-----BEGIN PRIVATE KEY-----\nabc", "echo '(redacted)"},
    };
    for (const auto& [text, masked] : table) BOOST_TEST(masked_secrets(text) == masked);
}

BOOST_AUTO_TEST_CASE(what_does_not_stays_as_it_is) {
    for (const std::string_view text :
         {"", "ls -la", "git log --author=ann", "git commit -m 'keep the password field: it is used'  x",
          "cat ~/.config/token.txt", "curl https://x.example/a?b=c", "echo \"$API_TOKEN\"",
          "curl -H \"Authorization: $AUTH\" x", "export TOKEN=$(cat f)", "sk-short", "grep -rn 'ghp_' src",
          "npm_config_x=1 npm run sk", "find . -name '*.ts' -print | xargs wc -l", "mkdir -p a/b",
          "/home/ann/src/eyJ"})
        BOOST_TEST(masked_secrets(text) == text);
}

BOOST_AUTO_TEST_CASE(any_text_is_read_to_its_end) {
    const std::string_view pieces[] = {"a",
                                       "token",
                                       "=",
                                       ":",
                                       " ",
                                       "\"",
                                       "'",
                                       "\\",
                                       "://",
                                       "@",
                                       "?",
                                       "&",
                                       "-p",
                                       "mysql",
                                       "\n",
                                       "--password",
                                       "-----BEGIN PRIVATE KEY",
                                       "ghp_0123456789abcdefghij",
                                       "$"};
    for (const auto first : pieces)
        for (const auto second : pieces)
            for (const auto third : pieces)
                for (const auto fourth : pieces) {
                    const std::string text = std::string(first).append(second).append(third).append(fourth);
                    const auto masked = masked_secrets(text);
                    BOOST_REQUIRE(masked.size() <= text.size() + 4 * redacted_text.size());
                }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
