#include <assent/domain/programs/program_use.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::programs::program_use_test {
namespace {

// The words that are asked about.
std::string verdict(std::string_view command) {
    const shell_runs runs(command);
    const program_use use(runs[0]);
    if (!use.known()) return "unknown program";
    std::string words;
    for (const auto each : use.doubtful())
        words += (words.empty() ? "" : " ") + std::string(runs[0][each].text);
    return words.empty() ? "covered" : words;
}

BOOST_AUTO_TEST_SUITE(program_use_test)

BOOST_AUTO_TEST_CASE(a_use_is_covered_as_far_as_its_row_knows_it) {
    struct {
        const char* command;
        const char* verdict;
    } const rows[]{
        {"sort -rn -k 2 f", "covered"},
        {"sort -rnk2 f", "covered"},
        {"sort --key=2 f", "covered"},
        {"sort -o out f", "-o out"},
        {"sort f -oout", "-oout"},
        {"sort --output out f", "--output out"},
        {"sort --outp=out f", "--outp=out"},
        {"sort -r -- -o", "covered"},
        {"sort -$X f", "-$X"},
        {"sort $X", "covered"},
        {"sort {-o,x}", "-o x"},
        {"head -20 f", "covered"},
        {"uniq a", "covered"},
        {"uniq a b", "b"},
        {"uniq a b c", "b c"},
        {"grep -e x f", "covered"},
        {"cp a b c", "covered"},
        {"tree -o f", "-o f"},
        {"find . -name '*.c' -type f", "covered"},
        {"find . -delete", "-delete"},
        {"find . -fprint x", "-fprint x"},
        {"tar tzf x.tar", "covered"},
        {"timeout 5 sort -o x", "covered"},
        {"git status --short", "covered"},
        {"find -- . -delete", "-delete"},
        {"npm run build --script-shell=./x", "--script-shell=./x"},
        {"npm run build -- --script-shell=./x", "covered"},
        {"gh alias set x '!rm z'", "x !rm z"},
        {"npm docs --browser=./x", "--browser=./x"},
        {"npm install --script-sh ./x", "--script-sh ./x"},
        {"go build -ldflags=-extld=./x .", "-ldflags=-extld=./x"},
        {"gcc -fmodule-mapper='|./x' a.cc", "-fmodule-mapper=|./x"},
        {"gcc -O2 -Wall -fPIC -c a.c -o a.o", "covered"},
        {"cppcheck --addon=./x.py src", "--addon=./x.py"},
        {"sysctl kernel.x=1", "kernel.x=1"},
        {"psql -c 'select count(*) from t'", "covered"},
        {"psql -c 'insert into t (a) values (1)'", "-c insert into t (a) values (1)"},
        {"sqlite3 x.db .tables", "covered"},
        {"sqlite3 x.db 'select load_extension(1)'", "select load_extension(1)"},
        {"chmod +x run.sh", "covered"},
        {"chmod 777 run.sh", "777"},
        {"docker ps -a", "covered"},
        {"docker ps --zork", "--zork"},
        {"kubectl get pods -A", "covered"},
        {"kubectl get secrets", "secrets"},
        {"curl -s https://example.com", "covered"},
        {"curl -XDELETE https://example.com", "covered"},
        {"aws ec2 describe-instances --instance-ids i-1 i-2 --zork", "--zork"},
        {"docker run -it --rm -v /:/h image sh", "-v"},
        {"git log -5 --oneline -Sneedle", "covered"},
        {"git branch -f x HEAD~3", "-f"},
        {"git log --outp=f", "--outp=f"},
        {"git diff --text", "covered"},
        {"git frobnicate", "frobnicate"},
        {"git -c a=b status", "-c a=b"},
        {"git -c core.quotepath=false status", "covered"},
        {"git checkout main", "covered"},
        {"git checkout -b x origin/main", "covered"},
        {"git checkout HEAD~2", "covered"},
        {"git checkout -", "covered"},
        {"git checkout v1.2.3", "covered"},
        {"git checkout .", "."},
        {"git checkout src/", "src/"},
        {"git checkout src/a", "src/a"},
        {"git checkout a.md", "a.md"},
        {"git checkout :/", ":/"},
        {"git checkout '*.c'", "*.c"},
        {"git checkout -- main", "main"},
        {"git checkout HEAD -- .", "."},
        {"git checkout main x", "x"},
        {"git checkout -f main", "-f"},
        {"git switch feature", "covered"},
        {"git restore --staged a", "covered"},
        {"git restore -S -W a", "restore"},
        {"git restore a", "restore"},
        {"git push origin main", "covered"},
        {"git push origin :main", ":main"},
        {"git push origin +main", "+main"},
        {"git push origin -- +main", "+main"},
        {"git push origin --delete main", "--delete"},
        {"git stash", "covered"},
        {"git stash drop", "drop"},
        {"git stash clear", "clear"},
        {"git clean -fdx", "clean"},
        {"aws configure export-credentials", "export-credentials"},
        {"git clean -n", "covered"},
        {"git branch -D x", "-D"},
        {"git read-tree -u --reset HEAD", "--reset"},
        {"git reset --har", "--har"},
        {"git worktree remove x", "covered"},
        {"git worktree remove --force x", "--force"},
        {"git update-ref -d refs/heads/x", "-d"},
        {"git reflog expire --all", "expire"},
        {"git gc", "covered"},
        {"git gc --prune=now", "--prune=now"},
        {"git filter-branch --tree-filter 'rm x' HEAD", "filter-branch --tree-filter rm x"},
        {"git log --help", "--help"},
        {"git log -h", "covered"},
        {"git config user.name", "covered"},
        {"git config user.name x", "x"},
        {"git config --list", "--list"},
        {"gh api repos/o/r", "covered"},
        {"gh api -X GET search/issues -f q=x", "covered"},
        {"gh api repos/o/r -f a=b", "covered"},
        {"gh api -X DELETE repos/o/r", "-X DELETE"},
        {"gh pr view 5 --json title", "covered"},
        {"gh frobnicate", "frobnicate"},
        {"nobody-knows-it -x", "unknown program"},
    };
    for (const auto& [command, expected] : rows)
        BOOST_TEST(verdict(command) == expected, command << ": " << verdict(command));
}

// What no row names is not known, and neither is what some program of that name takes otherwise.
BOOST_AUTO_TEST_CASE(what_the_manual_does_not_name_is_not_known) {
    for (const auto* const program :
         {"cat",   "ls",          "find .",         "grep",    "rg",       "fd",      "sort",
          "tar",   "zip",         "7z x",           "gzip",    "patch",    "install", "ps",
          "tree",  "jq",          "exiftool",       "objdump", "pandoc",   "gs",      "convert",
          "sox",   "top",         "journalctl",     "printf",  "dd",       "kill",    "id",
          "mkdir", "tmux attach", "systemctl stop", "pg_dump", "redis-cli"})
        for (const auto* const option : {"--zzz", "--zzz=/x", "-,zz", "-,"}) {
            const std::string command = std::string(program) + ' ' + option;
            BOOST_TEST(verdict(command) != "covered", command);
        }
    struct {
        const char* command;
        const char* verdict;
    } const rows[]{
        {"tar xPf a.tar", "xPf"},
        {"tar xf a.tar", "covered"},
        {"tree -Lo 2 out", "-Lo 2 out"},
        {"tree -aL 2 src", "covered"},
        {"tree -L2", "-L2"},
        {"ps -ef", "covered"},
        {"ps -aux", "covered"},
        {"ps -axe", "-axe"},
        {"ps auxe", "auxe"},
        {"ps -eo pid,user", "covered"},
        {"mv f /dev/null", "/dev/null"},
        {"cp f /dev/null", "covered"},
        {"cp -s /etc/passwd x", "-s"},
        {"install -m4755 a b", "-m4755"},
        {"install -m 755 a b", "covered"},
        {"mkdir -m 4777 d", "-m 4777"},
        {"patch -d.. x", "-d.."},
        {"7z x a.7z -oout", "covered"},
        {"7z x -spf a.7z", "-spf"},
        {"lz4 --rm f", "--rm"},
        {"zip -mr a.zip f", "-mr"},
        {"sox a.wav '|rm'", "|rm"},
        {"gs -sOutputFile='%pipe%rm' a.ps", "-sOutputFile=%pipe%rm"},
        {"convert msl:x b.png", "msl:x"},
        {"convert a.png -resize 50% b.png", "covered"},
        {"pandoc -t html a.md", "covered"},
        {"pandoc -t evil.lua a.md", "-t evil.lua"},
        {"groff -mandoc -Tutf8 a", "covered"},
        {"groff -m./a b", "-m./a"},
        {"exiftool -comment=x a.jpg", "-comment=x"},
        {"printf -v x y", "-v"},
        {"printf '%5n' x", "%5n"},
        {"printf '%5ld%%n' 1", "covered"},
        {"echo '--- x' -y", "covered"},
        {"dd if=a bs=1 count=3", "covered"},
        {"dd if=a of=b", "of=b"},
        {"xxd -c16 -l 20 a", "covered"},
        {"xxd -rp a", "-rp"},
        {"objdump -dS a", "covered"},
        {"ldconfig -p", "covered"},
        {"rm --help", "covered"},
        {"rm x --help", "--help"},
        {"rm --version x", "--version"},
    };
    for (const auto& row : rows) BOOST_TEST(verdict(row.command) == row.verdict, row.command);
}

// Builds, packages, interpreters and what runs others: an option that the manual does not name may do
// anything.
BOOST_AUTO_TEST_CASE(what_the_manual_of_a_build_or_a_wrapper_does_not_name_is_not_known) {
    for (const auto* const program :
         {"make",        "cmake",       "ctest",       "ninja",    "gcc",        "clang",     "cargo build",
          "cargo tree",  "go build",    "go list",     "mvn",      "gradle",     "java",      "javac",
          "javap",       "pytest",      "jest",        "vitest",   "mocha",      "eslint",    "prettier",
          "ruff check",  "tsc",         "mypy",        "pylint",   "shellcheck", "gofmt",     "pkg-config",
          "npm ls",      "npm install", "npm test",    "npx",      "yarn add",   "pip list",  "pip install",
          "uv run",      "poetry add",  "apt install", "apt list", "dpkg",       "gem list",  "brew list",
          "bundle exec", "python3",     "node",        "ruby",     "perl",       "lua",       "bash",
          "deno test",   "bun test",    "vim",         "env",      "nice",       "timeout 5", "xargs",
          "stdbuf",      "sudo",        "nohup",       "time",     "watch",      "strace",    "flock f",
          "parallel",    "valgrind",    "firejail",    "fakeroot"})
        for (const auto* const option : {"--zzz", "--zzz=/x", "-,zz", "-,"}) {
            const std::string command = std::string(program) + ' ' + option;
            BOOST_TEST(verdict(command) != "covered", command);
        }
    struct {
        const char* command;
        const char* verdict;
    } const rows[]{
        {"pkg-config --cflags --libs zlib", "covered"},
        {"pkg-config -log-file=x zlib", "-log-file=x"},
        {"pkg-config --log-file=x zlib", "--log-file=x"},
        {"gcc -DX=1 -Iinc -Wall -std=c11 -march=native -o a a.c -lm", "covered"},
        {"gcc -fplugin-arg-x=y a.c", "-fplugin-arg-x=y"},
        {"gcc -Wl,-plugin,x.so a.c", "-Wl,-plugin,x.so"},
        {"gcc -Tx.ld a.c", "-Tx.ld"},
        {"cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug", "covered"},
        {"cmake -B build -DCMAKE_C_COMPILER=./x", "-DCMAKE_C_COMPILER=./x"},
        {"cmake -B build -DCMAKE_PROJECT_INCLUDE=x", "-DCMAKE_PROJECT_INCLUDE=x"},
        {"cmake --build build -j8", "covered"},
        {"ctest -j4 --output-on-failure", "covered"},
        {"ctest -S x.cmake", "-S x.cmake"},
        {"mvn -q -DskipTests -Dtest=A test", "covered"},
        {"mvn exec:exec -Dexec.executable=rm", "-Dexec.executable=rm"},
        {"gradle test --tests A -Pa=b", "covered"},
        {"gradle -I x test", "-I x"},
        {"gradle -Dorg.gradle.java.home=x test", "-Dorg.gradle.java.home=x"},
        {"java -Xmx1g -XX:+UseG1GC -Da=b Main", "covered"},
        {"java -XX:OnError=./x Main", "-XX:OnError=./x"},
        {"javac -Xlint:all -d out A.java", "covered"},
        {"javac -Xplugin:x A.java", "-Xplugin:x"},
        {"cargo test -p core --features a -- --nocapture", "covered"},
        {"cargo test --config x", "--config x"},
        {"pytest -xvs --tb=short -k a tests", "covered"},
        {"pytest -p x tests", "-p x"},
        {"pytest -c x tests", "-c x"},
        {"jest --coverage src", "covered"},
        {"jest --config=x src", "--config=x"},
        {"jest --reporters=default src", "covered"},
        {"jest --reporters=./x src", "--reporters=./x"},
        {"jest --seed -c x src", "--seed -c"},
        {"tox -p -c x", "-c x"},
        {"vitest run --coverage", "covered"},
        {"vitest --reporter=./x.js", "--reporter=./x.js"},
        {"mocha --require x test", "--require x"},
        {"eslint --fix --ext .ts -f stylish src", "covered"},
        {"eslint -f ./x.js src", "-f ./x.js"},
        {"eslint -c x src", "-c x"},
        {"prettier --check src", "covered"},
        {"prettier --plugin=x src", "--plugin=x"},
        {"ansible-lint -q play.yml", "covered"},
        {"ansible-lint -r ./x play.yml", "-r ./x"},
        {"npm ls --depth=0 --json", "covered"},
        {"npm test -- --watchAll=false", "covered"},
        {"npm install -D jest --legacy-peer-deps", "covered"},
        {"npm install --node-options=-rx", "--node-options=-rx"},
        {"pip list --format=json --user", "covered"},
        {"pip list --log=f", "--log=f"},
        {"pip install -q -r requirements.txt", "covered"},
        {"deno test a.ts --preload x", "--preload x"},
        {"php -f a.php -d auto_prepend_file=x", "-d auto_prepend_file=x"},
        {"perl -F -e x", "-e x"},
        {"strace -E LD_PRELOAD=x ls", "-E"},
        {"nano -s rm f", "-s rm"},
        {"dpkg -l", "covered"},
        {"dpkg -i x.deb", "-i"},
    };
    for (const auto& row : rows)
        BOOST_TEST(verdict(row.command) == row.verdict, row.command << ": " << verdict(row.command));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs::program_use_test
