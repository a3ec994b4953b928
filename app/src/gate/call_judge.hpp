#pragma once

#include "gate_state.hpp"

#include <assent/app/gate/resolved_call.hpp>
#include <assent/domain/decide/reason_text.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace assent {

/// Looks at calls without the lock of the state, and has others decide under it.
class call_judge {
public:
    using snapshot = gate_state::snapshot;

    call_judge(gate_state& state, std::shared_ptr<path_resolver> paths,
               std::shared_ptr<repository_settings> repositories,
               std::function<std::string(const tool_call&)> before_call)
        : state_(state),
          paths_(std::move(paths)),
          repositories_(std::move(repositories)),
          before_call_(std::move(before_call)) {}

    /// Lets the host hear of a call: other rules may hold then. \return why it is denied; empty: it is
    /// decided
    [[nodiscard]] std::string why_not(const tool_call& call) const {
        return before_call_ ? before_call_(call) : std::string();
    }

    /// The call with where its paths lead today. \param seen  borrowed: its switches
    /// \param folder  where it works is wanted, too, whatever the rules ask for
    [[nodiscard]] resolved_call resolved(const tool_call& call, const snapshot& seen,
                                         bool folder = false) const {
        return resolved(call, seen, seen.basis->definition(call.tool_name), folder);
    }
    [[nodiscard]] resolved_call resolved(const tool_call& call, const snapshot& seen,
                                         const tool_definition* definition, bool folder) const {
        return {call,
                definition,
                paths_.get(),
                repositories_.get(),
                &seen.basis->settings().switches,
                seen.rules.get(),
                folder};
    }
    /// The same for `emplace`: it is made where it stays, for it is thousands of bytes.
    [[nodiscard]] auto resolving(const tool_call& call, const snapshot& seen,
                                 const tool_definition* definition) const {
        struct makes_it {
            const call_judge& judge;
            const tool_call& call;
            const snapshot& seen;
            const tool_definition* definition;
            operator resolved_call() const { return judge.resolved(call, seen, definition, false); }
        };
        return makes_it{*this, call, seen, definition};
    }
    /// Looks at a call; `decide` runs under the lock with findings that are up to date. \return what it
    /// returns
    template <class Decide>
    auto judge(const resolved_call& resolved, std::string& scratch, Decide decide) {
        const auto examine = [&](const snapshot& seen) {
            const tool_call& call = resolved.call();
            // Another policy may have come since, with other switches: then it is read anew.
            const bool as_read = seen.basis->settings().switches == resolved.reading().switches();
            return as_read ? seen.examine(resolved.reading(), seen.about(call), scratch)
                           : seen.examine(call, seen.about(call), scratch);
        };
        return state_.with_latest(examine, decide);
    }
    /// Under the lock: says why a call is not allowed. \param found  what it was judged by
    void say_why(verdict& decided, const resolved_call& judged, const call_findings& found) const {
        if (decided.allowed()) return;
        put_into_words(decided, judged.reading(), found, state_.service().basis()->settings(),
                       state_.rules());
    }

    [[nodiscard]] gate_state& state() const noexcept { return state_; }

private:
    gate_state& state_;
    const std::shared_ptr<path_resolver> paths_;
    const std::shared_ptr<repository_settings> repositories_;
    std::function<std::string(const tool_call&)> before_call_;
};

}  // namespace assent
