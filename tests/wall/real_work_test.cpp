#include "walled_world.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

using namespace assent;
using namespace assent::walls;

// What people do all day, with and without a wall.
namespace real_work_test {
namespace {

namespace fs = std::filesystem;

struct work {
    std::string_view program;  ///< left out where it is not installed
    std::string script;
};

const work works[] = {
    {"git",
     "git status --short && git add src && git -c user.name=a -c user.email=a@b commit -qm one && git log "
     "--format=%s"},
    {"git", "git checkout -qb other && git branch && git stash list && git diff --stat"},
    {"git", "git init -q fresh && cd fresh && echo a >a && git add a && git ls-files"},
    {"sh", "echo 'for i in 1 2 3; do echo $i; done' >x.sh && sh x.sh && rm x.sh; exit 3"},
    {"make", "printf 'all: a.o\\n\\techo made\\na.o:\\n\\ttouch a.o\\n' >Makefile && make && make -j2"},
    {"gcc", "echo 'int main(void){return 5;}' >m.c && gcc -O2 -o m m.c && ./m"},
    {"g++",
     "echo '#include <string>\nint main(){return std::string(\"abc\").size();}' >m.cpp && g++ -o m m.cpp && "
     "./m"},
    {"gcc",
     "echo 'int main(void){return 0;}' >m.c && gcc -fsanitize=address,undefined -o m m.c && ./m && echo "
     "clean"},
    {"cmake",
     "printf 'cmake_minimum_required(VERSION 3.20)\\nproject(p C)\\nadd_executable(p m.c)\\n' "
     ">CMakeLists.txt && echo 'int main(void){return 0;}' >m.c && cmake -S . -B build >/dev/null && cmake "
     "--build build >/dev/null && build/p && echo ok"},
    {"ninja",
     "printf 'rule t\\n command = touch $out\\nbuild x: t\\n' >build.ninja && ninja >/dev/null && ls x"},
    {"node",
     "node -e 'const fs=require(\"fs\"); fs.writeFileSync(\"o.json\", JSON.stringify({a:1})); "
     "console.log(process.cwd() === fs.realpathSync(\".\"))'"},
    {"node",
     "node -e 'const h=require(\"http\"); const "
     "s=h.createServer((q,r)=>r.end(\"hi\")).listen(0,\"127.0.0.1\",()=>h.get({port:s.address().port,host:"
     "\"127.0.0.1\"},r=>{r.on(\"data\",d=>console.log(String(d)));r.on(\"end\",()=>s.close())}))'"},
    {"node",
     "printf 'import t from \"node:test\"; t(\"a\",()=>{})' >a.test.mjs && node --test a.test.mjs >/dev/null "
     "&& echo tested"},
    {"node",
     "node -e 'require(\"child_process\").execFileSync(\"sh\",[\"-c\",\"echo child\"],{stdio:\"inherit\"}); "
     "process.exit(4)'"},
    {"npm",
     "printf '{\"name\":\"a\",\"version\":\"1.0.0\",\"scripts\":{\"test\":\"node -e 0 && echo tested\"}}' "
     ">package.json && npm test --silent"},
    {"npm", "printf '{\"name\":\"a\",\"version\":\"1.0.0\"}' >package.json && npm pack --silent && ls *.tgz"},
    {"python3",
     "/usr/bin/python3 -c 'import json,sqlite3; print(json.dumps({\"a\": "
     "sqlite3.connect(\":memory:\").execute(\"select 1\").fetchone()}))'"},
    {"python3",
     "/usr/bin/python3 -m venv --without-pip v && v/bin/python -c 'import sys; print(sys.prefix != "
     "sys.base_prefix)'"},
    {"python3",
     "printf 'import unittest\\nclass T(unittest.TestCase):\\n    def test(self): self.assertEqual(1, 1)\\n' "
     ">test_a.py && /usr/bin/python3 -m unittest -q test_a 2>/dev/null; echo $?"},
    {"python3",
     "/usr/bin/python3 -c 'from multiprocessing import Pool\nif __name__ == \"__main__\":\n    with Pool(2) "
     "as p: print(p.map(abs, [-1, 2]))'"},
    {"python3",
     "/usr/bin/python3 -c 'import tempfile,os; f=tempfile.NamedTemporaryFile(); "
     "print(os.path.dirname(f.name))'"},
    {"perl",
     "perl -e 'use File::Temp; my ($h,$n)=File::Temp::tempfile(); print -e $n ? \"yes\\n\" : \"no\\n\"'"},
    {"tar", "tar czf a.tgz src && tar tzf a.tgz && mkdir x && tar xzf a.tgz -C x && find x -type f"},
    {"sed",
     "echo a >s.txt && sed -i s/a/b/ s.txt && cat s.txt && cp -r src copy && mv copy moved && rm -r moved"},
    {"find", "find . -name '*.txt' -not -path './.git/*' | sort | xargs wc -l"},
    {"sort", "seq 1 200000 | sort -rn | head -1"},
    {"bash", "bash -c 'cat <(echo a) <(echo b); trap \"echo bye\" EXIT; kill -TERM $$' ; echo $?"},
    {"sleep", "sleep 0 & wait; nproc >/dev/null && date +%Y >/dev/null && id -u >/dev/null; false"},
};

bool is_installed(std::string_view program) {
    return fs::exists(fs::path("/usr/bin") / program) || fs::exists(fs::path("/bin") / program);
}

// Names and contents, but for what is different each time.
std::string files_of(const fs::path& folder) {
    const auto text = "cd " + folder.string() +
                      " && find . -type f -not -path '*/.git/*' -not -path './build/*' -not -name '*.pyc' "
                      "-not -path './v/*' "
                      "-not -name '*.tgz' -not -name '.ninja*' -readable | sort | xargs cksum";
    std::string found;
    if (FILE* const out = ::popen(text.c_str(), "r"); out != nullptr) {
        std::array<char, 4096> bytes{};
        while (const auto count = std::fread(bytes.data(), 1, bytes.size(), out))
            found.append(bytes.data(), count);
        ::pclose(out);
    }
    return found;
}

struct done {
    int status = 0;
    std::string out;
    std::string files;
};

done without_a_wall(const std::string& script) {
    walled_world world;
    std::ofstream(world.base / "script") << script;
    const auto text = "cd " + world.project.string() + " && HOME=" + world.home.string() +
                      " PATH=/usr/bin:/bin LANG=C.UTF-8 /bin/sh " + (world.base / "script").string() + " >" +
                      (world.base / "out").string() + " </dev/null";
    const int status = std::system(text.c_str());
    std::ifstream stream(world.base / "out");
    return {WEXITSTATUS(status), {std::istreambuf_iterator<char>(stream), {}}, files_of(world.project)};
}

done behind_a_wall(const std::string& script) {
    walled_world world;
    const auto ran = world.run(world.plan(), script);
    for (const auto& each : ran.moved) BOOST_TEST_MESSAGE("moved away: " << each.path);
    return {ran.end.status, ran.out, files_of(world.project)};
}

}  // namespace
}  // namespace real_work_test

BOOST_AUTO_TEST_SUITE(real_work_test)

BOOST_AUTO_TEST_CASE(what_works_without_a_wall_works_behind_one_with_the_same_status_output_and_files) {
    BOOST_REQUIRE_MESSAGE(wall_available(), why_no_walls());
    int same = 0;
    for (const auto& each : works) {
        if (!is_installed(each.program)) continue;
        const auto without = without_a_wall(each.script);
        const auto behind = behind_a_wall(each.script);
        BOOST_TEST(behind.status == without.status,
                   each.script << ": " << behind.status << ", without " << without.status);
        BOOST_TEST(behind.out == without.out,
                   each.script << ": " << behind.out << "\nwithout: " << without.out);
        BOOST_TEST(behind.files == without.files,
                   each.script << ": " << behind.files << "\nwithout: " << without.files);
        same += behind.status == without.status && behind.out == without.out && behind.files == without.files
                    ? 1
                    : 0;
    }
    BOOST_TEST_MESSAGE(same << " of " << std::size(works) << " commands do the same");
    BOOST_TEST(same >= 20);
}

// A name in `/tmp` that is gone at the end.
class scratch_name {
public:
    explicit scratch_name(std::string_view what)
        : path_("/tmp/assent-wall-" + std::to_string(::getpid()) + "-" + std::string(what) + ".log") {
        fs::remove(path_);
    }
    ~scratch_name() { fs::remove(path_); }
    scratch_name(const scratch_name&) = delete;
    scratch_name& operator=(const scratch_name&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string text() const {
        std::ifstream stream(path_);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::string path_;
};

BOOST_AUTO_TEST_CASE(temporary_files_that_a_command_names_are_the_same_behind_a_wall) {
    BOOST_REQUIRE_MESSAGE(wall_available(), why_no_walls());
    walled_world world;
    const scratch_name made("made"), read("read"), other("other");
    std::ofstream(read.path()) << "before\n";
    world.scratch = {{made.path(), true}, {read.path(), false}};
    const auto ran = world.run(world.plan(), "echo one >" + made.path() + "; cat " + made.path() + " " +
                                                 read.path() + "; echo lost >" + other.path());
    BOOST_TEST(ran.out == "one\nbefore\n");
    BOOST_TEST(made.text() == "one\n");
    BOOST_TEST(!fs::exists(other.path()));
}

BOOST_AUTO_TEST_CASE(what_is_no_plain_temporary_file_of_this_user_is_not_there_behind_a_wall) {
    walled_world world;
    const scratch_name absent("absent"), link("link"), twice("twice"), pipe("pipe"), folder("folder");
    const scratch_name target("target");
    std::ofstream(target.path()) << "x";
    fs::create_symlink(target.path(), link.path());
    fs::create_hard_link(target.path(), twice.path());
    BOOST_REQUIRE(::mkfifo(pipe.path().c_str(), 0600) == 0);
    fs::create_directory(folder.path());
    for (const auto* each : {&link, &twice, &pipe, &folder})
        BOOST_TEST(find_scratch({{each->path(), true}}, true).empty(), each->path());
    BOOST_TEST(find_scratch({{absent.path(), false}}, true).empty());
    BOOST_TEST(find_scratch({{absent.path(), true}}, false).empty());
    BOOST_TEST(!fs::exists(absent.path()));
    BOOST_TEST(find_scratch({{absent.path(), true}}, true).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_temporary_file_that_became_a_link_makes_no_wall) {
    BOOST_REQUIRE_MESSAGE(wall_available(), why_no_walls());
    walled_world world;
    const scratch_name made("swapped");
    world.scratch = {{made.path(), true}};
    const auto plan = world.plan();
    const auto victim = world.home / "victim";
    std::ofstream(victim) << "safe";
    fs::remove(made.path());
    fs::create_symlink(victim, made.path());
    const auto ran = world.run(plan, "echo lost >" + made.path());
    BOOST_TEST(ran.end.status != 0);
    BOOST_TEST(fs::file_size(victim) == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
