#include "found_rules.hpp"

#include "../files/user_folders.hpp"
#include "../import/claude_rules.hpp"
#include "../install/agent_command.hpp"
#include "../install/agent_place.hpp"
#include "../install/hook_settings.hpp"
#include "../options/fail_closed.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// Reads the settings of one agent. One row for each whose rules can be read.
struct rules_reader {
    agent_program agent;
    brought_rules (*read)(std::string_view settings, const settings_source& source);
};
constexpr rules_reader readers[] = {{.agent = agent_program::claude, .read = &rules_in}};

void take(brought_rules found, const std::string& file, found_rules& into) {
    std::size_t taken = 0;
    std::string left_out;
    for (auto& each : found.rules) {
        if (!each.rule) {
            left_out += fmt::format("    left out: {} {}: {}\n", to_string(each.behavior),
                                    display_text(each.written), display_text(each.why));
            continue;
        }
        ++taken;
        if (into.origins.emplace(each.rule->key(), file + ": " + each.written).second)
            into.rules.push_back(std::move(*each.rule));
    }
    if (found.mode) into.mode = *found.mode;
    into.report += fmt::format("  {}: {} of {} brought over\n{}", display_text(file), taken,
                               counted(found.rules.size(), "rule"), left_out);
}

}  // namespace

found_rules rules_of_user(const hook_place& place) {
    found_rules made;
    for (const auto& reader : readers) {
        if (reader.agent != place.agent) continue;
        std::vector<fs::path> files = other_settings_of(place);
        files.insert(files.begin(), settings_of(place));
        for (const auto& file : files) {
            std::error_code error;
            if (!fs::is_regular_file(file, error)) continue;
            settings_source source{.file = file, .whose = settings_of_whom::user};
            source.folders.home = home_of_user().string();
            // Where paths of the administrator's files begin is not known.
            if (file == files.front()) source.folders.root = folder_of(place).string();
            try {
                const auto text = text_of_settings(file);
                if (!text) throw unfit_settings("cannot be read");
                take(reader.read(*text, source), file.string(), made);
            } catch (const std::exception& failed) {
                made.report += fmt::format("  {}: {}; none of its rules is brought over\n",
                                           display_text(file.string()), display_text(failed.what()));
            }
        }
    }
    return made;
}

}  // namespace assent::cli
