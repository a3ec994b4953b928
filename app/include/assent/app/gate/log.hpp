#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace assent {

enum class log_level : unsigned char { error, warn, info, debug };

/// A named value beside a message, for programs that read logs.
struct log_field {
    std::string_view name;
    std::string_view value;
};

/// One line of diagnostics. The views are valid during the call that carries them. It never holds the content
/// of an input, but keys and rules are named as they are, and an exact rule says what it covers; texts that a
/// peer chose are not made safe to show.
struct log_entry {
    log_level level = log_level::info;
    std::string_view message;
    std::span<const log_field> fields{};
};

/// Takes diagnostics. Called from whichever thread has something to say; must not throw and must not call
/// back into Assent.
using log_callback = std::function<void(const log_entry&)>;

/// The message with its fields behind it: `remembered key=Bash by=user`.
[[nodiscard]] std::string to_text(const log_entry& entry);

[[nodiscard]] constexpr auto enum_words(log_level) noexcept {
    return word_table("error", "warn", "info", "debug");
}

}  // namespace assent
