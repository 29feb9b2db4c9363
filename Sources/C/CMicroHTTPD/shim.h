#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#endif

// 4 or 6 for the text form of an IP address of that version, 0 for anything else.
// Exists because a parser of our own would disagree with the system's in some corner.
static inline int fanfare_ip_version(const char *text) {
    unsigned char bytes[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    return inet_pton(AF_INET6, text, bytes) == 1 ? 6 : 0;
}

// A listening TCP socket on an IP address, or the negated errno. *bound is the real port, also when 0 was asked for.
// Exists because sockaddr casts are noise in Swift, and because MHD_start_daemon does not say why it could not bind.
static inline int fanfare_listen(const char *ip, uint16_t port, uint16_t *bound) {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
    socklen_t size;
    int version = fanfare_ip_version(ip);
    if (version == 0) return -EINVAL;
    memset(&address, 0, sizeof address);
    if (version == 4) {
        size = sizeof address.v4;
        address.v4.sin_family = AF_INET;
        address.v4.sin_port = htons(port);
        inet_pton(AF_INET, ip, &address.v4.sin_addr);
    } else {
        size = sizeof address.v6;
        address.v6.sin6_family = AF_INET6;
        address.v6.sin6_port = htons(port);
        inet_pton(AF_INET6, ip, &address.v6.sin6_addr);
    }
    int fd = socket(address.any.sa_family, SOCK_STREAM, 0);
    if (fd < 0) return -errno;
    int on = 1;
    // Without SO_REUSEADDR a restart fails for a minute on connections in TIME_WAIT; it does not share a port in use.
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0
        && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0
        && bind(fd, &address.any, size) == 0 && listen(fd, SOMAXCONN) == 0
        && getsockname(fd, &address.any, &size) == 0) {
        *bound = ntohs(version == 4 ? address.v4.sin_port : address.v6.sin6_port);
        return fd;
    }
    int reason = errno;
    close(fd);
    return -reason;
}

// One thread that serves listen_fd, or NULL. The daemon owns listen_fd from then on.
// Exists because MHD_start_daemon is variadic, which Swift does not import.
static inline struct MHD_Daemon *fanfare_mhd_start(
    int listen_fd, unsigned connection_limit, size_t connection_memory, unsigned idle_seconds,
    MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed,
    void *(*target)(void *, const char *, struct MHD_Connection *), void *context
) {
    unsigned flags = MHD_ALLOW_SUSPEND_RESUME;
    flags |= MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES
        ? MHD_USE_EPOLL_INTERNAL_THREAD : MHD_USE_AUTO_INTERNAL_THREAD;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, access, context,
        MHD_OPTION_LISTEN_SOCKET, listen_fd,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_END
    );
}

// The connection's socket, or -1. Exists because MHD_get_connection_info is variadic.
static inline int fanfare_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

// A response with a copy of the bytes, or NULL. Exists because MHD_RESPMEM_MUST_COPY does not import by name.
static inline struct MHD_Response *fanfare_mhd_response(size_t size, const void *bytes) {
    return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// A set of sockets that reports those whose peer has gone, or -1 where the system has no epoll.
// The four functions exist because epoll_event is a packed union, and so that systems without epoll still build.
static inline int fanfare_watch_create(void) {
#ifdef __linux__
    return epoll_create1(EPOLL_CLOEXEC);
#else
    return -1;
#endif
}

// Reports id once when the peer of fd has closed its side or reset the connection.
static inline void fanfare_watch_add(int watch, int fd, uint64_t id) {
#ifdef __linux__
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data = {.u64 = id}};
    (void)epoll_ctl(watch, EPOLL_CTL_ADD, fd, &event);
#else
    (void)watch, (void)fd, (void)id;
#endif
}

static inline void fanfare_watch_remove(int watch, int fd) {
#ifdef __linux__
    (void)epoll_ctl(watch, EPOLL_CTL_DEL, fd, NULL);
#else
    (void)watch, (void)fd;
#endif
}

// Up to 16 ids whose peers have gone, without waiting; returns how many.
static inline int fanfare_watch_next(int watch, uint64_t ids[16]) {
#ifdef __linux__
    struct epoll_event events[16];
    int count = epoll_wait(watch, events, 16, 0);
    for (int index = 0; index < count; index++) ids[index] = events[index].data.u64;
    return count < 0 ? 0 : count;
#else
    (void)watch, (void)ids;
    return 0;
#endif
}
