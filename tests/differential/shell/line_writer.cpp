#include "line_writer.hpp"

#include "dice.hpp"
#include "line_grammar.hpp"
#include "line_insertions.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::differential {
namespace {

constexpr std::string_view null_device = "/dev/null";

// Whose turn it is.
constexpr line_kind turns[] = {
    line_kind::plain,     line_kind::insertion, line_kind::joint, line_kind::posix, line_kind::insertion,
    line_kind::mutated,   line_kind::insertion, line_kind::joint, line_kind::bash,  line_kind::pieces,
    line_kind::plain,     line_kind::insertion, line_kind::joint, line_kind::zsh,   line_kind::mutated,
    line_kind::insertion, line_kind::plain,     line_kind::ksh,   line_kind::trick, line_kind::joint,
};
// Between the insertions that follow each other, and joints. A prime that divides neither number: neighbours
// are far from each other, and none comes twice before all have come.
constexpr std::uint64_t stride = 7919;

bool letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

// Words, and everything else byte by byte.
std::vector<std::string> tokens_of(std::string_view line) {
    std::vector<std::string> tokens;
    for (std::size_t place = 0; place < line.size(); ++place) {
        if (place > 0 && letter(line[place]) && letter(line[place - 1]))
            tokens.back() += line[place];
        else
            tokens.emplace_back(1, line[place]);
    }
    return tokens;
}

// Takes out, puts in, doubles or swaps a byte or a token.
void mutate(std::string& line, dice& from) {
    constexpr std::string_view bytes = " \t\n;&|<>(){}[]$`\\'\"#!*?~=%-+,.:@^_0123456789ab";
    auto tokens = tokens_of(line);
    if (tokens.empty()) return;
    const auto chosen = from.below(tokens.size());
    const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(chosen);
    const std::string byte(1, bytes[from.below(bytes.size())]);
    switch (from.below(8)) {
        case 0: place->erase(from.below(place->size()), 1); break;
        case 1: place->insert(from.below(place->size()), byte); break;
        case 2: (*place)[from.below(place->size())] = byte[0]; break;
        case 3: tokens.erase(place); break;
        case 4: tokens.insert(place, std::string(shell_piece(from))); break;
        case 5: tokens.insert(place, *place); break;
        case 6: std::swap(*place, tokens[from.below(tokens.size())]); break;
        default: tokens.insert(place, std::string(from.chance(50) ? odd_byte(from) : "\\\n")); break;
    }
    line.clear();
    for (const auto& token : tokens) line += token;
}

std::string line_without_mistakes(line_kind kind, dice& from, std::uint64_t place) {
    switch (kind) {
        case line_kind::plain: return plain_line(from);
        case line_kind::posix: return nested_line(from, dialect::posix);
        case line_kind::bash: return nested_line(from, dialect::bash);
        case line_kind::ksh: return nested_line(from, dialect::ksh);
        case line_kind::zsh: return nested_line(from, dialect::zsh);
        case line_kind::mutated: return nested_line(from, static_cast<dialect>(from.below(dialect_count)));
        case line_kind::pieces: return line_of_pieces(from);
        case line_kind::trick: return trick_line(from);
        case line_kind::insertion: return line_with_insertion(place % insertion_count());
        case line_kind::joint: return line_with_joint(place % joint_count());
    }
    return {};
}

// Most mistakes that a line of this kind has.
std::size_t most_mistakes(line_kind kind, dice& from) {
    if (kind == line_kind::mutated) return 1 + from.below(3);
    const bool sometimes = kind == line_kind::plain || kind == line_kind::pieces || kind == line_kind::trick;
    return sometimes && from.chance(12) ? 1 + from.below(4) : 0;
}

}  // namespace

// Paths lead nowhere but to the null device. A NUL cannot be passed to a shell.
std::string harmless(std::string line) {
    if (line.size() > max_line_bytes) line.resize(max_line_bytes);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\0') line[at] = 'x';
        if (line[at] != '/') continue;
        const bool whole = line.compare(at, null_device.size(), null_device) == 0;
        const auto end = at + null_device.size();
        const bool pattern =
            whole && end < line.size() && std::string_view("*?[/{").find(line[end]) != std::string_view::npos;
        if (whole && !pattern)
            at = end - 1;
        else
            line[at] = 'x';
    }
    return line;
}

std::string_view name_of(line_kind kind) {
    constexpr std::string_view names[] = {"plain",   "posix",  "bash",  "ksh",       "zsh",
                                          "mutated", "pieces", "trick", "insertion", "joint"};
    static_assert(std::size(names) == line_kind_count);
    return names[static_cast<std::size_t>(kind)];
}

written_line write_line(line_kind kind, std::uint64_t seed, std::uint64_t number) {
    // Mixed twice: neighbouring numbers must not give neighbouring states.
    dice from(dice(dice(seed).next() + number).next());
    std::string line = line_without_mistakes(kind, from, seed + number * stride);
    for (auto mistakes = most_mistakes(kind, from); mistakes > 0; --mistakes) mutate(line, from);
    return {kind, harmless(std::move(line))};
}

written_line write_line(std::uint64_t seed, std::uint64_t number) {
    const auto* const turn = turns + number % std::size(turns);
    const auto before = static_cast<std::uint64_t>(std::count(turns, turn, *turn));
    const auto in_all = static_cast<std::uint64_t>(std::count(std::begin(turns), std::end(turns), *turn));
    return write_line(*turn, seed, number / std::size(turns) * in_all + before);
}

}  // namespace assent::differential
