#pragma once

#include "../options/options.hpp"
#include "../process/peer_program.hpp"

#include <assent/adapters/control/hooks/hook_channel.hpp>
#include <assent/app/gate/permission_gate.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace assent::cli {

/// Wishes that may wait for a person at once; one more is refused.
inline constexpr std::size_t max_open_wishes = 8;

/// Longest wish, in bytes: people read it.
inline constexpr std::size_t max_wish_bytes = 512;

/// The words of a wish, as commands send them to the daemon.
namespace wish {
inline constexpr std::string_view pause = "pause ";  ///< and how long
inline constexpr std::string_view end_pause = "pause end";
inline constexpr std::string_view look_at_pause = "pause left";
inline constexpr std::string_view state_of_policy = "policy state";
inline constexpr std::string_view resume = "session resume ";  ///< and the session's id
}  // namespace wish

/// What commands of the program want of the daemon. Whoever writes to its socket may be an agent: what
/// loosens takes effect only when a person says so on the page or in the daemon's own terminal.
class wishes {
public:
    using on_answered = std::function<void(use_answer)>;

    /// \param people  whether somebody can be asked
    wishes(settings& with, std::shared_ptr<permission_gate> gate, std::function<bool()> people)
        : with_(with), gate_(std::move(gate)), people_(std::move(people)) {}

    /// \param asker  who wants it, as the kernel knows it
    /// \return with it gone, nobody is asked any more
    [[nodiscard]] std::shared_ptr<void> hear(std::string_view wish, pid_t asker, time_point deadline,
                                             const on_answered& answered);

private:
    struct loosening;
    [[nodiscard]] loosening pause_for(duration lasts) const;
    [[nodiscard]] std::shared_ptr<void> ask(loosening wanted, std::string_view wish, pid_t asker,
                                            time_point deadline, const on_answered& answered);
    [[nodiscard]] use_answer pause_left() const;
    [[nodiscard]] use_answer policy_state() const;

    settings& with_;
    std::shared_ptr<permission_gate> gate_;
    std::function<bool()> people_;
    std::shared_ptr<void> counted_ = std::make_shared<char>();  // by whoever waits
};

}  // namespace assent::cli
