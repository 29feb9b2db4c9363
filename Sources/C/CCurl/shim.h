#pragma once
// The checks of types are macros around the functions below, which have types of their own.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. There is one function here for each
// kind of argument.

static inline CURLcode fanfare_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// The text is copied by the library.
static inline CURLcode fanfare_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode fanfare_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// The body of a request, which is copied. Exists because the length has to be set first, and as a curl_off_t; without bytes
// the library would read a body from standard input.
static inline CURLcode fanfare_curl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count ? bytes : "") : code;
}

// The certificates to trust, which are not copied.
static inline CURLcode fanfare_curl_set_trusted(CURL *handle, void *bytes, size_t count) {
    struct curl_blob blob = {bytes, count, CURL_BLOB_NOCOPY};
    return curl_easy_setopt(handle, CURLOPT_CAINFO_BLOB, &blob);
}

// Where an answer's header lines and its body go (CURLOPT_HEADERFUNCTION, CURLOPT_WRITEFUNCTION).
typedef size_t (*fanfare_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode fanfare_curl_set_sink(CURL *handle, CURLoption option, fanfare_curl_sink sink) {
    return curl_easy_setopt(handle, option, sink);
}

// Called when the connection stands and the request is about to be written.
typedef int (*fanfare_curl_prelude)(void *context, char *, char *, int, int);

static inline CURLcode fanfare_curl_set_prelude(CURL *handle, fanfare_curl_prelude prelude) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, prelude);
}

// Told what the library says to a server and hears from it; a handle has to be verbose for that.
typedef int (*fanfare_curl_trace)(CURL *handle, curl_infotype kind, char *bytes, size_t count, void *context);

static inline CURLcode fanfare_curl_set_trace(CURL *handle, fanfare_curl_trace trace) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, trace);
}

// Called when a socket has been opened, and to close it.
typedef int (*fanfare_curl_opened)(void *context, curl_socket_t socket, curlsocktype purpose);
typedef int (*fanfare_curl_closing)(void *context, curl_socket_t socket);

static inline CURLcode fanfare_curl_set_sockets(
    CURL *handle, fanfare_curl_opened opened, fanfare_curl_closing closing, void *context
) {
    curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, opened);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, context);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, closing);
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, context);
}

// What was given as CURLOPT_PRIVATE.
static inline void *fanfare_curl_private(CURL *handle) {
    char *pointer = NULL;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &pointer);
    return pointer;
}

// The status of the last answer.
static inline long fanfare_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// Whether the transport of a transfer stands: TCP, or TLS from the first byte on if that is asked for. Exists because both
// are variadic, and moments in time.
static inline int fanfare_curl_connected(CURL *handle, int with_tls) {
    curl_off_t moment = 0;
    curl_easy_getinfo(handle, with_tls ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T, &moment);
    return moment > 0;
}

// The socket of a connection that the library leaves as it is.
static inline curl_socket_t fanfare_curl_socket(CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

// The file with the certificates that the system trusts; NULL if the library was built without.
static inline const char *fanfare_curl_system_certificates(CURL *handle) {
    char *path = NULL;
    curl_easy_getinfo(handle, CURLINFO_CAINFO, &path);
    return path;
}

// The next transfer that has come to its end; NULL if there is none. Exists because the message has a union in it.
static inline CURL *fanfare_curl_finished(CURLM *multi, CURLcode *result) {
    int waiting = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &waiting)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

// Starts the library. Exists because CURL_GLOBAL_DEFAULT is a macro over macros, which Swift does not import.
static inline CURLcode fanfare_curl_initialize(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// Blocks SIGPIPE for the calling thread: with CURLOPT_NOSIGNAL the library no longer looks after it, and a TLS library
// that writes to a connection the peer has closed would end the process. Exists because signal sets are macros on Darwin.
static inline void fanfare_curl_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

// Closes a socket. Here so that the module needs no other C library for it.
static inline int fanfare_curl_close(curl_socket_t socket) {
    return close(socket);
}
