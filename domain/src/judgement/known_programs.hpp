#pragma once

#include "text_marks.hpp"

#include <span>
#include <string_view>

namespace assent::lenient {

namespace guarded {
struct guarded_program;
}
namespace risky {
struct risky_use;
}

/// All that the tables know about one name, of a program mostly: found once for each word of a command.
struct known_program {
    std::string_view name{};                            ///< as `program_name` makes it
    const guarded::guarded_program* guarded = nullptr;  ///< null: it has no such options
    std::span<const risky::risky_use> uses{};

    enum class script : unsigned char { none, git, sed, awk };
    script reads = script::none;     ///< what the guard has to read beside options
    bool downloads = false;          ///< it fetches what others may run
    bool runs_text = false;          ///< it runs text that it is given
    bool takes_text = false;         ///< it only shows or looks for its words, and runs none of them
    bool wraps = false;              ///< it runs the rest of its words
    bool reserved = false;           ///< a word of the shell before a command
    bool changes_mode = false;       ///< `chmod`
    bool changes_directory = false;  ///< for the commands behind it
    bool schedules = false;          ///< `crontab`
    bool in_statement = false;       ///< a word of a statement of SQL that destroys rows
};

/// Null: it is in no table. \param word  of a command, as it stands   \param found  `marks_of(word)`, or more
[[nodiscard]] const known_program* find_program(std::string_view word, text_marks found) noexcept;

}  // namespace assent::lenient
