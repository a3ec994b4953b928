#pragma once

#include <assent/domain/programs/shell_runs.hpp>

#include <string>
#include <string_view>

/// Short ways to write what a lenient reading of shell texts finds.
namespace assent {

/// Each run in brackets; behind a word that is not known, `?` for one word, `*` for any number, `g` for file
// names.
/// `!` at the end: it may run more.
inline std::string runs(std::string_view text) {
    const shell_runs found(text);
    std::string all;
    for (std::size_t run = 0; run < found.size(); ++run) {
        all += '[';
        for (const auto& word : found[run]) {
            if (&word != &found[run].front()) all += ' ';
            all += word.text;
            if (!word.known) all += word.globs ? 'g' : word.splits ? '*' : '?';
        }
        all += ']';
    }
    return found.complete() ? all : all + "!";
}

}  // namespace assent
