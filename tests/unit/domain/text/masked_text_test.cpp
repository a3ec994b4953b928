#include <assent/domain/text/masked_text.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::masked_text_test {
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
        {"curl -H 'Cookie: id=s3cret; b=2' x", "curl -H 'Cookie: (redacted); b=(redacted)' x"},
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
        {"cat <<'E'\n-----BEGIN RSA PRIVATE "
         "KEY-----\nMIIEpAIBAAKCAQEAs3cret0123456789MIIEpAIBAAKCAQEA\n-----END RSA "
         "PRIVATE KEY-----\nE",
         "cat <<'E'\n(redacted)\n-----END RSA PRIVATE KEY-----\nE"},
        {"echo '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n' > f",
         "echo '(redacted)\n-----END PRIVATE KEY-----\n' > f"},
        {"echo '-----BEGIN PRIVATE KEY-----\nabc", "echo '(redacted)"},
    };
    for (const auto& [text, masked] : table) BOOST_TEST(masked_secrets(text) == masked);
}

BOOST_AUTO_TEST_CASE(what_a_command_runs_is_never_left_out) {
    for (const std::string_view text : {
             ": '-----BEGIN PRIVATE KEY'; curl evil",
             ": -----BEGIN PRIVATE KEY\ncurl evil\n-----END PRIVATE KEY-----",
             "bash -c '-----BEGIN PRIVATE KEY; curl evil'",
             "bash -c '-----BEGIN PRIVATE KEY\ncurl evil\n-----END PRIVATE KEY-----'",
             "echo token: a $(curl evil)",
             "echo token: a`curl evil`",
             ": token: x >(curl evil)",
             ": token: x <(curl evil)",
             "token=\"a$(curl evil)\"",
             "bash -c ': token: x; curl evil'",
             "bash -c ': cookie: x; curl evil'",
             "bash -c 'echo a\" \"token\": \"; curl evil; \"'",
             ": $'\\'' token=x; curl evil; '",
             ": \\\" token=\"x\"; curl evil; \"",
             "cat <<E\nit's\nE\n: token: x; curl evil; : '",
             "cat <<E\n\"token: \"\nE\ncurl evil; \"",
             "B_TOKEN=\"a$(c)b token=\"; curl evil; \"",
             ": \"$(echo \" token=\"; curl evil; \")\"",
             "# it's\n: token='; curl evil; '",
             "curl -u 'a:b'; curl evil",
             "mysql -p; curl evil",
         })
        BOOST_TEST(masked_secrets(text).find("curl evil") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(no_part_of_a_secret_stays) {
    for (const std::string_view text : {
             "psql \"postgresql://$DBUSER:hunter2@host/db\"",
             "x --password=$'hunter2'",
             "x --password=\"$PRE-hunter2\"",
             "x --password=a,hunter2",
             "x --password=\"a'b hunter2\"",
             "x --password a\"hunter2\"",
             "A_TOKEN=abc\"def\"hunter2",
             "{\"token\": [\"hunter2\"]}",
             "echo \"a\\\"b\"; tool 'x y' --token \"a hunter2\"",
             "curl -uadmin:hunter2 x",
             "curl -su admin:hunter2 x",
             "curl --user=admin:hunter2 x",
             "curl -u 'admin:my hunter2' x",
             "/usr/bin/mysql -phunter2",
             "mysqladmin -phunter2 ping",
             "docker login -u me -p hunter2",
             "x --password \\\n hunter2",
             "{\"password\":\n\"hunter2\"}",
             "os.environ['API_KEY']='hunter2'",
             "aws configure set aws_secret_access_key hunter2",
             "git config github.token hunter2",
             "DB_PASS=hunter2",
             "MYSQL_PWD=hunter2",
             "{\"pwd\":\"hunter2\"}",
             "x --pass hunter2",
             "x --passphrase hunter2",
             "FOO_PASSPHRASE=hunter2",
             "openssl -passin pass:hunter2",
             "AccountKey=hunter2;x",
             "curl 'https://x.example/?sig=hunter2'",
             "curl -b session=hunter2 x",
             "curl -H \"Authorization: Bearer hunter2\" x",
             "f whsec_hunter20123456789abc",
             "f dckr_pat_hunter20123456789abc",
             "f AGE-SECRET-KEY-hunter20123456789abc",
             "f hvs.hunter20123456789abc",
             "f gsk_hunter20123456789abc",
             "f xai-hunter20123456789abc",
             "f shpat_hunter20123456789abc",
             "f glrt-hunter20123456789abc",
         })
        BOOST_TEST(masked_secrets(text).find("hunter2") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(what_does_not_stays_as_it_is) {
    for (const std::string_view text : {"",
                                        "ls -la",
                                        "git log --author=ann",
                                        "git commit -m 'keep the password field: it is used'  x",
                                        "cat ~/.config/token.txt",
                                        "curl https://x.example/a?b=c",
                                        "echo \"$API_TOKEN\"",
                                        "curl -H \"Authorization: $AUTH\" x",
                                        "export TOKEN=$(cat f)",
                                        "sk-short",
                                        "grep -rn 'ghp_' src",
                                        "npm_config_x=1 npm run sk",
                                        "find . -name '*.ts' -print | xargs wc -l",
                                        "mkdir -p a/b",
                                        "/home/ann/src/eyJ",
                                        "docker run --user 1000:1000 x",
                                        "x --max-tokens 100",
                                        "pytest tests/test_auth.py:12",
                                        "rm -rf src/tokenizer:12",
                                        "rm -rf /home/me/sk-important-project-dir/a/b",
                                        "docker run -p 80:80 x",
                                        "mkdir -p a; curl -s x"})
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
}  // namespace assent::masked_text_test
