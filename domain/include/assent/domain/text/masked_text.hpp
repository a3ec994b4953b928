#pragma once

#include <string>
#include <string_view>

namespace assent {

/// The text that a record has in place of a value that it leaves out.
inline constexpr std::string_view redacted_text = "(redacted)";

/// A command, a path or an address with what looks like a secret replaced: the values of names such as
/// `password`, `API_TOKEN` and `Authorization`, after `=`, `:` or as the next word of an option; who logs in
/// by an address or `--user NAME:VALUE`; private keys; and what begins as tokens of well-known services do. A
/// secret that looks like any other word stays.
[[nodiscard]] std::string masked_secrets(std::string_view text);

}  // namespace assent
