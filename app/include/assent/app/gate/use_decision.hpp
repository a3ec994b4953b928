#pragma once

#include <assent/adapters/control/hooks/hook_channel.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

namespace assent {

/// The decision about one use of a tool as a whole, and the call of it that this was about.
struct use_decision {
    verdict decided;
    std::size_t part = 0;
};

/// The parts of a use that somebody has allowed already.
using answered_parts = std::bitset<max_calls_of_use>;

/// Decides all calls that one use of a tool is, in one step: denied where one of them is, asked where one of
/// them is, and allowed where all of them are. Of a use with several calls, only the one that decides goes on
/// record where it is not allowed, and then nothing is counted or taken from a grant for the others. From any
/// thread.
/// \param scratch   see `permission_gate::check`
/// \param answered  are not decided again. Where that is all of them, the use is allowed
[[nodiscard]] use_decision check(permission_gate& gate, const standard_use& use, std::string_view request_id,
                                 std::string& scratch, const answered_parts& answered = {});

/// The decision that a use would get now: the worst of its calls. Nobody is asked, and nothing is counted or
/// recorded.
[[nodiscard]] use_answer trial_of(const permission_gate& gate, const standard_use& use);

/// The answer that a hook is given for a decision.
[[nodiscard]] use_answer answer_of(const permission_gate& gate, const verdict& decided);
/// Whether the project is to be kept as it is before the use, should it run.
[[nodiscard]] bool has_snapshot_first(const permission_gate& gate, const verdict& decided);

}  // namespace assent
