#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/ports/repository_settings.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace assent::cli {

/// Kinds of change that a replay shows, each with an example; those that come later are counted together.
inline constexpr std::size_t max_shown_changes = 100;

/// What was decided by policies, whatever people have answered: what they were asked about, or have allowed
/// or denied beforehand, counts as asked. Nothing: a limit or a failure decided, and no policy would.
[[nodiscard]] std::optional<outcome> decided_by_policy(const recorded_event& event) noexcept;

/// A part of its input is masked, or cut off.
[[nodiscard]] bool is_masked(const recorded_event& event);

/// Decides the calls of a record anew, by another policy.
class replay {
public:
    /// \param by, paths, repositories  have to outlive this
    replay(const ready_policy& by, path_resolver& paths, repository_settings& repositories)
        : by_(by), paths_(paths), repositories_(repositories) {}

    void add(const recorded_event& event);
    /// What became of a call is not told: it is not compared.
    void leave_out_untold() noexcept { ++untold_; }

    /// For people.
    [[nodiscard]] std::string text() const;
    /// As one line of JSON, with its end.
    [[nodiscard]] std::string json() const;

    [[nodiscard]] std::size_t decided() const noexcept { return decided_; }
    /// How many calls come out looser than they did.
    [[nodiscard]] std::size_t looser() const noexcept { return looser_; }

private:
    // In the order in which changes are told: by how much is let through that was not, then why.
    using change = std::tuple<int, outcome, outcome, std::string>;
    struct changed {
        std::size_t count = 0;
        std::string example{};  // for people
        std::string line{};     // the members of JSON that say which call it was
    };
    void note(const recorded_event& event, outcome before, const verdict& now);

    const ready_policy& by_;
    path_resolver& paths_;
    repository_settings& repositories_;
    std::map<change, changed> changes_;
    std::size_t decided_ = 0, otherwise_ = 0, looser_ = 0;
    std::size_t only_digests_ = 0, without_input_ = 0, no_policy_ = 0, masked_ = 0, untold_ = 0;
};

}  // namespace assent::cli
