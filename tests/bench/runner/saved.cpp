#include "saved.hpp"

#include "rounds.hpp"
#include "workshop.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace assent::bench {

namespace {

std::filesystem::path folder_of(const workshop& shop, const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos || name.front() == '.')
        throw std::runtime_error(fmt::format("`{}` is no name for saved counts", name));
    return shop.source() / ".build/bench-saved" / name;
}

// A file of counts that were saved.
std::filesystem::path file_of(const workshop& shop, const std::string& name, const char* file) {
    const auto path = folder_of(shop, name) / file;
    if (!std::filesystem::exists(path))
        throw std::runtime_error(
            fmt::format("no counts were saved as `{}`: {} is missing", name, path.string()));
    return path;
}

results load(const workshop& shop, const std::string& name) {
    return results::load(file_of(shop, name, "counts.json"));
}

}  // namespace

void save_counts(const workshop& shop, const std::string& name, const std::string& commit,
                 const results& counts) {
    counts.save(folder_of(shop, name) / "counts.json");
    write_file(folder_of(shop, name) / "commit", commit);
}

std::string saved_commit(const workshop& shop, const std::string& name) {
    return read_file(file_of(shop, name, "commit"));
}

table compare_counts(const workshop& shop, const std::string& before, const std::string& after,
                     const results& counts) {
    const results old = load(shop, before);
    const results now = after.empty() ? counts : load(shop, after);
    table made{{"instructions of a request", before, after.empty() ? "now" : after, "ratio"}, {}};
    const auto add = [&](const std::string& title, const std::string& id, const std::string& metric) {
        const double first = old.median(id, "assent", metric);
        const double second = now.median(id, "assent", metric);
        made.rows.push_back({title, fmt::format("{:.0f}", first), fmt::format("{:.0f}", second),
                             fmt::format("{:.3f}", second / first)});
    };
    for (const auto& each : counted_scenarios()) add(each.title, "counted-" + each.id, "instructions");
    add("to start with 1 000 rules", "counted-100B-1", "instructions_to_start");
    return made;
}

}  // namespace assent::bench
