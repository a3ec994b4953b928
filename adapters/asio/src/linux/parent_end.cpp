#include "../parent_end.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <cerrno>

namespace assent::detail {

parent_end::parent_end(bool wanted, const std::string&) : parent_(wanted ? ::getpid() : 0) {}

int parent_end::tie() const noexcept {
    if (parent_ == 0) return 0;
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    return ::getppid() == parent_ ? 0 : ESRCH;  // it has ended before we could be told
}

void parent_end::untie() noexcept {}

}  // namespace assent::detail
