#include "judged_alone.hpp"

#include <assent/app/gate/resolved_call.hpp>
#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/permission_service.hpp>

#include <string>

namespace assent::cli {

judged_call judged_alone(const ready_policy& by, const tool_call& call, path_resolver& paths,
                         repository_settings& repositories) {
    const resolved_call led(call, by.basis->definition(call.tool_name), &paths, &repositories,
                            &by.basis->settings().switches, by.rules.get());
    std::string scratch;
    const auto found =
        examine(led.reading(), by.basis->about(call.tool_name), *by.rules, *by.basis, {}, scratch);
    return {.decided = permission_service(by.basis).judge(led.call(), found, time_point()),
            .plain = is_plain(worst_of(found.effects)) && !found.protected_place && !found.changes_gate,
            .effects = found.effects};
}

}  // namespace assent::cli
