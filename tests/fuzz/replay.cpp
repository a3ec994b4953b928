// Runs kept inputs through a fuzz target, without a fuzzer: replay FILE-OR-DIRECTORY...

#include "invariant.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

void replay(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    // Named first, so that a crash tells its input.
    std::cout << file.filename().string() << ", " << bytes.size() << " bytes" << std::endl;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::filesystem::path> files;
    for (int each = 1; each < count; ++each) {
        const std::filesystem::path path = arguments[each];
        if (!std::filesystem::is_directory(path))
            files.push_back(path);
        else
            for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) replay(file);
    if (files.empty()) std::cerr << "no inputs to replay\n";
    return files.empty() ? 1 : 0;
}
