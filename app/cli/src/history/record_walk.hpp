#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/adapters/files/audit_reader.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Most damaged lines of a record that are named; of the others their number is.
inline constexpr std::size_t max_named_damage = 20;

/// The record that is meant. \param given  empty: the one that `assent install` keeps
[[nodiscard]] std::filesystem::path record_path(const std::string& given);

/// Whether the file begins with a line of a record; false as well where it cannot be read.
[[nodiscard]] bool is_record(const std::filesystem::path& path);

/// Reading that takes longer than this shows on a terminal how far it is.
inline constexpr std::chrono::seconds unseen_reading{1};

/// Goes along the events of a record, with its older files. Damaged lines are left out, and named on standard
/// error.
class record_walk {
public:
    struct entry {
        std::string_view line;  ///< valid until the next one
        recorded_event event;
    };

    /// \throws usage_error when there is no such record
    /// \param prints_along  what is found is printed at once: nothing else is shown on a terminal meanwhile
    explicit record_walk(const std::filesystem::path& path, std::string_view command,
                         bool prints_along = false);

    /// \return nothing: there is none yet
    [[nodiscard]] std::optional<entry> next();
    /// Nothing more is read. Half a line at the end is damaged, too.
    /// \throws usage_error when there are lines, and none of them is one of a record
    void finish();

private:
    void leave_out(const audit_reader::line& line);
    void show_progress();
    void clear_progress();

    audit_reader lines_;
    std::string command_;
    std::size_t damaged_ = 0;
    bool has_read_any_ = false;
    bool is_cut_ = false;                // half a line is at the end
    std::vector<std::string> unsaid_{};  // about damaged lines, until it is known to be a record
    std::uintmax_t bytes_ = 0;           // that were read
    std::size_t lines_read_ = 0;
    std::chrono::steady_clock::time_point next_look_ = std::chrono::steady_clock::now() + unseen_reading;
    bool shown_ = false;
    bool shows_;
};

}  // namespace assent::cli
