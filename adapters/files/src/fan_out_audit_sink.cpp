#include <assent/adapters/files/fan_out_audit_sink.hpp>

#include "called_sink.hpp"

#include <boost/system/errc.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace assent {
namespace {

class fan_out_batch final : public audit_batch {
public:
    explicit fan_out_batch(const std::vector<std::shared_ptr<audit_sink>>& sinks) {
        for (const auto& sink : sinks) parts_.push_back({detail::batch_of(*sink), {}});
    }

    boost::system::error_code record(const audit_event& event) override {
        boost::system::error_code first;
        for (auto& part : parts_) {
            if (!part.error) part.error = detail::told([&] { return part.batch->record(event); });
            if (!first) first = part.error;
        }
        return first;
    }

    boost::system::error_code commit() override {
        boost::system::error_code first;
        for (auto& part : parts_) {
            const auto error = detail::told([&] { return part.batch->commit(); });
            if (!part.error) part.error = error;
            if (!first) first = part.error;
            part.error = {};
        }
        return first;
    }

private:
    struct sink_part {
        std::unique_ptr<audit_batch> batch;
        boost::system::error_code error;  // of a record since the last commit
    };
    std::vector<sink_part> parts_;
};

}  // namespace

fan_out_audit_sink::fan_out_audit_sink(std::vector<std::shared_ptr<audit_sink>> sinks)
    : sinks_(std::move(sinks)) {
    if (sinks_.empty()) throw std::invalid_argument("fan_out_audit_sink: expected at least one sink");
    if (std::find(sinks_.begin(), sinks_.end(), nullptr) != sinks_.end())
        throw std::invalid_argument("fan_out_audit_sink: expected sinks, got a null pointer");
}

boost::system::error_code fan_out_audit_sink::record(const audit_event& event) {
    boost::system::error_code first;
    for (const auto& sink : sinks_) {
        const auto error = detail::told([&] { return sink->record(event); });
        if (!first) first = error;
    }
    return first;
}

std::unique_ptr<audit_batch> fan_out_audit_sink::batch() { return std::make_unique<fan_out_batch>(sinks_); }

}  // namespace assent
