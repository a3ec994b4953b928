#include <assent/adapters/asio/socket_listener.hpp>

#include "../unique_descriptor.hpp"

#include <sys/socket.h>

namespace assent {

peer_process unix_peer(int fd) {
    ucred credentials{};
    socklen_t length = sizeof(credentials);
    if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
        detail::throw_system_error("cannot tell who connected");
    return {credentials.pid, credentials.uid};
}

}  // namespace assent
