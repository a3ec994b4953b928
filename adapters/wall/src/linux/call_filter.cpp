#include "call_filter.hpp"

#include <array>
#include <cerrno>
#include <initializer_list>
#include <memory>
#include <stdexcept>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// Sources: seccomp(2), seccomp_rule_add(3), clone(2), ioctl_tty(2).
namespace assent {
namespace {

using filter_pointer = std::unique_ptr<void, decltype(&::seccomp_release)>;

void filter_ok(int result, const char* what) {
    if (result != 0) throw std::runtime_error(std::string("the filter of calls: ").append(what));
}

// Arguments of 32 bits: the kernel looks at no more of them, so no more may be compared.
constexpr scmp_datum_t low_half = 0xFFFFFFFF;

void refuse(void* filter, int error, int call) {
    filter_ok(::seccomp_rule_add(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 0), "a call");
}

void refuse_with(void* filter, int error, int call, const scmp_arg_cmp& when) {
    filter_ok(::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, 1, &when),
              "a call with an argument");
}

void refuse_bit(void* filter, int call, unsigned argument, unsigned long bit) {
    refuse_with(filter, EPERM, call,
                {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = bit, .datum_b = bit});
}

void refuse_namespaces(void* filter) {
    // Its flags lie behind a pointer; libraries then take `clone`.
    refuse(filter, ENOSYS, SCMP_SYS(clone3));
    for (const int flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS,
                           CLONE_NEWCGROUP}) {
        refuse_bit(filter, SCMP_SYS(clone), 0, static_cast<unsigned long>(flag));
        refuse_bit(filter, SCMP_SYS(unshare), 0, static_cast<unsigned long>(flag));
    }
    refuse_bit(filter, SCMP_SYS(unshare), 0, 0x80);  // CLONE_NEWTIME
}

void refuse_terminal_input(void* filter) {
    for (const unsigned wish : {unsigned{TIOCSTI}, unsigned{TIOCLINUX}, unsigned{TIOCCONS}})
        refuse_with(filter, EPERM, SCMP_SYS(ioctl),
                    {.arg = 1, .op = SCMP_CMP_MASKED_EQ, .datum_a = low_half, .datum_b = wish});
}

// Files whose owner is taken up by whoever runs them.
constexpr std::array<scmp_datum_t, 2> rights_of_owner{S_ISUID, S_ISGID};

// Not known by name to every libseccomp, and the same on all machines that have it.
constexpr int call_fchmodat2 = 452;

void refuse_rights_of_owner(void* filter) {
    struct call_with_mode {
        int call;
        unsigned mode;  // the argument
    };
    const auto has = [](unsigned argument, scmp_datum_t bit) {
        return scmp_arg_cmp{.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = bit, .datum_b = bit};
    };
    const auto refuse_when = [&](int call, std::initializer_list<scmp_arg_cmp> all) {
        filter_ok(::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), call,
                                           static_cast<unsigned>(all.size()), all.begin()),
                  "rights of a file");
    };
    for (const auto bit : rights_of_owner) {
        for (const auto& each : {call_with_mode{SCMP_SYS(chmod), 1}, call_with_mode{SCMP_SYS(fchmod), 1},
                                 call_with_mode{SCMP_SYS(fchmodat), 2}, call_with_mode{call_fchmodat2, 2},
                                 call_with_mode{SCMP_SYS(mknod), 1}, call_with_mode{SCMP_SYS(mknodat), 2},
                                 call_with_mode{SCMP_SYS(creat), 1}})
            refuse_when(each.call, {has(each.mode, bit)});
        // Its bit of its own in O_TMPFILE, whose other one is that of folders.
        for (const auto makes : {scmp_datum_t{O_CREAT}, scmp_datum_t{O_TMPFILE & ~O_DIRECTORY}}) {
            refuse_when(SCMP_SYS(open), {has(1, makes), has(2, bit)});
            refuse_when(SCMP_SYS(openat), {has(2, makes), has(3, bit)});
        }
    }
    // Its mode lies behind a pointer; libraries then take `openat`.
    refuse(filter, ENOSYS, SCMP_SYS(openat2));
}

// Which families are left: those whose other ends a network of its own holds. With that of the machine,
// sockets with names but no files would reach the session's services.
void refuse_sockets(void* filter, wall_network network) {
    const auto refuse_family = [&](int family) {
        refuse_with(filter, EAFNOSUPPORT, SCMP_SYS(socket),
                    {.arg = 0,
                     .op = SCMP_CMP_MASKED_EQ,
                     .datum_a = low_half,
                     .datum_b = static_cast<scmp_datum_t>(family)});
    };
    for (int family = 0; family < AF_MAX; ++family) {
        const bool inet = family == AF_INET || family == AF_INET6;
        const bool left = family == AF_NETLINK || (inet && network != wall_network::none) ||
                          (family == AF_UNIX && network != wall_network::all);
        if (!left) refuse_family(family);
    }
    refuse_with(filter, EAFNOSUPPORT, SCMP_SYS(socket),
                {.arg = 0, .op = SCMP_CMP_GE, .datum_a = static_cast<scmp_datum_t>(AF_MAX), .datum_b = 0});
}

}  // namespace

int call_filter(const wall_plan& plan) {
    const filter_pointer filter(::seccomp_init(SCMP_ACT_ALLOW), &::seccomp_release);
    if (!filter) throw std::runtime_error("the filter of calls cannot be made");
    filter_ok(::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)),
              "other programs");
    for (const auto& name : plan.refused_calls) {
        const int call = ::seccomp_syscall_resolve_name(name.c_str());
        // A name that this machine has no call of is none to refuse.
        if (call != __NR_SCMP_ERROR && call >= 0) refuse(filter.get(), EPERM, call);
    }
    if (plan.refuses_rights_of_owner) refuse_rights_of_owner(filter.get());
    if (plan.refuses_namespaces) refuse_namespaces(filter.get());
    if (plan.refuses_terminal_input) refuse_terminal_input(filter.get());
    if (plan.refuses_other_sockets) refuse_sockets(filter.get(), plan.network);
    const int file = ::memfd_create("calls", MFD_CLOEXEC);
    if (file < 0) throw std::runtime_error("the filter of calls cannot be kept");
    if (::seccomp_export_bpf(filter.get(), file) != 0 || ::lseek(file, 0, SEEK_SET) != 0) {
        ::close(file);
        throw std::runtime_error("the filter of calls cannot be written");
    }
    return file;
}

}  // namespace assent
