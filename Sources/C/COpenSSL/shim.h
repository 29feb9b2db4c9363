#pragma once
#include <errno.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// OPENSSL_INIT_NO_ATEXIT is a macro with a cast, which Swift does not import.
static inline int fanfare_openssl_initialize(void) {
    return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// What both sides of a TLS connection have in common. Exists because these are macros, which Swift does not import.
//
// Partial writes, so that a write tells how much of a large buffer is gone; a moving buffer, because Swift's arrays move.
static inline int fanfare_tls_prepare(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// Chooses h2 among the protocols a client offers, and ends the handshake when it is not among them.
static inline int fanfare_tls_select_h2(
    SSL *tls, const unsigned char **chosen, unsigned char *length,
    const unsigned char *offered, unsigned int offered_length, void *unused
) {
    (void)tls, (void)unused;
    static const unsigned char h2[] = {2, 'h', '2'};
    int found = SSL_select_next_proto(
        (unsigned char **)chosen, length, h2, sizeof h2, offered, offered_length
    );
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// Lets a server accept clients that speak h2 only. Exists because the callback's type is noise in Swift.
static inline void fanfare_tls_accept_h2(SSL_CTX *context) {
    SSL_CTX_set_alpn_select_cb(context, fanfare_tls_select_h2, NULL);
}

// Adds a certificate to those sent after the server's own and takes it over. Exists because it is a macro.
static inline int fanfare_tls_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

// Whom a client expects on the other side: a name, which the handshake also mentions (SNI), or an IP address, which it
// does not (RFC 6066, 3). Exists because SSL_set_tlsext_host_name is a macro.
static inline int fanfare_tls_expect(SSL *tls, const char *host) {
    SSL_set_hostflags(tls, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1) return 1;
    ERR_clear_error();
    return SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1;
}

// Whether an error says that the peer speaks none of the protocols that were offered to it (RFC 7301, 3.3).
// Exists because ERR_GET_REASON and the constants are macros.
static inline int fanfare_tls_is_no_protocol(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL;
}

// Whether an error says that the peer closed the socket without the goodbye of TLS.
static inline int fanfare_tls_is_end_of_file(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
}

// A BIO over a socket, which differs from OpenSSL's own in two things. Writing to a connection that the peer has closed
// does not raise SIGPIPE, which would end the process. (Darwin has no MSG_NOSIGNAL: there the socket has SO_NOSIGPIPE.)
// And it reads much at a time into a buffer of its own, so that hundreds of short records cost one recv. OpenSSL's own
// reading ahead does that too, but before each record it moves all that is left to the front.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

typedef struct {
    int descriptor;
    size_t start, end;
    char bytes[32 * 1024];
} fanfare_socket;

static inline int fanfare_bio_write(BIO *bio, const char *bytes, int count) {
    fanfare_socket *socket = (fanfare_socket *)BIO_get_data(bio);
    ssize_t moved = send(socket->descriptor, bytes, (size_t)count, MSG_NOSIGNAL);
    BIO_clear_retry_flags(bio);
    if (moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) BIO_set_retry_write(bio);
    return (int)moved;
}

static inline int fanfare_bio_read(BIO *bio, char *bytes, int count) {
    fanfare_socket *socket = (fanfare_socket *)BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (socket->start == socket->end) {
        ssize_t moved = recv(socket->descriptor, socket->bytes, sizeof socket->bytes, 0);
        if (moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) BIO_set_retry_read(bio);
        if (moved <= 0) return (int)moved;
        socket->start = 0;
        socket->end = (size_t)moved;
    }
    size_t waiting = socket->end - socket->start;
    size_t taken = (size_t)count < waiting ? (size_t)count : waiting;
    memcpy(bytes, socket->bytes + socket->start, taken);
    socket->start += taken;
    return (int)taken;
}

static inline long fanfare_bio_control(BIO *bio, int command, long number, void *pointer) {
    (void)number, (void)pointer;
    fanfare_socket *socket = (fanfare_socket *)BIO_get_data(bio);
    if (command == BIO_CTRL_PENDING) return (long)(socket->end - socket->start);
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static inline int fanfare_bio_destroy(BIO *bio) {
    free(BIO_get_data(bio));
    return 1;
}

// The kind of BIO described above; NULL when memory is short. To be freed after the last BIO of it.
static inline BIO_METHOD *fanfare_bio_method(void) {
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket without SIGPIPE");
    if (method == NULL) return NULL;
    BIO_meth_set_write(method, fanfare_bio_write);
    BIO_meth_set_read(method, fanfare_bio_read);
    BIO_meth_set_ctrl(method, fanfare_bio_control);
    BIO_meth_set_destroy(method, fanfare_bio_destroy);
    return method;
}

// Lets a TLS connection read from and write to a socket, which stays the caller's. 1, or 0 when memory is short.
static inline int fanfare_tls_attach(SSL *tls, BIO_METHOD *method, int descriptor) {
    fanfare_socket *socket = (fanfare_socket *)malloc(sizeof *socket);
    if (socket == NULL) return 0;
    BIO *bio = BIO_new(method);
    if (bio == NULL) {
        free(socket);
        return 0;
    }
    socket->descriptor = descriptor;
    socket->start = socket->end = 0;
    BIO_set_data(bio, socket);
    BIO_set_init(bio, 1);
    SSL_set_bio(tls, bio, bio);
    return 1;
}

// A new P-256 key; NULL when there is none. Exists because EVP_EC_gen is a macro over a variadic function.
static inline EVP_PKEY *fanfare_p256_generate(void) {
    return EVP_EC_gen("P-256");
}

// A new RSA key of 2048 bits; NULL when there is none. Exists because EVP_RSA_gen is a macro over a variadic function.
static inline EVP_PKEY *fanfare_rsa_generate(void) {
    return EVP_RSA_gen(2048);
}

// What a memory BIO holds, which stays the BIO's. Exists because BIO_get_mem_data is a macro.
static inline long fanfare_bio_contents(BIO *bio, char **bytes) {
    return BIO_get_mem_data(bio, bytes);
}

// The kind of text that a name in a certificate is. Exists because the macro's value has a type of its own.
static inline int fanfare_text_utf8(void) {
    return MBSTRING_UTF8;
}
