#pragma once

#include <assent/domain/tools/risk.hpp>

#include <bitset>
#include <cstddef>
#include <memory>
#include <string_view>

namespace assent {

/// Everything that the guard and the standard classifier can say about a call.
enum class factor : unsigned char {
    // Found by the guard.
    widened_authority,
    too_long_to_read,
    unreadable_command,
    executing_option,
    executing_variable,
    inline_code,
    changed_directory,
    protected_place,
    process_files,
    runs_others,
    removes_outside,
    // Found by the classifier.
    unknown_tool,
    irreversible_verb,
    runs_commands,
    destructive_command,
    privilege,
    network,
    sends,
    download_and_run,
    package_install,
    secret_in_path,
    hidden_path,
    reads_outside,
    writes_outside,
    place_unknown,
};
inline constexpr std::size_t factor_count = static_cast<std::size_t>(factor::place_unknown) + 1;
using factor_bits = std::bitset<factor_count>;

/// The one shared value for this factor.
[[nodiscard]] const std::shared_ptr<const risk_factor>& shared_factor(factor which);
/// A call with this factor is at least that risky, and at least that little free.
[[nodiscard]] risk_level level_of(factor which) noexcept;
[[nodiscard]] safety_class safety_of(factor which) noexcept;
[[nodiscard]] std::string_view id_of(factor which) noexcept;

}  // namespace assent
