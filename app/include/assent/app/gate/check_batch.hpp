#pragma once

#include <assent/app/gate/permission_gate.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/verdict.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace assent {

/// Checks whose records are accepted together: one write for all of them.
///
///     check_batch batch = gate.batch();
///     for (...) verdicts.push_back(batch.check(call, id, scratch));
///     if (!batch.commit()) ...  // deny all that was allowed since the last one
///
/// An allow may leave the process only after `commit` has returned true. The clock is read once for all
/// checks between two commits, so commit soon: grants end and rates are limited by that time, and the records
/// say that such decisions took none.
///
/// Thread-safety: one thread at a time; batches of one gate work side by side. A batch keeps what it needs of
/// its gate, and may outlive it.
class check_batch {
public:
    check_batch(check_batch&& other) noexcept;
    check_batch& operator=(check_batch&& other) noexcept;
    /// Commits what is left: what was decided is put on record, although nobody asks any more.
    ~check_batch();

    /// As `permission_gate::check`, but a decision is on record only when `commit` has returned. One for a
    /// hook is on record at once: the question that follows it goes by it.
    verdict check(const tool_call& call, std::string_view request_id, std::string& scratch);

    /// Has the decisions since the last commit accepted. Costs nothing when there are none. When they are
    /// not, all of them count as lost, and the next record that is accepted comes after a gap record. \return
    /// false: they are not, and what was allowed has to be denied. True also when they are not and
    ///         the policy's `audit.on_failure` is `go_on`
    [[nodiscard]] bool commit() noexcept;

    /// The number of records that wait for `commit`.
    [[nodiscard]] std::size_t size() const noexcept;

private:
    friend class permission_gate;
    struct state;
    void time_passed() noexcept;
    explicit check_batch(std::unique_ptr<state> made) noexcept;

    std::unique_ptr<state> state_;
};

}  // namespace assent
