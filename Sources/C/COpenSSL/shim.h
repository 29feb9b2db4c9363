#pragma once
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>

// OPENSSL_INIT_NO_ATEXIT is a macro with a cast, which Swift does not import.
static inline int fanfare_openssl_initialize(void) {
    return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
