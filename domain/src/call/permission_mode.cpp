#include <assent/domain/call/permission_mode.hpp>

namespace assent {
namespace {

// How much a mode lets through. `plan` and `dont_ask` are equally strict in different ways: from neither does
// a way lead to the other.
int looseness(permission_mode mode) noexcept {
    switch (mode) {
        case permission_mode::deny: return 0;
        case permission_mode::plan:
        case permission_mode::dont_ask: return 1;
        case permission_mode::ask: return 2;
        case permission_mode::accept_edits: return 3;
        case permission_mode::allow: return 4;
    }
    return 4;
}

}  // namespace

bool peer_may_change(peer_mode limit, permission_mode from, permission_mode to) noexcept {
    if (from == to) return true;
    switch (limit) {
        case peer_mode::any: return true;
        case peer_mode::any_but_allow: return to != permission_mode::allow;
        case peer_mode::stricter: return looseness(to) < looseness(from);
        case peer_mode::never: return false;
    }
    return false;
}

}  // namespace assent
