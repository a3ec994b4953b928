#pragma once

#include <assent/domain/audit_event.hpp>

#include <boost/system/error_code.hpp>

namespace assent {

/// Where the record of every decision goes.
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
};

}  // namespace assent
