#pragma once

#include "factors.hpp"
#include "shell_words.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace assent::lenient {

/// Looks in the segments of a command for what the guard finds. Wants no more once it has found something.
class guard_reader final : public segment_visitor {
public:
    /// \param cwd  going there changes no directory; empty: not known
    explicit guard_reader(std::string_view cwd) noexcept : cwd_(cwd) {}

    bool segment(const shell_segment& segment) override;
    bool unreadable() override { return find(factor::unreadable_command); }

    [[nodiscard]] std::optional<factor> found() const noexcept { return found_; }

private:
    bool find(factor which) noexcept {
        found_ = which;
        return false;
    }
    bool look_at_word(const shell_word& word);
    bool look_at_program(std::span<const shell_word> words, std::size_t at);
    [[nodiscard]] bool stays(std::span<const shell_word> arguments) const noexcept;

    std::string_view cwd_;
    bool elsewhere_ = false;
    std::optional<factor> found_;
};

}  // namespace assent::lenient
