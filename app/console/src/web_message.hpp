#pragma once

#include <assent/app/console/console.hpp>

#include <string>
#include <string_view>

namespace assent {

/// What a console shows, as the JSON messages that its page understands. Times are milliseconds on the
/// console's time line.
namespace web_message {

[[nodiscard]] std::string hello(const console& desk, std::string_view program, std::string_view policy);
[[nodiscard]] std::string clock(const console& desk);
[[nodiscard]] std::string question(const console_question& shown);
[[nodiscard]] std::string gone(std::uint64_t question, std::string_view how);
[[nodiscard]] std::string decisions(const std::vector<std::shared_ptr<const console_decision>>& all,
                                    const console_tally& tally);
[[nodiscard]] std::string sessions(const std::vector<console_session>& all);

/// The key that a page says first; empty: it says something else.
[[nodiscard]] std::string key_in(std::string_view message);

/// Does what a page wishes, and says how that went.
/// \param by  who answers, for the record
/// \return the reply; empty: this is no message of a page, and the connection is to be closed
[[nodiscard]] std::string answer_page(console& desk, std::string_view message, std::string_view by);

}  // namespace web_message
}  // namespace assent
