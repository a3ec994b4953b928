#pragma once

#include <assent/ports/audit_sink.hpp>

#include <boost/system/errc.hpp>

#include <memory>
#include <utility>

namespace assent::detail {

/// A batch of a sink, also of one that breaks its contract and has none.
[[nodiscard]] inline std::unique_ptr<audit_batch> batch_of(audit_sink& sink) {
    auto made = sink.batch();
    return made ? std::move(made) : std::make_unique<one_by_one_batch>(sink);
}

/// What a sink or its batch says, where throwing is saying that it has failed.
template <class Act>
[[nodiscard]] boost::system::error_code told(const Act& act) noexcept {
    try {
        return act();
    } catch (...) {
        return make_error_code(boost::system::errc::io_error);
    }
}

}  // namespace assent::detail
