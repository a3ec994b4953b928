#include "audit_tail.hpp"

#include "chain_walk.hpp"
#include "chained_line.hpp"
#include "files_aside.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace assent::detail {
namespace {

// What is read of a file of which only the last line is wanted, and of a large one at once.
constexpr std::size_t block_bytes = std::size_t{64} * 1024;

// The last bytes of a file: all of it, or a line that may have lost its beginning and whole ones behind it.
struct file_end {
    std::string text{};
    std::uint64_t offset = 0;  // where they begin
};

// \param least_bytes  read at least, and two whole lines
file_end read_end(const regular_file& file, std::size_t least_bytes) {
    constexpr std::ptrdiff_t least_line_ends = 3;  // the first may be that of a line without its beginning
    file_end end{.offset = file.size()};
    std::size_t wanted = least_bytes == 0 ? block_bytes : least_bytes;
    std::ptrdiff_t line_ends = 0;
    while (end.offset > 0 && (end.text.size() < least_bytes || line_ends < least_line_ends)) {
        std::string before(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, end.offset)), '\0');
        end.offset -= before.size();
        before.resize(file.read_at(end.offset, before.data(), before.size()));
        line_ends += std::count(before.begin(), before.end(), '\n');
        end.text.insert(0, before);
        wanted = std::max(block_bytes, end.text.size());  // so that a long line is not copied over and over
    }
    return end;
}

// The number of the line that holds this byte, counted from 1.
std::size_t line_at(const regular_file& file, std::uint64_t offset) {
    std::string block(block_bytes, '\0');
    std::size_t line = 1;
    for (std::uint64_t begin = 0; begin < offset; begin += block.size()) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), offset - begin));
        const auto count = static_cast<std::ptrdiff_t>(file.read_at(begin, block.data(), size));
        line += static_cast<std::size_t>(std::count(block.begin(), block.begin() + count, '\n'));
    }
    return line;
}

// Goes along the ends of files, the older one first.
class end_walk {
public:
    /// \param aside  the file's number where it was put aside; 0: it is the one that goes on
    void follow(const std::filesystem::path& name, std::uint64_t aside, const regular_file& file,
                const file_end& end) {
        if (!end.text.empty()) last_file_ = name;
        bool cut = end.offset > 0;  // the first line has no beginning
        bool known = !cut;          // it is known what the line has to follow
        std::string_view left = end.text;
        while (!left.empty()) {
            const auto size = std::min(left.find('\n'), left.size());
            const bool whole = size < left.size();
            const auto line = left.substr(0, size);
            const auto parts = split_chained(line);
            whole_lines_ = whole_lines_ || whole;
            chained_ = chained_ || parts;
            if (!known && parts)
                walk_.trust(parts->value);
            else if (!cut)
                note(take(line, whole, aside), name, aside,
                     [&] { return line_at(file, end.offset + (end.text.size() - left.size())); });
            known = known || parts || !cut;
            cut = false;
            left.remove_prefix(size + (whole ? 1 : 0));
        }
    }

    chain_end finish() && {
        if (whole_lines_ && !chained_)
            throw std::runtime_error("cannot go on with the chain of audit file `" + last_file_.string() +
                                     "`: its last line has no chain value");
        if (!found_.broken) found_.head = walk_.head();
        return std::move(found_);
    }

private:
    // A record of which only the line's end is missing counts, where that can still be written.
    chain_walk::step take(std::string_view line, bool whole, std::uint64_t aside) {
        if (!whole && aside != 0) return walk_.cut_off();
        const auto step = walk_.take(line);
        return whole || step.begins || step.why.empty() ? step : walk_.cut_off();
    }

    template <class LineNumber>
    void note(const chain_walk::step& step, const std::filesystem::path& name, std::uint64_t aside,
              const LineNumber& line_number) {
        if (step.begins) {
            found_ = {};
        } else if (!step.why.empty() && !found_.broken) {
            found_.broken = {.file = name, .line = line_number(), .why = std::string(step.why)};
            const std::string file = aside == 0 ? "" : "file " + std::to_string(aside) + ", ";
            found_.new_chain = new_chain_member(file + "line " + std::to_string(found_.broken->line) + ": " +
                                                found_.broken->why);
        }
    }

    chain_walk walk_;
    chain_end found_;
    std::filesystem::path last_file_;
    bool whole_lines_ = false;
    bool chained_ = false;  // one of them is
};

}  // namespace

bool is_torn(const regular_file& file) {
    const std::uint64_t size = file.size();
    char last = '\n';
    return size > 0 && file.read_at(size - 1, &last, 1) == 1 && last != '\n';
}

chain_end read_chain_end(const std::filesystem::path& path, std::size_t verify_bytes) {
    constexpr std::string_view cannot = "cannot read audit file";
    const regular_file file(path, regular_file::purpose::read, cannot);
    const file_end end = read_end(file, verify_bytes);
    end_walk walk;
    const auto aside = end.offset == 0 ? numbers_aside(path) : std::vector<std::uint64_t>();
    if (!aside.empty()) {
        const auto newest = name_aside(path, aside.back());
        const regular_file older(newest, regular_file::purpose::read, cannot);
        walk.follow(newest, aside.back(), older,
                    read_end(older, verify_bytes - std::min(verify_bytes, end.text.size())));
    }
    walk.follow(path, 0, file, end);
    return std::move(walk).finish();
}

}  // namespace assent::detail
