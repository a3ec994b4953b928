#include <assent/domain/rules/permission_update.hpp>

#include <ostream>
#include <utility>

namespace assent {

permission_update add_rules(std::vector<permission_rule> rules, update_destination destination) {
    permission_update update{.what = permission_update::kind::add_rules};
    if (!rules.empty()) update.behavior = rules.front().behavior();
    update.rules = std::move(rules);
    update.destination = destination;
    return update;
}

permission_update set_mode(permission_mode mode, update_destination destination) {
    permission_update update{.what = permission_update::kind::set_mode};
    update.mode = mode;
    update.sets_mode = true;
    update.destination = destination;
    return update;
}

std::string_view to_string(permission_update::kind kind) noexcept {
    switch (kind) {
        case permission_update::kind::add_rules: return "add_rules";
        case permission_update::kind::replace_rules: return "replace_rules";
        case permission_update::kind::remove_rules: return "remove_rules";
        case permission_update::kind::set_mode: return "set_mode";
        case permission_update::kind::opaque: return "opaque";
    }
    return "?";
}

std::ostream& operator<<(std::ostream& out, permission_update::kind kind) { return out << to_string(kind); }

}  // namespace assent
