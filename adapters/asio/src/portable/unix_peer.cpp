#include <assent/adapters/asio/socket_listener.hpp>

#include "../unique_descriptor.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __linux__
#include <bsd/unistd.h>
#endif

namespace assent {

peer_process unix_peer(int fd) {
    peer_process peer;
    gid_t group = 0;
    if (::getpeereid(fd, &peer.uid, &group) != 0) detail::throw_system_error("cannot tell who connected");
#ifdef LOCAL_PEERPID  // macOS
    socklen_t length = sizeof(peer.pid);
    if (::getsockopt(fd, SOL_LOCAL, LOCAL_PEERPID, &peer.pid, &length) != 0) peer.pid = 0;
#endif
    return peer;
}

}  // namespace assent
