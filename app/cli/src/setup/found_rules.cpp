#include "found_rules.hpp"

#include "../files/counted.hpp"
#include "../files/user_folders.hpp"
#include "../import/brought_rules.hpp"
#include "../install/agent_command.hpp"
#include "../install/agent_place.hpp"
#include "../install/hook_settings.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// What a file brings, once the law has been kept for all files together.
void take(const std::vector<brought_rule>& rules, const settings_source& source, found_rules& into) {
    std::size_t all = 0;
    std::size_t taken = 0;
    std::string lines;
    for (const auto& each : rules) {
        if (each.source != source.number) continue;
        ++all;
        lines += said_of(each);
        if (!each.rule) continue;
        ++taken;
        if (into.origins.emplace(each.rule->key(), source.file.string() + ": " + each.written).second)
            into.rules.push_back(*each.rule);
    }
    into.report += fmt::format("  {}: {} of {} brought over\n{}", display_text(source.file.string()), taken,
                               counted(all, "rule"), lines);
}

}  // namespace

found_rules rules_of_user(const hook_place& place) {
    found_rules made;
    if (!has_rules_to_read(place.agent)) return made;
    std::vector<brought_rule> all;
    std::vector<settings_source> sources;
    for (const auto& file : rules_of(place)) {
        settings_source source{.file = file, .whose = settings_of_whom::user, .number = sources.size()};
        source.folders.home = home_of_user().string();
        // Where paths of the administrator's files begin is not known.
        if (file == settings_of(place)) source.folders.root = folder_of(place).string();
        try {
            if (!may_have_rules(place.agent, file)) continue;
            const auto text = text_of_settings(file);
            if (!text) throw unfit_settings("cannot be read");
            auto found = rules_in(place.agent, *text, source);
            all.insert(all.end(), found.rules.begin(), found.rules.end());
            if (found.mode) made.mode = *found.mode;
            sources.push_back(std::move(source));
        } catch (const std::exception& failed) {
            made.report += fmt::format("  {}: {}; none of its rules is brought over\n",
                                       display_text(file.string()), display_text(failed.what()));
        }
    }
    made.tools = keep_the_law(place.agent, all);
    for (const auto& source : sources) take(all, source, made);
    return made;
}

}  // namespace assent::cli
