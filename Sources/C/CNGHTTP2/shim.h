#pragma once
#include <nghttp2/nghttp2.h>
#include <stdint.h>

// Newer versions, and old ones that were mended, end a connection on which streams are reset at a high rate. The function
// that raises the limit is not in every version, which only a weak reference can find out.
extern void nghttp2_option_set_stream_reset_rate_limit(
    nghttp2_option *option, uint64_t burst, uint64_t rate
) __attribute__((weak));

// Lets a test's peer reset as many streams as it likes.
static inline void fanfare_nghttp2_allow_resets(nghttp2_option *option) {
    if (nghttp2_option_set_stream_reset_rate_limit != 0)
        nghttp2_option_set_stream_reset_rate_limit(option, UINT32_MAX, UINT32_MAX);
}
