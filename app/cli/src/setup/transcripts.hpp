#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/app/gate/ready_policy.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace assent::cli {

/// Calls of transcripts by which a new policy is measured.
inline constexpr std::size_t max_measured_calls = 200;
/// Calls of them that are named since they would be asked about; those that ran unasked come first.
inline constexpr std::size_t max_listed_questions = 10;
/// Transcripts that are looked at for that, the newest first, and the bytes at the end of each.
inline constexpr std::size_t max_read_transcripts = 50;
inline constexpr std::size_t max_transcript_bytes = std::size_t{4} * 1024 * 1024;

/// What became of a call, by the agent's own word. Of several words for one call the last of these counts.
enum class told_end : unsigned char {
    unknown,
    ran,
    failed,     ///< with an error that does not say whether it ran
    refused,    ///< by a person
    forbidden,  ///< by a rule or a hook
};

/// What is printed above all that is taken from transcripts.
inline constexpr std::string_view by_transcripts =
    "by Claude's transcripts, which the agent writes itself: nobody has checked them, and of long ones the "
    "end alone is read\n";

/// Goes along the calls of Claude's transcripts, each as a record would have it: what ran as allowed, what
/// was refused as denied, by a person or by a rule. Nothing else that stands in a transcript says anything.
/// \param file  the one that is meant; empty: the newest in the user's own folder
/// \throws usage_error when there is none, or it is none. The text begins with `command`
void walk_transcripts(const std::string& file, std::string_view command,
                      const std::function<void(recorded_event call, told_end end)>& take);

/// What becomes of the last calls in Claude's transcripts, in words; empty: there are none.
/// \param folder  in which the folders of projects lie   \param own  the rules that the user has in the agent
/// \param alone   no other hook stands beside, so that what is allowed is allowed
[[nodiscard]] std::string measured(const std::filesystem::path& folder, const ready_policy& own,
                                   const ready_policy& now, bool alone);

}  // namespace assent::cli
