#include "scratch_project.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

namespace assent::reality {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

scratch_project::scratch_project() {
    std::string name = (fs::temp_directory_path() / "assent-reality-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for the project");
    home_ = fs::canonical(name);
    fs::create_directories(home_ / ".tmp");
    write(folder() / "a.txt", "one\ntwo\nthree\n");
    write(folder() / "b.txt", "one\nthree\nfour\n");
    write(folder() / "numbers", "1\n2\n3\n");
    write(folder() / "table.csv", "a,b\n1,2\n");
    write(folder() / "data.json", "{\"a\": 1, \"b\": [1, 2]}\n");
    write(folder() / "src/main.c", "#include <stdio.h>\nint main(void) { return 0; }\n");
    write(folder() / "docs/notes.md", "# Notes\n\nTODO: one\n");
    const auto prepare =
        "cd '" + folder().string() + "' && export HOME='" + home_.string() +
        "' && tar cf x.tar a.txt && gzip -k x.tar a.txt; git init -q -b main && git config user.name me && "
        "git config user.email me@example.com && git add . && git commit -qm one; cd /; chmod -R a+rwX '" +
        home_.string() + "'";
    if (std::system((prepare + " >/dev/null 2>&1").c_str()) !=
        0)  // NOLINT: made of nothing but our own words
        throw std::runtime_error("cannot fill the project");
    if (::geteuid() == 0) {
        const auto own = "chown -R " + std::to_string(nobody) + " '" + home_.string() + "'";
        if (std::system(own.c_str()) != 0)
            throw std::runtime_error("cannot give the project away");  // NOLINT
    }
}

scratch_project::~scratch_project() {
    std::error_code ignored;
    fs::remove_all(home_, ignored);
}

}  // namespace assent::reality
