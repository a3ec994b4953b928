#pragma once

#include <assent/app/gate/ready_policy.hpp>

#include <cstddef>
#include <filesystem>
#include <string>

namespace assent::cli {

/// Calls of transcripts by which a new policy is measured.
inline constexpr std::size_t max_measured_calls = 200;
/// Calls of them that are named since they would be asked about; those that ran unasked come first.
inline constexpr std::size_t max_listed_questions = 10;
/// Transcripts that are looked at for that, the newest first, and the bytes at the end of each.
inline constexpr std::size_t max_read_transcripts = 50;
inline constexpr std::size_t max_transcript_bytes = std::size_t{4} * 1024 * 1024;

/// What becomes of the last calls in Claude's transcripts, in words; empty: there are none.
/// \param folder  in which the folders of projects lie   \param own  the rules that the user has in the agent
/// \param alone   no other hook stands beside, so that what is allowed is allowed
[[nodiscard]] std::string measured(const std::filesystem::path& folder, const ready_policy& own,
                                   const ready_policy& now, bool alone);

}  // namespace assent::cli
