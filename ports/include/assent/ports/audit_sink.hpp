#pragma once

#include <assent/domain/decide/audit_event.hpp>

#include <boost/system/error_code.hpp>

#include <memory>

namespace assent {

/// Records that a sink accepts together, so that many decisions cost one write.
///
/// For implementers:
/// - **Meaning.** What was recorded since the last commit has been accepted when `commit` returns without an
///   error, and not before. After an error none of it counts as accepted, although some of it may be there.
/// - **Failure.** Return errors; do not throw. Errors may also come out at `commit` only. After one from
///   `record`, `commit` returns one too.
/// - **Again.** `commit` empties the batch, whatever it returns: the next record begins another one.
/// - **Threads.** One thread at a time. Batches of one sink work side by side, and beside `record`; the
///   failure of one is not that of another.
/// - **End.** What was not committed when the batch is destroyed is not accepted. A batch does not outlive
///   its sink.
class audit_batch {
public:
    virtual ~audit_batch() = default;
    [[nodiscard]] virtual boost::system::error_code record(const audit_event& event) = 0;
    [[nodiscard]] virtual boost::system::error_code commit() = 0;
};

/// The destination of the record of every decision.
///
/// For implementers:
/// - **Meaning.** Returning without an error means that the sink has accepted the record. An allow
///   leaves the process only after its record was accepted.
/// - **Failure.** Return the error; do not throw. From then on calls are denied until a record is
///   accepted again; the first one then is a gap record that says how many were lost.
/// - **Threads.** May be called from any thread, from several at once, and without a lock held by
///   the caller. Records of one request come in order.
/// - **Speed.** The answer waits for it.
class audit_sink {
public:
    virtual ~audit_sink() = default;
    [[nodiscard]] virtual boost::system::error_code record(const audit_event& event) = 0;
    /// A new batch, never null. Where a sink has nothing better, each event of it is recorded at once, until
    /// one is refused; the rest of that batch is left out.
    [[nodiscard]] virtual std::unique_ptr<audit_batch> batch();
};

namespace detail {

/// The batch of a sink that takes one record at a time.
class one_by_one_batch final : public audit_batch {
public:
    explicit one_by_one_batch(audit_sink& sink) noexcept : sink_(sink) {}

    boost::system::error_code record(const audit_event& event) override {
        if (!error_) error_ = sink_.record(event);
        return error_;
    }
    boost::system::error_code commit() override {
        const auto error = error_;
        error_ = {};
        return error;
    }

private:
    audit_sink& sink_;
    boost::system::error_code error_;
};

}  // namespace detail

inline std::unique_ptr<audit_batch> audit_sink::batch() {
    return std::make_unique<detail::one_by_one_batch>(*this);
}

}  // namespace assent
