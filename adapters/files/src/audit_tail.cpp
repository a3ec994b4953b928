#include "audit_tail.hpp"

#include "chained_line.hpp"
#include "files_aside.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace assent::detail {
namespace {

constexpr std::streamoff block_bytes = 65536;

// The last whole line with its end, and what follows it; or the whole file when it is shorter.
std::string last_lines(std::ifstream& file) {
    std::string text;
    std::ptrdiff_t ends = 0;
    file.seekg(0, std::ios::end);
    for (std::streamoff left = file.tellg(); left > 0;) {
        const std::streamoff step = std::min(left, block_bytes);
        left -= step;
        std::string block(static_cast<std::size_t>(step), '\0');
        file.seekg(left);
        if (!file.read(block.data(), step)) break;
        text.insert(0, block);
        ends += std::count(block.begin(), block.end(), '\n');
        if (ends < 2) continue;
        const auto end_of_line = text.rfind('\n');
        return text.substr(text.rfind('\n', end_of_line - 1) + 1);
    }
    if (!file) throw std::runtime_error("cannot read the end of the audit file");
    return text;
}

}  // namespace

audit_tail read_tail(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::system_error(errno, std::generic_category(),
                                "cannot read audit file `" + path.string() + "`");
    const std::string text = last_lines(file);
    const auto end_of_line = text.find('\n');
    const bool whole = end_of_line != std::string::npos;
    const std::string_view line = whole ? std::string_view(text).substr(0, end_of_line) : std::string_view();
    const std::string_view rest = whole ? std::string_view(text).substr(end_of_line + 1) : text;

    audit_tail tail;
    tail.torn = !rest.empty();
    const auto last = split_chained(line);
    if (whole) tail.empty = false;
    if (last) tail.head = last->value;
    // Only its end is missing: the record is all there, and others go on from it.
    if (const auto unended = split_chained(rest)) {
        const auto previous = last ? last->value : stated_previous(*unended);
        if (value_after(previous, *unended) == unended->value) {
            tail.empty = false;
            tail.head = unended->value;
        }
    }
    return tail;
}

std::string head_to_follow(const std::filesystem::path& path, const audit_tail& tail) {
    const auto head_of = [](const audit_tail& end, const std::filesystem::path& file) {
        if (!end.head)
            throw std::runtime_error("cannot go on with the chain of audit file `" + file.string() +
                                     "`: its last line has no chain value");
        return *end.head;
    };
    if (!tail.empty) return head_of(tail, path);
    const auto aside = numbers_aside(path);
    if (aside.empty()) return {};
    const auto newest = name_aside(path, aside.back());
    const auto end = read_tail(newest);
    return end.empty ? std::string() : head_of(end, newest);
}

}  // namespace assent::detail
