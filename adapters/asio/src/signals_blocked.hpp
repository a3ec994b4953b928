#pragma once

#include <pthread.h>
#include <signal.h>

namespace assent::detail {

/// Lets no signal in until it is gone, in this thread and in what it starts meanwhile.
class signals_blocked {
public:
    signals_blocked() noexcept {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~signals_blocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    signals_blocked(const signals_blocked&) = delete;
    signals_blocked& operator=(const signals_blocked&) = delete;

private:
    sigset_t before_;
};

}  // namespace assent::detail
