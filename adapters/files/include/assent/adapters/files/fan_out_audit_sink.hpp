#pragma once

#include <assent/ports/audit_sink.hpp>

#include <memory>
#include <vector>

namespace assent {

/// Passes each event on to several sinks.
///
/// Each sink gets each event, whatever the others do. A record is accepted when all have accepted it; else
/// the first error is returned, and the gap record that follows goes to all of them: also to those that miss
/// nothing. A sink that throws has failed with `io_error`.
///
/// Thread-safety: any thread.
class fan_out_audit_sink final : public audit_sink {
public:
    /// \throws std::invalid_argument when there is no sink, or one is null
    explicit fan_out_audit_sink(std::vector<std::shared_ptr<audit_sink>> sinks);

    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;
    /// A batch of each sink, all committed together.
    [[nodiscard]] std::unique_ptr<audit_batch> batch() override;

private:
    const std::vector<std::shared_ptr<audit_sink>> sinks_;
};

}  // namespace assent
