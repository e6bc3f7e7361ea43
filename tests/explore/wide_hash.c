// SPDX-License-Identifier: MIT
// A hash in pieces, some of them hashed with wide registers, is the hash of the whole.

#include "explore/search/wide_hash.h"

#include "base/random.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static void pieces_give_the_hash_of_the_whole(void **state)
{
    (void)state;
    enum { MOST = 20000 };
    static uint8_t bytes[MOST];
    if (!__builtin_cpu_supports("avx2"))
        skip();
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t i = 0; i < cases; i++) {
        size_t size = rng_below(&r, rng_below(&r, 2) ? 600 : MOST);
        for (int k = 0; k < 8; k++)
            bytes[rng_below(&r, MOST)] = (uint8_t)rng_next(&r);
        XXH3_state_t h;
        XXH3_128bits_reset(&h);
        for (size_t at = 0, piece; at < size; at += piece) {
            piece = 1 + rng_below(&r, size - at);
            if (rng_below(&r, 2))
                wide_hash_update(&h, bytes + at, piece);
            else
                XXH3_128bits_update(&h, bytes + at, piece);
        }
        XXH128_hash_t got = XXH3_128bits_digest(&h), want = XXH3_128bits(bytes, size);
        assert_true(XXH128_isEqual(got, want));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_give_the_hash_of_the_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
