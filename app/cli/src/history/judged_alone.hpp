#pragma once

#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/ports/repository_settings.hpp>

namespace assent::cli {

/// What a policy by itself says of a call: without a gate, without what people have answered before, and for
/// no record.
struct judged_call {
    verdict decided;
    /// Nothing is lost, sent, shown that is secret, or reached beyond the project; what it does is known, and
    /// it does not change what decides now or what runs later.
    bool plain = false;
    call_effects effects{};
};

/// Decides one call by a policy alone. Links and git's settings count as they are now.
[[nodiscard]] judged_call judged_alone(const ready_policy& by, const tool_call& call, path_resolver& paths,
                                       repository_settings& repositories);

}  // namespace assent::cli
