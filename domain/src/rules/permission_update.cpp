#include <assent/domain/rules/permission_update.hpp>

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

}  // namespace assent
