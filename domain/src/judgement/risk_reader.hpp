#pragma once

#include "factors.hpp"
#include "risky_commands.hpp"
#include "shell_words.hpp"

#include <cstddef>

namespace assent::lenient {

/// Looks in the segments of a command for what makes it risky: in all of them, for what comes later may be
/// worse.
class risk_reader final : public segment_visitor {
public:
    bool segment(const shell_segment& segment) override;
    bool unreadable() override {
        add(factor::unreadable_command);
        return true;
    }

    [[nodiscard]] factor_bits found() const noexcept;

private:
    void add(factor which) noexcept { found_.set(static_cast<std::size_t>(which)); }
    // One that is in some table. \return whether something is known about its uses
    bool look_at_program(const shell_segment& segment, std::size_t at);

    factor_bits found_{};
    bool downloads_ = false;
    bool runs_text_ = false;
};

}  // namespace assent::lenient
