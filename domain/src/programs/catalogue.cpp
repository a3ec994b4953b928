#include "catalogue.hpp"

#include "rows/families.hpp"

#include "../text/word_list.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

namespace assent::programs {
namespace {

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

// Whether more words stand before its names: one before those of a subcommand.
bool is_deeper(const program_row& row, std::size_t depth) noexcept {
    auto blank = row.names.find(' ');
    for (; blank != std::string_view::npos && depth > 0; --depth) blank = row.names.find(' ', blank + 1);
    return blank != std::string_view::npos;
}

// What is made when it is first asked for, by whichever thread comes first.
template <class Made>
const Made& made_once(std::atomic<const Made*>& kept, std::unique_ptr<const Made> made) {
    const Made* earlier = nullptr;
    if (kept.compare_exchange_strong(earlier, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *earlier;
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

/// All programs, or all subcommands of one.
class program_table {
public:
    /// \param depth  so many words stand before the names
    explicit program_table(std::size_t depth) : depth_(depth) {}

    /// \param rows  each with those of its subcommands behind it
    void add(std::span<const program_row> rows) {
        while (!rows.empty()) {
            const auto next = std::ranges::find_if(
                rows.subspan(1), [this](const program_row& row) { return !is_deeper(row, depth_); });
            const auto own = static_cast<std::size_t>(next - rows.begin());
            add(programs_.emplace_back(rows.first(own)));
            rows = rows.subspan(own);
        }
    }

    /// Null: it is not there.
    [[nodiscard]] const known_program* find(std::string_view name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? nullptr : found->second;
    }
    /// The same, and the first pattern that fits.
    [[nodiscard]] const known_program* find_or_pattern(std::string_view name) const {
        if (const auto* const exact = find(name)) return exact;
        const auto pattern =
            std::ranges::find_if(patterns_, [name](const auto& entry) { return fits(entry.first, name); });
        return pattern == patterns_.end() ? nullptr : pattern->second;
    }
    [[nodiscard]] const auto& names() const noexcept { return names_; }
    [[nodiscard]] const auto& programs() const noexcept { return programs_; }

private:
    void add(const known_program& program) {
        each_between(outer_and_names(program.row()).second, '|', [&](std::string_view name) {
            names_.emplace(name, &program);
            if (name.size() > 1 && name.find('*') != std::string_view::npos)
                patterns_.emplace_back(name, &program);
        });
    }

    std::size_t depth_;
    boost::unordered_flat_map<std::string_view, const known_program*, name_hash> names_;
    std::deque<known_program> programs_;
    std::vector<std::pair<std::string_view, const known_program*>> patterns_;  // such as `describe-*`
};

namespace {

const program_table& all_programs() {
    static const auto all = [] {
        auto made = std::make_unique<program_table>(0);
        for (const auto& each : families()) made->add(each.rows);
        return made;
    }();
    return *all;
}

}  // namespace

known_program::~known_program() {
    delete form_.load(std::memory_order_relaxed);
    delete subcommands_.load(std::memory_order_relaxed);
}

const row_form& known_program::read_form() const {
    return made_once(form_, std::make_unique<const row_form>(row()));
}

const program_table& known_program::subcommands() const {
    const auto* const kept = subcommands_.load(std::memory_order_acquire);
    if (kept != nullptr) return *kept;
    const auto blanks = static_cast<std::size_t>(std::ranges::count(row().names, ' '));
    auto made = std::make_unique<program_table>(blanks + 1);
    made->add(rows_.subspan(1));
    return made_once<program_table>(subcommands_, std::move(made));
}

const known_program* known_program::subcommand(std::string_view name) const {
    return rows_.size() == 1 ? nullptr : subcommands().find_or_pattern(name);
}

bool known_program::any_subcommand(const std::function<bool(const known_program&)>& is) const {
    return rows_.size() > 1 && std::ranges::any_of(subcommands().programs(), is);
}

const known_program* find_program(std::string_view word) {
    const auto& all = all_programs();
    const auto base = word.substr(word.rfind('/') + 1);
    if (base.empty() || base.size() > max_name_bytes) return nullptr;
    std::array<char, max_name_bytes> letters;
    std::ranges::transform(base, letters.begin(), lower_case);
    std::string_view name(letters.data(), base.size());
    if (name.ends_with(".exe")) name.remove_suffix(4);
    if (const auto* found = all.find(name)) return found;
    // The dynamic linker has many names.
    if (name.starts_with("ld") && name.find(".so") != std::string_view::npos) return all.find("ld.so");
    const auto plain = name.substr(0, name.find_last_not_of("0123456789.-") + 1);
    return plain.empty() || plain.size() == name.size() ? nullptr : all.find(plain);
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
    return std::ranges::any_of(all_programs().names(),
                               [&is](const auto& each) { return is(each.first, *each.second); });
}

}  // namespace assent::programs
