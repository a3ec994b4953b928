#include "held_signals.hpp"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include <signal.h>

namespace assent::cli {
namespace {

constexpr std::array held{SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t came = 0;               // its number; 0: none did
bool has_stopped = false;                          // somebody has been stopped by it
int depth = 0;                                     // of those that live
std::array<struct sigaction, held.size()> before;  // the outermost

extern "C" void remember(int number) { came = number; }

}  // namespace

held_signals::held_signals() {
    if (depth++ > 0) return;
    struct sigaction holding {};
    holding.sa_handler = remember;
    holding.sa_flags = SA_RESTART;
    for (std::size_t index = 0; index < held.size(); ++index) {
        ::sigaction(held[index], nullptr, &before[index]);
        if (before[index].sa_handler != SIG_IGN) ::sigaction(held[index], &holding, nullptr);
    }
}

held_signals::~held_signals() {
    if (--depth > 0) return;
    for (std::size_t index = 0; index < held.size(); ++index)
        ::sigaction(held[index], &before[index], nullptr);
    const int number = std::exchange(came, 0);
    if (number == 0) return;
    if (std::exchange(has_stopped, false))
        std::fputs("assent: stopped by a signal; the files are as before\n", stderr);
    std::fflush(stdout);
    static_cast<void>(std::raise(number));
}

void held_signals::require_none() {
    if (came != 0 && !std::exchange(has_stopped, true)) throw std::runtime_error("stopped by a signal");
}

}  // namespace assent::cli
