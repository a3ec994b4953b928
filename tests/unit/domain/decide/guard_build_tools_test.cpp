#include "unit/domain/decide/guard_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace assent::guard_build_tools_test {
namespace {

BOOST_AUTO_TEST_SUITE(guard_build_tools_test)

BOOST_AUTO_TEST_CASE(build_tools_that_are_told_to_load_or_start_others_are_found) {
    for (const auto* command : {"gcc -wrapper ./x a.c",
                                "gcc -fplugin=./x.so a.c",
                                "g++ -B. a.cpp",
                                "g++ -B . a.cpp",
                                "/usr/bin/gcc-12 -fplugin=./x.so a.c",
                                "cc -specs=x a.c",
                                "c++ -wrapper ./x a.cpp",
                                "clang -fplugin=./x.so a.c",
                                "clang++-14 -fpass-plugin=./x.so a.c",
                                "clang -Xclang -load -Xclang ./x.so a.c",
                                "gcc @options a.c",
                                "java -javaagent:x.jar Main",
                                "java -agentlib:x Main",
                                "java -agentpath:./x.so Main",
                                "git hook run pre-commit",
                                "openssl engine -t ./x.so",
                                "openssl req -engine ./x.so",
                                "openssl list -provider-path . -provider x",
                                "make -f x.mk",
                                "make -fx.mk",
                                "make -kf x.mk",
                                "make --file=x.mk",
                                "make --makefile x.mk",
                                "make -C x",
                                "make -Cx all",
                                "make --directory=x",
                                "make --eval='x:;./y'",
                                "gmake -f x.mk",
                                "go -C x build",
                                "go build -C x ./...",
                                "go vet -vettool=./x ./...",
                                "go vet --vettool ./x ./...",
                                "go test --exec ./x",
                                "npm --prefix x test",
                                "npm --prefix=x test",
                                "npm -C x test",
                                "npx --prefix x y",
                                "yarn --cwd x test",
                                "pnpm -C x test",
                                "pnpm --dir x test",
                                "cargo -C x build",
                                "cargo build --manifest-path x/Cargo.toml",
                                "cargo build --manifest-path=x/Cargo.toml"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "executing_option");
}

BOOST_AUTO_TEST_CASE(interpreters_that_run_code_from_the_command_are_found) {
    for (const auto* command : {"java -XX:OnError=./x Main", "ruby -e x", "perl -e x", "perl -ne x",
                                "python3 -c x", "python -Ic x"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "inline_code");
}

BOOST_AUTO_TEST_CASE(ordinary_builds_cost_no_question) {
    for (const auto* command : {"make",
                                "make test",
                                "make -j4",
                                "make -k -j8 all",
                                "make -n",
                                "make --debug install",
                                "gcc -O2 a.c",
                                "gcc -Wall -Wextra -Iinclude -fPIC -shared -o x.so a.c",
                                "g++ -std=c++20 --param x=1 a.cpp",
                                "clang -c a.c -fsanitize=address",
                                "java -jar x.jar",
                                "java -cp out -Xmx1g -XX:+UseG1GC Main",
                                "openssl version",
                                "openssl x509 -in a.crt -noout -text",
                                "go build ./...",
                                "go test -count=1 ./...",
                                "go test -coverprofile=c.out ./...",
                                "go vet ./...",
                                "npm test",
                                "npm run build",
                                "npm ci --production",
                                "npm ci --prefer-offline",
                                "yarn build",
                                "pnpm install --dev",
                                "cargo build",
                                "cargo test --message-format json",
                                "cargo clippy -- -D warnings",
                                "which gcc make"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::guard_build_tools_test
