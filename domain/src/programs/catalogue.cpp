#include "catalogue.hpp"

#include "families.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace assent::programs {
namespace {

// Longer names are no program's.
constexpr std::size_t max_name_bytes = 32;

// Calls `visit(std::string_view)` for each part.
template <class Visit>
void each_part(std::string_view text, char separator, const Visit& visit) {
    while (true) {
        const auto end = text.find(separator);
        visit(text.substr(0, end));
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
    }
}

// The words before the last one, and the last one: `docker compose` and `ps|images`.
std::pair<std::string_view, std::string_view> outer_and_names(const program_row& row) noexcept {
    const auto blank = row.names.rfind(' ');
    if (blank == std::string_view::npos) return {{}, row.names};
    return {row.names.substr(0, blank), row.names.substr(blank + 1)};
}

bool by_name(const std::pair<std::string_view, const known_program*>& left,
             const std::pair<std::string_view, const known_program*>& right) noexcept {
    return left.first < right.first;
}

}  // namespace

std::vector<std::string> names_of(const program_row& row) {
    std::vector<std::string> names;
    const auto [outer, own] = outer_and_names(row);
    each_part(own, '|', [&names, outer = outer](std::string_view name) {
        names.push_back(outer.empty() ? std::string(name) : std::string(outer) + ' ' + std::string(name));
    });
    return names;
}

std::span<const family> families() noexcept {
    static const std::array all{family{"Text tools", text_tools()},
                                family{"Core utilities", core_utilities()},
                                family{"Builtins of shells", shell_builtins()},
                                family{"Version control", version_control()},
                                family{"Builds, checks and tests", builds()},
                                family{"Packages", packages()},
                                family{"Interpreters and editors", interpreters()},
                                family{"Programs that run others", wrappers()},
                                family{"Containers", containers()},
                                family{"Databases", databases()},
                                family{"Network", network()},
                                family{"Cloud and agents", cloud()},
                                family{"System", system_tools()}};
    return all;
}

const known_program* known_program::subcommand(std::string_view name) const noexcept {
    const auto found =
        std::lower_bound(subcommands_.begin(), subcommands_.end(), std::pair(name, nullptr),
                         [](const auto& left, const auto& right) { return left.first < right.first; });
    return found != subcommands_.end() && found->first == name ? found->second : nullptr;
}

/// All programs, as if they were subcommands of one.
class catalogue {
public:
    catalogue() {
        std::size_t rows = 0;
        for (const auto& each : families()) rows += each.rows.size();
        programs_.reserve(rows);
        for (const auto& each : families())
            for (const auto& row : each.rows) add(row);
        sort(all_);
        for (auto& program : programs_) sort(program);
    }

    [[nodiscard]] const known_program* find(std::string_view name) const noexcept {
        return all_.subcommand(name);
    }

private:
    // What it is a subcommand of stands before it.
    void add(const program_row& row) {
        const auto [outer, names] = outer_and_names(row);
        known_program* within = &all_;
        if (!outer.empty())
            each_part(outer, ' ', [&within](std::string_view word) { within = last_of(within, word); });
        if (within == nullptr) return;
        auto& program = programs_.emplace_back();
        program.row_ = &row;
        each_part(names, '|',
                  [&](std::string_view name) { within->subcommands_.emplace_back(name, &program); });
    }

    static known_program* last_of(known_program* within, std::string_view name) noexcept {
        if (within == nullptr) return nullptr;
        for (auto each = within->subcommands_.rbegin(); each != within->subcommands_.rend(); ++each)
            if (each->first == name) return const_cast<known_program*>(each->second);
        return nullptr;
    }

    static void sort(known_program& program) {
        std::sort(program.subcommands_.begin(), program.subcommands_.end(), by_name);
    }

    known_program all_;
    std::vector<known_program> programs_;
};

const known_program* find_program(std::string_view word) noexcept {
    static const catalogue all;
    const auto base = word.substr(word.rfind('/') + 1);
    if (base.empty() || base.size() > max_name_bytes) return nullptr;
    std::array<char, max_name_bytes> letters;
    std::transform(base.begin(), base.end(), letters.begin(), [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    });
    std::string_view name(letters.data(), base.size());
    if (const auto* found = all.find(name)) return found;
    name = name.substr(0, name.find_last_not_of("0123456789.-") + 1);
    return name.empty() ? nullptr : all.find(name);
}

}  // namespace assent::programs
