#pragma once

#include <boost/container/small_vector.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace assent {

struct tool_call;
struct tool_definition;
struct risk_factor;

/// What the guard has found in a call; `why` is null when it has found nothing.
struct guard_finding {
    /// What was found, shared with the guard's table: `executing_option`, `protected_place` ...
    std::shared_ptr<const risk_factor> why{};
    /// The fields of the input in which something was found, all of them: an allow rule that is to let the
    /// call pass has to name each without a wildcard.
    boost::container::small_vector<std::string, 2> fields{};
    [[nodiscard]] explicit operator bool() const noexcept { return why != nullptr; }
};

/// The last look before anything stored may allow a call: does it do more than its name says?
///
/// Found are: options with which harmless programs run others or write files (`find -delete`,
/// `git -c`, `rg --pre`, `sort --compress-program`, `sed` with `e` or `w`, `tar --to-command`),
/// changing the directory and then running git, fields that widen authority
/// (`dangerouslyDisableSandbox`, a working directory other than the call's), programs whose name
/// cannot be read, and protected places (`.git/`, agent settings, shell start-up files, `.ssh`).
///
/// Such a call is at most asked, whatever rules, grants or trust say, except in allow mode, and
/// except where an allow rule names exactly that without a wildcard over it; the caller knows that.
///
/// Reads leniently: what might be such a call is one. Pure; any thread.
/// \param definition  what is registered about the tool; null when it is not known
/// \param scratch     room for unescaped text, reused between calls
[[nodiscard]] guard_finding guard(const tool_call& call, const tool_definition* definition,
                                  std::string& scratch);

}  // namespace assent
