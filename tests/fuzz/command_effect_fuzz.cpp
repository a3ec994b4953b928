// Input: a shell text in one line; then another one.
//
// Both have some effect, and the two together, in whatever way they are joined, none that is milder than that
// of the first one. What only looks names no file for writing. What it says about it is a text.

#include "invariant.hpp"

#include <assent/domain/decide/reason_text.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace {

using assent::fuzz::require;

constexpr std::string_view project = "/proj";
// More than that makes single runs slow, and shows nothing new.
constexpr std::size_t max_bytes = 2'000;

assent::call_effect effect_of(std::string_view text) {
    const assent::shell_runs runs(text);
    const assent::command_facts facts(runs, project);
    assent::repository_readings repositories;
    for (auto& folder : assent::repository_folders(facts))
        repositories.push_back({std::move(folder), std::string()});
    const assent::command_effect effect(facts, {.repositories = &repositories});
    const bool looks = effect.worst() == assent::call_effect::looks;
    require(!looks || runs.complete(), "what cannot be read whole does not only look");
    require(looks == effect.all().none(), "what only looks has no other effect");
    for (const auto& file : assent::touched_files(facts))
        require(!looks || file.does == assent::touched_file::how::reads || file.path.starts_with("/dev/"),
                "what only looks writes and removes no file");
    static_cast<void>(assent::text_of(facts, {.repositories = &repositories}));
    return effect.worst();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > max_bytes) return 0;
    auto rest = assent::fuzz::as_text(data, size);
    const auto added = assent::fuzz::take_line(rest);
    const auto alone = effect_of(rest);
    static_cast<void>(effect_of(added));
    // A text that is not whole would take what follows for a part of itself.
    const bool whole = assent::shell_runs(rest).complete() && rest.find("<<") == std::string_view::npos &&
                       rest.find_first_of("#\\") == std::string_view::npos;
    if (!whole || rest.empty()) return 0;
    for (const std::string_view joint : {"\n", "; ", " && ", " | "}) {
        const auto text = std::string(rest).append(joint).append(added);
        require(effect_of(text) >= alone, "another command makes nothing milder", rest, text);
    }
    return 0;
}
