#pragma once

#include <boost/container/small_vector.hpp>

#include <memory>
#include <string>

namespace assent {

struct tool_call;
struct tool_definition;
struct risk_factor;

/// The guard's finding about a call; `why` is null when it has found nothing.
struct guard_finding {
    /// The factor that was found, shared with the guard's table: `executing_option`, `protected_place` ...
    std::shared_ptr<const risk_factor> why{};
    /// The fields of the input in which something was found, all of them: an allow rule that is to let the
    /// call pass has to name each without a wildcard.
    boost::container::small_vector<std::string, 2> fields{};
    /// The words of a command, where something was found in these alone: allow rules that cover the call
    /// have to have each of them literally, instead.
    boost::container::small_vector<std::string, 2> words{};
    /// A command, or a part of one, could not be read: nobody knows what it does.
    bool unread = false;
    /// It only runs a program (`timeout 5 make`): that is for allow rules to name; nothing else is concerned.
    bool only_runs_others = false;
    [[nodiscard]] explicit operator bool() const noexcept { return why != nullptr; }
};

/// What was found, for people: `more than its program is for, or not known of it: `-o`, `f``. Only of one
/// that has found something.
[[nodiscard]] std::string text_of(const guard_finding& found);

/// The last look before anything stored may allow a call: does it do more than its name says?
///
/// Found are: options and operands with which a program does more than it is for (`find -delete`, `git -c`,
/// `sort -o`, `sed` with `e` or `w`), or that are not known of it (docs/programs.md has what is), changing
/// the directory and then running git, fields that widen authority (`dangerouslyDisableSandbox`, a working
/// directory other than the call's), programs whose name cannot be read, and protected places (`.git/`, agent
/// settings, shell start-up files, `.ssh`).
///
/// Such a call is at most asked, whatever rules, grants or trust say, except in allow mode, and
/// except where an allow rule names exactly that without a wildcard over it; the caller knows that. Of a
/// program that is not known, its rule's author has spoken.
///
/// Reads leniently: what might be such a call is one. Pure; any thread.
/// \param definition  what is registered about the tool; null when it is not known
/// \param scratch     room for unescaped text, reused between calls
[[nodiscard]] guard_finding guard(const tool_call& call, const tool_definition* definition,
                                  std::string& scratch);

}  // namespace assent
