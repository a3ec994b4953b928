#pragma once

#include <assent/app/gate/permission_gate.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace assent {

/// What the calls of a gate are judged by: rules, mode, policy, what is remembered, and scopes.
///
/// INVARIANT: `epoch()` changes with every change of rules, mode, policy or scopes. What was found out about
/// a call is used only if the epoch is still the one under which it was.
///
/// Thread-safety: what is said so, from any thread; all else under the lock of `with_latest` and `locked`.
class gate_state {
public:
    /// What calls are examined with, without a lock.
    struct snapshot {
        rule_set::pointer rules;
        judgement_basis::pointer basis;
        std::shared_ptr<const scope_list> scopes;
        std::uint64_t epoch = 0;

        /// \param call  or its reading, with the switches of the basis
        template <class Call>
        [[nodiscard]] call_findings examine(const Call& call, const tool_facts& tool,
                                            std::string& scratch) const {
            return assent::examine(call, tool, *rules, *basis, *scopes, scratch);
        }
        [[nodiscard]] tool_facts about(const tool_call& call) const { return basis->about(call.tool_name); }
    };

    gate_state(judgement_basis::pointer basis, rule_set::pointer rules)
        : service_(std::move(basis)),
          rules_(std::move(rules)),
          scopes_(std::make_shared<const scope_list>()) {}

    /// From any thread, as `basis` and `mode`. Made anew after each change.
    [[nodiscard]] std::shared_ptr<const snapshot> current() const {
        const std::lock_guard lock(mutex_);
        if (!current_)
            current_ = std::make_shared<const snapshot>(snapshot{rules_, service_.basis(), scopes_, epoch_});
        return current_;
    }
    [[nodiscard]] judgement_basis::pointer basis() const { return current()->basis; }
    [[nodiscard]] permission_mode mode() const {
        const std::lock_guard lock(mutex_);
        return service_.mode();
    }
    /// From any thread: `look(snapshot)` without the lock, and again while something has changed meanwhile;
    /// then `decide(what it has returned)` under it. \return what that returns
    template <class Look, class Decide>
    auto with_latest(Look look, Decide decide) {
        while (true) {
            const auto seen = current();
            auto found = look(*seen);
            const std::lock_guard lock(mutex_);
            if (seen->epoch == epoch_) return decide(std::move(found));
        }
    }
    /// From any thread: runs `use()` under the lock.
    template <class Use>
    auto locked(Use use) const {
        const std::lock_guard lock(mutex_);
        return use();
    }

    [[nodiscard]] permission_service& service() noexcept { return service_; }
    [[nodiscard]] const permission_service& service() const noexcept { return service_; }
    [[nodiscard]] const rule_set& rules() const noexcept { return *rules_; }
    [[nodiscard]] const scope_list& scopes() const noexcept { return *scopes_; }
    [[nodiscard]] std::uint64_t epoch() const noexcept { return epoch_; }

    void set_rules(rule_set::pointer rules) {
        rules_ = std::move(rules);
        changed();
    }
    void set_scopes(scope_list scopes) {
        scopes_ = std::make_shared<const scope_list>(std::move(scopes));
        changed();
    }
    /// \return false: `limit` does not let the mode be changed so
    bool switch_mode(permission_mode mode, peer_mode limit, bool by_peer) {
        if (!peer_may_change(limit, service_.mode(), mode)) return false;
        mode_by_peer_ = by_peer && (mode_by_peer_ || service_.mode() != mode);
        if (service_.mode() == mode) return true;
        service_.set_mode(mode);
        changed();
        return true;
    }
    /// A mode that a peer has set stays only where the new policy would let it.
    void set_basis(judgement_basis::pointer basis, rule_set::pointer rules) {
        const policy& next = basis->settings();
        const permission_mode mode = next.mode;
        const bool back = mode_by_peer_ && !peer_may_change(next.peer_may_set, mode, service_.mode());
        service_.set_basis(std::move(basis));
        if (back) service_.set_mode(mode);
        mode_by_peer_ = mode_by_peer_ && service_.mode() != mode;
        set_rules(std::move(rules));
    }

private:
    void changed() {
        ++epoch_;
        current_ = nullptr;
    }

    mutable std::mutex mutex_;
    permission_service service_;
    rule_set::pointer rules_;
    std::shared_ptr<const scope_list> scopes_;
    std::uint64_t epoch_ = 0;
    mutable std::shared_ptr<const snapshot> current_;  // null: to be made
    bool mode_by_peer_ = false;
};

}  // namespace assent
