#include <assent/domain/audit_event.hpp>

#include <ostream>

namespace assent {

std::string_view to_string(audit_event::kind kind) noexcept {
    switch (kind) {
        case audit_event::kind::decision: return "decision";
        case audit_event::kind::execution: return "execution";
        case audit_event::kind::late_answer: return "late_answer";
        case audit_event::kind::not_kept: return "not_kept";
        case audit_event::kind::settings: return "settings";
        case audit_event::kind::protocol: return "protocol";
        case audit_event::kind::gap: return "gap";
    }
    return "?";
}

std::ostream& operator<<(std::ostream& out, audit_event::kind kind) { return out << to_string(kind); }

}  // namespace assent
