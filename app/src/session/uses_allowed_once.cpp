#include <assent/app/session/uses_allowed_once.hpp>

#include <algorithm>
#include <utility>

namespace assent {

void uses_allowed_once::keep(std::string use, hook_dialect::moment told, time_point now) {
    if (kept_.size() >= max_uses_allowed_once) kept_.pop_front();
    kept_.push_back({std::move(use), told, now + longest_between_events});
}

bool uses_allowed_once::take(std::string_view use, hook_dialect::moment told, time_point now) {
    std::erase_if(kept_, [now](const allowed_use& each) { return each.until <= now; });
    const auto found = std::ranges::find_if(
        kept_, [&](const allowed_use& each) { return each.use == use && each.told != told; });
    if (found == kept_.end()) return false;
    kept_.erase(found);
    return true;
}

}  // namespace assent
