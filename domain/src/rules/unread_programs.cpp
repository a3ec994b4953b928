#include "unread_programs.hpp"

#include "bare_words.hpp"

namespace assent::detail {
namespace {

using programs::effect;

constexpr effect unread = effect::evaluates | effect::loads;

bool any(effect does) noexcept { return does != effect::looks; }

}  // namespace

bool may_run_unread(std::string_view name, std::uint64_t beginnings) noexcept {
    const auto* const program = programs::find_program(name);
    if (program == nullptr) return false;
    const auto& row = program->row();
    // What git's settings run is read elsewhere.
    if (row.names == "git") return (beginnings & bit_of_beginning('-')) != 0;
    if (row.operands.starts_with("subcommand")) return true;
    return any((row.does | programs::may_add(row)) & unread);
}

bool runs_unread(const programs::program_use& use, std::string_view program) noexcept {
    if (!use.known()) return false;
    if (any(use.does() & effect::evaluates)) return true;
    const bool git = programs::find_program(program)->row().names == "git";
    return !git && any(use.beyond() & effect::loads);
}

}  // namespace assent::detail
