#include "call_look.hpp"

#include <assent/domain/judgement/guard.hpp>

namespace assent {

guard_finding guard(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    return look_at(call, definition, scratch).guarded;
}

}  // namespace assent
