#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// What a patch does to one file. Its texts are for showing; the paths are what counts.
struct patched_file {
    enum class how : unsigned char { adds, updates, removes };
    how does = how::updates;
    std::string_view path;
    std::string_view moved_to{};  ///< empty: it stays
    std::string before{};         ///< the lines that are compared, of an update
    std::string after{};          ///< the lines that stand there afterwards
};

/// The files of a patch in the form of Codex' `apply_patch`: `*** Update File: src/a.c`. Its reader takes
/// white space from around such a line, so a line of a change that looks like one counts, too. Empty: there
/// is none. Source: the tool's description in codex-rs, core/prompt_with_apply_patch_instructions.md.
[[nodiscard]] std::vector<patched_file> files_of_patch(std::string_view patch);

/// A shell command that is nothing but a patch: `cd DIR && apply_patch <<'EOF'`, with the text behind it.
/// Codex makes its changes by itself. With anything more, a comment too, it leaves the command to the shell,
/// which runs whatever has that name. Source: codex-rs, apply-patch/src/invocation.rs; tried with 0.169.0.
struct patch_command {
    std::string_view folder;  ///< empty: none is entered
    std::string_view patch;
};
/// Nothing: the command is something else, or more than that.
[[nodiscard]] std::optional<patch_command> read_patch_command(std::string_view command);

/// Why a command that `read_patch_command` does not read may apply a patch; empty: it does not run the
/// program that takes them. The text lives as long as the program.
[[nodiscard]] std::string_view why_patch_is_unread(std::string_view command);

/// Whether a difference in the form of `git diff` makes a file that was not there, by its heading.
[[nodiscard]] bool diff_creates_file(std::string_view diff) noexcept;

}  // namespace assent
