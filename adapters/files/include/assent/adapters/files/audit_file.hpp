#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/ports/audit_sink.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

namespace detail {
class audit_lines;
}

/// How much of the end of a chained file is checked when it is opened, in bytes.
inline constexpr std::size_t default_verify_bytes = std::size_t{256} * 1024;
/// The longest wait for the other writers of a file that is chained or put aside.
inline constexpr std::chrono::seconds longest_audit_wait{5};

/// The way in which an audit file is kept. docs/audit.md has each of them.
struct audit_file_options {
    audit_inputs inputs = audit_inputs::digest;
    /// Names of members whose values are replaced in full inputs, at any depth. Case counts.
    std::vector<std::string> redact{};
    /// Said in each line, where they are given.
    std::string host{};
    std::string user{};
    /// Each record carries a digest over the one before and itself.
    bool chain = false;
    /// The file is put aside as `path.1`, `path.2` and so on, and a new one begun, when a record would make
    /// it larger than this. 0: never. In bytes.
    std::size_t rotate_bytes = 0;
    /// The number of files put aside that are kept; the oldest is removed. 0: all.
    std::size_t keep_files = 0;
    /// How many days records are kept, by the times in them: the file is put aside after a tenth of that, at
    /// least a day, and then those go that would hold older ones before the next is. 0: for ever.
    std::size_t keep_days = 0;
    /// How much of the end of a chained file is checked when it is opened, in bytes: whole lines, the last
    /// one in any case. Where it does not hold, a new chain begins.
    std::size_t verify_bytes = default_verify_bytes;
    /// The longest wait for the other writers.
    std::chrono::milliseconds wait = longest_audit_wait;
    /// Told, in one line, when somebody else has removed, replaced or shortened the file while it was
    /// written, or it cannot be written, and again when that is over. From the thread that records; may be
    /// empty.
    std::function<void(std::string_view)> on_damage{};
};

/// A place where a chain does not hold.
struct audit_break {
    std::filesystem::path file{};  ///< the audit file, or one put aside
    std::size_t line = 0;          ///< counted from 1
    std::string why{};             ///< in one line without content
};

/// The same, as a policy says it.
[[nodiscard]] audit_file_options audit_file_options_of(const audit_policy& policy);

/// The audit record as a file: one JSON object per line, appended. docs/audit.md lists the members.
///
/// A record is in the kernel when `record` returns, or `commit` of its batch; it is not forced to disk. A
/// batch takes one write, unless it is so large that a file has to be put aside in the middle of it. Any
/// number of processes may write to one file; where it is chained or put aside they take turns, and each goes
/// on from what the others have written. After each write the file behind the name is compared with the open
/// one: a batch that went into a file that was removed, replaced or shortened is refused, and the next one
/// goes into the file that is there, or a new one. Once the first ones are written, records take no more
/// memory, full inputs and those made in process apart.
///
/// Thread-safety: any thread.
class audit_file final : public audit_sink {
public:
    /// Opens the file for appending, and creates it with mode 0600 when it is not there. A chain goes on from
    /// the last record, where the end of the file holds; see `chain_break`. Waits for other writers alone,
    /// whatever is at the path.
    /// \throws std::system_error, std::runtime_error with the path in its text when it cannot be opened, is
    ///         kept by another writer for `longest_audit_wait`, is no regular file, or shall be chained and
    ///         holds other lines
    explicit audit_file(const std::filesystem::path& path, const audit_file_options& options = {});
    /// Writes to a descriptor that is already open, such as standard error or a pipe. It is not closed.
    explicit audit_file(int descriptor, audit_line_options options = {}) noexcept;
    ~audit_file() override;
    audit_file(const audit_file&) = delete;
    audit_file& operator=(const audit_file&) = delete;

    /// A record that cannot be written whole, or before which the file cannot be put aside, is refused.
    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;
    /// A batch that is refused leaves no line behind. What cannot be taken back stays: whole lines in a
    /// shared file, a pipe or a terminal, and those in a file that was put aside in the middle of the batch.
    [[nodiscard]] std::unique_ptr<audit_batch> batch() override;

    /// The chain value of the last record: keep it elsewhere, and nobody can cut off the end unseen. Empty
    /// when there is none, and where a new chain has no record yet.
    [[nodiscard]] std::string head() const;

    /// Where the end of the chained file did not hold when it was opened: the first record that is added
    /// begins a new chain, and says so. Tell whoever looks after the record.
    [[nodiscard]] const std::optional<audit_break>& chain_break() const noexcept { return break_; }

private:
    class line_batch;
    using lines_pointer = std::unique_ptr<detail::audit_lines>;

    // Of the writers of a file that is chained or put aside one writes at a time, with the lock of its own.
    class turn;
    void begin_as_one_of_several(const std::filesystem::path& shown);
    [[nodiscard]] boost::system::error_code take_turn(bool anew = false);
    [[nodiscard]] bool was_put_aside() const;
    void catch_up(bool anew);
    [[nodiscard]] lines_pointer spare_lines();
    void give_back(lines_pointer lines) noexcept;
    [[nodiscard]] boost::system::error_code append(const detail::audit_lines& lines);
    // Under the lock.
    [[nodiscard]] boost::system::error_code append_locked(const detail::audit_lines& lines);
    [[nodiscard]] std::string_view damage() noexcept;
    void open_again();
    [[nodiscard]] bool ends_torn() const;
    [[nodiscard]] boost::system::error_code append_each(const detail::audit_lines& lines);
    [[nodiscard]] bool goes_over(std::size_t bytes) const noexcept;
    [[nodiscard]] std::size_t new_chain_bytes() const noexcept;
    [[nodiscard]] boost::system::error_code write_pending();
    [[nodiscard]] bool is_old(std::string_view line) const noexcept;
    [[nodiscard]] boost::system::error_code begin_new_file();
    void remove_old() const;
    [[nodiscard]] boost::system::error_code write_out(std::string_view lines);
    void take_back(std::size_t written) noexcept;

    std::mutex spares_mutex_;
    std::vector<lines_pointer> spares_;

    mutable std::mutex mutex_;
    const audit_line_options lines_;
    std::filesystem::path path_;
    bool chained_ = false;
    std::size_t rotate_bytes_ = 0;
    std::size_t keep_files_ = 0;
    std::chrono::days keep_days_{};
    std::size_t verify_bytes_ = default_verify_bytes;
    std::chrono::milliseconds wait_ = longest_audit_wait;
    int descriptor_ = -1;
    bool owned_ = false;
    bool regular_ = false;
    bool takes_turns_ = false;
    bool known_ = false;                             // what is in the file, as it was when this wrote last
    bool torn_ = false;                              // the last line does not end
    std::size_t size_bytes_ = 0;                     // of the file, which never grows shorter
    std::optional<std::chrono::sys_seconds> began_;  // the first record, where that is asked
    std::function<void(std::string_view)> on_damage_;
    std::string_view damaged_;  // what has become of the file; empty: nothing
    std::string head_;
    std::optional<audit_break> break_;
    std::string new_chain_;  // the member of the record that begins a new chain; empty: none has to
    std::string pending_;    // lines on their way, with their chain
    std::string pending_head_;
};

}  // namespace assent
