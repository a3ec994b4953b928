#pragma once

#include <assent/adapters/files/audit_file.hpp>
#include <assent/domain/decide/policy.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>

/// The record that `assent install` has the hook and the daemon keep: `--record`. docs/audit.md says what is
/// in it.
namespace assent::cli {

/// Largest size of all its files together, in bytes, and how many they are.
inline constexpr std::size_t max_kept_record_bytes = std::size_t{200} * 1024 * 1024;
inline constexpr std::size_t max_kept_record_files = 10;
/// Oldest record in it, in days.
inline constexpr std::size_t max_kept_record_days = 30;

/// Where it lies below the folder of `--state`. Its name says to rules that it may hold secrets.
[[nodiscard]] std::filesystem::path kept_record_path(const std::filesystem::path& state);
/// The folder of states below which this is that record, as a hook that is installed is told it.
/// Empty: it is another record.
[[nodiscard]] std::filesystem::path state_of_kept_record(const std::string& record);

/// How it is kept: chained, within the bounds above or the stricter ones of the policy, and with masked
/// inputs where the policy says nothing of them.
[[nodiscard]] audit_policy kept_record_policy(audit_policy said);

/// Why nothing can be written there; empty: it can, or it could be made.
[[nodiscard]] std::string why_not_writable(const std::filesystem::path& record);

/// Why a hook could keep none there, or others than its owner could change it; empty: nothing is in the way.
/// One that is there is opened as a hook does, with its lock and the end of its chain, and gets no line.
/// \param wait  for other writers
[[nodiscard]] std::string why_not_kept(const std::filesystem::path& record, std::chrono::milliseconds wait);

/// Makes its folder, for this user alone, where it is not there.
void make_record_folder(const std::filesystem::path& record);

/// The name of this machine, and the number of the user.
[[nodiscard]] std::string name_of_host();
[[nodiscard]] std::string number_of_user();

}  // namespace assent::cli
