#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assent::detail {

/// What the chain member adds to a record: `,"chain":"`, 64 digits, `"`.
inline constexpr std::size_t chain_member_bytes = 75;

/// A line that ends in a chain value: `record` + `,"chain":"` + `value` + `"}`.
struct chained_line {
    std::string_view record;  ///< all before the chain member: the record without its last brace
    std::string_view value;
};

/// Takes a line, without its end, apart. Nothing when it does not end in a chain value.
[[nodiscard]] std::optional<chained_line> split_chained(std::string_view line) noexcept;

/// What the line's chain value has to be, after a record whose value is `previous`.
[[nodiscard]] std::string value_after(std::string_view previous, const chained_line& line);

/// The value of the record before, where the line itself says it. Else empty.
[[nodiscard]] std::string_view stated_previous(const chained_line& line) noexcept;

/// Why a new chain begins with the line, where it says so itself. Else empty.
[[nodiscard]] std::string_view stated_new_chain(const chained_line& line) noexcept;

/// The member with which the first record of a chain says why it does not go on from what is before it.
/// \param why  in words of ours, in which nothing has to be escaped
[[nodiscard]] std::string new_chain_member(std::string_view why);

/// Appends a record with its chain member.
/// \param out      the line, without its end, goes behind what is there
/// \param record   a JSON object
/// \param head     the value of the record before, empty for the first; becomes the line's chain value
/// \param first    of a file: the line says what the previous value was
/// \param new_chain  the member for the first record of a chain; empty: nothing is before it
void append_chained(std::string& out, std::string_view record, std::string& head, bool first,
                    std::string_view new_chain);

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
