#include "plugin_settings.hpp"

#include "json_settings.hpp"

#include <string>

namespace assent::cli::plugin_settings {
namespace {

constexpr std::string_view hook_mark = "@assent_hook@";
constexpr std::string_view hook_begin = "\nconst hook = ";
constexpr std::string_view hook_end = ";\n";

std::string plugin_with(const hook_place& place, const wanted_hook& hook) {
    std::string text(plugin_template());
    return text.replace(text.find(hook_mark), hook_mark.size(), json_settings::element(place, hook));
}

}  // namespace

bool is_ours(std::string_view text) {
    const auto whole = plugin_template();
    const auto mark = whole.find(hook_mark);
    const auto before = whole.substr(0, mark), behind = whole.substr(mark + hook_mark.size());
    if (text.size() < before.size() + behind.size() || !text.starts_with(before) || !text.ends_with(behind))
        return false;
    const auto written = text.substr(before.size(), text.size() - before.size() - behind.size());
    return json_settings::hook_in(*opencode_facts.place, written).has_value();
}

std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text) {
    const auto begin = text.find(hook_begin);
    if (begin == text.npos) return {};
    auto written = text.substr(begin + hook_begin.size());
    written = written.substr(0, written.find(hook_end));
    auto found = json_settings::hook_in(place, written);
    if (!found) return {};
    found->event = installed_events(place.agent).front()->event;
    found->written = text;
    return {*std::move(found)};
}

changed_settings with_hooks(const hook_place& place, std::string_view text, const wanted_hook& hook) {
    if (!text.empty()) throw unfit_settings("is another plugin");
    const std::string plugin = plugin_with(place, hook);
    return {plugin, {plugin}};
}

std::string without_hooks(const hook_place& place, std::string text) {
    return hooks_in(place, text).empty() ? text : std::string();
}

bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook) {
    return found.written == plugin_with(place, hook);
}

}  // namespace assent::cli::plugin_settings
