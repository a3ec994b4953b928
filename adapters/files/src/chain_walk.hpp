#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assent::detail {

inline constexpr std::string_view line_cut_off = "the line is cut off";

/// Goes along the lines of a chained record, which may hold several chains: a new one begins behind lines
/// that do not hold, with a record that says so.
class chain_walk {
public:
    /// What a line is to those before it.
    struct step {
        bool begins = false;     ///< a new chain begins with it
        std::string_view why{};  ///< why the chain before does not hold; empty: it does
    };

    /// \param line  without its end
    step take(std::string_view line);
    /// The same for what is no whole line.
    step cut_off() noexcept;
    /// The line has this chain value, and is not looked at.
    void trust(std::string_view value);

    /// The last chain does. So does one without a record.
    [[nodiscard]] bool holds() const noexcept { return holds_; }
    /// The chain value of the last record that holds; empty: there is none.
    [[nodiscard]] const std::string& head() const noexcept { return head_; }
    /// How many records of the last chain hold.
    [[nodiscard]] std::size_t records() const noexcept { return records_; }
    /// The first record goes on from one that is not here, and says so.
    [[nodiscard]] bool beginning_missing() const noexcept { return beginning_missing_; }

private:
    step broken(std::string_view why) noexcept;
    void follow(std::string_view value);

    std::string head_;
    std::size_t records_ = 0;
    bool holds_ = true;
    bool begun_ = false;  // there is something that the next record has to follow
    bool beginning_missing_ = false;
};

}  // namespace assent::detail
