#include <assent/app/gate/judged_uses.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace assent {
namespace {

// Nothing that a tool is called, and no JSON, has it.
constexpr char between = '\0';

json_value in_order(const json_value& value);

json_value in_order(const json_object& object) {
    std::vector<std::string_view> keys;
    for (const auto& member : object) keys.emplace_back(member.key());
    std::ranges::sort(keys);
    json_object made;
    for (const auto key : keys) made.emplace(key, in_order(object.at(key)));
    return made;
}

// Keys in one order, and a whole number as one however it is written. The depth of an input is bounded.
json_value in_order(const json_value& value) {
    if (value.is_object()) return in_order(value.get_object());
    if (value.is_array()) {
        json_array made;
        for (const auto& each : value.get_array()) made.push_back(in_order(each));
        return made;
    }
    if (!value.is_double()) return value;
    const double number = value.get_double();
    const bool whole = std::abs(number) < max_exact_number && std::trunc(number) == number;
    return whole ? json_value(static_cast<std::int64_t>(number)) : value;
}

std::string meaning_of(const tool_call& said) {
    std::string text(said.tool_name);
    text += between;
    append_json(text, in_order(said.input.retain()->whole()));
    return text;
}

// An edit of files and nothing else, or a question to a person.
std::string stays_of(const standard_use& use) {
    std::string stays, scratch;
    for (const auto& part : use.parts()) {
        const auto* const tool = tool_registry::standard()->find(part.call.tool_name);
        if (tool == nullptr || part.only_against) return {};
        if (tool->kind == tool_kind::interact) {
            stays.append(part.call.tool_name) += between;
            continue;
        }
        const auto file = part.call.input.field(tool->main_field, scratch);
        if (tool->kind != tool_kind::edit || file.what != field_view::kind::string) return {};
        stays.append("edit ").append(file.text) += between;
    }
    return stays;
}

std::string shown_of(const standard_use& use) {
    const auto& call = use.parts().front().call;
    std::string shown(call.tool_name), scratch;
    const auto* const tool = tool_registry::standard()->find(call.tool_name);
    if (tool == nullptr || tool->main_field.empty()) return shown;
    const auto field = call.input.field(tool->main_field, scratch);
    if (field.what != field_view::kind::string) return shown;
    const auto text = beginning_of(field.text, max_shown_use_bytes);
    shown.append(" `").append(display_text(text)).append(text.size() < field.text.size() ? "…`" : "`");
    return shown;
}

}  // namespace

told_use told_use_of(const tool_call& said, const standard_use* use) {
    told_use told{std::string(said.tool_use_id), meaning_of(said), {}, std::string(said.tool_name)};
    if (use == nullptr) return told;
    told.stays = stays_of(*use);
    told.shown = shown_of(*use);
    return told;
}

bool judged_uses::pending::is(const std::string& what) const {
    return use.is == what || std::ranges::find(given, what) != given.end();
}

void judged_uses::judged(told_use use) {
    if (pending_.size() >= max_pending_uses) pending_.pop_front();
    pending_.push_back({std::move(use)});
}

bool judged_uses::has(std::string_view id) const {
    return !id.empty() &&
           std::ranges::any_of(pending_, [&](const pending& each) { return each.use.id == id; });
}

void judged_uses::given(const std::string& id, std::string is) {
    for (auto& each : pending_)
        if (!id.empty() && each.use.id == id) each.given.push_back(is);
}

ended_use judged_uses::ended(const told_use& ran) {
    const auto same_id = [&](const pending& each) { return each.use.id == ran.id; };
    const auto same = [&](const pending& each) { return same_id(each) && each.is(ran.is); };
    const auto take = [&](ran_as how, auto found) {
        ended_use end{how, found->use};
        // Without an id nobody knows whether it is this one: what is still to be told of would be missing.
        if (how == ran_as::judged || !ran.id.empty()) pending_.erase(found);
        return end;
    };
    if (const auto found = std::ranges::find_if(pending_, same); found != pending_.end())
        return take(ran_as::judged, found);
    const auto edited = [&](const pending& each) {
        return same_id(each) && !ran.stays.empty() && each.use.stays == ran.stays;
    };
    if (const auto found = std::ranges::find_if(pending_, edited); found != pending_.end())
        return take(ran_as::edited, found);
    if (const auto found = std::ranges::find_if(pending_, same_id); found != pending_.end())
        return take(ran_as::other, found);
    return {};
}

void judged_uses::each(const std::function<void(const told_use&)>& visit) const {
    for (const auto& each : pending_) visit(each.use);
}

}  // namespace assent
