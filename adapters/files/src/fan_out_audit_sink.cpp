#include <assent/adapters/files/fan_out_audit_sink.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace assent {
namespace {

boost::system::error_code record_in(audit_sink& sink, const audit_event& event) noexcept {
    try {
        return sink.record(event);
    } catch (...) {
        return make_error_code(boost::system::errc::io_error);
    }
}

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
        const auto error = record_in(*sink, event);
        if (!first) first = error;
    }
    return first;
}

}  // namespace assent
