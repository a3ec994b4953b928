#include "catalogue.hpp"

#include "rows/families.hpp"

#include "../text/word_list.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace assent::programs {
namespace {

// About as many names as there are, so that the table of them is made once.
constexpr std::size_t expected_names = 4096;

// Longer names are no program's.
constexpr std::size_t max_name_bytes = 32;

// \param pattern  in which `*` stands for any letters, or none
bool fits(std::string_view pattern, std::string_view name) noexcept {
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    for (auto end = star; end <= name.size(); ++end)
        if (fits(pattern.substr(star + 1), name.substr(end))) return true;
    return false;
}

// The words before the last one, and the last one: `docker compose` and `ps|images`.
std::pair<std::string_view, std::string_view> outer_and_names(const program_row& row) noexcept {
    const auto blank = row.names.rfind(' ');
    if (blank == std::string_view::npos) return {{}, row.names};
    return {row.names.substr(0, blank), row.names.substr(blank + 1)};
}

// A name where it stands: among all programs, or among the subcommands of one.
struct name_key {
    const known_program* within;
    std::string_view name;
    bool operator==(const name_key&) const = default;
};

std::size_t hash_value(const name_key& key) noexcept {
    return name_hash()(key.name) ^ reinterpret_cast<std::uintptr_t>(key.within);
}

}  // namespace

std::vector<std::string> names_of(const program_row& row) {
    std::vector<std::string> names;
    const auto [outer, own] = outer_and_names(row);
    each_between(own, '|', [&names, outer = outer](std::string_view name) {
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

const row_form& known_program::read_form() const {
    auto made = std::make_unique<const row_form>(*row_);
    const row_form* kept = nullptr;
    // Another thread may have been faster.
    if (form_.compare_exchange_strong(kept, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *kept;
}

/// All programs.
class catalogue {
public:
    catalogue() {
        names_.reserve(expected_names);
        for (const auto& each : families())
            for (const auto& row : each.rows) add(row);
    }

    [[nodiscard]] static const catalogue& all() {
        static const catalogue made;
        return made;
    }

    /// \param within  null: among all programs
    [[nodiscard]] const known_program* find(const known_program* within, std::string_view name) const {
        const auto found = names_.find(name_key{within, name});
        return found == names_.end() ? nullptr : found->second;
    }
    [[nodiscard]] const auto& names() const noexcept { return names_; }

private:
    // What it is a subcommand of stands before it.
    void add(const program_row& row) {
        const auto [outer, names] = outer_and_names(row);
        known_program* within = nullptr;
        if (!outer.empty())
            each_between(outer, ' ', [&](std::string_view word) {
                within = names_.at(name_key{within, word});
            });
        auto& program = programs_.emplace_back(row);
        if (within != nullptr) within->subcommands_.push_back(&program);
        each_between(names, '|', [&](std::string_view name) {
            names_.emplace(name_key{within, name}, &program);
            if (within != nullptr && name.size() > 1 && name.find('*') != std::string_view::npos)
                within->patterns_.emplace_back(name, &program);
        });
    }

    boost::unordered_flat_map<name_key, known_program*, boost::hash<name_key>> names_;
    std::deque<known_program> programs_;
};

const known_program* known_program::subcommand(std::string_view name) const {
    if (subcommands_.empty()) return nullptr;
    if (const auto* const exact = catalogue::all().find(this, name)) return exact;
    const auto pattern =
        std::ranges::find_if(patterns_, [name](const auto& entry) { return fits(entry.first, name); });
    return pattern == patterns_.end() ? nullptr : pattern->second;
}

const known_program* find_program(std::string_view word) {
    const auto& all = catalogue::all();
    const auto base = word.substr(word.rfind('/') + 1);
    if (base.empty() || base.size() > max_name_bytes) return nullptr;
    std::array<char, max_name_bytes> letters;
    std::ranges::transform(base, letters.begin(), lower_case);
    std::string_view name(letters.data(), base.size());
    if (name.ends_with(".exe")) name.remove_suffix(4);
    if (const auto* found = all.find(nullptr, name)) return found;
    // The dynamic linker has many names.
    if (name.starts_with("ld") && name.find(".so") != std::string_view::npos)
        return all.find(nullptr, "ld.so");
    const auto plain = name.substr(0, name.find_last_not_of("0123456789.-") + 1);
    return plain.empty() || plain.size() == name.size() ? nullptr : all.find(nullptr, plain);
}

bool is_builtin(const known_program& program) noexcept {
    const auto rows = shell_builtins();
    const std::less<> before;
    return !before(&program.row(), rows.data()) && before(&program.row(), rows.data() + rows.size());
}

bool runs_word_itself(const known_program& others) {
    const auto& operands = others.form().operands();
    return !operands.empty() &&
           (names_program(operands.front().kind) || operands.front().kind == part_kind::task);
}

bool takes_word_itself(const known_program& others) {
    const auto& operands = others.form().operands();
    return runs_word_itself(others) || (!operands.empty() && operands.front().kind == part_kind::url);
}

bool can_do_more(const known_program& program) {
    const auto& form = program.form();
    const auto more = form.options_add() | form.operands_add();
    return without(more, program.row().does | form.covers() | effect::looks | manners) != effect::reads ||
           program.any_subcommand([](const known_program& each) { return can_do_more(each); });
}

bool any_program(const std::function<bool(std::string_view, const known_program&)>& is) {
    return std::ranges::any_of(catalogue::all().names(), [&is](const auto& each) {
        return each.first.within == nullptr && is(each.first.name, *each.second);
    });
}

}  // namespace assent::programs
