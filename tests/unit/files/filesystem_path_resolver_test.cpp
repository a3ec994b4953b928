#include <assent/adapters/files/filesystem_path_resolver.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include <unistd.h>

namespace filesystem_path_resolver_test {
namespace {

using namespace assent;
namespace errc = boost::system::errc;
namespace fs = std::filesystem;

// A folder of its own, with nothing but folders on the way to it.
class own_folder {
public:
    own_folder() {
        BOOST_REQUIRE(::mkdtemp(made_.data()) != nullptr);
        path_ = fs::canonical(made_).string();
    }
    ~own_folder() {
        std::error_code ignored;
        fs::permissions(path_ + "/closed", fs::perms::owner_all, ignored);
        fs::remove_all(path_, ignored);
    }
    own_folder(const own_folder&) = delete;
    own_folder& operator=(const own_folder&) = delete;

    [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    void folder(const std::string& name) const { fs::create_directory(*this / name); }
    void file(const std::string& name) const { std::ofstream(*this / name) << "x"; }
    void link(const std::string& name, const std::string& target) const {
        fs::create_symlink(target, *this / name);
    }

private:
    std::string made_ = (fs::temp_directory_path() / "assent-paths-XXXXXX").string();
    std::string path_;
};

std::string resolve(const std::string& path) {
    const auto found = filesystem_path_resolver().resolve(path);
    return found ? *found : "error: " + found.error().message();
}

boost::system::error_code failure(const std::string& path) {
    const auto found = filesystem_path_resolver().resolve(path);
    return found ? boost::system::error_code() : found.error();
}

BOOST_AUTO_TEST_SUITE(filesystem_path_resolver_test)

BOOST_AUTO_TEST_CASE(the_case_of_letters_counts_or_is_ignored_as_it_was_told) {
    BOOST_TEST(!filesystem_path_resolver(path_case::counts).ignores_case());
    BOOST_TEST(filesystem_path_resolver(path_case::ignored).ignores_case());
    BOOST_TEST(filesystem_path_resolver().ignores_case() == (usual_path_case == path_case::ignored));
}

BOOST_AUTO_TEST_CASE(files_folders_and_what_is_still_to_be_written_lead_to_themselves) {
    const own_folder at;
    at.folder("src");
    at.file("src/a.c");
    BOOST_TEST(resolve("/") == "/");
    BOOST_TEST(resolve(at / "src") == at / "src");
    BOOST_TEST(resolve(at / "src/") == at / "src");
    BOOST_TEST(resolve(at / "src/a.c") == at / "src/a.c");
    BOOST_TEST(resolve(at / "src/../src/./a.c") == at / "src/a.c");
    BOOST_TEST(resolve(at / "src/new.c") == at / "src/new.c");
    BOOST_TEST(resolve(at / "new/deeper/x.c") == at / "new/deeper/x.c");
}

BOOST_AUTO_TEST_CASE(links_are_followed_wherever_they_stand) {
    const own_folder at;
    at.folder("real");
    at.folder("real/sub");
    at.file("real/a.c");
    at.link("to_folder", at / "real");
    at.link("to_file", "real/a.c");
    at.link("chain", "to_folder/sub");
    at.link("real/sub/up", "..");
    at.link("dangling", at / "real/new.c");
    at.link("adrift", at / "nowhere/new.c");
    BOOST_TEST(resolve(at / "to_folder") == at / "real");
    BOOST_TEST(resolve(at / "to_folder/a.c") == at / "real/a.c");
    BOOST_TEST(resolve(at / "to_folder/new.c") == at / "real/new.c");
    BOOST_TEST(resolve(at / "to_file") == at / "real/a.c");
    BOOST_TEST(resolve(at / "chain/up/a.c") == at / "real/a.c");
    BOOST_TEST(resolve(at / "chain/../a.c") == at / "real/a.c", "`..` is the parent of where the link leads");
    BOOST_TEST(resolve(at / "dangling") == at / "real/new.c", "a write would create it");
    BOOST_TEST(resolve(at / "adrift") == at / "nowhere/new.c");
}

BOOST_AUTO_TEST_CASE(it_says_the_same_as_the_system_about_what_exists) {
    const own_folder at;
    at.folder("a");
    at.folder("a/b");
    at.file("a/b/c");
    at.link("a/l", "b/../b/c");
    at.link("m", "a/./l");
    for (const auto* path : {"a", "a/b/c", "a/l", "m", "a/../m", "a/b/../../a/b"})
        BOOST_TEST_CONTEXT(path) BOOST_TEST(resolve(at / path) == fs::canonical(at / path).string());
}

BOOST_AUTO_TEST_CASE(a_path_without_links_is_told_quickly_and_one_that_leads_elsewhere_never_is) {
    const own_folder at;
    at.folder("a");
    at.folder("a/b");
    at.file("a/b/c");
    at.link("a/link", "b");
    at.link("a/b/self", "c");
    at.link("gone", "nowhere");
    at.link("loop", "loop");
    struct row {
        std::string path;
        bool plain;
    };
    const row rows[] = {
        {"a", true},           {"a/b/c", true},          {"a//b/./c", true}, {"a/b/new/x", true},
        {"new", true},         {"a/link", false},        {"a/link/", false}, {"a/link/c", false},
        {"a/link/new", false}, {"a/b/self", false},      {"gone", false},    {"loop/x", false},
        {"a/b/..", false},     {"new/../a/link", false}, {"a/b/c/x", false}, {std::string("a\0b", 3), false},
    };
    filesystem_path_resolver paths;
    const std::string own = at / "a";
    const std::string whole = own.substr(0, own.size() - 2);
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.path) {
            const std::string path = at / each.path;
            BOOST_TEST(paths.has_no_links(path, 0) == each.plain);
            BOOST_TEST(paths.has_no_links(path, whole.size()) == each.plain);
            if (each.plain) BOOST_TEST(resolve(path) == fs::path(path).lexically_normal().string());
        }
    BOOST_TEST(!paths.has_no_links("relative", 0));
    BOOST_TEST(!paths.has_no_links("", 0));
    BOOST_TEST(!paths.has_no_links("/proc/self/cwd", 0));
    BOOST_TEST(!paths.has_no_links("/" + std::string(4095, 'a'), 0));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_told_is_an_error) {
    const own_folder at;
    at.file("file");
    at.link("loop", "loop");
    at.link("ping", "pong");
    at.link("pong", "ping");
    BOOST_TEST(failure(at / "loop/x") == errc::make_error_code(errc::too_many_symbolic_link_levels));
    BOOST_TEST(failure(at / "ping") == errc::make_error_code(errc::too_many_symbolic_link_levels));
    BOOST_TEST(failure(at / "file/x") == errc::make_error_code(errc::not_a_directory));
    BOOST_TEST(failure(at / "file/") == errc::make_error_code(errc::not_a_directory));
    BOOST_TEST(failure(at / "new/../file") == errc::make_error_code(errc::no_such_file_or_directory));
    BOOST_TEST(failure("relative") == errc::make_error_code(errc::invalid_argument));
    BOOST_TEST(failure("") == errc::make_error_code(errc::invalid_argument));
    BOOST_TEST(failure(at / std::string("a\0b", 3)) == errc::make_error_code(errc::invalid_argument));
    BOOST_TEST(failure("/" + std::string(5000, 'a')) == errc::make_error_code(errc::filename_too_long));
    BOOST_TEST(failure(at / std::string(256, 'a')) == errc::make_error_code(errc::filename_too_long),
               "no file system takes a name of 256 bytes");
}

BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_entered_hides_where_paths_lead) {
    if (::geteuid() == 0) {
        BOOST_TEST_MESSAGE("not tested: the superuser may enter every folder");
        return;
    }
    const own_folder at;
    at.folder("closed");
    at.link("closed/link", "/etc");
    fs::permissions(at / "closed", fs::perms::none);
    BOOST_TEST(failure(at / "closed/link") == errc::make_error_code(errc::permission_denied));
    BOOST_TEST(resolve(at / "closed") == at / "closed");
}

BOOST_AUTO_TEST_CASE(what_lies_below_a_folder_is_told_as_deep_as_is_asked) {
    const own_folder at;
    at.folder("sub");
    at.folder("sub/deep");
    at.file("sub/deep/file");
    at.link("sub/link", "/etc");
    filesystem_path_resolver resolver;
    const auto names = [&](std::size_t depth, bool follows) {
        auto below = resolver.names_below(at / "sub", follows, {.depth = depth});
        if (!below) return std::string("error");
        std::sort(below->begin(), below->end());
        std::string all;
        for (const auto& name : *below) all.append(all.empty() ? "" : " ").append(name);
        return all;
    };
    BOOST_TEST(names(9, false) == "deep deep/file link");
    BOOST_TEST(names(2, false) == "deep deep/file link");
    BOOST_TEST(names(1, false) == "deep link");
    BOOST_TEST(names(0, false) == "");
    BOOST_TEST(names(1, true) == "error");
    BOOST_TEST(names(0, true) == "");
    const auto missing = resolver.names_below(at / "missing", false, {.depth = 0});
    BOOST_TEST(missing.error() == errc::make_error_code(errc::no_such_file_or_directory));
}

BOOST_AUTO_TEST_CASE(links_of_processes_lead_elsewhere_for_each_of_them) {
    const auto expected = errc::make_error_code(errc::operation_not_supported);
    for (const auto* path : {"/proc/self/root/etc", "/proc/self/fd/0", "/proc/self/cwd", "/proc/self"})
        BOOST_TEST_CONTEXT(path) BOOST_TEST(failure(path) == expected);
    BOOST_TEST(resolve("/proc/1") == "/proc/1");
}

// What lies below, sorted; or the error that it ends with.
struct below {
    std::vector<std::string> names{};
    boost::system::error_code failed{};
    bool operator==(const below&) const = default;
};
std::ostream& operator<<(std::ostream& out, const below& shown) {
    for (const auto& name : shown.names) out << name << " ";
    return out << shown.failed.message();
}

// Time enough, whatever else the machine does.
constexpr below_limits roomy{.time = std::chrono::minutes(10)};

below look_below(const std::string& folder, bool follows = false, const below_limits& limits = roomy) {
    auto names = filesystem_path_resolver().names_below(folder, follows, limits);
    if (!names) return {{}, names.error()};
    std::sort(names->begin(), names->end());
    return {std::move(*names)};
}

below fails(errc::errc_t with) { return {{}, errc::make_error_code(with)}; }

BOOST_AUTO_TEST_CASE(all_that_lies_below_a_folder_is_named_at_any_depth) {
    const own_folder root;
    for (const auto* name : {"empty", "src", "src/.hidden", "src/.hidden/deep"}) root.folder(name);
    for (const auto* name : {".env", "src/a.c", "src/.hidden/deep/key"}) root.file(name);
    BOOST_TEST(look_below(root / "src") == below({{".hidden", ".hidden/deep", ".hidden/deep/key", "a.c"}}));
    BOOST_TEST(look_below(root / "empty") == below());
    BOOST_TEST(look_below(root / ".env") == below(), "a file has nothing below it");
    BOOST_TEST(look_below(root / "missing") == fails(errc::no_such_file_or_directory));
    BOOST_TEST(look_below("relative") == fails(errc::invalid_argument));
    BOOST_TEST(look_below(root / std::string("src\0x", 5)) == fails(errc::invalid_argument));
}

BOOST_AUTO_TEST_CASE(links_below_are_names_unless_they_are_followed) {
    const own_folder root;
    root.folder("real");
    root.file("real/a.c");
    root.folder("proj");
    root.link("proj/out", root / "real");
    root.link("proj/gone", "nowhere");
    root.link("to_proj", root / "proj");
    BOOST_TEST(look_below(root / "proj") == below({{"gone", "out"}}));
    BOOST_TEST(look_below(root / "proj", true) == fails(errc::too_many_symbolic_link_levels));
    BOOST_TEST(look_below(root / "real", true) == below({{"a.c"}}), "there is none to follow");
    BOOST_TEST(look_below(root / "to_proj").failed, "where it leads has to be found out first");
}

BOOST_AUTO_TEST_CASE(no_more_entries_are_named_than_the_limit_says) {
    BOOST_TEST(below_limits{}.entries == 20'000U);
    const own_folder root;
    root.folder("a");
    root.folder("a/b");
    for (const auto* name : {"a/1", "a/b/2", "3"}) root.file(name);
    const auto with = [&](std::size_t entries) {
        return look_below(root / "", false, {.entries = entries, .time = roomy.time});
    };
    BOOST_TEST(with(5).names.size() == 5U);
    for (const std::size_t fewer : {4U, 3U, 1U, 0U}) BOOST_TEST(with(fewer) == fails(errc::value_too_large));
    root.folder("full");
    for (int number = 0; number < 20'000; ++number)
        fs::create_hard_link(root / "3", root / ("full/" + std::to_string(number)));
    BOOST_TEST(look_below(root / "full").names.size() == 20'000U);
    root.file("full/one_more");
    BOOST_TEST(look_below(root / "full") == fails(errc::value_too_large));
}

BOOST_AUTO_TEST_CASE(no_more_time_is_taken_than_the_limit_says) {
    BOOST_TEST((below_limits{}.time == std::chrono::milliseconds(30)));
    const own_folder root;
    root.folder("a");
    const below_limits none{.time = std::chrono::milliseconds(0)};
    BOOST_TEST(look_below(root / "a", false, none) == below(), "there is nothing to look at");
    root.file("a/1");
    BOOST_TEST(look_below(root / "a", false, none) == fails(errc::value_too_large));
    BOOST_TEST(look_below(root / "a") == below({{"1"}}));
}

// Does without the rights of the superuser, if it has them.
class as_somebody {
public:
    as_somebody() {
        if (own_ == 0) BOOST_REQUIRE(::seteuid(nobody) == 0);
    }
    ~as_somebody() {
        if (own_ == 0 && ::seteuid(own_) != 0) std::abort();
    }
    as_somebody(const as_somebody&) = delete;
    as_somebody& operator=(const as_somebody&) = delete;

private:
    static constexpr uid_t nobody = 65534;
    uid_t own_ = ::geteuid();
};

BOOST_AUTO_TEST_CASE(a_folder_below_that_may_not_be_read_hides_what_there_is) {
    const own_folder root;
    root.folder("open");
    root.folder("closed");
    root.folder("open/listed");
    root.file("open/listed/a");
    for (const auto* name : {"", "open", "open/listed"}) fs::permissions(root / name, fs::perms(0755));
    fs::permissions(root / "closed", fs::perms::none);
    const as_somebody somebody;
    BOOST_TEST(look_below(root / "") == fails(errc::permission_denied));
    BOOST_TEST(look_below(root / "closed") == fails(errc::permission_denied));
    BOOST_TEST(look_below(root / "open") == below({{"listed", "listed/a"}}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace filesystem_path_resolver_test
